//! The start page: recent files and bundled scenarios with previews, and buttons for new scenarios.

use std::fmt;
use std::path::{Path, PathBuf};

use battlewright_export::{Options, Preview, map_preview};
use battlewright_platform::fs;
use battlewright_schema::load;
use egui::{
    Align, Align2, Color32, ColorImage, FontId, Layout, Rect, ScrollArea, Sense, Stroke, StrokeKind, TextureHandle,
    TextureOptions, Ui, vec2,
};

use crate::dialogs::saved_games::{self, SavedGamePress};
use crate::dialogs::title;
use crate::messages::command::Command;
use crate::messages::dialog_answer::{AfterSave, DialogAnswer, SavedGameChoice};
use crate::model::autosave::file_content;
use crate::model::autosave::games::{SavedGame, SavedGamePart};
use crate::model::store::{Bundled, NamedChoice, SHELF, printable};
use crate::theme::is_narrow;

/// The length of the longer edge of a preview in pixels.
const SIDE: u16 = 320;
/// The size of a preview in points.
const PICTURE: egui::Vec2 = vec2(164.0, 104.0);
/// The size of a tile in points.
const TILE: egui::Vec2 = vec2(172.0, 146.0);
/// The size limit for files with a preview in bytes.
const LARGEST: u64 = 5 << 20;

/// The target of a tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TileTarget {
    /// A recent file.
    Recent(PathBuf),
    /// A bundled scenario, by index.
    Bundled(usize),
}

impl TileTarget {
    /// Renders a preview; `None` if the file is unreadable.
    fn drawn(&self) -> Option<Preview> {
        let text = match self {
            Self::Bundled(n) => SHELF.get(*n)?.text.to_owned(),
            Self::Recent(path) => {
                // Only regular files, because reading a pipe would not end.
                let file = fs::metadata(path).ok().filter(|file| file.is_file() && file.len() <= LARGEST)?;
                (file.len() > 0).then(|| file_content::read(path).ok())??.text
            }
        };
        map_preview(&load(&text).readable?, &Options::default(), SIDE).ok()
    }
}

/// A tile of the start page.
#[derive(Clone, PartialEq)]
pub struct StartTile {
    /// The target of a click.
    pub opens: TileTarget,
    /// The title and detail text.
    pub card: NamedChoice,
    /// `true` if the preview was requested.
    asked: bool,
    picture: Option<Preview>,
    texture: Option<TextureHandle>,
}

impl fmt::Debug for StartTile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StartTile").field("opens", &self.opens).field("card", &self.card).finish_non_exhaustive()
    }
}

impl StartTile {
    fn new(opens: TileTarget) -> Self {
        let card = match &opens {
            TileTarget::Bundled(n) => SHELF.get(*n).map(Bundled::card).unwrap_or_default(),
            TileTarget::Recent(path) => {
                let name = |path: Option<&std::ffi::OsStr>| {
                    path.map_or_else(String::new, |name| printable(&name.to_string_lossy()))
                };
                NamedChoice { title: name(path.file_name()), detail: name(path.parent().and_then(Path::file_name)) }
            }
        };
        Self { opens, card, asked: false, picture: None, texture: None }
    }

    /// Returns `true` if the preview is available.
    pub fn is_drawn(&self) -> bool {
        self.picture.is_some()
    }
}

/// The state of the start page.
#[derive(Clone, Debug, PartialEq)]
pub struct StartPage {
    /// The tiles: recent files first, then bundled scenarios.
    pub tiles: Vec<StartTile>,
    /// The saved games, without those that are over.
    pub games: Vec<SavedGame>,
    /// `true` to show the page at the next start.
    pub at_start: bool,
}

impl StartPage {
    /// Creates the page with the `recent` files and the saved `games`.
    pub fn new(recent: &[String], games: Vec<SavedGame>, at_start: bool) -> Self {
        let recent = recent.iter().map(|path| TileTarget::Recent(PathBuf::from(path)));
        let tiles = recent.chain((0..SHELF.len()).map(TileTarget::Bundled)).map(StartTile::new).collect();
        let games = games.into_iter().filter(|game| game.part() != SavedGamePart::Finished).collect();
        Self { tiles, games, at_start }
    }

    /// Returns the index of the next tile without a preview, and the function that renders it. Each tile is returned
    /// once.
    pub(crate) fn due(&mut self) -> Option<(u64, impl FnOnce() -> Option<Preview> + Send + use<>)> {
        let (n, tile) = self.tiles.iter_mut().enumerate().find(|(_, tile)| !tile.asked)?;
        tile.asked = true;
        let opens = tile.opens.clone();
        Some((u64::try_from(n).ok()?, move || opens.drawn()))
    }

    /// Sets the preview of tile `n`.
    pub(crate) fn take(&mut self, n: u64, picture: Option<Preview>) {
        if let Some(tile) = usize::try_from(n).ok().and_then(|n| self.tiles.get_mut(n)) {
            (tile.picture, tile.texture) = (picture, None);
        }
    }
}

pub(super) fn ui(ui: &mut Ui, page: &mut StartPage) -> Option<DialogAnswer> {
    title(ui, "Start page");
    let mut answer = None;
    let narrow = is_narrow(ui.ctx());
    let layout = if narrow { Layout::top_down(Align::Min) } else { Layout::left_to_right(Align::Min) };
    let height = if narrow { (ui.ctx().content_rect().height() - 320.0).clamp(160.0, 430.0) } else { 430.0 };
    ui.with_layout(layout, |ui| {
        ui.vertical(|ui| {
            ui.set_width(150.0);
            let entries = [
                ("New…", Command::New.entry().map_or("", |entry| entry.help), DialogAnswer::New { trace: false }),
                ("Open…", "Open a scenario file.", DialogAnswer::Go(AfterSave::Open)),
                (
                    "Trace a scan…",
                    "Create a scenario from the picture of a printed map.",
                    DialogAnswer::New { trace: true },
                ),
                (
                    "Tutorial",
                    "Read how your first battle is built, step by step, beside the work.",
                    DialogAnswer::Tutorial,
                ),
            ];
            for (n, (name, help, then)) in entries.into_iter().enumerate() {
                let button = ui.add_sized([150.0, 30.0], egui::Button::new(name)).on_hover_text(help);
                if n == 0 && ui.memory(|memory| memory.focused().is_none()) {
                    button.request_focus();
                }
                if button.clicked() {
                    answer = Some(then);
                }
            }
        });
        ui.add_space(10.0);
        let area = ScrollArea::vertical().max_height(height).min_scrolled_height(height).auto_shrink([false, true]);
        // Below their headings, not beside them.
        ui.vertical(|ui| {
            area.show(ui, |ui| {
                let parts = [SavedGamePart::InProgress, SavedGamePart::Unreadable];
                answer = saved_games::parts(ui, &page.games, &parts).map(answer_of).or(answer.take());
                let (recent, bundled): (Vec<_>, Vec<_>) =
                    page.tiles.iter_mut().partition(|tile| matches!(tile.opens, TileTarget::Recent(_)));
                for (name, tiles) in [("Recent files", recent), ("Bundled scenarios", bundled)] {
                    if tiles.is_empty() {
                        continue;
                    }
                    crate::widgets::field::heading(ui, name);
                    ui.horizontal_wrapped(|ui| {
                        for tile in tiles {
                            if drawn(ui, tile) {
                                answer = Some(DialogAnswer::Go(match &tile.opens {
                                    TileTarget::Recent(path) => AfterSave::File(path.clone()),
                                    TileTarget::Bundled(n) => AfterSave::OpenBundled(*n),
                                }));
                            }
                        }
                    });
                }
            })
        });
    });
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        ui.checkbox(&mut page.at_start, "Show at start");
        if ui.button("Close").clicked() {
            answer = Some(DialogAnswer::Cancel);
        }
    });
    answer
}

/// Returns the answer for a button of the list of games.
fn answer_of(pressed: SavedGamePress<'_>) -> DialogAnswer {
    DialogAnswer::SavedGame(match pressed {
        SavedGamePress::Continue(path) => SavedGameChoice::Continue(path.to_owned()),
        SavedGamePress::Delete(path) => SavedGameChoice::Delete(path.to_owned(), None),
    })
}

/// Draws a tile. Returns `true` if it was clicked.
fn drawn(ui: &mut Ui, tile: &mut StartTile) -> bool {
    let (rect, response) = ui.allocate_exact_size(TILE, Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &tile.card.title));
    let style = ui.style().interact(&response);
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    painter.rect_filled(rect, 4.0, style.weak_bg_fill);
    let frame = Rect::from_min_size(rect.min + vec2(4.0, 4.0), PICTURE);
    painter.rect_filled(frame, 2.0, ui.visuals().extreme_bg_color);
    if let Some(picture) = &tile.picture {
        let texture = tile.texture.get_or_insert_with(|| {
            let image = ColorImage::from_rgba_premultiplied(picture.size, &picture.pixels);
            ui.ctx().load_texture("start page", image, TextureOptions::LINEAR)
        });
        let size = texture.size_vec2();
        let place = Rect::from_center_size(frame.center(), size * (PICTURE / size).min_elem());
        let whole = Rect::from_min_max(egui::Pos2::ZERO, egui::pos2(1.0, 1.0));
        painter.image(texture.id(), place, whole, Color32::WHITE);
    }
    let line = |y: f32, text: &str, size: f32, color: Color32| {
        painter.text(rect.min + vec2(6.0, y), Align2::LEFT_TOP, text, FontId::proportional(size), color);
    };
    line(PICTURE.y + 8.0, &tile.card.title, 13.0, ui.visuals().strong_text_color());
    line(PICTURE.y + 25.0, &tile.card.detail, 11.0, ui.visuals().weak_text_color());
    if response.has_focus() {
        let stroke = Stroke::new(2.0, ui.visuals().selection.stroke.color);
        ui.painter().rect_stroke(rect, 4.0, stroke, StrokeKind::Inside);
    }
    let help = match &tile.opens {
        TileTarget::Recent(path) => printable(&path.to_string_lossy()),
        TileTarget::Bundled(_) => format!("{}\n{}", tile.card.title, tile.card.detail),
    };
    response.on_hover_text(help).clicked()
}
