//! Looking ahead, without a cube (`cubeless`) and with it (`cubeful`).

mod cache;
pub mod cubeful;
pub mod cubeless;
mod filter;

pub(crate) use cache::Found;
pub use cubeful::CubefulSearch;
pub use cubeless::Search;
pub use filter::Filter;

use crate::dice::Roll;
use crate::outcome::Outcome;

/// Adds one roll's part to a mean over all 36 throws.
pub(crate) fn add(sums: &mut [f32; 5], outcome: Outcome, roll: Roll) {
    let weight = roll.weight() as f32 / 36.0;
    for (sum, probability) in sums.iter_mut().zip(outcome.to_array()) {
        *sum += weight * probability;
    }
}
