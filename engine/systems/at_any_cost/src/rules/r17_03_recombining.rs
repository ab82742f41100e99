//! 17.3 Recombining: breakdown units that stand together when the Movement Step ends are put together again.

use crate::action::{Action, ActionList, Recombination, RefusalCause};
use crate::rules::r12_movement::MoveTask;
use crate::state::{At, CommandStatus, Done, Fired, MovingPiece, Unit, UnitIx};
use crate::{AtAnyCost, Event, rulebook as rule};
use battlewright_core::game::Log;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;

/// The breakdown units of a hex that are recombined.
type BreakdownGroup = InlineList<UnitIx, 4>;

impl AtAnyCost {
    /// The active breakdown units in `hex` that could be recombined in `parent`, with `more` that comes there.
    fn group_for(&self, hex: HexIx, more: Option<UnitIx>, parent: UnitIx) -> BreakdownGroup {
        let Some(activation) = self.activation() else { return BreakdownGroup::new() };
        let of = self.board.unit(parent);
        let belongs = |unit: &UnitIx| {
            let facts = self.board.unit(*unit);
            let is_part = facts.breakdown && facts.formation == of.formation && facts.kind == of.kind;
            let command = self.unit(*unit).done.command;
            let acts = !matches!(command, CommandStatus::Hesitates | CommandStatus::OutOfRange);
            is_part && acts && self.is_active(activation, *unit)
        };
        let there =
            self.friends_in(of.side, hex).into_iter().chain(more.filter(|unit| self.hex_of(*unit) != Some(hex)));
        there.filter(belongs).collect()
    }

    /// Checks whether the breakdown units in `hex`, with `more` that comes there, may be recombined so: in a unit of their corps
    /// that has been broken down, not stronger than they are, and Battleworn only if its Fresh side is (17.3). It has the
    /// Mitrailleuse marker that they have, one at most (17.4). One of them may be left out, if it can stack with the unit.
    pub(crate) fn may_recombine(
        &self,
        hex: HexIx,
        more: Option<UnitIx>,
        recombination: Recombination,
    ) -> Result<(), RefusalCause> {
        let Recombination { unit: parent, battleworn, without } = recombination;
        let refuse = |rule, reason| Err(RefusalCause::Because(rule, reason));
        let facts = self.board.unit(parent);
        if facts.breakdown || !self.unit(parent).broken_down || self.unit(parent).at != At::Pool {
            return refuse(rule::RECOMBINING, "it has not been broken down");
        }
        let mut group = self.group_for(hex, more, parent);
        if without.is_some_and(|out| !group.contains(&out)) {
            return refuse(rule::RECOMBINING, "the unit that is left out could not be recombined in it");
        }
        group.retain(|unit| Some(*unit) != without);
        if group.len() < 2 {
            return refuse(rule::RECOMBINING, "there are not two breakdown units of its corps and arm together");
        }
        if facts.small && !battleworn {
            return refuse(rule::SMALL_UNITS, "a Small Unit has no Fresh side");
        }
        let strength: i16 = group.iter().map(|unit| self.printed_sp(*unit, self.unit(*unit).battleworn)).sum();
        if self.printed_sp(parent, battleworn) > strength {
            return refuse(rule::RECOMBINING, "it has more SP than the breakdown units together");
        }
        if battleworn && !facts.small && self.printed_sp(parent, false) <= strength {
            return refuse(rule::RECOMBINING, "they are enough for its Fresh side");
        }
        let markers = group.iter().filter(|unit| self.unit(**unit).marker_of.is_some()).count();
        if markers > 1 {
            return refuse(rule::ARTILLERY_SECTIONS, "it cannot have two Mitrailleuse markers");
        }
        let mut after: InlineList<UnitIx, 4> = self.friends_in(facts.side, hex);
        after.retain(|unit| !group.contains(unit) && Some(*unit) != without);
        after.extend(without);
        after.push(parent);
        if self.is_stack(&after) { Ok(()) } else { refuse(rule::STACKING, "too many units would be in that hex") }
    }

    /// Calls `found` with every way to recombine the breakdown units in `hex`, until it returns `true`; returns `true` if it
    /// does.
    fn any_recombination(
        &self,
        hex: HexIx,
        more: Option<UnitIx>,
        found: &mut dyn FnMut(Recombination) -> bool,
    ) -> bool {
        let Some(activation) = self.activation() else { return false };
        let mut there = self.friends_in(activation.side, hex).into_iter().chain(more);
        let is_part = |unit: &UnitIx| self.board.unit(*unit).breakdown && self.is_active(activation, *unit);
        let Some(one) = there.find(is_part) else { return false };
        let roster = self.board.roster(self.board.unit(one).formation);
        roster.iter().any(|parent| {
            let left_out = self.group_for(hex, more, *parent).into_iter().map(Some);
            [None].into_iter().chain(left_out).any(|without| {
                [false, true].into_iter().any(|battleworn| {
                    let recombination = Recombination { unit: *parent, battleworn, without };
                    self.may_recombine(hex, more, recombination).is_ok() && found(recombination)
                })
            })
        })
    }

    /// Returns `true` if `piece`, which is too much for the stack in `hex`, may end its move there to be recombined (17.3).
    pub(crate) fn may_recombine_with(&self, piece: MovingPiece, hex: HexIx) -> bool {
        let MovingPiece::Unit(unit) = piece else { return false };
        self.board.rules.unit_breakdown
            && self.board.unit(unit).breakdown
            && !self.enemy_in(self.unit_side(unit), hex)
            && self.any_recombination(hex, Some(unit), &mut |found| {
                found.without != Some(unit) && self.group_for(hex, Some(unit), found.unit).contains(&unit)
            })
    }

    /// The Movement Step is over: the breakdown units that are stacked together may be recombined, hex by hex.
    pub(crate) fn push_recombinations(&mut self) {
        if !self.board.rules.unit_breakdown {
            return;
        }
        self.push(MoveTask::Unstack);
        let Some(activation) = self.activation() else { return };
        let mut hexes = InlineList::<HexIx, 8>::new();
        for unit in self.active_units(activation) {
            let Some(hex) = self.hex_of(unit).filter(|hex| !hexes.contains(hex)) else { continue };
            if self.board.unit(unit).breakdown && self.any_recombination(hex, None, &mut |_| true) {
                hexes.push(hex);
            }
        }
        for hex in hexes.into_iter().rev() {
            self.push(MoveTask::Recombining { hex, must: false });
        }
    }

    /// The ways to recombine the breakdown units in `hex`.
    pub(crate) fn recombination_options(&self, hex: HexIx, must: bool, into: &mut ActionList) {
        self.any_recombination(hex, None, &mut |recombination| {
            into.push(Action::Recombine(recombination));
            false
        });
        if !must {
            into.push(Action::Pass);
        }
    }

    /// The breakdown units in `hex` are recombined, but for the one that is left out. The unit has their worst markers and does
    /// not move any more (17.3).
    pub(crate) fn recombine(&mut self, hex: HexIx, recombination: Recombination, log: &mut impl Log<Event>) {
        let Recombination { unit: parent, battleworn, without } = recombination;
        let mut group = self.group_for(hex, None, parent);
        group.retain(|unit| Some(*unit) != without);
        let done = Done { moved: true, ..Done::default() };
        let mut whole = Unit { second_line: true, done, ..Unit::in_pool(battleworn) };
        for unit in &group {
            let part = *self.unit(*unit);
            whole.elan = whole.elan.max(part.elan);
            whole.ammo = whole.ammo.max(part.ammo);
            whole.entered = whole.entered.max(part.entered);
            whole.defended = whole.defended.max(part.defended);
            for (fires, more) in whole.fires.iter_mut().zip(part.fires) {
                fires.in_step |= more.in_step;
                fires.by_event |= more.by_event;
            }
            whole.marker_of = whole.marker_of.or(part.marker_of);
            whole.rested |= part.rested;
            whole.dug_in_vain |= part.dug_in_vain;
            whole.second_line &= part.second_line;
            whole.done.absorb(&part.done);
            self.put_unit(*unit, At::Pool);
            let battleworn = self.board.unit(*unit).battleworn;
            *self.unit_mut(*unit) = Unit::in_pool(battleworn);
        }
        self.put_unit(parent, At::Hex(hex));
        *self.unit_mut(parent) = Unit { at: At::Hex(hex), ..whole };
        self.settle_lines(hex);
        log.push(Event::Recombined(parent, hex));
    }
}

impl Done {
    /// Adds everything that `part`, a unit that is recombined in it, has done. One that is Out of Command makes the whole so.
    fn absorb(&mut self, part: &Self) {
        if self.fired == Fired::No {
            self.fired = part.fired;
        }
        if self.command == CommandStatus::InCommand {
            self.command = part.command;
        }
        self.left |= part.left;
        self.mitrailleuse_fired |= part.mitrailleuse_fired;
        self.fired_at |= part.fired_at;
        self.assaulted |= part.assaulted;
        self.rallied |= part.rallied;
        self.dug |= part.dug;
    }
}

#[cfg(test)]
mod tests {
    use crate::action::Recombination;
    use crate::rules::r17_breakdown::tests::{broken_down, corps};
    use crate::state::CommandStatus;
    use crate::tests::testing::Table;

    /// The detachments in this hex are recombined in `f1`, while its activation is under way.
    fn recombined(table: &mut Table, hex: &str) {
        let (hex, f1) = (table.hex(hex), table.unit("f1"));
        let recombination = Recombination { unit: f1, battleworn: false, without: None };
        table.run(|game, log| game.recombine(hex, recombination, log));
    }

    #[test]
    fn r17_3_units_that_are_stacked_together_may_be_recombined_at_the_end_of_the_step() {
        let mut table = broken_down("6/3");
        table.does("detach d1, detach d2, pass");
        assert_eq!(table.choices(""), ["pass", "recombine f1"]);
        table.does("recombine f1");
        assert_eq!([table.at("f1"), table.at("d1"), table.at("d2")], ["0404", "pool", "pool"]);
        assert_eq!(table.marks("f1"), "");
    }

    #[test]
    fn r17_3_the_unit_has_no_more_sp_than_they_have_together() {
        let mut table = broken_down("6/3");
        table.does("detach d1, detach d3, pass, pass");
        assert_eq!(table.choices("recombine"), ["f1 battleworn"]);
        table.does("recombine f1 battleworn");
        assert_eq!((table.at("f1"), table.marks("f1")), ("0404".to_owned(), "battleworn".to_owned()));
    }

    #[test]
    fn r17_3_it_was_broken_down_before_but_need_not_be_the_same_unit() {
        let lines = "french infantry f1 6/3 at 0404 of ii
            french infantry f2 5/3 at 0606 of ii
            french infantry f3 5/3 at 0204 of ii";
        let mut table = corps(lines).orders("ii", "march");
        table.does("break-down f1, detach d1, detach d2, break-down f2, detach d3, detach d4, pass");
        assert_eq!(table.choices("recombine"), ["f1", "f2"]);
        table.does("recombine f2");
        // The other two have 4 SP.
        assert_eq!(table.choices("recombine"), ["f1 battleworn"]);
        table.does("recombine f1 battleworn");
        assert_eq!([table.at("f2"), table.at("f1")], ["0404", "0606"]);
    }

    #[test]
    fn r17_3_it_has_the_worst_marker_of_each_type() {
        let mut table = broken_down("6/3");
        table.does("detach d1, detach d2");
        let [d1, d2] = ["d1", "d2"].map(|id| table.unit(id));
        (table.game.unit_mut(d1).elan, table.game.unit_mut(d2).elan) = (1, 2);
        table.game.unit_mut(d1).ammo = 1;
        table.does("pass, recombine f1");
        assert_eq!(table.marks("f1"), "disrupted low");
        assert_eq!(table.marks("d2"), "", "in the pool again");
    }

    #[test]
    fn r17_3_too_many_units_may_end_in_a_hex_to_be_recombined_and_do_not_move_on() {
        let mut table = broken_down("7/4");
        table.does("detach d1, detach d3, detach d4");
        table.does("move d1, hex 0403, stop, move d3, hex 0403, stop, move d4, hex 0403, stop");
        assert!(table.choices("recombine").contains(&"f1".to_owned()));
        assert_eq!(table.choices("pass"), [] as [&str; 0]);
        table.refuses("pass", "17.3");
        table.does("recombine f1");
        assert_eq!([table.at("f1"), table.at("d1"), table.at("d3"), table.at("d4")], ["0403", "pool", "pool", "pool"]);
        table.refuses("move f1", "12.1");
    }

    /// Three detachments of `f1` have come to 0403, the last of them too many.
    fn three_together(f1: &str) -> Table {
        let mut table = broken_down(f1);
        table.does("detach d1, detach d3, detach d4");
        table.does("move d1, hex 0403, stop, move d3, hex 0403, stop, move d4, hex 0403, stop");
        table
    }

    #[test]
    fn r17_3_one_of_three_may_be_left_out_and_stacks_with_the_unit() {
        let mut table = three_together("7/4");
        let all = ["f1", "f1 battleworn without d1", "f1 battleworn without d3", "f1 battleworn without d4"];
        assert_eq!(table.choices("recombine"), all);
        table.does("recombine f1 battleworn without d3");
        assert_eq!([table.at("f1"), table.at("d1"), table.at("d3"), table.at("d4")], ["0403", "pool", "0403", "pool"]);
        assert_eq!((table.marks("f1"), table.marks("d3")), ("battleworn".to_owned(), String::new()));
        table.refuses("move d3", "12.1");
    }

    #[test]
    fn r17_3_without_the_one_that_is_left_out_the_others_are_strong_enough() {
        let table = three_together("7/5");
        table.refuses("recombine f1 without d4", "17.3");
        table.refuses("recombine f1 battleworn without d1", "17.3");
        table.refuses("recombine f1 battleworn", "17.3");
        table.refuses("recombine f1 without f1", "17.3");
        assert_eq!(table.choices("recombine"), ["f1", "f1 battleworn without d3", "f1 battleworn without d4"]);
    }

    #[test]
    fn r17_3_one_that_is_left_out_has_the_markers_for_itself() {
        let mut table = three_together("7/4");
        let d1 = table.unit("d1");
        (table.game.unit_mut(d1).elan, table.game.unit_mut(d1).ammo) = (2, 1);
        table.does("recombine f1 battleworn without d1");
        assert_eq!((table.marks("f1"), table.marks("d1")), ("battleworn".to_owned(), "disrupted low".to_owned()));
    }

    #[test]
    fn r17_3_of_two_none_is_left_out_and_nobody_else_stays_with_the_third() {
        let mut table = broken_down("6/3");
        table.does("detach d1, detach d2, pass");
        table.refuses("recombine f1 without d1", "17.3");
        let lines = "french infantry f1 7/4 at 0404 of ii\nfrench infantry f2 3/2 at 0403 of ii";
        let mut table = corps(lines).orders("ii", "march");
        table.does("break-down f1, detach d1, detach d3, pass, move d1, hex 0403, stop, move d3, hex 0403");
        table.refuses("stop", "4.1");
    }

    #[test]
    fn r17_3_the_computer_recombines_with_as_many_sp_as_it_can() {
        assert_eq!(three_together("7/4").best_choice(), "recombine f1");
        let likes = three_together("8/5").best_choice();
        assert!(["d3", "d4"].map(|out| format!("recombine f1 battleworn without {out}")).contains(&likes), "{likes}");
    }

    #[test]
    fn r17_3_it_is_battleworn_only_if_it_must_be() {
        let mut table = broken_down("6/3");
        table.does("detach d1, detach d2, pass");
        table.refuses("recombine f1 battleworn", "17.3");
        let mut table = broken_down("6/3");
        table.does("detach d1, detach d3, pass, pass");
        table.allows("recombine f1 battleworn");
    }

    #[test]
    fn r17_3_a_detachment_that_is_out_of_command_makes_the_whole_so() {
        for cautious in ["d1", "d2"] {
            let mut table = broken_down("6/3");
            table.does("detach d1, detach d2");
            let unit = table.unit(cautious);
            table.game.unit_mut(unit).done.command = CommandStatus::Cautious;
            recombined(&mut table, "0404");
            assert_eq!(table.game.unit(table.unit("f1")).done.command, CommandStatus::Cautious, "{cautious}");
        }
        let mut table = broken_down("6/3");
        table.does("detach d1, detach d2");
        let d2 = table.unit("d2");
        table.game.unit_mut(d2).done.command = CommandStatus::Hesitates;
        table.does("pass");
        assert_eq!(table.choices("recombine"), [] as [&str; 0], "who hesitates does not act at all");
    }

    #[test]
    fn r16_2_a_unit_that_is_recombined_where_it_stood_has_not_moved() {
        let mut table = broken_down("6/3");
        table.does("detach d1, detach d2");
        recombined(&mut table, "0404");
        assert!(!table.game.unit(table.unit("f1")).done.left);
        let mut table = broken_down("6/3");
        table.does("detach d1, detach d2, move d1, hex 0403, stop, move d2, hex 0403, stop");
        recombined(&mut table, "0403");
        assert!(table.game.unit(table.unit("f1")).done.left);
    }
}
