//! The terrain of hexes.
//!
//! Hexes of the same terrain merge: the terrain of a hex reaches a hexside if the neighbor's terrain looks the same, and
//! ends before it otherwise.

use battlewright_schema::theme::Pattern;
use battlewright_schema::{Cell, Common, CourseKind, Letter, Look, TerrainView};
use ecolor::Color32;
use emath::{Pos2, Rect, Vec2, vec2};

use super::ink::{self, chance, scatter};
use super::{DrawLayer, DrawLayers, FramedPicture, Shape, Stroke, View, courses, patterns, waters};
use crate::art::{self, Art, ArtPicture, Inks};

/// The radius, in pixels, below which trees and houses are not drawn.
const DETAIL: f32 = 11.0;
/// The radius, in pixels, below which the hex grid is not drawn.
const LINES: f32 = 7.0;

/// The look of a terrain type.
#[derive(Clone, Debug, PartialEq)]
pub struct TerrainLook {
    look: Look,
    /// The fill color.
    fill: Color32,
    /// `true` if the fill color was chosen in the scenario or theme; it is then uniform.
    own: bool,
    /// The color of the outline.
    edge: Color32,
    /// The color of details.
    line: Color32,
    /// The theme's color for details; `None` for defaults.
    tint: Option<Color32>,
    pattern: Pattern,
    picture: Option<ArtPicture>,
    /// The course that runs through the hexes, over the ground beneath it.
    course: Option<Box<CourseGround>>,
}

/// The ground of hexes that something runs through.
#[derive(Clone, Debug, PartialEq)]
struct CourseGround {
    kind: CourseKind,
    ground: TerrainLook,
}

impl TerrainLook {
    fn new(terrain: &TerrainView<'_>, art: &Art) -> Self {
        let (ground, picture) = art.ground(terrain);
        let (fill, line) = ink::ground(terrain.look);
        let own = ground.color.or(terrain.color).map(ink::color);
        let tint = ground.line.map(ink::color);
        // At small scale, the average color of a picture stands for it.
        let pictured = picture.as_ref().filter(|_| ground.color.is_none()).and_then(ArtPicture::average);
        Self {
            look: terrain.look,
            fill: pictured.or(own).unwrap_or(fill),
            own: own.is_some() || pictured.is_some(),
            edge: tint.or_else(|| own.map(|own| ink::shade(own, 0.7))).unwrap_or(line),
            line: tint.unwrap_or(line),
            tint,
            pattern: art::pattern(&ground, terrain.look, picture.is_some()),
            picture,
            course: None,
        }
    }

    /// Returns the look of the ground, without what runs through the hexes.
    fn ground(&self) -> &Self {
        self.course.as_ref().map_or(self, |course| &course.ground)
    }

    /// Returns `true` if the terrain is plain paper, without details.
    fn is_paper(&self) -> bool {
        self.look == Look::Clear && !self.own && self.picture.is_none()
    }

    /// Returns `true` if adjacent hexes of the two merge.
    fn joins(&self, other: &Self) -> bool {
        self.look == other.look && self.pattern == other.pattern && self.picture == other.picture
    }

    /// The fill color.
    pub fn fill(&self) -> Color32 {
        self.fill
    }
}

/// The looks of all terrain letters.
#[derive(Clone, Debug, PartialEq)]
pub struct TerrainLooks {
    kinds: Vec<(Letter, TerrainLook)>,
    paper: TerrainLook,
    /// The color of the hex grid.
    grid: Color32,
}

impl TerrainLooks {
    /// Returns the looks of the terrain in `scenario`, drawn with `art`.
    pub fn new(scenario: &dyn Common, art: &Art) -> Self {
        let paper = TerrainView { letter: Letter(' '), name: "", look: Look::Clear, color: art.paper().color };
        let paper = TerrainLook { own: false, picture: None, ..TerrainLook::new(&paper, art) };
        // Clear terrain in the paper's color is paper.
        let kind = |terrain: &TerrainView<'_>| {
            let kind = TerrainLook::new(terrain, art);
            let own = kind.own && !(kind.look == Look::Clear && terrain.color.is_none() && kind.fill == paper.fill);
            (terrain.letter, TerrainLook { own, ..kind })
        };
        let terrain = scenario.terrain();
        let mut kinds: Vec<(Letter, TerrainLook)> = terrain.iter().map(kind).collect();
        // The ground beneath a course looks like terrain without one, so that both merge.
        let plain = |look: Look| {
            let same =
                |(letter, kind): &&(Letter, TerrainLook)| kind.look == look && scenario.course(letter.0).is_none();
            kinds.iter().find(same).map(|(_, kind)| kind.clone())
        };
        let grounds: Vec<Option<CourseGround>> = terrain
            .iter()
            .map(|row| {
                let course = scenario.course(row.letter.0)?;
                let view = TerrainView { letter: row.letter, name: "", look: course.ground, color: None };
                let ground = plain(course.ground).unwrap_or_else(|| TerrainLook::new(&view, art));
                Some(CourseGround { kind: course.kind, ground })
            })
            .collect();
        for ((_, kind), ground) in kinds.iter_mut().zip(grounds) {
            // A picture of a theme has what runs through the hex.
            kind.course = ground.filter(|_| kind.picture.is_none()).map(Box::new);
        }
        Self { kinds, paper, grid: art.inks().grid }
    }

    /// Returns the look of `letter`; `None` if the terrain table lacks it.
    pub fn get(&self, letter: char) -> Option<&TerrainLook> {
        self.kinds.iter().find(|(known, _)| known.0 == letter).map(|(_, kind)| kind)
    }
}

impl TerrainLooks {
    /// Draws a piece of what runs through hexes with `letter` across `cell`, for a picture of the terrain alone.
    pub fn sample(&self, shapes: &mut Vec<Shape>, view: &View, cell: Cell, letter: char, inks: &Inks) {
        let Some(course) = self.get(letter).and_then(|look| look.course.as_ref()) else { return };
        let at = |x: f32, y: f32| view.center(cell) + vec2(x, y) * view.radius();
        let line = courses::chaikin(&[at(-0.75, 0.18), at(-0.2, 0.12), at(0.2, -0.12), at(0.75, -0.18)]);
        match course.kind {
            CourseKind::Stream => waters::stream(shapes, view.radius(), line, (inks, false)),
            CourseKind::Ravine => {
                let line = line.into_iter().map(|at| ((at - view.origin()) / view.radius()).to_pos2()).collect();
                waters::Ravine::along(line).paint(shapes, view, (inks, false));
            }
        }
    }

    /// Returns the color that names stand on in a hex with `letter`.
    pub fn beneath(&self, letter: Option<char>) -> Color32 {
        let kind = letter.and_then(|letter| self.get(letter)).map(TerrainLook::ground);
        let kind = kind.filter(|kind| !kind.is_paper());
        let plain = kind.map_or(self.paper.fill, |kind| kind.fill);
        if plain.is_opaque() { plain } else { self.paper.fill }
    }
}

/// Returns the single color of a hex, for scales without details. Hexes with an unknown letter are reddish.
pub fn plain(cell: Cell, kind: Option<&TerrainLook>) -> Color32 {
    match kind {
        None => ink::ground(Look::Clear).0.lerp_to_gamma(ink::WRONG, 0.5),
        Some(kind) if kind.own => kind.fill,
        Some(kind) => ink::shade(kind.fill, grain(cell)),
    }
}

/// Returns a slight brightness variation per hex, like the grain of paper.
fn grain(cell: Cell) -> f32 {
    0.985 + 0.03 * chance(cell, 1)
}

/// Draws the ground of `cells`. `letter` returns the terrain letter of a hex, edits in progress included.
pub fn paint(
    layers: &mut DrawLayers,
    view: &View,
    cells: &[Cell],
    looks: &TerrainLooks,
    letter: &dyn Fn(Cell) -> Option<char>,
    has: &dyn Fn(Cell) -> bool,
    dark: bool,
) {
    let whole = |cell: Cell| letter(cell).and_then(|letter| looks.get(letter));
    let look = |cell: Cell| whole(cell).map(TerrainLook::ground);
    let lines = view.detail() >= LINES;
    let paper = layers.on(DrawLayer::Paper);
    for cell in cells {
        let ground = if lines { Some(&looks.paper) } else { whole(*cell) };
        let color = ink::lit(plain(*cell, ground), dark);
        paper.push(Shape::Fan { from: view.center(*cell), rim: view.corners(*cell).to_vec(), fill: color });
    }
    if !lines {
        return;
    }
    let detail = view.detail() >= DETAIL;
    let shapes = layers.on(DrawLayer::Cover);
    for cell in cells {
        match look(*cell) {
            None => unknown(shapes, view, *cell),
            Some(kind) if kind.is_paper() => {
                if detail && kind.pattern == Pattern::Fields {
                    fields(shapes, view, *cell, kind.line, dark);
                }
            }
            Some(kind) => {
                let same = view.grid().neighbors(*cell).map(|n| match n {
                    Some(n) if has(n) => look(n).is_some_and(|other| other.joins(kind)),
                    // Terrain continues beyond the edge of the map.
                    _ => true,
                });
                cover(shapes, view, *cell, kind, same, dark);
            }
        }
    }
    for cell in cells {
        let kind = |cell: Cell| whole(cell)?.course.as_ref().map(|course| course.kind);
        if let Some(look) = whole(*cell).filter(|look| look.course.is_some()) {
            let on = |next: Cell| has(next) && kind(next) == kind(*cell);
            course(shapes, view, *cell, ink::lit(look.fill, dark), &on);
        }
    }
    if detail {
        for cell in cells {
            if let Some(kind) = look(*cell) {
                decorate(layers.on(DrawLayer::Detail), view, *cell, kind, dark);
            }
        }
    }
    let alpha = ((view.detail() - LINES) / 12.0).clamp(0.0, 1.0);
    let line = Stroke::new((view.radius() * 0.022).clamp(0.6, 1.4), looks.grid.gamma_multiply(0.34 * alpha));
    for cell in cells {
        for (side, neighbor) in view.grid().neighbors(*cell).into_iter().enumerate() {
            // Each hexside is drawn once, by its lesser hex or its only one.
            if neighbor.is_none_or(|n| !has(n) || *cell < n) {
                layers.on(DrawLayer::Sides).push(Shape::segment(view.sides(*cell)[side], line));
            }
        }
    }
}

/// Tints a hex that something runs through, with a thin rim towards hexes that are not `on` its course.
fn course(shapes: &mut Vec<Shape>, view: &View, cell: Cell, color: Color32, on: &dyn Fn(Cell) -> bool) {
    let rim = view.corners(cell).to_vec();
    shapes.push(Shape::Fan { from: view.center(cell), rim, fill: waters::tint(color) });
    let stroke = ink::stroke(view.radius() * 0.03, ink::shade(color, 0.72).gamma_multiply(0.7));
    for (side, next) in view.grid().neighbors(cell).into_iter().enumerate() {
        if next.is_none_or(|next| !on(next)) {
            shapes.extend(view.sides(cell).get(side).map(|ends| Shape::segment(*ends, stroke)));
        }
    }
}

/// Marks a hex with an unknown letter.
fn unknown(shapes: &mut Vec<Shape>, view: &View, cell: Cell) {
    let corners = view.corners(cell).to_vec();
    shapes.push(Shape::area(corners, ink::WRONG.gamma_multiply(0.25)));
    let (at, far) = (view.center(cell), view.radius() * 0.35);
    for sign in [-1.0, 1.0] {
        let ends = [at + vec2(-far, sign * far), at + vec2(far, -sign * far)];
        shapes.push(Shape::segment(ends, ink::stroke(view.radius() * 0.06, ink::WRONG)));
    }
}

/// Draws clear terrain: furrows in some hexes.
fn fields(shapes: &mut Vec<Shape>, view: &View, cell: Cell, line: Color32, dark: bool) {
    if chance(cell, 11) > 0.42 || view.detail() < 22.0 {
        return;
    }
    let r = view.radius();
    let at = view.center(cell) + scatter(cell, 12) * r * 0.28;
    let along = Vec2::angled(chance(cell, 13) * std::f32::consts::PI);
    let across = along.rot90();
    let line = Stroke::new((r * 0.016).max(0.5), ink::lit(line, dark).gamma_multiply(0.55));
    let rows = 4 + if chance(cell, 14) > 0.5 { 1_u8 } else { 0 };
    for n in 0..rows {
        let offset = across * r * 0.085 * (f32::from(n) - f32::from(rows) / 2.0);
        let half = along * r * (0.2 + 0.1 * chance(cell, 15 + u32::from(n)));
        shapes.push(Shape::segment([at + offset - half, at + offset + half], line));
    }
}

/// Returns the outline of the terrain in a hex, merged with the neighbors in the directions of `same`: points in order,
/// each with `true` if the line to the next point borders other terrain.
fn rim(view: &View, cell: Cell, same: [bool; 6]) -> Vec<(Pos2, bool)> {
    let count: u8 = if view.detail() > 30.0 { 9 } else { 4 };
    let center = view.center(cell);
    let sides = view.sides(cell);
    // hexx lists the sides in rotational order, so that consecutive sides share a corner.
    let mut points = Vec::with_capacity(6 * usize::from(count));
    let shared = |side: usize, next: usize| {
        let [a, b] = sides[side];
        let [c, d] = sides[next];
        let near = |p: Pos2, q: Pos2| p.distance_sq(q) < 1.0;
        if near(a, c) || near(a, d) { a } else { b }
    };
    let corner = |side: usize, next: usize| {
        let at = shared(side, next);
        let middle = |side: usize| sides[side][0].lerp(sides[side][1], 0.5);
        match (same[side], same[next]) {
            (true, true) => at,
            // Set back along the hexside that both hexes share, so that their outlines meet.
            (true, false) => at.lerp(middle(side), 0.30),
            (false, true) => at.lerp(middle(next), 0.30),
            (false, false) => at.lerp(center, 0.20 + 0.06 * chance(cell, 30 + u32::try_from(side).unwrap_or(0))),
        }
    };
    for (side, own) in same.into_iter().enumerate() {
        let (before, after) = ((side + 5) % 6, (side + 1) % 6);
        let (from, to) = (corner(before, side), corner(side, after));
        // A side within the terrain is straight and needs no intermediate points.
        let count = if own { 1 } else { count };
        for n in 0..count {
            let t = f32::from(n) / f32::from(count);
            let mut point = from.lerp(to, t);
            if !own && n > 0 {
                let salt = 40 + u32::try_from(side).unwrap_or(0) * 8;
                let ends = (t * std::f32::consts::PI).sin();
                let bulge = 0.16 * chance(cell, salt) - 0.07;
                let wave = 0.055 * ((t * 1.7 + chance(cell, salt + 1)) * std::f32::consts::TAU).sin();
                point = point.lerp(center, ends * (bulge + wave));
            }
            points.push((point, !own));
        }
    }
    points
}

/// Draws the area of a terrain in a hex, and its outline.
fn cover(shapes: &mut Vec<Shape>, view: &View, cell: Cell, kind: &TerrainLook, same: [bool; 6], dark: bool) {
    let line = ink::lit(kind.edge, dark);
    let rim = rim(view, cell, same);
    let points: Vec<Pos2> = rim.iter().map(|(point, _)| *point).collect();
    shapes.push(Shape::Fan { from: view.center(cell), rim: points.clone(), fill: ink::lit(kind.fill, dark) });
    if let Some(picture) = &kind.picture {
        let hex = Rect::from_points(&view.corners(cell));
        let light = if dark { ink::DIM } else { 1.0 };
        shapes.push(Shape::Picture(FramedPicture { light, ..FramedPicture::new(picture.clone(), hex, points) }));
    }
    let stroke = ink::stroke(view.radius() * 0.028, line.gamma_multiply(0.8));
    for (n, (point, open)) in rim.iter().enumerate() {
        if *open {
            let next = rim[(n + 1) % rim.len()].0;
            shapes.push(Shape::segment([*point, next], stroke));
            if kind.pattern == Pattern::Hachures && view.detail() >= DETAIL {
                // Hachures point downhill from the edge.
                let middle = point.lerp(next, 0.5);
                let out = (middle - view.center(cell)).normalized() * view.radius();
                let tick = ink::stroke(view.radius() * 0.022, line.gamma_multiply(0.9));
                shapes.push(Shape::segment([middle, middle + out * 0.13], tick));
                shapes.push(Shape::segment([*point, *point + out * 0.09], tick));
            }
        }
    }
}

/// Draws the details of a terrain.
fn decorate(shapes: &mut Vec<Shape>, view: &View, cell: Cell, kind: &TerrainLook, dark: bool) {
    let (r, at) = (view.radius(), view.center(cell));
    let line = ink::lit(kind.line, dark);
    match kind.pattern {
        // Furrows of clear terrain were drawn beneath the outlines of its neighbors.
        Pattern::Fields if !kind.is_paper() && kind.look != Look::Clear => fields(shapes, view, cell, kind.line, dark),
        Pattern::Plain | Pattern::Fields => {}
        Pattern::Dots => patterns::dots(shapes, view, cell, line),
        Pattern::Stripes => patterns::stripes(shapes, view, cell, line, false),
        Pattern::Hatching => patterns::stripes(shapes, view, cell, line, true),
        Pattern::Trees => {
            let mut trees: Vec<Vec2> = (0..17).map(|n| scatter(cell, 100 + n) * 0.70).collect();
            trees.sort_by(|a, b| a.y.total_cmp(&b.y));
            for (n, tree) in trees.into_iter().enumerate() {
                let n = u32::try_from(n).unwrap_or(0);
                let size = r * (0.085 + 0.04 * chance(cell, 130 + n));
                let spot = at + tree * r;
                let green = ink::lit(kind.tint.unwrap_or(Color32::from_rgb(120, 150, 88)), dark);
                let green = ink::shade(green, 0.9 + 0.22 * chance(cell, 150 + n));
                shapes.push(Shape::disc(spot + vec2(size * 0.3, size * 0.35), size, line.gamma_multiply(0.35)));
                shapes.push(Shape::disc(spot, size, green));
                let shine = ink::shade(green, 1.14);
                shapes.push(Shape::disc(spot - vec2(size * 0.25, size * 0.3), size * 0.5, shine));
            }
        }
        Pattern::Houses => houses(shapes, view, cell, (16, 0.62), kind.tint, dark),
        Pattern::Hamlet => houses(shapes, view, cell, (7, 0.46), kind.tint, dark),
        Pattern::Farm => farm(shapes, view, cell, kind, dark),
        Pattern::Hachures => {
            // A second, shorter ring of hachures around the top.
            let tick = ink::stroke(r * 0.02, line.gamma_multiply(0.55));
            for n in 0..9_u8 {
                let way = Vec2::angled(f32::from(n) / 9.0 * std::f32::consts::TAU + chance(cell, 170) * 6.0);
                let from = at + way * r * (0.30 + 0.05 * chance(cell, 171 + u32::from(n)));
                shapes.push(Shape::segment([from, from + way * r * 0.12], tick));
            }
        }
        Pattern::Stones => {
            for n in 0..10 {
                let spot = at + scatter(cell, 200 + n) * r * 0.66;
                let size = r * 0.06;
                let tick = ink::stroke(r * 0.025, line.gamma_multiply(0.8));
                shapes.push(Shape::segment([spot + vec2(-size, size * 0.6), spot + vec2(0.0, -size * 0.6)], tick));
                shapes.push(Shape::segment([spot + vec2(0.0, -size * 0.6), spot + vec2(size, size * 0.6)], tick));
            }
        }
        Pattern::Reeds => {
            for n in 0..9 {
                let spot = at + scatter(cell, 220 + n) * r * 0.66;
                let tick = ink::stroke(r * 0.025, line.gamma_multiply(0.85));
                shapes.push(Shape::segment([spot - vec2(r * 0.11, 0.0), spot + vec2(r * 0.11, 0.0)], tick));
                for x in [-0.04, 0.0, 0.04] {
                    let foot = spot + vec2(x * r, 0.0);
                    shapes.push(Shape::segment([foot, foot + vec2(x * r * 0.5, -r * 0.07)], tick));
                }
            }
        }
        Pattern::Waves => {
            for n in 0..5 {
                let spot = at + scatter(cell, 240 + n) * r * 0.6;
                let wave: Vec<Pos2> = (0..=8_u8)
                    .map(|k| f32::from(k) / 8.0)
                    .map(|t| spot + vec2((t - 0.5) * 0.36, (t * 9.0).sin() * 0.025) * r)
                    .collect();
                shapes.push(Shape::line(wave, ink::stroke(r * 0.022, line.gamma_multiply(0.7))));
            }
        }
        Pattern::Bastion => {
            let rim: Vec<Pos2> = (0..16_u8)
                .map(|n| {
                    let far = if n % 2 == 0 { 0.46 } else { 0.33 };
                    at + Vec2::angled(f32::from(n) / 16.0 * std::f32::consts::TAU) * r * far
                })
                .collect();
            shapes.push(Shape::ring(rim, ink::stroke(r * 0.05, line)));
        }
    }
}

/// Draws `count` houses in rows along a street.
fn houses(
    shapes: &mut Vec<Shape>,
    view: &View,
    cell: Cell,
    (count, reach): (u32, f32),
    tint: Option<Color32>,
    dark: bool,
) {
    let (r, at) = (view.radius(), view.center(cell));
    let street = chance(cell, 300) * std::f32::consts::PI;
    let (along, across) = (Vec2::angled(street), Vec2::angled(street).rot90());
    for n in 0..count {
        let ring = scatter(cell, 310 + n * 3) * reach;
        // Snapped to lots along the street, and moved off the center, where roads meet.
        let lot = |x: f32| (x / 0.17).round() * 0.17;
        let mut spot = along * lot(ring.dot(along)) + across * lot(ring.dot(across));
        if spot.length() < 0.18 {
            spot += across * 0.24;
        }
        let half = vec2(0.05 + 0.035 * chance(cell, 330 + n), 0.04 + 0.02 * chance(cell, 350 + n)) * r;
        let roof = ink::shade(roof_color(tint, dark), 0.86 + 0.3 * chance(cell, 370 + n));
        house(shapes, r, at + spot * r, [along * half.x, across * half.y], roof);
    }
}

/// Draws a farm: a wall around a yard, with buildings on three sides and a gate on the fourth.
fn farm(shapes: &mut Vec<Shape>, view: &View, cell: Cell, kind: &TerrainLook, dark: bool) {
    let (r, at) = (view.radius(), view.center(cell));
    let along = Vec2::angled((chance(cell, 300) - 0.5) * 0.6);
    let across = along.rot90();
    let corner = |x: f32, y: f32| at + (along * x + across * y) * r;
    let wall = Stroke::new((r * 0.035).max(0.8), ink::lit(kind.line, dark));
    let rim = [(0.09, 0.30), (0.38, 0.30), (0.38, -0.30), (-0.38, -0.30), (-0.38, 0.30), (-0.09, 0.30)];
    shapes.push(Shape::line(rim.map(|(x, y)| corner(x, y)).to_vec(), wall));
    for (n, (x, y, long, wide)) in
        [(0.0, -0.21, 0.28, 0.065), (-0.29, 0.03, 0.065, 0.17), (0.29, 0.03, 0.065, 0.17)].into_iter().enumerate()
    {
        let n = u32::try_from(n).unwrap_or(0);
        let roof = ink::shade(roof_color(kind.tint, dark), 0.86 + 0.3 * chance(cell, 370 + n));
        house(shapes, r, corner(x, y), [along * long * r, across * wide * r], roof);
    }
}

/// Returns the color of roofs.
fn roof_color(tint: Option<Color32>, dark: bool) -> Color32 {
    ink::lit(tint.unwrap_or(Color32::from_rgb(164, 84, 62)), dark)
}

/// Draws a house, given half its length and half its width as vectors.
fn house(shapes: &mut Vec<Shape>, r: f32, center: Pos2, [long, wide]: [Vec2; 2], roof: Color32) {
    let rim = [-long - wide, long - wide, long + wide, wide - long].map(|way| center + way).to_vec();
    let shadow: Vec<Pos2> = rim.iter().map(|p| *p + vec2(0.02, 0.025) * r).collect();
    shapes.push(Shape::area(shadow, ink::LINE.gamma_multiply(0.3)));
    let edge = ink::stroke(r * 0.012, ink::shade(roof, 0.6));
    shapes.push(Shape::Area { rim, fill: roof, edge });
    let ridge = if long.length_sq() >= wide.length_sq() { long } else { wide } * 0.8;
    shapes.push(Shape::segment([center - ridge, center + ridge], ink::stroke(r * 0.012, ink::shade(roof, 1.3))));
}

#[cfg(test)]
mod tests;
