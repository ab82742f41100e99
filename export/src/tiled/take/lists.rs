//! Import of rows from objects: roads, hexsides, places, entries, exits, zones and labels.

use std::collections::{BTreeMap, BTreeSet};

use battlewright_schema::schema_json::Shape;
use battlewright_schema::{Cell, DocPath, Grid, Scenario};
use emath::{Pos2, Vec2};
use serde_json::Value as Json;

use super::super::model::{Form, Object, TiledMap, Value, turned};
use super::super::objects::{AGAIN, MARGIN, NOWHERE};
use super::super::{HEXSIDES, LABELS, ROADS, SETS, fields};
use super::{TakenMap, objects, word};

/// The fields of a row under construction.
type Fields = serde_json::Map<String, Json>;

/// Imports every list for which the map has a layer.
pub(super) fn take(map: &TiledMap, grid: &Grid, scenario: &mut Scenario, taken: &mut TakenMap) {
    let mut made: Vec<(&str, &str, Vec<Json>)> = Vec::new();
    let mut missing = Vec::new();
    let sets = SETS.iter().map(|(layer, section)| (*layer, *section));
    for (layer, section) in [(ROADS, "road"), (HEXSIDES, "hexside"), (LABELS, "label")].into_iter().chain(sets) {
        let Some(count) = scenario.count(&DocPath::root().key(section)) else { continue };
        let Some(objects) = objects(map, layer) else {
            if count > 0 {
                missing.push(layer);
            }
            continue;
        };
        let rows = match layer {
            ROADS => roads(map, grid, objects, taken),
            HEXSIDES => hexsides(map, grid, objects, taken),
            LABELS => labels(map, grid, objects, taken),
            _ => sets_of(map, grid, layer, objects, taken),
        };
        made.push((layer, section, rows));
    }
    if !missing.is_empty() {
        taken.note(format!("it has no layer for {}: they stay as they were", missing.join(", ")));
    }
    for (layer, section, rows) in made {
        set(scenario, layer, section, rows, taken);
    }
}

/// Replaces the rows of a section. Unknown fields and refused rows are noted.
fn set(scenario: &mut Scenario, layer: &str, section: &str, rows: Vec<Json>, taken: &mut TakenMap) {
    let list = DocPath::root().key(section);
    let shape = Shape::at(scenario.system(), &list.clone().index(0));
    let names: Vec<&str> = shape.map(Shape::fields).into_iter().flatten().map(|field| field.name).collect();
    let mut strange = std::collections::BTreeSet::new();
    let mut whole = scenario.clone();
    if whole.set(&list, None).is_err() {
        return;
    }
    let mut last = 0;
    for mut row in rows {
        if let Some(fields) = row.as_object_mut() {
            fields.retain(|key, _| {
                let known = names.contains(&key.as_str());
                if !known {
                    strange.insert(key.clone());
                }
                known
            });
        }
        match whole.insert(&list.clone().index(last), row) {
            Ok(()) => last += 1,
            Err(misfit) => taken.refuse(format!("layer {layer:?}: an object is left out: {}", misfit.problem)),
        }
    }
    for field in strange {
        taken.note(format!("layer {layer:?}: {field:?} is left out: unknown field"));
    }
    if whole.get(&list).unwrap_or(Json::Array(Vec::new())) != scenario.get(&list).unwrap_or(Json::Array(Vec::new())) {
        taken.changed.push(layer.to_owned());
        *scenario = whole;
    }
}

/// Returns the fields of an object from its name and properties, without the properties in `ours`.
fn row(object: &Object, ours: &[&str]) -> Fields {
    let mut row = fields::deep(object.properties.iter().filter(|(name, _)| !ours.contains(&name.as_str())));
    if !object.name.is_empty() {
        row.entry("name").or_insert_with(|| object.name.clone().into());
    }
    row
}

fn what(object: &Object) -> String {
    let at = object.at;
    if object.name.is_empty() { format!("the object at {:.0}, {:.0}", at.x, at.y) } else { object.name.clone() }
}

/// Returns the points of a polyline in map coordinates.
fn line(object: &Object) -> Option<Vec<Pos2>> {
    let Form::Line(points) = &object.form else { return None };
    Some(points.iter().map(|point| object.at + turned(*point, object.rotation)).collect())
}

fn roads(map: &TiledMap, grid: &Grid, objects: &[Object], taken: &mut TakenMap) -> Vec<Json> {
    let mut rows = Vec::new();
    for object in objects {
        let points = if is(object, NOWHERE) { Some(Vec::new()) } else { line(object) };
        let Some(points) = points else {
            taken.refuse(format!("layer {ROADS:?}: {} is not a line: left out", what(object)));
            continue;
        };
        let Some(cells) = points.iter().map(|point| map.hexes.cell_at(*point)).collect::<Option<Vec<Cell>>>() else {
            taken.refuse(format!("layer {ROADS:?}: {} leaves the map: left out", what(object)));
            continue;
        };
        let mut path: Vec<Cell> = Vec::new();
        for cell in cells {
            // A long segment passes through every hex on its way.
            let from = path.last().copied();
            let way = from.map(|from| grid.hex(from).line_to(grid.hex(cell)).skip(1).collect::<Vec<_>>());
            match way {
                None => path.push(cell),
                Some(way) => path.extend(way.into_iter().filter_map(|hex| grid.cell_at(hex))),
            }
        }
        let mut row = row(object, &[NOWHERE]);
        row.insert("path".to_owned(), path.iter().map(|cell| grid.name(*cell).to_string()).collect());
        rows.push(Json::Object(row));
    }
    rows
}

/// Returns `true` if an object has the property `name` with the value `true`.
fn is(object: &Object, name: &str) -> bool {
    object.property(name) == Some(&Value::Bool(true))
}

fn hexsides(map: &TiledMap, grid: &Grid, objects: &[Object], taken: &mut TakenMap) -> Vec<Json> {
    // Lines with the same row number become one row; lines without one are grouped by equal fields.
    let mut rows: Vec<(Fields, Vec<Json>)> = Vec::new();
    let mut met: BTreeMap<(Option<i64>, String), usize> = BTreeMap::new();
    for object in objects {
        let Some(points) = line(object) else {
            taken.refuse(format!("layer {HEXSIDES:?}: {} is not a line: left out", what(object)));
            continue;
        };
        let number = match object.property("row") {
            Some(Value::Int(number)) => Some(*number),
            _ => None,
        };
        let mut said = row(object, &["row"]);
        if !object.kind.is_empty() {
            said.entry("kind").or_insert_with(|| object.kind.clone().into());
        }
        let mut sides = Vec::new();
        for ends in points.windows(2) {
            let &[from, to] = ends else { continue };
            match map.hexes.side_at([from, to]) {
                Some((a, b)) => sides.push(format!("{}/{}", grid.name(a), grid.name(b)).into()),
                None => taken.refuse(format!(
                    "layer {HEXSIDES:?}: {} has a stroke at {:.0}, {:.0} that runs along no hexside: left out",
                    what(object),
                    from.x,
                    from.y
                )),
            }
        }
        if sides.is_empty() {
            continue;
        }
        let at = *met.entry((number, Json::Object(said.clone()).to_string())).or_insert(rows.len());
        match rows.get_mut(at) {
            Some((_, between)) => between.extend(sides),
            None => rows.push((said, sides)),
        }
    }
    let whole = rows.into_iter().map(|(mut row, between)| {
        row.insert("between".to_owned(), Json::Array(between));
        Json::Object(row)
    });
    whole.collect()
}

/// Imports rows with hexes; objects with the same id become one row.
fn sets_of(map: &TiledMap, grid: &Grid, layer: &str, objects: &[Object], taken: &mut TakenMap) -> Vec<Json> {
    let mut rows: Vec<(Fields, Vec<Json>)> = Vec::new();
    let mut met: BTreeMap<String, usize> = BTreeMap::new();
    let mut held: BTreeSet<(usize, Cell)> = BTreeSet::new();
    for object in objects {
        let id = word(object, "id").unwrap_or_default().to_owned();
        if id.is_empty() {
            taken.refuse(format!("layer {layer:?}: {} has no property \"id\": left out", what(object)));
            continue;
        }
        let Some(cell) = map.hexes.cell_at(object.center()) else {
            taken.refuse(format!("layer {layer:?}: {} is not on the map: left out", what(object)));
            continue;
        };
        let hex = Json::from(grid.name(cell).to_string());
        let at = *met.entry(id).or_insert(rows.len());
        let is_new = held.insert((at, cell));
        match rows.get_mut(at) {
            // A hex counts once per row, unless the scenario had it twice.
            Some((row, hexes)) => {
                for (key, value) in self::row(object, &[AGAIN]) {
                    row.entry(key).or_insert(value);
                }
                if is_new || is(object, AGAIN) {
                    hexes.push(hex);
                }
            }
            None => rows.push((self::row(object, &[]), vec![hex])),
        }
    }
    let whole = rows.into_iter().map(|(mut row, hexes)| {
        row.insert("hexes".to_owned(), Json::Array(hexes));
        Json::Object(row)
    });
    whole.collect()
}

fn labels(map: &TiledMap, grid: &Grid, objects: &[Object], taken: &mut TakenMap) -> Vec<Json> {
    let mut rows = Vec::new();
    for object in objects {
        let Form::Text(words) = &object.form else {
            taken.refuse(format!("layer {LABELS:?}: {} is not a text: left out", what(object)));
            continue;
        };
        let center = object.center();
        let (from, to) = if is(object, "along") {
            #[expect(clippy::cast_precision_loss, reason = "pixels")]
            let margin = match object.property(MARGIN) {
                Some(Value::Int(margin)) => (*margin as f32).clamp(0.0, object.size.x.max(0.0)),
                _ => 0.0,
            };
            let half = turned(Vec2::new((object.size.x - margin) / 2.0, 0.0), object.rotation);
            let (left, right) = (center - half, center + half);
            if is(object, "backwards") { (right, Some(left)) } else { (left, Some(right)) }
        } else {
            (center, None)
        };
        let cells = map.hexes.cell_at(from).zip(match to {
            None => Some(None),
            Some(to) => map.hexes.cell_at(to).map(Some),
        });
        let Some((at, to)) = cells else {
            taken.refuse(format!("layer {LABELS:?}: {:?} is not on the map: left out", words.text));
            continue;
        };
        let mut row = row(object, &["along", "backwards", MARGIN]);
        row.shift_remove("name");
        row.insert("text".to_owned(), words.text.clone().into());
        row.insert("at".to_owned(), grid.name(at).to_string().into());
        if let Some(to) = to {
            row.insert("to".to_owned(), grid.name(to).to_string().into());
        }
        rows.push(Json::Object(row));
    }
    rows
}
