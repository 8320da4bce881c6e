//! `gammon.Situation`, and its subclasses `gammon.Xgid` and `gammon.GnubgId`.

use gammon::notation::{GameState, Offer, Seat, Situation as Engine};
use gammon::value::scoring::{CubeOwner, Scoring as EngineScoring};
use gammon::{Win, notation};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::Pickled;
use crate::dice::dice_in_order;
use crate::errors::{ArgumentError, Raise, text};
use crate::numbers::Whole;
use crate::position::Position;
use crate::scoring::{Cube, Scoring, exponent};

/// One moment of a game, seen by the player on roll: position, cube, score, rules, dice and any pending offer.
///
/// `Situation.parse` reads one from any ID. `Xgid` and `GnubgId` are situations that print as that kind of ID. Two
/// situations with the same content are equal, whatever notation they were read from.
///
/// Parameters
/// ----------
/// position
///     The checkers, seen by the player on roll, who is the player at the bottom.
/// scoring
///     Money play with its options, or the points both players need; money play without options if None.
/// cube
///     The cube, before any pending double; centred at 1 if None.
/// dice
///     The dice of the player on roll, whose order is kept; None before the roll.
/// offer
///     The offer that awaits an answer: ``"double"``, ``"beaver"`` or ``"raccoon"``; or a resignation of 1, 2 or 3 points
///     per unit of the cube, negative if the opponent resigns.
/// score
///     Points of the player on roll and of the opponent. If None, the player who needs more points has 0. In a match,
///     each player's score plus the points they need (see `scoring`) must give the same match length.
/// max_cube
///     The largest cube value allowed.
///
/// Raises
/// ------
/// ArgumentError
///     If the arguments contradict each other or one is out of its range.
/// DiceError
///     If a die is not 1 to 6.
///
/// Examples
/// --------
/// >>> import gammon as bg
/// >>> start = bg.Position.start()
/// >>> situation = bg.Situation(start, scoring=bg.Scoring.match(4, 2), score=(3, 5), dice=(3, 1))
/// >>> str(situation.to_xgid()), str(situation.to_gnubg_id())
/// ('XGID=-b----E-C---eE---c-e----B-:0:0:1:31:3:5:0:7:10', '4HPwATDgc/ABMA:cInlAFAAGAAE')
/// >>> bg.Situation.parse("OGID=11ccccchhhjjjjj:66666888dddddoo:N0N:31:W:R:5:3:7:").to_xgid() == situation
/// True
#[pyclass(module = "gammon", subclass, frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Situation(pub Engine);

/// An XGID: a `Situation` that prints as an XGID.
///
/// ``str(xgid)`` is the canonical form of the text that was read; nothing in it is lost.
///
/// Parameters
/// ----------
/// text
///     The XGID, with or without ``XGID=``.
/// checkers
///     Checkers per side; those not on the board are borne off. If None, it is inferred as in `Situation.parse`: 3
///     (hypergammon) or 15.
///
/// Raises
/// ------
/// NotationError
///     If the text is not an XGID or contradicts itself; the message says what is wrong and in which column.
/// PositionError
///     If the checkers do not form a legal position.
///
/// Examples
/// --------
/// >>> import gammon as bg
/// >>> xgid = bg.Xgid("XGID=-b----E-C---eE---c-e----B-:1:1:1:D:3:5:0:7:10")
/// >>> xgid.cube, xgid.cube_owner, xgid.score, xgid.match_length
/// (2, 1, (3, 5), 7)
/// >>> xgid.offer
/// 'double'
#[pyclass(module = "gammon", extends = Situation, frozen)]
pub struct Xgid;

/// A GNU Backgammon ID: a `Situation` that prints as a position ID and a match ID.
///
/// Parameters
/// ----------
/// text
///     ``POSITION:MATCH``, 14 and 12 characters.
/// checkers
///     Checkers per side; those not on the board are borne off. If None, it is inferred as in `Situation.parse`: 3
///     (hypergammon) or 15.
///
/// Raises
/// ------
/// NotationError
///     If the text is not such an ID or contradicts itself; the message says what is wrong and in which column.
/// PositionError
///     If the checkers do not form a legal position.
///
/// Examples
/// --------
/// >>> import gammon as bg
/// >>> gnubg_id = bg.GnubgId("4HPwATDgc/ABMA:cIkFAAAAAAAA")
/// >>> gnubg_id.dice, gnubg_id.state
/// ((3, 1), 'playing')
#[pyclass(module = "gammon", extends = Situation, frozen)]
pub struct GnubgId;

/// 1 for one side, -1 for the other.
const fn sign(positive: bool) -> i8 {
    if positive { 1 } else { -1 }
}

/// Reads `checkers=`; None means that it is inferred from the text.
fn checkers(number: &Bound<'_, PyAny>) -> PyResult<Option<u8>> {
    if number.is_none() { Ok(None) } else { crate::position::checkers(number).map(Some) }
}

fn win(points: u64) -> Option<Win> {
    match points {
        1 => Some(Win::Single),
        2 => Some(Win::Gammon),
        3 => Some(Win::Backgammon),
        _ => None,
    }
}

const OFFERS: [(&str, Offer); 3] = [("double", Offer::Double), ("beaver", Offer::Beaver), ("raccoon", Offer::Raccoon)];

const STATES: [(&str, GameState); 5] = [
    ("none", GameState::NotStarted),
    ("playing", GameState::Playing),
    ("over", GameState::Over),
    ("resigned", GameState::Resigned),
    ("dropped", GameState::Dropped),
];

fn word<T: PartialEq>(words: &[(&'static str, T)], value: &T) -> &'static str {
    words.iter().find(|(_, known)| known == value).expect("every offer and every state has a word").0
}

fn named<T: Copy>(words: &[(&'static str, T)], asked: &str) -> Option<T> {
    words.iter().find(|(word, _)| *word == asked).map(|(_, value)| *value)
}

impl Situation {
    /// This situation as an XGID, written and read back so that it holds exactly what an XGID can express.
    fn as_xgid(self, py: Python<'_>) -> PyResult<Py<Xgid>> {
        let checkers = Some(self.0.position.checkers());
        let read = self.0.to_xgid().and_then(|text| Engine::from_xgid(&text, checkers));
        let read = Self(read.map_err(|error| error.raise())?);
        Py::new(py, PyClassInitializer::from(read).add_subclass(Xgid))
    }

    /// This situation as a GNU Backgammon ID, written and read back so that it holds exactly what such an ID can express.
    fn as_gnubg_id(self, py: Python<'_>) -> PyResult<Py<GnubgId>> {
        let checkers = Some(self.0.position.checkers());
        let read = self.0.to_gnubg_id().and_then(|text| Engine::from_gnubg_id(&text, checkers));
        let read = Self(read.map_err(|error| error.raise())?);
        Py::new(py, PyClassInitializer::from(read).add_subclass(GnubgId))
    }

    /// Sets the pending offer or resignation.
    fn put_offer(&mut self, offer: &Bound<'_, PyAny>) -> PyResult<()> {
        let expected =
            "it must be 'double', 'beaver' or 'raccoon', or a resignation: 1, 2 or 3, negative if by the opponent";
        if let Ok(points) = offer.extract::<Whole>() {
            let Some(win) = win(points.number().unsigned_abs()) else {
                return Err(ArgumentError::new_err(format!("offer is {points}; {expected}")));
            };
            self.0.resignation = Some(win);
            self.0.decides = if points.number() > 0 { self.0.turn.other() } else { self.0.turn };
            return Ok(());
        }
        let Ok(asked) = offer.cast::<PyString>() else {
            return Err(PyTypeError::new_err(format!("offer: {expected}, got {}", offer.get_type().name()?)));
        };
        let asked = text(asked)?;
        let Some(offer) = named(&OFFERS, &asked) else {
            let shown: String = asked.chars().take(60).collect();
            return Err(ArgumentError::new_err(format!("offer is {shown:?}; {expected}")));
        };
        self.0.offer = Some(offer);
        self.0.decides = self.0.answering();
        Ok(())
    }

    /// Sets the match length, the score and the rules.
    fn put_score(&mut self, scoring: EngineScoring, score: Option<(Whole, Whole)>) -> PyResult<()> {
        let most = i64::from(notation::MOST_POINTS);
        if let Some((own, opponent)) = &score
            && !((0..=most).contains(&own.number()) && (0..=most).contains(&opponent.number()))
        {
            return Err(ArgumentError::new_err(format!("score is ({own}, {opponent}); both must be from 0 to {most}")));
        }
        let given = score.map(|(own, opponent)| (own.number() as u16, opponent.number() as u16));
        let (own, opponent) = match scoring {
            EngineScoring::Money { jacoby, beavers, .. } => {
                (self.0.jacoby, self.0.beavers) = (jacoby, beavers);
                given.unwrap_or((0, 0))
            }
            EngineScoring::Match { own_away, opponent_away, crawford } => {
                let longer = own_away.max(opponent_away);
                let (own, opponent) = given.unwrap_or((longer - own_away, longer - opponent_away));
                let length = own + own_away;
                if length != opponent + opponent_away || length > notation::MOST_POINTS {
                    return Err(ArgumentError::new_err(format!(
                        "score ({own}, {opponent}) does not fit scoring, in which the players need {own_away} and \
                         {opponent_away} points: both sums must give the same match length, at most {}",
                        notation::MOST_POINTS
                    )));
                }
                self.0.match_length = length;
                self.0.crawford = crawford == gammon::value::scoring::Crawford::ThisGame;
                (own, opponent)
            }
        };
        self.0.score = [opponent, own];
        Ok(())
    }

    fn refuse_contradiction(self) -> PyResult<Self> {
        match self.0.contradiction() {
            None => Ok(self),
            Some(contradiction) => Err(ArgumentError::new_err(contradiction)),
        }
    }
}

/// The fields of a situation as plain values, for pickling and for the state of a match; `_of_fields` reads them.
type Fields = (
    (bool, bool, &'static str),
    Option<(u8, u8)>,
    Option<&'static str>,
    u8,
    (u8, i8, u8),
    (u16, u16, u16),
    (bool, bool, bool),
);

#[pymethods]
impl Situation {
    #[new]
    #[pyo3(signature = (position, *, scoring = None, cube = None, dice = None, offer = None, score = None, max_cube = Whole::new(1024)), text_signature = "(position, *, scoring=None, cube=None, dice=None, offer=None, score=None, max_cube=1024)")]
    fn new(
        position: &Bound<'_, Position>,
        scoring: Option<&Bound<'_, Scoring>>,
        cube: Option<&Bound<'_, Cube>>,
        dice: Option<(Whole, Whole)>,
        offer: Option<&Bound<'_, PyAny>>,
        score: Option<(Whole, Whole)>,
        max_cube: Whole,
    ) -> PyResult<Self> {
        let mut made = Self(Engine::new(position.get().0));
        made.put_score(scoring.map_or(EngineScoring::MONEY, |scoring| scoring.get().0), score)?;
        if let Some(cube) = cube.map(|cube| cube.get().0) {
            made.0.cube_exponent = cube.exponent();
            made.0.cube_owner = match cube.owner() {
                CubeOwner::Centre => None,
                CubeOwner::OnRoll => Some(Seat::Bottom),
                CubeOwner::Opponent => Some(Seat::Top),
            };
        }
        made.0.max_cube_exponent = exponent("max_cube", max_cube)?;
        if let Some((first, second)) = dice {
            made.0.dice = Some(dice_in_order(&first, &second)?);
        }
        if let Some(offer) = offer {
            made.put_offer(offer)?;
        }
        made.refuse_contradiction()
    }

    /// Read any ID, alone or in a block of text.
    ///
    /// It reads an XGID with or without ``XGID=``, the 26 board characters of an XGID alone, a GNU Backgammon position ID
    /// with or without a match ID, and an OGID (OpenGammon). It also reads the several lines that XG and other programs
    /// put on the clipboard, with the ID after ``XGID=`` or ``OGID=`` or as ``Position ID: … Match ID: …``.
    ///
    /// Only an OGID gives the number of checkers per side. For the other notations it is inferred: 3 (hypergammon) if each
    /// side has at most three checkers on the board and one of them is on the bar or outside its own home board, otherwise
    /// 15. In backgammon such a position would need both sides to bear off twelve checkers and then a hit. With all
    /// checkers at home, the position is taken for the end of a backgammon game.
    ///
    /// Parameters
    /// ----------
    /// text
    ///     The ID, or a block of text that contains it.
    /// checkers
    ///     Checkers per side, if known; overrides the number in the text or the inferred one.
    ///
    /// Returns
    /// -------
    /// Situation
    ///     The situation that the ID describes.
    ///
    /// Raises
    /// ------
    /// NotationError
    ///     If the text contains no ID, or an invalid one; the message says where.
    /// PositionError
    ///     If the checkers do not form a legal position.
    ///
    /// Examples
    /// --------
    /// >>> import gammon as bg
    /// >>> bg.Situation.parse("-aaa------------------AAA-").position == bg.Position.hypergammon()
    /// True
    #[staticmethod]
    #[pyo3(signature = (text, *, checkers = None))]
    fn parse(
        text: &Bound<'_, PyString>,
        #[pyo3(from_py_with = self::checkers)] checkers: Option<u8>,
    ) -> PyResult<Self> {
        Engine::parse(&self::text(text)?, checkers).map(Self).map_err(|error| error.raise())
    }

    /// Return whether a text that `parse` accepts gives the position and nothing else.
    #[staticmethod]
    fn _is_only_a_position(text: &Bound<'_, PyString>) -> PyResult<bool> {
        Ok(Engine::is_only_a_position(&self::text(text)?))
    }

    /// The position, seen by the player whose turn it is, even while the opponent must answer an offer.
    #[getter]
    fn position(&self) -> Position {
        Position(self.0.position)
    }

    /// The cube's value, before any pending double: 1, 2, 4 and so on.
    #[getter]
    fn cube(&self) -> u64 {
        1 << self.0.cube_exponent
    }

    /// The cube's owner: 1 the player on roll, -1 the opponent, 0 if it is centred.
    #[getter]
    fn cube_owner(&self) -> i8 {
        self.0.cube_owner.map_or(0, |owner| sign(owner == self.0.turn))
    }

    /// The dice in the order given, or None before the roll. GNU Backgammon IDs store the larger one first.
    #[getter]
    fn dice(&self) -> Option<(u8, u8)> {
        self.0.dice.map(|(first, second)| (first.number(), second.number()))
    }

    /// The offer that awaits an answer: ``"double"``, ``"beaver"``, ``"raccoon"`` or None.
    #[getter]
    fn offer(&self) -> Option<&'static str> {
        self.0.offer.map(|offer| word(&OFFERS, &offer))
    }

    /// The resignation offered: 1 for a single game, 2 for a gammon, 3 for a backgammon, or None.
    #[getter]
    fn resignation(&self) -> Option<u8> {
        self.0.resignation.map(Win::points)
    }

    /// The player who resigns: 1 the player on roll, -1 the opponent, or None.
    #[getter]
    fn resigner(&self) -> Option<i8> {
        self.0.resigned().map(|(seat, _)| sign(seat == self.0.turn))
    }

    /// State of the game: ``"none"`` (not started), ``"playing"``, ``"over"``, ``"resigned"`` or ``"dropped"`` (double passed).
    #[getter]
    fn state(&self) -> &'static str {
        word(&STATES, &self.0.state)
    }

    /// Points scored by the player on roll and by the opponent.
    #[getter]
    fn score(&self) -> (u16, u16) {
        self.0.score_on_roll_first()
    }

    /// Match length in points; 0 for money play.
    #[getter]
    fn match_length(&self) -> u16 {
        self.0.match_length
    }

    /// Whether this is the Crawford game of a match.
    #[getter]
    fn crawford(&self) -> bool {
        self.0.crawford
    }

    /// Whether the Jacoby rule is in force; it has no effect in a match.
    #[getter]
    fn jacoby(&self) -> bool {
        self.0.jacoby
    }

    /// Whether beavers are allowed; never in a match. GNU Backgammon IDs and OGIDs do not record it.
    #[getter]
    fn beavers(&self) -> bool {
        self.0.beavers
    }

    /// How the game is scored.
    ///
    /// Raises
    /// ------
    /// ArgumentError
    ///     If a player needs no points or more than 64, or the score rules out the Crawford game.
    #[getter]
    fn scoring(&self) -> PyResult<Scoring> {
        self.0.scoring().map(Scoring).map_err(|error| error.raise())
    }

    /// The cube seen by the player on roll.
    #[getter]
    fn cube_on_roll(&self) -> Cube {
        Cube(self.0.cube())
    }

    /// The largest cube value allowed; 1024 if the notation does not record it.
    #[getter]
    fn max_cube(&self) -> u64 {
        1 << self.0.max_cube_exponent
    }

    /// The player on roll: 1 at the bottom (uppercase letters in an XGID), -1 at the top.
    #[getter]
    fn turn(&self) -> i8 {
        sign(self.0.turn == Seat::Bottom)
    }

    /// Return the same situation with the player on roll at the bottom, as GNU Backgammon does when it converts an XGID.
    fn seated_at_bottom(&self) -> Self {
        Self(self.0.seated_at_bottom())
    }

    /// Return the situation as an XGID, which does not record the number of checkers per side.
    ///
    /// Raises
    /// ------
    /// NotationError
    ///     If an XGID cannot express it: the game has not started or was resigned or dropped, or a resignation is pending.
    fn to_xgid(&self, py: Python<'_>) -> PyResult<Py<Xgid>> {
        self.as_xgid(py)
    }

    /// Return the situation as a GNU Backgammon ID; the player at the bottom is player 1.
    ///
    /// The ID does not record the number of checkers per side, whether beavers are allowed, the largest cube value, or the
    /// order of the dice.
    ///
    /// Raises
    /// ------
    /// NotationError
    ///     If the ID cannot express it: a beaver or raccoon is pending, or the cube is above 2^15.
    fn to_gnubg_id(&self, py: Python<'_>) -> PyResult<Py<GnubgId>> {
        self.as_gnubg_id(py)
    }

    /// Return the situation as an OGID; the player at the bottom is Black.
    ///
    /// The OGID does not record the Jacoby rule, beavers, or the largest cube value.
    ///
    /// Raises
    /// ------
    /// NotationError
    ///     If an OGID cannot express it: the game has not started or is over, a beaver, raccoon or resignation is pending,
    ///     or the cube is above 2^9.
    fn to_ogid(&self) -> PyResult<String> {
        self.0.to_ogid().map_err(|error| error.raise())
    }

    #[getter]
    fn _fields(&self) -> Fields {
        let here = &self.0;
        let is_bottom = |seat| seat == Seat::Bottom;
        let [top, bottom] = here.score;
        (
            (is_bottom(here.turn), is_bottom(here.decides), self.state()),
            self.dice(),
            self.offer(),
            self.resignation().unwrap_or(0),
            (here.cube_exponent, here.cube_owner.map_or(0, |owner| sign(is_bottom(owner))), here.max_cube_exponent),
            (top, bottom, here.match_length),
            (here.crawford, here.jacoby, here.beavers),
        )
    }

    /// Make a situation from `_fields`; unlike the constructor, it allows either seat on roll and finished games.
    #[staticmethod]
    fn _of_fields(position: &Position, fields: &Bound<'_, PyTuple>) -> PyResult<Self> {
        type Given = (
            (bool, bool, String),
            Option<(Whole, Whole)>,
            Option<String>,
            u64,
            (u8, i8, u8),
            (u16, u16, u16),
            (bool, bool, bool),
        );
        let unknown = || ArgumentError::new_err("not the fields of a situation");
        let given: Given = fields
            .extract()
            .map_err(|error: PyErr| if error.is_instance_of::<PyTypeError>(fields.py()) { error } else { unknown() })?;
        let ((turn, decides, state), dice, offer, resignation, cube, points, rules) = given;
        let seat = |is_bottom| if is_bottom { Seat::Bottom } else { Seat::Top };
        let most = gammon::value::scoring::Cube::MOST_EXPONENT;
        if cube.0 > most || cube.2 > most {
            return Err(unknown());
        }
        let dice = match dice {
            None => None,
            Some((first, second)) => Some(dice_in_order(&first, &second)?),
        };
        Self(Engine {
            position: position.0,
            turn: seat(turn),
            decides: seat(decides),
            state: named(&STATES, &state).ok_or_else(unknown)?,
            dice,
            offer: offer.map(|offer| named(&OFFERS, &offer).ok_or_else(unknown)).transpose()?,
            resignation: win(resignation),
            cube_exponent: cube.0,
            cube_owner: (cube.1 != 0).then(|| seat(cube.1 > 0)),
            max_cube_exponent: cube.2,
            score: [points.0, points.1],
            match_length: points.2,
            crawford: rules.0,
            jacoby: rules.1,
            beavers: rules.2,
        })
        .refuse_contradiction()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Pickled<'py, (Position, Fields)>> {
        let here = slf.get();
        Ok((slf.get_type().getattr("_restore")?, (here.position(), here._fields())))
    }

    #[staticmethod]
    fn _restore(position: &Position, fields: &Bound<'_, PyTuple>) -> PyResult<Self> {
        Self::_of_fields(position, fields)
    }

    fn __repr__(&self) -> String {
        let is_this = |read: Result<Engine, notation::NotationError>| read.is_ok_and(|read| read == self.0);
        for written in [self.0.to_xgid(), self.0.to_gnubg_id()].into_iter().flatten() {
            let checkers = self.0.position.checkers();
            if is_this(Engine::parse(&written, None)) {
                return format!("Situation.parse('{written}')");
            }
            if is_this(Engine::parse(&written, Some(checkers))) {
                return format!("Situation.parse('{written}', checkers={checkers})");
            }
        }
        let state = self.state();
        format!("<Situation {}, {state}>", notation::position_id(self.0.position))
    }
}

#[pymethods]
impl Xgid {
    #[new]
    #[pyo3(signature = (text, *, checkers = None))]
    fn new(
        text: &Bound<'_, PyString>,
        #[pyo3(from_py_with = self::checkers)] checkers: Option<u8>,
    ) -> PyResult<PyClassInitializer<Self>> {
        let read = Engine::from_xgid(&self::text(text)?, checkers).map_err(|error| error.raise())?;
        Ok(PyClassInitializer::from(Situation(read)).add_subclass(Self))
    }

    #[staticmethod]
    fn _restore(py: Python<'_>, position: &Position, fields: &Bound<'_, PyTuple>) -> PyResult<Py<Self>> {
        Situation::_of_fields(position, fields)?.as_xgid(py)
    }

    /// Return the situation as a GNU Backgammon ID with the player on roll as player 1, as GNU Backgammon converts an XGID.
    ///
    /// `Situation.to_gnubg_id` keeps the players in their seats.
    ///
    /// Raises
    /// ------
    /// NotationError
    ///     If the ID cannot express it: a beaver or raccoon is pending, or the cube is above 2^15.
    fn to_gnubg_id(slf: &Bound<'_, Self>) -> PyResult<Py<GnubgId>> {
        slf.as_super().get().seated_at_bottom().as_gnubg_id(slf.py())
    }

    fn __str__(slf: &Bound<'_, Self>) -> PyResult<String> {
        slf.as_super().get().0.to_xgid().map_err(|error| error.raise())
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let (text, here) = (Self::__str__(slf)?, slf.as_super().get().0);
        Ok(match Engine::from_xgid(&text, None) {
            Ok(read) if read == here => format!("Xgid('{text}')"),
            _ => format!("Xgid('{text}', checkers={})", here.position.checkers()),
        })
    }
}

#[pymethods]
impl GnubgId {
    #[new]
    #[pyo3(signature = (text, *, checkers = None))]
    fn new(
        text: &Bound<'_, PyString>,
        #[pyo3(from_py_with = self::checkers)] checkers: Option<u8>,
    ) -> PyResult<PyClassInitializer<Self>> {
        let read = Engine::from_gnubg_id(&self::text(text)?, checkers).map_err(|error| error.raise())?;
        Ok(PyClassInitializer::from(Situation(read)).add_subclass(Self))
    }

    #[staticmethod]
    fn _restore(py: Python<'_>, position: &Position, fields: &Bound<'_, PyTuple>) -> PyResult<Py<Self>> {
        Situation::_of_fields(position, fields)?.as_gnubg_id(py)
    }

    fn __str__(slf: &Bound<'_, Self>) -> PyResult<String> {
        slf.as_super().get().0.to_gnubg_id().map_err(|error| error.raise())
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let (text, here) = (Self::__str__(slf)?, slf.as_super().get().0);
        Ok(match Engine::from_gnubg_id(&text, None) {
            Ok(read) if read.position == here.position => format!("GnubgId('{text}')"),
            _ => format!("GnubgId('{text}', checkers={})", here.position.checkers()),
        })
    }
}
