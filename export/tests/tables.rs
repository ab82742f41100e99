//! Battles on tables without hexes, in all formats.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use battlewright_export::draw::table::{TableDrawing, TableLayer, TableStyle};
use battlewright_export::pdf::{Length, PdfOptions, PrintedPart};
use battlewright_export::{Format, Options, Order, Scene, ScenePart, export, png};
use battlewright_schema::{Scenario, load};
use emath::Rect;

const BATTLES: [(&str, &str); 3] = [
    ("first-assault", include_str!("../../schema/tests/outrance/outrance-first-assault.toml")),
    ("spicheren", include_str!("../../schema/tests/outrance/outrance-spicheren.toml")),
    ("worth", include_str!("../../schema/tests/outrance/outrance-worth.toml")),
];

fn scenario(text: &str) -> Scenario {
    load(text).scenario.unwrap()
}

fn out(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tables");
    fs::create_dir_all(&folder).unwrap();
    folder.join(name)
}

/// Returns the shapes of a drawing, and its size.
fn drawn(text: &str, dark: bool) -> (Vec<battlewright_export::draw::Shape>, emath::Vec2) {
    let style =
        TableStyle { inch: 40.0, numbers: true, units: true, grid: true, marks: true, dark, art: Arc::default() };
    let drawing = TableDrawing::new(&scenario(text), &style).unwrap();
    let shapes = TableLayer::ALL.into_iter().flat_map(|layer| drawing.draw(layer, Rect::EVERYTHING));
    (shapes.collect(), drawing.size())
}

#[test]
fn pictures_of_battles_are_drawn_by_day_and_night() {
    for (name, text) in BATTLES {
        for dark in [false, true] {
            let (shapes, size) = drawn(text, dark);
            let path = out(&format!("{name}-{}.png", if dark { "dark" } else { "light" }));
            png::picture(&shapes, size, 1.0, fs::File::create(&path).unwrap()).unwrap();
        }
    }
}
