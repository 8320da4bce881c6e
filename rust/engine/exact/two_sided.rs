//! Bear-offs in which both sides have few checkers left: winning chances, and values with the cube for money.
//!
//! Both sides have borne off a checker, so gammons are impossible, and the Jacoby rule and beavers make no difference. The
//! values are those of the player on roll who does not double this turn. At every later turn both sides double, take and pass
//! as is best for them, and the cube has no limit.
//!
//! The recursion is the usual one for such databases: a double is worth the smaller of 1 point (the opponent passes) and
//! twice the value with the opponent owning the cube.
//!
//! # Example
//!
//! ```
//! use std::sync::Arc;
//! use gammon::exact::TwoSided;
//! use gammon::parallel::{Control, thread_count};
//! use gammon::Position;
//!
//! let file = TwoSided::solve(2, thread_count(None), &Control::default()).expect("nobody stopped it");
//! let table = TwoSided::from_bytes(Arc::new(file))?;
//! let (mut own, mut opponent) = ([0; 26], [0; 26]);
//! (own[0], own[2], own[5]) = (13, 1, 1);
//! (opponent[0], opponent[1]) = (14, 1);
//! // 19 of 36 rolls bear off both checkers; otherwise the opponent bears off the last one.
//! let [win, centred, ..] = table.values(Position::new(&own, &opponent)?).expect("two checkers at most");
//! assert!((win - 19.0 / 36.0).abs() < 1e-9 && (centred - 2.0 / 36.0).abs() < 1e-9);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::num::NonZero;

use crate::eval::Table;
use crate::exact::FAR_FROM_LIMIT;
use crate::exact::arrangements::Arrangements;
use crate::exact::file::{self, Bytes, Contents, Extent, Kind, TableFileError, rounded, value_of};
use crate::exact::plays::Plays;
use crate::memory::{self, Halt, OutOfMemory};
use crate::outcome::Outcome;
use crate::parallel::{self, Control};
use crate::point::OFF;
use crate::position::{MAX_CHECKERS, Position};
use crate::value::{Cube, CubeModel, CubeOwner, Scoring};

/// The points of the home board.
const POINTS: usize = 6;

/// The largest number of checkers of a side. With 10 on each side the file takes 1 GB.
pub const MOST: usize = 10;

/// The numbers stored for a pair of arrangements: the winning chance, and the values with the cube in the centre, owned by the
/// player on roll, and owned by the opponent.
const NUMBERS: usize = 4;

/// Stored numbers are multiples of 2^-30.
const BITS: u8 = 30;

/// The numbers of a pair, from the point of view of the player on roll.
pub type Values = [f64; NUMBERS];

const WON: Values = [1.0; NUMBERS];

/// A solved table of two-sided bear-offs.
#[derive(Debug, Clone)]
pub struct TwoSided {
    arrangements: Arrangements,
    contents: Contents,
}

impl TwoSided {
    /// Solves the table for at most `most` checkers of a side, 1 to 10, and returns the contents of its file: 16 bytes for each
    /// pair of arrangements.
    ///
    /// Values are solved with 64-bit floating point and stored rounded to multiples of 2^-30. `control` counts layers, of which
    /// there are [`TwoSided::layers`].
    ///
    /// # Errors
    ///
    /// [`Halt`] if `control` was stopped, or if there is not enough memory.
    ///
    /// # Panics
    ///
    /// If `most` is out of range.
    pub fn solve(most: usize, threads: NonZero<usize>, control: &Control) -> Result<Vec<u8>, Halt> {
        let arrangements = arrangements(most).expect("1 to 10 checkers");
        let values = solve(arrangements, threads, control)?;
        let mut file = memory::try_with_capacity(64 + 4 * NUMBERS * values.len())?;
        file::start(Kind::TwoSided, Extent { points: POINTS, most, checkers: MAX_CHECKERS }, &mut file);
        file.extend(values.iter().flatten().flat_map(|&value| rounded(value, BITS).to_le_bytes()));
        file::finish(&mut file);
        Ok(file)
    }

    /// How many layers [`TwoSided::solve`] counts, one for each arrangement of a side; `None` if `most` is out of range.
    #[must_use]
    pub fn layers(most: usize) -> Option<usize> {
        arrangements(most).map(Arrangements::count)
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// [`TableFileError`] if it is not a file of such a table, or damaged.
    pub fn from_bytes(bytes: Bytes) -> Result<Self, TableFileError> {
        let (contents, extent) = Contents::read(bytes, Kind::TwoSided)?;
        if (extent.points, extent.checkers) != (POINTS, MAX_CHECKERS) {
            return Err(TableFileError::Header);
        }
        let arrangements = arrangements(extent.most).ok_or(TableFileError::Header)?;
        contents.expect(4 * NUMBERS * arrangements.count().pow(2))?;
        Ok(Self { arrangements, contents })
    }

    /// The most checkers that a side may have left.
    #[must_use]
    pub const fn most(&self) -> usize {
        self.arrangements.most()
    }

    /// The size of the file in bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.contents.size()
    }

    /// The winning chance, and the values without a double this turn with the cube in the centre, owned by the player on roll,
    /// and owned by the opponent.
    ///
    /// `None` if the table does not cover the position or the game is over.
    #[must_use]
    pub fn values(&self, position: Position) -> Option<Values> {
        let (own, opponent) = self.numbers(position)?;
        Some(self.at(own, opponent))
    }

    /// The numbers of both sides' arrangements, if the table covers the position.
    #[inline]
    fn numbers(&self, position: Position) -> Option<(usize, usize)> {
        let (own, opponent) = (position.own(), position.opponent());
        // A side that has borne off none of its checkers can lose a gammon, even if it has few.
        if own.count(OFF) == 0 || opponent.count(OFF) == 0 {
            return None;
        }
        let numbers = (self.arrangements.number(own)?, self.arrangements.number(opponent)?);
        (numbers.0 != 0 && numbers.1 != 0).then_some(numbers)
    }

    #[inline]
    fn at(&self, own: usize, opponent: usize) -> Values {
        self.contents.numbers(self.place(own, opponent)).map(|stored| value_of(stored, BITS))
    }

    /// Where the numbers of a pair begin.
    const fn place(&self, own: usize, opponent: usize) -> usize {
        NUMBERS * (own * self.arrangements.count() + opponent)
    }

    /// The largest difference between a stored number and what the stored numbers after the best plays give, over all pairs.
    ///
    /// It is what rounding leaves, about 1e-9, unless the table is wrong.
    ///
    /// # Errors
    ///
    /// [`Halt`] if `control` was stopped, or if there is not enough memory. `control` counts layers.
    pub fn residual(&self, threads: NonZero<usize>, control: &Control) -> Result<f64, Halt> {
        let plays = plays(self.arrangements)?;
        let count = self.arrangements.count();
        let mut largest = memory::try_filled(0.0_f64, count)?;
        parallel::for_each(
            threads,
            control,
            largest.iter_mut().enumerate().skip(1),
            || (),
            |(), (own, largest)| {
                for opponent in 1..count {
                    let found = values_of(&plays, own, |after| self.at(opponent, after));
                    for (stored, found) in self.at(own, opponent).into_iter().zip(found) {
                        *largest = largest.max((stored - found).abs());
                    }
                }
                control.advance(1);
            },
        );
        if control.is_stopped() { Err(Halt::Stopped) } else { Ok(largest.into_iter().fold(0.0, f64::max)) }
    }
}

impl Table for TwoSided {
    fn farthest(&self) -> usize {
        POINTS
    }

    fn outcome(&self, position: Position) -> Option<Outcome> {
        let (own, opponent) = self.numbers(position)?;
        let [win] = self.contents.numbers(self.place(own, opponent));
        Some(Outcome { win: value_of(win, BITS) as f32, ..Outcome::default() })
    }

    fn no_double(&self, position: Position, model: &CubeModel, cube: Cube) -> Option<f64> {
        let Scoring::Money { .. } = model.scoring() else { return None };
        if !model.can_be_doubled(cube, FAR_FROM_LIMIT) {
            return None;
        }
        let [_, centred, own, opponent] = self.values(position)?;
        Some(match cube.owner() {
            CubeOwner::Centre => centred,
            CubeOwner::OnRoll => own,
            CubeOwner::Opponent => opponent,
        })
    }
}

const fn arrangements(most: usize) -> Option<Arrangements> {
    if most > MOST { None } else { Arrangements::new(POINTS, most) }
}

/// The plays of all arrangements.
fn plays(arrangements: Arrangements) -> Result<Plays, OutOfMemory> {
    Plays::new(&arrangements.sides(MAX_CHECKERS)?, |side| {
        arrangements.number(side).expect("a play brings checkers nearer to home, or off")
    })
}

/// The values of an arrangement on roll. `values` returns the opponent's, who is on roll next, by the arrangement that the play
/// leads to.
#[inline]
fn values_of(plays: &Plays, own: usize, values: impl Fn(usize) -> Values) -> Values {
    let mut sums = [0.0; NUMBERS];
    for (weight, after) in plays.of(own) {
        let mut best = [f64::NEG_INFINITY; NUMBERS];
        for &after in after {
            let worth = if after == 0 { WON } else { for_waiting_side(values(after as usize)) };
            for (best, worth) in best.iter_mut().zip(worth) {
                *best = best.max(worth);
            }
        }
        for (sum, best) in sums.iter_mut().zip(best) {
            *sum += weight * best;
        }
    }
    sums.map(|sum| sum / 36.0)
}

/// Converts the values of the player on roll, who now may double, to those of the side that waits.
#[inline]
fn for_waiting_side([win, centred, own, opponent]: Values) -> Values {
    // The opponent passes a double, or owns the cube at twice the stakes.
    let double = (2.0 * opponent).min(1.0);
    [1.0 - win, -centred.max(double), -opponent, -own.max(double)]
}

fn solve(arrangements: Arrangements, threads: NonZero<usize>, control: &Control) -> Result<Vec<Values>, Halt> {
    /// Computing fewer pairs than this takes less time than starting a thread.
    const FEW: usize = 256;
    let plays = plays(arrangements)?;
    let count = arrangements.count();
    let mut values: Vec<Values> = memory::try_filled([0.0; NUMBERS], count * count)?;
    let mut found: Vec<Values> = memory::try_filled([0.0; NUMBERS], count)?;
    // The values of a pair depend on those of pairs in which the opponent is on roll against a lower-numbered arrangement.
    // Layer `n` consists of the pairs whose higher number is `n`: first those with `n` on roll, which depend on earlier
    // layers; then those with `n` waiting, which depend on the former; last `n` against itself.
    for layer in 1..count {
        if control.is_stopped() {
            return Err(Halt::Stopped);
        }
        let threads = if layer < FEW { NonZero::<usize>::MIN } else { threads };
        let fill = |found: &mut [Values], pair: &(dyn Fn(usize) -> (usize, usize) + Sync), values: &[Values]| {
            let work = found.chunks_mut(FEW).zip((1..).step_by(FEW));
            parallel::for_each(
                threads,
                control,
                work,
                || (),
                |(), (found, first)| {
                    for (found, other) in found.iter_mut().zip(first..) {
                        let (own, opponent) = pair(other);
                        let row = &values[opponent * count..][..count];
                        *found = values_of(&plays, own, |after| row[after]);
                    }
                },
            );
        };
        fill(&mut found[1..layer], &|other| (layer, other), &values);
        values[layer * count..][1..layer].copy_from_slice(&found[1..layer]);
        fill(&mut found[1..layer], &|other| (other, layer), &values);
        for other in 1..layer {
            values[other * count + layer] = found[other];
        }
        let row = &values[layer * count..][..count];
        values[layer * count + layer] = values_of(&plays, layer, |after| row[after]);
        control.advance(1);
    }
    if control.is_stopped() { Err(Halt::Stopped) } else { Ok(values) }
}
