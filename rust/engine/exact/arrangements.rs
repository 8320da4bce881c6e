//! Consecutive numbers for the arrangements of a side's checkers, which serve as indices into tables.
//!
//! The order is that of GNU Backgammon's bear-off databases: by the number of checkers on the board, then by how far back they
//! are. Number 0 has no checker on the board. With six points, 1 has one checker on the ace point and 6 one on the 6-point.
//! Every play without a hit leads to a lower number for the side that makes it.

use crate::memory::{self, OutOfMemory};
use crate::point::PLACES;
use crate::position::{MAX_CHECKERS, Side};

/// The largest number of points, counting the bar.
pub const MOST_POINTS: usize = PLACES - 1;

const MOST: usize = MAX_CHECKERS as usize;

/// The binomial coefficient `C(n, k)`, for the small `n` and `k` of arrangements.
const fn binomial(n: usize, k: usize) -> u64 {
    let (mut result, mut i) = (1, 0);
    while i < k {
        // Divides exactly at each step: the product so far is a binomial coefficient.
        result = result * (n - i) as u64 / (i + 1) as u64;
        i += 1;
    }
    result
}

/// `STEPS[p][i]` is `C(p + i - 1, i)`: arrangements of `i` checkers on `p` points.
const STEPS: [[u32; MOST + 1]; PLACES + 1] = {
    let mut steps = [[0; MOST + 1]; PLACES + 1];
    let mut p = 1;
    while p <= PLACES {
        let mut i = 0;
        while i <= MOST {
            let ways = binomial(p + i - 1, i);
            steps[p][i] = if ways > u32::MAX as u64 { u32::MAX } else { ways as u32 };
            i += 1;
        }
        p += 1;
    }
    steps
};

/// The arrangements of at most `most` checkers on points 1 to `points`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrangements {
    points: usize,
    most: usize,
}

impl Arrangements {
    /// Arrangements of at most `most` checkers, 1 to 15, on points 1 to `points`, 1 to 25 (25 is the bar); `None` outside these
    /// ranges, and if there are more than 2^31 of them.
    #[must_use]
    pub const fn new(points: usize, most: usize) -> Option<Self> {
        if points == 0 || points > MOST_POINTS || most == 0 || most > MOST || binomial(points + most, most) > 1 << 31 {
            return None;
        }
        Some(Self { points, most })
    }

    /// The highest point.
    #[must_use]
    pub const fn points(self) -> usize {
        self.points
    }

    /// The most checkers on the board.
    #[must_use]
    pub const fn most(self) -> usize {
        self.most
    }

    /// How many arrangements there are.
    #[must_use]
    pub const fn count(self) -> usize {
        binomial(self.points + self.most, self.most) as usize
    }

    /// The number of a side's arrangement; `None` if it has too many checkers on the board, or one beyond the highest point.
    #[must_use]
    #[inline]
    pub fn number(self, side: Side) -> Option<usize> {
        let mut rest = side.0 >> 4;
        if rest >> (4 * self.points) != 0 {
            return None;
        }
        let (mut place, mut checkers, mut number) = (1, 0, 0);
        while rest != 0 {
            let empty = (rest.trailing_zeros() / 4) as usize;
            rest >>= 4 * empty;
            place += empty;
            // The i-th nearest checker, on place p, has C(p + i - 2, i) arrangements before it. Summed over the checkers of
            // one place this is a difference of two steps.
            let before = checkers;
            checkers += (rest & 15) as usize;
            if checkers > self.most {
                return None;
            }
            number += STEPS[place][checkers] - STEPS[place][before];
            rest >>= 4;
            place += 1;
        }
        // Arrangements with fewer checkers come first: C(points + checkers - 1, checkers - 1) of them.
        let fewer = if checkers == 0 { 0 } else { STEPS[self.points + 1][checkers - 1] };
        Some((number + fewer) as usize)
    }

    /// All arrangements in the order of their numbers, as sides with `checkers` checkers, the missing ones borne off.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`] if they do not fit.
    pub fn sides(self, checkers: u8) -> Result<Vec<Side>, OutOfMemory> {
        assert!(usize::from(checkers) >= self.most, "a side has at least the checkers that are on the board");
        let mut sides = memory::try_filled(Side::from_counts(&[0; PLACES]), self.count())?;
        let mut counts = [0; PLACES];
        self.fill(1, self.most, &mut counts, &mut |counts| {
            let on_board: u8 = counts[1..].iter().sum();
            let mut counts = *counts;
            counts[0] = checkers - on_board;
            let side = Side::from_counts(&counts);
            let number = self.number(side).expect("an arrangement that was made within the ranges");
            sides[number] = side;
        });
        Ok(sides)
    }

    /// Visits every arrangement of up to `left` checkers from point `point` on.
    fn fill(self, point: usize, left: usize, counts: &mut [u8; PLACES], visit: &mut impl FnMut(&[u8; PLACES])) {
        if point > self.points {
            visit(counts);
            return;
        }
        for checkers in 0..=left {
            counts[point] = checkers as u8;
            self.fill(point + 1, left - checkers, counts, visit);
        }
        counts[point] = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(checkers: &[(usize, u8)]) -> Side {
        let mut counts = [0; PLACES];
        for &(place, count) in checkers {
            counts[place] = count;
        }
        Side::from_counts(&counts)
    }

    /// Figures of GNU Backgammon's numbering, as facts collected from its documentation have them.
    #[test]
    fn bear_offs_are_numbered_as_gnu_backgammon_numbers_them() {
        let bearoff = Arrangements::new(6, 15).expect("within the ranges");
        assert_eq!(bearoff.count(), 54_264);
        assert_eq!(bearoff.number(side(&[(0, 15)])), Some(0));
        assert_eq!(bearoff.number(side(&[(0, 14), (1, 1)])), Some(1));
        assert_eq!(bearoff.number(side(&[(0, 14), (6, 1)])), Some(6));
        assert_eq!(bearoff.number(side(&[(1, 15)])), Some(38_760));
        assert_eq!(bearoff.number(side(&[(6, 15)])), Some(54_263));
    }

    #[test]
    fn every_arrangement_has_a_number_of_its_own() {
        for (points, most, count) in
            [(6, 6, 924), (6, 15, 54_264), (10, 4, 1001), (25, 3, 3276), (24, 2, 325), (1, 1, 2)]
        {
            let arrangements = Arrangements::new(points, most).expect("within the ranges");
            assert_eq!(arrangements.count(), count);
            let sides = arrangements.sides(15).expect("there is memory");
            for (number, &side) in sides.iter().enumerate() {
                assert_eq!(arrangements.number(side), Some(number));
                assert_eq!(side.checkers(), 15);
            }
        }
    }

    #[test]
    fn what_is_outside_has_no_number() {
        let arrangements = Arrangements::new(6, 3).expect("within the ranges");
        assert_eq!(arrangements.number(side(&[(0, 14), (7, 1)])), None);
        assert_eq!(arrangements.number(side(&[(0, 11), (2, 4)])), None);
        assert_eq!(arrangements.number(side(&[(0, 14), (25, 1)])), None);
        assert!(Arrangements::new(0, 3).is_none() && Arrangements::new(26, 3).is_none());
        assert!(Arrangements::new(6, 0).is_none() && Arrangements::new(6, 16).is_none());
        assert!(Arrangements::new(25, 15).is_none());
    }
}
