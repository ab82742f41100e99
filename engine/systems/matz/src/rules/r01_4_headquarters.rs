//! 1.4 Headquarters: one that is destroyed leaves its formation out of command, and returns on the next turn.

use crate::action::RefusalCause;
use crate::event::Event;
use crate::state::{At, UnitIx};
use crate::{Matz, rulebook as rule};
use battlewright_core::game::{Log, Side};
use battlewright_core::kit::hex_map::HexIx;

impl Matz {
    /// The destroyed headquarters of `side` that may return in this turn: the owner places them when he likes (m73).
    pub(crate) fn returning_headquarters(&self, side: Side) -> impl Iterator<Item = UnitIx> + use<'_> {
        let is_due = |unit: &UnitIx| {
            let is_destroyed = matches!(self.unit(*unit).at, At::Eliminated(turn) if turn < self.state.turn);
            self.board.unit(*unit).is_hq() && is_destroyed
        };
        self.board.ground_units(side).iter().copied().filter(is_due)
    }

    /// Checks whether the destroyed headquarters `unit` may be placed in `hex` (m19).
    pub(crate) fn may_return(&self, unit: UnitIx, hex: HexIx) -> Result<(), RefusalCause> {
        let facts = self.board.unit(unit);
        let refuse = |reason| Err(RefusalCause::At(rule::HEADQUARTERS, reason, hex));
        if self.has_ground_unit(facts.side.other(), hex) {
            return refuse("an enemy unit is in");
        }
        if self.in_enemy_zoc(facts.side, hex) {
            return refuse("an enemy zone of control reaches");
        }
        let reach = u32::from(self.board.rules.hq_return_reach);
        let is_near = |(other, at): (UnitIx, HexIx)| {
            self.formation_of(other) == facts.formation && self.board.map.distance(at, hex) <= reach
        };
        if self.on_map(facts.side).any(is_near) { Ok(()) } else { refuse("no unit of its formation is near") }
    }

    /// The headquarters `unit` returns to the map in `hex`.
    pub(crate) fn return_hq(&mut self, unit: UnitIx, hex: HexIx, log: &mut impl Log<Event>) {
        let state = self.unit_mut(unit);
        (state.lost, state.neutralized, state.out_of_command) = (0, false, false);
        self.put(unit, At::Hex(hex));
        log.push(Event::HqReturned(unit, hex));
        self.take_control(unit, hex, log);
    }

    /// The headquarters `hq` has been destroyed: the units of its formation are out of command from now on, but for those to
    /// which another line leads (10.1).
    pub(crate) fn lose_command(&mut self, hq: UnitIx, log: &mut impl Log<Event>) {
        let facts = self.board.unit(hq);
        let is_cut_off = |unit: &UnitIx| {
            let belongs = self.formation_of(*unit) == facts.formation && self.hex_of(*unit).is_some();
            belongs && !self.unit(*unit).out_of_command && !self.has_line_of_command(*unit)
        };
        let units: Vec<UnitIx> = self.board.ground_units(facts.side).iter().copied().filter(is_cut_off).collect();
        for unit in units {
            self.unit_mut(unit).out_of_command = true;
            log.push(Event::OutOfCommand(unit));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::event::Phase;
    use crate::state::At;
    use crate::tests::testing::{FRENCH, GERMAN, Table, position};

    fn returning(more: &str) -> Table {
        position(&format!(
            "turn 2 of 8
            corps x german returns 2
            {more}"
        ))
        .at(GERMAN, Phase::Command)
    }

    #[test]
    fn r1_4_the_owner_places_a_destroyed_headquarters_on_the_next_turn() {
        let mut table = returning(
            "german infantry g1 4/2 at 0001 of x
            french infantry f1 4/2 at 0404",
        );
        assert_eq!((table.phase(), table.chooser()), (Phase::Command, GERMAN));
        table.refuses("hex 0404", "1.4");
        table.refuses("hex 0403", "1.4");
        table.refuses("hex 0801", "1.4");
        table.does("hex 0601");
        assert_eq!((table.at("x-hq"), table.marks("x-hq")), ("0601".into(), "".into()));
        assert_eq!(table.marks("g1"), "", "it commands at once");
    }

    #[test]
    fn r1_4_m73_the_owner_may_place_a_destroyed_headquarters_in_a_later_turn() {
        let text = "german infantry g1 4/2 at 0001 of x\nfrench infantry f1 4/2 at 0808";
        let mut table = returning(text);
        table.does("pass");
        assert_eq!((table.at("x-hq"), table.marks("g1")), ("eliminated 1".into(), "out".into()));
        table.log_events(|game, _| game.state.turn = 5);
        let hq = table.unit("x-hq");
        assert!(table.game.returning_headquarters(GERMAN).eq([hq]), "it may still return");
        let at_once = position(&format!("turn 2 of 8\ncorps x german returns 2\n{text}"))
            .with(|scenario| scenario.rules.hq_return_waits = Some(false))
            .at(GERMAN, Phase::Command);
        assert!(at_once.choices("").iter().all(|choice| choice.starts_with("hex ")));
        at_once.refuses("pass", "1.4");
    }

    #[test]
    fn r1_4_ruling_m19_a_headquarters_returns_within_reach_of_its_formation() {
        let hexes = |reach: u8| {
            let table = position("turn 2 of 8\ncorps x german returns 2\ngerman infantry g1 4/2 at 0001 of x")
                .with(|scenario| scenario.rules.hq_return_reach = Some(reach))
                .at(GERMAN, Phase::Command);
            table.choices("hex")
        };
        assert_eq!(hexes(0), ["0001"]);
        assert_eq!(hexes(1), ["0001", "0002", "0101"]);
    }

    #[test]
    fn r1_4_a_headquarters_does_not_return_in_the_turn_of_its_elimination() {
        let text = "turn 1 of 8\ncorps x german returns 2\ngerman infantry g1 4/2 at 0001 of x";
        let table = position(text).at(GERMAN, Phase::Command);
        assert_eq!((table.at("x-hq"), table.marks("g1")), ("eliminated 1".into(), "out".into()));
    }

    #[test]
    fn r1_4_a_headquarters_without_a_hex_waits_for_the_next_turn() {
        let mut table = returning("french infantry f1 4/2 at 0404\ngerman infantry g1 4/2 at 0001");
        assert_eq!(table.at("x-hq"), "eliminated 1");
        let hq = table.unit("x-hq");
        assert!(table.game.returning_headquarters(GERMAN).eq([hq]));
        assert_eq!(table.game.returning_headquarters(FRENCH).count(), 0);
        table.log_events(|game, _| game.state.turn = 3);
        assert!(table.game.returning_headquarters(GERMAN).eq([hq]));
    }

    #[test]
    fn r1_4_units_of_a_destroyed_headquarters_are_out_of_command_at_once() {
        let mut table = position(
            "corps x german at 0101
            corps y german at 0301
            german infantry g1 4/2 at 0001 of x
            german infantry g2 4/2 at 0002 of y
            german tank g3 2 at 0003 attached x",
        )
        .before(GERMAN, Phase::Exploitation);
        let hq = table.unit("x-hq");
        table.log_events(|game, log| {
            game.put(hq, At::Eliminated(1));
            game.lose_command(hq, log);
        });
        let marks = ["g1", "g2", "g3"].map(|unit| table.marks(unit));
        assert_eq!(marks, ["out", "", "out"]);
    }
}
