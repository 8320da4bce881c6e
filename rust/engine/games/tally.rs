//! Exact sums over many trials. They are bit-identical for every division of the trials into parts and every order of
//! adding the parts.
//!
//! Counts are integers. Fractional values are rounded to fixed point, trial by trial, before they are added.
//!
//! # Example
//!
//! ```
//! use gammon::games::tally::Sums;
//!
//! let values = [0.1, -0.7, 1e9];
//! let (mut forwards, mut backwards) = (Sums::default(), Sums::default());
//! for at in 0..3 {
//!     forwards.add(values[at]);
//!     backwards.add(values[2 - at]);
//! }
//! assert_eq!(forwards, backwards);
//! ```

use std::num::NonZero;
use std::ops::{AddAssign, Range};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use super::trial::GameEnd;
use crate::memory::Halt;
use crate::parallel::{self, Control};
use crate::position::Who;

/// How many trials ended in each way, for the player on roll at the start. The kinds are exclusive: a backgammon is not
/// counted as a gammon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OutcomeCounts {
    /// Single games, gammons and backgammons won.
    pub won: [u64; 3],
    /// Single games, gammons and backgammons lost.
    pub lost: [u64; 3],
    /// Turns played in all trials.
    pub turns: u64,
}

impl OutcomeCounts {
    pub(crate) fn add(&mut self, end: GameEnd) {
        let kind = end.by.points() as usize - 1;
        match end.winner {
            Who::OnRoll => self.won[kind] += 1,
            Who::Opponent => self.lost[kind] += 1,
        }
        self.turns += u64::from(end.turns);
    }

    /// How many trials there are.
    #[must_use]
    pub fn trials(self) -> u64 {
        self.won.iter().chain(&self.lost).sum()
    }
}

impl AddAssign for OutcomeCounts {
    fn add_assign(&mut self, other: Self) {
        for kind in 0..3 {
            self.won[kind] += other.won[kind];
            self.lost[kind] += other.lost[kind];
        }
        self.turns += other.turns;
    }
}

/// Fixed-point sums of the values of trials and of their squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sums {
    /// How many trials there are.
    trials: u64,
    /// In units of `2^-32`.
    sum: i128,
    /// In units of `2^-64`; `None` after an overflow. Squares are never negative, so whether the sum overflows does not
    /// depend on the order.
    squares: Option<u128>,
}

impl Default for Sums {
    fn default() -> Self {
        Self { trials: 0, sum: 0, squares: Some(0) }
    }
}

impl Sums {
    const ONE: f64 = (1_u64 << 32) as f64;

    /// Adds the value of a trial (points, or a match-winning chance), rounded to the nearest `2^-32`.
    pub fn add(&mut self, value: f64) {
        debug_assert!(
            value.abs() <= 3.0 * (1_u64 << 60) as f64,
            "no game is worth more than a backgammon at the largest cube"
        );
        let fixed = (value * Self::ONE).round() as i128;
        let squares = fixed.unsigned_abs().checked_pow(2);
        *self += Self { trials: 1, sum: fixed, squares };
    }

    /// How many trials there are.
    #[must_use]
    pub const fn trials(&self) -> u64 {
        self.trials
    }

    /// The mean; `None` if there are no trials.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.trials > 0).then(|| self.sum as f64 / Self::ONE / self.trials as f64)
    }

    /// The standard error of the mean, from the sample variance.
    ///
    /// `None` for fewer than two trials, or if cubes were so large that the sum of squares overflowed.
    #[must_use]
    pub fn standard_error(&self) -> Option<f64> {
        let (trials, sum) = (self.trials as f64, self.sum as f64 / Self::ONE);
        let squares = self.squares? as f64 / Self::ONE / Self::ONE;
        (self.trials > 1).then(|| ((squares - sum * sum / trials).max(0.0) / (trials - 1.0) / trials).sqrt())
    }
}

impl AddAssign for Sums {
    fn add_assign(&mut self, other: Self) {
        self.trials += other.trials;
        self.sum = self.sum.checked_add(other.sum).expect("2^33 backgammons at the largest cube cannot be played");
        self.squares = self.squares.zip(other.squares).and_then(|(one, other)| one.checked_add(other));
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
    use crate::outcome::Win;
    use proptest::prelude::*;

    /// Adds trials one by one, in order.
    fn summed(values: &[f64]) -> Sums {
        let mut sums = Sums::default();
        for &value in values {
            sums.add(value);
        }
        sums
    }

    /// Cuts the trials into parts, adds up each part, and adds the parts in the given order.
    fn merged(values: &[f64], cuts: &[usize], order: &[usize]) -> Sums {
        let mut ends: Vec<usize> = cuts.iter().map(|cut| cut % (values.len() + 1)).collect();
        ends.extend([0, values.len()]);
        ends.sort_unstable();
        let mut parts: Vec<Sums> = ends.windows(2).map(|part| summed(&values[part[0]..part[1]])).collect();
        let mut total = Sums::default();
        for at in order.iter().copied().chain(0..parts.len()) {
            // A part that was already taken is empty and adds nothing.
            let len = parts.len();
            total += std::mem::take(&mut parts[at % len]);
        }
        total
    }

    proptest! {
        #[test]
        fn merging_in_any_order_gives_the_same_bits(
            values in prop::collection::vec(prop_oneof![-3.0..3.0_f64, 0.0..1.0_f64, -6e17..6e17_f64], 0..40),
            cuts in prop::collection::vec(any::<usize>(), 0..6),
            order in prop::collection::vec(any::<usize>(), 0..8),
        ) {
            let (whole, parts) = (summed(&values), merged(&values, &cuts, &order));
            prop_assert_eq!(whole, parts);
            prop_assert_eq!(whole.mean().map(f64::to_bits), parts.mean().map(f64::to_bits));
            prop_assert_eq!(whole.standard_error().map(f64::to_bits), parts.standard_error().map(f64::to_bits));
        }

        #[test]
        fn means_and_errors_match_the_sample(values in prop::collection::vec(-24.0..24.0_f64, 2..60)) {
            let sums = summed(&values);
            let n = values.len() as f64;
            let mean = values.iter().sum::<f64>() / n;
            let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0);
            // Each value is rounded by at most 2^-33.
            prop_assert!((sums.mean().unwrap() - mean).abs() < 1e-9);
            prop_assert!((sums.standard_error().unwrap() - (variance / n).sqrt()).abs() < 1e-6);
        }
    }

    #[test]
    fn sums_in_floating_point_would_depend_on_the_order() {
        let values = [1e17, 0.3, -1e17];
        let there = values.iter().sum::<f64>();
        let back = values.iter().rev().sum::<f64>();
        assert_ne!(there.to_bits(), (values[0] + values[2] + values[1]).to_bits());
        assert_eq!((there, back), (0.0, 0.0));
        let [one, other] = [summed(&values), summed(&[values[2], values[0], values[1]])];
        assert_eq!(one, other);
        assert!((one.mean().unwrap() - 0.1).abs() < 1e-9);
    }

    #[test]
    fn no_standard_error_for_too_few_trials_or_too_large_cubes() {
        assert_eq!(Sums::default().mean(), None);
        assert_eq!(summed(&[2.0]).standard_error(), None);
        assert_eq!(summed(&[2.0, 4.0]).standard_error(), Some(1.0));
        let huge = summed(&[3.0 * (1_u64 << 60) as f64, 0.0]);
        assert_eq!(huge.standard_error(), None);
        assert_eq!(huge.mean(), Some(1.5 * (1_u64 << 60) as f64));
    }

    #[test]
    fn counts_are_exclusive() {
        let mut counts = OutcomeCounts::default();
        let end = |winner, by, turns| GameEnd { winner, by, turns, exponent: 0, is_passed: false };
        for end in [
            end(Who::OnRoll, Win::Gammon, 3),
            end(Who::Opponent, Win::Single, 4),
            end(Who::Opponent, Win::Backgammon, 5),
        ] {
            counts.add(end);
        }
        assert_eq!(counts, OutcomeCounts { won: [0, 1, 0], lost: [1, 0, 1], turns: 12 });
        assert_eq!(counts.trials(), 3);
    }
}
