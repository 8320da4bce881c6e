//! `gammon.Network`.

use std::sync::{Arc, OnceLock};

use gammon::Evaluator;
use gammon::net::Network as Weights;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::Pickled;
use crate::dice::roll;
use crate::errors::Raise;
use crate::outcome::Outcome;
use crate::play::Play;
use crate::position::Position;

/// A network that judges positions: immutable, named by the hash of its weights.
///
/// Parameters
/// ----------
/// weights
///     The bytes of a weight file.
///
/// Raises
/// ------
/// WeightsError
///     If the bytes are damaged, or made for another version or other inputs; the message says which.
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
    /// A Python object for a network of the engine.
    pub fn of(network: Weights) -> Self {
        Self(Arc::new(Evaluator::new(network)))
    }
}

#[pymethods]
impl Network {
    #[new]
    fn new(weights: &[u8]) -> PyResult<Self> {
        Weights::from_bytes(weights).map(Self::of).map_err(|error| error.raise())
    }

    /// Return the network that comes with this version of gammon.
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
        self.0.network().name()
    }

    /// Return the bytes of the weight file.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.network().to_bytes())
    }

    /// Estimate how the game from a position will end, seen by the player on roll, who has not thrown yet.
    fn evaluate(&self, position: &Position) -> Outcome {
        Outcome(self.0.evaluate(position.0))
    }

    /// Return every legal play of a roll, best first, each with how the game may end after it, seen by its player.
    ///
    /// Of plays with equal equity the one with more checkers off comes first, then the one that leaves fewer pips.
    ///
    /// Raises
    /// ------
    /// DiceError
    ///     If a number is on no die.
    fn rank_plays(&self, position: &Position, first: i64, second: i64) -> PyResult<Vec<(Play, Outcome)>> {
        let ranked = self.0.rank(position.0, roll(first, second)?);
        Ok(ranked.into_iter().map(|ranked| (Play(ranked.play), Outcome(ranked.outcome))).collect())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.name() == other.name()
    }

    fn __hash__(&self) -> u64 {
        // Twelve hexadecimal digits always fit.
        u64::from_str_radix(self.name(), 16).unwrap_or(0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Pickled<'py, (Bound<'py, PyBytes>,)> {
        (py.get_type::<Self>().into_any(), (self.to_bytes(py),))
    }

    fn __repr__(&self) -> String {
        format!("<Network {}>", self.name())
    }
}
