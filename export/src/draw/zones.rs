//! Setup zones: tinted areas, names, and the ends of string setups.

use std::collections::BTreeSet;

use battlewright_schema::{Cell, Common, Start, ZoneView};
use ecolor::Color32;
use emath::{Pos2, Rect, Vec2, vec2};

use super::{FeatureCells, OccupiedRoom, Shape, Stroke, Text, View, ink, outline, sites, text};

/// Returns the color of the zone at index `at`.
fn color(at: usize) -> Color32 {
    // The white among the band colors cannot tint.
    let colors = [0, 4, 2, 5, 6, 8, 1, 11, 10, 7];
    ink::band(colors[at % colors.len()])
}

/// Draws the zones of `scenario`; `bright` emphasizes them while they are edited.
pub fn paint(shapes: &mut Vec<Shape>, view: &View, scenario: &dyn Common, sites: &FeatureCells, bright: bool) {
    let strength = if bright { 1.0 } else { 0.6 };
    for (at, (zone, cells)) in scenario.zones().into_iter().zip(&sites.zones).enumerate() {
        let cells: Vec<Cell> = cells.iter().copied().collect();
        outline::tint(shapes, view, &cells, color(at).gamma_multiply(0.34 * strength));
        outline::around(shapes, view, &cells, ink::shade(color(at), 0.72).gamma_multiply(strength));
        string(shapes, view, &zone, color(at));
    }
}

/// Draws the names of the zones with the number of counters set up in each, away from counters and from each other if possible. An
/// id replaces a name that is wider than its zone.
pub fn names(
    shapes: &mut Vec<Shape>,
    view: &View,
    scenario: &dyn Common,
    sites: &FeatureCells,
    occupied: &OccupiedRoom,
) {
    let zones = scenario.zones();
    if zones.is_empty() || view.radius() < 9.0 {
        return;
    }
    let starts: Vec<Start> =
        scenario.counters().into_iter().filter_map(|counter| Some(scenario.counter(counter)?.start)).collect();
    // Zones around the same hex have the same middle.
    let mut taken: Vec<Rect> = Vec::new();
    for (at, (zone, cells)) in zones.into_iter().zip(&sites.zones).enumerate() {
        let from_the_middle = from_the_middle(view, cells);
        let Some(middle) = from_the_middle.first().copied() else { continue };
        if !view.rect().expand(120.0).contains(middle) {
            continue;
        }
        let here = starts.iter().filter(|start| matches!(start, Start::Zone(id) if id == zone.id)).count();
        let told = |name: &str| if here == 0 { name.to_owned() } else { format!("{name}  ·  {here}") };
        let size = (view.radius() * 0.34).clamp(10.5, 20.0);
        // Names may be long; ids are short.
        let across = from_the_middle.iter().map(|center| center.x);
        let (left, right) = across.fold((f32::MAX, f32::MIN), |(left, right), x| (left.min(x), right.max(x)));
        let room = right - left + 3.0 * view.radius();
        let name = told(zone.name);
        let words = if text::width(&name) * size <= room { name } else { told(zone.id.as_str()) };
        let around = vec2(text::width(&words) * size, size * 1.5);
        let is_free = |spot: &Pos2| {
            let rect = Rect::from_center_size(*spot, around);
            !taken.iter().any(|other| other.intersects(rect))
        };
        let free = || from_the_middle.iter().copied().filter(is_free);
        let spot = occupied.spot(&words, size, free()).or_else(|| free().next()).unwrap_or(middle);
        taken.push(Rect::from_center_size(spot, around));
        let dark = ink::shade(color(at), 0.42);
        shapes.push(Text::name(spot, words, size, dark, Color32::from_rgb(250, 246, 234)).into());
    }
}

/// Returns the centers of `cells`, those nearest to the center of the zone first.
fn from_the_middle(view: &View, cells: &BTreeSet<Cell>) -> Vec<Pos2> {
    let count = f32::from(u16::try_from(cells.len()).unwrap_or(u16::MAX));
    let sum = cells.iter().fold(Vec2::ZERO, |sum, cell| sum + view.center(*cell).to_vec2());
    let mean = (sum / count.max(1.0)).to_pos2();
    let mut centers: Vec<Pos2> = cells.iter().map(|cell| view.center(*cell)).collect();
    centers.sort_by(|a, b| a.distance_sq(mean).total_cmp(&b.distance_sq(mean)));
    centers
}

/// Draws the ends of a string setup, and the line between them.
fn string(shapes: &mut Vec<Shape>, view: &View, zone: &ZoneView<'_>, color: Color32) {
    let Some(ends) = zone.string else { return };
    let ends: Vec<Pos2> = sites::cells(view.grid(), ends).into_iter().map(|cell| view.center(cell)).collect();
    let r = view.radius();
    let dark = ink::shade(color, 0.5);
    if let [from, to] = ends[..] {
        shapes.extend(Shape::dashes([from, to], ink::stroke(r * 0.06, dark), r * 0.28, r * 0.2));
    }
    let edge = Stroke::new(1.5, dark);
    shapes.extend(ends.into_iter().map(|center| Shape::Disc {
        center,
        radius: (r * 0.2).min(12.0),
        fill: color,
        edge,
    }));
}

/// Draws the hexes that are about to be added to the zone at index `at`, or removed from it.
pub fn stroke(shapes: &mut Vec<Shape>, view: &View, cells: &[Cell], at: usize, erase: bool) {
    let color = if erase { ink::WRONG } else { color(at) };
    outline::tint(shapes, view, cells, color.gamma_multiply(0.4));
    outline::around(shapes, view, cells, color);
}
