//! `gammon.MoveFilter`.

use std::hash::{Hash, Hasher};

use gammon::search::{Filter, Wanted};
use pyo3::prelude::*;

use crate::Pickled;
use crate::errors::ArgumentError;
use crate::numbers::{Whole, real_32, real_32_or_none, within};
use crate::position::Position;

/// A move filter: which candidate plays are searched deeper.
///
/// The named filters ``TINY``, ``NARROW``, ``NORMAL``, ``LARGE`` and ``HUGE`` pass the same plays to the first ply as the
/// filters of these names in GNU Backgammon: 5, 8, 8, 16 and 20 plays within 0.08, 0.12, 0.16, 0.32 and 0.44.
///
/// Parameters
/// ----------
/// keep
///     Maximum number of plays, at least 1.
/// within
///     Maximum equity a play may trail the best one by at 0 plies, in points per game and unit of the cube.
/// within_later
///     The same limit at every later ply; `within` if None.
///
/// Raises
/// ------
/// ArgumentError
///     If `keep` is less than 1, or a limit is negative or NaN.
///
/// Examples
/// --------
/// >>> import gammon as bg
/// >>> bg.MoveFilter.NORMAL
/// MoveFilter(8, within=0.16, within_later=0.05)
/// >>> bg.MoveFilter(3, within=0.1) == bg.MoveFilter(3, within=0.1, within_later=0.1)
/// True
#[pyclass(module = "gammon", frozen, from_py_object)]
#[derive(Clone, Copy)]
pub struct MoveFilter(pub Filter);

impl MoveFilter {
    const fn parts(&self) -> (usize, f32, f32) {
        (self.0.keep, self.0.within, self.0.within_later)
    }
}

#[pymethods]
impl MoveFilter {
    #[classattr]
    const TINY: Self = Self(Filter::TINY);
    #[classattr]
    const NARROW: Self = Self(Filter::NARROW);
    #[classattr]
    pub const NORMAL: Self = Self(Filter::NORMAL);
    #[classattr]
    const LARGE: Self = Self(Filter::LARGE);
    #[classattr]
    const HUGE: Self = Self(Filter::HUGE);

    #[new]
    #[pyo3(signature = (keep, *, within, within_later = None))]
    fn new(
        keep: Whole,
        #[pyo3(from_py_with = real_32)] within: f32,
        #[pyo3(from_py_with = real_32_or_none)] within_later: Option<f32>,
    ) -> PyResult<Self> {
        let within_later = within_later.unwrap_or(within);
        for (name, distance) in [("within", within), ("within_later", within_later)] {
            if distance.is_nan() || distance < 0.0 {
                return Err(ArgumentError::new_err(format!("{name} must be 0 or more, got {distance}")));
            }
        }
        let keep = self::within("keep", keep, 1..=u32::from(u16::MAX))? as usize;
        Ok(Self(Filter { keep, within, within_later }))
    }

    /// Maximum number of plays.
    #[getter]
    const fn keep(&self) -> usize {
        self.0.keep
    }

    /// Maximum equity a play may trail the best one by at 0 plies.
    #[getter]
    const fn within(&self) -> f32 {
        self.0.within
    }

    /// Maximum equity a play may trail the best one by at every later ply.
    #[getter]
    const fn within_later(&self) -> f32 {
        self.0.within_later
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.parts() == other.parts()
    }

    fn __hash__(&self) -> u64 {
        let (keep, within, within_later) = self.parts();
        let mut hasher = std::hash::DefaultHasher::new();
        // Adding 0 turns -0.0 into 0.0: they are equal, so their hashes must be.
        (keep, (within + 0.0).to_bits(), (within_later + 0.0).to_bits()).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py, (usize, f32, f32)>> {
        Ok((py.get_type::<Self>().getattr("_restore")?, self.parts()))
    }

    #[staticmethod]
    fn _restore(
        keep: Whole,
        #[pyo3(from_py_with = real_32)] within: f32,
        #[pyo3(from_py_with = real_32)] within_later: f32,
    ) -> PyResult<Self> {
        Self::new(keep, within, Some(within_later))
    }

    fn __repr__(&self) -> String {
        let (keep, within, within_later) = self.parts();
        format!("MoveFilter({keep}, within={within}, within_later={within_later})")
    }
}

/// Which plays are searched: a filter, and plays that always pass it.
pub type Selection = (MoveFilter, Option<Candidates>);

/// Plays that are searched to full depth regardless of the filter: the best few, or those that lead to given positions.
pub struct Candidates(Option<Result<usize, Vec<gammon::Position>>>);

impl Candidates {
    pub fn of(selection: &Selection) -> Wanted<'_> {
        selection.1.as_ref().map(Self::wanted).unwrap_or_default()
    }

    fn wanted(&self) -> Wanted<'_> {
        match &self.0 {
            None => Wanted::Filtered,
            Some(Ok(best)) => Wanted::Best(*best),
            Some(Err(positions)) => Wanted::To(positions),
        }
    }
}

impl FromPyObject<'_, '_> for Candidates {
    type Error = PyErr;

    /// Reads None, a number, or a list of positions; the Python layer converts the user's argument to one of these.
    fn extract(asked: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        if asked.is_none() {
            return Ok(Self(None));
        }
        if let Ok(positions) = asked.extract::<Vec<PyRef<'_, Position>>>() {
            return Ok(Self(Some(Err(positions.iter().map(|position| position.0).collect()))));
        }
        let best = self::within("candidates", asked.extract()?, 1..=u32::from(u16::MAX))?;
        Ok(Self(Some(Ok(best as usize))))
    }
}
