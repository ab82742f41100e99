use battlewright_schema::theme::Pattern;
use battlewright_schema::{Cell, Grid, Look, System, load, template};
use ecolor::Color32;

use super::*;
use crate::draw::ink::{contrast, linear};

/// Simulations of color blindness without the cones for red, green or blue, after Machado, Oliveira and Fernandes (2009),
/// in linear light.
const EYES: [[[f32; 3]; 3]; 3] = [
    [[0.152_286, 1.052_583, -0.204_868], [0.114_503, 0.786_281, 0.099_216], [-0.003_882, -0.048_116, 1.051_998]],
    [[0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_82, 0.042_94, 0.968_881]],
    [[1.255_528, -0.076_749, -0.178_779], [-0.078_411, 0.930_809, 0.147_602], [0.004_733, 0.691_367, 0.303_9]],
];

fn seen(eye: &[[f32; 3]; 3], color: Color32) -> Color32 {
    let light = [color.r(), color.g(), color.b()].map(linear);
    let back = |x: f32| {
        let x = x.clamp(0.0, 1.0);
        let x = if x <= 0.003_130_8 { x * 12.92 } else { 1.055 * x.powf(1.0 / 2.4) - 0.055 };
        (x * 255.0).round() as u8
    };
    let [r, g, b] = eye.map(|row| back(row.iter().zip(light).map(|(a, b)| a * b).sum()));
    Color32::from_rgb(r, g, b)
}

/// Returns the color and the details of a hex of `look` in the theme `text`.
fn drawn(look: Look, text: &str) -> (Color32, Vec<Shape>) {
    let art = Art::of(battlewright_schema::Theme::read(text.as_bytes()).theme);
    let terrain = TerrainView { letter: Letter('x'), name: "", look, color: None };
    let scenario = load(template(System::MarsLaTour)).readable.unwrap();
    let paper = TerrainLooks::new(scenario.common(), &art).paper;
    let looks =
        TerrainLooks { kinds: vec![(Letter('x'), TerrainLook::new(&terrain, &art))], paper, grid: Color32::BLACK };
    let grid = Grid::of(scenario.common().frame(), 3, 3).unwrap();
    let view = View::whole(&grid, 40.0, 0.0);
    let mut layers = DrawLayers::default();
    // A hex with equal terrain on one side and other terrain on the other.
    let here = |cell: Cell| cell.column < 2;
    let middle = Cell { column: 1, row: 1 };
    let letter = |cell: Cell| if here(cell) { Some('x') } else { Some(' ') };
    paint(&mut layers, &view, &[middle], &looks, &letter, &|_| true, false);
    let shapes = [DrawLayer::Cover, DrawLayer::Detail].map(|layer| std::mem::take(layers.on(layer)));
    (looks.kinds[0].1.fill, shapes.into_iter().flatten().collect())
}

/// Returns shapes without their colors.
fn bare(shapes: Vec<Shape>) -> Vec<Shape> {
    shapes
        .into_iter()
        .filter(|shape| !matches!(shape, Shape::Fan { .. }))
        .map(|shape| match shape {
            Shape::Segment { ends, stroke } => Shape::segment(ends, Stroke::new(stroke.width, Color32::BLACK)),
            Shape::Line { points, closed, stroke } => {
                Shape::Line { points, closed, stroke: Stroke::new(stroke.width, Color32::BLACK) }
            }
            Shape::Disc { center, radius, .. } => Shape::disc(center, radius, Color32::BLACK),
            Shape::Area { rim, .. } => Shape::area(rim, Color32::BLACK),
            other => other,
        })
        .collect()
}

fn colors(shapes: &[Shape]) -> Vec<Color32> {
    shapes
        .iter()
        .filter_map(|shape| match shape {
            Shape::Segment { stroke, .. } | Shape::Line { stroke, .. } => Some(stroke.color),
            Shape::Disc { fill, .. } | Shape::Area { fill, .. } => Some(*fill),
            _ => None,
        })
        .collect()
}

#[test]
fn terrain_is_told_apart_without_its_color() {
    let all: Vec<(Look, Vec<Shape>)> =
        Look::ALL.into_iter().map(|look| (look, bare(drawn(look, "theme = 1").1))).collect();
    for (n, (look, shapes)) in all.iter().enumerate() {
        for (other, others) in &all[..n] {
            assert!(shapes != others, "{look:?} is {other:?} but for its color");
        }
    }
    let patterns: std::collections::BTreeSet<Pattern> = Look::ALL.into_iter().map(Pattern::of).collect();
    assert_eq!(patterns.len(), Look::ALL.len());
}

#[test]
fn the_patterns_of_terrain_are_seen_by_every_eye() {
    for look in Look::ALL.into_iter().filter(|look| *look != Look::Clear) {
        let (ground, shapes) = drawn(look, "theme = 1");
        for eye in &EYES {
            let best = colors(&shapes).into_iter().map(|color| {
                // Translucent colors are blended with the ground.
                let [r, g, b, a] = color.to_srgba_unmultiplied();
                let solid = ground.lerp_to_gamma(Color32::from_rgb(r, g, b), f32::from(a) / 255.0);
                contrast(seen(eye, solid), seen(eye, ground))
            });
            let best = best.fold(0.0, f32::max);
            assert!(best >= 1.4, "{look:?}: {best}");
        }
    }
}

#[test]
fn every_pattern_looks_its_own_way() {
    let of = |pattern: Pattern| {
        let name = serde_json::to_value(pattern).unwrap();
        bare(drawn(Look::Rough, &format!("theme = 1\n[look.rough]\npattern = {name}\n")).1)
    };
    let all: Vec<Vec<Shape>> = Pattern::ALL.into_iter().map(of).collect();
    for (n, shapes) in all.iter().enumerate() {
        for (m, others) in all[..n].iter().enumerate() {
            // Only some hexes have furrows, and this one has none.
            let fields = Pattern::ALL[n] == Pattern::Fields && Pattern::ALL[m] == Pattern::Plain;
            assert!(fields || shapes != others, "{:?} {:?}", Pattern::ALL[n], Pattern::ALL[m]);
        }
    }
}

#[test]
fn what_runs_through_a_hex_covers_only_a_part_of_its_ground() {
    let scenario = load(include_str!("../../../../scenarios/aac-gravelotte.toml")).readable.unwrap();
    let looks = TerrainLooks::new(scenario.common(), &Art::default());
    let grid = scenario.common().grid().unwrap();
    let view = View::whole(&grid, 40.0, 0.0);
    // A hex without furrows.
    let cell = (3..30).map(|row| Cell { column: 5, row }).find(|cell| ink::chance(*cell, 11) > 0.42).unwrap();
    let paint = |letter: char| {
        let mut layers = DrawLayers::default();
        paint(&mut layers, &view, &[cell], &looks, &|_| Some(letter), &|_| true, false);
        let mut piece = Vec::new();
        looks.sample(&mut piece, &view, cell, letter, &crate::art::Inks::default());
        (std::mem::take(layers.on(DrawLayer::Cover)), std::mem::take(layers.on(DrawLayer::Detail)), piece)
    };
    // A stream is a pale tint with a line, a wooded ravine woods with a tint.
    let (stream, waves, line) = paint('s');
    assert!(matches!(&stream[..], [Shape::Fan { fill, .. }] if !fill.is_opaque()), "{stream:?}");
    assert!(waves.is_empty() && line.len() == 2);
    let ((wooded, trees, banks), (woods, only_trees, none)) = (paint('R'), paint('w'));
    assert_eq!((&wooded[..woods.len()], wooded.len()), (&woods[..], woods.len() + 1));
    assert_eq!((trees, none.len()), (only_trees, 0));
    assert!(banks.len() > 10, "hachures");
    assert_eq!(looks.beneath(Some('R')), looks.beneath(Some('w')));
    assert_ne!(looks.beneath(Some('s')), looks.get('s').unwrap().fill());
}
