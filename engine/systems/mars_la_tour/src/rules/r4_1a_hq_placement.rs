//! 4.0 1a HQ Placement: each side in turn removes its HQ and places it again. Between placements the HQ stays unaffected (3.2).

use battlewright_schema::mars_la_tour::vocabulary::{Act, Hook, Trigger};

use crate::MarsLaTour;
use crate::action::{Action, Refusal};
use crate::event::{Event, Phase};
use crate::ground::MapOccupancy;
use crate::state::{AfterEvents, Step};
use battlewright_core::game::{Log, Side};
use battlewright_core::kit::extra::tell_tables;
use battlewright_core::kit::hex_map::HexIx;

/// The hexes open to an HQ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HqPlaces {
    /// Near a friendly unit that is not in an EZOC.
    ByUnit,
    /// In an empty hex near an entry, if no unit is on the map.
    ByEntry,
    /// In any empty hex, if no other hex is possible.
    Empty,
}

impl MarsLaTour {
    /// Begins turn `turn` with the Command Phase.
    pub(crate) fn begin_turn(&mut self, turn: u8, log: &mut impl Log<Event>) {
        self.state.turn = turn;
        let is_other_board = self.board.begin_turn(turn);
        log.push(Event::Turn(turn));
        tell_tables(self, turn, log);
        log.push(Event::Phase(Phase::Command));
        if is_other_board || self.board.extra.at(Hook::Zone.number()).is_some() {
            // Tables, and rows about zones, may depend on the turn.
            self.ground = MapOccupancy::new(&self.board, &self.state);
        }
        self.events_of(Trigger::TurnBegins, AfterEvents::TurnBegun, log);
    }

    pub(crate) fn ask_for_hq(&mut self, side: Side, log: &mut impl Log<Event>) {
        self.put_hq(side, None);
        let possible = match self.hq_places(side) {
            // The unit's own hex always qualifies.
            HqPlaces::ByUnit => true,
            places => self.board.map.all().any(|hex| self.is_hq_place(side, places, hex).is_ok()),
        };
        if possible {
            self.state.step = Step::PlaceHq(side);
        } else {
            self.place_hq(side, None, log);
        }
    }

    /// Checks whether `side` may place its HQ in `hex`: near a friendly unit that is not in an EZOC; without units on the map,
    /// in an empty hex near one of its entries; otherwise in any empty hex.
    pub(crate) fn may_place_hq(&self, side: Side, hex: HexIx) -> Result<(), Refusal> {
        let places = self.hq_places(side);
        self.is_hq_place(side, places, hex)?;
        match self.forbids_hq(side, hex) {
            Err(refusal) if self.has_free_hq_place(side, places) => Err(refusal),
            _ => Ok(()),
        }
    }

    /// Returns `true` if rows leave the HQ of `side` a place. They do not count where they forbid all.
    fn has_free_hq_place(&self, side: Side, places: HqPlaces) -> bool {
        let is_free = |hex| self.is_hq_place(side, places, hex).and_then(|()| self.forbids_hq(side, hex)).is_ok();
        self.board.map.all().any(is_free)
    }

    /// Lists every hex in which `side` may place its HQ.
    pub(crate) fn hq_choices(&self, side: Side, into: &mut Vec<Action>) {
        match self.hq_places(side) {
            HqPlaces::ByUnit => {
                let reach = self.board.rules.hq_placement;
                // Placeholders for all hexes keep the map's order without duplicates; near hexes replace theirs.
                into.extend(self.board.map.all().map(|_| Action::Pass));
                for at in self.free_of_ezocs(side) {
                    self.board.map.within(at, reach).for_each(|near| into[near.index()] = Action::PlaceHq(near));
                }
                into.retain(|action| *action != Action::Pass);
            }
            places => {
                let hexes = self.board.map.all().filter(|hex| self.is_hq_place(side, places, *hex).is_ok());
                into.extend(hexes.map(Action::PlaceHq));
            }
        }
        if self.board.extra.against(Act::PlaceHq.number()).is_some() {
            let is_free =
                |action: &Action| matches!(action, Action::PlaceHq(hex) if self.forbids_hq(side, *hex).is_ok());
            if into.iter().any(is_free) {
                into.retain(is_free);
            }
        }
    }

    fn hq_places(&self, side: Side) -> HqPlaces {
        if self.free_of_ezocs(side).next().is_some() {
            return HqPlaces::ByUnit;
        }
        let by_entry = || self.board.map.all().any(|hex| self.is_empty(hex) && self.is_by_entry(side, hex));
        if self.on_map(side).next().is_none() && by_entry() { HqPlaces::ByEntry } else { HqPlaces::Empty }
    }

    fn is_hq_place(&self, side: Side, places: HqPlaces, hex: HexIx) -> Result<(), Refusal> {
        let reach = u32::from(self.board.rules.hq_placement);
        match places {
            HqPlaces::ByUnit if self.free_of_ezocs(side).any(|at| self.board.map.distance(at, hex) <= reach) => Ok(()),
            HqPlaces::ByUnit => Err(Refusal::HqTooFar),
            HqPlaces::ByEntry if !self.is_by_entry(side, hex) => Err(Refusal::HqNotByEntry),
            HqPlaces::ByEntry | HqPlaces::Empty if self.is_empty(hex) => Ok(()),
            HqPlaces::ByEntry | HqPlaces::Empty => Err(Refusal::HqNotEmpty),
        }
    }

    /// Returns the hexes with units of `side` that are in no EZOC.
    fn free_of_ezocs(&self, side: Side) -> impl Iterator<Item = HexIx> + use<'_> {
        self.on_map(side).map(|(_, at)| at).filter(move |at| !self.in_ezoc(side, *at))
    }

    fn is_by_entry(&self, side: Side, hex: HexIx) -> bool {
        let reach = u32::from(self.board.rules.hq_placement);
        let entries = self.board.entries.iter().filter(|entry| entry.side == side);
        entries.flat_map(|entry| &entry.hexes).any(|entry| self.board.map.distance(*entry, hex) <= reach)
    }

    /// Places the HQ of `side` and continues with the next step.
    pub(crate) fn place_hq(&mut self, side: Side, hex: Option<HexIx>, log: &mut impl Log<Event>) {
        self.put_hq(side, hex);
        log.push(Event::HqPlaced(side, hex));
        match side {
            Side::First => self.ask_for_hq(Side::Second, log),
            Side::Second => self.begin_returns(Side::First, log),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::position;

    #[test]
    fn r4_1a_each_side_in_turn_takes_its_hq_up_and_places_it_again() {
        let mut table = position(
            "
            map 9x7
            german infantry g1 er 1 at 0104
            french infantry f1 er 1 at 0904
            hq german 0204 range 6
            hq french 0804 range 6",
        )
        .command();
        assert_eq!(table.prompt(), "Germans: place the HQ, Friedrich Karl");
        assert_eq!([table.at("hq german"), table.at("hq french")], ["nowhere", "0804"]);
        table.does("hq 0304");
        assert_eq!(table.prompt(), "French: place the HQ, Bazaine");
        assert_eq!([table.at("hq german"), table.at("hq french")], ["0304", "nowhere"]);
        table.does("hq 0704");
        assert_eq!([table.at("hq german"), table.at("hq french")], ["0304", "0704"]);
        table.logs("Germans: Friedrich Karl in 0304 [4.0 1a]");
    }

    #[test]
    fn r4_1a_an_hq_must_be_placed() {
        let table = position("map 9x7").command();
        table.refuses("pass", "4.0 1a");
    }

    #[test]
    fn r4_1a_an_hq_goes_within_three_hexes_of_a_friendly_unit() {
        let table = position(
            "
            map 9x7
            german infantry g1 er 1 at 0104
            french infantry f1 er 1 at 0904",
        )
        .command();
        table.allows("hq 0404");
        table.refuses("hq 0504", "4.0 1a");
        let near = table.game.board.map.within(table.hex("0104"), 3).count();
        assert_eq!(table.choices("hq").len(), near);
    }

    #[test]
    fn r4_1a_the_ruleset_says_how_near() {
        let table = position("map 9x7\n german infantry g1 er 1 at 0104").rules(|r| r.hq_placement = Some(1)).command();
        table.allows("hq 0204");
        table.refuses("hq 0304", "4.0 1a");
    }

    #[test]
    fn r4_1a_ruling_1_an_hq_goes_into_occupied_hexes_too() {
        let table = position(
            "
            map 9x7
            german infantry g1 er 1 at 0104
            french infantry f1 er 1 at 0304
            hq french 0404 range 6",
        )
        .command();
        table.allows("hq 0104");
        table.allows("hq 0304");
        table.allows("hq 0404");
    }

    #[test]
    fn r4_1a_a_unit_in_an_ezoc_does_not_count() {
        let table = position(
            "
            map 9x7
            german infantry g1 er 1 at 0104
            german infantry g2 er 1 at 0804
            french infantry f1 er 1 at 0904",
        )
        .command();
        table.allows("hq 0404");
        table.refuses("hq 0804", "4.0 1a");
    }

    #[test]
    fn r4_1a_ruling_1_with_every_unit_in_an_ezoc_any_empty_hex_will_do() {
        let table = position(
            "
            map 9x7
            german infantry g1 er 1 at 0804
            french infantry f1 er 1 at 0904
            hq french 0101 range 6",
        )
        .command();
        table.allows("hq 0107");
        for taken in ["hq 0804", "hq 0904", "hq 0101"] {
            table.refuses(taken, "4.0 1a");
        }
    }

    #[test]
    fn r4_1a_with_no_unit_on_the_map_an_hq_goes_to_an_empty_hex_within_three_of_an_entry() {
        let mut table = position(
            "
            map 9x7
            entry C german 0101
            entry B french 0907
            german infantry g1 er 1 enters 2 by C
            french infantry f1 er 1 at 0102
            hq french 0202 range 6",
        )
        .command();
        table.allows("hq 0402");
        table.allows("hq 0101");
        table.refuses("hq 0502", "4.0 1a");
        table.refuses("hq 0102", "4.0 1a");
        table.refuses("hq 0202", "4.0 1a");
        // The French have a unit, so the entry does not matter to them.
        table.does("hq 0402");
        table.refuses("hq 0907", "4.0 1a");
    }

    #[test]
    fn r4_1a_ruling_1_with_no_hex_near_an_entry_any_empty_hex_will_do() {
        let table = position(
            "
            map 9x7
            german infantry g1 er 1 blown 3
            french infantry f1 er 1 at 0102",
        )
        .command();
        table.allows("hq 0907");
        table.refuses("hq 0102", "4.0 1a");
    }

    #[test]
    fn r4_1a_a_map_without_an_empty_hex_leaves_the_hq_off_and_binds_nobody() {
        let table = position(
            "
            map 2x1
            german infantry g1 er 1 at 0101
            french infantry f1 er 1 at 0201",
        )
        .command();
        table.logs("Germans: no hex for Friedrich Karl [4.0 1a]");
        assert_eq!(table.at("hq german"), "nowhere");
        assert!(table.prompt().contains("move a unit or pass"), "{}", table.prompt());
    }

    #[test]
    fn r3_2_an_hq_stays_where_it_is_until_the_next_command_phase_whoever_enters_its_hex() {
        let mut table = position(
            "
            map 9x7
            german infantry g1 er 1 at 0204
            french infantry f1 er 1 at 0904
            hq german 0304 range 6
            hq french 0404 range 6",
        )
        .moves();
        table.refuses("hq 0504", "4.0 2e");
        table.does("move g1, step 0304, step 0404, stop");
        assert_eq!([table.at("hq german"), table.at("hq french")], ["0304", "0404"]);
        assert_eq!(table.at("g1"), "0404", "a German unit rests in the hex of the French HQ");
    }

    #[test]
    fn r3_1_1_markers_are_no_units_and_have_no_zones() {
        let mut table = position(
            "
            map 9x7
            turn 3 of 6
            german infantry g1 er 1 at 0204
            french infantry f1 er 1 at 0904
            hq french 0304 range 9
            mitrailleuse 0406",
        )
        .moves();
        // Next to and through a French HQ, and next to the mitrailleuses: nothing stops g1.
        table.does("move g1, step 0304, step 0305, step 0405");
        assert_eq!((table.face("g1"), table.prompt().as_str()), ("march", "Germans: move g1"));
    }
}
