//! Python bindings: they convert arguments and errors, release the GIL and honour Ctrl-C. They contain no backgammon logic.
#![expect(clippy::doc_markdown, clippy::doc_link_with_quotes, reason = "docstrings are written for Python")]
#![expect(clippy::used_underscore_items, reason = "methods that are private in Python")]
#![expect(clippy::needless_pass_by_value, reason = "Python's arguments arrive by value")]
#![expect(
    clippy::trivially_copy_pass_by_ref,
    clippy::wrong_self_convention,
    reason = "Python's methods take a reference"
)]

mod arrays;
mod batch;
mod cube;
mod cubeful;
mod dice;
mod enums;
mod errors;
mod evaluator;
mod filter;
mod long_call;
mod met;
mod network;

mod numbers;
mod outcome;
mod play;
mod position;
mod rollout;
mod scoring;
mod situation;
mod table;
mod training;

use pyo3::prelude::*;

/// The result of `__reduce__`: a callable and its arguments.
type Pickled<'py, Arguments> = (Bound<'py, PyAny>, Arguments);

/// The compiled engine of gammon.
#[pymodule]
fn _engine(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("GammonError", py.get_type::<errors::GammonError>())?;
    module.add("PositionError", py.get_type::<errors::PositionError>())?;
    module.add("DiceError", py.get_type::<errors::DiceError>())?;
    module.add("IllegalPlayError", py.get_type::<errors::IllegalPlayError>())?;
    module.add("UnfinishedGameError", py.get_type::<errors::UnfinishedGameError>())?;
    module.add("NotationError", py.get_type::<errors::NotationError>())?;
    module.add("WeightsError", py.get_type::<errors::WeightsError>())?;
    module.add("TableError", py.get_type::<errors::TableError>())?;
    module.add("ArgumentError", py.get_type::<errors::ArgumentError>())?;
    module.add_class::<dice::Roll>()?;
    module.add_class::<position::Position>()?;
    module.add_class::<play::Play>()?;
    module.add_class::<play::ParsedPlay>()?;
    module.add_class::<outcome::Outcome>()?;
    module.add_class::<network::Network>()?;
    module.add_class::<evaluator::Evaluator>()?;
    module.add_class::<table::Table>()?;
    module.add_function(wrap_pyfunction!(cubeful::evaluate, module)?)?;
    module.add_function(wrap_pyfunction!(cubeful::rank_plays, module)?)?;
    module.add_class::<situation::Situation>()?;
    module.add_class::<situation::Xgid>()?;
    module.add_class::<situation::GnubgId>()?;
    enums::add_to(module)?;
    module.add_class::<scoring::Scoring>()?;
    module.add_class::<scoring::Cube>()?;
    module.add_class::<cube::CubeModel>()?;
    module.add_class::<met::MatchEquityTable>()?;
    module.add_class::<filter::MoveFilter>()?;
    module.add_function(wrap_pyfunction!(cubeful::searched_decision, module)?)?;
    module.add_function(wrap_pyfunction!(cubeful::market_lost, module)?)?;
    module.add_function(wrap_pyfunction!(cubeful::rank_plays_with_cube, module)?)?;
    module.add_function(wrap_pyfunction!(cubeful::batch_cube_decisions, module)?)?;
    module.add_function(wrap_pyfunction!(cubeful::decisions_in_games, module)?)?;
    module.add_function(wrap_pyfunction!(met::computed_met, module)?)?;
    module.add_class::<training::PyFit>()?;
    module.add_function(wrap_pyfunction!(training::training_records, module)?)?;
    module.add_function(wrap_pyfunction!(training::duel, module)?)?;
    module.add_function(wrap_pyfunction!(batch::batch_plays, module)?)?;
    module.add_function(wrap_pyfunction!(batch::batch_moves, module)?)?;
    module.add_function(wrap_pyfunction!(batch::batch_random_plays, module)?)?;
    module.add_function(wrap_pyfunction!(batch::batch_chosen_plays, module)?)?;
    module.add_function(wrap_pyfunction!(batch::batch_best_plays, module)?)?;
    module.add_function(wrap_pyfunction!(batch::batch_evaluate, module)?)?;
    module.add_function(wrap_pyfunction!(batch::batch_glance, module)?)?;
    module.add_function(wrap_pyfunction!(batch::batch_pip_counts, module)?)?;
    module.add_function(wrap_pyfunction!(batch::batch_swap, module)?)?;
    module.add_function(wrap_pyfunction!(batch::batch_points, module)?)?;
    module.add_function(wrap_pyfunction!(batch::batch_classes, module)?)?;
    module.add_function(wrap_pyfunction!(batch::batch_from_positions, module)?)?;
    module.add_function(wrap_pyfunction!(batch::batch_choose_plays, module)?)?;
    module.add_function(wrap_pyfunction!(batch::batch_top_plays, module)?)?;
    module.add_function(wrap_pyfunction!(batch::batch_to_keys, module)?)?;
    module.add_function(wrap_pyfunction!(batch::batch_from_keys, module)?)?;
    module.add_function(wrap_pyfunction!(batch::batch_rolls, module)?)?;
    module.add_function(wrap_pyfunction!(batch::batch_opening_rolls, module)?)?;
    module.add_function(wrap_pyfunction!(batch::batch_play_games, module)?)?;
    module.add_function(wrap_pyfunction!(rollout::rollout_tally, module)?)?;
    Ok(())
}
