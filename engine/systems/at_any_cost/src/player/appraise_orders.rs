//! The worth of orders, and what a formation could do if it were activated.

use battlewright_schema::at_any_cost::HqOrder;

use crate::action::Weapon;
use crate::extra_acts::Marker;
use crate::player::appraise_ground::Scratch;
use crate::player::appraise_lures::Pull;
use crate::player::survey::POINT;
use crate::player::weights::Appraiser;
use crate::rules::r13_assault::AssaultCause;
use crate::state::{ActivatedUnits, Activation, At, Bonus};
use crate::{FormationIx, MovingPiece, UnitIx};
use battlewright_core::game::Side;
use battlewright_core::kit::hex_map::{HexIx, PerHex};
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::players::plan::Plan;

/// The use of a unit that is activated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outlook {
    unit: UnitIx,
    hex: Option<HexIx>,
    /// The best fire where it stands.
    fire: i32,
    pull: Pull,
    /// The worth of the removals of markers, the best first.
    recoveries: [i32; 3],
    /// The worth of digging in.
    dig: i32,
}

impl Appraiser<'_> {
    /// The outlook of `unit`, which is on the map or due, under a plan.
    fn outlook(&self, unit: UnitIx, plan: &Plan) -> Outlook {
        let Some(hex) = self.hex_of(unit) else {
            // It comes on in any case, and the faster the better.
            let pull = Pull { worth: 0, way: 20, fight: false };
            return Outlook { unit, hex: None, fire: 0, pull, recoveries: [0; 3], dig: 0 };
        };
        let side = self.unit_side(unit);
        let gap = self.gap_to_enemies(side, hex).unwrap_or(u32::MAX);
        let range = self.range_of(unit, Weapon::Own).map_or(0, |[_, extreme]| u32::from(extreme));
        let pull = self.way_to_mission(unit, hex, plan).unwrap_or_else(|| self.pull(&self.lures_of(unit), hex));
        let useful = self.is_infantry(unit)
            && !self.board.unit(unit).breakdown
            && self.earthwork_at(hex).is_none()
            && self.may_dig_by_rows(unit, hex).is_ok();
        let dig =
            if useful && gap <= self.weights.threat.unsigned_abs() && pull.way <= 2 { self.weights.digging } else { 0 };
        Outlook {
            unit,
            hex: Some(hex),
            fire: if gap <= range && self.is_combat_allowed() { self.best_fire(unit) } else { 0 },
            pull,
            recoveries: if gap <= 1 { [0; 3] } else { self.recoveries_of(unit) },
            dig,
        }
    }

    /// The worth of each marker that `unit` could get rid of.
    fn recoveries_of(&self, unit: UnitIx) -> [i32; 3] {
        let state = self.unit(unit);
        let mut worths = [0; 3];
        if self.may_recover_by_rows(unit, Marker::Elan).is_ok() {
            for (worth, elan) in worths.iter_mut().zip((1..=state.elan.min(2)).rev()) {
                *worth = self.worth_of_rally(unit, elan);
            }
        }
        if self.may_recover_by_rows(unit, Marker::Ammunition).is_ok() {
            worths[2] = self.worth_of_supply(unit);
        }
        worths.sort_unstable_by(|one, other| other.cmp(one));
        worths
    }

    /// The worth of removing an Elan Hit of a unit that has so many.
    pub(crate) fn worth_of_rally(&self, unit: UnitIx, elan: u8) -> i32 {
        self.weighed(unit, if elan >= 2 { self.weights.shaken * 5 / 4 } else { self.weights.shaken })
    }

    /// The worth of removing an Ammo Problem of `unit`.
    pub(crate) fn worth_of_supply(&self, unit: UnitIx) -> i32 {
        let fires = self.range_of(unit, Weapon::Own).is_some();
        let ammo = usize::from(self.unit(unit).ammo.min(2));
        let harm = [0, self.weights.ammo_low, self.weights.ammo_rationed];
        if fires { self.weighed(unit, harm[ammo] - harm[ammo.saturating_sub(1)] / 2) } else { 0 }
    }

    /// The worth of bringing a Broken unit back.
    pub(crate) fn worth_of_rebuilding(&self, unit: UnitIx) -> i32 {
        let [whole, small] = self.board.broken;
        let points = if self.board.unit(unit).small { small } else { whole };
        self.weighed(unit, self.weights.casualty) + POINT * i32::from(points)
    }

    /// The side of the HQ's counter with `order`; that which is up if neither or both have it.
    fn side_with(&self, formation: FormationIx, order: HqOrder) -> bool {
        let [front, back] = self.board.formation(formation).orders.map(|orders| orders.contains(&order));
        if front == back { self.hq(formation).back } else { back }
    }

    /// The worth of `order` in `activation`: the fires, moves, assaults and rallies that come of it.
    pub(crate) fn worth_of_order(&self, activation: &Activation, order: HqOrder, scratch: &mut Scratch) -> i32 {
        let formation = self.ordering_formation(activation);
        if !scratch.is_looked_out {
            scratch.is_looked_out = true;
            scratch.outlooks.clear();
            let units = self.active_units(activation);
            let units = units.filter(|unit| self.hex_of(*unit).is_some() || self.is_due(MovingPiece::Unit(*unit)));
            let plan = scratch.plan.clone();
            // Reinforcements get an order of their own.
            let apart = self.orders_entering(activation);
            let units = units.filter(|unit| !(apart && self.is_entering(*unit)));
            scratch.outlooks.extend(units.map(|unit| self.outlook(unit, &plan)));
        }
        let costs: Option<PerHex<u16>> = matches!(activation.who, ActivatedUnits::Formation(_)).then(|| {
            let back = self.side_with(formation, order);
            let there = scratch.there(self);
            there.hq_mut(formation).back = back;
            there.command_cost_map(formation)
        });
        let is_commanded = |outlook: &Outlook| {
            let Some(hex) = outlook.hex else { return true };
            let reached = costs.as_ref().is_none_or(|costs| costs[hex.index()] != u16::MAX);
            self.in_command_by_rows(outlook.unit, reached && !activation.degraded)
        };
        let mut worth = 0;
        let mut recoveries: InlineList<i32, 32> = InlineList::new();
        let mut attackers: InlineList<(UnitIx, HexIx), 32> = InlineList::new();
        for outlook in &scratch.outlooks {
            let own = self.worth_under(outlook, order);
            if !is_commanded(outlook) {
                // Two couriers of ten get through, and six units go half as far.
                worth += (2 * own + 6 * self.strides(outlook, HqOrder::Defend)) / 10;
                continue;
            }
            worth += own;
            recoveries.extend(outlook.recoveries.into_iter().filter(|worth| *worth > 0));
            let fights = !self.is_artillery(outlook.unit) && self.unit(outlook.unit).elan < 2;
            attackers.extend(outlook.hex.filter(|_| fights).map(|hex| (outlook.unit, hex)));
        }
        recoveries.sort_unstable_by(|one, other| other.cmp(one));
        let rules = &self.board.rules;
        worth += match order {
            HqOrder::Attack => {
                let attack = 5 + self.opportunity(&attackers, activation.side, AssaultCause::Step);
                let mission = scratch.plan.mission(formation.index());
                mission.map_or(attack, |mission| mission.worth_of_attack_order(attack))
            }
            HqOrder::March => 0,
            HqOrder::Defend => {
                let most = usize::from(rules.defend_recoveries);
                recoveries.iter().take(most).sum::<i32>() + self.worth_of_rebuilds(activation, order)
            }
            HqOrder::Regroup => {
                let most = usize::from(rules.regroup_recoveries);
                recoveries.iter().take(most).sum::<i32>() + self.worth_of_rebuilds(activation, order)
            }
        };
        worth
    }

    /// The worth of `order` for the reinforcements of `activation` (12.11).
    pub(crate) fn worth_of_entering_order(&self, activation: &Activation, order: HqOrder, plan: &Plan) -> i32 {
        let entering = self.active_units(activation).filter(|unit| self.is_entering(*unit));
        let worths = entering.map(|unit| {
            let entry = self.entry_hexes(MovingPiece::Unit(unit)).next();
            let outlook = match (self.hex_of(unit), entry) {
                (None, Some(entry)) => {
                    let mission = self.way_to_mission(unit, entry, plan);
                    let pull = mission.unwrap_or_else(|| self.pull(&self.lures_of(unit), entry));
                    Outlook { pull, ..self.outlook(unit, plan) }
                }
                _ => self.outlook(unit, plan),
            };
            self.worth_under(&outlook, order)
        });
        // Of orders that lead as far, that which lets them fight.
        worths.sum::<i32>() + if order == HqOrder::Attack { 5 } else { 0 }
    }

    /// The worth of what a unit does under `order` for itself.
    fn worth_under(&self, outlook: &Outlook, order: HqOrder) -> i32 {
        let strides = self.strides(outlook, order);
        match order {
            HqOrder::March | HqOrder::Regroup => strides,
            // Artillery fires or moves.
            HqOrder::Attack | HqOrder::Defend if self.is_artillery(outlook.unit) => outlook.fire.max(strides),
            HqOrder::Attack => outlook.fire + strides,
            HqOrder::Defend => outlook.fire + strides + outlook.dig,
        }
    }

    /// The worth of the way that a unit makes under `order` to what draws it.
    fn strides(&self, outlook: &Outlook, order: HqOrder) -> i32 {
        let points = i32::from(self.movement_points(MovingPiece::Unit(outlook.unit)));
        let on_road = outlook.hex.is_some_and(|hex| self.board.major_roads[hex.index()] != 0);
        let (reach, short) = match order {
            HqOrder::Attack => (2 * points, 0),
            HqOrder::Defend => (points, 0),
            // It goes twice as far by a Major Road, and not next to an enemy.
            HqOrder::March => {
                (2 * (points + 1) * if on_road { 3 } else { 2 } / 2, if outlook.pull.fight { 4 } else { 0 })
            }
            HqOrder::Regroup => (2, if outlook.pull.fight { 4 } else { 0 }),
        };
        let most = self.most_hexes_by_rows(MovingPiece::Unit(outlook.unit), None);
        let reach = most.map_or(reach, |most| reach.min(2 * i32::from(most)));
        self.weights.stride * reach.min(outlook.pull.way - short).max(0)
    }

    /// The worth of the Rebuild attempts under `order` (14.4).
    fn worth_of_rebuilds(&self, activation: &Activation, order: HqOrder) -> i32 {
        let formation = self.ordering_formation(activation);
        let Some(hq) = self.hq_hex(formation) else { return 0 };
        if self.has_enemy_next_to(activation.side, hq) {
            return 0;
        }
        let may = |unit: UnitIx| self.is_available(unit) && self.may_rebuild_by_rows(unit).is_ok();
        let units = self.active_units(activation).filter(|unit| may(*unit));
        let mut chances: InlineList<(i32, i32), 16> =
            units.map(|unit| (self.worth_of_rebuilding(unit), i32::from(self.rebuild_limit(unit)).min(10))).collect();
        chances.sort_unstable_by(|one, other| other.cmp(one));
        let rules = &self.board.rules;
        let (most, free) = match order {
            HqOrder::Regroup => (usize::MAX, usize::from(rules.free_rebuilds)),
            _ => (usize::from(rules.defend_rebuilds), 0),
        };
        let worth =
            |(place, (worth, faces)): (usize, &(i32, i32))| if place < free { *worth } else { worth * faces / 10 };
        chances.iter().take(most).enumerate().map(worth).sum()
    }

    /// The worth of `bonus` to `activation`, whose order is still to be given.
    pub(crate) fn worth_of_bonus(&self, activation: &Activation, bonus: Bonus) -> i32 {
        let on_map = |unit: UnitIx| Some((unit, self.hex_of(unit)?));
        match bonus {
            Bonus::Movement => 8,
            Bonus::Fire => self.active_units(activation).map(|unit| self.best_fire(unit)).sum::<i32>() / 6,
            Bonus::Assault => {
                let fights = |unit: &UnitIx| !self.is_artillery(*unit);
                let attackers: InlineList<(UnitIx, HexIx), 32> =
                    self.active_units(activation).filter(fights).filter_map(on_map).collect();
                self.opportunity(&attackers, activation.side, AssaultCause::Step) / 5
            }
        }
    }

    /// The readiness of `formation`: its strength, the more the nearer the enemy.
    pub(crate) fn readiness(&self, formation: FormationIx, side: Side) -> i32 {
        let near = |unit: UnitIx| match self.unit(unit).at {
            At::Hex(hex) => {
                self.gap_to_enemies(side, hex).map_or(1, |gap| 20 - i32::try_from(gap.min(19)).unwrap_or(19))
            }
            At::Due { turn, .. } if turn <= self.state.turn => 10,
            _ => 0,
        };
        let units = self.board.roster(formation).iter();
        units.map(|unit| self.fighting_strength(*unit) * near(*unit)).sum::<i32>() / 10
    }

    /// The worth of activating these units now: their fires, and the best assault that they could come to.
    pub(crate) fn worth_of_activity(&self, units: impl Iterator<Item = UnitIx>, side: Side) -> i32 {
        let mut attackers: InlineList<(UnitIx, HexIx), 16> = InlineList::new();
        let mut worth = 0;
        for unit in units {
            let Some(hex) = self.hex_of(unit) else {
                worth += if self.is_available(unit) { 0 } else { 10 };
                continue;
            };
            if self.gap_to_enemies(side, hex).is_some_and(|gap| gap <= 6) {
                worth += 4 + self.best_fire(unit);
                if !self.is_artillery(unit) && self.unit(unit).elan < 2 {
                    attackers.push((unit, hex));
                }
            }
        }
        worth + self.opportunity(&attackers, side, AssaultCause::Step)
    }
}
