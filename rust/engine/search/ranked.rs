//! The plays of a roll, each with its evaluation at every ply it was searched to.

use std::cmp::Ordering;

use crate::play::Play;
use crate::position::Position;
use crate::search::MOST_PLIES;

/// A legal play with its evaluations for the player who makes it, at each ply from 0 to the deepest searched.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ranked<T> {
    /// The play.
    pub play: Play,
    evaluations: [T; MOST_PLIES as usize + 1],
    ply: u8,
    is_wanted: bool,
}

impl<T: Copy + Default> Ranked<T> {
    pub(crate) fn new(play: Play, evaluation: T) -> Self {
        Self { play, evaluations: [evaluation; MOST_PLIES as usize + 1], ply: 0, is_wanted: false }
    }

    /// How many plies were searched after the play.
    #[must_use]
    pub const fn ply(&self) -> u8 {
        self.ply
    }

    /// The evaluation at each ply, from 0 to [`Ranked::ply`].
    #[must_use]
    pub fn by_ply(&self) -> &[T] {
        &self.evaluations[..=usize::from(self.ply)]
    }

    /// The evaluation at the deepest ply searched.
    #[must_use]
    pub const fn found(&self) -> T {
        self.evaluations[self.ply as usize]
    }

    pub(crate) fn add(&mut self, evaluation: T) {
        self.ply += 1;
        self.evaluations[usize::from(self.ply)] = evaluation;
    }
}

/// Plays to search to the full depth even if the move filter rejects them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Wanted<'a> {
    /// None: only plays that pass the filter.
    #[default]
    Filtered,
    /// This number of plays, the best at 0 plies.
    Best(usize),
    /// The plays that lead to these positions, in which the opponent is on roll.
    To(&'a [Position]),
}

/// Searches plays ply by ply, filtering before each ply, and searches the wanted plays to the full depth.
///
/// `ranked` is sorted by the 0-ply evaluation, best first. In the result, plays that were searched deeper come first;
/// plays searched to the same ply are sorted best first. `kept` returns how many of the plays it is given, best first,
/// pass to a ply. `search` evaluates the position after a play for the player who made it; `None` stops the search.
pub(crate) fn deepen<T: Copy + Default>(
    mut ranked: Vec<Ranked<T>>,
    plies: u8,
    wanted: Wanted<'_>,
    kept: impl Fn(&[Ranked<T>], u8) -> usize,
    compare: impl Fn(&Ranked<T>, &Ranked<T>) -> Ordering,
    mut search: impl FnMut(Position, u8) -> Option<T>,
) -> Option<Vec<Ranked<T>>> {
    for (at, one) in ranked.iter_mut().enumerate() {
        one.is_wanted = match wanted {
            Wanted::Filtered => false,
            Wanted::Best(most) => at < most,
            Wanted::To(positions) => positions.contains(&one.play.position),
        };
    }
    let mut kept_count = ranked.len();
    for ply in 1..=plies {
        kept_count = kept(&ranked[..kept_count], ply);
        for one in &mut ranked[..kept_count] {
            one.add(search(one.play.position, ply)?);
        }
        ranked[..kept_count].sort_by(&compare);
    }
    for one in ranked[kept_count..].iter_mut().filter(|one| one.is_wanted) {
        for ply in one.ply + 1..=plies {
            one.add(search(one.play.position, ply)?);
        }
    }
    ranked.sort_by(|one, other| other.ply.cmp(&one.ply).then_with(|| compare(one, other)));
    Some(ranked)
}
