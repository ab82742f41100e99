//! Areas of a table: hills with hachures, woods, houses, fields, water and earthworks.

use battlewright_schema::{AreaLook, AreaView, Letter, LineLook, LineView, Look, TerrainView};
use ecolor::Color32;
use emath::{Pos2, Vec2, vec2};

use super::Brush;
use super::geometry::{clipped, contains, distance, grain, lattice, length, natural, place, turning};
use crate::draw::ink::{self, chance};
use crate::draw::{Shape, Stroke};

/// The most points of outlines, trees, houses and other marks of a table. Beyond it, details become fewer.
const MOST_DETAILS: f32 = 250_000.0;

/// The most comparisons between points for details. Beyond it, details become fewer, or do not give way to each other.
const MOST_WORK: f32 = 40_000_000.0;

/// The most patches of furrows on open ground. A larger table has none.
const MOST_PATCHES: f32 = 20_000.0;

/// The distance of the points of natural outlines, in inches.
const STEP: f32 = 0.7;

/// The areas of a table, clipped to it.
pub(super) struct Areas {
    areas: Vec<Area>,
    /// The factor by which details are fewer; 1 for all of them.
    coarse: f32,
}

/// An area, in points of the drawing.
struct Area {
    look: AreaLook,
    /// The outline as in the file, which runs clockwise.
    corners: Vec<Pos2>,
    /// The outline as drawn.
    rim: Vec<Pos2>,
}

impl Areas {
    /// Prepares `views` for drawing, from bottom to top.
    pub(super) fn new(views: &[AreaView<'_>], brush: &Brush<'_>) -> Self {
        let mut areas: Vec<Area> = views
            .iter()
            .map(|view| {
                let corners: Vec<Pos2> = view.outline.iter().map(|point| brush.at(*point)).collect();
                let mut corners = clipped(&corners, brush.table);
                if turning(&corners) < 0.0 {
                    corners.reverse();
                }
                Area { look: view.look, rim: Vec::new(), corners }
            })
            .filter(|area| !area.corners.is_empty())
            .collect();
        areas.sort_by_key(|area| area.look);
        let coarse = coarse(&areas, brush);
        for area in &mut areas {
            area.rim = match area.look {
                AreaLook::Village | AreaLook::Town | AreaLook::Fort | AreaLook::Fields | AreaLook::Vineyard => {
                    area.corners.clone()
                }
                _ if coarse > 1.0 => area.corners.clone(),
                _ => natural(&area.corners, true, brush.inch * STEP, brush.inch * 0.1),
            };
            // The curves may leave the table by a little.
            area.rim = clipped(&area.rim, brush.table);
        }
        areas.retain(|area| !area.rim.is_empty());
        Self { areas, coarse }
    }

    /// Draws furrows on the open ground between the areas.
    pub(super) fn furrows(&self, shapes: &mut Vec<Shape>, brush: &Brush<'_>) {
        let corners: usize = self.areas.iter().map(|area| area.corners.len()).sum();
        let apart = brush.inch * 1.9;
        let places = brush.table.area() / (apart * apart);
        if !brush.is_detailed() || places > MOST_PATCHES || places * corners as f32 > MOST_WORK {
            return;
        }
        let table = brush.table;
        let whole = [table.left_top(), table.right_top(), table.right_bottom(), table.left_bottom()];
        let bare = brush.lit(ink::ground(Look::Clear).1);
        for at in lattice(&whole, apart, 0.45) {
            let seed = place(at, apart);
            let is_open = !self.areas.iter().any(|area| contains(&area.corners, at));
            if chance(seed, 51) > 0.45 || !is_open || !table.shrink(brush.inch).contains(at) {
                continue;
            }
            let along = Vec2::angled(chance(seed, 52) * std::f32::consts::PI);
            let line = brush.stroke(0.018, bare.gamma_multiply(0.7));
            for n in 0..5_u8 {
                let middle = at + along.rot90() * brush.inch * 0.11 * (f32::from(n) - 2.0);
                let half = along * brush.inch * (0.28 + 0.14 * chance(seed, 53 + u32::from(n)));
                shapes.push(Shape::segment([middle - half, middle + half], line));
            }
        }
    }

    /// Draws the ground: the fills and the details of all areas. Houses keep away from `lines`.
    pub(super) fn paint(&self, shapes: &mut Vec<Shape>, lines: &[LineView<'_>], brush: &Brush<'_>) {
        let roads: Vec<[Pos2; 2]> = lines
            .iter()
            .filter(|line| matches!(line.look, LineLook::Road | LineLook::Embankment | LineLook::River))
            .flat_map(|line| line.line.windows(2).map(|ends| [brush.at(ends[0]), brush.at(ends[1])]))
            .collect();
        for area in &self.areas {
            let (fill, line) = colors(area.look, brush);
            let opacity = match area.look {
                AreaLook::Woods => 0.72,
                AreaLook::Fields | AreaLook::Rough | AreaLook::Vineyard | AreaLook::Marsh => 0.55,
                AreaLook::Steep => 0.4,
                _ => 1.0,
            };
            let width = match area.look {
                // The edges of hills belong to the levels.
                AreaLook::Hill { .. } | AreaLook::Steep => 0.0,
                AreaLook::Woods | AreaLook::Water => 0.035,
                AreaLook::Fort => 0.09,
                _ => 0.02,
            };
            let edge = if width > 0.0 { brush.stroke(width, line.gamma_multiply(0.85)) } else { Stroke::NONE };
            shapes.push(Shape::Polygon { rim: area.rim.clone(), fill: fill.gamma_multiply(opacity), edge });
            if brush.is_detailed() {
                self.details(shapes, area, &roads, line, brush);
            }
        }
    }

    fn details(&self, shapes: &mut Vec<Shape>, area: &Area, roads: &[[Pos2; 2]], line: Color32, brush: &Brush<'_>) {
        let step = |inches: f32| brush.inch * inches * self.coarse;
        let lattice = |rim: &[Pos2], step: f32, by: f32| {
            let inner = brush.table.shrink(brush.inch * 0.16);
            lattice(rim, step, by).into_iter().filter(move |at| inner.contains(*at)).collect::<Vec<Pos2>>()
        };
        match area.look {
            AreaLook::Hill { .. } => {}
            AreaLook::Woods => trees(shapes, &lattice(&area.corners, step(0.40), 0.34), line, brush),
            AreaLook::Village => self.houses(shapes, area, roads, step(0.52), brush),
            AreaLook::Town => self.houses(shapes, area, roads, step(0.40), brush),
            AreaLook::Steep => {
                let across = grain(&area.corners).rot90();
                let tick = brush.stroke(0.03, brush.lit(brush.inks.slope).gamma_multiply(0.75));
                for at in lattice(&area.corners, step(0.17), 0.25) {
                    let long = across * brush.inch * (0.05 + 0.05 * chance(place(at, brush.inch), 11));
                    shapes.push(Shape::segment([at - long, at + long], tick));
                }
            }
            AreaLook::Vineyard => {
                for at in lattice(&area.corners, step(0.24), 0.0) {
                    shapes.push(Shape::disc(at, brush.inch * 0.05, line));
                    shapes.push(Shape::segment([at, at + vec2(0.0, brush.inch * 0.11)], brush.stroke(0.02, line)));
                }
            }
            AreaLook::Fields => {
                let (along, tick) = (grain(&area.corners), brush.stroke(0.016, line.gamma_multiply(0.8)));
                for at in lattice(&area.corners, step(0.26), 0.1) {
                    let half = along * brush.inch * 0.1;
                    shapes.push(Shape::segment([at - half, at + half], tick));
                }
            }
            AreaLook::Rough => {
                let (size, tick) = (brush.inch * 0.07, brush.stroke(0.025, line.gamma_multiply(0.9)));
                for at in lattice(&area.corners, step(0.45), 0.4) {
                    let top = at - vec2(0.0, size);
                    shapes.push(Shape::line(vec![at + vec2(-size, size), top, at + vec2(size, size)], tick));
                }
            }
            AreaLook::Marsh => {
                let tick = brush.stroke(0.025, line);
                for at in lattice(&area.corners, step(0.5), 0.35) {
                    let size = brush.inch * 0.13;
                    shapes.push(Shape::segment([at - vec2(size, 0.0), at + vec2(size, 0.0)], tick));
                    for lean in [-0.35, 0.0, 0.35] {
                        shapes.push(Shape::segment([at, at + vec2(lean, -1.0) * size * 0.8], tick));
                    }
                }
            }
            AreaLook::Water => {
                let tick = brush.stroke(0.02, line.gamma_multiply(0.7));
                for at in lattice(&area.corners, step(0.8), 0.3) {
                    let size = brush.inch * 0.2;
                    let wave = [-1.0, -0.5, 0.0, 0.5, 1.0].map(|x: f32| at + vec2(x, (x * 4.0).sin() * 0.18) * size);
                    shapes.push(Shape::line(wave.to_vec(), tick));
                }
            }
            AreaLook::Fort => {
                let (center, count) = (middle(&area.corners), area.corners.len());
                let stroke = brush.stroke(0.06, line);
                let inner: Vec<Pos2> = area.corners.iter().map(|at| at.lerp(center, 0.18)).collect();
                shapes.push(Shape::ring(inner, stroke));
                // Bastions, unless the outline is no plain polygon.
                for corner in area.corners.iter().filter(|_| count <= 40) {
                    shapes.push(Shape::Disc {
                        center: *corner,
                        radius: brush.inch * 0.14,
                        fill: colors(area.look, brush).0,
                        edge: stroke,
                    });
                }
            }
        }
    }

    /// Draws houses in rows along the longest side of the area, off the roads.
    fn houses(&self, shapes: &mut Vec<Shape>, area: &Area, roads: &[[Pos2; 2]], step: f32, brush: &Brush<'_>) {
        let along = grain(&area.corners);
        let lots = lattice(&area.corners, step, 0.12);
        let reach = emath::Rect::from_points(&area.corners).expand(brush.inch);
        let near: Vec<&[Pos2; 2]> =
            roads.iter().filter(|ends| reach.intersects(emath::Rect::from_two_pos(ends[0], ends[1]))).collect();
        let is_crowded = lots.len() as f32 * near.len() as f32 > MOST_WORK / 100.0;
        let on_road = |at: Pos2| !is_crowded && near.iter().any(|ends| distance(at, **ends) < brush.inch * 0.26);
        let mut lots: Vec<Pos2> =
            lots.into_iter().filter(|at| chance(place(*at, brush.inch * 0.2), 21) < 0.88 && !on_road(*at)).collect();
        if lots.is_empty() {
            // A single house stands in the middle, or where the road leaves room for it.
            let center = middle(&area.corners);
            let spots = area.corners.iter().take(20).map(|corner| corner.lerp(center, 0.35));
            lots.push(std::iter::once(center).chain(spots).find(|at| !on_road(*at)).unwrap_or(center));
        }
        for at in lots {
            let seed = place(at, brush.inch * 0.2);
            let turned = if chance(seed, 22) < 0.3 { along.rot90() } else { along };
            let size = vec2(0.12 + 0.07 * chance(seed, 23), 0.08 + 0.03 * chance(seed, 24)) * brush.inch;
            house(shapes, at, [turned * size.x, turned.rot90() * size.y], 0.86 + 0.3 * chance(seed, 25), brush);
        }
    }

    /// Draws the edges of the hills: hachures that point downhill, and a shadow on the lower side.
    pub(super) fn edges(&self, shapes: &mut Vec<Shape>, brush: &Brush<'_>) {
        let earth = brush.lit(brush.inks.levels);
        let hills: Vec<(&Area, u8, bool)> = self
            .areas
            .iter()
            .filter_map(|area| match area.look {
                AreaLook::Hill { level, stepped } => Some((area, level, stepped)),
                _ => None,
            })
            .collect();
        let corners: usize = hills.iter().map(|(hill, ..)| hill.corners.len()).sum();
        let pieces: usize = hills.iter().map(|(hill, ..)| hill.rim.len()).sum();
        let is_crowded = corners as f32 * pieces as f32 > MOST_WORK;
        let below = |at: Pos2, level: u8| {
            let around = hills.iter().filter(|(hill, ..)| !is_crowded && contains(&hill.corners, at));
            level.saturating_sub(around.map(|(_, other, _)| *other).max().unwrap_or(0))
        };
        let (mut shadows, mut ticks, mut lines) = (Vec::new(), Vec::new(), Vec::new());
        for (hill, level, stepped) in &hills {
            let next = hill.rim.iter().skip(1).chain(hill.rim.first());
            for (from, to) in hill.rim.iter().zip(next) {
                let (way, center) = (*to - *from, from.lerp(*to, 0.5));
                let out = outward(way);
                if way.length_sq() == 0.0 || !brush.table.shrink(0.5).contains(center) {
                    continue;
                }
                let fall = f32::from(below(center + out * brush.inch * 0.2, *level).min(4));
                if fall == 0.0 {
                    continue;
                }
                // Nothing lies beyond the edge of the table.
                let within = |at: Pos2| brush.table.clamp(at);
                let foot = out * brush.inch * (0.24 + 0.12 * fall);
                let color = earth.gamma_multiply(0.20 + 0.08 * fall);
                shadows.push(Shape::Shadow {
                    ends: [*from, *to],
                    feet: [within(*from + foot), within(*to + foot)],
                    color,
                });
                let width = if *stepped { 0.07 } else { 0.025 + 0.012 * fall };
                lines.push(Shape::segment([*from, *to], brush.stroke(width, earth.gamma_multiply(0.8))));
                if *stepped || !brush.is_detailed() {
                    continue;
                }
                let apart = brush.inch * 0.15 * self.coarse;
                #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a thousand")]
                let count = (way.length() / apart).round().clamp(1.0, 1000.0) as u16;
                for n in 0..count {
                    let top = from.lerp(*to, (f32::from(n) + 0.5) / f32::from(count));
                    let long = 0.15 + 0.07 * fall + 0.09 * chance(place(top, brush.inch * 0.05), 31);
                    let half = way.normalized() * brush.inch * (0.016 + 0.006 * fall);
                    ticks.push(Shape::area(
                        vec![top - half, top + half, within(top + out * brush.inch * long)],
                        brush.lit(brush.inks.slope).gamma_multiply(0.85),
                    ));
                }
            }
        }
        shapes.extend(shadows.into_iter().chain(ticks).chain(lines));
    }
}

/// Returns the direction across `way` that points out of a polygon that runs clockwise on the screen.
fn outward(way: Vec2) -> Vec2 {
    let way = way.normalized();
    vec2(way.y, -way.x)
}

/// Returns the factor by which details must be fewer to stay within the limits.
fn coarse(areas: &[Area], brush: &Brush<'_>) -> f32 {
    let (mut marks, mut work) = (0.0_f32, 0.0_f32);
    for area in areas {
        let bounds = emath::Rect::from_points(&area.corners);
        let points = area.corners.len() as f32;
        let rim = length(&area.corners, true) / brush.inch;
        marks += points + rim * 7.0;
        work += points * (1.0 + bounds.height() / (brush.inch * 0.17));
        marks += match area.look {
            AreaLook::Hill { .. } | AreaLook::Fort => 0.0,
            AreaLook::Steep | AreaLook::Vineyard | AreaLook::Fields => bounds.area() / (brush.inch * brush.inch) * 35.0,
            _ => bounds.area() / (brush.inch * brush.inch) * 7.0,
        };
    }
    (marks / MOST_DETAILS).max(work / MOST_WORK).max(1.0)
}

/// Returns the fill and the line color of a look: those of the theme, else ours.
pub(super) fn colors(look: AreaLook, brush: &Brush<'_>) -> (Color32, Color32) {
    let rgb = Color32::from_rgb;
    let (like, own) = match look {
        AreaLook::Hill { .. } => (Look::Hill, None),
        AreaLook::Fields => (Look::Clear, Some((rgb(240, 228, 170), rgb(196, 168, 92)))),
        AreaLook::Vineyard => (Look::Clear, Some((rgb(222, 222, 176), rgb(122, 136, 72)))),
        AreaLook::Marsh => (Look::Marsh, None),
        AreaLook::Rough => (Look::Rough, None),
        AreaLook::Steep => (Look::Hill, None),
        AreaLook::Woods => (Look::Woods, None),
        AreaLook::Water => (Look::Water, None),
        AreaLook::Village => (Look::Village, None),
        AreaLook::Town => (Look::Town, None),
        AreaLook::Fort => (Look::Fort, None),
    };
    let view = TerrainView { letter: Letter(' '), name: look.name(), look: like, color: None };
    let (style, _) = brush.art.ground(&view);
    let (fill, line) = own.unwrap_or_else(|| ink::ground(like));
    let line = style.line.map_or(line, ink::color);
    let fill = match style.color.filter(|_| own.is_none()) {
        Some(color) => ink::color(color),
        None => fill,
    };
    let fill = match look {
        // Higher ground is browner.
        AreaLook::Hill { level, .. } => {
            let share = 0.06 + 0.13 * f32::from(level.saturating_sub(1).min(5));
            fill.lerp_to_gamma(brush.inks.levels, share)
        }
        _ => fill,
    };
    (brush.lit(fill), brush.lit(line))
}

fn middle(polygon: &[Pos2]) -> Pos2 {
    emath::Rect::from_points(polygon).center()
}

/// Draws trees, the upper ones first.
fn trees(shapes: &mut Vec<Shape>, spots: &[Pos2], line: Color32, brush: &Brush<'_>) {
    for at in spots {
        let seed = place(*at, brush.inch * 0.2);
        let size = brush.inch * (0.12 + 0.05 * chance(seed, 41));
        let green = brush.lit(Color32::from_rgb(120, 150, 88));
        let green = ink::shade(green, 0.9 + 0.22 * chance(seed, 42));
        shapes.push(Shape::disc(*at + vec2(size * 0.3, size * 0.35), size, line.gamma_multiply(0.35)));
        shapes.push(Shape::disc(*at, size, green));
        shapes.push(Shape::disc(*at - vec2(size * 0.25, size * 0.3), size * 0.5, ink::shade(green, 1.14)));
    }
}

/// Draws a house, given half its length and half its width as vectors.
fn house(shapes: &mut Vec<Shape>, center: Pos2, [long, wide]: [Vec2; 2], light: f32, brush: &Brush<'_>) {
    let roof = ink::shade(brush.lit(Color32::from_rgb(164, 84, 62)), light);
    let rim = [-long - wide, long - wide, long + wide, wide - long].map(|way| center + way).to_vec();
    let shadow: Vec<Pos2> = rim.iter().map(|at| *at + vec2(0.025, 0.03) * brush.inch).collect();
    shapes.push(Shape::area(shadow, ink::LINE.gamma_multiply(0.3)));
    shapes.push(Shape::Area { rim, fill: roof, edge: brush.stroke(0.015, ink::shade(roof, 0.6)) });
    let ridge = [center - long * 0.8, center + long * 0.8];
    shapes.push(Shape::segment(ridge, brush.stroke(0.015, ink::shade(roof, 1.3))));
}
