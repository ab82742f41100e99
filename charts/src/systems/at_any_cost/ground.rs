//! The terrain effects chart: hexes, hexsides and roads.

use battlewright_engine::systems::at_any_cost::rulebook as rule;
use battlewright_schema::at_any_cost::{ByArm, HexsideEffects, Kind, TerrainClass, TerrainEffects};
use battlewright_schema::{DocPath, RoadKind};

use super::Aid;
use crate::amount::{Amount, Quantity, Unit};
use crate::chart::{Band, Chart, ChartKind, TerrainChart, TerrainRow};
use crate::phrase;
use crate::phrase::{Phrase, Picture, Span};

/// Returns the name of a class of terrain within a sentence.
pub(super) fn class_name(class: TerrainClass) -> &'static str {
    match class {
        TerrainClass::Clear => "clear terrain",
        TerrainClass::Woods => "woods",
        TerrainClass::Quarry => "quarry",
        TerrainClass::Farm => "farm",
        TerrainClass::Town => "town",
        TerrainClass::Ravine => "ravine",
        TerrainClass::Stream => "stream",
    }
}

/// An arm with costs of its own: the key of its costs, its head, and an arm that pays them.
type ArmColumn = (&'static str, &'static str, Kind);

/// Returns the arms of the order of battle. HQs pay as infantry.
fn arms(aid: &Aid<'_>) -> Vec<ArmColumn> {
    let has = |kinds: &[Kind]| kinds.iter().any(|kind| aid.used.arms.contains(kind));
    let all: [(bool, ArmColumn); 4] = [
        (true, ("infantry", "Infantry, HQ", Kind::Infantry)),
        (has(&[Kind::Cavalry]), ("cavalry", "Cavalry", Kind::Cavalry)),
        (has(&[Kind::FieldArtillery, Kind::HorseArtillery]), ("field", "Field, horse guns", Kind::FieldArtillery)),
        (has(&[Kind::HeavyArtillery]), ("heavy", "Heavy guns", Kind::HeavyArtillery)),
    ];
    all.into_iter().filter_map(|(used, arm)| used.then_some(arm)).collect()
}

/// Returns the rows of the terrain table that apply to a letter of the map, each with its place.
fn rows_of<'a>(aid: &'a Aid<'_>, letter: char) -> Vec<(usize, &'a TerrainEffects)> {
    let classes = aid.own.map.terrain.iter().find(|(known, _)| known.0 == letter).map(|(_, terrain)| &terrain.classes);
    let classes: Vec<TerrainClass> = match classes {
        Some(classes) if !classes.is_empty() => classes.clone(),
        _ => vec![TerrainClass::Clear],
    };
    let rows = aid.rules.tables.terrain.iter().enumerate();
    rows.filter(|(_, row)| classes.contains(&row.class)).collect()
}

/// Returns the cost for an arm to enter a hex with these rows: those that add, and the others or clear terrain (12.2).
fn cost(aid: &Aid<'_>, rows: &[(usize, &TerrainEffects)], (key, _, kind): ArmColumn) -> Amount {
    let path = |at: usize| aid.source.table("terrain").index(at);
    let of = |adds: bool| -> i64 {
        rows.iter().filter(|(_, row)| row.adds == adds).map(|(_, row)| i64::from(row.cost.of(kind))).sum()
    };
    let (base, added) = (of(false), of(true));
    let clear = aid.rules.tables.terrain.iter().position(|row| row.class == TerrainClass::Clear);
    let needs_clear = base == 0;
    let base = if needs_clear {
        clear.and_then(|at| aid.rules.tables.terrain.get(at)).map_or(1, |row| i64::from(row.cost.of(kind)))
    } else {
        base
    };
    let from = rows.last().map(|(at, _)| *at).or(clear).unwrap_or_default();
    let changed = rows.iter().map(|(at, _)| *at).chain(clear.filter(|_| needs_clear)).any(|at| {
        aid.source.is_changed(&path(at).key("cost").key(key)) || aid.source.is_changed(&path(at).key("adds"))
    });
    let amount = aid.source.amount(path(from).key("cost").key(key), Unit::Count);
    Amount { changed, ..amount.as_number(base + added) }
}

/// Returns the sum of the shifts of these rows; a dash for none.
fn sum(aid: &Aid<'_>, rows: &[(usize, &TerrainEffects)], key: &str, shift: impl Fn(&TerrainEffects) -> i8) -> Phrase {
    let path = |at: usize| aid.source.table("terrain").index(at).key(key);
    let total: i64 = rows.iter().map(|(_, row)| i64::from(shift(row))).sum();
    let changed = rows.iter().any(|(at, _)| aid.source.is_changed(&path(*at)));
    let last = rows.iter().rev().find(|(_, row)| shift(row) != 0).or(rows.last());
    last.map_or_else(
        || "—".into(),
        |(at, _)| {
            let amount = aid.source.amount(path(*at), Unit::Columns).as_number(total);
            Amount { changed, ..amount }.into()
        },
    )
}

/// Returns words that depend on a yes or no of these rows.
fn told(aid: &Aid<'_>, rows: &[(usize, &TerrainEffects)], key: &str, words: &str) -> Phrase {
    let path = |at: usize| aid.source.table("terrain").index(at).key(key);
    let changed = rows.iter().map(|(at, _)| path(*at)).find(|path| aid.source.is_changed(path));
    changed.map_or_else(|| words.into(), |path| aid.source.words(&path, words).into())
}

fn yes(is: bool) -> &'static str {
    if is { "yes" } else { "no" }
}

fn hex_row(aid: &Aid<'_>, letter: char, arms: &[ArmColumn]) -> TerrainRow {
    let rows = rows_of(aid, letter);
    let name =
        aid.own.map.terrain.iter().find(|(known, _)| known.0 == letter).map(|(_, terrain)| terrain.name.to_string());
    let mut cells: Vec<Phrase> = arms.iter().map(|arm| cost(aid, &rows, *arm).into()).collect();
    let command = rows.iter().max_by_key(|(_, row)| row.command);
    cells.push(command.map_or_else(Phrase::default, |(at, row)| {
        let path = aid.source.table("terrain").index(*at).key("command");
        aid.source.amount(path, Unit::Count).as_number(i64::from(row.command)).into()
    }));
    let farm = rows.iter().any(|(_, row)| row.class == TerrainClass::Farm);
    let blocks = rows.iter().any(|(_, row)| row.blocks_sight);
    cells.push(if farm && !blocks {
        aid.ruling("farms_block_sight", "blocks", "—").into()
    } else {
        told(aid, &rows, "blocks_sight", if blocks { "blocks" } else { "—" })
    });
    cells.push(sum(aid, &rows, "fire", |row| row.fire));
    cells.push(sum(aid, &rows, "assault", |row| row.assault));
    cells.push(sum(aid, &rows, "assault_from", |row| row.assault_from));
    cells.push(told(aid, &rows, "charge", yes(rows.iter().all(|(_, row)| row.charge))));
    cells.push(told(aid, &rows, "shelter", yes(rows.iter().any(|(_, row)| row.shelter))));
    let name = name.unwrap_or_else(|| letter.to_string());
    TerrainRow { group: String::new(), picture: Some(Picture::Hex(letter)), name: name.into(), cells }
}

fn hexside_row(aid: &Aid<'_>, at: usize, row: &HexsideEffects, arms: &[ArmColumn]) -> TerrainRow {
    let path = |key: &str| aid.source.table("hexsides").index(at).key(key);
    let of = |key: &str, arm: &str| aid.source.amount(path(key).key(arm), Unit::Count).signed();
    let is_one = |costs: (&ByArm, &ByArm)| costs.0 == costs.1;
    let both = is_one((&row.up, &row.down));
    let mut cells: Vec<Phrase> = arms
        .iter()
        .map(|(key, ..)| if both { of("up", key).into() } else { phrase![of("up", key), "; ", of("down", key)] })
        .collect();
    let up = aid.source.amount(path("assault_up"), Unit::Columns);
    let up: Phrase = if row.assault_up == 0 { "—".into() } else { phrase![up, " up it"] };
    let charge: Span = aid.source.words(&path("charge"), yes(row.charge));
    cells.extend(["—".into(), "—".into(), "—".into(), "—".into(), up, charge.into(), "—".into()]);
    let name = capital(row.kind.name());
    let name = if both { name } else { format!("{name}: up; down") };
    let picture = Some(Picture::Hexside(row.kind.name().to_owned()));
    TerrainRow { group: String::new(), picture, name: name.into(), cells }
}

fn road_row(kind: RoadKind, arms: &[ArmColumn]) -> TerrainRow {
    let one = || Amount::fixed(1, Unit::Count);
    let half = || Amount::fixed(Quantity::new(1, 2), Unit::Count);
    let (name, is_major) = match kind {
        RoadKind::Road => ("Road", false),
        RoadKind::Major => ("Major road", true),
        RoadKind::Roman => ("Roman road", false),
    };
    let cell = || if is_major { phrase![one(), "; March ", half()] } else { one().into() };
    let mut cells: Vec<Phrase> = arms.iter().map(|_| cell()).collect();
    cells.extend([half().into(), "—".into(), "—".into(), "—".into(), "—".into(), "yes".into(), "—".into()]);
    let picture = Some(Picture::Road(kind.name().to_owned()));
    TerrainRow { group: String::new(), picture, name: name.into(), cells }
}

fn capital(text: &str) -> String {
    battlewright_schema::words::capital(text)
}

/// Returns what a charge may cross, in words.
pub(super) fn charge_ground(aid: &Aid<'_>) -> Phrase {
    let hexes = aid.rules.tables.terrain.iter().filter(|row| row.charge && aid.used.classes.contains(&row.class));
    let mut over: Vec<String> =
        hexes.map(|row| class_name(row.class).trim_end_matches(" terrain").to_owned()).collect();
    if !aid.used.roads.is_empty() {
        over.push("road".to_owned());
    }
    let sides = aid.rules.tables.hexsides.iter().filter(|row| row.charge && aid.used.hexsides.contains(&row.kind));
    let sides: Vec<String> = sides.map(|row| format!("{}s", row.kind.name())).collect();
    let joined = |words: Vec<String>| battlewright_schema::words::listed(words.into_iter(), "and");
    let across = if sides.is_empty() { String::new() } else { format!(" and {}", sides.join(", ")) };
    let words = format!("over {} hexes{across}", joined(over));
    let tables = [aid.source.table("terrain"), aid.source.table("hexsides")];
    let changed = tables.iter().find(|table| aid.source.is_changed(table));
    changed.map_or_else(|| words.clone().into(), |table| aid.source.words(table, words.clone()).into())
}

/// Returns the path of the first row of a list with this kind.
fn first_of(aid: &Aid<'_>, list: &str, is: impl Fn(usize) -> bool) -> Option<DocPath> {
    let count = if list == "road" { aid.own.road.len() } else { aid.own.hexside.len() };
    (0..count).find(|at| is(*at)).map(|at| DocPath::root().key(list).index(at))
}

/// Returns the chart.
pub(super) fn charts(aid: &Aid<'_>) -> Vec<Chart> {
    let arms = arms(aid);
    let mut rows: Vec<TerrainRow> = aid.used.letters.iter().map(|letter| hex_row(aid, *letter, &arms)).collect();
    if let Some(first) = rows.first_mut() {
        first.group = "Hexes".to_owned();
    }
    let sides: Vec<(usize, &HexsideEffects)> =
        aid.rules.tables.hexsides.iter().enumerate().filter(|(_, row)| aid.used.hexsides.contains(&row.kind)).collect();
    let lines = sides.iter().map(|(at, row)| hexside_row(aid, *at, row, &arms));
    let mut lines: Vec<TerrainRow> = lines.chain(aid.used.roads.iter().map(|kind| road_row(*kind, &arms))).collect();
    if let Some(first) = lines.first_mut() {
        first.group = "Hexsides and roads".to_owned();
    }
    rows.extend(lines);
    let heads = arms.iter().map(|(_, head, _)| *head);
    let heads: Vec<String> = heads
        .chain(["Command", "Sight", "Fire at it", "Assault on it", "Assault from it", "Charge over", "Shelter"])
        .map(str::to_owned)
        .collect();
    let bands = vec![
        Band { title: "MP to enter".to_owned(), columns: arms.len() },
        Band { title: "Hexes of range".to_owned(), columns: 1 },
        Band { title: String::new(), columns: 1 },
        Band { title: "Columns, which add up".to_owned(), columns: 3 },
        Band { title: String::new(), columns: 2 },
    ];
    let rules = [
        rule::COMMAND_RANGE,
        rule::LINE_OF_SIGHT,
        rule::FIRE_SHIFTS,
        rule::TERRAIN,
        rule::CHARGE,
        rule::ASSAULT_SHIFTS,
        rule::RETREAT,
    ];
    let aside = Phrase::joined(rules.map(Phrase::from), ", ");
    let kind = ChartKind::Terrain(TerrainChart { bands, heads, rows });
    let mut chart = Chart::new("terrain", "Terrain effects", aside, kind)
        .at(4, 0, 12)
        .from_source(aid.source.provenance("terrain"));
    let terrain = DocPath::root().key("map").key("terrain");
    for letter in &aid.used.letters {
        chart = chart.showing(terrain.clone().key(letter.to_string()));
    }
    for kind in &aid.used.hexsides {
        let is = |at: usize| aid.own.hexside.get(at).is_some_and(|row| row.kind == *kind);
        chart.shows.extend(first_of(aid, "hexside", is));
    }
    for kind in &aid.used.roads {
        let is = |at: usize| aid.own.road.get(at).is_some_and(|row| row.kind == *kind);
        chart.shows.extend(first_of(aid, "road", is));
    }
    chart = shown_flags(aid, chart, &sides);
    for note in notes(aid) {
        chart = chart.note(note);
    }
    vec![aid.rulings(chart, if aid.used.classes.contains(&TerrainClass::Farm) { &["farms_block_sight"] } else { &[] })]
}

/// Adds what the chart says in words: which rows add up, what blocks, lets charges in and shelters.
fn shown_flags(aid: &Aid<'_>, mut chart: Chart, sides: &[(usize, &HexsideEffects)]) -> Chart {
    for (at, row) in aid.rules.tables.terrain.iter().enumerate() {
        if aid.used.classes.contains(&row.class) {
            let path = aid.source.table("terrain").index(at);
            chart.shows.extend(["class", "adds", "blocks_sight", "charge", "shelter"].map(|key| path.clone().key(key)));
        }
    }
    for (at, _) in sides {
        let path = aid.source.table("hexsides").index(*at);
        chart.shows.extend(["kind", "charge"].map(|key| path.clone().key(key)));
    }
    chart
}

fn notes(aid: &Aid<'_>) -> Vec<Phrase> {
    let adds: Vec<&str> = aid
        .rules
        .tables
        .terrain
        .iter()
        .filter(|row| row.adds && aid.used.classes.contains(&row.class))
        .map(|row| class_name(row.class))
        .collect();
    let mut first = Phrase::default();
    if !adds.is_empty() {
        let one = adds.len() == 1;
        let adds = battlewright_schema::words::capital(&super::make::listed(&adds));
        let adds = aid.source.words(&aid.source.table("terrain"), adds);
        let verb = if one { " adds" } else { " add" };
        first = phrase![adds, verb, " MP to the other terrain of the hex, as here. "];
    }
    first = phrase![
        first,
        "A piece may always move ",
        Amount::fixed(1, Unit::Hexes),
        ", whatever it costs (",
        rule::TERRAIN,
        ")."
    ];
    if !aid.used.roads.is_empty() {
        first = phrase![
            first,
            " A road hex costs ",
            Amount::fixed(1, Unit::Mp),
            " from wherever it is entered, without its terrain and hexside."
        ];
    }
    if aid.used.roads.contains(&RoadKind::Major) {
        first = phrase![
            first,
            " March: ",
            Amount::fixed(Quantity::new(1, 2), Unit::Mp),
            " along a major road, with no friend in the hex and not out of a stack (",
            rule::ROAD_MARCH,
            ")."
        ];
    }
    let column = phrase![
        "Column of reinforcements by one hex: the second pays ",
        Amount::fixed(2, Unit::Factor),
        ", the third ",
        Amount::fixed(3, Unit::Factor),
        " for it, and so on (",
        rule::REINFORCEMENTS,
        "). Stacking at the end of a move: one combat unit; a battery, Section or Detachment with one more; HQs freely (",
        rule::STACKING,
        ")."
    ];
    vec![first, column]
}
