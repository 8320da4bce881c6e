//! Games played by the engine: rollouts, whole games, duels. All use the game loop in `trial`.
//!
//! | file | what is in it |
//! |---|---|
//! | `trial` | the game loop: one game from a position to its end |
//! | `tally` | exact sums over many games |
//! | `rollout` | many games from one position, and whole games, without a cube |
//! | `cubeful` | many games from one position, with a cube, at any search depth |
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
