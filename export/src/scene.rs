//! A scenario as shapes: its printed parts, drawn as in the editor.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use battlewright_engine::show::Piece;
use battlewright_schema::{Cell, Common, Inches, NumberingProblem, Scenario};
use emath::{Pos2, Rect, Vec2};
use serde::{Deserialize, Serialize};

use crate::art::{Art, Inks};
use crate::draw::counters::{self, CounterStyle};
use crate::draw::ground::{self, TerrainLooks};
use crate::draw::lines::MapLines;
use crate::draw::names::{NameLayout, NameSources};
use crate::draw::shading::ReliefShading;
use crate::draw::table::{TableDrawing, TableLayer, TableStyle};
use crate::draw::{
    Counters, Density, DrawLayer, DrawLayers, FeatureCells, OccupiedRoom, Shape, View, labels, notices, relief, zones,
};

/// The options of a picture: the printed parts and their size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Options {
    /// The distance from the center of a hex to its corners, in units of the picture. An inch of a table is as wide as a hex of
    /// this radius, from side to side.
    pub radius: f32,
    /// `true` to print hex numbers.
    pub numbers: bool,
    /// `true` to draw the counters that start on the map.
    pub units: bool,
    /// `true` to draw the hex grid.
    pub grid: bool,
    /// `true` to draw entries, exits, setup zones and victory hexes.
    pub marks: bool,
    /// `true` to stripe the counters of the second side.
    pub stripes: bool,
    /// `true` for the map beneath a game, which [`crate::PositionDrawing`] draws: without counters, setup zones, victory stars and
    /// the names on a table.
    pub playing: bool,
    /// The theme and its pictures, which are files of their own and not serialized.
    #[serde(skip)]
    pub art: Arc<Art>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            radius: 40.0,
            numbers: true,
            units: true,
            grid: true,
            marks: true,
            stripes: true,
            playing: false,
            art: Arc::default(),
        }
    }
}

impl Options {
    /// Returns the width of a hex from side to side, and of an inch of a table.
    pub(crate) fn inch(&self) -> f32 {
        self.radius * 3.0_f32.sqrt()
    }
}

/// A layer of the printed map, from bottom to top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ScenePart {
    /// Terrain: clear terrain, woods, towns.
    Terrain,
    /// The hex grid.
    Grid,
    /// Elevation: the edges between levels.
    Levels,
    /// Roads, hexside features and fortifications.
    Lines,
    /// Setup zones.
    Zones,
    /// Hex numbers and level numbers.
    Numbers,
    /// Entries, exits, victory hexes.
    Marks,
    /// Place names, labels, and notices of rights.
    Names,
    /// The counters that start on the map.
    Counters,
}

impl ScenePart {
    /// All layers, from bottom to top.
    pub const ALL: [Self; 9] = [
        Self::Terrain,
        Self::Grid,
        Self::Levels,
        Self::Lines,
        Self::Zones,
        Self::Numbers,
        Self::Marks,
        Self::Names,
        Self::Counters,
    ];

    /// Returns the name of the layer in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Terrain => "terrain",
            Self::Grid => "grid",
            Self::Levels => "levels",
            Self::Lines => "roads-and-hexsides",
            Self::Zones => "zones",
            Self::Numbers => "numbers",
            Self::Marks => "marks",
            Self::Names => "names",
            Self::Counters => "counters",
        }
    }

    /// Returns the layer of a table; `None` if tables have none.
    fn of_table(self) -> Option<TableLayer> {
        Some(match self {
            Self::Terrain => TableLayer::Ground,
            Self::Grid => TableLayer::Grid,
            Self::Levels => TableLayer::Edges,
            Self::Lines => TableLayer::Lines,
            Self::Zones => return None,
            Self::Numbers => TableLayer::Numbers,
            Self::Marks => TableLayer::Marks,
            Self::Names => TableLayer::Names,
            Self::Counters => TableLayer::Units,
        })
    }

    /// Returns `true` if the layer is drawn hex by hex.
    fn by_hex(self) -> bool {
        matches!(self, Self::Terrain | Self::Grid | Self::Levels | Self::Numbers)
    }
}

/// The map has no hexes, or no numbering to place them by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the map cannot be drawn: {0}")]
pub struct SceneError(#[from] pub NumberingProblem);

/// A scenario prepared for drawing.
pub struct Scene<'s> {
    scenario: &'s Scenario,
    options: Options,
    surface: SceneSurface,
}

/// The playing surface of a scene.
enum SceneSurface {
    /// A map of hexes.
    Hexes(Box<HexMap>),
    /// A table.
    Table(Box<TableDrawing>),
}

/// A map of hexes prepared for drawing.
struct HexMap {
    view: View,
    looks: TerrainLooks,
    lines: MapLines,
    sites: FeatureCells,
    crowd: Counters,
    occupied: OccupiedRoom,
    /// The names, laid out when they are first drawn.
    names: OnceLock<NameLayout>,
    /// The relief shading, made when it is first drawn.
    shading: OnceLock<Option<ReliefShading>>,
}

/// The margin around the map for the arrows of entries, in hex radii.
const MARGIN: f32 = 1.4;

/// The greatest distance from a hex center to the shapes of that hex, in hex radii.
const REACH: f32 = 1.3;

impl HexMap {
    fn new(scenario: &Scenario, options: &Options) -> Result<Self, SceneError> {
        let common = scenario.common();
        let grid = common.grid().map_err(SceneError)?;
        let margin =
            if options.marks && !(common.entries().is_empty() && common.exits().is_empty()) { MARGIN } else { 0.1 };
        let view = View::whole(&grid, options.radius, margin);
        let crowd = Counters::of(scenario, &options.art);
        Ok(Self {
            occupied: if options.units && !options.playing {
                OccupiedRoom::by(&crowd.place(&view, None))
            } else {
                OccupiedRoom::default()
            },
            view,
            looks: TerrainLooks::new(common, &options.art),
            lines: MapLines::new(common, &grid, options.art.inks()),
            sites: FeatureCells::of(common),
            crowd,
            names: OnceLock::new(),
            shading: OnceLock::new(),
        })
    }

    /// Returns the relief shading; `None` for a flat or a very large map.
    fn shading(&self, common: &dyn Common, inks: &Inks) -> Option<&ReliefShading> {
        let level = |cell| relief::level(common, cell);
        self.shading.get_or_init(|| ReliefShading::of(self.view.grid(), &level, inks)).as_ref()
    }

    /// Returns the layout of names, beside the counters of the start if they are drawn.
    fn names(&self, scenario: &Scenario, options: &Options) -> &NameLayout {
        self.names.get_or_init(|| {
            let has_counters = options.units && !options.playing;
            let counters = if has_counters { self.crowd.place(&self.view, None) } else { Vec::new() };
            let sources = NameSources {
                scenario: scenario.common(),
                sites: &self.sites,
                looks: &self.looks,
                inks: options.art.inks(),
                counters: &counters,
                marks: options.marks,
                dark: false,
            };
            NameLayout::new(&self.view, &sources)
        })
    }
}

impl<'s> Scene<'s> {
    /// Prepares `scenario` for drawing with `options`.
    ///
    /// # Errors
    /// The map has no numbering to place its hexes by.
    pub fn new(scenario: &'s Scenario, options: Options) -> Result<Self, SceneError> {
        let style = TableStyle {
            inch: options.inch(),
            density: Density::default(),
            numbers: options.numbers,
            units: options.units && !options.playing,
            grid: options.grid,
            marks: options.marks,
            dark: false,
            art: Arc::clone(&options.art),
        };
        let surface = match TableDrawing::new(scenario, &style) {
            Some(drawing) => SceneSurface::Table(Box::new(drawing)),
            None => SceneSurface::Hexes(Box::new(HexMap::new(scenario, &options)?)),
        };
        Ok(Self { scenario, options, surface })
    }

    /// The scenario.
    pub fn scenario(&self) -> &'s Scenario {
        self.scenario
    }

    /// The options of the picture.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Returns the positions of hexes: the whole map, with its upper left corner at the origin.
    ///
    /// # Errors
    /// The game is played on a table, which has no hexes.
    pub fn view(&self) -> Result<&View, SceneError> {
        match &self.surface {
            SceneSurface::Hexes(map) => Ok(&map.view),
            SceneSurface::Table(_) => Err(SceneError(NumberingProblem::NoHexes)),
        }
    }

    /// Returns the point of a table at a point of the picture; `None` on a map of hexes.
    pub fn inches_at(&self, at: Pos2) -> Option<Inches> {
        let SceneSurface::Table(drawing) = &self.surface else { return None };
        let inches = (at - drawing.table().min) / self.options.inch();
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the cast saturates, and rules refuse what is off the table"
        )]
        let [x, y] = [inches.x, inches.y].map(|inches| (inches * Inches::PER_INCH as f32).round() as _);
        Some(Inches { x, y })
    }

    /// Returns the square inch of a table whose upper left corner is a point; `None` on a map of hexes.
    pub fn square_inch(&self, corner: Inches) -> Option<Rect> {
        match &self.surface {
            SceneSurface::Hexes(_) => None,
            SceneSurface::Table(drawing) => {
                #[expect(clippy::cast_precision_loss, reason = "a table is some millions of thousandths wide at most")]
                let [x, y] = [corner.x, corner.y].map(|thousandths| thousandths as f32 / Inches::PER_INCH as f32);
                let inch = self.options.inch();
                Some(Rect::from_min_size(drawing.table().min + Vec2::new(x, y) * inch, Vec2::splat(inch)))
            }
        }
    }

    /// Returns the rectangle of the whole picture, with its upper left corner at the origin.
    pub fn rect(&self) -> Rect {
        match &self.surface {
            SceneSurface::Hexes(map) => map.view.rect(),
            SceneSurface::Table(drawing) => Rect::from_min_size(Pos2::ZERO, drawing.size()),
        }
    }

    /// Returns the width and height of the picture.
    pub fn size(&self) -> Vec2 {
        self.rect().size()
    }

    /// Draws the shapes of `part` that reach into `rect`, from bottom to top.
    pub fn draw(&self, part: ScenePart, rect: Rect) -> Vec<Shape> {
        match &self.surface {
            SceneSurface::Hexes(map) => self.draw_of(map, part, rect, &|_| true),
            SceneSurface::Table(_) if self.options.playing && part == ScenePart::Names => Vec::new(),
            SceneSurface::Table(drawing) => part.of_table().map_or_else(Vec::new, |layer| drawing.draw(layer, rect)),
        }
    }

    /// Draws as [`draw`](Self::draw) does, but a layer drawn hex by hex comes in strips of a few rows each.
    pub fn strips(&self, part: ScenePart, rect: Rect) -> impl Iterator<Item = Vec<Shape>> + use<'_, 's> {
        self.bands(part, rect).map(move |rows| self.strip(part, rect, &rows))
    }

    /// Returns the ranges of rows in which `part` is drawn within `rect`, see [`strips`](Self::strips).
    pub(crate) fn bands(&self, part: ScenePart, rect: Rect) -> impl Iterator<Item = Range<u16>> + use<'_, 's> {
        // A strip is small in memory compared with the finished file.
        const ROWS: u16 = 4;
        let (rows, step) = match &self.surface {
            SceneSurface::Hexes(map) if part.by_hex() => (map.view.grid().rows(), ROWS),
            SceneSurface::Hexes(map) => (map.view.grid().rows(), u16::MAX),
            SceneSurface::Table(_) => (1, u16::MAX),
        };
        let bands = (0..rows).step_by(step.into()).map(move |first| first..first.saturating_add(step));
        bands.filter(move |rows| self.around(part, rect, rows).is_positive())
    }

    /// Draws the shapes of `part` within `rect` for these rows of hexes.
    pub(crate) fn strip(&self, part: ScenePart, rect: Rect, rows: &Range<u16>) -> Vec<Shape> {
        match &self.surface {
            SceneSurface::Hexes(map) => {
                self.draw_of(map, part, self.around(part, rect, rows), &|cell| rows.contains(&cell.row))
            }
            SceneSurface::Table(_) => self.draw(part, rect),
        }
    }

    /// Returns the part of `rect` that these rows reach into; all of `rect` for layers not drawn hex by hex.
    fn around(&self, part: ScenePart, rect: Rect, rows: &Range<u16>) -> Rect {
        let SceneSurface::Hexes(map) = &self.surface else { return rect };
        if !part.by_hex() {
            return rect;
        }
        let center = |row: u16| map.view.center(Cell { column: 0, row: row.min(map.view.grid().rows()) }).y;
        let far = self.options.radius * 2.0;
        Rect::everything_above(center(rows.end) + far)
            .intersect(Rect::everything_below(center(rows.start) - far))
            .intersect(rect)
    }

    /// Draws `part` within `rect`, limited to the hexes selected by `shown`.
    fn draw_of(&self, map: &HexMap, part: ScenePart, rect: Rect, shown: &dyn Fn(Cell) -> bool) -> Vec<Shape> {
        let view = &map.view.moved(Vec2::ZERO, rect);
        let (common, options) = (self.scenario.common(), &self.options);
        let inks = options.art.inks();
        let has = |cell| common.has(cell);
        let near = rect.expand(options.radius * REACH);
        let here = |cell| has(cell) && shown(cell) && near.contains(view.center(cell));
        let level = |cell| relief::level(common, cell);
        let mut shapes = Vec::new();
        match part {
            ScenePart::Terrain => {
                shapes = self.ground(map, view, &here, &[DrawLayer::Paper, DrawLayer::Cover, DrawLayer::Detail]);
            }
            ScenePart::Grid if options.grid => shapes = self.ground(map, view, &here, &[DrawLayer::Sides]),
            ScenePart::Levels => {
                let mut layers = DrawLayers::default();
                let cells: Vec<Cell> = view.cells().filter(|cell| here(*cell)).collect();
                let shading = map.shading(common, inks).filter(|_| !cells.is_empty());
                relief::paint(&mut layers, view, &cells, &level, &has, (inks, false, shading.is_some()));
                if let Some(shading) = shading {
                    shapes.push(Shape::Picture(shading.over(view, cells, false)));
                }
                shapes.extend(layers.0.into_iter().flatten());
            }
            ScenePart::Lines => map.lines.paint(&mut shapes, view, [None, None], false),
            ScenePart::Zones if options.marks && !options.playing => {
                zones::paint(&mut shapes, view, common, &map.sites, false)
            }
            ScenePart::Numbers if options.numbers => {
                let names = map.names(self.scenario, options);
                let is_named = |rect| names.covers(rect, view.origin(), 1.0);
                labels::numbers(&mut shapes, view, (common, &map.sites), &here, &is_named, (inks, false));
                relief::numbers(&mut shapes, view, &level, &here, (inks, false));
            }
            ScenePart::Marks if options.marks => {
                labels::gates(&mut shapes, view, (common, &options.art), &map.sites, &has);
                if !options.playing {
                    labels::victory(&mut shapes, view, common, &options.art);
                }
            }
            ScenePart::Names => {
                map.names(self.scenario, options).paint(&mut shapes, view, None, 1.0);
                if options.marks && !options.playing {
                    zones::names(&mut shapes, view, common, &map.sites, &map.occupied);
                }
                notices::paint(&mut shapes, map.view.rect(), options.radius, &common.about().sources, inks);
            }
            ScenePart::Counters if options.units && !options.playing => self.counters(map, &mut shapes, view),
            ScenePart::Grid | ScenePart::Zones | ScenePart::Numbers | ScenePart::Marks | ScenePart::Counters => {}
        }
        shapes
    }

    fn ground(&self, map: &HexMap, view: &View, here: &dyn Fn(Cell) -> bool, layers: &[DrawLayer]) -> Vec<Shape> {
        let common = self.scenario.common();
        let has = |cell| common.has(cell);
        let letter = |cell: Cell| common.hexes().get(cell.column.into(), cell.row.into());
        let cells: Vec<Cell> = view.cells().filter(|cell| here(*cell)).collect();
        let mut drawn = DrawLayers::default();
        ground::paint(&mut drawn, view, &cells, &map.looks, &letter, &has, false);
        // Grouping by color lets the painter merge hexes into one path; hexes do not overlap, so the order is free.
        drawn.on(DrawLayer::Paper).sort_by_key(|hex| match hex {
            Shape::Fan { fill, .. } => fill.to_array(),
            _ => [0; 4],
        });
        layers.iter().flat_map(|layer| std::mem::take(drawn.on(*layer))).collect()
    }

    /// Returns the counter style of `piece` of `crowd`.
    pub(crate) fn manner(&self, crowd: &Counters, piece: &Piece) -> CounterStyle {
        let manner = crowd.uniforms.manner(piece);
        CounterStyle { plain: manner.plain || !self.options.stripes, ..manner }
    }

    fn counters(&self, map: &HexMap, shapes: &mut Vec<Shape>, view: &View) {
        for counter in map.crowd.place(view, None) {
            let Some(piece) = map.crowd.pieces.get(counter.index) else { continue };
            counters::counter(shapes, counter.center, counter.width, piece, &self.manner(&map.crowd, piece));
        }
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::load;
    use emath::{pos2, vec2};
    use resvg::tiny_skia::Pixmap;

    use super::*;
    use crate::paint::pixels::Canvas;

    #[test]
    fn what_is_drawn_of_a_rectangle_is_all_that_is_seen_in_it() {
        let bundled = [
            include_str!("../../scenarios/mars-la-tour.toml"),
            include_str!("../../scenarios/pm-crisis-on-the-left.toml"),
            include_str!("../../scenarios/aac-gravelotte.toml"),
        ];
        for text in bundled {
            let scenario = load(text).readable.unwrap();
            let scene = Scene::new(&scenario, Options::default()).unwrap();
            let painted = |shapes: &[Shape], at: Pos2| {
                let mut pixels = Pixmap::new(230, 170).unwrap();
                let mut canvas = Canvas::new(pixels.as_mut(), at, 1.0);
                canvas.paint(shapes);
                canvas.finish();
                pixels
            };
            for part in ScenePart::ALL {
                let whole = scene.draw(part, scene.rect());
                for at in [pos2(0.0, 0.0), pos2(411.0, 307.0), pos2(640.0, 555.0), pos2(903.0, 222.0)] {
                    let drawn = scene.draw(part, Rect::from_min_size(at, vec2(230.0, 170.0)));
                    assert!(painted(&drawn, at) == painted(&whole, at), "{part:?} at {at:?}");
                }
            }
        }
    }
}
