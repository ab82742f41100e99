//! 7.5 Combat Results: the fates of both sides, the defender's first (7.6), and then the advance into hexes that were left.

use battlewright_schema::matz::{CombatResult, Kind, SideFate};
use serde::{Deserialize, Serialize};

use crate::Matz;
use crate::event::{Event, LossCause};
use crate::rules::r07_5_losses::{LossTask, Losses};
use crate::rules::r07_6_retreat::{Retreat, RetreatTask};
use crate::state::{HexList, Party, UnitIx};
use battlewright_core::game::{Log, Side};
use battlewright_core::kit::hex_map::HexIx;

/// The result of a combat for the units of one side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SideResult {
    /// The units that suffer it, in one hex or more.
    units: Party,
    side: Side,
    result: CombatResult,
    /// `true` if both sides have tanks in the combat, so that tanks lose the first step and no die is rolled for them.
    tanks_on_both_sides: bool,
    /// The hexes of the enemy units that fought.
    enemies: HexList,
}

impl Matz {
    /// Applies the result of the combat in which `attackers` of the active side attacked every unit in `targets`: losses and
    /// retreat of the defender, then those of the attacker, then advances. The `guns` of both sides share the result (m64).
    pub(crate) fn apply_result(
        &mut self,
        result: CombatResult,
        attackers: &[UnitIx],
        targets: &[HexIx],
        guns: &[Party; 2],
    ) {
        let side = self.state.active;
        let [attacking_guns, defending_guns] = guns;
        // Units that have retreated into the hexes do not fight, but they share losses and retreats (7.1, 7.6).
        let in_targets = targets.iter().flat_map(|hex| self.ground.units(*hex));
        let mut defenders: Party = in_targets.filter(|unit| self.unit_side(*unit) != side).collect();
        defenders.extend_from_slice(defending_guns);
        let mut attack: Party = attackers.into();
        attack.extend_from_slice(attacking_guns);
        let has_tanks = |units: &[UnitIx]| units.iter().any(|unit| self.board.unit(*unit).is(Kind::Tank));
        let tanks_on_both_sides = has_tanks(attackers) && has_tanks(&defenders);
        let hexes: HexList = self.hexes_of(&attack);
        let mut left: HexList = targets.into();
        left.extend(self.hexes_of(defending_guns));
        if result != CombatResult::Engaged {
            // All in the hex have defended it, guns and headquarters as well (1.4, 8.3, m67).
            let all_advance = !self.board.rules.only_combat_units_advance;
            let fought = |unit: &UnitIx| {
                (all_advance || self.board.unit(*unit).arm.fights())
                    && !self.unit(*unit).retreated
                    && !defending_guns.contains(unit)
            };
            if !result.defender().leaves() {
                let units = defenders.iter().copied().filter(fought).collect();
                self.push(RetreatTask::Advance { units, hexes: hexes.clone() });
            }
            if !result.attacker().leaves() {
                self.push(RetreatTask::Advance { units: attackers.into(), hexes: left.clone() });
            }
        }
        let attack = SideResult { units: attack, side, result, tanks_on_both_sides, enemies: left };
        let defense = SideResult { units: defenders, side: side.other(), result, tanks_on_both_sides, enemies: hexes };
        self.push(LossTask::Result(attack));
        self.push(LossTask::Result(defense));
    }

    /// The hexes of those of `units` that are on the map, in order.
    fn hexes_of(&self, units: &[UnitIx]) -> HexList {
        let mut hexes: HexList = units.iter().filter_map(|unit| self.hex_of(*unit)).collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes
    }

    /// The units of a side lose steps, and those of each hex retreat.
    pub(crate) fn suffer(&mut self, suffering: SideResult, log: &mut impl Log<Event>) {
        let SideResult { units, side, result, tanks_on_both_sides, enemies } = suffering;
        let fate = if side == self.state.active { result.attacker() } else { result.defender() };
        if fate.retreat() > 0 {
            for hex in self.hexes_of(&units).into_iter().rev() {
                let stack = units.iter().copied().filter(|unit| self.hex_of(*unit) == Some(hex)).collect();
                self.push(RetreatTask::Retreat(Retreat {
                    units: stack,
                    path: HexList::new(),
                    left: fate.retreat(),
                    enemies: enemies.clone(),
                    tanks_on_both_sides,
                }));
            }
        }
        match fate {
            SideFate::Nothing | SideFate::Retreat(_) => {}
            SideFate::Step | SideFate::StepAndRetreat => {
                self.push(LossTask::Steps(Losses::new(units, 1, LossCause::Combat, tanks_on_both_sides)));
            }
            SideFate::AllAndRetreat => {
                let hexes = self.hexes_of(&units);
                for unit in &units {
                    if !self.board.unit(*unit).is_hq() {
                        self.lose_step(*unit, LossCause::Combat, log);
                    }
                }
                for hex in hexes {
                    self.eliminate_bare_headquarters(&units, hex, log);
                }
                // The die for the losses of tanks is left.
                let losses = Losses { begun: true, ..Losses::new(units, 0, LossCause::Combat, tanks_on_both_sides) };
                self.push(LossTask::Steps(losses));
            }
            SideFate::Eliminated => {
                for unit in units {
                    self.eliminate(unit, log);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::{FRENCH, GERMAN, Table, position};
    use battlewright_testkit::named;

    /// Two German units attack two French ones.
    const TWO: &str = "german infantry g1 4/2 at 0404\ngerman infantry g2 4/2 at 0404
        french infantry f1 4/2 at 0405\nfrench infantry f2 4/2 at 0405";

    fn two(result: &str) -> Table {
        position(TWO).fought(GERMAN, "g1 g2", "0405", result)
    }

    fn places(table: &Table) -> [String; 4] {
        ["g1", "g2", "f1", "f2"].map(|id| table.at(id))
    }

    fn losses(table: &Table) -> [String; 4] {
        ["g1", "g2", "f1", "f2"].map(|id| table.marks(id))
    }

    #[test]
    fn r7_5_de_eliminates_the_defender() {
        let table = two("DE");
        assert_eq!(places(&table), ["0404", "0404", "eliminated 1", "eliminated 1"]);
        assert_eq!(table.choices("advance"), ["g1 0405", "g2 0405"]);
    }

    #[test]
    fn r7_5_m10_de_with_a_small_e_costs_each_defender_a_step_and_a_retreat_of_two_hexes() {
        let mut table = two("De");
        assert_eq!(losses(&table), ["", "", "lost 1", "lost 1"]);
        table.does("hex 0406, hex 0407");
        assert_eq!(places(&table), ["0404", "0404", "0407", "0407"]);
        assert_eq!(table.choices("advance"), ["g1 0405", "g2 0405"]);
    }

    #[test]
    fn r7_5_m9_m10_d1_costs_one_defender_a_step_and_all_retreat_one_hex() {
        let mut table = two("D1");
        table.does("lose f2, hex 0406");
        assert_eq!(losses(&table), ["", "", "", "lost 1"]);
        assert_eq!(places(&table), ["0404", "0404", "0406", "0406"]);
        assert_eq!(table.choices("advance"), ["g1 0405", "g2 0405"]);
    }

    #[test]
    fn r7_5_dr_and_dr2_are_retreats_of_one_and_two_hexes() {
        let mut table = two("DR");
        table.does("hex 0406");
        assert_eq!(places(&table), ["0404", "0404", "0406", "0406"]);
        assert_eq!(table.chooser(), GERMAN);
        let mut table = two("DR2");
        table.does("hex 0406");
        assert_eq!(table.chooser(), FRENCH);
        table.does("hex 0407");
        assert_eq!(places(&table), ["0404", "0404", "0407", "0407"]);
        assert_eq!(losses(&table), [""; 4]);
    }

    #[test]
    fn r7_5_d_costs_one_defender_a_step() {
        let mut table = two("D");
        table.does("lose f1");
        assert_eq!(losses(&table), ["", "", "lost 1", ""]);
        assert_eq!(places(&table), ["0404", "0404", "0405", "0405"]);
        assert_eq!(table.choices("advance"), [""; 0]);
    }

    #[test]
    fn r7_5_eng_costs_each_side_a_step_the_defender_first_and_nobody_advances() {
        let mut table = two("Eng");
        assert_eq!(table.chooser(), FRENCH);
        table.does("lose f1");
        assert_eq!(table.chooser(), GERMAN);
        table.does("lose g2");
        assert_eq!(losses(&table), ["", "lost 1", "lost 1", ""]);
        let lone = "german infantry g1 4/2 at 0404\nfrench infantry f1 4 at 0405";
        let table = position(lone).fought(GERMAN, "g1", "0405", "Eng");
        assert_eq!((table.at("f1").as_str(), table.choices("advance").len()), ("eliminated 1", 0));
        let table = position(lone).fought(GERMAN, "g1", "0405", "D");
        assert_eq!(table.choices("advance"), ["g1 0405"], "destroyed by a loss, it leaves its hex");
    }

    #[test]
    fn r7_5_ae_eliminates_the_attacker() {
        let table = two("AE");
        assert_eq!(places(&table), ["eliminated 1", "eliminated 1", "0405", "0405"]);
        assert_eq!((table.chooser(), table.choices("advance")), (FRENCH, vec!["f1 0404".into(), "f2 0404".into()]));
    }

    #[test]
    fn r7_5_ae_with_a_small_e_costs_each_attacker_a_step_and_a_retreat_of_two_hexes() {
        let mut table = two("Ae");
        assert_eq!(losses(&table), ["lost 1", "lost 1", "", ""]);
        table.does("hex 0403, hex 0402");
        assert_eq!(places(&table), ["0402", "0402", "0405", "0405"]);
    }

    #[test]
    fn r7_5_m10_a1_costs_one_attacker_a_step_and_all_retreat_one_hex() {
        let mut table = two("A1");
        table.does("lose g1, hex 0403");
        assert_eq!(losses(&table), ["lost 1", "", "", ""]);
        assert_eq!(places(&table), ["0403", "0403", "0405", "0405"]);
        assert_eq!(table.choices("advance"), ["f1 0404", "f2 0404"]);
    }

    #[test]
    fn r7_5_ar_is_a_retreat_of_the_attackers_and_of_no_other_unit_in_their_hex() {
        let mut table = position(TWO).fought(GERMAN, "g1", "0405", "AR");
        table.does("hex 0403");
        assert_eq!(places(&table), ["0403", "0404", "0405", "0405"]);
        assert_eq!(table.choices("advance"), [""; 0], "g2 is still in the hex");
    }

    #[test]
    fn r7_5_a_costs_one_attacker_a_step() {
        let mut table = two("A");
        table.does("lose g1");
        assert_eq!(losses(&table), ["lost 1", "", "", ""]);
        assert_eq!(places(&table), ["0404", "0404", "0405", "0405"]);
    }

    #[test]
    fn r7_6_a_d1_costs_both_a_step_the_defender_retreats_first_and_the_attacker_may_advance() {
        let mut table = two("A/D1");
        table.does("lose f1, hex 0406");
        assert_eq!((table.chooser(), table.choices("lose")), (GERMAN, vec!["g1".to_owned(), "g2".to_owned()]));
        table.does("lose g1, advance g2 0405, pass");
        assert_eq!(losses(&table), ["lost 1", "", "lost 1", ""]);
        assert_eq!(places(&table), ["0404", "0405", "0406", "0406"]);
    }

    #[test]
    fn r7_2_the_units_of_several_hexes_suffer_the_result_together_and_each_stack_retreats() {
        let mut table = position(
            "german infantry g1 4/2 at 0404
            french infantry f1 4/2 at 0405
            french infantry f2 4/2 at 0304",
        )
        .fought(GERMAN, "g1", "0304 0405", "D1");
        assert_eq!(table.choices("lose"), ["f1", "f2"]);
        table.does("lose f1, hex 0305, hex 0406");
        assert_eq!([table.marks("f1"), table.marks("f2")], ["lost 1", ""]);
        assert_eq!([table.at("f1"), table.at("f2")], ["0406", "0305"]);
        assert_eq!(table.choices("advance"), ["g1 0304", "g1 0405"]);
    }

    #[test]
    fn r7_1_a_unit_that_retreated_onto_another_shares_losses_and_retreat_but_not_the_advance() {
        let fight = |result: &str| {
            let mut table = position(TWO).fought(GERMAN, "g1 g2", "0405", "A");
            table.does("lose g1");
            let f2 = table.unit("f2");
            table.game.unit_mut(f2).retreated = true;
            let (attackers, hex) = ([table.unit("g1"), table.unit("g2")], table.hex("0405"));
            let result = named(result);
            table.run(|game, _| game.apply_result(result, &attackers, &[hex], &Default::default()));
            table
        };
        let mut table = fight("D1");
        table.does("lose f2, hex 0406");
        assert_eq!([table.at("f1"), table.at("f2")], ["0406", "0406"]);
        assert_eq!(fight("AE").choices("advance"), ["f1 0404"]);
    }
}
