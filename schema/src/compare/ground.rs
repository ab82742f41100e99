//! Differences of the map: hexes, hexsides, roads, and keyed tables.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::{Difference, order, table, value, whole};
use crate::common::map::VOID;
use crate::order::is_ordered_table;
use crate::row_key::element;
use crate::{HexId, HexsideId, HexsideKind, Road, Scenario};

/// Returns the terrain name and the level digit of every hex.
fn hexes(scenario: &Scenario) -> BTreeMap<HexId, (String, Option<char>)> {
    let common = scenario.common();
    let Ok(grid) = common.grid() else { return BTreeMap::new() };
    let terrain = common.terrain();
    let name = |letter: char| {
        let known = terrain.iter().find(|terrain| terrain.letter.0 == letter);
        let alone = known.filter(|known| terrain.iter().filter(|other| other.name == known.name).count() == 1);
        alone.map_or_else(|| format!("`{letter}`"), |known| known.name.to_owned())
    };
    let mut hexes = BTreeMap::new();
    for cell in grid.cells() {
        let at = |rows: &crate::HexRows| rows.get(cell.column.into(), cell.row.into());
        if let Some(letter) = at(common.hexes()).filter(|letter| *letter != VOID) {
            hexes.insert(grid.name(cell), (name(letter), common.levels().and_then(at)));
        }
    }
    hexes
}

/// Adds the hexes with another terrain or level, and the hexes of only one map.
pub(super) fn terrain(before: &Scenario, after: &Scenario, changes: &mut Vec<Difference>) {
    let (old, new) = (hexes(before), hexes(after));
    let all: BTreeSet<&HexId> = old.keys().chain(new.keys()).collect();
    for hex in all {
        let subject = format!("hex {hex}");
        let note = |field: &str, before: Option<Value>, after: Option<Value>| Difference {
            hexes: BTreeSet::from([hex.clone()]),
            ..Difference::new(&subject, field, before, after)
        };
        match (old.get(hex), new.get(hex)) {
            (Some((old, low)), Some((new, high))) => {
                if old != new {
                    changes.push(note("", Some(json!(old)), Some(json!(new))));
                }
                if low != high {
                    changes.push(note("level", low.map(|level| json!(level)), high.map(|level| json!(level))));
                }
            }
            (old, new) => {
                let name = |hex: Option<&(String, Option<char>)>| hex.map(|(name, _)| json!(name));
                changes.push(note("", name(old), name(new)));
            }
        }
    }
}

/// The names and sources of the hexside features by kind and hexside. Several rows may have the same hexside.
type Sides<'s> = BTreeMap<(HexsideKind, String), Vec<[Option<&'s str>; 2]>>;

fn sides(scenario: &Scenario) -> Sides<'_> {
    let mut sides = Sides::new();
    for row in scenario.common().hexsides() {
        for side in &row.between {
            let about = [row.name.as_deref(), row.source.as_deref()];
            sides.entry((row.kind, element("between", side.as_str()))).or_default().push(about);
        }
    }
    sides
}

pub(super) fn hexsides(before: &Scenario, after: &Scenario, changes: &mut Vec<Difference>) {
    let (mut old, mut new) = (sides(before), sides(after));
    let all: BTreeSet<_> = old.keys().chain(new.keys()).cloned().collect();
    for side in all {
        let (kind, between) = &side;
        let kind = json!(kind);
        let subject = format!("{} {between}", kind.as_str().unwrap_or_default());
        let hexes: BTreeSet<HexId> =
            HexsideId::from(between.as_str()).hexes().into_iter().flat_map(<[_; 2]>::from).collect();
        let mut old = old.remove(&side).unwrap_or_default();
        let mut new = new.remove(&side).unwrap_or_default();
        // Equal features match; then the others, in their order.
        old.retain(|about| match new.iter().position(|other| other == about) {
            Some(at) => {
                new.remove(at);
                false
            }
            None => true,
        });
        let (mut old, mut new) = (old.into_iter(), new.into_iter());
        loop {
            let (old, new) = (old.next(), new.next());
            let mut note = |field: &str, old: Option<Value>, new: Option<Value>| {
                changes.push(Difference { hexes: hexes.clone(), ..Difference::new(&subject, field, old, new) });
            };
            let text = |text: Option<&str>| text.map(|text| json!(text));
            match (old, new) {
                (None, None) => break,
                (Some([old_name, old_source]), Some([new_name, new_source])) => {
                    for (field, old, new) in [("name", old_name, new_name), ("source", old_source, new_source)] {
                        if old != new {
                            note(field, text(old), text(new));
                        }
                    }
                }
                (old, new) => {
                    let there = |side: Option<[Option<&str>; 2]>| side.map(|[name, _]| json!(name.unwrap_or_default()));
                    note("", there(old), there(new));
                }
            }
        }
    }
}

/// Returns `true` if two roads match.
type RoadMatch<'a> = &'a dyn Fn(&Road, &Road) -> bool;

/// Compares roads. They match if they have the same path, in either direction, or else if they have the same name.
pub(super) fn roads(before: &Scenario, after: &Scenario, changes: &mut Vec<Difference>) {
    let (old, new) = (before.common().roads(), after.common().roads());
    let mut left: Vec<Option<&Road>> = old.iter().map(Some).collect();
    let mut was: Vec<Option<&Road>> = vec![None; new.len()];
    let along = |a: &Road, b: &Road| a.path == b.path || a.path.iter().eq(b.path.iter().rev());
    let alike: [RoadMatch<'_>; 3] = [&|a, b| a.name == b.name && along(a, b), &along, &|a, b| {
        a.name == b.name && (a.name.is_some() || a.path.iter().any(|hex| b.path.contains(hex)))
    }];
    for alike in alike {
        for (was, road) in was.iter_mut().zip(new).filter(|(was, _)| was.is_none()) {
            if let Some(place) = left.iter_mut().find(|old| old.is_some_and(|old| alike(old, road))) {
                *was = place.take();
            }
        }
    }
    for (road, was) in new.iter().zip(was) {
        match was {
            None => changes.push(road_change(road, None, Some(json!(road.path)))),
            Some(old) => {
                if !along(old, road) {
                    let mut change = road_change(road, Some(json!(old.path)), Some(json!(road.path)));
                    "path".clone_into(&mut change.field);
                    let hexes = |road: &Road| road.path.iter().cloned().collect::<BTreeSet<_>>();
                    change.hexes = hexes(old).symmetric_difference(&hexes(road)).cloned().collect();
                    changes.push(change);
                }
                if old.kind != road.kind {
                    let [old, new] = [old, road].map(|road| Some(json!(road.kind)));
                    changes.push(Difference::new(&called(road), "kind", old, new));
                }
                for (field, old, new) in [("name", &old.name, &road.name), ("source", &old.source, &road.source)] {
                    if old != new {
                        let [old, new] = [old, new].map(|text| text.as_ref().map(|text| json!(text)));
                        changes.push(Difference::new(&called(road), field, old, new));
                    }
                }
            }
        }
    }
    changes.extend(left.into_iter().flatten().map(|road| road_change(road, Some(json!(road.path)), None)));
}

fn road_change(road: &Road, before: Option<Value>, after: Option<Value>) -> Difference {
    Difference { hexes: road.path.iter().cloned().collect(), ..Difference::new(&called(road), "", before, after) }
}

fn called(road: &Road) -> String {
    match (&road.name, road.path.first(), road.path.last()) {
        (Some(name), ..) => format!("road {name}"),
        (None, Some(first), Some(last)) => format!("road {first} to {last}"),
        _ => "road".to_owned(),
    }
}

/// Compares keyed tables, such as sides. The order of some of them has a meaning.
pub(super) fn keyed(noun: &str, old: Option<&toml::Value>, new: Option<&toml::Value>, changes: &mut Vec<Difference>) {
    let keys = |value: Option<&toml::Value>| table(value).into_iter().flat_map(toml::Table::keys).cloned().collect();
    let (before, after): (Vec<String>, Vec<String>) = (keys(old), keys(new));
    for key in after.iter().chain(before.iter().filter(|key| !after.contains(key))) {
        let (old, new) = (old.and_then(|old| old.get(key)), new.and_then(|new| new.get(key)));
        let subject = format!("{noun} {key}");
        match (old, new) {
            (Some(_), Some(_)) => value(&subject, "", old, new, changes),
            _ => changes.push(whole(&subject, old, new)),
        }
    }
    if is_ordered_table(noun) {
        let kept = |keys: &[String], others: &[String]| -> Vec<String> {
            keys.iter().filter(|key| others.contains(key)).cloned().collect()
        };
        order(noun, &format!("{noun}s"), &kept(&before, &after), &kept(&after, &before), changes);
    }
}
