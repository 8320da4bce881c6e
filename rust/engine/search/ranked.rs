//! The plays of a roll, each with what was found of it at every depth it was searched to.

use std::cmp::Ordering;

use crate::play::Play;
use crate::position::Position;
use crate::search::MOST_PLIES;

/// A legal play with what was found of it, seen by the player who makes it, at each ply from 0 to the one it was searched to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ranked<T> {
    /// The play.
    pub play: Play,
    found: [T; MOST_PLIES as usize + 1],
    ply: u8,
    is_wanted: bool,
}

impl<T: Copy + Default> Ranked<T> {
    pub(crate) fn at_once(play: Play, found: T) -> Self {
        Self { play, found: [found; MOST_PLIES as usize + 1], ply: 0, is_wanted: false }
    }

    /// How many turns were searched from the position after it.
    #[must_use]
    pub const fn ply(&self) -> u8 {
        self.ply
    }

    /// What was found at each ply, from 0 to [`Ranked::ply`].
    #[must_use]
    pub fn by_ply(&self) -> &[T] {
        &self.found[..=usize::from(self.ply)]
    }

    /// What was found at the deepest ply.
    #[must_use]
    pub const fn found(&self) -> T {
        self.found[self.ply as usize]
    }

    pub(crate) fn add(&mut self, found: T) {
        self.ply += 1;
        self.found[usize::from(self.ply)] = found;
    }
}

/// Which plays are searched to the full depth whatever the filter says of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Wanted<'a> {
    /// None beside those that the filter lets through.
    #[default]
    Filtered,
    /// So many of those that the evaluator alone likes best.
    Best(usize),
    /// Those that lead to these positions, which have the opponent on roll.
    To(&'a [Position]),
}

/// Searches plays, of which the evaluator alone likes the first best, to a ply: those that are let through, ply by ply, and
/// those that are wanted. Deeper ones come first, and of those of a ply the best.
///
/// `kept` says how many of the plays that came to a ply, best first, are let through to the next.
pub(crate) fn deepen<T: Copy + Default>(
    mut ranked: Vec<Ranked<T>>,
    plies: u8,
    wanted: Wanted<'_>,
    kept: impl Fn(&[Ranked<T>], u8) -> usize,
    compare: impl Fn(&Ranked<T>, &Ranked<T>) -> Ordering,
    mut look: impl FnMut(Position, u8) -> Option<T>,
) -> Option<Vec<Ranked<T>>> {
    for (at, one) in ranked.iter_mut().enumerate() {
        one.is_wanted = match wanted {
            Wanted::Filtered => false,
            Wanted::Best(most) => at < most,
            Wanted::To(positions) => positions.contains(&one.play.position),
        };
    }
    let mut let_through = ranked.len();
    for ply in 1..=plies {
        let_through = kept(&ranked[..let_through], ply);
        for one in &mut ranked[..let_through] {
            one.add(look(one.play.position, ply)?);
        }
        ranked[..let_through].sort_by(&compare);
    }
    for one in ranked[let_through..].iter_mut().filter(|one| one.is_wanted) {
        for ply in one.ply + 1..=plies {
            one.add(look(one.play.position, ply)?);
        }
    }
    ranked.sort_by(|one, other| other.ply.cmp(&one.ply).then_with(|| compare(one, other)));
    Some(ranked)
}
