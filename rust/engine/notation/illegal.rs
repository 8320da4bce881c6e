//! Illegal plays and the rules that they break.

use std::fmt;

use super::shortened::Shortened;
use crate::dice::Roll;
use crate::point::{BAR, OFF};

/// A play that was read but is not legal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IllegalPlay {
    /// The play as it was written.
    pub text: String,
    /// The roll.
    pub roll: Roll,
    /// The rule it breaks.
    pub reason: IllegalReason,
}

impl fmt::Display for IllegalPlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { text, roll, reason } = self;
        let text = text.trim();
        if text.is_empty() {
            write!(f, "passing is not legal with {roll}: {reason}")
        } else {
            write!(f, "`{}` is not legal with {roll}: {reason}", Shortened(text))
        }
    }
}

impl std::error::Error for IllegalPlay {}

/// The rule that an illegal play breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IllegalReason {
    /// The game is over, so no play is legal (R5.7).
    GameOver,
    /// The turn cannot be passed, because there are legal plays (R3.6, R3.7).
    MustPlay {
        /// The number of legal plays.
        plays: usize,
    },
    /// A checker would move backwards or not at all (R1.4).
    Backwards {
        /// The point the checker would leave.
        source: u8,
        /// The point it would land on.
        destination: u8,
    },
    /// The distance of a move is neither a die nor a sum of the dice (R3.1).
    NoSuchNumber {
        /// The distance in pips.
        pips: u8,
    },
    /// The moves need more dice than were rolled: each die is played once, or twice for a double (R3.1, R3.2).
    NotEnoughDice,
    /// The player has no checker on the point or the bar.
    NoChecker {
        /// The point, or 25 for the bar.
        source: u8,
    },
    /// A checker is on the bar and must enter first (R4.2).
    BarFirst,
    /// The opponent holds the point with two or more checkers (R3.3).
    Held {
        /// The point, numbered from the side of the player on roll.
        point: u8,
    },
    /// One checker cannot play these numbers in any order, because the opponent holds the points in between (R3.4).
    Blocked {
        /// The point the checker would leave.
        source: u8,
        /// The point it cannot reach.
        destination: u8,
    },
    /// A checker cannot be borne off while another is outside the home board (R5.1).
    NotAllHome,
    /// The number is larger than the point, but a checker is on a higher point and must be moved (R5.3).
    HigherMustMove {
        /// The number on the die.
        die: u8,
        /// The point of the checker that would be borne off.
        source: u8,
    },
    /// The other number can be played too, so it must be (R3.5).
    PlayOtherToo {
        /// The number that was not played.
        die: u8,
    },
    /// Both numbers can be played, but this move prevents it (R3.5).
    PlayBoth,
    /// More moves of a double can be played (R3.5, R4.4).
    PlayMore {
        /// The number on the dice.
        die: u8,
        /// The number of moves in the play.
        played: u8,
        /// The largest possible number of moves.
        possible: u8,
    },
    /// Either number can be played but not both, and the play uses the smaller (R3.6).
    PlayLarger {
        /// The larger number.
        die: u8,
    },
}

impl fmt::Display for IllegalReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::GameOver => f.write_str("the game is over (R5.7)"),
            Self::MustPlay { plays: 1 } => f.write_str("there is a legal play, so the turn cannot be passed (R3.7)"),
            Self::MustPlay { plays } => {
                write!(f, "there are {plays} legal plays, so the turn cannot be passed (R3.7)")
            }
            Self::Backwards { source, destination } if source == destination => {
                write!(f, "a checker on {} does not move (R1.4)", place_name(source))
            }
            Self::Backwards { source, destination } => write!(
                f,
                "a checker would move backwards, from {} to {} (R1.4)",
                place_name(source),
                place_name(destination)
            ),
            Self::NoSuchNumber { pips } => {
                write!(f, "no die or sum of the dice equals {pips} (R3.1)")
            }
            Self::NotEnoughDice => f.write_str(
                "not enough dice for these moves: each die is played once, or twice for a double (R3.1, R3.2)",
            ),
            Self::NoChecker { source } => write!(f, "no checker on {}", place_name(source)),
            Self::BarFirst => f.write_str("a checker is on the bar and must enter first (R4.2)"),
            Self::Held { point } => {
                write!(f, "the opponent holds {} (R3.3)", place_name(point))
            }
            Self::Blocked { source, destination } => write!(
                f,
                "every path from {} to {} is blocked: the opponent holds the points in between (R3.4)",
                place_name(source),
                place_name(destination)
            ),
            Self::NotAllHome => {
                f.write_str("a checker cannot be borne off while another is outside the home board (R5.1)")
            }
            Self::HigherMustMove { die, source } => write!(
                f,
                "a checker on a higher point must be moved before the {die} can bear off from {} (R5.3)",
                place_name(source)
            ),
            Self::PlayOtherToo { die } => write!(f, "the {die} must be played too (R3.5)"),
            Self::PlayBoth => f.write_str("both numbers can be played and must be, but this move prevents it (R3.5)"),
            Self::PlayMore { die, played, possible } => {
                write!(f, "the {die} must be played {possible} times, not {played} (R3.5)")
            }
            Self::PlayLarger { die } => {
                write!(f, "only one number can be played, so it must be the larger, {die} (R3.6)")
            }
        }
    }
}

/// Returns the name of a place in a sentence: `the bar`, `the 6-point`.
fn place_name(place: u8) -> String {
    match usize::from(place) {
        OFF => "off".to_owned(),
        BAR => "the bar".to_owned(),
        point => format!("the {point}-point"),
    }
}
