//! The cubeful search matches its definition, independent of search history.
#![allow(clippy::unwrap_used, reason = "a test that cannot load the network must fail")]

mod common;

use common::kazaross;
use gammon::parallel::Control;
use gammon::search::{Filter, Wanted, Worth};
use gammon::{Crawford, Cube, CubeModel, CubeOwner, CubefulSearch, Evaluator, Position, Roll, Scoring, movegen};

const OWNED: Cube = Cube::new(1, CubeOwner::OnRoll);
const OPPONENTS: Cube = Cube::new(1, CubeOwner::Opponent);

fn side(placed: &[(usize, u8)]) -> [u8; 26] {
    let mut counts = [0; 26];
    for &(place, count) in placed {
        counts[place] = count;
    }
    counts
}

fn position(own: &[(usize, u8)], opponent: &[(usize, u8)]) -> Position {
    Position::new(&side(own), &side(opponent)).unwrap()
}

/// An attack with many gammons, a race near the doubling point, a bear-off, and a finished game.
fn positions() -> [Position; 4] {
    [
        position(
            &[(4, 2), (5, 2), (6, 4), (7, 3), (8, 2), (13, 2)],
            &[(6, 4), (8, 3), (13, 5), (23, 1), (24, 1), (25, 1)],
        ),
        position(&[(3, 4), (5, 5), (7, 3), (9, 3)], &[(2, 4), (6, 7), (9, 4)]),
        position(&[(0, 11), (1, 2), (4, 2)], &[(0, 10), (2, 3), (6, 2)]),
        position(&[(0, 15)], &[(6, 15)]),
    ]
}

fn scorings() -> Vec<Scoring> {
    let of_match = |own, opponent, crawford| Scoring::of_match(own, opponent, crawford).unwrap();
    vec![
        Scoring::MONEY,
        Scoring::Money { jacoby: true, beavers: true, raccoons: false },
        Scoring::Money { jacoby: false, beavers: true, raccoons: true },
        of_match(7, 5, Crawford::ToCome),
        of_match(2, 4, Crawford::ToCome),
        of_match(4, 2, Crawford::ToCome),
        of_match(3, 1, Crawford::ThisGame),
        of_match(4, 1, Crawford::Played),
        of_match(1, 1, Crawford::Played),
    ]
}

fn model(scoring: Scoring) -> CubeModel {
    CubeModel::new(scoring, Cube::MOST_EXPONENT, &kazaross())
}

/// A cube model and the base-2 logarithm of its largest cube.
type Game = (CubeModel, u8);

fn games() -> Vec<Game> {
    let near_limit =
        [(false, false, 1), (true, false, 2), (true, true, 3), (true, true, 4)].map(|(beavers, raccoons, most)| {
            (CubeModel::new(Scoring::Money { jacoby: false, beavers, raccoons }, most, &kazaross()), most)
        });
    scorings().into_iter().map(|scoring| (model(scoring), Cube::MOST_EXPONENT)).chain(near_limit).collect()
}

/// The definition of the search, for one cube, in double precision: the no-double value and the outcome probabilities.
fn by_definition(evaluator: &Evaluator, game: &Game, position: Position, cube: Cube, ply: u8) -> (f64, [f64; 5]) {
    let (model, most) = (&game.0, game.1);
    if ply == 0 || position.is_over() {
        let outcome = evaluator.evaluate(position);
        return (model.no_double(outcome, cube, model.efficiency(position)), outcome.to_array().map(f64::from));
    }
    let theirs = model.swap();
    let sign = |value: f64| if matches!(model.scoring(), Scoring::Money { .. }) { -value } else { 1.0 - value };
    let (mut mean, mut chances) = (0.0, [0.0; 5]);
    for roll in Roll::all() {
        let reply = search(evaluator, &Control::default(), model).best(position, roll, cube, 0).unwrap();
        let no_double = |cube| by_definition(evaluator, &(theirs, most), reply, cube, ply - 1).0;
        let double = 2.0_f64.powi(i32::from(matches!(model.scoring(), Scoring::Money { .. })));
        let (has_beavers, has_raccoons) = match model.scoring() {
            Scoring::Money { beavers, raccoons, .. } => (beavers, raccoons),
            Scoring::Match { .. } => (false, false),
        };
        let (playing_on, [win, gammon, backgammon, loses_gammon, loses_backgammon]) =
            by_definition(evaluator, &(theirs, most), reply, cube.swap(), ply - 1);
        let mut value = playing_on;
        if theirs.may_double(cube.swap()) {
            let doubled = cube.swap().doubled();
            let mut answer = theirs.double_pass(cube.swap()).min(double * no_double(doubled));
            let at = |exponent| no_double(Cube::new(exponent, CubeOwner::Opponent));
            if has_beavers && doubled.exponent() < most {
                // R7.6: the doubler takes the beaver, passes it at twice the stake before the double, or raccoons. The
                // opponent takes the raccoon or passes it at four times that stake.
                let mut beavered = (4.0 * at(doubled.exponent() + 1)).max(-2.0);
                if has_raccoons && doubled.exponent() + 1 < most {
                    beavered = beavered.max((8.0 * at(doubled.exponent() + 2)).min(4.0));
                }
                answer = answer.min(beavered);
            }
            value = value.max(answer);
        }
        let weight = f64::from(roll.weight()) / 36.0;
        mean += weight * sign(value);
        for (mean, chance) in chances.iter_mut().zip([1.0 - win, loses_gammon, loses_backgammon, gammon, backgammon]) {
            *mean += weight * chance;
        }
    }
    (mean, chances)
}

fn search<'a>(evaluator: &'a Evaluator, control: &'a Control, model: &CubeModel) -> CubefulSearch<'a> {
    CubefulSearch::new(evaluator, Filter::NORMAL, control, model)
}

fn assert_matches_definition(ply: u8, games: &[Game], positions: &[Position]) {
    let (evaluator, control) = (Evaluator::shipped().unwrap(), Control::default());
    for game in games {
        let (model, most) = *game;
        let mut kept = search(&evaluator, &control, &model);
        for &position in positions {
            for cube in [Cube::START, OWNED, OPPONENTS] {
                let (decision, outcome) = kept.decide(position, cube, ply).unwrap();
                let (no_double, chances) = by_definition(&evaluator, game, position, cube, ply);
                let context = format!("{:?} to 2^{most}, {cube:?} {position:?} at {ply}", model.scoring());
                assert!((decision.no_double - no_double).abs() < 1e-6, "{context}: {decision:?} {no_double}");
                if model.may_double(cube) {
                    let (take, _) = by_definition(&evaluator, game, position, cube.doubled(), ply);
                    let take = model.after_double(take);
                    assert!((decision.double_take - take).abs() < 2e-6, "{context}: {decision:?} {take}");
                }
                for (found, expected) in outcome.to_array().into_iter().zip(chances) {
                    assert!((f64::from(found) - expected).abs() < 2e-6, "{context}: {outcome:?} {chances:?}");
                }
            }
        }
    }
}

#[test]
fn the_search_matches_the_definition_at_0_and_1_ply() {
    assert_matches_definition(0, &games(), &positions());
    assert_matches_definition(1, &games(), &positions());
}

#[test]
fn the_search_matches_the_definition_at_2_plies() {
    // The bear-off with every scoring, and a contact position where the best play depends on the cube because of
    // gammons.
    assert_matches_definition(2, &games(), &positions()[2..]);
    assert_matches_definition(2, &[games()[1], games()[3]], &positions()[..1]);
}

#[test]
fn plays_are_valued_after_the_opponents_cube_decision() {
    let (evaluator, control) = (Evaluator::shipped().unwrap(), Control::default());
    for scoring in scorings() {
        let model = model(scoring);
        let theirs = model.swap();
        for position in positions() {
            for (roll, cube) in Roll::all().zip([Cube::START, OWNED, OPPONENTS].into_iter().cycle()) {
                let ranked =
                    search(&evaluator, &control, &model).rank(position, roll, cube, 0, Wanted::Filtered).unwrap();
                assert_eq!(ranked.len(), movegen::plays(position, roll).len());
                for one in &ranked {
                    let outcome = evaluator.evaluate(one.play.position);
                    let value = theirs.decide(outcome, cube.swap(), model.efficiency(one.play.position)).value();
                    let Worth { value: found, outcome: mine } = one.found();
                    assert_eq!((found, mine), (theirs.as_opponent(value), outcome.swap()));
                }
                assert!(ranked.is_sorted_by(|one, other| one.found().value >= other.found().value));
                // Pruning may discard a play that is slightly better than the best of the others.
                let best = search(&evaluator, &control, &model).best(position, roll, cube, 0).unwrap();
                let chosen = ranked.iter().find(|one| one.play.position == best);
                assert_eq!(chosen.is_none(), ranked.is_empty());
                let given_away = chosen.map_or(0.0, |chosen| ranked[0].found().value - chosen.found().value);
                assert!(given_away < 0.05 * model.unit(cube), "{scoring:?} {cube:?} {position:?} {roll:?}");
            }
        }
    }
}

#[test]
fn results_do_not_depend_on_search_history() {
    let (evaluator, control) = (Evaluator::shipped().unwrap(), Control::default());
    let roll = Roll::all().nth(4).unwrap();
    let mut kept = search(&evaluator, &control, &model(Scoring::MONEY));
    for scoring in [scorings()[2], scorings()[3], scorings()[2]] {
        let model = model(scoring);
        kept.change_game(&model);
        let fresh = || search(&evaluator, &control, &model);
        for start in positions() {
            for cube in [Cube::START, OWNED, OPPONENTS] {
                let plays = |search: &mut CubefulSearch<'_>| -> Vec<_> {
                    let ranked = search.rank(start, roll, cube, 1, Wanted::Filtered).unwrap();
                    ranked.iter().map(|one| (one.play, one.found(), one.ply())).collect()
                };
                assert_eq!(plays(&mut kept), plays(&mut fresh()));
                // The cache has the position after the play with the opponent on roll; now the searcher is on roll in
                // it.
                let reply = kept.best(start, roll, cube, 1).unwrap();
                for position in [start, reply] {
                    for ply in 0..3 {
                        assert_eq!(kept.decide(position, cube, ply), fresh().decide(position, cube, ply));
                    }
                }
            }
        }
    }
}

#[test]
fn a_stopped_search_returns_none() {
    let (evaluator, control) = (Evaluator::shipped().unwrap(), Control::default());
    let mut search = search(&evaluator, &control, &model(Scoring::MONEY));
    control.stop();
    let start = positions()[0];
    assert!(search.decide(start, Cube::START, 2).is_none());
    assert!(search.rank(start, Roll::all().next().unwrap(), Cube::START, 2, Wanted::Filtered).is_none());
    assert!(search.decide(start, Cube::START, 0).is_some());
}
