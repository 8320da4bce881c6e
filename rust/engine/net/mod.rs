//! The network: from the checkers on the board to how the game may end.
//!
//! | room | what is in it |
//! |---|---|
//! | `features` | what the network sees |
//! | `changes` | which rows are summed for a position, and which change between two |
//! | `fold` | rows of the weight file combined into those that are summed |
//! | `kernel` | its sums, for several instruction sets |
//! | `logistic` | the output curve |
//! | `weights` | the file format, and rounding a trained network to integers |
//!
//! One wide layer over one-hot inputs, whose sums are updated from those of a position nearby; its values are the squares of
//! the sums clipped to 0 to 1; then five outputs, with a set of weights for each class of positions. The first units have
//! outputs of their own as well: a quick look that tells which plays deserve a full one. Weights and sums are integers.
//! [`crate::eval`] is the only door to it.

mod changes;
pub(crate) mod features;
mod fold;
mod kernel;
mod logistic;
mod weights;

pub(crate) use features::{CLASSES, RACE, class_of};
pub use kernel::InstructionSet;
pub(crate) use kernel::{LANES, Work};
pub use weights::{FloatHead, FloatNetwork, Layer, WeightsError};
pub(crate) use weights::{NARROW_LIMIT, sha256};

use changes::{Changes, Lit, Seen};
use kernel::{FirstLayer, Head, Kernel, Lanes, SUM_BITS, WEIGHT_BITS};
use logistic::logistic;

use crate::position::Position;

/// Win, win gammon, win backgammon, lose gammon, lose backgammon.
pub(crate) const OUTPUTS: usize = 5;

/// A network, ready to evaluate. Loading one makes sure that no sum can leave its integer type.
#[derive(Debug, Clone)]
pub struct Network {
    first: FirstLayer,
    /// By class.
    heads: [Head; CLASSES],
    /// By class, over the first block of units alone.
    glances: [Head; CLASSES],
    name: String,
    kernel: Kernel,
}

/// First-layer sums of one position, from which those of positions near it are a few additions away.
#[derive(Debug, Clone)]
pub(crate) struct Root {
    seen: Seen,
    /// By block of units.
    sums: Vec<Lanes<i16>>,
    /// Room for what one evaluation needs.
    values: Vec<Lanes<i16>>,
    changes: Changes,
    lit: Lit,
}

impl Root {
    /// Room, without sums.
    pub(crate) fn new(position: Position) -> Self {
        Self {
            seen: Seen::new(position),
            sums: Vec::new(),
            values: Vec::new(),
            changes: Changes::default(),
            lit: Lit::default(),
        }
    }
}

impl Network {
    /// How many inputs the first layer has.
    pub const INPUTS: usize = features::WIDE + features::NARROW;

    /// The first twelve hexadecimal digits of the SHA-256 of its weight file.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many units the first layer has.
    #[must_use]
    pub const fn hidden(&self) -> usize {
        LANES * self.first.bias.len()
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
        let mut root = Root::new(position);
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
        root.seen = Seen::new(position);
        self.sums_of(position, &mut root.lit, &mut root.sums);
        // The room may have been another network's.
        root.values.resize(root.sums.len(), Lanes([0; LANES]));
    }

    /// The first-layer sums of a position.
    #[inline(always)]
    fn sums_of(&self, position: Position, lit: &mut Lit, sums: &mut Vec<Lanes<i16>>) {
        lit.light_up(position);
        sums.resize(self.first.bias.len(), Lanes([0; LANES]));
        // A loop and not `extend`, which is not compiled anew for each instruction set.
        for (block, sums) in sums.iter_mut().enumerate() {
            *sums = self.first.sums(block, lit);
        }
    }

    /// The five outputs for a position, computed by way of a root near it: probabilities, not yet made consistent.
    pub(crate) fn outputs(&self, root: &mut Root, position: Position) -> [f32; OUTPUTS] {
        (self.kernel.estimate)(self, root, position)
    }

    /// As [`Network::outputs`], for a position that has nothing to do with the root, which is room alone and stays what it is.
    pub(crate) fn outputs_alone(&self, root: &mut Root, position: Position) -> [f32; OUTPUTS] {
        (self.kernel.estimate_alone)(self, root, position)
    }

    /// As [`Network::outputs`], for each of some positions, but from the first units alone: several times as fast, and not as
    /// good.
    pub(crate) fn glances(&self, root: &mut Root, positions: &[Position], into: &mut Vec<[f32; OUTPUTS]>) {
        (self.kernel.glance_at)(self, root, positions, into);
    }

    /// The body of [`Network::outputs`], which the kernel compiles for each instruction set.
    #[inline(always)]
    fn estimate(&self, root: &mut Root, position: Position) -> [f32; OUTPUTS] {
        root.seen.changes_to(position, &mut root.changes);
        for (block, (sums, values)) in root.sums.iter().zip(&mut root.values).enumerate() {
            *values = kernel::squares(&self.first.changed(block, sums, &root.changes));
        }
        probabilities(scaled(self.heads[class_of(position)].outputs(&root.values)))
    }

    /// The body of [`Network::outputs_alone`], which the kernel compiles for each instruction set.
    #[inline(always)]
    fn estimate_alone(&self, root: &mut Root, position: Position) -> [f32; OUTPUTS] {
        self.sums_of(position, &mut root.lit, &mut root.values);
        for values in &mut root.values {
            *values = kernel::squares(values);
        }
        probabilities(scaled(self.heads[class_of(position)].outputs(&root.values)))
    }

    /// The body of [`Network::glances`], which the kernel compiles for each instruction set.
    #[inline(always)]
    fn glance_at(&self, root: &mut Root, positions: &[Position], into: &mut Vec<[f32; OUTPUTS]>) {
        into.clear();
        let Some(sums) = root.sums.first() else { return };
        for &position in positions {
            root.seen.changes_to(position, &mut root.changes);
            let values = [kernel::squares(&self.first.changed(0, sums, &root.changes))];
            into.push(scaled(self.glances[class_of(position)].outputs(&values)));
        }
        // The curve of many at once.
        let (chunks, rest) = into.as_flattened_mut().as_chunks_mut::<16>();
        for chunk in chunks {
            *chunk = logistic(*chunk);
        }
        let mut padded = [0.0; 16];
        padded[..rest.len()].copy_from_slice(rest);
        rest.copy_from_slice(&logistic(padded)[..rest.len()]);
    }
}

/// The outputs that sums stand for, before the curve.
#[inline(always)]
fn scaled(sums: [i32; OUTPUTS]) -> [f32; OUTPUTS] {
    let mut values = [0.0; OUTPUTS];
    for (value, sum) in values.iter_mut().zip(sums) {
        // A power of two: the product is exact.
        *value = sum as f32 * (1.0 / (1_u32 << (SUM_BITS + WEIGHT_BITS)) as f32);
    }
    values
}

/// The output curve.
#[inline(always)]
pub(crate) fn probabilities(values: [f32; OUTPUTS]) -> [f32; OUTPUTS] {
    let mut padded = [0.0; 8];
    padded[..OUTPUTS].copy_from_slice(&values);
    let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon, ..] = logistic(padded);
    [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon]
}
