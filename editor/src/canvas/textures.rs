//! Pictures in the window, cached as textures in the requested sizes.

use std::collections::BTreeMap;

use battlewright_export::art::ArtPicture;
use battlewright_export::draw::FramedPicture;
use egui::epaint::Vertex;
use egui::{Color32, ColorImage, Context, Id, Mesh, TextureHandle, TextureId, TextureOptions, pos2};

/// The maximum number of cached textures. The cache is cleared when it is full.
const KEPT: usize = 1024;

/// The texture cache, by picture key and size in pixels.
#[derive(Clone, Default)]
struct Textures(BTreeMap<(u64, u16), Option<TextureHandle>>);

/// Returns the texture of `picture` for a display size of `pixels`.
fn texture(ctx: &Context, picture: &ArtPicture, pixels: f32) -> Option<TextureId> {
    // In steps, to limit the number of textures during a zoom.
    let size = [32_u16, 64, 128, 256, 512, 1024].into_iter().find(|size| f32::from(*size) >= pixels).unwrap_or(1024);
    let id = Id::unique("pictures of a theme");
    let key = (picture.key(), size);
    let known = ctx.data_mut(|data| data.get_temp_mut_or_default::<Textures>(id).0.get(&key).cloned());
    if let Some(known) = known {
        return known.map(|texture| texture.id());
    }
    let made = picture.rgba(size).map(|(size, pixels)| {
        let image = ColorImage::from_rgba_premultiplied(size, &pixels);
        ctx.load_texture("a picture of a theme", image, TextureOptions::LINEAR)
    });
    let texture = made.as_ref().map(TextureHandle::id);
    ctx.data_mut(|data| {
        let textures = data.get_temp_mut_or_default::<Textures>(id);
        if textures.0.len() >= KEPT {
            textures.0.clear();
        }
        textures.0.insert(key, made);
    });
    texture
}

/// Returns the mesh of a picture; `None` if the picture cannot be rendered.
pub(super) fn mesh(ctx: &Context, framed: &FramedPicture) -> Option<Mesh> {
    let FramedPicture { picture, rect, rim, tiles, opacity, light } = framed;
    let pixels = rect.size().max_elem() * ctx.pixels_per_point();
    let mut mesh = Mesh::with_texture(texture(ctx, picture, pixels)?);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of a byte")]
    let gray = (light * 255.0) as u8;
    let color = Color32::from_gray(gray).gamma_multiply(*opacity);
    let corner = |pos: egui::Pos2| {
        let part = (pos - rect.min) / rect.size();
        Vertex { pos, uv: pos2(part.x, part.y), color }
    };
    if !rim.is_empty() {
        mesh.vertices.push(corner(rect.center()));
        mesh.vertices.extend(rim.iter().map(|pos| corner(*pos)));
        let count = u32::try_from(rim.len()).ok()?;
        for n in 0..count {
            mesh.add_triangle(0, 1 + n, 1 + (n + 1) % count);
        }
    }
    for tile in tiles {
        let first = u32::try_from(mesh.vertices.len()).ok()?;
        mesh.vertices.extend(tile.iter().map(|pos| corner(*pos)));
        for n in 2..u32::try_from(tile.len()).ok()? {
            mesh.add_triangle(first, first + n - 1, first + n);
        }
    }
    Some(mesh)
}

/// Returns the meshes of non-overlapping pictures, merged by texture.
pub(super) fn meshes(ctx: &Context, framed: &[FramedPicture]) -> Vec<Mesh> {
    let mut meshes: Vec<Mesh> = Vec::new();
    for mesh in framed.iter().filter_map(|framed| mesh(ctx, framed)) {
        match meshes.iter_mut().find(|known| known.texture_id == mesh.texture_id) {
            Some(known) => known.append(mesh),
            None => meshes.push(mesh),
        }
    }
    meshes
}
