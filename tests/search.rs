//! The cubeless search matches its definition, independent of search history.
#![allow(clippy::unwrap_used, reason = "a test that cannot load the network must fail")]

use gammon::eval::Scratch;
use gammon::parallel::Control;
use gammon::search::{Filter, Ranked, Wanted};
use gammon::{Evaluator, Outcome, Position, Roll, Search};

/// The start, a race, a bear-off, checkers on the bar, and a finished game.
fn positions() -> [Position; 5] {
    let side = |placed: &[(usize, u8)]| {
        let mut counts = [0; 26];
        for &(place, count) in placed {
            counts[place] = count;
        }
        counts
    };
    [
        (side(&[(6, 5), (8, 3), (13, 5), (24, 2)]), side(&[(6, 5), (8, 3), (13, 5), (24, 2)])),
        (side(&[(3, 4), (5, 5), (7, 3), (10, 3)]), side(&[(2, 4), (6, 8), (9, 3)])),
        (side(&[(0, 11), (1, 2), (4, 2)]), side(&[(0, 10), (2, 3), (6, 2)])),
        (side(&[(4, 2), (6, 6), (8, 5), (25, 2)]), side(&[(3, 2), (5, 2), (6, 3), (7, 7), (25, 1)])),
        (side(&[(0, 15)]), side(&[(6, 15)])),
    ]
    .map(|(own, opponent)| Position::new(&own, &opponent).unwrap())
}

/// The definition of the search, in double precision.
fn by_definition(evaluator: &Evaluator, position: Position, ply: u8) -> [f64; 5] {
    if ply == 0 || position.is_over() {
        return evaluator.evaluate(position).to_array().map(f64::from);
    }
    let mut mean = [0.0; 5];
    for roll in Roll::all() {
        let reply = evaluator.best(position, roll, &mut Scratch::default());
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = by_definition(evaluator, reply, ply - 1);
        let seen_from_here = [1.0 - win, lose_gammon, lose_backgammon, win_gammon, win_backgammon];
        for (mean, chance) in mean.iter_mut().zip(seen_from_here) {
            *mean += chance * f64::from(roll.weight()) / 36.0;
        }
    }
    mean
}

fn search(evaluator: &Evaluator, position: Position, ply: u8) -> Outcome {
    Search::new(evaluator, Filter::NORMAL, &Control::default()).evaluate(position, ply).unwrap()
}

#[test]
fn a_ply_is_the_mean_over_all_rolls_after_the_best_plays() {
    let evaluator = Evaluator::shipped().unwrap();
    for position in positions() {
        for ply in 0..3 {
            let found = search(&evaluator, position, ply).to_array();
            for (found, expected) in found.into_iter().zip(by_definition(&evaluator, position, ply)) {
                // The search uses single precision and clamps each mean.
                assert!((f64::from(found) - expected).abs() < 2e-6, "{position:?} at {ply}");
            }
        }
    }
}

#[test]
fn results_do_not_depend_on_search_history() {
    let (evaluator, control) = (Evaluator::shipped().unwrap(), Control::default());
    let mut kept = Search::new(&evaluator, Filter::NORMAL, &control);
    let roll = Roll::all().nth(4).unwrap();
    for _ in 0..2 {
        for position in positions() {
            for ply in 0..3 {
                assert_eq!(kept.evaluate(position, ply), Some(search(&evaluator, position, ply)));
            }
            let outcomes = |search: &mut Search<'_>| -> Vec<(Outcome, u8)> {
                let ranked = search.rank(position, roll, 1, Wanted::Filtered).unwrap();
                ranked.iter().map(|one| (one.found(), one.ply())).collect()
            };
            assert_eq!(outcomes(&mut kept), outcomes(&mut Search::new(&evaluator, Filter::NORMAL, &control)));
        }
    }
}

#[test]
fn the_filter_limits_rank_and_equity_difference() {
    let filter = |keep, within| Filter { keep, within, within_later: 9.0 };
    let (evaluator, control) = (Evaluator::shipped().unwrap(), Control::default());
    for filter in [Filter::NORMAL, filter(3, 9.0), filter(0, 0.0)] {
        let mut search = Search::new(&evaluator, filter, &control);
        for position in positions() {
            for roll in Roll::all() {
                let alone = evaluator.rank(position, roll);
                let ranked = search.rank(position, roll, 1, Wanted::Filtered).unwrap();
                assert_eq!(ranked.len(), alone.len());
                let searched = ranked.iter().take_while(|one| one.ply() == 1).count();
                let least = alone.first().map_or(0.0, |best| best.outcome.cubeless_equity()) - filter.within;
                let near = alone.iter().take_while(|one| one.outcome.cubeless_equity() >= least).count();
                assert_eq!(searched, near.min(filter.keep.max(1)));
                let equities = ranked[..searched].iter().map(|one| one.found().cubeless_equity());
                assert!(equities.is_sorted_by(|a, b| a >= b));
                assert!(ranked[searched..].iter().zip(&alone[searched..]).all(|(one, other)| one.play == other.play));
                let best = ranked.first().map_or(position.swap(), |best| best.play.position);
                assert_eq!(search.best(position, roll, 1), Some(best));
            }
        }
    }
}

#[test]
fn plays_are_filtered_before_each_ply() {
    let (evaluator, control) = (Evaluator::shipped().unwrap(), Control::default());
    let filter = Filter { keep: 8, within: 0.16, within_later: 0.02 };
    let mut search = Search::new(&evaluator, filter, &control);
    let equity = |one: &Ranked<Outcome>| one.found().cubeless_equity();
    for roll in Roll::all() {
        let once = search.rank(Position::START, roll, 1, Wanted::Filtered).unwrap();
        let twice = search.rank(Position::START, roll, 2, Wanted::Filtered).unwrap();
        let first = once.iter().filter(|one| one.ply() == 1);
        let near = first.clone().filter(|one| equity(one) >= equity(&once[0]) - 0.02).count();
        let plies: Vec<u8> = twice.iter().map(Ranked::ply).collect();
        let expected = [vec![2; near], vec![1; first.count() - near]].concat();
        assert_eq!(plies[..expected.len()], expected);
        assert!(plies[expected.len()..].iter().all(|&ply| ply == 0));
        assert!(twice[..near].iter().map(equity).is_sorted_by(|a, b| a >= b));
        assert_eq!(search.best(Position::START, roll, 2), Some(twice[0].play.position));
    }
}

#[test]
fn a_stopped_search_returns_none() {
    let (evaluator, control) = (Evaluator::shipped().unwrap(), Control::default());
    let mut search = Search::new(&evaluator, Filter::NORMAL, &control);
    control.stop();
    assert_eq!(search.evaluate(Position::START, 2), None);
    assert!(search.rank(Position::START, Roll::all().next().unwrap(), 2, Wanted::Filtered).is_none());
    // A 0-ply evaluation does not check for a stop.
    assert_eq!(search.evaluate(Position::START, 0), Some(evaluator.evaluate(Position::START)));
}

#[test]
fn wanted_plays_are_searched_in_full_and_plays_stay_sorted() {
    let (evaluator, control) = (Evaluator::shipped().unwrap(), Control::default());
    let mut search = Search::new(&evaluator, Filter::TINY, &control);
    let equity = |one: &Ranked<Outcome>| one.found().cubeless_equity();
    for position in positions() {
        for roll in Roll::all().step_by(4) {
            let alone = evaluator.rank(position, roll);
            let last: Vec<_> = alone.iter().rev().take(2).map(|one| one.play.position).collect();
            for (wanted, named) in [(Wanted::To(&last), last.clone()), (Wanted::Best(12), vec![])] {
                let ranked = search.rank(position, roll, 2, wanted).unwrap();
                assert_eq!(ranked.len(), alone.len());
                let deep: Vec<_> = ranked.iter().filter(|one| one.ply() == 2).map(|one| one.play.position).collect();
                assert!(named.iter().all(|position| deep.contains(position)));
                if wanted == Wanted::Best(12) {
                    assert!(alone.iter().take(12).all(|one| deep.contains(&one.play.position)));
                }
                let is_ordered = |one: &Ranked<Outcome>, other: &Ranked<Outcome>| {
                    one.ply() > other.ply() || (one.ply() == other.ply() && equity(one) >= equity(other))
                };
                assert!(ranked.is_sorted_by(is_ordered));
                for one in &ranked {
                    for (ply, &found) in (0..).zip(one.by_ply()) {
                        let theirs = search.evaluate(one.play.position, ply).unwrap();
                        assert_eq!(found, theirs.swap(), "{position:?} {roll:?}");
                    }
                }
            }
        }
    }
}
