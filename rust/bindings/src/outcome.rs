//! `gammon.Outcome`.

use std::hash::{Hash, Hasher};

use gammon::outcome::Outcome as Engine;
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::Pickled;
use crate::errors::ArgumentError;
use crate::numbers::real_32;

/// Probabilities of the outcomes of a game, seen by the player on roll.
///
/// They are cumulative: ``win_gammon`` is the probability of winning a gammon *or more*. So
/// ``win_backgammon <= win_gammon <= win`` and ``lose_backgammon <= lose_gammon <= 1 - win``.
///
/// Parameters
/// ----------
/// win, win_gammon, win_backgammon, lose_gammon, lose_backgammon
///     Probabilities in [0, 1], stored in single precision. Values that are out of range by at most 1e-6 are clamped.
///
/// Raises
/// ------
/// ArgumentError
///     If a value is not a probability, or the cumulative order is violated.
///
/// Examples
/// --------
/// >>> import gammon as bg
/// >>> bg.Outcome(0.5, 0.25).cubeless_equity
/// 0.25
/// >>> bg.Outcome(0.5, 0.25).swap().lose_gammon
/// 0.25
#[pyclass(module = "gammon", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq)]
pub struct Outcome(pub Engine);

// Probabilities are never NaN: the constructor refuses it, and the engine does not produce it.
impl Eq for Outcome {}

impl Hash for Outcome {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Adding 0 turns -0.0 into 0.0: they are equal, so their hashes must be.
        self.0.to_array().map(|probability| (probability + 0.0).to_bits()).hash(state);
    }
}

/// Rounding error allowed in a probability.
const SLACK: f32 = 1e-6;

#[pymethods]
impl Outcome {
    #[new]
    #[pyo3(signature = (win, win_gammon = 0.0, win_backgammon = 0.0, lose_gammon = 0.0, lose_backgammon = 0.0))]
    fn new(
        #[pyo3(from_py_with = real_32)] win: f32,
        #[pyo3(from_py_with = real_32)] win_gammon: f32,
        #[pyo3(from_py_with = real_32)] win_backgammon: f32,
        #[pyo3(from_py_with = real_32)] lose_gammon: f32,
        #[pyo3(from_py_with = real_32)] lose_backgammon: f32,
    ) -> PyResult<Self> {
        let within = |name: &str, value: f32, whole: &str, most: f32| {
            if (-SLACK..=most + SLACK).contains(&value) {
                // Adding 0 turns -0.0 into 0.0.
                Ok(value.clamp(0.0, most) + 0.0)
            } else {
                Err(ArgumentError::new_err(format!("{name} is {value}; it must be from 0 to {most} ({whole})")))
            }
        };
        let win = within("win", win, "certain", 1.0)?;
        let win_gammon = within("win_gammon", win_gammon, "win", win)?;
        let win_backgammon = within("win_backgammon", win_backgammon, "win_gammon", win_gammon)?;
        let lose_gammon = within("lose_gammon", lose_gammon, "1 - win", 1.0 - win)?;
        let lose_backgammon = within("lose_backgammon", lose_backgammon, "lose_gammon", lose_gammon)?;
        Ok(Self(Engine { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon }))
    }

    /// P(win).
    #[getter]
    fn win(&self) -> f32 {
        self.0.win
    }

    /// P(win a gammon or more).
    #[getter]
    fn win_gammon(&self) -> f32 {
        self.0.win_gammon
    }

    /// P(win a backgammon).
    #[getter]
    fn win_backgammon(&self) -> f32 {
        self.0.win_backgammon
    }

    /// P(lose a gammon or more).
    #[getter]
    fn lose_gammon(&self) -> f32 {
        self.0.lose_gammon
    }

    /// P(lose a backgammon).
    #[getter]
    fn lose_backgammon(&self) -> f32 {
        self.0.lose_backgammon
    }

    /// Cubeless equity of the player on roll: points per game, -3 to 3.
    #[getter]
    fn cubeless_equity(&self) -> f32 {
        self.0.cubeless_equity()
    }

    /// Return the same probabilities seen by the other side.
    fn swap(&self) -> Self {
        Self(self.0.swap())
    }

    /// Return the five probabilities as an array: float32, shape ``(5,)``, in the order of the parameters.
    fn to_array<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        self.0.to_array().to_vec().into_pyarray(py)
    }

    /// Return the probabilities and the cubeless equity by name; ``"format"`` names the format and its version.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let found = PyDict::new(py);
        found.set_item("format", "gammon outcome 1")?;
        let names = ["win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon"];
        for (name, probability) in names.into_iter().zip(self.0.to_array()) {
            found.set_item(name, probability)?;
        }
        found.set_item("cubeless_equity", self.0.cubeless_equity())?;
        Ok(found)
    }

    /// Return the result of `to_dict` as one line of JSON.
    fn to_json<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("dumps", (self.to_dict(py)?,))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Pickled<'py, (f32, f32, f32, f32, f32)> {
        (py.get_type::<Self>().into_any(), self.0.to_array().into())
    }

    fn __repr__(&self) -> String {
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = self.0.to_array();
        format!(
            "Outcome(win={win:.4}, win_gammon={win_gammon:.4}, win_backgammon={win_backgammon:.4}, \
             lose_gammon={lose_gammon:.4}, lose_backgammon={lose_backgammon:.4})"
        )
    }
}
