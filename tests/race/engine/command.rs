//! Plans of the race: each side has one group, its runner, and the goal is the only objective.

use super::{Action, Race};
use crate::game::Side;
use crate::players::Appraise as _;
use crate::players::plan::{Command, Objective, OrderPoint, Plan, ScenarioAdvice, Standing};
use crate::show::Place;

/// The places that a runner may get on in a turn.
const LONGEST_RUN: u16 = 6;

impl Command for Race {
    fn groups(&self, _: Side) -> usize {
        1
    }

    fn group_name(&self, side: Side, _: usize) -> String {
        self.runner(side).name.clone()
    }

    fn objectives(&self, into: &mut Vec<Objective>) {
        into.clear();
        into.push(Objective {
            place: self.place_of_goal(),
            name: "the goal".to_owned(),
            worth: [100; 2],
            holder: None,
        });
    }

    fn advice(&self) -> &ScenarioAdvice {
        &self.board.advice
    }

    fn worth_of_point(&self) -> i32 {
        100
    }

    fn controller(&self, place: Place) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.place(*side, self.state.places[side.index()]) == place)
    }

    fn way_of_group(&self, side: Side, _: usize, _: Place) -> Option<i32> {
        Some(i32::from(self.board.goal.saturating_sub(self.state.places[side.index()])))
    }

    fn can_reach(&self, side: Side, _: Place) -> bool {
        self.state.places[side.index()].saturating_add(LONGEST_RUN) >= self.board.goal
    }

    fn order_point(&self) -> Option<OrderPoint> {
        Some(OrderPoint { turn: self.state.turn, group: Some(0) })
    }

    fn turn_number(&self) -> u16 {
        self.state.turn
    }

    fn appraise_under(&self, plan: &Plan, actions: &[Action], scratch: &mut (), worths: &mut Vec<i32>) {
        let Some(mission) = plan.mission(0) else { return self.appraise_all(actions, scratch, worths) };
        worths.clear();
        let left = self.board.goal.saturating_sub(self.state.places[self.state.side.index()]);
        worths.extend(actions.iter().map(|action| {
            // Who has a mission counts on no luck.
            let Action::Walk(steps) = action else { return i32::MIN };
            mission.pull(Standing {
                way: left.saturating_sub(*steps).into(),
                stride: 1,
                gap: Standing::NO_ENEMY,
                front: Standing::NO_ENEMY,
                garrison: false,
            })
        }));
    }
}
