//! Fallible allocation for results that may be large.
//!
//! The standard library's ordinary allocations abort the process when memory runs out; these functions return an error.
//!
//! # Example
//!
//! ```
//! use gammon::memory;
//!
//! let mut squares = memory::try_with_capacity(3)?;
//! squares.extend([1, 4, 9]);
//! assert_eq!(squares, [1, 4, 9]);
//!
//! let refused = memory::try_with_capacity::<u64>(usize::MAX).unwrap_err();
//! assert_eq!(refused.bytes, usize::MAX);
//! # Ok::<(), memory::OutOfMemory>(())
//! ```

use std::fmt;

/// An allocation failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutOfMemory {
    /// Size of the requested allocation in bytes.
    pub bytes: usize,
}

impl fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot allocate {} bytes", self.bytes)
    }
}

impl std::error::Error for OutOfMemory {}

/// The reason why a computation ended without a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Halt {
    /// The caller stopped it ([`Control`](crate::parallel::Control)).
    Stopped,
    /// The result, or an intermediate array, does not fit into memory.
    OutOfMemory(OutOfMemory),
    /// A game exceeded the limit on turns ([`MOST_TURNS`](crate::games::MOST_TURNS)).
    Endless,
}

impl From<OutOfMemory> for Halt {
    fn from(missing: OutOfMemory) -> Self {
        Self::OutOfMemory(missing)
    }
}

/// Reserves capacity for `more` additional items.
///
/// # Errors
///
/// [`OutOfMemory`] if the allocation fails.
pub fn try_reserve<T>(items: &mut Vec<T>, more: usize) -> Result<(), OutOfMemory> {
    items
        .try_reserve(more)
        .map_err(|_| OutOfMemory { bytes: items.len().saturating_add(more).saturating_mul(size_of::<T>()) })
}

/// Returns an empty vector with capacity for `items` items.
///
/// # Errors
///
/// [`OutOfMemory`] if the allocation fails.
pub fn try_with_capacity<T>(items: usize) -> Result<Vec<T>, OutOfMemory> {
    let mut room = Vec::new();
    match room.try_reserve_exact(items) {
        Ok(()) => Ok(room),
        Err(_) => Err(OutOfMemory { bytes: items.saturating_mul(size_of::<T>()) }),
    }
}

/// Returns a vector of `items` copies of `item`.
///
/// # Errors
///
/// [`OutOfMemory`] if the allocation fails.
pub fn try_filled<T: Clone>(item: T, items: usize) -> Result<Vec<T>, OutOfMemory> {
    let mut filled = try_with_capacity(items)?;
    filled.resize(items, item);
    Ok(filled)
}

/// Collects an iterator of known length into a vector.
///
/// # Errors
///
/// [`OutOfMemory`] if the allocation fails.
pub fn try_collect<T>(items: impl ExactSizeIterator<Item = T>) -> Result<Vec<T>, OutOfMemory> {
    let mut collected = try_with_capacity(items.len())?;
    collected.extend(items);
    Ok(collected)
}

/// Concatenates vectors. Each is freed as soon as it has been copied.
///
/// # Errors
///
/// [`OutOfMemory`] if the allocation fails.
pub fn try_concat<T>(mut pieces: Vec<Vec<T>>) -> Result<Vec<T>, OutOfMemory> {
    if pieces.len() <= 1 {
        return Ok(pieces.pop().unwrap_or_default());
    }
    let mut joined = try_with_capacity(pieces.iter().map(Vec::len).sum())?;
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
        assert_eq!(try_with_capacity::<u32>(usize::MAX), Err(OutOfMemory { bytes: usize::MAX }));
        assert_eq!(try_filled(0_u64, 1 << 59), Err(OutOfMemory { bytes: 1 << 62 }));
        let mut items = vec![1_u64];
        assert_eq!(try_reserve(&mut items, (1 << 59) - 1), Err(OutOfMemory { bytes: 1 << 62 }));
        assert_eq!(items, [1]);
    }

    #[test]
    fn pieces_are_joined_in_their_order() {
        assert_eq!(try_concat::<u8>(Vec::new()), Ok(Vec::new()));
        assert_eq!(try_concat(vec![vec![1, 2]]), Ok(vec![1, 2]));
        assert_eq!(try_concat(vec![vec![1, 2], Vec::new(), vec![3]]), Ok(vec![1, 2, 3]));
    }
}
