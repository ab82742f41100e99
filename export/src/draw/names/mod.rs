//! The layout of names on a map: rivers along their courses, woods along their axes, places beside counters and each other.
//!
//! Room is claimed in order: counters and symbols, names of water, names of areas, places. A layout holds for one scale; the window
//! keeps it until the scenario, the counters or the step of the zoom changes.

mod areas;
mod claims;
mod curve;
mod places;
mod rivers;

use battlewright_schema::common::limits::MOST_LABELS;
use battlewright_schema::{Cell, Common, Label, LabelStyle, Look};
use ecolor::Color32;
use emath::{Pos2, Rect, Vec2};

use self::areas::AreaAxis;
use self::claims::{ClaimIndex, ClaimKind};
use self::curve::{Baseline, CurvedName};
use self::rivers::{WaterCourse, waters_of};
use super::ground::TerrainLooks;
use super::sites::cells;
use super::words::{self, LabelSpot};
use super::{FeatureCells, Halo, LetterSpot, PlacedCounter, Shape, Stroke, Text, View, ink, labels, text};
use crate::art::Inks;

/// The space between the letters of names on curves, in font sizes.
const TRACKING: f32 = 0.08;
/// The widest space between the letters of the name of an area, in font sizes.
const WIDEST: f32 = 0.5;
/// The greatest distance of the label of a river from its course, in hex radii.
const NEAR: f32 = 2.6;
/// The radius, in points, below which places have no names.
const PLACES: f32 = 12.0;

/// The key of a layout of names: all that it depends on.
#[derive(Clone, Copy)]
pub struct NameSources<'a> {
    /// The scenario.
    pub scenario: &'a dyn Common,
    /// The cells of its features.
    pub sites: &'a FeatureCells,
    /// The looks of its terrain, whose colors the halos have.
    pub looks: &'a TerrainLooks,
    /// The colors of names and halos.
    pub inks: &'a Inks,
    /// The counters that names avoid.
    pub counters: &'a [PlacedCounter],
    /// `true` if the stars of victory hexes, or flags in their places, and the arrows of entries are drawn.
    pub marks: bool,
    /// `true` in dark mode.
    pub dark: bool,
}

/// The positions of all names of a map, about the map's origin.
#[derive(Clone, Debug)]
pub struct NameLayout {
    /// The labels, in the order of their list; `None` for those off the map or too small.
    labels: Vec<Option<LaidLabel>>,
    /// The names of long rivers once more, with the indices of their labels.
    repeated: Vec<(usize, LaidLabel)>,
    /// The names of places.
    places: Vec<Text>,
    claims: ClaimIndex,
}

/// A label with the places of its letters.
#[derive(Clone, Debug)]
struct LaidLabel {
    text: Text,
    spots: Vec<LetterSpot>,
}

impl LaidLabel {
    /// Returns the place of its middle letter.
    fn middle(&self) -> Pos2 {
        self.spots.get(self.spots.len() / 2).map_or(self.text.at, |spot| spot.at)
    }
}

impl NameLayout {
    /// Lays out the names of a map in the scale of `view`.
    pub fn new(view: &View, sources: &NameSources<'_>) -> Self {
        let by = -view.origin().to_vec2();
        let map = super::view::bounds(view.grid());
        let map = Rect::from_min_max(map.min * view.radius(), map.max * view.radius()).expand(view.radius() * 0.1);
        let view = view.moved(by, Rect::EVERYTHING);
        let mut claims = ClaimIndex::new(view.radius() * 2.0);
        for counter in sources.counters {
            let rect = Rect::from_center_size(counter.center + by, Vec2::splat(counter.width));
            claims.add(ClaimKind::Counter, rect);
        }
        if sources.marks {
            symbols(&view, sources, &mut claims);
        }
        let mut layout = Self { labels: Vec::new(), repeated: Vec::new(), places: Vec::new(), claims };
        layout.lay_labels(&view, sources);
        layout.lay_places(&view, map, sources);
        layout
    }

    fn lay_labels(&mut self, view: &View, sources: &NameSources<'_>) {
        let labels = sources.scenario.labels();
        let labels = labels.get(..MOST_LABELS).unwrap_or(labels);
        self.labels = vec![None; labels.len()];
        let waters = if labels.iter().any(|label| label.style == LabelStyle::Water) {
            waters_of(sources.scenario, view)
        } else {
            Vec::new()
        };
        for water in [true, false] {
            for (n, label) in labels.iter().enumerate().filter(|(_, label)| (label.style == LabelStyle::Water) == water)
            {
                let Some(spot) = words::spot(view, label).filter(|spot| spot.size >= words::SMALLEST) else { continue };
                let line = LabelLine { view, sources, label, spot, claims: &self.claims };
                let spots = if water { line.on_course(&waters) } else { None };
                let spots = spots.or_else(|| line.in_area()).or_else(|| line.straight());
                let Some((name, spots)) = spots else { continue };
                let (text, room) = (line.text(&name, &spots), name.room(&spots));
                // Numbers of labels follow those of places.
                let own = ClaimKind::Name(sources.scenario.places().len() + n);
                room.into_iter().for_each(|rect| self.claims.add(own, rect));
                if let Some(laid) = self.labels.get_mut(n) {
                    *laid = Some(LaidLabel { text, spots });
                }
            }
        }
        self.repeat(view, sources, &waters);
    }

    /// Writes the names of long rivers once more, on what room is left.
    fn repeat(&mut self, view: &View, sources: &NameSources<'_>, waters: &[WaterCourse<'_>]) {
        let labels = sources.scenario.labels().iter().enumerate().take(MOST_LABELS);
        for (n, label) in labels.filter(|(_, label)| label.style == LabelStyle::Water) {
            let Some(spot) = words::spot(view, label).filter(|spot| spot.size >= words::SMALLEST) else { continue };
            let line = LabelLine { view, sources, label, spot, claims: &self.claims };
            let same = |laid: &LaidLabel| laid.text.words == label.text;
            let mut known: Vec<Pos2> = Vec::new();
            let laid = self.labels.iter().flatten().chain(self.repeated.iter().map(|(_, laid)| laid));
            known.extend(laid.filter(|laid| same(laid)).map(LaidLabel::middle));
            let found: Vec<LaidLabel> = line
                .repeats(waters, &mut known)
                .into_iter()
                .map(|(name, spots)| LaidLabel { text: line.text(&name, &spots), spots })
                .collect();
            let rooms: Vec<Rect> = found.iter().flat_map(|laid| line.name(TRACKING).room(&laid.spots)).collect();
            let own = ClaimKind::Name(sources.scenario.places().len() + n);
            rooms.into_iter().for_each(|rect| self.claims.add(own, rect));
            self.repeated.extend(found.into_iter().map(|laid| (n, laid)));
        }
    }

    fn lay_places(&mut self, view: &View, map: Rect, sources: &NameSources<'_>) {
        if view.radius() < PLACES {
            return;
        }
        let (ink, halo) = (sources.inks.names, ink::lit(sources.inks.halo, sources.dark));
        let placed = places::placed(sources.scenario, sources.sites, view, map, &mut self.claims);
        let text = |placed: places::PlacedPlace| {
            let place = sources.scenario.places().get(placed.place)?;
            Some(Text::name(placed.at, place.name.as_str(), placed.size, ink, halo))
        };
        self.places = placed.into_iter().filter_map(text).collect();
    }

    /// Draws the names in view, with a bar beneath the selected label. `view` may have another scale than the layout, `scale` times as
    /// large.
    pub fn paint(&self, shapes: &mut Vec<Shape>, view: &View, selected: Option<usize>, scale: f32) {
        let by = view.origin().to_vec2();
        let seen = |text: &&Text| {
            let at = (text.at.to_vec2() * scale + by).to_pos2();
            view.rect().expand(text.reach() * scale).contains(at)
        };
        let labels = self.labels.iter().enumerate().filter_map(|(n, laid)| Some((n, laid.as_ref()?)));
        let repeated = self.repeated.iter().map(|(n, laid)| (*n, laid));
        for (n, laid) in labels.chain(repeated).filter(|(_, laid)| seen(&&laid.text)) {
            if selected == Some(n) {
                shapes.push(bar(laid, ink::SELECTED.gamma_multiply(0.25)).mapped(scale, by));
            }
            shapes.push(Shape::from(laid.text.clone()).mapped(scale, by));
        }
        let places = self.places.iter().filter(seen).cloned();
        shapes.extend(places.map(|text| Shape::from(text).mapped(scale, by)));
    }

    /// Returns the index of the topmost label at `pos` in a view `scale` times as large as the layout.
    pub fn label_at(&self, view: &View, pos: Pos2, scale: f32) -> Option<usize> {
        let pos = ((pos - view.origin()) / scale.max(f32::EPSILON)).to_pos2();
        let is_at = |LaidLabel { text, spots }: &LaidLabel| {
            let near = |spot: &LetterSpot| {
                let middle = spot.at - spot.down() * text.size * 0.3;
                middle.distance(pos) <= text.size * 0.75
            };
            spots.iter().any(near)
        };
        let first = self.labels.iter().rposition(|laid| laid.as_ref().is_some_and(is_at));
        first.or_else(|| self.repeated.iter().find(|(_, laid)| is_at(laid)).map(|(n, _)| *n))
    }

    /// Returns `true` if a name lies over a part of `rect`, which is in a view with its origin at `origin`, `scale` times as large as the
    /// layout.
    pub fn covers(&self, rect: Rect, origin: Pos2, scale: f32) -> bool {
        self.claims.is_named(rect.translate(-origin.to_vec2()) / scale.max(f32::EPSILON))
    }
}

/// Returns the bar beneath a selected label.
fn bar(LaidLabel { text, spots }: &LaidLabel, color: Color32) -> Shape {
    let over = |spot: &LetterSpot| spot.at - spot.down() * text.size * 0.32;
    let mut points: Vec<Pos2> = spots.iter().map(over).collect();
    if let Some((last, spot)) = points.last().copied().zip(spots.last()) {
        points.push(last + spot.way * text.size * 0.6);
    }
    Shape::line(points, Stroke::new(text.size * 1.3, color))
}

/// Enters the claims of stars of victory hexes and of the arrows of entries and exits.
fn symbols(view: &View, sources: &NameSources<'_>, claims: &mut ClaimIndex) {
    let r = view.radius();
    for (place, scorers) in labels::scorers(sources.scenario) {
        let Some(place) = sources.scenario.places().get(place) else { continue };
        for cell in cells(view.grid(), &place.hexes) {
            for n in 0..scorers.len() {
                let rect = Rect::from_center_size(labels::star_spot(view, cell, n), Vec2::splat(r * 0.44));
                claims.add(ClaimKind::Symbol, rect);
            }
        }
    }
    let has = |cell| sources.scenario.has(cell);
    for cell in sources.sites.entries.iter().chain(&sources.sites.exits).flatten() {
        let at = view.center(*cell) + labels::outward(view, *cell, &has) * r * 0.85;
        claims.add(ClaimKind::Symbol, Rect::from_center_size(at, Vec2::splat(r * 0.75)));
    }
}

/// A label whose line is looked for.
struct LabelLine<'a> {
    view: &'a View,
    sources: &'a NameSources<'a>,
    label: &'a Label,
    spot: LabelSpot,
    claims: &'a ClaimIndex,
}

/// A name with the places of its letters.
type LaidName = (CurvedName, Vec<LetterSpot>);

impl LabelLine<'_> {
    fn name(&self, tracking: f32) -> CurvedName {
        CurvedName { advances: text::advances(&self.label.text), size: self.spot.size, tracking }
    }

    /// Returns the letters along the axis of the hexes that the label names; `None` unless it names the ground of one hex.
    fn in_area(&self) -> Option<LaidName> {
        let look = match self.label.style {
            LabelStyle::Woods => Look::Woods,
            LabelStyle::Water => Look::Water,
            LabelStyle::Height => Look::Hill,
            LabelStyle::Land => return None,
        };
        if self.label.to.is_some() {
            return None;
        }
        let (view, scenario) = (self.view, self.sources.scenario);
        let at = view.grid().cell(&self.label.at)?;
        // Each label has the hexes nearest to it.
        let others: Vec<Pos2> = scenario
            .labels()
            .iter()
            .filter(|other| other.style == self.label.style && other.at != self.label.at)
            .filter_map(|other| Some(view.center(view.grid().cell(&other.at)?)))
            .collect();
        let own = view.center(at);
        let within = |cell: Cell| {
            let here = view.center(cell);
            self.ground_look(cell) == Some(look)
                && others.iter().all(|other| other.distance_sq(here) >= own.distance_sq(here))
        };
        let area = areas::area(view, at, &within);
        let centers: Vec<Pos2> = area.iter().map(|cell| view.center(*cell)).collect();
        let axis = AreaAxis::of(&centers, view.radius())?;
        let plain = self.name(TRACKING);
        let gaps = f32::from(u16::try_from(plain.advances.len()).unwrap_or(u16::MAX)).max(2.0) - 1.0;
        let spare = (axis.long * 0.8 - plain.length()) / (gaps * self.spot.size);
        let wide = self.name(TRACKING + spare.clamp(0.0, WIDEST - TRACKING));
        let mut best: Option<(f32, LaidName)> = None;
        for (price, line) in axis.lines(wide.length(), view.radius()) {
            let Some(line) = line.below(self.spot.size * 0.32, self.spot.size * 0.4) else { continue };
            let name = self.name(wide.tracking);
            let Some((cost, spots)) =
                name.along(&line, line.length() / 2.0, (view.radius(), 0.4 / view.radius()), self.claims)
            else {
                continue;
            };
            let outside = spots.iter().filter(|spot| view.cell_at(spot.at).is_none_or(|cell| !within(cell))).count();
            let price = price + cost + 0.35 * f32::from(u16::try_from(outside).unwrap_or(u16::MAX));
            if best.as_ref().is_none_or(|(least, _)| price < *least) {
                best = Some((price, (name, spots)));
            }
        }
        best.map(|(_, laid)| laid)
    }

    /// Returns the look of the ground of `cell`.
    fn ground_look(&self, cell: Cell) -> Option<Look> {
        let scenario = self.sources.scenario;
        let letter = scenario.hexes().get(cell.column.into(), cell.row.into())?;
        let own = || scenario.terrain().iter().find(|row| row.letter.0 == letter).map(|row| row.look);
        scenario.course(letter).map(|course| course.ground).or_else(own)
    }

    /// Returns the letters on the straight line of the label, moved aside from counters and names.
    fn straight(&self) -> Option<LaidName> {
        let LabelSpot { middle, way, line, size } = self.spot;
        let plain = self.name(0.0);
        let gaps = f32::from(u16::try_from(plain.advances.len()).unwrap_or(u16::MAX)).max(2.0) - 1.0;
        let spare = (line - plain.length()) / (gaps * size);
        let tracking = spare.clamp(0.0, words::WIDEST);
        let across = -way.rot90();
        let mut best: Option<(f32, LaidName)> = None;
        for (price, shift) in [(0.0, 0.0), (0.4, 0.5), (0.4, -0.5), (0.8, 1.0), (0.8, -1.0), (1.4, 1.6), (1.4, -1.6)] {
            let name = self.name(tracking);
            let middle = middle + across * (size * 0.34 + shift * self.view.radius());
            let Some(on) = Baseline::straight(middle, way, name.length().max(size)) else { continue };
            let spots = name.at_middle(&on)?;
            let price = price + name.price(&spots, self.claims);
            if best.as_ref().is_none_or(|(least, _)| price < *least) {
                best = Some((price, (name, spots)));
            }
        }
        best.map(|(_, laid)| laid)
    }

    /// Returns the text with letters at `spots`: straight text if they stand in a straight line.
    fn text(&self, name: &CurvedName, spots: &[LetterSpot]) -> Text {
        let (dark, size) = (self.sources.dark, self.spot.size);
        let inner = spots.get(spots.len() / 2).map_or(self.spot.middle, |spot| spot.at);
        let cell = self.view.cell_at(inner).or_else(|| self.view.grid().cell(&self.label.at));
        let letter = cell.and_then(|cell| self.sources.scenario.hexes().get(cell.column.into(), cell.row.into()));
        let ground = ink::lit(self.sources.looks.beneath(letter), dark);
        let color = ink::legible(words::color(self.label.style), ground);
        let halo = Halo { color: ground.gamma_multiply(0.8), width: (size * 0.11).max(1.0), pale: false };
        let italic = self.label.style == LabelStyle::Water;
        let text = Text { italic, halo: Some(halo), ..Text::new(inner, self.label.text.as_str(), size, color) };
        let Some(first) = spots.first() else { return text };
        if spots.iter().any(|spot| (spot.way - first.way).length() > 0.01) {
            return Text { spots: spots.to_vec(), ..text };
        }
        let (over, under) = text::height();
        let middle = first.at + first.way * (name.length() / 2.0) - first.down() * ((over - under) / 2.0 * size);
        Text { at: middle, way: first.way, fill: Some((name.length(), size * words::WIDEST)), ..text }
    }
}

#[cfg(test)]
mod tests;
