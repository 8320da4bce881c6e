//! How a game is scored: what a win is worth, and the doubling cube.
//!
//! Everything is seen by the player on roll; `swap` changes sides.
//!
//! # Example
//!
//! ```
//! use gammon::{Crawford, Cube, CubeOwner, Scoring};
//!
//! // A take: the cube goes to 2, and the player who took owns it.
//! assert_eq!(Cube::START.doubled(), Cube::new(1, CubeOwner::Opponent));
//! assert_eq!(Cube::START.doubled().swap().value(), 2);
//!
//! assert!(Scoring::of_match(2, 1, Crawford::ThisGame).is_ok());
//! assert!(Scoring::of_match(5, 3, Crawford::ThisGame).is_err(), "nobody needs one point");
//! ```

use std::fmt;

/// The Crawford rule in a game of a match (R8.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Crawford {
    /// No player has come to one point short of winning: the Crawford game is to come.
    ToCome,
    /// This is the Crawford game: nobody may double.
    ThisGame,
    /// The Crawford game has been played.
    Played,
    /// The match is played without the rule.
    Off,
}

/// The most points that a player may need: match equities reach so far.
pub const MOST_AWAY: u16 = 64;

/// How a game is scored, seen by the player on roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// A game for money.
    Money {
        /// Gammons and backgammons count as single games until the cube is turned (R8.2).
        jacoby: bool,
        /// Whoever accepts a double may redouble at once and keep the cube (R7.6).
        beavers: bool,
        /// The doubler may answer a beaver by redoubling once more; the cube stays where it is (R7.6). Only with beavers.
        raccoons: bool,
    },
    /// A game of a match.
    Match {
        /// Points that the player on roll needs to win the match, from 1.
        own_away: u16,
        /// Points that his opponent needs, from 1.
        opponent_away: u16,
        /// Whether the Crawford game is to come, this one, or over.
        crawford: Crawford,
    },
}

/// A score at which no game of a match can be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScoringError {
    /// A player needs no points, or more than match equities reach to.
    Away(u16),
    /// The Crawford game though nobody is one point short of winning.
    NotCrawford {
        /// Points that the player on roll needs.
        own_away: u16,
        /// Points that his opponent needs.
        opponent_away: u16,
    },
    /// The Crawford game still to come though a player is one point short of winning.
    CrawfordIsDue {
        /// Points that the player on roll needs.
        own_away: u16,
        /// Points that his opponent needs.
        opponent_away: u16,
    },
}

impl fmt::Display for ScoringError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Away(away) => write!(f, "a player needs {away} points; it must be from 1 to {MOST_AWAY}"),
            Self::NotCrawford { own_away, opponent_away } => write!(
                f,
                "the players need {own_away} and {opponent_away} points, none of them 1: \
                 this can be neither the Crawford game nor one after it (R8.3)"
            ),
            Self::CrawfordIsDue { own_away, opponent_away } => write!(
                f,
                "the players need {own_away} and {opponent_away} points: with one of them at 1, \
                 the Crawford game is this one or over (R8.3)"
            ),
        }
    }
}

impl std::error::Error for ScoringError {}

impl Scoring {
    /// Money, every game at its full value, without beavers.
    pub const MONEY: Self = Self::Money { jacoby: false, beavers: false, raccoons: false };

    /// A game of a match at a score at which there can be one.
    ///
    /// # Errors
    ///
    /// [`ScoringError`] if a player needs no points or more than [`MOST_AWAY`], or the Crawford game contradicts the score.
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
            // A match to one point begins so; then the game decides it, whatever it is called.
            Crawford::ToCome if somebody_at_one && own_away != opponent_away => {
                Err(ScoringError::CrawfordIsDue { own_away, opponent_away })
            }
            _ => Ok(Self::Match { own_away, opponent_away, crawford }),
        }
    }

    /// The same game seen by the other player.
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

/// Who owns the cube, seen by the player on roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CubeOwner {
    /// Nobody: it is in the centre, and either player may double (R7.1).
    Centre,
    /// The player on roll (R7.3).
    OnRoll,
    /// His opponent.
    Opponent,
}

/// The doubling cube, seen by the player on roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cube {
    /// Base-2 logarithm of its value.
    exponent: u8,
    /// Who owns it.
    owner: CubeOwner,
}

impl Cube {
    /// The largest base-2 logarithm of a cube's value. Doubling ends there, whatever the rules say (R7.4).
    pub const MOST_EXPONENT: u8 = 60;

    /// The cube at the start of a game: in the centre at 1.
    pub const START: Self = Self { exponent: 0, owner: CubeOwner::Centre };

    /// A cube at a power of two, which is limited to [`Cube::MOST_EXPONENT`].
    #[must_use]
    pub const fn new(exponent: u8, owner: CubeOwner) -> Self {
        let exponent = if exponent < Self::MOST_EXPONENT { exponent } else { Self::MOST_EXPONENT };
        Self { exponent, owner }
    }

    /// Base-2 logarithm of its value.
    #[must_use]
    pub const fn exponent(self) -> u8 {
        self.exponent
    }

    /// Its value: 1, 2, 4 and so on.
    #[must_use]
    pub const fn value(self) -> u64 {
        1 << self.exponent
    }

    /// Who owns it.
    #[must_use]
    pub const fn owner(self) -> CubeOwner {
        self.owner
    }

    /// The cube after the player on roll has doubled and the opponent has taken: at twice the value, and the opponent's.
    #[must_use]
    pub const fn doubled(self) -> Self {
        Self::new(self.exponent + 1, CubeOwner::Opponent)
    }

    /// The same cube seen by the other player.
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
    fn r8_3_the_crawford_game_comes_where_it_can() {
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
    fn r7_4_a_cube_never_wraps_round() {
        let mut cube = Cube::START;
        for _ in 0..100 {
            cube = cube.doubled().swap();
        }
        assert_eq!(cube, Cube::new(60, CubeOwner::OnRoll));
        assert_eq!(cube.value(), 1 << 60);
    }
}
