//! Nobody walks round the evaluator: the rules come first, then exact tables, then the network or what is in its place.
#![allow(clippy::unwrap_used, reason = "a test that cannot load the network must fail")]

mod common;

use std::fmt::{Debug, Write};
use std::num::NonZero;
use std::sync::{Arc, Mutex};

use common::kazaross;
use gammon::batch::{self, Judging};
use gammon::eval::{Estimate, Scratch, Table};
use gammon::games::cubeful::{self, Player, Start};
use gammon::games::rollout::{self, FirstRoll};
use gammon::games::{Policy, duel};
use gammon::parallel::Control;
use gammon::search::{Filter, Wanted};
use gammon::train::records::{self, Recipe};
use gammon::{
    Crawford, Cube, CubeModel, CubeOwner, CubefulSearch, Evaluator, Outcome, Position, Roll, Scoring, Search, movegen,
};

const MATCH: Scoring = Scoring::Match { own_away: 5, opponent_away: 3, crawford: Crawford::ToCome };
const ONE: NonZero<usize> = NonZero::<usize>::MIN;

/// Five probabilities that the rules allow and that no network has: pips left, blots of who has just played, and checkers off.
fn by_pips(position: Position) -> [f32; 5] {
    let [own, opponent] = [position.own(), position.opponent()];
    let lead = f32::from(opponent.pip_count()) - f32::from(own.pip_count());
    let blots = (1..25).filter(|&point| opponent.count(point) == 1).count() as f32;
    let off = f32::from(own.count(0)) - f32::from(opponent.count(0));
    let win = (0.5 + lead / 400.0 + 0.03 * blots + off / 100.0).clamp(0.02, 0.98);
    let gammon = |loser: gammon::position::Side, chance: f32| if loser.count(0) == 0 { 0.25 * chance } else { 0.0 };
    [win, gammon(opponent, win), 0.0, gammon(own, 1.0 - win), 0.0]
}

/// Stands in for a network, and says [`by_pips`]. It must not be asked what the rules or the table settle.
#[derive(Debug)]
struct Guarded {
    reach: Reach,
    asked: Mutex<usize>,
}

impl Estimate for Guarded {
    fn estimate(&self, positions: &[Position], into: &mut Vec<[f32; 5]>) {
        *self.asked.lock().unwrap() += positions.len();
        for &position in positions {
            assert!(!position.is_over(), "the rules say how a finished game ended");
            assert!(!self.reach.has(position), "the table says what {position:?} is");
            into.push(by_pips(position));
        }
    }
}

/// Which positions a table knows.
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

/// Says [`by_pips`] of what it reaches, and a value with the cube of its own.
#[derive(Debug)]
struct Exact {
    reach: Reach,
    /// Whether it says what a position is worth with a cube.
    with_cube: bool,
}

/// What the table says a position is worth with a cube: nothing that follows from the five probabilities.
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
        assert!(!position.is_over(), "the rules say how a finished game ended");
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = by_pips(position);
        self.reach.has(position).then_some(Outcome { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon })
    }

    fn no_double(&self, position: Position, scoring: Scoring, cube: Cube) -> Option<f64> {
        assert!(!position.is_over(), "the rules say what a finished game is worth");
        (self.with_cube && self.reach.has(position)).then(|| with_cube(position, scoring, cube))
    }
}

fn tables(reach: Reach, with_cube: bool) -> Vec<Arc<dyn Table>> {
    vec![Arc::new(Exact { reach, with_cube })]
}

/// The function with a table, and how often it was asked.
fn guarded(reach: Reach, with_cube: bool) -> (Evaluator, Arc<Guarded>) {
    let estimate = Arc::new(Guarded { reach, asked: Mutex::new(0) });
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

/// The start, the last contact of a long game, a bear-off in which games end within a ply, and a finished game.
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

/// A way to a judgement: its name, and what writes down all its answers.
type Way = (&'static str, fn(&Evaluator, &mut String));

fn say(text: &mut String, answer: impl Debug) {
    writeln!(text, "{answer:?}").unwrap();
}

fn say_of_each<T: Debug>(text: &mut String, mut answer: impl FnMut(Position) -> T) {
    for position in positions() {
        say(text, answer(position));
    }
}

/// Every way to a judgement.
const WAYS: [Way; 17] = [
    ("evaluate", |evaluator, text| {
        say_of_each(text, |position| evaluator.evaluate(position));
        say(text, evaluator.evaluate_all(&positions(), &mut Scratch::default()));
    }),
    ("glance", |evaluator, text| {
        say_of_each(text, |position| evaluator.pruning_outcome_with(position, &mut Scratch::default()));
        say(text, batch::glance(&positions(), evaluator, ONE, &Control::default()));
    }),
    ("best", |evaluator, text| {
        let turns: Vec<_> =
            positions().iter().flat_map(|&position| Roll::all().map(move |roll| (position, roll))).collect();
        let mut best = Vec::new();
        evaluator.best_each(&turns, &mut Scratch::default(), &mut best);
        for (&(position, roll), best) in turns.iter().zip(best) {
            assert_eq!(evaluator.best(position, roll, &mut Scratch::default()), best);
            say(text, best);
        }
    }),
    ("best_of_rolls", |evaluator, text| {
        for position in positions() {
            evaluator.best_of_rolls(position, &mut Scratch::default(), |roll, best, outcome| {
                say(text, (roll, best, outcome));
            });
        }
    }),
    ("rank", |evaluator, text| {
        say_of_each(text, |position| evaluator.rank(position, roll(3, 1)));
    }),
    ("search", |evaluator, text| {
        let control = Control::default();
        let mut search = Search::new(evaluator, Filter::NORMAL, &control);
        for ply in 0..3 {
            say_of_each(text, |position| search.evaluate(position, ply));
        }
    }),
    ("search of plays", |evaluator, text| {
        let control = Control::default();
        let mut search = Search::new(evaluator, Filter::TINY, &control);
        for (ply, first) in [(0, 0), (1, 0), (2, 1)] {
            for &position in &positions()[first..] {
                say(text, search.rank(position, roll(6, 4), ply, Wanted::Filtered));
                say(text, search.best(position, roll(6, 4), ply));
            }
        }
    }),
    ("cube search", |evaluator, text| {
        let control = Control::default();
        for scoring in [Scoring::MONEY, MATCH] {
            let model = model(scoring);
            let mut search = CubefulSearch::new(evaluator, Filter::NORMAL, &control, &model);
            for (ply, cube) in [(0, Cube::START), (1, Cube::new(1, CubeOwner::OnRoll))] {
                say_of_each(text, |position| search.decide(position, cube, ply));
            }
            say(text, search.decide(positions()[2], Cube::START, 2));
        }
    }),
    ("cube search of plays", |evaluator, text| {
        let control = Control::default();
        for scoring in [Scoring::MONEY, MATCH] {
            let model = model(scoring);
            let mut search = CubefulSearch::new(evaluator, Filter::TINY, &control, &model);
            for (ply, cube) in [(0, Cube::START), (1, Cube::new(1, CubeOwner::Opponent))] {
                say_of_each(text, |position| search.rank(position, roll(6, 4), cube, ply, Wanted::Filtered));
                say_of_each(text, |position| search.best(position, roll(5, 3), cube, ply));
            }
            say(text, search.rank(positions()[2], roll(2, 1), Cube::START, 2, Wanted::Best(9)));
        }
    }),
    ("market losers", |evaluator, text| {
        let (control, model) = (Control::default(), model(Scoring::MONEY));
        let mut search = CubefulSearch::new(evaluator, Filter::NORMAL, &control, &model);
        say(text, search.market_lost(positions()[1], Cube::START, 0));
    }),
    ("rollout", |evaluator, text| {
        for position in positions() {
            let policy = Policy::Best(evaluator);
            say(text, rollout::rollout(position, FirstRoll::Any, policy, 1, 0..8, ONE, &Control::default()));
        }
    }),
    ("whole games", |evaluator, text| {
        let mut games = vec![rollout::Game::default(); 6];
        let policy = Policy::Best(evaluator);
        rollout::play_games(Position::START, policy, 2, 0, &mut games, ONE, &Control::default()).unwrap();
        say(text, games);
    }),
    ("rollout with a cube", |evaluator, text| {
        let model = model(Scoring::MONEY);
        let start = Start { position: Position::START, first: FirstRoll::Any, model: &model, cube: Cube::START };
        let player = Player { evaluator, play_ply: 0, cube_ply: 0, filter: Filter::NORMAL };
        say(text, cubeful::rollout(start, player, 1, 0..6, ONE, &Control::default()));
    }),
    ("duel", |evaluator, text| {
        // Against the network alone, which is the same in all duels.
        let other = Evaluator::shipped().unwrap();
        for ply in 0..2 {
            say(text, duel::duel([evaluator, &other], positions()[1], ply, 1, 0..3, ONE, &Control::default()));
        }
    }),
    ("batch", |evaluator, text| {
        let control = Control::default();
        let turns: Vec<_> = positions().iter().map(|&position| (position, roll(6, 5))).collect();
        let model = model(Scoring::MONEY);
        for ply in 0..2 {
            say(text, batch::evaluate(&positions(), ply, evaluator, ONE, &control));
            for game in [None, Some((&model, Cube::START))] {
                let judging = Judging { evaluator, game, ply, filter: Filter::NORMAL };
                say(text, batch::best_plays(&turns, judging, ONE, &control));
                say(text, batch::choose_plays(&turns, judging, ONE, &control));
                say(text, batch::top_plays(&turns, 3, judging, ONE, &control));
            }
        }
    }),
    ("cube decisions of a batch", |evaluator, text| {
        let rows = positions().map(|position| (position, 0));
        for ply in 0..2 {
            let games = [model(MATCH)];
            say(text, batch::cube_decisions(&rows, Cube::START, ply, &games, evaluator, ONE, &Control::default()));
        }
    }),
    ("self-play", |evaluator, text| {
        let explore = NonZero::new(4).unwrap();
        let recipe = Recipe { lambda: 0.9, explore, wild_turns: 2, two_plies_within: Some(0.02) };
        say(text, records::records(evaluator, recipe, 1, 0, 1, ONE, &Control::default()));
    }),
];

fn answers(way: Way, evaluator: &Evaluator) -> String {
    let mut text = String::new();
    way.1(evaluator, &mut text);
    text
}

#[test]
fn a_network_behind_a_table_that_knows_everything_has_no_say() {
    for with_cube in [false, true] {
        let network = Evaluator::shipped().unwrap().with_tables(tables(Reach::All, with_cube));
        for way in WAYS {
            let (function, guard) = guarded(Reach::All, with_cube);
            assert_eq!(answers(way, &network), answers(way, &function), "{}", way.0);
            assert_eq!(*guard.asked.lock().unwrap(), 0, "{}", way.0);
        }
    }
}

#[test]
fn a_table_without_a_cube_that_says_what_the_function_says_changes_nothing_but_who_is_asked() {
    for way in WAYS {
        let (alone, asked) = guarded(Reach::Nothing, false);
        let (behind, asked_less) = guarded(Reach::Races, false);
        // A search stops where a table reaches, so that only what does not search is the same.
        if ["evaluate", "glance", "best", "best_of_rolls", "rank", "rollout", "whole games", "rollout with a cube"]
            .contains(&way.0)
        {
            assert_eq!(answers(way, &alone), answers(way, &behind), "{}", way.0);
        } else {
            answers(way, &alone);
            answers(way, &behind);
        }
        let [alone, behind] = [asked, asked_less].map(|guard| *guard.asked.lock().unwrap());
        assert!(alone > behind, "{}: {alone} and {behind}", way.0);
    }
}

#[test]
fn what_a_table_knows_is_not_looked_ahead_for() {
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

/// What a position is worth to the player on roll by the table's values, when both sides decide about the cube.
fn decided(model: &CubeModel, position: Position, cube: Cube) -> f64 {
    if let Some((who, by)) = position.result() {
        assert_eq!(who, gammon::position::Who::Opponent);
        return model.no_double(Outcome::lost(by), cube, 0.0);
    }
    model.value_by(cube, |cube| with_cube(position, model.scoring(), cube))
}

#[test]
fn plays_with_a_cube_are_chosen_by_what_the_table_says_of_the_cube() {
    for root in [positions()[1], positions()[2]] {
        for scoring in [Scoring::MONEY, MATCH] {
            let (evaluator, guard) = guarded(Reach::AllBut(root), true);
            let (control, model) = (Control::default(), model(scoring));
            let mut search = CubefulSearch::new(&evaluator, Filter::NORMAL, &control, &model);
            for cube in [Cube::START, Cube::new(1, CubeOwner::OnRoll), Cube::new(1, CubeOwner::Opponent)] {
                // The definition: the mean over all rolls of what the best play leaves.
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
            assert_eq!(*guard.asked.lock().unwrap(), 0);
        }
    }
}

/// Says that whoever has won has lost, and the like of everything else.
#[derive(Debug)]
struct Liar;

impl Table for Liar {
    fn outcome(&self, position: Position) -> Option<Outcome> {
        position.is_over().then(|| Outcome::won(gammon::outcome::Win::Backgammon))
    }

    fn no_double(&self, position: Position, _: Scoring, _: Cube) -> Option<f64> {
        position.is_over().then_some(77.0)
    }
}

#[test]
fn the_rules_come_before_the_tables() {
    let plain = Evaluator::shipped().unwrap();
    let lied_to = plain.clone().with_tables(vec![Arc::new(Liar)]);
    for way in WAYS {
        assert_eq!(answers(way, &plain), answers(way, &lied_to), "{}", way.0);
    }
}

#[test]
fn the_first_table_that_knows_a_position_is_believed() {
    #[derive(Debug)]
    struct Says(f32, Reach);
    impl Table for Says {
        fn outcome(&self, position: Position) -> Option<Outcome> {
            self.1.has(position).then(|| Outcome { win: self.0, ..Outcome::default() })
        }
        fn no_double(&self, _: Position, _: Scoring, _: Cube) -> Option<f64> {
            None
        }
    }
    let won = |win| Outcome { win, ..Outcome::default() };
    let tables: Vec<Arc<dyn Table>> = vec![Arc::new(Says(0.25, Reach::Races)), Arc::new(Says(0.5, Reach::All))];
    let evaluator = Evaluator::shipped().unwrap().with_tables(tables);
    assert_eq!(evaluator.evaluate(positions()[2]), won(0.25));
    assert_eq!(evaluator.evaluate(Position::START), won(0.5));
}
