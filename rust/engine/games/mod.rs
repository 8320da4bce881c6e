//! Games played by the engine: rollouts, whole games, duels.

pub mod duel;
pub mod rollout;
