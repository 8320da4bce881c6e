//! Rollouts: trials against games played by hand, luck, stratified rolls, exact tables, and exact sums.
#![allow(clippy::unwrap_used, reason = "a test that cannot load the network must fail")]

mod common;
#[path = "common/constant.rs"]
mod constant;

use std::num::NonZero;
use std::sync::{Arc, LazyLock};

use common::kazaross;
use constant::constant;
use gammon::dice::GameDice;
use gammon::eval::Table;
use gammon::exact::TwoSided;
use gammon::games::rollout::{self, FirstTurn, LuckBy, Plies, Settings, Stakes, Start, Truncation};
use gammon::games::tally::{MEASURES, Tally};
use gammon::memory::Halt;
use gammon::parallel::Control;
use gammon::position::Who;
use gammon::search::Filter;
use gammon::{
    Crawford, Cube, CubeModel, CubeOwner, CubefulSearch, Evaluator, Outcome, Position, Roll, Scoring, Search, Win,
};

const JACOBY: Scoring = Scoring::Money { jacoby: true, beavers: true, raccoons: true };
const MATCH: Scoring = Scoring::Match { own_away: 5, opponent_away: 3, crawford: Crawford::ToCome };

const SEED: u64 = 5;

static SHIPPED: LazyLock<Evaluator> = LazyLock::new(|| Evaluator::shipped().unwrap());
/// The shipped network, with a table of bear-offs with up to three checkers on each side.
static WITH_TABLE: LazyLock<Evaluator> = LazyLock::new(|| SHIPPED.clone().with_tables(vec![two_sided()]));

fn threads(n: usize) -> NonZero<usize> {
    NonZero::new(n).unwrap()
}

fn two_sided() -> Arc<TwoSided> {
    let bytes = TwoSided::solve(3, threads(2), &Control::default()).unwrap();
    Arc::new(TwoSided::from_bytes(Arc::new(bytes)).unwrap())
}

fn model(scoring: Scoring) -> CubeModel {
    CubeModel::new(scoring, Cube::MOST_EXPONENT, &kazaross())
}

fn roll(high: u8, low: u8) -> Roll {
    Roll::new(high, low).unwrap()
}

/// A position in which each side has some of 15 checkers on the given points and the others off.
fn position(own: &[usize], opponent: &[usize]) -> Position {
    let [own, opponent] = [own, opponent].map(|points| {
        let mut counts = [0; 26];
        counts[0] = 15 - points.len() as u8;
        for &point in points {
            counts[point] += 1;
        }
        counts
    });
    Position::new(&own, &opponent).unwrap()
}

/// Six checkers on each side, on the points nearest to home but one.
fn short_race() -> Position {
    position(&[6, 5, 5, 3, 2, 2], &[6, 6, 4, 3, 2, 1])
}

const fn cubeless(position: Position, first: FirstTurn) -> Start<'static> {
    Start { position, first, stakes: None }
}

const fn cubeful(position: Position, first: FirstTurn, model: &CubeModel, cube: Cube) -> Start<'_> {
    Start { position, first, stakes: Some(Stakes { model, cube, unit: 0 }) }
}

/// Rolls out under a fixed seed.
fn roll_out(start: Start<'_>, settings: &Settings<'_>, trials: std::ops::Range<u64>, n: usize) -> Tally {
    rollout::rollout(start, settings, SEED, trials, threads(n), &Control::default()).unwrap()
}

/// Settings that only play the games: neither luck nor stratified rolls.
fn plain(evaluator: &Evaluator) -> Settings<'_> {
    Settings { luck: LuckBy::Nothing, is_stratified: false, ..Settings::new(evaluator) }
}

/// The measures of a sum in fixed point.
fn real(sums: [i128; MEASURES]) -> [f64; MEASURES] {
    sums.map(|sum| sum as f64 / 2_f64.powi(32))
}

fn assert_close(found: [f64; MEASURES], expected: [f64; MEASURES], within: f64, what: &str) {
    for (one, other) in found.iter().zip(expected) {
        assert!((one - other).abs() <= within, "{what}: expected {expected:?}, got {found:?}");
    }
}

/// How a trial ended that was played by hand.
#[derive(Debug, Clone, Copy, PartialEq)]
enum End {
    Played(i64),
    Passed(i64),
    Known,
    Truncated,
}

/// A trial played by hand.
#[derive(Debug, Clone, Copy)]
struct Played {
    /// Five probabilities for the player on roll at the start, and their cubeful value (0 without a cube).
    measures: [f64; MEASURES],
    turns: u64,
    doubles: u32,
    end: End,
}

/// The five probabilities of the player on roll at the start.
fn of_start(outcome: Outcome, side: usize) -> [f64; 5] {
    let [win, wg, wbg, lg, lbg] = outcome.to_array().map(f64::from);
    if side == 0 { [win, wg, wbg, lg, lbg] } else { [1.0 - win, lg, lbg, wg, wbg] }
}

/// Points in units of the cube's unit, or the match-winning chance after them, of the player on roll at the start.
fn worth(stakes: Option<Stakes<'_>>, points: i64) -> f64 {
    let Some(Stakes { model, unit, .. }) = stakes else { return 0.0 };
    match model.scoring() {
        Scoring::Money { .. } => points as f64 / (1_i64 << unit) as f64,
        Scoring::Match { own_away, opponent_away, crawford } => {
            kazaross().mwc_after(own_away.into(), opponent_away.into(), crawford, points as i32)
        }
    }
}

/// Plays an unstratified trial, independently of the game loop.
fn by_hand(start: Start<'_>, settings: &Settings<'_>, seed: u64, trial: u64) -> Played {
    let control = Control::default();
    let Settings { evaluator, filter, truncation, .. } = *settings;
    let mut dice = GameDice::new(seed, trial);
    let mut alone = Search::new(evaluator, filter, &control);
    let models = start.stakes.map(|stakes| [*stakes.model, stakes.model.swap()]);
    let mut searches = models.map(|models| models.map(|model| CubefulSearch::new(evaluator, filter, &control, &model)));
    let (mut position, first_turn) = match start.first {
        FirstTurn::Played(after) => (after, 1),
        _ => (start.position, 0),
    };
    let (mut cube_value, mut owner, mut doubles) = (1_i64, None, 0);
    if let Some(Stakes { cube, .. }) = start.stakes {
        cube_value = 1 << cube.exponent();
        owner = match cube.owner() {
            CubeOwner::Centre => None,
            CubeOwner::OnRoll => Some(0),
            CubeOwner::Opponent => Some(1),
        };
    }
    let worth = |points| worth(start.stakes, points);
    for turn in first_turn.. {
        let side = (turn % 2) as usize;
        let sign = if side == 0 { 1 } else { -1 };
        let plies = if turn - first_turn < settings.early_turns { settings.early } else { settings.late };
        let finished = |[a, b, c, d, e]: [f64; 5], value, doubles, end| Played {
            measures: [a, b, c, d, e, value],
            turns: turn,
            doubles,
            end,
        };
        if let Some((who, by)) = position.result() {
            assert_eq!(who, Who::Opponent, "only the player who has just moved can have won");
            let is_jacoby = start.stakes.is_some_and(|stakes| stakes.model.scoring() == JACOBY);
            let counted = if is_jacoby && owner.is_none() { 1 } else { i64::from(by.points()) };
            let points = -sign * counted * cube_value;
            return finished(of_start(Outcome::lost(by), side), worth(points), doubles, End::Played(points));
        }
        let seen = |cube_value: i64, owner: Option<usize>| {
            let owner = match owner {
                None => CubeOwner::Centre,
                Some(owner) if owner == side => CubeOwner::OnRoll,
                Some(_) => CubeOwner::Opponent,
            };
            Cube::new(cube_value.ilog2() as u8, owner)
        };
        let is_known = settings.ends_at_tables && turn > 0 && evaluator.has_table_for(position);
        let leaf = match truncation {
            _ if is_known => Some((0, End::Known)),
            Some(Truncation { turns, ply }) if turn > 0 && turn - first_turn >= turns => Some((ply, End::Truncated)),
            _ => None,
        };
        if let Some((ply, end)) = leaf {
            let Some(searches) = &mut searches else {
                return finished(of_start(alone.evaluate(position, ply).unwrap(), side), 0.0, doubles, end);
            };
            let (decision, outcome) = searches[side].decide(position, seen(cube_value, owner), ply).unwrap();
            let value = decision.value();
            let Stakes { model, unit, .. } = start.stakes.unwrap();
            let value = match model.scoring() {
                Scoring::Money { .. } => (sign * cube_value) as f64 * value / (1_i64 << unit) as f64,
                Scoring::Match { .. } if side == 0 => value,
                Scoring::Match { .. } => 1.0 - value,
            };
            return finished(of_start(outcome, side), value, doubles, end);
        }
        let may_double = models.is_some_and(|models| models[side].may_double(seen(cube_value, owner)));
        if let Some(searches) = &mut searches
            && turn > 0
            && may_double
        {
            assert_ne!(owner, Some(1 - side), "nobody doubles with the opponent's cube");
            let (decision, outcome) = searches[side].decide(position, seen(cube_value, owner), plies.cube).unwrap();
            if decision.action.is_double() {
                // Both sides evaluate alike, so nobody makes a double that the opponent would beaver.
                assert!(decision.double_beaver().is_none_or(|beaver| beaver >= decision.double_take.min(1.0)));
                if decision.is_pass() {
                    let points = sign * cube_value;
                    return finished(of_start(outcome, side), worth(points), doubles, End::Passed(points));
                }
                (cube_value, owner, doubles) = (2 * cube_value, Some(1 - side), doubles + 1);
            }
        }
        let roll = match (turn, start.first) {
            (0, FirstTurn::Opening) => {
                let (first, second) = dice.opening();
                Roll::of(first, second)
            }
            (0, FirstTurn::Given(roll)) => roll,
            _ => dice.roll(turn),
        };
        position = match &mut searches {
            Some(searches) => searches[side].best(position, roll, seen(cube_value, owner), plies.play).unwrap(),
            None => alone.best(position, roll, plies.play).unwrap(),
        };
    }
    unreachable!("a game ends");
}

/// Asserts that unstratified trials without luck are those that are played by hand, and returns these.
fn assert_as_by_hand(start: Start<'_>, settings: &Settings<'_>, trials: u64) -> Vec<Played> {
    let tally = roll_out(start, settings, 0..trials, 2);
    let games: Vec<_> = (0..trials).map(|trial| by_hand(start, settings, SEED, trial)).collect();
    for (trial, game) in (0..).zip(&games) {
        assert_eq!(tally.groups[&trial].trials, 1);
        let what = format!("trial {trial} of {:?}: {game:?}", start.first);
        assert_close(real(tally.groups[&trial].adjusted), game.measures, 1e-9, &what);
    }
    let count = |test: &dyn Fn(&Played) -> bool| games.iter().filter(|game| test(game)).count() as u64;
    for (&turns, &found) in &tally.turns {
        assert_eq!(found, count(&|game| game.turns == u64::from(turns)), "trials of {turns} turns");
    }
    for (&points, &found) in &tally.played {
        assert_eq!(found, count(&|game| game.end == End::Played(points)), "{points} points played for");
    }
    for (&points, &found) in &tally.passed {
        assert_eq!(found, count(&|game| game.end == End::Passed(points)), "{points} points by a pass");
    }
    assert_eq!(tally.known, count(&|game| game.end == End::Known));
    assert_eq!(tally.truncated, count(&|game| game.end == End::Truncated));
    let ended: u64 = tally.played.values().chain(tally.passed.values()).sum();
    assert_eq!(ended + tally.known + tally.truncated, trials);
    assert_eq!((tally.turns.values().sum::<u64>(), tally.total().trials), (trials, trials));
    assert_eq!(tally.total().raw, tally.total().adjusted, "without luck nothing is subtracted");
    games
}

/// A blitz: the opponent is on the bar against four points, so the player on roll wins many gammons.
fn blitz() -> Position {
    let (mut own, mut opponent) = ([0; 26], [0; 26]);
    for (point, count) in [(3, 2), (4, 2), (5, 2), (6, 3), (8, 2), (13, 2), (24, 2)] {
        own[point] = count;
    }
    for (point, count) in [(25, 1), (24, 1), (6, 5), (8, 3), (13, 5)] {
        opponent[point] = count;
    }
    Position::new(&own, &opponent).unwrap()
}

#[test]
fn trials_match_games_played_by_hand() {
    let settings = plain(&SHIPPED);
    let after = SHIPPED.best(Position::START, roll(3, 1), &mut gammon::eval::Scratch::default());
    let [money, jacoby, score] = [Scoring::MONEY, JACOBY, MATCH].map(model);
    let held = Cube::new(1, CubeOwner::Opponent);
    let mut all = Vec::new();
    for start in [
        cubeless(Position::START, FirstTurn::Opening),
        cubeless(Position::START, FirstTurn::Any),
        cubeless(Position::START, FirstTurn::Given(roll(6, 5))),
        cubeless(Position::START, FirstTurn::Played(after)),
        cubeful(Position::START, FirstTurn::Opening, &money, Cube::START),
        cubeful(Position::START, FirstTurn::Played(after), &jacoby, Cube::START),
        cubeful(Position::START, FirstTurn::Any, &score, Cube::START),
        cubeful(Position::START, FirstTurn::Given(roll(2, 1)), &money, held),
        cubeful(Position::START, FirstTurn::Played(after), &score, Cube::new(1, CubeOwner::OnRoll)),
        Start { stakes: Some(Stakes { model: &money, cube: held, unit: 1 }), ..cubeless(blitz(), FirstTurn::Any) },
        cubeful(blitz(), FirstTurn::Any, &jacoby, Cube::START),
    ] {
        let games = assert_as_by_hand(start, &settings, 24);
        all.extend(games);
    }
    let passed = |won: bool| all.iter().any(|game| matches!(game.end, End::Passed(points) if (points > 0) == won));
    assert!(passed(true) && passed(false));
    assert!(all.iter().map(|game| game.doubles).sum::<u32>() > 40);
}

/// The opponent has just played into a position in which the player on roll, who has not rolled yet, may double.
#[test]
fn after_a_play_the_opponent_may_double_before_the_first_roll() {
    let (evaluator, money) = (constant([0.9, 0.0, 0.0, 0.0, 0.0]), model(Scoring::MONEY));
    let after = FirstTurn::Played(Position::START);
    let tally = roll_out(cubeful(Position::START, after, &money, Cube::START), &plain(&evaluator), 0..8, 1);
    assert_eq!(tally.passed.into_iter().collect::<Vec<_>>(), [(-1, 8)]);
    assert_eq!(tally.turns.into_iter().collect::<Vec<_>>(), [(1, 8)]);
    let tally = roll_out(cubeless(Position::START, after), &plain(&evaluator), 0..8, 1);
    assert_eq!(tally.passed.len(), 0);
}

#[test]
fn with_the_jacoby_rule_a_gammon_on_the_board_counts_one_point() {
    // The opponent has not borne off a checker, and the player on roll bears off the last one with any roll.
    let (mut own, mut opponent) = ([0; 26], [0; 26]);
    (own[0], own[1], opponent[12]) = (14, 1, 15);
    let won = Position::new(&own, &opponent).unwrap();
    let value = |scoring, cube| {
        let model = model(scoring);
        let tally = roll_out(cubeful(won, FirstTurn::Any, &model, cube), &plain(&SHIPPED), 0..3, 1);
        (tally.total().raw.map(|sum| sum >> 32), tally.played.into_iter().collect::<Vec<_>>())
    };
    assert_eq!(value(JACOBY, Cube::START), ([3, 3, 0, 0, 0, 3], vec![(1, 3)]));
    assert_eq!(value(JACOBY, Cube::new(1, CubeOwner::OnRoll)), ([3, 3, 0, 0, 0, 12], vec![(4, 3)]));
    assert_eq!(value(Scoring::MONEY, Cube::START), ([3, 3, 0, 0, 0, 6], vec![(2, 3)]));
}

#[test]
fn plies_and_truncation_take_effect_at_their_turns() {
    let after = SHIPPED.best(Position::START, roll(4, 1), &mut gammon::eval::Scratch::default());
    let [money, score] = [Scoring::MONEY, MATCH].map(model);
    let deep = Settings {
        filter: Filter::TINY,
        early: Plies { play: 1, cube: 0 },
        late: Plies { play: 0, cube: 1 },
        early_turns: 2,
        truncation: Some(Truncation { turns: 4, ply: 1 }),
        ..plain(&SHIPPED)
    };
    for start in [
        cubeless(Position::START, FirstTurn::Opening),
        cubeful(Position::START, FirstTurn::Opening, &money, Cube::START),
        cubeful(Position::START, FirstTurn::Played(after), &score, Cube::START),
        cubeful(blitz(), FirstTurn::Played(blitz()), &money, Cube::new(1, CubeOwner::OnRoll)),
    ] {
        let games = assert_as_by_hand(start, &deep, 8);
        let first = u64::from(matches!(start.first, FirstTurn::Played(_)));
        assert!(games.iter().any(|game| game.end == End::Truncated && game.turns == first + 4), "{games:?}");
        assert!(games.iter().all(|game| game.turns <= first + 4));
    }
    // Each setting makes a difference, so none of them is read in place of another.
    let start = cubeful(Position::START, FirstTurn::Opening, &money, Cube::START);
    let whole = roll_out(start, &deep, 0..40, 2);
    for other in [
        Settings { early: Plies { play: 0, cube: 0 }, ..deep },
        Settings { late: Plies { play: 1, cube: 1 }, ..deep },
        Settings { early_turns: 3, ..deep },
        Settings { truncation: Some(Truncation { turns: 4, ply: 0 }), ..deep },
    ] {
        assert_ne!(roll_out(start, &other, 0..40, 2), whole);
    }
}

#[test]
fn trials_end_where_tables_know_the_value() {
    let [money, score] = [Scoring::MONEY, MATCH].map(model);
    let to_tables = plain(&WITH_TABLE);
    assert!(to_tables.ends_at_tables);
    for start in [
        cubeless(short_race(), FirstTurn::Any),
        cubeful(short_race(), FirstTurn::Played(short_race()), &money, Cube::new(1, CubeOwner::OnRoll)),
    ] {
        let games = assert_as_by_hand(start, &to_tables, 36);
        assert!(games.iter().any(|game| game.end == End::Known), "{games:?}");
        let tally = roll_out(start, &Settings { ends_at_tables: false, ..to_tables }, 0..36, 1);
        assert_eq!(tally.known, 0);
    }
    // The table has no values for matches, so that a game with the cube goes on.
    let start = cubeful(short_race(), FirstTurn::Any, &score, Cube::START);
    assert_eq!(roll_out(start, &to_tables, 0..20, 1).known, 0);
    // The trial has begun, even where the table knows the position: the first roll is played.
    let covered = position(&[6, 5], &[6, 6]);
    let tally = roll_out(cubeless(covered, FirstTurn::Any), &to_tables, 0..36, 1);
    assert!(tally.turns.keys().all(|&turns| turns == 1), "{tally:?}");
    // After a play, the position may be known already.
    let played = FirstTurn::Played(covered);
    assert_eq!(roll_out(cubeless(short_race(), played), &to_tables, 0..4, 1).known, 4);
}

/// A table for all positions that gives approximate outcomes.
#[derive(Debug)]
struct About;

impl Table for About {
    fn is_approximate(&self) -> bool {
        true
    }

    fn outcome(&self, _: Position) -> Option<Outcome> {
        Some(Outcome { win: 0.5, ..Outcome::default() })
    }

    fn no_double(&self, _: Position, _: &CubeModel, _: Cube) -> Option<f64> {
        Some(0.0)
    }
}

#[test]
fn trials_do_not_end_at_approximate_tables() {
    let evaluator = SHIPPED.clone().with_tables(vec![Arc::new(About)]);
    let money = model(Scoring::MONEY);
    for start in [cubeless(short_race(), FirstTurn::Any), cubeful(short_race(), FirstTurn::Any, &money, Cube::START)] {
        let tally = roll_out(start, &Settings::new(&evaluator), 0..4, 1);
        assert_eq!((tally.known, tally.played.values().sum::<u64>()), (0, 4));
    }
}

/// Where every value is exact, luck is all there is: each trial gives the exact value.
///
/// With a cube that holds only where the best play without it is the best with it, as in these positions: luck is valued by
/// the plays that are best without a cube.
#[test]
fn with_exact_values_every_trial_less_luck_has_the_exact_value() {
    let table = two_sided();
    let money = model(Scoring::MONEY);
    let mut raw_differs = false;
    for covered in [
        position(&[6], &[6]),
        position(&[6, 5], &[6, 6]),
        position(&[5, 4, 2], &[6, 3, 1]),
        position(&[6, 4], &[5, 5, 5]),
        position(&[3, 2, 1], &[4, 4]),
    ] {
        let [win, centred, own, opponent] = table.values(covered).unwrap().map(f64::from);
        for luck in [LuckBy::Pruning, LuckBy::Network, LuckBy::Plays] {
            let settings = Settings { luck, ends_at_tables: false, ..Settings::new(&WITH_TABLE) };
            let all = |start, value| {
                let tally = roll_out(start, &settings, 0..72, 2);
                for (trial, group) in &tally.groups {
                    let what = format!("trial {trial} of {start:?} by {luck:?}");
                    assert_close(real(group.adjusted), [win, 0.0, 0.0, 0.0, 0.0, value], 1e-5, &what);
                }
                tally
            };
            let tally = all(cubeless(covered, FirstTurn::Any), 0.0);
            raw_differs |= (real(tally.total().raw)[0] / 72.0 - win).abs() > 0.01;
            for (cube, value) in [
                (Cube::START, centred),
                (Cube::new(1, CubeOwner::OnRoll), 2.0 * own),
                (Cube::new(1, CubeOwner::Opponent), 2.0 * opponent),
            ] {
                all(cubeful(covered, FirstTurn::Any, &money, cube), value);
            }
        }
    }
    assert!(raw_differs, "luck must matter for this to prove something");
}

/// The mean over the throws of the outcome after the best play, which trials of one turn give exactly.
#[test]
fn luck_leaves_the_mean_over_all_throws_of_a_turn() {
    let settings =
        Settings { luck: LuckBy::Plays, truncation: Some(Truncation { turns: 1, ply: 0 }), ..Settings::new(&SHIPPED) };
    for (first, mover, block) in
        [(FirstTurn::Any, 0, 36_u32), (FirstTurn::Opening, 0, 30), (FirstTurn::Played(blitz()), 1, 36)]
    {
        let root = if mover == 0 { Position::START } else { blitz() };
        let mut mean = [0.0; MEASURES];
        SHIPPED.best_of_rolls(root, &mut gammon::eval::Scratch::default(), |roll, _, theirs| {
            if block == 36 || !roll.is_double() {
                for (mean, value) in mean.iter_mut().zip(of_start(theirs, 1 - mover)) {
                    *mean += f64::from(roll.weight()) / f64::from(block) * value;
                }
            }
        });
        let tally = roll_out(cubeless(Position::START, first), &settings, 0..u64::from(block), 1);
        for group in tally.groups.values() {
            assert_close(real(group.adjusted), mean, 1e-9, &format!("{first:?}"));
        }
        let raw = real(tally.total().raw).map(|sum| sum / f64::from(block));
        assert_close(raw, mean, 1e-9, "a block has every throw once");
    }
}

/// Over a block, every throw of the first random turn occurs once, so its luck adds up to 0 whatever values the rolls.
#[test]
fn the_luck_of_all_throws_adds_up_to_nothing() {
    let [money, jacoby, score] = [Scoring::MONEY, JACOBY, MATCH].map(model);
    for luck in [LuckBy::Pruning, LuckBy::Network, LuckBy::Plays] {
        for (start, turns, block) in [
            (cubeless(Position::START, FirstTurn::Any), 1, 36),
            (cubeless(Position::START, FirstTurn::Opening), 1, 30),
            (cubeful(Position::START, FirstTurn::Opening, &jacoby, Cube::START), 1, 30),
            (cubeful(blitz(), FirstTurn::Any, &money, Cube::new(1, CubeOwner::Opponent)), 1, 36),
            (cubeful(Position::START, FirstTurn::Given(roll(3, 1)), &score, Cube::START), 2, 36),
            (cubeful(Position::START, FirstTurn::Played(Position::START), &score, Cube::START), 1, 36),
        ] {
            let truncation = Some(Truncation { turns, ply: 0 });
            let settings = Settings { luck, truncation, ..Settings::new(&SHIPPED) };
            let tally = roll_out(start, &settings, block..2 * block, 2);
            let total = tally.total();
            // A result less luck and the result are rounded once each, by half a unit.
            for (raw, adjusted) in total.raw.iter().zip(total.adjusted) {
                assert!((raw - adjusted).abs() <= i128::from(block), "{start:?} by {luck:?}: {total:?}");
            }
            let spread = |adjusted: bool| -> u128 {
                let of =
                    |squares: &gammon::games::tally::Squares| if adjusted { squares.adjusted } else { squares.raw };
                tally.squares.iter().map(|squares| of(squares)[0].unwrap()).sum()
            };
            assert!(spread(true) < spread(false), "luck explains some of the variance");
        }
    }
}

#[test]
fn a_roll_that_is_given_is_no_luck() {
    let truncation = Some(Truncation { turns: 1, ply: 0 });
    let settings = Settings { truncation, ..Settings::new(&SHIPPED) };
    let total = roll_out(cubeless(Position::START, FirstTurn::Given(roll(6, 1))), &settings, 0..4, 1).total();
    assert_eq!(total.raw, total.adjusted);
    assert_eq!(total.raw[0] % 4, 0);
}

#[test]
fn a_tally_is_bit_identical_for_any_threads_and_parts() {
    let [money, score] = [Scoring::MONEY, MATCH].map(model);
    let full = Settings { group_size: group_of(5), ..Settings::new(&WITH_TABLE) };
    let truncated = Settings { truncation: Some(Truncation { turns: 6, ply: 1 }), ..full };
    let after = FirstTurn::Played(blitz());
    for (start, settings) in [
        (cubeless(Position::START, FirstTurn::Opening), full),
        (cubeless(Position::START, FirstTurn::Given(roll(5, 5))), Settings { is_stratified: false, ..full }),
        (cubeful(Position::START, FirstTurn::Any, &money, Cube::START), Settings { luck: LuckBy::Nothing, ..full }),
        (cubeful(blitz(), after, &score, Cube::START), full),
        (cubeful(short_race(), FirstTurn::Any, &money, Cube::START), Settings { is_stratified: false, ..full }),
        (cubeless(short_race(), after), truncated),
        (cubeful(Position::START, FirstTurn::Opening, &score, Cube::START), truncated),
    ] {
        let whole = roll_out(start, &settings, 0..24, 1);
        for n in [2, 7] {
            assert_eq!(roll_out(start, &settings, 0..24, n), whole);
        }
        for order in [[0, 1, 2], [2, 0, 1], [1, 2, 0]] {
            let parts = [0..5, 5..6, 6..24];
            let mut total = Tally::default();
            for part in order {
                total += roll_out(start, &settings, parts[part].clone(), 1 + part);
            }
            assert_eq!(total, whole);
        }
        let sizes: Vec<_> = whole.groups.iter().map(|(&number, group)| (number, group.trials)).collect();
        assert_eq!(sizes, [(0, 5), (1, 5), (2, 5), (3, 5), (4, 4)]);
    }
}

fn group_of(size: u64) -> NonZero<u64> {
    NonZero::new(size).unwrap()
}

#[test]
fn sums_by_throw_say_which_throws_the_trials_had() {
    let truncation = Some(Truncation { turns: 2, ply: 0 });
    let settings = Settings { truncation, luck: LuckBy::Nothing, ..Settings::new(&SHIPPED) };
    let trials = |tally: &Tally, turn: usize| tally.throws[turn].iter().map(|sums| sums.trials).collect::<Vec<_>>();
    let opening = roll_out(cubeless(Position::START, FirstTurn::Opening), &settings, 0..180, 2);
    assert_eq!(trials(&opening, 0), [vec![6; 30], vec![0; 6]].concat());
    assert_eq!(trials(&opening, 1), vec![5; 36]);
    for turn in [0, 1] {
        let mut total = gammon::games::tally::Sums::default();
        opening.throws[turn].iter().for_each(|&sums| total += sums);
        assert_eq!(total, opening.total());
    }
    let plain =
        roll_out(cubeless(Position::START, FirstTurn::Any), &Settings { is_stratified: false, ..settings }, 0..360, 1);
    assert_ne!(trials(&plain, 0), vec![10; 36]);
    // Trials in which the first throw is 6-6 begin with that roll.
    let sixes = plain.throws[0][35];
    assert!(sixes.trials > 0);
    let two = Settings { truncation: Some(Truncation { turns: 1, ply: 0 }), ..settings };
    let block = roll_out(cubeless(Position::START, FirstTurn::Any), &two, 0..36, 1);
    let given = roll_out(cubeless(Position::START, FirstTurn::Given(roll(6, 6))), &two, 0..1, 1);
    assert_eq!(block.throws[0][35].raw, given.total().raw);
}

#[test]
fn a_dead_cube_changes_nothing() {
    let dead = CubeModel::new(Scoring::MONEY, 0, &kazaross());
    // The pruning margin is wider with a cube. In these trials it makes no difference.
    for settings in [plain(&SHIPPED), Settings { is_stratified: false, ..Settings::new(&SHIPPED) }] {
        let without = roll_out(cubeless(Position::START, FirstTurn::Opening), &settings, 0..20, 1);
        let with = roll_out(cubeful(Position::START, FirstTurn::Opening, &dead, Cube::START), &settings, 0..20, 1);
        let five = |sums: [i128; MEASURES]| -> [i128; 5] { sums[..5].try_into().unwrap() };
        assert_eq!(five(with.total().raw), five(without.total().raw));
        assert_eq!(five(with.total().adjusted), five(without.total().adjusted));
        assert_eq!((&with.turns, with.known), (&without.turns, without.known));
        assert_eq!(with.passed.len(), 0);
        let points: i64 = with.played.iter().map(|(&points, &trials)| points * trials.cast_signed()).sum();
        assert_eq!(with.total().raw[5], i128::from(points) << 32);
        // The value is the cubeless equity, with and without luck.
        let [win, wg, wbg, lg, lbg, value] = real(with.total().adjusted);
        assert!((value - (2.0 * win - 20.0 + wg - lg + wbg - lbg)).abs() < 1e-5, "{value}");
    }
}

#[test]
fn cube_decisions_end_the_game_at_the_right_cube_value() {
    let play = |chances, scoring, cube| {
        let (evaluator, model) = (constant(chances), model(scoring));
        let start = cubeful(Position::START, FirstTurn::Opening, &model, cube);
        let tally = roll_out(start, &plain(&evaluator), 0..8, 1);
        let [win, .., value] = real(tally.total().raw).map(|sum| sum / 8.0);
        let passed: Vec<_> = tally.passed.iter().map(|(&points, &trials)| (points, trials)).collect();
        (passed, tally.turns.keys().copied().collect::<Vec<_>>(), win, value)
    };
    // The opponent, on roll after the first turn, doubles, and the player who started passes.
    let cash = [0.9, 0.0, 0.0, 0.0, 0.0];
    let (passed, turns, win, value) = play(cash, Scoring::MONEY, Cube::START);
    assert_eq!((passed, turns, value), (vec![(-1, 8)], vec![1], -1.0));
    // The chances are those that the opponent had when they doubled.
    assert!((win - 0.1).abs() < 1e-6);
    // A cube of 4 that the opponent owns: points are counted, and so is the value, in units of 1.
    let (passed, _, _, value) = play(cash, Scoring::MONEY, Cube::new(2, CubeOwner::Opponent));
    assert_eq!((passed, value), (vec![(-4, 8)], -4.0));
    // The player who starts owns the cube and cashes one turn later.
    let (passed, turns, win, value) = play(cash, Scoring::MONEY, Cube::new(1, CubeOwner::OnRoll));
    assert_eq!((passed, turns, value), (vec![(2, 8)], vec![2], 2.0));
    assert!((win - 0.9).abs() < 1e-6);
    // In a match, passing the first double leaves the opponent 2-away and this player 5-away.
    let (passed, _, _, value) = play(cash, MATCH, Cube::START);
    assert_eq!(passed, [(-1, 8)]);
    assert!((value - kazaross().mwc_after(5, 3, Crawford::ToCome, -1)).abs() < 1e-9, "{value}");
    // In the Crawford game nobody may double.
    let crawford = Scoring::Match { own_away: 4, opponent_away: 1, crawford: Crawford::ThisGame };
    assert_eq!(play(cash, crawford, Cube::START).0, []);
}

#[test]
fn a_constant_estimate_has_no_luck() {
    let evaluator = constant([0.5, 0.1, 0.0, 0.1, 0.0]);
    for luck in [LuckBy::Pruning, LuckBy::Network, LuckBy::Plays] {
        let settings =
            Settings { luck, truncation: Some(Truncation { turns: 3, ply: 0 }), ..Settings::new(&evaluator) };
        let total = roll_out(cubeless(Position::START, FirstTurn::Opening), &settings, 0..10, 2).total();
        assert_eq!(total.raw, total.adjusted);
        let expected = [0.5, 0.1, 0.0, 0.1, 0.0, 0.0].map(|chance| 10.0 * f64::from(chance as f32));
        assert_close(real(total.raw), expected, 1e-6, "ten trials");
    }
    // A game that is played out ends by the rules.
    let tally = roll_out(cubeless(short_race(), FirstTurn::Any), &Settings::new(&evaluator), 0..10, 1);
    assert_eq!(tally.played.values().sum::<u64>(), 10);
}

#[test]
fn a_finished_game_has_its_result_in_every_trial() {
    let lost = position(&[3], &[]);
    let money = model(Scoring::MONEY);
    for first in [FirstTurn::Any, FirstTurn::Given(roll(2, 1))] {
        let tally = roll_out(cubeful(lost, first, &money, Cube::START), &Settings::new(&SHIPPED), 0..3, 1);
        assert_eq!(tally.total().adjusted.map(|sum| sum >> 32), [0, 0, 0, 0, 0, -3]);
        assert_eq!(tally.turns.into_iter().collect::<Vec<_>>(), [(0, 3)]);
    }
    // The play won the game.
    let tally = roll_out(cubeless(Position::START, FirstTurn::Played(lost)), &Settings::new(&SHIPPED), 0..3, 1);
    let won = Outcome::won(Win::Single).to_array().map(|chance| 3 * chance as i128);
    assert_eq!(tally.total().adjusted.map(|sum| sum >> 32)[..5], won);
}

#[test]
fn a_stopped_rollout_returns_no_tally() {
    let control = Control::default();
    control.stop();
    let money = model(Scoring::MONEY);
    for start in
        [cubeless(Position::START, FirstTurn::Any), cubeful(Position::START, FirstTurn::Opening, &money, Cube::START)]
    {
        for n in [1, 2] {
            let stopped = rollout::rollout(start, &Settings::new(&SHIPPED), 1, 0..5, threads(n), &control);
            assert_eq!(stopped, Err(Halt::Stopped));
        }
    }
}
