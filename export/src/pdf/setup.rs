//! Setup sheets: a card for each side, and the turn track with its reinforcements.

use std::collections::BTreeMap;

use battlewright_engine::show::Piece;
use battlewright_schema::{Common, Counter, Inches, Start};
use ecolor::Color32;
use emath::{Align2, Rect, Vec2, pos2, vec2};

use super::flow::{CaptionedCounter, Flow};
use super::foot::{self, Foot};
use super::page::{Item, PdfPage};
use super::{INK, MARGIN, Paper, PdfOptions, paper::MM};
use crate::draw::counters::{self, CounterStyle};
use crate::draw::{Counters, Shape, Stroke, Text, text};
use crate::scene::Scene;

/// The width of counters on cards, in points.
const COUNTER: f32 = 11.0 * MM;

/// A counter with its start.
struct SetupCounter {
    piece: Piece,
    manner: CounterStyle,
    start: Start,
    /// The position on a table.
    at: Option<Inches>,
}

/// Returns every counter of the scenario, in the order of the file.
fn placed(scene: &Scene<'_>) -> Vec<SetupCounter> {
    let common = scene.scenario().common();
    let crowd = Counters::of(scene.scenario(), &scene.options().art);
    let table: BTreeMap<usize, Inches> =
        common.table_view().into_iter().flat_map(|view| view.units).map(|unit| (unit.unit, unit.at)).collect();
    let all = crowd.pieces.iter().enumerate();
    all.filter_map(|(index, piece)| {
        let counter = crowd.counter(index)?;
        let unit = common.counter(counter)?;
        let at = match counter {
            Counter::Unit(index) => table.get(&index).copied(),
            Counter::Hq(_) => None,
        };
        let manner = scene.manner(&crowd, piece);
        Some(SetupCounter { piece: piece.clone(), manner, start: unit.start.clone(), at })
    })
    .collect()
}

/// The counters of a side, under headings.
struct SetupCard {
    title: String,
    groups: Vec<(String, Vec<CaptionedCounter>)>,
}

/// The part of a page below which its counters join those of another.
const FEW: f32 = 0.4;
/// The widths of counters on cards to try, in millimeters, the best first.
const WIDTHS: [f32; 9] = [11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 12.0, 13.0];

/// Returns the setup cards: one for each side, or one for both if they have few counters.
pub(super) fn cards(scene: &Scene<'_>, book: &PdfOptions) -> Vec<PdfPage> {
    let size = book.paper.unwrap_or(Paper::A4).size();
    let foot = Foot::new(scene);
    let cards: Vec<SetupCard> = sides(scene).into_iter().filter(|card| !card.groups.is_empty()).collect();
    let lay = |title: &str, cards: &[&SetupCard], width: f32| {
        let mut flow = Flow::new(title, size, foot.clone().right("setup"));
        for card in cards {
            let first = card.groups.first().map_or(0.0, |_| 11.0 * 1.6 + COUNTER * 1.5);
            flow.heading(&card.title, 15.0, first);
            for (heading, counters) in &card.groups {
                flow.heading(heading, 10.0, COUNTER * 1.5);
                flow.counters(counters, width * MM);
            }
        }
        flow.finish()
    };
    // Four counters alone on a page are too few: larger or smaller ones fill or spare it.
    let best = |title: &str, cards: &[&SetupCard]| {
        let tried = WIDTHS.iter().map(|width| lay(title, cards, *width));
        let mut usual = None;
        for (pages, filled) in tried {
            if filled >= FEW {
                return (pages, true);
            }
            usual.get_or_insert(pages);
        }
        (usual.unwrap_or_default(), false)
    };
    let alone: Vec<(Vec<PdfPage>, bool)> = cards.iter().map(|card| best(&card.title, &[card])).collect();
    if alone.iter().any(|(pages, is_full)| pages.len() == 1 && !is_full) {
        let all: Vec<&SetupCard> = cards.iter().collect();
        let (pages, _) = best("Setup", &all);
        if pages.len() <= 1 || alone.iter().map(|(pages, _)| pages.len()).sum::<usize>() > pages.len() {
            return colored(pages, book);
        }
    }
    colored(alone.into_iter().flat_map(|(pages, _)| pages).collect(), book)
}

/// Returns pages in gray, if they are to be.
fn colored(mut pages: Vec<PdfPage>, book: &PdfOptions) -> Vec<PdfPage> {
    for item in pages.iter_mut().flat_map(|page| &mut page.items).filter(|_| book.plain) {
        if let Item::Shapes(shapes) = item {
            *shapes = std::mem::take(shapes).into_iter().map(foot::gray).collect();
        }
    }
    pages
}

/// Returns the counters of each side, by where or when they start.
fn sides(scene: &Scene<'_>) -> Vec<SetupCard> {
    let common = scene.scenario().common();
    let all = placed(scene);
    let mut cards = Vec::new();
    for (index, side) in common.sides().into_iter().enumerate() {
        let own = || all.iter().filter(|one| one.piece.side.index() == index);
        let mut groups = Vec::new();
        let mut group = |heading: String, counters: Vec<CaptionedCounter>| {
            if !counters.is_empty() {
                groups.push((heading, counters));
            }
        };
        let mut on_map: Vec<CaptionedCounter> = own()
            .filter_map(|one| {
                captioned(one, |start| match start {
                    Start::At(hex) => Some(hex.to_string()),
                    _ => None,
                })
            })
            .collect();
        on_map.sort_by(|a, b| a.caption.cmp(&b.caption));
        group("On the map".to_owned(), on_map);
        let on_table = own().filter_map(|one| captioned(one, |_| one.at.map(|at| at.to_string()))).collect();
        group("On the table".to_owned(), on_table);
        for zone in common.zones() {
            let here = own()
                .filter_map(|one| {
                    captioned(one, |start| {
                        matches!(start, Start::Zone(id) if id == zone.id).then(|| one.piece.name.clone())
                    })
                })
                .collect();
            group(format!("Anywhere in {}", zone.name), here);
        }
        for turn in 1..=common.turns().count {
            let here = own()
                .filter_map(|one| {
                    captioned(one, |start| match start {
                        Start::Enters { turn: on, at, .. } if *on == turn => Some(at.to_string()),
                        _ => None,
                    })
                })
                .collect();
            group(turn_name(common, turn), here);
        }
        let nowhere = own()
            .filter(|one| one.at.is_none())
            .filter_map(|one| captioned(one, |start| matches!(start, Start::Nowhere).then(|| one.piece.name.clone())))
            .collect();
        let beside = if common.table().is_some() { "Beside the table" } else { "Beside the map" };
        group(beside.to_owned(), nowhere);
        cards.push(SetupCard { title: format!("Setup: {}", side.name), groups });
    }
    cards
}

/// Adds the caption that `of` returns for the start of `one`; `None` if `of` skips it.
fn captioned(one: &SetupCounter, of: impl FnOnce(&Start) -> Option<String>) -> Option<CaptionedCounter> {
    let caption = of(&one.start)?;
    Some(CaptionedCounter { piece: one.piece.clone(), manner: one.manner.clone(), caption })
}

fn turn_name(common: &dyn Common, turn: u8) -> String {
    match common.turns().clock(turn) {
        Some(clock) => format!("Turn {turn} · {clock}"),
        None => format!("Turn {turn}"),
    }
}

/// Returns the turn track: a box for each turn, with its reinforcements.
pub(super) fn track(scene: &Scene<'_>, book: &PdfOptions) -> Vec<PdfPage> {
    let common = scene.scenario().common();
    let standing = book.paper.unwrap_or(Paper::A4).size();
    let size = vec2(standing.y, standing.x);
    let turns = common.turns().count;
    let mut shapes = Vec::new();
    let title = Text::new(pos2(MARGIN, MARGIN + 9.0), format!("{} · turn track", common.about().title), 16.0, INK);
    shapes.push(title.bold().anchored(Align2::LEFT_CENTER).into());
    let foot = Foot::new(scene).right("turn track");
    let below = (4.0 * MM + foot.height(size.x - 2.0 * MARGIN) + 2.0).max(MARGIN);
    let room = Rect::from_min_max(pos2(MARGIN, MARGIN + 26.0), pos2(size.x - MARGIN, size.y - below));
    let (columns, rows) = layout(turns);
    let step = vec2(room.width() / f32::from(columns), room.height() / f32::from(rows));
    let all = placed(scene);
    for turn in 1..=turns {
        let (column, row) = ((turn - 1) % columns, (turn - 1) / columns);
        let from = room.min + vec2(f32::from(column) * step.x, f32::from(row) * step.y);
        let frame = Rect::from_min_size(from, step).shrink(3.0);
        shapes.push(Shape::Box {
            rect: frame,
            round: 4.0,
            fill: Color32::from_rgb(246, 241, 228),
            edge: Stroke::new(1.0, INK),
        });
        let name = frame.left_top() + vec2(8.0, 13.0);
        shapes.push(Text::new(name, turn_name(common, turn), 12.0, INK).bold().anchored(Align2::LEFT_CENTER).into());
        let entering: Vec<(&SetupCounter, String)> = all
            .iter()
            .filter_map(|one| match &one.start {
                Start::Enters { turn: on, at, .. } if *on == turn => Some((one, at.to_string())),
                _ => None,
            })
            .collect();
        let inside = Rect::from_min_max(frame.left_top() + vec2(6.0, 24.0), frame.right_bottom() - Vec2::splat(6.0));
        entries(&mut shapes, inside, &entering);
    }
    foot::usual(&foot, &mut shapes, size);
    let mut page = PdfPage::new("Turn track", size);
    page.items.push(Item::Shapes(shapes));
    colored(vec![page], book)
}

/// Returns the number of columns and rows of boxes: about two rows to three columns, with few boxes unused.
fn layout(turns: u8) -> (u8, u8) {
    let cost = |columns: &u8| {
        let (columns, rows) = (u16::from(*columns), u16::from(turns.div_ceil(*columns)));
        (columns * 2).abs_diff(rows * 3) + 2 * (columns * rows - u16::from(turns))
    };
    let columns = (1..=turns.max(1)).min_by_key(cost).unwrap_or(1);
    (columns, turns.div_ceil(columns))
}

/// Draws counters in rows within `room`, as large as fits, each above the id of its entry. Where there is no room for the ids side by
/// side, they are reduced.
fn entries(shapes: &mut Vec<Shape>, room: Rect, entering: &[(&SetupCounter, String)]) {
    let widest = entering.iter().map(|(_, entry)| text::width(entry)).fold(0.0, f32::max);
    let sizes = || (1..=22_u8).rev().map(|half| f32::from(half) * 0.5 * MM);
    let wide = |width: f32| (width * 1.1).max(widest * letters(width) + 4.0);
    let grid = |width: f32, across: f32| EntryGrid::new(room, entering.len(), width, across);
    let beside = sizes().find_map(|width| grid(width, wide(width)));
    let Some(grid) = beside.or_else(|| sizes().find_map(|width| grid(width, width * 1.1))) else { return };
    let EntryGrid { width, step, across } = grid;
    for (n, (one, entry)) in entering.iter().enumerate() {
        let count = |n: usize| f32::from(u16::try_from(n).unwrap_or(u16::MAX));
        let center = room.min + vec2((count(n % across) + 0.5) * step.x, count(n / across) * step.y + width / 2.0);
        counters::counter(shapes, center, width, &one.piece, &one.manner);
        let size = letters(width);
        let beneath = Rect::from_center_size(center + vec2(0.0, width / 2.0 + size * 0.7), vec2(step.x * 0.96, size));
        shapes.push(Text::new(beneath.center(), entry.as_str(), size, INK).within(beneath).into());
    }
}

/// Returns the size of letters below a counter of this width.
fn letters(width: f32) -> f32 {
    (width * 0.22).max(7.0)
}

/// Rows of counters in a box of the turn track.
struct EntryGrid {
    /// The width of a counter.
    width: f32,
    /// The distance of counters, and that of rows.
    step: Vec2,
    /// The number of counters in a row.
    across: usize,
}

impl EntryGrid {
    /// Returns rows of counters of this width, `across` apart; `None` if `count` of them do not fit into `room`.
    fn new(room: Rect, count: usize, width: f32, across: f32) -> Option<Self> {
        let step = vec2(across, width + letters(width) * 1.5);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few dozen at most")]
        let [across, down] = [room.width() / step.x, room.height() / step.y].map(|n| n.floor().max(0.0) as usize);
        (across * down >= count && across > 0).then_some(Self { width, step, across })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_of_turns_fill_the_page() {
        assert_eq!([1, 5, 6, 11, 20, 99].map(layout), [(1, 1), (3, 2), (3, 2), (4, 3), (5, 4), (11, 9)]);
    }
}
