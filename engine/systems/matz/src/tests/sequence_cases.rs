//! The order of phases, and phases that rows skip: each case with and without its rule.

use battlewright_schema::matz::{PhaseOrder, Sequence, SequenceChanges, TurnPhase};

use crate::Matz;
use crate::action::Action;
use crate::event::{Event, Phase};
use crate::player::strengths::StrengthMap;
use crate::rules::r11_air::AirTask;
use crate::state::{Mission, Task};
use crate::tests::testing::{FRENCH, GERMAN, Position, Table, position};
use battlewright_core::game::{Chance, Game as _, Side};
use battlewright_core::kit::tasks::TaskStack as _;
use battlewright_core::play::Dice;
use battlewright_core::players::{Appraise as _, Kind as Player, Playout};
use battlewright_core::show::{Show as _, TokenStatus};
use battlewright_testkit::{json, read_row};

/// No rows.
const PLAIN: &str = "[rules]";

const GUNS_FIRST: &str = r#"
    [rules.sequence]
    player_turn = [
        "command", "bombardment", "movement", "air", "combat", "exploitation", "second-combat", "reorganization",
    ]
"#;

/// The phases of the first player turn, and those that are skipped.
fn first_turn(position: &Position) -> (Vec<Phase>, Vec<Phase>) {
    let mut game = Matz::before_start(position.scenario()).unwrap();
    let mut events = Vec::new();
    game.run(&mut events);
    let turns = events.split(|event| matches!(event, Event::PlayerTurn(_))).nth(1).expect("a player turn");
    let interphase = turns.iter().take_while(|event| **event != Event::Phase(Phase::Interphase));
    let mut found = (Vec::new(), Vec::new());
    for event in interphase {
        match event {
            Event::Phase(phase) => found.0.push(*phase),
            Event::Skipped(phase, _) => found.1.push(*phase),
            _ => {}
        }
    }
    found
}

const BATTERY: &str = "
    german artillery g1 3-3 5 at 0404
    french infantry f1 4/2 at 0407";

#[test]
fn z8_the_bombardment_phase_comes_before_the_movement_phase() {
    use Phase as P;
    let rest = [P::Combat, P::Exploitation, P::SecondCombat, P::Reorganization];
    let order = |first: [Phase; 4]| first.into_iter().chain(rest).collect::<Vec<_>>();
    let empty = position("turn 8 of 8");
    assert_eq!(first_turn(&empty).0, order([P::Command, P::Movement, P::Air, P::Bombardment]));
    assert_eq!(first_turn(&empty.rows(GUNS_FIRST)).0, order([P::Command, P::Bombardment, P::Movement, P::Air]));

    let mut table = position(BATTERY).rows(GUNS_FIRST).start();
    assert_eq!((table.phase(), table.choices("")), (P::Bombardment, vec!["pass".to_owned(), "target 0407".to_owned()]));
    table.does("target 0407, join g1, begin").rolls(&[1]);
    assert_eq!((table.phase(), table.choices("")), (P::Movement, vec!["move g1".to_owned(), "pass".to_owned()]));
    table.does("pass");
    assert_eq!(table.game.state.active, FRENCH, "the guns have had their phase");
    let plain = position(BATTERY).start();
    assert_eq!((plain.phase(), plain.choices("target").len()), (P::Movement, 0));
}

#[test]
fn z8_the_board_of_the_sequence_has_the_order_of_the_scenario() {
    let names = |table: &Table| {
        let board = table.game.boards().into_iter().find(|board| board.title == "Sequence of play").unwrap();
        let now = board.tokens.iter().position(|token| token.stand == TokenStatus::Now);
        (now, board.tokens.into_iter().map(|token| token.text).collect::<Vec<_>>())
    };
    let (now, changed) = names(&position(BATTERY).rows(GUNS_FIRST).start());
    assert_eq!(now, Some(2));
    assert_eq!(changed[..5], ["Interphase", "Command Phase", "Bombardment Phase", "Movement Phase", "Air Phase"]);
    let (now, plain) = names(&position(BATTERY).start());
    assert_eq!((now, plain[2].as_str(), plain[4].as_str()), (Some(2), "Movement Phase", "Bombardment Phase"));
    assert_eq!((changed.len(), changed.last()), (plain.len(), plain.last()));
}

#[test]
fn z8_a_game_in_the_middle_of_a_turn_goes_on_in_its_order() {
    let position = position(BATTERY).rows(GUNS_FIRST);
    let mut table = position.start();
    table.does("pass");
    assert_eq!(table.phase(), Phase::Movement);
    // A state that was written and read goes on as the game does.
    let again = read_row(json!(table.game.state()));
    let mut read = Table::of(table.game.with_state(again));
    for table in [&mut table, &mut read] {
        table.does("move g1, hex 0405, stop");
        assert_eq!((table.phase(), table.game.state.active), (Phase::Movement, FRENCH));
    }
    assert_eq!(table.game.fingerprint(), read.game.fingerprint());

    // A frozen game begins its turn anew, in the same order, and says so after the first phase with choices.
    let restarts = |table: &Table| {
        let (frozen, lost) = table.game.freeze(position.scenario()).expect("it can be frozen");
        let again = Table::of(Matz::new(&frozen).expect("it can be played"));
        assert_eq!(again.phase(), Phase::Bombardment);
        lost.iter().any(|fact| fact.text.contains("restarts"))
    };
    let mut table = position.start();
    assert!(restarts(&table), "the guns have begun");
    table.does("pass");
    assert!(restarts(&table), "the guns have had their phase, though nothing has moved");
    let plain = crate::tests::testing::position(BATTERY);
    let (_, lost) = plain.start().game.freeze(plain.scenario()).unwrap();
    assert!(!lost.iter().any(|fact| fact.text.contains("restarts")), "{lost:?}");
}

#[test]
fn an_order_that_cannot_be_played_is_no_game() {
    let with = |phases: &[TurnPhase]| {
        let order = PhaseOrder(phases.to_vec());
        let sequence = SequenceChanges { player_turn: Some(order) };
        let position = position(BATTERY).with(|scenario| scenario.rules.sequence = Some(sequence));
        Matz::problems(position.scenario()).iter().map(ToString::to_string).collect::<Vec<_>>().concat()
    };
    let published: &Sequence = &battlewright_schema::matz::Rules::published().sequence;
    let mut order = published.player_turn.0.clone();
    assert_eq!(with(&order), "");
    order.swap(5, 6);
    assert!(with(&order).contains("`second-combat` comes before `exploitation`"), "{}", with(&order));
    order.truncate(5);
    assert!(with(&order).contains("`exploitation` is missing in the order"), "{}", with(&order));
}

const MIST: &str = r#"
    [[rules.skip]]
    id = "mist"
    name = "Mist"
    rule = "H5"
    phase = "air"
    when = "turn in 1..2 and side == german"
"#;

const IN_THE_AIR: &str = "
    mega 0404
    german bomber b1 2-3 drawn
    german artillery g1 3-3 5 at 0404
    french fighter f9 4 drawn
    french infantry f1 4/2 at 0407";

#[test]
fn a_phase_that_a_row_skips_does_not_take_place_and_the_log_names_the_row() {
    let phase = |text: &str, side: Side, rows: &str| position(text).rows(rows).at(side, Phase::Air);
    let mut table = phase(IN_THE_AIR, GERMAN, MIST);
    table.logs("No Air Phase: Mist [H5]");
    table.logs_nothing_with("launch");
    assert_eq!(table.phase(), Phase::Bombardment, "the next phase is at hand");
    table.does("pass");
    assert_eq!(phase(IN_THE_AIR, GERMAN, PLAIN).phase(), Phase::Air);
    assert_eq!(phase(IN_THE_AIR, FRENCH, MIST).phase(), Phase::Air, "the French fly");
    assert_eq!(phase(&format!("turn 3 of 8\n{IN_THE_AIR}"), GERMAN, MIST).phase(), Phase::Air);
    let empty = position("turn 2 of 2");
    assert_eq!(first_turn(&empty).1, []);
    assert_eq!(first_turn(&empty.rows(MIST)).1, [Phase::Air]);
}

#[test]
fn the_phase_in_a_condition_is_the_one_that_would_begin() {
    let rows = r#"
        [[rules.skip]]
        id = "yes"
        name = "Yes"
        phase = "combat"
        when = "phase == combat"
        [[rules.skip]]
        id = "no"
        name = "No"
        phase = "exploitation"
        when = "phase != exploitation"
    "#;
    assert_eq!(first_turn(&position("turn 8 of 8").rows(rows)).1, [Phase::Combat]);
}

#[test]
fn no_events_happen_in_a_phase_that_is_skipped() {
    let rows = r#"
        [[rules.counter]]
        id = "phases"
        name = "Phases"
        of = "game"
        most = 99
        [[rules.event]]
        id = "begins"
        name = "Begins"
        on = "phase-begins"
        do = ["counter(phases) += 1"]
        [[rules.skip]]
        id = "guard"
        name = "Guard"
        phase = "second-combat"
        when = "counter(phases) >= 6"
    "#;
    let (phases, skipped) = first_turn(&position("turn 8 of 8").rows(rows));
    assert_eq!((phases.len(), skipped), (7, vec![Phase::SecondCombat]), "six phases have begun before it");
}

#[test]
fn the_board_of_the_sequence_tells_what_is_skipped() {
    let table = position(IN_THE_AIR).rows(MIST).only(GERMAN, Phase::Movement);
    let board = table.game.boards().into_iter().find(|board| board.title == "Sequence of play").unwrap();
    let air = board.tokens.iter().find(|token| token.text == "Air Phase").unwrap();
    assert_eq!((air.note.as_str(), air.rule.number), ("Mist", "H5"));
}

/// Rows that skip `phases` always.
fn without(phases: &[&str]) -> String {
    let row = |phase: &&str| format!("[[rules.skip]]\nid = \"no-{phase}\"\nname = \"No\"\nphase = \"{phase}\"\n");
    phases.iter().map(row).collect()
}

#[test]
fn computer_players_count_on_no_phase_that_is_skipped_or_over() {
    // Bombers fly for a bombardment that is to come, and support combats that are.
    let worth = |rows: &str| {
        let mut table = position(IN_THE_AIR).rows(rows).at(GERMAN, Phase::Air);
        if table.phase() == Phase::Movement {
            table.does("pass");
        }
        assert!(matches!(table.game.state.stack.last(), Some(Task::Air(AirTask::Phase))), "{:?}", table.phase());
        let unit = table.unit("b1");
        let launch = |mission| table.game.appraise(&Action::Launch { unit, mission }) >= 0;
        (launch(Mission::Bombing), launch(Mission::Support))
    };
    assert_eq!(worth(PLAIN), (true, true));
    assert_eq!(worth(&without(&["bombardment"])), (false, true));
    assert_eq!(worth(&without(&["combat"])), (true, true), "there is a second one");
    assert_eq!(worth(&without(&["combat", "second-combat"])), (true, false));
    // Units go next to enemies only where they may attack.
    let text = "german infantry g1 9/4 at 0405\n french infantry f1 1 at 0403";
    let stands = |rows: &str| {
        let table = position(text).rows(rows).at(GERMAN, Phase::Movement);
        let mut strengths = StrengthMap::default();
        strengths.survey_for_moves(&table.game);
        let stand = |hex: &str| table.game.appraiser().stand(table.unit("g1"), table.hex(hex), &strengths);
        stand("0404") - stand("0405")
    };
    assert!(stands(PLAIN) > stands(&without(&["combat", "second-combat"])) + 50);
    assert_eq!(stands(PLAIN), stands(&without(&["air"])));
}

#[test]
fn bombers_wait_for_no_bombardment_that_is_over() {
    let mut table = position(IN_THE_AIR).rows(GUNS_FIRST).start();
    while table.phase() != Phase::Air {
        let choices = table.choices("");
        let draws = |choice: &&String| choice.starts_with("launch");
        assert!(!choices.iter().any(|choice| draws(&choice)));
        if choices.is_empty() {
            table.rolls(&[3, 3])
        } else {
            table.does("pass")
        };
    }
    let unit = table.unit("b1");
    if table.game.check(&Action::Launch { unit, mission: Mission::Bombing }).is_ok() {
        assert!(table.game.appraise(&Action::Launch { unit, mission: Mission::Bombing }) < 0);
    }
}

/// An order that can be played, and the rows that skip some phases in some turns, from `dice`.
fn any_sequence(dice: &mut Dice) -> (PhaseOrder, String) {
    let mut pick = |below: u8| usize::from(dice.pick(Chance::Dice { count: 1, sides: below })) - 1;
    let order = loop {
        let mut order = PhaseOrder(TurnPhase::ALL.to_vec());
        for last in (2..=6).rev() {
            let other = 1 + pick(u8::try_from(last).unwrap());
            order.0.swap(last, other);
        }
        if order.problem().is_none() {
            break order;
        }
    };
    let mut rows = format!("{PLAIN}\n");
    for phase in TurnPhase::ALL.into_iter().skip(1).map(TurnPhase::word) {
        let when = ["turn == 1", "side == french", "turn != 2", "count(u in all-units) >= 5"][pick(4)];
        if pick(3) == 0 {
            let row =
                format!("[[rules.skip]]\nid = \"no-{phase}\"\nname = \"No\"\nphase = \"{phase}\"\nwhen = \"{when}\"\n");
            rows.push_str(&row);
        }
    }
    (order, rows)
}

#[test]
fn games_of_any_order_and_with_any_phases_skipped_end_and_keep_to_them() {
    let text = "
        turn 1 of 3
        mega 0404
        entry E french 0808
        corps x german at 0303
        german infantry g1 4/2 at 0405 of x
        german tank g2 3/2 at 0505
        german artillery g3 3-3 5 at 0303
        german bomber b1 2-3
        french infantry f1 4/2 at 0406
        french artillery f3 3-3 5 at 0508
        french infantry f4 4/2 enters 2 by E
        french fighter f5 4";
    let (mut skipped, mut orders) = (0, std::collections::BTreeSet::new());
    for seed in 0..60 {
        let (order, rows) = any_sequence(&mut Dice::named(seed, "sequence"));
        orders.insert(format!("{order:?}"));
        let places: Vec<Phase> = order.0.iter().copied().map(Phase::from).collect();
        let changes = SequenceChanges { player_turn: Some(order) };
        let position = position(text).rows(&rows).with(|scenario| scenario.rules.sequence = Some(changes));
        let game = Matz::new(position.scenario()).expect("it can be played");
        let kinds = if seed % 4 == 0 { [Player::Greedy; 2] } else { [Player::Random; 2] };
        let mut playout = Playout::new(game, kinds.map(|kind| kind.player(Dice::new(seed))), Dice::new(seed));
        let (mut last, mut is_over) = (0, false);
        for _ in 0..4000 {
            let mut events = Vec::new();
            is_over = playout.advance(&mut events).expect("there is a choice").is_some();
            for event in events {
                let (phase, is_skipped) = match event {
                    Event::Phase(phase) => (phase, false),
                    Event::Skipped(phase, _) => (phase, true),
                    Event::PlayerTurn(_) => {
                        last = 0;
                        continue;
                    }
                    _ => continue,
                };
                skipped += usize::from(is_skipped);
                if let Some(place) = places.iter().position(|other| *other == phase) {
                    assert!(place == last, "seed {seed}: {phase:?} is not the next of {places:?}");
                    last += 1;
                }
            }
            if is_over {
                break;
            }
        }
        assert!(is_over, "seed {seed}: the game ends");
    }
    assert!(skipped > 50 && orders.len() > 10, "{skipped} {}", orders.len());
}
