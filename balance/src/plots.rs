//! The plots of a report, as SVG.

use std::collections::BTreeMap;
use std::error::Error;
use std::ops::Range;

use plotters::prelude::*;

/// The size of a plot, in pixels.
const SIZE: (u32, u32) = (560, 280);

/// The colors of the two sides and of neither, suited to color-blind readers (Okabe and Ito).
pub(crate) const COLORS: [RGBColor; 3] = [RGBColor(0, 114, 178), RGBColor(213, 94, 0), RGBColor(120, 120, 120)];

/// A named line of a plot.
pub(crate) struct Line {
    pub(crate) name: String,
    pub(crate) points: Vec<(f64, f64)>,
}

/// Draws the frequencies of numbers as bars.
pub(crate) fn histogram(title: &str, counts: &BTreeMap<i32, usize>, color: impl Fn(i32) -> RGBColor) -> String {
    let (Some(low), Some(high)) = (counts.keys().next(), counts.keys().last()) else { return String::new() };
    let most = counts.values().copied().max().unwrap_or(1);
    let x = f64::from(*low) - 0.5..f64::from(*high) + 0.5;
    draw(title, x, 0.0..crate::estimate::float(most) * 1.05, |chart| {
        let bars = counts.iter().map(|(number, count)| {
            let middle = f64::from(*number);
            let corners = [(middle - 0.4, 0.0), (middle + 0.4, crate::estimate::float(*count))];
            Rectangle::new(corners, color(*number).filled())
        });
        chart.draw_series(bars).map(drop)
    })
}

/// Draws shares from 0 to 1 over time, one line each.
pub(crate) fn shares(title: &str, lines: &[Line]) -> String {
    let turns = || lines.iter().flat_map(|line| &line.points).map(|point| point.0);
    let (first, last) = (turns().fold(f64::MAX, f64::min).min(1e6), turns().fold(1.0, f64::max));
    draw(title, first.min(last)..last.max(first + 0.001), 0.0..1.0, |chart| {
        for (line, color) in lines.iter().zip(COLORS.iter().cycle()) {
            let points = || line.points.iter().copied();
            chart
                .draw_series(LineSeries::new(points(), color.stroke_width(2)))?
                .label(line.name.clone())
                .legend(|(x, y)| PathElement::new([(x, y), (x + 18, y)], color.stroke_width(2)));
            chart.draw_series(points().map(|point| Circle::new(point, 3, color.filled())))?;
        }
        if lines.len() > 1 {
            chart.configure_series_labels().background_style(WHITE.mix(0.8)).border_style(BLACK.mix(0.3)).draw()?;
        }
        Ok(())
    })
}

/// Draws shares with their intervals in labeled rows, with a vertical line at `mark`.
pub(crate) fn intervals(title: &str, rows: &[(String, crate::estimate::Estimate)], mark: f64) -> String {
    let count = crate::estimate::float(rows.len());
    let height = 90 + 22 * u32::try_from(rows.len()).unwrap_or(100).min(1000);
    let low = rows.iter().map(|(_, rate)| rate.low).fold(mark, f64::min);
    let high = rows.iter().map(|(_, rate)| rate.high).fold(mark, f64::max);
    // Labels stand inside the plot, to the left of the lowest interval.
    let room = (high - low).max(0.02);
    let x = low - room * 0.9..high + room * 0.05;
    let (left, dark) = (x.start, BLACK.stroke_width(1));
    sized(title, (SIZE.0 * 3 / 2, height), x, 0.0..count, false, |chart| {
        chart.draw_series([PathElement::new([(mark, 0.0), (mark, count)], COLORS[2].stroke_width(1))])?;
        for (at, (name, rate)) in rows.iter().enumerate() {
            let y = count - crate::estimate::float(at) - 0.5;
            let line = PathElement::new([(rate.low, y), (rate.high, y)], COLORS[0].stroke_width(2));
            chart.draw_series([line])?;
            chart.draw_series([Circle::new((rate.value, y), 4, COLORS[0].filled())])?;
            let style = ("sans-serif", 13).into_font().color(&dark.color);
            chart.draw_series([Text::new(name.clone(), (left, y + 0.25), style)])?;
        }
        Ok(())
    })
}

type Chart<'a> = ChartContext<
    'a,
    SVGBackend<'a>,
    Cartesian2d<plotters::coord::types::RangedCoordf64, plotters::coord::types::RangedCoordf64>,
>;

fn draw(
    title: &str,
    x: Range<f64>,
    y: Range<f64>,
    series: impl FnOnce(&mut Chart<'_>) -> Result<(), DrawingAreaErrorKind<std::io::Error>>,
) -> String {
    sized(title, SIZE, x, y, true, series)
}

fn sized(
    title: &str,
    size: (u32, u32),
    x: Range<f64>,
    y: Range<f64>,
    axis: bool,
    series: impl FnOnce(&mut Chart<'_>) -> Result<(), DrawingAreaErrorKind<std::io::Error>>,
) -> String {
    let mut svg = String::new();
    // Drawing into memory cannot fail; if it did, the figures beside the plot would remain.
    match plot(&mut svg, title, size, x, y, axis, series) {
        Ok(()) => svg,
        Err(_) => String::new(),
    }
}

fn plot(
    svg: &mut String,
    title: &str,
    size: (u32, u32),
    x: Range<f64>,
    y: Range<f64>,
    axis: bool,
    series: impl FnOnce(&mut Chart<'_>) -> Result<(), DrawingAreaErrorKind<std::io::Error>>,
) -> Result<(), Box<dyn Error>> {
    let root = SVGBackend::with_string(svg, size).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption(title, ("sans-serif", 15))
        .margin(8)
        .x_label_area_size(26)
        .y_label_area_size(if axis { 44 } else { 0 })
        .build_cartesian_2d(x, y.clone())?;
    // Turns, points and games are whole numbers; shares lie between 0 and 1.
    let shares = y.end <= 1.0;
    let whole = |number: &f64| if number.fract().abs() < 1e-9 { format!("{number:.0}") } else { String::new() };
    // The area to the left of 0 holds labels.
    let percent = |number: &f64| {
        if *number < -1e-9 { String::new() } else { format!("{:.0} %", 100.0 * number.max(0.0)) }
    };
    let share = |number: &f64| if shares { percent(number) } else { whole(number) };
    let mut mesh = chart.configure_mesh();
    mesh.disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(BLACK.mix(0.12))
        .label_style(("sans-serif", 12));
    if axis {
        mesh.x_label_formatter(&whole).y_label_formatter(&share);
    } else {
        mesh.disable_y_mesh().disable_y_axis().x_label_formatter(&percent);
    }
    mesh.draw()?;
    series(&mut chart)?;
    root.present()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::rate;

    #[test]
    fn plots_are_pictures() {
        let counts = BTreeMap::from([(-2, 3), (0, 5), (1, 2)]);
        let bars = histogram("Margin", &counts, |_| COLORS[0]);
        assert!(bars.starts_with("<svg") && bars.contains(">\nMargin\n<"), "{bars}");
        assert_eq!(bars.matches("#0072B2").count(), 3, "{bars}");
        assert_eq!(histogram("Nothing", &BTreeMap::new(), |_| COLORS[0]), "");
        let lines = [0, 1].map(|at| Line { name: format!("Side {at}"), points: vec![(1.0, 0.5), (2.0, 0.7)] });
        assert!(shares("Held", &lines).contains("Side 1"));
        assert!(shares("Held", &[]).starts_with("<svg"));
        let rows = [("unchanged".to_owned(), rate(5.0, 10)), ("<b>".to_owned(), rate(9.0, 10))];
        let plot = intervals("Wins", &rows, 0.5);
        assert!(plot.contains("unchanged") && plot.contains("&lt;b&gt;"), "{plot}");
    }
}
