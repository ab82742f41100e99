//! The resolution of the rows of a scenario.

use std::collections::BTreeMap;

use battlewright_schema::{AdviceObjective, AdvicePosture, AdviceView, Common, Grid, HexId, PlaceId, SideId};

use super::{AdviceTerm, AdvisedObjective, AdvisedOrder, AdvisedPlace, ScenarioAdvice, SideAdvice};
use crate::game::Side;
use crate::kit::place::Place;
use crate::players::plan::Posture;

/// The scope of an order for units.
const UNITS: u8 = 0;
/// The scope of an order for formations.
const FORMATIONS: u8 = 1;
/// The scope of an order for a side.
const SIDE: u8 = 2;

/// The scenario, with the groups of its units.
struct Rows<'a> {
    scenario: &'a dyn Common,
    grid: Option<Grid>,
    sides: Vec<&'a SideId>,
    /// The group of each unit.
    groups: Vec<Option<usize>>,
    /// The number of units in each group of a side.
    sizes: BTreeMap<(usize, usize), usize>,
}

impl ScenarioAdvice {
    /// Resolves the rows of `scenario`, where `group_of` is the [group](crate::players::Command::groups) of the unit with that
    /// number in the order of battle. Rows with unknown names, about which there are findings, are ignored, and so is an order
    /// for a part of a group.
    pub fn new(scenario: &dyn Common, group_of: impl Fn(usize) -> Option<usize>) -> Self {
        let mut advice = Self::default();
        let list = scenario.advice();
        if list.is_empty() {
            return advice;
        }
        let rows = Rows::of(scenario, group_of);
        for row in &list {
            let Some(side) = rows.side(row.side) else { continue };
            rows.add(row, side, &mut advice.sides[side.index()]);
        }
        for side in &mut advice.sides {
            side.orders.sort_by_key(|order| (order.group, order.scope));
            for (_, share) in &mut side.plans {
                *share = (*share).max(1);
            }
        }
        advice
    }
}

impl<'a> Rows<'a> {
    fn of(scenario: &'a dyn Common, group_of: impl Fn(usize) -> Option<usize>) -> Self {
        let sides: Vec<&SideId> = scenario.sides().into_iter().map(|side| side.id).collect();
        let groups: Vec<Option<usize>> = (0..scenario.unit_count()).map(group_of).collect();
        let mut sizes = BTreeMap::new();
        for (unit, group) in groups.iter().enumerate() {
            let side = scenario.unit(unit).and_then(|unit| sides.iter().position(|id| *id == unit.side));
            if let (Some(side), Some(group)) = (side, group) {
                *sizes.entry((side, *group)).or_insert(0) += 1;
            }
        }
        Self { scenario, grid: scenario.grid().ok(), sides, groups, sizes }
    }

    fn side(&self, id: &SideId) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.sides.get(side.index()) == Some(&id))
    }

    fn add(&self, row: &AdviceView<'_>, side: Side, advice: &mut SideAdvice) {
        let plan = row.plan.map(|name| plan(&mut advice.plans, name, row.share));
        let (first, last) = (row.from_turn.map_or(0, u16::from), row.until_turn.map_or(u16::MAX, u16::from));
        let until = row.until.unwrap_or_default().iter().flat_map(|id| self.place(id).spots).collect();
        let term = AdviceTerm { turns: first..=last, plan, until };
        let goal = row.objective().map_or_else(AdvisedPlace::default, |objective| self.goal(objective));
        if let Some(points) = row.worth.filter(|_| !goal.spots.is_empty()) {
            let (goal, term) = (goal.clone(), term.clone());
            advice.objectives.push(AdvisedObjective { goal, points: points.into(), term });
        }
        let Some(posture) = row.posture.map(posture).filter(|posture| posture.is_none() || !goal.spots.is_empty())
        else {
            return;
        };
        for (group, scope) in self.groups_of(row, side) {
            let (goal, term, is_binding) = (goal.clone(), term.clone(), row.binding);
            advice.orders.push(AdvisedOrder { group, scope, term, posture, goal, is_binding });
        }
    }

    /// Returns the groups that a row names as a whole, each with the scope of the row for it.
    fn groups_of(&self, row: &AdviceView<'_>, side: Side) -> Vec<(usize, u8)> {
        let mut named: BTreeMap<usize, (usize, u8)> = BTreeMap::new();
        for unit in self.scenario.advised_units(row) {
            let Some(group) = self.groups.get(unit).copied().flatten() else { continue };
            let formation = self.scenario.formation_of(unit);
            let is_in_formation = row.formations.iter().any(|id| Some(id.as_str()) == formation);
            let scope = if row.is_of_side() {
                SIDE
            } else if is_in_formation {
                FORMATIONS
            } else {
                UNITS
            };
            let (count, of) = named.entry(group).or_insert((0, UNITS));
            *count += 1;
            *of = scope.max(*of);
        }
        let is_whole = |group: usize, count: usize| self.sizes.get(&(side.index(), group)) == Some(&count);
        named
            .into_iter()
            .filter_map(|(group, (count, scope))| is_whole(group, count).then_some((group, scope)))
            .collect()
    }

    fn goal(&self, objective: AdviceObjective<'_>) -> AdvisedPlace {
        match objective {
            AdviceObjective::Place(id) => self.place(id),
            AdviceObjective::Hex(hex) => {
                AdvisedPlace { name: hex.to_string(), spots: self.hex(hex).into_iter().collect() }
            }
            AdviceObjective::Point(point) => AdvisedPlace { name: point.to_string(), spots: vec![Place::At(point.0)] },
        }
    }

    fn hex(&self, hex: &HexId) -> Option<Place> {
        self.grid.as_ref()?.cell(hex).map(Place::Hex)
    }

    /// Returns a place of the map or of the table; one without a name is called by its id.
    fn place(&self, id: &PlaceId) -> AdvisedPlace {
        let called = |name: &str| if name.is_empty() { id.to_string() } else { name.to_owned() };
        if let Some(place) = self.scenario.places().iter().find(|place| place.id == *id) {
            let spots = place.hexes.iter().filter_map(|hex| self.hex(hex)).collect();
            return AdvisedPlace { name: called(&place.name), spots };
        }
        let on_table = self.scenario.table_places();
        on_table.into_iter().find(|(known, ..)| *known == id).map_or_else(AdvisedPlace::default, |(_, name, point)| {
            AdvisedPlace { name: called(name), spots: vec![Place::At(point.0)] }
        })
    }
}

/// Returns the number of the plan with this name, which is added if it is new. The first share that a row gives counts;
/// it is 0 before.
fn plan(plans: &mut Vec<(String, u16)>, name: &str, share: Option<u8>) -> usize {
    let known = plans.iter().position(|(known, _)| known == name).unwrap_or_else(|| {
        plans.push((name.to_owned(), 0));
        plans.len() - 1
    });
    if let (Some(share), (_, of @ 0)) = (share, &mut plans[known]) {
        *of = share.into();
    }
    known
}

/// Returns the posture of a mission; `None` for a group that is free.
fn posture(posture: AdvicePosture) -> Option<Posture> {
    match posture {
        AdvicePosture::Take => Some(Posture::Take),
        AdvicePosture::Hold => Some(Posture::Hold),
        AdvicePosture::Delay => Some(Posture::Delay),
        AdvicePosture::Reserve => Some(Posture::Reserve),
        AdvicePosture::Free => None,
    }
}
