//! Promises about any text that a page may send: it is refused or understood, and never chooses what is not legal. `hostile.rs`
//! tries mutated messages on them.

use std::sync::{Arc, LazyLock};

use battlewright_host::Hello;
use battlewright_referee::{
    DiceKind, EntryKind, GameTable, Header, Proposal, Referee, Seat, SeatMessage, ServerMessage, UndoRule, commitment,
};

/// A game in which somebody has to choose.
pub(crate) struct BegunGame {
    /// The referee.
    pub(crate) referee: Referee,
    /// The seat that has to choose.
    pub(crate) chooser: Seat,
    /// Its legal choices, in their notation.
    pub(crate) choices: Vec<String>,
    fingerprint: u64,
}

/// The game in which messages are tried.
pub(crate) static GAME: LazyLock<BegunGame> = LazyLock::new(|| {
    let table = Arc::new(GameTable::open(include_str!("../../../scenarios/aac-first-orders.toml")).unwrap());
    let dice = DiceKind { commitment: commitment("dice", "g", &[7; 32]), shares: false, secret: None };
    let header = Header::new("g".to_owned(), dice, UndoRule::Asked, 0, table.text().to_owned());
    let mut referee = Referee::new(table, header, Some([7; 32]));
    let opening = referee.opening(1);
    referee.take(&opening).unwrap();
    let chooser = Seat::of(referee.to_choose().unwrap());
    let full = referee.catch_up(chooser).into_iter().find_map(|message| match message {
        ServerMessage::Full(position) => Some(position),
        _ => None,
    });
    let choices = full.unwrap().choices.unwrap().into_iter().map(|choice| choice.action).collect();
    let fingerprint = referee.fingerprint();
    BegunGame { referee, chooser, choices, fingerprint }
});

/// The fate of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tried {
    /// It is no message of a seat.
    Unread,
    /// No seat may send it.
    Refused,
    /// A player may send it.
    Carried,
}

/// Sends `text` from each seat: nothing is carried out for a spectator, in the name of another, or against the rules, and a proposal
/// changes nothing.
pub(crate) fn check_choose(text: &str) -> Tried {
    let BegunGame { referee, chooser, choices, fingerprint } = &*GAME;
    let Ok(message) = serde_json::from_str::<SeatMessage>(text) else { return Tried::Unread };
    let mut tried = Tried::Refused;
    for seat in Seat::ALL {
        let Ok(Proposal::Entries(entries)) = referee.propose(seat, &message, 2) else { continue };
        tried = Tried::Carried;
        assert_ne!(seat, Seat::Spectator, "{text}");
        for entry in &entries {
            assert!(entry.by.is_none_or(|side| Seat::of(side) == seat), "{text}");
            if let EntryKind::Choice { action } = &entry.kind {
                assert_eq!((seat, message.at), (*chooser, Some(referee.m(*chooser))), "{text}");
                assert!(choices.contains(action), "{text}: {action}");
            }
        }
    }
    assert_eq!(referee.fingerprint(), *fingerprint, "{text}");
    tried
}

/// Reads `text` as the first message of a page; returns `true` if it is one. What was read, written again, is read as the same.
pub(crate) fn check_hello(text: &str) -> bool {
    let Some(hello) = Hello::read(text) else { return false };
    assert!(hello.game.len() <= 64 && hello.token.len() <= 64, "{text}");
    let again = serde_json::json!({
        "t": "hello", "v": 1, "game": hello.game, "token": hello.token, "deflate": hello.deflate,
    });
    assert_eq!(Hello::read(&again.to_string()), Some(hello), "{text}");
    true
}
