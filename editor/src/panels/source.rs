//! The Source tab: the file as it would be saved.

use egui::text::LayoutJob;
use egui::{Color32, ScrollArea, TextFormat, Ui};

use super::Shown;
use crate::theme;

/// What the tab shows.
pub fn data(shown: &Shown<'_>) -> String {
    shown.document.text()
}

/// The text of the tab, kept as long as the document does not change.
#[derive(Debug, Default)]
pub struct Source {
    of: Option<u64>,
    lines: Vec<String>,
}

impl Source {
    /// Draws the tab.
    pub fn ui(&mut self, ui: &mut Ui, shown: &Shown<'_>) {
        if self.of != Some(shown.document.revision()) {
            self.of = Some(shown.document.revision());
            self.lines = data(shown).lines().map(crate::store::printable).collect();
        }
        let height = ui.text_style_height(&egui::TextStyle::Monospace);
        let font = egui::TextStyle::Monospace.resolve(ui.style());
        ui.spacing_mut().item_spacing.y = 1.0;
        let dark = ui.visuals().dark_mode;
        ScrollArea::both().auto_shrink(false).show_rows(ui, height, self.lines.len(), |ui, range| {
            for n in range {
                let Some(line) = self.lines.get(n) else { continue };
                let mut job = LayoutJob::default();
                let number = TextFormat::simple(font.clone(), ui.visuals().weak_text_color().gamma_multiply(0.7));
                job.append(&format!("{:>4}  ", n + 1), 0.0, number);
                for (text, color) in colored(line, dark, ui.visuals().text_color()) {
                    job.append(text, 0.0, TextFormat::simple(font.clone(), color));
                }
                job.wrap.max_width = f32::INFINITY;
                ui.add(egui::Label::new(job).extend());
            }
        });
    }
}

/// The parts of a TOML line in their colors.
fn colored(line: &str, dark: bool, plain: Color32) -> Vec<(&str, Color32)> {
    let [comment, key, string, header] = theme::source(dark);
    let trimmed = line.trim_start();
    if trimmed.starts_with('#') {
        return vec![(line, comment)];
    }
    if trimmed.starts_with('[') {
        return vec![(line, header)];
    }
    let Some((left, right)) = line.split_once('=') else { return vec![(line, plain)] };
    let mut parts = vec![(left, key), ("=", plain)];
    let mut rest = right;
    while let Some(start) = rest.find('"') {
        let (before, from) = rest.split_at(start);
        let end = from.get(1..).and_then(|inner| inner.find('"')).map_or(from.len(), |end| end + 2);
        let (quoted, after) = from.split_at(end);
        parts.push((before, plain));
        parts.push((quoted, string));
        rest = after;
    }
    match rest.find('#') {
        Some(hash) => {
            let (before, after) = rest.split_at(hash);
            parts.push((before, plain));
            parts.push((after, comment));
        }
        None => parts.push((rest, plain)),
    }
    parts
}
