//! Does a fixed amount of one kind of work. `benches/instructions.sh` counts its instructions with valgrind.
#![allow(clippy::expect_used, reason = "a benchmark without its data must fail")]

mod work;

use gammon::Evaluator;
use gammon::games::rollout::LuckBy;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let kind = arguments.next().unwrap_or_default();
    let times: u64 = arguments.next().and_then(|times| times.parse().ok()).unwrap_or(1);
    let (positions, expected) = work::positions();
    match kind.as_str() {
        "plays" => {
            let mut results = Vec::with_capacity(2000);
            for _ in 0..times {
                assert_eq!(work::plays(&positions, &mut results), expected);
            }
        }
        "random-games" => assert!(work::random_games(100 * times as usize) > 0),
        "rollout" => roll_out(LuckBy::Nothing, 10 * times),
        "rollout-with-luck" => roll_out(LuckBy::Network, 10 * times),
        "evaluations" => {
            let evaluator = Evaluator::shipped().expect("the shipped network loads");
            for _ in 0..times {
                assert!(work::evaluations(&evaluator, &positions).is_finite());
            }
        }
        // `cargo test` and `cargo bench` pass other arguments: do nothing.
        _ => {}
    }
}

fn roll_out(luck: LuckBy, trials: u64) {
    let evaluator = Evaluator::shipped().expect("the shipped network loads");
    assert_eq!(work::rollout(&evaluator, luck, trials).total().trials, trials);
}
