//! Loading a game, and storing what is added to it before anybody is told.

use std::sync::Arc;

use battlewright_referee::{Entry, Seat, Told};
use tokio::task::block_in_place;

use super::line::Hangup;
use super::live::{KeptReferee, LiveGame, Play};
use crate::admin::restored;
use crate::error::StoreError;
use crate::frame::{Frame, written};
use crate::host::Host;
use crate::store::games::{self, NewEntries};
use crate::store::results::{self, GameResult};
use crate::store::{self, outbox};

/// The reason why a game cannot be loaded.
enum LoadError {
    /// There is no such game.
    Missing,
    /// The data file cannot be read.
    Store(StoreError),
    /// The record does not fit the rules of this version.
    Held(String),
}

impl LiveGame {
    /// Returns the referee, loaded if it is not in memory. Pages whose game is gone are hung up on.
    ///
    /// # Errors
    /// The reason to hang up.
    pub(super) async fn loaded<'a>(&self, host: &Arc<Host>, play: &'a mut Play) -> Result<&'a mut KeptReferee, Hangup> {
        if play.kept.is_none() {
            match self.load(host, play).await {
                Ok(kept) => {
                    if play.expected.take().is_some_and(|expected| expected != kept.entries) {
                        // What seemed not to be stored is.
                        self.hang_up(Hangup::Silent);
                    }
                    let kept = play.kept.insert(kept);
                    if kept.awaited() != kept.noted {
                        // The server has ended between a choice and this note.
                        self.note(host, kept).await;
                    }
                }
                Err(error) => {
                    let why = match error {
                        LoadError::Missing => Hangup::Unknown,
                        LoadError::Store(error) => {
                            host.log(format_args!("game {}: {error}", self.id));
                            Hangup::Store
                        }
                        LoadError::Held(why) => {
                            host.log(format_args!("game {} is held: {why}", self.id));
                            self.send_all(&written(&Frame::Held { why: &why }));
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
        let loading = Arc::clone(host);
        let restored = tokio::task::spawn_blocking(move || {
            let text = &stored.record.header.scenario;
            let table = loading.tables.open(&stored.scenario, text).map_err(|error| error.to_string())?;
            restored(table, stored)
        });
        let referee = restored.await.unwrap_or_else(|_| Err("the rules fail".to_owned())).map_err(LoadError::Held)?;
        for (seat, id) in requests {
            let seat = Seat::ALL.into_iter().find(|other| other.index() == seat);
            if let Some(seat) = seat.filter(|seat| play.answered(*seat, &id).is_none()) {
                play.remember(seat, &id, written(&Frame::Done { id: &id, m: referee.m(seat) }));
            }
        }
        Ok(KeptReferee { referee, entries, last, scenario, noted: awaited })
    }

    /// Stores `entries` and then takes them; returns what the seats are to be told.
    ///
    /// # Errors
    /// They could not be stored; then the game is loaded again when it is needed next.
    pub(super) async fn append(
        &self,
        host: &Arc<Host>,
        play: &mut Play,
        entries: Vec<Entry>,
        request: Option<(Seat, String)>,
    ) -> Result<Told, StoreError> {
        // Whatever goes wrong from here on, the game is loaded again.
        let Some(mut kept) = play.kept.take() else { return Err(StoreError::Dropped) };
        let n = kept.entries;
        play.expected = Some(n);
        let before = kept.referee.fingerprint();
        let new = NewEntries { game: self.id.clone(), n, entries: entries.clone(), before, request };
        host.store.write(move |connection| new.keep(connection)).await?;
        match block_in_place(|| kept.referee.take(&entries)) {
            Ok(told) => {
                kept.entries += entries.len();
                kept.last = entries.last().map_or(kept.last, |entry| entry.at);
                self.note(host, &mut kept).await;
                (play.kept, play.expected) = (Some(kept), None);
                Ok(told)
            }
            Err(why) => {
                // The referee does not take what it has proposed itself: a defect of the rules. Loading tells more.
                host.log(format_args!("game {}: {why}", self.id));
                self.hang_up(Hangup::Silent);
                Ok(Told::default())
            }
        }
    }

    /// Stores whose move it is, and the result: what feeds and lists tell, and what nobody waits for.
    async fn note(&self, host: &Arc<Host>, kept: &mut KeptReferee) {
        let awaited = kept.awaited();
        let result = GameResult::of(&kept.referee, kept.last);
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
