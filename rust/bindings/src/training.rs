//! What `gammon.training` drives.

use gammon::selfplay::td::{CheckpointError, Learner};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::{Mutex, PoisonError};

use crate::batch::unsigned;
use crate::errors::{ArgumentError, Raise, WeightsError};
use crate::long_call::{Progress, run};
use crate::network::Network;

impl Raise for CheckpointError {
    fn exception(&self, message: String) -> PyErr {
        WeightsError::new_err(message)
    }
}

/// A network that learns by self-play (TD(0)) from nothing, in one thread.
///
/// The same seed and the same calls give the same weights on every machine.
///
/// Parameters
/// ----------
/// hidden
///     Units of the hidden layer, rounded up to a multiple of 32; at most 4096.
/// seed
///     Of the first weights and of all dice.
#[pyclass(module = "gammon.training", frozen)]
pub struct TdLearner(Mutex<Learner>);

impl TdLearner {
    fn with<T>(&self, act: impl FnOnce(&mut Learner) -> T) -> T {
        // Whatever a panic left is still a learner; the panic itself has been reported.
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[pymethods]
impl TdLearner {
    #[new]
    #[pyo3(signature = (hidden, *, seed))]
    fn new(hidden: usize, seed: &Bound<'_, PyAny>) -> PyResult<Self> {
        if hidden == 0 || hidden > 4096 {
            return Err(ArgumentError::new_err(format!("hidden is {hidden}; it must be from 1 to 4096")));
        }
        Ok(Self(Mutex::new(Learner::new(hidden, unsigned("seed", seed)?))))
    }

    /// Read a checkpoint, as `to_bytes` wrote it.
    ///
    /// Raises
    /// ------
    /// WeightsError
    ///     If the bytes are no checkpoint of this version.
    #[staticmethod]
    fn from_bytes(checkpoint: &[u8]) -> PyResult<Self> {
        Learner::from_bytes(checkpoint).map(|learner| Self(Mutex::new(learner))).map_err(|error| error.raise())
    }

    /// Return a checkpoint: everything that is needed to go on later.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &py.detach(|| self.with(|learner| learner.to_bytes())))
    }

    /// Games learnt from so far.
    #[getter]
    fn games(&self, py: Python<'_>) -> u64 {
        py.detach(|| self.with(|learner| learner.games()))
    }

    /// Play `games` more games and learn from each, with steps of size `rate`.
    ///
    /// Ctrl-C stops after the game that is being played; what was learnt is kept.
    #[pyo3(signature = (games, *, rate, progress = None))]
    fn train(&self, py: Python<'_>, games: u64, rate: f32, progress: Progress) -> PyResult<()> {
        run(py, games, progress, |control| {
            self.with(|learner| {
                for _ in 0..games {
                    if control.is_stopped() {
                        return None;
                    }
                    learner.learn_from_game(rate);
                    control.advance(1);
                }
                Some(())
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
        let network = py.detach(|| self.with(|learner| learner.to_network())).map_err(|error| error.raise())?;
        Ok(Network::of(network))
    }
}
