//! Backgammon: rules, network, search and rollouts.
//!
//! ```
//! use gammon::notation::{Situation, parse_play};
//! use gammon::parallel::Control;
//! use gammon::search::{Filter, Wanted};
//! use gammon::{Evaluator, Position, Roll, Search};
//!
//! let evaluator = Evaluator::shipped()?;
//! let control = Control::default();
//! let mut search = Search::new(&evaluator, Filter::NORMAL, &control);
//!
//! // The best play of an opening 3-1 at one ply: making the 5-point.
//! let roll = Roll::new(3, 1)?;
//! let plays = search.rank(Position::START, roll, 1, Wanted::Filtered).expect("nobody stopped the search");
//! assert_eq!(plays.len(), 16);
//! assert_eq!(plays[0].play.to_string(), "8/5 6/5");
//!
//! // Parse the same play from text. The position after it has the opponent on roll.
//! let parsed = parse_play(Position::START, Some(roll), "8/5 6/5")?;
//! assert_eq!(parsed.play.position, plays[0].play.position);
//! assert_eq!(Situation::new(Position::START).to_xgid()?, "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The engine does not depend on Python, open files, read the clock or print. Its inputs are positions, seeds and bytes; its
//! outputs are values. Its modules form layers, lowest first. A module imports from its own layer and the layers below:
//!
//! | layer | modules |
//! |---|---|
//! | vocabulary | [`point`], [`dice`], [`position`], [`play`], [`outcome`] |
//! | value | [`value`]: scoring, match equities, the cube |
//! | rules | [`movegen`], [`notation`] |
//! | network | [`net`] |
//! | evaluator | [`eval`], [`exact`] |
//! | search | [`search`] |
//! | production | [`games`], [`batch`], [`train`] |
//!
//! Every layer may use [`parallel`], the only module that starts threads, and [`memory`], the only one that allocates space for
//! large results.

pub mod batch;
pub mod dice;
pub mod eval;
pub mod exact;
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
