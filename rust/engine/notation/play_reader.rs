//! Reads the text of a play without looking at a board.

use super::error::{Notation, NotationError, Problem};
use crate::dice::Roll;
use crate::point::{BAR, OFF};

/// One checker's written move from a place to another, made with one die or several.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct WrittenMove {
    /// The point the checker leaves, or 25 for the bar.
    pub source: u8,
    /// The point it lands on, or 0 for off.
    pub destination: u8,
    /// Whether the text marks a hit at the destination.
    pub hit: bool,
}

/// A written play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct WrittenPlay {
    /// The dice written before the moves, as in `31: 8/5 6/5`.
    pub roll: Option<Roll>,
    /// The moves. A move with a count is repeated; without a legal play there are none.
    pub moves: Vec<WrittenMove>,
}

/// Phrases that say that there is no legal play, in lowercase and without spaces and punctuation.
const PASSES: [&str; 12] = [
    "cannotmove",
    "cantmove",
    "nomove",
    "nomoves",
    "noplay",
    "nolegalmove",
    "nolegalmoves",
    "nolegalplay",
    "nolegalplays",
    "pass",
    "dance",
    "dances",
];

/// The largest accepted number of characters, many times what a play needs.
const MOST_CHARACTERS: usize = 400;

/// Reads a play.
pub(super) fn read(text: &str) -> Result<WrittenPlay, NotationError> {
    let characters: Vec<char> = text.chars().take(MOST_CHARACTERS + 1).collect();
    if characters.len() > MOST_CHARACTERS {
        let problem = Problem::Expected { found: characters.last().copied(), expected: "the end of a play" };
        return Err(unreadable(MOST_CHARACTERS, problem));
    }
    let mut cursor = Cursor { characters: &characters, at: 0 };
    let roll = match characters.iter().position(|&character| character == ':') {
        Some(colon) => {
            let before = &characters[..colon];
            cursor.at = colon + 1;
            Some(dice(before)?)
        }
        None => None,
    };
    let mut moves = Vec::new();
    if !cursor.says_pass() {
        cursor.skip(is_separator);
        while cursor.peek().is_some() {
            cursor.read_moves(&mut moves)?;
            cursor.skip(is_separator);
        }
    }
    Ok(WrittenPlay { roll, moves })
}

fn unreadable(at: usize, problem: Problem) -> NotationError {
    NotationError::Unreadable { notation: Notation::Play, column: at + 1, problem }
}

/// Whether the character separates moves.
fn is_separator(character: char) -> bool {
    character.is_whitespace() || matches!(character, ',' | ';')
}

/// Reads the dice before the colon: two digits, with optional brackets, hyphen, comma and spaces.
fn dice(before: &[char]) -> Result<Roll, NotationError> {
    let blanks = before.iter().take_while(|character| character.is_whitespace()).count();
    let is_kept = |c: &char| !c.is_whitespace() && !matches!(c, '-' | ',' | '(' | ')');
    let numbers: Vec<char> = before.iter().copied().filter(is_kept).collect();
    let number = |character: char| character.to_digit(10).and_then(|n| u8::try_from(n).ok());
    if let [first, second] = numbers[..]
        && let (Some(first), Some(second)) = (number(first), number(second))
        && let Ok(roll) = Roll::new(first, second)
    {
        return Ok(roll);
    }
    let found: String = before.iter().collect::<String>().trim().to_owned();
    let problem = Problem::Field { field: "the roll", found, expected: "two numbers from 1 to 6" };
    Err(unreadable(blanks, problem))
}

struct Cursor<'a> {
    characters: &'a [char],
    at: usize,
}

/// A written place.
#[derive(Clone, Copy)]
struct Place {
    /// 1 to 24, 25 for the bar or 0 for off.
    number: u8,
    /// Index of its first character in the text.
    at: usize,
    /// Whether a `*` follows.
    hit: bool,
}

impl Cursor<'_> {
    fn peek(&self) -> Option<char> {
        self.characters.get(self.at).copied()
    }

    fn skip(&mut self, is_skipped: impl Fn(char) -> bool) {
        while self.peek().is_some_and(&is_skipped) {
            self.at += 1;
        }
    }

    /// Returns whether the rest of the text is blank or one of [`PASSES`].
    fn says_pass(&self) -> bool {
        let rest = &self.characters[self.at..];
        let word: String = rest.iter().filter(|c| c.is_alphanumeric()).flat_map(|c| c.to_lowercase()).collect();
        rest.iter().all(|c| c.is_whitespace()) || PASSES.contains(&word.as_str())
    }

    /// Takes the character `wanted`, and any whitespace before it, if it comes next.
    fn take(&mut self, wanted: char) -> bool {
        let before = self.at;
        self.skip(char::is_whitespace);
        if self.peek() == Some(wanted) {
            self.at += 1;
            true
        } else {
            self.at = before;
            false
        }
    }

    /// Takes the separator between two places of one checker, if it comes next: a slash, a hyphen or an arrow.
    fn take_step(&mut self) -> bool {
        if self.take('-') {
            self.take('>');
            return true;
        }
        self.take('/') || self.take('>') || self.take('→')
    }

    /// Reads one checker's path and its count, such as `13/11*/8(2)`, as moves between successive places.
    fn read_moves(&mut self, moves: &mut Vec<WrittenMove>) -> Result<(), NotationError> {
        let mut from = self.place()?;
        if from.hit {
            let problem = Problem::Expected { found: Some('*'), expected: "a slash" };
            return Err(unreadable(self.at - 1, problem));
        }
        let start = moves.len();
        while self.take_step() {
            self.skip(char::is_whitespace);
            let to = self.place()?;
            for (place, edge, expected) in [
                (from, OFF, "a place to move from: a point or the bar"),
                (to, BAR, "a place to move to: a point or off"),
            ] {
                if usize::from(place.number) == edge {
                    let found = self.characters.get(place.at).copied();
                    return Err(unreadable(place.at, Problem::Expected { found, expected }));
                }
            }
            moves.push(WrittenMove { source: from.number, destination: to.number, hit: to.hit });
            from = to;
        }
        if moves.len() == start {
            let expected = "a slash and the place to move to";
            return Err(unreadable(self.at, Problem::Expected { found: self.peek(), expected }));
        }
        let count = self.count()?;
        if self.take('*')
            && let Some(last) = moves.last_mut()
        {
            last.hit = true;
        }
        if let Some(last) = moves.last()
            && last.hit
            && usize::from(last.destination) == OFF
        {
            let expected = "no `*` (a checker that is borne off cannot hit)";
            let found = Some('*');
            return Err(unreadable(self.at - 1, Problem::Expected { found, expected }));
        }
        let once = moves[start..].to_vec();
        for _ in 1..count {
            moves.extend_from_slice(&once);
        }
        Ok(())
    }

    /// Reads a place and the `*` of a hit after it.
    fn place(&mut self) -> Result<Place, NotationError> {
        let at = self.at;
        let digits = self.peek().is_some_and(|c| c.is_ascii_digit());
        if digits {
            self.skip(|c| c.is_ascii_digit());
        } else {
            self.skip(char::is_alphabetic);
        }
        let word: String = self.characters[at..self.at].iter().collect();
        let number = match word.to_lowercase().as_str() {
            "bar" | "b" => Some(BAR as u8),
            "off" | "o" => Some(OFF as u8),
            number if digits => number.parse().ok().filter(|&n: &u8| usize::from(n) <= BAR),
            _ => None,
        };
        let Some(number) = number else {
            let problem = if word.is_empty() {
                Problem::Expected { found: self.peek(), expected: "a place (1 to 24, bar or off)" }
            } else {
                Problem::Field { field: "the place", found: word, expected: "1 to 24, bar or off" }
            };
            return Err(unreadable(at, problem));
        };
        let hit = self.take('*');
        Ok(Place { number, at, hit })
    }

    /// Reads the count after a move, such as `(2)`; without a count it is 1.
    fn count(&mut self) -> Result<u8, NotationError> {
        if !self.take('(') {
            return Ok(1);
        }
        self.skip(char::is_whitespace);
        let at = self.at;
        self.skip(|c| !matches!(c, ')') && !is_separator(c));
        let found: String = self.characters[at..self.at].iter().collect();
        let count = match found.as_str() {
            "1" => 1,
            "2" => 2,
            "3" => 3,
            "4" => 4,
            _ => {
                let field = "the count";
                let problem = Problem::Field { field, found, expected: "a number from 1 to 4" };
                return Err(unreadable(at, problem));
            }
        };
        if self.take(')') {
            Ok(count)
        } else {
            let expected = "a closing bracket";
            Err(unreadable(self.at, Problem::Expected { found: self.peek(), expected }))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> Vec<(u8, u8, bool)> {
        let triple = |written: &WrittenMove| (written.source, written.destination, written.hit);
        read(text).map_or(Vec::new(), |written| written.moves.iter().map(triple).collect())
    }

    fn message(text: &str) -> String {
        read(text).map_or_else(|error| error.to_string(), |written| format!("{written:?}"))
    }

    #[test]
    fn a_path_is_split_into_moves() {
        assert_eq!(moves("13/11*/8"), [(13, 11, true), (11, 8, false)]);
        let two = [(25, 20, true), (25, 20, true), (6, 0, false)];
        assert_eq!(moves("bar/20*(2) 6/off"), two);
        assert_eq!(moves("8/5*6/5"), [(8, 5, true), (6, 5, false)]);
        assert_eq!(moves("24/18(2)*"), [(24, 18, true), (24, 18, true)]);
        assert_eq!(moves("B → 22 , 6 / O"), [(25, 22, false), (6, 0, false)]);
        assert_eq!(moves("13/11/9 (2)"), [(13, 11, false), (11, 9, false)].repeat(2));
    }

    #[test]
    fn the_dice_may_precede_a_colon() {
        let roll = |text| read(text).map(|written| written.roll);
        for text in ["31: 8/5", "13:8/5", " 3-1 : 8/5", "(31): 8/5", "3, 1: 8/5"] {
            assert_eq!(roll(text), Ok(Roll::new(3, 1).ok()), "{text}");
        }
        assert_eq!(roll("8/5"), Ok(None));
        for text in ["3: 8/5", "311: 8/5", "01: 8/5", "3x: 8/5", "é1: 8/5"] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn columns_count_characters() {
        let said = "play, column 5: the place is `é`; expected 1 to 24, bar or off";
        assert_eq!(message("8/5 é/5"), said);
        assert!(message("→→ 8/5 ∞").starts_with("play, column 1: expected a place (1 to 24, bar or off), got `→`"));
        assert!(message("B→22 ∞").starts_with("play, column 6: expected a place (1 to 24, bar or off), got `∞`"));
    }

    #[test]
    fn a_text_too_long_for_a_play_is_refused() {
        assert!(read(&" ".repeat(MOST_CHARACTERS)).is_ok());
        assert!(read(&" ".repeat(MOST_CHARACTERS + 1)).is_err());
    }
}
