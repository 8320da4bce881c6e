//! The XGID, eXtreme Gammon's text for a position and the state of its match.
//!
//! `XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10` has ten fields. The board comes first: 26 characters, the bar of the
//! player at the top, the points 1 to 24 as the player at the bottom counts them, the bar of the player at the bottom; `A` to
//! `O` are 1 to 15 checkers of the player at the bottom, `a` to `o` of the one at the top, `-` is none. Then: base-2 logarithm
//! of the cube; its owner; whose turn it is; the dice; the score at the bottom; the score at the top; the Crawford game in a
//! match, or the Jacoby rule and beavers for money; the length of the match, 0 for money; base-2 logarithm of the largest cube.
//!
//! An offered double (`D`), a beaver (`B`) or a raccoon (`R`) stands in place of the dice. The turn is that of the player on roll
//! all the while: he made the first double.

use std::fmt;

use super::error::{Notation, NotationError, Problem};
use super::gnubg_id::{Place, trimmed};
use super::match_id::MOST_POINTS;
use crate::dice::Die;
use crate::point::{BAR, OFF, PLACES};
use crate::position::Position;

/// Where a player sits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Seat {
    /// At the bottom: the player of the capital letters, 1 in an XGID.
    Bottom,
    /// At the top: the player of the small letters, -1 in an XGID.
    Top,
}

impl Seat {
    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Bottom => Self::Top,
            Self::Top => Self::Bottom,
        }
    }

    const fn number(self) -> i8 {
        match self {
            Self::Bottom => 1,
            Self::Top => -1,
        }
    }
}

/// What the dice field of an XGID says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum XgidDice {
    /// `00`: the player on roll may double, or roll.
    Unrolled,
    /// Two dice, in the order given.
    Rolled(Die, Die),
    /// `D`: the player on roll has doubled, and waits for the answer.
    Doubled,
    /// `B`: his opponent has beavered.
    Beavered,
    /// `R`: he has answered with a raccoon.
    Raccooned,
}

/// What is played for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum XgidRules {
    /// A game for money.
    Money {
        /// Whether the Jacoby rule is in force (R8.2).
        jacoby: bool,
        /// Whether beavers are allowed (R7.6).
        beavers: bool,
    },
    /// A game of a match.
    Match {
        /// Points that win the match.
        length: u16,
        /// Whether this is the Crawford game (R8.3).
        crawford: bool,
    },
}

/// Everything that an XGID says.
///
/// Any values can be put into the fields; [`check`](Self::check) says if they make no XGID.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Xgid {
    /// The position, seen by the player on roll.
    pub position: Position,
    /// Base-2 logarithm of the cube, at most 60.
    pub cube_exponent: u8,
    /// Who owns the cube; `None` when it is in the centre.
    pub cube_owner: Option<Seat>,
    /// Who is on roll.
    pub turn: Seat,
    /// The dice, or an offer instead of them.
    pub dice: XgidDice,
    /// Points of the player at the bottom.
    pub score_bottom: u16,
    /// Points of the player at the top.
    pub score_top: u16,
    /// Match or money, with its rules.
    pub rules: XgidRules,
    /// Base-2 logarithm of the largest cube, at most 60. It does not limit `cube_exponent`: the usual 10 is often left in place.
    pub max_cube_exponent: u8,
}

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

const MATCH_OVER: &str = "a player has the points that win the match: it is over";
const NOT_CRAWFORD: &str = "no player is one point short of winning the match: this cannot be the Crawford game (R8.3)";

impl From<Position> for Xgid {
    fn from(position: Position) -> Self {
        Self::new(position)
    }
}

impl Xgid {
    /// A position on its own: for money, with neither Jacoby rule nor beavers, the cube in the centre at 1 and no dice; the
    /// player on roll sits at the bottom.
    #[must_use]
    pub const fn new(position: Position) -> Self {
        Self {
            position,
            cube_exponent: 0,
            cube_owner: None,
            turn: Seat::Bottom,
            dice: XgidDice::Unrolled,
            score_bottom: 0,
            score_top: 0,
            rules: XgidRules::Money { jacoby: false, beavers: false },
            max_cube_exponent: 10,
        }
    }

    /// The position as the player in a seat sees it.
    #[must_use]
    pub fn position_seen_from(&self, seat: Seat) -> Position {
        if seat == self.turn { self.position } else { self.position.swap() }
    }

    /// Reads an XGID, where each side has `checkers` checkers; those that are not on the board are borne off.
    ///
    /// `XGID=` before it and blanks around it may be there or not.
    ///
    /// # Errors
    ///
    /// [`NotationError::Unreadable`] naming the field and what is wrong with it; [`NotationError::Position`] if the checkers
    /// make no position.
    pub fn parse(text: &str, checkers: u8) -> Result<Self, NotationError> {
        let (text, mut before) = trimmed(text);
        let body = match text.split_at_checked(PREFIX.len()) {
            Some((prefix, body)) if prefix.eq_ignore_ascii_case(PREFIX) => {
                before += PREFIX.len();
                body
            }
            _ => text,
        };
        let place = Place { notation: Notation::Xgid, before };
        let found = body.split(':').count();
        let fields: [&str; FIELDS] = body
            .split(':')
            .take(FIELDS + 1)
            .collect::<Vec<_>>()
            .try_into()
            .map_err(|_| place.error(0, Problem::FieldCount { found, expected: FIELDS }))?;
        let fields = Fields { fields, place };
        let [bottom, top] = fields.board(checkers)?;
        let turn = fields.seat(3)?.ok_or_else(|| fields.wrong(3))?;
        let (own, opponent) = if turn == Seat::Bottom { (bottom, top) } else { (top, bottom) };
        let position = Position::new(&own, &opponent)
            .map_err(|error| NotationError::Position { notation: Notation::Xgid, error })?;
        let rules = match (fields.number(8, MOST_POINTS)?, fields.number(7, 3)?) {
            (0, rules) => XgidRules::Money { jacoby: rules & 1 == 1, beavers: rules & 2 == 2 },
            (length, rules @ 0..=1) => XgidRules::Match { length, crawford: rules == 1 },
            _ => return Err(fields.wrong(7)),
        };
        let xgid = Self {
            position,
            cube_exponent: fields.number(1, u16::from(MOST_EXPONENT))? as u8,
            cube_owner: fields.seat(2)?,
            turn,
            dice: fields.dice(4)?,
            score_bottom: fields.number(5, MOST_POINTS)?,
            score_top: fields.number(6, MOST_POINTS)?,
            rules,
            max_cube_exponent: fields.number(9, u16::from(MOST_EXPONENT))? as u8,
        };
        match xgid.first_problem() {
            None => Ok(xgid),
            Some((field, problem)) => Err(place.error(fields.start(field), problem)),
        }
    }

    /// Says if the fields make no XGID that could be read again.
    ///
    /// # Errors
    ///
    /// [`NotationError::Unwritable`] if a number is out of range, a player has already won the match, or the Crawford game
    /// comes at a score at which it cannot.
    pub fn check(&self) -> Result<(), NotationError> {
        match self.first_problem() {
            None => Ok(()),
            Some((_, problem)) => Err(NotationError::Unwritable { notation: Notation::Xgid, problem }),
        }
    }

    /// What is wrong, and in which field.
    fn first_problem(&self) -> Option<(usize, Problem)> {
        let exponent = u16::from(MOST_EXPONENT);
        let length = match self.rules {
            XgidRules::Money { .. } => 0,
            XgidRules::Match { length: 0, .. } => {
                return Some((8, Problem::State("a match needs a length; 0 means money")));
            }
            XgidRules::Match { length, .. } => length,
        };
        for (field, value, most) in [
            (1, u16::from(self.cube_exponent), exponent),
            (5, self.score_bottom, MOST_POINTS),
            (6, self.score_top, MOST_POINTS),
            (8, length, MOST_POINTS),
            (9, u16::from(self.max_cube_exponent), exponent),
        ] {
            if value > most {
                return Some((field, wrong(field, value.to_string())));
            }
        }
        let XgidRules::Match { length, crawford } = self.rules else {
            return None;
        };
        if self.score_bottom >= length {
            Some((5, Problem::State(MATCH_OVER)))
        } else if self.score_top >= length {
            Some((6, Problem::State(MATCH_OVER)))
        } else if crawford && self.score_bottom.max(self.score_top) + 1 != length {
            Some((7, Problem::State(NOT_CRAWFORD)))
        } else {
            None
        }
    }
}

fn wrong(field: usize, found: String) -> Problem {
    let name = |names: [&'static str; FIELDS]| names.get(field).copied().unwrap_or_default();
    Problem::Field { field: name(NAMES), found, expected: name(EXPECTED) }
}

/// The fields of a text.
struct Fields<'a> {
    fields: [&'a str; FIELDS],
    place: Place,
}

impl Fields<'_> {
    fn get(&self, field: usize) -> &str {
        self.fields.get(field).copied().unwrap_or_default()
    }

    /// How many characters stand before a field.
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

    fn dice(&self, field: usize) -> Result<XgidDice, NotationError> {
        match self.get(field).as_bytes() {
            b"00" => Ok(XgidDice::Unrolled),
            b"D" => Ok(XgidDice::Doubled),
            b"B" => Ok(XgidDice::Beavered),
            b"R" => Ok(XgidDice::Raccooned),
            &[first, second] => {
                let die = |digit: u8| Die::new(digit.wrapping_sub(b'0'));
                match (die(first), die(second)) {
                    (Ok(first), Ok(second)) => Ok(XgidDice::Rolled(first, second)),
                    _ => Err(self.wrong(field)),
                }
            }
            _ => Err(self.wrong(field)),
        }
    }

    /// The counts of the player at the bottom and of the one at the top.
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
                (0, _) => "a small letter from a to o, or - (the bar of the player at the top)",
                (BAR, _) => "a capital from A to O, or - (the bar of the player at the bottom)",
                _ => "a letter from A to O or from a to o, or -",
            };
            return Err(self.place.error(at, Problem::Expected { found: Some(letter), expected }));
        }
        let sides = [
            (&mut bottom, "the player at the bottom (capital letters)"),
            (&mut top, "the player at the top (small letters)"),
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

/// The canonical text, `XGID=` and ten fields.
impl fmt::Display for Xgid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seen = self.position_seen_from(Seat::Bottom);
        f.write_str(PREFIX)?;
        for place in 0..PLACES {
            let bottom = if place == OFF { 0 } else { seen.own().count(place) };
            let top = if place == BAR { 0 } else { seen.opponent().count(BAR - place) };
            let letter = match (bottom, top) {
                (0, 0) => '-',
                (0, count) => char::from(b'a' + count - 1),
                (count, _) => char::from(b'A' + count - 1),
            };
            write!(f, "{letter}")?;
        }
        let owner = self.cube_owner.map_or(0, Seat::number);
        write!(f, ":{}:{owner}:{}:", self.cube_exponent, self.turn.number())?;
        match self.dice {
            XgidDice::Unrolled => f.write_str("00")?,
            XgidDice::Rolled(first, second) => write!(f, "{}{}", first.number(), second.number())?,
            XgidDice::Doubled => f.write_str("D")?,
            XgidDice::Beavered => f.write_str("B")?,
            XgidDice::Raccooned => f.write_str("R")?,
        }
        let (rules, length) = match self.rules {
            XgidRules::Money { jacoby, beavers } => (u8::from(jacoby) + 2 * u8::from(beavers), 0),
            XgidRules::Match { length, crawford } => (u8::from(crawford), length),
        };
        write!(f, ":{}:{}:{rules}:{length}:{}", self.score_bottom, self.score_top, self.max_cube_exponent)
    }
}
