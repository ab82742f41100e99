//! What is loaded, changed, saved and loaded again is what it was changed to.

#![no_main]

use battlewright_schema::{Place, Road, Scenario, load, save};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
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
});

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
            Road { name: Some("a # b".to_owned()), path: vec!["0101".into(), "0102".into()], source: None },
        ),
        3 => common.places_mut().reverse(),
        4 => {
            if let Some(place) = common.places().get(which).cloned() {
                common.places_mut().push(Place { name: String::new(), ..place });
            }
        }
        5 => {
            common.hexes_mut().set(which, which, '~');
        }
        _ => match scenario {
            Scenario::MarsLaTour(own) => {
                let by = which.min(own.unit.len());
                own.unit.rotate_left(by);
            }
            Scenario::PositionMagnifique(own) => {
                let left = own.unit.len().saturating_sub(which);
                own.unit.truncate(left);
            }
        },
    }
}
