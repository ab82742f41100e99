//! The map on the screen: a scenario, or a game in progress on it, painted from data.

pub mod base;
pub mod camera;
pub mod chunks;
pub mod counters;
pub mod crowd;
pub mod ground;
pub mod hand;
pub mod heat;
pub mod ink;
pub mod labels;
pub mod lines;
pub mod measure;
pub mod overlay;
pub mod overview;
pub mod patches;
pub mod relief;
pub mod rows;
pub mod sides;
pub mod sightline;
pub mod sites;
pub mod words;
pub mod zones;

use std::borrow::Cow;
use std::collections::BTreeMap;

use battlewright_balance::FightLine;
use battlewright_engine::game::Side;
use battlewright_engine::show::{Mark, MarkKind, Piece, Spot};
use battlewright_schema::{Arm, Cell, Common, Counter, Grid, Scenario, SideView, Start, UnitView};
use egui::{Mesh, Painter, Pos2, Rect, Shape, Vec2};

pub use base::Base;
pub use camera::{Camera, View};
use counters::Manner;
pub use crowd::Crowd;
pub use sites::Sites;

use crate::act::Selection;

/// Everything that is painted, besides the scenario's map itself.
#[derive(Default)]
pub struct Scene<'a> {
    /// The counters.
    pub crowd: Cow<'a, Crowd>,
    /// Where everything is that the lists name.
    pub sites: Cow<'a, Sites>,
    /// The counter that a tool is dragging.
    pub lifted: Option<Counter>,
    /// Marked hexes of a game.
    pub marks: Vec<Mark>,
    /// Hexes that a legal choice leads to.
    pub choices: Vec<Cell>,
    /// Where the piece in motion can get to.
    pub reach: Vec<Cell>,
    /// The ids of pieces that a legal choice is about.
    pub lit: Vec<String>,
    /// What is selected.
    pub selection: Selection,
    /// Terrain that a tool is about to paint.
    pub painted: Option<&'a BTreeMap<Cell, char>>,
    /// Levels that a tool is about to draw.
    pub leveled: Option<&'a BTreeMap<Cell, char>>,
    /// A hex and all that can be seen from it.
    pub field: Option<(Cell, &'a [Cell])>,
    /// Whether the levels of the ground are shown.
    pub levels: bool,
    /// Whether a tool is in hand that works with levels, whose numbers are then shown early.
    pub leveling: bool,
    /// What the tool in hand paints beneath the counters.
    pub beneath: Option<&'a dyn Fn(&Painter)>,
    /// Where was fought in many games, most first.
    pub heat: &'a [FightLine],
    /// Hexes with a problem.
    pub wrong: Vec<Cell>,
    /// Whether a tool is in hand that draws setup zones.
    pub zoning: bool,
    /// Whether a game is played, which tells who holds the victory hexes.
    pub playing: bool,
    /// Whether the room is dark.
    pub dark: bool,
    /// How far the printed map is faded, for a scan beneath it: 0 not at all, 1 away.
    pub fade: f32,
}

impl Scene<'_> {
    /// How high the ground of `cell` is, what a tool is about to draw included.
    fn level(&self, scenario: &dyn Common, cell: Cell) -> Option<u8> {
        match self.leveled {
            Some(leveled) if !leveled.is_empty() => {
                let level = leveled.get(&cell).copied().and_then(relief::digit);
                // Where there are no levels yet, the rest is about to be low ground.
                level.or_else(|| relief::level(scenario, cell)).or(Some(1))
            }
            _ => relief::level(scenario, cell),
        }
    }
}

/// A counter's place on the screen.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// Which piece of the scene.
    pub index: usize,
    /// Its middle.
    pub center: Pos2,
    /// How wide it is.
    pub width: f32,
}

/// The counters of a scenario as they start, in the order of [`Common::counters`]. The one that is
/// lifted is nowhere.
pub fn pieces(scenario: &Scenario, lifted: Option<Counter>) -> Vec<Piece> {
    let common = scenario.common();
    let Ok(grid) = common.grid() else { return Vec::new() };
    let sides = common.sides();
    let counters = common.counters().into_iter();
    counters
        .filter_map(|counter| {
            let unit = common.counter(counter)?;
            let side = sides.iter().position(|side| side.id == unit.side);
            let mut piece = piece(&unit, side.unwrap_or(1), &grid);
            if lifted == Some(counter) {
                piece.spot = Spot::Out(String::new());
            }
            Some(piece)
        })
        .collect()
}

/// The counter of a unit of side number `side` as it starts.
pub fn piece(unit: &UnitView<'_>, side: usize, grid: &Grid) -> Piece {
    let face = match (unit.arm, &unit.values) {
        (Arm::Headquarters, _) => None,
        (_, None) => Some("March"),
        (_, Some(_)) => Some("Full"),
    };
    Piece {
        id: unit.id.to_string(),
        name: unit.name.to_owned(),
        label: unit.label.to_owned(),
        formation: unit.formation.map(str::to_owned),
        side: if side == 0 { Side::First } else { Side::Second },
        symbol: overlay::symbol(unit.arm),
        er: unit.values.is_none().then_some(unit.rating),
        mp: Some(unit.movement.0),
        face,
        values: unit.values.clone(),
        markers: Vec::new(),
        active: false,
        spot: match &unit.start {
            Start::Nowhere => Spot::Out("nowhere".to_owned()),
            Start::At(hex) => grid.cell(hex).map_or_else(|| Spot::Out(hex.to_string()), Spot::Hex),
            Start::Enters { turn, at, .. } => Spot::Turn(*turn, at.to_string()),
            Start::Zone(zone) => Spot::Out(zone.to_string()),
        },
    }
}

/// The other side of `piece`, which is the counter of `unit`; headquarters have the same on both.
pub fn reverse(piece: &Piece, unit: &UnitView<'_>) -> Option<Piece> {
    let face = match piece.face? {
        "March" => "Battle",
        _ => "Reduced",
    };
    Some(Piece { face: Some(face), mp: Some(unit.movement.1), values: unit.reverse.clone(), ..piece.clone() })
}

/// The piece whose counter is at `pos`, the uppermost first.
pub fn piece_at(placed: &[Placed], pos: Pos2) -> Option<usize> {
    let hit =
        |counter: &&Placed| egui::Rect::from_center_size(counter.center, Vec2::splat(counter.width)).contains(pos);
    placed.iter().rev().find(hit).map(|counter| counter.index)
}

/// The band color of every formation.
#[derive(Clone, Debug, Default)]
pub struct Bands(Vec<(Side, String, egui::Color32)>);

impl Bands {
    /// The formations of `pieces`, with colors in the order in which they are named.
    pub fn new(pieces: &[Piece]) -> Self {
        let mut bands: Vec<(Side, String, egui::Color32)> = Vec::new();
        for piece in pieces {
            let Some(formation) = &piece.formation else { continue };
            let own = || bands.iter().filter(|(side, ..)| *side == piece.side);
            if !own().any(|(_, name, _)| name == formation) {
                bands.push((piece.side, formation.clone(), ink::band(own().count())));
            }
        }
        Self(bands)
    }

    /// The same, with the colors that the designer chose where there are any.
    pub fn chosen(mut self, common: &dyn Common) -> Self {
        let sides = common.sides();
        for formation in common.formations() {
            let side = sides.iter().position(|side| side.id == formation.side);
            let (Some(side), Some(color)) = (side, formation.color) else { continue };
            let own = |(of, name, _): &&mut (Side, String, egui::Color32)| of.index() == side && name == formation.name;
            if let Some((.., band)) = self.0.iter_mut().find(own) {
                *band = ink::color(color);
            }
        }
        self
    }

    /// The color of `piece`'s formation; `None` if it has none.
    pub fn get(&self, piece: &Piece) -> Option<egui::Color32> {
        let formation = piece.formation.as_ref()?;
        let own = self.0.iter().find(|(side, name, _)| *side == piece.side && name == formation);
        own.map(|(.., color)| *color)
    }
}

/// Paints the map and everything on it. `base` keeps the printed map between frames; `shown` tells it
/// when something has changed.
pub fn paint(
    painter: &Painter,
    view: &View,
    scenario: &Scenario,
    scene: &Scene<'_>,
    base: &mut Base,
    shown: base::Shown,
) {
    let common = scenario.common();
    let has = |cell: Cell| common.has(cell);
    base.paint(painter, view, common, scene, shown);
    if !scene.playing {
        zones::paint(painter, view, common, &scene.sites, scene.zoning);
    }
    if let Some((from, seen)) = scene.field.filter(|_| view.radius() >= overview::FAR) {
        sightline::field(painter, view, from, seen, &has);
    }
    heat::paint(painter, view, scene.heat);
    marks(painter, view, scenario, scene);
    labels::numbers(painter, view, &has);
    if scene.levels {
        relief::numbers(painter, view, &|cell| scene.level(common, cell), &has, scene.leveling);
    }
    labels::gates(painter, view, common, &scene.sites, &has);
    if !scene.playing {
        labels::victory(painter, view, common);
    }
    overlay::tint(painter, view, &scene.reach, ink::ACCENT.gamma_multiply(0.13));
    selection(painter, view, scenario, scene.selection);
    for cell in &scene.wrong {
        painter.circle_stroke(view.center(*cell), view.radius() * 0.74, ink::stroke(view.radius() * 0.06, ink::WRONG));
    }
    overlay::choices(painter, view, &scene.choices);
    let label = match scene.selection {
        Selection::Row("label", n) => Some(n),
        _ => None,
    };
    words::paint(painter, view, common.labels(), label, scene.dark);
    labels::places(painter, view, common, &scene.sites, scene.dark);
    if !scene.playing {
        zones::names(painter, view, common, &scene.sites);
    }
    if let Some(beneath) = scene.beneath {
        beneath(painter);
    }
    counters(painter, view, scenario, scene);
    targets(painter, view, scene);
}

/// Rings around counters in hexes that can be chosen: enemies to be attacked, above all.
fn targets(painter: &Painter, view: &View, scene: &Scene<'_>) {
    if scene.choices.is_empty() {
        return;
    }
    for piece in &scene.crowd.pieces {
        if let Spot::Hex(cell) = piece.spot
            && scene.choices.contains(&cell)
        {
            let stroke = ink::stroke((view.radius() * 0.08).min(3.5), ink::ACCENT);
            painter.circle_stroke(view.center(cell), view.radius() * 0.80, stroke);
        }
    }
}

fn marks(painter: &Painter, view: &View, scenario: &Scenario, scene: &Scene<'_>) {
    let sides = scenario.common().sides();
    let side_color = |side: Side| {
        sides.get(side.index()).and_then(|side| side.color).map_or_else(|| ink::side(side.index()), ink::color)
    };
    let command: Vec<Cell> =
        scene.marks.iter().filter(|mark| mark.kind == MarkKind::Command).map(|mark| mark.cell).collect();
    overlay::outline_in(painter, view, &command, ink::SELECTED.gamma_multiply(0.75));
    for mark in &scene.marks {
        match mark.kind {
            MarkKind::Combat => overlay::tint(painter, view, &[mark.cell], ink::WRONG.gamma_multiply(0.30)),
            MarkKind::Command => {}
            MarkKind::Ezoc => overlay::hatch(painter, view, mark.cell, ink::WRONG.gamma_multiply(0.55), true),
            MarkKind::Ezoi => overlay::hatch(painter, view, mark.cell, ink::WRONG.gamma_multiply(0.30), false),
            MarkKind::Held(side) => {
                let at = labels::flag_spot(view, mark.cell);
                overlay::flag(painter, at, view.radius() * 0.17, side_color(side));
            }
        }
    }
}

fn selection(painter: &Painter, view: &View, scenario: &Scenario, selection: Selection) {
    let common = scenario.common();
    let cells = match selection {
        Selection::Hex(cell) => vec![cell],
        Selection::Place(n) => common.places().get(n).map_or_else(Vec::new, |row| labels::cells(view, &row.hexes)),
        Selection::Entry(n) => common.entries().get(n).map_or_else(Vec::new, |row| labels::cells(view, &row.hexes)),
        Selection::Row("zone", n) => {
            common.zones().get(n).map_or_else(Vec::new, |zone| labels::cells(view, zone.hexes))
        }
        Selection::Exit(n) => common.exits().get(n).map_or_else(Vec::new, |row| labels::cells(view, &row.hexes)),
        Selection::Row("label", _) => Vec::new(),
        Selection::Row(..) => labels::cells(view, &crate::store::hexes(scenario, selection)),
        _ => Vec::new(),
    };
    overlay::outline_in(painter, view, &cells, ink::SELECTED);
}

/// The counters from far above: a dot each, in the color of its side.
fn dots(painter: &Painter, view: &View, sides: &[SideView<'_>], scene: &Scene<'_>) {
    let mut mesh = Mesh::default();
    for counter in scene.crowd.place(view, scene.lifted) {
        let Some(piece) = scene.crowd.pieces.get(counter.index) else { continue };
        let color = sides.get(piece.side.index()).and_then(|side| side.color).map(ink::color);
        let color = color.unwrap_or_else(|| ink::side(piece.side.index()));
        for (size, color) in [(counter.width.max(3.0) + 1.0, ink::shade(color, 0.45)), (counter.width.max(3.0), color)]
        {
            mesh.add_colored_rect(Rect::from_center_size(counter.center, Vec2::splat(size)), color);
        }
    }
    painter.add(Shape::mesh(mesh));
}

fn counters(painter: &Painter, view: &View, scenario: &Scenario, scene: &Scene<'_>) {
    let sides = scenario.common().sides();
    // A game does not know what colors its scenario's formations have.
    let of_game = scene.playing.then(|| scene.crowd.bands.clone().chosen(scenario.common()));
    let bands = of_game.as_ref().unwrap_or(&scene.crowd.bands);
    if view.radius() < overview::FAR {
        return dots(painter, view, &sides, scene);
    }
    let selected = rows::counter_of(scene.selection).and_then(|counter| scenario.common().counter(counter));
    let selected = selected.map(|unit| unit.id.to_string());
    for counter in scene.crowd.place(view, scene.lifted) {
        let Some(piece) = scene.crowd.pieces.get(counter.index) else { continue };
        let side = sides.get(piece.side.index());
        let manner = Manner {
            color: side.and_then(|side| side.color).map_or_else(|| ink::side(piece.side.index()), ink::color),
            band: bands.get(piece),
            selected: selected.as_deref() == Some(&piece.id),
            lit: scene.lit.contains(&piece.id),
            faint: false,
        };
        counters::counter(painter, counter.center, counter.width, piece, manner);
    }
}
