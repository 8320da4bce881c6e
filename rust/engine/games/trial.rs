//! The one game loop: games played from a position to the end, each a function of its dice and of who chooses its plays.

use crate::dice::{GameDice, Roll};
use crate::eval::{Evaluator, Scratch};
use crate::movegen;
use crate::outcome::Win;
use crate::position::{Position, Who};

/// Who chooses the plays.
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
    /// By how much.
    pub by: Win,
    /// Turns played, passes included.
    pub turns: u32,
}

/// A game that is going on. It may be over already.
#[derive(Debug)]
pub(crate) struct Game {
    position: Position,
    /// The dice of the first turn.
    first: Roll,
    dice: GameDice,
    turn: u64,
}

/// One turn to be played: in which game, where, with which dice, and which turn of the game it is.
pub(crate) struct Turn<'a> {
    pub(crate) position: Position,
    pub(crate) roll: Roll,
    pub(crate) number: u64,
    /// For choices at random.
    pub(crate) dice: &'a mut GameDice,
}

impl Game {
    pub(crate) const fn new(start: Position, first: Roll, dice: GameDice) -> Self {
        Self { position: start, first, dice, turn: 0 }
    }

    /// How the game ended, if it has.
    pub(crate) fn end(&self) -> Option<GameEnd> {
        let (who, by) = self.position.result()?;
        // Seen by the player on roll now; every turn so far changed sides.
        let winner = if self.turn.is_multiple_of(2) { who } else { who.other() };
        Some(GameEnd { winner, by, turns: self.turn as u32 })
    }

    fn roll(&mut self) -> Roll {
        if self.turn == 0 { self.first } else { self.dice.roll(self.turn) }
    }

    fn played(&mut self, position: Position) {
        self.position = position;
        self.turn += 1;
    }

    /// Plays to the end; `choose` makes each play.
    pub(crate) fn play_out(mut self, mut choose: impl FnMut(Turn<'_>) -> Position) -> GameEnd {
        loop {
            if let Some(end) = self.end() {
                return end;
            }
            let roll = self.roll();
            let turn = Turn { position: self.position, roll, number: self.turn, dice: &mut self.dice };
            let position = choose(turn);
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
    pub(crate) fn play(self, turn: Turn<'_>, buffers: &mut Buffers) -> Position {
        let Turn { position, roll, number, dice } = turn;
        match self {
            Self::Random => random_play(position, roll, &mut buffers.candidates, |plays| dice.choice(number, plays)),
            Self::Best(evaluator) => evaluator.best(position, roll, &mut buffers.scratch),
        }
    }

    /// Plays games to their ends, and calls `ended` with the number of each and how it ended, in no certain order.
    ///
    /// What stands in for a network is asked about a turn of all games at once.
    pub(crate) fn play_all(self, games: Vec<Game>, buffers: &mut Buffers, mut ended: impl FnMut(usize, GameEnd)) {
        let together = match self {
            Self::Best(evaluator) if evaluator.estimate().is_some() => evaluator,
            _ => {
                for (number, game) in games.into_iter().enumerate() {
                    ended(number, game.play_out(|turn| self.play(turn, buffers)));
                }
                return;
            }
        };
        let Buffers { scratch, turns, plays, .. } = buffers;
        let mut going: Vec<(usize, Game)> = games.into_iter().enumerate().collect();
        while !going.is_empty() {
            going.retain(|(number, game)| game.end().map(|end| ended(*number, end)).is_none());
            turns.clear();
            turns.extend(going.iter_mut().map(|(_, game)| (game.position, game.roll())));
            together.best_each(turns, scratch, plays);
            for ((_, game), &play) in going.iter_mut().zip(&*plays) {
                game.played(play);
            }
        }
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
