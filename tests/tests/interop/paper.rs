//! Readers of pages and drawings: poppler for PDF, librsvg for SVG.

use std::path::Path;
use std::process::Command;

use battlewright_schema::{Scenario, load};
use battlewright_tests::workspace::root;
use image::RgbImage;

use crate::PROGRAM;
use crate::peers::succeed;
use crate::printed::{self, Printed, Word};

#[path = "../../../schema/benches/large/mod.rs"]
mod large;

const SCENARIOS: [&str; 4] =
    ["tutorial.toml", "mars-la-tour.toml", "pm-crisis-on-the-left.toml", "aac-gravelotte.toml"];

fn scenario(name: &str) -> Scenario {
    load(&std::fs::read_to_string(root().join("scenarios").join(name)).unwrap()).readable.unwrap()
}

fn export(name: &str, out: &Path, more: &[&str]) {
    let mut command = Command::new(PROGRAM);
    succeed(command.current_dir(root()).args(["export", &format!("scenarios/{name}"), "--out"]).arg(out).args(more));
}

/// Returns the words of each page according to `pdftotext`.
fn words(pdf: &Path) -> Vec<Vec<Word>> {
    printed::pages(pdf).into_iter().map(|page| page.words).collect()
}

#[test]
fn pages_can_be_read_and_are_true_to_scale() {
    let folder = tempfile::tempdir().unwrap();
    let pdf = folder.path().join("pages.pdf");
    for name in SCENARIOS {
        let scenario = scenario(name);
        let (common, grid) = (scenario.common(), scenario.common().grid().unwrap());
        export(name, &pdf, &["--hex", "30mm", "--sheets", "map,counters"]);
        let fonts = succeed(Command::new("pdffonts").arg(&pdf));
        let listed: Vec<&str> = fonts.lines().skip(2).collect();
        assert!(!listed.is_empty() && listed.iter().all(|font| font.contains(" yes yes yes ")), "{fonts}");
        let pages = words(&pdf);
        let mut hexes = 0;
        for cell in grid.cells().filter(|cell| common.has(*cell)) {
            let name = grid.name(cell);
            assert!(pages.iter().flatten().any(|word| word.text == name.as_str()), "{name} is on no page");
            hexes += 1;
        }
        // The distance of neighbors in a column is the width of a hex, on any page with both.
        let apart = pages.iter().find_map(|page| {
            let at = |hex: &str| page.iter().find(|word| word.text == hex).map(|word| word.at());
            let column = grid.cells().filter(|cell| cell.column == 2).map(|cell| grid.name(cell));
            let column: Vec<_> = column.map(|name| at(name.as_str())).collect();
            column.windows(2).find_map(|pair| Some((pair[1]?.1 - pair[0]?.1).abs()))
        });
        let mm = apart.unwrap() / 72.0 * 25.4;
        assert!((mm - 30.0).abs() < 0.05, "{mm}");
        let all: String = pages.iter().flatten().map(|word| word.text.as_str()).collect();
        let mut units = 0;
        for unit in common.counters().into_iter().filter_map(|counter| common.counter(counter)) {
            let label: String = unit.label.split_whitespace().collect();
            assert!(all.contains(&label), "{label} is on no page");
            units += 1;
        }
        println!("pdf  poppler: {name}: {units} units, {hexes} hex numbers found, a hex of 30 mm is {mm:.2} mm");
    }
}

#[test]
fn a_large_map_is_read_as_one_document() {
    let folder = tempfile::tempdir().unwrap();
    let [file, pdf] = ["large.toml", "large.pdf"].map(|name| folder.path().join(name));
    let (columns, rows) = (100, 80);
    std::fs::write(&file, large::text(columns, rows)).unwrap();
    for paper in ["a3", "sheet"] {
        let mut command = Command::new(PROGRAM);
        let ask = ["--to", "pdf", "--sheets", "map,aid", "--hex", "24mm", "--paper", paper];
        succeed(command.arg("export").arg(&file).args(ask).arg("--out").arg(&pdf));
        println!("{}", succeed(Command::new("qpdf").arg("--check").arg(&pdf)).lines().last().unwrap_or_default());
        let told = succeed(Command::new("pdfinfo").arg(&pdf));
        let pages = printed::pages(&pdf);
        assert!(
            told.contains("Creator:         Battlewright") && told.contains(&format!("{}\n", pages.len())),
            "{told}"
        );
        // Each map page has its name at the foot, or the word alone on a single sheet.
        let named = |Printed { height, words }: &Printed| {
            // What is clipped may lie below the page.
            let foot = height - 45.0..*height;
            let (x, y) = words.iter().find(|word| word.text == "Map" && foot.contains(&word.at().1))?.at();
            let after = words.iter().filter(|word| (word.at().1 - y).abs() < 1.0 && word.at().0 > x);
            let name = after.min_by(|a, b| a.at().0.total_cmp(&b.at().0));
            Some(name.map(|name| name.text.clone()).unwrap_or_default())
        };
        let names: Vec<String> = pages.iter().filter_map(named).collect();
        if paper == "sheet" {
            assert_eq!(names, [""]);
        } else {
            let (_, down) = names.last().map(|last| last.split_at(1)).unwrap();
            let across: usize = down.parse().unwrap();
            let expected = (0..names.len())
                .map(|n| format!("{}{}", char::from(b'A' + u8::try_from(n / across).unwrap()), n % across + 1));
            assert_eq!(names, expected.collect::<Vec<_>>());
        }
        let mut all: Vec<&str> = pages.iter().flat_map(|page| &page.words).map(|word| word.text.as_str()).collect();
        all.sort_unstable();
        let grid = load(&large::text(columns, rows)).readable.unwrap();
        let grid = grid.common().grid().unwrap();
        for cell in grid.cells() {
            assert!(all.binary_search(&grid.name(cell).as_str()).is_ok(), "{} is on no page", grid.name(cell).as_str());
        }
        let fonts = succeed(Command::new("pdffonts").arg(&pdf));
        let fonts: Vec<&str> = fonts.lines().skip(2).collect();
        assert!(!fonts.is_empty() && fonts.iter().all(|font| font.contains(" yes yes yes ")), "{fonts:?}");
        println!("pdf  poppler: {paper}: {} pages, {} fonts, all hex numbers found", pages.len(), fonts.len());
    }
}

#[test]
fn a_drawing_is_the_picture() {
    let folder = tempfile::tempdir().unwrap();
    let [svg, drawn, png] = ["map.svg", "drawn.png", "map.png"].map(|name| folder.path().join(name));
    for name in SCENARIOS {
        let plain = ["--no-units", "--no-numbers", "--no-marks"];
        export(name, &svg, &plain);
        // The same hex width, from side to side, as in the drawing.
        let pixels = format!("{}px", 40.0 * 3.0_f64.sqrt());
        export(name, &png, &[&plain[..], &["--hex", &pixels]].concat());
        succeed(Command::new("rsvg-convert").arg("--background-color=white").arg(&svg).arg("--output").arg(&drawn));
        let open = |path: &Path| -> RgbImage { image::open(path).unwrap().to_rgb8() };
        let (ours, theirs) = (open(&png), open(&drawn));
        assert!(ours.width().abs_diff(theirs.width()) <= 1 && ours.height().abs_diff(theirs.height()) <= 1);
        let (mut same, mut all) = (0_u32, 0_u32);
        for (x, y, pixel) in ours.enumerate_pixels().filter(|(x, y, _)| x % 5 == 0 && y % 5 == 0) {
            let other = theirs.get_pixel(x.min(theirs.width() - 1), y.min(theirs.height() - 1));
            all += 1;
            same += u32::from(pixel.0.iter().zip(other.0).all(|(a, b)| a.abs_diff(b) <= 24));
        }
        println!(
            "svg  librsvg: {name}: {all} pixels compared, {:.2} % as in our PNG",
            f64::from(same) * 100.0 / f64::from(all)
        );
        // Letters and edges have different antialiasing.
        assert!(f64::from(same) / f64::from(all) > 0.97, "{same} of {all}");
    }
}
