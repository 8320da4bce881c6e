//! Searches with and without the cube, documented by their Python wrappers in `gammon.analysis` and `gammon.batch`.

use gammon::search::cubeful::CubefulSearch;
use gammon::search::{Filter, Search};
use gammon::{batch, memory};
use numpy::ndarray::{Array1, Array2};
use numpy::{IntoPyArray, PyArray1, PyArray2};
use pyo3::prelude::*;

use crate::arrays::{GivenBoards, shaped};
use crate::batch::probabilities;
use crate::cube::{CubeModel, Decision, decision};
use crate::dice::roll;
use crate::errors::{halted, out_of_memory};
use crate::evaluator::Evaluator;
use crate::filter::{Candidates, Selection};
use crate::long_call::Progress;
use crate::numbers::{self, Whole};
use crate::outcome::Outcome;
use crate::play::Play;
use crate::position::Position;
use crate::scoring::Cube;

/// The stakes: a cube model and the cube.
type Game<'py> = (PyRef<'py, CubeModel>, PyRef<'py, Cube>);

/// Searches one position with the cube, as a short call or in a thread of its own.
fn search<T: Send>(
    py: Python<'_>,
    evaluator: &Evaluator,
    position: gammon::Position,
    game: &Game<'_>,
    filter: Filter,
    is_short: bool,
    ask: impl FnOnce(&mut CubefulSearch<'_>, gammon::Cube) -> Option<T> + Send,
) -> PyResult<T> {
    let (model, cube) = (game.0.model, game.1.0);
    let work = |control: &_| {
        let engine = evaluator.for_position(position, (&model, cube), control);
        ask(&mut CubefulSearch::new(&engine, filter, control, &model), cube)
    };
    if is_short { evaluator.run_short(py, work) } else { evaluator.run(py, 1, None, work) }
}

#[pyfunction]
#[pyo3(signature = (position, evaluator, game, *, ply))]
pub fn searched_decision(
    py: Python<'_>,
    position: &Position,
    evaluator: &Evaluator,
    game: Game<'_>,
    #[pyo3(from_py_with = numbers::ply)] ply: u8,
) -> PyResult<(Decision, Outcome)> {
    let ask = |search: &mut CubefulSearch<'_>, cube| search.decide(position.0, cube, ply);
    let (found, outcome) = self::search(py, evaluator, position.0, &game, Filter::NORMAL, ply < 2, ask)?;
    Ok((decision(found), Outcome(outcome)))
}

#[pyfunction]
#[pyo3(signature = (position, evaluator, game, *, ply))]
pub fn market_lost(
    py: Python<'_>,
    position: &Position,
    evaluator: &Evaluator,
    game: Game<'_>,
    #[pyo3(from_py_with = numbers::ply)] ply: u8,
) -> PyResult<f64> {
    let ask = |search: &mut CubefulSearch<'_>, cube| search.market_lost(position.0, cube, ply);
    self::search(py, evaluator, position.0, &game, Filter::NORMAL, false, ask)
}

/// Searches one position without a cube, as a short call up to 1 ply, which takes a millisecond or two.
fn search_cubeless<T: Send>(
    py: Python<'_>,
    evaluator: &Evaluator,
    filter: Filter,
    ply: u8,
    ask: impl FnOnce(&mut Search<'_>) -> Option<T> + Send,
) -> PyResult<T> {
    let work = |control: &_| ask(&mut Search::new(evaluator.engine(), filter, control));
    if ply < 2 { evaluator.run_short(py, work) } else { evaluator.run(py, 1, None, work) }
}

#[pyfunction]
#[pyo3(signature = (position, evaluator, *, ply))]
pub fn evaluate(
    py: Python<'_>,
    position: &Position,
    evaluator: &Evaluator,
    #[pyo3(from_py_with = numbers::ply)] ply: u8,
) -> PyResult<Outcome> {
    search_cubeless(py, evaluator, Filter::NORMAL, ply, |search| search.evaluate(position.0, ply)).map(Outcome)
}

#[pyfunction]
#[pyo3(signature = (position, roll, evaluator, *, ply, selection))]
pub fn rank_plays(
    py: Python<'_>,
    position: &Position,
    roll: (Whole, Whole),
    evaluator: &Evaluator,
    #[pyo3(from_py_with = numbers::ply)] ply: u8,
    selection: Selection,
) -> PyResult<Vec<(Play, Vec<Outcome>)>> {
    let roll = self::roll(roll.0, roll.1)?;
    let wanted = Candidates::of(&selection);
    let ask = |search: &mut Search<'_>| search.rank(position.0, roll, ply, wanted);
    let ranked = search_cubeless(py, evaluator, selection.0.0, ply, ask)?;
    let outcomes = |found: &[gammon::Outcome]| found.iter().copied().map(Outcome).collect();
    Ok(ranked.iter().map(|one| (Play(one.play), outcomes(one.by_ply()))).collect())
}

/// A play, with its cubeful value and outcome probabilities at every ply it was searched to.
type CubefulPlay = (Play, Vec<(f64, Outcome)>);

#[pyfunction]
#[pyo3(signature = (position, roll, evaluator, game, *, ply, selection))]
pub fn rank_plays_with_cube(
    py: Python<'_>,
    position: &Position,
    roll: (Whole, Whole),
    evaluator: &Evaluator,
    game: Game<'_>,
    #[pyo3(from_py_with = numbers::ply)] ply: u8,
    selection: Selection,
) -> PyResult<Vec<CubefulPlay>> {
    let roll = self::roll(roll.0, roll.1)?;
    let wanted = Candidates::of(&selection);
    let ask = |search: &mut CubefulSearch<'_>, cube| search.rank(position.0, roll, cube, ply, wanted);
    let ranked = search(py, evaluator, position.0, &game, selection.0.0, ply < 2, ask)?;
    let found = |found: &[gammon::search::Worth]| found.iter().map(|one| (one.value, Outcome(one.outcome))).collect();
    Ok(ranked.iter().map(|one| (Play(one.play), found(one.by_ply()))).collect())
}

/// Per row: the value of each decision, the number of the `CubeAction`, and the outcome probabilities without a double.
type Decisions<'py> = (Bound<'py, PyArray2<f64>>, Bound<'py, PyArray1<u8>>, Bound<'py, PyArray2<f32>>);

#[pyfunction]
#[pyo3(signature = (boards, evaluator, game, *, ply, threads = None, progress = None))]
pub fn batch_cube_decisions<'py>(
    py: Python<'py>,
    boards: &Bound<'py, PyAny>,
    evaluator: &Evaluator,
    game: Game<'py>,
    #[pyo3(from_py_with = numbers::ply)] ply: u8,
    threads: Option<Whole>,
    progress: Progress,
) -> PyResult<Decisions<'py>> {
    let (given, threads) = (GivenBoards::read(boards)?, numbers::threads(threads)?);
    let (model, cube) = (game.0.model, game.1.0);
    let (values, actions, chances) = evaluator.run_batch(py, given.len(), ply, progress, |control| -> PyResult<_> {
        let rows = given.positions()?.into_iter().map(|position| (position, 0));
        let rows = memory::try_collect(rows).map_err(out_of_memory)?;
        let found =
            batch::cube_decisions(&rows, cube, ply, &[model], evaluator.engine(), threads, control).map_err(halted)?;
        let values = memory::try_collect(found.iter().map(|(found, _)| {
            [found.no_double, found.double_take, found.double_pass, found.double_beaver().unwrap_or(f64::NAN)]
        }));
        let actions = memory::try_collect(found.iter().map(|(found, _)| found.action as u8)).map_err(out_of_memory)?;
        let outcomes = memory::try_collect(found.iter().map(|&(_, outcome)| outcome)).map_err(out_of_memory)?;
        let values: Array2<f64> = shaped((rows.len(), 4), values.map_err(out_of_memory)?.into_flattened())?;
        Ok((values, Array1::from_vec(actions), probabilities(&outcomes)?))
    })?;
    Ok((values.into_pyarray(py), actions.into_pyarray(py), chances.into_pyarray(py)))
}

/// The cube decision in one position at many scores.
#[pyfunction]
#[pyo3(signature = (position, evaluator, models, cube, *, ply, threads = None, progress = None))]
#[expect(clippy::too_many_arguments, reason = "keywords in Python")]
pub fn decisions_in_games(
    py: Python<'_>,
    position: &Position,
    evaluator: &Evaluator,
    models: Vec<PyRef<'_, CubeModel>>,
    cube: &Cube,
    #[pyo3(from_py_with = numbers::ply)] ply: u8,
    threads: Option<Whole>,
    progress: Progress,
) -> PyResult<Vec<(Decision, Outcome)>> {
    let threads = numbers::threads(threads)?;
    let games: Vec<_> = models.iter().map(|model| model.model).collect();
    let rows: Vec<_> = (0..games.len()).map(|game| (position.0, game)).collect();
    let found = evaluator.run_batch(py, rows.len(), ply, progress, |control| {
        batch::cube_decisions(&rows, cube.0, ply, &games, evaluator.engine(), threads, control)
    })?;
    Ok(found.into_iter().map(|(found, outcome)| (decision(found), Outcome(outcome))).collect())
}
