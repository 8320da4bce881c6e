//! Plays as people write them: `8/5 6/5`, `13/11*/8`, `bar/22`, `6/off(2)`.

use std::fmt;

use super::error::{Notation, NotationError, Problem};
use super::illegal::IllegalPlay;
use super::play_reader::{self, WrittenMove};
use super::trial::{Places, Trial};
use super::why_illegal::why_illegal;
use crate::dice::Roll;
use crate::movegen;
use crate::play::{Move, Moves, Play};
use crate::point::{BAR, OFF, Point};
use crate::position::{Position, Side};

/// The text of a turn in which nothing can be played.
pub const CANNOT_MOVE: &str = "Cannot Move";

/// A play read from a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParsedPlay {
    /// The roll it was played with.
    pub roll: Roll,
    /// The play, equal to one of the generated legal plays; without moves if nothing can be played.
    pub play: Play,
    /// Hits that the text marks wrongly or leaves unmarked.
    pub remarks: Vec<Remark>,
}

/// A mistake in the text of a play that does not make the play ambiguous.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remark {
    /// A blot is hit on the point, and the text has no `*` there.
    HitNotMarked {
        /// The point, as the player who moves numbers it.
        point: Point,
    },
    /// The text has a `*` at the point, and nothing is hit there.
    NothingHit {
        /// The point, as the player who moves numbers it.
        point: Point,
    },
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::HitNotMarked { point } => {
                write!(f, "a blot is hit on the {}-point, but no * marks it", point.number())
            }
            Self::NothingHit { point } => {
                write!(f, "a * marks a hit on the {}-point, but nothing is hit there", point.number())
            }
        }
    }
}

/// Writes a place: `bar`, `off` or the point's number.
struct Place(u8);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match usize::from(self.0) {
            OFF => f.write_str("off"),
            BAR => f.write_str("bar"),
            point => point.fmt(f),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", Place(self.source), Place(self.destination))
    }
}

/// The path of a checker, and how many checkers follow it.
#[derive(Debug, Clone)]
struct CheckerPath {
    /// The places on the path, including the start and the end.
    places: Vec<u8>,
    /// The places where a blot is hit.
    hits: Places,
    checkers: usize,
}

impl fmt::Display for CheckerPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = self.places.len() - 1;
        for (i, &place) in self.places.iter().enumerate() {
            let hit = self.hits.contains(place);
            if i == 0 {
                write!(f, "{}", Place(place))?;
            } else if hit || i == last {
                write!(f, "/{}{}", Place(place), if hit { "*" } else { "" })?;
            }
        }
        if self.checkers > 1 { write!(f, "({})", self.checkers) } else { Ok(()) }
    }
}

/// Writes the canonical text. Higher sources come first, one checker's moves are joined between hits, and equal moves of several
/// checkers are written once with a count. A play without moves is [`CANNOT_MOVE`].
impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let paths = checker_paths(*self);
        if paths.is_empty() {
            return f.write_str(CANNOT_MOVE);
        }
        for (i, path) in paths.iter().enumerate() {
            write!(f, "{}{path}", if i == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

fn checker_paths(play: Play) -> Vec<CheckerPath> {
    // Sorting is safe: a legal play is also legal from the highest source down. It gives each set of moves a single text.
    let mut moves: Vec<Move> = play.moves.iter().collect();
    moves.sort_by(|a, b| b.cmp(a));
    let opponent = play.from.opponent();
    let mut hit_so_far = Places::default();
    let mut paths: Vec<CheckerPath> = Vec::new();
    for Move { source, destination } in moves {
        let is_hit = is_blot(opponent, destination) && !hit_so_far.contains(destination);
        let mut hits = Places::default();
        if is_hit {
            hits.insert(destination);
            hit_so_far.insert(destination);
        }
        match paths.iter_mut().find(|path| path.places.last() == Some(&source)) {
            Some(path) => {
                path.places.push(destination);
                path.hits = path.hits.union(hits);
            }
            None => paths.push(CheckerPath { places: vec![source, destination], hits, checkers: 1 }),
        }
    }
    let mut counted: Vec<CheckerPath> = Vec::with_capacity(paths.len());
    for path in paths {
        match counted.iter_mut().find(|other| other.places == path.places) {
            Some(other) => {
                other.hits = other.hits.union(path.hits);
                other.checkers += 1;
            }
            None => counted.push(path),
        }
    }
    let ends = |path: &CheckerPath| (path.places.first().copied(), path.places.last().copied());
    counted.sort_by_key(|path| std::cmp::Reverse(ends(path)));
    counted
}

/// Whether a checker landing on the mover's `point` hits.
fn is_blot(opponent: Side, point: u8) -> bool {
    matches!(point, 1..=24) && opponent.count(BAR - usize::from(point)) == 1
}

/// Parses a play made in `position`, and finds it among the legal plays.
///
/// The text may start with the dice (`31: 8/5 6/5`), which must match `roll` if both are given. Moves may come in any order, be
/// joined for one checker (`13/8/2`, `24/13`) and have a count (`6/4(2)`). The bar is `bar`, `b` or `25`; off is `off`, `o` or
/// `0`. Case is ignored, `-` or `>` may replace the slash, and commas or spaces separate moves. An empty text, or a phrase such
/// as `Cannot Move`, says that there is no legal play.
///
/// If a checker can take two paths, the marked hits decide: `13/8` hits nothing on the way if that is possible, and `13/11*/8`
/// hits on the 11-point. An extra or missing `*` is accepted if the play is unambiguous, and reported as a [`Remark`].
///
/// # Errors
///
/// [`NotationError::Unreadable`] if the text is not a play, names dice other than `roll`, names none although `roll` is `None`,
/// or fits two plays; [`NotationError::Illegal`] if the play breaks a rule.
pub fn parse_play(position: Position, roll: Option<Roll>, text: &str) -> Result<ParsedPlay, NotationError> {
    let written = play_reader::read(text)?;
    let unreadable = |problem| NotationError::Unreadable { notation: Notation::Play, column: 1, problem };
    let roll = match (roll, written.roll) {
        (Some(rolled), Some(found)) if rolled != found => {
            return Err(unreadable(Problem::OtherDice { found, rolled }));
        }
        (Some(roll), _) | (None, Some(roll)) => roll,
        (None, None) => return Err(unreadable(Problem::NoDice)),
    };
    let legal = movegen::plays(position, roll);
    if written.moves.is_empty() && legal.is_empty() && !position.is_over() {
        let play = Play { from: position, moves: Moves::default(), position: position.swap() };
        return Ok(ParsedPlay { roll, play, remarks: Vec::new() });
    }
    let trials = Trial::all(position, roll, &written.moves);
    let (matches, also) = best_matches(&legal, &trials, &written.moves);
    match (matches, also) {
        (Some((play, remarks)), None) => Ok(ParsedPlay { roll, play, remarks }),
        (Some((one, _)), Some(other)) => {
            Err(unreadable(Problem::Ambiguous { one: one.to_string(), other: other.to_string() }))
        }
        (None, _) => {
            let reason = why_illegal(position, roll, &written.moves, &trials, &legal);
            Err(NotationError::Illegal(IllegalPlay { text: text.to_owned(), roll, reason }))
        }
    }
}

/// Returns the legal play whose hits differ least from the marked ones, with its remarks, and another play that fits equally
/// well, if any.
fn best_matches(
    legal: &[Play],
    trials: &[Trial],
    moves: &[WrittenMove],
) -> (Option<(Play, Vec<Remark>)>, Option<Play>) {
    let mut marked = Places::default();
    for written in moves.iter().filter(|written| written.hit) {
        marked.insert(written.destination);
    }
    let mut best: Option<(u32, Play, Places)> = None;
    let mut also = None;
    for reached in trials.iter().filter_map(|trial| trial.result.as_ref().ok()) {
        let Some(play) = legal.iter().find(|play| play.position == reached.position) else {
            continue;
        };
        let hits = reached.hits;
        let wrong = hits.difference(marked).len() + marked.difference(hits).len();
        match &best {
            Some((least, found, _)) if found == play || wrong > *least => {}
            Some((least, _, _)) if wrong == *least => also = Some(*play),
            _ => {
                best = Some((wrong, *play, hits));
                also = None;
            }
        }
    }
    let best = best.map(|(_, play, hits)| {
        let missing = hits.difference(marked).points().map(|point| Remark::HitNotMarked { point });
        let extra = marked.difference(hits).points().map(|point| Remark::NothingHit { point });
        (play, missing.chain(extra).collect())
    });
    (best, also)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_printed_alone() {
        assert_eq!(Move { source: 25, destination: 20 }.to_string(), "bar/20");
        assert_eq!(Move { source: 3, destination: 0 }.to_string(), "3/off");
    }

    #[test]
    fn the_order_of_the_moves_does_not_change_the_text() {
        let text = |moves: &[(usize, usize)]| {
            let moves = moves.iter().fold(Moves::default(), |moves, m| moves.then(m.0, m.1));
            Play { from: Position::START, moves, position: Position::START }.to_string()
        };
        assert_eq!(text(&[(8, 2), (13, 8)]), "13/2");
        assert_eq!(text(&[(13, 8), (8, 2)]), "13/2");
        assert_eq!(text(&[(6, 5), (8, 5)]), "8/5 6/5");
        assert_eq!(text(&[(6, 4), (13, 11), (6, 4), (13, 11)]), "13/11(2) 6/4(2)");
        assert_eq!(text(&[]), CANNOT_MOVE);
    }
}
