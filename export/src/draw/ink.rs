//! The colors of the map, and deterministic random numbers.

use battlewright_schema::{Cell, Color, Look};
use ecolor::Color32;
use emath::{Pos2, Vec2};

use super::{Shape, Stroke};

/// The line color of the printed map.
pub const LINE: Color32 = Color32::from_rgb(74, 62, 46);
/// The halo around counters and names.
pub const HALO: Color32 = Color32::from_rgba_premultiplied(205, 200, 182, 210);
/// Streams and rivers.
pub const WATER: Color32 = Color32::from_rgb(88, 136, 170);
/// The preview of a click.
pub const ACCENT: Color32 = Color32::from_rgb(216, 112, 32);
/// The selection.
pub const SELECTED: Color32 = Color32::from_rgb(20, 90, 170);
/// An error.
pub const WRONG: Color32 = Color32::from_rgb(196, 44, 36);

/// Returns the ground color and the line color of a look.
pub fn ground(look: Look) -> (Color32, Color32) {
    let rgb = Color32::from_rgb;
    match look {
        Look::Clear => (rgb(236, 228, 203), rgb(205, 193, 158)),
        Look::Woods => (rgb(190, 206, 160), rgb(122, 148, 92)),
        Look::Town => (rgb(229, 209, 184), rgb(170, 128, 98)),
        Look::Village => (rgb(233, 218, 192), rgb(180, 146, 112)),
        Look::Farm => (rgb(228, 206, 188), rgb(132, 92, 72)),
        Look::Hill => (rgb(224, 205, 163), rgb(170, 136, 86)),
        Look::Rough => (rgb(222, 211, 184), rgb(150, 134, 106)),
        Look::Marsh => (rgb(212, 219, 192), rgb(110, 148, 152)),
        Look::Water => (rgb(170, 203, 222), rgb(98, 144, 176)),
        Look::Fort => (rgb(226, 214, 190), rgb(116, 96, 74)),
    }
}

/// Converts a color of the file format for drawing.
pub fn color(color: Color) -> Color32 {
    Color32::from_rgb(color.red, color.green, color.blue)
}

/// Converts a drawn color for the file format; its opacity is dropped.
pub fn file_color(color: Color32) -> Color {
    Color { red: color.r(), green: color.g(), blue: color.b() }
}

/// The brightness of the map in dark mode.
pub const DIM: f32 = 0.80;

/// Returns `color`, dimmed in dark mode.
pub fn lit(color: Color32, dark: bool) -> Color32 {
    if dark { shade(color, DIM) } else { color }
}

/// Scales the brightness of `color` by `factor`.
pub fn shade(color: Color32, factor: f32) -> Color32 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte")]
    let channel = |c: u8| (f32::from(c) * factor).clamp(0.0, 255.0) as u8;
    Color32::from_rgba_premultiplied(channel(color.r()), channel(color.g()), channel(color.b()), color.a())
}

/// Converts an sRGB channel to linear light, from 0 to 1.
pub fn linear(channel: u8) -> f32 {
    let channel = f32::from(channel) / 255.0;
    if channel <= 0.04045 { channel / 12.92 } else { ((channel + 0.055) / 1.055).powf(2.4) }
}

/// Returns the relative luminance of `color`, from 0 to 1, as the Web Content Accessibility Guidelines define it.
pub fn luminance(color: Color32) -> f32 {
    0.2126 * linear(color.r()) + 0.7152 * linear(color.g()) + 0.0722 * linear(color.b())
}

/// Returns the contrast ratio of two colors, from 1 to 21; legible text needs 4.5.
pub fn contrast(a: Color32, b: Color32) -> f32 {
    let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
    a.max(b) / a.min(b)
}

/// Returns the text color for `ground`: ink or paper, whichever has more contrast, or black or white where neither
/// suffices.
pub fn on(ground: Color32) -> Color32 {
    let better = |dark: Color32, light: Color32| {
        if contrast(dark, ground) > contrast(light, ground) { dark } else { light }
    };
    let soft = better(Color32::from_rgb(30, 26, 20), Color32::from_rgb(248, 244, 234));
    if contrast(soft, ground) >= 4.5 { soft } else { better(Color32::BLACK, Color32::WHITE) }
}

/// Returns `color`, darkened as far as text in it needs on `ground`.
pub fn legible(color: Color32, ground: Color32) -> Color32 {
    let darker = (0..20_u8).map(|n| shade(color, 1.0 - 0.05 * f32::from(n)));
    darker.into_iter().find(|color| contrast(*color, ground) >= 4.5).unwrap_or(Color32::BLACK)
}

/// The band colors of formations, distinct in hue and brightness.
const BANDS: [Color32; 12] = [
    Color32::from_rgb(232, 196, 64),
    Color32::from_rgb(198, 66, 52),
    Color32::from_rgb(94, 160, 88),
    Color32::from_rgb(240, 240, 232),
    Color32::from_rgb(128, 92, 164),
    Color32::from_rgb(232, 132, 52),
    Color32::from_rgb(96, 180, 196),
    Color32::from_rgb(140, 92, 60),
    Color32::from_rgb(228, 150, 178),
    Color32::from_rgb(56, 66, 84),
    Color32::from_rgb(180, 196, 96),
    Color32::from_rgb(84, 116, 200),
];

/// Returns the band color of the formation at `index` in the scenario's list.
pub fn band(index: usize) -> Color32 {
    BANDS[index % BANDS.len()]
}

/// Returns the default color of the side at `index`.
pub fn side(index: usize) -> Color32 {
    if index == 0 { Color32::from_rgb(47, 93, 155) } else { Color32::from_rgb(168, 158, 128) }
}

/// Returns a pseudorandom number from 0 to 1, fixed for the cell and `salt`.
pub fn chance(cell: Cell, salt: u32) -> f32 {
    let mut x = u32::from(cell.column).wrapping_mul(0x9e37_79b1)
        ^ u32::from(cell.row).wrapping_mul(0x85eb_ca77)
        ^ salt.wrapping_mul(0xc2b2_ae3d);
    x ^= x >> 15;
    x = x.wrapping_mul(0x2c1b_3c6d);
    x ^= x >> 12;
    x = x.wrapping_mul(0x297a_2d39);
    x ^= x >> 15;
    f32::from(u16::try_from(x & 0xffff).unwrap_or(0)) / 65535.0
}

/// Returns a pseudorandom point in the unit circle, fixed for the cell and `salt`.
pub fn scatter(cell: Cell, salt: u32) -> Vec2 {
    let angle = chance(cell, salt) * std::f32::consts::TAU;
    let far = chance(cell, salt.wrapping_add(7919)).sqrt();
    Vec2::angled(angle) * far
}

/// Returns a five-pointed star.
pub fn star(center: Pos2, radius: f32, color: Color32) -> Shape {
    let rim: Vec<Pos2> = (0_u8..10)
        .map(|n| {
            let far = if n % 2 == 0 { radius } else { radius * 0.42 };
            center + Vec2::angled(std::f32::consts::TAU * (f32::from(n) / 10.0 - 0.25)) * far
        })
        .collect();
    Shape::Fan { from: center, rim, fill: color }
}

/// Returns a smooth line through `points` (Catmull-Rom).
pub fn smooth(points: &[Pos2]) -> Vec<Pos2> {
    let Some(last) = points.last() else { return Vec::new() };
    let mut line = Vec::with_capacity(points.len() * 8);
    let at = |n: isize| {
        let n = usize::try_from(n).unwrap_or(0);
        *points.get(n).unwrap_or(last)
    };
    for n in 0..points.len().saturating_sub(1) {
        let n = isize::try_from(n).unwrap_or(0);
        let [a, b, c, d] = [at(n - 1), at(n), at(n + 1), at(n + 2)].map(|p| p.to_vec2());
        // Enough steps for the bends to look round.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte")]
        let steps = ((c - b).length() / 9.0).clamp(4.0, 24.0) as u8;
        for step in 0..steps {
            let t = f32::from(step) / f32::from(steps);
            let (t2, t3) = (t * t, t * t * t);
            let point =
                (b * 2.0 + (c - a) * t + (a * 2.0 - b * 5.0 + c * 4.0 - d) * t2 + (b * 3.0 - a - c * 3.0 + d) * t3)
                    * 0.5;
            line.push(point.to_pos2());
        }
    }
    line.push(*last);
    line
}

/// Returns a stroke that scales with the map but stays visible.
pub fn stroke(width: f32, color: Color32) -> Stroke {
    Stroke::new(width.max(0.6), color)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_on_any_color_can_be_read() {
        for color in BANDS.into_iter().chain([side(0), side(1), ACCENT, SELECTED, WRONG]) {
            assert!(contrast(on(color), color) >= 4.5, "{color:?}");
        }
        for gray in 0..=255_u8 {
            let color = Color32::from_gray(gray);
            assert!(contrast(on(color), color) >= 4.5, "{color:?}");
        }
    }

    #[test]
    fn ink_is_darkened_until_it_can_be_read() {
        for look in Look::ALL {
            for dark in [false, true] {
                let ground = lit(ground(look).0, dark);
                for style in [[64, 54, 44], [36, 78, 42], [30, 78, 132], [122, 76, 34]] {
                    let color = Color32::from_rgb(style[0], style[1], style[2]);
                    assert!(contrast(legible(color, ground), ground) >= 4.5, "{look:?} {dark} {style:?}");
                }
            }
        }
        let dark_ink = Color32::from_rgb(20, 20, 20);
        assert_eq!(legible(dark_ink, Color32::WHITE), dark_ink, "what can be read stays");
    }

    #[test]
    fn names_on_the_map_can_be_read_on_every_ground_by_day_and_night() {
        let name = Color32::from_rgb(40, 30, 20);
        for look in Look::ALL {
            for dark in [false, true] {
                let ground = lit(ground(look).0, dark);
                assert!(contrast(name, ground) >= 4.5, "{look:?} {dark}");
                assert!(contrast(LINE, ground) >= 3.0, "lines on {look:?} {dark}: {}", contrast(LINE, ground));
            }
        }
    }
}
