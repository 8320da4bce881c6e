//! The network's weights as they are summed: data types, and how many binary digits the numbers have.

use super::features::CLASSES;

/// Hidden units worked on at once; there is a multiple of so many. The first so many have outputs of their own.
pub(crate) const LANES: usize = 128;

/// Win, win gammon, win backgammon, lose gammon, lose backgammon.
pub(crate) const OUTPUTS: usize = 5;

/// Binary digits behind the point of first-layer sums and of hidden values.
pub(crate) const SUM_BITS: u32 = 9;

/// Binary digits behind the point of the outputs' weights.
pub(crate) const WEIGHT_BITS: u32 = 10;

/// Numbers of [`LANES`] hidden units, from the start of a cache line, so that no vector lies across two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct Lanes<T>(pub(crate) [T; LANES]);

/// The numbers of all units, one after the other.
pub(crate) fn each_unit(lanes: &[Lanes<i16>]) -> impl Iterator<Item = &i16> {
    lanes.iter().flat_map(|lanes| &lanes.0)
}

/// All weights of a network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Layers {
    pub(crate) first: FirstLayer,
    /// By class of positions.
    pub(crate) outputs: [OutputLayer; CLASSES],
    /// By class of positions, over the first block of units alone: they tell which plays deserve a full evaluation.
    pub(crate) screening: [OutputLayer; CLASSES],
}

/// The first layer, with rows combined as [`super::fold`] does. All of a row lies side by side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FirstLayer {
    /// By row, then by block of units.
    pub(crate) wide: Vec<Lanes<i16>>,
    /// By row, then by block of units.
    pub(crate) narrow: Vec<Lanes<i8>>,
    /// By block of units.
    pub(crate) bias: Vec<Lanes<i16>>,
}

/// Five outputs over hidden units.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OutputLayer {
    /// By output, then by block of units.
    pub(crate) weights: [Vec<Lanes<i16>>; OUTPUTS],
    pub(crate) bias: [i32; OUTPUTS],
}

impl Layers {
    /// How many units the first layer has.
    pub(crate) const fn hidden(&self) -> usize {
        LANES * self.first.bias.len()
    }
}
