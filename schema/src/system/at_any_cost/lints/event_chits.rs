//! Event Chits: as many as the rules use, every event of the army, and none of the other.

use std::collections::BTreeSet;

use crate::at_any_cost::{Event, Nation};
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::path::DocPath;
use crate::system::lints::events::wrong_nation;

use super::useless_event::Armies;

finding! {
    /// # What it finds
    /// A side that has not ten Event Chits.
    ///
    /// # Why it matters
    /// In each turn, a side chooses one of its ten Event Chits for the cup, the enemy sets three of the others aside, and
    /// six go in (5.1). With fewer chits, less happens by chance; with more, each event comes more seldom.
    ///
    /// # Example
    /// ```toml
    /// [[chit]]
    /// side = "french"
    /// event = "beaten-zone"        # the only chit of the French
    /// ```
    ///
    /// # Remedy
    /// Add or remove chits of the side.
    EVENT_CHIT_COUNT = "event-chit-count", Warning
}

finding! {
    /// # What it finds
    /// A side whose Event Chits lack an event of its army.
    ///
    /// # Why it matters
    /// Each army has every event that its list describes, Fortunes of War among them, on at least one chit (21.0). An
    /// event that no unit of the scenario can use may be left out.
    ///
    /// # Example
    /// ```toml
    /// [[chit]]
    /// side = "prussian"
    /// event = "krupps-guns"        # the third one; no chit has "fortunes-of-war"
    /// ```
    ///
    /// # Remedy
    /// Put the event on a chit that repeats another one.
    MISSING_EVENT = "missing-event", Warning
}

/// Every event.
const EVENTS: [Event; 13] = [
    Event::BeatenZone,
    Event::FeuDeBataillon,
    Event::FuriaFrancese,
    Event::MarshalBazaine,
    Event::PrussianAggressiveTactics,
    Event::Auftragstaktik,
    Event::BazainesMalaise,
    Event::KruppsGuns,
    Event::PrussianOfficers,
    Event::ACloudOfSkirmishers,
    Event::BattlefieldConditions,
    Event::FortunesOfWar,
    Event::MisinterpretedOrders,
];

/// The Event Chits of a side (5.1).
const CHITS: usize = 10;

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    for (row, chit) in own.chit.iter().enumerate() {
        // A side that there is not is a finding of its own.
        let Some(side) = own.side.get(&chit.side) else { continue };
        let Some(nation) = chit.event.nation().filter(|nation| *nation != side.nation) else { continue };
        let whose = match nation {
            Nation::French => "French",
            Nation::Prussian => "Prussian",
        };
        wrong_nation(DocPath::root().key("chit").index(row).key("event"), whose, &chit.side, found);
    }
    let mut armies = Armies::of(cx, own);
    for (id, side) in &own.side {
        let chits = || own.chit.iter().enumerate().filter(|(_, chit)| chit.side == *id);
        let path = match chits().next() {
            Some((row, _)) => DocPath::root().key("chit").index(row).key("side"),
            None => DocPath::root().key("side").key(id.as_str()),
        };
        let count = chits().count();
        let events: BTreeSet<Event> = chits().map(|(_, chit)| chit.event).collect();
        if count != CHITS {
            let message = format!("`{id}` has {count} Event Chits instead of {CHITS}");
            found.push(EVENT_CHIT_COUNT.at(path.clone(), message).help("add or remove chits of the side"));
        }
        // A side that has too few to begin with lacks many, and needs none that it cannot use.
        let lacks = EVENTS
            .iter()
            .filter(|event| event.nation().is_none_or(|nation| nation == side.nation) && !events.contains(*event))
            .filter(|event| armies.lack(id, **event).is_none());
        let lacks: Vec<&str> = lacks.map(|event| event.name()).collect();
        if count >= CHITS && !lacks.is_empty() {
            let message = format!("no Event Chit of `{id}` is {}", crate::words::listed(owned(&lacks), "or"));
            found.push(MISSING_EVENT.at(path, message).help("put the event on a chit that repeats another one"));
        }
    }
}

fn owned(words: &[&str]) -> impl Iterator<Item = String> {
    words.iter().map(|word| (*word).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::testing::shown_any_cost as shown;

    #[test]
    fn a_side_has_ten_chits() {
        let chit = "[[chit]]\nside = \"blue\"\nevent = \"auftragstaktik\"\n\n";
        assert_eq!(shown(&[(chit, "")]), ["event-chit-count \"blue\""]);
        assert_eq!(shown(&[(chit, &chit.repeat(2))]), ["event-chit-count \"blue\""]);
    }

    #[test]
    fn an_army_has_all_its_events() {
        assert_eq!(shown(&[("\"furia-francese\"", "\"beaten-zone\"")]), ["missing-event \"red\""]);
        assert_eq!(shown(&[("\"fortunes-of-war\"", "\"beaten-zone\"")]), ["missing-event \"red\""]);
        let guns = "kind = \"field-artillery\"\nsp = [6, 3]\ntcr = [7, 6]\nrange = [5, 8]";
        let horse = "kind = \"cavalry\"\nweight = \"light\"\nsp = [3, 2]\ntcr = [7, 6]";
        let [krupp, other] = ["\"krupps-guns\"", "\"auftragstaktik\""];
        let without = shown(&[(guns, horse), (krupp, other), (krupp, other)]);
        assert_eq!(without, [] as [&str; 0], "an army without artillery needs no Krupp's Guns");
        let two: BTreeSet<Event> = EVENTS.into_iter().collect();
        assert_eq!(two.len(), EVENTS.len());
    }

    #[test]
    fn an_army_has_no_events_of_the_other() {
        let found = shown(&[("\"beaten-zone\"", "\"krupps-guns\"")]);
        assert_eq!(found, ["wrong-nation-event \"krupps-guns\""]);
    }
}
