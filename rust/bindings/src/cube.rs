//! `gammon.Scoring`, `gammon.Cube`, `gammon.CubeModel` and what they decide.

use gammon::cube::{CubeAction as Action, Kinds};
use gammon::scoring::{Crawford as EngineCrawford, Cube as EngineCube, CubeOwner, Scoring as EngineScoring};
use gammon::{CubeEfficiency, CubeModel as EngineModel};
use pyo3::prelude::*;

use crate::Pickled;
use crate::errors::{ArgumentError, Raise};
use crate::met::MatchEquityTable;
use crate::numbers::{Whole, within};
use crate::outcome::Outcome;
use crate::position::Position;

/// The Crawford rule in a game of a match: in the first game after a player has come to one point short nobody may double.
#[pyclass(module = "gammon", frozen, eq, hash, rename_all = "SCREAMING_SNAKE_CASE", from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Crawford {
    /// No player has come to one point short of winning.
    ToCome,
    /// This is the Crawford game.
    ThisGame,
    /// The Crawford game has been played.
    Played,
    /// The match is played without the rule.
    Off,
}

impl Crawford {
    const fn name(self) -> &'static str {
        match self {
            Self::ToCome => "TO_COME",
            Self::ThisGame => "THIS_GAME",
            Self::Played => "PLAYED",
            Self::Off => "OFF",
        }
    }

    pub const fn engine(self) -> EngineCrawford {
        match self {
            Self::ToCome => EngineCrawford::ToCome,
            Self::ThisGame => EngineCrawford::ThisGame,
            Self::Played => EngineCrawford::Played,
            Self::Off => EngineCrawford::Off,
        }
    }

    const fn of(crawford: EngineCrawford) -> Self {
        match crawford {
            EngineCrawford::ToCome => Self::ToCome,
            EngineCrawford::ThisGame => Self::ThisGame,
            EngineCrawford::Played => Self::Played,
            EngineCrawford::Off => Self::Off,
        }
    }
}

/// How a member of an enumeration pickles itself: by its name.
fn member<'py, T: pyo3::PyTypeInfo>(
    py: Python<'py>,
    name: &'static str,
) -> PyResult<Pickled<'py, (Py<PyAny>, &'static str)>> {
    let class = py.get_type::<T>().into_any().unbind();
    Ok((py.import("builtins")?.getattr("getattr")?, (class, name)))
}

#[pymethods]
impl Crawford {
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py, (Py<PyAny>, &'static str)>> {
        member::<Self>(py, self.name())
    }
}

/// What the player on roll should do about the cube, and his opponent about a double.
///
/// ``str(action)`` says it in words.
#[pyclass(module = "gammon", frozen, eq, hash, rename_all = "SCREAMING_SNAKE_CASE")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum CubeAction {
    /// The player on roll may not double.
    Unavailable,
    /// Not double; a double would be taken.
    NoDouble,
    /// Not double; a double would be beavered.
    NoDoubleBeaver,
    /// Double or not, which is the same; a double is taken.
    OptionalDoubleTake,
    /// Double or not, which is the same; a double is passed.
    OptionalDoublePass,
    /// Double; the opponent takes.
    DoubleTake,
    /// Double; the opponent beavers.
    DoubleBeaver,
    /// Double; the opponent passes.
    DoublePass,
    /// Not double, as playing on is worth more than the pass; a double would be taken.
    TooGoodTake,
    /// Not double, as playing on is worth more than the pass; a double would be passed.
    TooGoodPass,
}

impl CubeAction {
    const fn of(action: Action) -> Self {
        match action {
            Action::Unavailable => Self::Unavailable,
            Action::NoDouble => Self::NoDouble,
            Action::NoDoubleBeaver => Self::NoDoubleBeaver,
            Action::OptionalDoubleTake => Self::OptionalDoubleTake,
            Action::OptionalDoublePass => Self::OptionalDoublePass,
            Action::DoubleTake => Self::DoubleTake,
            Action::DoubleBeaver => Self::DoubleBeaver,
            Action::DoublePass => Self::DoublePass,
            Action::TooGoodTake => Self::TooGoodTake,
            Action::TooGoodPass => Self::TooGoodPass,
        }
    }

    const fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Unavailable => ("UNAVAILABLE", "may not double"),
            Self::NoDouble => ("NO_DOUBLE", "no double, take"),
            Self::NoDoubleBeaver => ("NO_DOUBLE_BEAVER", "no double, beaver"),
            Self::OptionalDoubleTake => ("OPTIONAL_DOUBLE_TAKE", "optional double, take"),
            Self::OptionalDoublePass => ("OPTIONAL_DOUBLE_PASS", "optional double, pass"),
            Self::DoubleTake => ("DOUBLE_TAKE", "double, take"),
            Self::DoubleBeaver => ("DOUBLE_BEAVER", "double, beaver"),
            Self::DoublePass => ("DOUBLE_PASS", "double, pass"),
            Self::TooGoodTake => ("TOO_GOOD_TAKE", "too good to double, take"),
            Self::TooGoodPass => ("TOO_GOOD_PASS", "too good to double, pass"),
        }
    }
}

#[pymethods]
impl CubeAction {
    /// The name of the member.
    #[getter]
    fn name(&self) -> &'static str {
        self.names().0
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py, (Py<PyAny>, &'static str)>> {
        member::<Self>(py, self.names().0)
    }

    fn __str__(&self) -> &'static str {
        self.names().1
    }
}

/// How a game is scored, seen by the player on roll: made by `Scoring.money` or `Scoring.match`.
///
/// Examples
/// --------
/// >>> import gammon as bg
/// >>> bg.Scoring.match(4, 2)
/// Scoring.match(4, 2, crawford=Crawford.TO_COME)
/// >>> bg.Xgid("-b----E-C---eE---c-e----B-:0:0:1:00:0:0:1:0:10").scoring
/// Scoring.money(jacoby=True, beavers=False)
#[pyclass(module = "gammon", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Scoring(pub EngineScoring);

#[pymethods]
impl Scoring {
    /// Return a game for money.
    ///
    /// Parameters
    /// ----------
    /// jacoby
    ///     Whether gammons and backgammons count as single games until the cube is turned.
    /// beavers
    ///     Whether he who accepts a double may redouble at once and keep the cube.
    #[staticmethod]
    #[pyo3(signature = (*, jacoby = false, beavers = false))]
    const fn money(jacoby: bool, beavers: bool) -> Self {
        Self(EngineScoring::Money { jacoby, beavers })
    }

    /// Return a game of a match.
    ///
    /// Parameters
    /// ----------
    /// own_away, opponent_away
    ///     Points that the player on roll and his opponent need to win the match, 1 to 64.
    /// crawford
    ///     Whether the Crawford game is to come, this one, or over.
    ///
    /// Raises
    /// ------
    /// ArgumentError
    ///     If there is no game at such a score.
    #[staticmethod]
    #[pyo3(name = "match", signature = (own_away, opponent_away, *, crawford = Crawford::ToCome))]
    fn of_match(own_away: Whole, opponent_away: Whole, crawford: Crawford) -> PyResult<Self> {
        let away = |name, away| within(name, away, 1..=u32::from(gammon::scoring::MOST_AWAY)).map(|away| away as u16);
        let (own_away, opponent_away) = (away("own_away", own_away)?, away("opponent_away", opponent_away)?);
        EngineScoring::of_match(own_away, opponent_away, crawford.engine()).map(Self).map_err(|error| error.raise())
    }

    /// Whether it is a game of a match.
    #[getter]
    const fn is_match(&self) -> bool {
        matches!(self.0, EngineScoring::Match { .. })
    }

    /// Points that the player on roll and his opponent need to win the match; None for money.
    #[getter]
    const fn away(&self) -> Option<(u16, u16)> {
        match self.0 {
            EngineScoring::Match { own_away, opponent_away, .. } => Some((own_away, opponent_away)),
            EngineScoring::Money { .. } => None,
        }
    }

    /// Whether the Crawford game is to come, this one, or over; None for money.
    #[getter]
    const fn crawford(&self) -> Option<Crawford> {
        match self.0 {
            EngineScoring::Match { crawford, .. } => Some(Crawford::of(crawford)),
            EngineScoring::Money { .. } => None,
        }
    }

    /// Whether the Jacoby rule is in force; never in a match.
    #[getter]
    const fn jacoby(&self) -> bool {
        matches!(self.0, EngineScoring::Money { jacoby: true, .. })
    }

    /// Whether beavers are allowed; never in a match.
    #[getter]
    const fn beavers(&self) -> bool {
        matches!(self.0, EngineScoring::Money { beavers: true, .. })
    }

    /// Return the same game seen by the other player.
    const fn swap(&self) -> Self {
        Self(self.0.swap())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py, (i32, i32, Option<Crawford>)>> {
        let restore = py.get_type::<Self>().getattr("_restore")?;
        Ok(match self.0 {
            EngineScoring::Money { jacoby, beavers } => (restore, (jacoby.into(), beavers.into(), None)),
            EngineScoring::Match { own_away, opponent_away, crawford } => {
                (restore, (own_away.into(), opponent_away.into(), Some(Crawford::of(crawford))))
            }
        })
    }

    #[staticmethod]
    fn _restore(first: i32, second: i32, crawford: Option<Crawford>) -> PyResult<Self> {
        match crawford {
            Some(crawford) => Self::of_match(Whole(first.into()), Whole(second.into()), crawford),
            None => Ok(Self::money(first != 0, second != 0)),
        }
    }

    fn __repr__(&self) -> String {
        let word = |is: bool| if is { "True" } else { "False" };
        match self.0 {
            EngineScoring::Money { jacoby, beavers } => {
                format!("Scoring.money(jacoby={}, beavers={})", word(jacoby), word(beavers))
            }
            EngineScoring::Match { own_away, opponent_away, crawford } => {
                let crawford = Crawford::of(crawford).name();
                format!("Scoring.match({own_away}, {opponent_away}, crawford=Crawford.{crawford})")
            }
        }
    }
}

/// The exponent of a cube's value.
fn exponent(name: &str, Whole(value): Whole) -> PyResult<u8> {
    let most = 1_i64 << EngineCube::MOST_EXPONENT;
    if (1..=most).contains(&value) && value.count_ones() == 1 {
        Ok(value.trailing_zeros() as u8)
    } else {
        Err(ArgumentError::new_err(format!("{name} is {value}; it must be a power of two from 1 to 2^60")))
    }
}

/// The doubling cube, seen by the player on roll.
///
/// Parameters
/// ----------
/// value
///     1, 2, 4 and so on, to 2^60.
/// owner
///     1 if the player on roll owns it, -1 if his opponent does, 0 when it is in the centre; as in an `Xgid`.
///
/// Raises
/// ------
/// ArgumentError
///     If a number is none of these.
///
/// Examples
/// --------
/// >>> import gammon as bg
/// >>> bg.Cube(2, 1).doubled()
/// Cube(4, -1)
#[pyclass(module = "gammon", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cube(pub EngineCube);

#[pymethods]
impl Cube {
    #[new]
    #[pyo3(signature = (value = Whole(1), owner = Whole(0)))]
    fn new(value: Whole, owner: Whole) -> PyResult<Self> {
        let owner = match owner {
            Whole(0) => CubeOwner::Centre,
            Whole(1) => CubeOwner::OnRoll,
            Whole(-1) => CubeOwner::Opponent,
            Whole(owner) => {
                return Err(ArgumentError::new_err(format!(
                    "owner is {owner}; it must be 1 (the player on roll), -1 (his opponent) or 0 (the cube is centred)"
                )));
            }
        };
        Ok(Self(EngineCube::new(exponent("value", value)?, owner)))
    }

    /// Its value.
    #[getter]
    const fn value(&self) -> u64 {
        self.0.value()
    }

    /// 1 if the player on roll owns it, -1 if his opponent does, 0 when it is in the centre.
    #[getter]
    const fn owner(&self) -> i8 {
        match self.0.owner() {
            CubeOwner::Centre => 0,
            CubeOwner::OnRoll => 1,
            CubeOwner::Opponent => -1,
        }
    }

    /// Return the cube after the player on roll has doubled and the opponent has taken.
    const fn doubled(&self) -> Self {
        Self(self.0.doubled())
    }

    /// Return the same cube seen by the other player.
    const fn swap(&self) -> Self {
        Self(self.0.swap())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Pickled<'py, (u64, i8)> {
        (py.get_type::<Self>().into_any(), (self.value(), self.owner()))
    }

    fn __repr__(&self) -> String {
        format!("Cube({}, {})", self.value(), self.owner())
    }
}

/// Reads a cube efficiency.
pub fn efficiency(asked: &Bound<'_, PyAny>) -> PyResult<f64> {
    let efficiency: f64 = asked.extract()?;
    if (0.0..=1.0).contains(&efficiency) {
        Ok(efficiency)
    } else {
        Err(ArgumentError::new_err(format!(
            "efficiency is {efficiency}; it must be from 0 (a dead cube) to 1 (a live one)"
        )))
    }
}

/// Return how live the cube is in a position, from 0, dead, to 1, by the class of the position.
///
/// The numbers are published ones, those of GNU Backgammon, until they are measured with this engine.
#[pyfunction]
pub fn cube_efficiency(position: &Position) -> f64 {
    CubeEfficiency::PUBLISHED.of(position.0)
}

/// What a double and its answers are worth, which is right, and whether the opponent's best answers tie.
type Decision = (f64, f64, f64, Option<f64>, CubeAction, bool);

/// Points to take, to double, to cash, and from which a position is too good.
type Points = (Option<f64>, Option<f64>, Option<f64>, Option<f64>);

/// What a game is worth with the cube, by Janowski's interpolation between a dead and a live cube.
///
/// Values are points per unit of the cube for money, and match-winning chances in a match; all are seen by the player on
/// roll. The initial doubling point is that of the interpolation, ``(3 + x) / (6 - x)`` for money without gammons and an
/// efficiency of x, not that of Janowski's closed form.
///
/// Parameters
/// ----------
/// scoring
///     How the game is scored.
/// met
///     A match equity table with the player on roll as its first player. Money does not look at it.
/// max_cube
///     The largest cube that is allowed.
///
/// Raises
/// ------
/// ArgumentError
///     If `max_cube` is no power of two up to 2^60.
///
/// Examples
/// --------
/// >>> import gammon as bg
/// >>> model = bg.CubeModel(bg.Scoring.money(), bg.met.load())
/// >>> round(model.no_double(bg.Outcome(0.5), bg.Cube(2, 1), efficiency=1.0), 3)
/// 0.25
#[pyclass(module = "gammon", frozen)]
pub struct CubeModel(EngineModel);

#[pymethods]
impl CubeModel {
    #[new]
    #[pyo3(signature = (scoring, met, *, max_cube = Whole(1 << EngineCube::MOST_EXPONENT)))]
    fn new(scoring: &Scoring, met: &MatchEquityTable, max_cube: Whole) -> PyResult<Self> {
        Ok(Self(EngineModel::new(scoring.0, exponent("max_cube", max_cube)?, &met.table)))
    }

    /// How the game is scored.
    #[getter]
    const fn scoring(&self) -> Scoring {
        Scoring(self.0.scoring())
    }

    /// Return the same game for positions in which the other side is on roll.
    fn swap(&self) -> Self {
        Self(self.0.swap())
    }

    /// Whether the player on roll may double.
    const fn may_double(&self, cube: &Cube) -> bool {
        self.0.may_double(cube.0)
    }

    /// Return what a position is worth if the player on roll does not double this turn.
    ///
    /// Parameters
    /// ----------
    /// outcome
    ///     How the game may end without a cube.
    /// cube
    ///     The cube.
    /// efficiency
    ///     How live it is: 0 dead, 1 live.
    ///
    /// Raises
    /// ------
    /// ArgumentError
    ///     If `efficiency` is not from 0 to 1.
    #[pyo3(signature = (outcome, cube, *, efficiency))]
    fn no_double(&self, outcome: &Outcome, cube: &Cube, #[pyo3(from_py_with = efficiency)] efficiency: f64) -> f64 {
        self.0.no_double(outcome.0, cube.0, efficiency)
    }

    /// Return what each decision is worth: no double, double and take, double and pass, double and beaver (None where it
    /// cannot be); then the right `CubeAction`, and whether the opponent's best two answers are worth the same.
    ///
    /// The parameters are those of `no_double`.
    ///
    /// Raises
    /// ------
    /// ArgumentError
    ///     If `efficiency` is not from 0 to 1.
    #[pyo3(signature = (outcome, cube, *, efficiency))]
    fn decide(&self, outcome: &Outcome, cube: &Cube, #[pyo3(from_py_with = efficiency)] efficiency: f64) -> Decision {
        let found = self.0.decide(outcome.0, cube.0, efficiency);
        let action = CubeAction::of(found.action);
        (found.no_double, found.double_take, found.double_pass, found.double_beaver, action, found.answers_tie)
    }

    /// Return a value as equity: 1 is a single game won at the value of the cube, -1 one lost.
    fn equity(&self, value: f64, cube: &Cube) -> f64 {
        self.0.equity(value, cube.0)
    }

    /// Return what a gammon adds to a single game won, as a share of what winning adds to losing: 1/2 for money.
    fn gammon_value(&self, cube: &Cube) -> f64 {
        self.0.gammon_value(cube.0)
    }

    /// Return the winning chances at which decisions change: take, double, cash, too good; None where there is none.
    ///
    /// Parameters
    /// ----------
    /// cube
    ///     The cube before a double.
    /// kinds
    ///     Shares of the won games that are gammons or more and backgammons, and of the lost games.
    /// efficiency
    ///     How live the cube is: 0 dead, 1 live.
    ///
    /// Raises
    /// ------
    /// ArgumentError
    ///     If `efficiency` or a share is not from 0 to 1, or there are more backgammons than gammons.
    #[pyo3(signature = (cube, kinds, *, efficiency))]
    fn points(
        &self,
        cube: &Cube,
        kinds: [f64; 4],
        #[pyo3(from_py_with = efficiency)] efficiency: f64,
    ) -> PyResult<Points> {
        let [win_gammons, win_backgammons, lose_gammons, lose_backgammons] = kinds;
        for [gammons, backgammons] in [[win_gammons, win_backgammons], [lose_gammons, lose_backgammons]] {
            if !((0.0..=1.0).contains(&gammons) && (0.0..=gammons).contains(&backgammons)) {
                return Err(ArgumentError::new_err(format!(
                    "a share of gammons is {gammons} and that of backgammons in it {backgammons}; \
                     the first must be from 0 to 1, the second not more"
                )));
            }
        }
        let kinds = Kinds::new(win_gammons, win_backgammons, lose_gammons, lose_backgammons);
        let points = self.0.points(cube.0, &kinds, efficiency);
        Ok((points.take, points.double, points.cash, points.too_good))
    }

    fn __repr__(&self) -> String {
        format!("<CubeModel {}>", self.scoring().__repr__())
    }
}
