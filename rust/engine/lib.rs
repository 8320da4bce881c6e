//! Backgammon: rules, network, search and rollouts.
//!
//! The engine knows no Python, opens no file, reads no clock and prints nothing: positions, seeds and bytes come in, values
//! go out. Its modules stand in layers and import downward only:
//!
//! | layer | modules |
//! |---|---|
//! | vocabulary | [`point`], [`dice`], [`position`], [`play`], [`outcome`], [`scoring`] |
//! | rules | [`movegen`], [`notation`] |
//! | knowledge | [`met`], [`decision`], [`cube`], [`net`] |
//! | judgement | [`eval`], [`search`], [`cubeful`], [`rollout`], [`batch`] |
//! | production | [`selfplay`], [`duel`] |
//!
//! [`parallel`] is the one place where threads are started.

pub mod batch;
pub mod cube;
pub mod cubeful;
pub mod decision;
pub mod dice;
pub mod duel;
pub mod eval;
pub mod met;
pub mod movegen;
pub mod net;
pub mod notation;
pub mod outcome;
pub mod parallel;
pub mod play;
pub mod point;
pub mod position;
pub mod rollout;
pub mod scoring;
pub mod search;
pub mod selfplay;

pub use cube::{CubeEfficiency, CubeModel};
pub use cubeful::CubefulSearch;
pub use decision::{CubeAction, CubeDecision};
pub use dice::{Die, Roll};
pub use eval::Evaluator;
pub use met::MatchEquityTable;
pub use outcome::{Outcome, Win};
pub use play::{Move, Play};
pub use point::Point;
pub use position::{Position, PositionError, Side};
pub use scoring::{Crawford, Cube, CubeOwner, Scoring};
pub use search::Search;
