//! The evaluator: the one door to every judgement of a position.
//!
//! What the rules settle (a finished game, no gammon once a checker is off) overrules the network.

use std::cmp::Ordering;

use crate::dice::Roll;
use crate::movegen;
use crate::net::{Accumulator, Network, WeightsError};
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
    /// How many turns behind it were looked at.
    pub ply: u8,
}

/// Room for the candidates of one turn, kept from turn to turn.
#[derive(Debug, Default)]
pub struct Scratch {
    pub(crate) candidates: Vec<Position>,
    glances: Glances,
    pub(crate) root: Option<Accumulator>,
}

/// What a quick look at candidates showed.
#[derive(Debug, Default)]
struct Glances {
    outputs: Vec<[f32; 5]>,
    /// The mover's.
    equities: Vec<f32>,
}

/// So many plays are looked at in full without a quick look before.
pub(crate) const FEW: usize = 2;

/// Plays that look worse than the best-looking one by more than this, in equity, are not looked at in full.
pub(crate) const GLANCE_WITHIN: f32 = 0.06;

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
        Network::from_bytes(include_bytes!("../net/shipped.gnn")).map(Self::new)
    }

    /// The network.
    #[must_use]
    pub const fn network(&self) -> &Network {
        &self.network
    }

    /// How the game may end from a position, seen by the player on roll, who has not thrown yet.
    #[must_use]
    pub fn evaluate(&self, position: Position) -> Outcome {
        self.evaluate_with(position, &mut Scratch::default())
    }

    /// As [`Evaluator::evaluate`], with room kept from call to call.
    #[must_use]
    pub fn evaluate_with(&self, position: Position, scratch: &mut Scratch) -> Outcome {
        known(position).unwrap_or_else(|| {
            let root = scratch.root.get_or_insert_with(|| Accumulator::new(position));
            consistent(position, self.network.outputs_alone(root, position))
        })
    }

    /// As [`Evaluator::evaluate_with`], by the quick look that sorts plays out.
    #[must_use]
    pub fn glance_with(&self, position: Position, scratch: &mut Scratch) -> Outcome {
        let Scratch { glances: Glances { outputs, .. }, root, .. } = scratch;
        let root = rooted(&self.network, root, position);
        self.glances(root, &[position], outputs).next().unwrap_or_default()
    }

    /// The position after the best play of a roll, with the opponent on roll; the same checkers when the turn passes.
    ///
    /// A quick look sorts plays out, so that a few decisions in a thousand are not the first of [`Evaluator::rank`], and lose
    /// little by that. Of plays with equal equity, the one with more checkers off, then the one that leaves fewer pips.
    #[must_use]
    pub fn best(&self, position: Position, roll: Roll, scratch: &mut Scratch) -> Position {
        let Scratch { candidates, glances, root } = scratch;
        candidates.clear();
        movegen::append_results(position, roll, candidates);
        match candidates.as_slice() {
            [] => position.swap(),
            [only] => *only,
            several => {
                let root = rooted(&self.network, root, position.swap());
                self.best_of(several, root, glances).map_or(position.swap(), |(position, _)| position)
            }
        }
    }

    /// For each of the 21 rolls the position after its best play, with the opponent on roll, and how the game may end from
    /// there, seen by the opponent.
    ///
    /// Nothing is visited when the game is over.
    pub fn best_of_rolls(
        &self,
        position: Position,
        scratch: &mut Scratch,
        mut visit: impl FnMut(Roll, Position, Outcome),
    ) {
        if position.is_over() {
            return;
        }
        let Scratch { candidates, glances, root } = scratch;
        let passed = position.swap();
        // All plays of all rolls start from the same sums.
        let root = rooted(&self.network, root, passed);
        for roll in Roll::all() {
            candidates.clear();
            movegen::append_results(position, roll, candidates);
            if candidates.is_empty() {
                candidates.push(passed);
            }
            if let Some((best, outcome)) = self.best_of(candidates, root, glances) {
                visit(roll, best, outcome);
            }
        }
    }

    /// The candidate that is best for the mover, and its outcome as the opponent sees it, who is on roll in it.
    fn best_of(
        &self,
        candidates: &[Position],
        root: &mut Accumulator,
        glances: &mut Glances,
    ) -> Option<(Position, Outcome)> {
        let least = self.glance_at(candidates, root, glances);
        let mut best: Option<(f32, Position, Outcome)> = None;
        for (&candidate, &glance) in candidates.iter().zip(&glances.equities) {
            if glance < least {
                continue;
            }
            let outcome = self.judge(root, candidate);
            // The number that ranks plays, rounded alike: the best play is always the first of them.
            let equity = outcome.swap().cubeless_equity();
            if best.is_none_or(|(most, other, _)| order((equity, candidate), (most, other)).is_lt()) {
                best = Some((equity, candidate, outcome));
            }
        }
        best.map(|(_, position, outcome)| (position, outcome))
    }

    /// Finds the mover's equity of each candidate by a quick look, and the least that deserves a full one.
    fn glance_at(&self, candidates: &[Position], root: &mut Accumulator, glances: &mut Glances) -> f32 {
        let Glances { outputs, equities } = glances;
        equities.clear();
        if candidates.len() <= FEW {
            equities.resize(candidates.len(), 0.0);
            return 0.0;
        }
        let mut most = f32::NEG_INFINITY;
        for outcome in self.glances(root, candidates, outputs) {
            let equity = outcome.swap().cubeless_equity();
            most = most.max(equity);
            equities.push(equity);
        }
        most - GLANCE_WITHIN
    }

    /// The outcomes of positions near a root by a quick look, one after the other.
    pub(crate) fn glances<'a>(
        &self,
        root: &mut Accumulator,
        positions: &'a [Position],
        outputs: &'a mut Vec<[f32; 5]>,
    ) -> impl Iterator<Item = Outcome> + use<'a> {
        self.network.screen(root, positions, outputs);
        let judged = |(&position, &outputs)| known(position).unwrap_or_else(|| consistent(position, outputs));
        positions.iter().zip(&*outputs).map(judged)
    }

    /// The outcome of a position near a root.
    pub(crate) fn judge(&self, root: &mut Accumulator, position: Position) -> Outcome {
        known(position).unwrap_or_else(|| consistent(position, self.network.outputs(root, position)))
    }

    /// Every legal play of a roll with its outcome, best first.
    #[must_use]
    pub fn rank(&self, position: Position, roll: Roll) -> Vec<RankedPlay> {
        let mut root = self.network.accumulator(position.swap());
        let mut ranked: Vec<_> = movegen::plays(position, roll)
            .into_iter()
            .map(|play| RankedPlay { play, outcome: self.judge(&mut root, play.position).swap(), ply: 0 })
            .collect();
        sort(&mut ranked);
        ranked
    }
}

/// Puts the best plays first. What is equal in all respects stays in its order.
pub(crate) fn sort(ranked: &mut [RankedPlay]) {
    ranked.sort_by(|a, b| {
        order((a.outcome.cubeless_equity(), a.play.position), (b.outcome.cubeless_equity(), b.play.position))
    });
}

/// First-layer sums of a position, in the room of an earlier one where there is one.
pub(crate) fn rooted<'a>(
    network: &Network,
    room: &'a mut Option<Accumulator>,
    position: Position,
) -> &'a mut Accumulator {
    if let Some(root) = room {
        network.refresh(root, position);
    }
    room.get_or_insert_with(|| network.accumulator(position))
}

/// The order of two results, each with the mover's equity: more equity first, then more checkers off, then fewer pips left.
pub(crate) fn order<Equity: Copy + PartialOrd>(a: (Equity, Position), b: (Equity, Position)) -> Ordering {
    // Equities are never NaN, and both zeros are alike.
    b.0.partial_cmp(&a.0).unwrap_or(Ordering::Equal).then_with(|| {
        let (a, b) = (a.1.opponent(), b.1.opponent());
        b.count(OFF).cmp(&a.count(OFF)).then_with(|| a.pip_count().cmp(&b.pip_count()))
    })
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
