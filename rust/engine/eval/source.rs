//! Sources of evaluations: the network, an estimate that replaces it, and exact tables.

use std::fmt::Debug;
use std::sync::Arc;

use crate::net::{Accumulator, Network};
use crate::outcome::Outcome;
use crate::point::BAR;
use crate::position::Position;
use crate::value::{Cube, CubeModel};

/// An evaluation function that can replace the network.
pub trait Estimate: Debug + Send + Sync {
    /// Appends five probabilities for each position, for the player on roll: win, win gammon, win backgammon, lose
    /// gammon, lose backgammon. Gammons include backgammons, and wins include both.
    ///
    /// Never called for finished games or for positions that a table covers. The evaluator clamps probabilities that
    /// contradict each other or the rules.
    fn estimate(&self, positions: &[Position], into: &mut Vec<[f32; 5]>);
}

/// A table of exact answers for some positions. It is never consulted about finished games.
pub trait Table: Debug + Send + Sync {
    /// The highest place (point, or 25 for the bar) on which either side may have a checker in a position that the table
    /// covers. It saves lookups of other positions.
    fn farthest(&self) -> usize {
        BAR
    }

    /// Whether outcomes are only approximate, so that a search goes on through positions that the table covers.
    fn is_approximate(&self) -> bool {
        false
    }

    /// The cubeless outcome probabilities of a position for the player on roll; `None` if the table does not cover it.
    fn outcome(&self, position: Position) -> Option<Outcome>;

    /// The cubeful value of a position if the player on roll does not double: points per unit of the cube, or
    /// match-winning chance. `None` if the table has no value.
    ///
    /// `model` is from the point of view of the player on roll. The cube may be an equivalent one (see
    /// [`CubeModel::canonical`]).
    fn no_double(&self, position: Position, model: &CubeModel, cube: Cube) -> Option<f64>;
}

/// The network, or the estimate that replaces it.
#[derive(Debug, Clone)]
pub(super) enum Source {
    Network(Arc<Network>),
    Estimate(Arc<dyn Estimate>),
}

/// State kept between evaluations: the network's accumulator, or the results of the estimate that replaces it.
#[derive(Debug, Default)]
pub(crate) struct Context {
    accumulator: Option<Accumulator>,
    /// Positions that were estimated in one call, with the results, sorted by position.
    estimated: Vec<(Position, [f32; 5])>,
    requested: Vec<Position>,
    results: Vec<[f32; 5]>,
}

impl Context {
    /// Estimates several positions in one call and keeps the results.
    pub(super) fn estimate(&mut self, estimate: &dyn Estimate, positions: impl Iterator<Item = Position>) {
        self.requested.clear();
        self.requested.extend(positions);
        self.requested.sort_unstable();
        self.requested.dedup();
        self.results.clear();
        if !self.requested.is_empty() {
            estimate.estimate(&self.requested, &mut self.results);
        }
        assert_eq!(self.requested.len(), self.results.len(), "expected one estimate per position");
        self.estimated.clear();
        self.estimated.extend(self.requested.iter().copied().zip(self.results.iter().copied()));
    }

    /// Returns the estimate of a position, from the kept results if it is among them.
    fn of(&mut self, estimate: &dyn Estimate, position: Position) -> [f32; 5] {
        if let Ok(at) = self.estimated.binary_search_by(|(other, _)| other.cmp(&position)) {
            return self.estimated[at].1;
        }
        self.results.clear();
        estimate.estimate(&[position], &mut self.results);
        self.results[0]
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

    /// Returns the five outputs for a position, updated from the position that the context was moved to.
    #[inline]
    pub(super) fn outputs(&self, context: &mut Context, position: Position) -> [f32; 5] {
        match self {
            Self::Network(network) => {
                network.outputs(context.accumulator.as_mut().expect("`move_to` was called before"), position)
            }
            Self::Estimate(estimate) => context.of(&**estimate, position),
        }
    }

    /// Returns the five outputs for a position that is unrelated to the context's.
    #[inline]
    pub(super) fn outputs_alone(&self, context: &mut Context, position: Position) -> [f32; 5] {
        match self {
            Self::Network(network) => {
                network.outputs_alone(context.accumulator.get_or_insert_with(|| Accumulator::new(position)), position)
            }
            Self::Estimate(estimate) => context.of(&**estimate, position),
        }
    }

    /// Computes the pruning outputs for positions, updated from the position that the context was moved to.
    ///
    /// Without a network they are the full outputs, and zeros for positions whose outcome is exact.
    pub(super) fn pruning_outputs(
        &self,
        context: &mut Context,
        positions: &[Position],
        into: &mut Vec<[f32; 5]>,
        is_exact: impl Fn(Position) -> bool,
    ) {
        match self {
            Self::Network(network) => {
                network.pruning_outputs(
                    context.accumulator.as_mut().expect("`move_to` was called before"),
                    positions,
                    into,
                );
            }
            Self::Estimate(estimate) => {
                into.clear();
                into.extend(
                    positions.iter().map(
                        |&position| {
                            if is_exact(position) { [0.0; 5] } else { context.of(&**estimate, position) }
                        },
                    ),
                );
            }
        }
    }
}
