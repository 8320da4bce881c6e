//! Benchmarks of the engine on one thread: the operations that users wait for. Run with `make bench`.
#![allow(missing_docs, reason = "criterion's macros define undocumented functions")]
#![allow(clippy::expect_used, reason = "a benchmark without its data must fail")]

mod work;

use std::num::NonZero;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gammon::games::rollout::LuckBy;
use gammon::net::InstructionSet;
use gammon::parallel::Control;
use gammon::train::fit::Fit;
use gammon::train::records::{self, Recipe, Record};
use gammon::{Crawford, Cube, CubeModel, Evaluator, MatchEquityTable, Scoring};

fn plays(criterion: &mut Criterion) {
    let (positions, expected) = work::positions();
    let mut results = Vec::new();
    assert_eq!(work::plays(&positions, &mut results), expected);
    let mut group = criterion.benchmark_group("plays");
    group.throughput(Throughput::Elements(positions.len() as u64 * 21));
    group.bench_function("21 rolls of 200 positions", |bench| bench.iter(|| work::plays(&positions, &mut results)));
    group.finish();
}

fn random_games(criterion: &mut Criterion) {
    let turns = work::random_games(1000);
    let mut group = criterion.benchmark_group("random games");
    group.throughput(Throughput::Elements(1000));
    group.bench_function("1000 games", |bench| bench.iter(|| assert_eq!(work::random_games(1000), turns)));
    group.finish();
}

fn rollout(criterion: &mut Criterion) {
    let evaluator = Evaluator::shipped().expect("the shipped network loads");
    let mut group = criterion.benchmark_group("rollout");
    for (name, luck, trials) in
        [("100 trials of the opening", LuckBy::Nothing, 100), ("10 trials less luck", LuckBy::Network, 10)]
    {
        let tally = work::rollout(&evaluator, luck, trials);
        group.throughput(Throughput::Elements(trials));
        group.bench_function(name, |bench| {
            bench.iter(|| assert_eq!(work::rollout(&evaluator, luck, trials), tally));
        });
        if luck == LuckBy::Nothing {
            let turns = tally.turns.iter().map(|(&turns, &trials)| u64::from(turns) * trials).sum();
            group.throughput(Throughput::Elements(turns));
            group.bench_function("its decisions", |bench| {
                bench.iter(|| assert_eq!(work::rollout(&evaluator, luck, trials), tally));
            });
        }
    }
    group.finish();
}

fn evaluations(criterion: &mut Criterion) {
    let evaluator = Evaluator::shipped().expect("the shipped network loads");
    let (positions, _) = work::positions();
    let mut group = criterion.benchmark_group("evaluations");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("200 unrelated positions", |bench| bench.iter(|| work::evaluations(&evaluator, &positions)));
    group.finish();
}

fn cube(criterion: &mut Criterion) {
    let evaluator = Evaluator::shipped().expect("the shipped network loads");
    let (positions, _) = work::positions();
    let outcomes: Vec<_> = positions.iter().map(|&position| evaluator.evaluate(position)).collect();
    let met = MatchEquityTable::new(&[[0.5]], [&[0.5], &[0.5]]).expect("a table for matches of one point is valid");
    let score = Scoring::Match { own_away: 7, opponent_away: 5, crawford: Crawford::ToCome };
    let mut group = criterion.benchmark_group("values with the cube");
    group.throughput(Throughput::Elements(outcomes.len() as u64));
    for (name, scoring) in [("money", Scoring::MONEY), ("7-away, 5-away", score)] {
        let model = CubeModel::new(scoring, Cube::MOST_EXPONENT, &met);
        let total = || outcomes.iter().map(|&outcome| model.value(outcome, Cube::START, 0.68)).sum::<f64>();
        let expected = total();
        assert!((0.0..200.0).contains(&expected.abs()));
        group.bench_function(name, |bench| bench.iter(|| assert_eq!(total().to_bits(), expected.to_bits())));
    }
    group.finish();
}

/// Generates self-play records on one thread.
fn training_records(evaluator: &Evaluator, games: u64, two_plies_within: Option<f32>) -> Vec<Record> {
    let recipe = Recipe { lambda: 0.9, explore: NonZero::new(6).expect("six"), wild_turns: 16, two_plies_within };
    records::records(evaluator, recipe, 1, 0, games, NonZero::<usize>::MIN, &Control::default()).expect("not stopped")
}

/// Self-play records per second and core, with 1-ply labels, and with 2-ply labels for some records.
fn labels(criterion: &mut Criterion) {
    let evaluator = Evaluator::shipped().expect("the shipped network loads");
    let records = training_records(&evaluator, 5, None).len();
    let mut group = criterion.benchmark_group("records of self-play");
    group.throughput(Throughput::Elements(records as u64));
    group.sample_size(10);
    for (name, within) in [("one ply", None), ("two plies within 0.01", Some(0.01))] {
        group.bench_function(name, |bench| {
            bench.iter(|| assert_eq!(training_records(&evaluator, 5, within).len(), records));
        });
    }
    group.finish();
}

/// Training records per second and core, in gradient steps on self-play records.
fn fit(criterion: &mut Criterion) {
    const BATCH: usize = 4096;
    let evaluator = Evaluator::shipped().expect("the shipped network loads");
    let mut records = training_records(&evaluator, 150, None);
    records.truncate(3 * BATCH);
    assert_eq!(records.len(), 3 * BATCH);
    let mut group = criterion.benchmark_group("fit");
    group.throughput(Throughput::Elements(records.len() as u64));
    group.sample_size(10);
    for set in InstructionSet::available() {
        let mut fit = Fit::from_network(evaluator.network().expect("the shipped evaluator has a network"))
            .with_instruction_set(set);
        group.bench_function(format!("512 units, {set:?}"), |bench| {
            bench.iter(|| records.chunks(BATCH).map(|batch| fit.step(batch, 1e-6, false)).sum::<f64>());
        });
    }
    group.finish();
}

criterion_group!(benches, cube, plays, random_games, rollout, evaluations, labels, fit);
criterion_main!(benches);
