//! The accumulator: first-layer sums of one position, from which those of positions near it are a few additions away.

use super::active_features::{ActiveFeatures, ChangedFeatures, FeatureSource};
use super::layers::Lanes;
use crate::position::Position;

/// First-layer sums of a position, with buffers for one evaluation.
#[derive(Debug, Clone)]
pub(crate) struct Accumulator {
    pub(super) source: FeatureSource,
    /// By block of units.
    pub(super) sums: Vec<Lanes<i16>>,
    /// Hidden values of the position evaluated last, a buffer.
    pub(super) values: Vec<Lanes<i16>>,
    pub(super) changed: ChangedFeatures,
    pub(super) active: ActiveFeatures,
}

impl Accumulator {
    /// Buffers without sums: a network must refresh it before it evaluates positions near this one.
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
