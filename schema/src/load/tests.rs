use super::*;
use crate::System;

fn findings(text: &str) -> Vec<String> {
    load(text).diagnostics.iter().map(ToString::to_string).collect()
}

fn template() -> &'static str {
    crate::template(System::MarsLaTour)
}

#[test]
fn the_template_loads_without_a_finding() {
    let loaded = load(template());
    assert_eq!(findings(template()), [] as [&str; 0]);
    assert_eq!(loaded.scenario, loaded.readable);
    assert_eq!(loaded.scenario.unwrap().title(), "Untitled");
}

#[test]
fn every_shape_error_is_found_in_one_reading() {
    let text = template()
        .replace("title = \"Untitled\"\n", "")
        .replace("[turns]\ncount = 4", "[turns]\ncuont = 4")
        .replace("kind = \"cavalry\"", "kind = \"cavalery\"")
        .replace("er = 3", "er = 300")
        .replace("at = \"0704\"", "at = 704")
        .replace("color = \"#b03030\"", "color = \"red\"")
        .replace("[victory]\ntie = \"blue\"", "[victory]");
    let found = findings(&text);
    for code in ["missing-key", "unknown-key", "unknown-word", "er-out-of-range", "wrong-type", "bad-value"] {
        assert!(found.iter().any(|finding| finding.contains(code)), "{code} in {found:#?}");
    }
    assert_eq!(found.len(), 8, "{found:#?}");
    assert!(found.is_sorted_by_key(|f| f.split(':').next().unwrap().parse::<usize>().unwrap()));
    let readable = load(&text).readable.unwrap();
    let Scenario::MarsLaTour(readable) = readable else { panic!("{readable:?}") };
    assert_eq!(readable.unit.len(), 1, "the rows with errors are left out");
    assert_eq!(readable.place.len(), 1);
}

#[test]
fn a_missing_section_does_not_hide_other_errors() {
    let text = "format = 1\nsystem = \"mars-la-tour\"\n[[unit]]\nid = 1\n";
    let found = findings(text);
    for missing in ["title", "turns", "map", "side", "victory"] {
        assert!(
            found.iter().any(|f| f.contains(&format!("`{missing}` is missing in the file"))),
            "{missing} in {found:#?}"
        );
    }
    assert_eq!(found.iter().filter(|f| f.contains("is missing")).count(), 9, "{found:#?}");
    assert!(load(text).readable.is_some());
}

#[test]
fn thousands_of_errors_take_a_moment_and_end_in_a_note() {
    let rows = "[[unit]]\nid = 1\nxid = 2\nside = \"x\"\n".repeat(20_000);
    let text = format!("{}{rows}", template());
    let started = std::time::Instant::now();
    let loaded = load(&text);
    assert_eq!(loaded.diagnostics.len(), MOST_FINDINGS + 1);
    assert_eq!(loaded.diagnostics.last().unwrap().code.as_str(), "too-many-findings");
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}

#[test]
fn a_list_of_fixed_length_has_that_length_and_what_it_lacks_is_told_once() {
    let text = crate::template(System::PositionMagnifique);
    for (value, expected) in [
        ("5", "wrong-type: `combat` must be a list of 2, not a number"),
        ("\"5\"", "wrong-type: `combat` must be a list of 2, not text"),
        ("[]", "wrong-type: `combat` must be a list of 2, not of 0"),
        ("[5]", "wrong-type: `combat` must be a list of 2, not of 1"),
        ("[5, 3, 1]", "wrong-type: `combat` must be a list of 2, not of 3"),
        ("[5, \"3\"]", "wrong-type: `combat` must be a whole number, not text"),
    ] {
        let found = load(&text.replace("combat = [5, 3]", &format!("combat = {value}"))).diagnostics;
        let found: Vec<String> = found.iter().map(|found| format!("{}: {}", found.code, found.message)).collect();
        assert_eq!(found, [expected], "{value}");
    }
}

#[test]
fn a_list_has_an_end() {
    let text =
        format!("{}\n[[road]]\npath = [{}]\n", crate::template(crate::System::MarsLaTour), "\"x\",".repeat(1_000_001));
    let found = crate::load(&text).diagnostics;
    let [finding] = found.as_slice() else { panic!("{} findings", found.len()) };
    assert_eq!(finding.message, "`path` has 1000001 entries; the limit is 1000000");
}
