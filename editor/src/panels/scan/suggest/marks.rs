//! The marks of suggestions on the map.

use battlewright_schema::{Cell, HexsideKind, Scenario};
use egui::{Align2, Color32, FontId, Painter, Pos2, Shape, Stroke};

use super::offer::{self, Offer, is_unsure};
use super::{Suggest, doubts};
use crate::canvas::pen::ShapePainter as _;
use crate::canvas::{View, ink, lines};
use crate::messages::scan::SuggestionKind;
use crate::model::scan::read::lines::PrintedLine;

/// The color of uncertain suggestions.
const DOUBT: Color32 = Color32::from_rgb(214, 110, 0);

/// The radius of a hex in points above which letters are drawn.
const LETTERS: f32 = 8.0;

pub(super) fn paint(suggest: &Suggest, painter: &Painter, view: &View, scenario: &Scenario) {
    let offer = Offer::of(suggest, scenario);
    let font = FontId::proportional((view.radius() * 0.62).clamp(7.0, 26.0));
    let near = view.rect().expand(view.radius());
    if suggest.shows(SuggestionKind::Terrain) {
        terrain(suggest, &offer, painter, view, scenario, &font);
    }
    for ((a, b), guess) in &offer.water {
        let Some([from, to]) = view.side_between(*a, *b) else { continue };
        if !near.contains(from) && !near.contains(to) {
            continue;
        }
        let kind = if guess.kind == PrintedLine::River { HexsideKind::River } else { HexsideKind::Stream };
        painter.draw(|shapes| lines::hexside_preview(shapes, view, kind, *a, *b, false));
        if is_unsure(guess) {
            doubt(painter, view, from.lerp(to, 0.5));
        }
    }
    for ((a, b), guess) in &offer.roads {
        let (from, to) = (view.center(*a), view.center(*b));
        if !near.contains(from) && !near.contains(to) {
            continue;
        }
        painter.draw(|shapes| lines::road_preview(shapes, view, &[*a, *b]));
        if is_unsure(guess) {
            doubt(painter, view, from.lerp(to, 0.5));
        }
    }
    if let Ok(grid) = scenario.common().grid() {
        for (cell, printed) in offer::marks(suggest, &grid).filter(|(cell, _)| near.contains(view.center(*cell))) {
            odd_number(painter, view, cell, printed);
        }
    }
}

fn terrain(suggest: &Suggest, offer: &Offer, painter: &Painter, view: &View, scenario: &Scenario, font: &FontId) {
    let terrain = scenario.common().terrain();
    let color = |letter: char| {
        let known = terrain.iter().find(|terrain| terrain.letter.0 == letter);
        known.map_or(ink::WRONG, |known| known.color.map_or_else(|| ink::ground(known.look).0, ink::color))
    };
    let near = view.rect().expand(view.radius());
    for (cell, guess) in &offer.terrain {
        let center = view.center(*cell);
        if !near.contains(center) {
            continue;
        }
        let inner = inner(view, *cell);
        let line = Stroke::new(1.0, ink::LINE.gamma_multiply(0.6));
        painter.add(Shape::convex_polygon(inner, color(guess.letter).gamma_multiply(0.78), line));
        if view.radius() > LETTERS {
            painter.text(center, Align2::CENTER_CENTER, guess.letter, font.clone(), ink::LINE);
        }
    }
    for cell in doubts(suggest, scenario).filter(|cell| near.contains(view.center(*cell))) {
        let line = Stroke::new((view.radius() * 0.09).clamp(1.5, 4.0), DOUBT);
        painter.add(Shape::closed_line(inner(view, cell), line));
        if view.radius() > LETTERS {
            let at = view.center(cell) + egui::vec2(view.radius() * 0.34, 0.0);
            painter.text(at, Align2::CENTER_CENTER, "?", font.clone(), DOUBT);
        }
    }
    for (cell, letter) in &suggest.examples {
        let center = view.center(*cell);
        if near.contains(center) {
            let dot = (view.radius() * 0.42).max(5.0);
            painter.circle(center, dot, color(*letter), Stroke::new(2.0, ink::SELECTED));
            painter.text(center, Align2::CENTER_CENTER, letter, font.clone(), ink::LINE);
        }
    }
}

/// Paints the mark of an uncertain line.
fn doubt(painter: &Painter, view: &View, at: Pos2) {
    let size = (view.radius() * 0.22).clamp(3.0, 9.0);
    painter.circle(at, size, Color32::WHITE, Stroke::new((view.radius() * 0.07).clamp(1.5, 3.0), DOUBT));
    if view.radius() > LETTERS {
        painter.text(at, Align2::CENTER_CENTER, "?", FontId::proportional(size * 1.6), DOUBT);
    }
}

/// Paints the printed number of a hex that has another one on the map.
fn odd_number(painter: &Painter, view: &View, cell: Cell, printed: &str) {
    painter.add(Shape::closed_line(inner(view, cell), Stroke::new((view.radius() * 0.08).clamp(1.5, 4.0), ink::WRONG)));
    if view.radius() > LETTERS {
        let font = FontId::proportional((view.radius() * 0.4).clamp(7.0, 18.0));
        painter.text(view.center(cell), Align2::CENTER_CENTER, printed, font, ink::WRONG);
    }
}

/// Returns the corners of a hex, scaled to 80 percent.
fn inner(view: &View, cell: Cell) -> Vec<Pos2> {
    let center = view.center(cell);
    view.corners(cell).map(|corner| center + (corner - center) * 0.80).to_vec()
}
