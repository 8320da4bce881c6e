//! The work to be measured. Each function returns its result, so that a benchmark can check it before timing.

use std::num::NonZero;

use gammon::games::Policy;
use gammon::games::rollout::{self, FirstTurn, LuckBy, Settings, Start};
use gammon::games::tally::Tally;
use gammon::games::whole::{self, Game};
use gammon::parallel::Control;
use gammon::{Evaluator, Position, Roll, movegen, notation};

/// Returns the 200 mid-game positions of `tests/golden/legal_plays_random.jsonl`, and their total number of plays for
/// all 21 rolls.
pub fn positions() -> (Vec<Position>, usize) {
    let text = include_str!("../../tests/golden/legal_plays_random.jsonl");
    let mut plays = 0;
    let positions = text
        .lines()
        .map(|line| {
            let line: serde_json::Value = serde_json::from_str(line).expect("each line is valid JSON");
            let rolls = line["rolls"].as_object().expect("each line has an object `rolls`");
            plays += rolls.values().map(|roll| roll[0].as_u64().expect("a count")).sum::<u64>() as usize;
            notation::position_from_id(line["position_id"].as_str().expect("an ID"), 15).expect("a position")
        })
        .collect();
    (positions, plays)
}

/// Generates the plays of every position for all 21 rolls; returns the total number of plays.
pub fn plays(positions: &[Position], results: &mut Vec<Position>) -> usize {
    let mut plays = 0;
    for &position in positions {
        for roll in Roll::all() {
            results.clear();
            movegen::append_results(position, roll, results);
            plays += results.len();
        }
    }
    plays
}

/// Plays random games on one thread; returns the total number of turns.
pub fn random_games(games: usize) -> u64 {
    let mut ends = vec![Game::default(); games];
    let finished =
        whole::play_games(Position::START, Policy::Random, 1, 0, &mut ends, NonZero::<usize>::MIN, &Control::default());
    assert_eq!(finished, Ok(()));
    ends.iter().map(|game| u64::from(game.turns)).sum()
}

/// Rolls out the opening on one thread, without a cube.
///
/// Without luck, this plays the games and does nothing else.
pub fn rollout(evaluator: &Evaluator, luck: LuckBy, trials: u64) -> Tally {
    let start = Start { position: Position::START, first: FirstTurn::Opening, stakes: None };
    let settings = Settings { luck, is_stratified: luck != LuckBy::Nothing, ..Settings::new(evaluator) };
    rollout::rollout(start, &settings, 1, 0..trials, NonZero::<usize>::MIN, &Control::default())
        .expect("the control is never stopped")
}

/// Evaluates each position separately, without incremental updates; returns the sum of the equities.
pub fn evaluations(evaluator: &Evaluator, positions: &[Position]) -> f32 {
    let mut scratch = gammon::eval::Scratch::default();
    positions.iter().map(|&position| evaluator.evaluate_with(position, &mut scratch).cubeless_equity()).sum()
}
