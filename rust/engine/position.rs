//! A position: the checkers of both sides, each in its owner's numbering, with one side on roll.
//!
//! Every [`Position`] is legal: [`Position::new`] checks the counts once.
//!
//! # Example
//!
//! ```
//! use gammon::{Position, PositionError};
//!
//! // 26 counts a side: borne off, points 1 to 24, bar.
//! let (mut own, mut opponent) = ([0; 26], [0; 26]);
//! own[0] = 14;
//! own[1] = 1;
//! opponent[6] = 15;
//! let position = Position::new(&own, &opponent)?;
//! assert!(position.is_race());
//! assert_eq!((position.own().pip_count(), position.opponent().pip_count()), (1, 90));
//!
//! own[1] = 2;
//! assert!(Position::new(&own, &opponent).is_err(), "sixteen checkers");
//! # Ok::<(), PositionError>(())
//! ```

use std::fmt;

use crate::outcome::Win;
use crate::point::{BAR, OFF, PLACES};

/// The most checkers a side can have. Backgammon is played with this many, hypergammon with three.
pub const MAX_CHECKERS: u8 = 15;

/// Bits of the 24 points.
pub(crate) const POINTS: u32 = 0x01FF_FFFE;

/// One side's checkers, counted by place as their owner numbers them: 0 is borne off, 1 to 24 are points, 25 is the bar.
///
/// The counts are packed into one integer, four bits per place, so that a move is an addition.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Side(pub(crate) u128);

impl Side {
    /// Packs counts by place; each must be at most 15.
    pub(crate) const fn from_counts(counts: &[u8; PLACES]) -> Self {
        let mut packed = [0; 16];
        let mut pair = 0;
        while pair < PLACES / 2 {
            packed[pair] = counts[2 * pair] | counts[2 * pair + 1] << 4;
            pair += 1;
        }
        Self(u128::from_le_bytes(packed))
    }

    /// Checkers in each place: off, points 1 to 24, bar.
    #[must_use]
    #[inline]
    pub fn to_counts(self) -> [u8; PLACES] {
        /// Unpacks eight counts of four bits each into eight bytes.
        #[inline(always)]
        const fn spread(packed: u32) -> [u8; 8] {
            let mut bytes = packed as u64;
            bytes = (bytes | bytes << 16) & 0x0000_FFFF_0000_FFFF;
            bytes = (bytes | bytes << 8) & 0x00FF_00FF_00FF_00FF;
            bytes = (bytes | bytes << 4) & 0x0F0F_0F0F_0F0F_0F0F;
            bytes.to_le_bytes()
        }
        let (low, high) = (self.0 as u64, (self.0 >> 64) as u64);
        let mut counts = [0; PLACES];
        counts[..8].copy_from_slice(&spread(low as u32));
        counts[8..16].copy_from_slice(&spread((low >> 32) as u32));
        counts[16..24].copy_from_slice(&spread(high as u32));
        counts[24] = (high >> 32) as u8 & 15;
        counts[25] = (high >> 36) as u8 & 15;
        counts
    }

    /// Checkers in one place (0 off, 1 to 24 points, 25 bar); 0 for any other number.
    #[must_use]
    pub const fn count(self, place: usize) -> u8 {
        if place < PLACES { (self.0 >> (4 * place)) as u8 & 15 } else { 0 }
    }

    /// The side's number of checkers, including those borne off.
    #[must_use]
    pub fn checkers(self) -> u8 {
        self.to_counts().iter().sum()
    }

    /// Whether the side has exactly one checker in total and it is not borne off.
    pub(crate) fn is_one_checker(self) -> bool {
        // Cheap test first: a single set bit means 1, 2, 4 or 8 checkers, all in one place. It fails for any 15 checkers.
        self.0.is_power_of_two() && self.count(OFF) == 0 && self.checkers() == 1
    }

    /// The pip count: the sum of the checkers' distances to bearing off, 25 for a checker on the bar.
    #[must_use]
    pub fn pip_count(self) -> u16 {
        // Add up running totals from the bar down: a checker on place p is counted p times.
        let mut pips = 0;
        let mut beyond = 0;
        for place in (1..PLACES).rev() {
            beyond += u16::from(self.count(place));
            pips += beyond;
        }
        pips
    }

    /// Bit `p` is set where place `p` holds at least one checker.
    pub(crate) const fn occupied(self) -> u32 {
        let x = self.0 | self.0 >> 1;
        gather(x | x >> 2)
    }

    /// Bit `p` is set where place `p` holds at least two checkers.
    pub(crate) const fn made(self) -> u32 {
        let x = self.0 >> 1;
        gather(x | x >> 1 | x >> 2)
    }
}

/// Gathers the lowest bit of each place's four bits into a 26-bit integer.
const fn gather(packed: u128) -> u32 {
    /// Two multiplications move 16 scattered bits together; the partial products do not overlap where they are read.
    const fn gather16(packed: u64) -> u32 {
        let nibbles = (packed & 0x1111_1111_1111_1111).wrapping_mul(0x249) >> 9 & 0x000F_000F_000F_000F;
        (nibbles.wrapping_mul(0x0000_0010_0100_1001) >> 36) as u32 & 0xFFFF
    }
    gather16(packed as u64) | gather16((packed >> 64) as u64) << 16
}

impl fmt::Debug for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Side").field(&self.to_counts()).finish()
    }
}

/// The checkers of both sides, with one side on roll. Legal by construction.
///
/// Both sides have the same number of checkers, 1 to 15. No point is occupied by both, and at most one side has borne off all
/// its checkers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The player on roll.
    pub(crate) own: Side,
    /// The opponent.
    pub(crate) opponent: Side,
}

/// Which side of a position: the player on roll, or the opponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    /// The player on roll, row 0 of an array.
    OnRoll,
    /// The opponent, row 1 of an array.
    Opponent,
}

impl Who {
    /// The other side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::OnRoll => Self::Opponent,
            Self::Opponent => Self::OnRoll,
        }
    }
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OnRoll => "the player on roll",
            Self::Opponent => "the opponent",
        })
    }
}

/// Why checker counts do not form a legal position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PositionError {
    /// A side has no checkers at all, or more than 15.
    CheckerCount {
        /// The side.
        who: Who,
        /// Its number of checkers.
        checkers: u32,
    },
    /// The two sides have different numbers of checkers.
    UnequalSides {
        /// Checkers of the player on roll.
        own: u32,
        /// Checkers of the opponent.
        opponent: u32,
    },
    /// Both sides have checkers on the same point.
    SharedPoint {
        /// The point as the player on roll numbers it.
        point: u8,
    },
    /// Both sides have borne off every checker.
    BothOff,
    /// Both sides have checkers on the bar and neither can ever enter, so the game cannot continue (R4.6).
    BothShutOut,
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CheckerCount { who, checkers } => {
                write!(f, "{who} has {checkers} checkers; a side has 1 to {MAX_CHECKERS}, including those borne off")
            }
            Self::UnequalSides { own, opponent } => write!(
                f,
                "the player on roll has {own} checkers and the opponent {opponent}, including those borne off; both must have \
                 the same number"
            ),
            Self::SharedPoint { point } => write!(
                f,
                "both sides have checkers on the same point: {point} as the player on roll numbers it, {} as the opponent does",
                25 - point
            ),
            Self::BothOff => f.write_str("both sides have borne off every checker"),
            Self::BothShutOut => {
                f.write_str("both sides have checkers on the bar against six made points: neither can ever move (R4.6)")
            }
        }
    }
}

impl std::error::Error for PositionError {}

impl Position {
    /// Makes a position from counts by place: first the player on roll, then the opponent, each in their own numbering.
    ///
    /// # Errors
    ///
    /// [`PositionError`] if the counts do not form a legal position.
    pub fn new(own: &[u8; PLACES], opponent: &[u8; PLACES]) -> Result<Self, PositionError> {
        let sum = |counts: &[u8; PLACES]| counts.iter().map(|&count| u32::from(count)).sum::<u32>();
        let (own_sum, opponent_sum) = (sum(own), sum(opponent));
        for (who, checkers) in [(Who::OnRoll, own_sum), (Who::Opponent, opponent_sum)] {
            if checkers == 0 || checkers > u32::from(MAX_CHECKERS) {
                return Err(PositionError::CheckerCount { who, checkers });
            }
        }
        if own_sum != opponent_sum {
            return Err(PositionError::UnequalSides { own: own_sum, opponent: opponent_sum });
        }
        let position = Self { own: Side::from_counts(own), opponent: Side::from_counts(opponent) };
        // The opponent's place p is place 25 - p of the player on roll.
        let shared = position.own.occupied() & position.opponent.occupied().reverse_bits() >> 6 & POINTS;
        if shared != 0 {
            return Err(PositionError::SharedPoint { point: shared.trailing_zeros() as u8 });
        }
        if own[OFF] == opponent[OFF] && u32::from(own[OFF]) == own_sum {
            return Err(PositionError::BothOff);
        }
        let shut_out = |side: Side, other: Side| side.count(BAR) > 0 && other.made() >> 1 & 63 == 63;
        if shut_out(position.own, position.opponent) && shut_out(position.opponent, position.own) {
            return Err(PositionError::BothShutOut);
        }
        Ok(position)
    }

    const fn symmetric(start: &[(usize, u8)]) -> Self {
        let mut counts = [0; PLACES];
        let mut i = 0;
        while i < start.len() {
            counts[start[i].0] = start[i].1;
            i += 1;
        }
        let side = Side::from_counts(&counts);
        Self { own: side, opponent: side }
    }

    /// The starting position of backgammon (R1.3).
    pub const START: Self = Self::symmetric(&[(24, 2), (13, 5), (8, 3), (6, 5)]);

    /// The starting position of nackgammon (R10.2).
    pub const NACKGAMMON: Self = Self::symmetric(&[(24, 2), (23, 2), (13, 4), (8, 3), (6, 4)]);

    /// The starting position of hypergammon (R10.1).
    pub const HYPERGAMMON: Self = Self::symmetric(&[(24, 1), (23, 1), (22, 1)]);

    /// The starting position of longgammon: all fifteen checkers of each side on the 24-point (R10.3).
    pub const LONGGAMMON: Self = Self::symmetric(&[(24, 15)]);

    /// The checkers of the player on roll.
    #[must_use]
    pub const fn own(self) -> Side {
        self.own
    }

    /// The opponent's checkers, in the opponent's numbering.
    #[must_use]
    pub const fn opponent(self) -> Side {
        self.opponent
    }

    /// The number of checkers of each side, including those borne off.
    #[must_use]
    pub fn checkers(self) -> u8 {
        self.own.checkers()
    }

    /// The same checkers with the other side on roll.
    #[must_use]
    pub const fn swap(self) -> Self {
        Self { own: self.opponent, opponent: self.own }
    }

    /// Whether there is contact: some checker has an opposing checker ahead of it, so the sides can still block or hit.
    #[must_use]
    pub fn is_contact(self) -> bool {
        // Compare the rearmost checkers of both sides, each in its owner's numbering. They have passed each other if the two
        // numbers add up to at most 25.
        let farthest = |side: Side| 127_u32.saturating_sub((side.0 & !15).leading_zeros()) / 4;
        let (own, opponent) = (farthest(self.own), farthest(self.opponent));
        own > 0 && opponent > 0 && own + opponent > 25
    }

    /// Whether the position is a race: the game is not over and there is no contact.
    #[must_use]
    pub fn is_race(self) -> bool {
        !self.is_contact() && !self.is_over()
    }

    /// Whether the position is a bear-off: the game is not over, and every checker of both sides is at home or off.
    #[must_use]
    pub fn is_bearoff(self) -> bool {
        // Shift out off and the home board, four bits per place: places 7 to 25 remain.
        !self.is_over() && self.own.0 >> 28 == 0 && self.opponent.0 >> 28 == 0
    }

    /// Whether a side has borne off every checker (R5.7).
    #[must_use]
    pub fn is_over(self) -> bool {
        // Shift out the checkers borne off: no other place is occupied.
        self.own.0 >> 4 == 0 || self.opponent.0 >> 4 == 0
    }

    /// The winner and the kind of win (R6.1 to R6.3); `None` while the game is in progress.
    #[must_use]
    pub fn result(self) -> Option<(Who, Win)> {
        if self.own.0 >> 4 == 0 {
            Some((Who::OnRoll, lost_by(self.opponent)))
        } else if self.opponent.0 >> 4 == 0 {
            Some((Who::Opponent, lost_by(self.own)))
        } else {
            None
        }
    }
}

/// The kind of win that the loser's checkers give the winner.
fn lost_by(loser: Side) -> Win {
    /// Bit mask of the winner's home board, in the loser's numbering, and of the bar.
    const FAR: u32 = 0x7F << 19;
    if loser.count(OFF) > 0 {
        Win::Single
    } else if loser.occupied() & FAR == 0 {
        Win::Gammon
    } else {
        Win::Backgammon
    }
}

impl Default for Position {
    fn default() -> Self {
        Self::START
    }
}

const _: () = assert!(BAR + 1 == PLACES);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r4_6_a_game_that_neither_side_can_go_on_with_is_refused() {
        let mut shut_out = [0; PLACES];
        shut_out[1..=6].fill(2);
        shut_out[BAR] = 3;
        assert_eq!(Position::new(&shut_out, &shut_out), Err(PositionError::BothShutOut));
        // With one open point, or with one side not on the bar, some player can move sooner or later.
        let (mut open, mut off) = (shut_out, shut_out);
        (open[6], open[BAR]) = (1, 4);
        (off[OFF], off[BAR]) = (3, 0);
        for other in [open, off] {
            assert!(Position::new(&shut_out, &other).is_ok());
            assert!(Position::new(&other, &shut_out).is_ok());
        }
    }
}
