//! Where estimates come from: the network or what stands in for it, and exact tables.

use std::fmt::Debug;
use std::sync::Arc;

use crate::net::{Accumulator, Network};
use crate::outcome::Outcome;
use crate::position::Position;
use crate::value::{Cube, Scoring};

/// What can stand in for the network.
pub trait Estimate: Debug + Send + Sync {
    /// Estimates how the game from each position ends, seen by the player on roll: win, win gammon, win backgammon, lose
    /// gammon, lose backgammon, each of a gammon or more and so on. Writes as many as there are positions.
    ///
    /// It is not asked about finished games, nor about what a table knows. Probabilities that contradict each other or the
    /// rules are put right by the evaluator.
    fn estimate(&self, positions: &[Position], into: &mut Vec<[f32; 5]>);
}

/// Exact answers about some positions. Finished games are not asked about.
pub trait Table: Debug + Send + Sync {
    /// How the game from a position ends without a cube, seen by the player on roll; `None` where the table does not reach.
    fn outcome(&self, position: Position) -> Option<Outcome>;

    /// What a position is worth with a cube if the player on roll does not double: points per unit of the cube, or
    /// match-winning chance; `None` where the table does not say.
    ///
    /// A cube may be given as another one with which every position is worth the same ([`CubeModel::canonical`]).
    ///
    /// [`CubeModel::canonical`]: crate::value::CubeModel::canonical
    fn no_double(&self, position: Position, scoring: Scoring, cube: Cube) -> Option<f64>;
}

/// Where estimates come from.
#[derive(Debug, Clone)]
pub(super) enum Source {
    Network(Box<Network>),
    Other(Arc<dyn Estimate>),
}

/// What is kept from position to position: the network's accumulator, or what was estimated in its place.
#[derive(Debug, Default)]
pub(crate) struct Context {
    accumulator: Option<Accumulator>,
    /// Positions that were estimated together, in order of position, with what was found.
    estimated: Vec<(Position, [f32; 5])>,
    asked: Vec<Position>,
    answers: Vec<[f32; 5]>,
}

impl Context {
    /// Asks about several positions at once, and keeps the answers.
    pub(super) fn estimate(&mut self, estimate: &dyn Estimate, positions: impl Iterator<Item = Position>) {
        self.asked.clear();
        self.asked.extend(positions);
        self.asked.sort_unstable();
        self.asked.dedup();
        self.answers.clear();
        if !self.asked.is_empty() {
            estimate.estimate(&self.asked, &mut self.answers);
        }
        assert_eq!(self.asked.len(), self.answers.len(), "an estimate for each position");
        self.estimated.clear();
        self.estimated.extend(self.asked.iter().copied().zip(self.answers.iter().copied()));
    }

    /// What was estimated of a position, now or before.
    fn of(&mut self, estimate: &dyn Estimate, position: Position) -> [f32; 5] {
        if let Ok(at) = self.estimated.binary_search_by(|(other, _)| other.cmp(&position)) {
            return self.estimated[at].1;
        }
        self.answers.clear();
        estimate.estimate(&[position], &mut self.answers);
        self.answers[0]
    }
}

impl Source {
    pub(super) fn move_to(&self, context: &mut Context, position: Position) {
        let Self::Network(network) = self else { return };
        if let Some(accumulator) = &mut context.accumulator {
            network.refresh(accumulator, position);
        } else {
            context.accumulator = Some(network.accumulator(position));
        }
    }

    /// The five outputs for a position near the one that the context was moved to.
    #[inline]
    pub(super) fn outputs(&self, context: &mut Context, position: Position) -> [f32; 5] {
        match self {
            Self::Network(network) => {
                network.outputs(context.accumulator.as_mut().expect("moved to a position before"), position)
            }
            Self::Other(estimate) => context.of(&**estimate, position),
        }
    }

    /// The five outputs for a position, whatever the context was moved to.
    #[inline]
    pub(super) fn outputs_alone(&self, context: &mut Context, position: Position) -> [f32; 5] {
        match self {
            Self::Network(network) => {
                network.outputs_alone(context.accumulator.get_or_insert_with(|| Accumulator::new(position)), position)
            }
            Self::Other(estimate) => context.of(&**estimate, position),
        }
    }

    /// The pruning outputs for positions near the one that the context was moved to; without a network, the full ones, and
    /// nothing about what is certain.
    pub(super) fn pruning_outputs(
        &self,
        context: &mut Context,
        positions: &[Position],
        into: &mut Vec<[f32; 5]>,
        is_certain: impl Fn(Position) -> bool,
    ) {
        match self {
            Self::Network(network) => {
                network.pruning_outputs(
                    context.accumulator.as_mut().expect("moved to a position before"),
                    positions,
                    into,
                );
            }
            Self::Other(estimate) => {
                into.clear();
                into.extend(
                    positions.iter().map(|&position| {
                        if is_certain(position) { [0.0; 5] } else { context.of(&**estimate, position) }
                    }),
                );
            }
        }
    }
}
