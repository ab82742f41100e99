//! 4.0 2b: a unit that comes under enemy influence ends its move in Battle Formation, and a unit in an EZOC may not move again,
//! except for sides that may move on.

use crate::action::Refusal;
use crate::event::Event;
use crate::rules::r4_2a_moves::Mover;
use crate::state::{Motion, UnitIx};
use crate::{MarsLaTour, rulebook as rule};
use battlewright_core::game::{Log, Side};
use battlewright_core::kit::hex_map::HexIx;

/// The condition that ends a move with its next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Influence {
    /// A step into an EZOC or EZOI: the unit comes from outside an EZOI, or is in March Formation.
    Ezoi,
    /// A step into an EZOC: the unit is already in an EZOI, in Battle Formation.
    Ezoc,
}

impl MarsLaTour {
    /// Checks whether `unit` of `side` may still move. A unit that has been in an EZOC in this phase may not, even if the enemy
    /// has gone since, unless it moved into one and its side allows a further move; a unit in the mitrailleuse's hex never may
    /// (5.3).
    pub(crate) fn may_move_on(&self, side: Side, unit: UnitIx) -> Result<(), Refusal> {
        let state = self.unit(unit);
        if state.halted {
            return Err(Refusal::Halted(unit));
        }
        let more = state.entered_ezoc && state.moves_after_ezoc < self.board.side(side).moves_after_ezoc;
        if state.held && !more { Err(Refusal::InEzoc(unit)) } else { Ok(()) }
    }

    /// Returns the condition that ends `motion`, a move of `mover`, with its next step.
    #[inline]
    pub(crate) fn influence_on(&self, mover: &Mover, motion: &Motion) -> Influence {
        let from_outside = || motion.hex.is_none_or(|from| !self.in_ezoi(mover.side, from));
        if mover.marches || from_outside() { Influence::Ezoi } else { Influence::Ezoc }
    }

    /// Returns `true` if a move of `mover` under `influence` must end with the step from `from` to `hex`.
    #[inline]
    pub(crate) fn must_stop_in(&self, mover: &Mover, influence: Influence, from: Option<HexIx>, hex: HexIx) -> bool {
        let by_zone = self.in_ezoc(mover.side, hex) || influence == Influence::Ezoi && self.in_ezoi(mover.side, hex);
        self.must_stop_by_rows(mover, from, hex, by_zone)
    }

    /// Ends the move of `unit` in `hex` under enemy influence.
    pub(crate) fn come_under_influence(&mut self, unit: UnitIx, hex: HexIx, log: &mut impl Log<Event>) {
        let side = self.side_of(unit);
        let (ezoc, marker) = (self.in_ezoc(side, hex), self.has_enemy_marker(side, hex));
        self.take_battle_formation(unit, rule::ENTERING_EZOI, log);
        let state = self.unit_mut(unit);
        state.entered_ezoc |= ezoc;
        state.halted |= marker;
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::SideId;
    use battlewright_schema::mars_la_tour::{AllowanceChanges, MovementChanges, TableChanges};

    use crate::tests::testing::position;

    /// g1 and f1 on the middle row, four hexes apart.
    const APART: &str = "
        map 9x7
        german infantry g1 er 1 at 0204
        french infantry f1 er 1 at 0604";

    #[test]
    fn r4_2b_a_marching_unit_that_enters_an_ezoi_stops_and_turns_to_battle_formation() {
        let mut table = position(APART).moves();
        table.does("move g1, step 0304");
        assert_eq!(table.face("g1"), "march", "three hexes from f1");
        table.does("step 0404");
        assert_eq!((table.at("g1"), table.face("g1")), ("0404".into(), "battle"), "two hexes from f1");
        table.logs("g1 takes up Battle Formation [4.0 2b]");
        assert_eq!(table.prompt(), "French: move a unit or pass", "the move is over");
    }

    #[test]
    fn r4_2b_ruling_10_a_unit_that_marches_out_of_an_ezoi_stays_in_march_formation() {
        let mut table = position(APART).with(|scenario| scenario.unit[0].at = Some("0404".into())).moves();
        table.does("move g1, step 0304");
        assert_eq!(table.face("g1"), "march");
        table.does("step 0404");
        assert_eq!(table.face("g1"), "battle", "it came back into the EZOI from outside");
        assert_eq!(table.prompt(), "French: move a unit or pass");
    }

    #[test]
    fn r4_2b_ruling_10_a_unit_that_marches_from_ezoi_to_ezoi_turns_and_stops() {
        let mut table = position(APART).with(|scenario| scenario.unit[0].at = Some("0404".into())).moves();
        table.does("move g1, step 0403");
        assert_eq!((table.at("g1"), table.face("g1")), ("0403".into(), "battle"));
        assert_eq!(table.prompt(), "French: move a unit or pass");
    }

    #[test]
    fn r4_2b_ruling_10_only_a_hex_from_outside_stops_a_unit_in_battle_formation() {
        // With 3 MP in Battle Formation, a unit that is already inside moves on inside.
        let inside = "
            map 9x7
            german infantry g1 er 1 at 0404 battle
            french infantry f1 er 1 at 0604";
        let mut table = position(inside)
            .rules(|rules| {
                let infantry = Some(AllowanceChanges { march: None, battle: Some(3) });
                let movement = MovementChanges { infantry, cavalry: None };
                rules.tables = Some(TableChanges { movement: Some(movement), ..TableChanges::default() });
            })
            .moves();
        table.does("move g1, step 0405");
        assert_eq!(table.prompt(), "Germans: move g1", "0405 is in the same EZOI");
        table.does("step 0505");
        assert_eq!(table.prompt(), "French: move a unit or pass", "0505 is in an EZOC");
    }

    #[test]
    fn r4_2b_the_ruleset_says_how_far_influence_reaches() {
        let mut table = position(APART).rules(|rules| rules.zoi = Some(3)).moves();
        table.does("move g1, step 0304");
        assert_eq!((table.face("g1"), table.prompt().as_str()), ("battle", "French: move a unit or pass"));
    }

    /// g1 is two hexes from f1, in Battle Formation.
    const NEAR: &str = "
        map 9x7
        german infantry g1 er 1 at 0404 battle
        french infantry f1 er 1 at 0604 battle
        french infantry f2 er 1 at 0907";

    #[test]
    fn r4_2b_ruling_11_a_german_that_moved_into_an_ezoc_moves_once_more_and_is_stuck() {
        let mut table = position(NEAR).moves();
        table.does("move g1, step 0504, move f2, stop");
        table.does("move g1, step 0505, move f2, stop");
        assert_eq!(table.at("g1"), "0505", "from one hex of f1's ZOC to another");
        table.refuses("move g1", "3.9");
    }

    #[test]
    fn r4_2b_ruling_11_a_german_that_got_clear_with_its_one_move_stays_there() {
        let mut table = position(NEAR).moves();
        table.does("move g1, step 0504, move f2, stop, move g1, step 0404, move f2, stop");
        assert_eq!(table.at("g1"), "0404", "outside the ZOC again");
        table.refuses("move g1", "3.9");
    }

    #[test]
    fn r4_2b_ruling_11_spending_no_point_uses_the_one_move_up_too() {
        let mut table = position(NEAR).moves();
        table.does("move g1, step 0504, move f2, stop, move g1, stop, move f2, stop");
        table.refuses("move g1", "3.9");
    }

    #[test]
    fn r4_2b_ruling_11_a_frenchman_that_moved_into_an_ezoc_is_stuck() {
        let mut table = position(NEAR).moves_of_the_french();
        table.does("move f1, step 0504, pass").rolls(&[6]);
        table.refuses("move f1", "3.9");
        table.allows("move f2");
    }

    #[test]
    fn r4_2b_ruling_11_a_german_that_others_came_up_to_has_no_further_move() {
        let mut table = position(NEAR).moves_of_the_french();
        table.does("move f1, step 0504");
        table.refuses("move g1", "3.9");
    }

    #[test]
    fn r4_2b_ruling_11_a_unit_stays_held_when_the_enemy_has_gone() {
        let mut table = position(NEAR).moves();
        table.does("move g1, step 0504, move f2, stop, move g1, step 0404");
        table.refuses("move f1", "3.9");
    }

    #[test]
    fn r4_2b_ruling_11_the_next_movement_phase_begins_anew() {
        let mut table = position(NEAR).moves();
        table.does("move g1, step 0504, move f2, stop, move g1, step 0404, pass").rolls(&[1]).does("pass");
        table.does("pass").rolls(&[1]).does("pass");
        table.does("hq 0404, hq 0604, move g1, stop");
        assert_eq!(table.prompt(), "French: move a unit or pass");
        table.allows("move f1");
    }

    #[test]
    fn r4_2b_ruling_11_the_scenario_says_how_often_each_side_moves_on() {
        let with = |side: &str, moves| {
            let side = SideId::from(side);
            position(NEAR).with(move |scenario| {
                scenario.side.get_mut(&side).unwrap().moves_after_ezoc = moves;
            })
        };
        let mut table = with("german", 0).moves();
        table.does("move g1, step 0504, move f2, stop");
        table.refuses("move g1", "3.9");

        let mut table = with("german", 2).moves();
        table.does("move g1, step 0504, move f2, stop, move g1, step 0505, move f2, stop");
        table.does("move g1, step 0504, move f2, stop");
        table.refuses("move g1", "3.9");

        let mut table = with("french", 1).moves_of_the_french();
        table.does("move f1, step 0504, pass").rolls(&[6]);
        table.does("move f1, step 0604");
        table.refuses("move f1", "3.9");
    }

    #[test]
    fn r4_2b_a_marching_unit_that_the_enemy_comes_up_to_turns_to_battle_formation() {
        let mut table = position(
            "
            map 9x7
            german infantry g1 er 1 at 0404 march
            french infantry f1 er 1 at 0604 battle",
        )
        .moves_of_the_french();
        assert_eq!(table.face("g1"), "march", "an EZOI alone leaves it as it is");
        table.does("move f1, step 0504");
        assert_eq!(table.face("g1"), "battle");
        table.logs("g1 takes up Battle Formation [4.0 2b]");
    }
}
