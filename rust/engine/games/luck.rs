//! The luck of a roll: how much better it is than the mean of all possible throws.
//!
//! Each of the 21 rolls is valued by the position after its best play, one turn ahead. The luck of a roll is its value less the
//! mean of all of them, so its expectation is 0 whatever the values are, and a rollout that subtracts it stays unbiased. The
//! better the values, the more of the variance goes.
//!
//! What values the rolls need not be what chooses the plays. It is best to choose the play of each roll by the pruning outputs
//! alone, and to value the position after it by the network. This takes little more time than the pruning outputs alone, and
//! leaves little more variance than choosing plays as in the game (`python -m strength luck`).

use crate::dice::Roll;
use crate::eval::{Evaluator, Scratch};
use crate::outcome::Outcome;
use crate::position::Position;

/// What values the rolls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LuckBy {
    /// Nothing: luck is not measured.
    Nothing,
    /// The pruning outputs, which are the first units of the network alone.
    Pruning,
    /// The network, after plays that the pruning outputs choose.
    #[default]
    Network,
    /// The network, after plays that are chosen as in a game at 0 plies.
    Plays,
}

/// Visits each of the 21 rolls with the position after its best play, where the opponent is on roll, and that position's
/// outcome probabilities for the opponent. Nothing is visited if luck is not measured.
pub(crate) fn each_roll(
    by: LuckBy,
    evaluator: &Evaluator,
    position: Position,
    scratch: &mut Scratch,
    visit: impl FnMut(Roll, Position, Outcome),
) {
    match by {
        LuckBy::Nothing => {}
        LuckBy::Pruning => evaluator.pruning_best_of_rolls(position, false, scratch, visit),
        LuckBy::Network => evaluator.pruning_best_of_rolls(position, true, scratch, visit),
        LuckBy::Plays => evaluator.best_of_rolls(position, scratch, visit),
    }
}
