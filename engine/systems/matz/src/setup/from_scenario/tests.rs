//! Tests of the start of a game.

use battlewright_schema::matz as file;
use battlewright_schema::{Scenario, load};

use crate::Matz;
use crate::event::Phase;
use crate::tests::testing::{GERMAN, Position, position};

/// The scenarios of the battle.
const SCENARIOS: [&str; 3] = [
    include_str!("../../../../../../scenarios/matz-june-1918.toml"),
    include_str!("../../../../../../scenarios/matz-first-day.toml"),
    include_str!("../../../../../../scenarios/matz-mangin.toml"),
];

fn problems(position: &Position) -> Vec<String> {
    Matz::problems(position.scenario()).iter().map(ToString::to_string).collect()
}

#[test]
fn the_scenarios_of_the_battle_can_be_played() {
    for text in SCENARIOS {
        let Some(Scenario::Matz(scenario)) = load(text).scenario else { panic!("a scenario of the system") };
        let found = Matz::problems(&scenario);
        assert!(found.is_empty(), "{}: {found:?}", scenario.title);
    }
}

#[test]
fn all_problems_are_found_at_once() {
    let position = position(
        "german infantry g1 4/2 at 9999
        german infantry g2 4/2 enters 2 by NOWHERE
        french infantry f1 4/2 at 0404 of nobody
        reserve r french turn 3 points 6 attach nowhere by E f9",
    )
    .with(|scenario| {
        scenario.victory.gain.push(file::HalfPoints { place: "atlantis".into(), half_points: 2, any_hex: false });
        scenario.trench.push(file::Trench {
            name: None,
            side: "swiss".into(),
            hexes: vec!["0404".into()],
            source: None,
        });
    });
    let found = problems(&position);
    for name in ["9999", "NOWHERE", "nobody", "nowhere", "f9", "atlantis", "swiss"] {
        assert!(found.iter().any(|problem| problem.contains(name)), "{name}: {found:#?}");
    }
    assert_eq!(Matz::new(position.scenario()).unwrap_err().len(), found.len());
}

#[test]
fn the_two_sides_are_the_two_armies() {
    let position = position("").with(|scenario| {
        for side in scenario.side.values_mut() {
            side.nation = file::Nation::French;
        }
    });
    let found = problems(&position);
    assert!(found.len() == 1 && found[0].contains("Germans"), "{found:?}");
}

#[test]
fn enemies_do_not_start_in_one_hex() {
    let position = position("german infantry g1 4/2 at 0404\nfrench artillery f1 3-3 5 at 0404");
    let found = problems(&position);
    assert!(found.len() == 1 && found[0].contains("g1") && found[0].contains("f1"), "{found:?}");
}

#[test]
fn a_game_has_a_turn_to_begin_with() {
    assert_eq!(problems(&position("turn 9 of 8")).len(), 1);
    assert_eq!(problems(&position("turn 8 of 8")).len(), 0);
}

#[test]
fn r1_1_a_counter_has_its_values_and_its_formation() {
    let table = position(
        "corps x german at 0101 combat 2 range 5 move 7
        german infantry g1 5/3 at 0404 of x division 4GD move 8
        german artillery g2 3-4 6 at 0405 of x",
    )
    .before(GERMAN, Phase::Exploitation);
    let facts = |unit| table.game.board.unit(table.unit(unit));
    let foot = facts("g1");
    assert_eq!((foot.combat.to_vec(), foot.movement, foot.steps()), (vec![5, 3], 8, 2));
    assert_eq!((foot.division.as_deref(), foot.formation), (Some("4GD"), table.formation("x")));
    let guns = facts("g2");
    assert_eq!((guns.bombardment, guns.defense, guns.range, guns.movement, guns.steps()), (3, 4, 6, 6, 1));
    let hq = facts("x-hq");
    assert_eq!((hq.combat.to_vec(), hq.range, hq.movement, hq.steps()), (vec![2], 5, 7, 1));
}
