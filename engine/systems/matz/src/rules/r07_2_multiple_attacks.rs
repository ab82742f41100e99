//! 7.1, 7.2 The units that may attack together, and the hexes that they may attack.

use crate::action::RefusalCause;
use crate::event::Phase;
use crate::rules::r07_combat::Combat;
use crate::state::{HexList, Party, UnitIx};
use crate::{Matz, rulebook as rule};
use battlewright_core::kit::hex_map::HexIx;

impl Matz {
    /// Returns `true` if units in `from` may attack `hex`: next to it, even across a river, unless a ruling forbids that (m20).
    pub(crate) fn touches(&self, from: HexIx, hex: HexIx) -> bool {
        self.board.map.direction(from, hex).is_some()
            && (self.board.rules.combat_across_rivers || !self.board.blocks_zoc(from, hex))
    }

    /// Checks whether `unit` may attack in this phase (7.1).
    pub(crate) fn may_attack(&self, unit: UnitIx) -> Result<HexIx, RefusalCause> {
        let (facts, state) = (self.board.unit(unit), self.unit(unit));
        if facts.side != self.state.active {
            return Err(RefusalCause::Because(rule::SEQUENCE, "only units of the active side attack"));
        }
        if facts.is_hq() {
            return Err(RefusalCause::Because(rule::HEADQUARTERS, "headquarters do not attack"));
        }
        if !facts.arm.fights() {
            return Err(RefusalCause::Because(rule::COMBAT, "only infantry and tanks attack"));
        }
        let Some(hex) = self.hex_of(unit) else {
            return Err(RefusalCause::Because(rule::COMBAT, "the unit is not on the map"));
        };
        if state.attacked {
            return Err(RefusalCause::Because(rule::COMBAT, "the unit has attacked already in this phase"));
        }
        if self.state.phase == Phase::SecondCombat {
            if !self.board.rules.second_combat_for_all && !state.exploited {
                return Err(RefusalCause::Because(rule::SEQUENCE, "the unit has not exploited"));
            }
            self.may_exploit(unit)?;
        }
        Ok(hex)
    }

    /// Checks whether `unit` may join the attack: it touches every hex under attack (7.2).
    pub(crate) fn may_join(&self, combat: &Combat, unit: UnitIx) -> Result<(), RefusalCause> {
        if combat.attackers.contains(&unit) {
            return Err(RefusalCause::Because(rule::COMBAT, "the unit takes part already"));
        }
        let from = self.may_attack(unit)?;
        match combat.targets.iter().find(|hex| !self.touches(from, **hex)) {
            Some(hex) => Err(RefusalCause::At(rule::MULTIPLE_ATTACKS, "the unit cannot attack", *hex)),
            None => Ok(()),
        }
    }

    /// Checks whether `hex` may come under attack, alone or together with the hexes of the plan: enemies are there who have not
    /// been attacked in this phase, every attacker touches it, and the attack can reach the least odds.
    pub(crate) fn may_target(&self, combat: &Combat, hex: HexIx) -> Result<(), RefusalCause> {
        if combat.targets.contains(&hex) {
            return Err(RefusalCause::Because(rule::MULTIPLE_ATTACKS, "the hex is under attack already"));
        }
        if !self.has_ground_unit(self.state.active.other(), hex) {
            return Err(RefusalCause::At(rule::COMBAT, "there is no enemy in", hex));
        }
        if self.state.called_off.iter().filter(|other| **other == hex).count() > 1 {
            return Err(RefusalCause::At(rule::COMBAT, "two plans have been called off for", hex));
        }
        if self.defenders_in(hex).next().is_none() {
            return Err(RefusalCause::At(rule::COMBAT, "the enemy has been attacked already in", hex));
        }
        if !combat.targets.is_empty() && combat.attackers.is_empty() {
            return Err(RefusalCause::Because(rule::MULTIPLE_ATTACKS, "an attacker comes before a further hex"));
        }
        let touching = |unit: &UnitIx| self.hex_of(*unit).is_some_and(|from| self.touches(from, hex));
        if !combat.attackers.iter().all(touching) {
            return Err(RefusalCause::At(rule::MULTIPLE_ATTACKS, "an attacker cannot attack", hex));
        }
        let mut wider = combat.clone();
        wider.targets.push(hex);
        self.add_all_attackers(&mut wider);
        if wider.attackers.is_empty() {
            return Err(RefusalCause::At(rule::COMBAT, "no unit can attack", hex));
        }
        self.may_reach_odds(&wider)?;
        self.may_be_led(combat, &wider)
    }

    /// Checks whether rows leave an attack on the hexes of `wider`, with all who can join those of `combat`: they may forbid that
    /// of all together, and not that of each.
    fn may_be_led(&self, combat: &Combat, wider: &Combat) -> Result<(), RefusalCause> {
        let Err(refusal) = self.forbids_attack(wider) else { return Ok(()) };
        let new = || wider.attackers.iter().filter(|unit| !combat.attackers.contains(unit));
        let with = |more: Option<UnitIx>| Combat {
            attackers: combat.attackers.iter().copied().chain(more).collect(),
            ..wider.clone()
        };
        let is_free = |combat: &Combat| !combat.attackers.is_empty() && self.forbids_attack(combat).is_ok();
        let is_any_free = is_free(&with(None)) || new().any(|unit| is_free(&with(Some(*unit))));
        if is_any_free { Ok(()) } else { Err(refusal) }
    }

    /// Returns `true` if rows forbid the attack that is planned, and nothing can be added to it.
    pub(crate) fn is_stuck(&self, combat: &Combat) -> bool {
        self.has_forbidden_attacks()
            && self.may_begin(combat).is_err()
            && self.joiners(combat).is_empty()
            && self.further_targets(combat).is_empty()
    }

    /// Checks whether the attack may begin as it is planned.
    pub(crate) fn may_begin(&self, combat: &Combat) -> Result<(), RefusalCause> {
        self.may_reach_odds(combat)?;
        self.forbids_attack(combat)
    }

    /// Checks whether the attack, as it is planned, can reach the least odds with all the support that it may get (7.4).
    fn may_reach_odds(&self, combat: &Combat) -> Result<(), RefusalCause> {
        if combat.attackers.is_empty() {
            return Err(RefusalCause::Because(rule::COMBAT, "no unit has been chosen for the attack"));
        }
        let attack = self.combat_points(combat, true);
        let least =
            u32::from(self.board.rules.tables.combat.least) * u32::from(self.combat_points(combat, false).max(1));
        let reaches = |points: u16| 100 * u32::from(points) >= least;
        // Support takes longer to add up, and is seldom needed.
        if !reaches(attack) && !reaches(attack.saturating_add(self.most_support(combat))) {
            return Err(RefusalCause::Because(
                rule::COMBAT_RESOLUTION,
                "the attack cannot reach the least odds of the table",
            ));
        }
        Ok(())
    }

    /// The units that may join the attack, in the order of the counters.
    pub(crate) fn joiners(&self, combat: &Combat) -> Party {
        let near = combat.targets.first().map(|hex| self.board.map.neighbors(*hex));
        let units = near.into_iter().flatten().flat_map(|hex| self.ground.units(hex));
        let mut units: Party = units.filter(|unit| self.may_join(combat, *unit).is_ok()).collect();
        units.sort_unstable();
        units
    }

    /// Adds every unit to the attack that may join it.
    pub(crate) fn add_all_attackers(&self, combat: &mut Combat) {
        let joiners = self.joiners(combat);
        combat.attackers.extend(joiners);
    }

    /// The hexes that may come under attack besides those of the plan, in the order of the map.
    pub(crate) fn further_targets(&self, combat: &Combat) -> HexList {
        let mut hexes = HexList::new();
        let from = match combat.attackers.first() {
            Some(first) => self.hex_of(*first).into_iter().collect(),
            None if combat.targets.is_empty() => self.attackers_hexes(),
            None => HexList::new(),
        };
        for near in from.into_iter().flat_map(|from| self.board.map.neighbors(from)) {
            if !hexes.contains(&near) && self.may_target(combat, near).is_ok() {
                hexes.push(near);
            }
        }
        hexes.sort_unstable();
        hexes
    }

    /// Returns `true` if there is a hex to attack in this phase.
    pub(crate) fn has_target(&self) -> bool {
        let none = Combat::default();
        let mut near = self.attackers_hexes().into_iter().flat_map(|from| self.board.map.neighbors(from));
        near.any(|hex| self.may_target(&none, hex).is_ok())
    }

    /// The hexes of the units that may attack in this phase.
    fn attackers_hexes(&self) -> HexList {
        let units = self.board.ground_units(self.state.active).iter();
        let mut hexes: HexList = units.filter_map(|unit| self.may_attack(*unit).ok()).collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes
    }
}

#[cfg(test)]
mod tests {
    use crate::event::Phase;
    use crate::tests::testing::{FRENCH, GERMAN, Position, Table, position};

    #[track_caller]
    fn choices(table: &Table, verb: &str) -> String {
        table.choices(verb).join(" ")
    }

    #[test]
    fn r7_1_a_unit_attacks_an_adjacent_enemy_or_does_not() {
        let table = position(
            "german infantry g1 4/2 at 0405
            german infantry g2 4/2 at 0407
            german artillery g3 3-3 5 at 0304
            corps x german at 0505
            french infantry f1 3/1 at 0404
            french infantry f2 3/1 at 0801",
        )
        .at(GERMAN, Phase::Combat);
        assert_eq!(table.choices(""), ["pass", "target 0404"]);
        table.refuses("target 0801", "7.1");
        table.refuses("target 0808", "7.1");
        let mut table = table;
        table.does("target 0404");
        assert_eq!(table.choices(""), ["join g1", "stop"]);
        table.refuses("join g2", "7.2");
        table.refuses("join g3", "7.1");
        table.refuses("join x-hq", "1.4");
        table.refuses("join f1", "2.1");
        table.refuses("begin", "7.1");
        table.does("join g1");
        table.refuses("join g1", "7.1");
        assert_eq!(table.choices(""), ["begin", "stop"]);
    }

    #[test]
    fn r7_1_not_all_adjacent_units_need_attack() {
        let mut table = position(
            "german infantry g1 4/2 at 0405
            german infantry g2 4/2 at 0304
            french infantry f1 3/1 at 0404",
        )
        .at(GERMAN, Phase::Combat);
        table.does("target 0404, join g2");
        assert_eq!(table.choices(""), ["begin", "join g1", "stop"]);
    }

    #[test]
    fn r7_1_a_unit_attacks_and_is_attacked_once_in_a_phase() {
        let mut table = position(
            "german infantry g1 4/2 at 0405
            german infantry g2 4/2 at 0405
            french infantry f1 3/1 at 0404
            french infantry f2 3/1 at 0504",
        )
        .at(GERMAN, Phase::Combat);
        let (g1, f1) = (table.unit("g1"), table.unit("f1"));
        table.game.unit_mut(g1).attacked = true;
        table.game.unit_mut(f1).was_attacked = true;
        assert_eq!(choices(&table, "target"), "0504");
        table.refuses("target 0404", "7.1");
        table.does("target 0504");
        assert_eq!(table.choices(""), ["join g2", "stop"]);
        table.refuses("join g1", "7.1");
    }

    #[test]
    fn r7_2_units_of_one_hex_may_attack_different_hexes() {
        let mut table = position(
            "german infantry g1 4/2 at 0405
            german infantry g2 4/2 at 0405
            french infantry f1 3/1 at 0404
            french infantry f2 3/1 at 0504",
        )
        .at(GERMAN, Phase::Combat);
        table.does("target 0404, join g1");
        assert_eq!(table.choices(""), ["begin", "join g2", "stop", "target 0504"]);
    }

    #[test]
    fn r7_2_units_adjacent_to_several_hexes_may_attack_them_together() {
        let position = position(
            "german infantry g1 4/2 at 0405
            german infantry g2 4/2 at 0303
            french infantry f1 3/1 at 0404
            french infantry f2 3/1 at 0504
            french infantry f3 3/1 at 0403",
        );
        let mut table = position.at(GERMAN, Phase::Combat);
        table.does("target 0404");
        table.refuses("target 0504", "7.2");
        table.does("join g1, target 0504");
        // 0303 is not next to 0504.
        assert_eq!(table.choices(""), ["begin", "stop"]);
        table.refuses("join g2", "7.2");
        table.refuses("target 0404", "7.2");
        let mut table = position.at(GERMAN, Phase::Combat);
        table.does("target 0404, join g2");
        table.refuses("target 0504", "7.2");
        assert_eq!(choices(&table, "target"), "0403");
    }

    #[test]
    fn r7_2_a_further_hex_must_leave_the_least_odds_within_reach() {
        let mut table = position(
            "german infantry g1 4/2 at 0405
            french infantry f1 9/5 at 0404
            french infantry f2 8/4 at 0504",
        )
        .at(GERMAN, Phase::Combat);
        // 4 to 17 is less than 1 to 4.
        table.does("target 0404, join g1");
        table.refuses("target 0504", "7.4");
        assert_eq!(table.choices(""), ["begin", "stop"]);
    }

    #[test]
    fn r7_4_an_attack_below_the_least_odds_needs_more_units_or_support() {
        let strong = "german infantry g1 2/1 at 0405\nfrench infantry f1 9/5 at 0404";
        let table = position(strong).at(GERMAN, Phase::Combat);
        assert_eq!(choices(&table, "target"), "");
        let mut table = position(&format!("{strong}\ngerman infantry g2 1 at 0304")).at(GERMAN, Phase::Combat);
        table.refuses("target 0504", "7.1");
        table.does("target 0404, join g2");
        table.refuses("begin", "7.4");
        assert_eq!(table.choices(""), ["join g1", "stop"]);
        let mut table = position(&format!("{strong}\ngerman artillery g2 1-1 5 at 0407")).at(GERMAN, Phase::Combat);
        table.does("target 0404, join g1, begin");
    }

    #[test]
    fn r8_4_the_least_odds_are_not_reached_with_the_guns_of_two_corps() {
        let able = |other: &str| {
            let table = position(&format!(
                "corps x german always
                corps y german always
                army z german always
                german infantry g1 1 at 0405 of x
                german infantry g2 1 at 0405 of y
                german artillery a1 2-1 5 at 0407 of x
                german artillery a2 2-1 5 at 0407 of {other}
                french infantry f1 20/5 at 0404"
            ))
            .at(GERMAN, Phase::Combat);
            choices(&table, "target")
        };
        // 6 to 20 is more than 1 to 4, and 4 to 20 is less.
        assert_eq!((able("x"), able("z"), able("y")), ("0404".into(), "0404".into(), String::new()));
    }

    #[test]
    fn r3_2_units_attack_across_rivers_unless_the_ruling_forbids_it() {
        let position = position("river 0404/0405\ngerman infantry g1 4/2 at 0405\nfrench infantry f1 3/1 at 0404");
        assert_eq!(choices(&position.at(GERMAN, Phase::Combat), "target"), "0404", "ruling m20");
        let position = position.with(|scenario| scenario.rules.combat_across_rivers = Some(false));
        assert_eq!(choices(&position.at(GERMAN, Phase::Combat), "target"), "");
    }

    #[test]
    fn r2_1_in_the_second_combat_phase_those_attack_who_may_exploit() {
        let battle = position(
            "german infantry g1 4/2 out at 0405
            german stosstruppen g2 2 out at 0405
            german infantry g3 4/2 neutralized at 0405
            german infantry g4 4/2 at 0405
            french infantry f1 3/1 at 0404",
        )
        .with(|scenario| {
            (scenario.rules.regain_command, scenario.rules.second_combat_for_all) = (Some(false), Some(true));
        });
        let able = |table: &mut Table| choices(table.does("target 0404"), "join");
        assert_eq!(able(&mut battle.at(GERMAN, Phase::Combat)), "g1 g2 g3 g4");
        let mut second = battle.at(GERMAN, Phase::SecondCombat);
        assert_eq!(able(&mut second), "g2 g4");
        second.refuses("join g1", "10.2");
        second.refuses("join g3", "9.0");
    }

    #[test]
    fn r6_2_stosstruppen_out_of_command_attack_again_and_neutralized_ones_do_not() {
        let attackers = |marks: &str| {
            let lines = format!("german stosstruppen g1 2 {marks} at 0405\nfrench infantry f1 3/1 at 0404");
            let battle = position(&lines).with(|scenario| {
                (scenario.rules.regain_command, scenario.rules.second_combat_for_all) = (Some(false), Some(true));
            });
            choices(&battle.at(GERMAN, Phase::SecondCombat), "target")
        };
        assert_eq!((attackers("out"), attackers("neutralized")), ("0404".into(), String::new()));
    }

    #[test]
    fn r2_1_m41_only_those_attack_again_who_have_exploited() {
        let lines = "german infantry g1 4/2 at 0405\ngerman infantry g2 4/2 at 0407\nfrench infantry f1 3/1 at 0404";
        let able = |position: Position| {
            let mut table = position.at(GERMAN, Phase::Exploitation);
            choices(table.does("move g2, hex 0406, hex 0405, pass, target 0404"), "join")
        };
        assert_eq!(able(position(lines)), "g2", "m41");
        let all = position(lines).with(|scenario| scenario.rules.second_combat_for_all = Some(true));
        assert_eq!(able(all), "g1 g2");
    }

    #[test]
    fn r3_3_combat_is_never_obligatory() {
        let table =
            position("german infantry g1 4/2 at 0405\nfrench infantry f1 3/1 at 0404").at(FRENCH, Phase::Combat);
        assert_eq!(table.choices(""), ["pass", "target 0405"]);
    }
}
