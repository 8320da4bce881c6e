//! Looking ahead: what a position is worth when the next turns are tried with all rolls.
//!
//! Plies count as GNU Backgammon counts them: 0 is the evaluator alone, 1 the mean over the 21 rolls after the best replies,
//! and so on. Replies on the way are those that the evaluator likes best.
//!
//! # Example
//!
//! ```
//! use gammon::parallel::Control;
//! use gammon::{Evaluator, Position, Search, search::Filter};
//!
//! let (evaluator, control) = (Evaluator::shipped()?, Control::default());
//! let mut search = Search::new(&evaluator, Filter::NORMAL, &control);
//! let outcome = search.evaluate(Position::START, 1).expect("nobody stopped it");
//! assert!(outcome.win > 0.5);
//!
//! control.stop();
//! assert_eq!(search.evaluate(Position::NACKGAMMON, 1), None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::cmp::Ordering;

use crate::dice::Roll;
use crate::eval::{Evaluator, Scratch, clamped, order};
use crate::outcome::Outcome;
use crate::parallel::Control;
use crate::position::Position;
use crate::search::ranked::{Ranked, Wanted, deepen};
use crate::search::{Filter, Found, MOST_PLIES, add};

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
    /// A search with an evaluator and a filter.
    #[must_use]
    pub fn new(evaluator: &'a Evaluator, filter: Filter, control: &'a Control) -> Self {
        let rooms = std::iter::repeat_with(Room::default).take(usize::from(MOST_PLIES) + 1).collect();
        Self { evaluator, filter, control, rooms, found: Found::nothing() }
    }

    /// How the game may end from a position, seen by the player on roll; `ply` is at most [`MOST_PLIES`].
    pub fn evaluate(&mut self, position: Position, ply: u8) -> Option<Outcome> {
        let Self { evaluator, control, rooms, found, .. } = self;
        let ply = ply.min(MOST_PLIES);
        look(evaluator, control, &mut rooms[..=usize::from(ply)], found, position, ply)
    }

    /// Every legal play of a roll: those that the filter lets through to `ply` and those that are `wanted`, then the others
    /// by the ply they came to; of the same ply the best first.
    pub fn rank(
        &mut self,
        position: Position,
        roll: Roll,
        ply: u8,
        wanted: Wanted<'_>,
    ) -> Option<Vec<Ranked<Outcome>>> {
        let ranked = self.evaluator.rank(position, roll);
        let ranked = ranked.into_iter().map(|one| Ranked::at_once(one.play, one.outcome)).collect();
        let (filter, plies) = (self.filter, ply.min(MOST_PLIES));
        let kept = |ranked: &[Ranked<Outcome>], ply| filter.kept(ranked.iter().map(equity), ply);
        deepen(ranked, plies, wanted, kept, by_equity, |position, ply| Some(self.evaluate(position, ply)?.swap()))
    }

    /// The position after the best play of a roll, with the opponent on roll; the same checkers when the turn passes.
    ///
    /// At 0 plies it is that of [`Evaluator::best`]; at higher plies it is the first of [`Search::rank`].
    pub fn best(&mut self, position: Position, roll: Roll, ply: u8) -> Option<Position> {
        if ply == 0 {
            return Some(self.evaluator.best(position, roll, &mut self.rooms[0].scratch));
        }
        let mut ranked: Vec<_> =
            self.evaluator.rank(position, roll).into_iter().map(|one| Ranked::at_once(one.play, one.outcome)).collect();
        for ply in 1..=ply.min(MOST_PLIES) {
            ranked.truncate(self.filter.kept(ranked.iter().map(equity), ply));
            if ranked.len() <= 1 {
                break;
            }
            for one in &mut ranked {
                one.add(self.evaluate(one.play.position, ply)?.swap());
            }
            ranked.sort_by(by_equity);
        }
        Some(ranked.first().map_or(position.swap(), |best| best.play.position))
    }
}

fn equity(ranked: &Ranked<Outcome>) -> f32 {
    ranked.found().cubeless_equity()
}

/// The best first. What is equal in all respects stays in its order.
fn by_equity(one: &Ranked<Outcome>, other: &Ranked<Outcome>) -> Ordering {
    order((equity(one), one.play.position), (equity(other), other.play.position))
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
    let (room, others) = rooms.split_last_mut().expect("one room more than plies");
    if ply == 0 {
        return Some(evaluator.evaluate_with(position, &mut room.scratch));
    }
    // What is certain is not looked ahead for.
    if let Some(outcome) = evaluator.certain(position) {
        return Some(outcome);
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
    let outcome = clamped(position, sums);
    found.keep(position, ply.into(), outcome);
    Some(outcome)
}
