//! Cases of files of other programs, and of reports for them.

use super::{said, scratch};

#[test]
fn a_saved_setup_of_vassal_has_its_pieces_within_a_subcommand() {
    let (status, text) = said(&["import", "programs/save-nested.vmod", "--system", "mars-la-tour", "--dry-run"]);
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains("The units are those of the saved setup noon.vsav"), "{text}");
    let starts = starts("save-nested", "programs/save-nested.vmod");
    assert_eq!(starts, [("1st Corps".to_owned(), "0202".to_owned()), ("2nd Corps".to_owned(), "0504".to_owned())]);
}

#[test]
fn slanted_numbers_of_vassal_are_kept() {
    let starts = starts("oblique", "programs/oblique.vmod");
    assert_eq!(starts.iter().map(|(_, hex)| hex.as_str()).collect::<Vec<_>>(), ["0506", "0304"]);
}

#[test]
fn headings_below_a_title_and_an_announced_separator_are_found() {
    for (table, note) in [("title-row.csv", Some("Order of battle")), ("sep-line.csv", None)] {
        let table = format!("programs/{table}");
        let (status, text) = said(&["import", &table, "--into", "work/merge-base.toml", "--dry-run"]);
        assert_eq!(status, Some(0), "{text}");
        assert!(text.contains("2 units added"), "{text}");
        assert!(note.is_none_or(|note| text.contains(note)), "{text}");
    }
}

/// Imports a module and returns the names and hexes of its units.
fn starts(name: &str, module: &str) -> Vec<(String, String)> {
    let out = scratch(&format!("{name}.toml"));
    // The file of an earlier run; there may be none.
    let _ = std::fs::remove_file(&out);
    let (status, text) = said(&["import", module, "--system", "mars-la-tour", "--out", &out]);
    assert_eq!(status, Some(0), "{text}");
    let scenario = battlewright_schema::load(&std::fs::read_to_string(&out).unwrap()).readable.unwrap();
    let common = scenario.common();
    let units = (0..common.unit_count()).filter_map(|index| common.unit(index));
    units
        .filter_map(|unit| match &unit.start {
            battlewright_schema::Start::At(hex) => Some((unit.name.to_owned(), hex.to_string())),
            _ => None,
        })
        .collect()
}
