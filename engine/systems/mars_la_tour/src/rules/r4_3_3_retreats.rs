//! 4.0 3.3 Retreats: three hexes, each further from the enemy than the last, or two if the second is defensible. A unit that
//! cannot retreat is blown.

use crate::MarsLaTour;
use crate::action::Refusal;
use crate::event::Event;
use crate::state::{AfterRetreat, Retreat, RetreatsFrom, Step, UnitIx};
use battlewright_core::game::{Log, Side};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;

/// The number of the hex in which a retreat may end early, if that hex is defensible.
const EARLY_END: u8 = 2;

/// The threat hexes of a retreat: those around the unit, or its own.
type Threats = InlineList<HexIx, 7>;

/// The hexes that a retreat can reach in equally many steps: with the published rules at most two from its start.
type RetreatLayer = InlineList<HexIx, 12>;

impl MarsLaTour {
    /// Retreats `unit`; a unit that cannot retreat is blown.
    pub(crate) fn begin_retreat(
        &mut self,
        unit: UnitIx,
        from: RetreatsFrom,
        then: AfterRetreat,
        log: &mut impl Log<Event>,
    ) {
        if !self.retreats(unit, from, then, log) {
            self.after_retreat(then, unit, log);
        }
    }

    /// Begins the retreat of `unit` if it can retreat. Otherwise the unit is blown, and the caller must continue.
    pub(crate) fn retreats(
        &mut self,
        unit: UnitIx,
        from: RetreatsFrom,
        then: AfterRetreat,
        log: &mut impl Log<Event>,
    ) -> bool {
        let can = self.can_retreat(unit, from);
        if can {
            log.push(Event::Retreats(unit));
            self.state.step = Step::Retreat(Retreat { unit, from, hexes: 0, then });
        } else {
            log.push(Event::CannotRetreat(unit));
            self.blow(unit, log);
        }
        can
    }

    /// Returns `true` if `unit` can complete a retreat.
    pub(crate) fn can_retreat(&self, unit: UnitIx, from: RetreatsFrom) -> bool {
        self.hex_of(unit).is_some_and(|hex| self.can_complete(unit, &self.threats(unit, from), hex, 0))
    }

    /// Returns the hexes from which `unit` must move away. The mitrailleuse's ZOC is its own hex (5.3).
    fn threats(&self, unit: UnitIx, from: RetreatsFrom) -> Threats {
        let mut threats = Threats::new();
        match from {
            RetreatsFrom::Hex(hex) => threats.push(hex),
            RetreatsFrom::Neighbors(hex) => {
                let side = self.side_of(unit);
                let has_enemy = |at: &HexIx| self.ground.units(*at).any(|other| self.side_of(other) != side);
                self.board.map.neighbors(hex).filter(has_enemy).for_each(|at| threats.push(at));
                if self.has_enemy_marker(side, hex) {
                    threats.push(hex);
                }
            }
        }
        threats
    }

    /// Returns the length of a retreat of `unit` in hexes.
    #[inline]
    fn retreat_length(&self, unit: UnitIx) -> u8 {
        self.retreat_by_rows(unit, self.board.rules.retreat_hexes)
    }

    /// Returns `true` if a retreat that has reached `hex` after `done` hexes can be completed.
    fn can_complete(&self, unit: UnitIx, threats: &Threats, hex: HexIx, done: u8) -> bool {
        let side = self.side_of(unit);
        let falls_back = |from, to| self.may_come_back_to(side, to).is_ok() && self.is_away(threats, from, to);
        let mut layer = RetreatLayer::new();
        layer.push(hex);
        let length = self.retreat_length(unit);
        for done in done..length {
            if done == EARLY_END && layer.iter().any(|hex| self.is_defensible(*hex)) {
                return true;
            }
            let last = done + 1 == length;
            let mut further = RetreatLayer::new();
            for from in layer {
                let mut steps = self.board.map.neighbors(from);
                while let Some(to) = steps.find(|to| falls_back(from, *to)) {
                    if last {
                        return true;
                    }
                    if !further.contains(&to) {
                        further.push(to);
                    }
                }
            }
            if further.is_empty() {
                return false;
            }
            layer = further;
        }
        true
    }

    /// Checks whether a retreating `unit` may step from `from` to `to`: further from every threat, into no occupied hex and no
    /// EZOC, and within its HQ's range.
    fn may_fall_back(&self, unit: UnitIx, threats: &Threats, from: HexIx, to: HexIx) -> Result<(), Refusal> {
        if self.board.map.distance(from, to) != 1 {
            return Err(Refusal::RetreatNotAdjacent(to));
        }
        if !self.is_away(threats, from, to) {
            return Err(Refusal::RetreatNotAway(to));
        }
        self.may_come_back_to(self.side_of(unit), to)
    }

    /// Returns `true` if `to` is further from every threat than `from`.
    fn is_away(&self, threats: &Threats, from: HexIx, to: HexIx) -> bool {
        let map = &self.board.map;
        threats.iter().all(|threat| map.distance(*threat, to) > map.distance(*threat, from))
    }

    /// Checks whether a retreating unit of `side` may enter `to`: no unit there and no EZOC.
    #[inline]
    fn may_come_back_to(&self, side: Side, to: HexIx) -> Result<(), Refusal> {
        if self.unit_in(to).is_some() {
            return Err(Refusal::RetreatOccupied(to));
        }
        if self.in_ezoc(side, to) {
            return Err(Refusal::RetreatEzoc(to));
        }
        if !self.in_command_range(side, to) {
            return Err(Refusal::RetreatOutOfRange(to));
        }
        Ok(())
    }

    /// Checks whether the retreat may step to `hex`: only steps from which it can be completed.
    pub(crate) fn may_retreat_to(&self, retreat: &Retreat, hex: HexIx) -> Result<(), Refusal> {
        let Some(from) = self.hex_of(retreat.unit) else { return Err(Refusal::NotOnMap(retreat.unit)) };
        let threats = self.threats(retreat.unit, retreat.from);
        self.may_fall_back(retreat.unit, &threats, from, hex)?;
        if self.can_complete(retreat.unit, &threats, hex, retreat.hexes + 1) {
            Ok(())
        } else {
            Err(Refusal::RetreatDeadEnd(hex))
        }
    }

    /// Checks whether the retreat may end in its hex: the second, if that is defensible.
    pub(crate) fn may_end_retreat(&self, retreat: &Retreat) -> Result<(), Refusal> {
        let defensible = self.hex_of(retreat.unit).is_some_and(|hex| self.is_defensible(hex));
        if retreat.hexes == EARLY_END && defensible { Ok(()) } else { Err(Refusal::RetreatNotDone) }
    }

    /// Moves the retreating unit to `hex`.
    pub(crate) fn retreat_to(&mut self, retreat: Retreat, hex: HexIx, log: &mut impl Log<Event>) {
        let retreat = Retreat { hexes: retreat.hexes + 1, ..retreat };
        log.push(Event::RetreatedTo(retreat.unit, hex));
        self.put(retreat.unit, hex, log);
        self.state.step = Step::Retreat(retreat);
        let done = retreat.hexes >= self.retreat_length(retreat.unit);
        if done || !self.board.map.neighbors(hex).any(|hex| self.may_retreat_to(&retreat, hex).is_ok()) {
            self.end_retreat(retreat, log);
        }
    }

    /// Ends the retreat.
    pub(crate) fn end_retreat(&mut self, retreat: Retreat, log: &mut impl Log<Event>) {
        self.after_retreat(retreat.then, retreat.unit, log);
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::{Position, Table, position};

    /// g1 at 0505 beats f1 at 0605 by one; f1 has free hexes on all sides.
    const OPEN: &str = "
        map 12x9
        german infantry g1 er 2 at 0505 battle
        french infantry f1 er 0 at 0605 battle";

    /// f1 has lost by one.
    fn beaten(position: Position) -> Table {
        let mut table = position.attacks();
        table.does("attack g1 f1").rolls(&[1, 1]);
        table
    }

    #[test]
    fn r4_3_3_a_retreat_is_three_hexes_each_further_from_the_winner() {
        let mut table = beaten(position(OPEN));
        assert_eq!(table.prompt(), "French: where does f1 retreat?");
        table.refuses("stop", "4.0 3.3");
        table.refuses("pass", "4.0 3.3");
        table.refuses("step 0604", "4.0 3.3"); // as near as before
        table.refuses("step 0506", "4.0 3.3");
        assert_eq!(table.choices("step"), ["0606", "0705", "0706"]);
        table.does("step 0705, step 0805");
        table.refuses("step 0806", "4.0 3.3");
        table.refuses("stop", "4.0 3.3");
        table.does("step 0905");
        assert_eq!(table.at("f1"), "0905");
        assert_eq!(table.prompt(), "French: attack or pass", "the attack is concluded");
    }

    #[test]
    fn r4_3_3_an_attacker_that_loses_retreats_from_the_defender() {
        let mut table = position(OPEN).attacks();
        table.does("attack g1 f1").rolls(&[1, 4]);
        assert_eq!(table.prompt(), "Germans: where does g1 retreat?");
        table.does("step 0405, step 0305, step 0205");
        assert_eq!([table.at("g1"), table.at("f1")], ["0205", "0605"]);
    }

    #[test]
    fn r4_3_3_a_retreat_goes_hex_by_hex() {
        let table = beaten(position(OPEN));
        table.refuses("step 0805", "4.0 3.3");
    }

    #[test]
    fn r4_3_3_in_a_defensible_second_hex_the_unit_may_stop_and_need_not() {
        let mut table = beaten(position(&format!("{OPEN}\n woods 0705 0805")));
        table.does("step 0705");
        table.refuses("stop", "4.0 3.3"); // only in the second hex
        table.does("step 0805");
        table.allows("stop");
        table.allows("step 0905");
        table.does("stop");
        assert_eq!(table.at("f1"), "0805");
    }

    #[test]
    fn r4_3_3_a_second_hex_in_defensible_terrain_saves_a_unit_that_cannot_go_on() {
        let lane = "
            map 12x9
            only 0505 0605 0705 0805
            german infantry g1 er 2 at 0505 battle
            french infantry f1 er 0 at 0605 battle";
        let table = beaten(position(lane));
        assert_eq!(table.at("f1"), "blown 3");
        let mut table = beaten(position(&format!("{lane}\n woods 0805")));
        table.does("step 0705, step 0805");
        assert_eq!(table.at("f1"), "0805");
        assert_eq!(table.prompt(), "French: attack or pass", "there is nothing left to ask");
    }

    #[test]
    fn r4_3_3_a_retreat_does_not_enter_hexes_with_units_but_those_with_hqs() {
        let table = beaten(position(&format!(
            "{OPEN}
            french infantry f2 er 0 at 0705 battle
            hq french 0706 range 9"
        )));
        table.refuses("step 0705", "4.0 3.3");
        table.allows("step 0706");
        assert_eq!(table.choices("step"), ["0606", "0706"]);
    }

    #[test]
    fn r4_3_3_a_retreat_does_not_enter_an_ezoc() {
        let table = beaten(position(&format!("{OPEN}\n german infantry g2 er 0 at 0704 battle")));
        table.refuses("step 0705", "4.0 3.3");
        assert_eq!(table.choices("step"), ["0606", "0706"]);
    }

    #[test]
    fn r4_3_3_ruling_17_a_retreat_does_not_go_beyond_the_hqs_range() {
        let table = beaten(position(&format!("{OPEN}\n hq french 0605 range 3")));
        table.allows("step 0705");
        let table = beaten(position(&format!("{OPEN}\n hq french 0605 range 2")));
        assert_eq!(table.at("f1"), "blown 3", "the third hex is out of range");
        let mut table = beaten(position(&format!("{OPEN}\n hq french 0705 range 2")));
        table.does("step 0705, step 0805");
        assert_eq!(table.choices("step"), ["0905", "0906"]);
        table.does("step 0905");
        let table = beaten(position(&format!("{OPEN}\n hq french 0608 range 3")));
        table.refuses("step 0705", "4.0 3.3");
    }

    #[test]
    fn r4_3_3_ruling_17_only_ways_that_can_be_completed_are_offered() {
        // The path by 0705 ends after two hexes; the path by 0606 has three.
        let table = beaten(position(
            "
            map 12x9
            only 0505 0605 0705 0805 0606 0607 0608
            german infantry g1 er 2 at 0505 battle
            french infantry f1 er 0 at 0605 battle",
        ));
        assert_eq!(table.choices("step"), ["0606"]);
        table.refuses("step 0705", "4.0 3.3");
    }

    #[test]
    fn r4_3_3_who_is_shut_in_by_friends_and_enemies_is_blown() {
        let table = beaten(position(&format!(
            "{OPEN}
            french infantry f2 er 0 at 0705 battle
            french infantry f3 er 0 at 0706 battle
            french infantry f4 er 0 at 0606 battle"
        )));
        assert_eq!(table.at("f1"), "blown 3");
        table.logs("f1 cannot retreat [4.0 3.3]");
    }

    #[test]
    fn r4_3_3_ruling_17_the_ruleset_says_how_long_a_retreat_is() {
        let mut table = beaten(position(OPEN).rules(|rules| rules.retreat_hexes = Some(2)));
        table.does("step 0705, step 0805");
        assert_eq!((table.at("f1"), table.prompt().as_str()), ("0805".into(), "French: attack or pass"));
        let mut table = beaten(position(OPEN).rules(|rules| rules.retreat_hexes = Some(1)));
        table.does("step 0705");
        assert_eq!(table.prompt(), "French: attack or pass");
    }
}
