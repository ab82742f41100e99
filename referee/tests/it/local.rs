//! Games that a page keeps itself.

use battlewright_engine::game::Side;
use battlewright_engine::players::ThinkingProgress;
use battlewright_referee::{
    DiceKind, GameRecord, LocalGame, LocalOrder, MailNews, Reply, Request, Seat, SeatMessage, ServerMessage, UndoRule,
    news,
};

use crate::keeper::{Luck, SCENARIOS, StillClock, table, think};

fn order(scenario: &str, computers: [Option<&str>; 2]) -> LocalOrder {
    LocalOrder {
        id: "00112233445566778899aabbccddeeff".to_owned(),
        seed: "the farm".to_owned(),
        names: ["Anna".to_owned(), String::new()],
        computers: computers.map(|name| name.map(str::to_owned)),
        undo: UndoRule::Asked,
        scenario: table(scenario).text().to_owned(),
    }
}

/// A game between persons, and its record.
fn begun(scenario: &str) -> (LocalGame, String) {
    LocalGame::begin(order(scenario, [None, None]).header(1), 1).unwrap()
}

/// Makes a choice at random for whoever must choose; `None` at the end.
fn choose(game: &mut LocalGame, luck: &mut Luck) -> Option<(Side, String)> {
    let side = game.referee().to_choose()?;
    let told = game.referee().catch_up(Seat::of(side));
    let Some(ServerMessage::Full(position)) = told.first() else { panic!("{told:?}") };
    let choices = position.choices.as_ref().unwrap();
    let action = choices[luck.below(choices.len())].action.clone();
    let message = SeatMessage {
        id: "1".to_owned(),
        at: Some(game.referee().m(Seat::of(side))),
        request: Request::Choose { action },
    };
    let reply = game.message(Seat::of(side), &message, 2);
    assert!(matches!(reply.reply, Reply::Done { .. }), "{:?}", reply.reply);
    Some((side, reply.lines))
}

#[test]
fn a_seed_gives_the_same_game() {
    let record = |seed: &str| {
        let order = LocalOrder { seed: seed.to_owned(), ..order("tutorial", [None, None]) };
        let (mut game, mut text) = LocalGame::begin(order.header(1), 1).unwrap();
        let mut luck = Luck::new(4);
        for _ in 0..60 {
            let Some((_, lines)) = choose(&mut game, &mut luck) else { break };
            text += &lines;
        }
        text
    };
    let first = record("the farm");
    assert_eq!(first, record("the farm"));
    assert_ne!(first, record("the mill"));
    // Whoever has the record has the coming numbers, and the record says so.
    let DiceKind { secret, shares, .. } = GameRecord::read(&first).unwrap().header.dice;
    assert!(secret.is_some() && !shares);
}

/// Two persons look at one screen. It is covered only where a side knows something that the other does not.
#[test]
fn secrets_are_found_where_there_are_any() {
    let mut found = Vec::new();
    for name in SCENARIOS {
        let (mut game, _) = begun(name);
        let mut luck = Luck::new(8);
        let mut has_secrets = game.has_secrets();
        for _ in 0..40 {
            if has_secrets || choose(&mut game, &mut luck).is_none() {
                break;
            }
            has_secrets |= game.has_secrets();
        }
        found.push((name, has_secrets));
    }
    // A table has no secrets; chits and aircraft are.
    assert!(found.contains(&("outrance-first-assault", false)), "{found:?}");
    assert!(found.contains(&("aac-first-orders", true)) && found.contains(&("matz-mangin", true)), "{found:?}");
}

/// The record goes to and fro, and each side is told what is new. What either changes in it is found by the other.
#[test]
fn a_record_that_travels_is_compared() {
    let (mut game, mut text) = begun("tutorial");
    let sides = game.referee().game().start().clone();
    let sides = battlewright_engine::show::Show::sides(&sides);
    let mut kept = [text.clone(), text.clone()];
    let mut luck = Luck::new(11);
    for _ in 0..80 {
        let before = game.referee().to_choose();
        let Some((side, lines)) = choose(&mut game, &mut luck) else { break };
        text += &lines;
        kept[side.index()].clone_from(&text);
        if game.referee().to_choose() == before {
            continue;
        }
        let other = side.other();
        let [old, new] = [&kept[other.index()], &text].map(|text| GameRecord::read(text).unwrap());
        let told = news(&old, &new, Seat::of(other), &sides);
        assert!(matches!(&told, MailNews::Added { own, .. } if own.is_empty()), "{told:?}");
        // A link for the other whose history was changed.
        let mut forged = new.clone();
        if !old.entries.is_empty() {
            let at = luck.below(old.entries.len());
            let entry = &mut forged.entries[at];
            entry.at += 1;
            let told = news(&old, &forged, Seat::of(other), &sides);
            assert!(matches!(told, MailNews::Rewritten { entry, .. } if entry == at + 1), "{told:?}");
        }
        // Changed dice are no game at all.
        let resumed = LocalGame::resume(&text).unwrap();
        assert_eq!(resumed.referee().fingerprint(), game.referee().fingerprint());
        kept[other.index()].clone_from(&text);
    }
    let rolled = text.replacen("\"numbers\":[1", "\"numbers\":[2", 1);
    assert_ne!(rolled, text, "a one was rolled");
    let why = LocalGame::resume(&rolled).unwrap_err().to_string();
    assert!(why.contains("line "), "{why}");
}

#[test]
fn the_last_choice_of_a_person_is_known() {
    let (mut game, _) = LocalGame::begin(order("tutorial", [None, Some("greedy")]).header(1), 1).unwrap();
    assert_eq!(game.referee().last_person(), None);
    let mut luck = Luck::new(2);
    for _ in 0..30 {
        while think(&mut game).is_some() {}
        if choose(&mut game, &mut luck).is_none() {
            break;
        }
        assert_eq!(game.referee().last_person(), Some(Side::First));
    }
}

/// A page has a copy of its game that thinks, so that the game itself answers meanwhile.
#[test]
fn a_copy_thinks_and_follows_the_record() {
    let (mut game, mut text) = LocalGame::begin(order("tutorial", [None, Some("plan:20")]).header(1), 1).unwrap();
    let mut copy = LocalGame::resume(&text).unwrap();
    let mut luck = Luck::new(5);
    let mut choices = 0;
    for _ in 0..60 {
        let lines = match copy.think(None, Box::new(StillClock)) {
            Some(choice) => {
                // Whoever opens the game in the midst of a turn plans the same.
                let opened = LocalGame::resume(&text).unwrap().think(None, Box::new(StillClock));
                assert_eq!(opened.as_ref(), Some(&choice));
                choices += 1;
                let lines = game.carry_out(&choice, 2).unwrap().lines;
                // Its position is gone.
                assert_eq!(game.carry_out(&choice, 2), None);
                lines
            }
            None => match choose(&mut game, &mut luck) {
                Some((_, lines)) => lines,
                None => break,
            },
        };
        assert!(copy.follow(&lines));
        text += &lines;
        assert_eq!(copy.referee().fingerprint(), game.referee().fingerprint());
    }
    assert!(choices > 10, "{choices}");
    assert!(!copy.follow("{}") && !copy.follow("{\"at\":1,\"by\":\"First\",\"e\":\"choice\",\"do\":\"fly\"}"));
}

#[test]
fn who_takes_the_place_of_a_stopped_player_chooses_at_once_and_as_it_did() {
    let (_, text) = LocalGame::begin(order("tutorial", [Some("plan:30"), None]).header(1), 1).unwrap();
    let thought = LocalGame::resume(&text).unwrap().think(None, Box::new(StillClock)).unwrap();
    assert!(thought.plan.as_ref().is_some_and(|given| !given.plan.is_free()));
    // A player that would never come to an end.
    let (_, endless) = LocalGame::begin(order("tutorial", [Some("plan:4000000000"), None]).header(1), 1).unwrap();
    let at_once = |progress: ThinkingProgress| {
        LocalGame::resume(&endless).unwrap().think(Some(&progress), Box::new(StillClock)).unwrap()
    };
    let taken = at_once(ThinkingProgress { plan: thought.plan.clone(), ..ThinkingProgress::default() });
    assert_eq!(taken, thought);
    assert!(at_once(ThinkingProgress::default()).plan.is_some());
}
