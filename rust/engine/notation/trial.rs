//! Written moves, tried out on the board with the dice of a roll.

use super::illegal::IllegalReason;
use super::play_reader::WrittenMove;
use crate::dice::Roll;
use crate::point::{BAR, OFF, PLACES, Point};
use crate::position::Position;

/// A set of places.
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

/// One checker moved by one die.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Step {
    source: u8,
    die: u8,
}

impl Step {
    /// Every way in which dice of the roll, each used once, make the written moves; not all need be used.
    pub(super) fn sequences(moves: &[WrittenMove], roll: Roll) -> Vec<Vec<Self>> {
        let mut sequences = Vec::new();
        let (high, low) = (roll.high().number(), roll.low().number());
        let left = if roll.is_double() { [(high, 4), (low, 0)] } else { [(high, 1), (low, 1)] };
        // Four dice make at most four moves, and every move needs one.
        if let Some((first, _)) = moves.split_first()
            && moves.len() <= 4
            && moves.iter().all(|written| written.source > written.destination)
        {
            Self::extend(moves, first.source, left, &mut Vec::new(), &mut sequences);
        }
        sequences
    }

    /// Goes on with the first of `moves`, whose checker has come to `at`.
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
            // A number larger than needed bears off, but reaches no point.
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

/// One way to make the written moves, tried on the board.
#[derive(Debug, Clone)]
pub(super) struct Trial {
    steps: Vec<Step>,
    /// How many of the steps are possible one after the other.
    pub made: usize,
    /// Where they lead, or why the next one is not possible.
    pub result: Result<Reached, IllegalReason>,
}

/// Where a trial leads.
#[derive(Debug, Clone)]
pub(super) struct Reached {
    /// The position, with the opponent on roll.
    pub position: Position,
    /// Where blots were hit.
    pub hits: Places,
}

impl Trial {
    /// Every way to make the moves, in the order in which the dice can be shared out.
    pub(super) fn all(position: Position, roll: Roll, moves: &[WrittenMove]) -> Vec<Self> {
        Step::sequences(moves, roll).into_iter().map(|steps| Self::run(position, steps)).collect()
    }

    /// Whether it uses the number.
    pub(super) fn uses(&self, die: u8) -> bool {
        self.steps.iter().any(|step| step.die == die)
    }

    fn run(position: Position, mut steps: Vec<Step>) -> Self {
        // If any order is legal, this one is: whatever must come first comes from a higher place.
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
        // Neither side gains or loses a checker, so this is a position; no other answer is needed where it were not.
        let result = Position::new(&board.opponent, &board.own)
            .map(|position| Reached { position, hits: board.hits })
            .map_err(|_| IllegalReason::GameOver);
        Self { steps, made, result }
    }
}

/// The board in the middle of a trial.
struct TrialBoard {
    own: [u8; PLACES],
    opponent: [u8; PLACES],
    hits: Places,
}

impl TrialBoard {
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
    fn dice_are_shared_out_among_the_moves() {
        assert_eq!(sequences(&[written(13, 8)], 3, 2), 2);
        assert_eq!(sequences(&[written(13, 10)], 3, 2), 1);
        assert_eq!(sequences(&[written(13, 9)], 3, 2), 0);
        assert_eq!(sequences(&[written(13, 10), written(13, 11)], 3, 2), 1);
        assert_eq!(sequences(&[written(13, 10), written(8, 5)], 3, 2), 0);
        assert_eq!(sequences(&[written(13, 5)], 2, 2), 1);
        assert_eq!(sequences(&[written(13, 3)], 2, 2), 0);
        // With the 6, or with the 1 and then the 6.
        assert_eq!(sequences(&[written(5, 0)], 6, 1), 2);
        assert_eq!(sequences(&[written(1, 0), written(1, 0)], 6, 1), 2);
        assert_eq!(sequences(&[written(6, 6)], 6, 1), 0);
        assert_eq!(sequences(&[], 6, 1), 0);
    }
}
