//! Which rule an illegal play breaks.

use std::fmt;

use super::error::Shortened;
use super::play_reader::WrittenMove;
use super::play_text::place_name;
use super::trial::{Step, Trial};
use crate::dice::Roll;
use crate::movegen;
use crate::play::Play;
use crate::position::Position;

/// A play that was understood and is not legal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IllegalPlay {
    /// The play as it was given.
    pub text: String,
    /// The roll it was to be played with.
    pub roll: Roll,
    /// The rule it breaks.
    pub reason: IllegalReason,
}

impl fmt::Display for IllegalPlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { text, roll, reason } = self;
        let text = text.trim();
        if text.is_empty() {
            write!(f, "passing is not legal with {roll}: {reason}")
        } else {
            write!(f, "`{}` is not legal with {roll}: {reason}", Shortened(text))
        }
    }
}

impl std::error::Error for IllegalPlay {}

/// The rule that an illegal play breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IllegalReason {
    /// The game is over, and no play is legal (R5.7).
    GameOver,
    /// There are legal plays (R3.6, R3.7).
    MustPlay {
        /// How many.
        plays: usize,
    },
    /// A checker does not move towards its home (R1.4).
    Backwards {
        /// Where it would start.
        source: u8,
        /// Where it would land.
        destination: u8,
    },
    /// No die, and no sum of the dice, is this distance (R3.1).
    NoSuchNumber {
        /// The distance.
        pips: u8,
    },
    /// Each die moves one checker once (R3.1, R3.2).
    NotEnoughDice,
    /// There is no checker to move.
    NoChecker {
        /// A point, or 25 for the bar.
        source: u8,
    },
    /// A checker is on the bar, and must enter first (R4.2).
    BarFirst,
    /// Two or more opposing checkers hold the point (R3.3).
    Held {
        /// The point, as the player who moves numbers it.
        point: u8,
    },
    /// One checker cannot play all these numbers: whichever is first, the point between is held (R3.4).
    NoWay {
        /// Where it starts.
        source: u8,
        /// Where it cannot come to.
        destination: u8,
    },
    /// Not all checkers are in the home board (R5.1).
    NotAllHome,
    /// The number is larger than the point, and a checker is on a higher one (R5.3).
    HigherMustMove {
        /// The number.
        die: u8,
        /// The point of the checker to be borne off.
        source: u8,
    },
    /// The other number can be played as well, and must be (R3.5).
    PlayOtherToo {
        /// The other number.
        die: u8,
    },
    /// Both numbers can be played, but not after this move (R3.5).
    PlayBoth,
    /// More of the four moves of a double can be played (R3.5, R4.4).
    PlayMore {
        /// The number on the dice.
        die: u8,
        /// How often it is played.
        played: u8,
        /// How often it can be.
        possible: u8,
    },
    /// Either number can be played but not both, and this is the smaller (R3.6).
    PlayLarger {
        /// The larger number.
        die: u8,
    },
}

impl fmt::Display for IllegalReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::GameOver => f.write_str("the game is over (R5.7)"),
            Self::MustPlay { plays: 1 } => f.write_str("there is a legal play, so the turn cannot be passed (R3.7)"),
            Self::MustPlay { plays } => {
                write!(f, "there are {plays} legal plays, so the turn cannot be passed (R3.7)")
            }
            Self::Backwards { source, destination } if source == destination => {
                write!(f, "a checker on {} does not move at all", place_name(source))
            }
            Self::Backwards { source, destination } => write!(
                f,
                "a checker would move backwards, from {} to {} (R1.4)",
                place_name(source),
                place_name(destination)
            ),
            Self::NoSuchNumber { pips } => {
                write!(f, "no die shows {pips}, nor do the dice add up to it (R3.1)")
            }
            Self::NotEnoughDice => f.write_str(
                "the dice are not enough for these moves: each counts once, those of a double twice (R3.1, R3.2)",
            ),
            Self::NoChecker { source } => write!(f, "no checker on {}", place_name(source)),
            Self::BarFirst => f.write_str("a checker is on the bar and must enter first (R4.2)"),
            Self::Held { point } => {
                write!(f, "the opponent holds {} (R3.3)", place_name(point))
            }
            Self::NoWay { source, destination } => write!(
                f,
                "no way from {} to {} is open: the opponent holds the points between (R3.4)",
                place_name(source),
                place_name(destination)
            ),
            Self::NotAllHome => f.write_str("checkers are outside the home board: none can be borne off (R5.1)"),
            Self::HigherMustMove { die, source } => write!(
                f,
                "a checker on a higher point must be moved: the {die} bears none off {} (R5.3)",
                place_name(source)
            ),
            Self::PlayOtherToo { die } => write!(f, "the {die} must be played too (R3.5)"),
            Self::PlayBoth => {
                f.write_str("both numbers can be played and must be, so this move alone is not enough (R3.5)")
            }
            Self::PlayMore { die, played, possible } => {
                write!(f, "the {die} must be played {possible} times, not {played} (R3.5)")
            }
            Self::PlayLarger { die } => {
                write!(f, "if only one number can be played it must be the larger, {die} (R3.6)")
            }
        }
    }
}

/// Says which rule a play breaks that none of the legal plays is.
///
/// `trials` are the ways in which the dice can make the written moves, whether the board allows them or not.
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
        return what_is_left(roll, trial, legal);
    }
    // The trial that comes farthest says best what is wrong.
    let failures = trials
        .iter()
        .filter_map(|trial| trial.result.as_ref().err().map(|&reason| (trial.made, on_the_way(reason, moves))));
    let farthest = failures.reduce(|best, next| if next.0 > best.0 { next } else { best });
    if let Some((_, reason)) = farthest {
        return reason;
    }
    let alone = |written: &&WrittenMove| Step::ways(&[**written], roll).is_empty();
    match moves.iter().find(alone) {
        Some(written) => IllegalReason::NoSuchNumber { pips: written.source - written.destination },
        None => IllegalReason::NotEnoughDice,
    }
}

/// A held point that the text does not name lies on a checker's way.
fn on_the_way(reason: IllegalReason, moves: &[WrittenMove]) -> IllegalReason {
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
        .map_or(reason, |written| IllegalReason::NoWay { source: written.source, destination: written.destination })
}

/// Every move is possible, but the roll is not played as far as it must be.
fn what_is_left(roll: Roll, trial: &Trial, legal: &[Play]) -> IllegalReason {
    let (high, low) = (roll.high().number(), roll.low().number());
    let possible = legal.first().map_or(0, |play| play.moves.len());
    if roll.is_double() {
        return IllegalReason::PlayMore { die: high, played: trial.made as u8, possible: possible as u8 };
    }
    if possible == 1 {
        return IllegalReason::PlayLarger { die: high };
    }
    // One number is played and both can be. Does the other go after this move?
    let other = if trial.uses(high) { low } else { high };
    let goes = trial.result.as_ref().is_ok_and(|reached| {
        let again = reached.position.swap();
        Roll::new(other, other).is_ok_and(|roll| !movegen::plays(again, roll).is_empty())
    });
    if goes { IllegalReason::PlayOtherToo { die: other } } else { IllegalReason::PlayBoth }
}
