//! The game loop: games with a cube, and games that exceed the limit on turns.
#![allow(clippy::unwrap_used, reason = "a test that cannot load the network must fail")]

mod common;

use std::num::NonZero;
use std::sync::Arc;

use common::kazaross;
use gammon::dice::GameDice;
use gammon::eval::Estimate;
use gammon::games::cubeful::{self, CubefulTally, Player, Start};
use gammon::games::rollout::{self, FirstRoll};
use gammon::games::tally::Sums;
use gammon::games::{CubeTurn, MOST_TURNS, Policy, duel};
use gammon::memory::Halt;
use gammon::parallel::Control;
use gammon::position::Who;
use gammon::search::Filter;
use gammon::value::{Beaver, CubeDecision, Raccoon};
use gammon::{Crawford, Cube, CubeModel, CubeOwner, CubefulSearch, Evaluator, Position, Roll, Scoring};

const JACOBY: Scoring = Scoring::Money { jacoby: true, beavers: true, raccoons: true };
const MATCH: Scoring = Scoring::Match { own_away: 5, opponent_away: 3, crawford: Crawford::ToCome };

fn threads(n: usize) -> NonZero<usize> {
    NonZero::new(n).unwrap()
}

fn model(scoring: Scoring) -> CubeModel {
    CubeModel::new(scoring, Cube::MOST_EXPONENT, &kazaross())
}

fn player(evaluator: &Evaluator) -> Player<'_> {
    Player { evaluator, play_ply: 0, cube_ply: 0, filter: Filter::NORMAL }
}

fn start(model: &CubeModel, cube: Cube) -> Start<'_> {
    Start { position: Position::START, first: FirstRoll::Opening, model, cube }
}

/// An estimate that returns the same probabilities for every position.
#[derive(Debug)]
struct Constant([f32; 5]);

impl Estimate for Constant {
    fn estimate(&self, positions: &[Position], into: &mut Vec<[f32; 5]>) {
        into.extend(positions.iter().map(|_| self.0));
    }
}

fn constant(chances: [f32; 5]) -> Evaluator {
    Evaluator::from_estimate(Arc::new(Constant(chances)))
}

/// Plays a game with a cube independently of the game loop. Returns how often the cube was turned, the starter's
/// points, and the number of turns.
fn by_hand(evaluator: &Evaluator, model: &CubeModel, jacoby: bool, seed: u64, trial: u64) -> (u32, i64, u64) {
    let control = Control::default();
    let mut dice = GameDice::new(seed, trial);
    let (first, second) = dice.opening();
    let models = [*model, model.swap()];
    let mut searches = models.each_ref().map(|model| CubefulSearch::new(evaluator, Filter::NORMAL, &control, model));
    let (mut position, mut value, mut owner) = (Position::START, 1_i64, None);
    let mut doubles = 0;
    for turn in 0.. {
        let side = (turn % 2) as usize;
        let sign = if side == 0 { 1 } else { -1 };
        if let Some((who, by)) = position.result() {
            assert_eq!(who, Who::Opponent, "only the player who has just moved can have won");
            let by = if jacoby && owner.is_none() { 1 } else { i64::from(by.points()) };
            return (doubles, -sign * by * value, turn);
        }
        let seen = |owner: Option<usize>| match owner {
            None => CubeOwner::Centre,
            Some(owner) if owner == side => CubeOwner::OnRoll,
            Some(_) => CubeOwner::Opponent,
        };
        let search = &mut searches[side];
        if turn > 0 && owner != Some(1 - side) {
            let cube = Cube::new(value.ilog2() as u8, seen(owner));
            let (decision, _) = search.decide(position, cube, 0).unwrap();
            if decision.action.is_double() {
                // Both sides evaluate alike, so nobody makes a double that the opponent would beaver.
                assert!(decision.double_beaver().is_none_or(|beaver| beaver >= decision.double_take.min(1.0)));
                if decision.is_pass() {
                    return (doubles, sign * value, turn);
                }
                (value, owner, doubles) = (2 * value, Some(1 - side), doubles + 1);
            }
        }
        let roll = if turn == 0 { Roll::of(first, second) } else { dice.roll(turn) };
        position = search.best(position, roll, Cube::new(value.ilog2() as u8, seen(owner)), 0).unwrap();
    }
    unreachable!("a game ends");
}

#[test]
fn money_games_with_a_cube_match_games_played_by_hand_and_their_points_add_up() {
    let evaluator = Evaluator::shipped().unwrap();
    let (mut turned, mut expected_turns) = (0, 0);
    for (scoring, jacoby) in [(Scoring::MONEY, false), (JACOBY, true)] {
        let model = model(scoring);
        let mut expected = Sums::default();
        for trial in 0..30 {
            let (doubles, points, turns) = by_hand(&evaluator, &model, jacoby, 7, trial);
            expected.add(points as f64);
            turned += doubles;
            expected_turns += turns;
        }
        let found =
            cubeful::rollout(start(&model, Cube::START), player(&evaluator), 7, 0..30, threads(2), &Control::default())
                .unwrap();
        assert_eq!(found.value, expected);
        assert_eq!((found.counts.trials(), found.counts.turns), (30, std::mem::take(&mut expected_turns)));
        assert!(found.passed[0] > 0 && found.passed[1] > 0, "{found:?}");
    }
    assert!(turned > 20);
}

#[test]
fn a_tally_is_bit_identical_for_any_threads_and_parts() {
    let evaluator = Evaluator::shipped().unwrap();
    for scoring in [Scoring::MONEY, MATCH] {
        let model = model(scoring);
        let play = |trials, n| {
            let start = start(&model, Cube::START);
            cubeful::rollout(start, player(&evaluator), 3, trials, threads(n), &Control::default()).unwrap()
        };
        let whole = play(0..24, 1);
        for order in [[0, 1, 2], [2, 0, 1], [1, 2, 0]] {
            let parts = [0..5, 5..6, 6..24];
            let mut total = CubefulTally::default();
            for part in order {
                total += play(parts[part].clone(), 1 + part);
            }
            assert_eq!(total, whole);
        }
        let mean = whole.value.mean().unwrap();
        assert!(whole.value.standard_error().unwrap() > 0.0);
        match scoring {
            Scoring::Money { .. } => assert!((mean * 24.0).fract() == 0.0, "points are integers"),
            Scoring::Match { .. } => assert!((0.1..0.6).contains(&mean), "{mean}"),
        }
    }
}

#[test]
fn a_dead_cube_changes_nothing() {
    let evaluator = Evaluator::shipped().unwrap();
    let dead = CubeModel::new(Scoring::MONEY, 0, &kazaross());
    let found =
        cubeful::rollout(start(&dead, Cube::START), player(&evaluator), 5, 0..20, threads(1), &Control::default())
            .unwrap();
    let counts = rollout::rollout(
        Position::START,
        FirstRoll::Opening,
        Policy::Best(&evaluator),
        5,
        0..20,
        threads(1),
        &Control::default(),
    );
    assert_eq!((Ok(found.counts), found.passed), (counts, [0, 0]));
}

#[test]
fn cube_decisions_end_the_game_at_the_right_cube_value() {
    let play = |chances, scoring, cube| {
        let (evaluator, model) = (constant(chances), model(scoring));
        let start = start(&model, cube);
        let found = cubeful::rollout(start, player(&evaluator), 1, 0..8, threads(1), &Control::default()).unwrap();
        (found.counts, found.passed, found.value.mean().unwrap())
    };
    // The opponent, on roll after the first turn, doubles, and the player who started passes.
    let cash = [0.9, 0.0, 0.0, 0.0, 0.0];
    let (counts, passed, mean) = play(cash, Scoring::MONEY, Cube::START);
    assert_eq!((counts.lost, counts.turns, passed, mean), ([8, 0, 0], 8, [0, 8], -1.0));
    // A cube of 4 owned by the opponent: the same result per unit of the cube.
    let (_, passed, mean) = play(cash, Scoring::MONEY, Cube::new(2, CubeOwner::Opponent));
    assert_eq!((passed, mean), ([0, 8], -1.0));
    // The player who starts owns the cube and cashes one turn later.
    let (counts, passed, mean) = play(cash, Scoring::MONEY, Cube::new(1, CubeOwner::OnRoll));
    assert_eq!((counts.won, counts.turns, passed, mean), ([8, 0, 0], 16, [8, 0], 1.0));
    // In a match, passing the first double leaves the opponent 2-away and this player 5-away.
    let (_, passed, mean) = play(cash, MATCH, Cube::START);
    assert_eq!(passed, [0, 8]);
    assert!((mean - kazaross().mwc_after(5, 3, Crawford::ToCome, -1)).abs() < 1e-9, "{mean}");
    // In the Crawford game nobody may double.
    let crawford = Scoring::Match { own_away: 4, opponent_away: 1, crawford: Crawford::ThisGame };
    assert_eq!(play(cash, crawford, Cube::START).1, [0, 0]);
}

#[test]
fn all_responses_to_a_double_are_carried_out() {
    let of = |take, beaver| CubeTurn::of(&CubeDecision::new(true, 0.1, take, 1.0, beaver, 1.0));
    assert_eq!(CubeTurn::of(&CubeDecision::new(true, 0.9, 0.5, 1.0, None, 1.0)), CubeTurn::Rolls);
    assert_eq!(of(0.5, None), CubeTurn::Turned(1));
    assert_eq!(of(1.5, None), CubeTurn::Won(Who::OnRoll, 0));
    // A beaver: worse for the doubler than a take, better than no double.
    let beaver = |take, pass, raccoon| Some(Beaver { take, pass, raccoon });
    assert_eq!(of(0.5, beaver(0.3, -2.0, None)), CubeTurn::Turned(2));
    assert_eq!(of(0.5, beaver(-0.4, 0.2, None)), CubeTurn::Won(Who::Opponent, 1));
    let raccoon = |take| Some(Raccoon { take, pass: 4.0 });
    assert_eq!(of(0.5, beaver(0.2, -2.0, raccoon(0.4))), CubeTurn::Turned(3));
    let cheap = Some(Raccoon { take: 9.0, pass: 0.4 });
    assert_eq!(of(0.5, beaver(0.2, -2.0, cheap)), CubeTurn::Won(Who::OnRoll, 2));
}

/// An estimate that prefers hitting and being hit, so that games do not end.
#[derive(Debug)]
struct NeverHome;

impl Estimate for NeverHome {
    fn estimate(&self, positions: &[Position], into: &mut Vec<[f32; 5]>) {
        into.extend(positions.iter().map(|position| {
            // `good` is for the player who has just moved, the opponent here: many pips for the player on roll and own
            // blots.
            let blots = (1..25).filter(|&point| position.opponent().count(point) == 1).count() as f32;
            let off = f32::from(position.opponent().count(0));
            let good = 0.3 + position.own().pip_count() as f32 / 800.0 + 0.03 * blots - 0.02 * off;
            [1.0 - good.clamp(0.0, 1.0), 0.0, 0.0, 0.0, 0.0]
        }));
    }
}

#[test]
fn an_endless_game_is_abandoned_and_a_badly_played_one_is_not() {
    let play = |evaluator: &Evaluator| {
        let policy = Policy::Best(evaluator);
        let control = Control::default();
        let rollout =
            rollout::rollout(Position::START, FirstRoll::Any, policy, 1, 0..2, threads(2), &control).map(|_| ());
        let mut games = vec![rollout::Game::default(); 2];
        let whole = rollout::play_games(Position::START, policy, 1, 0, &mut games, threads(1), &control);
        let duel = duel::duel([evaluator; 2], Position::START, 0, 1, 0..1, threads(1), &control).map(|_| ());
        let model = model(crawford());
        let cubeful = cubeful::rollout(start(&model, Cube::START), player(evaluator), 1, 0..2, threads(1), &control);
        // The control is not stopped, so other work that shares it continues.
        assert!(!control.is_stopped());
        [rollout, whole, duel, cubeful.map(|_| ())]
    };
    assert_eq!(play(&Evaluator::from_estimate(Arc::new(NeverHome))), [Err(Halt::Endless); 4]);
    assert_eq!(play(&constant([0.5, 0.1, 0.0, 0.1, 0.0])), [Ok(()); 4]);
    assert_eq!(MOST_TURNS, 10_000, "as the documentation says");
}

/// A game in which nobody may double.
fn crawford() -> Scoring {
    Scoring::Match { own_away: 4, opponent_away: 1, crawford: Crawford::ThisGame }
}

#[test]
fn a_stopped_rollout_or_duel_returns_no_tally() {
    let evaluator = Evaluator::shipped().unwrap();
    let control = Control::default();
    control.stop();
    let stopped =
        rollout::rollout(Position::START, FirstRoll::Any, Policy::Best(&evaluator), 1, 0..5, threads(1), &control);
    assert_eq!(stopped, Err(Halt::Stopped));
    assert_eq!(duel::duel([&evaluator; 2], Position::START, 1, 1, 0..1, threads(1), &control), Err(Halt::Stopped));
}
