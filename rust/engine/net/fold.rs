//! Folding the first layer: rows of the weight file are combined, so that fewer are active and have to be summed.
//!
//! The pattern of a quadrant shows for each of its points whether it has no checkers, one, or more. So the row of a pattern
//! absorbs the rows for one and for two checkers on its points, and the row for a larger count becomes the difference from the
//! row for two. Arithmetic wraps, so the sums are the same even if a combined row overflows its type. Folding is exact and can
//! be undone.

use super::features::{COUNTS, FIRST_SHOT, NARROW, PATTERNS, QUADRANTS, WIDE, count_row, folded_pattern_row};
use super::layers::{FirstLayer, LANES, Lanes};

/// The first layer of [`LANES`] hidden units, as stored in a weight file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Stored {
    /// By row, then by unit.
    pub(crate) wide: Vec<[i16; LANES]>,
    /// By row, then by unit.
    pub(crate) narrow: Vec<[i8; LANES]>,
    pub(crate) bias: [i16; LANES],
}

impl FirstLayer {
    /// Folds the rows of a weight file.
    pub(crate) fn of(stored: &[Stored]) -> Self {
        // The file is ordered by block, the folded layer by row.
        let counts = (0..WIDE).flat_map(|row| stored.iter().map(move |block| Lanes(block.wide[row])));
        let narrow = |row: usize| stored.iter().map(move |block| block.narrow[row]);
        let patterns = (0..FIRST_SHOT).flat_map(narrow).map(|row| Lanes(row.map(i16::from)));
        let mut first = Self {
            wide: counts.chain(patterns).collect(),
            narrow: (FIRST_SHOT..NARROW).flat_map(narrow).map(Lanes).collect(),
            bias: stored.iter().map(|block| Lanes(block.bias)).collect(),
        };
        each_absorbed(|row, part, sign| first.add(row, part, sign));
        first
    }

    /// Undoes the folding.
    pub(crate) fn to_stored(&self) -> Vec<Stored> {
        let mut first = self.clone();
        each_absorbed(|row, part, sign| first.add(row, part, -sign));
        let blocks = first.bias.len();
        let (counts, patterns) = first.wide.split_at(WIDE * blocks);
        let block = |number: usize| Stored {
            wide: counts.iter().skip(number).step_by(blocks).map(|row| row.0).collect(),
            // Unfolded pattern rows fit in bytes again.
            narrow: (patterns.iter().skip(number).step_by(blocks).map(|row| row.0.map(|weight| weight as i8)))
                .chain(first.narrow.iter().skip(number).step_by(blocks).map(|row| row.0))
                .collect(),
            bias: first.bias[number].0,
        };
        (0..blocks).map(block).collect()
    }

    /// Adds `sign` times the wide row `part` to the wide row `row`.
    fn add(&mut self, row: usize, part: usize, sign: i16) {
        let blocks = self.bias.len();
        for block in 0..blocks {
            let part = self.wide[part * blocks + block];
            for (weight, part) in self.wide[row * blocks + block].0.iter_mut().zip(part.0) {
                *weight = weight.wrapping_add(part.wrapping_mul(sign));
            }
        }
    }
}

/// Calls `add` with each row that absorbs another, the absorbed row, and its sign. An absorbed row never absorbs others.
fn each_absorbed(mut add: impl FnMut(usize, usize, i16)) {
    for side in 0..2 {
        for point in 1..=6 * QUADRANTS {
            for count in 3..COUNTS {
                add(count_row(side, point, count), count_row(side, point, 2), -1);
            }
            let (quadrant, digit) = ((point - 1) / 6, (point - 1) % 6);
            for pattern in 0..PATTERNS {
                let checkers = pattern / 3_usize.pow(digit as u32) % 3;
                if checkers > 0 {
                    add(folded_pattern_row(side, quadrant, pattern), count_row(side, point, checkers), 1);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::active_features::{ActiveFeatures, ChangedFeatures, FeatureSource};
    use super::*;
    use crate::dice::GameDice;
    use crate::point::PLACES;
    use crate::position::Position;

    /// Two blocks of random weights over the full range, so that sums wrap.
    fn stored() -> [Stored; 2] {
        let mut dice = GameDice::new(1, 0);
        let mut draws = 0..;
        let mut draw = || (dice.choice(draws.next().unwrap(), 1 << 16) as u16).cast_signed();
        let mut row = || std::array::from_fn(|_| draw());
        std::array::from_fn(|_| Stored {
            wide: (0..WIDE).map(|_| row()).collect(),
            narrow: (0..NARROW).map(|_| row().map(|weight| weight as i8)).collect(),
            bias: row(),
        })
    }

    /// Random positions; each side has its checkers in one to eight places.
    fn positions(count: usize) -> Vec<Position> {
        let mut dice = GameDice::new(2, 0);
        let mut draws = 0..;
        let mut draw = |n: usize| dice.choice(draws.next().unwrap(), n);
        let mut side = || {
            let places: Vec<_> = (0..=draw(8)).map(|_| draw(PLACES)).collect();
            let mut counts = [0; PLACES];
            (0..15).for_each(|_| counts[places[draw(places.len())]] += 1);
            counts
        };
        std::iter::repeat_with(|| Position::new(&side(), &side())).filter_map(Result::ok).take(count).collect()
    }

    /// The sums of one position over the unfolded rows, computed independently from the checker counts.
    fn plain(stored: &Stored, position: Position) -> [i16; LANES] {
        let mut sums = stored.bias;
        let mut add = |row: [i16; LANES]| (0..LANES).for_each(|lane| sums[lane] = sums[lane].wrapping_add(row[lane]));
        let mut narrow = Vec::new();
        let counts = [position.own.to_counts(), position.opponent.to_counts()].map(|side| side.map(usize::from));
        for side in 0..2 {
            // The opponent's checkers as this side numbers the places: their bar is 0, and there is nothing beyond it.
            let (own, other) =
                (counts[side], |place: usize| counts[1 - side].get(PLACES - 1 - place).copied().unwrap_or(0));
            let six = |place: usize, least: usize, from: usize| {
                let before = |i: usize| (place + i).checked_sub(from).is_some_and(|place| other(place) >= least);
                (0..6).map(|i| usize::from(before(i)) << i).sum::<usize>()
            };
            for place in (0..PLACES).filter(|&place| own[place] > 0) {
                add(stored.wide[(26 * side + place) * 16 + own[place]]);
            }
            for quadrant in 0..4 {
                let digits = (0..6).map(|i| own[6 * quadrant + 1 + i].min(2) * 3_usize.pow(i as u32));
                narrow.push(((4 * side + quadrant) * 729, digits.sum()));
            }
            for point in (1..=24).filter(|&point| own[point] == 1) {
                let shots = six(point, 1, 6) + if six(point, 1, 12) > 0 { 64 } else { 0 };
                narrow.push((8 * 729 + (24 * side + point - 1) * 128, shots));
            }
            for place in (7..PLACES).filter(|&place| own[place] > 0) {
                narrow.push((8 * 729 + 48 * 128 + (19 * side + place - 7) * 64, six(place, 2, 6)));
            }
        }
        for (group, value) in narrow.into_iter().filter(|&(_, value)| value > 0) {
            add(stored.narrow[group + value].map(i16::from));
        }
        sums
    }

    #[test]
    fn folded_rows_have_the_same_sums_as_the_stored_ones() {
        let stored = stored();
        let first = FirstLayer::of(&stored);
        let positions = positions(3000);
        let stack = |place: usize| {
            let stands = |counts: [u8; PLACES]| counts[place] == 15;
            positions.iter().any(|position| stands(position.own.to_counts()))
        };
        assert!((0..PLACES).all(stack));
        let (mut active, mut changed) = (ActiveFeatures::default(), ChangedFeatures::default());
        for pair in positions.windows(2) {
            active.refresh(pair[0]);
            FeatureSource::new(pair[0]).changes_to(pair[1], &mut changed);
            for (block, stored) in stored.iter().enumerate() {
                let sums = first.sums(block, &active);
                assert_eq!(sums.0, plain(stored, pair[0]), "{:?}", pair[0]);
                assert_eq!(first.updated(block, &sums, &changed).0, plain(stored, pair[1]), "{pair:?}");
            }
        }
    }

    #[test]
    fn folding_can_be_undone() {
        let stored = stored();
        assert!(FirstLayer::of(&stored).to_stored() == stored);
    }
}
