//! Search to a number of plies.
//!
//! | file | what is in it |
//! |---|---|
//! | `cubeless` | the search without a cube |
//! | `cubeful` | the search with a cube |
//! | `game` | cubeful values from both players' points of view |
//! | `choice` | 0-ply choice of plays with a cube, with pruning |
//! | `ranked` | the plays of a roll with their evaluations at each ply |
//! | `filter` | move filters: which plays are searched deeper |
//! | `cache` | a cache of search results |
//!
//! # Example
//!
//! ```
//! use gammon::parallel::Control;
//! use gammon::search::{Filter, Search, Wanted};
//! use gammon::{Evaluator, Position, Roll};
//!
//! let (evaluator, control) = (Evaluator::shipped()?, Control::default());
//! let mut search = Search::new(&evaluator, Filter::NORMAL, &control);
//! let plays = search.rank(Position::START, Roll::new(4, 2)?, 1, Wanted::Best(3)).expect("nobody stopped it");
//! assert_eq!(plays[0].play.to_string(), "8/4 6/4");
//! assert_eq!(plays[0].ply(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cache;
mod choice;
pub mod cubeful;
pub mod cubeless;
mod filter;
mod game;
mod ranked;

pub(crate) use cache::Cache;
pub use cubeful::CubefulSearch;
pub use cubeless::Search;
pub use filter::Filter;
pub use game::Worth;
pub use ranked::{Ranked, Wanted};

/// The deepest search, in plies.
pub const MOST_PLIES: u8 = 3;

use crate::dice::Roll;
use crate::outcome::Outcome;

/// Adds the weighted outcome of one of the 21 rolls to a mean over all 36.
pub(crate) fn add(sums: &mut [f32; 5], outcome: Outcome, roll: Roll) {
    let weight = roll.weight() as f32 / 36.0;
    for (sum, probability) in sums.iter_mut().zip(outcome.to_array()) {
        *sum += weight * probability;
    }
}
