//! Training: self-play records, and fitting a network to them. `gammon.training` runs it.

use std::num::NonZero;
use std::sync::Mutex;

use gammon::memory;
use gammon::train::fit::Fit;
use gammon::train::records::{self, Recipe, Record};
use numpy::ndarray::ArrayView2;
use numpy::{IntoPyArray, PyArray2, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::arrays::{describe, numbers_of, shaped};
use crate::errors::{ArgumentError, Raise, out_of_memory};
use crate::evaluator::Evaluator;
use crate::long_call::{Progress, run, run_short};
use crate::network::Network;
use crate::numbers::{Whole, games, games_from, ply, threads, unsigned, within};
use crate::position::Position;

#[pyfunction]
#[pyo3(signature = (
    evaluator, n, *, seed, first_game, lambda_, explore, wild_turns, two_plies_within = None, threads = None, progress = None
))]
#[expect(clippy::too_many_arguments, reason = "keywords in Python")]
pub fn training_records<'py>(
    py: Python<'py>,
    evaluator: &Evaluator,
    n: &Bound<'py, PyAny>,
    seed: &Bound<'py, PyAny>,
    first_game: &Bound<'py, PyAny>,
    lambda_: f32,
    explore: Whole,
    wild_turns: Whole,
    two_plies_within: Option<f32>,
    threads: Option<Whole>,
    progress: Progress,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let (n, seed, threads) = (games(n)?, unsigned("seed", seed)?, self::threads(threads)?);
    let first_game = games_from(first_game, n)?;
    if !(0.0..=1.0).contains(&lambda_) {
        return Err(ArgumentError::new_err(format!("lambda_ is {lambda_}; it must be from 0 to 1")));
    }
    let explore = NonZero::new(within("explore", explore, 1..=1_000_000)?).expect("at least 1");
    if let Some(within) = two_plies_within.filter(|within| !(0.0..=6.0).contains(within)) {
        return Err(ArgumentError::new_err(format!("two_plies_within is {within}; it must be from 0 to 6")));
    }
    let wild_turns = within("wild_turns", wild_turns, 0..=1_000_000)?;
    let recipe = Recipe { lambda: lambda_, explore, wild_turns, two_plies_within };
    let records = evaluator.run(py, n, progress, |control| {
        records::records(evaluator.engine(), recipe, seed, first_game, n, threads, control)
    })?;
    let rows = memory::try_collect(records.iter().map(Record::to_bytes)).map_err(out_of_memory)?;
    Ok(shaped((rows.len(), Record::BYTES), rows.into_flattened())?.into_pyarray(py))
}

/// Number of pairs of games, and the sums of their points and squared points.
type PairsTuple = (u64, i64, u64);

#[pyfunction]
#[pyo3(signature = (one, other, n, *, start, seed, first_pair, ply, threads = None, progress = None))]
#[expect(clippy::too_many_arguments, reason = "keywords in Python")]
pub fn duel(
    py: Python<'_>,
    one: &Network,
    other: &Network,
    n: &Bound<'_, PyAny>,
    start: &Position,
    seed: &Bound<'_, PyAny>,
    first_pair: &Bound<'_, PyAny>,
    ply: &Bound<'_, PyAny>,
    threads: Option<Whole>,
    progress: Progress,
) -> PyResult<PairsTuple> {
    let (n, seed, threads) = (games(n)?, unsigned("seed", seed)?, self::threads(threads)?);
    let (first, ply) = (games_from(first_pair, n)?, self::ply(ply)?);
    let last = first.checked_add(n).ok_or_else(|| {
        ArgumentError::new_err(format!(
            "first_pair is {first}; with {n} pairs the last one's number would exceed 2^64 - 2"
        ))
    })?;
    let pairs = run(py, n, progress, |control| {
        gammon::games::duel::duel([&one.0, &other.0], start.0, ply, seed, first..last, threads, control)
    })?;
    Ok((pairs.pairs, pairs.points, pairs.squares))
}

/// A network in training: Adam on batches of records.
///
/// The same seed and calls give the same weights on every machine, with any number of threads.
///
/// Parameters
/// ----------
/// hidden
///     Units of the first layer, rounded up to a multiple of 128; at most 2048.
/// seed
///     Seed of the initial weights.
///
/// Raises
/// ------
/// ArgumentError
///     If a number is out of its range.
#[pyclass(name = "Fit", module = "gammon.training", frozen)]
pub struct PyFit(Mutex<Fit>);

impl PyFit {
    fn with<T>(&self, act: impl FnOnce(&mut Fit) -> T) -> T {
        act(&mut self.0.lock().expect("no earlier call panicked"))
    }
}

/// Records between checks for a stop request.
const PIECE: usize = 1000;

/// Records as rows of bytes, in any memory layout.
fn rows<'py>(records: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArray2<'py, u8>> {
    let bytes = Record::BYTES;
    records.extract::<PyReadonlyArray2<'py, u8>>().ok().filter(|records| records.shape()[1] == bytes).ok_or_else(|| {
        let found = describe(records);
        ArgumentError::new_err(format!("records: expected a uint8 array of shape (n, {bytes}), got {found}"))
    })
}

fn record(rows: ArrayView2<'_, u8>, row: usize) -> PyResult<Record> {
    let mut bytes = [0; Record::BYTES];
    for (byte, given) in bytes.iter_mut().zip(rows.row(row)) {
        *byte = *given;
    }
    Record::from_bytes(&bytes).map_err(|error| error.raise_in_row(row))
}

fn all_records(records: &Bound<'_, PyAny>) -> PyResult<Vec<Record>> {
    let rows = rows(records)?;
    let rows = rows.as_array();
    (0..rows.nrows()).map(|row| record(rows, row)).collect()
}

#[pymethods]
impl PyFit {
    #[new]
    #[pyo3(signature = (hidden, *, seed))]
    fn new(hidden: Whole, seed: &Bound<'_, PyAny>) -> PyResult<Self> {
        let hidden = within("hidden", hidden, 1..=2048)? as usize;
        Ok(Self(Mutex::new(Fit::new(hidden, unsigned("seed", seed)?))))
    }

    /// Restore a fit from a checkpoint written by `to_bytes`.
    ///
    /// Raises
    /// ------
    /// WeightsError
    ///     If the bytes are not a checkpoint of this version.
    #[staticmethod]
    fn from_bytes(checkpoint: &[u8]) -> PyResult<Self> {
        Fit::from_bytes(checkpoint).map(|fit| Self(Mutex::new(fit))).map_err(|error| error.raise())
    }

    /// Start a fit from the weights of a network.
    ///
    /// Precision lost when the weights were rounded to integers is not recovered. Rows for four to fourteen checkers in a
    /// place are assumed to lie on the line from three to fifteen, as in every network made by a fit. Adam's moment
    /// estimates start at zero.
    #[staticmethod]
    fn from_network(network: &Network) -> Self {
        Self(Mutex::new(Fit::from_network(network.weights())))
    }

    /// Return a checkpoint: the complete state, for `from_bytes` to resume from.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &run_short(py, |_| Some(self.with(|fit| fit.to_bytes())))?))
    }

    /// Take one optimizer step per batch of records, in the order given.
    ///
    /// Parameters
    /// ----------
    /// records
    ///     uint8, shape ``(n, 63)``.
    /// order
    ///     int64, shape ``(m,)``: row numbers of records, batch after batch; an incomplete last batch is skipped. Siblings
    ///     must directly follow their record, or they are grouped with the wrong one.
    /// batch
    ///     Number of records per batch.
    /// rates
    ///     float32, one per batch: its learning rate.
    /// threads
    ///     If 1, use one thread; otherwise two.
    /// progress
    ///     Called periodically as ``progress(done, total)``, in batches.
    ///
    /// Returns
    /// -------
    /// float
    ///     Mean squared error in equity over all records, each measured before its step.
    ///
    /// Raises
    /// ------
    /// ArgumentError
    ///     If an array has the wrong shape or dtype, or a number is out of its range.
    /// PositionError
    ///     If a record is invalid.
    #[pyo3(signature = (records, order, *, batch, rates, threads = None, progress = None))]
    #[expect(clippy::too_many_arguments, reason = "keywords in Python")]
    fn train(
        &self,
        py: Python<'_>,
        records: &Bound<'_, PyAny>,
        order: &Bound<'_, PyAny>,
        batch: Whole,
        rates: &Bound<'_, PyAny>,
        threads: Option<Whole>,
        progress: Progress,
    ) -> PyResult<f64> {
        let threads = self::threads(threads)?;
        let batch = within("batch", batch, 1..=1 << 20)? as usize;
        let rows = rows(records)?;
        let rows = rows.as_array();
        let (order, rates): (Vec<i64>, Vec<f32>) = (numbers_of("order", order)?, numbers_of("rates", rates)?);
        let batches = order.len() / batch;
        if let Some(rate) = rates.iter().find(|rate| !(rate.is_finite() && **rate >= 0.0)) {
            return Err(ArgumentError::new_err(format!("rates must be finite and not negative, got {rate}")));
        }
        if batches == 0 || rates.len() != batches {
            let rates = rates.len();
            return Err(ArgumentError::new_err(format!(
                "rates: expected one per batch, and at least one batch, got {rates} rates and {batches} batches"
            )));
        }
        let wanted = order.iter().map(|&number| {
            let row = usize::try_from(number).ok().filter(|&row| row < rows.nrows());
            record(
                rows,
                row.ok_or_else(|| {
                    ArgumentError::new_err(format!("order: expected row numbers of records, got {number}"))
                })?,
            )
        });
        let records = wanted.collect::<PyResult<Vec<_>>>()?;
        run(py, batches as u64, progress, |control| {
            self.with(|fit| {
                let mut error = 0.0;
                for (records, rate) in records.chunks_exact(batch).zip(rates) {
                    if control.is_stopped() {
                        return None;
                    }
                    error += fit.step(records, rate, threads.get() > 1);
                    control.advance(1);
                }
                Some(error / batches as f64)
            })
        })
    }

    /// Return the mean squared error in equity over records, without training on them.
    ///
    /// Raises
    /// ------
    /// ArgumentError, PositionError
    ///     See `train`.
    #[pyo3(signature = (records, *, progress = None))]
    fn squared_error(&self, py: Python<'_>, records: &Bound<'_, PyAny>, progress: Progress) -> PyResult<f64> {
        let records = all_records(records)?;
        run(py, records.len() as u64, progress, |control| {
            self.with(|fit| {
                let mut error = 0.0;
                for piece in records.chunks(PIECE) {
                    if control.is_stopped() {
                        return None;
                    }
                    error += fit.squared_error(piece) * piece.len() as f64;
                    control.advance(piece.len() as u64);
                }
                Some(error / records.len().max(1) as f64)
            })
        })
    }

    /// Return the mean equity lost by choosing plays with the current weights.
    ///
    /// The mean is over records with siblings. From a position and its siblings, the weights choose the best for the player
    /// who made the play; the loss is how much worse that one is than the best, by the labels, for the same player.
    /// Siblings must directly follow their record. 0 if there are none.
    ///
    /// Raises
    /// ------
    /// ArgumentError, PositionError
    ///     See `train`.
    #[pyo3(signature = (records, *, progress = None))]
    fn loss(&self, py: Python<'_>, records: &Bound<'_, PyAny>, progress: Progress) -> PyResult<f64> {
        let records = all_records(records)?;
        run(py, records.len() as u64, progress, |control| {
            self.with(|fit| {
                let (mut lost, mut families) = (0.0, 0);
                let mut rest = records.as_slice();
                while !rest.is_empty() {
                    if control.is_stopped() {
                        return None;
                    }
                    // Keep a record and its siblings in one piece.
                    let end = (PIECE..rest.len()).find(|&record| !rest[record].sibling).unwrap_or(rest.len());
                    let (piece, later) = rest.split_at(end);
                    rest = later;
                    let (more, of) = fit.loss(piece);
                    (lost, families) = (lost + more, families + of);
                    control.advance(piece.len() as u64);
                }
                Some(lost / families.max(1) as f64)
            })
        })
    }

    /// Return the trained network, with weights rounded to integers.
    ///
    /// Raises
    /// ------
    /// WeightsError
    ///     If a weight is too large for its integer type.
    fn to_network(&self, py: Python<'_>) -> PyResult<Network> {
        let network = run_short(py, |_| Some(self.with(|fit| fit.to_network())))?.map_err(|error| error.raise())?;
        Ok(Network::of(network))
    }
}
