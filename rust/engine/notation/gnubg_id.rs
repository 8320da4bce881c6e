//! The GNU Backgammon ID of a situation: the position ID, a colon and the match ID.
//!
//! The match ID consists of 67 bits, packed into nine bytes from the lowest bit up and encoded in base 64 (GNU Backgammon's
//! manual, "A technical description of the Match ID"). The players are called 0 and 1.
//!
//! | bits | field |
//! |---|---|
//! | 0-3 | base-2 logarithm of the cube |
//! | 4-5 | the owner of the cube: 0, 1, or 3 if it is centred |
//! | 6 | the player on roll |
//! | 7 | whether this is the Crawford game |
//! | 8-10 | the state of the game |
//! | 11 | the player who must make the next decision |
//! | 12 | whether a double is unanswered |
//! | 13-14 | the offered resignation: 0 none, 1 single, 2 gammon, 3 backgammon |
//! | 15-17, 18-20 | the dice, 0 before the roll |
//! | 21-35 | the match length, 0 for money |
//! | 36-50, 51-65 | the scores of players 0 and 1 |
//! | 66 | whether the Jacoby rule is *not* in force |
//!
//! The ID does not encode whether beavers are allowed, the largest cube, or the order of the dice: GNU Backgammon writes the
//! larger die first, and so does [`Situation::to_gnubg_id`].

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;

use super::error::{Notation, NotationError, Problem};
use super::position_id::{bytes_of, position_at, position_id};
use super::situation::{
    GameState, MOST_POINTS, Offer, Seat, Situation, USUAL_MAX_CUBE_EXPONENT, with_checkers_inferred,
};
use super::text::{Place, trimmed};
use crate::dice::Die;
use crate::outcome::Win;

const MATCH_CHARACTERS: usize = 12;
const MOST_EXPONENT: u8 = 15;
const NOBODY: u16 = 3;

/// A bit string that is written or read in sequence, lowest bit first.
struct Bits {
    bits: u128,
    /// The next bit to write or read.
    at: u32,
}

impl Bits {
    fn put(&mut self, width: u32, value: u16) {
        self.bits |= u128::from(value) << self.at;
        self.at += width;
    }

    fn take(&mut self, width: u32) -> u16 {
        let value = (self.bits >> self.at) as u16 & ((1 << width) - 1);
        self.at += width;
        value
    }

    fn take_flag(&mut self) -> bool {
        self.take(1) == 1
    }

    fn take_seat(&mut self) -> Seat {
        if self.take_flag() { Seat::Bottom } else { Seat::Top }
    }
}

const fn player(seat: Seat) -> u16 {
    match seat {
        Seat::Top => 0,
        Seat::Bottom => 1,
    }
}

impl Situation {
    /// Returns the position ID and the match ID, joined by a colon: `4HPwATDgc/ABMA:cAkAAAAAAAAE`.
    ///
    /// # Errors
    ///
    /// [`NotationError::Unwritable`] if a beaver or a raccoon is unanswered, the fields contradict each other, or a number does not
    /// fit.
    pub fn to_gnubg_id(&self) -> Result<String, NotationError> {
        let mut text = position_id(self.position);
        text.push(':');
        text.push_str(&self.match_id()?);
        Ok(text)
    }

    fn match_id(&self) -> Result<String, NotationError> {
        let refused = |problem| Err(NotationError::Unwritable { notation: Notation::MatchId, problem });
        let contradiction = self.contradiction().or(match self.offer {
            Some(Offer::Beaver) => Some("a beaver is unanswered"),
            Some(Offer::Raccoon) => Some("a raccoon is unanswered"),
            Some(Offer::Double) | None => None,
        });
        if let Some(state) = contradiction {
            return refused(Problem::State(state));
        }
        let [score_zero, score_one] = self.score;
        let points = "a number up to 32767";
        for (field, value, most, expected) in [
            ("the cube exponent", u16::from(self.cube_exponent), u16::from(MOST_EXPONENT), "a number up to 15"),
            ("the match length", self.match_length, MOST_POINTS, points),
            ("the score of player 0", score_zero, MOST_POINTS, points),
            ("the score of player 1", score_one, MOST_POINTS, points),
        ] {
            if value > most {
                return refused(Problem::Field { field, found: value.to_string(), expected });
            }
        }
        let mut bits = Bits { bits: 0, at: 0 };
        bits.put(4, u16::from(self.cube_exponent));
        bits.put(2, self.cube_owner.map_or(NOBODY, player));
        bits.put(1, player(self.turn));
        bits.put(1, u16::from(self.crawford));
        bits.put(3, self.state as u16);
        bits.put(1, player(self.decides));
        bits.put(1, u16::from(self.offer.is_some()));
        bits.put(2, self.resignation.map_or(0, |win| u16::from(win.points())));
        let (larger, smaller) =
            self.dice.map_or((0, 0), |(one, other)| (one.max(other).number(), one.min(other).number()));
        bits.put(3, u16::from(larger));
        bits.put(3, u16::from(smaller));
        bits.put(15, self.match_length);
        bits.put(15, score_zero);
        bits.put(15, score_one);
        bits.put(1, u16::from(!self.jacoby));
        let [key @ .., _, _, _, _, _, _, _] = bits.bits.to_le_bytes();
        Ok(STANDARD_NO_PAD.encode(key))
    }

    /// Reads a position ID and a match ID joined by a colon.
    ///
    /// Each side has `checkers` checkers; if `None`, their number is inferred from the board. Checkers not on the board or the
    /// bar are borne off.
    ///
    /// # Errors
    ///
    /// [`NotationError::Unreadable`] if the text is not such an ID or its fields contradict each other;
    /// [`NotationError::Position`] if the checkers do not form a legal position.
    pub fn from_gnubg_id(text: &str, checkers: Option<u8>) -> Result<Self, NotationError> {
        let (text, before) = trimmed(text);
        let place = Place { notation: Notation::GnubgId, before };
        let fields = text.split(':').count();
        let Some((position, match_id)) = text.split_once(':').filter(|_| fields == 2) else {
            return Err(place.error(0, Problem::FieldCount { found: fields, expected: "2" }));
        };
        let after = Place { before: before + position.chars().count() + 1, ..place };
        let position = match checkers {
            Some(checkers) => position_at(position, checkers, place)?,
            None => with_checkers_inferred(position_at(position, 15, place)?),
        };
        Self::new(position).with_match_key(bytes_of(match_id, "match ID", MATCH_CHARACTERS, after)?, after)
    }

    /// Returns the situation with the fields of a match ID, given as its nine bytes, added to this position.
    fn with_match_key(self, key: [u8; 9], place: Place) -> Result<Self, NotationError> {
        let mut wide = [0; 16];
        for (to, from) in wide.iter_mut().zip(key) {
            *to = from;
        }
        let mut bits = Bits { bits: u128::from_le_bytes(wide), at: 0 };
        // The error points at the character that contains the field's first bit.
        let wrong = |bit: usize, field, found: u16, expected| {
            place.error(bit / 6, Problem::Field { field, found: found.to_string(), expected })
        };
        let cube_exponent = bits.take(4) as u8;
        let cube_owner = match bits.take(2) {
            0 => Some(Seat::Top),
            1 => Some(Seat::Bottom),
            NOBODY => None,
            other => return Err(wrong(4, "the cube owner", other, "0, 1 or 3")),
        };
        let turn = bits.take_seat();
        let crawford = bits.take_flag();
        let state = match bits.take(3) {
            0 => GameState::NotStarted,
            1 => GameState::Playing,
            2 => GameState::Over,
            3 => GameState::Resigned,
            4 => GameState::Dropped,
            other => return Err(wrong(8, "the state of the game", other, "a number up to 4")),
        };
        let decides = bits.take_seat();
        let offer = bits.take_flag().then_some(Offer::Double);
        let resignation = match bits.take(2) {
            1 => Some(Win::Single),
            2 => Some(Win::Gammon),
            3 => Some(Win::Backgammon),
            _ => None,
        };
        let (first, second) = (bits.take(3), bits.take(3));
        let dice = match (Die::new(first as u8), Die::new(second as u8)) {
            (Ok(first), Ok(second)) => Some((first, second)),
            _ if (first, second) == (0, 0) => None,
            _ => {
                let found = first * 10 + second;
                return Err(wrong(15, "the dice", found, "0 or two numbers from 1 to 6"));
            }
        };
        let match_length = bits.take(15);
        let score = [bits.take(15), bits.take(15)];
        let jacoby = !bits.take_flag();
        if bits.take(5) != 0 {
            return Err(place.error(11, Problem::UnusedBits));
        }
        let situation = Self {
            turn,
            decides,
            state,
            dice,
            offer,
            resignation,
            cube_exponent,
            cube_owner,
            max_cube_exponent: USUAL_MAX_CUBE_EXPONENT.max(cube_exponent),
            score,
            match_length,
            crawford,
            jacoby,
            ..self
        };
        match situation.contradiction() {
            None => Ok(situation),
            Some(state) => Err(place.error(1, Problem::State(state))),
        }
    }
}
