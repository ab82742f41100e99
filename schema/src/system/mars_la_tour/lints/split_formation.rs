//! Formations on both sides.

use std::collections::BTreeMap;

use crate::SideId;
use crate::diagnostic::{Diagnostic, finding, shown};
use crate::lint::context::Context;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// A formation with units of both sides.
    ///
    /// # Why it matters
    /// A corps belongs to one army. Either a unit has the wrong side, or two armies have a corps of the same name.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// formation = "II Corps"
    /// side = "french"
    ///
    /// [[unit]]
    /// formation = "II Corps"
    /// side = "german"              # "french", or a formation "II Corps (German)"
    /// ```
    ///
    /// # Remedy
    /// Correct the side of the unit, or give the formations different names. If the ids of the units distinguish them,
    /// allow the finding.
    SPLIT_FORMATION = "split-formation", Warning
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    // For each formation and side, the number of units and the index of the first unit.
    let mut formations: BTreeMap<&str, BTreeMap<&SideId, (usize, usize)>> = BTreeMap::new();
    for (row, unit) in own.unit.iter().enumerate() {
        let Some(formation) = unit.formation.as_deref().filter(|name| !name.trim().is_empty()) else { continue };
        // An unknown side is reported by another lint.
        if own.side.contains_key(&unit.side) {
            formations.entry(formation).or_default().entry(&unit.side).or_insert((0, row)).0 += 1;
        }
    }
    for (formation, sides) in formations {
        let mut sides: Vec<_> = sides.into_iter().collect();
        sides.sort_by_key(|(_, (units, row))| (std::cmp::Reverse(*units), *row));
        // Two corps with the same number are common. Only a small minority of units suggests a mistake.
        if let [(most, (many, first)), (least, (few, row)), ..] = sides.as_slice()
            && (*few == 1 || many >= &(few * 3))
        {
            let unit = |row: usize, key: &str| DocPath::root().key("unit").index(row).key(key);
            let message = format!("{} has {many} units of `{most}` and {few} of `{least}`", shown(formation));
            let finding = SPLIT_FORMATION
                .at(unit(*row, "side"), message)
                .related(unit(*first, "formation"), format!("of `{most}`"))
                .help("correct the side, or give the formations of the two sides different names");
            found.push(finding);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;

    #[test]
    fn a_formation_is_of_one_side() {
        let of = |formation: &str| format!("formation = \"{formation}\"\nside = ");
        let red = of("I Corps");
        let both = |blue: &str| {
            shown(&[
                ("name = \"1st Division\"\nside = ", &format!("name = \"1st Division\"\n{red}")),
                ("name = \"1st Brigade\"\nside = ", &format!("name = \"1st Brigade\"\n{}", of(blue))),
            ])
        };
        assert_eq!(both("II Corps"), [] as [&str; 0]);
        assert_eq!(both("I Corps"), ["split-formation \"blue\""]);
    }
}
