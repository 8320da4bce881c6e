//! The OGID, the `OpenGammon` text for a position and the state of its match.
//!
//! `11ccccchhhjjjjj:66666888dddddoo:N0N:31:W:R:0:0:7:` has up to eleven fields. The first three are required:
//!
//! 1. the places of White's checkers and 2. of Black's, one character for each checker: `0` to `9`, then `a` for 10 to `p` for
//!    25, numbered from Black's side. White's bar is 0, Black's bar is 25, and `q` is a checker borne off;
//! 3. the cube: its owner (`W`, `B`, or `N` if it is centred), the base-2 logarithm of its value, and `O` while a double is
//!    offered (`N` otherwise);
//! 4. the dice, empty before the roll;
//! 5. the player who *reached* the position, so the other player is on roll; while a double is offered, the doubler;
//! 6. the last action: `IW`, `IB` or `I` for the start of the game, `R` for a roll, `D` for a double;
//! 7. and 8. the scores of White and Black; 9. the match length, followed by `C` in the Crawford game;
//! 10. the number of the action in the game; 11. the number of checkers of a side, if it is not 15.
//!
//! Black is the bottom seat. The layout is that of docs/OGID.md in `HedgeHog`'s repository
//! (gitlab.com/eranlambooij/hedgehog-public, CC BY 4.0); the meaning of field 5 follows positions that `HedgeHog` itself
//! exported, which are found in the tests of `AnkiGammon` (tests of its `utils/ogid.py`) and `blunderDB`. An OGID without field
//! 5 has White on roll, as both programs read it. `L` and `G` after the match length limit the number of games, and field 10
//! counts actions. Both are ignored, because they do not affect the situation.
//!
//! An OGID does not encode whether the Jacoby rule is in force, whether beavers are allowed, or the largest cube.

use super::error::{Notation, NotationError, Problem};
use super::situation::{MOST_POINTS, Offer, Seat, Situation, USUAL_MAX_CUBE_EXPONENT};
use super::text::{Place, without_prefix};
use crate::dice::Die;
use crate::point::{BAR, OFF, PLACES};
use crate::position::Position;

const PREFIX: &str = "OGID=";
const FIELDS: usize = 11;
const FEWEST_FIELDS: usize = 3;
const MOST_EXPONENT: u8 = 9;

/// The fields of a text. Missing fields are empty.
struct Fields<'a> {
    fields: [&'a str; FIELDS],
    place: Place,
}

impl Fields<'_> {
    fn get(&self, field: usize) -> &str {
        self.fields[field]
    }

    /// Returns the error that points at the start of a field.
    fn wrong(&self, field: usize, name: &'static str, expected: &'static str) -> NotationError {
        let before = self.fields.iter().take(field).map(|before| before.chars().count() + 1).sum();
        self.place.error(before, Problem::Field { field: name, found: self.get(field).to_owned(), expected })
    }

    /// Reads a number that consists of digits only; an empty field is 0.
    fn number(&self, field: usize, name: &'static str) -> Result<u16, NotationError> {
        match self.get(field) {
            "" => Ok(0),
            text => decimal(text).ok_or_else(|| self.wrong(field, name, "a number up to 32767")),
        }
    }

    /// Reads the checkers of White (field 0) or Black (field 1). Returns the counts by place, as that side numbers them.
    fn side(&self, field: usize, checkers: u8, name: &'static str) -> Result<[u8; PLACES], NotationError> {
        let bar = if field == 0 { OFF } else { BAR };
        let mut counts = [0; PLACES];
        let (mut on_board, mut total) = (0_u32, 0_u32);
        for letter in self.get(field).chars() {
            let place = match letter {
                '0'..='9' => letter as usize - '0' as usize,
                'a'..='q' => letter as usize - 'a' as usize + 10,
                _ => return Err(self.wrong(field, name, "0 to 9 and a to q, one for each checker")),
            };
            total += 1;
            if place > BAR {
                continue;
            }
            if matches!(place, OFF | BAR) && place != bar {
                return Err(self.wrong(field, name, "places on the board or on this player's own bar"));
            }
            on_board += 1;
            // Counts beyond 255 are refused below as too many checkers.
            counts[place] = u8::saturating_add(counts[place], 1);
        }
        match u8::try_from(i64::from(checkers) - i64::from(on_board)) {
            Ok(off) if total <= u32::from(checkers) => {
                let own_bar = counts[bar];
                if bar == OFF {
                    // The text numbers White's checkers from Black's side.
                    counts.reverse();
                    counts[BAR] = own_bar;
                }
                counts[OFF] = off;
                Ok(counts)
            }
            _ => Err(self.place.error(0, Problem::Checkers { side: name, found: total, checkers })),
        }
    }

    /// Reads the dice; `None` before the roll.
    fn dice(&self) -> Result<Option<(Die, Die)>, NotationError> {
        let die = |digit: u8| Die::new(digit.wrapping_sub(b'0')).ok();
        match self.get(3).as_bytes() {
            b"" => Ok(None),
            &[first, second] => match (die(first), die(second)) {
                (Some(first), Some(second)) => Ok(Some((first, second))),
                _ => Err(self.wrong(3, "the dice field", "two numbers from 1 to 6, or nothing")),
            },
            _ => Err(self.wrong(3, "the dice field", "two numbers from 1 to 6, or nothing")),
        }
    }

    /// Reads the match length, and whether this is the Crawford game.
    fn length(&self) -> Result<(u16, bool), NotationError> {
        let text = self.get(8);
        let digits = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
        let (length, modifier) = text.split_at(digits);
        let length = if length.is_empty() && modifier.is_empty() { Some(0) } else { decimal(length) };
        let games = modifier.get(1..).is_none_or(|games| games.bytes().all(|byte| byte.is_ascii_digit()));
        match (length, modifier.chars().next()) {
            (Some(length), None) => Ok((length, false)),
            (Some(length), Some('C')) if games => Ok((length, true)),
            (Some(length), Some('L' | 'G')) if games => Ok((length, false)),
            _ => Err(self.wrong(8, "the match length", "a number up to 32767, followed by C in the Crawford game")),
        }
    }
}

/// Reads a number up to [`MOST_POINTS`] that consists of digits only.
fn decimal(text: &str) -> Option<u16> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|&number| digits && number <= MOST_POINTS)
}

fn seat_of(letter: u8) -> Option<Seat> {
    match letter {
        b'W' => Some(Seat::Top),
        b'B' => Some(Seat::Bottom),
        _ => None,
    }
}

const fn letter_of(seat: Seat) -> char {
    match seat {
        Seat::Top => 'W',
        Seat::Bottom => 'B',
    }
}

impl Situation {
    /// Reads an OGID, with or without `OGID=` and surrounding whitespace.
    ///
    /// Each side has `checkers` checkers; if `None`, the number in field 11, or 15 without one.
    ///
    /// # Errors
    ///
    /// [`NotationError::Unreadable`] naming the field and what is wrong with it; [`NotationError::Position`] if the checkers
    /// do not form a legal position.
    pub fn from_ogid(text: &str, checkers: Option<u8>) -> Result<Self, NotationError> {
        let (body, before) = without_prefix(text, PREFIX);
        let place = Place { notation: Notation::Ogid, before };
        let found = body.split(':').count();
        if !(FEWEST_FIELDS..=FIELDS).contains(&found) {
            return Err(place.error(0, Problem::FieldCount { found, expected: "3 to 11" }));
        }
        let mut fields = Fields { fields: [""; FIELDS], place };
        for (field, text) in fields.fields.iter_mut().zip(body.split(':')) {
            *field = text;
        }
        let checkers = match (checkers, fields.number(10, "the number of checkers")?) {
            (Some(checkers), _) => checkers,
            (None, 0) if fields.get(10).is_empty() => 15,
            (None, written) => u8::try_from(written)
                .ok()
                .filter(|written| (1..=15).contains(written))
                .ok_or_else(|| fields.wrong(10, "the number of checkers", "a number from 1 to 15"))?,
        };
        let white = fields.side(0, checkers, "White")?;
        let black = fields.side(1, checkers, "Black")?;
        let wrong_cube = || fields.wrong(2, "the cube field", "N, W or B, a digit, and N or O");
        let (owner, exponent, is_offered) = match fields.get(2).as_bytes() {
            &[owner @ (b'N' | b'W' | b'B'), exponent @ b'0'..=b'9', action @ (b'N' | b'O')] => {
                (seat_of(owner), exponent - b'0', action == b'O')
            }
            _ => return Err(wrong_cube()),
        };
        let reached = match fields.get(4).as_bytes() {
            b"" => None,
            &[letter] if seat_of(letter).is_some() => seat_of(letter),
            _ => return Err(fields.wrong(4, "the player", "W or B")),
        };
        if !matches!(fields.get(5), "" | "I" | "IW" | "IB" | "R" | "D") {
            return Err(fields.wrong(5, "the state of the game", "I, IW, IB, R, D or nothing (a game in progress)"));
        }
        let turn = match reached {
            Some(doubler) if is_offered => doubler,
            Some(player) => player.other(),
            None => Seat::Top,
        };
        let (own, opponent) = if turn == Seat::Bottom { (black, white) } else { (white, black) };
        let position = Position::new(&own, &opponent)
            .map_err(|error| NotationError::Position { notation: Notation::Ogid, error })?;
        let (match_length, crawford) = fields.length()?;
        // Field 10 is checked, but not kept.
        let _ = fields.number(9, "the action number")?;
        let mut situation = Self {
            turn,
            dice: fields.dice()?,
            offer: is_offered.then_some(Offer::Double),
            cube_exponent: exponent,
            cube_owner: owner,
            max_cube_exponent: USUAL_MAX_CUBE_EXPONENT,
            score: [fields.number(6, "the score of White")?, fields.number(7, "the score of Black")?],
            match_length,
            crawford,
            ..Self::new(position)
        };
        situation.decides = situation.answering();
        match situation.problem_as_ogid() {
            None => Ok(situation),
            Some(problem) => Err(place.error(0, Problem::State(problem))),
        }
    }

    /// Returns why an OGID cannot be in this state: a contradiction, or a match that is over.
    fn problem_as_ogid(&self) -> Option<&'static str> {
        let most = self.score[0].max(self.score[1]);
        self.contradiction().or(match self.match_length {
            0 if self.crawford => Some("money play has no Crawford game (R8.3)"),
            0 => None,
            length if most >= length => Some("a player has already won the match"),
            length if self.crawford && most + 1 != length => Some(
                "neither player is one point short of winning the match, so this cannot be the Crawford game (R8.3)",
            ),
            _ => None,
        })
    }

    /// Returns the OGID without `OGID=`. It has ten fields, and an eleventh if a side does not have 15 checkers.
    ///
    /// # Errors
    ///
    /// [`NotationError::Unwritable`] if the game has not begun or is over, a beaver, a raccoon or a resignation is unanswered,
    /// the cube exponent is above 9, a player has already won the match, or the fields contradict each other.
    pub fn to_ogid(&self) -> Result<String, NotationError> {
        self.check_playing(Notation::Ogid)?;
        let unwritable = |problem| Err(NotationError::Unwritable { notation: Notation::Ogid, problem });
        let refused = match self.offer {
            Some(Offer::Beaver) => Some("a beaver is unanswered"),
            Some(Offer::Raccoon) => Some("a raccoon is unanswered"),
            Some(Offer::Double) | None => self.problem_as_ogid(),
        };
        if let Some(state) = refused {
            return unwritable(Problem::State(state));
        }
        let [white_score, black_score] = self.score;
        for (field, value, most, expected) in [
            ("the cube exponent", u16::from(self.cube_exponent), u16::from(MOST_EXPONENT), "a number up to 9"),
            ("the score of White", white_score, MOST_POINTS, "a number up to 32767"),
            ("the score of Black", black_score, MOST_POINTS, "a number up to 32767"),
            ("the match length", self.match_length, MOST_POINTS, "a number up to 32767"),
        ] {
            if value > most {
                return unwritable(Problem::Field { field, found: value.to_string(), expected });
            }
        }
        let seen = self.position_seen_from(Seat::Bottom);
        let letters = |count_at: &dyn Fn(usize) -> u8| -> String {
            (0..PLACES)
                .flat_map(|place| {
                    let letter = char::from_digit(place as u32, 36).expect("26 places have a digit or a letter");
                    std::iter::repeat_n(letter, usize::from(count_at(place)))
                })
                .collect()
        };
        let white = letters(&|place| if place == BAR { 0 } else { seen.opponent().count(BAR - place) });
        let black = letters(&|place| if place == OFF { 0 } else { seen.own().count(place) });
        let owner = self.cube_owner.map_or('N', letter_of);
        let (action, reached, done) = match (self.offer, self.dice) {
            (Some(_), _) => ('O', self.turn, "D"),
            (None, Some(_)) => ('N', self.turn.other(), "R"),
            (None, None) => ('N', self.turn.other(), ""),
        };
        let dice = self.dice.map_or(String::new(), |(first, second)| format!("{}{}", first.number(), second.number()));
        let length = if self.match_length == 0 { String::new() } else { self.match_length.to_string() };
        let crawford = if self.crawford { "C" } else { "" };
        let checkers = match self.position.checkers() {
            15 => String::new(),
            checkers => format!(":{checkers}"),
        };
        Ok(format!(
            "{white}:{black}:{owner}{}{action}:{dice}:{}:{done}:{white_score}:{black_score}:{length}{crawford}:{checkers}",
            self.cube_exponent,
            letter_of(reached),
        ))
    }
}
