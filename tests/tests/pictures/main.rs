//! The real editor as it looks: every panel and state in both themes, drawn without a display and compared with the
//! pictures in `tests/pictures`.
//!
//! `UPDATE_SNAPSHOTS=1` draws those anew that are others; look at them before they are committed.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail loudly, its helpers too")]

#[path = "../editor/desk.rs"]
#[allow(dead_code, reason = "it has hands for more than is needed here")]
mod desk;
#[path = "../../../schema/benches/large/mod.rs"]
mod large;
mod panels;
mod states;
mod tools;

use std::path::Path;

use battlewright_editor::Document;
use egui::accesskit::Role;
use egui::{Rect, Theme};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use egui_kittest::{SnapshotOptions, SnapshotResults};
use image::codecs::png::{self, CompressionType, PngEncoder};
use image::imageops::{FilterType, crop_imm, resize};

use desk::Editor;

/// The place of the pictures, seen from the crate.
const FOLDER: &str = "pictures";

/// By how much the color of a point may be another before it is counted, as a squared distance, and how many may be:
/// one step of [`coarse`], which rounding may make from one drawing library to the next, and no more.
const THRESHOLD: f32 = 40.0;
const POINTS: usize = 12;

/// A set of pictures that are compared, all of them before the first that is another fails the test.
struct Album {
    results: SnapshotResults,
    options: SnapshotOptions,
}

impl Album {
    fn new() -> Self {
        let options = SnapshotOptions::new().output_path(FOLDER).threshold(THRESHOLD).max_failed_pixels(POINTS);
        Self { results: SnapshotResults::new(), options }
    }

    /// Compares `part` of the window, drawn `scale` times smaller, with the picture called `name`.
    fn take(&mut self, editor: &mut Editor, name: &str, part: Rect, scale: u32) {
        let whole = editor.render().expect("the window is drawn");
        let [x, y, width, height] = [part.left(), part.top(), part.width(), part.height()].map(whole_number);
        let part = crop_imm(&whole, x, y, width, height).to_image();
        let mut small = resize(&part, (width / scale).max(1), (height / scale).max(1), FilterType::Triangle);
        small.iter_mut().for_each(|channel| *channel = coarse(*channel));
        self.results.add(egui_kittest::try_image_snapshot_options(&small, name, &self.options));
        if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
            squeeze(&Path::new(FOLDER).join(format!("{name}.png")));
        }
    }

    /// Compares all of the window, small.
    fn window(&mut self, editor: &mut Editor, name: &str) {
        let all = editor.ctx.content_rect();
        self.take(editor, name, all, 4);
    }

    /// Compares a panel, small.
    fn panel(&mut self, editor: &mut Editor, panel: &str, name: &str) {
        let part = panel_of(editor, panel);
        self.take(editor, name, part, 3);
    }
}

/// Writes a picture as small as it can be: what is drawn in few colors packs best without filters.
fn squeeze(file: &Path) {
    let picture = image::open(file).unwrap().into_rgb8();
    let mut bytes = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut bytes, CompressionType::Best, png::FilterType::NoFilter);
    picture.write_with_encoder(encoder).unwrap();
    if bytes.len() < std::fs::read(file).unwrap().len() {
        std::fs::write(file, bytes).unwrap();
    }
}

/// A channel of a color in 32 steps, which makes small files.
fn coarse(channel: u8) -> u8 {
    channel & 0xf8 | channel >> 5
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "points of a window")]
fn whole_number(points: f32) -> u32 {
    points.round().max(0.0) as u32
}

/// The place where the panel is whose title begins so.
fn panel_of(editor: &Editor, title: &str) -> Rect {
    let mut panels = editor.get_all_by_role(Role::TabPanel);
    let begins = |label: String| label.starts_with(title);
    let panel = panels.find(|panel| panel.accesskit_node().label().is_some_and(begins));
    panel.unwrap_or_else(|| panic!("no panel {title}")).rect()
}

/// The editor in a theme.
fn editor(document: Document, theme: Theme) -> Editor {
    let mut editor = desk::editor(document);
    dress(&mut editor, theme);
    editor
}

fn dress(editor: &mut Editor, theme: Theme) {
    editor.ctx.set_theme(theme);
    editor.run();
}

/// Both themes, with what pictures call them.
const THEMES: [(Theme, &str); 2] = [(Theme::Light, "light"), (Theme::Dark, "dark")];
