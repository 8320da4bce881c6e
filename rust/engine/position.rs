//! A position: where both sides' checkers are, each seen from its own player, with one side on roll.
//!
//! A [`Position`] that exists is legal; checking happens once, in [`Position::new`].
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
/// Four bits a place in one integer, so that a move is an addition.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Side(pub(crate) u128);

impl Side {
    /// Counts by place; each must be at most 15.
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
        /// Eight counts of four bits each to eight bytes.
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

    /// How many checkers the side has, those borne off included.
    #[must_use]
    pub fn checkers(self) -> u8 {
        self.to_counts().iter().sum()
    }

    /// Whether the side has one checker in all, which is not borne off.
    pub(crate) fn is_one_checker(self) -> bool {
        // One bit set is one checker, or 2, 4 or 8 in one place; with 15 checkers it never is.
        self.0.is_power_of_two() && self.count(OFF) == 0 && self.checkers() == 1
    }

    /// Pips still to go: each checker's distance home, 25 for one on the bar.
    #[must_use]
    pub fn pip_count(self) -> u16 {
        // Sums of the places' counts from the top down: a checker on place p is counted p times.
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

/// Gathers the lowest bit of every place into an integer of 26 bits.
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

/// Both sides' checkers, with one side on roll. Legal by construction.
///
/// Both sides have the same number of checkers, 1 to 15; no point is held by both; not both have borne off everything.
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
    /// The other one.
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

/// Why checker counts are no legal position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PositionError {
    /// A side has no checkers at all, or more than 15.
    CheckerCount {
        /// The side.
        who: Who,
        /// How many it has.
        checkers: u32,
    },
    /// The two sides have different numbers of checkers.
    UnequalSides {
        /// Checkers of the player on roll.
        own: u32,
        /// Checkers of the opponent.
        opponent: u32,
    },
    /// Both sides hold one point.
    SharedPoint {
        /// The point as the player on roll numbers it.
        point: u8,
    },
    /// Both sides have borne off every checker.
    BothOff,
    /// Both sides have checkers on the bar, and neither can ever enter (R4.6): the game could not go on.
    BothShutOut,
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CheckerCount { who, checkers } => {
                write!(f, "{who} has {checkers} checkers; a side has 1 to {MAX_CHECKERS}, those borne off included")
            }
            Self::UnequalSides { own, opponent } => write!(
                f,
                "the player on roll has {own} checkers and the opponent {opponent}, those borne off included; both must have \
                 the same number"
            ),
            Self::SharedPoint { point } => write!(
                f,
                "both sides hold one point: {point} as the player on roll numbers it, {} as the opponent does",
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
    /// Makes a position from counts by place: the player on roll, then the opponent, each as that player numbers them.
    ///
    /// # Errors
    ///
    /// [`PositionError`] if the counts are no legal position.
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
        // Bit p of the opponent is bit 25 - p of the player on roll.
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

    /// The start of backgammon (R1.3).
    pub const START: Self = Self::symmetric(&[(24, 2), (13, 5), (8, 3), (6, 5)]);

    /// The start of nackgammon (R10.2).
    pub const NACKGAMMON: Self = Self::symmetric(&[(24, 2), (23, 2), (13, 4), (8, 3), (6, 4)]);

    /// The start of hypergammon (R10.1).
    pub const HYPERGAMMON: Self = Self::symmetric(&[(24, 1), (23, 1), (22, 1)]);

    /// The start of longgammon: all fifteen checkers of each side on the 24-point (R10.3).
    pub const LONGGAMMON: Self = Self::symmetric(&[(24, 15)]);

    /// The checkers of the player on roll.
    #[must_use]
    pub const fn own(self) -> Side {
        self.own
    }

    /// The opponent's checkers, as the opponent numbers them.
    #[must_use]
    pub const fn opponent(self) -> Side {
        self.opponent
    }

    /// How many checkers each side has, those borne off included.
    #[must_use]
    pub fn checkers(self) -> u8 {
        self.own.checkers()
    }

    /// The same checkers with the other side on roll.
    #[must_use]
    pub const fn swap(self) -> Self {
        Self { own: self.opponent, opponent: self.own }
    }

    /// Whether the sides can still block or hit each other: some checker has an opposing one ahead of it.
    #[must_use]
    pub fn is_contact(self) -> bool {
        // Farthest checkers of both, as their owners count: they have passed each other when the distances do not add up to
        // the whole track.
        let farthest = |side: Side| 127_u32.saturating_sub((side.0 & !15).leading_zeros()) / 4;
        let (own, opponent) = (farthest(self.own), farthest(self.opponent));
        own > 0 && opponent > 0 && own + opponent > 25
    }

    /// Whether the sides have passed each other: nothing but bearing in and off is left.
    #[must_use]
    pub fn is_race(self) -> bool {
        !self.is_contact() && !self.is_over()
    }

    /// Whether nothing but bearing off is left: the game goes on, and every checker of both sides is at home or off.
    #[must_use]
    pub fn is_bearoff(self) -> bool {
        // Places 7 to 25, four bits each, behind off and the home board.
        !self.is_over() && self.own.0 >> 28 == 0 && self.opponent.0 >> 28 == 0
    }

    /// Whether a side has borne off every checker (R5.7).
    #[must_use]
    pub fn is_over(self) -> bool {
        // Nothing but the place of the checkers borne off is occupied.
        self.own.0 >> 4 == 0 || self.opponent.0 >> 4 == 0
    }

    /// Who has won and by how much (R6.1 to R6.3), seen by the player on roll; `None` while the game goes on.
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

/// By how much a side that has lost has lost.
fn lost_by(loser: Side) -> Win {
    /// The winner's home board, as the loser numbers it, and the bar.
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
        // One open point, or one side with nobody on the bar, and somebody can move at some time.
        let (mut open, mut off) = (shut_out, shut_out);
        (open[6], open[BAR]) = (1, 4);
        (off[OFF], off[BAR]) = (3, 0);
        for other in [open, off] {
            assert!(Position::new(&shut_out, &other).is_ok());
            assert!(Position::new(&other, &shut_out).is_ok());
        }
    }
}
