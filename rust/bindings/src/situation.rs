//! `gammon.Situation`, and `gammon.Xgid` and `gammon.GnubgId`, which are one read from a text.

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

/// One moment of a game: position, cube, score, rules, dice and what is offered, seen by the player on roll.
///
/// `Situation.parse` reads one from any ID; `Xgid` and `GnubgId` are situations that print as the text they were read
/// from. Two situations are equal if they say the same, in whatever way they were written.
///
/// Parameters
/// ----------
/// position
///     The checkers, seen by the player on roll, who sits at the bottom.
/// scoring
///     Money with its options, or how many points both players need; money without options if left out.
/// cube
///     The cube, in the centre at 1 if left out. A double that waits for its answer is not counted.
/// dice
///     What the player on roll has thrown, in the order given; None before the throw.
/// offer
///     What waits for an answer: ``"double"``, ``"beaver"`` or ``"raccoon"``; or what is offered in resignation: 1, 2 or
///     3 by the player on roll, -1, -2 or -3 by the opponent.
/// score
///     Points of the player on roll and of the opponent. If left out, 0 for whoever needs more points. In a match they
///     must make the same length together with what `scoring` says both need.
/// max_cube
///     The largest value that the cube may reach.
///
/// Raises
/// ------
/// ArgumentError
///     If the parts contradict each other or one is out of its range.
/// DiceError
///     If a number is on no die.
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

/// An XGID: a `Situation` that prints as this text.
///
/// ``str(xgid)`` is the text that was read, in its canonical form; nothing in it is lost.
///
/// Parameters
/// ----------
/// text
///     With or without ``XGID=``.
/// checkers
///     How many checkers a side has; those not on the board are borne off. If None, 3 as in hypergammon where
///     `Situation.parse` says so, otherwise 15.
///
/// Raises
/// ------
/// NotationError
///     If the text is not an XGID or contradicts itself; the message says what is wrong and in which column.
/// PositionError
///     If its checkers do not make a legal position.
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

/// A GNU Backgammon ID: a `Situation` that prints as position ID and match ID.
///
/// Parameters
/// ----------
/// text
///     ``POSITION:MATCH``, 14 and 12 characters.
/// checkers
///     How many checkers a side has; those not on the board are borne off. If None, 3 as in hypergammon where
///     `Situation.parse` says so, otherwise 15.
///
/// Raises
/// ------
/// NotationError
///     If the text is not such an ID or contradicts itself; the message says what is wrong and in which column.
/// PositionError
///     If its checkers do not make a legal position.
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

/// Reads `checkers=`, where None leaves it to be inferred.
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
    /// What an XGID of this says: it is written and read again.
    fn as_xgid(self, py: Python<'_>) -> PyResult<Py<Xgid>> {
        let checkers = Some(self.0.position.checkers());
        let read = self.0.to_xgid().and_then(|text| Engine::from_xgid(&text, checkers));
        let read = Self(read.map_err(|error| error.raise())?);
        Py::new(py, PyClassInitializer::from(read).add_subclass(Xgid))
    }

    /// What a GNU Backgammon ID of this says: it is written and read again.
    fn as_gnubg_id(self, py: Python<'_>) -> PyResult<Py<GnubgId>> {
        let checkers = Some(self.0.position.checkers());
        let read = self.0.to_gnubg_id().and_then(|text| Engine::from_gnubg_id(&text, checkers));
        let read = Self(read.map_err(|error| error.raise())?);
        Py::new(py, PyClassInitializer::from(read).add_subclass(GnubgId))
    }

    /// Puts in what waits for an answer.
    fn put_offer(&mut self, offer: &Bound<'_, PyAny>) -> PyResult<()> {
        let expected = "it must be 'double', 'beaver', 'raccoon', or 1, 2, 3, -1, -2 or -3 in resignation";
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

    /// Puts in the match and the score by what both need and have.
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
                        "score is ({own}, {opponent}), and by scoring {own_away} and {opponent_away} points are needed: \
                         that is not one match"
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

/// All that a situation holds, as plain values for pickling and for a match's state, in the order of `_restore`.
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
    /// That is an XGID with or without ``XGID=``, its board of 26 characters alone, GNU Backgammon's position ID with or
    /// without a match ID, an OGID (OpenGammon), or what XG and other programs put on the clipboard: several lines, with
    /// the ID behind ``XGID=`` or ``OGID=`` or as ``Position ID: … Match ID: …``.
    ///
    /// Only an OGID says how many checkers a side has. For the other texts this is inferred: 3, as in hypergammon, if
    /// each side has at most three checkers on the board and one of them is outside its own home board or on the bar;
    /// otherwise 15. (In backgammon such a position needs twelve checkers borne off by both sides and a hit after
    /// that.) With all of them at home the text is taken for the end of a backgammon game.
    ///
    /// Parameters
    /// ----------
    /// text
    ///     The ID, or the block.
    /// checkers
    ///     How many checkers a side has, if that is known; it goes before what is inferred or written.
    ///
    /// Returns
    /// -------
    /// Situation
    ///     What the ID says.
    ///
    /// Raises
    /// ------
    /// NotationError
    ///     If there is no ID in the text, or it is wrong; the message says where.
    /// PositionError
    ///     If its checkers do not make a legal position.
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

    /// Tell whether a text that `parse` reads says where the checkers are and nothing else.
    #[staticmethod]
    fn _is_only_a_position(text: &Bound<'_, PyString>) -> PyResult<bool> {
        Ok(Engine::is_only_a_position(&self::text(text)?))
    }

    /// The position, with the player whose turn it is on roll, also while the opponent has to answer something.
    #[getter]
    fn position(&self) -> Position {
        Position(self.0.position)
    }

    /// The cube's value: 1, 2, 4 and so on. A double that waits for its answer is not counted.
    #[getter]
    fn cube(&self) -> u64 {
        1 << self.0.cube_exponent
    }

    /// Who owns the cube: 1 the player on roll, -1 the opponent, 0 when it is in the centre.
    #[getter]
    fn cube_owner(&self) -> i8 {
        self.0.cube_owner.map_or(0, |owner| sign(owner == self.0.turn))
    }

    /// The dice in the order given, or None if they are not thrown. GNU Backgammon's IDs keep the larger first.
    #[getter]
    fn dice(&self) -> Option<(u8, u8)> {
        self.0.dice.map(|(first, second)| (first.number(), second.number()))
    }

    /// What waits for an answer: ``"double"``, ``"beaver"``, ``"raccoon"`` or None.
    #[getter]
    fn offer(&self) -> Option<&'static str> {
        self.0.offer.map(|offer| word(&OFFERS, &offer))
    }

    /// What is offered in resignation: 1 a single game, 2 a gammon, 3 a backgammon, or None.
    #[getter]
    fn resignation(&self) -> Option<u8> {
        self.0.resignation.map(Win::points)
    }

    /// Who resigns: 1 the player on roll, -1 the opponent, or None.
    #[getter]
    fn resigner(&self) -> Option<i8> {
        self.0.resigned().map(|(seat, _)| sign(seat == self.0.turn))
    }

    /// ``"none"`` before the start is decided, ``"playing"``, ``"over"``, ``"resigned"`` or ``"dropped"``.
    #[getter]
    fn state(&self) -> &'static str {
        word(&STATES, &self.0.state)
    }

    /// Points of the player on roll and of the opponent.
    #[getter]
    fn score(&self) -> (u16, u16) {
        self.0.score_on_roll_first()
    }

    /// Points that win the match; 0 for money.
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

    /// Whether beavers are allowed; never in a match. A GNU Backgammon ID and an OGID do not say it.
    #[getter]
    fn beavers(&self) -> bool {
        self.0.beavers
    }

    /// How the game is scored.
    ///
    /// Raises
    /// ------
    /// ArgumentError
    ///     If a player needs none, or more than 64 points, or the Crawford game contradicts the score.
    #[getter]
    fn scoring(&self) -> PyResult<Scoring> {
        self.0.scoring().map(Scoring).map_err(|error| error.raise())
    }

    /// The cube seen by the player on roll, as `cube_decision` takes it.
    #[getter]
    fn cube_on_roll(&self) -> Cube {
        Cube(self.0.cube())
    }

    /// The largest value that the cube may reach; 1024 where the text does not say it.
    #[getter]
    fn max_cube(&self) -> u64 {
        1 << self.0.max_cube_exponent
    }

    /// Who is on roll: 1 the player at the bottom (capital letters of an XGID), -1 the player at the top.
    #[getter]
    fn turn(&self) -> i8 {
        sign(self.0.turn == Seat::Bottom)
    }

    /// Return the same with the player on roll at the bottom, which is how GNU Backgammon converts an XGID.
    fn seated_at_bottom(&self) -> Self {
        Self(self.0.seated_at_bottom())
    }

    /// Return the same as an XGID. It does not say how many checkers a side has.
    ///
    /// Raises
    /// ------
    /// NotationError
    ///     If an XGID cannot say it: the game has not begun or has been given up, or a resignation waits for its answer.
    fn to_xgid(&self, py: Python<'_>) -> PyResult<Py<Xgid>> {
        self.as_xgid(py)
    }

    /// Return the same as a GNU Backgammon ID: the player at the bottom is player 1.
    ///
    /// It does not say how many checkers a side has, whether beavers are allowed, what the largest cube is, or in which
    /// order the dice lay.
    ///
    /// Raises
    /// ------
    /// NotationError
    ///     If it cannot say it: a beaver or raccoon waits for its answer, or the cube is above 2^15.
    fn to_gnubg_id(&self, py: Python<'_>) -> PyResult<Py<GnubgId>> {
        self.as_gnubg_id(py)
    }

    /// Return the same as an OGID: the player at the bottom is Black.
    ///
    /// It does not say whether the Jacoby rule is in force or beavers are allowed, nor what the largest cube is.
    ///
    /// Raises
    /// ------
    /// NotationError
    ///     If it cannot say it: the game has not begun or is over, a beaver, raccoon or resignation waits for its answer, or
    ///     the cube is above 2^9.
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

    /// Make a situation of `_fields`, in which a player may sit at either side and a game may be over.
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
        let unknown = || ArgumentError::new_err("the fields are not those of a situation");
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

    /// Return the same as a GNU Backgammon ID, in which the player on roll becomes player 1, as GNU Backgammon does it.
    ///
    /// `Situation.to_gnubg_id` leaves the players in their seats.
    ///
    /// Raises
    /// ------
    /// NotationError
    ///     If a GNU Backgammon ID cannot say it: a beaver or raccoon that waits for its answer, or a cube above 2^15.
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
