//! An evaluator with the same answer for every position, for several tests.

use std::sync::Arc;

use gammon::eval::Estimate;
use gammon::{Evaluator, Position};

/// An estimate that returns the same probabilities for every position.
#[derive(Debug)]
struct Constant([f32; 5]);

impl Estimate for Constant {
    fn estimate(&self, positions: &[Position], into: &mut Vec<[f32; 5]>) {
        into.extend(positions.iter().map(|_| self.0));
    }
}

/// Makes an evaluator with the same probabilities for every position that is not over.
pub fn constant(chances: [f32; 5]) -> Evaluator {
    Evaluator::from_estimate(Arc::new(Constant(chances)))
}
