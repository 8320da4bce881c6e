//! What a game is worth with the cube and at the score.
//!
//! | file | what is in it |
//! |---|---|
//! | `scoring` | how a game is scored, and the cube |
//! | `met` | match equity tables |
//! | `payoffs` | what the ends of a game count at one value of the cube |
//! | `janowski` | the interpolation between a dead and a live cube |
//! | `efficiency` | how live the cube is in a position |
//! | `decision` | which decision about the cube is right, once it is known what each is worth |
//! | `model` | all of these together: values and decisions from the five probabilities |
//!
//! # Example
//!
//! ```
//! use gammon::value::GammonRates;
//! use gammon::{Cube, CubeModel, MatchEquityTable, Scoring};
//!
//! // Money, without gammons: with a dead cube the take point is 25%, with a live one 20%.
//! let met = MatchEquityTable::new(&[[0.5]], [&[0.5], &[0.5]])?;
//! let model = CubeModel::new(Scoring::MONEY, Cube::MOST_EXPONENT, &met);
//! let rates = GammonRates::new(0.0, 0.0, 0.0, 0.0);
//! let take = |efficiency| model.points(Cube::START, &rates, efficiency).take.expect("the opponent may double");
//! assert!((take(0.0) - 0.25).abs() < 1e-9);
//! assert!((take(1.0) - 0.20).abs() < 1e-9);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod decision;
pub mod efficiency;
mod janowski;
pub mod met;
pub mod model;
pub mod payoffs;
pub mod scoring;

pub use decision::{Beaver, BeaverAnswer, CubeAction, CubeDecision, Raccoon};
pub use efficiency::{CubeEfficiency, EfficiencyCurve};
pub use met::MatchEquityTable;
pub use model::{Answers, CubeModel, CubePoints, match_equity_table};
pub use payoffs::GammonRates;
pub use scoring::{Crawford, Cube, CubeOwner, Scoring};
