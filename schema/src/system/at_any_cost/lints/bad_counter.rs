//! Counters with contradictory values.

use crate::at_any_cost::Kind;
use crate::diagnostic::Diagnostic;
use crate::lint::context::Context;
use crate::system::lints::bad_counter::{self, CounterFacts, bad};

/// The most that a Tactical Cohesion Rating can be (3.1).
const MOST_TCR: u8 = 10;

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    for (row, unit) in own.unit.iter().enumerate() {
        let id = unit.id.as_str();
        // The Fresh figures of a Small Unit do not count (3.4).
        let counting = |[fresh, worn]: [u8; 2]| if unit.small { [worn, worn] } else { [fresh, worn] };
        let facts = CounterFacts {
            row,
            id,
            strength: ("sp", counting(unit.sp)),
            fires: unit.kind != Kind::Cavalry,
            range: unit.range,
            mitrailleuse: unit.mitrailleuse.is_some(),
            is_artillery: unit.kind.is_artillery(),
        };
        bad_counter::check(&facts, found);
        let mut note = |key: &str, message: String| found.push(bad(row, Some(key), message));
        let [fresh, worn] = counting(unit.tcr);
        if worn > fresh {
            note("tcr", format!("`{id}` is steadier when Battleworn ({worn}) than when Fresh ({fresh})"));
        } else if fresh > MOST_TCR {
            note("tcr", format!("`{id}` has a TCR of {fresh}; the most is {MOST_TCR}"));
        }
        if unit.weight.is_some() && unit.kind != Kind::Cavalry {
            note("weight", format!("`{id}` has a weight but is not cavalry"));
        }
        if unit.division_artillery && !unit.kind.is_artillery() {
            note("division_artillery", format!("`{id}` is Division artillery but not artillery"));
        }
        if let Some(marker) = unit.mitrailleuse {
            let [fresh, worn] = counting(marker.sp);
            if worn > fresh {
                note("mitrailleuse", format!("the mitrailleuse of `{id}` is stronger when Battleworn than when Fresh"));
            }
            if marker.range[1] < marker.range[0] {
                note(
                    "mitrailleuse",
                    format!("the Extreme Range of the mitrailleuse of `{id}` is less than its Effective Range"),
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_any_cost as shown;

    #[test]
    fn a_counter_is_consistent() {
        assert_eq!(shown(&[("sp = [6, 3]", "sp = [3, 6]")]), ["bad-counter [3, 6]"]);
        assert_eq!(shown(&[("tcr = [6, 5]", "tcr = [5, 6]")]), ["bad-counter [5, 6]"]);
        assert_eq!(shown(&[("tcr = [6, 5]", "tcr = [11, 5]")]), ["bad-counter [11, 5]"]);
        assert_eq!(shown(&[("range = [2, 3]", "range = [3, 2]")]), ["bad-counter [3, 2]"]);
        assert_eq!(shown(&[("range = [2, 3]", "range = [2, 3]\nweight = \"heavy\"")]), ["bad-counter \"heavy\""]);
        assert_eq!(shown(&[("range = [2, 3]", "range = [2, 3]\ndivision_artillery = true")]), ["bad-counter true"]);
        assert_eq!(shown(&[("weight = \"medium\"", "weight = \"medium\"\nrange = [1, 1]")]), ["bad-counter [1, 1]"]);
    }

    #[test]
    fn the_fresh_figures_of_a_small_unit_do_not_count() {
        let small = |sp: &str, tcr: &str| {
            shown(&[("sp = [2, 1]\ntcr = [5, 4]", &format!("small = true\nsp = {sp}\ntcr = {tcr}"))])
        };
        assert_eq!(small("[0, 1]", "[0, 4]"), ["small-unit-figures [0, 1]", "small-unit-figures [0, 4]"]);
        assert_eq!(small("[1, 1]", "[11, 11]"), ["bad-counter [11, 11]"]);
    }

    #[test]
    fn a_mitrailleuse_is_consistent_and_goes_with_guns() {
        let marker = "mitrailleuse = { sp = [4, 2], range = [3, 4] }";
        assert_eq!(shown(&[(marker, "mitrailleuse = { sp = [2, 4], range = [3, 4] }")]).len(), 1);
        assert_eq!(shown(&[(marker, "mitrailleuse = { sp = [4, 2], range = [4, 3] }")]).len(), 1);
        let foot = format!("range = [2, 3]\n{marker}");
        let found = shown(&[("range = [2, 3]", &foot)]);
        assert_eq!(found, ["bad-counter { sp = [4, 2], range = [3, 4] }"]);
    }
}
