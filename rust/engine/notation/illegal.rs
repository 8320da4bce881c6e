//! Illegal plays, and the rules that they break.

use std::fmt;

use super::shortened::Shortened;
use crate::dice::Roll;
use crate::point::{BAR, OFF};

/// A play that was understood and is not legal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IllegalPlay {
    /// The play as it was given.
    pub text: String,
    /// The roll it was to be played with.
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
    /// The game is over, and no play is legal (R5.7).
    GameOver,
    /// There are legal plays (R3.6, R3.7).
    MustPlay {
        /// How many.
        plays: usize,
    },
    /// A checker does not move towards its home (R1.4).
    Backwards {
        /// Where it would start.
        source: u8,
        /// Where it would land.
        destination: u8,
    },
    /// No die, and no sum of the dice, is this distance (R3.1).
    NoSuchNumber {
        /// The distance.
        pips: u8,
    },
    /// Each die moves one checker once (R3.1, R3.2).
    NotEnoughDice,
    /// There is no checker to move.
    NoChecker {
        /// A point, or 25 for the bar.
        source: u8,
    },
    /// A checker is on the bar, and must enter first (R4.2).
    BarFirst,
    /// Two or more opposing checkers hold the point (R3.3).
    Held {
        /// The point, as the player who moves numbers it.
        point: u8,
    },
    /// One checker cannot play all these numbers: whichever is first, the point between is held (R3.4).
    Blocked {
        /// Where it starts.
        source: u8,
        /// Where it cannot come to.
        destination: u8,
    },
    /// Not all checkers are in the home board (R5.1).
    NotAllHome,
    /// The number is larger than the point, and a checker is on a higher one (R5.3).
    HigherMustMove {
        /// The number.
        die: u8,
        /// The point of the checker to be borne off.
        source: u8,
    },
    /// The other number can be played as well, and must be (R3.5).
    PlayOtherToo {
        /// The other number.
        die: u8,
    },
    /// Both numbers can be played, but not after this move (R3.5).
    PlayBoth,
    /// More of the four moves of a double can be played (R3.5, R4.4).
    PlayMore {
        /// The number on the dice.
        die: u8,
        /// How often it is played.
        played: u8,
        /// How often it can be.
        possible: u8,
    },
    /// Either number can be played but not both, and this is the smaller (R3.6).
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
                write!(f, "a checker on {} does not move at all", place_name(source))
            }
            Self::Backwards { source, destination } => write!(
                f,
                "a checker would move backwards, from {} to {} (R1.4)",
                place_name(source),
                place_name(destination)
            ),
            Self::NoSuchNumber { pips } => {
                write!(f, "no die shows {pips}, nor do the dice add up to it (R3.1)")
            }
            Self::NotEnoughDice => f.write_str(
                "the dice are not enough for these moves: each counts once, those of a double twice (R3.1, R3.2)",
            ),
            Self::NoChecker { source } => write!(f, "no checker on {}", place_name(source)),
            Self::BarFirst => f.write_str("a checker is on the bar and must enter first (R4.2)"),
            Self::Held { point } => {
                write!(f, "the opponent holds {} (R3.3)", place_name(point))
            }
            Self::Blocked { source, destination } => write!(
                f,
                "no way from {} to {} is open: the opponent holds the points between (R3.4)",
                place_name(source),
                place_name(destination)
            ),
            Self::NotAllHome => f.write_str("checkers are outside the home board: none can be borne off (R5.1)"),
            Self::HigherMustMove { die, source } => write!(
                f,
                "a checker on a higher point must be moved: the {die} bears none off {} (R5.3)",
                place_name(source)
            ),
            Self::PlayOtherToo { die } => write!(f, "the {die} must be played too (R3.5)"),
            Self::PlayBoth => {
                f.write_str("both numbers can be played and must be, so this move alone is not enough (R3.5)")
            }
            Self::PlayMore { die, played, possible } => {
                write!(f, "the {die} must be played {possible} times, not {played} (R3.5)")
            }
            Self::PlayLarger { die } => {
                write!(f, "if only one number can be played it must be the larger, {die} (R3.6)")
            }
        }
    }
}

/// A place as a sentence names it: `the bar`, `the 6-point`.
fn place_name(place: u8) -> String {
    match usize::from(place) {
        OFF => "off".to_owned(),
        BAR => "the bar".to_owned(),
        point => format!("the {point}-point"),
    }
}
