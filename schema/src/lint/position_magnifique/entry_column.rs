//! Columns of reinforcements whose order is not clear.

use std::collections::BTreeMap;

use super::super::context::Context;
use crate::Counter;
use crate::diagnostic::{Diagnostic, finding};
use crate::position_magnifique::Enters;

finding! {
    /// A column of reinforcements that contradicts itself.
    ///
    /// Those of a formation that enter on one turn by one entry form a column (12.9), and the later
    /// ones pay more. Their order is that of the file, or what `position` says, or, with `any_order`,
    /// their owner's choice: then all of them must say so and none may have a position. No two have the
    /// same position, and none a greater one than there are units.
    ///
    /// ```toml
    /// [[unit]]
    /// enters = { turn = 4, at = "2501", any_order = true }
    ///
    /// [[unit]]
    /// enters = { turn = 4, at = "2501" }   # any_order here as well
    /// ```
    BAD_COLUMN = "bad-column", Error
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    let mut columns: BTreeMap<_, Vec<(&Enters, Counter)>> = BTreeMap::new();
    let hqs = own.formation.iter().enumerate();
    let hqs = hqs.map(|(row, formation)| (&formation.id, formation.hq.enters.as_ref(), Counter::Hq(row)));
    let units = own.unit.iter().enumerate();
    let units = units.map(|(row, unit)| (&unit.formation, unit.enters.as_ref(), Counter::Unit(row)));
    for (formation, enters, counter) in hqs.chain(units) {
        let Some(enters) = enters else { continue };
        columns.entry((formation, enters.turn, &enters.at)).or_default().push((enters, counter));
    }
    let at = |counter: Counter| counter.path().key("enters");
    for ((formation, turn, entry), column) in columns {
        let what = format!("the column of `{formation}` at `{entry}` on turn {turn}");
        let Some((first, first_counter)) = column.first() else { continue };
        for (index, (enters, counter)) in column.iter().enumerate() {
            let before = column.iter().take(index);
            let position =
                |other: &&(&Enters, Counter)| other.0.position.is_some() && other.0.position == enters.position;
            if enters.any_order != first.any_order {
                let message = format!("some of {what} enter in any order, and some do not");
                found.push(BAD_COLUMN.at(at(*counter), message).related(at(*first_counter), "the first of the column"));
            } else if enters.any_order && enters.position.is_some() {
                let message = format!("{what} is in any order, but this place in it is fixed");
                found.push(BAD_COLUMN.at(at(*counter).key("position"), message));
            } else if let Some((_, other)) = before.clone().find(position) {
                let message = format!("{what} has someone in this place already");
                let finding = BAD_COLUMN.at(at(*counter).key("position"), message);
                found.push(
                    finding.related(at(*other).key("position"), "the same place").help("give each a place of its own"),
                );
            } else if enters.position.is_some_and(|position| usize::from(position) > column.len()) {
                let message = format!("{what} is only {} long", column.len());
                found.push(BAD_COLUMN.at(at(*counter).key("position"), message));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::shown_magnifique as shown;

    /// The dragoons and the brigade enter together, each with something said of their order.
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
