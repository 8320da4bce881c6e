//! Match equity tables: the chance of winning a match from a score between two games.
//!
//! Every number is the chance of the table's first player. Most tables treat both players alike; one for players of unequal
//! skill does not, nor does one that was rounded carelessly, and none is changed for it. [`MatchEquityTable::swap`] gives the
//! table as the second player sees it.
//!
//! # Example
//!
//! ```
//! use gammon::{Crawford, MatchEquityTable};
//!
//! // For matches up to 2 points; needing 2 where the opponent needs 1, one wins the match 32 times in 100.
//! let met = MatchEquityTable::new(&[[0.5, 0.68], [0.32, 0.5]], [&[0.5, 0.49], &[0.5, 0.49]])?;
//! assert_eq!(met.length(), 2);
//! assert_eq!(met.mwc(2, 1, Crawford::ThisGame), 0.32);
//! assert_eq!(met.mwc(2, 1, Crawford::Played), 0.49);
//! assert_eq!(met.mwc(0, 2, Crawford::ToCome), 1.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;

use crate::value::scoring::{Crawford, MOST_AWAY};

/// Entries a side.
const SIZE: usize = MOST_AWAY as usize;

/// The chance of winning a match, by what both players need.
///
/// A table may be shorter than the longest match. What is farther away than it reaches is extended by taking every further
/// game as even: won by either side, by 1, 2, 4 or 8 points in the shares of [`MatchEquityTable::POINT_SHARES`]. After the
/// Crawford game the player who trails doubles at once, and every game counts 2, or 4 for the share of gammons
/// [`MatchEquityTable::GAMMON_RATE`].
#[derive(Debug, Clone, PartialEq)]
pub struct MatchEquityTable {
    /// How far the table that was given reaches.
    length: u16,
    /// By own need and opponent's need, both from 1.
    pre_crawford: Vec<[f64; SIZE]>,
    /// For each player, when he trails after the Crawford game, by his need from 1.
    post_crawford: [[f64; SIZE]; 2],
}

/// Why numbers make no match equity table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TableError {
    /// No row, or more than the longest match has.
    Length(usize),
    /// A row of another length than there are rows.
    Row {
        /// The row, from 1.
        row: usize,
        /// Its length.
        found: usize,
        /// How many rows there are.
        expected: usize,
    },
    /// A column for after the Crawford game that is empty or longer than the longest match.
    PostCrawford(usize),
    /// A number that is no chance.
    Chance {
        /// Where it is: own need, or 0 for a column after the Crawford game.
        row: usize,
        /// The opponent's need, or the need of the player who trails.
        column: usize,
        /// The number.
        found: f64,
    },
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(found) => {
                write!(f, "a match equity table has from 1 to {MOST_AWAY} rows, not {found}")
            }
            Self::Row { row, found, expected } => {
                write!(f, "row {row} has {found} numbers; the table has {expected} rows, so it must have as many")
            }
            Self::PostCrawford(found) => {
                write!(f, "a column for after the Crawford game has from 1 to {MOST_AWAY} numbers, not {found}")
            }
            Self::Chance { row: 0, column, found } => {
                write!(f, "{found}, number {column} of a column for after the Crawford game, is no chance from 0 to 1")
            }
            Self::Chance { row, column, found } => {
                write!(f, "{found}, in row {row}, column {column}, is no chance from 0 to 1")
            }
        }
    }
}

impl std::error::Error for TableError {}

impl MatchEquityTable {
    /// How often a game between equals is won by 1, 2, 4 or 8 points, as the extension takes it: the shares that carry
    /// the first 15 points of published tables to their 25th best.
    pub const POINT_SHARES: [(i32, f64); 4] = [(1, 0.36), (2, 0.40), (4, 0.20), (8, 0.04)];

    /// The share of won games that are gammons, as the extension takes it.
    pub const GAMMON_RATE: f64 = 0.26;

    /// A table from its numbers, extended to [`MOST_AWAY`].
    ///
    /// `pre_crawford` has a row for each number of points that the first player needs, from 1, and in it a number for each
    /// that his opponent needs; where one of them needs 1 the next game is the Crawford game. `post_crawford` has for each
    /// player what he has when he trails after it, by what he needs, from 1; it may be shorter or longer than a row.
    ///
    /// # Errors
    ///
    /// [`TableError`] if the numbers have not this shape, or one is no chance.
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

    /// A table whose every number is computed from those nearer to the end of the match: first after the Crawford game, for the
    /// player who trails, then that game, then all before it. `chance` is asked for a number with the table as far as it is.
    ///
    /// The two players are alike. `length` is limited to [`MOST_AWAY`].
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

    /// Fills what is farther away than the table that was given.
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

    /// How far the table that was given reaches: its rows.
    #[must_use]
    pub const fn length(&self) -> u16 {
        self.length
    }

    /// The first player's chance when the next game is the first at this score: before the Crawford game, or that game.
    fn after_game(&self, own_away: i32, opponent_away: i32) -> f64 {
        match (usize::try_from(own_away.saturating_sub(1)), usize::try_from(opponent_away.saturating_sub(1))) {
            (Err(_), _) => 1.0,
            (_, Err(_)) => 0.0,
            (Ok(own), Ok(opponent)) => self.pre_crawford[own.min(SIZE - 1)][opponent.min(SIZE - 1)],
        }
    }

    /// The first player's chance of winning the match before a game, by what both need; `crawford` is about that game.
    ///
    /// Whoever needs no more points has won. Beyond [`MOST_AWAY`] a need counts as that.
    #[must_use]
    pub fn mwc(&self, own_away: i32, opponent_away: i32, crawford: Crawford) -> f64 {
        let is_after = matches!(crawford, Crawford::Played | Crawford::Off);
        match (own_away, opponent_away) {
            // The last game of a match is the same by any name.
            (1, 1) => self.after_game(1, 1),
            (1, need @ 2..) if is_after => 1.0 - post_crawford(&self.post_crawford[1], need),
            (need @ 2.., 1) if is_after => post_crawford(&self.post_crawford[0], need),
            _ => self.after_game(own_away, opponent_away),
        }
    }

    /// The first player's chance after a game in which `own_away` and `opponent_away` were needed and `points` were won by
    /// him, or by his opponent if negative.
    #[must_use]
    pub fn mwc_after(&self, own_away: i32, opponent_away: i32, crawford: Crawford, points: i32) -> f64 {
        let next = match crawford {
            Crawford::ToCome => Crawford::ThisGame,
            Crawford::ThisGame | Crawford::Played => Crawford::Played,
            Crawford::Off => Crawford::Off,
        };
        self.mwc(own_away.saturating_sub(points.max(0)), opponent_away.saturating_add(points.min(0)), next)
    }

    /// The table as the second player sees it.
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

fn post_crawford(column: &[f64; SIZE], need: i32) -> f64 {
    usize::try_from(need - 1).map_or(1.0, |at| column[at.min(SIZE - 1)])
}

/// What a player who trails and needs `need` points has before an even game for `stake` points, gammons counting double, if
/// his chances after it are in `column`.
fn trailing(column: &[f64; SIZE], need: u16, stake: i32) -> f64 {
    let after = |points: i32| post_crawford(column, i32::from(need) - points);
    let gammons = MatchEquityTable::GAMMON_RATE;
    0.5 * ((1.0 - gammons) * after(stake) + gammons * after(2 * stake))
}
