//! `gammon.Roll`.

use gammon::dice::{Die, Roll as Engine};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyTuple};

use crate::Pickled;
use crate::errors::Raise;
use crate::numbers::Whole;

/// Reads a roll from two integers of any size.
pub fn roll(first: Whole, second: Whole) -> PyResult<Engine> {
    dice_in_order(&first, &second).map(|(first, second)| Engine::of(first, second))
}

/// Reads two dice and keeps their order.
pub fn dice_in_order(first: &Whole, second: &Whole) -> PyResult<(Die, Die)> {
    Ok((die(first)?, die(second)?))
}

fn die(number: &Whole) -> PyResult<Die> {
    // 0 is not a valid die, so numbers that do not fit in a byte are refused too.
    Die::new(u8::try_from(number.number()).unwrap_or(0))
        .map_err(|error| error.exception(format!("a die shows 1 to 6, not {number}")))
}

/// Two dice; ``Roll(1, 3)`` and ``Roll(3, 1)`` are the same roll.
///
/// A roll unpacks into its two numbers, so it can be passed as two dice: ``position.plays(*roll)``.
///
/// Parameters
/// ----------
/// first, second
///     The dice, 1 to 6, in any order.
///
/// Raises
/// ------
/// DiceError
///     If a die is not 1 to 6.
///
/// Examples
/// --------
/// >>> import gammon as bg
/// >>> bg.Roll(1, 3)
/// Roll(3, 1)
/// >>> bg.Roll(1, 3).weight, bg.Roll(2, 2).weight
/// (2, 1)
#[pyclass(module = "gammon", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Roll(pub Engine);

#[pymethods]
impl Roll {
    #[new]
    fn new(first: Whole, second: Whole) -> PyResult<Self> {
        roll(first, second).map(Self)
    }

    /// Return the 21 distinct rolls, from 1-1 to 6-6.
    #[staticmethod]
    fn all() -> Vec<Self> {
        Engine::all().map(Self).collect()
    }

    /// The larger number.
    #[getter]
    fn high(&self) -> u8 {
        self.0.high().number()
    }

    /// The smaller number.
    #[getter]
    fn low(&self) -> u8 {
        self.0.low().number()
    }

    /// Whether both dice show the same number, so that it is played four times.
    #[getter]
    fn is_double(&self) -> bool {
        self.0.is_double()
    }

    /// Number of the 36 equally likely throws that give this roll: 1 for a double, otherwise 2.
    #[getter]
    fn weight(&self) -> u32 {
        self.0.weight()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyTuple::new(py, [self.high(), self.low()])?.try_iter()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Pickled<'py, (u8, u8)> {
        (py.get_type::<Self>().into_any(), (self.high(), self.low()))
    }

    fn __repr__(&self) -> String {
        format!("Roll({}, {})", self.high(), self.low())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }
}
