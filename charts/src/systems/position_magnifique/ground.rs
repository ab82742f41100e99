//! The terrain effects chart (12.2).

use battlewright_engine::systems::position_magnifique::rulebook as rule;
use battlewright_schema::system::position_magnifique::{BridgedFeatures, ChargeRoads};
use battlewright_schema::{DocPath, HexsideKind, RoadKind, words};
use serde_json::Value;

use super::super::scenario_words::{letters_on_map, top};
use super::PositionSheet;
use crate::amount::{Amount, Quantity, Unit};
use crate::chart::{Band, Chart, ChartKind, TerrainChart, TerrainRow};
use crate::phrase;
use crate::phrase::{Phrase, Picture, Span, strong};

/// The arms with a cost of their own, in the order of the columns.
const ARMS: [&str; 3] = ["infantry", "cavalry", "artillery"];

/// Returns the terrain effects chart: hexes by the letters of the map, hexsides and roads that the map has.
pub(super) fn terrain(sheet: &PositionSheet<'_, '_>) -> Chart {
    let bands = vec![
        Band { title: "Movement points (MP)".to_owned(), columns: 3 },
        Band { title: String::new(), columns: 1 },
        Band { title: "Combat (columns)".to_owned(), columns: 2 },
        Band { title: String::new(), columns: 2 },
    ];
    let heads =
        ["Infantry, HQ", "Cavalry", "Artillery", "Sight", "Fire at it", "Assault on it", "Command (hexes)", "Charge"];
    let mut shows = Vec::new();
    let mut rows = hexes(sheet, &mut shows);
    rows.extend(hexsides(sheet, &mut shows));
    rows.extend(roads(sheet, &mut shows));
    let chart = TerrainChart { bands, heads: heads.map(str::to_owned).to_vec(), rows };
    let mut chart = Chart::new("terrain", "Terrain", "10.3, 11.2, 12.2, 12.5, 12.8, 13.2", ChartKind::Terrain(chart));
    chart.shows = shows;
    chart.provenance = sheet.source.provenance("terrain");
    let chart = chart.note(phrase![
        strong("Move:"),
        " hex and hexside add up; a piece may always move one hex. A Shaken unit has half its MP, rounded up; halves add up ",
        rule::SHAKEN_MOVEMENT,
        ". One unit a hex at the end of a move, HQs free; through friends, never through enemy units ",
        rule::STACKING,
        ". There are no zones of control ",
        rule::NO_ZOC,
        ".",
    ]);
    let bridge = bridges(sheet);
    let chart = match bridge.is_empty() {
        true => chart,
        false => chart.note(bridge).showing(sheet.source.setting("bridged_features")),
    };
    if sheet.own.entry.is_empty() {
        return chart;
    }
    let path = sheet.source.setting("entry_by_road");
    let entry = sheet.ruling("entry_by_road", "a road counts there", "also with a road");
    chart
        .note(phrase![
            strong("Column:"),
            " reinforcements of a formation, turn and entry enter one behind the other; the first pays the entry hex once, the \
             second twice and so on, at the cost of its terrain, ",
            entry,
            ". An enemy unit in the hex: they wait a turn, then take the nearest free edge hex ",
            rule::ENTRY_COLUMN,
            ".",
        ])
        .showing(path)
}

/// Returns a yes or no of the data, marked if the scenario changes it.
fn yes(sheet: &PositionSheet<'_, '_>, path: &DocPath, on: &'static str, off: &'static str) -> Span {
    sheet.source.words(path, if sheet.source.is_on(path) { on } else { off })
}

/// Returns the paths of the rows of a table by the word in `key`.
fn row_of(sheet: &PositionSheet<'_, '_>, table: &str, key: &str, word: &str) -> Option<DocPath> {
    let rows = sheet.source.rows(&sheet.source.table(table)).into_iter();
    rows.into_iter().find(|(_, row)| row.get(key).and_then(Value::as_str) == Some(word)).map(|(path, _)| path)
}

fn hexes(sheet: &PositionSheet<'_, '_>, shows: &mut Vec<DocPath>) -> Vec<TerrainRow> {
    let letters = letters_on_map(sheet.source);
    let source = sheet.source;
    let mut rows = Vec::new();
    for (letter, terrain) in &sheet.own.map.terrain {
        let path = top("map").key("terrain").key(letter.to_string());
        let class = source.word(&path.clone().key("class"));
        let Some(row) = row_of(sheet, "terrain", "class", &class).filter(|_| letters.contains(&letter.0)) else {
            continue;
        };
        let cost = |arm: &&str| Phrase::from(source.amount(row.clone().key("cost").key(*arm), Unit::Count));
        let [sight, charge] = ["blocks_sight", "charge"].map(|key| row.clone().key(key));
        let mut cells: Vec<Phrase> = ARMS.iter().map(cost).collect();
        let infantry = source.amount(row.clone().key("assault_infantry"), Unit::Columns);
        let assault = if infantry.value.is_zero() { Phrase::from(infantry) } else { phrase![infantry, " infantry"] };
        cells.extend([
            yes(sheet, &sight, "blocks", "—").into(),
            source.amount(row.clone().key("fire"), Unit::Columns).into(),
            assault,
            source.amount(row.clone().key("command"), Unit::Count).into(),
            yes(sheet, &charge, "yes", "no").into(),
        ]);
        let group = if rows.is_empty() { "Hexes" } else { "" };
        rows.push(TerrainRow {
            group: group.to_owned(),
            picture: Some(Picture::Hex(letter.0)),
            name: strong(terrain.name.as_str()).into(),
            cells,
        });
        shows.extend([path, row.key("class"), sight, charge]);
    }
    rows
}

/// Returns the kinds of hexsides of the map, steep slopes between levels among them, each with a row of the file that has it.
fn kinds(sheet: &PositionSheet<'_, '_>) -> Vec<(HexsideKind, Option<DocPath>)> {
    use HexsideKind::{Bridge, River, Slope, Stream, Wall};
    let of = |kind| sheet.own.hexside.iter().position(|row| row.kind == kind).map(|at| sheet.row("hexside", at));
    let has_levels = sheet.own.map.levels.is_some();
    [Stream, River, Slope, Wall, Bridge]
        .into_iter()
        .map(|kind| (kind, of(kind)))
        .filter(|(kind, row)| row.is_some() || (*kind == Slope && has_levels))
        .collect()
}

fn hexsides(sheet: &PositionSheet<'_, '_>, shows: &mut Vec<DocPath>) -> Vec<TerrainRow> {
    let source = sheet.source;
    let mut rows = Vec::new();
    for (kind, on_map) in kinds(sheet) {
        let Some(row) = row_of(sheet, "hexsides", "kind", kind.name()) else { continue };
        let [charge, bridges] = ["charge", "bridges"].map(|key| row.clone().key(key));
        let spans = source.is_on(&bridges);
        let cost = |arm: &&str| Phrase::from(source.amount(row.clone().key("cost").key(*arm), Unit::Count).signed());
        let mut cells: Vec<Phrase> = ARMS.iter().map(cost).collect();
        cells.extend([
            "—".into(),
            "—".into(),
            source.amount(row.clone().key("assault"), Unit::Columns).into(),
            "—".into(),
            yes(sheet, &charge, "yes", "no").into(),
        ]);
        let (name, picture) = match kind {
            HexsideKind::Slope => (steep(sheet), Picture::Slope { steep: true }),
            kind => (words::capital(kind.name()), Picture::Hexside(kind.name().to_owned())),
        };
        let group = if rows.is_empty() {
            "Hexsides: added to the cost of the hex; assaults if all attackers cross it"
        } else {
            ""
        };
        let name = match spans || source.is_changed(&bridges) {
            true => phrase![strong(name), source.words(&bridges, if spans { " instead" } else { ", with the rest" })],
            false => strong(name).into(),
        };
        rows.push(TerrainRow { group: group.to_owned(), picture: Some(picture), name, cells });
        shows.extend([row.key("kind"), charge, bridges]);
        shows.extend(on_map);
    }
    rows
}

/// Returns the name of a steep slope, with the difference of levels that makes one.
fn steep(sheet: &PositionSheet<'_, '_>) -> String {
    let levels = sheet.source.common().steep().filter(|_| sheet.own.map.levels.is_some());
    levels.map_or_else(|| "Steep slope".to_owned(), |levels| format!("Steep slope, {levels} levels"))
}

fn roads(sheet: &PositionSheet<'_, '_>, shows: &mut Vec<DocPath>) -> Vec<TerrainRow> {
    let charge_roads = sheet.source.setting("charge_roads");
    let closed = sheet.own.ruleset().charge_roads == ChargeRoads::Roman;
    let half = || Amount::fixed(Quantity::new(1, 2), Unit::Count);
    let mut rows = Vec::new();
    for (kind, name) in [(RoadKind::Road, "Road"), (RoadKind::Major, "Major road"), (RoadKind::Roman, "Roman road")] {
        let Some(at) = sheet.own.road.iter().position(|road| road.kind == kind) else { continue };
        let charge = match (kind, closed) {
            (RoadKind::Roman, _) => "yes".into(),
            (_, true) => sheet.source.words(&charge_roads, "no"),
            (_, false) => sheet.source.words(&charge_roads, "as the hex"),
        };
        let group = if rows.is_empty() {
            "Roads: along the road, unless a friendly unit is in the hex; streams and slopes cost nothing then"
        } else {
            ""
        };
        rows.push(TerrainRow {
            group: group.to_owned(),
            picture: Some(Picture::Road(if kind == RoadKind::Road { String::new() } else { kind.name().to_owned() })),
            name: strong(name).into(),
            cells: vec![
                half().into(),
                half().into(),
                half().into(),
                "as the hex".into(),
                "as the hex".into(),
                "as the hex".into(),
                half().into(),
                charge.into(),
            ],
        });
        shows.push(sheet.row("road", at));
        if kind != RoadKind::Roman {
            shows.push(charge_roads.clone());
        }
    }
    rows
}

/// Returns the sentence about bridges; empty if the map has none.
fn bridges(sheet: &PositionSheet<'_, '_>) -> Phrase {
    if !sheet.own.hexside.iter().any(|row| row.kind == HexsideKind::Bridge) {
        return Phrase::default();
    }
    let path = sheet.source.setting("bridged_features");
    let what = match sheet.own.ruleset().bridged_features {
        BridgedFeatures::Water => "spans the stream or river of its hexside; a slope or wall there stays",
        BridgedFeatures::All => "takes the place of everything else on its hexside",
    };
    phrase![strong("Bridge:"), " without a road it ", sheet.source.words(&path, what), " ", rule::TERRAIN, "."]
}
