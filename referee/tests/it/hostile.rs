//! Messages of pages that nobody has written.

use battlewright_referee::{Proposal, Request, Seat, SeatMessage, UndoRule};
use proptest::prelude::*;

use crate::keeper::{Keeper, Luck, table};

/// The messages that are mutated.
const MESSAGES: [&str; 14] = [
    r#"{"t":"choose","id":"1","at":0,"do":"pass"}"#,
    r#"{"t":"go","id":"1","at":0,"to":[100.5,200.25]}"#,
    r#"{"t":"take-back","id":"1","at":0}"#,
    r#"{"t":"answer","id":"1","ask":1,"answer":"anew"}"#,
    r#"{"t":"promise","id":"1","hash":"00"}"#,
    r#"{"t":"share","id":"1","share":"00"}"#,
    r#"{"t":"note","id":"1","text":"hello"}"#,
    r#"{"t":"claim","id":"1","line":3,"rule":"4.0","text":"hello"}"#,
    r#"{"t":"odds","id":"1","do":"pass"}"#,
    r#"{"t":"why","id":"1","piece":"de-iii","point":[1e30,-5]}"#,
    r#"{"t":"card","id":"1","piece":"de-iii"}"#,
    r#"{"t":"add-time","id":"1","seconds":4294967295}"#,
    r#"{"t":"point","id":"1","mode":0,"point":[100.5,200.25],"slip":9,"facing":900,"bend":-50}"#,
    r#"{"t":"areas","id":"1","mode":1,"facing":null}"#,
];

/// Nothing that changes the game is taken from a spectator, and only legal choices from the side that must choose.
#[test]
fn mutated_messages_change_nothing_that_is_not_allowed() {
    let table = table("tutorial");
    let mut keeper = Keeper::new(&table, UndoRule::Asked);
    let mut luck = Luck::new(77);
    (0..20).for_each(|_| assert!(keeper.step(&mut luck)));
    let (side, choices) = keeper.choices().unwrap();
    let (mut read, mut taken) = (0, 0);
    for n in 0..10_000 {
        let mut text = MESSAGES[n % MESSAGES.len()].as_bytes().to_vec();
        if luck.below(3) > 0 {
            text = with_other_words(MESSAGES[n % MESSAGES.len()], &choices, &mut luck).into_bytes();
        } else {
            let at = luck.below(text.len());
            match luck.below(4) {
                0 => text[at] = u8::try_from(luck.below(256)).unwrap(),
                1 => drop(text.remove(at)),
                2 => text.insert(at, b"0123456789\"{}[],:-eE"[luck.below(20)]),
                _ => text.extend_from_within(at..),
            }
        }
        let Ok(message) = serde_json::from_slice::<SeatMessage>(&text) else { continue };
        read += 1;
        for seat in Seat::ALL {
            match keeper.referee.propose(seat, &message, 3000) {
                Ok(Proposal::Entries(entries)) => {
                    taken += 1;
                    assert_ne!(seat, Seat::Spectator, "{message:?}");
                    if let Request::Choose { action } = &message.request {
                        assert!(seat == Seat::of(side) && choices.contains(action), "{message:?}");
                    }
                    let mut copy = keeper.clone();
                    copy.take(entries);
                }
                Ok(Proposal::Answer(_)) => assert!(message.request.is_query()),
                Err(refusal) => assert!(!refusal.why.is_empty()),
            }
        }
    }
    println!("{read} of 10000 mutated messages can be read, {taken} are allowed");
    assert!(read > 500, "{read}");
}

/// Puts other words between some quotes: kinds, fields, answers and legal choices.
fn with_other_words(text: &str, choices: &[String], luck: &mut Luck) -> String {
    const WORDS: [&str; 16] = [
        "choose",
        "go",
        "take-back",
        "ask-take-back",
        "offer-draw",
        "ask-abandon",
        "answer",
        "resign",
        "yes",
        "anew",
        "withdrawn",
        "pass",
        "do",
        "text",
        "4.0 3a",
        "",
    ];
    let mut parts: Vec<&str> = text.split('"').collect();
    for _ in 0..=luck.below(2) {
        let at = luck.below(parts.len() / 2) * 2 + 1;
        parts[at] = match luck.below(3) {
            0 => &choices[luck.below(choices.len())],
            _ => WORDS[luck.below(WORDS.len())],
        };
    }
    let at = format!(r#""at":{}"#, luck.below(40));
    parts.join("\"").replace(r#""at":0"#, &at)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A choice of words is either a legal action, or refused in words.
    #[test]
    fn any_text_is_a_legal_choice_or_refused(action in "\\PC{0,40}", at in 0_u64..4) {
        let keeper = STARTED.with(Clone::clone);
        let message = SeatMessage { id: "1".to_owned(), at: Some(at), request: Request::Choose { action } };
        for seat in Seat::ALL {
            if let Err(refusal) = keeper.referee.propose(seat, &message, 1) {
                prop_assert!(!refusal.why.is_empty());
            }
        }
    }
}

thread_local! {
    static STARTED: Keeper = Keeper::new(&table("tutorial"), UndoRule::Asked);
}

#[test]
fn texts_have_limits() {
    let mut keeper = Keeper::new(&table("tutorial"), UndoRule::Asked);
    let note = |count: usize| Request::Note { text: "é".repeat(count) };
    assert!(keeper.act(Seat::First, note(0)).is_err());
    assert!(keeper.act(Seat::First, note(1001)).is_err());
    for _ in 0..500 {
        keeper.act(Seat::First, note(3)).unwrap();
    }
    assert!(keeper.act(Seat::Second, note(3)).unwrap_err().why.contains("at most 500"));
}
