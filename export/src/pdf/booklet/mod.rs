//! The rules booklet: the rules of the system and the scenario on small pages in two columns, with contents, links and an index.

mod charts;
mod compose;
mod examples;
mod fold;
mod lists;
mod rows;
mod rules;
mod text;

use battlewright_engine::any::rules_of;
use emath::{Align2, Rect, Vec2, pos2, vec2};
use serde::{Deserialize, Serialize};

use super::foot::gray;
use super::page::{Item, PageLink, PdfPage};
use super::sheet::Pens;
use super::{INK, Paper, PdfError, PdfOptions, paper::MM};
use crate::draw::{Shape, Stroke, Text};
use crate::scene::Scene;
use crate::stamp::Stamp;
use charts::PlacedFloats;
use compose::{ComposedPage, Composer};
use rows::RowBlock;
use rules::RuleNumbers;

/// The form of a booklet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Booklet {
    /// One small page after the other, to read on a screen.
    Pages,
    /// Two pages on each side of a sheet, in the order for printing both sides over the short edge, folding and stapling.
    Folded,
}

/// The margins of a page, in points: at the sides, at the top and at the bottom.
const SIDE: f32 = 10.0 * MM;
const TOP: f32 = 9.0 * MM;
const BOTTOM: f32 = 14.0 * MM;

/// The height of a line of an index that is set closer.
const CLOSE: f32 = 8.3;

/// The font size of the foot.
const FOOT: f32 = 7.0;

/// Returns the pages of the booklet of the scenario in `scene`.
///
/// # Errors
/// The paper is not one for booklets.
pub(super) fn pages(scene: &Scene<'_>, book: &PdfOptions, form: Booklet) -> Result<Vec<PdfPage>, PdfError> {
    let sheet = match book.paper {
        Some(paper @ (Paper::A4 | Paper::Letter)) => paper.size(),
        _ => return Err(PdfError::BookletPaper),
    };
    // Half a sheet.
    let size = vec2(sheet.y / 2.0, sheet.x);
    let room = Rect::from_min_max(pos2(SIDE, TOP), pos2(size.x - SIDE, size.y - BOTTOM));
    let composed = composed(scene, room, book.plain);
    let count = composed.len();
    let stamp = Stamp::of(scene.scenario());
    let pages: Vec<PdfPage> =
        composed.into_iter().enumerate().map(|(at, page)| finished(page, size, (at + 1, count), &stamp)).collect();
    let pages = if book.plain { pages.into_iter().map(in_gray).collect() } else { pages };
    Ok(match form {
        Booklet::Pages => pages,
        Booklet::Folded => fold::folded(pages, size),
    })
}

/// Returns the contents of all pages.
fn composed(scene: &Scene<'_>, room: Rect, plain: bool) -> Vec<ComposedPage> {
    let scenario = scene.scenario();
    let system = scenario.system();
    let measure = Composer::measure(room);
    let known = rules_of(system);
    let mut numbers = RuleNumbers::new(known);
    let mut rules = text::read(system.rules_page(), &mut numbers, "");
    let pens = Pens::new(scene, plain);
    let mut floats = charts::all(scenario, &pens, room.size());
    floats.extend(examples::all(system, &pens, room.size()));
    let floats = PlacedFloats::new(&mut rules, floats);
    let titles = floats.titles();
    let mut own = text::read(&crate::markdown::write(scenario), &mut numbers, "scenario-");
    text::without_column(&mut own, "Id");
    let as_rows = |blocks: &[text::TextBlock]| blocks.iter().map(|block| rows::of(block, measure)).collect::<Vec<_>>();
    let headings = lists::headings([&rules, &own]);
    let (rules_rows, own_rows) = (floats.among(as_rows(&rules)), as_rows(&own));
    let title = lists::title(scenario, measure);
    // The contents take as many pages whatever the numbers are.
    let front = |pages: &dyn Fn(&str) -> Option<usize>| {
        let mut composer = Composer::new(room);
        composer.add([RowBlock::Wide(title.clone(), None)]);
        composer.add([RowBlock::Narrow(lists::contents(&headings, &titles, pages, measure))]);
        composer.finish()
    };
    let before = front(&|_| None).len();
    let mut composer = Composer::new(room);
    composer.add(rules_rows);
    composer.turn();
    composer.add(own_rows);
    let body = composer.finish();
    let numbered = compose::numbers(&body);
    let page_of = |anchor: &str| numbered.get(anchor).map(|page| page + before);
    let index = |line: f32| {
        let mut composer = Composer::new(room);
        composer.add(lists::index(known, [&rules, &own], &body, &page_of, (measure, line)));
        composer.finish()
    };
    let mut back = index(rows::LINE);
    // A few entries alone on a page go to those before where the lines can be set closer.
    if back.len() > 1 && back.last().is_some_and(|last| last.fill(room) < 0.3) {
        let closer = index(CLOSE);
        if closer.len() < back.len() {
            back = closer;
        }
    }
    front(&page_of).into_iter().chain(body).chain(back).collect()
}

/// Returns a page without colors.
fn in_gray(mut page: PdfPage) -> PdfPage {
    for item in &mut page.items {
        if let Item::Shapes(shapes) = item {
            *shapes = std::mem::take(shapes).into_iter().map(gray).collect();
        }
    }
    page
}

/// Returns a page with its foot.
fn finished(page: ComposedPage, size: Vec2, (number, count): (usize, usize), stamp: &Stamp) -> PdfPage {
    let mut shapes = page.shapes;
    let y = size.y - BOTTOM + 5.0 * MM;
    shapes.push(Shape::segment([pos2(SIDE, y - 6.0), pos2(size.x - SIDE, y - 6.0)], Stroke::new(0.4, INK)));
    let is_right = number % 2 == 1;
    let (outer, inner) = if is_right {
        (Align2::RIGHT_CENTER, Align2::LEFT_CENTER)
    } else {
        (Align2::LEFT_CENTER, Align2::RIGHT_CENTER)
    };
    let at = |align: Align2| if align == Align2::RIGHT_CENTER { pos2(size.x - SIDE, y) } else { pos2(SIDE, y) };
    let words = format!("{number} / {count}");
    let room = size.x - 2.0 * SIDE - crate::draw::text::width(&words) * FOOT - 12.0;
    shapes.push(Text::new(at(outer), words, FOOT, INK).bold().anchored(outer).into());
    let foot = Text::new(at(inner), stamp.foot(), FOOT, INK).anchored(inner);
    shapes.push(Text { fit: Some(room), ..foot }.into());
    let mut made = PdfPage::new(format!("Rules {number}"), size);
    made.items.push(Item::Shapes(shapes));
    made.links = page.links.into_iter().map(|(rect, anchor)| PageLink { rect, anchor }).collect();
    made.anchors = page.anchors;
    made.headings =
        Some(page.headings.into_iter().filter(|(level, ..)| *level <= 2).map(|(_, words, at)| (words, at)).collect());
    made
}

#[cfg(test)]
mod tests;
