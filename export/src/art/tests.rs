use std::fs;

use battlewright_engine::show::Symbol;
use battlewright_schema::load;

use super::*;
use crate::draw::{Shape, counters};
use crate::scene::{Options, Scene, ScenePart};

const TUTORIAL: &str = include_str!("../../../scenarios/tutorial.toml");
const COUNTER: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 30 30\"><rect width=\"30\" height=\"30\" \
                       fill=\"{field}\"/><text x=\"2\" y=\"12\" font-size=\"6\">{name}</text></svg>";

/// Returns a folder with a theme and its pictures.
fn folder(theme: &str, pictures: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("art")).unwrap();
    fs::write(folder.path().join("theme.toml"), theme).unwrap();
    for (name, bytes) in pictures {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    folder
}

fn loaded(theme: &str, pictures: &[(&str, &[u8])]) -> LoadedTheme {
    Art::load(&folder(theme, pictures).path().join("theme.toml"))
}

fn told(loaded: &LoadedTheme) -> Vec<String> {
    loaded.findings().iter().map(ToString::to_string).collect()
}

fn png(width: u32, height: u32) -> Vec<u8> {
    let mut pixels = resvg::tiny_skia::Pixmap::new(width, height).unwrap();
    pixels.fill(resvg::tiny_skia::Color::from_rgba8(10, 200, 30, 255));
    pixels.encode_png().unwrap()
}

fn shapes(art: &Arc<Art>, part: ScenePart) -> Vec<Shape> {
    let scenario = load(TUTORIAL).readable.unwrap();
    let scene = Scene::new(&scenario, Options { art: Arc::clone(art), ..Options::default() }).unwrap();
    scene.draw(part, scene.rect())
}

fn pictures(shapes: &[Shape]) -> usize {
    shapes.iter().filter(|shape| matches!(shape, Shape::Picture(_))).count()
}

fn words(shapes: &[Shape]) -> Vec<&str> {
    shapes
        .iter()
        .filter_map(|shape| match shape {
            Shape::Text(text) => Some(text.words.as_str()),
            _ => None,
        })
        .collect()
}

#[test]
fn without_a_theme_everything_looks_as_ever() {
    let (plain, empty) = (Arc::new(Art::default()), loaded("theme = 1\n", &[]));
    assert_eq!(told(&empty), [] as [&str; 0]);
    for part in ScenePart::ALL {
        assert_eq!(shapes(&plain, part), shapes(&empty.art, part));
    }
}

#[test]
fn a_counter_has_the_designers_picture_and_what_that_lacks() {
    let own = loaded("theme = 1\n[counters]\nfront = \"art/a.svg\"\n", &[("art/a.svg", COUNTER.as_bytes())]);
    assert_eq!(told(&own), [] as [&str; 0]);
    let drawn = shapes(&own.art, ScenePart::Counters);
    let plain = shapes(&Arc::default(), ScenePart::Counters);
    let count = load(TUTORIAL).readable.unwrap().common().counters().len();
    assert!(pictures(&drawn) > 0 && pictures(&drawn) <= count, "{}", pictures(&drawn));
    assert_eq!(pictures(&plain), 0);
    // The template has the name, which replaces the default one, but no movement, which is drawn by default.
    let numbers = |shapes: &[Shape]| words(shapes).iter().filter(|word| word.parse::<u8>().is_ok()).count();
    assert!(words(&drawn).len() < words(&plain).len());
    assert_eq!(numbers(&drawn), numbers(&plain));
    let all = loaded("theme = 1\n[counters]\nfront = \"art/a.svg\"\nover = []\n", &[("art/a.svg", COUNTER.as_bytes())]);
    assert_eq!(words(&shapes(&all.art, ScenePart::Counters)), [] as [&str; 0]);
}

#[test]
fn what_is_nearer_to_the_counter_comes_first() {
    let theme = "theme = 1\n[counters]\nfield = \"#111111\"\nink = \"#eeeeee\"\n[arm.cavalry]\nfield = \"#222222\"\n\
                 [side.red]\nfield = \"#333333\"\n[formation.red.\"I Corps\"]\nfield = \"#444444\"\n[unit.a]\nfield = \"#555555\"\n";
    let art = loaded(theme, &[]).art;
    let red = SideId::from("red");
    let field = |side: &SideId, arm, formation, id| art.dress(Some(side), Some(arm), formation, id).field.unwrap().red;
    assert_eq!(field(&red, Arm::Cavalry, Some("I Corps"), "a"), 0x55);
    assert_eq!(field(&red, Arm::Cavalry, Some("I Corps"), "b"), 0x44);
    assert_eq!(field(&red, Arm::Cavalry, Some("II Corps"), "b"), 0x33);
    assert_eq!(field(&SideId::from("blue"), Arm::Cavalry, Some("I Corps"), "b"), 0x22);
    assert_eq!(field(&SideId::from("blue"), Arm::Infantry, None, "b"), 0x11);
    assert_eq!(art.dress(Some(&red), None, None, "a").ink.unwrap().red, 0xee);
}

#[test]
fn terrain_has_the_designers_color_pattern_and_picture() {
    let theme = "theme = 1\n[look.clear]\ncolor = \"#ffffff\"\n[look.woods]\npattern = \"stripes\"\n[terrain.Town]\n\
                 picture = \"art/t.png\"\n";
    let own = loaded(theme, &[("art/t.png", &png(40, 30))]);
    assert_eq!(told(&own), [] as [&str; 0]);
    let (drawn, plain) = (shapes(&own.art, ScenePart::Terrain), shapes(&Arc::default(), ScenePart::Terrain));
    assert_eq!(pictures(&drawn), 1, "the tutorial has one town");
    let discs = |shapes: &[Shape]| shapes.iter().filter(|shape| matches!(shape, Shape::Disc { .. })).count();
    assert!(discs(&plain) > 0 && discs(&drawn) == 0, "lines instead of trees");
    let Shape::Fan { fill, .. } = &drawn[0] else { panic!("{:?}", drawn[0]) };
    assert!(fill.r() > 245 && fill.r() == fill.b(), "{fill:?}");
}

#[test]
fn pictures_that_cannot_be_used_are_told_and_left_out() {
    let theme = "theme = 1\n[arm.infantry]\nfront = \"art/none.svg\"\n[arm.cavalry]\nfront = \"art/bad.svg\"\n\
                 back = \"art/odd.svg\"\n[look.woods]\npicture = \"art/text.png\"\n[look.town]\npicture = \"art/wide.png\"\n\
                 [look.fort]\npicture = \"art\"\n";
    let mut wide = png(2, 2);
    wide[16..24].copy_from_slice(&[0, 0, 0x20, 0, 0, 0, 0x20, 0]);
    let odd = COUNTER.replace("{name}", "{nmae}");
    let bad = COUNTER.replace("<text", "<image href=\"/etc/passwd\"/><text");
    let pictures: [(&str, &[u8]); 4] = [
        ("art/bad.svg", bad.as_bytes()),
        ("art/odd.svg", odd.as_bytes()),
        ("art/text.png", b"hello"),
        ("art/wide.png", &wide),
    ];
    let own = loaded(theme, &pictures);
    let told = told(&own);
    assert_eq!(told.len(), 6, "{told:#?}");
    for (line, what) in [
        ("3:9: warning[unreadable-art]", "none.svg does not exist"),
        ("5:9: warning[unreadable-art]", "<image>"),
        ("6:8: warning[unknown-placeholder]", "`{nmae}`"),
        ("8:11: warning[unreadable-art]", "neither SVG nor PNG"),
        ("10:11: warning[unreadable-art]", "8192 by 8192 pixels are too many"),
        ("12:11: warning[unreadable-art]", "is not a file"),
    ] {
        assert!(told.iter().any(|told| told.starts_with(line) && told.contains(what)), "{line} {what}: {told:#?}");
    }
    // The valid parts of the theme still apply.
    assert_eq!(self::pictures(&shapes(&own.art, ScenePart::Terrain)), 0);
    let missing = Art::load(Path::new("no/such/theme.toml"));
    assert!(missing.refused.is_some() && *missing.art == Art::default());
    let whole = load(&TUTORIAL.replacen("title =", "theme = \"theme.toml\"\ntitle =", 1)).readable.unwrap();
    assert!(own.findings_in(&whole)[0].message.ends_with("and 5 more"), "{:?}", own.findings_in(&whole));
    assert_eq!(missing.findings_in(&whole).len(), 1);
    assert_eq!(own.findings_in(&load(TUTORIAL).readable.unwrap()), []);
}

/// PNG headers that claim sixteen million pixels each, in tiny files.
#[test]
fn many_pictures_that_claim_to_be_large_are_refused_before_they_are_unpacked() {
    let mut large = png(2, 2);
    large[16..20].copy_from_slice(&4000_u32.to_be_bytes());
    large[20..24].copy_from_slice(&4000_u32.to_be_bytes());
    let names = ["clear", "woods", "town", "hamlet", "marsh", "rough", "water"];
    let theme: String = names.iter().map(|name| format!("[look.{name}]\npicture = \"art/{name}.png\"\n")).collect();
    let files: Vec<String> = names.iter().map(|name| format!("art/{name}.png")).collect();
    let pictures: Vec<(&str, &[u8])> = files.iter().map(|file| (file.as_str(), large.as_slice())).collect();
    let told = told(&loaded(&format!("theme = 1\n{theme}"), &pictures));
    let (damaged, many): (Vec<_>, Vec<_>) = told.iter().partition(|told| told.contains("damaged"));
    assert_eq!(damaged.len(), 4, "{told:?}");
    assert!(many.iter().any(|told| told.contains("more than 64 million pixels")), "{told:?}");
}

#[test]
fn what_is_put_in_cannot_break_out() {
    let template = Template::of(COUNTER.as_bytes()).unwrap();
    let mut values = Values::of_ground("</text><image href='/etc/passwd'/>\"&'{field}", Color32::RED, Color32::BLUE);
    assert!(template.filled(&values).is_some(), "words stay words");
    values = Values::of_ground(&"x".repeat(1_000_000), Color32::RED, Color32::BLUE);
    assert!(template.filled(&values).is_some());
    // A style's braces are no placeholders.
    let styled = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"><style>.a{fill:red}</style></svg>";
    assert_eq!(Template::of(styled.as_bytes()).unwrap().placeholders().count(), 0);
}

#[test]
fn what_is_read_anew_for_every_counter_is_short() {
    let long = |svg: &str| svg.replacen("</svg>", &format!("<!-- {} --></svg>", "x".repeat(256 << 10)), 1);
    assert!(Template::of(long(COUNTER).as_bytes()).unwrap_err().to_string().contains("at most 256 KB"));
    let bare = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"></svg>";
    assert!(Template::of(long(bare).as_bytes()).is_ok(), "others may be longer");
}

#[test]
fn pictures_are_in_every_format() {
    let theme = "theme = 1\n[counters]\nfront = \"art/a.svg\"\n[look.woods]\npicture = \"art/t.png\"\n";
    let own = loaded(theme, &[("art/a.svg", COUNTER.as_bytes()), ("art/t.png", &png(16, 16))]);
    let scenario = load(TUTORIAL).readable.unwrap();
    let options = Options { art: Arc::clone(&own.art), ..Options::default() };
    let scene = Scene::new(&scenario, options.clone()).unwrap();
    let mut svg = Vec::new();
    crate::svg::write(&scene, 1.0, &mut svg).unwrap();
    let svg = String::from_utf8(svg).unwrap();
    assert!(svg.contains("data:image/png;base64,") && svg.contains("<use href="));
    assert_eq!(svg.matches("data:image/png").count(), 1, "a picture is written once");
    // The SVG is valid, and shows the picture: green woods.
    let tree = resvg::usvg::Tree::from_str(&svg, &resvg::usvg::Options::default()).unwrap();
    assert!(tree.root().has_children());
    let mut bytes = Vec::new();
    crate::png::write(&scene, 1.0, &mut bytes).unwrap();
    let pixels = resvg::tiny_skia::Pixmap::decode_png(&bytes).unwrap();
    let woods = scene.view().unwrap().center(scene.view().unwrap().grid().cell(&"0202".into()).unwrap());
    // Beside the road.
    let at = pixels.pixel(woods.x as u32 + 14, woods.y as u32 - 14).unwrap();
    assert_eq!((at.red(), at.green(), at.blue()), (10, 200, 30));
    let mut pdf = Vec::new();
    crate::pdf::write(&scenario, &options, &crate::pdf::PdfOptions::default(), &mut pdf).unwrap();
    let has = |bytes: &[u8], what: &str| bytes.windows(what.len()).any(|window| window == what.as_bytes());
    assert!(has(&pdf, "/Subtype /Image") || has(&pdf, "/Subtype/Image"));
}

#[test]
fn whatever_is_a_sides_has_the_color_that_the_theme_gives_it() {
    let scenario = load(include_str!("../../../scenarios/mars-la-tour.toml")).readable.unwrap();
    let theme = "theme = 1\n[side.french]\nfield = \"#12fe34\"\n[side.german]\nfield = \"#9801ab\"\n";
    let of_theme = [Color32::from_rgb(0x98, 1, 0xab), Color32::from_rgb(0x12, 0xfe, 0x34)];
    let of_scenario = [Color32::from_rgb(0x4a, 0x5a, 0x6a), Color32::from_rgb(0x2f, 0x5d, 0x9b)];
    for (art, seen, others) in
        [(Arc::default(), of_scenario, of_theme), (loaded(theme, &[]).art, of_theme, of_scenario)]
    {
        let common = scenario.common();
        assert_eq!([0, 1].map(|side| art.side(common, side)), seen);
        assert_eq!(art.side_of(common, &"french".into()), (seen[1], 1));
        let scene = Scene::new(&scenario, Options { art: Arc::clone(&art), ..Options::default() }).unwrap();
        let fills = |shapes: Vec<Shape>| -> Vec<Color32> {
            let fill = |shape: &Shape| match shape {
                Shape::Fan { fill, .. } | Shape::Box { fill, .. } | Shape::Area { fill, .. } => Some(*fill),
                _ => None,
            };
            shapes.iter().filter_map(fill).collect()
        };
        // Arrows and stars on the map; flags among the markers; counters.
        let mut flags = Vec::new();
        for printed in crate::pdf::counters::markers(&scene) {
            for (manner, piece) in printed.sides.iter().filter(|(_, piece)| piece.symbol == Symbol::Flag) {
                counters::counter(&mut flags, emath::Pos2::ZERO, 60.0, piece, manner);
            }
        }
        for shapes in [scene.draw(ScenePart::Marks, scene.rect()), flags] {
            let fills = fills(shapes);
            assert!(seen.iter().all(|color| fills.contains(color)), "{fills:?}");
            assert!(!others.iter().any(|color| fills.contains(color)), "{fills:?}");
        }
    }
}
