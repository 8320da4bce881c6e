//! The network's estimates are bit-identical on every instruction set and for every way of reaching a position.
#![allow(clippy::unwrap_used, reason = "a test that cannot load the network must fail")]

use gammon::dice::GameDice;
use gammon::eval::Scratch;
use gammon::net::InstructionSet;
use gammon::{Evaluator, Outcome, Position, Roll, movegen};

/// Positions of random games, from the three starting positions in turn.
fn positions(count: usize) -> Vec<Position> {
    let mut positions = Vec::with_capacity(count);
    let mut results = Vec::new();
    for game in 0.. {
        let mut dice = GameDice::new(7, game);
        let mut position = [Position::START, Position::NACKGAMMON, Position::HYPERGAMMON][game as usize % 3];
        let mut turn = 1;
        while !position.is_over() {
            if positions.len() == count {
                return positions;
            }
            positions.push(position);
            results.clear();
            movegen::append_results(position, dice.roll(turn), &mut results);
            position = if results.is_empty() { position.swap() } else { results[dice.choice(turn, results.len())] };
            turn += 1;
        }
    }
    positions
}

fn bits(outcome: Outcome) -> [u32; 5] {
    outcome.to_array().map(f32::to_bits)
}

#[test]
fn every_instruction_set_gives_the_same_bits() {
    let positions = positions(100_000);
    let shipped = Evaluator::shipped().unwrap();
    let judged = |set| {
        let evaluator = Evaluator::new(shipped.network().unwrap().clone().with_instruction_set(set));
        let mut scratch = Scratch::default();
        let judged = positions.iter().map(|&position| bits(evaluator.evaluate_with(position, &mut scratch)));
        let judged: Vec<_> = judged.collect();
        // Replies are pruned by the pruning outputs, which are summed separately.
        let mut replies = Vec::new();
        for &position in positions.iter().step_by(50) {
            evaluator.best_of_rolls(position, &mut scratch, |_, reply, _| replies.push(reply));
        }
        (judged, replies)
    };
    let baseline = judged(InstructionSet::Baseline);
    for set in InstructionSet::available() {
        let (judged, replies) = judged(set);
        let differing = judged.iter().zip(&baseline.0).position(|(one, other)| one != other);
        assert_eq!(differing.map(|row| positions[row]), None, "{set:?}");
        assert!(replies == baseline.1, "{set:?}");
    }
}

#[test]
fn an_estimate_does_not_depend_on_how_the_position_is_reached() {
    let evaluator = Evaluator::shipped().unwrap();
    let mut scratch = Scratch::default();
    for position in positions(1000) {
        for roll in [Roll::all().next(), Roll::all().last()].into_iter().flatten() {
            for ranked in evaluator.rank(position, roll) {
                let after = ranked.play.position;
                assert_eq!(bits(ranked.outcome), bits(evaluator.evaluate(after).swap()), "{position:?} {roll}");
            }
        }
        evaluator.best_of_rolls(position, &mut scratch, |roll, reply, outcome| {
            assert_eq!(bits(outcome), bits(evaluator.evaluate(reply)), "{position:?} {roll}");
        });
    }
}

#[test]
fn pruning_rarely_misses_the_best_play_and_costs_little_equity() {
    let evaluator = Evaluator::shipped().unwrap();
    let mut scratch = Scratch::default();
    let (mut decisions, mut missed, mut lost) = (0_u32, 0_u32, 0.0);
    for game in 0..40 {
        let mut dice = GameDice::new(11, game);
        let mut position = Position::START;
        for turn in 1..60 {
            let roll = dice.roll(turn);
            let best = evaluator.best(position, roll, &mut scratch);
            let ranked = evaluator.rank(position, roll);
            if let Some(chosen) = ranked.iter().position(|one| one.play.position == best) {
                decisions += 1;
                missed += u32::from(chosen > 0);
                let equity = |one: usize| f64::from(ranked[one].outcome.cubeless_equity());
                lost += equity(0) - equity(chosen);
            }
            position = best;
        }
    }
    assert!(decisions > 1500);
    assert!(missed * 200 < decisions, "{missed} of {decisions}");
    assert!(lost / f64::from(decisions) < 3e-4, "{lost} in {decisions}");
}
