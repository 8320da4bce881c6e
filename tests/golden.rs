//! Compares the move generator with published counts of plays and positions (see `tests/golden`).
#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

use std::collections::HashSet;

use gammon::{Position, Roll, movegen};

fn results(position: Position, roll: Roll) -> Vec<Position> {
    let mut results = Vec::new();
    movegen::append_results(position, roll, &mut results);
    results
}

/// Returns the number of plays from all `positions` with all `rolls`, and the distinct positions after them.
fn perft(positions: &[Position], rolls: &[Roll]) -> (usize, Vec<Position>) {
    let mut plays = 0;
    let mut distinct = HashSet::new();
    for &position in positions {
        for &roll in rolls {
            let results = results(position, roll);
            plays += results.len();
            distinct.extend(results);
        }
    }
    (plays, distinct.into_iter().collect())
}

#[test]
fn perft_counts() {
    let all: Vec<_> = Roll::all().collect();
    let unequal: Vec<_> = Roll::all().filter(|roll| !roll.is_double()).collect();
    // The start, the first rolls, the numbers of plays and distinct positions after one turn, and the same after two turns.
    for (start, first, one, two) in [
        (Position::START, &all, (447, 406), (202_782, 163_706)),
        (Position::START, &unequal, (190, 175), (89_153, 71_485)),
        (Position::NACKGAMMON, &all, (547, 0), (324_160, 263_382)),
        (Position::HYPERGAMMON, &all, (195, 144), (38_017, 20_449)),
        (Position::HYPERGAMMON, &unequal, (120, 86), (23_346, 12_257)),
    ] {
        let (plays, positions) = perft(&[start], first);
        assert_eq!(plays, one.0);
        assert!(one.1 == 0 || positions.len() == one.1);
        // The plays of the second turn are counted after every play of the first, even if several lead to the same position.
        let mut second = 0;
        let mut distinct = HashSet::new();
        for &roll in first {
            for position in results(start, roll) {
                for &roll in &all {
                    let results = results(position, roll);
                    second += results.len();
                    distinct.extend(results);
                }
            }
        }
        assert_eq!((second, distinct.len()), two);
    }
}
