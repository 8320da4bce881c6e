//! Numeric arguments: Python ints of any size, and floats, checked against the range each argument allows.

use std::fmt;
use std::num::NonZero;
use std::ops::RangeInclusive;

use gammon::memory;
use gammon::search::MOST_PLIES;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyInt, PyType};

use crate::errors::{ArgumentError, out_of_memory, quoted};

/// An integer of any size, saturated to the range of `i64`; error messages quote the value as given.
///
/// Accepting every size lets the code that knows the valid range report the error, instead of PyO3's `OverflowError`.
#[derive(Clone)]
pub struct Whole {
    number: i64,
    /// The text of the given number, if it does not fit in 64 bits.
    beyond: Option<Box<str>>,
}

impl Whole {
    /// Wraps a number that fits in 64 bits.
    pub const fn new(number: i64) -> Self {
        Self { number, beyond: None }
    }

    /// The number, saturated to the range of `i64`.
    pub const fn number(&self) -> i64 {
        self.number
    }
}

impl fmt::Display for Whole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.beyond {
            Some(given) => f.write_str(given),
            None => self.number.fmt(f),
        }
    }
}

impl FromPyObject<'_, '_> for Whole {
    type Error = PyErr;

    fn extract(number: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        not_numpy_bool(&number)?;
        match number.extract() {
            Ok(number) => Ok(Self::new(number)),
            Err(error) if error.is_instance_of::<PyOverflowError>(number.py()) => {
                let nearest = if number.lt(0)? { i64::MIN } else { i64::MAX };
                Ok(Self { number: nearest, beyond: Some(quoted(&number).into()) })
            }
            Err(error) => Err(error),
        }
    }
}

/// Refuses NumPy's bool as an integer: older versions of NumPy let it pass, with a warning.
fn not_numpy_bool(number: &Bound<'_, PyAny>) -> PyResult<()> {
    static BOOL: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    if number.is_exact_instance_of::<PyInt>() || !number.is_instance(BOOL.import(number.py(), "numpy", "bool_")?)? {
        return Ok(());
    }
    let kind = number.get_type().fully_qualified_name()?;
    Err(PyTypeError::new_err(format!("'{kind}' object cannot be interpreted as an integer")))
}

/// Reads a float. A number too large for a float becomes NaN, which the caller's range check refuses.
pub fn real(number: &Bound<'_, PyAny>) -> PyResult<f64> {
    match number.extract() {
        Err::<f64, PyErr>(error) if !error.is_instance_of::<PyTypeError>(number.py()) => Ok(f64::NAN),
        found => found,
    }
}

/// Reads a number in single precision.
pub fn real_32(number: &Bound<'_, PyAny>) -> PyResult<f32> {
    real(number).map(|number| number as f32)
}

/// Reads a number in single precision, or None.
pub fn real_32_or_none(number: &Bound<'_, PyAny>) -> PyResult<Option<f32>> {
    if number.is_none() { Ok(None) } else { real_32(number).map(Some) }
}

/// Reads a seed or another unsigned 64-bit integer.
pub fn unsigned(name: &str, number: &Bound<'_, PyAny>) -> PyResult<u64> {
    not_numpy_bool(number).and_then(|()| number.extract()).map_err(|_| {
        let number = quoted(number);
        ArgumentError::new_err(format!("{name} is {number}; it must be an int from 0 to 2^64 - 1"))
    })
}

/// Reads the number of games, at most 2^32: the results of more would not fit in memory.
pub fn games(n: &Bound<'_, PyAny>) -> PyResult<u64> {
    const MOST: u64 = 1 << 32;
    let games = unsigned("n", n)?;
    if games > MOST {
        return Err(ArgumentError::new_err(format!(
            "n is {games}; it must be at most 2^32 (for more, make several calls with first_game)"
        )));
    }
    Ok(games)
}

/// Reads `first_game=`, the number of the first of `n` games. The number of the last one must fit in 64 bits as well.
pub fn games_from(first_game: &Bound<'_, PyAny>, n: u64) -> PyResult<u64> {
    let first = unsigned("first_game", first_game)?;
    first.checked_add(n.saturating_sub(1)).map(|_| first).ok_or_else(|| {
        ArgumentError::new_err(format!(
            "first_game is {first}; with {n} games the last one's number would exceed 2^64 - 1"
        ))
    })
}

/// Reads `threads=`.
pub fn threads(asked: Option<Whole>) -> PyResult<NonZero<usize>> {
    let asked = asked
        .map(|asked| {
            usize::try_from(asked.number()).ok().and_then(NonZero::new).filter(|asked| asked.get() <= 1024).ok_or_else(
                || {
                    ArgumentError::new_err(format!(
                        "threads is {asked}; it must be from 1 to 1024, or None for all cores"
                    ))
                },
            )
        })
        .transpose()?;
    Ok(gammon::parallel::thread_count(asked))
}

/// Checks that a number lies within a range.
pub fn within(name: &str, number: Whole, range: RangeInclusive<u32>) -> PyResult<u32> {
    u32::try_from(number.number()).ok().filter(|number| range.contains(number)).ok_or_else(|| {
        ArgumentError::new_err(format!("{name} is {number}; it must be from {} to {}", range.start(), range.end()))
    })
}

/// Reads `ply=`.
pub fn ply(asked: &Bound<'_, PyAny>) -> PyResult<u8> {
    within("ply", asked.extract()?, 0..=u32::from(MOST_PLIES)).map(|ply| ply as u8)
}

/// A vector of copies of an item, or a `MemoryError` that says how many bytes could not be allocated.
pub fn filled<T: Clone>(item: T, items: u64) -> PyResult<Vec<T>> {
    memory::try_filled(item, usize::try_from(items).unwrap_or(usize::MAX)).map_err(out_of_memory)
}
