//! The player that plans.

use std::fmt::Write as _;

use super::candidates::Prospects;
use super::contest::Contest;
use super::trial::{ONE, Trial};
use super::{AdvisedPlan, Advisor, Command, Mission, OrderPoint, Plan};
use crate::game::{Side, Turn};
use crate::play::Dice;
use crate::players::{Clock, Greedy, Player};

/// The number of playouts in the first round of a player with a clock; each round doubles it.
const FIRST_TRIES: u32 = 48;
/// The playouts for each mission that a group may get.
const TRIES_A_MISSION: u32 = 10;
/// The most missions that are compared for a group.
const MOST_MISSIONS: usize = 12;
/// The least playouts for the missions of one of several groups.
const LEAST_A_GROUP: u32 = 48;

/// Chooses missions for its groups by playouts, and makes every choice like the greedy player under them.
///
/// The plan of an order point follows from the position there, the plan of the order points before it in the same turn and the
/// advice of the author, and from nothing else. The advised missions hold unless others lead them; those that are binding are
/// never given up. A player that [recalls](Player::recall) the choices of the turn therefore plans the same.
pub struct Planner<G: Command> {
    greedy: Greedy<G>,
    advisor: Advisor,
    trial: Trial<G>,
    /// The number of playouts for an order point; `None` if only the clock limits it.
    tries: Option<u32>,
    clock: Option<Box<dyn Clock + Send>>,
    plan: Plan,
    /// The last order point with its side, and what was seen at those of this turn that still want a plan.
    point: Option<(Side, OrderPoint)>,
    unplanned: Vec<(OrderPoint, G)>,
    /// The reasons for the missions that were given last.
    reasons: Vec<String>,
}

impl<G: Command> Planner<G> {
    /// Creates a player that makes at most `tries` playouts at an order point, with `dice` for draws among equal choices.
    pub fn new(dice: Dice, tries: u32) -> Self {
        Self::with(dice, Some(tries), None, G::Weights::default())
    }

    /// Creates a player that compares plans until `clock` runs out.
    pub fn timed(dice: Dice, clock: Box<dyn Clock + Send>) -> Self {
        Self::with(dice, None, Some(clock), G::Weights::default())
    }

    /// Creates a player like [`Self::new`] that stops early if `clock` runs out; its choice then differs.
    pub fn stoppable(dice: Dice, tries: u32, clock: Box<dyn Clock + Send>) -> Self {
        Self::with(dice, Some(tries), Some(clock), G::Weights::default())
    }

    /// Creates a player with `weights` and these limits.
    pub(in crate::players) fn with(
        dice: Dice,
        tries: Option<u32>,
        clock: Option<Box<dyn Clock + Send>>,
        weights: G::Weights,
    ) -> Self {
        Self {
            advisor: Advisor::new(&dice),
            greedy: Greedy::weighted(dice, weights),
            trial: Trial::new(weights),
            tries,
            clock,
            plan: Plan::FREE,
            point: None,
            unplanned: Vec::new(),
            reasons: Vec::new(),
        }
    }

    /// Takes note of the order point of `seen`, if that is another one.
    fn note(&mut self, seen: &G) {
        let (Turn::Choose(side), Some(point)) = (seen.turn(), seen.order_point()) else { return };
        if self.point == Some((side, point)) {
            return;
        }
        if self.point.is_none_or(|(of, last)| of != side || last.turn != point.turn) {
            self.plan = self.advisor.plan(seen, side).plan;
            self.unplanned.clear();
        }
        self.point = Some((side, point));
        self.unplanned.push((point, seen.clone()));
    }

    /// Gives missions at an order point at which `side` saw `seen`.
    fn give_missions(&mut self, point: OrderPoint, seen: &G, side: Side) {
        let prospects = Prospects::new(seen, side).advised(&self.advisor);
        let advised = self.advisor.plan(seen, side);
        let mut groups = point.group.map_or_else(|| prospects.groups(), |group| vec![group]);
        groups.retain(|group| !advised.bound.contains(group));
        if let Some(clock) = &mut self.clock {
            clock.start();
        }
        let enemies = Prospects::new(seen, side.other()).enemy_plans();
        let clock = self.clock.as_deref_mut();
        let mut contest = Contest::new(seen, side, &mut self.trial, clock, enemies);
        let mut tries = self.tries.unwrap_or(FIRST_TRIES);
        // A group that gets its own mission is free or as advised first: the last one was for another position.
        let (base, first) = match point.group {
            None => (Plan::FREE, advised.plan.clone()),
            Some(group) => (self.plan.with(group, None), self.plan.with(group, advised.plan.mission(group))),
        };
        let base = advised.bind(base);
        let mut best = first.clone();
        loop {
            contest.left = tries;
            let found = compare(&mut contest, &prospects, &groups, [&base, &first], &advised, tries);
            if contest.is_late && self.tries.is_none() {
                break;
            }
            best = found;
            if self.tries.is_some() || contest.left == tries {
                break;
            }
            tries = tries.saturating_mul(2);
        }
        self.reasons.clear();
        for group in groups {
            if let Some(reason) = explain(&contest, &prospects, &best, seen.group_name(side, group), group) {
                self.reasons.push(reason);
            }
        }
        self.plan = best;
    }
}

/// Returns the best plan that about `tries` playouts find: `first`, or one with other missions for `groups`, which are free in
/// `base`.
fn compare<G: Command>(
    contest: &mut Contest<'_, G>,
    prospects: &Prospects<'_, G>,
    groups: &[usize],
    [base, first]: [&Plan; 2],
    advised: &AdvisedPlan,
    tries: u32,
) -> Plan {
    let mut best = first.clone();
    if groups.len() > 1 {
        let mut others = prospects.whole_plans(base, groups);
        if base != first {
            others.push(base.clone());
        }
        best = contest.best(&best, others, tries / 3);
    }
    let mut waiting = groups.len();
    for group in groups {
        let share = contest.left / u32::try_from(waiting).unwrap_or(u32::MAX).max(1);
        waiting -= 1;
        let share = if groups.len() > 1 { share.max(LEAST_A_GROUP) } else { share }.min(contest.left);
        let most = usize::try_from(share / TRIES_A_MISSION).unwrap_or(usize::MAX).clamp(1, MOST_MISSIONS);
        let mut missions = prospects.missions(*group, most);
        missions.extend(advised.plan.mission(*group).filter(|mission| !missions.contains(mission)));
        let missions = missions.into_iter().map(Some);
        let others = missions.chain([None]).map(|mission| best.with(*group, mission)).collect();
        best = contest.best(&best, others, share);
        if contest.is_late || contest.left == 0 {
            break;
        }
    }
    best
}

/// Returns a line such as "III Corps: take Vionville (0.61; hold 0.48, free 0.52)" about the mission of `group` in `plan`.
fn explain<G: Command>(
    contest: &Contest<'_, G>,
    prospects: &Prospects<'_, G>,
    plan: &Plan,
    name: String,
    group: usize,
) -> Option<String> {
    let text = |mission: Option<Mission>| match mission {
        None => "free".to_owned(),
        Some(Mission { posture, at }) => {
            let objective = prospects.objectives.iter().find(|objective| objective.place == at);
            format!("{posture} {}", objective.map_or("", |objective| objective.name.as_str()))
        }
    };
    let share = |mean: i64| format!("{}.{:02}", mean / ONE, mean % ONE * 100 / ONE);
    let is_variant = |other: &Plan| other.with(group, None) == plan.with(group, None);
    let mut rows: Vec<(i64, Option<Mission>)> = contest
        .means()
        .filter(|(other, _)| is_variant(other))
        .map(|(other, mean)| (mean, other.mission(group)))
        .collect();
    rows.sort_by_key(|(mean, _)| -mean);
    let chosen = rows.iter().position(|(_, mission)| *mission == plan.mission(group))?;
    let (mean, mission) = rows.remove(chosen);
    let mut line = format!("{name}: {} ({}", text(mission), share(mean));
    // The best others, and always what greedy would do.
    let (free, missions): (Vec<_>, Vec<_>) = rows.into_iter().partition(|(_, mission)| mission.is_none());
    for (nth, (mean, mission)) in missions.iter().take(2).chain(&free).enumerate() {
        let sign = if nth == 0 { ";" } else { "," };
        // Text in memory cannot fail.
        let _ = write!(line, "{sign} {} {}", text(*mission), share(*mean));
    }
    line.push(')');
    Some(line)
}

impl<G: Command> Player<G> for Planner<G> {
    fn choose(&mut self, seen: &G, legal: &[G::Action]) -> Option<G::Action> {
        let Turn::Choose(side) = seen.turn() else { return legal.first().copied() };
        self.note(seen);
        for (point, position) in std::mem::take(&mut self.unplanned) {
            self.give_missions(point, &position, side);
            self.greedy.look_again();
        }
        self.greedy.choose_under(&self.plan, seen, legal)
    }

    fn start_over(&mut self, dice: Dice) {
        self.greedy.start_over(dice);
    }

    fn planned(&self, seen: &G) -> Option<G::Action> {
        let is_new = seen.order_point().is_some_and(|point| self.point.is_none_or(|(_, last)| last != point));
        self.greedy.planned(seen).filter(|_| !is_new)
    }

    fn recall(&mut self, seen: &G, choice: &G::Action) {
        self.note(seen);
        self.greedy.recall(seen, choice);
    }

    fn reasons(&mut self) -> Vec<String> {
        std::mem::take(&mut self.reasons)
    }
}
