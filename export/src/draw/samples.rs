//! Pictures for charts: hexes, hexsides, slopes, roads and counters, made by the drawing code of the map.

use battlewright_charts::Picture;
use battlewright_engine::show::Piece;
use battlewright_schema::common::road::{HexsideKind, RoadKind};
use battlewright_schema::{Cell, Counter, FormationId, Grid, Look};
use ecolor::Color32;
use emath::{Pos2, Rect, Vec2, vec2};

use super::counters::{self, CounterStyle};
use super::ground::{self, TerrainLooks};
use super::{Counters, DrawLayer, DrawLayers, Shape, Stroke, View, ink, lines, patterns, relief, table};
use crate::pdf::counters::{PrintedCounter, markers};
use crate::scene::Scene;

/// The step between the tones of grounds without colors, and the darkest of them, in the alpha of black.
const TONE: u8 = 15;
const DARKEST: u8 = 100;

/// The height of a piece of table, as a part of that of a hex.
const ON_TABLE: f32 = 0.72;

/// The radius of hexes as they are drawn, at the scale of the map, before they are reduced.
const LARGE: f32 = 40.0;

/// A picture around the origin.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sample {
    /// The shapes, from bottom to top.
    pub(crate) shapes: Vec<Shape>,
    /// The width and height.
    pub(crate) size: Vec2,
}

/// The pictures of a scenario.
pub(crate) struct Samples<'a> {
    scene: &'a Scene<'a>,
    looks: TerrainLooks,
    /// The letter of the ground beneath roads and beside hexsides.
    clear: Option<char>,
    crowd: Counters,
    markers: Vec<PrintedCounter>,
    /// `true` for paper without colors: grounds differ in their tones.
    plain: bool,
}

impl<'a> Samples<'a> {
    /// Prepares the pictures of the scenario of `scene`, in its theme. `plain` is for paper without colors.
    pub(crate) fn new(scene: &'a Scene<'_>, plain: bool) -> Self {
        let common = scene.scenario().common();
        let art = &scene.options().art;
        let terrain = common.terrain();
        let clear = terrain.iter().find(|terrain| terrain.look == Look::Clear).or_else(|| terrain.first());
        Self {
            looks: TerrainLooks::new(common, art),
            clear: clear.map(|terrain| terrain.letter.0),
            crowd: Counters::of(scene.scenario(), art),
            markers: markers(scene),
            scene,
            plain,
        }
    }

    /// Returns a picture whose hexes are about `height` high; `None` for what the scenario does not have.
    pub(crate) fn sample(&self, picture: &Picture, height: f32) -> Option<Sample> {
        match picture {
            Picture::Hex(letter) => self.hex(*letter, height),
            Picture::Hexside(kind) => {
                let kind = HEXSIDES.into_iter().find(|known| known.name() == kind)?;
                self.pair(height, None, |shapes, view, pair| {
                    lines::hexside_sample(shapes, view, kind, pair, self.scene.options().art.inks());
                })
            }
            Picture::Slope { steep } => self.pair(height, Some(if *steep { 3 } else { 1 }), |_, _, _| {}),
            Picture::Road(kind) => self.road(kind, height),
            Picture::Fortification => self.fort(height),
            Picture::OnTable { list, index } => self.on_table(list, *index, height),
            Picture::Band(formation) => self.band(formation, height),
            Picture::Marker(name) => self.marker(name, height),
            Picture::Unit(index) => {
                let piece = self.crowd.piece(Counter::Unit(*index))?;
                Some(self.counter(piece, &self.scene.manner(&self.crowd, piece), height))
            }
        }
    }

    fn hex(&self, letter: char, height: f32) -> Option<Sample> {
        self.looks.get(letter)?;
        let grid = self.scene.scenario().common().grid().ok()?;
        let (view, cell) = (view(&grid), Cell::default());
        let mut layers = DrawLayers::default();
        ground::paint(&mut layers, &view, &[cell], &self.looks, &|_| Some(letter), &|at| at == cell, false);
        if self.plain {
            self.tone(layers.on(DrawLayer::Cover), &view, cell, letter);
        }
        self.looks.sample(layers.on(DrawLayer::Detail), &view, cell, letter, self.scene.options().art.inks());
        Some(reduced(layers, Vec::new(), rect(&view, &[cell]), height))
    }

    /// Draws over the ground of a hex what tells it from others without colors: a tone of its own, and lines on other terrain that looks
    /// like clear ground.
    fn tone(&self, shapes: &mut Vec<Shape>, view: &View, cell: Cell, letter: char) {
        let terrain = self.scene.scenario().common().terrain();
        let Some(at) = terrain.iter().position(|terrain| terrain.letter.0 == letter) else { return };
        if Some(letter) == self.clear {
            return;
        }
        let tone = u8::try_from(at).unwrap_or(u8::MAX).saturating_mul(TONE).min(DARKEST);
        let (from, rim) = (view.center(cell), view.corners(cell).to_vec());
        shapes.push(Shape::Fan { from, rim, fill: Color32::from_black_alpha(tone) });
        if terrain.get(at).is_some_and(|terrain| terrain.look == Look::Clear) {
            patterns::stripes(shapes, view, cell, Color32::from_gray(70), false);
        }
    }

    fn fort(&self, height: f32) -> Option<Sample> {
        let common = self.scene.scenario().common();
        let lines = common.fortifications().first()?.lines;
        let grid = common.grid().ok()?;
        let (view, cell) = (view(&grid), Cell::default());
        let mut layers = DrawLayers::default();
        ground::paint(&mut layers, &view, &[cell], &self.looks, &|_| self.clear, &|at| at == cell, false);
        let mut over = Vec::new();
        lines::fort_sample(&mut over, &view, cell, lines, self.scene.options().art.inks());
        Some(reduced(layers, over, rect(&view, &[cell]), height))
    }

    fn on_table(&self, list: &str, index: usize, height: f32) -> Option<Sample> {
        let view = self.scene.scenario().common().table_view()?;
        let (shapes, rect) = table::sample::sample(&view, list, index, &self.scene.options().art)?;
        let scale = height * ON_TABLE / rect.height().max(1.0);
        let by = -rect.center().to_vec2() * scale;
        let shapes = shapes.into_iter().map(|shape| shape.mapped(scale, by)).collect();
        Some(Sample { shapes, size: rect.size() * scale })
    }

    /// Draws the color of a formation, as high as a letter.
    fn band(&self, formation: &FormationId, height: f32) -> Option<Sample> {
        let common = self.scene.scenario().common();
        let name = common.formations().into_iter().find(|known| known.id == formation)?.name;
        let piece = self.crowd.pieces.iter().find(|piece| piece.formation.as_deref() == Some(name))?;
        let color = self.scene.manner(&self.crowd, piece).band?;
        let size = vec2(0.62, 0.29) * height;
        let rect = Rect::from_center_size(Pos2::ZERO, size);
        let edge = Shape::frame(rect, 0.0, Stroke::new(0.4, ink::LINE));
        Some(Sample { shapes: vec![Shape::filled(rect, 0.0, color), edge], size })
    }

    /// Draws two hexes of clear ground with `feature` between them, the left one `fall` levels higher.
    fn pair(
        &self,
        height: f32,
        fall: Option<u8>,
        feature: impl FnOnce(&mut Vec<Shape>, &View, [Cell; 2]),
    ) -> Option<Sample> {
        let grid = self.scene.scenario().common().grid().ok()?;
        let view = view(&grid);
        let pair = pair(&grid, &view)?;
        let mut layers = DrawLayers::default();
        let is_shown = |at: Cell| pair.contains(&at);
        ground::paint(&mut layers, &view, &pair, &self.looks, &|_| self.clear, &is_shown, false);
        if let Some(fall) = fall {
            let level = |at: Cell| is_shown(at).then_some(if Some(&at) == pair.first() { 1 + fall } else { 1 });
            let inks = self.scene.options().art.inks();
            relief::paint(&mut layers, &view, &pair, &level, &is_shown, (inks, false, false));
        }
        let mut over = Vec::new();
        feature(&mut over, &view, pair);
        Some(reduced(layers, over, rect(&view, &pair), height))
    }

    fn road(&self, kind: &str, height: f32) -> Option<Sample> {
        let kind = [RoadKind::Road, RoadKind::Major, RoadKind::Roman].into_iter().find(|known| known.name() == kind);
        let grid = self.scene.scenario().common().grid().ok()?;
        let (view, cell) = (view(&grid), Cell::default());
        let mut layers = DrawLayers::default();
        ground::paint(&mut layers, &view, &[cell], &self.looks, &|_| self.clear, &|at| at == cell, false);
        let center = view.center(cell);
        let ways = (0..6).map(|side| (view.beyond(cell, side) - center) / 2.0);
        let way = ways.max_by(|a, b| a.x.total_cmp(&b.x))?;
        let mut over = Vec::new();
        let points = [center - way, center, center + way];
        lines::road_sample(&mut over, &view, kind.unwrap_or_default(), &points, self.scene.options().art.inks());
        Some(reduced(layers, over, rect(&view, &[cell]), height))
    }

    fn marker(&self, name: &str, height: f32) -> Option<Sample> {
        let is_named = |piece: &Piece| piece.name.eq_ignore_ascii_case(name) || piece.label.eq_ignore_ascii_case(name);
        let faces = self.markers.iter().flat_map(|marker| &marker.sides);
        let (manner, piece) = faces.into_iter().find(|(_, piece)| is_named(piece))?;
        Some(self.counter(piece, manner, height))
    }

    fn counter(&self, piece: &Piece, manner: &CounterStyle, height: f32) -> Sample {
        let mut shapes = Vec::new();
        // Drawn large, so that it has all its details, and then reduced.
        counters::counter(&mut shapes, Pos2::ZERO, LARGE, piece, manner);
        let shapes = shapes.into_iter().map(|shape| shape.mapped(height * 0.96 / LARGE, Vec2::ZERO)).collect();
        Sample { shapes, size: Vec2::splat(height) }
    }
}

/// The kinds of features of hexsides.
const HEXSIDES: [HexsideKind; 5] =
    [HexsideKind::Stream, HexsideKind::River, HexsideKind::Bridge, HexsideKind::Slope, HexsideKind::Wall];

/// Returns a view with the first hex around the origin.
fn view(grid: &Grid) -> View {
    let view = View::new(grid, Pos2::ZERO, LARGE, Rect::EVERYTHING);
    view.moved(-view.center(Cell::default()).to_vec2(), Rect::EVERYTHING)
}

/// Returns two neighbors, one as far to the left of the other as any; `None` on a map of one hex or one column.
fn pair(grid: &Grid, view: &View) -> Option<[Cell; 2]> {
    let near = (0..2).flat_map(|column| (0..2).map(move |row| Cell { column, row }));
    let cells = near.filter(|cell| cell.column < grid.columns() && cell.row < grid.rows());
    let pairs = cells.flat_map(|a| grid.neighbors(a).into_iter().flatten().map(move |b| [a, b]));
    let across = |pair: &[Cell; 2]| {
        let [a, b] = pair.map(|cell| view.center(cell));
        b.x - a.x
    };
    pairs.filter(|pair| across(pair) > 0.0).max_by(|a, b| across(a).total_cmp(&across(b)))
}

fn rect(view: &View, cells: &[Cell]) -> Rect {
    let corners: Vec<Pos2> = cells.iter().flat_map(|cell| view.corners(*cell)).collect();
    Rect::from_points(&corners)
}

/// Returns the shapes of `layers` and those over them, centered and as high as asked.
fn reduced(layers: DrawLayers, over: Vec<Shape>, rect: Rect, height: f32) -> Sample {
    let mut layers = layers;
    let order = [
        DrawLayer::Paper,
        DrawLayer::Cover,
        DrawLayer::Detail,
        DrawLayer::Sides,
        DrawLayer::Shade,
        DrawLayer::Falls,
        DrawLayer::Brinks,
    ];
    let shapes = order.into_iter().flat_map(|layer| std::mem::take(layers.on(layer))).chain(over);
    let scale = height / rect.height().max(1.0);
    let by = -rect.center().to_vec2() * scale;
    Sample {
        shapes: shapes.map(|shape| shape.mapped(scale, by)).collect(),
        size: vec2(rect.width(), rect.height()) * scale,
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::{System, load, template};

    use super::*;
    use crate::scene::Options;

    #[test]
    fn pictures_are_as_high_as_asked_and_stay_within_their_size() {
        let pictures = [
            Picture::Hex('.'),
            Picture::Hexside("stream".to_owned()),
            Picture::Hexside("bridge".to_owned()),
            Picture::Hexside("slope".to_owned()),
            Picture::Slope { steep: true },
            Picture::Road("major".to_owned()),
            Picture::Road(String::new()),
            Picture::Unit(0),
        ];
        let scenario = load(template(System::PositionMagnifique)).readable.unwrap();
        let scene = Scene::new(&scenario, Options::default()).unwrap();
        let samples = Samples::new(&scene, false);
        for picture in pictures {
            let sample = samples.sample(&picture, 20.0).unwrap_or_else(|| panic!("{picture:?}"));
            assert!((sample.size.y - 20.0).abs() < 0.1, "{picture:?}");
            let most = Rect::from_center_size(Pos2::ZERO, sample.size).expand(3.0);
            for shape in &sample.shapes {
                if !matches!(shape, Shape::Text(_)) {
                    assert!(most.contains_rect(shape.reach()), "{picture:?}: {:?} in {most:?}", shape.reach());
                }
            }
        }
        let band = samples.sample(&Picture::Band("red-corps".into()), 20.0).unwrap();
        assert!(band.size.y < 7.0, "a band is no higher than letters");
        assert_eq!(samples.sample(&Picture::Band("no-corps".into()), 20.0), None);
        assert_eq!(samples.sample(&Picture::Fortification, 20.0), None, "a map without them");
        assert_eq!(samples.sample(&Picture::Hex('\u{1f600}'), 20.0), None);
        assert_eq!(samples.sample(&Picture::Hexside("moat".to_owned()), 20.0), None);
        assert!(samples.sample(&Picture::Marker("Shaken".to_owned()), 20.0).is_some());
    }

    #[test]
    fn grounds_without_colors_differ_in_tone() {
        let scenario = load(include_str!("../../../scenarios/matz-june-1918.toml")).readable.unwrap();
        let scene = Scene::new(&scenario, Options::default()).unwrap();
        let samples = Samples::new(&scene, true);
        let letters: Vec<char> = scenario.common().terrain().iter().map(|terrain| terrain.letter.0).collect();
        let mut tones = Vec::new();
        for letter in letters.into_iter().filter(|letter| Some(*letter) != samples.clear) {
            let sample = samples.sample(&Picture::Hex(letter), 20.0).unwrap();
            let mut fans = sample.shapes.iter().filter_map(|shape| match shape {
                Shape::Fan { fill, .. } if fill.a() < 255 => Some(*fill),
                _ => None,
            });
            tones.push(fans.next_back().unwrap());
        }
        let count = tones.len();
        tones.dedup();
        assert!(count > 3 && tones.len() == count, "{tones:?}");
        assert!(samples.sample(&Picture::Fortification, 20.0).is_some());
    }
}
