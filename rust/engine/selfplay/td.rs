//! A first network from nothing: temporal-difference learning by self-play.
//!
//! Both sides play what the present weights like best. After each turn the estimate for the position before it moves towards
//! the estimate for the position after it, and at the end towards what happened: TD(0) on the positions that the player on
//! roll meets before he throws. Tesauro, "Temporal difference learning and TD-Gammon" (1995).
//!
//! Learning is in floating point and in one thread, in a fixed order of operations: the same seed and the same schedule give
//! the same weights.

use std::fmt;

use crate::dice::{GameDice, Roll};
use crate::eval::{consistent, known};
use crate::movegen;
use crate::net::{self, Network, OUTPUTS, WeightsError};
use crate::outcome::Outcome;
use crate::point::PLACES;
use crate::position::{MAX_CHECKERS, Position};

/// Inputs of one place of one side: at least one checker, two, three, and half of the rest, as in TD-Gammon.
const UNITS: usize = 4;

/// Sums that are kept apart until the end, so that the compiler may use vectors and the order is still fixed.
const LANES: usize = 16;

/// A network while it learns: one hidden layer of clipped rectifiers, five logistic outputs.
#[derive(Debug, Clone, PartialEq)]
pub struct Learner {
    hidden: usize,
    seed: u64,
    games: u64,
    /// First-layer weights by side, place, unit and hidden unit, first-layer biases, output weights by output and hidden
    /// unit, output biases.
    weights: Vec<f32>,
    /// What each number of checkers lights, and how strongly.
    lit: [[f32; UNITS]; MAX_CHECKERS as usize + 1],
}

/// Why bytes are no learner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CheckpointError;

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a checkpoint of this version's TD learner, or cut short")
    }
}

impl std::error::Error for CheckpointError {}

/// Room for the candidates of one turn.
#[derive(Default)]
struct Room {
    candidates: Vec<Position>,
    root: Vec<f32>,
    sums: Vec<f32>,
}

const MAGIC: &[u8; 8] = b"GAMMONTD";

impl Learner {
    /// Fresh weights: small, random, from the seed alone. `hidden` is rounded up to a multiple of 32.
    #[must_use]
    pub fn new(hidden: usize, seed: u64) -> Self {
        let hidden = hidden.max(1).next_multiple_of(32);
        // The choices of a game that is never played.
        let mut dice = GameDice::new(seed, u64::MAX);
        let mut turn = 0;
        let mut random = |middle: f32, spread: f32| {
            turn += 1;
            middle + spread * (dice.choice(turn, 1 << 24) as f32 / (1 << 23) as f32 - 1.0)
        };
        let mut weights: Vec<f32> = (0..2 * PLACES * UNITS * hidden).map(|_| random(0.0, 0.15)).collect();
        weights.extend((0..hidden).map(|_| random(0.3, 0.3)));
        weights.extend((0..OUTPUTS * hidden).map(|_| random(0.0, 0.1)));
        // Gammons are rarer than wins, and backgammons rare.
        weights.extend([0.0, -1.0, -3.0, -1.0, -3.0]);
        Self { hidden, seed, games: 0, weights, lit: lit() }
    }

    /// Games learnt from so far.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Everything that is needed to go on later.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend((self.hidden as u64).to_le_bytes());
        bytes.extend(self.seed.to_le_bytes());
        bytes.extend(self.games.to_le_bytes());
        bytes.extend(self.weights.iter().flat_map(|weight| weight.to_le_bytes()));
        bytes
    }

    /// Reads what [`Learner::to_bytes`] wrote.
    ///
    /// # Errors
    ///
    /// [`CheckpointError`] if the bytes are something else.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, CheckpointError> {
        let (header, weights) = bytes.split_at_checked(32).ok_or(CheckpointError)?;
        let (words, _) = header.as_chunks::<8>();
        let [magic, hidden, seed, games] = words else { return Err(CheckpointError) };
        let [hidden, seed, games] = [hidden, seed, games].map(|word| u64::from_le_bytes(*word));
        let (weights, rest) = weights.as_chunks::<4>();
        let hidden = usize::try_from(hidden).map_err(|_| CheckpointError)?;
        let expected =
            hidden.checked_mul(2 * PLACES * UNITS + 1 + OUTPUTS).and_then(|count| count.checked_add(OUTPUTS));
        if magic != MAGIC
            || hidden == 0
            || !hidden.is_multiple_of(LANES)
            || Some(weights.len()) != expected
            || !rest.is_empty()
        {
            return Err(CheckpointError);
        }
        let weights = weights.iter().map(|weight| f32::from_le_bytes(*weight)).collect();
        Ok(Self { hidden, seed, games, weights, lit: lit() })
    }

    /// Rounds the weights to a network that can play.
    ///
    /// # Errors
    ///
    /// [`WeightsError`] if they have grown too large for the integers.
    pub fn to_network(&self) -> Result<Network, WeightsError> {
        let (bias, outputs, output_bias) = self.later_layers();
        Network::quantise(
            |side, place, count| {
                let mut row = vec![0.0; self.hidden];
                self.change(&mut row, side, place, 0, count);
                row
            },
            bias,
            outputs,
            std::array::from_fn(|output| output_bias[output]),
        )
    }

    /// Plays one more game against itself and learns from each of its turns, with steps of size `rate`.
    pub fn learn_from_game(&mut self, rate: f32) {
        let mut room = Room::default();
        let mut dice = GameDice::new(self.seed, self.games);
        self.games += 1;
        let (first, second) = dice.opening();
        let mut roll = Roll::of(first, second);
        let mut position = Position::START;
        let mut turn = 0;
        while !position.is_over() {
            let (next, outcome) = self.best(position, roll, &mut room);
            self.learn(position, outcome.swap(), rate, &mut room.sums);
            position = next;
            turn += 1;
            roll = dice.roll(turn);
        }
    }

    fn first_layer(&self) -> usize {
        2 * PLACES * UNITS * self.hidden
    }

    /// First-layer biases, output weights, output biases.
    fn later_layers(&self) -> (&[f32], &[f32], &[f32]) {
        let (bias, outputs) = self.weights[self.first_layer()..].split_at(self.hidden);
        let (outputs, output_bias) = outputs.split_at(OUTPUTS * self.hidden);
        (bias, outputs, output_bias)
    }

    /// Where the weights of an input start.
    const fn row(&self, side: usize, place: usize, unit: usize) -> usize {
        ((side * PLACES + place) * UNITS + unit) * self.hidden
    }

    fn change(&self, sums: &mut [f32], side: usize, place: usize, from: u8, to: u8) {
        let (from, to) = (self.lit[usize::from(from)], self.lit[usize::from(to)]);
        for unit in 0..UNITS {
            let factor = to[unit] - from[unit];
            if factor != 0.0 {
                add_scaled(sums, &self.weights[self.row(side, place, unit)..], factor);
            }
        }
    }

    /// First-layer sums of a position.
    fn sums(&self, position: Position, sums: &mut Vec<f32>) {
        sums.clear();
        sums.extend_from_slice(self.later_layers().0);
        for (side, checkers) in [position.own, position.opponent].into_iter().enumerate() {
            for (place, count) in checkers.to_counts().into_iter().enumerate() {
                self.change(sums, side, place, 0, count);
            }
        }
    }

    /// Turns the sums of one position into those of another.
    fn update(&self, sums: &mut [f32], from: Position, to: Position) {
        for (side, from, to) in [(0, from.own, to.own), (1, from.opponent, to.opponent)] {
            let mut differing = from.0 ^ to.0;
            while differing != 0 {
                let place = differing.trailing_zeros() as usize / 4;
                differing &= !(15 << (4 * place));
                self.change(sums, side, place, from.count(place), to.count(place));
            }
        }
    }

    fn outputs(&self, sums: &[f32]) -> [f32; OUTPUTS] {
        let (_, outputs, output_bias) = self.later_layers();
        let values = std::array::from_fn(|output| {
            if output >= OUTPUTS {
                return 0.0;
            }
            let weights = &outputs[output * self.hidden..];
            let mut lanes = [0.0_f32; LANES];
            for (sums, weights) in sums.chunks_exact(LANES).zip(weights.chunks_exact(LANES)) {
                for lane in 0..LANES {
                    lanes[lane] += sums[lane].clamp(0.0, 1.0) * weights[lane];
                }
            }
            output_bias[output] + lanes.iter().sum::<f32>()
        });
        net::probabilities(values)
    }

    fn outcome(&self, position: Position, sums: &[f32]) -> Outcome {
        known(position).unwrap_or_else(|| consistent(position, self.outputs(sums)))
    }

    /// The best play of a roll, and the outcome after it, seen by the opponent.
    fn best(&self, position: Position, roll: Roll, room: &mut Room) -> (Position, Outcome) {
        room.candidates.clear();
        movegen::append_results(position, roll, &mut room.candidates);
        let passed = position.swap();
        self.sums(passed, &mut room.root);
        if room.candidates.is_empty() {
            return (passed, self.outcome(passed, &room.root));
        }
        let mut best: Option<(Position, Outcome)> = None;
        for &candidate in &room.candidates {
            room.sums.clone_from(&room.root);
            self.update(&mut room.sums, passed, candidate);
            let outcome = self.outcome(candidate, &room.sums);
            if best.is_none_or(|(_, best)| outcome.cubeless_equity() < best.cubeless_equity()) {
                best = Some((candidate, outcome));
            }
        }
        best.unwrap_or((passed, Outcome::default()))
    }

    /// Moves the estimate for a position a step towards a target: gradient descent on the cross-entropy of each output.
    fn learn(&mut self, position: Position, target: Outcome, rate: f32, sums: &mut Vec<f32>) {
        self.sums(position, sums);
        let steps: [f32; OUTPUTS] = {
            let (estimate, target) = (self.outputs(sums), target.to_array());
            std::array::from_fn(|output| rate * (target[output] - estimate[output]))
        };
        let hidden = self.hidden;
        let first = self.first_layer();
        let (inputs, later) = self.weights.split_at_mut(first);
        let (bias, later) = later.split_at_mut(hidden);
        let (outputs, output_bias) = later.split_at_mut(OUTPUTS * hidden);
        let mut errors = vec![0.0; hidden];
        for (output, step) in steps.into_iter().enumerate() {
            output_bias[output] += step;
            for ((weight, error), sum) in outputs[output * hidden..].iter_mut().zip(&mut errors).zip(&*sums) {
                *error += step * *weight;
                *weight += step * sum.clamp(0.0, 1.0);
            }
        }
        for (error, sum) in errors.iter_mut().zip(&*sums) {
            // A unit that is clipped learns nothing.
            if *sum <= 0.0 || *sum >= 1.0 {
                *error = 0.0;
            }
        }
        add_scaled(bias, &errors, 1.0);
        for (side, checkers) in [position.own, position.opponent].into_iter().enumerate() {
            for (place, count) in checkers.to_counts().into_iter().enumerate() {
                for (unit, factor) in self.lit[usize::from(count)].into_iter().enumerate() {
                    if factor != 0.0 {
                        let row = ((side * PLACES + place) * UNITS + unit) * hidden;
                        add_scaled(&mut inputs[row..row + hidden], &errors, factor);
                    }
                }
            }
        }
    }
}

fn lit() -> [[f32; UNITS]; MAX_CHECKERS as usize + 1] {
    std::array::from_fn(|count| {
        let at_least = |n| if count >= n { 1.0 } else { 0.0 };
        [at_least(1), at_least(2), at_least(3), count.saturating_sub(3) as f32 / 2.0]
    })
}

fn add_scaled(sums: &mut [f32], row: &[f32], factor: f32) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum += factor * weight;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_goes_on_as_if_nothing_had_happened() {
        let mut whole = Learner::new(32, 5);
        let mut halves = Learner::new(32, 5);
        for _ in 0..4 {
            whole.learn_from_game(0.01);
        }
        for _ in 0..2 {
            halves.learn_from_game(0.01);
        }
        let mut halves = Learner::from_bytes(&halves.to_bytes()).unwrap();
        for _ in 0..2 {
            halves.learn_from_game(0.01);
        }
        assert_eq!(whole, halves);
        let bytes = whole.to_bytes();
        assert_eq!(Learner::from_bytes(&bytes[..bytes.len() - 1]), Err(CheckpointError));
        assert_eq!(Learner::from_bytes(b"GAMMONTD"), Err(CheckpointError));
    }

    #[test]
    fn updated_sums_are_those_of_the_other_position() {
        let learner = Learner::new(32, 1);
        let (mut updated, mut fresh) = (Vec::new(), Vec::new());
        learner.sums(Position::START, &mut updated);
        learner.update(&mut updated, Position::START, Position::NACKGAMMON);
        learner.sums(Position::NACKGAMMON, &mut fresh);
        for (updated, fresh) in updated.iter().zip(&fresh) {
            assert!((updated - fresh).abs() < 1e-5);
        }
    }

    #[test]
    fn a_learnt_position_comes_nearer_to_its_target() {
        let mut learner = Learner::new(64, 9);
        let target =
            Outcome { win: 0.9, win_gammon: 0.3, win_backgammon: 0.05, lose_gammon: 0.05, lose_backgammon: 0.01 };
        let mut sums = Vec::new();
        for _ in 0..200 {
            learner.learn(Position::START, target, 0.05, &mut sums);
        }
        learner.sums(Position::START, &mut sums);
        for (estimate, target) in learner.outputs(&sums).into_iter().zip(target.to_array()) {
            assert!((estimate - target).abs() < 0.01, "{estimate} {target}");
        }
    }

    #[test]
    fn rounding_to_integers_keeps_the_estimates() {
        let mut learner = Learner::new(64, 2);
        for _ in 0..200 {
            learner.learn_from_game(0.01);
        }
        let evaluator = crate::Evaluator::new(learner.to_network().unwrap());
        let mut sums = Vec::new();
        for roll in Roll::all() {
            for play in movegen::plays(Position::START, roll) {
                learner.sums(play.position, &mut sums);
                let exact = learner.outcome(play.position, &sums).to_array();
                for (rounded, exact) in evaluator.evaluate(play.position).to_array().into_iter().zip(exact) {
                    // Some thirty roundings of half a 512th each, passed on by 64 small weights.
                    assert!((rounded - exact).abs() < 0.01, "{rounded} {exact}");
                }
            }
        }
    }
}
