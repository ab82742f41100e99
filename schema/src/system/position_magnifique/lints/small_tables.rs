//! The morale, command, terrain and rebuilding tables: exactly one row for each value.

use crate::diagnostic::Diagnostic;
use crate::lint::context::Context;
use crate::position_magnifique::{Kind, Nation, TableChanges, TerrainClass, TerrainEffects};
use crate::system::lints::tables::{TABLE_GAP, TABLE_OVERLAP, TWO_DICE, hexsides_once, once, rows_of_dice, word};
use crate::system::lints::{free_terrain, table};

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    let tables = &own.rules.touched(own.basis());
    if let Some(rows) = &tables.out_of_command {
        rows_of_dice(rows.0.len(), &TWO_DICE, &TABLE_GAP, &table("out_of_command"), found);
    }
    morale(tables, found);
    terrain(cx, tables, found);
    if let Some(rows) = &tables.rebuilding {
        for (index, row) in rows.iter().enumerate() {
            let path = table("rebuilding");
            if let Some(first) = rows.iter().take(index).position(|other| other.from <= row.to && row.from <= other.to)
            {
                let finding =
                    TABLE_OVERLAP.at(path.clone().index(index), "another row has some of these Command Ratings");
                found.push(finding.related(path.index(first), "this one").help("write one row for each"));
            }
        }
    }
}

fn morale(tables: &TableChanges, found: &mut Vec<Diagnostic>) {
    let Some(rows) = &tables.morale else { return };
    let path = table("morale");
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
        once(&keys, &classes, &table("terrain"), found);
        let is_free = |row: &TerrainEffects| [row.cost.infantry, row.cost.cavalry, row.cost.artillery].contains(&0);
        free_terrain::check(rows.iter().map(is_free), &table("terrain"), found);
    }
    if let Some(rows) = &tables.hexsides {
        hexsides_once(cx, rows.iter().map(|row| row.kind), &table("hexsides"), found);
    }
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
        let free = rows(&["clear", "forest", "town"]).replacen("cavalry = 1", "cavalry = 0", 1);
        assert_eq!(with(&free), ["free-terrain"]);
        let side =
            |kind: &str| format!("{{ kind = \"{kind}\", cost = {{ infantry = 1, cavalry = 1, artillery = 1 }} }}");
        assert_eq!(with(&format!("hexsides = [{}, {}]", side("stream"), side("bridge"))), [] as [&str; 0]);
        assert_eq!(with(&format!("hexsides = [{}]", side("stream"))), ["table-gap"], "the map has a bridge");
    }

    #[test]
    fn a_command_rating_has_one_modifier() {
        let rows =
            |to: u8| format!("rebuilding = [{{ from = 3, to = {to}, die = -1 }}, {{ from = 5, to = 6, die = -3 }}]");
        assert_eq!(with(&rows(4)), [] as [&str; 0]);
        assert_eq!(with(&rows(5)), ["table-overlap"]);
    }
}
