//! What the network sees: how many checkers each side has in each place.
//!
//! One input is lit per side and place, named by the number of checkers there. The first layer is then a sum of rows of a
//! table, and when a play moves a few checkers, a few rows change.

use crate::point::PLACES;
use crate::position::Position;

/// What the inputs are, in words; a weight file made for others is refused by the hash of this.
pub(crate) const DESCRIPTION: &str = "counts: side (on roll, opponent) x place (off, 1..24, bar) x checkers (0..15)";

/// Numbers of checkers that a place can hold, none included. The row of none is zero.
pub(crate) const COUNTS: usize = 16;

/// How many inputs there are.
pub(crate) const INPUTS: usize = 2 * PLACES * COUNTS;

/// The most places in which two positions of 15 checkers a side can differ.
const MOST_CHANGES: usize = 2 * PLACES;

/// The inputs lit in a position, one for each side and place.
pub(crate) fn lit(position: Position) -> impl Iterator<Item = usize> {
    [position.own, position.opponent]
        .into_iter()
        .enumerate()
        .flat_map(|(side, checkers)| (0..PLACES).map(move |place| input(side, place, checkers.count(place))))
}

const fn input(side: usize, place: usize, count: u8) -> usize {
    (side * PLACES + place) * COUNTS + count as usize
}

/// Inputs that go out and inputs that light up between two positions, in pairs.
pub(crate) struct Changes {
    pairs: [(u16, u16); MOST_CHANGES],
    len: usize,
}

impl Changes {
    /// What changes from one position to another.
    #[inline(always)]
    pub(crate) fn between(from: Position, to: Position) -> Self {
        let mut changes = Self { pairs: [(0, 0); MOST_CHANGES], len: 0 };
        for (side, before, after) in [(0, from.own.0, to.own.0), (1, from.opponent.0, to.opponent.0)] {
            let mut differing = before ^ after;
            while differing != 0 {
                let shift = differing.trailing_zeros() & !3;
                differing &= !(15 << shift);
                let place = shift as usize / 4;
                let count = |packed: u128| (packed >> shift) as u8 & 15;
                changes.pairs[changes.len] =
                    (input(side, place, count(before)) as u16, input(side, place, count(after)) as u16);
                changes.len += 1;
            }
        }
        changes
    }

    /// Pairs of an input that goes out and one that lights up.
    #[inline(always)]
    pub(crate) fn pairs(&self) -> &[(u16, u16)] {
        &self.pairs[..self.len]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_lead_from_one_position_to_the_other() {
        let (from, to) = (Position::START, Position::NACKGAMMON.swap());
        let mut inputs: Vec<_> = lit(from).collect();
        for &(out, lights) in Changes::between(from, to).pairs() {
            let place = inputs.iter().position(|&input| input == usize::from(out)).unwrap();
            inputs[place] = usize::from(lights);
        }
        assert_eq!(inputs, lit(to).collect::<Vec<_>>());
        assert!(Changes::between(from, from).pairs().is_empty());
    }
}
