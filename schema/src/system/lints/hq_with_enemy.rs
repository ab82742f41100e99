//! Headquarters that start among the enemy.

use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::lint::lookup::lookup;

finding! {
    /// # What it finds
    /// A headquarters that starts in a hex with an enemy unit.
    ///
    /// # Why it matters
    /// An HQ stacks with friendly units only. In some systems, one that is alone with an enemy unit is overrun at once, and
    /// has to stand elsewhere.
    ///
    /// # Example
    /// ```toml
    /// [formation.hq]
    /// at = "0503"                  # an enemy unit has at = "0503", too
    /// ```
    ///
    /// # Remedy
    /// Move the headquarters or the enemy unit to another hex.
    HQ_WITH_ENEMY = "hq-with-enemy", Error
}

/// Notes the headquarters that start with an enemy unit.
pub(crate) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let units = cx.units.iter().filter(|piece| !piece.stacks() && cx.sides.contains(&piece.side));
    let mut first = lookup(cx.units.len());
    for unit in units {
        if let Some(hex) = unit.at {
            first.entry(hex).or_insert(unit);
        }
    }
    // A side that there is not is a finding of its own.
    for hq in cx.units.iter().filter(|piece| piece.stacks() && cx.sides.contains(&piece.side)) {
        let Some(hex) = hq.at else { continue };
        let Some(enemy) = first.get(&hex).filter(|unit| unit.side_number != hq.side_number) else { continue };
        let finding = HQ_WITH_ENEMY
            .at(hq.path().key("at"), format!("the HQ `{}` starts in {hex}, where an enemy unit also starts", hq.id))
            .related(enemy.path().key("at"), format!("`{}` starts here", enemy.id))
            .help("move one of them to another hex");
        found.push(finding);
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::{shown_any_cost, shown_magnifique, shown_matz};

    #[test]
    fn a_headquarters_does_not_start_with_an_enemy() {
        let at =
            |hex: &str| shown_any_cost(&[("movement = 8\nat = \"0202\"", &format!("movement = 8\nat = \"{hex}\""))]);
        assert_eq!(at("0503"), ["hq-with-enemy \"0503\""]);
        assert_eq!(at("0203"), [] as [&str; 0], "with a friend");
        assert_eq!(at("0301"), [] as [&str; 0], "alone");
        let of = |found: Vec<String>| found.into_iter().filter(|line| line.starts_with("hq-with")).collect::<Vec<_>>();
        let blue = |hex: &str| {
            of(shown_magnifique(&[("movement = 8, at = \"0704\"", &format!("movement = 8, at = \"{hex}\""))]))
        };
        assert_eq!((blue("0202"), blue("0503")), (vec!["hq-with-enemy \"0202\"".to_owned()], Vec::new()));
        let red =
            |hex: &str| of(shown_matz(&[("movement = 6\nat = \"0502\"", &format!("movement = 6\nat = \"{hex}\""))]));
        assert_eq!((red("0505"), red("0504")), (vec!["hq-with-enemy \"0505\"".to_owned()], Vec::new()));
    }
}
