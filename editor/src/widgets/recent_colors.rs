//! The colors that were picked last, as buttons beside a color field.

use egui::{Color32, Context, Id, Rect, Response, Sense, Ui, Vec2};

use crate::settings::COLORS;
use crate::theme::TARGET;

fn key() -> Id {
    Id::unique("recent colors")
}

fn picking() -> Id {
    Id::unique("color that is being picked")
}

/// Returns the colors, newest first.
pub fn all(ctx: &Context) -> Vec<Color32> {
    ctx.data(|data| data.get_temp(key())).unwrap_or_default()
}

/// Replaces the colors.
pub fn set(ctx: &Context, mut colors: Vec<Color32>) {
    colors.truncate(COLORS);
    ctx.data_mut(|data| data.insert_temp(key(), colors));
}

/// Notes a color that is being picked. It counts when the popup of the field has closed, so that the colors on the way do not.
pub fn note(ctx: &Context, color: Color32) {
    ctx.data_mut(|data| data.insert_temp(picking(), color));
}

/// Adds the noted color if no popup is open.
fn settle(ctx: &Context) {
    if egui::Popup::is_any_open(ctx) {
        return;
    }
    let Some(picked) = ctx.data_mut(|data| data.remove_temp::<Color32>(picking())) else { return };
    let others = all(ctx).into_iter().filter(|color| *color != picked);
    set(ctx, std::iter::once(picked).chain(others).collect());
}

/// Draws a button for each color but `now`. Returns the color that was clicked.
pub fn ui(ui: &mut Ui, now: Color32) -> Option<Color32> {
    settle(ui.ctx());
    let mut clicked = None;
    ui.spacing_mut().item_spacing.x = 3.0;
    for color in all(ui.ctx()).into_iter().filter(|color| *color != now) {
        let [r, g, b, _] = color.to_array();
        let name = format!("Recent color #{r:02x}{g:02x}{b:02x}");
        if swatch(ui, color).accessible(&name).clicked() {
            clicked = Some(color);
        }
    }
    clicked
}

/// The response of a swatch, before it has its name.
struct Swatch(Response);

impl Swatch {
    fn accessible(self, name: &str) -> Response {
        self.0.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, name));
        self.0.on_hover_text(name)
    }
}

fn swatch(ui: &mut Ui, color: Color32) -> Swatch {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(TARGET), Sense::click());
    let visuals = ui.style().interact(&response);
    let inner = Rect::from_center_size(rect.center(), Vec2::splat(16.0));
    ui.painter().rect_filled(inner, 3.0, color);
    ui.painter().rect_stroke(inner, 3.0, visuals.bg_stroke, egui::StrokeKind::Outside);
    if response.has_focus() {
        ui.painter().rect_stroke(inner.expand(3.0), 4.0, ui.visuals().selection.stroke, egui::StrokeKind::Outside);
    }
    Swatch(response)
}
