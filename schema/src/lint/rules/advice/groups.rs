//! Groups of advice that are not of its side.

use std::collections::BTreeSet;

use super::rows;
use crate::SideId;
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::lint::dangling;
use crate::lint::lookup::{Lookup, lookup};
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// Advice for a unit that does not exist.
    ///
    /// # Why it matters
    /// The advice has no effect on the unit that was meant. Advice refers to units by `id`, not by `name`.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// id = "de-iii-5"
    ///
    /// [[computer]]
    /// units = ["de-iii-15"]        # "de-iii-5"
    /// ```
    ///
    /// # Remedy
    /// Write the id of a `[[unit]]`.
    UNKNOWN_UNIT = "unknown-unit", Error
}

finding! {
    /// # What it finds
    /// Advice for one side that names a formation or a unit of the other side.
    ///
    /// # Why it matters
    /// The computer player of a side commands only its own units, so that the name has no effect.
    ///
    /// # Example
    /// ```toml
    /// [[formation]]
    /// id = "fr-ii"
    /// side = "french"
    ///
    /// [[computer]]
    /// side = "prussian"
    /// formations = ["fr-ii"]       # "de-iii"
    /// ```
    ///
    /// # Remedy
    /// Name a formation or unit of the side, or correct the side.
    ADVICE_OF_OTHER_SIDE = "advice-of-other-side", Warning
}

pub(in crate::lint::rules) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    if cx.advice.is_empty() {
        return;
    }
    let units: Vec<&str> = cx.units.iter().filter(|unit| !unit.stacks()).map(|unit| unit.id).collect();
    let is_advice = |path: &DocPath| path.is_within(&DocPath::root().key("computer"));
    dangling::check_where(cx, "UnitId", &UNKNOWN_UNIT, &units, is_advice, found);
    let owners = Owners::of(cx);
    for (path, advice) in rows(cx) {
        let formations = advice.formations.iter().map(|formation| formation.as_str());
        let units = advice.units.iter().map(|unit| unit.as_str());
        let formations = formations.enumerate().map(|(at, id)| ("formations", at, id, owners.formations.get(id)));
        let named = formations.chain(units.enumerate().map(|(at, id)| ("units", at, id, owners.units.get(id))));
        for (list, at, id, sides) in named {
            let Some(sides) = sides.filter(|sides| !sides.contains(advice.side)) else { continue };
            let owner = sides.first().map_or("", |side| side.as_str());
            let path = path.clone().key(list).index(at);
            let side = path.parent().and_then(|list| list.parent()).map(|row| row.key("side"));
            let fix = cx.write(&side.unwrap_or_else(DocPath::root), &format!("\"{owner}\""));
            let finding = ADVICE_OF_OTHER_SIDE
                .at(path, format!("`{id}` is of side `{owner}`, and the advice is for `{}`", advice.side))
                .help("name a formation or unit of the side, or correct the side")
                .fix(fix.filter(|_| advice.formations.len() + advice.units.len() == 1));
            found.push(finding);
        }
    }
}

/// The sides of units and formations. A name of formations can be that of both sides, in systems whose files do not list them.
struct Owners<'c> {
    units: Lookup<&'c str, BTreeSet<&'c SideId>>,
    formations: Lookup<&'c str, BTreeSet<&'c SideId>>,
}

impl<'c> Owners<'c> {
    fn of(cx: &'c Context<'_>) -> Self {
        let listed = cx.scenario.common().formations();
        let mut owners = Self { units: lookup(cx.units.len()), formations: lookup(listed.len()) };
        for formation in &listed {
            owners.formations.entry(formation.id.as_str()).or_default().insert(formation.side);
        }
        for unit in cx.units.iter().filter(|unit| !unit.stacks()) {
            owners.units.entry(unit.id).or_default().insert(unit.side);
            if let Some(formation) = unit.formation.filter(|_| listed.is_empty()) {
                owners.formations.entry(formation).or_default().insert(unit.side);
            }
        }
        owners
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::{shown, shown_magnifique};

    #[test]
    fn a_group_is_of_the_side() {
        let advice = |group: &str| {
            let row = format!("[[computer]]\nside = \"red\"\n{group}\nposture = \"free\"\n\n[[chit]]");
            shown_magnifique(&[("[[chit]]", &row)])
        };
        assert_eq!(advice("formations = [\"red-corps\"]"), [] as [&str; 0]);
        assert_eq!(advice("units = [\"red-1\", \"red-2\"]"), [] as [&str; 0]);
        assert_eq!(advice("formations = [\"blue-corps\"]"), ["advice-of-other-side \"blue-corps\""]);
        assert_eq!(advice("units = [\"red-1\", \"red-2\", \"blue-1\"]"), ["advice-of-other-side \"blue-1\""]);
        assert_eq!(advice("units = [\"red-9\"]"), ["unknown-unit \"red-9\""]);
        assert_eq!(advice("formations = [\"no-corps\"]"), ["unknown-formation \"no-corps\""]);
    }

    #[test]
    fn a_formation_without_a_row_is_known_by_its_units() {
        let advice = |side: &str, name: &str| {
            let row =
                format!("[[computer]]\nside = \"{side}\"\nformations = [\"{name}\"]\nposture = \"free\"\n\n[victory]");
            shown(&[("kind = \"infantry\"", "formation = \"I Corps\"\nkind = \"infantry\""), ("[victory]", &row)])
        };
        assert_eq!(advice("red", "I Corps"), [] as [&str; 0]);
        assert_eq!(advice("red", "II Corps"), ["unknown-formation \"II Corps\""]);
        assert_eq!(advice("blue", "I Corps"), ["advice-of-other-side \"I Corps\""]);
    }
}
