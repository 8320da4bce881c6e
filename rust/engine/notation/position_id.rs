//! GNU Backgammon's position ID, which encodes the checkers only.
//!
//! The position key is 80 bits, lowest first: the opponent's checkers, then those of the player on roll. Each side has the
//! points 1 to 24 and then the bar; each place is a run of ones, one per checker, and a zero. The ID is the key in base 64.
//! Checkers borne off are not encoded, so the reader must know how many checkers a side has.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;

use super::error::{Notation, NotationError, Problem};
use super::text::{Place, trimmed};
use crate::point::{BAR, OFF, PLACES};
use crate::position::Position;

/// The ten bytes of a position ID.
pub type PositionKey = [u8; 10];

const KEY_BITS: usize = 80;
const POSITION_CHARACTERS: usize = 14;

/// The position ID, 14 characters.
#[must_use]
pub fn position_id(position: Position) -> String {
    STANDARD_NO_PAD.encode(position_key(position))
}

/// The ten bytes of the position ID.
#[must_use]
pub fn position_key(position: Position) -> PositionKey {
    let mut bits = 0_u128;
    let mut at = 0;
    for side in [position.opponent(), position.own()] {
        for place in 1..=BAR {
            let count = usize::from(side.count(place));
            bits |= ((1 << count) - 1) << at;
            at += count + 1;
        }
    }
    let [key @ .., _, _, _, _, _, _] = bits.to_le_bytes();
    key
}

/// Reads a position ID. Each side has `checkers` checkers; those not on the board or the bar are borne off.
///
/// # Errors
///
/// [`NotationError::Unreadable`] if the text is not a position ID or a side has more than `checkers` checkers;
/// [`NotationError::Position`] if the checkers do not form a legal position.
pub fn position_from_id(text: &str, checkers: u8) -> Result<Position, NotationError> {
    let (text, before) = trimmed(text);
    position_at(text, checkers, Place { notation: Notation::PositionId, before })
}

/// Reads the ten bytes of a position ID; see [`position_from_id`].
///
/// # Errors
///
/// See [`position_from_id`].
pub fn position_from_key(key: PositionKey, checkers: u8) -> Result<Position, NotationError> {
    from_key(key, checkers, Place { notation: Notation::PositionId, before: 0 })
}

/// Decodes `N` bytes from base 64.
pub(super) fn bytes_of<const N: usize>(
    text: &str,
    part: &'static str,
    characters: usize,
    place: Place,
) -> Result<[u8; N], NotationError> {
    for (at, found) in text.chars().enumerate() {
        if !(found.is_ascii_alphanumeric() || matches!(found, '+' | '/')) {
            let expected = "a letter, a digit, + or /";
            return Err(place.error(at, Problem::Expected { found: Some(found), expected }));
        }
    }
    let found = text.len();
    if found != characters {
        return Err(place.error(0, Problem::Length { part, found, expected: characters }));
    }
    // The only remaining error: the last character sets bits past the end of the bytes.
    let last = characters - 1;
    let bytes = STANDARD_NO_PAD.decode(text).map_err(|_| place.error(last, Problem::UnusedBits))?;
    bytes.try_into().map_err(|_| place.error(last, Problem::UnusedBits))
}

pub(super) fn position_at(text: &str, checkers: u8, place: Place) -> Result<Position, NotationError> {
    let key = bytes_of(text, "position ID", POSITION_CHARACTERS, place)?;
    from_key(key, checkers, place)
}

fn from_key(key: PositionKey, checkers: u8, place: Place) -> Result<Position, NotationError> {
    let bit = |at: usize| key.get(at / 8).is_some_and(|byte| byte >> (at % 8) & 1 == 1);
    let mut at = 0;
    let mut sides = [[0_u8; PLACES]; 2];
    for (side, counts) in ["the opponent", "the player on roll"].into_iter().zip(&mut sides) {
        let mut found = 0_u32;
        for count in counts.iter_mut().skip(1) {
            while bit(at) {
                *count += 1;
                found += 1;
                at += 1;
            }
            at += 1;
        }
        let Ok(off) = u8::try_from(i64::from(checkers) - i64::from(found)) else {
            return Err(place.error(0, Problem::Checkers { side, found, checkers }));
        };
        counts[OFF] = off;
    }
    if let Some(unused) = (at..KEY_BITS).find(|&at| bit(at)) {
        return Err(place.error(unused / 6, Problem::UnusedBits));
    }
    let [opponent, own] = sides;
    Position::new(&own, &opponent).map_err(|error| NotationError::Position { notation: place.notation, error })
}
