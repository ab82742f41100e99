//! Names on a table: each stands where no unit, mark or other name is in the way.

use std::collections::{BTreeMap, BTreeSet};

use battlewright_schema::common::limits::MOST_LABELS;
use battlewright_schema::{AreaLook, LineLook, PointKind, TableView};
use emath::{Pos2, Rect, Vec2, vec2};

use super::Brush;
use super::geometry::{clipped, contains, runs_within};
use super::units::PlacedUnit;
use crate::draw::text::width;
use crate::draw::{Plate, Shape, Stroke, Text, ink};

/// The number of things at which a square of the index has no more room for names.
const FULL: usize = 60;

/// The size of the letters of the names of units, in inches of the table.
const UNIT_NAME: f32 = 0.32;

/// The room that units, marks and names take.
pub(super) struct TakenRoom {
    /// The width of an index square.
    square: f32,
    rects: BTreeMap<(i32, i32), Vec<Rect>>,
    /// The number of names that may still be drawn.
    left: usize,
}

impl TakenRoom {
    /// Returns empty room with an index for things of about `size`.
    pub(super) fn new(size: f32) -> Self {
        Self { square: size.max(1.0), rects: BTreeMap::new(), left: MOST_LABELS }
    }

    fn squares(&self, rect: Rect) -> impl Iterator<Item = (i32, i32)> + use<> {
        #[expect(clippy::cast_possible_truncation, reason = "a table is some thousands of squares wide at most")]
        let of = |at: f32| (at / self.square).floor() as i32;
        let (left, right, top, bottom) = (of(rect.left()), of(rect.right()), of(rect.top()), of(rect.bottom()));
        (left..=right).flat_map(move |x| (top..=bottom).map(move |y| (x, y)))
    }

    /// Takes the room of `rect`.
    pub(super) fn take(&mut self, rect: Rect) {
        for square in self.squares(rect) {
            let all = self.rects.entry(square).or_default();
            if all.len() < FULL {
                all.push(rect);
            }
        }
    }

    fn is_free(&self, rect: Rect) -> bool {
        let is_hit = |all: &Vec<Rect>| all.len() >= FULL || all.iter().any(|one| one.intersects(rect));
        let hit = |square| self.rects.get(&square).is_some_and(is_hit);
        !self.squares(rect).any(hit)
    }

    /// Returns the first of `spots` within `table` at which a text of this width and height is free, and takes its room.
    pub(super) fn put(&mut self, size: Vec2, table: Rect, spots: impl IntoIterator<Item = Pos2>) -> Option<Pos2> {
        let free = |at: &Pos2| {
            let rect = Rect::from_center_size(*at, size);
            table.contains_rect(rect) && self.is_free(rect)
        };
        if self.left == 0 {
            return None;
        }
        let at = spots.into_iter().find(free)?;
        self.left -= 1;
        self.take(Rect::from_center_size(at, size));
        Some(at)
    }
}

/// Returns the size that a bold text takes.
fn size(words: &str, size: f32) -> Vec2 {
    vec2(width(words) * 1.05 + 0.35, 1.02) * size
}

/// Returns positions around `bounds` for a text of this size: below, above, to the right and left, then farther away. Positions
/// in the direction of `first` come first.
fn around(bounds: Rect, text: Vec2, gap: f32, first: Vec2) -> Vec<Pos2> {
    let (c, half) = (bounds.center(), bounds.size() / 2.0);
    let mut spots = Vec::new();
    for far in [0.0, 0.9, 1.8, 3.0, 4.5].map(|far| far * text.y) {
        let (x, y) = (half.x + text.x / 2.0 + gap + far, half.y + text.y / 2.0 + gap + far);
        let shift = (half.x + text.x / 2.0) * 0.5;
        let ring = [
            vec2(0.0, y),
            vec2(0.0, -y),
            vec2(x, 0.0),
            vec2(-x, 0.0),
            vec2(shift, y),
            vec2(-shift, y),
            vec2(shift, -y),
            vec2(-shift, -y),
            vec2(x, half.y * 0.7),
            vec2(x, -half.y * 0.7),
            vec2(-x, half.y * 0.7),
            vec2(-x, -half.y * 0.7),
        ];
        let mut ring = ring.to_vec();
        let along = |way: &Vec2| if first == Vec2::ZERO { 0.0 } else { (way.normalized().dot(first) * 2.0).round() };
        ring.sort_by(|a, b| along(b).total_cmp(&along(a)));
        spots.extend(ring.into_iter().map(|way| c + way));
    }
    spots
}

/// Returns a name that covers what is below it.
fn on_plate(at: Pos2, words: &str, font: f32, brush: &Brush<'_>) -> Text {
    let fill = brush.lit(ink::HALO.to_opaque());
    let plate = Plate { fill, edge: Stroke::NONE, height: font * 1.2, room: font * 0.6 };
    Text { plate: Some(plate), ..Text::new(at, words, font, brush.inks.names).bold() }
}

/// Draws the names of units, of marks, of areas and of lines, in this order of importance, each in its own list.
pub(super) struct Names {
    /// The names of units.
    pub(super) units: Vec<Shape>,
    /// The names of everything else.
    pub(super) ground: Vec<Shape>,
    /// The levels of hills.
    pub(super) levels: Vec<Shape>,
}

impl Names {
    /// Places all names of `view`. `taken` holds the room of units and marks. `captions` are the name and the label of each unit.
    pub(super) fn new(
        view: &TableView<'_>,
        units: &[PlacedUnit],
        captions: &[[String; 2]],
        mut taken: TakenRoom,
        brush: &Brush<'_>,
    ) -> Self {
        let mut names = Self { units: Vec::new(), ground: Vec::new(), levels: Vec::new() };
        names.objectives(view, &mut taken, brush);
        names.of_units(units, captions, &mut taken, brush);
        names.areas(view, true, &mut taken, brush);
        names.areas(view, false, &mut taken, brush);
        names.levels(view, &mut taken, brush);
        names.lines(view, &mut taken, brush);
        names.crossings(view, &mut taken, brush);
        names
    }

    /// Names objectives beside their stars. A town without its name is of no use, so these come first: where there is no room, in
    /// the letters of units, and at last on a plate over what stands there.
    fn objectives(&mut self, view: &TableView<'_>, taken: &mut TakenRoom, brush: &Brush<'_>) {
        for point in &view.points {
            let (PointKind::Objective(_), Some(name)) = (point.kind, point.name) else { continue };
            let at = brush.at(point.at);
            let bounds = Rect::from_center_size(at, Vec2::splat(brush.inch * 0.9));
            let placed = [0.44, UNIT_NAME].into_iter().find_map(|inches| {
                let font = brush.inch * inches;
                let text = size(name, font);
                let spot = taken.put(text, brush.table, around(bounds, text, 0.0, Vec2::ZERO))?;
                Some(name_of(spot, name, font, brush))
            });
            match placed {
                Some(name) => self.ground.push(name.into()),
                None => self.units.push(on_plate(bounds.center_top(), name, brush.inch * UNIT_NAME, brush).into()),
            }
        }
    }

    fn of_units(&mut self, units: &[PlacedUnit], captions: &[[String; 2]], taken: &mut TakenRoom, brush: &Brush<'_>) {
        let font = brush.inch * UNIT_NAME;
        let mut order: Vec<(usize, (&PlacedUnit, &[String; 2]))> =
            units.iter().zip(captions).take(MOST_LABELS).map(|one| (crowding(one.0, units, brush), one)).collect();
        // Where units are crowded, names have few places to choose from.
        order.sort_by_key(|(others, _)| std::cmp::Reverse(*others));
        for (_, (unit, [name, label])) in order {
            let behind = unit.ahead.map_or(Vec2::ZERO, |ahead| -ahead);
            let spots = |words: &str| around(unit.bounds(), size(words, font), brush.inch * 0.05, behind);
            let placed = [name, label].into_iter().find_map(|words| {
                let text = size(words, font);
                let spot = taken.put(text, brush.table, spots(words))?;
                self.units.extend(leader(unit, Rect::from_center_size(spot, text), brush));
                Some(name_of(spot, words, font, brush))
            });
            self.units.push(match placed {
                Some(text) => text.into(),
                // On the unit itself.
                None => on_plate(unit.bounds().center(), label, font, brush).into(),
            });
        }
    }

    /// Names areas: the built-up ones beside them, others within. An objective or an area of the same name has the name already.
    fn areas(&mut self, view: &TableView<'_>, built: bool, taken: &mut TakenRoom, brush: &Brush<'_>) {
        let mut known: BTreeSet<&str> = view
            .points
            .iter()
            .filter(|point| matches!(point.kind, PointKind::Objective(_)))
            .filter_map(|point| point.name)
            .collect();
        for area in &view.areas {
            let is_built = matches!(area.look, AreaLook::Village | AreaLook::Town | AreaLook::Fort);
            let Some(name) = area.name.filter(|name| is_built == built && known.insert(name)) else { continue };
            let rim: Vec<Pos2> = area.outline.iter().map(|point| brush.at(*point)).collect();
            let rim = clipped(&rim, brush.table);
            if rim.is_empty() {
                continue;
            }
            let bounds = Rect::from_points(&rim);
            let font = brush.inch
                * match area.look {
                    AreaLook::Village => 0.34,
                    AreaLook::Town | AreaLook::Fort => 0.38,
                    AreaLook::Hill { .. } => 0.42,
                    _ => 0.36,
                };
            let text = size(name, font);
            let spot = if built {
                taken.put(text, brush.table, around(bounds, text, brush.inch * 0.02, Vec2::ZERO))
            } else {
                let spots = within(&rim, bounds, text);
                taken.put(text, brush.table, spots.into_iter().chain(around(bounds, text, 0.0, Vec2::ZERO)))
            };
            let Some(spot) = spot else { continue };
            let name = name_of(spot, name, font, brush);
            self.ground.push(Text { italic: !built, color: color_of(area.look, brush), ..name }.into());
        }
    }

    /// Writes the level of each hill inside its upper edge.
    fn levels(&mut self, view: &TableView<'_>, taken: &mut TakenRoom, brush: &Brush<'_>) {
        for area in &view.areas {
            let AreaLook::Hill { level, .. } = area.look else { continue };
            let rim: Vec<Pos2> = area.outline.iter().map(|point| brush.at(*point)).collect();
            let rim = clipped(&rim, brush.table);
            let center = Rect::from_points(&rim).center();
            let words = level.to_string();
            let font = brush.inch * 0.36;
            let spots = rim.iter().take(100).map(|at| *at + (center - *at).normalized() * brush.inch * 0.6);
            if let Some(spot) = taken.put(Vec2::splat(font * 1.1), brush.table, spots) {
                let color = brush.lit(ink::shade(brush.inks.levels, 0.8));
                self.levels.push(Text::new(spot, words, font, color).bold().into());
            }
        }
    }

    /// Names lines along their longest parts.
    fn lines(&mut self, view: &TableView<'_>, taken: &mut TakenRoom, brush: &Brush<'_>) {
        for line in &view.lines {
            let Some(name) = line.name else { continue };
            let points: Vec<Pos2> = line.line.iter().take(2000).map(|point| brush.at(*point)).collect();
            let runs = runs_within(&points, brush.table);
            let mut parts: Vec<[Pos2; 2]> =
                runs.iter().flat_map(|run| run.windows(2).map(|ends| [ends[0], ends[1]])).collect();
            parts.sort_by(|a, b| b[0].distance(b[1]).total_cmp(&a[0].distance(a[1])));
            let font = brush.inch * if line.look == LineLook::River { 0.38 } else { 0.30 };
            let long = size(name, font);
            let off = brush.inch * if line.look == LineLook::River { 0.50 } else { 0.32 };
            let mut spots = Vec::new();
            for [from, to] in parts.into_iter().take(8) {
                // Names are read from left to right, or upward.
                let way = (to - from).normalized();
                let way = if way.x < -0.01 || way.x.abs() <= 0.01 && way.y > 0.0 { -way } else { way };
                let room = from.distance(to);
                for share in [0.5, 0.3, 0.7] {
                    for side in [-1.0, 1.0] {
                        if room > long.x * 0.7 {
                            spots.push((from.lerp(to, share) + way.rot90() * side * off, way));
                        }
                    }
                }
            }
            let free = |taken: &TakenRoom, (at, way): &(Pos2, Vec2)| {
                let rects = slanted(*at, *way, long);
                rects.iter().all(|rect| brush.table.contains_rect(*rect) && taken.is_free(*rect))
            };
            if taken.left == 0 {
                return;
            }
            let Some((at, way)) = spots.into_iter().find(|spot| free(taken, spot)) else { continue };
            taken.left -= 1;
            slanted(at, way, long).into_iter().for_each(|rect| taken.take(rect));
            let text = name_of(at, name, font, brush);
            let color = match line.look {
                LineLook::Stream | LineLook::River => brush.lit(ink::shade(brush.inks.water, 0.6)),
                _ => text.color,
            };
            let halo = text.halo.map(|halo| crate::draw::Halo { pale: false, ..halo });
            self.ground.push(Text { way, italic: true, color, halo, ..text }.into());
        }
    }

    fn crossings(&mut self, view: &TableView<'_>, taken: &mut TakenRoom, brush: &Brush<'_>) {
        let known: BTreeSet<&str> = view.areas.iter().filter_map(|area| area.name).collect();
        for point in &view.points {
            let is_crossing = matches!(point.kind, PointKind::Bridge | PointKind::Ford | PointKind::Gate);
            let Some(name) = point.name.filter(|name| is_crossing && !known.contains(name)) else { continue };
            let font = brush.inch * 0.28;
            let bounds = Rect::from_center_size(brush.at(point.at), Vec2::splat(brush.inch * 0.8));
            let text = size(name, font);
            if let Some(spot) = taken.put(text, brush.table, around(bounds, text, 0.0, Vec2::RIGHT)) {
                self.ground.push(Text { italic: true, ..name_of(spot, name, font, brush) }.into());
            }
        }
    }
}

/// Returns the number of units near `unit`.
fn crowding(unit: &PlacedUnit, units: &[PlacedUnit], brush: &Brush<'_>) -> usize {
    let near = unit.bounds().expand(brush.inch * 2.0);
    units.iter().take(MOST_LABELS).filter(|other| other.bases.iter().any(|base| near.contains(base[0]))).count()
}

/// Returns a line from a unit to its name, if the name does not stand beside it.
fn leader(unit: &PlacedUnit, name: Rect, brush: &Brush<'_>) -> Option<Shape> {
    let centers = unit.bases.iter().map(|base| (base[0].lerp(base[2], 0.5), base[0].distance(base[2]) * 0.4));
    let nearest = centers.map(|(center, reach)| (name.clamp(center), center, reach));
    let far = |(to, center, _): &(Pos2, Pos2, f32)| to.distance_sq(*center);
    let (to, center, reach) = nearest.min_by(|a, b| far(a).total_cmp(&far(b)))?;
    let (way, long) = ((to - center).normalized(), to.distance(center));
    let color = brush.inks.names.gamma_multiply(0.85);
    (long > reach + brush.inch * 0.3)
        .then(|| Shape::segment([center + way * reach * 0.8, to], brush.stroke(0.025, color)))
}

/// Returns the squares along a slanted text, which together take less room than the rectangle around it.
fn slanted(at: Pos2, way: Vec2, text: Vec2) -> Vec<Rect> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a few hundred")]
    let count = (text.x / text.y).ceil().clamp(1.0, 400.0) as u16;
    let part = |n: u16| {
        let along = ((f32::from(n) + 0.5) / f32::from(count) - 0.5) * text.x;
        Rect::from_center_size(at + way * along, Vec2::splat(text.y))
    };
    (0..count).map(part).collect()
}

/// Returns positions within a polygon at which a text of this size lies inside, from the middle outward.
fn within(rim: &[Pos2], bounds: Rect, text: Vec2) -> Vec<Pos2> {
    let sum = rim.iter().fold(Vec2::ZERO, |sum, at| sum + at.to_vec2());
    let center = (sum / rim.len() as f32).to_pos2();
    let mut spots = vec![center];
    for y in [0.5_f32, 0.36, 0.64, 0.22, 0.78, 0.1, 0.9] {
        for x in [0.5_f32, 0.35, 0.65, 0.2, 0.8] {
            spots.push(bounds.min + bounds.size() * vec2(x, y));
        }
    }
    let inside = |at: &Pos2| {
        let half = text.x * 0.4;
        [-half, 0.0, half].into_iter().all(|x| contains(rim, *at + vec2(x, 0.0)))
    };
    let (mut good, rest): (Vec<Pos2>, Vec<Pos2>) =
        if rim.len() > 2000 { (Vec::new(), spots) } else { spots.into_iter().partition(inside) };
    good.extend(rest.into_iter().filter(|at| rim.len() > 2000 || contains(rim, *at)));
    good
}

fn color_of(look: AreaLook, brush: &Brush<'_>) -> ecolor::Color32 {
    match look {
        AreaLook::Hill { .. } => ink::shade(brush.inks.levels, 0.72),
        AreaLook::Woods => ecolor::Color32::from_rgb(44, 66, 28),
        AreaLook::Water => ink::shade(brush.inks.water, 0.55),
        _ => brush.inks.names,
    }
}

/// Returns a name with its halo.
fn name_of(at: Pos2, words: &str, font: f32, brush: &Brush<'_>) -> Text {
    Text::name(at, words, font, brush.inks.names, brush.lit(brush.inks.halo))
}
