//! Cases of prints and pictures.

use super::{run_command, scratch};

#[test]
fn a_superscript_letter_has_a_picture_and_others_without_one_are_told() {
    let (status, text) = run_command(&["validate", "printing/no-glyph.toml"]);
    assert_eq!(status, Some(0), "{text}");
    let out = scratch("no-glyph.png");
    let (status, text) = run_command(&["export", "printing/no-glyph.toml", "--out", &out, "--counters"]);
    assert!(status == Some(0) && !text.contains("note:"), "{text}");
    let scenario =
        std::fs::read_to_string(battlewright_tests::workspace::root().join("tests/cases/printing/no-glyph.toml"));
    let other = scratch("undrawn.toml");
    std::fs::write(&other, scenario.unwrap().replace('ᵉ', "第")).unwrap();
    let (status, text) = run_command(&["validate", &other]);
    assert!(status == Some(1) && text.contains("missing-glyph"), "{text}");
    let (status, text) = run_command(&["export", &other, "--out", &out, "--counters"]);
    assert!(status == Some(0) && text.contains("note: ") && text.contains("no font has"), "{text}");
}

#[test]
fn a_drawing_has_the_size_that_is_asked_for_and_no_option_is_ignored() {
    let width = |hex: &[&str]| {
        let out = scratch("sized.svg");
        let (status, text) = run_command(&[&["export", "printing/no-glyph.toml", "--out", &out], hex].concat());
        assert_eq!(status, Some(0), "{text}");
        let drawing = std::fs::read_to_string(&out).unwrap();
        let (_, width) = drawing.split_once("width=\"").unwrap();
        width.split('"').next().unwrap().parse::<f32>().unwrap()
    };
    let (small, large) = (width(&["--hex", "72px"]), width(&["--hex", "144px"]));
    assert!((large / small - 2.0).abs() < 0.01, "{small} {large}");
    for (out, options, idle) in [
        ("a.csv", &["--hex", "72px"][..], "--hex"),
        ("a.svg", &["--paper", "a3", "--bleed", "2mm"][..], "--paper, --bleed"),
        ("a.pdf", &["--counters"][..], "--counters"),
        ("a.png", &["--counters", "--no-numbers"][..], "--no-numbers"),
        ("a.tmx", &["--hex", "72px"][..], "--hex"),
    ] {
        let out = scratch(out);
        let (status, text) = run_command(&[&["export", "printing/no-glyph.toml", "--out", &out], options].concat());
        assert!(status == Some(2) && text.contains(&format!("{idle} has no effect on")), "{text}");
    }
}
