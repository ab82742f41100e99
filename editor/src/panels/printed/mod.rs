//! The *As printed* tab: the charts of the scenario as they stand on paper. They follow every change, and their numbers lead to the
//! fields that hold them.
//!
//! A chart becomes lines of words (`table`), which are placed (`lay`) and drawn (`draw`). Only the charts in sight are drawn; the
//! heights of the others are known.

mod draw;
mod lay;
mod pictures;
mod table;
mod text;
mod widths;
mod words;

use std::sync::Arc;

use battlewright_charts::{Chart, Place, arrange};
use battlewright_export::art::Art;
use battlewright_schema::rule::stands_in_for;
use battlewright_schema::{DocPath, Scenario};
use egui::{Align, Align2, Id, Label, Layout, Pos2, Rect, RichText, ScrollArea, TextStyle, Ui, Vec2, pos2, vec2};

use self::draw::ChartPen;
use self::lay::PrintedTitle;
use self::pictures::SheetPictures;
use self::table::PrintedTable;
use self::text::SheetLook;
use self::words::PrintedWords;
use super::PanelContext;
use crate::messages::act::Act;
use crate::model::document::Document;

/// The width of the list of charts, and the width of the panel from which it is shown, in points.
const LIST: f32 = 190.0;
const WITH_LIST: f32 = 620.0;

/// The width of the sheet from which charts stand beside each other as on paper, in points.
const SIDE_BY_SIDE: f32 = 760.0;

/// The room between charts, and the height of the title of a sheet, in points.
const GAP: f32 = 12.0;
const PAGE: f32 = 22.0;

/// The charts of a scenario, made again after each change.
#[derive(Default)]
pub struct PrintedSheets {
    /// The revision of the document and the artwork that the charts are of.
    of: Option<(u64, Arc<Art>)>,
    charts: Vec<Chart>,
    printed: Vec<PrintedChart>,
    pictures: SheetPictures,
    /// The chart that comes into view in the next frame.
    goal: Option<usize>,
    /// The chart at the top of the view.
    top: usize,
}

/// A chart as the window shows it.
struct PrintedChart {
    title: PrintedWords,
    aside: PrintedWords,
    table: PrintedTable,
    /// The section of the tables that stand in, if the chart holds in some turns only.
    section: Option<String>,
    /// The size in a column of this width, on a screen of so many pixels a point; `None` before it was placed.
    size: Option<([f32; 2], Vec2)>,
}

impl PrintedSheets {
    /// Returns the charts, in the order of the sheets.
    pub fn charts(&self) -> &[Chart] {
        &self.charts
    }

    /// Forgets the charts of another scenario.
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    /// Makes the charts again if the document has changed.
    fn refresh(&mut self, document: &Document) {
        let is_same =
            |(revision, art): &(u64, Arc<Art>)| *revision == document.revision() && Arc::ptr_eq(art, document.art());
        if self.of.as_ref().is_some_and(is_same) {
            return;
        }
        let scenario = document.scenario();
        let charts = battlewright_charts::charts(scenario);
        self.printed = charts.iter().map(|chart| printed(scenario, chart)).collect();
        self.pictures = SheetPictures::of(document, &charts);
        self.charts = charts;
        self.of = Some((document.revision(), Arc::clone(document.art())));
    }

    /// Returns the place of each chart below the upper left corner of the sheets. Charts stand beside each other as on paper if there
    /// is room.
    fn arranged(&mut self, ui: &Ui, width: f32) -> Vec<Rect> {
        let mut places: Vec<Rect> = Vec::new();
        let mut y = 0.0;
        let pages = self.charts.chunk_by(|a, b| a.place.page == b.place.page);
        let pages: Vec<Vec<Place>> = pages.map(|page| page.iter().map(|chart| chart.place).collect()).collect();
        for page in pages {
            y += PAGE;
            let first = places.len();
            places.resize(first + page.len(), Rect::ZERO);
            let rows = if width < SIDE_BY_SIDE {
                (0..page.len()).map(|at| vec![vec![at]]).collect()
            } else {
                arrange::rows(&page)
            };
            for row in rows {
                let (mut x, mut lowest) = (0.0_f32, y);
                for stack in row {
                    let wide = if width < SIDE_BY_SIDE { width } else { spanned(arrange::span(&page, &stack), width) };
                    let (mut below, mut right) = (y, x + wide);
                    for at in stack {
                        let size = self.size(ui, first + at, wide);
                        if let Some(place) = places.get_mut(first + at) {
                            *place = Rect::from_min_size(pos2(x, below), size);
                        }
                        (below, right) = (below + size.y + GAP, right.max(x + size.x));
                    }
                    lowest = lowest.max(below);
                    x = right + GAP;
                }
                y = lowest;
            }
        }
        places
    }

    /// Returns the size of a chart in a column of this width.
    fn size(&mut self, ui: &Ui, at: usize, width: f32) -> Vec2 {
        let Some(chart) = self.printed.get_mut(at) else { return Vec2::ZERO };
        let key = [width, ui.pixels_per_point()];
        if let Some((_, size)) = chart.size.filter(|(known, _)| *known == key) {
            return size;
        }
        let look = SheetLook::new(&self.pictures, ui.visuals());
        let placed = lay::lay(ui, &look, &chart.title(ui), &chart.table, width);
        let size = vec2(placed.width, placed.height);
        chart.size = Some((key, size));
        size
    }

    /// Draws the charts in sight.
    fn draw(&mut self, ui: &mut Ui, shown: &PanelContext<'_>, is_editable: bool, acts: &mut Vec<Act>) {
        let width = ui.available_width() - GAP;
        let places = self.arranged(ui, width);
        let all = places.iter().fold(Rect::ZERO, |all, place| all.union(*place));
        let (_, sheets) = ui.allocate_space(all.size());
        let corner = sheets.min.to_vec2();
        if let Some(goal) = self.goal.take().and_then(|goal| places.get(goal)) {
            ui.scroll_to_rect(goal.translate(corner - vec2(0.0, 2.0)), Some(Align::TOP));
        }
        let sight = ui.clip_rect();
        // The keyboard goes on to what is just out of sight.
        let near = sight.expand(sight.height());
        let look = SheetLook::new(&self.pictures, ui.visuals());
        let mut top = None;
        let mut page = 0;
        for (at, (place, (chart, printed))) in places.iter().zip(self.charts.iter().zip(&self.printed)).enumerate() {
            let place = place.translate(corner);
            if chart.place.page != page {
                page = chart.place.page;
                sheet_title(ui, pos2(sheets.left(), place.top() - PAGE), page);
            }
            if top.is_none() && place.bottom() > sight.top() + GAP {
                top = Some(at);
            }
            if !near.intersects(place) {
                continue;
            }
            let column = printed.size.map_or(place.width(), |([width, _], _)| width);
            let placed = lay::lay(ui, &look, &printed.title(ui), &printed.table, column);
            let field = |path: &DocPath| Some(field_of(shown.scenario(), printed.section.as_deref(), path));
            let mut pen = ChartPen {
                look: &look,
                scenario: shown.scenario(),
                name: &chart.title,
                is_editable,
                field: &field,
                acts,
            };
            pen.draw(ui, Id::unique(("printed chart", at)), &placed, place.min.to_vec2());
        }
        self.top = top.unwrap_or_default();
    }

    /// Draws the list of the charts. A click brings a chart into view.
    fn list(&mut self, ui: &mut Ui) {
        let mut page = 0;
        for (at, chart) in self.charts.iter().enumerate() {
            if chart.place.page != page {
                page = chart.place.page;
                ui.label(RichText::new(format!("Sheet {page}")).small().weak());
            }
            let text = if chart.is_changed() { format!("{} *", chart.title) } else { chart.title.clone() };
            let item = egui::Button::selectable(at == self.top, text.as_str()).truncate();
            if ui.add(item).on_hover_text(text.as_str()).clicked() {
                self.goal = Some(at);
                ui.ctx().request_repaint();
            }
        }
    }
}

impl PrintedChart {
    fn title(&self, ui: &Ui) -> PrintedTitle<'_> {
        PrintedTitle { title: &self.title, aside: &self.aside, inks: SheetLook::on_band(ui.visuals()) }
    }
}

/// Draws the tab.
pub fn ui(ui: &mut Ui, sheets: &mut PrintedSheets, shown: &PanelContext<'_>, is_editable: bool, acts: &mut Vec<Act>) {
    sheets.refresh(shown.document);
    let help = match is_editable {
        true => {
            "As the sheets of the export print them. Click a number to go to its field. Marked values are changed by the scenario."
        }
        false => "As the sheets of the export print them. Marked values are changed by the scenario.",
    };
    ui.add(Label::new(RichText::new(help).small().weak()).wrap());
    if sheets.charts.is_empty() {
        ui.weak("This scenario has no charts.");
        return;
    }
    ui.with_layout(Layout::left_to_right(Align::Min), |ui| {
        if ui.available_width() >= WITH_LIST {
            ui.vertical(|ui| {
                ui.set_width(LIST);
                ScrollArea::vertical().id_salt("charts").auto_shrink(false).show(ui, |ui| sheets.list(ui));
            });
            ui.separator();
        }
        ScrollArea::both().id_salt("sheets").auto_shrink(false).show(ui, |ui| {
            sheets.draw(ui, shown, is_editable, acts);
        });
    });
}

/// Draws the number of a sheet above its charts.
fn sheet_title(ui: &Ui, corner: Pos2, page: u8) {
    let font = TextStyle::Small.resolve(ui.style());
    let at = corner + vec2(0.0, PAGE / 2.0);
    let text = format!("SHEET {page}");
    ui.painter().text(at, Align2::LEFT_CENTER, text, font, ui.visuals().weak_text_color());
}

/// Returns the width of so many of the twelve columns of a sheet.
fn spanned(span: u8, width: f32) -> f32 {
    (width + GAP) * f32::from(span) / 12.0 - GAP
}

/// Returns the field to go to for a number that is from `path`: that of the table that stands in, on a chart of some turns.
fn field_of(scenario: &Scenario, section: Option<&str>, path: &DocPath) -> DocPath {
    let Some(section) = section else { return path.clone() };
    let tables = scenario.own_named_tables();
    let found = tables.iter().find_map(|table| {
        let (of, base) = stands_in_for(table).filter(|(_, base)| path.is_within(base))?;
        let rest = path.0.get(base.0.len()..).filter(|_| of == section)?;
        Some(DocPath([table.0.as_slice(), rest].concat()))
    });
    found.unwrap_or_else(|| path.clone())
}

/// Returns a chart as the window shows it.
fn printed(scenario: &Scenario, chart: &Chart) -> PrintedChart {
    let section = chart.stands_by.as_ref().and_then(|said| {
        let choices = scenario.choices_of_tables().into_iter();
        let mut choices = choices.filter(|choice| *said == format!("{} {}", choice.sentence, choice.turns));
        choices.next().map(|choice| choice.tables.to_string())
    });
    PrintedChart {
        title: PrintedWords::strong(&chart.title),
        aside: PrintedWords::of(&chart.aside, false),
        table: table::table(chart),
        section,
        size: None,
    }
}
