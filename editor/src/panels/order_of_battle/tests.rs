use battlewright_schema::{DocPath, Scenario, System, load, template};
use serde_json::Value;

use super::*;
use crate::model::document::Document;
use crate::model::edit::Edit;
use crate::model::play::Session;
use crate::tools::{ToolKind, ToolOptions};

/// Runs a test with a table of `document` and its context.
fn with(
    document: &Document,
    roster: &mut OrderOfBattleState,
    test: impl FnOnce(&mut OrderOfBattleState, &PanelContext<'_>),
) {
    let options = ToolOptions::default();
    let shown = PanelContext {
        document,
        selection: Selection::Scenario,
        options: &options,
        tool: ToolKind::SELECT,
        writing: None,
    };
    roster.refresh(&shown, None);
    test(roster, &shown);
}

fn column(roster: &OrderOfBattleState, key: &str) -> usize {
    roster.sheet.heads.iter().position(|head| head.key == key).unwrap()
}

/// Returns the name of the only edit among `acts`, and a copy of `scenario` after it.
fn done(scenario: &Scenario, acts: Vec<Act>) -> (String, Scenario) {
    let [Act::Edit { name, edit, .. }] = <[Act; 1]>::try_from(acts).unwrap() else { panic!("no edit") };
    let mut scenario = scenario.clone();
    edit.apply(&mut scenario).unwrap();
    (name, scenario)
}

fn get(scenario: &Scenario, unit: usize, key: &str) -> Option<Value> {
    scenario.get(&DocPath::root().key("unit").index(unit).key(key))
}

/// Returns the texts of column `key` in display order.
fn texts(roster: &OrderOfBattleState, key: &str) -> Vec<String> {
    let column = column(roster, key);
    roster.order.iter().map(|unit| roster.sheet.text(*unit, column).to_owned()).collect()
}

#[test]
fn every_unit_of_every_system_is_in_the_table_with_its_start() {
    for document in [0, 2].map(Document::from_shelf) {
        with(&document, &mut OrderOfBattleState::default(), |roster, shown| {
            assert_eq!(roster.order.len(), shown.common().unit_count());
            let (at, turn) = (column(roster, "at"), column(roster, "enters.turn"));
            for unit in 0..shown.common().unit_count() {
                let view = shown.common().unit(unit).unwrap();
                let cells = (roster.sheet.text(unit, at), roster.sheet.text(unit, turn));
                match view.start {
                    battlewright_schema::Start::At(hex) => assert_eq!(cells, (hex.as_str(), "")),
                    battlewright_schema::Start::Enters { turn, .. } => assert_eq!(cells, ("", &*turn.to_string())),
                    _ => assert_eq!(cells, ("", "")),
                }
            }
        });
    }
    let titles = |document: &Document| {
        let sheet = sheet(document.scenario(), None);
        sheet.heads.iter().map(|head| head.title.clone()).collect::<Vec<_>>().join(" | ")
    };
    assert_eq!(
        titles(&Document::bundled()),
        "Id | Name | Label | Formation | Side | Arm | ER | Hex | Turn | Entry | Tags | Source"
    );
    assert!(titles(&Document::from_shelf(2)).contains("Combat, full | Combat, reduced | Range, effective"));
}

#[test]
fn no_two_columns_have_the_same_title() {
    for document in (0..crate::model::store::SHELF.len()).map(Document::from_shelf) {
        let mut titles: Vec<String> =
            sheet(document.scenario(), None).heads.iter().map(|head| head.title.clone()).collect();
        titles.sort();
        let repeated: Vec<&[String]> = titles.windows(2).filter(|two| two[0] == two[1]).collect();
        assert!(repeated.is_empty(), "{repeated:?}");
    }
}

#[test]
fn a_game_says_where_units_are_now() {
    let document = Document::bundled();
    let session = Session::new(document.scenario(), 1).unwrap();
    let sheet = sheet(document.scenario(), Some(&session.seen().crowd.pieces));
    let now = sheet.heads.iter().position(|head| head.key == sheet::NOW).unwrap();
    let at = sheet.heads.iter().position(|head| head.key == "at").unwrap();
    let on_map = (0..sheet.lines.len()).find(|line| !sheet.text(*line, at).is_empty()).unwrap();
    assert_eq!(sheet.text(on_map, now), sheet.text(on_map, at));
}

#[test]
fn rows_are_sorted_by_several_columns_and_stay_where_they_are_while_they_change() {
    let mut document = Document::bundled();
    let mut roster = OrderOfBattleState::default();
    with(&document, &mut roster, |roster, _| {
        roster.sort_by("er", false);
        roster.sort_by("er", false);
        roster.sort_by("name", true);
    });
    with(&document, &mut roster, |roster, _| {
        let both: Vec<(std::cmp::Reverse<u8>, String)> = texts(roster, "er")
            .into_iter()
            .zip(texts(roster, "name"))
            .map(|(er, name)| (std::cmp::Reverse(er.parse().unwrap()), name.to_lowercase()))
            .collect();
        assert!(both.is_sorted(), "{both:?}");
    });
    let first = roster.order[0];
    document.apply("Weaken", None, Edit::Put(DocPath::root().key("unit").index(first).key("er"), Some(0.into())));
    with(&document, &mut roster, |roster, _| {
        assert_eq!((roster.order[0], &*texts(roster, "er")[0]), (first, "0"));
        roster.sort_by("enters.turn", false);
    });
    with(&document, &mut roster, |roster, _| {
        let turns = texts(roster, "enters.turn");
        let from = turns.iter().position(String::is_empty).unwrap();
        assert!(turns[from..].iter().all(String::is_empty), "what is empty comes last");
    });
}

#[test]
fn rows_are_filtered_by_words_and_by_columns() {
    let document = Document::bundled();
    let count = |filter: &str| {
        let mut roster = OrderOfBattleState { filter: filter.to_owned(), ..OrderOfBattleState::default() };
        let mut count = 0;
        with(&document, &mut roster, |roster, _| count = roster.order.len());
        count
    };
    let common = document.scenario().common();
    let all: Vec<_> = (0..common.unit_count()).map(|unit| common.unit(unit).unwrap()).collect();
    let french = all.iter().filter(|unit| unit.side.as_str() == "french").count();
    assert!(french > 0 && french < all.len());
    assert_eq!((count(""), count("side:french"), count("-side=french")), (all.len(), french, all.len() - french));
    let strong = all.iter().filter(|unit| unit.side.as_str() == "french" && unit.rating > 2).count();
    assert_eq!(count("side:french er>2"), strong);
    assert_eq!(count("ER>=0"), all.len());
    assert_eq!(count("arm:cavalry") + count("kind=artillery") + count("Arm=Infantry"), all.len());
    assert_eq!(count("at= enters.turn="), 0);
    let name = all[0].name;
    assert_eq!(count(&format!("\"name={name}\"")), all.iter().filter(|unit| unit.name == name).count());
    assert_eq!((count("nobody"), count("no:such"), count("er>x")), (0, 0, 0));
}

#[test]
fn a_cell_is_set_in_all_picked_rows_as_one_step() {
    let document = Document::bundled();
    with(&document, &mut OrderOfBattleState::default(), |roster, shown| {
        let er = column(roster, "er");
        roster.pick.one(selection::TablePosition { unit: 0, column: er });
        roster.pick.to(selection::TablePosition { unit: 2, column: er }, &roster.order.clone());
        let (name, after) = done(shown.scenario(), roster.set(shown.scenario(), "6").unwrap());
        assert_eq!(name, "Change ER of 3 units");
        assert!((0..3).all(|unit| get(&after, unit, "er") == Some(6.into())));
        assert_eq!(
            roster.set(shown.scenario(), "7").unwrap_err(),
            "7 is out of range; expected a whole number from 0 to 6"
        );
        let (name, filled) = done(shown.scenario(), roster.fill_down(shown.scenario()));
        assert_eq!(name, "Fill ER of 2 units");
        assert!((1..3).all(|unit| get(&filled, unit, "er") == get(&filled, 0, "er")));
    });
}

#[test]
fn blocks_are_copied_and_pasted() {
    let document = Document::bundled();
    with(&document, &mut OrderOfBattleState::default(), |roster, shown| {
        let scenario = shown.scenario();
        let (label, er) = (column(roster, "label"), column(roster, "er"));
        roster.pick.one(selection::TablePosition { unit: 0, column: label });
        roster.pick.to(selection::TablePosition { unit: 1, column: er }, &roster.order.clone());
        let copied = roster.copied();
        assert_eq!(copied.lines().count(), 2);
        assert_eq!(copied.lines().next().unwrap().split('\t').count(), er - label + 1);
        assert_eq!(roster.paste(scenario, &copied), [], "what was copied is there already");
        roster.pick.one(selection::TablePosition { unit: 4, column: label });
        let (_, after) = done(scenario, roster.paste(scenario, &copied));
        assert_eq!(get(&after, 5, "label"), get(scenario, 1, "label"));
        assert_eq!(get(&after, 5, "er"), get(scenario, 1, "er"));
        roster.pick.one(selection::TablePosition { unit: 0, column: er });
        let asked = roster.paste(scenario, "5\n9\nx");
        let [Act::Ask(units)] = asked.as_slice() else { panic!("{asked:?}") };
        assert_eq!(units.button().unwrap(), "Change valid rows (1 unit)");
        let wrong: Vec<_> = units.lines();
        assert_eq!(wrong.len(), 3, "{wrong:?}");
        let headed = roster.paste(scenario, "Id\tER\nnew\t3");
        assert!(matches!(headed.as_slice(), [Act::Ask(units)] if units.sheet().is_some()));
    });
}

#[test]
fn rows_come_and_go_and_come_back() {
    for system in System::ALL {
        let scenario = load(template(system)).scenario.unwrap();
        let count = scenario.common().unit_count();
        let (edit, places) = duplicate(&scenario, &[0, 1]).unwrap();
        assert_eq!(places, 2..4);
        let mut more = scenario.clone();
        let undo = edit.apply(&mut more).unwrap();
        assert_eq!(more.common().unit_count(), count + 2);
        let ids: BTreeSet<String> =
            (0..count + 2).map(|unit| more.common().unit(unit).unwrap().id.to_string()).collect();
        assert_eq!(ids.len(), count + 2, "each has an id of its own");
        undo.apply(&mut more).unwrap();
        assert_eq!(more, scenario);
        let (name, edit) = remove(&[2, 0]);
        assert_eq!(name, "Remove 2 units");
        let undo = edit.apply(&mut more).unwrap();
        assert_eq!(more.common().unit(0).unwrap().id, scenario.common().unit(1).unwrap().id);
        undo.apply(&mut more).unwrap();
        assert_eq!(more, scenario);
        add(&scenario, &ToolOptions::default(), 1).unwrap().apply(&mut more).unwrap();
        assert_eq!(more.common().unit(1).unwrap().name, "New unit");
    }
}
