//! What `gammon.training` drives: self-play records, and fitting a network to them.

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
use crate::long_call::{Progress, run, run_short};
use crate::network::Network;
use crate::numbers::{Whole, games, games_from, ply, threads, unsigned, within};
use crate::position::Position;

#[pyfunction]
#[pyo3(signature = (
    network, n, *, seed, first_game, lambda_, explore, wild_turns, two_plies_within = None, threads = None, progress = None
))]
#[expect(clippy::too_many_arguments, reason = "keywords in Python")]
pub fn training_records<'py>(
    py: Python<'py>,
    network: &Network,
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
    let records =
        run(py, n, progress, |control| records::records(&network.0, recipe, seed, first_game, n, threads, control))?;
    let rows = memory::try_collect(records.iter().map(Record::to_bytes)).map_err(out_of_memory)?;
    Ok(shaped((rows.len(), Record::BYTES), rows.into_flattened())?.into_pyarray(py))
}

/// Pairs, points and squares of what some pairs of games came to.
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
        ArgumentError::new_err(format!("first_pair is {first}: {n} pairs from there would pass number 2^64 - 2"))
    })?;
    let pairs = run(py, n, progress, |control| {
        gammon::games::duel::duel([&one.0, &other.0], start.0, ply, seed, first..last, threads, control)
    })?;
    Ok((pairs.pairs, pairs.points, pairs.squares))
}

/// A network while it is fitted to records, by Adam's steps in batches.
///
/// The same seed and the same calls give the same weights on every machine, whatever the threads.
///
/// Parameters
/// ----------
/// hidden
///     Units of the first layer, rounded up to a multiple of 128; at most 2048.
/// seed
///     Of the first weights.
///
/// Raises
/// ------
/// ArgumentError
///     If a number is out of its range.
#[pyclass(name = "Fit", module = "gammon.training", frozen)]
pub struct PyFit(Mutex<Fit>);

impl PyFit {
    fn with<T>(&self, act: impl FnOnce(&mut Fit) -> T) -> T {
        act(&mut self.0.lock().expect("no call before this one ended in the middle of a step"))
    }
}

/// Records between looks at whether to stop.
const PIECE: usize = 1000;

/// Records as rows of bytes, of any layout.
fn rows<'py>(records: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArray2<'py, u8>> {
    let bytes = Record::BYTES;
    records.extract::<PyReadonlyArray2<'py, u8>>().ok().filter(|records| records.shape()[1] == bytes).ok_or_else(|| {
        let found = describe(records);
        ArgumentError::new_err(format!("records must be a uint8 array of shape (n, {bytes}), not {found}"))
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

    /// Read a checkpoint, as `to_bytes` wrote it.
    ///
    /// Raises
    /// ------
    /// WeightsError
    ///     If the bytes are no checkpoint of this version.
    #[staticmethod]
    fn from_bytes(checkpoint: &[u8]) -> PyResult<Self> {
        Fit::from_bytes(checkpoint).map(|fit| Self(Mutex::new(fit))).map_err(|error| error.raise())
    }

    /// Start from the weights of a network.
    ///
    /// What rounding them to integers has lost stays lost, and rows for four to fourteen checkers in a place are taken to lie on
    /// the line from three to fifteen, as those of every network do that a fit has made. Adam's means start from nothing.
    #[staticmethod]
    fn from_network(network: &Network) -> Self {
        Self(Mutex::new(Fit::from_network(network.weights())))
    }

    /// Return a checkpoint: everything that is needed to go on later.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &run_short(py, |_| Some(self.with(|fit| fit.to_bytes())))?))
    }

    /// Take a step for each batch of records, in the order given.
    ///
    /// Parameters
    /// ----------
    /// records
    ///     uint8, shape ``(n, 63)``.
    /// order
    ///     int64, shape ``(m,)``: numbers of records, batch after batch; a remainder that fills no batch is left out.
    ///     Siblings must stand right behind the record that they belong to, or others are taken for their family.
    /// batch
    ///     Records in a batch.
    /// rates
    ///     float32, one for each batch: the size of its step.
    /// threads
    ///     How many threads to use: two, unless it is 1.
    /// progress
    ///     Called now and then with the batches done and the batches in all.
    ///
    /// Returns
    /// -------
    /// float
    ///     Mean squared error in equity, before each step, over all records.
    ///
    /// Raises
    /// ------
    /// ArgumentError
    ///     If an array is none such, or a number is out of its range.
    /// PositionError
    ///     If a record is none.
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
            return Err(ArgumentError::new_err(format!("a rate is {rate}; rates must be finite and not negative")));
        }
        if batches == 0 || rates.len() != batches {
            let rates = rates.len();
            return Err(ArgumentError::new_err(format!("{rates} rates for {batches} batches: there must be as many")));
        }
        let wanted = order.iter().map(|&number| {
            let row = usize::try_from(number).ok().filter(|&row| row < rows.nrows());
            record(rows, row.ok_or_else(|| ArgumentError::new_err(format!("there is no record {number}")))?)
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

    /// Return the mean squared error in equity on records, without learning from them.
    ///
    /// Raises
    /// ------
    /// ArgumentError, PositionError
    ///     As `train`.
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

    /// Return what is lost where plays are chosen by these weights, on the average over records with siblings.
    ///
    /// Of a position and its siblings, the one that looks best to the player who made the play is chosen; lost is by how much
    /// it is worse for him than the best, by the labels. 0 without siblings, which must stand right behind their record.
    ///
    /// Raises
    /// ------
    /// ArgumentError, PositionError
    ///     As `train`.
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
                    // Siblings stay together.
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

    /// Return the network that has been learnt, rounded to integers.
    ///
    /// Raises
    /// ------
    /// WeightsError
    ///     If the weights have grown too large for the integers.
    fn to_network(&self, py: Python<'_>) -> PyResult<Network> {
        let network = run_short(py, |_| Some(self.with(|fit| fit.to_network())))?.map_err(|error| error.raise())?;
        Ok(Network::of(network))
    }
}
