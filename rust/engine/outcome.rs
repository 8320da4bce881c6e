//! The result of a game, and the probabilities of the possible results.
//!
//! # Example
//!
//! ```
//! use gammon::{Outcome, Win};
//!
//! let outcome = Outcome { win: 0.6, win_gammon: 0.2, win_backgammon: 0.0, lose_gammon: 0.1, lose_backgammon: 0.0 };
//! // 0.6 - 0.4 for plain wins and losses, plus 0.2 - 0.1 for the gammons.
//! assert!((outcome.cubeless_equity() - 0.3).abs() < 1e-6);
//! assert!((outcome.swap().cubeless_equity() + 0.3).abs() < 1e-6);
//! assert_eq!(Outcome::won(Win::Gammon).cubeless_equity(), 2.0);
//! ```

/// The kind of win: single, gammon or backgammon (R6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Win {
    /// The loser has borne off at least one checker.
    #[default]
    Single = 1,
    /// The loser has borne off none (R6.2).
    Gammon = 2,
    /// The loser has borne off none and has a checker on the bar or in the winner's home board (R6.3).
    Backgammon = 3,
}

impl Win {
    /// Points won with the cube at 1: 1 for a single game, 2 for a gammon, 3 for a backgammon.
    #[must_use]
    pub const fn points(self) -> u8 {
        self as u8
    }
}

/// The probabilities of the possible results, from the point of view of the player on roll.
///
/// They are cumulative: `win_gammon` is the probability of winning a gammon *or* a backgammon, so
/// `win_backgammon <= win_gammon <= win`, and likewise for losses. The probability of losing is `1 - win`.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Default)]
pub struct Outcome {
    /// P(win).
    pub win: f32,
    /// P(win a gammon or more).
    pub win_gammon: f32,
    /// P(win a backgammon).
    pub win_backgammon: f32,
    /// P(lose a gammon or more).
    pub lose_gammon: f32,
    /// P(lose a backgammon).
    pub lose_backgammon: f32,
}

impl Outcome {
    /// The outcome of a game that the player has won.
    #[must_use]
    pub const fn won(by: Win) -> Self {
        let (gammon, backgammon) = match by {
            Win::Single => (0.0, 0.0),
            Win::Gammon => (1.0, 0.0),
            Win::Backgammon => (1.0, 1.0),
        };
        Self { win: 1.0, win_gammon: gammon, win_backgammon: backgammon, lose_gammon: 0.0, lose_backgammon: 0.0 }
    }

    /// The outcome of a game that the player has lost.
    #[must_use]
    pub const fn lost(by: Win) -> Self {
        Self::won(by).swap()
    }

    /// The same probabilities from the other side's point of view.
    ///
    /// `1 - win` is rounded, so the gammon and backgammon probabilities are limited to what they are part of.
    #[must_use]
    pub const fn swap(self) -> Self {
        let win = 1.0 - self.win;
        let lose_gammon = self.win_gammon.min(1.0 - win);
        Self {
            win,
            win_gammon: self.lose_gammon.min(win),
            win_backgammon: self.lose_backgammon.min(win),
            lose_gammon,
            lose_backgammon: self.win_backgammon.min(lose_gammon),
        }
    }

    /// Points per game without a cube, -3 to 3: `2 win - 1 + win_gammon - lose_gammon + win_backgammon - lose_backgammon`.
    #[must_use]
    pub const fn cubeless_equity(self) -> f32 {
        2.0 * self.win - 1.0 + (self.win_gammon - self.lose_gammon) + (self.win_backgammon - self.lose_backgammon)
    }

    /// The five probabilities in the order of the fields.
    #[must_use]
    pub const fn to_array(self) -> [f32; 5] {
        [self.win, self.win_gammon, self.win_backgammon, self.lose_gammon, self.lose_backgammon]
    }

    /// Makes an outcome from five probabilities in the order of the fields.
    #[must_use]
    pub const fn from_array(probabilities: [f32; 5]) -> Self {
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = probabilities;
        Self { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r6_points_are_the_equity_of_a_finished_game() {
        for by in [Win::Single, Win::Gammon, Win::Backgammon] {
            let points = f32::from(by.points());
            assert!((Outcome::won(by).cubeless_equity() - points).abs() < f32::EPSILON);
            assert!((Outcome::lost(by).cubeless_equity() + points).abs() < f32::EPSILON);
            assert_eq!(Outcome::won(by).swap().swap(), Outcome::won(by));
        }
    }
}
