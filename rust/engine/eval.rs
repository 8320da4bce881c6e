//! The evaluator: the one door to every judgement of a position.
//!
//! What the rules settle (a finished game, no gammon once a checker is off) overrules the network.

use std::cmp::Ordering;

use crate::dice::Roll;
use crate::movegen;
use crate::net::{Network, Root, WeightsError};
use crate::outcome::Outcome;
use crate::play::Play;
use crate::point::OFF;
use crate::position::{Position, Side, Who};

/// Judges positions and chooses plays.
#[derive(Debug, Clone)]
pub struct Evaluator {
    network: Network,
}

/// A legal play with what it is worth.
#[derive(Debug, Clone, Copy)]
pub struct RankedPlay {
    /// The play.
    pub play: Play,
    /// How the game may end after it, seen by the player who made it.
    pub outcome: Outcome,
}

/// Room for the candidates of one turn, kept from turn to turn.
#[derive(Debug, Default)]
pub struct Scratch {
    candidates: Vec<Position>,
    root: Option<Root>,
}

impl Evaluator {
    /// An evaluator with a network of its own.
    #[must_use]
    pub const fn new(network: Network) -> Self {
        Self { network }
    }

    /// The evaluator with the network that comes with this engine.
    ///
    /// # Errors
    ///
    /// [`WeightsError`] if the weights built into the engine do not fit it, which its tests rule out.
    pub fn shipped() -> Result<Self, WeightsError> {
        Network::from_bytes(include_bytes!("net/shipped.gnn")).map(Self::new)
    }

    /// The network.
    #[must_use]
    pub const fn network(&self) -> &Network {
        &self.network
    }

    /// How the game may end from a position, seen by the player on roll, who has not thrown yet.
    #[must_use]
    pub fn evaluate(&self, position: Position) -> Outcome {
        known(position)
            .unwrap_or_else(|| consistent(position, self.network.outputs(&self.network.root(position), position)))
    }

    /// As [`Evaluator::evaluate`], with room kept from call to call.
    #[must_use]
    pub fn evaluate_with(&self, position: Position, scratch: &mut Scratch) -> Outcome {
        known(position).unwrap_or_else(|| {
            let root = rooted(&self.network, &mut scratch.root, position);
            consistent(position, self.network.outputs(root, position))
        })
    }

    /// The position after the best play of a roll, with the opponent on roll; the same checkers when the turn passes.
    ///
    /// Of plays with equal equity, the one with more checkers off, then the one that leaves fewer pips.
    #[must_use]
    pub fn best(&self, position: Position, roll: Roll, scratch: &mut Scratch) -> Position {
        scratch.candidates.clear();
        movegen::append_results(position, roll, &mut scratch.candidates);
        let passed = position.swap();
        let (&first, others) = match scratch.candidates.split_first() {
            None => return passed,
            Some((only, [])) => return *only,
            Some(several) => several,
        };
        let root = rooted(&self.network, &mut scratch.root, passed);
        // The opponent's equity, which the mover wants low.
        let equity = |candidate: Position| {
            known(candidate)
                .unwrap_or_else(|| consistent(candidate, self.network.outputs(root, candidate)))
                .cubeless_equity()
        };
        let mut best = (equity(first), first);
        for &candidate in others {
            let candidate = (equity(candidate), candidate);
            if better(candidate, best) {
                best = candidate;
            }
        }
        best.1
    }

    /// How the game may end as seen one turn ahead: the mean, over the 21 rolls, of the outcomes after the best plays, seen by
    /// the player on roll; and the position after the best play of one of the rolls, with the opponent on roll.
    #[must_use]
    pub fn look_ahead(&self, position: Position, roll: Roll, scratch: &mut Scratch) -> (Outcome, Position) {
        if let Some(outcome) = known(position) {
            return (outcome, position);
        }
        let passed = position.swap();
        // All plays of all rolls start from the same sums.
        let root = rooted(&self.network, &mut scratch.root, passed);
        let candidates = &mut scratch.candidates;
        let mut sums = [0.0; 5];
        let mut played = passed;
        for one in Roll::all() {
            candidates.clear();
            movegen::append_results(position, one, candidates);
            if candidates.is_empty() {
                candidates.push(passed);
            }
            let mut best: Option<(f32, Position, Outcome)> = None;
            for &candidate in &*candidates {
                let outcome = known(candidate)
                    .unwrap_or_else(|| consistent(candidate, self.network.outputs(root, candidate)));
                let equity = outcome.cubeless_equity();
                if best.is_none_or(|(least, other, _)| better((equity, candidate), (least, other))) {
                    best = Some((equity, candidate, outcome));
                }
            }
            if let Some((_, best, outcome)) = best {
                let weight = one.weight() as f32 / 36.0;
                for (sum, probability) in sums.iter_mut().zip(outcome.swap().to_array()) {
                    *sum += weight * probability;
                }
                if one == roll {
                    played = best;
                }
            }
        }
        (Outcome::from_array(sums), played)
    }

    /// Every legal play of a roll with its outcome, best first.
    #[must_use]
    pub fn rank(&self, position: Position, roll: Roll) -> Vec<RankedPlay> {
        let root = self.network.root(position.swap());
        let mut ranked: Vec<_> = movegen::plays(position, roll)
            .into_iter()
            .map(|play| {
                let after = play.position;
                let outcome = known(after).unwrap_or_else(|| consistent(after, self.network.outputs(&root, after)));
                (outcome, play)
            })
            .collect();
        // A stable sort: what is equal in all respects stays in the order of the plays.
        ranked.sort_by(|(a, play_a), (b, play_b)| {
            a.cubeless_equity()
                .total_cmp(&b.cubeless_equity())
                .then_with(|| tie_break(play_a.position, play_b.position))
        });
        ranked.into_iter().map(|(outcome, play)| RankedPlay { play, outcome: outcome.swap() }).collect()
    }
}

/// First-layer sums of a position, in the room of an earlier one where there is one.
fn rooted<'a>(network: &Network, room: &'a mut Option<Root>, position: Position) -> &'a Root {
    if let Some(root) = room {
        network.move_root(root, position);
    }
    room.get_or_insert_with(|| network.root(position))
}

/// Whether a candidate, as (opponent's equity, position), is better for the mover than another that was met before it.
fn better(candidate: (f32, Position), other: (f32, Position)) -> bool {
    candidate.0 < other.0
        || (candidate.0.total_cmp(&other.0).is_eq() && tie_break(candidate.1, other.1) == Ordering::Less)
}

/// The order of two results of equal equity: more checkers off first, then fewer pips left to the mover.
fn tie_break(a: Position, b: Position) -> Ordering {
    let (a, b) = (a.opponent(), b.opponent());
    b.count(OFF).cmp(&a.count(OFF)).then_with(|| a.pip_count().cmp(&b.pip_count()))
}

/// What the rules say of a game that is over.
pub(crate) fn known(position: Position) -> Option<Outcome> {
    position.result().map(|(who, by)| match who {
        Who::OnRoll => Outcome::won(by),
        Who::Opponent => Outcome::lost(by),
    })
}

/// Makes five probabilities say what is possible: a backgammon is a gammon, a gammon is a win, and a side with a checker off
/// loses neither (R6.2, R6.3).
#[inline]
pub(crate) fn consistent(
    position: Position,
    [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon]: [f32; 5],
) -> Outcome {
    let most = |side: Side, probability: f32| if side.count(OFF) == 0 { probability } else { 0.0 };
    let win_gammon = win_gammon.min(most(position.opponent, win));
    let lose_gammon = lose_gammon.min(most(position.own, 1.0 - win));
    Outcome {
        win,
        win_gammon,
        win_backgammon: win_backgammon.min(win_gammon),
        lose_gammon,
        lose_backgammon: lose_backgammon.min(lose_gammon),
    }
}
