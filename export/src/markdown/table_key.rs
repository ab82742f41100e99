//! The key of a table: areas, lines, objectives, crossings and entries, with their positions.

use std::collections::{BTreeMap, BTreeSet};

use battlewright_schema::words::side_name;
use battlewright_schema::{AreaLook, Common, LineLook, PointKind, TableView};

use super::page::MarkdownPage;

/// Writes the key; nothing for an empty table.
pub(super) fn write(page: &mut MarkdownPage, common: &dyn Common, view: &TableView<'_>) {
    if view.areas.is_empty() && view.lines.is_empty() && view.points.is_empty() {
        return;
    }
    page.heading("Table key");
    page.paragraph("Positions are the inches from the left edge and from the upper edge.");
    let mut rows: BTreeMap<String, (usize, BTreeSet<&str>)> = BTreeMap::new();
    let areas = view.areas.iter().map(|area| (area_name(area.look), area.name));
    let lines = view.lines.iter().map(|line| (line_name(line.look).to_owned(), line.name));
    for (kind, name) in areas.chain(lines) {
        let (count, names) = rows.entry(kind).or_default();
        *count += 1;
        names.extend(name);
    }
    let rows = rows.into_iter().map(|(kind, (count, names))| {
        let names: Vec<&str> = names.into_iter().collect();
        vec![kind, count.to_string(), names.join(", ")]
    });
    page.table(&["Ground", "How many", "Names"], rows);
    let (mut objectives, mut crossings, mut entries) = (Vec::new(), Vec::new(), Vec::new());
    for point in &view.points {
        let (at, name) = (point.at.to_string(), point.name.unwrap_or_default().to_owned());
        match point.kind {
            PointKind::Objective(_) => objectives.push(vec![name, at]),
            PointKind::Bridge => crossings.push(vec!["bridge".to_owned(), name, at]),
            PointKind::Ford => crossings.push(vec!["ford".to_owned(), name, at]),
            PointKind::Gate => crossings.push(vec!["gate".to_owned(), name, at]),
            PointKind::Entry(id, side) => {
                entries.push(vec![id.to_string(), side_name(common, side), at, name]);
            }
        }
    }
    for (title, heads, rows) in [
        ("Objectives", &["Objective", "Place"][..], objectives),
        ("Crossings", &["Crossing", "Name", "Place"], crossings),
        ("Entries", &["Entry", "Side", "Place", "From"], entries),
    ] {
        if !rows.is_empty() {
            page.smaller(title);
            page.table(heads, rows.into_iter());
        }
    }
}

fn area_name(look: AreaLook) -> String {
    match look {
        AreaLook::Hill { level, .. } => format!("hill, level {level}"),
        other => other.name().to_owned(),
    }
}

fn line_name(look: LineLook) -> &'static str {
    match look {
        LineLook::Stream => "stream",
        LineLook::River => "river",
        LineLook::Cliff => "cliff",
        LineLook::Hedge => "hedge",
        LineLook::Wall => "wall",
        LineLook::Trench => "trench",
        LineLook::Road => "road",
        LineLook::Embankment => "embankment",
    }
}
