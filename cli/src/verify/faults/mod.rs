//! Sixty seeded faults: files that were not made of the scenario, or were changed afterward, and what must be told of each.

mod list;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::io::{Cursor, Read as _, Write as _};
use std::path::{Path, PathBuf};

use battlewright_export::stamp::embedded;
use battlewright_export::{Format, Subject};
use battlewright_schema::System::{self, MarsLaTour as Mars, Matz};
use battlewright_schema::{load, template};
use clap::Parser;
use tempfile::TempDir;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use list::Medium::{CountersPng, CountersSvg, Kit, MapPng, MapSvg, Module, Page, Pdf, Site, Text};
use list::Seed::{Edition, Later, Longer, Missing, OldSheet, Pieces, Within};
use list::{FAULTS, Medium, SeededFault};

use super::examine::FileVerdict;
use super::tests::{KitAlone, expected, exported, read, words};
use super::*;
use crate::publish::testing::web_programs;

/// The files of the templates, each made once.
struct MadeFiles {
    files: RefCell<BTreeMap<(System, Medium), Vec<u8>>>,
    folder: TempDir,
}

#[derive(Debug, Parser)]
struct PublishAlone {
    #[command(flatten)]
    publish: crate::publish::Publish,
}

impl MadeFiles {
    /// Writes the kit and the site. Other files are written as they are needed.
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        for system in [Mars, Matz] {
            fs::write(path(&format!("{}.toml", name(system))), template(system)).unwrap();
        }
        let [mars, matz] = [Mars, Matz].map(|system| path(&format!("{}.toml", name(system))));
        let (kit, site, programs) = (path("kit"), path("site"), web_programs());
        let line = ["export", &mars, "--kit", &kit];
        KitAlone::try_parse_from(line).unwrap().export.run(&mut Console::new()).unwrap();
        let line = ["publish", &mars, &matz, "--out", &site, "--programs", programs.path().to_str().unwrap()];
        PublishAlone::try_parse_from(line).unwrap().publish.run(&mut Console::new()).unwrap();
        Self { files: RefCell::default(), folder }
    }

    fn kit(&self) -> PathBuf {
        self.folder.path().join("kit")
    }

    fn site(&self) -> PathBuf {
        self.folder.path().join("site")
    }

    /// Returns the path of a file or a folder of this kind.
    fn path(&self, system: System, medium: Medium) -> PathBuf {
        match medium {
            Page => self.site().join(name(system)).join("index.html"),
            Site => self.site(),
            Kit => self.kit(),
            Pdf => "a.pdf".into(),
            MapPng | CountersPng => "a.png".into(),
            MapSvg | CountersSvg => "a.svg".into(),
            Module => "a.vmod".into(),
            Text => "scenario.toml".into(),
        }
    }

    /// Returns the bytes of the file.
    fn bytes(&self, system: System, medium: Medium) -> Vec<u8> {
        if let Some(known) = self.files.borrow().get(&(system, medium)) {
            return known.clone();
        }
        let made = |format, subject| exported(&read(template(system)), format, subject);
        let bytes = match medium {
            Pdf => made(Format::Pdf, Subject::Map),
            MapPng => made(Format::Png, Subject::Map),
            CountersPng => made(Format::Png, Subject::Counters),
            MapSvg => made(Format::Svg, Subject::Map),
            CountersSvg => made(Format::Svg, Subject::Counters),
            Module => made(Format::Vmod, Subject::Map),
            Text => embedded(&read(template(system))).into_bytes(),
            Page | Site | Kit => fs::read(self.path(system, medium)).unwrap(),
        };
        self.files.borrow_mut().insert((system, medium), bytes.clone());
        bytes
    }

    /// Verifies the file as it was made against `text`.
    fn verified(&self, system: System, medium: Medium, text: &str) -> Vec<ExaminedFile> {
        let of = ExpectedScenario { name: name(system), ..expected(text) };
        let path = self.path(system, medium);
        match medium {
            Kit | Site => examined(&path, &of),
            _ => vec![examine::file(&path, &self.bytes(system, medium), &of)],
        }
    }

    /// Verifies the file with the fault.
    fn with_fault(&self, (system, medium, seed, _): SeededFault) -> Vec<ExaminedFile> {
        let text = template(system);
        let of = ExpectedScenario { name: name(system), ..expected(text) };
        let path = self.path(system, medium);
        let file = |bytes: Vec<u8>| vec![examine::file(&path, &bytes, &of)];
        match seed {
            Later(old, new) => self.verified(system, medium, &edited(text, old, new)),
            Edition(old, new) if medium == Page => {
                let page = String::from_utf8(self.bytes(system, medium)).unwrap();
                assert!(old.is_empty() && new.is_empty(), "a page has no rules in it");
                file(edited(&page, "mars-la-tour@1", "mars-la-tour@0").into_bytes())
            }
            Edition(old, new) => {
                let edition = |text: &str| edited(&edited(text, "mars-la-tour@1", "mars-la-tour@0"), old, new);
                file(self.with_text(system, medium, edition))
            }
            Within(old, new) => file(self.with_text(system, medium, |text| edited(text, old, new))),
            Pieces(old, new) => {
                file(rezipped(&self.bytes(system, medium), "buildFile.xml", |text| edited(text, old, new)))
            }
            Missing(file) => self.with_folder(medium, &of, |folder| fs::remove_file(folder.join(file)).unwrap()),
            Longer(file) => self.with_folder(medium, &of, |folder| {
                let file = if medium == Site { folder.join(&of.name).join(file) } else { folder.join(file) };
                let longer = [fs::read(&file).unwrap(), b"\n".to_vec()].concat();
                fs::write(file, longer).unwrap();
            }),
            OldSheet(old, new) => self.with_folder(medium, &of, |folder| {
                let sheet = exported(&read(&edited(text, old, new)), Format::Pdf, Subject::Map);
                fs::write(folder.join("old.pdf"), sheet).unwrap();
            }),
        }
    }

    /// Returns the file with a changed text of the scenario within it.
    fn with_text(&self, system: System, medium: Medium, change: impl Fn(&str) -> String) -> Vec<u8> {
        let text = embedded(&read(template(system)));
        match medium {
            Text => change(&text).into_bytes(),
            // As programs write it that unpack the streams of a PDF.
            Pdf => {
                format!("%PDF-1.7\n1 0 obj\n<< >>\nstream\n{}\nendstream\nendobj\n%%EOF", change(&text)).into_bytes()
            }
            Module => rezipped(&self.bytes(system, medium), "battlewright/scenario.toml", change),
            _ => panic!("the text in {medium:?} is packed"),
        }
    }

    /// Verifies a copy of the folder that `damage` changes.
    fn with_folder(&self, medium: Medium, of: &ExpectedScenario, damage: impl Fn(&Path)) -> Vec<ExaminedFile> {
        let copy = tempfile::tempdir().unwrap();
        let from = if medium == Kit { self.kit() } else { self.site() };
        copied(&from, copy.path());
        damage(copy.path());
        examined(copy.path(), of)
    }
}

fn name(system: System) -> String {
    format!("{system:?}").to_lowercase()
}

fn edited(text: &str, old: &str, new: &str) -> String {
    assert!(text.contains(old), "{old}");
    text.replacen(old, new, 1)
}

fn copied(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            fs::create_dir(&target).unwrap();
            copied(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// Returns the archive with a changed text in one of its files.
fn rezipped(bytes: &[u8], file: &str, change: impl Fn(&str) -> String) -> Vec<u8> {
    let mut from = ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut to = ZipWriter::new(Cursor::new(Vec::new()));
    for at in 0..from.len() {
        let mut one = from.by_index(at).unwrap();
        let name = one.name().unwrap().into_owned();
        let mut content = Vec::new();
        one.read_to_end(&mut content).unwrap();
        if name == file {
            content = change(&String::from_utf8(content).unwrap()).into_bytes();
        }
        to.start_file(name, SimpleFileOptions::default()).unwrap();
        to.write_all(&content).unwrap();
    }
    to.finish().unwrap().into_inner()
}

/// Returns all that is told about files, each once.
fn told(files: &[ExaminedFile]) -> Vec<String> {
    let mut all: Vec<String> = files.iter().flat_map(words).collect();
    all.sort();
    all.dedup();
    all
}

#[test]
fn sixty_seeded_faults_are_found_and_none_is_invented() {
    let made = MadeFiles::new();
    let (mut found, mut wrong) = (BTreeMap::new(), Vec::new());
    for fault in FAULTS {
        let (system, medium, seed, wanted) = fault;
        let files = made.with_fault(fault);
        let mut words = told(&files);
        if matches!(seed, Later(..)) {
            // A module also tells by its pieces.
            words.retain(|word| !word.starts_with("piece "));
        }
        let mut wanted: Vec<String> = wanted.iter().map(|word| (*word).to_owned()).collect();
        wanted.sort();
        if words == wanted && files.iter().any(ExaminedFile::differs) && !files.iter().any(ExaminedFile::is_unknown) {
            *found.entry(medium).or_insert(0) += 1;
        } else {
            wrong.push(format!("{system:?} {medium:?} {seed:?}: {words:?}"));
        }
    }
    let (mut same, mut invented) = (0, Vec::new());
    for system in System::ALL {
        let text = template(system);
        let is_table = load(text).readable.unwrap().common().table().is_some();
        let formatted = battlewright_schema::format(text).unwrap();
        let media = [Pdf, MapPng, CountersPng, MapSvg, CountersSvg, Module, Text, Kit, Site, Page].into_iter();
        for medium in media.filter(|medium| match medium {
            Module => !is_table,
            Kit => system == Mars,
            Site | Page => matches!(system, Mars | Matz),
            _ => true,
        }) {
            // Another comment and another layout are no other scenario.
            for text in [text.to_owned(), format!("# Another comment\n\n{text}"), formatted.clone()] {
                let files = made.verified(system, medium, &text);
                same += files.len();
                let other = files.iter().filter(|file| !matches!(file.verdict, FileVerdict::Same));
                invented.extend(other.map(|file| format!("{system:?} {}: {:?}", file.path, words(file))));
            }
        }
    }
    let each: Vec<String> = found.iter().map(|(medium, count)| format!("{count} {medium:?}")).collect();
    println!(
        "verify: {} of {} seeded faults found and named ({})",
        found.values().sum::<i32>(),
        FAULTS.len(),
        each.join(", ")
    );
    println!("verify: {same} unchanged files, {} faults invented", invented.len());
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(invented.is_empty() && same > 100, "{same}: {invented:#?}");
}
