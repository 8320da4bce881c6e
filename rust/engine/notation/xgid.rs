//! The XGID, eXtreme Gammon's text for a position and the state of its match.
//!
//! `XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10` has ten fields:
//!
//! 1. the board, 26 characters: the top player's bar, the points 1 to 24 as the bottom player numbers them, and the bottom
//!    player's bar. `A` to `O` are 1 to 15 checkers of the bottom player, `a` to `o` of the top player, `-` is none;
//! 2. the base-2 logarithm of the cube; 3. its owner; 4. the player on roll; 5. the dice;
//! 6. the bottom player's score; 7. the top player's score;
//! 8. in a match, whether this is the Crawford game; for money, the Jacoby rule and beavers;
//! 9. the length of the match, 0 for money; 10. the base-2 logarithm of the largest cube.
//!
//! An offered double (`D`), beaver (`B`) or raccoon (`R`) replaces the dice. The player on roll, who made the first double, keeps
//! the turn throughout.

use std::fmt::Write as _;

use super::error::{Notation, NotationError, Problem};
use super::situation::{MOST_POINTS, Offer, Seat, Situation, with_checkers_inferred};
use super::text::{Place, without_prefix};
use crate::dice::Die;
use crate::point::{BAR, OFF, PLACES};
use crate::position::Position;

const FIELDS: usize = 10;
const MOST_EXPONENT: u8 = 60;
const PREFIX: &str = "XGID=";

/// The fields after the board, as messages call them.
const NAMES: [&str; FIELDS] = [
    "the board",
    "the cube exponent",
    "the cube position",
    "the turn",
    "the dice field",
    "the score at the bottom",
    "the score at the top",
    "the Crawford/Jacoby field",
    "the match length",
    "the largest cube exponent",
];

const EXPECTED: [&str; FIELDS] = [
    "26 characters",
    "a number up to 60",
    "1 (bottom), -1 (top) or 0 (centre)",
    "1 (bottom) or -1 (top)",
    "00, two numbers from 1 to 6, D, B or R",
    "a number up to 32767",
    "a number up to 32767",
    "0 or 1 in a match, 0 to 3 for money",
    "a number up to 32767",
    "a number up to 60",
];

const MATCH_OVER: &str = "a player has already won the match";
const NO_CRAWFORD_FOR_MONEY: &str = "money play has no Crawford game (R8.3)";
const NOT_CRAWFORD: &str =
    "neither player is one point short of winning the match, so this cannot be the Crawford game (R8.3)";

const fn seat_number(seat: Seat) -> i8 {
    match seat {
        Seat::Bottom => 1,
        Seat::Top => -1,
    }
}

/// The contents of the dice field.
type DiceField = (Option<(Die, Die)>, Option<Offer>);

impl Situation {
    /// Reads an XGID, with or without `XGID=` and surrounding whitespace.
    ///
    /// Each side has `checkers` checkers; if `None`, their number is inferred from the board. Checkers not on the board or the
    /// bar are borne off.
    ///
    /// # Errors
    ///
    /// [`NotationError::Unreadable`] naming the field and what is wrong with it; [`NotationError::Position`] if the checkers
    /// do not form a legal position.
    pub fn from_xgid(text: &str, checkers: Option<u8>) -> Result<Self, NotationError> {
        let (body, before) = without_prefix(text, PREFIX);
        let place = Place { notation: Notation::Xgid, before };
        let found = body.split(':').count();
        let fields: [&str; FIELDS] = body
            .split(':')
            .take(FIELDS + 1)
            .collect::<Vec<_>>()
            .try_into()
            .map_err(|_| place.error(0, Problem::FieldCount { found, expected: "10" }))?;
        let fields = Fields { fields, place };
        let [bottom, top] = fields.board(checkers.unwrap_or(15))?;
        let turn = fields.seat(3)?.ok_or_else(|| fields.wrong(3))?;
        let (own, opponent) = if turn == Seat::Bottom { (bottom, top) } else { (top, bottom) };
        let position = Position::new(&own, &opponent)
            .map_err(|error| NotationError::Position { notation: Notation::Xgid, error })?;
        let position = if checkers.is_some() { position } else { with_checkers_inferred(position) };
        let (match_length, rules) = (fields.number(8, MOST_POINTS)?, fields.number(7, 3)?);
        if match_length > 0 && rules > 1 {
            return Err(fields.wrong(7));
        }
        let (dice, offer) = fields.dice(4)?;
        let mut situation = Self {
            turn,
            decides: turn,
            dice,
            offer,
            cube_exponent: fields.number(1, u16::from(MOST_EXPONENT))? as u8,
            cube_owner: fields.seat(2)?,
            max_cube_exponent: fields.number(9, u16::from(MOST_EXPONENT))? as u8,
            score: [fields.number(6, MOST_POINTS)?, fields.number(5, MOST_POINTS)?],
            match_length,
            crawford: match_length > 0 && rules == 1,
            jacoby: match_length == 0 && rules & 1 == 1,
            beavers: match_length == 0 && rules & 2 == 2,
            ..Self::new(position)
        };
        situation.decides = situation.answering();
        match situation.first_problem_as_xgid() {
            None => Ok(situation),
            Some((field, problem)) => Err(place.error(fields.start(field), problem)),
        }
    }

    /// The canonical XGID, `XGID=` and ten fields.
    ///
    /// # Errors
    ///
    /// [`NotationError::Unwritable`] if an XGID cannot express the situation, or if the result could not be read back. This is so
    /// if the game has not begun or is over, a resignation awaits an answer, a number is out of range, a player has already won
    /// the match, or the score does not allow a Crawford game. A game that ended by bearing off can be written: the board shows
    /// it.
    pub fn to_xgid(&self) -> Result<String, NotationError> {
        self.check_playing(Notation::Xgid)?;
        if let Some((_, problem)) = self.first_problem_as_xgid() {
            return Err(NotationError::Unwritable { notation: Notation::Xgid, problem });
        }
        let mut text = self.as_xgid_board();
        let owner = self.cube_owner.map_or(0, seat_number);
        let dice = match (self.dice, self.offer) {
            (_, Some(Offer::Double)) => "D".to_owned(),
            (_, Some(Offer::Beaver)) => "B".to_owned(),
            (_, Some(Offer::Raccoon)) => "R".to_owned(),
            (Some((first, second)), None) => format!("{}{}", first.number(), second.number()),
            (None, None) => "00".to_owned(),
        };
        let rules = match self.match_length {
            0 => u8::from(self.jacoby) + 2 * u8::from(self.beavers),
            _ => u8::from(self.crawford),
        };
        let [top, bottom] = self.score;
        let (turn, length) = (seat_number(self.turn), self.match_length);
        // Writing into a String cannot fail.
        let _ = write!(text, ":{}:{owner}:{turn}:{dice}", self.cube_exponent);
        let _ = write!(text, ":{bottom}:{top}:{rules}:{length}:{}", self.max_cube_exponent);
        Ok(text)
    }

    /// `XGID=` and the board.
    fn as_xgid_board(&self) -> String {
        let seen = self.position_seen_from(Seat::Bottom);
        let mut text = PREFIX.to_owned();
        for place in 0..PLACES {
            let bottom = if place == OFF { 0 } else { seen.own().count(place) };
            let top = if place == BAR { 0 } else { seen.opponent().count(BAR - place) };
            text.push(match (bottom, top) {
                (0, 0) => '-',
                (0, count) => char::from(b'a' + count - 1),
                (count, _) => char::from(b'A' + count - 1),
            });
        }
        text
    }

    /// Returns the first field whose value an XGID cannot express, with the reason; `None` if all can be written.
    fn first_problem_as_xgid(&self) -> Option<(usize, Problem)> {
        let exponent = u16::from(MOST_EXPONENT);
        let [top, bottom] = self.score;
        for (field, value, most) in [
            (1, u16::from(self.cube_exponent), exponent),
            (5, bottom, MOST_POINTS),
            (6, top, MOST_POINTS),
            (8, self.match_length, MOST_POINTS),
            (9, u16::from(self.max_cube_exponent), exponent),
        ] {
            if value > most {
                return Some((field, wrong(field, value.to_string())));
            }
        }
        if let Some(contradiction) = self.contradiction() {
            return Some((4, Problem::State(contradiction)));
        }
        match self.match_length {
            0 if self.crawford => Some((7, Problem::State(NO_CRAWFORD_FOR_MONEY))),
            0 => None,
            length if bottom >= length => Some((5, Problem::State(MATCH_OVER))),
            length if top >= length => Some((6, Problem::State(MATCH_OVER))),
            length if self.crawford && bottom.max(top) + 1 != length => Some((7, Problem::State(NOT_CRAWFORD))),
            _ => None,
        }
    }
}

fn wrong(field: usize, found: String) -> Problem {
    Problem::Field { field: NAMES[field], found, expected: EXPECTED[field] }
}

/// The fields of a text.
struct Fields<'a> {
    fields: [&'a str; FIELDS],
    place: Place,
}

impl Fields<'_> {
    fn get(&self, field: usize) -> &str {
        self.fields[field]
    }

    /// The number of characters before a field.
    fn start(&self, field: usize) -> usize {
        self.fields.iter().take(field).map(|before| before.chars().count() + 1).sum()
    }

    fn wrong(&self, field: usize) -> NotationError {
        self.place.error(self.start(field), wrong(field, self.get(field).to_owned()))
    }

    fn number(&self, field: usize, most: u16) -> Result<u16, NotationError> {
        let text = self.get(field);
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse().ok().filter(|&number| digits && number <= most);
        number.ok_or_else(|| self.wrong(field))
    }

    fn seat(&self, field: usize) -> Result<Option<Seat>, NotationError> {
        match self.get(field) {
            "1" => Ok(Some(Seat::Bottom)),
            "-1" => Ok(Some(Seat::Top)),
            "0" => Ok(None),
            _ => Err(self.wrong(field)),
        }
    }

    fn dice(&self, field: usize) -> Result<DiceField, NotationError> {
        match self.get(field).as_bytes() {
            b"00" => Ok((None, None)),
            b"D" => Ok((None, Some(Offer::Double))),
            b"B" => Ok((None, Some(Offer::Beaver))),
            b"R" => Ok((None, Some(Offer::Raccoon))),
            &[first, second] => {
                let die = |digit: u8| Die::new(digit.wrapping_sub(b'0'));
                match (die(first), die(second)) {
                    (Ok(first), Ok(second)) => Ok((Some((first, second)), None)),
                    _ => Err(self.wrong(field)),
                }
            }
            _ => Err(self.wrong(field)),
        }
    }

    /// The checker counts of the bottom player, then of the top player.
    fn board(&self, checkers: u8) -> Result<[[u8; PLACES]; 2], NotationError> {
        let board = self.get(0);
        let found = board.chars().count();
        if found != PLACES {
            let problem = Problem::Length { part: "board", found, expected: PLACES };
            return Err(self.place.error(0, problem));
        }
        let (mut bottom, mut top) = ([0; PLACES], [0; PLACES]);
        for (at, letter) in board.chars().enumerate() {
            let expected = match (at, letter) {
                (_, '-') => continue,
                (1..=BAR, 'A'..='O') => {
                    bottom[at] = letter as u8 - b'A' + 1;
                    continue;
                }
                (0..=24, 'a'..='o') => {
                    top[BAR - at] = letter as u8 - b'a' + 1;
                    continue;
                }
                (0, _) => "a lowercase letter from a to o, or - (the bar of the player at the top)",
                (BAR, _) => "an uppercase letter from A to O, or - (the bar of the player at the bottom)",
                _ => "a letter from A to O or from a to o, or -",
            };
            return Err(self.place.error(at, Problem::Expected { found: Some(letter), expected }));
        }
        let sides = [
            (&mut bottom, "the player at the bottom (uppercase letters)"),
            (&mut top, "the player at the top (lowercase letters)"),
        ];
        for (counts, side) in sides {
            let found: u32 = counts.iter().map(|&count| u32::from(count)).sum();
            match u8::try_from(i64::from(checkers) - i64::from(found)) {
                Ok(off) => counts[OFF] = off,
                Err(_) => {
                    return Err(self.place.error(0, Problem::Checkers { side, found, checkers }));
                }
            }
        }
        Ok([bottom, top])
    }
}
