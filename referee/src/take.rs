//! The referee: the game that the entries of a record give.

use std::fmt;
use std::sync::Arc;

use battlewright_engine::any::{AnyAction, AnyEvent, AnyGame};
use battlewright_engine::game::{Game as _, Side, Turn};
use battlewright_engine::play::replay::Header as ReplayHeader;
use battlewright_engine::play::{Match, Replay};
use battlewright_engine::show::Show as _;

use crate::ask::{Ask, AskAnswer, AskSubject};
use crate::clock::ClockState;
use crate::dice::{BYTES, DiceProof, FairDice, Share, commitment, of_hex, purpose};
use crate::fence;
use crate::hold::Hold;
use crate::message::{DiceTold, OutcomeTold, Position, ServerMessage, Welcome};
use crate::outcome;
use crate::record::{Entry, EntryKind, Header, MAX_ENTRIES, UndoRule};
use crate::seat::Seat;
use crate::stream::{SeatStream, UndoTold};
use crate::table::GameTable;

/// The messages to each seat, in the order of [`Seat::ALL`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Told {
    /// The messages of each seat, in order.
    pub seats: [Vec<ServerMessage>; 3],
}

/// The facts about an input in effect that undo needs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InputFact {
    /// The side that chose; `None` for a roll or a draw.
    pub(crate) by: Option<Side>,
    /// `true` if its player cannot take it back alone.
    pub(crate) fence: bool,
    /// The number of the position of each seat after it.
    pub(crate) after: [u64; 3],
    /// The side whose turn of choosing it has ended, with the milliseconds that its clock got for that.
    pub(crate) earned: Option<(Side, u64)>,
}

/// The referee of a game.
#[derive(Clone)]
pub struct Referee {
    pub(crate) table: Arc<GameTable>,
    pub(crate) header: Header,
    pub(crate) entries: usize,
    /// The secret of the keeper; `None` for a reader of an unfinished record.
    pub(crate) secret: Option<[u8; BYTES]>,
    promises: [Option<String>; 2],
    shares: [Option<Share>; 2],
    pub(crate) dice: Option<FairDice>,
    pub(crate) game: Match<AnyGame>,
    pub(crate) facts: Vec<InputFact>,
    pub(crate) branch: u32,
    pub(crate) branches: u32,
    pub(crate) ask: Option<Ask>,
    /// The number of questions so far.
    pub(crate) asks: u32,
    /// The question to which the last entry has agreed, and the answer.
    pub(crate) agreed: Option<(Ask, AskAnswer)>,
    /// The time of the last entry of each side, or of the start.
    pub(crate) heard: [u64; 2],
    pub(crate) clock: Option<ClockState>,
    /// The time since which each side has done nothing, in milliseconds since 1970; `None` for one that is not awaited.
    pub(crate) silent_since: [Option<u64>; 2],
    pub(crate) end: Option<OutcomeTold>,
    pub(crate) hold: Option<Hold>,
    pub(crate) streams: [SeatStream; 3],
    /// The notes and doubts so far, as each player is told them.
    pub(crate) notes: Vec<[ServerMessage; 2]>,
}

impl fmt::Debug for Referee {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // No secrets in logs.
        write!(f, "Referee({}, {} inputs)", self.header.id, self.game.len())
    }
}

impl Referee {
    /// Starts a game on `table`. `secret` is the secret of the keeper; a record that holds it needs none.
    pub fn new(table: Arc<GameTable>, mut header: Header, secret: Option<[u8; BYTES]>) -> Self {
        table.scenario().system().name().clone_into(&mut header.system);
        table.scenario().title().clone_into(&mut header.title);
        let start = table.start().clone();
        let secret = secret.or_else(|| header.dice.secret.as_deref().and_then(of_hex));
        let (persons, made) = (header.computers.each_ref().map(Option::is_none), header.made);
        // A computer player adds no share.
        let promise = |person: bool| if person && header.dice.shares { None } else { Some(String::new()) };
        let mut referee = Self {
            promises: persons.map(promise),
            shares: persons.map(|person| promise(person).map(|_| Share::default())),
            clock: header.clock.map(ClockState::new),
            streams: Seat::ALL.map(|seat| SeatStream::new(seat, &start)),
            game: Match::new(start),
            table,
            header,
            entries: 0,
            secret,
            dice: None,
            facts: Vec::new(),
            branch: 0,
            branches: 0,
            ask: None,
            asks: 0,
            agreed: None,
            heard: [made; 2],
            silent_since: [None; 2],
            end: None,
            hold: None,
            notes: Vec::new(),
        };
        referee.find_dice();
        let runs = referee.to_choose();
        if let Some(clock) = &mut referee.clock {
            clock.run(runs, made);
        }
        referee
    }

    /// Takes `entries`, which [`propose`](Self::propose) has returned and which are stored, and returns what each seat is told.
    ///
    /// # Errors
    /// The reason why an entry does not fit; then the caller has changed it, and should [restore](Self::of) the game. So it should
    /// after a [return](EntryKind::Return).
    pub fn take(&mut self, entries: &[Entry]) -> Result<Told, String> {
        let mut told = Told::default();
        if entries.iter().any(|entry| matches!(entry.kind, EntryKind::Return { .. })) {
            return Err("the game must be restored from its record".to_owned());
        }
        for entry in entries {
            let messages = self.take_one(entry)?;
            for (seat, message) in messages {
                if let Some(seat) = told.seats.get_mut(seat) {
                    seat.push(message);
                }
            }
        }
        let is_back = entries.iter().any(|entry| matches!(entry.kind, EntryKind::Back { .. }));
        for seat in Seat::ALL {
            let undo = self.undo_told(seat);
            let stream = &mut self.streams[seat.index()];
            let full = is_back.then(|| stream.full(&self.table, undo));
            let step = stream.step(&self.table, undo);
            let position = match (full, step) {
                (Some(full), _) => Some(ServerMessage::Full(Box::new(self.shown(full, seat)))),
                (None, step) => step.map(|step| ServerMessage::Step(Box::new(self.shown(step, seat)))),
            };
            // The position comes first: an end or a question is about it.
            told.seats[seat.index()].splice(0..0, position);
        }
        Ok(told)
    }

    /// Returns what a page needs to know before the first position.
    pub fn welcome(&self, seat: Seat) -> Welcome {
        Welcome {
            seat,
            title: self.header.title.clone(),
            system: self.header.system.clone(),
            game: self.table.scenario().system().title().to_owned(),
            sides: self.game.start().sides(),
            names: self.header.names.clone(),
            computers: self.header.computers.clone(),
            undo: self.header.undo,
            clock: self.header.clock,
            dice: self.dice_told(),
            size: self.table.size(),
            is_table: self.table.is_table(),
            inch: self.table.inch(),
        }
    }

    /// Returns the messages with which a page of `seat` shows the whole game: the position, notes, an open question, the end.
    pub fn catch_up(&self, seat: Seat) -> Vec<ServerMessage> {
        let mut messages = vec![ServerMessage::Full(Box::new(self.full(seat)))];
        messages.extend(self.held(seat));
        if let Some(side) = seat.side() {
            messages.extend(self.notes.iter().map(|note| note[side.index()].clone()));
            messages.extend(self.ask.map(|ask| self.asked(ask, seat)));
        }
        messages.extend(self.over());
        messages
    }

    /// Returns the whole position and log of `seat`.
    pub(crate) fn full(&self, seat: Seat) -> Position {
        let full = self.streams[seat.index()].full(&self.table, self.undo_told(seat));
        self.shown(full, seat)
    }

    /// Returns the header of the record.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the table of the game.
    pub fn table(&self) -> &Arc<GameTable> {
        &self.table
    }

    /// Returns the number of entries taken.
    pub fn entries(&self) -> usize {
        self.entries
    }

    /// Returns the number of inputs in effect.
    pub fn inputs(&self) -> usize {
        self.game.len()
    }

    /// Returns the hash of the position, by which another version of the engine is found out. Nobody may be told it during the game:
    /// it tells secrets to those who try.
    pub fn fingerprint(&self) -> u64 {
        self.game.now().fingerprint()
    }

    /// Returns the number of the position of `seat`.
    pub fn m(&self, seat: Seat) -> u64 {
        self.streams[seat.index()].m()
    }

    /// Returns the end of the game; `None` while it goes on.
    pub fn end(&self) -> Option<&OutcomeTold> {
        self.end.as_ref()
    }

    /// Returns the side that must choose; `None` before the dice are ready, after the end, and while the game is held.
    pub fn to_choose(&self) -> Option<Side> {
        match self.game.now().turn() {
            Turn::Choose(side) if self.end.is_none() && self.hold.is_none() && self.dice.is_some() => Some(side),
            _ => None,
        }
    }

    /// Returns `true` once the game has its numbers.
    pub fn is_ready(&self) -> bool {
        self.dice.is_some()
    }

    /// Returns the inputs in effect, for the keeper alone.
    pub fn game(&self) -> &Match<AnyGame> {
        &self.game
    }

    /// Returns the proof of the dice, once the game is over: until then, nobody may be told the secret.
    pub fn dice_proof(&self) -> Option<DiceProof> {
        self.end.as_ref().map(|_| self.proof())
    }

    /// Returns the game as a replay for other programs. It holds the secrets of both sides.
    pub fn replay(&self) -> Replay {
        let header = ReplayHeader::new(
            self.header.system.clone(),
            self.header.title.clone(),
            self.header.players(),
            None,
            self.table.text(),
        );
        Replay::of(header, &self.game)
    }

    /// Returns what is known of the dice.
    pub(crate) fn dice_told(&self) -> DiceTold {
        DiceTold {
            commitment: self.header.dice.commitment.clone(),
            promises: self.promises.clone(),
            opened: self.shares.each_ref().map(Option::is_some),
            ready: self.dice.is_some(),
        }
    }

    /// Returns the promise of `side` to a share; `None` while it is awaited.
    pub(crate) fn promise(&self, side: Side) -> Option<&str> {
        self.promises[side.index()].as_deref()
    }

    /// Returns `true` if both players are bound, so that shares can be opened.
    pub(crate) fn all_promised(&self) -> bool {
        self.promises.iter().all(Option::is_some)
    }

    /// Returns `true` if the share of `side` is opened, or not needed.
    pub(crate) fn is_opened(&self, side: Side) -> bool {
        self.shares[side.index()].is_some()
    }

    /// Returns the shares after `entries`.
    pub(crate) fn shares_after(&self, entries: &[Entry]) -> [Option<Share>; 2] {
        let mut shares = self.shares.clone();
        for entry in entries {
            let share = match &entry.kind {
                EntryKind::Promise { hash } if hash.is_empty() => Share::default(),
                EntryKind::Share { share } => share.clone(),
                _ => continue,
            };
            if let Some(side) = entry.by {
                shares[side.index()] = Some(share);
            }
        }
        shares
    }

    /// Returns the proof of the dice, once the secret may be told.
    fn proof(&self) -> DiceProof {
        DiceProof {
            game: self.header.id.clone(),
            commitment: self.header.dice.commitment.clone(),
            commitments: self.promises.clone().map(Option::unwrap_or_default),
            shares: self.shares.clone().map(Option::unwrap_or_default),
            secret: self.secret.map(|secret| crate::dice::hex(&secret)).unwrap_or_default(),
        }
    }

    fn over(&self) -> Option<ServerMessage> {
        let outcome = self.end.clone()?;
        Some(ServerMessage::Over { outcome, proof: self.proof() })
    }

    /// Makes the dice, if the secret is known and all shares are open.
    fn find_dice(&mut self) {
        let Some(secret) = self.secret.filter(|_| self.dice.is_none()) else { return };
        if let [Some(first), Some(second)] = &self.shares {
            self.dice = Some(FairDice::new(&self.header.id, &secret, [first.bytes(), second.bytes()]));
        }
    }

    /// Returns the number of rolls in effect.
    pub(crate) fn rolls(&self) -> u32 {
        u32::try_from(self.facts.iter().filter(|fact| fact.by.is_none()).count()).unwrap_or(u32::MAX)
    }

    /// Returns the branch that a roll anew would begin.
    pub(crate) fn next_branch(&self) -> u32 {
        self.branches + 1
    }

    /// Returns `true` if the other side is no person, who would have to agree.
    pub(crate) fn is_alone(&self, side: Side) -> bool {
        self.header.computers[side.other().index()].is_some()
    }

    /// Returns the number of inputs before the last choice of `side`; `None` if it has none.
    pub(crate) fn before_last_choice(&self, side: Side) -> Option<usize> {
        self.facts.iter().rposition(|fact| fact.by == Some(side))
    }

    /// Returns the side of the person who has made the last choice of a person; `None` before the first.
    pub fn last_person(&self) -> Option<Side> {
        let mut sides = self.facts.iter().rev().filter_map(|fact| fact.by);
        sides.find(|side| self.header.computers[side.index()].is_none())
    }

    /// Returns the number of inputs that stay if `side` takes its last choice back without asking; `None` if it may not.
    pub(crate) fn free_take_back(&self, side: Side) -> Option<usize> {
        let to = self.before_last_choice(side)?;
        let after = self.facts.get(to..)?;
        let is_free = match self.header.undo {
            UndoRule::None => false,
            UndoRule::Own | UndoRule::Asked => {
                self.is_alone(side) || after.iter().all(|fact| fact.by == Some(side) && !fact.fence)
            }
        };
        (is_free && self.end.is_none()).then_some(to)
    }

    pub(crate) fn undo_told(&self, seat: Seat) -> UndoTold {
        let Some(side) = seat.side().filter(|_| self.hold.is_none()) else { return UndoTold::default() };
        let free = self.free_take_back(side).is_some();
        let asked = self.end.is_none()
            && self.header.undo == UndoRule::Asked
            && self.before_last_choice(side).is_some()
            && !self.is_alone(side);
        UndoTold { free, asked }
    }

    /// Returns the question as `seat` is told it.
    fn asked(&self, ask: Ask, seat: Seat) -> ServerMessage {
        let (mut falls, mut rolls) = (Vec::new(), false);
        if let AskSubject::TakeBack(to) = ask.what {
            let from =
                to.checked_sub(1).and_then(|last| self.facts.get(last)).map_or(0, |fact| fact.after[seat.index()]);
            let lines = self.streams[seat.index()].lines_after(from);
            falls = lines.filter(|line| !line.heading).map(|line| line.text.clone()).collect();
            rolls = self.facts.get(to..).is_some_and(|facts| facts.iter().any(|fact| fact.by.is_none()));
        }
        ServerMessage::Asked { n: ask.n, by: ask.by.index(), what: ask.what, falls, rolls }
    }

    /// Takes one entry of a record that anybody may have written; returns the messages beside the position, each with the index of its
    /// seat.
    pub(crate) fn take_one(&mut self, entry: &Entry) -> Result<Vec<(usize, ServerMessage)>, String> {
        self.check_consent(entry)?;
        self.carry_out(entry)
    }

    /// Takes one entry like [`Self::take_one`], without a look at what the players have agreed on.
    pub(crate) fn carry_out(&mut self, entry: &Entry) -> Result<Vec<(usize, ServerMessage)>, String> {
        if self.entries == MAX_ENTRIES {
            return Err(format!("the record has more than {MAX_ENTRIES} entries"));
        }
        let players = [Seat::First, Seat::Second].map(Seat::index);
        let everybody = |message: ServerMessage| Seat::ALL.map(|seat| (seat.index(), message.clone())).to_vec();
        let side = || entry.by.ok_or_else(|| "no player has caused it".to_owned());
        if self.end.is_some() && !matches!(entry.kind, EntryKind::Note { .. } | EntryKind::Downtime { .. }) {
            return Err("the game is over".to_owned());
        }
        self.hear(entry);
        let mut messages = Vec::new();
        match &entry.kind {
            EntryKind::Promise { hash } => {
                let promise = &mut self.promises[side()?.index()];
                if promise.is_some() {
                    return Err("the player is bound already".to_owned());
                }
                *promise = Some(hash.clone());
                if hash.is_empty() {
                    self.shares[side()?.index()] = Some(Share::default());
                    self.find_dice();
                }
                messages.extend(everybody(ServerMessage::Dice(self.dice_told())));
            }
            EntryKind::Share { share } => {
                let side = side()?;
                let bytes = share.bytes().ok_or("the share is not 64 hexadecimal digits")?;
                let n = u8::try_from(side.index()).unwrap_or_default();
                let promised = self.promise(side).unwrap_or_default();
                if !self.all_promised() || commitment(purpose(n), &self.header.id, &bytes) != promised {
                    return Err("the share is not the one to which the player is bound".to_owned());
                }
                self.shares[side.index()] = Some(share.clone());
                self.find_dice();
                messages.extend(everybody(ServerMessage::Dice(self.dice_told())));
            }
            EntryKind::Choice { action } => {
                self.take_choice(side()?, action)?;
                // The other player has been told what would fall, which is no longer all.
                if self.ask.take_if(|ask| matches!(ask.what, AskSubject::TakeBack(_))).is_some() {
                    let text = "the game has gone on".to_owned();
                    messages.extend(players.map(|seat| (seat, ServerMessage::AskClosed { text: text.clone() })));
                }
            }
            EntryKind::Picks { branch, index, numbers } => self.take_picks(*branch, *index, numbers)?,
            EntryKind::Back { to, branch } => self.take_back(side()?, *to, *branch)?,
            EntryKind::Return { to, branch, engine } => self.take_return(*to, *branch, engine, entry.at)?,
            EntryKind::Ask { .. } => {
                let ask = self.ask.ok_or("no player has caused it")?;
                messages.extend(players.map(|seat| (seat, self.asked(ask, Seat::ALL[seat]))));
            }
            EntryKind::Answer { answer } => {
                let text = match answer {
                    AskAnswer::Yes => "agreed",
                    AskAnswer::Anew => "agreed, and rolls are made anew",
                    AskAnswer::No => "refused",
                    AskAnswer::Withdrawn => "no longer asked",
                };
                messages.extend(players.map(|seat| (seat, ServerMessage::AskClosed { text: text.to_owned() })));
            }
            EntryKind::Note { text } => {
                messages.extend(players.into_iter().zip(self.noted(side()?, entry.at, "", text, None)));
            }
            EntryKind::Claim { rule, text, line, .. } => {
                messages.extend(players.into_iter().zip(self.noted(side()?, entry.at, rule, text, line.as_ref())));
            }
            EntryKind::Time { seconds } => {
                let side = side()?.other();
                if let Some(clock) = &mut self.clock {
                    clock.add(side, *seconds, entry.at);
                    messages.extend(everybody(ServerMessage::Clock { clock: *clock }));
                }
            }
            EntryKind::Downtime { from } => {
                if let Some(clock) = &mut self.clock {
                    clock.resume(*from, entry.at);
                }
            }
            EntryKind::End { why, secret } => {
                let opened = of_hex(secret).filter(|secret| self.header.is_bound_to(secret));
                self.secret = Some(opened.ok_or("the secret is not the one to which the keeper is bound")?);
                self.end = Some(outcome::told(self.game.now(), *why, entry.by));
                self.ask = None;
                messages.extend(self.over().into_iter().flat_map(everybody));
            }
        }
        self.count(&entry.kind);
        let runs = self.to_choose();
        if let Some(clock) = self.clock.as_mut().filter(|_| !matches!(entry.kind, EntryKind::Downtime { .. })) {
            let before = clock.running;
            clock.run(runs, entry.at);
            // Who waits need not be told another position, such as when the last share is there.
            if clock.running != before {
                messages.extend(everybody(ServerMessage::Clock { clock: *clock }));
            }
        }
        if matches!(entry.kind, EntryKind::Choice { .. } | EntryKind::Picks { .. }) {
            self.pay(runs);
        }
        self.listen(entry);
        Ok(messages)
    }

    /// Counts an entry that is taken or left out.
    pub(crate) fn count(&mut self, kind: &EntryKind) {
        self.entries += 1;
        self.asks += u32::from(matches!(kind, EntryKind::Ask { .. }));
    }

    /// Gives the side that has chosen last its increment if the last input lets the other side, `chooser`, choose. Rolls in between do
    /// not end a turn of choosing.
    fn pay(&mut self, chooser: Option<Side>) {
        let Some(last) = self.facts.iter().rev().find_map(|fact| fact.by) else { return };
        if let (Some(clock), Some(fact)) = (&mut self.clock, self.facts.last_mut())
            && chooser == Some(last.other())
        {
            fact.earned = Some((last, clock.earn(last)));
        }
    }

    fn take_choice(&mut self, side: Side, notation: &str) -> Result<(), String> {
        let before = self.game.now().clone();
        let action = before.parse_action(notation).ok_or_else(|| format!("{notation:?} is no action now"))?;
        if before.turn() != Turn::Choose(side) {
            return Err("it is not the turn of this player".to_owned());
        }
        self.game.choose(action).map_err(|illegal| illegal.to_string())?;
        let fence = fence::tells(&before, &action, self.game.now(), side);
        self.told(Some(side), fence);
        Ok(())
    }

    fn take_picks(&mut self, branch: u32, index: u32, numbers: &[u16]) -> Result<(), String> {
        let Turn::Chance(chance) = self.game.now().turn() else {
            return Err("the game waits for no roll".to_owned());
        };
        if (branch, index) != (self.branch, self.rolls()) {
            return Err(format!("this is roll {} of branch {}", self.rolls(), self.branch));
        }
        if let Some(dice) = &self.dice {
            let rolled = dice.roll(branch, index, chance);
            if rolled != numbers {
                return Err(format!("the dice show {rolled:?}, and not {numbers:?}"));
            }
        }
        self.game.pick(numbers).map_err(|error| error.to_string())?;
        self.told(None, true);
        Ok(())
    }

    fn take_back(&mut self, side: Side, to: usize, branch: u32) -> Result<(), String> {
        if to >= self.game.len() || !(branch == self.branch || branch == self.next_branch()) {
            return Err("there is nothing like that to take back".to_owned());
        }
        self.game.jump(to);
        for (side, earned) in self.facts.drain(to..).filter_map(|fact| fact.earned) {
            self.clock.iter_mut().for_each(|clock| clock.forfeit(side, earned));
        }
        let after = self.facts.last().map_or([0; 3], |fact| fact.after);
        for (stream, m) in self.streams.iter_mut().zip(after) {
            stream.back(m, self.game.now());
        }
        self.took_back(side, branch);
        Ok(())
    }

    /// Tells that `side` has taken back its last choice, and begins the branch of the rolls.
    pub(crate) fn took_back(&mut self, side: Side, branch: u32) {
        let anew = if branch == self.branch { "" } else { " Rolls are made anew." };
        let text = format!("{} take back their last choice.{anew}", self.game.start().sides()[side.index()]);
        self.branches = self.branches.max(branch);
        (self.branch, self.ask) = (branch, None);
        self.streams.iter_mut().for_each(|stream| stream.tell(text.clone()));
    }

    /// Tells the seats the last input.
    fn told(&mut self, by: Option<Side>, fence: bool) {
        let n = self.game.len();
        let mut events: Vec<AnyEvent> =
            self.game.events().rev().take_while(|(input, _)| *input == n).map(|(_, event)| event.clone()).collect();
        events.reverse();
        for stream in &mut self.streams {
            stream.take(&self.table, n, self.game.now(), &events);
        }
        let after = Seat::ALL.map(|seat| self.streams[seat.index()].m());
        self.facts.push(InputFact { by, fence, after, earned: None });
    }

    /// Returns the action with this notation in the view of `side`.
    pub(crate) fn action_of(&self, side: Side, notation: &str) -> Option<AnyAction> {
        self.streams[side.index()].view().parse_action(notation)
    }
}
