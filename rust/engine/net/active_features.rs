//! The active features of a position, and which are added and removed between two: as row numbers of the layer that is summed.

use super::features::{
    Ascending, NARROW, QUADRANTS, SLOTS, Standing, View, block_row, block_slot, count_row, folded_narrow_row,
    folded_pattern_row, shots_row, shots_slot, standings,
};
use crate::point::PLACES;
use crate::position::{Position, Side};

/// More rows than can be active: a power of two, so that an index into it needs no check.
const CAPACITY: usize = 128;

/// Rows of a table.
#[derive(Debug, Clone)]
pub(crate) struct Rows {
    rows: [u16; CAPACITY],
    len: usize,
}

impl Default for Rows {
    fn default() -> Self {
        Self { rows: [0; CAPACITY], len: 0 }
    }
}

impl Rows {
    #[inline(always)]
    pub(crate) fn as_slice(&self) -> &[u16] {
        &self.rows[..self.len]
    }

    /// Begins anew.
    #[inline(always)]
    const fn write(&mut self) -> Writer<'_> {
        Writer { rows: &mut self.rows, written: 0, len: &mut self.len }
    }
}

/// Rows being written. How many there are is kept in a register until all are.
struct Writer<'a> {
    rows: &'a mut [u16; CAPACITY],
    written: usize,
    len: &'a mut usize,
}

impl Writer<'_> {
    /// Adds a row, if there is one: something is written in any case, which spares a branch.
    #[inline(always)]
    const fn push(&mut self, row: usize, is_there: bool) {
        self.rows[self.written % CAPACITY] = row as u16;
        self.written += is_there as usize;
    }
}

impl Drop for Writer<'_> {
    #[inline(always)]
    fn drop(&mut self) {
        *self.len = self.written;
    }
}

/// Features of a position, by their rows.
#[derive(Debug, Clone, Default)]
pub(crate) struct ActiveFeatures {
    pub(crate) wide: Rows,
    pub(crate) narrow: Rows,
}

impl ActiveFeatures {
    /// Finds all active features of a position.
    #[inline(always)]
    pub(crate) fn refresh(&mut self, position: Position) {
        let (mut wide, mut narrow) = (self.wide.write(), self.narrow.write());
        let sides = standings(position);
        for (side, view) in View::both(&sides).into_iter().enumerate() {
            let counted = view.own.counted;
            for place in Ascending(counted.occupied()) {
                wide.push(count_row(side, place as usize, count(counted, place)), true);
            }
            for (quadrant, &pattern) in view.own.patterns.iter().enumerate() {
                wide.push(folded_pattern_row(side, quadrant, pattern.into()), pattern > 0);
            }
            view.each_shot_and_block(side, |_, row| narrow.push(folded_narrow_row(row), true));
        }
    }
}

/// The features that are removed and those that are added from one position to another.
#[derive(Debug, Clone, Default)]
pub(crate) struct ChangedFeatures {
    pub(crate) removed: ActiveFeatures,
    pub(crate) added: ActiveFeatures,
}

/// [`Side::count`], of a place that there is.
#[inline(always)]
const fn count(side: Side, place: u32) -> usize {
    (side.0 >> (4 * place)) as usize & 15
}

/// Stands where no row is active.
const NOTHING: u16 = u16::MAX;

/// A position with what is needed to find the features that change from it to another.
#[derive(Debug, Clone)]
pub(crate) struct FeatureSource {
    position: Position,
    sides: [Standing; 2],
    /// The rows of shots and blocks, by side and slot.
    narrow: [[u16; SLOTS]; 2],
}

impl FeatureSource {
    #[inline(always)]
    pub(crate) fn new(position: Position) -> Self {
        let sides = standings(position);
        let mut narrow = [[NOTHING; SLOTS]; 2];
        for (side, view) in View::both(&sides).into_iter().enumerate() {
            view.each_shot_and_block(side, |slot, row| narrow[side][slot] = folded_narrow_row(row) as u16);
        }
        Self { position, sides, narrow }
    }

    /// Finds what changes from this position to another.
    #[inline(always)]
    pub(crate) fn changes_to(&self, to: Position, changed: &mut ChangedFeatures) {
        let [own, opponent] = &self.sides;
        let (mut new_own, mut new_opponent) = (*own, *opponent);
        let (mut removed, mut added) = (changed.removed.wide.write(), changed.added.wide.write());
        // A play without a hit moves one side alone.
        if self.position.own != to.own {
            new_own = Standing::of(to.own);
            counts_change(0, own, &new_own, &mut removed, &mut added);
            patterns_change(0, own, &new_own, &mut removed, &mut added);
        }
        if self.position.opponent != to.opponent {
            new_opponent = Standing::of(to.opponent);
            counts_change(1, opponent, &new_opponent, &mut removed, &mut added);
            patterns_change(1, opponent, &new_opponent, &mut removed, &mut added);
        }
        drop((removed, added));
        let (mut removed, mut added) = (changed.removed.narrow.write(), changed.added.narrow.write());
        let (old, new) = (View { own, opponent }, View { own: &new_own, opponent: &new_opponent });
        self.shots_and_blocks_change(0, old, new, &mut removed, &mut added);
        self.shots_and_blocks_change(1, old.swap(), new.swap(), &mut removed, &mut added);
    }

    /// Finds the changes of the shots at one side's blots and of the blocks before its checkers.
    #[inline(always)]
    fn shots_and_blocks_change(
        &self,
        side: usize,
        old: View<'_>,
        new: View<'_>,
        removed: &mut Writer<'_>,
        added: &mut Writer<'_>,
    ) {
        for point in Ascending(old.shots_differ(new)) {
            let (row, shots) = (self.narrow[side][shots_slot(point)], new.shots(point));
            removed.push(row.into(), row != NOTHING);
            added.push(folded_narrow_row(shots_row(side, point, shots)), shots > 0);
        }
        for place in Ascending(old.blocks_differ(new)) {
            let (row, block) = (self.narrow[side][block_slot(place)], new.block(place));
            removed.push(row.into(), row != NOTHING);
            added.push(folded_narrow_row(block_row(side, place, block)), block > 0);
        }
    }
}

/// Finds the changes of one side's counts.
#[inline(always)]
fn counts_change(side: usize, from: &Standing, to: &Standing, removed: &mut Writer<'_>, added: &mut Writer<'_>) {
    let (from, to) = (from.counted, to.counted);
    for place in Ascending(Side(from.0 ^ to.0).occupied()) {
        let (old, new) = (count(from, place), count(to, place));
        removed.push(count_row(side, place as usize, old), old > 0);
        added.push(count_row(side, place as usize, new), new > 0);
    }
}

/// Finds the changes of one side's patterns.
#[inline(always)]
fn patterns_change(side: usize, from: &Standing, to: &Standing, removed: &mut Writer<'_>, added: &mut Writer<'_>) {
    for (quadrant, (&old, &new)) in from.patterns.iter().zip(&to.patterns).enumerate() {
        let differs = old != new;
        removed.push(folded_pattern_row(side, quadrant, old.into()), differs && old > 0);
        added.push(folded_pattern_row(side, quadrant, new.into()), differs && new > 0);
    }
}

const _: () =
    assert!(NARROW <= NOTHING as usize && 2 * (PLACES + QUADRANTS) < CAPACITY && 2 * (24 + PLACES) < CAPACITY);

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::dice::GameDice;
    use crate::movegen;

    fn rows(active: &ActiveFeatures) -> [BTreeSet<u16>; 2] {
        [&active.wide, &active.narrow].map(|rows| {
            let set: BTreeSet<_> = rows.as_slice().iter().copied().collect();
            assert_eq!(set.len(), rows.as_slice().len());
            set
        })
    }

    #[test]
    fn changes_lead_from_one_position_to_the_other() {
        let (mut before, mut after, mut changed) =
            (ActiveFeatures::default(), ActiveFeatures::default(), ChangedFeatures::default());
        let mut results = Vec::new();
        for game in 0..20 {
            let mut dice = GameDice::new(3, game);
            let mut position = Position::START;
            let mut turn = 1;
            while !position.is_over() {
                results.clear();
                movegen::append_results(position, dice.roll(turn), &mut results);
                let next = if results.is_empty() { position.swap() } else { results[dice.choice(turn, results.len())] };
                for to in [position, next, Position::NACKGAMMON] {
                    before.refresh(position);
                    after.refresh(to);
                    FeatureSource::new(position).changes_to(to, &mut changed);
                    let changes = rows(&changed.removed).into_iter().zip(rows(&changed.added));
                    for ((mut active, (removed, added)), after) in
                        rows(&before).into_iter().zip(changes).zip(rows(&after))
                    {
                        assert!(removed.iter().all(|row| active.remove(row)));
                        assert!(added.iter().all(|&row| active.insert(row)));
                        assert_eq!(active, after);
                    }
                }
                position = next;
                turn += 1;
            }
        }
    }
}
