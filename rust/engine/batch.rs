//! Many positions at once, spread over threads. Row `i` of every answer belongs to row `i` of what was asked.

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
use crate::search::{Filter, Search};
use crate::value::{Cube, CubeDecision, CubeEfficiency, CubeModel};

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

/// Computes the answer of every row; false when `control` said stop, and then some are as they were.
fn fill<B: Send, W>(
    answers: &mut [B],
    piece: usize,
    threads: NonZero<usize>,
    control: &Control,
    worker: impl Fn() -> W + Sync,
    answer: impl Fn(&mut W, usize) -> B + Sync,
) -> bool {
    let work = answers.chunks_mut(piece).zip((0..).step_by(piece));
    parallel::for_each(threads, control, work, worker, |kept, (answers, first_row)| {
        for (place, row) in answers.iter_mut().zip(first_row..) {
            if control.is_stopped() {
                return;
            }
            *place = answer(kept, row);
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
    answer: impl Fn(&mut W, usize) -> B + Sync,
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
    fill(dice, DICE_PIECE, threads, control, worker, |(), row| throw(first_game.wrapping_add(row as u64)))
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
        match results.len() {
            0 => position.swap(),
            n => results[GameDice::new(seed, first_game.wrapping_add(row as u64)).choice(turn, n)],
        }
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
        results.get(choice).copied().ok_or(results.len())
    })
}

/// The result of the best play of each turn at a ply, with the opponent on roll; the same checkers when it passes.
///
/// # Errors
///
/// As [`plays`].
pub fn best_plays(
    turns: &[Turn],
    ply: u8,
    evaluator: &Evaluator,
    threads: NonZero<usize>,
    control: &Control,
) -> Result<Vec<Position>, Halt> {
    if ply == 0 && evaluator.estimate().is_some() {
        return each_piece(turns, Position::START, threads, control, |scratch, turns, best| {
            evaluator.best_each(turns, scratch, best);
        });
    }
    let searcher = || Search::new(evaluator, Filter::NORMAL, control);
    each(turns.len(), Position::START, search_piece(ply), threads, control, searcher, |search, row| {
        let (position, roll) = turns[row];
        // What is not found was stopped, and the whole answer with it.
        search.best(position, roll, ply).unwrap_or(position)
    })
}

/// As [`best_plays`], with a cube: `model` is the game as every row's player on roll sees it.
///
/// # Errors
///
/// As [`plays`].
#[expect(clippy::too_many_arguments, reason = "what is asked, of whom, and how it is to be done")]
pub fn best_plays_with_cube(
    turns: &[Turn],
    ply: u8,
    model: &CubeModel,
    cube: Cube,
    efficiency: CubeEfficiency,
    evaluator: &Evaluator,
    threads: NonZero<usize>,
    control: &Control,
) -> Result<Vec<Position>, Halt> {
    let searcher = || CubefulSearch::new(evaluator, Filter::NORMAL, control, model, efficiency);
    each(turns.len(), Position::START, search_piece(ply), threads, control, searcher, |search, row| {
        let (position, roll) = turns[row];
        search.best(position, roll, cube, ply).unwrap_or(position)
    })
}

/// With or without a cube: what plays are judged by, beside the evaluator.
#[derive(Debug, Clone, Copy)]
pub enum Stakes<'a> {
    /// Points per game without a cube.
    Cubeless,
    /// With a cube, at a score.
    Cubeful {
        /// The game as every row's player on roll sees it.
        model: &'a CubeModel,
        /// The cube as every row's player on roll sees it.
        cube: Cube,
        /// How live it is.
        efficiency: CubeEfficiency,
    },
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

/// A search of either kind.
enum Judge<'a> {
    Cubeless(Search<'a>),
    Cubeful { search: Box<CubefulSearch<'a>>, model: &'a CubeModel, cube: Cube },
}

impl<'a> Judge<'a> {
    fn new(stakes: Stakes<'a>, evaluator: &'a Evaluator, control: &'a Control) -> Self {
        match stakes {
            Stakes::Cubeless => Self::Cubeless(Search::new(evaluator, Filter::NORMAL, control)),
            Stakes::Cubeful { model, cube, efficiency } => Self::Cubeful {
                search: Box::new(CubefulSearch::new(evaluator, Filter::NORMAL, control, model, efficiency)),
                model,
                cube,
            },
        }
    }

    /// The best `most` plays of a turn, best first; none when it passes. `None` when `control` said stop.
    fn top(&mut self, (position, roll): Turn, most: usize, ply: u8) -> Option<Vec<RatedPlay>> {
        let ranked: Vec<_> = match self {
            Self::Cubeless(search) => {
                let plays = search.rank(position, roll, ply)?.into_iter().take(most);
                plays.map(|one| (one.play.position, f64::from(one.outcome.cubeless_equity()))).collect()
            }
            Self::Cubeful { search, model, cube } => {
                let plays = search.rank(position, roll, *cube, ply)?.into_iter().take(most);
                plays.map(|one| (one.play.position, model.equity(one.worth.value, *cube))).collect()
            }
        };
        let mut results = Vec::new();
        movegen::append_results(position, roll, &mut results);
        let number = |position| results.iter().position(|&result| result == position);
        Some(
            ranked
                .into_iter()
                .filter_map(|(position, equity)| Some(RatedPlay { position, number: number(position)?, equity }))
                .collect(),
        )
    }

    /// The play that [`best_plays`] makes. When the turn passes, or the game is over, the same checkers as play number 0.
    fn choose(&mut self, turn: Turn, ply: u8) -> Option<RatedPlay> {
        let (position, roll) = turn;
        if let Self::Cubeless(search) = self {
            let best = search.best(position, roll, ply)?;
            let equity = f64::from(search.evaluate(best, ply)?.swap().cubeless_equity());
            let mut results = Vec::new();
            movegen::append_results(position, roll, &mut results);
            let number = results.iter().position(|&result| result == best).unwrap_or(0);
            return Some(RatedPlay { position: best, number, equity });
        }
        if let Some(best) = self.top(turn, 1, ply)?.pop() {
            return Some(best);
        }
        Some(RatedPlay { position: position.swap(), number: 0, equity: self.passed(position, ply)? })
    }

    /// What a position without a play is worth to the player on roll.
    fn passed(&mut self, position: Position, ply: u8) -> Option<f64> {
        let Self::Cubeful { search, model, cube } = self else { return Some(0.0) };
        if position.is_over() {
            return Some(model.equity(search.decide(position, *cube, ply)?.0.no_double, *cube));
        }
        search.change_game(&model.swap());
        let theirs = search.decide(position.swap(), cube.swap(), ply);
        search.change_game(model);
        Some(model.equity(model.as_opponent(theirs?.0.value()), *cube))
    }
}

/// The play that [`best_plays`] makes in each turn, or [`best_plays_with_cube`], with its number and what it is worth.
///
/// # Errors
///
/// As [`plays`].
pub fn choose_plays(
    turns: &[Turn],
    ply: u8,
    stakes: Stakes<'_>,
    evaluator: &Evaluator,
    threads: NonZero<usize>,
    control: &Control,
) -> Result<Vec<RatedPlay>, Halt> {
    let judge = || Judge::new(stakes, evaluator, control);
    let empty = RatedPlay { position: Position::START, number: 0, equity: 0.0 };
    each(turns.len(), empty, search_piece(ply), threads, control, judge, |judge, row| {
        // What is not found was stopped, and the whole answer with it.
        judge.choose(turns[row], ply).unwrap_or(empty)
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
    ply: u8,
    stakes: Stakes<'_>,
    evaluator: &Evaluator,
    threads: NonZero<usize>,
    control: &Control,
) -> Result<Flat<RatedPlay>, Halt> {
    let judge = || Judge::new(stakes, evaluator, control);
    let pieces = each(turns.len(), Vec::new(), search_piece(ply), threads, control, judge, |judge, row| {
        judge.top(turns[row], most, ply).unwrap_or_default()
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
#[expect(clippy::too_many_arguments, reason = "what is asked, of whom, and how it is to be done")]
pub fn cube_decisions(
    rows: &[(Position, usize)],
    cube: Cube,
    ply: u8,
    games: &[CubeModel],
    efficiency: CubeEfficiency,
    evaluator: &Evaluator,
    threads: NonZero<usize>,
    control: &Control,
) -> Result<Vec<(CubeDecision, Outcome)>, Halt> {
    let Some(first) = games.first() else { return Ok(Vec::new()) };
    let searcher = || CubefulSearch::new(evaluator, Filter::NORMAL, control, first, efficiency);
    let empty = (CubeDecision::new(false, 0.0, 0.0, 0.0, None), Outcome::default());
    each(rows.len(), empty, search_piece(ply), threads, control, searcher, |search, row| {
        let (position, game) = rows[row];
        search.change_game(games.get(game).unwrap_or(first));
        let (mut found, outcome) = search.decide(position, cube, ply).unwrap_or(empty);
        if position.is_over() {
            // Nobody decides anything any more: whatever is asked, it is what the game has come to.
            let value = found.no_double;
            found = CubeDecision::new(false, value, value, value, None);
        }
        (found, outcome)
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
        search.evaluate(positions[row], ply).unwrap_or_default()
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
        evaluator.glance_with(positions[row], scratch)
    })
}
