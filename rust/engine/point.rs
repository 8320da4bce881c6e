//! The 24 points, and the two other places where a checker can be.
//!
//! # Example
//!
//! ```
//! use gammon::Point;
//!
//! let bar_point = Point::new(7)?;
//! assert_eq!(bar_point.as_opponent(), Point::new(18)?);
//! assert!(!bar_point.is_home());
//! assert!(Point::new(25).is_err(), "the bar is not a point");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;

/// Index of the checkers borne off in a side's counts. It is not a point.
pub const OFF: usize = 0;

/// Index of the bar in a side's counts. It is not a point.
pub const BAR: usize = 25;

/// The number of places where a side's checkers can be: off, 24 points and the bar.
pub const PLACES: usize = 26;

/// One of the 24 points, as the player to move numbers them: 1 is the ace point, 24 the farthest from home (R1.2).
///
/// The bar and the checkers borne off are not points; see [`BAR`] and [`OFF`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u8);

/// The error for a number outside 1 to 24.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PointError {
    /// The number given.
    pub number: u8,
}

impl fmt::Display for PointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "points are numbered 1 to 24, not {}", self.number)
    }
}

impl std::error::Error for PointError {}

impl Point {
    /// Makes a point from its number.
    ///
    /// # Errors
    ///
    /// [`PointError`] if `number` is not in `1..=24`.
    pub const fn new(number: u8) -> Result<Self, PointError> {
        if matches!(number, 1..=24) { Ok(Self(number)) } else { Err(PointError { number }) }
    }

    /// The number, `1..=24`.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The same point in the opponent's numbering, `25 - self` (R1.2).
    #[must_use]
    pub const fn as_opponent(self) -> Self {
        Self(25 - self.0)
    }

    /// Whether the point is in the player's home board.
    #[must_use]
    pub const fn is_home(self) -> bool {
        self.0 <= 6
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r1_2_points_are_counted_from_both_sides() {
        for number in 1..=24 {
            let point = Point::new(number).unwrap();
            assert_eq!(point.as_opponent().number(), 25 - number);
            assert_eq!(point.as_opponent().as_opponent(), point);
        }
        assert_eq!(Point::new(0), Err(PointError { number: 0 }));
        assert_eq!(Point::new(25), Err(PointError { number: 25 }));
    }
}
