//! Units that cannot start where they do.

use std::collections::BTreeSet;

use super::{MANY, MOST_COMPARISONS, closed, geometry};
use crate::UnitId;
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::lint::rules::unchecked;
use crate::outrance::{BaseShape, Outrance, Rules, TroopType};
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// Bases of two units that overlap.
    ///
    /// # Why it matters
    /// No unit ends its movement on another one (IV), and miniatures on a table cannot stand in each other. Generals are units, too
    /// (ruling o34).
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// id = "fr-jolivet"
    /// at = "14,16.8"
    ///
    /// [[unit]]
    /// id = "fr-1-guns"
    /// at = "14,17"                 # half an inch away
    /// ```
    ///
    /// # Remedy
    /// Move one of the units, turn it, or give it another formation.
    OVERLAPPING_BASES = "overlapping-bases", Error
}

finding! {
    /// # What it finds
    /// A unit with a base beyond the edge of the table.
    ///
    /// # Why it matters
    /// A base off the table is nowhere. `at` is the center of the front; the other bases stand beside it and behind it.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// bases = 4
    /// at = "1,10"                  # its left base ends at -1
    /// ```
    ///
    /// # Remedy
    /// Move the unit, or let it enter as a reinforcement.
    BASES_OFF_TABLE = "bases-off-table", Error
}

finding! {
    /// # What it finds
    /// A unit that starts within the zone of control of an enemy.
    ///
    /// # Why it matters
    /// No unit comes closer than an inch to an enemy but by an assault (IV). Such a unit may only move away.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// id = "fr-micheler"
    /// at = "25.6,15.4"
    ///
    /// [[unit]]
    /// id = "de-francois"
    /// at = "25.6,14.5"
    /// facing = 180
    /// ```
    ///
    /// # Remedy
    /// Move one of the units.
    STARTS_IN_ENEMY_ZONE = "starts-in-enemy-zone", Warning
}

/// A unit on the table.
pub(super) struct PlacedUnit {
    pub(super) row: usize,
    pub(super) bases: Vec<BaseShape>,
    /// The left and the right end of the unit.
    span: (i32, i32),
}

impl PlacedUnit {
    fn new(row: usize, bases: Vec<BaseShape>) -> Option<Self> {
        let ends = || bases.iter().flat_map(|base| base.corners).map(|corner| corner.x);
        Some(Self { row, span: (ends().min()?, ends().max()?), bases })
    }

    pub(super) fn path(&self) -> DocPath {
        DocPath::root().key("unit").index(self.row).key("at")
    }
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    if let Some(own) = super::own(cx) {
        problems(own, found);
    }
}

/// Returns the problems of the units at `rows` of the order of battle: they cannot start where they do.
pub(in crate::system::outrance) fn problems_of(own: &Outrance, rows: &[usize]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    problems(own, &mut found);
    let paths: Vec<DocPath> = rows.iter().map(|row| DocPath::root().key("unit").index(*row).key("at")).collect();
    let is_theirs = |path: &DocPath| paths.contains(path);
    found.retain(|finding| is_theirs(&finding.path) || finding.related.iter().any(|other| is_theirs(&other.path)));
    found
}

fn problems(own: &Outrance, found: &mut Vec<Diagnostic>) {
    let rules = own.ruleset();
    let unused = own.option.iter().filter(|option| !option.used).flat_map(|option| &option.units);
    let unused: BTreeSet<&UnitId> = unused.collect();
    let units = own.unit.iter().enumerate().filter(|(_, unit)| !unused.contains(&unit.id));
    let mut standing: Vec<PlacedUnit> =
        units.filter_map(|(row, unit)| PlacedUnit::new(row, unit.footprint(&rules.tables.base_sizes)?)).collect();
    for unit in &standing {
        off_table(own, unit, found);
    }
    closed::check(own, &rules, &standing, found);
    standing.sort_by_key(|unit| (unit.span, unit.row));
    pairs(own, &rules, &standing, found);
}

fn off_table(own: &Outrance, standing: &PlacedUnit, found: &mut Vec<Diagnostic>) {
    let mut corners = standing.bases.iter().flat_map(|base| base.corners);
    let Some(unit) = own.unit.get(standing.row) else { return };
    if corners.any(|corner| !geometry::is_on_table(own.table, corner)) {
        let what = if unit.troops == TroopType::General { "the base" } else { "bases" };
        let are = if unit.troops == TroopType::General { "is partly" } else { "are" };
        let message = format!("{what} of `{}` {are} off the table", unit.id);
        let help = format!("the table measures {}", own.table);
        found.push(BASES_OFF_TABLE.at(standing.path(), message).help(help));
    }
}

fn pairs(own: &Outrance, rules: &Rules, all: &[PlacedUnit], found: &mut Vec<Diagnostic>) {
    let zone = rules.zone_of_control.thousandths();
    let mut comparisons = 0_usize;
    let before = found.len();
    for (at, one) in all.iter().enumerate() {
        let near = all.iter().skip(at + 1).take_while(|other| other.span.0 <= one.span.1.saturating_add(zone));
        for other in near {
            comparisons += one.bases.len() * other.bases.len();
            if comparisons > MOST_COMPARISONS {
                found.push(unchecked::stopped(DocPath::root().key("unit"), "the distances between all units"));
                return;
            }
            if found.len() > before + MANY {
                let what = format!("the distances between all units, after {MANY} findings");
                found.push(unchecked::stopped(DocPath::root().key("unit"), &what));
                return;
            }
            let (first, second) = if one.row < other.row { (one, other) } else { (other, one) };
            let (Some(unit), Some(neighbor)) = (own.unit.get(first.row), own.unit.get(second.row)) else { continue };
            let any = |test: &dyn Fn(&BaseShape, &BaseShape) -> bool| {
                one.bases.iter().any(|base| other.bases.iter().any(|next| test(base, next)))
            };
            let generals = [unit, neighbor].iter().any(|unit| unit.troops == TroopType::General);
            if (!generals || rules.generals_hold_ground) && any(&geometry::overlap) {
                let finding = OVERLAPPING_BASES
                    .at(second.path(), format!("bases of `{}` and `{}` overlap", unit.id, neighbor.id))
                    .related(first.path(), "the other unit")
                    .help("move one of the units");
                found.push(finding);
                continue;
            }
            let sides = [unit, neighbor].map(|unit| own.side_of(&unit.formation));
            // `is_near` includes the limit, and an inch away is allowed.
            if !generals && sides[0] != sides[1] && any(&|a, b| geometry::is_near(a, b, i64::from(zone) - 1)) {
                let message =
                    format!("`{}` starts within {zone}\" of `{}`", neighbor.id, unit.id, zone = rules.zone_of_control);
                let finding = STARTS_IN_ENEMY_ZONE
                    .at(second.path(), message)
                    .related(first.path(), "the enemy")
                    .help("move one of the units");
                found.push(finding);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_outrance as shown;

    #[test]
    fn bases_do_not_overlap() {
        let onto = |at: &str| shown(&[("at = \"10,8\"", &format!("at = \"{at}\""))]);
        assert_eq!(onto("10,8"), [] as [&str; 0]);
        assert_eq!(onto("13.5,8"), ["overlapping-bases \"15,8\""]);
        assert_eq!(onto("12.5,8"), [] as [&str; 0], "side by side");
        assert_eq!(onto("14,14.5"), ["starts-in-enemy-zone \"12,15\""], "IV");
    }

    #[test]
    fn a_crowd_is_not_compared_to_the_end() {
        let loaded = crate::load(crate::template(crate::System::Outrance));
        let Some(crate::Scenario::Outrance(mut own)) = loaded.scenario else { panic!("{:?}", loaded.diagnostics) };
        let one = own.unit.iter().find(|unit| unit.at.is_some()).unwrap().clone();
        own.unit = vec![one; 50];
        let mut found = Vec::new();
        super::problems(&own, &mut found);
        assert!(found.iter().any(|finding| finding.code.as_str() == "unchecked"), "{}", found.len());
    }

    #[test]
    fn units_stand_on_the_table() {
        let onto = |at: &str| shown(&[("at = \"10,8\"", &format!("at = \"{at}\""))]);
        assert_eq!(onto("0.5,8"), ["bases-off-table \"0.5,8\""]);
        assert_eq!(onto("1,8"), [] as [&str; 0]);
        let general = |at: &str| shown(&[("at = \"12,18\"", &format!("at = \"{at}\""))]);
        assert_eq!(general("0.2,18"), ["bases-off-table \"0.2,18\""], "a general as well");
        assert_eq!(general("10,7.5"), ["overlapping-bases \"10,7.5\""], "III, o34: a general is a unit");
    }
}
