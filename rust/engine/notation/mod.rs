//! How people and programs write plays and positions: play text, GNU Backgammon's IDs, XGIDs.
//!
//! Everything is read strictly enough that what is understood is certain, and every error says what was wrong and in which
//! column. Nothing read is ever lost: printing what was parsed gives the canonical form of the same text.

mod convert;
mod error;
mod gnubg_id;
mod match_id;
mod play_reader;
mod play_text;
mod state;
mod trial;
mod why_illegal;
mod xgid;

pub use error::{Notation, NotationError, Problem};
pub use gnubg_id::{GnubgId, PositionKey, position_from_id, position_from_key, position_id, position_key};
pub use match_id::{GameState, GnubgPlayer, MatchId};
pub use play_text::{CANNOT_MOVE, ParsedPlay, Remark, parse_play};
pub use why_illegal::{IllegalPlay, IllegalReason};
pub use xgid::{Seat, Xgid, XgidDice, XgidRules};
