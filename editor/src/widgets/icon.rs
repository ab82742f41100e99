//! Icons: the SVG files of `editor/assets/icons`, painted in the color of the surrounding text.
//!
//! An icon is white on a transparent background, for multiplication with any color.

use std::collections::BTreeMap;

use battlewright_export::art::ArtPicture;
use egui::{
    Color32, ColorImage, Context, IconData, Id, Painter, Pos2, Rect, TextureHandle, TextureOptions, Vec2, pos2,
};

/// The maximum number of cached textures. The cache is cleared when it is full.
const KEPT: usize = 256;

/// The texture cache, by SVG text and width in pixels.
#[derive(Clone, Default)]
struct IconTextures(BTreeMap<(&'static str, u16), Option<TextureHandle>>);

/// Renders the icon `svg` with `pixels` dots per side; `None` if rendering fails.
pub(crate) fn image(svg: &str, pixels: u16) -> Option<ColorImage> {
    let (size, rgba) = ArtPicture::svg(svg).ok()?.rgba(pixels)?;
    Some(ColorImage::from_rgba_premultiplied(size, &rgba))
}

/// Returns the texture of `svg` with a width of `pixels`.
fn texture(ctx: &Context, svg: &'static str, pixels: u16) -> Option<TextureHandle> {
    let id = Id::unique("icons");
    let known = ctx.data_mut(|data| {
        let textures = data.get_temp_mut_or_default::<IconTextures>(id);
        textures.0.get(&(svg, pixels)).cloned()
    });
    if let Some(known) = known {
        return known;
    }
    let made = image(svg, pixels).map(|image| ctx.load_texture("an icon", image, TextureOptions::LINEAR));
    ctx.data_mut(|data| {
        let textures = data.get_temp_mut_or_default::<IconTextures>(id);
        if textures.0.len() >= KEPT {
            textures.0.clear();
        }
        textures.0.insert((svg, pixels), made.clone());
    });
    made
}

/// Paints the icon `svg` in `color`, `size` points wide, centered at `center` and aligned to pixels.
pub fn paint(painter: &Painter, svg: &'static str, center: Pos2, size: f32, color: Color32) {
    let scale = painter.pixels_per_point();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within bounds")]
    let pixels = (size * scale).round().clamp(1.0, 1024.0) as u16;
    let Some(texture) = texture(painter.ctx(), svg, pixels) else { return };
    let size = Vec2::splat(f32::from(pixels) / scale);
    let corner = center - size / 2.0;
    let corner = pos2((corner.x * scale).round() / scale, (corner.y * scale).round() / scale);
    let all = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
    painter.image(texture.id(), Rect::from_min_size(corner, size), all, color);
}

/// Paints the sort arrow of a table column, `down` or up.
pub fn sort(painter: &Painter, center: Pos2, down: bool, color: Color32) {
    let svg = if down {
        include_str!("../../assets/icons/sort-down.svg")
    } else {
        include_str!("../../assets/icons/sort-up.svg")
    };
    paint(painter, svg, center, 8.0, color);
}

/// Returns the window icon, or an empty icon if rendering fails.
pub fn window() -> IconData {
    const SIZE: u16 = 64;
    let image = image(include_str!("../../assets/icons/window.svg"), SIZE).unwrap_or_default();
    let rgba = image.pixels.iter().flat_map(Color32::to_srgba_unmultiplied).collect();
    IconData { rgba, width: SIZE.into(), height: SIZE.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_has_an_icon() {
        let icon = window();
        assert_eq!((icon.width, icon.height, icon.rgba.len()), (64, 64, 64 * 64 * 4));
        assert_eq!([icon.rgba[3], icon.rgba[4 * (64 * 10 + 10) + 3]], [0, 255], "a corner, and the counter");
    }
}
