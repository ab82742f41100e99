//! Tracing: clicks on the scan, their numbers, and the resulting map.

use std::path::PathBuf;

use battlewright_schema::{
    ArtPath, Cell, DocPath, HexId, Numbering, Order, Orientation, Parity, Scan, Scenario, Slant,
};
use egui::{Pos2, Rect, Vec2};

use super::affine::{Affine, Point};
use super::fit::{self, Click, Fit, FitRefusal};
use super::place;
use super::scheme::{self, Scheme};
use crate::model::edit::Edit;

/// The maximum number of columns or rows of a map.
const MOST: u16 = 1000;
/// The minimum distance from the edge of the picture at which a hex center counts as on the picture, in hexes.
const EDGE: f64 = 0.25;

/// The state of tracing a picture.
#[derive(Debug, Default)]
pub struct ScanTracing {
    /// The path of the picture.
    pub picture: Option<PathBuf>,
    /// The text of the path field.
    pub typing: String,
    /// The control points.
    pub clicks: Vec<TracedClick>,
    /// The view of the picture.
    pub easel: TracingView,
    /// The number of the map's first hex, if the user has typed it.
    pub first: Option<String>,
    /// The number of columns, if the user has set it.
    pub columns: Option<u16>,
    /// The number of rows, if the user has set it.
    pub rows: Option<u16>,
    /// `true` if the size and numbering of the map follow the picture; `None` if the user has not decided.
    pub fit_map: Option<bool>,
    /// `true` if the field of the newest control point is to receive the keyboard focus.
    pub focus: bool,
    /// The index of the control point that is being dragged.
    pub moving: Option<usize>,
    /// The fit of the control points, or the reason why there is none.
    pub fit: Option<Result<Fit, FitRefusal>>,
}

/// A control point with the typed hex number.
#[derive(Clone, Debug, PartialEq)]
pub struct TracedClick {
    /// The typed text.
    pub label: String,
    /// The position of the hex's center, in pixels.
    pub at: Point,
}

/// The view of the picture during tracing, which ignores the rotation of the fit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TracingView {
    /// The pixel at the center of the view.
    pub center: Point,
    /// The number of screen points per pixel; 0 before the first frame.
    pub scale: f64,
}

impl TracingView {
    /// Returns the view that shows a picture of `size` completely.
    pub fn fit(size: [usize; 2], rect: Rect) -> Self {
        let side = |n: usize| size.get(n).map_or(1.0, |side| f64::from(u32::try_from(*side).unwrap_or(1)));
        let (wide, high) = (side(0), side(1));
        let scale = (f64::from(rect.width()) / wide).min(f64::from(rect.height()) / high) * 0.94;
        Self { center: [wide / 2.0, high / 2.0], scale }
    }

    /// Returns the transformation from the pixels of the picture to the screen.
    pub fn placement(&self, rect: Rect) -> Affine {
        let middle = rect.center();
        let origin = [f64::from(middle.x), f64::from(middle.y)];
        let at = |n: usize| origin[n] - self.center[n] * self.scale;
        Affine { origin: [at(0), at(1)], u: [self.scale, 0.0], v: [0.0, self.scale] }
    }

    /// Returns the pixel at the screen position `pos`.
    pub fn pixel(&self, pos: Pos2, rect: Rect) -> Point {
        let way = pos - rect.center();
        [self.center[0] + f64::from(way.x) / self.scale, self.center[1] + f64::from(way.y) / self.scale]
    }

    /// Moves the picture by `delta` points.
    pub fn pan(&mut self, delta: Vec2) {
        self.center[0] -= f64::from(delta.x) / self.scale;
        self.center[1] -= f64::from(delta.y) / self.scale;
    }

    /// Scales the view by `factor`. The pixel at `pos` stays in place.
    pub fn zoom(&mut self, factor: f32, pos: Pos2, rect: Rect) {
        let at = self.pixel(pos, rect);
        self.scale = (self.scale * f64::from(factor)).clamp(0.01, 16.0);
        let now = self.pixel(pos, rect);
        self.center = [self.center[0] + at[0] - now[0], self.center[1] + at[1] - now[1]];
    }
}

/// The frame that the map gets when the scan is placed under it.
#[derive(Clone, Debug, PartialEq)]
pub struct MapProposal {
    /// The numbering scheme.
    pub scheme: Scheme,
    /// The top left hex.
    pub first: HexId,
    /// The number of columns.
    pub columns: u16,
    /// The number of rows.
    pub rows: u16,
    /// The transformation from the lattice to pixels. Its origin is the first hex.
    pub placement: Affine,
    /// `true` if the size and numbering of the map change.
    pub fits_map: bool,
    /// `true` if the picture also has room for a column or row with the number zero.
    pub room_for_nought: bool,
}

/// The reason why there is no [`MapProposal`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProposalRefusal {
    /// The clicked numbers have no usable format.
    #[error("The numbers have no usable format.")]
    NoForm,
    /// No hex would be on the picture.
    #[error("The hexes are outside the picture.")]
    OffPicture,
    /// The typed number of the first hex has another format than the clicked ones.
    #[error("{0} does not have the format of the other numbers.")]
    OtherNumber(HexId),
    /// The map keeps its frame, but its hexes have another orientation or numbering scheme.
    #[error("The hexes of the map have another shape or numbering. Fit the map to the picture.")]
    OtherScheme,
    /// The map keeps its frame, but its numbers have another format.
    #[error("The numbers of the map have another format. Fit the map to the picture.")]
    OtherForm,
}

impl ScanTracing {
    /// Starts anew with another picture.
    pub fn take(&mut self, picture: PathBuf) {
        let typing = picture.strip_prefix(".").unwrap_or(&picture).display().to_string();
        *self = Self { typing, picture: Some(picture), ..Self::default() };
    }

    /// Returns the control points that have a number, each with its index.
    pub fn numbered(&self) -> Vec<(usize, Click)> {
        let label = |typed: &TracedClick| typed.label.trim().to_uppercase();
        let all = self.clicks.iter().enumerate().map(|(n, typed)| (n, HexId::from(label(typed)), typed.at));
        all.filter(|(_, label, _)| !label.as_str().is_empty()).map(|(n, label, at)| (n, Click { label, at })).collect()
    }

    /// Fits the control points again.
    pub fn refit(&mut self, scenario: &Scenario) {
        let clicks: Vec<Click> = self.numbered().into_iter().map(|(_, click)| click).collect();
        self.fit = Some(fit::fit(&clicks, Some(Scheme::of(scenario.common().frame()))));
    }

    /// Returns the frame that the map gets, or `None` if the control points could not be fitted. `size` is the size of
    /// the picture in pixels.
    ///
    /// # Errors
    /// Returns the reason if a map cannot be derived from the fit.
    pub fn proposal(&self, scenario: &Scenario, size: [usize; 2]) -> Option<Result<MapProposal, ProposalRefusal>> {
        let fit = self.fit.as_ref()?.as_ref().ok()?;
        Some(self.propose(fit, scenario, size))
    }

    fn propose(&self, fit: &Fit, scenario: &Scenario, size: [usize; 2]) -> Result<MapProposal, ProposalRefusal> {
        let frame = scenario.common().frame();
        let grid = fit.labels.grid(fit.scheme).ok_or(ProposalRefusal::NoForm)?;
        let clicks = self.numbered();
        let good = clicks.iter().enumerate().filter(|(n, _)| fit.wrong.iter().all(|wrong| wrong.click != *n));
        let cells: Vec<Cell> = good.filter_map(|(_, (_, click))| grid.cell(&click.label)).collect();
        let own = scenario.common().grid().ok();
        let has = |click: &Click| own.as_ref().is_some_and(|own| own.cell(&click.label).is_some());
        let fits_already = Scheme::of(frame) == fit.scheme && clicks.iter().all(|(_, click)| has(click));
        let fits_map = self.fit_map.unwrap_or(!fits_already);
        let extent = Extent::new(fit, &cells, size).ok_or(ProposalRefusal::OffPicture)?;
        let (first, columns, rows) = if fits_map {
            let first = match &self.first {
                Some(typed) => HexId::from(typed.trim().to_uppercase()),
                None => grid.name(extent.from),
            };
            let cell = grid.cell(&first).ok_or_else(|| ProposalRefusal::OtherNumber(first.clone()))?;
            let count = |to: u16, from: u16| (to.saturating_sub(from) + 1).min(MOST);
            let columns = self.columns.unwrap_or(count(extent.to.column, cell.column));
            (first, columns, self.rows.unwrap_or(count(extent.to.row, cell.row)))
        } else {
            if Scheme::of(frame) != fit.scheme {
                return Err(ProposalRefusal::OtherScheme);
            }
            let (columns, rows) = scenario.common().size();
            (frame.numbering.first.clone(), columns, rows)
        };
        let cell = grid.cell(&first).ok_or(ProposalRefusal::OtherForm)?;
        let origin = fit.placement.at(scheme::lattice(&grid, cell));
        Ok(MapProposal {
            scheme: fit.scheme,
            first,
            columns,
            rows,
            placement: Affine { origin, ..fit.placement },
            fits_map,
            room_for_nought: fits_map && self.first.is_none() && extent.room_for_nought,
        })
    }
}

impl MapProposal {
    /// Returns the edit that applies the proposal with the picture at `file`, or `None` if a coordinate is out of
    /// range.
    pub fn edit(&self, scenario: &Scenario, file: ArtPath) -> Option<Edit> {
        let common = scenario.common();
        let scan = Scan {
            file,
            first: place::pixel(self.placement.origin)?,
            column: place::pixel(self.placement.u)?,
            row: place::pixel(self.placement.v)?,
            opacity: common.scan().map_or(100, |scan| scan.opacity),
        };
        let mut edits = Vec::new();
        if self.fits_map {
            let (lower_columns, right_rows) = self.scheme.shifts();
            let numbering = Numbering { first: self.first.clone(), order: self.scheme.order, slant: self.scheme.slant };
            edits.push(put("orientation", Some(&self.scheme.orientation)));
            edits.push(put("lower_columns", lower_columns.as_ref()));
            edits.push(put("right_rows", right_rows.as_ref()));
            edits.push(put("numbering", Some(&numbering)));
            let ground = common.terrain().first().map_or('.', |terrain| terrain.letter.0);
            edits.push(Edit::resize(scenario, self.columns, self.rows, ground));
        }
        edits.push(put("scan", Some(&scan)));
        Some(Edit::All(edits))
    }

    /// Returns the numbering scheme in words.
    pub fn numbering(&self) -> String {
        let order = match self.scheme.order {
            Order::ColumnRow => "column, then row",
            Order::RowColumn => "row, then column",
        };
        let (tops, shift) = match (self.scheme.orientation, self.scheme.shifted) {
            (Orientation::Flat, Parity::Odd) => ("flat tops", "odd columns lower"),
            (Orientation::Flat, Parity::Even) => ("flat tops", "even columns lower"),
            (Orientation::Pointy, Parity::Odd) => ("pointed tops", "odd rows further right"),
            (Orientation::Pointy, Parity::Even) => ("pointed tops", "even rows further right"),
        };
        let slant = match self.scheme.slant {
            Slant::None => "",
            Slant::Rising => "; lines rise to the right",
            Slant::Falling => "; lines fall to the right",
        };
        format!("{order}; {tops}; {shift}{slant}")
    }
}

/// Returns the edit that sets the field `key` of the map, or removes it if `value` is `None`.
pub fn put<T: serde::Serialize>(key: &str, value: Option<&T>) -> Edit {
    let value = value.and_then(|value| serde_json::to_value(value).ok());
    Edit::Put(DocPath::root().key("map").key(key), value)
}

/// The hexes that are on the picture according to a fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Extent {
    /// The top left hex.
    from: Cell,
    /// The bottom right hex.
    to: Cell,
    room_for_nought: bool,
}

impl Extent {
    /// Determines the columns and rows that reach the middle of the picture, and includes the clicked ones in any case.
    fn new(fit: &Fit, clicked: &[Cell], size: [usize; 2]) -> Option<Self> {
        let side = |n: usize| f64::from(u32::try_from(size[n]).unwrap_or(u32::MAX));
        let back = fit.placement.inverse()?;
        let middle = back.at([side(0) / 2.0, side(1) / 2.0]);
        let inset = EDGE * fit.shape.pitch;
        let is_on = |at: Point| (0..2).all(|n| (inset..=side(n) - inset).contains(&at[n]));
        let grid = fit.labels.grid(fit.scheme)?;
        let heart = scheme::nearest(&grid, fit.scheme.orientation, middle)?;
        // Tests two adjacent hexes, since every other one may be shifted.
        let column = |column: u16| [0, 1].map(|by| Cell { column, row: heart.row + by });
        let row = |row: u16| [0, 1].map(|by| Cell { column: heart.column + by, row });
        let is_on = |cells: [Cell; 2]| cells.iter().all(|cell| is_on(fit.placement.at(scheme::lattice(&grid, *cell))));
        let span = |cells: &dyn Fn(u16) -> [Cell; 2], clicked: &mut dyn Iterator<Item = u16>| {
            let mut on = (0..9000_u16).skip_while(|index| !is_on(cells(*index)));
            let first = on.next();
            let last =
                first.map(|first| (first..9000).take_while(|index| is_on(cells(*index))).last().unwrap_or(first));
            let all = clicked.chain(first).chain(last);
            all.fold(None, |span: Option<(u16, u16)>, index| {
                Some(span.map_or((index, index), |(least, most)| (least.min(index), most.max(index))))
            })
        };
        let columns = span(&column, &mut clicked.iter().map(|cell| cell.column))?;
        let rows = span(&row, &mut clicked.iter().map(|cell| cell.row))?;
        // Numbers start at one unless a zero was clicked; letters start at A.
        let base = |letters: bool, has_nought: bool| u16::from(!letters && !has_nought);
        let [letter_columns, letter_rows] = fit.labels.letters(fit.scheme);
        let column = base(letter_columns, clicked.iter().any(|cell| cell.column == 0));
        let row = base(letter_rows, clicked.iter().any(|cell| cell.row == 0));
        Some(Self {
            from: Cell { column: columns.0.max(column), row: rows.0.max(row) },
            to: Cell { column: columns.1.max(column), row: rows.1.max(row) },
            room_for_nought: columns.0 < column || rows.0 < row,
        })
    }
}

#[cfg(test)]
mod tests;
