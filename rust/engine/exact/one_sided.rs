//! The number of rolls that one side needs to bear off, and to bear off its first checker, without interference.
//!
//! The side makes the play that leaves the fewest rolls on average. If several do, it makes the one whose result has the
//! lowest number in GNU Backgammon's order. Means are therefore unique, and the distributions are those of these plays.
//!
//! The winning chance of a race follows from the distributions of both sides, as if each minimised its own mean. In truth a
//! side that is behind may do better with a play of more variance, but the difference is small.
//!
//! # Example
//!
//! ```
//! use std::sync::Arc;
//! use gammon::Position;
//! use gammon::exact::OneSided;
//! use gammon::parallel::{Control, thread_count};
//!
//! let file = OneSided::solve(6, thread_count(None), &Control::default()).expect("nobody stopped it");
//! let table = OneSided::from_bytes(Arc::new(file))?;
//! let mut side = [0; 26];
//! (side[0], side[6]) = (14, 1);
//! let own = Position::new(&side, &side)?.own();
//! // 27 of 36 rolls bear off a checker from the 6-point; any second roll does.
//! assert_eq!(table.rolls(own), Some(vec![0.0, 0.75, 0.25]));
//! assert_eq!(table.mean_rolls(own), Some(1.25));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::num::NonZero;
use std::ops::Range;

use crate::dice::Roll;
use crate::eval::Table;
use crate::exact::arrangements::Arrangements;
use crate::exact::file::{self, Bytes, Contents, Extent, Kind, TableFileError, rounded, value_of};
use crate::exact::plays;
use crate::memory::{self, Halt};
use crate::outcome::Outcome;
use crate::parallel::{self, Control};
use crate::point::OFF;
use crate::position::{MAX_CHECKERS, Position, Side};
use crate::value::{Cube, CubeModel};

/// The least number of points that a table covers: the home board.
pub const LEAST_POINTS: usize = 6;

/// The largest number of points that a table covers. With 10 points it has 3.3 million arrangements.
pub const MOST_POINTS: usize = 10;

/// Stored probabilities are multiples of 2^-30.
const BITS: u8 = 30;

/// The probabilities of needing 0, 1, 2, … rolls.
pub type Distribution = Vec<f64>;

/// A solved table of one-sided bear-offs with up to 15 checkers.
#[derive(Debug, Clone)]
pub struct OneSided {
    arrangements: Arrangements,
    contents: Contents,
    /// The distributions of bearing off all checkers, and of bearing off the first one.
    sections: [Section; 2],
}

/// Where the parts of one section begin, in bytes of the values.
#[derive(Debug, Clone, Copy)]
struct Section {
    /// The means, as 64-bit floating-point numbers.
    means: usize,
    /// For each arrangement, where its distribution ends, counted in probabilities.
    ends: usize,
    /// For each arrangement, the smallest number of rolls with a probability.
    firsts: usize,
    probabilities: usize,
    end: usize,
}

impl Section {
    /// Whether every arrangement has a distribution: probabilities that add up to 1, but for rounding.
    ///
    /// Lookups rely on it. They would otherwise read outside the section, and [`first_to`] could overflow.
    fn has_distributions(&self, contents: &Contents) -> bool {
        /// More than the rounding of 255 probabilities by up to half a unit each can add up to.
        const ROUNDING: u64 = 256;
        let values = contents.values();
        let ends = values[self.ends..self.firsts].as_chunks().0;
        let mut rest = values[self.probabilities..self.end].as_chunks().0;
        let mut start = 0;
        ends.iter().all(|&end| {
            let end = u32::from_le_bytes(end) as usize;
            let Some((distribution, after)) = end.checked_sub(start).and_then(|length| rest.split_at_checked(length))
            else {
                return false;
            };
            (start, rest) = (end, after);
            // As an unsigned number, a negative one is too large.
            let sum: u64 = distribution.iter().map(|&bytes| u64::from(u32::from_le_bytes(bytes))).sum();
            sum.abs_diff(1 << BITS) <= ROUNDING
        })
    }
}

impl OneSided {
    /// Solves the table for checkers on points 1 to `points`, 6 to 10, and returns the contents of its file.
    ///
    /// Means and probabilities are solved with 64-bit floating point. Means are stored as they are, probabilities rounded to
    /// multiples of 2^-30. `control` counts arrangements, of which there are [`OneSided::arrangements`].
    ///
    /// # Errors
    ///
    /// [`Halt`] if `control` was stopped, or if there is not enough memory.
    ///
    /// # Panics
    ///
    /// If `points` is out of range.
    pub fn solve(points: usize, threads: NonZero<usize>, control: &Control) -> Result<Vec<u8>, Halt> {
        let arrangements = arrangements(points).expect("6 to 10 points");
        let sides = Sides::new(arrangements)?;
        let all_off = sides.solve(Goal::AllOff, threads, control)?;
        let first_off = sides.solve(Goal::FirstOff, threads, control)?;
        let mut file = memory::try_with_capacity(64 + all_off.bytes() + first_off.bytes())?;
        let extent = Extent { points, most: arrangements.most(), checkers: MAX_CHECKERS };
        file::start(Kind::OneSided, extent, &mut file);
        all_off.write(&mut file);
        first_off.write(&mut file);
        file::finish(&mut file);
        Ok(file)
    }

    /// How many arrangements [`OneSided::solve`] counts; `None` if `points` is out of range.
    #[must_use]
    pub fn arrangements(points: usize) -> Option<usize> {
        arrangements(points).map(|arrangements| 2 * arrangements.count())
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// [`TableFileError`] if it is not a file of such a table, or damaged.
    pub fn from_bytes(bytes: Bytes) -> Result<Self, TableFileError> {
        let (contents, extent) = Contents::read(bytes, Kind::OneSided)?;
        let arrangements = arrangements(extent.points).ok_or(TableFileError::Header)?;
        if (extent.most, extent.checkers) != (arrangements.most(), MAX_CHECKERS) {
            return Err(TableFileError::Header);
        }
        let all_off = section(&contents, arrangements, 0).ok_or(TableFileError::Header)?;
        let first_off = section(&contents, arrangements, all_off.end).ok_or(TableFileError::Header)?;
        contents.expect(first_off.end)?;
        if ![all_off, first_off].iter().all(|section| section.has_distributions(&contents)) {
            return Err(TableFileError::Values);
        }
        Ok(Self { arrangements, contents, sections: [all_off, first_off] })
    }

    /// The highest point that the table covers.
    #[must_use]
    pub const fn points(&self) -> usize {
        self.arrangements.points()
    }

    /// The size of the file in bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.contents.size()
    }

    /// The probabilities of needing 0, 1, 2, … rolls to bear off all checkers; `None` if the table does not cover the side.
    #[must_use]
    pub fn rolls(&self, side: Side) -> Option<Distribution> {
        self.distribution(Goal::AllOff, side)
    }

    /// The probabilities of needing 0, 1, 2, … rolls to bear off the first of 15 checkers, if that is all that matters.
    #[must_use]
    pub fn rolls_to_first(&self, side: Side) -> Option<Distribution> {
        self.distribution(Goal::FirstOff, side)
    }

    /// The mean number of rolls to bear off all checkers.
    #[must_use]
    pub fn mean_rolls(&self, side: Side) -> Option<f64> {
        let number = self.arrangements.number(side)?;
        Some(self.mean(Goal::AllOff, number))
    }

    fn distribution(&self, goal: Goal, side: Side) -> Option<Distribution> {
        let (first, probabilities) = self.stored(goal, self.arrangements.number(side)?);
        let probabilities = probabilities.iter().map(|&bytes| value_of(i32::from_le_bytes(bytes), BITS));
        Some(std::iter::repeat_n(0.0, first).chain(probabilities).collect())
    }

    fn mean(&self, goal: Goal, number: usize) -> f64 {
        let at = self.sections[goal as usize].means + 8 * number;
        f64::from_le_bytes(*self.contents.values()[at..].first_chunk().expect("eight bytes"))
    }

    /// The smallest number of rolls with a probability, and the stored probabilities from there on.
    #[inline]
    fn stored(&self, goal: Goal, number: usize) -> (usize, &[[u8; 4]]) {
        let (section, values) = (self.sections[goal as usize], self.contents.values());
        let end = |number: usize| {
            let at = section.ends + 4 * number;
            u32::from_le_bytes([values[at], values[at + 1], values[at + 2], values[at + 3]]) as usize
        };
        let start = if number == 0 { 0 } else { end(number - 1) };
        let bytes = &values[section.probabilities + 4 * start..section.probabilities + 4 * end(number)];
        (values[section.firsts + number].into(), bytes.as_chunks().0)
    }

    /// The largest difference between a stored mean or probability and what the stored numbers after the best plays give.
    ///
    /// It is what rounding leaves, about 1e-9, unless the table is wrong.
    ///
    /// # Errors
    ///
    /// [`Halt`] if `control` was stopped, or if there is not enough memory. `control` counts arrangements.
    pub fn residual(&self, threads: NonZero<usize>, control: &Control) -> Result<f64, Halt> {
        let sides = Sides::new(self.arrangements)?;
        let mut largest: f64 = 0.0;
        for goal in [Goal::AllOff, Goal::FirstOff] {
            let stored = |number| {
                let (first, probabilities) = self.stored(goal, number);
                (first, probabilities.iter().map(|&bytes| value_of(i32::from_le_bytes(bytes), BITS)))
            };
            let numbers: Vec<_> = (0..sides.sides.len()).collect();
            for part in numbers.chunks(1 << 14) {
                let found = sides.distributions(
                    goal,
                    part,
                    threads,
                    control,
                    |number| self.mean(goal, number),
                    |number, add| {
                        let (first, probabilities) = stored(number);
                        probabilities.enumerate().for_each(|(at, probability)| add(first + at, probability));
                    },
                )?;
                for (&number, found) in part.iter().zip(found) {
                    largest = largest.max((self.mean(goal, number) - mean(&found)).abs());
                    let (first, probabilities) = stored(number);
                    let mut rest = found;
                    for (at, probability) in probabilities.enumerate() {
                        let found = rest.get_mut(first + at).map_or(0.0, std::mem::take);
                        largest = largest.max((found - probability).abs());
                    }
                    // What is not stored must be next to nothing.
                    largest = rest.into_iter().fold(largest, f64::max);
                }
            }
        }
        Ok(largest)
    }
}

impl Table for OneSided {
    fn farthest(&self) -> usize {
        self.points()
    }

    fn is_approximate(&self) -> bool {
        true
    }

    /// The outcome if each side minimises the mean number of its own rolls.
    fn outcome(&self, position: Position) -> Option<Outcome> {
        let (own, opponent) = (position.own(), position.opponent());
        let (own_number, opponent_number) = (self.arrangements.number(own)?, self.arrangements.number(opponent)?);
        let is_gammon_possible = own.count(OFF) == 0 || opponent.count(OFF) == 0;
        // The rolls to the first checker off are solved for 15 checkers on the board.
        if is_gammon_possible && position.checkers() != MAX_CHECKERS {
            return None;
        }
        let (own_rolls, opponent_rolls) =
            (self.stored(Goal::AllOff, own_number), self.stored(Goal::AllOff, opponent_number));
        let mut outcome = Outcome { win: first_to(own_rolls, opponent_rolls, 0), ..Outcome::default() };
        if opponent.count(OFF) == 0 {
            // The opponent has rolled once less than the winner, and must have borne off a checker by then.
            outcome.win_gammon = first_to(own_rolls, self.stored(Goal::FirstOff, opponent_number), 0).min(outcome.win);
        }
        if own.count(OFF) == 0 {
            // The player on roll has rolled as often as the opponent.
            let gammon = first_to(opponent_rolls, self.stored(Goal::FirstOff, own_number), 1);
            outcome.lose_gammon = gammon.min(1.0 - outcome.win);
        }
        Some(outcome)
    }

    fn no_double(&self, _: Position, _: &CubeModel, _: Cube) -> Option<f64> {
        None
    }
}

/// The probability that one number of rolls is at most another one less `handicap`.
#[inline]
fn first_to(one: (usize, &[[u8; 4]]), other: (usize, &[[u8; 4]]), handicap: usize) -> f32 {
    const ALL: i64 = 1 << BITS;
    let ((first, one), (other_first, other)) = (one, other);
    // `too_few` is the probability that the other number of rolls is too small. Integers make the sums exact; they stay near
    // 2^60, because the stored probabilities of one side add up to about 2^30.
    let (mut too_few, mut sum) = (0, 0);
    let mut next = other_first;
    let mut rest = other.iter();
    for (rolls, &bytes) in (first..).zip(one) {
        while next < rolls + handicap {
            let Some(&bytes) = rest.next() else { break };
            too_few += i64::from(i32::from_le_bytes(bytes));
            next += 1;
        }
        sum += i64::from(i32::from_le_bytes(bytes)) * (ALL - too_few).max(0);
    }
    (sum as f64 / (ALL * ALL) as f64).min(1.0) as f32
}

fn arrangements(points: usize) -> Option<Arrangements> {
    if (LEAST_POINTS..=MOST_POINTS).contains(&points) { Arrangements::new(points, MAX_CHECKERS.into()) } else { None }
}

/// The section that begins at byte `start` of the values; `None` if the values are too short.
fn section(contents: &Contents, arrangements: Arrangements, start: usize) -> Option<Section> {
    let count = arrangements.count();
    let ends = start + 8 * count;
    let firsts = ends + 4 * count;
    let probabilities = firsts + count.next_multiple_of(4);
    let total = u32::from_le_bytes(*contents.values().get(firsts - 4..)?.first_chunk()?);
    let end = probabilities + 4 * total as usize;
    (end <= contents.values().len()).then_some(Section { means: start, ends, firsts, probabilities, end })
}

/// What a side wants to do in few rolls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Goal {
    AllOff = 0,
    FirstOff = 1,
}

impl Goal {
    fn is_reached(self, side: Side) -> bool {
        side.count(OFF) >= if self == Self::AllOff { MAX_CHECKERS } else { 1 }
    }
}

/// All arrangements of a side.
struct Sides {
    arrangements: Arrangements,
    /// In the order of their numbers.
    sides: Vec<Side>,
}

impl Sides {
    fn new(arrangements: Arrangements) -> Result<Self, Halt> {
        Ok(Self { arrangements, sides: arrangements.sides(MAX_CHECKERS)? })
    }

    /// Computes the distributions of some arrangements from those after their best plays.
    ///
    /// `visit` passes each number of rolls with a probability, and that probability, to its second argument.
    fn distributions(
        &self,
        goal: Goal,
        numbers: &[usize],
        threads: NonZero<usize>,
        control: &Control,
        mean: impl Fn(usize) -> f64 + Sync,
        visit: impl Fn(usize, &mut dyn FnMut(usize, f64)) + Sync,
    ) -> Result<Vec<Distribution>, Halt> {
        /// Enough for a thread to be worth its start.
        const PIECE: usize = 32;
        let mut found = memory::try_filled(Vec::new(), numbers.len())?;
        let work = found.chunks_mut(PIECE).zip(numbers.chunks(PIECE));
        parallel::for_each(threads, control, work, Vec::new, |results, (found, numbers)| {
            for (sum, &number) in found.iter_mut().zip(numbers) {
                let own = self.sides[number];
                if goal.is_reached(own) {
                    *sum = vec![1.0];
                    continue;
                }
                *sum = vec![0.0; 2];
                for roll in Roll::all() {
                    results.clear();
                    plays::append(own, roll, results);
                    let after = results.iter().map(|result| {
                        self.arrangements
                            .number(result.opponent())
                            .expect("a play brings checkers nearer to home, or off")
                    });
                    let best = after.min_by(|&a, &b| mean(a).total_cmp(&mean(b)).then(a.cmp(&b)));
                    let weight = f64::from(roll.weight());
                    visit(best.expect("a side alone can always play"), &mut |rolls, probability| {
                        if sum.len() < rolls + 2 {
                            sum.resize(rolls + 2, 0.0);
                        }
                        sum[rolls + 1] += weight * probability;
                    });
                }
                for probability in sum {
                    *probability /= 36.0;
                }
            }
            control.advance(numbers.len() as u64);
        });
        if control.is_stopped() { Err(Halt::Stopped) } else { Ok(found) }
    }

    fn solve(&self, goal: Goal, threads: NonZero<usize>, control: &Control) -> Result<Solution, Halt> {
        let count = self.sides.len();
        let mut by_pips: Vec<_> = (0..count).collect();
        by_pips.sort_by_key(|&number| self.sides[number].pip_count());
        let mut solution = Solution {
            means: memory::try_filled(0.0, count)?,
            places: memory::try_filled(0..0, count)?,
            probabilities: Vec::new(),
        };
        // Every play reduces the pip count, so arrangements with the same pip count do not depend on each other.
        for layer in by_pips.chunk_by(|&a, &b| self.sides[a].pip_count() == self.sides[b].pip_count()) {
            let found = self.distributions(
                goal,
                layer,
                threads,
                control,
                |number| solution.means[number],
                |number, add| {
                    let probabilities = solution.distribution(number);
                    probabilities.iter().enumerate().for_each(|(rolls, &probability)| add(rolls, probability));
                },
            )?;
            memory::try_reserve(&mut solution.probabilities, found.iter().map(Vec::len).sum())?;
            for (&number, found) in layer.iter().zip(&found) {
                let start = solution.probabilities.len();
                solution.probabilities.extend_from_slice(found);
                solution.places[number] = start..solution.probabilities.len();
                solution.means[number] = mean(found);
            }
        }
        Ok(solution)
    }
}

fn mean(distribution: &[f64]) -> f64 {
    distribution.iter().enumerate().map(|(rolls, probability)| rolls as f64 * probability).sum()
}

/// The means and distributions of all arrangements.
struct Solution {
    means: Vec<f64>,
    /// The place of each distribution in `probabilities`.
    places: Vec<Range<usize>>,
    probabilities: Vec<f64>,
}

impl Solution {
    fn distribution(&self, number: usize) -> &[f64] {
        &self.probabilities[self.places[number].clone()]
    }

    /// The stored part of a distribution: without the numbers of rolls whose probabilities round to zero at either end.
    fn stored(&self, number: usize) -> Range<usize> {
        let distribution = self.distribution(number);
        let is_stored = |&probability: &f64| rounded(probability, BITS) != 0;
        let first = distribution.iter().position(is_stored).expect("some number of rolls is likely");
        let last = distribution.iter().rposition(is_stored).expect("some number of rolls is likely");
        first..last + 1
    }

    /// An upper limit on what [`Solution::write`] appends.
    fn bytes(&self) -> usize {
        16 * self.means.len() + 4 * self.probabilities.len()
    }

    fn write(&self, file: &mut Vec<u8>) {
        let numbers = 0..self.means.len();
        file.extend(self.means.iter().flat_map(|mean| mean.to_le_bytes()));
        let mut end = 0;
        for number in numbers.clone() {
            end += self.stored(number).len() as u32;
            file.extend(end.to_le_bytes());
        }
        file.extend(numbers.clone().map(|number| self.stored(number).start as u8));
        file.resize(file.len().next_multiple_of(4), 0);
        for number in numbers {
            let probabilities = &self.distribution(number)[self.stored(number)];
            file.extend(probabilities.iter().flat_map(|&probability| rounded(probability, BITS).to_le_bytes()));
        }
    }
}
