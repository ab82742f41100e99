//! Plots without pan and zoom, so that the mouse wheel scrolls the panel.

use battlewright_balance::percent;
use battlewright_balance::stats::Estimate;
use egui::{Color32, Response, Sense, Ui, Vec2};
use egui_plot::{Bar, BarChart, FilledArea, GridMark, HLine, Line, LineStyle, Plot, PlotPoints};

/// Returns an empty plot of this size.
fn plot<'a>(ui: &mut Ui, salt: &str, size: Vec2) -> Plot<'a> {
    let color = ui.visuals().weak_text_color();
    Plot::new(salt)
        .width(size.x)
        .height(size.y)
        .sense(Sense::hover())
        .allow_zoom(false)
        .allow_drag(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .allow_axis_zoom_drag(false)
        .show_background(false)
        .show_crosshair(false)
        .grid_color(color.gamma_multiply(0.5))
        .y_axis_min_width(36.0)
}

/// Sets the label of a plot for screen readers.
fn named(response: &Response, words: &str) {
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, words));
}

/// Draws the share of wins over the number of games, with its interval and a dashed line at one half.
pub(super) fn settling(ui: &mut Ui, points: &[(usize, Estimate)], size: Vec2, color: Color32, words: &str) {
    #[expect(clippy::cast_precision_loss, reason = "games are far below 2^52")]
    let xs: Vec<f64> = points.iter().map(|(games, _)| *games as f64).collect();
    let all = |of: fn(&Estimate) -> f64| -> Vec<f64> { points.iter().map(|(_, share)| of(share)).collect() };
    let (low, value, high) = (all(|share| share.low), all(|share| share.value), all(|share| share.high));
    let line: PlotPoints<'_> = xs.iter().zip(&value).map(|(x, y)| [*x, *y]).collect();
    let weak = ui.visuals().weak_text_color();
    let shown = plot(ui, "settling", size)
        .include_y(0.0)
        .include_y(1.0)
        .include_x(0.0)
        .y_axis_formatter(|mark: GridMark, _| format!("{:.0} %", 100.0 * mark.value))
        .show(ui, |plot| {
            if xs.len() > 1 {
                plot.add(
                    FilledArea::new("95 %, anytime-valid", &xs, &low, &high).fill_color(color.gamma_multiply(0.3)),
                );
            }
            plot.hline(HLine::new("half", 0.5).color(weak).style(LineStyle::dashed_loose()).width(1.0));
            plot.line(Line::new("share", line).color(color).width(2.0));
        });
    named(&shown.response, words);
}

/// Draws the number of games for each value. `color` returns the color of a bar from its value.
pub(super) fn histogram(
    ui: &mut Ui,
    salt: &str,
    counts: impl Iterator<Item = (i32, usize)>,
    size: Vec2,
    color: impl Fn(i32) -> Color32,
    words: &str,
) {
    #[expect(clippy::cast_precision_loss, reason = "games are far below 2^52")]
    let bar = |(at, games): (i32, usize)| {
        let name = format!("{at}: {games} games");
        Bar::new(f64::from(at), games as f64).width(0.86).fill(color(at)).stroke(egui::Stroke::NONE).name(name)
    };
    let bars: Vec<Bar> = counts.map(bar).collect();
    let chart = BarChart::new("games", bars).element_formatter(Box::new(|bar: &Bar, _: &BarChart| bar.name.clone()));
    let whole =
        |mark: GridMark| if mark.value.fract().abs() < 1e-9 { format!("{:.0}", mark.value) } else { String::new() };
    let shown = plot(ui, salt, size)
        .include_y(0.0)
        .x_axis_formatter(move |mark, _| whole(mark))
        .y_axis_formatter(move |mark, _| whole(mark))
        .show(ui, |plot| plot.bar_chart(chart));
    named(&shown.response, words);
}

/// Formats a share with its interval.
pub(super) fn share(share: &Estimate) -> String {
    format!("{} ({:.1} to {:.1})", percent(share.value), 100.0 * share.low, 100.0 * share.high)
}
