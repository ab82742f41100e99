//! Programs in scenarios with the advice of an author: what they are told of it.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use battlewright_engine::any::AnyGame;
use battlewright_engine::game::{Game as _, Side, Turn};
use battlewright_engine::play::{Dice, Match};
use battlewright_engine::players::external::{
    Briefing, ChannelError, ExternalSeat, Limits, LineChannel, Session as ProgramSession,
};
use battlewright_engine::players::plan::{Advisor, Command as _};
use battlewright_engine::players::{Appraise as _, Kind, Seats, advance};
use battlewright_engine::show::Show as _;
use serde_json::{Value, json};

/// The lines that a program was sent.
type Sent = Arc<Mutex<Vec<Value>>>;

/// A program that asks the same before each choice, and takes the first action.
struct Curious {
    asks: Vec<Value>,
    lines: VecDeque<String>,
    sent: Sent,
}

impl LineChannel for Curious {
    fn start_clock(&mut self) {}

    fn has_time(&self) -> bool {
        true
    }

    fn send(&mut self, line: String) -> Result<(), ChannelError> {
        let message: Value = serde_json::from_str(&line).unwrap();
        match message["type"].as_str() {
            Some("hello" | "game") => self.lines.push_back(json!({"type": "ready", "view": false}).to_string()),
            Some("choose") => {
                let notation = &message["actions"][0]["notation"];
                let choice = json!({"type": "choice", "id": message["id"], "notation": notation});
                self.lines.extend(self.asks.iter().chain([&choice]).map(ToString::to_string));
            }
            _ => {}
        }
        self.sent.lock().unwrap().push(message);
        Ok(())
    }

    fn receive(&mut self) -> Result<Vec<u8>, ChannelError> {
        self.lines.pop_front().map(String::into_bytes).ok_or(ChannelError::Late)
    }
}

/// Lets a program with `asks` make this many choices as `side`. Returns its answers by choice, and the positions of the choices.
fn asked(text: &str, side: Side, asks: &[Value], choices: usize) -> (Vec<Value>, Vec<AnyGame>, u64) {
    let scenario = battlewright_schema::load(text).scenario.unwrap();
    let start = AnyGame::new(&scenario).unwrap();
    let sent = Sent::default();
    let program = Curious { asks: asks.to_vec(), lines: VecDeque::new(), sent: Arc::clone(&sent) };
    let session = ProgramSession::open(Box::new(program), Limits::default()).unwrap();
    let seat = ExternalSeat::begin(Ok(session), &Briefing::new(text, &scenario, start.sides()), side, 1);
    let mut seats: Seats<AnyGame> = [None, None];
    seats[side.index()] = Some(Box::new(seat.player()));
    seats[side.other().index()] = Some(Kind::Greedy.player(Dice::new(1)));
    let mut game = Match::seeded(start, 1);
    let mut positions = Vec::new();
    while positions.len() < choices {
        if game.now().turn() == Turn::Choose(side) {
            positions.push(game.now().seen_by(side));
        }
        advance(&mut game, &mut seats).unwrap();
        assert_eq!(seat.violation(), None);
    }
    let sent = sent.lock().unwrap();
    let of_type = |name: &str| sent.iter().filter(|message| message["type"] == name).cloned().collect::<Vec<_>>();
    (of_type("answer"), positions, of_type("game")[0]["seed"].as_u64().unwrap())
}

#[test]
fn weigh_obeys_the_rows_of_scenarios() {
    let mut differing = 0;
    for (text, side) in [
        (include_str!("../../../scenarios/matz-mangin.toml"), Side::Second),
        (include_str!("../../../scenarios/outrance-worth.toml"), Side::First),
        (include_str!("../../../scenarios/pm-crisis-on-the-left.toml"), Side::First),
    ] {
        let (answers, positions, number) = asked(text, side, &[json!({"type": "ask", "id": 1, "what": "weigh"})], 60);
        let advisor = Advisor::new(&Dice::new(number));
        let (mut legal, mut advised, mut free) = (Vec::new(), Vec::new(), Vec::new());
        for (answer, position) in answers.iter().zip(&positions) {
            position.actions(&mut legal);
            let plan = advisor.plan(position, side).plan;
            position.appraise_under(&plan, &legal, &mut Default::default(), &mut advised);
            position.appraise_all(&legal, &mut Default::default(), &mut free);
            assert_eq!(answer["worths"], json!(advised));
            differing += usize::from(advised != free);
        }
    }
    assert!(differing > 0, "the rows change no worth");
}

/// Each group and each objective that a program is told of can be named in a plan.
#[test]
fn the_names_of_plans_are_those_that_a_plan_takes() {
    for (text, side, group, place) in [
        (include_str!("../../../scenarios/pm-crisis-on-the-left.toml"), Side::First, "IV Corps", "Mars-la-Tour"),
        (include_str!("../../../scenarios/outrance-worth.toml"), Side::First, "V Corps", "Fröschwiller"),
        (include_str!("../../../scenarios/mars-la-tour.toml"), Side::First, "", ""),
        (include_str!("../../../scenarios/matz-mangin.toml"), Side::Second, "", ""),
        (include_str!("../../../scenarios/aac-first-orders.toml"), Side::Second, "", ""),
    ] {
        let (answers, ..) = asked(text, side, &[json!({"type": "ask", "id": 1, "what": "plans"})], 1);
        let names = |key: &str| answers[0][key].as_array().unwrap().iter().map(|row| row["name"].clone());
        assert!(names("groups").count() > 0 && names("enemy_groups").count() > 0, "{answers:?}");
        for (key, known) in [("groups", group), ("objectives", place)] {
            assert!(known.is_empty() || names(key).any(|name| name == known), "no {known}: {}", answers[0][key]);
        }
        let objectives =
            names("objectives").chain(answers[0]["objectives"].as_array().unwrap().iter().map(|row| row["at"].clone()));
        let group = names("groups").next().unwrap();
        let missions = objectives.map(|at| json!([{"group": group, "posture": "hold", "at": at}]));
        let groups = names("groups")
            .map(|group| json!([{"group": group, "posture": "take", "at": answers[0]["objectives"][0]["at"]}]));
        let asks: Vec<Value> = missions
            .chain(groups)
            .map(|plan| json!({"type": "ask", "id": 1, "what": "playouts", "games": 0, "plan": plan}))
            .collect();
        let (answers, ..) = asked(text, side, &asks, 1);
        assert!(answers.iter().all(|answer| answer["results"] == json!([])), "{answers:?}");
    }
}

#[test]
fn a_mission_leads_to_no_point_off_the_table() {
    let text = include_str!("../../../scenarios/outrance-worth.toml");
    let points =
        [json!([44_000, 0]), json!([44_001, 0]), json!([i32::MAX, i32::MIN]), json!([-1, 5]), json!([1]), json!(5)];
    let asks = points.map(|at| {
        let plan = json!([{"group": "V Corps", "posture": "take", "at": at}]);
        json!({"type": "ask", "id": 1, "what": "playouts", "games": 0, "plan": plan})
    });
    let (answers, ..) = asked(text, Side::First, &asks, 1);
    let refused = answers.iter().map(|answer| answer["error"].as_str().map(|error| error.split(" is ").count()));
    assert!(refused.eq([None, Some(2), Some(2), Some(2), Some(2), Some(2)]), "{answers:?}");
}
