//! The state of a game that an ID encodes: checkers, cube, score, rules, dice and offers.
//!
//! Each kind of ID has its own module, which reads it into a [`Situation`] and writes it from one. To convert between two kinds,
//! read one and write the other.

use super::error::{Notation, NotationError, Problem};
use crate::dice::Die;
use crate::outcome::Win;
use crate::point::OFF;
use crate::position::{Position, Side};
use crate::value::scoring::{Crawford, Cube, CubeOwner, Scoring, ScoringError};

/// The largest score and the longest match, limited by the 15 bits for them in a match ID.
pub const MOST_POINTS: u16 = (1 << 15) - 1;

/// Base-2 logarithm of the largest cube that programs write in an XGID by default, when no limit was set.
pub const USUAL_MAX_CUBE_EXPONENT: u8 = 10;

/// A player's seat, which does not change during a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Seat {
    /// The top of the board: -1 and lowercase letters in an XGID, player 0 in GNU Backgammon, White in an OGID.
    Top,
    /// The bottom of the board: 1 and uppercase letters in an XGID, player 1 in GNU Backgammon, Black in an OGID.
    Bottom,
}

impl Seat {
    /// Returns the opponent's seat.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Bottom => Self::Top,
            Self::Top => Self::Bottom,
        }
    }
}

/// Whether and how a game has started or ended, as a match ID encodes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GameState {
    /// The opening roll has not decided who starts (R2.1).
    NotStarted,
    /// The game is in progress.
    Playing,
    /// A side has borne off all its checkers.
    Over,
    /// A player has resigned, and the opponent has accepted.
    Resigned,
    /// A double has been refused.
    Dropped,
}

/// A cube action that the other player has not answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Offer {
    /// A double by the player on roll (R7.1).
    Double,
    /// A beaver by the opponent, who has taken the double (R7.6).
    Beaver,
    /// A raccoon by the player on roll, who has taken the beaver (R7.6).
    Raccoon,
}

/// A position together with the cube, score, rules, dice and offers.
///
/// The fields may hold any values. Each `to_` method returns an error for values that its notation cannot express.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Situation {
    /// The position from the point of view of the player on roll, even while the opponent must answer an offer.
    pub position: Position,
    /// The player on roll, before or after rolling. Meaningless in [`GameState::NotStarted`].
    pub turn: Seat,
    /// The player who must make the next decision: the player to answer an offered resignation or cube action, otherwise the
    /// player on roll. A resignation is always offered by the other player.
    pub decides: Seat,
    /// Whether and how the game has ended.
    pub state: GameState,
    /// The dice in the order given; `None` before the roll.
    pub dice: Option<(Die, Die)>,
    /// The unanswered cube action.
    pub offer: Option<Offer>,
    /// The offered resignation: the kind of win that the opponent would get.
    pub resignation: Option<Win>,
    /// Base-2 logarithm of the cube, before any unanswered double.
    pub cube_exponent: u8,
    /// The owner of the cube; `None` if it is centred.
    pub cube_owner: Option<Seat>,
    /// Base-2 logarithm of the largest cube. `cube_exponent` may exceed it, because programs often leave the usual 10 in place.
    pub max_cube_exponent: u8,
    /// The points of the top player and the bottom player, in this order.
    pub score: [u16; 2],
    /// The match length in points; 0 for money.
    pub match_length: u16,
    /// Whether this is the Crawford game of a match (R8.3).
    pub crawford: bool,
    /// Whether the Jacoby rule is in force (R8.2). It has no effect in a match (R8.5).
    pub jacoby: bool,
    /// Whether beavers are allowed (R7.6). It has no effect in a match (R8.5).
    pub beavers: bool,
}

impl From<Position> for Situation {
    fn from(position: Position) -> Self {
        Self::new(position)
    }
}

impl Situation {
    /// Returns the situation of a position before the roll in money play, with a centred cube at 1.
    ///
    /// The player on roll sits at the bottom. The Jacoby rule and beavers are off.
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

    /// Returns the position from the point of view of the player in `seat`.
    #[must_use]
    pub fn position_seen_from(&self, seat: Seat) -> Position {
        if seat == self.turn { self.position } else { self.position.swap() }
    }

    /// Returns the points of the player on roll and the opponent.
    #[must_use]
    pub const fn score_on_roll_first(&self) -> (u16, u16) {
        let [top, bottom] = self.score;
        match self.turn {
            Seat::Bottom => (bottom, top),
            Seat::Top => (top, bottom),
        }
    }

    /// Returns the player who offers to resign and the win offered; `None` without an offer.
    #[must_use]
    pub fn resigned(&self) -> Option<(Seat, Win)> {
        self.resignation.map(|win| (self.decides.other(), win))
    }

    /// Returns the player who must make the next decision if no resignation is offered.
    #[must_use]
    pub const fn answering(&self) -> Seat {
        match self.offer {
            Some(Offer::Double | Offer::Raccoon) => self.turn.other(),
            Some(Offer::Beaver) | None => self.turn,
        }
    }

    /// Returns the situation with the seats swapped if needed, so that the player on roll sits at the bottom.
    ///
    /// GNU Backgammon converts an XGID in the same way.
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

    /// Returns how the game is scored.
    ///
    /// The IDs cannot express that the Crawford rule is off. If a player is one point away from winning the match and this is not
    /// the Crawford game, the Crawford game counts as played.
    ///
    /// # Errors
    ///
    /// [`ScoringError`] if a player needs no points, or more points than match equity tables cover, or the Crawford game
    /// contradicts the score.
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

    /// Returns the cube before any unanswered double.
    #[must_use]
    pub fn cube(&self) -> Cube {
        let owner = match self.cube_owner {
            None => CubeOwner::Centre,
            Some(owner) if owner == self.turn => CubeOwner::OnRoll,
            Some(_) => CubeOwner::Opponent,
        };
        Cube::new(self.cube_exponent, owner)
    }

    /// Returns why a game in progress cannot be in this state, or `None`.
    ///
    /// Every reader of IDs refuses such a state, and so does the constructor in the bindings.
    #[must_use]
    pub fn contradiction(&self) -> Option<&'static str> {
        if self.state != GameState::Playing {
            return None;
        }
        if self.offer.is_some() && self.dice.is_some() {
            return Some("a double is offered although the dice are rolled (R7.1)");
        }
        if self.offer == Some(Offer::Double) && self.cube_owner == Some(self.turn.other()) {
            return Some("a double is offered by the player who does not own the cube (R7.3)");
        }
        if self.resignation.is_none() && self.decides != self.answering() {
            return Some("the player who must decide does not match the dice or the offer");
        }
        None
    }

    /// Refuses any state other than a game in progress, for notations that can express nothing else.
    pub(super) fn check_playing(&self, notation: Notation) -> Result<(), NotationError> {
        let refused = match self.state {
            GameState::Playing => self.contradiction(),
            GameState::NotStarted => Some("no game has been started"),
            GameState::Over if self.position.is_over() && notation == Notation::Xgid => None,
            GameState::Over => Some("the game is over: a side has borne off all its checkers"),
            GameState::Resigned => Some("the game is over: a player has resigned"),
            GameState::Dropped => Some("the game is over: a double was refused"),
        };
        let resigned = self.resignation.map(|_| "a resignation is unanswered");
        match refused.or(resigned) {
            None => Ok(()),
            Some(state) => Err(NotationError::Unwritable { notation, problem: Problem::State(state) }),
        }
    }
}

/// Infers the number of checkers of each side, and returns the position with it.
///
/// The game is hypergammon (R10.1) with 3 checkers if each side has at most three checkers on the board or the bar and at least
/// one checker is on the bar or outside its home board. In backgammon, such a position requires that both sides have
/// borne off at least twelve checkers, and that one of them was hit after bearing off its twelve. Otherwise each side has 15
/// checkers: with all checkers at home, the position is taken for the end of a backgammon game.
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
