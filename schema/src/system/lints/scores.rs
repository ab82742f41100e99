//! Places that score twice.

use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::path::DocPath;
use crate::{PlaceId, SideId};

finding! {
    /// # What it finds
    /// A place that scores twice for a side.
    ///
    /// # Why it matters
    /// A place gives points in two rows, so that it counts more than either says. A row without a side counts for both.
    ///
    /// # Example
    /// ```toml
    /// [[victory.hold]]
    /// side = "prussian"
    /// place = "forbach"
    /// points = 4
    ///
    /// [[victory.hold]]
    /// side = "prussian"
    /// place = "forbach"            # again
    /// points = 1
    /// ```
    ///
    /// # Remedy
    /// Keep one of the rows, or correct the side or the place.
    PLACE_SCORES_TWICE = "place-scores-twice", Warning
}

/// Notes the rows of the list at `victory.<list>` that score for a place and a side which an earlier row has. A row without a
/// side scores for all.
pub(crate) fn once<'s>(
    cx: &Context<'_>,
    list: &str,
    rows: impl Iterator<Item = (&'s PlaceId, Option<&'s SideId>)>,
    found: &mut Vec<Diagnostic>,
) {
    let list = DocPath::root().key("victory").key(list);
    let mut first: BTreeMap<(&PlaceId, Option<&SideId>), usize> = BTreeMap::new();
    for (row, (place, side)) in rows.enumerate() {
        let any_side = || first.range((place, None)..).next().filter(|((other, _), _)| *other == place);
        let before = match side {
            None => any_side().map(|(_, row)| *row),
            Some(_) => first.get(&(place, side)).or_else(|| first.get(&(place, None))).copied(),
        };
        let Some(before) = before else {
            first.insert((place, side), row);
            continue;
        };
        let section = list.clone().index(row);
        let fix = cx.take_out("remove the row", &section);
        let finding = PLACE_SCORES_TWICE
            .at(section.key("place"), format!("`{place}` scores already"))
            .related(list.clone().index(before).key("place"), "in this row");
        found.push(finding.help("keep one of the rows").fix(fix));
    }
}
