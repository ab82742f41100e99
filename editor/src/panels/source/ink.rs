//! The syntax colors in both themes.

use egui::Color32;

use crate::model::text::Ink;

/// Returns the color of `ink`.
pub(super) fn color(ink: Ink, dark: bool) -> Color32 {
    let (night, day) = match ink {
        Ink::Header => ((230, 200, 120), (122, 40, 84)),
        Ink::Key => ((146, 192, 232), (30, 82, 140)),
        Ink::Text => ((224, 178, 128), (138, 72, 22)),
        Ink::Number => ((166, 208, 156), (28, 100, 58)),
        Ink::Comment => ((164, 174, 160), (88, 98, 76)),
        Ink::Wrong => ((250, 130, 114), (178, 40, 32)),
    };
    let (r, g, b) = if dark { night } else { day };
    Color32::from_rgb(r, g, b)
}

/// Returns the background color of the selected object.
pub(super) fn chosen(dark: bool) -> Color32 {
    if dark { Color32::from_rgb(36, 58, 66) } else { Color32::from_rgb(222, 238, 236) }
}

/// Returns the color of the bar in the margin at the selected object.
pub(super) fn bar(dark: bool) -> Color32 {
    if dark { Color32::from_rgb(92, 186, 190) } else { Color32::from_rgb(20, 118, 124) }
}

/// Returns the background color of the line with the caret.
pub(super) fn line(dark: bool) -> Color32 {
    if dark { Color32::from_rgb(33, 36, 40) } else { Color32::from_rgb(246, 243, 234) }
}

#[cfg(test)]
mod tests {
    use egui::{Theme, Visuals};

    use super::*;
    use crate::canvas::ink::contrast;

    #[test]
    fn every_ink_can_be_read_on_every_ground() {
        let ctx = egui::Context::default();
        crate::theme::install(&ctx);
        for (theme, dark) in [(Theme::Dark, true), (Theme::Light, false)] {
            let visuals: Visuals = ctx.style_of(theme).visuals.clone();
            for ink in [Ink::Header, Ink::Key, Ink::Text, Ink::Number, Ink::Comment, Ink::Wrong] {
                for ground in [visuals.extreme_bg_color, chosen(dark), line(dark)] {
                    let contrast = contrast(color(ink, dark), ground);
                    assert!(contrast >= 4.5, "{ink:?} dark {dark}: {contrast}");
                }
            }
        }
    }
}
