//! Columns of reinforcements without a clear order.

use std::collections::BTreeMap;

use crate::Counter;
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::lint::view::Piece;

finding! {
    /// # What it finds
    /// A column of reinforcements with contradictory positions.
    ///
    /// # Why it matters
    /// Units of a formation that enter on the same turn at the same entry form a column, and later units pay
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
    let mut columns: BTreeMap<_, Vec<&Piece<'_>>> = BTreeMap::new();
    for piece in cx.units.iter().filter(|piece| cx.formation_numbers.is_given(piece.formation_number)) {
        let Some((turn, _)) = piece.enters else { continue };
        columns.entry((piece.formation_number, turn, piece.entry_number)).or_default().push(piece);
    }
    let at = |counter: Counter| counter.path().key("enters");
    for ((_, turn, _), column) in columns {
        let Some((first, (_, entry))) = column.first().and_then(|first| Some((first, first.enters?))) else { continue };
        let of = first.formation.unwrap_or_default();
        let what = || format!("the column of `{of}` at `{entry}` on turn {turn}");
        for (index, piece) in column.iter().enumerate() {
            let (enters, counter) = (&piece.column, piece.counter);
            let mut before = column.iter().take(index);
            let is_there = |other: &&&Piece<'_>| enters.position.is_some() && other.column.position == enters.position;
            if enters.any_order != first.column.any_order {
                let message = format!("some of {} enter in any order, and some do not", what());
                found.push(BAD_COLUMN.at(at(counter), message).related(at(first.counter), "the first of the column"));
            } else if enters.any_order && enters.position.is_some() {
                let message = format!("{} is in any order, but this unit has a position", what());
                found.push(BAD_COLUMN.at(at(counter).key("position"), message));
            } else if let Some(other) = before.find(is_there) {
                let message = format!("{} already has a unit in this position", what());
                let finding = BAD_COLUMN.at(at(counter).key("position"), message);
                found.push(
                    finding
                        .related(at(other.counter).key("position"), "the same position")
                        .help("give each a different position"),
                );
            } else if enters.position.is_some_and(|position| usize::from(position) > column.len()) {
                let message = format!("{} is only {} long", what(), column.len());
                found.push(BAD_COLUMN.at(at(counter).key("position"), message));
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
