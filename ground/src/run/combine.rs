//! Several files of one country as one landscape.

use std::collections::{BTreeMap, BTreeSet};

use crate::source::{Landscape, Node};

/// The distance between the numbers of files whose elements have no numbers of their own. Numbers of OpenStreetMap are far below.
const APART: i64 = 1 << 40;

/// Gives the elements of a file without own numbers those of its position among the files, so that no two files have the same.
pub(super) fn renumber(land: &mut Landscape, position: usize) {
    let by = i64::try_from(position).unwrap_or(0).saturating_add(1).saturating_mul(APART);
    for node in &mut land.nodes {
        node.id += by;
    }
    for way in &mut land.ways {
        way.id += by;
    }
    for area in &mut land.areas {
        area.id += by;
    }
    for spot in &mut land.spots {
        spot.id += by;
    }
}

/// Joins landscapes. Of an element that several have, that with the most points is kept, since a file may have but a part of it.
pub(super) fn combined(lands: Vec<Landscape>) -> Landscape {
    let mut lands = lands;
    if lands.len() < 2 {
        return lands.pop().unwrap_or_default();
    }
    let ways = best(&lands, |land| land.ways.iter().map(|way| (way.id, way.nodes.len())).collect());
    let areas =
        best(&lands, |land| land.areas.iter().map(|area| (area.id, area.rings.iter().map(Vec::len).sum())).collect());
    let mut spots_seen = BTreeSet::new();
    let mut all: Vec<Node> = lands.iter().flat_map(|land| land.nodes.iter().copied()).collect();
    all.sort_by_key(|node| node.id);
    all.dedup_by_key(|node| node.id);
    let place = |id: i64| all.binary_search_by_key(&id, |node| node.id).ok().and_then(|at| u32::try_from(at).ok());
    let mut own = Landscape::default();
    for (n, land) in lands.into_iter().enumerate() {
        let Landscape { nodes, ways: own_ways, areas: own_areas, spots, notices } = land;
        for mut way in own_ways.into_iter().filter(|way| ways.get(&way.id) == Some(&n)) {
            let id = |node: &u32| nodes.get(*node as usize).and_then(|node| place(node.id));
            way.nodes = way.nodes.iter().filter_map(id).collect();
            own.ways.push(way);
        }
        own.areas.extend(own_areas.into_iter().filter(|area| areas.get(&area.id) == Some(&n)));
        own.spots.extend(spots.into_iter().filter(|spot| spots_seen.insert(spot.id)));
        own.notices.extend(notices);
    }
    own.nodes = all;
    own
}

/// Returns for each number the landscape that has the most points of it, the first of equals.
fn best(lands: &[Landscape], sizes: impl Fn(&Landscape) -> Vec<(i64, usize)>) -> BTreeMap<i64, usize> {
    let mut best = BTreeMap::<i64, (usize, usize)>::new();
    for (n, land) in lands.iter().enumerate() {
        let mut own = BTreeMap::<i64, usize>::new();
        for (id, size) in sizes(land) {
            *own.entry(id).or_default() += size;
        }
        for (id, size) in own {
            let held = best.entry(id).or_insert((size, n));
            if size > held.0 {
                *held = (size, n);
            }
        }
    }
    best.into_iter().map(|(id, (_, n))| (id, n)).collect()
}
