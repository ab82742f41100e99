//! Tests with foreign modules, valid and malicious ones.

use battlewright_schema::{Arm, Orientation, Severity, Start, System, load, template_table};

use super::sequence::{Trait, join, piece};
use super::{Choice, ModuleError, contents, read, read_chosen};
use crate::archive::tests::packed;
use crate::import::DraftError;

/// The header of a JPEG of 500 by 400 pixels, without pixel data.
const JPEG: &[u8] = b"\xff\xd8\xff\xe0\0\x04ab\xff\xc0\0\x11\x08\x01\x90\x01\xf4\x03";

fn escaped(text: &str) -> String {
    crate::escaped(&text.replace('\t', "\u{e000}")).replace('\u{e000}', "\t")
}

/// An old-style module: another build file name, a board without zones, pointy-top hexes numbered by rows.
fn old(stacks: &str, grid: &str) -> String {
    format!(
        r#"<VASSAL.launch.BasicModule name="Old &amp; Dusty" VassalVersion="3.2.0">
<VASSAL.build.module.PlayerRoster><entry>Union</entry><entry>Rebels</entry><entry>Observer</entry><entry>Militia</entry></VASSAL.build.module.PlayerRoster>
<VASSAL.build.module.PrototypesContainer>
<VASSAL.build.module.PrototypeDefinition name="Reb Cav">{}</VASSAL.build.module.PrototypeDefinition>
</VASSAL.build.module.PrototypesContainer>
<VASSAL.build.module.Map mapName="Main"><VASSAL.build.module.map.BoardPicker>
<VASSAL.build.module.map.boardPicker.Board name="Field" image="field.map.JPG">{grid}</VASSAL.build.module.map.boardPicker.Board>
</VASSAL.build.module.map.BoardPicker>{stacks}<VASSAL.build.module.map.DrawPile name="Cards"><VASSAL.build.widget.CardSlot/><VASSAL.build.widget.CardSlot/></VASSAL.build.module.map.DrawPile></VASSAL.build.module.Map>
</VASSAL.launch.BasicModule>"#,
        escaped(&piece(&[
            Trait::mark("Side", "Rebels"),
            Trait::mark("Type", "Cav"),
            Trait::prototype("Reb Cav"),
            Trait::basic("", "", 0),
        ]))
    )
}

const GRID: &str = r#"<VASSAL.build.module.map.boardPicker.board.HexGrid sideways="true" x0="40" y0="35" dx="60.0" dy="69.3">
<VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering first="H" sep="." hLeading="0" vLeading="0" hOff="1" vOff="1" stagger="false"/>
</VASSAL.build.module.map.boardPicker.board.HexGrid>"#;

fn stack(location: &str, text: &str) -> String {
    format!(
        "<VASSAL.build.module.map.SetupStack name=\"s\" location=\"{location}\" useGridLocation=\"true\" x=\"40\" y=\"40\">\
         <VASSAL.build.widget.PieceSlot entryName=\"slot\">{}</VASSAL.build.widget.PieceSlot>\
         </VASSAL.build.module.map.SetupStack>",
        escaped(text)
    )
}

#[test]
fn a_strange_module_gives_a_sound_scenario_and_says_what_it_did_not_take() {
    let horse =
        piece(&[Trait::prototype("Reb Cav"), Trait::mark("CF", "4"), Trait::basic("a.png", "1st/2nd; Horse", 1)]);
    let foot = piece(&[Trait::new(&["calcProp", "x"], ""), Trait::basic("b.png", "Union Infantry 7", 2)]);
    let lost = piece(&[Trait::basic("c.png", "Lost", 3)]);
    let stacks =
        [stack("2.3", &horse), stack("nowhere", &foot), stack("99.99", &lost), stack("1.1", "no piece at all")]
            .concat();
    let bytes = packed(&[("buildFile", old(&stacks, GRID).as_bytes()), ("images/field.map.JPG", JPEG)]);
    for system in System::ALL {
        if template_table(system).is_some() {
            let refusal = read(&bytes, system).unwrap_err();
            assert!(matches!(refusal, ModuleError::Draft(DraftError::OnTable(named)) if named == system), "{refusal}");
            assert_eq!(refusal.to_string(), format!("{} is played on a table, but this map has hexes", system.title()));
            continue;
        }
        let imported = read(&bytes, system).unwrap();
        let loaded = load(&imported.text);
        let errors: Vec<_> = loaded.diagnostics.iter().filter(|found| found.severity == Severity::Error).collect();
        assert!(errors.is_empty() && loaded.complete, "{errors:#?}\n{}", imported.text);
        let scenario = loaded.readable.unwrap();
        let common = scenario.common();
        assert_eq!((scenario.title(), common.size()), ("Old & Dusty", (7, 6)));
        assert_eq!(common.frame().orientation, Orientation::Pointy);
        // Rows come first, and odd rows of the grid, the second, fourth and sixth, are shifted.
        let grid = common.grid().unwrap();
        let cell = grid.cell(&"2.3".into()).unwrap();
        assert_eq!((cell.column, cell.row), (2, 1));
        assert_eq!(common.frame().right_rows, Some(battlewright_schema::Parity::Even));
        let unit = |name: &str| {
            let mut units = (0..common.unit_count()).filter_map(|index| common.unit(index));
            units.find(|unit| unit.name == name).map(|unit| (unit.start.clone(), unit.rating, unit.side.clone()))
        };
        let rebels = common.sides()[1].id.clone();
        assert_eq!(unit("1st/2nd; Horse"), Some((Start::At("2.3".into()), 4, rebels)));
        assert_eq!(unit("Union Infantry 7").unwrap().0, Start::At("1.1".into()), "where x and y are");
        assert_eq!(unit("Lost"), None);
        let notes = imported.notes.join("\n");
        for part in ["Militia", "Lost at 99.99", "slot: it is not a piece", "calcProp (1)", "decks: Cards (2)", "Lost"]
        {
            assert!(notes.contains(part), "{part}: {notes}");
        }
        assert_eq!(imported.files, [("field.jpg".to_owned(), JPEG.to_vec())]);
        let scan = common.scan().unwrap();
        assert_eq!((scan.first.x.get(), scan.first.y.get()), (35.0, 40.0));
        assert_eq!((scan.column.x.get(), scan.row.y.get()), (69.3, 60.0));
    }
}

/// Maps numbered from the bottom or the right keep the units in their hexes, under the scenario's numbers.
#[test]
fn hexes_that_count_from_the_other_end_are_renumbered_and_that_is_told() {
    let horse = piece(&[Trait::prototype("Reb Cav"), Trait::mark("CF", "4"), Trait::basic("a.png", "1st Horse", 1)]);
    let named = |descending: &str, location: &str| {
        let grid = GRID.replace("stagger", &format!("{descending} stagger"));
        let stacks = stack(location, &horse);
        let bytes = packed(&[("buildFile", old(&stacks, &grid).as_bytes()), ("images/field.map.JPG", JPEG)]);
        let imported = read(&bytes, System::MarsLaTour).unwrap();
        let scenario = load(&imported.text).readable.unwrap();
        let starts: Vec<String> = scenario
            .common()
            .counters()
            .into_iter()
            .filter_map(|counter| match scenario.common().counter(counter)?.start {
                Start::At(hex) => Some(hex.to_string()),
                _ => None,
            })
            .collect();
        (starts, imported.notes)
    };
    let told = |notes: &[String]| notes.iter().find(|note| note.contains("numbered")).cloned();
    let (starts, notes) = named("vDescend=\"false\"", "2.3");
    assert_eq!((starts, told(&notes)), (vec!["2.3".to_owned()], None), "{notes:?}");
    // On a board of 500 by 400 pixels, VASSAL counts seven lines from the other end, in either direction.
    let (up, notes) = named("vDescend=\"true\"", "4.3");
    let note = told(&notes).unwrap();
    assert!(note.starts_with("The hexes are numbered"), "{note}");
    assert!(note.contains("8.1 at the top left is now 0101"), "{note}");
    assert_eq!(up, ["0305"], "{notes:?}");
    let (both, notes) = named("vDescend=\"true\" hDescend=\"true\"", "4.3");
    assert!(told(&notes).unwrap().contains("from the bottom and from the right"), "{notes:?}");
    assert_eq!(both, ["0605"], "{notes:?}");
}

#[test]
fn what_is_no_module_is_refused_with_the_reason() {
    let build = old("", GRID);
    let why = |files: &[(&str, &[u8])]| read(&packed(files), System::MarsLaTour).unwrap_err().to_string();
    assert!(why(&[("savedGame", b"x"), ("buildFile.xml", build.as_bytes())]).contains("saved game"));
    assert!(why(&[("extensiondata", b"x"), ("buildFile.xml", build.as_bytes())]).contains("extension"));
    assert!(why(&[("readme", b"x")]).contains("no build file"));
    assert!(why(&[("buildFile.xml", b"<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>")]).contains("DTD"));
    assert!(why(&[("buildFile.xml", b"<a><b></a>")]).contains("not well-formed XML"));
    assert!(why(&[("buildFile.xml", b"<a/>")]).contains("no board"));
    assert!(why(&[("buildFile.xml", build.as_bytes())]).contains("size of the board"), "its picture is missing");
    let broken = [("buildFile.xml", build.as_bytes()), ("images/field.map.JPG", &b"no picture"[..])];
    assert!(why(&broken).contains("size of the board"));
    for (old_grid, new_grid, reason) in
        [("dx=\"60.0\"", "dx=\"0\"", "pixels apart"), ("dx=\"60.0\"", "dx=\"NaN\"", "pixels apart")]
    {
        let build = old("", &GRID.replace(old_grid, new_grid));
        let told = why(&[("buildFile.xml", build.as_bytes()), ("images/field.map.JPG", JPEG)]);
        assert!(told.contains(reason), "{told}");
    }
    let mut huge = JPEG.to_vec();
    huge[13..17].copy_from_slice(&[0x75, 0x30, 0x0c, 0x00]);
    let small = GRID.replace("60.0", "3").replace("69.3", "3");
    let build = old("", &small);
    assert!(why(&[("buildFile.xml", build.as_bytes()), ("images/field.map.JPG", &huge)]).contains("more than 1000"));
}

#[test]
fn pieces_that_are_nested_to_hurt_take_no_time() {
    let deep = format!("+/null/{}/x", "\t".repeat(200_000));
    let nested: String = (0..600).map(|n| format!("a{}\t", "\\".repeat(n))).collect();
    let wide = format!("+/null/{nested}{}/x", "b".repeat(100_000));
    let own = piece(&[Trait::prototype("Reb Cav"), Trait::basic("", "Own", 1)]);
    let stacks = [&deep, &wide, &wide, &own].map(|text| stack("1.1", text)).concat();
    let bytes = packed(&[("buildFile", old(&stacks, GRID).as_bytes()), ("images/field.map.JPG", JPEG)]);
    let imported = read(&bytes, System::MarsLaTour).unwrap();
    assert!(imported.text.contains("name = \"Own\""), "{}", imported.text);
    assert!(imported.notes.iter().any(|note| note.contains("too deep")), "{:?}", imported.notes);
}

/// A module of a few megabytes that would take minutes or gigabytes without limits.
#[test]
fn a_module_made_to_hurt_is_read_within_limits() {
    let horse = piece(&[Trait::prototype("Reb Cav"), Trait::mark("CF", "4"), Trait::basic("a.png", "1st Horse", 1)]);
    // A hex name that could be split at any of its million letters.
    let letters = GRID.replace("sep=\".\"", "sep=\"\" hType=\"A\" vType=\"A\"");
    let long = stack(&"A".repeat(1_000_000), &horse);
    let bytes = packed(&[("buildFile", old(&long, &letters).as_bytes()), ("images/field.map.JPG", JPEG)]);
    assert!(read(&bytes, System::MarsLaTour).is_ok());
    // More pieces than the limit, each of its own formation.
    let many: String = (0..5_500)
        .map(|n| {
            let unit =
                [Trait::prototype("Reb Cav"), Trait::mark("Formation", &n.to_string()), Trait::basic("", "Horse", n)];
            stack("2.3", &piece(&unit))
        })
        .collect();
    let bytes = packed(&[("buildFile", old(&many, GRID).as_bytes()), ("images/field.map.JPG", JPEG)]);
    let imported = read(&bytes, System::MarsLaTour).unwrap();
    assert!(imported.notes.contains(&"Of 5500 pieces the first 5000 were taken".to_owned()), "{:?}", imported.notes);
    // A saved setup beyond the unpacked limit.
    let huge = packed(&[("savedGame", &vec![b'x'; (64 << 20) + 1])]);
    let bytes =
        packed(&[("buildFile", old("", GRID).as_bytes()), ("images/field.map.JPG", JPEG), ("huge.vsav", &huge)]);
    let imported = read(&bytes, System::MarsLaTour).unwrap();
    assert!(
        imported.notes.iter().any(|note| note.starts_with("The saved setup huge.vsav was left out")),
        "{:?}",
        imported.notes
    );
    // The pixels claimed by the board's header are not allocated.
    let mut picture = JPEG.to_vec();
    picture[11..15].copy_from_slice(&[0xff; 4]);
    let bytes = packed(&[("buildFile", old("", GRID).as_bytes()), ("images/field.map.JPG", &picture)]);
    let imported = read(&bytes, System::MarsLaTour);
    let told = imported.map(|imported| imported.notes.join("\n")).unwrap_or_else(|why| why.to_string());
    assert!(told.contains("picture cannot be read") || told.contains("too many"), "{told}");
}

#[test]
fn a_module_of_three_sides_keeps_those_that_are_chosen() {
    let of = |side: &str, number| {
        let text = piece(&[Trait::mark("Side", side), Trait::basic("", &format!("{number} Corps"), number)]);
        stack(&format!("{number}.1"), &text)
    };
    let stacks = [of("Union", 1), of("Rebels", 2), of("Militia", 3)].concat();
    let bytes = packed(&[("buildFile", old(&stacks, GRID).as_bytes()), ("images/field.map.JPG", JPEG)]);
    let sides = |chosen: [&[&str]; 2]| {
        let chosen = chosen.map(|names| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        let imported = read_chosen(&bytes, System::MarsLaTour, &Choice { sides: Some(chosen), ..Choice::default() })
            .map_err(|why| why.to_string())?;
        let scenario = load(&imported.text).scenario.unwrap();
        let common = scenario.common();
        let names: Vec<String> = common.sides().iter().map(|side| side.name.to_owned()).collect();
        let units = (0..common.unit_count()).filter_map(|index| common.unit(index));
        let side = |id| common.sides().iter().position(|side| side.id == id).unwrap();
        let units: Vec<(String, usize)> = units.map(|unit| (unit.name.to_owned(), side(unit.side))).collect();
        Ok::<_, String>((names, units, imported.notes.join("\n")))
    };
    let named = |name: &str, side| (name.to_owned(), side);
    let (names, units, notes) = sides([&["Rebels"], &["Militia"]]).unwrap();
    assert_eq!(names, ["Rebels", "Militia"]);
    assert_eq!(units, [named("2 Corps", 0), named("3 Corps", 1)]);
    assert!(notes.contains("left out: 1 Corps (Union)"), "{notes}");
    let (names, units, _) = sides([&["Union", "Militia"], &["Rebels"]]).unwrap();
    assert_eq!(names, ["Union and Militia", "Rebels"]);
    assert_eq!(units, [named("1 Corps", 0), named("2 Corps", 1), named("3 Corps", 0)]);
    assert!(sides([&["Union"], &["Huns"]]).unwrap_err().contains("it has Union, Rebels, Militia"));
    assert!(sides([&["Union"], &["Union"]]).unwrap_err().contains("chosen twice"));
    let notes = read(&bytes, System::MarsLaTour).unwrap().notes.join("\n");
    assert!(notes.contains("left out: 3 Corps (Militia)"), "{notes}");
}

#[test]
fn a_board_without_its_picture_is_as_large_as_its_zones_or_its_stacks_show() {
    let own = piece(&[Trait::prototype("Reb Cav"), Trait::basic("", "Own", 1)]);
    let zone = "<VASSAL.build.module.map.boardPicker.board.mapgrid.Zone name=\"All\" path=\"0,0;500,0;500,400;0,400\">";
    let zoned = format!("{zone}{GRID}</VASSAL.build.module.map.boardPicker.board.mapgrid.Zone>");
    for (grid, size) in [(zoned.as_str(), Some((7, 6))), (GRID, None)] {
        let text = old(&stack("2.3", &own).replace("x=\"40\" y=\"40\"", "x=\"430\" y=\"330\""), grid);
        for pictures in [vec![], vec![("images/field.map.JPG", &b"no picture"[..])]] {
            let bytes = packed(&[vec![("buildFile", text.as_bytes())], pictures].concat());
            let imported = read(&bytes, System::MarsLaTour).unwrap();
            let scenario = load(&imported.text).readable.unwrap();
            assert!(imported.text.contains("at = \"2.3\""), "{}", imported.text);
            assert!(size.is_none_or(|size| scenario.common().size() == size), "{:?}", scenario.common().size());
            assert!(imported.files.is_empty() && scenario.common().scan().is_none());
            assert!(imported.notes.iter().any(|note| note.contains("no picture to trace")), "{:?}", imported.notes);
        }
    }
}

/// Returns a saved game that adds these pieces, as VASSAL writes it: an empty command has them as subcommands, and is one
/// token of the command that begins the game. The text is obfuscated: pairs of hex digits, combined with a key.
fn saved(pieces: &[String]) -> Vec<u8> {
    let within = join(std::iter::once("").chain(pieces.iter().map(String::as_str)), '\u{1b}');
    let text = join(["begin_save", "", &within, "end_save"], '\u{1b}');
    let digits: String = text.bytes().map(|byte| format!("{:02x}", byte ^ 0x5a)).collect();
    packed(&[("savedGame", format!("!VCSK5a{digits}").as_bytes())])
}

#[test]
fn units_come_from_a_saved_setup_of_the_module() {
    let at = |name: &str, side: &str, state: &str| {
        let basic = Trait { state: state.to_owned(), ..Trait::basic("", name, 1) };
        piece(&[Trait::mark("Side", side), basic]).replacen("null", "1234", 1)
    };
    let commands = [
        at("1st Corps", "Union", "Main;42;37;1;0"),
        "+/77/stack/Main;42;37;1234".to_owned(),
        at("2nd Corps", "Rebels", "Main;109;95;2;0"),
        at("3rd Corps", "Union", "Elsewhere;42;37;3;0"),
        at("Guard Horse Artillery", "Rebels", "Main;109;95;4;0"),
        at("Forest", "", "Main;42;37;5;0"),
    ];
    let build = old("", GRID);
    let setup = saved(&commands);
    let files = [("buildFile", build.as_bytes()), ("images/field.map.JPG", JPEG), ("setups/one.vsav", &setup)];
    let imported = read(&packed(&files), System::MarsLaTour).unwrap();
    let scenario = load(&imported.text).readable.unwrap();
    let common = scenario.common();
    let units = (0..common.unit_count()).filter_map(|index| common.unit(index));
    let units: Vec<_> = units.map(|unit| (unit.name.to_owned(), unit.start.clone())).collect();
    let lower = scenario.common().grid().unwrap();
    let second = lower.cells().find(|cell| (cell.column, cell.row) == (1, 1)).map(|cell| lower.name(cell)).unwrap();
    assert_eq!(
        units,
        [
            ("1st Corps".to_owned(), Start::At("1.1".into())),
            ("2nd Corps".to_owned(), Start::At(second.clone())),
            ("Guard Horse Artillery".to_owned(), Start::At(second)),
        ],
        "{:?}",
        imported.notes
    );
    let notes = imported.notes.join("\n");
    assert_eq!(common.unit(2).unwrap().arm, Arm::Infantry, "the system has no artillery");
    assert!(
        notes.contains("no counters of this arm") && notes.contains("Guard Horse Artillery (artillery)"),
        "{notes}"
    );
    assert!(notes.contains("saved setup setups/one.vsav") && notes.contains("3rd Corps"), "{notes}");
    assert!(notes.contains("Pieces of terrain were left out; paint them on the map: Forest (1)"), "{notes}");
    let broken = packed(&[("savedGame", b"!VCSK5a0")]);
    let files = [("buildFile", build.as_bytes()), ("images/field.map.JPG", JPEG), ("one.vsav", &broken)];
    let notes = read(&packed(&files), System::MarsLaTour).unwrap().notes.join("\n");
    assert!(notes.contains("one.vsav was left out: the saved game is damaged"), "{notes}");
}

/// Returns a palette window with these slots.
fn palettes(slots: &[(&str, String)]) -> String {
    let slot = |(list, text): &(&str, String)| {
        format!(
            "<VASSAL.build.widget.ListWidget entryName=\"{list}\"><VASSAL.build.widget.PieceSlot entryName=\"one\">{}\
             </VASSAL.build.widget.PieceSlot></VASSAL.build.widget.ListWidget>",
            escaped(text)
        )
    };
    let slots: String = slots.iter().map(slot).collect();
    format!(
        "<VASSAL.build.module.PieceWindow name=\"Units\">{slots}</VASSAL.build.module.PieceWindow></VASSAL.launch.BasicModule>"
    )
}

fn corps(side: &str, number: u32) -> String {
    piece(&[Trait::mark("Side", side), Trait::mark("CF", "4"), Trait::basic("", &format!("{number} Corps"), number)])
}

/// Returns the names and starts of a scenario's units.
fn units(text: &str) -> Vec<(String, Start)> {
    let scenario = load(text).readable.unwrap();
    let common = scenario.common();
    let units = (0..common.unit_count()).filter_map(|index| common.unit(index));
    units.map(|unit| (unit.name.to_owned(), unit.start.clone())).collect()
}

#[test]
fn pieces_of_palettes_are_chosen_from_a_table() {
    let stacks = stack("1.1", &corps("Union", 1));
    let marker = piece(&[Trait::mark("Type", "Marker"), Trait::basic("", "Smoke", 9)]);
    let slots =
        [("French", corps("Union", 1)), ("French", corps("Union", 2)), ("x", marker), ("Foe", corps("Rebels", 3))];
    let module = old(&stacks, GRID).replace("</VASSAL.launch.BasicModule>", &palettes(&slots));
    let bytes = packed(&[("buildFile", module.as_bytes()), ("images/field.map.JPG", JPEG)]);
    let found = contents(&bytes, &Choice::default()).unwrap();
    // Pieces on the map are no choices, and markers come from the system.
    let listed: Vec<_> =
        found.pieces.iter().map(|piece| (piece.number, piece.palette.as_str(), piece.name.as_str())).collect();
    assert_eq!(listed, [(2, "Units / French", "2 Corps"), (4, "Units / Foe", "3 Corps")]);
    assert_eq!((found.pieces[1].side.as_str(), found.pieces[1].rating), ("Rebels", Some(4)));

    let mut table = Vec::new();
    found.table(&mut table).unwrap();
    let table = String::from_utf8(table).unwrap();
    assert_eq!(table.lines().next(), Some("number,palette,name,side,arm,rating,movement"));
    let kept: String =
        table.lines().filter(|line| !line.contains("2 Corps")).map(|line| format!("{line}\r\n")).collect();
    let pieces = found.kept(kept.as_bytes()).unwrap();
    let read = |pieces| read_chosen(&bytes, System::MarsLaTour, &Choice { pieces, ..Choice::default() }).unwrap();
    let taken = units(&read(pieces).text);
    assert_eq!(taken, [("1 Corps".to_owned(), Start::At("1.1".into())), ("3 Corps".to_owned(), Start::Nowhere)]);
    assert_eq!(units(&read(std::collections::BTreeSet::new()).text).len(), 1);
    // A table of another module is refused with its row.
    for (wrong, why) in [
        ("number,name\n9,2 Corps\n", "row 2: the module has no free piece with the number \"9\""),
        ("number,name\n2,Guards\n", "row 2: the piece 2 is \"2 Corps\", not \"Guards\""),
        ("name\nGuards\n", "it has no column \"number\""),
    ] {
        assert!(found.kept(wrong.as_bytes()).unwrap_err().to_string().contains(why), "{wrong}");
    }
}

#[test]
fn one_of_several_saved_setups_is_chosen() {
    let module = old("", GRID).replace(
        "</VASSAL.launch.BasicModule>",
        "<VASSAL.build.module.PredefinedSetup name=\"Morning\" file=\"one.vsav\"/>\
         <VASSAL.build.module.PredefinedSetup name=\"Noon\" file=\"two.vsav\"/></VASSAL.launch.BasicModule>",
    );
    let saved = |number: u32, x: u32| {
        let text = corps("Union", number).replacen("null;0;0", &format!("Main;{x};40"), 1);
        packed(&[("savedGame", text.as_bytes())])
    };
    let files = [saved(1, 40), saved(2, 100)];
    let bytes = packed(&[
        ("buildFile", module.as_bytes()),
        ("images/field.map.JPG", JPEG),
        ("one.vsav", &files[0]),
        ("two.vsav", &files[1]),
    ]);
    let names: Vec<String> =
        contents(&bytes, &Choice::default()).unwrap().setups.into_iter().map(|setup| setup.name).collect();
    assert_eq!(names, ["Morning", "Noon"]);
    let read = |setup: Option<&str>| {
        let choice = Choice { setup: setup.map(str::to_owned), ..Choice::default() };
        read_chosen(&bytes, System::MarsLaTour, &choice).map(|imported| units(&imported.text))
    };
    let first = |units: Vec<(String, Start)>| units[0].0.clone();
    assert_eq!(read(None).map(first).unwrap(), "1 Corps");
    assert_eq!(read(Some("Noon")).map(first).unwrap(), "2 Corps");
    assert_eq!(read(Some("two.vsav")).map(first).unwrap(), "2 Corps");
    assert_eq!(
        read(Some("Night")).unwrap_err().to_string(),
        "the module has no saved setup \"Night\"; it has Morning, Noon"
    );
}

#[test]
fn boards_that_are_gifs_or_drawings_are_traced() {
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"500\" height=\"400\"><rect width=\"500\" height=\"400\"/></svg>";
    let module = old(&stack("1.1", &corps("Union", 1)), GRID).replace("field.map.JPG", "field.map.svg");
    let bytes = packed(&[("buildFile", module.as_bytes()), ("images/field.map.svg", svg.as_bytes())]);
    let imported = read(&bytes, System::MarsLaTour).unwrap();
    assert_eq!(imported.files[0].0, "field.png");
    assert_eq!(crate::picture::measure(&imported.files[0].1).unwrap(), (crate::picture::PictureFormat::Png, 500, 400));
    assert!(load(&imported.text).readable.unwrap().common().scan().is_some());
    // A malicious picture is left out; the size of the board then comes from its stacks.
    let deep =
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"500\" height=\"400\">{}", "<g>".repeat(90_000));
    let bytes = packed(&[("buildFile", module.as_bytes()), ("images/field.map.svg", deep.as_bytes())]);
    let imported = read(&bytes, System::MarsLaTour).unwrap();
    assert!(
        imported.files.is_empty() && imported.notes.join("\n").contains("field.map.svg was left out"),
        "{:?}",
        imported.notes
    );
}
