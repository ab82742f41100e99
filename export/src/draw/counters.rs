//! Counters: the drawing of units and markers.
//!
//! The sides differ in color and shape: counters of the first side have rounded corners, those of the second are clipped
//! and striped. The label stands on a band in the formation's color.

use battlewright_engine::show::{Piece, Symbol};
use battlewright_schema::theme::{CounterPart, Symbols};
use battlewright_schema::{Face, FaceMovement, FaceValue};
use ecolor::Color32;
use emath::{Align2, Pos2, Rect, Vec2, pos2, vec2};

use super::{Density, FramedPicture, Shape, Stroke, Text, figures, ink, markers, stripes, text};
use crate::art::{ArtPicture, Template, Values};

/// The width of a counter, in hex radii: three quarters of the distance between opposite sides.
pub const SIZE: f32 = 1.30;
/// The width, in pixels, below which only color and symbol are drawn.
pub(super) const DETAIL: f32 = 21.0;
/// The width, in pixels, from which the main values of a unit are drawn.
const SHORT: f32 = 17.5;
/// The width, in pixels, from which all of a unit that has main values is drawn.
const WHOLE: f32 = 31.0;
const STARS: Color32 = Color32::from_rgb(255, 224, 120);
/// The ground of markers of neither side.
pub(super) const PAPER: Color32 = Color32::from_rgb(250, 246, 234);

/// The display style of a counter.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CounterStyle {
    /// The color of its side.
    pub color: Color32,
    /// The text color of the theme; `None` for a default.
    pub ink: Option<Color32>,
    /// The color of its formation's band.
    pub band: Option<Color32>,
    /// The style of arm symbols.
    pub symbols: Symbols,
    /// The picture of the theme.
    pub template: Option<Template>,
    /// The parts drawn over that picture.
    pub over: CounterDetail,
    /// `true` for a selected counter.
    pub selected: bool,
    /// `true` if a click on the counter is a legal choice.
    pub lit: bool,
    /// `true` for a translucent counter: a preview, or the former place of a moving piece.
    pub faint: bool,
    /// `true` to leave out the stripes of the second side.
    pub plain: bool,
    /// The density of the screen.
    pub density: Density,
}

/// The parts drawn on a counter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CounterDetail {
    label: bool,
    symbol: bool,
    rating: bool,
    movement: bool,
}

impl CounterDetail {
    /// All parts.
    pub const ALL: Self = Self { label: true, symbol: true, rating: true, movement: true };

    /// Returns the selection of these parts.
    pub fn of(parts: &[CounterPart]) -> Self {
        let has = |part| parts.contains(&part);
        Self {
            label: has(CounterPart::Label),
            symbol: has(CounterPart::Symbol),
            rating: has(CounterPart::Rating),
            movement: has(CounterPart::Movement),
        }
    }
}

impl CounterStyle {
    /// Returns the text color.
    pub(super) fn ink(&self) -> Color32 {
        self.ink.unwrap_or_else(|| ink::on(self.color))
    }

    /// Returns the color of the band.
    pub(super) fn band(&self) -> Color32 {
        self.band.unwrap_or_else(|| ink::shade(self.color, 0.72))
    }
}

/// Draws `piece` as a counter of this width around `center`.
pub fn counter(shapes: &mut Vec<Shape>, center: Pos2, width: f32, piece: &Piece, manner: &CounterStyle) {
    if manner.faint {
        let mut whole = Vec::new();
        counter(&mut whole, center, width, piece, &CounterStyle { faint: false, ..manner.clone() });
        shapes.extend(whole.into_iter().map(|shape| shape.faded(0.55)));
        return;
    }
    let rect = Rect::from_center_size(center, Vec2::splat(width));
    let first = piece.side.index() == 0;
    let glow = if manner.lit || piece.active {
        Some((ink::ACCENT, if piece.active { 0.12 } else { 0.085 }))
    } else if manner.selected {
        Some((ink::SELECTED, 0.10))
    } else {
        None
    };
    if let Some((color, wide)) = glow {
        shapes.push(body(rect.expand(width * wide), first, color, Stroke::NONE));
    }
    shapes.push(body(rect.translate(vec2(0.045, 0.06) * width), first, Color32::from_black_alpha(72), Stroke::NONE));
    let edge = Stroke::new((width * 0.022).max(0.7), ink::shade(manner.color, 0.45));
    shapes.push(body(rect, first, manner.color, edge));
    let picture = picture(piece, manner);
    if let Some(picture) = &picture {
        shapes.push(Shape::Picture(FramedPicture::new(picture.clone(), rect, outline(rect, first))));
        shapes.push(body(rect, first, Color32::TRANSPARENT, edge));
    } else if !first && !manner.plain {
        stripes::draw(shapes, rect.shrink(width * 0.07), manner.color);
    }
    // Light from the upper left.
    let shine = Stroke::new((width * 0.02).max(0.5), Color32::from_white_alpha(70));
    let inner = rect.shrink(width * 0.035);
    shapes.push(Shape::line(
        vec![inner.left_bottom() - vec2(0.0, width * 0.08), inner.left_top() + vec2(0.0, width * 0.08)],
        shine,
    ));
    face(shapes, rect, piece, manner, picture.is_some());
}

/// Draws `piece` for cutting out along `rect`. Its ground extends `bleed` beyond, so that an inaccurate cut shows no
/// paper.
pub fn printed(shapes: &mut Vec<Shape>, rect: Rect, bleed: f32, piece: &Piece, manner: &CounterStyle) {
    shapes.push(Shape::filled(rect.expand(bleed), 0.0, manner.color));
    let picture = picture(piece, manner);
    if let Some(picture) = &picture {
        // A larger copy beneath fills the bleed.
        for rect in [rect.expand(bleed), rect] {
            let rim = vec![rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom()];
            shapes.push(Shape::Picture(FramedPicture::new(picture.clone(), rect, rim)));
        }
    } else if piece.side.index() != 0 && !manner.plain {
        stripes::draw(shapes, rect.expand(bleed), manner.color);
    }
    face(shapes, rect, piece, manner, picture.is_some());
}

/// Returns the theme's picture of `piece`; `None` if there is none or it cannot be drawn.
fn picture(piece: &Piece, manner: &CounterStyle) -> Option<ArtPicture> {
    manner.template.as_ref()?.filled(&Values::of(piece, [manner.color, manner.ink(), manner.band()]))
}

/// Draws the face of a counter. Over a picture (`pictured`), only the parts of the style are drawn.
fn face(shapes: &mut Vec<Shape>, rect: Rect, piece: &Piece, manner: &CounterStyle, pictured: bool) {
    let over = if pictured { manner.over } else { CounterDetail::ALL };
    match piece.symbol {
        Symbol::Headquarters => headquarters(shapes, rect, piece, manner, over),
        Symbol::MachineGun => markers::machine_gun(shapes, rect, piece, manner),
        Symbol::Badge => markers::badge(shapes, rect, piece, manner),
        Symbol::Flag => markers::flag(shapes, rect, piece, manner),
        Symbol::Token => markers::token(shapes, rect, piece, manner),
        Symbol::Infantry | Symbol::Cavalry | Symbol::Artillery | Symbol::Tank | Symbol::Aircraft => {
            unit(shapes, rect, piece, manner, over);
        }
    }
}

/// Returns the body of a counter: rounded corners for the first side, clipped ones for the second.
fn body(rect: Rect, first: bool, fill: Color32, stroke: Stroke) -> Shape {
    let w = rect.width();
    if first {
        return Shape::Box { rect: rect.shrink(stroke.width / 2.0), round: w * ROUND, fill, edge: stroke };
    }
    Shape::Area { rim: outline(rect, first), fill, edge: stroke }
}

/// The corner radius of the first side's counters, as a fraction of their width.
const ROUND: f32 = 0.09;

/// Returns the outline of a counter as a polygon.
fn outline(rect: Rect, first: bool) -> Vec<Pos2> {
    let w = rect.width();
    if first {
        let inner = rect.shrink(w * ROUND);
        let corners = [inner.right_bottom(), inner.left_bottom(), inner.left_top(), inner.right_top()];
        let quarter = |(n, corner): (u8, Pos2)| {
            (0_u8..=4).map(move |k| {
                let turn = f32::from(n) + f32::from(k) / 4.0;
                corner + Vec2::angled(turn * std::f32::consts::FRAC_PI_2) * w * ROUND
            })
        };
        return (0_u8..).zip(corners).flat_map(quarter).collect();
    }
    let cut = w * 0.13;
    let (l, r, t, b) = (rect.left(), rect.right(), rect.top(), rect.bottom());
    vec![
        pos2(l + cut, t),
        pos2(r - cut, t),
        pos2(r, t + cut),
        pos2(r, b - cut),
        pos2(r - cut, b),
        pos2(l + cut, b),
        pos2(l, b - cut),
        pos2(l, t + cut),
    ]
}

fn unit(shapes: &mut Vec<Shape>, rect: Rect, piece: &Piece, manner: &CounterStyle, over: CounterDetail) {
    let w = rect.width();
    let at = |x: f32, y: f32| rect.min + vec2(x, y) * w;
    let pixels = manner.density.pixels(w);
    let short = piece.face.short.as_deref().filter(|_| over == CounterDetail::ALL && (SHORT..WHOLE).contains(&pixels));
    if let Some(values) = short {
        return main_values(shapes, rect, values, piece, manner);
    }
    if pixels < DETAIL {
        if over.symbol {
            let rect = Rect::from_center_size(rect.center(), vec2(0.62, 0.42) * w);
            sign(shapes, rect, piece.symbol, manner.symbols, manner.ink());
        }
        return;
    }
    let mut beneath = manner.color;
    if piece.face.worn && over == CounterDetail::ALL {
        // A light bar through the middle marks the reduced side.
        let bar = Rect::from_min_max(at(0.03, 0.36), at(0.97, 0.61));
        beneath = ink::shade(manner.color, 1.5).lerp_to_gamma(PAPER, 0.45);
        shapes.push(Shape::filled(bar, 0.0, beneath));
    }
    if over.label {
        let band = Rect::from_min_max(at(0.10, 0.07), at(0.90, 0.29));
        let band_color = manner.band();
        // A band similar to the counter's color gets an outline.
        let faint = ink::contrast(band_color, manner.color) < 2.0;
        let edge = if faint { ink::stroke(w * 0.025, manner.ink()) } else { Stroke::NONE };
        shapes.push(Shape::Box { rect: band, round: w * 0.04, fill: band_color, edge });
        fit_text(shapes, band.shrink2(vec2(w * 0.03, 0.0)), &piece.label, w * 0.185, ink::on(band_color));
    }
    if over.symbol {
        let rect = Rect::from_center_size(at(0.5, 0.485), vec2(0.48, 0.30) * w);
        let ink = if beneath == manner.color { manner.ink() } else { ink::on(beneath) };
        sign(shapes, rect, piece.symbol, manner.symbols, ink);
    }
    let ink = manner.ink();
    let movement = piece.face.movement.filter(|_| over.movement);
    match &piece.face.value {
        FaceValue::Stars(number) if over.rating => stars(shapes, at(0.09, 0.80), w, *number, ink),
        FaceValue::Text(figures) if over.rating => {
            // The gap before the movement is wider than the one between factor and ranges, or 3-5 and 5 would read as
            // 3-55.
            let end = movement.map_or(0.94, |mp| 0.90 - text::width(&mp.points.to_string()) * 0.25 - 0.12);
            fit_text(shapes, Rect::from_min_max(at(0.06, 0.67), at(end, 0.93)), figures, w * 0.23, ink);
        }
        FaceValue::Nothing | FaceValue::Stars(_) | FaceValue::Text(_) => {}
    }
    for (place, marker) in (0_u8..).zip(piece.face.state.iter().chain(&piece.markers)) {
        markers::disk(shapes, at(0.95, 0.36 + 0.2 * f32::from(place)), w * 0.11, marker);
    }
    if let Some(FaceMovement { points, boxed }) = movement {
        let number = points.to_string();
        if boxed {
            let place = Rect::from_center_size(at(0.83, 0.80), vec2(0.20, 0.24) * w);
            shapes.push(Shape::frame(place, w * 0.03, Stroke::new((w * 0.02).max(0.7), ink)));
            shapes.push(Text::new(place.center(), &number, w * 0.25, ink).bold().into());
        } else {
            shapes.push(Text::new(at(0.90, 0.80), &number, w * 0.25, ink).bold().anchored(Align2::RIGHT_CENTER).into());
        }
    }
}

/// Draws the main values of a unit below a strip in the color of its formation with the sign of its arm, for counters too small for
/// all that is printed on them.
fn main_values(shapes: &mut Vec<Shape>, rect: Rect, values: &str, piece: &Piece, manner: &CounterStyle) {
    let w = rect.width();
    let at = |x: f32, y: f32| rect.min + vec2(x, y) * w;
    let mut ink = manner.ink();
    if piece.face.worn {
        let bar = Rect::from_min_max(at(0.03, 0.46), at(0.97, 0.95));
        let beneath = ink::shade(manner.color, 1.5).lerp_to_gamma(PAPER, 0.45);
        ink = ink::on(beneath);
        shapes.push(Shape::filled(bar, 0.0, beneath));
    }
    shapes.push(Shape::filled(Rect::from_min_max(at(0.10, 0.07), at(0.90, 0.40)), w * 0.04, manner.band()));
    let box_of_arm = Rect::from_center_size(at(0.5, 0.235), vec2(0.40, 0.25) * w);
    sign(shapes, box_of_arm, piece.symbol, manner.symbols, ink::on(manner.band()));
    let Some((first, second)) = values.split_once(' ') else {
        return fit_text(shapes, Rect::from_min_max(at(0.04, 0.44), at(0.96, 0.97)), values, w * 0.46, ink);
    };
    // Apart, or 4 and 2 would read as 42.
    let letters = |text: &str| f32::from(u8::try_from(text.chars().count()).unwrap_or(u8::MAX)) + 0.5;
    let middle = 0.04 + 0.92 * letters(first) / (letters(first) + letters(second));
    fit_text(shapes, Rect::from_min_max(at(0.03, 0.44), at(middle - 0.05, 0.97)), first, w * 0.46, ink);
    fit_text(shapes, Rect::from_min_max(at(middle + 0.05, 0.44), at(0.97, 0.97)), second, w * 0.46, ink);
}

/// Draws this number of stars, or a ring for 0.
fn stars(shapes: &mut Vec<Shape>, left: Pos2, w: f32, number: u8, text: Color32) {
    if number == 0 {
        shapes.push(Shape::circle(left + vec2(w * 0.075, 0.0), w * 0.055, Stroke::new((w * 0.02).max(0.7), text)));
        return;
    }
    let rows: &[u8] = match number {
        1..=4 => &[4],
        _ => &[3, 3],
    };
    let mut left_over = number.min(6);
    let step = w * 0.145;
    for (n, row) in rows.iter().enumerate() {
        let y = if rows.len() == 1 { 0.0 } else { (f32::from(u8::try_from(n).unwrap_or(0)) - 0.5) * step * 0.9 };
        for k in 0..left_over.min(*row) {
            let at = left + vec2(w * 0.075 + f32::from(k) * step, y);
            shapes.push(ink::star(at, w * 0.085, ink::shade(STARS, 0.35)));
            shapes.push(ink::star(at, w * 0.072, STARS));
        }
        left_over = left_over.saturating_sub(*row);
    }
}

/// Draws the sign of an arm in the style of the theme.
fn sign(shapes: &mut Vec<Shape>, rect: Rect, symbol: Symbol, symbols: Symbols, ink: Color32) {
    match symbols {
        Symbols::Nato => self::symbol(shapes, rect, symbol),
        Symbols::Silhouettes => figures::figure(shapes, rect, symbol, ink),
    }
}

/// Draws the symbol of an arm in a box, after NATO's APP-6.
pub fn symbol(shapes: &mut Vec<Shape>, rect: Rect, symbol: Symbol) {
    let line = Stroke::new((rect.width() * 0.055).max(0.8), Color32::from_rgb(36, 30, 24));
    shapes.push(Shape::filled(rect, 0.0, PAPER));
    let (lt, rb, lb, rt) = (rect.left_top(), rect.right_bottom(), rect.left_bottom(), rect.right_top());
    match symbol {
        Symbol::Infantry => {
            shapes.push(Shape::segment([lt, rb], line));
            shapes.push(Shape::segment([lb, rt], line));
        }
        Symbol::Cavalry => {
            shapes.push(Shape::segment([lb, rt], line));
        }
        Symbol::Artillery | Symbol::MachineGun => {
            shapes.push(Shape::disc(rect.center(), rect.height() * 0.2, line.color));
        }
        Symbol::Tank => {
            let track = rect.shrink2(vec2(rect.width() * 0.18, rect.height() * 0.27));
            shapes.push(Shape::frame(track, track.height() / 2.0, line));
        }
        Symbol::Aircraft => {
            let (center, size) = (rect.center(), rect.size());
            for side in [-1.0, 1.0] {
                let tip = center + vec2(side * size.x * 0.32, 0.0);
                let edge = vec2(0.0, size.y * 0.18);
                shapes.push(Shape::area(vec![center, tip - edge, tip + edge], line.color));
            }
        }
        Symbol::Headquarters | Symbol::Badge | Symbol::Flag | Symbol::Token => {}
    }
    shapes.push(Shape::frame(rect, 0.0, line));
}

fn headquarters(shapes: &mut Vec<Shape>, rect: Rect, piece: &Piece, manner: &CounterStyle, over: CounterDetail) {
    let w = rect.width();
    let at = |x: f32, y: f32| rect.min + vec2(x, y) * w;
    if over.label && manner.density.pixels(w) >= WHOLE {
        fit_text(shapes, Rect::from_min_max(at(0.06, 0.72), at(0.94, 0.95)), &piece.label, w * 0.17, manner.ink());
    }
    if !over.symbol {
        return;
    }
    let line = Stroke::new((w * 0.035).max(0.8), Color32::from_rgb(36, 30, 24));
    let pixels = manner.density.pixels(w);
    if (SHORT..WHOLE).contains(&pixels) && over == CounterDetail::ALL {
        // A larger flag, whose figures can be read.
        let (flag, cloth) = (Rect::from_min_max(at(0.16, 0.14), at(0.94, 0.64)), manner.band.unwrap_or(PAPER));
        shapes.push(Shape::segment([at(0.16, 0.10), at(0.16, 0.92)], line));
        shapes.push(Shape::filled(flag, 0.0, cloth));
        shapes.push(Shape::frame(flag, 0.0, line));
        fit_text(shapes, flag.shrink(w * 0.03), &flag_text(&piece.face), w * 0.40, ink::on(cloth));
        return;
    }
    shapes.push(Shape::segment([at(0.26, 0.14), at(0.26, 0.70)], line));
    let flag = Rect::from_min_max(at(0.26, 0.14), at(0.80, 0.46));
    // The flag has the color of the formation's band.
    let cloth = manner.band.unwrap_or(PAPER);
    shapes.push(Shape::filled(flag, 0.0, cloth));
    shapes.push(Shape::frame(flag, 0.0, line));
    if manner.density.pixels(w) >= DETAIL {
        fit_text(shapes, flag, &flag_text(&piece.face), w * 0.22, ink::on(cloth));
    }
    let has_figures = piece.face.name.is_some() && !piece.face.orders;
    if let Some(movement) =
        piece.face.movement.filter(|_| manner.density.pixels(w) >= DETAIL && over.movement && has_figures)
    {
        let at = at(0.92, 0.60);
        let number = Text::new(at, movement.points.to_string(), w * 0.22, manner.ink());
        shapes.push(number.bold().anchored(Align2::RIGHT_CENTER).into());
    }
    if let Some(state) = piece.face.state {
        markers::disk(shapes, at(0.88, 0.13), w * 0.11, state);
    }
}

/// Returns the text on the flag of a headquarters: its figures, after the first letters of its orders if it has any.
pub(crate) fn flag_text(face: &Face) -> String {
    match (face.name, face.text()) {
        (Some(orders), Some(rating)) if face.orders => format!("{} {rating}", initials(orders)),
        (Some(_), Some(figures)) => figures.to_owned(),
        _ => "HQ".to_owned(),
    }
}

/// Returns the first letters of the orders on a side of a headquarters, such as `AM` of `Attack/March`.
fn initials(orders: &str) -> String {
    orders.split('/').filter_map(|order| order.chars().next()).collect()
}

/// Draws text centered in `rect`, reduced until it fits.
pub(super) fn fit_text(shapes: &mut Vec<Shape>, rect: Rect, text: &str, size: f32, color: Color32) {
    shapes.push(Text::new(rect.center(), text, size, color).bold().within(rect).into());
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use battlewright_schema::load;

    use super::*;
    use crate::draw::Counters;

    #[test]
    fn a_band_that_is_hard_to_tell_from_its_counter_has_an_edge() {
        let scenario = load(include_str!("../../../scenarios/pm-crisis-on-the-left.toml")).readable.unwrap();
        let crowd = Counters::of(&scenario, &Arc::default());
        let (mut faint, mut plain) = (0, 0);
        for piece in crowd.pieces.iter().filter(|piece| piece.symbol != Symbol::Headquarters) {
            let (manner, mut shapes) = (crowd.uniforms.manner(piece), Vec::new());
            counter(&mut shapes, Pos2::ZERO, 100.0, piece, &manner);
            let edge = shapes.iter().find_map(|shape| match shape {
                Shape::Box { fill, edge, .. } if *fill == manner.band() => Some(*edge),
                _ => None,
            });
            let is_faint = ink::contrast(manner.band(), manner.color) < 2.0;
            let edge = edge.unwrap();
            assert_eq!(edge != Stroke::NONE, is_faint, "{}", piece.name);
            assert!(!is_faint || ink::contrast(edge.color, manner.color) >= 3.0, "{}", piece.name);
            *if is_faint { &mut faint } else { &mut plain } += 1;
        }
        assert!(faint > 0 && plain > 0, "{faint} {plain}");
    }

    #[test]
    fn a_machine_gun_shows_the_figures_of_its_marker() {
        let scenario = load(include_str!("../../../scenarios/aac-first-orders.toml")).readable.unwrap();
        let crowd = Counters::of(&scenario, &Arc::default());
        let mut gun = crowd.pieces[0].clone();
        gun.symbol = Symbol::MachineGun;
        for figures in [Some("4m 3(4)"), None] {
            gun.face.value = figures.map_or(FaceValue::Nothing, |figures| FaceValue::Text(figures.to_owned()));
            let mut shapes = Vec::new();
            counter(&mut shapes, Pos2::ZERO, 100.0, &gun, &crowd.uniforms.manner(&gun));
            let drawn = format!("{shapes:?}");
            assert!(drawn.contains(&gun.label), "{drawn}");
            assert_eq!(drawn.contains("4m 3(4)"), figures.is_some(), "{drawn}");
        }
    }

    #[test]
    fn a_headquarters_shows_its_orders_by_their_first_letters() {
        assert_eq!([initials("Attack"), initials("Defend/Regroup")], ["A", "DR"]);
    }

    #[test]
    fn a_side_that_stands_for_a_state_has_its_letter_on_a_disk() {
        let scenario = load(include_str!("../../../scenarios/matz-first-day.toml")).readable.unwrap();
        let crowd = Counters::of(&scenario, &Arc::default());
        for (symbol, letter) in [(Symbol::Artillery, "F"), (Symbol::Headquarters, "N")] {
            let (index, piece) = crowd.pieces.iter().enumerate().find(|(_, piece)| piece.symbol == symbol).unwrap();
            let unit = scenario.common().counter(crowd.counter(index).unwrap()).unwrap();
            let letters = crate::draw::both_sides(piece, &unit).map(|side| {
                let mut shapes = Vec::new();
                counter(&mut shapes, Pos2::ZERO, 100.0, &side, &crowd.uniforms.manner(&side));
                let texts =
                    shapes.iter().filter_map(|shape| if let Shape::Text(text) = shape { Some(text) } else { None });
                texts.filter(|text| text.words == letter).count()
            });
            assert_eq!(letters, [0, 1], "{}", piece.name);
        }
        let hq = crowd.pieces.iter().find(|piece| piece.symbol == Symbol::Headquarters).unwrap();
        assert_eq!(flag_text(&hq.face), "(1) 6");
    }

    #[test]
    fn a_small_counter_shows_its_main_values_and_a_large_one_all() {
        for (text, values) in [
            (include_str!("../../../scenarios/aac-gravelotte.toml"), 2),
            (include_str!("../../../scenarios/pm-crisis-on-the-left.toml"), 1),
            (include_str!("../../../scenarios/matz-first-day.toml"), 1),
            (include_str!("../../../scenarios/mars-la-tour.toml"), 2),
        ] {
            let scenario = load(text).readable.unwrap();
            let crowd = Counters::of(&scenario, &Arc::default());
            let units = crowd.pieces.iter().filter(|piece| piece.symbol == Symbol::Infantry);
            let mut seen = 0;
            for piece in units {
                let short = piece.face.short.as_deref().unwrap();
                assert!(short.split(' ').count() >= values && short.len() <= 7, "{short}");
                let words = |width: f32| {
                    let mut shapes = Vec::new();
                    counter(&mut shapes, Pos2::ZERO, width, piece, &crowd.uniforms.manner(piece));
                    let texts = shapes.into_iter();
                    texts
                        .filter_map(|shape| if let Shape::Text(text) = shape { Some(text) } else { None })
                        .collect::<Vec<_>>()
                };
                assert!(words(12.0).is_empty());
                let small = words(24.0);
                let figures: Vec<&str> = small.iter().map(|text| text.words.as_str()).collect();
                assert_eq!(figures.join(" "), short);
                assert!(small.iter().all(|text| text.line().size >= 7.0), "{short}");
                assert!(small.windows(2).all(|pair| pair[0].line().rect.right() + 2.0 < pair[1].line().rect.left()));
                assert!(words(60.0).iter().any(|text| text.words == piece.label));
                seen += 1;
            }
            assert!(seen > 5, "{seen}");
        }
    }

    #[test]
    fn every_arm_has_a_sign_and_a_figure_of_its_own() {
        let rect = Rect::from_min_size(Pos2::ZERO, vec2(60.0, 40.0));
        let arms = [Symbol::Infantry, Symbol::Cavalry, Symbol::Artillery, Symbol::Tank, Symbol::Aircraft];
        for symbols in [Symbols::Nato, Symbols::Silhouettes] {
            let drawn = arms.map(|arm| {
                let mut shapes = Vec::new();
                sign(&mut shapes, rect, arm, symbols, PAPER);
                format!("{shapes:?}")
            });
            assert!(
                (0..arms.len()).all(|n| drawn.iter().filter(|other| **other == drawn[n]).count() == 1),
                "{symbols:?}"
            );
        }
    }

    #[test]
    fn the_movement_stands_apart_from_the_ranges() {
        let scenario = load(include_str!("../../../scenarios/pm-a-beckoning-victory.toml")).readable.unwrap();
        let crowd = Counters::of(&scenario, &Arc::default());
        let batteries = crowd.pieces.iter().filter(|piece| piece.symbol == Symbol::Artillery);
        let mut seen = 0;
        for piece in batteries {
            let mut shapes = Vec::new();
            counter(&mut shapes, Pos2::ZERO, 100.0, piece, &crowd.uniforms.manner(piece));
            let line = |words: &str| {
                shapes.iter().find_map(|shape| match shape {
                    Shape::Text(text) if text.words == words => Some(text.line()),
                    _ => None,
                })
            };
            let (values, mp) = (piece.face.text().unwrap(), piece.face.points().unwrap().to_string());
            let (factors, movement) = (line(values).unwrap(), line(&mp).unwrap());
            let gap = movement.rect.left() - factors.rect.right();
            assert!(gap > 1.5 * text::width(" ") * factors.size, "{values} {mp}: {gap}");
            seen += 1;
        }
        assert!(seen > 10, "{seen}");
    }
}
