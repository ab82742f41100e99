use std::collections::{BTreeMap, BTreeSet};

use battlewright_schema::{Scenario, System, load, template};

use super::super::{Booklet, PdfOptions, laid_out};
use super::*;
use crate::scene::Options;

fn scenario(system: System) -> Scenario {
    load(template(system)).scenario.unwrap()
}

fn booklet(scenario: &Scenario, form: Booklet) -> Vec<PdfPage> {
    let scene = Scene::new(scenario, Options::default()).unwrap();
    let book = PdfOptions { booklet: Some(form), ..PdfOptions::default() };
    laid_out(&scene, &book).unwrap().1
}

fn texts(page: &PdfPage) -> Vec<Text> {
    page.shapes()
        .filter_map(|shape| match shape {
            Shape::Text(text) => Some(text),
            _ => None,
        })
        .collect()
}

fn words(page: &PdfPage) -> String {
    texts(page).into_iter().map(|text| text.words).collect::<Vec<_>>().join(" ")
}

/// Returns text without blanks, which lines add and drop.
fn letters(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_whitespace()).collect()
}

#[test]
fn every_rule_and_every_word_of_the_page_is_in_the_booklet() {
    for system in System::ALL {
        let pages = booklet(&scenario(system), Booklet::Pages);
        let all: String = pages.iter().map(|page| letters(&words(page))).collect();
        for rule in rules_of(system) {
            let wanted = letters(&format!("{} {}", rule.number, rule.title));
            assert!(all.contains(&wanted), "{system:?}: {rule}");
        }
        let mut numbers = RuleNumbers::new(rules_of(system));
        let blocks = text::read(system.rules_page(), &mut numbers, "");
        let headings = blocks.iter().filter_map(|block| match block {
            text::TextBlock::Heading { text, .. } => Some(text::plain(text)),
            _ => None,
        });
        for heading in headings {
            // In the contents and above its text.
            assert!(all.matches(&letters(&heading)).count() >= 2 || heading.starts_with("The rules of"), "{heading}");
        }
        for block in &blocks {
            if let text::TextBlock::Paragraph { text, .. } = block {
                let last = text::plain(text).split_whitespace().last().unwrap_or_default().to_owned();
                assert!(all.contains(&letters(&last)), "{system:?}: {last}");
            }
        }
    }
}

#[test]
fn every_section_that_is_left_out_is_on_a_page_of_rules() {
    for heading in text::LEFT_OUT {
        let line = format!("\n## {heading}\n");
        assert!(System::ALL.iter().any(|system| system.rules_page().contains(&line)), "{heading}");
    }
}

/// Returns the blocks of the rules of a system with its charts and examples.
fn charted(scenario: &Scenario) -> (Vec<text::TextBlock>, PlacedFloats) {
    let mut numbers = RuleNumbers::new(rules_of(scenario.system()));
    let mut blocks = text::read(scenario.system().rules_page(), &mut numbers, "");
    let scene = Scene::new(scenario, Options::default()).unwrap();
    let (pens, room) = (Pens::new(&scene, false), vec2(360.0, 520.0));
    let mut floats = charts::all(scenario, &pens, room);
    let shown = examples::all(scenario.system(), &pens, room);
    assert!(shown.len() >= 3, "{:?}: examples", scenario.system());
    floats.extend(shown);
    let floats = PlacedFloats::new(&mut blocks, floats);
    (blocks, floats)
}

#[test]
fn every_chart_and_example_is_in_the_booklet_and_in_its_contents() {
    for system in System::ALL {
        let scenario = scenario(system);
        let pages = booklet(&scenario, Booklet::Pages);
        let anchors: BTreeSet<&str> =
            pages.iter().flat_map(|page| &page.anchors).map(|(anchor, _)| anchor.as_str()).collect();
        let links: BTreeSet<&str> =
            pages.iter().flat_map(|page| &page.links).map(|link| link.anchor.as_str()).collect();
        let (blocks, floats) = charted(&scenario);
        assert!(floats.titles().len() > 8, "{system:?}");
        for (title, anchor) in floats.titles() {
            assert!(anchors.contains(anchor.as_str()) && links.contains(anchor.as_str()), "{system:?}: {title}");
        }
        let more = blocks.iter().position(
            |block| matches!(block, text::TextBlock::Heading { text, .. } if text::plain(text) == charts::MORE),
        );
        let among_others = more.map_or(0, |at| floats.after(at));
        assert!(among_others * 3 <= floats.titles().len(), "{system:?}: {among_others} charts stand at no rule");
    }
}

#[test]
fn pages_of_rules_are_full() {
    for system in System::ALL {
        let pages = booklet(&scenario(system), Booklet::Pages);
        let filled = |page: &PdfPage| {
            // Without the foot.
            let room = page.size.y - BOTTOM;
            let lowest = page.shapes().map(|shape| shape.reach().bottom()).filter(|bottom| *bottom <= room + 1.0);
            lowest.fold(0.0_f32, f32::max) / room
        };
        let fills: Vec<f32> = pages.iter().map(filled).collect();
        let poor = fills.iter().filter(|fill| **fill < 0.6).count();
        assert!(poor <= 4, "{system:?}: {fills:?}");
    }
}

#[test]
fn contents_and_links_lead_to_the_page_that_they_name() {
    for system in System::ALL {
        let pages = booklet(&scenario(system), Booklet::Pages);
        let mut place: BTreeMap<&str, usize> = BTreeMap::new();
        for (at, page) in pages.iter().enumerate() {
            for (anchor, _) in &page.anchors {
                place.entry(anchor).or_insert(at + 1);
            }
        }
        let mut checked = 0;
        for page in &pages {
            for link in &page.links {
                // An entry of the contents has its number at the end of its line.
                let middle = link.rect.center().y;
                let numbers: Vec<usize> = texts(page)
                    .into_iter()
                    .filter(|text| text.anchor == Align2::RIGHT_CENTER && (text.at.y - middle).abs() < 1.0)
                    .filter(|text| (text.at.x - link.rect.right()).abs() < 0.5)
                    .filter_map(|text| text.words.parse().ok())
                    .collect();
                if let Some(number) = numbers.first() {
                    let told = place.get(link.anchor.as_str());
                    // Parts of a rule without a paragraph of their own stand with the rule before.
                    assert!(told.is_none_or(|page| page == number), "{system:?}: {} {number} {told:?}", link.anchor);
                    checked += usize::from(told.is_some());
                }
            }
        }
        assert!(checked > 40, "{system:?}: {checked}");
        let dangling: BTreeSet<&str> = pages
            .iter()
            .flat_map(|page| &page.links)
            .map(|link| link.anchor.as_str())
            .filter(|anchor| {
                !anchor.starts_with("rule-") && !anchor.starts_with("ruling-") && !place.contains_key(anchor)
            })
            .collect();
        assert!(dangling.is_empty(), "{system:?}: {dangling:?}");
    }
}

/// Returns `false` for the smaller letters of pictures, which stand on counters and in hexes.
fn is_text(text: &Text) -> bool {
    text.size >= 6.95
}

#[test]
fn no_text_lies_over_another_or_off_the_page() {
    for system in System::ALL {
        for (n, page) in booklet(&scenario(system), Booklet::Pages).iter().enumerate() {
            let lines: Vec<(String, Rect)> =
                texts(page).into_iter().filter(is_text).map(|text| (text.words.clone(), text.line().rect)).collect();
            for (at, (words, rect)) in lines.iter().enumerate() {
                let is_within = rect.left() >= SIDE - 0.5
                    && rect.right() <= page.size.x - SIDE + 0.6
                    && rect.bottom() <= page.size.y
                    && rect.top() >= 0.0;
                assert!(is_within, "{system:?} page {}: {words} {rect:?}", n + 1);
                for (other, beside) in &lines[..at] {
                    let both = rect.intersect(*beside);
                    assert!(
                        both.width() < 1.0 || both.height() < 2.6,
                        "{system:?} page {}: {words} over {other}",
                        n + 1
                    );
                }
            }
        }
    }
}

#[test]
fn a_folded_booklet_has_the_same_pages_on_a_quarter_of_the_sheets() {
    let scenario = scenario(System::MarsLaTour);
    let (pages, sides) = (booklet(&scenario, Booklet::Pages), booklet(&scenario, Booklet::Folded));
    assert_eq!(sides.len() * 2, pages.len().next_multiple_of(4));
    assert_eq!(sides.len() % 2, 0);
    let half = pages[0].size.x;
    let numbers: Vec<[Option<usize>; 2]> = sides
        .iter()
        .map(|side| {
            [0.0, half].map(|from| {
                let texts = texts(side).into_iter();
                let mut here = texts.filter(|text| (from..from + half).contains(&text.at.x));
                here.find_map(|text| text.words.split_once(" / ")?.0.parse().ok())
            })
        })
        .collect();
    let expected: Vec<[Option<usize>; 2]> = fold::order(sides.len() * 2)
        .into_iter()
        .map(|side| side.map(|page| (page < pages.len()).then_some(page + 1)))
        .collect();
    assert_eq!(numbers, expected);
}

#[test]
fn a_booklet_needs_paper_that_is_folded() {
    let scenario = scenario(System::MarsLaTour);
    let scene = Scene::new(&scenario, Options::default()).unwrap();
    for paper in [Some(Paper::A3), Some(Paper::Tabloid), None] {
        let book = PdfOptions { paper, booklet: Some(Booklet::Pages), ..PdfOptions::default() };
        assert!(matches!(laid_out(&scene, &book), Err(PdfError::BookletPaper)), "{paper:?}");
    }
    for paper in [Paper::A4, Paper::Letter] {
        let book = PdfOptions { paper: Some(paper), booklet: Some(Booklet::Folded), ..PdfOptions::default() };
        let (_, pages) = laid_out(&scene, &book).unwrap();
        assert_eq!(pages[0].size, vec2(paper.size().y, paper.size().x));
    }
}
