//! The elements of an OpenStreetMap file that lie in the zone of a map.
//!
//! The file is read several times, so that memory depends on the zone and not on the file: nodes in the zone; ways that touch it, and
//! relations that have such ways; the other ways of these relations; the nodes of all these ways.

use std::collections::{BTreeMap, BTreeSet};

use super::ReadError;
use super::rings::{assembled, closed};
use crate::era::{is_area, is_of_interest};
use crate::grid::GroundGrid;
use crate::limits::{MOST_AREAS, MOST_NODES, MOST_SPOTS, MOST_WAYS};
use crate::notice::Notice;
use crate::plane::{LatLon, Plane, Point};
use crate::source::{Area, Landscape, Node, Spot, Tags, Way};

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
    /// Passes the elements of the kinds `wanted` to `visit`, in the order of the file.
    fn each(
        &mut self,
        wanted: &[Wanted],
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
    full: BTreeSet<(&'static str, u64)>,
}

/// Sorts `nodes` by number, and leaves the first of each.
fn sort(nodes: &mut Vec<(i64, Point)>) {
    nodes.sort_by_key(|(id, _)| *id);
    nodes.dedup_by_key(|(id, _)| *id);
}

impl Collected {
    fn point(&self, id: i64) -> Option<Point> {
        let at = self.nodes.binary_search_by_key(&id, |(id, _)| *id).ok()?;
        self.nodes.get(at).map(|(_, point)| *point)
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
        source.each(&[Wanted::Nodes], &mut |element| {
            let Element::Node { id, at, tags } = element else { return Ok(()) };
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
                } else {
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
        source.each(&[Wanted::Ways, Wanted::Relations], &mut |element| {
            match element {
                Element::Way { id, nodes, tags } => {
                    is_sorted &= !seen_relation;
                    self.take_way(id, nodes, tags);
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
            source.each(&[Wanted::Relations], &mut |element| {
                if let Element::Relation { id, members, tags } = element {
                    self.take_relation(id, &members, tags);
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    fn take_way(&mut self, id: i64, nodes: Vec<i64>, tags: Tags) {
        if !nodes.iter().any(|node| self.point(*node).is_some()) {
            return;
        }
        if self.touching.len() >= MOST_WAYS {
            self.stop("ways", MOST_WAYS);
            return;
        }
        self.touching.push(id);
        if is_of_interest(&tags) {
            self.ways.push(FoundWay { id, nodes, tags });
        }
    }

    fn take_relation(&mut self, id: i64, members: &[Member], tags: Tags) {
        // Other kinds have no area. Relations within relations are not looked into, so none contains itself.
        if !tags.is("type", "multipolygon") {
            return;
        }
        let ways: Vec<i64> = members.iter().filter(|member| member.is_way).map(|member| member.id).collect();
        if !ways.iter().any(|way| self.touching.binary_search(way).is_ok()) {
            return;
        }
        if self.relations.len() >= MOST_AREAS {
            self.stop("areas", MOST_AREAS);
            return;
        }
        self.relations.push(FoundArea { id, ways, tags });
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
        let needed: BTreeSet<i64> = self.relations.iter().flat_map(|relation| relation.ways.iter().copied()).collect();
        for way in self.ways.iter().filter(|way| needed.contains(&way.id)) {
            self.members.insert(way.id, way.nodes.clone());
        }
        self.ways.retain(|way| !taken.contains(&way.id));
        if needed.iter().all(|id| self.members.contains_key(id)) {
            return Ok(());
        }
        let mut points = 0;
        source.each(&[Wanted::Ways], &mut |element| {
            let Element::Way { id, nodes, .. } = element else { return Ok(()) };
            if needed.contains(&id) && !self.members.contains_key(&id) {
                points += nodes.len();
                if points > MOST_NODES {
                    self.stop("points of areas", MOST_NODES);
                } else {
                    self.members.insert(id, nodes);
                }
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
        source.each(&[Wanted::Nodes], &mut |element| {
            if let Element::Node { id, at, .. } = element
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

    fn finish(mut self, grid: &GroundGrid) -> Landscape {
        let (mut cut, mut open) = (0, 0);
        let mut areas = Vec::new();
        let relations = std::mem::take(&mut self.relations);
        for relation in relations {
            let ways: Vec<&[i64]> =
                relation.ways.iter().filter_map(|way| self.members.get(way)).map(Vec::as_slice).collect();
            let (rings, left) = assembled(&ways);
            open += usize::from(left > 0);
            let rings = rings.iter().map(|ring| self.ring(ring)).filter(|ring| ring.len() > 2);
            let rings: Vec<Vec<Point>> = rings.collect();
            if !rings.is_empty() {
                areas.push(Area { id: relation.id, rings, tags: relation.tags });
            }
        }
        let mut lines: Vec<(i64, Vec<i64>, Tags)> = Vec::new();
        for way in std::mem::take(&mut self.ways) {
            let is_complete = way.nodes.iter().all(|node| self.point(*node).is_some());
            cut += usize::from(!is_complete);
            if is_area(&way.tags) {
                match closed(&way.nodes).map(|ring| self.ring(ring)) {
                    Some(ring) if ring.len() > 2 => {
                        areas.push(Area { id: -way.id, rings: vec![ring], tags: way.tags.clone() });
                    }
                    _ => open += 1,
                }
            }
            if is_line(&way.tags) {
                let pieces = self.pieces(grid, &way.nodes);
                lines.extend(pieces.into_iter().map(|nodes| (way.id, nodes, way.tags.clone())));
            }
        }
        if areas.len() > MOST_AREAS {
            areas.truncate(MOST_AREAS);
            self.stop("areas", MOST_AREAS);
        }
        let used: BTreeSet<i64> = lines.iter().flat_map(|(_, nodes, _)| nodes.iter().copied()).collect();
        let nodes: Vec<Node> = used.into_iter().filter_map(|id| self.point(id).map(|at| Node { id, at })).collect();
        let place =
            |id: &i64| nodes.binary_search_by_key(id, |node| node.id).ok().and_then(|at| u32::try_from(at).ok());
        let ways =
            lines.into_iter().map(|(id, ids, tags)| Way { id, nodes: ids.iter().filter_map(place).collect(), tags });
        let ways: Vec<Way> = ways.collect();
        let mut notices = Vec::new();
        if cut > 0 {
            notices.push(Notice::WaysCut(cut));
        }
        if open > 0 {
            notices.push(Notice::OpenAreas(open));
        }
        notices.extend(self.full.into_iter().map(|(what, limit)| Notice::LimitReached(what, limit)));
        Landscape { nodes, ways, areas, spots: self.spots, notices }
    }

    /// Returns the known points of a ring.
    fn ring(&self, ids: &[i64]) -> Vec<Point> {
        ids.iter().filter_map(|id| self.point(*id)).collect()
    }

    /// Cuts a line at missing nodes, and to the zone with one node beyond.
    fn pieces(&self, grid: &GroundGrid, ids: &[i64]) -> Vec<Vec<i64>> {
        let inside: Vec<Option<bool>> =
            ids.iter().map(|id| self.point(*id).map(|point| grid.is_in_zone(point))).collect();
        let is_in = |n: Option<usize>| n.and_then(|n| *inside.get(n)?).unwrap_or(false);
        let mut pieces = Vec::new();
        let mut piece: Vec<i64> = Vec::new();
        for (n, id) in ids.iter().enumerate() {
            let known = inside[n].is_some();
            let is_near = is_in(Some(n)) || is_in(n.checked_sub(1)) || is_in(n.checked_add(1));
            if known && is_near {
                piece.push(*id);
            }
            // Beyond the zone, a line ends after one node, and begins again before the next that is inside.
            let ends = !known || !is_near || !is_in(Some(n)) && is_in(n.checked_sub(1));
            if ends {
                let done = std::mem::take(&mut piece);
                if done.len() > 1 {
                    pieces.push(done);
                }
                if known && is_near && is_in(n.checked_add(1)) {
                    piece.push(*id);
                }
            }
        }
        if piece.len() > 1 {
            pieces.push(piece);
        }
        pieces
    }
}

/// Returns `true` for the tags of a line.
fn is_line(tags: &Tags) -> bool {
    tags.has("highway")
        || tags.has("railway")
        || tags.is("natural", "coastline")
        || tags.has("waterway") && !tags.is("waterway", "riverbank")
}
