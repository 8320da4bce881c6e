//! What the network sees: one-hot facts about the checkers of each side.
//!
//! | facts | one of | how many |
//! |---|---|---|
//! | checkers in a place | 0 to 15 | for each side, for off, each point and the bar |
//! | pattern of a quadrant | each of its six points empty, a blot or made | for each side and quadrant |
//!
//! The first layer is a sum of rows of a table, one row a fact; when a play moves a few checkers, a few facts change.

use crate::point::PLACES;
use crate::position::{Position, Side};

/// What the inputs are, in words; a weight file made for others is refused by the hash of this.
pub(crate) const DESCRIPTION: &str = "side (on roll, opponent) x place (off, 1..24, bar) x checkers (0..15); \
                                      side x quadrant (1-6, 7-12, 13-18, 19-24) x pattern (base 3, lowest point first)";

/// Numbers of checkers that a place can hold, none included. The row of none is zero.
pub(crate) const COUNTS: usize = 16;

/// Patterns of a quadrant. The row of the empty one is zero.
pub(crate) const PATTERNS: usize = 729;

const QUADRANTS: usize = 4;

/// Where the patterns' inputs start.
pub(crate) const FIRST_PATTERN: usize = 2 * PLACES * COUNTS;

/// How many inputs there are.
pub(crate) const INPUTS: usize = FIRST_PATTERN + 2 * QUADRANTS * PATTERNS;

/// The most facts that can differ between two positions.
const MOST_CHANGES: usize = 2 * (PLACES + QUADRANTS);

/// `TERNARY[bits]`: the sum of `3^i` for each bit `i`.
const TERNARY: [u16; 64] = {
    let mut table = [0; 64];
    let mut bits = 0;
    while bits < 64 {
        let mut point = 0;
        let mut power = 1;
        while point < 6 {
            if bits >> point & 1 == 1 {
                table[bits] += power;
            }
            power *= 3;
            point += 1;
        }
        bits += 1;
    }
    table
};

/// The input for a number of checkers in a place.
pub(crate) const fn count_input(side: usize, place: usize, count: usize) -> usize {
    (side * PLACES + place) * COUNTS + count
}

/// The input for a pattern of a quadrant.
pub(crate) const fn pattern_input(side: usize, quadrant: usize, pattern: usize) -> usize {
    FIRST_PATTERN + (side * QUADRANTS + quadrant) * PATTERNS + pattern
}

/// The patterns of a side's quadrants.
#[inline(always)]
pub(crate) fn patterns(side: Side) -> [u16; QUADRANTS] {
    // A blot is occupied, a made point is occupied and made: the sum is 0, 1 or 2.
    let (occupied, made) = (side.occupied() >> 1, side.made() >> 1);
    std::array::from_fn(|quadrant| {
        let six = |places: u32| TERNARY[(places >> (6 * quadrant) & 63) as usize];
        six(occupied) + six(made)
    })
}

/// The inputs lit in a position whose rows are not zero.
#[inline(always)]
pub(crate) fn lit(position: Position, mut input: impl FnMut(usize)) {
    for (side, checkers) in [position.own, position.opponent].into_iter().enumerate() {
        for (place, count) in checkers.to_counts().into_iter().enumerate() {
            if count > 0 {
                input(count_input(side, place, usize::from(count)));
            }
        }
        for (quadrant, pattern) in patterns(checkers).into_iter().enumerate() {
            if pattern > 0 {
                input(pattern_input(side, quadrant, usize::from(pattern)));
            }
        }
    }
}

/// Inputs that go out and inputs that light up between two positions, in pairs.
pub(crate) struct Changes {
    pairs: [(u16, u16); MOST_CHANGES],
    len: usize,
}

impl Changes {
    /// What changes from one position to another, with the patterns of the first.
    #[inline(always)]
    pub(crate) fn between(from: Position, patterns_from: &[[u16; QUADRANTS]; 2], to: Position) -> Self {
        let mut changes = Self { pairs: [(0, 0); MOST_CHANGES], len: 0 };
        for (side, before, after) in [(0, from.own, to.own), (1, from.opponent, to.opponent)] {
            if before == after {
                continue;
            }
            let mut differing = before.0 ^ after.0;
            while differing != 0 {
                let shift = differing.trailing_zeros() & !3;
                differing &= !(15 << shift);
                let input = |packed: u128| count_input(side, shift as usize / 4, (packed >> shift) as usize & 15);
                changes.push(input(before.0), input(after.0));
            }
            for (quadrant, (old, new)) in patterns_from[side].into_iter().zip(patterns(after)).enumerate() {
                if old != new {
                    let input = |pattern: u16| pattern_input(side, quadrant, usize::from(pattern));
                    changes.push(input(old), input(new));
                }
            }
        }
        changes
    }

    #[inline(always)]
    fn push(&mut self, out: usize, lights: usize) {
        self.pairs[self.len] = (out as u16, lights as u16);
        self.len += 1;
    }

    /// Pairs of an input that goes out and one that lights up.
    #[inline(always)]
    pub(crate) fn pairs(&self) -> &[(u16, u16)] {
        &self.pairs[..self.len]
    }
}

const _: () = assert!(INPUTS <= u16::MAX as usize);

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn inputs(position: Position) -> BTreeSet<usize> {
        let mut inputs = BTreeSet::new();
        lit(position, |input| assert!(inputs.insert(input)));
        inputs
    }

    #[test]
    fn changes_lead_from_one_position_to_the_other() {
        let (from, to) = (Position::START, Position::NACKGAMMON.swap());
        let mut changed = inputs(from);
        let before = [patterns(from.own), patterns(from.opponent)];
        for &(out, lights) in Changes::between(from, &before, to).pairs() {
            changed.remove(&usize::from(out));
            changed.insert(usize::from(lights));
        }
        // Rows of nothing at all are zero, and not listed among the lit ones.
        let zero: BTreeSet<usize> = (0..2)
            .flat_map(|side| {
                let counts = (0..PLACES).map(move |place| count_input(side, place, 0));
                counts.chain((0..QUADRANTS).map(move |quadrant| pattern_input(side, quadrant, 0)))
            })
            .collect();
        assert_eq!(changed.difference(&zero).copied().collect::<BTreeSet<_>>(), inputs(to));
        assert!(Changes::between(from, &before, from).pairs().is_empty());
    }

    #[test]
    fn patterns_are_ternary_with_the_lowest_point_first() {
        // Five on the 6-point, three on the 8, five on the 13, two on the 24.
        assert_eq!(patterns(Position::START.own), [2 * 243, 2 * 3, 2, 2 * 243]);
    }
}
