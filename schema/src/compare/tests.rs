use super::*;
use crate::order::is_same;
use crate::samples::{leaves, lists, plain, row_shape, sample};
use crate::schema_json::Shape;
use crate::{DocPath, System, load, template};

fn differences(from: &str, edits: &[(&str, &str)]) -> Vec<String> {
    let mut to = from.to_owned();
    for (old, new) in edits {
        assert!(to.contains(old), "{old}");
        to = to.replacen(old, new, 1);
    }
    let read = |text: &str| load(text).readable.unwrap();
    compare(&read(from), &read(&to)).iter().map(ToString::to_string).collect()
}

fn mars(edits: &[(&str, &str)]) -> Vec<String> {
    differences(template(System::MarsLaTour), edits)
}

#[test]
fn differences_are_told_in_the_fields_own_words() {
    assert_eq!(mars(&[("er = 3", "er = 2")]), ["unit red-1: ER 3 to 2"]);
    assert_eq!(mars(&[("at = \"0704\"", "at = \"0705\"")]), ["unit blue-2: at 0704 to 0705"]);
    assert_eq!(mars(&[(". . w . .", ". . T . .")]), ["hex 0302: Woods to Town"]);
    assert_eq!(mars(&[(". . w . .", ". . _ . .")]), ["hex 0302 removed"]);
    assert_eq!(
        mars(&[("\"Untitled\"", "\"Mine\""), ("count = 4", "count = 5")]),
        ["title: Untitled to Mine", "turns: count 4 to 5"]
    );
    assert_eq!(mars(&[("name = \"Red HQ\"", "name = \"HQ\"")]), ["side red: HQ name Red HQ to HQ"]);
    assert_eq!(
        mars(&[("hexes = [\"0503\"]", "hexes = [\"0504\", \"0604\"]")]),
        ["place village: hexes 0504, 0604 added, 0503 removed"]
    );
    assert_eq!(mars(&[("points_per_hex = 2", "points_per_hex = 1")]), ["victory hold village: points per hex 2 to 1"]);
    assert_eq!(mars(&[("turn = 2", "turn = 3")]), ["unit red-2: enters turn 2 to 3"]);
    assert_eq!(
        mars(&[("defensible = true }\n\n", "defensible = false }\n\n")]),
        ["terrain T: defensible true to false"]
    );
}

#[test]
fn points_of_a_table_are_told_in_inches() {
    let table = |edits: &[(&str, &str)]| differences(template(System::Outrance), edits);
    assert_eq!(table(&[("at = \"10,8\"", "at = \"12.5,8\"")]), ["unit red-1: moved from 10\", 8\" to 12.5\", 8\""]);
    assert_eq!(
        table(&[("toward = \"18,10\"", "toward = \"18,11\"")]),
        ["unit red-2: enters toward 18\", 10\" to 18\", 11\""]
    );
    assert_eq!(table(&[(", toward = \"18,10\"", "")]), ["unit red-2: enters toward 18\", 10\" removed"]);
    let outline = "outline = [\"3,12\", \"9,12\", \"9,18\", \"3,18\"]";
    let told = table(&[(outline, &outline.replace("9,12", "10,12"))]);
    assert!(told[0].ends_with("outline point 2 moved from 9\", 12\" to 10\", 12\""), "{told:?}");
    let told = table(&[(outline, &outline.replace(", \"3,18\"", ""))]);
    assert!(told[0].ends_with("outline 4 points to 3"), "{told:?}");
    let told = table(&[(outline, "outline = [\"4,12\", \"8,12\", \"8,18\", \"4,18\"]")]);
    assert!(told[0].ends_with("point 3 moved from 9\", 18\" to 8\", 18\", 1 point more moved"), "{told:?}");
}

#[test]
fn what_lies_between_hexes_is_told_side_by_side() {
    let stream = "[[hexside]]\nkind = \"stream\"\nbetween = [\"0304/0404\", \"0303/0304\"]\n\n[[place]]";
    assert_eq!(mars(&[("[[place]]", stream)]), ["stream 0303/0304 added", "stream 0304/0404 added"]);
    let with = template(System::MarsLaTour).replacen("[[place]]", stream, 1);
    assert_eq!(differences(&with, &[("\"0304/0404\", ", "")]), ["stream 0304/0404 removed"]);
    let turned = (
        "[\"0304/0404\", \"0303/0304\"]",
        "[\"0304/0303\"]\n\n[[hexside]]\nkind = \"stream\"\nbetween = [\"0404/0304\"]",
    );
    assert_eq!(differences(&with, &[turned]), [] as [&str; 0], "the same, in other rows and from the other side");
    assert_eq!(
        differences(&with, &[("kind = \"stream\"", "kind = \"stream\"\nname = \"Brook\"")]),
        ["stream 0303/0304: name Brook added", "stream 0304/0404: name Brook added"]
    );
}

#[test]
fn roads_are_the_same_from_either_end() {
    let path = "\"0103\", \"0203\", \"0303\", \"0403\", \"0503\", \"0603\", \"0703\", \"0803\"";
    let back: Vec<&str> = path.split(", ").collect();
    let back = back.into_iter().rev().collect::<Vec<_>>().join(", ");
    assert_eq!(mars(&[(path, &back)]), [] as [&str; 0]);
    assert_eq!(
        mars(&[(", \"0803\"]", "]")]),
        ["road 0103 to 0703: path 0103 0203 0303 0403 0503 0603 0703 0803 to 0103 0203 0303 0403 0503 0603 0703"]
    );
    assert_eq!(mars(&[(", \"0803\"]", ", \"0803\"]\nkind = \"roman\"")]), ["road 0103 to 0803: kind road to roman"]);
}

#[test]
fn what_came_and_went_is_told_whole_and_order_only_where_it_means_something() {
    let text = template(System::MarsLaTour);
    let (start, end) =
        (text.find("[[unit]]\nid = \"red-2\"").unwrap(), text.find("[[unit]]\nid = \"blue-1\"").unwrap());
    let cavalry = &text[start..end];
    assert_eq!(mars(&[(cavalry, "")]), ["unit red-2 removed"]);
    assert_eq!(
        mars(&[(cavalry, ""), ("[[unit]]", &format!("{cavalry}[[unit]]"))]),
        ["units: order red-1, red-2 to red-2, red-1"]
    );
    let (start, end) = (text.find("[side.red]").unwrap(), text.find("[side.blue]").unwrap());
    let red = &text[start..end];
    assert_eq!(mars(&[(red, ""), ("[[unit]]", &format!("{red}[[unit]]"))]), ["sides: order red, blue to blue, red"]);
}

#[test]
fn every_order_that_means_something_is_told() {
    let base = template(System::PositionMagnifique);
    let rows = |rows: &[&str]| rows.concat();
    let (red, blue) = ("winner = \"red\"\nlevel = \"victory\"\n", "winner = \"blue\"\nlevel = \"victory\"\n");
    let ending = |list: &str, about: &str| format!("\n[[victory.{list}]]\n{about}enters = [\"0503\"]\n");
    let add = |from: &str, to: &str| {
        let read = |text: &str| load(&format!("{base}{text}")).readable.unwrap();
        compare(&read(from), &read(to)).iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    for list in ["last", "sudden"] {
        let (one, other) = (ending(list, red), ending(list, blue));
        let told = add(&rows(&[&one, &other]), &rows(&[&other, &one]));
        let at = if list == "last" { "3, 4 to 4, 3" } else { "1, 2 to 2, 1" };
        assert_eq!(told, [format!("victory {list}: order {at}")]);
    }
    let start = base.find("[[formation]]\nid = \"blue-corps\"").unwrap();
    let corps = &base[start..base.find("# Units: ").unwrap()];
    let first = ("[[formation]]\nid = \"red-corps\"", format!("{corps}[[formation]]\nid = \"red-corps\""));
    assert_eq!(
        differences(base, &[(corps, ""), (first.0, &first.1)]),
        ["formations: order red-corps, blue-corps to blue-corps, red-corps"]
    );
    let results = |results: &[&str]| format!("\n[rules.tables]\nout_of_command = {results:?}\n");
    let one = ["withdraw", "no-movement", "no-movement", "advance"];
    let other = ["withdraw", "no-movement", "advance", "advance"];
    assert_eq!(
        add(&results(&one), &results(&other)),
        [
            "rules: tables out of command withdraw no-movement no-movement advance to withdraw no-movement advance advance"
        ]
    );
    let rating = |arm: &str| format!("{{ nation = \"french\", kinds = [\"{arm}\"], full = 8, reduced = 7 }}");
    let morale = |a: &str, b: &str| format!("\n[rules.tables]\nmorale = [{}, {}]\n", rating(a), rating(b));
    assert_eq!(
        add(&morale("infantry", "cavalry"), &morale("cavalry", "infantry")),
        ["rules tables morale: order 1, 2 to 2, 1"]
    );
    let place = |id: &str| format!("\n[[place]]\nid = \"{id}\"\nname = \"P\"\nhexes = [\"0101\", \"0201\"]\n");
    let turned = place("a").replace("\"0101\", \"0201\"", "\"0201\", \"0101\"");
    assert_eq!(add(&rows(&[&place("a"), &place("b")]), &rows(&[&place("b"), &turned])), [] as [&str; 0]);
}

#[test]
fn a_difference_knows_its_hexes() {
    let read = |text: &str| load(text).readable.unwrap();
    let text = template(System::MarsLaTour);
    let to = text.replacen("at = \"0704\"", "at = \"0705\"", 1).replacen(". . w . .", ". . T . .", 1);
    let changes = compare(&read(text), &read(&to));
    let hexes: Vec<String> = changes.iter().flat_map(|change| &change.hexes).map(ToString::to_string).collect();
    assert_eq!(hexes, ["0302", "0704", "0705"]);
    assert_eq!(changes[0].to_json()["words"], "hex 0302: Woods to Town");
}

#[test]
fn systems_and_levels_differ_too() {
    let magnifique = template(System::PositionMagnifique);
    assert_eq!(differences(magnifique, &[("2 2 2 2 2 3 3 3\n\"", "2 2 2 2 2 3 3 4\n\"")]).len(), 1);
    let read = |text: &str| load(text).readable.unwrap();
    let changes = compare(&read(template(System::MarsLaTour)), &read(magnifique));
    assert!(changes.iter().any(|change| change.to_string() == "system: mars-la-tour to position-magnifique"));
}

/// Returns the template of `system` with two rows of the list at `path`, as far as they fit.
fn with_rows(system: System, path: &DocPath) -> Scenario {
    let mut scenario = plain(system);
    for variant in 0..2 {
        let at = path.clone().index(scenario.count(path).unwrap_or(0));
        let _ = scenario.put(&at, Some(sample(row_shape(system, path), variant)));
    }
    scenario
}

/// Returns `true` if a change at `path` of the rules leaves those in force as they are: where they come from makes no difference.
fn keeps_rules(path: &DocPath, before: &Scenario, after: &Scenario) -> bool {
    let rules = DocPath::root().key("rules");
    path.is_within(&rules) && !path.is_within(&rules.key("cell")) && before.rules_in_force() == after.rules_in_force()
}

#[test]
fn a_surplus_or_missing_row_of_any_section_is_reported() {
    let mut count = 0;
    for system in System::ALL {
        for list in lists(system) {
            let before = with_rows(system, &list);
            if keeps_rules(&list, &before, &plain(system)) {
                continue;
            }
            for row in 0..before.count(&list).unwrap_or(0) {
                let mut after = before.clone();
                let again = before.get(&list.clone().index(row));
                after.put(&list.clone().index(before.count(&list).unwrap()), again).unwrap();
                let about = format!("{}: row {row} of {list}", system.name());
                assert!(!compare(&before, &after).is_empty(), "{about} twice");
                assert!(!compare(&after, &before).is_empty(), "{about} no longer twice");
                let mut after = before.clone();
                after.put(&list.clone().index(row), None).unwrap();
                assert!(!compare(&before, &after).is_empty(), "{about} gone");
                assert!(!compare(&after, &before).is_empty(), "{about} added");
                count += 1;
            }
        }
    }
    assert!(count > 100, "{count}");
}

#[test]
fn a_changed_cell_is_compared_with_the_value_in_force() {
    let text = template(System::Matz);
    let with = |rules: &str| text.replacen("[victory]", &format!("{rules}[victory]"), 1);
    let cell = |be: &str| {
        with(&format!("[[rules.cell]]\ntable = \"terrain\"\nrow = \"Woods\"\ncolumn = \"cost\"\nbe = {be}\n\n"))
    };
    let words = |from: &str, to: &str| {
        let read = |text: &str| load(text).readable.unwrap();
        compare(&read(from), &read(to)).iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(words(text, &cell("3")), ["terrain woods, cost: 2 to 3"]);
    assert_eq!(words(&cell("3"), &cell("4")), ["terrain woods, cost: 3 to 4"]);
    assert_eq!(words(&cell("3"), text), ["terrain woods, cost: 3 to 2"]);
    assert_eq!(words(text, &cell("2")), [] as [&str; 0], "as published");
}

#[test]
fn a_row_without_an_id_is_named_by_what_tells_it_from_the_others() {
    let text = template(System::Matz);
    let armies = |rows: &str| {
        let provenance = "provenance = \"Invented.\"\n";
        text.replacen("[victory]", &format!("[rules.tables.air_draws]\n{provenance}armies = [{rows}]\n\n[victory]"), 1)
    };
    let french = "{ nation = \"french\", bonus = 2, least = 4, most = 12 }";
    let german = "{ nation = \"german\", bonus = -2, least = 2, most = 10 }";
    let both = format!("{french}, {german}");
    let read = |text: &str| load(text).readable.unwrap();
    let words = |from: &str, to: &str| {
        let changes = compare(&read(&armies(from)), &read(&armies(to)));
        changes.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(words(french, &both), ["rules tables air_draws armies german added"]);
    assert_eq!(words(&both, french), ["rules tables air_draws armies german removed"]);
    let lucky = both.replace("-2", "-1");
    assert_eq!(words(&both, &lucky), ["rules tables air_draws armies german: bonus -2 to -1"]);
    let twice = format!("{both}, {french}");
    assert_eq!(words(&both, &twice), ["rules tables air_draws armies 3 added"], "two have the same name");
    let published: Vec<String> = published_changes(&read(&armies(french))).iter().map(ToString::to_string).collect();
    assert_eq!(published, ["rules tables air_draws armies german removed"], "not the table as a whole");
}

#[test]
fn a_change_of_any_field_is_reported() {
    let mut count = 0;
    for system in System::ALL {
        let rows = lists(system).into_iter().map(|list| (with_rows(system, &list), list.index(0)));
        for (before, table) in std::iter::once((plain(system), DocPath::root())).chain(rows) {
            for field in leaves(system, &table) {
                for variant in 0..3 {
                    let mut after = before.clone();
                    let shape = Shape::at(system, &field).unwrap();
                    if after.put(&field, Some(sample(shape, variant))).is_ok()
                        && !is_same(&before, &after)
                        && !keeps_rules(&field, &before, &after)
                    {
                        let about = format!("{}: {field}", system.name());
                        assert!(!compare(&before, &after).is_empty(), "{about}");
                        assert_ne!(canonical(&before), canonical(&after), "{about}");
                        count += 1;
                    }
                }
            }
        }
    }
    assert!(count > 500, "{count}");
}
