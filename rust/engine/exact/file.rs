//! The format of table files: a header that says what the table covers, a hash, and the values.
//!
//! All numbers are little-endian.
//!
//! | bytes | contents |
//! |---|---|
//! | 0 to 7 | `gammon-t` |
//! | 8 to 11 | version |
//! | 12 to 15 | kind of table ([`Kind`]) |
//! | 16 to 19 | highest point on which a checker may stand |
//! | 20 to 23 | most checkers of a side on the board |
//! | 24 to 27 | checkers of a side, including those borne off |
//! | 28 to 31 | zero |
//! | 32 to 63 | SHA-256 of bytes 0 to 31 and of the values |
//! | from 64 | the values |

use std::fmt;
use std::sync::Arc;

use sha2::{Digest, Sha256};

const MAGIC: &[u8; 8] = b"gammon-t";

/// The version of the format. A table of another version has to be solved again.
pub const VERSION: u32 = 1;

const HASHED: usize = 32;
const HEADER: usize = 64;

/// Bytes that threads can share: in memory, or a file mapped into memory.
pub type Bytes = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// The kind of table in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Distributions of the number of rolls that one side needs.
    OneSided = 1,
    /// Values of bear-offs.
    TwoSided = 2,
    /// Values of games with few checkers and contact.
    Contact = 3,
}

/// Why bytes are not a valid table file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableFileError {
    /// They do not begin as a table file does.
    NotATable,
    /// The file has another version.
    Version(u32),
    /// The file contains another kind of table.
    Kind(u32),
    /// The header describes a table that cannot exist.
    Header,
    /// The file contains another table of the same kind.
    Other,
    /// The file is shorter or longer than its header says.
    Length {
        /// The expected size in bytes.
        expected: usize,
        /// The actual size.
        found: usize,
    },
    /// The contents do not match the hash.
    Hash,
    /// The hash matches, but the values are not those of a solved table.
    Values,
}

impl fmt::Display for TableFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotATable => write!(f, "not a table file"),
            Self::Version(version) => write!(f, "expected a table file of version {VERSION}, got version {version}"),
            Self::Kind(kind) => write!(f, "the file contains another kind of table (number {kind})"),
            Self::Other => write!(f, "the file contains another table of the same kind"),
            Self::Header => write!(f, "the header of the table file describes a table that cannot exist"),
            Self::Length { expected, found } => write!(f, "expected a table file of {expected} bytes, got {found}"),
            Self::Hash => write!(f, "the table file is damaged: its contents do not match its hash"),
            Self::Values => write!(f, "the table file contains values that no solved table has"),
        }
    }
}

impl std::error::Error for TableFileError {}

/// What a table covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    /// The highest point on which a checker may stand; 25 is the bar.
    pub points: usize,
    /// The most checkers of a side on the board.
    pub most: usize,
    /// Checkers of a side, including those borne off.
    pub checkers: u8,
}

/// Appends a header without its hash. The values follow, then [`finish`] fills in the hash.
pub(super) fn start(kind: Kind, extent: Extent, file: &mut Vec<u8>) {
    file.extend_from_slice(MAGIC);
    let numbers = [VERSION, kind as u32, extent.points as u32, extent.most as u32, extent.checkers.into(), 0];
    for number in numbers {
        file.extend_from_slice(&number.to_le_bytes());
    }
    file.resize(HEADER, 0);
}

/// Fills in the hash of a file that is otherwise complete.
pub(super) fn finish(file: &mut [u8]) {
    let hash = hash(file);
    file[HASHED..HEADER].copy_from_slice(&hash);
}

fn hash(file: &[u8]) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(&file[..HASHED]);
    hash.update(&file[HEADER..]);
    hash.finalize().into()
}

/// A number as it is stored: rounded to the nearest multiple of 2^-`bits`, with an error of at most 2^-(`bits` + 1).
pub(super) fn rounded(value: f64, bits: u8) -> i32 {
    let scaled = (value * (1_u64 << bits) as f64).round();
    debug_assert!(scaled.abs() <= f64::from(i32::MAX), "{value} does not fit");
    scaled as i32
}

/// The number that [`rounded`] stored.
#[inline]
pub(super) fn value_of(stored: i32, bits: u8) -> f64 {
    f64::from(stored) * (1.0 / (1_u64 << bits) as f64)
}

/// A valid table file.
#[derive(Clone)]
pub(super) struct Contents {
    bytes: Bytes,
}

impl fmt::Debug for Contents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Contents({} bytes)", self.file().len())
    }
}

impl Contents {
    /// Checks a whole file and returns what it covers.
    pub(super) fn read(bytes: Bytes, kind: Kind) -> Result<(Self, Extent), TableFileError> {
        let contents = Self { bytes };
        let file = contents.file();
        if file.len() < HEADER || !file.starts_with(MAGIC) {
            return Err(TableFileError::NotATable);
        }
        let number = |at: usize| u32::from_le_bytes([file[at], file[at + 1], file[at + 2], file[at + 3]]);
        if number(8) != VERSION {
            return Err(TableFileError::Version(number(8)));
        }
        if number(12) != kind as u32 {
            return Err(TableFileError::Kind(number(12)));
        }
        if hash(file) != file[HASHED..HEADER] {
            return Err(TableFileError::Hash);
        }
        let checkers = u8::try_from(number(24)).map_err(|_| TableFileError::Header)?;
        let extent = Extent { points: number(16) as usize, most: number(20) as usize, checkers };
        Ok((contents, extent))
    }

    fn file(&self) -> &[u8] {
        (*self.bytes).as_ref()
    }

    /// The size of the whole file in bytes.
    pub(super) fn size(&self) -> usize {
        self.file().len()
    }

    /// The values.
    #[inline]
    pub(super) fn values(&self) -> &[u8] {
        &self.file()[HEADER..]
    }

    /// Checks the size of the values in bytes.
    pub(super) fn expect(&self, values: usize) -> Result<(), TableFileError> {
        let (expected, found) = (HEADER + values, self.size());
        if expected == found { Ok(()) } else { Err(TableFileError::Length { expected, found }) }
    }

    /// `N` stored numbers from number `at` on.
    #[inline]
    pub(super) fn numbers<const N: usize>(&self, at: usize) -> [i32; N] {
        let mut numbers = [0; N];
        let bytes = &self.values()[4 * at..4 * (at + N)];
        for (number, bytes) in numbers.iter_mut().zip(bytes.as_chunks::<4>().0) {
            *number = i32::from_le_bytes(*bytes);
        }
        numbers
    }
}
