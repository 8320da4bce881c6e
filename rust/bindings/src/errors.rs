//! Python exception classes and the mapping from engine errors to them.

use std::borrow::Cow;
use std::fmt::Display;

use gammon::PositionError as BadPosition;
use gammon::dice::DieError;
use gammon::exact::TableFileError;
use gammon::games::MOST_TURNS;
use gammon::memory::{Halt, OutOfMemory};
use gammon::net::WeightsError as BadWeights;
use gammon::notation::NotationError as BadNotation;
use gammon::train::fit::CheckpointError;
use gammon::train::records::RecordError;
use gammon::value::met::TableError as BadMet;
use gammon::value::scoring::ScoringError;
use pyo3::create_exception;
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString};

create_exception!(gammon, GammonError, PyValueError, "Base class of gammon's errors: an argument was rejected.");
create_exception!(
    gammon,
    PositionError,
    GammonError,
    "The checkers do not form a legal position, or an array of boards has the wrong shape or dtype."
);
create_exception!(
    gammon,
    DiceError,
    GammonError,
    "A die is not 1 to 6, or an array of rolls has the wrong shape or dtype."
);
create_exception!(gammon, IllegalPlayError, GammonError, "The rules forbid the play; the message names the rule.");
create_exception!(
    gammon,
    UnfinishedGameError,
    GammonError,
    "A game was not over after 10,000 turns because the evaluator's plays never bring its checkers home."
);
create_exception!(
    gammon,
    NotationError,
    GammonError,
    "The text is not a valid play, XGID, GNU Backgammon ID or other notation."
);
create_exception!(
    gammon,
    WeightsError,
    GammonError,
    "The bytes are not a weight file or checkpoint that this version can read."
);
create_exception!(
    gammon,
    TableError,
    GammonError,
    "A table file is damaged, of another version, or of another table than expected."
);
create_exception!(
    gammon,
    ArgumentError,
    GammonError,
    "An argument, such as a seed or a number of trials, is out of its range."
);

/// An engine error that maps to a Python exception.
pub trait Raise: Display {
    /// The exception with the given message, which should include the error and its location.
    fn exception(&self, message: String) -> PyErr;

    /// The exception with the error's own message.
    fn raise(&self) -> PyErr {
        self.exception(self.to_string())
    }

    /// The exception with the message prefixed by the row of an array.
    fn raise_in_row(&self, row: usize) -> PyErr {
        self.exception(format!("row {row}: {self}"))
    }
}

macro_rules! raise {
    ($($error:ty => $exception:ty),* $(,)?) => {
        $(impl Raise for $error {
            fn exception(&self, message: String) -> PyErr {
                PyErr::new::<$exception, _>(message)
            }
        })*
    };
}

raise! {
    BadPosition => PositionError,
    DieError => DiceError,
    BadWeights => WeightsError,
    CheckpointError => WeightsError,
    RecordError => PositionError,
    ScoringError => ArgumentError,
    BadMet => ArgumentError,
    TableFileError => TableError,
}

impl Raise for BadNotation {
    fn exception(&self, message: String) -> PyErr {
        match self {
            Self::Illegal(_) => IllegalPlayError::new_err(message),
            Self::Position { .. } => PositionError::new_err(message),
            Self::Unreadable { .. } | Self::Unwritable { .. } => NotationError::new_err(message),
        }
    }
}

/// The text of a Python string. Python strings may contain lone surrogates, which are refused.
pub fn text<'a>(text: &'a Bound<'_, PyString>) -> PyResult<Cow<'a, str>> {
    text.to_cow()
        .map_err(|_| NotationError::new_err("the text contains a lone surrogate, which is not a valid character"))
}

/// The exception for a broken invariant: always a bug in gammon.
pub fn internal(what: impl Display) -> PyErr {
    PyRuntimeError::new_err(format!("internal error, please report it: {what}"))
}

/// `MemoryError` for an allocation that failed.
pub fn out_of_memory(missing: OutOfMemory) -> PyErr {
    PyMemoryError::new_err(missing.to_string())
}

/// The exception for work that ended without a result.
pub fn halted(halt: Halt) -> PyErr {
    match halt {
        // Code that asks for a stop raises its own exception, so this is reached only by a bug.
        Halt::Stopped => internal("work stopped although nothing asked it to"),
        Halt::OutOfMemory(missing) => out_of_memory(missing),
        Halt::Endless => UnfinishedGameError::new_err(format!(
            "a game was not over after {MOST_TURNS} turns: the evaluator's plays never bring its checkers home"
        )),
    }
}

/// Maximum length of a quoted value, in characters.
const MOST_QUOTED: usize = 60;

/// Integers with more bits than this are described, not written out: Python refuses to print more than some 14,000 bits.
const MOST_BITS: u64 = 132;

/// The `repr` of a value for an error message, shortened to one line of at most 60 characters.
///
/// A value whose `repr` raises is described by its type. `gammon.quoting` does the same in Python.
pub fn quoted(value: &Bound<'_, PyAny>) -> String {
    let kind = || value.get_type().name().map_or_else(|_| "value".to_owned(), |name| name.to_string());
    let bits = || value.cast::<PyInt>().ok()?.call_method0("bit_length").ok()?.extract::<u64>().ok();
    if let Some(bits) = bits().filter(|&bits| bits > MOST_BITS) {
        return format!("an {} of {bits} bits", kind());
    }
    // Slice long text first, so that `repr` does not process all of it.
    let shown = value
        .cast_exact::<PyString>()
        .ok()
        .filter(|text| text.len().is_ok_and(|len| len > MOST_QUOTED))
        .and_then(|text| text.get_item(pyo3::types::PySlice::new(text.py(), 0, MOST_QUOTED.cast_signed(), 1)).ok());
    let text = shown.as_ref().unwrap_or(value).repr().map(|text| text.to_string_lossy().into_owned());
    cut(&text.unwrap_or_else(|_| format!("<{}>", kind())))
}

/// A text on one line, with the middle elided if it is too long.
pub fn cut(text: &str) -> String {
    let line: Vec<char> = text.split_whitespace().collect::<Vec<_>>().join(" ").chars().collect();
    if line.len() <= MOST_QUOTED {
        return line.into_iter().collect();
    }
    let head = (MOST_QUOTED - 3) / 2;
    let tail = line.len() - (MOST_QUOTED - 3 - head);
    line[..head].iter().chain(&['.'; 3]).chain(&line[tail..]).collect()
}
