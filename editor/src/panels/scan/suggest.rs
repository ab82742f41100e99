//! Terrain suggestions: the user marks a few examples of each terrain, the colors of the scan determine the other
//! hexes, and the user accepts the results.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use battlewright_platform::background;
use battlewright_schema::{Cell, Grid, Scan, Scenario};
use egui::{Align2, Color32, Context, FontId, Painter, Shape, Stroke};

use crate::canvas::{View, ink, overlay};
use crate::messages::act::Act;
use crate::messages::scan::PointerEffect;
use crate::model::document::Document;
use crate::model::edit::Edit;
use crate::model::scan::colors::{Guess, HexColor, HexSampler, classify};
use crate::model::scan::picture::ScanPicture;
use crate::model::scan::{place, scheme};
use crate::tools::{self, PointerGesture, StrokeEffect, ToolContext};

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
        scenario.common().has(**cell) && letter(cell).is_some_and(|letter| letter != guess.letter)
    });
    all.map(|(cell, guess)| (*cell, *guess)).collect()
}

/// Returns the uncertain hexes of the map.
fn doubts(suggest: &Suggest, scenario: &Scenario) -> impl Iterator<Item = Cell> {
    let unsure = suggest.guesses.iter().filter(|(cell, guess)| guess.is_unsure() && scenario.common().has(**cell));
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

    fn guess(&mut self) {
        if let HexColors::Ready(looks) = &self.looks {
            self.guesses = classify(looks, &self.examples);
        }
    }

    /// Handles a pointer gesture on the map.
    pub fn pointer(&mut self, pointer: PointerGesture, context: &ToolContext<'_>, acts: &mut Vec<Act>) {
        let size = if self.hand == PointerEffect::Accept { context.options.size } else { 1 };
        let StrokeEffect::Done(stroke) = self.stroke.pointer(pointer, size, context) else { return };
        if self.hand == PointerEffect::Show {
            acts.push(Act::Scan(crate::messages::scan::ScanAct::Examples(
                stroke.into_iter().collect(),
                context.options.letter,
            )));
        } else {
            let mut cells = changes(self, context.scenario);
            cells.retain(|(cell, _)| stroke.contains(cell));
            acts.extend(accept(&cells));
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
        }
    }

    /// Paints the suggestions, uncertain hexes and examples.
    pub fn paint(&self, painter: &Painter, view: &View, scenario: &Scenario) {
        let terrain = scenario.common().terrain();
        let color = |letter: char| {
            let known = terrain.iter().find(|terrain| terrain.letter.0 == letter);
            known.map_or(ink::WRONG, |known| known.color.map_or_else(|| ink::ground(known.look).0, ink::color))
        };
        let near = view.rect().expand(view.radius());
        let font = FontId::proportional((view.radius() * 0.62).clamp(7.0, 26.0));
        for (cell, guess) in changes(self, scenario) {
            let center = view.center(cell);
            if !near.contains(center) {
                continue;
            }
            let inner = inner(view, cell);
            let line = Stroke::new(1.0, ink::LINE.gamma_multiply(0.6));
            painter.add(Shape::convex_polygon(inner, color(guess.letter).gamma_multiply(0.78), line));
            if view.radius() > 8.0 {
                painter.text(center, Align2::CENTER_CENTER, guess.letter, font.clone(), ink::LINE);
            }
        }
        let doubt = Color32::from_rgb(214, 110, 0);
        for cell in doubts(self, scenario).filter(|cell| near.contains(view.center(*cell))) {
            let line = Stroke::new((view.radius() * 0.09).clamp(1.5, 4.0), doubt);
            painter.add(Shape::closed_line(inner(view, cell), line));
            if view.radius() > 8.0 {
                let at = view.center(cell) + egui::vec2(view.radius() * 0.34, 0.0);
                painter.text(at, Align2::CENTER_CENTER, "?", font.clone(), doubt);
            }
        }
        for (cell, letter) in &self.examples {
            let center = view.center(*cell);
            if near.contains(center) {
                let dot = (view.radius() * 0.42).max(5.0);
                painter.circle(center, dot, color(*letter), Stroke::new(2.0, ink::SELECTED));
                painter.text(center, Align2::CENTER_CENTER, letter, font.clone(), ink::LINE);
            }
        }
        self.stroke.preview(painter, view);
        overlay::outline_where(painter, view, &|cell| self.stroke.cells().contains(&cell), ink::ACCENT);
    }
}

/// Returns the corners of a hex, scaled to 80 percent.
fn inner(view: &View, cell: Cell) -> Vec<egui::Pos2> {
    let center = view.center(cell);
    view.corners(cell).map(|corner| center + (corner - center) * 0.80).to_vec()
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
