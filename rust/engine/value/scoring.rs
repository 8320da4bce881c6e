//! How a game is scored: for money or at a match score, and the doubling cube.
//!
//! Everything is from the point of view of the player on roll; `swap` changes sides.
//!
//! # Example
//!
//! ```
//! use gammon::{Crawford, Cube, CubeOwner, Scoring};
//!
//! // After a take the cube is at 2, and the player who took owns it.
//! assert_eq!(Cube::START.doubled(), Cube::new(1, CubeOwner::Opponent));
//! assert_eq!(Cube::START.doubled().swap().value(), 2);
//!
//! assert!(Scoring::of_match(2, 1, Crawford::ThisGame).is_ok());
//! assert!(Scoring::of_match(5, 3, Crawford::ThisGame).is_err(), "neither player is 1-away");
//! ```

use std::fmt;

/// The Crawford rule in a game of a match (R8.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Crawford {
    /// Neither player is 1-away: the Crawford game is still to come.
    ToCome,
    /// This is the Crawford game: nobody may double.
    ThisGame,
    /// The Crawford game has been played.
    Played,
    /// The match is played without the Crawford rule.
    Off,
}

/// The most points that a player may need; match equity tables end there.
pub const MOST_AWAY: u16 = 64;

/// How a game is scored, from the point of view of the player on roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// A game for money.
    Money {
        /// The Jacoby rule: gammons and backgammons count as single games until the cube is turned (R8.2).
        jacoby: bool,
        /// A player who accepts a double may redouble at once and keep the cube (R7.6).
        beavers: bool,
        /// The doubler may answer a beaver with another redouble; the cube's owner does not change (R7.6). Requires `beavers`.
        raccoons: bool,
    },
    /// A game of a match.
    Match {
        /// Points that the player on roll needs to win the match, from 1.
        own_away: u16,
        /// Points that the opponent needs to win the match, from 1.
        opponent_away: u16,
        /// Whether the Crawford game is still to come, is this game, or has been played.
        crawford: Crawford,
    },
}

/// Why a match score is not valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScoringError {
    /// A player needs 0 points, or more than [`MOST_AWAY`].
    Away(u16),
    /// The Crawford game or a later one, although neither player is 1-away.
    NotCrawford {
        /// Points that the player on roll needs.
        own_away: u16,
        /// Points that the opponent needs.
        opponent_away: u16,
    },
    /// The Crawford game still to come, although a player is 1-away.
    CrawfordIsDue {
        /// Points that the player on roll needs.
        own_away: u16,
        /// Points that the opponent needs.
        opponent_away: u16,
    },
}

impl fmt::Display for ScoringError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Away(away) => write!(f, "a player needs {away} points; it must be from 1 to {MOST_AWAY}"),
            Self::NotCrawford { own_away, opponent_away } => write!(
                f,
                "the players need {own_away} and {opponent_away} points: the Crawford game and those after it \
                 require one of the players to need 1 (R8.3)"
            ),
            Self::CrawfordIsDue { own_away, opponent_away } => write!(
                f,
                "the players need {own_away} and {opponent_away} points: as one of them needs 1, \
                 the Crawford game is this game or has been played (R8.3)"
            ),
        }
    }
}

impl std::error::Error for ScoringError {}

impl Scoring {
    /// Money play without the Jacoby rule, beavers or raccoons.
    pub const MONEY: Self = Self::Money { jacoby: false, beavers: false, raccoons: false };

    /// A game of a match; fails if the score and the Crawford state contradict each other.
    ///
    /// # Errors
    ///
    /// [`ScoringError`] if a player needs 0 points or more than [`MOST_AWAY`], or `crawford` contradicts the score.
    pub const fn of_match(own_away: u16, opponent_away: u16, crawford: Crawford) -> Result<Self, ScoringError> {
        if own_away == 0 || own_away > MOST_AWAY {
            return Err(ScoringError::Away(own_away));
        }
        if opponent_away == 0 || opponent_away > MOST_AWAY {
            return Err(ScoringError::Away(opponent_away));
        }
        let somebody_at_one = own_away == 1 || opponent_away == 1;
        match crawford {
            Crawford::ThisGame | Crawford::Played if !somebody_at_one => {
                Err(ScoringError::NotCrawford { own_away, opponent_away })
            }
            // A one-point match begins at 1-away, 1-away, where the Crawford rule changes nothing.
            Crawford::ToCome if somebody_at_one && own_away != opponent_away => {
                Err(ScoringError::CrawfordIsDue { own_away, opponent_away })
            }
            _ => Ok(Self::Match { own_away, opponent_away, crawford }),
        }
    }

    /// The same game from the other player's point of view.
    #[must_use]
    pub const fn swap(self) -> Self {
        match self {
            Self::Money { .. } => self,
            Self::Match { own_away, opponent_away, crawford } => {
                Self::Match { own_away: opponent_away, opponent_away: own_away, crawford }
            }
        }
    }
}

/// Who owns the cube, from the point of view of the player on roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CubeOwner {
    /// Nobody: the cube is centred, and either player may double (R7.1).
    Centre,
    /// The player on roll (R7.3).
    OnRoll,
    /// The opponent (R7.3).
    Opponent,
}

/// The doubling cube, from the point of view of the player on roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cube {
    /// The base-2 logarithm of the cube's value.
    exponent: u8,
    /// The owner.
    owner: CubeOwner,
}

impl Cube {
    /// The base-2 logarithm of the largest cube value. A cube is never doubled beyond it, whatever the rules say (R7.4).
    pub const MOST_EXPONENT: u8 = 60;

    /// The cube at the start of a game: centred, at 1.
    pub const START: Self = Self { exponent: 0, owner: CubeOwner::Centre };

    /// A cube at `2^exponent`; the exponent is limited to [`Cube::MOST_EXPONENT`].
    #[must_use]
    pub const fn new(exponent: u8, owner: CubeOwner) -> Self {
        let exponent = if exponent < Self::MOST_EXPONENT { exponent } else { Self::MOST_EXPONENT };
        Self { exponent, owner }
    }

    /// The base-2 logarithm of the cube's value.
    #[must_use]
    pub const fn exponent(self) -> u8 {
        self.exponent
    }

    /// The cube's value: 1, 2, 4 and so on.
    #[must_use]
    pub const fn value(self) -> u64 {
        1 << self.exponent
    }

    /// The cube's owner.
    #[must_use]
    pub const fn owner(self) -> CubeOwner {
        self.owner
    }

    /// The cube after the player on roll doubles and the opponent takes: at twice the value, and owned by the opponent.
    #[must_use]
    pub const fn doubled(self) -> Self {
        Self::new(self.exponent + 1, CubeOwner::Opponent)
    }

    /// The same cube from the other player's point of view.
    #[must_use]
    pub const fn swap(self) -> Self {
        let owner = match self.owner {
            CubeOwner::Centre => CubeOwner::Centre,
            CubeOwner::OnRoll => CubeOwner::Opponent,
            CubeOwner::Opponent => CubeOwner::OnRoll,
        };
        Self { owner, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r8_3_the_crawford_state_must_agree_with_the_score() {
        use Crawford::{Off, Played, ThisGame, ToCome};
        for (own, opponent, crawford, is_right) in [
            (5, 3, ToCome, true),
            (5, 3, ThisGame, false),
            (5, 3, Played, false),
            (5, 1, ToCome, false),
            (5, 1, ThisGame, true),
            (1, 5, Played, true),
            (1, 1, ToCome, true),
            (1, 1, Played, true),
            (5, 1, Off, true),
            (0, 1, ThisGame, false),
            (65, 3, ToCome, false),
        ] {
            assert_eq!(Scoring::of_match(own, opponent, crawford).is_ok(), is_right, "{own} {opponent} {crawford:?}");
        }
    }

    #[test]
    fn r7_4_the_cube_value_never_overflows() {
        let mut cube = Cube::START;
        for _ in 0..100 {
            cube = cube.doubled().swap();
        }
        assert_eq!(cube, Cube::new(60, CubeOwner::OnRoll));
        assert_eq!(cube.value(), 1 << 60);
    }
}
