//! `gammon.Network`.

use std::sync::{Arc, OnceLock};

use gammon::net::Network as Weights;
use gammon::search::Filter;
use gammon::{Evaluator, Search};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::Pickled;
use crate::dice::roll;
use crate::errors::Raise;
use crate::long_call::{run, run_short};
use crate::numbers::{self, Whole};
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

    /// Searches one position, in the way that suits how long it takes: one ply takes a millisecond or two.
    fn search<T: Send>(
        &self,
        py: Python<'_>,
        ply: u8,
        ask: impl FnOnce(&mut Search<'_>) -> Option<T> + Send,
    ) -> PyResult<T> {
        let evaluator = &*self.0;
        let work = |control: &_| ask(&mut Search::new(evaluator, Filter::NORMAL, control));
        if ply < 2 { run_short(py, work) } else { run(py, 1, None, work) }
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

    /// How many units the first layer has.
    #[getter]
    fn hidden(&self) -> usize {
        self.0.network().hidden()
    }

    /// Return the bytes of the weight file.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.network().to_bytes())
    }

    /// Estimate how the game from a position will end, seen by the player on roll, who has not thrown yet.
    ///
    /// Parameters
    /// ----------
    /// position
    ///     The position.
    /// ply
    ///     Turns looked ahead, 0 to 3; 0 is the network alone, as GNU Backgammon counts.
    ///
    /// Raises
    /// ------
    /// ArgumentError
    ///     If `ply` is not from 0 to 3.
    #[pyo3(signature = (position, ply = 0))]
    fn evaluate(
        &self,
        py: Python<'_>,
        position: &Position,
        #[pyo3(from_py_with = numbers::ply)] ply: u8,
    ) -> PyResult<Outcome> {
        self.search(py, ply, |search| search.evaluate(position.0, ply)).map(Outcome)
    }

    /// Return every legal play of a roll, best first, each with how the game may end after it and the ply of that.
    ///
    /// Outcomes are seen by the player who makes the play. Of plays with equal equity the one with more checkers off comes
    /// first, then the one that leaves fewer pips.
    ///
    /// Parameters
    /// ----------
    /// position
    ///     The position, with the player who has thrown on roll.
    /// first, second
    ///     The dice, in any order.
    /// ply
    ///     Turns looked ahead behind the play, 0 to 3. From 1 on only plays that the network alone likes nearly as well as
    ///     its best are looked at so: at most eight, within 0.16 points. The others follow them with a ply of 0.
    ///
    /// Raises
    /// ------
    /// DiceError
    ///     If a number is on no die.
    /// ArgumentError
    ///     If `ply` is not from 0 to 3.
    #[pyo3(signature = (position, first, second, ply = 0))]
    fn rank_plays(
        &self,
        py: Python<'_>,
        position: &Position,
        first: Whole,
        second: Whole,
        #[pyo3(from_py_with = numbers::ply)] ply: u8,
    ) -> PyResult<Vec<(Play, Outcome, u8)>> {
        let roll = roll(first, second)?;
        let ranked = self.search(py, ply, |search| search.rank(position.0, roll, ply))?;
        Ok(ranked.into_iter().map(|ranked| (Play(ranked.play), Outcome(ranked.outcome), ranked.ply)).collect())
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
