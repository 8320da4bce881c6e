//! `gammon.Scoring`, `gammon.Crawford` and `gammon.Cube`.

use gammon::value::scoring::{Crawford as EngineCrawford, Cube as EngineCube, CubeOwner, Scoring as EngineScoring};
use pyo3::prelude::*;

use crate::Pickled;
use crate::errors::{ArgumentError, Raise};
use crate::numbers::{Whole, within};

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
pub fn member<'py, T: pyo3::PyTypeInfo>(
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
        let away =
            |name, away| within(name, away, 1..=u32::from(gammon::value::scoring::MOST_AWAY)).map(|away| away as u16);
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
            Some(crawford) => Self::of_match(Whole::new(first.into()), Whole::new(second.into()), crawford),
            None => Ok(Self::money(first != 0, second != 0)),
        }
    }

    pub fn __repr__(&self) -> String {
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
    #[pyo3(signature = (value = Whole::new(1), owner = Whole::new(0)))]
    fn new(value: Whole, owner: Whole) -> PyResult<Self> {
        let owner = match owner.number() {
            0 => CubeOwner::Centre,
            1 => CubeOwner::OnRoll,
            -1 => CubeOwner::Opponent,
            _ => {
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
