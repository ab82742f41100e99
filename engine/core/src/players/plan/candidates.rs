//! The missions and plans that are worth a playout.

use super::{Advisor, Command, Mission, Objective, Plan, Posture};
use crate::game::Side;

/// The postures of the candidates of a group, in the order in which they are tried: each with the next objective of its kind.
const ORDER: [Posture; 12] = [
    Posture::Take,
    Posture::Take,
    Posture::Hold,
    Posture::Take,
    Posture::Take,
    Posture::Reserve,
    Posture::Take,
    Posture::Delay,
    Posture::Take,
    Posture::Hold,
    Posture::Take,
    Posture::Take,
];
/// The hexes of way that the worthiest objective is worth.
const WORTHY: i32 = 10;

/// The objectives of a position, with the groups that may go there.
pub(super) struct Prospects<'a, G> {
    game: &'a G,
    side: Side,
    pub(super) objectives: Vec<Objective>,
}

impl<'a, G: Command> Prospects<'a, G> {
    pub(super) fn new(game: &'a G, side: Side) -> Self {
        let mut objectives = Vec::new();
        game.objectives(&mut objectives);
        Self { game, side, objectives }
    }

    /// Adds the objectives that the author names.
    pub(super) fn advised(mut self, advisor: &Advisor) -> Self {
        advisor.add_objectives(self.game, self.side, &mut self.objectives);
        self
    }

    /// Returns the name of a group.
    pub(super) fn name(&self, group: usize) -> String {
        self.game.group_name(self.side, group)
    }

    /// Returns the objectives that `posture` suits, the best for `group` first: near ones, and worthy ones.
    fn ranked(&self, group: usize, posture: Posture) -> Vec<Mission> {
        let most = self.objectives.iter().map(|objective| self.worth(objective)).max().unwrap_or(0).max(1);
        let suits = |objective: &&Objective| {
            if posture == Posture::Take {
                return objective.worth[self.side.index()] > 0;
            }
            self.worth(objective) > 0 && objective.holder != Some(self.side.other())
        };
        let mut ranked: Vec<(i32, Mission)> = self
            .objectives
            .iter()
            .filter(suits)
            .filter_map(|objective| {
                let march = self.game.way_of_group(self.side, group, objective.place)?;
                let rank = march - WORTHY * self.worth(objective) / most;
                Some((rank, Mission { posture, at: objective.place }))
            })
            .collect();
        ranked.sort_by_key(|(rank, _)| *rank);
        ranked.into_iter().map(|(_, mission)| mission).collect()
    }

    fn worth(&self, objective: &Objective) -> i32 {
        objective.worth[self.side.index()].max(objective.worth[self.side.other().index()])
    }

    /// Returns up to `most` missions for `group`, the most promising first.
    pub(super) fn missions(&self, group: usize, most: usize) -> Vec<Mission> {
        let mut left = Posture::ALL.map(|posture| self.ranked(group, posture).into_iter());
        let next = |posture: &Posture| {
            let kind = Posture::ALL.iter().position(|known| known == posture)?;
            left.get_mut(kind)?.next()
        };
        ORDER.iter().filter_map(next).take(most).collect()
    }

    /// Returns the groups that could go anywhere, those with the shortest way to an objective first.
    pub(super) fn groups(&self) -> Vec<usize> {
        let nearest = |group: usize| {
            let ways = self.objectives.iter().filter_map(|objective| {
                self.game.way_of_group(self.side, group, objective.place).filter(|_| self.worth(objective) > 0)
            });
            ways.min()
        };
        let all = 0..self.game.groups(self.side);
        let mut groups: Vec<(i32, usize)> = all.filter_map(|group| Some((nearest(group)?, group))).collect();
        groups.sort_unstable();
        groups.into_iter().map(|(_, group)| group).collect()
    }

    /// Returns variants of `base` for all `groups` at once: each takes what is best for it, all take the worthiest place that
    /// the side does not hold, and each holds what is nearest.
    pub(super) fn whole_plans(&self, base: &Plan, groups: &[usize]) -> Vec<Plan> {
        let mut plans = vec![
            self.each(base, groups, Posture::Take),
            self.attack(base, groups),
            self.each(base, groups, Posture::Hold),
        ];
        plans.retain(|plan| plan != base);
        plans.dedup();
        plans
    }

    /// Returns the plans by which an enemy is tried: a general attack, and all hold.
    pub(super) fn enemy_plans(&self) -> Vec<Plan> {
        let groups = self.groups();
        let mut plans = vec![self.attack(&Plan::FREE, &groups), self.each(&Plan::FREE, &groups, Posture::Hold)];
        plans.retain(|plan| !plan.is_free());
        plans
    }

    /// Returns the variant of `base` by which each of `groups` has the mission of `posture` that is best for it.
    fn each(&self, base: &Plan, groups: &[usize], posture: Posture) -> Plan {
        let mission = |group: usize| self.ranked(group, posture).into_iter().next();
        groups.iter().fold(base.clone(), |plan, group| plan.with(*group, mission(*group)))
    }

    /// Returns the variant of `base` by which all `groups` take the worthiest place that the side does not hold.
    fn attack(&self, base: &Plan, groups: &[usize]) -> Plan {
        let lacking = self.objectives.iter().filter(|objective| objective.holder != Some(self.side));
        let worthiest = lacking.rev().max_by_key(|objective| self.worth(objective)).map(|objective| objective.place);
        let mission = worthiest.map(|at| Mission { posture: Posture::Take, at });
        groups.iter().fold(base.clone(), |plan, group| plan.with(*group, mission))
    }
}
