//! The reasons of computer players for their choices, their plans on the map, and who may read them.

use battlewright_engine::game::Side;
use battlewright_engine::kit::place::Place;
use battlewright_engine::players::plan::{Mission, Posture};
use battlewright_engine::players::{Command as _, GivenPlan};
use battlewright_engine::show::{Piece, Spot};
use battlewright_schema::AdvicePosture;

use super::Session;
use crate::model::advice::{AdviceArrow, AdviceSpot};

/// The reasons of players, in the order of their choices.
pub(super) type ReasonList = Vec<ChoiceReasons>;

/// The reasons of a player for a choice, and its plan.
pub(super) struct ChoiceReasons {
    /// The number of the choice as an input.
    input: usize,
    side: Side,
    /// The reasons, a line each; none if the plan came without, as that of a player that was stopped.
    lines: Vec<String>,
    plan: Option<GivenPlan>,
}

impl Session {
    /// Takes note of the reasons of `side` for the last input, and of the plan that it was made under.
    pub(super) fn add_reasons(&mut self, side: Side, lines: Vec<String>, plan: Option<GivenPlan>) {
        let last = self.reasons.iter().rfind(|reasons| reasons.side == side);
        if !lines.is_empty() || last.and_then(|reasons| reasons.plan.as_ref()) != plan.as_ref() {
            self.reasons.push(ChoiceReasons { input: self.game.len(), side, lines, plan });
        }
    }

    /// Drops the reasons for the inputs after input `n`, and the end of the game if it comes after it.
    pub(super) fn forget_reasons_after(&mut self, n: usize) {
        self.reasons.retain(|reasons| reasons.input <= n);
        self.ended_at = self.ended_at.filter(|end| *end <= n);
    }

    /// Returns `true` if the plans of `side` may be shown: to those who know its secrets, and in the review of a game that has
    /// come to its end.
    pub(super) fn may_read_plans(&self, side: Side) -> bool {
        self.ended_at.is_some() || self.viewer().knows(side)
    }

    /// Returns the reasons for the choices so far.
    fn past_reasons(&self) -> impl DoubleEndedIterator<Item = &ChoiceReasons> {
        let past = self.reasons.partition_point(|reasons| reasons.input <= self.game.len());
        self.reasons.iter().take(past)
    }

    /// Returns the reasons for the choices so far that may be shown, such as the missions of a plan: the number of the choice as
    /// an input, the side, and a line each.
    pub fn reasons(&self) -> impl Iterator<Item = (usize, Side, &[String])> {
        self.past_reasons()
            .filter(|reasons| !reasons.lines.is_empty() && self.may_read_plans(reasons.side))
            .map(|reasons| (reasons.input, reasons.side, reasons.lines.as_slice()))
    }

    /// Returns an arrow for each mission of the plans in force that may be shown, from the units of the group to the objective.
    pub fn mission_arrows(&self) -> Vec<AdviceArrow> {
        let sides = Side::BOTH.into_iter().filter(|side| self.may_read_plans(*side));
        sides.flat_map(|side| self.mission_arrows_of(side)).collect()
    }

    fn mission_arrows_of(&self, side: Side) -> Vec<AdviceArrow> {
        let last = self.past_reasons().rfind(|reasons| reasons.side == side).and_then(|reasons| reasons.plan.as_ref());
        let game = self.known();
        // A plan is over with its turn.
        let Some(given) = last.filter(|given| given.point.turn == game.turn_number()) else { return Vec::new() };
        let arrow = |group: usize| {
            let mission = given.plan.mission(group)?;
            let name = game.group_name(side, group);
            let is_of_group = |piece: &&Piece| {
                piece.side == side && piece.is_unit() && piece.formation.as_deref().unwrap_or_default() == name
            };
            let from = self.seen.crowd.pieces.iter().filter(is_of_group).filter_map(|piece| match piece.spot {
                Spot::On(place) => Some(spot_of(place)),
                Spot::Turn(..) | Spot::Out(_) => None,
            });
            arrow_of(side, mission, from.collect())
        };
        (0..game.groups(side)).filter_map(arrow).collect()
    }
}

fn spot_of(place: Place) -> AdviceSpot {
    match place {
        Place::Hex(cell) => AdviceSpot::Hex(cell),
        Place::At(point) => AdviceSpot::Point(point),
    }
}

/// Returns the arrow of a mission; `None` without units.
fn arrow_of(side: Side, mission: Mission, from: Vec<AdviceSpot>) -> Option<AdviceArrow> {
    let posture = match mission.posture {
        Posture::Take => AdvicePosture::Take,
        Posture::Hold => AdvicePosture::Hold,
        Posture::Delay => AdvicePosture::Delay,
        Posture::Reserve => AdvicePosture::Reserve,
    };
    let to = vec![spot_of(mission.at)];
    (!from.is_empty()).then(|| AdviceArrow { side: side.index(), posture: Some(posture), from, to })
}
