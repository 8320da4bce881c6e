//! Every evaluation goes through the evaluator: first the rules, then exact tables, then the network or its
//! replacement.
#![allow(clippy::unwrap_used, reason = "a test that cannot load the network must fail")]

mod common;

use std::fmt::{Debug, Write};
use std::num::NonZero;
use std::sync::{Arc, Mutex};

use common::kazaross;
use gammon::batch::{self, SearchSettings};
use gammon::eval::{Estimate, Scratch, Table};
use gammon::games::rollout::{self, FirstTurn, LuckBy, Plies, Settings, Stakes, Start, Truncation};
use gammon::games::whole::{self, Game};
use gammon::games::{Policy, duel};
use gammon::parallel::Control;
use gammon::search::{Filter, Wanted};
use gammon::train::records::{self, Recipe};
use gammon::{
    Crawford, Cube, CubeModel, CubeOwner, CubefulSearch, Evaluator, Outcome, Position, Roll, Scoring, Search, movegen,
};

const MATCH: Scoring = Scoring::Match { own_away: 5, opponent_away: 3, crawford: Crawford::ToCome };
const ONE: NonZero<usize> = NonZero::<usize>::MIN;

/// Five probabilities that the rules allow and that differ from the network's. They depend on pip counts, on the
/// opponent's blots and on checkers off.
fn by_pips(position: Position) -> [f32; 5] {
    let [own, opponent] = [position.own(), position.opponent()];
    let lead = f32::from(opponent.pip_count()) - f32::from(own.pip_count());
    let blots = (1..25).filter(|&point| opponent.count(point) == 1).count() as f32;
    let off = f32::from(own.count(0)) - f32::from(opponent.count(0));
    let win = (0.5 + lead / 400.0 + 0.03 * blots + off / 100.0).clamp(0.02, 0.98);
    let gammon = |loser: gammon::position::Side, chance: f32| if loser.count(0) == 0 { 0.25 * chance } else { 0.0 };
    [win, gammon(opponent, win), 0.0, gammon(own, 1.0 - win), 0.0]
}

/// An estimate that returns [`by_pips`], and panics if it is called for a finished game or a position that the table
/// covers.
#[derive(Debug)]
struct Guarded {
    reach: Reach,
    calls: Mutex<usize>,
}

impl Estimate for Guarded {
    fn estimate(&self, positions: &[Position], into: &mut Vec<[f32; 5]>) {
        *self.calls.lock().unwrap() += positions.len();
        for &position in positions {
            assert!(!position.is_over(), "the estimate was called for a finished game");
            assert!(!self.reach.has(position), "the estimate was called for {position:?}, which the table covers");
            into.push(by_pips(position));
        }
    }
}

/// The positions that a table covers.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Reach {
    Nothing,
    Races,
    /// All but one position.
    AllBut(Position),
    All,
}

impl Reach {
    fn has(self, position: Position) -> bool {
        match self {
            Self::Nothing => false,
            Self::Races => !position.is_contact(),
            Self::AllBut(other) => position != other,
            Self::All => true,
        }
    }
}

/// A table that returns [`by_pips`] for the positions it covers, and cubeful values from [`with_cube`].
#[derive(Debug)]
struct Exact {
    reach: Reach,
    /// Whether it has cubeful values.
    with_cube: bool,
}

/// The table's cubeful value of a position, which no cube model derives from the five probabilities.
fn with_cube(position: Position, scoring: Scoring, cube: Cube) -> f64 {
    let [win, ..] = by_pips(position).map(f64::from);
    let owned = match cube.owner() {
        CubeOwner::Centre => 0.0,
        CubeOwner::OnRoll => 0.05,
        CubeOwner::Opponent => -0.05,
    };
    let value = 1.5 * win - 0.75 + owned;
    if matches!(scoring, Scoring::Money { .. }) { value } else { 0.5 + 0.5 * value / 2.0 }
}

impl Table for Exact {
    fn outcome(&self, position: Position) -> Option<Outcome> {
        assert!(!position.is_over(), "the table was asked for the outcome of a finished game");
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = by_pips(position);
        self.reach.has(position).then_some(Outcome { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon })
    }

    fn no_double(&self, position: Position, model: &CubeModel, cube: Cube) -> Option<f64> {
        assert!(!position.is_over(), "the table was asked for the value of a finished game");
        (self.with_cube && self.reach.has(position)).then(|| with_cube(position, model.scoring(), cube))
    }
}

fn tables(reach: Reach, with_cube: bool) -> Vec<Arc<dyn Table>> {
    vec![Arc::new(Exact { reach, with_cube })]
}

/// Makes an evaluator with the guarded estimate and a table. Also returns the estimate, which counts the positions it
/// was called for.
fn guarded(reach: Reach, with_cube: bool) -> (Evaluator, Arc<Guarded>) {
    let estimate = Arc::new(Guarded { reach, calls: Mutex::new(0) });
    let evaluator = Evaluator::from_estimate(Arc::<Guarded>::clone(&estimate));
    (evaluator.with_tables(tables(reach, with_cube)), estimate)
}

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

/// The start, late contact, a bear-off that can end within a ply, and a finished game.
fn positions() -> [Position; 4] {
    [
        Position::START,
        position(&[(0, 8), (3, 3), (6, 3), (14, 1)], &[(0, 9), (4, 4), (12, 2)]),
        position(&[(0, 13), (1, 1), (2, 1)], &[(0, 12), (3, 3)]),
        position(&[(0, 15)], &[(6, 15)]),
    ]
}

fn roll(high: u8, low: u8) -> Roll {
    Roll::new(high, low).unwrap()
}

fn model(scoring: Scoring) -> CubeModel {
    CubeModel::new(scoring, Cube::MOST_EXPONENT, &kazaross())
}

/// An entry point that evaluates positions: its name, and a function that writes all its results to a text.
type EntryPoint = (&'static str, fn(&Evaluator, &mut String));

fn write_down(text: &mut String, answer: impl Debug) {
    writeln!(text, "{answer:?}").unwrap();
}

fn write_each<T: Debug>(text: &mut String, mut answer: impl FnMut(Position) -> T) {
    for position in positions() {
        write_down(text, answer(position));
    }
}

fn write_rollout(text: &mut String, position: Position, settings: &Settings<'_>, model: Option<&CubeModel>) {
    let stakes = model.map(|model| Stakes { model, cube: Cube::START, unit: 0 });
    let start = Start { position, first: FirstTurn::Any, stakes };
    write_down(text, rollout::rollout(start, settings, 1, 0..6, ONE, &Control::default()));
}

/// Every entry point that evaluates positions.
const ENTRY_POINTS: [EntryPoint; 19] = [
    ("evaluate", |evaluator, text| {
        write_each(text, |position| evaluator.evaluate(position));
        write_down(text, evaluator.evaluate_all(&positions(), &mut Scratch::default()));
    }),
    ("glance", |evaluator, text| {
        write_each(text, |position| evaluator.pruning_outcome_with(position, &mut Scratch::default()));
        write_down(text, batch::glance(&positions(), evaluator, ONE, &Control::default()));
    }),
    ("best", |evaluator, text| {
        let turns: Vec<_> =
            positions().iter().flat_map(|&position| Roll::all().map(move |roll| (position, roll))).collect();
        let mut best = Vec::new();
        evaluator.best_each(&turns, &mut Scratch::default(), &mut best);
        for (&(position, roll), best) in turns.iter().zip(best) {
            assert_eq!(evaluator.best(position, roll, &mut Scratch::default()), best);
            write_down(text, best);
        }
    }),
    ("best_of_rolls", |evaluator, text| {
        for position in positions() {
            evaluator.best_of_rolls(position, &mut Scratch::default(), |roll, best, outcome| {
                write_down(text, (roll, best, outcome));
            });
        }
    }),
    ("rank", |evaluator, text| {
        write_each(text, |position| evaluator.rank(position, roll(3, 1)));
    }),
    ("search", |evaluator, text| {
        let control = Control::default();
        let mut search = Search::new(evaluator, Filter::NORMAL, &control);
        for ply in 0..3 {
            write_each(text, |position| search.evaluate(position, ply));
        }
    }),
    ("search of plays", |evaluator, text| {
        let control = Control::default();
        let mut search = Search::new(evaluator, Filter::TINY, &control);
        for (ply, first) in [(0, 0), (1, 0), (2, 1)] {
            for &position in &positions()[first..] {
                write_down(text, search.rank(position, roll(6, 4), ply, Wanted::Filtered));
                write_down(text, search.best(position, roll(6, 4), ply));
            }
        }
    }),
    ("cube search", |evaluator, text| {
        let control = Control::default();
        for scoring in [Scoring::MONEY, MATCH] {
            let model = model(scoring);
            let mut search = CubefulSearch::new(evaluator, Filter::NORMAL, &control, &model);
            for (ply, cube) in [(0, Cube::START), (1, Cube::new(1, CubeOwner::OnRoll))] {
                write_each(text, |position| search.decide(position, cube, ply));
            }
            write_down(text, search.decide(positions()[2], Cube::START, 2));
        }
    }),
    ("cube search of plays", |evaluator, text| {
        let control = Control::default();
        for scoring in [Scoring::MONEY, MATCH] {
            let model = model(scoring);
            let mut search = CubefulSearch::new(evaluator, Filter::TINY, &control, &model);
            for (ply, cube) in [(0, Cube::START), (1, Cube::new(1, CubeOwner::Opponent))] {
                write_each(text, |position| search.rank(position, roll(6, 4), cube, ply, Wanted::Filtered));
                write_each(text, |position| search.best(position, roll(5, 3), cube, ply));
            }
            write_down(text, search.rank(positions()[2], roll(2, 1), Cube::START, 2, Wanted::Best(9)));
        }
    }),
    ("market losers", |evaluator, text| {
        let (control, model) = (Control::default(), model(Scoring::MONEY));
        let mut search = CubefulSearch::new(evaluator, Filter::NORMAL, &control, &model);
        write_down(text, search.market_lost(positions()[1], Cube::START, 0));
    }),
    ("rollout", |evaluator, text| {
        for position in positions() {
            for luck in [LuckBy::Nothing, LuckBy::Pruning, LuckBy::Network, LuckBy::Plays] {
                let settings = Settings { luck, ends_at_tables: false, ..Settings::new(evaluator) };
                write_rollout(text, position, &settings, None);
            }
        }
    }),
    ("rollout with a cube", |evaluator, text| {
        let model = model(Scoring::MONEY);
        for luck in [LuckBy::Nothing, LuckBy::Pruning, LuckBy::Network, LuckBy::Plays] {
            let settings = Settings { luck, ends_at_tables: false, ..Settings::new(evaluator) };
            write_rollout(text, Position::START, &settings, Some(&model));
        }
    }),
    ("rollout to tables", |evaluator, text| {
        for model in [None, Some(&model(Scoring::MONEY)), Some(&model(MATCH))] {
            write_rollout(text, positions()[1], &Settings::new(evaluator), model);
        }
    }),
    ("truncated rollout", |evaluator, text| {
        let truncation = Some(Truncation { turns: 2, ply: 1 });
        let early = Plies { play: 1, cube: 1 };
        let settings =
            Settings { truncation, early, early_turns: 1, ends_at_tables: false, ..Settings::new(evaluator) };
        for model in [None, Some(&model(Scoring::MONEY))] {
            write_rollout(text, positions()[1], &settings, model);
        }
    }),
    ("whole games", |evaluator, text| {
        let mut games = vec![Game::default(); 6];
        let policy = Policy::Best(evaluator);
        whole::play_games(Position::START, policy, 2, 0, &mut games, ONE, &Control::default()).unwrap();
        write_down(text, games);
    }),
    ("duel", |evaluator, text| {
        // The opponent is always the network without tables.
        let other = Evaluator::shipped().unwrap();
        for ply in 0..2 {
            write_down(text, duel::duel([evaluator, &other], positions()[1], ply, 1, 0..3, ONE, &Control::default()));
        }
    }),
    ("batch", |evaluator, text| {
        let control = Control::default();
        let turns: Vec<_> = positions().iter().map(|&position| (position, roll(6, 5))).collect();
        let model = model(Scoring::MONEY);
        for ply in 0..2 {
            write_down(text, batch::evaluate(&positions(), ply, evaluator, ONE, &control));
            for game in [None, Some((&model, Cube::START))] {
                let settings = SearchSettings { evaluator, game, ply, filter: Filter::NORMAL };
                write_down(text, batch::best_plays(&turns, settings, ONE, &control));
                write_down(text, batch::choose_plays(&turns, settings, ONE, &control));
                write_down(text, batch::top_plays(&turns, 3, settings, ONE, &control));
            }
        }
    }),
    ("cube decisions of a batch", |evaluator, text| {
        let rows = positions().map(|position| (position, 0));
        for ply in 0..2 {
            let games = [model(MATCH)];
            write_down(
                text,
                batch::cube_decisions(&rows, Cube::START, ply, &games, evaluator, ONE, &Control::default()),
            );
        }
    }),
    ("self-play", |evaluator, text| {
        let explore = NonZero::new(4).unwrap();
        let recipe = Recipe { lambda: 0.9, explore, wild_turns: 2, two_plies_within: Some(0.02) };
        write_down(text, records::records(evaluator, recipe, 1, 0, 1, ONE, &Control::default()));
    }),
];

fn answers(entry: EntryPoint, evaluator: &Evaluator) -> String {
    let mut text = String::new();
    entry.1(evaluator, &mut text);
    text
}

#[test]
fn a_table_that_covers_everything_replaces_the_network_everywhere() {
    for with_cube in [false, true] {
        let network = Evaluator::shipped().unwrap().with_tables(tables(Reach::All, with_cube));
        for entry in ENTRY_POINTS {
            let (function, guard) = guarded(Reach::All, with_cube);
            assert_eq!(answers(entry, &network), answers(entry, &function), "{}", entry.0);
            assert_eq!(*guard.calls.lock().unwrap(), 0, "{}", entry.0);
        }
    }
}

#[test]
fn a_cubeless_table_that_agrees_with_the_estimate_changes_only_how_often_the_estimate_is_called() {
    for entry in ENTRY_POINTS {
        let (alone, alone_calls) = guarded(Reach::Nothing, false);
        let (behind, behind_calls) = guarded(Reach::Races, false);
        // A search stops at a position that a table covers, so results are equal only for entry points that do not
        // search.
        if ["evaluate", "glance", "best", "best_of_rolls", "rank", "rollout", "whole games", "rollout with a cube"]
            .contains(&entry.0)
        {
            assert_eq!(answers(entry, &alone), answers(entry, &behind), "{}", entry.0);
        } else {
            answers(entry, &alone);
            answers(entry, &behind);
        }
        let [alone, behind] = [alone_calls, behind_calls].map(|guard| *guard.calls.lock().unwrap());
        assert!(
            alone > behind,
            "{}: expected fewer calls with a table, got {alone} without and {behind} with it",
            entry.0
        );
    }
}

#[test]
fn positions_that_a_table_covers_are_not_searched() {
    let (evaluator, _) = guarded(Reach::All, true);
    let (control, model) = (Control::default(), model(Scoring::MONEY));
    let mut cubeless = Search::new(&evaluator, Filter::NORMAL, &control);
    let mut cubeful = CubefulSearch::new(&evaluator, Filter::NORMAL, &control, &model);
    for position in positions().into_iter().filter(|position| !position.is_over()) {
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = by_pips(position);
        for ply in 0..3 {
            let known = Outcome { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon };
            assert_eq!(cubeless.evaluate(position, ply), Some(known));
            for owner in [CubeOwner::Centre, CubeOwner::OnRoll] {
                let (decision, outcome) = cubeful.decide(position, Cube::new(0, owner), ply).unwrap();
                let worth = |cube| with_cube(position, Scoring::MONEY, cube);
                assert_eq!(outcome, known);
                assert_eq!(decision.no_double.to_bits(), worth(Cube::new(0, owner)).to_bits());
                let taken = 2.0 * worth(Cube::new(1, CubeOwner::Opponent));
                assert_eq!(decision.double_take.to_bits(), taken.to_bits());
            }
        }
    }
}

/// The value of a position for the player on roll after the cube decisions of both sides, from the table's values.
fn decided(model: &CubeModel, position: Position, cube: Cube) -> f64 {
    if let Some((who, by)) = position.result() {
        assert_eq!(who, gammon::position::Who::Opponent);
        return model.no_double(Outcome::lost(by), cube, 0.0);
    }
    model.value_by(cube, |cube| with_cube(position, model.scoring(), cube))
}

#[test]
fn plays_with_a_cube_are_chosen_by_the_tables_cubeful_values() {
    for root in [positions()[1], positions()[2]] {
        for scoring in [Scoring::MONEY, MATCH] {
            let (evaluator, guard) = guarded(Reach::AllBut(root), true);
            let (control, model) = (Control::default(), model(scoring));
            let mut search = CubefulSearch::new(&evaluator, Filter::NORMAL, &control, &model);
            for cube in [Cube::START, Cube::new(1, CubeOwner::OnRoll), Cube::new(1, CubeOwner::Opponent)] {
                // The definition: the mean over all rolls of the value after the best play.
                let mut mean = 0.0;
                for roll in Roll::all() {
                    let mut results = Vec::new();
                    movegen::append_results(root, roll, &mut results);
                    if results.is_empty() {
                        results.push(root.swap());
                    }
                    let theirs = model.swap();
                    let values = results.iter().map(|&reply| theirs.as_opponent(decided(&theirs, reply, cube.swap())));
                    let best = values.clone().fold(f64::NEG_INFINITY, f64::max);
                    mean += f64::from(roll.weight()) / 36.0 * best;
                    if let Some(first) = search.rank(root, roll, cube, 0, Wanted::Filtered).unwrap().first() {
                        assert!((first.found().value - best).abs() < 1e-12);
                    }
                }
                let (decision, _) = search.decide(root, cube, 1).unwrap();
                assert!((decision.no_double - mean).abs() < 1e-9, "{root:?} {scoring:?} {cube:?}");
            }
            assert_eq!(*guard.calls.lock().unwrap(), 0);
        }
    }
}

/// A table with wrong answers for finished games: the player on roll, who has lost, wins a backgammon. It covers
/// nothing else.
#[derive(Debug)]
struct Liar;

impl Table for Liar {
    fn outcome(&self, position: Position) -> Option<Outcome> {
        position.is_over().then(|| Outcome::won(gammon::outcome::Win::Backgammon))
    }

    fn no_double(&self, position: Position, _: &CubeModel, _: Cube) -> Option<f64> {
        position.is_over().then_some(77.0)
    }
}

#[test]
fn the_rules_come_before_the_tables() {
    let plain = Evaluator::shipped().unwrap();
    let lied_to = plain.clone().with_tables(vec![Arc::new(Liar)]);
    for entry in ENTRY_POINTS {
        assert_eq!(answers(entry, &plain), answers(entry, &lied_to), "{}", entry.0);
    }
}

#[test]
fn the_first_table_that_covers_a_position_is_used() {
    #[derive(Debug)]
    struct Says(f32, Reach);
    impl Table for Says {
        fn outcome(&self, position: Position) -> Option<Outcome> {
            self.1.has(position).then(|| Outcome { win: self.0, ..Outcome::default() })
        }
        fn no_double(&self, _: Position, _: &CubeModel, _: Cube) -> Option<f64> {
            None
        }
    }
    let won = |win| Outcome { win, ..Outcome::default() };
    let tables: Vec<Arc<dyn Table>> = vec![Arc::new(Says(0.25, Reach::Races)), Arc::new(Says(0.5, Reach::All))];
    let evaluator = Evaluator::shipped().unwrap().with_tables(tables);
    assert_eq!(evaluator.evaluate(positions()[2]), won(0.25));
    assert_eq!(evaluator.evaluate(Position::START), won(0.5));
}
