//! Games played by the engine: rollouts, whole games, duels. All go through the one loop in `trial`.
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
//! assert!(play_games(Position::START, Policy::Random, 7, 0, &mut games, thread_count(None), &Control::default()));
//! assert!(games.iter().all(|game| game.turns > 0));
//! ```

pub mod duel;
pub mod rollout;
pub(crate) mod trial;

pub use trial::{GameEnd, Policy};
