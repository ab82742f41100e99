//! Terrain classes that make no sense together.

use crate::at_any_cost::TerrainClass;
use crate::diagnostic::Diagnostic;
use crate::lint::context::Context;
use crate::system::lints::terrain_classes;

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    let terrain = own.map.terrain.iter().map(|(letter, terrain)| (*letter, terrain.classes.as_slice()));
    terrain_classes::check(cx, terrain, &TerrainClass::Clear, found);
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_any_cost as shown;

    #[test]
    fn a_hex_has_each_feature_once() {
        let with = |classes: &str| shown(&[("classes = [\"ravine\"]", &format!("classes = [{classes}]"))]);
        assert_eq!(with("\"woods\", \"ravine\""), [] as [&str; 0]);
        assert_eq!(with("\"clear\""), [] as [&str; 0]);
        assert_eq!(with("\"ravine\", \"ravine\""), ["terrain-classes \"ravine\""]);
        assert_eq!(with("\"clear\", \"ravine\""), ["terrain-classes \"clear\""]);
    }
}
