//! Rules in rows: each case with and without its row.

use battlewright_schema::matz::RuleChanges;

use crate::event::Phase;
use crate::player::appraise_fights::FightSurvey;
use crate::player::strengths::StrengthMap;
use crate::rules::r05_movement::{Motion, MoveTask};
use crate::rules::r07_combat::Combat;
use crate::rules::r07_combat::tests::planned;
use crate::rules::r11_air::AirTask;
use crate::tests::testing::{FRENCH, GERMAN, Position, Table, position};
use battlewright_core::game::{Game as _, Level, Side, Turn};
use battlewright_core::show::Show as _;
use battlewright_testkit::{json, read_row, read_rules};

impl Position {
    /// Adds rows of rules.
    pub(crate) fn rows(self, text: &str) -> Self {
        let rules: RuleChanges = read_rules(text);
        self.with(|scenario| scenario.rules = rules)
    }
}

/// The reason why `action` is refused.
#[track_caller]
fn refusal(table: &Table, action: &str) -> String {
    table.game.check(&table.action(action)).expect_err("it is refused").to_string()
}

const LED: &str = r#"
    [rules]
    regain_command = false
    [[rules.forbid]]
    id = "needs-command"
    name = "An attack is led"
    act = "attack"
    when = "not any(u in attackers where u.in-command)"
    reason = "none of the attackers is in command"
"#;

const LED_AND_NOT: &str = "
    german infantry g1 8/4 out at 0405
    german infantry g2 2/1 at 0304
    german infantry g3 8/4 out at 0801
    french infantry f1 3/1 at 0404
    french infantry f2 3/1 at 0802";

#[test]
fn z3_an_attack_needs_an_attacker_in_command() {
    let mut table = position(LED_AND_NOT).rows(LED).at(GERMAN, Phase::Combat);
    assert_eq!(table.choices(""), ["pass", "target 0404"]);
    table.refuses("target 0802", "needs-command");
    assert!(refusal(&table, "target 0802").contains("none of the attackers is in command"));
    table.does("target 0404, join g1");
    table.refuses("begin", "needs-command");
    assert_eq!(table.choices(""), ["join g2", "stop"]);
    table.does("join g2");
    table.allows("begin");
    let plain = position(LED_AND_NOT).with(|scenario| scenario.rules.regain_command = Some(false));
    let mut plain = plain.at(GERMAN, Phase::Combat);
    assert_eq!(plain.choices(""), ["pass", "target 0404", "target 0802"]);
    plain.does("target 0404, join g1");
    plain.allows("begin");
}

#[test]
fn z3_computer_players_plan_no_attack_that_is_forbidden() {
    let party = |position: Position| {
        let table = position.at(GERMAN, Phase::Combat);
        let mut strengths = StrengthMap::default();
        strengths.survey(&table.game);
        let combat = Combat { targets: [table.hex("0404")].into_iter().collect(), ..Combat::default() };
        let fights = FightSurvey::new(&table.game, &strengths);
        let (worth, party) = table.game.appraiser().best_attack(&combat, true, &fights);
        (worth > 0, party.contains(&table.unit("g1")), party.contains(&table.unit("g2")))
    };
    // g2 makes the odds better by nothing, and is needed for command alone.
    let text = LED_AND_NOT.replace("g1 8/4", "g1 28/4").replace("g2 2/1", "g2 1");
    let plain = || position(&text).with(|scenario| scenario.rules.regain_command = Some(false));
    assert_eq!(party(plain()), (true, true, false));
    assert_eq!(party(position(&text).rows(LED)), (true, true, true));
}

#[test]
fn a_plan_that_rows_forbid_is_called_off_and_not_made_a_third_time() {
    let alone = r#"
        [[rules.forbid]]
        id = "alone"
        name = "Narrow front"
        act = "attack"
        when = "count(u in attackers) > 1"
        reason = "one unit attacks at a time"
    "#;
    let text = "
        german infantry g1 4/2 at 0405
        german infantry g2 4/2 at 0405
        french infantry f1 3/1 at 0404";
    let mut table = position(text).rows(alone).at(GERMAN, Phase::Combat);
    table.does("target 0404, join g1");
    table.allows("begin");
    table.does("join g2");
    assert_eq!(table.choices(""), ["pass", "target 0404"], "a plan that can only be called off is");
    table.does("target 0404, join g2, join g1");
    assert!(table.phase() > Phase::Combat, "nothing is left to attack");
}

const PLANNING: &str = r#"
    [[rules.modifier]]
    id = "planning"
    name = "Thorough planning"
    to = "combat.natural"
    at_least = 2
    when = "turn in 1..2 and side == german"
"#;

#[test]
fn z4_a_natural_1_counts_as_2_in_the_first_offensive() {
    let text = |turn: u8| format!("turn {turn} of 8\n german infantry g1 4/2 at 0405\n french infantry f1 4/2 at 0404");
    let modified = |position: Position, side: Side| {
        let table = position.at(side, Phase::Combat);
        let combat = if side == GERMAN { planned(&table, "0404", "g1") } else { planned(&table, "0405", "f1") };
        let calculation = table.game.calculation(&combat);
        [1, 2, 6].map(|die| calculation.modified(die))
    };
    let rows = |turn| position(&text(turn)).rows(PLANNING);
    assert_eq!(modified(rows(1), GERMAN), [2, 2, 6]);
    assert_eq!(modified(rows(3), GERMAN), [1, 2, 6]);
    assert_eq!(modified(rows(1), FRENCH), [1, 2, 6]);
    assert_eq!(modified(position(&text(1)), GERMAN), [1, 2, 6]);
    let mut table = rows(1).at(GERMAN, Phase::Combat);
    table.does("target 0404, join g1");
    let odds = table.game.odds(&table.action("begin")).unwrap();
    assert!(odds.modifiers.contains(&("A natural 1: Thorough planning".to_owned(), 1)), "{:?}", odds.modifiers);
    let plain = position(&text(1)).at(GERMAN, Phase::Combat);
    let combat = planned(&plain, "0404", "g1");
    let faces = |table: &Table| table.game.result_odds(&planned(table, "0404", "g1"));
    let [one, two] = [1, 2].map(|die| plain.game.combat_result(plain.game.calculation(&combat).column, die));
    let count =
        |table: &Table, result| faces(table).iter().find(|(known, _)| *known == result).map(|(_, faces)| *faces);
    assert_eq!((count(&plain, one), count(&table, one)), (Some(1), None));
    assert_eq!((count(&plain, two), count(&table, two)), (Some(1), Some(2)));
    table.does("begin");
    let (before, mut events) = (table.game.clone(), Vec::new());
    table.game.resolve(&[1], &mut events);
    let lines = events.iter().flat_map(|event| table.game.log_lines(&before, event));
    let told: Vec<String> = lines.map(|line| line.text).collect();
    assert!(told[0].ends_with(&format!("die 1 counts as 2 (Thorough planning): {two}")), "{told:?}");
}

const MIST: &str = r#"
    [[rules.forbid]]
    id = "mist"
    name = "Mist"
    rule = "H5"
    act = "fly"
    when = "turn in 1..2"
    reason = "mist keeps all aircraft on the ground"
"#;

#[test]
fn z5_no_aircraft_fly_in_mist() {
    let text = |turn: u8| {
        format!(
            "turn {turn} of 8
            mega 0404
            german bomber b1 2-3 drawn
            german fighter c1 4 drawn
            french fighter f1 4 drawn"
        )
    };
    let flying = |position: Position| {
        let table = position.doing(GERMAN, Phase::Air, AirTask::Phase);
        let patrols = position.doing(GERMAN, Phase::Interphase, AirTask::Patrols(FRENCH));
        (table.choices("launch").len(), patrols.choices("patrol").len())
    };
    assert_eq!(flying(position(&text(1))), (4, 1));
    assert_eq!(flying(position(&text(1)).rows(MIST)), (0, 0));
    assert_eq!(flying(position(&text(3)).rows(MIST)), (4, 1));
    let mut table = position(&text(1)).rows(MIST).doing(GERMAN, Phase::Air, AirTask::Phase);
    table.game.state.stack = vec![AirTask::Phase.into()];
    table.refuses("launch b1 bombing", "H5");
    assert!(refusal(&table, "launch b1 bombing").contains("mist keeps all aircraft on the ground"));
    table.refuses("launch b1 escort", "11.2");
    table.game.state.stack = vec![AirTask::Patrols(FRENCH).into()];
    table.refuses("patrol f1", "H5");
}

#[test]
fn aircraft_that_rows_tell_apart_are_not_alike() {
    let grounded = r#"
        [[rules.forbid]]
        id = "grounded"
        name = "Grounded"
        act = "fly"
        when = "unit == b1 and mission == bombing"
        reason = "its bombs have not come"
    "#;
    let text = "mega 0404\n german bomber b1 2-3 drawn\n german bomber b2 2-3 drawn";
    let choices = |position: Position| position.doing(GERMAN, Phase::Air, AirTask::Phase).choices("launch");
    assert_eq!(choices(position(text)), ["b1 bombing", "b1 support"]);
    assert_eq!(choices(position(text).rows(grounded)), ["b1 support", "b2 bombing", "b2 support"]);
}

const BREAKDOWN: &str = r#"
    [[rules.event]]
    id = "breakdown"
    name = "Tanks break down"
    on = "phase-ends"
    each = "unit"
    when = "phase == exploitation and unit.kind == tank and unit.has-moved"
    roll = 6
    do = ["if roll == 1: lose-step(unit)"]
"#;

#[test]
fn z6_a_tank_that_moved_may_break_down() {
    let text = "
        german tank t1 3/2 at 0405
        german tank t2 3/2 at 0505
        german tank t3 3/2 at 0605
        french infantry f1 4/2 at 0801";
    let exploit = |position: Position| {
        let mut table = position.only(GERMAN, Phase::Exploitation);
        table.does("move t1, hex 0404, stop, move t3, hex 0604, stop, pass");
        table
    };
    let mut table = exploit(position(text).rows(BREAKDOWN));
    assert_eq!(table.prompt(), "Roll for Tanks break down");
    assert!(matches!(table.game.turn(), Turn::Chance(_)));
    let again = read_row(json!(table.game.state()));
    assert_eq!(table.game.with_state(again), table.game, "the state is written and read");
    table.rolls(&[1]);
    table.logs("Tanks break down: t1, die 1 [breakdown]");
    table.logs("t1 loses a step by a rule of the scenario [1.2]");
    assert_eq!(table.prompt(), "Roll for Tanks break down");
    table.rolls(&[2]);
    table.logs("Tanks break down: t3, die 2 [breakdown]");
    assert_eq!(["t1", "t2", "t3"].map(|unit| table.marks(unit)), ["lost 1", "", ""]);
    assert!(table.game.state.stack.is_empty(), "the phase is over");
    assert!(exploit(position(text)).game.state.stack.is_empty(), "without the row, nothing is rolled");
}

const NARROW: &str = r#"
    [[rules.modifier]]
    id = "narrow-woods"
    name = "Four steps in woods"
    to = "stacking"
    at_most = 4
    when = "hex has woods"
"#;

#[test]
fn z7_four_steps_stay_in_woods() {
    let text = "
        woods 0404
        german infantry g1 4/2 at 0404
        german infantry g2 4/2 at 0404
        german infantry g3 4/2 at 0404
        german infantry g4 4/2 at 0405
        german infantry g5 4/2 at 0405
        german infantry g6 4/2 at 0405
        french infantry f1 4/2 at 0801";
    let crowded = |position: Position| {
        let mut table = position.before(GERMAN, Phase::Exploitation);
        table.game.state.stack.clear();
        table.run(|game, _| game.check_stacking());
        (table.choices("lose"), table.game.fits(GERMAN, table.hex("0404"), 0))
    };
    assert_eq!(crowded(position(text)), (vec![], true));
    let (losers, fits) = crowded(position(text).rows(NARROW));
    assert_eq!((losers, fits), (["g1", "g2", "g3"].map(str::to_owned).to_vec(), false));
    // Computer players know it.
    let worth = |position: Position| {
        let table = position.only(GERMAN, Phase::Movement);
        let mut strengths = StrengthMap::default();
        strengths.survey_for_moves(&table.game);
        table.game.appraiser().stand(table.unit("g1"), table.hex("0404"), &strengths)
    };
    assert!(worth(position(text)) > worth(position(text).rows(NARROW)) + 500);
}

const WALLS: &str = r#"
    [[rules.modifier]]
    id = "walls"
    name = "Towns are closed"
    to = "zone"
    be = false
    when = "hex has town"
"#;

#[test]
fn z9_zones_of_control_do_not_reach_into_towns() {
    let text = "
        town 0404
        german infantry g1 4/2 at 0406
        french infantry f1 4/2 at 0403";
    let zones = |position: Position| {
        let table = position.only(GERMAN, Phase::Movement);
        ["0404", "0303"].map(|hex| table.game.in_enemy_zoc(GERMAN, table.hex(hex)))
    };
    assert_eq!(zones(position(text)), [true, true]);
    assert_eq!(zones(position(text).rows(WALLS)), [false, true]);
    let enters = |position: Position| {
        let mut table = position.only(GERMAN, Phase::Movement);
        table.does("move g1, hex 0405, hex 0404");
        table.game.moving().is_some()
    };
    assert!(!enters(position(text)), "it halts in the zone");
    assert!(enters(position(text).rows(WALLS)), "it may go on");
}

#[test]
fn a_unit_that_a_row_stops_is_told_so() {
    let rows = r#"
        [[rules.modifier]]
        id = "thickets"
        name = "Thickets"
        to = "must-stop"
        be = true
        when = "to has woods"
        [[rules.modifier]]
        id = "mud"
        name = "Mud"
        to = "step"
        add = 1
        when = "mover.kind == artillery"
        [[rules.forbid]]
        id = "village"
        name = "Quarters"
        act = "step"
        when = "to has village"
        reason = "the village is full"
    "#;
    let text = "
        woods 0404
        village 0505
        german infantry g1 4/2 at 0405
        german artillery g2 3-3 5 at 0405
        french infantry f1 4/2 at 0801";
    let mut table = position(text).rows(rows).only(GERMAN, Phase::Movement);
    let cells = ["0405", "0505"].map(|hex| table.game.board.map.cell(table.hex(hex)));
    assert!(table.game.march("g1", &cells).unwrap().is_err(), "no march leads there");
    table.does("move g1");
    table.refuses("hex 0505", "village");
    assert!(!table.game.reach().contains(&cells[1]));
    table.does("hex 0404");
    assert!(table.game.moving().is_none(), "its move is over");
    table.logs("g1 must stop: Thickets [thickets]");
    let motion =
        Motion { hex: Some(table.hex("0404")), hexes: 1, halted: true, ..table.game.motion_of(table.unit("g1")) };
    table.game.state.stack.push(MoveTask::Moving(motion).into());
    table.refuses("hex 0403", "thickets");
    table.game.state.stack.pop();
    table.does("move g2, hex 0406");
    assert_eq!(table.points(), (2, 12));
    let mut plain = position(text).only(GERMAN, Phase::Movement);
    plain.does("move g1, hex 0404");
    assert!(plain.game.moving().is_some());
    plain.does("stop, move g2, hex 0406");
    assert_eq!(plain.points(), (1, 12));
}

#[test]
fn points_and_victories_of_rows_count_and_are_told() {
    let rows = r#"
        [[rules.score]]
        id = "prisoners"
        name = "Prisoners"
        side = "german"
        points = "2 * count(u in lost(french))"
        [[rules.score]]
        id = "guns"
        name = "Guns lost"
        side = "french"
        points = 1
        when = "any(u in lost(german) where u.kind == artillery)"
        [[rules.win]]
        id = "flavy"
        name = "Flavy held"
        side = "german"
        level = "tactical"
        at = "turn-end"
        when = "holds(german, flavy)"
    "#;
    let text = "
        place flavy 0405 held french
        german infantry g1 4/2 at 0404
        german artillery g2 3-3 5 at 0101
        french infantry f1 4/2 at 0801
        french infantry f2 4/2 at 0802";
    let mut table = position(text).rows(rows).at(FRENCH, Phase::Reorganization);
    assert!(!matches!(table.game.turn(), Turn::Over(_)));
    let [g1, g2, f2] = ["g1", "g2", "f2"].map(|unit| table.unit(unit));
    assert_eq!(table.game.half_points_by_source(), [0; 4]);
    table.log_events(|game, log| game.eliminate(f2, log));
    assert_eq!((table.game.half_points_by_source(), table.game.half_points()), ([0, 0, 0, 4], 4));
    assert_eq!(table.game.tracks()[0].value, 2);
    table.log_events(|game, log| game.eliminate(g2, log));
    assert_eq!(table.game.half_points_by_source(), [0, 0, 0, 2]);
    // The place is an objective of computer players, and its control is kept.
    let mut objectives = Vec::new();
    battlewright_core::players::plan::Command::objectives(&table.game, &mut objectives);
    assert_eq!(objectives.len(), 1, "{objectives:?}");
    let hex = table.hex("0405");
    table.log_events(|game, log| game.take_control(g1, hex, log));
    table.run(|game, _| game.push(crate::rules::r02_sequence::SequenceTask::EndTurn));
    let outcome = table.outcome();
    assert_eq!((outcome.winner, outcome.level, outcome.points), (Some(GERMAN), Level::Minor, [1, 0]));
    table.logs("Germans win by the rule Flavy held [flavy]");
    assert_eq!(table.prompt(), "Decided by the rule Flavy held: Germans win");
    let plain = position(text).at(FRENCH, Phase::Reorganization);
    assert!(plain.game.board.control.is_empty(), "without the row, nobody asks for the place");
}

#[test]
fn a_victory_at_once_ends_the_game_after_an_input() {
    let rows = r#"
        [[rules.win]]
        id = "hill"
        name = "On the hill"
        side = "german"
        at = "once"
        when = "any(u in units(@0404) where u.side == german)"
    "#;
    let text = "german infantry g1 4/2 at 0405\n french infantry f1 4/2 at 0801";
    let mut table = position(text).rows(rows).only(GERMAN, Phase::Movement);
    table.does("move g1, hex 0404");
    assert_eq!(table.outcome().winner, Some(GERMAN));
    table.logs("Germans win by the rule On the hill [hill]");
}

#[test]
fn effects_of_events_neutralize_recover_and_eliminate() {
    let rows = r#"
        [[rules.counter]]
        id = "gas"
        name = "Gas"
        of = "game"
        most = 1
        [[rules.event]]
        id = "shelling"
        name = "Gas shells"
        on = "phase-begins"
        when = "phase == combat and side == german and counter(gas) == 0"
        do = ["counter(gas) = 1", "neutralize(f1)", "recover(f2)", "eliminate(f3)"]
    "#;
    let text = "
        german infantry g1 4/2 at 0405
        french infantry f1 4/2 at 0404
        french infantry f2 4/2 neutralized at 0503
        french infantry f3 4/2 at 0801";
    let table = position(text).rows(rows).at(GERMAN, Phase::Combat);
    assert_eq!(["f1", "f2"].map(|unit| table.marks(unit)), ["neutralized", ""]);
    assert_eq!(table.at("f3"), "eliminated 1");
    table.logs("Gas shells [shelling]");
    assert!(table.game.tracks().iter().any(|track| (track.name, track.value) == ("Gas", 1)));
    let plain = position(text).at(GERMAN, Phase::Combat);
    assert_eq!(["f1", "f2"].map(|unit| plain.marks(unit)), ["", "neutralized"]);
}

#[test]
fn lifted_prohibitions_allow_what_the_published_rules_forbid() {
    let rows = r#"
        [[rules.allow]]
        id = "point-blank"
        name = "Point-blank fire"
        despite = "support-in-zone"
        when = "unit.side == german"
        [[rules.allow]]
        id = "initiative"
        name = "Initiative"
        despite = "exploit-out-of-command"
        when = "unit.side == german"
    "#;
    let text = "
        corps x german returns 8
        german infantry g1 4/2 at 0401 move 0
        german artillery g2 3-4 5 at 0501
        german infantry g3 4/2 out of x at 0107
        french infantry f1 4/2 at 0402
        french artillery f2 3-4 5 at 0301";
    let supports = |position: Position| {
        let table = position.before(GERMAN, Phase::Combat);
        let combat = planned(&table, "0402", "g1");
        (table.game.attack_support(&combat).len(), table.game.defense_support(&combat).len())
    };
    assert_eq!(supports(position(text)), (0, 0));
    assert_eq!(supports(position(text).rows(rows)), (1, 0));
    let exploits = |position: Position| position.only(GERMAN, Phase::Exploitation).choices("move");
    assert_eq!(exploits(position(text)), [""; 0]);
    assert_eq!(exploits(position(text).rows(rows)), ["g3"]);
}

#[test]
fn headquarters_are_units_of_their_side_for_expressions() {
    let rows = r#"
        [[rules.forbid]]
        id = "staff"
        name = "Staff"
        act = "step"
        when = "mover.kind == headquarters and mover.side == german and mover.formation == x"
        reason = "the staff stays"
    "#;
    let text = "corps x german at 0405\n german infantry g1 4/2 at 0405 of x\n french infantry f1 4/2 at 0801";
    assert_eq!(position(text).only(GERMAN, Phase::Movement).choices("move"), ["g1", "x-hq"]);
    assert_eq!(position(text).rows(rows).only(GERMAN, Phase::Movement).choices("move"), ["g1"]);
}

#[test]
fn a_frozen_game_keeps_counters_and_the_holders_of_places_that_rows_ask_for() {
    let rows = r#"
        [[rules.counter]]
        id = "gas"
        name = "Gas"
        of = "game"
        most = 3
        [[rules.event]]
        id = "drift"
        name = "The gas drifts"
        on = "turn-begins"
        do = ["counter(gas) += 1"]
        [[rules.score]]
        id = "flavy"
        name = "Flavy"
        side = "german"
        points = "counter(gas)"
        when = "holds(german, flavy)"
    "#;
    let text = "
        place flavy 0405 held french
        german infantry g1 4/2 at 0404
        french infantry f1 4/2 at 0801";
    let position = position(text).rows(rows);
    let mut table = position.start();
    assert_eq!(table.game.half_points(), 0);
    let (g1, hex) = (table.unit("g1"), table.hex("0405"));
    table.log_events(|game, log| game.take_control(g1, hex, log));
    assert_eq!(table.game.half_points(), 2);
    let (frozen, lost) = table.game.freeze(position.scenario()).expect("the game can be frozen");
    assert!(!lost.iter().any(|fact| fact.text.contains("Gas")), "{lost:?}");
    let again = crate::Matz::new(&frozen).expect("it can be played");
    assert_eq!(again.half_points(), 4, "the counter goes on from 1");
}
