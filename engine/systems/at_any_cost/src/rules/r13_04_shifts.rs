//! 13.3 to 13.5: the strength of both sides of an assault, the column shifts, and Flank Attacks; the column, the result
//! and the odds (13.2).

use battlewright_schema::at_any_cost::vocabulary::Hook;
use battlewright_schema::at_any_cost::{AssaultResult, Earthwork, TerrainClass, percent};

use crate::action::Weapon;
use crate::rules::r03_units::{LEAST_SP, narrow};
use crate::rules::r13_assault::{Assault, AssaultCause};
use crate::{AtAnyCost, Bonus, UnitIx};
use battlewright_core::game::Side;
use battlewright_core::kit::combat_table;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::kit::odds::Tally;

/// Named column shifts.
pub(crate) type NamedShifts = InlineList<(&'static str, i8), 8>;

/// The faces of the die of an assault.
const FACES: std::ops::RangeInclusive<u16> = 1..=10;

impl AtAnyCost {
    /// Returns `true` if `unit` has the SP and the TCR of the earthworks in its hex: in defense, and by ruling r78 in attack
    /// (16.1).
    pub(crate) fn has_works_in(&self, assault: &Assault, unit: UnitIx) -> bool {
        self.board.unit(unit).side != assault.side || self.board.rules.earthworks_help_attackers
    }

    /// Returns the SP that `unit` brings into `assault`: those of its Mitrailleuse marker among them (3.7), more in a charge
    /// (12.7), half in the Second Line (13.3). Earthworks help the unit (16.1), the marker not besides. By ruling r80 they may
    /// be below 0; otherwise no unit takes strength from those beside it.
    pub(crate) fn assault_strength(&self, assault: &Assault, unit: UnitIx) -> i16 {
        let (facts, modifiers) = (self.board.unit(unit), &self.board.rules.tables.strength_modifiers);
        let least = if self.board.rules.negative_sp_count { LEAST_SP } else { 0 };
        let counts = |index: usize| !self.drops(Hook::AssaultStrength, index);
        let mut points = self.strength(unit, Weapon::Own, self.has_works_in(assault, unit));
        if self.unit(unit).marker_of.is_some() {
            points += self.strength(unit, Weapon::Mitrailleuse, false).max(least);
        }
        if assault.is_charging(unit) && counts(0) {
            points = modifiers.charging(facts.weight, points);
        }
        if self.unit(unit).second_line && counts(1) {
            points = percent(points, modifiers.second_line);
        }
        self.assault_strength_by_rows(assault, unit, points.max(least))
    }

    /// The Assault Differential: the SP of the attackers less those of the defenders (13.2), and what rows make of it.
    pub(crate) fn assault_differential(&self, assault: &Assault) -> i16 {
        let mut differential = self.published_differential(assault);
        self.each_change_of_differential(assault, |_, change| differential = differential.saturating_add(change));
        differential
    }

    fn published_differential(&self, assault: &Assault) -> i16 {
        let (attack, defense) = self.assault_totals(assault);
        attack.saturating_sub(defense)
    }

    /// Calls `found` with the name of each row that changes the Assault Differential, and by how much.
    pub(crate) fn each_change_of_differential(&self, assault: &Assault, mut found: impl FnMut(&'static str, i16)) {
        if self.board.extra.get().is_some() {
            let published = self.published_differential(assault).into();
            self.each_change_of_assault(Hook::Differential, assault, published, |row, change| {
                found(row.name, i16::try_from(change).unwrap_or(0));
            });
        }
    }

    /// The SP of the attackers and those of the defenders (13.2).
    pub(crate) fn assault_totals(&self, assault: &Assault) -> (i16, i16) {
        let [attack, defense] = [&assault.attackers, &assault.defenders]
            .map(|party| party.iter().map(|unit| self.assault_strength(assault, *unit)).fold(0, i16::saturating_add));
        (attack, defense)
    }

    /// The column shifts of an assault that are not 0, each with its name (13.4). What is before the attackers helps the
    /// defender if it is before all of them; charging cavalry is in the hex already.
    pub(crate) fn assault_shifts(&self, assault: &Assault) -> NamedShifts {
        let (rules, ground) = (&self.board.rules, assault.ground);
        let shifts = &rules.tables.assault_shifts;
        let (attack, defense) = self.assault_totals(assault);
        let least_bad = |shift: &dyn Fn(HexIx) -> i8| {
            let hexes = assault.attackers.iter().filter_map(|unit| self.hex_of(*unit));
            hexes.map(|from| if from == ground { 0 } else { shift(from) }).max().unwrap_or(0)
        };
        let low_ground = least_bad(&|from| self.low_ground_shift(from));
        let slope = least_bad(&|from| self.climb_shift(from, ground));
        let works = match self.earthwork_at(ground) {
            None => 0,
            Some(Earthwork::Fieldworks) => shifts.fieldworks,
            Some(Earthwork::Entrenchments) => shifts.entrenchments,
        };
        let event = match assault.cause {
            AssaultCause::Auftragstaktik => ("Auftragstaktik", shifts.auftragstaktik),
            AssaultCause::FuriaFrancese => ("Furia Francese", shifts.furia_francese),
            AssaultCause::Step | AssaultCause::OpportunityCharge | AssaultCause::AggressiveTactics => ("event", 0),
        };
        let bonus = self.activation().and_then(|activation| activation.bonus) == Some(Bonus::Assault);
        let enhanced = if bonus && assault.cause == AssaultCause::Step { shifts.enhanced } else { 0 };
        let all = [
            ("odds", self.odds_shift(attack, defense)),
            ("flank attack", if self.is_flank_attack(assault) { shifts.flank } else { 0 }),
            ("from ravine or stream", low_ground),
            ("up a slope", slope),
            event,
            ("TCR", self.tcr_shift(assault)),
            ("earthworks", works),
            ("defender's terrain", self.board.effects(ground).map(|row| row.assault).sum::<i8>()),
            ("artillery", self.artillery_shift(assault)),
            ("enhanced chit", enhanced),
            ("Battlefield Conditions", assault.conditions),
        ];
        let counts = |index: usize| !self.drops(Hook::AssaultColumn, index);
        let counted = all.into_iter().enumerate().filter(|(index, (_, shift))| *shift != 0 && counts(*index));
        let mut shifts: NamedShifts = counted.map(|(_, shift)| shift).collect();
        let sum = shifts.iter().map(|(_, shift)| i32::from(*shift)).sum();
        self.each_change_of_assault(Hook::AssaultColumn, assault, sum, |row, change| {
            shifts.push((row.name, narrow(change)));
        });
        shifts
    }

    /// The shift of `assault` by Battlefield Conditions once `side` plays another chit (21.0).
    pub(crate) fn conditions_after(&self, assault: &Assault, side: Side) -> i8 {
        let shift = self.board.rules.tables.assault_shifts.battlefield_conditions;
        if side == assault.side {
            assault.conditions.saturating_add(shift)
        } else {
            assault.conditions.saturating_sub(shift)
        }
    }

    /// The shift for an attack out of the ravine or the stream of `from` (13.4).
    pub(crate) fn low_ground_shift(&self, from: HexIx) -> i8 {
        self.low_ground(from).map(|(_, shift)| shift).sum()
    }

    /// The terrain in `from` that gives an attack from there a shift, with the shift (13.4).
    pub(crate) fn low_ground(&self, from: HexIx) -> impl Iterator<Item = (TerrainClass, i8)> + use<'_> {
        let shifts = self.board.effects(from).map(|row| (row.class, row.assault_from));
        shifts.filter(|(_, shift)| *shift != 0)
    }

    /// The shift for an attack from `from` up a slope to `ground` (13.4).
    pub(crate) fn climb_shift(&self, from: HexIx, ground: HexIx) -> i8 {
        if self.board.level(from) >= self.board.level(ground) {
            return 0;
        }
        self.board.crossings(from, ground).iter().map(|row| row.assault_up).sum()
    }

    /// The shift for the odds, in which a defender of 0 SP counts as 1 (ruling r21).
    fn odds_shift(&self, attack: i16, defense: i16) -> i8 {
        let shifts = &self.board.rules.tables.assault_shifts;
        let (attack, defense) = (i32::from(attack), i32::from(defense.max(1)));
        if attack >= 3 * defense {
            shifts.triple
        } else if attack >= 2 * defense {
            shifts.double
        } else if 3 * attack <= defense {
            shifts.third
        } else if 2 * attack <= defense {
            shifts.half
        } else {
            0
        }
    }

    /// The TCR of `unit` in `assault`, with its elan, the night, and the earthworks that it has (16.1).
    pub(crate) fn assault_tcr(&self, assault: &Assault, unit: UnitIx) -> i8 {
        self.tcr_of(unit, self.has_works_in(assault, unit), 0)
    }

    /// The TCR of the best attacking Front Line unit and that of the defending one (13.4); `None` if a side has no Front Line
    /// unit.
    pub(crate) fn compared_tcrs(&self, assault: &Assault) -> Option<(i8, i8)> {
        let tcr = |unit: UnitIx| {
            if self.board.rules.compare_modified_tcr {
                self.assault_tcr(assault, unit)
            } else {
                i8::try_from(self.printed_tcr(unit)).unwrap_or(i8::MAX)
            }
        };
        let front = |party: &[UnitIx]| {
            let front = party.iter().filter(|unit| !self.unit(**unit).second_line);
            front.map(|unit| tcr(*unit)).max()
        };
        front(&assault.attackers).zip(front(&assault.defenders))
    }

    /// The shift for the higher TCR in front (13.4).
    fn tcr_shift(&self, assault: &Assault) -> i8 {
        let higher = self.board.rules.tables.assault_shifts.higher_tcr;
        match self.compared_tcrs(assault) {
            Some((attacker, defender)) if attacker > defender => higher,
            Some((attacker, defender)) if attacker < defender => -higher,
            _ => 0,
        }
    }

    /// The shift for artillery that no other arm protects, or that stands before it (13.4).
    fn artillery_shift(&self, assault: &Assault) -> i8 {
        let shifts = &self.board.rules.tables.assault_shifts;
        let is_artillery = |unit: &UnitIx| self.is_artillery(*unit);
        let mut front = assault.defenders.iter().filter(|unit| !self.unit(**unit).second_line);
        if assault.defenders.iter().all(is_artillery) {
            shifts.lone_artillery
        } else if front.any(is_artillery) {
            shifts.front_artillery
        } else {
            0
        }
    }

    /// Returns `true` if two attackers stand apart from each other, or if there are three (13.5).
    pub(crate) fn is_flank_attack(&self, assault: &Assault) -> bool {
        let mut hexes: InlineList<HexIx, 12> = assault.attackers.iter().filter_map(|unit| self.hex_of(*unit)).collect();
        let units = hexes.len();
        hexes.sort_unstable();
        hexes.dedup();
        let many = if self.board.rules.flank_counts_units { units } else { hexes.len() };
        let apart = |at: &HexIx| hexes.iter().any(|other| self.board.map.distance(*at, *other) > 1);
        many >= 3 || hexes.iter().any(apart)
    }

    /// The column of an assault after all shifts, which never leave the table (13.2).
    pub(crate) fn assault_column(&self, assault: &Assault) -> usize {
        let columns = &self.board.rules.tables.assault.columns;
        let differential = self.assault_differential(assault);
        let start = columns.iter().position(|column| column.to.is_none_or(|to| differential <= i16::from(to)));
        let start = start.unwrap_or(columns.len().saturating_sub(1));
        combat_table::shifted(start, self.assault_shifts(assault).iter().map(|(_, shift)| *shift), columns.len())
    }

    /// The result of `die` in a column (13.2).
    pub(crate) fn assault_result(&self, column: usize, die: u16) -> AssaultResult {
        let row = usize::from(die).checked_sub(1).and_then(|row| self.board.rules.tables.assault.rows.get(row));
        row.and_then(|row| row.get(column)).copied().unwrap_or(AssaultResult::ToughFight)
    }

    /// The number of the ten faces of the die that leads to each result of an assault, worst for the defender first.
    pub(crate) fn assault_odds(&self, assault: &Assault) -> Tally<AssaultResult> {
        let column = self.assault_column(assault);
        let mut results: InlineList<AssaultResult, 10> = FACES.map(|die| self.assault_result(column, die)).collect();
        results.sort_by_key(|result| (harm(*result), *result));
        let mut odds = Tally::new();
        for result in results {
            match odds.last_mut() {
                Some((last, faces)) if *last == result => *faces += 1,
                _ => odds.push((result, 1)),
            }
        }
        odds
    }
}

/// The harm of a result to the attacker; what harms the defender is below 0.
fn harm(result: AssaultResult) -> i16 {
    match result {
        AssaultResult::ToughFight => 0,
        AssaultResult::Loss(attacker, points, starred, winner) => {
            let harm = 4 * i16::from(points) + 2 * i16::from(starred) - i16::from(winner.min(3));
            if attacker { harm } else { -harm }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::r05_sequence::SequenceTask;
    use crate::rules::r13_assault::tests::{assault, at_hand, charge, meeting};
    use crate::rules::r13_assault::{Assault, AssaultCause};
    use crate::state::{Bonus, Task};
    use crate::tests::testing::{Table, position};

    const NONE: [(&str, i8); 0] = [];

    /// The shifts of an assault of `p1`, from 0405, and perhaps others upon 0404; its TCR is 7.
    fn shifts(more: &str, units: &[&str]) -> Vec<(&'static str, i8)> {
        let table = assault(meeting(more), units);
        table.game.assault_shifts(&at_hand(&table)).to_vec()
    }

    fn totals(table: &Table) -> (i16, i16) {
        table.game.assault_totals(&at_hand(table))
    }

    #[test]
    fn r12_7_a_charge_adds_one_or_half_as_much_again_or_doubles_by_weight() {
        // The bonus comes once, whatever else joins in.
        for (weight, points) in [("light", 4), ("medium", 4), ("heavy", 6)] {
            let mut table = charge(&format!("3/2 {weight}"), "french infantry f1 4/2 at 0404");
            table.does("hex 0404, begin");
            assert_eq!(totals(&table), (points, 4), "{weight}");
        }
        let mut table = charge("4/2 medium", "french infantry f1 4/2 at 0404\nprussian infantry p1 5/3 at 0405");
        table.does("hex 0404, unit p1, begin");
        assert_eq!(totals(&table), (6 + 5, 4));
        let mut table = charge("4/2 heavy", "french infantry f1 4/2 at 0404");
        table.does("hex 0404, begin");
        assert_eq!(totals(&table), (8, 4));
    }

    #[test]
    fn r13_3_the_second_line_counts_half_in_attack_and_defense() {
        let table = assault(
            position(
                "prussian field p1 6/3 at 0405
                prussian infantry p2 9/5 at 0405 second
                french infantry f1 6/3 at 0404
                french field f2 7/4 at 0404 second",
            ),
            &["p2"],
        );
        assert_eq!(totals(&table), (4, 6 + 3));
    }

    #[test]
    fn r3_7_the_mitrailleuse_adds_its_sp_to_those_of_its_battery() {
        let table = assault(meeting("french field f1 7/4 mitrailleuse 4/2 at 0404"), &["p1"]);
        assert_eq!(totals(&table), (5, 11));
        let table = assault(
            meeting("french infantry f1 6/3 at 0404\nfrench field f2 7/4 mitrailleuse 4/2 at 0404 second"),
            &["p1"],
        );
        assert_eq!(totals(&table), (5, 6 + 5), "half of both in the Second Line");
        let table = assault(meeting("french field f1 7/4 mitrailleuse 4/2 at 0404 battleworn disrupted"), &["p1"]);
        assert_eq!(totals(&table), (5, 2));
    }

    #[test]
    fn r3_1_elan_hits_take_sp_off_which_may_fall_below_0_in_an_assault() {
        for (counts, weak, pair) in [(true, -1, 3 - 1), (false, 0, 3)] {
            let table = |text: &str| {
                let rule = |scenario: &mut battlewright_schema::at_any_cost::AtAnyCost| {
                    scenario.rules.negative_sp_count = Some(counts);
                };
                assault(meeting(text).with(rule), &["p1"])
            };
            assert_eq!(totals(&table("french infantry f1 1/1 at 0404 disrupted")), (5, weak), "r80");
            let guns = "french field f1 5/3 at 0404 disrupted\nfrench infantry f2 1/1 at 0404 second disrupted";
            assert_eq!(totals(&table(guns)), (5, pair), "and a half of nothing is nothing");
        }
        let mut table = charge("1/1 heavy", "french infantry f1 4/2 at 0404");
        table.does("hex 0404, begin");
        let c1 = table.unit("c1");
        table.game.unit_mut(c1).elan = 2;
        assert_eq!(totals(&table), (-1, 4), "a charge makes no more of it");
    }

    #[test]
    fn r16_1_earthworks_add_sp_and_tcr_to_both_sides_or_to_the_defender_only() {
        for (helps, attack, tcr) in [(true, 6, 8), (false, 5, 7)] {
            let lines = meeting("fieldworks 0404 0405\nfrench infantry f1 5/3 tcr 7/6 at 0404").with(|scenario| {
                scenario.rules.earthworks_help_attackers = Some(helps);
            });
            let table = assault(lines, &["p1"]);
            assert_eq!(
                (totals(&table), table.game.compared_tcrs(&at_hand(&table))),
                ((attack, 6), Some((tcr, 8))),
                "r78"
            );
        }
        // Charging cavalry shares the hex, and so its earthworks.
        let mut table = charge("3/2 tcr 7/6 light", "fieldworks 0404\nfrench infantry f1 4/2 tcr 7/6 at 0404");
        table.does("hex 0404, begin");
        assert_eq!((totals(&table), table.game.compared_tcrs(&at_hand(&table))), ((3 + 1 + 1, 5), Some((8, 8))));
    }

    #[test]
    fn r16_1_a_mitrailleuse_has_no_sp_of_earthworks_besides_its_battery() {
        let table = assault(meeting("entrenchments 0404\nfrench field f1 5/3 mitrailleuse 4/2 at 0404"), &["p1"]);
        assert_eq!(totals(&table), (5, 5 + 4 + 2));
    }

    #[test]
    fn r13_4_odds_of_three_and_two_to_one_and_the_other_way_round() {
        let game = meeting("french infantry f1 5/3 at 0404").table().game;
        let odds = |attack, defense| game.odds_shift(attack, defense);
        assert_eq!([odds(9, 3), odds(10, 3), odds(8, 3), odds(6, 3), odds(5, 3)], [2, 2, 1, 1, 0]);
        assert_eq!([odds(4, 4), odds(3, 5), odds(3, 6), odds(3, 8), odds(3, 9), odds(3, 10)], [0, 0, -1, -1, -2, -2]);
        // r21: a defender of 0 SP counts as 1; an attacker of 0 SP has the least odds.
        assert_eq!([odds(1, 0), odds(2, 0), odds(3, 0), odds(0, 0)], [0, 1, 2, -2]);
    }

    #[test]
    fn r13_4_the_odds_shift_besides_the_differential() {
        // 9 against 3: differential +6, then odds of three to one.
        let table = assault(meeting("french infantry f1 3/2 tcr 7/6 at 0404"), &["p1", "p2"]);
        let at_hand = at_hand(&table);
        assert_eq!(table.game.assault_shifts(&at_hand).as_slice(), [("odds", 2)]);
        assert_eq!(table.game.assault_column(&at_hand), 10);
    }

    #[test]
    fn r13_4_an_attack_out_of_a_ravine_or_a_stream() {
        let even = "french infantry f1 5/3 tcr 7/6 at 0404";
        assert_eq!(shifts(&format!("ravine 0405\n{even}"), &["p1"]), [("from ravine or stream", -3)]);
        assert_eq!(shifts(&format!("stream 0405\n{even}"), &["p1"]), [("from ravine or stream", -2)]);
        assert_eq!(shifts(&format!("stream 0404\n{even}"), &["p1"]), NONE, "the defender's stream does not count");
        // One that comes from elsewhere spares the others.
        assert_eq!(shifts(&format!("ravine 0405\n{even}"), &["p1", "p2"]), NONE);
        let both = shifts(&format!("ravine 0405\nstream 0304\n{even}"), &["p1", "p2"]);
        assert_eq!(both, [("from ravine or stream", -2)]);
    }

    #[test]
    fn r13_4_an_attack_up_a_slope() {
        let even = "french infantry f1 5/3 tcr 7/6 at 0404";
        assert_eq!(shifts(&format!("slope 0404/0405\nlevel 2 0404\n{even}"), &["p1"]), [("up a slope", -2)]);
        assert_eq!(shifts(&format!("slope 0404/0405\nlevel 2 0405\n{even}"), &["p1"]), NONE, "downhill");
        assert_eq!(shifts(&format!("slope 0404/0405\n{even}"), &["p1"]), NONE, "on the level");
        assert_eq!(shifts(&format!("level 2 0404\n{even}"), &["p1"]), NONE, "no Slope hexside");
        assert_eq!(
            shifts(&format!("slope 0404/0405\nlevel 2 0404\n{even}"), &["p1", "p2"]),
            NONE,
            "not all of them climb"
        );
    }

    #[test]
    fn r13_4_events_help_the_attacker() {
        let table = meeting("french infantry f1 5/3 tcr 7/6 at 0404").table();
        let upon = |cause| {
            let attackers = [table.unit("p1")].into_iter().collect();
            let assault =
                table.game.assault_upon(table.game.unit_side(table.unit("p1")), table.hex("0404"), attackers, cause);
            table.game.assault_shifts(&assault).to_vec()
        };
        assert_eq!(upon(AssaultCause::Auftragstaktik), [("Auftragstaktik", 2)]);
        assert_eq!(upon(AssaultCause::FuriaFrancese), [("Furia Francese", 1)]);
        assert_eq!(upon(AssaultCause::AggressiveTactics), NONE);
    }

    #[test]
    fn r6_3_the_bonus_of_an_enhanced_chit_is_for_the_assaults_of_its_formation_only() {
        let mut table = meeting("french infantry f1 5/3 tcr 7/6 at 0404").assaults("prussian");
        for task in &mut table.game.state.stack {
            if let Task::Sequence(SequenceTask::EndActivation(activation)) = task {
                activation.bonus = Some(Bonus::Assault);
            }
        }
        table.does("hex 0404, unit p1, begin");
        let assault = at_hand(&table);
        assert_eq!(table.game.assault_shifts(&assault).as_slice(), [("enhanced chit", 1)]);
        let other = Assault { cause: AssaultCause::OpportunityCharge, ..assault };
        assert!(table.game.assault_shifts(&other).is_empty());
    }

    #[test]
    fn r13_4_the_best_front_line_units_compare_their_tcr() {
        let against = |tcr: &str, units: &[&str]| shifts(&format!("french infantry f1 5/3 tcr {tcr} at 0404"), units);
        assert_eq!(against("6/5", &["p1"]), [("TCR", 1)]);
        assert_eq!(against("7/6", &["p1"]), NONE);
        assert_eq!(against("8/7", &["p1"]), [("TCR", -1)]);
        let best = "prussian infantry p3 1/1 tcr 9/8 at 0504\nfrench infantry f1 5/3 tcr 8/7 at 0404";
        assert_eq!(shifts(best, &["p1", "p2"]), [("TCR", -1)]);
        assert!(shifts(best, &["p2", "p3"]).contains(&("TCR", 1)), "the best of them counts");
        // r22: with their Elan Hits, and with the earthworks of 16.1.
        assert_eq!(shifts("french infantry f1 6/3 tcr 8/7 at 0404 shaken", &["p1"]), NONE);
        let dug_in = shifts("fieldworks 0404\nfrench infantry f1 4/3 tcr 7/6 at 0404", &["p1"]);
        assert_eq!(dug_in, [("TCR", -1), ("earthworks", -1)]);
    }

    #[test]
    fn r13_4_by_the_other_reading_printed_tcrs_are_compared() {
        let position = meeting("french infantry f1 6/3 tcr 8/7 at 0404 shaken")
            .with(|scenario| scenario.rules.compare_modified_tcr = Some(false));
        let table = assault(position, &["p1"]);
        assert_eq!(table.game.assault_shifts(&at_hand(&table)).as_slice(), [("TCR", -1)]);
    }

    #[test]
    fn r13_4_second_line_units_do_not_compare_their_tcr() {
        let table = assault(
            position(
                "prussian field p1 6/3 at 0405
                prussian infantry p2 9/5 tcr 9/8 at 0405 second
                french infantry f1 4/3 tcr 6/5 at 0404",
            ),
            &["p2"],
        );
        assert!(table.game.assault_shifts(&at_hand(&table)).is_empty(), "no Front Line unit attacks");
    }

    #[test]
    fn r13_4_earthworks_and_terrain_help_the_defender_and_add_up() {
        let on = |ground: &str, tcr: &str, sp: &str| {
            shifts(&format!("{ground}\nfrench infantry f1 {sp} tcr {tcr} at 0404"), &["p1"])
        };
        assert_eq!(on("fieldworks 0404", "6/5", "4/2"), [("earthworks", -1)]);
        assert_eq!(on("entrenchments 0404", "5/5", "3/2"), [("earthworks", -2)]);
        for (terrain, shift) in [("town", -3), ("farm", -2), ("woods", -1), ("quarry", -1)] {
            assert_eq!(on(&format!("{terrain} 0404"), "7/6", "5/3"), [("defender's terrain", shift)], "{terrain}");
        }
        assert_eq!(on("woods 0404\nfarm 0404\nravine 0404", "7/6", "5/3"), [("defender's terrain", -3)]);
        let all = on("town 0404\nfieldworks 0404", "6/5", "4/2");
        assert_eq!(all, [("earthworks", -1), ("defender's terrain", -3)]);
    }

    #[test]
    fn r13_4_artillery_is_weak_alone_or_in_front() {
        let even = |line: &str| shifts(line, &["p1"]);
        assert_eq!(even("french field f1 5/3 tcr 7/6 at 0404"), [("artillery", 4)]);
        let stack = |front: &str, second: &str| {
            even(&format!("french {front} f1 4/2 tcr 7/6 at 0404\nfrench {second} f2 3/2 tcr 7/6 at 0404 second"))
        };
        assert_eq!(stack("field", "infantry"), [("artillery", 2)]);
        assert_eq!(stack("infantry", "field"), NONE);
        assert_eq!(stack("field", "horse"), [("artillery", 4)], "none is of another arm");
    }

    #[test]
    fn r13_5_two_that_stand_apart_attack_the_flank() {
        let text = "prussian infantry p3 1/1 at 0503
            prussian infantry p4 1/1 at 0504
            french infantry f1 7/4 tcr 7/6 at 0404";
        assert_eq!(shifts(text, &["p1", "p3"]), [("flank attack", 2)]);
        assert_eq!(shifts(text, &["p1", "p4"]), NONE, "0405 and 0504 are neighbors");
    }

    #[test]
    fn r13_5_three_attack_the_flank() {
        let text = "prussian infantry p3 1/1 at 0303
            french infantry f1 9/4 tcr 7/6 at 0404";
        assert!(shifts(text, &["p1", "p2", "p3"]).contains(&("flank attack", 2)));
    }

    #[test]
    fn r13_5_charging_cavalry_is_in_the_hex_and_so_next_to_all_who_join() {
        let join = "prussian infantry p1 2/2 at 0405
            prussian infantry p2 2/2 at 0304
            french infantry f1 9/4 tcr 7/6 at 0404";
        let mut table = charge("3/2", join);
        table.does("hex 0404, unit p1, begin");
        assert!(!table.game.is_flank_attack(&at_hand(&table)));
        let mut table = charge("3/2", join);
        table.does("hex 0404, unit p1, unit p2, begin");
        assert!(table.game.is_flank_attack(&at_hand(&table)), "three units");
    }

    #[test]
    fn r13_5_by_the_other_reading_hexes_are_counted() {
        let text = "prussian field p3 1/1 at 0405
            french infantry f1 9/4 tcr 7/6 at 0404";
        for (units, is_flank) in [(true, true), (false, false)] {
            let table = meeting(text).with(|scenario| scenario.rules.flank_counts_units = Some(units)).table();
            // Three units in two hexes next to each other.
            let attackers = ["p1", "p3", "p2"].map(|id| table.unit(id)).into_iter().collect();
            let side = table.game.unit_side(table.unit("p1"));
            let assault = table.game.assault_upon(side, table.hex("0404"), attackers, AssaultCause::Step);
            assert_eq!(table.game.is_flank_attack(&assault), is_flank);
        }
    }

    #[test]
    fn r13_2_shifts_never_leave_the_table() {
        let column = |text: &str, units: &[&str]| {
            let table = assault(meeting(text), units);
            table.game.assault_column(&at_hand(&table))
        };
        assert_eq!(column("town 0404\nentrenchments 0404\nfrench infantry f1 20/9 tcr 9/8 at 0404", &["p1"]), 0);
        assert_eq!(column("french field f1 1/1 at 0404", &["p1", "p2"]), 10);
    }

    #[test]
    fn r13_2_bredow_rides_down_lone_guns_and_wedell_fails_out_of_the_ravine() {
        let mut table = charge("2/1 tcr 8/7 heavy", "french heavy f1 4/2 at 0404");
        table.does("hex 0404, begin");
        let bredow = at_hand(&table);
        assert_eq!(table.game.assault_column(&bredow), 10, "differential 0, lone artillery +4, TCR +1");
        let text = "ravine 0405
            prussian infantry p1 8/4 at 0405 disrupted
            french infantry f1 6/3 at 0404
            french field f2 6/3 at 0404 second";
        let table = assault(position(text), &["p1"]);
        assert_eq!(table.game.assault_column(&at_hand(&table)), 0);
    }

    #[test]
    fn r13_2_the_odds_count_each_of_the_ten_faces_once() {
        let table = assault(meeting("french infantry f1 5/3 tcr 7/6 at 0404"), &["p1"]);
        let odds = table.game.assault_odds(&at_hand(&table));
        let results: Vec<(String, u32)> = odds.iter().map(|(result, faces)| (result.to_string(), *faces)).collect();
        let expected = [("D2", 2), ("D1", 2), ("D1(A1)", 1), ("TF", 1), ("A1(D1)", 1), ("A1", 2), ("A2", 1)];
        assert_eq!(results, expected.map(|(result, faces)| (result.to_owned(), faces)));
        assert_eq!(odds.iter().map(|(_, faces)| faces).sum::<u32>(), 10);
    }
}
