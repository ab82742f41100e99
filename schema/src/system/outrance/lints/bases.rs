//! Units with a number of bases, a formation or fields that do not fit their troops.

use super::geometry;
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::lint::rules::unchecked;
use crate::outrance::positions::COLUMN_BEND;
use crate::outrance::{Posture, Rules, TroopType, Unit};
use crate::path::DocPath;

/// The most bases of a unit that are compared with each other: more than any formation has.
const MOST_BASES: usize = 16;

finding! {
    /// # What it finds
    /// A unit with an unusual number of bases.
    ///
    /// # Why it matters
    /// A brigade of infantry has four bases and a regiment two. Cavalry has two, four or six, and artillery one to four (II).
    /// The chances of the rules are meant for units of these sizes. A general has no bases.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// troops = "infantry"
    /// bases = 8                    # two brigades
    /// ```
    ///
    /// # Remedy
    /// Correct `bases`, or divide the unit.
    BASE_COUNT = "base-count", Warning
}

finding! {
    /// # What it finds
    /// A formation that the bases of a unit cannot form.
    ///
    /// # Why it matters
    /// In maneuver formation, no rank is wider than the first, nor more than one base narrower; artillery is one wide (IV). A
    /// line bends by at most 30 degrees from base to base, and a column by at most 90. Ranks do not bend.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// bases = 4
    /// posture = "maneuver"
    /// front = 3                    # leaves a second rank of one
    /// ```
    ///
    /// # Remedy
    /// Correct `front` or `bend`. With `bend`, give an angle for each base.
    IMPOSSIBLE_FORMATION = "impossible-formation", Error
}

finding! {
    /// # What it finds
    /// A field that has no effect on a unit.
    ///
    /// # Why it matters
    /// Generals have neither bases, quality, formation nor status, artillery has no quality (II), and only a unit in maneuver
    /// formation has a first rank. Reinforcements come on in march formation (III).
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// troops = "artillery"
    /// quality = "guard"            # all artillery is alike
    /// ```
    ///
    /// # Remedy
    /// Remove the field.
    IDLE_FIELD = "idle-field", Warning
}

finding! {
    /// # What it finds
    /// A unit without bases, or one that has lost half of them.
    ///
    /// # Why it matters
    /// A unit that has lost half of its bases is destroyed (V). It cannot start.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// bases = 4
    /// lost = 2
    /// ```
    ///
    /// # Remedy
    /// Correct `bases` or `lost`, or remove the unit.
    DESTROYED_UNIT = "destroyed-unit", Error
}

finding! {
    /// # What it finds
    /// Bases of one unit that overlap.
    ///
    /// # Why it matters
    /// Miniatures cannot stand in each other. A line that bends outward or inward does not make its bases overlap, but one that
    /// curls up does, as does a column that turns back on itself.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// bases = 4
    /// posture = "march"
    /// bend = [0, 90, 180, 270]     # the head stands on the rear
    /// ```
    ///
    /// # Remedy
    /// Correct `bend`.
    OWN_BASES_OVERLAP = "own-bases-overlap", Error
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    let rules = own.ruleset();
    let deployed_bend = rules.deployed_bend;
    for (row, unit) in own.unit.iter().enumerate() {
        let path = |key: &str| DocPath::root().key("unit").index(row).key(key);
        for key in idle(unit) {
            let message = format!("`{key}` has no effect on `{}`", unit.id);
            found.push(
                IDLE_FIELD
                    .at(path(key), message)
                    .help("remove it")
                    .fix(cx.take_out(format!("remove `{key}`"), &path(key))),
            );
        }
        if unit.troops == TroopType::General {
            continue;
        }
        if unit.bases == 0 || unit.lost >= unit.destroyed_at() {
            let message = match unit.bases {
                0 => format!("`{}` has no bases", unit.id),
                bases => format!("`{}` has lost {} of {bases} bases, and is destroyed", unit.id, unit.lost),
            };
            let key = if unit.bases == 0 { "bases" } else { "lost" };
            found.push(DESTROYED_UNIT.at(path(key), message).help("correct the number, or remove the unit"));
            continue;
        }
        let (usual, sizes): (&[u8], _) = match unit.troops {
            TroopType::Infantry => (&[2, 3, 4], "two to four"),
            TroopType::Cavalry => (&[2, 3, 4, 6], "two, four or six"),
            TroopType::Artillery | TroopType::General => (&[1, 2, 3, 4], "one to four"),
        };
        if !usual.contains(&unit.bases) {
            let message = format!("`{}` has {} bases", unit.id, unit.bases);
            let help = format!("a unit of {} has {sizes} bases", unit.troops.name());
            found.push(BASE_COUNT.at(path("bases"), message).help(help));
        }
        formation(unit, deployed_bend, &path, found);
        if !unit.bend.is_empty() && overlaps_itself(unit, &rules) {
            let message = format!("bases of `{}` overlap each other", unit.id);
            found.push(OWN_BASES_OVERLAP.at(path("bend"), message).help("bend the line or column less"));
        } else if !unit.bend.is_empty() && usize::from(unit.bases_left()) > MOST_BASES {
            let what = format!("whether bases of `{}` after the first {MOST_BASES} overlap", unit.id);
            found.push(unchecked::stopped(path("bases"), &what));
        }
    }
}

/// Returns `true` if bases of a line overlap, or bases of a column that are not neighbors.
fn overlaps_itself(unit: &Unit, rules: &Rules) -> bool {
    let bases = unit.footprint(&rules.tables.base_sizes).unwrap_or_default();
    // The inner corners of neighbors in a bent column overlap.
    let next = if unit.posture == Posture::March { 2 } else { 1 };
    let near = bases.iter().take(MOST_BASES);
    let mut near = near.enumerate();
    near.any(|(at, base)| bases.iter().take(MOST_BASES).skip(at + next).any(|other| geometry::overlap(base, other)))
}

/// Returns the keys of fields that have no effect on `unit`.
fn idle(unit: &Unit) -> Vec<&'static str> {
    let is_general = unit.troops == TroopType::General;
    let comes_on = unit.enters.is_some() && unit.at.is_none();
    let fields = [
        ("bases", is_general && unit.bases > 0),
        ("lost", is_general && unit.lost > 0),
        ("quality", !unit.troops.has_quality() && unit.quality != Default::default()),
        ("weapons", is_general && unit.weapons.is_some()),
        ("status", is_general && unit.status != Default::default()),
        ("posture", (is_general || comes_on) && unit.posture != Default::default()),
        ("front", unit.front.is_some() && (is_general || comes_on || unit.posture != Posture::Maneuver)),
        ("facing", (is_general || comes_on) && unit.facing > 0),
        ("bend", (is_general || comes_on) && !unit.bend.is_empty()),
    ];
    fields.into_iter().filter(|(_, is_idle)| *is_idle).map(|(key, _)| key).collect()
}

/// Reports a formation that the bases of `unit` cannot form.
fn formation(unit: &Unit, deployed_bend: u8, path: &dyn Fn(&str) -> DocPath, found: &mut Vec<Diagnostic>) {
    let bases = unit.bases_left();
    if unit.posture == Posture::Maneuver {
        if unit.ranks().is_none() {
            let front = unit.front.unwrap_or_default();
            let message = format!("{bases} bases of {} cannot form ranks with {front} in front", unit.troops.name());
            let help = match unit.troops {
                TroopType::Artillery => "artillery is one base wide",
                _ => "no rank is wider than the first, nor more than one base narrower; there are two ranks at least",
            };
            found.push(IMPOSSIBLE_FORMATION.at(path("front"), message).help(help));
        }
        if !unit.bend.is_empty() {
            let finding = IMPOSSIBLE_FORMATION.at(path("bend"), "ranks do not bend");
            found.push(finding.help("remove `bend`"));
        }
        return;
    }
    if unit.bend.is_empty() {
        return;
    }
    if unit.bend.len() != usize::from(bases) {
        let message = format!("{bases} bases have {} angles", unit.bend.len());
        found.push(IMPOSSIBLE_FORMATION.at(path("bend"), message).help("write an angle for each base"));
    }
    let most = if unit.posture == Posture::Deployed { deployed_bend } else { COLUMN_BEND };
    let sharp = unit.bend.windows(2).position(|pair| {
        matches!(pair, [one, next] if (one - next).rem_euclid(360).min((next - one).rem_euclid(360)) > i16::from(most))
    });
    if let Some(base) = sharp {
        let message = format!("the line bends by more than {most} degrees");
        let finding = IMPOSSIBLE_FORMATION.at(path("bend").index(base + 1), message);
        found.push(finding.help("bend it by less from base to base"));
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_outrance as shown;

    const RED: &str = "bases = 4\nposture = \"maneuver\"";

    fn with(fields: &str) -> Vec<String> {
        let found = shown(&[(RED, fields)]);
        found.into_iter().filter(|line| !line.starts_with("overlapping") && !line.starts_with("starts-in")).collect()
    }

    #[test]
    fn units_are_of_the_usual_sizes() {
        assert_eq!(with("bases = 2\nposture = \"maneuver\""), [] as [&str; 0]);
        assert_eq!(with("bases = 5\nposture = \"maneuver\""), ["base-count 5"]);
        assert_eq!(with("bases = 0\nposture = \"maneuver\""), ["destroyed-unit 0"]);
        assert_eq!(with("bases = 4\nlost = 2"), ["destroyed-unit 2"], "V");
        assert_eq!(with("bases = 3\nlost = 1\nposture = \"maneuver\""), [] as [&str; 0], "V");
    }

    #[test]
    fn bases_form_ranks_lines_and_columns() {
        assert_eq!(with("bases = 4\nposture = \"maneuver\"\nfront = 2"), [] as [&str; 0]);
        assert_eq!(with("bases = 4\nposture = \"maneuver\"\nfront = 3"), ["impossible-formation 3"], "IV");
        assert_eq!(
            with("bases = 4\nposture = \"maneuver\"\nbend = [0, 0, 0, 0]"),
            ["impossible-formation [0, 0, 0, 0]"]
        );
        assert_eq!(with("bases = 4\nbend = [-30, 0, 10, 40]"), [] as [&str; 0]);
        assert_eq!(with("bases = 4\nbend = [-31, 0, 10, 40]"), ["impossible-formation 0"], "IV: a slight bend");
        assert_eq!(with("bases = 4\nbend = [0, 0]"), ["impossible-formation [0, 0]"]);
        assert_eq!(with("bases = 4\nposture = \"march\"\nbend = [0, 90, 0, -90]"), [] as [&str; 0]);
        assert_eq!(
            with("bases = 4\nposture = \"march\"\nbend = [0, 91, 0, 180]"),
            ["own-bases-overlap [0, 91, 0, 180]", "impossible-formation 91"]
        );
    }

    #[test]
    fn bases_of_a_unit_stand_beside_each_other() {
        let overlaps = |fields: &str| with(fields).iter().any(|line| line.starts_with("own-bases-overlap"));
        assert!(!overlaps("bases = 4\nbend = [-25, 0, 0, 25]"), "o24: bent outward");
        assert!(!overlaps("bases = 4\nbend = [30, 10, -10, -30]"), "o24: bent inward");
        assert!(overlaps("bases = 4\nposture = \"march\"\nbend = [0, 90, 180, 270]"));
        let long = |bases: u8| with(&format!("bases = {bases}\nposture = \"march\"\nbend = [0]"));
        assert!(!long(16).contains(&"unchecked 16".to_owned()) && long(17).contains(&"unchecked 17".to_owned()));
    }

    #[test]
    fn fields_have_an_effect() {
        assert_eq!(with("bases = 4\nfront = 2"), ["idle-field 2"]);
        let general = shown(&[("troops = \"general\"", "troops = \"general\"\nbases = 1\nfacing = 90")]);
        assert_eq!(general, ["idle-field 1", "idle-field 90"]);
        let guns = shown(&[("troops = \"artillery\"", "troops = \"artillery\"\nquality = \"guard\"")]);
        assert_eq!(guns, ["idle-field \"guard\""], "II");
        let late = shown(&[("enters = { turn = 2", "posture = \"march\"\nenters = { turn = 2")]);
        assert_eq!(late, ["idle-field \"march\""], "III");
    }
}
