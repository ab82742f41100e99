//! Terrain that no hex has.

use crate::common::map::VOID;
use crate::diagnostic::{Diagnostic, finding};
use crate::fix::Fix;
use crate::lint::context::Context;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// A terrain letter without hexes.
    ///
    /// # Why it matters
    /// Either the map was changed, or the letter in `hexes` is not the intended one.
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
        } else if used.is_none_or(|used| used.binary_search(letter).is_ok()) {
            continue;
        } else {
            let edit = cx.text.and_then(|text| text.take_out(&path()));
            let fix = Fix::safe("remove the terrain", edit);
            UNUSED_TERRAIN
                .at(path(), format!("no hex of the map has the terrain `{letter}`"))
                .help("remove the terrain, or use it on the map")
                .fix(fix)
        };
        found.push(finding.span(cx.key_span(&path())));
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;

    #[test]
    fn terrain_that_is_not_on_the_map_is_pointed_out() {
        assert_eq!(shown(&[("\"T\" = {", "\"m\" = { name = \"Marsh\" }\n\"T\" = {")]), ["unused-terrain \"m\""]);
    }

    #[test]
    fn the_void_and_the_space_are_no_terrain() {
        assert_eq!(
            shown(&[("\"T\" = {", "_ = { name = \"Sea\" }\n\" \" = { name = \"Gap\" }\n\"T\" = {")]),
            ["reserved-terrain-letter _", "reserved-terrain-letter \" \""]
        );
    }
}
