//! 8.4 Restrictions of artillery: whom the guns of an army, a corps or a division support, and enemy fighters above them.

use battlewright_schema::matz::{Echelon, Kind};

use super::Matz;
use super::state::{FormationIx, UnitIx};

impl Matz {
    /// Returns `true` if the artillery unit `gun` may support `unit`, wherever the two are. Artillery of a division supports
    /// this division only, artillery of a corps the corps and the formations that it is named for (14.0), and artillery of an
    /// army its whole side.
    pub(super) fn may_fire_for(&self, gun: UnitIx, unit: UnitIx) -> bool {
        let (gun_facts, facts) = (self.board.unit(gun), self.board.unit(unit));
        if gun_facts.side != facts.side {
            return false;
        }
        if gun_facts.division.is_some() {
            return gun_facts.division == facts.division;
        }
        let (from, to) = (self.formation_of(gun), self.formation_of(unit));
        let is_army = self.board.formation(from).echelon == Echelon::Army;
        is_army || from == to || self.board.formation(to).supported_by.contains(&from)
    }

    /// Returns `true` if `unit` and one of `others` are artillery of two corps, which do not fire at the same hex.
    pub(super) fn mixes_corps(&self, unit: UnitIx, others: &[UnitIx]) -> bool {
        let Some(corps) = self.corps_of_gun(unit) else { return false };
        others.iter().filter_map(|other| self.corps_of_gun(*other)).any(|other| other != corps)
    }

    /// The corps of an artillery unit; `None` for that of an army or of a division outside the corps, and for other units.
    fn corps_of_gun(&self, unit: UnitIx) -> Option<FormationIx> {
        let formation = self.formation_of(unit);
        let is_of_corps = self.board.formation(formation).echelon == Echelon::Corps;
        (is_of_corps && self.board.unit(unit).is(Kind::Artillery)).then_some(formation)
    }

    /// Returns `true` if an enemy fighter is in the mega-hex of one of these artillery units. Aircraft among them do not count.
    pub(super) fn under_enemy_fighters(&self, units: &[UnitIx]) -> bool {
        let is_under = |unit: UnitIx| {
            self.hex_of(unit).is_some_and(|hex| self.has_enemy_fighter(self.unit_side(unit), hex))
        };
        units.iter().any(|unit| is_under(*unit))
    }

    /// The columns by which enemy fighters above the artillery of `support` harm the side that it supports (ruling m36).
    pub(super) fn fighters_shift(&self, support: &[UnitIx]) -> i8 {
        let rules = &self.board.rules;
        if rules.fighters_shift_support && self.under_enemy_fighters(support) {
            rules.tables.combat_modifiers.enemy_fighters
        } else {
            0
        }
    }
}
