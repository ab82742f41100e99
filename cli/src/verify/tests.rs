use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use battlewright_export::pdf::{PdfOptions, PrintedPart};
use battlewright_export::stamp::embedded;
use battlewright_export::{Format, Order, Stamp, Subject, write_export};
use battlewright_schema::{Scenario, System, load, template};
use clap::Parser;

use super::examine::FileVerdict;
use super::*;

pub(super) fn read(text: &str) -> Scenario {
    load(text).readable.unwrap().inlined()
}

pub(super) fn expected(text: &str) -> ExpectedScenario {
    let scenario = read(text);
    ExpectedScenario { stamp: Stamp::of(&scenario), scenario, name: "battle".to_owned() }
}

/// The formats that hold their scenario, each with the name of a file.
const FORMATS: [(&str, Format, Subject); 6] = [
    ("a.pdf", Format::Pdf, Subject::Map),
    ("a.png", Format::Png, Subject::Map),
    ("counters.png", Format::Png, Subject::Counters),
    ("a.svg", Format::Svg, Subject::Map),
    ("counters.svg", Format::Svg, Subject::Counters),
    ("a.vmod", Format::Vmod, Subject::Map),
];

/// Returns the bytes of an export, small and quick.
pub(super) fn exported(scenario: &Scenario, format: Format, subject: Subject) -> Vec<u8> {
    let book = PdfOptions { sheets: vec![PrintedPart::Track, PrintedPart::Setup], ..PdfOptions::default() };
    let hex = matches!(format, Format::Png | Format::Vmod).then_some(12.0);
    let mut bytes = Vec::new();
    write_export(scenario, &Order { subject, hex, book, ..Order::new(format) }, &mut bytes).unwrap();
    bytes
}

/// Returns what is told about a file made of `made_of`.
fn told(made_of: &str, of: &str, (name, format, subject): (&str, Format, Subject)) -> ExaminedFile {
    examine::file(Path::new(name), &exported(&read(made_of), format, subject), &expected(of))
}

pub(super) fn words(file: &ExaminedFile) -> Vec<String> {
    match &file.verdict {
        FileVerdict::Same => Vec::new(),
        FileVerdict::Differs { reasons, changes } => {
            reasons.iter().cloned().chain(changes.iter().map(ToString::to_string)).collect()
        }
        FileVerdict::Unknown(why) => vec![format!("unknown: {why}")],
    }
}

#[test]
fn a_cell_of_a_table_is_named_by_its_headings() {
    let text = template(System::Matz);
    let cell = "[[rules.cell]]\ntable = \"combat\"\nrow = \"3\"\ncolumn = \"2:1\"\nbe = \"DR\"\n\n[turns]";
    let changed = text.replacen("[turns]", cell, 1);
    assert_eq!(load(&changed).errors_told(), load(text).errors_told(), "the cell is one of the table");
    let words = words(&told(text, &changed, FORMATS[0]));
    assert!(words.len() == 1 && words[0].starts_with("combat 3, 2:1: "), "{words:?}");
}

#[test]
fn another_edition_of_the_rules_is_named_with_its_values() {
    let text = template(System::MarsLaTour);
    let within = embedded(&read(text));
    // As the file of an earlier edition, in which a zone of influence had another size.
    let old = within.replacen("mars-la-tour@1", "mars-la-tour@0", 1).replacen("\"zoi\":2", "\"zoi\":1", 1);
    assert_ne!(old, within);
    let file = examine::file(Path::new("scenario.toml"), old.as_bytes(), &expected(text));
    assert_eq!(words(&file), ["made with the published rules mars-la-tour@0, now mars-la-tour@1", "rules: zoi 1 to 2"]);
}

#[test]
fn a_stamp_that_was_changed_does_not_fit() {
    let text = template(System::MarsLaTour);
    let within = embedded(&read(text)).replacen("er = 3", "er = 4", 1);
    let words = words(&examine::file(Path::new("scenario.toml"), within.as_bytes(), &expected(text)));
    assert!(words[0].contains("does not fit the scenario in it"), "{words:?}");
    assert_eq!(words[1], "unit red-1: ER 4 to 3");
}

#[test]
fn what_cannot_be_told_is_said() {
    let of = expected(template(System::MarsLaTour));
    for (bytes, why) in [
        (&b"GIF89a"[..], "it is no PDF, picture, module or published page"),
        (b"%PDF-1.7\n%%EOF", "it has no stamp"),
        (b"PK\x03\x04 and so on", "ZIP"),
        (b"\x89PNG\r\n\x1a\n", "its stamp is damaged"),
        (b"<html><body>A page</body></html>", "it is no PDF, picture, module or published page"),
    ] {
        let file = examine::file(Path::new("a"), bytes, &of);
        let words = words(&file);
        assert!(file.is_unknown() && words[0].contains(why), "{words:?}");
    }
    assert!(examined(Path::new("no-such-file.pdf"), &of)[0].is_unknown());
}

#[derive(Debug, Parser)]
pub(super) struct KitAlone {
    #[command(flatten)]
    pub(super) export: crate::export::Export,
}

/// Writes a kit of the template into a folder and returns the folder and the scenario.
fn kit() -> (tempfile::TempDir, PathBuf, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let (scenario, kit) = (folder.path().join("battle.toml"), folder.path().join("kit"));
    fs::write(&scenario, template(System::MarsLaTour)).unwrap();
    let line = ["export", scenario.to_str().unwrap(), "--kit", kit.to_str().unwrap()];
    KitAlone::try_parse_from(line).unwrap().export.run(&mut Console::new()).unwrap();
    (folder, scenario, kit)
}

#[test]
fn a_kit_is_as_it_was_written_and_every_damage_is_told() {
    let (folder, scenario, kit) = kit();
    let answers = || examined(&kit, &ExpectedScenario::read(&scenario).unwrap());
    let bad = || {
        let files = answers().into_iter().filter(|file| !matches!(file.verdict, FileVerdict::Same));
        files.map(|file| (file.path.rsplit('/').next().unwrap().to_owned(), words(&file))).collect::<Vec<_>>()
    };
    assert_eq!(bad(), []);
    let names: BTreeSet<String> =
        answers().iter().map(|file| file.path.rsplit('/').next().unwrap().to_owned()).collect();
    for name in ["map.pdf", "counters.pdf", "markers.pdf", "aid.pdf", "track.pdf", "setup.pdf", "scenario.toml"] {
        assert!(names.contains(name), "{names:?}");
    }
    // A sheet is missing, and a text is changed.
    fs::remove_file(kit.join("track.pdf")).unwrap();
    fs::write(kit.join("print-me.txt"), "Print nothing").unwrap();
    let told = bad();
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told.iter().any(|(name, why)| name == "track.pdf" && why[0].contains("no such file")), "{told:?}");
    assert!(told.iter().any(|(name, why)| name == "print-me.txt" && why[0].contains("was changed")), "{told:?}");
    // A kit that was changed is not replaced.
    let line = ["export", scenario.to_str().unwrap(), "--kit", kit.to_str().unwrap()];
    let refused = KitAlone::try_parse_from(line).unwrap().export.run(&mut Console::new()).unwrap_err().to_string();
    assert!(refused.contains("changed after `export --kit` (print-me.txt)"), "{refused}");
    assert!(refused.contains("choose another folder for --kit"), "{refused}");
    // The scenario goes on.
    let later = template(System::MarsLaTour).replacen("er = 3", "er = 4", 1);
    fs::write(&scenario, later).unwrap();
    let told = bad();
    let map = told.iter().find(|(name, _)| name == "map.pdf").unwrap();
    assert_eq!(map.1, ["unit red-1: ER 3 to 4"]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing is left beside the kit");
}

#[test]
fn a_sheet_of_an_older_kit_is_found_among_the_new_ones() {
    let (_folder, scenario, kit) = kit();
    let old = template(System::MarsLaTour).replacen("count = 4", "count = 5", 1);
    fs::write(kit.join("old-track.pdf"), exported(&read(&old), Format::Pdf, Subject::Map)).unwrap();
    let answers = examined(&kit, &ExpectedScenario::read(&scenario).unwrap());
    let differing: Vec<&ExaminedFile> = answers.iter().filter(|file| file.differs()).collect();
    assert_eq!(differing.len(), 1);
    assert_eq!(words(differing[0]), ["turns: count 5 to 4"]);
}

#[test]
fn a_page_tells_of_what_it_was_made() {
    let folder = tempfile::tempdir().unwrap();
    let text = template(System::MarsLaTour);
    let stamp = Stamp::of(&read(text));
    let page = |beside: &str| {
        format!(
            "<!DOCTYPE html><html><head><meta name=\"battlewright-stamp\" content=\"{} {}\"><meta \
             name=\"battlewright-scenario\" content=\"{beside}\"></head></html>",
            stamp.hash(),
            stamp.rules()
        )
    };
    let path = folder.path().join("index.html");
    fs::write(&path, page("ba7816bf8f01/a &amp; b.toml")).unwrap();
    fs::create_dir(folder.path().join("ba7816bf8f01")).unwrap();
    fs::write(folder.path().join("ba7816bf8f01/a & b.toml"), text).unwrap();
    assert!(matches!(examined(&path, &expected(text))[0].verdict, FileVerdict::Same));
    let later = text.replacen("er = 3", "er = 4", 1);
    let told = examined(&path, &expected(&later));
    assert_eq!((told[0].kind, words(&told[0])), ("page", vec!["unit red-1: ER 3 to 4".to_owned()]));
    fs::write(&path, page("../../etc/passwd")).unwrap();
    assert!(examined(&path, &expected(text))[0].is_unknown());
}

#[test]
fn the_answer_for_programs_has_all() {
    let text = template(System::MarsLaTour);
    let later = text.replacen("er = 3", "er = 4", 1);
    let files = vec![told(text, &later, FORMATS[3]), ExaminedFile::unknown(Path::new("b"), "file", "why")];
    let mut bytes = Vec::new();
    output::json(&files, &expected(&later), Path::new("battle.toml"), &mut bytes).unwrap();
    let document: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
    assert_eq!(document["files"][0]["verdict"], "differs");
    assert_eq!(document["files"][0]["changes"][0]["subject"], "unit red-1");
    assert_eq!(document["files"][1]["reasons"][0], "why");
    let mut shown = Vec::new();
    output::human(&files, &expected(&later), &mut shown).unwrap();
    let shown = String::from_utf8(shown).unwrap();
    assert!(shown.contains("a.svg: differs (") && shown.contains("\n  unit red-1: ER 3 to 4\n"), "{shown}");
    assert!(shown.ends_with("2 files checked: 0 same, 1 different, 1 unknown\n"), "{shown}");
}
