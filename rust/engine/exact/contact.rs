//! Games with up to three checkers on each side, complete with hits, the bar, gammons and the cube, for money.
//!
//! They are hypergammon with one, two or three checkers, and endings of backgammon in which all other checkers are off. Hits
//! lead back to earlier positions, so the values are found by value iteration: sweeps over all positions until the values no
//! longer change. Each sweep proceeds from low to high pip counts, so it uses the new values of all positions after plays
//! without a hit.
//!
//! The values are those of the player on roll who does not double this turn. At every later turn both sides double, take and
//! pass as is best for them, and the cube has no limit. The probabilities belong to the plays that maximise cubeless equity;
//! where several do, their split into wins and gammons is that of one of them.
//!
//! # Example
//!
//! ```
//! use std::sync::Arc;
//! use gammon::exact::Contact;
//! use gammon::parallel::{Control, thread_count};
//! use gammon::Position;
//!
//! let file = Contact::solve(1, 1, thread_count(None), &Control::default()).expect("nobody stopped it");
//! let table = Contact::from_bytes(Arc::new(file))?;
//! // Each side's only checker on its 24-point: the player on roll wins 60 % of the games.
//! let mut side = [0; 26];
//! side[24] = 1;
//! let [win, win_gammon, ..] = table.values(Position::new(&side, &side)?).expect("one checker on each side");
//! assert!((0.60..0.61).contains(&win), "{win}");
//! assert_eq!(win, win_gammon, "the loser has borne off no checker");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::num::NonZero;
use std::sync::{Mutex, PoisonError};

use crate::dice::Roll;
use crate::eval::{Table, clamped};
use crate::exact::arrangements::{Arrangements, MOST_POINTS};
use crate::exact::file::{self, Bytes, Contents, Extent, Kind, TableFileError, rounded, value_of};
use crate::memory::{self, Halt};
use crate::movegen;
use crate::outcome::{Outcome, Win};
use crate::parallel::{self, Control};
use crate::position::{MAX_CHECKERS, Position, Side};
use crate::value::{Cube, CubeModel, CubeOwner, Scoring};

/// The largest number of checkers of a side on the board.
pub const MOST: usize = 3;

/// Sweeps end when no equity changes by more than this.
const CHANGE: f64 = 1e-11;

/// The number of digits that sweeps establish, which is what progress counts.
pub const DIGITS: u64 = 11;

/// The numbers stored for a position: five probabilities without a cube, then five values with one.
const NUMBERS: usize = 10;

/// Where the values with a cube begin.
const CUBEFUL: usize = 5;

/// Stored numbers are multiples of 2^-29.
const BITS: u8 = 29;

/// The numbers of a position, from the point of view of the player on roll.
pub type Values = [f64; NUMBERS];

/// A solved table of games with few checkers.
#[derive(Debug, Clone)]
pub struct Contact {
    arrangements: Arrangements,
    checkers: u8,
    contents: Contents,
}

impl Contact {
    /// Solves games of `checkers` checkers on each side with at most `most` of them on the board, 1 to 3, and returns the
    /// contents of the file: 40 bytes for each pair of arrangements. In hypergammon all checkers may be on the board.
    ///
    /// Values are solved with 64-bit floating point until they change by less than 1e-11, and stored rounded to multiples of
    /// 2^-29. `control` counts the digits that are established, from 0 to [`DIGITS`].
    ///
    /// # Errors
    ///
    /// [`Halt`] if `control` was stopped, or if there is not enough memory.
    ///
    /// # Panics
    ///
    /// If a number is out of range.
    pub fn solve(checkers: u8, most: usize, threads: NonZero<usize>, control: &Control) -> Result<Vec<u8>, Halt> {
        let solver = Solver::solved(checkers, most, threads, control)?;
        let mut file = memory::try_with_capacity(64 + 4 * NUMBERS * solver.values.len())?;
        file::start(Kind::Contact, Extent { points: MOST_POINTS, most, checkers }, &mut file);
        file.extend(solver.values.iter().flatten().flat_map(|&value| rounded(value, BITS).to_le_bytes()));
        file::finish(&mut file);
        Ok(file)
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// [`TableFileError`] if it is not a file of such a table, or damaged.
    pub fn from_bytes(bytes: Bytes) -> Result<Self, TableFileError> {
        let (contents, extent) = Contents::read(bytes, Kind::Contact)?;
        let arrangements = arrangements(extent).ok_or(TableFileError::Header)?;
        contents.expect(4 * NUMBERS * arrangements.count().pow(2))?;
        Ok(Self { arrangements, checkers: extent.checkers, contents })
    }

    /// Checkers of a side, including those borne off.
    #[must_use]
    pub const fn checkers(&self) -> u8 {
        self.checkers
    }

    /// The most checkers that a side may have on the board.
    #[must_use]
    pub const fn most(&self) -> usize {
        self.arrangements.most()
    }

    /// The size of the file in bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.contents.size()
    }

    /// Five probabilities without a cube, then five values with a cube and without a double this turn.
    ///
    /// The values are those with the cube in the centre, first without the Jacoby rule, then with it, then with it and
    /// beavers. The last two are those with the cube owned by the player on roll, and owned by the opponent.
    ///
    /// `None` if the table does not cover the position or the game is over.
    #[must_use]
    pub fn values(&self, position: Position) -> Option<Values> {
        let (own, opponent) = (position.own(), position.opponent());
        let (own_number, opponent_number) = (self.arrangements.number(own)?, self.arrangements.number(opponent)?);
        if own_number == 0 || opponent_number == 0 || own.checkers() != self.checkers {
            return None;
        }
        Some(self.at(own_number, opponent_number))
    }

    #[inline]
    fn at(&self, own: usize, opponent: usize) -> Values {
        self.contents
            .numbers(NUMBERS * (own * self.arrangements.count() + opponent))
            .map(|stored| value_of(stored, BITS))
    }

    /// The largest difference between a stored equity or value and what the stored numbers after the best plays give, over all
    /// positions.
    ///
    /// It is what rounding leaves, about 1e-8, unless the table is wrong. `control` counts positions, of which there are
    /// [`Contact::positions`].
    ///
    /// # Errors
    ///
    /// [`Halt`] if `control` was stopped, or if there is not enough memory.
    pub fn residual(&self, threads: NonZero<usize>, control: &Control) -> Result<f64, Halt> {
        let solver = Solver::new(self.arrangements, self.checkers)?;
        let pieces = solver.layers.iter().flat_map(|layer| &layer.pieces);
        let largest = Mutex::new(0.0_f64);
        parallel::for_each(threads, control, pieces, Vec::new, |buffer, piece| {
            let piece = Piece { pairs: piece.pairs.clone(), results: solver.results(&piece.pairs, buffer) };
            let (_, change) = solver.found(&piece, |own, opponent| self.at(own, opponent));
            let mut largest = largest.lock().unwrap_or_else(PoisonError::into_inner);
            *largest = largest.max(change);
            control.advance(piece.pairs.len() as u64);
        });
        if control.is_stopped() {
            return Err(Halt::Stopped);
        }
        Ok(largest.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// An upper limit on the number of positions: pairs of arrangements with a checker on the board on each side.
    #[must_use]
    pub const fn positions(&self) -> usize {
        (self.arrangements.count() - 1).pow(2)
    }
}

impl Table for Contact {
    fn outcome(&self, position: Position) -> Option<Outcome> {
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon, ..] = self.values(position)?;
        Some(clamped(
            position,
            [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon].map(|value| value as f32),
        ))
    }

    fn no_double(&self, position: Position, model: &CubeModel, cube: Cube) -> Option<f64> {
        let Scoring::Money { jacoby, beavers, .. } = model.scoring() else { return None };
        // The cube of most programs is limited to 1024: ten doubles away before a double, and nine after it.
        if !model.can_be_doubled(cube, 9) {
            return None;
        }
        let [_, _, _, _, _, centred, jacoby_centred, jacoby_beavers_centred, own, opponent] = self.values(position)?;
        Some(match cube.owner() {
            CubeOwner::Centre if jacoby && beavers => jacoby_beavers_centred,
            CubeOwner::Centre if jacoby => jacoby_centred,
            CubeOwner::Centre => centred,
            CubeOwner::OnRoll => own,
            CubeOwner::Opponent => opponent,
        })
    }
}

fn arrangements(extent: Extent) -> Option<Arrangements> {
    let is_possible = extent.points == MOST_POINTS
        && (1..=MOST).contains(&extent.most)
        && extent.most <= extent.checkers.into()
        && extent.checkers <= MAX_CHECKERS;
    if is_possible { Arrangements::new(extent.points, extent.most) } else { None }
}

/// The positions in the order of a sweep, and their values.
struct Solver {
    arrangements: Arrangements,
    sides: Vec<Side>,
    /// What the player on roll wins by bearing off the last checker, for each arrangement of the opponent's checkers.
    won: Vec<Values>,
    /// The positions in layers of equal pip count, first those without contact. Positions of a layer do not use each other's
    /// new values, so that threads make no difference.
    layers: Vec<Layer>,
    values: Vec<Values>,
}

struct Layer {
    pieces: Vec<Piece>,
    is_contact: bool,
}

/// Positions that one thread works on at a time.
struct Piece {
    /// The numbers of the arrangements of the player on roll and of the opponent.
    pairs: Vec<(u16, u16)>,
    results: Results,
}

/// The results of all rolls of consecutive positions. Kept in this form, they are read many times faster than generated.
///
/// Each result is the number of the arrangement of the player who moved, with two flags. After a hit, a second number is the
/// opponent's new arrangement.
#[derive(Default)]
struct Results(Vec<u16>);

/// The opponent's arrangement has changed.
const HIT: u16 = 1 << 15;
/// The last result of a roll.
const LAST: u16 = 1 << 14;

impl Solver {
    fn new(arrangements: Arrangements, checkers: u8) -> Result<Self, Halt> {
        const PIECE: usize = 256;
        let sides = arrangements.sides(checkers)?;
        let pips: Vec<_> = sides.iter().map(|side| side.pip_count()).collect();
        let mut pairs = Vec::new();
        // Number 0 has no checker on the board: the game is over.
        for opponent in 1..sides.len() {
            memory::try_reserve(&mut pairs, sides.len())?;
            pairs.extend((1..sides.len()).filter_map(|own| {
                let position = Position::new(&sides[own].to_counts(), &sides[opponent].to_counts()).ok()?;
                Some((pips[own] + pips[opponent], position.is_contact(), own as u16, opponent as u16))
            }));
        }
        pairs.sort_by_key(|&(pips, is_contact, _, _)| (pips, is_contact));
        let mut layers = Vec::new();
        for layer in pairs.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let pieces = layer.chunks(PIECE).map(|piece| Piece {
                pairs: piece.iter().map(|&(_, _, own, opponent)| (own, opponent)).collect(),
                results: Results::default(),
            });
            layers.push(Layer { pieces: pieces.collect(), is_contact: layer[0].1 });
        }
        let won = sides.iter().map(|&opponent| {
            let over = Position { own: sides[0], opponent };
            over.result().map_or([0.0; NUMBERS], |(_, by)| won(by))
        });
        Ok(Self { arrangements, won: won.collect(), sides, layers, values: Vec::new() })
    }

    /// Solves a table; see [`Contact::solve`].
    fn solved(checkers: u8, most: usize, threads: NonZero<usize>, control: &Control) -> Result<Self, Halt> {
        let extent = Extent { points: MOST_POINTS, most, checkers };
        let mut solver = Self::new(arrangements(extent).expect("up to three checkers on the board"), checkers)?;
        solver.solve(threads, control)?;
        Ok(solver)
    }

    fn solve(&mut self, threads: NonZero<usize>, control: &Control) -> Result<(), Halt> {
        self.values = memory::try_filled([0.0; NUMBERS], self.sides.len().pow(2))?;
        let mut digits = 0;
        let mut layers = std::mem::take(&mut self.layers);
        let mut found = Vec::new();
        loop {
            let mut largest: f64 = 0.0;
            for layer in &mut layers {
                found.clear();
                found.resize_with(layer.pieces.len(), || (Vec::new(), 0.0));
                let is_contact = layer.is_contact;
                let work = layer.pieces.iter_mut().zip(&mut found);
                parallel::for_each(threads, control, work, Vec::new, |buffer, (piece, (found, change))| {
                    if piece.results.0.is_empty() {
                        piece.results = self.results(&piece.pairs, buffer);
                    }
                    (*found, *change) = self.found(piece, |own, opponent| self.value(own, opponent));
                    if !is_contact {
                        // One sweep solves positions without contact.
                        piece.results = Results::default();
                    }
                });
                if control.is_stopped() {
                    return Err(Halt::Stopped);
                }
                for (piece, (found, change)) in layer.pieces.iter().zip(&found) {
                    largest = largest.max(*change);
                    for (&(own, opponent), &found) in piece.pairs.iter().zip(found) {
                        self.values[usize::from(own) * self.sides.len() + usize::from(opponent)] = found;
                    }
                }
            }
            let established = (-largest.log10()).clamp(0.0, DIGITS as f64) as u64;
            if established > digits {
                control.advance(established - digits);
                digits = established;
            }
            if largest <= CHANGE {
                return Ok(());
            }
            layers.retain(|layer| layer.is_contact);
        }
    }

    fn value(&self, own: usize, opponent: usize) -> Values {
        self.values[own * self.sides.len() + opponent]
    }

    /// Computes the values of positions from those after the best plays, and the largest difference from the present ones.
    fn found(&self, piece: &Piece, values: impl Fn(usize, usize) -> Values) -> (Vec<Values>, f64) {
        let mut results = piece.results.0.iter();
        let mut largest: f64 = 0.0;
        let found = piece.pairs.iter().map(|&(own, opponent)| {
            let (own, opponent) = (usize::from(own), usize::from(opponent));
            let found = self.values_of(opponent, &mut results, &values);
            largest = largest.max(change(&found, &values(own, opponent)));
            found
        });
        (found.collect(), largest)
    }

    /// Generates the results of all rolls of some positions.
    fn results(&self, pairs: &[(u16, u16)], buffer: &mut Vec<Position>) -> Results {
        let number = |side| self.arrangements.number(side).expect("plays put no checker back on the board") as u16;
        let mut words = Vec::new();
        for &(own, opponent) in pairs {
            let position = Position { own: self.sides[usize::from(own)], opponent: self.sides[usize::from(opponent)] };
            for roll in Roll::all() {
                buffer.clear();
                movegen::append_results(position, roll, buffer);
                if buffer.is_empty() {
                    buffer.push(position.swap());
                }
                for (at, result) in buffer.iter().enumerate() {
                    let last = if at + 1 == buffer.len() { LAST } else { 0 };
                    let after = number(result.opponent());
                    if result.own() == position.opponent() {
                        words.push(after | last);
                    } else {
                        words.extend([after | last | HIT, number(result.own())]);
                    }
                }
            }
        }
        words.shrink_to_fit();
        Results(words)
    }

    /// Computes the values of the position whose results come next.
    fn values_of(
        &self,
        opponent: usize,
        results: &mut std::slice::Iter<'_, u16>,
        values: impl Fn(usize, usize) -> Values,
    ) -> Values {
        let mut next = || results.next().copied().expect("the results of all rolls");
        let mut sums = [0.0; NUMBERS];
        for roll in Roll::all() {
            let mut best = [f64::NEG_INFINITY; NUMBERS];
            let mut best_equity = f64::NEG_INFINITY;
            loop {
                let word = next();
                let opponent = if word & HIT == 0 { opponent } else { usize::from(next()) };
                let after = usize::from(word & !(HIT | LAST));
                let worth = if after == 0 { self.won[opponent] } else { for_waiting_side(values(opponent, after)) };
                let equity = equity(&worth);
                if equity > best_equity {
                    best_equity = equity;
                    best[..CUBEFUL].copy_from_slice(&worth[..CUBEFUL]);
                }
                for (best, worth) in best[CUBEFUL..].iter_mut().zip(&worth[CUBEFUL..]) {
                    *best = best.max(*worth);
                }
                if word & LAST != 0 {
                    break;
                }
            }
            let weight = f64::from(roll.weight());
            for (sum, best) in sums.iter_mut().zip(best) {
                *sum += weight * best;
            }
        }
        sums.map(|sum| sum / 36.0)
    }
}

fn won(by: Win) -> Values {
    let points = f64::from(by.points());
    let gammon = f64::from(u8::from(by >= Win::Gammon));
    let backgammon = f64::from(u8::from(by == Win::Backgammon));
    // Under the Jacoby rule every game counts as a single game while the cube is in the centre.
    [1.0, gammon, backgammon, 0.0, 0.0, points, 1.0, 1.0, points, points]
}

fn equity(&[win, win_gammon, win_backgammon, lose_gammon, lose_backgammon, ..]: &Values) -> f64 {
    2.0 * win - 1.0 + win_gammon + win_backgammon - lose_gammon - lose_backgammon
}

/// The largest difference between equities or values with a cube. Probabilities alone may keep changing between plays with the
/// same equity.
fn change(one: &Values, other: &Values) -> f64 {
    let cubeful = one[CUBEFUL..].iter().zip(&other[CUBEFUL..]).map(|(one, other)| (one - other).abs());
    cubeful.fold((equity(one) - equity(other)).abs(), f64::max)
}

/// Converts the values of the player on roll, who now may double, to those of the side that waits.
#[inline]
fn for_waiting_side(values: Values) -> Values {
    let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon, centred, jacoby, jacoby_beavers, own, opponent] =
        values;
    // The opponent passes a double, or owns the cube at twice the stakes.
    let double = (2.0 * opponent).min(1.0);
    // The opponent beavers if the position favours the opponent even so. Only under the Jacoby rule can such a double be right.
    let beavered = if opponent < 0.0 { 4.0 * opponent } else { double };
    [
        1.0 - win,
        lose_gammon,
        lose_backgammon,
        win_gammon,
        win_backgammon,
        -centred.max(double),
        -jacoby.max(double),
        -jacoby_beavers.max(beavered),
        -opponent,
        -own.max(double),
    ]
}
