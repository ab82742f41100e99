//! Event Chits that no unit can use.

use std::collections::{BTreeMap, BTreeSet};

use crate::SideId;
use crate::at_any_cost::{AtAnyCost, Event, Formation, Kind, Unit};
use crate::diagnostic::Diagnostic;
use crate::lint::context::Context;
use crate::path::DocPath;
use crate::system::lints::events::useless;

/// The number of units from which on the events of a side are checked.
const FEWEST: usize = 2;

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    let mut armies = Armies::of(cx, own);
    for (row, chit) in own.chit.iter().enumerate() {
        // An event of the other army is a finding of its own, and so is a side without units, or that is none.
        let Some(side) = own.side.get(&chit.side) else { continue };
        if chit.event.nation().is_some_and(|nation| nation != side.nation) {
            continue;
        }
        if let Some((lacking, lack)) = armies.lack(&chit.side, chit.event) {
            useless(DocPath::root().key("chit").index(row).key("event"), &chit.side, (lacking, lack), found);
        }
    }
}

/// The units of both sides, for the events that need some of them.
pub(super) struct Armies<'c> {
    own: &'c AtAnyCost,
    units: BTreeMap<&'c SideId, Vec<&'c Unit>>,
    /// The lack of each side for each event, as far as it is known.
    lacks: BTreeMap<(&'c SideId, Event), Option<&'static str>>,
}

impl<'c> Armies<'c> {
    pub(super) fn of(cx: &'c Context<'_>, own: &'c AtAnyCost) -> Self {
        let mut units: BTreeMap<&SideId, Vec<&Unit>> = own.side.keys().map(|side| (side, Vec::new())).collect();
        for (_, unit, piece) in super::units(cx, own) {
            if let Some(units) = units.get_mut(piece.side) {
                units.push(unit);
            }
        }
        Self { own, units, lacks: BTreeMap::new() }
    }

    /// The thing that a side lacks so that `side` can never use `event`, and that side. A side without units, or without an
    /// enemy, is a finding of its own; one with a single unit is a draft, which is not checked.
    pub(super) fn lack(&mut self, side: &'c SideId, event: Event) -> Option<(&'c SideId, &'static str)> {
        let enemy = self.own.side.keys().find(|other| *other != side)?;
        let lacking = match event {
            // The French make Prussians attack.
            Event::PrussianAggressiveTactics => enemy,
            _ => side,
        };
        if [side, enemy].iter().any(|side| self.units.get(side).is_none_or(|units| units.len() < FEWEST)) {
            return None;
        }
        let units = self.units.get(lacking)?;
        let lack = *self.lacks.entry((lacking, event)).or_insert_with(|| lack(self.own, lacking, units, event));
        lack.map(|lack| (lacking, lack))
    }
}

/// The thing that `side`, whose `units` these are, lacks for `event`, if anything.
fn lack(own: &AtAnyCost, side: &SideId, units: &[&Unit], event: Event) -> Option<&'static str> {
    let any = |is: fn(&Unit) -> bool| units.iter().any(|unit| is(unit));
    let has_infantry = || any(|unit| unit.kind == Kind::Infantry);
    let corps = |is: fn(&Formation) -> bool| own.formation.iter().filter(move |row| row.side == *side && is(row));
    let (has, lack) = match event {
        Event::BeatenZone => (has_infantry() || any(|unit| unit.mitrailleuse.is_some()), "infantry"),
        Event::FuriaFrancese | Event::PrussianAggressiveTactics | Event::Auftragstaktik => (has_infantry(), "infantry"),
        Event::MarshalBazaine => (any(|unit| !unit.kind.is_artillery()), "infantry or cavalry"),
        Event::KruppsGuns => (any(|unit| unit.kind.is_artillery()), "artillery"),
        Event::PrussianOfficers => {
            // An independent division is one without saying so, and so are all Detachments of a corps.
            let independent: BTreeSet<_> = corps(|row| !row.infantry_corps).map(|row| &row.id).collect();
            let is_in_division = |unit: &&Unit| {
                let is_detachment = unit.breakdown && unit.kind == Kind::Infantry;
                let is_of_one = unit.division.is_some() || independent.contains(&unit.formation) || is_detachment;
                is_of_one && !unit.kind.is_artillery()
            };
            (units.iter().any(is_in_division), "infantry or cavalry with a `division`")
        }
        Event::FeuDeBataillon => {
            let corps = corps(|row| row.infantry_corps && row.chit_from_turn.is_some()).next().is_some();
            (corps, "formation with `infantry_corps = true` and a chit")
        }
        // Skirmishers harass with infantry, but screen any unit.
        Event::ACloudOfSkirmishers
        | Event::BazainesMalaise
        | Event::BattlefieldConditions
        | Event::FortunesOfWar
        | Event::MisinterpretedOrders => return None,
    };
    (!has).then_some(lack)
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_any_cost as shown;

    #[test]
    fn somebody_can_use_each_event() {
        let corps =
            ("infantry_corps = true\nchit_from_turn = 1                       # its", "chit_from_turn = 1 # its");
        assert_eq!(shown(&[corps]), ["useless-event \"feu-de-bataillon\""]);
        let guns = "kind = \"field-artillery\"\nsp = [6, 3]\ntcr = [7, 6]\nrange = [5, 8]";
        let horse = "kind = \"cavalry\"\nweight = \"light\"\nsp = [3, 2]\ntcr = [7, 6]";
        assert_eq!(shown(&[(guns, horse)]), ["useless-event \"krupps-guns\"", "useless-event \"krupps-guns\""]);
        let divisions = [("division = \"5\"\n", ""), ("division = \"6\"\n", "")];
        assert_eq!(shown(&divisions), ["useless-event \"prussian-officers\""], "one unit can be sent alone");
        let reserve = "side = \"blue\"\ninfantry_corps = true\nchit_from_turn = 2";
        let independent = (reserve, "side = \"blue\"\nchit_from_turn = 2");
        assert_eq!(shown(&[divisions[0], divisions[1], independent]), [] as [&str; 0]);
    }
}
