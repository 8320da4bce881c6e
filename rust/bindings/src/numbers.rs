//! Whole numbers as Python has them: of any size, until somebody says from where to where they may be.

use std::fmt;
use std::num::NonZero;
use std::ops::RangeInclusive;

use gammon::memory;
use gammon::search::MOST_PLIES;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;

use crate::errors::{ArgumentError, out_of_memory, quoted};

/// A whole number of any size. One that 64 bits cannot hold counts as the nearest that they can, and is quoted as it was given.
///
/// So what is out of every range is refused by whoever knows the range, with an error of gammon's own.
#[derive(Clone)]
pub struct Whole {
    number: i64,
    /// The number as it was given, where 64 bits cannot hold it.
    beyond: Option<Box<str>>,
}

impl Whole {
    /// A number that 64 bits hold.
    pub const fn new(number: i64) -> Self {
        Self { number, beyond: None }
    }

    /// The number, or the nearest that 64 bits can hold.
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

/// Reads a number. One that a float cannot hold is not a number then, which whoever knows the range refuses.
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

/// Reads a seed or another number of 64 bits without a sign.
pub fn unsigned(name: &str, number: &Bound<'_, PyAny>) -> PyResult<u64> {
    number.extract().map_err(|_| {
        let number = quoted(number);
        ArgumentError::new_err(format!("{name} is {number}; it must be a whole number from 0 to 2^64 - 1"))
    })
}

/// Reads how many games there are to be; more than this fit no memory.
pub fn games(n: &Bound<'_, PyAny>) -> PyResult<u64> {
    const MOST: u64 = 1 << 32;
    let games = unsigned("n", n)?;
    if games > MOST {
        return Err(ArgumentError::new_err(format!(
            "n is {games}; it must be at most 2^32: play them in parts, with first_game"
        )));
    }
    Ok(games)
}

/// Reads the number of the first of `n` games; the last one's must fit as well.
pub fn games_from(first_game: &Bound<'_, PyAny>, n: u64) -> PyResult<u64> {
    let first = unsigned("first_game", first_game)?;
    first.checked_add(n.saturating_sub(1)).map(|_| first).ok_or_else(|| {
        ArgumentError::new_err(format!("first_game is {first}: {n} games from there would pass number 2^64 - 1"))
    })
}

/// Reads `threads=`.
pub fn threads(asked: Option<Whole>) -> PyResult<NonZero<usize>> {
    let asked = asked
        .map(|asked| {
            usize::try_from(asked.number()).ok().and_then(NonZero::new).filter(|asked| asked.get() <= 1024).ok_or_else(
                || ArgumentError::new_err(format!("threads is {asked}; it must be from 1 to 1024, or None for all")),
            )
        })
        .transpose()?;
    Ok(gammon::parallel::thread_count(asked))
}

/// Reads a number that must be within a range.
pub fn within(name: &str, number: Whole, range: RangeInclusive<u32>) -> PyResult<u32> {
    u32::try_from(number.number()).ok().filter(|number| range.contains(number)).ok_or_else(|| {
        ArgumentError::new_err(format!("{name} is {number}; it must be from {} to {}", range.start(), range.end()))
    })
}

/// Reads `ply=`.
pub fn ply(asked: &Bound<'_, PyAny>) -> PyResult<u8> {
    within("ply", asked.extract()?, 0..=u32::from(MOST_PLIES)).map(|ply| ply as u8)
}

/// As many of an item, or the exception that says how many bytes there is no memory for.
pub fn filled<T: Clone>(item: T, items: u64) -> PyResult<Vec<T>> {
    memory::try_filled(item, usize::try_from(items).unwrap_or(usize::MAX)).map_err(out_of_memory)
}
