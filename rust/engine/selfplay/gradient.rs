//! A network in floating point: its estimate of a position, and how that changes with each weight.
//!
//! Inputs that the playing network has one by one are built here from fewer: the rows for a number of checkers in a place are
//! sums of those for at least one, two and three, and half of the rest, as in TD-Gammon. So what is learnt of three checkers
//! helps with four. Everything is in a fixed order of operations: the same steps give the same weights on every machine.

use crate::eval::{consistent, known};
use crate::net::{CLASSES, FloatHead, FloatNetwork, LANES as GLANCE, OUTPUTS, RACE, class_of, features, probabilities};
use crate::outcome::Outcome;
use crate::point::{OFF, PLACES};
use crate::position::{MAX_CHECKERS, Position};

/// Inputs of one place of one side.
const UNITS: usize = 4;

/// Where the narrow rows start.
pub(crate) const FIRST_NARROW: usize = 2 * PLACES * UNITS;

/// Rows of the first layer.
pub(crate) const ROWS: usize = FIRST_NARROW + features::NARROW;

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

/// How much an error of the quick look counts, beside one of the full one.
const GLANCE_IMPORTANCE: f32 = 0.5;

/// Output weights, by output, then by hidden unit, and biases.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Head {
    pub(crate) weights: Vec<f32>,
    pub(crate) bias: [f32; OUTPUTS],
}

/// Output weights of all classes: what those with contact have in common, and what each has on top of that.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Heads {
    units: usize,
    /// The common ones, then each class's.
    heads: Vec<Head>,
}

impl Heads {
    fn zero(units: usize) -> Self {
        Self { units, heads: vec![Head { weights: vec![0.0; OUTPUTS * units], bias: [0.0; OUTPUTS] }; 1 + CLASSES] }
    }

    fn random(units: usize, mut random: impl FnMut() -> f32) -> Self {
        let mut heads = Self::zero(units);
        let spread = (1.0 / units as f32).sqrt();
        for head in [0, 1 + RACE] {
            heads.heads[head].weights.fill_with(|| spread * random());
            // Gammons are rarer than wins, and backgammons rare.
            heads.heads[head].bias = [0.0, -1.0, -3.0, -1.0, -3.0];
        }
        heads
    }

    /// Which of the heads are added up for a class.
    fn of(class: usize) -> impl Iterator<Item = usize> {
        (class != RACE).then_some(0).into_iter().chain([1 + class])
    }

    fn outputs(&self, class: usize, values: &[f32]) -> [f32; OUTPUTS] {
        let mut outputs = [0.0; OUTPUTS];
        for head in Self::of(class).map(|head| &self.heads[head]) {
            for (output, (weights, bias)) in
                outputs.iter_mut().zip(head.weights.chunks_exact(self.units).zip(head.bias))
            {
                *output += bias + dot(weights, values);
            }
        }
        outputs
    }

    /// Adds to `gradient` what errors of the outputs say of each weight, and to `back` what they say of each value.
    fn backward(&self, class: usize, errors: [f32; OUTPUTS], values: &[f32], gradient: &mut Self, back: &mut [f32]) {
        for head in Self::of(class) {
            let (weights, gradient) = (&self.heads[head], &mut gradient.heads[head]);
            for (output, error) in errors.into_iter().enumerate() {
                let units = output * self.units..(output + 1) * self.units;
                gradient.bias[output] += error;
                add_scaled(&mut gradient.weights[units.clone()], values, error);
                add_scaled(back, &weights.weights[units], error);
            }
        }
    }

    fn to_float_heads(&self) -> [FloatHead; CLASSES] {
        std::array::from_fn(|class| {
            let mut all = FloatHead { weights: vec![0.0; OUTPUTS * self.units], bias: [0.0; OUTPUTS] };
            for head in Self::of(class).map(|head| &self.heads[head]) {
                add_scaled(&mut all.weights, &head.weights, 1.0);
                add_scaled(&mut all.bias, &head.bias, 1.0);
            }
            all
        })
    }

    fn parts(&self) -> impl Iterator<Item = &[f32]> {
        self.heads.iter().flat_map(|head| [head.weights.as_slice(), head.bias.as_slice()])
    }

    fn parts_mut(&mut self) -> impl Iterator<Item = &mut [f32]> {
        self.heads.iter_mut().flat_map(|head| [head.weights.as_mut_slice(), head.bias.as_mut_slice()])
    }
}

/// All weights, or something there is one of for each weight: a gradient, a mean.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Weights {
    pub(crate) hidden: usize,
    /// By row, then by unit.
    pub(crate) rows: Vec<f32>,
    pub(crate) bias: Vec<f32>,
    pub(crate) heads: Heads,
    /// Over the first units alone.
    pub(crate) glances: Heads,
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
            heads: Heads::zero(hidden),
            glances: Heads::zero(GLANCE),
        }
    }

    /// Small random weights; `random` gives numbers from -1 to 1.
    pub(crate) fn random(hidden: usize, mut random: impl FnMut() -> f32) -> Self {
        let mut weights = Self::zero(hidden);
        weights.rows.fill_with(|| 0.05 * random());
        weights.bias.fill_with(|| 0.2 + 0.3 * random());
        weights.heads = Heads::random(hidden, &mut random);
        weights.glances = Heads::random(GLANCE, random);
        weights
    }

    /// Every part as one slice after the other, in a fixed order.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &[f32]> {
        let first = [self.rows.as_slice(), self.bias.as_slice()];
        first.into_iter().chain(self.heads.parts()).chain(self.glances.parts())
    }

    /// As [`Weights::parts`], to be changed.
    pub(crate) fn parts_mut(&mut self) -> impl Iterator<Item = &mut [f32]> {
        let first = [self.rows.as_mut_slice(), self.bias.as_mut_slice()];
        first.into_iter().chain(self.heads.parts_mut()).chain(self.glances.parts_mut())
    }

    /// The network that plays like these weights.
    pub(crate) fn to_float_network(&self) -> FloatNetwork {
        let hidden = self.hidden;
        let mut wide = vec![0.0; features::WIDE * hidden];
        for side in 0..2 {
            for place in 0..PLACES {
                for count in 1..=usize::from(MAX_CHECKERS) {
                    let into = features::count_row(side, place, count) * hidden;
                    for (unit, factor) in units(count).into_iter().enumerate() {
                        let row = ((side * PLACES + place) * UNITS + unit) * hidden;
                        add_scaled(&mut wide[into..][..hidden], &self.rows[row..], factor);
                    }
                }
            }
        }
        let mut narrow = self.rows[FIRST_NARROW * hidden..].to_vec();
        // The first of each group says nothing; it is never lit, and not learnt.
        for kind in &features::KINDS {
            for group in 0..2 * kind.groups {
                narrow[(kind.first + group * kind.values) * hidden..][..hidden].fill(0.0);
            }
        }
        FloatNetwork {
            wide,
            narrow,
            bias: self.bias.clone(),
            heads: self.heads.to_float_heads(),
            glances: self.glances.to_float_heads(),
        }
    }

    /// The rows that a position lights, and how strongly.
    fn lit(position: Position, lit: &mut Vec<(usize, f32)>) {
        lit.clear();
        let mut narrow = Vec::with_capacity(64);
        features::lit(
            position,
            |side, place, count| {
                for (unit, factor) in units(count).into_iter().enumerate() {
                    if factor != 0.0 {
                        lit.push(((side * PLACES + place) * UNITS + unit, factor));
                    }
                }
            },
            |row| narrow.push((FIRST_NARROW + row, 1.0)),
        );
        lit.append(&mut narrow);
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
        probabilities(self.heads.outputs(class_of(position), &trace.values))
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
        let class = class_of(position);
        let glanced = probabilities(self.glances.outputs(class, &trace.values[..GLANCE]));
        let errors = |estimate: [f32; OUTPUTS]| {
            let mut errors: [f32; OUTPUTS] = std::array::from_fn(|output| estimate[output] - target[output]);
            // What the rules settle is not learnt.
            if position.opponent.count(OFF) > 0 {
                errors[1..3].fill(0.0);
            }
            if position.own.count(OFF) > 0 {
                errors[3..].fill(0.0);
            }
            errors
        };
        let (full, quick) = (errors(estimate), errors(glanced));
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = full;
        let equity = 2.0 * win + win_gammon - lose_gammon + win_backgammon - lose_backgammon;
        let full = std::array::from_fn(|output| full[output] * IMPORTANCE[output]);
        let quick = std::array::from_fn(|output| quick[output] * IMPORTANCE[output] * GLANCE_IMPORTANCE);

        trace.errors.clear();
        trace.errors.resize(self.hidden, 0.0);
        self.heads.backward(class, full, &trace.values, &mut gradient.heads, &mut trace.errors);
        let (values, back) = (&trace.values[..GLANCE], &mut trace.errors[..GLANCE]);
        self.glances.backward(class, quick, values, &mut gradient.glances, back);
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
