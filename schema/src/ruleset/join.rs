//! The changes of single cells in two rulesets, one over the other.

use serde_json::Value;

use crate::DocPath;
use crate::cells::RuleCell;
use crate::system::settings::Setting;

/// Returns the changes of cells of two groups of changes, of which the second is `later`: those of the first that the second does
/// not replace, then those of the second.
pub(crate) fn joined_cells<C: Setting>([earlier, last]: [&[RuleCell]; 2], later: &C) -> Vec<RuleCell> {
    let root = DocPath::root();
    let mut replaced = Vec::new();
    later.list(&root, &mut replaced);
    let is_replaced = |cell: &&RuleCell| {
        let (path, _) = listed_cell(&root, cell);
        replaced.iter().any(|(by, _)| path.is_within(by))
    };
    earlier.iter().filter(|cell| !is_replaced(cell)).chain(last).cloned().collect()
}

/// Returns the path of a changed cell below `rules`, such as `tables.combat.3."2:1"`, and its value.
pub(crate) fn listed_cell(rules: &DocPath, cell: &RuleCell) -> (DocPath, Value) {
    let path = rules.clone().key("tables").key(cell.table.as_str()).key(cell.row.as_str());
    let path = match &cell.column {
        Some(column) => path.key(column.as_str()),
        None => path,
    };
    (path, serde_json::to_value(&cell.be).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use serde_json::{from_value, json};

    use crate::matz::{RuleChanges, Rules};
    use crate::system::settings::Setting;

    fn changes(value: serde_json::Value) -> RuleChanges {
        from_value(value).unwrap()
    }

    #[test]
    fn joined_changes_have_the_effect_of_both() {
        let cell = |column: &str, be: i64| json!({ "table": "terrain", "row": "woods", "column": column, "be": be });
        let lower = changes(json!({ "stacking": 5, "zoc_leave": 2, "cell": [cell("cost", 3)] }));
        let upper = changes(json!({ "stacking": 7, "cell": [cell("cost", 4)] }));
        let joined = lower.joined(&upper);
        assert_eq!(joined.cell, upper.cell, "the cell of the upper one counts");
        assert_eq!(joined.over(Rules::published()), upper.over(&lower.over(Rules::published())));
        let table = serde_json::to_value(&Rules::published().tables.terrain).unwrap();
        let upper = changes(json!({ "tables": { "terrain": table } }));
        assert!(lower.joined(&upper).cell.is_empty(), "a whole table replaces its cells");
        let mut values = Vec::new();
        lower.list(&crate::DocPath::root(), &mut values);
        let paths: Vec<String> = values.iter().map(|(path, _)| path.to_string()).collect();
        assert_eq!(paths, ["stacking", "zoc_leave", "tables.terrain.woods.cost"]);
    }
}
