//! Loading a game, and storing what is added to it before anybody is told.

use std::sync::Arc;
use std::time::{Duration, Instant};

use battlewright_referee::{Entry, Seat};

use super::line::Hangup;
use super::live::{KeptReferee, LiveGame, Play};
use super::rules::{GameRules, ToldFrames, Untaken};
use crate::admin::restored;
use crate::error::StoreError;
use crate::frame::{Frame, written};
use crate::host::Host;
use crate::older::{OlderProgram, OlderReferee};
use crate::store::games::{self, NewEntries};
use crate::store::results;
use crate::store::{self, StoredGame, outbox};

/// The time after which an older program that has failed is tried again.
const AGAIN: Duration = Duration::from_secs(30);

/// The reason why a game cannot be loaded.
enum LoadError {
    /// There is no such game.
    Missing,
    /// The data file cannot be read.
    Store(StoreError),
    /// This version cannot read the scenario.
    Unreadable(String),
}

impl LiveGame {
    /// Returns the referee, loaded if it is not in memory. Pages whose game is gone are hung up on.
    ///
    /// # Errors
    /// The reason to hang up.
    pub(super) async fn loaded<'a>(&self, host: &Arc<Host>, play: &'a mut Play) -> Result<&'a mut KeptReferee, Hangup> {
        if play.kept.as_ref().and_then(|kept| kept.again).is_some_and(|again| Instant::now() >= again) {
            play.kept = None;
        }
        if play.kept.is_none() {
            match self.load(host, play).await {
                Ok(kept) => {
                    if play.expected.take().is_some_and(|expected| expected != kept.entries) {
                        // What seemed not to be stored is.
                        self.hang_up(Hangup::Silent);
                    }
                    let stage = kept.referee.stage();
                    if play.stage.replace(stage).is_some_and(|before| before != stage) {
                        // An older program has failed, or has come: pages show what is now another position.
                        self.hang_up(Hangup::Silent);
                    }
                    let kept = play.kept.insert(kept);
                    if kept.awaited() != kept.noted {
                        // The server has ended between a choice and this note, or no feed may say any more that it is somebody's move.
                        self.note(host, kept).await;
                    }
                    self.settle(host, play).await;
                }
                Err(error) => {
                    let why = match error {
                        LoadError::Missing => Hangup::Unknown,
                        LoadError::Store(error) => {
                            host.log(format_args!("game {}: {error}", self.id));
                            Hangup::Store
                        }
                        LoadError::Unreadable(why) => {
                            host.log(format_args!("game {} is held: {why}", self.id));
                            self.send_all(&written(&Frame::held(&why)));
                            Hangup::Held
                        }
                    };
                    self.hang_up(why);
                    return Err(why);
                }
            }
        }
        play.kept.as_mut().ok_or(Hangup::Store)
    }

    async fn load(&self, host: &Arc<Host>, play: &mut Play) -> Result<KeptReferee, LoadError> {
        let id = self.id.clone();
        let read = store::read(&host.store, move |connection| {
            let known = (games::requests(connection, &id)?, games::awaited_side(connection, &id)?);
            Ok((games::load(connection, &id)?, known))
        });
        let (stored, (requests, awaited)) = read.await.map_err(LoadError::Store)?;
        let stored = stored.ok_or(LoadError::Missing)?;
        let scenario = stored.scenario.clone();
        let last = stored.record.entries.last().map_or(stored.record.header.made, |entry| entry.at);
        let entries = stored.record.entries.len();
        let kept = (!host.options.engines.is_empty()).then(|| stored.clone());
        let loading = Arc::clone(host);
        let restored = tokio::task::spawn_blocking(move || {
            let text = &stored.record.header.scenario;
            let table = loading.tables.open(&stored.scenario, text).map_err(|error| error.to_string())?;
            Ok(restored(&table, stored))
        });
        let mut own = restored.await.unwrap_or_else(|_| Err("the rules fail".to_owned()));
        let held = match &own {
            Ok(referee) => referee.hold().map(ToString::to_string),
            Err(why) => Some(why.clone()),
        };
        let (mut rules, mut again) = (None, None);
        if let Some(why) = held {
            if let Some(stored) = kept {
                rules = self.older(host, stored).await.map(|older| GameRules::Older(Box::new(older)));
                again = rules.is_none().then(|| Instant::now() + AGAIN);
            }
            if rules.is_none() {
                host.log(format_args!("game {} is held: {why}", self.id));
            }
        }
        let rules = match rules {
            Some(rules) => rules,
            None => {
                let own = std::mem::replace(&mut own, Err(String::new()));
                GameRules::Own(Box::new(own.map_err(LoadError::Unreadable)?))
            }
        };
        for (seat, id) in requests {
            let seat = Seat::ALL.into_iter().find(|other| other.index() == seat);
            if let Some(seat) = seat.filter(|seat| play.answered(*seat, &id).is_none()) {
                play.remember(seat, &id, written(&Frame::Done { id: &id, m: rules.m(seat) }));
            }
        }
        Ok(KeptReferee { referee: rules, computer: None, entries, last, scenario, noted: awaited, again })
    }

    /// Hands the game to the first older program that comes to the position that was stored; the one that has begun it comes first.
    async fn older(&self, host: &Arc<Host>, stored: StoredGame) -> Option<OlderReferee> {
        let begun = &stored.record.header.engine;
        let mut programs: Vec<&OlderProgram> = host.options.engines.iter().collect();
        programs.sort_by_key(|program| program.version != *begun);
        for program in programs {
            match OlderReferee::open(program, stored.clone(), host.options.limits.older).await {
                Ok(older) => {
                    host.log(format_args!("game {} is played by version {}", self.id, program.version));
                    return Some(older);
                }
                Err(error) => {
                    host.log(format_args!("game {}: version {} does not go on: {error}", self.id, program.version));
                }
            }
        }
        None
    }

    /// Makes the rolls for which the game waits, as after a return to the start.
    async fn settle(&self, host: &Arc<Host>, play: &mut Play) {
        let Some(kept) = play.kept.as_ref() else { return };
        let GameRules::Own(referee) = &kept.referee else { return };
        if referee.end().is_some() || referee.hold().is_some() {
            return;
        }
        let opening = referee.opening(host.now().max(kept.last));
        if !opening.is_empty()
            && let Err(error) = self.append(host, play, opening, None).await
        {
            host.log(format_args!("game {}: a roll is not stored: {error}", self.id));
        }
    }

    /// Stores `entries` and then takes them; returns what the seats are to be told. After a return, pages must be welcomed anew.
    ///
    /// # Errors
    /// They could not be stored; then the game is loaded again when it is needed next.
    pub(super) async fn append(
        &self,
        host: &Arc<Host>,
        play: &mut Play,
        entries: Vec<Entry>,
        request: Option<(Seat, String)>,
    ) -> Result<ToldFrames, StoreError> {
        // Whatever goes wrong from here on, the game is loaded again.
        let Some(mut kept) = play.kept.take() else { return Err(StoreError::Dropped) };
        let n = kept.entries;
        play.expected = Some(n);
        let before = kept.referee.fingerprint();
        let new = NewEntries { game: self.id.clone(), n, entries: entries.clone(), before, request };
        host.store.write(move |connection| new.keep(connection)).await?;
        match kept.referee.take(&entries).await {
            Ok(told) => {
                kept.entries += entries.len();
                kept.last = entries.last().map_or(kept.last, |entry| entry.at);
                self.note(host, &mut kept).await;
                (play.kept, play.expected) = (Some(kept), None);
                Ok(told)
            }
            Err(Untaken::Returned) => {
                (play.expected, play.stage) = (None, None);
                Ok(ToldFrames::default())
            }
            Err(Untaken::Defect(why)) => {
                // The referee does not take what it has proposed itself: a defect of the rules, or the end of an older program.
                // Loading tells more.
                host.log(format_args!("game {}: {why}", self.id));
                self.hang_up(Hangup::Silent);
                Ok(ToldFrames::default())
            }
        }
    }

    /// Stores whose move it is, and the result: what feeds and lists tell, and what nobody waits for.
    async fn note(&self, host: &Arc<Host>, kept: &mut KeptReferee) {
        let awaited = kept.awaited();
        let result = kept.referee.result(kept.last);
        if awaited == kept.noted && result.is_none() {
            return;
        }
        kept.noted = awaited;
        let (host, id, since) = (Arc::clone(host), self.id.clone(), kept.last);
        let wait = host.options.notices.as_ref().map(|notices| notices.wait);
        // In the order in which the turns have come, and nobody waits for the disk.
        let queued = host.store.queue(move |connection| {
            if games::await_side(connection, &id, awaited, since)? {
                let wait = wait.map(|wait| u64::try_from(wait.as_millis()).unwrap_or(u64::MAX));
                let due = since.saturating_add(wait.unwrap_or_default());
                outbox::turn(connection, &id, awaited.filter(|_| wait.is_some()), since, due)?;
            }
            result.map_or(Ok(()), |result| results::keep(connection, &id, &result))
        });
        let queued = queued.await;
        tokio::spawn(async move {
            let written = match queued {
                Ok(queued) => queued.await.unwrap_or(Err(StoreError::Dropped)),
                Err(error) => Err(error),
            };
            match written {
                Ok(()) => host.turns.notify_one(),
                Err(error) => host.log(format_args!("a note about a game is not stored: {error}")),
            }
        });
    }
}
