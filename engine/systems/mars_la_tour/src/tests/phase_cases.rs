//! Phases that rows skip: each case with and without its row.

use crate::MarsLaTour;
use crate::event::{Event, Phase};
use crate::state::Step;
use crate::tests::testing::{GERMAN, Table, position};
use battlewright_core::play::Dice;
use battlewright_core::players::{Kind, Playout};
use battlewright_core::show::Show as _;

const TRUCE: &str = r#"
    [[rules.skip]]
    id = "truce"
    name = "Truce"
    rule = "H4"
    phase = "attack"
    when = "turn == 1"
"#;

const ROADS: &str = r#"
    [[rules.skip]]
    id = "mud"
    name = "Bottomless roads"
    phase = "movement"
    when = "turn == 2"
"#;

/// No rows.
const PLAIN: &str = "[rules]";

const LINES: &str = "
    map 9x7
    turn 1 of 6
    german infantry g1 er 1 at 0404 battle
    french infantry f1 er 1 at 0504 battle";

fn end_moves(table: &mut Table) {
    table.does("pass").rolls(&[6]).does("pass");
}

#[test]
fn an_attack_phase_that_is_skipped_ends_the_turn_after_the_moves() {
    let mut table = position(LINES).rows(TRUCE).moves();
    table.refuses("attack g1 f1", "4.0 2e");
    end_moves(&mut table);
    table.logs("No Attack Phase: Truce [H4]");
    assert_eq!((table.prompt().as_str(), table.game.state.turn), ("Germans: place the HQ, Friedrich Karl", 2));
    let mut plain = position(LINES).moves();
    end_moves(&mut plain);
    assert!(matches!(plain.game.state.step, Step::Attack(GERMAN)));
    let mut later = position(&LINES.replace("turn 1", "turn 3")).rows(TRUCE).moves();
    end_moves(&mut later);
    assert_eq!(later.prompt(), "Germans: attack or pass");
}

#[test]
fn a_movement_phase_that_is_skipped_leads_to_the_attacks() {
    let second = LINES.replace("turn 1", "turn 2");
    let due = format!("{second}\n entry C german 0101\n german infantry g2 er 1 enters 2 by C");
    let mut table = position(&due).rows(ROADS).moves();
    table.logs("No Movement Phase: Bottomless roads [mud]");
    assert_eq!((table.prompt().as_str(), table.at("g2").as_str()), ("Germans: attack or pass", "waiting"));
    table.allows("attack g1 f1");
    table.does("pass").rolls(&[6]).does("pass");
    assert_eq!(table.game.state.turn, 3);
    let plain = position(&due).moves();
    assert_eq!(plain.prompt(), "Germans: bring on a reinforcement");
}

#[test]
fn a_game_of_skipped_phases_ends() {
    let rows = TRUCE.replace("turn == 1", "turn >= 1") + &ROADS.replace("turn == 2", "turn >= 1");
    let table = position(&LINES.replace("turn 1", "turn 6")).rows(&rows).moves();
    table.outcome();
    table.logs("No Movement Phase: Bottomless roads [mud]");
    table.logs("No Attack Phase: Truce [H4]");
}

#[test]
fn the_phase_in_a_condition_is_the_one_that_would_begin() {
    let skips = |when: &str| {
        let rows = TRUCE.replace("turn == 1", when);
        position(LINES).rows(&rows).moves().game.skipped(Phase::Attack).is_some()
    };
    assert_eq!(["phase == attack", "phase == movement"].map(skips), [true, false]);
}

#[test]
fn boards_and_computer_players_know_what_is_skipped() {
    let note = |rows: &str| {
        let table = position(LINES).rows(rows).moves();
        let board = table.game.boards().into_iter().find(|board| board.title == "Sequence of play").unwrap();
        let attack = board.tokens.into_iter().find(|token| token.text == "Attack").unwrap();
        (attack.note, attack.rule.number)
    };
    assert_eq!(note(TRUCE), ("Truce".to_owned(), "H4"));
    assert_eq!(note(PLAIN), (String::new(), "4.0 3"));
    let contact = |rows: &str| {
        let strong = LINES.replace("g1 er 1", "g1 er 5").replace("f1 er 1", "f1 er 0");
        let table = position(&strong).rows(rows).moves();
        table.game.appraiser().worth_of_contact(table.unit("g1"))
    };
    assert!(contact(PLAIN) > 0);
    assert_eq!(contact(TRUCE), 0);
    assert_eq!(contact(&TRUCE.replace("turn == 1", "turn == 2")), contact(PLAIN));
}

#[test]
fn no_choice_of_a_skipped_phase_is_offered_in_whole_games() {
    let rows = TRUCE.replace("turn == 1", "turn in 1..2") + &ROADS.replace("turn == 2", "turn in [3, 5]");
    let text = include_str!("../../../../../scenarios/mars-la-tour.toml");
    let loaded = battlewright_schema::load(&format!("{text}\n{rows}"));
    let Some(battlewright_schema::Scenario::MarsLaTour(scenario)) = loaded.scenario else { panic!("it is sound") };
    for (seed, kind) in [(1, Kind::Random), (2, Kind::Greedy)] {
        let game = MarsLaTour::new(&scenario).expect("it can be played");
        let seats = [kind, kind].map(|kind| kind.player(Dice::new(seed)));
        let mut playout = Playout::new(game, seats, Dice::new(seed));
        let (mut skipped, mut is_over) = (Vec::new(), false);
        while !is_over {
            let mut events: Vec<Event> = Vec::new();
            is_over = playout.advance(&mut events).expect("there is a choice").is_some();
            let turn = playout.game().state.turn;
            skipped.extend(events.into_iter().filter_map(|event| match event {
                Event::Skipped(phase, _) => Some(phase),
                _ => None,
            }));
            match playout.game().state.step {
                Step::Attack(_) | Step::Support(..) | Step::Duel(_) | Step::RollLastAttacks(_) => assert!(turn > 2),
                Step::Move(_) | Step::Moving(_) | Step::RollLastMoves(_) => assert!(turn != 3 && turn != 5),
                _ => {}
            }
        }
        assert_eq!(skipped, [Phase::Attack, Phase::Attack, Phase::Movement, Phase::Movement], "seed {seed}");
    }
}
