//! Insertion and removal of table columns with their cells.

use battlewright_schema::DocPath;
use battlewright_schema::chart::{ListColumns, find};
use serde_json::Value;

use crate::model::edit::Edit;

/// Returns the edit that removes column `at`.
pub(super) fn without(across: &ListColumns, at: usize) -> Edit {
    let cells = across.lengths.iter().enumerate().filter(|(_, length)| at < **length);
    let cells = cells.map(|(row, _)| across.rows.clone().index(row).index(at));
    let all = std::iter::once(across.columns.clone().index(at)).chain(cells);
    Edit::All(all.map(|path| Edit::Put(path, None)).collect())
}

/// Returns the edit that appends a copy of the last column of `table`.
pub(super) fn with_another(across: &ListColumns, table: &Value) -> Edit {
    let lists = across.lengths.iter().enumerate().map(|(row, length)| (across.rows.clone().index(row), *length));
    let all = std::iter::once((across.columns.clone(), across.wide)).chain(lists);
    let like = |(list, length): (DocPath, usize)| {
        let last = find(table, &list.clone().index(length.checked_sub(1)?))?;
        Some(Edit::Put(list.index(length), Some(last.clone())))
    };
    Edit::All(all.filter_map(like).collect())
}

#[cfg(test)]
mod tests {
    use battlewright_schema::System;
    use battlewright_schema::chart::grid;
    use battlewright_schema::schema_json::Shape;

    use super::*;

    #[test]
    fn columns_are_added_like_the_last_and_taken_away_with_their_cells() {
        let mut scenario = crate::model::document::Document::template_of(System::PositionMagnifique).scenario().clone();
        let path = DocPath::root().key("rules").key("tables").key("assault");
        let shape = Shape::at(System::PositionMagnifique, &path).unwrap();
        let published = System::PositionMagnifique.published()["tables"]["assault"].clone();
        scenario.put(&path, Some(published.clone())).unwrap();
        let now = |scenario: &battlewright_schema::Scenario| {
            let value = scenario.get(&path).unwrap();
            (grid(&path, shape, &value).across.unwrap(), value)
        };
        let (across, value) = now(&scenario);
        let wide = across.wide;
        assert!(across.has_room());
        let undo = with_another(&across, &value).apply(&mut scenario).unwrap();
        let (across, value) = now(&scenario);
        assert_eq!(across.wide, wide + 1);
        for row in value["rows"].as_array().unwrap() {
            let row = row.as_array().unwrap();
            assert_eq!((row.len(), &row[wide]), (wide + 1, &row[wide - 1]));
        }
        undo.apply(&mut scenario).unwrap();
        assert_eq!(now(&scenario).1, published);
        let undo = without(&across, 0).apply(&mut scenario).unwrap();
        let (fewer, value) = now(&scenario);
        assert_eq!((fewer.wide, &value["rows"][3][0]), (wide - 1, &published["rows"][3][1]));
        undo.apply(&mut scenario).unwrap();
        assert_eq!(now(&scenario).1, published);
    }
}
