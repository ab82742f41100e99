//! The judgment of the computer player: guns pound, infantry deploys where it is shot at and assaults what is shaken or open at
//! the flank, shaken units regroup, the rest make for objectives, and generals stay near the units that need them.

use std::cell::OnceCell;

use battlewright_schema::outrance::{CombatEffect, Posture, StoppedResult, TroopType, UnitStatus};

use crate::Outrance;
use crate::action::{Action, OrderKind};
use crate::player::weights::{Appraiser, Weights};
use crate::rules::c03_actions::{Act, AfterLostOrder};
use crate::rules::c03_deploying::{Deploy, Reform};
use crate::rules::c03_orders::{OrderFate, order_chances};
use crate::rules::c03_turns::InitiativeDraw;
use crate::rules::c04_formations::Footprint;
use crate::rules::c05_effects::Withdraw;
use crate::rules::c06_fire_results::fire_chances;
use crate::rules::c07_assault_results::AssaultResult;
use crate::state::{At, MoveKind, MoveTask, Task, UnitIx};
use battlewright_core::game::{Chance, Game as _, Outcome, Side, Turn};
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::kit::plane::{Direction, Point, nearest};
use battlewright_core::kit::tasks::TaskStack as _;
use battlewright_core::players::plan::{Command as _, Plan};
use battlewright_core::players::{Appraise, WON};

impl Appraise for Outrance {
    type Scratch = Weights;
    type Weights = Weights;

    fn scratch_with(weights: Weights) -> Weights {
        weights
    }

    fn appraise(&self, action: &Action) -> i32 {
        self.appraiser().worth(*action, &DecisionFacts::under(&Plan::FREE))
    }

    fn appraise_all(&self, actions: &[Action], scratch: &mut Weights, worths: &mut Vec<i32>) {
        self.appraise_under(&Plan::FREE, actions, scratch, worths);
    }

    fn value(&self, side: Side) -> i32 {
        self.value_with(side, &Weights::default())
    }

    fn value_with(&self, side: Side, weights: &Weights) -> i32 {
        if let Turn::Over(Outcome { winner, points, .. }) = self.turn() {
            let lead = points[side.index()].saturating_sub(points[side.other().index()]).clamp(-99, 99);
            return match winner {
                Some(winner) if winner == side => WON + lead.max(0),
                Some(_) => -WON + lead.min(0),
                None => 0,
            };
        }
        let appraiser = self.appraised(*weights);
        let worth = |side: Side| {
            let held: i32 = self.points().iter().map(|points| points[side.index()]).sum();
            let strength: i32 = self
                .all_units()
                .filter(|unit| self.side_of(*unit) == side && !self.board.unit(*unit).is_general())
                .map(|unit| appraiser.strength(unit))
                .sum();
            held.saturating_mul(weights.point).saturating_add(strength)
        };
        (worth(side) - worth(side.other())).clamp(1 - WON, WON - 1)
    }

    fn kind_of_roll(&self, picks: &[u16]) -> Option<u32> {
        self.roll_facts()?.kind(self, picks)
    }

    fn kinds_of_rolls(&self, chance: Chance, kinds: &mut Vec<Option<u32>>) {
        let facts = self.roll_facts();
        kinds.clear();
        kinds.extend((0..chance.rolls()).map(|nth| facts.as_ref()?.kind(self, &chance.nth_roll(nth))));
    }

    fn is_quiet(&self) -> bool {
        matches!(self.stack().last(), Some(Task::Initiative(InitiativeDraw) | Task::Select(_) | Task::Over(_)))
    }
}

impl Weights {
    /// Returns the harm of an effect to a unit, in hundredths of a base.
    fn harm_of(&self, effect: CombatEffect) -> i32 {
        match effect {
            CombatEffect::Nothing => 0,
            CombatEffect::Disorder => self.disorder,
            CombatEffect::Withdraw => self.withdrawal,
            CombatEffect::FallBack => self.falling_back,
            CombatEffect::ThrownBack => self.thrown_back,
            CombatEffect::LoseBase => self.base_lost,
            CombatEffect::LoseBaseThrownBack => self.base_lost_thrown_back,
            CombatEffect::LoseTwoThrownBack | CombatEffect::Broken => self.broken,
        }
    }

    /// Returns the harm of a stopped assault to the assaulting unit.
    fn harm_of_stop(&self, result: StoppedResult) -> i32 {
        match result {
            StoppedResult::Short => self.stopped,
            StoppedResult::ShortDisordered | StoppedResult::BackDisordered => self.stopped_disordered,
            StoppedResult::BackDemoralized => self.stopped_demoralized,
            StoppedResult::BackLosesBase => self.stopped_base_lost,
        }
    }
}

/// Returns `true` if the point of a unit nearest to another is within a distance of it.
pub(crate) fn is_within(unit: &Footprint, at: Point, distance: i32) -> bool {
    unit.bounds().distance_to(at).at_most(distance) && unit.nearest(at).distance(at).at_most(distance)
}

/// The facts that the choices of one decision share, each found out when it is asked for.
pub(crate) struct DecisionFacts<'p> {
    /// The missions of the side.
    plan: &'p Plan,
    /// The objectives that the side wants, with their worth.
    goals: OnceCell<InlineList<(Point, i32), 8>>,
    /// The worth of each unit of the side for a general near it.
    needs: OnceCell<Vec<(UnitIx, i32)>>,
}

impl<'p> DecisionFacts<'p> {
    /// Returns the facts for a side with `plan`, none of which is found out yet.
    pub(crate) fn under(plan: &'p Plan) -> Self {
        Self { plan, goals: OnceCell::new(), needs: OnceCell::new() }
    }
}

impl Appraiser<'_> {
    /// Returns the worth of an action to the side that must choose.
    pub(crate) fn worth(&self, action: Action, shared: &DecisionFacts<'_>) -> i32 {
        match self.stack().last() {
            Some(Task::Select(_)) => match action {
                Action::Select(unit) => self.urgency(unit, shared),
                _ => 0,
            },
            Some(Task::Act(Act(unit)) | Task::AfterLostOrder(AfterLostOrder(unit))) => {
                self.action_worth(*unit, action, shared)
            }
            Some(Task::Deploy(Deploy(unit, _)) | Task::Reform(Reform(unit))) => self.placement_worth(*unit, action),
            Some(Task::Move(task)) => self.leg_worth(task, action, shared),
            Some(Task::Withdraw(Withdraw { unit, .. })) => match action {
                // The nearest place that is safe.
                Action::Withdraw(to) => -self.point_of(*unit).map_or(0, |at| at.distance(to).floor()),
                _ => i32::MIN / 2,
            },
            _ => 0,
        }
    }

    /// Returns the strength of a unit in hundredths of a base.
    fn strength(&self, unit: UnitIx) -> i32 {
        let state = self.unit(unit);
        if matches!(state.at, At::Destroyed(_) | At::Surrendered(_) | At::Left(_) | At::Unused) {
            return 0;
        }
        let lost = match state.status {
            UnitStatus::Ok => 0,
            UnitStatus::Disordered => self.weights.disordered,
            UnitStatus::Demoralized => self.weights.demoralized,
        };
        (i32::from(state.bases) * 100).saturating_sub(lost).max(20)
    }

    /// Returns the urgency with which a unit acts: guns first, then what regroups or is near the enemy, then the others.
    fn urgency(&self, unit: UnitIx, shared: &DecisionFacts<'_>) -> i32 {
        let facts = self.board.unit(unit);
        if facts.is_general() {
            // Early if units need him, as he then helps all others.
            return self.weights.urgent_general;
        }
        let near = self.nearest_enemy(unit).unwrap_or(i32::MAX);
        let shaken = self.unit(unit).status != UnitStatus::Ok;
        match facts.troops {
            TroopType::Artillery if near <= self.weights.gun_reach => self.weights.urgent_guns,
            _ if shaken => self.weights.urgent_shaken,
            _ if near <= self.weights.near => self.weights.urgent_near,
            // Those ahead first, so that they do not block the others.
            _ => {
                let at = self.point_of(unit);
                let distance = at.and_then(|at| self.goal_distance(unit, MoveKind::RouteMarch, at, shared));
                100 - distance.map_or(60, |distance| distance / 1000).clamp(0, 60)
            }
        }
    }

    /// Returns the worth of an action of a unit.
    fn action_worth(&self, unit: UnitIx, action: Action, shared: &DecisionFacts<'_>) -> i32 {
        match action {
            Action::Hold | Action::Stop => self.weights.idle,
            Action::Fire { target, facing } => {
                let worth = self.fire_worth(unit, target, facing);
                worth + self.aim(unit, target, worth, shared.plan)
            }
            Action::Order(OrderKind::Assault(target)) => {
                self.assault_worth(unit, target) + self.zeal(unit, target, shared.plan)
            }
            Action::Regroup => {
                let gain = match self.unit(unit).status {
                    UnitStatus::Ok => 0,
                    UnitStatus::Disordered => self.weights.regroup_disordered,
                    UnitStatus::Demoralized => self.weights.regroup_demoralized,
                };
                self.chance_to_regroup(unit).map_or(0, |chance| gain * i32::from(chance.percent) / 100)
            }
            Action::Order(OrderKind::Deploy) => self.deploy_worth(unit),
            Action::Order(OrderKind::Maneuver) => self.advance_worth(unit, MoveKind::Maneuver, shared),
            Action::Order(OrderKind::March) => self.advance_worth(unit, MoveKind::March, shared),
            Action::RouteMarch if self.place(unit).is_none() => self.weights.entry,
            Action::RouteMarch => self.advance_worth(unit, MoveKind::RouteMarch, shared),
            Action::MoveGeneral => self.weights.general_move,
            _ => 0,
        }
    }

    fn fire_worth(&self, unit: UnitIx, target: UnitIx, facing: Direction) -> i32 {
        let Some((_, index, _)) = self.fire_facts(unit, target, facing) else { return 0 };
        let chances = fire_chances(&self.board.rules, index.index, self.unit(target).status);
        let harm: i32 =
            chances.iter().map(|(effect, percent)| self.weights.harm_of(*effect) * i32::from(*percent)).sum();
        // Fire adds up: stay on a target that is shaken already, but waste none on a demoralized one.
        let scale = match self.unit(target).status {
            UnitStatus::Ok => 100,
            UnitStatus::Disordered => self.weights.fire_at_disordered,
            UnitStatus::Demoralized => self.weights.fire_at_demoralized,
        };
        let place = 100 + self.objective_worth(unit, target) / 4;
        harm * scale / 10_000 * place / 100 + self.weights.fire
    }

    /// Returns the worth of driving an enemy from where it stands: that of the objectives near it that its side holds.
    fn objective_worth(&self, unit: UnitIx, target: UnitIx) -> i32 {
        let (side, Some(shape)) = (self.side_of(unit), self.shape(target)) else { return 0 };
        let rows = self.board.objectives.iter().zip(&self.state.holders);
        let held = rows
            .filter(|(row, holder)| **holder == Some(side.other()) && is_within(shape, row.at, self.weights.arrived));
        held.map(|(row, _)| self.weights.objective * row.stake()).sum::<i32>().min(self.weights.most_objective)
    }

    fn assault_worth(&self, unit: UnitIx, target: UnitIx) -> i32 {
        let Some(chances) = self.chances_of_assault(unit, target) else { return i32::MIN / 2 };
        // Ground, and most of all an objective that the enemy is driven from.
        let ground = self.weights.ground + self.objective_worth(unit, target);
        let worth = |result: &AssaultResult| match result {
            AssaultResult::Stopped(result) => -self.weights.harm_of_stop(*result),
            AssaultResult::CloseCombat(fight) => {
                let ground = if fight.won { ground } else { 0 };
                self.weights.harm_of(fight.target) - self.weights.harm_of(fight.actor) + ground
            }
        };
        let sum: i64 = chances.results.iter().map(|(result, share)| i64::from(worth(result)) * i64::from(*share)).sum();
        i32::try_from(sum / 1_000_000).unwrap_or_default()
    }

    /// Returns the chance in percent that an order moves a unit.
    fn received(&self, unit: UnitIx) -> i32 {
        let chances = order_chances(&self.board.rules.tables, self.order_facts(unit));
        chances.iter().filter(|(fate, _)| *fate == OrderFate::Received).map(|(_, percent)| i32::from(*percent)).sum()
    }

    fn deploy_worth(&self, unit: UnitIx) -> i32 {
        let facts = self.board.unit(unit);
        let near = self.nearest_enemy(unit).unwrap_or(i32::MAX);
        let range = match facts.troops {
            TroopType::Artillery => self.weights.gun_deployment,
            _ => self.weights.near,
        };
        if near > range {
            return 0;
        }
        if self.place(unit).is_some_and(|place| place.posture == Posture::Deployed) {
            // To face an enemy at the flank.
            let in_front = self.faces_enemy(unit);
            return if in_front { 0 } else { self.weights.turn };
        }
        let guns = facts.troops == TroopType::Artillery;
        let holds = self.is_at_goal(unit);
        let base = if guns {
            self.weights.deploy_guns
        } else if holds {
            self.weights.deploy_at_goal
        } else {
            self.weights.deploy
        };
        base * self.received(unit) / 100
    }

    /// Returns `true` if an enemy within reach is in front of a unit.
    fn faces_enemy(&self, unit: UnitIx) -> bool {
        let Some(shape) = self.shape(unit) else { return false };
        let enemies = self.fighters(self.side_of(unit).other());
        let mut near = enemies.filter(|(_, enemy)| shape.is_within(enemy, self.weights.near));
        near.any(|(_, enemy)| crate::rules::c06_fire::is_in_arc(shape, enemy))
    }

    /// Returns `true` if a unit stands near an objective that its side holds.
    fn is_at_goal(&self, unit: UnitIx) -> bool {
        let Some(at) = self.point_of(unit) else { return false };
        let mut held = self.objectives_of(Some(self.side_of(unit)));
        held.any(|objective| at.distance(objective).at_most(self.weights.arrived))
    }

    /// Returns the points of the objectives that a side holds.
    fn objectives_of(&self, side: Option<Side>) -> impl Iterator<Item = Point> {
        let rows = self.board.objectives.iter().zip(&self.state.holders);
        rows.filter(move |(_, holder)| **holder == side).map(|(row, _)| row.at)
    }

    /// Returns the worth of an objective that a side wants: one that the enemy holds, or one that it must keep from him.
    fn goal_worth(&self, side: Side, objective: usize) -> i32 {
        let Some((row, holder)) = self.board.objectives.get(objective).zip(self.state.holders.get(objective)) else {
            return 0;
        };
        let stake = row.stake();
        if *holder != Some(side) {
            return self.weights.wanted * stake;
        }
        let mut enemies = self.fighters(side.other());
        let threatened = enemies.any(|(_, shape)| is_within(shape, row.at, self.weights.threat));
        if threatened { stake } else { 0 }
    }

    /// Returns the distance of a point to the goal that suits a unit best, in thousandths of an inch; less for a worthier goal.
    fn goal_distance(&self, unit: UnitIx, kind: MoveKind, at: Point, shared: &DecisionFacts<'_>) -> Option<i32> {
        if kind == MoveKind::RouteMarch
            && let Some(to) = self.destination(unit)
        {
            return Some(at.distance(to).floor());
        }
        if let Some(distance) = self.distance_of_mission(unit, at, shared.plan) {
            return Some(distance);
        }
        let goals = shared.goals.get_or_init(|| self.goals_of(self.side_of(unit)));
        let goals = goals.iter().map(|(goal, worth)| {
            let distance = at.distance(*goal).floor();
            (distance.saturating_sub(worth * self.weights.detour), distance)
        });
        goals.min().map(|(_, distance)| distance)
    }

    /// Returns the objectives that a side wants, with their worth.
    fn goals_of(&self, side: Side) -> InlineList<(Point, i32), 8> {
        let rows = self.board.objectives.iter().enumerate();
        rows.map(|(number, row)| (row.at, self.goal_worth(side, number))).filter(|(_, worth)| *worth > 0).collect()
    }

    fn advance_worth(&self, unit: UnitIx, kind: MoveKind, shared: &DecisionFacts<'_>) -> i32 {
        let facts = self.board.unit(unit);
        let distance = self.point_of(unit).and_then(|at| self.goal_distance(unit, kind, at, shared)).unwrap_or(0);
        let near = self.nearest_enemy(unit).unwrap_or(i32::MAX);
        let is_far = near > self.weights.near + self.weights.far;
        let reach = self.base_movement(unit, kind);
        // The enemy's zones end most paths.
        let open = if kind == MoveKind::RouteMarch {
            reach
        } else {
            reach.min(near.saturating_sub(1000).max(0).saturating_mul(3) / 2)
        };
        let inches = distance.min(open) / 1000;
        let worth = inches * self.weights.inch;
        let worth = match kind {
            MoveKind::March | MoveKind::RouteMarch if !is_far => worth / self.weights.march_near,
            MoveKind::Maneuver if facts.troops == TroopType::Artillery && near <= self.weights.gun_range => {
                worth / self.weights.gun_advance
            }
            _ => worth,
        };
        let percent = if kind == MoveKind::RouteMarch { 100 } else { self.received(unit) };
        // Deployed guns and infantry under the enemy's eyes keep their ground.
        let settled = self.place(unit).is_some_and(|place| place.posture == Posture::Deployed) && !is_far;
        let defends = settled && self.is_at_goal(unit);
        if defends { 0 } else { worth * percent / 100 - self.price_of_leaving(unit, near) }
    }

    /// Returns the price of undoing a deployment: guns that leave with an enemy before them have to deploy once more.
    fn price_of_leaving(&self, unit: UnitIx, near: i32) -> i32 {
        let is_battery = self.board.unit(unit).troops == TroopType::Artillery;
        let is_deployed = self.place(unit).is_some_and(|place| place.posture == Posture::Deployed);
        if is_battery && is_deployed && near <= self.weights.gun_deployment { self.weights.redeploy } else { 0 }
    }

    fn placement_worth(&self, unit: UnitIx, action: Action) -> i32 {
        let Action::Place { at, facing, posture, .. } = action else { return 0 };
        let Some(enemy) = self.enemy_point(unit, at) else { return i32::from(posture == Posture::Deployed) };
        let turn = Direction::of(enemy - at).map_or(0, |toward| facing.angle_to(toward));
        let deployed = if posture == Posture::Deployed { 300 } else { 0 };
        1000 + deployed - turn
    }

    fn leg_worth(&self, task: &MoveTask, action: Action, shared: &DecisionFacts<'_>) -> i32 {
        let unit = task.unit;
        let now = task.legs.last().map(|leg| leg.to).or_else(|| self.point_of(unit));
        let Some(now) = now else { return 0 };
        match action {
            Action::Leg { to, facing } => {
                if task.kind == MoveKind::General {
                    return self.general_worth(unit, to, shared);
                }
                let enemy = self.enemy_point(unit, to);
                let turn = enemy.and_then(|enemy| Direction::of(enemy - to));
                let turn = turn.map_or(0, |toward| facing.angle_to(toward)) / 100;
                self.stand_worth(task, to, enemy, shared) * 20 - turn
            }
            Action::AlongRoad { road, to } => {
                let way = self.board.terrain.roads.get(usize::from(road));
                let way_on_roads = task.allowance * self.moves_of(unit).percent_on_roads() / 100;
                let end = way.map_or(to, |road| {
                    let (start, end) = (road.nearest_along(now), road.nearest_along(to));
                    let reach = way_on_roads - road.distance_to(now).floor();
                    let end = if end > start { end.min(start + reach.max(0)) } else { end.max(start - reach.max(0)) };
                    road.at(end).map_or(to, |(point, _)| point)
                });
                self.stand_worth(task, end, self.enemy_point(unit, end), shared) * 20
            }
            Action::Stop if task.kind == MoveKind::General => self.general_worth(unit, now, shared),
            Action::Stop => {
                let facing =
                    task.legs.last().map(|leg| leg.facing).or_else(|| self.place(unit).map(|place| place.facing));
                let enemy = self.enemy_point(unit, now);
                let toward = enemy.and_then(|enemy| Direction::of(enemy - now));
                let turn = facing.zip(toward).map_or(0, |(facing, toward)| facing.angle_to(toward)) / 100;
                self.stand_worth(task, now, enemy, shared) * 20 - turn
            }
            _ => i32::MIN / 2,
        }
    }

    /// Returns the worth of a place for a unit that moves: near its goal, near enough to the enemy to fight, not nearer in a
    /// column or with guns. `enemy` is the point of the enemy nearest to it.
    fn stand_worth(&self, task: &MoveTask, at: Point, enemy: Option<Point>, shared: &DecisionFacts<'_>) -> i32 {
        let unit = task.unit;
        let facts = self.board.unit(unit);
        let goal =
            self.goal_distance(unit, task.kind, at, shared).map_or(0, |distance| -distance * self.weights.inch / 1000);
        let Some(enemy) = enemy.map(|point| point.distance(at).floor()) else { return goal };
        let danger = match (task.kind, facts.troops) {
            (MoveKind::March | MoveKind::RouteMarch, _) if enemy < self.weights.column_danger => {
                (self.weights.column_danger - enemy) / 100
            }
            (_, TroopType::Artillery) if enemy < self.weights.gun_danger => (self.weights.gun_danger - enemy) / 60,
            (_, TroopType::Artillery) if enemy > self.weights.gun_range => (enemy - self.weights.gun_range) / 200,
            (_, TroopType::Cavalry) if enemy < self.weights.cavalry_danger => {
                (self.weights.cavalry_danger - enemy) / 100
            }
            _ => 0,
        };
        goal - danger - self.exposure_at(unit, at)
    }

    /// Returns the worth of a place for a general: near units that are shaken or close to the enemy, and far from the enemy.
    fn general_worth(&self, general: UnitIx, at: Point, shared: &DecisionFacts<'_>) -> i32 {
        let radius = self.command_radius(general);
        let needs = shared.needs.get_or_init(|| self.needs_of(general)).iter();
        let near = needs.filter(|(unit, _)| self.shape(*unit).is_some_and(|shape| is_within(shape, at, radius)));
        let worth: i32 = near.map(|(_, need)| need).sum();
        let enemy = self.enemy_point(general, at).map_or(i32::MAX, |point| point.distance(at).floor());
        let danger = if enemy < self.weights.general_reach { self.weights.general_danger } else { 0 };
        let moved = self.point_of(general).map_or(0, |from| from.distance(at).floor() / 4000);
        worth - danger - moved - self.exposure_at(general, at)
    }

    /// Returns the units that a general may command, with the worth of his presence.
    fn needs_of(&self, general: UnitIx) -> Vec<(UnitIx, i32)> {
        let units = self.fighters(self.side_of(general)).map(|(unit, _)| unit);
        let commanded = units.filter(|unit| self.board.may_command(general, *unit));
        let need = |unit: UnitIx| {
            let need = match self.unit(unit).status {
                UnitStatus::Ok => self.weights.general_at_steady,
                UnitStatus::Disordered => self.weights.general_at_disordered,
                UnitStatus::Demoralized => self.weights.general_at_demoralized,
            };
            let to_act = if self.unit(unit).acted { 1 } else { 2 };
            let distance = self.nearest_enemy(unit).unwrap_or(i32::MAX);
            let front = if distance <= 2 * self.weights.near { 2 } else { 1 };
            (unit, need * to_act * front)
        };
        commanded.map(need).collect()
    }
}

impl Outrance {
    /// Returns the distance of the nearest enemy in thousandths of an inch.
    pub(crate) fn nearest_enemy(&self, unit: UnitIx) -> Option<i32> {
        let shape = self.shape(unit)?;
        let enemies = self.fighters(self.side_of(unit).other()).map(|(_, enemy)| enemy);
        let found = nearest(enemies, |enemy| shape.bounds().distance(enemy.bounds()), |enemy| shape.distance(enemy));
        found.map(|(distance, _)| distance.floor())
    }

    /// Returns the point of the enemy nearest to a point.
    pub(crate) fn enemy_point(&self, unit: UnitIx, at: Point) -> Option<Point> {
        let enemies = self.fighters(self.side_of(unit).other()).map(|(_, enemy)| enemy);
        let found = nearest(enemies, |enemy| enemy.bounds().distance_to(at), |enemy| enemy.nearest(at).distance(at));
        found.map(|(_, enemy)| enemy.nearest(at))
    }
}
