//! A network in floating point: its estimate of a position, and how that changes with each weight.
//!
//! Inputs that the playing network has one by one are built here from fewer: the rows for a number of checkers in a place are
//! sums of those for at least one, two and three, and half of the rest, as in TD-Gammon. So what is learnt of three checkers
//! helps with four. Everything is in a fixed order of operations: the same steps give the same weights on every machine.

use crate::eval::{consistent, known};
use crate::net::{CLASSES, FloatNetwork, OUTPUTS, class_of, features, probabilities};
use crate::outcome::Outcome;
use crate::point::{OFF, PLACES};
use crate::position::{MAX_CHECKERS, Position};

/// Inputs of one place of one side.
const UNITS: usize = 4;

/// Where the patterns' rows start.
const FIRST_PATTERN: usize = 2 * PLACES * UNITS;

/// Rows of the first layer.
pub(crate) const ROWS: usize = FIRST_PATTERN + features::INPUTS - features::FIRST_PATTERN;

/// Partial sums that are kept apart until the end, so that the compiler may use vectors and the order is still fixed.
const LANES: usize = 16;

/// How strongly a number of checkers lights the inputs of its place.
fn units(count: usize) -> [f32; UNITS] {
    let at_least = |n| if count >= n { 1.0 } else { 0.0 };
    [at_least(1), at_least(2), at_least(3), count.saturating_sub(3) as f32 / 2.0]
}

/// How much an error in each output counts, beside one in the winning chance: gammons are worth half as much to a player,
/// and errors in small chances weigh more by themselves.
const IMPORTANCE: [f32; OUTPUTS] = [1.0, 0.5, 0.15, 0.5, 0.15];

/// One class's output weights, by output, then by hidden unit, and biases.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Head {
    pub(crate) weights: Vec<f32>,
    pub(crate) bias: [f32; OUTPUTS],
}

/// All weights, or something there is one of for each weight: a gradient, a mean.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Weights {
    pub(crate) hidden: usize,
    /// By row, then by unit.
    pub(crate) rows: Vec<f32>,
    pub(crate) bias: Vec<f32>,
    pub(crate) heads: [Head; CLASSES],
}

/// What a position's estimate went through, for the way back.
#[derive(Debug, Clone, Default)]
pub(crate) struct Trace {
    lit: Vec<(usize, f32)>,
    sums: Vec<f32>,
    values: Vec<f32>,
    errors: Vec<f32>,
}

impl Weights {
    pub(crate) fn zero(hidden: usize) -> Self {
        Self {
            hidden,
            rows: vec![0.0; ROWS * hidden],
            bias: vec![0.0; hidden],
            heads: std::array::from_fn(|_| Head { weights: vec![0.0; OUTPUTS * hidden], bias: [0.0; OUTPUTS] }),
        }
    }

    /// Small random weights; `random` gives numbers from -1 to 1.
    pub(crate) fn random(hidden: usize, mut random: impl FnMut() -> f32) -> Self {
        let mut weights = Self::zero(hidden);
        weights.rows.fill_with(|| 0.05 * random());
        weights.bias.fill_with(|| 0.2 + 0.3 * random());
        let spread = (1.0 / hidden as f32).sqrt();
        for head in &mut weights.heads {
            head.weights.fill_with(|| spread * random());
            // Gammons are rarer than wins, and backgammons rare.
            head.bias = [0.0, -1.0, -3.0, -1.0, -3.0];
        }
        weights
    }

    /// Every part as one slice after the other, in a fixed order.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &[f32]> {
        let heads = self.heads.iter().flat_map(|head| [head.weights.as_slice(), head.bias.as_slice()]);
        [self.rows.as_slice(), self.bias.as_slice()].into_iter().chain(heads)
    }

    /// As [`Weights::parts`], to be changed.
    pub(crate) fn parts_mut(&mut self) -> impl Iterator<Item = &mut [f32]> {
        let heads = self.heads.iter_mut().flat_map(|head| [head.weights.as_mut_slice(), head.bias.as_mut_slice()]);
        [self.rows.as_mut_slice(), self.bias.as_mut_slice()].into_iter().chain(heads)
    }

    /// The network that plays like these weights.
    pub(crate) fn to_float_network(&self) -> FloatNetwork {
        let hidden = self.hidden;
        let mut rows = vec![0.0; features::INPUTS * hidden];
        for side in 0..2 {
            for place in 0..PLACES {
                for count in 1..=usize::from(MAX_CHECKERS) {
                    let input = features::count_input(side, place, count);
                    for (unit, factor) in units(count).into_iter().enumerate() {
                        let row = ((side * PLACES + place) * UNITS + unit) * hidden;
                        add_scaled(&mut rows[input * hidden..][..hidden], &self.rows[row..], factor);
                    }
                }
            }
        }
        rows[features::FIRST_PATTERN * hidden..].copy_from_slice(&self.rows[FIRST_PATTERN * hidden..]);
        // The empty pattern is not learnt: it says nothing that the counts do not.
        for side in 0..2 {
            for quadrant in 0..4 {
                rows[features::pattern_input(side, quadrant, 0) * hidden..][..hidden].fill(0.0);
            }
        }
        let heads = self.heads.each_ref().map(|head| (head.weights.clone(), head.bias));
        FloatNetwork { rows, bias: self.bias.clone(), heads }
    }

    /// The rows that a position lights, and how strongly.
    fn lit(position: Position, lit: &mut Vec<(usize, f32)>) {
        lit.clear();
        for (side, checkers) in [position.own, position.opponent].into_iter().enumerate() {
            for (place, count) in checkers.to_counts().into_iter().enumerate() {
                for (unit, factor) in units(usize::from(count)).into_iter().enumerate() {
                    if factor != 0.0 {
                        lit.push(((side * PLACES + place) * UNITS + unit, factor));
                    }
                }
            }
            for (quadrant, pattern) in features::patterns(checkers).into_iter().enumerate() {
                if pattern > 0 {
                    let input = features::pattern_input(side, quadrant, usize::from(pattern));
                    lit.push((FIRST_PATTERN + input - features::FIRST_PATTERN, 1.0));
                }
            }
        }
    }

    /// The outcome that these weights expect of a position.
    pub(crate) fn outcome(&self, position: Position, trace: &mut Trace) -> Outcome {
        known(position).unwrap_or_else(|| consistent(position, self.estimate(position, trace)))
    }

    fn estimate(&self, position: Position, trace: &mut Trace) -> [f32; OUTPUTS] {
        Self::lit(position, &mut trace.lit);
        trace.sums.clone_from(&self.bias);
        for &(row, factor) in &trace.lit {
            add_scaled(&mut trace.sums, &self.rows[row * self.hidden..][..self.hidden], factor);
        }
        trace.values.clear();
        trace.values.extend(trace.sums.iter().map(|sum| sum.clamp(0.0, 1.0).powi(2)));
        let head = &self.heads[class_of(position)];
        let mut outputs = [0.0; 8];
        for (output, (weights, bias)) in head.weights.chunks_exact(self.hidden).zip(head.bias).enumerate() {
            outputs[output] = bias + dot(weights, &trace.values);
        }
        probabilities(outputs)
    }

    /// Adds to `gradient` how the error of a position's estimate, against `target`, grows with each weight, and calls
    /// `lights` with the rows that are touched. Returns the error in equity.
    ///
    /// The error is the cross-entropy of each output, weighted. A target may lie a little outside of 0 to 1.
    pub(crate) fn backward(
        &self,
        position: Position,
        target: [f32; OUTPUTS],
        trace: &mut Trace,
        gradient: &mut Self,
        mut lights: impl FnMut(usize),
    ) -> f32 {
        let estimate = self.estimate(position, trace);
        let mut errors: [f32; OUTPUTS] = std::array::from_fn(|output| estimate[output] - target[output]);
        // What the rules settle is not learnt.
        if position.opponent.count(OFF) > 0 {
            errors[1..3].fill(0.0);
        }
        if position.own.count(OFF) > 0 {
            errors[3..].fill(0.0);
        }
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = errors;
        let equity = 2.0 * win + win_gammon - lose_gammon + win_backgammon - lose_backgammon;
        for (error, importance) in errors.iter_mut().zip(IMPORTANCE) {
            *error *= importance;
        }

        let class = class_of(position);
        let (head, head_gradient) = (&self.heads[class], &mut gradient.heads[class]);
        trace.errors.clear();
        trace.errors.resize(self.hidden, 0.0);
        for (output, error) in errors.into_iter().enumerate() {
            let units = output * self.hidden..(output + 1) * self.hidden;
            head_gradient.bias[output] += error;
            add_scaled(&mut head_gradient.weights[units.clone()], &trace.values, error);
            add_scaled(&mut trace.errors, &head.weights[units], error);
        }
        for (error, sum) in trace.errors.iter_mut().zip(&trace.sums) {
            // The slope of the square; a unit that is clipped learns nothing.
            *error *= if *sum > 0.0 && *sum < 1.0 { 2.0 * sum } else { 0.0 };
        }
        add_scaled(&mut gradient.bias, &trace.errors, 1.0);
        for &(row, factor) in &trace.lit {
            lights(row);
            add_scaled(&mut gradient.rows[row * self.hidden..][..self.hidden], &trace.errors, factor);
        }
        equity
    }
}

fn add_scaled(sums: &mut [f32], row: &[f32], factor: f32) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum += factor * weight;
    }
}

fn dot(weights: &[f32], inputs: &[f32]) -> f32 {
    let mut lanes = [0.0_f32; LANES];
    for (weights, inputs) in weights.as_chunks::<LANES>().0.iter().zip(inputs.as_chunks::<LANES>().0) {
        for lane in 0..LANES {
            lanes[lane] += weights[lane] * inputs[lane];
        }
    }
    lanes.iter().sum()
}
