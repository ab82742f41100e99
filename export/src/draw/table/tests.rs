use battlewright_schema::{
    AreaLook, AreaView, BaseOutline, EntryId, LineLook, LineView, ListRow, PlaceId, PointView, SideId, System,
    Tabletop, UnitFootprint, load, template,
};
use emath::pos2;

use super::*;

/// The row of everything here, which the drawing does not read.
const ROW: ListRow = ListRow { list: "terrain", index: 0, points: "outline" };

fn inches(points: &[(i32, i32)]) -> Vec<Inches> {
    points.iter().map(|(x, y)| Inches { x: x * 1000, y: y * 1000 }).collect()
}

fn area(look: AreaLook, points: &[(i32, i32)]) -> AreaView<'static> {
    AreaView { row: ROW, name: Some(look.name()), look, outline: inches(points) }
}

fn line(look: LineLook, points: &[(i32, i32)]) -> LineView<'static> {
    LineView { row: ROW, name: Some("Line"), look, line: inches(points) }
}

fn table(width: u16, depth: u16) -> TableView<'static> {
    TableView::empty(Tabletop { width, depth })
}

/// Draws `view` with the sides and units of a bundled scenario.
fn drawn(view: &TableView<'_>, dark: bool) -> TableDrawing {
    let scenario = load(template(System::MarsLaTour)).readable.unwrap();
    let art: Arc<Art> = Arc::default();
    let counters = Counters::of(&scenario, &art);
    let style = TableStyle {
        inch: 40.0,
        density: Density::default(),
        numbers: true,
        units: true,
        grid: true,
        marks: true,
        dark,
        art,
    };
    TableDrawing::of(&scenario, view, &counters, &style)
}

fn layer(drawing: &TableDrawing, layer: TableLayer) -> Vec<Shape> {
    drawing.draw(layer, Rect::EVERYTHING)
}

fn words(drawing: &TableDrawing, of: TableLayer) -> Vec<Text> {
    let shapes = layer(drawing, of).into_iter();
    shapes.filter_map(|shape| if let Shape::Text(text) = shape { Some(text) } else { None }).collect()
}

#[test]
fn every_look_is_drawn_in_its_own_way_and_darker_by_night() {
    let looks = [
        AreaLook::Hill { level: 1, stepped: false },
        AreaLook::Hill { level: 2, stepped: false },
        AreaLook::Fields,
        AreaLook::Vineyard,
        AreaLook::Marsh,
        AreaLook::Rough,
        AreaLook::Steep,
        AreaLook::Woods,
        AreaLook::Water,
        AreaLook::Village,
        AreaLook::Town,
        AreaLook::Fort,
    ];
    let pictures = looks.map(|look| {
        let view = TableView { areas: vec![area(look, &[(2, 2), (8, 2), (8, 8), (2, 8)])], ..table(10, 10) };
        [false, true].map(|dark| format!("{:?}", layer(&drawn(&view, dark), TableLayer::Ground)))
    });
    for (at, [day, night]) in pictures.iter().enumerate() {
        assert_ne!(day, night, "{:?}", looks[at]);
        assert!(pictures[..at].iter().all(|[other, _]| other != day), "{:?}", looks[at]);
    }
    let lines = [
        LineLook::Stream,
        LineLook::River,
        LineLook::Cliff,
        LineLook::Hedge,
        LineLook::Wall,
        LineLook::Trench,
        LineLook::Road,
        LineLook::Embankment,
    ];
    let pictures = lines.map(|look| {
        let view = TableView { lines: vec![line(look, &[(2, 2), (8, 8)])], ..table(10, 10) };
        format!("{:?}", layer(&drawn(&view, false), TableLayer::Lines))
    });
    assert!((0..lines.len()).all(|at| !pictures[..at].contains(&pictures[at])));
}

#[test]
fn hachures_stand_where_the_ground_falls_and_only_there() {
    let lower = area(AreaLook::Hill { level: 1, stepped: false }, &[(4, 4), (20, 4), (20, 16), (4, 16)]);
    let upper = area(AreaLook::Hill { level: 2, stepped: false }, &[(12, 4), (20, 4), (20, 16), (12, 16)]);
    let ticks = |areas: Vec<AreaView<'static>>, x: f32| {
        let drawing = drawn(&TableView { areas, ..table(24, 20) }, false);
        let edge = drawing.table().left() + x * 40.0;
        let shapes = drawing.draw(TableLayer::Edges, Rect::from_center_size(pos2(edge, 436.0), Vec2::splat(60.0)));
        shapes.into_iter().filter(|shape| matches!(shape, Shape::Area { .. })).count()
    };
    assert!(ticks(vec![lower.clone()], 4.0) > 3, "the foot of the lower hill");
    assert_eq!(ticks(vec![lower.clone()], 12.0), 0, "its middle");
    assert!(ticks(vec![lower.clone(), upper.clone()], 12.0) > 3, "the upper hill rises from it");
    let same = AreaView { look: lower.look, ..upper };
    assert_eq!(ticks(vec![lower, same], 12.0), 0, "no edge between hills of one level");
}

#[test]
fn nothing_but_numbers_and_arrows_lies_beyond_the_edge() {
    let far = [(-900, -900), (900, -50), (900, 900), (-3, 700)];
    let areas: Vec<AreaView<'_>> = [AreaLook::Hill { level: 3, stepped: true }, AreaLook::Woods, AreaLook::Town]
        .map(|look| area(look, &far))
        .into();
    let lines =
        [LineLook::River, LineLook::Road, LineLook::Embankment].map(|look| line(look, &[(-9, -4), (50, 26)])).into();
    let drawing = drawn(&TableView { areas, lines, ..table(30, 20) }, false);
    let edge = drawing.table().expand(20.0);
    for part in [TableLayer::Ground, TableLayer::Edges, TableLayer::Lines] {
        let shapes = layer(&drawing, part);
        assert!(!shapes.is_empty() || part == TableLayer::Edges, "{part:?}");
        for shape in shapes {
            assert!(edge.contains_rect(shape.reach()), "{part:?}: {shape:?}");
        }
    }
}

#[test]
fn a_river_ends_along_the_edge_of_the_table() {
    let view = TableView { lines: vec![line(LineLook::River, &[(-5, 4), (8, 8), (35, 2)])], ..table(30, 20) };
    let drawing = drawn(&view, false);
    let table = drawing.table().expand(0.01);
    let rivers: Vec<Shape> = layer(&drawing, TableLayer::Lines);
    assert_eq!(rivers.len(), 2, "bank and water");
    for river in rivers {
        let Shape::Polygon { rim, .. } = river else { panic!("{river:?}") };
        assert!(rim.iter().all(|at| table.contains(*at)));
        assert!(rim.iter().any(|at| at.x < table.left() + 1.0) && rim.iter().any(|at| at.x > table.right() - 1.0));
    }
}

#[test]
fn names_are_in_no_other_names_way() {
    let square = |x: i32, y: i32| [(x, y), (x + 2, y), (x + 2, y + 2), (x, y + 2)];
    let names: Vec<String> = (0..60).map(|n| format!("Village number {n}")).collect();
    let areas = names.iter().enumerate().map(|(n, name)| {
        let n = i32::try_from(n).unwrap();
        AreaView {
            row: ROW,
            name: Some(name),
            look: AreaLook::Village,
            outline: inches(&square(1 + n % 10 * 3, 1 + n / 10 * 3)),
        }
    });
    let drawing = drawn(&TableView { areas: areas.collect(), ..table(32, 20) }, false);
    let texts = words(&drawing, TableLayer::Names);
    assert!(texts.len() > 25, "{}", texts.len());
    let rects: Vec<Rect> = texts.iter().map(|text| text.line().rect.shrink2(vec2(0.0, 3.0))).collect();
    for (at, rect) in rects.iter().enumerate() {
        assert!(drawing.table().contains_rect(*rect), "{:?}", texts[at].words);
        assert!(!rects[..at].iter().any(|other| other.intersects(*rect)), "{:?}", texts[at].words);
    }
}

/// A unit of one base with its left front corner at a point.
fn unit(index: usize, arm: battlewright_schema::Arm, at: (i32, i32)) -> UnitFootprint {
    let corners = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(x, y)| (at.0 + x, at.1 + y));
    let corners: [Inches; 4] = inches(&corners).try_into().unwrap();
    let marker = Some(("Demoralized", 2));
    UnitFootprint { unit: index, arm, at: corners[0], facing: Some(0), bases: vec![BaseOutline { corners }], marker }
}

#[test]
fn a_unit_shows_its_side_its_front_and_its_marker_and_has_its_name_beside_it() {
    use battlewright_schema::Arm;
    let arms = [Arm::Infantry, Arm::Cavalry, Arm::Artillery, Arm::Headquarters];
    let pictures = arms.map(|arm| {
        let drawing = drawn(&TableView { units: vec![unit(0, arm, (10, 10))], ..table(24, 20) }, false);
        let scenario = load(template(System::MarsLaTour)).readable.unwrap();
        let texts = words(&drawing, TableLayer::Units);
        let letters = texts.iter().filter(|text| text.words == "D").count();
        assert_eq!(letters, 2, "a marker for each degree");
        let name = scenario.common().unit(0).unwrap().name.to_owned();
        let name = texts.iter().find(|text| text.words == name).unwrap();
        let base = Rect::from_min_size(drawing.table().min + vec2(400.0, 400.0), Vec2::splat(40.0));
        assert!(!base.shrink(1.0).intersects(name.line().rect.shrink2(vec2(0.0, 3.0))), "{name:?}");
        let tip = |shape: &Shape| match shape {
            Shape::Area { rim, .. } => rim.len() == 3 && rim.iter().any(|at| at.y < base.top() - 8.0),
            _ => false,
        };
        assert!(layer(&drawing, TableLayer::Units).iter().any(tip), "an arrow ahead of the front");
        format!("{:?}", layer(&drawing, TableLayer::Units))
    });
    assert!((0..arms.len()).all(|at| !pictures[..at].contains(&pictures[at])));
}

#[test]
fn entries_point_inward_and_objectives_have_stars() {
    let (entry, place, side) = (EntryId::from("a"), PlaceId::from("hill"), SideId::from("nobody"));
    let point = |kind, (x, y)| PointView { row: ROW, name: Some("Here"), kind, at: inches(&[(x, y)])[0] };
    let points = vec![
        point(PointKind::Entry(&entry, &side), (24, 10)),
        point(PointKind::Objective(&place), (12, 10)),
        point(PointKind::Bridge, (5, 5)),
        point(PointKind::Ford, (500, 5)),
    ];
    let drawing = drawn(&TableView { points, ..table(24, 20) }, false);
    let arrows: Vec<Vec<Pos2>> = layer(&drawing, TableLayer::Marks)
        .into_iter()
        .filter_map(|shape| if let Shape::Line { points, closed: true, .. } = shape { Some(points) } else { None })
        .collect();
    assert_eq!(arrows.len(), 1);
    let left = arrows[0].iter().map(|at| at.x).fold(f32::MAX, f32::min);
    assert!(left < drawing.table().right(), "the arrow reaches into the table");
    assert_eq!(arrows[0].iter().filter(|at| at.x == left).count(), 1, "with its tip");
    assert_eq!(words(&drawing, TableLayer::Marks).len(), 1, "the name of the entry");
    assert_eq!(
        layer(&drawing, TableLayer::Lines).len(),
        3,
        "the deck and the rails of the bridge; the ford is far off"
    );
}

#[test]
fn the_grid_has_a_line_each_foot() {
    let drawing = drawn(&table(30, 25), false);
    let whole = |shape: &Shape| match shape {
        Shape::Segment { ends, .. } => ends[0].distance(ends[1]) > 900.0,
        _ => false,
    };
    assert_eq!(layer(&drawing, TableLayer::Grid).iter().filter(|shape| whole(shape)).count(), 4);
    let numbers: Vec<String> = words(&drawing, TableLayer::Numbers).into_iter().map(|text| text.words).collect();
    assert_eq!(numbers.iter().filter(|number| *number == "24\"").count(), 4, "at both ends of both lines");
    let paper = layer(&drawn(&table(30, 25), false), TableLayer::Ground);
    let fill = ink::ground(battlewright_schema::Look::Clear).0;
    assert!(matches!(&paper[0], Shape::Box { fill: own, .. } if *own == fill));
}

#[test]
fn what_is_drawn_of_a_rectangle_is_all_that_is_seen_in_it() {
    let areas = vec![
        area(AreaLook::Woods, &[(2, 2), (14, 2), (9, 12)]),
        area(AreaLook::Hill { level: 1, stepped: false }, &[(8, 4), (22, 4), (22, 16)]),
    ];
    let lines = vec![line(LineLook::River, &[(-5, 4), (8, 8), (35, 2)]), line(LineLook::Road, &[(0, 15), (24, 3)])];
    let drawing = drawn(&TableView { areas, lines, ..table(24, 20) }, false);
    let painted = |shapes: &[Shape], at: Pos2| {
        let mut pixels = resvg::tiny_skia::Pixmap::new(230, 170).unwrap();
        let mut canvas = crate::paint::pixels::Canvas::new(pixels.as_mut(), at, 1.0);
        canvas.paint(shapes);
        canvas.finish();
        pixels
    };
    for part in TableLayer::ALL {
        for at in [pos2(0.0, 0.0), pos2(411.0, 207.0), pos2(640.0, 555.0)] {
            let some = drawing.draw(part, Rect::from_min_size(at, vec2(230.0, 170.0)));
            assert!(painted(&some, at) == painted(&layer(&drawing, part), at), "{part:?} at {at:?}");
        }
    }
}

fn count(drawing: &TableDrawing) -> usize {
    TableLayer::ALL.into_iter().map(|part| layer(drawing, part).len()).sum()
}

/// A star of many points far beyond the table, which crosses itself everywhere.
fn star(points: i32) -> Vec<(i32, i32)> {
    (0..points)
        .map(|n| if n % 2 == 0 { (-9_000 + n, 9_000 - n % 700) } else { (9_000 - n % 900, -9_000 + n) })
        .collect()
}

#[test]
fn huge_outlines_and_thousands_of_areas_are_drawn_with_fewer_details() {
    let outline = star(20_000);
    let all = [(0, 0), (1_000, 0), (1_000, 1_000), (0, 1_000)];
    let looks = [
        AreaLook::Woods,
        AreaLook::Town,
        AreaLook::Steep,
        AreaLook::Vineyard,
        AreaLook::Hill { level: 9, stepped: false },
        AreaLook::Hill { level: 0, stepped: false },
        AreaLook::Water,
        AreaLook::Marsh,
    ];
    let mut areas: Vec<AreaView<'_>> = looks.iter().map(|look| area(*look, &outline)).collect();
    areas.extend((0..2_000).map(|n| area(looks[n % looks.len()], &all)));
    areas.push(area(AreaLook::Woods, &[]));
    areas.push(area(AreaLook::Fort, &[(1, 1)]));
    areas.push(area(AreaLook::Town, &[(3, 3), (3, 3), (3, 3), (3, 3)]));
    areas.push(area(AreaLook::Woods, &[(3, 3), (900, 3), (3, 3)]));
    let lines = [LineLook::River, LineLook::Embankment, LineLook::Trench, LineLook::Road];
    let mut lines: Vec<LineView<'_>> = lines.iter().map(|look| line(*look, &outline)).collect();
    lines.push(line(LineLook::Hedge, &[(1, 1)]));
    lines.push(line(LineLook::Wall, &[]));
    lines.push(line(LineLook::Stream, &[(5, 5), (5, 5), (5, 5)]));
    let at = Inches { x: 4_000, y: i32::MAX };
    let points = (0..2_000).map(|n| PointView {
        row: ROW,
        name: Some("A name that is long enough to be in the way of all the others"),
        kind: if n % 2 == 0 { PointKind::Bridge } else { PointKind::Gate },
        at: if n == 0 { at } else { Inches { x: 4_000, y: 4_000 } },
    });
    let drawing = drawn(&TableView { areas, lines, points: points.collect(), ..table(1_000, 1_000) }, false);
    assert!(count(&drawing) < 1_000_000, "{}", count(&drawing));
}

#[test]
fn the_largest_and_the_smallest_table_are_drawn() {
    for (width, depth) in [(u16::MAX, 1), (1, 1), (0, 0), (1_000, 1_000)] {
        let drawing = drawn(&table(width, depth), false);
        assert!(count(&drawing) < 50_000, "{width} by {depth}: {}", count(&drawing));
        assert!(drawing.size().x.is_finite());
    }
}
