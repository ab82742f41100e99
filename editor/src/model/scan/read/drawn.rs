//! Maps that the program draws itself, read like scans: rotated, blurred, grainy, with a color cast, as JPEG.

#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "pixels")]

use std::collections::BTreeMap;

use battlewright_export::{Format, Options, Order, Scene, write_export};
use battlewright_schema::{Cell, Common, Scenario};
use image::{Rgb, RgbImage};

use super::band::even;
use super::known::{known_roads, known_water};
use super::lines::{PrintedLine, roads, water};
use super::painter::{Dice, scanned};
use super::window::ScanWindow;
use super::{LEAST_FOR_LINES, LEAST_FOR_NUMBERS, numbers, real};
use crate::model::document::Document;
use crate::model::scan::affine::{Affine, Point};
use crate::model::scan::picture::ScanPicture;

/// Returns the map of `scenario` as drawn for print, rotated by `degrees`, and the placement of its hexes.
fn scan(scenario: &Scenario, degrees: f64, dice: &mut Dice) -> (ScanPicture, Affine) {
    let options = Options { units: false, marks: false, ..Options::default() };
    let order = Order { hex: Some(112.0), options: options.clone(), ..Order::new(Format::Png) };
    let mut bytes = Vec::new();
    write_export(scenario, &order, &mut bytes).unwrap();
    let drawn = image::load_from_memory(&bytes).unwrap().into_rgb8();
    let scene = Scene::new(scenario, options).unwrap();
    let scale = f64::from(drawn.width()) / f64::from(scene.size().x);
    let center = |column, row| -> Point {
        let at = scene.view().unwrap().center(Cell { column, row });
        [f64::from(at.x) * scale, f64::from(at.y) * scale]
    };
    let (first, column, row) = (center(0, 0), center(2, 0), center(0, 2));
    let half = |to: Point| [0, 1].map(|n| (to[n] - first[n]) / 2.0);
    let still = Affine { origin: first, u: half(column), v: half(row) };
    let (sin, cos) = degrees.to_radians().sin_cos();
    let turn = Affine {
        origin: [60.0 + 1200.0 * sin.max(0.0), 60.0 + 1600.0 * (-sin).max(0.0)],
        u: [cos, sin],
        v: [-sin, cos],
    };
    let back = turn.inverse().unwrap();
    let (width, height) = (drawn.width() + 200, drawn.height() + 200);
    let turned = RgbImage::from_fn(width, height, |x, y| {
        let [x, y] = back.at([f64::from(x), f64::from(y)]);
        let on = x >= 0.0 && y >= 0.0 && x < f64::from(drawn.width()) && y < f64::from(drawn.height());
        if on { *drawn.get_pixel(x as u32, y as u32) } else { Rgb([240, 238, 232]) }
    });
    (scanned(&turned, 20.0, dice), turn.after(&still))
}

/// Returns precision and recall as their harmonic mean, over the places in `open`.
fn f1<V, W>(found: &BTreeMap<(Cell, Cell), V>, wanted: &BTreeMap<(Cell, Cell), W>) -> f64 {
    let hits = found.keys().filter(|place| wanted.contains_key(place)).count();
    2.0 * real(hits) / real(found.len() + wanted.len())
}

#[test]
fn our_own_maps_are_read_again() {
    let mut dice = Dice(0x0101_0101);
    let document = Document::bundled();
    let scenario = document.scenario();
    let common: &dyn Common = scenario.common();
    let (picture, placement) = scan(scenario, 1.5, &mut dice);
    let grid = common.grid().unwrap();
    let has = |cell: Cell| common.has(cell);
    let window = ScanWindow::new(&picture, &placement, even(&grid), 48.0, LEAST_FOR_LINES).unwrap();
    let split = |known: &BTreeMap<(Cell, Cell), PrintedLine>| {
        let three = [known.len() / 6, known.len() / 2, known.len() * 5 / 6];
        let part = |wanted: bool| -> BTreeMap<(Cell, Cell), PrintedLine> {
            let all = known.iter().enumerate().filter(|(n, _)| three.contains(n) == wanted);
            all.map(|(_, (place, kind))| (*place, *kind)).collect()
        };
        (part(true), part(false))
    };
    let wet = known_water(common, &grid);
    let (shown, open) = split(&wet);
    let with_examples = f1(&water(&window, &grid, &has, &shown).unwrap(), &open);
    let without = f1(&water(&window, &grid, &has, &BTreeMap::new()).unwrap(), &wet);
    let (shown, open) = split(&known_roads(common, &grid));
    let paved = f1(&roads(&window, &grid, &has, &shown).unwrap(), &open);
    println!("hexsides {with_examples:.3}, without examples {without:.3}, roads {paved:.3}");

    let window = ScanWindow::new(&picture, &placement, even(&grid), 64.0, LEAST_FOR_NUMBERS).unwrap();
    let present = common.frame().numbering.clone();
    let read = numbers::read(&window, &grid, &present, &has).unwrap();
    println!("{} of {} numbers", read.agreed, read.read);
    assert_eq!(read.numbering, present);
    // Some numbers are under symbols.
    assert!(read.agreed * 100 >= read.read * 98, "{read:?}");
    assert!(with_examples >= 0.90 && without >= 0.90 && paved >= 0.85, "{with_examples} {without} {paved}");
}
