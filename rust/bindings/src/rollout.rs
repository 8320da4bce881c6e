//! Rollouts of a range of trials, documented by their Python wrappers in `gammon.analysis`.

use std::collections::BTreeMap;
use std::num::NonZero;

use gammon::games::rollout::{self, FirstTurn, LuckBy, Plies, Settings, Stakes, Start, Truncation};
use gammon::games::tally::{self, MEASURES};
use pyo3::prelude::*;

use crate::cube::CubeModel;
use crate::dice::Roll;
use crate::errors::ArgumentError;
use crate::evaluator::Evaluator;
use crate::filter::MoveFilter;
use crate::long_call::Progress;
use crate::numbers::{self, Whole, ply, threads, unsigned};
use crate::position::Position;
use crate::scoring::{Cube, exponent};

/// Sums over trials: their number, the sums of the results, and of the results less luck, in units of 2^-32.
type Sums = (u64, [i128; MEASURES], [i128; MEASURES]);

/// Sums of squares of the results, and of the results less luck, in units of 2^-64.
type Squares = ([Option<u128>; MEASURES + 1], [Option<u128>; MEASURES + 1]);

/// Number, trials and adjusted sums of a group of trials.
type Group = (u64, u64, [i128; MEASURES]);

/// Lengths of trials, points played for and passed, and how many trials ended by tables and by truncation.
type Endings = (BTreeMap<u32, u64>, BTreeMap<i64, u64>, BTreeMap<i64, u64>, u64, u64);

/// Sums by first throw and by second throw, squares by first throw, groups, and endings.
type Tally = (Vec<Sums>, Vec<Sums>, Vec<Squares>, Vec<Group>, Endings);

/// How trials begin: the position, then the first turn, which is the word `"opening"`, a roll, the position after a play, or
/// `None`; then cube model, cube and the cube value that money is counted in.
type Begin<'py> = (PyRef<'py, Position>, Option<First<'py>>, Option<(PyRef<'py, CubeModel>, PyRef<'py, Cube>, Whole)>);

#[derive(FromPyObject)]
pub enum First<'py> {
    Roll(PyRef<'py, Roll>),
    Played(PyRef<'py, Position>),
    Word(String),
}

/// The settings of a rollout.
#[derive(FromPyObject)]
pub struct Given {
    filter: MoveFilter,
    /// Plies of plays and of cube decisions in the first turns.
    early: (Ply, Ply),
    /// The same in later turns.
    late: (Ply, Ply),
    early_turns: Whole,
    /// Turns, and plies of the evaluation after them.
    truncation: Option<(Whole, Ply)>,
    luck: String,
    stratified: bool,
    ends_at_tables: bool,
    group_size: Whole,
}

/// A search depth.
struct Ply(u8);

impl FromPyObject<'_, '_> for Ply {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        ply(&given).map(Self)
    }
}

impl Given {
    fn settings<'a>(&self, evaluator: &'a gammon::Evaluator) -> PyResult<Settings<'a>> {
        let plies = |(play, cube): &(Ply, Ply)| Plies { play: play.0, cube: cube.0 };
        let truncation = self.truncation.as_ref().map(|(turns, ply)| -> PyResult<_> {
            Ok(Truncation { turns: numbers::within("truncate", turns.clone(), 1..=u32::MAX)?.into(), ply: ply.0 })
        });
        let group_size = numbers::within("group_size", self.group_size.clone(), 1..=u32::MAX)?;
        Ok(Settings {
            evaluator,
            filter: self.filter.0,
            early: plies(&self.early),
            late: plies(&self.late),
            early_turns: numbers::within("early_turns", self.early_turns.clone(), 0..=u32::MAX)?.into(),
            truncation: truncation.transpose()?,
            luck: luck(&self.luck)?,
            is_stratified: self.stratified,
            ends_at_tables: self.ends_at_tables,
            group_size: NonZero::new(u64::from(group_size)).unwrap_or(NonZero::<u64>::MIN),
        })
    }
}

fn luck(word: &str) -> PyResult<LuckBy> {
    match word {
        "nothing" => Ok(LuckBy::Nothing),
        "pruning" => Ok(LuckBy::Pruning),
        "network" => Ok(LuckBy::Network),
        "plays" => Ok(LuckBy::Plays),
        _ => Err(ArgumentError::new_err(format!(
            "luck is {word:?}; it must be 'network', 'pruning', 'plays' or 'nothing'"
        ))),
    }
}

/// Plays the trials from `trials.0` to before `trials.1`.
#[pyfunction]
#[pyo3(signature = (evaluator, begin, settings, *, seed, trials, threads = None, progress = None))]
#[expect(clippy::too_many_arguments, reason = "keywords in Python")]
pub fn rollout_tally(
    py: Python<'_>,
    evaluator: &Evaluator,
    begin: Begin<'_>,
    settings: Given,
    seed: &Bound<'_, PyAny>,
    trials: (Bound<'_, PyAny>, Bound<'_, PyAny>),
    threads: Option<Whole>,
    progress: Progress,
) -> PyResult<Tally> {
    let (from, to) = (unsigned("the first trial", &trials.0)?, unsigned("the last trial", &trials.1)?);
    let (seed, threads) = (unsigned("seed", seed)?, self::threads(threads)?);
    let count = to.checked_sub(from).ok_or_else(|| {
        ArgumentError::new_err(format!("expected a range of trials, got first trial {from} and end {to}"))
    })?;
    let (position, first, game) = begin;
    let first = match first {
        None => FirstTurn::Any,
        Some(First::Roll(roll)) => FirstTurn::Given(roll.0),
        Some(First::Played(played)) => FirstTurn::Played(played.0),
        Some(First::Word(word)) if word == "opening" => FirstTurn::Opening,
        Some(First::Word(word)) => {
            return Err(ArgumentError::new_err(format!("the first turn is {word:?}; a word must be 'opening'")));
        }
    };
    let game = game.map(|(model, cube, unit)| -> PyResult<_> { Ok((model.model, cube.0, exponent("unit", unit)?)) });
    let game = game.transpose()?;
    let stakes = game.as_ref().map(|&(ref model, cube, unit)| Stakes { model, cube, unit });
    let start = Start { position: position.0, first, stakes };
    let settings = settings.settings(evaluator.engine())?;
    let tally = evaluator
        .run(py, count, progress, |control| rollout::rollout(start, &settings, seed, from..to, threads, control))?;
    Ok(of(tally))
}

/// Converts a tally for Python.
fn of(tally: tally::Tally) -> Tally {
    let [first, second] =
        tally.throws.map(|throws| throws.into_iter().map(|sums| (sums.trials, sums.raw, sums.adjusted)).collect());
    let squares = tally.squares.into_iter().map(|squares| (squares.raw, squares.adjusted)).collect();
    let groups = tally.groups.into_iter().map(|(number, group)| (number, group.trials, group.adjusted)).collect();
    let endings = (tally.turns, tally.played, tally.passed, tally.known, tally.truncated);
    (first, second, squares, groups, endings)
}
