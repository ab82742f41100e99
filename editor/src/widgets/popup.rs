//! Menus, lists and tooltips: limited to the height of the window, placed beside their widget.

use egui::accesskit::Action;
use egui::containers::menu::menu_style;
use egui::style::{ScrollAnimation, ScrollStyle, StyleModifier};
use egui::{Align, ComboBox, Event, InnerResponse, Key, Rect, RectAlign, Response, ScrollArea, Tooltip, Ui, vec2};

/// The distance of a tooltip from its widget, which clears the edge of a menu, in points.
const GAP: f32 = 12.0;

/// Draws a menu that starts at the top when opened, with a scroll bar if it is higher than the window.
pub fn menu<R>(ui: &mut Ui, items: impl FnOnce(&mut Ui) -> R) -> R {
    ui.spacing_mut().scroll = ScrollStyle::solid();
    // Leaves the menu bar visible above the menu.
    let height = ui.ctx().content_rect().height() - 2.0 * ui.spacing().interact_size.y - 12.0;
    ui.set_max_height(height);
    ScrollArea::vertical()
        .show(ui, |ui| {
            begin(ui);
            items(ui)
        })
        .inner
}

/// Draws the list of `combo` in the same way.
pub fn list<R>(combo: ComboBox<'_>, ui: &mut Ui, items: impl FnOnce(&mut Ui) -> R) -> InnerResponse<Option<R>> {
    let style = StyleModifier::new(|style| {
        menu_style(style);
        style.spacing.scroll = ScrollStyle::solid();
    });
    combo.popup_style(style).height(f32::INFINITY).show_ui(ui, |ui| {
        begin(ui);
        let chosen = items(ui);
        if has_choice(ui) {
            ui.close();
        }
        chosen
    })
}

/// Returns `true` if the keyboard or a screen reader chose from an open list, which egui closes only after a click.
fn has_choice(ui: &Ui) -> bool {
    let keys = ui.input(|input| input.key_pressed(Key::Enter) || input.key_pressed(Key::Space));
    let requests = ui.input(|input| {
        let click =
            |event: &Event| matches!(event, Event::AccessKitActionRequest(asked) if asked.action == Action::Click);
        input.events.iter().any(click)
    });
    // What opened the list chose nothing from it.
    (keys || requests) && !ui.is_sizing_pass()
}

/// Scrolls a newly opened popup to its top.
fn begin(ui: &Ui) {
    if ui.is_sizing_pass() {
        let top = Rect::from_min_size(ui.cursor().min, vec2(1.0, 1.0));
        ui.scroll_to_rect_animation(top, Some(Align::TOP), ScrollAnimation::none());
    }
}

/// Shows the text `help` beside a widget in a column, without covering the next widget.
pub fn help_beside(response: Response, help: &str) -> Response {
    beside(response, |ui| {
        ui.label(help);
    })
}

/// Shows the content of `help` beside a widget in a column.
pub fn beside(response: Response, help: impl FnOnce(&mut Ui)) -> Response {
    let mut tooltip = Tooltip::for_enabled(&response).gap(GAP);
    let others = [RectAlign::LEFT_START, RectAlign::RIGHT_END, RectAlign::LEFT_END];
    tooltip.popup = tooltip.popup.align(RectAlign::RIGHT_START).align_alternatives(&others);
    tooltip.show(help);
    response
}
