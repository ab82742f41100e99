//! Screenshots of the editor: all panels and states in both themes, rendered without a display and compared with the
//! pictures in `tests/pictures`.
//!
//! `UPDATE_SNAPSHOTS=1` updates the pictures that differ. Look at them before a commit.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail loudly, its helpers too")]

mod charts;
#[path = "../editor/desk.rs"]
#[allow(dead_code, reason = "not all helpers are used here")]
mod desk;
mod ground;
mod guide;
#[path = "../../../schema/benches/large/mod.rs"]
mod large;
#[path = "../editor/page.rs"]
#[allow(dead_code, reason = "not all parts are used here")]
mod page;
mod panels;
mod scan;
mod states;
mod tools;

use std::path::Path;

use battlewright_editor::Document;
use egui::accesskit::Role;
use egui::{Rect, Theme};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use egui_kittest::{SnapshotOptions, SnapshotResults};
use image::RgbaImage;
use image::codecs::png::{self, CompressionType, PngEncoder};
use image::imageops::{FilterType, crop_imm, resize};

use desk::Editor;

/// The folder of the pictures, relative to the crate.
const FOLDER: &str = "pictures";

/// The color difference above which a pixel counts as different, as a squared distance, and the maximum number of such
/// pixels. The threshold covers one step of [`coarse`], which can result from rounding in other graphics libraries.
const THRESHOLD: f32 = 40.0;
const POINTS: usize = 12;

/// The folder of the pictures of the guide, relative to the crate.
const GUIDE: &str = "../docs/pictures";

/// The maximum number of pixels of a picture of the guide that may differ. It has its full size, so that letters have many edges.
const GUIDE_POINTS: usize = 400;

/// A set of pictures. All are compared before the first difference fails the test.
struct Album {
    results: SnapshotResults,
}

impl Album {
    fn new() -> Self {
        Self { results: SnapshotResults::new() }
    }

    /// Compares `part` of the window, reduced by the factor `scale`, with the picture `name`.
    fn take(&mut self, editor: &mut Editor, name: &str, part: Rect, scale: u32) {
        let part = cut(editor, part);
        let (width, height) = part.dimensions();
        let small = resize(&part, (width / scale).max(1), (height / scale).max(1), FilterType::Triangle);
        self.compare(&small, FOLDER, name, POINTS);
    }

    /// Compares `picture` with the one of the guide called `name`.
    fn guide(&mut self, picture: &RgbaImage, name: &str) {
        self.compare(picture, GUIDE, name, GUIDE_POINTS);
    }

    /// Compares `picture` with the one called `name` in `folder`, of which `points` may differ.
    fn compare(&mut self, picture: &RgbaImage, folder: &str, name: &str, points: usize) {
        let mut picture = picture.clone();
        picture.iter_mut().for_each(|channel| *channel = coarse(*channel));
        let options = SnapshotOptions::new().output_path(folder).threshold(THRESHOLD).max_failed_pixels(points);
        self.results.add(egui_kittest::try_image_snapshot_options(&picture, name, &options));
        if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
            squeeze(&Path::new(folder).join(format!("{name}.png")));
        }
    }

    /// Compares the whole window, reduced.
    fn window(&mut self, editor: &mut Editor, name: &str) {
        let all = editor.ctx.content_rect();
        self.take(editor, name, all, 4);
    }

    /// Compares a panel, reduced.
    fn panel(&mut self, editor: &mut Editor, panel: &str, name: &str) {
        let part = panel_of(editor, panel);
        self.take(editor, name, part, 3);
    }
}

/// Returns `part` of the window.
fn cut(editor: &mut Editor, part: Rect) -> RgbaImage {
    let whole = editor.render().expect("the window is drawn");
    let [x, y, width, height] = [part.left(), part.top(), part.width(), part.height()].map(whole_number);
    crop_imm(&whole, x, y, width, height).to_image()
}

/// Compresses a picture file. With few colors, PNG without filters gives the smallest file.
fn squeeze(file: &Path) {
    let picture = image::open(file).unwrap().into_rgb8();
    let mut bytes = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut bytes, CompressionType::Best, png::FilterType::NoFilter);
    picture.write_with_encoder(encoder).unwrap();
    if bytes.len() < std::fs::read(file).unwrap().len() {
        std::fs::write(file, bytes).unwrap();
    }
}

/// Quantizes a color channel to 32 steps for small files.
fn coarse(channel: u8) -> u8 {
    channel & 0xf8 | channel >> 5
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "points of a window")]
fn whole_number(points: f32) -> u32 {
    points.round().max(0.0) as u32
}

/// Returns the rectangle of the panel whose title begins with `title`.
fn panel_of(editor: &Editor, title: &str) -> Rect {
    let mut panels = editor.get_all_by_role(Role::TabPanel);
    let begins = |label: String| label.starts_with(title);
    let panel = panels.find(|panel| panel.accesskit_node().label().is_some_and(begins));
    panel.unwrap_or_else(|| panic!("no panel {title}")).rect()
}

/// Opens the editor in a theme.
fn editor(document: Document, theme: Theme) -> Editor {
    let mut editor = desk::editor(document);
    dress(&mut editor, theme);
    editor
}

fn dress(editor: &mut Editor, theme: Theme) {
    editor.ctx.set_theme(theme);
    editor.run();
}

/// Both themes, with their names in file names.
const THEMES: [(Theme, &str); 2] = [(Theme::Light, "light"), (Theme::Dark, "dark")];
