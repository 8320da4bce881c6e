//! The evaluator: the one door to every judgement of a position.
//!
//! What the rules settle (a finished game, no gammon once a checker is off) comes first, then exact tables as far as they
//! reach, then the network, or whatever the caller has put in its place.
//!
//! # Example
//!
//! ```
//! use gammon::{Evaluator, Position, Roll};
//!
//! let evaluator = Evaluator::shipped()?;
//! let outcome = evaluator.evaluate(Position::START);
//! assert!(outcome.win > 0.5, "to roll is better than not to");
//! assert!(outcome.win_backgammon <= outcome.win_gammon && outcome.win_gammon <= outcome.win);
//!
//! let ranked = evaluator.rank(Position::START, Roll::new(3, 1)?);
//! assert_eq!(ranked[0].play.to_string(), "8/5 6/5");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod source;

use std::cmp::Ordering;
use std::sync::Arc;

use crate::dice::Roll;
use crate::movegen;
use crate::net::{Network, WeightsError};
use crate::outcome::Outcome;
use crate::play::Play;
use crate::point::OFF;
use crate::position::{Position, Side, Who};
use crate::value::{Cube, Scoring};

pub(crate) use source::Context;
use source::Source;
pub use source::{Estimate, Table};

/// Judges positions and chooses plays.
#[derive(Debug, Clone)]
pub struct Evaluator {
    source: Source,
    tables: Vec<Arc<dyn Table>>,
}

/// A legal play with what it is worth.
#[derive(Debug, Clone, Copy)]
pub struct RankedPlay {
    /// The play.
    pub play: Play,
    /// How the game may end after it, seen by the player who made it.
    pub outcome: Outcome,
    /// Plies searched after the play.
    pub ply: u8,
}

/// Buffers for the candidates of one turn, kept from turn to turn.
#[derive(Debug, Default)]
pub struct Scratch {
    pub(crate) candidates: Vec<Position>,
    pruning: Pruning,
    pub(crate) context: Context,
    /// How many of the candidates each of the 21 rolls has.
    counts: Vec<usize>,
}

/// What the pruning outputs say of candidates.
#[derive(Debug, Default)]
struct Pruning {
    outputs: Vec<[f32; 5]>,
    /// The mover's.
    equities: Vec<f32>,
}

/// Up to this many plays are all evaluated in full, without pruning.
pub(crate) const FEW: usize = 2;

/// Plays whose pruning outputs are worse than the best ones by more than this, in equity, are not evaluated in full.
pub(crate) const PRUNING_MARGIN: f32 = 0.06;

impl Evaluator {
    /// An evaluator with a network of its own.
    #[must_use]
    pub fn new(network: Network) -> Self {
        Self { source: Source::Network(Box::new(network)), tables: Vec::new() }
    }

    /// An evaluator that asks something else in place of a network.
    #[must_use]
    pub fn from_estimate(estimate: Arc<dyn Estimate>) -> Self {
        Self { source: Source::Other(estimate), tables: Vec::new() }
    }

    /// The same evaluator with exact tables, which are asked in order before the network is.
    #[must_use]
    pub fn with_tables(mut self, tables: Vec<Arc<dyn Table>>) -> Self {
        self.tables = tables;
        self
    }

    /// The evaluator with the network that comes with this engine.
    ///
    /// # Errors
    ///
    /// [`WeightsError`] if the weights built into the engine do not fit it, which its tests rule out.
    pub fn shipped() -> Result<Self, WeightsError> {
        Network::from_bytes(include_bytes!("../net/shipped.gnn")).map(Self::new)
    }

    /// The network; `None` if something else is in its place.
    #[must_use]
    pub fn network(&self) -> Option<&Network> {
        match &self.source {
            Source::Network(network) => Some(network),
            Source::Other(_) => None,
        }
    }

    /// What is in place of the network, if anything is: it is quickest when asked about many positions at once.
    #[must_use]
    pub fn estimate(&self) -> Option<&Arc<dyn Estimate>> {
        match &self.source {
            Source::Network(_) => None,
            Source::Other(estimate) => Some(estimate),
        }
    }

    /// Whether there are exact tables.
    pub(crate) fn has_tables(&self) -> bool {
        !self.tables.is_empty()
    }

    /// What is certain of a position: the result of a finished game, or what a table says.
    #[inline]
    pub(crate) fn certain(&self, position: Position) -> Option<Outcome> {
        terminal_outcome(position).or_else(|| self.tables.iter().find_map(|table| table.outcome(position)))
    }

    /// What a table says a position is worth with a cube if the player on roll does not double. What a finished game is worth
    /// the rules say, and no table is asked.
    pub(crate) fn exact_value(&self, position: Position, scoring: Scoring, cube: Cube) -> Option<f64> {
        if self.tables.is_empty() || position.is_over() {
            return None;
        }
        self.tables.iter().find_map(|table| table.no_double(position, scoring, cube))
    }

    /// How the game may end from a position, seen by the player on roll, who has not thrown yet.
    #[must_use]
    pub fn evaluate(&self, position: Position) -> Outcome {
        self.evaluate_with(position, &mut Scratch::default())
    }

    /// As [`Evaluator::evaluate`], with buffers kept from call to call.
    #[must_use]
    pub fn evaluate_with(&self, position: Position, scratch: &mut Scratch) -> Outcome {
        self.certain(position)
            .unwrap_or_else(|| clamped(position, self.source.outputs_alone(&mut scratch.context, position)))
    }

    /// As [`Evaluator::evaluate_with`], by the pruning outputs.
    #[must_use]
    pub fn pruning_outcome_with(&self, position: Position, scratch: &mut Scratch) -> Outcome {
        let Scratch { pruning: Pruning { outputs, .. }, context, .. } = scratch;
        self.move_to(context, position);
        self.prepare(context, &[position]);
        self.pruning_outcomes(context, &[position], outputs).next().expect("an outcome for each position")
    }

    /// How the game may end from each of some positions, seen by the player on roll in each.
    #[must_use]
    pub fn evaluate_all(&self, positions: &[Position], scratch: &mut Scratch) -> Vec<Outcome> {
        self.prepare(&mut scratch.context, positions);
        positions.iter().map(|&position| self.evaluate_with(position, scratch)).collect()
    }

    /// Makes a position the one that others are judged from: near ones are then judged quickly.
    pub(crate) fn move_to(&self, context: &mut Context, position: Position) {
        self.source.move_to(context, position);
    }

    /// Says which positions are going to be judged, so that what is asked in place of a network can be asked once.
    pub(crate) fn prepare(&self, context: &mut Context, positions: &[Position]) {
        if let Source::Other(estimate) = &self.source {
            context.estimate(&**estimate, positions.iter().copied().filter(|&one| self.certain(one).is_none()));
        }
    }

    /// The position after the best play of a roll, with the opponent on roll; the same checkers when the turn passes.
    ///
    /// A quick look sorts plays out, so that a few decisions in a thousand are not the first of [`Evaluator::rank`], and lose
    /// little by that. Of plays with equal equity, the one with more checkers off, then the one that leaves fewer pips.
    #[must_use]
    pub fn best(&self, position: Position, roll: Roll, scratch: &mut Scratch) -> Position {
        let Scratch { candidates, pruning, context, .. } = scratch;
        candidates.clear();
        movegen::append_results(position, roll, candidates);
        match candidates.as_slice() {
            [] => position.swap(),
            [only] => *only,
            several => {
                self.move_to(context, position.swap());
                self.prepare(context, several);
                self.best_of(several, context, pruning).0
            }
        }
    }

    /// As [`Evaluator::best`], for many turns at once; `best` has the answers.
    pub fn best_each(&self, turns: &[(Position, Roll)], scratch: &mut Scratch, best: &mut Vec<Position>) {
        let Scratch { candidates, pruning, context, counts } = scratch;
        candidates.clear();
        counts.clear();
        for &(position, roll) in turns {
            let before = candidates.len();
            movegen::append_results(position, roll, candidates);
            counts.push(candidates.len() - before);
        }
        self.prepare(context, candidates);
        let mut rest = candidates.as_slice();
        best.clear();
        best.extend(turns.iter().zip(&*counts).map(|(&(position, _), &count)| {
            let (own, others) = rest.split_at(count);
            rest = others;
            match own {
                [] => position.swap(),
                [only] => *only,
                several => {
                    self.move_to(context, position.swap());
                    self.best_of(several, context, pruning).0
                }
            }
        }));
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
        let Scratch { candidates, pruning, context, counts } = scratch;
        let passed = position.swap();
        // All plays of all rolls are judged from the same position.
        self.move_to(context, passed);
        candidates.clear();
        counts.clear();
        for roll in Roll::all() {
            let before = candidates.len();
            movegen::append_results(position, roll, candidates);
            if candidates.len() == before {
                candidates.push(passed);
            }
            counts.push(candidates.len() - before);
        }
        self.prepare(context, candidates);
        let mut rest = candidates.as_slice();
        for (roll, &count) in Roll::all().zip(&*counts) {
            let (own, others) = rest.split_at(count);
            rest = others;
            let (best, outcome) = self.best_of(own, context, pruning);
            visit(roll, best, outcome);
        }
    }

    /// The candidate that is best for the mover, and its outcome as the opponent sees it, who is on roll in it. There must be
    /// one.
    fn best_of(&self, candidates: &[Position], context: &mut Context, pruning: &mut Pruning) -> (Position, Outcome) {
        let threshold = self.pruning_threshold(candidates, context, pruning);
        let mut best: Option<(f32, Position, Outcome)> = None;
        for (&candidate, &equity) in candidates.iter().zip(&pruning.equities) {
            if equity < threshold {
                continue;
            }
            let outcome = self.judge(context, candidate);
            // The number that ranks plays, rounded alike: the best play is always the first of them.
            let equity = outcome.swap().cubeless_equity();
            if best.is_none_or(|(most, other, _)| order((equity, candidate), (most, other)).is_lt()) {
                best = Some((equity, candidate, outcome));
            }
        }
        let (_, position, outcome) = best.expect("the candidate that looks best is judged");
        (position, outcome)
    }

    /// Finds the mover's equity of each candidate by a quick look, and the least that deserves a full one.
    fn pruning_threshold(&self, candidates: &[Position], context: &mut Context, pruning: &mut Pruning) -> f32 {
        let Pruning { outputs, equities } = pruning;
        equities.clear();
        if candidates.len() <= FEW {
            equities.resize(candidates.len(), 0.0);
            return 0.0;
        }
        let mut most = f32::NEG_INFINITY;
        for outcome in self.pruning_outcomes(context, candidates, outputs) {
            let equity = outcome.swap().cubeless_equity();
            most = most.max(equity);
            equities.push(equity);
        }
        most - PRUNING_MARGIN
    }

    /// The outcomes of positions near a root by a quick look, one after the other.
    pub(crate) fn pruning_outcomes<'a>(
        &'a self,
        context: &mut Context,
        positions: &'a [Position],
        outputs: &'a mut Vec<[f32; 5]>,
    ) -> impl Iterator<Item = Outcome> + use<'a> {
        self.source.pruning_outputs(context, positions, outputs, |position| self.certain(position).is_some());
        let judged = move |(&position, &outputs): (&Position, &[f32; 5])| {
            self.certain(position).unwrap_or_else(|| clamped(position, outputs))
        };
        positions.iter().zip(&*outputs).map(judged)
    }

    /// The outcome of a position near a root.
    pub(crate) fn judge(&self, context: &mut Context, position: Position) -> Outcome {
        self.certain(position).unwrap_or_else(|| clamped(position, self.source.outputs(context, position)))
    }

    /// Every legal play of a roll with its outcome, best first.
    #[must_use]
    pub fn rank(&self, position: Position, roll: Roll) -> Vec<RankedPlay> {
        let mut context = Context::default();
        self.move_to(&mut context, position.swap());
        let plays = movegen::plays(position, roll);
        let results: Vec<_> = plays.iter().map(|play| play.position).collect();
        self.prepare(&mut context, &results);
        let mut ranked: Vec<_> = plays
            .into_iter()
            .map(|play| RankedPlay { play, outcome: self.judge(&mut context, play.position).swap(), ply: 0 })
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

/// The order of two results, each with the mover's equity: more equity first, then more checkers off, then fewer pips left.
pub(crate) fn order<Equity: Copy + PartialOrd>(a: (Equity, Position), b: (Equity, Position)) -> Ordering {
    // Both zeros are alike.
    b.0.partial_cmp(&a.0).expect("equities are never NaN").then_with(|| {
        let (a, b) = (a.1.opponent(), b.1.opponent());
        b.count(OFF).cmp(&a.count(OFF)).then_with(|| a.pip_count().cmp(&b.pip_count()))
    })
}

/// What the rules say of a game that is over.
pub(crate) fn terminal_outcome(position: Position) -> Option<Outcome> {
    position.result().map(|(who, by)| match who {
        Who::OnRoll => Outcome::won(by),
        Who::Opponent => Outcome::lost(by),
    })
}

/// Makes five probabilities say what is possible: a backgammon is a gammon, a gammon is a win, and a side with a checker off
/// loses neither (R6.2, R6.3). Who has but one checker has none off when they lose, so every loss is a gammon.
#[inline]
pub(crate) fn clamped(
    position: Position,
    [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon]: [f32; 5],
) -> Outcome {
    let gammon = |side: Side, gammon: f32, loss: f32| {
        if side.count(OFF) != 0 {
            0.0
        } else if side.is_one_checker() {
            loss
        } else {
            gammon.min(loss)
        }
    };
    let win_gammon = gammon(position.opponent, win_gammon, win);
    let lose_gammon = gammon(position.own, lose_gammon, 1.0 - win);
    Outcome {
        win,
        win_gammon,
        win_backgammon: win_backgammon.min(win_gammon),
        lose_gammon,
        lose_backgammon: lose_backgammon.min(lose_gammon),
    }
}
