//! From XGID to GNU Backgammon's IDs and back.
//!
//! As GNU Backgammon does it, the player on roll becomes its player 1, whoever he was. Unlike GNU Backgammon 1.07, which
//! forgets it, an offered double goes with the position: the match ID then says that a double waits for its answer and that it
//! is player 0's turn to give it, which is how GNU Backgammon's manual describes these two bits.
//!
//! A match ID does not say whether beavers are allowed, nor what the largest cube is.

use super::error::{Notation, NotationError, Problem};
use super::gnubg_id::GnubgId;
use super::match_id::{GameState, GnubgPlayer, MatchId};
use super::xgid::{Seat, Xgid, XgidDice, XgidRules};

fn unwritable(notation: Notation, state: &'static str) -> NotationError {
    NotationError::Unwritable { notation, problem: Problem::State(state) }
}

/// The player on roll becomes player 1; the rule about beavers and the largest cube are left out.
///
/// # Errors
///
/// [`NotationError::Unwritable`] if a beaver or a raccoon waits for its answer, or a number does not fit into a match ID.
impl TryFrom<&Xgid> for GnubgId {
    type Error = NotationError;

    fn try_from(xgid: &Xgid) -> Result<Self, NotationError> {
        let player = |seat| {
            if seat == xgid.turn { GnubgPlayer::One } else { GnubgPlayer::Zero }
        };
        let (dice, doubled) = match xgid.dice {
            XgidDice::Unrolled => (None, false),
            XgidDice::Rolled(first, second) => (Some((first.max(second), first.min(second))), false),
            XgidDice::Doubled => (None, true),
            XgidDice::Beavered => {
                return Err(unwritable(Notation::MatchId, "a beaver waits for its answer"));
            }
            XgidDice::Raccooned => {
                return Err(unwritable(Notation::MatchId, "a raccoon waits for its answer"));
            }
        };
        let (match_length, crawford, jacoby) = match xgid.rules {
            XgidRules::Money { jacoby, .. } => (0, false, jacoby),
            XgidRules::Match { length, crawford } => (length, crawford, false),
        };
        let score = match xgid.turn {
            Seat::Bottom => [xgid.score_top, xgid.score_bottom],
            Seat::Top => [xgid.score_bottom, xgid.score_top],
        };
        let match_id = MatchId {
            cube_exponent: xgid.cube_exponent,
            cube_owner: xgid.cube_owner.map(player),
            on_roll: GnubgPlayer::One,
            crawford,
            state: if xgid.position.is_over() { GameState::Over } else { GameState::Playing },
            turn: if doubled { GnubgPlayer::Zero } else { GnubgPlayer::One },
            doubled,
            resignation: None,
            dice,
            match_length,
            score,
            jacoby,
        };
        match_id.encode()?;
        Ok(Self { position: xgid.position, match_id })
    }
}

/// Player 1 sits at the bottom. Beavers are not allowed and the largest cube is 1024, or the present one if that is larger.
///
/// # Errors
///
/// [`NotationError::Unwritable`] if the game is over or not begun, a resignation waits for its answer, or the fields
/// contradict each other; the message says which.
impl TryFrom<&GnubgId> for Xgid {
    type Error = NotationError;

    fn try_from(id: &GnubgId) -> Result<Self, NotationError> {
        let MatchId { on_roll, turn, doubled, dice, .. } = id.match_id;
        let refused = match id.match_id.state {
            GameState::Playing => None,
            GameState::None => Some("no game has been started"),
            GameState::Over => Some("the game is over: a side has borne off all its checkers"),
            GameState::Resigned => Some("the game is over: a player has resigned"),
            GameState::Dropped => Some("the game is over: a double was refused"),
        };
        let refused = refused.or(match (id.match_id.resignation, doubled) {
            (Some(_), _) => Some("a resignation waits for its answer"),
            (None, true) if turn == on_roll => Some("the doubler himself is to answer the double"),
            (None, true) if dice.is_some() => Some("a double is offered, and the dice are thrown"),
            _ => None,
        });
        if let Some(state) = refused {
            return Err(unwritable(Notation::Xgid, state));
        }
        let seat = |player| match player {
            GnubgPlayer::One => Seat::Bottom,
            GnubgPlayer::Zero => Seat::Top,
        };
        let [score_top, score_bottom] = id.match_id.score;
        let fresh = Self::new(id.position);
        let xgid = Self {
            cube_exponent: id.match_id.cube_exponent,
            cube_owner: id.match_id.cube_owner.map(seat),
            turn: seat(on_roll),
            dice: match dice {
                _ if doubled => XgidDice::Doubled,
                Some((first, second)) => XgidDice::Rolled(first, second),
                None => XgidDice::Unrolled,
            },
            score_bottom,
            score_top,
            rules: match id.match_id.match_length {
                0 => XgidRules::Money { jacoby: id.match_id.jacoby, beavers: false },
                length => XgidRules::Match { length, crawford: id.match_id.crawford },
            },
            max_cube_exponent: fresh.max_cube_exponent.max(id.match_id.cube_exponent),
            ..fresh
        };
        xgid.check()?;
        Ok(xgid)
    }
}
