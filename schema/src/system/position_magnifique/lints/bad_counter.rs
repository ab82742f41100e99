//! Counters with contradictory values.

use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::path::DocPath;
use crate::position_magnifique::Kind;

finding! {
    /// # What it finds
    /// A counter with contradictory values.
    ///
    /// # Why it matters
    /// Cavalry has no `range`, and all other arms have one. The Extended Range is at least the Effective Range. A
    /// reduced unit is not stronger than a full one. Only artillery has a mitrailleuse (4.1).
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// kind = "cavalry"
    /// combat = [2, 3]      # [3, 2]
    /// range = [2, 3]       # cavalry does not fire
    /// ```
    ///
    /// # Remedy
    /// Correct the values of the counter.
    BAD_COUNTER = "bad-counter", Error
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    for (row, unit) in own.unit.iter().enumerate() {
        let mut note =
            |key: Option<&str>, message: String| {
                let unit = DocPath::root().key("unit").index(row);
                let path = match key {
                    Some(key) => unit.key(key),
                    None => unit,
                };
                found.push(BAD_COUNTER.at(path, message).help(
                    "the first number is the front of the counter, or the Effective Range; cavalry has no range",
                ));
            };
        let [full, reduced] = unit.combat;
        if reduced > full {
            note(
                Some("combat"),
                format!("`{}` is stronger when reduced ({reduced}) than at full strength ({full})", unit.id),
            );
        }
        match unit.range {
            Some(_) if unit.kind == Kind::Cavalry => {
                note(Some("range"), format!("`{}` is cavalry and does not fire", unit.id))
            }
            Some([effective, extended]) if extended < effective => {
                note(
                    Some("range"),
                    format!("the Extended Range of `{}`, {extended}, is less than its Effective Range", unit.id),
                );
            }
            None if unit.kind != Kind::Cavalry => note(None, format!("`{}` has no `range`", unit.id)),
            _ => {}
        }
        if unit.mitrailleuse && !unit.kind.is_artillery() {
            note(Some("mitrailleuse"), format!("`{}` has a mitrailleuse but is not artillery", unit.id));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_magnifique as shown;

    #[test]
    fn a_counter_is_consistent() {
        assert_eq!(shown(&[("combat = [5, 3]", "combat = [3, 5]")]), ["bad-counter [3, 5]"]);
        assert_eq!(shown(&[("combat = [2, 1]", "combat = [2, 1]\nrange = [1, 1]")]), ["bad-counter [1, 1]"]);
        assert_eq!(shown(&[("range = [4, 6]", "range = [4, 3]")]), ["bad-counter [4, 3]"]);
        assert_eq!(shown(&[("range = [4, 6]\n", "")]), ["bad-counter [[unit]]"]);
        assert_eq!(shown(&[("range = [4, 6]", "range = [4, 6]\nmitrailleuse = true")]), [] as [&str; 0]);
        assert_eq!(shown(&[("range = [1, 2]", "range = [1, 2]\nmitrailleuse = true")]), ["bad-counter true"]);
    }
}
