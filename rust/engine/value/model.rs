//! The cube model: cubeful values from the five probabilities, and cube decisions.
//!
//! The value is Janowski's interpolation `(1 - x) dead + x live` with a cube efficiency `x`. The *dead* value assumes that
//! nobody turns the cube again. The *live* value assumes that winning chances change continuously, so that every double is
//! made exactly at the opponent's take point. As a function of the winning chance it is piecewise linear, with bends at the
//! cash points, which are found from the largest cube downward. A side that gains more by playing on for a gammon never cashes.
//!
//! Money is counted in points per unit of the cube and matches in match-winning chances; the interpolation is done in these
//! units.
//!
//! There are two published initial doubling points. The one used here is where this interpolation makes `no double` and
//! `double/take` equal: without gammons `(3 + x) / (6 - x)`, .6875 at `x = 2/3`. Janowski's closed form
//! `(L + x (3 - x) / (2 (2 - x))) / (W + L + x / 2)` gives .6786 there.
//!
//! Everything is from the point of view of the player on roll.
//!
//! # Example
//!
//! ```
//! use gammon::{Cube, CubeAction, CubeModel, MatchEquityTable, Outcome, Scoring};
//!
//! let met = MatchEquityTable::new(&[[0.5]], [&[0.5], &[0.5]])?;
//! let model = CubeModel::new(Scoring::MONEY, Cube::MOST_EXPONENT, &met);
//! let outcome = |win| Outcome { win, ..Outcome::default() };
//! // Without gammons and with a dead cube the opponent takes up to 75%, and doubling is right from 50%.
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

/// The number of different cube values in a match: 1 to 64, and 128, at which any win ends the match.
const LEVELS: usize = 8;

/// With this many doubles left, the limit on the cube has no effect: each further double matters only a quarter as much as the
/// one before it without gammons, and five eighths as much if all games are backgammons.
const FAR_FROM_LIMIT: u8 = 40;

/// Winning chances of the player on roll at which cube decisions change.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct CubePoints {
    /// The take point: above it the player takes the opponent's double. `None` if the opponent may not double.
    pub take: Option<f64>,
    /// The doubling point: above it, double/take is worth at least as much as no double. `None` if the player may not double or
    /// never should.
    pub double: Option<f64>,
    /// The cash point: above it the opponent passes a double. `None` if the player may not double.
    pub cash: Option<f64>,
    /// The too-good point: above it, playing on is worth more than cashing. `None` if it never is.
    pub too_good: Option<f64>,
}

/// The cube model of one game: computed once and used for all of its positions.
///
/// Values are from the point of view of the player on roll; use [`CubeModel::swap`] when the other side is on roll.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CubeModel {
    scoring: Scoring,
    most_exponent: u8,
    /// In a match: the values of the possible ends of the game at each cube value. Not used for money.
    levels: [Level; LEVELS],
    /// `None` selects [`CubeEfficiency::MEASURED`].
    efficiency: Option<CubeEfficiency>,
}

/// The cube after each answer to a double, in the form that [`CubeModel::canonical`] returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answers {
    /// After a double that is taken.
    pub taken: Cube,
    /// After a beaver that is taken, where beavers are allowed (R7.6).
    pub beavered: Option<Cube>,
    /// After a raccoon that is taken, where raccoons are allowed.
    pub raccooned: Option<Cube>,
}

impl Answers {
    /// Iterates over all of these cubes.
    pub fn cubes(self) -> impl Iterator<Item = Cube> {
        [Some(self.taken), self.beavered, self.raccooned].into_iter().flatten()
    }
}

impl CubeModel {
    /// Makes the cube model of a game.
    ///
    /// `most_exponent` is the base-2 logarithm of the largest cube allowed (R7.7). `met` is a match equity table whose first
    /// player is the player on roll; it is not used for money. The cube efficiency is [`CubeEfficiency::MEASURED`] unless
    /// [`CubeModel::with_efficiency`] sets another.
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

    /// The same game with another cube efficiency.
    #[must_use]
    pub const fn with_efficiency(self, efficiency: CubeEfficiency) -> Self {
        Self { efficiency: Some(efficiency), ..self }
    }

    /// The cube efficiency in a position, in [0, 1].
    ///
    /// It is the one set by [`CubeModel::with_efficiency`]. Without one, it is 1 where waiting to double costs nothing, and
    /// [`CubeEfficiency::MEASURED`] everywhere else.
    #[must_use]
    pub fn efficiency(&self, position: Position) -> f64 {
        match self.efficiency {
            Some(efficiency) => efficiency.of(position),
            None if self.waiting_is_free() => 1.0,
            None => CubeEfficiency::MEASURED.of(position),
        }
    }

    /// Whether doubling now and doubling a turn later are worth the same.
    ///
    /// They are after the Crawford game if the trailing player needs an odd number of points. That player doubles as soon as it
    /// matters, and the opponent can never redouble and has no free drop. So a cube not yet turned is worth the same as a
    /// turned one, which is what the interpolation gives for a live cube.
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

    /// The same game with the other side on roll.
    #[must_use]
    pub fn swap(&self) -> Self {
        let levels = match self.scoring {
            Scoring::Money { .. } => self.levels,
            Scoring::Match { .. } => self.levels.map(Level::swap),
        };
        Self { scoring: self.scoring.swap(), levels, ..*self }
    }

    /// Whether the player on roll and the opponent may turn a cube of this value, if they have access to it.
    ///
    /// They may not in the Crawford game (R8.3), beyond the limit (R7.7), or if a win at the cube's present value already wins
    /// them the match (R7.5).
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

    /// The values of the possible ends of the game at one cube value; for money, in units of a cube `doubles` doublings lower.
    fn level(&self, exponent: u8, doubles: u8) -> Level {
        match self.scoring {
            Scoring::Money { .. } => Level::money((1_u64 << doubles) as f64),
            Scoring::Match { .. } => self.levels[usize::from(exponent).min(LEVELS - 1)],
        }
    }

    /// Whether this is a money cube that can be doubled at least `doubles` times.
    pub(crate) const fn can_be_doubled(&self, cube: Cube, doubles: u8) -> bool {
        matches!(self.scoring, Scoring::Money { .. }) && self.doubles_left(cube.exponent()) >= doubles
    }

    /// The same model without a limit on the cube.
    pub(crate) const fn without_limit(&self) -> Self {
        Self { most_exponent: Cube::MOST_EXPONENT, ..*self }
    }

    /// The number of times that a cube of this value can be doubled before it is dead for both sides; at most
    /// [`FAR_FROM_LIMIT`] for money.
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

    /// The cash points of a live cube of this value, ignoring who owns it.
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

    /// The average values of the ends of the game with a cube, and its cash points: all that the live and dead values need.
    fn curve(&self, cube: Cube, rates: &GammonRates) -> (Ends, CashPoints) {
        let level = self.level(cube.exponent(), 0);
        let is_single =
            matches!(self.scoring, Scoring::Money { jacoby: true, .. }) && cube.owner() == CubeOwner::Centre;
        let ends = if is_single { level.single() } else { level }.ends(rates);
        (ends, self.cash_points(cube.exponent(), rates).with_owner(cube.owner(), &ends))
    }

    /// The value of a position if the player on roll does not double this turn: points per unit of the cube, or
    /// match-winning chance. `efficiency` is in [0, 1]: 0 is a dead cube, 1 a live one.
    #[must_use]
    pub fn no_double(&self, outcome: Outcome, cube: Cube, efficiency: f64) -> f64 {
        self.no_double_of(f64::from(outcome.win), &GammonRates::of(outcome), cube, efficiency)
    }

    fn no_double_of(&self, win: f64, rates: &GammonRates, cube: Cube, efficiency: f64) -> f64 {
        let (ends, cash_points) = self.curve(cube, rates);
        interpolate(win, &ends, cash_points, efficiency)
    }

    /// The value of a position when the player on roll may double and both sides decide best, in the units of
    /// [`CubeModel::no_double`].
    #[must_use]
    pub fn value(&self, outcome: Outcome, cube: Cube, efficiency: f64) -> f64 {
        let (win, rates) = (f64::from(outcome.win), GammonRates::of(outcome));
        self.value_by(cube, |cube| self.no_double_of(win, &rates, cube, efficiency))
    }

    /// The value of each cube decision, and the right one.
    ///
    /// If the player on roll may not double, the values of a double are computed as if they might.
    #[must_use]
    pub fn decide(&self, outcome: Outcome, cube: Cube, efficiency: f64) -> CubeDecision {
        let (win, rates) = (f64::from(outcome.win), GammonRates::of(outcome));
        self.decide_by(cube, |cube| self.no_double_of(win, &rates, cube, efficiency))
    }

    /// Like [`CubeModel::decide`], with values from the caller, for example from a search.
    ///
    /// `no_double` returns the value of the position, without a double this turn, for a given cube. It is called with `cube`
    /// and with the cubes of [`CubeModel::answers`].
    #[must_use]
    pub fn decide_by(&self, cube: Cube, no_double: impl Fn(Cube) -> f64) -> CubeDecision {
        let (take, beaver) = self.double_by(cube, &no_double);
        let (may_double, pass) = (self.may_double(cube), self.double_pass(cube));
        CubeDecision::new(may_double, no_double(cube), take, pass, beaver, self.unit(cube))
    }

    /// Like [`CubeModel::value`], with values from the caller; `no_double` is as in [`CubeModel::decide_by`].
    ///
    /// If the player on roll may not double, it is called with `cube` alone.
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

    /// The values of a double that is taken and of one that is beavered, in units of the cube before the double.
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

    /// The cube after each answer to a double. The doubler's opponent owns each of them (R7.6), and none is beyond the limit
    /// (R7.7).
    #[must_use]
    pub fn answers(&self, cube: Cube) -> Answers {
        let turned = |doubles: u8, is_allowed: bool| {
            let is_possible = is_allowed && cube.exponent() + doubles <= self.most_exponent;
            is_possible.then(|| self.canonical(Cube::new(cube.exponent() + doubles, CubeOwner::Opponent)))
        };
        let (beavers, raccoons) = match self.scoring {
            Scoring::Money { beavers, raccoons, .. } => (beavers, beavers && raccoons),
            Scoring::Match { .. } => (false, false),
        };
        Answers { taken: self.canonical(cube.doubled()), beavered: turned(2, beavers), raccooned: turned(3, raccoons) }
    }

    /// The canonical cube equivalent to this one: every position is worth the same with it, in units of the cube.
    ///
    /// Far from the limit, money cubes differ only in owner. In a match, a cube that neither side can turn is treated as
    /// centred.
    #[must_use]
    pub fn canonical(&self, cube: Cube) -> Cube {
        let (own, opponent) = self.may_turn(cube.exponent());
        match self.scoring {
            Scoring::Money { .. } if self.doubles_left(cube.exponent()) == FAR_FROM_LIMIT => Cube::new(0, cube.owner()),
            Scoring::Match { .. } if !own && !opponent => Cube::new(cube.exponent(), CubeOwner::Centre),
            _ => cube,
        }
    }

    /// Clamps a match-winning chance to [0, 1], which rounding errors may have left; money values are unchanged.
    pub(crate) const fn in_range(&self, value: f64) -> f64 {
        match self.scoring {
            Scoring::Money { .. } => value,
            Scoring::Match { .. } => value.clamp(0.0, 1.0),
        }
    }

    /// The value for the other side.
    #[must_use]
    pub const fn as_opponent(&self, value: f64) -> f64 {
        match self.scoring {
            Scoring::Money { .. } => -value,
            Scoring::Match { .. } => 1.0 - value,
        }
    }

    /// Converts a value with a doubled cube to units of the cube before the double.
    #[must_use]
    pub const fn after_double(&self, value: f64) -> f64 {
        match self.scoring {
            Scoring::Money { .. } => 2.0 * value,
            Scoring::Match { .. } => value,
        }
    }

    /// The value of a double that is passed.
    #[must_use]
    pub fn double_pass(&self, cube: Cube) -> f64 {
        self.level(cube.exponent(), 0).win[0]
    }

    /// The value of one point of equity: half the difference between winning and losing a single game at the cube's value.
    #[must_use]
    pub fn unit(&self, cube: Cube) -> f64 {
        let Level { win: [win, ..], lose: [lose, ..] } = self.level(cube.exponent(), 0);
        0.5 * (win - lose)
    }

    /// Converts a value to equity: 1 is a single game won at the cube's value, and -1 one lost. For money they are the same.
    #[must_use]
    pub fn equity(&self, value: f64, cube: Cube) -> f64 {
        let Level { win: [win, ..], lose: [lose, ..] } = self.level(cube.exponent(), 0);
        if win > lose { 2.0 * (value - lose) / (win - lose) - 1.0 } else { 0.0 }
    }

    /// Converts an equity to a value: the inverse of [`CubeModel::equity`].
    #[must_use]
    pub fn value_of_equity(&self, equity: f64, cube: Cube) -> f64 {
        let Level { win: [win, ..], lose: [lose, ..] } = self.level(cube.exponent(), 0);
        lose + 0.5 * (equity + 1.0) * (win - lose)
    }

    /// The gammon value: what a gammon adds to a single win, relative to the difference between a single win and a single loss.
    ///
    /// It is 1/2 for money, and 0 where gammons do not count.
    #[must_use]
    pub fn gammon_value(&self, cube: Cube) -> f64 {
        let (ends, _) = self.curve(cube, &GammonRates::new(1.0, 0.0, 0.0, 0.0));
        if ends.cash > ends.drop { (ends.win - ends.cash) / (ends.cash - ends.drop) } else { 0.0 }
    }

    /// The winning chances at which cube decisions change, for given gammon rates.
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
        // All values are linear between these.
        let bends = [cash_points.opponent, cash_points.own, cash_points_after.opponent, cash_points_after.own];
        CubePoints {
            take: None,
            double: first_reached(&bends, |win| double_take(win) - no_double(win)),
            cash: first_reached(&bends, |win| double_take(win) - pass),
            too_good: first_reached(&bends, |win| no_double(win) - pass),
        }
    }
}

/// Computes a match equity table between equal players with the cube model itself.
///
/// `start` is the outcome of a game from its first position, before the first roll, when nobody may double. `first_turns` are
/// the positions, with their weights, in which the trailing player may first double after the Crawford game. There they
/// double and the leader passes, each where that is better for them; so the leader's free drop is counted.
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

/// Whether a single win at this cube value wins the match for a player who needs `away` points.
const fn is_enough_for(away: u16, exponent: u8) -> bool {
    exponent >= 16 || away as u32 <= 1 << exponent
}
