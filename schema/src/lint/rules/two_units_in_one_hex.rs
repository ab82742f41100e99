//! Units that start in the same hex.

use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::lint::lookup::lookup;

finding! {
    /// # What it finds
    /// Two units that start in the same hex.
    ///
    /// # Why it matters
    /// A hex holds one unit. The finding is reported at the later unit.
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
    let mut first = lookup(cx.units.len());
    for unit in cx.units.iter().filter(|unit| !unit.stacks()) {
        let Some(hex) = unit.at else { continue };
        let Some(other) = first.get(&hex) else {
            first.insert(hex, unit);
            continue;
        };
        let finding = TWO_UNITS_IN_ONE_HEX
            .at(unit.path().key("at"), format!("`{}` starts in {hex}, where `{}` also starts", unit.id, other.id))
            .related(other.path().key("at"), format!("`{}` starts here", other.id))
            .help("a hex holds one unit");
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
