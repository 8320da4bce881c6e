//! The choice of a play with a cube: a quick look at all, a full one at those that deserve it.

use crate::eval::{Context, FEW, PRUNING_MARGIN, order};
use crate::position::Position;
use crate::search::game::{Game, Seat, Worth};
use crate::value::Cube;

/// Plays that look worse than the best-looking one by more than this, in equity, are not looked at in full: without a cube
/// it is less, as equity with a live one in the centre is 5/3 as steep between the points where it is cashed.
const CUBEFUL_PRUNING_MARGIN: f64 = PRUNING_MARGIN as f64 * 5.0 / 3.0;

/// Room in which plays are chosen.
#[derive(Debug, Default)]
pub(crate) struct Choice {
    /// The cubes with which plays are chosen.
    pub(crate) cubes: Vec<Cube>,
    /// What the quick look puts out.
    outputs: Vec<[f32; 5]>,
    /// Values by the quick look: of each candidate with each cube.
    pruning_values: Vec<f64>,
    /// Whether a candidate deserves a full look with a cube.
    deserves: Vec<bool>,
    /// The best position with each cube, and what it is worth to the player who plays into it.
    pub(crate) best: Vec<(Position, Worth)>,
}

impl Choice {
    /// Finds out by a quick look which candidates deserve a full one with which cube.
    fn look(&mut self, game: &Game<'_>, seat: Seat, context: &mut Context, candidates: &[Position]) {
        let Self { cubes, outputs, pruning_values, deserves, .. } = self;
        deserves.clear();
        deserves.resize(candidates.len() * cubes.len(), true);
        if candidates.len() <= FEW {
            return;
        }
        pruning_values.clear();
        for (&candidate, theirs) in candidates.iter().zip(game.evaluator.pruning_outcomes(context, candidates, outputs))
        {
            pruning_values.extend(cubes.iter().map(|&cube| game.after_play(seat, candidate, theirs, cube)));
        }
        for (at, &cube) in cubes.iter().enumerate() {
            let pruning_values = pruning_values.iter().skip(at).step_by(cubes.len());
            let most = pruning_values.clone().copied().fold(f64::NEG_INFINITY, f64::max);
            let least = most - CUBEFUL_PRUNING_MARGIN * game.model(seat).unit(cube);
            for (deserves, &value) in deserves.iter_mut().skip(at).step_by(cubes.len()).zip(pruning_values) {
                *deserves = value >= least;
            }
        }
    }

    /// Finds the best of the candidates, of which there must be one, with each cube.
    pub(crate) fn make(&mut self, game: &Game<'_>, seat: Seat, context: &mut Context, candidates: &[Position]) {
        self.look(game, seat, context, candidates);
        let Self { cubes, deserves, best, .. } = self;
        best.clear();
        let nothing = Worth { value: f64::NEG_INFINITY, ..Worth::default() };
        best.resize(cubes.len(), (Position::START, nothing));
        for (&candidate, deserves) in candidates.iter().zip(deserves.chunks(cubes.len())) {
            if !deserves.contains(&true) {
                continue;
            }
            let theirs = game.evaluator.judge(context, candidate);
            for ((best, &cube), &deserves) in best.iter_mut().zip(&*cubes).zip(deserves) {
                if !deserves {
                    continue;
                }
                let value = game.after_play(seat, candidate, theirs, cube);
                let worth = Worth { value, outcome: theirs.swap() };
                if order((worth.rank(), candidate), (best.1.rank(), best.0)).is_lt() {
                    *best = (candidate, worth);
                }
            }
        }
    }
}
