//! Files of other programs, damaged at random: each reader refuses them or reads them, and never panics.
//! Replays are damaged in `tests/tests/it/damaged_games.rs`.
//!
//! A failure prints its seed, which gives the same file again.

use std::fs;
use std::io::{Cursor, Read as _, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use battlewright_export::art::Art;
use battlewright_export::tiled::{Reading, TileTable, begin, import};
use battlewright_export::{Format, Order, export, vassal, workbook};
use battlewright_schema::{Scenario, System, load, table, template};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// The number of times that each file is damaged.
const ROUNDS: u64 = 150;

/// Numbers that seem random, the same ones each time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % most.max(1)
    }

    /// The bytes that are put in for something else: numbers that hurt, brackets that end nothing, bytes that are no
    /// text.
    fn piece(&mut self) -> &'static [u8] {
        const PIECES: [&[u8]; 16] = [
            b"0",
            b"-1",
            b"4294967295",
            b"99999999999999999999",
            b"1e308",
            b"NaN",
            b"",
            b"\"",
            b"<",
            b"/>",
            b"{",
            b"]",
            b",",
            b"\xff\xfe",
            b"\0",
            "\u{1f41d}".as_bytes(),
        ];
        PIECES[self.below(PIECES.len())]
    }

    /// `bytes` with up to four things done to them.
    fn damaged(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        for _ in 0..=self.below(4) {
            let at = self.below(bytes.len());
            let end = (at + 1 + self.below(40)).min(bytes.len());
            match self.below(6) {
                0 => bytes.truncate(at),
                1 => {
                    if let Some(byte) = bytes.get_mut(at) {
                        *byte ^= 1 << self.below(8);
                    }
                }
                2 => drop(bytes.drain(at.min(end)..end)),
                3 => {
                    let piece: Vec<u8> = bytes[at.min(end)..end].to_vec();
                    let to = self.below(bytes.len());
                    drop(bytes.splice(to..to, piece));
                }
                4 => drop(bytes.splice(at.min(end)..end, self.piece().iter().copied())),
                // A number becomes another: what a file claims is where it hurts.
                _ => {
                    let from = (at..bytes.len()).find(|at| bytes[*at].is_ascii_digit());
                    if let Some(from) = from {
                        let end = (from..bytes.len()).find(|at| !bytes[*at].is_ascii_digit()).unwrap_or(bytes.len());
                        drop(bytes.splice(from..end, self.piece().iter().copied()));
                    }
                }
            }
        }
        bytes
    }

    /// An archive with one of its files damaged, or damaged itself.
    fn damaged_archive(&mut self, bytes: &[u8]) -> Vec<u8> {
        if self.below(4) == 0 {
            return self.damaged(bytes);
        }
        let mut old = ZipArchive::new(Cursor::new(bytes)).unwrap();
        let mut new = ZipWriter::new(Cursor::new(Vec::new()));
        let chosen = self.below(old.len());
        for at in 0..old.len() {
            let mut file = old.by_index(at).unwrap();
            let mut content = Vec::new();
            file.read_to_end(&mut content).unwrap();
            let plain = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
            new.start_file(file.name().unwrap(), plain).unwrap();
            // Most of what is told is in few files.
            let told =
                matches!(file.name().unwrap().rsplit('/').next(), Some("buildFile.xml" | "sheet1.xml" | "content.xml"));
            new.write_all(&if at == chosen || told { self.damaged(&content) } else { content }).unwrap();
        }
        new.finish().unwrap().into_inner()
    }
}

/// Reads damaged files with `read`, which says whether one was taken; some are, or too much is broken to learn from.
fn try_all(what: &str, mut read: impl FnMut(&mut Chance) -> bool) {
    let mut taken = 0;
    for seed in 0..ROUNDS {
        let mut chance = Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        match catch_unwind(AssertUnwindSafe(|| read(&mut chance))) {
            Ok(was) => taken += u64::from(was),
            Err(_) => panic!("{what}: seed {seed} panics"),
        }
    }
    assert!((1..ROUNDS).contains(&taken), "{what}: {taken} were taken");
}

/// The text of a scenario that was made can be read again, whatever is to be mended in it.
fn readable(text: &str) -> bool {
    assert!(load(text).readable.is_some(), "{text}");
    true
}

fn lesson(system: System) -> Scenario {
    load(template(system)).scenario.unwrap()
}

/// The first lesson as `format`, in a folder of its own.
fn written(format: Format) -> (PathBuf, Vec<u8>) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("importers").join(format.name());
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(format!("lesson.{}", format.name()));
    export(&lesson(System::MarsLaTour), &Order::new(format), &path).unwrap();
    let bytes = fs::read(&path).unwrap();
    (path, bytes)
}

#[test]
fn damaged_tables_are_read_or_refused() {
    let bytes = table::write(&lesson(System::MarsLaTour), &table::columns(System::MarsLaTour), None).into_bytes();
    let columns = table::columns(System::MarsLaTour);
    try_all("csv", |chance| {
        let bytes = chance.damaged(&bytes);
        let _ = TileTable::read(&bytes);
        let Ok(sheet) = table::read(&bytes, None) else { return false };
        let mut scenario = lesson(System::MarsLaTour);
        let plan = table::Import::new(sheet, &columns, &[]).plan(&scenario, &columns);
        let sound = plan.problems.is_empty();
        let _ = plan.apply(&mut scenario);
        sound
    });
}

#[test]
fn damaged_workbooks_are_read_or_refused() {
    let (_, bytes) = written(Format::Xlsx);
    try_all("xlsx", |chance| workbook::read(&chance.damaged_archive(&bytes)).is_ok());
    let cell = "<table:table-cell table:number-columns-repeated=\"2\" office:value-type=\"float\" office:value=\"3\">\
                <text:p>a<text:s text:c=\"3\"/></text:p></table:table-cell>";
    let content = format!(
        "<office:document-content xmlns:office=\"o\" xmlns:table=\"t\" xmlns:text=\"x\"><office:body><office:spreadsheet>\
         <table:table table:name=\"Units\">{}</table:table></office:spreadsheet></office:body></office:document-content>",
        format!("<table:table-row table:number-rows-repeated=\"3\">{cell}</table:table-row>").repeat(5)
    );
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    archive.start_file("content.xml", SimpleFileOptions::default()).unwrap();
    archive.write_all(content.as_bytes()).unwrap();
    let bytes = archive.finish().unwrap().into_inner();
    assert!(workbook::read(&bytes).is_ok());
    try_all("ods", |chance| workbook::read(&chance.damaged_archive(&bytes)).is_ok());
}

#[test]
fn damaged_modules_become_scenarios_or_are_refused() {
    let (_, bytes) = written(Format::Vmod);
    try_all("vmod", |chance| {
        let read = vassal::read(&chance.damaged_archive(&bytes), System::ALL[chance.below(System::ALL.len())]);
        read.is_ok_and(|imported| readable(&imported.text))
    });
}

#[test]
fn damaged_maps_become_scenarios_or_are_refused() {
    for format in [Format::Tmx, Format::Tmj] {
        let (path, bytes) = written(format);
        try_all(format.name(), |chance| {
            fs::write(&path, chance.damaged(&bytes)).unwrap();
            let mut scenario = lesson(System::MarsLaTour);
            let _ = import(&path, Reading::default(), &mut scenario);
            let begun = begin(&path, Reading::default(), System::ALL[chance.below(System::ALL.len())]);
            begun.is_ok_and(|begun| readable(&begun.imported.text))
        });
    }
}

#[test]
fn damaged_themes_are_read_or_refused() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("importers").join("theme");
    fs::create_dir_all(&folder).unwrap();
    let theme = "theme = 1\n[counters]\nfront = \"front.svg\"\n[look.woods]\ncolor = \"#336633\"\npattern = \"plain\"\n\
                 picture = \"woods.png\"\n";
    let front = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"40\"><style>.a{fill:#123456}</style>\
                 <g transform=\"scale(2)\"><rect class=\"a\" width=\"18\" height=\"9\" rx=\"2\"/><text x=\"3\" y=\"9\">{name}</text>\
                 <path d=\"M1 1L9 9 3 8z\" stroke-dasharray=\"2 1\" stroke=\"red\"/></g></svg>";
    let woods = resvg::tiny_skia::Pixmap::new(20, 20).unwrap().encode_png().unwrap();
    try_all("theme", |chance| {
        let which = chance.below(3);
        let mut put = |at: usize, name: &str, bytes: &[u8]| {
            let bytes = if at == which { chance.damaged(bytes) } else { bytes.to_vec() };
            fs::write(folder.join(name), bytes).unwrap();
        };
        put(0, "theme.toml", theme.as_bytes());
        put(1, "front.svg", front.as_bytes());
        put(2, "woods.png", &woods);
        let loaded = Art::load(&folder.join("theme.toml"));
        loaded.refused.is_none() && loaded.findings().is_empty()
    });
}
