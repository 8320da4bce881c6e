//! Exact sums over the trials of a rollout. They are bit-identical for every division of the trials into parts and every
//! order of adding the parts.
//!
//! Counts are integers. Fractional values are rounded to fixed point, trial by trial, before they are added.
//!
//! # Example
//!
//! ```
//! use gammon::games::tally::{Sums, Tally};
//!
//! let one = Sums { trials: 1, ..Sums::default() };
//! let mut tally = Tally::default();
//! tally.throws[0][35] += one;
//! assert_eq!(tally.total(), one);
//! ```

use std::collections::BTreeMap;
use std::num::NonZero;
use std::ops::{AddAssign, Range};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::memory::Halt;
use crate::parallel::{self, Control};

/// The numbers measured in each trial: the five probabilities in the order of [`Outcome`](crate::Outcome), and the cubeful value.
pub const MEASURES: usize = 6;

/// The possible throws of two dice that can be told apart. Opening rolls use only the first 30 numbers.
pub const THROWS: usize = 36;

/// One in fixed point.
const ONE: f64 = (1_u64 << 32) as f64;

/// Sums over trials, in units of `2^-32`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sums {
    /// How many trials there are.
    pub trials: u64,
    /// The results of the trials.
    pub raw: [i128; MEASURES],
    /// The results less the luck of the dice.
    pub adjusted: [i128; MEASURES],
}

/// Sums of squares over trials, in units of `2^-64`, of the measures and then of the cubeless equity.
///
/// `None` after an overflow. Squares are never negative, so whether a sum overflows does not depend on the order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Squares {
    /// Of the results of the trials.
    pub raw: [Option<u128>; MEASURES + 1],
    /// Of the results less the luck of the dice.
    pub adjusted: [Option<u128>; MEASURES + 1],
}

/// The adjusted sums of a group of consecutive trials, in units of `2^-32`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Group {
    /// How many trials there are.
    pub trials: u64,
    /// The results less the luck of the dice.
    pub adjusted: [i128; MEASURES],
}

/// How a trial ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// On the board, with these points for the player on roll at the start.
    Played(i64),
    /// By a pass, with these points for the player on roll at the start.
    Passed(i64),
    /// Because the value was known from tables.
    Known,
    /// Because the number of turns was limited.
    Truncated,
}

/// The result of one trial.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Trial {
    /// Its number.
    pub(crate) number: u64,
    /// The first two random throws.
    pub(crate) throws: [u8; 2],
    pub(crate) raw: [f64; MEASURES],
    pub(crate) luck: [f64; MEASURES],
    pub(crate) turns: u32,
    pub(crate) ending: Ending,
}

/// The sums of a rollout, for the player on roll at the start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    /// The sums of the trials in which the first and the second random turn had each throw.
    pub throws: [Vec<Sums>; 2],
    /// The sums of squares of the trials in which the first random turn had each throw.
    pub squares: Vec<Squares>,
    /// The sums of groups of consecutive trials, by trial number divided by the size of a group.
    pub groups: BTreeMap<u64, Group>,
    /// How many trials lasted each number of turns.
    pub turns: BTreeMap<u32, u64>,
    /// How many trials ended on the board with each number of points.
    pub played: BTreeMap<i64, u64>,
    /// How many trials ended by a pass with each number of points.
    pub passed: BTreeMap<i64, u64>,
    /// How many trials ended because tables knew the value.
    pub known: u64,
    /// How many trials ended because the number of turns was limited.
    pub truncated: u64,
}

impl Default for Squares {
    fn default() -> Self {
        Self { raw: [Some(0); _], adjusted: [Some(0); _] }
    }
}

impl Default for Tally {
    fn default() -> Self {
        Self {
            throws: [vec![Sums::default(); THROWS], vec![Sums::default(); THROWS]],
            squares: vec![Squares::default(); THROWS],
            groups: BTreeMap::new(),
            turns: BTreeMap::new(),
            played: BTreeMap::new(),
            passed: BTreeMap::new(),
            known: 0,
            truncated: 0,
        }
    }
}

/// Rounds a value to fixed point.
fn fixed(value: f64) -> i128 {
    debug_assert!(
        value.abs() <= 2_f64.powi(70),
        "cubes are below 2^61, and probabilities and luck below 100 units of them"
    );
    (value * ONE).round() as i128
}

/// The squares of the measures and of the cubeless equity, in that order.
fn squares(values: [i128; MEASURES]) -> [Option<u128>; MEASURES + 1] {
    let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon, cubeful] = values;
    let equity = 2 * win - (1 << 32) + win_gammon - lose_gammon + win_backgammon - lose_backgammon;
    [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon, cubeful, equity]
        .map(|value| value.unsigned_abs().checked_pow(2))
}

impl Tally {
    /// Adds a trial. Groups have `group_size` trials.
    pub(crate) fn add(&mut self, trial: Trial, group_size: NonZero<u64>) {
        let raw = trial.raw.map(fixed);
        let mut adjusted = trial.raw;
        for (value, luck) in adjusted.iter_mut().zip(trial.luck) {
            *value -= luck;
        }
        let adjusted = adjusted.map(fixed);
        let sums = Sums { trials: 1, raw, adjusted };
        for (sums_of, throw) in self.throws.iter_mut().zip(trial.throws) {
            sums_of[usize::from(throw)] += sums;
        }
        self.squares[usize::from(trial.throws[0])] += Squares { raw: squares(raw), adjusted: squares(adjusted) };
        *self.groups.entry(trial.number / group_size).or_default() += Group { trials: 1, adjusted };
        *self.turns.entry(trial.turns).or_default() += 1;
        match trial.ending {
            Ending::Played(points) => *self.played.entry(points).or_default() += 1,
            Ending::Passed(points) => *self.passed.entry(points).or_default() += 1,
            Ending::Known => self.known += 1,
            Ending::Truncated => self.truncated += 1,
        }
    }

    /// The sums of all trials.
    #[must_use]
    pub fn total(&self) -> Sums {
        let mut total = Sums::default();
        for &sums in &self.throws[0] {
            total += sums;
        }
        total
    }
}

impl AddAssign for Sums {
    fn add_assign(&mut self, other: Self) {
        self.trials += other.trials;
        add_each(&mut self.raw, other.raw);
        add_each(&mut self.adjusted, other.adjusted);
    }
}

impl AddAssign for Group {
    fn add_assign(&mut self, other: Self) {
        self.trials += other.trials;
        add_each(&mut self.adjusted, other.adjusted);
    }
}

fn add_each(sums: &mut [i128; MEASURES], others: [i128; MEASURES]) {
    for (sum, other) in sums.iter_mut().zip(others) {
        *sum = sum.checked_add(other).expect("2^25 trials at the largest cube and luck cannot be played");
    }
}

impl AddAssign for Squares {
    fn add_assign(&mut self, other: Self) {
        let pairs = self.raw.iter_mut().chain(&mut self.adjusted).zip(other.raw.iter().chain(&other.adjusted));
        for (sum, other) in pairs {
            *sum = sum.zip(*other).and_then(|(one, other)| one.checked_add(other));
        }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        for (sums, others) in self.throws.iter_mut().flatten().zip(other.throws.iter().flatten()) {
            *sums += *others;
        }
        for (squares, others) in self.squares.iter_mut().zip(other.squares) {
            *squares += others;
        }
        for (number, group) in other.groups {
            *self.groups.entry(number).or_default() += group;
        }
        add_counts(&mut self.turns, other.turns);
        add_counts(&mut self.played, other.played);
        add_counts(&mut self.passed, other.passed);
        self.known += other.known;
        self.truncated += other.truncated;
    }
}

fn add_counts<K: Ord>(counts: &mut BTreeMap<K, u64>, others: BTreeMap<K, u64>) {
    for (key, count) in others {
        *counts.entry(key).or_default() += count;
    }
}

/// Adds up the results of a range of trials. `play` plays one part of the range and adds its results to a tally.
///
/// `worker` makes the state of each thread. The tally does not depend on `threads`.
pub(crate) fn add_up<T: Default + AddAssign + Send, W>(
    trials: Range<u64>,
    piece: NonZero<u64>,
    threads: NonZero<usize>,
    control: &Control,
    worker: impl Fn() -> W + Sync,
    play: impl Fn(&mut W, Range<u64>, &mut T) -> Result<(), Halt> + Sync,
) -> Result<T, Halt> {
    let (total, watch) = (Mutex::new(T::default()), Watch::default());
    let pieces = watch.while_going(parallel::ranges(trials, piece));
    parallel::for_each(threads, control, pieces, worker, |state, trials| {
        let items = trials.end - trials.start;
        let mut tally = T::default();
        if watch.is_done(play(state, trials, &mut tally)) {
            // A total poisoned by a panic is never returned, because `for_each` propagates the panic.
            *total.lock().unwrap_or_else(PoisonError::into_inner) += tally;
            control.advance(items);
        }
    });
    watch.end(control)?;
    Ok(total.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// Stops the remaining work when a game exceeds the limit on turns.
#[derive(Debug, Default)]
pub(super) struct Watch {
    is_too_long: AtomicBool,
}

impl Watch {
    /// Yields the items of `pieces` until a game exceeds the limit on turns.
    pub(super) fn while_going<P>(&self, pieces: impl Iterator<Item = P>) -> impl Iterator<Item = P> {
        pieces.take_while(|_| !self.is_too_long.load(Ordering::Relaxed))
    }

    /// Takes note if `played` says that a game exceeded the limit. Returns whether the piece was played to its end.
    pub(super) fn is_done(&self, played: Result<(), Halt>) -> bool {
        if played == Err(Halt::Endless) {
            self.is_too_long.store(true, Ordering::Relaxed);
        }
        played.is_ok()
    }

    /// Returns `Ok` if all work was completed, or else the reason why not.
    pub(super) fn end(self, control: &Control) -> Result<(), Halt> {
        if self.is_too_long.into_inner() {
            Err(Halt::Endless)
        } else if control.is_stopped() {
            Err(Halt::Stopped)
        } else {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn trial(number: u64, throws: [u8; 2], raw: [f64; MEASURES], luck: [f64; MEASURES], ending: Ending) -> Trial {
        Trial { number, throws, raw, luck, turns: 40 + (number % 7) as u32, ending }
    }

    fn any_measures() -> impl Strategy<Value = [f64; MEASURES]> {
        let value = prop_oneof![0.0..1.0_f64, -6e17..6e17_f64];
        (prop::array::uniform5(0.0..1.0_f64), value).prop_map(|([a, b, c, d, e], value)| [a, b, c, d, e, value])
    }

    fn any_ending() -> impl Strategy<Value = Ending> {
        prop_oneof![
            (-6..7_i64).prop_map(Ending::Played),
            (-6..7_i64).prop_map(Ending::Passed),
            Just(Ending::Known),
            Just(Ending::Truncated),
        ]
    }

    prop_compose! {
        fn any_trial()(
            number in 0..30_u64,
            throws in prop::array::uniform2(0..36_u8),
            raw in any_measures(),
            luck in any_measures(),
            ending in any_ending(),
        ) -> Trial {
            trial(number, throws, raw, luck, ending)
        }
    }

    fn summed(trials: &[Trial]) -> Tally {
        let mut tally = Tally::default();
        for &trial in trials {
            tally.add(trial, NonZero::new(4).expect("four"));
        }
        tally
    }

    proptest! {
        #[test]
        fn merging_in_any_order_gives_the_same_bits(
            trials in prop::collection::vec(any_trial(), 0..40),
            cuts in prop::collection::vec(any::<usize>(), 0..6),
            order in prop::collection::vec(any::<usize>(), 0..8),
        ) {
            let mut ends: Vec<usize> = cuts.iter().map(|cut| cut % (trials.len() + 1)).collect();
            ends.extend([0, trials.len()]);
            ends.sort_unstable();
            let mut parts: Vec<_> = ends.windows(2).map(|part| summed(&trials[part[0]..part[1]])).collect();
            let mut total = Tally::default();
            for at in order.into_iter().chain(0..parts.len()) {
                // A part that was already taken is empty and adds nothing.
                let len = parts.len();
                total += std::mem::take(&mut parts[at % len]);
            }
            prop_assert_eq!(total, summed(&trials));
        }
    }

    #[test]
    fn each_trial_is_counted_where_it_belongs() {
        let raw = [1.0, 0.5, 0.25, 0.0, 0.0, 2.0];
        let luck = [0.25, 0.0, 0.0, 0.0, 0.0, -1.0];
        let tally = summed(&[
            trial(0, [3, 35], raw, luck, Ending::Played(-4)),
            trial(3, [3, 0], raw, luck, Ending::Passed(2)),
            trial(4, [9, 35], raw, luck, Ending::Known),
            trial(7, [9, 1], [0.0; MEASURES], [0.0; MEASURES], Ending::Truncated),
        ]);
        let one = 1_i128 << 32;
        let twice = Sums {
            trials: 2,
            raw: [2 * one, one, one / 2, 0, 0, 4 * one],
            adjusted: [2 * one - one / 2, one, one / 2, 0, 0, 6 * one],
        };
        assert_eq!(tally.throws[0][3], twice);
        assert_eq!(tally.throws[1][35], twice);
        assert_eq!((tally.throws[0][9].trials, tally.throws[1][0].trials, tally.throws[1][1].trials), (2, 1, 1));
        assert_eq!(tally.total().trials, 4);
        assert_eq!(tally.total().raw[5], 6 * one);
        // Squares are counted by the first throw. The cubeless equity of these results is 1.75, or 1.25 less luck.
        let square = |value: f64| Some((value * value * 2_f64.powi(64)) as u128);
        assert_eq!(tally.squares[3].raw[5], Some(8 << 64));
        assert_eq!(tally.squares[9].raw[6], square(1.75).map(|square| square + (1 << 64)));
        assert_eq!(tally.squares[9].adjusted[6], square(1.25).map(|square| square + (1 << 64)));
        assert_eq!(tally.squares[9].adjusted[0], square(0.75));
        assert_eq!(tally.squares[35], Squares::default());
        // Groups of four trials.
        let groups: Vec<_> = tally.groups.iter().map(|(&number, group)| (number, group.trials)).collect();
        assert_eq!(groups, [(0, 2), (1, 2)]);
        assert_eq!(tally.groups[&1].adjusted[5], 3 * one);
        assert_eq!(tally.turns, BTreeMap::from([(40, 2), (43, 1), (44, 1)]));
        assert_eq!((tally.played, tally.passed), (BTreeMap::from([(-4, 1)]), BTreeMap::from([(2, 1)])));
        assert_eq!((tally.known, tally.truncated), (1, 1));
    }

    #[test]
    fn squares_of_the_largest_cubes_overflow_to_nothing() {
        let largest = [0.0, 0.0, 0.0, 0.0, 0.0, 3.0 * (1_u64 << 60) as f64];
        let tally = summed(&[trial(0, [0, 0], largest, [0.0; MEASURES], Ending::Known)]);
        assert_eq!(tally.squares[0].raw[5], None);
        assert_eq!((tally.squares[0].raw[4], tally.squares[1].raw[5]), (Some(0), Some(0)));
        assert_eq!(tally.total().raw[5], 3 << 92);
        // 2^31 squared fits, twice its half too, but not four times.
        let large = [0.0, 0.0, 0.0, 0.0, 0.0, 2_f64.powi(31)];
        let trials: Vec<_> = (0..4).map(|n| trial(n, [0, 0], large, [0.0; MEASURES], Ending::Known)).collect();
        assert_eq!(summed(&trials[..3]).squares[0].raw[5], Some(3 << 126));
        assert_eq!(summed(&trials).squares[0].raw[5], None);
    }
}
