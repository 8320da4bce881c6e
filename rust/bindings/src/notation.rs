//! `gammon.Xgid` and `gammon.GnubgId`: a position with everything that is written around it.

use gammon::notation::{self, GnubgPlayer, Seat, XgidDice, XgidRules};
use gammon::notation::{GameState, GnubgId as EngineGnubgId, Xgid as EngineXgid};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::Pickled;
use crate::errors::{Raise, text};
use crate::position::Position;
use crate::scoring::Scoring;

/// An XGID: a position with cube, dice, score and rules, seen by the player on roll.
///
/// ``str(xgid)`` is the text that was read, in its canonical form; nothing in it is lost.
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
///
/// Examples
/// --------
/// >>> import gammon as bg
/// >>> xgid = bg.Xgid("XGID=-b----E-C---eE---c-e----B-:1:-1:1:D:3:5:0:7:10")
/// >>> xgid.cube, xgid.cube_owner, xgid.score, xgid.match_length
/// (2, -1, (3, 5), 7)
/// >>> xgid.offer
/// 'double'
#[pyclass(module = "gammon", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Xgid(EngineXgid);

/// 1 for one side, -1 for the other.
const fn sign(positive: bool) -> i8 {
    if positive { 1 } else { -1 }
}

#[pymethods]
impl Xgid {
    #[new]
    #[pyo3(signature = (text, *, checkers = 15))]
    fn new(
        text: &Bound<'_, PyString>,
        #[pyo3(from_py_with = crate::position::checkers)] checkers: u8,
    ) -> PyResult<Self> {
        EngineXgid::parse(&self::text(text)?, checkers).map(Self).map_err(|error| error.raise())
    }

    /// The position, with the player whose turn it is on roll.
    #[getter]
    fn position(&self) -> Position {
        Position(self.0.position)
    }

    /// The cube's value: 1, 2, 4 and so on. A double that waits for its answer is not counted.
    #[getter]
    fn cube(&self) -> u64 {
        1 << self.0.cube_exponent
    }

    /// Who owns the cube: 1 the player on roll, -1 his opponent, 0 when it is in the centre.
    #[getter]
    fn cube_owner(&self) -> i8 {
        self.0.cube_owner.map_or(0, |owner| sign(owner == self.0.turn))
    }

    /// The dice in the order given, or None if they are not thrown.
    #[getter]
    fn dice(&self) -> Option<(u8, u8)> {
        match self.0.dice {
            XgidDice::Rolled(first, second) => Some((first.number(), second.number())),
            XgidDice::Unrolled | XgidDice::Doubled | XgidDice::Beavered | XgidDice::Raccooned => None,
        }
    }

    /// What waits for an answer: ``"double"``, ``"beaver"``, ``"raccoon"`` or None.
    #[getter]
    fn offer(&self) -> Option<&'static str> {
        match self.0.dice {
            XgidDice::Rolled(..) | XgidDice::Unrolled => None,
            XgidDice::Doubled => Some("double"),
            XgidDice::Beavered => Some("beaver"),
            XgidDice::Raccooned => Some("raccoon"),
        }
    }

    /// Points of the player on roll and of his opponent.
    #[getter]
    fn score(&self) -> (u16, u16) {
        match self.0.turn {
            Seat::Bottom => (self.0.score_bottom, self.0.score_top),
            Seat::Top => (self.0.score_top, self.0.score_bottom),
        }
    }

    /// Points that win the match; 0 for money.
    #[getter]
    fn match_length(&self) -> u16 {
        match self.0.rules {
            XgidRules::Match { length, .. } => length,
            XgidRules::Money { .. } => 0,
        }
    }

    /// Whether this is the Crawford game of a match.
    #[getter]
    fn crawford(&self) -> bool {
        matches!(self.0.rules, XgidRules::Match { crawford: true, .. })
    }

    /// Whether the Jacoby rule is in force; never in a match.
    #[getter]
    fn jacoby(&self) -> bool {
        matches!(self.0.rules, XgidRules::Money { jacoby: true, .. })
    }

    /// Whether beavers are allowed; never in a match.
    #[getter]
    fn beavers(&self) -> bool {
        matches!(self.0.rules, XgidRules::Money { beavers: true, .. })
    }

    /// How the game is scored.
    ///
    /// Raises
    /// ------
    /// ArgumentError
    ///     If a player needs more than 64 points.
    #[getter]
    fn scoring(&self) -> PyResult<Scoring> {
        self.0.scoring().map(Scoring).map_err(|error| error.raise())
    }

    /// The largest value that the cube may reach.
    #[getter]
    fn max_cube(&self) -> u64 {
        1 << self.0.max_cube_exponent
    }

    /// Who is on roll: 1 the player at the bottom (capital letters), -1 the player at the top.
    #[getter]
    fn turn(&self) -> i8 {
        sign(self.0.turn == Seat::Bottom)
    }

    /// Return the same as a GNU Backgammon ID, in which the player on roll becomes player 1.
    ///
    /// Raises
    /// ------
    /// NotationError
    ///     If a GNU Backgammon ID cannot say it: a beaver or raccoon that waits for its answer, or a cube above 2^15.
    fn to_gnubg_id(&self) -> PyResult<GnubgId> {
        EngineGnubgId::try_from(&self.0).map(GnubgId).map_err(|error| error.raise())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py, (String, u8)>> {
        Ok((py.get_type::<Self>().getattr("_restore")?, (self.__str__(), self.0.position.checkers())))
    }

    #[staticmethod]
    fn _restore(
        text: &Bound<'_, PyString>,
        #[pyo3(from_py_with = crate::position::checkers)] checkers: u8,
    ) -> PyResult<Self> {
        Self::new(text, checkers)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Xgid('{}')", self.0)
    }
}

/// A GNU Backgammon ID: position ID and match ID, seen by the player on roll.
///
/// Parameters
/// ----------
/// text
///     ``POSITION:MATCH``, 14 and 12 characters.
/// checkers
///     How many checkers a side has; those not on the board are borne off. Hypergammon has 3.
///
/// Raises
/// ------
/// NotationError
///     If the text is no ID; the message says what is wrong and in which column.
/// PositionError
///     If its checkers make no legal position.
///
/// Examples
/// --------
/// >>> import gammon as bg
/// >>> gnubg_id = bg.GnubgId("4HPwATDgc/ABMA:cIkFAAAAAAAA")
/// >>> gnubg_id.dice, gnubg_id.state
/// ((3, 1), 'playing')
#[pyclass(module = "gammon", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct GnubgId(EngineGnubgId);

impl GnubgId {
    fn is_on_roll(&self, player: GnubgPlayer) -> bool {
        player == self.0.match_id.on_roll
    }
}

#[pymethods]
impl GnubgId {
    #[new]
    #[pyo3(signature = (text, *, checkers = 15))]
    fn new(
        text: &Bound<'_, PyString>,
        #[pyo3(from_py_with = crate::position::checkers)] checkers: u8,
    ) -> PyResult<Self> {
        EngineGnubgId::decode(&self::text(text)?, checkers).map(Self).map_err(|error| error.raise())
    }

    /// The position, with the player who rolls or has rolled on roll.
    #[getter]
    fn position(&self) -> Position {
        Position(self.0.position)
    }

    /// The cube's value: 1, 2, 4 and so on. A double that waits for its answer is not counted.
    #[getter]
    fn cube(&self) -> u64 {
        1 << self.0.match_id.cube_exponent
    }

    /// Who owns the cube: 1 the player on roll, -1 his opponent, 0 when it is in the centre.
    #[getter]
    fn cube_owner(&self) -> i8 {
        self.0.match_id.cube_owner.map_or(0, |owner| sign(self.is_on_roll(owner)))
    }

    /// The dice, or None if they are not thrown.
    #[getter]
    fn dice(&self) -> Option<(u8, u8)> {
        self.0.match_id.dice.map(|(first, second)| (first.number(), second.number()))
    }

    /// What waits for an answer: ``"double"`` or None.
    #[getter]
    fn offer(&self) -> Option<&'static str> {
        self.0.match_id.doubled.then_some("double")
    }

    /// What is offered in resignation: 1 a single game, 2 a gammon, 3 a backgammon, or None.
    #[getter]
    fn resignation(&self) -> Option<u8> {
        self.0.match_id.resignation.map(gammon::Win::points)
    }

    /// ``"none"``, ``"playing"``, ``"over"``, ``"resigned"`` or ``"dropped"``.
    #[getter]
    fn state(&self) -> &'static str {
        match self.0.match_id.state {
            GameState::None => "none",
            GameState::Playing => "playing",
            GameState::Over => "over",
            GameState::Resigned => "resigned",
            GameState::Dropped => "dropped",
        }
    }

    /// Points of the player on roll and of his opponent.
    #[getter]
    fn score(&self) -> (u16, u16) {
        let [zero, one] = self.0.match_id.score;
        if self.is_on_roll(GnubgPlayer::Zero) { (zero, one) } else { (one, zero) }
    }

    /// Points that win the match; 0 for money.
    #[getter]
    fn match_length(&self) -> u16 {
        self.0.match_id.match_length
    }

    /// Whether this is the Crawford game of a match.
    #[getter]
    fn crawford(&self) -> bool {
        self.0.match_id.crawford
    }

    /// Whether the Jacoby rule is in force.
    #[getter]
    fn jacoby(&self) -> bool {
        self.0.match_id.jacoby
    }

    /// How the game is scored. A match ID says nothing of beavers.
    ///
    /// Raises
    /// ------
    /// ArgumentError
    ///     If a player needs none, or more than 64 points, or the Crawford game contradicts the score.
    #[getter]
    fn scoring(&self) -> PyResult<Scoring> {
        self.0.match_id.scoring().map(Scoring).map_err(|error| error.raise())
    }

    /// Return the same as an XGID, with GNU Backgammon's player 1 at the bottom.
    ///
    /// Raises
    /// ------
    /// NotationError
    ///     If an XGID cannot say it: the game is over or not begun, or a resignation waits for its answer.
    fn to_xgid(&self) -> PyResult<Xgid> {
        EngineXgid::try_from(&self.0).map(Xgid).map_err(|error| error.raise())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py, (String, u8)>> {
        Ok((py.get_type::<Self>().getattr("_restore")?, (self.__str__()?, self.0.position.checkers())))
    }

    #[staticmethod]
    fn _restore(
        text: &Bound<'_, PyString>,
        #[pyo3(from_py_with = crate::position::checkers)] checkers: u8,
    ) -> PyResult<Self> {
        Self::new(text, checkers)
    }

    fn __str__(&self) -> PyResult<String> {
        self.0.encode().map_err(|error: notation::NotationError| error.raise())
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("GnubgId('{}')", self.__str__()?))
    }
}
