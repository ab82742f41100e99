//! The map on the screen: a scenario, or a game in progress on it, painted from data.

pub mod advice;
pub mod base;
pub mod camera;
pub mod chunks;
pub mod heat;
pub mod measure;
pub mod names;
pub mod overlay;
pub mod overview;
pub mod pen;
pub mod rows;
pub mod sides;
pub mod sightline;
pub mod table;
mod textures;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use battlewright_balance::FightLine;
use battlewright_engine::show::{Mark, MarkStyle, Place};
use battlewright_export::art::Art;
use battlewright_export::draw::counters::CounterStyle;
use battlewright_export::draw::sites::cells;
use battlewright_export::draw::standard;
use battlewright_schema::{Cell, Common, Counter, Scenario};
use egui::{Mesh, Painter, Rect, Shape, Stroke, Vec2};

pub use base::Base;
pub use battlewright_export::draw::{
    CounterColors, Counters, OccupiedRoom, PlacedCounter, View, both_sides, counters, ground, ink, labels, lines,
    outline, piece, piece_at, pieces, relief, symbol, words, zones,
};
pub use camera::Camera;
use names::NameCache;
use pen::ShapePainter as _;

use crate::messages::command::MapLayer;
use crate::model::advice::{AdviceArrow, AdviceSpot};
use crate::model::feature_index::FeatureIndex;
use crate::model::selection::Selection;

/// The content of the map view apart from the scenario.
#[derive(Default)]
pub struct CanvasScene<'a> {
    /// The counters.
    pub crowd: Cow<'a, Counters>,
    /// The artwork for map and counters.
    pub art: Arc<Art>,
    /// An index from cells to the features in them.
    pub sites: Cow<'a, FeatureIndex>,
    /// The counter that a tool drags, which is painted by the tool.
    pub lifted: Option<Counter>,
    /// Marked hexes of a game.
    pub marks: Vec<Mark>,
    /// The hexes of legal choices.
    pub choices: Vec<Cell>,
    /// The hexes within reach of the moving piece.
    pub reach: Vec<Cell>,
    /// The ids of pieces with legal choices, or that the condition of the selected rule selects.
    pub lit: Vec<String>,
    /// The current selection.
    pub selection: Selection,
    /// The selected counters, one or several.
    pub picked: Vec<Counter>,
    /// The terrain preview of the active tool.
    pub painted: Option<&'a BTreeMap<Cell, char>>,
    /// The level preview of the active tool.
    pub leveled: Option<&'a BTreeMap<Cell, char>>,
    /// A hex and the hexes in sight of it.
    pub field: Option<(Cell, &'a [Cell])>,
    /// `true` if elevation levels are shown.
    pub levels: bool,
    /// The hidden layers.
    pub hidden: BTreeSet<MapLayer>,
    /// `true` if the active tool edits levels. Level numbers are then shown even at low zoom.
    pub leveling: bool,
    /// Paints the parts of the active tool that lie beneath the counters.
    pub beneath: Option<&'a dyn Fn(&Painter)>,
    /// The hexes with combats in many games, the most frequent first.
    pub heat: &'a [FightLine],
    /// Hexes with a problem.
    pub wrong: Vec<Cell>,
    /// The arrows of advice for computer players, or in a game of their plans.
    pub advice: Vec<AdviceArrow>,
    /// The hexes that the condition of the selected rule selects.
    pub of_rule: &'a [Cell],
    /// The hexes that were edited since the map came from the ground.
    pub edited: &'a [Cell],
    /// `true` if the active tool edits setup zones.
    pub zoning: bool,
    /// `true` if a game is in progress. The game then determines the holders of victory hexes.
    pub playing: bool,
    /// `true` for the dark theme.
    pub dark: bool,
    /// The fading of the map over a scan: 0 is opaque, 1 is invisible.
    pub fade: f32,
}

impl CanvasScene<'_> {
    /// Returns the level of `cell`, with the preview of the active tool.
    fn level(&self, scenario: &dyn Common, cell: Cell) -> Option<u8> {
        match self.leveled {
            Some(leveled) if !leveled.is_empty() => {
                let level = leveled.get(&cell).copied().and_then(relief::digit);
                // In a scenario without levels, the first stroke sets all other hexes to the lowest level.
                level.or_else(|| relief::level(scenario, cell)).or(Some(1))
            }
            _ => relief::level(scenario, cell),
        }
    }
}

/// Paints the map and all content of the scene. `base` caches the base map; `shown` determines whether the cache is
/// valid.
pub fn paint(
    painter: &Painter,
    view: &View,
    scenario: &Scenario,
    scene: &CanvasScene<'_>,
    base: &mut Base,
    shown: base::BaseView,
) {
    let common = scenario.common();
    let has = |cell: Cell| common.has(cell);
    base.paint(painter, view, common, scene, shown);
    if !scene.playing {
        painter.draw(|shapes| zones::paint(shapes, view, common, &scene.sites.lists, scene.zoning));
    }
    if let Some((from, seen)) = scene.field.filter(|_| view.detail() >= overview::FAR) {
        sightline::field(painter, view, from, seen, &has);
    }
    heat::paint(painter, view, scene.heat);
    marks(painter, view, scenario, scene);
    let inks = scene.art.inks();
    let shows = |layer| !scene.hidden.contains(&layer);
    if shows(MapLayer::Names) && view.detail() >= overview::FAR {
        base.names.refresh(view, common, scene, shown.revision);
    } else {
        base.names = NameCache::default();
    }
    let names = base.names.drawn();
    if shows(MapLayer::Numbers) {
        let is_named = |rect| names.covers(view, rect);
        let of = (common, &scene.sites.lists);
        painter.draw(|shapes| labels::numbers(shapes, view, of, &has, &is_named, (inks, scene.dark)));
    }
    if scene.levels {
        let level = |cell: Cell| scene.level(common, cell);
        painter.draw(|shapes| relief::numbers(shapes, view, &level, &has, (inks, scene.leveling)));
    }
    painter.draw(|shapes| labels::gates(shapes, view, (common, &scene.art), &scene.sites.lists, &has));
    if !scene.playing {
        painter.draw(|shapes| labels::victory(shapes, view, common, &scene.art));
    }
    overlay::tint(painter, view, &scene.reach, ink::ACCENT.gamma_multiply(0.13));
    overlay::tint(painter, view, scene.edited, ink::SELECTED.gamma_multiply(0.16));
    overlay::outline_in(painter, view, scene.edited, ink::SELECTED.gamma_multiply(0.8));
    overlay::tint(painter, view, scene.of_rule, ink::ACCENT.gamma_multiply(0.22));
    overlay::outline_in(painter, view, scene.of_rule, ink::ACCENT.gamma_multiply(0.85));
    selection(painter, view, scenario, scene.selection);
    for cell in &scene.wrong {
        let stroke = Stroke::new((view.radius() * 0.06).max(0.6), ink::WRONG);
        painter.circle_stroke(view.center(*cell), view.radius() * 0.74, stroke);
    }
    overlay::choices(painter, view, &scene.choices);
    let label = match scene.selection {
        Selection::Row("label", n) => Some(n),
        _ => None,
    };
    if shows(MapLayer::Names) {
        if let Some((layout, scale)) = names.layout(view) {
            painter.draw(|shapes| layout.paint(shapes, view, label, scale));
        }
        if !scene.playing {
            let counters = if shows(MapLayer::Counters) { scene.crowd.place(view, scene.lifted) } else { Vec::new() };
            let occupied = OccupiedRoom::by(&counters);
            painter.draw(|shapes| zones::names(shapes, view, common, &scene.sites.lists, &occupied));
        }
    }
    if let Some(beneath) = scene.beneath {
        beneath(painter);
    }
    if shows(MapLayer::Counters) {
        counters(painter, view, scenario, scene);
    }
    targets(painter, view, scene);
    let colors = [0, 1].map(|side| scene.art.side(common, side));
    let width = (view.radius() * 0.12).clamp(2.0, 6.0);
    advice::paint(painter, &scene.advice, colors, width, |spot| match spot {
        AdviceSpot::Hex(cell) => view.center(cell),
        // A map of hexes has no points.
        AdviceSpot::Point(_) => view.rect().center(),
    });
}

/// Paints rings around counters in hexes of legal choices, mainly targets of attacks.
fn targets(painter: &Painter, view: &View, scene: &CanvasScene<'_>) {
    if scene.choices.is_empty() {
        return;
    }
    for piece in &scene.crowd.pieces {
        if let Some(cell) = piece.spot.cell()
            && scene.choices.contains(&cell)
        {
            let stroke = Stroke::new((view.radius() * 0.08).clamp(0.6, 3.5), ink::ACCENT);
            painter.circle_stroke(view.center(cell), view.radius() * 0.80, stroke);
        }
    }
}

fn marks(painter: &Painter, view: &View, scenario: &Scenario, scene: &CanvasScene<'_>) {
    let outlined: Vec<Cell> = scene
        .marks
        .iter()
        .filter(|mark| mark.style == MarkStyle::Outline)
        .filter_map(|mark| mark.place.cell())
        .collect();
    overlay::outline_in(painter, view, &outlined, ink::SELECTED.gamma_multiply(0.75));
    for mark in &scene.marks {
        let Place::Hex(cell) = mark.place else { continue };
        match mark.style {
            MarkStyle::Outline => {}
            MarkStyle::Tint => overlay::tint(painter, view, &[cell], ink::WRONG.gamma_multiply(0.30)),
            MarkStyle::DenseHatching => overlay::hatch(painter, view, cell, ink::WRONG.gamma_multiply(0.55), true),
            MarkStyle::WideHatching => overlay::hatch(painter, view, cell, ink::WRONG.gamma_multiply(0.30), false),
            MarkStyle::Burst => {
                let (center, radius) = (view.center(cell), view.radius());
                overlay::burst(painter, center + egui::vec2(-0.52, -0.38) * radius, radius * 0.17);
            }
            MarkStyle::Flag(side) => {
                let at = labels::flag_spot(view, cell);
                painter.draw(|shapes| {
                    standard(shapes, at, view.radius() * 0.17, scene.art.side(scenario.common(), side.index()))
                });
            }
        }
    }
}

fn selection(painter: &Painter, view: &View, scenario: &Scenario, selection: Selection) {
    let common = scenario.common();
    let cells = match selection {
        Selection::Hex(cell) => vec![cell],
        Selection::Place(n) => common.places().get(n).map_or_else(Vec::new, |row| cells(view.grid(), &row.hexes)),
        Selection::Entry(n) => common.entries().get(n).map_or_else(Vec::new, |row| cells(view.grid(), &row.hexes)),
        Selection::Row("zone", n) => common.zones().get(n).map_or_else(Vec::new, |zone| cells(view.grid(), zone.hexes)),
        Selection::Exit(n) => common.exits().get(n).map_or_else(Vec::new, |row| cells(view.grid(), &row.hexes)),
        Selection::Row("label", _) => Vec::new(),
        Selection::Row(..) => cells(view.grid(), &crate::model::store::hexes(scenario, selection)),
        _ => Vec::new(),
    };
    overlay::outline_in(painter, view, &cells, ink::SELECTED);
}

/// Paints counters at low zoom: one dot each, in the color of its side.
fn dots(painter: &Painter, view: &View, scenario: &Scenario, scene: &CanvasScene<'_>) {
    let colors = [0, 1].map(|side| scene.art.side(scenario.common(), side));
    let mut mesh = Mesh::default();
    for counter in scene.crowd.place(view, scene.lifted) {
        let Some(piece) = scene.crowd.pieces.get(counter.index) else { continue };
        let color = colors[piece.side.index()];
        for (size, color) in [(counter.width.max(3.0) + 1.0, ink::shade(color, 0.45)), (counter.width.max(3.0), color)]
        {
            mesh.add_colored_rect(Rect::from_center_size(counter.center, Vec2::splat(size)), color);
        }
    }
    painter.add(Shape::mesh(mesh));
}

fn counters(painter: &Painter, view: &View, scenario: &Scenario, scene: &CanvasScene<'_>) {
    // A game does not include the colors of sides and formations.
    let of_game = scene.playing.then(|| scene.crowd.uniforms.clone().chosen(scenario.common(), &scene.art));
    let uniforms = of_game.as_ref().unwrap_or(&scene.crowd.uniforms);
    if view.detail() < overview::FAR {
        return dots(painter, view, scenario, scene);
    }
    let selected = scene.picked.iter().filter_map(|counter| scenario.common().counter(*counter));
    let selected: BTreeSet<String> = selected.map(|unit| unit.id.to_string()).collect();
    let plain = sides::plain(painter.ctx());
    for counter in scene.crowd.place(view, scene.lifted) {
        let Some(piece) = scene.crowd.pieces.get(counter.index) else { continue };
        let manner = CounterStyle {
            selected: selected.contains(&piece.id),
            lit: scene.lit.contains(&piece.id),
            plain,
            density: view.density(),
            ..uniforms.manner(piece)
        };
        painter.draw(|shapes| counters::counter(shapes, counter.center, counter.width, piece, &manner));
    }
}
