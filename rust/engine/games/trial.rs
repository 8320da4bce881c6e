//! The game loop, which plays a game from a position to its end. A game is a function of its dice and its players.
//!
//! Rollouts, whole games, duels and self-play all use it, with or without a cube, at any search depth.

use crate::dice::{GameDice, Roll};
use crate::eval::{Evaluator, Scratch};
use crate::memory::Halt;
use crate::movegen;
use crate::outcome::Win;
use crate::parallel::Control;
use crate::position::{Position, Who};
use crate::value::{BeaverAnswer, Cube, CubeAction, CubeDecision, CubeModel, CubeOwner, Scoring};

/// The limit on turns: a game that reaches it is abandoned.
///
/// For any plays, a game ends with probability 1 (Curt `McMullen`, 1994; Douglas Zare, "Backgammon Ends", 2000). It can
/// still last millions of turns if an evaluator prefers hitting and being hit. Random games take 97 turns on average;
/// the longest of 300,000 took 432.
pub const MOST_TURNS: u64 = 10_000;

/// How plays are chosen in a game without a cube.
#[derive(Debug, Clone, Copy)]
pub enum Policy<'a> {
    /// A uniformly random choice among the distinct resulting positions.
    Random,
    /// The evaluator's best play.
    Best(&'a Evaluator),
}

/// How one game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameEnd {
    /// The player who was on roll at the start, or the opponent.
    pub winner: Who,
    /// The kind of win, before the cube. A single game if a double was passed, or if gammons do not count (R8.2).
    pub by: Win,
    /// The kind of win on the board, which counts even if gammons do not. A single game if a double was passed.
    pub on_board: Win,
    /// Turns played, including those without a legal play.
    pub turns: u32,
    /// Base-2 logarithm of the cube value that was won; 0 without a cube.
    pub exponent: u8,
    /// Whether the loser passed a double, a beaver or a raccoon.
    pub is_passed: bool,
}

impl GameEnd {
    /// Points won by the player who was on roll at the start, negative for a loss.
    #[must_use]
    pub fn points(&self) -> i64 {
        let points = i64::from(self.by.points()) << self.exponent;
        if self.winner == Who::OnRoll { points } else { -points }
    }
}

/// The cube action before a roll, including all responses to a double.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CubeTurn {
    /// No double: the player rolls.
    Rolls,
    /// The cube is turned this number of times (double, beaver, raccoon). The opponent owns it afterwards (R7.6).
    Turned(u8),
    /// The cube is turned this number of times, and the next double, beaver or raccoon is passed. The given player wins.
    Won(Who, u8),
}

impl CubeTurn {
    /// Converts a cube decision into the action in which both sides do what is best for them. If doubling and not
    /// doubling tie, the player doubles.
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

/// The decisions of both sides of a game. Methods return `None` if the caller requested a stop.
pub(crate) trait Players {
    /// The cube action of both sides before a roll. Called only if the player on roll may double, and not before the
    /// first roll.
    fn turn_cube(&mut self, position: Position, seen: CubeSeen<'_>) -> Option<CubeTurn>;

    /// The position after the play, with the opponent on roll.
    fn play(&mut self, turn: Turn<'_>) -> Option<Position>;

    /// Whether the game is abandoned before this turn, cube decision included. `cube` is `None` in games without a cube.
    fn abandons(&mut self, _position: Position, _number: u64, _cube: Option<CubeSeen<'_>>) -> Option<bool> {
        Some(false)
    }
}

/// A function that chooses plays is enough for games without a cube. In a game with a cube, it never doubles.
impl<F: FnMut(Turn<'_>) -> Option<Position>> Players for F {
    fn turn_cube(&mut self, _: Position, _: CubeSeen<'_>) -> Option<CubeTurn> {
        Some(CubeTurn::Rolls)
    }

    fn play(&mut self, turn: Turn<'_>) -> Option<Position> {
        self(turn)
    }
}

/// The cube and the cube model, from the point of view of the player on roll.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CubeSeen<'a> {
    pub(crate) cube: Cube,
    pub(crate) model: &'a CubeModel,
    /// The player on roll now: `OnRoll` for the player who was on roll at the start of the game.
    pub(crate) mover: Who,
    /// The number of turns before this one.
    pub(crate) number: u64,
}

/// The cube of a game in progress.
#[derive(Debug, Clone, Copy)]
struct CubeInPlay<'a> {
    /// From the point of view of the player on roll.
    cube: Cube,
    /// The cube models of the player who was on roll at the start and of the opponent.
    models: [&'a CubeModel; 2],
}

/// A game in progress. Its position may already be the end of the game.
#[derive(Debug)]
pub(crate) struct Game<'a> {
    position: Position,
    /// The rolls of the first turns where they are given; later ones, and those that are `None`, come from `dice`.
    first: [Option<Roll>; 3],
    dice: GameDice,
    turn: u64,
    cube: Option<CubeInPlay<'a>>,
}

/// A turn to be played.
pub(crate) struct Turn<'a> {
    pub(crate) position: Position,
    pub(crate) roll: Roll,
    /// The number of turns before this one.
    pub(crate) number: u64,
    /// For random choices.
    pub(crate) dice: &'a mut GameDice,
    /// The cube, if there is one.
    pub(crate) cube: Option<CubeSeen<'a>>,
}

impl<'a> Game<'a> {
    pub(crate) const fn new(start: Position, first: Roll, dice: GameDice) -> Self {
        Self { position: start, first: [Some(first), None, None], dice, turn: 0, cube: None }
    }

    /// A game from turn number `turn`, with given rolls for turns 0 to 2. On even turns, the player who counts as on roll at
    /// the start is on roll.
    pub(crate) const fn from_turn(position: Position, turn: u64, first: [Option<Roll>; 3], dice: GameDice) -> Self {
        Self { position, first, dice, turn, cube: None }
    }

    /// Returns the same game with a cube, from the point of view of the player on roll. There is no cube decision
    /// before the first roll.
    ///
    /// `models` are the cube models of the player on roll and of the opponent.
    pub(crate) const fn with_cube(self, cube: Cube, models: [&'a CubeModel; 2]) -> Self {
        Self { cube: Some(CubeInPlay { cube, models }), ..self }
    }

    /// The player on roll now: `OnRoll` for the player who was on roll at the start. Every turn changes sides.
    const fn mover(&self) -> Who {
        if self.turn.is_multiple_of(2) { Who::OnRoll } else { Who::Opponent }
    }

    /// Converts a player relative to the current turn to the same player relative to the start of the game.
    const fn at_start(&self, who: Who) -> Who {
        match self.mover() {
            Who::OnRoll => who,
            Who::Opponent => who.other(),
        }
    }

    /// The result, if the game is over.
    fn end(&self) -> Option<GameEnd> {
        let (who, by) = self.position.result()?;
        let (exponent, counts_single) = self.cube.map_or((0, false), |CubeInPlay { cube, models: [model, _] }| {
            let is_jacoby = matches!(model.scoring(), Scoring::Money { jacoby: true, .. });
            (cube.exponent(), is_jacoby && cube.owner() == CubeOwner::Centre)
        });
        let on_board = by;
        let by = if counts_single { Win::Single } else { by };
        Some(GameEnd { winner: self.at_start(who), by, on_board, turns: self.turn as u32, exponent, is_passed: false })
    }

    /// The result when one side passes after the cube has been turned `doubles` times before this roll.
    fn passed(&self, cube: Cube, winner: Who, doubles: u8) -> GameEnd {
        GameEnd {
            winner: self.at_start(winner),
            by: Win::Single,
            on_board: Win::Single,
            turns: self.turn as u32,
            exponent: cube.exponent() + doubles,
            is_passed: true,
        }
    }

    /// The number of turns played, including those before the first one of this game.
    pub(crate) const fn turns(&self) -> u64 {
        self.turn
    }

    fn check_length(&self) -> Result<(), Halt> {
        if self.turn < MOST_TURNS { Ok(()) } else { Err(Halt::Endless) }
    }

    fn roll(&mut self) -> Roll {
        let given = self.first.get(self.turn as usize).copied().flatten();
        given.unwrap_or_else(|| self.dice.roll(self.turn))
    }

    fn cube_seen(&self) -> Option<CubeSeen<'a>> {
        let mover = self.mover();
        let number = self.turn;
        self.cube.map(|CubeInPlay { cube, models }| CubeSeen { cube, model: models[mover as usize], mover, number })
    }

    /// Carries out the cube action, if the player on roll may double. Returns the result if it ends the game.
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

    /// Plays the game to its end. The players must not abandon it.
    pub(crate) fn play_out(mut self, control: &Control, players: impl Players) -> Result<GameEnd, Halt> {
        Ok(self.play_on(control, players)?.expect("these players play every game to its end"))
    }

    /// Plays the game to its end, or until the players abandon it: then returns `None`.
    pub(crate) fn play_on(&mut self, control: &Control, mut players: impl Players) -> Result<Option<GameEnd>, Halt> {
        loop {
            if let Some(end) = self.end() {
                return Ok(Some(end));
            }
            if control.is_stopped() {
                return Err(Halt::Stopped);
            }
            self.check_length()?;
            if players.abandons(self.position, self.turn, self.cube_seen()).ok_or(Halt::Stopped)? {
                return Ok(None);
            }
            if let Some(end) = self.turn_cube(&mut players)? {
                return Ok(Some(end));
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
    /// Returns the position after the chosen play.
    #[inline]
    fn play(self, turn: Turn<'_>, buffers: &mut Buffers) -> Position {
        let Turn { position, roll, number, dice, .. } = turn;
        match self {
            Self::Random => random_play(position, roll, &mut buffers.candidates, |plays| dice.choice(number, plays)),
            Self::Best(evaluator) => evaluator.best(position, roll, &mut buffers.scratch),
        }
    }

    /// Plays games to the end. Calls `ended` with the index and the result of each, in any order.
    ///
    /// If an estimate replaces the network, all games advance together, so that one call estimates a turn of all of
    /// them.
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

/// Makes a random legal play, uniformly among the distinct resulting positions. `choose` returns a random index below
/// its argument.
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
