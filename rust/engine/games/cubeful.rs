//! Cubeful rollouts: a position is played to the end many times, with cube decisions, at any search depth.
//!
//! # Example
//!
//! ```
//! use gammon::games::cubeful::{Player, Start, rollout};
//! use gammon::games::rollout::FirstRoll;
//! use gammon::parallel::{Control, thread_count};
//! use gammon::{Cube, CubeModel, Evaluator, MatchEquityTable, Position, Scoring, search::Filter};
//!
//! let evaluator = Evaluator::shipped()?;
//! let met = MatchEquityTable::new(&[[0.5]], [&[0.5], &[0.5]])?;
//! let model = CubeModel::new(Scoring::MONEY, Cube::MOST_EXPONENT, &met);
//! let start = Start { position: Position::START, first: FirstRoll::Any, model: &model, cube: Cube::START };
//! let player = Player { evaluator: &evaluator, play_ply: 0, cube_ply: 0, filter: Filter::NORMAL };
//! let tally = rollout(start, player, 7, 0..50, thread_count(None), &Control::default());
//! assert_eq!(tally.expect("nobody stopped it").value.trials(), 50);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::num::NonZero;
use std::ops::{AddAssign, Range};

use super::rollout::FirstRoll;
use super::tally::{OutcomeCounts, Sums, add_up};
use super::trial::{CubeSeen, CubeTurn, Game, GameEnd, Players, Turn};
use crate::dice::GameDice;
use crate::eval::Evaluator;
use crate::memory::Halt;
use crate::outcome::Outcome;
use crate::parallel::Control;
use crate::position::{Position, Who};
use crate::search::{CubefulSearch, Filter};
use crate::value::{Cube, CubeModel, CubeOwner, Scoring};

/// The start of every trial of a rollout: the player on roll is about to roll.
#[derive(Debug, Clone, Copy)]
pub struct Start<'a> {
    /// The position.
    pub position: Position,
    /// How the first turn is rolled.
    pub first: FirstRoll,
    /// Scoring and cube rules, from the point of view of the player on roll.
    pub model: &'a CubeModel,
    /// The cube, from the point of view of the player on roll. There is no cube decision before the first roll.
    pub cube: Cube,
}

/// How both sides play in a rollout.
#[derive(Debug, Clone, Copy)]
pub struct Player<'a> {
    /// The evaluator.
    pub evaluator: &'a Evaluator,
    /// Plies searched for checker plays.
    pub play_ply: u8,
    /// Plies searched for cube decisions.
    pub cube_ply: u8,
    /// The move filter for checker plays.
    pub filter: Filter,
}

/// Results of trials with a cube, for the player on roll at the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CubefulTally {
    /// How the games ended, regardless of the cube. A pass counts as a single game.
    pub counts: OutcomeCounts,
    /// How many games were won by a pass, then how many were lost by one.
    pub passed: [u64; 2],
    /// Their values: points per unit of the initial cube in money play, match-winning chances in a match.
    pub value: Sums,
}

impl CubefulTally {
    fn add(&mut self, end: GameEnd, start: &Start<'_>) {
        self.counts.add(end);
        if end.is_passed {
            self.passed[end.winner as usize] += 1;
        }
        self.value.add(value(end, start));
    }
}

impl AddAssign for CubefulTally {
    fn add_assign(&mut self, other: Self) {
        self.counts += other.counts;
        for (sum, more) in self.passed.iter_mut().zip(other.passed) {
            *sum += more;
        }
        self.value += other.value;
    }
}

/// The value of a finished game for the player on roll at the start.
fn value(end: GameEnd, start: &Start<'_>) -> f64 {
    match start.model.scoring() {
        Scoring::Money { .. } => end.points() as f64 / start.cube.value() as f64,
        Scoring::Match { .. } => {
            let outcome = match end.winner {
                Who::OnRoll => Outcome::won(end.by),
                Who::Opponent => Outcome::lost(end.by),
            };
            // Once the game is over, the cube is dead.
            start.model.no_double(outcome, Cube::new(end.exponent, CubeOwner::Centre), 0.0)
        }
    }
}

/// The searches of both sides.
struct Searches<'a> {
    player: Player<'a>,
    /// For the player on roll at the start, then for the opponent.
    sides: [CubefulSearch<'a>; 2],
}

impl Players for &mut Searches<'_> {
    fn turn_cube(&mut self, position: Position, seen: CubeSeen<'_>) -> Option<CubeTurn> {
        let (decision, _) = self.sides[seen.mover as usize].decide(position, seen.cube, self.player.cube_ply)?;
        Some(CubeTurn::of(&decision))
    }

    fn play(&mut self, turn: Turn<'_>) -> Option<Position> {
        let CubeSeen { cube, mover, .. } = turn.cube.expect("these games have a cube");
        self.sides[mover as usize].best(turn.position, turn.roll, cube, self.player.play_ply)
    }
}

/// Plays a range of trials to the end with a cube.
///
/// A trial depends only on its number, the seed and the other arguments. The tally does not depend on `threads`.
///
/// # Errors
///
/// [`Halt`] if `control` was stopped, or a game exceeded [`MOST_TURNS`](super::MOST_TURNS).
pub fn rollout(
    start: Start<'_>,
    player: Player<'_>,
    seed: u64,
    trials: Range<u64>,
    threads: NonZero<usize>,
    control: &Control,
) -> Result<CubefulTally, Halt> {
    let models = [*start.model, start.model.swap()];
    let searches = || Searches {
        player,
        sides: models.each_ref().map(|model| CubefulSearch::new(player.evaluator, player.filter, control, model)),
    };
    add_up(trials, NonZero::<u64>::MIN, threads, control, searches, |searches, trials, tally: &mut CubefulTally| {
        for trial in trials {
            let mut dice = GameDice::new(seed, trial);
            let roll = start.first.roll(&mut dice);
            let game = Game::new(start.position, roll, dice).with_cube(start.cube, models.each_ref());
            tally.add(game.play_out(control, &mut *searches)?, &start);
        }
        Ok(())
    })
}
