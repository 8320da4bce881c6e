//! What a search has found, kept from position to position.

use crate::position::Position;

/// What was found, by position and a number that says what else it depends on: one place for each of some hashes, and a
/// later one takes an earlier one's place.
///
/// The whole key is kept and compared, so what is found never depends on what was looked for before.
#[derive(Debug)]
pub(crate) struct Found<T> {
    places: Vec<Option<(Position, u64, T)>>,
}

impl<T: Copy> Found<T> {
    const PLACES: usize = 1 << 12;

    pub(crate) const fn nothing() -> Self {
        Self { places: Vec::new() }
    }

    fn place(position: Position, key: u64) -> usize {
        /// Odd numbers with well-mixed bits: the golden ratio's and others of the same kind.
        const MIX: [u64; 4] =
            [0x9E37_79B9_7F4A_7C15, 0xBF58_476D_1CE4_E5B9, 0x94D0_49BB_1331_11EB, 0xD6E8_FEB8_6659_FD93];
        let (own, opponent) = (position.own.0, position.opponent.0);
        let words = [own as u64, (own >> 64) as u64, opponent as u64, (opponent >> 64) as u64];
        let mixed = words.iter().zip(MIX).fold(key, |sum, (word, mix)| (sum ^ word).wrapping_mul(mix).rotate_left(29));
        (mixed.wrapping_mul(MIX[0]) >> 52) as usize
    }

    pub(crate) fn get(&self, position: Position, key: u64) -> Option<T> {
        match self.places.get(Self::place(position, key)) {
            Some(&Some((found, at, worth))) if found == position && at == key => Some(worth),
            _ => None,
        }
    }

    pub(crate) fn keep(&mut self, position: Position, key: u64, worth: T) {
        if self.places.is_empty() {
            self.places.resize(Self::PLACES, None);
        }
        self.places[Self::place(position, key)] = Some((position, key, worth));
    }
}
