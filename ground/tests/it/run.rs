//! The whole way from files to a proposal.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use battlewright_ground::era::EraFilter;
use battlewright_ground::run::{
    Derivation, Feature, FeatureClass, FeatureId, GroundData, GroundFile, GroundPlace, GroundRequest, LeftOut,
    ListError, RunError, RunStep, Watch, choices_from_csv, list_as_csv,
};
use battlewright_schema::System;

use crate::country::{Country, MIDDLE};

pub(crate) fn request() -> GroundRequest {
    let mut request = GroundRequest {
        place: GroundPlace {
            lat: MIDDLE.lat,
            lon: MIDDLE.lon,
            columns: 31,
            rows: 17,
            first_is_shifted: true,
            ..GroundPlace::default()
        },
        era: battlewright_ground::Era::of_year(Some(1870)),
        elevation_source: "Made, no rights".to_owned(),
        ..GroundRequest::default()
    };
    request.levels.step = Some(30);
    request
}

/// Modern features, and a railway.
fn modern() -> String {
    let mut text = "<osm version=\"0.6\">".to_owned();
    let at = |n: usize| (MIDDLE.lat + 0.004 * (n as f64 - 5.0), MIDDLE.lon + 0.01 * ((n * 7 % 11) as f64 - 5.0));
    for n in 0..11 {
        let (lat, lon) = at(n);
        let tags = match n {
            0 => "<tag k=\"place\" v=\"suburb\"/><tag k=\"name\" v=\"New Quarter\"/>",
            1 => {
                "<tag k=\"place\" v=\"village\"/><tag k=\"name\" v=\"New Village\"/><tag k=\"start_date\" v=\"1955\"/>"
            }
            _ => "",
        };
        text += &format!("<node id=\"{}\" lat=\"{lat}\" lon=\"{lon}\">{tags}</node>", 20_000_000 + n);
    }
    let mut way = |id: usize, nodes: &[usize], key: &str, value: &str| {
        text += &format!("<way id=\"{}\">", 20_000_000 + id);
        nodes.iter().for_each(|n| text += &format!("<nd ref=\"{}\"/>", 20_000_000 + n));
        text += &format!("<tag k=\"{key}\" v=\"{value}\"/></way>");
    };
    way(1, &[0, 2, 4, 6, 8, 10], "railway", "rail");
    way(2, &[2, 3, 4, 2], "landuse", "industrial");
    way(3, &[1, 3, 5, 7, 9], "highway", "motorway");
    text + "</osm>"
}

/// Returns the files of a country, which is made once.
pub(crate) fn files(seed: u64) -> Vec<GroundFile<'static>> {
    type Bytes = Arc<[u8]>;
    static MADE: Mutex<BTreeMap<u64, [Bytes; 3]>> = Mutex::new(BTreeMap::new());
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let texts = made.entry(seed).or_insert_with(|| {
        let country = Country::new(seed);
        [country.osm(), modern(), country.asc()].map(|text| text.into_bytes().into())
    });
    let named = ["land.osm", "modern.osm", "height.asc"].into_iter().zip(texts.clone());
    named.map(|(name, bytes)| GroundFile::of_bytes(name, bytes)).collect()
}

fn data(seed: u64) -> Arc<GroundData> {
    Arc::new(GroundData::read(files(seed), &request().place, Watch::none()).unwrap())
}

fn all(derivation: &Derivation) -> Vec<Feature> {
    let lists = [derivation.streams(), derivation.road_features(), derivation.places(), derivation.removed()];
    lists.into_iter().flatten().collect()
}

#[test]
fn files_become_features_and_a_scenario() {
    let data = data(7);
    assert_eq!(data.files().len(), 3);
    assert!(data.files().iter().all(|file| file.sha256.len() == 64), "{:?}", data.files());
    let run = Derivation::new(Arc::clone(&data), &request(), Watch::none()).unwrap();
    for list in [run.streams(), run.road_features(), run.places(), run.removed()] {
        assert!(list.len() > 3, "{}", list.len());
        assert!(list.iter().all(|feature| !feature.line.is_empty()));
        assert!(list.iter().all(|feature| feature.is_checked || feature.left_out.is_some()));
    }
    assert!(run.streams().iter().any(|stream| stream.is_checked && !stream.sides.is_empty()));
    assert!(run.road_features().iter().all(|road| !road.is_checked || road.tiles.len() > 1));
    assert!(run.railway_features().iter().all(|it| it.class == FeatureClass::Railway));
    let counts = run.removed_counts();
    assert!(counts.iter().any(|row| row.filter == EraFilter::Motorways && row.is_used && row.count > 0), "{counts:?}");
    assert!(run.sources()[0].starts_with("© OpenStreetMap contributors, ODbL 1.0"));
    assert_eq!(run.sources()[1], "Made, no rights");
    let proposal = run.new_file(System::MarsLaTour).unwrap();
    assert_eq!(proposal.scenario.common().size(), (31, 17));
    assert!(proposal.scenario.common().roads().len() > 20);
}

#[test]
fn a_changed_figure_computes_its_step_and_those_after_it() {
    let run = Derivation::new(data(7), &request(), Watch::none()).unwrap();
    let steps = [RunStep::Places, RunStep::Rivers, RunStep::Areas, RunStep::Levels, RunStep::Roads, RunStep::Railways];
    assert!(steps.iter().all(|step| run.recomputed().has(*step)));
    let changed = |change: &dyn Fn(&mut GroundRequest)| {
        let mut request = request();
        change(&mut request);
        let again = run.again(&request, Watch::none()).unwrap();
        // The result is that of a run from the start.
        let fresh = Derivation::new(Arc::clone(run.data()), &request, Watch::none()).unwrap();
        assert_eq!(all(&again), all(&fresh));
        let texts = [&again, &fresh].map(|run| run.new_file(System::MarsLaTour).unwrap().text);
        assert_eq!(texts[0], texts[1]);
        steps.into_iter().filter(|step| again.recomputed().has(*step)).collect::<Vec<_>>()
    };
    assert_eq!(changed(&|_| {}), []);
    assert_eq!(changed(&|request| request.areas.growth = 3.0), [RunStep::Areas]);
    assert_eq!(changed(&|request| request.levels.step = Some(20)), [RunStep::Levels]);
    assert_eq!(changed(&|request| request.roads.detour = 1.4), [RunStep::Roads, RunStep::Railways]);
    let rivers = changed(&|request| request.rivers.least_stream = 5.0);
    assert_eq!(rivers, [RunStep::Rivers, RunStep::Areas, RunStep::Roads, RunStep::Railways]);
    let era = changed(&|request| request.era = battlewright_ground::Era::of_year(Some(1944)));
    assert_eq!(era, [RunStep::Places, RunStep::Rivers, RunStep::Areas, RunStep::Roads, RunStep::Railways]);
}

#[test]
fn choices_are_followed() {
    let run = Derivation::new(data(7), &request(), Watch::none()).unwrap();
    let find = |list: Vec<Feature>, id: FeatureId| list.into_iter().find(|feature| feature.id == id);
    let pick = |list: Vec<Feature>, checked: bool| list.into_iter().find(|it| it.is_checked == checked).unwrap();
    let mut drawn = run.streams().into_iter().filter(|stream| stream.is_checked);
    let stream = drawn.next_back().unwrap();
    let (small, road, place) = (pick(run.streams(), false), pick(run.road_features(), true), pick(run.places(), true));
    let (left, modern) = (pick(run.road_features(), false), pick(run.removed(), false));
    let mut request = request();
    for (id, checked) in
        [(stream.id, false), (small.id, true), (road.id, false), (place.id, false), (left.id, true), (modern.id, true)]
    {
        request.check(id, Some(checked));
    }
    let other =
        run.road_features().into_iter().find(|it| it.is_checked && it.id != road.id && it.class == FeatureClass::Road);
    let other = other.unwrap();
    request.set_class(other.id, Some(FeatureClass::RomanRoad));
    let run = run.again(&request, Watch::none()).unwrap();
    assert_eq!(find(run.streams(), stream.id).map(|it| it.is_checked), Some(false));
    assert_eq!(find(run.streams(), small.id).map(|it| it.is_checked), Some(true));
    assert_eq!(find(run.places(), place.id).and_then(|it| it.left_out), Some(LeftOut::Unchecked));
    assert_eq!(find(run.removed(), modern.id).map(|it| (it.is_checked, it.left_out)), Some((true, None)));
    // Without the place, other roads join.
    assert!(find(run.road_features(), road.id).is_none_or(|it| !it.is_checked));
    if let Some(road) = find(run.road_features(), other.id) {
        assert_eq!(road.class, FeatureClass::RomanRoad);
    }
    // Nothing chosen is nothing left.
    for id in request.choices.keys().copied().collect::<Vec<_>>() {
        request.check(id, None);
        request.set_class(id, None);
    }
    assert!(request.choices.is_empty());
}

#[test]
fn ids_come_back_from_text() {
    for id in [FeatureId::Node(7), FeatureId::Way(-3), FeatureId::Relation(1), FeatureId::Route([-2, 9])] {
        assert_eq!(id.to_string().parse(), Ok(id));
    }
    assert_eq!("route/9/2".parse(), Ok(FeatureId::Route([2, 9])));
    for text in ["", "node", "node/", "node/x", "node/1/2", "way/1/", "route/1", "route/1/2/3", "road/1"] {
        assert!(text.parse::<FeatureId>().is_err(), "{text}");
    }
}

#[test]
fn a_run_tells_its_progress_and_ends_whenever_it_is_told_to() {
    let (steps, asked) = (RefCell::new(Vec::new()), Cell::new(0_u32));
    let goes_on = || {
        asked.set(asked.get() + 1);
        false
    };
    let tell = |progress: battlewright_ground::run::RunProgress| {
        assert!(progress.done <= progress.all);
        steps.borrow_mut().push(progress.step);
    };
    let watch = Watch::new(&goes_on, &tell);
    let data = Arc::new(GroundData::read(files(7), &request().place, watch).unwrap());
    Derivation::new(Arc::clone(&data), &request(), watch).unwrap();
    let mut told = steps.take();
    told.dedup();
    assert_eq!(told.first(), Some(&RunStep::Read(0)));
    assert_eq!(told.last(), Some(&RunStep::Railways));
    let all = asked.get();
    assert!(all > 100, "{all}");
    for n in (0..all).step_by(usize::try_from(all / 40).unwrap()) {
        let left = Cell::new(n);
        let ends = || {
            let more = left.get().checked_sub(1);
            left.set(more.unwrap_or(0));
            more.is_none()
        };
        let watch = Watch::new(&ends, &|_| {});
        let result = GroundData::read(files(7), &request().place, watch)
            .and_then(|data| Derivation::new(Arc::new(data), &request(), watch).map(|_| ()));
        assert!(matches!(result, Err(RunError::Canceled)), "{n} of {all}");
    }
}

#[test]
fn what_cannot_be_read_is_named() {
    let place = request().place;
    let error = |name: &str, bytes: &'static [u8]| {
        GroundData::read(vec![GroundFile::of_bytes(name, bytes)], &place, Watch::none()).unwrap_err().to_string()
    };
    assert!(error("map.docx", b"").contains("map.docx: it is of no known kind"));
    assert!(error("map.osm", b"<html/>").starts_with("map.osm: it is no file of"));
    assert!(error("hills.hgt", b"").contains("hills.hgt: its name does not tell its corner"));
    let far = GroundPlace { lat: 89.0, ..place };
    assert!(matches!(GroundData::read(Vec::new(), &far, Watch::none()), Err(RunError::Plane(_))));
    let wide = GroundPlace { columns: 1000, hex_metres: 5000, ..place };
    assert!(matches!(GroundData::read(Vec::new(), &wide, Watch::none()), Err(RunError::Grid(_))));
}

#[test]
fn files_of_one_country_are_joined() {
    let place = request().place;
    let whole = data(7);
    let twice = files(7).into_iter().chain(files(7)).collect();
    let twice = GroundData::read(twice, &place, Watch::none()).unwrap();
    assert_eq!(whole.landscape().ways, twice.landscape().ways);
    assert_eq!(whole.landscape().nodes, twice.landscape().nodes);
    assert_eq!(whole.landscape().spots, twice.landscape().spots);
    assert_eq!(whole.landscape().areas, twice.landscape().areas);
}

#[test]
fn lists_are_edited_in_a_spreadsheet_and_come_back() {
    let run = Derivation::new(data(7), &request(), Watch::none()).unwrap();
    let list = run.streams();
    let text = list_as_csv(&list).unwrap();
    assert!(text.starts_with("id,name,class,length_metres,keep,reason\n"), "{text}");
    assert_eq!(text.lines().count(), list.len() + 1);
    let mut asked = request();
    // What was not edited is no choice.
    assert_eq!(choices_from_csv(text.as_bytes(), &list, &mut asked), Ok(0));
    assert_eq!(asked, request());
    let drawn = list.iter().find(|it| it.is_checked && it.class == FeatureClass::Stream).unwrap();
    let edited: Vec<String> = text
        .lines()
        .map(|line| {
            let is_it = line.starts_with(&format!("{},", drawn.id));
            if is_it { line.replace(",stream,", ",river,").replace(",yes,", ",No,") } else { line.to_owned() }
        })
        .collect();
    // As spreadsheets write it: a byte order mark, line ends of Windows.
    let edited = format!("\u{feff}{}\r\n", edited.join("\r\n"));
    assert_eq!(choices_from_csv(edited.as_bytes(), &list, &mut asked), Ok(2));
    let choice = asked.choice(drawn.id);
    assert_eq!((choice.checked, choice.class), (Some(false), Some(FeatureClass::River)));
    // A choice that no list knows any more is kept.
    assert_eq!(choices_from_csv(b"id,keep\nway/99999999,yes", &list, &mut asked), Ok(1));
    assert_eq!(asked.choice(FeatureId::Way(99_999_999)).checked, Some(true));
    let before = asked.clone();
    for (text, expected) in [
        ("name,keep\n", ListError::NoColumn("id")),
        ("id,name\n", ListError::NoColumn("keep")),
        ("id,keep\nway/1,perhaps", ListError::Keep(2, "perhaps".to_owned())),
        ("id,keep,class\nway/1,yes,lane", ListError::Class(2, "lane".to_owned())),
    ] {
        assert_eq!(choices_from_csv(text.as_bytes(), &list, &mut asked), Err(expected), "{text}");
    }
    assert!(matches!(choices_from_csv(b"id,keep\nroad,yes", &list, &mut asked), Err(ListError::Id(2, _))));
    assert!(matches!(choices_from_csv(b"id,keep\n\xff,yes", &list, &mut asked), Err(ListError::Unreadable(_))));
    assert_eq!(asked, before);
}

#[test]
fn the_time_of_the_data_is_in_the_notice() {
    let text =
        modern().replace("<osm version=\"0.6\">", "<osm version=\"0.6\"><meta osm_base=\"2026-11-01T00:00:00Z\"/>");
    let file = GroundFile::of_bytes("modern.osm", text.clone());
    let data = GroundData::read(vec![file], &request().place, Watch::none()).unwrap();
    assert_eq!(data.files()[0].data_of.as_deref(), Some("2026-11-01T00:00:00Z"));
    assert_eq!(
        data.sources(&GroundRequest::default()),
        ["© OpenStreetMap contributors, ODbL 1.0, extract of 2026-11-01"]
    );
    let frame = GroundFile::of_bytes("modern.osm", text).overview(Watch::none()).unwrap().unwrap().frame;
    assert!(frame.least.lat < MIDDLE.lat && frame.most.lon > MIDDLE.lon);
    let canceled = GroundFile::of_bytes("modern.osm", modern()).overview(Watch::new(&|| true, &|_| {}));
    assert!(matches!(canceled, Err(RunError::Canceled)));
}
