//! Which rows are lit in a position, and which change between two: rows as they are summed, see [`super::fold`].

use super::features::{
    Ascending, NARROW, QUADRANTS, SLOTS, Standing, View, block_row, block_slot, count_row, shots_row, shots_slot,
    standings,
};
use super::fold::{narrow_row, pattern_row};
use crate::point::PLACES;
use crate::position::{Position, Side};

/// Room for more rows than can be lit: a power of two, so that a place in it needs no check.
const ROOM: usize = 128;

/// Rows of a table.
#[derive(Debug, Clone)]
pub(crate) struct Rows {
    rows: [u16; ROOM],
    len: usize,
}

impl Default for Rows {
    fn default() -> Self {
        Self { rows: [0; ROOM], len: 0 }
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
    rows: &'a mut [u16; ROOM],
    written: usize,
    len: &'a mut usize,
}

impl Writer<'_> {
    /// Adds a row, if there is one: something is written in any case, which spares a branch.
    #[inline(always)]
    const fn push(&mut self, row: usize, is_there: bool) {
        self.rows[self.written % ROOM] = row as u16;
        self.written += is_there as usize;
    }
}

impl Drop for Writer<'_> {
    #[inline(always)]
    fn drop(&mut self) {
        *self.len = self.written;
    }
}

/// Rows of both kinds.
#[derive(Debug, Clone, Default)]
pub(crate) struct Lit {
    pub(crate) wide: Rows,
    pub(crate) narrow: Rows,
}

impl Lit {
    /// Finds all that is lit in a position.
    #[inline(always)]
    pub(crate) fn light_up(&mut self, position: Position) {
        let (mut wide, mut narrow) = (self.wide.write(), self.narrow.write());
        let sides = standings(position);
        for (side, view) in View::both(&sides).into_iter().enumerate() {
            let counted = view.own.counted;
            for place in Ascending(counted.occupied()) {
                wide.push(count_row(side, place as usize, count(counted, place)), true);
            }
            for (quadrant, &pattern) in view.own.patterns.iter().enumerate() {
                wide.push(pattern_row(side, quadrant, pattern.into()), pattern > 0);
            }
            view.each_shot_and_block(side, |_, row| narrow.push(narrow_row(row), true));
        }
    }
}

/// Rows that go out and rows that light up between two positions.
#[derive(Debug, Clone, Default)]
pub(crate) struct Changes {
    pub(crate) out: Lit,
    pub(crate) lit: Lit,
}

/// [`Side::count`], of a place that there is.
#[inline(always)]
const fn count(side: Side, place: u32) -> usize {
    (side.0 >> (4 * place)) as usize & 15
}

/// What stands where no row is lit.
const NOTHING: u16 = u16::MAX;

/// A position with what its facts are read from.
#[derive(Debug, Clone)]
pub(crate) struct Seen {
    position: Position,
    sides: [Standing; 2],
    /// The rows of shots and blocks, by side and slot.
    narrow: [[u16; SLOTS]; 2],
}

impl Seen {
    #[inline(always)]
    pub(crate) fn new(position: Position) -> Self {
        let sides = standings(position);
        let mut narrow = [[NOTHING; SLOTS]; 2];
        for (side, view) in View::both(&sides).into_iter().enumerate() {
            view.each_shot_and_block(side, |slot, row| narrow[side][slot] = narrow_row(row) as u16);
        }
        Self { position, sides, narrow }
    }

    /// Finds what changes from this position to another.
    #[inline(always)]
    pub(crate) fn changes_to(&self, to: Position, changes: &mut Changes) {
        let [own, opponent] = &self.sides;
        let (mut new_own, mut new_opponent) = (*own, *opponent);
        let (mut out, mut lit) = (changes.out.wide.write(), changes.lit.wide.write());
        // A play without a hit moves one side alone.
        if self.position.own != to.own {
            new_own = Standing::of(to.own);
            counts_change(0, own, &new_own, &mut out, &mut lit);
            patterns_change(0, own, &new_own, &mut out, &mut lit);
        }
        if self.position.opponent != to.opponent {
            new_opponent = Standing::of(to.opponent);
            counts_change(1, opponent, &new_opponent, &mut out, &mut lit);
            patterns_change(1, opponent, &new_opponent, &mut out, &mut lit);
        }
        drop((out, lit));
        let (mut out, mut lit) = (changes.out.narrow.write(), changes.lit.narrow.write());
        let (old, new) = (View { own, opponent }, View { own: &new_own, opponent: &new_opponent });
        self.shots_and_blocks_change(0, old, new, &mut out, &mut lit);
        self.shots_and_blocks_change(1, old.swap(), new.swap(), &mut out, &mut lit);
    }

    /// Finds the changes of the shots at one side's blots and of the blocks before its checkers.
    #[inline(always)]
    fn shots_and_blocks_change(
        &self,
        side: usize,
        old: View<'_>,
        new: View<'_>,
        out: &mut Writer<'_>,
        lit: &mut Writer<'_>,
    ) {
        for point in Ascending(old.shots_differ(new)) {
            let (row, shots) = (self.narrow[side][shots_slot(point)], new.shots(point));
            out.push(row.into(), row != NOTHING);
            lit.push(narrow_row(shots_row(side, point, shots)), shots > 0);
        }
        for place in Ascending(old.blocks_differ(new)) {
            let (row, block) = (self.narrow[side][block_slot(place)], new.block(place));
            out.push(row.into(), row != NOTHING);
            lit.push(narrow_row(block_row(side, place, block)), block > 0);
        }
    }
}

/// Finds the changes of one side's counts.
#[inline(always)]
fn counts_change(side: usize, from: &Standing, to: &Standing, out: &mut Writer<'_>, lit: &mut Writer<'_>) {
    let (from, to) = (from.counted, to.counted);
    for place in Ascending(Side(from.0 ^ to.0).occupied()) {
        let (old, new) = (count(from, place), count(to, place));
        out.push(count_row(side, place as usize, old), old > 0);
        lit.push(count_row(side, place as usize, new), new > 0);
    }
}

/// Finds the changes of one side's patterns.
#[inline(always)]
fn patterns_change(side: usize, from: &Standing, to: &Standing, out: &mut Writer<'_>, lit: &mut Writer<'_>) {
    for (quadrant, (&old, &new)) in from.patterns.iter().zip(&to.patterns).enumerate() {
        let differs = old != new;
        out.push(pattern_row(side, quadrant, old.into()), differs && old > 0);
        lit.push(pattern_row(side, quadrant, new.into()), differs && new > 0);
    }
}

const _: () = assert!(NARROW <= NOTHING as usize && 2 * (PLACES + QUADRANTS) < ROOM && 2 * (24 + PLACES) < ROOM);

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::dice::GameDice;
    use crate::movegen;

    fn rows(lit: &Lit) -> [BTreeSet<u16>; 2] {
        [&lit.wide, &lit.narrow].map(|rows| {
            let set: BTreeSet<_> = rows.as_slice().iter().copied().collect();
            assert_eq!(set.len(), rows.as_slice().len());
            set
        })
    }

    #[test]
    fn changes_lead_from_one_position_to_the_other() {
        let (mut before, mut after, mut changes) = (Lit::default(), Lit::default(), Changes::default());
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
                    before.light_up(position);
                    after.light_up(to);
                    Seen::new(position).changes_to(to, &mut changes);
                    let changes = rows(&changes.out).into_iter().zip(rows(&changes.lit));
                    for ((mut lit, (out, lights)), after) in rows(&before).into_iter().zip(changes).zip(rows(&after)) {
                        assert!(out.iter().all(|row| lit.remove(row)));
                        assert!(lights.iter().all(|&row| lit.insert(row)));
                        assert_eq!(lit, after);
                    }
                }
                position = next;
                turn += 1;
            }
        }
    }
}
