//! `gammon.Play` and `gammon.ParsedPlay`.

use std::borrow::Cow;

use gammon::notation::{self, CANNOT_MOVE};
use gammon::play::Play as Engine;
use gammon::{Position as EnginePosition, Roll, movegen};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::Pickled;
use crate::errors::{IllegalPlayError, Raise, quoted, text};
use crate::numbers::Whole;
use crate::position::Position;

/// A legal play: the moves, and the position they lead to.
///
/// Two plays are equal if they make the same moves in the same order from the same position. ``str(play)`` is standard
/// notation: ``8/5 6/5``, ``bar/22*``, ``24/18(2)``.
///
/// Examples
/// --------
/// >>> import gammon as bg
/// >>> play = bg.Position.start().parse_play("6/5 8/5", 3, 1).play
/// >>> str(play), play.moves
/// ('8/5 6/5', ((8, 5), (6, 5)))
/// >>> play.position.pip_counts
/// (167, 163)
#[pyclass(module = "gammon", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Play(pub Engine);

impl Play {
    fn find(before: EnginePosition, moves: &[(u8, u8)]) -> Option<Self> {
        let matches =
            |play: &Engine| play.moves.iter().map(|one| (one.source, one.destination)).eq(moves.iter().copied());
        if moves.is_empty() {
            return Some(Self(Engine { from: before, moves: gammon::play::Moves::default(), position: before.swap() }));
        }
        Roll::all().flat_map(|roll| movegen::plays(before, roll)).find(matches).map(Self)
    }
}

#[pymethods]
impl Play {
    /// The moves in an order in which they are legal: pairs of source and destination, numbered by the player who moves.
    ///
    /// 25 is the bar and 0 is off. Empty if the player cannot move.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.moves.iter().map(|one| (one.source, one.destination)).collect::<Vec<_>>())
    }

    /// The position before the play, with the player who makes it on roll.
    #[getter]
    fn before(&self) -> Position {
        Position(self.0.from)
    }

    /// The position after the play, with the opponent on roll.
    #[getter]
    fn position(&self) -> Position {
        Position(self.0.position)
    }

    #[staticmethod]
    fn _restore(before: &Position, moves: &Bound<'_, PyAny>) -> PyResult<Self> {
        let given: Vec<(Whole, Whole)> = moves.extract()?;
        // 255 is not a place, so numbers that do not fit in a byte match no move.
        let place = |number: &Whole| u8::try_from(number.number()).unwrap_or(u8::MAX);
        let found: Vec<(u8, u8)> = given.iter().map(|(from, to)| (place(from), place(to))).collect();
        Self::find(before.0, &found)
            .ok_or_else(|| IllegalPlayError::new_err(format!("no roll has a play with the moves {}", quoted(moves))))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py, (Position, Bound<'py, PyTuple>)>> {
        Ok((py.get_type::<Self>().getattr("_restore")?, (self.before(), self.moves(py)?)))
    }

    fn __repr__(&self) -> String {
        format!("<Play {self}>", self = self.__str__())
    }

    fn __str__(&self) -> String {
        if self.0.moves.is_empty() { CANNOT_MOVE.to_owned() } else { self.0.to_string() }
    }
}

/// A play read from text, with remarks on inaccuracies in the text.
#[pyclass(module = "gammon", frozen, eq, hash)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ParsedPlay {
    play: Play,
    remarks: Vec<String>,
}

#[pymethods]
impl ParsedPlay {
    /// The play; it has no moves if the player cannot move.
    #[getter]
    fn play(&self) -> Play {
        self.play
    }

    /// Inaccuracies in the text, mostly an extra or missing ``*``; empty if there are none.
    #[getter]
    fn remarks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.remarks)
    }

    #[staticmethod]
    fn _restore(play: &Play, remarks: Vec<Bound<'_, PyString>>) -> PyResult<Self> {
        let remarks = remarks.iter().map(|remark| text(remark).map(Cow::into_owned)).collect::<PyResult<_>>()?;
        Ok(Self { play: *play, remarks })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py, (Play, Bound<'py, PyTuple>)>> {
        Ok((py.get_type::<Self>().getattr("_restore")?, (self.play, self.remarks(py)?)))
    }

    fn __repr__(&self) -> String {
        format!("ParsedPlay(play={}, remarks={:?})", self.play.__repr__(), self.remarks)
    }
}

/// Reads a play of a given roll.
pub fn parse(position: EnginePosition, roll: Roll, text: &str) -> PyResult<ParsedPlay> {
    let parsed = notation::parse_play(position, Some(roll), text).map_err(|error| error.raise())?;
    let remarks = parsed.remarks.iter().map(ToString::to_string).collect();
    Ok(ParsedPlay { play: Play(parsed.play), remarks })
}
