//! Cubeful values from both players' points of view.

use crate::eval::Evaluator;
use crate::outcome::Outcome;
use crate::parallel::Control;
use crate::position::Position;
use crate::value::{Cube, CubeModel};

/// The cubeful value of a position or a play, with its outcome probabilities.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Worth {
    /// Points per unit of the cube in money play, match-winning chance in a match.
    pub value: f64,
    /// Outcome probabilities without a double, with the plays that are best with this cube.
    pub outcome: Outcome,
}

impl Worth {
    /// The sort key of a play. Cubeless equity breaks ties: all plays after which the opponent passes, or cashes, have
    /// the same cubeful value.
    pub(crate) const fn rank(&self) -> (f64, f32) {
        (self.value, self.outcome.cubeless_equity())
    }
}

/// A point of view: the player for whom the search was made, or the opponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Seat {
    Searcher,
    Opponent,
}

impl Seat {
    pub(crate) const fn across(self) -> Self {
        match self {
            Self::Searcher => Self::Opponent,
            Self::Opponent => Self::Searcher,
        }
    }
}

/// What stays the same throughout a search.
#[derive(Debug)]
pub(crate) struct Game<'a> {
    pub(crate) evaluator: &'a Evaluator,
    pub(crate) control: &'a Control,
    /// The cube model as seen from each seat.
    pub(crate) models: [CubeModel; 2],
}

impl Game<'_> {
    pub(crate) const fn model(&self, seat: Seat) -> &CubeModel {
        &self.models[seat as usize]
    }

    /// Returns the 0-ply value of a position for the player who has just moved.
    ///
    /// The opponent is on roll and makes a cube decision first; `theirs` is the outcome from the opponent's point of
    /// view.
    pub(crate) fn after_play(&self, seat: Seat, position: Position, theirs: Outcome, cube: Cube) -> f64 {
        let (model, efficiency) = (self.model(seat.across()), self.model(seat.across()).efficiency(position));
        model.as_opponent(if self.evaluator.has_tables() {
            let worth = |cube| self.no_double(seat.across(), position, theirs, cube, efficiency);
            model.value_by(cube.swap(), |cube| worth(model.canonical(cube)))
        } else {
            model.value(theirs, cube.swap(), efficiency)
        })
    }

    /// Returns the value of a position if the player on roll does not double: a table's exact value, or else the cube
    /// model's value of `outcome`, which is from the point of view of the player on roll.
    pub(crate) fn no_double(
        &self,
        seat: Seat,
        position: Position,
        outcome: Outcome,
        cube: Cube,
        efficiency: f64,
    ) -> f64 {
        let model = self.model(seat);
        let exact = self.evaluator.exact_value(position, model, cube);
        exact.unwrap_or_else(|| model.no_double(outcome, cube, efficiency))
    }
}
