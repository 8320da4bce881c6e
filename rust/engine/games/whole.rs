//! Whole games from their opening rolls.
//!
//! # Example
//!
//! ```
//! use gammon::games::whole::{Game, play_games};
//! use gammon::games::Policy;
//! use gammon::parallel::{Control, thread_count};
//! use gammon::Position;
//!
//! let mut games = [Game::default(); 10];
//! play_games(Position::START, Policy::Random, 7, 0, &mut games, thread_count(None), &Control::default()).expect("nobody stopped it");
//! assert!(games.iter().all(|game| game.turns > 0));
//! ```

use std::num::NonZero;

use super::tally::Watch;
use super::trial::{self, Buffers, Policy};
use crate::dice::{GameDice, Roll};
use crate::memory::Halt;
use crate::outcome::Win;
use crate::parallel::{self, Control};
use crate::position::{Position, Who};

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

/// The number of games that a thread takes at once. It is small, so that a stop request takes effect quickly: one
/// game takes well under a millisecond.
const PIECE: NonZero<u64> = NonZero::new(16).unwrap();

/// The same if an estimate replaces the network. It is larger because one call then estimates a turn of all of these
/// games.
const LARGE_PIECE: NonZero<u64> = NonZero::new(256).unwrap();

fn piece(policy: Policy<'_>) -> NonZero<u64> {
    match policy {
        Policy::Best(evaluator) if evaluator.estimate().is_some() => LARGE_PIECE,
        _ => PIECE,
    }
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
