//! Many positions at once, spread over threads. Row `i` of every answer belongs to row `i` of what was asked.

use std::num::NonZero;

use crate::dice::{GameDice, Roll};
use crate::eval::{Evaluator, Scratch};
use crate::movegen;
use crate::outcome::Outcome;
use crate::parallel::{self, Control};
use crate::play::Moves;
use crate::position::Position;

/// Rows between looks at whether to stop.
const PIECE: usize = 256;

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

/// The results of every legal play, with the opponent on roll, in the order of [`movegen`].
///
/// `None` when `control` said stop; so for all functions here.
#[must_use]
pub fn plays(turns: &[Turn], threads: NonZero<usize>, control: &Control) -> Option<Flat<Position>> {
    flat(turns, threads, control, movegen::append_results)
}

/// The moves that make every legal play, in the order of [`plays`].
#[must_use]
pub fn moves(turns: &[Turn], threads: NonZero<usize>, control: &Control) -> Option<Flat<Moves>> {
    flat(turns, threads, control, |position, roll, moves| {
        moves.extend(movegen::plays(position, roll).into_iter().map(|play| play.moves));
    })
}

fn flat<T: Send>(
    turns: &[Turn],
    threads: NonZero<usize>,
    control: &Control,
    append: impl Fn(Position, Roll, &mut Vec<T>) + Sync,
) -> Option<Flat<T>> {
    let mut counts = vec![0; turns.len()];
    let mut pieces: Vec<Vec<T>> = std::iter::repeat_with(Vec::new).take(turns.len().div_ceil(PIECE)).collect();
    let work = turns.chunks(PIECE).zip(counts.chunks_mut(PIECE)).zip(&mut pieces);
    parallel::for_each(
        threads,
        control,
        work,
        || (),
        |(), ((turns, counts), piece)| {
            for (&(position, roll), count) in turns.iter().zip(counts) {
                let before = piece.len();
                append(position, roll, piece);
                *count = piece.len() - before;
            }
            control.advance(turns.len() as u64);
        },
    );
    (!control.is_stopped()).then_some(Flat { pieces, counts })
}

/// One answer for each row.
fn each<A: Sync, B: Clone + Send, W>(
    rows: &[A],
    empty: B,
    threads: NonZero<usize>,
    control: &Control,
    worker: impl Fn() -> W + Sync,
    answer: impl Fn(&mut W, usize, &A) -> B + Sync,
) -> Option<Vec<B>> {
    let mut answers = vec![empty; rows.len()];
    let work = rows.chunks(PIECE).zip(answers.chunks_mut(PIECE)).enumerate();
    parallel::for_each(threads, control, work, worker, |kept, (piece, (rows, answers))| {
        for (offset, (row, place)) in rows.iter().zip(answers).enumerate() {
            *place = answer(kept, piece * PIECE + offset, row);
        }
        control.advance(rows.len() as u64);
    });
    (!control.is_stopped()).then_some(answers)
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
    each(turns, Position::START, threads, control, Vec::new, |results, row, &(position, roll)| {
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
    each(turns, Err(0), threads, control, Vec::new, |results, _, &((position, roll), choice)| {
        results.clear();
        movegen::append_results(position, roll, results);
        if results.is_empty() {
            results.push(position.swap());
        }
        results.get(choice).copied().ok_or(results.len())
    })
}

/// The result of the best play of each turn, with the opponent on roll; the same checkers when it passes.
#[must_use]
pub fn best_plays(
    turns: &[Turn],
    evaluator: &Evaluator,
    threads: NonZero<usize>,
    control: &Control,
) -> Option<Vec<Position>> {
    each(turns, Position::START, threads, control, Scratch::default, |scratch, _, &(position, roll)| {
        evaluator.best(position, roll, scratch)
    })
}

/// How the game may end from each position, seen by the player on roll.
#[must_use]
pub fn evaluate(
    positions: &[Position],
    evaluator: &Evaluator,
    threads: NonZero<usize>,
    control: &Control,
) -> Option<Vec<Outcome>> {
    each(positions, Outcome::default(), threads, control, Scratch::default, |scratch, _, &position| {
        evaluator.evaluate_with(position, scratch)
    })
}
