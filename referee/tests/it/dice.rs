//! Shares in the dice: the game begins when all are open.

use battlewright_referee::{Request, Seat, ServerMessage, Share, UndoRule, commitment};

use crate::keeper::{Keeper, table};

fn hex(byte: u8) -> String {
    format!("{byte:02x}").repeat(32)
}

#[test]
fn a_game_begins_when_all_shares_are_open() {
    let table = table("tutorial");
    let mut keeper = Keeper::waiting(&table, UndoRule::None, true, [None, None]);
    let id = keeper.referee.header().id.clone();
    let promise = |purpose, byte: u8| Request::Promise { hash: commitment(purpose, &id, &[byte; 32]) };
    let share = |byte: u8| Request::Share { share: Share(hex(byte)) };
    assert!(keeper.choices().is_none());
    let early = Request::Choose { action: "pass".to_owned() };
    assert!(keeper.act(Seat::First, early).unwrap_err().why.contains("both players have opened"));
    assert!(keeper.act(Seat::First, share(1)).is_err(), "nobody is bound");
    let told = keeper.act(Seat::First, promise("share first", 1)).unwrap();
    assert!(matches!(told.seats[1][..], [ServerMessage::Dice(ref dice)] if !dice.ready));
    assert!(keeper.act(Seat::First, promise("share first", 2)).is_err(), "bound once");
    assert!(keeper.act(Seat::First, share(1)).is_err(), "the other is not bound");
    assert!(keeper.act(Seat::Second, Request::Promise { hash: "zz".to_owned() }).is_err());
    keeper.act(Seat::Second, promise("share second", 2)).unwrap();
    assert!(keeper.act(Seat::First, share(3)).is_err(), "another share");
    keeper.act(Seat::Second, share(2)).unwrap();
    assert!(!keeper.referee.is_ready());
    keeper.act(Seat::First, share(1)).unwrap();
    assert!(keeper.referee.is_ready() && keeper.choices().is_some());
    assert!(keeper.act(Seat::First, share(1)).is_err(), "opened once");
    // Whoever adds no share is told of, and does not hold the game up.
    let mut plain = Keeper::waiting(&table, UndoRule::None, true, [None, None]);
    for seat in [Seat::First, Seat::Second] {
        plain.act(seat, Request::Promise { hash: String::new() }).unwrap();
    }
    assert!(plain.choices().is_some());
}

/// With the seed of a game in hand, a player could try choices out in a copy. The numbers of this one depend on a secret that pages are
/// not told: a player who guesses gets one in thirty-six right, as with any dice.
#[test]
fn coming_numbers_cannot_be_read_from_what_pages_are_told() {
    let table = table("tutorial");
    let keeper = Keeper::new(&table, UndoRule::None);
    let secret = "07".repeat(32);
    for seat in Seat::ALL {
        let told = format!("{:?}{:?}{:?}", keeper.referee.catch_up(seat), keeper.referee.welcome(seat), keeper.referee);
        assert!(!told.contains(&secret) && !told.contains("secret: Some"), "{told}");
    }
    assert!(!keeper.record.write().contains(&secret));
}
