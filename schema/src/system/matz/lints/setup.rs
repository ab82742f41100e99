//! The distances of the setup from the front line.

use crate::DocPath;
use crate::common::grid::{Cell, Grid};
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::matz::{Kind, Rules, Unit};

finding! {
    /// # What it finds
    /// A unit with free setup that starts too near to the front line, or too far from it.
    ///
    /// # Why it matters
    /// Those who do not hold the line place infantry and tanks within two hexes of it, and artillery three to five hexes from
    /// it (14). The file is a setup that the owner may change; it keeps to the same distances. A second line is further back
    /// only if the setting `second_line_setup` allows it.
    ///
    /// # Example
    /// ```toml
    /// [front]
    /// side = "german"
    /// hexes = ["0404", "0504"]
    /// free_setup = ["french"]
    ///
    /// [[unit]]
    /// kind = "infantry"
    /// at = "0409"                  # five hexes from 0404
    /// ```
    ///
    /// # Remedy
    /// Move the unit, or change the distances under `[rules]`.
    SETUP_DISTANCE = "setup-distance", Warning
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    let (Some(front), Some(grid)) = (&own.front, &cx.map.grid) else { return };
    let line: Vec<Cell> = front.hexes.iter().filter_map(|hex| cx.map.find(hex)).collect();
    let rules = own.ruleset();
    for (row, unit) in own.unit.iter().enumerate() {
        let side = own.side_of(&unit.formation);
        if *side == front.side || !front.free_setup.contains(side) {
            continue;
        }
        let Some(far) = unit.at.as_ref().and_then(|at| distance(grid, &line, cx.map.find(at)?)) else { continue };
        let Some((from, to)) = span(&rules, unit).filter(|(from, to)| far < *from || far > *to) else { continue };
        let unit_noun = if far == 1 { "hex" } else { "hexes" };
        let distances = if from == 0 { format!("{to} at most") } else { format!("{from} to {to}") };
        let message = format!("`{}` starts {far} {unit_noun} from the front line, and may start {distances}", unit.id);
        let path = DocPath::root().key("unit").index(row).key("at");
        found.push(SETUP_DISTANCE.at(path, message).help("move the unit, or change the distances in `[rules]`"));
    }
}

/// Returns the distance of `cell` from the nearest hex of the line; `None` if the line has no hex.
fn distance(grid: &Grid, line: &[Cell], cell: Cell) -> Option<u32> {
    line.iter().map(|hex| grid.distance(*hex, cell)).min()
}

/// Returns the least and the greatest distance of `unit` from the front line; `None` for aircraft.
fn span(rules: &Rules, unit: &Unit) -> Option<(u32, u32)> {
    match unit.kind {
        Kind::Artillery => Some((rules.artillery_setup_from.into(), rules.artillery_setup_to.into())),
        Kind::Infantry | Kind::Stosstruppen | Kind::Tank => {
            Some((0, rules.infantry_setup.max(rules.second_line_setup).into()))
        }
        Kind::Fighter | Kind::Bomber => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_matz as shown;

    /// The findings in the template, whose blue side has free setup, after these replacements.
    fn free(edits: &[(&str, &str)]) -> Vec<String> {
        let line = (
            "hexes = [\"0404\", \"0504\", \"0604\"]",
            "hexes = [\"0404\", \"0504\", \"0604\"]\nfree_setup = [\"blue\"]",
        );
        shown(&[&[line], edits].concat())
    }

    #[test]
    fn artillery_starts_three_to_five_hexes_from_the_front_line() {
        assert_eq!(free(&[]), [] as [&str; 0]);
        assert_eq!(free(&[("at = \"0608\"", "at = \"0606\"")]), ["setup-distance \"0606\""]);
        assert_eq!(shown(&[("at = \"0608\"", "at = \"0606\"")]), [] as [&str; 0], "nobody places it anew");
    }

    #[test]
    fn infantry_starts_near_the_front_line_unless_there_is_a_second_line() {
        let rules = |settings: &str| free(&[("[victory]", &format!("[rules]\n{settings}\n\n[victory]"))]);
        assert_eq!(rules("infantry_setup = 0"), ["setup-distance \"0505\""]);
        assert_eq!(rules("infantry_setup = 0\nsecond_line_setup = 1"), [] as [&str; 0]);
    }
}
