//! Duplicate and empty ids.

use std::collections::BTreeSet;

use indexmap::map::Entry;

use crate::diagnostic::{Diagnostic, finding, shown};
use crate::fix::{Fix, quoted};
use crate::lint::context::Context;
use crate::lint::lookup::lookup;

finding! {
    /// # What it finds
    /// Two rows of a list with the same id.
    ///
    /// # Why it matters
    /// References to the id mean the first row. Each list has its own ids: a unit and a place may share an id, but two
    /// units may not. The finding is reported at the later row.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// id = "de-iii-5"
    ///
    /// [[unit]]
    /// id = "de-iii-5"      # "de-iii-6"
    /// ```
    ///
    /// # Remedy
    /// Give the later row a unique id.
    DUPLICATE_ID = "duplicate-id", Error
}

finding! {
    /// # What it finds
    /// A row with an empty id.
    ///
    /// # Why it matters
    /// No other part of the file can refer to it.
    ///
    /// # Example
    /// ```toml
    /// [[place]]
    /// id = ""
    /// ```
    ///
    /// # Remedy
    /// Give the row an id that no other row of the list has.
    EMPTY_ID = "empty-id", Error
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let mut first = lookup(cx.units.len());
    // All names, collected on demand for proposing new ones, with those already proposed.
    let mut all: Option<BTreeSet<(&str, String)>> = None;
    for name in cx.names.all().filter(|name| name.is_id()) {
        if name.text().chars().all(char::is_whitespace) {
            found.push(EMPTY_ID.at(name.path(), "the id is empty").help("give it a short, unique id"));
            continue;
        }
        let before = match first.entry((name.text(), name.kind())) {
            Entry::Occupied(before) => *before.get(),
            Entry::Vacant(free) => {
                free.insert(name);
                continue;
            }
        };
        let (kind, text) = (name.kind(), name.text());
        let noun = kind.strip_suffix("Id").unwrap_or(kind).to_lowercase();
        let names = || cx.names.all().map(|name| (name.kind(), name.text().to_owned())).collect();
        let all = all.get_or_insert_with(names);
        let free = (2..100).map(|n| format!("{text}-{n}")).find(|id| all.insert((kind, id.clone())));
        let path = name.path();
        let write = |id: &str| cx.text.and_then(|text| text.write(&path, quoted(id)));
        let fix = free.and_then(|id| Fix::offer(format!("change the id to `{id}`"), write(&id)));
        let finding = DUPLICATE_ID
            .at(path, format!("another {noun} already has the id {}", shown(text)))
            .related(before.path(), "first defined here")
            .help("give each a unique id; references to this id mean the first")
            .fix(fix);
        found.push(finding);
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;

    #[test]
    fn an_id_is_given_once_in_its_list() {
        assert_eq!(shown(&[("id = \"blue-2\"", "id = \"red-1\"")]), ["duplicate-id \"red-1\""]);
        assert_eq!(shown(&[("id = \"blue-2\"", "id = \"village\"")]), [] as [&str; 0]);
        assert_eq!(shown(&[("id = \"blue-2\"", "id = \"\"")]), ["empty-id \"\""]);
    }
}
