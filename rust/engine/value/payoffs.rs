//! What the ends of a game count at one value of the cube, and the shares in which games end so.
//!
//! # Example
//!
//! ```
//! use gammon::Outcome;
//! use gammon::value::GammonRates;
//!
//! let outcome = Outcome { win: 0.5, win_gammon: 0.25, ..Outcome::default() };
//! // Half of the games that are won are gammons.
//! assert_eq!(GammonRates::of(outcome), GammonRates::new(0.5, 0.0, 0.0, 0.0));
//! assert_eq!(GammonRates::of(outcome).swap(), GammonRates::new(0.0, 0.0, 0.5, 0.0));
//! ```

use crate::outcome::Outcome;

/// What ends of a game count at one value of the cube, seen by the player on roll.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Level {
    /// After winning a single game, gammon or backgammon.
    pub(super) win: [f64; 3],
    /// After losing one.
    pub(super) lose: [f64; 3],
}

impl Level {
    /// Money: points, `unit` for a single game.
    pub(super) const fn money(unit: f64) -> Self {
        Self { win: [unit, 2.0 * unit, 3.0 * unit], lose: [-unit, -2.0 * unit, -3.0 * unit] }
    }

    /// The match-winning chances of the other side.
    pub(super) fn swap(self) -> Self {
        Self { win: self.lose.map(|lose| 1.0 - lose), lose: self.win.map(|win| 1.0 - win) }
    }

    /// The same when gammons and backgammons count as single games (R8.2).
    pub(super) const fn single(self) -> Self {
        Self { win: [self.win[0]; 3], lose: [self.lose[0]; 3] }
    }

    pub(super) fn ends(&self, rates: &GammonRates) -> Ends {
        let mean = |shares: &[f64; 3], values: &[f64; 3]| {
            values[0] + shares[1] * (values[1] - values[0]) + shares[2] * (values[2] - values[0])
        };
        Ends {
            win: mean(&rates.wins, &self.win),
            lose: mean(&rates.losses, &self.lose),
            cash: self.win[0],
            drop: self.lose[0],
        }
    }
}

/// In which shares won and lost games are single games, gammons and backgammons.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GammonRates {
    wins: [f64; 3],
    losses: [f64; 3],
}

impl GammonRates {
    /// Shares of the won games that are gammons or more and backgammons, and of the lost ones.
    #[must_use]
    pub fn new(win_gammons: f64, win_backgammons: f64, lose_gammons: f64, lose_backgammons: f64) -> Self {
        let shares = |gammons: f64, backgammons: f64| [1.0 - gammons, gammons - backgammons, backgammons];
        Self { wins: shares(win_gammons, win_backgammons), losses: shares(lose_gammons, lose_backgammons) }
    }

    /// Those of an outcome; where nothing is won, all are single games.
    #[must_use]
    pub fn of(outcome: Outcome) -> Self {
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = outcome.to_array().map(f64::from);
        let share = |part: f64, whole: f64| if whole > 0.0 { (part / whole).min(1.0) } else { 0.0 };
        let lose = 1.0 - win;
        Self::new(
            share(win_gammon, win),
            share(win_backgammon, win),
            share(lose_gammon, lose),
            share(lose_backgammon, lose),
        )
    }

    /// The same seen by the other side.
    #[must_use]
    pub const fn swap(self) -> Self {
        Self { wins: self.losses, losses: self.wins }
    }
}

/// What a game comes to in the mean at its ends, at one value of the cube.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ends {
    /// If it is won.
    pub(super) win: f64,
    /// If it is lost.
    pub(super) lose: f64,
    /// If the opponent passes a double.
    pub(super) cash: f64,
    /// If the player on roll passes one.
    pub(super) drop: f64,
}
