//! One game with its cube, as both players see it.

use crate::eval::Evaluator;
use crate::outcome::Outcome;
use crate::parallel::Control;
use crate::position::Position;
use crate::value::{Cube, CubeModel};

/// What a position or a play is worth with a cube.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Worth {
    /// Points per unit of the cube for money, match-winning chance in a match.
    pub value: f64,
    /// How the game may end without a double, when the plays are those that were found best with this cube.
    pub outcome: Outcome,
}

impl Worth {
    /// What plays are ordered by: where the opponent would pass, or double out, all are worth the same with the cube.
    pub(crate) const fn rank(&self) -> (f64, f32) {
        (self.value, self.outcome.cubeless_equity())
    }
}

/// Who a position is seen by: the player for whom the search was made, or his opponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Seat {
    Asking,
    Other,
}

impl Seat {
    pub(crate) const fn across(self) -> Self {
        match self {
            Self::Asking => Self::Other,
            Self::Other => Self::Asking,
        }
    }
}

/// What all positions of a search have in common.
#[derive(Debug)]
pub(crate) struct Game<'a> {
    pub(crate) evaluator: &'a Evaluator,
    pub(crate) control: &'a Control,
    /// As the player who asks sees it, and his opponent.
    pub(crate) models: [CubeModel; 2],
}

impl Game<'_> {
    pub(crate) const fn model(&self, seat: Seat) -> &CubeModel {
        &self.models[seat as usize]
    }

    /// What a position is worth, to the player who has just played into it, by what the evaluator says; the opponent, who
    /// sees this outcome, decides about the cube first.
    pub(crate) fn after_play(&self, seat: Seat, position: Position, theirs: Outcome, cube: Cube) -> f64 {
        let (model, efficiency) = (self.model(seat.across()), self.model(seat.across()).efficiency(position));
        model.as_opponent(if self.evaluator.has_tables() {
            let worth = |cube| self.no_double(seat.across(), position, theirs, cube, efficiency);
            model.value_by(cube.swap(), |cube| worth(model.canonical(cube)))
        } else {
            model.value(theirs, cube.swap(), efficiency)
        })
    }

    /// What a position is worth if the player on roll, who sees this outcome, does not double: what a table says of it, else
    /// what follows from the outcome.
    pub(crate) fn no_double(
        &self,
        seat: Seat,
        position: Position,
        outcome: Outcome,
        cube: Cube,
        efficiency: f64,
    ) -> f64 {
        let model = self.model(seat);
        let exact = self.evaluator.exact_value(position, model.scoring(), cube);
        exact.unwrap_or_else(|| model.no_double(outcome, cube, efficiency))
    }
}
