use battlewright_schema::{Scenario, load};
use emath::vec2;

use super::*;
use crate::draw::OccupiedRoom;
use crate::scene::{Options, Scene, ScenePart};

fn scenario(text: &str) -> Scenario {
    load(text).readable.unwrap()
}

fn texts(scene: &Scene<'_>, part: ScenePart) -> Vec<Text> {
    let shapes = scene.draw(part, scene.rect());
    shapes.into_iter().filter_map(|shape| if let Shape::Text(text) = shape { Some(text) } else { None }).collect()
}

/// Returns the room that a straight text takes.
fn room(text: &Text) -> Rect {
    Rect::from_center_size(text.at, vec2(text::width(&text.words) * 1.04, 0.9) * text.size)
}

const CRISIS: &str = include_str!("../../../../scenarios/pm-crisis-on-the-left.toml");
const GRAVELOTTE: &str = include_str!("../../../../scenarios/aac-gravelotte.toml");
const MATZ: &str = include_str!("../../../../scenarios/matz-june-1918.toml");

#[test]
fn names_of_places_are_not_hidden_by_counters_where_there_is_room() {
    let scenario = scenario(CRISIS);
    let scene = Scene::new(&scenario, Options::default()).unwrap();
    let counters = crate::draw::Counters::of(&scenario, &Options::default().art).place(scene.view().unwrap(), None);
    let occupied = OccupiedRoom::by(&counters);
    let names = texts(&scene, ScenePart::Names);
    let mut beneath = 0;
    for place in scenario.common().places() {
        let name = names.iter().find(|text| text.words == place.name.as_str()).unwrap();
        assert!(occupied.is_free(room(name)), "{}", place.name);
        let view = scene.view().unwrap();
        let centers = cells(view.grid(), &place.hexes).into_iter().map(|cell| view.center(cell).y);
        beneath += usize::from(name.at.y > centers.fold(f32::MIN, f32::max));
    }
    assert!(beneath >= 3, "{beneath}");
}

#[test]
fn names_of_places_hardly_ever_lie_over_each_other() {
    for text in [CRISIS, GRAVELOTTE, MATZ] {
        let scenario = scenario(text);
        let scene = Scene::new(&scenario, Options::default()).unwrap();
        let names = texts(&scene, ScenePart::Names);
        let places: Vec<&Text> = scenario
            .common()
            .places()
            .iter()
            .filter_map(|place| names.iter().find(|text| text.words == place.name.as_str()))
            .collect();
        assert_eq!(places.len(), scenario.common().places().len());
        let over = |n: usize| {
            let earlier = places.get(..n).unwrap();
            earlier.iter().any(|other| room(other).shrink(1.0).intersects(room(places.get(n).unwrap())))
        };
        let clashes = (0..places.len()).filter(|n| over(*n)).count();
        assert!(clashes * 50 <= places.len(), "{clashes} of {}", places.len());
    }
}

#[test]
fn every_hex_has_a_number_that_no_name_hides() {
    for text in [MATZ, GRAVELOTTE] {
        numbers_are_clear_of_names(&scenario(text));
    }
}

fn numbers_are_clear_of_names(scenario: &Scenario) {
    let scene = Scene::new(scenario, Options::default()).unwrap();
    let (numbers, names) = (texts(&scene, ScenePart::Numbers), texts(&scene, ScenePart::Names));
    let grid = scene.view().unwrap().grid();
    let number = |cell| numbers.iter().find(|number| number.words == grid.name(cell).as_str());
    let cells = grid.cells().filter(|cell| scenario.common().has(*cell));
    // Levels have numbers as well, which may lie beneath a name.
    let numbers: Vec<&Text> = cells
        .map(|cell| number(cell).unwrap_or_else(|| panic!("{} has no number", grid.name(cell).as_str())))
        .collect();
    let places = scenario.common().places();
    let straight = names.iter().filter(|text| places.iter().any(|place| place.name.as_str() == text.words));
    for name in straight {
        let hidden = numbers.iter().filter(|number| room(number).shrink(1.0).intersects(room(name).shrink(1.0)));
        assert_eq!(hidden.count(), 0, "{}", name.words);
    }
}

#[test]
fn names_of_rivers_stand_beside_their_water() {
    for (text, names) in [(MATZ, ["Oise", "Aisne", "Aronde"]), (GRAVELOTTE, ["Orne", "Fond de la Cuve", "Mance"])] {
        let scenario = scenario(text);
        let scene = Scene::new(&scenario, Options::default()).unwrap();
        let view = scene.view().unwrap();
        let near = view.moved(-view.origin().to_vec2(), Rect::EVERYTHING);
        let waters = waters_of(scenario.common(), &near);
        let all = texts(&scene, ScenePart::Names);
        for name in names {
            let text = all.iter().find(|text| text.words == name).unwrap();
            let letters: Vec<Pos2> =
                if text.spots.is_empty() { vec![text.at] } else { text.spots.iter().map(|spot| spot.at).collect() };
            for at in letters {
                let at = at - view.origin().to_vec2();
                let far = waters.iter().map(|water| water.line.nearest(at).1).fold(f32::MAX, f32::min);
                assert!(far < 0.9 * view.radius(), "{name}: {far}");
            }
        }
    }
}

#[test]
fn labels_can_be_read_on_their_ground_and_are_found_where_they_stand() {
    let scenario = scenario(GRAVELOTTE);
    let common = scenario.common();
    let grid = common.grid().unwrap();
    let (sites, art) = (FeatureCells::of(common), crate::art::Art::default());
    for dark in [false, true] {
        let looks = TerrainLooks::new(common, &art);
        let sources = NameSources {
            scenario: common,
            sites: &sites,
            looks: &looks,
            inks: art.inks(),
            counters: &[],
            marks: true,
            dark,
        };
        let view = View::whole(&grid, 40.0, 0.5);
        let layout = NameLayout::new(&view, &sources);
        let laid: Vec<(usize, &LaidLabel)> =
            layout.labels.iter().enumerate().filter_map(|(n, laid)| Some((n, laid.as_ref()?))).collect();
        assert_eq!(laid.len(), common.labels().len());
        for (n, label) in &laid {
            let halo = label.text.halo.unwrap().color.to_opaque();
            let [r, g, b, _] = halo.to_srgba_unmultiplied();
            let ratio = ink::contrast(label.text.color, Color32::from_rgb(r, g, b));
            assert!(ratio >= 4.4, "{}: {ratio}", label.text.words);
            let spot = label.spots[label.spots.len() / 2];
            let pos = (spot.at.to_vec2() * 2.0 + view.origin().to_vec2()).to_pos2();
            assert_eq!(layout.label_at(&view, pos, 2.0), Some(*n), "{}", label.text.words);
        }
        assert!(laid.iter().any(|(_, label)| !label.text.spots.is_empty()), "some are curved");
        assert_eq!(layout.label_at(&view, Pos2::new(-500.0, -500.0), 1.0), None);
    }
}

#[test]
fn names_of_woods_stand_in_them() {
    let scenario = scenario(GRAVELOTTE);
    let scene = Scene::new(&scenario, Options { units: false, ..Options::default() }).unwrap();
    let view = scene.view().unwrap();
    let common = scenario.common();
    let is_wooded = |at: Pos2| {
        let cell = view.cell_at(at)?;
        let letter = common.hexes().get(cell.column.into(), cell.row.into())?;
        Some(matches!(letter, 'w' | 'R'))
    };
    let layout = scene.draw(ScenePart::Names, scene.rect());
    let mut seen = 0;
    for label in common.labels().iter().filter(|label| label.style == LabelStyle::Woods) {
        let text = layout.iter().find_map(|shape| match shape {
            Shape::Text(text) if text.words == label.text => Some(text),
            _ => None,
        });
        let text = text.unwrap();
        let middle = text.spots.get(text.spots.len() / 2).map_or(text.at, |spot| spot.at);
        seen += usize::from(is_wooded(middle) == Some(true));
    }
    let woods = common.labels().iter().filter(|label| label.style == LabelStyle::Woods).count();
    assert!(seen + 2 >= woods, "{seen} of {woods}");
}

#[test]
fn names_of_long_rivers_are_repeated_along_them() {
    let scenario = scenario(include_str!("../../../../scenarios/aac-campaign.toml"));
    let scene = Scene::new(&scenario, Options::default()).unwrap();
    let names = texts(&scene, ScenePart::Names);
    let mut repeated = 0;
    for label in scenario.common().labels().iter().filter(|label| label.style == LabelStyle::Water) {
        let middles: Vec<Pos2> = names
            .iter()
            .filter(|text| text.words == label.text)
            .map(|text| text.spots.get(text.spots.len() / 2).map_or(text.at, |spot| spot.at))
            .collect();
        assert!(!middles.is_empty(), "{}", label.text);
        let written = scenario.common().labels().iter().filter(|other| other.text == label.text).count();
        repeated += middles.len() - written;
        for (n, one) in middles.iter().enumerate() {
            let near = middles.iter().skip(n + 1).map(|other| other.distance(*one)).fold(f32::MAX, f32::min);
            assert!(written > 1 || near > 7.0 * 40.0 * 3.0_f32.sqrt(), "{}: {near}", label.text);
        }
    }
    assert!(repeated >= 2, "{repeated}");
}
