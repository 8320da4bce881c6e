//! Monte Carlo rollouts, which play a position to its end many times, with or without a cube.
//!
//! A trial is a pure function of the seed, its number and the settings. Results are kept as integers, so partial results add up
//! exactly, in any order.
//!
//! Three things make a rollout more precise than counting results, without a bias. The luck of each roll is subtracted.
//! The first two random rolls are stratified. Trials end where tables know the value.
//!
//! # Example
//!
//! ```
//! use gammon::games::rollout::{FirstTurn, Settings, Start, rollout};
//! use gammon::parallel::{Control, thread_count};
//! use gammon::{Evaluator, Position};
//!
//! let evaluator = Evaluator::shipped()?;
//! let start = Start { position: Position::START, first: FirstTurn::Opening, stakes: None };
//! let settings = Settings::new(&evaluator);
//! let trials = |range| rollout(start, &settings, 7, range, thread_count(None), &Control::default()).expect("nobody stopped it");
//!
//! // Parts of a rollout add up to the whole.
//! let mut parts = trials(0..10);
//! parts += trials(10..30);
//! assert_eq!(trials(0..30), parts);
//! assert_eq!(parts.total().trials, 30);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::num::NonZero;
use std::ops::Range;

pub use super::luck::LuckBy;
use super::luck::each_roll;
use super::tally::{Ending, MEASURES, Tally, Trial, add_up};
use super::trial::{CubeSeen, CubeTurn, Game, GameEnd, Players, Turn};
use crate::dice::{GameDice, Roll, Throws, stratified};
use crate::eval::{Evaluator, Scratch};
use crate::memory::Halt;
use crate::outcome::Outcome;
use crate::parallel::Control;
use crate::position::{Position, Who};
use crate::search::{CubefulSearch, Filter, Search};
use crate::value::{Cube, CubeModel, CubeOwner, Scoring};

/// How a trial begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FirstTurn {
    /// With a random roll.
    Any,
    /// With an opening roll, which is never a double (R2.2).
    Opening,
    /// With these dice.
    Given(Roll),
    /// After a play that led to this position, in which the opponent is on roll and may double.
    Played(Position),
}

/// The cube of a rollout.
#[derive(Debug, Clone, Copy)]
pub struct Stakes<'a> {
    /// Scoring and cube rules, from the point of view of the player on roll.
    pub model: &'a CubeModel,
    /// The cube, from the point of view of the player on roll. There is no cube decision before the first roll.
    pub cube: Cube,
    /// Money is counted in units of this cube value, given as its base-2 logarithm.
    pub unit: u8,
}

/// The start of every trial.
#[derive(Debug, Clone, Copy)]
pub struct Start<'a> {
    /// The position.
    pub position: Position,
    /// The first turn.
    pub first: FirstTurn,
    /// The cube; `None` for a rollout without one.
    pub stakes: Option<Stakes<'a>>,
}

/// How deep both sides search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Plies {
    /// For checker plays.
    pub play: u8,
    /// For cube decisions.
    pub cube: u8,
}

/// The end of trials that are not played out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Truncation {
    /// After this many turns,
    pub turns: u64,
    /// a trial is worth what a search of this depth says.
    pub ply: u8,
}

/// How trials are played and measured.
#[derive(Debug, Clone, Copy)]
pub struct Settings<'a> {
    /// The evaluator.
    pub evaluator: &'a Evaluator,
    /// The move filter for checker plays.
    pub filter: Filter,
    /// The depth of the first turns.
    pub early: Plies,
    /// The depth of later turns.
    pub late: Plies,
    /// How many turns count as the first ones.
    pub early_turns: u64,
    /// Whether trials end after a number of turns.
    pub truncation: Option<Truncation>,
    /// What measures the luck of the rolls.
    pub luck: LuckBy,
    /// Whether the first two random rolls are stratified.
    pub is_stratified: bool,
    /// Whether trials end where tables know the value.
    pub ends_at_tables: bool,
    /// How many consecutive trials are added up in each of [`Tally::groups`].
    pub group_size: NonZero<u64>,
}

impl<'a> Settings<'a> {
    /// The settings of a rollout at 0 plies to the end of the game.
    #[must_use]
    pub const fn new(evaluator: &'a Evaluator) -> Self {
        Self {
            evaluator,
            filter: Filter::NORMAL,
            early: Plies { play: 0, cube: 0 },
            late: Plies { play: 0, cube: 0 },
            early_turns: 0,
            truncation: None,
            luck: LuckBy::Network,
            is_stratified: true,
            ends_at_tables: true,
            group_size: NonZero::<u64>::MIN,
        }
    }
}

impl Start<'_> {
    /// The number of the first turn. After a play, one turn is over.
    const fn turn(&self) -> u64 {
        match self.first {
            FirstTurn::Played(_) => 1,
            _ => 0,
        }
    }

    /// The position of the first turn.
    const fn first_position(&self) -> Position {
        match self.first {
            FirstTurn::Played(position) => position,
            _ => self.position,
        }
    }

    /// The possible throws of a turn. An opening roll is never a double (R2.2).
    const fn throws(&self, number: u64) -> Throws {
        match (self.first, number) {
            (FirstTurn::Opening, 0) => Throws::Unequal,
            _ => Throws::All,
        }
    }

    /// The first two random throws of a trial, and the rolls of turns 0 to 2 where they are given by them or by the caller.
    fn rolls(&self, seed: u64, trial: u64, is_stratified: bool) -> ([u8; 2], [Option<Roll>; 3]) {
        let from = match self.first {
            FirstTurn::Any | FirstTurn::Opening => 0,
            FirstTurn::Given(_) | FirstTurn::Played(_) => 1,
        };
        let throws = [self.throws(from), self.throws(from + 1)];
        let found = if is_stratified {
            stratified(seed, trial, throws)
        } else {
            let mut dice = GameDice::new(seed, trial);
            [dice.throw(from, throws[0]), dice.throw(from + 1, throws[1])]
        };
        let [first, second] = found.map(|throw| Some(throw.roll()));
        let rolls = match self.first {
            FirstTurn::Given(roll) => [Some(roll), first, second],
            FirstTurn::Played(_) => [None, first, second],
            _ => [first, second, None],
        };
        (found.map(|throw| throw.number), rolls)
    }
}

/// What chooses plays and cube actions, with or without a cube.
enum Searches<'a> {
    Cubeless(Search<'a>),
    /// For the player on roll at the start, then for the opponent.
    Cubeful(Box<[CubefulSearch<'a>; 2]>),
}

/// Both players of a trial, and the measurements during it.
struct Measured<'a> {
    settings: &'a Settings<'a>,
    start: Start<'a>,
    searches: Searches<'a>,
    scratch: Scratch,
    luck: [f64; MEASURES],
    /// The chances before the last cube decision, for the player on roll at the start.
    last: [f64; 5],
    /// The value of a trial that was not played out, and why it was not.
    leaf: Option<([f64; MEASURES], Ending)>,
}

/// The player on roll at a turn, relative to the start.
const fn mover(number: u64) -> Who {
    if number.is_multiple_of(2) { Who::OnRoll } else { Who::Opponent }
}

/// Five probabilities for the player on roll at the start, from those of `who`.
fn at_start(outcome: Outcome, who: Who) -> [f64; 5] {
    let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = outcome.to_array().map(f64::from);
    match who {
        Who::OnRoll => [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon],
        Who::Opponent => [1.0 - win, lose_gammon, lose_backgammon, win_gammon, win_backgammon],
    }
}

/// The cubeful value for the player on roll at the start, from that of the player on roll in units of their cube.
fn value_at_start(value: f64, seen: CubeSeen<'_>, stakes: Stakes<'_>) -> f64 {
    let value = match seen.mover {
        Who::OnRoll => value,
        Who::Opponent => seen.model.as_opponent(value),
    };
    match seen.model.scoring() {
        Scoring::Money { .. } => value * 2_f64.powi(i32::from(seen.cube.exponent()) - i32::from(stakes.unit)),
        Scoring::Match { .. } => value,
    }
}

/// The five probabilities and the cubeful value as measures.
fn measures(probabilities: [f64; 5], value: f64) -> [f64; MEASURES] {
    let mut found = [value; MEASURES];
    found[..5].copy_from_slice(&probabilities);
    found
}

impl Measured<'_> {
    fn plies(&self, number: u64) -> Plies {
        let played = number - self.start.turn();
        if played < self.settings.early_turns { self.settings.early } else { self.settings.late }
    }

    /// Adds the luck of a roll.
    fn add_luck(&mut self, turn: &Turn<'_>) {
        let Self { settings, searches, scratch, luck, .. } = self;
        let (who, throws) = (mover(turn.number), self.start.throws(turn.number));
        let (mut actual, mut mean) = ([0.0; MEASURES], [0.0; MEASURES]);
        let mut is_measured = false;
        each_roll(settings.luck, settings.evaluator, turn.position, scratch, |roll, reply, theirs| {
            let value = match (&*searches, turn.cube) {
                (Searches::Cubeful(sides), Some(seen)) => {
                    let value = sides[who as usize].after_play(reply, theirs, seen.cube);
                    value_at_start(value, seen, self.start.stakes.expect("a game with a cube has stakes"))
                }
                _ => 0.0,
            };
            let found = measures(at_start(theirs, who.other()), value);
            let probability = throws.probability(roll);
            for (mean, value) in mean.iter_mut().zip(found) {
                *mean += probability * value;
            }
            if roll == turn.roll {
                (actual, is_measured) = (found, true);
            }
        });
        if is_measured {
            for ((luck, actual), mean) in luck.iter_mut().zip(actual).zip(mean) {
                *luck += actual - mean;
            }
        }
    }

    /// What tables know about a position before a turn.
    fn known(&self, position: Position, number: u64, cube: Option<CubeSeen<'_>>) -> Option<[f64; MEASURES]> {
        let who = mover(number);
        match (&self.searches, cube) {
            (Searches::Cubeful(sides), Some(seen)) => {
                let worth = sides[who as usize].exact(position, seen.cube)?;
                let value = value_at_start(worth.value, seen, self.start.stakes?);
                Some(measures(at_start(worth.outcome, who), value))
            }
            _ => Some(measures(at_start(self.settings.evaluator.final_outcome(position)?, who), 0.0)),
        }
    }

    /// The estimate of a position before a turn.
    fn estimated(
        &mut self,
        position: Position,
        number: u64,
        cube: Option<CubeSeen<'_>>,
        ply: u8,
    ) -> Option<[f64; MEASURES]> {
        let who = mover(number);
        match (&mut self.searches, cube) {
            (Searches::Cubeful(sides), Some(seen)) => {
                let (decision, outcome) = sides[who as usize].decide(position, seen.cube, ply)?;
                let value = value_at_start(decision.value(), seen, self.start.stakes?);
                Some(measures(at_start(outcome, who), value))
            }
            (Searches::Cubeless(search), _) => Some(measures(at_start(search.evaluate(position, ply)?, who), 0.0)),
            (Searches::Cubeful(_), None) => unreachable!("games of a rollout with a cube have one"),
        }
    }

    /// The measures of a game that was played to its end.
    fn of_end(&self, end: GameEnd) -> [f64; MEASURES] {
        let won = |by| match end.winner {
            Who::OnRoll => Outcome::won(by),
            Who::Opponent => Outcome::lost(by),
        };
        let probabilities = if end.is_passed { self.last } else { won(end.on_board).to_array().map(f64::from) };
        let value = self.start.stakes.map_or(0.0, |Stakes { model, unit, .. }| match model.scoring() {
            Scoring::Money { .. } => end.points() as f64 / (1_u64 << unit) as f64,
            // Once the game is over, the cube is dead.
            Scoring::Match { .. } => model.no_double(won(end.by), Cube::new(end.exponent, CubeOwner::Centre), 0.0),
        });
        measures(probabilities, value)
    }

    /// Plays a trial.
    fn play(
        &mut self,
        number: u64,
        seed: u64,
        models: Option<&[CubeModel; 2]>,
        control: &Control,
    ) -> Result<Trial, Halt> {
        let (throws, rolls) = self.start.rolls(seed, number, self.settings.is_stratified);
        let turn = self.start.turn();
        let mut game = Game::from_turn(self.start.first_position(), turn, rolls, GameDice::new(seed, number));
        if let Some((Stakes { cube, .. }, models)) = self.start.stakes.zip(models) {
            // From the point of view of the player on roll at the first turn.
            let cube = if turn == 0 { cube } else { cube.swap() };
            game = game.with_cube(cube, models.each_ref());
        }
        (self.luck, self.leaf) = ([0.0; MEASURES], None);
        let end = game.play_on(control, &mut *self)?;
        let (raw, ending) = match end {
            Some(end) if end.is_passed => (self.of_end(end), Ending::Passed(end.points())),
            Some(end) => (self.of_end(end), Ending::Played(end.points())),
            None => self.leaf.expect("an abandoned trial has a value"),
        };
        Ok(Trial { number, throws, raw, luck: self.luck, turns: game.turns() as u32, ending })
    }
}

impl Players for &mut Measured<'_> {
    fn turn_cube(&mut self, position: Position, seen: CubeSeen<'_>) -> Option<CubeTurn> {
        let ply = self.plies(seen.number).cube;
        let Searches::Cubeful(sides) = &mut self.searches else { return Some(CubeTurn::Rolls) };
        let (decision, outcome) = sides[seen.mover as usize].decide(position, seen.cube, ply)?;
        self.last = at_start(outcome, seen.mover);
        Some(CubeTurn::of(&decision))
    }

    fn play(&mut self, turn: Turn<'_>) -> Option<Position> {
        let is_random = !matches!((turn.number, self.start.first), (0, FirstTurn::Given(_)));
        if is_random {
            self.add_luck(&turn);
        }
        let ply = self.plies(turn.number).play;
        match (&mut self.searches, turn.cube) {
            (Searches::Cubeful(sides), Some(seen)) => {
                sides[seen.mover as usize].best(turn.position, turn.roll, seen.cube, ply)
            }
            (Searches::Cubeless(search), _) => search.best(turn.position, turn.roll, ply),
            (Searches::Cubeful(_), None) => unreachable!("games of a rollout with a cube have one"),
        }
    }

    fn abandons(&mut self, position: Position, number: u64, cube: Option<CubeSeen<'_>>) -> Option<bool> {
        if number == 0 {
            return Some(false);
        }
        if self.settings.ends_at_tables
            && let Some(known) = self.known(position, number, cube)
        {
            self.leaf = Some((known, Ending::Known));
        } else if let Some(Truncation { turns, ply }) = self.settings.truncation
            && number - self.start.turn() >= turns
        {
            self.leaf = Some((self.estimated(position, number, cube, ply)?, Ending::Truncated));
        }
        Some(self.leaf.is_some())
    }
}

/// The number of trials that a thread takes at once.
const PIECE: NonZero<u64> = NonZero::new(4).unwrap();

/// Plays a range of trials.
///
/// The tally does not depend on `threads`.
///
/// # Errors
///
/// [`Halt`] if `control` was stopped, or a game exceeded [`MOST_TURNS`](super::MOST_TURNS).
pub fn rollout(
    start: Start<'_>,
    settings: &Settings<'_>,
    seed: u64,
    trials: Range<u64>,
    threads: NonZero<usize>,
    control: &Control,
) -> Result<Tally, Halt> {
    let Settings { evaluator, filter, group_size, .. } = *settings;
    // A rollout without a cube has no use for models.
    let models = start.stakes.map(|stakes| [*stakes.model, stakes.model.swap()]);
    let worker = || {
        let searches = models.map_or_else(
            || Searches::Cubeless(Search::new(evaluator, filter, control)),
            |models| {
                let search = |model| CubefulSearch::new(evaluator, filter, control, model);
                Searches::Cubeful(Box::new(models.each_ref().map(search)))
            },
        );
        let (scratch, luck) = (Scratch::default(), [0.0; MEASURES]);
        Measured { settings, start, searches, scratch, luck, last: [0.0; 5], leaf: None }
    };
    add_up(trials, PIECE, threads, control, worker, |measured, trials, tally: &mut Tally| {
        for number in trials {
            tally.add(measured.play(number, seed, models.as_ref(), control)?, group_size);
        }
        Ok(())
    })
}
