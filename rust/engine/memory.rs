//! Room for answers that may be large, asked for before it is filled: where an allocation of the standard library's fails, it
//! ends the process.
//!
//! # Example
//!
//! ```
//! use gammon::memory;
//!
//! let mut squares = memory::room(3)?;
//! squares.extend([1, 4, 9]);
//! assert_eq!(squares, [1, 4, 9]);
//!
//! let refused = memory::room::<u64>(usize::MAX).unwrap_err();
//! assert_eq!(refused.bytes, usize::MAX);
//! # Ok::<(), memory::OutOfMemory>(())
//! ```

use std::fmt;

/// There is no memory for so many bytes at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutOfMemory {
    /// Bytes that were asked for.
    pub bytes: usize,
}

impl fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no memory for {} bytes", self.bytes)
    }
}

impl std::error::Error for OutOfMemory {}

/// Why there is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Halt {
    /// It was asked to stop.
    Stopped,
    /// The answer, or what it is made from, does not fit.
    OutOfMemory(OutOfMemory),
    /// A game went on for too many turns ([`MOST_TURNS`](crate::games::MOST_TURNS)).
    Endless,
}

impl From<OutOfMemory> for Halt {
    fn from(missing: OutOfMemory) -> Self {
        Self::OutOfMemory(missing)
    }
}

/// Makes room for more items.
///
/// # Errors
///
/// [`OutOfMemory`] if there is none.
pub fn reserve<T>(items: &mut Vec<T>, more: usize) -> Result<(), OutOfMemory> {
    items
        .try_reserve(more)
        .map_err(|_| OutOfMemory { bytes: items.len().saturating_add(more).saturating_mul(size_of::<T>()) })
}

/// An empty vector with room for so many items.
///
/// # Errors
///
/// [`OutOfMemory`] if there is none.
pub fn room<T>(items: usize) -> Result<Vec<T>, OutOfMemory> {
    let mut room = Vec::new();
    match room.try_reserve_exact(items) {
        Ok(()) => Ok(room),
        Err(_) => Err(OutOfMemory { bytes: items.saturating_mul(size_of::<T>()) }),
    }
}

/// So many times the same item.
///
/// # Errors
///
/// [`OutOfMemory`] if there is no room.
pub fn filled<T: Clone>(item: T, items: usize) -> Result<Vec<T>, OutOfMemory> {
    let mut filled = room(items)?;
    filled.resize(items, item);
    Ok(filled)
}

/// The items of an iterator that knows how many they are.
///
/// # Errors
///
/// [`OutOfMemory`] if there is no room.
pub fn collected<T>(items: impl ExactSizeIterator<Item = T>) -> Result<Vec<T>, OutOfMemory> {
    let mut collected = room(items.len())?;
    collected.extend(items);
    Ok(collected)
}

/// Pieces one after the other. Each is given back to the system as soon as it is copied.
///
/// # Errors
///
/// [`OutOfMemory`] if there is no room.
pub fn joined<T>(mut pieces: Vec<Vec<T>>) -> Result<Vec<T>, OutOfMemory> {
    if pieces.len() <= 1 {
        return Ok(pieces.pop().unwrap_or_default());
    }
    let mut joined = room(pieces.iter().map(Vec::len).sum())?;
    for piece in pieces {
        joined.extend(piece);
    }
    Ok(joined)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_fit_is_refused_with_its_size() {
        assert_eq!(room::<u32>(usize::MAX), Err(OutOfMemory { bytes: usize::MAX }));
        assert_eq!(filled(0_u64, 1 << 59), Err(OutOfMemory { bytes: 1 << 62 }));
        let mut items = vec![1_u64];
        assert_eq!(reserve(&mut items, (1 << 59) - 1), Err(OutOfMemory { bytes: 1 << 62 }));
        assert_eq!(items, [1]);
    }

    #[test]
    fn pieces_are_joined_in_their_order() {
        assert_eq!(joined::<u8>(Vec::new()), Ok(Vec::new()));
        assert_eq!(joined(vec![vec![1, 2]]), Ok(vec![1, 2]));
        assert_eq!(joined(vec![vec![1, 2], Vec::new(), vec![3]]), Ok(vec![1, 2, 3]));
    }
}
