//! Rollouts of a range of trials.

use gammon::games::Policy;
use gammon::games::rollout::{self, FirstRoll};
use pyo3::prelude::*;

use crate::dice::Roll;
use crate::errors::ArgumentError;
use crate::evaluator::Evaluator;
use crate::long_call::Progress;
use crate::numbers::{Whole, threads, unsigned};
use crate::position::Position;

/// Number of trials won and lost by 1, 2 and 3 points, and the total number of turns.
type Counts = ([u64; 3], [u64; 3], u64);

#[pyfunction]
#[pyo3(signature = (position, evaluator, *, start, stop, seed, roll = None, opening = false, threads = None, progress = None))]
#[expect(clippy::too_many_arguments, reason = "keywords in Python")]
pub fn rollout_counts(
    py: Python<'_>,
    position: &Position,
    evaluator: &Evaluator,
    start: &Bound<'_, PyAny>,
    stop: &Bound<'_, PyAny>,
    seed: &Bound<'_, PyAny>,
    roll: Option<&Roll>,
    opening: bool,
    threads: Option<Whole>,
    progress: Progress,
) -> PyResult<Counts> {
    let (start, stop) = (unsigned("the first trial", start)?, unsigned("the last trial", stop)?);
    let (seed, threads) = (unsigned("seed", seed)?, self::threads(threads)?);
    let trials = stop.checked_sub(start).ok_or_else(|| {
        ArgumentError::new_err(format!("expected a range of trials, got first trial {start} and end {stop}"))
    })?;
    let first = match (roll, opening) {
        (None, false) => FirstRoll::Any,
        (None, true) => FirstRoll::Opening,
        (Some(roll), false) => FirstRoll::Given(roll.0),
        (Some(_), true) => {
            return Err(ArgumentError::new_err("expected roll or opening, got both"));
        }
    };
    let policy = Policy::Best(evaluator.engine());
    let counts = evaluator.run(py, trials, progress, |control| {
        rollout::rollout(position.0, first, policy, seed, start..stop, threads, control)
    })?;
    Ok((counts.won, counts.lost, counts.turns))
}
