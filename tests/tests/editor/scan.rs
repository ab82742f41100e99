//! The way from a scan to a painted map, in the model and in the editor.

#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "pixels")]

use std::collections::BTreeMap;
use std::path::Path;

use battlewright_editor::messages::act::Act;
use battlewright_editor::messages::command::Command;
use battlewright_editor::model::scan::affine::{Affine, distance};
use battlewright_editor::model::scan::colors::classify;
use battlewright_editor::model::scan::fit::{Click, fit};
use battlewright_editor::model::scan::picture::ScanPicture;
use battlewright_editor::model::scan::place;
use battlewright_editor::model::scan::scheme::Scheme;
use battlewright_editor::panels::scan::{self, Mode, suggest};
use battlewright_editor::{App, Document};
use battlewright_schema::{Cell, HexRows, Orientation, Scenario, load};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, Pos2};
use egui_kittest::Node;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::desk::{Editor, common, editor};
use crate::printed;

/// Six clicked hexes, each one or two pixels away from its center.
const CLICKED: [(&str, [f64; 2]); 6] = [
    ("0101", [1.5, -1.0]),
    ("2202", [-1.0, 1.5]),
    ("0214", [0.5, 1.5]),
    ("2115", [-1.5, -1.0]),
    ("1208", [1.0, 0.5]),
    ("0709", [-0.5, 1.0]),
];

fn bundled() -> Scenario {
    Document::bundled().scenario().clone()
}

fn clicks(scenario: &Scenario, placement: &Affine) -> Vec<Click> {
    let click = |(hex, off): (&str, [f64; 2])| {
        let at = printed::at(scenario, placement, hex);
        Click { label: hex.into(), at: [at[0] + off[0], at[1] + off[1]] }
    };
    CLICKED.map(click).to_vec()
}

/// Returns up to three hexes of each letter, with a wide distance in the file.
fn examples(scenario: &Scenario) -> BTreeMap<Cell, char> {
    let common = scenario.common();
    let mut by_letter: BTreeMap<char, Vec<Cell>> = BTreeMap::new();
    for cell in common.grid().unwrap().cells() {
        by_letter.entry(common.hexes().get(cell.column.into(), cell.row.into()).unwrap()).or_default().push(cell);
    }
    let few = |cells: &Vec<Cell>| match cells.len() {
        0..=3 => cells.clone(),
        count => [count / 6, count / 2, count * 5 / 6].map(|n| cells[n]).to_vec(),
    };
    by_letter.iter().flat_map(|(letter, cells)| few(cells).into_iter().map(|cell| (cell, *letter))).collect()
}

#[test]
fn a_turned_and_slanted_scan_gives_the_terrain_back() {
    let scenario = bundled();
    let common = scenario.common();
    let scheme = Scheme::of(common.frame());
    for (rotation, shear, aspect) in [(0.0, 0.0, 1.0), (3.2, 1.1, 1.02), (-7.0, -2.0, 0.97)] {
        let real = printed::placement(scheme, 40.0, rotation, shear, aspect);
        let image = printed::scan(&scenario, &real);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("map.jpg");
        image.save(&path).unwrap();
        let picture = ScanPicture::open(&path).unwrap();

        let fit = fit(&clicks(&scenario, &real), None).unwrap();
        assert_eq!((fit.scheme, fit.wrong.len(), fit.unsure.len()), (scheme, 0, 0));
        assert!(fit.error < 2.5, "{}", fit.error);
        // The numbers start at 0101, the lattice of the fit at 0000.
        let grid = fit.labels.grid(fit.scheme).unwrap();
        let first = battlewright_editor::model::scan::scheme::lattice(&grid, grid.cell(&"0101".into()).unwrap());
        let found = Affine { origin: fit.placement.at(first), ..fit.placement };
        for cell in common.grid().unwrap().cells() {
            let at = battlewright_editor::model::scan::scheme::lattice(&common.grid().unwrap(), cell);
            assert!(distance(found.at(at), real.at(at)) < 3.0, "{cell:?}");
        }

        let looks = suggest::look(&picture, &found, &common.grid().unwrap());
        let examples = examples(&scenario);
        let guesses = classify(&looks, &examples);
        let letter = |cell: &Cell| common.hexes().get(cell.column.into(), cell.row.into()).unwrap();
        let others: Vec<_> = guesses.iter().filter(|(cell, _)| !examples.contains_key(*cell)).collect();
        let right = others.iter().filter(|(cell, guess)| letter(cell) == guess.letter).count();
        let sure_and_wrong = others.iter().filter(|(cell, g)| letter(cell) != g.letter && !g.is_unsure()).count();
        let unsure = others.iter().filter(|(_, guess)| guess.is_unsure()).count();
        assert!(others.len() > 300);
        assert!(right * 100 >= others.len() * 95, "{right} of {} at {rotation}", others.len());
        assert!(sure_and_wrong * 100 <= others.len() * 3, "{sure_and_wrong} sure and wrong");
        assert!(unsure * 100 <= others.len() * 15, "{unsure} of {} unsure", others.len());
    }
}

/// Draws frames until `done`.
fn wait(editor: &mut Editor, done: impl Fn(&App) -> bool) {
    for _ in 0..400 {
        editor.run_steps(2);
        if done(editor.state()) {
            editor.run_steps(3);
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    panic!("{:?}", editor.state().scans().reading);
}

fn click(editor: &mut Editor, at: Pos2) {
    editor.hover_at(at);
    editor.run_steps(1);
    editor.drag_at(at);
    editor.run_steps(1);
    editor.drop_at(at);
    editor.run_steps(3);
}

/// Returns the screen position of a pixel of the scan in the tracing view.
fn on_board(editor: &Editor, at: [f64; 2]) -> Pos2 {
    let app = editor.state();
    scan::tiles::pos(app.scans().trace.easel.placement(app.map_rect()).at(at))
}

/// Returns the size of the traced picture.
fn size(editor: &Editor) -> [usize; 2] {
    editor.state().scans().reading.picture().unwrap().size()
}

/// Writes a scenario with an empty map to `folder`, with a scan of Mars-la-Tour next to it.
fn desk(folder: &Path) -> (std::path::PathBuf, Affine) {
    let scenario = bundled();
    let real = printed::placement(Scheme::of(scenario.common().frame()), 40.0, 2.0, 0.6, 1.01);
    printed::scan(&scenario, &real).save(folder.join("map.png")).unwrap();
    let file = folder.join("mine.toml");
    let mut document = Document::template();
    document.save(&file).unwrap();
    (file, real)
}

#[test]
fn a_scan_is_traced_and_painted_from_through_the_editor() {
    let folder = tempfile::tempdir().unwrap();
    let (file, real) = desk(folder.path());
    let model = bundled();
    let mut editor = editor(Document::open(&file).unwrap());
    let before = editor.state().document().text();

    // The picture, by its path.
    editor.state_mut().ask(Act::Command(Command::Trace));
    editor.run_steps(3);
    editor.get_by_label("Path").click();
    editor.run_steps(2);
    editor.event(Event::Text("map.png".to_owned()));
    editor.run_steps(2);
    editor.key_press_modifiers(Modifiers::NONE, Key::Enter);
    wait(&mut editor, |app| app.scans().reading.picture().is_some());

    // Six clicks, each with its number. One number is mistyped at first.
    for (hex, off) in CLICKED {
        let at = printed::at(&model, &real, hex);
        let pos = on_board(&editor, [at[0] + off[0], at[1] + off[1]]);
        click(&mut editor, pos);
        editor.event(Event::Text(if hex == "1208" { "1280".to_owned() } else { hex.to_owned() }));
        editor.run_steps(3);
    }
    editor.get_by_label_contains("which put 1208 here");
    editor.state_mut().ask(Act::Scan(battlewright_editor::messages::scan::ScanAct::Label(4, "1208".to_owned())));
    editor.run_steps(3);
    assert!(editor.query_by_label_contains("which put").is_none());
    editor.get_by_label_contains("column, then row; flat tops");
    // The margin of the picture has room for additional hexes.
    let proposed = editor.state().scans().trace.proposal(editor.state().document().scenario(), size(&editor));
    let proposed = proposed.unwrap().unwrap();
    assert_eq!((proposed.first.as_str(), proposed.columns, proposed.rows), ("0101", 23, 16));
    editor.state_mut().ask(Act::Scan(battlewright_editor::messages::scan::ScanAct::Columns(22)));
    editor.state_mut().ask(Act::Scan(battlewright_editor::messages::scan::ScanAct::Rows(15)));
    editor.run_steps(3);
    editor.get_by_label("Place under map").click();
    editor.run_steps(4);

    // One step; the map has the size and numbering of the picture.
    assert_eq!(editor.state().scans().mode, Mode::Under);
    assert_eq!(editor.state().document().history().undo_name(), Some("Trace scan"));
    assert_eq!(editor.state().document().history().len(), 1);
    let scan_row = common(&editor).scan().unwrap().clone();
    assert_eq!((scan_row.file.0.as_str(), common(&editor).size()), ("map.png", model.common().size()));
    assert_eq!(
        (common(&editor).frame().orientation, common(&editor).frame().numbering.first.as_str()),
        (Orientation::Flat, "0101")
    );
    assert!(distance(place::placement(&scan_row).origin, real.origin) < 3.0);

    // The saved file has one additional section, and loads with the same scan.
    press(&mut editor, Modifiers::COMMAND, Key::S);
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("[map.scan]\nfile = \"map.png\"\nfirst = { x = "), "{text}");
    assert_eq!(load(&text).readable.unwrap().common().scan(), Some(&scan_row));

    // Examples, then all suggestions accepted in one step.
    wait(&mut editor, |app| app.scans().reading.picture().is_some());
    editor.state_mut().ask(Act::Command(Command::Suggest));
    editor.run_steps(3);
    let examples = examples(&model);
    let known: Vec<char> = common(&editor).terrain().iter().map(|terrain| terrain.letter.0).collect();
    for (cell, letter) in examples.iter().filter(|(_, letter)| known.contains(letter)) {
        editor.state_mut().ask(Act::Scan(battlewright_editor::messages::scan::ScanAct::Examples(vec![*cell], *letter)));
    }
    wait(&mut editor, |app| {
        let suggest = &app.scans().suggest;
        !suggest.guesses.is_empty() && suggest.readings.lines().is_some() && !suggest.readings.is_busy()
    });
    // What is not shown is not accepted.
    let roads = common(&editor).roads().clone();
    let is_roads = |node: &Node<'_>| node.accesskit_node().label().is_some_and(|label| label.starts_with("Roads"));
    editor.get_all_by_role(Role::CheckBox).find(is_roads).expect("a kind to hide").click_accesskit();
    editor.run_steps(3);
    editor.get_by_role_and_label(Role::CheckBox, "Roads");
    let steps = editor.state().document().history().len();
    editor.get_by_label("Accept all").click_accesskit();
    editor.run_steps(4);
    assert_eq!(editor.state().document().history().len(), steps + 1);
    assert_eq!(common(&editor).roads(), &roads);
    let (mut asked, mut right) = (0, 0);
    for cell in model.common().grid().unwrap().cells() {
        let of = |rows: &HexRows| rows.get(cell.column.into(), cell.row.into()).unwrap();
        let wanted = of(model.common().hexes());
        if known.contains(&wanted) {
            asked += 1;
            right += usize::from(of(common(&editor).hexes()) == wanted);
        }
    }
    assert!(asked > 250 && right * 100 >= asked * 95, "{right} of {asked}");

    // All steps can be undone.
    press(&mut editor, Modifiers::NONE, Key::Escape);
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert_eq!(editor.state().document().text(), before);
}

fn press(editor: &mut Editor, modifiers: Modifiers, key: Key) {
    editor.key_press_modifiers(modifiers, key);
    editor.run_steps(4);
}

#[test]
fn a_missing_picture_is_a_notice_and_a_hostile_path_is_never_opened() {
    let folder = tempfile::tempdir().unwrap();
    let (file, _) = desk(folder.path());
    let text = std::fs::read_to_string(&file).unwrap();
    let with = |path: &str| {
        let scan = format!(
            "[map.scan]\nfile = \"{path}\"\nfirst = {{ x = 1, y = 1 }}\ncolumn = {{ x = 9, y = 0 }}\nrow = {{ x = 0, y = 9 }}\n"
        );
        std::fs::write(&file, format!("{text}\n{scan}")).unwrap();
        let mut editor = editor(Document::open(&file).unwrap());
        editor.run_steps(3);
        editor
    };
    let mut missing = with("none.png");
    wait(&mut missing, |app| {
        app.scans().notice(app.document()).is_some_and(|notice| notice.contains("does not exist"))
    });
    assert_eq!(missing.state().document().counts(), (0, 0), "it is no problem of the file");
    assert_eq!(missing.state().scans().fade(missing.state().document()), 0.0);

    let hostile = with("../map.png");
    assert!(hostile.state().scans().reading.path().is_none(), "nothing is read");
    assert!(
        hostile
            .state()
            .scans()
            .notice(hostile.state().document())
            .unwrap()
            .contains("out of the folder of the scenario")
    );
    assert_eq!(hostile.state().document().counts().0, 1);

    let mut there = with("map.png");
    wait(&mut there, |app| app.scans().reading.picture().is_some());
    assert!(there.state().scans().fade(there.state().document()) > 0.0);
    there.state_mut().ask(Act::Command(Command::ShowScan));
    there.run_steps(3);
    assert_eq!(there.state().scans().fade(there.state().document()), 0.0);
}

#[test]
fn the_panel_of_suggestions_stays_within_the_inspector() {
    let folder = tempfile::tempdir().unwrap();
    let (file, _) = desk(folder.path());
    let text = std::fs::read_to_string(&file).unwrap();
    let scan =
        "[map.scan]\nfile = \"map.png\"\nfirst = { x = 1, y = 1 }\ncolumn = { x = 9, y = 0 }\nrow = { x = 0, y = 9 }\n";
    let more = "[map.terrain.f]\nname = \"Ploughed fields\"\n\n[map.terrain.g]\nname = \"Gardens\"\n";
    std::fs::write(&file, format!("{text}\n{scan}\n{more}")).unwrap();
    let mut editor = editor(Document::open(&file).unwrap());
    wait(&mut editor, |app| app.scans().reading.picture().is_some());
    editor.state_mut().ask(Act::Command(Command::Suggest));
    editor.run_steps(3);
    let letters: Vec<char> = common(&editor).terrain().iter().map(|terrain| terrain.letter.0).collect();
    assert!(letters.len() >= 4, "{letters:?}");
    let cells: Vec<Cell> = common(&editor).grid().unwrap().cells().collect();
    for (n, letter) in letters.into_iter().enumerate() {
        let three = cells[3 * n..3 * n + 3].to_vec();
        editor.state_mut().ask(Act::Scan(battlewright_editor::messages::scan::ScanAct::Examples(three, letter)));
    }
    editor.run_steps(3);
    editor.get_by_label("Remove examples");
    crate::overlap::assert_whole(&editor, "Inspector");
}

#[test]
fn a_picture_elsewhere_is_copied_beside_the_scenario_first() {
    let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (file, real) = desk(folder.path());
    let picture = elsewhere.path().join("map.png");
    std::fs::rename(folder.path().join("map.png"), &picture).unwrap();
    // An existing file is not overwritten.
    std::fs::write(folder.path().join("map.png"), "something else").unwrap();
    let model = bundled();
    let trace = |document: Document| {
        let mut editor = editor(document);
        editor.state_mut().ask(Act::Command(Command::Trace));
        editor.state_mut().ask(Act::Scan(battlewright_editor::messages::scan::ScanAct::Picture(picture.clone())));
        wait(&mut editor, |app| app.scans().reading.picture().is_some());
        for (n, (hex, _)) in CLICKED.into_iter().enumerate() {
            editor
                .state_mut()
                .ask(Act::Scan(battlewright_editor::messages::scan::ScanAct::Click(printed::at(&model, &real, hex))));
            editor.state_mut().ask(Act::Scan(battlewright_editor::messages::scan::ScanAct::Label(n, hex.to_owned())));
        }
        editor.run_steps(3);
        editor
    };
    let mut editor = trace(Document::open(&file).unwrap());
    editor.get_by_label("Place under map").click();
    editor.run_steps(3);
    assert_eq!(common(&editor).scan(), None, "not from outside the folder");
    editor.get_by_label("Copy picture to folder").click();
    wait(&mut editor, |app| app.scans().reading.picture().is_some());
    assert!(folder.path().join("map-2.png").is_file());
    editor.get_by_label("Place under map").click();
    editor.run_steps(3);
    assert_eq!(common(&editor).scan().unwrap().file.0, "map-2.png");

    let unsaved = trace(Document::template());
    unsaved.get_by_label("Save scenario…");
}

#[test]
fn a_scenario_saved_in_another_folder_takes_the_way_to_its_scan_along() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("inner");
    std::fs::create_dir(&inner).unwrap();
    let (file, _) = desk(&inner);
    let text = std::fs::read_to_string(&file).unwrap();
    let scan = "first = { x = 1, y = 1 }\ncolumn = { x = 9, y = 0 }\nrow = { x = 0, y = 9 }\n";
    std::fs::write(&file, format!("{text}\n[map.scan]\nfile = \"map.png\"\n{scan}")).unwrap();
    let mut editor = editor(Document::open(&file).unwrap());
    editor.run_steps(3);
    let save_as = |editor: &mut Editor, path: &Path| {
        editor.state_mut().ask(Act::Command(Command::SaveAs));
        editor.run_steps(3);
        editor.get_by_label("File path").set_text_value_accesskit(&path.display().to_string());
        editor.run_steps(3);
        editor.get_by_label("Save").click();
        editor.run_steps(4);
    };
    save_as(&mut editor, &folder.path().join("moved.toml"));
    assert_eq!(common(&editor).scan().unwrap().file.0, "inner/map.png", "{:?}", editor.state().status_message());
    assert!(std::fs::read_to_string(folder.path().join("moved.toml")).unwrap().contains("file = \"inner/map.png\""));
    assert!(!editor.state().document().is_dirty());
    // A folder without a valid relative path is reported.
    let elsewhere = tempfile::tempdir().unwrap();
    save_as(&mut editor, &elsewhere.path().join("far.toml"));
    assert_eq!(common(&editor).scan().unwrap().file.0, "inner/map.png");
    assert!(
        editor.state().status_message().unwrap().contains("copy inner/map.png to that folder"),
        "{:?}",
        editor.state().status_message()
    );
}
