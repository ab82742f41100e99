//! The suggestions from a scan.

use std::time::Duration;

use battlewright_editor::Document;
use battlewright_editor::messages::act::Act;
use battlewright_editor::messages::command::Command;
use battlewright_editor::messages::scan::ScanAct;
use battlewright_export::{Format, Options, Order, Scene, write_export};
use battlewright_schema::{ArtPath, Cell, HexsideKind, Pixel, Pixels, Scan};
use egui::Theme;

use crate::{Album, cut, editor};

/// The width of a hex on the scan, in pixels.
const HEX: f32 = 72.0;

/// The bundled map as drawn for print is the scan; the scenario has three streams and three steps of a road of it.
#[test]
fn suggested_terrain_lines_and_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let bundled = Document::bundled();
    let mut scenario = bundled.scenario().clone();
    let options = Options { units: false, marks: false, ..Options::default() };
    let order = Order { hex: Some(HEX), options: options.clone(), ..Order::new(Format::Png) };
    let mut picture = Vec::new();
    write_export(&scenario, &order, &mut picture).unwrap();
    std::fs::write(folder.path().join("map.png"), &picture).unwrap();
    let scene = Scene::new(&scenario, options).unwrap();
    let scale = image::load_from_memory(&picture).unwrap().width() as f32 / scene.size().x;
    let center = |column, row| scene.view().unwrap().center(Cell { column, row }).to_vec2() * scale;
    let pixel = |at: egui::Vec2| {
        let of = |n: f32| Pixels::new(f64::from(n)).unwrap();
        Pixel { x: of(at.x), y: of(at.y) }
    };
    let first = center(0, 0);
    let scan = Scan {
        file: ArtPath("map.png".to_owned()),
        first: pixel(first),
        column: pixel((center(2, 0) - first) / 2.0),
        row: pixel((center(0, 2) - first) / 2.0),
        opacity: 100,
    };
    drop(scene);
    let common = scenario.common_mut();
    *common.scan_mut() = Some(scan);
    common.roads_mut().truncate(1);
    common.roads_mut()[0].path.truncate(4);
    common.hexsides_mut().retain(|row| row.kind == HexsideKind::Stream);
    common.hexsides_mut().truncate(1);
    common.hexsides_mut()[0].between.truncate(3);
    let file = folder.path().join("mine.toml");
    std::fs::write(&file, battlewright_schema::save(None, &scenario)).unwrap();

    let mut album = Album::new();
    let mut editor = editor(Document::open(&file).unwrap(), Theme::Light);
    editor.state_mut().ask(Act::Command(Command::Suggest));
    for (hex, letter) in [("0101", '.'), ("0102", '.')] {
        let cell = editor.state().document().scenario().common().grid().unwrap().cell(&hex.into()).unwrap();
        editor.state_mut().ask(Act::Scan(ScanAct::Examples(vec![cell], letter)));
    }
    for _ in 0..600 {
        editor.run_steps(2);
        let readings = &editor.state().scans().suggest.readings;
        if readings.lines().is_some() && readings.numbers().is_some() && !readings.is_busy() {
            break;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    editor.run_steps(3);
    let all = editor.ctx.content_rect();
    album.guide(&cut(&mut editor, all), "trace-suggest");
    album.window(&mut editor, "suggestions");
    album.panel(&mut editor, "Inspector", "suggestions-panel");
}
