//! The 0-ply choice of a play with a cube: all candidates are pruned, and the rest evaluated in full.

use crate::eval::{Context, MOST_UNPRUNED, PRUNING_MARGIN, order};
use crate::position::Position;
use crate::search::game::{Game, Seat, Worth};
use crate::value::Cube;

/// The pruning margin in cubeful equity: plays that trail the best by more than this are discarded.
///
/// It is wider than the cubeless margin because equity with a live centred cube is 5/3 as steep between the cash
/// points.
const CUBEFUL_PRUNING_MARGIN: f64 = PRUNING_MARGIN as f64 * 5.0 / 3.0;

/// Buffers for choosing plays with one or more cubes.
#[derive(Debug, Default)]
pub(crate) struct Choice {
    /// The cubes for which plays are chosen.
    pub(crate) cubes: Vec<Cube>,
    /// The pruning outputs of each candidate.
    outputs: Vec<[f32; 5]>,
    /// The values by the pruning outputs: those of the first candidate with each cube, then those of the second, and so on.
    pruning_values: Vec<f64>,
    /// Whether a candidate survives pruning with a cube, in the same order.
    surviving: Vec<bool>,
    /// The position after the best play with each cube, and its value for the player who makes the play.
    pub(crate) best: Vec<(Position, Worth)>,
}

impl Choice {
    /// Marks, for each cube, the candidates that survive pruning.
    fn prune(&mut self, game: &Game<'_>, seat: Seat, context: &mut Context, candidates: &[Position]) {
        let Self { cubes, outputs, pruning_values, surviving, .. } = self;
        surviving.clear();
        surviving.resize(candidates.len() * cubes.len(), true);
        if candidates.len() <= MOST_UNPRUNED {
            return;
        }
        pruning_values.clear();
        for (&candidate, theirs) in candidates.iter().zip(game.evaluator.pruning_outcomes(context, candidates, outputs))
        {
            pruning_values.extend(cubes.iter().map(|&cube| game.after_play(seat, candidate, theirs, cube)));
        }
        for (at, &cube) in cubes.iter().enumerate() {
            let pruning_values = pruning_values.iter().skip(at).step_by(cubes.len());
            let best = pruning_values.clone().copied().fold(f64::NEG_INFINITY, f64::max);
            let threshold = best - CUBEFUL_PRUNING_MARGIN * game.model(seat).unit(cube);
            for (survives, &value) in surviving.iter_mut().skip(at).step_by(cubes.len()).zip(pruning_values) {
                *survives = value >= threshold;
            }
        }
    }

    /// Finds the best candidate with each cube. `candidates` must not be empty.
    pub(crate) fn make(&mut self, game: &Game<'_>, seat: Seat, context: &mut Context, candidates: &[Position]) {
        self.prune(game, seat, context, candidates);
        let Self { cubes, surviving, best, .. } = self;
        best.clear();
        let unset = Worth { value: f64::NEG_INFINITY, ..Worth::default() };
        best.resize(cubes.len(), (Position::START, unset));
        for (&candidate, surviving) in candidates.iter().zip(surviving.chunks(cubes.len())) {
            if !surviving.contains(&true) {
                continue;
            }
            let theirs = game.evaluator.judge(context, candidate);
            for ((best, &cube), &survives) in best.iter_mut().zip(&*cubes).zip(surviving) {
                if !survives {
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
