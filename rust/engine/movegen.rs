//! Legal plays (R3 to R5): every distinct resulting position once, and nothing else.
//!
//! The order of the results is part of the contract. It is the order in which the plainest enumeration first meets them:
//! the larger die first, then the smaller one first; each move's source from the bar down to the 1-point. So results need no
//! sorting, and the `k`-th play of a roll is the same everywhere.
//!
//! No set of seen positions is kept. A double's moves are generated with non-increasing sources, which makes every multiset
//! of sources once. With two different dice, results with the larger die first are all distinct while nobody bears off, and
//! the other order gives a new one only where a checker stops on the way on a place that it could not use, or hits there.
//!
//! # Example
//!
//! ```
//! use gammon::{Position, Roll, movegen};
//!
//! let plays = movegen::plays(Position::START, Roll::new(6, 5)?);
//! let written: Vec<String> = plays.iter().map(ToString::to_string).collect();
//! assert_eq!(written.len(), 7);
//! assert!(written.contains(&"24/13".to_owned()), "lover's leap");
//!
//! // The positions alone, in the same order: quicker, and the room for them is used again.
//! let mut results = Vec::new();
//! movegen::append_results(Position::START, Roll::new(6, 5)?, &mut results);
//! assert!(plays.iter().map(|play| play.position).eq(results));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::dice::Roll;
use crate::play::{Moves, Play};
use crate::point::{BAR, PLACES};
use crate::position::{POINTS, Position, Side};

/// Appends every distinct position that a legal play of `roll` leads to, with the opponent on roll.
///
/// Nothing is appended when the turn passes (R3.7) or the game is over.
pub fn append_results(position: Position, roll: Roll, results: &mut Vec<Position>) {
    generate(position, roll, results);
}

/// Every distinct legal play of `roll`, with one set of moves that makes it.
///
/// Empty when the turn passes (R3.7) or the game is over.
#[must_use]
pub fn plays(position: Position, roll: Roll) -> Vec<Play> {
    let mut plays = Plays { from: position, plays: Vec::with_capacity(32) };
    generate(position, roll, &mut plays);
    plays.plays
}

/// What takes the results: positions alone, or plays with their moves. What is not used costs nothing.
trait Sink {
    fn push(&mut self, board: Board, moves: Moves);
    fn len(&self) -> usize;
    fn has(&self, board: Board, since: usize) -> bool;
}

impl Sink for Vec<Position> {
    #[inline(always)]
    fn push(&mut self, board: Board, _: Moves) {
        self.push(board.into_position());
    }

    fn len(&self) -> usize {
        self.len()
    }

    fn has(&self, board: Board, since: usize) -> bool {
        self[since..].contains(&board.into_position())
    }
}

struct Plays {
    from: Position,
    plays: Vec<Play>,
}

impl Sink for Plays {
    fn push(&mut self, board: Board, moves: Moves) {
        self.plays.push(Play { from: self.from, moves, position: board.into_position() });
    }

    fn len(&self) -> usize {
        self.plays.len()
    }

    fn has(&self, board: Board, since: usize) -> bool {
        self.plays[since..].iter().any(|play| play.position == board.into_position())
    }
}

/// `STEP[die][source]`: what moving a checker from `source` by `die` adds to its side.
const STEP: [[u128; PLACES]; 7] = {
    let mut table = [[0_u128; PLACES]; 7];
    let mut die = 1;
    while die <= 6 {
        let mut source = 1;
        while source < PLACES {
            let destination = source.saturating_sub(die);
            table[die][source] = (1_u128 << (4 * destination)).wrapping_sub(1 << (4 * source));
            source += 1;
        }
        die += 1;
    }
    table
};

/// `HIT[point]`: what a hit on the mover's `point` adds to the opponent's side; nothing for a checker borne off.
const HIT: [u128; PLACES] = {
    let mut table = [0_u128; PLACES];
    let mut point = 1;
    while point <= 24 {
        table[point] = (1_u128 << (4 * BAR)) - (1 << (4 * (BAR - point)));
        point += 1;
    }
    table
};

/// `HOLDS[place]`: the bits of a side that count its checkers in `place`.
const HOLDS: [u128; PLACES] = {
    let mut table = [0_u128; PLACES];
    let mut place = 0;
    while place < PLACES {
        table[place] = 15 << (4 * place);
        place += 1;
    }
    table
};

/// Bits of the places outside the home board: points 7 to 24 and the bar.
const OUTSIDE: u32 = 0x03FF_FF80;

/// Both sides in the middle of a play, with the mover's occupied places and the opponent's blots as bits in the mover's
/// numbering.
#[derive(Clone, Copy)]
struct Board {
    own: u128,
    opponent: u128,
    occupied: u32,
    blots: u32,
}

impl Board {
    #[inline(always)]
    const fn into_position(self) -> Position {
        Position { own: Side(self.opponent), opponent: Side(self.own) }
    }

    /// The board after the checker on `source` has moved by `die`.
    #[inline(always)]
    fn moved(self, die: usize, source: usize) -> Self {
        let destination = source.saturating_sub(die);
        let own = self.own.wrapping_add(STEP[die][source]);
        let hit = self.blots & 1 << destination;
        let left = u32::from(own & HOLDS[source] == 0) << source;
        Self {
            own,
            opponent: self.opponent.wrapping_add(if hit == 0 { 0 } else { HIT[destination] }),
            occupied: self.occupied & !left | 1 << destination,
            blots: self.blots ^ hit,
        }
    }

    /// The places from which a checker can move by `die`, where `open` are the points not held by the opponent.
    #[inline(always)]
    fn sources(self, die: usize, open: u32) -> u32 {
        let inside = self.occupied & open << die;
        if self.occupied & OUTSIDE == 0 {
            return inside | self.bearing_off(die);
        }
        if self.occupied >> BAR == 0 {
            inside
        } else {
            // R4.2: entering comes first.
            inside & 1 << BAR
        }
    }

    /// The place from which a checker can be borne off by `die`, when all are home (R5.2, R5.4).
    fn bearing_off(self, die: usize) -> u32 {
        let on_points = self.occupied & POINTS;
        let exact = on_points & 1 << die;
        if exact != 0 || on_points >> die != 0 {
            // R5.2, or R5.3: a checker on a higher point must be moved instead.
            exact
        } else {
            // R5.4: the highest one. Nothing at all is left when the game is over.
            on_points.checked_ilog2().map_or(0, |highest| 1 << highest)
        }
    }

    /// Whether more than `n` checkers are outside the home board.
    fn outside_exceeds(self, n: u32) -> bool {
        let outside = self.own >> 28;
        // Enough occupied places settle it; otherwise count checkers.
        (self.occupied & OUTSIDE).count_ones() > n || {
            let mut checkers = 0;
            let mut rest = outside;
            while rest != 0 {
                checkers += (rest & 15) as u32;
                rest >>= 4;
            }
            checkers > n
        }
    }
}

/// The places in a set of bits, from the bar down.
struct Descending(u32);

impl Iterator for Descending {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let place = self.0.checked_ilog2()?;
        self.0 ^= 1 << place;
        Some(place as usize)
    }
}

#[inline(always)]
fn generate<S: Sink>(position: Position, roll: Roll, sink: &mut S) {
    if position.is_over() {
        return;
    }
    // The opponent's places in the mover's numbering: bit p of the opponent is bit 25 - p of the mover.
    let mirrored = |places: u32| places.reverse_bits() >> 6;
    let made = position.opponent.made();
    let open = !mirrored(made) & POINTS;
    let board = Board {
        own: position.own.0,
        opponent: position.opponent.0,
        occupied: position.own.occupied(),
        blots: mirrored(position.opponent.occupied() & !made) & POINTS,
    };
    let (high, low) = (roll.high().number() as usize, roll.low().number() as usize);
    if high == low {
        // R3.5: all four, or as many as possible.
        let all = u32::MAX;
        let _ = double::<S, 4>(board, high, open, all, Moves::default(), sink)
            || double::<S, 3>(board, high, open, all, Moves::default(), sink)
            || double::<S, 2>(board, high, open, all, Moves::default(), sink)
            || double::<S, 1>(board, high, open, all, Moves::default(), sink);
    } else {
        two_dice(board, high, low, open, sink);
    }
}

/// Plays exactly `N` more moves of a double from sources in `allowed`; says whether that is possible.
#[inline(always)]
fn double<S: Sink, const N: usize>(
    board: Board,
    die: usize,
    open: u32,
    allowed: u32,
    moves: Moves,
    sink: &mut S,
) -> bool {
    let mut any = false;
    for source in Descending(board.sources(die, open) & allowed) {
        let after = board.moved(die, source);
        let moves = moves.then(source, source.saturating_sub(die));
        // From this source or a lower one: each multiset of sources comes once. A higher source is never opened by a move
        // from a lower one, so no play is lost.
        let allowed = (2 << source) - 1;
        any |= match N {
            4 => double3(after, die, open, allowed, moves, sink),
            3 => double2(after, die, open, allowed, moves, sink),
            2 => double1(after, die, open, allowed, moves, sink),
            _ => {
                sink.push(after, moves);
                true
            }
        };
    }
    any
}

// Recursion over a constant is not to be had; these three name the levels.
fn double3<S: Sink>(board: Board, die: usize, open: u32, allowed: u32, moves: Moves, sink: &mut S) -> bool {
    double::<S, 3>(board, die, open, allowed, moves, sink)
}

fn double2<S: Sink>(board: Board, die: usize, open: u32, allowed: u32, moves: Moves, sink: &mut S) -> bool {
    double::<S, 2>(board, die, open, allowed, moves, sink)
}

fn double1<S: Sink>(board: Board, die: usize, open: u32, allowed: u32, moves: Moves, sink: &mut S) -> bool {
    double::<S, 1>(board, die, open, allowed, moves, sink)
}

#[inline(always)]
fn two_dice<S: Sink>(board: Board, high: usize, low: usize, open: u32, sink: &mut S) {
    let start = sink.len();
    let first_high = board.sources(high, open);
    let first_low = board.sources(low, open);
    if board.outside_exceeds(1) {
        pairs_without_bearing_off(board, high, low, open, first_high, first_low, sink);
    } else {
        pairs_once_each(board, [(high, low, first_high), (low, high, first_low)], open, sink);
    }
    if sink.len() == start {
        // R3.6: one number only, and the larger if either can be played.
        let (die, sources) = if first_high == 0 { (low, first_low) } else { (high, first_high) };
        for source in Descending(sources) {
            sink.push(board.moved(die, source), Moves::default().then(source, source.saturating_sub(die)));
        }
    }
}

/// Both numbers while at least two checkers are outside, so that none can be borne off in this turn.
#[inline(always)]
fn pairs_without_bearing_off<S: Sink>(
    board: Board,
    high: usize,
    low: usize,
    open: u32,
    first_high: u32,
    first_low: u32,
    sink: &mut S,
) {
    // The checker on `source` played with the larger number and the one `low` behind it with the smaller end where that one
    // running with both does, which has been met by then, unless its way hits a blot.
    let runs_without_hit = first_high & !(board.blots << high);
    for source in Descending(first_high) {
        let between = board.moved(high, source);
        let moves = Moves::default().then(source, source - high);
        let met = runs_without_hit & 1 << (source + low);
        for second in Descending(between.sources(low, open) & !met) {
            sink.push(between.moved(low, second), moves.then(second, second - low));
        }
    }

    // One checker running with both numbers, the smaller first, ends where it would with the larger first; that is a new
    // result only if the larger could not be first (R3.4) or a blot is hit on one of the ways.
    let same_hits = !(board.blots << high | board.blots << low);
    let run_high_first = first_high & same_hits;
    let can_run = first_low & open << (high + low);

    if board.occupied >> BAR == 0 {
        // Without a checker on the bar, all else with the smaller first has been met: the second move would start from a
        // place that was occupied before. So only runs through an empty place are left.
        for source in Descending(can_run & !(board.occupied << low) & !run_high_first) {
            let between = board.moved(low, source);
            let middle = source - low;
            let moves = Moves::default().then(source, middle).then(middle, middle - high);
            sink.push(between.moved(high, middle), moves);
        }
    } else if first_low != 0 {
        // The checker on the bar entering with the smaller: a second one on the bar could have entered with either.
        let between = board.moved(low, BAR);
        if between.occupied >> BAR != 0 {
            return;
        }
        let run = 1 << (BAR - low);
        let met = if run_high_first & can_run == 0 { 0 } else { run };
        let moves = Moves::default().then(BAR, BAR - low);
        for second in Descending(between.sources(high, open) & !met) {
            sink.push(between.moved(high, second), moves.then(second, second - high));
        }
    }
}

/// Both numbers where a checker may be borne off: different moves can then make the same position, so each result is looked
/// for among those of this roll (a few dozen at most).
fn pairs_once_each<S: Sink>(board: Board, orders: [(usize, usize, u32); 2], open: u32, sink: &mut S) {
    let start = sink.len();
    for (first_die, second_die, sources) in orders {
        for first in Descending(sources) {
            let between = board.moved(first_die, first);
            let moves = Moves::default().then(first, first.saturating_sub(first_die));
            for second in Descending(between.sources(second_die, open)) {
                let after = between.moved(second_die, second);
                if !sink.has(after, start) {
                    sink.push(after, moves.then(second, second.saturating_sub(second_die)));
                }
            }
        }
    }
}
