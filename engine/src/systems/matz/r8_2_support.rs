//! 8.2 Support fire, and 11.6 ground support: the artillery and the aircraft that may still join a combat.

use battlewright_schema::matz::{Kind, SupportRange};

use super::action::Refusal;
use super::r7_combat::Combat;
use super::state::{Mission, Party, UnitIx};
use super::{Matz, rulebook as rule};
use crate::game::Side;
use crate::kit::hex_map::HexIx;

impl Matz {
    /// The units that may still support the attack, in the order of the counters.
    pub(super) fn attack_support(&self, combat: &Combat) -> Party {
        self.support_of(combat, self.state.active)
    }

    /// The units that may still support the defense, in the order of the counters.
    pub(super) fn defense_support(&self, combat: &Combat) -> Party {
        self.support_of(combat, self.state.active.other())
    }

    fn support_of(&self, combat: &Combat, side: Side) -> Party {
        let aircraft: &[UnitIx] = if side == self.state.active { self.board.aircraft(side) } else { &[] };
        let units = self.board.ground_units(side).iter().chain(aircraft).copied();
        units.filter(|unit| self.support_refusal(combat, side, *unit).is_none()).collect()
    }

    /// The points that `unit` adds to its side, on the attack its bombardment value, else its defense value: halved if it is
    /// neutralized (9.0), and less if it is out of command (10.2).
    pub(super) fn support_value(&self, unit: UnitIx) -> u8 {
        let attacks = self.unit_side(unit) == self.state.active;
        let value = if attacks { self.bombardment_value(unit) } else { self.defense_value(unit) };
        let less = if self.unit(unit).out_of_command { self.board.rules.out_of_command_value } else { 0 };
        value.saturating_sub(less)
    }

    /// The reason why `unit` does not support `side` in `combat`; `None` if it may.
    pub(super) fn support_refusal(&self, combat: &Combat, side: Side, unit: UnitIx) -> Option<Refusal> {
        let facts = self.board.unit(unit);
        let attacks = side == self.state.active;
        let committed = &combat.support[usize::from(!attacks)];
        let because = |rule, reason| Some(Refusal::Because(rule, reason));
        if facts.side != side {
            return because(rule::SUPPORT_FIRE, "units support their own side");
        }
        if committed.contains(&unit) {
            return because(rule::SUPPORT_FIRE, "the unit already supports this combat");
        }
        let refusal = if facts.arm.flies() {
            self.air_support_refusal(combat, attacks, unit)
        } else if facts.is(Kind::Artillery) {
            self.gun_support_refusal(combat, attacks, unit)
        } else {
            because(rule::SUPPORT_FIRE, "only artillery and aircraft support a combat from elsewhere")
        };
        if refusal.is_none() && self.support_value(unit) == 0 {
            return because(rule::NEUTRALIZATION, "the unit has no points to add");
        }
        refusal
    }

    /// The reason why an air unit does not support a side in `combat` (11.6).
    fn air_support_refusal(&self, combat: &Combat, attacks: bool, unit: UnitIx) -> Option<Refusal> {
        let because = |reason| Some(Refusal::Because(rule::AIR_ATTACKS, reason));
        if !attacks {
            return because("aircraft support the attacks of the active side only");
        }
        if !combat.targets.iter().any(|hex| self.may_attack_from_air(unit, Mission::Support, *hex)) {
            return because("the air unit has no mission left that supports an attack on this hex");
        }
        None
    }

    /// The reason why an artillery unit does not support a side in `combat` (8.2 to 8.4).
    fn gun_support_refusal(&self, combat: &Combat, attacks: bool, gun: UnitIx) -> Option<Refusal> {
        let because = |rule, reason| Some(Refusal::Because(rule, reason));
        let side = self.unit_side(gun);
        let Some(hex) = self.hex_of(gun) else {
            return because(rule::SUPPORT_FIRE, "the unit is not on the map");
        };
        if self.unit(gun).fired {
            return because(rule::ARTILLERY, "the unit has already fired");
        }
        if combat.targets.contains(&hex) {
            return because(rule::ARTILLERY_DEFENSE, "artillery under attack defends with its value in contact");
        }
        if self.in_enemy_zoc(side, hex) {
            return because(rule::ARTILLERY_RESTRICTIONS, "artillery in an enemy zone of control supports nobody");
        }
        let mut supported = self.supported_by_fire(combat, attacks, gun).peekable();
        if supported.peek().is_none() {
            return because(rule::ARTILLERY_RESTRICTIONS, "the unit supports only its own division, corps or army");
        }
        let range = u32::from(self.board.unit(gun).range);
        if !supported.any(|target| self.board.map.distance(hex, target) <= range) {
            return because(rule::SUPPORT_FIRE, "the units that it may support are out of its range");
        }
        if attacks && self.mixes_corps(gun, &combat.support[0]) {
            return because(rule::ARTILLERY_RESTRICTIONS, "artillery of two corps does not fire at the same hex");
        }
        None
    }

    /// The hexes to which the range of `gun` is measured: those of the units in `combat` that it may fire for, or the hexes
    /// under attack if a ruling says so (m13).
    fn supported_by_fire(&self, combat: &Combat, attacks: bool, gun: UnitIx) -> impl Iterator<Item = HexIx> {
        let is_served = |unit: &UnitIx| self.may_fire_for(gun, *unit);
        let mut hexes: Vec<HexIx> = Vec::new();
        if attacks {
            let served = combat.attackers.iter().copied().filter(is_served);
            hexes.extend(served.filter_map(|unit| self.hex_of(unit)));
            if self.board.rules.support_range == SupportRange::Target && !hexes.is_empty() {
                hexes = combat.targets.to_vec();
            }
        } else {
            // Units that have retreated here take no part in the defense (7.6).
            let defends = |unit: &UnitIx| !self.unit(*unit).retreated;
            let has_served = |hex: &HexIx| self.ground.units(*hex).any(|unit| defends(&unit) && is_served(&unit));
            hexes.extend(combat.targets.iter().copied().filter(has_served));
        }
        hexes.into_iter()
    }
}
