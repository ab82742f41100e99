//! The places of charts on pages: rows, stacks, closer styles, moves and joins.

use std::collections::BTreeSet;

use battlewright_charts::{Chart, Place, arrange};
use emath::{Align2, Rect, Vec2, pos2, vec2};

use super::super::foot::{Foot, gray};
use super::super::page::{Item, PdfPage};
use super::super::paper::MM;
use super::{INK, Laid, Pens, STYLES, SheetBlock, SheetPen, SheetStyle, block, split};
use crate::draw::{Shape, Stroke, Text, text};

/// The width of the paper whose points are printed as such; charts on broader paper are enlarged.
const WIDTH: f32 = 216.0 * MM;
/// The margins: top, left and right, bottom.
const TOP: f32 = 8.0 * MM;
const BESIDE: f32 = 10.0 * MM;
const BOTTOM: f32 = 12.0 * MM;
/// The room between two of the twelve columns.
const GUTTER: f32 = 4.0 * MM;
/// The part of a page below which its charts join those of another.
const FEW: f32 = 0.4;
/// The rounding that charts may be too high by, in points.
const ROUND: f32 = 0.05;
/// The most pages of charts; what is beyond belongs to no game.
const MOST: usize = 400;

/// The words at the head and the foot of pages.
pub(in super::super) struct SheetHead {
    /// The title at the left.
    pub(in super::super) title: String,
    /// The words at the right.
    pub(in super::super) right: String,
    /// The name of the pages in the outline of the document, and at the foot.
    pub(in super::super) name: &'static str,
    /// The words at the foot.
    pub(in super::super) foot: Foot,
}

/// A page that is being filled.
#[derive(Clone, Default)]
struct SheetDraft {
    charts: Vec<Chart>,
}

/// A page whose charts have their places.
struct Placed {
    shapes: Vec<Shape>,
    blocks: Vec<SheetBlock>,
    /// The height of the charts.
    height: f32,
}

/// Returns the pages of `charts`, in the order of their places.
pub(in super::super) fn pages(charts: Vec<Chart>, head: &SheetHead, pens: &Pens<'_>, paper: Vec2) -> Vec<PdfPage> {
    let scale = (paper.x / WIDTH).max(1.0);
    let size = paper / scale;
    let sheet = Sheet { pens, size, head, foot: head.foot.height(size.x - 2.0 * BESIDE) };
    let drafts = sheet.drafted(charts);
    let count = drafts.len();
    let mut pages = Vec::new();
    for (at, draft) in drafts.into_iter().enumerate() {
        let placed = sheet.best(&draft.charts);
        let mut page = PdfPage::new(format!("{} {}", head.name, at + 1), paper);
        let mut shapes = sheet.head();
        shapes.extend(placed.shapes);
        let foot = head.foot.clone().about(&draft.charts).numbered(at + 1, count);
        foot.draw(&mut shapes, Rect::from_min_max(pos2(BESIDE, TOP), pos2(size.x - BESIDE, size.y)));
        if pens.plain {
            shapes = shapes.into_iter().map(gray).collect();
        }
        page.items.push(Item::Shapes(shapes.into_iter().map(|shape| shape.mapped(scale, Vec2::ZERO)).collect()));
        let grown = |rect: Rect| Rect::from_min_max(rect.min * scale, rect.max * scale);
        page.blocks = placed
            .blocks
            .into_iter()
            .map(|block| SheetBlock {
                rect: grown(block.rect),
                facts: block.facts.into_iter().map(|boxes| boxes.into_iter().map(grown).collect()).collect(),
                pictures: block.pictures.into_iter().map(grown).collect(),
                ..block
            })
            .collect();
        pages.push(page);
    }
    pages
}

/// The paper, and what is on every page.
struct Sheet<'s> {
    pens: &'s Pens<'s>,
    size: Vec2,
    head: &'s SheetHead,
    /// The height of the foot.
    foot: f32,
}

/// The height of the head of a page, with the room below it.
const HEAD: f32 = 28.0;

impl Sheet<'_> {
    fn width(&self) -> f32 {
        self.size.x - 2.0 * BESIDE
    }

    /// Returns the height for charts on a page.
    fn room(&self) -> f32 {
        self.size.y - TOP - HEAD - BOTTOM.max(self.foot + 5.0 * MM)
    }

    /// Draws the title and the line below it.
    fn head(&self) -> Vec<Shape> {
        let (left, right, y) = (BESIDE, self.size.x - BESIDE, TOP + 10.0);
        let wide = text::width(&self.head.title) * 15.0;
        let title = Text::new(pos2(left, y), self.head.title.as_str(), 15.0, INK).bold().anchored(Align2::LEFT_CENTER);
        let most = self.width() * 0.62;
        let title = Text { fit: Some(most), ..title };
        let room = self.width() - wide.min(most) - 12.0;
        let about = Text::new(pos2(right, y + 1.5), self.head.right.as_str(), 10.0, INK).anchored(Align2::RIGHT_CENTER);
        let line = [left, right].map(|x| pos2(x, TOP + 21.0));
        vec![title.into(), Text { fit: Some(room), ..about }.into(), Shape::segment(line, Stroke::new(0.9, INK))]
    }

    /// Divides `charts` among pages.
    fn drafted(&self, charts: Vec<Chart>) -> Vec<SheetDraft> {
        let numbers: BTreeSet<u8> = charts.iter().map(|chart| chart.place.page).collect();
        let mut waiting: Vec<SheetDraft> = numbers
            .into_iter()
            .map(|page| SheetDraft {
                charts: charts.iter().filter(|chart| chart.place.page == page).cloned().collect(),
            })
            .rev()
            .collect();
        let mut drafts: Vec<SheetDraft> = Vec::new();
        while let Some(mut draft) = waiting.pop() {
            if drafts.len() >= MOST {
                break;
            }
            let mut moved = Vec::new();
            while !self.fits(&draft.charts) {
                if draft.charts.len() == 1 {
                    // Longer than a page.
                    let Some((above, below)) = draft.charts.first().and_then(divided) else { break };
                    draft.charts = vec![above];
                    moved.insert(0, below);
                    continue;
                }
                let last = draft.charts.iter().rposition(|chart| chart.place.may_move);
                let at = last.unwrap_or(draft.charts.len() - 1);
                moved.insert(0, draft.charts.remove(at));
            }
            drafts.push(draft);
            if !moved.is_empty() {
                match waiting.last_mut() {
                    Some(next) => next.charts = in_rows(moved, &next.charts),
                    None => waiting.push(SheetDraft { charts: moved }),
                }
            }
        }
        self.joined(drafts)
    }

    /// Joins pages with little on them to the page before, or fills them from it.
    fn joined(&self, drafts: Vec<SheetDraft>) -> Vec<SheetDraft> {
        let mut joined: Vec<SheetDraft> = Vec::new();
        for mut draft in drafts {
            if let Some(before) = joined.last_mut()
                && self.is_few(&draft.charts)
            {
                let both = in_rows(before.charts.clone(), &draft.charts);
                if self.fits(&both) {
                    before.charts = both;
                    continue;
                }
                while self.is_few(&draft.charts) && before.charts.len() > 1 {
                    let (rest, row) = last_row(&before.charts);
                    let more = in_rows(row, &draft.charts);
                    if rest.is_empty() || self.is_few(&rest) || !self.fits(&more) {
                        break;
                    }
                    before.charts = rest;
                    draft.charts = more;
                }
            }
            joined.push(draft);
        }
        joined
    }

    /// Returns `true` if these charts fill little of a page.
    fn is_few(&self, charts: &[Chart]) -> bool {
        let [usual, ..] = STYLES;
        self.placed(charts, usual).height < FEW * self.room()
    }

    /// Returns `true` if these charts fit on a page in the closest style.
    fn fits(&self, charts: &[Chart]) -> bool {
        let [.., closest] = STYLES;
        self.placed(charts, closest).height <= self.room() + ROUND
    }

    /// Places charts in the widest style that fits, else in the closest.
    fn best(&self, charts: &[Chart]) -> Placed {
        let [usual, ..] = STYLES;
        let mut placed = self.placed(charts, usual);
        if placed.height <= self.room() + ROUND {
            return placed;
        }
        for style in STYLES.into_iter().skip(1) {
            placed = self.placed(charts, style);
            if placed.height <= self.room() + ROUND {
                return self.spread(charts, placed, [style, usual]);
            }
        }
        placed
    }

    /// Gives the room that is left to the rows of charts that fit in the first of two styles, and not in the second.
    fn spread(&self, charts: &[Chart], placed: Placed, [close, wide]: [SheetStyle; 2]) -> Placed {
        let (mut best, mut least, mut most) = (placed, 0.0_f32, 1.0_f32);
        for _ in 0..4 {
            let middle = f32::midpoint(least, most);
            let tried = self.placed(charts, close.towards(&wide, middle));
            if tried.height <= self.room() + ROUND {
                (best, least) = (tried, middle);
            } else {
                most = middle;
            }
        }
        best
    }

    /// Places charts in rows, in this style.
    fn placed(&self, charts: &[Chart], style: SheetStyle) -> Placed {
        let pen = SheetPen { pens: self.pens, style };
        let corner = vec2(BESIDE, TOP + HEAD);
        let mut placed = Placed { shapes: Vec::new(), blocks: Vec::new(), height: 0.0 };
        let mut y = 0.0;
        for row in rows(charts) {
            let columns: Vec<(f32, Vec<(&Chart, Laid)>)> = row
                .iter()
                .map(|stack| {
                    let span = stack.iter().map(|chart| chart.place.span.clamp(1, 12)).max().unwrap_or(12);
                    let wide = self.span(span);
                    (wide, stack.iter().map(|chart| (*chart, block::lay(chart, &pen, wide))).collect())
                })
                .collect();
            let mut x = 0.0;
            let mut lowest = y;
            for (wide, stack) in columns {
                let mut below = y;
                for (chart, laid) in stack {
                    let at = corner + vec2(x, below);
                    let rect = Rect::from_min_size(at.to_pos2(), vec2(wide, laid.height));
                    below += laid.height;
                    lowest = lowest.max(below);
                    below += style.gap;
                    let mut moved = Laid::default();
                    moved.add(laid, at);
                    placed.shapes.extend(moved.shapes);
                    let (facts, pictures) = (moved.facts, moved.pictures);
                    placed.blocks.push(SheetBlock { title: chart.title.clone(), rect, facts, pictures });
                }
                x += wide + GUTTER;
            }
            placed.height = lowest;
            y = lowest + style.gap;
        }
        placed
    }

    /// Returns the width of so many of twelve columns.
    fn span(&self, span: u8) -> f32 {
        (self.width() + GUTTER) * f32::from(span) / 12.0 - GUTTER
    }
}

/// Returns the rows of a page, each with its stacks from left to right.
fn rows(charts: &[Chart]) -> Vec<Vec<Vec<&Chart>>> {
    let places: Vec<Place> = charts.iter().map(|chart| chart.place).collect();
    let stack = |stack: Vec<usize>| stack.into_iter().filter_map(|at| charts.get(at)).collect();
    arrange::rows(&places).into_iter().map(|row| row.into_iter().map(stack).collect()).collect()
}

/// Returns the charts of `first` in rows above those of `second`.
fn in_rows(first: Vec<Chart>, second: &[Chart]) -> Vec<Chart> {
    let mut all: Vec<Chart> = Vec::new();
    let mut order = 0_u8;
    for charts in [first.as_slice(), second] {
        let mut before = None;
        for chart in charts {
            if before.is_some_and(|before| before != chart.place.order) || before.is_none() && !all.is_empty() {
                order = order.saturating_add(1);
            }
            before = Some(chart.place.order);
            let mut chart = chart.clone();
            chart.place.order = order;
            all.push(chart);
        }
    }
    all
}

/// Returns the charts without their last row, and that row.
fn last_row(charts: &[Chart]) -> (Vec<Chart>, Vec<Chart>) {
    let last = charts.last().map(|chart| chart.place.order);
    charts.iter().cloned().partition(|chart| Some(chart.place.order) != last)
}

/// Returns a chart that is longer than a page, in two.
fn divided(chart: &Chart) -> Option<(Chart, Chart)> {
    split::without_notes(chart).or_else(|| split::halves(chart))
}
