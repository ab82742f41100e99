//! A keeper of a game in memory, and players at random.

use std::path::Path;
use std::sync::Arc;

use battlewright_engine::game::Side;
use battlewright_engine::players::Clock;
use battlewright_referee::{
    AskAnswer, DiceKind, Entry, GameRecord, GameTable, Header, LocalGame, LocalReply, LogLine, Proposal, Referee,
    Refusal, Request, Seat, SeatMessage, ServerMessage, Told, UndoRule, commitment,
};

/// One scenario of each system, with its secrets.
pub(crate) const SCENARIOS: [&str; 5] =
    ["tutorial", "pm-crisis-on-the-left", "aac-first-orders", "matz-mangin", "outrance-first-assault"];

pub(crate) const SECRET: [u8; 32] = [7; 32];

pub(crate) fn table(name: &str) -> Arc<GameTable> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenarios").join(format!("{name}.toml"));
    Arc::new(GameTable::open(&std::fs::read_to_string(path).unwrap()).unwrap())
}

/// A clock that stands still.
pub(crate) struct StillClock;

impl Clock for StillClock {
    fn milliseconds(&mut self) -> u64 {
        0
    }
}

/// Makes the next choice of a computer player; `None` if none must choose.
pub(crate) fn think(game: &mut LocalGame) -> Option<LocalReply> {
    let choice = game.think(None, Box::new(StillClock))?;
    Some(game.carry_out(&choice, 2).expect("the choice of a player fits"))
}

/// Numbers that are the same on every machine.
pub(crate) struct Luck(u64);

impl Luck {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap() % count.max(1)
    }
}

/// A game whose record is kept in memory.
#[derive(Clone)]
pub(crate) struct Keeper {
    pub(crate) referee: Referee,
    pub(crate) record: GameRecord,
    /// The time, in milliseconds since 1970.
    pub(crate) now: u64,
    sent: u64,
}

impl Keeper {
    /// A game without shares in the dice.
    pub(crate) fn new(table: &Arc<GameTable>, undo: UndoRule) -> Self {
        let mut keeper = Self::waiting(table, undo, false, [None, None]);
        let entries = keeper.referee.opening(1000);
        keeper.take(entries);
        keeper
    }

    pub(crate) fn waiting(
        table: &Arc<GameTable>,
        undo: UndoRule,
        shares: bool,
        computers: [Option<String>; 2],
    ) -> Self {
        let id = "00112233445566778899aabbccddeeff".to_owned();
        let dice = DiceKind { commitment: commitment("dice", &id, &SECRET), shares, secret: None };
        let mut header = Header::new(id, dice, undo, 1000, table.text().to_owned());
        header.computers = computers;
        let referee = Referee::new(Arc::clone(table), header, Some(SECRET));
        let record = GameRecord { header: referee.header().clone(), entries: Vec::new() };
        Self { referee, record, now: 2000, sent: 0 }
    }

    pub(crate) fn take(&mut self, entries: Vec<Entry>) -> Told {
        let told = self.referee.take(&entries).unwrap();
        self.record.entries.extend(entries);
        told
    }

    pub(crate) fn message(&mut self, seat: Seat, request: Request) -> SeatMessage {
        self.sent += 1;
        SeatMessage { id: self.sent.to_string(), at: Some(self.referee.m(seat)), request }
    }

    pub(crate) fn act(&mut self, seat: Seat, request: Request) -> Result<Told, Refusal> {
        let message = self.message(seat, request);
        match self.referee.propose(seat, &message, self.now)? {
            Proposal::Entries(entries) => Ok(self.take(entries)),
            Proposal::Answer(answer) => panic!("{answer:?}"),
        }
    }

    pub(crate) fn choose(&mut self, side: Side, action: &str) -> Result<Told, Refusal> {
        self.act(Seat::of(side), Request::Choose { action: action.to_owned() })
    }

    pub(crate) fn answer(&mut self, side: Side, answer: AskAnswer) -> Result<Told, Refusal> {
        self.act(Seat::of(side), self.answer_of(answer))
    }

    /// The answer to the open question, or to none.
    pub(crate) fn answer_of(&self, answer: AskAnswer) -> Request {
        let ask = self.referee.catch_up(Seat::First).into_iter().find_map(|message| match message {
            ServerMessage::Asked { n, .. } => Some(n),
            _ => None,
        });
        Request::Answer { ask, answer }
    }

    /// The log of a seat.
    pub(crate) fn log(&self, seat: Seat) -> Vec<LogLine> {
        match self.referee.catch_up(seat).swap_remove(0) {
            ServerMessage::Full(position) => position.log,
            other => panic!("{other:?}"),
        }
    }

    /// The choices of whoever must choose, as its page gets them.
    pub(crate) fn choices(&self) -> Option<(Side, Vec<String>)> {
        let side = self.referee.to_choose()?;
        let told = self.referee.catch_up(Seat::of(side));
        let Some(ServerMessage::Full(position)) = told.first() else { panic!("{told:?}") };
        assert_eq!(position.turn, Some(side.index()));
        let choices = position.choices.as_ref().unwrap();
        Some((side, choices.iter().map(|choice| choice.action.clone()).collect()))
    }

    /// Makes a choice at random; `false` at the end.
    pub(crate) fn step(&mut self, luck: &mut Luck) -> bool {
        let Some((side, choices)) = self.choices() else { return false };
        let choice = &choices[luck.below(choices.len())];
        self.choose(side, choice).unwrap();
        true
    }
}
