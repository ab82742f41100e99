//! The guide and the rules beside the work: pages with their pictures, links, the way back, and a search.

use std::collections::BTreeMap;

use egui::{Align, ComboBox, Layout, RichText, ScrollArea, TextEdit, TextureHandle, Ui, UiBuilder, vec2};

use crate::guide::markdown::{Block, Span, blocks, plain};
use crate::guide::{FoundText, MOST_FOUND, PAGES, Target, picture, search, target};
use crate::widgets::popup;

/// The indent per list level in points.
const INDENT: f32 = 18.0;

/// The open page, the pages before it, and the search.
#[derive(Default)]
pub struct GuideReader {
    /// The index of the page.
    page: usize,
    /// The blocks of the page; empty before it is drawn.
    blocks: Vec<Block>,
    /// The anchor of the heading to show.
    heading: Option<String>,
    /// `true` to scroll to `heading` in the next frame.
    moves: bool,
    /// The previous pages, for the Back button.
    back: Vec<usize>,
    /// The searched text; empty to show the page.
    sought: String,
    /// The results of the last search, with its text.
    found: Option<(String, Vec<FoundText>)>,
    /// The pictures shown so far; `None` for those that the program lacks.
    pictures: BTreeMap<String, Option<TextureHandle>>,
}

impl GuideReader {
    /// Opens a page at a heading, or at the top.
    pub fn go(&mut self, page: usize, heading: Option<String>) {
        let page = if page < PAGES.len() { page } else { 0 };
        if page != self.page {
            self.back.push(self.page);
        }
        self.open(page, heading);
    }

    /// Returns the name of the page.
    pub fn name(&self) -> &'static str {
        PAGES[self.page].name
    }

    /// Returns the anchor of the heading at which the page was opened.
    pub fn heading(&self) -> Option<&str> {
        self.heading.as_deref()
    }

    fn open(&mut self, page: usize, heading: Option<String>) {
        (self.page, self.blocks, self.heading, self.moves) = (page, blocks(PAGES[page].text), heading, true);
        self.sought.clear();
    }

    /// Draws the panel.
    pub(crate) fn ui(&mut self, ui: &mut Ui) {
        if self.blocks.is_empty() {
            self.open(self.page, None);
        }
        self.head(ui);
        ui.separator();
        if self.sought.trim().is_empty() {
            self.text(ui);
        } else {
            self.results(ui);
        }
    }

    /// Draws the way back, the choice of a page and the search.
    fn head(&mut self, ui: &mut Ui) {
        let mut to = None;
        ui.horizontal_wrapped(|ui| {
            if ui.add_enabled(!self.back.is_empty(), egui::Button::new("Back")).clicked() {
                to = self.back.pop();
            }
            let label = ui.label("Page");
            let width = (ui.available_width() - 8.0).clamp(120.0, 300.0);
            let combo = ComboBox::from_id_salt("page of the guide").width(width).truncate();
            let list = popup::list(combo.selected_text(PAGES[self.page].title()), ui, |ui| {
                for (n, page) in PAGES.iter().enumerate() {
                    if ui.selectable_label(n == self.page, page.title()).clicked() {
                        self.go(n, None);
                    }
                }
            });
            list.response.labelled_by(label.id);
        });
        ui.horizontal(|ui| {
            let label = ui.label("Find");
            let width = (ui.available_width() - 8.0).clamp(120.0, 300.0);
            let field = TextEdit::singleline(&mut self.sought)
                .desired_width(width)
                .hint_text("Words in the guide and the rules");
            ui.add(field).labelled_by(label.id);
        });
        if let Some(page) = to {
            self.open(page, None);
        }
    }

    /// Returns the sections that contain the searched text. They are searched when the text changes.
    fn found(&mut self) -> &[FoundText] {
        if self.found.as_ref().is_none_or(|(text, _)| *text != self.sought) {
            self.found = Some((self.sought.clone(), search(&self.sought)));
        }
        self.found.as_ref().map_or(&[], |(_, found)| found)
    }

    /// Draws the sections that the search finds.
    fn results(&mut self, ui: &mut Ui) {
        let found = self.found();
        let mut to = None;
        ScrollArea::vertical().id_salt("found").auto_shrink(false).show(ui, |ui| {
            if found.is_empty() {
                ui.weak("No section has these words.");
            }
            for place in found {
                let (heading, anchor) = &place.heading;
                let title = PAGES[place.page].title();
                let name = if *heading == title { title } else { format!("{title} › {heading}") };
                if ui.link(name).clicked() {
                    to = Some((place.page, anchor.clone()));
                }
                ui.weak(&place.excerpt);
                ui.add_space(6.0);
            }
            if found.len() == MOST_FOUND {
                ui.weak(format!("Only the first {MOST_FOUND} sections are listed. More words find fewer."));
            }
        });
        if let Some((page, anchor)) = to {
            self.go(page, anchor);
        }
    }

    /// Draws the page.
    fn text(&mut self, ui: &mut Ui) {
        let mut to = None;
        let mut area = ScrollArea::vertical().id_salt(("page", self.page)).auto_shrink(false);
        if self.moves && self.heading.is_none() {
            area = area.vertical_scroll_offset(0.0);
        }
        let (blocks, pictures) = (&self.blocks, &mut self.pictures);
        area.show(ui, |ui| {
            ui.set_max_width(ui.available_width() - 12.0);
            for block in blocks {
                if let Block::Picture { file, about } = block {
                    show_picture(ui, pictures, file, about);
                    continue;
                }
                let at = self.moves && is_at(block, self.heading.as_deref());
                if let Some(link) = draw(ui, block, at) {
                    to = target(self.page, &link);
                }
            }
        });
        self.moves = false;
        match to {
            Some(Target::Page(page, heading)) => self.go(page, heading),
            Some(Target::Web(address)) => ui.ctx().open_url(egui::OpenUrl::new_tab(address)),
            None => {}
        }
    }
}

/// Draws a picture as wide as the panel allows, with its description for screen readers; the description alone if the
/// program lacks the picture.
fn show_picture(ui: &mut Ui, pictures: &mut BTreeMap<String, Option<TextureHandle>>, file: &str, about: &str) {
    let texture = pictures.entry(file.to_owned()).or_insert_with(|| {
        let pixels = image::load_from_memory_with_format(picture(file)?, image::ImageFormat::Png).ok()?.to_rgba8();
        let size = [pixels.width(), pixels.height()].map(|side| usize::try_from(side).unwrap_or(0));
        let pixels = egui::ColorImage::from_rgba_unmultiplied(size, &pixels);
        Some(ui.ctx().load_texture(file, pixels, egui::TextureOptions::LINEAR))
    });
    match texture {
        Some(texture) => {
            let shown = egui::Image::new(&*texture).max_width(ui.available_width()).alt_text(about);
            ui.add(shown).on_hover_text(about);
        }
        None => {
            ui.weak(format!("[{about}]"));
        }
    }
    ui.add_space(6.0);
}

/// Returns `true` if `block` is the heading with the anchor `wanted`.
fn is_at(block: &Block, wanted: Option<&str>) -> bool {
    matches!(block, Block::Heading { anchor, .. } if Some(anchor.as_str()) == wanted)
}

/// Draws `block` and returns the clicked link. Scrolls to the block if it is `wanted`.
fn draw(ui: &mut Ui, block: &Block, wanted: bool) -> Option<String> {
    match block {
        Block::Heading { level, spans, .. } => {
            ui.add_space(8.0);
            let size = [20.0, 17.0, 15.0].get(usize::from(level.saturating_sub(1))).copied().unwrap_or(14.0);
            let text = RichText::new(plain(spans)).size(size).strong();
            let response = ui.label(text);
            if wanted {
                response.scroll_to_me(Some(Align::TOP));
            }
            ui.add_space(2.0);
            None
        }
        Block::Text { spans, depth, marker } => {
            let mut clicked = None;
            ui.horizontal_top(|ui| {
                ui.add_space(INDENT * f32::from(u8::try_from(*depth).unwrap_or(u8::MAX)));
                if let Some(marker) = marker {
                    ui.label(marker);
                }
                let width = ui.available_width();
                ui.allocate_ui_with_layout(vec2(width, 0.0), Layout::top_down(Align::LEFT), |ui| {
                    clicked = flow(ui, spans);
                });
            });
            ui.add_space(4.0);
            clicked
        }
        Block::Code(lines) => {
            egui::Frame::new().fill(ui.visuals().extreme_bg_color).inner_margin(6.0).show(ui, |ui| {
                ui.add(egui::Label::new(RichText::new(lines.trim_end()).monospace()).wrap());
            });
            ui.add_space(4.0);
            None
        }
        Block::Table(rows) => {
            let columns = rows.iter().map(Vec::len).max().unwrap_or(1).max(1);
            let mut clicked = None;
            for (n, row) in rows.iter().enumerate() {
                let width = ui.available_width() / f32::from(u8::try_from(columns).unwrap_or(u8::MAX)) - 8.0;
                ui.horizontal_top(|ui| {
                    for cell in row {
                        let room = egui::Rect::from_min_size(ui.cursor().min, vec2(width, 0.0));
                        let cell = ui.scope_builder(UiBuilder::new().max_rect(room), |ui| {
                            ui.set_width(width);
                            flow(ui, cell)
                        });
                        clicked = clicked.take().or(cell.inner);
                    }
                });
                if n == 0 {
                    ui.separator();
                }
            }
            ui.add_space(4.0);
            clicked
        }
        Block::Picture { .. } => None,
    }
}

/// Draws `spans` with line wrapping and returns the clicked link.
fn flow(ui: &mut Ui, spans: &[Span]) -> Option<String> {
    let mut clicked = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        for span in spans {
            let mut text = RichText::new(&span.text);
            if span.strong {
                text = text.strong();
            }
            if span.emphasis {
                text = text.italics();
            }
            if span.code {
                text = text.monospace();
            }
            match &span.link {
                Some(link) => {
                    if ui.link(text).clicked() {
                        clicked = Some(link.clone());
                    }
                }
                None => {
                    ui.label(text);
                }
            }
        }
    });
    clicked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_searched_once_for_each_text() {
        let mut reader = GuideReader { sought: "zone".to_owned(), ..GuideReader::default() };
        let first = reader.found().as_ptr();
        assert_eq!((reader.found().as_ptr(), reader.found()), (first, search("zone").as_slice()));
        reader.sought = "no such word anywhere".to_owned();
        assert!(reader.found().is_empty());
    }
}
