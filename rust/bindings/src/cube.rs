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
            "efficiency is {}; it must be from 0 (dead cube) to 1 (live cube)",
            quoted(asked)
        )))
    }
}

/// Reads the gammon and backgammon rates of won and of lost games.
fn four(kinds: &Bound<'_, PyAny>) -> PyResult<[f64; 4]> {
    let given: Vec<Bound<'_, PyAny>> = kinds.extract()?;
    let numbers = given.iter().map(real).collect::<PyResult<Vec<f64>>>()?;
    numbers.try_into().map_err(|numbers: Vec<f64>| {
        ArgumentError::new_err(format!("kinds: expected four rates, got {}", numbers.len()))
    })
}

/// Values of a beaver by its answer: take, pass, raccoon and then take or pass; and the best answer.
type Beavered = (f64, f64, Option<(f64, f64)>, BeaverAnswer);

/// Values of no double, double/take, double/pass and double/beaver; the best action, whether the answers tie, and the beaver.
pub type Decision = (f64, f64, f64, Option<f64>, CubeAction, bool, Option<Beavered>);

/// Converts a cube decision for Python.
pub fn decision(found: CubeDecision) -> Decision {
    let beaver = found.beaver.map(|beaver| {
        let raccoon = beaver.raccoon.map(|raccoon| (raccoon.take, raccoon.pass));
        (beaver.take, beaver.pass, raccoon, BeaverAnswer(beaver.answer()))
    });
    let action = CubeAction(found.action);
    (found.no_double, found.double_take, found.double_pass, found.double_beaver(), action, found.answers_tie, beaver)
}

/// Take point, doubling point, cash point and too-good point.
type Points = (Option<f64>, Option<f64>, Option<f64>, Option<f64>);

/// Cubeful values by Janowski's interpolation between a dead and a live cube.
///
/// Values are points per unit of the cube in money play and match-winning chances in a match, seen by the player on roll.
/// The initial doubling point is that of the interpolation, not of Janowski's closed form: ``(3 + x) / (6 - x)`` for
/// money play without gammons and efficiency x.
///
/// Parameters
/// ----------
/// scoring
///     How the game is scored.
/// met
///     The match equity table, with the player on roll as its first player. Not used in money play.
/// max_cube
///     The largest cube value allowed.
/// efficiency
///     Cube efficiency in every position, from 0 (dead) to 1 (live); if None, it depends on the class of the position.
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

/// The constructor arguments with which a model is pickled.
type Parts = (Scoring, Py<MatchEquityTable>, i64, Option<f64>);

/// Reads `efficiency=`; None means by the class of the position.
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

    /// The largest cube value allowed.
    #[getter]
    const fn max_cube(&self) -> i64 {
        self.max_cube
    }

    /// Cube efficiency in every position, 0 (dead) to 1 (live); None if it depends on the class of the position.
    #[getter]
    const fn efficiency(&self) -> Option<f64> {
        self.efficiency
    }

    /// Return the cube efficiency in a position, from 0 (dead) to 1 (live); see docs/cube.md for how it was measured.
    ///
    /// After the Crawford game it is 1 if the trailing player needs an odd number of points, as waiting then costs nothing.
    fn efficiency_in(&self, position: &Position) -> f64 {
        self.model.efficiency(position.0)
    }

    /// How the game is scored.
    #[getter]
    const fn scoring(&self) -> Scoring {
        Scoring(self.model.scoring())
    }

    /// Return the same model for positions with the other side on roll.
    fn swap(&self, py: Python<'_>) -> PyResult<Self> {
        let met = Py::new(py, self.met.get().swap())?;
        Ok(Self { model: self.model.swap(), met, max_cube: self.max_cube, efficiency: self.efficiency })
    }

    /// Whether the player on roll may double.
    const fn may_double(&self, cube: &Cube) -> bool {
        self.model.may_double(cube.0)
    }

    /// Return the value of a position if the player on roll does not double this turn.
    ///
    /// Parameters
    /// ----------
    /// outcome
    ///     The cubeless outcome probabilities of the position.
    /// cube
    ///     The cube.
    /// efficiency
    ///     Cube efficiency, from 0 (dead) to 1 (live).
    ///
    /// Raises
    /// ------
    /// ArgumentError
    ///     If `efficiency` is not in [0, 1].
    #[pyo3(signature = (outcome, cube, *, efficiency))]
    fn no_double(&self, outcome: &Outcome, cube: &Cube, #[pyo3(from_py_with = efficiency)] efficiency: f64) -> f64 {
        self.model.no_double(outcome.0, cube.0, efficiency)
    }

    /// Return the value of each cube decision, and the best action.
    ///
    /// The parameters are those of `no_double`.
    ///
    /// Returns
    /// -------
    /// tuple
    ///     The values of no double, double/take, double/pass and double/beaver (None if beavers are not allowed); the best
    ///     `CubeAction`; whether the opponent's two best answers are worth the same; and the beaver, or None. The beaver is
    ///     a tuple: its value if the doubler takes it, if the doubler passes, a pair for a raccoon that is taken or passed
    ///     (None if raccoons are not allowed), and the best `BeaverAnswer`.
    ///
    /// Raises
    /// ------
    /// ArgumentError
    ///     If `efficiency` is not in [0, 1].
    #[pyo3(signature = (outcome, cube, *, efficiency))]
    fn decide(&self, outcome: &Outcome, cube: &Cube, #[pyo3(from_py_with = efficiency)] efficiency: f64) -> Decision {
        decision(self.model.decide(outcome.0, cube.0, efficiency))
    }

    /// Convert a value to equity: 1 is winning a single game at the cube's value, -1 losing one.
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

    /// Return the gammon value: (gammon - win) / (win - loss); 1/2 in money play.
    fn gammon_value(&self, cube: &Cube) -> f64 {
        self.model.gammon_value(cube.0)
    }

    /// Return the take, doubling, cash and too-good points as winning chances; None for a point that does not exist.
    ///
    /// Parameters
    /// ----------
    /// cube
    ///     The cube before the double.
    /// kinds
    ///     Rates of gammons (or more) and of backgammons among won games, then the same among lost games.
    /// efficiency
    ///     Cube efficiency, from 0 (dead) to 1 (live).
    ///
    /// Raises
    /// ------
    /// ArgumentError
    ///     If `efficiency` or a rate is not in [0, 1], there are not four rates, or a backgammon rate exceeds its gammon rate.
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
                    "kinds: gammon rate must be from 0 to 1 and backgammon rate not more than it, \
                     got {gammons} and {backgammons}"
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
