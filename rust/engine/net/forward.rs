//! The forward pass: functions of the weights and an accumulator, written once and compiled for each instruction set.
//!
//! They are loops over fixed lanes that the compiler turns into whatever vectors it may use. All sums are of integers, so every
//! instruction set gives the same bits. Everything here is always inlined, into the copies that [`super::kernel`] compiles.

use super::accumulator::Accumulator;
use super::active_features::{ActiveFeatures, ChangedFeatures, FeatureSource};
use super::features::class_of;
use super::layers::{FirstLayer, LANES, Lanes, Layers, OUTPUTS, OutputLayer, SUM_BITS, WEIGHT_BITS};
use super::logistic::logistic;
use crate::position::Position;

/// Computes the first-layer sums of a position anew.
#[inline(always)]
pub(super) fn refresh(layers: &Layers, accumulator: &mut Accumulator, position: Position) {
    accumulator.source = FeatureSource::new(position);
    sums_of(&layers.first, position, &mut accumulator.active, &mut accumulator.sums);
    // The accumulator may have been another network's.
    accumulator.values.resize(accumulator.sums.len(), Lanes([0; LANES]));
}

/// The outputs for a position near the accumulator's.
#[inline(always)]
pub(super) fn evaluate_near(layers: &Layers, accumulator: &mut Accumulator, position: Position) -> [f32; OUTPUTS] {
    accumulator.source.changes_to(position, &mut accumulator.changed);
    for (block, (sums, values)) in accumulator.sums.iter().zip(&mut accumulator.values).enumerate() {
        *values = squares(&layers.first.updated(block, sums, &accumulator.changed));
    }
    probabilities(scaled(layers.outputs[class_of(position)].sums(&accumulator.values)))
}

/// The outputs for any position; of the accumulator only the buffers are used.
#[inline(always)]
pub(super) fn evaluate_alone(layers: &Layers, accumulator: &mut Accumulator, position: Position) -> [f32; OUTPUTS] {
    sums_of(&layers.first, position, &mut accumulator.active, &mut accumulator.values);
    for values in &mut accumulator.values {
        *values = squares(values);
    }
    probabilities(scaled(layers.outputs[class_of(position)].sums(&accumulator.values)))
}

/// The screening outputs for positions near the accumulator's.
#[inline(always)]
pub(super) fn screen(
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
        into.push(scaled(layers.screening[class_of(position)].sums(&values)));
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

/// The first-layer sums of a position.
#[inline(always)]
fn sums_of(first: &FirstLayer, position: Position, active: &mut ActiveFeatures, sums: &mut Vec<Lanes<i16>>) {
    active.refresh(position);
    sums.resize(first.bias.len(), Lanes([0; LANES]));
    // A loop and not `extend`, which is not compiled anew for each instruction set.
    for (block, sums) in sums.iter_mut().enumerate() {
        *sums = first.sums(block, active);
    }
}

impl FirstLayer {
    /// The sums of a block of units in a position. Loading a network makes sure that none leaves 16 bits.
    #[inline(always)]
    pub(super) fn sums(&self, block: usize, active: &ActiveFeatures) -> Lanes<i16> {
        self.combined(block, self.bias[block], active, i16::wrapping_add)
    }

    /// The sums of a block of units in a position that differs by some features from one whose sums are known.
    #[inline(always)]
    pub(super) fn updated(&self, block: usize, sums: &Lanes<i16>, changed: &ChangedFeatures) -> Lanes<i16> {
        let without = self.combined(block, *sums, &changed.removed, i16::wrapping_sub);
        self.combined(block, without, &changed.added, i16::wrapping_add)
    }

    /// Sums to which the features' rows are added, or from which they are taken.
    #[inline(always)]
    fn combined(
        &self,
        block: usize,
        mut sums: Lanes<i16>,
        features: &ActiveFeatures,
        combine: impl Fn(i16, i16) -> i16,
    ) -> Lanes<i16> {
        let blocks = self.bias.len();
        // Sums stay in registers until all rows are added.
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

/// Hidden values: sums clipped to 0 to 1 and squared.
#[inline(always)]
fn squares(sums: &Lanes<i16>) -> Lanes<i16> {
    let mut values = Lanes([0; LANES]);
    for (value, sum) in values.0.iter_mut().zip(sums.0) {
        let clipped = sum.clamp(0, 1 << SUM_BITS);
        // The square, with as many digits as before: shifted so that it is the upper half of a product of 16 bits.
        *value = ((i32::from(clipped << 3) * i32::from(clipped << 4)) >> 16) as i16;
    }
    values
}

const _: () = assert!(SUM_BITS + SUM_BITS + 7 - 16 == SUM_BITS);

impl OutputLayer {
    /// The outputs' sums over hidden values.
    #[inline(always)]
    fn sums(&self, values: &[Lanes<i16>]) -> [i32; OUTPUTS] {
        let mut outputs = self.bias;
        for (sum, weights) in outputs.iter_mut().zip(&self.weights) {
            for (values, weights) in values.iter().zip(weights) {
                // Sums of products of 16 bits: the form that every instruction set has an instruction for.
                let products = values.0.iter().zip(&weights.0);
                *sum += products.map(|(&value, &weight)| i32::from(value) * i32::from(weight)).sum::<i32>();
            }
        }
        outputs
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
