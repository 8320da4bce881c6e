//! How live the cube is: the efficiency in Janowski's interpolation, by class of position.
//!
//! # Example
//!
//! ```
//! use gammon::{CubeEfficiency, Position};
//!
//! assert_eq!(CubeEfficiency::constant(0.68).of(Position::START), 0.68);
//! // At the start both sides have 167 pips to go, and there is contact.
//! let expected = 0.83 - 12.6 / 334.0;
//! assert!((CubeEfficiency::MEASURED.of(Position::START) - expected).abs() < 1e-12);
//! ```

use crate::position::Position;

/// How live the cube is in a class of positions: the less, the shorter the game will be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EfficiencyCurve {
    /// In a game that goes on for ever.
    pub limit: f64,
    /// Less by this much for each part that a pip is of all pips that both sides have to go.
    pub drop: f64,
}

impl EfficiencyCurve {
    fn of(self, pips: u16) -> f64 {
        if self.drop == 0.0 { self.limit } else { (self.limit - self.drop / f64::from(pips.max(1))).clamp(0.0, 1.0) }
    }
}

/// How live the cube is, by class of position.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CubeEfficiency {
    /// With contact.
    pub contact: EfficiencyCurve,
    /// In a race.
    pub race: EfficiencyCurve,
}

impl CubeEfficiency {
    /// As measured with this engine; `strength/cube_efficiency.py` does it, and `docs/cube.md` has the figures.
    pub const MEASURED: Self = Self {
        contact: EfficiencyCurve { limit: 0.83, drop: 12.6 },
        race: EfficiencyCurve { limit: 0.845, drop: 7.7 },
    };

    /// The same in every position: 0 for a dead cube, 1 for a live one.
    #[must_use]
    pub const fn constant(efficiency: f64) -> Self {
        let everywhere = EfficiencyCurve { limit: efficiency, drop: 0.0 };
        Self { contact: everywhere, race: everywhere }
    }

    /// The efficiency in a position, from 0 to 1.
    #[must_use]
    pub fn of(&self, position: Position) -> f64 {
        let class = if position.is_contact() { self.contact } else { self.race };
        class.of(position.own().pip_count() + position.opponent().pip_count())
    }
}
