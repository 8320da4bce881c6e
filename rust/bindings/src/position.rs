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

/// Both sides' checkers, with one side on roll. Legal by construction, immutable and hashable.
///
/// Each side is counted as its own player sees it, in 26 places: 0 is borne off, 1 to 24 are points (1 is deepest at
/// home, 24 farthest), 25 is the bar. Both sides have the same number of checkers, 1 to 15.
///
/// Parameters
/// ----------
/// own, opponent
///     26 counts each: the player on roll's checkers, and his opponent's.
///
/// Raises
/// ------
/// PositionError
///     If the counts make no legal position; the message says why and where.
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
        .map_err(|_| PositionError::new_err(format!("{who} has counts of {} places, not of 26", counts.len())))?;
    let mut side = [0; 26];
    for (place, (count, given)) in side.iter_mut().zip(counts).enumerate() {
        *count = u8::try_from(given.number())
            .map_err(|_| PositionError::new_err(format!("{who} has {given} checkers in place {place}")))?;
    }
    Ok(side)
}

pub fn checkers(number: &Bound<'_, PyAny>) -> PyResult<u8> {
    let number: Whole = number.extract()?;
    u8::try_from(number.number())
        .ok()
        .filter(|number| (1..=15).contains(number))
        .ok_or_else(|| PositionError::new_err(format!("a side has 1 to 15 checkers, not {number}")))
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

    /// Return the start of backgammon.
    #[staticmethod]
    fn start() -> Self {
        Self(Engine::START)
    }

    /// Return the start of nackgammon: two checkers each on the 24 and 23 points, four on the 13 and 6, three on the 8.
    #[staticmethod]
    fn nackgammon() -> Self {
        Self(Engine::NACKGAMMON)
    }

    /// Return the start of hypergammon: three checkers a side, on the 24, 23 and 22 points.
    #[staticmethod]
    fn hypergammon() -> Self {
        Self(Engine::HYPERGAMMON)
    }

    /// Return the start of longgammon: all fifteen checkers of each side on the 24-point.
    #[staticmethod]
    fn longgammon() -> Self {
        Self(Engine::LONGGAMMON)
    }

    /// Make a position from whatever NumPy can read as integers of shape ``(2, 26)``.
    ///
    /// Row 0 is the player on roll, row 1 the opponent, each as that player counts: off, points 1 to 24, bar.
    ///
    /// Raises
    /// ------
    /// PositionError
    ///     If it has another shape or no integers, or makes no legal position.
    #[staticmethod]
    fn from_array(counts: &Bound<'_, PyAny>) -> PyResult<Self> {
        let list = if counts.hasattr("tolist")? { counts.call_method0("tolist")? } else { counts.clone() };
        let rows: Vec<Vec<Whole>> = list.extract().map_err(|error: PyErr| {
            PositionError::new_err(format!("a board is integers of shape (2, 26): {}", cut(&error.to_string())))
        })?;
        let [own, opponent] = rows.as_slice() else {
            return Err(PositionError::new_err(format!("a board has 2 sides, not {}", rows.len())));
        };
        from_sides(own, opponent).map(Self)
    }

    /// Read the checkers of an XGID, seen by the player on roll. `Xgid` reads the rest of it.
    ///
    /// Parameters
    /// ----------
    /// text
    ///     With or without ``XGID=``.
    /// checkers
    ///     How many checkers a side has; those not on the board are borne off. Hypergammon has 3.
    ///
    /// Raises
    /// ------
    /// NotationError
    ///     If the text is no XGID; the message says what is wrong and in which column.
    /// PositionError
    ///     If its checkers make no legal position.
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

    /// Read a GNU Backgammon position ID, or the first half of ``POSITION:MATCH``. `GnubgId` reads both.
    ///
    /// Parameters
    /// ----------
    /// text
    ///     14 characters, and possibly a colon and a match ID of 12.
    /// checkers
    ///     How many checkers a side has; those not on the board are borne off. Hypergammon has 3.
    ///
    /// Raises
    /// ------
    /// NotationError
    ///     If the text is no position ID; the message says what is wrong and in which column.
    /// PositionError
    ///     If its checkers make no legal position.
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

    /// The player on roll's checkers in 26 places: off, points 1 to 24, bar.
    #[getter]
    fn own<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, self.0.own())
    }

    /// The opponent's checkers in 26 places, as the opponent counts: off, points 1 to 24, bar.
    #[getter]
    fn opponent<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, self.0.opponent())
    }

    /// How many checkers each side has, those borne off included.
    #[getter]
    fn checkers(&self) -> u8 {
        self.0.checkers()
    }

    /// Pips still to go, of the player on roll and of the opponent; 25 for a checker on the bar.
    #[getter]
    fn pip_counts(&self) -> (u16, u16) {
        (self.0.own().pip_count(), self.0.opponent().pip_count())
    }

    /// Whether the sides can still hit or block each other.
    #[getter]
    fn is_contact(&self) -> bool {
        self.0.is_contact()
    }

    /// Whether the game goes on and the sides have passed each other.
    #[getter]
    fn is_race(&self) -> bool {
        self.0.is_race()
    }

    /// Whether a side has borne off every checker.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.is_over()
    }

    /// Points won by the player on roll with the cube at 1 (negative if he lost), or None while the game goes on.
    ///
    /// One for a single game, two for a gammon, three for a backgammon.
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

    /// XGID of the position in a money game with the cube in the centre, before the dice are thrown.
    #[getter]
    fn xgid(&self) -> PyResult<String> {
        notation::Situation::new(self.0).to_xgid().map_err(|error| error.raise())
    }

    /// Return the same checkers with the other side on roll.
    fn swap(&self) -> Self {
        Self(self.0.swap())
    }

    /// Return every distinct legal play of a roll; none if the turn passes or the game is over.
    ///
    /// Plays that make the same position are one play. They come in the order in which the plainest enumeration first
    /// meets them: the larger die first, each source from the bar down. `rank_plays` puts the best first.
    ///
    /// Parameters
    /// ----------
    /// first, second
    ///     The dice, in any order.
    ///
    /// Raises
    /// ------
    /// DiceError
    ///     If a number is on no die.
    fn plays(&self, first: Whole, second: Whole) -> PyResult<Vec<Play>> {
        Ok(movegen::plays(self.0, roll(first, second)?).into_iter().map(Play).collect())
    }

    /// Read a play as people write it, such as ``8/5 6/5``, ``bar/22*``, ``24/18(2)`` or ``13/8/2``.
    ///
    /// Parameters
    /// ----------
    /// text
    ///     The play. Moves may come in any order; a ``*`` too many or too few is understood and remarked on.
    /// first, second
    ///     The dice, in any order.
    ///
    /// Raises
    /// ------
    /// NotationError
    ///     If the text cannot be read; the message names the column.
    /// IllegalPlayError
    ///     If it is no legal play of the roll; the message names the rule.
    /// DiceError
    ///     If a number is on no die.
    fn parse_play(&self, text: &Bound<'_, PyString>, first: Whole, second: Whole) -> PyResult<ParsedPlay> {
        crate::play::parse(self.0, roll(first, second)?, &self::text(text)?)
    }

    /// Return the counts as an array: uint8, shape ``(2, 26)``, the player on roll and then the opponent.
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
