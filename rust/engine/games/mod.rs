//! Games played by the engine: rollouts, whole games, duels. All use the game loop in `trial`.
//!
//! | file | what is in it |
//! |---|---|
//! | `trial` | the game loop: one game from a position to its end |
//! | `whole` | whole games from their opening rolls |
//! | `rollout` | many trials from one position, with or without a cube |
//! | `luck` | the luck of a roll, which rollouts subtract |
//! | `tally` | exact sums over many trials |
//! | `duel` | paired matches of two evaluators |
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

pub mod duel;
pub(crate) mod luck;
pub mod rollout;
pub mod tally;
pub(crate) mod trial;
pub mod whole;

pub use trial::{CubeTurn, GameEnd, MOST_TURNS, Policy};
