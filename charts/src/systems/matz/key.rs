//! The key of abbreviations and of the numbers on the counters.

use battlewright_schema::system::matz::Kind;

use super::MatzSheet;
use crate::amount::Unit;
use crate::chart::{Chart, ChartKind};
use crate::phrase;
use crate::phrase::{Phrase, Picture};

/// Returns the abbreviations of the charts and of the counters, in alphabetical order.
pub(super) fn key(sheet: &MatzSheet<'_, '_>) -> Chart {
    let words: [(&str, &str); 7] = [
        ("2▸ ◂2", "columns to the right, better for the attacker or the guns; to the left, worse"),
        ("HQ", "headquarters"),
        ("MP", "movement points: the last number of a counter"),
        ("N", "neutralized; a number after it: steps lost"),
        ("ratio", "points of the attacker divided by those of the defender"),
        ("VP", "victory points"),
        ("ZOC", "zone of control: the six hexes around infantry and tanks, not across a hexside that stops it"),
    ];
    let mut entries: Vec<(String, Phrase)> =
        words.into_iter().map(|(short, meaning)| (short.to_owned(), meaning.into())).collect();
    if sheet.has_aircraft() {
        entries.push(("mega-hex".to_owned(), "a group of hexes with a thick border, for aircraft".into()));
    }
    if sheet.has(Kind::Stosstruppen) {
        entries.push(("Stosstruppen".to_owned(), "assault troops".into()));
    }
    entries.extend(gun(sheet));
    entries.extend(headquarters(sheet));
    if sheet.has_aircraft() {
        entries.extend(aircraft(sheet));
    }
    entries.sort_by_key(|(short, _)| short.to_lowercase());
    Chart::new("key", "Key", "", ChartKind::Key(entries))
}

/// Returns the numbers of an artillery counter, as an example; `None` without artillery.
fn gun(sheet: &MatzSheet<'_, '_>) -> Option<(String, Phrase)> {
    let at = sheet.own.unit.iter().position(|unit| unit.kind == Kind::Artillery)?;
    let row = sheet.row("unit", at);
    let number = |key: &str, unit| sheet.source.amount(row.clone().key(key), unit);
    let meaning = phrase![
        Picture::Unit(at),
        "on a gun: bombardment value ",
        number("bombardment", Unit::Count),
        ", defense value ",
        number("defense", Unit::Count),
        ", range ",
        number("range", Unit::Hexes),
    ];
    Some((sheet.own.unit.get(at)?.printed(0), meaning))
}

/// Returns the numbers of a counter of a headquarters, as an example; `None` without one.
fn headquarters(sheet: &MatzSheet<'_, '_>) -> Option<(String, Phrase)> {
    let (at, hq) = sheet.own.formation.iter().enumerate().find_map(|(at, row)| Some((at, row.hq.as_ref()?)))?;
    let row = sheet.row("formation", at).key("hq");
    let meaning = phrase![
        "on an HQ: combat value ",
        sheet.source.amount(row.clone().key("combat"), Unit::Count),
        ", in defense alone; range ",
        sheet.source.amount(row.key("range"), Unit::Hexes),
    ];
    Some((hq.printed(), meaning))
}

/// Returns the letters and numbers of the counters of aircraft, as examples.
fn aircraft(sheet: &MatzSheet<'_, '_>) -> Vec<(String, Phrase)> {
    let example = |kind: Kind, name: &str| {
        let at = sheet.own.unit.iter().position(|unit| unit.kind == kind)?;
        let row = sheet.row("unit", at);
        let value = sheet.source.amount(row.clone().key("combat").index(0), Unit::Count);
        let mut meaning = phrase![Picture::Unit(at), format!("{name}: value in air combat "), value];
        if kind == Kind::Bomber {
            meaning = meaning
                .then(phrase![", bombardment value ", sheet.source.amount(row.key("bombardment"), Unit::Count),]);
        }
        Some((sheet.own.unit.get(at)?.printed(0), meaning))
    };
    [example(Kind::Fighter, "fighters"), example(Kind::Bomber, "bombers")].into_iter().flatten().collect()
}
