//! Event Chits that no unit can use.

use std::collections::BTreeMap;

use crate::SideId;
use crate::at_any_cost::{AtAnyCost, Event, Kind, Unit};
use crate::diagnostic::Diagnostic;
use crate::lint::context::Context;
use crate::path::DocPath;
use crate::system::lints::events::useless;

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    let mut units: Vec<Vec<&Unit>> = cx.side_numbers.each(Vec::new());
    for (_, unit, piece) in super::units(cx, own) {
        units[piece.side_number].push(unit);
    }
    let mut lacks: BTreeMap<(&SideId, Event), Option<&str>> = BTreeMap::new();
    for (row, chit) in own.chit.iter().enumerate() {
        // An event of the other army is a finding of its own, and so is a side without units, or that is none.
        let Some(side) = own.side.get(&chit.side) else { continue };
        if chit.event.nation().is_some_and(|nation| nation != side.nation) {
            continue;
        }
        let Some(enemy) = own.side.keys().find(|other| **other != chit.side) else { continue };
        let of = |side: &SideId| cx.side_numbers.find(side.as_str()).and_then(|side| units.get(side));
        let (Some(friends), Some(foes)) = (of(&chit.side), of(enemy)) else { continue };
        if friends.is_empty() || foes.is_empty() {
            continue;
        }
        let (lacking, units) = match chit.event {
            // The French make Prussians attack.
            Event::PrussianAggressiveTactics => (enemy, foes),
            _ => (&chit.side, friends),
        };
        let lack = *lacks.entry((lacking, chit.event)).or_insert_with(|| lack(own, lacking, units, chit.event));
        if let Some(lack) = lack {
            useless(DocPath::root().key("chit").index(row).key("event"), &chit.side, (lacking, lack), found);
        }
    }
}

/// The thing that `side`, whose `units` these are, lacks for `event`, if anything.
fn lack(own: &AtAnyCost, side: &SideId, units: &[&Unit], event: Event) -> Option<&'static str> {
    let any = |is: fn(&Unit) -> bool| units.iter().any(|unit| is(unit));
    let is_foot = |unit: &Unit| unit.kind == Kind::Infantry;
    let (has, lack) = match event {
        Event::BeatenZone => (any(|unit| unit.kind == Kind::Infantry || unit.mitrailleuse.is_some()), "infantry"),
        Event::FuriaFrancese | Event::PrussianAggressiveTactics | Event::ACloudOfSkirmishers => {
            (any(is_foot), "infantry")
        }
        Event::MarshalBazaine => (any(|unit| !unit.kind.is_artillery()), "infantry or cavalry"),
        Event::KruppsGuns => (any(|unit| unit.kind.is_artillery()), "artillery"),
        Event::Auftragstaktik => {
            (any(|unit| unit.kind == Kind::Infantry && unit.division.is_some()), "infantry with a `division`")
        }
        Event::PrussianOfficers => (any(|unit| unit.division.is_some()), "unit with a `division`"),
        Event::FeuDeBataillon => {
            let corps = own.formation.iter().any(|formation| formation.infantry_corps && formation.side == *side);
            (corps, "formation with `infantry_corps = true`")
        }
        Event::BazainesMalaise | Event::BattlefieldConditions | Event::FortunesOfWar | Event::MisinterpretedOrders => {
            return None;
        }
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
        let found = shown(&divisions);
        let (tactics, officers) = ("useless-event \"auftragstaktik\"", "useless-event \"prussian-officers\"");
        assert_eq!(found, [tactics, tactics, officers]);
    }
}
