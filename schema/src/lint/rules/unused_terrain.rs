//! Terrain that no hex has.

use std::sync::OnceLock;

use crate::common::map::VOID;
use crate::diagnostic::{Diagnostic, finding};
use crate::fix::Fix;
use crate::lint::context::Context;
use crate::load::tree::Arena;
use crate::load::{self, syntax};
use crate::path::DocPath;
use crate::{Scenario, System};

finding! {
    /// # What it finds
    /// A terrain letter without hexes.
    ///
    /// # Why it matters
    /// Either the map was changed, or the letter in `hexes` is not the intended one. Terrain that is as in the template of the
    /// system is not reported: it is there to be painted.
    ///
    /// # Example
    /// ```toml
    /// [map]
    /// hexes = """
    /// . .                  # no hex has the letter `w`
    /// """
    /// [map.terrain]
    /// "." = { name = "Clear" }
    /// w = { name = "Woods" }
    /// ```
    ///
    /// # Remedy
    /// Remove the letter, or use it on the map.
    UNUSED_TERRAIN = "unused-terrain", Warning
}

finding! {
    /// # What it finds
    /// Terrain with a reserved letter.
    ///
    /// # Why it matters
    /// `_` marks missing hexes, and spaces separate the letters, so neither can stand for a terrain.
    ///
    /// # Example
    /// ```toml
    /// [map.terrain]
    /// _ = { name = "Sea" }     # use `~`, for example
    /// ```
    ///
    /// # Remedy
    /// Use another letter.
    RESERVED_TERRAIN_LETTER = "reserved-terrain-letter", Error
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    // An unused letter may be the one meant by an unknown letter.
    let used = cx.map.used();
    for letter in &cx.map.letters {
        let path = || DocPath::root().key("map").key("terrain").key(letter.to_string());
        let finding = if *letter == VOID || letter.is_whitespace() {
            RESERVED_TERRAIN_LETTER
                .at(path(), format!("`{letter}` cannot be the letter of a terrain"))
                .help("`_` marks missing hexes, and spaces separate letters; choose another letter")
        } else if used.is_none_or(|used| used.binary_search(letter).is_ok()) || is_of_template(cx, &path()) {
            continue;
        } else {
            // Whoever draws a map may be about to use it.
            let edit = cx.text.and_then(|text| text.take_out(&path()));
            let fix = Fix::offer("remove the terrain", edit);
            UNUSED_TERRAIN
                .at(path(), format!("no hex of the map has the terrain `{letter}`"))
                .help("remove the terrain, or use it on the map")
                .fix(fix)
        };
        found.push(finding.span(cx.key_span(&path())));
    }
}

/// Returns `true` if the template of the system has the same terrain at `path`.
fn is_of_template(cx: &Context<'_>, path: &DocPath) -> bool {
    const COUNT: usize = System::EVERY.len();
    static TEMPLATES: [OnceLock<Option<Scenario>>; COUNT] = [const { OnceLock::new() }; COUNT];
    let system = cx.scenario.system();
    let slot = System::EVERY.iter().position(|other| *other == system).and_then(|at| TEMPLATES.get(at));
    // Without its lints, of which this is one.
    let read = || {
        let (text, arena) = (crate::template(system), Arena::new());
        let root = syntax::parse(text, &arena).ok()?;
        load::read(text, &root).scenario
    };
    let template = slot.and_then(|slot| slot.get_or_init(read).as_ref());
    let own = template.and_then(|template| template.get(path));
    own.is_some() && own == cx.scenario.get(path)
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;
    use crate::{NewScenario, System, load, template_table};

    #[test]
    fn terrain_that_is_not_on_the_map_is_pointed_out() {
        assert_eq!(shown(&[("\"T\" = {", "\"m\" = { name = \"Marsh\" }\n\"T\" = {")]), ["unused-terrain \"m\""]);
    }

    /// A new empty map has all terrains to paint with. Nothing asks to remove them, and no fix does so unasked.
    #[test]
    fn the_terrain_of_a_template_waits_to_be_painted() {
        for system in System::ALL.into_iter().filter(|system| template_table(*system).is_none()) {
            let text = NewScenario { example: false, ..NewScenario::example(system) }.text().unwrap();
            let found = load(&text).diagnostics;
            assert!(found.iter().all(|finding| finding.code.as_str() != "unused-terrain"), "{found:?}");
            let changed = text.replacen("name = \"Woods\"", "name = \"Wood\"", 1).replacen(
                "name = \"Forest\"",
                "name = \"Wood\"",
                1,
            );
            let found = load(&changed).diagnostics;
            let unused = found.iter().find(|finding| finding.code.as_str() == "unused-terrain").unwrap();
            assert!(unused.safe_fix().is_none() && unused.fixes.len() == 1, "{unused:?}");
        }
    }

    #[test]
    fn the_void_and_the_space_are_no_terrain() {
        assert_eq!(
            shown(&[("\"T\" = {", "_ = { name = \"Sea\" }\n\" \" = { name = \"Gap\" }\n\"T\" = {")]),
            ["reserved-terrain-letter _", "reserved-terrain-letter \" \""]
        );
    }
}
