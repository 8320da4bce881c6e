//! The values of the possible ends of a game at one cube value, and gammon rates.
//!
//! # Example
//!
//! ```
//! use gammon::Outcome;
//! use gammon::value::GammonRates;
//!
//! let outcome = Outcome { win: 0.5, win_gammon: 0.25, ..Outcome::default() };
//! // Half of the wins are gammons.
//! assert_eq!(GammonRates::of(outcome), GammonRates::new(0.5, 0.0, 0.0, 0.0));
//! assert_eq!(GammonRates::of(outcome).swap(), GammonRates::new(0.0, 0.0, 0.5, 0.0));
//! ```

use crate::outcome::Outcome;

/// The values of the possible ends of a game at one cube value, for the player on roll.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Level {
    /// After winning a single game, a gammon or a backgammon.
    pub(super) win: [f64; 3],
    /// After losing a single game, a gammon or a backgammon.
    pub(super) lose: [f64; 3],
}

impl Level {
    /// Points in a money game, where a single game counts `unit`.
    pub(super) const fn money(unit: f64) -> Self {
        Self { win: [unit, 2.0 * unit, 3.0 * unit], lose: [-unit, -2.0 * unit, -3.0 * unit] }
    }

    /// The same ends of a match game for the other side.
    pub(super) fn swap(self) -> Self {
        Self { win: self.lose.map(|lose| 1.0 - lose), lose: self.win.map(|win| 1.0 - win) }
    }

    /// The same, with gammons and backgammons counting as single games (R8.2).
    pub(super) const fn single(self) -> Self {
        Self { win: [self.win[0]; 3], lose: [self.lose[0]; 3] }
    }

    /// Averages over single games, gammons and backgammons.
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

/// Gammon rates: the shares of single games, gammons and backgammons among wins and among losses.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GammonRates {
    wins: [f64; 3],
    losses: [f64; 3],
}

impl GammonRates {
    /// Makes gammon rates from shares of the wins and of the losses, each in [0, 1].
    ///
    /// `win_gammons` is the share of wins that are gammons or backgammons, `win_backgammons` the share that are backgammons;
    /// `lose_gammons` and `lose_backgammons` are the same for losses.
    #[must_use]
    pub fn new(win_gammons: f64, win_backgammons: f64, lose_gammons: f64, lose_backgammons: f64) -> Self {
        let shares = |gammons: f64, backgammons: f64| [1.0 - gammons, gammons - backgammons, backgammons];
        Self { wins: shares(win_gammons, win_backgammons), losses: shares(lose_gammons, lose_backgammons) }
    }

    /// The gammon rates of an outcome. A side that never wins is given single games only.
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

    /// The same rates from the other side's point of view.
    #[must_use]
    pub const fn swap(self) -> Self {
        Self { wins: self.losses, losses: self.wins }
    }
}

/// The average values of the ways in which a game can end at one cube value, for the player on roll.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ends {
    /// Winning the game: the average over single games, gammons and backgammons.
    pub(super) win: f64,
    /// Losing the game, likewise.
    pub(super) lose: f64,
    /// The opponent passes a double.
    pub(super) cash: f64,
    /// The player on roll passes a double.
    pub(super) drop: f64,
}
