//! The arrangements that a side's plays lead to, when the other side is out of the way.

use std::ops::Range;

use crate::dice::Roll;
use crate::memory::{self, OutOfMemory};
use crate::movegen;
use crate::point::{OFF, PLACES};
use crate::position::{MAX_CHECKERS, Position, Side};

/// The number of different rolls.
const ROLLS: usize = 21;

/// The results of every roll for some arrangements, as indices into them.
#[derive(Debug, Clone)]
pub(super) struct Plays {
    /// For each arrangement and roll, where its results begin in `after`; then the length of `after`.
    starts: Vec<u32>,
    after: Vec<u32>,
}

impl Plays {
    /// `index` finds an arrangement; every result of a play must be among `sides`.
    pub(super) fn new(sides: &[Side], index: impl Fn(Side) -> usize) -> Result<Self, OutOfMemory> {
        let mut plays = Self { starts: memory::try_with_capacity(ROLLS * sides.len() + 1)?, after: Vec::new() };
        let mut results = Vec::new();
        for &own in sides {
            for roll in Roll::all() {
                plays.starts.push(plays.after.len() as u32);
                results.clear();
                append(own, roll, &mut results);
                memory::try_reserve(&mut plays.after, results.len())?;
                plays.after.extend(results.iter().map(|result| index(result.opponent()) as u32));
            }
        }
        plays.starts.push(plays.after.len() as u32);
        Ok(plays)
    }

    /// Iterates over the rolls: how many of 36 throws give each, and the indices of the arrangements that it leads to.
    #[inline]
    pub(super) fn of(&self, own: usize) -> impl Iterator<Item = (f64, &[u32])> {
        Roll::all().enumerate().map(move |(number, roll)| {
            let at = ROLLS * own + number;
            let results: Range<usize> = self.starts[at] as usize..self.starts[at + 1] as usize;
            (f64::from(roll.weight()), &self.after[results])
        })
    }
}

/// Appends the results of a roll. The arrangement after a play is that of the result's opponent, since sides change.
pub(super) fn append(own: Side, roll: Roll, results: &mut Vec<Position>) {
    // One checker that is almost home is in nobody's way.
    const OPPONENT: Side = {
        let mut counts = [0; PLACES];
        (counts[OFF], counts[1]) = (MAX_CHECKERS - 1, 1);
        Side::from_counts(&counts)
    };
    movegen::append_results(Position { own, opponent: OPPONENT }, roll, results);
}
