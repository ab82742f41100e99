//! Tool options as a page of the inspector, with the rows that several tools share.

use battlewright_schema::{Common, Scenario};
use egui::{Sense, Stroke, Ui, vec2};

use super::{PaintLayer, ToolOptions, WIDEST};
use crate::canvas::ink;
use crate::messages::act::Act;
use crate::widgets::field;

/// The height of a swatch in the terrain legend, in points.
pub(crate) const SWATCH: f32 = 26.0;

/// An inspector page with the options of a tool.
#[derive(Clone, Copy)]
pub struct OptionsPage {
    /// The highest number of rows apart from swatches. The page always has this height.
    pub rows: u8,
    /// `true` if the page shows the terrain legend.
    pub legend: bool,
    /// Draws the page.
    pub draw: fn(&mut Ui, &mut PageContext<'_>),
}

/// The data that a page reads and changes.
pub struct PageContext<'a> {
    /// The scenario.
    pub scenario: &'a Scenario,
    /// The options. Changes take effect in the next frame.
    pub options: ToolOptions,
    /// The acts to carry out after the frame.
    pub acts: &'a mut Vec<Act>,
}

impl<'a> PageContext<'a> {
    /// Returns the sections that all systems share.
    pub fn common(&self) -> &'a dyn Common {
        self.scenario.common()
    }

    /// Draws a choice of the layer to paint.
    pub(super) fn layer(&mut self, ui: &mut Ui) {
        let layers = PaintLayer::ALL.map(|layer| (layer, layer.name().to_owned()));
        let help = "Layer of the map: terrain or levels.";
        if let Some(layer) = field::choice(ui, "Works on", help, &self.options.layer, &layers) {
            self.options.layer = layer;
        }
    }

    /// Draws the choice of terrain or level, according to the layer.
    pub(super) fn paint(&mut self, ui: &mut Ui) {
        match self.options.layer {
            PaintLayer::Terrain => self.legend(ui),
            PaintLayer::Levels => self.level(ui, true),
        }
    }

    /// Draws the terrain legend.
    pub(super) fn legend(&mut self, ui: &mut Ui) {
        legend(ui, self.common(), &mut self.options);
    }

    /// Draws the field for the level to set, disabled unless `used`.
    pub(super) fn level(&mut self, ui: &mut Ui, used: bool) {
        let help = "Level to set; 1 is the lowest. Alt-click picks the level of a hex.";
        let number = |ui: &mut Ui| field::number(ui, self.acts, "To level", help, self.options.level, 1..=9, "");
        if let Some((_, level)) = ui.add_enabled_ui(used, number).inner {
            self.options.level = level;
        }
    }

    /// Draws the choice of the brush width, disabled unless `used`.
    pub(super) fn width(&mut self, ui: &mut Ui, used: bool) {
        let hexes = |size: u8| if size == 1 { "1 hex".to_owned() } else { format!("{} hexes", size * 2 - 1) };
        let sizes: Vec<(u8, String)> = (1..=WIDEST).map(|size| (size, hexes(size))).collect();
        let help = "Width of the brush in hexes, or of the outline of a rectangle. [ and ] change it.";
        let choice = |ui: &mut Ui| field::choice(ui, "Width", help, &self.options.size, &sizes);
        if let Some(size) = ui.add_enabled_ui(used, choice).inner {
            self.options.size = size;
        }
    }

    /// Draws the choice of the side.
    pub(super) fn side(&mut self, ui: &mut Ui) {
        let sides: Vec<(usize, String)> =
            self.common().sides().iter().enumerate().map(|(n, side)| (n, side.name.to_owned())).collect();
        if let Some(side) = field::choice(ui, "For", "Side of the new items.", &self.options.side, &sides) {
            self.options.side = side;
        }
    }
}

/// Draws the terrain legend as buttons that select the terrain to paint.
pub(crate) fn legend(ui: &mut Ui, common: &dyn Common, options: &mut ToolOptions) {
    for terrain in common.terrain() {
        let selected = terrain.letter.0 == options.letter;
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), SWATCH), Sense::click());
        response.widget_info(|| egui::WidgetInfo::selected(egui::Role::RadioButton, true, selected, terrain.name));
        let painter = ui.painter();
        if selected {
            painter.rect_filled(rect, 4.0, ui.visuals().selection.bg_fill);
        } else if response.hovered() {
            painter.rect_filled(rect, 4.0, ui.visuals().widgets.hovered.weak_bg_fill);
        }
        let (fill, line) = ink::ground(terrain.look);
        let fill = terrain.color.map_or(fill, ink::color);
        let swatch = egui::Rect::from_center_size(rect.left_center() + vec2(20.0, 0.0), vec2(26.0, 18.0));
        painter.rect(swatch, 3.0, fill, Stroke::new(1.0, line), egui::StrokeKind::Inside);
        let body = egui::TextStyle::Body.resolve(ui.style());
        let color = if selected { ui.visuals().selection.stroke.color } else { ui.visuals().text_color() };
        let at = rect.left_center() + vec2(42.0, 0.0);
        painter.text(at, egui::Align2::LEFT_CENTER, terrain.name, body, color);
        let mono = egui::TextStyle::Monospace.resolve(ui.style());
        let at = rect.right_center() - vec2(10.0, 0.0);
        painter.text(at, egui::Align2::RIGHT_CENTER, terrain.letter, mono, ui.visuals().weak_text_color());
        if response.on_hover_text(format!("Paint {} (letter {} in the file)", terrain.name, terrain.letter)).clicked() {
            options.letter = terrain.letter.0;
        }
    }
}
