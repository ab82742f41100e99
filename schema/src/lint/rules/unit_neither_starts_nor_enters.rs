//! Units without a start, or with two.

use crate::diagnostic::{Diagnostic, finding};
use crate::fix::{Fix, quoted};
use crate::lint::context::Context;
use crate::lint::view::Piece;
use crate::path::DocPath;

/// The most entries offered to a unit.
const MOST_ENTRIES: usize = 6;

finding! {
    /// # What it finds
    /// A unit that neither starts on the map nor enters later.
    ///
    /// # Why it matters
    /// The unit is never in the game.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// id = "de-iii-5"
    /// name = "5th Division"
    /// side = "german"
    /// kind = "infantry"
    /// er = 2               # no `at` and no `enters`
    /// ```
    ///
    /// # Remedy
    /// Add `at` with a start hex, or `enters` with a turn and an entry.
    UNIT_NEITHER_STARTS_NOR_ENTERS = "unit-neither-starts-nor-enters", Error
}

finding! {
    /// # What it finds
    /// A unit with more than one start: on the map and as a reinforcement, or in a hex and in a setup zone.
    ///
    /// # Why it matters
    /// A unit has exactly one of `at`, `enters` and, in systems with areas, `zone`.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// at = "0814"
    /// enters = { turn = 2, at = "C" }
    /// ```
    ///
    /// # Remedy
    /// Keep one of the keys.
    UNIT_STARTS_AND_ENTERS = "unit-starts-and-enters", Error
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    // A game without a map has no hexes and entries; its system determines the starts.
    if cx.scenario.common().table().is_some() {
        return;
    }
    let common = cx.scenario.common();
    let has_zones = common.has_zones();
    let out = |unit: DocPath, key: &str| {
        let edit = cx.text.and_then(|text| text.take_out(&unit.key(key)));
        Fix::offer(format!("remove `{key}`"), edit)
    };
    for unit in &cx.units {
        let start = unit.at.map(|_| "at").or(unit.zone.map(|_| "zone"));
        found.push(match (start, unit.enters) {
            (None, None) if !common.needs_start(unit.counter) => continue,
            (None, None) => UNIT_NEITHER_STARTS_NOR_ENTERS
                .at(unit.path(), format!("`{}` neither starts on the map nor enters", unit.id))
                .help(match has_zones {
                    true => "add `at = \"HEX\"`, `zone = \"ZONE\"` or `enters = { turn = N, at = \"ENTRY\" }`",
                    false => "add `at = \"HEX\"` or `enters = { turn = N, at = \"ENTRY\" }`",
                })
                .fixes(enter(cx, unit)),
            (Some(start), Some(_)) => UNIT_STARTS_AND_ENTERS
                .at(unit.path().key("enters"), format!("`{}` both starts on the map and enters later", unit.id))
                .related(unit.path().key(start), "it starts here")
                .help(format!("remove `{start}` or `enters`"))
                .fix(out(unit.path(), "enters"))
                .fix(out(unit.path(), start)),
            (Some("at"), None) if unit.zone.is_some() => UNIT_STARTS_AND_ENTERS
                .at(unit.path().key("zone"), format!("`{}` has both a start hex and a setup area", unit.id))
                .related(unit.path().key("at"), "it starts here")
                .help("remove `at` or `zone`")
                .fix(out(unit.path(), "zone"))
                .fix(out(unit.path(), "at")),
            _ => continue,
        });
    }
}

/// Returns fixes that let `unit` enter by an entry of its side on the first turn.
fn enter(cx: &Context<'_>, unit: &Piece<'_>) -> Vec<Fix> {
    let entries = cx.entries.iter().filter(|entry| entry.side == *unit.side).take(MOST_ENTRIES);
    let turn = cx.first_turn.max(1);
    let fix = |entry: &crate::Entry| {
        let literal = format!("{{ turn = {turn}, at = {} }}", quoted(entry.id.as_str()));
        let title = format!("let it enter on turn {turn} at `{}`", entry.id);
        cx.offer(title, |text| text.add_key(&unit.path(), "enters", &literal))
    };
    entries.filter_map(fix).collect()
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;

    #[test]
    fn a_unit_comes_into_the_game_once() {
        assert_eq!(shown(&[("er = 2\nat = \"0704\"", "er = 2")]), ["unit-neither-starts-nor-enters [[unit]]"]);
        let twice = ("at = \"0704\"", "at = \"0704\"\nenters = { turn = 1, at = \"B\" }");
        let entry = ("[[entry]]", "[[entry]]\nid = \"B\"\nside = \"blue\"\nhexes = [\"0801\"]\n[[entry]]");
        assert_eq!(shown(&[twice, entry]), ["unit-starts-and-enters { turn = 1, at = \"B\" }"]);
    }
}
