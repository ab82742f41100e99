//! Counters with contradictory values.

use crate::diagnostic::Diagnostic;
use crate::lint::context::Context;
use crate::position_magnifique::Kind;
use crate::system::lints::bad_counter::{self, CounterFacts};

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    for (row, unit) in own.unit.iter().enumerate() {
        let facts = CounterFacts {
            row,
            id: unit.id.as_str(),
            strength: ("combat", unit.combat),
            fires: unit.kind != Kind::Cavalry,
            range: unit.range,
            mitrailleuse: unit.mitrailleuse,
            is_artillery: unit.kind.is_artillery(),
        };
        bad_counter::check(&facts, found);
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
        assert_eq!(shown(&[("range = [2, 3]", "range = [2, 3]\nmitrailleuse = true")]), ["bad-counter true"]);
    }
}
