//! Roads from hex to hex, and what runs along hexsides.

use std::collections::BTreeMap;

use battlewright_schema::{Cell, Common, HexId, Hexside, HexsideKind};
use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, Vec2};

use super::camera::View;
use super::ink;

const CASING: Color32 = Color32::from_rgb(110, 84, 58);
const ROAD: Color32 = Color32::from_rgb(250, 238, 208);

/// The roads: first all the dark edges, then all the light middles, so that they join.
pub fn roads(shapes: &mut Vec<Shape>, view: &View, scenario: &dyn Common, selected: Option<usize>, dark: bool) {
    let mut edges = Vec::new();
    let mut middles = Vec::new();
    for (n, road) in scenario.roads().iter().enumerate() {
        let glow = (selected == Some(n)).then_some(ink::SELECTED);
        for line in runs(view, &road.path) {
            road_line(&mut edges, &mut middles, view, line, glow, dark);
        }
    }
    shapes.extend(edges);
    shapes.extend(middles);
}

/// Paints a road that a tool is about to build.
pub fn road_preview(painter: &Painter, view: &View, path: &[Cell]) {
    let line: Vec<Pos2> = path.iter().map(|cell| view.center(*cell)).collect();
    let smooth = ink::smooth(&line);
    painter.add(Shape::line(smooth.clone(), ink::stroke(view.radius() * 0.17, ink::ACCENT.gamma_multiply(0.6))));
    painter.add(Shape::line(smooth, ink::stroke(view.radius() * 0.08, ROAD)));
    for point in line {
        painter.add(Shape::circle_filled(point, view.radius() * 0.1, ink::ACCENT));
    }
}

fn road_line(
    edges: &mut Vec<Shape>,
    middles: &mut Vec<Shape>,
    view: &View,
    points: Vec<Pos2>,
    glow: Option<Color32>,
    dark: bool,
) {
    if points.len() < 2 || !Rect::from_points(&points).expand(view.radius()).intersects(view.rect()) {
        return;
    }
    let r = view.radius();
    let line = ink::smooth(&points);
    if let Some(glow) = glow {
        edges.push(Shape::line(line.clone(), ink::stroke(r * 0.26, glow.gamma_multiply(0.55))));
    }
    edges.push(Shape::line(line.clone(), ink::stroke(r * 0.125, ink::lit(CASING, dark))));
    if r > 8.0 {
        middles.push(Shape::line(line, ink::stroke(r * 0.07, ink::lit(ROAD, dark))));
    }
}

/// The stretches of a path whose hexes are on the map.
fn runs(view: &View, path: &[HexId]) -> Vec<Vec<Pos2>> {
    let mut runs = vec![Vec::new()];
    for hex in path {
        match (view.grid().cell(hex), runs.last_mut()) {
            (Some(cell), Some(run)) => run.push(view.center(cell)),
            _ => runs.push(Vec::new()),
        }
    }
    runs
}

/// What lies along hexsides, bridges last.
pub fn hexsides(shapes: &mut Vec<Shape>, view: &View, scenario: &dyn Common, selected: Option<usize>, dark: bool) {
    let mut rows: Vec<(usize, &Hexside)> = scenario.hexsides().iter().enumerate().collect();
    rows.sort_by_key(|(_, row)| row.kind == HexsideKind::Bridge);
    for (n, row) in rows {
        let ends: Vec<[Pos2; 2]> = row
            .between
            .iter()
            .filter_map(|side| {
                let (a, b) = side.hexes()?;
                view.side_between(view.grid().cell(&a)?, view.grid().cell(&b)?)
            })
            .collect();
        let ways: Vec<Vec2> = row
            .between
            .iter()
            .filter_map(|side| {
                let (a, b) = side.hexes()?;
                let (a, b) = (view.grid().cell(&a)?, view.grid().cell(&b)?);
                view.side_between(a, b)?;
                Some((view.center(b) - view.center(a)).normalized())
            })
            .collect();
        if selected == Some(n) {
            for [a, b] in &ends {
                shapes.push(Shape::line_segment(
                    [*a, *b],
                    ink::stroke(view.radius() * 0.3, ink::SELECTED.gamma_multiply(0.45)),
                ));
            }
        }
        paint_kind(shapes, view, row.kind, &ends, &ways, dark);
    }
}

/// Paints one hexside that a tool is about to change.
pub fn hexside_preview(painter: &Painter, view: &View, kind: HexsideKind, a: Cell, b: Cell, remove: bool) {
    let Some([from, to]) = view.side_between(a, b) else { return };
    let color = if remove { ink::WRONG } else { ink::ACCENT };
    painter.add(Shape::line_segment([from, to], ink::stroke(view.radius() * 0.28, color.gamma_multiply(0.45))));
    if !remove {
        let mut shapes = Vec::new();
        paint_kind(&mut shapes, view, kind, &[[from, to]], &[(view.center(b) - view.center(a)).normalized()], false);
        painter.extend(shapes);
    }
}

fn paint_kind(shapes: &mut Vec<Shape>, view: &View, kind: HexsideKind, ends: &[[Pos2; 2]], ways: &[Vec2], dark: bool) {
    let r = view.radius();
    let visible = |[a, b]: &[Pos2; 2]| view.rect().expand(r).contains(*a) || view.rect().expand(r).contains(*b);
    match kind {
        HexsideKind::Stream | HexsideKind::River => {
            let wide = if kind == HexsideKind::River { 0.17 } else { 0.085 };
            for chain in chains(ends) {
                let line = meander(&chain, r);
                if Rect::from_points(&line).expand(r).intersects(view.rect()) {
                    shapes.push(Shape::line(
                        line.clone(),
                        ink::stroke(r * (wide + 0.05), ink::lit(ink::shade(ink::WATER, 0.72), dark)),
                    ));
                    shapes.push(Shape::line(line, ink::stroke(r * wide, ink::lit(ink::shade(ink::WATER, 1.22), dark))));
                }
            }
        }
        HexsideKind::Bridge => {
            for (end, way) in ends.iter().zip(ways).filter(|(end, _)| visible(end)) {
                let (middle, along) = (end[0].lerp(end[1], 0.5), (end[1] - end[0]).normalized());
                for sign in [-1.0, 1.0] {
                    let rail = middle + along * sign * r * 0.11;
                    shapes.push(Shape::line_segment(
                        [rail - *way * r * 0.17, rail + *way * r * 0.17],
                        ink::stroke(r * 0.05, ink::lit(ink::LINE, dark)),
                    ));
                }
                shapes.push(Shape::line_segment(
                    [middle - *way * r * 0.17, middle + *way * r * 0.17],
                    ink::stroke(r * 0.14, ink::lit(ROAD, dark)),
                ));
            }
        }
        HexsideKind::Slope => {
            let line = ink::lit(Color32::from_rgb(140, 104, 62), dark);
            for (end, way) in ends.iter().zip(ways).filter(|(end, _)| visible(end)) {
                shapes.push(Shape::line_segment(*end, ink::stroke(r * 0.03, line)));
                for n in 0..7_u8 {
                    let foot = end[0].lerp(end[1], (f32::from(n) + 0.5) / 7.0);
                    let long = if n % 2 == 0 { 0.18 } else { 0.11 };
                    shapes.push(Shape::line_segment([foot, foot + *way * r * long], ink::stroke(r * 0.03, line)));
                }
            }
        }
        HexsideKind::Wall => {
            for end in ends.iter().filter(|end| visible(end)) {
                shapes.push(Shape::line_segment(
                    *end,
                    ink::stroke(r * 0.11, ink::lit(Color32::from_rgb(92, 80, 66), dark)),
                ));
                shapes.extend(Shape::dashed_line(
                    end,
                    Stroke::new((r * 0.055).max(0.6), ink::lit(Color32::from_rgb(196, 182, 152), dark)),
                    (r * 0.1).max(1.0),
                    (r * 0.06).max(1.0),
                ));
            }
        }
    }
}

/// Joins hexsides that share a corner into long lines.
fn chains(sides: &[[Pos2; 2]]) -> Vec<Vec<Pos2>> {
    #[expect(clippy::cast_possible_truncation, reason = "screen positions; two corners are many points apart")]
    let key = |p: Pos2| ((p.x * 2.0).round() as i64, (p.y * 2.0).round() as i64);
    let close = |a: (i64, i64), b: (i64, i64)| (a.0 - b.0).abs() <= 1 && (a.1 - b.1).abs() <= 1;
    let mut at: BTreeMap<(i64, i64), Vec<usize>> = BTreeMap::new();
    let mut name = |p: Pos2| {
        let (x, y) = key(p);
        // The same corner reckoned from two hexes may round differently.
        let known = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (x + dx, y + dy))).find(|k| at.contains_key(k));
        let name = known.unwrap_or((x, y));
        at.entry(name).or_default();
        name
    };
    let ends: Vec<[(i64, i64); 2]> = sides.iter().map(|[a, b]| [name(*a), name(*b)]).collect();
    for (n, [a, b]) in ends.iter().enumerate() {
        at.entry(*a).or_default().push(n);
        at.entry(*b).or_default().push(n);
    }
    let mut used = vec![false; sides.len()];
    let mut lines = Vec::new();
    // Begin at loose ends and forks, then take what is left: rings.
    let mut starts: Vec<(i64, i64)> = at.iter().filter(|(_, sides)| sides.len() != 2).map(|(at, _)| *at).collect();
    starts.extend(at.keys().copied());
    for start in starts {
        for first in at.get(&start).cloned().unwrap_or_default() {
            if used[first] {
                continue;
            }
            let (mut corner, mut side) = (start, first);
            let begin = if close(key(sides[first][0]), start) { sides[first][0] } else { sides[first][1] };
            let mut line = vec![begin];
            loop {
                used[side] = true;
                let turn = usize::from(ends[side][0] == corner);
                corner = ends[side][turn];
                line.push(sides[side][turn]);
                let next = at.get(&corner).filter(|sides| sides.len() == 2);
                match next.and_then(|sides| sides.iter().find(|n| !used[**n])) {
                    Some(next) => side = *next,
                    None => break,
                }
            }
            lines.push(line);
        }
    }
    lines
}

/// A brook's way along a line of hexsides: corners cut, small waves added.
fn meander(chain: &[Pos2], r: f32) -> Vec<Pos2> {
    let [first, .., last] = chain else { return chain.to_vec() };
    let mut line = vec![*first];
    for pair in chain.windows(2) {
        let [a, b] = [pair[0], pair[1]];
        let across = (b - a).rot90().normalized() * r * 0.055;
        line.push(a.lerp(b, 0.28) + across);
        line.push(a.lerp(b, 0.72) - across);
    }
    line.push(*last);
    ink::smooth(&line)
}
