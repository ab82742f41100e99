//! The tool bar: an icon for each tool.

use egui::scroll_area::ScrollBarVisibility;
use egui::{Color32, ScrollArea, Sense, Stroke, Ui, Vec2, vec2};

use super::PanelContext;
use crate::messages::act::Act;
use crate::messages::command::Command;
use crate::tools::ToolKind;
use crate::widgets::{icon, popup};

/// The width of an icon in points.
const ICON: f32 = 24.0;

/// Draws the tool bar with `tools`. It scrolls in a low window.
pub fn ui(ui: &mut Ui, shown: &PanelContext<'_>, tools: &[ToolKind], acts: &mut Vec<Act>) {
    let area = ScrollArea::vertical().id_salt("tools").auto_shrink(false);
    let area = area.scroll_bar_visibility(ScrollBarVisibility::AlwaysHidden);
    area.show(ui, |ui| icons(ui, shown, tools, acts));
}

fn icons(ui: &mut Ui, shown: &PanelContext<'_>, tools: &[ToolKind], acts: &mut Vec<Act>) {
    ui.spacing_mut().item_spacing = vec2(0.0, 3.0);
    ui.add_space(4.0);
    let mut last = None;
    for tool in tools.iter().copied() {
        let info = tool.info();
        if last.replace(info.group).is_some_and(|last| last != info.group) {
            ui.add_space(3.0);
            let (line, _) = ui.allocate_exact_size(vec2(34.0, 1.0), Sense::hover());
            ui.painter().rect_filled(
                line.shrink2(vec2(5.0, 0.0)),
                0.0,
                ui.visuals().widgets.noninteractive.bg_stroke.color,
            );
            ui.add_space(3.0);
        }
        let (rect, response) = ui.allocate_exact_size(Vec2::splat(34.0), Sense::click());
        let selected = shown.tool == tool;
        response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, selected, info.name));
        ui.ctx().accesskit_node_builder(response.id, |node| {
            node.set_description(info.help);
            node.set_keyboard_shortcut(info.key.name());
        });
        let fill = if selected {
            ui.visuals().selection.bg_fill
        } else if response.hovered() {
            ui.visuals().widgets.hovered.weak_bg_fill
        } else {
            Color32::TRANSPARENT
        };
        ui.painter().rect_filled(rect, 6.0, fill);
        if response.gained_focus() {
            response.scroll_to_me(None);
        }
        if response.has_focus() {
            let stroke = Stroke::new(1.5, ui.visuals().selection.stroke.color);
            ui.painter().rect_stroke(rect.shrink(1.0), 6.0, stroke, egui::StrokeKind::Inside);
        }
        let color = if selected { ui.visuals().selection.stroke.color } else { ui.visuals().text_color() };
        icon::paint(ui.painter(), info.icon, rect.center(), ICON, color);
        let key = info.key.symbol_or_name();
        let response = popup::beside(response, |ui| {
            ui.horizontal(|ui| {
                ui.strong(info.name);
                ui.weak(key);
            });
            ui.label(info.help);
        });
        if response.clicked() {
            acts.push(Act::Command(Command::Tool(tool)));
        }
    }
}
