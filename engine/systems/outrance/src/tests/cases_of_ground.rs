//! VIII, o31 The lint of closed ground and the game agree on where a unit may start.

use battlewright_schema::common::inches::TablePoint;
use battlewright_schema::outrance as file;
use battlewright_schema::{Scenario, check};
use proptest::prelude::*;

use crate::tests::position::{Position, position};
use battlewright_testkit::random_cases;

/// The greatest difference between the roundings of the lint and of the game, in thousandths of an inch.
const MARGIN: i32 = 8;

/// Returns `true` if the game lets the first unit stand a bit aside of where it does.
fn stands(position: Position, aside: (i32, i32)) -> bool {
    let mut table = position.start();
    let unit = table.unit("p1");
    let game = &mut table.game;
    let mut place = game.place(unit).unwrap().clone();
    place.at = battlewright_core::kit::plane::Point::new(place.at.x() + aside.0, place.at.y() + aside.1);
    let shape = game.shape_at(unit, &place).unwrap();
    !game.closed_ground(unit).is_under(&shape)
}

/// Returns `true` if the lint lets the first unit stand where it does.
fn passes(scenario: &file::Outrance) -> bool {
    let found = check(&Scenario::Outrance(Box::new(scenario.clone())));
    !found.iter().any(|finding| finding.code.as_str() == "on-impassable-ground")
}

/// The course of a river, a bridge, and a road over it.
fn ground() -> impl Strategy<Value = String> {
    let rows = prop::collection::vec(10_i32..20, 3);
    (rows, 9_i32..31, any::<bool>(), any::<bool>(), any::<bool>()).prop_map(|(rows, middle, bridge, road, lake)| {
        let [left, center, right] = [rows[0], rows[1], rows[2]];
        let mut text = format!("river 0,{left} {middle},{center} 40,{right}\n");
        if bridge {
            text += &format!("bridge {middle},{center}\n");
        }
        if road {
            text += &format!("road {middle},0 {middle},30\n");
        }
        if lake {
            text += &format!("water {},3 {},3 {},26 {},26\n", middle - 4, middle - 3, middle - 3, middle - 4);
        }
        text
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..random_cases() })]

    #[test]
    fn c08_o31_the_lint_of_closed_ground_agrees_with_the_game(
        ground in ground(),
        aside in (-3_500_i32..3_500, -4_500_i32..4_500),
        troops in prop_oneof![Just("infantry"), Just("cavalry"), Just("artillery")],
        posture in prop_oneof![Just("deployed"), Just("maneuver"), Just("march")],
        bases in 2_u8..=4,
        turn in 0_u16..24,
    ) {
        // Near the middle corner of the river.
        let corner = ground.split_whitespace().nth(2).unwrap().split_once(',').unwrap();
        let (x, y): (i32, i32) = (corner.0.parse().unwrap(), corner.1.parse().unwrap());
        let at = TablePoint::new(x * 1000 + aside.0, y * 1000 + aside.1);
        let facing = turn * 15;
        let text = format!("{ground}prussian {troops} p1 {bases} at {at} facing {facing} {posture}");
        let here = stands(position(&text), (0, 0));
        let near = [(MARGIN, 0), (-MARGIN, 0), (0, MARGIN), (0, -MARGIN)];
        // At the very edge, the game rounds otherwise.
        prop_assume!(near.into_iter().all(|aside| stands(position(&text), aside) == here));
        prop_assert_eq!(passes(position(&text).scenario()), here, "VIII, o31: {}", text);
    }
}
