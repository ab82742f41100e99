//! Units: their figures, steps and divisions, and the steps in a hex.

use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::matz::{Kind, Matz, Unit};
use crate::{DocPath, FormationId, HexId};

finding! {
    /// # What it finds
    /// A counter with figures that its kind does not have, or without those that it has.
    ///
    /// # Why it matters
    /// Artillery has a bombardment value, a defense value and a range (1.3), and no combat value. Infantry and tanks have
    /// combat values only. Aircraft have a combat value and may have a bombardment value, but neither movement points nor
    /// a place on the map.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// kind = "artillery"
    /// combat = [3]                 # bombardment = 3, with defense and range
    /// ```
    ///
    /// # Remedy
    /// Add what is missing, and remove what does not belong to the kind.
    UNIT_FIGURES = "unit-figures", Error
}

finding! {
    /// # What it finds
    /// A unit whose steps contradict each other.
    ///
    /// # Why it matters
    /// The combat values go from full strength to the last step, and a unit with fewer steps is not stronger. A unit that
    /// has lost all its steps is not in the game.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// kind = "infantry"
    /// combat = [3, 5]              # [5, 3]
    /// ```
    ///
    /// # Remedy
    /// Sort the values, or correct `lost`.
    STEP_VALUES = "step-values", Error
}

finding! {
    /// # What it finds
    /// A division in two formations.
    ///
    /// # Why it matters
    /// Divisions belong to one corps; those of one name count as one for command and for joint attacks (7.6, 10.1). The
    /// finding is reported at the first unit of the second formation.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// id = "a"
    /// formation = "fr-34"
    /// division = "125"
    ///
    /// [[unit]]
    /// id = "b"
    /// formation = "fr-35"          # "fr-34"
    /// division = "125"
    /// ```
    ///
    /// # Remedy
    /// Correct the formation, or the name of the division.
    SPLIT_DIVISION = "split-division", Warning
}

finding! {
    /// # What it finds
    /// An infantry unit without a division.
    ///
    /// # Why it matters
    /// Attacks of several divisions are hampered (7.6), and adjacent units of a division pass command on (10.1). A unit
    /// without a division is alone in both.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// kind = "infantry"            # add division = "125"
    /// ```
    ///
    /// # Remedy
    /// Add the `division`.
    UNIT_WITHOUT_DIVISION = "unit-without-division", Warning
}

finding! {
    /// # What it finds
    /// A hex in which more steps start than may stack.
    ///
    /// # Why it matters
    /// At the end of a phase, a hex holds six steps at most, headquarters and artillery included (4). The finding is
    /// reported at the unit that is too many.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// combat = [5, 3]
    /// at = "1305"                  # the fourth regiment of two steps there
    /// ```
    ///
    /// # Remedy
    /// Move units to other hexes.
    OVERSTACKED = "overstacked", Error
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    for (row, unit) in own.unit.iter().enumerate() {
        figures(row, unit, found);
        steps(row, unit, found);
    }
    divisions(own, found);
    stacks(own, found);
}

fn at(row: usize) -> DocPath {
    DocPath::root().key("unit").index(row)
}

fn figures(row: usize, unit: &Unit, found: &mut Vec<Diagnostic>) {
    let (guns, flies) = (unit.kind == Kind::Artillery, unit.kind.flies());
    // Each figure: its key, if the counter has it, if the kind needs it, and if the kind may have it.
    let all = [
        ("combat", !unit.combat.is_empty(), !guns, !guns),
        ("bombardment", unit.bombardment.is_some(), guns || unit.kind == Kind::Bomber, guns || flies),
        ("defense", unit.defense.is_some(), guns, guns),
        ("range", unit.range.is_some(), guns, guns),
        ("movement", unit.movement > 0, !flies, !flies),
        ("at", unit.at.is_some(), false, !flies),
        ("enters", unit.enters.is_some(), false, !flies),
    ];
    for (key, there, needed, allowed) in all {
        let kind = crate::system::lints::tables::word(&unit.kind);
        let finding = if there && !allowed {
            UNIT_FIGURES.at(at(row).key(key), format!("`{}` is {kind} and has no `{key}`", unit.id)).help("remove it")
        } else if needed && !there {
            let message = format!("`{}` is {kind} and needs `{key}`", unit.id);
            UNIT_FIGURES.at(at(row), message).help(format!("add `{key}`"))
        } else {
            continue;
        };
        found.push(finding);
    }
}

fn steps(row: usize, unit: &Unit, found: &mut Vec<Diagnostic>) {
    let mut note = |key: &str, message: String, help: &str| {
        found.push(STEP_VALUES.at(at(row).key(key), message).help(help));
    };
    if unit.combat.is_sorted_by(|stronger, weaker| stronger >= weaker) {
        if unit.kind.flies() && unit.combat.len() > 1 {
            note("combat", format!("`{}` flies and has one step", unit.id), "write one value");
        }
    } else {
        note("combat", format!("`{}` is stronger with fewer steps", unit.id), "begin with the value at full strength");
    }
    if unit.lost > 0 && unit.lost >= unit.all_steps() {
        let message = format!("`{}` has lost {} of {} steps", unit.id, unit.lost, unit.all_steps());
        note("lost", message, "a unit in the game has a step left");
    }
}

fn divisions(own: &Matz, found: &mut Vec<Diagnostic>) {
    let mut homes: BTreeMap<&str, (usize, &FormationId)> = BTreeMap::new();
    for (row, unit) in own.unit.iter().enumerate() {
        match unit.division.as_deref() {
            None if unit.kind == Kind::Infantry => {
                let finding = UNIT_WITHOUT_DIVISION.at(at(row), format!("`{}` has no division", unit.id));
                found.push(finding.help("add `division`"));
            }
            None => {}
            Some(division) => {
                let (first, home) = *homes.entry(division).or_insert((row, &unit.formation));
                // Both armies may have a division of one number; an unknown formation is a finding of its own.
                let of_one_side = own.side_of(home) == own.side_of(&unit.formation);
                if *home != unit.formation && of_one_side {
                    let message = format!("division {division} is in `{home}` and in `{}`", unit.formation);
                    let finding = SPLIT_DIVISION
                        .at(at(row).key("formation"), message)
                        .related(at(first).key("formation"), "the other formation");
                    found.push(finding.help("correct the formation, or the division"));
                    return;
                }
            }
        }
    }
}

fn stacks(own: &Matz, found: &mut Vec<Diagnostic>) {
    let most = own.ruleset().stacking;
    let mut steps: BTreeMap<&HexId, u8> = BTreeMap::new();
    for hex in own.formation.iter().filter_map(|formation| formation.hq.as_ref()?.at.as_ref()) {
        *steps.entry(hex).or_default() += 1;
    }
    for (row, unit) in own.unit.iter().enumerate() {
        let Some(hex) = unit.at.as_ref().filter(|_| !unit.kind.flies()) else { continue };
        let there = steps.entry(hex).or_default();
        let before = *there;
        *there = there.saturating_add(unit.steps());
        if before <= most && *there > most {
            let message = format!("{there} steps start in {hex}, where {most} may stack");
            found.push(OVERSTACKED.at(at(row).key("at"), message).help("move a unit to another hex"));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_matz as shown;

    #[test]
    fn every_kind_has_its_figures() {
        assert_eq!(shown(&[("range = 8\n", "")]), ["unit-figures [[unit]]"]);
        assert_eq!(shown(&[("range = 8\n", "range = 8\ncombat = [1]\n")]), ["unit-figures [1]"]);
        assert_eq!(shown(&[("combat = [5, 3]\n", "combat = [5, 3]\ndefense = 2\n")]), ["unit-figures 2"]);
        assert_eq!(shown(&[("combat = [4]\n", "combat = [4]\nmovement = 6\n")]), ["unit-figures 6"]);
        assert_eq!(shown(&[("combat = [4]\n", "combat = [4]\nat = \"0101\"\n")]), ["unit-figures \"0101\""]);
        assert_eq!(shown(&[("combat = [2]\nbombardment = 3", "combat = [2]")]), ["unit-figures [[unit]]"]);
    }

    #[test]
    fn steps_go_down_and_one_is_left() {
        assert_eq!(shown(&[("combat = [5, 3]", "combat = [3, 5]")]), ["step-values [3, 5]"]);
        assert_eq!(shown(&[("combat = [5, 3]", "combat = [5, 3]\nlost = 1")]), [] as [&str; 0]);
        assert_eq!(shown(&[("combat = [5, 3]", "combat = [5, 3]\nlost = 2")]), ["step-values 2"]);
        assert_eq!(shown(&[("combat = [4]\nbombardment", "combat = [4, 2]\nbombardment")]), ["step-values [4, 2]"]);
    }

    #[test]
    fn divisions_belong_together() {
        let army = ("formation = \"red-corps\"\ndivision = \"2\"", "formation = \"red-corps\"\ndivision = \"1\"");
        assert_eq!(shown(&[army]), [] as [&str; 0]);
        let other = (
            "[[formation]]\nid = \"red-air\"",
            "[[formation]]\nid = \"red-army\"\nname = \"Red Army\"\nside = \"red\"\nechelon = \"army\"\n\n[[formation]]\nid = \"red-air\"",
        );
        let split = ("formation = \"red-corps\"\ndivision = \"2\"", "formation = \"red-army\"\ndivision = \"1\"");
        assert_eq!(shown(&[other, split]), ["split-division \"red-army\""]);
        assert_eq!(
            shown(&[("division = \"11\"\nkind = \"infantry\"", "kind = \"infantry\"")]),
            ["unit-without-division [[unit]]"]
        );
    }

    #[test]
    fn a_hex_holds_six_steps() {
        // Three steps of infantry and assault troops are in 0504 already.
        let tanks = |values: &str| {
            let unit = format!(
                "[[unit]]\nid = \"red-tanks\"\nname = \"Tanks\"\nformation = \"red-corps\"\nkind = \"tank\"\ncombat = [{values}]\nmovement = 6\nat = \"0504\"\n\n[[unit]]\nid = \"red-guns\""
            );
            shown(&[("[[unit]]\nid = \"red-guns\"", &unit)])
        };
        assert_eq!(tanks("3, 2, 1"), [] as [&str; 0]);
        assert_eq!(tanks("4, 3, 2, 1"), ["overstacked \"0504\""]);
    }
}
