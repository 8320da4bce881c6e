//! Looking ahead: what a position is worth when the next turns are tried with all rolls.
//!
//! Plies count as GNU Backgammon counts them: 0 is the evaluator alone, 1 the mean over the 21 rolls after the best replies,
//! and so on. Replies on the way are those that the evaluator likes best.

use std::ops::Sub;

use crate::dice::Roll;
use crate::eval::{Evaluator, RankedPlay, Scratch, consistent, sort};
use crate::outcome::Outcome;
use crate::parallel::Control;
use crate::position::Position;

/// Which plays are worth looking ahead from: those that look about as good as the best one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Filter {
    /// How many plays at the most.
    pub keep: usize,
    /// How much worse than the best, in equity, at the most, when the evaluator alone has looked.
    pub within: f32,
    /// The same at each later ply, which sees more.
    pub within_later: f32,
}

impl Filter {
    /// Eight plays within 0.16, as GNU Backgammon's normal one; then, ply by ply, those within 0.05.
    pub const NORMAL: Self = Self { keep: 8, within: 0.16, within_later: 0.05 };

    /// How many of some plays are let through to a ply, by their equities, the best first.
    pub(crate) fn kept<Equity: Copy + PartialOrd + From<f32> + Sub<Output = Equity>>(
        self,
        equities: impl Iterator<Item = Equity> + Clone,
        ply: u8,
    ) -> usize {
        let within = Equity::from(if ply == 1 { self.within } else { self.within_later });
        let most = equities.clone().next();
        equities.take(self.keep.max(1)).take_while(|&equity| most.is_some_and(|most| equity >= most - within)).count()
    }
}

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

/// What was found, by position and a number that says what else it depends on: one place for each of some hashes, and a
/// later one takes an earlier one's place.
///
/// The whole key is kept and compared, so what is found never depends on what was looked for before.
#[derive(Debug)]
pub(crate) struct Found<T> {
    places: Vec<Option<(Position, u64, T)>>,
}

impl<T: Copy> Found<T> {
    const PLACES: usize = 1 << 12;

    pub(crate) const fn nothing() -> Self {
        Self { places: Vec::new() }
    }

    fn place(position: Position, key: u64) -> usize {
        /// Odd numbers with well-mixed bits: the golden ratio's and others of the same kind.
        const MIX: [u64; 4] =
            [0x9E37_79B9_7F4A_7C15, 0xBF58_476D_1CE4_E5B9, 0x94D0_49BB_1331_11EB, 0xD6E8_FEB8_6659_FD93];
        let (own, opponent) = (position.own.0, position.opponent.0);
        let words = [own as u64, (own >> 64) as u64, opponent as u64, (opponent >> 64) as u64];
        let mixed = words.iter().zip(MIX).fold(key, |sum, (word, mix)| (sum ^ word).wrapping_mul(mix).rotate_left(29));
        (mixed.wrapping_mul(MIX[0]) >> 52) as usize
    }

    pub(crate) fn get(&self, position: Position, key: u64) -> Option<T> {
        match self.places.get(Self::place(position, key)) {
            Some(&Some((found, at, worth))) if found == position && at == key => Some(worth),
            _ => None,
        }
    }

    pub(crate) fn keep(&mut self, position: Position, key: u64, worth: T) {
        if self.places.is_empty() {
            self.places.resize(Self::PLACES, None);
        }
        self.places[Self::place(position, key)] = Some((position, key, worth));
    }
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

/// Adds one roll's part to a mean over all 36 throws.
pub(crate) fn add(sums: &mut [f32; 5], outcome: Outcome, roll: Roll) {
    let weight = roll.weight() as f32 / 36.0;
    for (sum, probability) in sums.iter_mut().zip(outcome.to_array()) {
        *sum += weight * probability;
    }
}
