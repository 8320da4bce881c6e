//! One moment of a game, as the IDs that programs exchange say it: checkers, cube, score, rules, dice and what is offered.
//!
//! Each ID is read into a [`Situation`] and written from one, in a file of its own; to convert is to read and to write.

use super::error::{Notation, NotationError, Problem};
use crate::dice::Die;
use crate::outcome::Win;
use crate::point::OFF;
use crate::position::{Position, Side};
use crate::value::scoring::{Crawford, Cube, CubeOwner, Scoring, ScoringError};

/// The largest score and the longest match: what fifteen bits of a match ID hold.
pub const MOST_POINTS: u16 = (1 << 15) - 1;

/// Base-2 logarithm of the largest cube that programs write where nobody has set a limit.
pub const USUAL_MAX_CUBE_EXPONENT: u8 = 10;

/// Where a player sits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Seat {
    /// At the top: -1 and the small letters in an XGID, player 0 of GNU Backgammon, White in an OGID.
    Top,
    /// At the bottom: 1 and the capital letters in an XGID, player 1 of GNU Backgammon, Black in an OGID.
    Bottom,
}

impl Seat {
    /// The opponent's seat.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Bottom => Self::Top,
            Self::Top => Self::Bottom,
        }
    }
}

/// Whether a game is being played, as a match ID says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GameState {
    /// The start is not decided: the players throw a die each (R2.1).
    NotStarted,
    /// The game goes on.
    Playing,
    /// A side has borne off all its checkers.
    Over,
    /// A player has resigned, and the opponent has accepted.
    Resigned,
    /// A double has been refused.
    Dropped,
}

/// A turn of the cube that waits for its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Offer {
    /// By the player on roll (R7.1).
    Double,
    /// By the opponent, who has taken the double (R7.6).
    Beaver,
    /// By the player on roll, who has taken the beaver (R7.6).
    Raccoon,
}

/// One moment of a game and the score at which it is played.
///
/// Any values can be put into the fields; each `to_` method says if its notation cannot hold them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Situation {
    /// The position, seen by the player on roll, also while the opponent has to answer something.
    pub position: Position,
    /// Who is on roll, or has rolled. Before the start is decided it means nothing.
    pub turn: Seat,
    /// Who must decide something: the player on roll, or the opponent if a double or a resignation waits for an answer. The
    /// player who resigns is always the other one.
    pub decides: Seat,
    /// Whether and how the game has ended.
    pub state: GameState,
    /// The dice in the order given; `None` before they are thrown.
    pub dice: Option<(Die, Die)>,
    /// The turn of the cube that waits for its answer.
    pub offer: Option<Offer>,
    /// What is offered in resignation.
    pub resignation: Option<Win>,
    /// Base-2 logarithm of the cube. A double that waits for its answer is not counted.
    pub cube_exponent: u8,
    /// Who owns the cube; `None` when it is in the centre.
    pub cube_owner: Option<Seat>,
    /// Base-2 logarithm of the largest cube. It does not limit `cube_exponent`: the usual 10 is often left in place.
    pub max_cube_exponent: u8,
    /// Points of the player at the top and of the one at the bottom.
    pub score: [u16; 2],
    /// Points that win the match; 0 for money.
    pub match_length: u16,
    /// Whether this is the Crawford game of a match (R8.3).
    pub crawford: bool,
    /// Whether the Jacoby rule is in force (R8.2); without meaning in a match (R8.5).
    pub jacoby: bool,
    /// Whether beavers are allowed (R7.6); without meaning in a match (R8.5).
    pub beavers: bool,
}

impl From<Position> for Situation {
    fn from(position: Position) -> Self {
        Self::new(position)
    }
}

impl Situation {
    /// A position on its own: for money, with neither Jacoby rule nor beavers, the cube in the centre at 1 and no dice; the
    /// player on roll sits at the bottom.
    #[must_use]
    pub fn new(position: Position) -> Self {
        Self {
            position,
            turn: Seat::Bottom,
            decides: Seat::Bottom,
            state: if position.is_over() { GameState::Over } else { GameState::Playing },
            dice: None,
            offer: None,
            resignation: None,
            cube_exponent: 0,
            cube_owner: None,
            max_cube_exponent: USUAL_MAX_CUBE_EXPONENT,
            score: [0, 0],
            match_length: 0,
            crawford: false,
            jacoby: false,
            beavers: false,
        }
    }

    /// The position as the player in a seat sees it.
    #[must_use]
    pub fn position_seen_from(&self, seat: Seat) -> Position {
        if seat == self.turn { self.position } else { self.position.swap() }
    }

    /// Points of the player on roll and of the opponent.
    #[must_use]
    pub const fn score_on_roll_first(&self) -> (u16, u16) {
        let [top, bottom] = self.score;
        match self.turn {
            Seat::Bottom => (bottom, top),
            Seat::Top => (top, bottom),
        }
    }

    /// Who resigns, and what would be lost; `None` if nobody does.
    #[must_use]
    pub fn resigned(&self) -> Option<(Seat, Win)> {
        self.resignation.map(|win| (self.decides.other(), win))
    }

    /// Who must decide something by what is offered, where no resignation waits for its answer.
    #[must_use]
    pub const fn answering(&self) -> Seat {
        match self.offer {
            Some(Offer::Double | Offer::Raccoon) => self.turn.other(),
            Some(Offer::Beaver) | None => self.turn,
        }
    }

    /// The same situation with the player on roll at the bottom, which is how GNU Backgammon converts an XGID.
    #[must_use]
    pub fn seated_at_bottom(mut self) -> Self {
        if self.turn == Seat::Top {
            self.turn = Seat::Bottom;
            self.decides = self.decides.other();
            self.cube_owner = self.cube_owner.map(Seat::other);
            self.score.reverse();
        }
        self
    }

    /// How the game is scored.
    ///
    /// Neither ID says that the Crawford rule is off: with a player at one point short and no Crawford game, that game has been
    /// played.
    ///
    /// # Errors
    ///
    /// [`ScoringError`] if a player needs no points, or more than match equities reach to, or the Crawford game contradicts the
    /// score.
    pub fn scoring(&self) -> Result<Scoring, ScoringError> {
        if self.match_length == 0 {
            return Ok(Scoring::Money { jacoby: self.jacoby, beavers: self.beavers, raccoons: self.beavers });
        }
        let (own, opponent) = self.score_on_roll_first();
        let away = |score| self.match_length.saturating_sub(score);
        let crawford = match (self.crawford, away(own) == 1 || away(opponent) == 1) {
            (true, _) => Crawford::ThisGame,
            (false, true) => Crawford::Played,
            (false, false) => Crawford::ToCome,
        };
        Scoring::of_match(away(own), away(opponent), crawford)
    }

    /// The cube; a double that waits for its answer is not counted.
    #[must_use]
    pub fn cube(&self) -> Cube {
        let owner = match self.cube_owner {
            None => CubeOwner::Centre,
            Some(owner) if owner == self.turn => CubeOwner::OnRoll,
            Some(_) => CubeOwner::Opponent,
        };
        Cube::new(self.cube_exponent, owner)
    }

    /// Why a game that goes on cannot be in this state; what every reader and the constructor refuse.
    #[must_use]
    pub fn contradiction(&self) -> Option<&'static str> {
        if self.state != GameState::Playing {
            return None;
        }
        if self.offer.is_some() && self.dice.is_some() {
            return Some("a double is offered, and the dice are thrown (R7.1)");
        }
        if self.offer == Some(Offer::Double) && self.cube_owner == Some(self.turn.other()) {
            return Some("a double is offered by the player who does not own the cube (R7.3)");
        }
        if self.resignation.is_none() && self.decides != self.answering() {
            return Some("the player who must decide is not the one whom the dice or the offer name");
        }
        None
    }

    /// Refuses to write what is not a game that goes on, for notations that can say nothing else.
    pub(super) fn check_playing(&self, notation: Notation) -> Result<(), NotationError> {
        let refused = match self.state {
            GameState::Playing => self.contradiction(),
            GameState::NotStarted => Some("no game has been started"),
            GameState::Over if self.position.is_over() && notation == Notation::Xgid => None,
            GameState::Over => Some("the game is over: a side has borne off all its checkers"),
            GameState::Resigned => Some("the game is over: a player has resigned"),
            GameState::Dropped => Some("the game is over: a double was refused"),
        };
        let resigned = self.resignation.map(|_| "a resignation waits for its answer");
        match refused.or(resigned) {
            None => Ok(()),
            Some(state) => Err(NotationError::Unwritable { notation, problem: Problem::State(state) }),
        }
    }
}

/// How many checkers a side has where a text does not say it.
///
/// Hypergammon (R10.1) if each side has at most three checkers on the board and one of them is outside its home board or on the
/// bar; otherwise 15. In backgammon that needs twelve checkers borne off by both sides and a hit afterwards. With all checkers
/// at home the same text is the end of a backgammon game, and is taken for one.
pub(super) fn with_checkers_inferred(position: Position) -> Position {
    const HYPERGAMMON: u8 = 3;
    let on_board = |side: Side| side.checkers() - side.count(OFF);
    let is_away = |side: Side| (7..=25).any(|place| side.count(place) > 0);
    let sides = [position.own(), position.opponent()];
    if sides.iter().any(|&side| on_board(side) > HYPERGAMMON) || !sides.iter().any(|&side| is_away(side)) {
        return position;
    }
    let of_three = sides.map(|side| {
        let mut counts = side.to_counts();
        counts[OFF] = HYPERGAMMON - on_board(side);
        counts
    });
    Position::new(&of_three[0], &of_three[1]).expect("the same points are held, and a side has a checker outside")
}
