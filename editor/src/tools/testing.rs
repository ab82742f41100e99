//! A table for the tests of tools: a document, a view of its map, and a hand that drags.

use battlewright_engine::any::AnyGame;
use battlewright_schema::{Cell, Common, Counter};
use egui::{Modifiers, Pos2, Rect, pos2};

use super::{PointerGesture, Tool, ToolContext, ToolOptions};
use crate::canvas::{Camera, View, rows};
use crate::messages::act::Act;
use crate::model::document::Document;
use crate::model::region::{self, SelectedRegion};
use crate::model::selection::Selection;

/// A document and a tool's surroundings.
pub(crate) struct ToolHarness {
    pub(crate) document: Document,
    pub(crate) options: ToolOptions,
    pub(crate) selection: Selection,
    pub(crate) region: SelectedRegion,
    pub(crate) modifiers: Modifiers,
    /// The counters that are selected.
    pub(crate) picked: Vec<Counter>,
    /// The words that the tool said last.
    pub(crate) said: Option<String>,
}

impl ToolHarness {
    /// The bundled scenario on the table.
    pub(crate) fn new() -> Self {
        Self::of(Document::bundled())
    }

    /// `document` on the table.
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

    /// The terrain letter at `cell`.
    pub(crate) fn at(&self, cell: Cell) -> char {
        self.common().hexes().get(usize::from(cell.column), usize::from(cell.row)).unwrap()
    }

    /// The terrain letter of `hex`.
    pub(crate) fn letter(&self, hex: &str) -> char {
        self.at(self.cell(hex))
    }

    /// The number of hexes that have the terrain `letter`.
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

    /// Passes `pointer` to `tool` and does what it asks for.
    pub(crate) fn hear(&mut self, tool: &mut dyn Tool, pointer: PointerGesture) {
        let mut acts = Vec::new();
        self.look(|context| tool.pointer(pointer, context, &mut acts));
        let mut acts = std::collections::VecDeque::from(acts);
        while let Some(act) = acts.pop_front() {
            match act {
                Act::Region(region::RegionAct::Lay(laying)) => acts.extend(Act::lay(&laying, self.document.scenario())),
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

    /// The words of `tool` about what it will do.
    pub(crate) fn hint(&self, tool: &dyn Tool) -> String {
        self.look(|context| tool.hint(context))
    }

    /// Drags over the middles of `hexes`; a single one is clicked.
    pub(crate) fn drag(&mut self, tool: &mut dyn Tool, hexes: &[&str]) {
        let points: Vec<Pos2> = hexes.iter().map(|hex| self.pos(hex)).collect();
        self.hear(tool, PointerGesture::Hover(points[0]));
        self.hear(tool, PointerGesture::Press(points[0]));
        for point in &points[1..] {
            self.hear(tool, PointerGesture::Drag(*point));
        }
        self.hear(tool, PointerGesture::Release(points[points.len() - 1]));
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
            modifiers: self.modifiers,
            position: crate::model::position::CurrentPosition {
                game: game.as_ref().map_err(String::as_str),
                stamp: self.document.revision(),
            },
        })
    }
}

/// Maps of every shape that hexes have, with a word for each.
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
