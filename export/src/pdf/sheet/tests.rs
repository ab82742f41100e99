//! Tests of the looks of printed sheets: nothing overlaps, nothing is lost, all can be read.

use std::collections::{BTreeMap, VecDeque};
use std::path::Path;

use battlewright_charts::phrase::strong;
use battlewright_charts::{
    Amount, Band, Chart, ChartCell, ChartKind, GridChart, GridRow, ListChart, ListRow, Modifier, ModifierGroup,
    OddsChart, OddsRow, Step, StepPhase, TerrainChart, TerrainRow, Track, Unit, phrase,
};
use battlewright_engine::game::Rule;
use battlewright_schema::{DocPath, Scenario, System, load, template};
use emath::{Rect, Vec2};

use super::*;
use crate::draw::{Text, ink};
use crate::pdf::page::PdfPage;
use crate::pdf::{Paper, PdfOptions, PrintedPart, aid, laid_out};
use crate::scene::Options;

/// The least contrast of letters with their ground, of the Web Content Accessibility Guidelines.
const LEGIBLE: f32 = 4.5;

/// Returns the bundled scenarios, each with its name.
fn bundled() -> Vec<(String, Scenario)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenarios");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    assert!(files.len() > 10);
    let load = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path).unwrap();
        (path.file_stem().unwrap().to_string_lossy().into_owned(), load(&text).readable.unwrap())
    };
    files.iter().map(load).collect()
}

/// Returns the sheets, without maps and counters, whose letters are those of the map.
fn sheets(scenario: &Scenario, paper: Paper, plain: bool) -> Vec<PdfPage> {
    let scene = Scene::new(scenario, Options::default()).unwrap();
    let sheets = vec![PrintedPart::Aid, PrintedPart::Track, PrintedPart::Setup];
    let book = PdfOptions { paper: Some(paper), plain, sheets, ..PdfOptions::default() };
    laid_out(&scene, &book).unwrap().1
}

/// Returns the texts of the charts of a page, each with its rectangle, but for those on pictures of counters.
fn texts(page: &PdfPage) -> Vec<(Text, Rect)> {
    let pictures: Vec<Rect> = page.blocks.iter().flat_map(|block| block.pictures.clone()).collect();
    let texts = page.shapes().filter_map(|shape| match shape {
        Shape::Text(text) => {
            let rect = text.line().rect;
            Some((text, rect))
        }
        _ => None,
    });
    texts.filter(|(_, rect)| !pictures.iter().any(|picture| picture.contains(rect.center()))).collect()
}

fn is_aid(page: &PdfPage) -> bool {
    page.title.starts_with("Player's aid")
}

/// Returns the letters of the texts within `rect` in the order of reading, without blanks.
fn letters(texts: &[(Text, Rect)], rect: Rect) -> String {
    let mut inside: Vec<&(Text, Rect)> = texts.iter().filter(|(_, at)| rect.contains(at.center())).collect();
    inside.sort_by(|(_, a), (_, b)| a.center().y.total_cmp(&b.center().y));
    // Letters of several sizes on a line differ a little in height.
    let lines = inside.chunk_by_mut(|(_, a), (_, b)| b.center().y - a.center().y < 3.0);
    let mut letters = String::new();
    for line in lines {
        line.sort_by(|(_, a), (_, b)| a.left().total_cmp(&b.left()));
        letters.extend(line.iter().flat_map(|(text, _)| text.words.chars()));
    }
    letters.retain(|letter| !letter.is_whitespace());
    letters
}

/// The blocks with a title, each with the texts of its page, in the order of the pages.
type BlocksByTitle = BTreeMap<String, VecDeque<(SheetBlock, Vec<(Text, Rect)>)>>;

/// Checks that every fact of a chart is in its block, in the cells that the writer names.
fn check_facts(name: &str, pages: &[PdfPage], charts: &[battlewright_charts::Chart]) {
    let mut blocks = BlocksByTitle::new();
    for page in pages {
        let texts = texts(page);
        for block in &page.blocks {
            blocks.entry(block.title.clone()).or_default().push_back((block.clone(), texts.clone()));
        }
    }
    for chart in charts {
        let what = format!("{name}: {}", chart.title);
        let found = blocks.get_mut(&chart.title).and_then(VecDeque::pop_front);
        let (block, texts) = found.unwrap_or_else(|| panic!("{what} is printed"));
        let facts = chart.facts();
        assert_eq!(facts.len(), block.facts.len(), "{what}");
        for (fact, boxes) in facts.iter().zip(&block.facts) {
            let found: String = boxes.iter().map(|rect| letters(&texts, *rect)).collect();
            let plain = |words: &str| words.replace('\u{2212}', "-");
            let wanted: String = fact.chars().filter(|letter| !letter.is_whitespace()).collect();
            assert!(plain(&found) == plain(&wanted), "{what}: {fact:?} is printed as {found:?}");
            assert!(boxes.iter().all(|rect| block.rect.expand(0.5).contains_rect(*rect)), "{what}: {fact:?}");
        }
    }
}

/// Checks that no texts of a page overlap, that none leaves its block, and that all are large enough.
fn check_geometry(name: &str, page: &PdfPage) {
    let texts = texts(page);
    let paper = Rect::from_min_size(emath::Pos2::ZERO, page.size);
    let foot = texts
        .iter()
        .filter(|(text, _)| text.words.starts_with('#') && text.words.len() == 8)
        .map(|(_, rect)| rect.top());
    let foot = foot.fold(page.size.y, f32::min);
    for (at, (text, rect)) in texts.iter().enumerate() {
        let what = format!("{name}, {}: {:?}", page.title, text.words);
        assert!(paper.shrink(8.0).contains_rect(*rect), "{what} leaves the paper");
        for (other, beside) in texts.iter().take(at) {
            let both = rect.intersect(*beside);
            assert!(both.width() <= 1.0 || both.height() <= 2.5, "{what} overlaps {:?}", other.words);
        }
        if is_aid(page) {
            assert!(text.line().size >= 6.99, "{what} is of {} points", text.line().size);
        }
        // The head and the foot of the page are in no block.
        let inside = page.blocks.iter().find(|block| block.rect.contains(rect.center()));
        if let Some(block) = inside {
            assert!(block.rect.expand(0.6).contains_rect(rect.shrink2(Vec2::new(0.0, 2.0))), "{what} leaves its block");
        }
    }
    for (at, block) in page.blocks.iter().enumerate() {
        assert!(block.rect.bottom() < foot, "{name}, {}: {} is above the foot", page.title, block.title);
        assert!(paper.shrink(20.0).contains_rect(block.rect), "{name}, {}: {}", page.title, block.title);
        for other in page.blocks.iter().take(at) {
            let both = block.rect.intersect(other.rect);
            assert!(both.width() <= 0.0 || both.height() <= 0.0, "{name}: {} and {}", block.title, other.title);
        }
    }
}

/// Checks that letters stand out from what lies beneath them.
fn check_contrast(name: &str, page: &PdfPage) {
    let shapes: Vec<Shape> = page.shapes().collect();
    let pictures: Vec<Rect> = page.blocks.iter().flat_map(|block| block.pictures.clone()).collect();
    for (at, shape) in shapes.iter().enumerate() {
        let Shape::Text(text) = shape else { continue };
        let center = text.line().rect.center();
        if pictures.iter().any(|picture| picture.contains(center)) {
            continue;
        }
        let mut grounds = vec![Color32::WHITE];
        for below in shapes.iter().take(at) {
            match below {
                Shape::Box { rect, fill, .. } if rect.contains(center) && fill.a() == 255 => grounds = vec![*fill],
                // The stripes of a tag.
                Shape::Segment { ends, stroke }
                    if stroke.width > 2.0
                        && stroke.width < 6.0
                        && Rect::from_two_pos(ends[0], ends[1]).intersects(text.line().rect) =>
                {
                    grounds.push(stroke.color);
                }
                _ => {}
            }
        }
        for ground in grounds {
            let contrast = ink::contrast(text.color, ground);
            assert!(contrast >= LEGIBLE, "{name}, {}: {:?}: {contrast} on {ground:?}", page.title, text.words);
        }
    }
}

/// Returns the part of the room for charts that they fill.
fn filled(page: &PdfPage) -> f32 {
    let bottom = page.blocks.iter().map(|block| block.rect.bottom()).fold(0.0, f32::max);
    let top = page.blocks.iter().map(|block| block.rect.top()).fold(f32::INFINITY, f32::min);
    (bottom - top) / (page.size.y - top - 40.0)
}

#[test]
fn sheets_of_all_bundled_scenarios_are_whole_and_legible() {
    for (name, scenario) in bundled() {
        let charts = aid::all(&scenario);
        for paper in [Paper::A4, Paper::Letter, Paper::Tabloid] {
            let name = format!("{name} on {}", paper.name());
            let pages = sheets(&scenario, paper, false);
            check_facts(&name, &pages, &charts);
            let aids: Vec<&PdfPage> = pages.iter().filter(|page| is_aid(page)).collect();
            for page in &aids {
                check_geometry(&name, page);
                check_contrast(&name, page);
                // A page below 40 % takes the last row of the page before, unless that row is too high for it.
                assert!(aids.len() == 1 || filled(page) >= 0.3, "{name}, {}: {}", page.title, filled(page));
            }
            for page in sheets(&scenario, paper, true).iter().filter(|page| is_aid(page)) {
                check_contrast(&format!("{name} in gray"), page);
                let is_gray = |color: Color32| color.r() == color.g() && color.g() == color.b();
                for shape in page.shapes() {
                    let Shape::Text(text) = shape else { continue };
                    assert!(is_gray(text.color), "{name}: {:?}", text.words);
                }
            }
        }
    }
}

#[test]
fn no_setup_card_ends_with_a_few_counters_alone() {
    for (name, scenario) in bundled() {
        let scene = Scene::new(&scenario, Options::default()).unwrap();
        for paper in [Paper::A4, Paper::Letter] {
            let sheets = vec![PrintedPart::Setup];
            let book = PdfOptions { paper: Some(paper), sheets, ..PdfOptions::default() };
            let pages = laid_out(&scene, &book).unwrap().1;
            // The first page of a card may be all of it.
            let ends = pages.windows(2).filter(|pair| pair[0].title == pair[1].title).map(|pair| &pair[1]);
            for page in ends {
                let foot = page.size.y - 40.0;
                let above = texts(page).into_iter().map(|(_, rect)| rect.bottom()).filter(|bottom| *bottom < foot);
                let lowest = above.fold(0.0, f32::max);
                assert!(lowest > 0.38 * page.size.y, "{name} on {}, {}: {lowest}", paper.name(), page.title);
            }
        }
    }
}

#[test]
fn every_letter_of_the_charts_has_a_glyph() {
    for (name, scenario) in bundled() {
        for chart in aid::all(&scenario) {
            let heads = chart.facts().into_iter().chain([chart.title.clone(), chart.aside.text()]);
            for text in heads.chain(chart.phrases().into_iter().map(Phrase::text)) {
                let lacking = text.chars().find(|c| !battlewright_schema::common::drawn::is_drawn(*c));
                assert_eq!(lacking, None, "{name}: {}: {text:?}", chart.title);
            }
        }
    }
    for letter in "▸◂→″½¼¾×≤≥\u{2212}ᵉ·—".chars() {
        assert!(battlewright_schema::common::drawn::is_drawn(letter), "{letter:?}");
    }
}

const RULE: Rule = Rule { number: "4.0 2b", title: "Movement" };

/// Returns a chart of each kind, with side tags, pictures, changed values and long words.
fn samples() -> Vec<Chart> {
    let side = |id: &str, name: &str| Span::SideTag { side: id.into(), name: name.to_owned() };
    let changed = |value: i64| Amount { changed: true, ..Amount::fixed(value, Unit::Hexes) };
    let cell = |text: &str, weight: u8| ChartCell {
        text: text.to_owned(),
        weight,
        from: DocPath::root(),
        changed: weight == 3,
    };
    let grid = GridChart {
        rows_are: "Colored die".to_owned(),
        columns_are: "SP after 1 and 2".to_owned(),
        columns: (1..=12)
            .map(|n| (format!("{n}"), if n < 4 { "≤ \u{2212}2".to_owned() } else { String::new() }))
            .collect(),
        rows: (1..=10)
            .map(|n| GridRow {
                head: format!("{n}"),
                cells: (0..12)
                    .map(|at| cell(["·", "RT", "TT", "CT", "1+RT", "2+ST"][at % 6], (at % 6) as u8))
                    .collect(),
            })
            .collect(),
        legend: vec![("RT".to_owned(), "one Routine Test".into()), ("TT".to_owned(), "a Tough Test".into())],
    };
    let modifier = |amounts: Vec<Amount>, when: &str| Modifier {
        amounts,
        whose: phrase![side("germans", "Germans"), " defender"],
        when: when.into(),
        rule: RULE,
    };
    let group = |title: &str, unit: &str| ModifierGroup {
        title: title.to_owned(),
        amounts_are: unit.to_owned(),
        modifiers: vec![
            modifier(vec![Amount::fixed(2, Unit::Columns), Amount::fixed(-1, Unit::Columns)], "in woods; in a town"),
            modifier(vec![Amount::fixed(1, Unit::Die)], &"in open ground with a very long condition ".repeat(4)),
        ],
        rounding: "Fractions are dropped.".into(),
    };
    let row = |cells: [Phrase; 4]| ListRow { group: String::new(), cells: cells.to_vec() };
    let list = ListChart {
        heads: ["HQ", "Command range", "Placed", "Note"].map(str::to_owned).to_vec(),
        rows: vec![
            row([
                phrase![side("germans", "Germans"), " Friedrich Karl"],
                changed(8).into(),
                "within 3".into(),
                "one".into(),
            ]),
            row([
                phrase![side("french", "French"), " Bazaine"],
                Amount::fixed(5, Unit::Hexes).into(),
                "—".into(),
                strong("two").into(),
            ]),
            ListRow {
                group: "Others".to_owned(),
                ..row(["a".into(), "b".into(), "c".into(), Picture::Unit(0).into()].map(|s: Span| s.into()))
            },
        ],
    };
    let track = Track {
        name: phrase!["Ammunition ", side("french", "French")],
        first: 0,
        last: 15,
        starts: vec![(Amount::fixed(10, Unit::Count), phrase![side("french", "French"), " starts"])],
        words: vec![(3, "cancels on 1 to 5".into())],
    };
    let terrain = TerrainChart {
        bands: vec![
            Band { title: "Movement points".to_owned(), columns: 2 },
            Band { title: String::new(), columns: 1 },
        ],
        heads: ["Infantry", "Cavalry", "Retreat (3.3)"].map(str::to_owned).to_vec(),
        rows: [
            (Picture::Hex('.'), "Clear"),
            (Picture::Hexside("stream".to_owned()), "Stream"),
            (Picture::Road(String::new()), "Road"),
        ]
        .map(|(picture, name)| TerrainRow {
            group: if name == "Stream" { "Hexsides and roads".to_owned() } else { String::new() },
            picture: Some(picture),
            name: name.into(),
            cells: vec![Amount::fixed(1, Unit::Mp).into(), "no".into(), "may stop after 2 hexes".into()],
        })
        .to_vec(),
    };
    let step = |name: &str| Step {
        name: name.to_owned(),
        who: "both, in secret".into(),
        what: "Choose one chit of your ten, and put it into the cup".into(),
        rules: vec![RULE, RULE],
    };
    let steps = vec![
        StepPhase { title: "Command phase".to_owned(), steps: vec![step("Planning"), step("Draw")] },
        StepPhase { title: "Movement phase".to_owned(), steps: vec![step("Moves")] },
    ];
    let odds = OddsChart {
        heads: ["Die", "Result", "Effect"].map(str::to_owned).to_vec(),
        rows: vec![
            OddsRow {
                when: "1 to 2".into(),
                cells: vec![strong("Courier").into(), "the whole group is In Command".into()],
            },
            OddsRow {
                when: "3 to 8".into(),
                cells: vec![
                    strong("Cautious").into(),
                    Phrase::from(
                        "half movement, nothing else; may not engage, whatever it is that it would like to do",
                    )
                    .then(" now"),
                ],
            },
        ],
    };
    let key =
        ["HQ", "MP", "VP", "ZOC", "d6"].map(|short| (short.to_owned(), Phrase::from("what it means in full"))).to_vec();
    let text = vec!["A paragraph of some words that tells a special rule. ".repeat(5).trim().to_owned().into(); 3];
    let chart = |id: &'static str, kind: ChartKind| {
        Chart::new(id, format!("The chart of {id}"), phrase!["4.0 · ", side("french", "French"), " only"], kind)
    };
    vec![
        chart("steps", ChartKind::Steps(steps)).at(1, 0, 12),
        chart("terrain", ChartKind::Terrain(terrain)).at(1, 1, 12).note("A note about the ground."),
        chart("modifiers", ChartKind::Modifiers(vec![group("Strength", "Columns"), group("Others", "Die")]))
            .at(1, 2, 7),
        chart("odds", ChartKind::Odds(odds)).at(1, 2, 5).in_stack(1),
        chart("key", ChartKind::Key(key)).at(1, 2, 5).in_stack(1),
        chart("grid", ChartKind::Grid(grid)).at(2, 0, 12),
        chart("list", ChartKind::List(list)).at(2, 1, 6),
        chart("text", ChartKind::Text(text)).at(2, 1, 6),
        chart("track", ChartKind::Tracks(vec![track])).at(2, 2, 12),
    ]
}

fn pages_of(charts: Vec<Chart>, paper: Paper, plain: bool) -> Vec<PdfPage> {
    let scenario = load(template(System::MarsLaTour)).readable.unwrap();
    let scene = Scene::new(&scenario, Options::default()).unwrap();
    let foot = super::super::foot::Foot::new(&scene).right("aid");
    let head = SheetHead { title: "A title".to_owned(), right: "an aid".to_owned(), name: "Player's aid", foot };
    pages(charts, &head, &Pens::new(&scene, plain), paper.size())
}

#[test]
fn every_kind_of_chart_is_whole_and_legible() {
    for paper in Paper::ALL {
        for plain in [false, true] {
            let pages = pages_of(samples(), paper, plain);
            let name = format!("samples on {}", paper.name());
            check_facts(&name, &pages, &samples());
            pages.iter().for_each(|page| check_geometry(&name, page));
            pages.iter().for_each(|page| check_contrast(&name, page));
        }
    }
}

#[test]
fn narrow_columns_break_words_rather_than_overlap() {
    for span in [3, 4, 5] {
        let charts: Vec<Chart> = samples()
            .into_iter()
            .enumerate()
            .map(|(at, chart)| {
                let at = u8::try_from(at).unwrap();
                Chart { place: battlewright_charts::Place { stack: None, ..chart.place }, ..chart }.at(1 + at, 0, span)
            })
            .collect();
        let pages = pages_of(charts, Paper::A4, false);
        check_facts("narrow", &pages, &samples());
        pages.iter().for_each(|page| check_geometry("narrow", page));
    }
}

#[test]
fn a_chart_longer_than_a_page_goes_on_on_the_next() {
    let rows = |count: usize| -> Vec<ListRow> {
        (0..count)
            .map(|n| ListRow { group: String::new(), cells: vec![format!("row{n}.").into(), "word ".repeat(9).into()] })
            .collect()
    };
    let heads = ["Name", "Words"].map(str::to_owned).to_vec();
    let long = Chart::new(
        "long",
        "Long",
        Phrase::default(),
        ChartKind::List(ListChart { heads: heads.clone(), rows: rows(300) }),
    );
    let cell: Phrase = "endless ".repeat(2500).into();
    let high = ListChart { heads, rows: vec![ListRow { group: String::new(), cells: vec![cell.clone(), cell] }] };
    let high = Chart::new("high", "High", Phrase::default(), ChartKind::List(high)).at(2, 0, 12);
    let note = Chart::new("note", "Note", Phrase::default(), ChartKind::Key(Vec::new()))
        .at(3, 0, 12)
        .note("word. ".repeat(4000));
    let pages = pages_of(vec![long, high, note], Paper::A4, false);
    let all: String = pages.iter().flat_map(texts).map(|(text, _)| text.words + " ").collect();
    assert!((0..300).all(|n| all.contains(&format!("row{n}."))));
    assert_eq!(all.matches("endless").count(), 5000);
    assert_eq!(all.matches("word.").count(), 4000);
    pages.iter().for_each(|page| check_geometry("long", page));
}

#[test]
fn a_page_with_little_on_it_joins_another() {
    let text = |page: u8, count: usize| {
        let words = vec![Phrase::from("Some words of a special rule."); count];
        Chart::new("text", format!("Text {page}"), Phrase::default(), ChartKind::Text(words)).at(page, 0, 12)
    };
    assert_eq!(pages_of(vec![text(1, 60), text(2, 4)], Paper::A4, false).len(), 1);
    // The first page is full, and its last row goes to the second.
    let full = vec![text(1, 60).at(1, 0, 12), text(9, 60).at(1, 1, 12), text(8, 36).at(1, 2, 12), text(2, 20)];
    let pages = pages_of(full, Paper::A4, false);
    assert_eq!(pages.len(), 2);
    assert!(pages.iter().all(|page| filled(page) >= 0.35), "{:?}", pages.iter().map(filled).collect::<Vec<_>>());
}

#[test]
fn a_page_that_overflows_is_set_closer_before_a_chart_goes_on() {
    let charts = |count: usize| {
        let row = || ListRow { group: String::new(), cells: vec!["name".into(), "value".into()] };
        let list = ListChart { heads: vec!["A".to_owned(), "B".to_owned()], rows: (0..count).map(|_| row()).collect() };
        let chart = Chart::new("list", "List", Phrase::default(), ChartKind::List(list)).fixed();
        vec![
            chart,
            Chart::new("key", "Key", Phrase::default(), ChartKind::Key(vec![("A".to_owned(), "a".into())]))
                .at(1, 1, 12),
        ]
    };
    let size = |pages: &[PdfPage]| texts(&pages[0]).iter().find(|(text, _)| text.words == "name").unwrap().0.size;
    let [few, more] = [30, 71].map(|count| pages_of(charts(count), Paper::A4, false));
    assert_eq!((few.len(), more.len()), (1, 1));
    assert!(size(&few) > size(&more) && size(&more) >= 6.99, "{} {}", size(&few), size(&more));
    let most = pages_of(charts(82), Paper::A4, false);
    assert!(
        most.len() <= 2
            && most.iter().all(|page| page.blocks.iter().all(|block| block.rect.bottom() < page.size.y - 30.0))
    );
}
