//! Hostile files: each results in findings within a short time, without a panic.

use std::time::{Duration, Instant};

use battlewright_schema::{Loaded, System, load, load_bytes, render, save, template};

/// Loads `text`, renders the findings, and saves the readable part. The time limit is generous, because tests run
/// unoptimized and on busy machines.
fn survives(name: &str, text: &str) -> Loaded {
    let started = Instant::now();
    let loaded = load(text);
    assert!(loaded.diagnostics.len() <= 1001, "{name}: {} findings", loaded.diagnostics.len());
    assert!(loaded.diagnostics.iter().all(|finding| finding.position.is_some()), "{name}: a finding is nowhere");
    let first = loaded.diagnostics.get(..loaded.diagnostics.len().min(20)).unwrap_or_default();
    let shown = render::human::render("a.toml", text, first, true);
    assert!(shown.len() < 200_000, "{name}: {} bytes are shown", shown.len());
    assert!(render::short::render("a.toml", &loaded.diagnostics).len() < 1_000_000, "{name}");
    if let Some(readable) = &loaded.readable {
        save(Some(text), readable);
    }
    assert!(started.elapsed() < Duration::from_secs(60), "{name} took {:?}", started.elapsed());
    loaded
}

fn with(from: &str, to: &str) -> String {
    let text = template(System::MarsLaTour);
    assert!(text.contains(from), "{from}");
    text.replacen(from, to, 1)
}

fn codes(loaded: &Loaded) -> Vec<&'static str> {
    let mut codes: Vec<_> = loaded.diagnostics.iter().map(|finding| finding.code.as_str()).collect();
    codes.dedup();
    codes
}

#[test]
fn nesting_without_end() {
    for text in ["[".repeat(100_000), format!("a = {}", "[".repeat(100_000)), format!("a = {}", "{a=".repeat(100_000))]
    {
        assert_eq!(codes(&survives("nesting", &text)).first(), Some(&"syntax"));
    }
    survives("dotted keys", &format!("{}a = 1", "a.".repeat(100_000)));
    survives("a dotted header", &format!("[{}a]", "a.".repeat(100_000)));
    let deep = format!("deep = {}{}", "[".repeat(60), "]".repeat(60));
    assert_eq!(codes(&survives("nesting within bounds", &with("authors = []", &deep))), ["unknown-key"]);
}

#[test]
fn ten_megabytes_on_one_line() {
    let long = "é".repeat(5_000_000);
    assert_eq!(codes(&survives("a long title", &with("\"Untitled\"", &format!("\"{long}\"")))), ["too-long"]);
    assert_eq!(codes(&survives("a long word", &long)), ["syntax"]);
    assert_eq!(
        codes(&survives("a long side", &with("tie = \"blue\"", &format!("tie = \"{long}\"")))),
        ["unknown-side"]
    );
    assert_eq!(codes(&survives("a long key", &with("authors = []", &format!("\"{long}\" = 1")))), ["unknown-key"]);
    assert_eq!(codes(&survives("a long hex", &with("at = \"0704\"", &format!("at = \"{long}\"")))), ["hex-off-map"]);
    let numbers = "9".repeat(1_000_000);
    assert_eq!(codes(&survives("a long number", &with("er = 3", &format!("er = {numbers}")))), ["er-out-of-range"]);
}

#[test]
fn values_where_others_belong() {
    for (value, code) in [
        ("2024-01-01", "wrong-type"),
        ("09:30:00", "wrong-type"),
        ("1e400", "wrong-type"),
        ("nan", "wrong-type"),
        ("[[]]", "wrong-type"),
        ("{ a.b = 1 }", "wrong-type"),
        ("99999999999999999999999999", "wrong-type"),
    ] {
        assert_eq!(codes(&survives(value, &with("at = \"0704\"", &format!("at = {value}")))), [code], "{value}");
    }
    for number in ["99999999999999999999999999", "-9223372036854775809", "0xffff_ffff_ffff_ffff"] {
        assert_eq!(codes(&survives(number, &with("er = 3", &format!("er = {number}")))), ["er-out-of-range"]);
    }
}

#[test]
fn marks_and_line_ends_change_nothing() {
    let text = template(System::MarsLaTour);
    for text in
        [format!("\u{feff}{text}"), text.replace('\n', "\r\n"), format!("\u{feff}{}", text.replace('\n', "\r\n"))]
    {
        assert_eq!(codes(&survives("a mark or other line ends", &text)), [] as [&str; 0]);
    }
    let doubled =
        format!("{}title = \"Again\"\n", template(System::MarsLaTour).replace("[turns]", "title = \"x\"\n[turns]"));
    assert_eq!(codes(&survives("a key written twice", &doubled)).first(), Some(&"syntax"));
}

#[test]
fn floods_of_names_and_digits() {
    let units: String = (0..3_000)
        .map(|n| {
            format!("[[unit]]\nid = \"{n}\"\nname = \"\"\nside = \"blu{n}\"\nkind = \"infantry\"\ner = 1\nat = \"x\"\n")
        })
        .collect();
    let text = format!("{}{units}", template(System::MarsLaTour));
    assert_eq!(codes(&survives("units of no side", &text)).last(), Some(&"too-many-findings"));
    let rows = |letter| format!("{}\n", [letter; 200].join(" ")).repeat(200);
    let text = template(System::PositionMagnifique)
        .replacen("columns = 8\nrows = 6", "columns = 200\nrows = 200", 1)
        .replacen("\"0101\"", "\"00010001\"", 1);
    let (start, end) = (text.find("hexes = ").unwrap(), text.find("[map.terrain]").unwrap());
    let maps = format!("hexes = \"\"\"\n{}\"\"\"\nlevels = \"\"\"\n{}\"\"\"\n", rows("."), rows("x"));
    let text = format!("{}{maps}{}", &text[..start], &text[end..]);
    let found = survives("digits that are none", &text);
    assert!(codes(&found).contains(&"bad-level"), "{:?}", codes(&found));
}

#[test]
fn hundreds_of_thousands_of_mistakes() {
    assert_eq!(codes(&survives("broken lines", &"= =\n".repeat(100_000))), ["syntax", "too-many-findings"]);
    assert_eq!(codes(&survives("one key many times", &"x = 1\n".repeat(100_000))), ["syntax", "too-many-findings"]);
    let rows = format!("{}{}", template(System::MarsLaTour), "[[road]]\n".repeat(20_000));
    assert_eq!(codes(&survives("empty rows", &rows)), ["missing-key", "too-many-findings"]);
    let hexes: String = (0..19_000).map(|n| format!("\"x{n}\", ")).collect();
    assert_eq!(
        codes(&survives("hexes off the map", &with("hexes = [\"0503\"]", &format!("hexes = [{hexes}]")))),
        ["hex-off-map", "too-many-findings"]
    );
    let colors: String =
        (0..2_000).map(|n| format!("[side.s{n}]\nname = \"S\"\ncolor = \"c\"\nammunition = 1\nhq = {{}}\n")).collect();
    survives("colors that are none", &format!("{}{colors}", template(System::MarsLaTour)));
}

/// More roads with a fault than the limit of findings. A fix of all that are listed does not shorten the list, so each fix is
/// tried alone, and each trial loads the text.
#[test]
fn mending_ends_where_reading_again_and_again_would_take_minutes() {
    let roads = "\n[[road]]\npath = [\"0101\", \"0101\", \"0102\"]\n".repeat(1_900);
    let text = format!("{}{roads}", template(System::MarsLaTour));
    let loaded = load(&text);
    assert!(loaded.diagnostics.iter().any(|finding| finding.safe_fix().is_some()));
    assert!(loaded.diagnostics.iter().any(|finding| finding.code.as_str() == "too-many-findings"));
    let fixed = battlewright_schema::fix::apply(&text, &loaded.diagnostics);
    assert!(fixed.left.len() <= loaded.diagnostics.len());
}

/// An algorithm with quadratic time takes minutes here.
#[test]
fn long_lists_of_what_is_not_known() {
    let keys: String = (0..30_000).map(|n| format!("k{n} = 1\n")).collect();
    let flooded =
        |what, text: &str| assert_eq!(codes(&survives(what, text)).last(), Some(&"too-many-findings"), "{what}");
    flooded("unknown keys", &with("[turns]", &format!("{keys}[turns]")));
    flooded("unknown keys of a unit", &with("[[unit]]", &format!("[[unit]]\n{keys}")));
    let sections: String = (0..30_000).map(|n| format!("[s{n}]\n")).collect();
    flooded("unknown sections", &format!("{}{sections}", template(System::MarsLaTour)));
    let lints = keys.replace("= 1", "= \"allow\"");
    flooded("unknown lints", &with("[turns]", &format!("[lints]\n{lints}[turns]")));
    let terrain = |name: &str| -> String {
        let letters = ('\u{20000}'..).take(30_000);
        letters.map(|letter| format!("\"{letter}\" = {{ name = \"{name}{letter}\" }}\n")).collect()
    };
    flooded("letters", &with("\"T\" =", &format!("{}\"T\" =", terrain(""))));
    let row: String = ('\u{20000}'..).take(30_000).flat_map(|letter| [letter, ' ']).collect();
    flooded("unknown letters", &with(". . w", &format!("{row}. . w")));
    let places: String = (0..10_000)
        .map(|n| format!("[[place]]\nid = \"place-{n}\"\nname = \"Farm {n}\"\nhexes = [\"0503\"]\n"))
        .collect();
    let hold: String = (0..10_000)
        .map(|n| format!("[[victory.hold]]\nplace = \"plaec-{n}\"\nside = \"red\"\npoints_per_hex = 1\n"))
        .collect();
    flooded("wrong references", &format!("{}{hold}", with("[[entry]]", &format!("{places}[[entry]]"))));
    let cells: String = (0..3_000)
        .map(|n| format!("[[rules.cell]]\ntable = \"attack\"\nrow = \"{n}\"\ncolumn = \"result\"\nbe = \"retreat\"\n"))
        .collect();
    let too_many = |what, text: &str| assert_eq!(codes(&survives(what, text)).last(), Some(&"cell-twice"), "{what}");
    too_many("changes of cells", &with("[victory]", &format!("{cells}[victory]")));
    let attack: String = (0..10_000).map(|n| format!("{{ from = {n}, to = {n}, result = \"blown\" }},")).collect();
    flooded(
        "cells of a long table",
        &with("[victory]", &format!("{cells}[rules.tables]\nattack = [{attack}]\n[victory]")),
    );
    let units: String = (0..16_000)
        .map(|_| "[[unit]]\nid = \"same\"\nname = \"N\"\nside = \"red\"\nkind = \"infantry\"\ner = 1\nat = \"0101\"\n")
        .collect();
    flooded("equal names", &with("[victory]", &format!("{units}[victory]")));
}

#[test]
fn maps_of_any_size() {
    let huge = with("columns = 8\nrows = 6", "columns = 60000\nrows = 60000");
    assert_eq!(codes(&survives("a map said to be huge", &huge)), ["number-out-of-range"]);
    let empty = with("columns = 8\nrows = 6", "columns = 0\nrows = 0");
    assert_eq!(codes(&survives("a map said to be nothing", &empty)), ["number-out-of-range"]);
    let letters = format!("{}\n", ". ".repeat(1000)).repeat(1000);
    let text = with("columns = 8\nrows = 6", "columns = 1000\nrows = 1000");
    let text =
        text.replacen("hexes = \"\"\"\n", &format!("hexes = \"\"\"\n{letters}"), 1).replace("\"0101\"", "\"00010001\"");
    survives("a map that is huge", &text);
    let lines = with("hexes = \"\"\"\n", &format!("hexes = \"\"\"\n{}", ".\n".repeat(100_000)));
    assert_eq!(codes(&survives("a map of too many lines", &lines)), ["bad-value"]);
    survives("a map on one line", &with("hexes = \"\"\"\n", &format!("hexes = \"\"\"\n{}", ".".repeat(1_000_000))));
}

#[test]
fn bytes_that_are_no_text() {
    for bytes in [&b"\xff\xfe\0"[..], b"\0", b"title = \"\xe9\"", &[0x80; 1000], b"\xef\xbb\xbf\xff"] {
        let loaded = load_bytes(bytes);
        assert_eq!(codes(&loaded), ["not-text"]);
        assert!(loaded.diagnostics[0].position.is_some());
    }
    assert_eq!(codes(&load_bytes(b"")), ["unknown-system"]);
    assert_eq!(codes(&load_bytes("\u{feff}".as_bytes())), ["unknown-system"]);
}

/// Each prefix of a valid file, and each file with one changed byte, results in findings.
#[test]
fn broken_copies() {
    let text = template(System::MarsLaTour);
    for end in (0..text.len()).step_by(37) {
        let loaded = load_bytes(&text.as_bytes()[..end]);
        assert_eq!(loaded.scenario.is_none(), loaded.errors() > 0, "the first {end} bytes");
    }
    for at in (0..text.len()).step_by(41) {
        for byte in [b'"', b'[', b'\n', b'=', 0xFF, b'9'] {
            let mut bytes = text.as_bytes().to_vec();
            bytes[at] = byte;
            let loaded = load_bytes(&bytes);
            assert_eq!(loaded.scenario.is_none(), loaded.errors() > 0);
        }
    }
}
