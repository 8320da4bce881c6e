//! How people and programs write plays and positions: play text, XGIDs, GNU Backgammon's IDs, OGIDs.
//!
//! Everything is read strictly enough that what is understood is certain, and every error says what was wrong and in which
//! column. Nothing read is ever lost: printing what was parsed gives the canonical form of the same text.

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
