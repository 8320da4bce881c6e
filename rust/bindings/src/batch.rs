//! The numeric border: arrays of positions in, arrays out. `gammon.batch` documents these functions.

use gammon::Outcome;
use gammon::batch::{self, Flat};
use gammon::games::Policy;
use gammon::games::rollout::{self, Game};
use gammon::notation;
use gammon::parallel::Control;
use numpy::ndarray::{Array1, Array2, Array3};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArray3, PyReadonlyArray2};
use pyo3::prelude::*;

use crate::arrays::{boards, describe, numbers_of, pieces_to_boards, to_boards, turns, written};
use crate::errors::{ArgumentError, IllegalPlayError, NotationError, Raise};
use crate::evaluator::Evaluator;
use crate::long_call::{Progress, run, run_batch};
use crate::numbers::{self, Whole, filled, games, games_from, threads, unsigned};
use crate::position::Position;

fn offsets(counts: &[usize]) -> Array1<i64> {
    let mut sum = 0;
    std::iter::once(0)
        .chain(counts.iter().map(|&count| {
            sum += count.cast_signed() as i64;
            sum
        }))
        .collect()
}

/// Flat positions and the offsets of each row's plays.
type FlatArrays<'py> = (Bound<'py, PyArray3<u8>>, Bound<'py, PyArray1<i64>>);

#[pyfunction]
#[pyo3(signature = (boards, rolls, *, threads = None, progress = None))]
pub fn batch_plays<'py>(
    py: Python<'py>,
    boards: &Bound<'py, PyAny>,
    rolls: &Bound<'py, PyAny>,
    threads: Option<Whole>,
    progress: Progress,
) -> PyResult<FlatArrays<'py>> {
    let (turns, threads) = (turns(boards, rolls)?, self::threads(threads)?);
    let (positions, counts) = run_batch(py, turns.len(), progress, |control| {
        let Flat { pieces, counts } = batch::plays(&turns, threads, control, written)?;
        Some((pieces_to_boards(pieces), counts))
    })?;
    Ok((positions.into_pyarray(py), offsets(&counts).into_pyarray(py)))
}

#[pyfunction]
#[pyo3(signature = (boards, rolls, *, threads = None, progress = None))]
pub fn batch_moves<'py>(
    py: Python<'py>,
    boards: &Bound<'py, PyAny>,
    rolls: &Bound<'py, PyAny>,
    threads: Option<Whole>,
    progress: Progress,
) -> PyResult<FlatArrays<'py>> {
    let (turns, threads) = (turns(boards, rolls)?, self::threads(threads)?);
    let flat = run_batch(py, turns.len(), progress, |control| batch::moves(&turns, threads, control))?;
    let mut moves = Array3::zeros((flat.counts.iter().sum(), 4, 2));
    for (mut row, play) in moves.outer_iter_mut().zip(flat.pieces.into_iter().flatten()) {
        for (mut place, one) in row.outer_iter_mut().zip(play.iter()) {
            place[0] = one.source;
            place[1] = one.destination;
        }
    }
    Ok((moves.into_pyarray(py), offsets(&flat.counts).into_pyarray(py)))
}

#[pyfunction]
#[pyo3(signature = (boards, rolls, *, seed, turn, first_game, threads = None, progress = None))]
#[expect(clippy::too_many_arguments, reason = "keywords in Python")]
pub fn batch_random_plays<'py>(
    py: Python<'py>,
    boards: &Bound<'py, PyAny>,
    rolls: &Bound<'py, PyAny>,
    seed: &Bound<'py, PyAny>,
    turn: &Bound<'py, PyAny>,
    first_game: &Bound<'py, PyAny>,
    threads: Option<Whole>,
    progress: Progress,
) -> PyResult<Bound<'py, PyArray3<u8>>> {
    let (turns, threads) = (turns(boards, rolls)?, self::threads(threads)?);
    let (seed, turn) = (unsigned("seed", seed)?, unsigned("turn", turn)?);
    let first_game = games_from(first_game, turns.len() as u64)?;
    let positions = run_batch(py, turns.len(), progress, |control| {
        batch::random_plays(&turns, seed, first_game, turn, threads, control)
    })?;
    Ok(to_boards(positions.into_iter()).into_pyarray(py))
}

#[pyfunction]
#[pyo3(signature = (boards, rolls, choices, *, threads = None, progress = None))]
pub fn batch_chosen_plays<'py>(
    py: Python<'py>,
    boards: &Bound<'py, PyAny>,
    rolls: &Bound<'py, PyAny>,
    choices: &Bound<'py, PyAny>,
    threads: Option<Whole>,
    progress: Progress,
) -> PyResult<Bound<'py, PyArray3<u8>>> {
    let (turns, threads) = (turns(boards, rolls)?, self::threads(threads)?);
    let choices: Vec<i64> = numbers_of("choices", choices)?;
    if choices.len() != turns.len() {
        return Err(ArgumentError::new_err(format!(
            "{} choices for {} boards: there must be as many",
            choices.len(),
            turns.len()
        )));
    }
    // A negative number is no play's either.
    let chosen: Vec<_> =
        turns.into_iter().zip(choices.iter().map(|&choice| usize::try_from(choice).unwrap_or(usize::MAX))).collect();
    let results = run_batch(py, chosen.len(), progress, |control| batch::chosen_plays(&chosen, threads, control))?;
    let positions = results
        .into_iter()
        .enumerate()
        .map(|(row, result)| {
            result.map_err(|plays| {
                IllegalPlayError::new_err(format!(
                    "row {row}: play {} was chosen, and the plays are numbered 0 to {}",
                    choices[row],
                    plays - 1
                ))
            })
        })
        .collect::<PyResult<Vec<_>>>()?;
    Ok(to_boards(positions.into_iter()).into_pyarray(py))
}

#[pyfunction]
#[pyo3(signature = (boards, rolls, evaluator, *, ply = 0, threads = None, progress = None))]
pub fn batch_best_plays<'py>(
    py: Python<'py>,
    boards: &Bound<'py, PyAny>,
    rolls: &Bound<'py, PyAny>,
    evaluator: &Evaluator,
    #[pyo3(from_py_with = numbers::ply)] ply: u8,
    threads: Option<Whole>,
    progress: Progress,
) -> PyResult<Bound<'py, PyArray3<u8>>> {
    let (turns, threads) = (turns(boards, rolls)?, self::threads(threads)?);
    let positions = evaluator.run_batch(py, turns.len(), ply, progress, |control| {
        batch::best_plays(&turns, ply, evaluator.engine(), threads, control)
    })?;
    Ok(to_boards(positions.into_iter()).into_pyarray(py))
}

#[pyfunction]
#[pyo3(signature = (boards, evaluator, *, ply = 0, threads = None, progress = None))]
pub fn batch_evaluate<'py>(
    py: Python<'py>,
    boards: &Bound<'py, PyAny>,
    evaluator: &Evaluator,
    #[pyo3(from_py_with = numbers::ply)] ply: u8,
    threads: Option<Whole>,
    progress: Progress,
) -> PyResult<Bound<'py, PyArray2<f32>>> {
    let (positions, threads) = (self::boards(boards)?, self::threads(threads)?);
    let outcomes = evaluator.run_batch(py, positions.len(), ply, progress, |control| {
        batch::evaluate(&positions, ply, evaluator.engine(), threads, control)
    })?;
    Ok(probabilities(py, &outcomes))
}

#[pyfunction]
#[pyo3(signature = (boards, evaluator, *, threads = None, progress = None))]
pub fn batch_glance<'py>(
    py: Python<'py>,
    boards: &Bound<'py, PyAny>,
    evaluator: &Evaluator,
    threads: Option<Whole>,
    progress: Progress,
) -> PyResult<Bound<'py, PyArray2<f32>>> {
    let (positions, threads) = (self::boards(boards)?, self::threads(threads)?);
    let outcomes = evaluator.run_batch(py, positions.len(), 0, progress, |control| {
        batch::glance(&positions, evaluator.engine(), threads, control)
    })?;
    Ok(probabilities(py, &outcomes))
}

/// Outcomes as rows of five.
fn probabilities<'py>(py: Python<'py>, outcomes: &[Outcome]) -> Bound<'py, PyArray2<f32>> {
    let rows = outcomes.iter().flat_map(|outcome| outcome.to_array()).collect();
    // The length is right by construction.
    Array2::from_shape_vec((outcomes.len(), 5), rows).unwrap_or_default().into_pyarray(py)
}

#[pyfunction]
pub fn batch_pip_counts<'py>(py: Python<'py>, boards: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray2<u16>>> {
    let positions = self::boards(boards)?;
    let pips =
        positions.iter().flat_map(|position| [position.own().pip_count(), position.opponent().pip_count()]).collect();
    Ok(Array2::from_shape_vec((positions.len(), 2), pips).unwrap_or_default().into_pyarray(py))
}

#[pyfunction]
pub fn batch_to_keys<'py>(py: Python<'py>, boards: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let positions = self::boards(boards)?;
    let keys = positions.iter().flat_map(|&position| notation::position_id(position).into_bytes()).collect();
    Ok(Array2::from_shape_vec((positions.len(), 14), keys).unwrap_or_default().into_pyarray(py))
}

#[pyfunction]
#[pyo3(signature = (ids, *, checkers = 15))]
pub fn batch_from_keys<'py>(
    py: Python<'py>,
    ids: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = crate::position::checkers)] checkers: u8,
) -> PyResult<Bound<'py, PyArray3<u8>>> {
    let ids: PyReadonlyArray2<'_, u8> = ids.extract().map_err(|_| {
        NotationError::new_err(format!("IDs must be a uint8 array of shape (n, 14), not {}", describe(ids)))
    })?;
    let positions = ids
        .as_array()
        .rows()
        .into_iter()
        .enumerate()
        .map(|(row, id)| {
            // Bytes that are no text make no ID either, and are refused as the characters they are shown as.
            let id: String = id.iter().map(|&byte| char::from(byte)).collect();
            notation::position_from_id(&id, checkers).map_err(|error| error.raise_in_row(row))
        })
        .collect::<PyResult<Vec<_>>>()?;
    Ok(to_boards(positions.into_iter()).into_pyarray(py))
}

#[pyfunction]
#[pyo3(signature = (n, *, seed, turn, first_game, threads = None, progress = None))]
pub fn batch_rolls<'py>(
    py: Python<'py>,
    n: &Bound<'py, PyAny>,
    seed: &Bound<'py, PyAny>,
    turn: &Bound<'py, PyAny>,
    first_game: &Bound<'py, PyAny>,
    threads: Option<Whole>,
    progress: Progress,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let (n, seed, turn) = (games(n)?, unsigned("seed", seed)?, unsigned("turn", turn)?);
    let (first_game, threads) = (games_from(first_game, n)?, self::threads(threads)?);
    throws(py, n, progress, |dice, control| batch::rolls(dice, seed, turn, first_game, threads, control))
}

#[pyfunction]
#[pyo3(signature = (n, *, seed, first_game, threads = None, progress = None))]
pub fn batch_opening_rolls<'py>(
    py: Python<'py>,
    n: &Bound<'py, PyAny>,
    seed: &Bound<'py, PyAny>,
    first_game: &Bound<'py, PyAny>,
    threads: Option<Whole>,
    progress: Progress,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let (n, seed) = (games(n)?, unsigned("seed", seed)?);
    let (first_game, threads) = (games_from(first_game, n)?, self::threads(threads)?);
    throws(py, n, progress, |dice, control| batch::opening_rolls(dice, seed, first_game, threads, control))
}

/// Has the dice of `n` games thrown, and makes an array of them.
fn throws(
    py: Python<'_>,
    n: u64,
    progress: Progress,
    throw: impl FnOnce(&mut [[u8; 2]], &Control) -> bool + Send,
) -> PyResult<Bound<'_, PyArray2<u8>>> {
    let mut dice = filled([0; 2], n)?;
    let dice = run_batch(py, dice.len(), progress, |control| throw(&mut dice, control).then_some(dice))?;
    // The length is right by construction.
    Ok(Array2::from_shape_vec((dice.len(), 2), dice.into_flattened()).unwrap_or_default().into_pyarray(py))
}

/// Starter, winner, points and turns of each game.
type GamesArrays<'py> =
    (Bound<'py, PyArray1<u8>>, Bound<'py, PyArray1<u8>>, Bound<'py, PyArray1<u8>>, Bound<'py, PyArray1<u32>>);

#[pyfunction]
#[pyo3(signature = (n, start, evaluator, *, seed, first_game, threads = None, progress = None))]
#[expect(clippy::too_many_arguments, reason = "keywords in Python")]
pub fn batch_play_games<'py>(
    py: Python<'py>,
    n: &Bound<'py, PyAny>,
    start: &Position,
    evaluator: Option<&Evaluator>,
    seed: &Bound<'py, PyAny>,
    first_game: &Bound<'py, PyAny>,
    threads: Option<Whole>,
    progress: Progress,
) -> PyResult<GamesArrays<'py>> {
    let (n, seed, threads) = (games(n)?, unsigned("seed", seed)?, self::threads(threads)?);
    let first_game = games_from(first_game, n)?;
    let policy = evaluator.map_or(Policy::Random, |evaluator| Policy::Best(evaluator.engine()));
    let mut games = filled(Game::default(), n)?;
    let work = |control: &Control| {
        rollout::play_games(start.0, policy, seed, first_game, &mut games, threads, control).then_some(games)
    };
    let games = match evaluator {
        Some(evaluator) => evaluator.run(py, n, progress, work),
        None => run(py, n, progress, work),
    }?;
    let of = |field: fn(&Game) -> u8| games.iter().map(field).collect::<Array1<_>>().into_pyarray(py);
    Ok((
        of(|game| game.starter),
        of(|game| game.winner),
        of(|game| game.by.points()),
        games.iter().map(|game| game.turns).collect::<Array1<_>>().into_pyarray(py),
    ))
}
