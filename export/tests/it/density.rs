//! Limits of detail count pixels: half the size on a screen of twice the density shows the same things.

use std::sync::Arc;

use battlewright_export::art::Art;
use battlewright_export::draw::counters::{CounterStyle, counter};
use battlewright_export::draw::ground::{self, TerrainLooks};
use battlewright_export::draw::table::{TableDrawing, TableLayer, TableStyle};
use battlewright_export::draw::{Counters, Density, DrawLayers, FeatureCells, View, labels, relief};
use battlewright_schema::{Cell, Scenario, System, load, template};
use emath::{Pos2, Rect};

fn bundled(name: &str) -> Scenario {
    let path = format!("{}/../scenarios/{name}", env!("CARGO_MANIFEST_DIR"));
    load(&std::fs::read_to_string(path).unwrap()).readable.unwrap()
}

/// Returns the number of shapes of a map whose hexes have this radius in points.
fn map(scenario: &Scenario, radius: f32, density: Density) -> usize {
    let (common, art) = (scenario.common(), Art::default());
    let grid = common.grid().unwrap();
    let view = View::whole(&grid, radius, 0.5).of_density(density);
    // A part of the map is enough, and faster.
    let cells: Vec<Cell> = grid.cells().filter(|cell| common.has(*cell)).take(200).collect();
    let has = |cell: Cell| common.has(cell);
    let letter = |cell: Cell| common.hexes().get(cell.column.into(), cell.row.into());
    let mut layers = DrawLayers::default();
    ground::paint(&mut layers, &view, &cells, &TerrainLooks::new(common, &art), &letter, &has, false);
    relief::paint(&mut layers, &view, &cells, &|cell| relief::level(common, cell), &has, (art.inks(), false, false));
    let mut shapes = Vec::new();
    labels::gates(&mut shapes, &view, (common, &art), &FeatureCells::of(common), &has);
    layers.0.iter().map(Vec::len).sum::<usize>() + usize::from(!shapes.is_empty())
}

#[test]
fn a_map_shows_what_its_pixels_can_show() {
    for name in ["mars-la-tour.toml", "matz-first-day.toml"] {
        let scenario = bundled(name);
        let counts = [2_u8, 6, 8, 10, 14, 34].map(|pixels| {
            let pixels = f32::from(pixels);
            let counts = [1.0, 2.0].map(|density| map(&scenario, pixels / density, Density(density)));
            assert!(counts.iter().all(|count| *count == counts[0]), "{name} {pixels}: {counts:?}");
            counts[0]
        });
        assert!(counts.is_sorted() && counts[0] < counts[5], "{name}: {counts:?}");
    }
}

#[test]
fn a_counter_shows_what_its_pixels_can_show() {
    let scenario = bundled("mars-la-tour.toml");
    let crowd = Counters::of(&scenario, &Arc::default());
    for piece in &crowd.pieces {
        let count = |pixels: f32, density: f32| {
            let manner = CounterStyle { density: Density(density), ..crowd.uniforms.manner(piece) };
            let mut shapes = Vec::new();
            counter(&mut shapes, Pos2::ZERO, pixels / density, piece, &manner);
            shapes.len()
        };
        assert_eq!((count(16.0, 1.0), count(28.0, 1.0)), (count(16.0, 2.0), count(28.0, 2.0)), "{}", piece.name);
        assert!(count(16.0, 1.0) < count(28.0, 1.0), "{}", piece.name);
    }
}

#[test]
fn a_table_shows_what_its_pixels_can_show() {
    let scenario = load(template(System::Outrance)).readable.unwrap();
    let count = |pixels: f32, density: f32| {
        let style = TableStyle {
            inch: pixels / density,
            density: Density(density),
            numbers: false,
            units: false,
            grid: true,
            marks: false,
            dark: false,
            art: Arc::default(),
        };
        let drawing = TableDrawing::new(&scenario, &style).unwrap();
        TableLayer::ALL.map(|layer| drawing.draw(layer, Rect::EVERYTHING).len()).iter().sum::<usize>()
    };
    assert_eq!((count(5.0, 1.0), count(9.0, 1.0)), (count(5.0, 2.0), count(9.0, 2.0)));
    assert!(count(5.0, 1.0) < count(9.0, 1.0));
}
