//! Cubeless Monte Carlo rollouts, which play a position to the end many times, and whole games.
//!
//! A trial is a pure function of the seed and its number. Results are kept as integer counts, so partial results add up
//! exactly, in any order.
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

/// How the first turn of a trial is rolled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FirstRoll {
    /// Like any other turn.
    Any,
    /// As an opening roll, which is never a double (R2.2).
    Opening,
    /// With these dice.
    Given(Roll),
}

/// A whole game from its opening roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Game {
    /// The player who rolled the higher number and started: 0 or 1.
    pub starter: u8,
    /// The winner: 0 or 1.
    pub winner: u8,
    /// The kind of win: single, gammon or backgammon.
    pub by: Win,
    /// Turns played, including those without a legal play.
    pub turns: u32,
}

/// The number of trials that a thread takes at once. It is small, so that a stop request takes effect quickly: one
/// trial takes well under a millisecond.
const PIECE: NonZero<u64> = NonZero::new(16).unwrap();

/// The same if an estimate replaces the network. It is larger because one call then estimates a turn of all of these
/// trials.
const LARGE_PIECE: NonZero<u64> = NonZero::new(256).unwrap();

fn piece(policy: Policy<'_>) -> NonZero<u64> {
    match policy {
        Policy::Best(evaluator) if evaluator.estimate().is_some() => LARGE_PIECE,
        _ => PIECE,
    }
}

impl FirstRoll {
    /// Returns the first roll of a game.
    pub(super) fn roll(self, dice: &mut GameDice) -> Roll {
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

/// Plays a range of trials from a position to the end, without a cube.
///
/// The counts do not depend on `threads`.
///
/// # Errors
///
/// [`Halt`] if `control` was stopped, or a game exceeded [`MOST_TURNS`](super::MOST_TURNS).
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
            let roll = first.roll(&mut dice);
            trial::Game::new(position, roll, dice)
        };
        policy.play_all(trials.map(game).collect(), buffers, control, |_, end| counts.add(end))
    };
    add_up(trials, piece(policy), threads, control, Buffers::default, play)
}

/// Plays whole games numbered `first_game..` and writes them to `games`.
///
/// The player who rolls the higher number starts (R2.1) and plays both numbers (R2.2). A game depends only on its
/// number, the seed and the other arguments, not on `threads`.
///
/// # Errors
///
/// [`Halt`] if `control` was stopped, or a game exceeded [`MOST_TURNS`](super::MOST_TURNS). Some of `games` may then be
/// unchanged.
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
