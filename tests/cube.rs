//! Match equity tables and the cube model.
#![allow(clippy::unwrap_used, reason = "a test that cannot read its table must fail")]

mod common;

use common::{kazaross, table};
use gammon::value::met::TableError;
use gammon::value::{Beaver, BeaverAnswer, GammonRates};
use gammon::{Crawford, Cube, CubeAction, CubeDecision, CubeModel, CubeOwner, MatchEquityTable, Outcome, Scoring};
use proptest::prelude::*;
use serde::Deserialize;

fn close(found: f64, expected: f64, by: f64) {
    assert!((found - expected).abs() <= by, "{found} is not {expected}");
}

const CENTRED: Cube = Cube::START;
const OWNED: Cube = Cube::new(1, CubeOwner::OnRoll);
const NO_GAMMONS: [f64; 4] = [0.0; 4];

fn rates([win_gammons, win_backgammons, lose_gammons, lose_backgammons]: [f64; 4]) -> GammonRates {
    GammonRates::new(win_gammons, win_backgammons, lose_gammons, lose_backgammons)
}

fn money(most_exponent: u8) -> CubeModel {
    CubeModel::new(Scoring::MONEY, most_exponent, &kazaross())
}

fn at_score(own_away: u16, opponent_away: u16, crawford: Crawford) -> CubeModel {
    CubeModel::new(Scoring::of_match(own_away, opponent_away, crawford).unwrap(), 60, &kazaross())
}

/// The take, double and cash points agree with Janowski's closed forms, and the initial double with the interpolation.
#[test]
fn money_points_agree_with_janowskis_closed_forms() {
    for x in [0.0, 0.25, 0.5, 2.0 / 3.0, 0.68, 1.0] {
        let span = 2.0 + 0.5 * x;
        let centred = money(60).points(CENTRED, &rates(NO_GAMMONS), x);
        close(centred.take.unwrap(), 0.5 / span, 1e-12);
        close(centred.cash.unwrap(), (1.5 + 0.5 * x) / span, 1e-12);
        close(centred.double.unwrap(), (3.0 + x) / (6.0 - x), 1e-12);
        let owned = money(60).points(OWNED, &rates(NO_GAMMONS), x);
        close(owned.double.unwrap(), (1.0 + x) / span, 1e-12);
        assert_eq!(owned.take, None);
    }
    let points = money(60).points(CENTRED, &rates(NO_GAMMONS), 2.0 / 3.0);
    close(points.double.unwrap(), 0.6875, 1e-12);
    // With gammons: W = 1.2923, L = 1.1143 (lassehjorthmadsen.github.io/bganalyses).
    let (win, lose) = (0.84 / 0.65, 0.39 / 0.35);
    let with_gammons = rates([0.18 / 0.65, 0.01 / 0.65, 0.04 / 0.35, 0.0]);
    for x in [0.0, 2.0 / 3.0, 1.0] {
        let points = money(60).points(CENTRED, &with_gammons, x);
        close(points.take.unwrap(), (lose - 0.5) / (win + lose + 0.5 * x), 1e-12);
        close(points.cash.unwrap(), (lose + 0.5 + 0.5 * x) / (win + lose + 0.5 * x), 1e-12);
        let owned = money(60).points(OWNED, &with_gammons, x);
        close(owned.double.unwrap(), (lose + x) / (win + lose + 0.5 * x), 1e-12);
        if [0.0, 1.0].contains(&x) {
            // For other efficiencies the interpolation bends at the opponent's cash point, and the closed form does not.
            close(owned.too_good.unwrap(), (lose + 1.0) / (win + lose + 0.5 * x), 1e-12);
        }
    }
}

#[test]
fn a_far_limit_on_the_cube_has_no_effect_and_a_near_one_kills_the_cube() {
    let outcome = Outcome { win: 0.7, win_gammon: 0.2, win_backgammon: 0.01, lose_gammon: 0.1, lose_backgammon: 0.0 };
    let unlimited = money(60).no_double(outcome, CENTRED, 1.0);
    close(money(23).no_double(outcome, CENTRED, 1.0), unlimited, 1e-9);
    close(money(0).no_double(outcome, CENTRED, 1.0), outcome.cubeless_equity().into(), 1e-7);
    assert!(!money(0).may_double(CENTRED));
    assert!(money(1).may_double(CENTRED));
    // The last double gives the opponent a dead cube: the take point is 25%.
    close(money(1).points(CENTRED, &rates(NO_GAMMONS), 1.0).take.unwrap(), 0.25, 1e-12);
}

#[test]
fn r8_2_with_jacoby_gammons_count_only_after_the_cube_is_turned() {
    let jacoby = CubeModel::new(Scoring::Money { jacoby: true, beavers: false, raccoons: false }, 60, &kazaross());
    let gammon = Outcome::won(gammon::Win::Gammon);
    close(jacoby.no_double(gammon, CENTRED, 0.68), 1.0, 0.0);
    close(jacoby.no_double(gammon, OWNED, 0.68), 2.0, 0.0);
    close(jacoby.gammon_value(CENTRED), 0.0, 0.0);
    close(jacoby.gammon_value(OWNED), 0.5, 0.0);
    assert_eq!(jacoby.decide(gammon, CENTRED, 0.68).action, CubeAction::OptionalDoublePass);
    assert_eq!(money(60).decide(gammon, CENTRED, 0.68).action, CubeAction::TooGoodPass);
}

#[test]
fn p039_at_double_match_point_the_equity_is_twice_the_winning_chance_minus_one() {
    let model = at_score(1, 1, Crawford::Played);
    let outcome = Outcome { win: 0.6, win_gammon: 0.5, win_backgammon: 0.3, lose_gammon: 0.2, lose_backgammon: 0.1 };
    let value = model.value(outcome, CENTRED, 0.68);
    close(value, 0.6_f32.into(), 1e-12);
    close(model.equity(value, CENTRED), 2.0 * f64::from(0.6_f32) - 1.0, 1e-12);
    close(model.gammon_value(CENTRED), 0.0, 0.0);
    assert_eq!(model.decide(outcome, CENTRED, 0.68).action, CubeAction::Unavailable);
}

#[test]
fn p035_r7_5_a_player_may_not_double_if_the_cube_already_wins_them_the_match() {
    for (own_away, exponent, owner, is_allowed) in [
        (2, 1, CubeOwner::OnRoll, false),
        (1, 0, CubeOwner::Centre, false),
        (3, 1, CubeOwner::OnRoll, true),
        (3, 1, CubeOwner::Opponent, false),
        (5, 2, CubeOwner::OnRoll, true),
        (4, 2, CubeOwner::OnRoll, false),
        (64, 60, CubeOwner::OnRoll, false),
    ] {
        let crawford = if own_away == 1 { Crawford::Played } else { Crawford::ToCome };
        let model = at_score(own_away, 6, crawford);
        assert_eq!(model.may_double(Cube::new(exponent, owner)), is_allowed, "{own_away} {exponent} {owner:?}");
    }
    let owner = at_score(2, 5, Crawford::ToCome);
    close(owner.gammon_value(OWNED), 0.0, 0.0);
    // R8.3: neither player may double in the Crawford game.
    assert!(!at_score(5, 1, Crawford::ThisGame).may_double(CENTRED));
    assert!(at_score(5, 1, Crawford::Off).may_double(CENTRED));
}

#[test]
fn p037_after_the_crawford_game_the_trailing_player_doubles_at_once() {
    // An even game, with the gammon rates of a normal opening.
    let outcome =
        Outcome { win: 0.5, win_gammon: 0.13, win_backgammon: 0.005, lose_gammon: 0.13, lose_backgammon: 0.005 };
    for away in 2..=25 {
        let trailing = at_score(away, 1, Crawford::Played);
        let decision = trailing.decide(outcome, CENTRED, 0.68);
        assert!(decision.action.is_double(), "{away}: {decision:?}");
        assert!(!trailing.swap().may_double(CENTRED));
        // If the trailing player needs an even number of points, the leader has a free drop; if odd, a pass costs a lot.
        let cost = decision.double_pass - decision.double_take;
        if away % 2 == 1 {
            assert!(cost > 0.02 * decision.double_pass, "{away}: {decision:?}");
        } else {
            assert!(cost.abs() < 0.15 * decision.double_pass, "{away}: {decision:?}");
        }
    }
}

#[test]
fn the_action_follows_from_the_values_of_the_decisions() {
    use CubeAction as Is;
    for (no_double, take, pass, beaver, action) in [
        (0.2, 0.1, 1.0, None, Is::NoDouble),
        (0.2, 0.3, 1.0, None, Is::DoubleTake),
        (0.8, 1.2, 1.0, None, Is::DoublePass),
        (1.1, 1.4, 1.0, None, Is::TooGoodPass),
        (1.1, 0.9, 1.0, None, Is::TooGoodTake),
        (0.3, 0.3, 1.0, None, Is::OptionalDoubleTake),
        (1.0, 2.0, 1.0, None, Is::OptionalDoublePass),
        (-0.1, -0.2, 1.0, Some(-0.4), Is::NoDoubleBeaver),
        (-0.5, -0.2, 1.0, Some(-0.4), Is::DoubleBeaver),
        (0.2, 0.3, 1.0, Some(0.6), Is::DoubleTake),
    ] {
        let beaver = beaver.map(|take| Beaver { take, pass: -2.0, raccoon: None });
        let decision = CubeDecision::new(true, no_double, take, pass, beaver, 1.0);
        assert_eq!(decision.action, action, "{decision:?}");
        assert_eq!(CubeDecision::new(false, no_double, take, pass, beaver, 1.0).action, Is::Unavailable);
        assert!(decision.value() >= no_double);
        assert_eq!(decision.action.is_double(), decision.double() >= no_double - 1e-6);
    }
}

/// The cube is at 8, with a limit of 64; checkers on 6 and 4 against one on 6. Values are in units of 8. The player on roll
/// bears off at once in 8 of 36 rolls. Otherwise the opponent redoubles, and would bear off in 27 of 36 (R7.6, R7.7).
#[test]
fn r7_6_a_beaver_may_be_passed_and_a_raccoon_may_kill_the_cube() {
    let model =
        |limit, raccoons| CubeModel::new(Scoring::Money { jacoby: false, beavers: true, raccoons }, limit, &kazaross());
    let eight = Cube::new(3, CubeOwner::Centre);
    // At 64, the limit, the opponent cannot redouble, and the player on roll still wins some games later.
    let (live, dead) = (-20.0 / 36.0, -1.6204 / 8.0);
    let value = |limit| move |cube: Cube| if cube.exponent() >= limit { dead } else { live };
    let decision = model(6, true).decide_by(eight, value(6));
    let beaver = decision.beaver.unwrap();
    close(decision.no_double, -0.5556, 5e-5);
    close(decision.double_take, -1.1111, 5e-5);
    close(beaver.take, -2.2222, 5e-5);
    close(beaver.pass, -2.0, 0.0);
    close(beaver.raccoon.unwrap().value(), -1.6204, 5e-5);
    close(decision.double_beaver().unwrap(), -1.6204, 5e-5);
    assert_eq!((decision.action, beaver.answer()), (CubeAction::NoDoubleBeaver, BeaverAnswer::Raccoon));
    // Without raccoons, or with a limit below this one, the doubler passes the beaver.
    for (model, limit) in [(model(6, false), 6), (model(5, true), 5)] {
        let decision = model.decide_by(eight, |cube| if limit == 6 { value(6)(cube) } else { live });
        let beaver = decision.beaver.unwrap();
        assert_eq!((beaver.raccoon, beaver.answer()), (None, BeaverAnswer::Pass));
        close(decision.double_beaver().unwrap(), -2.0, 0.0);
    }
    // With a limit of 16, a beaver is not possible.
    assert_eq!(model(4, true).decide_by(eight, |_| live).beaver, None);
    // A raccoon that is passed is worth four times the cube.
    let won = model(60, true).decide_by(eight, |_| 0.9).beaver.unwrap();
    assert_eq!((won.answer(), won.value()), (BeaverAnswer::Raccoon, 4.0));
}

#[derive(Deserialize)]
struct Solved {
    #[serde(rename = "centered_ND")]
    no_double: f64,
    #[serde(rename = "DT")]
    double_take: f64,
    #[serde(rename = "owned_noRedouble")]
    owned: f64,
    #[serde(rename = "action_centered")]
    centred_action: String,
    #[serde(rename = "action_owned")]
    owned_action: String,
    response: String,
}

/// A position solved with the cube by another program, with its names for the values.
#[test]
fn exact_values_give_the_actions_of_another_program() {
    for name in ["bearoff_two_sided", "contact_2v2"] {
        let path = format!("{}/tests/golden/{name}.jsonl", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        assert_eq!(text.lines().count(), if name == "contact_2v2" { 500 } else { 550 });
        for line in text.lines() {
            let solved: Solved = serde_json::from_str(line).unwrap();
            for (no_double, action) in
                [(solved.no_double, &solved.centred_action), (solved.owned, &solved.owned_action)]
            {
                let decision = CubeDecision::new(true, no_double, solved.double_take, 1.0, None, 1.0);
                let expected = match (action.trim_start_matches("re"), solved.response.as_str()) {
                    ("no double" | "no redouble", "take") => CubeAction::NoDouble,
                    ("double", "take" | "tie") => CubeAction::DoubleTake,
                    ("double", "pass") => CubeAction::DoublePass,
                    ("tie", "pass") => CubeAction::OptionalDoublePass,
                    other => panic!("{other:?} in {line}"),
                };
                assert_eq!(decision.action, expected, "{line}");
                assert_eq!(decision.answers_tie, solved.response == "tie", "{line}");
            }
        }
    }
}

#[test]
fn tables_keep_the_numbers_given_and_are_extrapolated_beyond_them() {
    let met = kazaross();
    assert_eq!(met.length(), 25);
    // P077
    close(met.mwc(3, 5, Crawford::ToCome), 0.64795, 0.0);
    close(met.mwc(3, 1, Crawford::ThisGame), 0.24924, 0.0);
    close(met.mwc(3, 1, Crawford::Played), 0.32264, 0.0);
    close(met.mwc(1, 3, Crawford::Off), 1.0 - 0.32264, 0.0);
    close(met.mwc(0, 3, Crawford::ToCome), 1.0, 0.0);
    close(met.mwc(3, -2, Crawford::ToCome), 0.0, 0.0);
    close(met.mwc_after(5, 3, Crawford::ToCome, -2), 0.15821, 0.0);
    close(met.mwc_after(5, 1, Crawford::ThisGame, 2), 0.32264, 0.0);
    close(met.mwc_after(5, 3, Crawford::Off, -2), 0.19012, 0.0);
    // The first 15 points of this table, extrapolated, against its own 25.
    let rows = |away| (1..=15).map(|other| met.mwc(away, other, Crawford::ToCome)).collect::<Vec<_>>();
    let post =
        (1..=15).map(|away| if away == 1 { 0.5 } else { met.mwc(away, 1, Crawford::Played) }).collect::<Vec<_>>();
    let short = MatchEquityTable::new(&(1..=15).map(rows).collect::<Vec<_>>(), [&post, &post]).unwrap();
    for own in 1..=25 {
        for opponent in 1..=25 {
            let found = short.mwc(own, opponent, Crawford::ToCome);
            close(found, met.mwc(own, opponent, Crawford::ToCome), 0.0025);
        }
        close(short.mwc(own, 1, Crawford::Played), met.mwc(own, 1, Crawford::Played), 0.002);
    }
}

#[test]
fn invalid_tables_are_refused() {
    let post: &[f64] = &[0.5];
    let rows = |rows: &[&[f64]]| rows.iter().map(|row| row.to_vec()).collect::<Vec<_>>();
    assert_eq!(MatchEquityTable::new(&rows(&[]), [post, post]), Err(TableError::Length(0)));
    assert!(MatchEquityTable::new(&rows(&[&[0.5]]), [post, post]).is_ok());
    assert_eq!(
        MatchEquityTable::new(&rows(&[&[0.5, 0.7], &[0.3]]), [post, post]),
        Err(TableError::Row { row: 2, found: 1, expected: 2 })
    );
    let wrong = MatchEquityTable::new(&rows(&[&[0.5, 1.5], &[0.3, 0.5]]), [post, post]);
    assert_eq!(wrong, Err(TableError::Chance { row: 1, column: 2, found: 1.5 }));
    assert!(MatchEquityTable::new(&rows(&[&[f64::NAN]]), [post, post]).is_err());
    assert!(MatchEquityTable::new(&rows(&[&[0.5]]), [post, &[]]).is_err());
}

fn outcomes() -> impl Strategy<Value = Outcome> {
    (0.0_f32..=1.0, 0.0_f32..=1.0, 0.0_f32..=1.0, 0.0_f32..=0.3, 0.0_f32..=0.3).prop_map(
        |(win, wins, loses, more, most)| {
            let (win_gammon, lose_gammon) = (win * wins, (1.0 - win) * loses);
            Outcome {
                win,
                win_gammon,
                win_backgammon: win_gammon * more,
                lose_gammon,
                lose_backgammon: lose_gammon * most,
            }
        },
    )
}

fn scorings() -> impl Strategy<Value = Scoring> {
    prop_oneof![
        (any::<bool>(), any::<bool>(), any::<bool>()).prop_map(|(jacoby, beavers, raccoons)| Scoring::Money {
            jacoby,
            beavers,
            raccoons: beavers && raccoons
        }),
        (2_u16..=30, 2_u16..=30)
            .prop_map(|(own, opponent)| Scoring::of_match(own, opponent, Crawford::ToCome).unwrap()),
        (1_u16..=30, any::<bool>(), prop_oneof![Just(Crawford::ThisGame), Just(Crawford::Played)]).prop_map(
            |(away, leads, crawford)| {
                let (own, opponent) = if leads { (1, away) } else { (away, 1) };
                Scoring::of_match(own, opponent, crawford).unwrap()
            }
        ),
    ]
}

fn cubes() -> impl Strategy<Value = Cube> {
    let owner = prop_oneof![Just(CubeOwner::Centre), Just(CubeOwner::OnRoll), Just(CubeOwner::Opponent)];
    (0_u8..6, owner).prop_map(|(exponent, owner)| Cube::new(exponent, owner))
}

proptest! {
    /// The two sides' values add up to 0 for money, and to 1 in a match.
    #[test]
    fn both_sides_see_the_same_game(
        outcome in outcomes(), scoring in scorings(), cube in cubes(), x in 0.0_f64..=1.0, limit in 0_u8..10,
    ) {
        let model = CubeModel::new(scoring, limit, &kazaross());
        let value = model.no_double(outcome, cube, x);
        let theirs = model.swap().no_double(outcome.swap(), cube.swap(), x);
        let whole = if matches!(scoring, Scoring::Money { .. }) { 0.0 } else { 1.0 };
        prop_assert!((value + theirs - whole).abs() < 1e-6, "{value} and {theirs}");
        prop_assert!((model.value_of_equity(model.equity(value, cube), cube) - value).abs() < 1e-12);
    }

    /// Owning the cube is worth at least as much as a centred cube, which is worth at least as much as the opponent's cube.
    #[test]
    fn owning_the_cube_is_never_a_disadvantage(outcome in outcomes(), scoring in scorings(), x in 0.0_f64..=1.0) {
        prop_assume!(!matches!(scoring, Scoring::Money { jacoby: true, .. }));
        let model = CubeModel::new(scoring, 60, &kazaross());
        let [own, centre, theirs] = [CubeOwner::OnRoll, CubeOwner::Centre, CubeOwner::Opponent]
            .map(|owner| model.no_double(outcome, Cube::new(0, owner), x));
        prop_assert!(own >= centre - 1e-9 && centre >= theirs - 1e-9, "{own} {centre} {theirs}");
    }

    /// Take and pass change places at the cash point.
    #[test]
    fn decisions_change_at_the_points(outcome in outcomes(), scoring in scorings(), cube in cubes(), x in 0.0_f64..=1.0) {
        let model = CubeModel::new(scoring, 60, &kazaross());
        let points = model.points(cube, &GammonRates::of(outcome), x);
        let decision = model.decide(outcome, cube, x);
        if !model.may_double(cube) {
            prop_assert_eq!((points.double, points.cash, points.too_good), (None, None, None));
        } else if let Some(cash) = points.cash {
            let win = f64::from(outcome.win);
            if (win - cash).abs() > 1e-4 {
                prop_assert_eq!(win > cash, decision.double_take > decision.double_pass, "{:?} {:?}", points, decision);
            }
        }
    }

    #[test]
    fn tables_agree_for_both_players(own in 1_i32..=64, opponent in 1_i32..=64, after in any::<bool>()) {
        for name in ["kazaross_xg2", "jacobs_trice_050", "ortega_kleinman", "mec26"] {
            let met = table(name);
            let crawford = if after { Crawford::Played } else { Crawford::ToCome };
            let both = met.mwc(own, opponent, crawford) + met.swap().mwc(opponent, own, crawford);
            prop_assert!((both - 1.0).abs() < 1e-12);
        }
    }
}
