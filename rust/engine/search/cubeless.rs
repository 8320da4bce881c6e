//! The cubeless search.
//!
//! Plies are counted as in GNU Backgammon: 0 is the evaluator alone, 1 the mean over the 21 rolls after the best plays,
//! and so on. Plays inside the search tree are chosen by the 0-ply evaluation.
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
use crate::search::{Cache, Filter, MOST_PLIES, add};

/// A cubeless search. It keeps its buffers and its cache between calls.
///
/// Its methods return `None` if `control` was stopped.
#[derive(Debug)]
pub struct Search<'a> {
    evaluator: &'a Evaluator,
    filter: Filter,
    control: &'a Control,
    /// One set per ply.
    buffers: Vec<Buffers>,
    cache: Cache<Outcome>,
}

#[derive(Debug, Default)]
struct Buffers {
    scratch: Scratch,
    replies: Vec<(Roll, Position, Outcome)>,
}

impl<'a> Search<'a> {
    /// Makes a search with an empty cache.
    #[must_use]
    pub fn new(evaluator: &'a Evaluator, filter: Filter, control: &'a Control) -> Self {
        let buffers = std::iter::repeat_with(Buffers::default).take(usize::from(MOST_PLIES) + 1).collect();
        Self { evaluator, filter, control, buffers, cache: Cache::new() }
    }

    /// Returns the outcome probabilities of a position for the player on roll. A `ply` above [`MOST_PLIES`] is reduced
    /// to it.
    pub fn evaluate(&mut self, position: Position, ply: u8) -> Option<Outcome> {
        let Self { evaluator, control, buffers, cache, .. } = self;
        let ply = ply.min(MOST_PLIES);
        search(evaluator, control, &mut buffers[..=usize::from(ply)], cache, position, ply)
    }

    /// Returns every legal play of a roll. Plays that pass the filter, and `wanted` plays, are searched to `ply`.
    ///
    /// Plays that were searched deeper come first; plays searched to the same ply are sorted best first.
    pub fn rank(
        &mut self,
        position: Position,
        roll: Roll,
        ply: u8,
        wanted: Wanted<'_>,
    ) -> Option<Vec<Ranked<Outcome>>> {
        let ranked = self.evaluator.rank(position, roll);
        let ranked = ranked.into_iter().map(|one| Ranked::new(one.play, one.outcome)).collect();
        let (filter, plies) = (self.filter, ply.min(MOST_PLIES));
        let kept = |ranked: &[Ranked<Outcome>], ply| filter.kept(ranked.iter().map(equity), ply);
        deepen(ranked, plies, wanted, kept, by_equity, |position, ply| Some(self.evaluate(position, ply)?.swap()))
    }

    /// Returns the position after the best play of a roll, with the opponent on roll. Without a legal play, only the
    /// player on roll changes.
    ///
    /// At 0 plies this is [`Evaluator::best`]; at higher plies it is the first play of [`Search::rank`].
    pub fn best(&mut self, position: Position, roll: Roll, ply: u8) -> Option<Position> {
        if ply == 0 {
            return Some(self.evaluator.best(position, roll, &mut self.buffers[0].scratch));
        }
        let mut ranked: Vec<_> =
            self.evaluator.rank(position, roll).into_iter().map(|one| Ranked::new(one.play, one.outcome)).collect();
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

/// Compares plays; the better comes first.
fn by_equity(one: &Ranked<Outcome>, other: &Ranked<Outcome>) -> Ordering {
    order((equity(one), one.play.position), (equity(other), other.play.position))
}

/// Searches `ply` plies. There is one set of buffers for each ply, including ply 0.
fn search(
    evaluator: &Evaluator,
    control: &Control,
    buffers: &mut [Buffers],
    cache: &mut Cache<Outcome>,
    position: Position,
    ply: u8,
) -> Option<Outcome> {
    let (own, deeper) = buffers.split_last_mut().expect("one set of buffers for each ply, including ply 0");
    if ply == 0 {
        return Some(evaluator.evaluate_with(position, &mut own.scratch));
    }
    // An exact outcome needs no search.
    if let Some(outcome) = evaluator.final_outcome(position) {
        return Some(outcome);
    }
    if let Some(outcome) = cache.get(position, ply.into()) {
        return Some(outcome);
    }
    if control.is_stopped() {
        return None;
    }
    let Buffers { scratch, replies } = own;
    replies.clear();
    evaluator.best_of_rolls(position, scratch, |roll, reply, outcome| replies.push((roll, reply, outcome)));
    let mut sums = [0.0; 5];
    for &(roll, reply, outcome) in &*replies {
        let outcome = if ply == 1 { outcome } else { search(evaluator, control, deeper, cache, reply, ply - 1)? };
        add(&mut sums, outcome.swap(), roll);
    }
    // Rounding can leave a mean of ones slightly above one.
    sums[0] = sums[0].min(1.0);
    let outcome = clamped(position, sums);
    cache.insert(position, ply.into(), outcome);
    Some(outcome)
}
