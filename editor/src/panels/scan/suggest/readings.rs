//! Lines and numbers that are read from the scan in the background.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

use battlewright_platform::background;
use battlewright_schema::{Cell, Common, Grid, Numbering, Scan};
use egui::Context;

use crate::model::document::Document;
use crate::model::scan::picture::ScanPicture;
use crate::model::scan::place;
use crate::model::scan::read::band::even;
use crate::model::scan::read::known::{known_roads, known_water};
use crate::model::scan::read::lines::{LineGuess, PrintedLine, roads, water};
use crate::model::scan::read::numbers::{self, NumberReading};
use crate::model::scan::read::window::ScanWindow;
use crate::model::scan::read::{LEAST_FOR_LINES, LEAST_FOR_NUMBERS, ReadRefusal};
use crate::model::survey::net::NeighborPair;

/// The distance of adjacent hexes on the sampled copy of the picture for lines, in pixels. It averages out the grain.
const LINE_PIXELS: f64 = 48.0;
/// The distance of adjacent hexes on the sampled copy of the picture for numbers, in pixels.
const NUMBER_PIXELS: f64 = 64.0;

/// Suggested lines, or the reason why there are none.
pub type LinesRead = Result<BTreeMap<NeighborPair, LineGuess>, ReadRefusal>;

/// The readings of the scan besides the colors of hexes.
#[derive(Debug, Default)]
pub struct Readings {
    /// The revision of the document that was compared last.
    revision: Option<u64>,
    lines: Reading<LineInput, [LinesRead; 2]>,
    numbers: Reading<NumberInput, Result<NumberReading, ReadRefusal>>,
}

/// The input on which the lines on the map depend.
#[derive(Clone, Debug, PartialEq)]
struct LineInput {
    grid: Grid,
    scan: Scan,
    voids: BTreeSet<Cell>,
    /// The water and the roads that the map has, which are the examples.
    known: [BTreeMap<NeighborPair, PrintedLine>; 2],
}

/// The input on which the numbers of the map depend.
#[derive(Clone, Debug, PartialEq)]
struct NumberInput {
    grid: Grid,
    scan: Scan,
    voids: BTreeSet<Cell>,
    numbering: Numbering,
}

/// A result that is computed anew if its input changes. The last one stays until then.
#[derive(Debug)]
struct Reading<I, O> {
    wanted: Option<I>,
    of: Option<I>,
    pending: Option<Receiver<O>>,
    found: Option<O>,
}

impl<I, O> Default for Reading<I, O> {
    fn default() -> Self {
        Self { wanted: None, of: None, pending: None, found: None }
    }
}

impl<I: Clone + PartialEq + Send + 'static, O: Send + 'static> Reading<I, O> {
    fn follow(&mut self, ctx: &Context, work: impl FnOnce(&I) -> O + Send + 'static) {
        if let Some(receive) = &self.pending {
            match receive.try_recv() {
                Ok(found) => {
                    self.found = Some(found);
                    self.pending = None;
                }
                Err(TryRecvError::Empty) => ctx.request_repaint_after(Duration::from_millis(100)),
                Err(TryRecvError::Disconnected) => self.pending = None,
            }
        }
        // A running computation is awaited, so that quick changes do not start one each.
        if self.pending.is_some() || self.wanted == self.of {
            return;
        }
        let Some(input) = self.wanted.clone() else { return };
        let (send, receive) = channel();
        let ctx = ctx.clone();
        self.of = Some(input.clone());
        background::spawn(move || {
            // A closed channel means that the result is no longer needed.
            let _ = send.send(work(&input));
            ctx.request_repaint();
        });
        self.pending = Some(receive);
    }
}

impl Readings {
    /// Starts to read anew after a change of the map or the scan, and takes over what has been read.
    pub fn follow(&mut self, ctx: &Context, document: &Document, picture: &Arc<ScanPicture>) {
        if self.revision != Some(document.revision()) {
            self.revision = Some(document.revision());
            self.compare(document.scenario().common());
        }
        let lines = Arc::clone(picture);
        self.lines.follow(ctx, move |input| read_lines(input, &lines));
        let numbers = Arc::clone(picture);
        self.numbers.follow(ctx, move |input| read_numbers(input, &numbers));
    }

    fn compare(&mut self, common: &dyn Common) {
        let (Some(scan), Ok(grid)) = (common.scan(), common.grid()) else { return };
        // The opacity does not affect what is read.
        let scan = Scan { opacity: 100, ..scan.clone() };
        let voids: BTreeSet<Cell> = grid.cells().filter(|cell| !common.has(*cell)).collect();
        let numbering = common.frame().numbering.clone();
        let known = [known_water(common, &grid), known_roads(common, &grid)];
        self.lines.wanted = Some(LineInput { grid: grid.clone(), scan: scan.clone(), voids: voids.clone(), known });
        self.numbers.wanted = Some(NumberInput { grid, scan, voids, numbering });
    }

    /// Returns the water and the roads that were read.
    pub fn lines(&self) -> Option<&[LinesRead; 2]> {
        self.lines.found.as_ref()
    }

    /// Returns the numbers that were read.
    pub fn numbers(&self) -> Option<&Result<NumberReading, ReadRefusal>> {
        self.numbers.found.as_ref()
    }

    /// Returns `true` while something is being read.
    pub fn is_busy(&self) -> bool {
        self.lines.pending.is_some() || self.numbers.pending.is_some()
    }

    /// Sets what was read, for tests.
    #[cfg(test)]
    pub(super) fn set(&mut self, lines: [LinesRead; 2], numbers: Option<Result<NumberReading, ReadRefusal>>) {
        self.lines.found = Some(lines);
        self.numbers.found = numbers;
    }
}

fn read_lines(input: &LineInput, picture: &ScanPicture) -> [LinesRead; 2] {
    let placement = place::placement(&input.scan);
    let window = match ScanWindow::new(picture, &placement, even(&input.grid), LINE_PIXELS, LEAST_FOR_LINES) {
        Ok(window) => window,
        Err(refusal) => return [Err(refusal), Err(refusal)],
    };
    let has = |cell: Cell| !input.voids.contains(&cell);
    let [known_water, known_roads] = &input.known;
    [water(&window, &input.grid, &has, known_water), roads(&window, &input.grid, &has, known_roads)]
}

fn read_numbers(input: &NumberInput, picture: &ScanPicture) -> Result<NumberReading, ReadRefusal> {
    let placement = place::placement(&input.scan);
    let window = ScanWindow::new(picture, &placement, even(&input.grid), NUMBER_PIXELS, LEAST_FOR_NUMBERS)?;
    numbers::read(&window, &input.grid, &input.numbering, &|cell| !input.voids.contains(&cell))
}
