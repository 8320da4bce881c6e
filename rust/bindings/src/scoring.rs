//! `gammon.Scoring` and `gammon.Cube`.

use gammon::value::scoring::{Cube as EngineCube, CubeOwner, Scoring as EngineScoring};
use pyo3::prelude::*;

use crate::Pickled;
use crate::enums::Crawford;
use crate::errors::{ArgumentError, Raise};
use crate::numbers::{Whole, within};

/// How a game is scored: money play or a match score, seen by the player on roll.
///
/// Use `Scoring.money` or `Scoring.match` to make one.
///
/// Examples
/// --------
/// >>> import gammon as bg
/// >>> bg.Scoring.match(4, 2)
/// Scoring.match(4, 2, crawford=Crawford.TO_COME)
/// >>> bg.Xgid("-b----E-C---eE---c-e----B-:0:0:1:00:0:0:1:0:10").scoring
/// Scoring.money(jacoby=True, beavers=False)
///
/// An XGID has a single bit for both beavers and raccoons:
///
/// >>> bg.Xgid("-b----E-C---eE---c-e----B-:0:0:1:00:0:0:2:0:10").scoring
/// Scoring.money(jacoby=False, beavers=True, raccoons=True)
#[pyclass(module = "gammon", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Scoring(pub EngineScoring);

#[pymethods]
impl Scoring {
    /// Return the scoring of money play.
    ///
    /// Parameters
    /// ----------
    /// jacoby
    ///     Whether the Jacoby rule is in force: gammons and backgammons count only once the cube has been turned.
    /// beavers
    ///     Whether a player who is doubled may redouble at once and keep the cube (R7.6).
    /// raccoons
    ///     Whether the doubler may answer a beaver by redoubling once more; the cube stays with the beaverer (R7.6).
    ///
    /// Raises
    /// ------
    /// ArgumentError
    ///     If raccoons are allowed and beavers are not.
    #[staticmethod]
    #[pyo3(signature = (*, jacoby = false, beavers = false, raccoons = false))]
    fn money(jacoby: bool, beavers: bool, raccoons: bool) -> PyResult<Self> {
        if raccoons && !beavers {
            return Err(ArgumentError::new_err(
                "raccoons=True requires beavers=True: a raccoon is the answer to a beaver (R7.6)",
            ));
        }
        Ok(Self(EngineScoring::Money { jacoby, beavers, raccoons }))
    }

    /// Return the scoring of a game at a match score.
    ///
    /// Parameters
    /// ----------
    /// own_away, opponent_away
    ///     Points that the player on roll and the opponent need to win the match, 1 to 64.
    /// crawford
    ///     Status of the Crawford rule: to come, this game, played, or off.
    ///
    /// Raises
    /// ------
    /// ArgumentError
    ///     If the score is out of range or contradicts `crawford`.
    #[staticmethod]
    #[pyo3(name = "match", signature = (own_away, opponent_away, *, crawford = Crawford::TO_COME))]
    fn of_match(own_away: Whole, opponent_away: Whole, crawford: Crawford) -> PyResult<Self> {
        let away =
            |name, away| within(name, away, 1..=u32::from(gammon::value::scoring::MOST_AWAY)).map(|away| away as u16);
        let (own_away, opponent_away) = (away("own_away", own_away)?, away("opponent_away", opponent_away)?);
        EngineScoring::of_match(own_away, opponent_away, crawford.0).map(Self).map_err(|error| error.raise())
    }

    /// Whether this is a match score.
    #[getter]
    const fn is_match(&self) -> bool {
        matches!(self.0, EngineScoring::Match { .. })
    }

    /// Points that the player on roll and the opponent need to win the match; None for money play.
    #[getter]
    const fn away(&self) -> Option<(u16, u16)> {
        match self.0 {
            EngineScoring::Match { own_away, opponent_away, .. } => Some((own_away, opponent_away)),
            EngineScoring::Money { .. } => None,
        }
    }

    /// Status of the Crawford rule; None for money play.
    #[getter]
    const fn crawford(&self) -> Option<Crawford> {
        match self.0 {
            EngineScoring::Match { crawford, .. } => Some(Crawford(crawford)),
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

    /// Whether raccoons are allowed; never in a match.
    #[getter]
    const fn raccoons(&self) -> bool {
        matches!(self.0, EngineScoring::Money { raccoons: true, .. })
    }

    /// Return the same scoring seen by the other player.
    const fn swap(&self) -> Self {
        Self(self.0.swap())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py, (i32, i32, Option<Crawford>)>> {
        let restore = py.get_type::<Self>().getattr("_restore")?;
        Ok(match self.0 {
            EngineScoring::Money { jacoby, beavers, raccoons } => {
                (restore, (jacoby.into(), i32::from(beavers) + i32::from(raccoons), None))
            }
            EngineScoring::Match { own_away, opponent_away, crawford } => {
                (restore, (own_away.into(), opponent_away.into(), Some(Crawford(crawford))))
            }
        })
    }

    #[staticmethod]
    fn _restore(first: Whole, second: Whole, crawford: Option<Crawford>) -> PyResult<Self> {
        match crawford {
            Some(crawford) => Self::of_match(first, second, crawford),
            // 1 means beavers, 2 means beavers and raccoons.
            None => Self::money(first.number() != 0, second.number() != 0, second.number() > 1),
        }
    }

    pub fn __repr__(&self) -> String {
        let word = |is: bool| if is { "True" } else { "False" };
        match self.0 {
            EngineScoring::Money { jacoby, beavers, raccoons } => {
                let raccoons = if raccoons { ", raccoons=True" } else { "" };
                format!("Scoring.money(jacoby={}, beavers={}{raccoons})", word(jacoby), word(beavers))
            }
            EngineScoring::Match { own_away, opponent_away, crawford } => {
                let crawford = Crawford(crawford).name();
                format!("Scoring.match({own_away}, {opponent_away}, crawford=Crawford.{crawford})")
            }
        }
    }
}

/// Converts a cube value to its exponent.
pub fn exponent(name: &str, value: Whole) -> PyResult<u8> {
    let most = 1_i64 << EngineCube::MOST_EXPONENT;
    let number = value.number();
    if (1..=most).contains(&number) && number.count_ones() == 1 {
        Ok(number.trailing_zeros() as u8)
    } else {
        Err(ArgumentError::new_err(format!("{name} is {value}; it must be a power of two from 1 to 2^60")))
    }
}

/// The doubling cube, seen by the player on roll.
///
/// Parameters
/// ----------
/// value
///     A power of two from 1 to 2^60.
/// owner
///     1 if the player on roll owns the cube, -1 if the opponent does, 0 if it is centred.
///
/// Raises
/// ------
/// ArgumentError
///     If `value` or `owner` is none of these.
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
    #[pyo3(signature = (value = Whole::new(1), owner = Whole::new(0)), text_signature = "(value=1, owner=0)")]
    fn new(value: Whole, owner: Whole) -> PyResult<Self> {
        let owner = match owner.number() {
            0 => CubeOwner::Centre,
            1 => CubeOwner::OnRoll,
            -1 => CubeOwner::Opponent,
            _ => {
                return Err(ArgumentError::new_err(format!(
                    "owner is {owner}; it must be 1 (the player on roll), -1 (the opponent) or 0 (centred)"
                )));
            }
        };
        Ok(Self(EngineCube::new(exponent("value", value)?, owner)))
    }

    /// Value of the cube.
    #[getter]
    const fn value(&self) -> u64 {
        self.0.value()
    }

    /// Owner of the cube: 1 the player on roll, -1 the opponent, 0 if it is centred.
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
