//! Many positions at once, spread over threads. Row `i` of every answer belongs to row `i` of what was asked.
//!
//! # Example
//!
//! ```
//! use gammon::parallel::{Control, thread_count};
//! use gammon::{Evaluator, Position, Roll, batch};
//!
//! let (threads, control) = (thread_count(None), Control::default());
//! let turns = [(Position::START, Roll::new(3, 1)?), (Position::START, Roll::new(6, 5)?)];
//! let plays = batch::plays(&turns, threads, &control, |position| position).expect("there is memory for 23 positions");
//! assert_eq!(plays.counts, [16, 7]);
//!
//! let positions: Vec<Position> = plays.pieces.concat();
//! let outcomes = batch::evaluate(&positions, 0, &Evaluator::shipped()?, threads, &control);
//! assert_eq!(outcomes.expect("nobody stopped it").len(), 23);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::num::NonZero;
use std::sync::{Mutex, PoisonError};

use crate::dice::{GameDice, Roll};
use crate::eval::{Evaluator, Scratch};
use crate::memory::{self, Halt, OutOfMemory};
use crate::movegen;
use crate::outcome::Outcome;
use crate::parallel::{self, Control};
use crate::play::Moves;
use crate::position::Position;
use crate::search::cubeful::CubefulSearch;
use crate::search::{Filter, Search, Wanted};
use crate::value::{Cube, CubeDecision, CubeModel};

/// Rows that a thread takes at once.
const PIECE: usize = 256;

/// The same where a row is two dice.
const DICE_PIECE: usize = 1 << 14;

/// The same where rows are searched to a ply: a row takes a moment, or seconds.
const fn search_piece(ply: u8) -> usize {
    match ply {
        0 => PIECE,
        1 => 16,
        _ => 1,
    }
}

/// A position and the roll to play.
pub type Turn = (Position, Roll);

/// The plays of each of many turns, one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flat<T> {
    /// The answers, cut into pieces of many turns each, in order.
    pub pieces: Vec<Vec<T>>,
    /// How many answers each turn has.
    pub counts: Vec<usize>,
}

/// The results of every legal play, with the opponent on roll, in the order of [`movegen`], each as `write` writes it.
///
/// # Errors
///
/// [`Halt`] if `control` said stop, or the answer does not fit into memory; so for all functions here.
pub fn plays<T: Send>(
    turns: &[Turn],
    threads: NonZero<usize>,
    control: &Control,
    write: impl Fn(Position) -> T + Sync,
) -> Result<Flat<T>, Halt> {
    flat(turns, threads, control, |results, position, roll, answers| {
        results.clear();
        movegen::append_results(position, roll, results);
        memory::reserve(answers, results.len())?;
        answers.extend(results.iter().map(|&result| write(result)));
        Ok(())
    })
}

/// The moves that make every legal play, in the order of [`plays`].
///
/// # Errors
///
/// As [`plays`].
pub fn moves(turns: &[Turn], threads: NonZero<usize>, control: &Control) -> Result<Flat<Moves>, Halt> {
    flat(turns, threads, control, |_, position, roll, moves| {
        let plays = movegen::plays(position, roll);
        memory::reserve(moves, plays.len())?;
        moves.extend(plays.into_iter().map(|play| play.moves));
        Ok(())
    })
}

fn flat<T: Send>(
    turns: &[Turn],
    threads: NonZero<usize>,
    control: &Control,
    append: impl Fn(&mut Vec<Position>, Position, Roll, &mut Vec<T>) -> Result<(), OutOfMemory> + Sync,
) -> Result<Flat<T>, Halt> {
    // One thread alone fills one piece, which then need not be put together.
    let size = if threads.get() == 1 { turns.len().max(1) } else { PIECE };
    let mut counts = memory::filled(0, turns.len())?;
    let mut pieces: Vec<Vec<T>> = memory::collected((0..turns.len().div_ceil(size)).map(|_| Vec::new()))?;
    let missing: Mutex<Option<OutOfMemory>> = Mutex::new(None);
    let is_missing = || missing.lock().unwrap_or_else(PoisonError::into_inner).is_some();
    let work = turns.chunks(size).zip(counts.chunks_mut(size)).zip(&mut pieces);
    parallel::for_each(threads, control, work, Vec::new, |results, ((turns, counts), piece)| {
        let mut fill = || {
            // Room for what a roll has on the average, and some more.
            memory::reserve(piece, 24 * turns.len())?;
            for (turns, counts) in turns.chunks(PIECE).zip(counts.chunks_mut(PIECE)) {
                if control.is_stopped() || is_missing() {
                    return Ok(());
                }
                for (&(position, roll), count) in turns.iter().zip(counts) {
                    let before = piece.len();
                    append(results, position, roll, piece)?;
                    *count = piece.len() - before;
                }
                control.advance(turns.len() as u64);
            }
            Ok(())
        };
        if let Err(found) = fill() {
            *missing.lock().unwrap_or_else(PoisonError::into_inner) = Some(found);
        }
    });
    match missing.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(missing) => Err(missing.into()),
        None if control.is_stopped() => Err(Halt::Stopped),
        None => Ok(Flat { pieces, counts }),
    }
}

/// Computes the answer of every row, `None` where it was stopped; false when `control` said stop, and then some are as they were.
fn fill<B: Send, W>(
    answers: &mut [B],
    piece: usize,
    threads: NonZero<usize>,
    control: &Control,
    worker: impl Fn() -> W + Sync,
    answer: impl Fn(&mut W, usize) -> Option<B> + Sync,
) -> bool {
    let work = answers.chunks_mut(piece).zip((0..).step_by(piece));
    parallel::for_each(threads, control, work, worker, |kept, (answers, first_row)| {
        for (place, row) in answers.iter_mut().zip(first_row..) {
            if control.is_stopped() {
                return;
            }
            let Some(found) = answer(kept, row) else {
                assert!(control.is_stopped(), "only what was stopped has no answer");
                return;
            };
            *place = found;
        }
        control.advance(answers.len() as u64);
    });
    !control.is_stopped()
}

/// One answer for each of so many rows.
fn each<B: Clone + Send, W>(
    rows: usize,
    empty: B,
    piece: usize,
    threads: NonZero<usize>,
    control: &Control,
    worker: impl Fn() -> W + Sync,
    answer: impl Fn(&mut W, usize) -> Option<B> + Sync,
) -> Result<Vec<B>, Halt> {
    let mut answers = memory::filled(empty, rows)?;
    if fill(&mut answers, piece, threads, control, worker, answer) { Ok(answers) } else { Err(Halt::Stopped) }
}

/// One answer for each row, where many are asked about at once.
fn each_piece<A: Sync, B: Clone + Send>(
    rows: &[A],
    empty: B,
    threads: NonZero<usize>,
    control: &Control,
    answer: impl Fn(&mut Scratch, &[A], &mut Vec<B>) + Sync,
) -> Result<Vec<B>, Halt> {
    /// Enough to be worth a call of the caller's function.
    const LARGE_PIECE: usize = 4096;
    let mut answers = memory::filled(empty, rows.len())?;
    let work = rows.chunks(LARGE_PIECE).zip(answers.chunks_mut(LARGE_PIECE));
    let worker = || (Scratch::default(), Vec::new());
    parallel::for_each(threads, control, work, worker, |(scratch, found), (rows, answers)| {
        answer(scratch, rows, found);
        answers.clone_from_slice(found);
        control.advance(rows.len() as u64);
    });
    if control.is_stopped() { Err(Halt::Stopped) } else { Ok(answers) }
}

/// Throws dice for games numbered `first_game..` into `dice`, as `throw` throws those of one game.
fn throw_each(
    dice: &mut [[u8; 2]],
    first_game: u64,
    threads: NonZero<usize>,
    control: &Control,
    throw: impl Fn(u64) -> [u8; 2] + Sync,
) -> bool {
    let worker = || ();
    fill(dice, DICE_PIECE, threads, control, worker, |(), row| Some(throw(first_game.wrapping_add(row as u64))))
}

/// Throws the dice of one turn of games numbered `first_game..` into `dice`, the larger number first.
///
/// When `control` says stop, false, and some of `dice` are as they were; so for [`opening_rolls`].
pub fn rolls(
    dice: &mut [[u8; 2]],
    seed: u64,
    turn: u64,
    first_game: u64,
    threads: NonZero<usize>,
    control: &Control,
) -> bool {
    throw_each(dice, first_game, threads, control, |game| {
        let roll = GameDice::new(seed, game).roll(turn);
        [roll.high().number(), roll.low().number()]
    })
}

/// Throws the dice that decide who starts, player 0's and player 1's, of games numbered `first_game..`, into `dice`.
pub fn opening_rolls(
    dice: &mut [[u8; 2]],
    seed: u64,
    first_game: u64,
    threads: NonZero<usize>,
    control: &Control,
) -> bool {
    throw_each(dice, first_game, threads, control, |game| {
        let (first, second) = GameDice::new(seed, game).opening();
        [first.number(), second.number()]
    })
}

/// The result of one legal play of each turn, each as likely; the same checkers with the opponent on roll when it passes.
///
/// Row `i` draws what game `first_game + i` draws at `turn` under `seed`.
///
/// # Errors
///
/// As [`plays`].
pub fn random_plays(
    turns: &[Turn],
    seed: u64,
    first_game: u64,
    turn: u64,
    threads: NonZero<usize>,
    control: &Control,
) -> Result<Vec<Position>, Halt> {
    each(turns.len(), Position::START, PIECE, threads, control, Vec::new, |results, row| {
        let (position, roll) = turns[row];
        results.clear();
        movegen::append_results(position, roll, results);
        Some(match results.len() {
            0 => position.swap(),
            n => results[GameDice::new(seed, first_game.wrapping_add(row as u64)).choice(turn, n)],
        })
    })
}

/// The result of each turn's play number `choice`, in the order of [`plays`], or how many plays there are where there is no
/// such play. A turn that passes has one play, number 0.
///
/// # Errors
///
/// As [`plays`].
pub fn chosen_plays(
    turns: &[(Turn, usize)],
    threads: NonZero<usize>,
    control: &Control,
) -> Result<Vec<Result<Position, usize>>, Halt> {
    each(turns.len(), Err(0), PIECE, threads, control, Vec::new, |results, row| {
        let ((position, roll), choice) = turns[row];
        results.clear();
        movegen::append_results(position, roll, results);
        if results.is_empty() {
            results.push(position.swap());
        }
        Some(results.get(choice).copied().ok_or(results.len()))
    })
}

/// What plays are worth: with or without a cube, in whose eyes, and how many turns are looked ahead.
#[derive(Debug, Clone, Copy)]
pub struct Judging<'a> {
    /// Evaluates positions.
    pub evaluator: &'a Evaluator,
    /// The game as every row's player on roll sees it, and the cube; `None` is points per game without a cube.
    pub game: Option<(&'a CubeModel, Cube)>,
    /// Turns looked ahead.
    pub ply: u8,
    /// Which plays are looked ahead from.
    pub filter: Filter,
}

impl<'a> Judging<'a> {
    fn search(self, control: &'a Control) -> AnySearch<'a> {
        match self.game {
            None => AnySearch::Cubeless(Search::new(self.evaluator, self.filter, control)),
            Some((model, cube)) => {
                let search = CubefulSearch::new(self.evaluator, self.filter, control, model);
                AnySearch::Cubeful { search: Box::new(search), model, cube }
            }
        }
    }
}

/// The result of the best play of each turn, with the opponent on roll; the same checkers when it passes.
///
/// # Errors
///
/// As [`plays`].
pub fn best_plays(
    turns: &[Turn],
    judging: Judging<'_>,
    threads: NonZero<usize>,
    control: &Control,
) -> Result<Vec<Position>, Halt> {
    let Judging { evaluator, game, ply, .. } = judging;
    if ply == 0 && game.is_none() && evaluator.estimate().is_some() {
        return each_piece(turns, Position::START, threads, control, |scratch, turns, best| {
            evaluator.best_each(turns, scratch, best);
        });
    }
    let searcher = || judging.search(control);
    each(turns.len(), Position::START, search_piece(ply), threads, control, searcher, |search, row| {
        search.best(turns[row], ply)
    })
}

/// A play with what it is worth to the player who makes it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatedPlay {
    /// The position after it, with the opponent on roll.
    pub position: Position,
    /// Its number among the plays of the turn, in the order of [`plays`].
    pub number: usize,
    /// Cubeless equity, or equity with the cube ([`CubeModel::equity`]).
    pub equity: f64,
}

/// A search with or without a cube.
enum AnySearch<'a> {
    Cubeless(Search<'a>),
    Cubeful { search: Box<CubefulSearch<'a>>, model: &'a CubeModel, cube: Cube },
}

impl AnySearch<'_> {
    /// The position after the best play; the same checkers when the turn passes. `None` when `control` said stop, and so below.
    fn best(&mut self, (position, roll): Turn, ply: u8) -> Option<Position> {
        match self {
            Self::Cubeless(search) => search.best(position, roll, ply),
            Self::Cubeful { search, cube, .. } => search.best(position, roll, *cube, ply),
        }
    }

    /// Positions after the plays of a turn with their equities, best first; none when it passes.
    fn rank(&mut self, (position, roll): Turn, ply: u8, wanted: Wanted<'_>) -> Option<Vec<(Position, f64)>> {
        Some(match self {
            Self::Cubeless(search) => {
                let ranked = search.rank(position, roll, ply, wanted)?.into_iter();
                ranked.map(|one| (one.play.position, f64::from(one.found().cubeless_equity()))).collect()
            }
            Self::Cubeful { search, model, cube } => {
                let ranked = search.rank(position, roll, *cube, ply, wanted)?.into_iter();
                ranked.map(|one| (one.play.position, model.equity(one.found().value, *cube))).collect()
            }
        })
    }

    /// The best `most` plays of a turn, best first, all searched to the ply; none when it passes.
    fn top(&mut self, turn: Turn, most: usize, ply: u8) -> Option<Vec<RatedPlay>> {
        let ranked = self.rank(turn, ply, Wanted::Best(most))?;
        Some(numbered(turn, ranked.into_iter().take(most)))
    }

    /// The play that [`best_plays`] makes. When the turn passes, or the game is over, the same checkers as play number 0.
    fn choose(&mut self, turn: Turn, ply: u8) -> Option<RatedPlay> {
        let best = self.best(turn, ply)?;
        let ranked = match self {
            Self::Cubeless(search) => {
                let equity = search.evaluate(best, ply)?.swap().cubeless_equity();
                vec![(best, f64::from(equity))]
            }
            Self::Cubeful { .. } => self.rank(turn, ply, Wanted::To(&[best]))?,
        };
        if let Some(rated) = numbered(turn, ranked.into_iter().filter(|&(position, _)| position == best)).pop() {
            return Some(rated);
        }
        Some(RatedPlay { position: best, number: 0, equity: self.passed(turn.0, ply)? })
    }

    /// What a position without a play is worth to the player on roll.
    fn passed(&mut self, position: Position, ply: u8) -> Option<f64> {
        match self {
            Self::Cubeless(search) => Some(f64::from(search.evaluate(position.swap(), ply)?.swap().cubeless_equity())),
            Self::Cubeful { search, model, cube } if position.is_over() => {
                Some(model.equity(search.decide(position, *cube, ply)?.0.no_double, *cube))
            }
            Self::Cubeful { search, model, cube } => {
                search.change_game(&model.swap());
                let opponents = search.decide(position.swap(), cube.swap(), ply);
                search.change_game(model);
                Some(model.equity(model.as_opponent(opponents?.0.value()), *cube))
            }
        }
    }
}

/// Positions after plays of a turn, with their equities and the numbers of the plays; those that no play leads to are left out.
fn numbered((position, roll): Turn, plays: impl Iterator<Item = (Position, f64)>) -> Vec<RatedPlay> {
    let mut results = Vec::new();
    movegen::append_results(position, roll, &mut results);
    let number = |position| results.iter().position(|&result| result == position);
    plays.filter_map(|(position, equity)| Some(RatedPlay { position, number: number(position)?, equity })).collect()
}

/// The play that [`best_plays`] makes in each turn, with its number and what it is worth.
///
/// # Errors
///
/// As [`plays`].
pub fn choose_plays(
    turns: &[Turn],
    judging: Judging<'_>,
    threads: NonZero<usize>,
    control: &Control,
) -> Result<Vec<RatedPlay>, Halt> {
    let (searcher, ply) = (|| judging.search(control), judging.ply);
    let empty = RatedPlay { position: Position::START, number: 0, equity: 0.0 };
    each(turns.len(), empty, search_piece(ply), threads, control, searcher, |search, row| {
        search.choose(turns[row], ply)
    })
}

/// The best plays of each turn, best first, `most` of them or as many as there are; none when it passes.
///
/// # Errors
///
/// As [`plays`].
pub fn top_plays(
    turns: &[Turn],
    most: usize,
    judging: Judging<'_>,
    threads: NonZero<usize>,
    control: &Control,
) -> Result<Flat<RatedPlay>, Halt> {
    let (searcher, ply) = (|| judging.search(control), judging.ply);
    let pieces = each(turns.len(), Vec::new(), search_piece(ply), threads, control, searcher, |search, row| {
        search.top(turns[row], most, ply)
    })?;
    let counts = memory::collected(pieces.iter().map(Vec::len))?;
    Ok(Flat { pieces, counts })
}

/// What each decision about the cube is worth in each position at a ply, and how the game may end without a double, both
/// seen by the player on roll. A row says which of some games it belongs to. Where the game is over, the cube is not
/// available and all values are what the game has come to.
///
/// # Errors
///
/// As [`plays`].
pub fn cube_decisions(
    rows: &[(Position, usize)],
    cube: Cube,
    ply: u8,
    games: &[CubeModel],
    evaluator: &Evaluator,
    threads: NonZero<usize>,
    control: &Control,
) -> Result<Vec<(CubeDecision, Outcome)>, Halt> {
    let Some(first) = games.first() else { return Ok(Vec::new()) };
    let searcher = || CubefulSearch::new(evaluator, Filter::NORMAL, control, first);
    let empty = (CubeDecision::new(false, 0.0, 0.0, 0.0, None, 1.0), Outcome::default());
    each(rows.len(), empty, search_piece(ply), threads, control, searcher, |search, row| {
        let (position, game) = rows[row];
        search.change_game(&games[game]);
        let (mut found, outcome) = search.decide(position, cube, ply)?;
        if position.is_over() {
            // Nobody decides anything any more: whatever is asked, it is what the game has come to.
            let value = found.no_double;
            found = CubeDecision::new(false, value, value, value, None, 1.0);
        }
        Some((found, outcome))
    })
}

/// How the game may end from each position, seen by the player on roll, when `ply` turns are looked ahead.
///
/// # Errors
///
/// As [`plays`].
pub fn evaluate(
    positions: &[Position],
    ply: u8,
    evaluator: &Evaluator,
    threads: NonZero<usize>,
    control: &Control,
) -> Result<Vec<Outcome>, Halt> {
    if ply == 0 && evaluator.estimate().is_some() {
        return each_piece(positions, Outcome::default(), threads, control, |scratch, positions, outcomes| {
            *outcomes = evaluator.evaluate_all(positions, scratch);
        });
    }
    let searcher = || Search::new(evaluator, Filter::NORMAL, control);
    each(positions.len(), Outcome::default(), search_piece(ply), threads, control, searcher, |search, row| {
        search.evaluate(positions[row], ply)
    })
}

/// As [`evaluate`] at zero plies, by the quick look that sorts plays out.
///
/// # Errors
///
/// As [`plays`].
pub fn glance(
    positions: &[Position],
    evaluator: &Evaluator,
    threads: NonZero<usize>,
    control: &Control,
) -> Result<Vec<Outcome>, Halt> {
    each(positions.len(), Outcome::default(), search_piece(0), threads, control, Scratch::default, |scratch, row| {
        Some(evaluator.pruning_outcome_with(positions[row], scratch))
    })
}
