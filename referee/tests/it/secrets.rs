//! Streams tell no secrets: two games that differ only in a side's secrets are told to the others alike, to the byte, until the rules
//! reveal them. `BATTLEWRIGHT_PAIRS=10000` goes on in each scenario until it has so many pairs of games.

use std::collections::BTreeMap;

use battlewright_engine::game::{Game as _, Side, Turn, Viewer};
use battlewright_engine::show::Show as _;
use battlewright_referee::{Seat, ServerMessage, Told, UndoRule};

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

/// The messages to the seats of all but `side`.
fn told_to_others(told: &Told, side: Side) -> Vec<String> {
    let seats = Seat::ALL.into_iter().filter(|seat| seat.side() != Some(side));
    seats.map(|seat| serde_json::to_string(&told.seats[seat.index()]).unwrap()).collect()
}

#[test]
fn others_are_told_the_same_until_the_rules_reveal_it() {
    let wanted: usize =
        std::env::var("BATTLEWRIGHT_PAIRS").map_or(0, |pairs| pairs.parse().expect("a number of pairs"));
    for (name, games, count) in SECRETIVE {
        let table = table(name);
        let (mut pairs, mut steps, mut revealed) = (0, 0, BTreeMap::<String, usize>::new());
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
                let (made, reveal) = go_on([first, second], side, &mut luck);
                steps += made;
                if let Some(rule) = reveal {
                    *revealed.entry(rule).or_default() += 1;
                }
            }
            let choice = &choices[luck.below(choices.len())];
            keeper.choose(side, choice).unwrap();
        }
        println!("{name}: {pairs} pairs, {steps} choices in step, revealed by {revealed:?}");
        assert!(pairs > 0, "{name}");
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

/// Makes the same choices in both games while they are the same. Returns how many, and the rule that has revealed the difference.
fn go_on(mut games: [Keeper; 2], side: Side, luck: &mut Luck) -> (usize, Option<String>) {
    for step in 0..STEPS {
        let [Some((by, choices)), Some((also, others))] = games.each_ref().map(Keeper::choices) else {
            return (step, None);
        };
        if by != also {
            // The sides choose in another order, which only hidden inputs of one side can lead to.
            return (step, None);
        }
        let both: Vec<&String> = choices.iter().filter(|choice| others.contains(choice)).collect();
        if by != side {
            assert_eq!(choices, others, "the other side has the same choices");
        }
        if both.is_empty() {
            return (step, None);
        }
        let choice = both[luck.below(both.len())].clone();
        let [one, other] = games.each_mut().map(|game| game.choose(by, &choice).unwrap());
        let seats = Seat::ALL.into_iter().filter(|seat| seat.side() != Some(side));
        for seat in seats {
            let [one, other] = [&one, &other].map(|told| &told.seats[seat.index()]);
            let text = |messages: &Vec<ServerMessage>| serde_json::to_string(messages).unwrap();
            if text(one) != text(other) {
                return (step, Some(reveal(one, other)));
            }
        }
        if games.iter().any(|game| matches!(game.referee.game().now().turn(), Turn::Over(_))) {
            return (step, None);
        }
    }
    (STEPS, None)
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
