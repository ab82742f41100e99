use proptest::prelude::*;

use super::*;
use crate::{DocPath, Id, Scenario, Start, System, load, template};

/// No display names: columns are matched by key only.
const NO_TITLES: &[String] = &[];

fn scenario(system: System) -> Scenario {
    load(template(system)).scenario.unwrap()
}

fn import(scenario: &Scenario, text: &str) -> TablePlan {
    let columns = columns(scenario.system());
    Import::new(read(text.as_bytes(), None).unwrap(), &columns, NO_TITLES).plan(scenario, &columns)
}

/// Returns the scenario with `plan` applied.
fn applied(scenario: &Scenario, plan: &TablePlan) -> Scenario {
    let mut scenario = scenario.clone();
    plan.apply(&mut scenario).unwrap();
    scenario
}

/// Returns the problems of `plan`: line, column, message and help.
fn problems(scenario: &Scenario, plan: &TablePlan) -> Vec<String> {
    let columns = columns(scenario.system());
    let named = |at: usize| columns[at].key();
    let tell = |problem: &Problem| {
        let column = problem.column.map_or("row".to_owned(), named);
        format!("{} {column}: {}: {}", problem.line, problem.message, problem.help)
    };
    plan.problems.iter().map(tell).collect()
}

/// Returns the plan for `text`, typed in the column `key` of the units at `rows`.
fn typed(scenario: &Scenario, rows: &[usize], key: &str, text: &str) -> TablePlan {
    let columns = columns(scenario.system());
    let column = columns.iter().position(|column| column.key() == key).unwrap();
    let change =
        |at: &usize| RowChange { line: 0, target: RowTarget::Unit(*at), cells: vec![(column, text.to_owned())] };
    plan(scenario, &columns, &rows.iter().map(change).collect::<Vec<_>>(), NeighborCells::Fill)
}

#[test]
fn columns_are_the_fields_of_the_systems_unit() {
    let keys = |system| columns(system).iter().map(Column::key).collect::<Vec<_>>().join(" ");
    assert_eq!(keys(System::MarsLaTour), "id name label formation side kind er at enters.turn enters.at tags source");
    assert_eq!(
        keys(System::PositionMagnifique),
        "id name label formation division kind mitrailleuse combat[0] combat[1] range[0] range[1] movement[0] \
         movement[1] reduced at enters.turn enters.at enters.any_order enters.position zone tags source"
    );
}

#[test]
fn a_new_unit_needs_what_every_unit_needs_and_everything_wrong_is_said_at_once() {
    let scenario = scenario(System::MarsLaTour);
    let plan = import(
        &scenario,
        "name;side;kind;er;at;enters.turn;enters.at\n\
         Guard;red;infantry;3;704;;\n\
         Bad;green;infantrie;9;9999;1;A\n\
         Half;red;infantry;2;;2;\n\
         ;red;Cavalry;2;;;\n",
    );
    assert_eq!(
        problems(&scenario, &plan),
        [
            "3 side: unknown side \"green\": one of red, blue",
            "3 kind: \"infantrie\" is not allowed here: one of infantry, cavalry",
            "3 er: 9 is out of range: a whole number from 0 to 6",
            "3 at: the map has no hex \"9999\": a hex from 0101 to 0806",
            "4 enters.at: it is missing: one of A",
            "5 name: it is missing: The full name, such as `\"5th Division\"`.",
        ]
    );
    assert_eq!((plan.added(), plan.changed(), plan.lines_with_problems()), (1, 0, 3));
    let row = &plan.rows[0].row;
    assert_eq!((row["id"].as_str(), row["at"].as_str()), (Some("re-guard"), Some("0704")), "the lost zero is back");
    let after = applied(&scenario, &plan);
    assert_eq!(after.common().unit_count(), scenario.common().unit_count() + 1);
}

#[test]
fn rows_change_the_units_with_their_ids_and_leave_what_is_not_in_the_file() {
    let before = scenario(System::MarsLaTour);
    let id = before.common().unit(1).unwrap().id.to_string();
    let plan = import(&before, &format!("Id,ER\n{id},5\n{id},6\n"));
    assert_eq!((plan.added(), plan.changed(), plan.left), (0, 1, 0));
    assert_eq!(problems(&before, &plan), ["3 row: line 2 has the same unit: give each unit one row"]);
    let after = applied(&before, &plan);
    assert_eq!(after.common().unit(1).unwrap().rating, 5);
    assert_eq!(after.common().unit(1).unwrap().start, before.common().unit(1).unwrap().start);
}

#[test]
fn points_of_a_table_are_read_with_their_fractions() {
    let before = scenario(System::Outrance);
    let row = |text: &str| typed(&before, &[0], "at", text);
    let after = applied(&before, &row("12.50, 3"));
    assert!(
        matches!(after.common().unit(0).unwrap().start, Start::OnTable(position) if position.at == crate::Inches { x: 12_500, y: 3_000 })
    );
    assert_eq!(
        problems(&before, &row("twelve")),
        ["0 at: \"twelve\" is not a point: the inches from the left and from the upper edge, such as 12.5,3"]
    );
    let entered = import(&before, "id,enters.turn,enters.at,enters.toward\nred-1,3,A,\"4,5.5\"\n");
    assert_eq!(problems(&before, &entered), [] as [&str; 0]);
    let Start::Enters { turn, column, .. } = applied(&before, &entered).common().unit(0).unwrap().start else {
        panic!("it enters")
    };
    assert_eq!((turn, column.toward), (3, Some(crate::Inches { x: 4_000, y: 5_500 })));
}

#[test]
fn a_unit_begins_in_one_way() {
    let mars = scenario(System::MarsLaTour);
    let plan = typed(&mars, &[0], "enters.turn", "3");
    let side = mars.common().unit(0).unwrap().side.clone();
    let entry = mars.common().entries().iter().find(|entry| entry.side == side).unwrap().id.clone();
    let after = applied(&mars, &plan);
    let Start::Enters { turn, at, .. } = after.common().unit(0).unwrap().start else { panic!("it is on the map") };
    assert_eq!((turn, &at), (3, &entry), "the entry is the side's own");
    let back = applied(&after, &typed(&after, &[0], "at", "0101"));
    assert_eq!(back.get(&unit(0).key("enters")), None);
    let nowhere = applied(&after, &typed(&after, &[0], "enters.turn", ""));
    assert_eq!(
        nowhere.get(&unit(0).key("enters")),
        after.get(&unit(0).key("enters")).map(|_| { serde_json::json!({ "turn": 1, "at": entry.as_str() }) })
    );
    let two = import(&mars, &format!("id,at,enters.turn,enters.at\n{},0102,2,A\n", mars.common().unit(0).unwrap().id));
    assert_eq!(problems(&mars, &two), ["2 enters.turn: it has two starts, `at` and `enters`: leave one of them empty"]);
}

#[test]
fn pairs_come_and_go_as_wholes() {
    let before = scenario(System::PositionMagnifique);
    let cavalry = (0..before.common().unit_count()).find(|at| before.get(&unit(*at).key("range")).is_none()).unwrap();
    let after = applied(&before, &typed(&before, &[cavalry], "range[1]", "4"));
    assert_eq!(after.get(&unit(cavalry).key("range")), Some(serde_json::json!([4, 4])));
    let refused = typed(&before, &[0], "combat[0]", "");
    assert_eq!(problems(&before, &refused), ["0 combat[0]: it must not be empty: a whole number from 0 to 255"]);
}

#[test]
fn a_changed_id_is_changed_wherever_it_is_named_and_belongs_to_one_unit() {
    let before = scenario(System::MarsLaTour);
    let ids = before.known(Id::UNIT);
    let same = typed(&before, &[0, 1], "id", "twins");
    assert_eq!(
        problems(&before, &same),
        ["0 id: another unit already has the id \"twins\": give each unit a unique id"]
    );
    let after = applied(&before, &typed(&before, &[0], "id", "renamed"));
    assert_eq!(after.known(Id::UNIT)[0].id, "renamed");
    assert_eq!(after.uses(Id::UNIT, &ids[0].id), [] as [DocPath; 0]);
}

#[test]
fn files_of_many_programs_are_read() {
    let cells = |bytes: &[u8]| read(bytes, None).unwrap().rows.into_iter().map(|row| row.cells).collect::<Vec<_>>();
    let plain = vec![vec!["a".to_owned(), "b,c".to_owned()], vec!["1".to_owned(), "2".to_owned()]];
    assert_eq!(cells(b"a,\"b,c\"\n1,2\n"), plain);
    assert_eq!(cells(b"\xef\xbb\xbfa;b,c\r\n;\r\n1;2\r\n"), plain);
    assert_eq!(cells(b"a\tb,c\r1\t2"), plain);
    let western = read(b"name,er\nVal\xe9ry\x92s,1\n", None).unwrap();
    assert_eq!(western.rows[1].cells[0], "Valéry’s");
    assert!(western.notices[0].starts_with("Line 2 is not UTF-8"), "{:?}", western.notices);
    for end in ["\n", "\r\n", "\r"] {
        let text = ["a", "\"b", "c\"", "", "d"].join(end);
        let lines = read(text.as_bytes(), None).unwrap().rows.into_iter().map(|row| row.line);
        assert_eq!(lines.collect::<Vec<_>>(), [1, 2, 5], "{end:?}");
    }
    assert_eq!(read(b"", None).unwrap().notices, ["It has no rows."]);
}

#[test]
fn headings_are_told_from_rows() {
    let columns = columns(System::MarsLaTour);
    let titles: Vec<String> = columns.iter().map(|column| format!("The {}", column.key())).collect();
    let import = |text: &str| Import::new(read(text.as_bytes(), None).unwrap(), &columns, &titles);
    let mapped = |text: &str| {
        let import = import(text);
        let keys = import.mapping.iter().map(|at| at.map_or("-".to_owned(), |at| columns[at].key()));
        (import.head_row.is_some(), keys.collect::<Vec<_>>().join(" "))
    };
    assert_eq!(mapped("The er,Enters Turn,er,what"), (true, "er enters.turn - -".to_owned()), "each field once");
    assert_eq!(mapped("who,what\nx,1"), (true, "- -".to_owned()));
    assert_eq!(mapped("x,1\ny,2"), (false, "- -".to_owned()));
    assert_eq!(
        mapped("a,b,c,d,red,infantry,1,0101,,,,").1,
        "id name label formation side kind er at enters.turn enters.at tags source"
    );
    assert_eq!((import("who,what\nx,1").head(1), import("x,1").head(1)), ("what".to_owned(), "Column 2".to_owned()));
}

#[test]
fn titles_announced_separators_and_headings_of_groups_are_no_units() {
    let columns = columns(System::MarsLaTour);
    let mars = scenario(System::MarsLaTour);
    let head = "id;name;label;formation;side;kind;er;at";
    let unit = |n: u8| format!("new-{n};Brigade, {n}th;{n};third-corps;french;infantry;2;0101");
    let heads = [
        format!("{head}\n"),
        format!("sep=;\r\n{head}\n"),
        format!("\"SEP=;\"\n{head}\n"),
        format!("Order of battle, draft, of today\n\n{head}\n"),
        format!(";;;;;Strength;;\n{head}\n"),
    ];
    for top in heads {
        let text = format!("{top}III Corps;;;;;;;\n{}\nIV Corps, with guns, and cavalry\n{}\n", unit(8), unit(9));
        let sheet = read(text.as_bytes(), None).unwrap();
        assert_eq!(sheet.delimiter, Delimiter::Semicolon, "{top:?}");
        let import = Import::new(sheet, &columns, NO_TITLES);
        assert_eq!(import.mapping.iter().flatten().count(), 8, "{top:?}");
        let lines: Vec<u64> = import.skipped(&mars).iter().map(|row| row.line).collect();
        let above = top.lines().count() as u64;
        assert!(lines.ends_with(&[above + 1, above + 3]), "{top:?}: {lines:?}");
        assert_eq!(import.plan(&mars, &columns).added() + import.plan(&mars, &columns).problems.len(), 2, "{top:?}");
    }
    // A separator that cannot be read is named, unless the user names another.
    let refused = read(b"Sep=|\nid|name\n", None).unwrap_err().to_string();
    assert_eq!(refused, "its first line announces the separator '|'; save the sheet with commas, semicolons or tabs");
    assert_eq!(read(b"sep=|\nid,name\n", Some(Delimiter::Comma)).unwrap().rows.len(), 1);
    assert_eq!(read(b"sep=abc,x\n", None).unwrap().rows.len(), 1);
    // A row with nothing but a known id is a row, whatever it lacks.
    let id = mars.common().unit(0).unwrap().id.to_string();
    let text = format!("id,name,er\n{id},,\n");
    assert!(Import::new(read(text.as_bytes(), None).unwrap(), &columns, NO_TITLES).skipped(&mars).is_empty());
    // Columns are assigned by the headings that a user names; the field is then taken from nowhere else.
    let [er, name] = ["er", "name"].map(|key| columns.iter().position(|column| column.key() == key).unwrap());
    let sheet = read(b"Title\nUnit,Combat factor,er,label\nA,3,9,a\n", None).unwrap();
    let wanted = [("combat factor".to_owned(), er), ("Unit".to_owned(), name)];
    let import = Import::assigned(sheet, &columns, NO_TITLES, &wanted);
    assert_eq!(import.mapping[..3], [Some(name), Some(er), None]);
    assert_eq!(import.head_row, Some(1));
}

#[test]
fn blocks_from_the_clipboard_keep_their_empty_rows() {
    let cells = |text: &str| block(text).unwrap().iter().map(|row| row.join("|")).collect::<Vec<_>>();
    assert_eq!(cells("a\tb\r\n\r\nc\t\r\n"), ["a|b", "", "c|"]);
    assert_eq!(cells("\"a\nb \"\"c\"\"\"\t'=1\tit's 5\""), ["a\nb \"c\"|=1|it's 5\""]);
    let spread =
        joined(Delimiter::Tab, [vec!["x\ty".to_owned(), "\"".to_owned()], vec![String::new(), "z".to_owned()]]);
    assert_eq!(block(&spread).unwrap(), [["x\ty", "\""], ["", "z"]]);
    assert!(block(&"\n".repeat(LIMITS.rows + 1)).is_err());
}

#[test]
fn hostile_files_are_refused() {
    assert!(read(b"\xff\xfea\0", None).unwrap_err().to_string().contains("UTF-16"));
    assert!(read(b"PK\x03\x04\0", None).unwrap_err().to_string().contains("not text"));
    assert!(read(&vec![b'a'; LIMITS.bytes + 1], None).unwrap_err().to_string().contains("larger"));
    assert!(read(&vec![b'a'; LIMITS.letters + 1], None).unwrap_err().to_string().contains("aaaa…"));
    assert!(read(&b"a,b\n".repeat(LIMITS.rows + 1), None).unwrap_err().to_string().contains("rows"));
    assert!(read(&vec![b','; LIMITS.columns], None).unwrap_err().to_string().contains("cells"));
    let mars = scenario(System::MarsLaTour);
    let plan = import(&mars, "id,name,er\nx,y\nz,w,1,2\n");
    assert_eq!(plan.rows, []);
    assert_eq!(plan.problems.iter().map(|problem| problem.line).collect::<Vec<_>>(), [2, 3]);
}

#[test]
fn no_text_becomes_a_formula() {
    let mut mars = scenario(System::MarsLaTour);
    for (at, text) in ["=1+1", "+x", "-2", "@x", "'=y", "plain"].into_iter().enumerate().take(4) {
        mars.put(&unit(at).key("name"), Some(text.into())).unwrap();
    }
    let columns = columns(System::MarsLaTour);
    let text = write(&mars, &columns[1..2], None);
    assert_eq!(text, "name\r\n'=1+1\r\n'+x\r\n'-2\r\n'@x\r\n");
    let back = read(text.as_bytes(), None).unwrap();
    assert_eq!(back.rows[1].cells, ["=1+1"]);
}

#[test]
fn strength_is_added_up_by_side_and_turn() {
    let mars = scenario(System::MarsLaTour);
    let all = strength(&mars);
    assert_eq!(all.len(), mars.common().sides().len());
    let units: u32 = all.iter().map(|side| side.by(usize::from(mars.common().turns().count)).units).sum();
    assert_eq!(units as usize, mars.common().unit_count());
    assert!(all[0].start.steps.is_none());
    let late = applied(&mars, &typed(&mars, &[0], "enters.turn", "99"));
    assert_eq!(strength(&late).iter().map(|side| side.never.units).sum::<u32>(), 1);
    let positions = scenario(System::PositionMagnifique);
    let side = &strength(&positions)[0];
    let last = usize::from(positions.common().turns().count);
    assert_eq!(side.by(last).steps, Some(side.by(last).units * 2));
    let worn = applied(&positions, &typed(&positions, &[0], "reduced", "yes"));
    let steps = |of: &Scenario| strength(of).iter().map(|side| side.by(last).steps.unwrap()).sum::<u32>();
    assert_eq!(steps(&worn), steps(&positions) - 1);
}

proptest! {
    #[test]
    fn what_was_exported_changes_nothing(
        names in prop::collection::vec("(\\PC|[=+@'\"\n\r\t,;-]){0,12}", 8),
        system in prop::sample::select(System::ALL.to_vec()),
        delimiter in prop::sample::select(Delimiter::ALL.to_vec()),
    ) {
        let mut scenario = scenario(system);
        let count = scenario.common().unit_count();
        for (at, name) in names.iter().enumerate() {
            let field = if at % 2 == 0 { "name" } else { "source" };
            scenario.put(&unit(at % count).key(field), Some(name.as_str().into())).unwrap();
        }
        let columns = columns(system);
        let text = write(&scenario, &columns, None);
        let sheet = read(text.as_bytes(), Some(Delimiter::Comma)).unwrap();
        let again = joined(delimiter, sheet.rows.iter().map(|row| row.cells.clone()));
        prop_assert_eq!(&read(again.as_bytes(), Some(delimiter)).unwrap().rows[0].cells, &sheet.rows[0].cells);
        let plan = Import::new(sheet, &columns, NO_TITLES).plan(&scenario, &columns);
        prop_assert_eq!(plan, TablePlan { left: count, ..TablePlan::default() });
    }

    #[test]
    fn no_file_is_fatal(bytes in prop::collection::vec(any::<u8>(), 0..400), text in "(id|name|er|side|kind|[,;\n\"\t=x0-9]){0,80}") {
        let mars = scenario(System::MarsLaTour);
        for bytes in [bytes.as_slice(), text.as_bytes()] {
            if let Ok(sheet) = read(bytes, None) {
                let columns = columns(System::MarsLaTour);
                let import = Import::new(sheet, &columns, NO_TITLES);
                let plan = import.plan(&mars, &columns);
                let after = applied(&mars, &plan);
                prop_assert_eq!(after.common().unit_count(), mars.common().unit_count() + plan.added());
            }
        }
    }
}
