//! What an ID says about the score and the cube, seen by the player on roll.

use super::match_id::{GnubgPlayer, MatchId};
use super::xgid::{Seat, Xgid, XgidRules};
use crate::value::scoring::{Crawford, Cube, CubeOwner, Scoring, ScoringError};

/// A game of a match by its score. Neither ID says that the Crawford rule is off: with a player at one point short and no
/// Crawford game, that game has been played.
fn of_match(length: u16, own: u16, opponent: u16, crawford: bool) -> Result<Scoring, ScoringError> {
    let away = |score| length.saturating_sub(score);
    let crawford = match (crawford, away(own) == 1 || away(opponent) == 1) {
        (true, _) => Crawford::ThisGame,
        (false, true) => Crawford::Played,
        (false, false) => Crawford::ToCome,
    };
    Scoring::of_match(away(own), away(opponent), crawford)
}

const fn owner(owner: Option<bool>) -> CubeOwner {
    match owner {
        None => CubeOwner::Centre,
        Some(true) => CubeOwner::OnRoll,
        Some(false) => CubeOwner::Opponent,
    }
}

impl Xgid {
    /// How the game is scored.
    ///
    /// # Errors
    ///
    /// [`ScoringError`] if a player needs more points than match equities reach to.
    pub fn scoring(&self) -> Result<Scoring, ScoringError> {
        let (own, opponent) = match self.turn {
            Seat::Bottom => (self.score_bottom, self.score_top),
            Seat::Top => (self.score_top, self.score_bottom),
        };
        match self.rules {
            // An XGID has one bit for both, and a letter for a raccoon that waits for its answer.
            XgidRules::Money { jacoby, beavers } => Ok(Scoring::Money { jacoby, beavers, raccoons: beavers }),
            XgidRules::Match { length, crawford } => of_match(length, own, opponent, crawford),
        }
    }

    /// The cube; a double that waits for its answer is not counted.
    #[must_use]
    pub fn cube(&self) -> Cube {
        Cube::new(self.cube_exponent, owner(self.cube_owner.map(|owner| owner == self.turn)))
    }
}

impl MatchId {
    /// How the game is scored; a match ID says nothing of beavers.
    ///
    /// # Errors
    ///
    /// [`ScoringError`] if a player needs no points or more than match equities reach to, or the Crawford game contradicts the
    /// score.
    pub fn scoring(&self) -> Result<Scoring, ScoringError> {
        let [zero, one] = self.score;
        let (own, opponent) = if self.on_roll == GnubgPlayer::Zero { (zero, one) } else { (one, zero) };
        match self.match_length {
            0 => Ok(Scoring::Money { jacoby: self.jacoby, beavers: false, raccoons: false }),
            length => of_match(length, own, opponent, self.crawford),
        }
    }

    /// The cube; a double that waits for its answer is not counted.
    #[must_use]
    pub fn cube(&self) -> Cube {
        Cube::new(self.cube_exponent, owner(self.cube_owner.map(|owner| owner == self.on_roll)))
    }
}
