//! 17.0 Unit Breakdown (optional): infantry and Division artillery are broken down into smaller units before they move.
//! `r17_03_recombining.rs` puts those together again.

use battlewright_schema::at_any_cost::Kind;
use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionList, RefusalCause, Weapon};
use crate::rules::r12_movement::MoveTask;
use crate::state::{Activation, At, Done, MovingPiece, Unit, UnitIx};
use crate::{AtAnyCost, Event, rulebook as rule};
use battlewright_core::game::Log;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;

/// The breakdown of a unit, which is off the map already (17.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct UnitBreakdown {
    pub(crate) parent: UnitIx,
    hex: HexIx,
    /// The SP that are left for more breakdown units.
    left: i16,
    /// `true` if a breakdown unit has taken its place.
    begun: bool,
}

impl AtAnyCost {
    /// Every unit that may be broken down.
    pub(crate) fn breakdown_options(&self, activation: &Activation, into: &mut ActionList) {
        if self.board.rules.unit_breakdown {
            let units = self.active_units(activation).filter(|unit| self.may_break_down(activation, *unit).is_ok());
            into.extend(units.map(Action::BreakDown));
        }
    }

    /// Checks whether `unit` may be broken down: infantry or Division artillery that may move and has not, if there is a
    /// breakdown unit to take its place.
    pub(crate) fn may_break_down(&self, activation: &Activation, unit: UnitIx) -> Result<(), RefusalCause> {
        let refuse = |rule, reason| Err(RefusalCause::Because(rule, reason));
        if !self.board.rules.unit_breakdown {
            return refuse(rule::BREAKDOWN, "the game is played without Unit Breakdown");
        }
        self.is_free_to_move(activation, unit)?;
        let facts = self.board.unit(unit);
        if facts.breakdown {
            return refuse(rule::BREAKDOWN, "it is a breakdown unit itself");
        }
        if facts.kind != Kind::Infantry && !(facts.kind.is_artillery() && facts.division_artillery) {
            return refuse(rule::ARTILLERY_SECTIONS, "only infantry and Division artillery break down");
        }
        if self.unit(unit).done.moved {
            return refuse(rule::BREAKDOWN, "it has moved already");
        }
        let Some(hex) = self.hex_of(unit) else { return refuse(rule::BREAKDOWN, "it is not on the map") };
        let breakdown = self.breakdown_of(unit, hex);
        let mut roster = self.board.roster(facts.formation).iter();
        if roster.any(|detachment| self.may_detach(&breakdown, *detachment, true).is_ok()) {
            Ok(())
        } else {
            refuse(rule::BREAKDOWN, "its corps has no breakdown unit left that is small enough")
        }
    }

    /// The breakdown of `unit` in `hex`: its SP count with its Elan Hits (17.2).
    fn breakdown_of(&self, unit: UnitIx, hex: HexIx) -> UnitBreakdown {
        UnitBreakdown { parent: unit, hex, left: self.strength(unit, Weapon::Own, false), begun: false }
    }

    /// Returns the printed SP of a side of `unit`.
    pub(crate) fn printed_sp(&self, unit: UnitIx, battleworn: bool) -> i16 {
        i16::from(self.board.unit(unit).sp[usize::from(battleworn)])
    }

    /// Checks whether `detachment` may be the next unit of `breakdown`, on this side: from the pool of its corps, of the same
    /// arm, not stronger than what is left, and not Fresh if its parent is Battleworn. Units that are too many for the hex need
    /// another one each to which they can go.
    pub(crate) fn may_detach(
        &self,
        breakdown: &UnitBreakdown,
        detachment: UnitIx,
        battleworn: bool,
    ) -> Result<(), RefusalCause> {
        let refuse = |rule, reason| Err(RefusalCause::Because(rule, reason));
        let (of, facts) = (self.board.unit(breakdown.parent), self.board.unit(detachment));
        if !facts.breakdown || facts.formation != of.formation || facts.kind != of.kind {
            return refuse(rule::BREAKDOWN, "it is no breakdown unit of that corps and arm");
        }
        if self.unit(detachment).at != At::Pool {
            return refuse(rule::BREAKDOWN, "it is in use");
        }
        let is_active = self.activation().is_some_and(|activation| self.is_active(activation, detachment));
        if !is_active {
            return refuse(rule::BREAKDOWN, "it could not move away, as it is not active");
        }
        if !battleworn && (self.unit(breakdown.parent).battleworn || facts.small) {
            return refuse(rule::BREAKDOWN, "it can only be Battleworn");
        }
        if self.printed_sp(detachment, battleworn) > breakdown.left {
            return refuse(rule::BREAKDOWN, "it has more SP than are left of the unit");
        }
        if breakdown.begun && self.units_too_many(breakdown) > self.exits(breakdown) {
            return refuse(rule::STACKING, "there would be more units than can move on from the hex");
        }
        Ok(())
    }

    /// The number of units that have to leave the hex if there is one more of `breakdown` in it.
    fn units_too_many(&self, breakdown: &UnitBreakdown) -> usize {
        let side = self.unit_side(breakdown.parent);
        (self.friends_in(side, breakdown.hex).len() + 1).saturating_sub(2)
    }

    /// The number of hexes to which units of `breakdown` can move on.
    fn exits(&self, breakdown: &UnitBreakdown) -> usize {
        let piece = MovingPiece::Unit(breakdown.parent);
        let motion = self.motion(piece, Some(breakdown.hex));
        let is_exit = |hex: &HexIx| self.may_stay(piece, *hex) && self.next_motion(&motion, *hex).is_ok();
        self.board.map.neighbors(breakdown.hex).filter(is_exit).count()
    }

    /// `unit` is taken off the map, to be broken down.
    pub(crate) fn break_down(&mut self, unit: UnitIx, log: &mut impl Log<Event>) {
        let Some(hex) = self.hex_of(unit) else { return };
        let breakdown = self.breakdown_of(unit, hex);
        self.unit_mut(unit).broken_down = true;
        self.put_unit(unit, At::Pool);
        log.push(Event::BrokenDown(unit));
        self.push(MoveTask::BreakingDown(breakdown));
    }

    /// The units that may be the next of `breakdown`.
    pub(crate) fn detachment_options(&self, breakdown: &UnitBreakdown, into: &mut ActionList) {
        for unit in self.board.roster(self.board.unit(breakdown.parent).formation) {
            for battleworn in [false, true] {
                if self.may_detach(breakdown, *unit, battleworn).is_ok() {
                    into.push(Action::Detach { unit: *unit, battleworn });
                }
            }
        }
        if breakdown.begun {
            into.push(Action::Pass);
        }
    }

    /// A breakdown unit takes the field, with the markers of its parent (17.2), or the breakdown is over. The Mitrailleuse
    /// marker goes with the first one, so that the player picks the section by beginning with it (17.4).
    pub(crate) fn detach(&mut self, breakdown: UnitBreakdown, action: Action, log: &mut impl Log<Event>) {
        let Action::Detach { unit, battleworn } = action else { return };
        let left = breakdown.left - self.printed_sp(unit, battleworn);
        self.push(MoveTask::BreakingDown(UnitBreakdown { left, begun: true, ..breakdown }));
        let parent = *self.unit(breakdown.parent);
        self.unit_mut(breakdown.parent).marker_of = None;
        self.put_unit(unit, At::Hex(breakdown.hex));
        *self.unit_mut(unit) = Unit {
            at: At::Hex(breakdown.hex),
            battleworn,
            // The first one takes the place of its parent in the stack.
            second_line: parent.second_line || breakdown.begun,
            broken_down: false,
            ..parent
        };
        self.settle_lines(breakdown.hex);
        log.push(Event::Detached(unit, breakdown.hex));
    }

    /// A hex with more units than may stay in it, after a breakdown, from which at least one of them can move: it must (17.1).
    pub(crate) fn crowded_hex(&self, activation: &Activation) -> Option<HexIx> {
        if !self.board.rules.unit_breakdown {
            return None;
        }
        self.active_units(activation).find_map(|unit| {
            let hex = self.hex_of(unit)?;
            let is_crowded = !self.is_stack(&self.friends_in(activation.side, hex));
            (is_crowded && self.may_move(activation, MovingPiece::Unit(unit)).is_ok()).then_some(hex)
        })
    }

    /// Active units that are still too many for their hexes at the end of the Movement Step go to the nearest hex in which
    /// they can stay (4.1): fire has kept them from moving on, or others have taken their way.
    pub(crate) fn unstack(&mut self, log: &mut impl Log<Event>) {
        let Some(activation) = self.activation().copied() else { return };
        let units: InlineList<UnitIx, 32> = self.active_units(&activation).collect();
        for unit in units {
            let Some(hex) = self.hex_of(unit) else { continue };
            let piece = MovingPiece::Unit(unit);
            if self.is_stack(&self.friends_in(activation.side, hex)) {
                continue;
            }
            if let Some(free) = self.nearest_stay(piece, hex) {
                self.join_stack(piece, free);
                log.push(Event::Backtracked(piece, free));
            }
        }
    }
}

impl Unit {
    /// A breakdown unit in the pool.
    pub(crate) fn in_pool(battleworn: bool) -> Self {
        Self {
            at: At::Pool,
            battleworn,
            elan: 0,
            ammo: 0,
            second_line: false,
            entered: 0,
            done: Done::default(),
            defended: 0,
            fires: Default::default(),
            broken_down: false,
            marker_of: None,
            rested: false,
            dug_in_vain: false,
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use crate::action::{Recombination, Weapon};
    use crate::tests::testing::{FRENCH, Position, Table, position};

    /// A French corps with Unit Breakdown, four Infantry Detachments, and these lines besides.
    pub(crate) fn corps(lines: &str) -> Position {
        let position = position(&format!(
            "corps ii french at 0101 rating 9 9
            {lines}
            french infantry d1 3/2 breakdown of ii move 6
            french infantry d2 3/2 breakdown of ii move 6
            french infantry d3 2/1 breakdown of ii move 6
            french infantry d4 2/1 breakdown of ii move 6"
        ));
        position.with(|scenario| scenario.rules.unit_breakdown = Some(true))
    }

    /// Its brigade `f1` in 0404 is broken down.
    pub(crate) fn broken_down(f1: &str) -> Table {
        let mut table = corps(&format!("french infantry f1 {f1} at 0404 of ii")).orders("ii", "march");
        table.does("break-down f1");
        table
    }

    #[test]
    fn r17_1_the_units_have_no_more_sp_than_their_parent() {
        let mut table = broken_down("5/3");
        assert_eq!(table.at("f1"), "pool");
        table.does("detach d1");
        table.refuses("detach d2", "17.1");
        assert_eq!(table.choices("detach"), ["d2 battleworn", "d3", "d3 battleworn", "d4", "d4 battleworn"]);
        table.does("detach d3");
        assert_eq!([table.at("d1"), table.at("d3")], ["0404"; 2]);
        // They move on, each for itself.
        table.does("move d1, hex 0403, stop, move d3, hex 0405, stop");
    }

    #[test]
    fn r17_1_fewer_sp_are_allowed() {
        let mut table = broken_down("6/3");
        table.refuses("pass", "17.1");
        table.does("detach d3, pass");
        assert_eq!([table.at("f1"), table.at("d3"), table.at("d1")], ["pool", "0404", "pool"]);
    }

    #[test]
    fn r17_1_of_a_battleworn_parent_all_units_are_battleworn() {
        let mut table = broken_down("6/3 battleworn");
        table.refuses("detach d1", "17.1");
        table.does("detach d1 battleworn");
        assert_eq!(table.marks("d1"), "battleworn");
        assert_eq!(table.choices("detach"), ["d3 battleworn", "d4 battleworn"]);
    }

    #[test]
    fn r17_1_only_before_it_moves_only_with_the_option_and_only_with_units_of_its_corps() {
        let f1 = "french infantry f1 6/3 at 0404 of ii";
        let mut table = corps(f1).orders("ii", "march");
        table.does("move f1, hex 0403, stop");
        table.refuses("break-down f1", "17.1");
        let without = corps(f1).with(|scenario| scenario.rules.unit_breakdown = None);
        without.orders("ii", "march").refuses("break-down f1", "17.1");
        let other = "corps iii french at 0201 rating 9 9\nfrench infantry f2 6/3 at 0404 of iii";
        corps(other).orders("iii", "march").refuses("break-down f2", "17.1");
        corps("french cavalry f1 3/2 at 0404 of ii").orders("ii", "march").refuses("break-down f1", "17.4");
    }

    #[test]
    fn r17_1_units_that_are_too_many_for_the_hex_move_at_once() {
        let mut table = broken_down("6/3");
        table.does("detach d3, detach d4, detach d1 battleworn");
        assert_eq!(table.choices(""), ["move d1", "move d3", "move d4"]);
        table.refuses("pass", "17.1");
        table.refuses("move ii-hq", "17.1");
        table.does("move d1");
        table.refuses("stop", "4.1");
        table.does("hex 0403, stop");
        table.allows("pass");
        table.allows("move ii-hq");
    }

    #[test]
    fn r17_1_there_are_no_more_units_than_can_move_on() {
        let ring = ["0403", "0405", "0303", "0304", "0503", "0504"];
        let friends = ring.map(|hex| format!("french cavalry at-{hex} 2/1 at {hex}")).join("\n");
        let mut table = corps(&format!("french infantry f1 6/3 at 0404 of ii\n{friends}")).orders("ii", "march");
        table.does("break-down f1, detach d3, detach d4");
        assert_eq!(table.choices("detach"), [] as [&str; 0]);
        assert_eq!([table.at("d3"), table.at("d4"), table.at("d1")], ["0404", "0404", "pool"]);
    }

    #[test]
    fn r17_2_the_units_have_the_markers_of_their_parent_which_lessen_its_sp() {
        let mut table = broken_down("6/3 disrupted low");
        table.does("detach d1");
        assert_eq!(table.marks("d1"), "disrupted low");
        assert_eq!(table.choices("detach"), ["d3 battleworn", "d4 battleworn"], "3 of 4 SP are used");
    }

    #[test]
    fn r4_1_units_that_cannot_move_on_go_to_the_nearest_hex_at_the_end_of_the_step() {
        let mut table = broken_down("6/3");
        table.does("detach d3, detach d4, detach d1 battleworn");
        for id in ["d1", "d3", "d4"] {
            let unit = table.unit(id);
            table.game.unit_mut(unit).done.moved = true;
        }
        table.does("pass, pass");
        assert_eq!(table.game.friends_in(FRENCH, table.hex("0404")).len(), 2);
        assert_eq!(["d1", "d3", "d4"].map(|id| table.at(id)).iter().filter(|at| *at != "0404").count(), 1);
    }

    /// A Division battery with a Mitrailleuse marker, or as `f1` says, and two sections.
    fn guns(f1: &str) -> Table {
        let lines = format!(
            "french field f1 7/4 {f1} at 0404 of ii
            french field s1 3/2 breakdown of ii
            french field s2 3/2 breakdown of ii
            french heavy s3 3/2 breakdown of ii"
        );
        corps(&lines).orders("ii", "march")
    }

    /// The SP of the Mitrailleuse marker that lies with each of these units.
    fn markers(table: &Table, units: &[&str]) -> Vec<Option<[u8; 2]>> {
        units.iter().map(|id| table.game.mitrailleuse_of(table.unit(id)).map(|marker| marker.sp)).collect()
    }

    #[test]
    fn r17_4_only_division_artillery_breaks_down_and_into_sections_of_its_arm() {
        guns("").refuses("break-down f1", "17.4");
        let mut table = guns("divisional");
        table.does("break-down f1");
        table.refuses("detach s3", "17.1");
        table.does("detach s1");
        assert_eq!(markers(&table, &["f1", "s1", "s2"]), [None; 3]);
    }

    #[test]
    fn r17_4_the_mitrailleuse_goes_with_the_section_that_the_player_picks_and_comes_back() {
        for [first, second] in [["s1", "s2"], ["s2", "s1"]] {
            let mut table = guns("mitrailleuse 4/2 divisional");
            assert_eq!(markers(&table, &["f1", first, second]), [Some([4, 2]), None, None]);
            table.does(&format!("break-down f1, detach {first}, detach {second}"));
            assert_eq!(markers(&table, &["f1", first, second]), [None, Some([4, 2]), None]);
            let section = table.unit(first);
            assert_eq!(table.game.strength(section, Weapon::Mitrailleuse, true), 4, "the marker's own figures");
            assert!(table.game.range_of(table.unit(second), Weapon::Mitrailleuse).is_none());
            table.does("pass");
            assert_eq!(table.choices("recombine"), ["f1 battleworn"], "6 SP are too few for 7");
            table.does("recombine f1 battleworn");
            assert_eq!(markers(&table, &["f1", first, second]), [Some([4, 2]), None, None]);
        }
    }

    #[test]
    fn r17_4_two_batteries_with_markers_break_down_and_no_unit_has_two() {
        let lines = "french field f1 6/4 mitrailleuse 4/2 divisional at 0404 of ii
            french field f2 6/4 mitrailleuse 6/3 divisional at 0505 of ii
            french field s1 3/2 breakdown of ii
            french field s2 3/2 breakdown of ii
            french field s3 3/2 breakdown of ii";
        let mut table = corps(lines).orders("ii", "march");
        table.does("break-down f1, detach s1, detach s2, break-down f2, detach s3, pass");
        assert_eq!(markers(&table, &["s1", "s2", "s3"]), [Some([4, 2]), None, Some([6, 3])]);
        assert_eq!(table.choices("recombine"), ["f1", "f2"]);
        table.does("recombine f2");
        assert_eq!(markers(&table, &["f2"]), [Some([4, 2])], "the marker of its sections");
        let mut table = corps(lines).orders("ii", "march");
        table.does("break-down f1, detach s1, pass, break-down f2, detach s3");
        let (s3, hex) = (table.unit("s3"), table.hex("0404"));
        let recombination = Recombination { unit: table.unit("f1"), battleworn: false, without: None };
        assert!(table.game.may_recombine(hex, Some(s3), recombination).is_err(), "17.4: they have two markers");
    }
}
