//! The evaluator, through which every evaluation of a position goes.
//!
//! The rules come first (finished games, no gammon once a checker is off), then the exact tables for the positions they
//! cover, then the network or the estimate that the caller supplied in its place.
//!
//! # Example
//!
//! ```
//! use gammon::{Evaluator, Position, Roll};
//!
//! let evaluator = Evaluator::shipped()?;
//! let outcome = evaluator.evaluate(Position::START);
//! assert!(outcome.win > 0.5, "being on roll is an advantage");
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
use crate::value::{Cube, CubeModel};

pub(crate) use source::Context;
use source::Source;
pub use source::{Estimate, Table};

/// Evaluates positions and chooses plays.
#[derive(Debug, Clone)]
pub struct Evaluator {
    source: Source,
    tables: Vec<Arc<dyn Table>>,
    /// The bits of a [`Side`] for the places beyond the reach of every table.
    beyond_tables: u128,
}

/// A legal play and its evaluation.
#[derive(Debug, Clone, Copy)]
pub struct RankedPlay {
    /// The play.
    pub play: Play,
    /// Outcome probabilities after the play, for the player who made it.
    pub outcome: Outcome,
    /// Plies searched after the play.
    pub ply: u8,
}

/// Buffers for the candidate plays of a turn, reused from turn to turn.
#[derive(Debug, Default)]
pub struct Scratch {
    pub(crate) candidates: Vec<Position>,
    pruning: Pruning,
    pub(crate) context: Context,
    /// The number of candidates of each turn or roll.
    counts: Vec<usize>,
}

/// The evaluation of candidates by the pruning outputs.
#[derive(Debug, Default)]
struct Pruning {
    outputs: Vec<[f32; 5]>,
    /// Cubeless equities for the player who made the play.
    equities: Vec<f32>,
}

/// Lists of at most this many plays are not pruned: every play is evaluated in full.
pub(crate) const MOST_UNPRUNED: usize = 2;

/// The pruning margin in equity. Plays that trail the best by more than this, by the pruning outputs, are discarded.
pub(crate) const PRUNING_MARGIN: f32 = 0.06;

impl Evaluator {
    /// Makes an evaluator that uses a network.
    #[must_use]
    pub fn new(network: Network) -> Self {
        Self { source: Source::Network(Arc::new(network)), tables: Vec::new(), beyond_tables: u128::MAX }
    }

    /// Makes an evaluator that uses an estimate in place of a network.
    #[must_use]
    pub fn from_estimate(estimate: Arc<dyn Estimate>) -> Self {
        Self { source: Source::Estimate(estimate), tables: Vec::new(), beyond_tables: u128::MAX }
    }

    /// Returns the same evaluator with exact tables, which are consulted in order before the network.
    #[must_use]
    pub fn with_tables(mut self, tables: Vec<Arc<dyn Table>>) -> Self {
        let farthest = tables.iter().map(|table| table.farthest()).max();
        self.beyond_tables = farthest.map_or(u128::MAX, |place| u128::MAX << (4 * (place + 1)));
        self.tables = tables;
        self
    }

    /// Makes an evaluator with the network shipped in this engine.
    ///
    /// # Errors
    ///
    /// [`WeightsError`] if the built-in weights do not fit the engine, which its tests rule out.
    pub fn shipped() -> Result<Self, WeightsError> {
        Network::from_bytes(include_bytes!("../net/shipped.gnn")).map(Self::new)
    }

    /// The network; `None` if an estimate replaces it.
    #[must_use]
    pub fn network(&self) -> Option<&Network> {
        match &self.source {
            Source::Network(network) => Some(network),
            Source::Estimate(_) => None,
        }
    }

    /// The estimate that replaces the network, if any. It is fastest when called with many positions at once.
    #[must_use]
    pub fn estimate(&self) -> Option<&Arc<dyn Estimate>> {
        match &self.source {
            Source::Network(_) => None,
            Source::Estimate(estimate) => Some(estimate),
        }
    }

    /// Returns an evaluator that consults another table before its own ones.
    pub(crate) fn with_table_first(&self, table: Arc<dyn Table>) -> Self {
        let tables = [table].into_iter().chain(self.tables.iter().cloned()).collect();
        self.clone().with_tables(tables)
    }

    /// Whether the evaluator has exact tables.
    pub(crate) fn has_tables(&self) -> bool {
        !self.tables.is_empty()
    }

    /// Whether a table covers a position. None covers a finished game.
    #[must_use]
    pub fn has_table_for(&self, position: Position) -> bool {
        !position.is_over()
            && !self.is_beyond_tables(position)
            && self.tables.iter().any(|table| table.outcome(position).is_some())
    }

    /// The exact outcome of a position, if known: the result of a finished game, or a table's answer.
    #[inline]
    pub(crate) fn exact_outcome(&self, position: Position) -> Option<Outcome> {
        if let Some(outcome) = terminal_outcome(position) {
            return Some(outcome);
        }
        if self.is_beyond_tables(position) {
            return None;
        }
        self.tables.iter().find_map(|table| table.outcome(position))
    }

    /// The outcome of a position that need not be searched: the result of a finished game, or the answer of a table that is
    /// not approximate.
    pub(crate) fn final_outcome(&self, position: Position) -> Option<Outcome> {
        if let Some(outcome) = terminal_outcome(position) {
            return Some(outcome);
        }
        if self.is_beyond_tables(position) {
            return None;
        }
        self.tables.iter().filter(|table| !table.is_approximate()).find_map(|table| table.outcome(position))
    }

    /// Whether a checker is beyond the reach of every table.
    #[inline]
    const fn is_beyond_tables(&self, position: Position) -> bool {
        (position.own.0 | position.opponent.0) & self.beyond_tables != 0
    }

    /// The exact cubeful value of a position from a table, if the player on roll does not double.
    ///
    /// `None` for a finished game, whose value follows from the rules, and where no table has an answer.
    pub(crate) fn exact_value(&self, position: Position, model: &CubeModel, cube: Cube) -> Option<f64> {
        if self.is_beyond_tables(position) || position.is_over() {
            return None;
        }
        self.tables.iter().find_map(|table| table.no_double(position, model, cube))
    }

    /// Returns the outcome probabilities of a position for the player on roll, before the roll.
    #[must_use]
    pub fn evaluate(&self, position: Position) -> Outcome {
        self.evaluate_with(position, &mut Scratch::default())
    }

    /// Like [`Evaluator::evaluate`], with buffers reused between calls.
    #[must_use]
    pub fn evaluate_with(&self, position: Position, scratch: &mut Scratch) -> Outcome {
        self.exact_outcome(position)
            .unwrap_or_else(|| clamped(position, self.source.outputs_alone(&mut scratch.context, position)))
    }

    /// Like [`Evaluator::evaluate_with`], from the pruning outputs.
    #[must_use]
    pub fn pruning_outcome_with(&self, position: Position, scratch: &mut Scratch) -> Outcome {
        let Scratch { pruning: Pruning { outputs, .. }, context, .. } = scratch;
        self.move_to(context, position);
        self.prepare(context, &[position]);
        self.pruning_outcomes(context, &[position], outputs).next().expect("one outcome per position")
    }

    /// Returns the outcome probabilities of each position for the player on roll in it.
    #[must_use]
    pub fn evaluate_all(&self, positions: &[Position], scratch: &mut Scratch) -> Vec<Outcome> {
        self.prepare(&mut scratch.context, positions);
        positions.iter().map(|&position| self.evaluate_with(position, scratch)).collect()
    }

    /// Refreshes the accumulator for a position, so that similar positions can be evaluated by incremental updates.
    pub(crate) fn move_to(&self, context: &mut Context, position: Position) {
        self.source.move_to(context, position);
    }

    /// Evaluates in one call all positions that will be needed, if an estimate replaces the network.
    pub(crate) fn prepare(&self, context: &mut Context, positions: &[Position]) {
        if let Source::Estimate(estimate) = &self.source {
            context.estimate(&**estimate, positions.iter().copied().filter(|&one| self.exact_outcome(one).is_none()));
        }
    }

    /// Returns the position after the best play of a roll, with the opponent on roll. Without a legal play, only the
    /// player on roll changes.
    ///
    /// Candidates are pruned first. A few decisions in a thousand therefore differ from the first play of
    /// [`Evaluator::rank`], at little cost. Ties in equity go to the play with more checkers off, then to the lower pip
    /// count.
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

    /// Like [`Evaluator::best`], for many turns at once. `best` is replaced by one position per turn.
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

    /// Visits each of the 21 rolls with the position after its best play, where the opponent is on roll, and that
    /// position's outcome probabilities for the opponent.
    ///
    /// If the game is over, nothing is visited.
    pub fn best_of_rolls(&self, position: Position, scratch: &mut Scratch, visit: impl FnMut(Roll, Position, Outcome)) {
        self.choose_each_roll(position, scratch, visit, |own, context, pruning| self.best_of(own, context, pruning));
    }

    /// Like [`Evaluator::best_of_rolls`], with plays chosen by the pruning outputs alone.
    ///
    /// The outcomes are those of the pruning outputs too, unless `in_full`.
    pub(crate) fn pruning_best_of_rolls(
        &self,
        position: Position,
        in_full: bool,
        scratch: &mut Scratch,
        visit: impl FnMut(Roll, Position, Outcome),
    ) {
        self.choose_each_roll(position, scratch, visit, |own, context, pruning| {
            if let &[only] = own
                && in_full
            {
                return (only, self.judge(context, only));
            }
            let outcomes = self.pruning_outcomes(context, own, &mut pruning.outputs);
            let (chosen, outcome) = best(own.iter().copied().zip(outcomes));
            (chosen, if in_full { self.judge(context, chosen) } else { outcome })
        });
    }

    /// Visits each of the 21 rolls with the position that `choose` picks among those after its plays, and its outcome.
    fn choose_each_roll(
        &self,
        position: Position,
        scratch: &mut Scratch,
        mut visit: impl FnMut(Roll, Position, Outcome),
        choose: impl Fn(&[Position], &mut Context, &mut Pruning) -> (Position, Outcome),
    ) {
        if position.is_over() {
            return;
        }
        let Scratch { candidates, pruning, context, counts } = scratch;
        let passed = position.swap();
        // One refresh serves the plays of all rolls.
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
            let (best, outcome) = choose(own, context, pruning);
            visit(roll, best, outcome);
        }
    }

    /// Returns the candidate that is best for the player who moves, and its outcome for the opponent, who is on roll in
    /// it.
    ///
    /// `candidates` must not be empty.
    fn best_of(&self, candidates: &[Position], context: &mut Context, pruning: &mut Pruning) -> (Position, Outcome) {
        let threshold = self.pruning_threshold(candidates, context, pruning);
        let survivors = candidates.iter().zip(&pruning.equities).filter(|&(_, &equity)| equity >= threshold);
        best(survivors.map(|(&candidate, _)| (candidate, self.judge(context, candidate))))
    }

    /// Computes the equity of each candidate from the pruning outputs, and returns the threshold below which it is
    /// pruned.
    fn pruning_threshold(&self, candidates: &[Position], context: &mut Context, pruning: &mut Pruning) -> f32 {
        let Pruning { outputs, equities } = pruning;
        equities.clear();
        if candidates.len() <= MOST_UNPRUNED {
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

    /// Iterates over the outcomes of positions by the pruning outputs. Call [`Evaluator::move_to`] with a similar
    /// position first.
    pub(crate) fn pruning_outcomes<'a>(
        &'a self,
        context: &mut Context,
        positions: &'a [Position],
        outputs: &'a mut Vec<[f32; 5]>,
    ) -> impl Iterator<Item = Outcome> + use<'a> {
        self.source.pruning_outputs(context, positions, outputs, |position| self.exact_outcome(position).is_some());
        let outcome = move |(&position, &outputs): (&Position, &[f32; 5])| {
            self.exact_outcome(position).unwrap_or_else(|| clamped(position, outputs))
        };
        positions.iter().zip(&*outputs).map(outcome)
    }

    /// Returns the outcome of a position. Call [`Evaluator::move_to`] with a similar position first.
    pub(crate) fn judge(&self, context: &mut Context, position: Position) -> Outcome {
        self.exact_outcome(position).unwrap_or_else(|| clamped(position, self.source.outputs(context, position)))
    }

    /// Returns every legal play of a roll with its outcome, best first. Nothing is pruned.
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

/// Returns the candidate that is best for the player who moves, with its outcome for the opponent. There must be one.
fn best(candidates: impl Iterator<Item = (Position, Outcome)>) -> (Position, Outcome) {
    let mut best: Option<(f32, Position, Outcome)> = None;
    for (candidate, outcome) in candidates {
        // Rounded exactly as in `rank`, so that without pruning both agree on the best play.
        let equity = outcome.swap().cubeless_equity();
        if best.is_none_or(|(most, other, _)| order((equity, candidate), (most, other)).is_lt()) {
            best = Some((equity, candidate, outcome));
        }
    }
    let (_, position, outcome) =
        best.expect("there is a candidate, and the best by the pruning outputs is never pruned");
    (position, outcome)
}

/// Sorts plays best first. The sort is stable.
pub(crate) fn sort(ranked: &mut [RankedPlay]) {
    ranked.sort_by(|a, b| {
        order((a.outcome.cubeless_equity(), a.play.position), (b.outcome.cubeless_equity(), b.play.position))
    });
}

/// Compares two plays by their equities for the player who moves and the positions after them.
///
/// The better comes first: higher equity, then more checkers off, then the lower pip count.
pub(crate) fn order<Equity: Copy + PartialOrd>(a: (Equity, Position), b: (Equity, Position)) -> Ordering {
    // `partial_cmp`, because `total_cmp` would distinguish 0.0 from -0.0.
    b.0.partial_cmp(&a.0).expect("equities are never NaN").then_with(|| {
        let (a, b) = (a.1.opponent(), b.1.opponent());
        b.count(OFF).cmp(&a.count(OFF)).then_with(|| a.pip_count().cmp(&b.pip_count()))
    })
}

/// The outcome of a finished game; `None` if the game is not over.
pub(crate) fn terminal_outcome(position: Position) -> Option<Outcome> {
    position.result().map(|(who, by)| match who {
        Who::OnRoll => Outcome::won(by),
        Who::Opponent => Outcome::lost(by),
    })
}

/// Clamps five probabilities to what the rules allow: a backgammon is also a gammon, a gammon is also a win, and a side
/// with a checker off loses neither (R6.2, R6.3).
///
/// A side that plays with one checker has none off when it loses, so each of its losses is a gammon.
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
