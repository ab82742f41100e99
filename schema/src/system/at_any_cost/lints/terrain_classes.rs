//! Terrain classes that make no sense together.

use crate::at_any_cost::TerrainClass;
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::path::DocPath;
use crate::system::lints::tables::word;

finding! {
    /// # What it finds
    /// A terrain that lists a class twice, or clear ground besides others.
    ///
    /// # Why it matters
    /// The effects of all classes of a hex add up (12.2): a class that is there twice costs twice. Clear ground is what a
    /// hex has that has nothing else.
    ///
    /// # Example
    /// ```toml
    /// [map.terrain]
    /// w = { name = "Woods", classes = ["woods", "woods"] }     # ["woods"]
    /// ```
    ///
    /// # Remedy
    /// Remove the class.
    TERRAIN_CLASSES = "terrain-classes", Warning
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    for (letter, terrain) in &own.map.terrain {
        let list = DocPath::root().key("map").key("terrain").key(letter.to_string()).key("classes");
        for (index, class) in terrain.classes.iter().enumerate() {
            let message = if terrain.classes.iter().take(index).any(|other| other == class) {
                format!("`{letter}` is {} twice", word(class))
            } else if *class == TerrainClass::Clear && terrain.classes.iter().any(|other| other != class) {
                format!("`{letter}` is clear besides other terrain")
            } else {
                continue;
            };
            let path = list.clone().index(index);
            let fix = cx.take_out(format!("remove `{}`", word(class)), &path);
            found.push(TERRAIN_CLASSES.at(path, message).help("list each class once, and clear ground alone").fix(fix));
        }
    }
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
