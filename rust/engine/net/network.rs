//! A network ready to evaluate: weights, the kernel for an instruction set, and a name.

use super::accumulator::Accumulator;
use super::features::{NARROW, WIDE};
use super::kernel::{InstructionSet, Kernel};
use super::layers::{Layers, OUTPUTS};
use crate::position::Position;

/// A network, ready to evaluate. Loading one checks that no sum can overflow its integer type.
#[derive(Debug, Clone)]
pub struct Network {
    layers: Layers,
    name: String,
    kernel: Kernel,
}

impl Network {
    /// The number of inputs.
    pub const INPUTS: usize = WIDE + NARROW;

    /// Makes a network from weights that have been checked, with the processor's best instruction set.
    pub(super) fn new(layers: Layers, name: String) -> Self {
        Self { layers, name, kernel: Kernel::of(InstructionSet::best()) }
    }

    /// The weights.
    pub(super) const fn layers(&self) -> &Layers {
        &self.layers
    }

    /// The network's name: the first twelve hexadecimal digits of the SHA-256 of its weight file.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of hidden units.
    #[must_use]
    pub const fn hidden(&self) -> usize {
        self.layers.hidden()
    }

    /// The same network, evaluated with the given instruction set. Results are the same; only the speed differs.
    ///
    /// The default is the processor's best one. One that the processor lacks is replaced by the baseline.
    #[must_use]
    pub fn with_instruction_set(mut self, set: InstructionSet) -> Self {
        self.kernel = Kernel::of(set);
        self
    }

    /// Makes an accumulator refreshed to a position.
    pub(crate) fn accumulator(&self, position: Position) -> Accumulator {
        let mut accumulator = Accumulator::new(position);
        self.refresh(&mut accumulator, position);
        accumulator
    }

    /// Refreshes an accumulator: computes the first-layer sums of a position from scratch. Its former content does not matter.
    pub(crate) fn refresh(&self, accumulator: &mut Accumulator, position: Position) {
        (self.kernel.refresh)(&self.layers, accumulator, position);
    }

    /// The five outputs for a position near the accumulator's: probabilities, not yet made consistent.
    pub(crate) fn outputs(&self, accumulator: &mut Accumulator, position: Position) -> [f32; OUTPUTS] {
        (self.kernel.evaluate_near)(&self.layers, accumulator, position)
    }

    /// Like [`Network::outputs`], for any position. The accumulator's sums are neither used nor changed.
    pub(crate) fn outputs_alone(&self, accumulator: &mut Accumulator, position: Position) -> [f32; OUTPUTS] {
        (self.kernel.evaluate_alone)(&self.layers, accumulator, position)
    }

    /// The pruning outputs for each of some positions near the accumulator's.
    ///
    /// They use the first block of hidden units only: several times as fast as [`Network::outputs`], and less accurate.
    pub(crate) fn pruning_outputs(
        &self,
        accumulator: &mut Accumulator,
        positions: &[Position],
        into: &mut Vec<[f32; OUTPUTS]>,
    ) {
        (self.kernel.pruning_outputs)(&self.layers, accumulator, positions, into);
    }
}
