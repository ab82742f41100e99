//! Tables of the rules: chances that do not add up, rows that are missing, and results that fall where they should rise.

use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::outrance::{
    FireAction, FireIndexTable, ObstacleKind, OrderCase, Outrance, Quality, TableChanges, TerrainKind, TroopType,
    UnitClass,
};
use crate::path::DocPath;
use crate::system::lints::table;
use crate::system::lints::tables::{TABLE_GAP, TABLE_OVERLAP, once, word};

finding! {
    /// # What it finds
    /// Chances that do not add up to 100.
    ///
    /// # Why it matters
    /// One of the results happens. With less than 100 in all, some rolls have no result; with more, the last results never
    /// happen.
    ///
    /// # Example
    /// ```toml
    /// [rules.tables.orders]
    /// cases = [{ orders = "general", received = 95, delayed = 5, lost = 1 }]
    /// ```
    ///
    /// # Remedy
    /// Correct the chances.
    PERCENT_SUM = "percent-sum", Error
}

finding! {
    /// # What it finds
    /// A table without a row or a cell for each index from 0 to 10, or a chance above 100.
    ///
    /// # Why it matters
    /// The index of an action is from 0 to 10, whatever the modifiers. The game looks up the row of each.
    ///
    /// # Example
    /// ```toml
    /// [rules.tables.assault_stopped]
    /// percent = [5, 12, 20, 30]
    /// ```
    ///
    /// # Remedy
    /// Write eleven rows, each with a cell for each column.
    INDEX_ROWS = "index-rows", Error
}

finding! {
    /// # What it finds
    /// A table whose results become milder where they should become worse.
    ///
    /// # Why it matters
    /// A higher index is a stronger action: the chance of a result, or of a worse one, never falls with it. Columns are in
    /// order, from the mildest to the worst. Fire does not become stronger with the range, and deployed fire is not weaker
    /// than advancing fire (VI).
    ///
    /// # Example
    /// ```toml
    /// [rules.tables.close_combat_won]
    /// percent = [5, 10, 20, 30, 42, 55, 65, 57, 83, 90, 95]    # 75
    /// ```
    ///
    /// # Remedy
    /// Correct the number.
    TABLE_ORDER = "table-order", Warning
}

finding! {
    /// # What it finds
    /// Range bands that do not rise, or fire beyond the last band.
    ///
    /// # Why it matters
    /// Each band reaches from the end of the one before to its own end (VIII).
    ///
    /// # Example
    /// ```toml
    /// [rules]
    /// range_bands = ["3", "9", "6", "12"]
    /// ```
    ///
    /// # Remedy
    /// List the ends from the nearest to the farthest, and as many indices as there are bands at most.
    RANGE_BANDS = "range-bands", Error
}

/// The number of indices, from 0 to 10.
const INDICES: usize = 11;

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    bands(own, found);
    let tables = &own.rules.touched(own.basis());
    rows(tables, found);
    if let Some(fire) = &tables.fire_results {
        chances("fire_results", &fire.columns, &fire.rows, found);
    }
    if let Some(stopped) = &tables.stopped_results {
        chances("stopped_results", &stopped.columns, &stopped.rows, found);
    }
    for (name, index) in [("assault_stopped", &tables.assault_stopped), ("close_combat_won", &tables.close_combat_won)]
    {
        if let Some(index) = index {
            rising(name, &index.percent, found);
        }
    }
    for (name, outcomes) in [("actor_wins", &tables.actor_wins), ("target_wins", &tables.target_wins)] {
        if let Some(outcomes) = outcomes {
            let sum = outcomes.results.iter().map(|row| u32::from(row.percent)).sum();
            whole(sum, table(name).key("results"), found);
        }
    }
    if let Some(orders) = &tables.orders {
        for (row, case) in orders.cases.iter().enumerate() {
            let sum = [case.received, case.delayed, case.lost].into_iter().map(u32::from).sum();
            whole(sum, table("orders").key("cases").index(row), found);
        }
    }
    if let Some(fire) = &tables.fire {
        falling(fire, found);
    }
}

/// Reports chances that do not add up to 100.
fn whole(sum: u32, path: DocPath, found: &mut Vec<Diagnostic>) {
    if sum != 100 {
        found.push(PERCENT_SUM.at(path, format!("the chances add up to {sum}")).help("let them add up to 100"));
    }
}

/// Reports faults of a table of chances, with a row for each index and a column for each result.
fn chances<T: PartialOrd>(name: &str, columns: &[T], rows: &[Vec<u8>], found: &mut Vec<Diagnostic>) {
    let path = table(name);
    if let Some(at) = columns.windows(2).position(|pair| matches!(pair, [one, next] if one >= next)) {
        let finding =
            TABLE_ORDER.at(path.clone().key("columns").index(at + 1), "this result is milder than the one before");
        found.push(finding.help("list each result once, from the mildest to the worst"));
    }
    if rows.len() != INDICES {
        let finding = INDEX_ROWS.at(path.clone().key("rows"), format!("there are {} rows", rows.len()));
        found.push(finding.help("write a row for each index from 0 to 10"));
    }
    // The chances of a result or a worse one, from the worst result on.
    let worse = |row: &[u8]| -> Vec<u32> {
        row.iter()
            .rev()
            .scan(0_u32, |sum, percent| {
                *sum += u32::from(*percent);
                Some(*sum)
            })
            .collect()
    };
    let mut before: Option<Vec<u32>> = None;
    for (row, percents) in rows.iter().enumerate() {
        let path = path.clone().key("rows").index(row);
        if percents.len() != columns.len() {
            let message = format!("{} chances for {} results", percents.len(), columns.len());
            found.push(INDEX_ROWS.at(path, message).help("write a chance for each column"));
            before = None;
            continue;
        }
        whole(percents.iter().map(|percent| u32::from(*percent)).sum(), path.clone(), found);
        let now = worse(percents);
        if before.is_some_and(|before| before.iter().zip(&now).any(|(before, now)| now < before)) {
            let message = "a result, or a worse one, is less likely than with a lower index";
            found.push(TABLE_ORDER.at(path, message).help("let the chances of bad results rise with the index"));
        }
        before = Some(now);
    }
}

/// Reports faults of a list of chances, one for each index.
fn rising(name: &str, percent: &[u8], found: &mut Vec<Diagnostic>) {
    let path = table(name).key("percent");
    if percent.len() != INDICES {
        let finding = INDEX_ROWS.at(path.clone(), format!("there are {} chances", percent.len()));
        found.push(finding.help("write a chance for each index from 0 to 10"));
    }
    if let Some(at) = percent.iter().position(|percent| *percent > 100) {
        found.push(INDEX_ROWS.at(path.clone().index(at), "the chance is above 100").help("write 100 at most"));
    }
    if let Some(at) = percent.windows(2).position(|pair| matches!(pair, [one, next] if one > next)) {
        let finding = TABLE_ORDER.at(path.index(at + 1), "the chance is less than with a lower index");
        found.push(finding.help("let the chances rise with the index"));
    }
}

/// Reports fire that is stronger at a longer range, or stronger advancing than deployed.
fn falling(fire: &FireIndexTable, found: &mut Vec<Diagnostic>) {
    for (row, own) in fire.fire.iter().enumerate() {
        let path = table("fire").key("fire").index(row).key("index");
        if let Some(at) = own.index.windows(2).position(|pair| matches!(pair, [near, far] if near < far)) {
            let finding = TABLE_ORDER.at(path.clone().index(at + 1), "fire is stronger than at a shorter range");
            found.push(finding.help("let the index fall with the range"));
        }
        let deployed = fire.fire.iter().find(|other| other.firer == own.firer && other.action == FireAction::Deployed);
        let stronger = deployed.and_then(|deployed| {
            own.index
                .iter()
                .enumerate()
                .position(|(band, index)| deployed.index.get(band).is_none_or(|best| index > best))
        });
        if let Some(at) = stronger {
            let finding = TABLE_ORDER.at(path.index(at), "advancing fire is stronger than deployed fire");
            found.push(finding.help("let deployed fire be stronger (VI)"));
        }
    }
}

/// Reports faults of the range bands.
fn bands(own: &Outrance, found: &mut Vec<Diagnostic>) {
    let path = DocPath::root().key("rules").key("range_bands");
    let rules = own.ruleset();
    if let Some(bands) = &own.rules.range_bands {
        let rises = bands.windows(2).all(|pair| matches!(pair, [near, far] if near < far));
        if bands.is_empty() || !rises || bands.first().is_some_and(|band| band.thousandths() == 0) {
            let finding = RANGE_BANDS.at(path.clone(), "the range bands do not rise");
            found.push(finding.help("list their ends from the nearest to the farthest"));
        }
    }
    let of_table = own.rules.touched(own.basis()).fire.is_some();
    let changed = own.rules.range_bands.is_some() || of_table;
    let longest = rules.tables.fire.fire.iter().enumerate().find(|(_, row)| row.index.len() > rules.range_bands.len());
    if let Some((row, fire)) = longest.filter(|_| changed) {
        let path = if of_table { table("fire").key("fire").index(row).key("index") } else { path };
        let message = format!("{} indices for {} range bands", fire.index.len(), rules.range_bands.len());
        found.push(RANGE_BANDS.at(path, message).help("write an index for each band at most"));
    }
}

/// Reports missing and double rows.
fn rows(tables: &TableChanges, found: &mut Vec<Diagnostic>) {
    if let Some(terrain) = &tables.terrain {
        let keys: Vec<TerrainKind> = terrain.kinds.iter().map(|row| row.kind).collect();
        once(&keys, &TerrainKind::ALL, &table("terrain").key("kinds"), found);
    }
    if let Some(obstacles) = &tables.obstacles {
        let keys: Vec<ObstacleKind> = obstacles.kinds.iter().map(|row| row.kind).collect();
        once(&keys, &ObstacleKind::ALL, &table("obstacles").key("kinds"), found);
    }
    if let Some(sizes) = &tables.base_sizes {
        let keys: Vec<TroopType> = sizes.sizes.iter().map(|row| row.troops).collect();
        each(&keys, &TroopType::ALL, word, &table("base_sizes").key("sizes"), found);
    }
    if let Some(moves) = &tables.base_moves {
        let keys: Vec<(TroopType, Quality)> = moves.moves.iter().map(|row| (row.troops, row.quality)).collect();
        let of = |troops: TroopType| Quality::ALL.map(|quality| (troops, quality));
        let mut wanted: Vec<_> = [TroopType::Infantry, TroopType::Cavalry].into_iter().flat_map(of).collect();
        wanted.extend([TroopType::Artillery, TroopType::General].map(|troops| (troops, Quality::Line)));
        let name = |(troops, quality): &(TroopType, Quality)| format!("{} {}", word(quality), word(troops));
        each(&keys, &wanted, name, &table("base_moves").key("moves"), found);
    }
    if let Some(orders) = &tables.orders {
        let keys: Vec<OrderCase> = orders.cases.iter().map(|row| row.orders).collect();
        let wanted = [OrderCase::General, OrderCase::Prussian, OrderCase::French];
        each(&keys, &wanted, word, &table("orders").key("cases"), found);
    }
    if let Some(fire) = &tables.fire {
        let keys: Vec<(UnitClass, FireAction)> = fire.fire.iter().map(|row| (row.firer, row.action)).collect();
        let of = |class: UnitClass| [(class, FireAction::Deployed), (class, FireAction::Advancing)];
        let wanted: Vec<_> = UnitClass::ALL.into_iter().flat_map(of).collect();
        let name = |(class, action): &(UnitClass, FireAction)| format!("{} {}", word(class), word(action));
        each(&keys, &wanted, name, &table("fire").key("fire"), found);
    }
    if let Some(assault) = &tables.assault {
        let keys: Vec<UnitClass> = assault.targets.iter().map(|row| row.target).collect();
        each(&keys, &UnitClass::ALL, word, &table("assault").key("targets"), found);
    }
}

/// Reports each of `wanted` that is missing in `keys`, and each double row.
fn each<K: PartialEq>(
    keys: &[K],
    wanted: &[K],
    name: impl Fn(&K) -> String,
    path: &DocPath,
    found: &mut Vec<Diagnostic>,
) {
    for key in wanted.iter().filter(|key| !keys.contains(key)) {
        found.push(TABLE_GAP.at(path.clone(), format!("the table has no row for {}", name(key))).help("add the row"));
    }
    for (index, key) in keys.iter().enumerate() {
        if let Some(first) = keys.iter().take(index).position(|other| other == key) {
            let finding =
                TABLE_OVERLAP.at(path.clone().index(index), format!("another row is already for {}", name(key)));
            found.push(finding.related(path.clone().index(first), "this one").help("write one row for each"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::testing::shown_outrance as shown;

    /// Returns the findings in the published tables, as if a scenario had them.
    fn published_findings() -> Vec<Diagnostic> {
        let rules = crate::outrance::Rules::published();
        let tables = serde_json::to_value(&rules.tables).unwrap();
        let mut found = Vec::new();
        let changes: TableChanges = serde_json::from_value(tables).unwrap();
        let mut own = match crate::load(crate::template(crate::System::Outrance)).scenario {
            Some(crate::Scenario::Outrance(own)) => *own,
            other => panic!("{other:?}"),
        };
        own.rules.tables = Some(changes);
        own.rules.range_bands = Some(rules.range_bands.clone());
        let scenario = crate::Scenario::from(own);
        let levels = crate::LintLevels::default();
        check(&Context::new(&scenario, None, &levels), &mut found);
        found
    }

    fn with(rules: &str) -> Vec<String> {
        let found = shown(&[("[victory]", &format!("{rules}\n\n[victory]"))]);
        found.into_iter().map(|line| line.split(' ').next().unwrap_or_default().to_owned()).collect()
    }

    #[test]
    fn the_published_tables_are_sound() {
        assert_eq!(published_findings(), []);
    }

    #[test]
    fn chances_add_up() {
        let orders = |lost: u8| {
            let row = |orders: &str| format!("{{ orders = \"{orders}\", received = 90, delayed = 5, lost = {lost} }}");
            let rows = ["general", "prussian", "french"].map(row).join(", ");
            with(&format!("[rules.tables.orders]\ncases = [{rows}]"))
        };
        assert_eq!(orders(5), [] as [&str; 0]);
        assert_eq!(orders(4), ["percent-sum"; 3]);
        let wins = |percent: u8| {
            with(&format!(
                "[rules.tables.actor_wins]\nresults = [{{ percent = {percent}, target = \"X\", actor = \"none\" }}, \
                 {{ percent = 60, target = \"B6\", actor = \"D\" }}]"
            ))
        };
        assert_eq!((wins(40), wins(41)), (vec![], vec!["percent-sum".to_owned()]));
    }

    #[test]
    fn each_index_has_a_row_and_none_is_milder_than_a_lower_one() {
        let fire = |last: &str| {
            let rows = "[90, 10], ".repeat(10);
            with(&format!("[rules.tables.fire_results]\ncolumns = [\"none\", \"D\"]\nrows = [{rows}{last}]"))
        };
        assert_eq!(fire("[80, 20]"), [] as [&str; 0]);
        assert_eq!(fire("[91, 9]"), ["table-order"]);
        assert_eq!(fire(""), ["index-rows"]);
        assert_eq!(fire("[100]"), ["index-rows"]);
        assert_eq!(fire("[80, 30]"), ["percent-sum"]);
        let columns = "[rules.tables.stopped_results]\ncolumns = [\"back-disordered\", \"short\"]\nrows = [";
        assert_eq!(with(&format!("{columns}{}]", "[90, 10], ".repeat(11))), ["table-order"]);
        let won =
            |last: &str| with(&format!("[rules.tables.close_combat_won]\npercent = [{}{last}]", "40, ".repeat(10)));
        assert_eq!(won("40"), [] as [&str; 0]);
        assert_eq!(
            (won("39"), won("101"), won("")),
            (vec!["table-order".to_owned()], vec!["index-rows".to_owned()], vec!["index-rows".to_owned()])
        );
    }

    #[test]
    fn fire_weakens_with_the_range_and_on_the_move() {
        let rows = |deployed: &str, advancing: &str| {
            let classes = ["french-infantry", "prussian-infantry", "french-artillery", "prussian-artillery", "cavalry"];
            let row = |class: &&str| {
                format!(
                    "{{ firer = \"{class}\", action = \"deployed\", index = {deployed} }}, \
                     {{ firer = \"{class}\", action = \"advancing\", index = {advancing} }}"
                )
            };
            let rows: Vec<String> = classes.iter().map(row).collect();
            format!("[rules.tables.fire]\nfire = [{}]", rows.join(", "))
        };
        assert_eq!(with(&rows("[4, 2]", "[3]")), [] as [&str; 0]);
        assert_eq!(with(&rows("[2, 4]", "[1]")), ["table-order"; 5]);
        assert_eq!(with(&rows("[2]", "[3]")), ["table-order"; 5], "VI");
        assert_eq!(with(&rows("[2]", "[2, 1]")), ["table-order"; 5], "VI");
        assert_eq!(with(&rows("[5, 4, 3, 2, 1]", "[1]")), ["range-bands"]);
        assert_eq!(with("[rules]\nrange_bands = [\"3\", \"6\", \"6\", \"12\"]"), ["range-bands"]);
        assert_eq!(with("[rules]\nrange_bands = [\"3\", \"6\"]"), ["range-bands"], "guns fire further");
    }

    #[test]
    fn every_kind_has_one_row() {
        assert_eq!(
            with("[rules.tables.obstacles]\nkinds = [{ kind = \"wall\", going = \"rough\" }]"),
            ["table-gap"; 6]
        );
        let size = |troops: &str| format!("{{ troops = \"{troops}\", width = \"1\", depth = \"1\" }}");
        let sizes = |troops: &[&str]| {
            let rows: Vec<String> = troops.iter().map(|troops| size(troops)).collect();
            with(&format!("[rules.tables.base_sizes]\nsizes = [{}]", rows.join(", ")))
        };
        assert_eq!(sizes(&["infantry", "cavalry", "artillery", "general"]), [] as [&str; 0]);
        assert_eq!(sizes(&["infantry", "cavalry", "artillery"]), ["table-gap"]);
        assert_eq!(sizes(&["infantry", "cavalry", "artillery", "general", "general"]), ["table-overlap"]);
        let moves = "[rules.tables.base_moves]\nmoves = [{ troops = \"general\", maneuver = \"28\", march = \"28\", route_march = \"28\" }]";
        assert_eq!(with(moves), ["table-gap"; 7]);
    }
}
