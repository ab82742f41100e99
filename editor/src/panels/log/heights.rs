//! The heights of the lines of the log. A long line wraps, so that all of it can be read; only new lines are measured.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::ops::Range;

use egui::{Id, TextStyle, Ui};

use super::{HEIGHT, INDENT, LogEntry};

/// The space between two lines, in points.
const GAP: f32 = 1.0;

/// The heights of the lines for one width.
#[derive(Clone, Debug, Default)]
pub(super) struct LineHeights {
    width: f32,
    /// The hash of the text of each line.
    texts: Vec<u64>,
    /// The upper edge of each line, and the end of the last one.
    tops: Vec<f32>,
}

/// Returns the heights of `rows`, whose texts wrap at `width`.
pub(super) fn of(ui: &Ui, rows: &[(bool, &LogEntry)], width: f32) -> LineHeights {
    let id = Id::unique("heights of the log");
    let mut known: LineHeights = ui.data_mut(|data| std::mem::take(data.get_temp_mut_or_default(id)));
    let font = TextStyle::Body.resolve(ui.style());
    let color = ui.visuals().text_color();
    known.measure(rows, width, |text, width| {
        ui.painter().layout(text.to_owned(), font.clone(), color, width).size().y + 4.0
    });
    ui.data_mut(|data| data.insert_temp(id, known.clone()));
    known
}

impl LineHeights {
    /// Measures the lines from the first one that differs.
    fn measure(&mut self, rows: &[(bool, &LogEntry)], width: f32, height: impl Fn(&str, f32) -> f32) {
        let texts: Vec<u64> = rows.iter().map(|(is_step, line)| hash(*is_step, &line.text)).collect();
        let same = self.texts.iter().zip(&texts).take_while(|(old, new)| old == new).count();
        let same = if (self.width - width).abs() < 0.5 { same } else { 0 };
        self.tops.truncate(same + 1);
        if self.tops.is_empty() {
            self.tops.push(0.0);
        }
        let mut top = self.tops.last().copied().unwrap_or_default();
        for (is_step, line) in rows.get(same..).unwrap_or_default() {
            let indent = if *is_step { INDENT } else { 0.0 };
            top += height(&line.text, width - indent).max(HEIGHT) + GAP;
            self.tops.push(top);
        }
        (self.texts, self.width) = (texts, width);
    }

    /// Returns the height of all lines.
    pub(super) fn total(&self) -> f32 {
        self.tops.last().copied().unwrap_or_default()
    }

    /// Returns the upper and the lower edge of line `n`.
    pub(super) fn row(&self, n: usize) -> [f32; 2] {
        let at = |n: usize| self.tops.get(n).copied().unwrap_or_else(|| self.total());
        [at(n), at(n + 1) - GAP]
    }

    /// Returns the lines between two heights.
    pub(super) fn visible(&self, from: f32, to: f32) -> Range<usize> {
        let lines = self.tops.len().saturating_sub(1);
        let first = self.tops.partition_point(|top| *top <= from).saturating_sub(1);
        let end = self.tops.partition_point(|top| *top < to);
        first.min(lines)..end.min(lines)
    }
}

fn hash(is_step: bool, text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    (is_step, text).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    fn line(text: &str) -> LogEntry {
        LogEntry {
            input: 1,
            text: text.to_owned(),
            rule: "1".to_owned(),
            heading: false,
            place: None,
            steps: Vec::new(),
            is_plan: false,
        }
    }

    #[test]
    fn only_new_lines_are_measured_and_the_visible_ones_are_found() {
        let lines = ["a", "a long line", "b", "c"].map(line);
        let rows: Vec<(bool, &LogEntry)> = lines.iter().map(|line| (false, line)).collect();
        let measured = Cell::new(0);
        let height = |text: &str, _: f32| {
            measured.set(measured.get() + 1);
            if text.len() > 3 { 40.0 } else { 10.0 }
        };
        let mut heights = LineHeights::default();
        heights.measure(&rows[..3], 300.0, height);
        assert_eq!((heights.total(), heights.row(1)), (83.0, [21.0, 61.0]));
        heights.measure(&rows, 300.0, height);
        assert_eq!((measured.get(), heights.total()), (4, 104.0), "the fourth line alone is new");
        assert_eq!((heights.visible(0.0, 21.0), heights.visible(30.0, 70.0)), (0..1, 1..3));
        assert_eq!(heights.visible(0.0, 1000.0), 0..4);
        heights.measure(&rows, 200.0, height);
        assert_eq!(measured.get(), 8, "another width");
        heights.measure(&[], 200.0, height);
        assert_eq!((heights.total(), heights.visible(0.0, 50.0)), (0.0, 0..0));
    }
}
