//! The promises of reading, saving and fixing about any bytes at all. The fuzz targets look for bytes that break a
//! promise;
//! what they have found is kept in `tests/found/`.

use battlewright_schema::{DocPath, MOST_FINDINGS, Place, Road, Scenario, check, fix, load, load_bytes, save};
use serde_json::Value;
use toml::de::DeTable;

/// Any bytes are answered by findings that stand somewhere in the text. What loads without an error of syntax, saving
/// can parse as well.
///
/// # Panics
/// If not.
pub fn of_loading(bytes: &[u8]) {
    let loaded = load_bytes(bytes);
    assert!(loaded.diagnostics.len() <= MOST_FINDINGS + 1);
    // A scenario with denied warnings can be played all the same.
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
    // Which errors are listed of a flood is another matter.
    if let Some(scenario) = loaded.scenario.as_ref().filter(|_| loaded.diagnostics.len() <= MOST_FINDINGS) {
        let errors = check(scenario).into_iter().filter(|finding| finding.is_error()).count();
        assert!(errors <= loaded.errors(), "without its text it is another");
    }
}

/// A text that is loaded, changed, saved and loaded again is what it was changed to.
///
/// # Panics
/// If not.
pub fn of_saving(text: &str) {
    let loaded = load(text);
    let Some(readable) = loaded.readable.filter(|_| loaded.complete) else { return };
    assert_eq!(save(Some(text), &readable), text, "nothing was changed");
    // The text itself says what is changed.
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
    match how % 7 {
        0 => {
            let mut about = common.about();
            about.title.push_str(" \"é\\\n");
            common.set_about(about);
        }
        1 => drop(common.roads_mut().pop()),
        2 => common.roads_mut().insert(
            0,
            Road { name: Some("a # b".into()), path: vec!["0101".into(), "0102".into()], ..Road::default() },
        ),
        3 => common.places_mut().reverse(),
        4 => {
            if let Some(place) = common.places().get(which).cloned() {
                common.places_mut().push(Place { name: "".into(), ..place });
            }
        }
        5 => {
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

/// Every safe fix made leaves nothing more to fix, and no more errors than there were.
///
/// # Panics
/// If not.
pub fn of_fixing(text: &str) {
    let before = load(text);
    // Each fix offered can be made by itself.
    for offered in before.diagnostics.iter().take(20).flat_map(|finding| &finding.fixes) {
        assert!(offered.apply(text).is_some(), "{offered:?}");
    }
    let fixed = fix::apply(text, &before.diagnostics);
    let after = load(&fixed.text);
    assert_eq!(after.diagnostics, fixed.left);
    // Where a whole section could not be read, mending it brings to light what is wrong further in.
    if before.complete {
        assert!(after.errors() <= before.errors(), "{}", fixed.text);
    }
}
