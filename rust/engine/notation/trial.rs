//! Tries written moves on the board with the dice of a roll.

use super::illegal::IllegalReason;
use super::play_reader::WrittenMove;
use crate::dice::Roll;
use crate::point::{BAR, OFF, PLACES, Point};
use crate::position::Position;

/// A set of points, the bar (25) and off (0).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Places(u32);

impl Places {
    pub(super) const fn contains(self, place: u8) -> bool {
        self.0 & 1 << place != 0
    }

    pub(super) const fn insert(&mut self, place: u8) {
        self.0 |= 1 << place;
    }

    pub(super) const fn union(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    pub(super) const fn difference(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    pub(super) const fn len(self) -> u32 {
        self.0.count_ones()
    }

    pub(super) fn points(self) -> impl Iterator<Item = Point> {
        (1..=24)
            .rev()
            .filter(move |&point| self.contains(point))
            .map(|number| Point::new(number).expect("a number from 1 to 24"))
    }
}

/// One checker moved with one die.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Step {
    source: u8,
    die: u8,
}

impl Step {
    /// Returns every sequence of single-die steps that makes the written moves, ignoring the board.
    ///
    /// Each die is used at most once, and some may stay unused. A double counts as four dice.
    pub(super) fn sequences(moves: &[WrittenMove], roll: Roll) -> Vec<Vec<Self>> {
        let mut sequences = Vec::new();
        let (high, low) = (roll.high().number(), roll.low().number());
        let left = if roll.is_double() { [(high, 4), (low, 0)] } else { [(high, 1), (low, 1)] };
        // A roll has at most four dice, and every move needs at least one.
        if let Some((first, _)) = moves.split_first()
            && moves.len() <= 4
            && moves.iter().all(|written| written.source > written.destination)
        {
            Self::extend(moves, first.source, left, &mut Vec::new(), &mut sequences);
        }
        sequences
    }

    /// Extends the steps `made` so far, where the checker of the first of `moves` has reached `at` and the dice `left` remain.
    fn extend(
        moves: &[WrittenMove],
        at: u8,
        left: [(u8, u8); 2],
        made: &mut Vec<Self>,
        sequences: &mut Vec<Vec<Self>>,
    ) {
        let Some((written, later)) = moves.split_first() else {
            sequences.push(made.clone());
            return;
        };
        for (i, &(die, count)) in left.iter().enumerate() {
            // A die larger than needed may bear a checker off, but must not pass a destination on the board.
            let next = at.saturating_sub(die);
            let goes_past = next < written.destination;
            if count == 0 || goes_past {
                continue;
            }
            let mut left = left;
            left[i].1 -= 1;
            made.push(Self { source: at, die });
            if next > written.destination {
                Self::extend(moves, next, left, made, sequences);
            } else {
                let start = later.first().map_or(0, |written| written.source);
                Self::extend(later, start, left, made, sequences);
            }
            made.pop();
        }
    }
}

/// One sequence of steps for the written moves, tried on the board.
#[derive(Debug, Clone)]
pub(super) struct Trial {
    steps: Vec<Step>,
    /// The number of steps made before the first impossible one.
    pub made: usize,
    /// The result of all steps, or the reason why a step is impossible.
    pub result: Result<Reached, IllegalReason>,
}

/// The result of a trial whose steps are all possible.
#[derive(Debug, Clone)]
pub(super) struct Reached {
    /// The position, with the opponent on roll.
    pub position: Position,
    /// The points where blots were hit.
    pub hits: Places,
}

impl Trial {
    /// Tries every sequence of steps for the moves. Sequences that start with the larger die come first.
    pub(super) fn all(position: Position, roll: Roll, moves: &[WrittenMove]) -> Vec<Self> {
        Step::sequences(moves, roll).into_iter().map(|steps| Self::run(position, steps)).collect()
    }

    /// Returns whether a step uses the number `die`.
    pub(super) fn uses(&self, die: u8) -> bool {
        self.steps.iter().any(|step| step.die == die)
    }

    fn run(position: Position, mut steps: Vec<Step>) -> Self {
        // If any order is legal, this one is: steps that must be made first (entering, bringing checkers home) start higher.
        steps.sort_by_key(|step| std::cmp::Reverse(step.source));
        let mut board = TrialBoard {
            own: position.own().to_counts(),
            opponent: position.opponent().to_counts(),
            hits: Places::default(),
        };
        let mut made = 0;
        for step in &steps {
            if let Err(reason) = board.make(*step) {
                return Self { steps, made, result: Err(reason) };
            }
            made += 1;
        }
        // Each side keeps its number of checkers and no point is shared, so this fails only if the opponent had already borne
        // off all checkers.
        let result = Position::new(&board.opponent, &board.own)
            .map(|position| Reached { position, hits: board.hits })
            .map_err(|_| IllegalReason::GameOver);
        Self { steps, made, result }
    }
}

/// The board during a trial.
struct TrialBoard {
    own: [u8; PLACES],
    opponent: [u8; PLACES],
    hits: Places,
}

impl TrialBoard {
    /// Makes a step, or returns why it is illegal.
    fn make(&mut self, step: Step) -> Result<(), IllegalReason> {
        let Step { source, die } = step;
        let destination = source.saturating_sub(die);
        let (from, to) = (usize::from(source), usize::from(destination));
        if self.own[from] == 0 {
            return Err(IllegalReason::NoChecker { source });
        }
        if self.own[BAR] > 0 && from != BAR {
            return Err(IllegalReason::BarFirst);
        }
        if to == OFF {
            if self.own.iter().skip(7).any(|&count| count > 0) {
                return Err(IllegalReason::NotAllHome);
            }
            if die > source && self.own.iter().skip(from + 1).any(|&count| count > 0) {
                return Err(IllegalReason::HigherMustMove { die, source });
            }
        } else {
            match self.opponent[BAR - to] {
                0 => {}
                1 => {
                    self.opponent[BAR - to] = 0;
                    self.opponent[BAR] += 1;
                    self.hits.insert(destination);
                }
                _ => return Err(IllegalReason::Held { point: destination }),
            }
        }
        self.own[from] -= 1;
        self.own[to] += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(source: u8, destination: u8) -> WrittenMove {
        WrittenMove { source, destination, hit: false }
    }

    fn sequences(moves: &[WrittenMove], first: u8, second: u8) -> usize {
        Step::sequences(moves, Roll::new(first, second).unwrap()).len()
    }

    #[test]
    fn dice_are_assigned_to_the_moves() {
        assert_eq!(sequences(&[written(13, 8)], 3, 2), 2);
        assert_eq!(sequences(&[written(13, 10)], 3, 2), 1);
        assert_eq!(sequences(&[written(13, 9)], 3, 2), 0);
        assert_eq!(sequences(&[written(13, 10), written(13, 11)], 3, 2), 1);
        assert_eq!(sequences(&[written(13, 10), written(8, 5)], 3, 2), 0);
        assert_eq!(sequences(&[written(13, 5)], 2, 2), 1);
        assert_eq!(sequences(&[written(13, 3)], 2, 2), 0);
        // The 6 alone, or the 1 and then the 6.
        assert_eq!(sequences(&[written(5, 0)], 6, 1), 2);
        assert_eq!(sequences(&[written(1, 0), written(1, 0)], 6, 1), 2);
        assert_eq!(sequences(&[written(6, 6)], 6, 1), 0);
        assert_eq!(sequences(&[], 6, 1), 0);
    }
}
