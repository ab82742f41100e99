//! The advice of the author of a scenario: missions for groups, by turn.
//!
//! A system resolves the rows when a game is set up and keeps them on its board, since they never change. Which of them are in
//! force follows from the position and the plan that a player has drawn, and from nothing else.

mod rows;

use std::ops::RangeInclusive;

use super::{Command, Mission, Objective, Plan, Posture};
use crate::game::{Chance, Side};
use crate::kit::place::Place;
use crate::play::Dice;

/// The advice of a scenario for the computer players of both sides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScenarioAdvice {
    sides: [SideAdvice; 2],
}

/// The advice for a side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct SideAdvice {
    /// The plans of the author by name, each with its share.
    plans: Vec<(String, u16)>,
    /// The orders by group; of those for a group, the first one in force counts.
    orders: Vec<AdvisedOrder>,
    objectives: Vec<AdvisedObjective>,
}

/// The time in which a row is in force.
#[derive(Clone, Debug, PartialEq, Eq)]
struct AdviceTerm {
    turns: RangeInclusive<u16>,
    /// The number of the plan to which the row belongs; `None` if it belongs to all.
    plan: Option<usize>,
    /// The places all of which the side has to control to end the row; empty if nothing ends it.
    until: Vec<Place>,
}

/// A place that a row names, with all its hexes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct AdvisedPlace {
    name: String,
    spots: Vec<Place>,
}

/// An order for a group.
#[derive(Clone, Debug, PartialEq, Eq)]
struct AdvisedOrder {
    group: usize,
    /// The scope of the row: 0 for units, 1 for formations, 2 for the side.
    scope: u8,
    term: AdviceTerm,
    /// The posture; `None` for a group that is free.
    posture: Option<Posture>,
    goal: AdvisedPlace,
    is_binding: bool,
}

/// An objective with its worth to the side in victory points.
#[derive(Clone, Debug, PartialEq, Eq)]
struct AdvisedObjective {
    goal: AdvisedPlace,
    points: i32,
    term: AdviceTerm,
}

impl ScenarioAdvice {
    /// Returns `true` without any advice.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.sides.iter().all(|side| side.orders.is_empty() && side.objectives.is_empty())
    }
}

impl AdviceTerm {
    /// Returns `true` if a row of `side` is in force for a player that follows the plan `drawn`.
    fn is_now<G: Command>(&self, game: &G, side: Side, drawn: Option<usize>) -> bool {
        let is_over = || !self.until.is_empty() && self.until.iter().all(|at| game.controller(*at) == Some(side));
        self.turns.contains(&game.turn_number()) && self.plan.is_none_or(|plan| drawn == Some(plan)) && !is_over()
    }
}

impl AdvisedOrder {
    /// Returns the mission in the position; `None` if the group is free. A place of several hexes is taken hex by hex.
    fn mission<G: Command>(&self, game: &G, side: Side) -> Option<Mission> {
        let posture = self.posture?;
        let lacks = |at: &&Place| posture == Posture::Take && game.controller(**at) != Some(side);
        let at = self.goal.spots.iter().find(lacks).or(self.goal.spots.first())?;
        Some(Mission { posture, at: *at })
    }
}

/// The missions that the author gives the groups of a side in a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AdvisedPlan {
    /// The missions.
    pub plan: Plan,
    /// The groups whose missions are binding, in order. A group that is bound to be free has none.
    pub bound: Vec<usize>,
}

impl AdvisedPlan {
    /// Returns `plan` with the binding missions.
    pub(super) fn bind(&self, plan: Plan) -> Plan {
        self.bound.iter().fold(plan, |plan, group| plan.with(*group, self.plan.mission(*group)))
    }
}

/// The reader of the advice for one player. The plan of the author that it follows is the same during the whole game.
#[derive(Clone, Debug)]
pub struct Advisor {
    dice: Dice,
}

impl Advisor {
    /// Creates the advisor of a player that was made with `dice`, which draw the plan of the author.
    pub fn new(dice: &Dice) -> Self {
        Self { dice: dice.clone() }
    }

    /// Returns the missions that the author gives the groups of `side` in the position.
    pub fn plan<G: Command>(&self, game: &G, side: Side) -> AdvisedPlan {
        let advice = &game.advice().sides[side.index()];
        let mut advised = AdvisedPlan::default();
        if advice.orders.is_empty() {
            return advised;
        }
        let drawn = self.draw(advice);
        let mut last = None;
        for order in &advice.orders {
            if last == Some(order.group) || !order.term.is_now(game, side, drawn) {
                continue;
            }
            last = Some(order.group);
            advised.plan = advised.plan.with(order.group, order.mission(game, side));
            if order.is_binding {
                advised.bound.push(order.group);
            }
        }
        advised
    }

    /// Adds to `into` the objectives that the author names for `side`, and those of its orders, which are worth nothing by
    /// themselves.
    pub(super) fn add_objectives<G: Command>(&self, game: &G, side: Side, into: &mut Vec<Objective>) {
        let advice = &game.advice().sides[side.index()];
        if advice.orders.is_empty() && advice.objectives.is_empty() {
            return;
        }
        let drawn = self.draw(advice);
        let point = game.worth_of_point();
        let named = advice.objectives.iter().map(|row| (&row.goal, &row.term, row.points * point));
        let ordered = advice.orders.iter().map(|row| (&row.goal, &row.term, 0));
        for (goal, term, worth) in named.chain(ordered) {
            if !term.is_now(game, side, drawn) {
                continue;
            }
            for place in &goal.spots {
                let known = into.iter().position(|known| known.place == *place).unwrap_or_else(|| {
                    let (name, holder) = (goal.name.clone(), game.controller(*place));
                    into.push(Objective { place: *place, name, worth: [0; 2], holder });
                    into.len() - 1
                });
                into[known].worth[side.index()] += worth;
            }
        }
    }

    /// Returns the number of the plan that the player follows; `None` if the author has none.
    fn draw(&self, advice: &SideAdvice) -> Option<usize> {
        let all = advice.plans.iter().fold(0_u16, |all, (_, share)| all.saturating_add(*share));
        if all == 0 {
            return None;
        }
        // Other numbers than those of the first choice.
        let seed = self.dice.clone().pick(Chance::Draw { from: u16::MAX });
        let mut left = Dice::named(seed.into(), "plan of the author").pick(Chance::Draw { from: all });
        advice.plans.iter().position(|(_, share)| match left.checked_sub(*share) {
            None => true,
            Some(rest) => {
                left = rest;
                false
            }
        })
    }
}

#[cfg(test)]
mod tests;
