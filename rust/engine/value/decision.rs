//! Whether to double and how to answer, once it is known what each decision is worth.

/// Values that are so near are taken to be equal: the probabilities are in single precision.
const TIE: f64 = 1e-6;

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
    pub double_beaver: Option<f64>,
    /// What is right.
    pub action: CubeAction,
    /// Whether the opponent's best two answers to a double are worth the same.
    pub answers_tie: bool,
}

impl CubeDecision {
    /// Decides by what each decision is worth, however it was found.
    #[must_use]
    pub fn new(may_double: bool, no_double: f64, double_take: f64, double_pass: f64, beaver: Option<f64>) -> Self {
        use CubeAction as Is;
        let is_beaver = beaver.is_some_and(|beaver| beaver < double_take.min(double_pass) - TIE);
        let is_pass = !is_beaver && double_take > double_pass + TIE;
        let doubled = beaver.filter(|_| is_beaver).unwrap_or(if is_pass { double_pass } else { double_take });
        let is_too_good = no_double > double_pass + TIE;
        let action = if !may_double {
            Is::Unavailable
        } else if (no_double - doubled).abs() <= TIE {
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
        let answers_tie = (double_take - double_pass).abs() <= TIE
            || beaver.is_some_and(|beaver| (double_take - beaver).abs() <= TIE && double_take < double_pass);
        Self { no_double, double_take, double_pass, double_beaver: beaver, action, answers_tie }
    }

    /// Whether the opponent loses by answering a double with anything but a pass.
    #[must_use]
    pub fn is_pass(&self) -> bool {
        self.double_take.min(self.double_beaver.unwrap_or(f64::INFINITY)) > self.double_pass + TIE
    }

    /// What a double is worth when the opponent gives the best answer.
    #[must_use]
    pub fn double(&self) -> f64 {
        let taken = self.double_take.min(self.double_pass);
        self.double_beaver.map_or(taken, |beaver| beaver.min(taken))
    }

    /// What the position is worth when both sides decide best.
    #[must_use]
    pub fn value(&self) -> f64 {
        if self.action == CubeAction::Unavailable { self.no_double } else { self.no_double.max(self.double()) }
    }
}
