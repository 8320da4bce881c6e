//! `gammon.Network`.

use std::sync::{Arc, OnceLock};

use gammon::Evaluator;
use gammon::net::Network as Weights;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::Pickled;
use crate::errors::Raise;

/// A neural network that evaluates positions: immutable, named by the hash of its weights.
///
/// Parameters
/// ----------
/// weights
///     The contents of a weight file.
///
/// Raises
/// ------
/// WeightsError
///     If the file is damaged, or written for another version or other inputs; the message says which.
///
/// Examples
/// --------
/// >>> import gammon as bg
/// >>> network = bg.Network.shipped()
/// >>> bg.Network(network.to_bytes()) == network
/// True
#[pyclass(module = "gammon", frozen)]
pub struct Network(pub Arc<Evaluator>);

impl Network {
    /// Wraps an engine network.
    pub fn of(network: Weights) -> Self {
        Self(Arc::new(Evaluator::new(network)))
    }

    /// The engine network.
    pub fn weights(&self) -> &Weights {
        self.0.network().expect("made from a network")
    }
}

#[pymethods]
impl Network {
    #[new]
    fn new(weights: &[u8]) -> PyResult<Self> {
        Weights::from_bytes(weights).map(Self::of).map_err(|error| error.raise())
    }

    /// Return the network that ships with this version of gammon.
    #[staticmethod]
    fn shipped() -> PyResult<Self> {
        static SHIPPED: OnceLock<Arc<Evaluator>> = OnceLock::new();
        if let Some(shipped) = SHIPPED.get() {
            return Ok(Self(Arc::clone(shipped)));
        }
        let shipped = Arc::new(Evaluator::shipped().map_err(|error| error.raise())?);
        Ok(Self(Arc::clone(SHIPPED.get_or_init(|| shipped))))
    }

    /// The first twelve hexadecimal digits of the SHA-256 of the weight file.
    #[getter]
    fn name(&self) -> &str {
        self.weights().name()
    }

    /// Number of units in the first layer.
    #[getter]
    fn hidden(&self) -> usize {
        self.weights().hidden()
    }

    /// Return the contents of the weight file.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.weights().to_bytes())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.name() == other.name()
    }

    fn __hash__(&self) -> u64 {
        u64::from_str_radix(self.name(), 16).expect("a name is twelve hexadecimal digits")
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Pickled<'py, (Bound<'py, PyBytes>,)> {
        (py.get_type::<Self>().into_any(), (self.to_bytes(py),))
    }

    fn __repr__(&self) -> String {
        format!("<Network {}>", self.name())
    }
}
