//! Suggestions from the scan. For terrain, the user marks a few examples of each kind, and the colors of the scan
//! determine the other hexes. Streams, rivers, roads and hex numbers are [read](readings) from the scan. The user
//! accepts or rejects the results.

pub mod list;
mod marks;
pub mod offer;
pub mod readings;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use battlewright_platform::background;
use battlewright_schema::{Cell, Grid, Scan, Scenario};
use egui::{Context, Painter};

use crate::canvas::{View, ink, overlay};
use crate::messages::act::Act;
use crate::messages::scan::{PointerEffect, ScanAct, SuggestionKind};
use crate::model::document::Document;
use crate::model::edit::Edit;
use crate::model::scan::colors::{Guess, HexColor, HexSampler, classify};
use crate::model::scan::picture::ScanPicture;
use crate::model::scan::{place, scheme};
use crate::model::survey::net::NeighborPair;
use crate::tools::{self, PointerGesture, StrokeEffect, ToolContext};
use offer::Offer;
use readings::Readings;

/// The colors of all hexes, or a pending computation of them.
#[derive(Debug, Default)]
enum HexColors {
    #[default]
    None,
    Busy(Receiver<BTreeMap<Cell, HexColor>>),
    Ready(BTreeMap<Cell, HexColor>),
}

/// The state of the suggestions.
#[derive(Debug, Default)]
pub struct Suggest {
    /// The examples given by the user.
    pub examples: BTreeMap<Cell, char>,
    /// The effect of a stroke.
    pub hand: PointerEffect,
    /// The suggested terrain of each hex.
    pub guesses: BTreeMap<Cell, Guess>,
    /// The lines and the numbers that were read.
    pub readings: Readings,
    /// The kinds that are not shown.
    pub hidden: BTreeSet<SuggestionKind>,
    /// The hexes whose suggested terrain was rejected.
    pub rejected: BTreeSet<Cell>,
    /// The lines that were rejected.
    pub rejected_lines: BTreeSet<(SuggestionKind, NeighborPair)>,
    looks: HexColors,
    /// The grid and scan for which the colors are computed.
    of: Option<(Grid, Scan)>,
    stroke: tools::Stroke,
}

/// The text content of the panel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SuggestionData {
    /// The number of examples per terrain letter, in the order of the terrain chart.
    pub examples: Vec<(char, usize)>,
    /// The number of hexes that would change.
    pub changes: usize,
    /// The number of uncertain hexes, including those that would not change.
    pub unsure: usize,
    /// `true` while the colors are being computed.
    pub is_busy: bool,
}

/// Returns the suggestions that differ from the map.
pub fn changes(suggest: &Suggest, scenario: &Scenario) -> Vec<(Cell, Guess)> {
    let hexes = scenario.common().hexes();
    let letter = |cell: &Cell| hexes.get(usize::from(cell.column), usize::from(cell.row));
    let all = suggest.guesses.iter().filter(|(cell, guess)| {
        let differs = letter(cell).is_some_and(|letter| letter != guess.letter);
        scenario.common().has(**cell) && differs && !suggest.rejected.contains(*cell)
    });
    all.map(|(cell, guess)| (*cell, *guess)).collect()
}

/// Returns the uncertain hexes of the map.
fn doubts(suggest: &Suggest, scenario: &Scenario) -> impl Iterator<Item = Cell> {
    let unsure = suggest.guesses.iter().filter(|(cell, guess)| guess.is_unsure() && scenario.common().has(**cell));
    let unsure = unsure.filter(|(cell, _)| !suggest.rejected.contains(*cell));
    unsure.map(|(cell, _)| *cell)
}

/// Returns the text content of the panel.
pub fn data(suggest: &Suggest, scenario: &Scenario) -> SuggestionData {
    let changes = changes(suggest, scenario);
    let count = |letter: char| suggest.examples.values().filter(|example| **example == letter).count();
    let terrain = scenario.common().terrain();
    SuggestionData {
        examples: terrain.iter().map(|terrain| (terrain.letter.0, count(terrain.letter.0))).collect(),
        changes: changes.len(),
        unsure: doubts(suggest, scenario).count(),
        is_busy: !matches!(suggest.looks, HexColors::Ready(_)),
    }
}

/// Returns the act that accepts the suggestions for `cells`; `None` if there are none.
pub fn accept(cells: &[(Cell, Guess)]) -> Option<Act> {
    let paint: Vec<(Cell, char)> = cells.iter().map(|(cell, guess)| (*cell, guess.letter)).collect();
    (!paint.is_empty()).then(|| Act::edit("Accept suggested terrain", Edit::Paint(paint)))
}

impl Suggest {
    /// Starts a background computation of the colors after a change of grid or scan.
    pub fn follow(&mut self, ctx: &Context, document: &Document, picture: Option<&Arc<ScanPicture>>) {
        let common = document.scenario().common();
        let (Some(picture), Some(scan), Ok(grid)) = (picture, common.scan(), common.grid()) else { return };
        // The opacity does not affect the colors.
        let now = (grid, Scan { opacity: 100, ..scan.clone() });
        if self.of.as_ref() != Some(&now) {
            let (send, receive) = channel();
            let (grid, picture, placement, ctx) =
                (now.0.clone(), Arc::clone(picture), place::placement(&now.1), ctx.clone());
            background::spawn(move || {
                // A closed channel means that the result is no longer needed.
                let _ = send.send(look(&picture, &placement, &grid));
                ctx.request_repaint();
            });
            self.looks = HexColors::Busy(receive);
            self.of = Some(now);
            self.guesses.clear();
        }
        self.readings.follow(ctx, document, picture);
        if let HexColors::Busy(receive) = &self.looks {
            match receive.try_recv() {
                Ok(looks) => {
                    self.looks = HexColors::Ready(looks);
                    self.guess();
                }
                Err(TryRecvError::Empty) => ctx.request_repaint_after(std::time::Duration::from_millis(100)),
                Err(TryRecvError::Disconnected) => self.looks = HexColors::None,
            }
        }
    }

    /// Adds `cells` as examples of `letter`, or removes them if all of them already are.
    pub fn show(&mut self, cells: &[Cell], letter: char) {
        let known = cells.iter().all(|cell| self.examples.get(cell) == Some(&letter));
        for cell in cells {
            if known {
                self.examples.remove(cell);
            } else {
                self.examples.insert(*cell, letter);
            }
        }
        self.guess();
    }

    /// Removes all examples.
    pub fn forget(&mut self) {
        self.examples.clear();
        self.guesses.clear();
    }

    /// Removes examples, suggestions of terrain and rejections.
    pub fn clear(&mut self) {
        self.forget();
        self.rejected.clear();
        self.rejected_lines.clear();
    }

    /// Returns `true` if suggestions of this kind are shown.
    pub fn shows(&self, kind: SuggestionKind) -> bool {
        !self.hidden.contains(&kind)
    }

    /// Shows or hides suggestions of a kind.
    pub fn show_kind(&mut self, kind: SuggestionKind, shown: bool) {
        if shown {
            self.hidden.remove(&kind);
        } else {
            self.hidden.insert(kind);
        }
    }

    /// Rejects the suggestions in `cells`. They do not come back while the panel is open.
    pub fn reject(&mut self, cells: &[Cell], scenario: &Scenario) {
        let (hexes, lines) = offer::rejected(&Offer::of(self, scenario), &cells.iter().copied().collect());
        self.rejected.extend(hexes);
        self.rejected_lines.extend(lines);
    }

    fn guess(&mut self) {
        if let HexColors::Ready(looks) = &self.looks {
            self.guesses = classify(looks, &self.examples);
        }
    }

    /// Handles a pointer gesture on the map.
    pub fn pointer(&mut self, pointer: PointerGesture, context: &ToolContext<'_>, acts: &mut Vec<Act>) {
        let size = if self.hand == PointerEffect::Show { 1 } else { context.options.size };
        let StrokeEffect::Done(stroke) = self.stroke.pointer(pointer, size, context) else { return };
        let cells: BTreeSet<Cell> = stroke.into_iter().collect();
        match self.hand {
            PointerEffect::Show => {
                acts.push(Act::Scan(ScanAct::Examples(cells.into_iter().collect(), context.options.letter)));
            }
            PointerEffect::Accept => {
                acts.extend(Offer::of(self, context.scenario).within(&cells).accept(context.scenario));
            }
            PointerEffect::Reject => acts.push(Act::Scan(ScanAct::Reject(cells.into_iter().collect()))),
        }
    }

    /// Describes the effect of a stroke for the status line.
    pub fn hint(&self, terrain: &str) -> String {
        match self.hand {
            PointerEffect::Show => {
                format!("Click or drag over hexes that show {terrain} on the scan. Repeat to remove them.")
            }
            PointerEffect::Accept => {
                "Drag over hexes to accept their suggestions. Press [ or ] to change the width.".to_owned()
            }
            PointerEffect::Reject => {
                "Drag over hexes to reject their suggestions. Press [ or ] to change the width.".to_owned()
            }
        }
    }

    /// Paints the suggestions, uncertain places, examples, and hexes with another printed number.
    pub fn paint(&self, painter: &Painter, view: &View, scenario: &Scenario) {
        marks::paint(self, painter, view, scenario);
        self.stroke.preview(painter, view);
        overlay::outline_where(painter, view, &|cell| self.stroke.cells().contains(&cell), ink::ACCENT);
    }
}

/// Returns the colors of the hexes of `grid` inside the picture.
pub fn look(
    picture: &ScanPicture,
    placement: &crate::model::scan::affine::Affine,
    grid: &Grid,
) -> BTreeMap<Cell, HexColor> {
    let eye = HexSampler::new(picture, placement, &scheme::corners(grid.orientation()));
    grid.cells().filter_map(|cell| Some((cell, eye.look(scheme::lattice(grid, cell))?))).collect()
}

#[cfg(test)]
mod tests;
