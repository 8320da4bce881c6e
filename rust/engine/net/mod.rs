//! The network: from the checkers on the board to how the game may end.
//!
//! | room | what is in it |
//! |---|---|
//! | `features` | what the network sees |
//! | `kernel` | its sums, for several instruction sets |
//! | `logistic` | the output curve |
//! | `weights` | the file format |
//!
//! One hidden layer of clipped rectifiers over one-hot inputs, and five outputs. Weights and sums are integers: the first
//! layer is scaled by [`SUM_SCALE`], the outputs' weights by [`OUTPUT_SCALE`]. [`crate::eval`] is the only door to it.

mod features;
mod kernel;
mod logistic;
mod weights;

pub use kernel::InstructionSet;
pub use weights::{Layer, WeightsError};

use features::Changes;
use kernel::{Forward, LANES, Layers};

use crate::position::Position;

/// Win, win gammon, win backgammon, lose gammon, lose backgammon.
pub(crate) const OUTPUTS: usize = 5;

/// A hidden value of 1 as an integer; values are clipped to `0..=1`.
const ACTIVATION_LIMIT: i16 = SUM_SCALE as i16;

/// What first-layer weights and biases are multiplied by.
pub const SUM_SCALE: f32 = 512.0;

/// What the outputs' weights are multiplied by; their biases by this and by [`SUM_SCALE`].
pub const OUTPUT_SCALE: f32 = 1024.0;

/// A network, ready to evaluate. Loading one makes sure that no sum can leave its integer type.
#[derive(Debug, Clone)]
pub struct Network {
    hidden: usize,
    rows: Vec<i16>,
    bias: Vec<i16>,
    outputs: Vec<i16>,
    output_bias: [i32; OUTPUTS],
    name: String,
    forward: Forward,
}

/// First-layer sums of one position, from which those of positions near it are a few additions away.
#[derive(Debug, Clone)]
pub(crate) struct Root {
    position: Position,
    sums: Vec<i16>,
}

impl Network {
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
        self.forward = kernel::forward_for(set);
        self
    }

    /// Computes the first-layer sums of a position.
    pub(crate) fn root(&self, position: Position) -> Root {
        let mut root = Root { position, sums: Vec::with_capacity(self.hidden) };
        self.move_root(&mut root, position);
        root
    }

    /// Computes the first-layer sums of another position into the same room.
    pub(crate) fn move_root(&self, root: &mut Root, position: Position) {
        root.position = position;
        root.sums.clone_from(&self.bias);
        for input in features::lit(position) {
            let row = &self.rows[input * self.hidden..][..self.hidden];
            for (sum, weight) in root.sums.iter_mut().zip(row) {
                *sum = sum.wrapping_add(*weight);
            }
        }
    }

    /// The five outputs for a position, computed by way of a root near it: probabilities, not yet made consistent.
    #[inline]
    pub(crate) fn outputs(&self, root: &Root, position: Position) -> [f32; OUTPUTS] {
        let changes = Changes::between(root.position, position);
        let layers = Layers { hidden: self.hidden, rows: &self.rows, outputs: &self.outputs };
        let sums = (self.forward)(layers, &root.sums, changes.pairs());
        let mut values = [0.0; logistic::WIDTH];
        for output in 0..OUTPUTS {
            // Powers of two: the product is exact.
            values[output] =
                sums[output].wrapping_add(self.output_bias[output]) as f32 * (1.0 / (SUM_SCALE * OUTPUT_SCALE));
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

const _: () = assert!(LANES.is_multiple_of(2));
