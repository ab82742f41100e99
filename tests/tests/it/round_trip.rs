//! Random edits, saved to a commented file and loaded again: the scenario is the edited one, and only comments of
//! removed rows are lost.

use battlewright_schema::mars_la_tour::{Enters, Hold, Kind, MarsLaTour, Unit};
use battlewright_schema::{
    Entry, Exit, HexRows, Hexside, HexsideKind, Label, LabelSize, LabelStyle, Place, Road, Scenario, load, save,
};
use proptest::prelude::*;

/// An edit of a scenario.
#[derive(Clone, Debug)]
enum Edit {
    Paint(usize, usize, usize),
    Retitle(String),
    Describe(Option<String>),
    AddUnit(usize, String),
    RemoveUnit(usize),
    MoveUnit(usize, usize),
    SwapUnits(usize, usize),
    RenameUnit(usize, String),
    Rate(usize, u8),
    Enter(usize, u8),
    Label(usize, Option<String>),
    AddRoad(usize, Vec<usize>),
    RemoveRoad(usize),
    ExtendRoad(usize, usize, usize),
    ShortenRoad(usize, usize),
    AddHexside(usize),
    RemoveHexside(usize),
    AddPlace(usize, String),
    RemovePlace(usize),
    Letter(usize, String),
    Unletter(usize),
    AddEntry(usize),
    RemoveExits,
    AddExit(usize),
    Hold(usize),
    NoHolds,
    NoEscape,
    Retreat(Option<u8>),
    Ammunition(usize, u8),
    Range(usize, u8),
    RenameSide(usize, String),
    AddRow,
    Turns(u8),
    Minutes(Option<u16>),
}

fn edit() -> impl Strategy<Value = Edit> {
    let n = 0..1000_usize;
    let text = || "[ -~é会\n\t]{0,12}";
    prop_oneof![
        (n.clone(), n.clone(), n.clone()).prop_map(|(a, b, c)| Edit::Paint(a, b, c)),
        text().prop_map(Edit::Retitle),
        proptest::option::of(text()).prop_map(Edit::Describe),
        (n.clone(), text()).prop_map(|(a, b)| Edit::AddUnit(a, b)),
        n.clone().prop_map(Edit::RemoveUnit),
        (n.clone(), n.clone()).prop_map(|(a, b)| Edit::MoveUnit(a, b)),
        (n.clone(), n.clone()).prop_map(|(a, b)| Edit::SwapUnits(a, b)),
        (n.clone(), text()).prop_map(|(a, b)| Edit::RenameUnit(a, b)),
        (n.clone(), any::<u8>()).prop_map(|(a, b)| Edit::Rate(a, b)),
        (n.clone(), any::<u8>()).prop_map(|(a, b)| Edit::Enter(a, b)),
        (n.clone(), proptest::option::of(text())).prop_map(|(a, b)| Edit::Label(a, b)),
        (n.clone(), prop::collection::vec(n.clone(), 0..6)).prop_map(|(a, b)| Edit::AddRoad(a, b)),
        n.clone().prop_map(Edit::RemoveRoad),
        (n.clone(), n.clone(), n.clone()).prop_map(|(a, b, c)| Edit::ExtendRoad(a, b, c)),
        (n.clone(), n.clone()).prop_map(|(a, b)| Edit::ShortenRoad(a, b)),
        n.clone().prop_map(Edit::AddHexside),
        n.clone().prop_map(Edit::RemoveHexside),
        (n.clone(), text()).prop_map(|(a, b)| Edit::AddPlace(a, b)),
        n.clone().prop_map(Edit::RemovePlace),
        (n.clone(), text()).prop_map(|(a, b)| Edit::Letter(a, b)),
        n.clone().prop_map(Edit::Unletter),
        n.clone().prop_map(Edit::AddEntry),
        Just(Edit::RemoveExits),
        n.clone().prop_map(Edit::AddExit),
        n.clone().prop_map(Edit::Hold),
        Just(Edit::NoHolds),
        Just(Edit::NoEscape),
        proptest::option::of(any::<u8>()).prop_map(Edit::Retreat),
        (n.clone(), any::<u8>()).prop_map(|(a, b)| Edit::Ammunition(a, b)),
        (n.clone(), any::<u8>()).prop_map(|(a, b)| Edit::Range(a, b)),
        (n, text()).prop_map(|(a, b)| Edit::RenameSide(a, b)),
        Just(Edit::AddRow),
        any::<u8>().prop_map(Edit::Turns),
        proptest::option::of(any::<u16>()).prop_map(Edit::Minutes),
    ]
}

fn hex(n: usize) -> String {
    format!("{:02}{:02}", n % 5 + 1, n / 5 % 4 + 1)
}

fn pick<T>(list: &mut [T], n: usize) -> Option<&mut T> {
    let count = list.len();
    list.get_mut(n % count.max(1))
}

/// Makes the edit. Returns `true` if comments may be removed with it.
fn apply(s: &mut MarsLaTour, edit: Edit) -> bool {
    match edit {
        Edit::Paint(column, row, letter) => {
            let letters: Vec<char> = s.map.terrain.keys().map(|letter| letter.0).collect();
            let (columns, rows) = (s.map.hexes.0.first().map_or(1, Vec::len), s.map.hexes.0.len());
            s.map.hexes.set(column % columns, row % rows, letters[letter % letters.len()]);
        }
        Edit::Retitle(title) => s.title = title,
        Edit::Describe(description) => s.description = description,
        Edit::AddUnit(at, id) => {
            let unit = Unit {
                id: id.into(),
                name: "New".into(),
                side: "red".into(),
                kind: Kind::Cavalry,
                at: Some(hex(at).into()),
                ..Unit::default()
            };
            s.unit.insert(at % (s.unit.len() + 1), unit);
        }
        Edit::RemoveUnit(n) if !s.unit.is_empty() => {
            s.unit.remove(n % s.unit.len());
            return true;
        }
        Edit::MoveUnit(n, to) => {
            if let Some(unit) = pick(&mut s.unit, n) {
                unit.enters = None;
                unit.at = Some(hex(to).into());
            }
        }
        Edit::SwapUnits(a, b) if !s.unit.is_empty() => {
            let count = s.unit.len();
            s.unit.swap(a % count, b % count);
        }
        Edit::RenameUnit(n, id) => {
            if let Some(unit) = pick(&mut s.unit, n) {
                unit.id = id.into();
                return true;
            }
        }
        Edit::Rate(n, er) => pick(&mut s.unit, n).into_iter().for_each(|unit| unit.er = er),
        Edit::Enter(n, turn) => {
            if let Some(unit) = pick(&mut s.unit, n) {
                unit.at = None;
                unit.enters = Some(Enters { turn, at: "A".into() });
            }
        }
        Edit::Label(n, label) => {
            pick(&mut s.unit, n).into_iter().for_each(|unit| unit.label = label.as_deref().map(Into::into))
        }
        Edit::AddRoad(at, hexes) => {
            let path = hexes.into_iter().map(|n| hex(n).into()).collect();
            s.road.insert(at % (s.road.len() + 1), Road { path, ..Road::default() });
        }
        Edit::RemoveRoad(n) if !s.road.is_empty() => {
            s.road.remove(n % s.road.len());
            return true;
        }
        Edit::ExtendRoad(n, at, to) => {
            if let Some(road) = pick(&mut s.road, n) {
                road.path.insert(at % (road.path.len() + 1), hex(to).into());
            }
        }
        Edit::ShortenRoad(n, at) => {
            if let Some(road) = pick(&mut s.road, n).filter(|road| !road.path.is_empty()) {
                road.path.remove(at % road.path.len());
                return true;
            }
        }
        Edit::AddHexside(n) => s.hexside.push(Hexside {
            kind: HexsideKind::Slope,
            name: Some("Ridge".into()),
            between: vec![format!("{}/{}", hex(n), hex(n + 1)).into()],
            source: None,
        }),
        Edit::RemoveHexside(n) if !s.hexside.is_empty() => {
            s.hexside.remove(n % s.hexside.len());
            return true;
        }
        Edit::AddPlace(n, id) => {
            let hexes = vec![hex(n).into()];
            let place = Place { id: id.into(), name: "Farm".into(), hexes, ..Place::default() };
            s.place.insert(n % (s.place.len() + 1), place);
        }
        Edit::RemovePlace(n) if !s.place.is_empty() => {
            s.place.remove(n % s.place.len());
            return true;
        }
        Edit::Letter(n, text) => {
            let to = (n % 2 == 0).then(|| hex(n + 2).into());
            let (size, style) = (LabelSize::Small, if n % 3 == 0 { LabelStyle::Water } else { LabelStyle::Land });
            s.label.insert(n % (s.label.len() + 1), Label { text, at: hex(n).into(), to, size, style });
        }
        Edit::Unletter(n) if !s.label.is_empty() => {
            s.label.remove(n % s.label.len());
            return true;
        }
        Edit::AddEntry(n) => s.entry.push(Entry {
            id: hex(n).into(),
            side: "blue".into(),
            hexes: vec![hex(n).into()],
            name: None,
            source: None,
        }),
        Edit::RemoveExits => {
            s.exit.clear();
            return true;
        }
        Edit::AddExit(n) => s.exit.push(Exit {
            id: hex(n).into(),
            side: "blue".into(),
            hexes: vec![hex(n).into()],
            name: Some("West".into()),
            source: None,
        }),
        Edit::Hold(n) => {
            let hold = Hold { place: "town".into(), side: "blue".into(), points_per_hex: 2 };
            s.victory.hold.insert(n % (s.victory.hold.len() + 1), hold);
        }
        Edit::NoHolds => {
            s.victory.hold.clear();
            return true;
        }
        Edit::NoEscape => {
            s.victory.escape = None;
            return true;
        }
        Edit::Retreat(hexes) => s.rules.retreat_hexes = hexes,
        Edit::Ammunition(n, ammunition) => {
            let count = s.side.len();
            s.side.values_mut().nth(n % count).into_iter().for_each(|side| side.ammunition = ammunition);
        }
        Edit::Range(n, range) => {
            let count = s.side.len();
            s.side.values_mut().nth(n % count).into_iter().for_each(|side| side.hq.range = range);
        }
        Edit::RenameSide(n, name) => {
            let count = s.side.len();
            s.side.values_mut().nth(n % count).into_iter().for_each(|side| side.name = name.as_str().into());
        }
        Edit::AddRow => {
            let columns = s.map.hexes.0.first().map_or(1, Vec::len);
            s.map.rows += 1;
            s.map.hexes = HexRows::parse(&format!("{}{}", s.map.hexes, ".".repeat(columns)));
        }
        Edit::Turns(count) => s.turns.count = count,
        Edit::Minutes(minutes) => {
            s.turns.minutes = minutes;
            return minutes.is_none();
        }
        Edit::RemoveUnit(_)
        | Edit::SwapUnits(..)
        | Edit::RemoveRoad(_)
        | Edit::RemoveHexside(_)
        | Edit::RemovePlace(_)
        | Edit::Unletter(_) => {}
    }
    false
}

/// Returns a file with comments wherever TOML allows them, and with all notations of tables.
fn text() -> String {
    include_str!("round_trip.toml").to_owned()
}

#[expect(clippy::panic, reason = "an unreadable text fails the test")]
fn read(text: &str) -> MarsLaTour {
    let loaded = load(text);
    let Some(Scenario::MarsLaTour(scenario)) = loaded.readable else { panic!("{:#?}", loaded.diagnostics) };
    *scenario
}

fn comments(text: &str) -> Vec<&str> {
    let mut comments: Vec<&str> = text.lines().filter_map(|line| Some(line.split_once("# ")?.1)).collect();
    comments.sort_unstable();
    comments
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_saved_is_what_is_read(edits in prop::collection::vec(edit(), 1..8), crlf: bool, bom: bool) {
        let mut text = text();
        if crlf {
            text = text.replace('\n', "\r\n");
        }
        if bom {
            text.insert(0, '\u{feff}');
        }
        let original = text.clone();
        let mut scenario = read(&text);
        let mut takes = false;
        // Each edit is saved into the result of the previous one, as in an editor that saves often.
        for edit in edits {
            takes |= apply(&mut scenario, edit);
            let wanted = Scenario::MarsLaTour(Box::new(scenario.clone()));
            text = save(Some(&text), &wanted);
            prop_assert_eq!(&read(&text), &scenario, "{}", text);
        }
        prop_assert_eq!(text.starts_with('\u{feff}'), bom);
        prop_assert_eq!(text.matches("\r\n").count(), if crlf { text.matches('\n').count() } else { 0 });
        if !takes {
            let left = comments(&text);
            for comment in comments(&original) {
                prop_assert!(left.contains(&comment), "{} is lost in\n{}", comment, text);
            }
        }
        let fresh = save(None, &Scenario::MarsLaTour(Box::new(scenario.clone())));
        prop_assert_eq!(&read(&fresh), &scenario, "{}", fresh);
    }

    #[test]
    fn an_edit_and_its_undoing_are_readable_and_equal(edit in edit()) {
        let text = text();
        let before = read(&text);
        let mut after = before.clone();
        apply(&mut after, edit);
        let edited = save(Some(&text), &Scenario::MarsLaTour(Box::new(after)));
        let undone = save(Some(&edited), &Scenario::MarsLaTour(Box::new(before.clone())));
        prop_assert_eq!(read(&undone), before);
    }
}
