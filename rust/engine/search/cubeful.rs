//! The cubeful search: a cube decision at every turn of the tree, and a cube model at the leaves.
//!
//! The no-double value of a position at ply 0 is [`CubeModel::no_double`] of the evaluator's outcome. At a higher ply
//! it is the mean over the 21 rolls of the position's value after the best play and the opponent's cube decision,
//! searched one ply less. The opponent decides by the same values.
//!
//! The best play is the one with the highest 0-ply value after the opponent's cube decision; ties go to the higher
//! cubeless equity. It is chosen separately for each cube, because a gammon that wins the match with one cube may be
//! worth nothing with another.
//!
//! One tree serves all cubes that can arise. Each position is evaluated once, and the result for one cube does not
//! depend on which other cubes were requested.
//!
//! # Example
//!
//! ```
//! use gammon::parallel::Control;
//! use gammon::{Cube, CubeAction, CubeModel, CubefulSearch, Evaluator, MatchEquityTable, Position, Scoring, search::Filter};
//!
//! // Two checkers left, on the 5 and 2 points: off with 19 throws in 36. Otherwise the opponent bears off the last checker.
//! let (mut own, mut opponent) = ([0; 26], [0; 26]);
//! (own[0], own[2], own[5]) = (13, 1, 1);
//! (opponent[0], opponent[1]) = (14, 1);
//! let position = Position::new(&own, &opponent)?;
//!
//! let met = MatchEquityTable::new(&[[0.5]], [&[0.5], &[0.5]])?;
//! let model = CubeModel::new(Scoring::MONEY, Cube::MOST_EXPONENT, &met);
//! let (evaluator, control) = (Evaluator::shipped()?, Control::default());
//! let mut search = CubefulSearch::new(&evaluator, Filter::NORMAL, &control, &model);
//! let (decision, _) = search.decide(position, Cube::START, 1).expect("nobody stopped it");
//! assert_eq!(decision.action, CubeAction::DoubleTake);
//! assert!((decision.no_double - (19.0 - 17.0) / 36.0).abs() < 1e-6);
//! assert!((decision.double_take - 2.0 * (19.0 - 17.0) / 36.0).abs() < 1e-6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::cmp::Ordering;

use crate::dice::Roll;
use crate::eval::{Evaluator, Scratch, clamped, order};
use crate::movegen;
use crate::outcome::Outcome;
use crate::parallel::Control;
use crate::position::Position;
use crate::search::choice::Choice;
use crate::search::game::{Game, Seat, Worth};
use crate::search::ranked::{Ranked, Wanted, deepen};
use crate::search::{Cache, Filter, MOST_PLIES, add};
use crate::value::{Cube, CubeDecision, CubeModel, CubeOwner};

/// A cubeful search of one game, from the point of view of the player on roll in the positions it is given. It keeps
/// its buffers and its cache between calls.
///
/// Its methods return `None` if `control` was stopped.
#[derive(Debug)]
pub struct CubefulSearch<'a> {
    game: Game<'a>,
    filter: Filter,
    /// One set per ply.
    buffers: Vec<Buffers>,
    cache: Cache<Worth>,
}

/// A cube for which the value of a position is not in the cache, with the sums over rolls so far.
#[derive(Debug, Clone, Copy)]
struct Pending {
    cube: Cube,
    /// Its index among all requested cubes.
    at: usize,
    /// The weighted sum of the values after the rolls so far.
    value: f64,
    /// The weighted sum of the outcome probabilities after those rolls.
    chances: [f32; 5],
}

impl Pending {
    fn add(&mut self, roll: Roll, value: f64, outcome: Outcome) {
        self.value += f64::from(roll.weight()) / 36.0 * value;
        add(&mut self.chances, outcome, roll);
    }
}

#[derive(Debug, Default)]
struct Buffers {
    scratch: Scratch,
    choice: Choice,
    /// The cubes whose values are not in the cache and have to be searched.
    pending: Vec<Pending>,
    /// The cubes to search after one play.
    cubes: Vec<Cube>,
    /// The value of the position after that play, with each of `cubes`.
    worths: Vec<Worth>,
}

impl<'a> CubefulSearch<'a> {
    /// Makes a search with an empty cache. `model` is from the point of view of the player on roll in the positions to
    /// search.
    #[must_use]
    pub fn new(evaluator: &'a Evaluator, filter: Filter, control: &'a Control, model: &CubeModel) -> Self {
        let buffers = std::iter::repeat_with(Buffers::default).take(usize::from(MOST_PLIES) + 1).collect();
        let game = Game { evaluator, control, models: [*model, model.swap()] };
        Self { game, filter, buffers, cache: Cache::new() }
    }

    /// Switches to another game. If it differs, the cache is cleared.
    pub fn change_game(&mut self, model: &CubeModel) {
        if *self.game.model(Seat::Searcher) != *model {
            self.game.models = [*model, model.swap()];
            self.cache = Cache::new();
        }
    }

    /// Returns the cube decision with the value of each alternative, and the outcome probabilities without a double.
    ///
    /// A `ply` above [`MOST_PLIES`] is reduced to it. If the player on roll may not double, the values of a double are
    /// what they would be if doubling were allowed.
    pub fn decide(&mut self, position: Position, cube: Cube, ply: u8) -> Option<(CubeDecision, Outcome)> {
        let model = *self.game.model(Seat::Searcher);
        let canonical = model.canonical(cube);
        let cubes: Vec<_> = [canonical].into_iter().chain(model.answers(canonical).cubes()).collect();
        let worths = self.search(Seat::Searcher, position, &cubes, ply)?;
        let decision = model.decide_by(canonical, |cube| worth_of(cube, &cubes, &worths).value);
        Some((decision, worths[0].outcome))
    }

    /// Returns what a position is worth to the player on roll, with the right to double and outcome probabilities without a
    /// double, if tables know both.
    pub(crate) fn exact(&self, position: Position, cube: Cube) -> Option<Worth> {
        let (game, model) = (&self.game, self.game.model(Seat::Searcher));
        let outcome = game.evaluator.final_outcome(position)?;
        let canonical = model.canonical(cube);
        let mut cubes = Vec::new();
        add_cubes(model, canonical, &mut cubes);
        let values: Option<Vec<_>> =
            cubes.iter().map(|&cube| game.evaluator.exact_value(position, model, cube)).collect();
        let values = values?;
        let of =
            |cube| values[cubes.iter().position(|&other| other == cube).expect("all cubes of a decision are there")];
        Some(Worth { value: model.value_by(canonical, of), outcome })
    }

    /// Returns the 0-ply value of a play for the player who made it; `theirs` is the outcome after it, for the opponent.
    pub(crate) fn after_play(&self, position: Position, theirs: Outcome, cube: Cube) -> f64 {
        self.game.after_play(Seat::Searcher, position, theirs, cube)
    }

    /// Returns every legal play of a roll. Plays that pass the filter, and `wanted` plays, are searched to `ply`.
    ///
    /// Plays that were searched deeper come first; plays searched to the same ply are sorted best first. Ties in value
    /// go to the higher cubeless equity, then to more checkers off, then to the lower pip count.
    pub fn rank(
        &mut self,
        position: Position,
        roll: Roll,
        cube: Cube,
        ply: u8,
        wanted: Wanted<'_>,
    ) -> Option<Vec<Ranked<Worth>>> {
        let ranked = self.rank_at_ply_0(position, roll, cube);
        self.deepen(ranked, cube, ply, wanted)
    }

    /// Returns the position after the best play of a roll, with the opponent on roll. Without a legal play, only the
    /// player on roll changes.
    ///
    /// At 0 plies candidates are pruned, as they are inside the search tree. A few decisions in a thousand therefore
    /// differ from the first play of [`CubefulSearch::rank`], at little cost. At higher plies it is that first play.
    pub fn best(&mut self, position: Position, roll: Roll, cube: Cube, ply: u8) -> Option<Position> {
        if ply == 0 {
            return Some(self.best_at_ply_0(Seat::Searcher, position, roll, cube));
        }
        let ranked = self.rank_at_ply_0(position, roll, cube);
        let ranked = if ranked.len() > 1 { self.deepen(ranked, cube, ply, Wanted::Filtered)? } else { ranked };
        Some(ranked.first().map_or(position.swap(), |best| best.play.position))
    }

    /// Returns the probability that the player on roll, by not doubling, loses the market before the next chance to
    /// double.
    ///
    /// The market is lost if, after one roll of each side, a double would be passed, or if the player has already won.
    /// Both sides make the best plays at 0 plies; the cube decision after them is searched to `ply`.
    pub fn market_lost(&mut self, position: Position, cube: Cube, ply: u8) -> Option<f64> {
        let mut lost = 0_u32;
        for own in Roll::all() {
            let played = self.best(position, own, cube, 0)?;
            if played.is_over() {
                lost += 36 * own.weight();
                continue;
            }
            for reply_roll in Roll::all() {
                let reply = self.best_at_ply_0(Seat::Opponent, played, reply_roll, cube.swap());
                if !reply.is_over() && self.decide(reply, cube, ply)?.0.is_pass() {
                    lost += own.weight() * reply_roll.weight();
                }
            }
        }
        Some(f64::from(lost) / 1296.0)
    }

    /// Returns the position after the best play at 0 plies, with pruning.
    fn best_at_ply_0(&mut self, seat: Seat, position: Position, roll: Roll, cube: Cube) -> Position {
        let (game, Buffers { scratch: Scratch { candidates, context, .. }, choice, .. }) =
            (&self.game, &mut self.buffers[0]);
        candidates.clear();
        movegen::append_results(position, roll, candidates);
        if candidates.is_empty() {
            return position.swap();
        }
        choice.cubes.clear();
        choice.cubes.push(game.model(seat).canonical(cube));
        game.evaluator.move_to(context, position.swap());
        game.evaluator.prepare(context, candidates);
        choice.make(game, seat, context, candidates);
        choice.best[0].0
    }

    /// Ranks the plays of the searching player at 0 plies, without pruning.
    fn rank_at_ply_0(&mut self, position: Position, roll: Roll, cube: Cube) -> Vec<Ranked<Worth>> {
        let (game, Buffers { scratch: Scratch { candidates, context, .. }, .. }) = (&self.game, &mut self.buffers[0]);
        let cube = game.model(Seat::Searcher).canonical(cube);
        let plays = movegen::plays(position, roll);
        candidates.clear();
        candidates.extend(plays.iter().map(|play| play.position));
        game.evaluator.move_to(context, position.swap());
        game.evaluator.prepare(context, candidates);
        let mut ranked: Vec<_> = plays
            .into_iter()
            .map(|play| {
                let theirs = game.evaluator.judge(context, play.position);
                let value = game.after_play(Seat::Searcher, play.position, theirs, cube);
                Ranked::new(play, Worth { value, outcome: theirs.swap() })
            })
            .collect();
        ranked.sort_by(by_worth);
        ranked
    }

    /// Searches plays to depth `ply`, applying the move filter. They must be sorted by their 0-ply values.
    fn deepen(
        &mut self,
        ranked: Vec<Ranked<Worth>>,
        cube: Cube,
        ply: u8,
        wanted: Wanted<'_>,
    ) -> Option<Vec<Ranked<Worth>>> {
        let (filter, unit) = (self.filter, self.game.model(Seat::Searcher).unit(cube));
        let model = *self.game.model(Seat::Opponent);
        let cube = model.canonical(cube.swap());
        let mut cubes = Vec::new();
        add_cubes(&model, cube, &mut cubes);
        let search = |position, ply| {
            let worths = self.search(Seat::Opponent, position, &cubes, ply)?;
            let value = model.value_by(cube, |cube| worth_of(cube, &cubes, &worths).value);
            let outcome = worth_of(cube, &cubes, &worths).outcome.swap();
            Some(Worth { value: model.as_opponent(value), outcome })
        };
        let kept = |ranked: &[Ranked<Worth>], ply| filter.kept(ranked.iter().map(|one| one.found().value / unit), ply);
        deepen(ranked, ply.min(MOST_PLIES), wanted, kept, by_worth, search)
    }

    /// Returns the no-double value of a position with each of the cubes.
    fn search(&mut self, seat: Seat, position: Position, cubes: &[Cube], ply: u8) -> Option<Vec<Worth>> {
        let ply = ply.min(MOST_PLIES);
        let mut worths = Vec::with_capacity(cubes.len());
        let buffers = &mut self.buffers[..=usize::from(ply)];
        self.game.search(buffers, &mut self.cache, seat, position, cubes, &mut worths)?;
        Some(worths)
    }
}

impl Game<'_> {
    /// Writes the no-double value of a position with each of the cubes to `worths`.
    ///
    /// There is one set of buffers for each ply, including ply 0; their number determines the depth.
    fn search(
        &self,
        buffers: &mut [Buffers],
        cache: &mut Cache<Worth>,
        seat: Seat,
        position: Position,
        cubes: &[Cube],
        worths: &mut Vec<Worth>,
    ) -> Option<()> {
        worths.clear();
        let (own, deeper) = buffers.split_last_mut().expect("one set of buffers for each ply, including ply 0");
        let ply = deeper.len();
        if ply == 0 || position.is_over() || self.is_exact(seat, position, cubes) {
            let outcome = self.evaluator.evaluate_with(position, &mut own.scratch);
            let efficiency = self.model(seat).efficiency(position);
            worths.extend(cubes.iter().map(|&cube| {
                let value = self.no_double(seat, position, outcome, cube, efficiency);
                Worth { value, outcome }
            }));
            return Some(());
        }
        own.pending.clear();
        for (at, &cube) in cubes.iter().enumerate() {
            let worth = cache.get(position, key(seat, cube, ply));
            // A missing value is a placeholder here and filled in below.
            worths.push(worth.unwrap_or_default());
            if worth.is_none() {
                own.pending.push(Pending { cube, at, value: 0.0, chances: [0.0; 5] });
            }
        }
        if own.pending.is_empty() {
            return Some(());
        }
        if self.control.is_stopped() {
            return None;
        }
        self.add_rolls(own, deeper, cache, seat, position)?;
        for &Pending { cube, at, value, mut chances } in &own.pending {
            // Rounding can leave a mean of ones slightly above one.
            chances[0] = chances[0].min(1.0);
            worths[at] = Worth { value: self.model(seat).in_range(value), outcome: clamped(position, chances) };
            cache.insert(position, key(seat, cube, ply), worths[at]);
        }
        Some(())
    }

    /// Adds the results of all rolls to each pending cube in `own`.
    fn add_rolls(
        &self,
        own: &mut Buffers,
        deeper: &mut [Buffers],
        cache: &mut Cache<Worth>,
        seat: Seat,
        position: Position,
    ) -> Option<()> {
        let Buffers { scratch: Scratch { candidates, context, .. }, choice, pending, cubes, worths } = own;
        let model = self.model(seat.across());
        choice.cubes.clear();
        choice.cubes.extend(pending.iter().map(|one| one.cube));
        // One refresh of the accumulator serves the plays of all rolls.
        self.evaluator.move_to(context, position.swap());
        for roll in Roll::all() {
            candidates.clear();
            movegen::append_results(position, roll, candidates);
            if candidates.is_empty() {
                candidates.push(position.swap());
            }
            self.evaluator.prepare(context, candidates);
            choice.make(self, seat, context, candidates);
            for (at, &(reply, worth)) in choice.best.iter().enumerate() {
                if deeper.len() == 1 {
                    pending[at].add(roll, worth.value, worth.outcome);
                    continue;
                }
                // Cubes with the same best play are searched together, when the first of them is reached.
                if choice.best[..at].iter().any(|&(other, _)| other == reply) {
                    continue;
                }
                cubes.clear();
                for (one, _) in pending.iter().zip(&choice.best).filter(|(_, best)| best.0 == reply) {
                    add_cubes(model, model.canonical(one.cube.swap()), cubes);
                }
                self.search(deeper, cache, seat.across(), reply, cubes, worths)?;
                for (one, _) in pending.iter_mut().zip(&choice.best).filter(|(_, best)| best.0 == reply) {
                    let cube = model.canonical(one.cube.swap());
                    let theirs = model.value_by(cube, |cube| worth_of(cube, cubes, worths).value);
                    let outcome = worth_of(cube, cubes, worths).outcome.swap();
                    one.add(roll, model.as_opponent(theirs), outcome);
                }
            }
        }
        Some(())
    }
}

impl Game<'_> {
    /// Whether tables have the exact value of a position with every one of the cubes, so that no search is needed.
    fn is_exact(&self, seat: Seat, position: Position, cubes: &[Cube]) -> bool {
        let model = self.model(seat);
        self.evaluator.has_tables()
            && cubes.iter().all(|&cube| self.evaluator.exact_value(position, model, cube).is_some())
    }
}

/// Adds the cubes whose values a cube decision needs, in canonical form ([`CubeModel::canonical`]) and without
/// duplicates.
fn add_cubes(model: &CubeModel, cube: Cube, cubes: &mut Vec<Cube>) {
    let answers = model.may_double(cube).then(|| model.answers(cube).cubes());
    for cube in [cube].into_iter().chain(answers.into_iter().flatten()) {
        if !cubes.contains(&cube) {
            cubes.push(cube);
        }
    }
}

/// Returns the value for one cube from the values for all searched cubes.
fn worth_of(cube: Cube, cubes: &[Cube], worths: &[Worth]) -> Worth {
    let at = cubes.iter().position(|&other| other == cube).expect("every cube that a decision needs was searched");
    worths[at]
}

/// The part of a cache key that is not the position: seat, cube and ply.
fn key(seat: Seat, cube: Cube, ply: usize) -> u64 {
    let owner = match cube.owner() {
        CubeOwner::Centre => 0,
        CubeOwner::OnRoll => 1,
        CubeOwner::Opponent => 2,
    };
    ply as u64 | (seat as u64) << 8 | owner << 16 | u64::from(cube.exponent()) << 24
}

/// Compares plays; the better comes first.
fn by_worth(one: &Ranked<Worth>, other: &Ranked<Worth>) -> Ordering {
    order((one.found().rank(), one.play.position), (other.found().rank(), other.play.position))
}
