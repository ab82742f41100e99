//! Terrain classes that make no sense together.

use crate::Letter;
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::path::DocPath;
use crate::system::lints::tables::word;

finding! {
    /// # What it finds
    /// A terrain that lists a class twice, or clear ground besides others.
    ///
    /// # Why it matters
    /// Each class has its effects: if they add up, a class that is there twice costs twice. Clear ground is what a hex has
    /// that has nothing else.
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

/// Notes the classes of each terrain that are there twice, and `clear` ground besides others.
pub(crate) fn check<'s, C: PartialEq + serde::Serialize + 's>(
    cx: &Context<'_>,
    terrain: impl Iterator<Item = (Letter, &'s [C])>,
    clear: &C,
    found: &mut Vec<Diagnostic>,
) {
    for (letter, classes) in terrain {
        let list = DocPath::root().key("map").key("terrain").key(letter.to_string()).key("classes");
        for (index, class) in classes.iter().enumerate() {
            let message = if classes.iter().take(index).any(|other| other == class) {
                format!("`{letter}` is {} twice", word(class))
            } else if class == clear && classes.iter().any(|other| other != class) {
                format!("`{letter}` is {} besides other terrain", word(clear))
            } else {
                continue;
            };
            let path = list.clone().index(index);
            let fix = cx.take_out(format!("remove `{}`", word(class)), &path);
            found.push(TERRAIN_CLASSES.at(path, message).help("list each class once, and clear ground alone").fix(fix));
        }
    }
}
