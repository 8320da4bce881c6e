//! `gammon.MatchEquityTable`.

use std::hash::{Hash, Hasher};

use gammon::MatchEquityTable as Engine;
use numpy::{PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::Pickled;
use crate::enums::Crawford;
use crate::errors::{ArgumentError, Raise, quoted, text};
use crate::numbers::{Whole, within};
use crate::outcome::Outcome;

/// Entries of a table, row by row.
type Rows = Vec<Vec<f64>>;

/// The arguments that a table is pickled as.
type Parts = (Rows, Rows, String, String);

/// A match equity table: match-winning chances by the points that both players need.
///
/// Every entry is the winning chance of the table's first player. Scores beyond the table are extrapolated from it: either
/// side is taken to win each game with equal chance, by 1, 2, 4 or 8 points with probabilities .36, .40, .20 and .04.
///
/// Parameters
/// ----------
/// pre_crawford
///     A square table of at most 64 rows. Rows are the points the first player needs, columns those the second needs, both
///     from 1. A score where a player needs 1 point is the Crawford game.
/// post_crawford
///     The trailing player's winning chances after the Crawford game, by the points that player needs, from 1: one row, or
///     one for each player.
/// name, notice
///     Name of the table, and its copyright notice.
///
/// Raises
/// ------
/// ArgumentError
///     If the shape is wrong or an entry is not a probability; the message says which.
///
/// Examples
/// --------
/// >>> import gammon as bg
/// >>> met = bg.MatchEquityTable([[0.5, 0.7], [0.3, 0.5]], [[0.5, 0.48]])
/// >>> met.mwc(2, 1, bg.Crawford.THIS_GAME), met.mwc(2, 1, bg.Crawford.PLAYED)
/// (0.3, 0.48)
#[pyclass(module = "gammon", frozen)]
pub struct MatchEquityTable {
    pub table: Engine,
    pre_crawford: Rows,
    post_crawford: Rows,
    #[pyo3(get)]
    /// Name of the table.
    name: String,
    #[pyo3(get)]
    /// Copyright notice of the table.
    notice: String,
}

/// Reads rows of numbers.
fn rows(name: &str, numbers: &Bound<'_, PyAny>) -> PyResult<Rows> {
    numbers.extract().map_err(|error: PyErr| {
        let py = numbers.py();
        if error.is_instance_of::<PyOverflowError>(py) {
            ArgumentError::new_err(format!(
                "{name}: expected probabilities, got a number too large for a float in {}",
                quoted(numbers)
            ))
        } else if error.is_instance_of::<PyTypeError>(py) {
            PyTypeError::new_err(format!("{name}: expected rows of numbers, got {}", quoted(numbers)))
        } else {
            error
        }
    })
}

impl MatchEquityTable {
    fn of(pre_crawford: Rows, post_crawford: Rows, name: &str, notice: &str) -> PyResult<Self> {
        let columns = match post_crawford.as_slice() {
            [both] => [both.as_slice(); 2],
            [first, second] => [first.as_slice(), second.as_slice()],
            other => {
                return Err(ArgumentError::new_err(format!(
                    "post_crawford: expected 1 row, or 2 (one for each player), got {}",
                    other.len()
                )));
            }
        };
        let table = Engine::new(&pre_crawford, columns).map_err(|error| error.raise())?;
        Ok(Self { table, pre_crawford, post_crawford, name: name.into(), notice: notice.into() })
    }
}

#[pymethods]
impl MatchEquityTable {
    #[new]
    #[pyo3(
        signature = (pre_crawford, post_crawford, *, name = None, notice = None),
        text_signature = "(pre_crawford, post_crawford, *, name='', notice='')"
    )]
    fn new(
        pre_crawford: &Bound<'_, PyAny>,
        post_crawford: &Bound<'_, PyAny>,
        name: Option<&Bound<'_, PyString>>,
        notice: Option<&Bound<'_, PyString>>,
    ) -> PyResult<Self> {
        let (name, notice) = (name.map(text).transpose()?, notice.map(text).transpose()?);
        let (name, notice) = (name.as_deref().unwrap_or_default(), notice.as_deref().unwrap_or_default());
        Self::of(rows("pre_crawford", pre_crawford)?, rows("post_crawford", post_crawford)?, name, notice)
    }

    /// Size of the table as given: the largest number of points needed in it.
    #[getter]
    const fn length(&self) -> u16 {
        self.table.length()
    }

    /// The entries given for games up to and including the Crawford game.
    #[getter]
    fn pre_crawford(&self) -> Rows {
        self.pre_crawford.clone()
    }

    /// The entries given for games after the Crawford game.
    #[getter]
    fn post_crawford(&self) -> Rows {
        self.post_crawford.clone()
    }

    /// Return the first player's match-winning chance before a game.
    ///
    /// Parameters
    /// ----------
    /// own_away, opponent_away
    ///     Points that the first player and the opponent need, at most 64; a player who needs 0 or fewer has won.
    /// crawford
    ///     Status of the Crawford rule: to come, this game, played, or off.
    ///
    /// Raises
    /// ------
    /// ArgumentError
    ///     If a player needs more than 64 points.
    #[pyo3(signature = (own_away, opponent_away, crawford = Crawford::TO_COME))]
    fn mwc(&self, own_away: Whole, opponent_away: Whole, crawford: Crawford) -> PyResult<f64> {
        let away = |name, away: Whole| {
            let away = if away.number() < 0 { Whole::new(0) } else { away };
            within(name, away, 0..=u32::from(gammon::value::scoring::MOST_AWAY)).map(|away| i32::from(away as u8))
        };
        Ok(self.table.mwc(away("own_away", own_away)?, away("opponent_away", opponent_away)?, crawford.0))
    }

    /// Return the table seen by its second player.
    pub fn swap(&self) -> Self {
        let seen = |own: usize| self.pre_crawford.iter().map(|row| 1.0 - row[own]).collect();
        Self {
            table: self.table.swap(),
            pre_crawford: (0..self.pre_crawford.len()).map(seen).collect(),
            post_crawford: self.post_crawford.iter().rev().cloned().collect(),
            name: self.name.clone(),
            notice: self.notice.clone(),
        }
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.pre_crawford == other.pre_crawford
            && self.post_crawford == other.post_crawford
            && (&self.name, &self.notice) == (&other.name, &other.notice)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = std::hash::DefaultHasher::new();
        (&self.name, self.length()).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py, Parts>> {
        let restore = py.get_type::<Self>().getattr("_restore")?;
        let numbers = (self.pre_crawford.clone(), self.post_crawford.clone());
        Ok((restore, (numbers.0, numbers.1, self.name.clone(), self.notice.clone())))
    }

    #[staticmethod]
    fn _restore(
        pre_crawford: &Bound<'_, PyAny>,
        post_crawford: &Bound<'_, PyAny>,
        name: &Bound<'_, PyString>,
        notice: &Bound<'_, PyString>,
    ) -> PyResult<Self> {
        Self::new(pre_crawford, post_crawford, Some(name), Some(notice))
    }

    fn __repr__(&self) -> String {
        let name = if self.name.is_empty() { "without a name" } else { &self.name };
        format!("<MatchEquityTable {name}, {} points>", self.length())
    }
}

/// Compute a match equity table for equal players with the cube model.
///
/// `start` holds the outcome probabilities at the start of a game. `first_turns` (float32, shape (n, 5)) and `weights`
/// (float64, shape (n,)) describe the positions in which the trailing player may first double after the Crawford game.
/// Returns the rows up to the Crawford game, and the post-Crawford row.
#[pyfunction]
pub fn computed_met(
    length: Whole,
    start: &Outcome,
    first_turns: PyReadonlyArray2<'_, f32>,
    weights: PyReadonlyArray1<'_, f64>,
    #[pyo3(from_py_with = crate::cube::efficiency)] efficiency: f64,
) -> PyResult<(Rows, Vec<f64>)> {
    let length = within("length", length, 1..=u32::from(gammon::value::scoring::MOST_AWAY))? as u16;
    if first_turns.shape() != [weights.len(), 5] {
        return Err(ArgumentError::new_err("expected first_turns of shape (n, 5) and weights of shape (n,)"));
    }
    let turns: Vec<_> = first_turns
        .as_array()
        .rows()
        .into_iter()
        .zip(weights.as_array())
        .map(|(row, &weight)| (gammon::Outcome::from_array([row[0], row[1], row[2], row[3], row[4]]), weight))
        .collect();
    let met = gammon::value::match_equity_table(length, start.0, &turns, efficiency);
    let needs = 1..=i32::from(length);
    let row = |own| needs.clone().map(|opponent| met.mwc(own, opponent, gammon::Crawford::ToCome)).collect();
    let trailing = needs.clone().map(|need| met.mwc(need, 1, gammon::Crawford::Played)).collect();
    Ok((needs.clone().map(row).collect(), trailing))
}
