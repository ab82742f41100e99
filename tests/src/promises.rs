//! Guarantees of loading, saving and fixing for arbitrary input. Fuzz targets search for input that violates them;
//! such input is stored in `tests/found/`.

use std::sync::LazyLock;

use battlewright_schema::{
    DocPath, MOST_FINDINGS, Place, Road, Scenario, System, check, fix, load, load_bytes, rule, save, template,
};
use serde_json::Value;
use toml::de::DeTable;

/// Checks that the findings for arbitrary bytes have positions in the text, and that text without syntax errors is
/// also valid for the parser used by saving.
///
/// # Panics
/// Panics if a guarantee is violated.
pub fn check_loading(bytes: &[u8]) {
    let loaded = load_bytes(bytes);
    assert!(loaded.diagnostics.len() <= MOST_FINDINGS + 1);
    // Denied warnings do not prevent play.
    assert!(loaded.scenario.is_some() || loaded.errors() > 0);
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    for finding in &loaded.diagnostics {
        assert!(finding.position.is_some(), "{finding:?}");
        let span = finding.span.clone().unwrap_or_default();
        assert!(text.get(span).is_some(), "{finding:?}");
    }
    if loaded.diagnostics.iter().all(|finding| !["syntax", "not-text"].contains(&finding.code.as_str())) {
        let (_, errors) = DeTable::parse_recoverable(text);
        assert!(errors.is_empty(), "{errors:?}");
    }
    // Above the limit of findings, the listed errors are an arbitrary selection.
    if let Some(scenario) = loaded.scenario.as_ref().filter(|_| loaded.diagnostics.len() <= MOST_FINDINGS) {
        let errors = check(scenario).into_iter().filter(|finding| finding.is_error()).count();
        assert!(errors <= loaded.errors(), "without its text it is another");
    }
}

/// Checks that a text that is loaded, changed, saved and loaded again contains the change.
///
/// # Panics
/// Panics if the guarantee is violated.
pub fn check_saving(text: &str) {
    let loaded = load(text);
    let Some(readable) = loaded.readable.filter(|_| loaded.complete) else { return };
    assert_eq!(save(Some(text), &readable), text, "nothing was changed");
    // The bytes of the text determine the changes.
    for (number, byte) in text.bytes().rev().take(3).enumerate() {
        let mut edited = readable.clone();
        change(&mut edited, byte, number);
        let saved = save(Some(text), &edited);
        let again = load(&saved);
        assert_eq!(again.readable.as_ref(), Some(&edited), "{saved}");
    }
}

fn change(scenario: &mut Scenario, how: u8, which: usize) {
    let common = scenario.common_mut();
    // The file of a battle on a table has no section for what lies in hexes.
    let hexes = common.table().is_none();
    match how % 7 {
        0 => {
            let mut about = common.about();
            about.title.push_str(" \"é\\\n");
            common.set_about(about);
        }
        1 => drop(common.roads_mut().pop()),
        2 if hexes => common.roads_mut().insert(
            0,
            Road { name: Some("a # b".into()), path: vec!["0101".into(), "0102".into()], ..Road::default() },
        ),
        3 => common.places_mut().reverse(),
        4 if hexes => {
            if let Some(place) = common.places().get(which).cloned() {
                common.places_mut().push(Place { name: "".into(), ..place });
            }
        }
        5 if hexes => {
            common.hexes_mut().set(which, which, '~');
        }
        _ => {
            let path = DocPath::root().key("unit");
            if let Some(Value::Array(mut units)) = scenario.get(&path) {
                if which.is_multiple_of(2) {
                    let by = which.min(units.len());
                    units.rotate_left(by);
                } else {
                    units.truncate(units.len().saturating_sub(which));
                }
                assert!(scenario.set(&path, Some(units.into())).is_ok());
            }
        }
    }
}

/// Checks that after all safe fixes no safe fix remains, and that the number of errors has not increased.
///
/// # Panics
/// Panics if a guarantee is violated.
pub fn check_fixing(text: &str) {
    let before = load(text);
    // Each offered fix can be applied alone.
    for offered in before.diagnostics.iter().take(20).flat_map(|finding| &finding.fixes) {
        assert!(offered.apply(text).is_some(), "{offered:?}");
    }
    let fixed = fix::apply(text, &before.diagnostics);
    let after = load(&fixed.text);
    assert_eq!(after.diagnostics, fixed.left);
    // In an unreadable section, a fix can reveal further errors.
    if before.complete {
        assert!(after.errors() <= before.errors(), "{}", fixed.text);
    }
}

/// Checks that any text is read as an expression of rules in every place, with findings within the text, and that the canonical
/// layout of a text is its own.
///
/// # Panics
/// Panics if the guarantee is violated.
pub fn check_rule(text: &str) {
    static SCENARIOS: LazyLock<Vec<Scenario>> =
        LazyLock::new(|| System::ALL.into_iter().filter_map(|system| load(template(system)).scenario).collect());
    for scenario in SCENARIOS.iter() {
        for probed in rule::probe(scenario, text) {
            assert!(probed.is_sound || !probed.findings.is_empty(), "{probed:?}");
            for (_, span, _) in &probed.findings {
                assert!(text.get(span.clone()).is_some(), "{probed:?}");
            }
        }
    }
    for layout in [rule::canonical, rule::canonical_effect] {
        let Some(once) = layout(text) else { continue };
        // Spaces around signs can make a text longer than expressions may be.
        if once.chars().count() <= 400 {
            assert_eq!(layout(&once), Some(once), "{text}");
        }
    }
}
