//! Monte Carlo rollouts: a position played to the end many times, and whole games from the start.
//!
//! A trial is a pure function of the seed and its number. What is kept of many trials is six counts, so that partial results
//! add up exactly, in any order.
//!
//! # Example
//!
//! ```
//! use gammon::games::Policy;
//! use gammon::games::rollout::{FirstRoll, rollout};
//! use gammon::parallel::{Control, thread_count};
//! use gammon::{Evaluator, Position};
//!
//! let evaluator = Evaluator::shipped()?;
//! let (policy, threads, control) = (Policy::Best(&evaluator), thread_count(None), Control::default());
//! let trials = |range| rollout(Position::START, FirstRoll::Opening, policy, 7, range, threads, &control);
//!
//! // Parts of a rollout add up to the whole.
//! let mut parts = trials(0..20).expect("nobody stopped it");
//! parts += trials(20..50).expect("nobody stopped it");
//! assert_eq!(trials(0..50), Ok(parts));
//! assert_eq!(parts.trials(), 50);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::num::NonZero;
use std::ops::Range;

pub use super::tally::OutcomeCounts;
use super::tally::{Watch, add_up};
use super::trial::{self, Buffers, Policy};
use crate::dice::{GameDice, Roll};
use crate::memory::Halt;
use crate::outcome::Win;
use crate::parallel::{self, Control};
use crate::position::{Position, Who};

/// How the first turn of a trial is thrown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FirstRoll {
    /// As any turn is.
    Any,
    /// As the opening of a game, never a double (R2.2).
    Opening,
    /// With these dice.
    Given(Roll),
}

/// A whole game from its opening roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Game {
    /// The player who threw the higher number and started: 0 or 1.
    pub starter: u8,
    /// The winner: 0 or 1.
    pub winner: u8,
    /// By how much.
    pub by: Win,
    /// Turns played, passes included.
    pub turns: u32,
}

/// Trials between looks at whether to stop. One trial takes well under a millisecond.
const PIECE: NonZero<u64> = NonZero::new(16).unwrap();

/// The same where what stands in for a network is asked about a turn of all of them at once.
const LARGE_PIECE: NonZero<u64> = NonZero::new(256).unwrap();

fn piece(policy: Policy<'_>) -> NonZero<u64> {
    match policy {
        Policy::Best(evaluator) if evaluator.estimate().is_some() => LARGE_PIECE,
        _ => PIECE,
    }
}

impl FirstRoll {
    /// The dice of the first turn of a game.
    pub(super) fn thrown(self, dice: &mut GameDice) -> Roll {
        match self {
            Self::Any => dice.roll(0),
            Self::Opening => {
                let (first, second) = dice.opening();
                Roll::of(first, second)
            }
            Self::Given(roll) => roll,
        }
    }
}

/// Plays the trials of a range from a position to the end.
///
/// The counts depend on the arguments alone, not on `threads`.
///
/// # Errors
///
/// [`Halt`] if `control` said stop, or a game had no end.
pub fn rollout(
    position: Position,
    first: FirstRoll,
    policy: Policy<'_>,
    seed: u64,
    trials: Range<u64>,
    threads: NonZero<usize>,
    control: &Control,
) -> Result<OutcomeCounts, Halt> {
    let play = |buffers: &mut Buffers, trials: Range<u64>, counts: &mut OutcomeCounts| {
        let game = |trial| {
            let mut dice = GameDice::new(seed, trial);
            let roll = first.thrown(&mut dice);
            trial::Game::new(position, roll, dice)
        };
        policy.play_all(trials.map(game).collect(), buffers, control, |_, end| counts.add(end))
    };
    add_up(trials, piece(policy), threads, control, Buffers::default, play)
}

/// Plays whole games numbered `first_game..` into `games`: who throws the higher number starts (R2.1) and plays these two
/// numbers (R2.2).
///
/// Each game depends on its number and the other arguments alone, not on `threads`.
///
/// # Errors
///
/// [`Halt`] if `control` said stop, or a game had no end; some of `games` are then as they were.
pub fn play_games(
    start: Position,
    policy: Policy<'_>,
    seed: u64,
    first_game: u64,
    games: &mut [Game],
    threads: NonZero<usize>,
    control: &Control,
) -> Result<(), Halt> {
    let watch = Watch::default();
    let size = piece(policy).get() as usize;
    let pieces = games.chunks_mut(size).zip((0..).step_by(size));
    parallel::for_each(threads, control, watch.while_going(pieces), Buffers::default, |buffers, (games, first)| {
        let mut starters = Vec::with_capacity(games.len());
        let begun = (first..).take(games.len()).map(|offset| {
            let mut dice = GameDice::new(seed, first_game.wrapping_add(offset));
            let (first, second) = dice.opening();
            starters.push(u8::from(second > first));
            trial::Game::new(start, Roll::of(first, second), dice)
        });
        let begun = begun.collect();
        let played = policy.play_all(begun, buffers, control, |number, end| {
            let starter = starters[number];
            let winner = if end.winner == Who::OnRoll { starter } else { 1 - starter };
            games[number] = Game { starter, winner, by: end.by, turns: end.turns };
        });
        if watch.is_done(played) {
            control.advance(games.len() as u64);
        }
    });
    watch.end(control)
}
