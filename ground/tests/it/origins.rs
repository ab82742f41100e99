//! The origins of the parts of a map: files and features of the source, or by hand.

use std::collections::BTreeSet;

use battlewright_ground::run::{Feature, GroundOrigins, Origin, hexsides_as_csv};
use battlewright_ground::{GroundRecord, Side};
use battlewright_schema::{Cell, HexsideId, HexsideKind, System};

use crate::run::request;
use crate::second::derived;

#[test]
fn what_differs_from_the_last_proposal_is_by_hand() {
    let run = derived(&request());
    let proposal = run.new_file(System::PositionMagnifique).unwrap();
    let record = GroundRecord::read(&run.record(&proposal, None).text().unwrap()).unwrap();
    let origins = GroundOrigins::of(&record).unwrap();
    let mut scenario = proposal.scenario.clone();
    let grid = scenario.common().grid().unwrap();
    assert!(origins.edited_hexes(scenario.common()).is_empty());
    let woods =
        grid.cells().find(|cell| scenario.common().hexes().get(cell.column.into(), cell.row.into()) == Some('f'));
    let woods = woods.unwrap();
    let share = run.terrain().share(run.grid().tile_of(woods).unwrap()).unwrap();
    let line = origins.hex(scenario.common(), woods).line("Woods");
    assert_eq!(line, format!("Woods {share} %, from land.osm, modern.osm"));
    assert_eq!(origins.level(scenario.common(), woods).unwrap().line("Level 3"), "Level 3, from height.asc");
    let road = scenario.common().roads()[0].clone();
    let crossed = run.road_features();
    let origin = origins.road(scenario.common(), &road);
    let Origin::Ground { share: None, features, .. } = &origin else { panic!("{origin:?}") };
    let of_source =
        |feature: &Feature, name: &str| name == feature.id.to_string() || name.ends_with(&format!("({})", feature.id));
    assert!(
        !features.is_empty()
            && features.iter().all(|name| crossed.iter().any(|it| it.is_checked && of_source(it, name)))
    );
    // Each hexside tells its feature of the source.
    let streams = run.streams();
    for row in scenario.common().hexsides().iter().filter(|row| row.kind != HexsideKind::Slope) {
        let list = if row.kind == HexsideKind::Bridge { &crossed } else { &streams };
        for side in &row.between {
            let origin = origins.hexside(scenario.common(), side, row.kind);
            let Origin::Ground { features, .. } = &origin else { panic!("{side} {origin:?}") };
            let found: Vec<&Feature> =
                list.iter().filter(|it| features.iter().any(|name| of_source(it, name))).collect();
            assert_eq!((found.len(), found.is_empty()), (features.len(), false), "{side}: {origin:?}");
            let (a, b) = side.hexes().unwrap();
            let tiles = [a, b].map(|hex| run.grid().tile_of(grid.cell(&hex).unwrap()).unwrap());
            let at = Side::between(tiles[0], tiles[1]);
            let is_there = |it: &&Feature| {
                it.sides.contains(&at) || it.tiles.windows(2).any(|pair| Side::between(pair[0], pair[1]) == at)
            };
            assert!(found.iter().all(is_there), "{side}: {origin:?}");
        }
        let (origin, by_hand) = origins.hexsides(scenario.common(), row);
        assert!(by_hand == 0 && !origin.is_by_hand());
        if let Some(name) = row.name.as_ref().filter(|_| row.kind != HexsideKind::Bridge) {
            assert!(origin.line("River").starts_with(&format!("River, from {name} (way/")), "{}", origin.line("River"));
        }
    }
    let stream = scenario.common().hexsides().iter().find(|row| row.kind != HexsideKind::Bridge).unwrap().clone();
    assert!(origins.hexside(scenario.common(), &stream.between[0], HexsideKind::Wall).is_by_hand());
    let free = grid.cells().find_map(|cell| {
        let other = Cell { row: cell.row + 1, ..cell };
        let side = HexsideId::from(format!("{}/{}", grid.name(cell), grid.name(other)).as_str());
        let is_free = scenario.common().hexsides().iter().all(|row| !row.between.contains(&side));
        (is_free && scenario.common().has(other)).then_some(side)
    });
    let mut longer = stream.clone();
    longer.between.push(free.unwrap());
    assert_eq!(origins.hexsides(scenario.common(), &longer).1, 1);
    let place = scenario.common().places()[0].clone();
    assert!(!origins.place(scenario.common(), &place).is_by_hand());
    let renamed = battlewright_schema::Place { name: "Elsewhere".into(), ..place };
    assert!(origins.place(scenario.common(), &renamed).is_by_hand());
    scenario.common_mut().hexes_mut().set(woods.column.into(), woods.row.into(), '.');
    assert_eq!(origins.hex(scenario.common(), woods).line("Clear"), "Clear, by hand");
    assert_eq!(origins.edited_hexes(scenario.common()), BTreeSet::from([woods]));
    scenario.common_mut().roads_mut().remove(0);
    let ends: BTreeSet<Cell> = road.path.iter().filter_map(|hex| grid.cell(hex)).chain([woods]).collect();
    assert_eq!(origins.edited_hexes(scenario.common()), ends);
}

#[test]
fn the_list_of_hexsides_has_all_of_the_proposal() {
    let run = derived(&request());
    let proposal = run.new_file(System::MarsLaTour).unwrap();
    let features = run.drawn_features(&run.request().place.names().unwrap());
    let text = hexsides_as_csv(&features).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("between,class,id,name"));
    let listed: BTreeSet<&str> = lines.filter_map(|line| line.split(',').next()).collect();
    let rows = proposal.scenario.common().hexsides().iter().filter(|row| row.kind != HexsideKind::Slope);
    let sides: Vec<&HexsideId> = rows.flat_map(|row| &row.between).collect();
    assert!(sides.len() > 50 && sides.iter().all(|side| listed.contains(side.as_str())), "{sides:?}");
    // Roads too, by the hexsides that they cross.
    for road in proposal.scenario.common().roads() {
        for pair in road.path.windows(2) {
            let both = [format!("{}/{}", pair[0], pair[1]), format!("{}/{}", pair[1], pair[0])];
            assert!(both.iter().any(|side| listed.contains(side.as_str())), "{both:?}");
        }
    }
}
