//! The export dialog: format, size, contents and preview.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use battlewright_export::pdf::{Flip, Length, Paper, PrintedPart};
use battlewright_export::{Format, Order, Preview, Subject};
use battlewright_schema::Scenario;
use egui::{
    Button, Color32, ColorImage, ComboBox, DragValue, Grid, RichText, ScrollArea, Sense, Stroke, StrokeKind,
    TextureHandle, TextureOptions, Ui, Vec2, vec2,
};

use crate::dialogs::title;
use crate::messages::dialog_answer::DialogAnswer;
use crate::model::exchange::{PreviewTask, SentOrder, SentScenario};
use crate::widgets::popup;

/// The length of the longer edge of a preview at zoom 1, in pixels.
const SIDE: u16 = 900;
/// The maximum length, supported by all graphics cards, in pixels.
const LARGEST: u16 = 2048;
/// The size of the preview area in points.
const ROOM: Vec2 = vec2(430.0, 430.0);
/// The margin around a page in points.
const DESK: f32 = 8.0;
/// The zoom factors of the preview.
const ZOOMS: [u8; 3] = [1, 2, 4];

/// The content of a preview; `None` for formats without a picture. The error is the reason for a failure.
pub(crate) type PreviewContent = Result<Option<Preview>, String>;

/// The export settings, with the state of the preview.
#[derive(Clone, PartialEq)]
pub struct ExportForm {
    scenario: Arc<Scenario>,
    /// The export settings.
    pub order: Order,
    /// The visible page, from 0.
    pub page: usize,
    /// The zoom factor of the preview.
    pub zoom: u8,
    /// The settings, page and zoom of the most recent refresh.
    of: Option<(Order, usize, u8)>,
    /// A number that increases with each change of the form.
    stamp: u64,
    /// The stamp of the visible preview.
    known: u64,
    /// The preview.
    pub seen: PreviewContent,
    texture: Option<TextureHandle>,
}

impl fmt::Debug for ExportForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Form").field("order", &self.order).field("page", &self.page).finish_non_exhaustive()
    }
}

impl ExportForm {
    /// Creates a form for `scenario` with the settings of `order`.
    pub fn new(scenario: &Scenario, order: Order) -> Self {
        let scenario = Arc::new(scenario.clone());
        let mut form =
            Self { scenario, order, page: 0, zoom: 1, of: None, stamp: 0, known: 0, seen: Ok(None), texture: None };
        form.refresh();
        form
    }

    /// Increases the stamp if the form has changed.
    fn refresh(&mut self) {
        let now = Some((self.order.clone(), self.page, self.zoom));
        if self.of != now {
            self.of = now;
            self.stamp += 1;
        }
    }

    /// Returns the stamp of the form.
    pub(crate) fn stamp(&self) -> u64 {
        self.stamp
    }

    /// Returns the task that renders the preview, if the visible one is outdated. `art_files` are those of the theme.
    pub(crate) fn due(&self, art_files: &[PathBuf]) -> Option<PreviewTask> {
        (self.known != self.stamp).then(|| PreviewTask {
            scenario: SentScenario(Arc::clone(&self.scenario)),
            order: SentOrder::new(self.order.clone(), art_files),
            page: self.page,
            side: (SIDE * u16::from(self.zoom)).min(LARGEST),
        })
    }

    /// Sets the preview that was rendered for `stamp`.
    pub(crate) fn take(&mut self, stamp: u64, seen: PreviewContent) {
        if let Ok(Some(Preview { page: (page, _), .. })) = &seen {
            self.page = *page;
            if let Some((_, looked, _)) = &mut self.of {
                *looked = self.page;
            }
        }
        (self.known, self.seen, self.texture) = (stamp, seen, None);
    }
}

/// Draws the dialog.
pub(super) fn ui(ui: &mut Ui, form: &mut ExportForm) -> Option<DialogAnswer> {
    title(ui, "Export");
    ui.horizontal_top(|ui| {
        ui.vertical(|ui| {
            ui.set_width(290.0);
            settings(ui, &mut form.order);
        });
        ui.vertical(|ui| shown(ui, form));
    });
    form.refresh();
    ui.add_space(8.0);
    let nothing = form.order.format == Format::Pdf && form.order.book.sheets.is_empty();
    ui.horizontal(|ui| {
        let ready = form.seen.is_ok() && !nothing;
        let export = ui.add_enabled(ready, Button::new("Export…")).clicked();
        let cancel = ui.button("Cancel").clicked().then_some(DialogAnswer::Cancel);
        export.then(|| DialogAnswer::Export(Box::new(form.order.clone()))).or(cancel)
    })
    .inner
}

fn settings(ui: &mut Ui, order: &mut Order) {
    let label = ui.label("As");
    let name = |format: Format| format!("{} (.{})", format.about(), format.name());
    let before = order.format;
    let list = ComboBox::from_id_salt("format").width(280.0).selected_text(name(order.format));
    let list = popup::list(list, ui, |ui| {
        for format in Format::ALL {
            ui.selectable_value(&mut order.format, *format, name(*format));
        }
    });
    list.response.labelled_by(label.id);
    if order.format != before {
        // Counters are included in pictures, separate on paper, and modules need larger hexes.
        let usual = Order::new(order.format);
        order.options.units = usual.options.units;
        order.hex = usual.hex;
    }
    ui.add_space(6.0);
    match order.format {
        Format::Pdf => {
            pages(ui, order);
            drawing(ui, order);
        }
        Format::Png | Format::Svg => {
            subject(ui, order);
            Grid::new("picture").num_columns(2).show(ui, |ui| {
                let label = ui.label(if order.subject == Subject::Map { "Hex" } else { "Counter" });
                let mut hex = order.hex_width();
                if ui.add(DragValue::new(&mut hex).range(2.0..=600.0).suffix(" px")).labelled_by(label.id).changed() {
                    order.hex = Some(hex);
                }
                ui.end_row();
            });
            drawing(ui, order);
        }
        _ => {}
    }
}

/// Draws the choice of the subject.
fn subject(ui: &mut Ui, order: &mut Order) {
    ui.horizontal(|ui| {
        ui.selectable_value(&mut order.subject, Subject::Map, "Map");
        ui.selectable_value(&mut order.subject, Subject::Counters, "Counters");
    });
    ui.add_space(6.0);
}

/// Draws the check boxes for map layers.
fn drawing(ui: &mut Ui, order: &mut Order) {
    let options = &mut order.options;
    if order.format != Format::Pdf && order.subject == Subject::Counters {
        ui.checkbox(&mut options.stripes, "Stripes on counters of the second side");
        return;
    }
    ui.label(RichText::new("Show on the map").strong());
    ui.checkbox(&mut options.numbers, "Hex numbers");
    ui.checkbox(&mut options.grid, "Hexsides");
    ui.checkbox(&mut options.marks, "Entry hexes, zones, victory hexes");
    ui.checkbox(&mut options.units, "Counters in their start hexes");
    ui.checkbox(&mut options.stripes, "Stripes on counters of the second side");
}

/// Draws the choice of pages and paper.
fn pages(ui: &mut Ui, order: &mut Order) {
    let book = &mut order.book;
    ui.label(RichText::new("Print").strong());
    for sheet in PrintedPart::ALL {
        let mut on = book.sheets.contains(&sheet);
        let name = match sheet {
            PrintedPart::Map => "Map sheets",
            PrintedPart::Counters => "Counters, fronts and backs",
            PrintedPart::Aid => "Player's aid",
            PrintedPart::Track => "Turn track",
            PrintedPart::Setup => "Setup cards",
        };
        if ui.checkbox(&mut on, name).changed() {
            book.sheets.retain(|other| *other != sheet);
            if on {
                book.sheets.push(sheet);
                book.sheets.sort();
            }
        }
    }
    ui.add_space(6.0);
    Grid::new("paper").num_columns(2).show(ui, |ui| {
        let label = ui.label("Paper");
        let name = |paper: Option<Paper>| match paper {
            Some(Paper::A4) => "A4",
            Some(Paper::A3) => "A3",
            Some(Paper::Letter) => "Letter",
            Some(Paper::Tabloid) => "Tabloid",
            None => "Map on one sheet",
        };
        let list = ComboBox::from_id_salt("paper").selected_text(name(book.paper));
        let list = popup::list(list, ui, |ui| {
            for paper in Paper::ALL.map(Some).into_iter().chain([None]) {
                ui.selectable_value(&mut book.paper, paper, name(paper));
            }
        });
        list.response.labelled_by(label.id);
        ui.end_row();
        length(ui, "Hex", &mut book.hex, 5.0..=100.0);
        let label = ui.label("Counter");
        let known = [("1/2 in", 12.7), ("9/16 in", 14.2875), ("15 mm", 15.0), ("5/8 in", 15.875)];
        let now = known.iter().find(|(_, mm)| (book.counter.in_mm() - mm).abs() < 0.01);
        let now = now.map_or_else(|| book.counter.to_string(), |(name, _)| (*name).to_owned());
        let list = ComboBox::from_id_salt("counter").selected_text(now);
        let list = popup::list(list, ui, |ui| {
            for (name, mm) in known {
                ui.selectable_value(&mut book.counter, Length::mm(mm), name);
            }
        });
        list.response.labelled_by(label.id);
        ui.end_row();
        length(ui, "Overlap of map sheets", &mut book.overlap, 0.0..=40.0);
        length(ui, "Bleed of counters", &mut book.bleed, 0.0..=4.0);
        ui.label("Flip sheets on the");
        ui.horizontal(|ui| {
            ui.selectable_value(&mut book.flip, Flip::Long, "long edge");
            ui.selectable_value(&mut book.flip, Flip::Short, "short edge");
        });
        ui.end_row();
    });
    ui.add_space(6.0);
}

fn length(ui: &mut Ui, name: &str, length: &mut Length, range: std::ops::RangeInclusive<f32>) {
    let label = ui.label(name);
    let mut mm = length.in_mm();
    let drag = DragValue::new(&mut mm).range(range).speed(0.1).max_decimals(2).suffix(" mm");
    if ui.add(drag).labelled_by(label.id).changed() {
        *length = Length::mm(mm);
    }
    ui.end_row();
}

/// Draws the preview with the controls for page and zoom.
fn shown(ui: &mut Ui, form: &mut ExportForm) {
    let area = ScrollArea::both().id_salt("preview").max_width(ROOM.x).max_height(ROOM.y).auto_shrink(false);
    area.show(ui, |ui| picture(ui, form));
    let Ok(Some(preview)) = &form.seen else { return };
    let (page, pages) = preview.page;
    ui.horizontal(|ui| {
        if pages > 1 {
            if ui.add_enabled(page > 0, Button::new("‹")).on_hover_text("Previous page").clicked() {
                form.page = page - 1;
            }
            ui.label(format!("{} of {pages}", page + 1));
            if ui.add_enabled(page + 1 < pages, Button::new("›")).on_hover_text("Next page").clicked() {
                form.page = page + 1;
            }
        }
        let at = ZOOMS.iter().position(|zoom| *zoom == form.zoom).unwrap_or_default();
        let less = at.checked_sub(1).and_then(|at| ZOOMS.get(at).copied());
        for (sign, name, zoom) in
            [("−", "Reduce the preview", less), ("+", "Enlarge the preview", ZOOMS.get(at + 1).copied())]
        {
            let button = ui.add_enabled(zoom.is_some(), Button::new(sign)).on_hover_text(name);
            if let Some(zoom) = zoom.filter(|_| button.accessible_name(name).clicked()) {
                form.zoom = zoom;
            }
        }
        ui.label(&preview.title);
    });
}

/// Draws the page or picture with its edges.
fn picture(ui: &mut Ui, form: &mut ExportForm) {
    let room = ROOM * f32::from(form.zoom);
    let size = match &form.seen {
        Ok(Some(preview)) => {
            #[expect(clippy::cast_precision_loss, reason = "some thousand pixels")]
            let [width, height] = preview.size.map(|pixels| pixels as f32);
            let inside = room - Vec2::splat(2.0 * DESK);
            vec2(width, height) * (inside.x / width).min(inside.y / height)
        }
        _ => Vec2::ZERO,
    };
    let (rect, response) = ui.allocate_exact_size((size + Vec2::splat(2.0 * DESK)).max(ROOM), Sense::hover());
    ui.painter().rect_filled(rect, 4.0, Color32::from_gray(110));
    let preview = match &form.seen {
        Ok(Some(preview)) => preview,
        Ok(None) => {
            let text = if form.known == form.stamp { "No preview" } else { "Drawing…" };
            note(ui, rect, text, Color32::WHITE);
            return;
        }
        Err(why) => {
            ui.painter().rect_filled(rect, 4.0, ui.visuals().extreme_bg_color);
            note(ui, rect, why, ui.visuals().error_fg_color);
            return;
        }
    };
    let words = format!("Preview: {}", preview.title);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &words));
    let texture = form.texture.get_or_insert_with(|| {
        let image = ColorImage::from_rgba_premultiplied(preview.size, &preview.pixels);
        ui.ctx().load_texture("export", image, TextureOptions::LINEAR)
    });
    let place = egui::Rect::from_center_size(rect.center(), size);
    let whole = egui::Rect::from_min_max(egui::Pos2::ZERO, egui::pos2(1.0, 1.0));
    let painter = ui.painter();
    painter.rect_filled(place.translate(vec2(2.0, 2.0)), 0.0, Color32::from_black_alpha(90));
    painter.image(texture.id(), place, whole, Color32::WHITE);
    painter.rect_stroke(place, 0.0, Stroke::new(1.0, Color32::from_gray(30)), StrokeKind::Outside);
}

fn note(ui: &Ui, rect: egui::Rect, text: &str, color: Color32) {
    let font = egui::FontId::proportional(13.0);
    let galley = ui.painter().layout(text.to_owned(), font, color, rect.width() - 24.0);
    ui.painter().galley(rect.center() - galley.size() / 2.0, galley, color);
}
