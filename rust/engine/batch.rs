//! Many positions at once, spread over threads. Row `i` of every answer belongs to row `i` of what was asked.

use std::num::NonZero;

use crate::dice::{GameDice, Roll};
use crate::eval::{Evaluator, Scratch};
use crate::movegen;
use crate::outcome::Outcome;
use crate::parallel::{self, Control};
use crate::play::Moves;
use crate::position::Position;
use crate::search::cubeful::CubefulSearch;
use crate::search::{Filter, Search};
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
/// `None` when `control` said stop; so for all functions here.
#[must_use]
pub fn plays<T: Send>(
    turns: &[Turn],
    threads: NonZero<usize>,
    control: &Control,
    write: impl Fn(Position) -> T + Sync,
) -> Option<Flat<T>> {
    flat(turns, threads, control, |results, position, roll, answers| {
        results.clear();
        movegen::append_results(position, roll, results);
        answers.extend(results.iter().map(|&result| write(result)));
    })
}

/// The moves that make every legal play, in the order of [`plays`].
#[must_use]
pub fn moves(turns: &[Turn], threads: NonZero<usize>, control: &Control) -> Option<Flat<Moves>> {
    flat(turns, threads, control, |_, position, roll, moves| {
        moves.extend(movegen::plays(position, roll).into_iter().map(|play| play.moves));
    })
}

fn flat<T: Send>(
    turns: &[Turn],
    threads: NonZero<usize>,
    control: &Control,
    append: impl Fn(&mut Vec<Position>, Position, Roll, &mut Vec<T>) + Sync,
) -> Option<Flat<T>> {
    // One thread alone fills one piece, which then need not be put together.
    let size = if threads.get() == 1 { turns.len().max(1) } else { PIECE };
    let mut counts = vec![0; turns.len()];
    let mut pieces: Vec<Vec<T>> = std::iter::repeat_with(Vec::new).take(turns.len().div_ceil(size)).collect();
    let work = turns.chunks(size).zip(counts.chunks_mut(size)).zip(&mut pieces);
    parallel::for_each(threads, control, work, Vec::new, |results, ((turns, counts), piece)| {
        // Room for what a roll has on the average, and some more.
        piece.reserve(24 * turns.len());
        for (turns, counts) in turns.chunks(PIECE).zip(counts.chunks_mut(PIECE)) {
            if control.is_stopped() {
                return;
            }
            for (&(position, roll), count) in turns.iter().zip(counts) {
                let before = piece.len();
                append(results, position, roll, piece);
                *count = piece.len() - before;
            }
            control.advance(turns.len() as u64);
        }
    });
    (!control.is_stopped()).then_some(Flat { pieces, counts })
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
) -> Option<Vec<B>> {
    let mut answers = vec![empty; rows];
    fill(&mut answers, piece, threads, control, worker, answer).then_some(answers)
}

/// One answer for each row, where many are asked about at once.
fn each_piece<A: Sync, B: Clone + Send>(
    rows: &[A],
    empty: B,
    threads: NonZero<usize>,
    control: &Control,
    answer: impl Fn(&mut Scratch, &[A], &mut Vec<B>) + Sync,
) -> Option<Vec<B>> {
    /// Enough to be worth a call of the caller's function.
    const LARGE_PIECE: usize = 4096;
    let mut answers = vec![empty; rows.len()];
    let work = rows.chunks(LARGE_PIECE).zip(answers.chunks_mut(LARGE_PIECE));
    let worker = || (Scratch::default(), Vec::new());
    parallel::for_each(threads, control, work, worker, |(scratch, found), (rows, answers)| {
        answer(scratch, rows, found);
        answers.clone_from_slice(found);
        control.advance(rows.len() as u64);
    });
    (!control.is_stopped()).then_some(answers)
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
#[must_use]
pub fn random_plays(
    turns: &[Turn],
    seed: u64,
    first_game: u64,
    turn: u64,
    threads: NonZero<usize>,
    control: &Control,
) -> Option<Vec<Position>> {
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
#[must_use]
pub fn chosen_plays(
    turns: &[(Turn, usize)],
    threads: NonZero<usize>,
    control: &Control,
) -> Option<Vec<Result<Position, usize>>> {
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
#[must_use]
pub fn best_plays(
    turns: &[Turn],
    ply: u8,
    evaluator: &Evaluator,
    threads: NonZero<usize>,
    control: &Control,
) -> Option<Vec<Position>> {
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
#[must_use]
pub fn best_plays_with_cube(
    turns: &[Turn],
    ply: u8,
    model: &CubeModel,
    cube: Cube,
    evaluator: &Evaluator,
    threads: NonZero<usize>,
    control: &Control,
) -> Option<Vec<Position>> {
    let searcher = || CubefulSearch::new(evaluator, Filter::NORMAL, control, model);
    each(turns.len(), Position::START, search_piece(ply), threads, control, searcher, |search, row| {
        let (position, roll) = turns[row];
        search.best(position, roll, cube, ply).unwrap_or(position)
    })
}

/// What each decision about the cube is worth in each position at a ply, and how the game may end without a double, both
/// seen by the player on roll. A row says which of some games it belongs to.
#[must_use]
pub fn cube_decisions(
    rows: &[(Position, usize)],
    cube: Cube,
    ply: u8,
    games: &[CubeModel],
    evaluator: &Evaluator,
    threads: NonZero<usize>,
    control: &Control,
) -> Option<Vec<(CubeDecision, Outcome)>> {
    let Some(first) = games.first() else { return Some(Vec::new()) };
    let searcher = || CubefulSearch::new(evaluator, Filter::NORMAL, control, first);
    let empty = (CubeDecision::new(false, 0.0, 0.0, 0.0, None, 1.0), Outcome::default());
    each(rows.len(), empty, search_piece(ply), threads, control, searcher, |search, row| {
        let (position, game) = rows[row];
        search.change_game(games.get(game).unwrap_or(first));
        search.decide(position, cube, ply).unwrap_or(empty)
    })
}

/// How the game may end from each position, seen by the player on roll, when `ply` turns are looked ahead.
#[must_use]
pub fn evaluate(
    positions: &[Position],
    ply: u8,
    evaluator: &Evaluator,
    threads: NonZero<usize>,
    control: &Control,
) -> Option<Vec<Outcome>> {
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
#[must_use]
pub fn glance(
    positions: &[Position],
    evaluator: &Evaluator,
    threads: NonZero<usize>,
    control: &Control,
) -> Option<Vec<Outcome>> {
    each(positions.len(), Outcome::default(), search_piece(0), threads, control, Scratch::default, |scratch, row| {
        evaluator.glance_with(positions[row], scratch)
    })
}
