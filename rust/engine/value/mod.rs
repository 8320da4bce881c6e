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

pub mod decision;
pub mod efficiency;
mod janowski;
pub mod met;
pub mod model;
pub mod payoffs;
pub mod scoring;

pub use decision::{Beaver, BeaverAnswer, CubeAction, CubeDecision, Raccoon};
pub use efficiency::{CubeEfficiency, Liveness};
pub use met::MatchEquityTable;
pub use model::{Answers, CubeModel, CubePoints, match_equity_table};
pub use payoffs::Kinds;
pub use scoring::{Crawford, Cube, CubeOwner, Scoring};
