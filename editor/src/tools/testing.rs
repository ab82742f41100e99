//! A test harness for tools: a document, a view of its map, and simulated drags.

use battlewright_engine::any::AnyGame;
use battlewright_schema::{Cell, Common, Counter};
use egui::{Modifiers, Pos2, Rect, pos2};

use super::{PointerGesture, Tool, ToolContext, ToolOptions};
use crate::canvas::{Camera, View, rows};
use crate::messages::act::Act;
use crate::model::document::Document;
use crate::model::region::{self, SelectedRegion};
use crate::model::selection::Selection;

/// A document with the context of a tool.
pub(crate) struct ToolHarness {
    pub(crate) document: Document,
    pub(crate) options: ToolOptions,
    pub(crate) selection: Selection,
    pub(crate) region: SelectedRegion,
    pub(crate) modifiers: Modifiers,
    /// The selected counters.
    pub(crate) picked: Vec<Counter>,
    /// The most recent message of the tool.
    pub(crate) said: Option<String>,
}

impl ToolHarness {
    /// Creates a harness with the bundled scenario.
    pub(crate) fn new() -> Self {
        Self::of(Document::bundled())
    }

    /// Creates a harness with `document`.
    pub(crate) fn of(document: Document) -> Self {
        let (options, selection) = (ToolOptions::default(), Selection::Scenario);
        Self {
            document,
            options,
            selection,
            region: SelectedRegion::default(),
            modifiers: Modifiers::NONE,
            picked: Vec::new(),
            said: None,
        }
    }

    pub(crate) fn common(&self) -> &dyn Common {
        self.document.scenario().common()
    }

    pub(crate) fn cell(&self, hex: &str) -> Cell {
        self.common().grid().unwrap().cell(&hex.into()).unwrap()
    }

    /// Returns the terrain letter of `cell`.
    pub(crate) fn at(&self, cell: Cell) -> char {
        self.common().hexes().get(usize::from(cell.column), usize::from(cell.row)).unwrap()
    }

    /// Returns the terrain letter of `hex`.
    pub(crate) fn letter(&self, hex: &str) -> char {
        self.at(self.cell(hex))
    }

    /// Returns the number of hexes with terrain `letter`.
    pub(crate) fn count(&self, letter: char) -> usize {
        self.common().hexes().0.iter().flatten().filter(|other| **other == letter).count()
    }

    fn view(&self) -> View {
        let rect = Rect::from_min_max(pos2(0.0, 0.0), pos2(1200.0, 900.0));
        let grid = self.common().grid().unwrap();
        Camera::fit(&grid, rect).view(&grid, rect)
    }

    pub(crate) fn pos(&self, hex: &str) -> Pos2 {
        self.view().center(self.cell(hex))
    }

    /// Passes `pointer` to `tool` and carries out the resulting acts.
    pub(crate) fn send(&mut self, tool: &mut dyn Tool, pointer: PointerGesture) {
        let mut acts = Vec::new();
        self.look(|context| tool.pointer(pointer, context, &mut acts));
        let mut acts = std::collections::VecDeque::from(acts);
        while let Some(act) = acts.pop_front() {
            match act {
                Act::Region(region::RegionAct::Lay(laying)) => {
                    acts.extend(Act::place_piece(&laying, self.document.scenario()))
                }
                Act::Edit { name, field, edit } => {
                    self.document.apply(&name, field, *edit);
                }
                Act::Options(options) => self.options = options,
                Act::Select(selection) => {
                    self.selection = selection;
                    self.picked = rows::counter_of(selection).into_iter().collect();
                }
                Act::Pick(counters) => {
                    self.selection = counters.last().map_or(Selection::Scenario, |last| rows::selection_of(*last));
                    self.picked = counters;
                }
                Act::Region(region::RegionAct::Select(patch)) => {
                    let grid = self.common().grid().unwrap();
                    self.region.select(patch, &grid);
                }
                Act::Say(text) => self.said = Some(text),
                _ => {}
            }
        }
    }

    /// Returns the status-line hint of `tool`.
    pub(crate) fn hint(&self, tool: &dyn Tool) -> String {
        self.look(|context| tool.hint(context))
    }

    /// Drags across the centers of `hexes`; clicks if there is only one.
    pub(crate) fn drag(&mut self, tool: &mut dyn Tool, hexes: &[&str]) {
        let points: Vec<Pos2> = hexes.iter().map(|hex| self.pos(hex)).collect();
        self.send(tool, PointerGesture::Hover(points[0]));
        self.send(tool, PointerGesture::Press(points[0]));
        for point in &points[1..] {
            self.send(tool, PointerGesture::Drag(*point));
        }
        self.send(tool, PointerGesture::Release(points[points.len() - 1]));
    }

    pub(crate) fn look<T>(&self, look: impl FnOnce(&ToolContext<'_>) -> T) -> T {
        let view = self.view();
        let game = AnyGame::new(self.document.scenario()).map_err(|problems| problems[0].to_string());
        look(&ToolContext {
            scenario: self.document.scenario(),
            crowd: self.document.crowd(),
            sites: self.document.sites(),
            view: &view,
            options: &self.options,
            selection: self.selection,
            picked: self.picked.clone(),
            region: &self.region,
            revision: self.document.revision(),
            levels: true,
            names: &crate::canvas::names::DrawnNames::default(),
            modifiers: self.modifiers,
            position: crate::model::position::CurrentPosition {
                game: game.as_ref().map_err(String::as_str),
                stamp: self.document.revision(),
            },
        })
    }
}

/// Returns maps in each hex layout, each with a description.
pub(crate) fn maps() -> Vec<(Document, String)> {
    let text = battlewright_schema::template(battlewright_schema::System::MarsLaTour);
    let mut maps = Vec::new();
    for (orientation, shifted) in [("flat", "lower_columns"), ("pointy", "right_rows")] {
        for parity in ["odd", "even"] {
            let lines =
                text.lines().filter(|line| !line.starts_with("orientation") && !line.starts_with("lower_columns"));
            let text: Vec<&str> = lines.collect();
            let frame = format!("[map]\norientation = \"{orientation}\"\n{shifted} = \"{parity}\"");
            let document = Document::from_text("map", text.join("\n").replacen("[map]", &frame, 1));
            assert!(!document.is_broken());
            maps.push((document, format!("{orientation}, {parity}")));
        }
    }
    maps
}
