//! Training records: positions of self-play with what they are worth.
//!
//! A game is played by a network that looks one turn ahead: for each position `x` it knows its estimate `v(x)` and the mean
//! `b(x)`, over the 21 rolls, of its estimates after the best plays. What the network expects of `x` should be `b(x)`, and
//! the differences `b - v` of the positions that follow say how far off `b(x)` is in turn. A record's label is
//!
//! ```text
//! b(x0) + λ (b(x1) - v(x1)) + λ² (b(x2) - v(x2)) + …
//! ```
//!
//! seen by the player on roll in `x0`, up to the end of the game or to the first play that was not the best. With `λ = 1`
//! that is the value of the network's own play, and no dice are in it but those that choose the way, since each difference
//! is a mean over all rolls. (The luck-adjusted result of a rollout with one trial.)

use std::fmt;
use std::num::NonZero;
use std::sync::Mutex;

use crate::dice::{GameDice, Roll};
use crate::eval::{Evaluator, Scratch};
use crate::movegen;
use crate::parallel::{self, Control};
use crate::point::{BAR, OFF, PLACES};
use crate::position::{MAX_CHECKERS, Position, PositionError};
use crate::search::add;

/// A position and how the game from it ends, on the average, as five probabilities, seen by the player on roll.
///
/// A label is a sum of estimates and can lie a little outside of 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Record {
    /// The position.
    pub position: Position,
    /// Win, win gammon, win backgammon, lose gammon, lose backgammon.
    pub label: [f32; 5],
}

/// Why bytes are no record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordError(pub PositionError);

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no training record: {}", self.0)
    }
}

impl std::error::Error for RecordError {}

impl Record {
    /// Bytes of a record: both sides' 26 counts, then the label as five little-endian `i16`, in units of `2^-14`.
    pub const BYTES: usize = 2 * PLACES + 10;

    const UNIT: f32 = 16_384.0;

    /// Writes the record.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        let (boards, label) = bytes.split_at_mut(2 * PLACES);
        boards[..PLACES].copy_from_slice(&self.position.own().to_counts());
        boards[PLACES..].copy_from_slice(&self.position.opponent().to_counts());
        for (bytes, probability) in label.as_chunks_mut().0.iter_mut().zip(self.label) {
            *bytes = ((probability * Self::UNIT).round() as i16).to_le_bytes();
        }
        bytes
    }

    /// Reads a record.
    ///
    /// # Errors
    ///
    /// [`RecordError`] if its checkers are no legal position.
    pub fn from_bytes(bytes: &[u8; Self::BYTES]) -> Result<Self, RecordError> {
        let [mut own, mut opponent] = [[0; PLACES]; 2];
        own.copy_from_slice(&bytes[..PLACES]);
        opponent.copy_from_slice(&bytes[PLACES..2 * PLACES]);
        let (label, _) = bytes[2 * PLACES..].as_chunks();
        Ok(Self {
            position: Position::new(&own, &opponent).map_err(RecordError)?,
            label: std::array::from_fn(|output| f32::from(i16::from_le_bytes(label[output])) / Self::UNIT),
        })
    }
}

/// How the games are played.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Recipe {
    /// λ: how much of each later position's difference goes into a label.
    pub trace: f32,
    /// One turn in this many is not played as the network likes best: one in three of them at random, the others by one of
    /// its four best plays.
    pub explore: NonZero<u32>,
    /// In every second game that starts from a full board, up to so many turns are played at random before the network takes
    /// over.
    pub wild_turns: u32,
}

/// Differences of outcomes as five numbers, seen by one side.
type Difference = [f32; 5];

/// The same difference seen by the other side.
const fn swap([win, win_gammon, win_backgammon, lose_gammon, lose_backgammon]: Difference) -> Difference {
    [-win, lose_gammon, lose_backgammon, win_gammon, win_backgammon]
}

/// One position of a game.
struct Step {
    position: Position,
    estimate: [f32; 5],
    mean: [f32; 5],
    /// Whether the play that followed was the best one.
    followed: bool,
}

/// Where the choices of one game are found: how it starts, which turns are not the network's, and which play then.
const START: u64 = 1 << 32;
const EXPLORE: u64 = 1 << 33;
const EXPLORE_HOW: u64 = 1 << 34;
const EXPLORE_WHICH: u64 = 1 << 35;
const SCATTER: u64 = 1 << 36;

/// How a game starts: of 16 games two from Nackgammon's position and four from scattered checkers, so that what is rare in
/// games from the usual one is learnt too.
fn start(choices: &mut GameDice) -> (Position, bool) {
    match choices.choice(START, 16) {
        0 | 1 => (Position::NACKGAMMON, true),
        2..=5 => (scattered(choices), false),
        _ => (Position::START, true),
    }
}

/// A position late in a game: some checkers off, the others wherever they happen to fall, half of the time very few.
fn scattered(choices: &mut GameDice) -> Position {
    let mut number = SCATTER;
    let mut choose = |n: usize| {
        number += 1;
        choices.choice(number, n)
    };
    let most = if choose(2) == 0 { 4 } else { usize::from(MAX_CHECKERS) };
    loop {
        let mut sides = [[0_u8; PLACES]; 2];
        let mut left = [1 + choose(most), 1 + choose(most)];
        for side in 0..2 {
            sides[side][OFF] = MAX_CHECKERS - left[side] as u8;
            // Checkers stand together more often than chance has it.
            while left[side] > 0 {
                let place = if choose(12) == 0 { BAR } else { 1 + choose(24) };
                let together = (1 + choose(3)).min(left[side]);
                if place == BAR || sides[1 - side][BAR - place] == 0 {
                    sides[side][place] += together as u8;
                    left[side] -= together;
                }
            }
        }
        // Both sides shut out for ever is no position.
        if let Ok(position) = Position::new(&sides[0], &sides[1]) {
            return position;
        }
    }
}

fn game(
    evaluator: &Evaluator,
    recipe: Recipe,
    seed: u64,
    number: u64,
    scratch: &mut Scratch,
    records: &mut Vec<Record>,
) {
    let mut dice = GameDice::new(seed, number);
    let mut choices = GameDice::new(seed, number);
    let (mut position, full) = start(&mut choices);
    let wild = if full && choices.choice(START + 1, 2) == 0 {
        choices.choice(START + 2, recipe.wild_turns as usize + 1)
    } else {
        0
    };
    let mut results = Vec::new();
    let mut random_play = |position: Position, roll: Roll, turn: u64| {
        results.clear();
        movegen::append_results(position, roll, &mut results);
        if results.is_empty() { position.swap() } else { results[choices.choice(turn, results.len())] }
    };
    let mut turn = 0;
    let mut steps: Vec<Step> = Vec::new();
    while !position.is_over() {
        let roll = if turn == 0 && full {
            let (first, second) = dice.opening();
            Roll::of(first, second)
        } else {
            dice.roll(turn)
        };
        if turn < wild as u64 {
            position = random_play(position, roll, turn);
        } else {
            let (mut mean, mut best) = ([0.0; 5], position.swap());
            evaluator.best_of_rolls(position, scratch, |one, reply, outcome| {
                add(&mut mean, outcome.swap(), one);
                if one == roll {
                    best = reply;
                }
            });
            let explores = dice.choice(EXPLORE + turn, recipe.explore.get() as usize) == 0;
            let next = match explores.then(|| dice.choice(EXPLORE_HOW + turn, 3)) {
                None => best,
                Some(0) => random_play(position, roll, turn),
                Some(_) => {
                    let ranked = evaluator.rank(position, roll);
                    let few = ranked.len().min(4);
                    if few == 0 { best } else { ranked[dice.choice(EXPLORE_WHICH + turn, few)].play.position }
                }
            };
            let estimate = evaluator.evaluate_with(position, scratch);
            steps.push(Step { position, estimate: estimate.to_array(), mean, followed: next == best });
            position = next;
        }
        turn += 1;
    }
    // From the end, where nothing differs: what the rest of the game adds to an estimate.
    let mut rest = [0.0; 5];
    let first = records.len();
    for step in steps.iter().rev() {
        let carried = if step.followed { swap(rest).map(|difference| difference * recipe.trace) } else { [0.0; 5] };
        let label: [f32; 5] = std::array::from_fn(|output| step.mean[output] + carried[output]);
        rest = std::array::from_fn(|output| label[output] - step.estimate[output]);
        records.push(Record { position: step.position, label });
    }
    records[first..].reverse();
}

/// Plays games numbered `first_game..first_game + games` and records every position in which the network chose.
///
/// The records are those of the games in order, whatever the threads. `None` when `control` said stop.
#[must_use]
pub fn records(
    evaluator: &Evaluator,
    recipe: Recipe,
    seed: u64,
    first_game: u64,
    games: u64,
    threads: NonZero<usize>,
    control: &Control,
) -> Option<Vec<Record>> {
    let all: Mutex<Vec<(u64, Vec<Record>)>> = Mutex::new(Vec::new());
    parallel::for_each(threads, control, 0..games, Scratch::default, |scratch, number| {
        let mut records = Vec::with_capacity(64);
        game(evaluator, recipe, seed, first_game.wrapping_add(number), scratch, &mut records);
        all.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((number, records));
        control.advance(1);
    });
    if control.is_stopped() {
        return None;
    }
    let mut all = all.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    all.sort_unstable_by_key(|&(number, _)| number);
    Some(all.into_iter().flat_map(|(_, records)| records).collect())
}
