//! A table without a window, for tests of tools.

use battlewright_schema::{Common, Counter, DocPath, Inches, Scenario};
use egui::{Modifiers, Pos2, Rect, pos2, vec2};

use super::{TableContext, TableTool};
use crate::canvas::table::TableFrame;
use crate::messages::act::Act;
use crate::model::document::Document;
use crate::model::position::StartPosition;
use crate::model::selection::Selection;
use crate::tools::{PointerGesture, ToolOptions};

/// A document on a table, with what the app would keep for the tools.
pub(crate) struct TableHarness {
    pub(crate) document: Document,
    pub(crate) options: ToolOptions,
    pub(crate) selection: Selection,
    pub(crate) picked: Vec<Counter>,
    pub(crate) modifiers: Modifiers,
    pub(crate) said: Option<String>,
    opening: StartPosition,
}

impl TableHarness {
    /// Shows `document`, which is played on a table.
    pub(crate) fn of(document: Document) -> Self {
        let options = ToolOptions::default();
        Self {
            document,
            options,
            selection: Selection::Scenario,
            picked: Vec::new(),
            modifiers: Modifiers::NONE,
            said: None,
            opening: StartPosition::default(),
        }
    }

    pub(crate) fn scenario(&self) -> &Scenario {
        self.document.scenario()
    }

    pub(crate) fn common(&self) -> &dyn Common {
        self.scenario().common()
    }

    fn frame(&self) -> TableFrame {
        let table = self.common().table().unwrap();
        let rect = Rect::from_min_size(pos2(0.0, 0.0), vec2(1200.0, 1000.0));
        TableFrame::new(table, &TableFrame::fit(table, rect), rect)
    }

    /// Returns what `read` reads in the context of a tool.
    pub(crate) fn with_context<T>(&self, read: impl FnOnce(&TableContext<'_>) -> T) -> T {
        let view = self.common().table_view().unwrap();
        read(&TableContext {
            scenario: self.scenario(),
            view: &view,
            frame: self.frame(),
            options: &self.options,
            selection: self.selection,
            picked: &self.picked,
            modifiers: self.modifiers,
            position: self.opening.position(),
        })
    }

    /// Sends a gesture to `tool` and carries out its acts.
    fn send(&mut self, tool: &mut dyn TableTool, gesture: PointerGesture) {
        let mut acts = Vec::new();
        self.opening.refresh(&self.document);
        self.with_context(|context| tool.pointer(gesture, context, &mut acts));
        for act in acts {
            match act {
                Act::Edit { name, edit, .. } => {
                    self.document.apply(&name, None, *edit);
                }
                Act::Select(selection) => (self.selection, self.picked) = (selection, Vec::new()),
                Act::Pick(picked) => self.picked = picked,
                Act::Say(text) => self.said = Some(text),
                _ => {}
            }
        }
    }

    /// Returns the point that `text` names, such as `"2.5,3"`.
    fn point(text: &str) -> Inches {
        let (x, y) = text.split_once(',').unwrap();
        let [x, y] = [x, y].map(|inches| (inches.parse::<f64>().unwrap() * 1000.0).round() as i32);
        Inches { x, y }
    }

    fn pos(&self, at: Inches) -> Pos2 {
        self.frame().pos(at)
    }

    pub(crate) fn click(&mut self, tool: &mut dyn TableTool, at: &str) {
        self.click_at(tool, Self::point(at));
    }

    pub(crate) fn click_at(&mut self, tool: &mut dyn TableTool, at: Inches) {
        let pos = self.pos(at);
        for gesture in [PointerGesture::Hover(pos), PointerGesture::Press(pos), PointerGesture::Release(pos)] {
            self.send(tool, gesture);
        }
    }

    pub(crate) fn drag(&mut self, tool: &mut dyn TableTool, from: &str, to: &str) {
        self.drag_between(tool, Self::point(from), Self::point(to));
    }

    pub(crate) fn drag_between(&mut self, tool: &mut dyn TableTool, from: Inches, to: Inches) {
        let (from, to) = (self.pos(from), self.pos(to));
        for gesture in [
            PointerGesture::Hover(from),
            PointerGesture::Press(from),
            PointerGesture::Drag(from.lerp(to, 0.5)),
            PointerGesture::Drag(to),
            PointerGesture::Release(to),
        ] {
            self.send(tool, gesture);
        }
    }

    /// Returns the hint of `tool`.
    pub(crate) fn hint(&self, tool: &dyn TableTool) -> String {
        self.with_context(|context| tool.hint(context))
    }

    pub(crate) fn commit(&mut self, tool: &mut dyn TableTool) {
        self.send(tool, PointerGesture::Commit);
    }

    fn path(text: &str) -> DocPath {
        text.split('.').fold(DocPath::root(), |path, step| match step.parse() {
            Ok(index) => path.index(index),
            Err(_) => path.key(step),
        })
    }

    /// Returns the value at a path such as `terrain.0.outline` as JSON.
    pub(crate) fn text(&self, path: &str) -> String {
        self.scenario().get(&Self::path(path)).unwrap_or_default().to_string()
    }

    /// Returns the points at a path.
    pub(crate) fn points(&self, path: &str) -> Vec<String> {
        serde_json::from_value(self.scenario().get(&Self::path(path)).unwrap()).unwrap()
    }

    /// Returns the number of rows of a list.
    pub(crate) fn count(&self, list: &str) -> usize {
        let rows = self.scenario().get(&Self::path(list));
        rows.as_ref().and_then(|rows| rows.as_array()).map_or(0, Vec::len)
    }
}
