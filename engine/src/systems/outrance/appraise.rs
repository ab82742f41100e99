//! The judgment of the computer player. Every choice is compared in one unit: the expected gain in strength, in hundredths of a base,
//! and in victory points, which weigh more toward the end of the game.
//!
//! An action that moves a unit is worth as much as the best place that it can reach is better than its own (see
//! `appraise_places.rs`). So guns come into range and pound, infantry deploys under fire, makes for the objectives that its side lacks,
//! keeps out of fire until it can go on, and assaults what is shaken or open at the flank.

use battlewright_schema::outrance::{CombatEffect, StoppedResult, TroopType, UnitStatus};

use super::Outrance;
use super::action::{Action, OrderKind};
use super::appraise_places::{Outlook, Stand};
use super::c03_orders::{OrderFate, order_chances};
use super::c05_status::{CombatLosses, destroyed_at, losses_after, status_after};
use super::c06_fire_results::fire_chances;
use super::c07_assault_results::AssaultResult;
use super::state::{At, MoveKind, MoveTask, Task, UnitIx};
use crate::game::{Game as _, Outcome, Side, Turn};
use crate::kit::plane::Direction;
use crate::kit::tasks::TaskStack as _;
use crate::players::{Appraise, WON};

/// The worth of a victory point at the end of the game, in hundredths of a base.
pub(super) const POINT: i32 = 200;
/// The worth of a base.
const BASE: i32 = 100;
/// The worth of an inch of ground that a unit loses by falling back.
const INCH_LOST: i32 = 3;
/// The distance within which guns have targets, in thousandths of an inch.
const GUNS_NEAR: i32 = 12_000;
/// The distance within which enemies matter to other units.
const NEAR: i32 = 7000;
/// The worth of a reinforcement that comes on.
const ARRIVAL: i32 = 500;

impl Appraise for Outrance {
    type Scratch = ();

    fn appraise(&self, action: &Action) -> i32 {
        let mut worths = Vec::with_capacity(1);
        self.appraise_all(std::slice::from_ref(action), &mut (), &mut worths);
        worths.first().copied().unwrap_or_default()
    }

    fn appraise_all(&self, actions: &[Action], (): &mut (), worths: &mut Vec<i32>) {
        worths.clear();
        let Some(task) = self.stack().last() else { return };
        let outlook = match task {
            Task::Act(unit) | Task::AfterLostOrder(unit) | Task::Deploy(unit, _) | Task::Reform(unit) => Some(*unit),
            Task::Withdraw { unit, .. } => Some(*unit),
            Task::Move(task) => Some(task.unit),
            _ => None,
        }
        .map(|unit| self.outlook(unit));
        let worth = |action: &Action| match (task, &outlook) {
            (Task::Select(_), _) => match action {
                Action::Select(unit) => self.urgency(*unit),
                _ => 0,
            },
            (Task::Act(unit) | Task::AfterLostOrder(unit), Some(outlook)) => self.action_worth(*unit, outlook, *action),
            (Task::Deploy(..) | Task::Reform(_), Some(outlook)) => self.placement_worth(outlook, *action),
            (Task::Move(task), Some(outlook)) => self.leg_worth(task, outlook, *action),
            (Task::Withdraw { unit, .. }, _) => match *action {
                // The nearest place that is safe.
                Action::Withdraw(to) => -self.point_of(*unit).map_or(0, |at| at.distance(to).floor()),
                _ => i32::MIN / 2,
            },
            _ => 0,
        };
        worths.extend(actions.iter().map(worth));
    }

    fn value(&self, side: Side) -> i32 {
        if let Turn::Over(Outcome { winner, points, .. }) = self.turn() {
            let lead = points[side.index()].saturating_sub(points[side.other().index()]).clamp(-99, 99);
            return match winner {
                Some(winner) if winner == side => WON + lead.max(0),
                Some(_) => -WON + lead.min(0),
                None => 0,
            };
        }
        let worth = |side: Side| {
            let held: i32 = self.points().iter().map(|points| points[side.index()]).sum();
            let units =
                self.all_units().filter(|unit| self.side_of(*unit) == side && !self.board.unit(*unit).is_general());
            let strength: i32 = units.map(|unit| self.strength(unit)).sum();
            held.saturating_mul(POINT).saturating_add(strength)
        };
        (worth(side) - worth(side.other())).clamp(1 - WON, WON - 1)
    }

    fn is_quiet(&self) -> bool {
        matches!(self.stack().last(), Some(Task::Initiative | Task::Select(_) | Task::Over(_)))
    }
}

/// Returns the worth of a unit of some bases in a status, in hundredths of a base.
fn strength_of(bases: u8, status: UnitStatus) -> i32 {
    let lost = match status {
        UnitStatus::Ok => 0,
        UnitStatus::Disordered => 60,
        UnitStatus::Demoralized => 150,
    };
    (i32::from(bases) * BASE).saturating_sub(lost).max(BASE / 2)
}

impl Outrance {
    /// Returns the strength of a unit in hundredths of a base.
    fn strength(&self, unit: UnitIx) -> i32 {
        let state = self.unit(unit);
        match state.at {
            At::Destroyed(_) | At::Surrendered(_) | At::Left(_) | At::Unused => 0,
            _ => strength_of(state.bases, state.status),
        }
    }

    fn loss_to(&self, unit: UnitIx, after: CombatLosses, inches: u8) -> i32 {
        let before = self.strength(unit);
        if after.destroyed {
            return before + self.board.destroyed * POINT;
        }
        before - strength_of(after.bases, after.status) + i32::from(inches) * INCH_LOST
    }

    /// Returns the harm of an effect to a unit, in hundredths of a base.
    pub(super) fn harm_to(&self, unit: UnitIx, effect: CombatEffect) -> i32 {
        let state = self.unit(unit);
        let after = losses_after(state.status, self.board.unit(unit).bases, state.bases, effect);
        self.loss_to(unit, after, effect.inches())
    }

    /// Returns the harm of a stopped assault to the assaulting unit.
    fn harm_of_stop(&self, unit: UnitIx, result: StoppedResult) -> i32 {
        let (state, started) = (self.unit(unit), self.board.unit(unit).bases);
        let left = state.bases.saturating_sub(result.bases());
        let destroyed = result.bases() > 0 && started.saturating_sub(left) >= destroyed_at(started);
        self.loss_to(
            unit,
            CombatLosses { status: status_after(state.status, result.status()), bases: left, destroyed },
            0,
        )
    }

    /// Returns the mean harm of fire to a unit at each index of the table.
    pub(super) fn harms_by_index(&self, unit: UnitIx) -> Vec<i32> {
        let tables = &self.board.rules.tables;
        let mean = |index: usize| {
            let chances = fire_chances(tables, index);
            chances.iter().map(|(effect, percent)| self.harm_to(unit, *effect) * i32::from(*percent)).sum::<i32>() / 100
        };
        (0..tables.fire_results.rows.len()).map(mean).collect()
    }

    /// Returns the distance of the nearest enemy in thousandths of an inch.
    fn nearest_enemy(&self, unit: UnitIx) -> i32 {
        let Some(shape) = self.shape(unit) else { return i32::MAX };
        let distances = self.fighters(self.side_of(unit).other()).map(|(_, enemy)| shape.distance(enemy).floor());
        distances.min().unwrap_or(i32::MAX)
    }

    /// Returns the urgency with which a unit acts: guns first, then what regroups or is near the enemy, then the others.
    fn urgency(&self, unit: UnitIx) -> i32 {
        let facts = self.board.unit(unit);
        if facts.is_general() {
            // Early, as he then helps all others.
            return 350;
        }
        let near = self.nearest_enemy(unit);
        let shaken = self.unit(unit).status != UnitStatus::Ok;
        match facts.troops {
            TroopType::Artillery if near <= GUNS_NEAR => 400,
            _ if shaken => 300,
            _ if near <= NEAR => 250,
            // The head of a column makes room for those behind it.
            _ if matches!(self.unit(unit).at, At::Ready) => 90,
            _ => 100,
        }
    }

    /// Returns the worth of an action of a unit against doing nothing.
    fn action_worth(&self, unit: UnitIx, outlook: &Outlook, action: Action) -> i32 {
        match action {
            Action::Hold | Action::Stop => 1,
            Action::Fire { target, facing } => self.fire_worth(unit, outlook, target, facing),
            Action::Order(OrderKind::Assault(target)) => self.assault_worth(unit, outlook, target),
            Action::Regroup => {
                let state = self.unit(unit);
                let gain = strength_of(state.bases, UnitStatus::Ok) - strength_of(state.bases, state.status);
                self.chance_to_regroup(unit).map_or(0, |chance| gain * i32::from(chance.percent) / 100)
            }
            Action::Order(OrderKind::Deploy) => self.deploy_worth(unit, outlook),
            Action::Order(OrderKind::Maneuver) => self.order_worth(unit, outlook, MoveKind::Maneuver),
            Action::Order(OrderKind::March) => self.order_worth(unit, outlook, MoveKind::March),
            Action::RouteMarch if self.unit(unit).at == At::Ready => ARRIVAL,
            Action::RouteMarch => self.advance_worth(unit, outlook, MoveKind::RouteMarch),
            Action::MoveGeneral => self.general_gain(unit),
            _ => 0,
        }
    }

    fn fire_worth(&self, unit: UnitIx, outlook: &Outlook, target: UnitIx, facing: Direction) -> i32 {
        let Some((_, index)) = self.fire_facts(unit, target, facing) else { return 0 };
        let ground = outlook.ground_of(target);
        let worth = |(effect, percent): &(CombatEffect, u8)| {
            // What is thrown off its ground leaves it to others.
            let opened = if effect.inches() > 0 || *effect == CombatEffect::Broken { ground / 3 } else { 0 };
            (self.harm_to(target, *effect) + opened) * i32::from(*percent)
        };
        fire_chances(&self.board.rules.tables, index.index).iter().map(worth).sum::<i32>() / 100
    }

    fn assault_worth(&self, unit: UnitIx, outlook: &Outlook, target: UnitIx) -> i32 {
        let Some(chances) = self.chances_of_assault(unit, target) else { return i32::MIN / 2 };
        let ground = outlook.ground_of(target);
        let worth = |result: &AssaultResult| match result {
            AssaultResult::Stopped(result) => -self.harm_of_stop(unit, *result),
            AssaultResult::CloseCombat(fight) => {
                let taken = if fight.won { ground } else { 0 };
                self.harm_to(target, fight.target) - self.harm_to(unit, fight.actor) + taken
            }
        };
        let sum: i64 = chances.results.iter().map(|(result, share)| i64::from(worth(result)) * i64::from(*share)).sum();
        let mean = i32::try_from(sum / 1_000_000).unwrap_or_default();
        mean * self.chance_of(unit, OrderFate::Received) / 100
    }

    /// Returns the chance of a fate of an order of a unit, in percent.
    fn chance_of(&self, unit: UnitIx, fate: OrderFate) -> i32 {
        let chances = order_chances(&self.board.rules.tables, self.order_facts(unit));
        chances.iter().filter(|(known, _)| *known == fate).map(|(_, percent)| i32::from(*percent)).sum()
    }

    fn deploy_worth(&self, unit: UnitIx, outlook: &Outlook) -> i32 {
        let now = self.stand_now(unit).map_or(0, |stand| self.stand_worth(outlook, &stand));
        let mut places = super::action::ActionList::new();
        self.deploy_options(unit, OrderFate::Received, &mut places);
        let best =
            places.iter().filter(|place| **place != Action::Stop).map(|place| self.placement_worth(outlook, *place));
        best.max().map_or(0, |best| (best - now) * self.chance_of(unit, OrderFate::Received) / 100)
    }

    fn placement_worth(&self, outlook: &Outlook, action: Action) -> i32 {
        let Action::Place { at, facing, posture, .. } = action else {
            return self.stand_now(outlook.unit).map_or(0, |stand| self.stand_worth(outlook, &stand));
        };
        self.stand_worth(outlook, &Stand { at, facing, posture })
    }

    /// Returns the worth of an order to move, which may be delayed or lost.
    fn order_worth(&self, unit: UnitIx, outlook: &Outlook, kind: MoveKind) -> i32 {
        let whole = self.advance_worth(unit, outlook, kind);
        let [received, delayed] = [OrderFate::Received, OrderFate::Delayed].map(|fate| self.chance_of(unit, fate));
        whole * received / 100 + whole * delayed / 200
    }

    /// Returns the worth of the best move against staying.
    fn advance_worth(&self, unit: UnitIx, outlook: &Outlook, kind: MoveKind) -> i32 {
        let Some(now) = self.stand_now(unit) else { return 0 };
        let allowance = super::setup::movement(&self.board.unit(unit).moves, kind);
        let task = self.path_task(unit, kind, allowance);
        let mut moves = super::action::ActionList::new();
        self.move_options(&task, &mut moves);
        let best =
            moves.iter().filter(|leg| **leg != Action::Stop).map(|leg| self.leg_worth(&task, outlook, *leg)).max();
        best.map_or(0, |best| best - self.stand_worth(outlook, &now))
    }

    /// Returns the worth of a leg: that of the place where it ends.
    fn leg_worth(&self, task: &MoveTask, outlook: &Outlook, action: Action) -> i32 {
        let unit = task.unit;
        let is_general = task.kind == MoveKind::General;
        let Some(now) = task.legs.last().map(|leg| leg.to).or_else(|| self.place(unit).map(|place| place.at)) else {
            return 0;
        };
        let posture = Self::posture_of(task.kind);
        let worth = |at, facing| self.stand_worth(outlook, &Stand { at, facing, posture });
        match action {
            Action::Leg { to, .. } if is_general => self.general_worth(unit, to),
            Action::Stop if is_general => self.point_of(unit).map_or(0, |at| self.general_worth(unit, at)),
            Action::Leg { to, facing } => worth(to, facing),
            Action::AlongRoad { road, to } => {
                let end = self.board.terrain.roads.get(usize::from(road)).map(|way| {
                    let (start, end) = (way.nearest_along(now), way.nearest_along(to));
                    let percent = i64::from(self.board.moves.road_percent);
                    let reach = i64::from(task.allowance) * percent / 100 - i64::from(way.distance_to(now).floor());
                    let reach = i32::try_from(reach.max(0)).unwrap_or(i32::MAX);
                    let end = if end > start { end.min(start.saturating_add(reach)) } else { end.max(start - reach) };
                    way.at(end)
                });
                end.flatten().map_or(i32::MIN / 2, |(at, facing)| worth(at, facing))
            }
            Action::Stop => {
                let facing =
                    task.legs.last().map(|leg| leg.facing).or_else(|| self.place(unit).map(|place| place.facing));
                worth(now, facing.unwrap_or_default())
            }
            _ => i32::MIN / 2,
        }
    }
}
