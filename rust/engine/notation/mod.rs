//! Reads and writes plays and positions: play text, XGIDs, GNU Backgammon IDs and OGIDs.
//!
//! Parsing is strict: a text that could mean two things is refused. Each parse error names the column and what was expected
//! there. Printing a parsed play or situation gives the canonical form of the same text.
//!
//! # Example
//!
//! ```
//! use gammon::notation::{Situation, parse_play, position_id};
//! use gammon::{Position, Roll};
//!
//! // An XGID, a GNU Backgammon ID and an OGID are all read into a `Situation`.
//! let situation = Situation::parse("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10", None)?;
//! assert_eq!(situation.match_length, 7);
//! assert_eq!(situation.position, Position::START);
//! assert_eq!(position_id(situation.position), "4HPwATDgc/ABMA");
//!
//! let roll = situation.dice.map(|(first, second)| Roll::of(first, second));
//! let parsed = parse_play(situation.position, roll, "8/5, 6/5")?;
//! assert_eq!(parsed.play.to_string(), "8/5 6/5");
//! let error = parse_play(situation.position, Some(Roll::new(3, 1)?), "8/3").unwrap_err();
//! assert!(error.to_string().contains("R3.1"), "the error names the rule: {error}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod any_id;
mod error;
mod gnubg_id;
mod illegal;
mod ogid;
mod play_reader;
mod play_text;
mod position_id;
mod shortened;
mod situation;
mod text;
mod trial;
mod why_illegal;
mod xgid;

pub use error::{Notation, NotationError, Problem};
pub use illegal::{IllegalPlay, IllegalReason};
pub use play_text::{CANNOT_MOVE, ParsedPlay, Remark, parse_play};
pub use position_id::{PositionKey, position_from_id, position_from_key, position_id, position_key};
pub use situation::{GameState, MOST_POINTS, Offer, Seat, Situation, USUAL_MAX_CUBE_EXPONENT};
