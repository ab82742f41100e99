//! Formations without units.

use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// A formation without units.
    ///
    /// # Why it matters
    /// Its Activation Chit and its HQ have no effect.
    ///
    /// # Example
    /// ```toml
    /// [[formation]]
    /// id = "fr-ii"         # no [[unit]] has the formation "fr-ii"
    /// ```
    ///
    /// # Remedy
    /// Add units to the formation, or remove it.
    FORMATION_WITHOUT_UNITS = "formation-without-units", Warning
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let common = cx.scenario.common();
    let formations = common.formations();
    if formations.is_empty() {
        return;
    }
    let mut has_units = cx.formation_numbers.each(false);
    for unit in cx.units.iter().filter(|unit| !unit.stacks() && common.needs_start(unit.counter)) {
        // A unit with an unknown formation may belong to one of the formations without units, so nothing is reported.
        if !cx.formation_numbers.is_given(unit.formation_number) {
            return;
        }
        has_units[unit.formation_number] = true;
    }
    let headquarters = cx.units.iter().filter(|unit| unit.stacks());
    for ((row, formation), hq) in formations.iter().enumerate().zip(headquarters) {
        if !has_units[hq.formation_number] {
            let path = DocPath::root().key("formation").index(row);
            let fix = cx.take_out("remove the formation", &path);
            let finding = FORMATION_WITHOUT_UNITS.at(path.key("id"), format!("no unit belongs to `{}`", formation.id));
            found.push(finding.help("add units, or remove it").fix(fix));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_magnifique as shown;

    #[test]
    fn an_hq_commands_units() {
        let other = "[[formation]]\nid = \"none\"\nname = \"None\"\nside = \"red\"\nchit_from_turn = 1\n\
                     hq = { name = \"HQ\", attack = 1, defend = 1, movement = 8, at = \"0101\" }\n\n# Units";
        assert_eq!(shown(&[("# Units", other)]), ["formation-without-units \"none\""]);
    }
}
