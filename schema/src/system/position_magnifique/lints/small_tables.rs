//! The morale, command, terrain and rebuilding tables: exactly one row for each value.

use crate::HexsideKind;
use crate::diagnostic::{Diagnostic, Finding, finding};
use crate::lint::context::Context;
use crate::path::DocPath;
use crate::position_magnifique::{Kind, Nation, TableChanges, TerrainClass};

finding! {
    /// # What it finds
    /// A table without a row for a value that the game looks up.
    ///
    /// # Why it matters
    /// The Out of Command Table needs a result for each total of two dice, 2 to 12. The Morale Test Table needs a
    /// rating for every arm of both nations. The Terrain Effects Chart needs a row for clear ground, forest and town,
    /// and for each kind of hexside of the map.
    ///
    /// # Example
    /// ```toml
    /// [[rules.tables.morale]]
    /// nation = "french"
    /// kinds = ["infantry"]         # French cavalry is missing
    /// full = 8
    /// reduced = 7
    /// ```
    ///
    /// # Remedy
    /// Add the missing row.
    TABLE_GAP = "table-gap", Error
}

finding! {
    /// # What it finds
    /// A table with two rows for the same value.
    ///
    /// # Why it matters
    /// Only one of them can apply. The finding is reported at the later row.
    ///
    /// # Example
    /// ```toml
    /// [rules.tables]
    /// rebuilding = [
    ///   { from = 3, to = 4, die = -1 },
    ///   { from = 4, to = 6, die = -2 },      # a Command Rating of 4 is in both
    /// ]
    /// ```
    ///
    /// # Remedy
    /// Keep one row for each value.
    TABLE_OVERLAP = "table-overlap", Error
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    let Some(tables) = &own.rules.tables else { return };
    if let Some(table) = &tables.out_of_command {
        rows_of_dice(table.0.len(), &TABLE_GAP, &super::table("out_of_command"), found);
    }
    morale(tables, found);
    terrain(cx, tables, found);
    if let Some(rows) = &tables.rebuilding {
        for (index, row) in rows.iter().enumerate() {
            let path = super::table("rebuilding");
            if let Some(first) = rows.iter().take(index).position(|other| other.from <= row.to && row.from <= other.to)
            {
                let finding =
                    TABLE_OVERLAP.at(path.clone().index(index), "another row has some of these Command Ratings");
                found.push(finding.related(path.index(first), "this one").help("write one row for each"));
            }
        }
    }
}

/// Reports a table that does not have eleven rows.
pub(super) fn rows_of_dice(rows: usize, finding: &Finding, path: &DocPath, found: &mut Vec<Diagnostic>) {
    if rows != 11 {
        let message = format!("this table has {rows} rows for two dice, which have 11 totals");
        found.push(finding.at(path.clone(), message).help("write a row for each total from 2 to 12"));
    }
}

/// Reports every cell with a lower value than the cell above it or to its left.
pub(super) fn rising<T, M: Ord>(
    rows: &[Vec<T>],
    merit: impl Fn(&T) -> M,
    finding: &Finding,
    path: &DocPath,
    found: &mut Vec<Diagnostic>,
) {
    for (row, cells) in rows.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            let above = row.checked_sub(1).and_then(|row| rows.get(row)?.get(column));
            let left = column.checked_sub(1).and_then(|column| cells.get(column));
            let message = match (above, left) {
                (Some(above), _) if merit(above) > merit(cell) => "this result is weaker than that of a lower roll",
                (_, Some(left)) if merit(left) > merit(cell) => {
                    "this result is weaker than that in the column to the left"
                }
                _ => continue,
            };
            let finding = finding.at(path.clone().key("rows").index(row).index(column), message);
            found.push(finding.help("results must not become weaker downward or to the right"));
        }
    }
}

fn morale(tables: &TableChanges, found: &mut Vec<Diagnostic>) {
    let Some(rows) = &tables.morale else { return };
    let path = super::table("morale");
    let kinds = [Kind::Infantry, Kind::Cavalry, Kind::FieldArtillery, Kind::HeavyArtillery, Kind::HorseArtillery];
    for nation in [Nation::French, Nation::Prussian] {
        for kind in kinds {
            let mut own = rows.iter().enumerate().filter(|(_, row)| row.nation == nation && row.kinds.contains(&kind));
            let what = format!("{} {}", word(&nation), word(&kind));
            let Some((first, _)) = own.next() else {
                found.push(TABLE_GAP.at(path.clone(), format!("the Morale Test Table has no row for {what}")));
                continue;
            };
            for (index, _) in own {
                let finding = TABLE_OVERLAP.at(path.clone().index(index), format!("another row is already for {what}"));
                found.push(finding.related(path.clone().index(first), "this one").help("write one row for each"));
            }
        }
    }
}

fn terrain(cx: &Context<'_>, tables: &TableChanges, found: &mut Vec<Diagnostic>) {
    if let Some(rows) = &tables.terrain {
        let classes = [TerrainClass::Clear, TerrainClass::Forest, TerrainClass::Town];
        let keys: Vec<TerrainClass> = rows.iter().map(|row| row.class).collect();
        once(&keys, &classes, &super::table("terrain"), found);
    }
    if let Some(rows) = &tables.hexsides {
        let mut used: Vec<HexsideKind> = cx.hexsides.iter().map(|hexside| hexside.kind).collect();
        used.sort();
        used.dedup();
        let keys: Vec<HexsideKind> = rows.iter().map(|row| row.kind).collect();
        once(&keys, &used, &super::table("hexsides"), found);
    }
}

/// Reports each of `wanted` that is missing in `keys`, and each duplicate in `keys`.
fn once<K: Copy + PartialEq + serde::Serialize>(keys: &[K], wanted: &[K], path: &DocPath, found: &mut Vec<Diagnostic>) {
    for key in wanted.iter().filter(|key| !keys.contains(key)) {
        found.push(TABLE_GAP.at(path.clone(), format!("the Terrain Effects Chart has no row for {}", word(key))));
    }
    for (index, key) in keys.iter().enumerate() {
        if let Some(first) = keys.iter().take(index).position(|other| other == key) {
            let finding =
                TABLE_OVERLAP.at(path.clone().index(index), format!("another row is already for {}", word(key)));
            found.push(finding.related(path.clone().index(first), "this one").help("write one row for each"));
        }
    }
}

/// Returns a value as written in the file.
fn word(value: &impl serde::Serialize) -> String {
    toml::Value::try_from(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_magnifique as shown;

    fn with(tables: &str) -> Vec<String> {
        let codes = shown(&[("# Event Chits:", &format!("[rules.tables]\n{tables}\n\n# Event Chits:"))]);
        codes.into_iter().map(|line| line.split(' ').next().unwrap_or_default().to_owned()).collect()
    }

    #[test]
    fn the_out_of_command_table_is_for_two_dice() {
        let rows = |count| format!("out_of_command = [{}]", vec!["\"advance\""; count].join(", "));
        assert_eq!(with(&rows(11)), [] as [&str; 0]);
        assert_eq!(with(&rows(6)), ["table-gap"]);
    }

    #[test]
    fn every_arm_has_a_rating() {
        let all = "\"infantry\", \"cavalry\", \"field-artillery\", \"heavy-artillery\", \"horse-artillery\"";
        let row = |nation: &str, kinds: &str| {
            format!("{{ nation = \"{nation}\", kinds = [{kinds}], full = 8, reduced = 7 }}")
        };
        let (french, prussian) = (row("french", all), row("prussian", all));
        assert_eq!(with(&format!("morale = [{french}, {prussian}]")), [] as [&str; 0]);
        assert_eq!(with(&format!("morale = [{french}]")), ["table-gap"; 5]);
        let again = row("french", "\"cavalry\"");
        assert_eq!(with(&format!("morale = [{french}, {prussian}, {again}]")), ["table-overlap"]);
    }

    #[test]
    fn every_terrain_has_its_effects() {
        let row = |class: &str| {
            format!("{{ class = \"{class}\", cost = {{ infantry = 1, cavalry = 1, artillery = 1 }}, command = 1 }}")
        };
        let rows =
            |classes: &[&str]| format!("terrain = [{}]", classes.iter().map(|c| row(c)).collect::<Vec<_>>().join(", "));
        assert_eq!(with(&rows(&["clear", "forest", "town"])), [] as [&str; 0]);
        assert_eq!(with(&rows(&["clear", "forest"])), ["table-gap"]);
        assert_eq!(with(&rows(&["clear", "forest", "town", "clear"])), ["table-overlap"]);
        let side =
            |kind: &str| format!("{{ kind = \"{kind}\", cost = {{ infantry = 1, cavalry = 1, artillery = 1 }} }}");
        assert_eq!(with(&format!("hexsides = [{}, {}]", side("stream"), side("bridge"))), [] as [&str; 0]);
        assert_eq!(with(&format!("hexsides = [{}]", side("stream"))), ["table-gap"], "the map has a bridge");
    }

    #[test]
    fn a_command_rating_has_one_modifier() {
        let rows =
            |to: u8| format!("rebuilding = [{{ from = 3, to = {to}, die = -1 }}, {{ from = 5, to = 6, die = -2 }}]");
        assert_eq!(with(&rows(4)), [] as [&str; 0]);
        assert_eq!(with(&rows(5)), ["table-overlap"]);
    }
}
