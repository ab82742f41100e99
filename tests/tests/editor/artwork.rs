//! The artwork of a scenario: its theme in the window.

use std::path::Path;

use battlewright_editor::Document;
use battlewright_export::draw::{Shape, counters};
use egui::Color32;

use crate::desk::{Editor, editor, settle};

const COUNTER: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><rect width=\"9\" height=\"9\" \
    fill=\"{field}\"/></svg>";

/// Writes the tutorial with a theme to `folder`, and opens it.
fn opened(folder: &Path, theme: &str) -> Editor {
    let tutorial = include_str!("../../../scenarios/tutorial.toml");
    std::fs::write(folder.join("battle.toml"), tutorial.replacen("\ntitle =", "\ntheme = \"theme.toml\"\ntitle =", 1))
        .unwrap();
    std::fs::write(folder.join("theme.toml"), theme).unwrap();
    let mut editor = editor(Document::open(&folder.join("battle.toml")).unwrap());
    settle(&mut editor);
    editor
}

/// Removes and restores the focus of the window, which makes the editor check its files.
fn away_and_back(editor: &mut Editor) {
    editor.input_mut().focused = false;
    editor.run();
    editor.input_mut().focused = true;
    settle(editor);
}

/// Returns the color of the first counter, and `true` if it has a picture.
fn first(editor: &Editor) -> (Color32, bool) {
    let crowd = editor.state().document().crowd();
    let manner = crowd.uniforms.manner(&crowd.pieces[0]);
    let mut shapes = Vec::new();
    counters::counter(&mut shapes, egui::Pos2::ZERO, 60.0, &crowd.pieces[0], &manner);
    (manner.color, shapes.iter().any(|shape| matches!(shape, Shape::Picture(_))))
}

fn problems(editor: &Editor) -> Vec<String> {
    editor.state().document().problems().iter().map(|problem| problem.finding.to_string()).collect()
}

#[test]
fn a_theme_is_shown_and_shown_again_when_its_files_change() {
    let folder = tempfile::tempdir().unwrap();
    let theme = "theme = 1\n[counters]\nfield = \"#123456\"\nfront = \"a.svg\"\n";
    let mut editor = opened(folder.path(), theme);
    assert_eq!(first(&editor), (Color32::from_rgb(0x12, 0x34, 0x56), false));
    let told = problems(&editor);
    assert!(told.len() == 1 && told[0].contains("unreadable-art") && told[0].contains("theme.toml:4:9"), "{told:?}");
    // The picture is drawn as soon as the file exists.
    std::fs::write(folder.path().join("a.svg"), COUNTER).unwrap();
    away_and_back(&mut editor);
    assert_eq!(first(&editor), (Color32::from_rgb(0x12, 0x34, 0x56), true));
    assert_eq!(problems(&editor), [] as [&str; 0]);
    std::fs::write(folder.path().join("theme.toml"), "theme = 1\n[counters]\nfield = \"#abcdef\"\n[side.nobody]\n")
        .unwrap();
    away_and_back(&mut editor);
    assert_eq!(first(&editor), (Color32::from_rgb(0xab, 0xcd, 0xef), false));
    assert!(problems(&editor)[0].contains("theme-mismatch"), "{:?}", problems(&editor));
    // Without the theme, the default look is used, and the scenario can be edited.
    std::fs::remove_file(folder.path().join("theme.toml")).unwrap();
    away_and_back(&mut editor);
    let plain = Document::bundled();
    assert!(!first(&editor).1 && plain.art().theme() == editor.state().document().art().theme());
    assert!(problems(&editor)[0].contains("does not exist"));
    assert!(!editor.state().document().is_broken());
}

#[test]
fn the_ground_has_pictures_in_the_window() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.svg"), COUNTER.replace("{field}", "{color}")).unwrap();
    let editor = opened(folder.path(), "theme = 1\n[look.woods]\npicture = \"a.svg\"\n");
    assert_eq!(problems(&editor), [] as [&str; 0]);
    let textures = editor.ctx.tex_manager().read().allocated().filter(|(_, one)| one.name.contains("theme")).count();
    assert_eq!(textures, 1);
}
