//! The strength of the sides, turn by turn.

use crate::common::start::Start;
use crate::{Counter, Scenario};

/// A number of units with the sums of their ratings and steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strength {
    /// The number of units.
    pub units: u32,
    /// The sum of the ratings on the counters.
    pub rating: u32,
    /// The number of steps; `None` in systems without steps.
    pub steps: Option<u32>,
}

impl std::ops::AddAssign for Strength {
    fn add_assign(&mut self, other: Self) {
        self.units += other.units;
        self.rating += other.rating;
        self.steps = match (self.steps, other.steps) {
            (None, None) => None,
            (one, two) => Some(one.unwrap_or(0) + two.unwrap_or(0)),
        };
    }
}

/// The strength of a side over the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SideStrength {
    /// The strength on the map at the start, in hexes or in setup zones.
    pub start: Strength,
    /// The strength that arrives in each turn, from turn 1.
    pub arrives: Vec<Strength>,
    /// The strength that arrives after the last turn or never.
    pub never: Strength,
}

impl SideStrength {
    /// Returns the total strength by the end of turn `turn` (counted from 1); for 0, the strength at the start.
    pub fn by(&self, turn: usize) -> Strength {
        let mut sum = self.start;
        for arrived in self.arrives.iter().take(turn) {
            sum += *arrived;
        }
        sum
    }
}

/// Returns the strength of each side, in the order of the file. Headquarters and counters that need no start are not counted.
pub fn strength(scenario: &Scenario) -> Vec<SideStrength> {
    let common = scenario.common();
    let sides = common.sides();
    let turns = usize::from(common.turns().count);
    let has_steps = (0..common.unit_count()).any(|at| common.steps(at).is_some());
    let none = Strength { steps: has_steps.then_some(0), ..Strength::default() };
    let side = SideStrength { start: none, arrives: vec![none; turns], never: none };
    let mut all = vec![side; sides.len()];
    for at in (0..common.unit_count()).filter(|at| common.needs_start(Counter::Unit(*at))) {
        let Some(view) = common.unit(at) else { continue };
        let Some(side) = sides.iter().position(|side| side.id == view.side).and_then(|side| all.get_mut(side)) else {
            continue;
        };
        let steps = common.steps(at).map(u32::from);
        let slot = match view.start {
            Start::At(_) | Start::OnTable(_) | Start::Zone(_) => Some(&mut side.start),
            Start::Enters { turn, .. } => usize::from(turn).checked_sub(1).and_then(|turn| side.arrives.get_mut(turn)),
            Start::Nowhere => None,
        };
        *slot.unwrap_or(&mut side.never) += Strength { units: 1, rating: view.rating.into(), steps };
    }
    all
}
