//! A position as changes of the position that the page shows.

use std::collections::{BTreeMap, BTreeSet};

use battlewright_engine::any::AnyGame;
use battlewright_engine::show::{Piece, Show as _, Spot};
use battlewright_export::{PositionDrawing, PositionItem, svg};
use emath::Pos2;
use serde_json::{Value, json};

/// The items that the page shows, by their keys.
#[derive(Default)]
pub(crate) struct ShownItems {
    items: BTreeMap<String, ShownItem>,
    /// The keys from bottom to top.
    order: Vec<String>,
}

struct ShownItem {
    item: PositionItem,
    /// The title that is shown.
    title: String,
}

impl ShownItems {
    /// Takes over the position of `game` and returns what has changed: looks, places, titles, order, and the keys of items that are gone.
    pub(crate) fn change_to(&mut self, drawing: &PositionDrawing<'_>, game: &AnyGame) -> Value {
        let titles: BTreeMap<String, String> =
            game.pieces().into_iter().map(|piece| (piece.id.clone(), title(drawing, &piece))).collect();
        let items = drawing.items(game);
        let mut changes = Vec::new();
        let order: Vec<String> = items.iter().map(|item| item.key.clone()).collect();
        for item in items {
            let title = item.piece.as_ref().and_then(|id| titles.get(id)).cloned().unwrap_or_default();
            let old = self.items.get(&item.key);
            let mut change = json!({});
            if old.is_none_or(|old| old.item.look != item.look) {
                change["svg"] = written(drawing, &item).into();
            }
            if old.is_none_or(|old| old.item.at != item.at) {
                change["at"] = json!([item.at.x, item.at.y]);
            }
            if old.is_none_or(|old| old.title != title) {
                change["title"] = title.clone().into();
            }
            if change.as_object().is_some_and(|change| !change.is_empty()) {
                change["key"] = item.key.clone().into();
                changes.push(change);
                self.items.insert(item.key.clone(), ShownItem { item, title });
            }
        }
        let kept: BTreeSet<&String> = order.iter().collect();
        let gone: Vec<String> = self.order.iter().filter(|key| !kept.contains(key)).cloned().collect();
        gone.iter().for_each(|key| {
            self.items.remove(key);
        });
        let new_order = (self.order != order).then(|| order.clone());
        self.order = order;
        json!({ "changes": changes, "gone": gone, "order": new_order })
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
pub(crate) fn moves(drawing: &PositionDrawing<'_>, before: &[Piece], after: &[Piece]) -> Value {
    let place = |piece: &Piece| match &piece.spot {
        Spot::On(place) => drawing.at(*place),
        Spot::Turn(..) | Spot::Out(_) => None,
    };
    let old: BTreeMap<&str, Option<Pos2>> = before.iter().map(|piece| (piece.id.as_str(), place(piece))).collect();
    let point = |at: Option<Pos2>| at.map(|at| [at.x, at.y]);
    let moved = after.iter().filter_map(|piece| {
        let (from, to) = (*old.get(piece.id.as_str())?, place(piece));
        (from != to).then(|| json!({ "from": point(from), "to": point(to), "side": piece.side.index() }))
    });
    moved.collect()
}

/// Returns the turn, the phase, the open question and the tracks of a position.
pub(crate) fn status(game: &AnyGame) -> Value {
    let status = game.status();
    let tracks = game.tracks().into_iter();
    let tracks = tracks.map(|track| json!({ "side": track.side.index(), "name": track.name, "value": track.value }));
    json!({
        "turn": status.turn,
        "turns": status.turns,
        "clock": status.clock,
        "phase": status.phase,
        "prompt": status.prompt,
        "tracks": tracks.collect::<Vec<_>>(),
    })
}
