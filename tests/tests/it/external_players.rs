//! The messages on the page about external players are those of a game: the player's are sent, and the program's are compared.

use std::collections::{BTreeSet, VecDeque};
use std::sync::{Arc, Mutex};

use battlewright_engine::any::AnyGame;
use battlewright_engine::game::{Game as _, Side, Turn};
use battlewright_engine::play::Match;
use battlewright_engine::players::external::{
    ASKS, Briefing, ChannelError, ExternalSeat, Limits, LineChannel, Session,
};
use battlewright_engine::players::{Kind, Progress, Seats, advance, seats};
use battlewright_engine::show::Show;
use battlewright_schema::load;
use battlewright_tests::workspace::root;
use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};
use serde_json::{Value, json};

/// Returns the messages of the page in their order.
fn shown() -> VecDeque<Value> {
    let page = std::fs::read_to_string(root().join("docs/guide/external-players.md")).unwrap();
    let (mut text, mut inside) = (String::new(), false);
    for event in Parser::new(&page) {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))) => inside = &*language == "json",
            Event::Text(words) if inside => text += &words,
            Event::End(TagEnd::CodeBlock) => inside = false,
            _ => {}
        }
    }
    serde_json::Deserializer::from_str(&text).into_iter().map(Result::unwrap).collect()
}

/// The lists whose values depend on how well greedy plays. Only their form is compared.
const EXAMPLES: [&str; 2] = ["worths", "results"];

/// Returns `value` with the same number and the same text everywhere; the winner of a draw is a text as well.
fn form(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(form).collect(),
        Value::Object(fields) => fields.iter().map(|(key, value)| (key.clone(), form(value))).collect(),
        Value::Number(_) => json!(0),
        Value::Null | Value::String(_) => json!(""),
        Value::Bool(_) => value.clone(),
    }
}

/// Returns `true` if `part` is in `whole`: an object with some of its keys, a list with some of its items in order.
fn is_part(part: &Value, whole: &Value) -> bool {
    match (part, whole) {
        (Value::Object(part), Value::Object(whole)) => part.iter().all(|(key, value)| match whole.get(key) {
            Some(found) if EXAMPLES.contains(&key.as_str()) => is_part(&form(value), &form(found)),
            Some(found) => is_part(value, found),
            None => false,
        }),
        (Value::Array(part), Value::Array(whole)) => {
            let mut items = whole.iter();
            part.iter().all(|part| items.any(|item| is_part(part, item)))
        }
        _ => part == whole,
    }
}

/// The player of the page. When the page has no more messages but the last, it takes the first action.
struct Page {
    shown: Arc<Mutex<VecDeque<Value>>>,
    /// The last message that needs an answer.
    last: Value,
}

impl LineChannel for Page {
    fn start_clock(&mut self) {}

    fn has_time(&self) -> bool {
        true
    }

    fn send(&mut self, line: String) -> Result<(), ChannelError> {
        let message: Value = serde_json::from_str(&line).unwrap();
        let mut shown = self.shown.lock().unwrap();
        // The page shows `over` before the questions.
        if shown.len() > 1 || message["type"] == "over" {
            let wanted = shown.pop_front().unwrap();
            assert!(is_part(&wanted, &message), "the page shows\n{wanted}\nand the program says\n{message}");
        }
        if message["type"] != "events" {
            self.last = message;
        }
        Ok(())
    }

    fn receive(&mut self) -> Result<Vec<u8>, ChannelError> {
        let mut shown = self.shown.lock().unwrap();
        let answer = if shown.len() > 1 {
            shown.pop_front().unwrap()
        } else {
            json!({"type": "choice", "id": self.last["id"], "notation": self.last["actions"][0]["notation"]})
        };
        assert!(["ready", "ask", "choice"].contains(&answer["type"].as_str().unwrap()), "{answer}");
        Ok(answer.to_string().into_bytes())
    }
}

#[test]
fn the_messages_on_the_page_are_those_of_a_game() {
    let mut messages = shown();
    let types: BTreeSet<String> = messages.iter().map(|message| message["type"].as_str().unwrap().to_owned()).collect();
    let all = ["answer", "ask", "choice", "choose", "events", "game", "hello", "over", "ready"];
    assert!(types.iter().eq(all), "{types:?}");
    let asked: BTreeSet<&str> = messages.iter().filter_map(|message| message["what"].as_str()).collect();
    assert_eq!(asked, BTreeSet::from(ASKS), "each question is shown");
    // It is the last message of the game.
    let at = messages.iter().position(|message| message["type"] == "over").unwrap();
    let over = messages.remove(at).unwrap();
    messages.push_back(over);

    let text = std::fs::read_to_string(root().join("scenarios/tutorial.toml")).unwrap();
    let scenario = load(&text).scenario.unwrap();
    let start = AnyGame::new(&scenario).unwrap();
    let briefing = Briefing::new(text, &scenario, start.sides());
    let shown = Arc::new(Mutex::new(messages));
    let page = Page { shown: Arc::clone(&shown), last: Value::Null };
    let seat = ExternalSeat::begin(Session::open(Box::new(page), Limits::default()), &briefing, Side::First, 1);
    // As `battlewright play --seed 1` seats them.
    let mut seats: Seats<AnyGame> = seats([Kind::Random; 2], 1);
    seats[0] = Some(Box::new(seat.player()));
    let mut game = Match::seeded(start, 1);
    loop {
        let before = game.now().clone();
        if advance(&mut game, &mut seats).unwrap() != Progress::Moved {
            break;
        }
        let n = game.len();
        let events: Vec<_> = game.events().filter(|(by, _)| *by == n).map(|(_, event)| event.clone()).collect();
        seat.watch(&before, game.now(), &events);
    }
    let Turn::Over(outcome) = game.now().turn() else { panic!("{:?}", seat.violation()) };
    assert!(seat.end(Some(outcome)).is_some());
    assert!(shown.lock().unwrap().is_empty());
}

#[test]
fn a_part_has_fewer_keys_and_items() {
    let whole = json!({"a": [1, {"b": 2, "c": 3}], "worths": [4]});
    for part in [json!({}), json!({"a": []}), json!({"a": [1, {"c": 3}]}), json!({"worths": [9]})] {
        assert!(is_part(&part, &whole), "{part}");
    }
    for part in [json!({"d": 1}), json!({"a": [2]}), json!({"a": [{}, 1]}), json!([]), json!({"worths": [9, 9]})] {
        assert!(!is_part(&part, &whole), "{part}");
    }
}
