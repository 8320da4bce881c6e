//! Training a network by self-play.
//!
//! # Example
//!
//! ```
//! use std::num::NonZero;
//! use gammon::parallel::{Control, thread_count};
//! use gammon::train::{fit::Fit, records::{Recipe, records}};
//! use gammon::Evaluator;
//!
//! let recipe = Recipe {
//!     lambda: 0.9,
//!     explore: NonZero::new(8).expect("eight"),
//!     wild_turns: 0,
//!     two_plies_within: None,
//! };
//! let evaluator = Evaluator::shipped()?;
//! let learnt = records(&evaluator, recipe, 7, 0, 1, thread_count(None), &Control::default()).expect("nobody stopped it");
//! let mut fit = Fit::new(128, 7);
//! let before = fit.squared_error(&learnt);
//! for _ in 0..20 {
//!     fit.step(&learnt, 0.001, false);
//! }
//! assert!(fit.squared_error(&learnt) < before);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod fit;
mod limit;
mod pass;
pub mod records;
mod weights;
