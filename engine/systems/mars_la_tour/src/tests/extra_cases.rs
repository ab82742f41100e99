//! Rules in rows: each case with and without its row.

use crate::state::{At, Formation};
use crate::tests::testing::{FRENCH, GERMAN, Position, Table, position};
use crate::{Action, MarsLaTour};
use battlewright_core::game::{Game as _, Level, Turn};
use battlewright_core::play::Dice;
use battlewright_core::players::{Appraise as _, Kind, Playout};
use battlewright_core::show::Show as _;
use battlewright_testkit::{json, read_row, read_rules};

impl Position {
    /// Adds rows of rules.
    pub(crate) fn rows(self, text: &str) -> Self {
        self.rules(|rules| *rules = read_rules(text))
    }
}

const GUARD: &str = r#"
    [[rules.modifier]]
    id = "guard"
    name = "Guard in cover"
    rule = "H2"
    to = "attack.defender"
    add = 1
    when = "defender has guard and ground.is-defensible"
"#;

const IN_WOODS: &str = "
    map 9x7
    woods 0504
    ammunition german 3
    german infantry g1 er 0 at 0404 battle
    french infantry f1 er 0 at 0504 battle tag guard";

#[test]
fn m3_the_guard_defends_better_in_cover_in_log_and_odds() {
    let guard = || position(IN_WOODS).rows(GUARD).attacks();
    let mut table = guard();
    let odds = table.game.odds(&table.action("attack g1 f1")).unwrap();
    assert!(odds.modifiers.contains(&("Defender: Guard in cover".to_owned(), 1)), "{:?}", odds.modifiers);
    table.does("attack g1 f1, no-support");
    let before = table.game.clone();
    table.rolls(&[3, 1]);
    table.logs("Attacker 3 + 0 = 3, defender 1 + 3 = 4 [4.0 3.1]");
    let event = crate::Event::Dice { dice: [3, 1], modifiers: [0, 3] };
    let lines = table.game.log_lines(&before, &event);
    assert!(lines[0].text.contains("die 1 + defensible terrain 2 + Guard in cover 1 = 4"), "{}", lines[0].text);
    // Without the row, without the tag, and in the open.
    let plain = position(IN_WOODS).attacks();
    assert_eq!(totals(&plain), [0, 2]);
    let others = format!("{}\n french infantry f2 er 0 at 0901 tag guard", IN_WOODS.replace(" tag guard", ""));
    assert_eq!(totals(&position(&others).rows(GUARD).attacks()), [0, 2]);
    assert_eq!(totals(&position(&IN_WOODS.replace("woods 0504", "woods 0101")).rows(GUARD).attacks()), [0, 1]);
}

/// Returns the sums of the modifiers when g1 attacks f1.
fn totals(table: &Table) -> [i32; 2] {
    table.game.totals(&table.game.fight_of(&table.action("attack g1 f1")).unwrap())
}

#[test]
fn m4_a_stream_takes_1_from_the_attacker() {
    let stream = r#"
        [[rules.modifier]]
        id = "across-a-stream"
        name = "across a stream"
        to = "attack.attacker"
        add = -1
        when = "edge(attacker.hex, ground) has stream"
    "#;
    let open = "
        map 9x7
        german infantry g1 er 2 at 0404 battle
        french infantry f1 er 0 at 0504 battle";
    let brook = format!("{open}\n stream 0404/0504");
    assert_eq!(totals(&position(&brook).rows(stream).attacks()), [1, 1]);
    assert_eq!(totals(&position(&brook).attacks()), [2, 1]);
    assert_eq!(totals(&position(&format!("{open}\n stream 0504/0604")).rows(stream).attacks()), [2, 1]);
}

#[test]
fn m5_cavalry_rides_down_infantry_in_march_formation() {
    let allow = r#"
        [[rules.allow]]
        id = "ride-down"
        name = "Riding down columns"
        despite = "cavalry-only-cavalry"
        when = "defender.posture == march"
    "#;
    let horse = "
        map 9x7
        german cavalry g1 er 2 at 0404 battle
        french infantry f1 er 0 at 0504 battle";
    let in_march = |position: Position| {
        let mut table = position.attacks();
        let infantry = table.unit("f1");
        table.game.unit_mut(infantry).formation = Formation::March;
        table
    };
    in_march(position(horse).rows(allow)).allows("attack g1 f1");
    in_march(position(horse)).refuses("attack g1 f1", "5.2");
    position(horse).rows(allow).attacks().refuses("attack g1 f1", "5.2"); // in Battle Formation
}

#[test]
fn m6_no_artillery_fires_into_woods() {
    let forbid = r#"
        [[rules.forbid]]
        id = "woods-hide"
        name = "No support into woods"
        act = "support"
        when = "ground has woods and side == attacker.side"
        reason = "the guns cannot see into woods"
    "#;
    let mut table = position(IN_WOODS).rows(forbid).attacks();
    let odds = table.game.odds(&table.action("attack g1 f1")).unwrap();
    assert_eq!(odds.cases.len(), 1, "without artillery only");
    table.does("attack g1 f1");
    assert_eq!(table.prompt(), "Roll for the attack", "the side is not asked");
    let mut plain = position(IN_WOODS).attacks();
    plain.does("attack g1 f1");
    assert_eq!(plain.prompt(), "Germans: commit artillery support?");
    // In open terrain the side is asked, and the refusal of another step is as ever.
    let mut open = position(&IN_WOODS.replace("woods 0504", "woods 0101")).rows(forbid).attacks();
    open.does("attack g1 f1").allows("support");
}

#[test]
fn m7_ammunition_arrives_on_turn_4() {
    let event = r#"
        [[rules.event]]
        id = "supply"
        name = "Ammunition columns arrive"
        on = "turn-begins"
        when = "turn == 4"
        do = ["ammunition(german) += 3", "ammunition(french) += 3"]
    "#;
    let at = |turn: u8| format!("{IN_WOODS}\n ammunition french 98\n turn {turn} of 6");
    let table = position(&at(4)).rows(event).command();
    assert_eq!(table.ammunition(), [6, 99], "99 is the most");
    table.logs("Ammunition columns arrive [supply]");
    table.logs("Germans: 6 AP [supply]");
    assert_eq!(position(&at(3)).rows(event).command().ammunition(), [3, 98]);
    assert_eq!(position(&at(4)).command().ammunition(), [3, 98]);
}

#[test]
fn m8_the_germans_win_with_rezonville_at_the_end_of_turn_4() {
    let win = r#"
        [[rules.win]]
        id = "rezonville"
        name = "Rezonville held"
        side = "german"
        level = "major"
        at = "turn-end"
        when = "turn == 4 and holds(german, rezonville)"
    "#;
    let at = |hex: &str, turn: u8| {
        format!(
            "
            map 9x7
            place rezonville 0504 held french
            german infantry g1 er 0 at {hex}
            french infantry f1 er 0 at 0901
            turn {turn} of 6"
        )
    };
    let table = position(&at("0504", 4)).rows(win).end();
    let outcome = table.outcome();
    assert_eq!((outcome.winner, outcome.level), (Some(GERMAN), Level::Major));
    table.logs("Germans win by the rule Rezonville held [rezonville]");
    for (hex, turn) in [("0404", 4), ("0504", 3)] {
        assert!(matches!(position(&at(hex, turn)).rows(win).end().game.turn(), Turn::Choose(_)), "{hex} {turn}");
    }
    assert!(matches!(position(&at("0504", 4)).end().game.turn(), Turn::Choose(_)));
}

#[test]
fn points_of_rows_count_and_are_told() {
    let score = r#"
        [[rules.score]]
        id = "veterans"
        name = "Veterans lost"
        side = "french"
        points = "2 * count(u in lost(german) where u.er >= 2)"
    "#;
    let text = "
        map 9x7
        german infantry g1 er 2 eliminated
        german infantry g2 er 1 eliminated
        german infantry g3 er 1 at 0101
        french infantry f1 er 0 at 0901
        turn 6 of 6";
    assert_eq!(position(text).rows(score).start().game.state.turn, 1);
    let table = position(text).rows(score).end();
    assert_eq!(table.outcome().points, [0, 4]);
    assert_eq!(position(text).end().outcome().points, [0, 2]);
}

#[test]
fn a_counter_is_kept_and_shown_and_an_event_may_roll() {
    let rows = r#"
        [[rules.counter]]
        id = "dust"
        name = "Dust"
        of = "game"
        most = 2
        [[rules.event]]
        id = "dry"
        name = "Dry weather"
        on = "turn-begins"
        roll = 6
        do = ["if roll >= 4: counter(dust) += 1"]
        [[rules.modifier]]
        id = "clouds"
        name = "clouds of dust"
        to = "attack.attacker"
        add = "-counter(dust)"
    "#;
    let text = "map 9x7\n german infantry g1 er 0 at 0404\n french infantry f1 er 0 at 0504\n turn 2 of 6";
    let mut table = position(text).rows(rows).command();
    assert_eq!(table.prompt(), "Roll for Dry weather");
    assert_eq!(totals(&table), [0, 1]);
    table.rolls(&[5]);
    table.logs("Dry weather, die 5 [dry]");
    assert_eq!(table.prompt(), "Germans: place the HQ, Friedrich Karl");
    assert_eq!(totals(&table), [-1, 1]);
    assert!(table.game.tracks().iter().any(|track| (track.name, track.value) == ("Dust", 1)));
    // The state is written with its counter, and read again.
    let state = table.game.state();
    let again = read_row(json!(state));
    assert_eq!(table.game.with_state(again), table.game);
}

/// Plays random games of a bundled scenario with `rows`, and calls `look` at each position.
fn play(rows: &str, mut look: impl FnMut(&MarsLaTour)) {
    let text = include_str!("../../../../../scenarios/mars-la-tour.toml");
    let Some(battlewright_schema::Scenario::MarsLaTour(mut scenario)) = battlewright_schema::load(text).scenario else {
        panic!("the scenario is readable")
    };
    let added: battlewright_schema::mars_la_tour::RuleChanges = read_rules(rows);
    scenario.rules = added;
    for seed in 0..2 {
        let seats = [Kind::Greedy, Kind::Random].map(|kind| kind.player(Dice::new(seed)));
        let start = MarsLaTour::new(&scenario).unwrap_or_else(|problems| panic!("{problems:?}"));
        let mut playout = Playout::new(start, seats, Dice::new(seed));
        while playout.advance(&mut ()).unwrap().is_none() {
            look(playout.game());
        }
        assert!(matches!(playout.game().turn(), Turn::Over(_)), "the game ends");
    }
}

fn forbid(act: &str, when: &str) -> String {
    format!(
        "[[rules.forbid]]\nid = \"none\"\nname = \"None\"\nact = \"{act}\"\nwhen = \"{when}\"\nreason = \"it is forbidden\"\n"
    )
}

fn modify(hook: &str, change: &str) -> String {
    format!("[[rules.modifier]]\nid = \"all\"\nname = \"All\"\nto = \"{hook}\"\n{change}\n")
}

/// Asserts that what is listed is allowed, one by one.
fn assert_listed_is_allowed(game: &MarsLaTour) {
    let mut listed = Vec::new();
    game.actions(&mut listed);
    for action in &listed {
        assert!(game.check(action).is_ok(), "{action:?}");
    }
    if let (Turn::Choose(_), [_, _, ..]) = (game.turn(), &listed[..]) {
        let best = listed.iter().map(|action| game.appraise(action)).max();
        assert!(best.is_some());
    }
}

#[test]
fn a_forbidden_step_is_heard_by_choices_reach_and_march() {
    let is_barred = |game: &MarsLaTour, hex| game.board.map.name(hex).as_str().ends_with('5');
    let hexes = "to in [";
    let text = include_str!("../../../../../scenarios/mars-la-tour.toml");
    let Some(battlewright_schema::Scenario::MarsLaTour(scenario)) = battlewright_schema::load(text).scenario else {
        panic!("the scenario is readable")
    };
    let map = &MarsLaTour::new(&scenario).unwrap().board.map.clone();
    let barred: Vec<String> = map
        .all()
        .map(|hex| map.name(hex).to_string())
        .filter(|name| name.ends_with('5'))
        .map(|name| format!("@{name}"))
        .collect();
    // An expression has 400 letters.
    let barred = &barred[..barred.len().min(50)];
    let named = |hex: &str| barred.contains(&format!("@{hex}"));
    let mut steps = 0;
    play(&forbid("step", &format!("{hexes}{}]", barred.join(", "))), |game| {
        assert_listed_is_allowed(game);
        let mut listed = Vec::new();
        game.actions(&mut listed);
        let moving = matches!(game.state.step, crate::state::Step::Moving(_));
        for action in listed.iter().filter(|_| moving) {
            if let Action::Step(hex) = action {
                steps += 1;
                let name = game.board.map.name(*hex).to_string();
                assert!(!named(&name) || !is_barred(game, *hex), "{name} is barred");
            }
        }
        if let crate::state::Step::Move(side) = game.state.step {
            let mut reach = crate::player::reach::Reach::default();
            for (unit, hex) in game.on_map(side) {
                reach.find(game, &game.motion_from(unit, hex));
                for end in reach.moves().iter().skip(1).filter_map(|motion| motion.hex) {
                    assert!(!named(game.board.map.name(end).as_str()), "reach goes into barred ground");
                }
            }
        }
    });
    assert!(steps > 200, "{steps}");
}

#[test]
fn a_forbidden_attack_or_support_is_never_chosen_nor_in_the_odds() {
    let (mut attacks, mut supports) = (0, 0);
    play(&forbid("attack", "side == german"), |game| {
        assert_listed_is_allowed(game);
        let mut listed = Vec::new();
        game.actions(&mut listed);
        for action in &listed {
            if let Action::Attack { attacker, .. } | Action::Deathride { attacker, .. } = action {
                attacks += 1;
                assert_eq!(game.side_of(*attacker), FRENCH);
            }
        }
    });
    play(&forbid("support", "side == french"), |game| {
        if let crate::state::Step::Support(_, side) = game.state.step {
            supports += 1;
            assert_eq!(side, GERMAN);
        }
    });
    assert!(attacks > 20 && supports > 5, "{attacks} {supports}");
}

#[test]
fn changed_dice_are_those_of_odds_and_log() {
    let mut fights = 0;
    play(&modify("attack.attacker", "add = 20"), |game| {
        let mut listed = Vec::new();
        game.actions(&mut listed);
        for action in listed.iter().filter(|action| matches!(action, Action::Attack { .. })) {
            fights += 1;
            let odds = game.odds(action).unwrap();
            assert!(odds.modifiers.iter().any(|(name, plus)| name == "Attacker: All" && *plus > 0), "{odds:?}");
            for case in &odds.cases {
                assert!(case.results.iter().all(|(result, _)| result.starts_with("defender")), "{case:?}");
            }
            // The greedy player knows that it wins.
            assert!(game.appraise(action) > 0, "{action:?}");
        }
    });
    assert!(fights > 20, "{fights}");
}

#[test]
fn limits_of_movement_command_and_retreats_are_heard() {
    play(&modify("allowance", "at_most = 0"), |game| {
        if let crate::state::Step::Moving(motion) = game.state.step {
            assert!(motion.hex.is_none(), "no unit on the map can move");
        }
        let unit = game.board.all_units().next().unwrap();
        assert_eq!(game.movement_points(unit), 0);
    });
    play(&modify("hq.range", "at_most = 0"), |game| {
        for side in [GERMAN, FRENCH] {
            assert_eq!(game.hq_range(side), 0);
        }
        assert_listed_is_allowed(game);
    });
    play(&modify("retreat", "at_most = 1"), |game| {
        if let crate::state::Step::Retreat(retreat) = game.state.step {
            assert_eq!(retreat.hexes, 0, "one hex is all");
        }
    });
}

#[test]
fn zones_that_are_closed_hold_nobody() {
    let mut looked = 0;
    play(&modify("zone", "be = false"), |game| {
        for side in [GERMAN, FRENCH] {
            for (_, hex) in game.on_map(side).filter(|(_, hex)| !game.has_enemy_marker(side, *hex)) {
                looked += 1;
                assert!(!game.in_ezoc(side, hex));
            }
        }
        let again = game.with_state(game.state());
        assert_eq!(again, *game);
    });
    assert!(looked > 1000, "{looked}");
}

#[test]
fn a_row_that_depends_on_the_turn_changes_zones_with_the_turn() {
    play(&format!("{}when = \"turn >= 2\"\n", modify("zone", "be = false")), |game| {
        for side in [GERMAN, FRENCH] {
            let in_zone = |(_, hex)| game.in_ezoc(side, hex) && !game.has_enemy_marker(side, hex);
            let any = game.on_map(side).any(in_zone);
            assert!(!any || game.state.turn < 2, "turn {}", game.state.turn);
        }
    });
}

#[test]
fn what_forbids_every_place_of_an_hq_is_ignored() {
    play(&forbid("place-hq", "side == german or side == french"), |_| {});
}

#[test]
fn a_unit_must_go_on_where_a_stop_is_forbidden_and_stops_at_a_dead_end() {
    let mut stops = 0;
    play(&forbid("stop", "side == german"), |game| {
        assert_listed_is_allowed(game);
        if let crate::state::Step::Moving(motion) = game.state.step {
            let mut listed = Vec::new();
            game.actions(&mut listed);
            let can_step = listed.iter().any(|action| matches!(action, Action::Step(_)));
            if game.side_of(motion.unit) == GERMAN && can_step {
                assert!(!listed.contains(&Action::Stop));
                stops += 1;
            }
        }
    });
    assert!(stops > 20, "{stops}");
}

#[test]
fn published_modifiers_as_rows_are_the_same() {
    let twins = r#"
        [rules]
        drop = ["defensible-terrain", "er"]
        [[rules.modifier]]
        id = "cover"
        name = "defensible terrain"
        rule = "3.8"
        to = "attack.defender"
        add = 2
        when = "ground.is-defensible"
        [[rules.modifier]]
        id = "er-of-the-attacker"
        name = "ER"
        rule = "4.0 3.1"
        to = "attack.attacker"
        add = "attacker.er"
        [[rules.modifier]]
        id = "er-of-the-defender"
        name = "ER"
        rule = "4.0 3.1"
        to = "attack.defender"
        add = "defender.er"
    "#;
    let mut plain = Vec::new();
    play("[rules]\n", |game| plain.push(game.fingerprint()));
    let mut with_rows = Vec::new();
    play(twins, |game| with_rows.push(game.fingerprint()));
    assert!(plain == with_rows, "games with rows in place of published modifiers are the same");
}

#[test]
fn eliminated_units_are_no_unit_in_play() {
    let text = "map 9x7\n german infantry g1 er 0 at 0101\n french infantry f1 er 0 at 0901";
    let mut table = position(text).start();
    let unit = table.unit("g1");
    table.game.put_at(unit, At::Eliminated);
    use battlewright_core::kit::extra::RuleFacts as _;
    assert!(!table.game.asked().in_play(0) && table.game.asked().in_play(1));
}
