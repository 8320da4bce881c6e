//! The accumulator: the first-layer sums of one position. A few additions update them to a position nearby.

use super::active_features::{ActiveFeatures, ChangedFeatures, FeatureSource};
use super::layers::Lanes;
use crate::position::Position;

/// The first-layer sums of a position, with buffers for one evaluation.
#[derive(Debug, Clone)]
pub(crate) struct Accumulator {
    pub(super) source: FeatureSource,
    /// The sums, by block of units.
    pub(super) sums: Vec<Lanes<i16>>,
    /// A buffer: the hidden values of the position evaluated last.
    pub(super) values: Vec<Lanes<i16>>,
    pub(super) changed: ChangedFeatures,
    pub(super) active: ActiveFeatures,
}

impl Accumulator {
    /// Makes an accumulator for `position` whose sums are not computed yet: a network must refresh it first.
    pub(crate) fn new(position: Position) -> Self {
        Self {
            source: FeatureSource::new(position),
            sums: Vec::new(),
            values: Vec::new(),
            changed: ChangedFeatures::default(),
            active: ActiveFeatures::default(),
        }
    }
}
