//! GNU Backgammon's match ID: everything about a game but where the checkers are.
//!
//! It is 67 bits, lowest first, in nine bytes, in base 64. GNU Backgammon calls the players 0 and 1.
//!
//! | bits | what |
//! |---|---|
//! | 0-3 | base-2 logarithm of the cube |
//! | 4-5 | who owns the cube: 0, 1, or 3 for nobody |
//! | 6 | the player on roll |
//! | 7 | whether this is the Crawford game |
//! | 8-10 | the state of the game |
//! | 11 | the player who must decide something |
//! | 12 | whether a double waits for its answer |
//! | 13-14 | what is offered in resignation |
//! | 15-17, 18-20 | the dice, 0 before they are thrown |
//! | 21-35 | the length of the match, 0 for money |
//! | 36-50, 51-65 | the scores of players 0 and 1 |
//! | 66 | whether the Jacoby rule is *not* in force |

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;

use super::error::{Notation, NotationError, Problem};
use super::gnubg_id::{Place, bytes_of, trimmed};
use crate::dice::Die;
use crate::outcome::Win;

/// One of the two players as GNU Backgammon counts them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GnubgPlayer {
    /// Player 0, at the top of its board.
    Zero = 0,
    /// Player 1, at the bottom.
    One = 1,
}

impl GnubgPlayer {
    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Zero => Self::One,
            Self::One => Self::Zero,
        }
    }
}

/// The state of a game in a match ID.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GameState {
    /// No game has been started.
    None = 0,
    /// The game goes on.
    Playing = 1,
    /// A side has borne off all its checkers.
    Over = 2,
    /// A player has resigned.
    Resigned = 3,
    /// A double has been refused.
    Dropped = 4,
}

/// Everything that a match ID says.
///
/// Any values can be put into the fields; [`encode`](Self::encode) says if they do not fit into an ID.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MatchId {
    /// Base-2 logarithm of the cube, at most 15. A double that waits for its answer is not counted.
    pub cube_exponent: u8,
    /// Who owns the cube; `None` when it is in the centre.
    pub cube_owner: Option<GnubgPlayer>,
    /// Who is on roll, or has rolled.
    pub on_roll: GnubgPlayer,
    /// Whether this is the Crawford game.
    pub crawford: bool,
    /// Whether and how the game has ended.
    pub state: GameState,
    /// Who must decide something: the player on roll, but the other one while he is offered a double or a resignation.
    pub turn: GnubgPlayer,
    /// Whether a double waits for its answer.
    pub doubled: bool,
    /// What is offered in resignation.
    pub resignation: Option<Win>,
    /// The dice in the order in which they are stored, GNU Backgammon's being the larger first; `None` before they are thrown.
    pub dice: Option<(Die, Die)>,
    /// Points that win the match, at most 32767; 0 for money.
    pub match_length: u16,
    /// The scores of players 0 and 1, at most 32767.
    pub score: [u16; 2],
    /// Whether the Jacoby rule is in force.
    pub jacoby: bool,
}

/// The largest number that fifteen bits hold.
pub(super) const MOST_POINTS: u16 = (1 << 15) - 1;

/// Bits of a key, lowest first, written or read one after the other.
struct Bits {
    bits: u128,
    at: u32,
}

impl Bits {
    fn put(&mut self, width: u32, value: u16) {
        self.bits |= u128::from(value) << self.at;
        self.at += width;
    }

    fn take(&mut self, width: u32) -> u16 {
        let value = (self.bits >> self.at) as u16 & ((1 << width) - 1);
        self.at += width;
        value
    }

    fn take_flag(&mut self) -> bool {
        self.take(1) == 1
    }

    fn take_player(&mut self) -> GnubgPlayer {
        if self.take_flag() { GnubgPlayer::One } else { GnubgPlayer::Zero }
    }
}

impl MatchId {
    /// The start of a game for money, with the cube in the centre at 1, player 1 on roll, and no Jacoby rule.
    pub const MONEY: Self = Self {
        cube_exponent: 0,
        cube_owner: None,
        on_roll: GnubgPlayer::One,
        crawford: false,
        state: GameState::Playing,
        turn: GnubgPlayer::One,
        doubled: false,
        resignation: None,
        dice: None,
        match_length: 0,
        score: [0, 0],
        jacoby: false,
    };

    /// Whether the game has ended: a side has borne off, resigned, or refused a double.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        matches!(self.state, GameState::Over | GameState::Resigned | GameState::Dropped)
    }

    /// The ID, 12 characters.
    ///
    /// # Errors
    ///
    /// [`NotationError::Unwritable`] if a number does not fit into it.
    pub fn encode(&self) -> Result<String, NotationError> {
        let number = |field, value: u16, most: u16, expected| {
            if value <= most {
                Ok(())
            } else {
                let problem = Problem::Field { field, found: value.to_string(), expected };
                Err(NotationError::Unwritable { notation: Notation::MatchId, problem })
            }
        };
        let [score_zero, score_one] = self.score;
        let points = "a number up to 32767";
        number("the cube exponent", u16::from(self.cube_exponent), 15, "a number up to 15")?;
        number("the match length", self.match_length, MOST_POINTS, points)?;
        number("the score of player 0", score_zero, MOST_POINTS, points)?;
        number("the score of player 1", score_one, MOST_POINTS, points)?;

        let mut bits = Bits { bits: 0, at: 0 };
        bits.put(4, u16::from(self.cube_exponent));
        bits.put(2, self.cube_owner.map_or(3, |owner| owner as u16));
        bits.put(1, self.on_roll as u16);
        bits.put(1, u16::from(self.crawford));
        bits.put(3, self.state as u16);
        bits.put(1, self.turn as u16);
        bits.put(1, u16::from(self.doubled));
        bits.put(2, self.resignation.map_or(0, |by| u16::from(by.points())));
        let (first, second) = self.dice.map_or((0, 0), |(first, second)| (first.number(), second.number()));
        bits.put(3, u16::from(first));
        bits.put(3, u16::from(second));
        bits.put(15, self.match_length);
        bits.put(15, score_zero);
        bits.put(15, score_one);
        bits.put(1, u16::from(!self.jacoby));
        let [key @ .., _, _, _, _, _, _, _] = bits.bits.to_le_bytes();
        Ok(STANDARD_NO_PAD.encode(key))
    }

    /// Reads an ID of 12 characters.
    ///
    /// # Errors
    ///
    /// [`NotationError::Unreadable`] if the text is no match ID.
    pub fn decode(text: &str) -> Result<Self, NotationError> {
        let (text, before) = trimmed(text);
        let place = Place { notation: Notation::MatchId, before };
        Self::from_key(bytes_of(text, "match ID", 12, place)?, place)
    }

    pub(super) fn from_key(key: [u8; 9], place: Place) -> Result<Self, NotationError> {
        let mut wide = [0; 16];
        for (to, from) in wide.iter_mut().zip(key) {
            *to = from;
        }
        let mut bits = Bits { bits: u128::from_le_bytes(wide), at: 0 };
        // The character that holds the first bit of what is wrong.
        let wrong = |bit: usize, field, found: u16, expected| {
            place.error(bit / 6, Problem::Field { field, found: found.to_string(), expected })
        };
        let cube_exponent = bits.take(4) as u8;
        let cube_owner = match bits.take(2) {
            0 => Some(GnubgPlayer::Zero),
            1 => Some(GnubgPlayer::One),
            3 => None,
            other => return Err(wrong(4, "the cube owner", other, "0, 1 or 3")),
        };
        let on_roll = bits.take_player();
        let crawford = bits.take_flag();
        let state = match bits.take(3) {
            0 => GameState::None,
            1 => GameState::Playing,
            2 => GameState::Over,
            3 => GameState::Resigned,
            4 => GameState::Dropped,
            other => return Err(wrong(8, "the state of the game", other, "a number up to 4")),
        };
        let turn = bits.take_player();
        let doubled = bits.take_flag();
        let resignation = match bits.take(2) {
            1 => Some(Win::Single),
            2 => Some(Win::Gammon),
            3 => Some(Win::Backgammon),
            _ => None,
        };
        let (first, second) = (bits.take(3), bits.take(3));
        let dice = match (Die::new(first as u8), Die::new(second as u8)) {
            (Ok(first), Ok(second)) => Some((first, second)),
            _ if (first, second) == (0, 0) => None,
            _ => {
                let found = first * 10 + second;
                return Err(wrong(15, "the dice", found, "0 or two numbers from 1 to 6"));
            }
        };
        let match_length = bits.take(15);
        let score = [bits.take(15), bits.take(15)];
        let jacoby = !bits.take_flag();
        if bits.take(5) != 0 {
            return Err(place.error(11, Problem::UnusedBits));
        }
        Ok(Self {
            cube_exponent,
            cube_owner,
            on_roll,
            crawford,
            state,
            turn,
            doubled,
            resignation,
            dice,
            match_length,
            score,
            jacoby,
        })
    }
}
