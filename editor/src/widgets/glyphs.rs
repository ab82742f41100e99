//! Letters that no font of the window can draw.

use egui::{RichText, TextStyle, Ui};

/// The greatest number of letters that a note names.
const MOST: usize = 6;

/// Returns a note about the letters of `text` that the font of `style` cannot draw, by their code points; `None` if there are none.
pub fn missing(ui: &Ui, style: &TextStyle, text: &str) -> Option<String> {
    if text.is_ascii() {
        return None;
    }
    let font = style.resolve(ui.style());
    let mut letters: Vec<char> = Vec::new();
    ui.ctx().fonts_mut(|fonts| {
        for letter in text.chars().filter(|letter| !letter.is_control() && !letter.is_whitespace()) {
            if !letters.contains(&letter) && !fonts.has_glyph(&font, letter) {
                letters.push(letter);
            }
        }
    });
    if letters.is_empty() {
        return None;
    }
    let named: Vec<String> = letters.iter().take(MOST).map(|letter| format!("U+{:04X}", u32::from(*letter))).collect();
    let more = if letters.len() > MOST { " …" } else { "" };
    Some(format!("Shown by number here, kept in the file: {}{more}", named.join(", ")))
}

/// Draws the note beneath a field with `text`, if there is one.
pub fn note(ui: &mut Ui, text: &str) {
    if let Some(note) = missing(ui, &TextStyle::Body, text) {
        ui.add(egui::Label::new(RichText::new(note).small().weak()).wrap());
    }
}
