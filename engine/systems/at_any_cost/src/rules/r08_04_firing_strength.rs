//! 8.4 to 8.6: the SP of a fire and the column on which it is rolled.

use battlewright_schema::at_any_cost::vocabulary::Hook;
use battlewright_schema::at_any_cost::{Earthwork, FireTable, Kind, Nation, TerrainClass, percent};

use crate::AtAnyCost;
use crate::action::{Shot, Weapon};
use crate::rules::r03_units::narrow;
use crate::rules::r08_03_line_of_sight::Sight;
use crate::rules::r08_fire::{Fire, FireCause};
use crate::state::{Bonus, UnitIx};
use battlewright_core::kit::combat_table;
use battlewright_core::kit::inline_list::InlineList;

/// An adjustment of the SP of a fire: its name, and the percent of the SP that it leaves.
type Adjustment = (&'static str, u8);

impl AtAnyCost {
    /// The Effective and the Extreme Range of a weapon of `unit` (8.4); `None` if it has no such weapon.
    #[inline]
    pub(crate) fn range_of(&self, unit: UnitIx, weapon: Weapon) -> Option<[u8; 2]> {
        let facts = self.board.unit(unit);
        let printed = match weapon {
            Weapon::Own => facts.range.filter(|_| facts.kind != Kind::Cavalry),
            Weapon::Mitrailleuse => self.mitrailleuse_of(unit).map(|marker| marker.range),
        };
        printed.map(|range| self.range_by_rows(unit, weapon, range))
    }

    /// The SP of a fire after all adjustments; fractions are dropped after each of them (2.3).
    pub(crate) fn fire_strength(&self, fire: &Fire) -> i16 {
        let mut points = self.published_fire_strength(fire);
        self.each_change_of_strength(fire, |_, change| points = points.saturating_add(change));
        points
    }

    /// The SP of a fire without rows.
    fn published_fire_strength(&self, fire: &Fire) -> i16 {
        let Shot { firer, weapon, .. } = fire.shot;
        let full = self.strength(firer, weapon, true);
        self.sp_adjustments(fire).into_iter().fold(full, |sp, (_, part)| percent(sp, part))
    }

    /// Calls `found` with the name of each row that changes the SP of a fire, and by how much.
    pub(crate) fn each_change_of_strength(&self, fire: &Fire, mut found: impl FnMut(&'static str, i16)) {
        if self.board.extra.get().is_some() {
            let published = self.published_fire_strength(fire).into();
            self.each_change_of_fire(Hook::FireStrength, fire, published, |row, change| {
                found(row.name, i16::try_from(change).unwrap_or(0));
            });
        }
    }

    /// The names of the adjustments of the SP of a fire, in the order in which they apply; those of rows come last.
    pub(crate) fn fire_adjustments(&self, fire: &Fire) -> InlineList<&'static str, 6> {
        let mut names: InlineList<&'static str, 6> =
            self.sp_adjustments(fire).into_iter().map(|(name, _)| name).collect();
        self.each_change_of_strength(fire, |name, _| names.push(name));
        names
    }

    /// The adjustments of 8.5, with those of 8.1, 8.9 and 21.0 that halve the SP as well.
    fn sp_adjustments(&self, fire: &Fire) -> InlineList<Adjustment, 6> {
        let Shot { firer, weapon, half: is_half, .. } = fire.shot;
        let parts = &self.board.rules.tables.strength_modifiers;
        let distance = self.firing_distance(&fire.shot);
        let extreme = self.range_of(firer, weapon).is_some_and(|[effective, _]| distance > u32::from(effective));
        let canister = distance == 1 && weapon == Weapon::Own && self.is_artillery(firer);
        let all: [(Adjustment, bool); 6] = [
            (("Extreme Range", parts.extreme_range), extreme && !self.is_moulin(fire)),
            (("Second Line", parts.second_line), self.unit(firer).second_line),
            (("Rationed Ammo", parts.rationed_ammo), self.unit(firer).ammo >= 2),
            (("horse artillery that may still move", parts.half_fire), is_half),
            (("Artillery Charge", parts.artillery_charge), self.is_artillery_charge(fire)),
            (("canister", parts.canister), canister),
        ];
        let counts = |index: usize| !self.drops(Hook::FireStrength, index);
        let apply = all.into_iter().enumerate().filter(|(index, (_, applies))| *applies && counts(*index));
        apply.map(|(_, (adjustment, _))| adjustment).collect()
    }

    /// The range from the firing unit to the target, in hexes.
    fn firing_distance(&self, shot: &Shot) -> u32 {
        let hexes = self.hex_of(shot.firer).zip(self.hex_of(shot.target));
        hexes.map_or(0, |(from, to)| self.board.map.distance(from, to))
    }

    /// Returns `true` if the fire is made with the option Moulin à Café (21.0).
    pub(crate) fn is_moulin(&self, fire: &Fire) -> bool {
        fire.cause == (FireCause::Event { option: true })
            && self.nation(self.unit_side(fire.shot.firer)) == Nation::French
    }

    /// Returns `true` if the fire is made with the option Artillery Charge (21.0).
    fn is_artillery_charge(&self, fire: &Fire) -> bool {
        let nation = self.nation(self.unit_side(fire.shot.firer));
        fire.cause == (FireCause::Event { option: true }) && nation == Nation::Prussian
    }

    /// The column shifts of a fire (8.6), each with its name. Those of several terrain features of a hex add up.
    pub(crate) fn fire_shifts(&self, fire: &Fire) -> InlineList<(&'static str, i8), 12> {
        let Shot { firer, target, .. } = fire.shot;
        let (Some(from), Some(to)) = (self.hex_of(firer), self.hex_of(target)) else { return InlineList::new() };
        let shifts = &self.board.rules.tables.fire_shifts;
        let when = |applies: bool, shift: i8| if applies { shift } else { 0 };
        let works = match self.earthwork_at(to) {
            None => ("", 0),
            Some(Earthwork::Fieldworks) => ("Fieldworks", shifts.fieldworks),
            Some(Earthwork::Entrenchments) => ("Entrenchments", shifts.entrenchments),
        };
        let further = match fire.cause {
            FireCause::Defensive(before) => i8::try_from(before).unwrap_or(i8::MAX),
            FireCause::Step | FireCause::Event { .. } => 0,
        };
        let activation = self.activation().filter(|activation| self.is_active(activation, firer));
        let feu = activation.is_some_and(|activation| activation.feu);
        let enhanced = activation.is_some_and(|activation| activation.bonus == Some(Bonus::Fire));
        let obscured = self.sight_between(from, to) == Sight::Obscured;
        let others = [
            works,
            ("Obscured", when(obscured, shifts.obscured)),
            ("Plunging Fire", when(self.board.level(from) > self.board.level(to), shifts.plunging)),
            ("Front Line cavalry", when(self.is_cavalry_target(fire), shifts.cavalry)),
            ("further Defensive Fire", shifts.further_defensive.saturating_mul(further)),
            ("Feu de Bataillon", when(feu, shifts.feu_de_bataillon)),
            ("enhanced chit", when(enhanced, shifts.enhanced)),
            ("Battlefield Conditions", shifts.battlefield_conditions.saturating_mul(fire.conditions)),
        ];
        // The number is the place of the shift in the list of those that rows drop.
        let terrain = self.board.effects(to).map(|row| (0, (terrain_name(row.class), row.fire)));
        let all = terrain.chain((1..).zip(others));
        let counted = all.filter(|(index, (_, shift))| *shift != 0 && !self.drops(Hook::FireColumn, *index));
        let mut shifts: InlineList<(&'static str, i8), 12> = counted.map(|(_, shift)| shift).collect();
        let sum = shifts.iter().map(|(_, shift)| i32::from(*shift)).sum();
        self.each_change_of_fire(Hook::FireColumn, fire, sum, |row, change| shifts.push((row.name, narrow(change))));
        shifts
    }

    /// Returns `true` if the target is cavalry in front; a charge changes nothing (ruling r37).
    fn is_cavalry_target(&self, fire: &Fire) -> bool {
        let target = fire.shot.target;
        let spared = !self.board.rules.charging_cavalry_is_target
            && matches!(fire.cause, FireCause::Defensive(_))
            && self.unit(target).done.charged;
        self.is_cavalry(target) && !spared
    }

    /// The Fire Combat Results Table of a weapon: the superior one is for Prussian artillery, French infantry and
    /// mitrailleuses (8.7).
    pub(crate) fn fire_table(&self, shot: &Shot) -> &FireTable {
        let tables = &self.board.rules.tables;
        let artillery = self.is_artillery(shot.firer);
        let superior = match (shot.weapon, self.nation(self.unit_side(shot.firer))) {
            (Weapon::Mitrailleuse, _) => true,
            (Weapon::Own, Nation::Prussian) => artillery,
            (Weapon::Own, Nation::French) => !artillery,
        };
        if superior { &tables.fire_superior } else { &tables.fire_inferior }
    }

    /// The number of the column on which a fire is rolled: that of its SP, and so many places to the right or left. No
    /// shift leads off the table.
    pub(crate) fn fire_column(&self, fire: &Fire) -> usize {
        let columns = &self.fire_table(&fire.shot).columns;
        let sp = self.fire_strength(fire);
        let start = columns.iter().rposition(|column| i16::from(column.from) <= sp).unwrap_or(0);
        combat_table::shifted(start, self.fire_shifts(fire).into_iter().map(|(_, shift)| shift), columns.len())
    }
}

/// The name of a terrain feature among column shifts.
pub(crate) fn terrain_name(class: TerrainClass) -> &'static str {
    match class {
        TerrainClass::Clear => "clear",
        TerrainClass::Woods => "woods",
        TerrainClass::Quarry => "quarry",
        TerrainClass::Farm => "farm",
        TerrainClass::Town => "town",
        TerrainClass::Ravine => "ravine",
        TerrainClass::Stream => "stream",
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use crate::action::Shot;
    use crate::rules::r08_fire::{Fire, FireCause};
    use crate::state::Bonus;
    use crate::tests::testing::{Position, Table, position};

    const STEP: FireCause = FireCause::Step;

    fn fire(table: &Table, firer: &str, target: &str, cause: FireCause) -> Fire {
        Fire::new(table.shot(firer, target), cause)
    }

    /// The heading of the column on which this fire is rolled.
    pub(crate) fn column_of(table: &Table, fire: &Fire) -> String {
        table.game.fire_table(&fire.shot).columns[table.game.fire_column(fire)].to_string()
    }

    /// The heading of the column on which `firer` would fire at `target`.
    fn column(table: &Table, firer: &str, target: &str) -> String {
        column_of(table, &fire(table, firer, target, STEP))
    }

    /// The column shifts of that fire, such as `["woods -1"]`.
    fn shifts(table: &Table, firer: &str, target: &str, cause: FireCause) -> Vec<String> {
        let fire = fire(table, firer, target, cause);
        table.game.fire_shifts(&fire).iter().map(|(name, shift)| format!("{name} {shift:+}")).collect()
    }

    fn sp(table: &Table, firer: &str, target: &str) -> i16 {
        table.game.fire_strength(&fire(table, firer, target, STEP))
    }

    #[test]
    fn r8_4_at_extreme_range_a_unit_fires_with_half_its_sp() {
        let table = position(
            "map 12x9
            french infantry f1 7/4 at 0201
            french field f2 7/4 mitrailleuse 4/2 at 0401
            prussian infantry p1 8/4 at 0203
            prussian infantry p2 8/4 at 0204
            prussian infantry p3 8/4 at 0404
            prussian infantry p4 8/4 at 0405",
        )
        .table();
        assert_eq!((sp(&table, "f1", "p1"), sp(&table, "f1", "p2")), (7, 3));
        assert_eq!((sp(&table, "f2", "p3"), sp(&table, "f2", "p4")), (7, 3));
        assert_eq!((sp(&table, "f2-mitrailleuse", "p3"), sp(&table, "f2-mitrailleuse", "p4")), (4, 2));
        let adjustments = table.game.fire_adjustments(&fire(&table, "f1", "p2", STEP));
        assert_eq!(adjustments.as_slice(), ["Extreme Range"]);
    }

    #[test]
    fn r8_5_canister_adds_half() {
        let table = position(
            "map 12x9
            prussian heavy p1 10/5 at 0404
            prussian horse p2 7/4 at 0505
            french field f1 7/4 mitrailleuse 4/2 at 0405
            french field f2 7/4 at 0402",
        )
        .table();
        assert_eq!((sp(&table, "p1", "f1"), sp(&table, "p2", "f1"), sp(&table, "f1", "p1")), (15, 10, 10));
        assert_eq!(sp(&table, "p1", "f2"), 10, "not at two hexes");
        assert_eq!(sp(&table, "f1-mitrailleuse", "p1"), 4, "not with mitrailleuses");
    }

    #[test]
    fn r8_5_infantry_fires_no_canister() {
        let table = position("french infantry f1 7/4 at 0404\nprussian infantry p1 8/4 at 0405").table();
        assert_eq!((sp(&table, "f1", "p1"), sp(&table, "p1", "f1")), (7, 8));
    }

    #[test]
    fn r8_5_a_second_line_unit_fires_with_half_its_sp_and_so_does_its_mitrailleuse() {
        let table = position(
            "map 12x9
            french infantry f1 5/3 at 0404
            french field f2 7/4 mitrailleuse 5/2 at 0404 second
            prussian infantry p1 8/4 at 0405
            prussian infantry p2 8/4 at 0408",
        )
        .table();
        assert_eq!((sp(&table, "f1", "p1"), sp(&table, "f2-mitrailleuse", "p1")), (5, 2));
        assert_eq!(sp(&table, "f2", "p1"), 4, "half of 7 is 3, and canister adds 1");
        assert_eq!(sp(&table, "f2", "p2"), 1, "2.3: 7 halved twice, at Extreme Range");
    }

    #[test]
    fn r8_9_rationed_ammo_halves_defensive_fire_and_low_ammo_does_nothing() {
        let table = position(
            "french infantry f1 7/4 at 0404 low
            french infantry f2 7/4 at 0505 rationed
            prussian infantry p1 8/4 at 0405",
        )
        .table();
        let defensive = |id| table.game.fire_strength(&fire(&table, id, "p1", FireCause::Defensive(0)));
        assert_eq!((defensive("f1"), defensive("f2")), (7, 3));
    }

    #[test]
    fn r21_0_artillery_charge_halves_and_moulin_a_cafe_does_not_at_extreme_range() {
        let table = position(
            "map 12x9
            prussian field p1 7/4 at 0201
            french infantry f1 7/4 at 0204",
        )
        .table();
        let with =
            |firer, target, option| table.game.fire_strength(&fire(&table, firer, target, FireCause::Event { option }));
        assert_eq!((with("p1", "f1", false), with("p1", "f1", true)), (7, 3));
        assert_eq!((with("f1", "p1", false), with("f1", "p1", true)), (3, 7));
    }

    /// A French brigade of 5 and a Prussian one next to it, with this besides.
    fn facing(more: &str) -> Table {
        position(&format!("french infantry f1 5/3 at 0404\nprussian infantry p1 8/4 at 0405\n{more}")).table()
    }

    #[test]
    fn r8_6_the_terrain_of_the_target_shifts() {
        for (terrain, expected) in [
            ("woods", "woods -1"),
            ("quarry", "quarry -1"),
            ("farm", "farm -2"),
            ("town", "town -3"),
            ("ravine", "ravine +2"),
            ("stream", "stream +1"),
            ("fieldworks", "Fieldworks -1"),
            ("entrenchments", "Entrenchments -2"),
        ] {
            let table = facing(&format!("{terrain} 0405"));
            assert_eq!(shifts(&table, "f1", "p1", STEP), [expected]);
            assert_eq!(shifts(&table, "p1", "f1", STEP), [] as [&str; 0], "{terrain} of the firing unit");
        }
        assert_eq!(column(&facing("town 0405"), "f1", "p1"), "2");
        assert_eq!(column(&facing("ravine 0405"), "f1", "p1"), "7");
    }

    #[test]
    fn r8_6_several_terrain_features_add_up() {
        let table = facing("woods 0405\nravine 0405\nfieldworks 0405");
        assert_eq!(shifts(&table, "f1", "p1", STEP), ["woods -1", "ravine +2", "Fieldworks -1"]);
        assert_eq!(column(&table, "f1", "p1"), "5");
    }

    #[test]
    fn r16_1_a_unit_in_earthworks_fires_with_more_sp() {
        assert_eq!(column(&facing("fieldworks 0404"), "f1", "p1"), "6");
        assert_eq!(column(&facing("entrenchments 0404"), "f1", "p1"), "7");
    }

    #[test]
    fn r8_6_plunging_fire_and_obscured_lines_shift() {
        assert_eq!(shifts(&facing("level 2 0404"), "f1", "p1", STEP), ["Plunging Fire +1"]);
        assert_eq!(shifts(&facing("level 2 0405"), "f1", "p1", STEP), [] as [&str; 0]);
        let table = position(
            "level 2 0403
            woods 0404
            french infantry f1 5/3 at 0403
            prussian field p1 6/3 at 0405",
        )
        .table();
        assert_eq!(shifts(&table, "f1", "p1", STEP), ["Obscured -2", "Plunging Fire +1"]);
        assert_eq!(shifts(&table, "p1", "f1", STEP), ["Obscured -2"]);
        assert_eq!((column(&table, "f1", "p1"), column(&table, "p1", "f1")), ("4".into(), "4".into()));
    }

    #[test]
    fn r8_6_cavalry_in_front_is_an_easy_target() {
        let at = |more: &str| {
            position(&format!(
                "french infantry f1 5/3 at 0404
                prussian cavalry p1 3/2 at 0405
                {more}"
            ))
        };
        assert_eq!(shifts(&at("").table(), "f1", "p1", STEP), ["Front Line cavalry +3"]);
        assert_eq!(column(&at("").table(), "f1", "p1"), "8");
        let behind = at("prussian field p2 6/3 at 0405").table();
        assert_eq!(shifts(&behind, "f1", "p2", STEP), [] as [&str; 0]);
    }

    #[test]
    fn r8_6_charging_cavalry_is_a_cavalry_target_by_ruling() {
        let charging = |is_target| {
            let rule = |scenario: &mut battlewright_schema::at_any_cost::AtAnyCost| {
                scenario.rules.charging_cavalry_is_target = Some(is_target);
            };
            let mut table =
                position("french infantry f1 5/3 at 0404\nprussian cavalry p1 3/2 at 0405").with(rule).table();
            let p1 = table.unit("p1");
            table.game.unit_mut(p1).done.charged = true;
            let defensive = shifts(&table, "f1", "p1", FireCause::Defensive(0)).len();
            (defensive, shifts(&table, "f1", "p1", STEP).len())
        };
        assert_eq!((charging(true), charging(false)), ((1, 1), (0, 1)));
    }

    #[test]
    fn r8_6_each_further_defensive_fire_shifts_by_two() {
        let table = facing("");
        let column = |before| column_of(&table, &fire(&table, "f1", "p1", FireCause::Defensive(before)));
        assert_eq!([0, 1, 2, 3, 99, u8::MAX].map(column), ["5", "3", "1", "B", "C", "C"]);
    }

    #[test]
    fn r8_6_battlefield_conditions_shift_by_two_either_way() {
        let table = facing("");
        let column = |conditions| column_of(&table, &Fire { conditions, ..fire(&table, "f1", "p1", STEP) });
        assert_eq!([1, 0, -1].map(column), ["7", "5", "3"]);
    }

    /// The column of `firer` in the Fire Combat Step of the French.
    fn in_step(position: Position, set: impl FnOnce(&mut crate::state::Activation)) -> [String; 2] {
        let mut table = position.fires("french");
        set(table.game.activation_mut().expect("the French are active"));
        [column(&table, "f1", "p1"), column(&table, "p1", "f1")]
    }

    #[test]
    fn r21_0_feu_de_bataillon_and_the_bonus_of_an_enhanced_chit_shift_by_one() {
        let facing = || position("french infantry f1 5/3 at 0404\nprussian infantry p1 8/4 at 0405");
        assert_eq!(in_step(facing(), |_| ()), ["5", "8"]);
        assert_eq!(in_step(facing(), |activation| activation.feu = true), ["6", "8"], "not for the enemy");
        assert_eq!(in_step(facing(), |activation| activation.bonus = Some(Bonus::Fire)), ["6", "8"]);
        assert_eq!(in_step(facing(), |activation| activation.bonus = Some(Bonus::Assault)), ["5", "8"]);
    }

    #[test]
    fn r8_2_each_sp_has_its_column() {
        let headings = ["C", "B", "A", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11-12", "13+"];
        let table = facing("");
        let tables = &table.game.board.rules.tables;
        for fires in [&tables.fire_superior, &tables.fire_inferior] {
            let columns: Vec<String> = fires.columns.iter().map(ToString::to_string).collect();
            assert_eq!(columns, headings);
            assert_eq!(fires.rows.len(), 10);
        }
        for (strength, heading) in
            [(0, "A"), (1, "1"), (5, "5"), (10, "10"), (11, "11-12"), (12, "11-12"), (13, "13+"), (40, "13+")]
        {
            let position = format!("french infantry f1 {strength}/1 at 0404\nprussian infantry p1 8/4 at 0405");
            assert_eq!(column(&position_of(&position), "f1", "p1"), heading);
        }
        // Ruling r1: below 0 there are B and C, and nothing is lower than C (3.1).
        for (battleworn, heading) in [(1, "B"), (0, "C"), (2, "A")] {
            let text = format!(
                "french infantry f1 5/{battleworn} at 0404 battleworn disrupted\nprussian infantry p1 8/4 at 0405"
            );
            assert_eq!(column(&position_of(&text), "f1", "p1"), heading);
        }
    }

    fn position_of(text: &str) -> Table {
        position(text).table()
    }

    #[test]
    fn r8_6_no_shift_leads_off_the_table() {
        let table = facing("town 0405\nentrenchments 0405");
        let weak = Fire { conditions: -1, ..fire(&table, "f1", "p1", FireCause::Defensive(3)) };
        assert_eq!(column_of(&table, &weak), "C");
        let table = position("french infantry f1 12/3 at 0404\nprussian cavalry p1 3/2 at 0405").table();
        let strong = Fire { conditions: 1, ..fire(&table, "f1", "p1", STEP) };
        assert_eq!(column_of(&table, &strong), "13+");
    }

    #[test]
    fn r8_7_the_superior_table_is_for_prussian_guns_french_rifles_and_mitrailleuses() {
        let table = position(
            "prussian infantry p1 8/4 at 0405
            prussian heavy p2 8/4 at 0406
            french infantry f1 5/3 at 0404
            french horse f2 7/4 mitrailleuse 4/2 at 0304",
        )
        .table();
        let is_superior = |firer: &str, target: &str| {
            let shot: Shot = table.shot(firer, target);
            let tables = &table.game.board.rules.tables;
            std::ptr::eq(table.game.fire_table(&shot), &tables.fire_superior)
        };
        assert_eq!(["f1", "f2-mitrailleuse", "f2"].map(|firer| is_superior(firer, "p1")), [true, true, false]);
        assert_eq!(["p1", "p2"].map(|firer| is_superior(firer, "f1")), [false, true]);
    }
}
