//! The one game loop: games played from a position to the end, each a function of its dice and of who decides in it.
//!
//! Rollouts, whole games, duels and self-play go through it, without a cube and with one, at any ply.

use crate::dice::{GameDice, Roll};
use crate::eval::{Evaluator, Scratch};
use crate::memory::Halt;
use crate::movegen;
use crate::outcome::Win;
use crate::parallel::Control;
use crate::position::{Position, Who};
use crate::value::{BeaverAnswer, Cube, CubeAction, CubeDecision, CubeModel, CubeOwner, Scoring};

/// A game that has gone on for so many turns is given up.
///
/// Whatever the plays, a game ends with probability 1 (Curt `McMullen`, 1994; Douglas Zare, "Backgammon Ends", 2000), but not
/// soon if an evaluator likes to hit and to be hit: such games go on for millions of turns. Games at random take 97 turns on
/// the average, and the longest of 300,000 took 432.
pub const MOST_TURNS: u64 = 10_000;

/// Who chooses the plays of a game without a cube.
#[derive(Debug, Clone, Copy)]
pub enum Policy<'a> {
    /// Each distinct result as likely as the others.
    Random,
    /// The play that the evaluator likes best.
    Best(&'a Evaluator),
}

/// How one game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameEnd {
    /// The player who was on roll at the start, or the opponent.
    pub winner: Who,
    /// By how much, before the cube; a single game where a double was passed, and where gammons do not count (R8.2).
    pub by: Win,
    /// Turns played, passes included.
    pub turns: u32,
    /// Base-2 logarithm of the value of the cube at which the game is won; 0 without a cube.
    pub exponent: u8,
    /// Whether the loser passed a double, a beaver or a raccoon.
    pub is_passed: bool,
}

impl GameEnd {
    /// Points won by the player who was on roll at the start, negative after a loss.
    #[must_use]
    pub fn points(&self) -> i64 {
        let points = i64::from(self.by.points()) << self.exponent;
        if self.winner == Who::OnRoll { points } else { -points }
    }
}

/// What the player on roll does about the cube before the dice are thrown, with all answers to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CubeTurn {
    /// Throws the dice.
    Rolls,
    /// The cube is turned so many times, by a double, a beaver and a raccoon; the opponent owns it afterwards (R7.6).
    Turned(u8),
    /// The cube is turned so many times, and then the next turn of it is passed: this player wins.
    Won(Who, u8),
}

impl CubeTurn {
    /// What is done by a decision about the cube, as it says is best for both. Of decisions that tie, the double.
    #[must_use]
    pub fn of(decision: &CubeDecision) -> Self {
        if !decision.action.is_double() {
            return Self::Rolls;
        }
        let Some(beaver) = decision.beaver.filter(|_| decision.action == CubeAction::DoubleBeaver) else {
            return if decision.is_pass() { Self::Won(Who::OnRoll, 0) } else { Self::Turned(1) };
        };
        match (beaver.answer(), beaver.raccoon) {
            (BeaverAnswer::Take, _) => Self::Turned(2),
            (BeaverAnswer::Pass, _) => Self::Won(Who::Opponent, 1),
            (BeaverAnswer::Raccoon, Some(raccoon)) if raccoon.take > raccoon.pass => Self::Won(Who::OnRoll, 2),
            (BeaverAnswer::Raccoon, _) => Self::Turned(3),
        }
    }
}

/// Who decides for both sides of a game. `None` says that the caller said stop.
pub(crate) trait Players {
    /// What the player on roll, who may double, and the opponent do about the cube before a turn that is not the first.
    fn turn_cube(&mut self, position: Position, seen: CubeSeen<'_>) -> Option<CubeTurn>;

    /// The position after the play, with the opponent on roll.
    fn play(&mut self, turn: Turn<'_>) -> Option<Position>;
}

/// A function that makes the plays decides in games without a cube; with one, nobody doubles.
impl<F: FnMut(Turn<'_>) -> Option<Position>> Players for F {
    fn turn_cube(&mut self, _: Position, _: CubeSeen<'_>) -> Option<CubeTurn> {
        Some(CubeTurn::Rolls)
    }

    fn play(&mut self, turn: Turn<'_>) -> Option<Position> {
        self(turn)
    }
}

/// A cube as the player on roll sees it, and what is at stake.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CubeSeen<'a> {
    pub(crate) cube: Cube,
    pub(crate) model: &'a CubeModel,
    /// Who is on roll: the player who was at the start of the game, or the opponent.
    pub(crate) mover: Who,
}

/// The cube of a game that is going on.
#[derive(Debug, Clone, Copy)]
struct CubeInPlay<'a> {
    /// As the player on roll sees it.
    cube: Cube,
    /// The game as the player sees it who was on roll at the start, and as the opponent does.
    models: [&'a CubeModel; 2],
}

/// A game that is going on. It may be over already.
#[derive(Debug)]
pub(crate) struct Game<'a> {
    position: Position,
    /// The dice of the first turn.
    first: Roll,
    dice: GameDice,
    turn: u64,
    cube: Option<CubeInPlay<'a>>,
}

/// One turn to be played: in which game, where, with which dice, and which turn of the game it is.
pub(crate) struct Turn<'a> {
    pub(crate) position: Position,
    pub(crate) roll: Roll,
    pub(crate) number: u64,
    /// For choices at random.
    pub(crate) dice: &'a mut GameDice,
    /// The cube, if there is one.
    pub(crate) cube: Option<CubeSeen<'a>>,
}

impl<'a> Game<'a> {
    pub(crate) const fn new(start: Position, first: Roll, dice: GameDice) -> Self {
        Self { position: start, first, dice, turn: 0, cube: None }
    }

    /// The same game with a cube, as the player on roll sees it: whether it is turned before the first roll has been decided.
    ///
    /// `models` are what is at stake as seen by the player on roll and by the opponent.
    pub(crate) const fn with_cube(self, cube: Cube, models: [&'a CubeModel; 2]) -> Self {
        Self { cube: Some(CubeInPlay { cube, models }), ..self }
    }

    /// The player on roll: the one who was at the start, or the opponent. Every turn changes sides.
    const fn mover(&self) -> Who {
        if self.turn.is_multiple_of(2) { Who::OnRoll } else { Who::Opponent }
    }

    /// A player named by the side that is on roll now, named as at the start.
    const fn at_start(&self, who: Who) -> Who {
        match self.mover() {
            Who::OnRoll => who,
            Who::Opponent => who.other(),
        }
    }

    /// How the game ended, if it has.
    fn end(&self) -> Option<GameEnd> {
        let (who, by) = self.position.result()?;
        let (exponent, counts_single) = self.cube.map_or((0, false), |CubeInPlay { cube, models: [model, _] }| {
            let is_jacoby = matches!(model.scoring(), Scoring::Money { jacoby: true, .. });
            (cube.exponent(), is_jacoby && cube.owner() == CubeOwner::Centre)
        });
        let by = if counts_single { Win::Single } else { by };
        Some(GameEnd { winner: self.at_start(who), by, turns: self.turn as u32, exponent, is_passed: false })
    }

    /// The end by a pass, after the cube was turned so many times.
    fn passed(&self, cube: Cube, winner: Who, doubles: u8) -> GameEnd {
        GameEnd {
            winner: self.at_start(winner),
            by: Win::Single,
            turns: self.turn as u32,
            exponent: cube.exponent() + doubles,
            is_passed: true,
        }
    }

    fn check_length(&self) -> Result<(), Halt> {
        if self.turn < MOST_TURNS { Ok(()) } else { Err(Halt::Endless) }
    }

    fn roll(&mut self) -> Roll {
        if self.turn == 0 { self.first } else { self.dice.roll(self.turn) }
    }

    fn cube_seen(&self) -> Option<CubeSeen<'a>> {
        let mover = self.mover();
        self.cube.map(|CubeInPlay { cube, models }| CubeSeen { cube, model: models[mover as usize], mover })
    }

    /// Turns the cube, if a player wants to and may. A game that ends by it has its end.
    fn turn_cube(&mut self, players: &mut impl Players) -> Result<Option<GameEnd>, Halt> {
        let Some(seen) = self.cube_seen().filter(|seen| self.turn > 0 && seen.model.may_double(seen.cube)) else {
            return Ok(None);
        };
        match players.turn_cube(self.position, seen).ok_or(Halt::Stopped)? {
            CubeTurn::Rolls => {}
            CubeTurn::Won(winner, doubles) => return Ok(Some(self.passed(seen.cube, winner, doubles))),
            CubeTurn::Turned(doubles) => {
                let cube = Cube::new(seen.cube.exponent() + doubles, CubeOwner::Opponent);
                self.cube = self.cube.map(|in_play| CubeInPlay { cube, ..in_play });
            }
        }
        Ok(None)
    }

    fn played(&mut self, position: Position) {
        self.position = position;
        self.turn += 1;
        if let Some(CubeInPlay { cube, .. }) = &mut self.cube {
            *cube = cube.swap();
        }
    }

    /// Plays to the end.
    pub(crate) fn play_out(mut self, control: &Control, mut players: impl Players) -> Result<GameEnd, Halt> {
        loop {
            if let Some(end) = self.end() {
                return Ok(end);
            }
            if control.is_stopped() {
                return Err(Halt::Stopped);
            }
            self.check_length()?;
            if let Some(end) = self.turn_cube(&mut players)? {
                return Ok(end);
            }
            let roll = self.roll();
            let (position, number, cube) = (self.position, self.turn, self.cube_seen());
            let turn = Turn { position, roll, number, dice: &mut self.dice, cube };
            let position = players.play(turn).ok_or(Halt::Stopped)?;
            self.played(position);
        }
    }
}

/// Buffers that a thread keeps between games.
#[derive(Debug, Default)]
pub(crate) struct Buffers {
    candidates: Vec<Position>,
    scratch: Scratch,
    turns: Vec<(Position, Roll)>,
    plays: Vec<Position>,
}

impl Policy<'_> {
    /// Makes one play.
    #[inline]
    fn play(self, turn: Turn<'_>, buffers: &mut Buffers) -> Position {
        let Turn { position, roll, number, dice, .. } = turn;
        match self {
            Self::Random => random_play(position, roll, &mut buffers.candidates, |plays| dice.choice(number, plays)),
            Self::Best(evaluator) => evaluator.best(position, roll, &mut buffers.scratch),
        }
    }

    /// Plays games to their ends, and calls `ended` with the number of each and how it ended, in no certain order.
    ///
    /// What stands in for a network is asked about a turn of all games at once.
    pub(crate) fn play_all(
        self,
        games: Vec<Game<'_>>,
        buffers: &mut Buffers,
        control: &Control,
        mut ended: impl FnMut(usize, GameEnd),
    ) -> Result<(), Halt> {
        let together = match self {
            Self::Best(evaluator) if evaluator.estimate().is_some() => evaluator,
            _ => {
                for (number, game) in games.into_iter().enumerate() {
                    ended(number, game.play_out(control, |turn: Turn<'_>| Some(self.play(turn, buffers)))?);
                }
                return Ok(());
            }
        };
        let Buffers { scratch, turns, plays, .. } = buffers;
        let mut going: Vec<(usize, Game<'_>)> = games.into_iter().enumerate().collect();
        while !going.is_empty() {
            going.retain(|(number, game)| game.end().map(|end| ended(*number, end)).is_none());
            if control.is_stopped() {
                return Err(Halt::Stopped);
            }
            going.iter().try_for_each(|(_, game)| game.check_length())?;
            turns.clear();
            turns.extend(going.iter_mut().map(|(_, game)| (game.position, game.roll())));
            together.best_each(turns, scratch, plays);
            for ((_, game), &play) in going.iter_mut().zip(&*plays) {
                game.played(play);
            }
        }
        Ok(())
    }
}

/// Makes a legal play, each distinct result as likely as the others; `choose` draws a number below the one that it is given.
pub(crate) fn random_play(
    position: Position,
    roll: Roll,
    candidates: &mut Vec<Position>,
    choose: impl FnOnce(usize) -> usize,
) -> Position {
    candidates.clear();
    movegen::append_results(position, roll, candidates);
    match candidates.len() {
        0 => position.swap(),
        plays => candidates[choose(plays)],
    }
}
