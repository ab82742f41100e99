//! The light and dark themes of the window.

mod fallback_glyphs;

use battlewright_export::draw::text::Font;
use egui::epaint::text::{FontInsert, FontPriority, InsertFontFamily};
use egui::{Color32, CornerRadius, FontId, Margin, Shadow, Stroke, Style, TextStyle, Theme, Visuals, vec2};
use egui::{FontData, FontFamily};

const fn rgb(r: u8, g: u8, b: u8) -> Color32 {
    Color32::from_rgb(r, g, b)
}

/// Sets the style of both themes in `ctx`.
pub fn install(ctx: &egui::Context) {
    // The letters of pictures and pages, so that a name looks the same everywhere.
    ctx.add_font(FontInsert::new(
        "fallback",
        FontData::from_static(Font::Fallback.data()),
        [FontFamily::Proportional, FontFamily::Monospace]
            .map(|family| InsertFontFamily { family, priority: FontPriority::Lowest })
            .into(),
    ));
    // A browser draws these letters itself.
    if battlewright_platform::page_address().is_none() {
        ctx.add_glyph_rasterizer(fallback_glyphs::rasterizer());
    }
    for theme in [Theme::Light, Theme::Dark] {
        ctx.style_mut_of(theme, |style| apply_style(style, theme));
    }
}

/// Returns the background color around the map.
pub fn desk(dark: bool) -> Color32 {
    if dark { rgb(24, 26, 29) } else { rgb(206, 200, 188) }
}

/// Returns the text color for a positive state, such as a scenario without problems.
pub fn good(dark: bool) -> Color32 {
    if dark { rgb(134, 198, 128) } else { rgb(44, 112, 48) }
}

/// Returns the background and text colors of a notice.
pub fn notice(dark: bool) -> (Color32, Color32) {
    if dark { (rgb(84, 66, 22), rgb(250, 238, 206)) } else { (rgb(252, 236, 190), rgb(74, 52, 6)) }
}

/// Returns the background and text colors of the title of a printed chart.
pub fn band(dark: bool) -> (Color32, Color32) {
    if dark { (rgb(74, 79, 87), rgb(244, 242, 234)) } else { (rgb(58, 53, 44), rgb(250, 247, 240)) }
}

/// Returns the background and text colors of a result in a printed chart: of none (0), from light to dark (1 to 4), or reversed (5).
pub fn tint(visuals: &Visuals, weight: u8) -> (Color32, Color32) {
    let (paper, ink) = (visuals.panel_fill, visuals.strong_text_color());
    // Letters on a dark ground lose contrast sooner.
    let steps = if visuals.dark_mode { [0.0, 0.05, 0.11, 0.17, 0.23] } else { [0.0, 0.07, 0.15, 0.24, 0.33] };
    match steps.get(usize::from(weight)) {
        Some(step) => (paper.lerp_to_gamma(ink, *step), ink),
        None => (ink, paper),
    }
}

/// Returns the background and text colors of the button that starts a game.
pub fn play() -> (Color32, Color32) {
    (rgb(52, 108, 68), rgb(250, 248, 240))
}

/// The width below which a window is narrow, such as that of a phone, in points.
const NARROW: f32 = 560.0;

/// Returns `true` if the window is narrow. Then, panels lie below each other, and what is needed most comes first.
pub(crate) fn is_narrow(ctx: &egui::Context) -> bool {
    ctx.content_rect().width() < NARROW
}

/// The least height of what can be clicked, in points.
pub const TARGET: f32 = 24.0;

/// The least height of what a thumb can press on a phone, in points.
const TARGET_ON_PHONE: f32 = 44.0;

/// Returns the height of the buttons of games and their dialogs, in points.
pub fn target(ctx: &egui::Context) -> f32 {
    if is_narrow(ctx) { TARGET_ON_PHONE } else { 28.0 }
}

fn apply_style(style: &mut Style, theme: Theme) {
    style.spacing.item_spacing = vec2(7.0, 5.0);
    style.spacing.button_padding = vec2(8.0, 3.0);
    style.spacing.window_margin = Margin::same(12);
    style.spacing.menu_margin = Margin::same(6);
    // The least size of a target for a finger (WCAG 2.2, 2.5.8).
    style.spacing.interact_size = vec2(40.0, TARGET);
    // Menus and lists may be as high as the window, which limits them.
    style.spacing.default_area_size.y = f32::INFINITY;
    // Reserves room for scroll bars so that they do not cover the content.
    style.spacing.scroll.floating_allocated_width = 6.0;
    style.interaction.selectable_labels = false;
    style.text_styles.insert(TextStyle::Body, FontId::proportional(13.5));
    style.text_styles.insert(TextStyle::Button, FontId::proportional(13.5));
    style.text_styles.insert(TextStyle::Heading, FontId::proportional(18.0));
    style.text_styles.insert(TextStyle::Small, FontId::proportional(11.0));
    style.text_styles.insert(TextStyle::Monospace, FontId::monospace(12.5));
    let visuals = &mut style.visuals;
    match theme {
        Theme::Light => day(visuals),
        Theme::Dark => night(visuals),
    }
    visuals.window_corner_radius = CornerRadius::same(8);
    visuals.menu_corner_radius = CornerRadius::same(6);
    visuals.window_shadow = Shadow { offset: [0, 8], blur: 28, spread: 0, color: Color32::from_black_alpha(70) };
    visuals.popup_shadow = Shadow { offset: [0, 4], blur: 14, spread: 0, color: Color32::from_black_alpha(60) };
    visuals.indent_has_left_vline = false;
    for widget in [
        &mut visuals.widgets.noninteractive,
        &mut visuals.widgets.inactive,
        &mut visuals.widgets.hovered,
        &mut visuals.widgets.active,
        &mut visuals.widgets.open,
    ] {
        widget.corner_radius = CornerRadius::same(4);
    }
}

fn day(visuals: &mut Visuals) {
    let (paper, ink) = (rgb(246, 243, 236), rgb(52, 46, 38));
    visuals.panel_fill = paper;
    visuals.window_fill = rgb(250, 248, 243);
    visuals.window_stroke = Stroke::new(1.0, rgb(196, 187, 170));
    visuals.extreme_bg_color = rgb(255, 254, 250);
    visuals.faint_bg_color = rgb(238, 233, 222);
    visuals.code_bg_color = rgb(236, 231, 220);
    visuals.hyperlink_color = rgb(30, 92, 160);
    visuals.weak_text_color = Some(rgb(104, 96, 84));
    visuals.warn_fg_color = rgb(146, 84, 4);
    visuals.error_fg_color = rgb(178, 40, 32);
    visuals.selection.bg_fill = rgb(197, 217, 238);
    visuals.selection.stroke = Stroke::new(1.0, rgb(20, 66, 122));
    let widgets = &mut visuals.widgets;
    widgets.noninteractive.bg_stroke = Stroke::new(1.0, rgb(216, 208, 192));
    widgets.noninteractive.fg_stroke = Stroke::new(1.0, ink);
    widgets.noninteractive.bg_fill = paper;
    widgets.inactive.weak_bg_fill = rgb(234, 228, 215);
    widgets.inactive.bg_fill = rgb(226, 219, 204);
    widgets.inactive.fg_stroke = Stroke::new(1.0, ink);
    widgets.hovered.weak_bg_fill = rgb(226, 218, 201);
    widgets.hovered.bg_fill = rgb(218, 209, 190);
    widgets.hovered.bg_stroke = Stroke::new(1.0, rgb(170, 158, 134));
    widgets.hovered.fg_stroke = Stroke::new(1.2, rgb(28, 24, 18));
    widgets.active.weak_bg_fill = rgb(206, 196, 174);
    widgets.active.bg_fill = rgb(200, 189, 166);
    widgets.active.bg_stroke = Stroke::new(1.0, rgb(120, 108, 86));
    widgets.active.fg_stroke = Stroke::new(1.4, rgb(20, 16, 10));
    widgets.open.weak_bg_fill = rgb(226, 218, 201);
    widgets.open.bg_fill = rgb(226, 218, 201);
}

fn night(visuals: &mut Visuals) {
    let (slate, chalk) = (rgb(34, 37, 41), rgb(206, 204, 196));
    visuals.panel_fill = slate;
    visuals.window_fill = rgb(40, 43, 48);
    visuals.window_stroke = Stroke::new(1.0, rgb(70, 74, 80));
    visuals.extreme_bg_color = rgb(25, 27, 30);
    visuals.faint_bg_color = rgb(41, 44, 49);
    visuals.code_bg_color = rgb(48, 51, 56);
    visuals.hyperlink_color = rgb(130, 180, 232);
    visuals.weak_text_color = Some(rgb(164, 163, 156));
    visuals.warn_fg_color = rgb(236, 176, 84);
    visuals.error_fg_color = rgb(240, 112, 96);
    visuals.selection.bg_fill = rgb(44, 82, 124);
    visuals.selection.stroke = Stroke::new(1.0, rgb(206, 226, 248));
    let widgets = &mut visuals.widgets;
    widgets.noninteractive.bg_stroke = Stroke::new(1.0, rgb(56, 60, 66));
    widgets.noninteractive.fg_stroke = Stroke::new(1.0, chalk);
    widgets.noninteractive.bg_fill = slate;
    widgets.inactive.weak_bg_fill = rgb(52, 56, 62);
    widgets.inactive.bg_fill = rgb(62, 66, 73);
    widgets.inactive.fg_stroke = Stroke::new(1.0, chalk);
    widgets.hovered.weak_bg_fill = rgb(64, 69, 76);
    widgets.hovered.bg_fill = rgb(74, 79, 87);
    widgets.hovered.bg_stroke = Stroke::new(1.0, rgb(108, 114, 122));
    widgets.hovered.fg_stroke = Stroke::new(1.2, rgb(240, 238, 230));
    widgets.active.weak_bg_fill = rgb(78, 84, 92);
    widgets.active.bg_fill = rgb(88, 94, 102);
    widgets.active.bg_stroke = Stroke::new(1.0, rgb(150, 156, 164));
    widgets.active.fg_stroke = Stroke::new(1.4, Color32::WHITE);
    widgets.open.weak_bg_fill = rgb(60, 64, 71);
    widgets.open.bg_fill = rgb(60, 64, 71);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::ink::contrast;

    /// The minimum contrast of text according to the Web Content Accessibility Guidelines (1.4.3).
    const TEXT: f32 = 4.5;

    /// The minimum contrast of graphical objects according to the same guidelines (1.4.11).
    const SIGN: f32 = 3.0;

    fn visuals(dark: bool) -> Visuals {
        let mut style = Style { visuals: if dark { Visuals::dark() } else { Visuals::light() }, ..Style::default() };
        apply_style(&mut style, if dark { Theme::Dark } else { Theme::Light });
        style.visuals
    }

    #[test]
    fn all_text_can_be_read_by_day_and_night() {
        for dark in [false, true] {
            let visuals = visuals(dark);
            let grounds = [
                ("panel", visuals.panel_fill),
                ("window", visuals.window_fill),
                ("field", visuals.extreme_bg_color),
                ("stripe", visuals.faint_bg_color),
            ];
            let texts = [
                ("text", visuals.text_color()),
                ("strong", visuals.strong_text_color()),
                ("weak", visuals.weak_text_color()),
                ("warning", visuals.warn_fg_color),
                ("error", visuals.error_fg_color),
                ("link", visuals.hyperlink_color),
                ("good", good(dark)),
            ];
            for (ground_name, ground) in grounds {
                for (name, text) in texts {
                    let ratio = contrast(text, ground);
                    assert!(ratio >= TEXT, "{name} on {ground_name}, dark: {dark}: {ratio:.2}");
                }
            }
        }
    }

    #[test]
    fn what_is_written_on_buttons_and_notices_can_be_read() {
        for dark in [false, true] {
            let visuals = visuals(dark);
            let widgets = &visuals.widgets;
            for (name, widget) in [
                ("noninteractive", &widgets.noninteractive),
                ("inactive", &widgets.inactive),
                ("hovered", &widgets.hovered),
                ("active", &widgets.active),
                ("open", &widgets.open),
            ] {
                for ground in [widget.bg_fill, widget.weak_bg_fill] {
                    let ratio = contrast(widget.text_color(), ground);
                    assert!(ratio >= TEXT, "{name}, dark: {dark}: {ratio:.2}");
                }
            }
            let selected = contrast(visuals.selection.stroke.color, visuals.selection.bg_fill);
            assert!(selected >= TEXT, "selected, dark: {dark}: {selected:.2}");
            let tints = (0..=5).map(|weight| tint(&visuals, weight));
            for (ground, text) in [notice(dark), play(), band(dark)].into_iter().chain(tints) {
                assert!(contrast(text, ground) >= TEXT, "dark: {dark}");
            }
            // The mark of the active tab, and the frame around a focused widget.
            assert!(contrast(visuals.selection.stroke.color, visuals.panel_fill) >= SIGN, "dark: {dark}");
        }
    }
}
