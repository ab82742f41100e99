//! Roads, hexsides, places, labels and entries as Tiled objects.

use std::collections::BTreeSet;

use battlewright_schema::{Cell, Common, DocPath, Grid, HexId, LabelSize, LabelStyle, Scenario};
use emath::{Pos2, Vec2, vec2};
use serde_json::Value as Json;

use super::fields::flat;
use super::hexes::Hexes;
use super::model::{Form, LayerContent, Object, Properties, TiledLayer, TiledText, Value};
use super::{HEXSIDES, LABELS, ROADS, SETS};

/// Returns the object layers other than counters.
pub(super) fn layers(scenario: &Scenario, hexes: Hexes) -> Vec<TiledLayer> {
    let common = scenario.common();
    let Ok(grid) = common.grid() else { return Vec::new() };
    let layer = |name: &str, color: &str, objects| TiledLayer {
        name: name.to_owned(),
        hidden: false,
        held: LayerContent::Objects { color: Some(color.to_owned()), objects },
    };
    let mut layers = vec![
        layer(ROADS, "#8a5a2b", roads(scenario, &grid, hexes)),
        layer(HEXSIDES, "#2f6ea8", hexsides(scenario, &grid, hexes)),
    ];
    for (name, section) in SETS {
        if scenario.count(&DocPath::root().key(section)).is_some() {
            layers.push(layer(name, "#803030", sets(scenario, section, &grid, hexes)));
        }
    }
    layers.push(layer(LABELS, "#404040", labels(common, &grid, hexes)));
    layers
}

/// Returns the rows of a section.
fn rows(scenario: &Scenario, section: &str) -> Vec<Json> {
    match scenario.get(&DocPath::root().key(section)) {
        Some(Json::Array(rows)) => rows,
        _ => Vec::new(),
    }
}

/// Returns the properties of a row, without the field `drawn` and without the name, which the object itself bears. An empty
/// name stays, since an object without one has the same.
fn rest(row: &Json, drawn: &str) -> Properties {
    let mut row = row.clone();
    if let Some(fields) = row.as_object_mut() {
        fields.retain(|key, value| key != drawn && (key != "name" || *value == ""));
    }
    flat(&row)
}

fn name(row: &Json) -> String {
    row.get("name").and_then(Json::as_str).unwrap_or_default().to_owned()
}

/// Returns the texts in a list field.
fn texts<'j>(row: &'j Json, key: &str) -> impl Iterator<Item = &'j str> {
    row.get(key).and_then(Json::as_array).into_iter().flatten().filter_map(Json::as_str)
}

fn line(name: String, kind: &str, points: &[Pos2], properties: Properties) -> Option<Object> {
    let at = *points.first()?;
    let form = Form::Line(points.iter().map(|point| *point - at).collect());
    Some(Object { name, kind: kind.to_owned(), at, size: Vec2::ZERO, rotation: 0.0, form, properties })
}

/// Returns a point that stands for a row without hexes, so that the row survives.
fn nowhere(name: String, kind: &str, mut properties: Properties) -> Object {
    properties.push((NOWHERE.to_owned(), Value::Bool(true)));
    let kind = kind.to_owned();
    Object { name, kind, at: Pos2::ZERO, size: Vec2::ZERO, rotation: 0.0, form: Form::Point, properties }
}

fn roads(scenario: &Scenario, grid: &Grid, hexes: Hexes) -> Vec<Object> {
    let objects = rows(scenario, "road").into_iter().filter_map(|row| {
        let cells = texts(&row, "path").filter_map(|hex| grid.cell(&hex.into()));
        let points: Vec<Pos2> = cells.map(|cell| hexes.center(cell)).collect();
        let properties = rest(&row, "path");
        line(name(&row), "road", &points, properties.clone()).or_else(|| Some(nowhere(name(&row), "road", properties)))
    });
    objects.collect()
}

/// Returns hexsides as polylines; adjoining ones are joined. The first hex of a pair is on the left of its line.
fn hexsides(scenario: &Scenario, grid: &Grid, hexes: Hexes) -> Vec<Object> {
    let mut objects = Vec::new();
    for (n, row) in (0_i64..).zip(rows(scenario, "hexside")) {
        let kind = row.get("kind").and_then(Json::as_str).unwrap_or_default().to_owned();
        let mut properties = rest(&row, "between");
        properties.push(("row".to_owned(), Value::Int(n)));
        let mut points: Vec<Pos2> = Vec::new();
        for side in texts(&row, "between") {
            let cells = battlewright_schema::HexsideId::from(side).hexes();
            let cells = cells.and_then(|(a, b)| Some((grid.cell(&a)?, grid.cell(&b)?)));
            let Some([from, to]) = cells.and_then(|(a, b)| hexes.hexside(a, b)) else { continue };
            if points.last().is_none_or(|last| last.distance(from) > 0.75) {
                objects.extend(line(name(&row), &kind, &points, properties.clone()));
                points = vec![from];
            }
            points.push(to);
        }
        objects.extend(line(name(&row), &kind, &points, properties));
    }
    objects
}

/// Returns rows with hexes, such as places and entries, as objects in each hex. The first object of a row carries its
/// name and other fields.
fn sets(scenario: &Scenario, section: &str, grid: &Grid, hexes: Hexes) -> Vec<Object> {
    let mut objects = Vec::new();
    for row in rows(scenario, section) {
        let id = row.get("id").and_then(Json::as_str).unwrap_or_default().to_owned();
        let mut properties = rest(&row, "hexes");
        let mut met = BTreeSet::new();
        for cell in texts(&row, "hexes").filter_map(|hex| grid.cell(&hex.into())) {
            let mut known = std::mem::replace(&mut properties, vec![("id".to_owned(), Value::Text(id.clone()))]);
            if !met.insert(cell) {
                known.push((AGAIN.to_owned(), Value::Bool(true)));
            }
            let shown = if section == "place" { name(&row) } else { id.clone() };
            // Only the first object carries more than the id.
            let is_first =
                !objects.last().is_some_and(|last: &Object| last.property("id") == Some(&Value::Text(id.clone())));
            let (size, form) = if is_first && !shown.is_empty() {
                let words =
                    TiledText { text: shown, pixels: 18, color: "#2a2018".to_owned(), bold: true, italic: false };
                (vec2(room(&words.text, words.pixels) + 8.0, 24.0), Form::Text(words))
            } else {
                (Vec2::ZERO, Form::Point)
            };
            // Below the center, clear of counters.
            let center = hexes.center(cell) + vec2(0.0, 0.34 * hexes.tile().y);
            objects.push(Object {
                name: name(&row),
                kind: section.to_owned(),
                at: center - size / 2.0,
                size,
                rotation: 0.0,
                form,
                properties: known,
            });
        }
    }
    objects
}

/// The property of a point whose hex its row already has.
pub(super) const AGAIN: &str = "again";

/// The property of an object that stands for a row without hexes.
pub(super) const NOWHERE: &str = "nowhere";

/// The property of a label along a line: the width of its box beyond the distance of its ends, in pixels.
pub(super) const MARGIN: &str = "margin";

/// The greatest such margin, in pixels.
const MOST_MARGIN: f32 = 16_384.0;

/// Returns the width of a box for `words`, in pixels. Tiled clips text, and system fonts may be half as wide again as the
/// bundled ones.
fn room(words: &str, pixels: u16) -> f32 {
    (crate::draw::text::width(words) * 1.5 + 1.0) * f32::from(pixels)
}

/// Returns labels as texts, in a hex or rotated along a line.
fn labels(common: &dyn Common, grid: &Grid, hexes: Hexes) -> Vec<Object> {
    let center = |hex: &HexId| grid.cell(hex).map(|cell: Cell| hexes.center(cell));
    let word = |value: Json| value.as_str().unwrap_or_default().to_owned();
    let objects = common.labels().iter().filter_map(|label| {
        let from = center(&label.at)?;
        let to = label.to.as_ref().and_then(center);
        let pixels: u16 = match label.size {
            LabelSize::Small => 16,
            LabelSize::Medium => 22,
            LabelSize::Large => 32,
        };
        let color = match label.style {
            LabelStyle::Land => "#3a3024",
            LabelStyle::Woods => "#2f5a26",
            LabelStyle::Water => "#24577f",
            LabelStyle::Height => "#6e4420",
        };
        let words = TiledText {
            text: label.text.clone(),
            pixels,
            color: color.to_owned(),
            bold: false,
            italic: label.style == LabelStyle::Water,
        };
        let mut properties = vec![
            ("size".to_owned(), Value::Text(serde_json::to_value(label.size).map(word).unwrap_or_default())),
            ("style".to_owned(), Value::Text(serde_json::to_value(label.style).map(word).unwrap_or_default())),
        ];
        let mut wide = room(&label.text, pixels);
        let (mut middle, mut rotation) = (from, 0.0);
        if let Some(to) = to {
            // Labels read from left to right, whatever the order of their ends.
            let backwards = (to - from).x < 0.0;
            let (left, right) = if backwards { (to, from) } else { (from, to) };
            middle = left.lerp(right, 0.5);
            rotation = (right - left).angle().to_degrees();
            let apart = (right - left).length();
            #[expect(clippy::cast_possible_truncation, reason = "a label's width is some thousand pixels at most")]
            let margin = (wide - apart).clamp(0.0, MOST_MARGIN).ceil() as u16;
            wide = apart + f32::from(margin);
            if margin > 0 {
                properties.push((MARGIN.to_owned(), Value::Int(margin.into())));
            }
            properties.push(("along".to_owned(), Value::Bool(true)));
            properties.push(("backwards".to_owned(), Value::Bool(backwards)));
        }
        let size = vec2(wide, f32::from(pixels) * 1.4);
        let at = middle - super::model::turned(size / 2.0, rotation);
        let (kind, name) = ("label".to_owned(), String::new());
        Some(Object { name, kind, at, size, rotation, form: Form::Text(words), properties })
    });
    objects.collect()
}
