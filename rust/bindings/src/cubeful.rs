//! Searches with the cube. `gammon.cube_decision`, `gammon.rank_plays` and `gammon.batch` document what they give.

use gammon::Search;
use gammon::search::Filter;
use gammon::search::cubeful::CubefulSearch;
use gammon::value::CubeEfficiency;
use gammon::{batch, memory};
use numpy::ndarray::{Array1, Array2};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArray3};
use pyo3::prelude::*;

use crate::arrays::{GivenBoards, GivenTurns, shaped, to_boards};
use crate::batch::probabilities;
use crate::cube::{CubeModel, Decision, decision, efficiency};
use crate::dice::roll;
use crate::errors::{halted, out_of_memory};
use crate::evaluator::Evaluator;
use crate::long_call::Progress;
use crate::numbers::{self, Whole};
use crate::outcome::Outcome;
use crate::play::Play;
use crate::position::Position;
use crate::scoring::Cube;

/// Reads `efficiency=`: None is by the class of the position.
pub fn efficiencies(asked: &Bound<'_, PyAny>) -> PyResult<CubeEfficiency> {
    if asked.is_none() { Ok(CubeEfficiency::MEASURED) } else { efficiency(asked).map(CubeEfficiency::constant) }
}

/// Searches one position of a game, in the way that suits how long it takes.
fn search<T: Send>(
    py: Python<'_>,
    evaluator: &Evaluator,
    model: &CubeModel,
    efficiency: CubeEfficiency,
    is_short: bool,
    ask: impl FnOnce(&mut CubefulSearch<'_>) -> Option<T> + Send,
) -> PyResult<T> {
    let work =
        |control: &_| ask(&mut CubefulSearch::new(evaluator.engine(), Filter::NORMAL, control, &model.0, efficiency));
    if is_short { evaluator.run_short(py, work) } else { evaluator.run(py, 1, None, work) }
}

#[pyfunction]
#[pyo3(signature = (position, evaluator, model, cube, *, efficiency, ply))]
pub fn searched_decision(
    py: Python<'_>,
    position: &Position,
    evaluator: &Evaluator,
    model: &CubeModel,
    cube: &Cube,
    #[pyo3(from_py_with = efficiencies)] efficiency: CubeEfficiency,
    #[pyo3(from_py_with = numbers::ply)] ply: u8,
) -> PyResult<(Decision, Outcome)> {
    let (found, outcome) =
        search(py, evaluator, model, efficiency, ply < 2, |search| search.decide(position.0, cube.0, ply))?;
    Ok((decision(found), Outcome(outcome)))
}

#[pyfunction]
#[pyo3(signature = (position, evaluator, model, cube, *, efficiency, ply))]
pub fn market_lost(
    py: Python<'_>,
    position: &Position,
    evaluator: &Evaluator,
    model: &CubeModel,
    cube: &Cube,
    #[pyo3(from_py_with = efficiencies)] efficiency: CubeEfficiency,
    #[pyo3(from_py_with = numbers::ply)] ply: u8,
) -> PyResult<f64> {
    search(py, evaluator, model, efficiency, false, |search| search.market_lost(position.0, cube.0, ply))
}

/// Searches one position without a cube, in the way that suits how long it takes: one ply takes a millisecond or two.
fn search_cubeless<T: Send>(
    py: Python<'_>,
    evaluator: &Evaluator,
    ply: u8,
    ask: impl FnOnce(&mut Search<'_>) -> Option<T> + Send,
) -> PyResult<T> {
    let work = |control: &_| ask(&mut Search::new(evaluator.engine(), Filter::NORMAL, control));
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
    search_cubeless(py, evaluator, ply, |search| search.evaluate(position.0, ply)).map(Outcome)
}

#[pyfunction]
#[pyo3(signature = (position, first, second, evaluator, *, ply))]
pub fn rank_plays(
    py: Python<'_>,
    position: &Position,
    first: Whole,
    second: Whole,
    evaluator: &Evaluator,
    #[pyo3(from_py_with = numbers::ply)] ply: u8,
) -> PyResult<Vec<(Play, Outcome, u8)>> {
    let roll = roll(first, second)?;
    let ranked = search_cubeless(py, evaluator, ply, |search| search.rank(position.0, roll, ply))?;
    Ok(ranked.into_iter().map(|ranked| (Play(ranked.play), Outcome(ranked.outcome), ranked.ply)).collect())
}

#[pyfunction]
#[pyo3(signature = (position, first, second, evaluator, model, cube, *, efficiency, ply))]
#[expect(clippy::too_many_arguments, reason = "keywords in Python")]
pub fn rank_plays_with_cube(
    py: Python<'_>,
    position: &Position,
    first: Whole,
    second: Whole,
    evaluator: &Evaluator,
    model: &CubeModel,
    cube: &Cube,
    #[pyo3(from_py_with = efficiencies)] efficiency: CubeEfficiency,
    #[pyo3(from_py_with = numbers::ply)] ply: u8,
) -> PyResult<Vec<(Play, Outcome, f64, u8)>> {
    let roll = roll(first, second)?;
    let ranked =
        search(py, evaluator, model, efficiency, ply < 2, |search| search.rank(position.0, roll, cube.0, ply))?;
    Ok(ranked.into_iter().map(|one| (Play(one.play), Outcome(one.worth.outcome), one.worth.value, one.ply)).collect())
}

#[pyfunction]
#[pyo3(signature = (boards, rolls, evaluator, model, cube, *, efficiency, ply, threads = None, progress = None))]
#[expect(clippy::too_many_arguments, reason = "keywords in Python")]
pub fn batch_best_plays_with_cube<'py>(
    py: Python<'py>,
    boards: &Bound<'py, PyAny>,
    rolls: &Bound<'py, PyAny>,
    evaluator: &Evaluator,
    model: &CubeModel,
    cube: &Cube,
    #[pyo3(from_py_with = efficiencies)] efficiency: CubeEfficiency,
    #[pyo3(from_py_with = numbers::ply)] ply: u8,
    threads: Option<Whole>,
    progress: Progress,
) -> PyResult<Bound<'py, PyArray3<u8>>> {
    let (given, threads) = (GivenTurns::read(boards, rolls)?, numbers::threads(threads)?);
    let positions = evaluator.run_batch(py, given.len(), ply, progress, |control| {
        let turns = given.turns()?;
        let best = batch::best_plays_with_cube(
            &turns,
            ply,
            &model.0,
            cube.0,
            efficiency,
            evaluator.engine(),
            threads,
            control,
        );
        to_boards(best.map_err(halted)?.into_iter())
    })?;
    Ok(positions.into_pyarray(py))
}

/// Values of each decision, the number of each action in the order of `CubeAction`, and chances without a double.
type Decisions<'py> = (Bound<'py, PyArray2<f64>>, Bound<'py, PyArray1<u8>>, Bound<'py, PyArray2<f32>>);

#[pyfunction]
#[pyo3(signature = (boards, evaluator, model, cube, *, efficiency, ply, threads = None, progress = None))]
#[expect(clippy::too_many_arguments, reason = "keywords in Python")]
pub fn batch_cube_decisions<'py>(
    py: Python<'py>,
    boards: &Bound<'py, PyAny>,
    evaluator: &Evaluator,
    model: &CubeModel,
    cube: &Cube,
    #[pyo3(from_py_with = efficiencies)] efficiency: CubeEfficiency,
    #[pyo3(from_py_with = numbers::ply)] ply: u8,
    threads: Option<Whole>,
    progress: Progress,
) -> PyResult<Decisions<'py>> {
    let (given, threads) = (GivenBoards::read(boards)?, numbers::threads(threads)?);
    let (values, actions, chances) = evaluator.run_batch(py, given.len(), ply, progress, |control| -> PyResult<_> {
        let rows = given.positions()?.into_iter().map(|position| (position, 0));
        let rows = memory::collected(rows).map_err(out_of_memory)?;
        let found =
            batch::cube_decisions(&rows, cube.0, ply, &[model.0], efficiency, evaluator.engine(), threads, control)
                .map_err(halted)?;
        let values = memory::collected(found.iter().map(|(found, _)| {
            [found.no_double, found.double_take, found.double_pass, found.double_beaver.unwrap_or(f64::NAN)]
        }));
        let actions = memory::collected(found.iter().map(|(found, _)| found.action as u8)).map_err(out_of_memory)?;
        let outcomes = memory::collected(found.iter().map(|&(_, outcome)| outcome)).map_err(out_of_memory)?;
        let values: Array2<f64> = shaped((rows.len(), 4), values.map_err(out_of_memory)?.into_flattened())?;
        Ok((values, Array1::from_vec(actions), probabilities(&outcomes)?))
    })?;
    Ok((values.into_pyarray(py), actions.into_pyarray(py), chances.into_pyarray(py)))
}

/// Decides about the cube in one position of many games.
#[pyfunction]
#[pyo3(signature = (position, evaluator, models, cube, *, efficiency, ply, threads = None, progress = None))]
#[expect(clippy::too_many_arguments, reason = "keywords in Python")]
pub fn decisions_in_games(
    py: Python<'_>,
    position: &Position,
    evaluator: &Evaluator,
    models: Vec<PyRef<'_, CubeModel>>,
    cube: &Cube,
    #[pyo3(from_py_with = efficiencies)] efficiency: CubeEfficiency,
    #[pyo3(from_py_with = numbers::ply)] ply: u8,
    threads: Option<Whole>,
    progress: Progress,
) -> PyResult<Vec<(Decision, Outcome)>> {
    let threads = numbers::threads(threads)?;
    let games: Vec<_> = models.iter().map(|model| model.0).collect();
    let rows: Vec<_> = (0..games.len()).map(|game| (position.0, game)).collect();
    let found = evaluator.run_batch(py, rows.len(), ply, progress, |control| {
        batch::cube_decisions(&rows, cube.0, ply, &games, efficiency, evaluator.engine(), threads, control)
    })?;
    Ok(found.into_iter().map(|(found, outcome)| (decision(found), Outcome(outcome))).collect())
}
