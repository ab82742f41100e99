//! All counters of a scenario or a game and where they stand, found out once, so that a frame looks only at those in
//! view.

use std::collections::BTreeMap;

use battlewright_engine::show::{Piece, Spot};
use battlewright_schema::{Cell, Counter, Scenario};
use egui::vec2;

use super::camera::View;
use super::{Bands, Placed, counters, pieces};

/// Counters, and which of them stand where.
#[derive(Clone, Debug, Default)]
pub struct Crowd {
    /// The counters as they are shown.
    pub pieces: Vec<Piece>,
    /// The colors of their formations.
    pub bands: Bands,
    /// What of the scenario each counter is; nothing in a game, whose counters are the game's own.
    counters: Vec<Counter>,
    /// Which stand in each hex, the lowest first.
    stacks: BTreeMap<Cell, Vec<usize>>,
}

impl Crowd {
    /// The counters of `scenario` as they start.
    pub fn of(scenario: &Scenario) -> Self {
        let common = scenario.common();
        let counters = common.counters().into_iter().filter(|counter| common.counter(*counter).is_some()).collect();
        let crowd = Self::new(pieces(scenario, None));
        Self { counters, bands: crowd.bands.chosen(common), ..crowd }
    }

    /// The counters of a game.
    pub fn new(pieces: Vec<Piece>) -> Self {
        let mut stacks: BTreeMap<Cell, Vec<usize>> = BTreeMap::new();
        for (index, piece) in pieces.iter().enumerate() {
            if let Spot::Hex(cell) = piece.spot {
                stacks.entry(cell).or_default().push(index);
            }
        }
        for stack in stacks.values_mut() {
            // The piece of the decision at hand lies on top.
            stack.sort_by_key(|index| pieces.get(*index).is_some_and(|piece| piece.active));
        }
        Self { bands: Bands::new(&pieces), pieces, counters: Vec::new(), stacks }
    }

    /// What of the scenario the counter at `index` is.
    pub fn counter(&self, index: usize) -> Option<Counter> {
        self.counters.get(index).copied()
    }

    /// How `counter` is shown.
    pub fn piece(&self, counter: Counter) -> Option<&Piece> {
        // Counters come in order, units first.
        self.pieces.get(self.counters.binary_search(&counter).ok()?)
    }

    /// The counters of the scenario that stand in `cell`, the lowest first.
    pub fn counters_in(&self, cell: Cell) -> Vec<Counter> {
        let stack = self.stacks.get(&cell).into_iter().flatten();
        stack.filter_map(|index| self.counter(*index)).collect()
    }

    /// Which stand where on the screen; the last is uppermost. The one that is `lifted` is nowhere.
    pub fn place(&self, view: &View, lifted: Option<Counter>) -> Vec<Placed> {
        let width = view.radius() * counters::SIZE;
        let near = view.rect().expand(width);
        let (columns, rows) = view.span();
        let mut placed = Vec::new();
        for column in columns {
            let here = Cell { column, row: rows.start }..Cell { column, row: rows.end };
            for (cell, stack) in self.stacks.range(here) {
                let stack = stack.iter().copied().filter(|index| lifted.is_none() || self.counter(*index) != lifted);
                let stack: Vec<usize> = stack.collect();
                let middle = view.center(*cell);
                let count = f32::from(u8::try_from(stack.len()).unwrap_or(u8::MAX));
                for (n, index) in stack.into_iter().enumerate() {
                    let n = f32::from(u8::try_from(n).unwrap_or(u8::MAX));
                    let shift = vec2(1.0, -1.0) * (n - (count - 1.0) / 2.0) * width * 0.17;
                    let center = middle + shift;
                    if near.contains(center) {
                        placed.push(Placed { index, center, width });
                    }
                }
            }
        }
        placed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Document;

    #[test]
    fn every_counter_is_found_by_what_it_is_and_where_it_stands() {
        for n in 0..crate::store::SHELF.len() {
            let document = Document::from_shelf(n);
            let (common, crowd) = (document.scenario().common(), Crowd::of(document.scenario()));
            let grid = common.grid().unwrap();
            assert_eq!(crowd.pieces.len(), common.counters().len());
            for (index, counter) in common.counters().into_iter().enumerate() {
                let unit = common.counter(counter).unwrap();
                assert_eq!(crowd.counter(index), Some(counter));
                assert_eq!(crowd.piece(counter).unwrap().id, unit.id.as_str());
                if let battlewright_schema::Start::At(hex) = &unit.start {
                    assert!(crowd.counters_in(grid.cell(hex).unwrap()).contains(&counter));
                }
            }
        }
    }

    #[test]
    fn a_formation_has_the_color_that_its_designer_chose() {
        let text = include_str!("../../../scenarios/pm-crisis-on-the-left.toml");
        let mut document = Document::from_text("crisis", text.to_owned());
        let bands = |document: &Document| {
            let crowd = Crowd::of(document.scenario());
            let formed = crowd.pieces.iter().filter(|piece| piece.formation.is_some());
            formed
                .map(|piece| ((piece.side.index(), piece.formation.clone()), crowd.bands.get(piece).unwrap()))
                .collect::<Vec<_>>()
        };
        let chosen = egui::Color32::from_rgb(1, 2, 3);
        assert!(bands(&document).iter().all(|(_, color)| *color != chosen));
        let field = battlewright_schema::DocPath::root().key("formation").index(0).key("color");
        document.apply("Color", None, crate::edit::Edit::Put(field, Some("#010203".into())));
        // The other side has a corps of the same number.
        let name = (0, Some(document.scenario().common().formations()[0].name.to_owned()));
        let (own, others): (Vec<_>, Vec<_>) =
            bands(&document).into_iter().partition(|(formation, _)| *formation == name);
        assert!(!own.is_empty() && own.iter().all(|(_, color)| *color == chosen));
        assert!(!others.is_empty() && others.iter().all(|(_, color)| *color != chosen));
    }
}
