//! Duels: two evaluators play each game twice, with the same dice and with seats exchanged.
//!
//! Most of the luck cancels within a pair. Scores are integers, so partial results add up exactly, in any order.
//!
//! # Example
//!
//! ```
//! use gammon::games::duel::duel;
//! use gammon::parallel::{Control, thread_count};
//! use gammon::{Evaluator, Position};
//!
//! // Against itself, a player wins in one seat what it loses in the other.
//! let one = Evaluator::shipped()?;
//! let pairs = duel([&one, &one], Position::START, 0, 7, 0..20, thread_count(None), &Control::default());
//! let pairs = pairs.expect("nobody stopped it");
//! assert_eq!((pairs.pairs, pairs.points, pairs.squares), (20, 0, 0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::num::NonZero;
use std::ops::{AddAssign, Range};

use super::tally::add_up;
use super::trial::{Game, Turn};
use crate::dice::{GameDice, Roll};
use crate::eval::Evaluator;
use crate::memory::Halt;
use crate::parallel::Control;
use crate::position::Position;
use crate::search::{Filter, Search};

/// Results of pairs of games, for the first evaluator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pairs {
    /// The number of pairs.
    pub pairs: u64,
    /// Points won minus points lost over all games, with the cube at 1.
    pub points: i64,
    /// The sum of the squares of each pair's points.
    pub squares: u64,
}

impl AddAssign for Pairs {
    fn add_assign(&mut self, other: Self) {
        self.pairs += other.pairs;
        self.points += other.points;
        self.squares += other.squares;
    }
}

/// Plays one game; returns the points of player 0, negative for a loss. `seats` gives each player's index into
/// `searches`.
fn game(
    start: Position,
    searches: &mut [Search<'_>; 2],
    seats: [usize; 2],
    ply: u8,
    mut dice: GameDice,
    control: &Control,
) -> Result<i64, Halt> {
    let (first, second) = dice.opening();
    // The player with the higher number plays first (R2.1); player 0 rolled `first`.
    let starter = usize::from(second > first);
    let game = Game::new(start, Roll::of(first, second), dice);
    let end = game.play_out(control, |Turn { position, roll, number, .. }: Turn<'_>| {
        searches[seats[(starter + number as usize) % 2]].best(position, roll, ply)
    })?;
    Ok(if starter == 0 { end.points() } else { -end.points() })
}

/// Plays a range of pairs without a cube. `start` is the starting position for either side; both search to `ply`.
///
/// The result does not depend on `threads`.
///
/// # Errors
///
/// [`Halt`] if `control` was stopped, or a game exceeded [`MOST_TURNS`](super::MOST_TURNS).
pub fn duel(
    evaluators: [&Evaluator; 2],
    start: Position,
    ply: u8,
    seed: u64,
    pairs: Range<u64>,
    threads: NonZero<usize>,
    control: &Control,
) -> Result<Pairs, Halt> {
    let searches = || evaluators.map(|evaluator| Search::new(evaluator, Filter::NORMAL, control));
    add_up(pairs, NonZero::<u64>::MIN, threads, control, searches, |searches, pairs, tally: &mut Pairs| {
        for pair in pairs {
            let mut play = |seats| game(start, searches, seats, ply, GameDice::new(seed, pair), control);
            let points = play([0, 1])? - play([1, 0])?;
            *tally += Pairs { pairs: 1, points, squares: points.unsigned_abs().pow(2) };
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::Network;
    use crate::position::Who;
    use crate::train::fit::Fit;

    fn threads(n: usize) -> NonZero<usize> {
        NonZero::new(n).unwrap()
    }

    #[test]
    fn every_pair_of_an_evaluator_against_itself_is_a_draw() {
        let shipped = Evaluator::shipped().unwrap();
        let pairs = duel([&shipped, &shipped], Position::START, 0, 3, 0..20, threads(1), &Control::default()).unwrap();
        assert_eq!(pairs, Pairs { pairs: 20, points: 0, squares: 0 });
    }

    #[test]
    fn the_shipped_network_beats_an_untrained_one_for_any_threads_and_parts() {
        let shipped = Evaluator::shipped().unwrap();
        let untrained: Network = Fit::new(128, 1).to_network().unwrap();
        let untrained = Evaluator::new(untrained);
        let play = |one, other, range, n| {
            duel([one, other], Position::START, 0, 3, range, threads(n), &Control::default()).unwrap()
        };
        let whole = play(&shipped, &untrained, 0..20, 1);
        assert!(whole.points > 30, "{whole:?}");
        let mut halves = play(&shipped, &untrained, 10..20, 7);
        halves += play(&shipped, &untrained, 0..10, 2);
        assert_eq!(whole, halves);
        let reversed = play(&untrained, &shipped, 0..20, 2);
        assert_eq!((reversed.points, reversed.squares), (-whole.points, whole.squares));
    }

    #[test]
    fn a_duel_at_one_ply_plays_the_plays_of_the_search_for_any_threads() {
        let network = |seed| Evaluator::new(Fit::new(128, seed).to_network().unwrap());
        let evaluators = [network(1), network(2)];
        let play = |ply, n| duel(evaluators.each_ref(), Position::START, ply, 3, 0..4, threads(n), &Control::default());
        let found = play(1, 1).unwrap();
        assert_eq!(found, play(1, 3).unwrap());
        assert_ne!(found, play(0, 1).unwrap());
        let control = Control::default();
        let mut points = 0;
        for pair in 0..4 {
            for seats in [[0, 1], [1, 0]] {
                let mut dice = GameDice::new(3, pair);
                let (first, second) = dice.opening();
                let (mut position, mut roll) = (Position::START, Roll::of(first, second));
                for turn in 1.. {
                    let player = (usize::from(second > first) + turn as usize - 1) % 2;
                    let mut search = Search::new(&evaluators[seats[player]], Filter::NORMAL, &control);
                    position = search.best(position, roll, 1).unwrap();
                    if let Some((who, by)) = position.result() {
                        assert_eq!(who, Who::Opponent);
                        points += if seats[player] == 0 { i64::from(by.points()) } else { -i64::from(by.points()) };
                        break;
                    }
                    roll = dice.roll(turn);
                }
            }
        }
        assert_eq!(found.points, points);
    }
}
