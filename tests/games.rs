//! The game loop: cube actions, and games that exceed the limit on turns.
#![allow(clippy::unwrap_used, reason = "a test that cannot load the network must fail")]

mod common;
#[path = "common/constant.rs"]
mod constant;

use std::num::NonZero;
use std::sync::Arc;

use common::kazaross;
use constant::constant;
use gammon::eval::Estimate;
use gammon::games::rollout::{self, FirstTurn, LuckBy, Settings, Stakes, Start};
use gammon::games::whole::{self, Game};
use gammon::games::{CubeTurn, MOST_TURNS, Policy, duel};
use gammon::memory::Halt;
use gammon::parallel::Control;
use gammon::position::Who;
use gammon::value::{Beaver, CubeDecision, Raccoon};
use gammon::{Crawford, Cube, CubeModel, Evaluator, Position, Scoring};

fn threads(n: usize) -> NonZero<usize> {
    NonZero::new(n).unwrap()
}

#[test]
fn all_responses_to_a_double_are_carried_out() {
    let of = |take, beaver| CubeTurn::of(&CubeDecision::new(true, 0.1, take, 1.0, beaver, 1.0));
    assert_eq!(CubeTurn::of(&CubeDecision::new(true, 0.9, 0.5, 1.0, None, 1.0)), CubeTurn::Rolls);
    assert_eq!(of(0.5, None), CubeTurn::Turned(1));
    assert_eq!(of(1.5, None), CubeTurn::Won(Who::OnRoll, 0));
    // A beaver: worse for the doubler than a take, better than no double.
    let beaver = |take, pass, raccoon| Some(Beaver { take, pass, raccoon });
    assert_eq!(of(0.5, beaver(0.3, -2.0, None)), CubeTurn::Turned(2));
    assert_eq!(of(0.5, beaver(-0.4, 0.2, None)), CubeTurn::Won(Who::Opponent, 1));
    let raccoon = |take| Some(Raccoon { take, pass: 4.0 });
    assert_eq!(of(0.5, beaver(0.2, -2.0, raccoon(0.4))), CubeTurn::Turned(3));
    let cheap = Some(Raccoon { take: 9.0, pass: 0.4 });
    assert_eq!(of(0.5, beaver(0.2, -2.0, cheap)), CubeTurn::Won(Who::OnRoll, 2));
}

/// An estimate that prefers hitting and being hit, so that games do not end.
#[derive(Debug)]
struct NeverHome;

impl Estimate for NeverHome {
    fn estimate(&self, positions: &[Position], into: &mut Vec<[f32; 5]>) {
        into.extend(positions.iter().map(|position| {
            // `good` is for the player who has just moved, the opponent here: many pips for the player on roll and own
            // blots.
            let blots = (1..25).filter(|&point| position.opponent().count(point) == 1).count() as f32;
            let off = f32::from(position.opponent().count(0));
            let good = 0.3 + position.own().pip_count() as f32 / 800.0 + 0.03 * blots - 0.02 * off;
            [1.0 - good.clamp(0.0, 1.0), 0.0, 0.0, 0.0, 0.0]
        }));
    }
}

#[test]
fn an_endless_game_is_abandoned_and_a_badly_played_one_is_not() {
    // In the Crawford game nobody may double.
    let crawford = Scoring::Match { own_away: 4, opponent_away: 1, crawford: Crawford::ThisGame };
    let model = CubeModel::new(crawford, Cube::MOST_EXPONENT, &kazaross());
    let play = |evaluator: &Evaluator| {
        let control = Control::default();
        let roll_out = |stakes| {
            let start = Start { position: Position::START, first: FirstTurn::Any, stakes };
            let luck = LuckBy::Nothing;
            let settings = Settings { luck, ..Settings::new(evaluator) };
            rollout::rollout(start, &settings, 1, 0..2, threads(2), &control).map(|_| ())
        };
        let cubeful = roll_out(Some(Stakes { model: &model, cube: Cube::START, unit: 0 }));
        let mut games = [Game::default(); 2];
        let policy = Policy::Best(evaluator);
        let whole = whole::play_games(Position::START, policy, 1, 0, &mut games, threads(1), &control);
        let duel = duel::duel([evaluator; 2], Position::START, 0, 1, 0..1, threads(1), &control).map(|_| ());
        let ends = [roll_out(None), cubeful, whole, duel];
        // The control is not stopped, so other work that shares it continues.
        assert!(!control.is_stopped());
        ends
    };
    assert_eq!(play(&Evaluator::from_estimate(Arc::new(NeverHome))), [Err(Halt::Endless); 4]);
    assert_eq!(play(&constant([0.5, 0.1, 0.0, 0.1, 0.0])), [Ok(()); 4]);
    assert_eq!(MOST_TURNS, 10_000, "as the documentation says");
}

#[test]
fn a_stopped_duel_returns_no_tally() {
    let evaluator = Evaluator::shipped().unwrap();
    let control = Control::default();
    control.stop();
    assert_eq!(duel::duel([&evaluator; 2], Position::START, 1, 1, 0..1, threads(1), &control), Err(Halt::Stopped));
}
