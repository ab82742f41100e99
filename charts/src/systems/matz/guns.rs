//! Artillery: the Bombardment Table with its shifts, and who fires for whom (8.0, 9.0).

use battlewright_engine::systems::matz::rulebook as rule;
use battlewright_schema::system::matz::{Echelon, FireLimit, Kind, SupportRange, TerrainClass};

use super::super::scenario_words::listed;
use super::{MatzSheet, half, modifier, told};
use crate::amount::{Amount, Unit};
use crate::chart::{Chart, ChartKind, GridChart, GridRow, ListChart, Modifier, ModifierGroup};
use crate::phrase;
use crate::phrase::{Phrase, strong};

/// Returns the Bombardment Table (8.1).
pub(super) fn bombardment(sheet: &MatzSheet<'_, '_>) -> Chart {
    let path = sheet.source.table("bombardment");
    let columns = sheet.source.rows(&path.clone().key("columns"));
    let columns = columns.iter().map(|(_, band)| (head(band.as_str().unwrap_or_default()), String::new()));
    let tint = |text: &str| match text {
        "N" => 2,
        "N1" => 4,
        "N2" | "N3" => 5,
        _ => 0,
    };
    let rows = (1i64..).zip(sheet.source.rows(&path.clone().key("rows"))).map(|(die, (row, _))| GridRow {
        head: die.to_string(),
        cells: sheet.source.rows(&row).into_iter().map(|(cell, _)| sheet.source.cell(cell, tint)).collect(),
    });
    let rows: Vec<GridRow> = rows.collect();
    let there = |letters: &str| rows.iter().flat_map(|row| &row.cells).any(|cell| cell.text == letters);
    let legend = [
        ("·", "no effect"),
        ("N", "all units in the hex are neutralized"),
        ("N1", "neutralized; one step is lost"),
        ("N2", "neutralized; two steps are lost"),
        ("N3", "neutralized; three steps are lost"),
    ];
    let legend = legend.into_iter().filter(|(letters, _)| there(letters));
    let legend = legend.map(|(letters, effect)| (letters.to_owned(), Phrase::from(effect))).collect();
    let grid = GridChart {
        rows_are: "Die".to_owned(),
        columns_are: "Bombardment values, then shifted".to_owned(),
        columns: columns.collect(),
        rows,
        legend,
    };
    let hex = sheet.ruling(
        "bombard_hex_once",
        "one bombardment a hex and player turn",
        "each unit bombards once; a hex once a phase",
    );
    Chart::new("bombardment", "Bombardment", "8.1 · one die", ChartKind::Grid(grid))
        .note(phrase![
            "An HQ loses no step. At most ",
            sheet.setting("lone_hq_bombers", Unit::Count),
            " units bombard a lone HQ; ",
            hex,
            ".",
        ])
        .note(phrase![
            strong("Neutralized:"),
            " no strategic move, no exploitation; bombardment and defense values ",
            half(),
            " rounded down; an HQ commands ",
            sheet.setting("neutralized_range", Unit::Hexes),
            ". Until its Reorganization ",
            rule::NEUTRALIZATION,
            ".",
        ])
        .showing(path.key("columns"))
        .showing(sheet.source.setting("bombard_hex_once"))
        .from_source(sheet.source.provenance("bombardment"))
}

/// Returns the head of a column of values, such as `1, 2`, `3 to 5` or `14 or more`.
fn head(band: &str) -> String {
    if let Some(from) = band.strip_suffix('+') {
        return format!("{from} or more");
    }
    match band.split_once('-') {
        Some((from, to)) => {
            let next = from.parse::<i64>().ok().map(|from| from.saturating_add(1));
            if next == to.parse().ok() { format!("{from}, {to}") } else { format!("{from} to {to}") }
        }
        None => band.to_owned(),
    }
}

/// Returns the column shifts of bombardments.
pub(super) fn bombardment_shifts(sheet: &MatzSheet<'_, '_>) -> Chart {
    let shift = |name: &str| sheet.source.amount(sheet.source.table("bombardment_shifts").key(name), Unit::Columns);
    let mut groups: Vec<(Amount, Vec<&str>)> = Vec::new();
    for class in sheet.classes() {
        let Some(row) = sheet.class_row(class) else { continue };
        let amount = sheet.source.amount(row.key("bombardment"), Unit::Columns);
        match groups.iter_mut().find(|(known, _)| (known.value, known.changed) == (amount.value, amount.changed)) {
            _ if amount.value.is_zero() => {}
            Some((_, names)) => names.push(class.name()),
            None => groups.push((amount, vec![class.name()])),
        }
    }
    let mut modifiers: Vec<Modifier> = groups
        .into_iter()
        .map(|(amount, names)| {
            let most = if names.len() > 1 { "; the greatest alone" } else { "" };
            modifier(amount, "target", format!("in {}{most}", names.join(", ")), rule::BARRAGE)
        })
        .collect();
    let classes = sheet.classes();
    if classes.contains(&TerrainClass::Trench) {
        let when = "in a trench in a village or town, instead";
        modifiers.push(modifier(shift("trenched_village"), "target", when, rule::BARRAGE));
    }
    if sheet.has_aircraft() {
        let when = "enemy fighters in the mega-hex of guns, once; not for bombers";
        modifiers.push(modifier(shift("enemy_fighters"), "guns", when, rule::ARTILLERY_RESTRICTIONS));
    }
    modifiers.push(modifier(shift("out_of_command"), "guns", "a unit is out of command", rule::COMMAND_EFFECTS));
    let group = ModifierGroup {
        title: String::new(),
        amounts_are: "Columns".to_owned(),
        modifiers,
        rounding: Phrase::default(),
    };
    Chart::new(
        "bombardment-shifts",
        "Bombardment: shifts",
        "◂ left helps the target",
        ChartKind::Modifiers(vec![group]),
    )
    .from_source(sheet.source.provenance("bombardment_shifts"))
}

/// Returns who fires when, at what, for whom (8.0 to 8.4).
pub(super) fn artillery(sheet: &MatzSheet<'_, '_>) -> Chart {
    let source = sheet.source;
    let (limit, range) = (source.setting("fire_limit"), source.setting("support_range"));
    let rules = sheet.own.ruleset();
    let once = match rules.fire_limit {
        FireLimit::PlayerTurn => "once in each player turn",
        FireLimit::Turn => "once a turn",
    };
    let to = match rules.support_range {
        SupportRange::Attacker => "an attacker that it may support",
        SupportRange::Target => "the hex under attack",
    };
    let suffers = sheet.ruling(
        "adjacent_support_suffers",
        "suffer the result if they are next to the enemy",
        "do not suffer the result",
    );
    let bombers = if sheet.has_aircraft() { "; bombers at a hex of their mega-hex, with guns or alone" } else { "" };
    let rows = vec![
        told(
            "Fire",
            phrase!["a gun bombards or supports ", source.words(&limit, once), "; its own hex is not in its range",],
            rule::ARTILLERY,
        ),
        told("Bombard", phrase!["a hex with enemies in range, from any hex", bombers], rule::BARRAGE),
        told(
            "Support",
            phrase![
                "attack: its bombardment value, if ",
                source.words(&range, to),
                " is in range; defense: its defense value. Guns that support ",
                suffers,
                "; one in an enemy ZOC supports nobody",
            ],
            rule::SUPPORT_FIRE,
        ),
        told("For whom", for_whom(sheet), rule::ARTILLERY_RESTRICTIONS),
        told(
            "Attacked",
            phrase!["in their hex guns defend with ", sheet.setting("contact_defense", Unit::Count), " each"],
            rule::ARTILLERY_DEFENSE,
        ),
    ];
    let heads = ["Artillery", "What", "Rule"].map(str::to_owned).to_vec();
    let chart = Chart::new("artillery", "Artillery", "8.0 to 8.4", ChartKind::List(ListChart { heads, rows }));
    ["fire_limit", "support_range", "adjacent_support_suffers"]
        .into_iter()
        .fold(chart, |chart, name| chart.showing(source.setting(name)))
}

/// Returns whom artillery supports, by the sorts of formations that have some.
fn for_whom(sheet: &MatzSheet<'_, '_>) -> Phrase {
    let guns = || sheet.own.unit.iter().filter(|unit| unit.kind == Kind::Artillery);
    let of = |echelon: Echelon| {
        guns().any(|unit| {
            let formation = sheet.own.formation(&unit.formation);
            unit.division.is_none() && formation.is_some_and(|formation| formation.echelon == echelon)
        })
    };
    let mut parts: Vec<Phrase> = Vec::new();
    if guns().any(|unit| unit.division.is_some()) {
        parts.push("guns of a division: it alone".into());
    }
    if of(Echelon::Corps) {
        parts.push("of a corps: its divisions, and never with guns of another corps at one hex".into());
    }
    if of(Echelon::Army) {
        parts.push("of an army: all".into());
    }
    for formation in &sheet.own.formation {
        if !formation.supported_by.is_empty() {
            let by = formation.supported_by.iter().map(|id| Phrase::from(sheet.formation_name(id)));
            parts.push(phrase!["of ", listed(by.collect(), "and"), format!(": also {}", formation.name)]);
        }
    }
    if parts.is_empty() { "—".into() } else { Phrase::joined(parts, "; ") }
}
