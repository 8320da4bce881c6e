//! Dice and their random source, a pure function of `(seed, game, turn)`.
//!
//! Rolls can be computed for any turn of any trial, in any order, so results never depend on threads, chunks or machines. The
//! function is Philox4x64-10, the counter-based generator of Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy
//! as 1, 2, 3" (SC'11). It is implemented here so that updating a dependency cannot change a result. Tests
//! check it against the published known-answer vectors.
//!
//! # Example
//!
//! ```
//! use gammon::Roll;
//! use gammon::dice::GameDice;
//!
//! // The weights of the 21 distinct rolls add up to the 36 equally likely throws.
//! assert_eq!(Roll::all().map(Roll::weight).sum::<u32>(), 36);
//!
//! // A roll depends only on the seed, the game and the turn, so the order of the calls does not matter.
//! let mut dice = GameDice::new(7, 0);
//! let (third, first) = (dice.roll(3), dice.roll(1));
//! let mut again = GameDice::new(7, 0);
//! assert_eq!((again.roll(1), again.roll(3)), (first, third));
//! ```

use std::fmt;

/// The number on one die, 1 to 6.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Die(u8);

/// A roll of two dice. `3-1` and `1-3` are the same roll: the larger number is stored first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Roll {
    high: Die,
    low: Die,
}

/// The error for a die that does not show 1 to 6.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DieError {
    /// The number given.
    pub number: u8,
}

impl fmt::Display for DieError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a die shows 1 to 6, not {}", self.number)
    }
}

impl std::error::Error for DieError {}

impl Die {
    /// Makes a die from the number it shows.
    ///
    /// # Errors
    ///
    /// [`DieError`] if `number` is not in `1..=6`.
    pub const fn new(number: u8) -> Result<Self, DieError> {
        if matches!(number, 1..=6) { Ok(Self(number)) } else { Err(DieError { number }) }
    }

    /// The number that the die shows.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl Roll {
    /// Makes a roll from two numbers, in any order.
    ///
    /// # Errors
    ///
    /// [`DieError`] if one of them is not in `1..=6`.
    pub const fn new(first: u8, second: u8) -> Result<Self, DieError> {
        match (Die::new(first), Die::new(second)) {
            (Ok(first), Ok(second)) => Ok(Self::of(first, second)),
            (Err(error), _) | (_, Err(error)) => Err(error),
        }
    }

    /// Makes a roll from two dice, in any order.
    #[must_use]
    pub const fn of(first: Die, second: Die) -> Self {
        if first.0 >= second.0 { Self { high: first, low: second } } else { Self { high: second, low: first } }
    }

    /// The larger number.
    #[must_use]
    pub const fn high(self) -> Die {
        self.high
    }

    /// The smaller number.
    #[must_use]
    pub const fn low(self) -> Die {
        self.low
    }

    /// Whether both dice show the same number, which is then played four times (R3.2).
    #[must_use]
    pub const fn is_double(self) -> bool {
        self.high.0 == self.low.0
    }

    /// How many of the 36 throws give this roll: 1 for a double, otherwise 2.
    #[must_use]
    pub const fn weight(self) -> u32 {
        if self.is_double() { 1 } else { 2 }
    }

    /// Iterates over the 21 distinct rolls from 1-1 to 6-6, ordered by the larger number and then by the smaller.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=6).flat_map(|high| (1..=high).map(move |low| Self { high: Die(high), low: Die(low) }))
    }
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.high.0, self.low.0)
    }
}

/// The use of a random word; each use has an independent stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u64)]
enum Stream {
    Dice = 0,
    Choices = 1,
    FirstPermutations = 2,
    SecondPermutations = 3,
}

/// The dice and random choices of one game: a pure function of seed, game number and turn.
///
/// One Philox block serves four turns, and the last block of each stream is cached, so consecutive turns are cheap. The order
/// of the calls does not change the results.
#[derive(Debug, Clone)]
pub struct GameDice {
    seed: u64,
    game: u64,
    dice: Block,
    choices: Block,
}

#[derive(Debug, Clone)]
struct Block {
    index: u64,
    words: [u64; 4],
}

/// An empty cache entry. No turn has this index, because `turn / 4` is always smaller.
const NO_BLOCK: Block = Block { index: u64::MAX, words: [0; 4] };

impl GameDice {
    /// The dice of game (or trial) number `game` under `seed`.
    #[must_use]
    pub const fn new(seed: u64, game: u64) -> Self {
        Self { seed, game, dice: NO_BLOCK, choices: NO_BLOCK }
    }

    /// The roll of a turn. All 36 throws are equally likely.
    pub fn roll(&mut self, turn: u64) -> Roll {
        self.throw(turn, Throws::All).roll()
    }

    /// The throw of a turn; all of `throws` are equally likely.
    pub(crate) fn throw(&mut self, turn: u64, throws: Throws) -> Throw {
        Throw { number: below(self.word(Stream::Dice, turn), throws.count()) as u8, throws }
    }

    /// The two dice that decide who starts (R2.1): the first player's and the second player's. They are never equal.
    ///
    /// Throwing again until the dice differ makes all 30 unequal pairs equally likely, so this draws one of those pairs, from
    /// the random word of turn 0.
    pub fn opening(&mut self) -> (Die, Die) {
        self.throw(0, Throws::Unequal).dice()
    }

    /// A random index below `n` for the choice at a turn. All are equally likely to within `n / 2^64`.
    pub fn choice(&mut self, turn: u64, n: usize) -> usize {
        below(self.word(Stream::Choices, turn), n as u64) as usize
    }

    fn word(&mut self, stream: Stream, turn: u64) -> u64 {
        let (key, cached) = match stream {
            Stream::Dice => (stream as u64, &mut self.dice),
            _ => (stream as u64, &mut self.choices),
        };
        let index = turn / 4;
        if cached.index != index {
            *cached = Block { index, words: philox4x64_10([index, self.game, 0, 0], [self.seed, key]) };
        }
        cached.words[(turn % 4) as usize]
    }
}

/// Which throws of two dice are possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Throws {
    /// All 36.
    All,
    /// The 30 of an opening roll, in which the dice differ (R2.2).
    Unequal,
}

/// A throw of two dice that can be told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Throw {
    /// From 0 to [`Throws::count`].
    pub(crate) number: u8,
    throws: Throws,
}

impl Throws {
    /// How many there are.
    pub(crate) const fn count(self) -> u64 {
        match self {
            Self::All => 36,
            Self::Unequal => 30,
        }
    }

    /// The probability of a roll.
    pub(crate) fn probability(self, roll: Roll) -> f64 {
        match self {
            Self::Unequal if roll.is_double() => 0.0,
            _ => f64::from(roll.weight()) / self.count() as f64,
        }
    }
}

impl Throw {
    /// The two dice.
    const fn dice(self) -> (Die, Die) {
        let number = self.number;
        match self.throws {
            Throws::All => (Die(number / 6 + 1), Die(number % 6 + 1)),
            Throws::Unequal => {
                let (first, second) = (number / 5 + 1, number % 5 + 1);
                (Die(first), Die(second + (second >= first) as u8))
            }
        }
    }

    pub(crate) const fn roll(self) -> Roll {
        let (first, second) = self.dice();
        Roll::of(first, second)
    }
}

/// The throws of the first two random turns of trial number `trial` of a rollout, by Latin hypercube sampling (`McKay`, Beckman
/// and Conover, 1979).
///
/// Trials are divided into blocks as long as there are throws. Within a block every throw occurs once in the first of these
/// turns, and once in the second, each in a random order of its own.
pub(crate) fn stratified(seed: u64, trial: u64, throws: [Throws; 2]) -> [Throw; 2] {
    let of = |throws: Throws, stream: Stream| {
        let count = throws.count();
        let mut dice = GameDice::new(seed, trial / count);
        let mut order = [0_u8; 36];
        // The Fisher-Yates shuffle, "inside out".
        for at in 0..count as usize {
            let other = below(dice.word(stream, at as u64), at as u64 + 1) as usize;
            order[at] = order[other];
            order[other] = at as u8;
        }
        Throw { number: order[(trial % count) as usize], throws }
    };
    [of(throws[0], Stream::FirstPermutations), of(throws[1], Stream::SecondPermutations)]
}

/// Maps a random word to `0..n` by multiplication.
const fn below(word: u64, n: u64) -> u64 {
    ((word as u128 * n as u128) >> 64) as u64
}

/// One block of Philox4x64 with ten rounds.
const fn philox4x64_10(counter: [u64; 4], key: [u64; 2]) -> [u64; 4] {
    const fn wide(a: u64, b: u64) -> (u64, u64) {
        let product = a as u128 * b as u128;
        ((product >> 64) as u64, product as u64)
    }
    let [mut c0, mut c1, mut c2, mut c3] = counter;
    let [mut k0, mut k1] = key;
    let mut round = 0;
    while round < 10 {
        let (high0, low0) = wide(0xD2E7_470E_E14C_6C93, c0);
        let (high1, low1) = wide(0xCA5A_8263_9512_1157, c2);
        (c0, c1, c2, c3) = (high1 ^ c1 ^ k0, low1, high0 ^ c3 ^ k1, low0);
        k0 = k0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        k1 = k1.wrapping_add(0xBB67_AE85_84CA_A73B);
        round += 1;
    }
    [c0, c1, c2, c3]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Known answers published with Random123 (`kat_vectors`, philox4x64 10).
    #[test]
    fn philox_gives_the_published_answers() {
        assert_eq!(
            philox4x64_10([0; 4], [0; 2]),
            [0x1655_4d9e_ca36_314c, 0xdb20_fe9d_672d_0fdc, 0xd7e7_72ce_e186_176b, 0x7e68_b68a_ec7b_a23b]
        );
        assert_eq!(
            philox4x64_10([u64::MAX; 4], [u64::MAX; 2]),
            [0x87b0_92c3_013f_e90b, 0x438c_3c67_be8d_0224, 0x9cc7_d7c6_9cd7_77b6, 0xa09c_aebf_594f_0ba0]
        );
        assert_eq!(
            philox4x64_10(
                [0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344, 0xa409_3822_299f_31d0, 0x082e_fa98_ec4e_6c89],
                [0x4528_21e6_38d0_1377, 0xbe54_66cf_34e9_0c6c]
            ),
            [0xa528_f454_03e6_1d95, 0x38c7_2dbd_566e_9788, 0xa5a1_610e_72fd_18b5, 0x57bd_43b5_e52b_7fe6]
        );
    }

    #[test]
    fn turns_can_be_asked_in_any_order() {
        let forward: Vec<_> = (0..40).map(|turn| GameDice::new(7, 3).roll(turn)).collect();
        let mut dice = GameDice::new(7, 3);
        let backward: Vec<_> = (0..40).rev().map(|turn| dice.roll(turn)).collect();
        assert!(forward.iter().eq(backward.iter().rev()));
    }

    #[test]
    fn all_36_throws_are_as_likely() {
        let mut counts = std::collections::BTreeMap::new();
        let mut dice = GameDice::new(1, 0);
        for turn in 0..360_000 {
            *counts.entry(dice.roll(turn)).or_insert(0_u32) += 1;
        }
        assert_eq!(counts.len(), 21);
        for (roll, count) in counts {
            let expected = 10_000 * roll.weight();
            // Five standard deviations of a binomial count.
            assert!(count.abs_diff(expected) < 5 * expected.isqrt(), "{roll}: {count}");
        }
    }

    #[test]
    fn r2_1_an_opening_roll_is_never_a_double() {
        let mut counts = [[0_u32; 7]; 7];
        for game in 0..30_000 {
            let (first, second) = GameDice::new(5, game).opening();
            counts[first.0 as usize][second.0 as usize] += 1;
        }
        for first in 1..=6 {
            for second in 1..=6 {
                let count = counts[first][second];
                assert_eq!(count == 0, first == second);
                assert!(first == second || count.abs_diff(1000) < 160, "{first}-{second}: {count}");
            }
        }
    }

    /// The numbers of the throws of a block of trials, for the first and the second random turn.
    fn block(seed: u64, number: u64, throws: [Throws; 2], turn: usize) -> Vec<u8> {
        let count = throws[turn].count();
        (number * count..(number + 1) * count).map(|trial| stratified(seed, trial, throws)[turn].number).collect()
    }

    #[test]
    fn every_throw_occurs_once_in_each_block() {
        for throws in [[Throws::All; 2], [Throws::Unequal, Throws::All]] {
            for number in [0, 1, 77] {
                let [first, second] = [0, 1].map(|turn| block(3, number, throws, turn));
                for (order, throws) in [(&first, throws[0]), (&second, throws[1])] {
                    let mut sorted = order.clone();
                    sorted.sort_unstable();
                    assert!(sorted.into_iter().eq(0..throws.count() as u8), "{order:?}");
                }
                assert_ne!(first, second);
                assert_ne!(first, block(3, number + 1, throws, 0));
                assert_ne!(second, block(3, number + 1, throws, 1));
                assert_ne!(first, block(4, number, throws, 0));
            }
        }
        let opening = (0..30).map(|trial| stratified(3, trial, [Throws::Unequal, Throws::All])[0]);
        assert!(opening.into_iter().all(|throw| !throw.roll().is_double()));
    }

    /// In a random order each throw is equally likely at each place, and so is each pair of throws in one trial.
    #[test]
    fn the_orders_of_a_block_are_uniform() {
        const BLOCKS: u64 = 3600;
        let mut places = [[[0_u32; 36]; 36]; 2];
        let mut pairs = [[0_u32; 36]; 36];
        for number in 0..BLOCKS {
            let orders = [0, 1].map(|turn| block(11, number, [Throws::All; 2], turn));
            for (places, order) in places.iter_mut().zip(&orders) {
                for (places, &throw) in places.iter_mut().zip(order) {
                    places[usize::from(throw)] += 1;
                }
            }
            for (&first, &second) in orders[0].iter().zip(&orders[1]) {
                pairs[usize::from(first)][usize::from(second)] += 1;
            }
        }
        // Each count is 100 on average. With 35 * 35 degrees of freedom, chi-square has mean 1225 and standard deviation 49.5.
        for counts in [places[0], places[1], pairs] {
            let chi_square: f64 =
                counts.iter().flatten().map(|&count| (f64::from(count) - 100.0).powi(2) / 100.0).sum();
            assert!((chi_square - 1225.0).abs() < 5.0 * 49.5, "{chi_square}");
        }
    }

    #[test]
    fn the_probabilities_of_all_rolls_add_up_to_one() {
        for throws in [Throws::All, Throws::Unequal] {
            let total: f64 = Roll::all().map(|roll| throws.probability(roll)).sum();
            assert!((total - 1.0).abs() < 1e-12, "{throws:?}: {total}");
        }
        let double = Roll::of(Die(4), Die(4));
        assert_eq!(Throws::Unequal.probability(double).to_bits(), 0);
        assert!((Throws::All.probability(double) - 1.0 / 36.0).abs() < 1e-15);
    }

    #[test]
    fn a_die_shows_one_to_six() {
        assert_eq!(Roll::new(0, 3), Err(DieError { number: 0 }));
        assert_eq!(Roll::new(3, 7), Err(DieError { number: 7 }));
        assert_eq!(Roll::new(1, 3), Roll::new(3, 1));
        assert_eq!(Roll::all().map(Roll::weight).sum::<u32>(), 36);
    }
}
