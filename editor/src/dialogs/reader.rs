//! The reader for the guide and the rules.

use egui::{Align, Layout, RichText, ScrollArea, Ui, UiBuilder, vec2};

use crate::dialogs::close;
use crate::guide::markdown::{Block, Span, blocks, plain};
use crate::guide::{PAGES, Target, target};
use crate::messages::dialog_answer::DialogAnswer;

/// The width of the list of pages in points.
const LIST: f32 = 190.0;

/// The height of the page in points.
const HEIGHT: f32 = 560.0;

/// The indent per list level in points.
const INDENT: f32 = 18.0;

/// An open page.
#[derive(Clone, Debug, PartialEq)]
pub struct Reader {
    /// The index of the page.
    page: usize,
    blocks: Vec<Block>,
    /// The anchor of the heading to show.
    heading: Option<String>,
    /// `true` to scroll to `heading` in the next frame.
    moves: bool,
    /// The previous pages, for the Back button.
    back: Vec<usize>,
}

impl Reader {
    /// Opens a page at a heading, or at the top.
    pub fn new(page: usize, heading: Option<String>) -> Self {
        let page = if page < PAGES.len() { page } else { 0 };
        Self { page, blocks: blocks(PAGES[page].text), heading, moves: true, back: Vec::new() }
    }

    /// Returns the name of the page.
    pub fn name(&self) -> &'static str {
        PAGES[self.page].name
    }

    /// Returns the anchor of the heading at which the page was opened.
    pub fn heading(&self) -> Option<&str> {
        self.heading.as_deref()
    }

    fn go(&mut self, page: usize, heading: Option<String>) {
        let mut back = std::mem::take(&mut self.back);
        if page != self.page {
            back.push(self.page);
        }
        *self = Self { back, ..Self::new(page, heading) };
    }

    fn go_back(&mut self) {
        let mut back = std::mem::take(&mut self.back);
        if let Some(page) = back.pop() {
            *self = Self { back, ..Self::new(page, None) };
        }
    }
}

pub(super) fn ui(ui: &mut Ui, reader: &mut Reader) -> Option<DialogAnswer> {
    let mut to = None;
    ui.horizontal_top(|ui| {
        ui.vertical(|ui| {
            ui.set_width(LIST);
            ScrollArea::vertical().id_salt("pages").max_height(HEIGHT).auto_shrink([false, false]).show(ui, |ui| {
                for (n, page) in PAGES.iter().enumerate() {
                    if ui.selectable_label(n == reader.page, page.title()).clicked() {
                        to = Some(Target::Page(n, None));
                    }
                }
            });
        });
        ui.add_space(12.0);
        ui.vertical(|ui| {
            let area = ScrollArea::vertical().id_salt(("page", reader.page)).max_height(HEIGHT);
            let mut area = area.auto_shrink([false, false]);
            if reader.moves && reader.heading.is_none() {
                area = area.vertical_scroll_offset(0.0);
            }
            area.show(ui, |ui| {
                ui.set_max_width(ui.available_width() - 12.0);
                for block in &reader.blocks {
                    let at = reader.moves && is_at(block, reader.heading.as_deref());
                    if let Some(link) = draw(ui, block, at) {
                        to = target(reader.page, &link);
                    }
                }
            });
            reader.moves = false;
        });
    });
    ui.add_space(6.0);
    let answer = ui
        .horizontal(|ui| {
            if ui.add_enabled(!reader.back.is_empty(), egui::Button::new("Back")).clicked() {
                reader.go_back();
            }
            close(ui)
        })
        .inner;
    match to {
        Some(Target::Page(page, heading)) => reader.go(page, heading),
        Some(Target::Web(address)) => ui.ctx().open_url(egui::OpenUrl::new_tab(address)),
        None => {}
    }
    answer
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
