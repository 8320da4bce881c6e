//! A play of one roll: the moves of single checkers, and the position after them.
//!
//! # Example
//!
//! ```
//! use gammon::{Move, Position, Roll, movegen};
//!
//! let plays = movegen::plays(Position::START, Roll::new(3, 1)?);
//! let play = plays.iter().find(|play| play.to_string() == "8/5 6/5").expect("it is legal");
//! let moves: Vec<Move> = play.moves.iter().collect();
//! assert_eq!(moves.len(), 2);
//! assert!(moves.iter().all(|one| !one.is_entry() && !one.is_bear_off()));
//! // After the play the opponent is on roll: their pips come first, and the player's are 4 fewer.
//! let after = play.position;
//! assert_eq!((after.own().pip_count(), after.opponent().pip_count()), (167, 163));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::point::{BAR, OFF};
use crate::position::Position;

/// One checker moved by one die.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Where it starts: a point as the mover numbers it, or 25 for the bar.
    pub source: u8,
    /// Where it lands: a point as the mover numbers it, or 0 for off.
    pub destination: u8,
}

impl Move {
    /// Whether the move enters a checker from the bar.
    #[must_use]
    pub const fn is_entry(self) -> bool {
        self.source as usize == BAR
    }

    /// Whether the move bears a checker off.
    #[must_use]
    pub const fn is_bear_off(self) -> bool {
        self.destination as usize == OFF
    }
}

/// Up to four moves, in the order in which they are made.
///
/// Unused entries are zero, so that equal sequences compare equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Moves {
    sources: [u8; 4],
    destinations: [u8; 4],
    len: u8,
}

impl Moves {
    /// Returns the moves with one more appended. A fifth is ignored: no roll has five.
    #[must_use]
    pub(crate) const fn then(mut self, source: usize, destination: usize) -> Self {
        if self.len < 4 {
            self.sources[self.len as usize] = source as u8;
            self.destinations[self.len as usize] = destination as u8;
            self.len += 1;
        }
        self
    }

    /// The number of moves.
    #[must_use]
    pub const fn len(self) -> usize {
        self.len as usize
    }

    /// Whether there are no moves, because nothing can be played.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }

    /// The moves in the order in which they are made.
    pub fn iter(self) -> impl Iterator<Item = Move> {
        (0..self.len()).map(move |i| Move { source: self.sources[i], destination: self.destinations[i] })
    }
}

/// A legal play: one sequence of moves, and the position after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Play {
    /// The position before the play.
    pub from: Position,
    /// The moves, in an order in which each is legal.
    pub moves: Moves,
    /// The position after the play, with the opponent on roll.
    pub position: Position,
}
