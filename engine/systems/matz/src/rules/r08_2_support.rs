//! 8.2 Support fire, and 11.6 ground support: the artillery and the aircraft that may still join a combat.

use battlewright_schema::matz::{Kind, SupportRange};

use crate::action::RefusalCause;
use crate::rules::r07_combat::Combat;
use crate::state::{FormationIx, Mission, Party, UnitIx};
use crate::{Matz, rulebook as rule};
use battlewright_core::game::Side;
use battlewright_core::kit::hex_map::HexIx;

impl Matz {
    /// The units that may still support the attack, in the order of the counters.
    pub(crate) fn attack_support(&self, combat: &Combat) -> Party {
        self.support_of(combat, self.state.active)
    }

    /// The units that may still support the defense, in the order of the counters.
    pub(crate) fn defense_support(&self, combat: &Combat) -> Party {
        self.support_of(combat, self.state.active.other())
    }

    /// The most points that support can still add to the attack: by the guns of one corps, as those of two do not fire together
    /// (8.4), and by all others.
    pub(crate) fn most_support(&self, combat: &Combat) -> u16 {
        let units = self.attack_support(combat);
        let total = |corps: Option<FormationIx>| {
            let fires = |unit: &&UnitIx| self.corps_of_gun(**unit).is_none_or(|own| Some(own) == corps);
            let values = units.iter().filter(fires).map(|unit| u16::from(self.support_value(*unit)));
            values.fold(0, u16::saturating_add)
        };
        let by_corps = units.iter().filter_map(|unit| self.corps_of_gun(*unit)).map(|corps| total(Some(corps)));
        by_corps.max().unwrap_or_else(|| total(None))
    }

    fn support_of(&self, combat: &Combat, side: Side) -> Party {
        let aircraft: &[UnitIx] = if side == self.state.active { self.board.aircraft(side) } else { &[] };
        let units = self.board.ground_units(side).iter().chain(aircraft).copied();
        units.filter(|unit| self.support_refusal(combat, side, *unit).is_none()).collect()
    }

    /// The points that `unit` adds to its side, on the attack its bombardment value, else its defense value: halved if it is
    /// neutralized (9.0), and less if it is out of command (10.2).
    pub(crate) fn support_value(&self, unit: UnitIx) -> u8 {
        let attacks = self.unit_side(unit) == self.state.active;
        let value = if attacks { self.bombardment_value(unit) } else { self.defense_value(unit) };
        value.saturating_sub(self.points_off(unit))
    }

    /// The reason why `unit` does not support `side` in `combat`; `None` if it may.
    pub(crate) fn support_refusal(&self, combat: &Combat, side: Side, unit: UnitIx) -> Option<RefusalCause> {
        let facts = self.board.unit(unit);
        let attacks = side == self.state.active;
        let committed = &combat.support[usize::from(!attacks)];
        let because = |rule, reason| Some(RefusalCause::Because(rule, reason));
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
        refusal.or_else(|| self.forbids_support(combat, side, unit).err())
    }

    /// The reason why an air unit does not support a side in `combat` (11.6).
    fn air_support_refusal(&self, combat: &Combat, attacks: bool, unit: UnitIx) -> Option<RefusalCause> {
        let because = |reason| Some(RefusalCause::Because(rule::AIR_ATTACKS, reason));
        if !attacks {
            return because("aircraft support the attacks of the active side only");
        }
        if !combat.targets.iter().any(|hex| self.may_attack_from_air(unit, Mission::Support, *hex)) {
            return because("the air unit has no mission left that supports an attack on this hex");
        }
        None
    }

    /// The reason why an artillery unit does not support a side in `combat` (8.2 to 8.4).
    fn gun_support_refusal(&self, combat: &Combat, attacks: bool, gun: UnitIx) -> Option<RefusalCause> {
        let because = |rule, reason| Some(RefusalCause::Because(rule, reason));
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
        if self.in_enemy_zoc(side, hex) && !self.lifts_support_in_zone(combat, side, gun) {
            return because(rule::ARTILLERY_RESTRICTIONS, "artillery in an enemy zone of control supports nobody");
        }
        let mut supported = self.supported_by_fire(combat, attacks, gun).peekable();
        if supported.peek().is_none() {
            return because(rule::ARTILLERY_RESTRICTIONS, "the unit supports only its own division, corps or army");
        }
        let range = u32::from(self.range_of(gun));
        if !supported.any(|target| self.board.map.distance(hex, target) <= range) {
            return because(rule::SUPPORT_FIRE, "the units that it may support are out of its range");
        }
        if attacks && self.mixes_corps(gun, &combat.support[0]) {
            return because(rule::ARTILLERY_RESTRICTIONS, "artillery of two corps does not fire at the same hex");
        }
        None
    }

    /// The guns of the attacker and of the defender that support `combat` next to the enemy units in it, and suffer its result
    /// if a ruling says so (m64). In a zone of control they would support nobody (8.4), so that there are few of them.
    pub(crate) fn guns_that_suffer(&self, combat: &Combat) -> [Party; 2] {
        if !self.board.rules.adjacent_support_suffers {
            return Default::default();
        }
        let attackers: Vec<HexIx> = combat.attackers.iter().filter_map(|unit| self.hex_of(*unit)).collect();
        let beside = |guns: &Party, enemies: &[HexIx]| {
            let is_near = |hex: HexIx| enemies.iter().any(|enemy| self.board.map.distance(*enemy, hex) == 1);
            guns.iter().copied().filter(|gun| self.hex_of(*gun).is_some_and(is_near)).collect()
        };
        let [attack, defense] = &combat.support;
        [beside(attack, &combat.targets), beside(defense, &attackers)]
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
            let has_served = |hex: &HexIx| self.defenders_in(*hex).any(|unit| is_served(&unit));
            hexes.extend(combat.targets.iter().copied().filter(has_served));
        }
        hexes.into_iter()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use battlewright_schema::matz::{self as file, FireLimit};

    use super::{Combat, Party, RefusalCause, Side, SupportRange};
    use crate::event::Phase;
    use crate::rules::r02_sequence::SequenceTask;
    use crate::tests::testing::{FRENCH, GERMAN, Position, Table, position};

    /// The table in the player turn of the Germans.
    pub(crate) fn quiet(position: &Position) -> Table {
        position.before(GERMAN, Phase::Combat)
    }

    /// A combat of these hexes and attackers.
    pub(crate) fn combat(table: &Table, targets: &[&str], attackers: &[&str]) -> Combat {
        Combat {
            targets: targets.iter().map(|hex| table.hex(hex)).collect(),
            attackers: attackers.iter().map(|unit| table.unit(unit)).collect(),
            ..Combat::default()
        }
    }

    fn ids(table: &Table, units: &Party) -> Vec<String> {
        units.iter().map(|unit| table.game.board.unit(*unit).id.clone()).collect()
    }

    fn attack(table: &Table, combat: &Combat) -> Vec<String> {
        ids(table, &table.game.attack_support(combat))
    }

    fn defense(table: &Table, combat: &Combat) -> Vec<String> {
        ids(table, &table.game.defense_support(combat))
    }

    /// The number of the rule that forbids the support.
    fn refused(table: &Table, combat: &Combat, side: Side, unit: &str) -> &'static str {
        match table.game.support_refusal(combat, side, table.unit(unit)) {
            Some(RefusalCause::Because(rule, _)) => rule.number,
            other => panic!("the support of {unit} is not refused: {other:?}"),
        }
    }

    #[test]
    fn r8_2_artillery_supports_an_attack_within_its_range() {
        // Ruling m13: the range is that to an attacking unit, or that to the target.
        let text = "
            german artillery g1 3-4 4 at 0401
            german artillery g2 3-4 5 at 0401
            german artillery g3 3-4 3 at 0401
            german infantry g4 4/2 at 0405
            french infantry f1 4/2 at 0406";
        for (ruling, able) in [(SupportRange::Attacker, &["g1", "g2"][..]), (SupportRange::Target, &["g2"])] {
            let changed = |scenario: &mut file::Matz| scenario.rules.support_range = Some(ruling);
            let table = quiet(&position(text).with(changed));
            let combat = combat(&table, &["0406"], &["g4"]);
            assert_eq!(attack(&table, &combat), able);
            assert_eq!(refused(&table, &combat, GERMAN, "g3"), "8.2");
            assert_eq!(refused(&table, &combat, GERMAN, "g4"), "8.2");
            assert_eq!(table.game.support_value(table.unit("g1")), 3, "the bombardment value");
        }
    }

    #[test]
    fn r8_2_artillery_supports_a_defense_within_its_range() {
        let table = quiet(&position(
            "german infantry g1 4/2 at 0401
            german artillery g2 3-4 9 at 0201
            french infantry f1 4/2 at 0402
            french artillery f2 3-4 5 at 0407
            french artillery f3 3-4 5 at 0408",
        ));
        let combat = combat(&table, &["0402"], &["g1"]);
        assert_eq!(defense(&table, &combat), ["f2"]);
        assert_eq!(refused(&table, &combat, FRENCH, "f3"), "8.2");
        assert_eq!(refused(&table, &combat, FRENCH, "g2"), "8.2");
        assert_eq!(refused(&table, &combat, FRENCH, "f1"), "8.2");
        assert_eq!(table.game.support_value(table.unit("f2")), 4, "the defense value");
    }

    #[test]
    fn r8_2_guns_that_support_a_combat_from_the_next_hex_suffer_its_result_by_a_ruling() {
        // Headquarters have no zone of control, so that the guns beside them may support. 7 to 9 is 1:1.
        let text = "
            german infantry g1 4/2 at 0401
            german artillery g2 3-4 5 at 0301
            german artillery g3 1-4 5 at 0201
            corps x french at 0402 combat 9";
        let after = |suffers: bool, die: u16| {
            let battle = position(text).with(|scenario| scenario.rules.adjacent_support_suffers = Some(suffers));
            let mut table = battle.at(GERMAN, Phase::Combat);
            table.does("target 0402, join g1, begin, support g2, support g3").rolls(&[die]);
            table
        };
        let table = after(false, 3);
        assert_eq!((table.marks("g1"), table.at("g2")), ("lost 1".into(), "0301".into()), "m64");
        let mut table = after(true, 3);
        assert_eq!(table.choices("lose"), ["g1", "g2"], "those from afar lose nothing");
        table.does("lose g2");
        assert_eq!((table.at("g2"), table.marks("g1")), ("eliminated 1".into(), String::new()));
        // A two is a retreat of the attackers.
        let retreats = |suffers: bool| {
            let mut table = after(suffers, 2);
            while !table.choices("hex").is_empty() {
                let way = format!("hex {}", table.choices("hex")[0]);
                table.does(&way);
            }
            (table.at("g1") == "0401", table.at("g2") == "0301")
        };
        assert_eq!((retreats(false), retreats(true)), ((false, true), (false, false)));
    }

    #[test]
    fn r8_2_r7_6_defending_guns_beside_the_attacker_share_the_result_and_leave_their_hex_by_a_ruling() {
        // No zone of control crosses the river between the guns and the attacker.
        let text = "
            river 0401/0301
            german infantry g1 8/4 at 0401
            french infantry f1 2/1 at 0402
            french artillery f2 3-2 5 at 0301";
        let advances = |suffers: bool| {
            let battle = position(text).with(|scenario| scenario.rules.adjacent_support_suffers = Some(suffers));
            let mut table = battle.at(GERMAN, Phase::Combat);
            // 8 to 4 is 2:1, and a six sends the defender back one hex with a step lost.
            table.does("target 0402, join g1, begin, support f2").rolls(&[6]);
            if suffers {
                assert_eq!(table.choices("lose"), ["f1", "f2"]);
                table.does("lose f1");
            }
            while table.choices("advance").is_empty() {
                let way = format!("hex {}", table.choices("hex")[0]);
                table.does(&way);
            }
            table.choices("advance")
        };
        assert_eq!(advances(false), ["g1 0402"], "m64");
        assert_eq!(advances(true), ["g1 0301", "g1 0402"]);
    }

    #[test]
    fn r8_2_units_that_support_a_combat_are_not_offered_again() {
        let table = quiet(&position(
            "german infantry g1 4/2 at 0401
            german artillery g2 3-4 9 at 0201
            french infantry f1 4/2 at 0402
            french artillery f2 3-4 5 at 0407",
        ));
        let mut combat = combat(&table, &["0402"], &["g1"]);
        combat.support = [[table.unit("g2")].into_iter().collect(), [table.unit("f2")].into_iter().collect()];
        assert!(attack(&table, &combat).is_empty() && defense(&table, &combat).is_empty());
        assert_eq!(refused(&table, &combat, GERMAN, "g2"), "8.2");
    }

    #[test]
    fn r8_2_nobody_supports_a_defense_only_of_units_that_have_retreated() {
        let mut table = quiet(&position(
            "german infantry g1 4/2 at 0401
            french infantry f1 4/2 at 0402 division 1
            french infantry f3 4/2 at 0402 division 2
            french artillery f2 3-4 5 at 0407 division 1",
        ));
        let combat = combat(&table, &["0402"], &["g1"]);
        assert_eq!(defense(&table, &combat), ["f2"]);
        let f1 = table.unit("f1");
        table.game.unit_mut(f1).retreated = true;
        assert_eq!(refused(&table, &combat, FRENCH, "f2"), "8.4");
    }

    #[test]
    fn r8_0_artillery_that_has_fired_supports_nobody() {
        let table = quiet(&position(
            "german infantry g1 4/2 at 0401
            german artillery g2 3-4 9 at 0201 fired
            french infantry f1 4/2 at 0402
            french artillery f2 3-4 5 at 0407 fired",
        ));
        let combat = combat(&table, &["0402"], &["g1"]);
        assert_eq!(refused(&table, &combat, GERMAN, "g2"), "8.0");
        assert_eq!(refused(&table, &combat, FRENCH, "f2"), "8.0");
    }

    #[test]
    fn r8_3_artillery_under_attack_adds_no_defense_value() {
        // Across a river, no zone of control is in the way.
        let table = quiet(&position(
            "river 0401/0402
            german infantry g1 4/2 at 0401
            french infantry f1 4/2 at 0402
            french artillery f2 3-4 5 at 0402",
        ));
        let combat = combat(&table, &["0402"], &["g1"]);
        assert_eq!(table.game.board.rules.contact_defense, 1);
        assert_eq!(refused(&table, &combat, FRENCH, "f2"), "8.3");
    }

    #[test]
    fn r8_4_artillery_in_an_enemy_zone_of_control_supports_nobody() {
        let text = "
            german infantry g1 4/2 at 0401
            german artillery g2 3-4 5 at 0501
            french infantry f1 4/2 at 0402
            french artillery f2 3-4 5 at 0301";
        let table = quiet(&position(text));
        let attacked = combat(&table, &["0402"], &["g1"]);
        assert_eq!(refused(&table, &attacked, GERMAN, "g2"), "8.4");
        assert_eq!(refused(&table, &attacked, FRENCH, "f2"), "8.4");
        // A friend in its hex does not help (3.2), and rivers stop zones of control.
        let table = quiet(&position(&format!("{text}\ngerman infantry g3 4/2 at 0501\nriver 0401/0301")));
        assert_eq!(refused(&table, &attacked, GERMAN, "g2"), "8.4");
        assert_eq!(defense(&table, &attacked), ["f2"]);
    }

    #[test]
    fn r9_0_neutralized_artillery_supports_with_half_its_value() {
        let table = quiet(&position(
            "german infantry g1 4/2 at 0401
            german artillery g2 5-4 9 at 0201 neutralized
            german artillery g3 1-4 9 at 0201 neutralized
            french infantry f1 4/2 at 0402
            french artillery f2 3-5 5 at 0407 neutralized",
        ));
        let combat = combat(&table, &["0402"], &["g1"]);
        let value = |unit| table.game.support_value(table.unit(unit));
        assert_eq!([value("g2"), value("g3"), value("f2")], [2, 0, 2]);
        assert_eq!(attack(&table, &combat), ["g2"]);
        assert_eq!(refused(&table, &combat, GERMAN, "g3"), "9.0");
    }

    #[test]
    fn r10_2_artillery_out_of_command_adds_one_point_less() {
        let table = quiet(&position(
            "german infantry g1 4/2 at 0401
            german artillery g2 5-4 9 at 0201 out
            german artillery g3 1-4 9 at 0201 out
            french infantry f1 4/2 at 0402
            french artillery f2 3-5 5 at 0407 out neutralized",
        ));
        let combat = combat(&table, &["0402"], &["g1"]);
        let value = |unit| table.game.support_value(table.unit(unit));
        assert_eq!([value("g2"), value("g3"), value("f2")], [4, 0, 1]);
        assert_eq!(attack(&table, &combat), ["g2"]);
    }
    #[test]
    fn r11_6_aircraft_on_ground_support_and_escorts_that_have_not_fought_support_an_attack() {
        let mut table = quiet(&position(
            "map 12x9
            mega 0404
            german infantry g1 4/2 at 0404
            german bomber g2 2-3 mission support 0404
            german fighter g3 4 mission support 0404
            german fighter g4 4 mission escort 0404
            german bomber g5 2-3 mission bombing 0404
            german bomber g6 2-3 mission support 1103
            french infantry f1 4/2 at 0405
            french fighter f2 4 patrol 0404",
        ));
        let combat = combat(&table, &["0405"], &["g1"]);
        assert_eq!(attack(&table, &combat), ["g2", "g3", "g4"]);
        let value = |unit| table.game.support_value(table.unit(unit));
        assert_eq!([value("g2"), value("g3")], [3, 1]);
        for (side, unit) in [(GERMAN, "g5"), (GERMAN, "g6"), (FRENCH, "f2")] {
            assert_eq!(refused(&table, &combat, side, unit), "11.6");
        }
        assert!(defense(&table, &combat).is_empty());
        let (g3, g4) = (table.unit("g3"), table.unit("g4"));
        table.game.unit_mut(g3).fired = true;
        table.game.unit_mut(g4).intercepted = true;
        assert_eq!(attack(&table, &combat), ["g2"]);
    }

    #[test]
    fn r8_0_artillery_fires_once_in_the_turn_of_a_player_or_in_that_of_both() {
        // Ruling m14: the French artillery of the first player turn, and then of the second.
        let text = "
            german infantry g1 4/2 at 0401
            french infantry f1 4/2 at 0402
            french artillery f2 3-4 5 at 0407 fired";
        for (ruling, able) in [(FireLimit::PlayerTurn, &["f2"][..]), (FireLimit::Turn, &[])] {
            let changed = |scenario: &mut file::Matz| scenario.rules.fire_limit = Some(ruling);
            let mut table = quiet(&position(text).with(changed));
            table.game.state.stack.clear();
            table.run(|game, _| game.push(SequenceTask::Interphase(FRENCH)));
            let combat = combat(&table, &["0401"], &["f1"]);
            assert_eq!(attack(&table, &combat), able);
            table.run(|game, _| game.push(SequenceTask::Interphase(GERMAN)));
            assert_eq!(table.marks("f2"), "", "the next turn");
        }
    }
}
