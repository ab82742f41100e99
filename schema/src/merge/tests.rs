mod rows;

use super::*;
use crate::{System, template};

type Edits<'e> = &'e [(&'e str, &'e str)];

fn edited(text: &str, edits: Edits<'_>) -> String {
    edits.iter().fold(text.to_owned(), |text, (old, new)| {
        assert!(text.contains(old), "{old}");
        text.replacen(old, new, 1)
    })
}

fn merged(ours: Edits<'_>, theirs: Edits<'_>) -> Merged {
    let base = template(System::MarsLaTour);
    merge(base, &edited(base, ours), &edited(base, theirs)).unwrap()
}

/// Checks that the changes of both sides merge without a conflict, with the result `wanted`.
fn clean(ours: Edits<'_>, theirs: Edits<'_>, wanted: Edits<'_>) {
    let merged = merged(ours, theirs);
    assert_eq!(merged.conflicts, []);
    assert_eq!(merged.text, edited(template(System::MarsLaTour), wanted));
}

fn told(merged: &Merged) -> Vec<String> {
    merged.conflicts.iter().map(ToString::to_string).collect()
}

#[test]
fn what_one_side_changed_is_taken() {
    let (er, at) = (("er = 3", "er = 2"), ("at = \"0704\"", "at = \"0705\""));
    clean(&[er], &[], &[er]);
    clean(&[], &[er], &[er]);
    clean(&[er], &[at], &[er, at]);
    clean(&[er], &[er], &[er]);
    let unit = (
        "[victory]\n",
        "[[unit]]\nid = \"red-3\"\nname = \"R\"\nside = \"red\"\nkind = \"infantry\"\ner = 1\nat = \"0101\"\n\n[victory]\n",
    );
    clean(&[er], &[unit], &[er, unit]);
}

#[test]
fn two_hexes_of_a_row_and_two_fields_of_a_unit_do_not_conflict() {
    let row = ". w w . T . . .";
    clean(&[(row, "w w w . T . . .")], &[(row, ". w w . T . . w")], &[(row, "w w w . T . . w")]);
    let unit = "er = 2\nat = \"0704\"";
    clean(&[(unit, "er = 3\nat = \"0704\"")], &[(unit, "er = 2\nat = \"0705\"")], &[(unit, "er = 3\nat = \"0705\"")]);
    let hexes = "hexes = [\"0503\"]";
    clean(
        &[(hexes, "hexes = [\"0503\", \"0504\"]")],
        &[(hexes, "hexes = [\"0603\", \"0503\"]")],
        &[(hexes, "hexes = [\"0503\", \"0504\", \"0603\"]")],
    );
}

#[test]
fn hexsides_come_together_side_by_side() {
    let stream = |sides: &str| format!("[[hexside]]\nkind = \"stream\"\nbetween = [{sides}]\n\n[[place]]");
    let base = edited(template(System::MarsLaTour), &[("[[place]]", &stream("\"0304/0404\", \"0303/0304\""))]);
    let made = |ours: &str, theirs: &str| {
        let was = "\"0304/0404\", \"0303/0304\"";
        let merged = merge(&base, &edited(&base, &[(was, ours)]), &edited(&base, &[(was, theirs)])).unwrap();
        assert_eq!(merged.conflicts, []);
        let (_, rest) = merged.text.split_once("between = [").unwrap();
        rest.split_once(']').unwrap().0.to_owned()
    };
    assert_eq!(made("\"0304/0404\"", "\"0304/0404\", \"0303/0304\", \"0304/0405\""), "\"0304/0404\", \"0304/0405\"");
    assert_eq!(made("\"0304/0404\", \"0303/0304\", \"0304/0305\"", "\"0404/0304\""), "\"0304/0404\", \"0304/0305\"");
}

#[test]
fn what_both_changed_differently_is_marked_and_told() {
    let merged = merged(&[("er = 3", "er = 2")], &[("er = 3", "er = 4")]);
    assert_eq!(told(&merged), ["unit red-1: er: was 3, ours 2, theirs 4"]);
    let marks = "<<<<<<< ours\ner = 2\n=======\ner = 4\n>>>>>>> theirs\n";
    assert_eq!(merged.text, template(System::MarsLaTour).replacen("er = 3\n", marks, 1));
}

#[test]
fn a_hex_that_both_painted_marks_its_row() {
    let row = ". w w . T . . .";
    let merged = merged(&[(row, ". T w . T . . w")], &[(row, "w . w . T . . .")]);
    assert_eq!(told(&merged), ["hexes: row 3, column 2: was w, ours T, theirs ."]);
    let marks = "<<<<<<< ours\nw T w . T . . w\n=======\nw . w . T . . w\n>>>>>>> theirs";
    assert_eq!(merged.text, template(System::MarsLaTour).replacen(row, marks, 1));
}

#[test]
fn a_unit_that_one_took_out_and_the_other_changed_is_marked_whole() {
    let text = template(System::MarsLaTour);
    let (start, end) =
        (text.find("[[unit]]\nid = \"red-2\"").unwrap(), text.find("[[unit]]\nid = \"blue-1\"").unwrap());
    let unit = &text[start..end];
    let changed = unit.replace("er = 2", "er = 4");
    let ours = merged(&[(unit, &changed)], &[(unit, "")]);
    assert_eq!(told(&ours), ["unit red-2: changed by ours, removed by theirs"]);
    assert_eq!(ours.text, text.replacen(unit, &format!("<<<<<<< ours\n{changed}=======\n>>>>>>> theirs\n"), 1));
    let theirs = merged(&[(unit, "")], &[(unit, &changed)]);
    assert_eq!(told(&theirs), ["unit red-2: removed by ours, changed by theirs"]);
    assert_eq!(theirs.text, text.replacen(unit, &format!("<<<<<<< ours\n=======\n{changed}>>>>>>> theirs\n"), 1));
    clean(&[(unit, "")], &[(unit, "")], &[(unit, "")]);
}

#[test]
fn what_does_not_fit_together_is_told_though_no_line_conflicts() {
    let (one, other) = (("at = \"0503\"", "at = \"0604\""), ("at = \"0704\"", "at = \"0604\""));
    let merged = merged(&[one], &[other]);
    assert_eq!((merged.conflicts.len(), merged.broken.len()), (0, 1));
    assert_eq!(merged.broken[0].code.as_str(), "two-units-in-one-hex");
}

#[test]
fn their_comments_come_with_what_they_are_about() {
    let er = ("er = 3\n", "er = 2\n");
    let behind = ("er = 3\n", "er = 3 # as in the book\n");
    clean(&[er], &[behind], &[("er = 3\n", "er = 2 # as in the book\n")]);
    let over = ("[[road]]", "# The highway,\n# paved.\n[[road]]");
    clean(
        &[("path = [\"0103\"", "path = [\"0102\", \"0103\"")],
        &[over],
        &[over, ("path = [\"0103\"", "path = [\"0102\", \"0103\"")],
    );
    let unit = (
        "[victory]\n",
        "# Came late.\n[[unit]] # third\nid = \"red-3\"\nname = \"R\"\nside = \"red\" # sure\nkind = \"infantry\"\ner = 1\nat = \
        \"0101\"\n\n[victory]\n",
    );
    clean(&[er], &[unit], &[er, unit]);
    // Comments that theirs removed are removed; comments that both wrote stay.
    let header = "# One letter a hex, one line a row.\n";
    clean(&[er], &[(header, "")], &[er, (header, "")]);
    let own = ("[map.terrain]", "# Ours.\n[map.terrain]");
    clean(
        &[own],
        &[("[map.terrain]", "# Theirs.\n[map.terrain]")],
        &[("[map.terrain]", "# Ours.\n# Theirs.\n[map.terrain]")],
    );
    clean(
        &[("er = 3\n", "er = 3 # ours\n")],
        &[("er = 3\n", "er = 3 # theirs\n")],
        &[("er = 3\n", "er = 3 # ours # theirs\n")],
    );
    let base = template(System::MarsLaTour);
    let made = merge(base, &edited(base, &[er]), &format!("{base}# The end.\n")).unwrap();
    assert_eq!(made.text, edited(base, &[er]) + "# The end.\n");
}

#[test]
fn comments_in_a_list_come_with_its_elements() {
    let list = |elements: &str| format!("hexes = [{elements}]\n\n[[exit]]");
    let made = |was: &str, ours: &str, theirs: &str| {
        let base = edited(template(System::MarsLaTour), &[("hexes = [\"0103\"]\n\n[[exit]]", &list(was))]);
        let with = |elements: &str| edited(&base, &[(&list(was), &list(elements))]);
        let merged = merge(&base, &with(ours), &with(theirs)).unwrap();
        assert_eq!(merged.conflicts, []);
        let (_, rest) = merged.text.split_once("side = \"red\"\nhexes = [").unwrap();
        rest.split_once("]\n\n[[exit]]").unwrap().0.to_owned()
    };
    let lines = "\n    \"0103\",\n    \"0104\",\n";
    assert_eq!(
        made(
            lines,
            "\n    \"0103\",\n    \"0104\",\n    \"0105\",\n",
            "\n    \"0103\", # road\n    # The mill:\n    \"0104\",\n"
        ),
        "\n    \"0103\", # road\n    # The mill:\n    \"0104\",\n    \"0105\",\n"
    );
    // Comments do not fit on one line, so each element gets its own line.
    assert_eq!(
        made("\"0103\", \"0104\"", "\"0103\", \"0104\", \"0105\"", "\n    \"0103\", # road\n    \"0104\"\n"),
        "\n    \"0103\", # road\n    \"0104\",\n    \"0105\"\n"
    );
    assert_eq!(
        made("\n\"0103\", # road\n", "\n\"0103\", # road\n\"0104\",\n", "\n\"0103\",\n"),
        "\n\"0103\",\n\"0104\",\n"
    );
}

#[test]
fn comments_keep_the_line_ends_of_ours() {
    let base = template(System::MarsLaTour).replace('\n', "\r\n");
    let ours = edited(&base, &[("er = 3\r\n", "er = 2\r\n")]);
    let theirs = edited(template(System::MarsLaTour), &[("[[road]]", "# Paved.\n[[road]]")]);
    let made = merge(&base, &ours, &theirs).unwrap();
    assert_eq!(made.text, edited(&ours, &[("[[road]]", "# Paved.\r\n[[road]]")]));
}

#[test]
fn our_comments_stay_and_what_cannot_be_read_is_named() {
    let base = template(System::MarsLaTour);
    let ours = edited(base, &[("er = 3\n", "er = 3 # as in the book\n")]);
    let made = merge(base, &ours, &edited(base, &[("count = 4", "count = 5")])).unwrap();
    assert_eq!(made.text, edited(&ours, &[("count = 4", "count = 5")]));
    assert_eq!(merge(base, "title = ", base).unwrap_err().which, "ours");
    assert_eq!(merge(base, base, template(System::PositionMagnifique)).unwrap_err().which, "all");
    let both = merge("", base, &edited(base, &[("er = 3", "er = 4")])).unwrap();
    assert_eq!(told(&both), ["unit red-1: er: was nothing, ours 3, theirs 4"]);
}

/// Returns the part of `text` from `start` up to `end`.
fn part<'t>(text: &'t str, start: &str, end: &str) -> &'t str {
    let at = text.find(start).unwrap();
    &text[at..at + text[at..].find(end).unwrap()]
}

#[test]
fn an_order_that_one_side_changed_is_taken_and_one_that_both_changed_conflicts() {
    let base = template(System::PositionMagnifique);
    let swapped = |text: &str, one: &str, other: &str| {
        let at = text.find(one).unwrap();
        let gone = text.replacen(other, "", 1);
        assert!(gone.len() < text.len());
        format!("{}{other}{}", &gone[..at], &gone[at..])
    };
    let sides = (part(base, "[side.red]", "[side.blue]"), part(base, "[side.blue]", "# Formations"));
    let formations = (
        part(base, "[[formation]]\nid = \"red", "[[formation]]\nid = \"blue"),
        part(base, "[[formation]]\nid = \"blue", "# Units"),
    );
    let units = (
        part(base, "[[unit]]\nid = \"blue-1", "[[unit]]\nid = \"blue-2"),
        part(base, "[[unit]]\nid = \"blue-2", "# Event"),
    );
    let ending = |winner: &str| {
        format!("[[victory.last]]\nwinner = \"{winner}\"\nlevel = \"victory\"\ncontrols = [\"village\"]\n")
    };
    let endings = (ending("red") + "\n", ending("blue"));
    let other = |text: &str| text.replacen("count = 4", "count = 5", 1);
    for (one, two) in [sides, formations, units, (&endings.0, &endings.1)] {
        let text = swapped(base, one, two);
        for (ours, theirs) in [(other(base), text.clone()), (text.clone(), other(base)), (text.clone(), other(&text))] {
            let merged = merge(base, &ours, &theirs).unwrap();
            assert_eq!(merged.conflicts, []);
            let read = |text: &str| load(text).readable.unwrap();
            assert!(is_same(&read(&merged.text), &read(&other(&text))), "{}", merged.text);
            assert_eq!(merged.text.matches('#').count(), base.matches('#').count(), "comments stay: {}", merged.text);
        }
    }
    // Three units in three orders.
    let (red, blue) = (part(base, "[[unit]]\nid = \"red-2", "[[unit]]\nid = \"blue-1"), units);
    let (ours, theirs) = (swapped(base, red, blue.0), swapped(base, blue.0, blue.1));
    let merged = merge(base, &ours, &theirs).unwrap();
    assert_eq!(
        told(&merged),
        ["unit: order: was red-2, blue-1, blue-2, ours blue-1, red-2, blue-2, theirs red-2, blue-2, blue-1"]
    );
    assert_eq!(merged.text, ours);
    // A change of an order without a meaning is not a conflict.
    let place = |id: &str| format!("[[place]]\nid = \"{id}\"\nname = \"P\"\nhexes = [\"0101\"]\n\n");
    let places = |ids: &[&str]| {
        base.replacen("[[entry]]", &(ids.iter().map(|id| place(id)).collect::<String>() + "[[entry]]"), 1)
    };
    let merged = merge(&places(&["a", "b", "c"]), &places(&["b", "a", "c"]), &places(&["a", "c", "b"])).unwrap();
    assert_eq!((merged.conflicts, merged.text), (Vec::new(), places(&["b", "a", "c"])));
}

#[test]
fn tables_of_results_are_no_sets() {
    let results = |results: &str| {
        let row = results
            .chars()
            .map(|c| if c == 'a' { "\"advance\"" } else { "\"withdraw\"" })
            .collect::<Vec<_>>()
            .join(", ");
        format!("{}\n[rules.tables]\nout_of_command = [{row}]\n", template(System::PositionMagnifique))
    };
    let merged = merge(&results("aaawwwwwwww"), &results("aaaawwwwwww"), &results("aawwwwwwwww")).unwrap();
    assert_eq!(merged.conflicts.len(), 1);
    let merged = merge(&results("aaawwwwwwww"), &results("aaawwwwwwww"), &results("wwwwwwwwaaa")).unwrap();
    assert_eq!((merged.conflicts.len(), merged.text), (0, results("wwwwwwwwaaa")));
}
