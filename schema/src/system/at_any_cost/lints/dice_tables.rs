//! The tables by a die, the Terrain Effects Chart and the night turns: exactly one row for each value.

use crate::at_any_cost::{NightTable, TableChanges, TerrainClass, TerrainEffects};
use crate::diagnostic::Diagnostic;
use crate::lint::context::Context;
use crate::system::lints::tables::{TABLE_GAP, TABLE_OVERLAP, TEN_SIDED, hexsides_once, once, rows_of_dice, word};
use crate::system::lints::{free_terrain, table};

/// Every class of terrain.
const CLASSES: [TerrainClass; 7] = [
    TerrainClass::Clear,
    TerrainClass::Woods,
    TerrainClass::Quarry,
    TerrainClass::Farm,
    TerrainClass::Town,
    TerrainClass::Ravine,
    TerrainClass::Stream,
];

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    let tables = &own.rules.touched(own.basis());
    let rolls = [
        ("out_of_command", tables.out_of_command.as_ref().map(|table| table.0.len())),
        ("fortunes", tables.fortunes.as_ref().map(|table| table.0.len())),
        ("misinterpreted", tables.misinterpreted.as_ref().map(|table| table.0.len())),
    ];
    for (name, rows) in rolls {
        if let Some(rows) = rows {
            rows_of_dice(rows, &TEN_SIDED, &TABLE_GAP, &table(name), found);
        }
    }
    terrain(cx, tables, found);
    if let Some(rows) = &tables.night {
        night(rows, found);
    }
}

fn terrain(cx: &Context<'_>, tables: &TableChanges, found: &mut Vec<Diagnostic>) {
    if let Some(rows) = &tables.terrain {
        let keys: Vec<TerrainClass> = rows.iter().map(|row| row.class).collect();
        once(&keys, &CLASSES, &table("terrain"), found);
        let is_free = |row: &TerrainEffects| {
            let cost = row.cost;
            !row.adds && [cost.infantry, cost.cavalry, cost.field, cost.heavy].contains(&0)
        };
        free_terrain::check(rows.iter().map(is_free), &table("terrain"), found);
    }
    if let Some(rows) = &tables.hexsides {
        hexsides_once(cx, rows.iter().map(|row| row.kind), &table("hexsides"), found);
    }
}

/// Notes each kind of night, and each hour, that is there twice.
fn night(rows: &NightTable, found: &mut Vec<Diagnostic>) {
    let path = table("night");
    let overlap = |at, message: String, first| {
        TABLE_OVERLAP.at(at, message).related(first, "this one").help("write one row for each kind and hour")
    };
    let mut hours: Vec<(u8, usize, usize)> = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let here = path.clone().index(index);
        if let Some(first) = rows.iter().take(index).position(|other| other.kind == row.kind) {
            let message = format!("another row is already for {}", word(&row.kind));
            found.push(overlap(here.clone().key("kind"), message, path.clone().index(first).key("kind")));
        }
        for (slot, hour) in row.hours.iter().enumerate() {
            let at = |index: usize, slot: usize| path.clone().index(index).key("hours").index(slot);
            match hours.iter().find(|(other, ..)| other == hour) {
                Some((_, first, before)) => {
                    let message = format!("{hour} o'clock is already in another row");
                    found.push(overlap(at(index, slot), message, at(*first, *before)));
                }
                None => hours.push((*hour, index, slot)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::at_any_cost::Rules;
    use crate::lint::testing::shown_any_cost as shown;

    #[test]
    fn the_published_nights_are_sound() {
        let mut found = Vec::new();
        night(&Rules::published().tables.night, &mut found);
        assert_eq!(found, []);
    }

    fn with(tables: &str) -> Vec<String> {
        shown(&[("# Event Chits:", &format!("[rules.tables]\n{tables}\n\n# Event Chits:"))])
    }

    fn codes(tables: &str) -> Vec<String> {
        with(tables).into_iter().map(|line| line.split(' ').next().unwrap_or_default().to_owned()).collect()
    }

    #[test]
    fn a_die_has_ten_faces() {
        for (name, word) in [("out_of_command", "courier"), ("fortunes", "degrade"), ("misinterpreted", "any")] {
            let rows = |count| format!("{name} = [{}]", vec![format!("\"{word}\""); count].join(", "));
            assert_eq!(codes(&rows(10)), [] as [&str; 0]);
            assert_eq!(codes(&rows(9)), ["table-gap"]);
            assert_eq!(codes(&rows(11)), ["table-gap"]);
        }
    }

    #[test]
    fn every_terrain_has_its_effects() {
        let row = |class: &TerrainClass| {
            format!("{{ class = \"{}\", cost = {{ infantry = 1, cavalry = 1, field = 1, heavy = 1 }} }}", word(class))
        };
        let rows = |classes: &[TerrainClass]| {
            format!("terrain = [{}]", classes.iter().map(row).collect::<Vec<_>>().join(", "))
        };
        assert_eq!(codes(&rows(&CLASSES)), [] as [&str; 0]);
        assert_eq!(codes(&rows(&CLASSES[1..])), ["table-gap"]);
        assert_eq!(codes(&rows(&[&CLASSES[..], &CLASSES[..1]].concat())), ["table-overlap"]);
        let cost = "{ infantry = 1, cavalry = 1, field = 1, heavy = 1 }";
        let side = |kind: &str| format!("hexsides = [{{ kind = \"{kind}\", up = {cost}, down = {cost} }}]");
        assert_eq!(codes(&side("slope")), [] as [&str; 0]);
        assert_eq!(codes(&side("wall")), ["table-gap"], "the map has a slope");
    }

    #[test]
    fn an_hour_is_in_one_sort_of_night() {
        let rows =
            |second: &str| format!("night = [{{ kind = \"dusk\", hours = [21], tcr = -1 }}, {{ {second}, tcr = -1 }}]");
        assert_eq!(with(&rows("kind = \"evening\", hours = [22, 23]")), [] as [&str; 0]);
        assert_eq!(with(&rows("kind = \"evening\", hours = [22, 21]")), ["table-overlap 21"]);
        assert_eq!(with(&rows("kind = \"dusk\", hours = [22]")), ["table-overlap \"dusk\""]);
    }
}
