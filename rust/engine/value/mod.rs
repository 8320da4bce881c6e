//! The value of a game with the cube and at the score.
//!
//! | file | contents |
//! |---|---|
//! | `scoring` | how a game is scored: money or match score; the cube |
//! | `met` | match equity tables |
//! | `payoffs` | the values of the possible ends of a game at one cube value; gammon rates |
//! | `janowski` | the interpolation between a dead and a live cube |
//! | `efficiency` | cube efficiency by class of position |
//! | `decision` | the right cube action, given the value of each decision |
//! | `model` | the cube model: cubeful values and decisions from the five probabilities |
//!
//! # Example
//!
//! ```
//! use gammon::value::GammonRates;
//! use gammon::{Cube, CubeModel, MatchEquityTable, Scoring};
//!
//! // The gammonless money take point is 25% with a dead cube and 20% with a live one.
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
