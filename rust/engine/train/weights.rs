//! A network's weights while it is fitted, in floating point.
//!
//! Inputs that the playing network has one by one are built here from fewer: the rows for a number of checkers in a place are
//! sums of those for at least one, two and three, and half of the rest, as in TD-Gammon. So what is learnt of three checkers
//! helps with four.

use crate::net::{CLASSES, FloatHead, FloatNetwork, LANES, OUTPUTS, RACE, features};
use crate::point::PLACES;
use crate::position::{MAX_CHECKERS, Position};

/// Inputs of one place of one side.
pub(crate) const UNITS: usize = 4;

/// Where the narrow rows start.
pub(crate) const FIRST_NARROW: usize = 2 * PLACES * UNITS;

/// The units of the quick look.
pub(crate) const GLANCE: usize = BLOCK;

/// Rows of the first layer.
pub(crate) const ROWS: usize = FIRST_NARROW + features::NARROW;

/// Units that are worked on at once.
pub(crate) const BLOCK: usize = LANES;

/// How strongly a number of checkers lights the inputs of its place.
fn units(count: usize) -> [f32; UNITS] {
    let at_least = |n| if count >= n { 1.0 } else { 0.0 };
    [at_least(1), at_least(2), at_least(3), count.saturating_sub(3) as f32 / 2.0]
}

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

    /// What each class has: the sums of its heads.
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

    /// Where the errors of a class are added up; [`Heads::share`] comes after.
    pub(crate) fn own(&mut self, class: usize) -> &mut Head {
        &mut self.heads[1 + class]
    }

    /// Gives what the classes with contact have in common its share of a gradient: all of theirs.
    pub(crate) fn share(&mut self) {
        let (common, classes) = self.heads.split_first_mut().expect("what the classes have in common comes first");
        for class in classes.iter().enumerate().filter(|&(class, _)| class != RACE).map(|(_, head)| head) {
            add_scaled(&mut common.weights, &class.weights, 1.0);
            add_scaled(&mut common.bias, &class.bias, 1.0);
        }
    }

    /// The mean of all heads with contact is what they have in common.
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

    /// Without rows: room for a gradient whose rows are seen to one by one.
    pub(crate) fn without_rows(hidden: usize) -> Self {
        Self { rows: Vec::new(), ..Self::zero(hidden) }
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

    /// The weights of a network that plays, but for what rounding them has lost.
    pub(crate) fn from_float_network(float: &FloatNetwork) -> Self {
        let hidden = float.bias.len();
        let mut weights = Self::zero(hidden);
        for side in 0..2 {
            for place in 0..PLACES {
                let row = |count: usize| &float.wide[features::count_row(side, place, count) * hidden..][..hidden];
                let first = (side * PLACES + place) * UNITS;
                // What is added by the first, second and third checker, and by two more.
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
        weights.glances = Heads::from_float_heads(GLANCE, &float.glances);
        weights
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
        // The first of each group says nothing; it is never active, and not learnt.
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

    /// Adds the rows that a position lights, and how strongly.
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

#[inline(always)]
pub(super) fn add_scaled(sums: &mut [f32], row: &[f32], factor: f32) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum += factor * weight;
    }
}
