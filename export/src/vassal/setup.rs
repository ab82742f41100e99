//! The setup zones of a board, recognized by their properties.

use battlewright_schema::Cell;
use roxmltree::Node;

use super::components::{SETUP_STRING, SETUP_ZONE};
use super::read::class;
use crate::import::SetupZone;

/// The most comparisons of hexes with zone edges, as a guard against malicious modules.
const MOST_COMPARED: usize = 50_000_000;

/// Returns the setup zones of `board`, each with the `hexes` whose centers it contains.
pub(super) fn zones(board: &Node<'_, '_>, hexes: &[(Cell, (f64, f64))], notes: &mut Vec<String>) -> Vec<SetupZone> {
    let mut left = MOST_COMPARED;
    let mut zones = Vec::new();
    for zone in board.descendants().filter(|node| class(node) == "Zone") {
        let property = |name: &str| {
            let mut properties = zone.children().filter(|node| class(node) == "ZoneProperty");
            properties.find(|node| node.attribute("name") == Some(name))?.attribute("initialValue")
        };
        let Some(id) = property(SETUP_ZONE).map(super::slug).filter(|id| !id.is_empty()) else { continue };
        let name = zone.attribute("name").unwrap_or(&id).to_owned();
        let path = corners(zone.attribute("path").unwrap_or_default());
        let work = path.len().saturating_add(1).saturating_mul(hexes.len());
        let Some(rest) = left.checked_sub(work) else {
            notes.push(format!("The setup zone {name} was left out: the zones have too many corners"));
            continue;
        };
        left = rest;
        let inside: Vec<Cell> = hexes.iter().filter(|(_, at)| contains(&path, *at)).map(|(cell, _)| *cell).collect();
        if inside.is_empty() || zones.iter().any(|other: &SetupZone| other.id == id) {
            notes.push(format!("The setup zone {name} was left out: it has no hexes, or another has its id"));
            continue;
        }
        let string = property(SETUP_STRING).and_then(|ends| ends.split_once(' '));
        let string = string.map(|(from, to)| [from.to_owned(), to.to_owned()]);
        zones.push(SetupZone { id, name, hexes: inside, string });
    }
    zones
}

/// Parses the corners of a zone's path.
fn corners(path: &str) -> Vec<(f64, f64)> {
    let corner = |point: &str| {
        let (x, y) = point.split_once(',')?;
        Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
    };
    path.split(';').filter_map(corner).collect()
}

/// Returns `true` if the path contains a point, by the even-odd rule.
fn contains(path: &[(f64, f64)], (x, y): (f64, f64)) -> bool {
    let edges = path.iter().zip(path.iter().cycle().skip(1));
    let right = edges.filter(|(a, b)| (a.1 > y) != (b.1 > y) && x < (b.0 - a.0) * (y - a.1) / (b.1 - a.1) + a.0);
    right.count() % 2 == 1
}
