//! Cube efficiency (Janowski's cube-life index), by class of position.
//!
//! # Example
//!
//! ```
//! use gammon::{CubeEfficiency, Position};
//!
//! assert_eq!(CubeEfficiency::constant(0.68).of(Position::START), 0.68);
//! // The starting position is a contact position in which each side has 167 pips to go.
//! let expected = 0.83 - 12.6 / 334.0;
//! assert!((CubeEfficiency::MEASURED.of(Position::START) - expected).abs() < 1e-12);
//! ```

use crate::position::Position;

/// Efficiency in one class of positions, as a function of pip count: the shorter the game, the lower.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EfficiencyCurve {
    /// Efficiency in the limit of a long game.
    pub limit: f64,
    /// Loss of efficiency per `1 / pips`, where `pips` is the total pip count of both sides.
    pub drop: f64,
}

impl EfficiencyCurve {
    fn of(self, pips: u16) -> f64 {
        if self.drop == 0.0 { self.limit } else { (self.limit - self.drop / f64::from(pips.max(1))).clamp(0.0, 1.0) }
    }
}

/// Cube efficiency, by class of position.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CubeEfficiency {
    /// Contact positions.
    pub contact: EfficiencyCurve,
    /// Races.
    pub race: EfficiencyCurve,
}

impl CubeEfficiency {
    /// The values measured with this engine by `strength/cube_efficiency.py`; `docs/cube.md` has the figures.
    pub const MEASURED: Self = Self {
        contact: EfficiencyCurve { limit: 0.83, drop: 12.6 },
        race: EfficiencyCurve { limit: 0.845, drop: 7.7 },
    };

    /// The same efficiency in every position: 0 for a dead cube, 1 for a live one.
    #[must_use]
    pub const fn constant(efficiency: f64) -> Self {
        let everywhere = EfficiencyCurve { limit: efficiency, drop: 0.0 };
        Self { contact: everywhere, race: everywhere }
    }

    /// The efficiency in a position, in [0, 1].
    #[must_use]
    pub fn of(&self, position: Position) -> f64 {
        let class = if position.is_contact() { self.contact } else { self.race };
        class.of(position.own().pip_count() + position.opponent().pip_count())
    }
}
