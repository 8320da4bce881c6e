//! Games played by the engine: rollouts, whole games, duels. All go through the one loop in `trial`.

pub mod duel;
pub mod rollout;
pub(crate) mod trial;

pub use trial::{GameEnd, Policy};
