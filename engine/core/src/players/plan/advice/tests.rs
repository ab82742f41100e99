//! The advice of the author, on the race and on the order of battle of a scenario.

use battlewright_schema::{Cell, Scenario};

use super::*;
use crate::game::{Game as _, Turn};
use crate::players::{Greedy, Planner, Player};
use crate::race::{Action as Act, Race};

/// Returns the race to the inn with these rows.
fn race(rows: &str) -> Race {
    let text = include_str!("../../../../../../tests/race/race.toml");
    let post = "[[place]]\nid = \"post\"\nhexes = [\"0301\"]\n\n";
    let text = text.replacen("[side.reds]", &format!("{post}[side.reds]"), 1) + "\n" + rows;
    let loaded = battlewright_schema::load(&text);
    let Some(Scenario::Race(scenario)) = loaded.scenario else { panic!("{:?}", loaded.diagnostics) };
    Race::new(&scenario).unwrap()
}

/// Returns a row for the first side.
fn row(lines: &str) -> String {
    format!("[[computer]]\nside = \"reds\"\n{lines}\n\n")
}

/// Returns the race in this turn, with the runners after so many steps.
fn later(race: &Race, turn: u16, steps: [u16; 2]) -> Race {
    let mut state = serde_json::to_value(race.state()).unwrap();
    state["turn"] = turn.into();
    state["places"] = serde_json::json!(steps);
    race.with_state(serde_json::from_value(state).unwrap())
}

fn advised(race: &Race) -> AdvisedPlan {
    Advisor::new(&Dice::new(1)).plan(race, Side::First)
}

fn posture(race: &Race) -> Option<Posture> {
    advised(race).plan.mission(0).map(|mission| mission.posture)
}

fn chosen(player: &mut dyn Player<Race>, race: &Race) -> Act {
    let Turn::Choose(side) = race.turn() else { panic!("nobody must choose") };
    let mut legal = Vec::new();
    race.actions(&mut legal);
    player.choose(&race.seen_by(side), &legal).unwrap()
}

#[test]
fn a_row_is_in_force_in_its_turns_and_for_its_side() {
    let race = race(&row("posture = \"take\"\nplace = \"inn\"\nfrom_turn = 2\nuntil_turn = 3"));
    let postures = [1, 2, 3, 4].map(|turn| posture(&later(&race, turn, [0; 2])));
    assert_eq!(postures, [None, Some(Posture::Take), Some(Posture::Take), None]);
    assert_eq!(Advisor::new(&Dice::new(1)).plan(&later(&race, 2, [0; 2]), Side::Second), AdvisedPlan::default());
}

#[test]
fn fewer_units_are_before_more_and_else_the_first_row_counts() {
    let side = row("posture = \"take\"\nplace = \"inn\"");
    let unit = row("units = [\"red\"]\nposture = \"hold\"\nplace = \"post\"");
    assert_eq!(posture(&race(&[side.clone(), unit.clone()].concat())), Some(Posture::Hold));
    let free = row("units = [\"red\"]\nposture = \"free\"");
    assert_eq!(posture(&race(&[side.clone(), free, unit].concat())), None);
    assert_eq!(posture(&race(&[side, row("posture = \"hold\"\nplace = \"inn\"")].concat())), Some(Posture::Take));
}

#[test]
fn an_event_ends_a_row_and_the_next_one_follows() {
    let first = row("posture = \"take\"\nplace = \"post\"\nuntil = { controls = [\"post\"] }");
    let race = race(&[first, row("posture = \"hold\"\nplace = \"inn\"")].concat());
    assert_eq!(posture(&race), Some(Posture::Take));
    assert_eq!(posture(&later(&race, 2, [2, 0])), Some(Posture::Hold));
    assert_eq!(posture(&later(&race, 2, [3, 0])), Some(Posture::Take), "it has gone on");
}

#[test]
fn a_place_is_taken_hex_by_hex() {
    let race = race(&row("posture = \"take\"\nplace = \"inn\""));
    let goal = |race: &Race| advised(race).plan.mission(0).and_then(|mission| mission.at.cell());
    let [first, second] = [0, 1].map(|row| Some(Cell { column: 8, row }));
    assert_eq!(goal(&race), first);
    assert_eq!(goal(&later(&race, 2, [8, 0])), second, "the first hex is held");
}

#[test]
fn the_seed_draws_a_plan_by_its_share() {
    let rows = [
        row("posture = \"take\"\nplace = \"inn\"\nplan = \"fast\"\nshare = 3"),
        row("posture = \"hold\"\nplace = \"post\"\nplan = \"slow\""),
        row("posture = \"free\"\nplan = \"slow\"\nfrom_turn = 2"),
    ];
    let race = race(&rows.concat());
    let of = |seed, turn| {
        let plan = Advisor::new(&Dice::new(seed)).plan(&later(&race, turn, [0; 2]), Side::First).plan;
        plan.mission(0).map(|mission| mission.posture)
    };
    let fast = (0..400).filter(|seed| of(*seed, 1) == Some(Posture::Take)).count();
    assert!((260..340).contains(&fast), "{fast} of 400");
    for seed in 0..50 {
        let turns = [1, 2].map(|turn| of(seed, turn));
        let [fast, slow] = [Posture::Take, Posture::Hold].map(|posture| [Some(posture); 2]);
        assert!(turns == fast || turns == slow, "the rows of a plan belong together: {turns:?}");
    }
}

#[test]
fn an_objective_is_worth_its_points_to_its_side() {
    let race = race(&row("at = \"0501\"\nworth = 3\nuntil_turn = 2"));
    let objectives = |race: &Race| {
        let mut found = Vec::new();
        Advisor::new(&Dice::new(1)).add_objectives(race, Side::First, &mut found);
        found.into_iter().map(|objective: Objective| (objective.name, objective.worth)).collect::<Vec<_>>()
    };
    assert_eq!(objectives(&race), [("0501".to_owned(), [300, 0])]);
    assert!(objectives(&later(&race, 3, [0; 2])).is_empty());
    assert_eq!(posture(&race), None, "a worth is no order");
}

#[test]
fn greedy_obeys_and_plays_as_before_without_rows() {
    let greedy = |race: &Race| chosen(&mut Greedy::new(Dice::new(1)), race);
    assert_eq!(greedy(&race("")), Act::Run);
    assert_eq!(greedy(&race(&row("posture = \"take\"\nplace = \"inn\""))), Act::Walk(2), "missions count on no luck");
    assert_eq!(greedy(&race(&row("posture = \"take\"\nplace = \"inn\"\nfrom_turn = 2"))), Act::Run);
    assert!(race("").advice().is_empty() && race("").state() == race(&row("posture = \"free\"")).state());
}

#[test]
fn a_planner_gives_an_order_up_for_a_better_plan_unless_it_is_binding() {
    let order = "posture = \"take\"\nplace = \"inn\"";
    let plan = |lines: &str| {
        let mut planner = Planner::new(Dice::new(1), 200);
        (chosen(&mut planner, &race(&row(lines))), planner.reasons().len())
    };
    assert_eq!(plan(order), (Act::Run, 1), "who runs is there first");
    assert_eq!(plan(&format!("{order}\nbinding = true")), (Act::Walk(2), 0));
    assert_eq!(advised(&race(&row(&format!("{order}\nbinding = true")))).bound, [0]);
    let mut few = Planner::new(Dice::new(1), 1);
    assert_eq!(chosen(&mut few, &race(&row(order))), Act::Walk(2), "nothing better is known");
}

#[test]
fn an_order_for_a_part_of_a_group_is_ignored() {
    let text = include_str!("../../../../../../scenarios/mars-la-tour.toml");
    let scenario = battlewright_schema::load(text).scenario.unwrap();
    let side = scenario.common().unit(0).unwrap().side.clone();
    let of_side = |unit: &usize| scenario.common().unit(*unit).is_some_and(|unit| *unit.side == side);
    let units: Vec<usize> = (0..scenario.common().unit_count()).filter(of_side).take(3).collect();
    let id = |nth: usize| scenario.common().unit(units[nth]).unwrap().id.to_string();
    // The first two units are group 0, and the third is group 1.
    let group_of = |unit: usize| units.iter().position(|known| *known == unit).map(|nth| nth / 2);
    let ordered = |named: &[String]| {
        let row = format!("\n[[computer]]\nside = \"{side}\"\nunits = {named:?}\nposture = \"free\"\n");
        let scenario = battlewright_schema::load(&(text.to_owned() + &row)).scenario.unwrap();
        let advice = ScenarioAdvice::new(scenario.common(), group_of);
        let orders = advice.sides.iter().flat_map(|side| &side.orders);
        orders.map(|order| order.group).collect::<Vec<_>>()
    };
    assert!(ordered(&[id(0)]).is_empty());
    assert_eq!(ordered(&[id(0), id(1)]), [0]);
    assert_eq!(ordered(&[id(1), id(2)]), [1]);
}
