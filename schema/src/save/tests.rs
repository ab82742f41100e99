use super::*;
use crate::mars_la_tour::{Enters, MarsLaTour, Unit};
use crate::{ArtPath, HexRows, Pixel, Pixels, Road, Scan, System, load, template};

const TEXT: &str = r#"# A comment at the very top.
format = 1
system = "mars-la-tour"
title   =   "Old"    # spaced out

[map]  # header comment
columns = 3
rows = 2
numbering = { first = "0101" }   # no order
hexes = """
.  w  .
 . . T
"""
hex_metres = 900 # author's own order

[map.terrain]
"." = { name = "Clear", defensible = false }
w = { name = "Woods" }
T = { name = "Town" }

# The sides.

# Red comes first.
[side.red]
name = "Red"
ammunition = 1
[side.red.hq] # a section of its own
name = "HQ"
range = 3

[side.blue]
name = "Blue"
ammunition = 1
hq = { name = "HQ",   range = 3 }

# ---- Units ----

# The first of them.
[[unit]]
id = "a"
name = "A"
side = "red"
kind = "infantry"
er = 1
at = "0101" # where it starts

# Belongs to b.
[[unit]]
id = "b"
name = "B"
side = "blue"
kind = "infantry"
er = 1
at = "0302"

# ---- Later ----

[[unit]]
id = "c"
name = "C"
side = "blue"
kind = "infantry"
er = 1
at = "0202"

[turns]
count = 3
[victory]
tie = "red"

[[road]]
path = [
    "0101", # start
    "0201",
    # middle
    "0301", # end
]
# The end.
"#;

fn read(text: &str) -> MarsLaTour {
    let Some(Scenario::MarsLaTour(scenario)) = load(text).readable else { panic!("{:?}", load(text).diagnostics) };
    *scenario
}

/// Saves `change` into `text` and returns the removed and the added lines.
fn changed(text: &str, change: impl FnOnce(&mut MarsLaTour)) -> (String, Vec<String>, Vec<String>) {
    let mut scenario = read(text);
    change(&mut scenario);
    let saved = save(Some(text), &Scenario::MarsLaTour(Box::new(scenario.clone())));
    assert_eq!(read(&saved), scenario, "{saved}");
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let (old, new) = (lines(text), lines(&saved));
    let minus = |a: &[String], b: &[String]| {
        let mut b = b.to_vec();
        a.iter()
            .filter(|line| match b.iter().position(|other| other == *line) {
                Some(at) => {
                    b.remove(at);
                    false
                }
                None => true,
            })
            .cloned()
            .collect::<Vec<_>>()
    };
    let (gone, come) = (minus(&old, &new), minus(&new, &old));
    (saved, gone, come)
}

fn unit(id: &str) -> Unit {
    Unit {
        id: id.into(),
        name: id.to_uppercase().into(),
        side: "red".into(),
        er: 1,
        at: Some("0102".into()),
        ..Unit::default()
    }
}

#[test]
fn what_is_not_changed_keeps_its_bytes() {
    for text in [
        TEXT.to_owned(),
        TEXT.replace('\n', "\r\n"),
        format!("\u{feff}{TEXT}"),
        template(System::MarsLaTour).to_owned(),
    ] {
        assert_eq!(save(Some(&text), &load(&text).readable.unwrap()), text);
        // The TOML editor itself does not change the text either.
        let style = lines::Style::of(&text);
        let plain = style.plain(&text);
        assert_eq!(style.restore(&plain.parse::<DocumentMut>().unwrap().to_string()), text);
    }
}

#[test]
fn one_painted_hex_changes_one_line() {
    for text in [TEXT.to_owned(), format!("\u{feff}{}", TEXT.replace('\n', "\r\n"))] {
        let (saved, gone, come) = changed(&text, |s| assert!(s.map.hexes.set(1, 1, 'w').is_some()));
        assert_eq!((gone, come), (vec![" . . T".to_owned()], vec![" . w T".to_owned()]));
        assert_eq!(saved.matches("\r\n").count(), text.matches("\r\n").count());
        assert_eq!(saved.starts_with('\u{feff}'), text.starts_with('\u{feff}'));
    }
}

#[test]
fn one_moved_unit_changes_one_line() {
    let (_, gone, come) = changed(TEXT, |s| s.unit[0].at = Some("0201".into()));
    assert_eq!((gone.len(), come), (1, vec!["at = \"0201\" # where it starts".to_owned()]));
}

#[test]
fn a_unit_that_enters_instead_keeps_its_line_and_comment() {
    let (_, gone, come) = changed(TEXT, |s| {
        s.unit[0].at = None;
        s.unit[0].enters = Some(Enters { turn: 2, at: "C".into() });
    });
    assert_eq!((gone.len(), come), (1, vec!["enters = { turn = 2, at = \"C\" } # where it starts".to_owned()]));
}

#[test]
fn a_new_value_stands_where_it_usually_does() {
    let (saved, gone, come) = changed(TEXT, |s| s.unit[1].formation = Some("II Corps".into()));
    assert_eq!((gone.len(), come.len()), (0, 1));
    assert!(saved.contains("name = \"B\"\nformation = \"II Corps\"\nside"));
    let (saved, ..) = changed(TEXT, |s| s.subtitle = Some("1870".into()));
    assert!(saved.contains("# spaced out\nsubtitle = \"1870\"\n"));
}

#[test]
fn values_in_inline_tables_and_in_sections_change_alike() {
    let (_, gone, come) = changed(TEXT, |s| s.side[1].hq.range = 9);
    assert_eq!((gone.len(), come), (1, vec!["hq = { name = \"HQ\",   range = 9 }".to_owned()]));
    let (_, gone, come) = changed(TEXT, |s| s.side[0].hq.range = 9);
    assert_eq!((gone.len(), come), (1, vec!["range = 9".to_owned()]));
}

#[test]
fn a_new_row_leaves_the_others_alone() {
    for at in 0..=3 {
        let (saved, gone, come) = changed(TEXT, |s| s.unit.insert(at, unit("x")));
        assert_eq!(gone, [] as [&str; 0], "{saved}");
        assert_eq!(come.iter().filter(|line| !line.is_empty()).count(), 7, "{saved}");
        assert!(saved.find("---- Units") < saved.find("[[unit]]"), "{saved}");
        assert!(saved.contains("# The first of them.\n[[unit]]\nid = \"a\""), "{saved}");
        assert!(saved.contains("# Belongs to b.\n[[unit]]\nid = \"b\""), "{saved}");
    }
}

#[test]
fn a_row_that_goes_takes_only_its_own_comment() {
    let (saved, gone, come) = changed(TEXT, |s| drop(s.unit.remove(1)));
    assert!(gone.contains(&"# Belongs to b.".to_owned()));
    assert_eq!(come, [] as [&str; 0]);
    assert!(saved.contains("# ---- Later ----\n\n[[unit]]\nid = \"c\""));
    let (saved, ..) = changed(TEXT, |s| drop(s.unit.remove(0)));
    assert!(saved.contains("# ---- Units ----\n\n# Belongs to b.\n[[unit]]"), "{saved}");
    let (saved, ..) = changed(TEXT, |s| drop(s.unit.remove(2)));
    assert!(saved.contains("# ---- Later ----\n\n[turns]"), "{saved}");
    let (saved, ..) = changed(TEXT, |s| s.unit.clear());
    assert!(saved.contains("# ---- Units ----") && saved.contains("# ---- Later ----"), "{saved}");
}

#[test]
fn rows_that_change_places_take_their_comments_along() {
    let (saved, gone, come) = changed(TEXT, |s| s.unit.swap(0, 1));
    assert_eq!((gone.len(), come.len()), (0, 0), "{saved}");
    assert!(saved.contains("# ---- Units ----\n\n# Belongs to b.\n[[unit]]\nid = \"b\""), "{saved}");
    assert!(saved.contains("# The first of them.\n[[unit]]\nid = \"a\""), "{saved}");
}

#[test]
fn lists_over_many_lines_keep_their_comments() {
    let (saved, gone, come) = changed(TEXT, |s| s.road[0].path.insert(1, "0102".into()));
    assert_eq!((gone.len(), come), (0, vec!["    \"0102\",".to_owned()]), "{saved}");
    assert!(saved.contains("\"0101\", # start\n    \"0102\",\n    \"0201\","), "{saved}");
    let (saved, gone, come) = changed(TEXT, |s| s.road[0].path.push("0302".into()));
    assert_eq!((gone.len(), come), (0, vec!["    \"0302\",".to_owned()]), "{saved}");
    for (at, own) in [
        (0, vec!["    \"0101\", # start"]),
        (1, vec!["    \"0201\","]),
        (2, vec!["    # middle", "    \"0301\", # end"]),
    ] {
        let (saved, gone, come) = changed(TEXT, |s| drop(s.road[0].path.remove(at)));
        assert_eq!((gone, come.len()), (own.into_iter().map(str::to_owned).collect(), 0), "{saved}");
    }
    let bare = TEXT.replace("\"0301\", # end", "\"0301\" # end");
    let (saved, gone, come) = changed(&bare, |s| s.road[0].path.insert(2, "0102".into()));
    assert_eq!((gone.len(), come.len()), (0, 1), "{saved}");
}

#[test]
fn lists_on_one_line_stay_on_it() {
    let text = TEXT.replace(
        "path = [\n    \"0101\", # start\n    \"0201\",\n    # middle\n    \"0301\", # end\n]",
        "path = [ \"0101\", \"0201\" ] # r",
    );
    let (_, _, come) = changed(&text, |s| s.road[0].path.insert(0, "0102".into()));
    assert_eq!(come, ["path = [ \"0102\", \"0101\", \"0201\" ] # r"]);
    let (_, _, come) = changed(&text, |s| s.road[0].path.push("0102".into()));
    assert_eq!(come, ["path = [ \"0101\", \"0201\", \"0102\" ] # r"]);
}

#[test]
fn new_sections_stand_where_they_usually_do() {
    let path = vec!["0101".into(), "0102".into()];
    let (saved, gone, _) = changed(TEXT, |s| s.road.push(Road { path, ..Road::default() }));
    assert_eq!(gone, [] as [&str; 0], "{saved}");
    assert!(saved.contains("\n[[road]]\npath = [\"0101\", \"0102\"]\n# The end.\n"), "{saved}");
    let (saved, gone, _) = changed(TEXT, |s| s.rules.retreat_hexes = Some(2));
    assert_eq!(gone, [] as [&str; 0], "{saved}");
    assert!(saved.contains("\n[rules]\nretreat_hexes = 2\n"), "{saved}");
}

#[test]
fn a_scan_is_a_section_of_its_own_and_keeps_how_its_numbers_are_written() {
    let (text, gone, come) = changed(TEXT, |s| {
        let pixel = |x, y| Pixel { x: Pixels::new(x).unwrap(), y: Pixels::new(y).unwrap() };
        s.map.scan = Some(Scan {
            file: ArtPath("art/map.png".to_owned()),
            first: pixel(412.25, 80.0),
            column: pixel(86.602_54, -1.5),
            row: pixel(1.5, 100.0),
            opacity: 100,
        });
    });
    let scan = "[map.scan]\nfile = \"art/map.png\"\nfirst = { x = 412.25, y = 80.0 }\n\
                column = { x = 86.603, y = -1.5 }\nrow = { x = 1.5, y = 100.0 }\n";
    assert!(gone.is_empty() && text.contains(scan), "{text}");
    assert!(
        text.find("[map.scan]") > text.find("T = { name = \"Town\" }")
            && text.find("[map.scan]") < text.find("[side.red]")
    );
    assert_eq!(come.iter().filter(|line| !line.is_empty()).count(), 5);
    // Written by hand, in whole numbers and with a comment.
    let by_hand = text.replace("row = { x = 1.5, y = 100.0 }", "row = { x = 1, y = 100 } # measured");
    let (_, gone, come) = changed(&by_hand, |s| s.map.scan.as_mut().unwrap().opacity = 60);
    assert_eq!((gone, come), (vec![], vec!["opacity = 60".to_owned()]));
    let (_, gone, come) = changed(&by_hand, |s| s.map.scan = None);
    assert!(gone.len() >= 5 && come.is_empty());
}

#[test]
fn maps_change_size() {
    let (saved, ..) = changed(TEXT, |s| {
        s.map.rows = 3;
        s.map.hexes = HexRows::parse(".w.\n..T\nwww");
    });
    assert!(
        saved.contains(".  w  .\n . . T\n w w w\n\"\"\"") || saved.contains(".  w  .\n . . T\n w w w\n"),
        "{saved}"
    );
}

#[test]
fn rows_that_cannot_be_read_stay() {
    let text = TEXT.replace("id = \"b\"\nname", "id = \"b\"\nxname");
    let mut scenario = read(&text);
    assert_eq!(scenario.unit.len(), 2);
    scenario.unit[1].er = 5;
    scenario.unit.push(unit("x"));
    let saved = save(Some(&text), &Scenario::MarsLaTour(Box::new(scenario)));
    assert!(saved.contains("# Belongs to b.\n[[unit]]\nid = \"b\"\nxname = \"B\"\n"), "{saved}");
    assert!(saved.contains("id = \"c\"\nname = \"C\"\nside = \"blue\"\nkind = \"infantry\"\ner = 5\n"), "{saved}");
    assert!(saved.contains("id = \"x\""), "{saved}");
}

#[test]
fn a_section_whose_last_row_goes_stays() {
    let text = template(System::PositionMagnifique);
    let mut scenario = load(text).scenario.unwrap();
    let Scenario::PositionMagnifique(own) = &mut scenario else { panic!("another system") };
    own.victory.last.clear();
    for saved in [save(Some(text), &scenario), save(None, &scenario)] {
        assert!(saved.contains("\n[victory]\n"), "{saved}");
        assert_eq!(load(&saved).readable.as_ref(), Some(&scenario), "{saved}");
    }
}

#[test]
fn a_new_file_is_pleasant_to_read() {
    let text = save(None, &load(template(System::MarsLaTour)).scenario.unwrap());
    assert_eq!(load(&text).diagnostics, []);
    assert_eq!(read(&text), read(template(System::MarsLaTour)));
    assert!(text.starts_with("format = 1\nsystem = \"mars-la-tour\"\ntitle = \"Untitled\"\n"), "{text}");
    assert!(text.contains("\n[map]\n") && text.contains("\nhexes = \"\"\"\n. . ."), "{text}");
    assert!(text.contains("\n[map.terrain]\n\".\" = { name = \"Clear\""), "{text}");
    assert!(text.contains("\n[side.red]\nname = \"Red\"\n"), "{text}");
    assert!(text.contains("\nhq = { name = \"Red HQ\", range = 6 }\n"), "{text}");
    assert!(text.contains("\n[[unit]]\nid = \"red-1\"\n") && text.contains("\nenters = { turn = 1, at = \"A\" }\n"));
    assert!(text.contains("\n[[victory.hold]]\n"), "{text}");
    assert!(!text.contains("\n\n\n"), "{text}");
}

#[test]
fn the_order_of_the_sides_is_saved_with_their_comments() {
    let (saved, gone, come) = changed(TEXT, |s| s.side.reverse());
    assert_eq!((gone.len(), come.len()), (0, 0), "{saved}");
    assert!(saved.contains("# The sides.\n\n[side.blue]\n"), "{saved}");
    assert!(saved.contains("\n# Red comes first.\n[side.red]\n"), "{saved}");
    assert!(saved.find("[side.red.hq] # a section").unwrap() > saved.find("[side.red]").unwrap());
    let start = TEXT.find("# Red comes first.").unwrap();
    let sections = &TEXT[start..TEXT.find("# ---- Units").unwrap()];
    let hq = "hq = { name = \"HQ\", range = 3 }";
    for written in [
        format!(
            "[side]\nred = {{ name = \"R\", ammunition = 1, {hq} }} # first\nblue = {{ name = \"B\", ammunition = 1, {hq} }}\n"
        ),
        format!(
            "[side]\nred.name = \"R\" # first\nred.ammunition = 1\nred.{hq}\nblue.name = \"B\"\nblue.ammunition = 1\nblue.{hq}\n"
        ),
    ] {
        let text = TEXT.replace(sections, &written);
        let (saved, gone, come) = changed(&text, |s| s.side.reverse());
        assert_eq!((gone.len(), come.len()), (0, 0), "{saved}");
        assert!(saved.find("blue").unwrap() < saved.find("# first").unwrap(), "{saved}");
    }
    let line = format!(
        "side = {{ red = {{ name = \"R\", ammunition = 1, {hq} }}, blue = {{ name = \"B\", ammunition = 1, {hq} }} }}\n[map]"
    );
    let text = TEXT.replace(sections, "").replace("[map]", &line);
    let (saved, ..) = changed(&text, |s| s.side.reverse());
    assert!(
        saved.find("blue = {").unwrap() < saved.find("red = {").unwrap() && saved.contains("# ---- Units"),
        "{saved}"
    );
}
