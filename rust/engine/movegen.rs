//! Legal plays (R3 to R5): every distinct resulting position once, and nothing else.
//!
//! The order of the results is part of the contract. It is the order in which a brute-force enumeration first generates them:
//! plays with the larger die first, then plays with the smaller die first; the sources of each move run from the bar down to
//! the 1-point. Results therefore need no sorting, and the `k`-th play of a roll is the same everywhere.
//!
//! Duplicates are avoided without a set of the positions generated so far. The moves of a double have non-increasing sources,
//! so every multiset of sources is generated once. With two different dice and no bear-off, all results with the larger die
//! first are distinct. Playing the smaller die first gives a new result only in two cases: a checker stops on a point that it
//! could not use in the other order, or it hits there.
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
//! // The positions alone, in the same order. This is faster, and the vector can be reused.
//! let mut results = Vec::new();
//! movegen::append_results(Position::START, Roll::new(6, 5)?, &mut results);
//! assert!(plays.iter().map(|play| play.position).eq(results));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::dice::Roll;
use crate::play::{Moves, Play};
use crate::point::{BAR, PLACES};
use crate::position::{POINTS, Position, Side};

/// Appends the position after each distinct legal play of `roll`, with the opponent on roll.
///
/// Nothing is appended if there is no legal play (R3.7) or the game is over.
pub fn append_results(position: Position, roll: Roll, results: &mut Vec<Position>) {
    generate(position, roll, results);
}

/// Returns every distinct legal play of `roll`, each with one sequence of moves that makes it.
///
/// Empty if there is no legal play (R3.7) or the game is over.
#[must_use]
pub fn plays(position: Position, roll: Roll) -> Vec<Play> {
    let mut plays = Plays { from: position, plays: Vec::with_capacity(32) };
    generate(position, roll, &mut plays);
    plays.plays
}

/// Receives the generated plays: positions alone, or positions with their moves. Monomorphization removes unused moves.
trait Sink {
    fn push(&mut self, board: Board, moves: Moves);
    fn len(&self) -> usize;
    /// Whether `board` is among the results from index `since` on.
    fn contains(&self, board: Board, since: usize) -> bool;
}

impl Sink for Vec<Position> {
    #[inline(always)]
    fn push(&mut self, board: Board, _: Moves) {
        self.push(board.into_position());
    }

    fn len(&self) -> usize {
        self.len()
    }

    fn contains(&self, board: Board, since: usize) -> bool {
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

    fn contains(&self, board: Board, since: usize) -> bool {
        self.plays[since..].iter().any(|play| play.position == board.into_position())
    }
}

/// `STEP[die][source]`: the difference that moving a checker from `source` by `die` makes to the packed counts of its side.
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

/// `HIT[point]`: the difference that a hit on the mover's `point` makes to the opponent's packed counts; 0 for off.
const HIT: [u128; PLACES] = {
    let mut table = [0_u128; PLACES];
    let mut point = 1;
    while point <= 24 {
        table[point] = (1_u128 << (4 * BAR)) - (1 << (4 * (BAR - point)));
        point += 1;
    }
    table
};

/// `COUNT_MASK[place]`: mask of the four bits that hold a side's checker count in `place`.
const COUNT_MASK: [u128; PLACES] = {
    let mut table = [0_u128; PLACES];
    let mut place = 0;
    while place < PLACES {
        table[place] = 15 << (4 * place);
        place += 1;
    }
    table
};

/// Bit mask of the places outside the home board: points 7 to 24 and the bar.
const OUTSIDE: u32 = 0x03FF_FF80;

/// Both sides in the middle of a play.
///
/// `occupied` (the mover's places) and `blots` (the opponent's) are bit masks in the mover's numbering.
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

    /// Returns the board after a checker has moved from `source` by `die`.
    #[inline(always)]
    fn moved(self, die: usize, source: usize) -> Self {
        let destination = source.saturating_sub(die);
        let own = self.own.wrapping_add(STEP[die][source]);
        let hit = self.blots & 1 << destination;
        let left = u32::from(own & COUNT_MASK[source] == 0) << source;
        Self {
            own,
            opponent: self.opponent.wrapping_add(if hit == 0 { 0 } else { HIT[destination] }),
            occupied: self.occupied & !left | 1 << destination,
            blots: self.blots ^ hit,
        }
    }

    /// Returns the places from which a checker can move by `die`; `open` masks the points that the opponent has not made.
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

    /// Returns the place from which a checker can be borne off by `die`, if any; all checkers must be home (R5.2, R5.4).
    fn bearing_off(self, die: usize) -> u32 {
        let on_points = self.occupied & POINTS;
        let exact = on_points & 1 << die;
        if exact != 0 || on_points >> die != 0 {
            // R5.2, or R5.3: a checker on a higher point must be moved instead.
            exact
        } else {
            // R5.4: the highest point. There is none when every checker is off.
            on_points.checked_ilog2().map_or(0, |highest| 1 << highest)
        }
    }

    /// Whether more than `n` checkers are outside the home board.
    fn outside_exceeds(self, n: u32) -> bool {
        let outside = self.own >> 28;
        // More than `n` occupied places are enough; otherwise count the checkers.
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

/// Iterates over the places in a bit mask, from the bar down.
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
    // The opponent's place p is the mover's place 25 - p.
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
        // R3.5: play all four moves, or as many as possible.
        let all = u32::MAX;
        let _ = double::<S, 4>(board, high, open, all, Moves::default(), sink)
            || double::<S, 3>(board, high, open, all, Moves::default(), sink)
            || double::<S, 2>(board, high, open, all, Moves::default(), sink)
            || double::<S, 1>(board, high, open, all, Moves::default(), sink);
    } else {
        two_dice(board, high, low, open, sink);
    }
}

/// Generates plays of exactly `N` more moves of a double, from sources in `allowed`. Returns whether there are any.
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
        // Later moves start from this source or a lower one, so that each multiset of sources is generated once. No play is
        // lost: a move from a lower source never makes a move from a higher one possible.
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

// Rust cannot recurse over a const generic with `N - 1`, so each level has its own function.
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
        pairs_deduplicated(board, [(high, low, first_high), (low, high, first_low)], open, sink);
    }
    if sink.len() == start {
        // R3.6: only one number can be played; it must be the larger one if possible.
        let (die, sources) = if first_high == 0 { (low, first_low) } else { (high, first_high) };
        for source in Descending(sources) {
            sink.push(board.moved(die, source), Moves::default().then(source, source.saturating_sub(die)));
        }
    }
}

/// Generates plays of both dice while at least two checkers are outside the home board, so that none can be borne off.
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
    // Playing `high` from `source` and `low` from the checker `low` pips behind it gives the same position as running that rear
    // checker with both dice. That run was generated earlier (its source is higher), unless it hits a blot on the way.
    let runs_without_hit = first_high & !(board.blots << high);
    for source in Descending(first_high) {
        let after_first = board.moved(high, source);
        let moves = Moves::default().then(source, source - high);
        let already_generated = runs_without_hit & 1 << (source + low);
        for second in Descending(after_first.sources(low, open) & !already_generated) {
            sink.push(after_first.moved(low, second), moves.then(second, second - low));
        }
    }

    // Running one checker with the smaller die first ends on the same point as with the larger die first. The result is new
    // only if the larger die cannot be played first (R3.4), or if one of the two intermediate points has a blot to hit.
    let same_hits = !(board.blots << high | board.blots << low);
    let run_high_first = first_high & same_hits;
    let can_run = first_low & open << (high + low);

    if board.occupied >> BAR == 0 {
        // With no checker on the bar, only runs through a previously empty place remain. In every other play with the smaller
        // die first, the second move starts from a place that was already occupied, so the play was generated above.
        for source in Descending(can_run & !(board.occupied << low) & !run_high_first) {
            let after_first = board.moved(low, source);
            let middle = source - low;
            let moves = Moves::default().then(source, middle).then(middle, middle - high);
            sink.push(after_first.moved(high, middle), moves);
        }
    } else if first_low != 0 {
        // Enter with the smaller die. With a second checker on the bar, both dice enter and the order does not matter.
        let after_first = board.moved(low, BAR);
        if after_first.occupied >> BAR != 0 {
            return;
        }
        let run = 1 << (BAR - low);
        let already_generated = if run_high_first & can_run == 0 { 0 } else { run };
        let moves = Moves::default().then(BAR, BAR - low);
        for second in Descending(after_first.sources(high, open) & !already_generated) {
            sink.push(after_first.moved(high, second), moves.then(second, second - high));
        }
    }
}

/// Generates plays of both dice where a checker may be borne off.
///
/// Different moves can then make the same position, so each result is compared with those found so far for this roll (a few
/// dozen at most).
fn pairs_deduplicated<S: Sink>(board: Board, orders: [(usize, usize, u32); 2], open: u32, sink: &mut S) {
    let start = sink.len();
    for (first_die, second_die, sources) in orders {
        for first in Descending(sources) {
            let after_first = board.moved(first_die, first);
            let moves = Moves::default().then(first, first.saturating_sub(first_die));
            for second in Descending(after_first.sources(second_die, open)) {
                let after = after_first.moved(second_die, second);
                if !sink.contains(after, start) {
                    sink.push(after, moves.then(second, second.saturating_sub(second_die)));
                }
            }
        }
    }
}
