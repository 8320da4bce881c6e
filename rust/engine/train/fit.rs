//! Fitting a network to records by mini-batch gradient descent with the Adam optimiser.
//!
//! Kingma and Ba, "Adam: a method for stochastic optimization" (2015). First-layer rows that are not active in a batch are left
//! unchanged, including their moments.
//!
//! # Example
//!
//! ```
//! use gammon::train::{fit::Fit, records::Record};
//! use gammon::{Evaluator, Position};
//!
//! // Trained on a single position, the network learns its label.
//! let record = Record { position: Position::START, label: [0.8, 0.2, 0.0, 0.1, 0.0], sibling: false };
//! let mut fit = Fit::new(128, 7);
//! for _ in 0..200 {
//!     fit.step(&[record], 0.01, false);
//! }
//! let outcome = Evaluator::new(fit.to_network()?).evaluate(Position::START);
//! assert!((outcome.win - 0.8).abs() < 0.05, "{outcome:?}");
//!
//! // A fit can be saved and resumed.
//! let copy = Fit::from_bytes(&fit.to_bytes())?;
//! assert_eq!(copy.to_bytes(), fit.to_bytes());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;
use std::ops::Range;

use super::limit;
use super::pass::{Pass, SummedHeads, equity};
use super::records::Record;
use super::weights::{BLOCK, FIRST_NARROW, ROWS, Weights};
use crate::dice::GameDice;
use crate::net::{InstructionSet, NARROW_LIMIT, Network, WeightsError, Work, sha256};
use crate::parallel;
use crate::position::Position;

/// The number of parts of a batch. It does not depend on the number of threads, so that sums always have the same order.
const PARTS: usize = 2;

/// Adam's constants: the decay rates of the first and second moments, and the term that keeps a step finite.
const KEEP_MEAN: f32 = 0.9;
const KEEP_SQUARE: f32 = 0.999;
const TINY: f32 = 1e-8;

/// A network being fitted, with the state of the optimiser.
#[derive(Debug, Clone)]
pub struct Fit {
    weights: Weights,
    mean: Weights,
    square: Weights,
    parts: [Part; PARTS],
    set: InstructionSet,
}

/// One part of a batch: the buffers of its forward and backward pass, and its gradient without the first-layer rows.
#[derive(Debug, Clone)]
struct Part {
    pass: Pass,
    gradient: Weights,
    squared_error: f64,
}

/// The bytes are not a checkpoint of a fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CheckpointError;

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a usable checkpoint: of another kind or version, truncated or corrupt")
    }
}

impl std::error::Error for CheckpointError {}

const MAGIC: &[u8; 8] = b"GAMMONF2";

impl Fit {
    /// Starts from small random weights, determined by the seed. `hidden` is rounded up to a multiple of 128.
    #[must_use]
    pub fn new(hidden: usize, seed: u64) -> Self {
        // No game has this number, so the weights do not share random numbers with self-play.
        let mut dice = GameDice::new(seed, u64::MAX);
        let mut turn = 0;
        let random = || {
            turn += 1;
            dice.choice(turn, 1 << 24) as f32 / (1 << 23) as f32 - 1.0
        };
        let hidden = hidden.max(1).next_multiple_of(128);
        Self::of(Weights::random(hidden, random), Weights::zero(hidden), Weights::zero(hidden))
    }

    /// Starts from the weights of a network. They have the precision of its quantised weights.
    #[must_use]
    pub fn from_network(network: &Network) -> Self {
        let weights = Weights::from_float_network(&network.to_float());
        let hidden = weights.hidden;
        Self::of(weights, Weights::zero(hidden), Weights::zero(hidden))
    }

    fn of(weights: Weights, mean: Weights, square: Weights) -> Self {
        let part = Part { pass: Pass::default(), gradient: Weights::without_rows(weights.hidden), squared_error: 0.0 };
        Self { weights, mean, square, parts: [part.clone(), part], set: InstructionSet::best() }
    }

    /// The same fit, computed with the given instruction set. Results are the same; only the speed differs.
    ///
    /// The default is the processor's best one. One that the processor lacks is replaced by the baseline.
    #[must_use]
    pub fn with_instruction_set(mut self, set: InstructionSet) -> Self {
        self.set = set;
        self
    }

    /// Writes a checkpoint: the weights and the state of the optimiser.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend((self.weights.hidden as u64).to_le_bytes());
        for part in [&self.weights, &self.mean, &self.square].into_iter().flat_map(Weights::parts) {
            let start = bytes.len();
            bytes.resize(start + 4 * part.len(), 0);
            for (place, weight) in bytes[start..].as_chunks_mut().0.iter_mut().zip(part) {
                *place = weight.to_le_bytes();
            }
        }
        let hash = sha256(&bytes);
        bytes.extend(hash);
        bytes
    }

    /// Reads a checkpoint written by [`Fit::to_bytes`].
    ///
    /// # Errors
    ///
    /// [`CheckpointError`] if the bytes are not a checkpoint.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, CheckpointError> {
        let (bytes, hash) = bytes.split_last_chunk::<32>().ok_or(CheckpointError)?;
        let rest = bytes.strip_prefix(MAGIC).ok_or(CheckpointError)?;
        if *hash != sha256(bytes) {
            return Err(CheckpointError);
        }
        let (hidden, rest) = rest.split_first_chunk().ok_or(CheckpointError)?;
        let hidden = usize::try_from(u64::from_le_bytes(*hidden)).map_err(|_| CheckpointError)?;
        if hidden == 0 || !hidden.is_multiple_of(128) || hidden > 2048 {
            return Err(CheckpointError);
        }
        let (numbers, odd) = rest.as_chunks::<4>();
        let mut numbers = numbers.iter().map(|number| f32::from_le_bytes(*number));
        let mut all = [Weights::zero(hidden), Weights::zero(hidden), Weights::zero(hidden)];
        for place in all.iter_mut().flat_map(Weights::parts_mut).flatten() {
            *place = numbers.next().ok_or(CheckpointError)?;
        }
        if numbers.next().is_some() || !odd.is_empty() {
            return Err(CheckpointError);
        }
        let [weights, mean, square] = all;
        Ok(Self::of(weights, mean, square))
    }

    /// Quantises the weights to a network that can play.
    ///
    /// # Errors
    ///
    /// [`WeightsError`] if output weights have grown too large for the integer types. [`Fit::step`] limits those of the first
    /// layer.
    pub fn to_network(&self) -> Result<Network, WeightsError> {
        Network::quantise(&self.weights.to_float_network())
    }

    /// Takes one Adam step with learning rate `rate` on a batch. Returns the mean squared error in equity before the step.
    ///
    /// The result is the same with one thread and with two.
    pub fn step(&mut self, batch: &[Record], rate: f32, two_threads: bool) -> f64 {
        if batch.is_empty() {
            return 0.0;
        }
        // The batch is split at a family's start, so that siblings stay in one part.
        let middle = (batch.len() / 2..batch.len()).find(|&record| !batch[record].sibling).unwrap_or(batch.len());
        let (first, second) = batch.split_at(middle);
        let (set, weights, heads) = (self.set, &self.weights, &SummedHeads::of(&self.weights));
        let [one, other] = &mut self.parts;
        let go = |part, records| set.run(RunPass { part, weights, heads, records });
        parallel::join(two_threads, || go(one, first), || go(other, second));

        let step = Step { scale: 1.0 / batch.len() as f32, rate };
        let passes = [&self.parts[0].pass, &self.parts[1].pass];
        let hidden = self.weights.hidden;
        // The rows are split so that each thread has half of the work.
        let active_before = |row| passes[0].active_before(row) + passes[1].active_before(row);
        let middle = (0..ROWS).find(|&row| 2 * active_before(row) >= active_before(ROWS)).unwrap_or(ROWS);
        let (low, high) = Rows::of(hidden, &mut self.weights, &mut self.mean, &mut self.square).split_at(middle);
        let take = |first, rows| set.run(StepRows { step, passes, first, rows });
        parallel::join(two_threads, || take(0, low), || take(middle, high));

        let [one, other] = &mut self.parts;
        for part in [&mut *one, &mut *other] {
            part.gradient.heads.share();
            part.gradient.pruning.share();
        }
        let parts = self.weights.parts_mut().zip(self.mean.parts_mut()).zip(self.square.parts_mut());
        let gradients = one.gradient.parts_mut().zip(other.gradient.parts_mut());
        // The first item is the rows, which have been stepped above.
        for (((weights, mean), square), (one, other)) in parts.zip(gradients).skip(1) {
            set.run(StepRest { step, weights, mean, square, gradients: [one, other] });
        }
        self.keep_in_range(two_threads);
        let squares: f64 = self.parts.iter().map(|part| part.squared_error).sum();
        squares / batch.len() as f64
    }

    /// Limits the first-layer weights so that the network can be quantised.
    fn keep_in_range(&mut self, two_threads: bool) {
        let (set, weights) = (self.set, &self.weights);
        let all = limit::blocks(weights);
        let (mut low, mut high) = (Vec::new(), Vec::new());
        let look = |blocks, found: &mut _| *found = set.run(LargestSums { weights, blocks });
        parallel::join(two_threads, || look(0..all / 2, &mut low), || look(all / 2..all, &mut high));
        low.append(&mut high);
        limit::scale_down(&mut self.weights, &low);
    }

    /// The mean squared error in equity on records, without learning from them.
    #[must_use]
    pub fn squared_error(&mut self, records: &[Record]) -> f64 {
        let equities = self.equities(records);
        let squares = equities.iter().zip(records).map(|(equity, record)| f64::from(equity - label(record)).powi(2));
        squares.sum::<f64>() / records.len().max(1) as f64
    }

    /// The equity lost by choosing plays with these weights: the sum over families of siblings, and the number of families.
    ///
    /// In each family, the loss is the difference between the labels of the best position and of the one that these weights
    /// rate best, both for the player who made the play.
    #[must_use]
    pub fn loss(&mut self, records: &[Record]) -> (f64, usize) {
        let equities = self.equities(records);
        let (mut lost, mut families) = (0.0, 0);
        let mut rest = equities.as_slice();
        for family in records.chunk_by(|_, next| next.sibling) {
            let (looks, later) = rest.split_at(family.len());
            rest = later;
            // Equities are for the opponent, who is on roll: less is better for the player who made the play.
            let chosen = looks.iter().zip(family).min_by(|(one, _), (other, _)| one.total_cmp(other));
            let best = family.iter().map(label).min_by(f32::total_cmp);
            if let (Some((_, chosen)), Some(best), 2..) = (chosen, best, family.len()) {
                lost += f64::from(label(chosen) - best);
                families += 1;
            }
        }
        (lost, families)
    }

    fn equities(&mut self, records: &[Record]) -> Vec<f32> {
        let heads = SummedHeads::of(&self.weights);
        let (set, weights, pass) = (self.set, &self.weights, &mut self.parts[0].pass);
        let positions: Vec<_> = records.iter().map(|record| record.position).collect();
        let look = |positions| set.run(EstimateEquities { pass: &mut *pass, weights, heads: &heads, positions });
        positions.chunks(1024).flat_map(look).collect()
    }
}

/// The equity of a record's label.
fn label(record: &Record) -> f32 {
    equity(record.label) - 1.0
}

/// A forward and backward pass over one part of a batch.
struct RunPass<'a> {
    part: &'a mut Part,
    weights: &'a Weights,
    heads: &'a SummedHeads,
    records: &'a [Record],
}

impl Work for RunPass<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { part, weights, heads, records } = self;
        part.squared_error = part.pass.run(weights, heads, records, &mut part.gradient);
    }
}

/// Finds the largest absolute sums of some blocks of units; see [`limit::largest_sums`].
struct LargestSums<'a> {
    weights: &'a Weights,
    blocks: Range<usize>,
}

impl Work for LargestSums<'_> {
    type Output = Vec<[f32; BLOCK]>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        limit::largest_sums(self.weights, self.blocks)
    }
}

/// Estimates the equities of positions with the current weights.
struct EstimateEquities<'a> {
    pass: &'a mut Pass,
    weights: &'a Weights,
    heads: &'a SummedHeads,
    positions: &'a [Position],
}

impl Work for EstimateEquities<'_> {
    type Output = Vec<f32>;

    #[inline(always)]
    fn run(self) -> Vec<f32> {
        self.pass.equities(self.weights, self.heads, self.positions)
    }
}

/// A range of first-layer rows, with Adam's moments.
struct Rows<'a> {
    hidden: usize,
    weights: &'a mut [f32],
    mean: &'a mut [f32],
    square: &'a mut [f32],
}

impl<'a> Rows<'a> {
    fn of(hidden: usize, weights: &'a mut Weights, mean: &'a mut Weights, square: &'a mut Weights) -> Self {
        Self { hidden, weights: &mut weights.rows, mean: &mut mean.rows, square: &mut square.rows }
    }

    fn split_at(self, row: usize) -> (Self, Self) {
        let hidden = self.hidden;
        let (low_weights, weights) = self.weights.split_at_mut(row * hidden);
        let (low_mean, mean) = self.mean.split_at_mut(row * hidden);
        let (low_square, square) = self.square.split_at_mut(row * hidden);
        let low = Self { hidden, weights: low_weights, mean: low_mean, square: low_square };
        (low, Self { hidden, weights, mean, square })
    }
}

/// The constants of one Adam step.
#[derive(Debug, Clone, Copy)]
struct Step {
    /// One over the batch size, which turns a sum over the batch into a mean.
    scale: f32,
    rate: f32,
}

/// An Adam step for a range of first-layer rows, from row number `first` on.
struct StepRows<'a> {
    step: Step,
    passes: [&'a Pass; PARTS],
    first: usize,
    rows: Rows<'a>,
}

impl Work for StepRows<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { step, passes, first, rows: Rows { hidden, weights, mean, square } } = self;
        for block in 0..hidden / BLOCK {
            for row in 0..weights.len() / hidden {
                let number = first + row;
                if passes.iter().all(|pass| pass.active_before(number) == pass.active_before(number + 1)) {
                    continue;
                }
                let mut gradient = [0.0; BLOCK];
                for pass in passes {
                    pass.row_gradient(number, block, &mut gradient);
                }
                let range = row * hidden + block * BLOCK..row * hidden + (block + 1) * BLOCK;
                let weights = &mut weights[range.clone()];
                step.adam(weights, &mut mean[range.clone()], &mut square[range], &gradient);
                if number >= FIRST_NARROW {
                    // The quantised weights are bytes.
                    for weight in weights {
                        *weight = weight.clamp(-NARROW_LIMIT, NARROW_LIMIT);
                    }
                }
            }
        }
    }
}

/// An Adam step for one slice of the other weights. Adds up the parts' gradients, and clears them for the next batch.
struct StepRest<'a> {
    step: Step,
    weights: &'a mut [f32],
    mean: &'a mut [f32],
    square: &'a mut [f32],
    gradients: [&'a mut [f32]; PARTS],
}

impl Work for StepRest<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let [one, other] = self.gradients;
        for (one, other) in one.iter_mut().zip(other) {
            *one += std::mem::take(other);
        }
        self.step.adam(self.weights, self.mean, self.square, one);
        one.fill(0.0);
    }
}

impl Step {
    /// Applies the step to a slice of weights.
    #[inline(always)]
    fn adam(self, weights: &mut [f32], mean: &mut [f32], square: &mut [f32], gradient: &[f32]) {
        for (((weight, mean), square), gradient) in weights.iter_mut().zip(mean).zip(square).zip(gradient) {
            let gradient = gradient * self.scale;
            *mean = KEEP_MEAN * *mean + (1.0 - KEEP_MEAN) * gradient;
            *square = KEEP_SQUARE * *square + (1.0 - KEEP_SQUARE) * gradient * gradient;
            *weight -= self.rate * *mean / (square.sqrt() + TINY);
        }
    }
}
