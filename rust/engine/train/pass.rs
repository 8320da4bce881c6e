//! A way through a network and back for some records: how wrong its estimates are, and how that changes with each weight.
//!
//! Everything is in a fixed order of operations: the same steps give the same weights on every machine. What is inlined here is
//! compiled anew for each instruction set.

use super::records::Record;
use super::weights::{BLOCK, GLANCE, Head, ROWS, Weights, add_scaled};
use crate::eval::{consistent, known};
use crate::net::{OUTPUTS, class_of, probabilities};
use crate::point::OFF;
use crate::position::Position;

/// Partial sums that are kept apart until the end, so that the compiler may use vectors and the order is still fixed.
const PARTIAL: usize = 16;

/// How much an error in each output counts, beside one in the winning chance: gammons are worth half as much to a player,
/// and errors in small chances weigh more by themselves.
const IMPORTANCE: [f32; OUTPUTS] = [1.0, 0.5, 0.15, 0.5, 0.15];

/// How much more counts what sets the errors of siblings apart than what they have in common.
const APART: f32 = 15.0;

/// How much an error of the quick look counts, beside one of the full one.
const GLANCE_IMPORTANCE: f32 = 0.5;

/// Output weights by class, of all units and of the first ones.
#[derive(Debug)]
pub(crate) struct SummedHeads {
    full: Vec<Head>,
    quick: Vec<Head>,
}

impl SummedHeads {
    pub(crate) fn of(weights: &Weights) -> Self {
        Self { full: weights.heads.summed(), quick: weights.glances.summed() }
    }
}

impl Head {
    /// The outputs before the curve, for units' values before they are squared.
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

    /// Adds what errors of the outputs say of each weight to `gradient`, and what they say of each value to `back`.
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

/// A way through the network and back for some records. Work is done block by block of units, so that what it needs of the
/// first layer stays near the processor, and row by row, so that gradients of rows need no room of their own.
#[derive(Debug, Clone, Default)]
pub(crate) struct Pass {
    /// The rows that the records light, record after record, and where each record's end.
    active: Vec<(usize, f32)>,
    ends: Vec<usize>,
    /// By record, then by unit: sums clipped to 0 to 1.
    clipped: Vec<f32>,
    /// By block of units, then by record: how the error grows with each sum.
    errors: Vec<[f32; BLOCK]>,
    /// The records that light a row, and how strongly, row after row, and where each row's start.
    by_row: Vec<(u32, f32)>,
    starts: Vec<usize>,
}

impl Pass {
    /// Finds the units' values, before they are squared, for each of some positions.
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

    /// Goes through the network and back: adds to `gradient`, but for its rows, how the error of each estimate against its
    /// label grows with each weight, and keeps what [`Pass::row_gradient`] needs. Returns the sum of squared errors in equity.
    ///
    /// The error is the cross-entropy of each output, weighted. A label may lie a little outside of 0 to 1.
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
            wrong.push([full, errors(heads.quick[class].outputs(&clipped[..GLANCE]))]);
        }
        set_siblings_apart(records, &mut wrong);
        let mut back = vec![0.0; hidden];
        for (number, (record, clipped)) in records.iter().zip(self.clipped.chunks_exact(hidden)).enumerate() {
            let class = class_of(record.position);
            let (full, quick) = (&heads.full[class], &heads.quick[class]);
            let first = &clipped[..GLANCE];
            let [error, glanced] = wrong[number];
            back.fill(0.0);
            let weighted = std::array::from_fn(|output| error[output] * IMPORTANCE[output]);
            full.backward(weighted, clipped, gradient.heads.own(class), &mut back);
            let weighted = std::array::from_fn(|output| glanced[output] * IMPORTANCE[output] * GLANCE_IMPORTANCE);
            quick.backward(weighted, first, gradient.glances.own(class), &mut back[..GLANCE]);
            for (block, (back, clipped)) in
                back.as_chunks::<BLOCK>().0.iter().zip(clipped.as_chunks::<BLOCK>().0).enumerate()
            {
                let errors = &mut self.errors[block * records.len() + number];
                for lane in 0..BLOCK {
                    // The slope of the square; a unit that is clipped learns nothing.
                    errors[lane] = if clipped[lane] < 1.0 { back[lane] * 2.0 * clipped[lane] } else { 0.0 };
                }
                add_block(&mut gradient.bias.as_chunks_mut().0[block], errors, 1.0);
            }
        }
        self.sort_by_row();
        squares
    }

    /// Lists the records that light each row.
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
        // From the last to the first: each row's place moves down to its start, and its records stay in order.
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

    /// How many of the records light rows before this one, all told.
    pub(crate) fn active_before(&self, row: usize) -> usize {
        self.starts[row]
    }

    /// Adds how the error grows with a block of a row's weights.
    #[inline(always)]
    pub(crate) fn row_gradient(&self, row: usize, block: usize, gradient: &mut [f32; BLOCK]) {
        let errors = &self.errors[block * self.ends.len()..];
        let by_row = &self.by_row[self.starts[row]..self.starts[row + 1]];
        add_rows(gradient, &by_row.iter().map(|&(record, factor)| (errors[record as usize].as_slice(), factor)));
    }

    /// The equities that these weights expect of positions.
    #[inline(always)]
    pub(crate) fn equities(&mut self, weights: &Weights, heads: &SummedHeads, positions: &[Position]) -> Vec<f32> {
        self.forward(weights, positions.iter().copied());
        let estimates = positions.iter().zip(self.clipped.chunks_exact(weights.hidden)).map(|(&position, clipped)| {
            let outputs = probabilities(heads.full[class_of(position)].outputs(clipped));
            known(position).unwrap_or_else(|| consistent(position, outputs)).cubeless_equity()
        });
        estimates.collect()
    }
}

/// Makes what sets the errors of siblings apart count for more than what they have in common: plays are chosen by it.
#[inline(always)]
fn set_siblings_apart(records: &[Record], wrong: &mut [[[f32; OUTPUTS]; 2]]) {
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
                *error += APART * (*error - mean);
            }
        }
    }
}

/// What of an estimate is wrong; what the rules settle is not learnt.
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

/// Equity but for the 1 that is lost on the whole; of errors, the error in equity.
#[inline(always)]
pub(super) fn equity([win, win_gammon, win_backgammon, lose_gammon, lose_backgammon]: [f32; OUTPUTS]) -> f32 {
    2.0 * win + win_gammon - lose_gammon + win_backgammon - lose_backgammon
}

/// Units whose sums stay in registers while rows are added.
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
