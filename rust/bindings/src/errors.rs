//! The exceptions, and which engine error becomes which.

use std::borrow::Cow;
use std::fmt::Display;

use gammon::PositionError as BadPosition;
use gammon::dice::DieError;
use gammon::net::WeightsError as BadWeights;
use gammon::notation::NotationError as BadNotation;
use gammon::train::fit::CheckpointError;
use gammon::train::records::RecordError;
use gammon::value::met::TableError;
use gammon::value::scoring::ScoringError;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;

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
