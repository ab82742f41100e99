//! The layers of the map can be hidden, on maps and on tables.

use std::collections::BTreeSet;

use battlewright_editor::messages::command::{Command, MapLayer};
use battlewright_editor::panels::menu::State;
use egui::Shape;
use egui::epaint::Primitive;

use crate::desk::{Editor, bundled, command, editor};

/// The words and the number of triangles of the map in the last frame.
#[derive(Debug, PartialEq)]
struct Drawing {
    words: BTreeSet<String>,
    triangles: usize,
}

fn words(shape: &Shape, found: &mut BTreeSet<String>) {
    match shape {
        Shape::Text(text) => _ = found.insert(text.galley.text().to_owned()),
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| words(shape, found)),
        _ => {}
    }
}

fn drawing(editor: &Editor) -> Drawing {
    let map = editor.state().map_rect();
    let shapes = editor.output().shapes.iter().filter(|shape| map.contains_rect(shape.clip_rect)).cloned();
    let shapes: Vec<_> = shapes.collect();
    let mut found = BTreeSet::new();
    shapes.iter().for_each(|shape| words(&shape.shape, &mut found));
    let triangles = editor.ctx.tessellate(shapes, 1.0).into_iter().map(|shape| match shape.primitive {
        Primitive::Mesh(mesh) => mesh.indices.len() / 3,
        Primitive::Callback(_) => 0,
    });
    let triangles = triangles.sum();
    Drawing { words: found, triangles }
}

/// Hides each layer alone. Asserts that it has fewer triangles, exactly the words of `lost` less, and comes back.
fn hide_each(editor: &mut Editor, lost: [(MapLayer, &str); 4]) {
    let all = drawing(editor);
    for (layer, word) in lost {
        command(editor, Command::Layer(layer));
        let hidden = drawing(editor);
        assert!(hidden.triangles < all.triangles, "{layer:?}: {} of {}", hidden.triangles, all.triangles);
        assert!(word.is_empty() || all.words.contains(word), "{layer:?}: {word} of {:?}", all.words);
        assert!(!hidden.words.contains(word), "{layer:?}: {:?}", hidden.words);
        for (other, word) in lost.iter().filter(|(other, word)| *other != layer && !word.is_empty()) {
            assert!(hidden.words.contains(*word), "{layer:?} hides {word} of {other:?}");
        }
        command(editor, Command::Layer(layer));
        assert_eq!(drawing(editor), all, "{layer:?}");
    }
}

#[test]
fn each_layer_of_a_map_can_be_hidden() {
    let mut editor = editor(bundled("tutorial.toml"));
    hide_each(
        &mut editor,
        [(MapLayer::Numbers, "0101"), (MapLayer::Names, "Saint-Rémy"), (MapLayer::Counters, ""), (MapLayer::Lines, "")],
    );
}

#[test]
fn each_layer_of_a_table_can_be_hidden() {
    let mut editor = editor(bundled("outrance-first-assault.toml"));
    hide_each(
        &mut editor,
        [
            (MapLayer::Numbers, "12\""),
            (MapLayer::Names, "Wood"),
            (MapLayer::Counters, "Hussars"),
            (MapLayer::Lines, ""),
        ],
    );
    // The hills of a table are always shown.
    let state = State { table: true, ..State::default() };
    assert!(!state.enabled(Command::Levels) && State::default().enabled(Command::Levels));
}
