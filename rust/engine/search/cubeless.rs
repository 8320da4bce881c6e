//! Looking ahead: what a position is worth when the next turns are tried with all rolls.
//!
//! Plies count as GNU Backgammon counts them: 0 is the evaluator alone, 1 the mean over the 21 rolls after the best replies,
//! and so on. Replies on the way are those that the evaluator likes best.

use crate::dice::Roll;
use crate::eval::{Evaluator, RankedPlay, Scratch, consistent, sort};
use crate::outcome::Outcome;
use crate::parallel::Control;
use crate::position::Position;
use crate::search::{Filter, Found, add};

/// A search with an evaluator; it keeps room and what it has found between calls.
///
/// Its methods return `None` when `control` said stop.
#[derive(Debug)]
pub struct Search<'a> {
    evaluator: &'a Evaluator,
    filter: Filter,
    control: &'a Control,
    /// One for each ply.
    rooms: Vec<Room>,
    found: Found<Outcome>,
}

#[derive(Debug, Default)]
struct Room {
    scratch: Scratch,
    replies: Vec<(Roll, Position, Outcome)>,
}

impl<'a> Search<'a> {
    /// The most plies that can be looked ahead.
    pub const MOST_PLIES: u8 = 3;

    /// A search with an evaluator and a filter.
    #[must_use]
    pub fn new(evaluator: &'a Evaluator, filter: Filter, control: &'a Control) -> Self {
        let rooms = std::iter::repeat_with(Room::default).take(usize::from(Self::MOST_PLIES) + 1).collect();
        Self { evaluator, filter, control, rooms, found: Found::nothing() }
    }

    /// How the game may end from a position, seen by the player on roll; `ply` is at most [`Search::MOST_PLIES`].
    pub fn evaluate(&mut self, position: Position, ply: u8) -> Option<Outcome> {
        let Self { evaluator, control, rooms, found, .. } = self;
        let ply = ply.min(Self::MOST_PLIES);
        look(evaluator, control, &mut rooms[..=usize::from(ply)], found, position, ply)
    }

    /// Every legal play of a roll, best first: those that the filter lets through to `ply` with their outcome there, then the
    /// others with that of the ply they came to.
    pub fn rank(&mut self, position: Position, roll: Roll, ply: u8) -> Option<Vec<RankedPlay>> {
        let mut ranked = self.evaluator.rank(position, roll);
        let mut kept = ranked.len();
        for ply in 1..=ply.min(Self::MOST_PLIES) {
            kept = self.filter.kept(equities(&ranked[..kept]), ply);
            self.look_ahead(&mut ranked[..kept], ply)?;
        }
        Some(ranked)
    }

    /// The position after the best play of a roll, with the opponent on roll; the same checkers when the turn passes.
    pub fn best(&mut self, position: Position, roll: Roll, ply: u8) -> Option<Position> {
        if ply == 0 {
            return Some(self.evaluator.best(position, roll, &mut self.rooms[0].scratch));
        }
        let mut ranked = self.evaluator.rank(position, roll);
        for ply in 1..=ply.min(Self::MOST_PLIES) {
            ranked.truncate(self.filter.kept(equities(&ranked), ply));
            if ranked.len() <= 1 {
                break;
            }
            self.look_ahead(&mut ranked, ply)?;
        }
        Some(ranked.first().map_or(position.swap(), |best| best.play.position))
    }

    /// Looks ahead from each of some plays, and puts the best first.
    fn look_ahead(&mut self, ranked: &mut [RankedPlay], ply: u8) -> Option<()> {
        for ranked in &mut *ranked {
            ranked.outcome = self.evaluate(ranked.play.position, ply)?.swap();
            ranked.ply = ply;
        }
        sort(ranked);
        Some(())
    }
}

fn equities(ranked: &[RankedPlay]) -> impl Iterator<Item = f32> + Clone {
    ranked.iter().map(|ranked| ranked.outcome.cubeless_equity())
}

/// Looks `ply` turns ahead; there is a room for each and one more.
fn look(
    evaluator: &Evaluator,
    control: &Control,
    rooms: &mut [Room],
    found: &mut Found<Outcome>,
    position: Position,
    ply: u8,
) -> Option<Outcome> {
    let Some((room, others)) = rooms.split_last_mut() else {
        return Some(evaluator.evaluate(position));
    };
    if ply == 0 || position.is_over() {
        return Some(evaluator.evaluate_with(position, &mut room.scratch));
    }
    if let Some(outcome) = found.get(position, ply.into()) {
        return Some(outcome);
    }
    if control.is_stopped() {
        return None;
    }
    let Room { scratch, replies } = room;
    replies.clear();
    evaluator.best_of_rolls(position, scratch, |roll, reply, outcome| replies.push((roll, reply, outcome)));
    let mut sums = [0.0; 5];
    for &(roll, reply, outcome) in &*replies {
        let outcome = if ply == 1 { outcome } else { look(evaluator, control, others, found, reply, ply - 1)? };
        add(&mut sums, outcome.swap(), roll);
    }
    // A mean of ones can come out a little above one.
    sums[0] = sums[0].min(1.0);
    let outcome = consistent(position, sums);
    found.keep(position, ply.into(), outcome);
    Some(outcome)
}
