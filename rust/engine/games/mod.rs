//! Games played by the engine: rollouts, whole games, duels. All go through the one loop in `trial`.
//!
//! | file | what is in it |
//! |---|---|
//! | `trial` | the loop: one game from a position to the end |
//! | `tally` | what is kept of many games: exact sums |
//! | `rollout` | many games from one position, and whole games, without a cube |
//! | `cubeful` | many games from one position with a cube, at any ply |
//! | `duel` | paired matches of two evaluators |
//!
//! # Example
//!
//! ```
//! use gammon::games::rollout::{Game, play_games};
//! use gammon::games::Policy;
//! use gammon::parallel::{Control, thread_count};
//! use gammon::Position;
//!
//! let mut games = [Game::default(); 10];
//! play_games(Position::START, Policy::Random, 7, 0, &mut games, thread_count(None), &Control::default()).expect("nobody stopped it");
//! assert!(games.iter().all(|game| game.turns > 0));
//! ```

pub mod cubeful;
pub mod duel;
pub mod rollout;
pub mod tally;
pub(crate) mod trial;

pub use trial::{CubeTurn, GameEnd, MOST_TURNS, Policy};
