//! 4.0 1c Mitrailleuse Fire Placement: from its first turn on, the marker is removed and placed again in each Command Phase, in
//! a friendly unit's ZOC.

use crate::MarsLaTour;
use crate::action::Refusal;
use crate::event::Event;
use crate::state::Step;
use battlewright_core::game::{Log, Side};
use battlewright_core::kit::hex_map::HexIx;

impl MarsLaTour {
    /// Asks `side` to place its marker, if it has one on this turn.
    pub(crate) fn ask_for_mitrailleuse(&mut self, side: Side, log: &mut impl Log<Event>) {
        let from = self.board.side(side).mitrailleuse_from_turn;
        if from.is_some_and(|from| from <= self.state.turn) {
            self.state.mitrailleuse[side.index()] = None;
            if self.board.map.all().any(|hex| self.may_place_mitrailleuse(side, hex).is_ok()) {
                self.state.step = Step::PlaceMitrailleuse(side);
                return;
            }
            log.push(Event::NoMitrailleuse(side));
        }
        self.after_mitrailleuse(side, log);
    }

    /// Checks whether `side` may place its marker in `hex`: in a friendly unit's ZOC, regardless of EZOCs.
    pub(crate) fn may_place_mitrailleuse(&self, side: Side, hex: HexIx) -> Result<(), Refusal> {
        if self.ground.has_zoc(side, hex) { Ok(()) } else { Err(Refusal::NotInZoc(hex)) }
    }

    /// Places the marker of `side`.
    pub(crate) fn place_mitrailleuse(&mut self, side: Side, hex: HexIx, log: &mut impl Log<Event>) {
        self.state.mitrailleuse[side.index()] = Some(hex);
        log.push(Event::MitrailleusePlaced(side, hex));
        self.come_under_zocs(log);
        self.after_mitrailleuse(side, log);
    }

    fn after_mitrailleuse(&mut self, side: Side, log: &mut impl Log<Event>) {
        match side {
            Side::First => self.ask_for_mitrailleuse(Side::Second, log),
            Side::Second => self.begin_organization(log),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::position;

    const POSITION: &str = "
        map 9x7
        turn 3 of 6
        german infantry g1 er 1 at 0404
        german infantry g2 er 1 at 0101
        french infantry f1 er 1 at 0604
        french infantry f2 er 1 at 0907";

    #[test]
    fn r4_1c_from_turn_3_the_french_place_the_marker() {
        let mut table = position(POSITION).mitrailleuse();
        assert_eq!(table.prompt(), "French: place the mitrailleuses");
        table.refuses("pass", "4.0 1c"); // they must
        table.does("mitrailleuse 0504");
        assert_eq!(table.at("mitrailleuse"), "0504");
        table.logs("French: mitrailleuses in 0504 [4.0 1c]");
    }

    #[test]
    fn r4_1c_turn_3_is_half_past_one() {
        use battlewright_core::show::Show as _;
        let table = position(POSITION).mitrailleuse();
        assert_eq!(table.game.status().clock.as_deref(), Some("13:30"));
    }

    #[test]
    fn r4_1c_ruling_6_not_before_the_turn_that_the_scenario_says() {
        let table = position(&POSITION.replace("turn 3", "turn 2")).mitrailleuse();
        assert!(!table.prompt().contains("mitrailleuses"), "{}", table.prompt());
        let early = position(&POSITION.replace("turn 3", "turn 2"))
            .with(|scenario| scenario.side[1].mitrailleuse_from_turn = Some(2))
            .mitrailleuse();
        assert_eq!(early.prompt(), "French: place the mitrailleuses");
        let never = position(POSITION).with(|scenario| scenario.side[1].mitrailleuse_from_turn = None).mitrailleuse();
        assert!(!never.prompt().contains("mitrailleuses"), "{}", never.prompt());
    }

    #[test]
    fn r4_1c_the_marker_goes_into_a_hex_of_a_french_zoc_whatever_the_enemy() {
        let table = position(POSITION).mitrailleuse();
        // Around f1, and the three hexes of the map around f2; g1's ZOC is in it too.
        assert_eq!(
            table.choices("mitrailleuse"),
            ["0504", "0505", "0603", "0605", "0704", "0705", "0806", "0807", "0906"]
        );
        table.refuses("mitrailleuse 0604", "4.0 1c");
        table.refuses("mitrailleuse 0304", "4.0 1c");
    }

    #[test]
    fn r4_1c_ruling_6_the_marker_is_taken_up_and_placed_again_every_turn() {
        let mut table = position(&format!("{POSITION}\n mitrailleuse 0906")).mitrailleuse();
        assert_eq!(table.at("mitrailleuse"), "nowhere");
        table.does("mitrailleuse 0906");
        assert_eq!(table.at("mitrailleuse"), "0906");
    }

    #[test]
    fn r4_1c_ruling_6_with_no_french_unit_on_the_map_it_is_not_placed() {
        let table = position(
            "
            map 9x7
            turn 3 of 6
            german infantry g1 er 1 at 0404
            french infantry f1 er 1 blown 4
            mitrailleuse 0101",
        )
        .mitrailleuse();
        assert_eq!(table.at("mitrailleuse"), "nowhere");
        table.logs("French: no hex for the mitrailleuses [4.0 1c]");
    }

    #[test]
    fn r4_1c_a_german_under_the_marker_turns_to_battle_formation() {
        let mut table = position(
            "
            map 9x7
            turn 3 of 6
            german infantry g1 er 1 at 0504
            french infantry f1 er 1 at 0604 battle",
        )
        .mitrailleuse();
        table.does("mitrailleuse 0504");
        assert_eq!(table.face("g1"), "battle");
    }

    /// The marker alone blocks g1; f1 is far away.
    const AMBUSH: &str = "
        map 9x7
        turn 3 of 6
        german infantry g1 er 1 at 0204
        german infantry g2 er 1 at 0101
        french infantry f1 er 1 at 0904
        mitrailleuse 0404";

    #[test]
    fn r5_3_a_german_that_enters_the_markers_hex_stays_there_for_the_phase() {
        let mut table = position(AMBUSH).moves();
        table.does("move g1, step 0304, step 0404");
        assert_eq!((table.at("g1"), table.face("g1")), ("0404".into(), "battle"));
        table.does("move f1, stop");
        table.refuses("move g1", "5.3"); // not even the move that Germans have after entering an EZOC
    }

    #[test]
    fn r5_3_ruling_6_the_marker_is_a_zoc_in_its_own_hex_alone_and_no_zoi() {
        let table = position(AMBUSH).moves();
        let game = &table.game;
        let ezocs: Vec<_> = game.board.map.all().filter(|hex| game.in_ezoc(super::Side::First, *hex)).collect();
        assert_eq!(ezocs.len(), 5, "the marker's hex and the four around f1");
        assert!(ezocs.contains(&table.hex("0404")));
        assert!(!game.in_ezoi(super::Side::First, table.hex("0404")));
        assert!(!game.in_ezoc(super::Side::Second, table.hex("0404")), "it is a ZOC to the Germans");
    }

    #[test]
    fn r5_3_the_french_move_through_the_marker() {
        let mut table = position(
            "
            map 9x7
            turn 3 of 6
            german infantry g1 er 1 at 0901
            french infantry f1 er 1 at 0604
            mitrailleuse 0404",
        )
        .moves_of_the_french();
        table.does("move f1, step 0504, step 0404, step 0304");
        assert_eq!((table.face("f1"), table.prompt().as_str()), ("march", "French: move f1"));
    }

    #[test]
    fn r5_3_a_german_that_begins_the_phase_under_the_marker_does_not_move() {
        let table = position(&AMBUSH.replace("0204", "0404 battle")).moves();
        table.refuses("move g1", "3.9");
        table.allows("move g2");
    }

    #[test]
    fn r5_3_the_marker_stays_a_zoc_in_the_attack_phase() {
        // g1 wins in the marker's hex and may not advance; in the next hex it would have to.
        let under = "
            map 9x7
            turn 3 of 6
            german infantry g1 er 6 at 0404 battle
            french infantry f1 er 0 at 0504 battle
            mitrailleuse 0404";
        let mut table = position(under).attacks();
        table.does("attack g1 f1").rolls(&[1, 5]).does("step 0604, step 0704, step 0804");
        assert_eq!(table.at("g1"), "0404");
        table.logs("g1 is held by an EZOC and does not advance [4.0 3.4]");
        let mut table = position(&under.replace("mitrailleuse 0404", "mitrailleuse 0403")).attacks();
        table.does("attack g1 f1").rolls(&[1, 5]).does("step 0604, step 0704, step 0804");
        assert_eq!(table.at("g1"), "0504");
    }

    #[test]
    fn r5_3_a_retreat_does_not_enter_the_markers_hex() {
        let mut table = position(
            "
            map 9x7
            turn 3 of 6
            german infantry g1 er 0 at 0404 battle
            french infantry f1 er 2 at 0504 battle
            mitrailleuse 0304",
        )
        .attacks();
        table.does("attack g1 f1").rolls(&[3, 2]);
        table.refuses("step 0304", "4.0 3.3");
        table.allows("step 0305");
    }
}
