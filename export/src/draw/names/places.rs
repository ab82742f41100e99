//! The names of places: each takes the cheapest of twelve positions about its hexes.

use std::collections::BTreeSet;

use battlewright_schema::{Cell, Common, Look};
use emath::{Pos2, Rect, Vec2, vec2};

use super::claims::{ClaimIndex, ClaimKind, parts};
use crate::draw::{FeatureCells, View, counters, labels, text};

/// The parts of a name whose claims are counted.
const PARTS: u8 = 7;
/// The price of a name over the edge of the map.
const OFF_THE_MAP: f32 = 20.0;

/// The name of a place with its position.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PlacedPlace {
    /// The index of the place.
    pub(super) place: usize,
    /// The center of the name.
    pub(super) at: Pos2,
    /// The font size.
    pub(super) size: f32,
    /// The price of what is in its way; 0 if nothing is.
    pub(super) clash: f32,
}

/// The positions of a name with their prices.
struct PlaceSpots {
    place: usize,
    size: f32,
    room: Vec2,
    spots: [(f32, Pos2); 12],
}

impl PlaceSpots {
    /// Returns the price of the claims in the way at `spot`.
    fn clash(&self, spot: Pos2, claims: &ClaimIndex, map: Rect) -> f32 {
        let rect = Rect::from_center_size(spot, self.room);
        let clashes: f32 = parts(rect, PARTS).into_iter().map(|part| claims.price(part)).sum();
        clashes + if map.contains_rect(rect) { 0.0 } else { OFF_THE_MAP }
    }

    /// Returns the cheapest position, and what is in its way.
    fn best(&self, claims: &ClaimIndex, map: Rect) -> (Pos2, f32) {
        let mut best = (f32::MAX, Pos2::ZERO, 0.0);
        for (price, spot) in self.spots {
            let clash = self.clash(spot, claims, map);
            if price + clash < best.0 {
                best = (price + clash, spot, clash);
            }
        }
        (best.1, best.2)
    }

    fn claim(&self, claims: &mut ClaimIndex, spot: Pos2) {
        claims.add(ClaimKind::Name(self.place), Rect::from_center_size(spot, self.room));
    }
}

/// Returns the font size of the names of places.
pub(super) fn font(radius: f32) -> f32 {
    (radius * 0.30).clamp(10.0, 24.0)
}

/// Places the names of the places of `scenario` and enters their claims. Names of places that score come first, then towns,
/// villages, farms and others. At the end, names with something in their way are placed anew, twice.
pub(super) fn placed(
    scenario: &dyn Common,
    sites: &FeatureCells,
    view: &View,
    map: Rect,
    claims: &mut ClaimIndex,
) -> Vec<PlacedPlace> {
    let scored: BTreeSet<usize> = labels::scorers(scenario).into_keys().collect();
    let terrain = scenario.terrain();
    let rank = |place: usize, cells: &[Cell]| {
        let letter = cells.first().and_then(|cell| scenario.hexes().get(cell.column.into(), cell.row.into()));
        let look = terrain.iter().find(|row| Some(row.letter.0) == letter).map(|row| row.look);
        let rank: u8 = match look {
            Some(Look::Town | Look::Fort) => 0,
            Some(Look::Village) => 1,
            Some(Look::Farm) => 2,
            _ => 3,
        };
        (!scored.contains(&place), rank)
    };
    let mut order: Vec<(usize, &Vec<Cell>)> =
        sites.places.iter().take(scenario.places().len()).enumerate().filter(|(_, cells)| !cells.is_empty()).collect();
    order.sort_by_key(|(place, cells)| rank(*place, cells));
    let all: Vec<PlaceSpots> = order
        .into_iter()
        .filter_map(|(at, cells)| spots(at, scenario.places().get(at)?.name.as_str(), cells, view))
        .collect();
    let mut placed: Vec<PlacedPlace> = Vec::with_capacity(all.len());
    for spots in &all {
        let (at, clash) = spots.best(claims, map);
        spots.claim(claims, at);
        placed.push(PlacedPlace { place: spots.place, at, size: spots.size, clash });
    }
    for _ in 0..2 {
        for (spots, own) in all.iter().zip(&mut placed) {
            // A later name may have taken the room of an earlier one.
            let rect = Rect::from_center_size(own.at, spots.room);
            claims.remove(ClaimKind::Name(spots.place), &[rect]);
            if spots.clash(own.at, claims, map) > 0.0 {
                (own.at, own.clash) = spots.best(claims, map);
            }
            spots.claim(claims, own.at);
        }
    }
    placed
}

/// Returns the positions for the name of a place in `cells`.
fn spots(place: usize, name: &str, cells: &[Cell], view: &View) -> Option<PlaceSpots> {
    let r = view.radius();
    let size = font(r);
    let room = vec2(text::width(name) * 1.04, 0.9) * size;
    let count = f32::from(u16::try_from(cells.len()).unwrap_or(u16::MAX));
    let middle = (cells.iter().fold(Vec2::ZERO, |sum, cell| sum + view.center(*cell).to_vec2()) / count).to_pos2();
    let centers = || cells.iter().map(|cell| view.center(*cell));
    let low = centers().max_by(|a, b| a.y.total_cmp(&b.y))?;
    let high = centers().min_by(|a, b| a.y.total_cmp(&b.y))?;
    let right = centers().max_by(|a, b| a.x.total_cmp(&b.x))?;
    let left = centers().min_by(|a, b| a.x.total_cmp(&b.x))?;
    let top = labels::top(view);
    let rim = (top * 0.80).min(top - size * 0.62);
    // Between the counter of a hex and that of the next.
    let edge = top.max(r * counters::SIZE / 2.0 + size * 0.5);
    let beside = vec2(r * counters::SIZE * 0.54 + room.x / 2.0, 0.0);
    let corner = vec2(r * 0.30 + room.x / 2.0, rim);
    let far = rim + r * 0.6;
    Some(PlaceSpots {
        place,
        size,
        room,
        spots: [
            (0.0, Pos2::new(middle.x, low.y + rim)),
            (0.1, Pos2::new(middle.x, low.y + edge)),
            (0.3, Pos2::new(middle.x, high.y - rim)),
            (0.35, Pos2::new(middle.x, high.y - edge)),
            (0.5, right + beside),
            (0.6, left - beside),
            (0.8, right + corner),
            (0.82, right + vec2(corner.x, -corner.y)),
            (0.85, left + vec2(-corner.x, corner.y)),
            (0.9, left - corner),
            (1.2, Pos2::new(middle.x, low.y + far)),
            (1.3, Pos2::new(middle.x, high.y - far)),
        ],
    })
}
