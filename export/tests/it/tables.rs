//! Battles on tables without hexes, in all formats.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use battlewright_export::draw::table::{TableDrawing, TableLayer, TableStyle};
use battlewright_export::draw::{Density, Shape};
use battlewright_export::pdf::{Length, PdfOptions, PrintedPart};
use battlewright_export::{Format, Options, Order, Scene, ScenePart, export, png, preview};
use battlewright_schema::{Scenario, load};
use emath::Rect;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;

const BATTLES: [(&str, &str); 3] = [
    ("first-assault", include_str!("../../../scenarios/outrance-first-assault.toml")),
    ("spicheren", include_str!("../../../scenarios/outrance-spicheren.toml")),
    ("worth", include_str!("../../../scenarios/outrance-worth.toml")),
];

fn scenario(text: &str) -> Scenario {
    load(text).scenario.unwrap()
}

fn out(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tables");
    fs::create_dir_all(&folder).unwrap();
    folder.join(name)
}

/// Returns the drawing of a battle with inches of this many pixels.
fn drawing(scenario: &Scenario, inch: f32, dark: bool) -> TableDrawing {
    let style = TableStyle {
        inch,
        density: Density::default(),
        numbers: true,
        units: true,
        grid: true,
        marks: true,
        dark,
        art: Arc::default(),
    };
    TableDrawing::new(scenario, &style).unwrap()
}

fn all(drawing: &TableDrawing) -> Vec<Shape> {
    TableLayer::ALL.into_iter().flat_map(|layer| drawing.draw(layer, Rect::EVERYTHING)).collect()
}

#[test]
fn pictures_of_battles_are_drawn_by_day_and_night() {
    for (name, text) in BATTLES {
        let scenario = scenario(text);
        let pictures = [false, true].map(|dark| {
            let drawing = drawing(&scenario, 16.0, dark);
            let path = out(&format!("{name}-{}.png", if dark { "dark" } else { "light" }));
            png::picture(&all(&drawing), drawing.size(), 1.0, fs::File::create(&path).unwrap()).unwrap();
            Pixmap::load_png(&path).unwrap()
        });
        let light = |picture: &Pixmap| picture.pixels().iter().map(|pixel| u64::from(pixel.green())).sum::<u64>();
        assert!(light(&pictures[0]) > light(&pictures[1]) * 11 / 10, "{name}");
    }
}

#[test]
fn names_on_battlefields_do_not_overlap_and_every_unit_has_one() {
    for (name, text) in BATTLES {
        let scenario = scenario(text);
        let drawing = drawing(&scenario, 40.0, false);
        let texts = |layer| {
            let shapes = drawing.draw(layer, Rect::EVERYTHING).into_iter();
            shapes.filter_map(|shape| if let Shape::Text(text) = shape { Some(text) } else { None })
        };
        let view = scenario.common().table_view().unwrap();
        // An objective for whose name there is no room has it over the units.
        let is_point = |words: &str| view.points.iter().any(|point| point.name == Some(words));
        let units = texts(TableLayer::Units).filter(|text| text.words != "D" && !is_point(&text.words));
        let units: Vec<_> = units.collect();
        assert_eq!(units.len(), view.units.len(), "{name}");
        // Names with a plate stand on their unit for want of room.
        let crowded = units.iter().filter(|text| text.plate.is_some()).count();
        assert!(crowded * 12 <= units.len(), "{name}: {crowded} of {}", units.len());
        let free = units.into_iter().chain(texts(TableLayer::Names)).filter(|text| text.plate.is_none());
        let level: Vec<_> = free.filter(|text| text.way.y.abs() < 0.01).collect();
        let rects: Vec<Rect> =
            level.iter().map(|text| text.line().rect.shrink2(emath::vec2(0.0, text.size * 0.1))).collect();
        for (at, rect) in rects.iter().enumerate() {
            let other = rects[..at].iter().position(|other| other.intersects(*rect));
            assert_eq!(other.map(|other| (&level[other].words, &level[at].words)), None, "{name}");
        }
    }
}

#[test]
fn places_that_score_and_entries_are_named() {
    for (name, text) in BATTLES {
        let scenario = scenario(text);
        let drawing = drawing(&scenario, 40.0, false);
        let words: BTreeSet<String> = all(&drawing)
            .into_iter()
            .filter_map(|shape| if let Shape::Text(text) = shape { Some(text.words) } else { None })
            .collect();
        for point in scenario.common().table_view().unwrap().points {
            if !matches!(
                point.kind,
                battlewright_schema::PointKind::Objective(_) | battlewright_schema::PointKind::Entry(..)
            ) {
                continue;
            }
            assert!(words.contains(point.name.unwrap()), "{name}: {:?}", point.name);
        }
    }
}

#[test]
fn another_painter_shows_the_same_table() {
    let scenario = scenario(BATTLES[0].1);
    let options = Options { radius: 20.0, ..Options::default() };
    let (svg, png) = (out("table.svg"), out("table.png"));
    export(&scenario, &Order { options: options.clone(), ..Order::new(Format::Svg) }, &svg).unwrap();
    let inch = 20.0 * 3.0_f32.sqrt();
    export(&scenario, &Order { options, hex: Some(inch), ..Order::new(Format::Png) }, &png).unwrap();
    let text = fs::read_to_string(&svg).unwrap();
    let layers: Vec<&str> = ScenePart::ALL.iter().map(|part| part.name()).collect();
    let document = roxmltree::Document::parse(&text).unwrap();
    let groups: Vec<&str> = document
        .root_element()
        .children()
        .filter_map(|node| node.attribute("id"))
        .filter(|id| layers.contains(id))
        .collect();
    assert_eq!(groups, layers);
    let tree = usvg::Tree::from_str(&text, &usvg::Options::default()).unwrap();
    let ours = Pixmap::load_png(&png).unwrap();
    let mut theirs = Pixmap::new(ours.width(), ours.height()).unwrap();
    theirs.fill(resvg::tiny_skia::Color::WHITE);
    resvg::render(&tree, Transform::identity(), &mut theirs.as_mut());
    let far = |a: u8, b: u8| u64::from(a.abs_diff(b));
    let differences =
        ours.pixels().iter().zip(theirs.pixels()).map(|(a, b)| far(a.red(), b.red()) + far(a.blue(), b.blue()));
    let mean = differences.sum::<u64>() as f64 / ours.pixels().len() as f64;
    // The other painter has no fonts, so that it draws no words.
    assert!(mean < 4.0, "{mean}");
}

#[test]
fn an_inch_is_as_wide_as_asked_on_screen_and_paper() {
    let scenario = scenario(BATTLES[0].1);
    let scene = Scene::new(&scenario, Options::default()).unwrap();
    let inch = Options::default().radius * 3.0_f32.sqrt();
    assert!((scene.size().x / inch - 24.0 - 1.8).abs() < 0.01, "{}", scene.size().x / inch);
    assert!(scene.view().is_err());
    let path = out("small.png");
    export(&scenario, &Order { hex: Some(10.0), ..Order::new(Format::Png) }, &path).unwrap();
    assert_eq!(Pixmap::load_png(&path).unwrap().width(), 258);
    let book = PdfOptions { hex: Length::mm(7.0), sheets: vec![PrintedPart::Map], ..PdfOptions::default() };
    let order = Order { book, ..Order::new(Format::Pdf) };
    let page = preview(&scenario, &order, 0, 200).unwrap().unwrap();
    assert_eq!((page.title.as_str(), page.page), ("Map", (0, 1)), "25.8 inches of 7 mm fit an A4 sheet");
}

#[test]
fn a_battle_is_printed_with_its_order_of_battle() {
    for (name, text) in BATTLES {
        let scenario = scenario(text);
        let path = out(&format!("{name}.pdf"));
        let book = PdfOptions { hex: Length::mm(12.0), ..PdfOptions::default() };
        let order = Order { book, ..Order::new(Format::Pdf) };
        export(&scenario, &order, &path).unwrap();
        let bytes = fs::read(&path).unwrap();
        assert!(bytes.starts_with(b"%PDF-") && bytes.len() > 20_000, "{name}");
        let count = preview(&scenario, &order, 0, 100).unwrap().unwrap().page.1;
        let titles: Vec<String> =
            (0..count).map(|page| preview(&scenario, &order, page, 100).unwrap().unwrap().title).collect();
        for start in ["Map", "Counters", "Turn track", "Setup"] {
            assert!(titles.iter().any(|title| title.starts_with(start)), "{name}: {titles:?}");
        }
        for (at, title) in titles.iter().enumerate().filter(|(_, title)| title.starts_with("Setup")) {
            let page = preview(&scenario, &order, at, 400).unwrap().unwrap();
            let size = [page.size[0], page.size[1]].map(|side| u32::try_from(side).unwrap());
            let size = resvg::tiny_skia::IntSize::from_wh(size[0], size[1]).unwrap();
            let picture = Pixmap::from_vec(page.pixels, size).unwrap();
            picture.save_png(out(&format!("{name}-{}.png", title.replace([':', ' '], "")))).unwrap();
        }
    }
}

#[test]
fn a_page_lists_positions_and_the_ground() {
    let path = out("page.md");
    export(&scenario(BATTLES[1].1), &Order::new(Format::Md), &path).unwrap();
    let page = fs::read_to_string(path).unwrap();
    for part in
        ["## Table key", "- **Table:** 44 × 32 inches", "| hill, level 2 | 2 |", "| bridge | Old Bridge |", "facing"]
    {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(!page.contains("| Hex |") && !page.contains("on the map"), "{page}");
}

#[test]
fn formats_that_need_hexes_say_so() {
    for (name, text) in BATTLES {
        for format in Format::ALL.iter().copied().filter(|format| format.needs_hexes()) {
            let path = out(&format!("{name}.{}", format.name()));
            let refusal = export(&scenario(text), &Order::new(format), &path).unwrap_err();
            assert!(refusal.is_for_want_of_hexes(), "{refusal:?}");
            let refusal = refusal.to_string();
            assert!(refusal.contains("this game is played on a table, which has no hexes"), "{refusal}");
            assert!(!path.exists());
        }
    }
}
