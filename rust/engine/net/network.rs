//! The network: weights, the instruction set they are summed with, and a name.

use super::accumulator::Accumulator;
use super::features::{NARROW, WIDE};
use super::kernel::{InstructionSet, Kernel};
use super::layers::{Layers, OUTPUTS};
use crate::position::Position;

/// A network, ready to evaluate. Loading one makes sure that no sum can leave its integer type.
#[derive(Debug, Clone)]
pub struct Network {
    layers: Layers,
    name: String,
    kernel: Kernel,
}

impl Network {
    /// How many inputs the first layer has.
    pub const INPUTS: usize = WIDE + NARROW;

    /// A network of weights that have been checked, on the processor's best instruction set.
    pub(super) fn new(layers: Layers, name: String) -> Self {
        Self { layers, name, kernel: Kernel::of(InstructionSet::best()) }
    }

    /// The weights.
    pub(super) const fn layers(&self) -> &Layers {
        &self.layers
    }

    /// The first twelve hexadecimal digits of the SHA-256 of its weight file.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many units the first layer has.
    #[must_use]
    pub const fn hidden(&self) -> usize {
        self.layers.hidden()
    }

    /// The same network with its sums computed by a chosen instruction set: the same numbers, at another speed.
    ///
    /// The processor's best one is chosen at first; one that it lacks is replaced by the baseline.
    #[must_use]
    pub fn with_instruction_set(mut self, set: InstructionSet) -> Self {
        self.kernel = Kernel::of(set);
        self
    }

    /// An accumulator with the first-layer sums of a position.
    pub(crate) fn accumulator(&self, position: Position) -> Accumulator {
        let mut accumulator = Accumulator::new(position);
        self.refresh(&mut accumulator, position);
        accumulator
    }

    /// Computes the first-layer sums of a position anew, in an accumulator that may hold another's.
    pub(crate) fn refresh(&self, accumulator: &mut Accumulator, position: Position) {
        (self.kernel.refresh)(&self.layers, accumulator, position);
    }

    /// The five outputs for a position near the accumulator's: probabilities, not yet made consistent.
    pub(crate) fn outputs(&self, accumulator: &mut Accumulator, position: Position) -> [f32; OUTPUTS] {
        (self.kernel.evaluate_near)(&self.layers, accumulator, position)
    }

    /// As [`Network::outputs`], for a position that has nothing to do with the accumulator's, whose sums stay what they are.
    pub(crate) fn outputs_alone(&self, accumulator: &mut Accumulator, position: Position) -> [f32; OUTPUTS] {
        (self.kernel.evaluate_alone)(&self.layers, accumulator, position)
    }

    /// As [`Network::outputs`], for each of some positions, but from the first units alone: several times as fast, and not as
    /// good.
    pub(crate) fn screen(&self, accumulator: &mut Accumulator, positions: &[Position], into: &mut Vec<[f32; OUTPUTS]>) {
        (self.kernel.screen)(&self.layers, accumulator, positions, into);
    }
}
