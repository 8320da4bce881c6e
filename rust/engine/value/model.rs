//! What a game is worth with the cube, from the five probabilities, and whether to double.
//!
//! The value is Janowski's interpolation `(1 - x) dead + x live` with a cube efficiency `x`. *Dead* is the value if nobody
//! turned the cube any more. *Live* is that of a game in which chances move so smoothly that every double is made at the very
//! point where the answer is indifferent: as a function of the winning chance it is straight between the ends of the game and
//! the points where either side cashes, which are found from the largest cube downward. Whoever gains more by playing on for
//! a gammon does not cash. Money is counted in points per unit
//! of the cube, matches in match-winning chances, and the interpolation is done in these.
//!
//! There are two published initial doubling points. The one meant here is where this interpolation makes `no double` and
//! `double/take` equal: without gammons `(3 + x) / (6 - x)`, .6875 at `x = 2/3`. Janowski's closed form
//! `(L + x (3 - x) / (2 (2 - x))) / (W + L + x / 2)` gives .6786 there.
//!
//! Everything is seen by the player on roll.
//!
//! # Example
//!
//! ```
//! use gammon::{Cube, CubeAction, CubeModel, MatchEquityTable, Outcome, Scoring};
//!
//! let met = MatchEquityTable::new(&[[0.5]], [&[0.5], &[0.5]])?;
//! let model = CubeModel::new(Scoring::MONEY, Cube::MOST_EXPONENT, &met);
//! let outcome = |win| Outcome { win, ..Outcome::default() };
//! // Without gammons and with a dead cube the opponent takes up to 75%, and doubles are right from 50%.
//! assert_eq!(model.decide(outcome(0.45), Cube::START, 0.0).action, CubeAction::NoDouble);
//! assert_eq!(model.decide(outcome(0.70), Cube::START, 0.0).action, CubeAction::DoubleTake);
//! assert_eq!(model.decide(outcome(0.80), Cube::START, 0.0).action, CubeAction::DoublePass);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::decision::{Beaver, CubeDecision, Raccoon};
use super::efficiency::CubeEfficiency;
use super::janowski::{CashPoints, first_reached, interpolate, reaches};
use super::met::MatchEquityTable;
use super::payoffs::{Ends, GammonRates, Level};
use super::scoring::{Crawford, Cube, CubeOwner, Scoring};
use crate::outcome::Outcome;
use crate::position::Position;

/// Cubes of a match that can differ: 1 to 64, and 128, which ends every match.
const LEVELS: usize = 8;

/// With so many doubles to go, a limit on the cube is as good as none: each counts a quarter of the one before without
/// gammons, five eighths if all games are backgammons.
const FAR_FROM_LIMIT: u8 = 40;

/// Winning chances of the player on roll at which decisions about the cube change.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct CubePoints {
    /// Above it he takes when the opponent doubles; `None` if the opponent cannot.
    pub take: Option<f64>,
    /// Above it a double that is taken is worth at least as much as none; `None` if he may not double, or should never.
    pub double: Option<f64>,
    /// Above it the opponent passes; `None` if he may not double.
    pub cash: Option<f64>,
    /// Above it playing on is worth more than the pass; `None` if it never is.
    pub too_good: Option<f64>,
}

/// What a game is worth with the cube, made ready once for many positions of it.
///
/// It is seen by the player on roll; [`CubeModel::swap`] is for the positions in which the other side is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CubeModel {
    scoring: Scoring,
    most_exponent: u8,
    /// For a match: what games end with at each value of the cube.
    levels: [Level; LEVELS],
    /// None is as measured.
    efficiency: Option<CubeEfficiency>,
}

/// The cubes that the answers to a double leave, each as [`CubeModel::plainest`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answers {
    /// After a double that is taken.
    pub taken: Cube,
    /// After a beaver that is taken, where beavers are allowed (R7.6).
    pub beavered: Option<Cube>,
    /// After a raccoon that is taken, where raccoons are.
    pub raccooned: Option<Cube>,
}

impl Answers {
    /// All of them.
    pub fn cubes(self) -> impl Iterator<Item = Cube> {
        [Some(self.taken), self.beavered, self.raccooned].into_iter().flatten()
    }
}

impl CubeModel {
    /// The model of a game. `most_exponent` is the base-2 logarithm of the largest cube that is allowed (R7.7); how live the
    /// cube is goes by the class of position as measured, unless [`CubeModel::with_efficiency`] says otherwise.
    ///
    /// `met` is a match equity table with the player on roll as its first player; money does not look at it.
    #[must_use]
    pub fn new(scoring: Scoring, most_exponent: u8, met: &MatchEquityTable) -> Self {
        let mut levels = [Level::default(); LEVELS];
        if let Scoring::Match { own_away, opponent_away, crawford } = scoring {
            for (exponent, level) in levels.iter_mut().enumerate() {
                for (kind, times) in [1, 2, 3].into_iter().enumerate() {
                    let points = times << exponent;
                    let after = |points| met.mwc_after(own_away.into(), opponent_away.into(), crawford, points);
                    level.win[kind] = after(points);
                    level.lose[kind] = after(-points);
                }
            }
        }
        Self { scoring, most_exponent: most_exponent.min(Cube::MOST_EXPONENT), levels, efficiency: None }
    }

    /// The same game with a cube that is as live as this says.
    #[must_use]
    pub const fn with_efficiency(self, efficiency: CubeEfficiency) -> Self {
        Self { efficiency: Some(efficiency), ..self }
    }

    /// How live the cube is in a position, from 0 to 1: as [`CubeModel::with_efficiency`] says, else by the class of the
    /// position; but 1 where waiting costs nothing.
    #[must_use]
    pub fn efficiency(&self, position: Position) -> f64 {
        match self.efficiency {
            Some(efficiency) => efficiency.of(position),
            None if self.waiting_is_free() => 1.0,
            None => CubeEfficiency::MEASURED.of(position),
        }
    }

    /// Whether a double now and one a turn later come to the same: after the Crawford game, for the player who needs an odd
    /// number of points. That player doubles as soon as it matters, the opponent can never redouble, and has no pass to spare;
    /// so a cube that is not turned yet is worth what it is once it is turned, which is what the interpolation gives for a
    /// live cube.
    const fn waiting_is_free(&self) -> bool {
        match self.scoring {
            Scoring::Match { own_away, opponent_away, crawford: Crawford::Played } => {
                (own_away == 1 || opponent_away == 1) && own_away % 2 == 1 && opponent_away % 2 == 1
            }
            _ => false,
        }
    }

    /// How the game is scored.
    #[must_use]
    pub const fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// The same game for positions in which the other side is on roll.
    #[must_use]
    pub fn swap(&self) -> Self {
        let levels = match self.scoring {
            Scoring::Money { .. } => self.levels,
            Scoring::Match { .. } => self.levels.map(Level::swap),
        };
        Self { scoring: self.scoring.swap(), levels, ..*self }
    }

    /// Whether a cube of this value may be doubled by the player on roll and by his opponent, if he owns it or nobody does:
    /// not in the Crawford game (R8.3), not above the limit (R7.7), and not where it already wins the doubler the match (R7.5).
    const fn may_turn(&self, exponent: u8) -> (bool, bool) {
        if exponent >= self.most_exponent {
            return (false, false);
        }
        match self.scoring {
            Scoring::Money { .. } => (true, true),
            Scoring::Match { crawford: Crawford::ThisGame, .. } => (false, false),
            Scoring::Match { own_away, opponent_away, .. } => {
                (!is_enough_for(own_away, exponent), !is_enough_for(opponent_away, exponent))
            }
        }
    }

    /// Whether the player on roll may double.
    #[must_use]
    pub const fn may_double(&self, cube: Cube) -> bool {
        !matches!(cube.owner(), CubeOwner::Opponent) && self.may_turn(cube.exponent()).0
    }

    /// What ends of the game count at a value of the cube; for money in units of a cube `doubles` doublings lower.
    fn level(&self, exponent: u8, doubles: u8) -> Level {
        match self.scoring {
            Scoring::Money { .. } => Level::money((1_u64 << doubles) as f64),
            Scoring::Match { .. } => self.levels[usize::from(exponent).min(LEVELS - 1)],
        }
    }

    /// How often a cube of this value can be doubled until it is dead for both sides, [`FAR_FROM_LIMIT`] at the most.
    const fn doubles_left(&self, exponent: u8) -> u8 {
        if matches!(self.scoring, Scoring::Money { .. }) {
            let left = self.most_exponent.saturating_sub(exponent);
            return if left < FAR_FROM_LIMIT { left } else { FAR_FROM_LIMIT };
        }
        let mut doubles = 0;
        while !matches!(self.may_turn(exponent + doubles), (false, false)) {
            doubles += 1;
        }
        doubles
    }

    /// Where the sides cash with a live cube of this value, if both may turn it.
    fn cash_points(&self, exponent: u8, rates: &GammonRates) -> CashPoints {
        let mut above = CashPoints::default();
        let mut doubles = self.doubles_left(exponent);
        if doubles == FAR_FROM_LIMIT {
            let Ends { win, lose, .. } = self.level(exponent, 0).ends(rates);
            let span = win - lose + 0.5;
            return CashPoints { own: Some((1.0 - lose) / span), opponent: Some((-0.5 - lose) / span) };
        }
        let mut higher = self.level(exponent + doubles, doubles).ends(rates);
        while doubles > 0 {
            doubles -= 1;
            let ends = self.level(exponent + doubles, doubles).ends(rates);
            let (own_may, opponent_may) = self.may_turn(exponent + doubles);
            let (all_lost, all_won) = ((0.0, higher.lose), (1.0, higher.win));
            let own = above.with_owner(CubeOwner::Opponent, &higher).opponent.map_or_else(
                || reaches(ends.cash, all_lost, all_won),
                |at| reaches(ends.cash, (at, higher.drop), all_won),
            );
            let opponent = above.with_owner(CubeOwner::OnRoll, &higher).own.map_or_else(
                || reaches(ends.drop, all_lost, all_won),
                |at| reaches(ends.drop, all_lost, (at, higher.cash)),
            );
            above = CashPoints { own: own_may.then_some(own), opponent: opponent_may.then_some(opponent) };
            higher = ends;
        }
        above
    }

    /// What ends of the game count with a cube, and where it is cashed.
    fn curve(&self, cube: Cube, rates: &GammonRates) -> (Ends, CashPoints) {
        let level = self.level(cube.exponent(), 0);
        let is_single =
            matches!(self.scoring, Scoring::Money { jacoby: true, .. }) && cube.owner() == CubeOwner::Centre;
        let ends = if is_single { level.single() } else { level }.ends(rates);
        (ends, self.cash_points(cube.exponent(), rates).with_owner(cube.owner(), &ends))
    }

    /// What a position is worth if the player on roll does not double this turn: points per unit of the cube, or
    /// match-winning chance. The efficiency is from 0, a dead cube, to 1, a live one.
    #[must_use]
    pub fn no_double(&self, outcome: Outcome, cube: Cube, efficiency: f64) -> f64 {
        self.no_double_of(f64::from(outcome.win), &GammonRates::of(outcome), cube, efficiency)
    }

    fn no_double_of(&self, win: f64, rates: &GammonRates, cube: Cube, efficiency: f64) -> f64 {
        let (ends, cash_points) = self.curve(cube, rates);
        interpolate(win, &ends, cash_points, efficiency)
    }

    /// What a position is worth when the player on roll may double and both decide best, in the units of
    /// [`CubeModel::no_double`].
    #[must_use]
    pub fn value(&self, outcome: Outcome, cube: Cube, efficiency: f64) -> f64 {
        let (win, rates) = (f64::from(outcome.win), GammonRates::of(outcome));
        self.value_by(cube, |cube| self.no_double_of(win, &rates, cube, efficiency))
    }

    /// What each decision about the cube is worth, and which is right.
    ///
    /// Where the player on roll may not double, the values of a double are what they would be if he might.
    #[must_use]
    pub fn decide(&self, outcome: Outcome, cube: Cube, efficiency: f64) -> CubeDecision {
        let (win, rates) = (f64::from(outcome.win), GammonRates::of(outcome));
        self.decide_by(cube, |cube| self.no_double_of(win, &rates, cube, efficiency))
    }

    /// As [`CubeModel::decide`], from what the position is worth without a double with this cube and with those that the
    /// answers leave ([`CubeModel::answers`]), however that was found.
    #[must_use]
    pub fn decide_by(&self, cube: Cube, no_double: impl Fn(Cube) -> f64) -> CubeDecision {
        let (take, beaver) = self.double_by(cube, &no_double);
        let (may_double, pass) = (self.may_double(cube), self.double_pass(cube));
        CubeDecision::new(may_double, no_double(cube), take, pass, beaver, self.unit(cube))
    }

    /// As [`CubeModel::value`], from what the position is worth without a double with this cube and, where the player on
    /// roll may double, with those that the answers leave.
    #[must_use]
    pub fn value_by(&self, cube: Cube, no_double: impl Fn(Cube) -> f64) -> f64 {
        let playing_on = no_double(cube);
        if !self.may_double(cube) {
            return playing_on;
        }
        let (take, beaver) = self.double_by(cube, &no_double);
        let answered = beaver.map_or(take, |beaver| take.min(beaver.value()));
        playing_on.max(answered.min(self.double_pass(cube)))
    }

    /// What a double is worth that is taken, and what one that is beavered, in units of the cube before it.
    fn double_by(&self, cube: Cube, no_double: impl Fn(Cube) -> f64) -> (f64, Option<Beaver>) {
        let Answers { taken, beavered, raccooned } = self.answers(cube);
        let times = |doubles: u8, value| (0..doubles).fold(value, |value, _| self.after_double(value));
        let pass = self.double_pass(cube);
        let beaver = beavered.map(|beavered| Beaver {
            take: times(2, no_double(beavered)),
            pass: self.as_opponent(times(1, pass)),
            raccoon: raccooned.map(|raccooned| Raccoon { take: times(3, no_double(raccooned)), pass: times(2, pass) }),
        });
        (times(1, no_double(taken)), beaver)
    }

    /// The cubes that the answers to a double leave: the doubler's opponent owns them all (R7.6), and none may pass the limit
    /// (R7.7).
    #[must_use]
    pub fn answers(&self, cube: Cube) -> Answers {
        let turned = |doubles: u8, is_allowed: bool| {
            let is_possible = is_allowed && cube.exponent() + doubles <= self.most_exponent;
            is_possible.then(|| self.plainest(Cube::new(cube.exponent() + doubles, CubeOwner::Opponent)))
        };
        let (beavers, raccoons) = match self.scoring {
            Scoring::Money { beavers, raccoons, .. } => (beavers, beavers && raccoons),
            Scoring::Match { .. } => (false, false),
        };
        Answers { taken: self.plainest(cube.doubled()), beavered: turned(2, beavers), raccooned: turned(3, raccoons) }
    }

    /// A cube with which every position is worth the same as with this one, in units of the cube: for money far from the
    /// limit its value does not matter, and a cube that neither side will turn is as good as one in the centre.
    #[must_use]
    pub fn plainest(&self, cube: Cube) -> Cube {
        let (own, opponent) = self.may_turn(cube.exponent());
        match self.scoring {
            Scoring::Money { .. } if self.doubles_left(cube.exponent()) == FAR_FROM_LIMIT => Cube::new(0, cube.owner()),
            Scoring::Match { .. } if !own && !opponent => Cube::new(cube.exponent(), CubeOwner::Centre),
            _ => cube,
        }
    }

    /// A value that rounding may have put a little outside of what there can be: a match-winning chance is from 0 to 1.
    pub(crate) const fn in_range(&self, value: f64) -> f64 {
        match self.scoring {
            Scoring::Money { .. } => value,
            Scoring::Match { .. } => value.clamp(0.0, 1.0),
        }
    }

    /// A value as the other side counts it.
    #[must_use]
    pub const fn as_opponent(&self, value: f64) -> f64 {
        match self.scoring {
            Scoring::Money { .. } => -value,
            Scoring::Match { .. } => 1.0 - value,
        }
    }

    /// A value with a cube that was just doubled, in units of the cube before.
    #[must_use]
    pub const fn after_double(&self, value: f64) -> f64 {
        match self.scoring {
            Scoring::Money { .. } => 2.0 * value,
            Scoring::Match { .. } => value,
        }
    }

    /// What a double that is passed is worth.
    #[must_use]
    pub fn double_pass(&self, cube: Cube) -> f64 {
        self.level(cube.exponent(), 0).win[0]
    }

    /// How much value an equity of 1 is: half of what a single game won at the value of the cube adds to one lost.
    #[must_use]
    pub fn unit(&self, cube: Cube) -> f64 {
        let Level { win: [win, ..], lose: [lose, ..] } = self.level(cube.exponent(), 0);
        0.5 * (win - lose)
    }

    /// A value as equity: 1 is a single game won at the value of the cube, and -1 one lost. Money is in these units already.
    #[must_use]
    pub fn equity(&self, value: f64, cube: Cube) -> f64 {
        let Level { win: [win, ..], lose: [lose, ..] } = self.level(cube.exponent(), 0);
        if win > lose { 2.0 * (value - lose) / (win - lose) - 1.0 } else { 0.0 }
    }

    /// An equity as a value: the way back from [`CubeModel::equity`].
    #[must_use]
    pub fn value_of_equity(&self, equity: f64, cube: Cube) -> f64 {
        let Level { win: [win, ..], lose: [lose, ..] } = self.level(cube.exponent(), 0);
        lose + 0.5 * (equity + 1.0) * (win - lose)
    }

    /// What winning a gammon adds to a single game, as a share of what a single game won adds to one lost: 1/2 for money, 0
    /// where gammons do not count.
    #[must_use]
    pub fn gammon_value(&self, cube: Cube) -> f64 {
        let (ends, _) = self.curve(cube, &GammonRates::new(1.0, 0.0, 0.0, 0.0));
        if ends.cash > ends.drop { (ends.win - ends.cash) / (ends.cash - ends.drop) } else { 0.0 }
    }

    /// The winning chances at which decisions change, when won and lost games are of these rates.
    #[must_use]
    pub fn points(&self, cube: Cube, rates: &GammonRates, efficiency: f64) -> CubePoints {
        let theirs = self.swap().own_points(cube.swap(), &rates.swap(), efficiency);
        CubePoints { take: theirs.cash.map(|cash| 1.0 - cash), ..self.own_points(cube, rates, efficiency) }
    }

    fn own_points(&self, cube: Cube, rates: &GammonRates, efficiency: f64) -> CubePoints {
        if !self.may_double(cube) {
            return CubePoints::default();
        }
        let (ends, cash_points) = self.curve(cube, rates);
        let (ends_after, cash_points_after) = self.curve(cube.doubled(), rates);
        let no_double = |win| interpolate(win, &ends, cash_points, efficiency);
        let double_take = |win| self.after_double(interpolate(win, &ends_after, cash_points_after, efficiency));
        let pass = ends.cash;
        // Between these every value is a straight line.
        let bends = [cash_points.opponent, cash_points.own, cash_points_after.opponent, cash_points_after.own];
        CubePoints {
            take: None,
            double: first_reached(&bends, |win| double_take(win) - no_double(win)),
            cash: first_reached(&bends, |win| double_take(win) - pass),
            too_good: first_reached(&bends, |win| no_double(win) - pass),
        }
    }
}

/// A match equity table in which every number is what this model says of a game at that score, between equals.
///
/// `start` is how a game between them ends, seen by either; before its first roll nobody doubles. After the Crawford game the
/// player who trails doubles as soon as he may and the leader passes where that is better for him: `first_turns` are, with
/// their weights, the positions in which he first may. So the leader's free drop is counted.
#[must_use]
pub fn match_equity_table(
    length: u16,
    start: Outcome,
    first_turns: &[(Outcome, f64)],
    efficiency: f64,
) -> MatchEquityTable {
    let weights: f64 = first_turns.iter().map(|(_, weight)| weight).sum();
    MatchEquityTable::computed(length, |met, own_away, opponent_away, crawford| {
        let model = CubeModel::new(Scoring::Match { own_away, opponent_away, crawford }, Cube::MOST_EXPONENT, met);
        if crawford == Crawford::Played {
            let worth =
                |&(outcome, weight): &(Outcome, f64)| weight / weights * model.value(outcome, Cube::START, efficiency);
            first_turns.iter().map(worth).sum()
        } else {
            model.no_double(start, Cube::START, efficiency)
        }
    })
}

/// Whether a win at this value of the cube is all that a player needs.
const fn is_enough_for(away: u16, exponent: u8) -> bool {
    exponent >= 16 || away as u32 <= 1 << exponent
}
