//! Backgammon: rules, network, search and rollouts.
//!
//! The engine knows no Python, opens no file, reads no clock and prints nothing: positions, seeds and bytes come in, values
//! go out. Its modules stand in layers and import downward only:
//!
//! | layer | modules |
//! |---|---|
//! | vocabulary | [`point`], [`dice`], [`position`], [`play`], [`outcome`] |
//! | rules | [`movegen`], [`notation`] |
//! | value | [`value`]: scoring, match equities, the cube |
//! | knowledge | [`net`] |
//! | judgement | [`eval`], [`search`] |
//! | production | [`games`], [`batch`], [`train`] |
//!
//! [`parallel`] is the one place where threads are started, [`memory`] the one where room for large answers is made.

pub mod batch;
pub mod dice;
pub mod eval;
pub mod games;
pub mod memory;
pub mod movegen;
pub mod net;
pub mod notation;
pub mod outcome;
pub mod parallel;
pub mod play;
pub mod point;
pub mod position;
pub mod search;
pub mod train;
pub mod value;

pub use dice::{Die, Roll};
pub use eval::Evaluator;
pub use outcome::{Outcome, Win};
pub use play::{Move, Play};
pub use point::Point;
pub use position::{Position, PositionError, Side};
pub use search::{CubefulSearch, Search};
pub use value::{
    Crawford, Cube, CubeAction, CubeDecision, CubeEfficiency, CubeModel, CubeOwner, MatchEquityTable, Scoring,
};
