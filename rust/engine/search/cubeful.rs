//! Looking ahead with the cube: it is turned or not at every turn on the way, and valued at the leaves.
//!
//! The worth of a position at `ply` 0, if the player on roll does not double, is [`CubeModel::no_double`] of what the
//! evaluator says. At a higher ply it is the mean over the 21 rolls of what the opponent's decision about the cube leaves
//! after the best play, one ply lower; he decides by the same values. The best play is the one whose position is worth most
//! when the evaluator alone looks and the opponent has decided; of equal ones the one with the most cubeless equity. It is
//! chosen for each cube by itself, as a gammon that wins the match with one cube may be worth nothing with another.
//!
//! One tree serves all the cubes that can arise. The evaluator is asked once for each position, and what is found with one
//! cube does not depend on which others were asked for.
//!
//! # Example
//!
//! ```
//! use gammon::parallel::Control;
//! use gammon::{Cube, CubeAction, CubeModel, CubefulSearch, Evaluator, MatchEquityTable, Position, Scoring, search::Filter};
//!
//! // Two checkers left, on the 5 and 2 points: off with 19 throws in 36. Otherwise the opponent bears off their last one.
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
use crate::search::{Filter, Found, MOST_PLIES, add};
use crate::value::{Cube, CubeDecision, CubeModel, CubeOwner};

/// A search of one game with a cube, for the player who is on roll in what it is asked; it keeps room and what it has found
/// between calls.
///
/// Its methods return `None` when `control` said stop.
#[derive(Debug)]
pub struct CubefulSearch<'a> {
    game: Game<'a>,
    filter: Filter,
    /// One for each ply.
    rooms: Vec<Room>,
    found: Found<Worth>,
}

/// A cube with which the worth of a position is to be found.
#[derive(Debug, Clone, Copy)]
struct Asked {
    cube: Cube,
    /// Its number among all cubes that were asked for.
    at: usize,
    /// What the rolls so far come to.
    value: f64,
    chances: [f32; 5],
}

impl Asked {
    fn add(&mut self, roll: Roll, value: f64, outcome: Outcome) {
        self.value += f64::from(roll.weight()) / 36.0 * value;
        add(&mut self.chances, outcome, roll);
    }
}

#[derive(Debug, Default)]
struct Room {
    scratch: Scratch,
    choice: Choice,
    /// What is to be found.
    asked: Vec<Asked>,
    /// The cubes of the positions after one roll.
    cubes: Vec<Cube>,
    /// What these positions are worth with each of them.
    worths: Vec<Worth>,
}

impl<'a> CubefulSearch<'a> {
    /// A search with an evaluator and a filter. `model` is the game as seen by the player on roll in what will be asked.
    #[must_use]
    pub fn new(evaluator: &'a Evaluator, filter: Filter, control: &'a Control, model: &CubeModel) -> Self {
        let rooms = std::iter::repeat_with(Room::default).take(usize::from(MOST_PLIES) + 1).collect();
        let game = Game { evaluator, control, models: [*model, model.swap()] };
        Self { game, filter, rooms, found: Found::nothing() }
    }

    /// Turns to another game, and forgets what was found in the one before.
    pub fn change_game(&mut self, model: &CubeModel) {
        if *self.game.model(Seat::Asking) != *model {
            self.game.models = [*model, model.swap()];
            self.found = Found::nothing();
        }
    }

    /// What each decision about the cube is worth at a ply, which is at most [`MOST_PLIES`], and how the game may
    /// end without a double.
    ///
    /// Where the player on roll may not double, the values of a double are what they would be if he might.
    pub fn decide(&mut self, position: Position, cube: Cube, ply: u8) -> Option<(CubeDecision, Outcome)> {
        let model = *self.game.model(Seat::Asking);
        let plain = model.canonical(cube);
        let cubes: Vec<_> = [plain].into_iter().chain(model.answers(plain).cubes()).collect();
        let worths = self.look(Seat::Asking, position, &cubes, ply)?;
        let decision = model.decide_by(plain, |cube| worth_of(cube, &cubes, &worths).value);
        Some((decision, worths[0].outcome))
    }

    /// Every legal play of a roll: those that the filter lets through to `ply` and those that are `wanted`, then the others
    /// by the ply they came to; of the same ply the best first.
    ///
    /// Of plays that are worth the same, the one with the higher cubeless equity, then the one with more checkers off, then
    /// the one that leaves fewer pips.
    pub fn rank(
        &mut self,
        position: Position,
        roll: Roll,
        cube: Cube,
        ply: u8,
        wanted: Wanted<'_>,
    ) -> Option<Vec<Ranked<Worth>>> {
        let ranked = self.rank_at_once(position, roll, cube);
        self.deepen(ranked, cube, ply, wanted)
    }

    /// The position after the best play of a roll, with the opponent on roll; the same checkers when the turn passes.
    ///
    /// At 0 plies a quick look sorts plays out, as it does for the replies on the way of a search, so that a few decisions in a
    /// thousand are not the first of [`CubefulSearch::rank`], and lose little by that. At higher plies it is the first.
    pub fn best(&mut self, position: Position, roll: Roll, cube: Cube, ply: u8) -> Option<Position> {
        if ply == 0 {
            return Some(self.best_at_once(Seat::Asking, position, roll, cube));
        }
        let ranked = self.rank_at_once(position, roll, cube);
        let ranked = if ranked.len() > 1 { self.deepen(ranked, cube, ply, Wanted::Filtered)? } else { ranked };
        Some(ranked.first().map_or(position.swap(), |best| best.play.position))
    }

    /// The chance that the player on roll, if he does not double, will have lost his market when he may double again: that
    /// after a roll of his and one of his opponent's a double would be passed, or he has won. Both make the plays that the
    /// evaluator alone likes best; the decision after them is searched to a ply.
    pub fn market_lost(&mut self, position: Position, cube: Cube, ply: u8) -> Option<f64> {
        let mut lost = 0_u32;
        for own in Roll::all() {
            let played = self.best(position, own, cube, 0)?;
            if played.is_over() {
                lost += 36 * own.weight();
                continue;
            }
            for his in Roll::all() {
                let reply = self.best_at_once(Seat::Other, played, his, cube.swap());
                if !reply.is_over() && self.decide(reply, cube, ply)?.0.is_pass() {
                    lost += own.weight() * his.weight();
                }
            }
        }
        Some(f64::from(lost) / 1296.0)
    }

    /// The position after the play that the evaluator alone likes best of those that a quick look did not rule out.
    fn best_at_once(&mut self, seat: Seat, position: Position, roll: Roll, cube: Cube) -> Position {
        let (game, Room { scratch: Scratch { candidates, context, .. }, choice, .. }) =
            (&self.game, &mut self.rooms[0]);
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

    /// Ranks the plays of the player who asks by what the evaluator alone says.
    fn rank_at_once(&mut self, position: Position, roll: Roll, cube: Cube) -> Vec<Ranked<Worth>> {
        let (game, Room { scratch: Scratch { candidates, context, .. }, .. }) = (&self.game, &mut self.rooms[0]);
        let cube = game.model(Seat::Asking).canonical(cube);
        let plays = movegen::plays(position, roll);
        candidates.clear();
        candidates.extend(plays.iter().map(|play| play.position));
        game.evaluator.move_to(context, position.swap());
        game.evaluator.prepare(context, candidates);
        let mut ranked: Vec<_> = plays
            .into_iter()
            .map(|play| {
                let theirs = game.evaluator.judge(context, play.position);
                let value = game.after_play(Seat::Asking, play.position, theirs, cube);
                Ranked::at_once(play, Worth { value, outcome: theirs.swap() })
            })
            .collect();
        ranked.sort_by(by_worth);
        ranked
    }

    fn deepen(
        &mut self,
        ranked: Vec<Ranked<Worth>>,
        cube: Cube,
        ply: u8,
        wanted: Wanted<'_>,
    ) -> Option<Vec<Ranked<Worth>>> {
        let (filter, unit) = (self.filter, self.game.model(Seat::Asking).unit(cube));
        let model = *self.game.model(Seat::Other);
        let cube = model.canonical(cube.swap());
        let mut cubes = Vec::new();
        add_cubes(&model, cube, &mut cubes);
        let look = |position, ply| {
            let worths = self.look(Seat::Other, position, &cubes, ply)?;
            let value = model.value_by(cube, |cube| worth_of(cube, &cubes, &worths).value);
            let outcome = worth_of(cube, &cubes, &worths).outcome.swap();
            Some(Worth { value: model.as_opponent(value), outcome })
        };
        let kept = |ranked: &[Ranked<Worth>], ply| filter.kept(ranked.iter().map(|one| one.found().value / unit), ply);
        deepen(ranked, ply.min(MOST_PLIES), wanted, kept, by_worth, look)
    }

    /// What a position is worth with each of some cubes if the player on roll does not double.
    fn look(&mut self, seat: Seat, position: Position, cubes: &[Cube], ply: u8) -> Option<Vec<Worth>> {
        let ply = ply.min(MOST_PLIES);
        let mut worths = Vec::with_capacity(cubes.len());
        let rooms = &mut self.rooms[..=usize::from(ply)];
        self.game.look(rooms, &mut self.found, seat, position, cubes, &mut worths)?;
        Some(worths)
    }
}

impl Game<'_> {
    /// Finds what a position is worth with each of some cubes; there is a room for each turn that is looked ahead, and one more.
    fn look(
        &self,
        rooms: &mut [Room],
        found: &mut Found<Worth>,
        seat: Seat,
        position: Position,
        cubes: &[Cube],
        worths: &mut Vec<Worth>,
    ) -> Option<()> {
        worths.clear();
        let (room, others) = rooms.split_last_mut().expect("one room more than plies");
        let ply = others.len();
        if ply == 0 || position.is_over() || self.is_exact(seat, position, cubes) {
            let outcome = self.evaluator.evaluate_with(position, &mut room.scratch);
            let efficiency = self.model(seat).efficiency(position);
            worths.extend(cubes.iter().map(|&cube| {
                let value = self.no_double(seat, position, outcome, cube, efficiency);
                Worth { value, outcome }
            }));
            return Some(());
        }
        room.asked.clear();
        for (at, &cube) in cubes.iter().enumerate() {
            let worth = found.get(position, key(seat, cube, ply));
            // What is not known yet is put in below, whatever stands there until then.
            worths.push(worth.unwrap_or_default());
            if worth.is_none() {
                room.asked.push(Asked { cube, at, value: 0.0, chances: [0.0; 5] });
            }
        }
        if room.asked.is_empty() {
            return Some(());
        }
        if self.control.is_stopped() {
            return None;
        }
        self.add_rolls(room, others, found, seat, position)?;
        for &Asked { cube, at, value, mut chances } in &room.asked {
            // Means of ones can come out a little above one.
            chances[0] = chances[0].min(1.0);
            worths[at] = Worth { value: self.model(seat).in_range(value), outcome: clamped(position, chances) };
            found.keep(position, key(seat, cube, ply), worths[at]);
        }
        Some(())
    }

    /// Adds up what comes of all rolls with each cube that is asked for in a room.
    fn add_rolls(
        &self,
        room: &mut Room,
        others: &mut [Room],
        found: &mut Found<Worth>,
        seat: Seat,
        position: Position,
    ) -> Option<()> {
        let Room { scratch: Scratch { candidates, context, .. }, choice, asked, cubes, worths } = room;
        let model = self.model(seat.across());
        choice.cubes.clear();
        choice.cubes.extend(asked.iter().map(|asked| asked.cube));
        // All plays of all rolls start from the same sums.
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
                if others.len() == 1 {
                    asked[at].add(roll, worth.value, worth.outcome);
                    continue;
                }
                // Cubes with the same reply are looked at together, when the first of them comes.
                if choice.best[..at].iter().any(|&(other, _)| other == reply) {
                    continue;
                }
                cubes.clear();
                for (asked, _) in asked.iter().zip(&choice.best).filter(|(_, best)| best.0 == reply) {
                    add_cubes(model, model.canonical(asked.cube.swap()), cubes);
                }
                self.look(others, found, seat.across(), reply, cubes, worths)?;
                for (asked, _) in asked.iter_mut().zip(&choice.best).filter(|(_, best)| best.0 == reply) {
                    let cube = model.canonical(asked.cube.swap());
                    let theirs = model.value_by(cube, |cube| worth_of(cube, cubes, worths).value);
                    let outcome = worth_of(cube, cubes, worths).outcome.swap();
                    asked.add(roll, model.as_opponent(theirs), outcome);
                }
            }
        }
        Some(())
    }
}

impl Game<'_> {
    /// Whether a table says what a position is worth with each of these cubes: then there is nothing to look ahead for.
    fn is_exact(&self, seat: Seat, position: Position, cubes: &[Cube]) -> bool {
        let scoring = self.model(seat).scoring();
        self.evaluator.has_tables()
            && cubes.iter().all(|&cube| self.evaluator.exact_value(position, scoring, cube).is_some())
    }
}

/// Adds the cubes that a decision about a cube depends on, each as [`CubeModel::canonical`] and once.
fn add_cubes(model: &CubeModel, cube: Cube, cubes: &mut Vec<Cube>) {
    let answers = model.may_double(cube).then(|| model.answers(cube).cubes());
    for cube in [cube].into_iter().chain(answers.into_iter().flatten()) {
        if !cubes.contains(&cube) {
            cubes.push(cube);
        }
    }
}

/// What a position is worth with a cube, from what it is worth with each of some cubes.
fn worth_of(cube: Cube, cubes: &[Cube], worths: &[Worth]) -> Worth {
    let at = cubes.iter().position(|&other| other == cube).expect("every cube that a decision depends on was searched");
    worths[at]
}

/// What a worth depends on beside the position.
fn key(seat: Seat, cube: Cube, ply: usize) -> u64 {
    let owner = match cube.owner() {
        CubeOwner::Centre => 0,
        CubeOwner::OnRoll => 1,
        CubeOwner::Opponent => 2,
    };
    ply as u64 | (seat as u64) << 8 | owner << 16 | u64::from(cube.exponent()) << 24
}

/// The best first. What is equal in all respects stays in its order.
fn by_worth(one: &Ranked<Worth>, other: &Ranked<Worth>) -> Ordering {
    order((one.found().rank(), one.play.position), (other.found().rank(), other.play.position))
}
