//! Files of other programs with very many attributes, or very many things of one name: what takes quadratic time takes
//! minutes here.

use std::fmt::Write as _;
use std::fs;
use std::io::{Cursor, Write as _};
use std::path::{Path, PathBuf};

use battlewright_export::tiled::{Reading, begin, import};
use battlewright_export::vassal;
use battlewright_schema::{System, load, table, template};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const MANY: usize = 16_000;

fn file(name: &str, text: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("many");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path
}

/// A map of Tiled, `side` by `side`, in which every hex has a tile of its own, and which has `more` behind its tiles.
fn map(side: u32, attributes: &str, tilesets: &str, more: &str) -> String {
    let numbers: Vec<String> = (1..=side * side).map(|number| number.to_string()).collect();
    format!(
        "<map orientation=\"hexagonal\" width=\"{side}\" height=\"{side}\" tilewidth=\"104\" tileheight=\"90\" \
         hexsidelength=\"52\" staggeraxis=\"x\" staggerindex=\"even\"{attributes}>{tilesets}<layer name=\"terrain\">\
         <data encoding=\"csv\">{}</data></layer>{more}</map>",
        numbers.join(",")
    )
}

/// A tileset of `count` tiles.
fn tileset(count: u32) -> String {
    let tiles = (0..count).fold(String::new(), |mut text, id| {
        let _ = write!(text, "<tile id=\"{id}\" type=\"Woods\"/>");
        text
    });
    format!("<tileset firstgid=\"1\" name=\"one\">{tiles}</tileset>")
}

#[test]
fn maps_of_tiled_are_taken_in_a_moment() {
    let each: String = (1..=40_000).fold(String::new(), |mut text, first| {
        let _ = write!(text, "<tileset firstgid=\"{first}\" name=\"a\"><tile id=\"0\" type=\"Marsh\"/></tileset>");
        text
    });
    let made =
        begin(&file("one.tmx", &map(200, "", &tileset(40_000), "")), Reading::default(), System::MarsLaTour).unwrap();
    assert_eq!(made.wrong, [] as [&str; 0]);
    let unknown = begin(&file("each.tmx", &map(200, "", &each, "")), Reading::default(), System::MarsLaTour).unwrap();
    assert_eq!(unknown.wrong, [] as [&str; 0]);
    let notes = unknown.imported.notes.join("\n");
    assert!(notes.contains("Terrains were made of the names of tiles") && notes.contains("Marsh (as "), "{notes}");
    let place =
        "<object x=\"50\" y=\"50\"><properties><property name=\"id\" value=\"p\"/></properties><point/></object>";
    let group = |name: &str, object: &str| format!("<objectgroup name=\"{name}\">{object}</objectgroup>");
    let many = [
        group("places", &place.repeat(MANY)),
        group("places", place).repeat(MANY),
        group("labels", &"<object x=\"50\" y=\"50\"><text>Wood</text></object>".repeat(MANY)),
        group("hexsides", &"<object x=\"26\" y=\"0\"><polyline points=\"0,0 52,0\"/></object>".repeat(MANY)),
    ];
    // Things that are many lie on a small map.
    let few = tileset(400);
    for (n, more) in many.iter().enumerate() {
        let path = file(&format!("many-{n}.tmx"), &map(20, "", &few, more));
        assert!(begin(&path, Reading::default(), System::MarsLaTour).is_ok(), "{n}");
    }
    let attributes: String = (0..300_000).fold(String::new(), |mut text, n| {
        let _ = write!(text, " a{n}=\"\"");
        text
    });
    let mut scenario = load(template(System::MarsLaTour)).scenario.unwrap();
    let refused = import(&file("attributes.tmx", &map(20, &attributes, &few, "")), Reading::default(), &mut scenario);
    assert!(refused.unwrap_err().to_string().contains("more than 1000 attributes"));
}

fn module(inside: &str) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    // Not packed, so that it does not look like a bomb.
    let plain = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    archive.start_file("buildFile.xml", plain).unwrap();
    let text = format!(
        "<VASSAL.build.GameModule name=\"Many\"><Map mapName=\"Map\"><BoardPicker><Board name=\"Board\" width=\"1000\" \
         height=\"1000\"><HexGrid dx=\"80\" dy=\"92\" x0=\"40\" y0=\"46\"/></Board></BoardPicker>{inside}</Map>\
         </VASSAL.build.GameModule>"
    );
    archive.write_all(text.as_bytes()).unwrap();
    archive.finish().unwrap().into_inner()
}

#[test]
fn modules_are_taken_in_a_moment() {
    let piece = "<SetupStack owningBoard=\"Board\" x=\"40\" y=\"46\"><PieceSlot entryName=\"Guard\">+/null/prototype;Shared\
                 \tpiece;;;;Guard/\tnull;0;0;;0</PieceSlot></SetupStack>";
    let shared = format!(
        "<PrototypeDefinition name=\"Shared\">+/null/mark;{}\tpiece;;;;/1\tnull;0;0;;0</PrototypeDefinition>",
        "x".repeat(300_000)
    );
    let many = [
        piece.repeat(MANY),
        format!("{shared}{}", piece.repeat(MANY)),
        shared.replace(&"x".repeat(300_000), "x").repeat(MANY),
        "<PlayerRoster><entry>Red</entry></PlayerRoster>".repeat(MANY),
        "<Board name=\"Board\"><HexGrid/></Board>".repeat(MANY),
        "<DrawPile name=\"Deck\"/>".repeat(MANY),
    ];
    for (n, inside) in many.iter().enumerate() {
        let read = vassal::read(&module(inside), System::MarsLaTour);
        assert!(read.is_ok(), "{n}: {:?}", read.err());
    }
    let attributes: String = (0..300_000).map(|n| format!(" a{n}=\"\"")).collect();
    let refused = vassal::read(&module(&format!("<Board{attributes}/>")), System::MarsLaTour);
    assert!(refused.unwrap_err().to_string().contains("more than 1000 attributes"));
}

#[test]
fn rows_of_one_name_are_taken_in_a_moment() {
    let text = format!("name,side,kind,er,at\n{}", "Guard,red,infantry,1,0101\n".repeat(2 * MANY));
    let scenario = load(template(System::MarsLaTour)).scenario.unwrap();
    let columns = table::columns(System::MarsLaTour);
    let plan = table::Import::new(table::read(text.as_bytes(), None).unwrap(), &columns, &[]).plan(&scenario, &columns);
    assert_eq!((plan.added(), plan.problems.len()), (2 * MANY, 0));
    assert_eq!(plan.rows.last().unwrap().row["id"], format!("re-guard-{}", 2 * MANY));
}
