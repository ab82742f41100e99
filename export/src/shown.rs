//! A position as changes of the position that a page shows already, ready for its JSON.

use std::collections::{BTreeMap, BTreeSet};

use battlewright_engine::show::{Piece, Show, Spot};
use emath::Pos2;
use serde::Serialize;

use crate::position::{PositionDrawing, PositionItem};
use crate::svg;

/// The items that a page shows, by their keys.
#[derive(Clone, Debug, Default)]
pub struct ShownItems {
    items: BTreeMap<String, ShownItem>,
    /// The keys from bottom to top.
    order: Vec<String>,
}

#[derive(Clone, Debug)]
struct ShownItem {
    item: PositionItem,
    /// The title that is shown.
    title: String,
}

/// The changes from the position that a page shows to another one. Places are points of the drawing.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PositionChange {
    /// The items that are new or have changed.
    pub changes: Vec<ItemChange>,
    /// The keys of the items that are gone.
    pub gone: Vec<String>,
    /// The keys of all items from bottom to top; `None` if their order is the same.
    pub order: Option<Vec<String>>,
}

impl PositionChange {
    /// Returns `true` if nothing has changed.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty() && self.gone.is_empty() && self.order.is_none()
    }
}

/// The change of an item; what is `None` stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ItemChange {
    /// The key of the item.
    pub key: String,
    /// Its shapes around the origin, as SVG elements.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub svg: Option<String>,
    /// The place of the origin of its shapes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<[f32; 2]>,
    /// The name, the markers and the place of its piece.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
}

/// The places that a piece has left and entered; `None` off the map.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PieceMove {
    /// The place before.
    pub from: Option<[f32; 2]>,
    /// The place after.
    pub to: Option<[f32; 2]>,
    /// The index of the side of the piece.
    pub side: usize,
}

impl ShownItems {
    /// Takes over the position of `game`, and returns what has changed.
    pub fn change_to(&mut self, drawing: &PositionDrawing<'_>, game: &impl Show) -> PositionChange {
        let titles: BTreeMap<String, String> =
            game.pieces().into_iter().map(|piece| (piece.id.clone(), title(drawing, &piece))).collect();
        let items = drawing.items(game);
        let mut changes = Vec::new();
        let order: Vec<String> = items.iter().map(|item| item.key.clone()).collect();
        for item in items {
            let title = item.piece.as_ref().and_then(|id| titles.get(id)).cloned().unwrap_or_default();
            let old = self.items.get(&item.key);
            let change = ItemChange {
                key: item.key.clone(),
                svg: old.is_none_or(|old| old.item.look != item.look).then(|| written(drawing, &item)),
                at: old.is_none_or(|old| old.item.at != item.at).then_some([item.at.x, item.at.y]),
                title: old.is_none_or(|old| old.title != title).then(|| title.clone()),
            };
            if change.svg.is_some() || change.at.is_some() || change.title.is_some() {
                changes.push(change);
                self.items.insert(item.key.clone(), ShownItem { item, title });
            }
        }
        let kept: BTreeSet<&String> = order.iter().collect();
        let gone: Vec<String> = self.order.iter().filter(|key| !kept.contains(key)).cloned().collect();
        for key in &gone {
            self.items.remove(key);
        }
        let new_order = (self.order != order).then(|| order.clone());
        self.order = order;
        PositionChange { changes, gone, order: new_order }
    }
}

/// Returns the shapes of an item as SVG elements.
fn written(drawing: &PositionDrawing<'_>, item: &PositionItem) -> String {
    let mut bytes = Vec::new();
    // Writing to memory does not fail.
    let _ = svg::elements(&drawing.shapes(&item.look), &mut bytes);
    String::from_utf8(bytes).unwrap_or_default()
}

/// Returns the name of a piece with its markers and its place.
fn title(drawing: &PositionDrawing<'_>, piece: &Piece) -> String {
    let mut title = piece.name.clone();
    for marker in &piece.markers {
        title.push_str(", ");
        title.push_str(marker);
    }
    if let Some((cell, view)) = piece.spot.cell().zip(drawing.scene().view().ok()) {
        title.push_str(" in ");
        title.push_str(view.grid().name(cell).as_str());
    }
    title
}

/// Returns the places that pieces have left and entered between two positions.
pub fn piece_moves(drawing: &PositionDrawing<'_>, before: &[Piece], after: &[Piece]) -> Vec<PieceMove> {
    let place = |piece: &Piece| match &piece.spot {
        Spot::On(place) => drawing.at(*place),
        Spot::Turn(..) | Spot::Out(_) => None,
    };
    let old: BTreeMap<&str, Option<Pos2>> = before.iter().map(|piece| (piece.id.as_str(), place(piece))).collect();
    let point = |at: Option<Pos2>| at.map(|at| [at.x, at.y]);
    let moved = after.iter().filter_map(|piece| {
        let (from, to) = (*old.get(piece.id.as_str())?, place(piece));
        (from != to).then(|| PieceMove { from: point(from), to: point(to), side: piece.side.index() })
    });
    moved.collect()
}

#[cfg(test)]
mod tests {
    use battlewright_engine::any::AnyGame;
    use battlewright_engine::play::Match;
    use battlewright_schema::load;

    use super::*;
    use crate::position::tests::advance;
    use crate::scene::Options;

    #[test]
    fn changes_add_up_to_the_position() {
        let scenario = load(include_str!("../../scenarios/mars-la-tour.toml")).readable.unwrap();
        let start = AnyGame::new(&scenario).unwrap();
        let drawing = PositionDrawing::new(&scenario, &start, Options::default()).unwrap();
        let mut game = Match::seeded(start, 1);
        let mut shown = ShownItems::default();
        let all = shown.change_to(&drawing, game.now());
        assert!(all.changes.len() > 10 && all.changes.iter().all(|change| change.svg.is_some() && change.at.is_some()));
        assert!(shown.change_to(&drawing, game.now()).is_empty());
        let mut moved = 0;
        while game.len() < 60 {
            let before = game.now().pieces();
            assert!(advance(&mut game));
            let change = shown.change_to(&drawing, game.now());
            assert!(change.changes.len() < all.changes.len());
            let moves = piece_moves(&drawing, &before, &game.now().pieces());
            assert!(moves.iter().all(|one| one.from != one.to));
            moved += moves.len();
        }
        assert!(moved > 0);
        let mut anew = ShownItems::default();
        assert_eq!(anew.change_to(&drawing, game.now()).order.unwrap(), shown.order);
        assert_eq!(anew.items.len(), shown.items.len());
    }
}
