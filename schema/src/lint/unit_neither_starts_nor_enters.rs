//! Units that never come into the game, and units that come twice.

use super::context::Context;
use crate::diagnostic::{Diagnostic, finding};

finding! {
    /// A unit that is neither on the map at the start nor enters later.
    ///
    /// Give it `at`, the hex in which it starts, or `enters`, its turn and entry.
    ///
    /// ```toml
    /// [[unit]]
    /// id = "de-iii-5"
    /// name = "5th Division"
    /// side = "german"
    /// kind = "infantry"
    /// er = 2               # and then?
    /// ```
    UNIT_NEITHER_STARTS_NOR_ENTERS = "unit-neither-starts-nor-enters", Error
}

finding! {
    /// A unit that is on the map at the start and enters later as well.
    ///
    /// Take out either `at` or `enters`.
    ///
    /// ```toml
    /// [[unit]]
    /// at = "0814"
    /// enters = { turn = 2, at = "C" }
    /// ```
    UNIT_STARTS_AND_ENTERS = "unit-starts-and-enters", Error
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for unit in &cx.units {
        found.push(match (unit.at, unit.enters) {
            (None, None) => UNIT_NEITHER_STARTS_NOR_ENTERS
                .at(unit.path.clone(), format!("`{}` neither starts on the map nor enters", unit.id))
                .help("add `at = \"HEX\"` or `enters = { turn = N, at = \"ENTRY\" }`"),
            (Some(_), Some(_)) => UNIT_STARTS_AND_ENTERS
                .at(unit.path.clone().key("enters"), format!("`{}` starts on the map and enters as well", unit.id))
                .related(unit.path.clone().key("at"), "it starts here")
                .help("take out `at` or `enters`"),
            _ => continue,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::shown;

    #[test]
    fn a_unit_comes_into_the_game_once() {
        assert_eq!(shown(&[("er = 2\nat = \"0704\"", "er = 2")]), ["unit-neither-starts-nor-enters [[unit]]"]);
        let twice = ("at = \"0704\"", "at = \"0704\"\nenters = { turn = 1, at = \"B\" }");
        let entry = ("[[entry]]", "[[entry]]\nid = \"B\"\nside = \"blue\"\nhexes = [\"0801\"]\n[[entry]]");
        assert_eq!(shown(&[twice, entry]), ["unit-starts-and-enters { turn = 1, at = \"B\" }"]);
    }
}
