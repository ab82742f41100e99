//! The map key: terrain letters, hexside features, fortifications, entries and exits.

use std::collections::{BTreeMap, BTreeSet};

use battlewright_schema::words::{counted, side_name};
use battlewright_schema::{Common, HexsideKind, RoadKind};

use super::hexes;
use super::page::MarkdownPage;

pub(super) fn write(page: &mut MarkdownPage, common: &dyn Common) {
    page.heading("Map key");
    let mut counts: BTreeMap<char, usize> = BTreeMap::new();
    for letter in common.hexes().0.iter().flatten() {
        *counts.entry(*letter).or_default() += 1;
    }
    let terrain = common.terrain().into_iter().map(|terrain| {
        let count = counts.get(&terrain.letter.0).copied().unwrap_or_default();
        vec![terrain.letter.to_string(), terrain.name.to_owned(), count.to_string()]
    });
    page.table(&["Letter", "Terrain", "Hexes"], terrain);
    sides(page, common);
    let places = common.places();
    if !places.is_empty() {
        let side = |id| side_name(common, id);
        let rows = places.iter().map(|place| {
            let holder = place.holder.as_ref().map(side).unwrap_or_default();
            vec![place.name.to_string(), hexes(&place.hexes), holder]
        });
        page.smaller("Places");
        page.table(&["Place", "Hexes", "Held at the start by"], rows);
    }
    let name = |name: Option<&str>| name.unwrap_or_default().to_owned();
    if !common.entries().is_empty() {
        let rows = common.entries().iter().map(|entry| {
            let side = side_name(common, &entry.side);
            vec![entry.id.to_string(), side, hexes(&entry.hexes), name(entry.name.as_deref())]
        });
        page.smaller("Entries");
        page.table(&["Entry", "Side", "Hexes", "From"], rows);
    }
    if !common.exits().is_empty() {
        let rows = common.exits().iter().map(|exit| {
            let side = side_name(common, &exit.side);
            vec![exit.id.to_string(), side, hexes(&exit.hexes), name(exit.name.as_deref())]
        });
        page.smaller("Exits");
        page.table(&["Exit", "Side", "Hexes", "To"], rows);
    }
}

/// Writes roads, hexside features and fortifications, with their numbers and names.
fn sides(page: &mut MarkdownPage, common: &dyn Common) {
    let mut kinds: BTreeMap<HexsideKind, (usize, BTreeSet<&str>)> = BTreeMap::new();
    for hexside in common.hexsides() {
        let (count, names) = kinds.entry(hexside.kind).or_default();
        *count += hexside.between.len();
        names.extend(hexside.name.as_deref());
    }
    let mut rows: Vec<Vec<String>> = Vec::new();
    for (kind, (count, names)) in kinds {
        let names = names.into_iter().collect::<Vec<_>>().join(", ");
        rows.push(vec![kind.name().to_owned(), counted(count, "hexside"), names]);
    }
    for (line, major) in [("major road", true), ("road", false)] {
        let roads = || common.roads().iter().filter(|road| (road.kind == RoadKind::Major) == major);
        let names: BTreeSet<&str> = roads().filter_map(|road| road.name.as_deref()).collect();
        let names = names.into_iter().collect::<Vec<_>>().join(", ");
        if roads().next().is_some() {
            rows.push(vec![line.to_owned(), counted(roads().count(), "road"), names]);
        }
    }
    let mut forts: BTreeMap<&str, usize> = BTreeMap::new();
    for fort in common.fortifications() {
        *forts.entry(fort.name).or_default() += fort.hexes.len();
    }
    let forts = forts.into_iter();
    rows.extend(forts.map(|(name, count)| vec![name.to_lowercase(), counted(count, "hex"), String::new()]));
    if !rows.is_empty() {
        page.table(&["Line", "How many", "Names"], rows.into_iter());
    }
}
