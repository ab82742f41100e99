//! The elements of an OpenStreetMap file that lie in the zone of a map.
//!
//! The file is read several times, so that memory depends on the zone and not on the file: nodes in the zone; ways that touch it, and
//! relations that have such ways; the other ways of these relations; the nodes of all these ways.

mod finish;

use std::collections::{BTreeMap, BTreeSet};

use super::ReadError;
use super::near::{DegreeBox, NumberSieve};
use crate::era::{is_area, is_of_interest};
use crate::grid::GroundGrid;
use crate::limits::{
    MOST_AREAS, MOST_MEMBERS, MOST_NODES, MOST_POINTS, MOST_SPOTS, MOST_TAG_MEMORY, MOST_WAY_POINTS, MOST_WAYS,
};
use crate::plane::{LatLon, Plane, Point};
use crate::source::{Landscape, Spot, Tags};

/// A kind of element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    Nodes,
    Ways,
    Relations,
}

/// A member of a relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Member {
    pub(super) id: i64,
    pub(super) is_way: bool,
}

/// An element of a file.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Element {
    Node { id: i64, at: LatLon, tags: Tags },
    Way { id: i64, nodes: Vec<i64>, tags: Tags },
    Relation { id: i64, members: Vec<Member>, tags: Tags },
}

/// A file that can be read from its start, again and again.
pub(super) trait ElementSource {
    /// Passes the elements of the kinds `wanted` to `visit`, in the order of the file. With `among`, which is sorted, only those with
    /// these numbers are needed, so that a file may leave out others.
    fn each(
        &mut self,
        wanted: &[Wanted],
        among: Option<&[i64]>,
        visit: &mut dyn FnMut(Element) -> Result<(), ReadError>,
    ) -> Result<(), ReadError>;
}

/// A way that touches the zone.
struct FoundWay {
    id: i64,
    nodes: Vec<i64>,
    tags: Tags,
}

/// A relation whose area touches the zone.
struct FoundArea {
    id: i64,
    ways: Vec<i64>,
    tags: Tags,
}

/// Reads what lies in the zone of `grid`.
pub(super) fn collect(
    source: &mut dyn ElementSource,
    plane: &Plane,
    grid: &GroundGrid,
) -> Result<Landscape, ReadError> {
    let mut zone = Collected::default();
    zone.read_nodes(source, plane, grid)?;
    zone.read_ways(source)?;
    zone.read_members(source)?;
    zone.read_missing_nodes(source, plane)?;
    Ok(zone.finish(grid))
}

#[derive(Default)]
struct Collected {
    /// The nodes in the zone, later those of its ways too, sorted by number.
    nodes: Vec<(i64, Point)>,
    spots: Vec<Spot>,
    ways: Vec<FoundWay>,
    /// The numbers of all ways that touch the zone, sorted.
    touching: Vec<i64>,
    relations: Vec<FoundArea>,
    /// The nodes of the ways of relations.
    members: BTreeMap<i64, Vec<i64>>,
    /// The points of ways and the members of relations so far, and the bytes of tags.
    points: usize,
    tag_bytes: usize,
    full: BTreeSet<(&'static str, u64)>,
}

/// Sorts `nodes` by number, and leaves the first of each.
fn sort(nodes: &mut Vec<(i64, Point)>) {
    // Most files are sorted. Sorting needs more memory.
    if !nodes.is_sorted_by_key(|(id, _)| *id) {
        nodes.sort_by_key(|(id, _)| *id);
    }
    nodes.dedup_by_key(|(id, _)| *id);
}

impl Collected {
    fn point(&self, id: i64) -> Option<Point> {
        let at = self.nodes.binary_search_by_key(&id, |(id, _)| *id).ok()?;
        self.nodes.get(at).map(|(_, point)| *point)
    }

    /// Returns `true` and counts them if there is room for so many points and for `tags`.
    fn has_room(&mut self, points: usize, tags: &Tags) -> bool {
        let bytes = tags.bytes();
        if self.points + points > MOST_WAY_POINTS {
            self.stop("points of ways", MOST_WAY_POINTS);
            return false;
        }
        if self.tag_bytes + bytes > MOST_TAG_MEMORY {
            self.stop("bytes of tags", MOST_TAG_MEMORY);
            return false;
        }
        self.points += points;
        self.tag_bytes += bytes;
        true
    }

    fn stop(&mut self, what: &'static str, limit: usize) {
        self.full.insert((what, limit as u64));
    }

    fn read_nodes(
        &mut self,
        source: &mut dyn ElementSource,
        plane: &Plane,
        grid: &GroundGrid,
    ) -> Result<(), ReadError> {
        let near = DegreeBox::of(plane, grid);
        source.each(&[Wanted::Nodes], None, &mut |element| {
            let Element::Node { id, at, tags } = element else { return Ok(()) };
            if !near.has(at) {
                return Ok(());
            }
            let point = plane.point(at);
            if !grid.is_in_zone(point) {
                return Ok(());
            }
            if self.nodes.len() >= MOST_NODES {
                self.stop("nodes", MOST_NODES);
                return Ok(());
            }
            self.nodes.push((id, point));
            if tags.has("place") {
                if self.spots.len() >= MOST_SPOTS {
                    self.stop("places", MOST_SPOTS);
                } else if self.has_room(0, &tags) {
                    self.spots.push(Spot { id, at: point, tags });
                }
            }
            Ok(())
        })?;
        sort(&mut self.nodes);
        Ok(())
    }

    fn read_ways(&mut self, source: &mut dyn ElementSource) -> Result<(), ReadError> {
        let (mut is_sorted, mut seen_relation) = (true, false);
        let sieve = NumberSieve::of(self.nodes.iter().map(|(id, _)| *id));
        source.each(&[Wanted::Ways, Wanted::Relations], None, &mut |element| {
            match element {
                Element::Way { id, nodes, tags } => {
                    is_sorted &= !seen_relation;
                    if nodes.iter().any(|node| sieve.may_have(*node) && self.point(*node).is_some()) {
                        self.take_way(id, nodes, tags);
                    }
                }
                Element::Relation { id, members, tags } => {
                    if !std::mem::replace(&mut seen_relation, true) {
                        self.touching.sort_unstable();
                    }
                    self.take_relation(id, &members, tags);
                }
                Element::Node { .. } => {}
            }
            Ok(())
        })?;
        self.touching.sort_unstable();
        if !is_sorted {
            // Relations came before ways: once more, now that all ways are known.
            self.relations.clear();
            source.each(&[Wanted::Relations], None, &mut |element| {
                if let Element::Relation { id, members, tags } = element {
                    self.take_relation(id, &members, tags);
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    fn take_way(&mut self, id: i64, nodes: Vec<i64>, tags: Tags) {
        if self.touching.len() >= MOST_WAYS {
            self.stop("ways", MOST_WAYS);
            return;
        }
        if nodes.len() >= MOST_POINTS {
            self.stop("points of a way", MOST_POINTS);
        }
        self.touching.push(id);
        if is_of_interest(&tags) && self.has_room(nodes.len(), &tags) {
            self.ways.push(FoundWay { id, nodes, tags });
        }
    }

    fn take_relation(&mut self, id: i64, members: &[Member], tags: Tags) {
        // Other kinds have no area. Relations within relations are not looked into, so none contains itself.
        if !tags.is("type", "multipolygon") {
            return;
        }
        if members.len() >= MOST_MEMBERS {
            self.stop("members of an area", MOST_MEMBERS);
        }
        // A way that is listed again would be as many copies in memory.
        let mut own = BTreeSet::new();
        let ways = members.iter().filter(|member| member.is_way && own.insert(member.id)).map(|member| member.id);
        let ways: Vec<i64> = ways.collect();
        if !ways.iter().any(|way| self.touching.binary_search(way).is_ok()) {
            return;
        }
        if self.relations.len() >= MOST_AREAS {
            self.stop("areas", MOST_AREAS);
            return;
        }
        if self.has_room(ways.len(), &tags) {
            self.relations.push(FoundArea { id, ways, tags });
        }
    }

    /// Reads the ways of relations, and drops relations that are none of an area.
    fn read_members(&mut self, source: &mut dyn ElementSource) -> Result<(), ReadError> {
        let tags_of: BTreeMap<i64, &Tags> = self.ways.iter().map(|way| (way.id, &way.tags)).collect();
        let mut taken = BTreeSet::new();
        for relation in &mut self.relations {
            // In the old style, a way of the outline has the tags of the area.
            if !is_area(&relation.tags)
                && let Some((way, tags)) = relation.ways.iter().find_map(|way| {
                    let tags = tags_of.get(way).filter(|tags| is_area(tags))?;
                    Some((*way, (*tags).clone()))
                })
            {
                relation.tags = tags;
                taken.insert(way);
            }
        }
        self.relations.retain(|relation| is_area(&relation.tags));
        let mut needed: Vec<i64> = self.relations.iter().flat_map(|relation| relation.ways.iter().copied()).collect();
        needed.sort_unstable();
        needed.dedup();
        for way in self.ways.iter().filter(|way| needed.binary_search(&way.id).is_ok()) {
            self.members.insert(way.id, way.nodes.clone());
        }
        self.ways.retain(|way| !taken.contains(&way.id));
        needed.retain(|id| !self.members.contains_key(id));
        if needed.is_empty() {
            return Ok(());
        }
        source.each(&[Wanted::Ways], Some(&needed), &mut |element| {
            let Element::Way { id, nodes, .. } = element else { return Ok(()) };
            if needed.binary_search(&id).is_ok()
                && !self.members.contains_key(&id)
                && self.has_room(nodes.len(), &Tags::default())
            {
                self.members.insert(id, nodes);
            }
            Ok(())
        })
    }

    fn read_missing_nodes(&mut self, source: &mut dyn ElementSource, plane: &Plane) -> Result<(), ReadError> {
        let of_ways = self.ways.iter().flat_map(|way| &way.nodes);
        let mut missing: Vec<i64> =
            of_ways.chain(self.members.values().flatten()).copied().filter(|id| self.point(*id).is_none()).collect();
        missing.sort_unstable();
        missing.dedup();
        if missing.is_empty() {
            return Ok(());
        }
        let mut found = Vec::new();
        let sieve = NumberSieve::of(missing.iter().copied());
        source.each(&[Wanted::Nodes], Some(&missing), &mut |element| {
            if let Element::Node { id, at, .. } = element
                && sieve.may_have(id)
                && missing.binary_search(&id).is_ok()
            {
                if found.len() >= MOST_NODES {
                    self.stop("nodes", MOST_NODES);
                } else {
                    found.push((id, plane.point(at)));
                }
            }
            Ok(())
        })?;
        self.nodes.extend(found);
        sort(&mut self.nodes);
        Ok(())
    }
}
