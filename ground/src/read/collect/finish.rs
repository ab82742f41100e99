//! A landscape of the collected elements.

use super::Collected;
use crate::era::is_area;
use crate::grid::GroundGrid;
use crate::limits::{MOST_AREAS, MOST_WAY_POINTS, MOST_WAYS};
use crate::notice::Notice;
use crate::plane::Point;
use crate::read::rings::{assembled, closed};
use crate::source::{Area, Landscape, Node, Tags, Way};

impl Collected {
    /// Assembles the areas, and cuts the lines to the zone of `grid`.
    pub(super) fn finish(mut self, grid: &GroundGrid) -> Landscape {
        let (mut cut, mut open, mut points) = (0, 0, 0);
        let mut areas = Vec::new();
        let relations = std::mem::take(&mut self.relations);
        for relation in relations {
            let ways: Vec<&[i64]> =
                relation.ways.iter().filter_map(|way| self.members.get(way)).map(Vec::as_slice).collect();
            // Relations may share their ways.
            points += ways.iter().map(|way| way.len()).sum::<usize>();
            if points > MOST_WAY_POINTS {
                self.stop("points of areas", MOST_WAY_POINTS);
                break;
            }
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
                if lines.len() + pieces.len() > MOST_WAYS {
                    self.stop("ways", MOST_WAYS);
                    continue;
                }
                lines.extend(pieces.into_iter().map(|nodes| (way.id, nodes, way.tags.clone())));
            }
        }
        if areas.len() > MOST_AREAS {
            areas.truncate(MOST_AREAS);
            self.stop("areas", MOST_AREAS);
        }
        let mut used: Vec<i64> = lines.iter().flat_map(|(_, nodes, _)| nodes.iter().copied()).collect();
        used.sort_unstable();
        used.dedup();
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
