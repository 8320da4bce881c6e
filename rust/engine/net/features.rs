//! The network's inputs: one-hot features of each side's checkers.
//!
//! | feature | values | one for | rows |
//! |---|---|---|---|
//! | checkers in a place | 0 to 15 | each side and place: off, points, bar | wide |
//! | pattern of a quadrant | each of its six points empty, a blot or made | each side and quadrant | narrow |
//! | shots at a blot | which of the six points in front of it hold the opponent's checkers, and whether any of the next six do | each side and point | narrow |
//! | block in front of checkers | which of the six points in front of them the opponent has made | each side and place from 7 up | narrow |
//!
//! The first layer sums one row of weights per active feature; a play moves few checkers, so that few features change. The
//! empty values (no checkers, an empty quadrant, no shots, no block) are never active. Wide rows have 16-bit weights and narrow
//! rows 8-bit ones, because the weights of checker counts are the largest.
//!
//! *In front of* a checker are the lower points, towards which it moves.

use crate::point::{BAR, OFF, PLACES};
use crate::position::{POINTS, Position, Side};

/// A description of the inputs. Its hash is in every weight file, and a file with another hash is refused.
pub(crate) const DESCRIPTION: &str = "side (on roll, opponent) x place (off, 1..24, bar) x checkers (0..15); \
                                      side x quadrant (1-6, 7-12, 13-18, 19-24) x pattern (base 3, lowest point first); \
                                      side x blot (1..24) x opponent's places from 6 to 1 before it, any from 12 to 7; \
                                      side x place (7..24, bar) x points made by the opponent from 6 to 1 before it; \
                                      classes: side x checkers in places 19 to 25 (0, 1, 2, more); races";

/// The number of checker counts of a place, 0 to 15. The row of 0 is zero.
pub(crate) const COUNTS: usize = 16;

/// The number of patterns of a quadrant. The row of the empty quadrant is zero.
pub(crate) const PATTERNS: usize = 729;

/// The number of values of a shots feature: a set of six points, and one bit for the six points beyond. The row of 0 is zero.
const SHOTS: usize = 128;

/// The number of values of a block feature: sets of six points. The row of the empty set is zero.
const BLOCKS: usize = 64;

pub(super) const QUADRANTS: usize = 4;

/// The number of wide rows: checker counts.
pub(crate) const WIDE: usize = 2 * PLACES * COUNTS;

pub(super) const FIRST_SHOT: usize = 2 * QUADRANTS * PATTERNS;
const FIRST_BLOCK: usize = FIRST_SHOT + 2 * 24 * SHOTS;

/// The lowest place that has a block feature.
const LOWEST_BLOCKED: usize = 7;
const BLOCKED_PLACES: usize = PLACES - LOWEST_BLOCKED;

/// The number of narrow rows: all other features.
pub(crate) const NARROW: usize = FIRST_BLOCK + 2 * BLOCKED_PLACES * BLOCKS;

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

/// The index of the wide row for a checker count in a place.
pub(crate) const fn count_row(side: usize, place: usize, count: usize) -> usize {
    (side * PLACES + place) * COUNTS + count
}

/// The layout of one kind of feature in the narrow rows: a group of rows for each side and place, one row per value.
pub(crate) struct Kind {
    /// The first row.
    pub(crate) first: usize,
    /// The number of groups of a side.
    pub(crate) groups: usize,
    /// The number of rows in a group.
    pub(crate) values: usize,
    /// The largest number of features of this kind that a side can have active at once.
    pub(crate) at_once: usize,
}

/// Quadrant patterns, shots, blocks.
pub(crate) const KINDS: [Kind; 3] = [
    Kind { first: 0, groups: QUADRANTS, values: PATTERNS, at_once: QUADRANTS },
    Kind { first: FIRST_SHOT, groups: 24, values: SHOTS, at_once: 15 },
    Kind { first: FIRST_BLOCK, groups: BLOCKED_PLACES, values: BLOCKS, at_once: 15 },
];

impl Kind {
    #[inline(always)]
    pub(super) const fn row(&self, side: usize, group: usize, value: usize) -> usize {
        self.first + (side * self.groups + group) * self.values + value
    }
}

/// The row of a quadrant pattern in the folded first layer (see [`super::fold`]): a wide row, after those of checker counts.
#[inline(always)]
pub(super) const fn folded_pattern_row(side: usize, quadrant: usize, pattern: usize) -> usize {
    WIDE + KINDS[0].row(side, quadrant, pattern)
}

/// Converts a narrow row of the weight file to one of the folded first layer, in which patterns are not narrow rows.
#[inline(always)]
pub(super) const fn folded_narrow_row(stored: usize) -> usize {
    stored - FIRST_SHOT
}

/// The narrow row of the shots at a blot on a point.
#[inline(always)]
pub(super) const fn shots_row(side: usize, point: u32, shots: usize) -> usize {
    KINDS[1].row(side, point as usize - 1, shots)
}

/// The index of the narrow row for the opponent's block in front of a place.
#[inline(always)]
pub(super) const fn block_row(side: usize, place: u32, block: usize) -> usize {
    KINDS[2].row(side, place as usize - LOWEST_BLOCKED, block)
}

/// The size of an array with a slot for each of a side's shots and blocks. A power of two, which avoids bounds checks.
pub(super) const SLOTS: usize = 64;

/// The slot of the shots at a blot on a point.
#[inline(always)]
pub(super) const fn shots_slot(point: u32) -> usize {
    point as usize % (SLOTS / 2)
}

/// The slot of the block in front of a place.
#[inline(always)]
pub(super) const fn block_slot(place: u32) -> usize {
    SLOTS / 2 + place as usize % (SLOTS / 2)
}

/// The sets and counts of one side's checkers from which features are computed.
///
/// Sets of places are bit masks, numbered from this side unless stated otherwise.
#[derive(Debug, Clone, Copy)]
pub(super) struct Standing {
    /// The counts that patterns do not encode: off, the bar, and points with more than two checkers. The others are zero.
    pub(super) counted: Side,
    pub(super) patterns: [u16; QUADRANTS],
    blots: u32,
    /// Occupied places that have a block feature.
    far: u32,
    /// Occupied places as the opponent numbers them, this side's bar being 0.
    facing: u32,
    /// Made points as the opponent numbers them.
    facing_made: u32,
}

impl Standing {
    #[inline(always)]
    pub(super) fn of(side: Side) -> Self {
        let (occupied, made) = (side.occupied(), side.made());
        // Place p is 25 - p to the opponent. Both sets are reversed at once, which also swaps their halves.
        let facing = (u64::from(occupied & !(1 << OFF)) | u64::from(made & POINTS) << 32).reverse_bits() >> 6;
        let six = |places: u32, quadrant: usize| TERNARY[(places >> (6 * quadrant + 1) & 63) as usize];
        Self {
            counted: counted(side),
            // A blot counts once (occupied), a made point twice (occupied and made): each digit is 0, 1 or 2.
            patterns: std::array::from_fn(|quadrant| six(occupied, quadrant) + six(made, quadrant)),
            blots: occupied & !made & POINTS,
            far: occupied >> LOWEST_BLOCKED << LOWEST_BLOCKED,
            facing: (facing >> 32) as u32,
            facing_made: facing as u32 & POINTS,
        }
    }
}

/// Computes [`Standing::counted`].
#[inline(always)]
const fn counted(side: Side) -> Side {
    const LOWEST: u128 = 0x11_1111_1111_1111_1111_1111_1111;
    const NO_POINTS: u128 = 15 << (4 * OFF) | 15 << (4 * BAR);
    let many = ((side.0 & side.0 >> 1) | side.0 >> 2 | side.0 >> 3) & LOWEST;
    Side(side.0 & (((many << 4) - many) | NO_POINTS))
}

/// The [`Standing`] of each side, the player on roll first.
#[inline(always)]
pub(super) fn standings(position: Position) -> [Standing; 2] {
    [Standing::of(position.own), Standing::of(position.opponent)]
}

/// A position from one side's point of view.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) own: &'a Standing,
    pub(super) opponent: &'a Standing,
}

impl<'a> View<'a> {
    #[inline(always)]
    pub(super) const fn both([one, other]: &'a [Standing; 2]) -> [Self; 2] {
        let view = Self { own: one, opponent: other };
        [view, view.swap()]
    }

    /// The same position from the opponent's point of view.
    #[inline(always)]
    pub(super) const fn swap(self) -> Self {
        Self { own: self.opponent, opponent: self.own }
    }

    /// The value of the shots feature of a point; 0 if there is no blot on it.
    #[inline(always)]
    pub(super) const fn shots(self, point: u32) -> usize {
        if self.own.blots >> point & 1 == 0 {
            return 0;
        }
        // The twelve places in front, the farthest in the lowest bit. In 64 bits, since some may lie beyond the opponent's bar.
        let twelve = ((self.opponent.facing as u64) << 12) >> point & 0xFFF;
        (twelve >> 6 | ((twelve & 63 != 0) as u64) << 6) as usize
    }

    /// The value of the block feature of a place; 0 if it is empty or has no such feature.
    #[inline(always)]
    pub(super) const fn block(self, place: u32) -> usize {
        if self.own.far >> place & 1 == 0 { 0 } else { ((self.opponent.facing_made << 6) >> place & 63) as usize }
    }

    /// Calls `visit` with the slot and the row of each active shots and block feature of this side.
    #[inline(always)]
    pub(super) fn each_shot_and_block(self, side: usize, mut visit: impl FnMut(usize, usize)) {
        for point in Ascending(self.own.blots) {
            let shots = self.shots(point);
            if shots > 0 {
                visit(shots_slot(point), shots_row(side, point, shots));
            }
        }
        for place in Ascending(self.own.far) {
            let block = self.block(place);
            if block > 0 {
                visit(block_slot(place), block_row(side, place, block));
            }
        }
    }

    /// The points whose shots feature may differ from another view's.
    #[inline(always)]
    pub(super) const fn shots_differ(self, other: View<'_>) -> u32 {
        let six = behind(self.opponent.facing ^ other.opponent.facing);
        (self.own.blots ^ other.own.blots) | (self.own.blots & other.own.blots & (six | six << 6))
    }

    /// The places whose block feature may differ from another view's.
    #[inline(always)]
    pub(super) const fn blocks_differ(self, other: View<'_>) -> u32 {
        let six = behind(self.opponent.facing_made ^ other.opponent.facing_made);
        (self.own.far ^ other.own.far) | (self.own.far & other.own.far & six)
    }
}

/// The places with at least one of `places` among the six in front of them.
#[inline(always)]
const fn behind(places: u32) -> u32 {
    let two = places << 1 | places << 2;
    two | two << 2 | two << 4
}

/// Iterates over the places of a set, from the lowest up.
pub(super) struct Ascending(pub(super) u32);

impl Iterator for Ascending {
    type Item = u32;

    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        if self.0 == 0 {
            return None;
        }
        let place = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(place)
    }
}

/// An upper bound on the number of active narrow rows in a position.
pub(crate) const MOST_NARROW: usize = 2 * (QUADRANTS + 24 + BLOCKED_PLACES);

/// Calls `wide` with the side, place and checker count of each occupied place, and `narrow` with each active narrow row.
#[inline(always)]
pub(crate) fn each_active(
    position: Position,
    mut wide: impl FnMut(usize, usize, usize),
    mut narrow: impl FnMut(usize),
) {
    for (side, checkers) in [position.own, position.opponent].into_iter().enumerate() {
        for (place, count) in checkers.to_counts().into_iter().enumerate() {
            if count > 0 {
                wide(side, place, usize::from(count));
            }
        }
    }
    let sides = standings(position);
    for (side, view) in View::both(&sides).into_iter().enumerate() {
        for (quadrant, &pattern) in view.own.patterns.iter().enumerate() {
            if pattern > 0 {
                narrow(KINDS[0].row(side, quadrant, pattern.into()));
            }
        }
        view.each_shot_and_block(side, |_, row| narrow(row));
    }
}

/// The number of checkers that a side has in the opponent's home board or on the bar, at most 3.
#[inline(always)]
const fn back(side: Side) -> usize {
    // Places 19 to 25, four bits each; neighbours are added in pairs first, so that no sum overflows.
    let places = (side.0 >> (4 * 19)) as u64 & 0x0FFF_FFFF;
    let pairs = (places & 0x0F0F_0F0F) + (places >> 4 & 0x0F0F_0F0F);
    let all = (pairs * 0x0101_0101) >> 24 & 0xFF;
    if all < 3 { all as usize } else { 3 }
}

/// The number of classes of positions, each with its own output weights: 16 for contact, by the number of checkers that each
/// side has back (0, 1, 2, more), and one for races.
pub(crate) const CLASSES: usize = 17;

/// The class of races, the last.
pub(crate) const RACE: usize = CLASSES - 1;

/// The class of a position.
#[inline(always)]
pub(crate) fn class_of(position: Position) -> usize {
    if position.is_contact() { 4 * back(position.own) + back(position.opponent) } else { RACE }
}

const _: () = assert!(NARROW <= u16::MAX as usize && WIDE <= NARROW && BAR == PLACES - 1);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_of_the_start() {
        let sides = standings(Position::START);
        let [view, _] = View::both(&sides);
        // Five checkers on the 6-point, three on the 8, five on the 13, two on the 24: ternary digits, the lowest point first.
        assert_eq!(view.own.patterns, [2 * 243, 2 * 3, 2, 2 * 243]);
        // In front of the back checkers on the 24-point are the opponent's 6-point (our 19) and 8-point (our 17); only the
        // first is within six places.
        assert_eq!(view.block(24), 0b10);
        // In front of the 13-point is the opponent's midpoint (our 12), and nothing else within six places.
        assert_eq!(view.block(13), 0b10_0000);
        assert_eq!((view.own.blots, view.shots(13)), (0, 0));
    }

    #[test]
    fn shots_at_a_blot() {
        let mut own = [0; PLACES];
        let mut opponent = [0; PLACES];
        // A blot on the 20-point; the opponent on our 19, 14, 13 and 0, which they number 6, 11, 12 and 25 (the bar).
        (own[20], own[1]) = (1, 14);
        (opponent[6], opponent[11], opponent[12], opponent[BAR]) = (9, 2, 3, 1);
        let sides = standings(Position::new(&own, &opponent).unwrap());
        assert_eq!(View::both(&sides)[0].shots(20), 0b110_0001);
        // A blot that can be hit from the bar only.
        (own[20], own[4]) = (0, 1);
        let sides = standings(Position::new(&own, &opponent).unwrap());
        assert_eq!(View::both(&sides)[0].shots(4), 0b100);
    }

    #[test]
    fn classes_count_the_checkers_back() {
        assert_eq!(class_of(Position::START), 4 * 2 + 2);
        assert_eq!(class_of(Position::NACKGAMMON), 4 * 3 + 3);
        assert_eq!(back(Position::HYPERGAMMON.own), 3);
    }
}
