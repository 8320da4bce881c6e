//! Whether to double and how to answer, once it is known what each decision is worth.
//!
//! # Example
//!
//! ```
//! use gammon::{CubeAction, CubeDecision};
//!
//! // Taking costs the opponent more than passing: they pass, and a double is worth a point.
//! let decision = CubeDecision::new(true, 0.9, 1.1, 1.0, None, 1.0);
//! assert_eq!(decision.action, CubeAction::DoublePass);
//! assert!(decision.is_pass());
//! assert_eq!(decision.value(), 1.0);
//! ```

/// Values that differ by less than this share of the unit of the cube are a tie, here and nowhere else.
///
/// It is what a search can tell apart. Probabilities are in single precision, and the means over 21 rolls at each of three
/// plies leave errors of about 1e-6. But the plays on the way are chosen for each cube by itself, by what the evaluator alone
/// says, so that values that are the same differ by up to 8e-5 at two plies (at the start, 5 away after the Crawford game).
const TIE: f64 = 1e-4;

/// What the player on roll should do about the cube, and his opponent about a double.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CubeAction {
    /// He may not double.
    Unavailable,
    /// Not double; a double would be taken.
    NoDouble,
    /// Not double; a double would be beavered.
    NoDoubleBeaver,
    /// Double or not, which is the same; a double is taken.
    OptionalDoubleTake,
    /// Double or not, which is the same; a double is passed.
    OptionalDoublePass,
    /// Double; the opponent takes.
    DoubleTake,
    /// Double; the opponent beavers.
    DoubleBeaver,
    /// Double; the opponent passes.
    DoublePass,
    /// Not double, as playing on is worth more than the pass; a double would be taken.
    TooGoodTake,
    /// Not double, as playing on is worth more than the pass; a double would be passed.
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

/// What the doubler answers to a beaver (R7.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BeaverAnswer {
    /// Play on with the cube at four times its value before the double.
    Take,
    /// Lose the game at twice that value.
    Pass,
    /// Redouble once more; the beaverer keeps the cube.
    Raccoon,
}

/// What a raccoon is worth to the doubler, in units of the cube before the double.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Raccoon {
    /// If it is taken.
    pub take: f64,
    /// If it is passed.
    pub pass: f64,
}

impl Raccoon {
    /// What it is worth when the opponent gives the best answer.
    #[must_use]
    pub const fn value(&self) -> f64 {
        self.take.min(self.pass)
    }
}

/// What a double that is beavered is worth to the doubler by the doubler's answer, in units of the cube before the double.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Beaver {
    /// If the beaver is taken.
    pub take: f64,
    /// If it is passed.
    pub pass: f64,
    /// If it is answered with a raccoon, where that is allowed.
    pub raccoon: Option<Raccoon>,
}

impl Beaver {
    /// What it is worth when both sides give the best answers.
    #[must_use]
    pub fn value(&self) -> f64 {
        let answered = self.take.max(self.pass);
        self.raccoon.map_or(answered, |raccoon| answered.max(raccoon.value()))
    }

    /// The best answer; of answers that tie, a take before a pass and that before a raccoon.
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

/// What each decision about the cube is worth to the player on roll: points per unit of the cube for money, match-winning
/// chances in a match.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CubeDecision {
    /// Playing on without a double this turn.
    pub no_double: f64,
    /// A double that is taken.
    pub double_take: f64,
    /// A double that is passed.
    pub double_pass: f64,
    /// A double that is beavered, where beavers are allowed.
    pub beaver: Option<Beaver>,
    /// What is right.
    pub action: CubeAction,
    /// Whether the opponent's best two answers to a double are worth the same.
    pub answers_tie: bool,
    is_pass: bool,
}

impl CubeDecision {
    /// Decides by what each decision is worth, however it was found. `unit` is how much of it an equity of 1 is
    /// ([`CubeModel::unit`](super::CubeModel::unit)).
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

    /// Whether the opponent loses by answering a double with anything but a pass.
    #[must_use]
    pub const fn is_pass(&self) -> bool {
        self.is_pass
    }

    /// A double that is beavered, where beavers are allowed, when both sides give the best answers to that.
    #[must_use]
    pub fn double_beaver(&self) -> Option<f64> {
        self.beaver.map(|beaver| beaver.value())
    }

    /// What a double is worth when the opponent gives the best answer.
    #[must_use]
    pub fn double(&self) -> f64 {
        let taken = self.double_take.min(self.double_pass);
        self.double_beaver().map_or(taken, |beaver| beaver.min(taken))
    }

    /// What the position is worth when both sides decide best.
    #[must_use]
    pub fn value(&self) -> f64 {
        if self.action == CubeAction::Unavailable { self.no_double } else { self.no_double.max(self.double()) }
    }
}
