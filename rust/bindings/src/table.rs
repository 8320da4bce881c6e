//! `gammon.Table`: an exact table, in memory or mapped from a file. `gammon.tables` finds and makes the files.

use std::ffi::OsString;
use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;

use gammon::eval;
use gammon::exact::{Bytes, Contact, OneSided, TableFileError, TwoSided};
use gammon::memory::{self, Halt};
use gammon::parallel::Control;
use gammon::position::MAX_CHECKERS;
use gammon::{Position as Board, Side};
use numpy::ndarray::{Array1, Array2};
use numpy::{IntoPyArray, PyArray1, PyArray2};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::arrays::{GivenBoards, shaped};
use crate::errors::{ArgumentError, Raise, cut, out_of_memory, text};
use crate::long_call::{self, Progress};
use crate::numbers::{self, Whole};
use crate::position::Position;

/// The kind of a table and its size, as its name says them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Name {
    /// Up to 15 checkers of one side on this many points.
    OneSided(usize),
    /// At most this many checkers of each side in the home boards.
    TwoSided(usize),
    /// Hypergammon with this many checkers on each side.
    Hypergammon(usize),
    /// Backgammon with at most this many of the 15 checkers of each side on the board.
    Contact(usize),
}

impl Name {
    fn read(name: &Bound<'_, PyString>) -> PyResult<Self> {
        let name = &*text(name)?;
        let unknown = || {
            ArgumentError::new_err(format!(
                "name: expected one-sided-6 to -10, two-sided-1 to -10, hypergammon-1 to -3 or contact-1 to -3, got \
                 {:?}",
                cut(name)
            ))
        };
        let (kind, size) = name.rsplit_once('-').ok_or_else(unknown)?;
        let size: usize = size.parse().map_err(|_| unknown())?;
        let (name_of, sizes): (fn(usize) -> Self, _) = match kind {
            "one-sided" => (Self::OneSided, 6..=10),
            "two-sided" => (Self::TwoSided, 1..=10),
            "hypergammon" => (Self::Hypergammon, 1..=3),
            "contact" => (Self::Contact, 1..=3),
            _ => return Err(unknown()),
        };
        // "06" and "+6" would be further names of the same table.
        let found = name_of(size);
        if sizes.contains(&size) && found.to_string() == name { Ok(found) } else { Err(unknown()) }
    }
}

impl std::fmt::Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::OneSided(points) => write!(f, "one-sided-{points}"),
            Self::TwoSided(most) => write!(f, "two-sided-{most}"),
            Self::Hypergammon(checkers) => write!(f, "hypergammon-{checkers}"),
            Self::Contact(most) => write!(f, "contact-{most}"),
        }
    }
}

#[derive(Clone)]
enum Known {
    OneSided(Arc<OneSided>),
    TwoSided(Arc<TwoSided>),
    Contact(Arc<Contact>),
}

/// An exact table: positions that are solved instead of estimated. `gammon.tables` describes the kinds.
#[pyclass(module = "gammon", frozen)]
pub struct Table {
    name: Name,
    known: Known,
}

impl Table {
    /// The table as the engine's evaluator takes it.
    pub fn for_evaluator(&self) -> Arc<dyn eval::Table> {
        match &self.known {
            Known::OneSided(table) => Arc::<OneSided>::clone(table),
            Known::TwoSided(table) => Arc::<TwoSided>::clone(table),
            Known::Contact(table) => Arc::<Contact>::clone(table),
        }
    }

    fn read(name: Name, bytes: Bytes) -> Result<Self, TableFileError> {
        // A valid file under another table's name is as useless as a damaged one.
        let expect = |is_named: bool| if is_named { Ok(()) } else { Err(TableFileError::Other) };
        let known = match name {
            Name::OneSided(points) => {
                let table = OneSided::from_bytes(bytes)?;
                expect(table.points() == points)?;
                Known::OneSided(Arc::new(table))
            }
            Name::TwoSided(most) => {
                let table = TwoSided::from_bytes(bytes)?;
                expect(table.most() == most)?;
                Known::TwoSided(Arc::new(table))
            }
            Name::Hypergammon(most) | Name::Contact(most) => {
                let checkers = if matches!(name, Name::Hypergammon(_)) { most as u8 } else { MAX_CHECKERS };
                let table = Contact::from_bytes(bytes)?;
                expect((table.checkers(), table.most()) == (checkers, most))?;
                Known::Contact(Arc::new(table))
            }
        };
        Ok(Self { name, known })
    }

    fn one_sided(&self) -> PyResult<&OneSided> {
        match &self.known {
            Known::OneSided(table) => Ok(table),
            _ => Err(ArgumentError::new_err(format!("expected a one-sided table, got {}", self.name))),
        }
    }

    /// The number of values for a position.
    fn columns(&self) -> usize {
        match &self.known {
            Known::OneSided(_) => 0,
            Known::TwoSided(_) => 4,
            Known::Contact(_) => 10,
        }
    }

    /// Appends the values for a position; NaN if the table does not cover it.
    fn append(&self, position: Board, values: &mut Vec<f64>) {
        match &self.known {
            Known::OneSided(_) => {}
            Known::TwoSided(table) => values.extend(table.values(position).unwrap_or([f64::NAN; 4])),
            Known::Contact(table) => values.extend(table.values(position).unwrap_or([f64::NAN; 10])),
        }
    }
}

/// A file mapped into memory.
struct Mapped(memmap2::Mmap);

impl AsRef<[u8]> for Mapped {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

fn map(path: &PathBuf) -> std::io::Result<Bytes> {
    let file = File::open(path)?;
    #[expect(unsafe_code, reason = "the file may change while it is mapped")]
    // SAFETY: `gammon.tables` never changes a file in place: it writes a new one and renames it. All reads are bounds-checked
    // and any bytes are valid numbers. A program that truncates the file in place would end this process with SIGBUS, as
    // with any mapped file.
    let mapped = unsafe { memmap2::Mmap::map(&file)? };
    Ok(Arc::new(Mapped(mapped)))
}

/// The exception that Python raises if it cannot open a file.
fn unreadable(py: Python<'_>, error: &std::io::Error, path: OsString) -> PyErr {
    let raised = |number: i32| {
        // Rust's own message has the number in it.
        let message = py.import("os")?.call_method1("strerror", (number,))?.unbind();
        // With an error number, Python makes it the matching subclass, such as `FileNotFoundError`.
        Ok(PyOSError::new_err((number, message, path)))
    };
    match error.raw_os_error() {
        Some(number) => raised(number).unwrap_or_else(|error: PyErr| error),
        None => PyOSError::new_err(error.to_string()),
    }
}

#[pymethods]
impl Table {
    /// Maps the file of a table into memory and checks its hash.
    #[staticmethod]
    fn _open(py: Python<'_>, name: &Bound<'_, PyString>, path: PathBuf) -> PyResult<Self> {
        let name = Name::read(name)?;
        match py.detach(|| map(&path).map(|bytes| Self::read(name, bytes))) {
            Ok(read) => read.map_err(|error| error.raise()),
            Err(error) => Err(unreadable(py, &error, path.into_os_string())),
        }
    }

    /// Read a table from the contents of its file.
    ///
    /// Raises
    /// ------
    /// ArgumentError
    ///     If there is no table of this name.
    /// TableError
    ///     If the contents are damaged, of another version, or of another table.
    #[staticmethod]
    fn from_bytes(name: &Bound<'_, PyString>, contents: &[u8]) -> PyResult<Self> {
        let mut copy = memory::try_with_capacity(contents.len()).map_err(out_of_memory)?;
        copy.extend_from_slice(contents);
        Self::read(Name::read(name)?, Arc::new(copy)).map_err(|error| error.raise())
    }

    /// Solve a table and return the contents of its file.
    ///
    /// Raises
    /// ------
    /// ArgumentError
    ///     If there is no table of this name.
    /// MemoryError
    ///     If it does not fit in memory.
    #[staticmethod]
    #[pyo3(signature = (name, *, threads = None, progress = None))]
    fn solve<'py>(
        py: Python<'py>,
        name: &Bound<'_, PyString>,
        threads: Option<Whole>,
        progress: Progress,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (name, threads) = (Name::read(name)?, numbers::threads(threads)?);
        let total = match name {
            Name::OneSided(points) => OneSided::arrangements(points).unwrap_or_default() as u64,
            Name::TwoSided(most) => TwoSided::layers(most).unwrap_or_default() as u64,
            Name::Hypergammon(_) | Name::Contact(_) => gammon::exact::contact::DIGITS,
        };
        let solve = |control: &Control| match name {
            Name::OneSided(points) => OneSided::solve(points, threads, control),
            Name::TwoSided(most) => TwoSided::solve(most, threads, control),
            Name::Hypergammon(most) => Contact::solve(most as u8, most, threads, control),
            Name::Contact(most) => Contact::solve(MAX_CHECKERS, most, threads, control),
        };
        let file: Vec<u8> = long_call::run(py, total, progress, solve)?;
        Ok(PyBytes::new(py, &file))
    }

    /// The name, such as ``two-sided-6``.
    #[getter]
    fn name(&self) -> String {
        self.name.to_string()
    }

    /// Size of the file in bytes.
    #[getter]
    fn size(&self) -> usize {
        match &self.known {
            Known::OneSided(table) => table.size(),
            Known::TwoSided(table) => table.size(),
            Known::Contact(table) => table.size(),
        }
    }

    /// Return whether the table gives the outcome of a position.
    ///
    /// Parameters
    /// ----------
    /// position
    ///     The position. Finished games are covered by no table.
    fn covers(&self, position: &Position) -> bool {
        !position.0.is_over() && self.for_evaluator().outcome(position.0).is_some()
    }

    /// Look up positions in a table of two sides.
    ///
    /// Parameters
    /// ----------
    /// boards
    ///     uint8, shape ``(n, 2, 26)``, the player on roll first.
    ///
    /// Returns
    /// -------
    /// ndarray
    ///     float64, from the point of view of the player on roll, before the roll and without a double this turn; NaN in the
    ///     rows that the table does not cover.
    ///
    ///     Two-sided tables, shape ``(n, 4)``: the winning chance; then values in points per unit of the cube, with the cube in
    ///     the centre, owned by the player on roll, and owned by the opponent.
    ///
    ///     Tables with contact, shape ``(n, 10)``: win, win gammon, win backgammon, lose gammon and lose backgammon without a
    ///     cube. Then the values with the cube in the centre: without the Jacoby rule, with it, with it and beavers. Then
    ///     those with the cube owned by the player on roll, and owned by the opponent.
    ///
    /// Raises
    /// ------
    /// ArgumentError
    ///     If the table is one-sided.
    /// PositionError
    ///     If a row is not a legal position.
    fn values<'py>(&self, py: Python<'py>, boards: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let columns = self.columns();
        if columns == 0 {
            return Err(ArgumentError::new_err(format!("expected a table of two sides, got {}", self.name)));
        }
        let given = GivenBoards::read(boards)?;
        let values: Array2<f64> = py.detach(|| -> PyResult<_> {
            let mut values = memory::try_with_capacity(columns * given.len()).map_err(out_of_memory)?;
            given.positions()?.into_iter().for_each(|position| self.append(position, &mut values));
            shaped((given.len(), columns), values)
        })?;
        Ok(values.into_pyarray(py))
    }

    /// Return how many rolls a side needs, from a one-sided table.
    ///
    /// Parameters
    /// ----------
    /// position
    ///     The position. Only the checkers of the player on roll matter.
    ///
    /// Returns
    /// -------
    /// tuple of (ndarray, ndarray, float), or None
    ///     The probability of bearing off all checkers in exactly 0, 1, 2, … rolls; the same for the first of 15 checkers; the
    ///     mean number of rolls to bear off all. None if the table does not cover the player's checkers.
    ///
    /// Raises
    /// ------
    /// ArgumentError
    ///     If the table is not one-sided.
    #[expect(clippy::type_complexity, reason = "three values, described above")]
    fn rolls<'py>(
        &self,
        py: Python<'py>,
        position: &Position,
    ) -> PyResult<Option<(Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<f64>>, f64)>> {
        let (table, own) = (self.one_sided()?, position.0.own());
        let found = |side: Side| Some((table.rolls(side)?, table.rolls_to_first(side)?, table.mean_rolls(side)?));
        let arrays = |(rolls, first, mean)| {
            (Array1::from_vec(rolls).into_pyarray(py), Array1::from_vec(first).into_pyarray(py), mean)
        };
        Ok(found(own).map(arrays))
    }

    /// Check every stored number against the numbers of the positions after the best plays.
    ///
    /// Returns
    /// -------
    /// float
    ///     The largest difference: about 1e-8, which is what rounding leaves, unless the table is wrong.
    #[pyo3(signature = (*, threads = None, progress = None))]
    fn check(&self, py: Python<'_>, threads: Option<Whole>, progress: Progress) -> PyResult<f64> {
        let threads = numbers::threads(threads)?;
        let total = match (&self.known, self.name) {
            (Known::Contact(table), _) => table.positions(),
            (_, Name::OneSided(points)) => OneSided::arrangements(points).unwrap_or_default(),
            (_, Name::TwoSided(most)) => TwoSided::layers(most).unwrap_or_default(),
            _ => 0,
        };
        let check = |control: &Control| -> Result<f64, Halt> {
            match &self.known {
                Known::OneSided(table) => table.residual(threads, control),
                Known::TwoSided(table) => table.residual(threads, control),
                Known::Contact(table) => table.residual(threads, control),
            }
        };
        long_call::run(py, total as u64, progress, check)
    }

    fn __repr__(&self) -> String {
        format!("<Table {}>", self.name)
    }
}
