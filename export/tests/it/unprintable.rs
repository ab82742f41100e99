//! Files for other programs of a scenario whose every text has characters that XML does not have: they are sound.

use std::fs;
use std::io::{Cursor, Read as _};
use std::path::Path;

use battlewright_export::{Format, Order, Subject, export, write_export};
use battlewright_schema::{DocPath, Scenario, System, load, save, template};
use roxmltree::Document;
use serde_json::Value;
use zip::ZipArchive;

/// Puts strange characters into every text within `value` that may hold any.
fn stain(scenario: &mut Scenario, value: &Value, path: &DocPath) {
    match value {
        Value::String(text) => {
            let stained = Value::String(format!("\u{1}{text}\u{fffe}\u{1b}[31m\r<&\"'\u{0}\u{ffff}"));
            let before = scenario.get(path);
            let is_free =
                matches!(path.last_key(), Some("name" | "title" | "text" | "source" | "description" | "label"));
            if is_free && scenario.set(path, Some(stained)).is_err() {
                scenario.set(path, before).unwrap();
            }
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(at, item)| stain(scenario, item, &path.clone().index(at)));
        }
        Value::Object(fields) => fields.iter().for_each(|(key, item)| stain(scenario, item, &path.clone().key(key))),
        _ => {}
    }
}

fn sound(what: &str, text: &[u8]) {
    let text = std::str::from_utf8(text).unwrap_or_else(|error| panic!("{what}: {error}"));
    if let Err(error) = Document::parse(text.trim_start_matches('\u{feff}')) {
        panic!("{what}: {error}");
    }
}

#[test]
fn what_is_written_is_sound_xml_whatever_the_texts_are() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("unprintable");
    fs::create_dir_all(&folder).unwrap();
    for system in System::ALL {
        let mut scenario = load(template(system)).scenario.unwrap();
        let is_on_table = scenario.common().table().is_some();
        if !is_on_table {
            let label = serde_json::json!({"text": "Wood", "at": "0303"});
            scenario.insert(&DocPath::root().key("label").index(0), label).unwrap();
        }
        let whole = scenario.get(&DocPath::root()).unwrap();
        stain(&mut scenario, &whole, &DocPath::root());
        let loaded = load(&save(None, &scenario));
        let codes: Vec<&str> = loaded.diagnostics.iter().map(|finding| finding.code.as_str()).collect();
        assert!(codes.contains(&"unprintable-character"), "{codes:?}");
        let scenario = loaded.scenario.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
        for (format, subject) in
            Format::ALL.iter().map(|format| (*format, Subject::Map)).chain([(Format::Svg, Subject::Counters)])
        {
            let path = folder.join(format!("out.{}", format.name()));
            let order = Order { subject, ..Order::new(format) };
            if is_on_table && format.needs_hexes() {
                let refusal = export(&scenario, &order, &path).unwrap_err();
                assert!(refusal.is_for_want_of_hexes(), "{}: {refusal}", format.name());
                continue;
            }
            let mut bytes = Vec::new();
            // Only maps for Tiled are several files.
            let written = match format {
                Format::Tmx | Format::Tmj => export(&scenario, &order, &path).map(|_| bytes = fs::read(&path).unwrap()),
                _ => write_export(&scenario, &order, &mut bytes),
            };
            written.unwrap_or_else(|refusal| panic!("{}: {refusal}", format.name()));
            match format {
                Format::Svg | Format::Tmx => sound(format.name(), &bytes),
                Format::Xlsx | Format::Vmod => {
                    let mut archive = ZipArchive::new(Cursor::new(bytes)).unwrap();
                    for at in 0..archive.len() {
                        let mut file = archive.by_index(at).unwrap();
                        let name = file.name().unwrap().into_owned();
                        let mut text = Vec::new();
                        file.read_to_end(&mut text).unwrap();
                        if [".xml", ".rels", ".svg", "moduledata"].iter().any(|end| name.ends_with(end)) {
                            sound(&name, &text);
                        }
                    }
                }
                Format::Tmj => drop(serde_json::from_slice::<Value>(&bytes).unwrap()),
                _ => assert!(!bytes.is_empty()),
            }
        }
    }
}
