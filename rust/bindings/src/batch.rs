//! Functions on arrays of positions. `gammon.batch` documents them.

use gammon::Outcome;
use gammon::batch::{self, Flat, RatedPlay, SearchSettings};
use gammon::games::Policy;
use gammon::games::whole::{self, Game};
use gammon::memory;
use gammon::notation;
use gammon::parallel::Control;
use gammon::position::Who;
use numpy::ndarray::{Array1, Array2, Array3};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArray3, PyReadonlyArray2};
use pyo3::prelude::*;

use crate::arrays::{GivenBoards, GivenTurns, describe, numbers_of, pieces_to_boards, shaped, to_boards, written};
use crate::cube::CubeModel;
use crate::errors::{ArgumentError, IllegalPlayError, NotationError, Raise, halted, out_of_memory};
use crate::evaluator::Evaluator;
use crate::filter::MoveFilter;
use crate::long_call::{Progress, run, run_batch};
use crate::numbers::{self, Whole, filled, games, games_from, threads, unsigned};
use crate::position::Position;
use crate::scoring::Cube;

fn offsets(counts: &[usize]) -> PyResult<Array1<i64>> {
    let mut offsets = memory::try_with_capacity(counts.len() + 1).map_err(out_of_memory)?;
    let mut sum = 0;
    offsets.push(sum);
    offsets.extend(counts.iter().map(|&count| {
        sum += count.cast_signed() as i64;
        sum
    }));
    Ok(Array1::from_vec(offsets))
}

/// All plays in one array, and the offsets of each row's plays.
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
    let (given, threads) = (GivenTurns::read(boards, rolls)?, self::threads(threads)?);
    let (positions, offsets) = run_batch(py, given.len(), progress, |control| -> PyResult<_> {
        let Flat { pieces, counts } = batch::plays(&given.turns()?, threads, control, written).map_err(halted)?;
        Ok((pieces_to_boards(pieces)?, offsets(&counts)?))
    })?;
    Ok((positions.into_pyarray(py), offsets.into_pyarray(py)))
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
    let (given, threads) = (GivenTurns::read(boards, rolls)?, self::threads(threads)?);
    let (moves, offsets) = run_batch(py, given.len(), progress, |control| -> PyResult<_> {
        let Flat { pieces, counts } = batch::moves(&given.turns()?, threads, control).map_err(halted)?;
        let mut moves = memory::try_with_capacity(counts.iter().sum()).map_err(out_of_memory)?;
        for piece in pieces {
            moves.extend(piece.into_iter().map(|play| {
                let mut places = [0; 8];
                for (place, one) in places.as_chunks_mut().0.iter_mut().zip(play.iter()) {
                    *place = [one.source, one.destination];
                }
                places
            }));
        }
        Ok((shaped((moves.len(), 4, 2), moves.into_flattened())?, offsets(&counts)?))
    })?;
    let moves: Array3<u8> = moves;
    Ok((moves.into_pyarray(py), offsets.into_pyarray(py)))
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
    let (given, threads) = (GivenTurns::read(boards, rolls)?, self::threads(threads)?);
    let (seed, turn) = (unsigned("seed", seed)?, unsigned("turn", turn)?);
    let first_game = games_from(first_game, given.len() as u64)?;
    let results = run_batch(py, given.len(), progress, |control| {
        let results = batch::random_plays(&given.turns()?, seed, first_game, turn, threads, control).map_err(halted)?;
        to_boards(results.into_iter())
    })?;
    Ok(results.into_pyarray(py))
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
    let (given, threads) = (GivenTurns::read(boards, rolls)?, self::threads(threads)?);
    let choices: Vec<i64> = numbers_of("choices", choices)?;
    if choices.len() != given.len() {
        return Err(ArgumentError::new_err(format!(
            "expected one choice for each board, got {} choices and {} boards",
            choices.len(),
            given.len()
        )));
    }
    let results = run_batch(py, given.len(), progress, |control| {
        // usize::MAX is not a valid play number, so negative choices are refused too.
        let numbers = choices.iter().map(|&choice| usize::try_from(choice).unwrap_or(usize::MAX));
        let chosen = memory::try_collect(given.turns()?.into_iter().zip(numbers)).map_err(out_of_memory)?;
        let results = batch::chosen_plays(&chosen, threads, control).map_err(halted)?;
        if let Some((row, plays)) = results.iter().enumerate().find_map(|(row, result)| Some((row, result.err()?))) {
            let (choice, last) = (choices[row], plays - 1);
            return Err(IllegalPlayError::new_err(format!(
                "row {row}: expected a play number from 0 to {last}, got {choice}"
            )));
        }
        to_boards(results.into_iter().map(|result| result.expect("an error would have been returned above")))
    })?;
    Ok(results.into_pyarray(py))
}

/// Boards and rolls.
type Turns<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

/// The stakes: a cube model and the cube, or None for cubeless play.
type AtStake<'py> = Option<(PyRef<'py, CubeModel>, PyRef<'py, Cube>)>;

/// Search depth in plies, 0 to 3, and the move filter.
pub struct Depth(u8, MoveFilter);

impl FromPyObject<'_, '_> for Depth {
    type Error = PyErr;

    fn extract(depth: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let (ply, filter) = depth.extract::<(Bound<'_, PyAny>, MoveFilter)>()?;
        Ok(Self(numbers::ply(&ply)?, filter))
    }
}

fn search_settings<'a>(
    evaluator: &'a Evaluator,
    game: &'a AtStake<'_>,
    &Depth(ply, filter): &Depth,
) -> SearchSettings<'a> {
    let game = game.as_ref().map(|(model, cube)| (&model.model, cube.0));
    SearchSettings { evaluator: evaluator.engine(), game, ply, filter: filter.0 }
}

#[pyfunction]
#[pyo3(signature = (turns, evaluator, game, depth, *, threads = None, progress = None))]
pub fn batch_best_plays<'py>(
    py: Python<'py>,
    turns: Turns<'py>,
    evaluator: &Evaluator,
    game: AtStake<'py>,
    depth: Depth,
    threads: Option<Whole>,
    progress: Progress,
) -> PyResult<Bound<'py, PyArray3<u8>>> {
    let (given, threads) = (GivenTurns::read(&turns.0, &turns.1)?, self::threads(threads)?);
    let settings = search_settings(evaluator, &game, &depth);
    let results = evaluator.run_batch(py, given.len(), depth.0, progress, |control| {
        let best = batch::best_plays(&given.turns()?, settings, threads, control).map_err(halted)?;
        to_boards(best.into_iter())
    })?;
    Ok(results.into_pyarray(py))
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
    let (given, threads) = (GivenBoards::read(boards)?, self::threads(threads)?);
    let chances = evaluator.run_batch(py, given.len(), ply, progress, |control| {
        probabilities(&batch::evaluate(&given.positions()?, ply, evaluator.engine(), threads, control).map_err(halted)?)
    })?;
    Ok(chances.into_pyarray(py))
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
    let (given, threads) = (GivenBoards::read(boards)?, self::threads(threads)?);
    let chances = evaluator.run_batch(py, given.len(), 0, progress, |control| {
        probabilities(&batch::glance(&given.positions()?, evaluator.engine(), threads, control).map_err(halted)?)
    })?;
    Ok(chances.into_pyarray(py))
}

/// Outcome probabilities as an array of shape `(n, 5)`. Does not need the GIL.
pub fn probabilities(outcomes: &[Outcome]) -> PyResult<Array2<f32>> {
    let rows = memory::try_collect(outcomes.iter().map(|outcome| outcome.to_array())).map_err(out_of_memory)?;
    shaped((rows.len(), 5), rows.into_flattened())
}

/// Computes a property of each board that depends on the rules only.
fn of_each<T: Send>(
    py: Python<'_>,
    boards: &Bound<'_, PyAny>,
    say: impl Fn(gammon::Position) -> T + Send,
) -> PyResult<Vec<T>> {
    let given = GivenBoards::read(boards)?;
    run_batch(py, given.len(), None, |_| -> PyResult<_> {
        memory::try_collect(given.positions()?.into_iter().map(say)).map_err(out_of_memory)
    })
}

#[pyfunction]
pub fn batch_pip_counts<'py>(py: Python<'py>, boards: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray2<u16>>> {
    let pips = of_each(py, boards, |position| [position.own().pip_count(), position.opponent().pip_count()])?;
    Ok(shaped((pips.len(), 2), pips.into_flattened())?.into_pyarray(py))
}

#[pyfunction]
pub fn batch_swap<'py>(py: Python<'py>, boards: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray3<u8>>> {
    let swapped = of_each(py, boards, gammon::Position::swap)?;
    Ok(to_boards(swapped.into_iter())?.into_pyarray(py))
}

/// Points won by the player on roll, 0 while the game goes on.
#[pyfunction]
pub fn batch_points<'py>(py: Python<'py>, boards: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<i8>>> {
    let points = of_each(py, boards, |position| {
        position.result().map_or(0, |(who, by)| match who {
            Who::OnRoll => by.points().cast_signed(),
            Who::Opponent => -by.points().cast_signed(),
        })
    })?;
    Ok(Array1::from_vec(points).into_pyarray(py))
}

/// The class of each position: over (0), bearoff (1), another race (2) or contact (3).
#[pyfunction]
pub fn batch_classes<'py>(py: Python<'py>, boards: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<u8>>> {
    let classes = of_each(py, boards, |position| match position {
        _ if position.is_over() => 0,
        _ if position.is_contact() => 3,
        _ if position.is_bearoff() => 1,
        _ => 2,
    })?;
    Ok(Array1::from_vec(classes).into_pyarray(py))
}

/// Converts positions to boards.
#[pyfunction]
pub fn batch_from_positions<'py>(
    py: Python<'py>,
    positions: Vec<PyRef<'py, Position>>,
) -> PyResult<Bound<'py, PyArray3<u8>>> {
    Ok(to_boards(positions.iter().map(|position| position.0))?.into_pyarray(py))
}

#[pyfunction]
pub fn batch_to_keys<'py>(py: Python<'py>, boards: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let keys = of_each(py, boards, notation::position_id)?;
    let mut bytes = memory::try_with_capacity(14 * keys.len()).map_err(out_of_memory)?;
    for key in &keys {
        bytes.extend_from_slice(key.as_bytes());
    }
    Ok(shaped((keys.len(), 14), bytes)?.into_pyarray(py))
}

/// For each play: the board after it, its place among the legal plays, and its equity.
type RatedArrays<'py> = (Bound<'py, PyArray3<u8>>, Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<f64>>);

/// Rated plays as columns. Does not need the GIL.
pub fn columns(plays: &[RatedPlay]) -> PyResult<(Array3<u8>, Array1<i64>, Array1<f64>)> {
    let numbers =
        memory::try_collect(plays.iter().map(|play| play.number.cast_signed() as i64)).map_err(out_of_memory)?;
    let equities = memory::try_collect(plays.iter().map(|play| play.equity)).map_err(out_of_memory)?;
    let boards = to_boards(plays.iter().map(|play| play.position))?;
    Ok((boards, Array1::from_vec(numbers), Array1::from_vec(equities)))
}

/// Chooses the best play in every row; cubeless if `game` is None.
#[pyfunction]
#[pyo3(signature = (turns, evaluator, game, depth, *, threads = None, progress = None))]
pub fn batch_choose_plays<'py>(
    py: Python<'py>,
    turns: Turns<'py>,
    evaluator: &Evaluator,
    game: AtStake<'py>,
    depth: Depth,
    threads: Option<Whole>,
    progress: Progress,
) -> PyResult<RatedArrays<'py>> {
    let (given, threads) = (GivenTurns::read(&turns.0, &turns.1)?, self::threads(threads)?);
    let settings = search_settings(evaluator, &game, &depth);
    let (boards, numbers, equities) = evaluator.run_batch(py, given.len(), depth.0, progress, |control| {
        columns(&batch::choose_plays(&given.turns()?, settings, threads, control).map_err(halted)?)
    })?;
    Ok((boards.into_pyarray(py), numbers.into_pyarray(py), equities.into_pyarray(py)))
}

/// The columns of rated plays, and the offsets of each row's plays.
type TopArrays<'py> =
    (Bound<'py, PyArray3<u8>>, Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<i64>>);

/// The best `k` plays of every row; cubeless if `game` is None.
#[pyfunction]
#[pyo3(signature = (turns, k, evaluator, game, depth, *, threads = None))]
pub fn batch_top_plays<'py>(
    py: Python<'py>,
    turns: Turns<'py>,
    k: Whole,
    evaluator: &Evaluator,
    game: AtStake<'py>,
    depth: Depth,
    threads: Option<Whole>,
) -> PyResult<TopArrays<'py>> {
    let most = numbers::within("k", k, 1..=10_000)? as usize;
    let (given, threads) = (GivenTurns::read(&turns.0, &turns.1)?, self::threads(threads)?);
    let settings = search_settings(evaluator, &game, &depth);
    let ((boards, numbers, equities), offsets) = evaluator.run_batch(py, given.len(), depth.0, None, |control| {
        let Flat { pieces, counts } =
            batch::top_plays(&given.turns()?, most, settings, threads, control).map_err(halted)?;
        let plays = memory::try_concat(pieces).map_err(out_of_memory)?;
        Ok::<_, PyErr>((columns(&plays)?, offsets(&counts)?))
    })?;
    let offsets = offsets.into_pyarray(py);
    Ok((boards.into_pyarray(py), numbers.into_pyarray(py), equities.into_pyarray(py), offsets))
}

#[pyfunction]
#[pyo3(signature = (ids, *, checkers = 15))]
pub fn batch_from_keys<'py>(
    py: Python<'py>,
    ids: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = crate::position::checkers)] checkers: u8,
) -> PyResult<Bound<'py, PyArray3<u8>>> {
    let ids: PyReadonlyArray2<'_, u8> = ids.extract().map_err(|_| {
        NotationError::new_err(format!("ids: expected a uint8 array of shape (n, 14), got {}", describe(ids)))
    })?;
    let positions = ids
        .as_array()
        .rows()
        .into_iter()
        .enumerate()
        .map(|(row, id)| {
            // Latin-1: bytes outside ASCII become characters that no ID has, so the parser refuses them.
            let id: String = id.iter().map(|&byte| char::from(byte)).collect();
            notation::position_from_id(&id, checkers).map_err(|error| error.raise_in_row(row))
        })
        .collect::<PyResult<Vec<_>>>()?;
    Ok(to_boards(positions.into_iter())?.into_pyarray(py))
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

/// Rolls the dice of `n` games into an array.
fn throws(
    py: Python<'_>,
    n: u64,
    progress: Progress,
    throw: impl FnOnce(&mut [[u8; 2]], &Control) -> bool + Send,
) -> PyResult<Bound<'_, PyArray2<u8>>> {
    let mut dice = filled([0; 2], n)?;
    let dice = run_batch(py, dice.len(), progress, |control| throw(&mut dice, control).then_some(dice))?;
    Ok(shaped((dice.len(), 2), dice.into_flattened())?.into_pyarray(py))
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
        whole::play_games(start.0, policy, seed, first_game, &mut games, threads, control).map(|()| games)
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
