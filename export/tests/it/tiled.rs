//! Maps of Tiled: what is written is read again as it was, and what is broken or made to hurt is refused.

use std::fs;
use std::path::{Path, PathBuf};

use battlewright_export::import::DraftError;
use battlewright_export::tiled::{
    Dialect, LIMIT, MapScenario, Reading, TakenMap, TileTable, TiledError, begin, import, written,
};
use battlewright_export::{Format, Options, Order, export};
use battlewright_schema::{
    DocPath, HexRows, NumberingProblem, Scenario, Start, System, load, save, template, template_table,
};
use serde_json::{Value, json};

/// An empty folder of its own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tiled").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The bundled scenarios on maps of hexes, and those on tables.
fn bundled() -> [Vec<(String, Scenario)>; 2] {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenarios");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let read = |path: PathBuf| {
        let scenario = load(&fs::read_to_string(&path).ok()?).scenario?;
        Some((path.file_stem()?.to_string_lossy().into_owned(), scenario))
    };
    let (on_tables, on_maps): (Vec<_>, Vec<_>) =
        files.into_iter().filter_map(read).partition(|(_, scenario)| scenario.common().table().is_some());
    assert!(on_maps.len() >= 12 && on_tables.len() >= 3);
    [on_maps, on_tables]
}

/// `scenario` without anything that lies on its map.
fn blanked(scenario: &Scenario) -> Scenario {
    let mut blank = scenario.clone();
    let common = blank.common_mut();
    let open = common.terrain()[0].letter.0;
    let (columns, rows) = common.size();
    *common.hexes_mut() = HexRows(vec![vec![open; columns.into()]; rows.into()]);
    *common.levels_mut() = None;
    for counter in common.counters() {
        common.set_start(counter, Start::Nowhere);
    }
    for section in ["road", "hexside", "label", "place", "entry", "exit", "zone"] {
        if blank.count(&DocPath::root().key(section)).is_some() {
            blank.set(&DocPath::root().key(section), None).unwrap();
        }
    }
    blank
}

/// Writes a map into `folder` without its pictures: reading needs none, and painting them takes long.
fn write(scenario: &Scenario, folder: &Path, format: Format) -> PathBuf {
    let path = folder.join(format!("map.{}", format.name()));
    let dialect = if format == Format::Tmx { Dialect::Tmx } else { Dialect::Tmj };
    let options = Options::default();
    let written = written(scenario, &options, "images").unwrap();
    written.write(dialect, &mut fs::File::create(&path).unwrap()).unwrap();
    path
}

/// Writes `scenario` into `folder`, and reads it into a blanked copy.
fn there_and_back(scenario: &Scenario, folder: &Path, format: Format) -> (Scenario, TakenMap) {
    let path = write(scenario, folder, format);
    let mut blank = blanked(scenario);
    let taken = import(&path, Reading::default(), &mut blank).unwrap();
    (blank, taken)
}

/// That `back` is `scenario` and nothing was lost.
fn same(name: &str, scenario: &Scenario, (back, taken): &(Scenario, TakenMap)) {
    assert_eq!(taken.notes, Vec::<String>::new(), "{name}");
    let (back, common) = (back.common(), scenario.common());
    assert_eq!(back.hexes().to_string(), common.hexes().to_string(), "{name}");
    assert_eq!(back.levels().map(ToString::to_string), common.levels().map(ToString::to_string), "{name}");
    assert_eq!(back.roads(), common.roads(), "{name}");
    assert_eq!(back.hexsides(), common.hexsides(), "{name}");
    assert_eq!(back.places(), common.places(), "{name}");
    assert_eq!(back.labels(), common.labels(), "{name}");
    assert_eq!(back.entries(), common.entries(), "{name}");
    assert_eq!(back.exits(), common.exits(), "{name}");
    for counter in common.counters() {
        assert_eq!(back.counter(counter), common.counter(counter), "{name}");
    }
}

#[test]
fn bundled_scenarios_come_back_as_they_were() {
    let folder = folder("bundled");
    for (name, scenario) in &bundled()[0] {
        for format in [Format::Tmx, Format::Tmj] {
            let back = there_and_back(scenario, &folder, format);
            same(&format!("{name} as {}", format.name()), scenario, &back);
            assert!(back.0 == *scenario, "{name} as {}", format.name());
        }
    }
}

/// A map of Tiled has hexes: none is written of a table, none is read into one, and none becomes one.
#[test]
fn tables_are_refused_with_the_reason() {
    let folder = folder("tables");
    let [on_maps, on_tables] = bundled();
    let map = write(&on_maps[0].1, &folder, Format::Tmj);
    for (name, scenario) in on_tables {
        let refused = written(&scenario, &Options::default(), "images").err().unwrap();
        assert!(matches!(refused, TiledError::Unplaced(NumberingProblem::NoHexes)), "{name}: {refused}");
        let mut into = scenario.clone();
        let refused = import(&map, Reading::default(), &mut into).unwrap_err();
        assert!(matches!(refused, TiledError::NoHexes(NumberingProblem::NoHexes)), "{name}: {refused}");
        assert_eq!(into, scenario, "{name}");
        let system = scenario.system();
        let refused = begin(&map, Reading::default(), system).unwrap_err();
        assert!(
            matches!(refused, TiledError::Draft(DraftError::OnTable(named)) if named == system),
            "{name}: {refused}"
        );
    }
}

/// Numbers that seem random, the same ones each time.
struct Chance(u64);

impl Chance {
    /// A number below `most`.
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % most.max(1)
    }
}

/// A map that nobody drew, of hexes that stand in any of the four ways.
fn random(seed: u64) -> Scenario {
    let mut chance = Chance(seed);
    let with_hexes: Vec<System> = System::ALL.into_iter().filter(|system| template_table(*system).is_none()).collect();
    let mut scenario = load(template(with_hexes[chance.below(with_hexes.len())])).scenario.unwrap();
    let (columns, rows) = (1 + chance.below(9), 1 + chance.below(9));
    let root = DocPath::root();
    let map = root.clone().key("map");
    let mut put = |path: DocPath, value: Value| scenario.set(&path, Some(value)).unwrap();
    let parity = ["odd", "even"][chance.below(2)];
    let (way, shifted, other) =
        [("flat", "lower_columns", "right_rows"), ("pointy", "right_rows", "lower_columns")][chance.below(2)];
    put(map.clone().key("orientation"), json!(way));
    put(map.clone().key(shifted), json!(parity));
    put(map.clone().key(other), Value::Null);
    let first = ["0101", "0000", "A1", "3.7", "0201"][chance.below(5)];
    let order = ["column-row", "row-column"][chance.below(2)];
    put(map.clone().key("numbering"), json!({"first": first, "order": order}));
    put(map.clone().key("columns"), json!(columns));
    put(map.clone().key("rows"), json!(rows));
    let legend: Vec<char> = scenario.common().terrain().iter().map(|terrain| terrain.letter.0).chain(['_']).collect();
    let letters = |from: &[char], chance: &mut Chance| {
        let row = |chance: &mut Chance| (0..columns).map(|_| from[chance.below(from.len())]).collect();
        HexRows((0..rows).map(|_| row(chance)).collect())
    };
    *scenario.common_mut().hexes_mut() = letters(&legend, &mut chance);
    *scenario.common_mut().levels_mut() =
        (chance.below(2) == 0).then(|| letters(&['0', '1', '2', '9', '5'], &mut chance));
    let grid = scenario.common().grid().unwrap();
    let cells: Vec<_> = grid.cells().collect();
    let hex = |chance: &mut Chance| cells[chance.below(cells.len())];
    let name = |cell| grid.name(cell).to_string();
    let (mut roads, mut hexsides, mut places, mut labels) = (vec![], vec![], vec![], vec![]);
    for n in 0..chance.below(6) {
        let mut at = hex(&mut chance);
        let mut path = vec![name(at)];
        for _ in 0..chance.below(6) {
            let Some(to) = grid.neighbors(at)[chance.below(6)] else { continue };
            at = to;
            path.push(name(to));
        }
        roads.push(json!({"name": format!("Road {n} <&> \"x\""), "path": path}));
        let sides: Vec<Value> = (0..1 + chance.below(8))
            .filter_map(|_| {
                let from = hex(&mut chance);
                let to = grid.neighbors(from)[chance.below(6)]?;
                Some(json!(format!("{}/{}", name(from), name(to))))
            })
            .collect();
        if !sides.is_empty() {
            let kind = ["stream", "river", "bridge", "slope", "wall"][chance.below(5)];
            hexsides.push(json!({"kind": kind, "between": sides, "source": "a\nb"}));
        }
        let mut hexes: Vec<String> = (0..1 + chance.below(4)).map(|_| name(hex(&mut chance))).collect();
        let mut met = std::collections::BTreeSet::new();
        hexes.retain(|hex| met.insert(hex.clone()));
        places.push(json!({"id": format!("place-{n}"), "name": format!("Plåce {n}"), "hexes": hexes}));
        let (from, to) = (hex(&mut chance), hex(&mut chance));
        let mut label = json!({"text": format!("Łabel {n}"), "at": name(from), "size": "large", "style": "water"});
        if chance.below(2) == 0 && from != to {
            label["to"] = json!(name(to));
        }
        labels.push(label);
    }
    for (section, rows) in [("road", roads), ("hexside", hexsides), ("place", places), ("label", labels)] {
        scenario.set(&root.clone().key(section), Some(Value::Array(rows))).unwrap();
    }
    for counter in scenario.common().counters() {
        let start = match chance.below(3) {
            0 => Start::Nowhere,
            _ => Start::At(grid.name(hex(&mut chance))),
        };
        scenario.common_mut().set_start(counter, start);
    }
    for section in ["entry", "exit", "zone"] {
        if scenario.count(&root.clone().key(section)).is_some() {
            scenario.set(&root.clone().key(section), None).unwrap();
        }
    }
    scenario
}

#[test]
fn random_maps_come_back_as_they_were() {
    let folder = folder("random");
    for seed in 0..60 {
        let scenario = random(seed);
        let format = if seed % 2 == 0 { Format::Tmx } else { Format::Tmj };
        same(&format!("seed {seed}"), &scenario, &there_and_back(&scenario, &folder, format));
    }
}

/// The first lesson and its map, in a folder of its own.
fn lesson(name: &str) -> (Scenario, PathBuf, String) {
    let scenario = load(template(System::MarsLaTour)).scenario.unwrap();
    let path = folder(name).join("map.tmx");
    export(&scenario, &Order::new(Format::Tmx), &path).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    (scenario, path, text)
}

/// The refusal of `text` in place of the map.
fn refused(scenario: &Scenario, path: &Path, text: &str, wanted: &str) -> String {
    fs::write(path, text).unwrap();
    let mut into = scenario.clone();
    let Err(why) = import(path, Reading::default(), &mut into) else { panic!("taken instead of refused: {wanted}") };
    assert_eq!(&into, scenario, "{why}");
    why.to_string()
}

#[test]
fn what_is_moved_in_tiled_is_moved_in_the_scenario_and_comments_stay() {
    let (scenario, path, text) = lesson("moved");
    let mut into = scenario.clone();
    assert_eq!(import(&path, Reading::default(), &mut into).unwrap(), TakenMap::default(), "nothing has changed");
    // The first counter on the map goes a column to the right: 78 pixels, and half a hex up or down.
    let unit = text.find("type=\"unit\"").unwrap();
    let (head, tail) = text.split_at(unit);
    let (gid, rest) = tail.split_once(" x=\"").unwrap();
    let (x, rest) = rest.split_once('"').unwrap();
    let moved = format!("{head}{gid} x=\"{}\"{rest}", x.parse::<f32>().unwrap() + 78.0);
    // The first tile is painted over.
    let (head, tail) = moved.split_once("<data encoding=\"csv\">\n").unwrap();
    let (first, rest) = tail.split_once(',').unwrap();
    let other = if first == "1" { 2 } else { 1 };
    fs::write(&path, format!("{head}<data encoding=\"csv\">\n{other},{rest}")).unwrap();
    let taken = import(&path, Reading::default(), &mut into).unwrap();
    assert_eq!(taken.changed, ["1 terrain hex", "1 start of a unit"]);
    let old = template(System::MarsLaTour);
    let new = save(Some(old), &into);
    let differing = old.lines().zip(new.lines()).filter(|(old, new)| old != new).count();
    assert_eq!((differing, old.lines().count()), (2, new.lines().count()), "comments and all else stay");
}

#[test]
fn layers_packed_by_tiled_are_read() {
    let (scenario, path, text) = lesson("packed");
    let (columns, rows) = scenario.common().size();
    let count = usize::from(columns) * usize::from(rows);
    let from = text.find("<data encoding=\"csv\">").unwrap();
    let end = text.find("</data>").unwrap();
    let plain: Vec<u32> = text[from + 21..end].split(',').map(|number| number.trim().parse().unwrap()).collect();
    assert_eq!(plain.len(), count);
    let tiles: String = plain.iter().map(|number| format!("<tile gid=\"{number}\"/>")).collect();
    let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let bytes: Vec<u8> = plain.iter().flat_map(|number| number.to_le_bytes()).collect();
    let base64: String = bytes
        .chunks(3)
        .flat_map(|three| {
            let held = three.iter().fold(0_u32, |held, byte| (held << 8) | u32::from(*byte)) << (8 * (3 - three.len()));
            (0..=three.len()).map(move |n| char::from(letters[usize::try_from(held >> (18 - 6 * n) & 63).unwrap()]))
        })
        .collect();
    for data in [format!("<data>{tiles}</data>"), format!("<data encoding=\"base64\">\n  {base64}=\n</data>")] {
        fs::write(&path, format!("{}{data}{}", &text[..from], &text[end + 7..])).unwrap();
        let mut into = blanked(&scenario);
        let taken = import(&path, Reading::default(), &mut into).unwrap();
        assert_eq!(into.common().hexes(), scenario.common().hexes(), "{taken:?}");
    }
}

#[test]
fn what_is_broken_or_made_to_hurt_is_refused_with_its_reason() {
    let (scenario, path, text) = lesson("hostile");
    let cases = [
        (text.replace("hexagonal", "isometric"), "only hexagonal maps"),
        (text.replace("infinite=\"0\"", "infinite=\"1\""), "it is infinite"),
        (text.replacen(" width=\"8\"", " width=\"9\"", 1), "does not have one tile for each"),
        (text.replace(" width=\"8\"", " width=\"100000\""), "100000 by"),
        (text.replace(" width=\"8\"", " width=\"-8\""), "not a whole number"),
        (text.replace("staggeraxis=\"x\"", "staggeraxis=\"y\""), "have points on top"),
        (text.replace("staggerindex=\"even\"", "staggerindex=\"odd\""), "shifted"),
        (text.replace("encoding=\"csv\"", "encoding=\"base64\" compression=\"lz4\""), "lz4"),
        (text.replace("staggerindex=\"even\"", "staggerindex=\"even odd\""), "staggered by"),
        (text.replace("encoding=\"csv\"", "encoding=\"rot13\""), "rot13"),
        (text.replacen("</map>", "", 1), "not well-formed XML"),
        (text.replacen("<map ", "<!DOCTYPE map [<!ENTITY a \"aaaa\">]><map ", 1), "has a document type declaration"),
        (text.replacen(" x=\"", " x=\"NaN", 3), "not a number"),
        (text.replace("<map ", "<world ").replace("</map>", "</world>"), "its root is <world>, not <map>"),
        ("<map/>".to_owned(), "only hexagonal maps"),
        ("{".to_owned(), "not a Tiled map in JSON"),
        ("{}".to_owned(), "not a Tiled map in JSON"),
        ("[".repeat(100_000), "neither XML nor JSON"),
        (format!("{{\"type\":{}", "[".repeat(100_000)), "not a Tiled map in JSON"),
        (String::new(), "neither XML nor JSON"),
        ("<a>".repeat(2_000_000), "nested more than 200 deep"),
        (format!("<map>{}</map>", "<a/>".repeat(3_000_000)), "nodes"),
        (" ".repeat(usize::try_from(LIMIT).unwrap() + 1), "longer than 16 MiB"),
    ];
    for (broken, reason) in cases {
        let why = refused(&scenario, &path, &broken, reason);
        assert!(why.contains(reason), "{reason}: {why}");
    }
}

#[test]
fn tilesets_beside_the_map_are_read_and_no_others() {
    let (scenario, path, text) = lesson("beside");
    let from = text.find("<tileset").unwrap();
    let end = text.find("</tileset>").unwrap() + "</tileset>".len();
    let first = &text[from..end];
    let outside =
        |source: &str| format!("{}<tileset firstgid=\"1\" source=\"{source}\"/>{}", &text[..from], &text[end..]);
    let beside = path.parent().unwrap().join("tiles");
    fs::create_dir_all(&beside).unwrap();
    fs::write(beside.join("terrain.tsx"), first.replace(" firstgid=\"1\"", "")).unwrap();
    fs::write(&path, outside("tiles/terrain.tsx")).unwrap();
    let mut into = blanked(&scenario);
    import(&path, Reading::default(), &mut into).unwrap();
    assert_eq!(into.common().hexes(), scenario.common().hexes());
    let elsewhere = folder("elsewhere").join("terrain.tsx");
    fs::copy(beside.join("terrain.tsx"), &elsewhere).unwrap();
    let elsewhere_text = elsewhere.to_string_lossy().into_owned();
    let mut sources = vec!["../elsewhere/terrain.tsx", &elsewhere_text, "tiles\\terrain.tsx", "C:/x.tsx", "none.tsx"];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&elsewhere, beside.join("link.tsx")).unwrap();
        sources.push("tiles/link.tsx");
    }
    for source in sources {
        let why = refused(&scenario, &path, &outside(source), source);
        assert!(why.starts_with("its tileset "), "{source}: {why}");
    }
}

#[test]
fn what_cannot_be_taken_is_told() {
    let (scenario, path, text) = lesson("told");
    let first = text.find("<data encoding=\"csv\">\n").unwrap() + "<data encoding=\"csv\">\n".len();
    let end = first + text[first..].find(',').unwrap();
    let strange = format!("{}99999{}", &text[..first], &text[end..]);
    let strange = strange.replacen("name=\"id\" value=\"", "name=\"id\" value=\"nobody-", 100);
    let strange = strange.replacen("name=\"roads\"", "name=\"ways\"", 1);
    fs::write(&path, strange).unwrap();
    let mut into = scenario.clone();
    let taken = import(&path, Reading::default(), &mut into).unwrap();
    let told = [taken.wrong, taken.notes].concat().join("\n");
    for part in [
        "tile 99999 (\"counters:99995\") matches no terrain",
        "no unit of the scenario has the id \"nobody-",
        "no layer for roads",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert_eq!(into.common().roads(), scenario.common().roads());
    assert_eq!(into.common().hexes(), scenario.common().hexes());
}

/// Tiled cuts off the words that go beyond their box, in whatever font the reader's system has.
#[test]
fn labels_are_as_wide_as_their_words_however_near_their_ends_are() {
    let mut scenario = load(template(System::MarsLaTour)).scenario.unwrap();
    let long = "WWW MMM WWW MMM";
    let label = |to: Value| json!({ "text": long, "at": "0403", "to": to, "size": "large", "style": "land" });
    let mut alone = label(Value::Null);
    alone.as_object_mut().unwrap().remove("to");
    let labels = json!([label("0503".into()), label("0303".into()), alone]);
    scenario.set(&DocPath::root().key("label"), Some(labels.clone())).unwrap();
    let folder = folder("wide-labels");
    for format in [Format::Tmx, Format::Tmj] {
        let back = there_and_back(&scenario, &folder, format);
        same("labels", &scenario, &back);
        assert_eq!(back.0.get(&DocPath::root().key("label")), scenario.get(&DocPath::root().key("label")));
    }
    let text = fs::read_to_string(folder.join("map.tmj")).unwrap();
    let map: Value = serde_json::from_str(&text).unwrap();
    let layers = map["layers"].as_array().unwrap();
    let objects = layers.iter().find(|layer| layer["name"] == "labels").unwrap()["objects"].as_array().unwrap();
    assert_eq!(objects.len(), 3);
    for object in objects {
        // A letter as wide as the font is high, for each of the twelve, and three spaces.
        assert!(object["width"].as_f64().unwrap() >= 12.0 * 32.0, "{object}");
    }
}

/// A map that somebody drew in Tiled, of two by three hexes with pointed tops: the tiles have nothing but a class, a name, a
/// picture or a number.
const DRAWN: &str = r#"<map orientation="hexagonal" width="2" height="3" tilewidth="28" tileheight="32" hexsidelength="16"
  staggeraxis="y" staggerindex="even" infinite="0">
 <tileset firstgid="1" name="ground" tilewidth="28" tileheight="32" tilecount="9" columns="9">
  <tile id="0" type="clear"/>
  <tile id="1"><properties><property name="name" value="Woods"/></properties></tile>
  <tile id="2"><image source="art/town.png" width="28" height="32"/></tile>
 </tileset>
 <layer name="whatever" width="2" height="3"><data encoding="csv">1,2,3,1,0,4</data></layer>
</map>"#;

const DRAWN_JSON: &str = r#"{"type": "map", "orientation": "hexagonal", "width": 2, "height": 3, "tilewidth": 28,
  "tileheight": 32, "hexsidelength": 16, "staggeraxis": "y", "staggerindex": "even", "infinite": false,
  "tilesets": [{"firstgid": 1, "name": "ground", "tilewidth": 28, "tileheight": 32, "tiles": [
    {"id": 0, "type": "clear"}, {"id": 1, "properties": [{"name": "name", "type": "string", "value": "Woods"}]},
    {"id": 2, "image": "art/town.png"}]}],
  "layers": [{"type": "tilelayer", "name": "whatever", "data": [1, 2, 3, 1, 0, 4]}]}"#;

/// The outcome of `text` as a map alone, with `tiles` as table.
fn begun(folder: &Path, file: &str, text: &str, tiles: Option<&str>) -> Result<MapScenario, TiledError> {
    let path = folder.join(file);
    fs::write(&path, text).unwrap();
    let table = tiles.map(|tiles| TileTable::read(tiles.as_bytes()).unwrap());
    begin(&path, Reading { tiles: table.as_ref(), ..Reading::default() }, System::MarsLaTour)
}

/// The hexes of what was begun, which is sound.
fn rows(begun: &MapScenario) -> Vec<String> {
    let loaded = load(&begun.imported.text);
    assert!(loaded.complete, "{}", loaded.errors_told());
    let told = loaded.errors_told();
    let scenario = loaded.scenario.unwrap_or_else(|| panic!("{told}"));
    scenario.common().hexes().0.iter().map(|row| row.iter().collect()).collect()
}

#[test]
fn a_map_alone_becomes_a_scenario() {
    let folder = folder("alone");
    for (file, text) in [("drawn.tmx", DRAWN), ("drawn.tmj", DRAWN_JSON)] {
        let unknown = begun(&folder, file, text, None).unwrap();
        assert_eq!(unknown.wrong.len(), 1, "{:?}", unknown.wrong);
        assert!(unknown.wrong[0].contains("\"ground:3\""), "{:?}", unknown.wrong);
        assert_eq!(rows(&unknown), [".w", "T.", "_."], "{file}");
        let whole = begun(&folder, file, text, Some("tile;terrain\nGROUND:3;woods\nclear;T\n")).unwrap();
        assert_eq!((whole.wrong.len(), rows(&whole)), (0, vec!["Tw".to_owned(), "TT".into(), "_w".into()]), "{file}");
        let scenario = load(&whole.imported.text).scenario.unwrap();
        let common = scenario.common();
        assert_eq!(common.about().title, "drawn");
        let back = folder.join(format!("{file}.back.tmx"));
        export(&scenario, &Order::new(Format::Tmx), &back).unwrap();
        let back = fs::read_to_string(back).unwrap();
        assert!(back.contains("staggeraxis=\"y\"") && back.contains("staggerindex=\"even\""), "{back}");
        let why = begun(&folder, file, text, Some("ground:3,swamp\n")).unwrap_err().to_string();
        assert!(why.contains("line 1") && why.contains("\"swamp\"") && why.contains("w (woods)"), "{why}");
    }
}

/// A map that was written is one that somebody drew: its roads, places and labels come too.
#[test]
fn a_written_map_becomes_a_scenario_of_its_hexes_roads_and_labels() {
    let folder = folder("alone-written");
    let [on_maps, _] = bundled();
    for (at, (name, scenario)) in on_maps.into_iter().enumerate() {
        let format = [Format::Tmx, Format::Tmj][at % 2];
        let path = write(&scenario, &folder, format);
        let begun = begin(&path, Reading::default(), scenario.system()).unwrap();
        let made = load(&begun.imported.text);
        let told = made.errors_told();
        let made = made.scenario.unwrap_or_else(|| panic!("{name}: {told} {}", begun.imported.text));
        let (made, common) = (made.common(), scenario.common());
        let context = format!("{name} as {}: {:?}", format.name(), begun.wrong);
        assert_eq!(made.size(), common.size(), "{context}");
        assert_eq!(made.frame().numbering, common.frame().numbering, "{context}");
        assert_eq!(made.roads(), common.roads(), "{context}");
        assert_eq!(made.hexsides(), common.hexsides(), "{context}");
        assert_eq!(made.labels(), common.labels(), "{context}");
        let grid = common.grid().unwrap();
        assert!(grid.cells().all(|cell| made.has(cell) == common.has(cell)), "{context}");
    }
}

/// `DRAWN` without end: its hexes in chunks, from a column and a row below 0.
fn endless(chunks: &str) -> String {
    DRAWN
        .replace("infinite=\"0\"", "infinite=\"1\"")
        .replace("1,2,3,1,0,4", chunks)
        .replace("</map>", "<objectgroup name=\"labels\"><object x=\"-28\" y=\"-120\" width=\"28\" height=\"32\"><text>Hill</text></object></objectgroup></map>")
}

fn endless_json(chunks: &str) -> String {
    let layer = format!(
        "\"chunks\": [{chunks}]}}, {{\"type\": \"objectgroup\", \"name\": \"labels\", \"objects\": [{{\"x\": -28, \"y\": -120, \"width\": 28, \"height\": 32, \"text\": {{\"text\": \"Hill\"}}}}]}}"
    );
    DRAWN_JSON.replace("\"infinite\": false", "\"infinite\": true").replace("\"data\": [1, 2, 3, 1, 0, 4]}", &layer)
}

#[test]
fn an_infinite_map_is_cropped_to_its_tiles() {
    let folder = folder("endless");
    let xml = r#"<chunk x="-2" y="-5" width="2" height="2">0,1,0,2</chunk><chunk x="0" y="-4" width="1" height="3">2,3,0</chunk>
      <chunk x="2147483647" y="-2147483648" width="2" height="1">0,0</chunk>"#;
    let json = r#"{"x": -2, "y": -5, "width": 2, "height": 2, "data": [0, 1, 0, 2]},
      {"x": 0, "y": -4, "width": 1, "height": 3, "data": [2, 3, 0]},
      {"x": 2147483647, "y": -2147483648, "width": 2, "height": 1, "data": [0, 0]}"#;
    for (file, text) in [("endless.tmx", endless(xml)), ("endless.tmj", endless_json(json))] {
        let begun = begun(&folder, file, &text, None).unwrap();
        assert!(begun.wrong.is_empty(), "{:?}", begun.wrong);
        assert_eq!(rows(&begun), ["._", "ww", "_T"], "{file}");
        let scenario = load(&begun.imported.text).scenario.unwrap();
        // Row -4 was an even one, and is now the second.
        let rows = scenario.common().frame().right_rows;
        assert_eq!(rows, Some(battlewright_schema::Parity::Even), "{file}");
        let labels = scenario.common().labels();
        assert_eq!((labels.len(), labels[0].at.as_str()), (1, "0101"), "{file}");
    }
}

/// Chunks that lie far apart, or claim more than they hold, are refused by what they claim.
#[test]
fn infinite_maps_made_to_hurt_are_refused() {
    let folder = folder("endless-hostile");
    let xml = |at: &str, size: u32| format!("<chunk {at} width=\"{size}\" height=\"{size}\">1</chunk>");
    let json = |at: &str, size: u32| format!("{{{at}, \"width\": {size}, \"height\": {size}, \"data\": [1]}}");
    let far_xml = xml("x=\"-2147483648\" y=\"0\"", 1) + &xml("x=\"2147483647\" y=\"2147483647\"", 1);
    let far_json = json("\"x\": -2147483648, \"y\": 0", 1) + "," + &json("\"x\": 2147483647, \"y\": 2147483647", 1);
    let cases = [
        (far_xml, far_json, "4294967296 by 2147483648"),
        (xml("x=\"2147483648\" y=\"0\"", 1), json("\"x\": 2147483648, \"y\": 0", 1), ""),
        (xml("", 1_000_000), json("\"x\": 0, \"y\": 0", 1_000_000), "1000000 by 1000000"),
        (xml("", 0), json("\"x\": 0, \"y\": 0", 0), "0 by 0"),
        (xml("", 1000), json("\"x\": 0, \"y\": 0", 1000), "does not have one tile for each"),
        (String::new(), String::new(), "has no tiles"),
    ];
    for (xml, json, reason) in cases {
        for (file, text) in [("hurt.tmx", endless(&xml)), ("hurt.tmj", endless_json(&json))] {
            let why = begun(&folder, file, &text, None).unwrap_err().to_string();
            assert!(why.contains(reason), "{file}, {reason}: {why}");
        }
    }
}

#[test]
fn tilesets_in_other_folders_are_read_within_a_root() {
    let root = folder("root");
    let (maps, tiles) = (root.join("maps"), root.join("tiles"));
    fs::create_dir_all(&maps).unwrap();
    fs::create_dir_all(&tiles).unwrap();
    let from = DRAWN.find("<tileset").unwrap();
    let end = DRAWN.find("</tileset>").unwrap() + "</tileset>".len();
    fs::write(tiles.join("ground.tsx"), &DRAWN[from..end]).unwrap();
    let map = maps.join("drawn.tmx");
    let elsewhere =
        |source: &str| format!("{}<tileset firstgid=\"1\" source=\"{source}\"/>{}", &DRAWN[..from], &DRAWN[end..]);
    fs::write(&map, elsewhere("../tiles/ground.tsx")).unwrap();
    let made = |root: Option<&Path>| begin(&map, Reading { root, tiles: None }, System::MarsLaTour);
    assert!(made(None).unwrap_err().to_string().contains("lies outside the folder"));
    assert!(made(Some(&maps)).unwrap_err().to_string().contains("lies outside the folder"));
    assert_eq!(rows(&made(Some(&root)).unwrap()), [".w", "T.", "_."]);
    assert!(made(Some(&root.join("none"))).unwrap_err().to_string().contains("there is no folder"));
    for source in [
        "../../root/tiles/ground.tsx",
        "../../beside/terrain.tsx",
        "../../../../../../../../../etc/passwd",
        "/etc/passwd",
        "../tiles",
    ] {
        fs::write(&map, elsewhere(source)).unwrap();
        let made = made(Some(&root));
        assert_eq!(made.is_ok(), source == "../../root/tiles/ground.tsx", "{source}");
    }
}
