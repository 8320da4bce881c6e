//! Janowski's interpolation between a dead and a live cube.
//!
//! The *dead* value assumes that nobody turns the cube again. The *live* value assumes that winning chances change
//! continuously, so that every double is made exactly at the opponent's take point. As a function of the winning chance it is
//! piecewise linear, with bends at the two cash points.

use super::payoffs::Ends;
use super::scoring::CubeOwner;

/// The cash points of a live cube, as winning chances of the player on roll; `None` for a side that never cashes.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct CashPoints {
    pub(super) own: Option<f64>,
    pub(super) opponent: Option<f64>,
}

impl CashPoints {
    /// Keeps the cash points of the sides that have access to the cube and gain by cashing.
    ///
    /// A side that gains more by playing on to the end never cashes: gammons can make that so at some scores.
    pub(super) fn with_owner(self, owner: CubeOwner, ends: &Ends) -> Self {
        let opponent = self.opponent.filter(|_| owner != CubeOwner::OnRoll);
        let own = self.own.filter(|_| owner != CubeOwner::Opponent);
        let low = opponent.map_or((0.0, ends.lose), |at| (at, ends.drop));
        let own = own.filter(|&at| between(at, low, (1.0, ends.win)) < ends.cash);
        let high = own.map_or((1.0, ends.win), |at| (at, ends.cash));
        let opponent = opponent.filter(|&at| between(at, (0.0, ends.lose), high) > ends.drop);
        Self { own, opponent }
    }

    /// The live-cube value at a winning chance.
    pub(super) fn live(self, win: f64, ends: &Ends) -> f64 {
        let (mut from, mut low) = (0.0, ends.lose);
        for (at, value) in [(self.opponent, ends.drop), (self.own, ends.cash)] {
            let Some(at) = at else { continue };
            if win <= at {
                return between(win, (from, low), (at, value));
            }
            (from, low) = (at, value);
        }
        between(win, (from, low), (1.0, ends.win))
    }
}

/// The value at winning chance `at` on the straight line through two points, each a chance and a value.
pub(super) fn between(at: f64, (from, low): (f64, f64), (to, high): (f64, f64)) -> f64 {
    if to > from { low + (at - from) / (to - from) * (high - low) } else { high }
}

/// The winning chance at which the straight line between two points reaches `value`, limited to the two points.
pub(super) fn reaches(value: f64, (from, low): (f64, f64), (to, high): (f64, f64)) -> f64 {
    let part = if high > low { (value - low) / (high - low) } else { 1.0 };
    from + part.clamp(0.0, 1.0) * (to - from)
}

/// The value at cube efficiency `efficiency`: 0 is the dead value, 1 the live value.
pub(super) fn interpolate(win: f64, ends: &Ends, cash_points: CashPoints, efficiency: f64) -> f64 {
    let dead = ends.lose + win * (ends.win - ends.lose);
    dead + efficiency * (cash_points.live(win, ends) - dead)
}

/// The lowest winning chance at which `function`, piecewise linear with the given bends, is at least zero.
pub(super) fn first_reached(bends: &[Option<f64>; 4], function: impl Fn(f64) -> f64) -> Option<f64> {
    const ROUNDING: f64 = 1e-12;
    let mut at = [1.0; 6];
    at[0] = 0.0;
    for (at, bend) in at[1..].iter_mut().zip(bends) {
        *at = bend.unwrap_or(1.0);
    }
    at.sort_by(f64::total_cmp);
    let mut before: Option<(f64, f64)> = None;
    for at in at {
        let value = function(at);
        if value >= -ROUNDING {
            return Some(before.map_or(at, |(from, low)| reaches(0.0, (from, low), (at, value))));
        }
        before = Some((at, value));
    }
    None
}
