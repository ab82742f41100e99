//! The player that plans.

use std::fmt::Write as _;

use super::candidates::Prospects;
use super::contest::Contest;
use super::thought::Thought;
use super::trial::{ONE, Trials};
use super::turn_budget::TurnBudget;
use super::{AdvisedPlan, Advisor, Command, GivenPlan, Mission, OrderPoint, Plan};
use crate::game::{Side, Turn};
use crate::play::Dice;
use crate::players::clock::ThinkingLimit;
use crate::players::{Budget, Clock, Greedy, Kind, Player};

/// The number of playouts in the first round of a player with a clock; each round doubles it.
const FIRST_TRIES: u32 = 48;
/// The playouts for each mission that a group may get.
const TRIES_A_MISSION: u32 = 10;
/// The most missions that are compared for a group.
const MOST_MISSIONS: usize = 12;
/// The least playouts for the missions of one of several groups.
const LEAST_A_GROUP: u32 = 48;

/// The limit of the playouts.
#[derive(Clone, Copy, Debug)]
enum Allowance {
    /// This number of playouts at each order point.
    Point(u32),
    /// A number of playouts for all order points of a turn.
    Playouts(TurnBudget),
    /// A number of milliseconds for all order points of a turn.
    Time(TurnBudget),
}

/// Chooses missions for its groups by playouts, and makes every choice like the greedy player under them.
///
/// A turn begins with the missions that the author advises. The plan of an order point follows from the position there, the plan of
/// the order points before it in the same turn and the advice, and from nothing else. The advised missions hold unless others lead them; those that are binding are
/// never given up. A player that [recalls](Player::recall) the choices of the turn therefore plans the same.
pub struct Planner<G: Command> {
    greedy: Greedy<G>,
    advisor: Advisor,
    trials: Trials<G>,
    allowance: Allowance,
    limit: ThinkingLimit,
    plan: Plan,
    /// The groups that have had an order point of their own in this turn.
    ordered: Vec<usize>,
    /// The side with the turn that the plan is for.
    turn: Option<(Side, u16)>,
    /// The last order point with its side, and what was seen at those of this turn that still want a plan.
    point: Option<(Side, OrderPoint)>,
    unplanned: Vec<(OrderPoint, G)>,
    /// The reasons for the missions that were given last.
    reasons: Vec<String>,
}

impl<G: Command> Planner<G> {
    /// Creates a player that makes at most `tries` playouts at an order point, with `dice` for draws among equal choices.
    pub fn new(dice: Dice, tries: u32) -> Self {
        Self::with(dice, Budget::Iterations(tries), None, G::Weights::default())
    }

    /// Creates a player that shares so many `milliseconds` of `clock` among the order points of each turn.
    pub fn timed(dice: Dice, milliseconds: u32, clock: Box<dyn Clock + Send>) -> Self {
        Self::with(dice, Budget::Milliseconds(milliseconds), Some(clock), G::Weights::default())
    }

    /// Creates a player like [`Self::new`] that takes the best plan so far if `clock` stops it.
    pub fn stoppable(dice: Dice, tries: u32, clock: Box<dyn Clock + Send>) -> Self {
        Self::with(dice, Budget::Iterations(tries), Some(clock), G::Weights::default())
    }

    /// Creates a player with `weights` and a budget. Without a clock, playouts replace the time.
    pub(in crate::players) fn with(
        dice: Dice,
        budget: Budget,
        clock: Option<Box<dyn Clock + Send>>,
        weights: G::Weights,
    ) -> Self {
        let allowance = match (budget, &clock) {
            (Budget::Iterations(tries), _) => Allowance::Point(tries),
            (Budget::Milliseconds(time), Some(_)) => Allowance::Time(TurnBudget::new(time.into())),
            (Budget::Milliseconds(time), None) => {
                let playouts = (time / Kind::MILLISECONDS_A_PLAYOUT).max(1);
                Allowance::Playouts(TurnBudget::new(playouts.into()))
            }
        };
        Self {
            advisor: Advisor::new(&dice),
            greedy: Greedy::weighted(dice, weights),
            trials: Trials::new(weights),
            allowance,
            limit: clock.map_or_else(ThinkingLimit::default, ThinkingLimit::new),
            plan: Plan::FREE,
            ordered: Vec::new(),
            turn: None,
            point: None,
            unplanned: Vec::new(),
            reasons: Vec::new(),
        }
    }

    /// Takes note of the turn and of the order point of `seen`, if they are others.
    fn note(&mut self, seen: &G) {
        let Turn::Choose(side) = seen.turn() else { return };
        let turn = (side, seen.turn_number());
        if self.turn.replace(turn) != Some(turn) {
            // Its setup, retreats and events come before the first order point.
            self.plan = self.advisor.plan(seen, side).plan;
            self.unplanned.clear();
            self.ordered.clear();
            match &mut self.allowance {
                Allowance::Point(_) => {}
                Allowance::Playouts(turn) | Allowance::Time(turn) => turn.begin_turn(),
            }
        }
        let Some(point) = seen.order_point().map(|point| (side, point)) else { return };
        if self.point.replace(point) != Some(point) {
            self.unplanned.push((point.1, seen.clone()));
        }
    }

    /// Gives missions at an order point at which `side` saw `seen`.
    fn give_missions(&mut self, point: OrderPoint, seen: &G, side: Side) {
        let prospects = Prospects::new(seen, side).advised(&self.advisor);
        let advised = self.advisor.plan(seen, side);
        let able = prospects.groups();
        let coming = able.iter().filter(|group| !self.ordered.contains(group)).count();
        let points = if point.group.is_some() { coming } else { 1 };
        self.ordered.extend(point.group);
        let mut groups = point.group.map_or(able, |group| vec![group]);
        groups.retain(|group| !advised.bound.contains(group));
        let (most, time) = match self.allowance {
            Allowance::Point(tries) => (Some(tries), None),
            Allowance::Playouts(turn) => (Some(u32::try_from(turn.share(points)).unwrap_or(u32::MAX)), None),
            Allowance::Time(turn) => (None, Some(turn.share(points))),
        };
        self.limit.start(time);
        let enemies = Prospects::new(seen, side.other()).enemy_plans();
        let thought = Thought::new(&mut self.limit, most, (side, point));
        let mut contest = Contest::new(seen, side, &mut self.trials, thought, enemies);
        let mut tries = most.unwrap_or(FIRST_TRIES);
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
            // A later round that did not come to its end knows less than the one before.
            if !(contest.is_late && contest.thought.is_settled) {
                best = found;
            }
            if contest.is_late || most.is_some() || contest.left == tries {
                break;
            }
            contest.thought.settle(&best);
            tries = tries.saturating_mul(2);
        }
        let played = contest.thought.played;
        self.reasons.clear();
        for group in groups {
            if let Some(reason) = explain(&contest, &prospects, &best, seen.group_name(side, group), group) {
                self.reasons.push(reason);
            }
        }
        self.plan = best;
        match &mut self.allowance {
            Allowance::Point(_) => {}
            Allowance::Playouts(turn) => turn.spend(played.into()),
            Allowance::Time(turn) => turn.spend(self.limit.elapsed()),
        }
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
    contest.thought.about = None;
    if groups.len() > 1 {
        let mut others = prospects.whole_plans(base, groups);
        if base != first {
            others.push(base.clone());
        }
        best = contest.best(&best, others, tries / 3);
    }
    let mut waiting = groups.len();
    for group in groups {
        contest.thought.about = Some(prospects.name(*group));
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
        .shares(plan)
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

    fn given_plan(&self) -> Option<GivenPlan> {
        let (side, point) = self.point.filter(|(side, point)| self.turn == Some((*side, point.turn)))?;
        Some(GivenPlan { side, point, plan: self.plan.clone() })
    }

    fn set_threads(&mut self, threads: usize) {
        self.trials.set_threads(threads);
    }

    fn adopt(&mut self, seen: &G, given: &GivenPlan) {
        self.note(seen);
        // A plan of another turn is over.
        if self.turn == Some((given.side, given.point.turn)) {
            let later = self.unplanned.iter().position(|(point, _)| *point == given.point).map_or(0, |nth| nth + 1);
            self.ordered.extend(self.unplanned.drain(..later).filter_map(|(point, _)| point.group));
            self.plan.clone_from(&given.plan);
            self.greedy.look_again();
        }
    }
}
