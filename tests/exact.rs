//! Exact tables: known values, equations that every stored number satisfies, and files that are refused.
#![allow(clippy::unwrap_used, reason = "a test fails where its own example is wrong")]
#![allow(clippy::float_cmp, reason = "the expected values are multiples of a power of 2, which tables store exactly")]

use std::num::NonZero;
use std::sync::Arc;

use gammon::eval::Table;
use gammon::exact::{Bytes, Contact, OneSided, Reachable, TableFileError, TwoSided};
use gammon::parallel::Control;
use gammon::{Cube, CubeModel, CubeOwner, MatchEquityTable, Outcome, Position, Scoring};

fn threads(n: usize) -> NonZero<usize> {
    NonZero::new(n).unwrap()
}

fn side(checkers: u8, placed: &[(usize, u8)]) -> [u8; 26] {
    let mut counts = [0; 26];
    counts[0] = checkers;
    for &(place, count) in placed {
        counts[place] += count;
        counts[0] -= count;
    }
    counts
}

fn position(own: &[(usize, u8)], opponent: &[(usize, u8)]) -> Position {
    Position::new(&side(15, own), &side(15, opponent)).unwrap()
}

fn two_sided(most: usize, n: usize) -> Vec<u8> {
    TwoSided::solve(most, threads(n), &Control::default()).unwrap()
}

fn one_sided(n: usize) -> Vec<u8> {
    OneSided::solve(6, threads(n), &Control::default()).unwrap()
}

fn contact(checkers: u8, most: usize, n: usize) -> Vec<u8> {
    Contact::solve(checkers, most, threads(n), &Control::default()).unwrap()
}

fn model(scoring: Scoring, most_exponent: u8) -> CubeModel {
    let met = MatchEquityTable::new(&[[0.5]], [&[0.5], &[0.5]]).unwrap();
    CubeModel::new(scoring, most_exponent, &met)
}

const BIG: u8 = Cube::MOST_EXPONENT;

#[test]
fn tables_do_not_depend_on_threads() {
    assert_eq!(two_sided(3, 1), two_sided(3, 3));
    assert_eq!(contact(1, 1, 1), contact(1, 1, 3));
}

#[test]
fn stored_numbers_satisfy_their_equations() {
    let (two, control) = (threads(2), Control::default());
    let one = OneSided::from_bytes(Arc::new(one_sided(2))).unwrap().residual(two, &control).unwrap();
    assert!(one < 2e-8, "{one}");
    let three = TwoSided::from_bytes(Arc::new(two_sided(3, 2))).unwrap().residual(two, &control).unwrap();
    assert!(three < 2e-9, "{three}");
    for checkers in [1, 15] {
        let table = Contact::from_bytes(Arc::new(contact(checkers, 1, 2))).unwrap();
        let residual = table.residual(two, &control).unwrap();
        assert!(residual < 1e-8, "{residual}");
    }
}

/// The player on roll has one checker on the 6-point, the opponent too: 27 of 36 rolls win at once, and a double is a tie of
/// take and pass. The recursion written out by hand.
#[test]
fn a_checker_on_the_six_point_on_each_side() {
    let table = TwoSided::from_bytes(Arc::new(two_sided(1, 1))).unwrap();
    let six = position(&[(6, 1)], &[(6, 1)]);
    let [win, centred, own, opponent] = table.values(six).unwrap();
    // After a miss the opponent, who wins 27 of 36 times or else loses, can cash with a centred cube.
    assert_eq!((win, centred), (0.8125, 0.75 - 0.25));
    // If the roller owns the cube, the opponent cannot double: the opponent then has equity 1/2.
    assert_eq!(own, 0.75 - 0.25 * 0.5);
    assert_eq!(opponent, 0.75 - 0.25);
}

#[test]
fn positions_outside_a_table_have_no_values() {
    let table = TwoSided::from_bytes(Arc::new(two_sided(2, 1))).unwrap();
    assert_eq!(table.outcome(position(&[(6, 3)], &[(6, 1)])), None);
    assert_eq!(table.outcome(position(&[(7, 1)], &[(6, 1)])), None);
    assert_eq!(table.outcome(Position::START), None);
    // Two checkers on each side, none borne off: a gammon is possible.
    let pair = side(2, &[(1, 2)]);
    assert_eq!(table.outcome(Position::new(&pair, &pair).unwrap()), None);
    let contact = Contact::from_bytes(Arc::new(contact(15, 1, 1))).unwrap();
    assert_eq!(contact.outcome(Position::HYPERGAMMON), None);
    assert_eq!(contact.outcome(position(&[(24, 2)], &[(6, 1)])), None);
}

#[test]
fn cubeful_values_are_given_for_money_far_from_the_limit() {
    let table = TwoSided::from_bytes(Arc::new(two_sided(1, 1))).unwrap();
    let six = position(&[(6, 1)], &[(6, 1)]);
    let value = |model: &CubeModel, cube| table.no_double(six, model, cube);
    let money = model(Scoring::MONEY, BIG);
    assert_eq!(value(&money, Cube::START), Some(0.5));
    assert_eq!(value(&money, Cube::new(1, CubeOwner::OnRoll)), Some(0.625));
    assert_eq!(value(&model(Scoring::MONEY, 10), Cube::START), Some(0.5));
    assert_eq!(value(&model(Scoring::MONEY, 7), Cube::START), Some(0.5));
    assert_eq!(value(&model(Scoring::MONEY, 6), Cube::START), None);
    let score = Scoring::of_match(1, 1, gammon::Crawford::Played).unwrap();
    assert_eq!(value(&model(score, BIG), Cube::START), None);
}

/// The winning chance from the rolls of each side: one checker on the 6-point against two on the ace point.
#[test]
fn one_sided_distributions_give_the_winning_chance() {
    let table = OneSided::from_bytes(Arc::new(one_sided(2))).unwrap();
    let own = position(&[(6, 1)], &[(1, 2)]);
    assert_eq!(table.rolls(own.own()), Some(vec![0.0, 0.75, 0.25]));
    assert_eq!(table.rolls(own.opponent()), Some(vec![0.0, 1.0]));
    // The player on roll must bear off at once: two on the ace point are always off in one roll.
    assert_eq!(table.outcome(own), Some(Outcome { win: 0.75, ..Outcome::default() }));
    // Fifteen against fifteen. The ace stack is off after four doubles at the earliest, which the opponent's first checker
    // precedes almost always; after a roll of the ace stack it is never gammoned.
    let full = table.outcome(position(&[(1, 15)], &[(6, 15)])).unwrap();
    assert!(full.win > 0.99 && (1e-6..1e-4).contains(&full.win_gammon) && full.lose_gammon == 0.0, "{full:?}");
    assert_eq!(table.outcome(position(&[(7, 1)], &[(1, 1)])), None);
}

#[test]
fn damaged_files_are_refused() {
    let good = two_sided(1, 1);
    let open = |bytes: Vec<u8>| TwoSided::from_bytes(Arc::new(bytes) as Bytes).map(|_| ());
    assert_eq!(open(good.clone()), Ok(()));
    assert_eq!(OneSided::from_bytes(Arc::new(good.clone())).map(|_| ()), Err(TableFileError::Kind(2)));
    assert_eq!(open(Vec::new()), Err(TableFileError::NotATable));
    assert_eq!(open(good[..good.len() - 1].to_vec()), Err(TableFileError::Hash));
    for at in 0..good.len() {
        let mut bad = good.clone();
        bad[at] ^= 1;
        assert!(open(bad).is_err(), "byte {at}");
    }
    let mut newer = good;
    newer[8] = 2;
    assert_eq!(open(newer), Err(TableFileError::Version(2)));
}

/// Overwrites a part of a file and corrects the hash.
fn forged(mut file: Vec<u8>, at: usize, bytes: &[u8]) -> Arc<Vec<u8>> {
    use sha2::{Digest, Sha256};
    file[at..at + bytes.len()].copy_from_slice(bytes);
    let sum = Sha256::new().chain_update(&file[..32]).chain_update(&file[64..]).finalize();
    file[32..64].copy_from_slice(&sum);
    Arc::new(file)
}

#[test]
fn values_that_are_not_distributions_are_refused_even_with_the_right_hash() {
    let good = one_sided(2);
    let count = OneSided::arrangements(6).unwrap() / 2;
    let (ends, firsts) = (64 + 8 * count, 64 + 12 * count);
    let probabilities = firsts + count.next_multiple_of(4);
    let open = |at, bytes: &[u8]| OneSided::from_bytes(forged(good.clone(), at, bytes));
    assert_eq!(open(0, b"gammon-t").map(|_| ()), Ok(()));
    let refused = Err(TableFileError::Values);
    // Distributions that end before they begin, or beyond the last one.
    assert_eq!(open(ends + 4, &0_u32.to_le_bytes()).map(|_| ()), refused);
    assert_eq!(open(ends + 8, &u32::MAX.to_le_bytes()).map(|_| ()), refused);
    // A probability of 1/2 where the only one is 1, and a negative one.
    assert_eq!(open(probabilities, &(1_i32 << 29).to_le_bytes()).map(|_| ()), refused);
    assert_eq!(open(probabilities, &(-1_i32).to_le_bytes()).map(|_| ()), refused);
    // The right probability for 200 rolls instead of one: only `residual` can tell.
    let late = open(firsts + 1, &[200]).unwrap();
    assert!(late.residual(threads(2), &Control::default()).unwrap() >= 1.0);
}

#[test]
fn a_stopped_solution_has_no_file() {
    let control = Control::default();
    control.stop();
    assert!(TwoSided::solve(2, threads(2), &control).is_err());
    assert!(OneSided::solve(6, threads(2), &control).is_err());
    assert!(Contact::solve(1, 1, threads(2), &control).is_err());
}

#[test]
fn bear_offs_solved_when_needed_agree_with_the_table() {
    let table = TwoSided::from_bytes(Arc::new(two_sided(3, 2))).unwrap();
    let money = model(Scoring::MONEY, BIG);
    let first = position(&[(6, 2), (3, 1)], &[(5, 3)]);
    let solved = Reachable::solve(first, (&money, Cube::START), &Control::default()).unwrap();
    let mut compared = 0;
    // Positions with either player on roll that both know.
    for own in [&[(6, 2), (3, 1)][..], &[(6, 1), (2, 1)], &[(1, 1)], &[(4, 2)]] {
        for opponent in [&[(5, 3)][..], &[(5, 1), (1, 2)], &[(3, 1)]] {
            for one in [position(own, opponent), position(opponent, own)] {
                let [win, centred, owned, opponent_owns] = table.values(one).unwrap();
                assert!((f64::from(solved.outcome(one).unwrap().win) - win).abs() < 1e-7);
                for (value, owner) in
                    [(centred, CubeOwner::Centre), (owned, CubeOwner::OnRoll), (opponent_owns, CubeOwner::Opponent)]
                {
                    let found = solved.no_double(one, &money, Cube::new(3, owner)).unwrap();
                    assert!((found - value).abs() < 2e-9, "{one:?} {owner:?}: {found}, not {value}");
                    compared += 1;
                }
            }
        }
    }
    assert_eq!(compared, 72);
}

/// At 1-away, 1-away the cube is dead: the match-winning chance is the winning chance.
#[test]
fn at_double_match_point_a_bear_off_is_worth_its_winning_chance() {
    let score = model(Scoring::of_match(1, 1, gammon::Crawford::Played).unwrap(), BIG);
    let first = position(&[(1, 7)], &[(2, 7)]);
    let solved = Reachable::solve(first, (&score, Cube::START), &Control::default()).unwrap();
    let win = f64::from(solved.outcome(first).unwrap().win);
    let value = solved.no_double(first, &score, score.canonical(Cube::START)).unwrap();
    assert!((0.1..0.9).contains(&win) && (value - win).abs() < 1e-7, "{value}, {win}");
}

/// A cube that may be turned once more: the values of the recursion written out by hand, both with one checker on the 6-point.
#[test]
fn the_limit_on_the_cube_counts_in_a_solved_bear_off() {
    let six = position(&[(6, 1)], &[(6, 1)]);
    let value = |limit, cube| {
        let money = model(Scoring::MONEY, limit);
        let solved = Reachable::solve(six, (&money, cube), &Control::default()).unwrap();
        solved.no_double(six, &money, cube).unwrap()
    };
    // No doubling at all: 0.8125 wins.
    assert_eq!(value(0, Cube::START), 0.625);
    // One double left, which the opponent uses after a miss to cash.
    assert_eq!(value(1, Cube::START), 0.5);
    // The opponent may not turn a cube that the roller owns.
    assert_eq!(value(2, Cube::new(1, CubeOwner::OnRoll)), 0.625);
}

#[test]
fn bear_offs_that_lead_to_too_many_positions_are_not_solved() {
    let money = model(Scoring::MONEY, BIG);
    let solve = |one| Reachable::solve(one, (&money, Cube::START), &Control::default()).is_some();
    assert!(solve(position(&[(1, 14)], &[(1, 14)])));
    assert!(!solve(position(&[(6, 14)], &[(6, 14)])));
    assert!(!solve(position(&[(1, 15)], &[(1, 14)])), "a gammon is possible");
    assert!(!solve(position(&[(7, 1)], &[(1, 1)])) && !solve(Position::START));
}
