//! Batched operations on many positions, spread over threads. Row `i` of the result belongs to row `i` of the input.
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

/// The number of rows in a piece, the unit of work that a thread takes.
const PIECE: usize = 256;

/// Rows in a piece when each row is only a roll of two dice.
const DICE_PIECE: usize = 1 << 14;

/// Rows in a piece when each row is searched to `ply`. Deep searches take seconds per row, so their pieces are smaller.
const fn search_piece(ply: u8) -> usize {
    match ply {
        0 => PIECE,
        1 => 16,
        _ => 1,
    }
}

/// A position and the roll to play.
pub type Turn = (Position, Roll);

/// Results for many turns, concatenated, with the number of results of each turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flat<T> {
    /// The results in order, split into pieces that each cover a run of turns.
    pub pieces: Vec<Vec<T>>,
    /// The number of results of each turn.
    pub counts: Vec<usize>,
}

/// Returns the position after every legal play, converted by `write`, in the order of [`movegen`].
///
/// The opponent is on roll in the positions that `write` receives.
///
/// # Errors
///
/// [`Halt`] if `control` was stopped, or if the result does not fit into memory.
pub fn plays<T: Send>(
    turns: &[Turn],
    threads: NonZero<usize>,
    control: &Control,
    write: impl Fn(Position) -> T + Sync,
) -> Result<Flat<T>, Halt> {
    flat(turns, threads, control, |results, position, roll, answers| {
        results.clear();
        movegen::append_results(position, roll, results);
        memory::try_reserve(answers, results.len())?;
        answers.extend(results.iter().map(|&result| write(result)));
        Ok(())
    })
}

/// Returns the moves of every legal play, in the order of [`plays`].
///
/// # Errors
///
/// See [`plays`].
pub fn moves(turns: &[Turn], threads: NonZero<usize>, control: &Control) -> Result<Flat<Moves>, Halt> {
    flat(turns, threads, control, |_, position, roll, moves| {
        let plays = movegen::plays(position, roll);
        memory::try_reserve(moves, plays.len())?;
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
    // A single thread fills a single piece, so that no pieces have to be concatenated afterwards.
    let size = if threads.get() == 1 { turns.len().max(1) } else { PIECE };
    let mut counts = memory::try_filled(0, turns.len())?;
    let mut pieces: Vec<Vec<T>> = memory::try_collect((0..turns.len().div_ceil(size)).map(|_| Vec::new()))?;
    let failure: Mutex<Option<OutOfMemory>> = Mutex::new(None);
    let has_failed = || failure.lock().unwrap_or_else(PoisonError::into_inner).is_some();
    let work = turns.chunks(size).zip(counts.chunks_mut(size)).zip(&mut pieces);
    parallel::for_each(threads, control, work, Vec::new, |results, ((turns, counts), piece)| {
        let mut fill = || {
            // A little more than the average number of plays of a roll.
            memory::try_reserve(piece, 24 * turns.len())?;
            for (turns, counts) in turns.chunks(PIECE).zip(counts.chunks_mut(PIECE)) {
                if control.is_stopped() || has_failed() {
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
        if let Err(error) = fill() {
            *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        }
    });
    match failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(failure) => Err(failure.into()),
        None if control.is_stopped() => Err(Halt::Stopped),
        None => Ok(Flat { pieces, counts }),
    }
}

/// Computes the result of every row. `compute` returns `None` if it was stopped.
///
/// Returns false if `control` was stopped; some of the results are then unchanged.
fn fill<B: Send, W>(
    answers: &mut [B],
    piece: usize,
    threads: NonZero<usize>,
    control: &Control,
    worker: impl Fn() -> W + Sync,
    compute: impl Fn(&mut W, usize) -> Option<B> + Sync,
) -> bool {
    let work = answers.chunks_mut(piece).zip((0..).step_by(piece));
    parallel::for_each(threads, control, work, worker, |state, (results, first_row)| {
        for (result, row) in results.iter_mut().zip(first_row..) {
            if control.is_stopped() {
                return;
            }
            let Some(found) = compute(state, row) else {
                assert!(control.is_stopped(), "a row has no result although nobody stopped the call");
                return;
            };
            *result = found;
        }
        control.advance(results.len() as u64);
    });
    !control.is_stopped()
}

/// Returns one result for each of `rows` rows.
fn each<B: Clone + Send, W>(
    rows: usize,
    empty: B,
    piece: usize,
    threads: NonZero<usize>,
    control: &Control,
    worker: impl Fn() -> W + Sync,
    compute: impl Fn(&mut W, usize) -> Option<B> + Sync,
) -> Result<Vec<B>, Halt> {
    let mut answers = memory::try_filled(empty, rows)?;
    if fill(&mut answers, piece, threads, control, worker, compute) { Ok(answers) } else { Err(Halt::Stopped) }
}

/// Like [`each`], with a `compute` that takes many rows at once.
fn each_piece<A: Sync, B: Clone + Send>(
    rows: &[A],
    empty: B,
    threads: NonZero<usize>,
    control: &Control,
    compute: impl Fn(&mut Scratch, &[A], &mut Vec<B>) + Sync,
) -> Result<Vec<B>, Halt> {
    /// Large enough to make the cost of one call of `compute` negligible.
    const LARGE_PIECE: usize = 4096;
    let mut answers = memory::try_filled(empty, rows.len())?;
    let work = rows.chunks(LARGE_PIECE).zip(answers.chunks_mut(LARGE_PIECE));
    let worker = || (Scratch::default(), Vec::new());
    parallel::for_each(threads, control, work, worker, |(scratch, found), (rows, answers)| {
        compute(scratch, rows, found);
        answers.clone_from_slice(found);
        control.advance(rows.len() as u64);
    });
    if control.is_stopped() { Err(Halt::Stopped) } else { Ok(answers) }
}

/// Fills `dice` with the dice of games `first_game..`; `throw` returns those of one game.
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

/// Fills `dice` with the rolls of one turn in games `first_game..`, the larger number first.
///
/// Returns false if `control` was stopped; some of `dice` are then unchanged.
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

/// Fills `dice` with the dice that decide who starts (player 0's, player 1's) in games `first_game..`.
///
/// Returns false if `control` was stopped; some of `dice` are then unchanged.
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

/// Returns the position after a random legal play of each turn, all equally likely, with the opponent on roll.
///
/// Without a legal play, the checkers stay where they are. Row `i` makes the random choice of game `first_game + i` at `turn`
/// under `seed`.
///
/// # Errors
///
/// See [`plays`].
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

/// Returns the position after play number `choice` of each turn, counted in the order of [`plays`].
///
/// A row whose `choice` is out of range gives the turn's number of plays as its error. A turn without a legal play
/// counts as having one, number 0, which moves nothing.
///
/// # Errors
///
/// See [`plays`].
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

/// How plays are evaluated: by which evaluator, with or without a cube, and with which search depth and filter.
#[derive(Debug, Clone, Copy)]
pub struct SearchSettings<'a> {
    /// The evaluator of positions.
    pub evaluator: &'a Evaluator,
    /// The game from the point of view of each row's player on roll, and the cube; `None` for points per game without a cube.
    pub game: Option<(&'a CubeModel, Cube)>,
    /// The search depth in plies.
    pub ply: u8,
    /// The move filter: which plays are searched deeper.
    pub filter: Filter,
}

impl<'a> SearchSettings<'a> {
    fn search(self, control: &'a Control) -> CubelessOrCubeful<'a> {
        match self.game {
            None => CubelessOrCubeful::Cubeless(Search::new(self.evaluator, self.filter, control)),
            Some((model, cube)) => {
                let search = CubefulSearch::new(self.evaluator, self.filter, control, model);
                CubelessOrCubeful::Cubeful { search: Box::new(search), model, cube }
            }
        }
    }
}

/// Returns the position after the best play of each turn, with the opponent on roll.
///
/// Without a legal play, the checkers stay where they are.
///
/// # Errors
///
/// See [`plays`].
pub fn best_plays(
    turns: &[Turn],
    settings: SearchSettings<'_>,
    threads: NonZero<usize>,
    control: &Control,
) -> Result<Vec<Position>, Halt> {
    let SearchSettings { evaluator, game, ply, .. } = settings;
    if ply == 0 && game.is_none() && evaluator.estimate().is_some() {
        return each_piece(turns, Position::START, threads, control, |scratch, turns, best| {
            evaluator.best_each(turns, scratch, best);
        });
    }
    let searcher = || settings.search(control);
    each(turns.len(), Position::START, search_piece(ply), threads, control, searcher, |search, row| {
        search.best(turns[row], ply)
    })
}

/// A play and its equity, from the point of view of the player who makes it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatedPlay {
    /// The position after the play, with the opponent on roll.
    pub position: Position,
    /// Its number among the plays of the turn, in the order of [`plays`].
    pub number: usize,
    /// Cubeless equity, or equity with the cube ([`CubeModel::equity`]).
    pub equity: f64,
}

/// A search with or without a cube.
enum CubelessOrCubeful<'a> {
    Cubeless(Search<'a>),
    Cubeful { search: Box<CubefulSearch<'a>>, model: &'a CubeModel, cube: Cube },
}

impl CubelessOrCubeful<'_> {
    /// Returns the position after the best play. Without a legal play, the checkers stay where they are.
    ///
    /// Like the other methods, it returns `None` if `control` was stopped.
    fn best(&mut self, (position, roll): Turn, ply: u8) -> Option<Position> {
        match self {
            Self::Cubeless(search) => search.best(position, roll, ply),
            Self::Cubeful { search, cube, .. } => search.best(position, roll, *cube, ply),
        }
    }

    /// Returns the positions after the plays of a turn with their equities, best first; empty without a legal play.
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

    /// Returns the best `most` plays of a turn, best first, all searched to `ply`; empty without a legal play.
    fn top(&mut self, turn: Turn, most: usize, ply: u8) -> Option<Vec<RatedPlay>> {
        let ranked = self.rank(turn, ply, Wanted::Best(most))?;
        Some(numbered(turn, ranked.into_iter().take(most)))
    }

    /// Returns the play that [`best_plays`] chooses.
    ///
    /// Without a legal play, or when the game is over, it is play number 0, which leaves the checkers where they are.
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

    /// Returns the equity, for the player on roll, of a position without a legal play or of a finished game.
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

/// Adds the play numbers to positions after plays of a turn. Positions that no play leads to are left out.
fn numbered((position, roll): Turn, plays: impl Iterator<Item = (Position, f64)>) -> Vec<RatedPlay> {
    let mut results = Vec::new();
    movegen::append_results(position, roll, &mut results);
    let number = |position| results.iter().position(|&result| result == position);
    plays.filter_map(|(position, equity)| Some(RatedPlay { position, number: number(position)?, equity })).collect()
}

/// Returns the play that [`best_plays`] chooses in each turn, with its number and equity.
///
/// # Errors
///
/// See [`plays`].
pub fn choose_plays(
    turns: &[Turn],
    settings: SearchSettings<'_>,
    threads: NonZero<usize>,
    control: &Control,
) -> Result<Vec<RatedPlay>, Halt> {
    let (searcher, ply) = (|| settings.search(control), settings.ply);
    let empty = RatedPlay { position: Position::START, number: 0, equity: 0.0 };
    each(turns.len(), empty, search_piece(ply), threads, control, searcher, |search, row| {
        search.choose(turns[row], ply)
    })
}

/// Returns up to `most` plays of each turn, best first; none where there is no legal play.
///
/// # Errors
///
/// See [`plays`].
pub fn top_plays(
    turns: &[Turn],
    most: usize,
    settings: SearchSettings<'_>,
    threads: NonZero<usize>,
    control: &Control,
) -> Result<Flat<RatedPlay>, Halt> {
    let (searcher, ply) = (|| settings.search(control), settings.ply);
    let pieces = each(turns.len(), Vec::new(), search_piece(ply), threads, control, searcher, |search, row| {
        search.top(turns[row], most, ply)
    })?;
    let counts = memory::try_collect(pieces.iter().map(Vec::len))?;
    Ok(Flat { pieces, counts })
}

/// Returns the values of the cube decisions of each position, and its outcome without a double, for the player on roll.
///
/// Each row is a position and an index into `games`. Where the game is over, the cube is not available and all values are the
/// value of the result.
///
/// # Errors
///
/// See [`plays`].
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
            // No decision is left: each value is that of the result.
            let value = found.no_double;
            found = CubeDecision::new(false, value, value, value, None, 1.0);
        }
        Some((found, outcome))
    })
}

/// Returns the outcome of each position for the player on roll, searched to `ply`.
///
/// # Errors
///
/// See [`plays`].
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

/// Like [`evaluate`] at 0 plies, but from the pruning outputs: cheaper, and less accurate.
///
/// # Errors
///
/// See [`plays`].
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
