//! Move filters: which plays of a list are searched deeper.
//!
//! The named ones let through to the first ply what GNU Backgammon's of the same names do (`movefilters.inc`: 5 plays within
//! .08, 8 within .12, 8 within .16, 16 within .32, 20 within .44). Later GNU Backgammon filters once more, before its third
//! ply, within .02, .03, .04, .08 and .11; here it is done before the second and the third, which see less, and so within
//! 5/4 of that.

use std::ops::Sub;

/// Which plays are worth looking ahead from: those that look about as good as the best one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Filter {
    /// How many plays at the most.
    pub keep: usize,
    /// How much worse than the best, in equity, at the most, when the evaluator alone has looked.
    pub within: f32,
    /// The same at each later ply, which sees more.
    pub within_later: f32,
}

impl Filter {
    /// The fewest plays and the quickest search.
    pub const TINY: Self = Self { keep: 5, within: 0.08, within_later: 0.025 };
    /// Between [`Filter::TINY`] and [`Filter::NORMAL`].
    pub const NARROW: Self = Self { keep: 8, within: 0.12, within_later: 0.0375 };
    /// The one that is used unless another is asked for.
    pub const NORMAL: Self = Self { keep: 8, within: 0.16, within_later: 0.05 };
    /// Twice as many plays, twice as far from the best.
    pub const LARGE: Self = Self { keep: 16, within: 0.32, within_later: 0.1 };
    /// Nearly every play that anyone would make.
    pub const HUGE: Self = Self { keep: 20, within: 0.44, within_later: 0.1375 };

    /// How many of some plays are let through to a ply, by their equities, the best first.
    pub(crate) fn kept<Equity: Copy + PartialOrd + From<f32> + Sub<Output = Equity>>(
        self,
        equities: impl Iterator<Item = Equity> + Clone,
        ply: u8,
    ) -> usize {
        let within = Equity::from(if ply == 1 { self.within } else { self.within_later });
        let most = equities.clone().next();
        equities.take(self.keep.max(1)).take_while(|&equity| most.is_some_and(|most| equity >= most - within)).count()
    }
}
