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

use std::cmp::Ordering;

use crate::dice::Roll;
use crate::eval::{Evaluator, FEW, GLANCE_WITHIN, Scratch, consistent, order, rooted};
use crate::movegen;
use crate::net::Accumulator;
use crate::outcome::Outcome;
use crate::parallel::Control;
use crate::play::Play;
use crate::position::Position;
use crate::search::{Filter, Found, Search, add};
use crate::value::CubeDecision;
use crate::value::{Cube, CubeOwner};
use crate::value::{CubeEfficiency, CubeModel};

/// Plays that look worse than the best-looking one by more than this, in equity, are not looked at in full: without a cube
/// it is less, as equity with a live one in the centre is 5/3 as steep between the points where it is cashed.
const GLANCE_WITHIN_CUBEFUL: f64 = GLANCE_WITHIN as f64 * 5.0 / 3.0;

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
    const fn rank(&self) -> (f64, f32) {
        (self.value, self.outcome.cubeless_equity())
    }
}

/// A legal play with what it is worth with a cube, seen by the player who makes it.
#[derive(Debug, Clone, Copy)]
pub struct CubefulPlay {
    /// The play.
    pub play: Play,
    /// What the position after it is worth once the opponent has decided about the cube.
    pub worth: Worth,
    /// How many turns behind it were looked at.
    pub ply: u8,
}

/// Who a position is seen by: the player for whom the search was made, or his opponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Seat {
    Asking,
    Other,
}

impl Seat {
    const fn across(self) -> Self {
        match self {
            Self::Asking => Self::Other,
            Self::Other => Self::Asking,
        }
    }
}

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

/// What all positions of a search have in common.
#[derive(Debug)]
struct Game<'a> {
    evaluator: &'a Evaluator,
    control: &'a Control,
    /// As the player who asks sees it, and his opponent.
    models: [CubeModel; 2],
    efficiency: CubeEfficiency,
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
    pub fn new(
        evaluator: &'a Evaluator,
        filter: Filter,
        control: &'a Control,
        model: &CubeModel,
        efficiency: CubeEfficiency,
    ) -> Self {
        let rooms = std::iter::repeat_with(Room::default).take(usize::from(Search::MOST_PLIES) + 1).collect();
        let game = Game { evaluator, control, models: [*model, model.swap()], efficiency };
        Self { game, filter, rooms, found: Found::nothing() }
    }

    /// Turns to another game, and forgets what was found in the one before.
    pub fn change_game(&mut self, model: &CubeModel) {
        if *self.game.model(Seat::Asking) != *model {
            self.game.models = [*model, model.swap()];
            self.found = Found::nothing();
        }
    }

    /// What each decision about the cube is worth at a ply, which is at most [`Search::MOST_PLIES`], and how the game may
    /// end without a double.
    ///
    /// Where the player on roll may not double, the values of a double are what they would be if he might.
    pub fn decide(&mut self, position: Position, cube: Cube, ply: u8) -> Option<(CubeDecision, Outcome)> {
        let model = *self.game.model(Seat::Asking);
        let (cube, (taken, beavered)) = (model.plainest(cube), model.answers(cube));
        let cubes: Vec<_> = [cube, taken].into_iter().chain(beavered).collect();
        let worths = self.look(Seat::Asking, position, &cubes, ply)?;
        let decision = model.decide_by(cube, |cube| worth_of(cube, &cubes, &worths).value);
        Some((decision, worths[0].outcome))
    }

    /// Every legal play of a roll, best first: those that the filter lets through to `ply` with their worth there, then the
    /// others with that of the ply they came to.
    ///
    /// Of plays that are worth the same, the one with the higher cubeless equity, then the one with more checkers off, then
    /// the one that leaves fewer pips.
    pub fn rank(&mut self, position: Position, roll: Roll, cube: Cube, ply: u8) -> Option<Vec<CubefulPlay>> {
        let mut ranked = self.rank_at_once(Seat::Asking, position, roll, cube);
        let mut kept = ranked.len();
        let unit = self.game.model(Seat::Asking).unit(cube);
        for ply in 1..=ply.min(Search::MOST_PLIES) {
            kept = self.filter.kept(ranked[..kept].iter().map(|one| one.worth.value / unit), ply);
            self.look_ahead(&mut ranked[..kept], cube, ply)?;
        }
        Some(ranked)
    }

    /// The position after the best play of a roll, with the opponent on roll; the same checkers when the turn passes.
    pub fn best(&mut self, position: Position, roll: Roll, cube: Cube, ply: u8) -> Option<Position> {
        let ranked = self.rank(position, roll, cube, ply)?;
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
                let reply = self.best_reply(played, his, cube);
                if !reply.is_over() && self.decide(reply, cube, ply)?.0.is_pass() {
                    lost += own.weight() * his.weight();
                }
            }
        }
        Some(f64::from(lost) / 1296.0)
    }

    /// The position after the opponent's best play, at once, with the player who asks on roll.
    fn best_reply(&mut self, position: Position, roll: Roll, cube: Cube) -> Position {
        let ranked = self.rank_at_once(Seat::Other, position, roll, cube.swap());
        ranked.first().map_or(position.swap(), |best| best.play.position)
    }

    /// Ranks plays by what the evaluator alone says. The first is the best of those that a quick look did not rule out, as it
    /// is for replies on the way of a search; a better one among the others, which is rare, comes second.
    fn rank_at_once(&mut self, seat: Seat, position: Position, roll: Roll, cube: Cube) -> Vec<CubefulPlay> {
        let (game, Room { scratch: Scratch { candidates, root, .. }, choice, .. }) = (&self.game, &mut self.rooms[0]);
        let plays = movegen::plays(position, roll);
        candidates.clear();
        candidates.extend(plays.iter().map(|play| play.position));
        let cube = game.model(seat).plainest(cube);
        choice.cubes.clear();
        choice.cubes.push(cube);
        let root = rooted(game.evaluator.network(), root, position.swap());
        choice.look(game, seat, root, candidates);
        let valued = |(play, &deserves): (Play, &bool)| {
            let theirs = game.evaluator.judge(root, play.position);
            let value = game.after_play(seat, play.position, theirs, cube);
            (CubefulPlay { play, worth: Worth { value, outcome: theirs.swap() }, ply: 0 }, deserves)
        };
        let mut ranked: Vec<_> = plays.into_iter().zip(&choice.deserves).map(valued).collect();
        ranked.sort_by(|(one, _), (other, _)| by_worth(one, other));
        if let Some(best) = ranked.iter().position(|&(_, deserves)| deserves) {
            ranked[..=best].rotate_right(1);
        }
        ranked.into_iter().map(|(play, _)| play).collect()
    }

    /// Looks ahead from each of some plays, and puts the best first.
    fn look_ahead(&mut self, ranked: &mut [CubefulPlay], cube: Cube, ply: u8) -> Option<()> {
        let model = *self.game.model(Seat::Other);
        let cube = model.plainest(cube.swap());
        let mut cubes = Vec::new();
        add_cubes(&model, cube, &mut cubes);
        for ranked in &mut *ranked {
            let worths = self.look(Seat::Other, ranked.play.position, &cubes, ply)?;
            let value = model.value_by(cube, |cube| worth_of(cube, &cubes, &worths).value);
            let outcome = worth_of(cube, &cubes, &worths).outcome.swap();
            ranked.worth = Worth { value: model.as_opponent(value), outcome };
            ranked.ply = ply;
        }
        sort(ranked);
        Some(())
    }

    /// What a position is worth with each of some cubes if the player on roll does not double.
    fn look(&mut self, seat: Seat, position: Position, cubes: &[Cube], ply: u8) -> Option<Vec<Worth>> {
        let ply = ply.min(Search::MOST_PLIES);
        let mut worths = Vec::with_capacity(cubes.len());
        let rooms = &mut self.rooms[..=usize::from(ply)];
        self.game.look(rooms, &mut self.found, seat, position, cubes, ply, &mut worths)?;
        Some(worths)
    }
}

impl Game<'_> {
    const fn model(&self, seat: Seat) -> &CubeModel {
        &self.models[seat as usize]
    }

    /// What a position is worth, to the player who has just played into it, by what the evaluator says; the opponent, who
    /// sees this outcome, decides about the cube first.
    fn after_play(&self, seat: Seat, position: Position, theirs: Outcome, cube: Cube) -> f64 {
        let model = self.model(seat.across());
        model.as_opponent(model.value(theirs, cube.swap(), self.efficiency.of(position)))
    }

    /// Finds what a position is worth with each of some cubes, `ply` turns ahead; there is a room for each and one more.
    #[expect(clippy::too_many_arguments, reason = "rooms and what was found are lent apart from the rest")]
    fn look(
        &self,
        rooms: &mut [Room],
        found: &mut Found<Worth>,
        seat: Seat,
        position: Position,
        cubes: &[Cube],
        ply: u8,
        worths: &mut Vec<Worth>,
    ) -> Option<()> {
        worths.clear();
        let (room, others) = rooms.split_last_mut()?;
        if ply == 0 || position.is_over() {
            let outcome = self.evaluator.evaluate_with(position, &mut room.scratch);
            let (model, efficiency) = (self.model(seat), self.efficiency.of(position));
            worths
                .extend(cubes.iter().map(|&cube| Worth { value: model.no_double(outcome, cube, efficiency), outcome }));
            return Some(());
        }
        room.asked.clear();
        for (at, &cube) in cubes.iter().enumerate() {
            let worth = found.get(position, key(seat, cube, ply));
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
        self.add_rolls(room, others, found, seat, position, ply)?;
        for &Asked { cube, at, value, mut chances } in &room.asked {
            // Means of ones can come out a little above one.
            chances[0] = chances[0].min(1.0);
            worths[at] = Worth { value: self.model(seat).in_range(value), outcome: consistent(position, chances) };
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
        ply: u8,
    ) -> Option<()> {
        let Room { scratch: Scratch { candidates, root, .. }, choice, asked, cubes, worths } = room;
        let model = self.model(seat.across());
        choice.cubes.clear();
        choice.cubes.extend(asked.iter().map(|asked| asked.cube));
        // All plays of all rolls start from the same sums.
        let root = rooted(self.evaluator.network(), root, position.swap());
        for roll in Roll::all() {
            candidates.clear();
            movegen::append_results(position, roll, candidates);
            if candidates.is_empty() {
                candidates.push(position.swap());
            }
            choice.make(self, seat, root, candidates);
            for (at, &(reply, worth)) in choice.best.iter().enumerate() {
                if ply == 1 {
                    asked[at].add(roll, worth.value, worth.outcome);
                    continue;
                }
                // Cubes with the same reply are looked at together, when the first of them comes.
                if choice.best[..at].iter().any(|&(other, _)| other == reply) {
                    continue;
                }
                cubes.clear();
                for (asked, _) in asked.iter().zip(&choice.best).filter(|(_, best)| best.0 == reply) {
                    add_cubes(model, model.plainest(asked.cube.swap()), cubes);
                }
                self.look(others, found, seat.across(), reply, cubes, ply - 1, worths)?;
                for (asked, _) in asked.iter_mut().zip(&choice.best).filter(|(_, best)| best.0 == reply) {
                    let cube = model.plainest(asked.cube.swap());
                    let theirs = model.value_by(cube, |cube| worth_of(cube, cubes, worths).value);
                    let outcome = worth_of(cube, cubes, worths).outcome.swap();
                    asked.add(roll, model.as_opponent(theirs), outcome);
                }
            }
        }
        Some(())
    }
}

/// Room in which plays are chosen.
#[derive(Debug, Default)]
struct Choice {
    /// The cubes with which plays are chosen.
    cubes: Vec<Cube>,
    /// Values by a quick look: of each candidate with each cube.
    /// Of a quick look.
    outputs: Vec<[f32; 5]>,
    glances: Vec<f64>,
    /// Whether a candidate deserves a full look with a cube.
    deserves: Vec<bool>,
    /// The best position with each cube, and what it is worth to the player who plays into it.
    best: Vec<(Position, Worth)>,
}

impl Choice {
    /// Finds out by a quick look which candidates deserve a full one with which cube.
    fn look(&mut self, game: &Game<'_>, seat: Seat, root: &mut Accumulator, candidates: &[Position]) {
        let Self { cubes, outputs, glances, deserves, .. } = self;
        deserves.clear();
        deserves.resize(candidates.len() * cubes.len(), true);
        if candidates.len() <= FEW {
            return;
        }
        glances.clear();
        for (&candidate, theirs) in candidates.iter().zip(game.evaluator.glances(root, candidates, outputs)) {
            glances.extend(cubes.iter().map(|&cube| game.after_play(seat, candidate, theirs, cube)));
        }
        for (at, &cube) in cubes.iter().enumerate() {
            let glances = glances.iter().skip(at).step_by(cubes.len());
            let most = glances.clone().copied().fold(f64::NEG_INFINITY, f64::max);
            let least = most - GLANCE_WITHIN_CUBEFUL * game.model(seat).unit(cube);
            for (deserves, &glance) in deserves.iter_mut().skip(at).step_by(cubes.len()).zip(glances) {
                *deserves = glance >= least;
            }
        }
    }

    /// Finds the best of the candidates, of which there must be one, with each cube.
    fn make(&mut self, game: &Game<'_>, seat: Seat, root: &mut Accumulator, candidates: &[Position]) {
        self.look(game, seat, root, candidates);
        let Self { cubes, deserves, best, .. } = self;
        best.clear();
        let nothing = Worth { value: f64::NEG_INFINITY, ..Worth::default() };
        best.resize(cubes.len(), (Position::START, nothing));
        for (&candidate, deserves) in candidates.iter().zip(deserves.chunks(cubes.len())) {
            if !deserves.contains(&true) {
                continue;
            }
            let theirs = game.evaluator.judge(root, candidate);
            for ((best, &cube), &deserves) in best.iter_mut().zip(&*cubes).zip(deserves) {
                if !deserves {
                    continue;
                }
                let value = game.after_play(seat, candidate, theirs, cube);
                let worth = Worth { value, outcome: theirs.swap() };
                if order((worth.rank(), candidate), (best.1.rank(), best.0)).is_lt() {
                    *best = (candidate, worth);
                }
            }
        }
    }
}

/// Adds the cubes that a decision about a cube depends on, each as [`CubeModel::plainest`] and once.
fn add_cubes(model: &CubeModel, cube: Cube, cubes: &mut Vec<Cube>) {
    let (taken, beavered) = model.answers(cube);
    let answers = [Some(taken), beavered].into_iter().flatten().filter(|_| model.may_double(cube));
    for cube in [cube].into_iter().chain(answers) {
        if !cubes.contains(&cube) {
            cubes.push(cube);
        }
    }
}

/// What a position is worth with a cube, from what it is worth with each of some cubes.
fn worth_of(cube: Cube, cubes: &[Cube], worths: &[Worth]) -> Worth {
    let at = cubes.iter().position(|&other| other == cube).unwrap_or(0);
    worths[at]
}

/// What a worth depends on beside the position.
fn key(seat: Seat, cube: Cube, ply: u8) -> u64 {
    let owner = match cube.owner() {
        CubeOwner::Centre => 0,
        CubeOwner::OnRoll => 1,
        CubeOwner::Opponent => 2,
    };
    u64::from(ply) | (seat as u64) << 8 | owner << 16 | u64::from(cube.exponent()) << 24
}

/// Puts the best plays first. What is equal in all respects stays in its order.
fn sort(ranked: &mut [CubefulPlay]) {
    ranked.sort_by(by_worth);
}

fn by_worth(one: &CubefulPlay, other: &CubefulPlay) -> Ordering {
    order((one.worth.rank(), one.play.position), (other.worth.rank(), other.play.position))
}
