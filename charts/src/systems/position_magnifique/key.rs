//! The key of abbreviations and of the numbers on the counters.

use battlewright_schema::system::position_magnifique::{Kind, Unit as UnitRow};

use super::PositionSheet;
use crate::amount::Unit;
use crate::chart::{Chart, ChartKind};
use crate::phrase;
use crate::phrase::{Phrase, Picture};

/// Returns the abbreviations of the charts and of the counters, in alphabetical order.
pub(super) fn key(sheet: &PositionSheet<'_, '_>) -> Chart {
    let words: [(&str, &str); 9] = [
        ("A", "Command Rating of an HQ under Attack orders; in a result, the attackers lose"),
        ("D", "Command Rating of an HQ under Defend orders; in a result, the defender loses"),
        ("HQ", "headquarters"),
        ("MP", "movement points: the last number of a counter"),
        ("MT", "Morale Test"),
        ("SH", "Shaken"),
        ("SL", "step lost: a unit has two, full and reduced"),
        ("2d6", "the total of two dice; \"a die\" is one"),
        ("2▸ ◂2", "columns to the right, better for the firer or attackers; to the left, worse"),
    ];
    let mut entries: Vec<(String, Phrase)> =
        words.into_iter().map(|(short, meaning)| (short.to_owned(), meaning.into())).collect();
    entries.extend(counter(sheet));
    let other = |is_it: fn(&UnitRow) -> bool, letter: &str, meaning: &str| {
        let at = sheet.own.unit.iter().position(is_it)?;
        Some((letter.to_owned(), phrase![Picture::Unit(at), meaning]))
    };
    entries.extend(other(|unit| unit.kind == Kind::HorseArtillery && !unit.mitrailleuse, "h", "horse artillery"));
    entries.extend(other(|unit| unit.mitrailleuse, "m", "a battery with mitrailleuses"));
    entries.sort_by_key(|(short, _)| short.to_lowercase());
    Chart::new("key", "Key", "", ChartKind::Key(entries))
}

/// Returns the numbers of a counter that fires, as an example; `None` if no unit fires.
fn counter(sheet: &PositionSheet<'_, '_>) -> Option<(String, Phrase)> {
    let is_plain = |unit: &UnitRow| unit.kind == Kind::Infantry && unit.range.is_some() && !unit.mitrailleuse;
    let at = sheet.own.unit.iter().position(is_plain)?;
    let unit = sheet.own.unit.get(at)?;
    let row = sheet.row("unit", at);
    let [near, far] = [0, 1].map(|index| sheet.source.amount(row.clone().key("range").index(index), Unit::Hexes));
    let meaning = phrase![
        Picture::Unit(at),
        "on a counter: Combat Factor ",
        sheet.source.amount(row.key("combat").index(0), Unit::Count),
        ", Effective Range ",
        near,
        ", Extended Range ",
        far,
    ];
    Some((unit.printed(false), meaning))
}
