//! Move filters: which plays of a list are searched deeper.

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
    /// Eight plays within 0.16, as GNU Backgammon's normal one; then, ply by ply, those within 0.05.
    pub const NORMAL: Self = Self { keep: 8, within: 0.16, within_later: 0.05 };

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
