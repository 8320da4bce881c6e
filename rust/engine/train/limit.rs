//! Limiting first-layer weights during training to what the quantised network can hold, as Stockfish's trainers clip weights.
//!
//! Evaluation relies on no sum overflowing 16 bits in any position; [`crate::net`] refuses weights with which one could. Narrow
//! rows are clipped weight by weight. The wide rows and the bias of a unit are scaled down together, as soon as its sum in the
//! worst position exceeds what the narrow rows leave over. The unit's value is clipped to 0 or 1 long before that, so its
//! value in positions that occur hardly changes.

use std::ops::Range;

use super::weights::{BLOCK, FIRST_NARROW, UNITS, Weights};
use crate::net::WIDE_LIMIT;
use crate::point::PLACES;
use crate::position::MAX_CHECKERS;

const ALL: usize = MAX_CHECKERS as usize;

type Sums = [f32; BLOCK];

/// The number of blocks of units.
pub(crate) const fn blocks(weights: &Weights) -> usize {
    weights.hidden / BLOCK
}

/// For each unit of some blocks, the largest absolute sum of its bias and wide rows in any position.
#[inline(always)]
pub(crate) fn largest_sums(weights: &Weights, blocks: Range<usize>) -> Vec<Sums> {
    blocks.map(|block| larger(&most(weights, block, 1.0), &most(weights, block, -1.0))).collect()
}

/// Scales down the units whose sum can exceed the limit. `largest_sums` has the results of [`largest_sums()`] for all blocks.
pub(crate) fn scale_down(weights: &mut Weights, largest_sums: &[Sums]) {
    let hidden = weights.hidden;
    let (wide, _) = weights.rows.split_at_mut(FIRST_NARROW * hidden);
    for (unit, largest) in largest_sums.as_flattened().iter().enumerate() {
        if *largest > WIDE_LIMIT {
            let scale = WIDE_LIMIT / largest;
            weights.bias[unit] *= scale;
            for weight in wide[unit..].iter_mut().step_by(hidden) {
                *weight *= scale;
            }
        }
    }
}

/// For each unit of a block, the largest possible value of `sign` times the sum of its bias and wide rows.
#[inline(always)]
fn most(weights: &Weights, block: usize, sign: f32) -> Sums {
    let part = |row: usize| weights.rows[row * weights.hidden..].as_chunks::<BLOCK>().0[block];
    let mut sums = weights.bias.as_chunks::<BLOCK>().0[block].map(|bias| sign * bias);
    for side in 0..2 {
        // Dynamic programming over places: the maximum, by the number of checkers available to the places so far.
        let mut most = [[0.0; BLOCK]; ALL + 1];
        for place in 0..PLACES {
            let [first, second, third, more] =
                std::array::from_fn(|unit| part((side * PLACES + place) * UNITS + unit).map(|weight| sign * weight));
            // What each number of checkers in the place adds; see `Weights`.
            let mut here = [[0.0; BLOCK]; ALL + 1];
            for count in 1..=ALL {
                let (fewer, rest) = here.split_at_mut(count);
                let (row, factor) = match count {
                    1 => (&first, 1.0),
                    2 => (&second, 1.0),
                    3 => (&third, 1.0),
                    _ => (&more, 0.5),
                };
                for lane in 0..BLOCK {
                    rest[0][lane] = fewer[count - 1][lane] + factor * row[lane];
                }
            }
            for total in (1..=ALL).rev() {
                let (fewer, rest) = most.split_at_mut(total);
                for count in 1..=total {
                    for lane in 0..BLOCK {
                        let sum = fewer[total - count][lane] + here[count][lane];
                        // `f32::max` is slower, because it handles NaN.
                        rest[0][lane] = if sum > rest[0][lane] { sum } else { rest[0][lane] };
                    }
                }
            }
        }
        for (sum, most) in sums.iter_mut().zip(most[ALL]) {
            *sum += most;
        }
    }
    sums
}

#[inline(always)]
fn larger(one: &Sums, other: &Sums) -> Sums {
    std::array::from_fn(|lane| one[lane].max(other[lane]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes weights that are zero except in the given rows: side, place, input of the place, and weight in all units.
    fn with(rows: &[(usize, usize, usize, f32)]) -> Weights {
        let mut weights = Weights::zero(BLOCK);
        for &(side, place, unit, weight) in rows {
            weights.rows[((side * PLACES + place) * UNITS + unit) * BLOCK..][..BLOCK].fill(weight);
        }
        weights
    }

    fn largest_sum_of(weights: &Weights) -> f32 {
        let found = largest_sums(weights, 0..blocks(weights));
        assert!(found.as_flattened().iter().all(|one| one.to_bits() == found[0][0].to_bits()));
        found[0][0]
    }

    #[test]
    fn the_worst_position_is_found() {
        let close = |one: f32, other: f32| assert!((one - other).abs() < 1e-4, "{one} {other}");
        // One checker in each of 15 places.
        let blots = |side, weight| (0..PLACES).map(move |place| (side, place, 0, weight));
        close(largest_sum_of(&with(&blots(0, 2.0).collect::<Vec<_>>())), 30.0);
        close(largest_sum_of(&with(&blots(1, -2.0).collect::<Vec<_>>())), 30.0);
        // One side's negative weights do not reduce the maximum: it can leave those places empty.
        close(largest_sum_of(&with(&blots(0, 2.0).chain(blots(1, -1.0)).collect::<Vec<_>>())), 30.0);
        close(largest_sum_of(&with(&blots(0, 2.0).chain(blots(1, 1.0)).collect::<Vec<_>>())), 45.0);
        // All fifteen checkers in one place: three, and six times two more.
        close(largest_sum_of(&with(&[(0, 4, 3, 3.0), (0, 9, 0, 1.0)])), 18.0);
        close(largest_sum_of(&with(&[(0, 4, 3, 3.0), (0, 9, 0, 2.0)])), 18.5);
        // Two checkers in one place and one in another: a third checker in the first place would reduce the sum.
        close(largest_sum_of(&with(&[(1, 4, 0, 1.0), (1, 4, 1, 2.0), (1, 4, 2, -4.0), (1, 0, 0, 1.0)])), 4.0);
        let mut biased = with(&[(0, 4, 0, 1.0)]);
        biased.bias.fill(-3.0);
        close(largest_sum_of(&biased), 3.0);
        biased.bias.fill(0.5);
        close(largest_sum_of(&biased), 1.5);
    }

    #[test]
    fn units_whose_sum_can_exceed_the_limit_are_scaled_down_to_it() {
        let mut weights = with(&(0..PLACES).map(|place| (0, place, 0, 2.0)).collect::<Vec<_>>());
        weights.rows[7] = 90.0;
        weights.bias[5] = 60.0;
        let before = weights.clone();
        let found = largest_sums(&weights, 0..1);
        scale_down(&mut weights, &found);
        let after = largest_sums(&weights, 0..1);
        for unit in 0..BLOCK {
            if [5, 7].contains(&unit) {
                assert!((after[0][unit] - WIDE_LIMIT).abs() < 1e-3);
            } else {
                let mut rows = weights.rows.iter().zip(&before.rows).skip(unit).step_by(BLOCK);
                assert!(rows.all(|(one, other)| one.to_bits() == other.to_bits()));
            }
        }
    }
}
