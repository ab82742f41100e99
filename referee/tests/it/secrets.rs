//! Streams tell no secrets: two games that differ only in a side's secrets are told to the others alike, to the byte, until the rules
//! reveal them, and so are the answers to their questions. `BATTLEWRIGHT_PAIRS=10000` goes on in each scenario until it has so many
//! pairs of games.

use std::collections::BTreeMap;

use battlewright_engine::game::{Game as _, Side, Turn, Viewer};
use battlewright_engine::show::{Piece, Show as _};
use battlewright_referee::{EntryKind, Proposal, Request, Seat, SeatMessage, ServerMessage, Told, UndoRule};

use crate::keeper::{Keeper, Luck, table};

/// The scenarios with secrets, with the number of games, and of the choices in each.
const SECRETIVE: [(&str, u64, usize); 4] =
    [("tutorial", 12, 60), ("aac-first-orders", 2, 80), ("matz-mangin", 2, 100), ("pm-a-beckoning-victory", 2, 80)];

/// The number of choices in step after a secret one.
const STEPS: usize = 12;

/// The events by which the rules reveal a secret, by system: the rules that the first differing line cites.
const REVEALS: [(&str, &[&str]); 4] = [
    ("mars-la-tour", &["4.0 3a", "4.0 3b", "4.0 3"]),
    ("at-any-cost", &["5.2", "5.1", "5.3"]),
    ("matz", &["11.2", "11.3", "8.2", "6.1", "11.1", "11.4"]),
    ("position-magnifique", &["20.3", "9.1"]),
];

/// The course of two games that differ in a secret.
#[derive(Debug, Default)]
struct PairCourse {
    /// The choices made in both.
    steps: usize,
    /// The questions of others.
    questions: usize,
    /// The rule that has revealed the difference.
    reveal: Option<String>,
}

/// The seats of all but `side`.
fn others(side: Side) -> impl Iterator<Item = Seat> {
    Seat::ALL.into_iter().filter(move |seat| seat.side() != Some(side))
}

/// The messages to the seats of all but `side`.
fn told_to_others(told: &Told, side: Side) -> Vec<String> {
    others(side).map(|seat| serde_json::to_string(&told.seats[seat.index()]).unwrap()).collect()
}

#[test]
fn others_are_told_the_same_until_the_rules_reveal_it() {
    let wanted: usize =
        std::env::var("BATTLEWRIGHT_PAIRS").map_or(0, |pairs| pairs.parse().expect("a number of pairs"));
    for (name, games, count) in SECRETIVE {
        let table = table(name);
        let (mut pairs, mut all, mut revealed) = (0, PairCourse::default(), BTreeMap::<String, usize>::new());
        let began = std::time::Instant::now();
        let (mut keeper, mut luck) = (Keeper::new(&table, UndoRule::None), Luck::new(1));
        for n in 0.. {
            if n >= games * count as u64 && pairs >= wanted {
                break;
            }
            if n % count as u64 == 0 {
                (keeper, luck) = (Keeper::new(&table, UndoRule::None), Luck::new(31 + n));
            }
            let Some((side, choices)) = keeper.choices() else { continue };
            if let Some([one, other]) = secret_pair(&keeper, side, &choices) {
                pairs += 1;
                let games = [one, other].map(|choice| {
                    let mut game = keeper.clone();
                    let told = game.choose(side, &choice).unwrap();
                    (game, told_to_others(&told, side))
                });
                let [(first, told), (second, also)] = games;
                assert_eq!(told, also, "{name}: at the choice itself");
                let course = go_on([first, second], side, &mut luck);
                all.steps += course.steps;
                all.questions += course.questions;
                if let Some(rule) = course.reveal {
                    *revealed.entry(rule).or_default() += 1;
                }
            }
            let choice = &choices[luck.below(choices.len())];
            keeper.choose(side, choice).unwrap();
        }
        println!("{name}: {pairs} pairs, {all:?}, revealed by {revealed:?}, {:?}", began.elapsed());
        assert!(pairs > 0 && all.questions > 0, "{name}");
        let system = table.scenario().system().name();
        let allowed = REVEALS.iter().find(|(known, _)| *known == system).map_or(&[][..], |(_, rules)| rules);
        for rule in revealed.keys() {
            assert!(allowed.contains(&rule.as_str()), "{name}: {rule} is no rule that reveals");
        }
    }
}

/// Returns two choices of `side` that others cannot tell apart, and that lead to different positions.
fn secret_pair(keeper: &Keeper, side: Side, choices: &[String]) -> Option<[String; 2]> {
    let game = keeper.referee.game().now();
    let after: Vec<_> = choices
        .iter()
        .take(12)
        .map(|choice| {
            let mut after = game.clone();
            after.apply(&game.parse_action(choice).unwrap(), &mut ());
            (choice, after)
        })
        .collect();
    for (n, (one, first)) in after.iter().enumerate() {
        for (other, second) in &after[n + 1..] {
            let same = [Viewer::Side(side.other()), Viewer::Nobody]
                .iter()
                .all(|viewer| first.seen_by(*viewer) == second.seen_by(*viewer));
            if first != second && same && first.hides(side.other()) {
                return Some([(*one).clone(), (*other).clone()]);
            }
        }
    }
    None
}

/// Makes the same choices in both games while others see the same.
fn go_on(mut games: [Keeper; 2], side: Side, luck: &mut Luck) -> PairCourse {
    let mut course = PairCourse::default();
    for round in 0..STEPS {
        if round % 2 == 0 {
            course.questions += ask_both(&games, side, luck);
        }
        let [Some((by, choices)), Some((also, rest))] = games.each_ref().map(Keeper::choices) else { break };
        if by != side && also != side {
            assert_eq!((by, &choices), (also, &rest), "the other side has the same choices");
        }
        let both: Vec<&String> = choices.iter().filter(|choice| by == also && rest.contains(choice)).collect();
        if both.is_empty() {
            break;
        }
        let choice = both[luck.below(both.len())].clone();
        let rolled = games.each_ref().map(rolls);
        let told = games.each_mut().map(|game| game.choose(by, &choice).unwrap());
        for seat in others(side) {
            let [one, other] = told.each_ref().map(|told| &told.seats[seat.index()]);
            let text = |messages: &Vec<ServerMessage>| serde_json::to_string(messages).unwrap();
            if text(one) != text(other) {
                // Hidden draws lead to other numbers of the dice, which say nothing.
                let is_luck = rolled[0] != rolled[1] && games.each_ref().map(rolls) != rolled;
                course.reveal = (!is_luck).then(|| reveal(one, other));
                return course;
            }
        }
        course.steps += 1;
        if games.iter().any(|game| matches!(game.referee.game().now().turn(), Turn::Over(_))) {
            break;
        }
    }
    course
}

/// Returns the number of rolls and draws.
fn rolls(game: &Keeper) -> usize {
    game.record.entries.iter().filter(|entry| matches!(entry.kind, EntryKind::Picks { .. })).count()
}

/// Puts the same questions of others in both games, which must have the same answers. Returns how many.
fn ask_both(games: &[Keeper; 2], side: Side, luck: &mut Luck) -> usize {
    let table = games[0].referee.table();
    let [width, height] = table.size();
    let mut point = || [width, height].map(|length| length * (luck.below(1000) as f32) / 1000.0);
    let points = [point(), point()];
    let mut count = 0;
    for seat in others(side) {
        let view = games[0].referee.game().now().seen_by(seat.viewer());
        let (own, theirs): (Vec<_>, Vec<_>) = view.pieces().into_iter().partition(|piece| piece.side == side);
        let mut one_of = |pieces: &[Piece]| pieces.get(luck.below(pieces.len())).map(|piece| piece.id.clone());
        let pieces: Vec<String> = [one_of(&own), one_of(&own), one_of(&theirs)].into_iter().flatten().collect();
        let mut questions: Vec<Request> = pieces.iter().map(|piece| Request::Card { piece: piece.clone() }).collect();
        questions.extend(points.map(|point| Request::Why { piece: None, point: Some(point) }));
        questions.extend(pieces.iter().map(|piece| Request::Why { piece: Some(piece.clone()), point: None }));
        questions
            .extend(pieces.last().map(|piece| Request::Why { piece: Some(piece.clone()), point: Some(points[0]) }));
        let mut actions = Vec::new();
        view.actions(&mut actions);
        let mut odds = || actions.get(luck.below(actions.len())).map(|action| view.label(action).notation);
        questions.extend([odds(), odds()].into_iter().flatten().map(|action| Request::Odds { action }));
        for request in questions {
            let message = SeatMessage { id: "1".to_owned(), at: None, request };
            let [one, other] = games.each_ref().map(|game| match game.referee.propose(seat, &message, 1) {
                Ok(Proposal::Answer(answer)) => serde_json::to_string(&answer).unwrap(),
                Ok(entries) => panic!("{entries:?}"),
                Err(refusal) => serde_json::to_string(&refusal).unwrap(),
            });
            assert_eq!(one, other, "{seat:?} asks {:?}", message.request);
            count += 1;
        }
    }
    count
}

/// Returns the rule of the first line of the log in which two messages differ.
fn reveal(one: &[ServerMessage], other: &[ServerMessage]) -> String {
    let lines = |messages: &[ServerMessage]| match messages.first() {
        Some(ServerMessage::Step(position)) => position.log.clone(),
        _ => Vec::new(),
    };
    let (one, other) = (lines(one), lines(other));
    let at = one.iter().zip(&other).position(|(one, other)| one != other).unwrap_or(one.len().min(other.len()));
    let line = one.get(at).or(other.get(at));
    line.map_or_else(|| "nothing in the log".to_owned(), |line| line.rule.clone())
}
