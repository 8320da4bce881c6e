//! The active features of a position and the features added and removed between two, as rows of the folded first layer.

use super::features::{
    Ascending, NARROW, QUADRANTS, SLOTS, Standing, View, block_row, block_slot, count_row, folded_narrow_row,
    folded_pattern_row, shots_row, shots_slot, standings,
};
use crate::point::PLACES;
use crate::position::{Position, Side};

/// More rows than can be active. A power of two, so that an index modulo it needs no bounds check.
const CAPACITY: usize = 128;

/// A list of row numbers of one weight table.
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

    /// Starts an empty list in place of this one.
    #[inline(always)]
    const fn write(&mut self) -> Writer<'_> {
        Writer { rows: &mut self.rows, written: 0, len: &mut self.len }
    }
}

/// Writes a list of rows. The length is kept in a register and stored only when the writer is dropped.
struct Writer<'a> {
    rows: &'a mut [u16; CAPACITY],
    written: usize,
    len: &'a mut usize,
}

impl Writer<'_> {
    /// Appends `row` if `is_there`. The number is written in either case, which avoids a branch.
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

/// The active features of a position, as rows of the wide and of the narrow table.
#[derive(Debug, Clone, Default)]
pub(crate) struct ActiveFeatures {
    pub(crate) wide: Rows,
    pub(crate) narrow: Rows,
}

impl ActiveFeatures {
    /// Finds all active features of a position, in place of the present ones.
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

/// The features removed and added between one position and another.
#[derive(Debug, Clone, Default)]
pub(crate) struct ChangedFeatures {
    pub(crate) removed: ActiveFeatures,
    pub(crate) added: ActiveFeatures,
}

/// Like [`Side::count`], for a place known to be valid.
#[inline(always)]
const fn count(side: Side, place: u32) -> usize {
    (side.0 >> (4 * place)) as usize & 15
}

/// Marks a slot without an active row.
const NOTHING: u16 = u16::MAX;

/// A position prepared for finding the features that change between it and others.
#[derive(Debug, Clone)]
pub(crate) struct FeatureSource {
    position: Position,
    sides: [Standing; 2],
    /// The active rows of shots and blocks, by side and slot.
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

    /// Finds the features removed and added between this position and another.
    #[inline(always)]
    pub(crate) fn changes_to(&self, to: Position, changed: &mut ChangedFeatures) {
        let [own, opponent] = &self.sides;
        let (mut new_own, mut new_opponent) = (*own, *opponent);
        let (mut removed, mut added) = (changed.removed.wide.write(), changed.added.wide.write());
        // Without a hit, a play changes the checkers of one side only.
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

    /// Finds the changed features of the shots at one side's blots and of the blocks in front of its checkers.
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

/// Finds the changed features of one side's checker counts.
#[inline(always)]
fn counts_change(side: usize, from: &Standing, to: &Standing, removed: &mut Writer<'_>, added: &mut Writer<'_>) {
    let (from, to) = (from.counted, to.counted);
    for place in Ascending(Side(from.0 ^ to.0).occupied()) {
        let (old, new) = (count(from, place), count(to, place));
        removed.push(count_row(side, place as usize, old), old > 0);
        added.push(count_row(side, place as usize, new), new > 0);
    }
}

/// Finds the changed features of one side's quadrant patterns.
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
    fn added_and_removed_features_lead_from_one_position_to_the_other() {
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
