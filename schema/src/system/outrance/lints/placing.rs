//! Units that cannot start where they do.

use std::collections::BTreeSet;

use super::geometry;
use super::{MANY, MOST_COMPARISONS};
use crate::UnitId;
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::outrance::{BaseShape, GroundGoing, Outrance, Rules, TroopType};
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// Bases of two units that overlap.
    ///
    /// # Why it matters
    /// No unit ends its movement on another one (IV), and miniatures on a table cannot stand in each other.
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
    /// A unit that starts on ground that it cannot enter, or astride a line that it cannot cross.
    ///
    /// # Why it matters
    /// Impassable terrain cannot be entered or crossed (VIII).
    ///
    /// # Example
    /// ```toml
    /// [[obstacle]]
    /// kind = "river"
    /// line = ["0,10", "20,10"]
    ///
    /// [[unit]]
    /// at = "10,9.5"                # half of its bases stand beyond the river
    /// ```
    ///
    /// # Remedy
    /// Move the unit, or correct the terrain.
    ON_IMPASSABLE_GROUND = "on-impassable-ground", Error
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

/// The distance from a road within which a base stands on it, in thousandths of an inch.
const ON_ROAD: i64 = 500;

/// A unit on the table.
struct PlacedUnit {
    row: usize,
    bases: Vec<BaseShape>,
    /// The left and the right end of the unit.
    span: (i32, i32),
}

impl PlacedUnit {
    fn new(row: usize, bases: Vec<BaseShape>) -> Option<Self> {
        let ends = || bases.iter().flat_map(|base| base.corners).map(|corner| corner.x);
        Some(Self { row, span: (ends().min()?, ends().max()?), bases })
    }

    fn path(&self) -> DocPath {
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
    impassable(own, &rules, &standing, found);
    standing.sort_by_key(|unit| (unit.span, unit.row));
    pairs(own, &rules, &standing, found);
}

fn off_table(own: &Outrance, standing: &PlacedUnit, found: &mut Vec<Diagnostic>) {
    let mut corners = standing.bases.iter().flat_map(|base| base.corners);
    let Some(unit) = own.unit.get(standing.row) else { return };
    // A general is a disc. It may project over the edge as long as its center is on the table.
    let is_off = match unit.troops {
        TroopType::General => unit.at.is_some_and(|at| !geometry::is_on_table(own.table, at.0)),
        _ => corners.any(|corner| !geometry::is_on_table(own.table, corner)),
    };
    if is_off {
        let message = format!("bases of `{}` are off the table", unit.id);
        let help = format!("the table measures {}", own.table);
        found.push(BASES_OFF_TABLE.at(standing.path(), message).help(help));
    }
}

fn impassable(own: &Outrance, rules: &Rules, all: &[PlacedUnit], found: &mut Vec<Diagnostic>) {
    let corners: usize = own.terrain.iter().map(|terrain| terrain.outline.len()).sum();
    let points: usize = own.obstacle.iter().map(|obstacle| obstacle.line.len()).sum();
    let bases: usize = all.iter().map(|unit| unit.bases.len()).sum();
    let roads: usize = own.road.iter().map(|road| road.line.len()).sum();
    if bases.saturating_mul(corners + roads + 4 * points + 4 * own.choke_point.len()) > MOST_COMPARISONS {
        return;
    }
    for standing in all {
        let Some(unit) = own.unit.get(standing.row) else { continue };
        let area = own.terrain.iter().enumerate().find(|(_, terrain)| {
            terrain.going_for(unit.troops, rules) == GroundGoing::Impassable
                && standing.bases.iter().any(|base| {
                    let center = base.center();
                    // A closed slope may be passed by road, and a unit may stand on the road.
                    let is_on_road = || own.road.iter().any(|road| geometry::is_near_line(center, &road.line, ON_ROAD));
                    geometry::is_within(&terrain.outline, center)
                        && !(terrain.is_closed_to(unit.troops) && is_on_road())
                })
        });
        let is_on_bridge = own.choke_point.iter().any(|choke| {
            standing.bases.iter().any(|base| geometry::is_within(&base.corners.map(crate::TablePoint), choke.at.0))
        });
        let line = own.obstacle.iter().enumerate().find(|(_, obstacle)| {
            obstacle.going_across(rules) == GroundGoing::Impassable
                && unit.troops != TroopType::General
                && obstacle.line.windows(2).any(|pair| {
                    let [a, b] = pair else { return false };
                    // The line may run between two bases.
                    let first = standing.bases.first().map(BaseShape::center);
                    standing.bases.iter().any(|base| {
                        let is_beyond = first.is_some_and(|first| geometry::cross(first, base.center(), a.0, b.0));
                        (is_beyond || geometry::cuts(a.0, b.0, base)) && !is_on_bridge
                    })
                })
        });
        let (list, row, what) = match (area, line) {
            (Some((row, terrain)), _) => (
                "terrain",
                row,
                format!(
                    "on ground closed to {} (`{}`)",
                    unit.troops.name(),
                    crate::system::lints::tables::word(&terrain.kind)
                ),
            ),
            (_, Some((row, obstacle))) => ("obstacle", row, format!("astride a {}", obstacle.kind.name())),
            _ => continue,
        };
        let finding = ON_IMPASSABLE_GROUND
            .at(standing.path(), format!("`{}` starts {what}", unit.id))
            .related(DocPath::root().key(list).index(row), "this one")
            .help("move the unit, or correct the terrain");
        found.push(finding);
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
            if comparisons > MOST_COMPARISONS || found.len() > before + MANY {
                return;
            }
            let (first, second) = if one.row < other.row { (one, other) } else { (other, one) };
            let (Some(unit), Some(neighbor)) = (own.unit.get(first.row), own.unit.get(second.row)) else { continue };
            let any = |test: &dyn Fn(&BaseShape, &BaseShape) -> bool| {
                one.bases.iter().any(|base| other.bases.iter().any(|next| test(base, next)))
            };
            let generals = [unit, neighbor].iter().any(|unit| unit.troops == TroopType::General);
            // A general and his staff stand aside for troops.
            if !generals && any(&geometry::overlap) {
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
    fn units_stand_on_the_table_and_on_their_side_of_a_river() {
        let onto = |at: &str| shown(&[("at = \"10,8\"", &format!("at = \"{at}\""))]);
        assert_eq!(onto("0.5,8"), ["bases-off-table \"0.5,8\""]);
        assert_eq!(onto("1,8"), [] as [&str; 0]);
        assert_eq!(onto("1,23.5"), ["on-impassable-ground \"1,23.5\""]);
        let water = "[[terrain]]\nkind = \"water\"\noutline = [\"8,6\", \"12,6\", \"12,12\", \"8,12\"]\n\n[[obstacle]]";
        assert_eq!(shown(&[("[[obstacle]]", water)]), ["on-impassable-ground \"10,8\""]);
        assert_eq!(onto("1,23"), ["on-impassable-ground \"1,23\""], "the river runs between two ranks");
        let closed = water.replace("\"water\"", "\"steep\"\nclosed_to = [\"infantry\"]");
        assert_eq!(shown(&[("[[obstacle]]", &closed)]), ["on-impassable-ground \"10,8\""]);
        assert_eq!(shown(&[("[[obstacle]]", &closed.replace("infantry", "cavalry"))]), [] as [&str; 0]);
    }
}
