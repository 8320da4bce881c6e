//! The errors of reading and writing notations.

use std::fmt;

use super::illegal::IllegalPlay;
use super::shortened::Shortened;
use crate::dice::Roll;
use crate::position::PositionError;

/// A notation for positions or plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    /// A play, such as `13/11*/8 6/5`.
    Play,
    /// The position ID of GNU Backgammon, 14 characters.
    PositionId,
    /// The match ID of GNU Backgammon, 12 characters.
    MatchId,
    /// GNU Backgammon's position ID and match ID, joined by a colon.
    GnubgId,
    /// The position ID of eXtreme Gammon.
    Xgid,
    /// The position ID of `OpenGammon`.
    Ogid,
    /// Any of these IDs, while it is not known which.
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
            Self::AnyId => "ID",
        })
    }
}

/// The reason why a text cannot be read or a [`Situation`](super::Situation) cannot be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotationError {
    /// The text does not follow the notation.
    Unreadable {
        /// The notation that was expected.
        notation: Notation,
        /// The position of the error in characters, counted from 1.
        column: usize,
        /// The error.
        problem: Problem,
    },
    /// The text follows the notation, but its checkers do not form a legal position.
    Position {
        /// The notation that was expected.
        notation: Notation,
        /// The error in the position.
        error: PositionError,
    },
    /// The text is a play, but it breaks a rule.
    Illegal(IllegalPlay),
    /// The notation cannot express a value of the situation.
    Unwritable {
        /// The notation to be written.
        notation: Notation,
        /// The value that it cannot express.
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
                let article =
                    if matches!(notation, Notation::Xgid | Notation::Ogid | Notation::AnyId) { "an" } else { "a" };
                write!(f, "cannot be written as {article} {notation}: {problem}")
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

/// An error in a text, or a value that a notation cannot express.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// The text or a part of it has the wrong number of characters.
    Length {
        /// The name of the part.
        part: &'static str,
        /// Its number of characters.
        found: usize,
        /// The required number of characters.
        expected: usize,
    },
    /// The text has the wrong number of fields.
    FieldCount {
        /// Its number of fields.
        found: usize,
        /// The allowed number or range, such as `3 to 11`.
        expected: &'static str,
    },
    /// A field or another part of the text has a value that is not allowed.
    Field {
        /// The name of the field.
        field: &'static str,
        /// Its value in the text.
        found: String,
        /// A description of the allowed values.
        expected: &'static str,
    },
    /// A character does not fit the notation, or the text ends too early.
    Expected {
        /// The character at this column; `None` at the end of the text.
        found: Option<char>,
        /// A description of what may appear here.
        expected: &'static str,
    },
    /// Bits that the notation does not use are set.
    UnusedBits,
    /// A side has too many checkers.
    Checkers {
        /// A description of the side.
        side: &'static str,
        /// Its number of checkers in the text.
        found: u32,
        /// The number of checkers that each side has.
        checkers: u8,
    },
    /// The dice in the text differ from the roll that the caller gave.
    OtherDice {
        /// The roll in the text.
        found: Roll,
        /// The roll that the caller gave.
        rolled: Roll,
    },
    /// Neither the text nor the caller gives the roll.
    NoDice,
    /// The text fits two legal plays.
    Ambiguous {
        /// One of them, in canonical form.
        one: String,
        /// The other one.
        other: String,
    },
    /// Two values contradict each other, or the notation cannot express the state of the game.
    State(&'static str),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { part, found, expected } => {
                write!(f, "the {part} has {found} characters, not {expected}")
            }
            Self::FieldCount { found, expected } => {
                write!(f, "the text has {found} field{}; expected {expected}", if *found == 1 { "" } else { "s" })
            }
            Self::Field { field, found, expected } => {
                write!(f, "{field} is `{}`; expected {expected}", Shortened(found))
            }
            Self::Expected { found: Some(found), expected } => {
                write!(f, "expected {expected}, got `{}`", found.escape_debug())
            }
            Self::Expected { found: None, expected } => {
                write!(f, "expected {expected}, but the text ends here")
            }
            Self::UnusedBits => f.write_str("unused bits are set"),
            Self::Checkers { side, found, checkers } => {
                write!(f, "{side} has {found} checkers; expected at most {checkers}")
            }
            Self::OtherDice { found, rolled } => {
                write!(f, "the text gives the roll {found}, but {rolled} was rolled")
            }
            Self::NoDice => f.write_str("no roll was given"),
            Self::Ambiguous { one, other } => {
                write!(f, "the play can be {one} or {other}: mark the hit on the way with `*`")
            }
            Self::State(state) => f.write_str(state),
        }
    }
}
