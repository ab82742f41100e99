use std::collections::BTreeSet;
use std::sync::LazyLock;

use battlewright_schema::{Cell, Common, HexId, Scenario, Severity, Start, System, UnitView, load, template};

use super::*;
use crate::archive::{Archive, Limits, xml};
use crate::scene::Options;

struct Written {
    name: String,
    scenario: Scenario,
    module: Vec<u8>,
}

impl Written {
    fn new(name: String, scenario: Scenario) -> Self {
        let module = module(&scenario);
        Self { name, scenario, module }
    }
}

/// Modules of bundled scenarios and templates, and of a small map in all layouts and numberings. Written once, since writing
/// takes longer than all tests of what was written.
static WRITTEN: LazyLock<Vec<Written>> = LazyLock::new(|| {
    let bundled = [
        include_str!("../../../scenarios/aac-first-orders.toml"),
        include_str!("../../../scenarios/aac-gravelotte.toml"),
        include_str!("../../../scenarios/mars-la-tour.toml"),
        include_str!("../../../scenarios/pm-a-beckoning-victory.toml"),
        include_str!("../../../scenarios/pm-a-day-of-battle.toml"),
        include_str!("../../../scenarios/pm-crisis-on-the-left.toml"),
        include_str!("../../../scenarios/tutorial.toml"),
        template(System::MarsLaTour),
        template(System::PositionMagnifique),
        template(System::AtAnyCost),
    ];
    let titled = bundled.map(|text| {
        let scenario = load(text).readable.unwrap();
        (scenario.title().to_owned(), scenario)
    });
    titled.into_iter().chain(layouts()).map(|(name, scenario)| Written::new(name, scenario)).collect()
});

/// Returns a small map in every layout and in several numberings, with units in all kinds of hexes. Each numbering is in two of the
/// four layouts, of either orientation and parity.
pub(super) fn layouts() -> Vec<(String, Scenario)> {
    const NUMBERINGS: [(&str, &str); 5] = [
        ("0101", "column-row"),
        ("0000", "row-column"),
        ("A1", "column-row"),
        ("7.12", "row-column"),
        ("Y1", "row-column"),
    ];
    let mut all = Vec::new();
    for (at, (orientation, shift)) in [("flat", "lower_columns"), ("pointy", "right_rows")].into_iter().enumerate() {
        for (of, parity) in ["odd", "even"].into_iter().enumerate() {
            for (first, order) in NUMBERINGS.into_iter().skip((at + of) % 2).step_by(2) {
                let text = template(System::MarsLaTour)
                    .replace("orientation = \"flat\"", &format!("orientation = \"{orientation}\""))
                    .replace("lower_columns = \"odd\"", &format!("{shift} = \"{parity}\""))
                    .replace(
                        "first = \"0101\", order = \"column-row\"",
                        &format!("first = \"{first}\", order = \"{order}\""),
                    );
                let mut scenario = load(&text).readable.unwrap();
                let common = scenario.common_mut();
                let grid = common.grid().unwrap();
                for (n, counter) in common.counters().into_iter().enumerate() {
                    let cell = Cell { column: [0, 1, 6, 7][n % 4], row: [5, 2, 0, 3][n % 4] };
                    common.set_start(counter, Start::At(grid.name(cell)));
                }
                all.push((format!("{orientation} {parity} {first} {order}"), scenario));
            }
        }
    }
    all
}

pub(super) fn module(scenario: &Scenario) -> Vec<u8> {
    write(scenario, &Options::default(), 20.0).unwrap()
}

#[test]
fn a_module_is_the_same_every_time() {
    let scenario = load(include_str!("../../../scenarios/tutorial.toml")).readable.unwrap();
    let [one, other] = [0, 1].map(|_| module(&scenario));
    assert!(one == other);
}

#[test]
fn a_module_is_whole() {
    for Written { name, scenario, module } in WRITTEN.iter() {
        let mut archive = Archive::open(module, Limits::default()).unwrap();
        let names: BTreeSet<String> = archive.names().collect();
        let data = archive.text("moduledata").unwrap().unwrap();
        assert!(data.contains(&format!("<name>{}</name>", crate::escaped(scenario.title()))), "{data}");
        let text = archive.text("buildFile.xml").unwrap().unwrap();
        let build = xml(&text, "buildFile.xml").unwrap();
        let mut used: BTreeSet<String> =
            ["moduledata", "buildFile.xml", crate::stamp::MODULE_PATH].map(str::to_owned).into();
        let mut ids = BTreeSet::new();
        for node in build.descendants().filter(roxmltree::Node::is_element) {
            used.extend(node.attribute("image").map(|name| format!("images/{name}")));
            let folder = if node.tag_name().name().ends_with(".Chart") { "images/" } else { "" };
            used.extend(node.attribute("fileName").map(|name| format!("{folder}{name}")));
            if node.tag_name().name().ends_with("PieceSlot") {
                let traits = sequence::traits(node.text().unwrap(), &mut (1 << 20)).unwrap();
                for one in &traits {
                    let pictures = match one.name() {
                        "emb2" => sequence::split(&one.settings()[16], ','),
                        "piece" => vec![one.settings()[3].clone()],
                        _ => continue,
                    };
                    used.extend(
                        pictures.into_iter().filter(|name| !name.is_empty()).map(|name| format!("images/{name}")),
                    );
                }
                let id: u32 = node.attribute("gpid").unwrap().parse().unwrap();
                assert!(ids.insert(id), "{name}: {id} twice");
            }
        }
        assert_eq!(used, names, "{name}");
        let next: u32 = build.root_element().attribute("nextPieceSlotId").unwrap().parse().unwrap();
        assert!(ids.iter().all(|id| *id < next));
        // Each counter and each kind of marker is in the palette, and all copies are in the game.
        let (units, markers) = (scenario.common().counters().len(), battlewright_engine::any::markers(scenario));
        let laid: usize = markers.iter().map(|marker| usize::from(marker.count)).sum();
        assert_eq!(ids.len(), 2 * units + markers.len() + laid, "{name}");
    }
}

/// Returns VASSAL's name for a point of a board; the first zone that contains the point counts.
fn name_in_vassal(board: &roxmltree::Node<'_, '_>, at: (f64, f64)) -> Option<String> {
    let of = |node: &roxmltree::Node<'_, '_>, end: &str| node.tag_name().name().rsplit('.').next() == Some(end);
    let zone = board.descendants().filter(|node| of(node, "Zone")).find(|zone| contains(zone, at))?;
    // Without a format, a zone gives its own name to everything in it.
    let format = zone.attribute("locationFormat").unwrap_or("$name$");
    let regions = zone.descendants().filter(|node| of(node, "Region"));
    let number = |node: &roxmltree::Node<'_, '_>, key: &str| node.attribute(key).unwrap().parse::<f64>().unwrap();
    let far =
        |region: &roxmltree::Node<'_, '_>| (number(region, "originx") - at.0).hypot(number(region, "originy") - at.1);
    let region = regions.min_by(|a, b| far(a).total_cmp(&far(b))).map(|region| region.attribute("name").unwrap());
    let hex = zone.descendants().find(|node| of(node, "HexGrid")).map(|grid| {
        let lattice = board::lattice(&grid).unwrap();
        let (h, v) = lattice.nearest(at).unwrap();
        let numbering = &lattice.numbering;
        let (h, v) = (
            numbering.horizontal.write(numbering.horizontal.first + h),
            numbering.vertical.write(numbering.vertical.first + v),
        );
        let (first, second) = if numbering.horizontal_first { (h, v) } else { (v, h) };
        format!("{first}{}{second}", numbering.separator)
    });
    let place = hex.or(region.map(str::to_owned)).unwrap_or_default();
    Some(format.replace("$gridLocation$", &place).replace("$name$", zone.attribute("name").unwrap()))
}

/// Returns `true` if a zone contains a point, by the even-odd rule.
fn contains(zone: &roxmltree::Node<'_, '_>, (x, y): (f64, f64)) -> bool {
    let corner = |point: &str| point.split_once(',').map(|(x, y)| (x.parse().unwrap(), y.parse().unwrap())).unwrap();
    let corners: Vec<(f64, f64)> = zone.attribute("path").unwrap().split(';').map(corner).collect();
    let edges = corners.iter().zip(corners.iter().cycle().skip(1));
    let right = edges.filter(|(a, b)| (a.1 > y) != (b.1 > y) && x < (b.0 - a.0) * (y - a.1) / (b.1 - a.1) + a.0);
    right.count() % 2 == 1
}

#[test]
fn every_unit_on_the_map_is_where_vassal_says_its_hex_is_and_boxes_have_their_own_names() {
    let (mut hexes, mut boxes) = (0, 0);
    for Written { name, module, .. } in WRITTEN.iter() {
        let mut archive = Archive::open(module, Limits::default()).unwrap();
        let text = archive.text("buildFile.xml").unwrap().unwrap();
        let build = xml(&text, "buildFile.xml").unwrap();
        for stack in build.descendants().filter(|node| node.tag_name().name().ends_with("SetupStack")) {
            let maps = |node: &roxmltree::Node<'_, '_>| node.tag_name().name().ends_with("module.Map");
            let map = stack.ancestors().find(maps).unwrap();
            let board = map.descendants().find(|node| node.tag_name().name().ends_with("boardPicker.Board")).unwrap();
            let at = |key: &str| stack.attribute(key).unwrap().parse::<f64>().unwrap();
            let said = name_in_vassal(&board, (at("x"), at("y")));
            if stack.attribute("useGridLocation") == Some("true") {
                assert_eq!(said.as_deref(), stack.attribute("location"), "{name}");
                hexes += 1;
            } else {
                let zones = board.descendants().filter_map(|node| node.attribute("path").and(node.attribute("name")));
                assert!(zones.into_iter().any(|zone| Some(zone) == said.as_deref()), "{name}: {said:?}");
                boxes += 1;
            }
        }
    }
    assert!(hexes > 150 && boxes > 400, "{hexes} {boxes}");
}

#[test]
fn every_prototype_that_a_counter_names_is_defined() {
    let tanks_and_aircraft = Written::new("Matz".to_owned(), load(template(System::Matz)).readable.unwrap());
    for Written { name, module, .. } in WRITTEN.iter().chain([&tanks_and_aircraft]) {
        let mut archive = Archive::open(module, Limits::default()).unwrap();
        let text = archive.text("buildFile.xml").unwrap().unwrap();
        let build = xml(&text, "buildFile.xml").unwrap();
        let definitions = build.descendants().filter(|node| node.tag_name().name().ends_with("PrototypeDefinition"));
        let defined: Vec<&str> = definitions.filter_map(|node| node.attribute("name")).collect();
        let pieces =
            build.descendants().filter_map(|node| node.text()).flat_map(|text| text.split("prototype;").skip(1));
        let mut count = 0;
        for piece in pieces {
            count += 1;
            let words: String = piece.chars().take(40).collect();
            assert!(defined.iter().any(|defined| piece.starts_with(defined)), "{name}: {words}");
        }
        assert!(count > 3, "{name}: {count} prototypes");
    }
}

/// Returns the name of a unit's side.
fn side(common: &dyn Common, unit: &UnitView<'_>) -> Option<String> {
    common.sides().iter().find(|side| side.id == unit.side).map(|side| side.name.to_owned())
}

/// Returns every counter in a hex: the names of its side and itself, and the hex.
fn placed(scenario: &Scenario) -> BTreeSet<(String, String, String)> {
    let common = scenario.common();
    let counters = common.counters().into_iter().filter_map(|counter| common.counter(counter));
    counters
        .filter_map(|unit| {
            let Start::At(hex) = &unit.start else { return None };
            Some((side(common, &unit)?, unit.name.to_owned(), hex.to_string()))
        })
        .collect()
}

#[test]
fn what_was_written_is_read_with_every_unit_in_its_hex() {
    let mut zoned = 0;
    for Written { name, scenario, module } in WRITTEN.iter() {
        if name.contains("Y1") {
            // Letters beyond Z are regions, not a grid.
            assert!(read(module, scenario.system()).unwrap_err().to_string().contains("hex grid"), "{name}");
            continue;
        }
        let imported = read(module, scenario.system()).unwrap();
        let loaded = load(&imported.text);
        let back = loaded
            .readable
            .as_ref()
            .filter(|_| loaded.complete)
            .unwrap_or_else(|| panic!("{name}: {:#?}", loaded.diagnostics));
        assert_eq!(placed(back), placed(scenario), "{name}: {:#?}", imported.notes);
        let (common, old) = (back.common(), scenario.common());
        assert_eq!(common.frame().orientation, old.frame().orientation, "{name}");
        assert_eq!(common.frame().numbering, old.frame().numbering, "{name}");
        assert_eq!(common.size(), old.size(), "{name}");
        let (grid, before) = (common.grid().unwrap(), old.grid().unwrap());
        assert!(grid.cells().all(|cell| grid.neighbors(cell) == before.neighbors(cell)), "{name}");
        assert!(grid.cells().all(|cell| common.has(cell)), "{name}");
        let errors: Vec<_> = loaded.diagnostics.iter().filter(|finding| finding.severity == Severity::Error).collect();
        assert!(errors.is_empty(), "{name}: {errors:#?}");
        // Each unit survives, as far as its counter shows it.
        for counter in old.counters() {
            let unit = old.counter(counter).unwrap();
            let mut others = common.counters().into_iter().filter_map(|counter| common.counter(counter));
            let other = others
                .find(|other| {
                    other.name == unit.name && other.label == unit.label && side(common, other) == side(old, &unit)
                })
                .unwrap();
            assert_eq!(
                (other.arm, other.rating, &other.face),
                (unit.arm, unit.rating, &unit.face),
                "{name}: {}",
                unit.name
            );
            assert_eq!(other.sides, unit.sides, "{name}: {}", unit.name);
            match (&other.start, &unit.start) {
                (Start::Enters { turn, at, .. }, Start::Enters { turn: due, at: entry, .. }) => {
                    assert_eq!((turn, at), (due, entry))
                }
                (now, then) => assert_eq!(now, then),
            }
        }
        let zones = |common: &dyn Common| -> Vec<_> {
            let owned = common.zones();
            let sorted = |hexes: &[HexId]| hexes.iter().cloned().collect::<BTreeSet<_>>();
            let zone = |zone: &battlewright_schema::ZoneView<'_>| {
                (zone.id.clone(), zone.name.to_owned(), sorted(zone.hexes), zone.string.cloned())
            };
            owned.iter().map(zone).collect()
        };
        assert_eq!(zones(common), zones(old), "{name}");
        zoned += zones(common).len();
        // Markers are listed with their numbers, and are no units.
        let told = imported.notes.iter().find(|note| note.starts_with("Markers were left out")).unwrap();
        let markers = battlewright_engine::any::markers(scenario);
        let first = markers.iter().min_by_key(|marker| marker.name()).unwrap();
        let same = markers.iter().filter(|marker| marker.name() == first.name()).map(|marker| marker.count);
        assert!(told.contains(&format!("{} ({})", first.name(), same.sum::<u16>())), "{told}");
        assert!(!imported.notes.iter().any(|note| note.starts_with("The start of these") && note.contains("Turn")));
        let scan = common.scan().unwrap();
        assert_eq!(imported.files.len(), 1);
        assert_eq!(scan.file.0, imported.files[0].0);
        assert!(scan.file.problem().is_none());
    }
    assert!(zoned > 0, "no scenario has a setup zone");
}
