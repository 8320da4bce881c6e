//! Training records: positions from self-play, labelled with TD(λ).
//!
//! A network plays games with itself, one ply ahead. For each position `x` it computes its estimate `v(x)` and the mean `b(x)`,
//! over the 21 rolls, of its estimates after the best plays. `b(x)` is a better estimate than `v(x)`, and the differences
//! `b - v` in the positions that follow correct `b(x)` in turn. A record's label is
//!
//! ```text
//! b(x0) + λ (b(x1) - v(x1)) + λ² (b(x2) - v(x2)) + …
//! ```
//!
//! for the player on roll in `x0`, summed to the end of the game. With `λ = 1` it estimates the value of the network's own
//! play. The dice affect it only by choosing the path, since each difference is a mean over all rolls. It is the luck-adjusted
//! result of a rollout with one trial.
//!
//! Plays are chosen by differences between positions. So a record is followed by its siblings: the positions after the next
//! best plays of the same roll. Their labels differ from the record's only in `b`.
//!
//! Where plays are hard to tell apart, a recipe may ask for labels two plies ahead. Let `B(x0)` be the mean, over the 21 rolls,
//! of `b` after the best plays. It is `b(x0)` plus the mean over all rolls of `b(x1) - v(x1)`, the first difference in the sum
//! above. `B` contains that difference without luck, so it must not be added again. The label is
//!
//! ```text
//! B(x0) + λ (label(x1) - b(x1))
//! ```
//!
//! instead of `b(x0) + λ (label(x1) - v(x1))`. With `λ = 1` both have the same mean.
//!
//! # Example
//!
//! ```
//! use gammon::Position;
//! use gammon::train::records::Record;
//!
//! let record = Record { position: Position::START, label: [0.5, 0.25, 0.0, 0.25, 0.0], sibling: false };
//! let bytes = record.to_bytes();
//! assert_eq!(bytes.len(), 63);
//! assert_eq!(Record::from_bytes(&bytes)?, record);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;
use std::num::NonZero;
use std::sync::Mutex;

use crate::dice::{GameDice, Roll};
use crate::eval::{Evaluator, Scratch};
use crate::games::trial::{Game, Turn, random_play};
use crate::memory::Halt;
use crate::parallel::{self, Control};
use crate::point::{BAR, OFF, PLACES};
use crate::position::{MAX_CHECKERS, Position, PositionError};
use crate::search::add;
use crate::train::pass::equity;
use crate::train::weights::add_scaled;

/// A position labelled with the five outcome probabilities, for the player on roll.
///
/// A label is a sum of estimates and may lie slightly outside [0, 1].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Record {
    /// The position.
    pub position: Position,
    /// The label: win, win gammon, win backgammon, lose gammon, lose backgammon.
    pub label: [f32; 5],
    /// Whether the position comes from the same roll as the record before it, by another play.
    pub sibling: bool,
}

/// Why bytes are not a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordError(pub PositionError);

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a training record: {}", self.0)
    }
}

impl std::error::Error for RecordError {}

impl Record {
    /// The number of bytes of a record.
    ///
    /// It has 26 checker counts for each side, the label as five little-endian `i16` in units of `2^-14`, and a last byte: 1
    /// for a sibling of the record before, otherwise 0.
    pub const BYTES: usize = 2 * PLACES + 11;

    const UNIT: f32 = 16_384.0;

    /// Writes the record.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes[Self::BYTES - 1] = u8::from(self.sibling);
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
    /// [`RecordError`] if the checkers are not a legal position.
    pub fn from_bytes(bytes: &[u8; Self::BYTES]) -> Result<Self, RecordError> {
        let [mut own, mut opponent] = [[0; PLACES]; 2];
        own.copy_from_slice(&bytes[..PLACES]);
        opponent.copy_from_slice(&bytes[PLACES..2 * PLACES]);
        let (label, _) = bytes[2 * PLACES..].as_chunks();
        Ok(Self {
            position: Position::new(&own, &opponent).map_err(RecordError)?,
            label: std::array::from_fn(|output| f32::from(i16::from_le_bytes(label[output])) / Self::UNIT),
            sibling: bytes[Self::BYTES - 1] != 0,
        })
    }
}

/// How games are played and labelled.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Recipe {
    /// The λ of TD(λ), in [0, 1]: the weight of later positions' differences in a label.
    pub lambda: f32,
    /// Half of the games have an unrecorded warm-up. In it, one turn in `explore` is exploratory: a random play one time in
    /// three, otherwise one of the network's four best. Its last turn is exploratory at least half of the time.
    pub explore: NonZero<u32>,
    /// One in four of the games that start with all checkers on the board begins with random plays, for at most this
    /// number of turns.
    pub wild_turns: u32,
    /// Labels look two plies ahead for a position and its siblings if, one ply ahead, a sibling is better than the position or
    /// worse by less than this equity. `None`: no labels look two plies ahead.
    pub two_plies_within: Option<f32>,
}

/// A difference between two outcomes, for one side: five numbers.
type Difference = [f32; 5];

/// The same difference for the other side.
const fn swap([win, win_gammon, win_backgammon, lose_gammon, lose_backgammon]: Difference) -> Difference {
    [-win, lose_gammon, lose_backgammon, win_gammon, win_backgammon]
}

/// A recorded turn of a game: a position with its estimates.
struct RecordedTurn {
    position: Position,
    /// The network's own estimate, `v`.
    estimate: [f32; 5],
    /// The estimate one ply ahead, `b`.
    mean: [f32; 5],
    /// The estimate two plies ahead, `B`, if the position is hard to tell apart from its siblings.
    two_plies: Option<[f32; 5]>,
    /// The siblings, each with its estimate, as many plies ahead as the position's.
    siblings: Vec<(Position, [f32; 5])>,
}

impl RecordedTurn {
    fn new(
        evaluator: &Evaluator,
        recipe: Recipe,
        (position, mean): (Position, [f32; 5]),
        mut siblings: Vec<(Position, [f32; 5])>,
        buffers: &mut Buffers,
    ) -> Self {
        let estimate = evaluator.evaluate_with(position, &mut buffers.scratch).to_array();
        // Equities are for the opponent, who is on roll: less is better for the player who made the play.
        let least = siblings.iter().map(|&(_, mean)| equity(mean)).min_by(f32::total_cmp);
        let is_hard = recipe.two_plies_within.zip(least).is_some_and(|(within, least)| least - equity(mean) < within);
        let two_plies = is_hard.then(|| {
            for (sibling, mean) in &mut siblings {
                *mean = mean_of_means(evaluator, *sibling, buffers);
            }
            mean_of_means(evaluator, position, buffers)
        });
        Self { position, estimate, mean, two_plies, siblings }
    }
}

/// Buffers for searching a turn, and the turn after it.
#[derive(Debug, Default)]
struct Buffers {
    scratch: Scratch,
    after: Scratch,
}

/// The largest number of siblings of a record. By the estimates, each must be less than `WITHIN` equity worse than the best.
const SIBLINGS: usize = 3;
const WITHIN: f32 = 0.12;

/// The largest number of turns in a game's unrecorded warm-up.
const STRAY_TURNS: u32 = 60;

/// Turn numbers for drawing how a game starts, how long its warm-up is, and which of its turns are exploratory. They are
/// larger than the number of any turn that is played, so that no random number is used twice.
const START: u64 = 1 << 32;
const WILD: u64 = START + 1;
const STRAY: u64 = START + 3;
const EXPLORE: u64 = 1 << 33;
const EXPLORE_HOW: u64 = 1 << 34;
const EXPLORE_WHICH: u64 = 1 << 35;
const SCATTER: u64 = 1 << 36;
const RANDOM: u64 = 1 << 37;
const LAST: u64 = 1 << 38;

/// Chooses the position from which a game starts, and whether it has all checkers on the board.
///
/// Of 16 games, two start from the Nackgammon position, three from scattered checkers, and four from anchors and points, so that
/// positions that are rare in games from the usual start are learnt too.
fn start(choices: &mut GameDice) -> (Position, bool) {
    match choices.choice(START, 16) {
        0 | 1 => (Position::NACKGAMMON, true),
        2..=4 => (scattered(choices), false),
        5..=8 => (anchored(choices), false),
        _ => (Position::START, true),
    }
}

/// A random position with points and anchors: back games, primes, checkers to contain.
fn anchored(choices: &mut GameDice) -> Position {
    let mut number = SCATTER;
    let mut choose = |n: usize| {
        number += 1;
        choices.choice(number, n)
    };
    loop {
        let mut sides = [[0_u8; PLACES]; 2];
        let first = choose(2);
        for side in [first, 1 - first] {
            let off = if choose(3) == 0 { choose(11) } else { 0 };
            sides[side][OFF] = off as u8;
            let mut left = usize::from(MAX_CHECKERS) - off;
            let mut back = [0, 1, 2, 2, 3, 4, 5, 6][choose(8)].min(left);
            while left > 0 {
                let (place, together) = if back > 0 {
                    (if choose(8) == 0 { BAR } else { 19 + choose(6) }, [2, 2, 1, 3][choose(4)].min(back))
                } else {
                    (1 + choose(13), [2, 2, 2, 1, 3, 4][choose(6)].min(left))
                };
                if place == BAR || sides[1 - side][BAR - place] == 0 {
                    sides[side][place] += together as u8;
                    left -= together;
                    back = back.saturating_sub(together);
                }
            }
        }
        if let Ok(position) = Position::new(&sides[0], &sides[1]) {
            return position;
        }
    }
}

/// A random position late in a game: some checkers off, the others scattered; half of the time at most four a side.
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
            // Up to three checkers at a time, so that points are made more often than by chance.
            while left[side] > 0 {
                let place = if choose(12) == 0 { BAR } else { 1 + choose(24) };
                let together = (1 + choose(3)).min(left[side]);
                if place == BAR || sides[1 - side][BAR - place] == 0 {
                    sides[side][place] += together as u8;
                    left[side] -= together;
                }
            }
        }
        // Not legal if both sides are shut out for ever.
        if let Ok(position) = Position::new(&sides[0], &sides[1]) {
            return position;
        }
    }
}

/// Chooses an exploratory play: a random one one time in three, otherwise one of the network's four best.
fn explore(
    evaluator: &Evaluator,
    position: Position,
    roll: Roll,
    mut choose: impl FnMut(u64, usize) -> usize,
) -> Position {
    if choose(EXPLORE_HOW, 3) == 0 {
        return random_play(position, roll, &mut Vec::new(), |n| choose(RANDOM, n));
    }
    let ranked = evaluator.rank(position, roll);
    let few = ranked.len().min(4);
    if few == 0 { position.swap() } else { ranked[choose(EXPLORE_WHICH, few)].play.position }
}

/// The mean over the 21 rolls of the estimates after the best plays, for the player on roll: `b`. Calls `visit` with each roll
/// and the position after its best play.
fn mean(
    evaluator: &Evaluator,
    position: Position,
    scratch: &mut Scratch,
    mut visit: impl FnMut(Roll, Position),
) -> [f32; 5] {
    let mut mean = [0.0; 5];
    evaluator.best_of_rolls(position, scratch, |roll, reply, outcome| {
        add(&mut mean, outcome.swap(), roll);
        visit(roll, reply);
    });
    mean
}

/// The mean over the 21 rolls of [`mean`] after the best plays, for the player on roll: `B`.
fn mean_of_means(evaluator: &Evaluator, position: Position, Buffers { scratch, after }: &mut Buffers) -> [f32; 5] {
    let mut sums = [0.0; 5];
    evaluator.best_of_rolls(position, scratch, |roll, reply, outcome| {
        let theirs = if reply.is_over() { outcome.to_array() } else { mean(evaluator, reply, after, |_, _| {}) };
        let weight = roll.weight() as f32 / 36.0;
        // The estimates are for the opponent; their losses are the wins of the player on roll.
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = theirs;
        add_scaled(&mut sums, &[1.0 - win, lose_gammon, lose_backgammon, win_gammon, win_backgammon], weight);
    });
    sums
}

/// The siblings of the chosen position: the positions after the next best plays of the roll.
fn alternatives(
    evaluator: &Evaluator,
    position: Position,
    roll: Roll,
    chosen: Position,
) -> impl Iterator<Item = Position> {
    let ranked = evaluator.rank(position, roll);
    let best = ranked.first().map_or(0.0, |ranked| ranked.outcome.cubeless_equity());
    let others =
        ranked.into_iter().take(SIBLINGS + 1).filter(move |other| best - other.outcome.cubeless_equity() < WITHIN);
    others.map(|other| other.play.position).filter(move |other| *other != chosen && !other.is_over()).take(SIBLINGS)
}

/// Plays game `number` and appends its records; appends nothing if `control` was stopped.
fn game(
    evaluator: &Evaluator,
    recipe: Recipe,
    seed: u64,
    number: u64,
    control: &Control,
    buffers: &mut Buffers,
    records: &mut Vec<Record>,
) {
    let mut dice = GameDice::new(seed, number);
    let mut choices = GameDice::new(seed, number);
    let (start, full) = start(&mut choices);
    let mut candidates = Vec::new();
    let mut up_to = |number: u64, one_in: usize, most: u32| {
        if choices.choice(number, one_in) == 0 { choices.choice(number + 1, most as usize + 1) as u64 } else { 0 }
    };
    let wild = if full { up_to(WILD, 4, recipe.wild_turns) } else { 0 };
    let plain = wild + up_to(STRAY, 2, STRAY_TURNS);
    let mut turns: Vec<RecordedTurn> = Vec::new();
    let mut siblings = Vec::new();
    let first = if full {
        let (first, second) = dice.opening();
        Roll::of(first, second)
    } else {
        dice.roll(0)
    };
    let played =
        Game::new(start, first, dice).play_out(control, |Turn { position, roll, number: turn, .. }: Turn<'_>| {
            let mut choice = |number: u64, n: usize| choices.choice(number + turn, n);
            Some(if turn < wild {
                random_play(position, roll, &mut candidates, |n| choice(RANDOM, n))
            } else if turn < plain {
                // The last warm-up turn is exploratory at least half of the time, so that records start from such positions.
                let explores =
                    choice(EXPLORE, recipe.explore.get() as usize) == 0 || turn + 1 == plain && choice(LAST, 2) == 0;
                if explores {
                    explore(evaluator, position, roll, &mut choice)
                } else {
                    evaluator.best(position, roll, &mut buffers.scratch)
                }
            } else {
                let mut best = position.swap();
                let mean = mean(evaluator, position, &mut buffers.scratch, |one, reply| {
                    if one == roll {
                        best = reply;
                    }
                });
                turns.push(RecordedTurn::new(
                    evaluator,
                    recipe,
                    (position, mean),
                    std::mem::take(&mut siblings),
                    buffers,
                ));
                siblings.extend(alternatives(evaluator, position, roll, best).map(|other| (other, [0.0; 5])));
                for (sibling, their) in &mut siblings {
                    *their = self::mean(evaluator, *sibling, &mut buffers.scratch, |_, _| {});
                }
                best
            })
        });
    // A game cut off at the turn limit is recorded too; nothing is added for what would have followed.
    if played == Err(Halt::Stopped) {
        return;
    }
    // From the end of the game backward: what the rest of the game adds to an estimate, and to an estimate one ply ahead.
    let (mut to_estimate, mut to_mean) = ([0.0; 5], [0.0; 5]);
    let first = records.len();
    for turn in turns.iter().rev() {
        let rest = if turn.two_plies.is_some() { to_mean } else { to_estimate };
        let carried = swap(rest).map(|difference| difference * recipe.lambda);
        let mean = turn.two_plies.unwrap_or(turn.mean);
        let label: [f32; 5] = std::array::from_fn(|output| mean[output] + carried[output]);
        to_estimate = std::array::from_fn(|output| label[output] - turn.estimate[output]);
        to_mean = std::array::from_fn(|output| label[output] - turn.mean[output]);
        // Siblings share what the rest of the game adds, so that its luck does not affect the differences between them.
        for &(position, mean) in turn.siblings.iter().rev() {
            let label = std::array::from_fn(|output| mean[output] + carried[output]);
            records.push(Record { position, label, sibling: true });
        }
        records.push(Record { position: turn.position, label, sibling: false });
    }
    records[first..].reverse();
}

/// Plays the games numbered `first_game..first_game + games` and records every position after their warm-up.
///
/// Records are in the order of the games, whatever the number of threads. Returns `None` if `control` was stopped.
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
    parallel::for_each(threads, control, 0..games, Buffers::default, |buffers, number| {
        let mut records = Vec::with_capacity(64);
        game(evaluator, recipe, seed, first_game.wrapping_add(number), control, buffers, &mut records);
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
