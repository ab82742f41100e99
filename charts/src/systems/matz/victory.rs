//! Victory: points for places and reserves, and the levels (13.0).

use battlewright_schema::system::matz::HalfPoints;
use battlewright_schema::{DocPath, words};

use super::super::scenario_words::{hexes, top, turn};
use super::MatzSheet;
use crate::amount::{Amount, Quantity, Unit};
use crate::chart::{Chart, ChartKind, ListChart, ListRow};
use crate::phrase;
use crate::phrase::{Phrase, strong};

/// Returns the points and the levels of victory.
pub(super) fn victory(sheet: &MatzSheet<'_, '_>) -> Chart {
    let victory = &sheet.own.victory;
    let scorer = || sheet.side(&victory.scorer);
    let enemy = sheet.own.side.keys().find(|side| **side != victory.scorer);
    let enemy = || enemy.map_or_else(|| "the other side".into(), |enemy| sheet.side(enemy));
    let mut rows = Vec::new();
    let mut shows = vec![top("victory").key("scorer")];
    if victory.half_points != 0 {
        let amount = halves(sheet, top("victory").key("half_points"));
        rows.push(row("", amount.signed().into(), phrase![scorer(), " at the start"]));
    }
    rows.extend(places(sheet, "gain", &victory.gain, false, &mut shows));
    rows.extend(places(sheet, "loss", &victory.loss, true, &mut shows));
    for (index, reserve) in sheet.own.reserve.iter().enumerate() {
        let amount = halves(sheet, sheet.row("reserve", index).key("half_points")).signed();
        let group = if index == 0 { "Reserves called up" } else { "" };
        rows.push(row(group, amount.into(), reserve.name.to_string().into()));
    }
    for (index, level) in victory.levels.iter().enumerate() {
        let path = top("victory").key("levels").index(index);
        let group = if index == 0 {
            format!("After turn {}", turn(sheet.source, sheet.own.turns.count))
        } else {
            String::new()
        };
        let amount = sheet.source.amount(path.clone().key("points"), Unit::Points);
        let what = phrase![strong(level.level.name()), " victory of the ", scorer()];
        rows.push(ListRow { group, cells: vec![phrase![amount, " or more"], what] });
        shows.push(path);
    }
    rows.push(row("", "fewer".into(), phrase![strong("victory"), " of the ", enemy()]));
    let heads = ["Points", "What"].map(str::to_owned).to_vec();
    let lines = sheet.ruling("friends_open_lines", "whose own units in it open it", "even if own units are in it");
    let cuts = sheet.ruling("zoc_cuts_place", "its own hex included", "its own hex not counted");
    let half = sheet.ruling("half_points_count", "Half points count", "Half points are rounded down");
    let chart = Chart::new("victory", "Victory", "13.0", ChartKind::List(ListChart { heads, rows })).note(phrase![
        "Only the ",
        scorer(),
        " count points. ",
        strong("Control:"),
        " who is in a place or was the last to pass it, each of its hexes unless one is enough, with a line from it to the own edge \
         that no enemy and no enemy ZOC touches, ",
        lines,
        ", ",
        cuts,
        ". ",
        half,
        ".",
    ]);
    let mut chart = ["friends_open_lines", "zoc_cuts_place", "half_points_count"]
        .into_iter()
        .fold(chart, |chart, name| chart.showing(sheet.source.setting(name)));
    chart.shows.extend(shows);
    chart
}

fn row(group: &str, points: Phrase, what: Phrase) -> ListRow {
    ListRow { group: group.to_owned(), cells: vec![points, what] }
}

/// Returns the points of a field that counts halves.
fn halves(sheet: &MatzSheet<'_, '_>, path: DocPath) -> Amount {
    sheet.source.amount_as(path, Unit::Points, |halves| Quantity::new(halves, 2))
}

/// Returns a row for each number of points, with the places that have it.
fn places(
    sheet: &MatzSheet<'_, '_>,
    list: &str,
    rows: &[HalfPoints],
    lost: bool,
    shows: &mut Vec<DocPath>,
) -> Vec<ListRow> {
    let mut groups: Vec<(Amount, Vec<String>)> = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let path = top("victory").key(list).index(index);
        let sign = if lost { -1 } else { 1 };
        let points = Quantity::new(sign * i64::from(row.half_points), 2);
        let amount = halves(sheet, path.clone().key("half_points")).as_number(points);
        let name = place(sheet, row);
        match groups.iter_mut().find(|(known, _)| known.value == amount.value) {
            Some((_, names)) => names.push(name),
            None => groups.push((amount, vec![name])),
        }
        shows.push(path);
    }
    let enemy = sheet.own.side.keys().find(|side| **side != sheet.own.victory.scorer);
    let title = if lost {
        let enemy = enemy.map_or_else(String::new, |side| sheet.side(side).text());
        format!("Controlled by the {enemy}, each")
    } else {
        format!("Controlled by the {}, each", sheet.side(&sheet.own.victory.scorer).text())
    };
    let group = |index: usize| if index == 0 { title.clone() } else { String::new() };
    groups
        .into_iter()
        .enumerate()
        .map(|(index, (amount, names))| ListRow {
            group: group(index),
            cells: vec![amount.signed().into(), names.join(", ").into()],
        })
        .collect()
}

/// Returns a place with its hexes, and whether one of them is enough.
fn place(sheet: &MatzSheet<'_, '_>, row: &HalfPoints) -> String {
    let known = sheet.own.place.iter().find(|place| place.id == row.place);
    let Some(place) = known else { return words::place_name(sheet.source.common(), &row.place) };
    let any = if row.any_hex && place.hexes.len() > 1 { ", one hex is enough" } else { "" };
    format!("{} ({}{any})", place.name, hexes(&place.hexes))
}
