//! The layers for painting tools: the terrain of the hexes, or their elevation levels.

use std::collections::BTreeMap;

use battlewright_schema::Cell;

use super::{PointerGesture, ToolContext};
use crate::canvas::relief;
use crate::messages::act::Act;
use crate::messages::tool::{HeightChange, PaintLayer, ToolOptions};
use crate::model::edit::Edit;
use crate::model::edit::levels::{HIGHEST, LOWEST};

impl PaintLayer {
    /// Returns the letter or digit of `cell`. Without a section of levels, every cell has the lowest level.
    pub(super) fn at(self, cell: Cell, context: &ToolContext<'_>) -> Option<char> {
        match self {
            Self::Terrain => context.letter(cell),
            Self::Levels => Some(relief::level(context.common(), cell).map_or(LOWEST, level)),
        }
    }

    /// Returns the letter or digit chosen in the options.
    pub(super) fn chosen(self, options: &ToolOptions) -> char {
        match self {
            Self::Terrain => options.letter,
            Self::Levels => level(options.level),
        }
    }

    /// Describes `value` in words.
    pub(super) fn describe(self, value: char, context: &ToolContext<'_>) -> String {
        match self {
            Self::Terrain => context.terrain_name(value),
            Self::Levels => format!("level {value}"),
        }
    }

    /// Picks the value under the pointer if Alt is held and the button is pressed. Returns `true` if the gesture
    /// is such a pick.
    pub(super) fn pick(self, pointer: PointerGesture, context: &ToolContext<'_>, acts: &mut Vec<Act>) -> bool {
        let PointerGesture::Press(pos) = pointer else { return false };
        if context.modifiers.alt
            && let Some(value) = context.cell(pos).and_then(|cell| self.at(cell, context))
        {
            let options = context.options.clone();
            acts.push(Act::Options(match self {
                Self::Terrain => ToolOptions { letter: value, ..options },
                Self::Levels => ToolOptions {
                    level: relief::digit(value).unwrap_or(options.level),
                    rise: HeightChange::Set,
                    ..options
                },
            }));
        }
        context.modifiers.alt
    }

    /// Returns the edit that gives each of `cells` its value; `None` if nothing changes.
    pub(super) fn put(self, cells: impl IntoIterator<Item = (Cell, char)>, context: &ToolContext<'_>) -> Option<Edit> {
        let other = cells.into_iter().filter(|(cell, value)| self.at(*cell, context) != Some(*value));
        let other: Vec<(Cell, char)> = other.collect();
        if other.is_empty() {
            return None;
        }
        Some(match self {
            Self::Terrain => Edit::Paint(other),
            Self::Levels => Edit::Levels(other),
        })
    }
}

/// Converts a level to its digit, clamped to the valid range.
pub(super) fn level(level: u8) -> char {
    char::from_digit(u32::from(level), 10).unwrap_or(HIGHEST).clamp(LOWEST, HIGHEST)
}

/// The pending letters of a tool on a layer.
#[derive(Default)]
pub(super) struct PaintPreview {
    layer: PaintLayer,
    cells: BTreeMap<Cell, char>,
}

impl PaintPreview {
    /// Creates an empty preview for `layer`.
    pub(super) fn new(layer: PaintLayer) -> Self {
        Self { layer, cells: BTreeMap::new() }
    }

    /// Returns the pending letters if they are for `layer`.
    pub(super) fn on(&self, layer: PaintLayer) -> Option<&BTreeMap<Cell, char>> {
        (layer == self.layer).then_some(&self.cells)
    }

    /// Adds the cells that may be painted, each with its `value`.
    pub(super) fn paint_stroke(
        &mut self,
        cells: impl IntoIterator<Item = Cell>,
        value: impl Fn(Cell) -> char,
        context: &ToolContext<'_>,
    ) {
        let cells = cells.into_iter().filter(|cell| context.paintable(*cell));
        self.cells.extend(cells.map(|cell| (cell, value(cell))));
    }

    /// Discards the pending letters.
    pub(super) fn clear(&mut self) {
        self.cells.clear();
    }

    /// Clears the preview and returns the edit that applies it.
    pub(super) fn done(&mut self, context: &ToolContext<'_>) -> Option<Edit> {
        self.layer.put(std::mem::take(&mut self.cells), context)
    }
}
