//! A network's weights during training, in floating point.
//!
//! Checker counts are encoded as in TD-Gammon: a place has inputs for at least one, two and three checkers, and one for half
//! the number above three. The playing network's row for a count is the sum of these rows, each times its input. So what is
//! learnt for three checkers carries over to four.

use crate::net::{CLASSES, FloatHead, FloatNetwork, LANES, OUTPUTS, RACE, features};
use crate::point::PLACES;
use crate::position::{MAX_CHECKERS, Position};

/// The number of inputs of one place of one side.
pub(crate) const UNITS: usize = 4;

/// The first narrow row.
pub(crate) const FIRST_NARROW: usize = 2 * PLACES * UNITS;

/// The number of hidden units that the pruning outputs use.
pub(crate) const PRUNING_UNITS: usize = BLOCK;

/// The number of first-layer rows.
pub(crate) const ROWS: usize = FIRST_NARROW + features::NARROW;

/// The number of hidden units in a block.
pub(crate) const BLOCK: usize = LANES;

/// The inputs of a place with `count` checkers.
fn units(count: usize) -> [f32; UNITS] {
    let at_least = |n| if count >= n { 1.0 } else { 0.0 };
    [at_least(1), at_least(2), at_least(3), count.saturating_sub(3) as f32 / 2.0]
}

/// The output layer of one class: weights, by output, then by hidden unit, and biases.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Head {
    pub(crate) weights: Vec<f32>,
    pub(crate) bias: [f32; OUTPUTS],
}

/// Output weights of all classes of positions: a common head for the classes with contact, and each class's difference from it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Heads {
    units: usize,
    /// The common head, then each class's.
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

    /// The indices of the heads that are summed for a class.
    fn of(class: usize) -> impl Iterator<Item = usize> {
        (class != RACE).then_some(0).into_iter().chain([1 + class])
    }

    /// The output layer of each class: the sum of its heads.
    pub(crate) fn summed(&self) -> Vec<Head> {
        let sum = |class| {
            let mut all = Head { weights: vec![0.0; OUTPUTS * self.units], bias: [0.0; OUTPUTS] };
            for head in Self::of(class).map(|head| &self.heads[head]) {
                add_scaled(&mut all.weights, &head.weights, 1.0);
                add_scaled(&mut all.bias, &head.bias, 1.0);
            }
            all
        };
        (0..CLASSES).map(sum).collect()
    }

    /// The head to which a class's gradient is added; [`Heads::share`] then completes the gradient.
    pub(crate) fn own(&mut self, class: usize) -> &mut Head {
        &mut self.heads[1 + class]
    }

    /// Completes a gradient: that of the common head is the sum over the classes with contact.
    pub(crate) fn share(&mut self) {
        let (common, classes) = self.heads.split_first_mut().expect("the common head comes first");
        for class in classes.iter().enumerate().filter(|&(class, _)| class != RACE).map(|(_, head)| head) {
            add_scaled(&mut common.weights, &class.weights, 1.0);
            add_scaled(&mut common.bias, &class.bias, 1.0);
        }
    }

    /// Splits output layers into heads: the common head is the mean over the classes with contact.
    fn from_float_heads(units: usize, classes: &[FloatHead; CLASSES]) -> Self {
        let mut heads = Self::zero(units);
        let share = 1.0 / RACE as f32;
        for head in &classes[..RACE] {
            add_scaled(&mut heads.heads[0].weights, &head.weights, share);
            add_scaled(&mut heads.heads[0].bias, &head.bias, share);
        }
        let common = heads.heads[0].clone();
        for (class, (into, head)) in heads.heads[1..].iter_mut().zip(classes).enumerate() {
            add_scaled(&mut into.weights, &head.weights, 1.0);
            add_scaled(&mut into.bias, &head.bias, 1.0);
            if class != RACE {
                add_scaled(&mut into.weights, &common.weights, -1.0);
                add_scaled(&mut into.bias, &common.bias, -1.0);
            }
        }
        heads
    }

    fn to_float_heads(&self) -> [FloatHead; CLASSES] {
        let mut heads = self.summed().into_iter();
        std::array::from_fn(|_| {
            let Head { weights, bias } = heads.next().expect("a head for each class");
            FloatHead { weights, bias }
        })
    }

    fn parts(&self) -> impl Iterator<Item = &[f32]> {
        self.heads.iter().flat_map(|head| [head.weights.as_slice(), head.bias.as_slice()])
    }

    fn parts_mut(&mut self) -> impl Iterator<Item = &mut [f32]> {
        self.heads.iter_mut().flat_map(|head| [head.weights.as_mut_slice(), head.bias.as_mut_slice()])
    }
}

/// All weights of a network, or one number for each of them: a gradient or a moment.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Weights {
    pub(crate) hidden: usize,
    /// By row, then by unit.
    pub(crate) rows: Vec<f32>,
    pub(crate) bias: Vec<f32>,
    pub(crate) heads: Heads,
    /// Over the first units alone.
    pub(crate) pruning: Heads,
}

impl Weights {
    pub(crate) fn zero(hidden: usize) -> Self {
        Self {
            hidden,
            rows: vec![0.0; ROWS * hidden],
            bias: vec![0.0; hidden],
            heads: Heads::zero(hidden),
            pruning: Heads::zero(PRUNING_UNITS),
        }
    }

    /// Zero weights without first-layer rows, for a gradient whose rows are computed one at a time.
    pub(crate) fn without_rows(hidden: usize) -> Self {
        Self { rows: Vec::new(), ..Self::zero(hidden) }
    }

    /// Small random weights; `random` returns numbers in [-1, 1].
    pub(crate) fn random(hidden: usize, mut random: impl FnMut() -> f32) -> Self {
        let mut weights = Self::zero(hidden);
        weights.rows.fill_with(|| 0.05 * random());
        weights.bias.fill_with(|| 0.2 + 0.3 * random());
        weights.heads = Heads::random(hidden, &mut random);
        weights.pruning = Heads::random(PRUNING_UNITS, random);
        weights
    }

    /// Iterates over all weights as slices, in a fixed order; the first is the rows.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &[f32]> {
        let first = [self.rows.as_slice(), self.bias.as_slice()];
        first.into_iter().chain(self.heads.parts()).chain(self.pruning.parts())
    }

    /// Like [`Weights::parts`], mutable.
    pub(crate) fn parts_mut(&mut self) -> impl Iterator<Item = &mut [f32]> {
        let first = [self.rows.as_mut_slice(), self.bias.as_mut_slice()];
        first.into_iter().chain(self.heads.parts_mut()).chain(self.pruning.parts_mut())
    }

    /// Converts a playing network's weights: the inverse of [`Weights::to_float_network`], up to rounding in the network.
    pub(crate) fn from_float_network(float: &FloatNetwork) -> Self {
        let hidden = float.bias.len();
        let mut weights = Self::zero(hidden);
        for side in 0..2 {
            for place in 0..PLACES {
                let row = |count: usize| &float.wide[features::count_row(side, place, count) * hidden..][..hidden];
                let first = (side * PLACES + place) * UNITS;
                // What the first, second and third checker add, and then every two more.
                let most = usize::from(MAX_CHECKERS);
                let by_unit = [
                    (row(1), None, 1.0),
                    (row(2), Some(row(1)), 1.0),
                    (row(3), Some(row(2)), 1.0),
                    (row(most), Some(row(3)), 2.0 / (most - 3) as f32),
                ];
                for (unit, (more, fewer, factor)) in by_unit.into_iter().enumerate() {
                    let into = &mut weights.rows[(first + unit) * hidden..][..hidden];
                    add_scaled(into, more, factor);
                    if let Some(fewer) = fewer {
                        add_scaled(into, fewer, -factor);
                    }
                }
            }
        }
        weights.rows[FIRST_NARROW * hidden..].copy_from_slice(&float.narrow);
        weights.bias.copy_from_slice(&float.bias);
        weights.heads = Heads::from_float_heads(hidden, &float.heads);
        weights.pruning = Heads::from_float_heads(PRUNING_UNITS, &float.pruning);
        weights
    }

    /// Converts to the playing network's weights.
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
        // The first row of each group is the empty value: never active, and not learnt.
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
            pruning: self.pruning.to_float_heads(),
        }
    }

    /// Appends the rows active in a position, each with its input as a factor.
    pub(crate) fn append_active(position: Position, active: &mut Vec<(usize, f32)>) {
        let mut narrow = [0; features::MOST_NARROW];
        let mut count = 0;
        features::each_active(
            position,
            |side, place, count| {
                for (unit, factor) in units(count).into_iter().enumerate() {
                    if factor != 0.0 {
                        active.push(((side * PLACES + place) * UNITS + unit, factor));
                    }
                }
            },
            |row| {
                narrow[count] = FIRST_NARROW + row;
                count += 1;
            },
        );
        active.extend(narrow[..count].iter().map(|&row| (row, 1.0)));
    }
}

/// Adds `factor` times a row to the sums.
#[inline(always)]
pub(super) fn add_scaled(sums: &mut [f32], row: &[f32], factor: f32) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum += factor * weight;
    }
}
