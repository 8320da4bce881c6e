//! Finds the rule that an illegal play breaks.

use super::illegal::IllegalReason;
use super::play_reader::WrittenMove;
use super::trial::{Step, Trial};
use crate::dice::Roll;
use crate::movegen;
use crate::play::Play;
use crate::position::Position;

/// Returns the rule that a play breaks, given that it is not among the `legal` plays.
///
/// `trials` holds one trial for each way to assign the dice to the written moves, including those that the board forbids.
pub(super) fn why_illegal(
    position: Position,
    roll: Roll,
    moves: &[WrittenMove],
    trials: &[Trial],
    legal: &[Play],
) -> IllegalReason {
    if position.is_over() {
        return IllegalReason::GameOver;
    }
    if moves.is_empty() {
        return IllegalReason::MustPlay { plays: legal.len() };
    }
    if let Some(back) = moves.iter().find(|written| written.destination >= written.source) {
        return IllegalReason::Backwards { source: back.source, destination: back.destination };
    }
    if let Some(trial) = trials.iter().find(|trial| trial.result.is_ok()) {
        return unplayed_number(roll, trial, legal);
    }
    // The trial with the most legal steps before it fails gives the most useful reason.
    let failures = trials
        .iter()
        .filter_map(|trial| trial.result.as_ref().err().map(|&reason| (trial.made, held_or_blocked(reason, moves))));
    let farthest = failures.reduce(|best, next| if next.0 > best.0 { next } else { best });
    if let Some((_, reason)) = farthest {
        return reason;
    }
    let alone = |written: &&WrittenMove| Step::sequences(&[**written], roll).is_empty();
    match moves.iter().find(alone) {
        Some(written) => IllegalReason::NoSuchNumber { pips: written.source - written.destination },
        None => IllegalReason::NotEnoughDice,
    }
}

/// Turns [`IllegalReason::Held`] into [`IllegalReason::Blocked`] if the held point is not written in the play, but lies within one
/// of its moves.
fn held_or_blocked(reason: IllegalReason, moves: &[WrittenMove]) -> IllegalReason {
    let IllegalReason::Held { point } = reason else {
        return reason;
    };
    if moves.iter().any(|written| written.destination == point) {
        return reason;
    }
    let passes = |written: &&WrittenMove| written.source > point && written.destination < point;
    moves
        .iter()
        .find(passes)
        .map_or(reason, |written| IllegalReason::Blocked { source: written.source, destination: written.destination })
}

/// Returns the rule on playing as much of the roll as possible that a play breaks whose moves are each possible.
fn unplayed_number(roll: Roll, trial: &Trial, legal: &[Play]) -> IllegalReason {
    let (high, low) = (roll.high().number(), roll.low().number());
    let possible = legal.first().map_or(0, |play| play.moves.len());
    if roll.is_double() {
        return IllegalReason::PlayMore { die: high, played: trial.made as u8, possible: possible as u8 };
    }
    if possible == 1 {
        return IllegalReason::PlayLarger { die: high };
    }
    // One number is played and both can be. Can the other still be played after this move?
    let other = if trial.uses(high) { low } else { high };
    let can_follow = trial.result.as_ref().is_ok_and(|reached| {
        let again = reached.position.swap();
        let twice = Roll::new(other, other).expect("a number of the roll");
        !movegen::plays(again, twice).is_empty()
    });
    if can_follow { IllegalReason::PlayOtherToo { die: other } } else { IllegalReason::PlayBoth }
}
