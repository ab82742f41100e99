//! Scenarios with rows of every kind, for tests.

use serde_json::Value;

use crate::schema_json::{Shape, ValueKind};
use crate::{DocPath, Scenario, System, load, template};

/// Returns the paths of all lists of rows in the files of `system`, except for lists within rows.
pub(crate) fn lists(system: System) -> Vec<DocPath> {
    let mut found = Vec::new();
    let root = DocPath::root();
    let fields = Shape::at(system, &root).unwrap().fields();
    let mut left: Vec<(DocPath, Shape)> =
        fields.into_iter().map(|field| (root.clone().key(field.name), field.shape)).collect();
    while let Some((path, shape)) = left.pop() {
        match shape.kind() {
            ValueKind::List if shape.item().is_some_and(|item| item.kind() == ValueKind::Table) => found.push(path),
            ValueKind::Table => {
                left.extend(shape.fields().into_iter().map(|field| (path.clone().key(field.name), field.shape)));
            }
            _ => {}
        }
    }
    found.sort();
    found
}

/// Returns a value with all fields. Values of different variants (0, 1 and 2) differ, also in length, and have letters of two
/// bytes.
pub(crate) fn sample(shape: Shape, variant: usize) -> Value {
    let text = ["é", "éß1", "ö"][variant % 3];
    match shape.kind() {
        ValueKind::Number(least, greatest) | ValueKind::Decimal(least, greatest) => {
            least.max([1, 12, 3][variant % 3]).min(greatest).into()
        }
        ValueKind::Bool => variant.is_multiple_of(2).into(),
        ValueKind::Words => {
            let words = shape.words();
            words.get(variant % words.len().max(1)).map_or("", |word| word.word).into()
        }
        ValueKind::Color => ["#112233", "#445566", "#778899"][variant % 3].into(),
        ValueKind::Point => ["1,1", "2.25,2", "13,3"][variant % 3].into(),
        ValueKind::Length => ["1", "2.25", "3"][variant % 3].into(),
        ValueKind::Id(id) => match id.0 {
            "HexId" => ["0101", "0102", "0201"][variant % 3].into(),
            "HexsideId" => ["0101/0102", "0102/0103", "0103/0203"][variant % 3].into(),
            _ => text.into(),
        },
        ValueKind::Text | ValueKind::HexRows => text.into(),
        ValueKind::List => shape.item().map_or(Value::Null, |item| vec![sample(item, variant)].into()),
        ValueKind::Fixed(count) => shape.item().map_or(Value::Null, |item| vec![sample(item, variant); count].into()),
        ValueKind::Table => {
            let fields = shape.fields().into_iter();
            Value::Object(fields.map(|field| (field.name.to_owned(), sample(field.shape, variant))).collect())
        }
        ValueKind::Keyed => Value::Object(serde_json::Map::new()),
    }
}

/// Returns the paths of all single values and of all lists in the table at `path`.
pub(crate) fn leaves(system: System, path: &DocPath) -> Vec<DocPath> {
    let Some(shape) = Shape::at(system, path) else { return Vec::new() };
    match shape.kind() {
        ValueKind::Table => {
            shape.fields().iter().flat_map(|field| leaves(system, &path.clone().key(field.name))).collect()
        }
        _ => vec![path.clone()],
    }
}

/// Returns the shape of the rows of a list.
pub(crate) fn row_shape(system: System, list: &DocPath) -> Shape {
    Shape::at(system, &list.clone().index(0)).unwrap()
}

/// Returns the template of `system`.
pub(crate) fn plain(system: System) -> Scenario {
    load(template(system)).readable.unwrap()
}
