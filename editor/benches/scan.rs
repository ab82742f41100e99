//! A scan of 10,000 by 8,000 pixels: what a frame costs, and what is done once. A frame's cost
//! depends on the window, not on the picture.

use battlewright_editor::model::scan::affine::Affine;
use battlewright_editor::model::scan::colors::HexSampler;
use battlewright_editor::model::scan::fit::{Click, fit};
use battlewright_editor::model::scan::picture::ScanPicture;
use battlewright_editor::model::scan::scheme::{Labels, Scheme, corners, lattice};
use battlewright_editor::panels::scan::tiles::in_view;
use battlewright_schema::Cell;
use divan::{Bencher, black_box};
use egui::{Rect, pos2};

const SIZE: [usize; 2] = [10_000, 8_000];
const LEVELS: usize = 6;
const WINDOW: Rect = Rect { min: pos2(0.0, 0.0), max: pos2(1440.0, 900.0) };

fn main() {
    divan::main();
}

/// The middle of the picture, so many points a pixel.
fn placement(scale: f64) -> Affine {
    let (sin, cos) = 2_f64.to_radians().sin_cos();
    let still = Affine { origin: [0.0, 0.0], u: [scale * cos, scale * sin], v: [-scale * sin, scale * cos] };
    let middle = still.at([5_000.0, 4_000.0]);
    Affine { origin: [720.0 - middle[0], 450.0 - middle[1]], ..still }
}

/// The tiles of a frame; the item count is how many they are.
#[divan::bench(args = [0.05, 0.11, 0.26, 0.51, 1.0, 4.0])]
fn tiles_of_a_frame(bencher: Bencher<'_, '_>, scale: f64) {
    let placement = placement(scale);
    let count = in_view(SIZE, LEVELS, &placement, WINDOW, 1.0).len();
    bencher
        .counter(divan::counter::ItemsCount::new(count))
        .bench(|| in_view(black_box(SIZE), LEVELS, black_box(&placement), WINDOW, 1.0));
}

/// The same window on a small picture.
#[divan::bench(args = [1_000, 10_000, 30_000])]
fn tiles_of_a_frame_of_a_picture(bencher: Bencher<'_, '_>, side: usize) {
    bencher.bench(|| in_view(black_box([side, side]), 7, &placement(1.0), WINDOW, 1.0));
}

#[divan::bench(sample_count = 5)]
fn smaller_copies(bencher: Bencher<'_, '_>) {
    bencher
        .with_inputs(|| vec![128_u8; SIZE[0] * SIZE[1] * 3])
        .bench_values(|rgb| ScanPicture::new(SIZE[0], SIZE[1], rgb));
}

/// All clicks of the panel, one of them wrong: every triple is tried by every scheme.
#[divan::bench(args = [5, 8, 16, 32])]
fn fit_of_clicks(bencher: Bencher<'_, '_>, count: u16) {
    let scheme = Scheme::all()[0];
    let Some(grid) = Labels::new(&["0000".into()]).ok().and_then(|labels| labels.grid(scheme)) else { return };
    let click = |n: u16| {
        let cell = Cell { column: 1 + n * 7 % 29, row: 1 + n * 5 % 17 };
        let at = Affine { origin: [50.0, 60.0], u: [86.0, 1.0], v: [-1.0, 100.0] }.at(lattice(&grid, cell));
        Click { label: grid.name(cell), at: if n == 3 { [at[0] + 120.0, at[1]] } else { at } }
    };
    let clicks: Vec<Click> = (0..count).map(click).collect();
    bencher.bench(|| fit(black_box(&clicks), None));
}

/// The colors of a map of 100 by 80 hexes.
#[divan::bench(sample_count = 20)]
fn colors_of_a_map(bencher: Bencher<'_, '_>) {
    let Some(picture) = ScanPicture::new(SIZE[0], SIZE[1], vec![128; SIZE[0] * SIZE[1] * 3]) else { return };
    let placement = Affine { origin: [60.0, 60.0], u: [98.0, 0.0], v: [0.0, 98.0] };
    let eye = HexSampler::new(&picture, &placement, &corners(hexx::HexOrientation::Flat));
    bencher.bench(|| {
        let cells = (0..80_u16).flat_map(|row| (0..100_u16).map(move |column| [f64::from(column), f64::from(row)]));
        cells.filter_map(|at| eye.look(at)).count()
    });
}
