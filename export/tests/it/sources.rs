//! Sources: what those who gave data ask to be shown is in every file with the map.

use std::fs;
use std::io::Cursor;
use std::path::Path;

use battlewright_export::{Format, Order, export};
use battlewright_schema::{Scenario, System, load, template};

const NOTICE: &str = "© OpenStreetMap contributors, ODbL 1.0, extract of 2026-11-01";
const BOOK: &str = "Howard, \"The War\" & more";

fn scenario(with: bool) -> Scenario {
    let mut scenario = load(template(System::MarsLaTour)).scenario.unwrap();
    let mut about = scenario.common().about();
    if with {
        about.sources = vec![BOOK.to_owned(), NOTICE.to_owned()];
    }
    scenario.common_mut().set_about(about);
    scenario
}

fn written(scenario: &Scenario, format: Format) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sources").join(format.name());
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(format!("map.{}", format.name()));
    export(scenario, &Order::new(format), &path).unwrap();
    fs::read(path).unwrap()
}

#[test]
fn maps_as_text_name_all_sources() {
    for format in [Format::Svg, Format::Tmx, Format::Tmj, Format::Md] {
        let text = String::from_utf8(written(&scenario(true), format)).unwrap();
        assert!(text.contains(NOTICE), "{}", format.name());
        assert!(text.contains("Howard"), "{}", format.name());
    }
    let svg = String::from_utf8(written(&scenario(true), Format::Svg)).unwrap();
    // As a description, and as words of the picture.
    assert!(svg.contains("<desc>Howard, ") && svg.contains("&amp; more"));
    assert!(svg.matches(NOTICE).count() > 1);
    let tmx = String::from_utf8(written(&scenario(true), Format::Tmx)).unwrap();
    assert!(tmx.contains("name=\"sources[1]\""));
}

#[test]
fn pictures_show_the_notice_and_name_all_sources() {
    let info = |scenario: &Scenario| {
        let bytes = written(scenario, Format::Png);
        let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        // The scenario itself is another text.
        let chunks = reader.info().utf8_text.iter().filter(|chunk| chunk.keyword != "battlewright");
        let texts: Vec<(String, String)> =
            chunks.map(|chunk| (chunk.keyword.clone(), chunk.get_text().unwrap())).collect();
        (texts, pixels)
    };
    let (texts, with) = info(&scenario(true));
    assert_eq!(texts, [("Source".to_owned(), format!("{BOOK}\n{NOTICE}"))]);
    let (texts, without) = info(&scenario(false));
    assert_eq!(texts, []);
    assert_eq!(with.len(), without.len());
    let changed = with.iter().zip(&without).filter(|(a, b)| a != b).count();
    assert!(changed > 200, "{changed} values of pixels show the notice");
}

#[test]
fn pages_name_all_sources() {
    // The words on the pages are in subsets of fonts; a test of the pages reads them.
    let with = written(&scenario(true), Format::Pdf);
    let without = written(&scenario(false), Format::Pdf);
    assert!(with.len() > without.len());
}
