//! Computer players and the advice of the author, in every system.

use battlewright_engine::any::AnyGame;
use battlewright_engine::game::{Game, Side};
use battlewright_engine::kit::place::Place;
use battlewright_engine::play::Dice;
use battlewright_engine::players::plan::{Command, Mission, Posture, Standing};
use battlewright_engine::players::{Budget, Kind, Playout, contestants};
use battlewright_schema::{AdvicePosture, Cell, Inches, Scenario, Start, TablePoint, TablePosition, UnitView};

/// The small scenario of each system.
const SMALL: [(&str, &str); 5] = [
    ("mars-la-tour", include_str!("../../../scenarios/mars-la-tour.toml")),
    ("position-magnifique", include_str!("../../../scenarios/pm-crisis-on-the-left.toml")),
    ("at-any-cost", include_str!("../../../scenarios/aac-first-orders.toml")),
    ("matz", include_str!("../../../scenarios/matz-first-day.toml")),
    ("outrance", include_str!("../../../scenarios/outrance-spicheren.toml")),
];

/// The most hexes that the lint of objectives that are too far away allows a posture are the most that satisfy it.
#[test]
fn a_posture_is_satisfied_at_the_distance_of_the_lint() {
    let at = Place::Hex(Cell { column: 1, row: 1 });
    let postures = [
        (AdvicePosture::Take, Posture::Take),
        (AdvicePosture::Hold, Posture::Hold),
        (AdvicePosture::Delay, Posture::Delay),
        (AdvicePosture::Reserve, Posture::Reserve),
    ];
    for (advised, posture) in postures {
        let pull = |way: i32| {
            Mission { posture, at }.pull(Standing {
                way,
                stride: 1,
                gap: Standing::NO_ENEMY,
                front: Standing::NO_ENEMY,
                garrison: false,
            })
        };
        let best = (0..20).map(pull).max();
        let last = (0..20).rfind(|way| Some(pull(*way)) == best);
        assert_eq!(last.and_then(|way| u32::try_from(way).ok()), advised.within(), "{posture}");
    }
    assert_eq!(AdvicePosture::Free.within(), None);
}

/// On a table, the lint takes three inches for a hex, as the players do.
#[test]
fn three_inches_count_as_a_hex() {
    let scenario = scenario(include_str!("../../../scenarios/outrance-first-assault.toml"), "");
    let (game, common) = (AnyGame::new(&scenario).unwrap(), scenario.common());
    let goal = Inches { x: 9_000, y: 31_000 };
    let of_division = |unit: &UnitView<'_>| unit.side.as_str() == "prussian" && !unit.id.as_str().ends_with("general");
    let starts = (0..common.unit_count()).filter_map(|unit| common.unit(unit)).filter(of_division);
    let hexes = starts.map(|unit| {
        let Start::OnTable(TablePosition { at, .. }) = unit.start else { panic!("{} enters later", unit.name) };
        ((at.x - goal.x).pow(2) + (at.y - goal.y).pow(2)).isqrt() / 3_000
    });
    let hexes: Vec<i32> = hexes.collect();
    let division =
        (0..game.groups(Side::First)).find(|group| game.group_name(Side::First, *group) == "Prussian division");
    let way = game.way_of_group(Side::First, division.unwrap(), Place::At(goal));
    assert_eq!(way, Some(hexes.iter().sum::<i32>() / i32::try_from(hexes.len()).unwrap()));
}

/// The inputs after which games are compared.
const INPUTS: u64 = 400;

/// Returns the scenario with these rows in place of its own, which stand at its end.
fn scenario(text: &str, rows: &str) -> Scenario {
    let text = text.split("[[computer]]").next().unwrap_or_default();
    battlewright_schema::load(&format!("{text}\n{rows}")).scenario.unwrap()
}

/// Returns the game after some inputs of players of this kind.
fn played(scenario: &Scenario, kind: Kind, inputs: u64) -> AnyGame {
    let mut playout = Playout::new(AnyGame::new(scenario).unwrap(), contestants([kind; 2], 7), Dice::new(3));
    while playout.inputs() < inputs && playout.advance(&mut ()).unwrap().is_none() {}
    playout.game().clone()
}

/// A formation with its group.
struct NamedGroup {
    side: Side,
    side_id: String,
    formation: String,
    group: usize,
}

impl NamedGroup {
    /// Returns the formations of both sides that stand on the map.
    fn all(scenario: &Scenario, game: &AnyGame, place: Place) -> Vec<Self> {
        let common = scenario.common();
        let ids: Vec<String> = common.formations().iter().map(|formation| formation.id.to_string()).collect();
        let mut all = Vec::new();
        for (side, view) in Side::BOTH.into_iter().zip(common.sides()) {
            for group in 0..game.groups(side) {
                // Where the file lists no formations, the group bears the name in the units.
                let formation = ids.get(group).cloned().unwrap_or_else(|| game.group_name(side, group));
                let is_known = common.formation_names().contains(&formation.as_str());
                if is_known && game.way_of_group(side, group, place).is_some() {
                    all.push(Self { side, side_id: view.id.to_string(), formation, group });
                }
            }
        }
        all
    }

    /// Returns a row for the formation.
    fn row(&self, posture: &str, at: &str) -> String {
        let Self { side_id, formation, .. } = self;
        format!(
            "\n[[computer]]\nside = \"{side_id}\"\nformations = [\"{formation}\"]\nposture = \"{posture}\"\nat = \"{at}\"\n"
        )
    }

    fn way(&self, game: &AnyGame, place: Place) -> Option<i32> {
        game.way_of_group(self.side, self.group, place)
    }
}

/// Returns the places where units start, each with the formation of the unit.
fn starts(scenario: &Scenario) -> Vec<(Option<&str>, Place)> {
    let common = scenario.common();
    let place = |start: Start| match start {
        Start::At(hex) => common.grid().ok()?.cell(&hex).map(Place::Hex),
        Start::OnTable(position) => Some(Place::At(position.at)),
        _ => None,
    };
    let units =
        (0..common.unit_count()).filter_map(|index| Some((common.formation_of(index), common.unit(index)?.start)));
    units.filter_map(|(formation, start)| Some((formation, place(start)?))).collect()
}

/// Returns the place as a row has it.
fn written(scenario: &Scenario, place: Place) -> String {
    match place {
        Place::Hex(cell) => scenario.common().grid().unwrap().name(cell).to_string(),
        Place::At(point) => TablePoint(point).to_string(),
    }
}

/// Returns the sums of the ways of formations to their places after games with a row of `posture` for each alone, and after the
/// same games without rows; `place` finds the place of each among those where units start.
fn ways(
    text: &str,
    posture: &str,
    place: impl Fn(&NamedGroup, &AnyGame, &[(Option<&str>, Place)]) -> Option<Place>,
) -> [i32; 2] {
    let plain = scenario(text, "");
    let start = AnyGame::new(&plain).unwrap();
    let starts = starts(&plain);
    let free = played(&plain, Kind::Greedy, INPUTS);
    let (mut sums, mut compared) = ([0; 2], 0);
    for named in NamedGroup::all(&plain, &start, starts[0].1).into_iter().take(8) {
        let Some(at) = place(&named, &start, &starts) else { continue };
        let ordered = scenario(text, &named.row(posture, &written(&plain, at)));
        let end = played(&ordered, Kind::Greedy, INPUTS);
        if let (Some(under), Some(without)) = (named.way(&end, at), named.way(&free, at)) {
            sums[0] += under;
            sums[1] += without;
            compared += 1;
        }
    }
    assert!(compared > 0, "no formation was compared");
    sums
}

#[test]
fn a_row_moves_a_formation_to_the_place_that_it_takes() {
    for (system, text) in SMALL {
        // The place that is farthest: nobody goes there unasked.
        let [under, without] = ways(text, "take", |named, start, starts| {
            starts.iter().map(|(_, place)| *place).max_by_key(|place| named.way(start, *place))
        });
        assert!(under < without, "{system}: {under} hexes with rows, {without} without");
    }
}

#[test]
fn a_row_keeps_a_formation_at_the_place_that_it_holds() {
    for (system, text) in SMALL {
        let [under, without] = ways(text, "hold", |named, _, starts| {
            starts.iter().find(|(formation, _)| *formation == Some(&named.formation)).map(|(_, place)| *place)
        });
        assert!(under < without, "{system}: {under} hexes with rows, {without} without");
    }
}

#[test]
fn rows_that_are_not_in_force_change_no_game() {
    for (system, text) in SMALL {
        let plain = scenario(text, "");
        let side = plain.common().sides()[0].id.to_string();
        let rows = format!("\n[[computer]]\nside = \"{side}\"\nposture = \"free\"\nfrom_turn = 99\n");
        let rows = scenario(text, &rows);
        assert_eq!(rows.common().advice().len(), 1);
        for kind in [Kind::Greedy, Kind::Plan(Budget::Iterations(4))] {
            let ends = [&plain, &rows].map(|scenario| played(scenario, kind, 100).state());
            assert!(ends[0] == ends[1], "{system} with {kind}");
        }
    }
}

/// The rows stand on the board, and a saved position is the same with and without them.
#[test]
fn rows_are_no_part_of_the_state() {
    for (_, text) in SMALL {
        let plain = scenario(text, "");
        let side = plain.common().sides()[1].id.to_string();
        let row = format!("\n[[computer]]\nside = \"{side}\"\nposture = \"free\"\nbinding = true\n");
        let [plain, advised] = [plain, scenario(text, &row)].map(|scenario| AnyGame::new(&scenario).unwrap());
        assert!(plain.advice().is_empty() && !advised.advice().is_empty());
        assert_eq!(plain.state(), advised.state());
    }
}
