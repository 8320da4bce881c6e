//! Exact tables: positions that are solved instead of estimated.
//!
//! | module | contents |
//! |---|---|
//! | [`one_sided`] | the number of rolls that one side needs to bear off |
//! | [`two_sided`] | bear-offs with few checkers on each side, with the cube |
//! | [`reachable`] | bear-offs beyond the tables, solved when they are needed |
//! | [`contact`] | games with up to three checkers on each side: hits, the bar, gammons, the cube |
//! | `arrangements` | consecutive numbers for the arrangements of a side's checkers |
//! | `plays` | the arrangements that each roll leads to |
//! | `file` | the file format |
//!
//! Solving a table gives the bytes of its file; a table answers from such bytes. Where a file is kept is up to the caller.
//! [`Evaluator::with_tables`](crate::Evaluator::with_tables) takes tables for use in evaluation, search and rollouts.
//!
//! # Example
//!
//! ```
//! use std::sync::Arc;
//! use gammon::exact::TwoSided;
//! use gammon::parallel::{Control, thread_count};
//! use gammon::{Evaluator, Position};
//!
//! // One checker on each side, both on the 6-point: 27 of 36 rolls bear it off at once.
//! let file = TwoSided::solve(1, thread_count(None), &Control::default()).expect("nobody stopped it");
//! let table = TwoSided::from_bytes(Arc::new(file))?;
//! let mut side = [0; 26];
//! (side[0], side[6]) = (14, 1);
//! let position = Position::new(&side, &side)?;
//! let evaluator = Evaluator::shipped()?.with_tables(vec![Arc::new(table)]);
//! assert_eq!(evaluator.evaluate(position).win, 0.75 + 0.25 * 0.25);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arrangements;
pub mod contact;
mod file;
pub mod one_sided;
mod plays;
pub mod reachable;
pub mod two_sided;

pub use contact::Contact;
pub use file::{Bytes, TableFileError};
pub use one_sided::OneSided;
pub use reachable::Reachable;
pub use two_sided::TwoSided;

/// In bear-offs, a limit on the cube that is this many doubles away changes values by less than 1e-7.
const FAR_FROM_LIMIT: u8 = 7;
