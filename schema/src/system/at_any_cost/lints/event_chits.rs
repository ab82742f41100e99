//! Event Chits: as many as the rules use, every event of the army, and none of the other.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::SideId;
use crate::at_any_cost::{AtAnyCost, Event, Nation};
use crate::diagnostic::{Diagnostic, finding};
use crate::fix::{Fix, quoted};
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
            let finding = EVENT_CHIT_COUNT.at(path.clone(), message).help("add or remove chits of the side");
            found.push(finding.fix(missing_chits(cx, own, id, side.nation, chits().map(|(_, chit)| chit.event))));
        }
        // A side that has too few to begin with lacks many, and needs none that it cannot use.
        let lacks = Event::ALL
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

/// Returns a fix that adds the chits which a side lacks of the set of its army (5.1); `None` if it has ten or more, or if its
/// chits are in an inline list.
fn missing_chits(
    cx: &Context<'_>,
    own: &AtAnyCost,
    side: &SideId,
    nation: Nation,
    has: impl Iterator<Item = Event>,
) -> Option<Fix> {
    let mut set = Event::set_of(nation);
    let mut count = 0;
    for event in has {
        count += 1;
        if let Some(place) = set.iter().position(|other| *other == event) {
            set.remove(place);
        }
    }
    set.truncate(CHITS.checked_sub(count)?);
    let mut rows = String::new();
    for event in &set {
        let word = serde_json::to_value(event).ok()?;
        // Writing to a string cannot fail.
        let _ = writeln!(rows, "\n[[chit]]\nside = {}\nevent = {}", quoted(side.as_str()), quoted(word.as_str()?));
    }
    let title =
        if count == 0 { "add the set of ten chits".to_owned() } else { format!("add {} of the set", set.len()) };
    let last = own.chit.len().checked_sub(1).map(|row| DocPath::root().key("chit").index(row));
    cx.offer(title, |text| text.add_rows(last.as_ref(), rows.trim()))
}

fn owned(words: &[&str]) -> impl Iterator<Item = String> {
    words.iter().map(|word| (*word).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::System;
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
        let every: BTreeSet<Event> = Event::ALL.into_iter().collect();
        assert_eq!(every.len(), Event::ALL.len());
    }

    #[test]
    fn the_missing_chits_are_added_as_a_set_or_one_by_one() {
        let template = crate::template(System::AtAnyCost);
        let (start, rest) = template.split_once("[[chit]]").unwrap();
        let bare = format!("{start}{}", &rest[rest.find("[victory]").unwrap()..]);
        let one = bare.replace("[victory]\n", "[[chit]]\nside = \"blue\"\nevent = \"auftragstaktik\"\n\n[victory]\n");
        for (text, titles) in
            [(bare, ["add the set of ten chits"; 2]), (one, ["add the set of ten chits", "add 9 of the set"])]
        {
            let mut text = text;
            for title in titles {
                let loaded = crate::load(&text);
                let mut fixes = loaded.diagnostics.iter().flat_map(|finding| &finding.fixes);
                let fix = fixes.find(|fix| fix.title == title).unwrap();
                text = fix.apply(&text).unwrap();
            }
            let left = crate::load(&text).diagnostics;
            assert!(left.is_empty(), "{left:?}");
        }
        for nation in [Nation::French, Nation::Prussian] {
            assert_eq!(Event::set_of(nation).len(), CHITS);
        }
    }

    #[test]
    fn the_words_of_events_are_shown_by_their_names() {
        for event in Event::ALL {
            let word = serde_json::to_value(event).unwrap();
            assert_eq!(crate::words::plain(word.as_str().unwrap()), event.name());
        }
    }

    #[test]
    fn an_army_has_no_events_of_the_other() {
        let found = shown(&[("\"beaten-zone\"", "\"krupps-guns\"")]);
        assert_eq!(found, ["wrong-nation-event \"krupps-guns\""]);
    }
}
