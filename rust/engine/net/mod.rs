//! The network: from the checkers on the board to how the game may end.
//!
//! | room | what is in it |
//! |---|---|
//! | `features` | what the network sees |
//! | `kernel` | its sums, for several instruction sets |
//! | `logistic` | the output curve |
//! | `weights` | the file format, and rounding a trained network to integers |
//!
//! One wide layer over one-hot inputs, whose sums are updated from those of a position nearby; its values are the squares of
//! the sums clipped to 0 to 1; then five outputs, with one set of weights for positions with contact and one for races.
//! Weights and sums are integers. [`crate::eval`] is the only door to it.

pub(crate) mod features;
mod kernel;
mod logistic;
mod weights;

pub use kernel::InstructionSet;
pub(crate) use weights::sha256;
pub use weights::{FloatNetwork, Layer, WeightsError};

use features::Changes;
use kernel::{Head, Kernel, SUM_BITS, WEIGHT_BITS};

use crate::position::Position;

/// Win, win gammon, win backgammon, lose gammon, lose backgammon.
pub(crate) const OUTPUTS: usize = 5;

/// Classes of positions with output weights of their own: contact and race.
pub(crate) const CLASSES: usize = 2;

/// A network, ready to evaluate. Loading one makes sure that no sum can leave its integer type.
#[derive(Debug, Clone)]
pub struct Network {
    hidden: usize,
    rows: Vec<i16>,
    bias: Vec<i16>,
    heads: [Head; CLASSES],
    name: String,
    kernel: Kernel,
}

/// First-layer sums of one position, from which those of positions near it are a few additions away.
#[derive(Debug, Clone)]
pub(crate) struct Root {
    position: Position,
    patterns: [[u16; 4]; 2],
    sums: Vec<i16>,
    room: Vec<i16>,
}

/// The class of a position.
pub(crate) fn class_of(position: Position) -> usize {
    usize::from(!position.is_contact())
}

impl Network {
    /// How many inputs the first layer has.
    pub const INPUTS: usize = features::INPUTS;

    /// The first twelve hexadecimal digits of the SHA-256 of its weight file.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The same network with its sums computed by a chosen instruction set: the same numbers, at another speed.
    ///
    /// The processor's best one is chosen at first; one that it lacks is replaced by the baseline.
    #[must_use]
    pub fn with_instruction_set(mut self, set: InstructionSet) -> Self {
        self.kernel = kernel::kernel_for(set);
        self
    }

    /// Computes the first-layer sums of a position.
    pub(crate) fn root(&self, position: Position) -> Root {
        let mut root =
            Root { position, patterns: [[0; 4]; 2], sums: Vec::with_capacity(self.hidden), room: Vec::new() };
        self.move_root(&mut root, position);
        root
    }

    /// Computes the first-layer sums of another position into the same room.
    pub(crate) fn move_root(&self, root: &mut Root, position: Position) {
        (self.kernel.sum_up)(self, root, position);
    }

    /// The body of [`Network::move_root`], which the kernel compiles for each instruction set.
    #[inline(always)]
    fn sum_up(&self, root: &mut Root, position: Position) {
        root.position = position;
        root.patterns = [features::patterns(position.own), features::patterns(position.opponent)];
        root.sums.clone_from(&self.bias);
        // The room may have been another network's.
        root.room.resize(self.hidden, 0);
        features::lit(position, |input| {
            let row = &self.rows[input * self.hidden..][..self.hidden];
            for (sum, weight) in root.sums.iter_mut().zip(row) {
                *sum = sum.wrapping_add(*weight);
            }
        });
    }

    /// The five outputs for a position, computed by way of a root near it: probabilities, not yet made consistent.
    pub(crate) fn outputs(&self, root: &mut Root, position: Position) -> [f32; OUTPUTS] {
        (self.kernel.estimate)(self, root, position)
    }

    /// The body of [`Network::outputs`], which the kernel compiles for each instruction set.
    #[inline(always)]
    fn estimate(&self, root: &mut Root, position: Position) -> [f32; OUTPUTS] {
        let changes = Changes::between(root.position, &root.patterns, position);
        let head = &self.heads[class_of(position)];
        let sums = kernel::forward(&self.rows, head, &root.sums, changes.pairs(), &mut root.room);
        let mut values = [0.0; logistic::WIDTH];
        for output in 0..OUTPUTS {
            // A power of two: the product is exact.
            values[output] = sums[output] as f32 * (1.0 / (1_u32 << (SUM_BITS + WEIGHT_BITS)) as f32);
        }
        probabilities(values)
    }
}

/// The output curve; what stands behind the five values is padding.
#[inline(always)]
pub(crate) fn probabilities(values: [f32; logistic::WIDTH]) -> [f32; OUTPUTS] {
    let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon, ..] = logistic::logistic(values);
    [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon]
}
