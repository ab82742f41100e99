//! Pictures of the ground as triangles on the screen. They are made once for each picture and each part in sight.

use std::sync::Arc;

use battlewright_ground::areas::GroundKind;
use battlewright_ground::era::AreaClass;
use battlewright_schema::Look;
use egui::epaint::{Vertex, WHITE_UV};
use egui::{Color32, Context, Id, Mesh, Pos2, Vec2};

use crate::canvas::ink;
use crate::model::ground::picture::{GroundInk, GroundPicture, HexPoint};

/// The color of roads.
const ROAD: Color32 = Color32::from_rgb(150, 110, 60);
/// The color of main roads.
const MAJOR: Color32 = Color32::from_rgb(168, 84, 52);
/// The color of railways.
const RAILWAY: Color32 = Color32::from_rgb(70, 70, 74);
/// The color of lanes of the source.
const LANE: Color32 = Color32::from_rgb(196, 176, 140);
/// The color of vineyards and orchards.
const PLANTED: Color32 = Color32::from_rgb(206, 190, 220);
/// The darkening of each level above the first.
const LEVEL: f32 = 0.055;
/// The width of the soft edge of a line, in points.
const SOFT: f32 = 0.7;

/// The position of a picture on the screen: the point of its middle, and the steps of a hex to the right and down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PicturePlace {
    pub(super) middle: Pos2,
    pub(super) right: Vec2,
    pub(super) down: Vec2,
}

impl PicturePlace {
    /// Returns the place of a picture that is not turned.
    pub(super) fn straight(middle: Pos2, hex: f32) -> Self {
        Self { middle, right: Vec2::new(hex, 0.0), down: Vec2::new(0.0, hex) }
    }

    /// Returns the position of a point on the screen.
    pub(super) fn pos(&self, at: HexPoint) -> Pos2 {
        self.middle + self.right * at[0] + self.down * at[1]
    }

    /// Returns the point at a position of a picture that is not turned.
    pub(super) fn point(&self, pos: Pos2) -> HexPoint {
        let way = pos - self.middle;
        [way.x / self.right.x, way.y / self.down.y]
    }

    /// Returns the width of a hex in points.
    pub(super) fn hex(&self) -> f32 {
        self.right.length()
    }
}

/// The layers of a picture that are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PictureLayer {
    /// All.
    All,
    /// The outlines of hexes only.
    Outlines,
}

/// A picture as triangles, with what it was made for.
#[derive(Clone)]
struct MadeMesh {
    picture: Arc<GroundPicture>,
    place: PicturePlace,
    dark: bool,
    mesh: Arc<Mesh>,
}

/// Returns the triangles of a picture. They are kept under `id` as long as nothing of what they depend on changes.
pub(super) fn mesh(
    ctx: &Context,
    id: Id,
    picture: &Arc<GroundPicture>,
    place: PicturePlace,
    layer: PictureLayer,
) -> Arc<Mesh> {
    let dark = ctx.global_style().visuals.dark_mode;
    let kept: Option<MadeMesh> = ctx.data(|data| data.get_temp(id));
    let is_same = |made: &MadeMesh| Arc::ptr_eq(&made.picture, picture) && (made.place, made.dark) == (place, dark);
    if let Some(made) = kept.filter(is_same) {
        return made.mesh;
    }
    let mesh = Arc::new(made(picture, &place, layer, dark));
    let made = MadeMesh { picture: Arc::clone(picture), place, dark, mesh: Arc::clone(&mesh) };
    ctx.data_mut(|data| data.insert_temp(id, made));
    mesh
}

fn made(picture: &GroundPicture, place: &PicturePlace, layer: PictureLayer, dark: bool) -> Mesh {
    let mut mesh = Mesh::default();
    if layer == PictureLayer::All {
        for area in &picture.areas {
            let first = count(&mesh);
            let color = ink::lit(color(area.ink), dark);
            mesh.vertices.extend(area.corners.iter().map(|at| vertex(place.pos(*at), color)));
            mesh.indices.extend(area.triangles.iter().map(|n| first + n));
        }
    }
    for (line, points) in &picture.lines {
        if (*line == GroundInk::Outline) || layer == PictureLayer::All {
            let color = ink::lit(color(*line), dark);
            let points: Vec<Pos2> = points.iter().map(|at| place.pos(*at)).collect();
            stroke(&mut mesh, &points, width(*line, place.hex()), color);
        }
    }
    mesh
}

fn count(mesh: &Mesh) -> u32 {
    u32::try_from(mesh.vertices.len()).unwrap_or(u32::MAX)
}

fn vertex(pos: Pos2, color: Color32) -> Vertex {
    Vertex { pos, uv: WHITE_UV, color }
}

/// Adds a line with soft edges.
fn stroke(mesh: &mut Mesh, points: &[Pos2], width: f32, color: Color32) {
    for pair in points.windows(2) {
        let [a, b] = pair else { continue };
        let along = (*b - *a).normalized();
        if along == Vec2::ZERO {
            continue;
        }
        let across = along.rot90();
        let (inner, outer) = (across * (width / 2.0), across * (width / 2.0 + SOFT));
        // The ends overlap, so that corners have no gaps.
        let (a, b) = (*a - along * (width / 4.0), *b + along * (width / 4.0));
        let first = count(mesh);
        for end in [a, b] {
            mesh.vertices.push(vertex(end - outer, Color32::TRANSPARENT));
            mesh.vertices.push(vertex(end - inner, color));
            mesh.vertices.push(vertex(end + inner, color));
            mesh.vertices.push(vertex(end + outer, Color32::TRANSPARENT));
        }
        for strip in 0..3 {
            let corner = first + strip;
            mesh.add_triangle(corner, corner + 1, corner + 4);
            mesh.add_triangle(corner + 1, corner + 5, corner + 4);
        }
    }
}

/// Returns the width of a line in points, on hexes that are `hex` points wide.
fn width(line: GroundInk, hex: f32) -> f32 {
    let (part, least, most) = match line {
        GroundInk::Outline => (0.01, 0.3, 1.0),
        GroundInk::Lane => (0.02, 0.4, 1.5),
        GroundInk::Stream => (0.06, 0.8, 4.0),
        GroundInk::River | GroundInk::Coast => (0.12, 1.2, 8.0),
        GroundInk::Railway => (0.04, 0.7, 2.5),
        GroundInk::Road => (0.06, 0.7, 3.5),
        GroundInk::MajorRoad => (0.09, 1.0, 5.0),
        GroundInk::Bridge => (0.16, 2.0, 8.0),
        GroundInk::Hex(..) | GroundInk::Area(_) => (0.0, 0.0, 0.0),
    };
    (hex * part).clamp(least, most)
}

/// Returns the color of a terrain.
pub(super) fn terrain(kind: GroundKind) -> Color32 {
    let look = match kind {
        GroundKind::Clear => Look::Clear,
        GroundKind::Water => Look::Water,
        GroundKind::Town => return ink::ground(Look::Town).1,
        GroundKind::Village => return ink::ground(Look::Village).1,
        GroundKind::Farm => Look::Farm,
        GroundKind::Marsh => Look::Marsh,
        GroundKind::Woods => Look::Woods,
        GroundKind::Vineyard | GroundKind::Orchard => return PLANTED,
    };
    ink::ground(look).0
}

/// Returns the color of what is drawn.
fn color(what: GroundInk) -> Color32 {
    match what {
        GroundInk::Hex(GroundKind::Water, _) => terrain(GroundKind::Water),
        GroundInk::Hex(kind, level) => {
            let above = u16::try_from(level.unwrap_or(1).saturating_sub(1)).unwrap_or(0);
            ink::shade(terrain(kind), (1.0 - LEVEL * f32::from(above)).max(0.45))
        }
        GroundInk::Area(AreaClass::Water) => terrain(GroundKind::Water),
        GroundInk::Area(AreaClass::Wetland) => terrain(GroundKind::Marsh),
        GroundInk::Area(AreaClass::Woods) => terrain(GroundKind::Woods),
        GroundInk::Area(AreaClass::BuiltUp) => terrain(GroundKind::Village),
        GroundInk::Area(AreaClass::Vineyard | AreaClass::Orchard) => PLANTED,
        GroundInk::Outline => Color32::from_rgb(150, 138, 110),
        GroundInk::Coast | GroundInk::River | GroundInk::Stream => ink::WATER,
        GroundInk::Lane => LANE,
        GroundInk::Road => ROAD,
        GroundInk::MajorRoad => MAJOR,
        GroundInk::Railway => RAILWAY,
        GroundInk::Bridge => ink::LINE,
    }
}
