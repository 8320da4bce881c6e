//! The right cube action, given the value of each decision.
//!
//! # Example
//!
//! ```
//! use gammon::{CubeAction, CubeDecision};
//!
//! // Taking costs the opponent more than passing: they pass, and the double wins one point.
//! let decision = CubeDecision::new(true, 0.9, 1.1, 1.0, None, 1.0);
//! assert_eq!(decision.action, CubeAction::DoublePass);
//! assert!(decision.is_pass());
//! assert_eq!(decision.value(), 1.0);
//! ```

/// Decisions whose values differ by less than this fraction of the cube's unit are a tie. No other code has a tolerance.
///
/// This is the resolution of a search. Probabilities are in single precision, and averaging over 21 rolls at each of three
/// plies leaves errors of about 1e-6. But the search chooses its plays separately for each cube, by the evaluator alone. So
/// values that should be equal differ by up to 8e-5 at two plies (at the start, 5-away, after the Crawford game).
const TIE: f64 = 1e-4;

/// The right cube action of the player on roll, with the opponent's right answer to a double.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CubeAction {
    /// The player on roll may not double.
    Unavailable,
    /// Do not double; the opponent would take.
    NoDouble,
    /// Do not double; the opponent would beaver.
    NoDoubleBeaver,
    /// Doubling and not doubling are worth the same; the opponent takes.
    OptionalDoubleTake,
    /// Doubling and not doubling are worth the same; the opponent passes.
    OptionalDoublePass,
    /// Double; the opponent takes.
    DoubleTake,
    /// Double; the opponent beavers.
    DoubleBeaver,
    /// Double; the opponent passes.
    DoublePass,
    /// Too good to double: playing on is worth more than cashing. The opponent would take.
    TooGoodTake,
    /// Too good to double: playing on is worth more than cashing. The opponent would pass.
    TooGoodPass,
}

impl CubeAction {
    /// Whether the player on roll loses nothing by doubling.
    #[must_use]
    pub const fn is_double(self) -> bool {
        matches!(
            self,
            Self::OptionalDoubleTake
                | Self::OptionalDoublePass
                | Self::DoubleTake
                | Self::DoubleBeaver
                | Self::DoublePass
        )
    }
}

/// The doubler's answer to a beaver (R7.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BeaverAnswer {
    /// Play on, with the cube at four times its value before the double.
    Take,
    /// Give up the game and lose twice the cube's value before the double.
    Pass,
    /// Redouble again; the opponent keeps the cube.
    Raccoon,
}

/// The value of a raccoon to the doubler, in units of the cube before the double.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Raccoon {
    /// If the opponent takes it.
    pub take: f64,
    /// If the opponent passes it.
    pub pass: f64,
}

impl Raccoon {
    /// The value when the opponent answers best.
    #[must_use]
    pub const fn value(&self) -> f64 {
        self.take.min(self.pass)
    }
}

/// The value to the doubler of each answer to a beaver, in units of the cube before the double.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Beaver {
    /// If the doubler takes the beaver.
    pub take: f64,
    /// If the doubler passes the beaver.
    pub pass: f64,
    /// If the doubler raccoons; `None` where raccoons are not allowed.
    pub raccoon: Option<Raccoon>,
}

impl Beaver {
    /// The value when both sides answer best.
    #[must_use]
    pub fn value(&self) -> f64 {
        let answered = self.take.max(self.pass);
        self.raccoon.map_or(answered, |raccoon| answered.max(raccoon.value()))
    }

    /// The best answer. Ties are broken in the order take, pass, raccoon.
    #[must_use]
    pub fn answer(&self) -> BeaverAnswer {
        let least = self.value() - TIE;
        if self.take >= least {
            BeaverAnswer::Take
        } else if self.pass >= least {
            BeaverAnswer::Pass
        } else {
            BeaverAnswer::Raccoon
        }
    }
}

/// The value of each cube decision to the player on roll, and the right one.
///
/// Values are in points per unit of the cube for money, and match-winning chances in a match.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CubeDecision {
    /// Not doubling this turn.
    pub no_double: f64,
    /// Doubling, if the opponent takes.
    pub double_take: f64,
    /// Doubling, if the opponent passes.
    pub double_pass: f64,
    /// Doubling, if the opponent beavers; `None` where beavers are not allowed.
    pub beaver: Option<Beaver>,
    /// The right cube action.
    pub action: CubeAction,
    /// Whether the opponent's two best answers to a double are worth the same.
    pub answers_tie: bool,
    is_pass: bool,
}

impl CubeDecision {
    /// Finds the right action from the value of each decision, from whatever source.
    ///
    /// `unit` is the value of one point of equity, from [`CubeModel::unit`](super::CubeModel::unit).
    #[must_use]
    pub fn new(
        may_double: bool,
        no_double: f64,
        double_take: f64,
        double_pass: f64,
        beaver: Option<Beaver>,
        unit: f64,
    ) -> Self {
        use CubeAction as Is;
        let tie = TIE * unit;
        let beavered = beaver.map_or(f64::INFINITY, |beaver| beaver.value());
        let is_beaver = beavered < double_take.min(double_pass) - tie;
        let is_pass = !is_beaver && double_take > double_pass + tie;
        let doubled = double_take.min(double_pass).min(beavered);
        let is_too_good = no_double > double_pass + tie;
        let action = if !may_double {
            Is::Unavailable
        } else if !is_beaver && (no_double - doubled).abs() <= tie {
            if is_pass { Is::OptionalDoublePass } else { Is::OptionalDoubleTake }
        } else if no_double < doubled {
            match (is_beaver, is_pass) {
                (true, _) => Is::DoubleBeaver,
                (_, true) => Is::DoublePass,
                _ => Is::DoubleTake,
            }
        } else {
            match (is_beaver, is_pass) {
                (true, _) => Is::NoDoubleBeaver,
                (_, true) => Is::TooGoodPass,
                _ if is_too_good => Is::TooGoodTake,
                _ => Is::NoDouble,
            }
        };
        let as_good =
            [double_take, double_pass, beavered].into_iter().filter(|&answer| answer <= doubled + tie).count();
        Self { no_double, double_take, double_pass, beaver, action, answers_tie: as_good > 1, is_pass }
    }

    /// Whether a pass is the opponent's only right answer to a double.
    #[must_use]
    pub const fn is_pass(&self) -> bool {
        self.is_pass
    }

    /// The value of a double that is beavered and then played best by both sides; `None` where beavers are not allowed.
    #[must_use]
    pub fn double_beaver(&self) -> Option<f64> {
        self.beaver.map(|beaver| beaver.value())
    }

    /// The value of a double when the opponent answers best.
    #[must_use]
    pub fn double(&self) -> f64 {
        let taken = self.double_take.min(self.double_pass);
        self.double_beaver().map_or(taken, |beaver| beaver.min(taken))
    }

    /// The value of the position when both sides make their best decisions.
    #[must_use]
    pub fn value(&self) -> f64 {
        if self.action == CubeAction::Unavailable { self.no_double } else { self.no_double.max(self.double()) }
    }
}
