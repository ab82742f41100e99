//! The terrain effects chart.

use battlewright_engine::systems::mars_la_tour::rulebook as rule;
use battlewright_schema::mars_la_tour::{Kind, Terrain};
use battlewright_schema::words::{capital, lower};
use battlewright_schema::{DocPath, Letter};
use serde_json::Value;

use super::Facts;
use crate::amount::{Amount, Quantity, Unit};
use crate::chart::{Chart, ChartKind, TerrainChart, TerrainRow};
use crate::needed::letters_of;
use crate::phrase;
use crate::phrase::{Phrase, Picture, cited, strong};
use crate::systems::make::either;

/// The number of hexes after which a retreat may stop in defensible terrain (4.0 3.3).
pub(super) const EARLY_STOP: i64 = 2;

/// 3.8 and 3.11: what each hex of the map does, and roads.
pub(super) fn terrain(facts: &Facts<'_>) -> Chart {
    let source = facts.source;
    let chassepots = facts.sides().any(|(_, side, _)| side.chassepot > 0);
    let deathride = facts.has(Kind::Cavalry) && facts.has(Kind::Infantry);
    let mut heads = vec!["MP", "Ground", "Defender's die"];
    heads.extend(chassepots.then_some("Chassepot: defender's die"));
    heads.push("Retreat");
    heads.extend(deathride.then_some("Deathride"));
    let used: Vec<char> = letters_of(source).collect();
    let mut chart =
        Chart::new("terrain", "Terrain and movement", Phrase::default(), ChartKind::Text(Vec::new())).at(1, 1, 12);
    let mut rows = Vec::new();
    for (letter, terrain) in facts.own.map.terrain.iter().filter(|(letter, _)| used.contains(&letter.0)) {
        rows.push(hex(facts, *letter, terrain, chassepots, deathride));
        chart = chart.showing(DocPath::root().key("map").key("terrain").key(letter.to_string()));
    }
    let others = |words: &str, rows: usize| -> Vec<Phrase> { vec![words.into(); rows] };
    if !facts.own.road.is_empty() {
        let mut cells = vec![Amount::fixed(Quantity::new(1, 2), Unit::Mp).into()];
        cells.extend(others("as the hex", heads.len() - 1));
        rows.push(TerrainRow {
            group: String::new(),
            picture: Some(Picture::Road(String::new())),
            name: strong("Road").into(),
            cells,
        });
        chart = chart
            .note(road_rate(facts))
            .showing(DocPath::root().key("road"))
            .showing(source.setting("entry_road_rate"));
    }
    let mut kinds: Vec<String> = Vec::new();
    for (path, row) in source.rows(&DocPath::root().key("hexside")) {
        let kind = row.get("kind").and_then(Value::as_str).unwrap_or_default().to_owned();
        if !kinds.contains(&kind) {
            kinds.push(kind);
            chart = chart.showing(path);
        }
    }
    if let Some(first) = kinds.first() {
        let mut cells = vec![Amount::fixed(0, Unit::Mp).signed().into(), "no effect".into()];
        cells.extend(others("—", heads.len() - 2));
        rows.push(TerrainRow {
            group: String::new(),
            picture: Some(Picture::Hexside(first.clone())),
            name: strong(capital(&kinds.join(", ").replace('-', " "))).into(),
            cells,
        });
    }
    let chart_of = TerrainChart { bands: Vec::new(), heads: heads.into_iter().map(str::to_owned).collect(), rows };
    chart.kind = ChartKind::Terrain(chart_of);
    chart.aside = cited(&[rule::TERRAIN, rule::ROADS, rule::MOVES]);
    chart.note(phrase!["Levels and hexsides have no effect (", rule::TERRAIN, ")."])
}

fn hex(facts: &Facts<'_>, letter: Letter, terrain: &Terrain, chassepots: bool, deathride: bool) -> TerrainRow {
    let source = facts.source;
    let none = || Phrase::from("—");
    let open = !terrain.defensible;
    let mut cells = vec![Amount::fixed(1, Unit::Mp).into(), either(open, "open", "defensible").into()];
    let modifiers = source.table("modifiers");
    let defensible = source.amount(modifiers.key("defensible_terrain"), Unit::Die);
    cells.push(if open { none() } else { defensible.into() });
    if chassepots {
        let each = facts
            .sides()
            .filter(|(_, side, _)| side.chassepot > 0)
            .map(|(id, _, path)| phrase![facts.tag(id), " ", source.amount(path.key("chassepot"), Unit::Die)]);
        cells.push(if open { Phrase::joined(each.collect::<Vec<_>>(), ", ") } else { none() });
    }
    let length = source.number(&source.setting("retreat_hexes"));
    let stops = !open && length > EARLY_STOP;
    cells.push(if stops { phrase!["may stop after ", Amount::fixed(EARLY_STOP, Unit::Hexes)] } else { none() });
    if deathride {
        cells.push(either(open, "infantry here may be charged", "no charge").into());
    }
    TerrainRow {
        group: String::new(),
        picture: Some(Picture::Hex(letter.0)),
        name: strong(terrain.name.to_string()).into(),
        cells,
    }
}

/// 3.11: when the road rate counts, and by which roads a unit enters at it.
fn road_rate(facts: &Facts<'_>) -> Phrase {
    let source = facts.source;
    let mut words = phrase![
        strong("Road rate"),
        " (",
        rule::ROADS,
        "): only in March Formation, and only if each step of the move, the first included, follows a road from hex to hex. Road hexes \
         that merely touch are not joined. Road and cross-country steps do not mix in a move.",
    ];
    if facts.own.unit.iter().any(|unit| unit.enters.is_some()) {
        let rate = source.setting("entry_road_rate");
        let ruling = match source.word(&rate).as_str() {
            "any-road" => "A unit enters at the road rate in a hex with any road.",
            "never" => "A unit never enters at the road rate.",
            _ => "A unit enters at the road rate in a hex whose road leads off the map: one that begins or ends there.",
        };
        words = words.then(" ").then(source.words(&rate, ruling));
    }
    words
}

/// Returns the names of the terrains of the map that are defensible, such as `woods, town or walled farm`.
pub(super) fn defensible(facts: &Facts<'_>) -> String {
    let used: Vec<char> = letters_of(facts.source).collect();
    let terrains = facts.own.map.terrain.iter();
    let names = terrains.filter(|(letter, terrain)| terrain.defensible && used.contains(&letter.0));
    battlewright_schema::words::listed(names.map(|(_, terrain)| lower(&terrain.name)), "or")
}
