//! 4.0 3.1 Attack Procedure: the die roll modifiers.

use battlewright_schema::mars_la_tour::vocabulary::Hook;

use crate::MarsLaTour;
use crate::rulebook as rule;
use crate::state::{Fight, Support};
use battlewright_core::game::{Rule, Side};

/// A modifier of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Modifier {
    /// `true` if it modifies the attacker's die; `false` for the defender's.
    pub(crate) attacker: bool,
    /// The name of the modifier.
    pub(crate) name: &'static str,
    /// The number that it adds to the die.
    pub(crate) plus: i32,
    /// The rule of the modifier.
    pub(crate) rule: Rule,
}

/// Returns the number of the hook of the attacker's or the defender's die.
fn hook_of(attacker: bool) -> u16 {
    if attacker { Hook::AttackAttacker.number() } else { Hook::AttackDefender.number() }
}

impl MarsLaTour {
    /// Returns every modifier of `fight` that is not zero, in the order of the rule.
    pub(crate) fn modifiers(&self, fight: &Fight) -> Vec<Modifier> {
        let mut modifiers = Vec::new();
        self.each_modifier(fight, |modifier| modifiers.extend((modifier.plus != 0).then_some(modifier)));
        modifiers
    }

    /// Returns the sums of the attacker's and of the defender's modifiers.
    pub(crate) fn totals(&self, fight: &Fight) -> [i32; 2] {
        let mut totals = [0; 2];
        self.each_modifier(fight, |modifier| totals[usize::from(!modifier.attacker)] += modifier.plus);
        totals
    }

    /// Calls `found` with every modifier of `fight`, in the order of the rule, also with those that are zero.
    #[inline]
    fn each_modifier(&self, fight: &Fight, mut found: impl FnMut(Modifier)) {
        let table = &self.board.rules.tables.modifiers;
        let (attacker, defender) = (self.board.unit(fight.attacker), self.board.unit(fight.defender));
        let open = !self.is_defensible(fight.ground);
        let support = |side: Side| {
            if fight.support[side.index()] == Support::Effective { table.artillery_support } else { 0 }
        };
        let terrain = if open { 0 } else { table.defensible_terrain };
        let chassepot = open && !(self.board.rules.chassepot_infantry_only && self.is_cavalry(fight.defender));
        let chassepot = if chassepot { self.board.side(defender.side).chassepot } else { 0 };
        let flank = if self.has_flank_support(fight) { table.flank_support } else { 0 };
        let rows = self.board.extra.get();
        let mut totals = [0; 2];
        // The number is the place of the modifier in the list of those that rows drop.
        let mut add = |attacker: bool, number, name, plus: u8, rule| {
            if rows.is_none_or(|rows| !rows.drops(hook_of(attacker), number)) {
                totals[usize::from(!attacker)] += i32::from(plus);
                found(Modifier { attacker, name, plus: plus.into(), rule });
            }
        };
        add(true, 0, "artillery support", support(attacker.side), rule::SUPPORT_RESOLUTION);
        add(false, 0, "artillery support", support(defender.side), rule::SUPPORT_RESOLUTION);
        add(false, 1, "defensible terrain", terrain, rule::TERRAIN);
        add(false, 2, "Chassepots", chassepot, rule::MODIFIERS);
        add(true, 1, "flank support", flank, rule::MODIFIERS);
        add(true, 2, "ER", attacker.er, rule::MODIFIERS);
        add(false, 3, "ER", defender.er, rule::MODIFIERS);
        let Some(rows) = rows else { return };
        let given = self.attack_given(fight.attacker, fight.defender, fight.ground, fight.deathride);
        for (attacker, total) in [true, false].into_iter().zip(totals) {
            rows.each_change(hook_of(attacker), &self.asked_about(fight), &given, total, |row, plus| {
                found(Modifier { attacker, name: row.name, plus, rule: row.rule });
            });
        }
    }

    /// 4d: returns `true` if enough other friends of the attacker stand next to the defender, in an EZOC or not.
    fn has_flank_support(&self, fight: &Fight) -> bool {
        let side = self.side_of(fight.attacker);
        let around = self.board.map.neighbors(fight.ground).flat_map(|hex| self.ground.units(hex));
        let friends = around.filter(|unit| *unit != fight.attacker && self.side_of(*unit) == side).count();
        friends >= usize::from(self.board.rules.tables.modifiers.flank_support_units)
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::position;

    /// Asserts the sums of the attacker's and the defender's modifiers when g1 attacks f1.
    #[track_caller]
    fn adds(text: &str, attacker: i32, defender: i32) {
        let table = position(text).attacks();
        let action = table.action("attack g1 f1");
        table.allows("attack g1 f1");
        let fight = table.game.fight_of(&action).unwrap();
        assert_eq!(table.game.totals(&fight), [attacker, defender], "{:?}", table.game.modifiers(&fight));
    }

    #[test]
    fn r4_3_1_each_unit_adds_its_er() {
        adds(
            "
            map 9x7
            woods 0504
            german infantry g1 er 3 at 0404 battle
            french infantry f1 er 2 at 0504 battle",
            3,
            2 + 2,
        );
    }

    #[test]
    fn r4_3_1_chassepots_add_1_to_french_defenders_in_open_terrain() {
        let open = "
            map 9x7
            german infantry g1 er 0 at 0404 battle
            french infantry f1 er 0 at 0504 battle";
        adds(open, 0, 1);
        adds(&format!("{open}\n woods 0504"), 0, 2); // the woods count, and the rifles do not
        let mut table = position(open).attacks_of_the_french();
        table.does("attack f1 g1").rolls(&[1, 1]);
        table.logs("Attacker 1 + 0 = 1, defender 1 + 0 = 1 [4.0 3.1]"); // neither attackers nor Germans
    }

    #[test]
    fn r4_3_1_ruling_15_cavalry_has_chassepots_too_unless_the_ruleset_says_otherwise() {
        let cavalry = "
            map 9x7
            german infantry g1 er 0 at 0404 battle
            french cavalry f1 er 0 at 0504 battle";
        adds(cavalry, 0, 1);
        let mut table = position(cavalry).rules(|rules| rules.chassepot_infantry_only = Some(true)).attacks();
        table.does("attack g1 f1").rolls(&[1, 1]);
        table.logs("Attacker 1 + 0 = 1, defender 1 + 0 = 1 [4.0 3.1]");
    }

    /// g1 attacks f1; two more hexes of f1's ZOC are 0503 and 0603.
    const ALONE: &str = "
        map 9x7
        german infantry g1 er 0 at 0404 battle
        french infantry f1 er 0 at 0504 battle";

    #[test]
    fn r4_3_1_two_friends_beside_the_defender_add_1_to_the_attacker() {
        let one = format!("{ALONE}\n german infantry g2 er 0 at 0503 battle");
        let two = format!("{one}\n german cavalry g3 er 0 at 0603 battle");
        let three = format!("{two}\n german cavalry g4 er 0 at 0604 battle");
        adds(ALONE, 0, 1);
        adds(&one, 0, 1); // the attacker itself does not count
        adds(&two, 1, 1);
        adds(&three, 1, 1); // and more than two add no more
    }

    #[test]
    fn r4_3_1_the_defender_has_no_flank_support() {
        adds(
            &format!(
                "{ALONE}
                french infantry f2 er 0 at 0403 battle
                french infantry f3 er 0 at 0405 battle"
            ),
            0,
            1,
        );
    }

    #[test]
    fn r4_3_1_ruling_16_friends_in_an_ezoc_give_flank_support() {
        adds(
            &format!(
                "{ALONE}
                german infantry g2 er 0 at 0503 battle
                german infantry g3 er 0 at 0603 battle
                french infantry f2 er 0 at 0602 battle"
            ),
            1,
            1,
        );
    }

    #[test]
    fn r4_3_1_the_table_of_modifiers_is_the_rulesets() {
        use battlewright_schema::mars_la_tour::{DieModifiers, DieModifiersChanges, Rules, TableChanges};
        let printed =
            DieModifiers { artillery_support: 2, defensible_terrain: 2, flank_support: 1, flank_support_units: 2 };
        assert_eq!(Rules::published().tables.modifiers, printed);
        let mut table = position(&format!("{ALONE}\n woods 0504\n german infantry g2 er 0 at 0503 battle"))
            .rules(|rules| {
                let modifiers = DieModifiersChanges {
                    defensible_terrain: Some(3),
                    flank_support_units: Some(1),
                    ..DieModifiersChanges::default()
                };
                rules.tables = Some(TableChanges { modifiers: Some(modifiers), ..TableChanges::default() });
            })
            .attacks();
        table.does("attack g1 f1").rolls(&[3, 1]);
        table.logs("Attacker 3 + 1 = 4, defender 1 + 3 = 4 [4.0 3.1]");
    }
}
