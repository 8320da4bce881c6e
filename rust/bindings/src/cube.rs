//! `gammon.CubeModel` and `gammon.CubeAction`.

use gammon::value::Kinds;
use gammon::{Cube as EngineCube, CubeAction as Action, CubeDecision, CubeEfficiency, CubeModel as EngineModel};
use pyo3::prelude::*;

use crate::Pickled;
use crate::errors::ArgumentError;
use crate::met::MatchEquityTable;
use crate::numbers::Whole;
use crate::outcome::Outcome;
use crate::position::Position;
use crate::scoring::{Cube, Scoring, exponent, member};

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
    pub const fn of(action: Action) -> Self {
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
/// The numbers are measured with this engine (docs/cube.md).
#[pyfunction]
pub fn cube_efficiency(position: &Position) -> f64 {
    CubeEfficiency::MEASURED.of(position.0)
}

/// What a double and its answers are worth, which is right, and whether the opponent's best answers tie.
pub type Decision = (f64, f64, f64, Option<f64>, CubeAction, bool);

/// A decision as Python gets it.
pub const fn decision(found: CubeDecision) -> Decision {
    let action = CubeAction::of(found.action);
    (found.no_double, found.double_take, found.double_pass, found.double_beaver, action, found.answers_tie)
}

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
pub struct CubeModel(pub EngineModel);

#[pymethods]
impl CubeModel {
    #[new]
    #[pyo3(signature = (scoring, met, *, max_cube = Whole::new(1 << EngineCube::MOST_EXPONENT)))]
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
        decision(self.0.decide(outcome.0, cube.0, efficiency))
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
