//! A cache of search results.

use crate::position::Position;

/// A direct-mapped cache keyed by position and search context; a new entry replaces whatever is in its slot.
///
/// Full keys are compared, so a hit never depends on search history.
#[derive(Debug)]
pub(crate) struct Cache<T> {
    /// Empty until the first insertion.
    slots: Vec<Option<(Position, u64, T)>>,
}

impl<T: Copy> Cache<T> {
    const SLOTS: usize = 1 << 12;

    pub(crate) const fn new() -> Self {
        Self { slots: Vec::new() }
    }

    fn slot(position: Position, key: u64) -> usize {
        /// Odd multipliers with well-mixed bits, the first from the golden ratio.
        const MIX: [u64; 4] =
            [0x9E37_79B9_7F4A_7C15, 0xBF58_476D_1CE4_E5B9, 0x94D0_49BB_1331_11EB, 0xD6E8_FEB8_6659_FD93];
        let (own, opponent) = (position.own.0, position.opponent.0);
        let words = [own as u64, (own >> 64) as u64, opponent as u64, (opponent >> 64) as u64];
        let mixed = words.iter().zip(MIX).fold(key, |sum, (word, mix)| (sum ^ word).wrapping_mul(mix).rotate_left(29));
        (mixed.wrapping_mul(MIX[0]) >> 52) as usize
    }

    pub(crate) fn get(&self, position: Position, key: u64) -> Option<T> {
        match self.slots.get(Self::slot(position, key)) {
            Some(&Some((cached, context, value))) if cached == position && context == key => Some(value),
            _ => None,
        }
    }

    pub(crate) fn insert(&mut self, position: Position, key: u64, value: T) {
        if self.slots.is_empty() {
            self.slots.resize(Self::SLOTS, None);
        }
        self.slots[Self::slot(position, key)] = Some((position, key, value));
    }
}
