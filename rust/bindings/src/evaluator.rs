//! The evaluator of positions: a `Network`, or a Python function in its place.

use std::sync::{Arc, Mutex, PoisonError};

use gammon::Evaluator as Engine;
use gammon::eval::Estimate;
use gammon::exact::reachable::with_solution;
use gammon::{Cube, CubeModel, Outcome, Position as Board};
use numpy::{IntoPyArray, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::arrays::{describe, to_boards};
use crate::errors::ArgumentError;
use crate::long_call::{self, Progress, Work};
use crate::network::Network;
use crate::position::Position;
use crate::table::Table;
use gammon::parallel::Control;

/// An evaluator of positions: a network, or a Python function in its place.
///
/// Parameters
/// ----------
/// source
///     A `Network`; or a function that takes boards (uint8, shape ``(n, 2, 26)``, the player on roll first) and returns
///     probabilities (floats, shape ``(n, 5)``, in the order of `gammon.batch.evaluate`). The function is called with many
///     boards at a time, not on the caller's thread, and never with finished games or positions that a table covers.
/// tables
///     Exact tables, consulted in order before the source.
/// solve
///     Whether bear-offs beyond the tables are solved when a single position is analysed with a cube, if they lead to few
///     others.
///
/// Raises
/// ------
/// TypeError
///     If `source` is not a `Network` or a function.
#[pyclass(module = "gammon", frozen)]
pub struct Evaluator {
    engine: Arc<Engine>,
    function: Option<Arc<Function>>,
    solve: bool,
}

/// A Python function that stands in for a network.
#[derive(Debug)]
struct Function {
    function: Py<PyAny>,
    calls: Mutex<Calls>,
}

/// The calls in progress that use a function.
///
/// Several threads may share one engine, and an error cannot be traced to one of their calls. So all calls in progress raise
/// it: none may return a result that was computed after the function failed.
#[derive(Debug, Default)]
struct Calls {
    going: usize,
    /// The first error that the function raised; cleared when the last call in progress ends.
    error: Option<PyErr>,
}

impl Function {
    fn calls(&self) -> std::sync::MutexGuard<'_, Calls> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has_failed(&self) -> bool {
        self.calls().error.is_some()
    }

    /// Ends a call and returns the error that it must raise, if any.
    fn end(&self, py: Python<'_>) -> Option<PyErr> {
        let mut calls = self.calls();
        calls.going -= 1;
        let error = calls.error.as_ref().map(|error| error.clone_ref(py));
        if calls.going == 0 {
            calls.error = None;
        }
        error
    }

    fn ask(&self, positions: &[Board], into: &mut Vec<[f32; 5]>) -> PyResult<()> {
        Python::attach(|py| {
            let boards = to_boards(positions.iter().copied())?.into_pyarray(py);
            let answer = self.function.bind(py).call1((boards,))?;
            let wanted = || {
                ArgumentError::new_err(format!(
                    "the evaluator must return floats of shape ({}, 5), got {}",
                    positions.len(),
                    describe(&answer)
                ))
            };
            let array = py.import("numpy")?.call_method1("asarray", (&answer, "float32")).map_err(|_| wanted())?;
            let array: PyReadonlyArray2<'_, f32> = array.extract().map_err(|_| wanted())?;
            if array.shape() != [positions.len(), 5] {
                return Err(wanted());
            }
            for (row, chances) in array.as_array().rows().into_iter().enumerate() {
                let mut outputs = [0.0; 5];
                for (output, &chance) in outputs.iter_mut().zip(chances) {
                    if !(-0.001..=1.001).contains(&chance) {
                        return Err(ArgumentError::new_err(format!(
                            "the evaluator must return probabilities in [0, 1], got {chance} in row {row}"
                        )));
                    }
                    *output = chance.clamp(0.0, 1.0);
                }
                into.push(outputs);
            }
            Ok(())
        })
    }
}

impl Estimate for Function {
    fn estimate(&self, positions: &[Board], into: &mut Vec<[f32; 5]>) {
        if !self.has_failed() {
            match self.ask(positions, into) {
                Ok(()) => return,
                Err(error) => {
                    self.calls().error.get_or_insert(error);
                }
            }
        }
        // The call will raise the error and discard its result, so any values will do.
        into.clear();
        into.resize(positions.len(), Outcome::default().to_array());
    }
}

#[pymethods]
impl Evaluator {
    #[new]
    #[pyo3(signature = (source, tables = None, *, solve = false))]
    fn new(source: &Bound<'_, PyAny>, tables: Option<Vec<PyRef<'_, Table>>>, solve: bool) -> PyResult<Self> {
        let tables: Vec<_> = tables.iter().flatten().map(|table| table.for_evaluator()).collect();
        if let Ok(network) = source.cast::<Network>() {
            let engine = &network.get().0;
            let engine = if tables.is_empty() {
                Arc::clone(engine)
            } else {
                Arc::new(Engine::clone(engine).with_tables(tables))
            };
            return Ok(Self { engine, function: None, solve });
        }
        if !source.is_callable() {
            let kind = source.get_type().name()?;
            return Err(PyTypeError::new_err(format!("network: expected a Network or a function, got {kind}")));
        }
        let function = Arc::new(Function { function: source.clone().unbind(), calls: Mutex::default() });
        let engine = Arc::new(Engine::from_estimate(Arc::<Function>::clone(&function)).with_tables(tables));
        Ok(Self { engine, function: Some(function), solve })
    }

    /// Return whether a table covers a position.
    fn covers(&self, position: &Position) -> bool {
        self.engine.has_table_for(position.0)
    }
}

impl Evaluator {
    /// The engine's evaluator.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The engine's evaluator for the analysis of one position with a cube.
    pub fn for_position(&self, position: Board, stakes: (&CubeModel, Cube), control: &Control) -> Engine {
        if self.solve { with_solution(&self.engine, position, stakes, control) } else { Engine::clone(&self.engine) }
    }

    /// Runs work that is expected to be short. With a Python function as evaluator it runs as a long call, so that an error in
    /// the function stops it.
    pub fn run_short<W: Work>(&self, py: Python<'_>, work: impl FnOnce(&Control) -> W + Send) -> PyResult<W::Value> {
        if self.function.is_some() { self.run(py, 1, None, work) } else { long_call::run_short(py, work) }
    }

    /// Runs a long call, which is stopped soon after the Python function raises an error.
    pub fn run<W: Work>(
        &self,
        py: Python<'_>,
        total: u64,
        progress: Progress,
        work: impl FnOnce(&Control) -> W + Send,
    ) -> PyResult<W::Value> {
        let Some(function) = &self.function else { return long_call::run(py, total, progress, work) };
        function.calls().going += 1;
        let found = long_call::run_watched(py, total, progress, || function.has_failed(), work);
        match function.end(py) {
            Some(error) => Err(error),
            None => found,
        }
    }

    /// Runs a call on a number of items, as a short or a long call depending on that number and the search depth.
    pub fn run_batch<W: Work>(
        &self,
        py: Python<'_>,
        items: usize,
        ply: u8,
        progress: Progress,
        work: impl FnOnce(&Control) -> W + Send,
    ) -> PyResult<W::Value> {
        if ply == 0 && self.function.is_none() {
            long_call::run_batch(py, items, progress, work)
        } else {
            self.run(py, items as u64, progress, work)
        }
    }
}
