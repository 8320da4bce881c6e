//! The numeric border: arrays of positions in, arrays out. `gammon.batch` documents these functions.

use std::num::NonZero;

use gammon::batch::{self, Flat};
use gammon::dice::GameDice;
use gammon::notation;
use gammon::rollout::{self, Game, Policy};
use numpy::ndarray::{Array1, Array2, Array3};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArray3, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;

use crate::arrays::{boards, describe, pieces_to_boards, to_boards, turns};
use crate::errors::{ArgumentError, IllegalPlayError, NotationError, Raise};
use crate::long_call::{Progress, run, run_batch, run_short};
use crate::network::Network;
use crate::position::Position;

/// Reads `threads=`.
pub fn threads(asked: Option<i64>) -> PyResult<NonZero<usize>> {
    let asked = asked
        .map(|asked| {
            usize::try_from(asked).ok().and_then(NonZero::new).filter(|asked| asked.get() <= 1024).ok_or_else(|| {
                ArgumentError::new_err(format!("threads is {asked}; it must be from 1 to 1024, or None for all"))
            })
        })
        .transpose()?;
    Ok(gammon::parallel::thread_count(asked))
}

/// Reads a seed or another number of 64 bits without a sign.
pub fn unsigned(name: &str, number: &Bound<'_, PyAny>) -> PyResult<u64> {
    number.extract().map_err(|_| {
        ArgumentError::new_err(format!("{name} is {number}; it must be a whole number from 0 to 2^64 - 1"))
    })
}

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
    threads: Option<i64>,
    progress: Progress,
) -> PyResult<FlatArrays<'py>> {
    let (turns, threads) = (turns(boards, rolls)?, self::threads(threads)?);
    let (positions, counts) = run_batch(py, turns.len(), progress, |control| {
        let Flat { pieces, counts } = batch::plays(&turns, threads, control)?;
        Some((pieces_to_boards(pieces, threads, control), counts))
    })?;
    Ok((positions.into_pyarray(py), offsets(&counts).into_pyarray(py)))
}

#[pyfunction]
#[pyo3(signature = (boards, rolls, *, threads = None, progress = None))]
pub fn batch_moves<'py>(
    py: Python<'py>,
    boards: &Bound<'py, PyAny>,
    rolls: &Bound<'py, PyAny>,
    threads: Option<i64>,
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
#[pyo3(signature = (boards, rolls, *, seed, turn = 0, first_game = 0, threads = None, progress = None))]
#[expect(clippy::too_many_arguments, reason = "keywords in Python")]
pub fn batch_random_plays<'py>(
    py: Python<'py>,
    boards: &Bound<'py, PyAny>,
    rolls: &Bound<'py, PyAny>,
    seed: &Bound<'py, PyAny>,
    turn: u64,
    first_game: u64,
    threads: Option<i64>,
    progress: Progress,
) -> PyResult<Bound<'py, PyArray3<u8>>> {
    let (turns, threads, seed) = (turns(boards, rolls)?, self::threads(threads)?, unsigned("seed", seed)?);
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
    threads: Option<i64>,
    progress: Progress,
) -> PyResult<Bound<'py, PyArray3<u8>>> {
    let (turns, threads) = (turns(boards, rolls)?, self::threads(threads)?);
    let choices: PyReadonlyArray1<'_, i64> = choices.extract().map_err(|_| {
        ArgumentError::new_err(format!("choices must be an int64 array of shape (n,), not {}", describe(choices)))
    })?;
    if choices.len() != turns.len() {
        return Err(ArgumentError::new_err(format!(
            "{} choices for {} boards: there must be as many",
            choices.len(),
            turns.len()
        )));
    }
    let choices: Vec<i64> = choices.as_array().to_vec();
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
#[pyo3(signature = (boards, rolls, network, *, threads = None, progress = None))]
pub fn batch_best_plays<'py>(
    py: Python<'py>,
    boards: &Bound<'py, PyAny>,
    rolls: &Bound<'py, PyAny>,
    network: &Network,
    threads: Option<i64>,
    progress: Progress,
) -> PyResult<Bound<'py, PyArray3<u8>>> {
    let (turns, threads) = (turns(boards, rolls)?, self::threads(threads)?);
    let positions =
        run_batch(py, turns.len(), progress, |control| batch::best_plays(&turns, &network.0, threads, control))?;
    Ok(to_boards(positions.into_iter()).into_pyarray(py))
}

#[pyfunction]
#[pyo3(signature = (boards, network, *, threads = None, progress = None))]
pub fn batch_evaluate<'py>(
    py: Python<'py>,
    boards: &Bound<'py, PyAny>,
    network: &Network,
    threads: Option<i64>,
    progress: Progress,
) -> PyResult<Bound<'py, PyArray2<f32>>> {
    let (positions, threads) = (self::boards(boards)?, self::threads(threads)?);
    let outcomes =
        run_batch(py, positions.len(), progress, |control| batch::evaluate(&positions, &network.0, threads, control))?;
    let probabilities = outcomes.iter().flat_map(|outcome| outcome.to_array()).collect();
    // The length is right by construction.
    let array = Array2::from_shape_vec((outcomes.len(), 5), probabilities).unwrap_or_default();
    Ok(array.into_pyarray(py))
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
    checkers: i64,
) -> PyResult<Bound<'py, PyArray3<u8>>> {
    let checkers = crate::position::checkers(checkers)?;
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
#[pyo3(signature = (n, *, seed, turn, first_game = 0))]
pub fn batch_rolls<'py>(
    py: Python<'py>,
    n: &Bound<'py, PyAny>,
    seed: &Bound<'py, PyAny>,
    turn: u64,
    first_game: u64,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let (n, seed) = (unsigned("n", n)?, unsigned("seed", seed)?);
    let dice = run_short(py, |_| {
        let throw = |game: u64| {
            let roll = GameDice::new(seed, first_game.wrapping_add(game)).roll(turn);
            [roll.high().number(), roll.low().number()]
        };
        Some((0..n).flat_map(throw).collect())
    })?;
    Ok(Array2::from_shape_vec((n as usize, 2), dice).unwrap_or_default().into_pyarray(py))
}

#[pyfunction]
#[pyo3(signature = (n, *, seed, first_game = 0))]
pub fn batch_opening_rolls<'py>(
    py: Python<'py>,
    n: &Bound<'py, PyAny>,
    seed: &Bound<'py, PyAny>,
    first_game: u64,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let (n, seed) = (unsigned("n", n)?, unsigned("seed", seed)?);
    let dice = run_short(py, |_| {
        let throw = |game: u64| {
            let (first, second) = GameDice::new(seed, first_game.wrapping_add(game)).opening();
            [first.number(), second.number()]
        };
        Some((0..n).flat_map(throw).collect())
    })?;
    Ok(Array2::from_shape_vec((n as usize, 2), dice).unwrap_or_default().into_pyarray(py))
}

/// Starter, winner, points and turns of each game.
type GamesArrays<'py> =
    (Bound<'py, PyArray1<u8>>, Bound<'py, PyArray1<u8>>, Bound<'py, PyArray1<u8>>, Bound<'py, PyArray1<u32>>);

#[pyfunction]
#[pyo3(signature = (n, start, network, *, seed, first_game = 0, threads = None, progress = None))]
#[expect(clippy::too_many_arguments, reason = "keywords in Python")]
pub fn batch_play_games<'py>(
    py: Python<'py>,
    n: &Bound<'py, PyAny>,
    start: &Position,
    network: Option<&Network>,
    seed: &Bound<'py, PyAny>,
    first_game: u64,
    threads: Option<i64>,
    progress: Progress,
) -> PyResult<GamesArrays<'py>> {
    let (n, seed, threads) = (unsigned("n", n)?, unsigned("seed", seed)?, self::threads(threads)?);
    let policy = network.map_or(Policy::Random, |network| Policy::Best(&network.0));
    let games = run(py, n, progress, |control| {
        let mut games = vec![Game::default(); n as usize];
        rollout::play_games(start.0, policy, seed, first_game, &mut games, threads, control).then_some(games)
    })?;
    let of = |field: fn(&Game) -> u8| games.iter().map(field).collect::<Array1<_>>().into_pyarray(py);
    Ok((
        of(|game| game.starter),
        of(|game| game.winner),
        of(|game| game.by.points()),
        games.iter().map(|game| game.turns).collect::<Array1<_>>().into_pyarray(py),
    ))
}
