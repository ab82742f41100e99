//! The terrain effects chart: hexes, trenches, hexsides and zones of control.

use battlewright_engine::systems::matz::rulebook as rule;
use battlewright_schema::system::matz::{Kind, SlopeRule, TerrainClass};
use battlewright_schema::{DocPath, HexsideKind, words};

use super::super::scenario_words::top;
use super::{MatzSheet, half};
use crate::amount::{Amount, Quantity, Unit};
use crate::chart::{Band, Chart, ChartKind, TerrainChart, TerrainRow};
use crate::needed::letters_of;
use crate::phrase;
use crate::phrase::{Phrase, Picture, Span, strong};

/// Returns the terrain effects chart.
pub(super) fn terrain(sheet: &MatzSheet<'_, '_>) -> Chart {
    let bands = vec![
        Band { title: "Movement points (MP)".to_owned(), columns: 3 },
        Band { title: "Attack on it".to_owned(), columns: 1 },
        Band { title: "Bombardment".to_owned(), columns: 1 },
        Band { title: String::new(), columns: 2 },
    ];
    let heads = ["Infantry, HQ", "Tanks", "Artillery", "(columns)", "(columns)", "ZOC", "Note"];
    let mut shows: Vec<DocPath> =
        ["terrain_adds", "combat_across_rivers", "zoc_leave_in_passing"].map(|name| sheet.source.setting(name)).into();
    let mut rows = hexes(sheet, &mut shows);
    rows.extend(trench(sheet, &mut shows));
    rows.extend(hexsides(sheet, &mut shows));
    rows.push(zone(sheet));
    let chart = TerrainChart { bands, heads: heads.map(str::to_owned).to_vec(), rows };
    let mut chart = Chart::new("terrain", "Terrain and movement", "3.2, 5.3, 7.3, 8.1", ChartKind::Terrain(chart));
    chart.shows = shows;
    chart.provenance = sheet.source.provenance("terrain");
    let adds = sheet.ruling(
        "terrain_adds",
        "the kinds of a hex and of the hexsides that any attacker crosses add up, each once",
        "only the one kind of hex or hexside that is best for the defender counts",
    );
    let mut moves = phrase![
        strong("Stacking:"),
        " ",
        sheet.setting("stacking", Unit::Steps),
        " in a hex at the end of movement and of combat; through friends, never into enemies ",
        rule::STACKING,
        ". ",
        strong("Exploitation:"),
        " allowance ",
        half(),
    ];
    if sheet.has(Kind::Tank) {
        moves = moves.then(phrase![", tanks ", sheet.setting("tank_exploitation", Unit::Mp)]);
    }
    let moves = moves.then(phrase![
        "; strategic movement ",
        sheet.setting("strategic_factor", Unit::Factor),
        if sheet.own.ruleset().slopes == SlopeRule::Uphill { ". Roads" } else { ". Levels, roads" },
        " and railways have no effect.",
    ]);
    let mut chart =
        chart.note(phrase![strong("Attack:"), " ", adds, ". ◂ left is worse for the attacker."]).note(moves);
    for (name, here) in [
        ("swap_river_and_stream", sheet.has_hexside(HexsideKind::River) || sheet.has_hexside(HexsideKind::Stream)),
        ("slopes", sheet.has_hexside(HexsideKind::Slope)),
    ] {
        if here {
            chart = chart.showing(sheet.source.setting(name));
        }
    }
    chart
}

/// Returns a number made of those of several classes.
fn combined(
    sheet: &MatzSheet<'_, '_>,
    paths: &[DocPath],
    unit: Unit,
    make: impl FnOnce(&[i64]) -> i64,
    shows: &mut Vec<DocPath>,
) -> Amount {
    let numbers: Vec<i64> = paths.iter().map(|path| sheet.source.number(path)).collect();
    let value = make(&numbers);
    shows.extend(paths.iter().skip(1).cloned());
    let changed = paths.iter().any(|path| sheet.source.is_changed(path));
    Amount { value: Quantity::from(value), unit, from: paths.first().cloned(), changed, signed: false }
}

fn hexes(sheet: &MatzSheet<'_, '_>, shows: &mut Vec<DocPath>) -> Vec<TerrainRow> {
    let letters: Vec<char> = letters_of(sheet.source).collect();
    let adds = sheet.source.is_on(&sheet.source.setting("terrain_adds"));
    let sum = |numbers: &[i64]| if adds { numbers.iter().sum() } else { numbers.iter().copied().min().unwrap_or(0) };
    let greatest = |numbers: &[i64]| numbers.iter().copied().max_by_key(|number| number.abs()).unwrap_or(0);
    let mut rows = Vec::new();
    for (letter, terrain) in &sheet.own.map.terrain {
        if !letters.contains(&letter.0) {
            continue;
        }
        let mut classes = terrain.classes.clone();
        classes.extend(classes.is_empty().then_some(TerrainClass::Open));
        let paths: Vec<DocPath> = classes.iter().filter_map(|class| sheet.class_row(*class)).collect();
        let of = |key: &str| paths.iter().map(|path| path.clone().key(key)).collect::<Vec<_>>();
        let mut cost = || Phrase::from(combined(sheet, &of("cost"), Unit::Count, greatest, shows));
        let mut cells = vec![cost(), cost(), cost()];
        cells.push(combined(sheet, &of("combat"), Unit::Columns, sum, shows).into());
        cells.push(combined(sheet, &of("bombardment"), Unit::Columns, greatest, shows).into());
        let names: Vec<&str> = classes.iter().map(|class| class.name()).collect();
        let note = match (names.as_slice(), classes.as_slice()) {
            (_, [TerrainClass::Open]) => String::new(),
            ([only], _) if terrain.name.to_lowercase() == *only => String::new(),
            ([only], _) => format!("as {only}"),
            _ => names.join(" and "),
        };
        cells.extend(["—".into(), Phrase::from(note)]);
        let group = if rows.is_empty() { "Hexes" } else { "" };
        shows.push(top("map").key("terrain").key(letter.to_string()));
        shows.extend(of("class"));
        rows.push(TerrainRow {
            group: group.to_owned(),
            picture: Some(Picture::Hex(letter.0)),
            name: strong(terrain.name.as_str()).into(),
            cells,
        });
    }
    rows
}

/// Returns the row of trenches, which add to their hex.
fn trench(sheet: &MatzSheet<'_, '_>, shows: &mut Vec<DocPath>) -> Option<TerrainRow> {
    let row = sheet.class_row(TerrainClass::Trench).filter(|_| !sheet.own.trench.is_empty())?;
    shows.push(row.clone().key("class"));
    let number = |key: &str, unit| sheet.source.amount(row.clone().key(key), unit);
    let cost =
        || phrase![number("cost", Unit::Count).signed(), "; enemy ", number("enemy_cost", Unit::Count).signed(),];
    let village = sheet.source.amount(sheet.source.table("bombardment_shifts").key("trenched_village"), Unit::Columns);
    Some(TerrainRow {
        group: String::new(),
        picture: Some(Picture::Fortification),
        name: phrase![strong("Trench"), " in a hex"],
        cells: vec![
            cost(),
            cost(),
            cost(),
            number("combat", Unit::Columns).into(),
            number("bombardment", Unit::Columns).into(),
            "—".into(),
            phrase!["with its hex; village or town with it: bombardment ", village, " in all"],
        ],
    })
}

/// Returns the kind of hexside whose effects on attacks a kind has, by the ruling on rivers and streams.
fn counted_as(sheet: &MatzSheet<'_, '_>, kind: HexsideKind) -> HexsideKind {
    let swapped = sheet.source.is_on(&sheet.source.setting("swap_river_and_stream"));
    match kind {
        HexsideKind::River if swapped => HexsideKind::Stream,
        HexsideKind::Stream if swapped => HexsideKind::River,
        kind => kind,
    }
}

/// Returns the fields of the shift and of the die modifier of an attack across a kind of hexside.
pub(super) fn effects(sheet: &MatzSheet<'_, '_>, kind: HexsideKind) -> Option<[DocPath; 2]> {
    let row = sheet.hexside_row(counted_as(sheet, kind))?;
    Some([row.clone().key("combat"), row.key("die")])
}

fn hexsides(sheet: &MatzSheet<'_, '_>, shows: &mut Vec<DocPath>) -> Vec<TerrainRow> {
    use HexsideKind::{Bridge, River, Slope, Stream, Wall};
    let mut rows = Vec::new();
    for kind in [Slope, Stream, River, Wall, Bridge] {
        let on_map = sheet.own.hexside.iter().position(|row| row.kind == kind);
        let (Some(at), Some(row)) = (on_map, sheet.hexside_row(kind)) else { continue };
        let arms = ["infantry", "tanks", "artillery"].map(|arm| row.clone().key(arm));
        let mut cells: Vec<Phrase> = arms.iter().map(|path| crossing(sheet, path).into()).collect();
        let [combat, die] = effects(sheet, kind).unwrap_or_else(|| [row.clone(), row.clone()]);
        let (columns, pips) = (sheet.source.amount(combat, Unit::Columns), sheet.source.amount(die, Unit::Die));
        cells.push(match (columns.value.is_zero(), pips.value.is_zero()) {
            (_, true) => columns.into(),
            (true, false) => phrase!["die ", pips],
            (false, false) => phrase![columns, ", die ", pips],
        });
        let blocks = row.clone().key("blocks_zoc");
        let stops = if sheet.source.is_on(&blocks) { "stops it" } else { "—" };
        cells.extend(["—".into(), Phrase::from(sheet.source.words(&blocks, stops))]);
        cells.push(note(sheet, kind));
        let group = if rows.is_empty() { "Hexsides: added to the cost of the hex entered" } else { "" };
        let picture = match kind {
            Slope => Picture::Hexside("slope".to_owned()),
            kind => Picture::Hexside(kind.name().to_owned()),
        };
        rows.push(TerrainRow {
            group: group.to_owned(),
            picture: Some(picture),
            name: strong(words::capital(kind.name())).into(),
            cells,
        });
        shows.extend([row.clone().key("kind"), blocks, sheet.row("hexside", at)]);
        shows.extend(arms);
    }
    rows
}

/// Returns the cost of a crossing in words, marked if the scenario changes it.
fn crossing(sheet: &MatzSheet<'_, '_>, path: &DocPath) -> Span {
    let words = match sheet.source.word(path).as_str() {
        "everything" => "all MP".to_owned(),
        "forbidden" => "no".to_owned(),
        plus => plus.to_owned(),
    };
    sheet.source.words(path, words)
}

/// Returns the note on a kind of hexside.
fn note(sheet: &MatzSheet<'_, '_>, kind: HexsideKind) -> Phrase {
    let swap = sheet.source.setting("swap_river_and_stream");
    let swapped = |other: &str| match sheet.source.is_on(&swap) {
        true => phrase![sheet.source.words(&swap, format!("attacked across as a {other}")), "; "],
        false => Phrase::default(),
    };
    match kind {
        HexsideKind::Slope => {
            let path = sheet.source.setting("slopes");
            let ways = match sheet.own.ruleset().slopes {
                SlopeRule::BothWays => "both ways",
                SlopeRule::Uphill => "uphill only",
            };
            phrase![sheet.source.words(&path, ways)]
        }
        HexsideKind::Stream => swapped("river").then("a modifier of the die, not of the column"),
        HexsideKind::River => swapped("stream").then(phrase![
            "all MP: infantry that has spent none before; ",
            sheet.ruling("combat_across_rivers", "units attack across it", "nobody attacks across it"),
        ]),
        HexsideKind::Bridge => "moves only: instead of the water it crosses".into(),
        HexsideKind::Wall => Phrase::default(),
    }
}

/// Returns the row of zones of control (3.2).
fn zone(sheet: &MatzSheet<'_, '_>) -> TerrainRow {
    let costs = |to_another: &str| {
        phrase![
            "out ",
            sheet.setting("zoc_leave", Unit::Count).signed(),
            "; to another ",
            sheet.setting(to_another, Unit::Count).signed(),
        ]
    };
    let leave = sheet.ruling("zoc_leave_in_passing", "out of it: each time", "out of it: if the move begins there");
    let specials: Vec<&str> = [(Kind::Tank, "tanks"), (Kind::Stosstruppen, "Stosstruppen")]
        .into_iter()
        .filter(|(kind, _)| sheet.has(*kind))
        .map(|(_, name)| name)
        .collect();
    let mut note = phrase![leave, "; never between two hexes next to the same enemy"];
    if !specials.is_empty() {
        note = note.then(format!(", but for {}, which pay as tanks and are not stopped", specials.join(" and ")));
    }
    TerrainRow {
        group: "On top of that".to_owned(),
        picture: None,
        name: strong("Enemy ZOC").into(),
        cells: vec![
            costs("zoc_to_zoc"),
            if specials.is_empty() { "—".into() } else { costs("zoc_to_zoc_special") },
            costs("zoc_to_zoc"),
            "—".into(),
            "—".into(),
            "ends the move".into(),
            note,
        ],
    }
}
