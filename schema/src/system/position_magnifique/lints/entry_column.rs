//! Columns of reinforcements without a clear order.

use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::position_magnifique::Enters;
use crate::{Counter, FormationId};

finding! {
    /// # What it finds
    /// A column of reinforcements with contradictory positions.
    ///
    /// # Why it matters
    /// Units of a formation that enter on the same turn at the same entry form a column (12.9), and later units pay
    /// more. Their order is the order in the file, or follows `position`. With `any_order`, the owner chooses: then all
    /// units of the column must have `any_order`, and none a position. Two units must not have the same position, and
    /// no position may exceed the number of units.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// enters = { turn = 4, at = "2501", any_order = true }
    ///
    /// [[unit]]
    /// enters = { turn = 4, at = "2501" }   # any_order here as well
    /// ```
    ///
    /// # Remedy
    /// Give each unit of the column a different position, or `any_order` to all of them.
    BAD_COLUMN = "bad-column", Error
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    let mut columns: BTreeMap<_, (&FormationId, Vec<(&Enters, Counter)>)> = BTreeMap::new();
    let hqs = own.formation.iter().map(|formation| (&formation.id, formation.hq.enters.as_ref()));
    let units = own.unit.iter().map(|unit| (&unit.formation, unit.enters.as_ref()));
    for ((formation, enters), piece) in hqs.chain(units).zip(&cx.units) {
        let Some(enters) = enters else { continue };
        let column = (piece.formation_number, enters.turn, piece.entry_number);
        columns.entry(column).or_insert((formation, Vec::new())).1.push((enters, piece.counter));
    }
    let at = |counter: Counter| counter.path().key("enters");
    for ((_, turn, _), (formation, column)) in columns {
        let Some((first, first_counter)) = column.first() else { continue };
        let what = || format!("the column of `{formation}` at `{}` on turn {turn}", first.at);
        for (index, (enters, counter)) in column.iter().enumerate() {
            let before = column.iter().take(index);
            let position =
                |other: &&(&Enters, Counter)| other.0.position.is_some() && other.0.position == enters.position;
            if enters.any_order != first.any_order {
                let message = format!("some of {} enter in any order, and some do not", what());
                found.push(BAD_COLUMN.at(at(*counter), message).related(at(*first_counter), "the first of the column"));
            } else if enters.any_order && enters.position.is_some() {
                let message = format!("{} is in any order, but this unit has a position", what());
                found.push(BAD_COLUMN.at(at(*counter).key("position"), message));
            } else if let Some((_, other)) = before.clone().find(position) {
                let message = format!("{} already has a unit in this position", what());
                let finding = BAD_COLUMN.at(at(*counter).key("position"), message);
                found.push(
                    finding
                        .related(at(*other).key("position"), "the same position")
                        .help("give each a different position"),
                );
            } else if enters.position.is_some_and(|position| usize::from(position) > column.len()) {
                let message = format!("{} is only {} long", what(), column.len());
                found.push(BAD_COLUMN.at(at(*counter).key("position"), message));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_magnifique as shown;

    /// Returns the findings in the template if the dragoons and the brigade enter together, each with additional keys for its
    /// order.
    fn column(dragoons: &str, brigade: &str) -> Vec<String> {
        let one = format!("movement = [5, 5]\nenters = {{ turn = 2, at = \"A\"{brigade} }}");
        let two = format!("enters = {{ turn = 2, at = \"A\"{dragoons} }}");
        shown(&[("movement = [5, 5]\nat = \"0202\"", &one), ("enters = { turn = 2, at = \"A\" }  ", &two)])
    }

    #[test]
    fn the_order_of_a_column_is_clear() {
        assert_eq!(column("", ""), [] as [&str; 0]);
        assert_eq!(column(", any_order = true", ", any_order = true"), [] as [&str; 0]);
        assert_eq!(column(", position = 1", ", position = 2"), [] as [&str; 0]);
        assert_eq!(column(", position = 1", ""), [] as [&str; 0]);
        assert_eq!(column(", position = 1", ", position = 1"), ["bad-column 1"]);
        assert_eq!(column(", position = 3", ""), ["bad-column 3"]);
        assert_eq!(column(", any_order = true", "").len(), 1);
        assert_eq!(column(", any_order = true, position = 1", ", any_order = true"), ["bad-column 1"]);
    }
}
