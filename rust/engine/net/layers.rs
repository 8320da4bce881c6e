//! The network's weights in the layout used for evaluation, and their fixed-point formats.

use super::features::CLASSES;

/// The number of hidden units in a block. A network has a whole number of blocks, and the first has the pruning outputs.
pub(crate) const LANES: usize = 128;

/// The number of outputs: win, win gammon, win backgammon, lose gammon, lose backgammon.
pub(crate) const OUTPUTS: usize = 5;

/// Fractional bits of first-layer sums and of hidden values.
pub(crate) const SUM_BITS: u32 = 9;

/// Fractional bits of output weights.
pub(crate) const WEIGHT_BITS: u32 = 10;

/// One number for each of [`LANES`] hidden units. Aligned to a cache line, so that no vector straddles two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct Lanes<T>(pub(crate) [T; LANES]);

/// Iterates over the numbers of all units.
pub(crate) fn each_unit(lanes: &[Lanes<i16>]) -> impl Iterator<Item = &i16> {
    lanes.iter().flat_map(|lanes| &lanes.0)
}

/// All weights of a network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Layers {
    pub(crate) first: FirstLayer,
    /// The outputs, by class of positions.
    pub(crate) outputs: [OutputLayer; CLASSES],
    /// By class of positions, over the first block of units only: they select the plays that get a full evaluation.
    pub(crate) pruning: [OutputLayer; CLASSES],
}

/// The first layer, folded by [`super::fold`]. The weights of a row are contiguous.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FirstLayer {
    /// By row, then by block of units.
    pub(crate) wide: Vec<Lanes<i16>>,
    /// By row, then by block of units.
    pub(crate) narrow: Vec<Lanes<i8>>,
    /// By block of units.
    pub(crate) bias: Vec<Lanes<i16>>,
}

/// The output layer of one class of positions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OutputLayer {
    /// By output, then by block of units.
    pub(crate) weights: [Vec<Lanes<i16>>; OUTPUTS],
    pub(crate) bias: [i32; OUTPUTS],
}

impl Layers {
    /// The number of hidden units.
    pub(crate) const fn hidden(&self) -> usize {
        LANES * self.first.bias.len()
    }
}
