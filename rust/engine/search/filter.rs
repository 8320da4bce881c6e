//! Move filters: which plays of a list are searched deeper.
//!
//! The named filters pass the same plays to ply 1 as GNU Backgammon's filters of the same names (`movefilters.inc`: 5
//! plays within 0.08, 8 within 0.12, 8 within 0.16, 16 within 0.32, 20 within 0.44). GNU Backgammon filters once more,
//! before its third ply, within 0.02, 0.03, 0.04, 0.08 and 0.11. Here that happens before plies 2 and 3. The ranking is
//! based on a shallower search then, so the margins are wider by a factor of 5/4.

use std::ops::Sub;

/// A move filter: the plays that are searched deeper, by rank and by distance from the best play.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Filter {
    /// The maximum number of plays.
    pub keep: usize,
    /// The largest equity difference from the best play, by the 0-ply evaluation.
    pub within: f32,
    /// The same before each later ply, where the equities come from a deeper search.
    pub within_later: f32,
}

impl Filter {
    /// The fewest plays and the fastest search.
    pub const TINY: Self = Self { keep: 5, within: 0.08, within_later: 0.025 };
    /// Between [`Filter::TINY`] and [`Filter::NORMAL`].
    pub const NARROW: Self = Self { keep: 8, within: 0.12, within_later: 0.0375 };
    /// The default.
    pub const NORMAL: Self = Self { keep: 8, within: 0.16, within_later: 0.05 };
    /// Twice as many plays as [`Filter::NORMAL`], within twice the margin.
    pub const LARGE: Self = Self { keep: 16, within: 0.32, within_later: 0.1 };
    /// Nearly every reasonable play.
    pub const HUGE: Self = Self { keep: 20, within: 0.44, within_later: 0.1375 };

    /// Returns how many plays pass to a ply, given their equities, best first.
    pub(crate) fn kept<Equity: Copy + PartialOrd + From<f32> + Sub<Output = Equity>>(
        self,
        equities: impl Iterator<Item = Equity> + Clone,
        ply: u8,
    ) -> usize {
        let within = Equity::from(if ply == 1 { self.within } else { self.within_later });
        let best = equities.clone().next();
        equities.take(self.keep.max(1)).take_while(|&equity| best.is_some_and(|best| equity >= best - within)).count()
    }
}
