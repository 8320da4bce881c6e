//! `gammon.CubeModel`.

use std::hash::{Hash, Hasher};

use gammon::value::GammonRates;
use gammon::{Cube as EngineCube, CubeDecision, CubeEfficiency, CubeModel as EngineModel};
use pyo3::prelude::*;

use crate::Pickled;
use crate::enums::{BeaverAnswer, CubeAction};
use crate::errors::{ArgumentError, quoted};
use crate::met::MatchEquityTable;
use crate::numbers::{Whole, real};
use crate::outcome::Outcome;
use crate::position::Position;
use crate::scoring::{Cube, Scoring, exponent};

/// Reads a cube efficiency.
pub fn efficiency(asked: &Bound<'_, PyAny>) -> PyResult<f64> {
    let efficiency = real(asked)?;
    if (0.0..=1.0).contains(&efficiency) {
        Ok(efficiency)
    } else {
        Err(ArgumentError::new_err(format!(
            "efficiency is {}; it must be from 0 (a dead cube) to 1 (a live one)",
            quoted(asked)
        )))
    }
}

/// Reads the shares of gammons and backgammons among games won and lost.
fn four(kinds: &Bound<'_, PyAny>) -> PyResult<[f64; 4]> {
    let given: Vec<Bound<'_, PyAny>> = kinds.extract()?;
    let numbers = given.iter().map(real).collect::<PyResult<Vec<f64>>>()?;
    numbers.try_into().map_err(|numbers: Vec<f64>| {
        ArgumentError::new_err(format!("kinds: expected four shares, got {}", numbers.len()))
    })
}

/// What a beaver is worth if it is taken, passed, answered with a raccoon that is taken or passed; and the best answer.
type Beavered = (f64, f64, Option<(f64, f64)>, BeaverAnswer);

/// What a double and its answers are worth, which is right, and whether the opponent's best answers tie.
pub type Decision = (f64, f64, f64, Option<f64>, CubeAction, bool, Option<Beavered>);

/// A decision as Python gets it.
pub fn decision(found: CubeDecision) -> Decision {
    let beaver = found.beaver.map(|beaver| {
        let raccoon = beaver.raccoon.map(|raccoon| (raccoon.take, raccoon.pass));
        (beaver.take, beaver.pass, raccoon, BeaverAnswer(beaver.answer()))
    });
    let action = CubeAction(found.action);
    (found.no_double, found.double_take, found.double_pass, found.double_beaver(), action, found.answers_tie, beaver)
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
/// efficiency
///     How live the cube is in every position, from 0, dead, to 1; by the class of the position if None.
///
/// Raises
/// ------
/// ArgumentError
///     If `max_cube` is not a power of two up to 2^60, or `efficiency` is not from 0 to 1.
///
/// Examples
/// --------
/// >>> import gammon as bg
/// >>> model = bg.CubeModel(bg.Scoring.money(), bg.met.load())
/// >>> round(model.no_double(bg.Outcome(0.5), bg.Cube(2, 1), efficiency=1.0), 3)
/// 0.25
#[pyclass(module = "gammon", frozen)]
pub struct CubeModel {
    pub model: EngineModel,
    met: Py<MatchEquityTable>,
    max_cube: i64,
    efficiency: Option<f64>,
}

/// A model and what it is made of, which `CubeModel` takes by position and by name.
type Parts = (Scoring, Py<MatchEquityTable>, i64, Option<f64>);

/// Reads `efficiency=`: None is by the class of the position.
fn efficiency_or_class(asked: &Bound<'_, PyAny>) -> PyResult<Option<f64>> {
    if asked.is_none() { Ok(None) } else { efficiency(asked).map(Some) }
}

#[pymethods]
impl CubeModel {
    #[new]
    #[pyo3(signature = (scoring, met, *, max_cube = Whole::new(1 << EngineCube::MOST_EXPONENT), efficiency = None), text_signature = "(scoring, met, *, max_cube=1152921504606846976, efficiency=None)")]
    fn new(
        scoring: &Scoring,
        met: &Bound<'_, MatchEquityTable>,
        max_cube: Whole,
        #[pyo3(from_py_with = efficiency_or_class)] efficiency: Option<f64>,
    ) -> PyResult<Self> {
        let model = EngineModel::new(scoring.0, exponent("max_cube", max_cube.clone())?, &met.get().table);
        let model = efficiency.map_or(model, |at| model.with_efficiency(CubeEfficiency::constant(at)));
        Ok(Self { model, met: met.clone().unbind(), max_cube: max_cube.number(), efficiency })
    }

    /// The match equity table, with the player on roll as its first player.
    #[getter]
    fn met(&self, py: Python<'_>) -> Py<MatchEquityTable> {
        self.met.clone_ref(py)
    }

    /// The largest cube that is allowed.
    #[getter]
    const fn max_cube(&self) -> i64 {
        self.max_cube
    }

    /// How live the cube is taken to be in every position; None is by the class of the position.
    #[getter]
    const fn efficiency(&self) -> Option<f64> {
        self.efficiency
    }

    /// Return how live the cube is in a position, from 0, dead, to 1; the measurements are in docs/cube.md.
    ///
    /// After the Crawford game it is 1 if the player who trails needs an odd number of points: waiting costs nothing then.
    fn efficiency_in(&self, position: &Position) -> f64 {
        self.model.efficiency(position.0)
    }

    /// How the game is scored.
    #[getter]
    const fn scoring(&self) -> Scoring {
        Scoring(self.model.scoring())
    }

    /// Return the same game for positions in which the other side is on roll.
    fn swap(&self, py: Python<'_>) -> PyResult<Self> {
        let met = Py::new(py, self.met.get().swap())?;
        Ok(Self { model: self.model.swap(), met, max_cube: self.max_cube, efficiency: self.efficiency })
    }

    /// Whether the player on roll may double.
    const fn may_double(&self, cube: &Cube) -> bool {
        self.model.may_double(cube.0)
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
        self.model.no_double(outcome.0, cube.0, efficiency)
    }

    /// Return what each decision is worth: no double, double and take, double and pass, double and beaver (None where it
    /// cannot be); then the right `CubeAction`, whether the opponent's best two answers are worth the same, and what a beaver
    /// is worth if it is taken, passed, or answered with a raccoon that is taken or passed, with the right `BeaverAnswer`.
    ///
    /// The parameters are those of `no_double`.
    ///
    /// Raises
    /// ------
    /// ArgumentError
    ///     If `efficiency` is not from 0 to 1.
    #[pyo3(signature = (outcome, cube, *, efficiency))]
    fn decide(&self, outcome: &Outcome, cube: &Cube, #[pyo3(from_py_with = efficiency)] efficiency: f64) -> Decision {
        decision(self.model.decide(outcome.0, cube.0, efficiency))
    }

    /// Return a value as equity: 1 is a single game won at the value of the cube, -1 one lost.
    ///
    /// Raises
    /// ------
    /// ArgumentError
    ///     If the value is too large for a float.
    fn equity(&self, value: &Bound<'_, PyAny>, cube: &Cube) -> PyResult<f64> {
        let number: f64 = real(value)?;
        if number.is_finite() || value.extract::<f64>().is_ok() {
            return Ok(self.model.equity(number, cube.0));
        }
        Err(ArgumentError::new_err(format!("value: expected a number that a float can hold, got {}", quoted(value))))
    }

    /// Return what a gammon adds to a single game won, as a share of what winning adds to losing: 1/2 for money.
    fn gammon_value(&self, cube: &Cube) -> f64 {
        self.model.gammon_value(cube.0)
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
    ///     If `efficiency` or a share is not from 0 to 1, there are not four shares, or more backgammons than gammons.
    #[pyo3(signature = (cube, kinds, *, efficiency))]
    fn points(
        &self,
        cube: &Cube,
        #[pyo3(from_py_with = four)] kinds: [f64; 4],
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
        let rates = GammonRates::new(win_gammons, win_backgammons, lose_gammons, lose_backgammons);
        let points = self.model.points(cube.0, &rates, efficiency);
        Ok((points.take, points.double, points.cash, points.too_good))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.model == other.model && (self.max_cube, self.efficiency) == (other.max_cube, other.efficiency)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = std::hash::DefaultHasher::new();
        (self.model.scoring(), self.max_cube, self.efficiency.map(f64::to_bits)).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py, Parts>> {
        let restore = py.get_type::<Self>().getattr("_restore")?;
        Ok((restore, (self.scoring(), self.met.clone_ref(py), self.max_cube, self.efficiency)))
    }

    #[staticmethod]
    fn _restore(
        scoring: &Scoring,
        met: &Bound<'_, MatchEquityTable>,
        max_cube: Whole,
        #[pyo3(from_py_with = efficiency_or_class)] efficiency: Option<f64>,
    ) -> PyResult<Self> {
        Self::new(scoring, met, max_cube, efficiency)
    }

    fn __repr__(&self) -> String {
        let is_limited = self.max_cube < 1 << EngineCube::MOST_EXPONENT;
        let limit = if is_limited { format!(", cube up to {}", self.max_cube) } else { String::new() };
        let live = self.efficiency.map_or_else(String::new, |efficiency| format!(", efficiency {efficiency}"));
        format!("<CubeModel {}{limit}{live}>", self.scoring().__repr__())
    }
}
