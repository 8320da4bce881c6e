//! The exceptions, and which engine error becomes which.

use std::borrow::Cow;
use std::fmt::Display;

use gammon::PositionError as BadPosition;
use gammon::dice::DieError;
use gammon::games::MOST_TURNS;
use gammon::memory::{Halt, OutOfMemory};
use gammon::net::WeightsError as BadWeights;
use gammon::notation::NotationError as BadNotation;
use gammon::train::fit::CheckpointError;
use gammon::train::records::RecordError;
use gammon::value::met::TableError;
use gammon::value::scoring::ScoringError;
use pyo3::create_exception;
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString};

create_exception!(gammon, GammonError, PyValueError, "Base of gammon's own errors: something given was refused.");
create_exception!(
    gammon,
    PositionError,
    GammonError,
    "Checkers that make no legal position, or an array of boards of the wrong shape or dtype."
);
create_exception!(
    gammon,
    DiceError,
    GammonError,
    "A number that is on no die, or an array of rolls of the wrong shape or dtype."
);
create_exception!(gammon, IllegalPlayError, GammonError, "A play that the rules forbid; the message names the rule.");
create_exception!(
    gammon,
    UnfinishedGameError,
    GammonError,
    "A game that was not over after 10,000 turns, since what chooses the plays does not bring its checkers home."
);
create_exception!(gammon, NotationError, GammonError, "Text that is no play, XGID or GNU Backgammon ID.");
create_exception!(gammon, WeightsError, GammonError, "Bytes that are no weights for this engine's network.");
create_exception!(
    gammon,
    ArgumentError,
    GammonError,
    "A seed, a number of trials or another argument out of its range."
);

/// An engine error that has an exception.
pub trait Raise: Display {
    /// The exception with a message of its own, which says the error and where it is.
    fn exception(&self, message: String) -> PyErr;

    /// The exception with the error's own words.
    fn raise(&self) -> PyErr {
        self.exception(self.to_string())
    }

    /// The exception for one row of an array.
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
    TableError => ArgumentError,
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

/// The text of a Python string, which may hold what is no character.
pub fn text<'a>(text: &'a Bound<'_, PyString>) -> PyResult<Cow<'a, str>> {
    text.to_cow()
        .map_err(|_| NotationError::new_err("the text has half of a surrogate pair in it, which is no character"))
}

/// A bug of ours, as an exception: what cannot happen has happened.
pub fn internal(what: impl Display) -> PyErr {
    PyRuntimeError::new_err(format!("internal error, please report it: {what}"))
}

/// The exception of an allocation that was refused.
pub fn out_of_memory(missing: OutOfMemory) -> PyErr {
    PyMemoryError::new_err(missing.to_string())
}

/// The exception of work without an answer.
pub fn halted(halt: Halt) -> PyErr {
    match halt {
        // Whoever stopped it raises an exception of their own.
        Halt::Stopped => internal("the work stopped without having been asked to"),
        Halt::OutOfMemory(missing) => out_of_memory(missing),
        Halt::Endless => UnfinishedGameError::new_err(format!(
            "a game was not over after {MOST_TURNS} turns: what chooses the plays does not bring its checkers home"
        )),
    }
}

/// Characters of a quotation.
const MOST_QUOTED: usize = 60;

/// Bits of an integer that is written out. Python refuses to write out one of more than some 14,000.
const MOST_BITS: u64 = 132;

/// The `repr` of a value for an error message, cut to a line of 60 characters. A value whose `repr` raises is described by its
/// type. `gammon.quoting` does the same.
pub fn quoted(value: &Bound<'_, PyAny>) -> String {
    let kind = || value.get_type().name().map_or_else(|_| "value".to_owned(), |name| name.to_string());
    let bits = || value.cast::<PyInt>().ok()?.call_method0("bit_length").ok()?.extract::<u64>().ok();
    if let Some(bits) = bits().filter(|&bits| bits > MOST_BITS) {
        return format!("an {} of {bits} bits", kind());
    }
    // Of a long text only what can be shown is written.
    let shown = value
        .cast_exact::<PyString>()
        .ok()
        .filter(|text| text.len().is_ok_and(|len| len > MOST_QUOTED))
        .and_then(|text| text.get_item(pyo3::types::PySlice::new(text.py(), 0, MOST_QUOTED.cast_signed(), 1)).ok());
    let text = shown.as_ref().unwrap_or(value).repr().map(|text| text.to_string_lossy().into_owned());
    cut(&text.unwrap_or_else(|_| format!("<{}>", kind())))
}

/// A text on one line, with its middle left out where it is too long.
pub fn cut(text: &str) -> String {
    let line: Vec<char> = text.split_whitespace().collect::<Vec<_>>().join(" ").chars().collect();
    if line.len() <= MOST_QUOTED {
        return line.into_iter().collect();
    }
    let head = (MOST_QUOTED - 3) / 2;
    let tail = line.len() - (MOST_QUOTED - 3 - head);
    line[..head].iter().chain(&['.'; 3]).chain(&line[tail..]).collect()
}
