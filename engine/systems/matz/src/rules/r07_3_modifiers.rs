//! 7.3 The modifiers of a combat: column shifts, and pips of the die, each with its name.

use battlewright_schema::HexsideKind;
use battlewright_schema::matz::vocabulary::Hook;
use battlewright_schema::matz::{CrossingRow, Kind};

use crate::Matz;
use crate::rules::r07_combat::Combat;
use crate::state::UnitIx;
use battlewright_core::kit::hex_map::HexIx;

/// Modifiers by name: columns to the right, or pips of the die.
pub(crate) type NamedModifiers = Vec<(&'static str, i8)>;

/// The effect of a kind of terrain on a combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TerrainEffect {
    name: &'static str,
    columns: i8,
    pips: i8,
}

impl TerrainEffect {
    fn is_none(self) -> bool {
        self.columns == 0 && self.pips == 0
    }

    /// Its worth for the attacker, in columns and pips.
    fn sum(self) -> i16 {
        i16::from(self.columns) + i16::from(self.pips)
    }
}

impl Matz {
    /// The column shifts of a combat that are not 0.
    pub(crate) fn combat_shifts(&self, combat: &Combat) -> NamedModifiers {
        let table = &self.board.rules.tables.combat_modifiers;
        let concentric = if self.is_concentric(combat) { table.concentric } else { 0 };
        let [attack, defense] = &combat.support;
        let terrain = self.terrain_effects(combat).1.into_iter().map(|effect| (effect.name, effect.columns));
        let others = [
            ("concentric attack", concentric),
            ("surprise", self.surprise_shift()),
            ("fighters over attacking artillery", self.fighters_shift(attack)),
            ("fighters over defending artillery", self.fighters_shift(defense).saturating_neg()),
        ];
        self.with_rows(Hook::CombatColumn, combat, terrain, others)
    }

    /// The modifiers that are not 0 of those at `hook`: of terrain, and `others` in the order of the hook's published ones, without
    /// those that rows drop; then what rows add.
    fn with_rows<const N: usize>(
        &self,
        hook: Hook,
        combat: &Combat,
        terrain: impl Iterator<Item = (&'static str, i8)>,
        others: [(&'static str, i8); N],
    ) -> NamedModifiers {
        let numbered = terrain.map(|effect| (0, effect)).chain((1..).zip(others));
        let counts = |number: usize, plus: i8| plus != 0 && self.counts_published(hook, number);
        let published = numbered.filter(|(number, (_, plus))| counts(*number, *plus));
        let mut modifiers: NamedModifiers = published.map(|(_, modifier)| modifier).collect();
        self.add_rows(hook, combat, &mut modifiers);
        modifiers
    }

    /// The modifiers of the die of a combat that are not 0, besides that for odds above the table.
    pub(crate) fn die_modifiers(&self, combat: &Combat) -> NamedModifiers {
        let table = &self.board.rules.tables.combat_modifiers;
        let [attackers, defenders] = [true, false].map(|attacking| self.participants(combat, attacking));
        let any = |units: &[UnitIx], pips: i8, is_so: &dyn Fn(UnitIx) -> bool| {
            if units.iter().any(|unit| is_so(*unit)) { pips } else { 0 }
        };
        let out_of_command = |unit| self.unit(unit).out_of_command;
        let neutralized = |unit| self.unit(unit).neutralized;
        let tanks = |unit| self.board.unit(unit).is(Kind::Tank);
        let stosstruppen = |unit| self.board.unit(unit).is(Kind::Stosstruppen);
        let special = |pips: i8| if self.board.rules.defending_specials { pips.saturating_neg() } else { 0 };
        let terrain = self.terrain_effects(combat).1.into_iter().map(|effect| (effect.name, effect.pips));
        let others = [
            ("attacker out of command", any(&attackers, table.attacker_out_of_command, &out_of_command)),
            ("defender out of command", any(&defenders, table.defender_out_of_command, &out_of_command)),
            ("attacker neutralized", any(&attackers, table.attacker_neutralized, &neutralized)),
            ("defender neutralized", any(&defenders, table.defender_neutralized, &neutralized)),
            ("attacking tanks", any(&attackers, table.tanks, &tanks)),
            ("defending tanks", any(&defenders, special(table.tanks), &tanks)),
            ("attacking Stosstruppen", any(&attackers, table.stosstruppen, &stosstruppen)),
            ("defending Stosstruppen", any(&defenders, special(table.stosstruppen), &stosstruppen)),
            ("mixed divisions", if self.mixes_divisions(combat) { table.divisions } else { 0 }),
        ];
        self.with_rows(Hook::CombatDie, combat, terrain, others)
    }

    /// 14.0: the shift of the surprise of the first turns, on the attacks of the side that has it; by a ruling, also against
    /// the attacks of its enemy (m32).
    fn surprise_shift(&self) -> i8 {
        let Some(surprise) = self.board.surprise.filter(|surprise| self.state.turn <= surprise.through_turn) else {
            return 0;
        };
        if surprise.side == self.state.active {
            surprise.columns
        } else if self.board.rules.surprise_on_attack_only {
            0
        } else {
            surprise.columns.saturating_neg()
        }
    }

    /// The terrain effects that count: those of the hex under attack that is best for the defender, each kind once. By a ruling
    /// (m5), the best of all counts alone. The hex comes with them: the first one if no effect is there.
    fn terrain_effects(&self, combat: &Combat) -> (Option<HexIx>, Vec<TerrainEffect>) {
        let by_hex = combat.targets.iter().map(|hex| (*hex, self.terrain_effects_in(combat, *hex)));
        let best = if self.board.rules.terrain_adds {
            let sum =
                |(_, effects): &(HexIx, Vec<TerrainEffect>)| effects.iter().map(|effect| effect.sum()).sum::<i16>();
            by_hex.min_by_key(sum)
        } else {
            let single = by_hex.flat_map(|(hex, effects)| effects.into_iter().map(move |effect| (hex, vec![effect])));
            single.min_by_key(|(_, effects)| effects.iter().map(|effect| effect.sum()).sum::<i16>())
        };
        let (hex, effects) = best.map_or((None, Vec::new()), |(hex, effects)| (Some(hex), effects));
        (hex.or_else(|| combat.targets.first().copied()), effects)
    }

    /// The hex under attack whose terrain counts (7.3).
    pub(crate) fn ground_that_counts(&self, combat: &Combat) -> Option<HexIx> {
        match combat.targets.as_slice() {
            [only] => Some(*only),
            _ => self.terrain_effects(combat).0,
        }
    }

    /// The terrain effects in a hex under attack, and along the hexsides that any attacker crosses.
    fn terrain_effects_in(&self, combat: &Combat, hex: HexIx) -> Vec<TerrainEffect> {
        let ground = self.board.ground_rows(hex);
        let mut effects: Vec<TerrainEffect> = ground
            .map(|row| TerrainEffect { name: row.class.name(), columns: row.combat, pips: 0 })
            .filter(|effect| !effect.is_none())
            .collect();
        for from in combat.attackers.iter().filter_map(|unit| self.hex_of(*unit)) {
            for row in &self.board.crossings(from, hex) {
                if row.kind == HexsideKind::Slope && !self.board.slope_counts(from, hex) {
                    continue;
                }
                let effect = self.crossing_effect(row);
                if !effect.is_none() && !effects.contains(&effect) {
                    effects.push(effect);
                }
            }
        }
        effects
    }

    /// The effect of a hexside, with those of rivers and streams exchanged if a ruling says so (m6).
    fn crossing_effect(&self, row: &CrossingRow) -> TerrainEffect {
        let rules = &self.board.rules;
        let counted_as = match row.kind {
            HexsideKind::River if rules.swap_river_and_stream => HexsideKind::Stream,
            HexsideKind::Stream if rules.swap_river_and_stream => HexsideKind::River,
            kind => kind,
        };
        let counted = rules.tables.hexsides.kinds.iter().find(|other| other.kind == counted_as).unwrap_or(row);
        TerrainEffect { name: row.kind.name(), columns: counted.combat, pips: counted.die }
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::HexRows;
    use battlewright_schema::matz::SlopeRule;

    use super::NamedModifiers;
    use crate::event::Phase;
    use crate::rules::r07_combat::tests::{planned, planned_with};
    use crate::tests::testing::{FRENCH, GERMAN, Position, Table, position};

    fn shifts(table: &Table, targets: &str, attackers: &str) -> NamedModifiers {
        table.game.calculation(&planned(table, targets, attackers)).shifts
    }

    fn pips(table: &Table, targets: &str, attackers: &str) -> NamedModifiers {
        table.game.calculation(&planned(table, targets, attackers)).modifiers
    }

    /// The German `g1` south of the French `f1` in 0404, with these lines besides.
    fn duel(more: &str) -> Position {
        let lines = format!("german infantry g1 4/2 at 0405\nfrench infantry f1 4/2 at 0404\n{more}");
        position(&lines).with(|scenario| scenario.rules.regain_command = Some(false))
    }

    #[test]
    fn r7_3_trenches_woods_slopes_villages_and_rivers_shift_a_column_each() {
        for (ground, name) in [
            ("trench french 0404", "trench"),
            ("trench german 0404", "trench"),
            ("woods 0404", "woods"),
            ("village 0404", "village"),
            ("town 0404", "town"),
            ("slope 0404/0405", "slope"),
            ("river 0404/0405", "river"),
        ] {
            let table = duel(ground).at(GERMAN, Phase::Combat);
            assert_eq!(shifts(&table, "0404", "g1"), [(name, -1)], "{ground}");
            assert_eq!(pips(&table, "0404", "g1"), [], "{ground}");
        }
        let table = duel("woods 0405\nslope 0404/0403").at(GERMAN, Phase::Combat);
        assert_eq!(shifts(&table, "0404", "g1"), [], "terrain of the attacker, and a hexside that nobody crosses");
    }

    #[test]
    fn r7_3_a_stream_takes_two_off_the_die() {
        let table = duel("stream 0404/0405").at(GERMAN, Phase::Combat);
        assert_eq!((shifts(&table, "0404", "g1"), pips(&table, "0404", "g1")), (vec![], vec![("stream", -2)]));
    }

    #[test]
    fn r7_3_a_ruling_exchanges_river_and_stream() {
        let swapped = |ground| duel(ground).with(|scenario| scenario.rules.swap_river_and_stream = Some(true));
        let river = swapped("river 0404/0405").at(GERMAN, Phase::Combat);
        assert_eq!((shifts(&river, "0404", "g1"), pips(&river, "0404", "g1")), (vec![], vec![("river", -2)]));
        let stream = swapped("stream 0404/0405").at(GERMAN, Phase::Combat);
        assert_eq!((shifts(&stream, "0404", "g1"), pips(&stream, "0404", "g1")), (vec![("stream", -1)], vec![]));
    }

    #[test]
    fn r7_3_kinds_of_terrain_add_up_and_each_counts_once() {
        let ground = "hamlet 0404\ntrench french 0404\nslope 0404/0405 0404/0304\ngerman infantry g2 4/2 at 0304";
        let table = duel(ground).at(GERMAN, Phase::Combat);
        let expected = [("woods", -1), ("village", -1), ("trench", -1), ("slope", -1)];
        assert_eq!(shifts(&table, "0404", "g1 g2"), expected, "ruling m5");
        let alone = duel(ground).with(|scenario| scenario.rules.terrain_adds = Some(false));
        assert_eq!(shifts(&alone.at(GERMAN, Phase::Combat), "0404", "g1 g2"), [("woods", -1)]);
    }

    #[test]
    fn r7_3_the_terrain_that_is_best_for_the_defender_counts() {
        let crossed = "river 0404/0405\ngerman infantry g2 4/2 at 0304";
        let table = duel(crossed).at(GERMAN, Phase::Combat);
        assert_eq!(shifts(&table, "0404", "g2"), []);
        assert_eq!(shifts(&table, "0404", "g1 g2"), [("river", -1)], "one attacker across it is enough");
        let two_hexes = "woods 0404\nhamlet 0504\nfrench infantry f2 4/2 at 0504";
        let table = duel(two_hexes).at(GERMAN, Phase::Combat);
        assert_eq!(shifts(&table, "0404 0504", "g1"), [("woods", -1), ("village", -1)], "one hex of the two");
        let stream = "woods 0404\nstream 0405/0504\nfrench infantry f2 4/2 at 0504";
        let table = duel(stream).at(GERMAN, Phase::Combat);
        assert_eq!(shifts(&table, "0404 0504", "g1"), []);
        assert_eq!(pips(&table, "0404 0504", "g1"), [("stream", -2)], "two pips are more than a column");
    }

    #[test]
    fn r7_3_slopes_count_both_ways_or_uphill_only() {
        let both = |side| {
            let table = duel("slope 0404/0405").at(side, Phase::Combat);
            let (target, unit) = if side == GERMAN { ("0404", "g1") } else { ("0405", "f1") };
            shifts(&table, target, unit)
        };
        assert_eq!((both(GERMAN), both(FRENCH)), (vec![("slope", -1)], vec![("slope", -1)]));
        let uphill = duel("slope 0404/0405").with(|scenario| {
            scenario.rules.slopes = Some(SlopeRule::Uphill);
            let mut levels = HexRows(vec![vec!['1'; 9]; 9]);
            levels.set(4, 3, '2').expect("0404 is on the map");
            scenario.map.levels = Some(levels);
        });
        assert_eq!(shifts(&uphill.at(GERMAN, Phase::Combat), "0404", "g1"), [("slope", -1)]);
        assert_eq!(shifts(&uphill.at(FRENCH, Phase::Combat), "0405", "f1"), []);
    }

    #[test]
    fn r7_3_units_out_of_command_harm_the_attacker_and_help_against_the_defender() {
        let table =
            duel("german infantry g2 4/2 out at 0405\ngerman infantry g3 4/2 out at 0405").at(GERMAN, Phase::Combat);
        assert_eq!(pips(&table, "0404", "g1"), []);
        assert_eq!(pips(&table, "0404", "g1 g2 g3"), [("attacker out of command", -2)], "once");
        let table = duel("french infantry f2 4/2 out at 0404").at(GERMAN, Phase::Combat);
        assert_eq!(pips(&table, "0404", "g1"), [("defender out of command", 1)]);
    }

    #[test]
    fn r10_2_a_unit_out_of_command_costs_both_the_pips_and_a_point() {
        // Ruling m8.
        let table = duel("german infantry g2 4/2 out at 0405").at(GERMAN, Phase::Combat);
        let calculation = table.game.calculation(&planned(&table, "0404", "g2"));
        assert_eq!((calculation.points, calculation.modifiers), ([3, 4], vec![("attacker out of command", -2)]));
    }

    #[test]
    fn r7_3_neutralized_units_harm_their_side() {
        let table = duel("german infantry g2 4/2 neutralized at 0405").at(GERMAN, Phase::Combat);
        assert_eq!(pips(&table, "0404", "g1 g2"), [("attacker neutralized", -2)]);
        let table = duel("french infantry f2 4/2 neutralized at 0404").at(GERMAN, Phase::Combat);
        assert_eq!(pips(&table, "0404", "g1"), [("defender neutralized", 2)]);
    }

    #[test]
    fn r9_0_neutralized_artillery_takes_part_in_a_combat_that_it_supports() {
        let table = duel("german artillery g2 4-4 5 neutralized at 0407").at(GERMAN, Phase::Combat);
        let combat = planned_with(&table, "0404", "g1", ["g2", ""]);
        let calculation = table.game.calculation(&combat);
        assert_eq!((calculation.points, calculation.modifiers), ([4 + 2, 4], vec![("attacker neutralized", -2)]));
    }

    #[test]
    fn r7_3_tanks_and_stosstruppen_help_their_side_once_each() {
        let more = "german tank g2 2 at 0405
            german tank g3 2 at 0405
            german stosstruppen g4 2 at 0405
            french tank f2 2 at 0404
            french stosstruppen f3 2 at 0404";
        let table = duel(more).at(GERMAN, Phase::Combat);
        let defense = [("defending tanks", -2), ("defending Stosstruppen", -2)];
        assert_eq!(pips(&table, "0404", "g1"), defense, "ruling m7");
        assert_eq!(
            pips(&table, "0404", "g1 g2 g3 g4"),
            [("attacking tanks", 2), defense[0], ("attacking Stosstruppen", 2), defense[1]]
        );
        let attack_only = duel(more).with(|scenario| scenario.rules.defending_specials = Some(false));
        assert_eq!(pips(&attack_only.at(GERMAN, Phase::Combat), "0404", "g1 g2"), [("attacking tanks", 2)]);
    }

    #[test]
    fn r14_0_surprise_shifts_the_attacks_of_its_side_in_the_first_turns() {
        let shift = |position: &Position, side, phase| {
            let table = position.at(side, phase);
            let (target, unit) = if side == GERMAN { ("0404", "g1") } else { ("0405", "f1") };
            shifts(&table, target, unit)
        };
        let battle = |turn: &str| {
            let position = duel(&format!("surprise german 2 1\nturn {turn} of 8"));
            position.with(|scenario| scenario.rules.second_combat_for_all = Some(true))
        };
        for phase in [Phase::Combat, Phase::SecondCombat] {
            assert_eq!(shift(&battle("1"), GERMAN, phase), [("surprise", 1)]);
            assert_eq!(shift(&battle("2"), GERMAN, phase), [("surprise", 1)]);
            assert_eq!(shift(&battle("3"), GERMAN, phase), []);
            assert_eq!(shift(&battle("1"), FRENCH, phase), [("surprise", -1)], "ruling m32");
        }
        let attacks = battle("1").with(|scenario| scenario.rules.surprise_on_attack_only = Some(true));
        assert_eq!(shift(&attacks, FRENCH, Phase::Combat), []);
        assert_eq!(shift(&attacks, GERMAN, Phase::Combat), [("surprise", 1)]);
    }

    #[test]
    fn r8_4_enemy_fighters_over_supporting_artillery_shift_the_odds() {
        let more = "mega 0404
            german artillery g2 3-3 5 at 0407
            french artillery f2 3-3 5 at 0402
            french fighter f3 4 patrol 0407
            german fighter g3 4 mission escort 0402";
        let shifts = |position: Position| {
            let table = position.at(GERMAN, Phase::Combat);
            ["g2", ""].map(|support| {
                let combat = planned_with(&table, "0404", "g1", [support, if support.is_empty() { "f2" } else { "" }]);
                table.game.calculation(&combat).shifts
            })
        };
        let [attack, defense] = shifts(duel(more));
        assert_eq!(attack, [("fighters over attacking artillery", -1)], "ruling m36");
        assert_eq!(defense, [("fighters over defending artillery", 1)]);
        let off = duel(more).with(|scenario| scenario.rules.fighters_shift_support = Some(false));
        assert_eq!(shifts(off), [[], []]);
    }
}
