//! The tool bar: a drawn sign for every tool.

use egui::scroll_area::ScrollBarVisibility;
use egui::{Color32, Painter, Pos2, Rect, ScrollArea, Sense, Shape, Stroke, Ui, Vec2, vec2};

use super::{PanelContext, popup};
use crate::canvas::ink;
use crate::canvas::pen::ShapePainter as _;
use crate::messages::act::Act;
use crate::messages::command::Command;
use crate::tools::ToolKind;

/// Draws the tool bar with `tools`, which scrolls where a low window or large text leaves no room for
/// all; those that are of no use in this scenario are pale and say why.
pub fn ui(ui: &mut Ui, shown: &PanelContext<'_>, tools: &[ToolKind], acts: &mut Vec<Act>) {
    let area = ScrollArea::vertical().id_salt("tools").auto_shrink(false);
    let area = area.scroll_bar_visibility(ScrollBarVisibility::AlwaysHidden);
    area.show(ui, |ui| signs(ui, shown, tools, acts));
}

fn signs(ui: &mut Ui, shown: &PanelContext<'_>, tools: &[ToolKind], acts: &mut Vec<Act>) {
    ui.spacing_mut().item_spacing = vec2(0.0, 3.0);
    ui.add_space(4.0);
    for tool in tools.iter().copied() {
        if matches!(tool, ToolKind::Brush | ToolKind::Road | ToolKind::Place | ToolKind::Unit | ToolKind::LineOfSight) {
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
        let unusable = tool.unusable(shown.scenario());
        let usable = unusable.is_none();
        response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, usable, selected, tool.name()));
        ui.ctx().accesskit_node_builder(response.id, |node| {
            node.set_description(unusable.as_deref().unwrap_or(tool.help()));
            node.set_keyboard_shortcut(tool.key().name());
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
        let color = if usable { color } else { color.gamma_multiply(0.3) };
        sign(ui.painter(), rect.shrink(7.0), tool, color);
        let key = tool.key().symbol_or_name();
        let response = popup::beside(response, |ui| {
            ui.horizontal(|ui| {
                ui.strong(tool.name());
                ui.weak(key);
            });
            ui.label(tool.help());
            if let Some(why) = &unusable {
                ui.weak(why);
            }
        });
        if response.clicked() {
            acts.push(Act::Command(Command::Tool(tool)));
        }
    }
}

/// Draws the sign of a tool.
fn sign(painter: &Painter, rect: Rect, tool: ToolKind, color: Color32) {
    let line = Stroke::new(1.6, color);
    let at = |x: f32, y: f32| rect.min + vec2(x, y) * rect.width();
    let path = |points: &[(f32, f32)]| -> Vec<Pos2> { points.iter().map(|(x, y)| at(*x, *y)).collect() };
    let polyline = |points: &[(f32, f32)]| {
        painter.add(Shape::line(path(points), line));
    };
    let closed = |points: &[(f32, f32)]| {
        painter.add(Shape::closed_line(path(points), line));
    };
    match tool {
        ToolKind::Select => {
            closed(&[(0.2, 0.02), (0.2, 0.82), (0.4, 0.64), (0.54, 0.96), (0.68, 0.9), (0.54, 0.58), (0.8, 0.56)]);
        }
        ToolKind::Brush => {
            polyline(&[(0.95, 0.05), (0.48, 0.56)]);
            painter.line_segment([at(0.92, 0.08), at(0.5, 0.54)], Stroke::new(3.0, color));
            let tuft = path(&[(0.34, 0.52), (0.52, 0.68), (0.36, 0.92), (0.04, 0.98), (0.2, 0.74)]);
            painter.add(Shape::convex_polygon(tuft, color, Stroke::NONE));
        }
        ToolKind::Line => {
            painter.line_segment([at(0.14, 0.86), at(0.86, 0.14)], Stroke::new(3.0, color));
            painter.circle_filled(at(0.1, 0.9), rect.width() * 0.13, color);
            painter.circle_filled(at(0.9, 0.1), rect.width() * 0.13, color);
        }
        ToolKind::Rectangle => {
            closed(&[(0.04, 0.16), (0.96, 0.16), (0.96, 0.84), (0.04, 0.84)]);
            let inner = Rect::from_min_max(at(0.2, 0.32), at(0.8, 0.68));
            painter.rect_filled(inner, 0.0, color.gamma_multiply(0.55));
        }
        ToolKind::Replace => {
            painter.circle_stroke(at(0.22, 0.24), rect.width() * 0.18, line);
            painter.circle_filled(at(0.78, 0.76), rect.width() * 0.2, color);
            polyline(&[(0.5, 0.14), (0.84, 0.14), (0.84, 0.46)]);
            polyline(&[(0.72, 0.34), (0.84, 0.46), (0.96, 0.34)]);
            polyline(&[(0.5, 0.86), (0.16, 0.86), (0.16, 0.54)]);
            polyline(&[(0.04, 0.66), (0.16, 0.54), (0.28, 0.66)]);
        }
        ToolKind::Region => {
            let corners = [(0.06, 0.12), (0.94, 0.12), (0.94, 0.88), (0.06, 0.88), (0.06, 0.12)];
            painter.extend(Shape::dashed_line(&path(&corners), line, 3.2, 2.6));
        }
        ToolKind::Fill => {
            closed(&[(0.36, 0.12), (0.82, 0.5), (0.42, 0.86), (0.04, 0.5)]);
            polyline(&[(0.1, 0.52), (0.78, 0.52)]);
            painter.circle_filled(at(0.9, 0.82), rect.width() * 0.1, color);
        }
        ToolKind::Picker => {
            polyline(&[(0.6, 0.4), (0.16, 0.84), (0.08, 0.94)]);
            polyline(&[(0.5, 0.26), (0.76, 0.52)]);
            painter.line_segment([at(0.64, 0.38), at(0.84, 0.16)], Stroke::new(5.0, color));
        }
        ToolKind::Elevation => {
            closed(&[(0.0, 0.92), (0.36, 0.18), (0.56, 0.54), (0.68, 0.36), (1.0, 0.92)]);
            polyline(&[(0.22, 0.46), (0.36, 0.54), (0.48, 0.4)]);
        }
        ToolKind::Road => {
            polyline(&[(0.12, 1.0), (0.34, 0.0)]);
            polyline(&[(0.88, 1.0), (0.66, 0.0)]);
            for (from, to) in [(0.04, 0.2), (0.36, 0.58), (0.76, 1.0)] {
                polyline(&[(0.5, from), (0.5, to)]);
            }
        }
        ToolKind::Hexside => {
            for shift in [0.14, 0.46, 0.78] {
                let wave: Vec<(f32, f32)> =
                    (0..=10_u8).map(|n| f32::from(n) / 10.0).map(|x| (x, shift + 0.1 * (x * 9.0).sin())).collect();
                polyline(&wave);
            }
        }
        ToolKind::Place => {
            let pin: Vec<Pos2> = (0..=12_u8)
                .map(|n| f32::from(n) / 12.0 * std::f32::consts::TAU * 0.72 + std::f32::consts::PI * 0.78)
                .map(|angle| at(0.5, 0.36) + Vec2::angled(angle) * rect.width() * 0.32)
                .chain([at(0.5, 1.0)])
                .collect();
            painter.add(Shape::closed_line(pin, line));
            painter.circle_filled(at(0.5, 0.36), rect.width() * 0.1, color);
        }
        ToolKind::Label => {
            painter.line_segment([at(0.08, 0.16), at(0.92, 0.16)], Stroke::new(2.6, color));
            painter.line_segment([at(0.5, 0.16), at(0.5, 0.92)], Stroke::new(2.6, color));
            polyline(&[(0.08, 0.12), (0.08, 0.32)]);
            polyline(&[(0.92, 0.12), (0.92, 0.32)]);
            polyline(&[(0.34, 0.92), (0.66, 0.92)]);
        }
        ToolKind::Entry => {
            polyline(&[(0.0, 0.5), (0.62, 0.5)]);
            polyline(&[(0.4, 0.26), (0.64, 0.5), (0.4, 0.74)]);
            polyline(&[(0.62, 0.04), (0.94, 0.04), (0.94, 0.96), (0.62, 0.96)]);
        }
        ToolKind::Exit => {
            polyline(&[(0.32, 0.5), (0.98, 0.5)]);
            polyline(&[(0.76, 0.26), (1.0, 0.5), (0.76, 0.74)]);
            polyline(&[(0.42, 0.04), (0.08, 0.04), (0.08, 0.96), (0.42, 0.96)]);
        }
        ToolKind::Victory => {
            painter.draw(|shapes| shapes.push(ink::star(rect.center(), rect.width() * 0.56, color)));
        }
        ToolKind::Unit => {
            let frame = Rect::from_min_max(at(0.02, 0.18), at(0.98, 0.84));
            painter.rect_stroke(frame, 1.0, line, egui::StrokeKind::Middle);
            painter.line_segment([frame.left_top(), frame.right_bottom()], line);
            painter.line_segment([frame.left_bottom(), frame.right_top()], line);
        }
        ToolKind::Zone => {
            let hexagon = |dx: f32, dy: f32| {
                let corner = |n: u8| Vec2::angled(f32::from(n) / 6.0 * std::f32::consts::TAU) * 0.27;
                (0..6_u8).map(|n| (0.5 + dx + corner(n).x, 0.5 + dy + corner(n).y)).collect::<Vec<_>>()
            };
            closed(&hexagon(-0.22, 0.0));
            closed(&hexagon(0.20, -0.24));
            closed(&hexagon(0.20, 0.24));
        }
        ToolKind::Measure => {
            closed(&[(0.0, 0.7), (0.7, 0.0), (1.0, 0.3), (0.3, 1.0)]);
            for n in 1..=4_u8 {
                let along = f32::from(n) / 5.0 * 0.7;
                let long = if n % 2 == 0 { 0.18 } else { 0.11 };
                polyline(&[(along, 0.7 - along), (along + long, 0.7 - along + long)]);
            }
        }
        ToolKind::LineOfSight => {
            let lid = |sign: f32| -> Vec<(f32, f32)> {
                let at = |n: u8| f32::from(n) / 10.0;
                (0..=10_u8).map(at).map(|x| (x, 0.5 + sign * 0.34 * (x * std::f32::consts::PI).sin())).collect()
            };
            polyline(&lid(1.0));
            polyline(&lid(-1.0));
            painter.circle_filled(at(0.5, 0.5), rect.width() * 0.16, color);
        }
    }
}
