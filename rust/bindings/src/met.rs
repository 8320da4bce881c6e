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

/// Numbers of a table, row by row.
type Rows = Vec<Vec<f64>>;

/// What a table is made of.
type Parts = (Rows, Rows, String, String);

/// The chance of winning a match, by the points that both players need.
///
/// Every number is the chance of the table's first player. Scores that are farther away than the table reaches are
/// computed from it: every further game is taken to be won by either side with equal chance, by 1, 2, 4 or 8 points in the
/// shares .36, .40, .20 and .04.
///
/// Parameters
/// ----------
/// pre_crawford
///     As many rows as columns, at most 64: the row is the first player's need, from 1, the column his opponent's. Where one
///     of them is 1 it is the Crawford game.
/// post_crawford
///     What a player has when he trails after the Crawford game, by his need, from 1: one row, or one for each player.
/// name, notice
///     What the table is called, and who holds the rights in it.
///
/// Raises
/// ------
/// ArgumentError
///     If the numbers have not this shape or are no chances; the message says which.
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
    /// What the table is called.
    name: String,
    #[pyo3(get)]
    /// Who holds the rights in it.
    notice: String,
}

/// Reads rows of numbers.
fn rows(name: &str, numbers: &Bound<'_, PyAny>) -> PyResult<Rows> {
    numbers.extract().map_err(|error: PyErr| {
        let py = numbers.py();
        if error.is_instance_of::<PyOverflowError>(py) {
            ArgumentError::new_err(format!("{name} has a number that is too large to be a chance: {}", quoted(numbers)))
        } else if error.is_instance_of::<PyTypeError>(py) {
            PyTypeError::new_err(format!("{name} must be rows of numbers, not {}", quoted(numbers)))
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
                    "post_crawford has {} rows; it must have one, or one for each player",
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

    /// How far the table that was given reaches.
    #[getter]
    const fn length(&self) -> u16 {
        self.table.length()
    }

    /// The numbers that were given for the games up to the Crawford game.
    #[getter]
    fn pre_crawford(&self) -> Rows {
        self.pre_crawford.clone()
    }

    /// The numbers that were given for the games after it.
    #[getter]
    fn post_crawford(&self) -> Rows {
        self.post_crawford.clone()
    }

    /// Return the first player's chance of winning the match before a game.
    ///
    /// Parameters
    /// ----------
    /// own_away, opponent_away
    ///     Points that he and his opponent need, at most 64; whoever needs none, or less than none, has won.
    /// crawford
    ///     Whether the Crawford game is to come, this one, or over.
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

    /// Return the table as its second player sees it.
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

/// Compute a match equity table between equals with the cube model itself.
///
/// `start` is how a game ends; `first_turns` (float32, shape (n, 5)) and `weights` (float64, shape (n,)) are the positions in
/// which the player who trails after the Crawford game may first double. Returns the rows up to the Crawford game, and the
/// one after it.
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
        return Err(ArgumentError::new_err("first_turns must have the shape (n, 5), and weights (n,)"));
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
