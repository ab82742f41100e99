//! A table for the tests of tools: a document, a view of its map, and a hand that drags.

use battlewright_engine::any::AnyGame;
use battlewright_schema::{Cell, Common};
use egui::{Modifiers, Pos2, Rect, pos2};

use super::{Options, Pointer, Sight, Tool};
use crate::act::{Act, Selection};
use crate::canvas::{Camera, View};
use crate::document::Document;

/// A document and a tool's surroundings.
pub(crate) struct Table {
    pub(crate) document: Document,
    pub(crate) options: Options,
    pub(crate) selection: Selection,
    pub(crate) modifiers: Modifiers,
    /// What the tool said last.
    pub(crate) said: Option<String>,
}

impl Table {
    /// The bundled scenario on the table.
    pub(crate) fn new() -> Self {
        Self::of(Document::bundled())
    }

    /// `document` on the table.
    pub(crate) fn of(document: Document) -> Self {
        let (options, selection) = (Options::default(), Selection::Scenario);
        Self { document, options, selection, modifiers: Modifiers::NONE, said: None }
    }

    pub(crate) fn common(&self) -> &dyn Common {
        self.document.scenario().common()
    }

    pub(crate) fn cell(&self, hex: &str) -> Cell {
        self.common().grid().unwrap().cell(&hex.into()).unwrap()
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
    pub(crate) fn hear(&mut self, tool: &mut dyn Tool, pointer: Pointer) {
        let mut acts = Vec::new();
        self.look(|sight| tool.pointer(pointer, sight, &mut acts));
        for act in acts {
            match act {
                Act::Edit { name, field, edit } => {
                    self.document.apply(&name, field, *edit);
                }
                Act::Options(options) => self.options = options,
                Act::Select(selection) => self.selection = selection,
                Act::Say(text) => self.said = Some(text),
                _ => {}
            }
        }
    }

    /// What `tool` says it will do.
    pub(crate) fn hint(&self, tool: &dyn Tool) -> String {
        self.look(|sight| tool.hint(sight))
    }

    /// Drags over the middles of `hexes`; a single one is clicked.
    pub(crate) fn drag(&mut self, tool: &mut dyn Tool, hexes: &[&str]) {
        let points: Vec<Pos2> = hexes.iter().map(|hex| self.pos(hex)).collect();
        self.hear(tool, Pointer::Hover(points[0]));
        self.hear(tool, Pointer::Press(points[0]));
        for point in &points[1..] {
            self.hear(tool, Pointer::Drag(*point));
        }
        self.hear(tool, Pointer::Release(points[points.len() - 1]));
    }

    fn look<T>(&self, look: impl FnOnce(&Sight<'_>) -> T) -> T {
        let view = self.view();
        let game = AnyGame::new(self.document.scenario()).map_err(|problems| problems[0].to_string());
        look(&Sight {
            scenario: self.document.scenario(),
            view: &view,
            options: &self.options,
            selection: self.selection,
            modifiers: self.modifiers,
            position: super::Position { game: game.as_ref().map_err(String::as_str), stamp: self.document.revision() },
        })
    }
}
