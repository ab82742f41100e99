//! The kinds of ground that a designer draws on a table.

use serde::Serialize;
use serde_json::{Value, json};

use super::{ChokeKind, ObstacleKind, TerrainKind};
use crate::common::table_view::{DrawnKind, DrawnShape};

/// Returns the word of `kind` in the file, and its name for a menu: `"vineyard"` and `"Vineyard"`.
fn word(kind: impl Serialize) -> (Value, String) {
    let word = json!(kind);
    let name = crate::words::capital(word.as_str().unwrap_or_default());
    (word, name)
}

/// Returns all kinds: areas, lines, choke points, objectives and entries.
pub(super) fn all() -> Vec<DrawnKind> {
    let areas = TerrainKind::ALL.map(|kind| {
        let (word, name) = word(kind);
        let row = match kind {
            TerrainKind::Hill => json!({ "kind": word, "level": 1 }),
            _ => json!({ "kind": word }),
        };
        DrawnKind { name, shape: DrawnShape::Area, list: "terrain", points: "outline", row }
    });
    let line = |list, name: String, row| DrawnKind { name, shape: DrawnShape::Line, list, points: "line", row };
    let lines = ObstacleKind::ALL.map(|kind| {
        let (word, name) = word(kind);
        line("obstacle", name, json!({ "kind": word }))
    });
    let road = line("road", "Road".to_owned(), json!({}));
    let point = |list, name: String, row| DrawnKind { name, shape: DrawnShape::Point, list, points: "at", row };
    let crossings = [ChokeKind::Bridge, ChokeKind::Ford, ChokeKind::Gate].map(|kind| {
        let (word, name) = word(kind);
        point("choke_point", name, json!({ "kind": word }))
    });
    let objective = point("objective", "Objective".to_owned(), json!({ "id": "", "name": "" }));
    let entry = point("entry", "Entry".to_owned(), json!({ "id": "", "side": "" }));
    areas.into_iter().chain(lines).chain([road]).chain(crossings).chain([objective, entry]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{System, load, save, template};

    #[test]
    fn each_kind_is_a_row_that_the_file_can_hold() {
        let text = template(System::Outrance);
        for kind in all() {
            let mut scenario = load(text).scenario.unwrap();
            let list = crate::DocPath::root().key(kind.list);
            let count = scenario.get(&list).and_then(|rows| rows.as_array().map(Vec::len)).unwrap_or(0);
            let mut row = kind.row.clone();
            let side = scenario.common().sides()[0].id.to_string();
            for (key, value) in [("id", "new-one"), ("name", "New one"), ("side", side.as_str())] {
                if let Some(slot) = row.get_mut(key) {
                    *slot = json!(value);
                }
            }
            row[kind.points] = match kind.shape {
                DrawnShape::Area => json!(["2,2", "3,2", "3,3"]),
                DrawnShape::Line => json!(["2,2", "3,2"]),
                DrawnShape::Point => json!("2,2"),
            };
            scenario.set(&list.index(count), Some(row)).unwrap_or_else(|why| panic!("{}: {why:?}", kind.name));
            let loaded = load(&save(None, &scenario));
            assert!(loaded.readable.is_some() && loaded.complete, "{}: {:?}", kind.name, loaded.diagnostics);
        }
    }
}
