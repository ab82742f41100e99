//! Widgets shared by tools, panels and dialogs. They do not depend on the document or the application.

pub mod field;
pub mod glyphs;
pub mod icon;
pub mod popup;
pub mod recent_colors;

use egui::{Button, IntoAtoms, Vec2};

use crate::theme::TARGET;

/// Returns a button without space above and below its text, as large as a target for a finger must be.
pub fn small_button<'a>(text: impl IntoAtoms<'a>) -> Button<'a> {
    Button::new(text).small().min_size(Vec2::splat(TARGET))
}
