//! Training records: their labels, by their definition, and their bytes.
#![allow(clippy::unwrap_used, reason = "a test that cannot load the network must fail")]

use std::num::NonZero;

use gammon::eval::Scratch;
use gammon::parallel::Control;
use gammon::selfplay::fit::Fit;
use gammon::selfplay::records::{self, Recipe, Record};
use gammon::{Evaluator, Roll};

fn played(evaluator: &Evaluator, trace: f32, games: u64, threads: usize) -> Vec<Record> {
    // No turn is played at random, as nearly as can be asked for.
    let recipe = Recipe { trace, explore: NonZero::new(u32::MAX).unwrap(), wild_turns: 0 };
    records::records(evaluator, recipe, 5, 0, games, NonZero::new(threads).unwrap(), &Control::default()).unwrap()
}

fn swap([win, win_gammon, win_backgammon, lose_gammon, lose_backgammon]: [f64; 5]) -> [f64; 5] {
    [-win, lose_gammon, lose_backgammon, win_gammon, win_backgammon]
}

/// The mean over all rolls of what the network thinks after the best plays, seen by the player on roll.
fn mean(evaluator: &Evaluator, record: &Record) -> [f64; 5] {
    let mut mean = [0.0; 5];
    for roll in Roll::all() {
        let reply = evaluator.best(record.position, roll, &mut Scratch::default());
        let outcome = evaluator.evaluate(reply).swap();
        for (mean, chance) in mean.iter_mut().zip(outcome.to_array()) {
            *mean += f64::from(chance) * f64::from(roll.weight()) / 36.0;
        }
    }
    mean
}

#[test]
fn labels_are_what_the_definition_says() {
    let evaluator = Evaluator::new(Fit::new(128, 3).to_network().unwrap());
    for trace in [0.0, 0.5, 1.0] {
        let game = played(&evaluator, trace, 1, 1);
        assert!(game.len() > 20);
        let mut rest = [0.0; 5];
        for record in game.iter().rev() {
            let mean = mean(&evaluator, record);
            let estimate = evaluator.evaluate(record.position).to_array();
            let carried = swap(rest);
            for output in 0..5 {
                let label = mean[output] + f64::from(trace) * carried[output];
                assert!((f64::from(record.label[output]) - label).abs() < 1e-4, "{record:?}");
                rest[output] = label - f64::from(estimate[output]);
            }
        }
    }
}

#[test]
fn records_do_not_depend_on_threads_and_come_back_from_their_bytes() {
    let evaluator = Evaluator::new(Fit::new(128, 3).to_network().unwrap());
    let records = played(&evaluator, 1.0, 9, 1);
    assert_eq!(records, played(&evaluator, 1.0, 9, 3));
    for record in &records {
        let again = Record::from_bytes(&record.to_bytes()).unwrap();
        assert_eq!(again.position, record.position);
        assert_eq!(again.to_bytes(), record.to_bytes());
        for (label, again) in record.label.iter().zip(again.label) {
            assert!((label - again).abs() <= 0.5 / 16_384.0);
        }
    }
    let mut bytes = records[0].to_bytes();
    bytes[25] += 1;
    assert!(Record::from_bytes(&bytes).is_err());
}

#[test]
fn a_fit_goes_on_from_its_bytes_and_does_not_depend_on_threads() {
    let evaluator = Evaluator::new(Fit::new(128, 3).to_network().unwrap());
    let records = played(&evaluator, 1.0, 9, 1);
    let (mut one, mut two) = (Fit::new(128, 4), Fit::new(128, 4));
    for step in 0..60 {
        let batch = &records[10 * (step % 20)..][..64];
        assert!((one.step(batch, 0.001, false) - two.step(batch, 0.001, true)).abs() < f64::EPSILON);
        two = Fit::from_bytes(&two.to_bytes()).unwrap();
    }
    assert_eq!(one.to_bytes(), two.to_bytes());
    let learnt = &records[..254];
    assert!(one.squared_error(learnt) < Fit::new(128, 4).squared_error(learnt));
    for wrong in [&one.to_bytes()[1..], &one.to_bytes()[..99], &[]] {
        assert!(Fit::from_bytes(wrong).is_err());
    }
}
