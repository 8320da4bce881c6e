//! Match equity tables: the probability of winning a match from each score.
//!
//! Every entry is the match-winning chance of the table's first player. Most tables are symmetric. One for players of unequal
//! skill is not, nor is one that was rounded carelessly; both are used unchanged. [`MatchEquityTable::swap`] gives the table
//! from the second player's point of view.
//!
//! # Example
//!
//! ```
//! use gammon::{Crawford, MatchEquityTable};
//!
//! // For matches up to 2 points. At 2-away, 1-away the player wins the match 32% of the time.
//! let met = MatchEquityTable::new(&[[0.5, 0.68], [0.32, 0.5]], [&[0.5, 0.49], &[0.5, 0.49]])?;
//! assert_eq!(met.length(), 2);
//! assert_eq!(met.mwc(2, 1, Crawford::ThisGame), 0.32);
//! assert_eq!(met.mwc(2, 1, Crawford::Played), 0.49);
//! assert_eq!(met.mwc(0, 2, Crawford::ToCome), 1.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;

use crate::value::scoring::{Crawford, MOST_AWAY};

/// The number of rows and of columns.
const SIZE: usize = MOST_AWAY as usize;

/// The probability of winning a match, by the points that each player still needs.
///
/// A table may be shorter than the longest match. Entries beyond it are extrapolated by treating every game as even, won by 1,
/// 2, 4 or 8 points with the probabilities in [`MatchEquityTable::POINT_SHARES`]. After the Crawford game the trailing player
/// doubles at once, so that every game counts 2 points, or 4 for a gammon ([`MatchEquityTable::GAMMON_RATE`]).
#[derive(Debug, Clone, PartialEq)]
pub struct MatchEquityTable {
    /// The number of rows in the table that was given.
    length: u16,
    /// By the points that the first and the second player need, both from 1.
    pre_crawford: Vec<[f64; SIZE]>,
    /// For each player, the winning chance when trailing after the Crawford game, by the points needed, from 1.
    post_crawford: [[f64; SIZE]; 2],
}

/// Why numbers are not a match equity table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TableError {
    /// No rows, or more than [`MOST_AWAY`].
    Length(usize),
    /// A row that does not have one number per row of the table.
    Row {
        /// The row, from 1.
        row: usize,
        /// Its length.
        found: usize,
        /// The number of rows.
        expected: usize,
    },
    /// A post-Crawford column that is empty or longer than [`MOST_AWAY`].
    PostCrawford(usize),
    /// A number that is not a probability.
    Chance {
        /// Its row, from 1: the points that the first player needs. 0 for a post-Crawford column.
        row: usize,
        /// Its column, from 1: the points that the second player, or after the Crawford game the trailing player, needs.
        column: usize,
        /// The number.
        found: f64,
    },
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(found) => {
                write!(f, "expected a match equity table of 1 to {MOST_AWAY} rows, got {found}")
            }
            Self::Row { row, found, expected } => {
                write!(f, "row {row}: expected {expected} numbers, one per row of the table, got {found}")
            }
            Self::PostCrawford(found) => {
                write!(f, "expected a post-Crawford column of 1 to {MOST_AWAY} numbers, got {found}")
            }
            Self::Chance { row: 0, column, found } => {
                write!(f, "post-Crawford column, number {column}: probability must be in [0, 1], got {found}")
            }
            Self::Chance { row, column, found } => {
                write!(f, "row {row}, column {column}: probability must be in [0, 1], got {found}")
            }
        }
    }
}

impl std::error::Error for TableError {}

impl MatchEquityTable {
    /// The probability, in the extrapolation, that an even game is won by 1, 2, 4 or 8 points.
    ///
    /// These shares extrapolate the first 15 points of published tables best to their 25th.
    pub const POINT_SHARES: [(i32, f64); 4] = [(1, 0.36), (2, 0.40), (4, 0.20), (8, 0.04)];

    /// The share of won games that are gammons, in the extrapolation.
    pub const GAMMON_RATE: f64 = 0.26;

    /// Makes a table from its numbers and extrapolates it to [`MOST_AWAY`].
    ///
    /// `pre_crawford` has a row for each number of points that the first player needs, from 1, and in it a number for each
    /// number of points that the second player needs, from 1. Where either needs 1 point, the next game is the Crawford game.
    ///
    /// `post_crawford` has, for each player, their chances when trailing after the Crawford game, by the points they need, from
    /// 1. These columns may be shorter or longer than a row.
    ///
    /// # Errors
    ///
    /// [`TableError`] if the numbers do not have this shape, or one is not a probability.
    pub fn new<Row: AsRef<[f64]>>(pre_crawford: &[Row], post_crawford: [&[f64]; 2]) -> Result<Self, TableError> {
        let length = pre_crawford.len();
        if length == 0 || length > SIZE {
            return Err(TableError::Length(length));
        }
        let check = |row, numbers: &[f64]| {
            let wrong = numbers.iter().position(|number| !(0.0..=1.0).contains(number));
            wrong.map_or(Ok(()), |at| Err(TableError::Chance { row, column: at + 1, found: numbers[at] }))
        };
        let mut table =
            Self { length: length as u16, pre_crawford: vec![[0.0; SIZE]; SIZE], post_crawford: [[0.0; SIZE]; 2] };
        for (at, (row, numbers)) in table.pre_crawford.iter_mut().zip(pre_crawford).enumerate() {
            let numbers = numbers.as_ref();
            if numbers.len() != length {
                return Err(TableError::Row { row: at + 1, found: numbers.len(), expected: length });
            }
            check(at + 1, numbers)?;
            row[..length].copy_from_slice(numbers);
        }
        for (column, numbers) in table.post_crawford.iter_mut().zip(post_crawford) {
            if numbers.is_empty() || numbers.len() > SIZE {
                return Err(TableError::PostCrawford(numbers.len()));
            }
            check(0, numbers)?;
            column[..numbers.len()].copy_from_slice(numbers);
            for need in numbers.len() as u16 + 1..=MOST_AWAY {
                column[usize::from(need) - 1] = trailing(column, need, 2);
            }
        }
        table.extend();
        Ok(table)
    }

    /// Computes a symmetric table, from the end of the match backward.
    ///
    /// Post-Crawford scores come first, then the Crawford game, then the scores before it. `chance` is called with the table so
    /// far, the points that the trailing and the leading player need, and the game's Crawford state. It returns the trailing
    /// player's match-winning chance. `length` is limited to [`MOST_AWAY`].
    #[must_use]
    pub fn computed(length: u16, chance: impl Fn(&Self, u16, u16, Crawford) -> f64) -> Self {
        let length = length.clamp(1, MOST_AWAY);
        let mut table = Self { length, pre_crawford: vec![[0.0; SIZE]; SIZE], post_crawford: [[0.0; SIZE]; 2] };
        table.pre_crawford[0][0] = 0.5;
        for need in 1..=MOST_AWAY {
            let trailer = if need == 1 { 0.5 } else { chance(&table, need, 1, Crawford::Played) };
            for column in &mut table.post_crawford {
                column[usize::from(need) - 1] = trailer;
            }
        }
        for farther in 2..=length {
            for nearer in 1..=farther {
                let crawford = if nearer == 1 { Crawford::ThisGame } else { Crawford::ToCome };
                let trailer = if nearer == farther { 0.5 } else { chance(&table, farther, nearer, crawford) };
                table.pre_crawford[usize::from(farther) - 1][usize::from(nearer) - 1] = trailer;
                table.pre_crawford[usize::from(nearer) - 1][usize::from(farther) - 1] = 1.0 - trailer;
            }
        }
        table.extend();
        table
    }

    /// Extrapolates to the scores beyond the table that was given.
    fn extend(&mut self) {
        for farther in self.length + 1..=MOST_AWAY {
            for nearer in 1..=farther {
                for (own, opponent) in [(farther, nearer), (nearer, farther)] {
                    let (own_need, opponent_need) = (i32::from(own), i32::from(opponent));
                    self.pre_crawford[usize::from(own) - 1][usize::from(opponent) - 1] = if own == 1 {
                        1.0 - trailing(&self.post_crawford[1], opponent, 1)
                    } else if opponent == 1 {
                        trailing(&self.post_crawford[0], own, 1)
                    } else {
                        let mean = |(points, share)| {
                            let won = self.after_game(own_need - points, opponent_need);
                            let lost = self.after_game(own_need, opponent_need - points);
                            share * 0.5 * (won + lost)
                        };
                        Self::POINT_SHARES.into_iter().map(mean).sum()
                    };
                }
            }
        }
    }

    /// The number of rows in the table that was given; scores beyond it are extrapolated.
    #[must_use]
    pub const fn length(&self) -> u16 {
        self.length
    }

    /// The first player's match-winning chance when the next game is the Crawford game or precedes it.
    fn after_game(&self, own_away: i32, opponent_away: i32) -> f64 {
        match (usize::try_from(own_away.saturating_sub(1)), usize::try_from(opponent_away.saturating_sub(1))) {
            (Err(_), _) => 1.0,
            (_, Err(_)) => 0.0,
            (Ok(own), Ok(opponent)) => self.pre_crawford[own.min(SIZE - 1)][opponent.min(SIZE - 1)],
        }
    }

    /// The first player's match-winning chance before a game, by the points that both need; `crawford` describes that game.
    ///
    /// A player who needs 0 points or fewer has won. More than [`MOST_AWAY`] points are treated as [`MOST_AWAY`].
    #[must_use]
    pub fn mwc(&self, own_away: i32, opponent_away: i32, crawford: Crawford) -> f64 {
        let is_after = matches!(crawford, Crawford::Played | Crawford::Off);
        match (own_away, opponent_away) {
            // At double match point the Crawford rule changes nothing.
            (1, 1) => self.after_game(1, 1),
            (1, need @ 2..) if is_after => 1.0 - post_crawford(&self.post_crawford[1], need),
            (need @ 2.., 1) if is_after => post_crawford(&self.post_crawford[0], need),
            _ => self.after_game(own_away, opponent_away),
        }
    }

    /// The first player's match-winning chance after a game at the given score.
    ///
    /// `points` is the number of points won by the first player, or minus the points won by the second.
    #[must_use]
    pub fn mwc_after(&self, own_away: i32, opponent_away: i32, crawford: Crawford, points: i32) -> f64 {
        let next = match crawford {
            Crawford::ToCome => Crawford::ThisGame,
            Crawford::ThisGame | Crawford::Played => Crawford::Played,
            Crawford::Off => Crawford::Off,
        };
        self.mwc(own_away.saturating_sub(points.max(0)), opponent_away.saturating_add(points.min(0)), next)
    }

    /// The table from the second player's point of view.
    #[must_use]
    pub fn swap(&self) -> Self {
        let seen = |own: usize| {
            let mut row = [0.0; SIZE];
            for (opponent, number) in row.iter_mut().enumerate() {
                *number = 1.0 - self.pre_crawford[opponent][own];
            }
            row
        };
        let [first, second] = self.post_crawford;
        Self { length: self.length, pre_crawford: (0..SIZE).map(seen).collect(), post_crawford: [second, first] }
    }
}

/// The chance in a post-Crawford column of a player who needs `need` points; 1 if they have won.
fn post_crawford(column: &[f64; SIZE], need: i32) -> f64 {
    usize::try_from(need - 1).map_or(1.0, |at| column[at.min(SIZE - 1)])
}

/// The trailing player's match-winning chance before an even game for `stake` points, gammons counting double.
///
/// `need` is the number of points they need; `column` has their chances after the game.
fn trailing(column: &[f64; SIZE], need: u16, stake: i32) -> f64 {
    let after = |points: i32| post_crawford(column, i32::from(need) - points);
    let gammons = MatchEquityTable::GAMMON_RATE;
    0.5 * ((1.0 - gammons) * after(stake) + gammons * after(2 * stake))
}
