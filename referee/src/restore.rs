//! Restoring a game from its record, also if the rules of this version lead elsewhere than those with which it was played.

use std::sync::Arc;

use battlewright_engine::game::Side;
use battlewright_engine::show::Show as _;

use crate::ask::AskSubject;
use crate::dice::{BYTES, of_hex};
use crate::hold::Hold;
use crate::record::{Entry, EntryKind, GameRecord, Header, RecordError};
use crate::seat::Seat;
use crate::table::GameTable;
use crate::take::Referee;

/// A position as the keeper of a game has known it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Mark {
    /// The number of entries before the position.
    pub n: usize,
    /// The [hash](Referee::fingerprint) of the position.
    pub hash: u64,
}

/// The part of an entry in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It counts.
    Counts,
    /// An input that was taken back later.
    Undone,
    /// It lies between a [return](EntryKind::Return) and the position to which that has led.
    Returned,
}

/// The first entry that does not lead where it has led before.
struct Misfit {
    /// The number of entries up to the last mark that was met.
    same: Option<usize>,
    /// The index of the entry.
    entry: usize,
    why: String,
}

/// Returns the fate of each entry.
pub(crate) fn fates(entries: &[Entry]) -> Vec<Fate> {
    let mut fates = vec![Fate::Counts; entries.len()];
    let mut end = entries.len();
    while let Some(n) = end.checked_sub(1) {
        end = n;
        if let Some(EntryKind::Return { to, .. }) = entries.get(n).map(|entry| &entry.kind)
            && let Some(returned) = fates.get_mut(*to..n)
        {
            returned.fill(Fate::Returned);
            end = *to;
        }
    }
    let mut inputs = Vec::new();
    for (n, entry) in entries.iter().enumerate() {
        match entry.kind {
            _ if fates.get(n) == Some(&Fate::Returned) => {}
            EntryKind::Choice { .. } | EntryKind::Picks { .. } => inputs.push(n),
            EntryKind::Back { to, .. } => {
                for undone in inputs.drain(to.min(inputs.len())..) {
                    fates.get_mut(undone).into_iter().for_each(|fate| *fate = Fate::Undone);
                }
            }
            _ => {}
        }
    }
    fates
}

impl Referee {
    /// Restores the game of `record`. Each entry is checked: choices against the rules, and numbers against the dice if the secret
    /// is known, as it is after the end.
    ///
    /// # Errors
    /// The first entry that does not fit those before it.
    pub fn of(table: Arc<GameTable>, record: &GameRecord, secret: Option<[u8; BYTES]>) -> Result<Self, RecordError> {
        let mut referee = Self::new(table, record.header.clone(), secret.or_else(|| opened(record)));
        let misfit = referee.read(&record.entries, &fates(&record.entries), false, &[]);
        misfit.map_err(|Misfit { entry, why, .. }| RecordError::Entry { line: entry + 2, why })?;
        referee.hush();
        Ok(referee)
    }

    /// Restores the game of `record`, which a keeper has stored with the `marks` of its positions, in order. If the rules of this
    /// version lead elsewhere, the game is [held](Self::hold) at the last position that is the same. Inputs that were taken back
    /// may lead anywhere.
    pub fn restore(table: &Arc<GameTable>, record: &GameRecord, secret: Option<[u8; BYTES]>, marks: &[Mark]) -> Self {
        let secret = secret.or_else(|| opened(record));
        let fresh = || Self::new(Arc::clone(table), record.header.clone(), secret);
        let fates = fates(&record.entries);
        // An equal end needs no look at what came before.
        let counts = |mark: &&Mark| fates.get(mark.n).is_some_and(|fate| *fate != Fate::Returned);
        let last: Vec<Mark> = marks.iter().rfind(counts).copied().into_iter().collect();
        let mut referee = fresh();
        if referee.read(&record.entries, &fates, false, &last).is_err() {
            referee = fresh();
            if let Err(misfit) = referee.read(&record.entries, &fates, true, marks) {
                referee = fresh();
                referee.begin_hold(&record.entries, &fates, misfit);
            }
        }
        referee.hush();
        referee
    }

    /// Takes `entries`, and compares positions with `marks`. `settled` leaves out what was taken back.
    fn read(&mut self, entries: &[Entry], fates: &[Fate], settled: bool, marks: &[Mark]) -> Result<(), Misfit> {
        let mut marks = marks.iter().peekable();
        // The inputs that are left out, and not yet taken back.
        let (mut same, mut pending) = (None, 0_usize);
        for (n, (entry, fate)) in entries.iter().zip(fates).enumerate() {
            while let Some(mark) = marks.next_if(|mark| mark.n <= n) {
                if mark.n < n || *fate == Fate::Returned || pending > 0 {
                    continue;
                }
                if mark.hash != self.fingerprint() {
                    let entry = first_input(entries, fates, same.unwrap_or_default()).unwrap_or(n);
                    return Err(Misfit {
                        same,
                        entry,
                        why: "it led to another position than it did before".to_owned(),
                    });
                }
                same = Some(n);
            }
            let taken = match (fate, &entry.kind) {
                (Fate::Returned, kind) if !lasts(kind) => {
                    // Among them is the agreement to return.
                    self.hear(entry);
                    self.count(&entry.kind);
                    Ok(())
                }
                (Fate::Undone, _) if settled => {
                    pending += 1;
                    self.count(&entry.kind);
                    Ok(())
                }
                (_, EntryKind::Back { to, branch }) if settled => {
                    pending = to.saturating_sub(self.game.len());
                    self.count(&entry.kind);
                    entry.by.map_or_else(
                        || Err("no player has caused it".to_owned()),
                        |side| {
                            self.took_back(side, *branch);
                            self.listen(entry);
                            Ok(())
                        },
                    )
                }
                // The keeper has checked it with other rules, and what was taken back is not there to look at.
                _ if settled => self.carry_out(entry).map(drop),
                _ => self.take_one(entry).map(drop),
            };
            taken.map_err(|why| Misfit { same, entry: n, why })?;
        }
        Ok(())
    }

    /// Tells nobody what happened before.
    fn hush(&mut self) {
        let undo = Seat::ALL.map(|seat| self.undo_told(seat));
        for (stream, undo) in self.streams.iter_mut().zip(undo) {
            stream.step(&self.table, undo);
        }
    }

    /// Goes to the last position that is the same, and stays there.
    fn begin_hold(&mut self, entries: &[Entry], fates: &[Fate], misfit: Misfit) {
        let Misfit { same, entry, why } = misfit;
        let kept = same.unwrap_or_default().min(entries.len());
        let (before, after) = entries.split_at(kept);
        // All of these were just taken.
        let _ = self.read(before, fates, true, &[]);
        let after = || after.iter().zip(fates.iter().skip(kept));
        let mut inputs: Vec<Option<Side>> = Vec::new();
        for (entry, _) in after().filter(|(_, fate)| **fate != Fate::Returned) {
            match &entry.kind {
                EntryKind::Choice { .. } => inputs.push(entry.by),
                EntryKind::Picks { .. } => inputs.push(None),
                EntryKind::Back { to, .. } => inputs.truncate(to.saturating_sub(self.game.len())),
                _ => {}
            }
        }
        let falls = Side::BOTH.map(|side| inputs.iter().filter(|by| **by == Some(side)).count());
        let branches = entries.iter().map(|entry| match &entry.kind {
            EntryKind::Picks { branch, .. } | EntryKind::Back { branch, .. } | EntryKind::Return { branch, .. } => {
                *branch
            }
            _ => 0,
        });
        let rule = self.game.now().status().rule;
        // Nobody must choose any more.
        self.silent_since = [None; 2];
        self.hold = Some(Hold {
            same,
            entry,
            why,
            rule: format!("{} {}", rule.number, rule.title).trim().to_owned(),
            branch: branches.max().unwrap_or_default().saturating_add(1),
            falls,
        });
        for (entry, fate) in after() {
            let decides = match &entry.kind {
                EntryKind::Answer { .. } | EntryKind::End { .. } => true,
                EntryKind::Ask { what } => matches!(what, AskSubject::Abandon | AskSubject::Return),
                _ => false,
            };
            let is_taken = lasts(&entry.kind) || decides && *fate == Fate::Counts;
            if !is_taken || self.carry_out(entry).is_err() {
                self.count(&entry.kind);
            }
        }
    }

    /// Takes the return to the position after `to` entries, which the replay has not left.
    pub(crate) fn take_return(&mut self, to: usize, branch: u32, engine: &str, at: u64) -> Result<(), String> {
        if to > self.entries || branch <= self.branches {
            return Err("there is nothing like that to return to".to_owned());
        }
        (self.branch, self.branches, self.ask) = (branch, branch, None);
        if let Some(clock) = &mut self.clock {
            // No time has passed for a game that nobody could play.
            clock.resume(clock.since, at);
        }
        let text = format!("The players go on from here with version {engine} of the rules. Rolls are made anew.");
        self.streams.iter_mut().for_each(|stream| stream.tell(text.clone()));
        Ok(())
    }
}

/// Returns `true` for what stays when players return to an earlier position.
fn lasts(kind: &EntryKind) -> bool {
    matches!(
        kind,
        EntryKind::Promise { .. } | EntryKind::Share { .. } | EntryKind::Note { .. } | EntryKind::Claim { .. }
    )
}

/// Returns the index of the first input from `from` on that counts.
fn first_input(entries: &[Entry], fates: &[Fate], from: usize) -> Option<usize> {
    let mut all = entries.iter().zip(fates).enumerate().skip(from);
    all.find_map(|(n, (entry, fate))| {
        let is_input = matches!(entry.kind, EntryKind::Choice { .. } | EntryKind::Picks { .. });
        (is_input && *fate == Fate::Counts).then_some(n)
    })
}

/// Returns the secret that the end of a record opens.
fn opened(record: &GameRecord) -> Option<[u8; BYTES]> {
    let header: &Header = &record.header;
    record.entries.iter().rev().find_map(|entry| match &entry.kind {
        EntryKind::End { secret, .. } => of_hex(secret).filter(|secret| header.is_bound_to(secret)),
        _ => None,
    })
}
