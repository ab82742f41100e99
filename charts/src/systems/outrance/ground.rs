//! The terrain effects chart: areas, lines, roads and choke points of the table.

use battlewright_engine::systems::outrance::rulebook as rule;
use battlewright_schema::DocPath;
use battlewright_schema::outrance::{
    ChokeKind, Cover, GroundGoing, Obstacle, ObstacleKind, SightHeight, Terrain, TerrainKind, TroopType,
};
use battlewright_schema::words::capital;

use super::Facts;
use crate::amount::{Amount, Quantity, Unit};
use crate::chart::{Chart, ChartKind, TerrainChart, TerrainRow};
use crate::phrase;
use crate::phrase::{Phrase, Picture, Span, cited, strong};

const HEADS: [&str; 6] = ["Infantry", "Cavalry, generals", "Artillery", "March", "Cover", "Sight"];

/// VIII: what each kind of ground on the table does.
pub(super) fn terrain(facts: &Facts<'_>) -> Chart {
    let (source, own) = (facts.source, facts.own);
    let mut rows: Vec<TerrainRow> = Vec::new();
    let mut areas: Vec<(usize, &Terrain)> = Vec::new();
    let looks_like = |area: &Terrain, other: &Terrain| {
        (area.kind, area.going, area.cover) == (other.kind, other.going, other.cover)
            && area.closed_to == other.closed_to
    };
    for (index, area) in own.terrain.iter().enumerate() {
        if !areas.iter().any(|(_, known)| looks_like(known, area)) {
            areas.push((index, area));
        }
    }
    areas.sort_by_key(|(_, area)| area.kind);
    let table = source.table("terrain").key("kinds");
    for (index, area) in areas {
        let at = facts.rules.tables.terrain.kinds.iter().position(|row| row.kind == area.kind).unwrap_or_default();
        rows.push(area_row(facts, area, index, &table.clone().index(at)));
    }
    let mut lines: Vec<(usize, &Obstacle)> = Vec::new();
    for (index, line) in own.obstacle.iter().enumerate() {
        let of = |line: &Obstacle| (line.kind, line.going, line.cover);
        if !lines.iter().any(|(_, known)| of(known) == of(line)) {
            lines.push((index, line));
        }
    }
    lines.sort_by_key(|(_, line)| line.kind);
    let table = source.table("obstacles").key("kinds");
    for (number, (index, line)) in lines.into_iter().enumerate() {
        let at = facts.rules.tables.obstacles.kinds.iter().position(|row| row.kind == line.kind).unwrap_or_default();
        let mut row = line_row(facts, line, index, &table.clone().index(at));
        row.group = if number == 0 { "Lines: inches added to cross".to_owned() } else { String::new() };
        rows.push(row);
    }
    ways(facts, &mut rows);
    let mut notes = phrase!["An area covers a unit of which it holds ", share(facts), "."];
    if own.terrain.iter().any(|area| [TerrainKind::Town, TerrainKind::Village].contains(&area.kind)) {
        let town = facts.if_on(
            "town_assault_is_rough",
            " An assault counts towns as rough ground.",
            " An assault counts towns as roads.",
        );
        notes = notes.then(town);
    }
    if own.choke_point.iter().any(|point| point.kind == ChokeKind::Ford) {
        let on = " A ford costs a march too, a bridge does not.";
        notes = notes.then(facts.if_on("fords_slow_marches", on, " Neither a ford nor a bridge costs a march."));
    }
    let kind = TerrainChart { bands: Vec::new(), heads: HEADS.map(str::to_owned).into(), rows };
    let mut chart = Chart::new(
        "terrain",
        "Terrain: inches of movement an inch costs",
        cited(&[rule::MOVEMENT, rule::TERRAIN]),
        ChartKind::Terrain(kind),
    )
    .at(1, 3, 12)
    .note(notes)
    .from_source(source.provenance("terrain"));
    chart.shows.extend((0..own.road.len()).map(|at| DocPath::root().key("road").index(at)));
    chart.shows.extend((0..own.obstacle.len()).map(|at| DocPath::root().key("obstacle").index(at)));
    chart
}

fn share(facts: &Facts<'_>) -> Span {
    let path = facts.source.setting("area_cover");
    let words = match facts.source.word(&path).as_str() {
        "any" => "one base",
        "all" => "all bases",
        _ => "half of the bases or more, by their centers",
    };
    facts.words(path, words)
}

fn going(facts: &Facts<'_>, going: GroundGoing, troops: TroopType) -> Span {
    match going {
        GroundGoing::Open => Amount::fixed(1, Unit::Inches).into(),
        GroundGoing::Impassable => "closed".into(),
        GroundGoing::Rough => {
            let cavalry = troops == TroopType::Cavalry;
            facts.number(if cavalry { "rough_factor_cavalry" } else { "rough_factor" }, Unit::Inches).into()
        }
    }
}

fn cover_name(cover: Cover) -> &'static str {
    match cover {
        Cover::Open => "—",
        Cover::Soft => "soft",
        Cover::Hard => "hard",
        Cover::Fortification => "fortification",
    }
}

fn height_name(height: SightHeight) -> &'static str {
    match height {
        SightHeight::Flat => "—",
        SightHeight::Low => "low: blocks nothing",
        SightHeight::Tall => "tall: blocks on its level",
    }
}

fn area_row(facts: &Facts<'_>, area: &Terrain, index: usize, path: &DocPath) -> TerrainRow {
    let own = |key: &str, words: Span| facts.words(path.clone().key(key), words);
    let by_arm =
        [(TroopType::Infantry, "infantry"), (TroopType::Cavalry, "cavalry"), (TroopType::Artillery, "artillery")];
    let mut cells: Vec<Phrase> = by_arm
        .iter()
        .map(|(troops, key)| own(key, going(facts, area.going_for(*troops, &facts.rules), *troops)).into())
        .collect();
    let is_road = area.effect(&facts.rules).is_some_and(|row| row.march_road);
    cells.push(own("march_road", if is_road { "as a road" } else { "as the arm" }.into()).into());
    cells.push(own("cover", cover_name(area.cover_in(&facts.rules)).into()).into());
    let hill = area.kind == TerrainKind::Hill;
    let sight = if hill { "a level of its own" } else { height_name(area.height(&facts.rules)) };
    cells.push(own("height", sight.into()).into());
    let kind = serde_json::to_value(area.kind).ok().and_then(|kind| kind.as_str().map(capital)).unwrap_or_default();
    let differs = area.going.is_some() || area.cover.is_some() || !area.closed_to.is_empty();
    let name = match (&area.name, differs) {
        (Some(name), true) => format!("{kind}: {name}"),
        _ => kind,
    };
    TerrainRow { group: String::new(), picture: on_table("terrain", index), name: strong(name).into(), cells }
}

/// Returns the picture of a row of a list of the file.
fn on_table(list: &'static str, index: usize) -> Option<Picture> {
    Some(Picture::OnTable { list, index })
}

fn line_row(facts: &Facts<'_>, line: &Obstacle, index: usize, path: &DocPath) -> TerrainRow {
    let own = |key: &str, words: Span| facts.words(path.clone().key(key), words);
    let cost = || match line.going_across(&facts.rules) {
        GroundGoing::Open => Span::from("—"),
        GroundGoing::Impassable => "closed".into(),
        GroundGoing::Rough => facts.inches("obstacle_cost").signed().into(),
    };
    let cover = line.cover_behind(&facts.rules);
    let who = if line.kind == ObstacleKind::Trench { " behind it, either way" } else { " behind it" };
    let behind = match cover {
        Cover::Open => phrase![own("cover", "—".into())],
        _ => phrase![own("cover", cover_name(cover).into()), " within ", facts.inches("cover_distance"), who],
    };
    let sight = own("height", height_name(line.height(&facts.rules)).into());
    let cells: Vec<Phrase> =
        vec![own("going", cost()).into(), cost().into(), cost().into(), cost().into(), behind, sight.into()];
    let name = strong(capital(line.kind.name()));
    TerrainRow { group: String::new(), picture: on_table("obstacle", index), name: name.into(), cells }
}

/// Adds roads and choke points.
fn ways(facts: &Facts<'_>, rows: &mut Vec<TerrainRow>) {
    let none = || Phrase::from("—");
    let mut group = "Roads and choke points".to_owned();
    if !facts.own.road.is_empty() {
        let factor = facts.source.amount_as(facts.source.setting("road_percent"), Unit::Factor, Quantity::percent);
        let ground = || Phrase::from("as the ground");
        let cells = vec![ground(), ground(), ground(), phrase![factor, " the distance"], none(), none()];
        let group = std::mem::take(&mut group);
        rows.push(TerrainRow { group, picture: on_table("road", 0), name: strong("Road").into(), cells });
    }
    for kind in [ChokeKind::Bridge, ChokeKind::Ford, ChokeKind::Gate] {
        let Some(index) = facts.own.choke_point.iter().position(|point| point.kind == kind) else { continue };
        let cost = || Phrase::from(facts.inches("obstacle_cost").signed());
        let free = !(kind == ChokeKind::Ford && facts.rules.fords_slow_marches);
        let march = if free { Phrase::from("free") } else { cost() };
        let cells = vec![cost(), cost(), cost(), march, none(), none()];
        let name = strong(capital(kind.name()));
        let (group, picture) = (std::mem::take(&mut group), on_table("choke_point", index));
        rows.push(TerrainRow { group, picture, name: name.into(), cells });
    }
}
