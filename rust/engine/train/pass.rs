//! The forward and backward pass of training: a batch's errors, and their gradient with respect to each weight.
//!
//! The order of operations is fixed, so that the same steps give the same weights on every machine. Inlined functions are
//! compiled once for each instruction set.

use super::records::Record;
use super::weights::{BLOCK, Head, PRUNING_UNITS, ROWS, Weights, add_scaled};
use crate::eval::{clamped, terminal_outcome};
use crate::net::{OUTPUTS, class_of, probabilities};
use crate::point::OFF;
use crate::position::Position;

/// The number of partial sums kept until the end of a sum. They allow vector instructions in a fixed order of operations.
const PARTIAL: usize = 16;

/// The weight of each output's error in the loss, relative to the winning chance.
///
/// A gammon is worth half as much to a player as a win, and cross-entropy already weights errors in small probabilities more.
const IMPORTANCE: [f32; OUTPUTS] = [1.0, 0.5, 0.15, 0.5, 0.15];

/// The extra weight of the differences between siblings' errors, relative to the mean of their errors.
const DIFFERENCE_WEIGHT: f32 = 15.0;

/// The weight in the loss of errors of the pruning outputs, relative to errors of the outputs.
const PRUNING_IMPORTANCE: f32 = 0.5;

/// The summed output weights by class of positions: over all units, and over the first block.
#[derive(Debug)]
pub(crate) struct SummedHeads {
    full: Vec<Head>,
    quick: Vec<Head>,
}

impl SummedHeads {
    pub(crate) fn of(weights: &Weights) -> Self {
        Self { full: weights.heads.summed(), quick: weights.pruning.summed() }
    }
}

impl Head {
    /// The logits, from the clipped sums of the hidden units before squaring.
    #[inline(always)]
    fn outputs(&self, clipped: &[f32]) -> [f32; OUTPUTS] {
        let mut lanes = [[0.0_f32; PARTIAL]; OUTPUTS];
        let clipped = clipped.as_chunks::<PARTIAL>().0;
        let weights = self.weights.as_chunks::<PARTIAL>().0;
        for (chunk, values) in clipped.iter().enumerate() {
            for output in 0..OUTPUTS {
                let mut sums = lanes[output];
                let weights = &weights[output * clipped.len() + chunk];
                for lane in 0..PARTIAL {
                    sums[lane] += weights[lane] * (values[lane] * values[lane]);
                }
                lanes[output] = sums;
            }
        }
        std::array::from_fn(|output| self.bias[output] + lanes[output].iter().sum::<f32>())
    }

    /// Adds the gradient with respect to the weights to `gradient`, and the one with respect to the hidden values to `back`.
    #[inline(always)]
    fn backward(&self, errors: [f32; OUTPUTS], clipped: &[f32], gradient: &mut Self, back: &mut [f32]) {
        let units = clipped.len();
        for (output, error) in errors.into_iter().enumerate() {
            gradient.bias[output] += error;
            let range = output * units..(output + 1) * units;
            for ((gradient, weight), (clipped, back)) in
                gradient.weights[range.clone()].iter_mut().zip(&self.weights[range]).zip(clipped.iter().zip(&mut *back))
            {
                *gradient += error * (clipped * clipped);
                *back += error * weight;
            }
        }
    }
}

/// A forward and backward pass over some records.
///
/// It goes block by block of units, so that the weights in use stay in the processor's cache. Gradients of first-layer rows are
/// computed one row at a time, so that they are never stored.
#[derive(Debug, Clone, Default)]
pub(crate) struct Pass {
    /// The active rows with their factors, record after record.
    active: Vec<(usize, f32)>,
    /// The index in `active` at which each record's rows end.
    ends: Vec<usize>,
    /// By record, then by unit: sums clipped to [0, 1].
    clipped: Vec<f32>,
    /// By block of units, then by record: the gradient of the loss with respect to each sum.
    errors: Vec<[f32; BLOCK]>,
    /// The records in which each row is active, with the factors, row after row.
    by_row: Vec<(u32, f32)>,
    /// The index in `by_row` at which each row's records start.
    starts: Vec<usize>,
}

impl Pass {
    /// Computes the clipped sums of the hidden units, before squaring, for each of some positions.
    #[inline(always)]
    fn forward(&mut self, weights: &Weights, positions: impl Iterator<Item = Position>) {
        self.active.clear();
        self.ends.clear();
        for position in positions {
            Weights::append_active(position, &mut self.active);
            self.ends.push(self.active.len());
        }
        let hidden = weights.hidden;
        self.clipped.resize(self.ends.len() * hidden, 0.0);
        for (block, bias) in weights.bias.as_chunks::<BLOCK>().0.iter().enumerate() {
            let mut start = 0;
            for (&end, clipped) in self.ends.iter().zip(self.clipped.chunks_exact_mut(hidden)) {
                let clipped = &mut clipped.as_chunks_mut::<BLOCK>().0[block];
                *clipped = *bias;
                let active = &self.active[start..end];
                add_rows(
                    clipped,
                    &active.iter().map(|&(row, factor)| (&weights.rows[row * hidden + block * BLOCK..], factor)),
                );
                start = end;
                for clipped in clipped {
                    *clipped = clipped.clamp(0.0, 1.0);
                }
            }
        }
    }

    /// Runs the forward and backward pass. Returns the sum of squared errors in equity.
    ///
    /// Adds the gradient of the loss to `gradient`, except for the first-layer rows; [`Pass::row_gradient`] computes those
    /// afterwards. The loss is the weighted cross-entropy of the outputs. A label may lie slightly outside [0, 1].
    #[inline(always)]
    pub(crate) fn run(
        &mut self,
        weights: &Weights,
        heads: &SummedHeads,
        records: &[Record],
        gradient: &mut Weights,
    ) -> f64 {
        self.forward(weights, records.iter().map(|record| record.position));
        let hidden = weights.hidden;
        self.errors.resize(records.len() * hidden / BLOCK, [0.0; BLOCK]);
        let mut wrong: Vec<[[f32; OUTPUTS]; 2]> = Vec::with_capacity(records.len());
        let mut squares = 0.0;
        for (record, clipped) in records.iter().zip(self.clipped.chunks_exact(hidden)) {
            let class = class_of(record.position);
            let errors = |outputs: [f32; OUTPUTS]| errors(record, probabilities(outputs));
            let full = errors(heads.full[class].outputs(clipped));
            squares += f64::from(equity(full)).powi(2);
            wrong.push([full, errors(heads.quick[class].outputs(&clipped[..PRUNING_UNITS]))]);
        }
        amplify_sibling_differences(records, &mut wrong);
        let mut back = vec![0.0; hidden];
        for (number, (record, clipped)) in records.iter().zip(self.clipped.chunks_exact(hidden)).enumerate() {
            let class = class_of(record.position);
            let (full, quick) = (&heads.full[class], &heads.quick[class]);
            let first = &clipped[..PRUNING_UNITS];
            let [error, pruning_error] = wrong[number];
            back.fill(0.0);
            let weighted = std::array::from_fn(|output| error[output] * IMPORTANCE[output]);
            full.backward(weighted, clipped, gradient.heads.own(class), &mut back);
            let weighted =
                std::array::from_fn(|output| pruning_error[output] * IMPORTANCE[output] * PRUNING_IMPORTANCE);
            quick.backward(weighted, first, gradient.pruning.own(class), &mut back[..PRUNING_UNITS]);
            for (block, (back, clipped)) in
                back.as_chunks::<BLOCK>().0.iter().zip(clipped.as_chunks::<BLOCK>().0).enumerate()
            {
                let errors = &mut self.errors[block * records.len() + number];
                for lane in 0..BLOCK {
                    // The derivative of the square; a clipped unit has no gradient.
                    errors[lane] = if clipped[lane] < 1.0 { back[lane] * 2.0 * clipped[lane] } else { 0.0 };
                }
                add_block(&mut gradient.bias.as_chunks_mut().0[block], errors, 1.0);
            }
        }
        self.sort_by_row();
        squares
    }

    /// Lists the records in which each row is active: a counting sort.
    fn sort_by_row(&mut self) {
        self.starts.clear();
        self.starts.resize(ROWS + 1, 0);
        for &(row, _) in &self.active {
            self.starts[row] += 1;
        }
        let mut total = 0;
        for start in &mut self.starts {
            total += *start;
            *start = total;
        }
        // From the last record to the first, each row's end moves down to its start, which keeps its records in order.
        self.by_row.resize(self.active.len(), (0, 0.0));
        let mut end = self.active.len();
        for record in (0..self.ends.len()).rev() {
            let start = if record == 0 { 0 } else { self.ends[record - 1] };
            for &(row, factor) in self.active[start..end].iter().rev() {
                self.starts[row] -= 1;
                self.by_row[self.starts[row]] = (record as u32, factor);
            }
            end = start;
        }
    }

    /// The number of active features, over all records, in rows before this one: where this row's entries start.
    pub(crate) fn active_before(&self, row: usize) -> usize {
        self.starts[row]
    }

    /// Adds the gradient with respect to a block of a row's weights to `gradient`.
    #[inline(always)]
    pub(crate) fn row_gradient(&self, row: usize, block: usize, gradient: &mut [f32; BLOCK]) {
        let errors = &self.errors[block * self.ends.len()..];
        let by_row = &self.by_row[self.starts[row]..self.starts[row + 1]];
        add_rows(gradient, &by_row.iter().map(|&(record, factor)| (errors[record as usize].as_slice(), factor)));
    }

    /// Estimates the equities of positions with these weights.
    #[inline(always)]
    pub(crate) fn equities(&mut self, weights: &Weights, heads: &SummedHeads, positions: &[Position]) -> Vec<f32> {
        self.forward(weights, positions.iter().copied());
        let estimates = positions.iter().zip(self.clipped.chunks_exact(weights.hidden)).map(|(&position, clipped)| {
            let outputs = probabilities(heads.full[class_of(position)].outputs(clipped));
            terminal_outcome(position).unwrap_or_else(|| clamped(position, outputs)).cubeless_equity()
        });
        estimates.collect()
    }
}

/// Amplifies the differences between siblings' errors, because plays are chosen by the differences between estimates.
#[inline(always)]
fn amplify_sibling_differences(records: &[Record], wrong: &mut [[[f32; OUTPUTS]; 2]]) {
    let mut rest = wrong;
    for family in records.chunk_by(|_, next| next.sibling) {
        let (family_errors, later) = rest.split_at_mut(family.len());
        rest = later;
        if family_errors.len() < 2 {
            continue;
        }
        let mut mean = [0.0; 2 * OUTPUTS];
        for error in &*family_errors {
            add_scaled(&mut mean, error.as_flattened(), 1.0 / family.len() as f32);
        }
        for error in family_errors {
            for (error, mean) in error.as_flattened_mut().iter_mut().zip(mean) {
                *error += DIFFERENCE_WEIGHT * (*error - mean);
            }
        }
    }
}

/// The error of each output. It is 0 for gammons and backgammons that the rules exclude, which are not learnt.
#[inline(always)]
fn errors(record: &Record, estimate: [f32; OUTPUTS]) -> [f32; OUTPUTS] {
    let mut errors: [f32; OUTPUTS] = std::array::from_fn(|output| estimate[output] - record.label[output]);
    if record.position.opponent.count(OFF) > 0 {
        errors[1..3].fill(0.0);
    }
    if record.position.own.count(OFF) > 0 {
        errors[3..].fill(0.0);
    }
    errors
}

/// Cubeless equity plus 1. Applied to errors of the outputs, the error in equity.
#[inline(always)]
pub(super) fn equity([win, win_gammon, win_backgammon, lose_gammon, lose_backgammon]: [f32; OUTPUTS]) -> f32 {
    2.0 * win + win_gammon - lose_gammon + win_backgammon - lose_backgammon
}

/// The number of units whose sums stay in registers while rows are added.
const IN_REGISTERS: usize = 64;

/// Adds rows, each times its factor, to the sums of a block.
#[inline(always)]
fn add_rows<'a>(sums: &mut [f32; BLOCK], rows: &(impl Iterator<Item = (&'a [f32], f32)> + Clone)) {
    for (part, into) in sums.as_chunks_mut::<IN_REGISTERS>().0.iter_mut().enumerate() {
        let mut sums = *into;
        for (row, factor) in rows.clone() {
            let row = &row[part * IN_REGISTERS..][..IN_REGISTERS];
            for lane in 0..IN_REGISTERS {
                sums[lane] += factor * row[lane];
            }
        }
        *into = sums;
    }
}

#[inline(always)]
fn add_block(sums: &mut [f32; BLOCK], row: &[f32], factor: f32) {
    for (sum, weight) in sums.iter_mut().zip(&row[..BLOCK]) {
        *sum += factor * weight;
    }
}
