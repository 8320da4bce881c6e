//! Training records: labels match their definition, and bytes round-trip. Fits: learning, checkpoints, limits on weights.
#![allow(clippy::unwrap_used, reason = "a test that cannot load the network must fail")]

use std::num::NonZero;

use gammon::dice::GameDice;
use gammon::eval::Scratch;
use gammon::movegen::plays;
use gammon::net::{FloatNetwork, InstructionSet};
use gammon::parallel::Control;
use gammon::train::fit::Fit;
use gammon::train::records::{self, Recipe, Record};
use gammon::{Evaluator, Position, Roll};

fn played(evaluator: &Evaluator, lambda: f32, games: u64, threads: usize) -> Vec<Record> {
    played_with_two_plies(evaluator, lambda, None, games, threads)
}

fn played_with_two_plies(
    evaluator: &Evaluator,
    lambda: f32,
    two_plies_within: Option<f32>,
    games: u64,
    threads: usize,
) -> Vec<Record> {
    // The smallest rate of exploratory turns that can be asked for.
    let recipe = Recipe { lambda, explore: NonZero::new(u32::MAX).unwrap(), wild_turns: 0, two_plies_within };
    records::records(evaluator, recipe, 5, 0, games, NonZero::new(threads).unwrap(), &Control::default()).unwrap()
}

fn swap([win, win_gammon, win_backgammon, lose_gammon, lose_backgammon]: [f64; 5]) -> [f64; 5] {
    [-win, lose_gammon, lose_backgammon, win_gammon, win_backgammon]
}

/// The network's estimate `plies` plies ahead, for the player on roll: the mean over all rolls after the best plays.
fn mean(evaluator: &Evaluator, position: Position, plies: u32) -> [f64; 5] {
    if plies == 0 || position.is_over() {
        return evaluator.evaluate(position).to_array().map(f64::from);
    }
    let mut mean = [0.0; 5];
    for roll in Roll::all() {
        let reply = evaluator.best(position, roll, &mut Scratch::default());
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = self::mean(evaluator, reply, plies - 1);
        let swapped = [1.0 - win, lose_gammon, lose_backgammon, win_gammon, win_backgammon];
        for (mean, chance) in mean.iter_mut().zip(swapped) {
            *mean += chance * f64::from(roll.weight()) / 36.0;
        }
    }
    mean
}

fn equity([win, win_gammon, win_backgammon, lose_gammon, lose_backgammon]: [f64; 5]) -> f64 {
    2.0 * win - 1.0 + win_gammon + win_backgammon - lose_gammon - lose_backgammon
}

#[test]
fn labels_are_what_the_definition_says() {
    let evaluator = Evaluator::new(Fit::new(128, 3).to_network().unwrap());
    for lambda in [0.0, 0.5, 1.0] {
        let game = played(&evaluator, lambda, 1, 1);
        assert!(game.len() > 20);
        let mut rest = [0.0; 5];
        for family in game.chunk_by(|_, next| next.sibling).rev() {
            // Siblings share what the rest of the game adds to the label of the position that was reached.
            for record in family {
                let mean = mean(&evaluator, record.position, 1);
                for output in 0..5 {
                    let label = mean[output] + f64::from(lambda) * swap(rest)[output];
                    assert!((f64::from(record.label[output]) - label).abs() < 1e-4, "{record:?}");
                }
            }
            let estimate = evaluator.evaluate(family[0].position).to_array();
            rest = std::array::from_fn(|output| f64::from(family[0].label[output]) - f64::from(estimate[output]));
        }
    }
}

#[test]
fn labels_look_two_plies_ahead_where_siblings_are_hard_to_tell_apart() {
    let evaluator = Evaluator::new(Fit::new(128, 3).to_network().unwrap());
    let plain = played(&evaluator, 0.5, 1, 1);
    for (within, lambda) in [(0.004, 0.5), (0.0, 1.0)] {
        let game = played_with_two_plies(&evaluator, lambda, Some(within), 1, 1);
        // The labels differ, but the plays are the same.
        assert!(game.iter().map(|record| record.position).eq(plain.iter().map(|record| record.position)));
        let (mut to_estimate, mut to_mean) = ([0.0; 5], [0.0; 5]);
        let (mut hard, mut easy) = (0, 0);
        for family in game.chunk_by(|_, next| next.sibling).rev() {
            let means: Vec<_> = family.iter().map(|record| mean(&evaluator, record.position, 1)).collect();
            let others = means[1..].iter().map(|&mean| equity(mean));
            let is_hard = others.fold(f64::INFINITY, f64::min) - equity(means[0]) < f64::from(within);
            *(if is_hard { &mut hard } else { &mut easy }) += 1;
            // The estimate two plies ahead already contains the mean of the first difference.
            let rest = if is_hard { to_mean } else { to_estimate };
            for record in family {
                let mean = mean(&evaluator, record.position, if is_hard { 2 } else { 1 });
                for output in 0..5 {
                    let label = mean[output] + f64::from(lambda) * swap(rest)[output];
                    assert!((f64::from(record.label[output]) - label).abs() < 1e-4, "{is_hard} {record:?}");
                }
            }
            let estimate = evaluator.evaluate(family[0].position).to_array();
            to_estimate =
                std::array::from_fn(|output| f64::from(family[0].label[output]) - f64::from(estimate[output]));
            to_mean = std::array::from_fn(|output| f64::from(family[0].label[output]) - means[0][output]);
        }
        assert!(hard > 5 && easy > 5, "{hard} {easy}");
    }
}

#[test]
fn siblings_are_other_plays_of_the_same_roll_and_not_much_worse() {
    let evaluator = Evaluator::new(Fit::new(128, 3).to_network().unwrap());
    let game = played(&evaluator, 1.0, 1, 1);
    assert!(game.iter().filter(|record| record.sibling).count() > 10);
    let path: Vec<_> = game.chunk_by(|_, next| next.sibling).collect();
    for turns in path.windows(2) {
        let from = turns[0][0].position;
        let reached = |roll| plays(from, roll).into_iter().map(|play| play.position).collect::<Vec<_>>();
        let family: Vec<_> = turns[1].iter().map(|record| record.position).collect();
        assert!(family.len() <= 4);
        // A turn without a legal play leaves the checkers unchanged.
        assert!(
            family == [from.swap()] || Roll::all().any(|roll| family.iter().all(|to| reached(roll).contains(to))),
            "{family:?}"
        );
        for (number, one) in family.iter().enumerate() {
            assert!(!family[..number].contains(one));
        }
        let equities: Vec<_> = family.iter().map(|to| evaluator.evaluate(*to).swap().cubeless_equity()).collect();
        assert!(equities.iter().all(|equity| (equities[0] - equity).abs() < 0.12 + 1e-5), "{equities:?}");
    }
}

#[test]
fn records_do_not_depend_on_threads_and_come_back_from_their_bytes() {
    let evaluator = Evaluator::new(Fit::new(128, 3).to_network().unwrap());
    let records = played(&evaluator, 1.0, 9, 1);
    assert_eq!(records, played(&evaluator, 1.0, 9, 3));
    let two_plies = |games, threads| played_with_two_plies(&evaluator, 1.0, Some(0.0), games, threads);
    assert_eq!(two_plies(3, 1), two_plies(3, 3));
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
fn a_fit_goes_on_from_a_network() {
    let network = Evaluator::shipped().unwrap().network().unwrap().clone();
    let again = Fit::from_network(&network).to_network().unwrap();
    // Rounding may change the rows that are sums of others by one unit in the last place.
    let (one, other) = (network.to_float(), again.to_float());
    let all = |float: &FloatNetwork| {
        let heads = float.heads.iter().chain(&float.pruning).flat_map(|head| head.weights.clone());
        [float.wide.clone(), float.narrow.clone(), float.bias.clone(), heads.collect()].concat()
    };
    for (one, other) in all(&one).into_iter().zip(all(&other)) {
        assert!((one - other).abs() <= 1.0 / 512.0, "{one} {other}");
    }
    let (one, other) = (Evaluator::new(network), Evaluator::new(again));
    for game in 0..20 {
        let mut dice = GameDice::new(8, game);
        let mut position = Position::START;
        for turn in 1.. {
            if position.is_over() {
                break;
            }
            let difference = one.evaluate(position).cubeless_equity() - other.evaluate(position).cubeless_equity();
            assert!(difference.abs() < 0.03, "{position:?} {difference}");
            position = one.best(position, dice.roll(turn), &mut Scratch::default());
        }
    }
}

#[test]
fn differences_between_siblings_are_learnt_first() {
    // Two siblings whose labels are far above a fresh network's estimates, and close to each other.
    let evaluator = Evaluator::new(Fit::new(128, 3).to_network().unwrap());
    let game = played(&evaluator, 1.0, 3, 1);
    let family = game.chunk_by(|_, next| next.sibling).find(|family| family.len() > 1).unwrap();
    let with = |record: Record, win: f32, sibling: bool| Record { label: [win, 0.0, 0.0, 0.0, 0.0], sibling, ..record };
    let learn = |siblings: bool| {
        let mut fit = Fit::new(128, 4);
        for _ in 0..15 {
            let _ = fit.step(&[with(family[0], 0.95, false), with(family[1], 0.9, siblings)], 0.001, false);
        }
        let learnt = Evaluator::new(fit.to_network().unwrap());
        [family[0], family[1]].map(|record| learnt.evaluate(record.position).win)
    };
    let (alone, together) = (learn(false), learn(true));
    let apart = |[one, other]: [f32; 2]| (one - other - 0.05).abs();
    assert!(apart(together) < 0.5 * apart(alone), "{together:?} {alone:?}");
}

#[test]
fn the_loss_of_a_fit_is_the_equity_lost_by_its_choices_among_siblings() {
    let evaluator = Evaluator::shipped().unwrap();
    let records = played(&evaluator, 1.0, 10, 1);
    let mut fit = Fit::from_network(evaluator.network().unwrap());
    let network = Evaluator::new(fit.to_network().unwrap());
    let (mut lost, mut families) = (0.0, 0);
    let worth = |[win, win_gammon, win_backgammon, lose_gammon, lose_backgammon]: [f32; 5]| {
        f64::from(2.0 * win - 1.0 + win_gammon + win_backgammon - lose_gammon - lose_backgammon)
    };
    for family in records.chunk_by(|_, next| next.sibling).filter(|family| family.len() > 1) {
        // The player who made the play wants the opponent, who is on roll, to have the least equity.
        let looks = |record: &Record| network.evaluate(record.position).cubeless_equity();
        let chosen = family.iter().min_by(|one, other| looks(one).total_cmp(&looks(other))).unwrap();
        let best = family.iter().map(|record| worth(record.label)).fold(f64::INFINITY, f64::min);
        lost += worth(chosen.label) - best;
        families += 1;
    }
    let found = fit.loss(&records);
    assert_eq!(found.1, families);
    // Quantisation may change a close choice.
    assert!(families > 100 && lost > 0.1 && (found.0 - lost).abs() < 0.1 * lost, "{found:?} {lost}");
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

#[test]
fn weights_stay_within_what_a_network_can_hold() {
    let evaluator = Evaluator::new(Fit::new(128, 3).to_network().unwrap());
    let records = played(&evaluator, 1.0, 9, 1);
    // Steps so large that most units are clipped at 0 or 1, with momentum that carries them further.
    let learnt = |set| {
        let mut fit = Fit::new(256, 4).with_instruction_set(set);
        for (step, batch) in records.chunks_exact(100).enumerate() {
            let _ = fit.step(batch, 0.2, step % 2 == 0);
            fit.to_network().unwrap();
        }
        fit.to_bytes()
    };
    let baseline = learnt(InstructionSet::Baseline);
    for set in InstructionSet::available() {
        assert!(learnt(set) == baseline, "{set:?}");
    }
}

#[test]
fn weights_that_a_network_can_hold_are_not_changed() {
    let evaluator = Evaluator::shipped().unwrap();
    let records = played(&evaluator, 1.0, 1, 1);
    let mut fit = Fit::from_network(evaluator.network().unwrap());
    let before = fit.to_network().unwrap();
    let _ = fit.step(&records, 0.0, true);
    assert_eq!(fit.to_network().unwrap().to_bytes(), before.to_bytes());
}

#[test]
fn a_fit_takes_the_same_steps_on_every_instruction_set() {
    let evaluator = Evaluator::new(Fit::new(128, 3).to_network().unwrap());
    let records = played(&evaluator, 1.0, 9, 1);
    let learnt = |set| {
        let mut fit = Fit::new(256, 4).with_instruction_set(set);
        let errors = records.chunks_exact(100).map(|batch| fit.step(batch, 0.002, false).to_bits()).collect::<Vec<_>>();
        (fit.to_bytes(), errors, fit.squared_error(&records).to_bits(), fit.loss(&records).0.to_bits())
    };
    let baseline = learnt(InstructionSet::Baseline);
    assert!(baseline.1.len() > 5);
    for set in InstructionSet::available() {
        assert!(learnt(set) == baseline, "{set:?}");
    }
}
