//! The other tables: bombardment, terrain, and air draws.

use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::matz::{GroundRow, Nation, TerrainClass};
use crate::system::lints::fire_table::{self, FireSpan};
use crate::system::lints::tables::{SIX_SIDED, hexsides_once, once};
use crate::system::lints::{free_terrain, table};

finding! {
    /// # What it finds
    /// An air draw whose least number of units is above its greatest number.
    ///
    /// # Why it matters
    /// No number of units is then within both limits (11.3).
    ///
    /// # Example
    /// ```toml
    /// [rules.tables.air_draws]
    /// armies = [{ nation = "german", bonus = -2, least = 12, most = 10 }]
    /// ```
    ///
    /// # Remedy
    /// Correct one of the two numbers.
    BAD_AIR_DRAW = "bad-air-draw", Error
}

finding! {
    /// # What it finds
    /// A span of setup distances for artillery that is empty.
    ///
    /// # Why it matters
    /// Artillery is set up from one distance to another behind the front line (14). No hex is in a span whose end is
    /// before its start.
    ///
    /// # Example
    /// ```toml
    /// [rules]
    /// artillery_setup_from = 6
    /// artillery_setup_to = 5
    /// ```
    ///
    /// # Remedy
    /// Correct one of the two distances.
    BAD_SETUP_SPAN = "bad-setup-span", Error
}

/// The classes of terrain, each of which needs a row.
const CLASSES: [TerrainClass; 5] =
    [TerrainClass::Open, TerrainClass::Woods, TerrainClass::Village, TerrainClass::Town, TerrainClass::Trench];

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    let rules = own.ruleset();
    if rules.artillery_setup_from > rules.artillery_setup_to {
        let key = if own.rules.artillery_setup_to.is_some() { "artillery_setup_to" } else { "artillery_setup_from" };
        let message = format!(
            "artillery is set up from {} to {} hexes behind the front line",
            rules.artillery_setup_from, rules.artillery_setup_to
        );
        let path = crate::DocPath::root().key("rules").key(key);
        found.push(BAD_SETUP_SPAN.at(path, message).help("the second distance is at least the first"));
    }
    let tables = own.rules.touched(own.basis());
    if let Some(bombardment) = &tables.bombardment {
        let columns: Vec<FireSpan> = bombardment
            .columns
            .iter()
            .map(|band| FireSpan { from: band.from.into(), to: band.to.map(i16::from), name: band.to_string() })
            .collect();
        let path = table("bombardment");
        fire_table::check(
            &columns,
            &bombardment.rows,
            &SIX_SIDED,
            |result| (result.neutralized, result.steps),
            &path,
            found,
        );
    }
    if let Some(terrain) = &tables.terrain {
        let keys: Vec<TerrainClass> = terrain.classes.iter().map(|row| row.class).collect();
        let path = table("terrain").key("classes");
        once(&keys, &CLASSES, &path, found);
        let is_free = |row: &GroundRow| row.cost == 0 && row.class != TerrainClass::Trench;
        free_terrain::check(terrain.classes.iter().map(is_free), &path, found);
    }
    if let Some(hexsides) = &tables.hexsides {
        hexsides_once(cx, hexsides.kinds.iter().map(|row| row.kind), &table("hexsides").key("kinds"), found);
    }
    if let Some(draws) = &tables.air_draws {
        let path = table("air_draws").key("armies");
        let keys: Vec<Nation> = draws.armies.iter().map(|row| row.nation).collect();
        once(&keys, &[Nation::German, Nation::French], &path, found);
        for (row, draw) in draws.armies.iter().enumerate().filter(|(_, draw)| draw.least > draw.most) {
            let message = format!("at least {} and at most {} units", draw.least, draw.most);
            let finding = BAD_AIR_DRAW.at(path.clone().index(row).key("least"), message);
            found.push(finding.help("the least number is no more than the greatest"));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_matz as shown;

    fn with(rules: &str) -> Vec<String> {
        let found = shown(&[("[victory]", &format!("{rules}\n\n[victory]"))]);
        found.into_iter().map(|line| line.split(' ').next().unwrap_or_default().to_owned()).collect()
    }

    #[test]
    fn bombardments_have_six_rows_that_rise() {
        let rows = |last: &str| {
            let rows = "[\"-\", \"N\"], ".repeat(5);
            format!("[rules.tables.bombardment]\ncolumns = [\"0-4\", \"5+\"]\nrows = [{rows}{last}]")
        };
        assert_eq!(with(&rows("[\"N\", \"N1\"]")), [] as [&str; 0]);
        assert_eq!(with(&rows("[\"N1\", \"N\"]")), ["fire-table-order"]);
        assert_eq!(with(&rows("")), ["fire-table-shape"]);
        assert_eq!(with(&rows("[\"N\", \"N1\"]").replace("5+", "6+")), ["fire-table-shape"]);
    }

    #[test]
    fn every_terrain_has_its_effects() {
        let rows = |classes: &[&str]| {
            let rows: String = classes.iter().map(|class| format!("{{ class = \"{class}\", cost = 1 }}, ")).collect();
            format!("[rules.tables.terrain]\nclasses = [{rows}]")
        };
        assert_eq!(with(&rows(&["open", "woods", "village", "town", "trench"])), [] as [&str; 0]);
        assert_eq!(with(&rows(&["open", "woods", "village", "town"])), ["table-gap"]);
        assert_eq!(with(&rows(&["open", "woods", "village", "town", "trench", "open"])), ["table-overlap"]);
        let free = rows(&["open", "woods", "village", "town", "trench"]);
        assert_eq!(with(&free.replacen("cost = 1", "cost = 0", 2)), ["free-terrain"; 2]);
        let trench = free.replace("class = \"trench\", cost = 1", "class = \"trench\", cost = 0");
        assert_eq!(with(&trench), [] as [&str; 0], "a trench adds to other terrain");
        let side = "infantry = \"+1\", tanks = \"everything\", artillery = \"forbidden\"";
        let rows = |kind: &str| format!("[rules.tables.hexsides]\nkinds = [{{ kind = \"{kind}\", {side} }}]");
        assert_eq!(with(&rows("stream")), [] as [&str; 0]);
        assert_eq!(with(&rows("wall")), ["table-gap"], "the map has a stream");
    }

    #[test]
    fn spans_are_not_empty() {
        let rows = |least: u8| {
            let german = format!("{{ nation = \"german\", bonus = 0, least = {least}, most = 1 }}");
            let french = "{ nation = \"french\", bonus = 0, least = 0, most = 1 }";
            format!("[rules.tables.air_draws]\narmies = [{german}, {french}]")
        };
        assert_eq!(with(&rows(1)), [] as [&str; 0]);
        assert_eq!(with(&rows(2)), ["bad-air-draw"]);
        assert_eq!(with("[rules]\nartillery_setup_from = 6"), ["bad-setup-span"]);
        assert_eq!(with("[rules]\nartillery_setup_to = 3"), [] as [&str; 0]);
        assert_eq!(with("[rules]\nartillery_setup_to = 2"), ["bad-setup-span"]);
    }
}
