//! 11.4 Movement of air units: a group enters from the friendly edge of the map and flies from mega-hex to mega-hex.

use crate::action::{Action, ActionList, RefusalCause};
use crate::event::Event;
use crate::rules::r11_air::{AirGroup, AirTask};
use crate::state::{At, MegaIx, Party};
use crate::{Matz, rulebook as rule};
use battlewright_core::game::Log;

impl Matz {
    /// The mega-hexes into which `group` can fly: at first those at the friendly edge, then the neighbors of its own. It does
    /// not come back to one that it has crossed, so that its flight has an end.
    pub(crate) fn next_megas<'a>(&'a self, group: &'a AirGroup) -> impl Iterator<Item = MegaIx> + use<'a> {
        let next = match group.mega() {
            None => self.board.mega.at_edge(self.board.side(self.state.active).edge),
            Some(mega) => self.board.mega.neighbors(mega),
        };
        next.iter().copied().filter(|mega| !group.way.contains(mega))
    }

    pub(crate) fn flight_options(&self, group: &AirGroup, into: &mut ActionList) {
        into.extend(self.next_megas(group).map(Action::Mega));
        if group.mega().is_some() {
            into.push(Action::Stop);
        }
    }

    pub(crate) fn flight_refusal(&self, group: &AirGroup, mega: MegaIx) -> RefusalCause {
        let reason = match group.mega() {
            None => "the group enters from the friendly edge of the map",
            Some(_) if group.way.contains(&mega) => "the group has flown over this mega-hex already",
            Some(_) => "the group flies to a mega-hex next to its own",
        };
        RefusalCause::Because(rule::AIR_MOVEMENT, reason)
    }

    /// `group` flies into `mega`, where the enemy may intercept it (11.5).
    pub(crate) fn fly(&mut self, mut group: AirGroup, mega: MegaIx, log: &mut impl Log<Event>) {
        let side = self.state.active;
        if group.way.is_empty() {
            log.push(Event::TakesOff(side, u8::try_from(group.units.len()).unwrap_or(u8::MAX)));
        }
        for (unit, mission) in &group.units {
            self.put(*unit, At::Mission { mission: *mission, mega });
        }
        log.push(Event::Flies(side, mega));
        group.way.push(mega);
        self.push(AirTask::Interception { group, interceptors: Party::new() });
    }

    /// Lets the rest of `group` fly on; if no unit is left, the next group may be assembled.
    pub(crate) fn fly_on(&mut self, mut group: AirGroup) {
        group.units.retain(|(unit, _)| matches!(self.unit(*unit).at, At::Mission { .. }));
        self.push(if group.units.is_empty() { AirTask::Phase } else { AirTask::Fly(group) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Phase;
    use crate::tests::testing::{FRENCH, GERMAN, Table, position};

    fn airborne(units: &str, launches: &str) -> Table {
        let mut table = position(&format!("mega 0404\n{units}")).doing(GERMAN, Phase::Air, AirTask::Phase);
        table.does(launches);
        table
    }

    #[test]
    fn r11_4_a_group_enters_from_the_friendly_edge() {
        let table = airborne("german bomber b1 2-3 drawn", "launch b1 bombing, begin");
        assert_eq!(table.choices(""), ["mega 0202", "mega 0703"]);
        table.refuses("mega 0404", "11.4");
        let mut french = position("mega 0404\nfrench bomber b1 2-3 drawn").doing(FRENCH, Phase::Air, AirTask::Phase);
        french.does("launch b1 bombing, begin");
        assert_eq!(french.choices(""), ["mega 0306", "mega 0508"]);
    }

    #[test]
    fn r11_4_a_group_flies_from_mega_hex_to_mega_hex() {
        let mut table = airborne("german bomber b1 2-3 drawn", "launch b1 bombing, begin, mega 0202");
        assert_eq!(table.choices(""), ["mega 0104", "mega 0404", "mega 0703", "stop"]);
        table.refuses("mega 0606", "11.4");
        table.does("mega 0404, mega 0606");
        table.refuses("mega 0404", "11.4");
        assert_eq!(table.choices("mega"), ["0306", "0508", "0703"], "it does not come back");
        table.does("stop");
        assert_eq!(table.at("b1"), "bombing 0606");
    }

    #[test]
    fn r11_4_after_an_air_combat_the_group_flies_on_and_can_be_intercepted_again() {
        let mut table = airborne(
            "german bomber b1 2-3 drawn\ngerman bomber b2 2-2 drawn
            french fighter f1 4 patrol 0404\nfrench fighter f2 3 patrol 0306",
            "launch b1 bombing, launch b2 bombing, begin, mega 0202",
        );
        table.does("engage f1, begin, engage b1").rolls(&[6, 1]);
        assert_eq!((table.at("f1"), table.chooser()), ("aborted".to_owned(), GERMAN));
        table.does("mega 0404");
        assert_eq!((table.chooser(), table.choices("engage")), (FRENCH, vec!["f2".to_owned()]));
        table.does("engage f2, engage b1").rolls(&[1, 6]).rolls(&[1, 6]);
        assert_eq!(["b1", "b2", "f2"].map(|unit| table.at(unit)), ["aborted", "aborted", "patrol 0306"]);
        assert_eq!(table.choices(""), Vec::<String>::new(), "nothing of the group is left");
    }
}
