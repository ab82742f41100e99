//! Programs at the other end of a channel in memory: what they are sent, what they may ask, and how they lose their seat.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use battlewright_schema::Scenario;
use serde_json::{Value, json};

use super::channel::{ChannelError, LineChannel};
use super::message::Limits;
use super::seat::{Briefing, ExternalSeat};
use super::session::Session;
use super::view::Names;
use crate::game::{Game as _, Side, Turn};
use crate::play::{Dice, Match};
use crate::players::{Greedy, Kind, Player as _, Progress, Seats, advance};
use crate::race::{Action as Act, Race};

/// The lines that a program was sent.
type Sent = Arc<Mutex<Vec<Value>>>;

/// A program: a function from each message to the lines with which it answers.
struct Pipe<F> {
    answer: F,
    lines: VecDeque<String>,
    sent: Sent,
    /// The number of looks at the clock until the time is over.
    looks: Mutex<u32>,
}

impl<F: FnMut(&Value) -> Vec<String> + Send> LineChannel for Pipe<F> {
    fn start_clock(&mut self) {}

    fn has_time(&self) -> bool {
        let mut looks = self.looks.lock().unwrap();
        *looks = looks.saturating_sub(1);
        *looks > 0
    }

    fn send(&mut self, line: String) -> Result<(), ChannelError> {
        assert!(!line.contains('\n'), "one message a line");
        let message: Value = serde_json::from_str(&line).unwrap();
        self.lines.extend((self.answer)(&message));
        self.sent.lock().unwrap().push(message);
        Ok(())
    }

    fn receive(&mut self) -> Result<Vec<u8>, ChannelError> {
        self.lines.pop_front().map(String::into_bytes).ok_or(ChannelError::Late)
    }
}

/// Returns a program with the list of what it will have been sent.
fn program(answer: impl FnMut(&Value) -> Vec<String> + Send + 'static) -> (Box<dyn LineChannel>, Sent) {
    let sent = Sent::default();
    let pipe = Pipe { answer, lines: VecDeque::new(), sent: sent.clone(), looks: Mutex::new(u32::MAX) };
    (Box::new(pipe), sent)
}

/// Returns the answers of a program that asks all of `asks` and then takes the first action.
fn first_action(message: &Value, asks: &[Value]) -> Vec<String> {
    match message["type"].as_str().unwrap() {
        "hello" => vec![json!({"type": "ready", "name": "First", "author": "Nobody", "x": 1}).to_string()],
        "game" => vec![json!({"type": "ready"}).to_string()],
        "choose" => {
            let choice = json!({"type": "choice", "id": message["id"], "notation": message["actions"][0]["notation"]});
            asks.iter().chain([&choice]).map(ToString::to_string).collect()
        }
        _ => Vec::new(),
    }
}

fn names() -> Names {
    Names { sides: ["Reds", "Blues"].map(str::to_owned), ..Names::default() }
}

fn race() -> (Race, Briefing) {
    let race = Race::along(10);
    (race, Briefing::of_names("title = \"Race\"", names()))
}

fn of_type<'a>(sent: &'a [Value], name: &str) -> Vec<&'a Value> {
    sent.iter().filter(|message| message["type"] == name).collect()
}

/// Plays a race between the program of `session` and greedy, and returns the program's seat.
fn play(session: Session, seed: u64) -> (Match<Race>, ExternalSeat) {
    let (start, briefing) = race();
    let seat = ExternalSeat::begin(Ok(session), &briefing, Side::First, seed);
    let mut game = Match::seeded(start, seed);
    let mut seats: Seats<Race> = [Some(Box::new(seat.player())), Some(Kind::Greedy.player(Dice::new(seed)))];
    loop {
        let before = game.now().clone();
        let progress = advance(&mut game, &mut seats).unwrap();
        let events: Vec<_> = game.events().filter(|(n, _)| *n == game.len()).map(|(_, event)| *event).collect();
        if progress != Progress::Moved {
            return (game, seat);
        }
        seat.watch(&before, game.now(), &events);
    }
}

#[test]
fn a_program_plays_one_game_after_another() {
    let (channel, sent) = program(|message| first_action(message, &[]));
    let session = Session::open(channel, Limits::default()).unwrap();
    assert_eq!(session.names(), ["First", "Nobody"]);
    let (game, seat) = play(session, 1);
    let Turn::Over(outcome) = game.now().turn() else { panic!("{:?}", seat.violation()) };
    let (again, seat) = play(seat.end(Some(outcome)).unwrap(), 1);
    assert!(again.inputs().eq(game.inputs()), "the seed and the choices decide the game");
    assert!(seat.end(Some(outcome)).is_some() && seat.violation().is_none());
    let sent = sent.lock().unwrap();
    assert_eq!(of_type(&sent, "hello").len(), 1);
    let games = of_type(&sent, "game");
    assert_eq!((games.len(), games[0]), (2, games[1]));
    assert_eq!((&games[0]["side"], &games[0]["scenario"]), (&json!("Reds"), &json!("title = \"Race\"")));
    let choices = game.inputs().filter(|(by, _)| *by == Some(Side::First)).count();
    let ids: Vec<u64> = of_type(&sent, "choose").iter().map(|choose| choose["id"].as_u64().unwrap()).collect();
    assert!(ids.iter().copied().eq((1..=choices as u64).chain(1..=choices as u64)), "{ids:?}");
    let lines: Vec<&Value> =
        of_type(&sent, "events").into_iter().flat_map(|message| message["lines"].as_array().unwrap()).collect();
    let story: Vec<String> = game.story().map(|(_, line)| line.text).collect();
    assert!(lines.iter().map(|line| line["text"].as_str().unwrap()).eq(story.iter().chain(&story).map(String::as_str)));
    let over = of_type(&sent, "over");
    assert_eq!((over.len(), &over[0]["points"]), (2, &json!(outcome.points)));
}

/// Lets a program with `asks` make one choice in `race` and returns its answers.
fn answers(race: &Race, asks: &[Value], limits: Limits) -> Vec<Value> {
    let asks = asks.to_vec();
    let (channel, sent) = program(move |message| first_action(message, &asks));
    let session = Session::open(channel, limits).unwrap();
    let seat = ExternalSeat::begin(Ok(session), &self::race().1, Side::First, 1);
    let mut legal = Vec::new();
    race.actions(&mut legal);
    let choice = seat.player().choose(&race.seen_by(Side::First), &legal);
    assert_eq!(choice, Some(Act::Walk(1)), "{:?}", seat.violation());
    let sent = sent.lock().unwrap();
    of_type(&sent, "answer").into_iter().cloned().collect()
}

fn ask(id: u64, what: &str, more: Value) -> Value {
    let mut ask = json!({"type": "ask", "id": id, "what": what});
    ask.as_object_mut().unwrap().append(&mut super::view::object(more));
    ask
}

#[test]
fn each_question_gets_its_answer() {
    let given = answers(
        &Race::along(10),
        &[
            ask(1, "check", json!({"notation": "walk 2"})),
            ask(2, "weigh", json!({})),
            ask(3, "odds", json!({"notation": "walk 2"})),
            ask(4, "fork", json!({"seed": 5})),
            ask(5, "apply", json!({"fork": 1, "notation": "run"})),
            ask(6, "roll", json!({"fork": 1, "picks": [4]})),
            ask(7, "fork", json!({"fork": 1})),
            ask(8, "apply", json!({"fork": 2, "notation": "walk 1"})),
            ask(9, "view", json!({"fork": 1})),
            ask(10, "close", json!({"fork": 2})),
            ask(11, "view", json!({"fork": 2})),
            ask(12, "playouts", json!({"games": 3, "players": ["random", "random"], "seed": 7})),
            ask(13, "playouts", json!({"games": 1, "players": ["random", "random"], "seed": 8})),
        ],
        Limits::default(),
    );
    assert!(given.iter().map(|answer| answer["id"].as_u64().unwrap()).eq(1..=13));
    assert_eq!(given[0]["legal"], json!(true));
    assert_eq!(given[1]["worths"], json!([0, 0, 1]), "greedy runs");
    assert_eq!(given[2]["odds"], Value::Null);
    assert_eq!(given[3], json!({"type": "answer", "id": 4, "fork": 1, "next": "choose", "side": "Reds"}));
    assert_eq!(given[4], json!({"type": "answer", "id": 5, "next": "roll", "dice": {"count": 1, "faces": 6}}));
    assert_eq!(given[5], json!({"type": "answer", "id": 6, "picks": [4], "next": "choose", "side": "Blues"}));
    assert_eq!((&given[6]["fork"], &given[7]["side"]), (&json!(2), &json!("Reds")));
    assert_eq!((&given[8]["side"], &given[8]["actions"][2]["notation"]), (&json!("Blues"), &json!("run")));
    assert_eq!(given[9], json!({"type": "answer", "id": 10}));
    assert_eq!(given[10]["error"], json!("there is no fork 2"));
    assert_eq!(given[11]["results"].as_array().unwrap().len(), 3);
    assert_eq!(given[11]["results"][1], given[12]["results"][0], "the seed decides a playout");
}

#[test]
fn a_question_without_an_answer_gets_an_error_and_the_game_goes_on() {
    let limits = Limits { forks: 2, games: 10, ..Limits::default() };
    let wrong = [
        ("dance", json!({}), "no question is called \"dance\"; there are view, check"),
        ("check", json!({}), "\"check\" needs the notation"),
        ("check", json!({"notation": "fly"}), "this is no action here"),
        ("apply", json!({"notation": "run"}), "\"apply\" needs the number of a fork"),
        ("apply", json!({"fork": 9, "notation": "run"}), "there is no fork 9"),
        ("roll", json!({"fork": 1}), "the fork waits for no roll"),
        ("playouts", json!({"games": 11}), "at most 10 playouts"),
        ("playouts", json!({"players": ["search:9", "greedy"]}), "no player of playouts is called \"search:9\""),
        ("playouts", json!({"notation": "swim"}), "this is no action here"),
        ("fork", json!({"fork": 7}), "there is no fork 7"),
    ];
    let mut asks = vec![ask(0, "fork", json!({}))];
    asks.extend(wrong.iter().map(|(what, more, _)| ask(1, what, more.clone())));
    asks.extend([ask(2, "fork", json!({})), ask(3, "fork", json!({}))]);
    asks.extend([ask(4, "apply", json!({"fork": 1, "notation": "run"})), ask(5, "weigh", json!({"fork": 1}))]);
    asks.push(ask(6, "roll", json!({"fork": 1, "picks": [7]})));
    let given = answers(&Race::along(10), &asks, limits);
    for (answer, (_, _, why)) in given[1..].iter().zip(&wrong) {
        assert!(answer["error"].as_str().is_some_and(|error| error.starts_with(why)), "{answer} instead of {why}");
    }
    let [.., second, third, _, weigh, roll] = &given[..] else { panic!("{given:?}") };
    assert_eq!(second["fork"], json!(2));
    assert_eq!(third["error"], json!("2 forks are open, and no more may be"));
    assert_eq!(weigh["error"], json!("no side chooses now"));
    assert_eq!(roll["error"], json!("the fork waits for 1 dice with 6 faces"));
}

/// Returns the race to the inn with these rows of advice.
fn advised_race(rows: &str) -> (Race, Briefing) {
    let text = format!("{}\n{rows}", include_str!("../../../../../tests/race/race.toml"));
    let scenario = battlewright_schema::load(&text).scenario.unwrap();
    let Scenario::Race(own) = &scenario else { panic!("another system") };
    let briefing = Briefing::new(text.as_str(), &scenario, names().sides);
    (Race::new(own).unwrap(), briefing)
}

/// Returns the answers to `asks` about the start of a race, and the number that its program was given.
fn told((race, briefing): &(Race, Briefing), seed: u64, asks: &[Value]) -> (Vec<Value>, u64) {
    let asks = asks.to_vec();
    let (channel, sent) = program(move |message| first_action(message, &asks));
    let session = Session::open(channel, Limits::default()).unwrap();
    let seat = ExternalSeat::begin(Ok(session), briefing, Side::First, seed);
    let mut legal = Vec::new();
    race.actions(&mut legal);
    assert!(seat.player().choose(&race.seen_by(Side::First), &legal).is_some(), "{:?}", seat.violation());
    let sent = sent.lock().unwrap();
    let number = of_type(&sent, "game")[0]["seed"].as_u64().unwrap();
    (of_type(&sent, "answer").into_iter().cloned().collect(), number)
}

/// The number that a program is given draws the plan of the author, as the dice of greedy do.
#[test]
fn weigh_obeys_the_advice_of_the_author_as_greedy_does() {
    let row = |plan: &str, order: &str| format!("[[computer]]\nside = \"reds\"\nplan = \"{plan}\"\n{order}\n");
    let race =
        advised_race(&[row("slow", "posture = \"take\"\nplace = \"inn\""), row("fast", "posture = \"free\"")].concat());
    let mut legal = Vec::new();
    race.0.actions(&mut legal);
    let bests = (0..20).map(|seed| {
        let (given, number) = told(&race, seed, &[ask(1, "weigh", json!({}))]);
        let worths: Vec<i64> = serde_json::from_value(given[0]["worths"].clone()).unwrap();
        let best = (0..legal.len()).max_by_key(|at| worths[*at]).unwrap();
        assert_eq!(Greedy::new(Dice::new(number)).choose(&race.0, &legal), Some(legal[best]), "{seed}");
        legal[best]
    });
    let bests: Vec<Act> = bests.collect();
    assert!(bests.contains(&Act::Run) && bests.contains(&Act::Walk(2)), "{bests:?}");
}

#[test]
fn a_program_learns_the_names_for_plans() {
    let row = "[[computer]]\nside = \"reds\"\nposture = \"take\"\nplace = \"inn\"\n";
    let (given, _) = told(&advised_race(row), 1, &[ask(1, "plans", json!({}))]);
    let advised = json!({"posture": "take", "at": "0901"});
    assert_eq!(
        given[0],
        json!({
            "type": "answer",
            "id": 1,
            "groups": [{"name": "Red Runner", "advised": advised}],
            "enemy_groups": [{"name": "Blue Runner"}],
            "objectives": [{"name": "The Inn", "at": "0901", "worth": [100, 100], "holder": null}],
        })
    );
}

#[test]
fn playouts_are_played_under_plans_by_name() {
    let mission = |group: &str, at: Value| json!([{"group": group, "posture": "take", "at": at}]);
    let playouts = |more: Value| {
        let mut order = json!({"games": 20, "seed": 1});
        order.as_object_mut().unwrap().append(&mut super::view::object(more));
        ask(1, "playouts", order)
    };
    let own = mission("Red Runner", json!("The Inn"));
    let asks = [
        playouts(json!({})),
        playouts(json!({"plan": own.clone()})),
        playouts(json!({"plan": mission("Red Runner", json!("0901"))})),
        playouts(json!({"plan": []})),
        playouts(json!({"enemy_plan": mission("Blue Runner", json!("the goal"))})),
        playouts(json!({"plan": own.clone(), "enemy_plan": mission("Blue Runner", json!("The Inn"))})),
    ];
    let (given, _) = told(&advised_race(""), 1, &asks);
    let results: Vec<&Value> = given.iter().map(|answer| &answer["results"]).collect();
    assert!(results.iter().all(|results| results.as_array().is_some_and(|games| games.len() == 20)), "{given:?}");
    assert_ne!(results[0], results[1], "who has a mission does not run");
    assert_eq!((results[1], results[0]), (results[2], results[3]));
    assert!(results[4] != results[0] && results[5] != results[1] && results[5] != results[4]);
    // A plan is there instead of the rows of the author, also one without missions.
    let row = "[[computer]]\nside = \"reds\"\nposture = \"take\"\nplace = \"inn\"\nuntil_turn = 2\n";
    let (advised, _) = told(&advised_race(row), 1, &asks);
    assert_eq!([&advised[0]["results"], &advised[3]["results"]], [results[1], results[0]]);
}

#[test]
fn a_plan_with_an_unknown_name_is_refused() {
    let wishes = [
        (
            json!([{"group": "Green Runner", "posture": "take", "at": "The Inn"}]),
            "no group of Reds is called \"Green Runner\"",
        ),
        (
            json!([{"group": "Blue Runner", "posture": "take", "at": "The Inn"}]),
            "no group of Reds is called \"Blue Runner\"",
        ),
        (
            json!([{"group": "Red Runner", "posture": "storm", "at": "The Inn"}]),
            "no posture is called \"storm\"; there are take, hold, delay, reserve",
        ),
        (
            json!([{"group": "Red Runner", "posture": "take", "at": "Moscow"}]),
            "no objective, place, hex or point of the table is \"Moscow\"",
        ),
        (
            json!([{"group": "Red Runner", "posture": "take", "at": [1, 2]}]),
            "no objective, place, hex or point of the table is \"[1,2]\"",
        ),
        (json!([{"group": "Red Runner"}]), "no posture is called \"\"; there are take, hold, delay, reserve"),
        (
            json!([
                {"group": "Red Runner", "posture": "take", "at": "The Inn"},
                {"group": "Red Runner", "posture": "hold", "at": "0101"},
            ]),
            "\"Red Runner\" has two missions",
        ),
    ];
    let mut asks: Vec<Value> = wishes.iter().map(|(plan, _)| ask(1, "playouts", json!({"plan": plan}))).collect();
    let one = json!([{"group": "Red Runner", "posture": "take", "at": "The Inn"}]);
    asks.push(ask(2, "playouts", json!({"plan": one, "players": ["random", "greedy"]})));
    let (given, _) = told(&advised_race(""), 1, &asks);
    let errors = given.iter().map(|answer| answer["error"].as_str().unwrap_or_default());
    let wanted = wishes.iter().map(|(_, why)| *why).chain(["a random player follows no plan"]);
    assert!(errors.clone().eq(wanted), "{:?}", errors.collect::<Vec<_>>());
}

/// The enemy's secret changes nothing that the program is sent, whatever it asks.
#[test]
fn a_program_sees_only_what_its_side_may_see() {
    let mut race = Race::along(10);
    for action in [Act::Walk(1), Act::Walk(2)] {
        race.apply(&action, &mut ());
    }
    let mut state = serde_json::to_value(race.state()).unwrap();
    state["secrets"][1] = json!(1);
    let other = race.with_state(serde_json::from_value(state).unwrap());
    assert_ne!(race, other);
    assert_eq!(race.seen_by(Side::First), other.seen_by(Side::First));
    let asks = [
        ask(1, "view", json!({})),
        ask(2, "fork", json!({"seed": 3})),
        ask(3, "view", json!({"fork": 1})),
        ask(4, "playouts", json!({"games": 5})),
    ];
    let given = answers(&race, &asks, Limits::default());
    assert_eq!(given, answers(&other, &asks, Limits::default()));
    // Imagined secrets are drawn from the seed.
    let secrets = |seed: u64| {
        let seen = race.seen_by(Side::First);
        let names = names();
        let mut desk = super::ask::Desk::new(&seen, (Side::First, 1), &names, Limits::default());
        let order = super::message::Ask { what: "fork".to_owned(), seed: Some(seed), ..Default::default() };
        desk.answer(&order, &|| true);
        desk.forks.get(1).unwrap().game.secrets()
    };
    assert!((0..20).map(secrets).collect::<std::collections::BTreeSet<_>>().len() > 1);
}

#[test]
fn a_violation_ends_the_part_of_the_program_with_its_line() {
    let choice = |id: u64, notation: &str| json!({"type": "choice", "id": id, "notation": notation}).to_string();
    let nested = format!("{{\"x\":{}", "[".repeat(5_000));
    for (lines, why) in [
        (Vec::new(), "it gave no answer within 10 s"),
        (vec!["{\"type\":".to_owned()], "its line is no message: EOF while parsing a value"),
        (vec![nested], "its line is no message: recursion limit exceeded"),
        (vec![choice(2, "walk 1")], "its choice answers question 2 instead of 1: {\"type\":\"choice\",\"id\":2"),
        (vec![choice(1, "walk 3")], "its choice is no action: {\"type\":\"choice\",\"id\":1,\"notation\":\"walk 3\"}"),
        (vec![json!({"type": "ready"}).to_string()], "it sent `ready` instead of `choice`: {\"type\":\"ready\"}"),
        (vec![ask(1, "weigh", json!({})).to_string(); 2_000], "it asked more than 1000 times before a choice"),
    ] {
        let (channel, sent) = program(move |message| match message["type"].as_str() {
            Some("choose") => lines.clone(),
            _ => first_action(message, &[]),
        });
        let (game, seat) = play(Session::open(channel, Limits::default()).unwrap(), 1);
        let given = seat.violation().unwrap();
        assert!(given.starts_with(&format!("the external player of Reds: {why}")), "{given}");
        assert!(game.is_empty() && seat.end(None).is_none(), "nobody else moves for it");
        assert!(of_type(&sent.lock().unwrap(), "over").is_empty());
    }
}

#[test]
fn a_program_that_does_not_greet_gets_no_seat() {
    for (line, why) in [
        (json!({"type": "choice", "id": 1, "notation": "run"}), "it sent `choice` instead of `ready`"),
        (json!("ready"), "its line is no message"),
    ] {
        let (channel, _) = program(move |_| vec![line.to_string()]);
        let given = Session::open(channel, Limits::default()).err().unwrap().to_string();
        assert!(given.starts_with(why), "{given}");
    }
    // One that answers `hello`, but not `game`.
    let (channel, _) = program(|message| match message["type"].as_str() {
        Some("hello") => first_action(message, &[]),
        _ => Vec::new(),
    });
    let (game, seat) = play(Session::open(channel, Limits::default()).unwrap(), 1);
    assert!(game.is_empty() && seat.violation().unwrap().ends_with("it gave no answer within 10 s"));
}

#[test]
fn playouts_end_with_the_time() {
    let race = Race::along(10);
    let names = names();
    let mut desk = super::ask::Desk::new(&race, (Side::First, 1), &names, Limits::default());
    let order = super::message::Ask { what: "playouts".to_owned(), games: Some(1_000), ..Default::default() };
    let looks = Mutex::new(0);
    let given = desk.answer(&order, &|| {
        *looks.lock().unwrap() += 1;
        *looks.lock().unwrap() < 5
    });
    assert_eq!((&given["error"], *looks.lock().unwrap()), (&json!("the time is over"), 5));
}

/// The numbers of the player are not those of the dice, and differ from game to game.
#[test]
fn a_program_gets_a_number_of_its_own() {
    let number = |seed: u64, side: Side| {
        let (channel, sent) = program(|message| first_action(message, &[]));
        let session = Session::open(channel, Limits::default()).unwrap();
        let _seat = ExternalSeat::begin(Ok(session), &race().1, side, seed);
        let sent = sent.lock().unwrap();
        of_type(&sent, "game")[0]["seed"].as_u64().unwrap()
    };
    let all = [number(1, Side::First), number(1, Side::Second), number(2, Side::First)];
    assert_eq!(number(1, Side::First), all[0]);
    assert!(all[0] != all[1] && all[0] != all[2] && all.iter().all(|number| (1_000..1 << 45).contains(number)));
}
