//! Sheets of charts: how charts look on paper, and where they stand.
//!
//! A page is twelve columns wide. The charts of a row share their top; those of a stack lie under each other. Every text is
//! measured: a page that overflows is set closer, then in smaller letters, and then its last chart goes on to the next page.

mod block;
mod grid;
mod kinds;
mod pages;
mod rich;
mod split;
mod table;
mod tag;
#[cfg(test)]
mod tests;
mod track;
mod widths;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use battlewright_charts::{Chart, Phrase, Picture, Span};
use battlewright_schema::SideId;
use ecolor::Color32;
use emath::{Rect, Vec2};

use crate::draw::Shape;
use crate::draw::samples::{Sample, Samples};
use crate::scene::Scene;
pub(super) use pages::{SheetHead, pages};
use rich::{Bit, Rich, Type};
use tag::Tag;
pub(super) use widths::{ColumnNeed, widths};

/// The color of letters.
const INK: Color32 = Color32::from_rgb(34, 28, 22);
/// The color of letters that stand back, such as the numbers of rules.
const SOFT: Color32 = Color32::from_rgb(96, 88, 74);
/// The ground of a title.
const BAND: Color32 = Color32::from_rgb(0x3a, 0x35, 0x2c);
/// The letters on the ground of a title.
const ON_BAND: Color32 = Color32::from_rgb(250, 247, 240);
/// The ground of the heads of a table.
const HEAD: Color32 = Color32::from_rgb(0xe6, 0xde, 0xcb);
/// The ground of the head of a group.
const GROUP: Color32 = Color32::from_rgb(0xef, 0xe8, 0xd8);
/// The ground of every second row.
const ZEBRA: Color32 = Color32::from_rgb(0xf5, 0xf1, 0xe6);
/// The line below a row.
const ROW: Color32 = Color32::from_rgb(186, 174, 148);
/// The ground of changed values, and the line below them.
const CHANGED: Color32 = Color32::from_rgb(255, 236, 160);
const UNDERLINE: Color32 = Color32::from_rgb(120, 84, 0);

/// The sizes of letters and the room between them, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
struct SheetStyle {
    body: f32,
    head: f32,
    small: f32,
    title: f32,
    /// The height of a line, in the size of its letters.
    leading: f32,
    /// The room above and below the text of a row.
    pad: f32,
    /// The room between blocks.
    gap: f32,
    /// The height of the picture of a hex.
    picture: f32,
    /// The room left and right of the text in a column of a table.
    side: f32,
}

impl SheetStyle {
    /// Returns this style with more room, that of `wide` for a `part` of 1, and letters of its own size.
    fn towards(&self, wide: &Self, part: f32) -> Self {
        let between = |own: f32, other: f32| own + (other - own) * part;
        Self {
            leading: between(self.leading, wide.leading),
            pad: between(self.pad, wide.pad),
            gap: between(self.gap, wide.gap),
            picture: between(self.picture, wide.picture),
            ..*self
        }
    }
}

/// The styles, from the widest to the closest. No letter of any is smaller than 7 points.
const STYLES: [SheetStyle; 5] = [
    SheetStyle {
        body: 8.0,
        head: 7.5,
        small: 7.2,
        title: 9.5,
        leading: 1.22,
        pad: 2.0,
        gap: 10.0,
        picture: 22.0,
        side: 2.6,
    },
    SheetStyle {
        body: 8.0,
        head: 7.5,
        small: 7.0,
        title: 9.5,
        leading: 1.2,
        pad: 1.3,
        gap: 8.5,
        picture: 21.0,
        side: 2.6,
    },
    SheetStyle {
        body: 8.0,
        head: 7.5,
        small: 7.0,
        title: 9.5,
        leading: 1.15,
        pad: 0.7,
        gap: 6.0,
        picture: 19.5,
        side: 2.6,
    },
    SheetStyle {
        body: 7.5,
        head: 7.2,
        small: 7.0,
        title: 9.0,
        leading: 1.15,
        pad: 0.6,
        gap: 5.4,
        picture: 18.5,
        side: 2.6,
    },
    SheetStyle {
        body: 7.0,
        head: 7.0,
        small: 7.0,
        title: 8.5,
        leading: 1.13,
        pad: 0.5,
        gap: 4.6,
        picture: 17.0,
        side: 2.6,
    },
];

/// The thickness of the line below a row.
const THIN: f32 = 0.35;

/// A chart on a page.
#[derive(Clone, Debug)]
pub(crate) struct SheetBlock {
    /// The title of the chart.
    pub(crate) title: String,
    /// The rectangle on the page, in points.
    pub(crate) rect: Rect,
    /// For each fact of the chart, in their order, the boxes that hold its words, in the order of reading.
    pub(crate) facts: Vec<Vec<Rect>>,
    /// The rectangles of pictures, whose letters are those of counters.
    pub(crate) pictures: Vec<Rect>,
}

/// Drawn content with its upper left corner at the origin.
#[derive(Debug, Default)]
struct Laid {
    shapes: Vec<Shape>,
    height: f32,
    facts: Vec<Vec<Rect>>,
    pictures: Vec<Rect>,
    /// `true` if words were broken for want of room.
    is_cramped: bool,
}

impl Laid {
    /// Adds `other` below.
    fn below(&mut self, other: Self, gap: f32) {
        let by = Vec2::new(0.0, self.height + gap);
        self.height = by.y + other.height;
        self.add(other, by);
    }

    /// Adds `other`, moved by `by`. The height stays.
    fn add(&mut self, other: Self, by: Vec2) {
        self.is_cramped |= other.is_cramped;
        self.shapes.extend(other.shapes.into_iter().map(|shape| shape.mapped(1.0, by)));
        let facts = other.facts.into_iter();
        self.facts.extend(facts.map(|boxes| boxes.into_iter().map(|rect| rect.translate(by)).collect()));
        self.pictures.extend(other.pictures.into_iter().map(|rect| rect.translate(by)));
    }
}

/// The pictures that were drawn already, by their description and their height; `None` for those that the scenario does not have.
type DrawnSamples = BTreeMap<(String, u32), Option<Rc<Sample>>>;

/// The colors and pictures with which every chart of a scenario is drawn.
pub(super) struct Pens<'a> {
    sides: Vec<(SideId, Color32, bool)>,
    samples: Samples<'a>,
    known: RefCell<DrawnSamples>,
    plain: bool,
}

impl<'a> Pens<'a> {
    /// Returns the pens for the scenario of `scene`. `plain` is for paper without colors.
    pub(super) fn new(scene: &'a Scene<'_>, plain: bool) -> Self {
        let common = scene.scenario().common();
        let art = &scene.options().art;
        let sides = common.sides().into_iter().enumerate();
        let sides = sides.map(|(at, side)| (side.id.clone(), art.side(common, at), at > 0)).collect();
        Self { sides, samples: Samples::new(scene, plain), known: RefCell::default(), plain }
    }
}

/// The style of charts in a booklet.
const SMALL: SheetStyle = STYLES[3];
/// The style of charts with more columns than a booklet has room for.
const NARROW: SheetStyle = SheetStyle { picture: 15.0, side: 1.1, ..STYLES[4] };

/// The most times that a chart is halved; a part of a 256th is higher than a page only if it has one enormous cell.
const MOST_HALVES: u8 = 8;

/// Returns a chart in parts that are `room` wide and no higher, each with its shapes from the upper left corner and its height. A part
/// that cannot be divided may be higher.
pub(super) fn parts(chart: &Chart, pens: &Pens<'_>, room: Vec2) -> Vec<(Vec<Shape>, f32)> {
    fn add(chart: &Chart, pen: &SheetPen<'_>, room: Vec2, left: u8, made: &mut Vec<(Vec<Shape>, f32)>) {
        let mut laid = block::lay(chart, pen, room.x);
        if laid.is_cramped {
            laid = block::lay(chart, &SheetPen { style: NARROW, ..*pen }, room.x);
        }
        match split::halves(chart).filter(|_| laid.height > room.y && left > 0) {
            Some((first, second)) => {
                add(&first, pen, room, left - 1, made);
                add(&second, pen, room, left - 1, made);
            }
            None => made.push((laid.shapes, laid.height)),
        }
    }
    let mut made = Vec::new();
    add(chart, &SheetPen { pens, style: SMALL }, room, MOST_HALVES, &mut made);
    made
}

/// The pens and the style of a page.
#[derive(Clone, Copy)]
struct SheetPen<'p> {
    pens: &'p Pens<'p>,
    style: SheetStyle,
}

impl SheetPen<'_> {
    /// Returns the look of the text of rows.
    fn body(&self) -> Type {
        Type { size: self.style.body, color: INK, bold: false, changed: false }
    }

    /// Returns the look of the heads of columns.
    fn head(&self) -> Type {
        self.body().sized(self.style.head).bold()
    }

    /// Returns the look of notes.
    fn small(&self) -> Type {
        self.body().sized(self.style.small)
    }

    /// Returns the look of the numbers of rules.
    fn rule(&self) -> Type {
        self.body().sized(7.0).colored(SOFT)
    }

    /// Returns a phrase as rich text whose plain words look like `base`.
    fn rich(&self, phrase: &Phrase, base: Type) -> Rich {
        let mut rich = Rich::default();
        for span in &phrase.0 {
            self.span(&mut rich, span, base);
        }
        rich
    }

    fn span(&self, rich: &mut Rich, span: &Span, base: Type) {
        match span {
            Span::Plain(words) => rich.letters(words, base),
            Span::Strong(words) => rich.letters(words, base.bold()),
            Span::SideTag { side, name } => rich.bit(Bit::Tag(self.tag(side, name, base))),
            Span::Rule(rule) => {
                rich.together(rule.number, Type { color: self.soft(base), ..base.sized(base.size.min(7.0)) })
            }
            Span::Amount(amount) => {
                let kind = Type { changed: base.changed || amount.changed, ..base.bold() };
                rich.together(&amount.to_string(), marked(kind));
            }
            Span::Picture(picture) => {
                if let Some(sample) = self.sample(picture, self.style.picture) {
                    rich.bit(Bit::Picture(sample));
                }
            }
            Span::Changed(inner) => {
                self.span(rich, inner, marked(Type { changed: true, ..base.bold() }));
            }
        }
    }

    /// Returns the color of letters that stand back, on paper and on the ground of a title.
    fn soft(&self, base: Type) -> Color32 {
        if base.color == INK { SOFT } else { base.color }
    }

    /// Returns the tag of a side, in letters of the size of `base`.
    fn tag(&self, side: &SideId, name: &str, base: Type) -> Tag {
        let found = self.pens.sides.iter().find(|(id, ..)| id == side);
        let (color, is_striped) = found.map_or((HEAD, false), |(_, color, striped)| (*color, *striped));
        let is_on_band = base.color != INK;
        let size = (base.size - 0.4).max(7.0);
        if self.pens.plain {
            let color = if is_striped { Color32::from_gray(214) } else { Color32::WHITE };
            return Tag { name: name.to_owned(), size, color, is_striped, outline: Some(INK) };
        }
        Tag { name: name.to_owned(), size, color, is_striped, outline: is_on_band.then_some(Color32::WHITE) }
    }

    /// Returns a picture whose hexes are this high.
    fn sample(&self, picture: &Picture, height: f32) -> Option<Rc<Sample>> {
        let key = (format!("{picture:?}"), height.to_bits());
        let known = &self.pens.known;
        if let Some(sample) = known.borrow().get(&key) {
            return sample.clone();
        }
        let sample = self.pens.samples.sample(picture, height).map(Rc::new);
        known.borrow_mut().insert(key, sample.clone());
        sample
    }
}

/// Returns the look of a changed value: ink on its own ground, wherever it stands.
fn marked(kind: Type) -> Type {
    if kind.changed { kind.colored(INK) } else { kind }
}
