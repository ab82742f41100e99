//! Games by mail: what both players do while a link is on its way, and links that take back what they may not.

use battlewright_engine::game::Side;
use battlewright_engine::show::Show as _;
use battlewright_referee::{
    AskAnswer, Entry, EntryKind, GameRecord, LocalGame, LocalOrder, MailMerge, MailNews, Reply, Request, Seat,
    SeatMessage, ServerMessage, UndoRule, news,
};

use crate::keeper::{Luck, table};

/// A player's browser: the game, and the text of its record.
struct Browser {
    seat: Seat,
    game: LocalGame,
    text: String,
    now: u64,
}

impl Browser {
    fn of(seat: Seat, text: &str) -> Self {
        Self { seat, game: LocalGame::resume(text).unwrap(), text: text.to_owned(), now: 10 }
    }

    fn act(&mut self, request: Request) -> Reply {
        self.now += 10;
        let at = Some(self.game.referee().m(self.seat));
        let reply = self.game.message(self.seat, &SeatMessage { id: "1".to_owned(), at, request }, self.now);
        self.text += &reply.lines;
        reply.reply
    }

    fn does(&mut self, request: Request) {
        let reply = self.act(request);
        assert!(matches!(reply, Reply::Done { .. }), "{reply:?}");
    }

    /// The number of the open question.
    fn question(&self) -> Option<u32> {
        self.game.referee().catch_up(self.seat).into_iter().find_map(|message| match message {
            ServerMessage::Asked { n, .. } => Some(n),
            _ => None,
        })
    }

    /// Chooses at random until the other side must.
    fn play(&mut self, luck: &mut Luck) {
        while self.game.referee().to_choose() == self.seat.side() {
            let told = self.game.referee().catch_up(self.seat);
            let Some(ServerMessage::Full(position)) = told.first() else { panic!("{told:?}") };
            let choices = position.choices.as_ref().unwrap();
            let action = choices[luck.below(choices.len())].action.clone();
            self.does(Request::Choose { action });
        }
    }

    /// Writes or asks something, if it is allowed now.
    fn talk(&mut self, luck: &mut Luck) {
        let text = format!("Word {}", luck.below(1000));
        let request = match luck.below(5) {
            0 => Request::Claim { line: None, rule: "5.2".to_owned(), text },
            1 => Request::OfferDraw,
            2 => Request::AskTakeBack,
            _ => Request::Note { text },
        };
        let reply = self.act(request);
        assert!(matches!(reply, Reply::Done { .. } | Reply::Refused { .. }), "{reply:?}");
    }

    /// Opens the link of the other; returns the news.
    fn open(&mut self, text: &str) -> MailNews {
        let [kept, got] = [&self.text, text].map(|text| GameRecord::read(text).unwrap());
        let found = news(&kept, &got, self.seat, &self.game.referee().game().start().sides());
        let text = match &found {
            MailNews::Added { merge: Some(MailMerge { record, .. }), .. } => record.as_str(),
            MailNews::Added { merge: None, .. } => text,
            MailNews::Same | MailNews::Older { .. } => return found,
            MailNews::Rewritten { .. } => panic!("{found:?}"),
        };
        (self.game, self.text) = (LocalGame::resume(text).unwrap(), text.to_owned());
        found
    }
}

fn begun() -> String {
    let order = LocalOrder {
        id: "00112233445566778899aabbccddeeff".to_owned(),
        seed: "the farm".to_owned(),
        names: Default::default(),
        computers: [None, None],
        undo: UndoRule::Asked,
        scenario: table("tutorial").text().to_owned(),
    };
    LocalGame::begin(order.header(1), 1).unwrap().1
}

/// Both go on from the same record, one of them with a turn. Whoever opens the link of the other first, both come to the same game.
#[test]
fn what_is_written_while_a_link_is_on_its_way_stays() {
    let (mut merged, mut lapsed, mut asked) = (0, 0, 0);
    for seed in 0..4 {
        let (text, mut luck) = (begun(), Luck::new(seed));
        let mut two = [Browser::of(Seat::First, &text), Browser::of(Seat::Second, &text)];
        for _ in 0..12 {
            let Some(side) = two[0].game.referee().to_choose() else { break };
            let (mover, waiter) = (side.index(), side.other().index());
            if let Some(n) = two[mover].question()
                && luck.below(2) == 0
            {
                // Either the player who is asked answers, or the one who has asked withdraws the question.
                let answers = [AskAnswer::No, AskAnswer::Withdrawn];
                let mut answers = answers.into_iter();
                assert!(answers.any(|answer| {
                    matches!(two[mover].act(Request::Answer { ask: Some(n), answer }), Reply::Done { .. })
                }));
                asked += 1;
            }
            two[mover].play(&mut luck);
            (0..luck.below(3)).for_each(|_| two[waiter].talk(&mut luck));
            (0..luck.below(2)).for_each(|_| two[mover].talk(&mut luck));
            let sent = [0, 1].map(|n| two[n].text.clone());
            let found = [0, 1].map(|n| two[n].open(&sent[1 - n]));
            assert_eq!(two[0].text, two[1].text, "both come to the same game");
            for one in found {
                if let MailNews::Added { own, merge, .. } = one {
                    assert!(own.is_empty(), "{own:?}");
                    merged += usize::from(merge.is_some());
                    lapsed += merge.map_or(0, |merge| merge.lapsed.len());
                }
            }
        }
    }
    println!("{merged} merged, {lapsed} lapsed, {asked} answered");
    assert!(merged > 10 && lapsed > 0 && asked > 0, "{merged} {lapsed} {asked}");
}

/// The other player does not like a roll, goes back before it, and rolls anew.
#[test]
fn a_link_that_takes_back_past_the_dice_is_no_game() {
    let (text, mut luck) = (begun(), Luck::new(7));
    let mut browser = Browser::of(Seat::First, &text);
    let count = |text: &str| {
        let kinds = GameRecord::read(text).unwrap().entries;
        let is_input = |entry: &&Entry| matches!(entry.kind, EntryKind::Choice { .. } | EntryKind::Picks { .. });
        kinds.iter().filter(is_input).count()
    };
    // Up to the first roll, by whoever must choose.
    let to = loop {
        browser.seat = Seat::of(browser.game.referee().to_choose().unwrap());
        let before = count(&browser.text);
        let told = browser.game.referee().catch_up(browser.seat);
        let Some(ServerMessage::Full(position)) = told.first() else { panic!("{told:?}") };
        let choices = position.choices.as_ref().unwrap();
        browser.does(Request::Choose { action: choices[luck.below(choices.len())].action.clone() });
        if count(&browser.text) > before + 1 {
            break before;
        }
    };
    let by = if browser.seat == Seat::First { Side::First } else { Side::Second };
    for branch in [0, 1] {
        let mut record = GameRecord::read(&browser.text).unwrap();
        record.entries.push(Entry { at: 900, by: Some(by), kind: EntryKind::Back { to, branch } });
        let why = LocalGame::resume(&record.write()).unwrap_err().to_string();
        assert!(why.starts_with(&format!("line {}: the choice stands", record.entries.len() + 1)), "{why}");
    }
    // With the answer of the other it is one, and that player is asked whether the answer is the own one.
    browser.does(Request::AskTakeBack);
    let kept = GameRecord::read(&browser.text).unwrap();
    let mut other = Browser::of(Seat::of(by.other()), &browser.text);
    let ask = other.question();
    other.does(Request::Answer { ask, answer: AskAnswer::Anew });
    let got = GameRecord::read(&other.text).unwrap();
    let sides = other.game.referee().game().start().sides();
    let MailNews::Added { own, changed, .. } = news(&kept, &got, Seat::of(by.other()), &sides) else { panic!() };
    assert_eq!((own.len(), changed.len()), (1, 1));
    assert!(own[0].ends_with("agreed, with new rolls"), "{own:?}");
}
