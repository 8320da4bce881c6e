//! Keeping a fit's first layer where the playing network's integers can hold it, as Stockfish's trainers clip weights.
//!
//! Whoever plays relies on it that no sum can leave 16 bits, however the checkers stand ([`crate::net`] refuses weights with
//! which one could). Narrow rows are clipped one by one. The others and the bias are scaled down, unit by unit, as soon as the
//! position that is worst for a unit would take it further than the narrow rows leave room for. A unit is 0 or 1 long before:
//! what it says of positions that occur hardly changes.

use std::ops::Range;

use super::weights::{BLOCK, FIRST_NARROW, UNITS, Weights};
use crate::net::WIDE_LIMIT;
use crate::point::PLACES;
use crate::position::MAX_CHECKERS;

const ALL: usize = MAX_CHECKERS as usize;

type Sums = [f32; BLOCK];

/// How many blocks of units there are.
pub(crate) const fn blocks(weights: &Weights) -> usize {
    weights.hidden / BLOCK
}

/// For each unit of some blocks the furthest from 0 that its bias and wide rows can come, however the checkers stand.
#[inline(always)]
pub(crate) fn furthest(weights: &Weights, blocks: Range<usize>) -> Vec<Sums> {
    blocks.map(|block| larger(&most(weights, block, 1.0), &most(weights, block, -1.0))).collect()
}

/// Scales down the units that can come too far, as [`furthest`] says of all.
pub(crate) fn scale_down(weights: &mut Weights, furthest: &[Sums]) {
    let hidden = weights.hidden;
    let (wide, _) = weights.rows.split_at_mut(FIRST_NARROW * hidden);
    for (unit, furthest) in furthest.as_flattened().iter().enumerate() {
        if *furthest > WIDE_LIMIT {
            let scale = WIDE_LIMIT / furthest;
            weights.bias[unit] *= scale;
            for weight in wide[unit..].iter_mut().step_by(hidden) {
                *weight *= scale;
            }
        }
    }
}

/// The most that the bias and the wide rows of a block's units can add up to, times `sign`.
#[inline(always)]
fn most(weights: &Weights, block: usize, sign: f32) -> Sums {
    let part = |row: usize| weights.rows[row * weights.hidden..].as_chunks::<BLOCK>().0[block];
    let mut sums = weights.bias.as_chunks::<BLOCK>().0[block].map(|bias| sign * bias);
    for side in 0..2 {
        // By the checkers that may stand in the places seen so far; one place after the other.
        let mut most = [[0.0; BLOCK]; ALL + 1];
        for place in 0..PLACES {
            let [first, second, third, more] =
                std::array::from_fn(|unit| part((side * PLACES + place) * UNITS + unit).map(|weight| sign * weight));
            // What so many checkers in the place add; see `Weights`.
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
                        // `f32::max` takes longer: it looks out for what is no number.
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

    /// Zero but for the rows of some places of a side, in all units.
    fn with(rows: &[(usize, usize, usize, f32)]) -> Weights {
        let mut weights = Weights::zero(BLOCK);
        for &(side, place, unit, weight) in rows {
            weights.rows[((side * PLACES + place) * UNITS + unit) * BLOCK..][..BLOCK].fill(weight);
        }
        weights
    }

    fn furthest_of(weights: &Weights) -> f32 {
        let found = furthest(weights, 0..blocks(weights));
        assert!(found.as_flattened().iter().all(|one| one.to_bits() == found[0][0].to_bits()));
        found[0][0]
    }

    #[test]
    fn the_position_that_is_worst_is_found() {
        let close = |one: f32, other: f32| assert!((one - other).abs() < 1e-4, "{one} {other}");
        // A checker in each of 15 places.
        let blots = |side, weight| (0..PLACES).map(move |place| (side, place, 0, weight));
        close(furthest_of(&with(&blots(0, 2.0).collect::<Vec<_>>())), 30.0);
        close(furthest_of(&with(&blots(1, -2.0).collect::<Vec<_>>())), 30.0);
        // What is added on one side is not taken off by the other, which can leave its places empty.
        close(furthest_of(&with(&blots(0, 2.0).chain(blots(1, -1.0)).collect::<Vec<_>>())), 30.0);
        close(furthest_of(&with(&blots(0, 2.0).chain(blots(1, 1.0)).collect::<Vec<_>>())), 45.0);
        // Three checkers and six times two more, in one place.
        close(furthest_of(&with(&[(0, 4, 3, 3.0), (0, 9, 0, 1.0)])), 18.0);
        close(furthest_of(&with(&[(0, 4, 3, 3.0), (0, 9, 0, 2.0)])), 18.5);
        // Two on the one place and the third on the other: the third of a stack is worth nothing here.
        close(furthest_of(&with(&[(1, 4, 0, 1.0), (1, 4, 1, 2.0), (1, 4, 2, -4.0), (1, 0, 0, 1.0)])), 4.0);
        let mut biased = with(&[(0, 4, 0, 1.0)]);
        biased.bias.fill(-3.0);
        close(furthest_of(&biased), 3.0);
        biased.bias.fill(0.5);
        close(furthest_of(&biased), 1.5);
    }

    #[test]
    fn units_that_can_come_too_far_are_scaled_down_to_the_limit() {
        let mut weights = with(&(0..PLACES).map(|place| (0, place, 0, 2.0)).collect::<Vec<_>>());
        weights.rows[7] = 90.0;
        weights.bias[5] = 60.0;
        let before = weights.clone();
        let found = furthest(&weights, 0..1);
        scale_down(&mut weights, &found);
        let after = furthest(&weights, 0..1);
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
