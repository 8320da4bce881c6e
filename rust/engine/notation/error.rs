//! What can be wrong with a text.

use std::fmt;

use super::illegal::IllegalPlay;
use super::shortened::Shortened;
use crate::dice::Roll;
use crate::position::PositionError;

/// A way of writing positions or plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    /// A play, such as `13/11*/8 6/5`.
    Play,
    /// The position ID of GNU Backgammon, 14 characters.
    PositionId,
    /// The match ID of GNU Backgammon, 12 characters.
    MatchId,
    /// Both of them, with a colon between.
    GnubgId,
    /// The position ID of eXtreme Gammon.
    Xgid,
    /// The position ID of `OpenGammon`.
    Ogid,
    /// Any of the IDs.
    AnyId,
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Play => "play",
            Self::PositionId => "position ID",
            Self::MatchId => "match ID",
            Self::GnubgId => "GNU Backgammon ID",
            Self::Xgid => "XGID",
            Self::Ogid => "OGID",
            Self::AnyId => "ID of a position",
        })
    }
}

/// Why a text could not be understood, or a record not be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotationError {
    /// The text does not follow the notation.
    Unreadable {
        /// What it was read as.
        notation: Notation,
        /// Where, in characters from the start of the text; the first is 1.
        column: usize,
        /// What is wrong there.
        problem: Problem,
    },
    /// The text follows the notation, but the checkers in it make no position.
    Position {
        /// What it was read as.
        notation: Notation,
        /// What is wrong with them.
        error: PositionError,
    },
    /// The play is understood, and breaks a rule.
    Illegal(IllegalPlay),
    /// The notation has no way to say what the record holds.
    Unwritable {
        /// What was to be written.
        notation: Notation,
        /// What it cannot say.
        problem: Problem,
    },
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { notation, column, problem } => {
                write!(f, "{notation}, column {column}: {problem}")
            }
            Self::Position { notation, error } => write!(f, "{notation}: {error}"),
            Self::Illegal(illegal) => illegal.fmt(f),
            Self::Unwritable { notation, problem } => {
                write!(f, "not to be written as {notation}: {problem}")
            }
        }
    }
}

impl std::error::Error for NotationError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Position { error, .. } => Some(error),
            Self::Illegal(illegal) => Some(illegal),
            Self::Unreadable { .. } | Self::Unwritable { .. } => None,
        }
    }
}

/// What is wrong with a text or a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// The text, or the part of it that is named, has another number of characters.
    Length {
        /// Which part.
        part: &'static str,
        /// How many it has.
        found: usize,
        /// How many it must have.
        expected: usize,
    },
    /// The text has another number of fields.
    FieldCount {
        /// How many it has.
        found: usize,
        /// How many it must have.
        expected: usize,
    },
    /// A field or a part of the text holds what it cannot hold.
    Field {
        /// Which one.
        field: &'static str,
        /// What it holds.
        found: String,
        /// What it may hold.
        expected: &'static str,
    },
    /// Something else should stand here.
    Expected {
        /// What stands here; nothing at the end of the text.
        found: Option<char>,
        /// What should.
        expected: &'static str,
    },
    /// Bits are set that mean nothing.
    UnusedBits,
    /// A side has more checkers than it may have.
    Checkers {
        /// The side.
        side: &'static str,
        /// How many it has on the points and on the bar.
        found: u32,
        /// How many it may have.
        checkers: u8,
    },
    /// The dice in the text are not those that were rolled.
    OtherDice {
        /// In the text.
        found: Roll,
        /// Rolled.
        rolled: Roll,
    },
    /// Neither the text nor the caller says what was rolled.
    NoDice,
    /// The play can be understood in two ways.
    Ambiguous {
        /// One.
        one: String,
        /// The other.
        other: String,
    },
    /// Two things that cannot both be so, or a state for which there is no way to write it.
    State(&'static str),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { part, found, expected } => {
                write!(f, "the {part} has {found} characters, not {expected}")
            }
            Self::FieldCount { found, expected } => {
                write!(f, "the text has {found} field{}, not {expected}", if *found == 1 { "" } else { "s" })
            }
            Self::Field { field, found, expected } => {
                write!(f, "{field} is `{}`, not {expected}", Shortened(found))
            }
            Self::Expected { found: Some(found), expected } => {
                write!(f, "`{}` where {expected} should be", found.escape_debug())
            }
            Self::Expected { found: None, expected } => {
                write!(f, "the text ends where {expected} should be")
            }
            Self::UnusedBits => f.write_str("bits are set that mean nothing"),
            Self::Checkers { side, found, checkers } => {
                write!(f, "{side} has {found} checkers on the board and the bar, but a side has {checkers}")
            }
            Self::OtherDice { found, rolled } => {
                write!(f, "the play is for {found}, but {rolled} was rolled")
            }
            Self::NoDice => f.write_str("nothing says what was rolled"),
            Self::Ambiguous { one, other } => {
                write!(f, "this can be {one} or {other}: mark the blot that is hit on the way")
            }
            Self::State(state) => f.write_str(state),
        }
    }
}
