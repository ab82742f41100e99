//! Units that start in the same hex.

use crate::Counter;
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::lint::lookup::{Lookup, lookup};
use crate::lint::view::Piece;

finding! {
    /// # What it finds
    /// Units that start in the same hex and may not.
    ///
    /// # Why it matters
    /// A hex holds one unit, or as many as the rules let stack. The finding is reported at the later unit.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// id = "a"
    /// at = "0814"
    ///
    /// [[unit]]
    /// id = "b"
    /// at = "0814"
    /// ```
    ///
    /// # Remedy
    /// Move one of the units to another hex.
    TWO_UNITS_IN_ONE_HEX = "two-units-in-one-hex", Error
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let common = cx.scenario.common();
    let mut first = lookup(cx.units.len());
    // The units of each hex with more than one, as far as they may be there.
    let mut stacks: Lookup<_, Vec<usize>> = lookup(0);
    let row = |unit: &Piece<'_>| match unit.counter {
        Counter::Unit(row) | Counter::Hq(row) => row,
    };
    for unit in cx.units.iter().filter(|unit| !unit.stacks()) {
        let Some(hex) = unit.at else { continue };
        let Some(other) = first.get(&hex).copied() else {
            first.insert(hex, unit);
            continue;
        };
        let stack = stacks.entry(hex).or_insert_with(|| vec![row(other)]);
        stack.push(row(unit));
        let Err(rule) = common.stack(stack) else { continue };
        stack.pop();
        let finding = TWO_UNITS_IN_ONE_HEX
            .at(unit.path().key("at"), format!("`{}` starts in {hex}, where `{}` also starts", unit.id, other.id))
            .related(other.path().key("at"), format!("`{}` starts here", other.id))
            .help(rule);
        found.push(finding);
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;

    #[test]
    fn the_later_unit_is_pointed_out() {
        assert_eq!(shown(&[("at = \"0704\"", "at = \"0503\"")]), ["two-units-in-one-hex \"0503\""]);
    }
}
