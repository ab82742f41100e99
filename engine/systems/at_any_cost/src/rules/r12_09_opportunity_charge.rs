//! 12.9 Opportunity Charges: cavalry may charge an enemy unit that has completed its move in an adjacent hex.
//!
//! A move is completed when its unit stops of its own will, has no movement left, or is halted by fire: each of them ends the
//! task [`MoveTask::Moving`], and [`end_move`](AtAnyCost::end_move) asks for the charge.

use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionList};
use crate::rules::r12_movement::MoveTask;
use crate::rules::r13_assault::AssaultCause;
use crate::state::{MovingPiece, Party, UnitIx};
use crate::{AtAnyCost, Event};
use battlewright_core::game::Log;
use battlewright_core::kit::hex_map::HexIx;

/// A unit that has completed its move, upon which enemy cavalry may make an Opportunity Charge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OpportunityCharge {
    pub(crate) target: UnitIx,
    hex: HexIx,
    /// The cavalry that has tried in vain.
    pub(crate) tried: Party,
}

impl AtAnyCost {
    /// Lets enemy cavalry charge `unit`, which has completed a move in its own Movement Step.
    pub(crate) fn offer_opportunity_charge(&mut self, unit: UnitIx) {
        let Some(hex) = self.hex_of(unit).filter(|_| self.is_movement_step_of(self.unit_side(unit))) else { return };
        let charge = OpportunityCharge { target: unit, hex, tried: Party::new() };
        if self.opportunity_cavalry(&charge).next().is_some() {
            self.push(MoveTask::Opportunity(charge));
        }
    }

    /// The cavalry that may try it: Front Line cavalry without Elan Hits next to the target, which is in clear terrain or on a
    /// road, and is not in the hex of a unit that it has charged itself.
    fn opportunity_cavalry(&self, charge: &OpportunityCharge) -> impl Iterator<Item = UnitIx> + use<'_> {
        let OpportunityCharge { target, hex, .. } = *charge;
        let possible = self.hex_of(target) == Some(hex)
            && self.is_combat_allowed()
            && self.board.is_charge_ground(hex)
            && !self.is_charged(target);
        let tried = charge.tried.clone();
        let near = possible.then(|| self.enemies_next_to(self.unit_side(target), hex)).into_iter().flatten();
        let may = move |unit: UnitIx| self.may_charge_by_rows(unit, target, true).is_ok();
        near.filter(move |unit| self.may_react(*unit) && !tried.contains(unit) && may(*unit))
    }

    /// The cavalry that may try it, one after the other.
    pub(crate) fn opportunity_charge_options(&self, charge: &OpportunityCharge, into: &mut ActionList) {
        into.extend(self.opportunity_cavalry(charge).map(Action::Unit));
        into.push(Action::Pass);
    }

    /// A unit tries it, or all stand.
    pub(crate) fn try_opportunity_charge(&mut self, mut charge: OpportunityCharge, action: Action) {
        if let Action::Unit(cavalry) = action {
            charge.tried.push(cavalry);
            self.push(MoveTask::OpportunityRoll { charge, cavalry });
        }
    }

    /// The die of an Opportunity Charge: up to its modified TCR the cavalry rides into the hex of its target, and they fight
    /// at once. Above it, others may try.
    pub(crate) fn roll_opportunity_charge(
        &mut self,
        charge: OpportunityCharge,
        cavalry: UnitIx,
        die: u16,
        log: &mut impl Log<Event>,
    ) {
        let (target, hex) = (charge.target, charge.hex);
        let succeeds = self.roll_reaction(cavalry, die);
        log.push(Event::OpportunityRoll(cavalry, target, die, self.modified_tcr(cavalry), succeeds));
        if !succeeds {
            self.push(MoveTask::Opportunity(charge));
            return;
        }
        self.join_stack(MovingPiece::Unit(cavalry), hex);
        let done = &mut self.unit_mut(cavalry).done;
        (done.left, done.charge, done.charged) = (true, Some(target), true);
        self.settle_headquarters(log);
        self.push_single_assault(Party::from_elem(cavalry, 1), hex, AssaultCause::OpportunityCharge, log);
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::{FRENCH, PRUSSIAN, Table, position};

    /// Prussian infantry that can move next to French cavalry of TCR 6 in 0405.
    fn field(lines: &str) -> Table {
        position(&format!(
            "map 12x9
            prussian infantry p1 8/4 at 0408
            french cavalry f1 2/1 tcr 6/5 at 0405
            {lines}"
        ))
        .moves("prussian")
    }

    #[test]
    fn r12_9_cavalry_may_charge_a_unit_that_completes_its_move_next_to_it() {
        let mut table = field("");
        table.does("move p1, hex 0407, hex 0406, stop");
        assert_eq!((table.chooser(), table.choices("unit")), (FRENCH, vec!["f1".to_owned()]));
        table.does("unit f1").rolls(&[6]);
        let (f1, p1) = (table.unit("f1"), table.unit("p1"));
        let done = table.game.unit(f1).done;
        assert_eq!((done.charge, done.charged), (Some(p1), true));
        assert_eq!(table.game.hex_of(f1), Some(table.hex("0406")), "they fight at once");
    }

    #[test]
    fn r12_9_it_is_no_matter_for_a_move_that_goes_on() {
        let mut table = field("");
        table.does("move p1, hex 0407, hex 0406");
        assert_eq!(table.chooser(), PRUSSIAN);
        table.does("hex 0306, hex 0206, stop");
        assert_eq!(table.chooser(), PRUSSIAN, "that is not next to it any more");
    }

    #[test]
    fn r12_9_a_move_is_completed_when_its_points_are_spent() {
        let mut table = position(
            "map 12x9
            prussian infantry p1 8/4 at 0408 move 2
            french cavalry f1 2/1 at 0405",
        )
        .moves("prussian");
        table.does("move p1, hex 0407, hex 0406");
        assert_eq!((table.chooser(), table.choices("unit")), (FRENCH, vec!["f1".to_owned()]));
    }

    #[test]
    fn r12_9_a_move_is_completed_when_fire_halts_it() {
        let mut table = field("french infantry f2 5/3 at 0505");
        table.does("move p1, hex 0407, hex 0406, fire f2 p1").rolls(&[10, 1]);
        assert_eq!(table.marks("p1"), "battleworn");
        assert_eq!((table.chooser(), table.choices("unit")), (FRENCH, vec!["f1".to_owned()]));
    }

    #[test]
    fn r12_9_a_unit_that_has_not_moved_completes_no_move() {
        let mut table = position(
            "map 12x9
            prussian infantry p1 8/4 at 0406
            french cavalry f1 2/1 at 0405",
        )
        .moves("prussian");
        table.does("move p1, stop");
        assert_eq!(table.chooser(), PRUSSIAN);
        table.does("move prussian-hq, stop");
        assert_eq!(table.at("f1"), "0405");
    }

    #[test]
    fn r12_9_above_its_tcr_it_stands_and_others_may_try() {
        let mut table = field("french cavalry f2 2/1 tcr 6/5 at 0505");
        table.does("move p1, hex 0407, hex 0406, stop");
        assert_eq!(table.choices("unit"), ["f1", "f2"]);
        table.does("unit f1").rolls(&[7]);
        assert_eq!((table.at("f1"), table.marks("f1")), ("0405".to_owned(), String::new()));
        assert_eq!(table.choices("unit"), ["f2"]);
        table.does("pass");
        assert_eq!(table.chooser(), PRUSSIAN, "its Movement Step goes on");
    }

    #[test]
    fn r12_9_only_front_line_cavalry_without_elan_hits() {
        for cavalry in ["at 0405 shaken", "at 0405 disrupted", "at 0405 second\nfrench field f3 3/2 at 0405 rationed"] {
            let mut table = position(&format!(
                "map 12x9
                prussian infantry p1 8/4 at 0408
                french cavalry f1 2/1 {cavalry}"
            ))
            .moves("prussian");
            table.does("move p1, hex 0407, hex 0406");
            while table.chooser() == FRENCH {
                assert_eq!(table.choices("unit"), [] as [&str; 0], "{cavalry}");
                table.does("pass");
            }
            table.does("stop");
            assert_eq!(table.chooser(), PRUSSIAN, "{cavalry}");
        }
    }

    #[test]
    fn r12_9_the_target_is_in_clear_terrain_or_on_a_road() {
        for class in ["woods", "town", "farm", "quarry", "ravine", "stream"] {
            let mut table = field(&format!("{class} 0406"));
            table.does("move p1, hex 0407, hex 0406, stop");
            assert_eq!(table.chooser(), PRUSSIAN, "{class}");
            let mut table = field(&format!("{class} 0406\nroad 0407 0406"));
            table.does("move p1, hex 0407, hex 0406, stop");
            assert_eq!(table.chooser(), FRENCH, "{class}");
        }
    }

    #[test]
    fn r12_9_the_target_does_not_countercharge() {
        let mut table = position(
            "map 12x9
            prussian cavalry p1 3/2 heavy at 0408
            prussian cavalry p2 3/2 heavy at 0608
            french cavalry f1 2/1 tcr 6/5 at 0405",
        )
        .moves("prussian");
        table.does("move p1, hex 0407, hex 0406, stop, unit f1").rolls(&[3]);
        assert_ne!(table.choices("unit"), ["p1"]);
        assert_eq!(table.game.hex_of(table.unit("f1")), Some(table.hex("0406")));
    }

    #[test]
    fn r12_9_a_charge_that_fire_has_halted_can_be_charged_and_one_that_has_struck_cannot() {
        let charge = || {
            let mut table = position(
                "map 14x9
                prussian cavalry p1 3/2 at 0305
                french infantry f1 5/3 at 0605
                french cavalry f2 2/1 at 0504",
            )
            .moves("prussian");
            table.does("charge p1 f1, hex 0405, hex 0505");
            table
        };
        let mut table = charge();
        table.does("fire f1 p1").rolls(&[10, 1]);
        assert_eq!((table.chooser(), table.choices("unit")), (FRENCH, vec!["f2".to_owned()]));
        let mut table = charge();
        table.does("pass, hex 0605");
        assert_eq!(table.game.hex_of(table.unit("p1")), Some(table.hex("0505")), "f2 may countercharge");
        table.does("pass");
        assert_eq!((table.chooser(), table.at("p1")), (PRUSSIAN, "0605".to_owned()));
    }

    #[test]
    fn r12_7_it_charges_again_until_the_assaults_are_over_or_by_the_other_reading_once() {
        for (at_once, again) in [(false, true), (true, false)] {
            let mut table = position(
                "map 12x9
                corps x prussian at 0009 rating 20 20
                prussian infantry p1 2/1 at 0408 of x
                prussian infantry p2 2/1 at 0608 of x
                french cavalry f1 9/5 tcr 7/6 medium at 0405",
            )
            .with(|scenario| scenario.rules.charge_disrupts_at_once = Some(at_once))
            .moves("x");
            table.does("move p1, hex 0407, hex 0406, stop, unit f1").rolls(&[1]).rolls(&[7]);
            while let Some(loss) = table.choices("lose").last().cloned() {
                table.does(&format!("lose {loss}"));
            }
            crate::rules::r13_assault::tests::retreats(&mut table);
            table.does("pass");
            assert_eq!(table.marks("f1") == "disrupted", at_once, "r77");
            table.does("move p2, hex 0507, hex 0506, stop");
            assert_eq!(table.choices("unit").contains(&"f1".to_owned()), again, "r77");
        }
    }

    #[test]
    fn r12_9_only_in_the_movement_step_of_its_side() {
        let mut table = field("prussian cavalry p2 3/2 at 0505");
        let f1 = table.unit("f1");
        assert!(table.game.is_movement_step_of(PRUSSIAN) && !table.game.is_movement_step_of(FRENCH));
        // As if an event of the French had moved it.
        table.run(|game, _| game.offer_opportunity_charge(f1));
        assert_eq!((table.chooser(), table.choices("unit").len()), (PRUSSIAN, 0));
        table.allows("move p1");
    }
}
