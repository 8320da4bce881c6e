//! The forward pass: functions of the weights and an accumulator, written once and compiled for each instruction set.
//!
//! They are loops over a fixed number of lanes, which the compiler vectorises. All sums are of integers, so every instruction
//! set gives the same bits. Every function is always inlined into the copies that [`super::kernel`] compiles.

use super::accumulator::Accumulator;
use super::active_features::{ActiveFeatures, ChangedFeatures, FeatureSource};
use super::features::class_of;
use super::layers::{FirstLayer, LANES, Lanes, Layers, OUTPUTS, OutputLayer, SUM_BITS, WEIGHT_BITS};
use super::logistic::logistic;
use crate::position::Position;

/// Refreshes the accumulator: computes the first-layer sums of a position from scratch.
#[inline(always)]
pub(super) fn refresh(layers: &Layers, accumulator: &mut Accumulator, position: Position) {
    accumulator.source = FeatureSource::new(position);
    sums_of(&layers.first, position, &mut accumulator.active, &mut accumulator.sums);
    // The accumulator may come from a network of another size.
    accumulator.values.resize(accumulator.sums.len(), Lanes([0; LANES]));
}

/// The outputs for a position near the accumulator's, computed by an update of its sums.
#[inline(always)]
pub(super) fn evaluate_near(layers: &Layers, accumulator: &mut Accumulator, position: Position) -> [f32; OUTPUTS] {
    accumulator.source.changes_to(position, &mut accumulator.changed);
    for (block, (sums, values)) in accumulator.sums.iter().zip(&mut accumulator.values).enumerate() {
        *values = squares(&layers.first.updated(block, sums, &accumulator.changed));
    }
    probabilities(scaled(layers.outputs[class_of(position)].sums(&accumulator.values)))
}

/// The outputs for any position. Only the accumulator's buffers are used; its sums stay as they are.
#[inline(always)]
pub(super) fn evaluate_alone(layers: &Layers, accumulator: &mut Accumulator, position: Position) -> [f32; OUTPUTS] {
    sums_of(&layers.first, position, &mut accumulator.active, &mut accumulator.values);
    for values in &mut accumulator.values {
        *values = squares(values);
    }
    probabilities(scaled(layers.outputs[class_of(position)].sums(&accumulator.values)))
}

/// The pruning outputs for positions near the accumulator's.
#[inline(always)]
pub(super) fn pruning_outputs(
    layers: &Layers,
    accumulator: &mut Accumulator,
    positions: &[Position],
    into: &mut Vec<[f32; OUTPUTS]>,
) {
    into.clear();
    let Some(sums) = accumulator.sums.first() else { return };
    for &position in positions {
        accumulator.source.changes_to(position, &mut accumulator.changed);
        let values = [squares(&layers.first.updated(0, sums, &accumulator.changed))];
        into.push(scaled(layers.pruning[class_of(position)].sums(&values)));
    }
    // The logistic curve is computed in chunks, for whole vectors.
    let (chunks, rest) = into.as_flattened_mut().as_chunks_mut::<16>();
    for chunk in chunks {
        *chunk = logistic(*chunk);
    }
    let mut padded = [0.0; 16];
    padded[..rest.len()].copy_from_slice(rest);
    rest.copy_from_slice(&logistic(padded)[..rest.len()]);
}

/// The first-layer sums of a position.
#[inline(always)]
fn sums_of(first: &FirstLayer, position: Position, active: &mut ActiveFeatures, sums: &mut Vec<Lanes<i16>>) {
    active.refresh(position);
    sums.resize(first.bias.len(), Lanes([0; LANES]));
    // A loop and not `extend`, which would stay compiled for the baseline.
    for (block, sums) in sums.iter_mut().enumerate() {
        *sums = first.sums(block, active);
    }
}

impl FirstLayer {
    /// The sums of a block of units, from all active features. Loading a network checks that none overflows 16 bits.
    #[inline(always)]
    pub(super) fn sums(&self, block: usize, active: &ActiveFeatures) -> Lanes<i16> {
        self.combined(block, self.bias[block], active, i16::wrapping_add)
    }

    /// The sums of a block of units, updated by the features removed and added.
    #[inline(always)]
    pub(super) fn updated(&self, block: usize, sums: &Lanes<i16>, changed: &ChangedFeatures) -> Lanes<i16> {
        let without = self.combined(block, *sums, &changed.removed, i16::wrapping_sub);
        self.combined(block, without, &changed.added, i16::wrapping_add)
    }

    /// Combines `sums` with the row of each feature: adds or subtracts it, as `combine` does.
    #[inline(always)]
    fn combined(
        &self,
        block: usize,
        mut sums: Lanes<i16>,
        features: &ActiveFeatures,
        combine: impl Fn(i16, i16) -> i16,
    ) -> Lanes<i16> {
        let blocks = self.bias.len();
        // The sums stay in registers until all rows are done.
        for &row in features.wide.as_slice() {
            for (sum, &weight) in sums.0.iter_mut().zip(&self.wide[usize::from(row) * blocks + block].0) {
                *sum = combine(*sum, weight);
            }
        }
        for &row in features.narrow.as_slice() {
            for (sum, &weight) in sums.0.iter_mut().zip(&self.narrow[usize::from(row) * blocks + block].0) {
                *sum = combine(*sum, i16::from(weight));
            }
        }
        sums
    }
}

/// Hidden values: the squares of the sums clipped to [0, 1].
#[inline(always)]
fn squares(sums: &Lanes<i16>) -> Lanes<i16> {
    let mut values = Lanes([0; LANES]);
    for (value, sum) in values.0.iter_mut().zip(sums.0) {
        let clipped = sum.clamp(0, 1 << SUM_BITS);
        // The square, in the same fixed-point format. The factors are shifted so that it is the upper half of a 16-bit product.
        *value = ((i32::from(clipped << 3) * i32::from(clipped << 4)) >> 16) as i16;
    }
    values
}

const _: () = assert!(SUM_BITS + SUM_BITS + 7 - 16 == SUM_BITS);

impl OutputLayer {
    /// The weighted sums of the hidden values, by output.
    #[inline(always)]
    fn sums(&self, values: &[Lanes<i16>]) -> [i32; OUTPUTS] {
        let mut outputs = self.bias;
        for (sum, weights) in outputs.iter_mut().zip(&self.weights) {
            for (values, weights) in values.iter().zip(weights) {
                // Every instruction set has an instruction for sums of 16-bit products.
                let products = values.0.iter().zip(&weights.0);
                *sum += products.map(|(&value, &weight)| i32::from(value) * i32::from(weight)).sum::<i32>();
            }
        }
        outputs
    }
}

/// Converts the outputs' sums from fixed point to floating point: the logits.
#[inline(always)]
fn scaled(sums: [i32; OUTPUTS]) -> [f32; OUTPUTS] {
    let mut values = [0.0; OUTPUTS];
    for (value, sum) in values.iter_mut().zip(sums) {
        // The factor is a power of two, so that the product is exact.
        *value = sum as f32 * (1.0 / (1_u32 << (SUM_BITS + WEIGHT_BITS)) as f32);
    }
    values
}

/// Converts logits to probabilities.
#[inline(always)]
pub(crate) fn probabilities(values: [f32; OUTPUTS]) -> [f32; OUTPUTS] {
    let mut padded = [0.0; 8];
    padded[..OUTPUTS].copy_from_slice(&values);
    let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon, ..] = logistic(padded);
    [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon]
}
