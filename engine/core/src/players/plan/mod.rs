//! Plans: missions for the groups of a side, chosen by playouts.
//!
//! A group is the part of a side that gets one mission: a formation, or a division of it. A mission is a posture and an
//! objective ([`Mission`]); a group without one plays as the greedy player does. At an order point of its side the
//! [`Planner`] compares plans by greedy games under each of them. The author of a scenario may give missions too
//! ([`ScenarioAdvice`]). A system names its groups, objectives and order points, and appraises choices under a plan
//! ([`Command`]); all else is shared.

mod advice;
mod candidates;
mod contest;
mod planner;
mod posture;
mod thought;
mod trial;
mod turn_budget;

pub use advice::{AdvisedPlan, Advisor, ScenarioAdvice};
pub use planner::Planner;
pub use posture::{Mission, Posture, Standing};
pub(super) use trial::MISSION_TURNS;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::Appraise;
use crate::game::{Side, Turn};
use crate::kit::place::Place;

/// A place that a group may be sent to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objective {
    /// The place.
    pub place: Place,
    /// The name for people: that of the place, or its hex.
    pub name: String,
    /// The worth to each side, at least 0; the unit is that of the system's appraisal.
    pub worth: [i32; 2],
    /// The side that holds it.
    pub holder: Option<Side>,
}

impl Objective {
    /// Adds `place` to `list` with its worth to `side`; of several reasons for a place the best counts.
    pub fn add_to(
        list: &mut Vec<Self>,
        place: Place,
        (side, worth): (Side, i32),
        holder: Option<Side>,
        name: impl FnOnce() -> String,
    ) {
        let known = match list.iter().position(|known| known.place == place) {
            Some(known) => known,
            None => {
                list.push(Self { place, name: name(), worth: [0; 2], holder });
                list.len() - 1
            }
        };
        let worth_to_side = &mut list[known].worth[side.index()];
        *worth_to_side = worth.max(*worth_to_side);
    }
}

/// A decision at which groups may get new missions. It lasts until another one: equal points are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderPoint {
    /// The turn of the game.
    pub turn: u16,
    /// The only group that gets a mission; `None` for all groups of the side.
    pub group: Option<usize>,
}

/// The missions of the groups of one side.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Plan {
    /// The mission of each group by number; a group after the last one is free.
    missions: Vec<Option<Mission>>,
}

impl Plan {
    /// The plan without missions.
    pub const FREE: Self = Self { missions: Vec::new() };

    /// Returns the mission of the group with this number; `None` if it is free.
    pub fn mission(&self, group: usize) -> Option<Mission> {
        self.missions.get(group).copied().flatten()
    }

    /// Returns `true` if no group has a mission.
    pub fn is_free(&self) -> bool {
        self.missions.is_empty()
    }

    /// Returns the plan with another mission of `group`.
    #[must_use]
    pub fn with(&self, group: usize, mission: Option<Mission>) -> Self {
        let mut missions = self.missions.clone();
        missions.resize(missions.len().max(group + 1), None);
        missions[group] = mission;
        Self::of(missions)
    }

    fn of(mut missions: Vec<Option<Mission>>) -> Self {
        while missions.last() == Some(&None) {
            missions.pop();
        }
        Self { missions }
    }

    /// Returns the missions of the side that must choose which count in a position: a reserve is free as soon as an enemy can come
    /// to its objective.
    pub fn in_force<G: Command>(&self, game: &G) -> Cow<'_, Self> {
        let Turn::Choose(side) = game.turn() else { return Cow::Borrowed(self) };
        let is_called =
            |mission: &Mission| mission.posture == Posture::Reserve && game.can_reach(side.other(), mission.at);
        if !self.missions.iter().flatten().any(is_called) {
            return Cow::Borrowed(self);
        }
        let left = self.missions.iter().map(|mission| mission.filter(|mission| !is_called(mission)));
        Cow::Owned(Self::of(left.collect()))
    }
}

/// A plan that a player has made at an order point, or has so far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GivenPlan {
    /// The side of the plan.
    pub side: Side,
    /// The order point.
    pub point: OrderPoint,
    /// The missions of all groups.
    pub plan: Plan,
}

/// The parts of a system that plans need.
pub trait Command: Appraise + Sync {
    /// Returns the number of groups of `side`, the same during the whole game. A system may number the groups of both sides in
    /// one row.
    fn groups(&self, side: Side) -> usize;

    /// Returns the name of a group.
    fn group_name(&self, side: Side, group: usize) -> String;

    /// Puts the objectives, with their worth now, into `into` (cleared first), always in the same order.
    fn objectives(&self, into: &mut Vec<Objective>);

    /// Returns the advice of the author, which is the same during the whole game.
    fn advice(&self) -> &ScenarioAdvice;

    /// Returns the worth of a victory point in the unit of [`Objective::worth`].
    fn worth_of_point(&self) -> i32;

    /// Returns the side that controls a place: where the game does not track control, the side with units there.
    fn controller(&self, place: Place) -> Option<Side>;

    /// Returns the hexes that a group has to go to `to`, in the mean of its units; `None` if it has no unit there that could.
    fn way_of_group(&self, side: Side, group: usize, to: Place) -> Option<i32>;

    /// Returns `true` if a fighting unit of `side` could come to a place or next to it in its next turn, if nobody bars the way.
    fn can_reach(&self, side: Side, place: Place) -> bool;

    /// Returns the order point of the side that must choose; `None` if no group of it may get another mission now.
    fn order_point(&self) -> Option<OrderPoint>;

    /// Returns the number of the turn.
    fn turn_number(&self) -> u16;

    /// Returns the number of turns, the current one included, after which a playout ends and the position is valued; `None` if
    /// playouts go to the end of the game.
    fn horizon(&self) -> Option<u16> {
        None
    }

    /// Puts the worth of all `actions` of one decision under `plan` into `worths` (cleared first). Under [`Plan::FREE`] it is
    /// that of [`Appraise::appraise_all`].
    fn appraise_under(&self, plan: &Plan, actions: &[Self::Action], scratch: &mut Self::Scratch, worths: &mut Vec<i32>);
}

/// Returns the mean of the ways of units; `None` without any.
pub fn mean_way(ways: impl Iterator<Item = i32>) -> Option<i32> {
    let (sum, count) = ways.fold((0, 0), |(sum, count), way| (sum + way, count + 1));
    (count > 0).then(|| sum / count)
}

#[cfg(test)]
mod tests;
