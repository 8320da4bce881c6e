//! Reading any kind of position ID, alone or in a block of text that a program put on the clipboard.

use std::borrow::Cow;

use super::error::{Notation, NotationError, Problem};
use super::position_id::position_from_id;
use super::situation::{Situation, with_checkers_inferred};
use super::text::{Place, trimmed};
use crate::point::PLACES;

/// The XGID fields assumed for a bare board: money play, a centred cube at 1, no dice.
const FIELDS_OF_A_BARE_BOARD: &str = ":0:0:1:00:0:0:0:0:10";

/// The kinds of ID, recognized by their form.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Xgid,
    BareBoard,
    GnubgId,
    PositionId,
    Ogid,
}

impl Situation {
    /// Reads any ID, alone or within several lines of text.
    ///
    /// It may be an XGID with or without `XGID=`, the 26-character board of an XGID, GNU Backgammon's position ID with or
    /// without its match ID, or an OGID. In a longer text the ID follows `XGID=` or `OGID=`, is labelled
    /// `Position ID: … Match ID: …` as GNU Backgammon prints it, or is the only line that looks like an ID.
    ///
    /// Each side has `checkers` checkers; if `None`, their number is inferred from the board. Checkers not on the board or the
    /// bar are borne off.
    ///
    /// # Errors
    ///
    /// [`NotationError`] for the kind of ID that the text looks like, or for [`Notation::AnyId`] if it looks like none.
    pub fn parse(text: &str, checkers: Option<u8>) -> Result<Self, NotationError> {
        let Some((kind, id)) = id_in(text) else {
            let (alone, before) = trimmed(text);
            let expected = "an XGID, a GNU Backgammon ID, an OGID or a board of 26 characters";
            let problem = Problem::Expected { found: alone.chars().next(), expected };
            return Err(Place { notation: Notation::AnyId, before }.error(0, problem));
        };
        match kind {
            Kind::Xgid => Self::from_xgid(&id, checkers),
            Kind::BareBoard => Self::from_xgid(&format!("{id}{FIELDS_OF_A_BARE_BOARD}"), checkers),
            Kind::GnubgId => Self::from_gnubg_id(&id, checkers),
            Kind::PositionId => Self::from_position_id(&id, checkers),
            Kind::Ogid => Self::from_ogid(&id, checkers),
        }
    }

    /// Whether an ID that [`parse`](Self::parse) reads encodes the checkers only, so that cube, score and dice are defaults.
    #[must_use]
    pub fn is_only_a_position(text: &str) -> bool {
        matches!(id_in(text), Some((Kind::BareBoard | Kind::PositionId, _)))
    }

    fn from_position_id(text: &str, checkers: Option<u8>) -> Result<Self, NotationError> {
        Ok(Self::new(match checkers {
            Some(checkers) => position_from_id(text, checkers)?,
            None => with_checkers_inferred(position_from_id(text, 15)?),
        }))
    }
}

/// Finds the ID in a text, and its kind.
fn id_in(text: &str) -> Option<(Kind, Cow<'_, str>)> {
    if let Some(id) = marked(text, "XGID=") {
        return Some((Kind::Xgid, id.into()));
    }
    if let Some(id) = marked(text, "OGID=") {
        return Some((Kind::Ogid, id.into()));
    }
    if let Some(position) = labelled(text, "Position") {
        return Some(match labelled(text, "Match") {
            Some(match_id) => (Kind::GnubgId, format!("{position}:{match_id}").into()),
            None => (Kind::PositionId, position.into()),
        });
    }
    let (alone, _) = trimmed(text);
    let mut ids = alone.lines().filter(|line| kind_of(line.trim()).is_some());
    let id = match (ids.next(), ids.next()) {
        (Some(id), None) => id.trim(),
        _ => alone,
    };
    kind_of(id).map(|kind| (kind, id.into()))
}

/// Returns what follows a mark such as `XGID=`, up to the next whitespace.
fn marked<'a>(text: &'a str, mark: &str) -> Option<&'a str> {
    let at = text.as_bytes().windows(mark.len()).position(|window| window.eq_ignore_ascii_case(mark.as_bytes()))?;
    text.get(at + mark.len()..)?.split_whitespace().next()
}

/// Returns what follows `Position ID:` or `Match ID:`.
///
/// Case is ignored in the first word. A hyphen may replace the space, spaces may precede the colon, and `=` may replace it.
fn labelled<'a>(text: &'a str, label: &str) -> Option<&'a str> {
    let starts = text.as_bytes().windows(label.len()).enumerate();
    let mut starts = starts.filter(|(_, window)| window.eq_ignore_ascii_case(label.as_bytes()));
    starts.find_map(|(at, _)| {
        let rest = text.get(at + label.len()..)?.strip_prefix([' ', '-'])?;
        let rest =
            rest.strip_prefix("ID").or_else(|| rest.strip_prefix("Id"))?.trim_start().strip_prefix([':', '='])?;
        rest.split_whitespace().next()
    })
}

fn kind_of(text: &str) -> Option<Kind> {
    if text.contains(char::is_whitespace) {
        return None;
    }
    let (first, rest) = text.split_once(':').map_or((text, None), |(first, rest)| (first, Some(rest)));
    let is_board = |text: &str| text.chars().all(|letter| letter == '-' || letter.is_ascii_alphabetic());
    let is_id = |text: &str| {
        !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/'))
    };
    let Some(rest) = rest else {
        return if text.chars().count() == PLACES && is_board(text) {
            Some(Kind::BareBoard)
        } else if first.contains('-') {
            Some(Kind::Xgid)
        } else {
            is_id(text).then_some(Kind::PositionId)
        };
    };
    let mut fields = rest.split(':');
    let (second, third) = (fields.next().unwrap_or(""), fields.next());
    match third {
        // The cube field of an OGID: owner, exponent and action.
        Some(cube) if cube.len() == 3 && cube.starts_with(['N', 'W', 'B']) => Some(Kind::Ogid),
        Some(_) => Some(Kind::Xgid),
        None if first.contains('-') => Some(Kind::Xgid),
        None => (is_id(first) && !second.is_empty()).then_some(Kind::GnubgId),
    }
}
