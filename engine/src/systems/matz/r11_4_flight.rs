//! 11.4 Movement of air units: a group enters from the friendly edge of the map and flies from mega-hex to mega-hex.

use super::action::{Action, ActionList, Refusal};
use super::event::Event;
use super::r11_air::{AirGroup, AirTask};
use super::state::{At, MegaIx, Party};
use super::{Matz, rulebook as rule};
use crate::game::Log;

impl Matz {
    /// The mega-hexes into which `group` can fly: at first those at the friendly edge, then the neighbors of its own. It does
    /// not come back to one that it has crossed, so that its flight has an end.
    pub(super) fn next_megas<'a>(&'a self, group: &'a AirGroup) -> impl Iterator<Item = MegaIx> + use<'a> {
        let next = match group.mega() {
            None => self.board.mega.at_edge(self.board.side(self.state.active).edge),
            Some(mega) => self.board.mega.neighbors(mega),
        };
        next.iter().copied().filter(|mega| !group.way.contains(mega))
    }

    pub(super) fn flight_options(&self, group: &AirGroup, into: &mut ActionList) {
        into.extend(self.next_megas(group).map(Action::Mega));
        if group.mega().is_some() {
            into.push(Action::Stop);
        }
    }

    pub(super) fn flight_refusal(&self, group: &AirGroup, mega: MegaIx) -> Refusal {
        let reason = match group.mega() {
            None => "the group enters from the friendly edge of the map",
            Some(_) if group.way.contains(&mega) => "the group has flown over this mega-hex already",
            Some(_) => "the group flies to a mega-hex next to its own",
        };
        Refusal::Because(rule::AIR_MOVEMENT, reason)
    }

    /// `group` flies into `mega`, where the enemy may intercept it (11.5).
    pub(super) fn fly(&mut self, mut group: AirGroup, mega: MegaIx, log: &mut impl Log<Event>) {
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

    /// What is left of `group` flies on; if nothing is, the next group may be assembled.
    pub(super) fn fly_on(&mut self, mut group: AirGroup) {
        group.units.retain(|(unit, _)| matches!(self.unit(*unit).at, At::Mission { .. }));
        self.push(if group.units.is_empty() { AirTask::Phase } else { AirTask::Fly(group) });
    }
}
