//! Bear-offs beyond the tables, solved when they are needed: all positions that one position can lead to, for given stakes.
//!
//! Positions with few checkers, or with all checkers on low points, lead to few others. They are solved by the same recursion
//! as [`TwoSided`](super::TwoSided), for any scoring: at a match score, with a limit on the cube, with beavers. As there, both
//! sides have borne off a checker, so gammons are impossible.
//!
//! # Example
//!
//! ```
//! use gammon::eval::Table;
//! use gammon::exact::Reachable;
//! use gammon::parallel::Control;
//! use gammon::{Cube, CubeModel, MatchEquityTable, Position, Scoring};
//!
//! // Ten checkers on each ace point.
//! let mut side = [0; 26];
//! (side[0], side[1]) = (5, 10);
//! let position = Position::new(&side, &side)?;
//! let met = MatchEquityTable::new(&[[0.5]], [&[0.5], &[0.5]])?;
//! let model = CubeModel::new(Scoring::MONEY, Cube::MOST_EXPONENT, &met);
//! let solved = Reachable::solve(position, (&model, Cube::START), &Control::default()).expect("few positions");
//! let value = solved.no_double(position, &model, Cube::START).expect("the position is one of them");
//! assert!((value - 0.7043).abs() < 5e-5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::sync::Arc;

use crate::eval::{Evaluator, Table};
use crate::exact::FAR_FROM_LIMIT;
use crate::exact::plays::Plays;
use crate::memory::{self, Halt};
use crate::outcome::{Outcome, Win};
use crate::parallel::Control;
use crate::point::{OFF, PLACES};
use crate::position::{Position, Side};
use crate::value::{Cube, CubeModel};

/// The highest point of the home board.
const HOME: usize = 6;

/// The largest number of positions to solve, times [`Group`]s. They take about half a second.
const MOST: u64 = 1_200_000;

/// The number of values in a group.
const LANES: usize = 4;

/// Values that are compared and added up together.
type Group = [f64; LANES];

/// The largest number of groups of a position.
const MOST_GROUPS: usize = 4;

/// The solved positions that one position can lead to.
#[derive(Debug, Clone)]
pub struct Reachable {
    /// With the player on roll in the first position on roll, then with the opponent on roll.
    seats: [Seat; 2],
}

/// The positions with one of the players on roll, by this player's arrangement, then by the opponent's.
#[derive(Debug, Clone)]
struct Seat {
    /// The arrangements of this player's checkers, sorted by pip count, then as integers. The first has no checker on the board.
    sides: Vec<Side>,
    plays: Plays,
    /// The model for which values are asked, from this player's point of view.
    asked: CubeModel,
    /// The same, without the limit on the cube if that is far away: with it, too many cubes would differ.
    model: CubeModel,
    /// All canonical cubes that can arise.
    cubes: Vec<Cube>,
    /// The number of groups of a position: the winning chance without a cube is the first value, then there is one per cube.
    groups: usize,
    /// Values without a double this turn.
    no_double: Vec<Group>,
    /// What the position is worth to the opponent, who has just moved, with each of the opponent's cubes.
    ///
    /// Positions in which the opponent has borne off the last checker are included.
    to_opponent: Vec<Group>,
}

impl Reachable {
    /// Solves a position and all that it can lead to.
    ///
    /// `None` if the position is not a bear-off in which both sides have borne off a checker, if it leads to too many
    /// positions, or if `control` was stopped.
    #[must_use]
    pub fn solve(position: Position, (model, cube): (&CubeModel, Cube), control: &Control) -> Option<Self> {
        let (own, opponent) = (position.own(), position.opponent());
        if !position.is_bearoff() || own.count(OFF) == 0 || opponent.count(OFF) == 0 {
            return None;
        }
        let asked = [*model, model.swap()];
        let is_far = model.can_be_doubled(cube, FAR_FROM_LIMIT);
        let models = if is_far { asked.map(|model| model.without_limit()) } else { asked };
        let cubes = cubes(&models, cube)?;
        let groups = cubes.each_ref().map(|cubes| (cubes.len() + 1).div_ceil(LANES));
        let most = groups[0].max(groups[1]);
        if most > MOST_GROUPS || arrangements(own) * arrangements(opponent) * most as u64 > MOST {
            return None;
        }
        Self::of([own, opponent], &asked, &models, &cubes, groups, control).ok()
    }

    fn of(
        first: [Side; 2],
        asked: &[CubeModel; 2],
        models: &[CubeModel; 2],
        cubes: &[Vec<Cube>; 2],
        groups: [usize; 2],
        control: &Control,
    ) -> Result<Self, Halt> {
        let sides = first.map(sides);
        let count = sides[0].len() * sides[1].len();
        let seat = |who: usize| -> Result<Seat, Halt> {
            let sides = sides[who].clone();
            // What the opponent wins by bearing off the last checker.
            let mut lost = [[0.0; LANES]; MOST_GROUPS];
            lost.as_flattened_mut()[0] = 1.0;
            for (lost, &cube) in lost.as_flattened_mut()[1..].iter_mut().zip(&cubes[1 - who]) {
                *lost = models[1 - who].no_double(Outcome::won(Win::Single), cube, 0.0);
            }
            let mut to_opponent = memory::try_filled([0.0; LANES], count * groups[1 - who])?;
            for row in to_opponent.chunks_mut(count / sides.len() * groups[1 - who]) {
                row[..groups[1 - who]].copy_from_slice(&lost[..groups[1 - who]]);
            }
            Ok(Seat {
                plays: Plays::new(&sides, |side| index(&sides, side).expect("every result of a play is listed"))?,
                asked: asked[who],
                model: models[who],
                cubes: cubes[who].clone(),
                groups: groups[who],
                no_double: memory::try_filled([0.0; LANES], count * groups[who])?,
                to_opponent,
                sides,
            })
        };
        let mut solved = Self { seats: [seat(0)?, seat(1)?] };
        for own in 1..sides[0].len() {
            if control.is_stopped() {
                return Err(Halt::Stopped);
            }
            // A position's values depend on those with the opponent on roll against an arrangement of a lower index.
            for opponent in 1..sides[1].len() {
                let [first, second] = &mut solved.seats;
                first.fill(own, opponent, second);
                second.fill(opponent, own, first);
            }
        }
        Ok(solved)
    }

    /// The values without a double of a position with this player on roll, if it is one of those solved: first the winning
    /// chance, then one per cube.
    fn find(&self, who: usize, position: Position) -> Option<&[f64]> {
        let (seat, other) = (&self.seats[who], &self.seats[1 - who]);
        let (own, opponent) = (index(&seat.sides, position.own())?, index(&other.sides, position.opponent())?);
        let at = (own * other.sides.len() + opponent) * seat.groups;
        (own != 0 && opponent != 0).then(|| seat.no_double[at..at + seat.groups].as_flattened())
    }
}

impl Table for Reachable {
    fn farthest(&self) -> usize {
        HOME
    }

    fn outcome(&self, position: Position) -> Option<Outcome> {
        let values = self.find(0, position).or_else(|| self.find(1, position))?;
        Some(Outcome { win: values[0] as f32, ..Outcome::default() })
    }

    fn no_double(&self, position: Position, model: &CubeModel, cube: Cube) -> Option<f64> {
        [0, 1].into_iter().find_map(|who| {
            let seat = &self.seats[who];
            if seat.asked != *model {
                return None;
            }
            let cube = seat.model.canonical(cube);
            let place = seat.cubes.iter().position(|&other| other == cube)?;
            Some(self.find(who, position)?[1 + place])
        })
    }
}

impl Seat {
    /// Computes the values of a position from those after the best plays, with the other player on roll.
    fn fill(&mut self, own: usize, opponent: usize, other: &Self) {
        let groups = self.groups;
        let mut sums = [[0.0; LANES]; MOST_GROUPS];
        let after_play = &other.to_opponent[opponent * self.sides.len() * groups..][..self.sides.len() * groups];
        for (weight, after) in self.plays.of(own) {
            let mut best = [[f64::NEG_INFINITY; LANES]; MOST_GROUPS];
            for &after in after {
                let values = &after_play[after as usize * groups..][..groups];
                for (best, values) in best.iter_mut().zip(values) {
                    for (best, value) in best.iter_mut().zip(values) {
                        *best = if *value > *best { *value } else { *best };
                    }
                }
            }
            for (sums, best) in sums[..groups].iter_mut().zip(best) {
                for (sum, best) in sums.iter_mut().zip(best) {
                    *sum += weight * best;
                }
            }
        }
        sums.as_flattened_mut().iter_mut().for_each(|sum| *sum /= 36.0);
        let at = own * other.sides.len() + opponent;
        self.no_double[at * groups..][..groups].copy_from_slice(&sums[..groups]);
        let no_double = &sums.as_flattened()[..=self.cubes.len()];
        let to_opponent = self.to_opponent[at * other.groups..][..other.groups].as_flattened_mut();
        to_opponent[0] = 1.0 - no_double[0];
        let model = &self.model;
        let place = |cube| {
            let place = self.cubes.iter().position(|&other| other == model.canonical(cube));
            1 + place.expect("every cube that can arise is listed")
        };
        for (to_opponent, cube) in to_opponent[1..].iter_mut().zip(&other.cubes) {
            let cube = model.canonical(cube.swap());
            *to_opponent = model.as_opponent(model.value_by(cube, |cube| no_double[place(cube)]));
        }
    }
}

/// The number of arrangements that one leads to, and of a few that it does not: those with no more checkers than it beyond any
/// point.
fn arrangements(side: Side) -> u64 {
    // `ways[n]`: arrangements of the points considered so far, from the highest down, with `n` checkers on them.
    let mut ways = vec![1];
    let mut most = 0;
    for point in (1..=HOME).rev() {
        most += usize::from(side.count(point));
        let mut sum = 0;
        ways = (0..=most)
            .map(|checkers| {
                sum += ways.get(checkers).unwrap_or(&0);
                sum
            })
            .collect();
    }
    ways.iter().sum()
}

/// All of these arrangements, sorted.
fn sides(first: Side) -> Vec<Side> {
    /// Places checkers on `point` and those below. `left` of the checkers that `first` has on `point` or beyond are not placed.
    fn extend(counts: &mut [u8; PLACES], point: usize, left: u8, first: Side, found: &mut Vec<Side>) {
        if point == OFF {
            counts[OFF] = left;
            found.push(Side::from_counts(counts));
            return;
        }
        for checkers in 0..=left {
            counts[point] = checkers;
            extend(counts, point - 1, left - checkers + first.count(point - 1), first, found);
        }
        counts[point] = 0;
    }
    let mut found = Vec::new();
    extend(&mut [0; PLACES], HOME, first.count(HOME), first, &mut found);
    found.sort_by_key(|&side| key(side));
    found
}

/// Returns the evaluator for the analysis of one position with a cube.
///
/// It has the position's solution, if the evaluator has tables none of which has its value, and the position leads to few
/// others.
#[must_use]
pub fn with_solution(
    evaluator: &Evaluator,
    position: Position,
    (model, cube): (&CubeModel, Cube),
    control: &Control,
) -> Evaluator {
    // A double is compared with no double, so the value of one alone is not enough.
    let doubled = model.may_double(cube).then(|| model.answers(cube).taken);
    let mut cubes = [Some(model.canonical(cube)), doubled].into_iter().flatten();
    let is_known = cubes.all(|cube| evaluator.exact_value(position, model, cube).is_some());
    if position.is_over() || !evaluator.has_tables() || is_known {
        return evaluator.clone();
    }
    let solved = Reachable::solve(position, (model, cube), control);
    solved.map_or_else(|| evaluator.clone(), |solved| evaluator.with_table_first(Arc::new(solved)))
}

/// Finds an arrangement among sorted ones.
fn index(sides: &[Side], side: Side) -> Option<usize> {
    sides.binary_search_by_key(&key(side), |&other| key(other)).ok()
}

fn key(side: Side) -> (u16, Side) {
    (side.pip_count(), side)
}

/// All canonical cubes that can arise from one, with either player on roll; `None` if there are too many.
fn cubes(models: &[CubeModel; 2], first: Cube) -> Option<[Vec<Cube>; 2]> {
    let mut found = [Vec::new(), Vec::new()];
    let mut open = vec![(0, models[0].canonical(first))];
    while let Some((who, cube)) = open.pop() {
        if found[who].contains(&cube) {
            continue;
        }
        found[who].push(cube);
        if found[who].len() >= LANES * MOST_GROUPS {
            return None;
        }
        open.push((1 - who, models[1 - who].canonical(cube.swap())));
        // The values of a double are asked for even if the player may not double.
        if who == 0 && cube == models[0].canonical(first) || models[who].may_double(cube) {
            open.extend(models[who].answers(cube).cubes().map(|cube| (who, cube)));
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrangements_are_counted_before_they_are_listed() {
        for placed in [&[(1, 10)][..], &[(6, 6)], &[(1, 3), (2, 2), (4, 1), (6, 2)], &[(3, 5)]] {
            let mut counts = [0; PLACES];
            counts[OFF] = 15;
            for &(point, checkers) in placed {
                counts[point] = checkers;
                counts[OFF] -= checkers;
            }
            let side = Side::from_counts(&counts);
            let listed = sides(side);
            assert_eq!(arrangements(side), listed.len() as u64);
            assert_eq!((listed[0].count(OFF), listed.last()), (15, Some(&side)));
        }
        let mut six = [0; PLACES];
        (six[OFF], six[6]) = (9, 6);
        assert_eq!(arrangements(Side::from_counts(&six)), 924, "all arrangements of up to six checkers at home");
    }
}
