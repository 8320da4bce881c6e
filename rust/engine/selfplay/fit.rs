//! Fitting a network to records: gradient descent in batches, with Adam's steps.
//!
//! Kingma and Ba, "Adam: a method for stochastic optimization" (2015). Rows of the first layer that a batch does not light
//! are left alone, moments and all.

use std::fmt;

use super::gradient::{FIRST_NARROW, ROWS, Trace, Weights};
use super::records::Record;
use crate::dice::GameDice;
use crate::net::{NARROW_LIMIT, Network, WeightsError, sha256};
use crate::parallel;

/// A batch is cut into so many parts whatever the threads, so that sums are in the same order everywhere.
const PARTS: usize = 2;

/// Adam's constants: how much of the means is kept, and what keeps a step finite.
const KEEP_MEAN: f32 = 0.9;
const KEEP_SQUARE: f32 = 0.999;
const TINY: f32 = 1e-8;

/// A network while it is fitted.
#[derive(Debug, Clone)]
pub struct Fit {
    weights: Weights,
    mean: Weights,
    square: Weights,
    parts: [Part; PARTS],
}

/// One part of a batch: its gradient, and which rows are in it.
#[derive(Debug, Clone)]
struct Part {
    gradient: Weights,
    touched: Vec<usize>,
    is_touched: Vec<bool>,
    trace: Trace,
    squared_error: f64,
}

/// Why bytes are no checkpoint of a fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CheckpointError;

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a checkpoint of this version's training, cut short, or damaged")
    }
}

impl std::error::Error for CheckpointError {}

const MAGIC: &[u8; 8] = b"GAMMONF2";

impl Fit {
    /// Fresh weights, small and random from the seed alone. `hidden` is rounded up to a multiple of 128.
    #[must_use]
    pub fn new(hidden: usize, seed: u64) -> Self {
        // The choices of a game that is never played.
        let mut dice = GameDice::new(seed, u64::MAX);
        let mut turn = 0;
        let random = || {
            turn += 1;
            dice.choice(turn, 1 << 24) as f32 / (1 << 23) as f32 - 1.0
        };
        let hidden = hidden.max(1).next_multiple_of(128);
        Self::of(Weights::random(hidden, random), Weights::zero(hidden), Weights::zero(hidden))
    }

    fn of(weights: Weights, mean: Weights, square: Weights) -> Self {
        let part = Part {
            gradient: Weights::zero(weights.hidden),
            touched: Vec::new(),
            is_touched: vec![false; ROWS],
            trace: Trace::default(),
            squared_error: 0.0,
        };
        Self { weights, mean, square, parts: [part.clone(), part] }
    }

    /// Everything that is needed to go on later.
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

    /// Reads what [`Fit::to_bytes`] wrote.
    ///
    /// # Errors
    ///
    /// [`CheckpointError`] if the bytes are something else.
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

    /// Rounds the weights to a network that can play.
    ///
    /// # Errors
    ///
    /// [`WeightsError`] if they have grown too large for the integers.
    pub fn to_network(&self) -> Result<Network, WeightsError> {
        Network::quantise(&self.weights.to_float_network())
    }

    /// Takes one step of size `rate` towards the labels of a batch; returns the mean squared error in equity before it.
    ///
    /// The result does not depend on whether two threads are used.
    pub fn step(&mut self, batch: &[Record], rate: f32, two_threads: bool) -> f64 {
        if batch.is_empty() {
            return 0.0;
        }
        let (first, second) = batch.split_at(batch.len() / 2);
        let weights = &self.weights;
        let [one, other] = &mut self.parts;
        parallel::join(two_threads, || one.add(weights, first), || other.add(weights, second));

        let scale = 1.0 / batch.len() as f32;
        let hidden = self.weights.hidden;
        for row in std::mem::take(&mut other.touched) {
            other.is_touched[row] = false;
            if !std::mem::replace(&mut one.is_touched[row], true) {
                one.touched.push(row);
            }
        }
        let mut touched = std::mem::take(&mut one.touched);
        for &row in &touched {
            one.is_touched[row] = false;
            let range = row * hidden..(row + 1) * hidden;
            adam(
                &mut self.weights.rows[range.clone()],
                &mut self.mean.rows[range.clone()],
                &mut self.square.rows[range.clone()],
                [&mut one.gradient.rows[range.clone()], &mut other.gradient.rows[range]],
                scale,
                rate,
            );
            if row >= FIRST_NARROW {
                // What the integers can hold.
                for weight in &mut self.weights.rows[row * hidden..(row + 1) * hidden] {
                    *weight = weight.clamp(-NARROW_LIMIT, NARROW_LIMIT);
                }
            }
        }
        touched.clear();
        one.touched = touched;
        let parts = self.weights.parts_mut().zip(self.mean.parts_mut()).zip(self.square.parts_mut());
        let gradients = one.gradient.parts_mut().zip(other.gradient.parts_mut());
        // The rows come first, and have been seen to.
        for (((weights, mean), square), (one, other)) in parts.zip(gradients).skip(1) {
            adam(weights, mean, square, [one, other], scale, rate);
        }
        let squares: f64 = self.parts.iter_mut().map(|part| std::mem::take(&mut part.squared_error)).sum();
        squares / batch.len() as f64
    }

    /// The mean squared error in equity on records that are not learnt from.
    #[must_use]
    pub fn squared_error(&mut self, records: &[Record]) -> f64 {
        let trace = &mut self.parts[0].trace;
        let equity = |[win, win_gammon, win_backgammon, lose_gammon, lose_backgammon]: [f32; 5]| {
            f64::from(2.0 * win - 1.0 + win_gammon - lose_gammon + win_backgammon - lose_backgammon)
        };
        let errors = records.iter().map(|record| {
            let estimate = self.weights.outcome(record.position, trace);
            (equity(estimate.to_array()) - equity(record.label)).powi(2)
        });
        errors.sum::<f64>() / records.len().max(1) as f64
    }
}

impl Part {
    fn add(&mut self, weights: &Weights, records: &[Record]) {
        for record in records {
            let lights = |row: usize| {
                if !std::mem::replace(&mut self.is_touched[row], true) {
                    self.touched.push(row);
                }
            };
            let error = weights.backward(record.position, record.label, &mut self.trace, &mut self.gradient, lights);
            self.squared_error += f64::from(error).powi(2);
        }
    }
}

/// One step of Adam for some weights; the gradients are used up.
fn adam(
    weights: &mut [f32],
    mean: &mut [f32],
    square: &mut [f32],
    gradients: [&mut [f32]; PARTS],
    scale: f32,
    rate: f32,
) {
    let [one, other] = gradients;
    for (((weight, mean), square), (one, other)) in
        weights.iter_mut().zip(mean).zip(square).zip(one.iter_mut().zip(other))
    {
        let gradient = (*one + *other) * scale;
        *one = 0.0;
        *other = 0.0;
        *mean = KEEP_MEAN * *mean + (1.0 - KEEP_MEAN) * gradient;
        *square = KEEP_SQUARE * *square + (1.0 - KEEP_SQUARE) * gradient * gradient;
        *weight -= rate * *mean / (square.sqrt() + TINY);
    }
}
