//! `gammon.Position`.

use gammon::position::Who;
use gammon::{Position as Engine, Side, movegen, notation};
use numpy::{IntoPyArray, PyArray2};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::Pickled;
use crate::arrays::to_board;
use crate::dice::roll;
use crate::errors::{PositionError, Raise, cut, text};
use crate::numbers::Whole;
use crate::play::{ParsedPlay, Play};

/// A position: both sides' checkers, with one side on roll. Always legal, immutable and hashable.
///
/// Each side has 26 counts, numbered from that player's point of view: 0 is borne off, 1 to 24 are the points (1 is the
/// ace point, 24 the farthest from home), 25 is the bar. Both sides have the same number of checkers, 1 to 15.
///
/// Parameters
/// ----------
/// own, opponent
///     26 counts each: the checkers of the player on roll, and those of the opponent.
///
/// Raises
/// ------
/// PositionError
///     If the counts do not form a legal position; the message says why and where.
///
/// Examples
/// --------
/// >>> import gammon as bg
/// >>> position = bg.Position.start()
/// >>> position.pip_counts
/// (167, 167)
/// >>> [str(play) for play in position.plays(6, 5)][:2]
/// ['24/13', '24/18 13/8']
#[pyclass(module = "gammon", frozen, eq, hash, ord)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position(pub Engine);

fn side(who: Who, counts: &[Whole]) -> PyResult<[u8; 26]> {
    let counts: &[Whole; 26] = counts
        .try_into()
        .map_err(|_| PositionError::new_err(format!("{who}: expected 26 counts, got {}", counts.len())))?;
    let mut side = [0; 26];
    for (place, (count, given)) in side.iter_mut().zip(counts).enumerate() {
        *count = u8::try_from(given.number()).map_err(|_| {
            PositionError::new_err(format!("{who}, count {place}: expected 0 to 15 checkers, got {given}"))
        })?;
    }
    Ok(side)
}

pub fn checkers(number: &Bound<'_, PyAny>) -> PyResult<u8> {
    let number: Whole = number.extract()?;
    u8::try_from(number.number())
        .ok()
        .filter(|number| (1..=15).contains(number))
        .ok_or_else(|| PositionError::new_err(format!("checkers per side must be from 1 to 15, got {number}")))
}

pub fn from_sides(own: &[Whole], opponent: &[Whole]) -> PyResult<Engine> {
    Engine::new(&side(Who::OnRoll, own)?, &side(Who::Opponent, opponent)?).map_err(|error| error.raise())
}

fn tuple(py: Python<'_>, side: Side) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, side.to_counts())
}

#[pymethods]
impl Position {
    #[new]
    fn new(own: Vec<Whole>, opponent: Vec<Whole>) -> PyResult<Self> {
        from_sides(&own, &opponent).map(Self)
    }

    /// Return the starting position of backgammon.
    #[staticmethod]
    fn start() -> Self {
        Self(Engine::START)
    }

    /// Return the starting position of nackgammon: 2 checkers each on the 24 and 23 points, 4 each on 13 and 6, 3 on 8.
    #[staticmethod]
    fn nackgammon() -> Self {
        Self(Engine::NACKGAMMON)
    }

    /// Return the starting position of hypergammon: three checkers per side, on the 24, 23 and 22 points.
    #[staticmethod]
    fn hypergammon() -> Self {
        Self(Engine::HYPERGAMMON)
    }

    /// Return the starting position of longgammon: all fifteen checkers of each side on the 24-point.
    #[staticmethod]
    fn longgammon() -> Self {
        Self(Engine::LONGGAMMON)
    }

    /// Make a position from an array or nested sequence of integers, shape ``(2, 26)``.
    ///
    /// Row 0 is the player on roll, row 1 the opponent; each numbered by that player: off, points 1 to 24, bar.
    ///
    /// Raises
    /// ------
    /// PositionError
    ///     If `counts` does not hold integers of this shape, or they do not form a legal position.
    #[staticmethod]
    fn from_array(counts: &Bound<'_, PyAny>) -> PyResult<Self> {
        let list = if counts.hasattr("tolist")? { counts.call_method0("tolist")? } else { counts.clone() };
        let rows: Vec<Vec<Whole>> = list.extract().map_err(|error: PyErr| {
            PositionError::new_err(format!("expected integers of shape (2, 26): {}", cut(&error.to_string())))
        })?;
        let [own, opponent] = rows.as_slice() else {
            return Err(PositionError::new_err(format!("expected integers of shape (2, 26), got {} rows", rows.len())));
        };
        from_sides(own, opponent).map(Self)
    }

    /// Read the position of an XGID, seen by the player on roll. `Xgid` reads the other fields too.
    ///
    /// Parameters
    /// ----------
    /// text
    ///     The XGID, with or without ``XGID=``.
    /// checkers
    ///     Checkers per side; those not on the board are borne off. Hypergammon has 3.
    ///
    /// Raises
    /// ------
    /// NotationError
    ///     If the text is not an XGID; the message says what is wrong and in which column.
    /// PositionError
    ///     If the checkers do not form a legal position.
    #[staticmethod]
    #[pyo3(signature = (text, *, checkers = 15))]
    fn from_xgid(
        text: &Bound<'_, PyString>,
        #[pyo3(from_py_with = crate::position::checkers)] checkers: u8,
    ) -> PyResult<Self> {
        notation::Situation::from_xgid(&self::text(text)?, Some(checkers))
            .map(|xgid| Self(xgid.position))
            .map_err(|error| error.raise())
    }

    /// Read a GNU Backgammon position ID, or that of ``POSITION:MATCH``. `GnubgId` reads the match ID too.
    ///
    /// Parameters
    /// ----------
    /// text
    ///     The position ID of 14 characters, optionally followed by a colon and a match ID of 12.
    /// checkers
    ///     Checkers per side; those not on the board are borne off. Hypergammon has 3.
    ///
    /// Raises
    /// ------
    /// NotationError
    ///     If the text is not such an ID; the message says what is wrong and in which column.
    /// PositionError
    ///     If the checkers do not form a legal position.
    #[staticmethod]
    #[pyo3(signature = (text, *, checkers = 15))]
    fn from_gnubg_id(
        text: &Bound<'_, PyString>,
        #[pyo3(from_py_with = crate::position::checkers)] checkers: u8,
    ) -> PyResult<Self> {
        let text = self::text(text)?;
        let position = if text.contains(':') {
            notation::Situation::from_gnubg_id(&text, Some(checkers)).map(|id| id.position)
        } else {
            notation::position_from_id(&text, checkers)
        };
        position.map(Self).map_err(|error| error.raise())
    }

    /// The 26 counts of the player on roll: off, points 1 to 24, bar.
    #[getter]
    fn own<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, self.0.own())
    }

    /// The 26 counts of the opponent, numbered from the opponent's point of view: off, points 1 to 24, bar.
    #[getter]
    fn opponent<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, self.0.opponent())
    }

    /// Number of checkers per side, including those borne off.
    #[getter]
    fn checkers(&self) -> u8 {
        self.0.checkers()
    }

    /// Pip counts of the player on roll and of the opponent; a checker on the bar counts 25.
    #[getter]
    fn pip_counts(&self) -> (u16, u16) {
        (self.0.own().pip_count(), self.0.opponent().pip_count())
    }

    /// Whether there is contact: the sides can still hit or block each other.
    #[getter]
    fn is_contact(&self) -> bool {
        self.0.is_contact()
    }

    /// Whether the position is a race: the game is not over and there is no contact.
    #[getter]
    fn is_race(&self) -> bool {
        self.0.is_race()
    }

    /// Whether a side has borne off every checker.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.is_over()
    }

    /// Points won by the player on roll with the cube at 1, or None while the game goes on.
    ///
    /// 1 for a single game, 2 for a gammon, 3 for a backgammon; negative if the opponent won.
    #[getter]
    fn points(&self) -> Option<i8> {
        self.0.result().map(|(who, by)| {
            let points = by.points().cast_signed();
            if who == Who::OnRoll { points } else { -points }
        })
    }

    /// GNU Backgammon's position ID, 14 characters.
    #[getter]
    fn gnubg_id(&self) -> String {
        notation::position_id(self.0)
    }

    /// The XGID of the position in a money game with the cube centred, before the roll.
    #[getter]
    fn xgid(&self) -> PyResult<String> {
        notation::Situation::new(self.0).to_xgid().map_err(|error| error.raise())
    }

    /// Return the same checkers with the other side on roll.
    fn swap(&self) -> Self {
        Self(self.0.swap())
    }

    /// Return every distinct legal play of a roll; none if nothing can be played or the game is over.
    ///
    /// Plays that lead to the same position count as one. They are ordered by first occurrence in a plain enumeration:
    /// the larger die first, sources from the bar down. `rank_plays` sorts by equity.
    ///
    /// Parameters
    /// ----------
    /// first, second
    ///     The dice, in any order.
    ///
    /// Raises
    /// ------
    /// DiceError
    ///     If a die is not 1 to 6.
    fn plays(&self, first: Whole, second: Whole) -> PyResult<Vec<Play>> {
        Ok(movegen::plays(self.0, roll(first, second)?).into_iter().map(Play).collect())
    }

    /// Read a play in standard notation, such as ``8/5 6/5``, ``bar/22*``, ``24/18(2)`` or ``13/8/2``.
    ///
    /// Parameters
    /// ----------
    /// text
    ///     The play. Moves may be in any order; an extra or missing ``*`` is accepted and reported in `ParsedPlay.remarks`.
    /// first, second
    ///     The dice, in any order.
    ///
    /// Raises
    /// ------
    /// NotationError
    ///     If the text cannot be read; the message names the column.
    /// IllegalPlayError
    ///     If it is not a legal play of the roll; the message names the rule.
    /// DiceError
    ///     If a die is not 1 to 6.
    fn parse_play(&self, text: &Bound<'_, PyString>, first: Whole, second: Whole) -> PyResult<ParsedPlay> {
        crate::play::parse(self.0, roll(first, second)?, &self::text(text)?)
    }

    /// Return the counts as an array: uint8, shape ``(2, 26)``; row 0 is the player on roll, row 1 the opponent.
    fn to_array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        Ok(to_board(self.0)?.into_pyarray(py))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py, (Bound<'py, PyTuple>, Bound<'py, PyTuple>)>> {
        Ok((py.get_type::<Self>().into_any(), (tuple(py, self.0.own())?, tuple(py, self.0.opponent())?)))
    }

    fn __repr__(&self) -> String {
        let checkers = self.0.checkers();
        if checkers == 15 {
            format!("Position.from_gnubg_id('{}')", self.gnubg_id())
        } else {
            format!("Position.from_gnubg_id('{}', checkers={checkers})", self.gnubg_id())
        }
    }
}
