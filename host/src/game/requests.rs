//! The messages of pages, and the answers of the server.

use std::sync::Arc;

use battlewright_referee::{Seat, SeatMessage};
use serde::Deserialize;

use super::line::{Hangup, Line};
use super::links::add_token;
use super::live::{LiveGame, Play};
use crate::VERSION;
use crate::frame::{self, Frame, HostRequest, LONGEST_ID, WrittenRefusal, written};
use crate::host::Host;
use crate::make;
use crate::older::{OlderError, Proposed};
use crate::store::{self, TokenKind, games};

/// The id in a message that is otherwise not understood.
#[derive(Default, Deserialize)]
struct MessageId {
    #[serde(default)]
    id: String,
}

impl LiveGame {
    /// Seats a page that has said hello: it gets a welcome and the whole position.
    ///
    /// # Errors
    /// The reason to hang up.
    pub(crate) async fn join(self: &Arc<Self>, host: &Arc<Host>, line: &Line) -> Result<(), Hangup> {
        let mut play = self.play.lock().await;
        let before = self.online();
        self.seat(line, &host.options.limits)?;
        self.welcome(host, &mut play, line).await?;
        self.tell_online(before);
        self.think(host, &mut play);
        let is_over = play.kept.as_ref().is_some_and(|kept| kept.referee.is_over());
        drop(play);
        self.tell_webhook(host, line, "").await;
        if is_over {
            self.tell_wish(host, line).await;
        }
        Ok(())
    }

    /// Tells a player who comes back to an ended game that the other wants to play again.
    async fn tell_wish(&self, host: &Arc<Host>, line: &Line) {
        let Some(other) = line.seat.side().map(|side| side.other().index()) else { return };
        let id = self.id.clone();
        let wanted = store::read(&host.store, move |connection| games::wanted_again(connection, &id)).await;
        // Without an answer, the player can still ask.
        if wanted.is_ok_and(|bits| bits & (1_i64 << other) != 0) {
            line.send(written(&Frame::RematchAsked { by: other }));
        }
    }

    /// Sends the welcome and the whole position.
    async fn welcome(&self, host: &Arc<Host>, play: &mut Play, line: &Line) -> Result<(), Hangup> {
        let online = self.online();
        let kept = self.loaded(host, play).await?;
        let (welcome, frames) = match kept.referee.welcome(line.seat).await {
            Ok(told) => told,
            Err(error) => {
                self.lost(host, play, &error);
                return Err(Hangup::Silent);
            }
        };
        line.send(written(&Frame::Welcome {
            v: frame::VERSION,
            engine: kept.referee.older().unwrap_or(VERSION),
            older: kept.referee.older().is_some(),
            ground: format!("/host/ground/{}.svg", kept.scenario),
            online,
            records: true,
            keep: host.options.keep,
            webhooks: host.options.notices.is_some(),
            welcome,
        }));
        frames.into_iter().for_each(|frame| line.send(frame));
        Ok(())
    }

    /// Shows all pages the game as it is after the players have returned to an earlier position.
    async fn welcome_all(&self, host: &Arc<Host>, play: &mut Play) {
        for line in self.lines() {
            if let Err(why) = self.welcome(host, play, &line).await {
                line.hang_up(why);
            }
        }
    }

    /// Gives up an older program that has failed. It is started again when the game is needed next; nothing of the game is lost.
    pub(super) fn lost(&self, host: &Host, play: &mut Play, error: &OlderError) {
        host.log(format_args!("game {}: the older program is started again: {error}", self.id));
        play.kept = None;
    }

    /// Carries out a message of a page.
    pub(crate) async fn handle(self: &Arc<Self>, host: &Arc<Host>, line: &Line, text: &str) {
        if let Ok(request) = serde_json::from_str::<HostRequest>(text) {
            let done = match request {
                HostRequest::Ping => {
                    line.send(written(&Frame::Pong));
                    return;
                }
                HostRequest::Export => self.export(host, line).await,
                HostRequest::Rematch => self.rematch(host, line).await,
                HostRequest::Feed => self.feed(host, line).await,
                HostRequest::Link => self.add_link(host, line).await,
                HostRequest::OnlyLink { token } => self.keep_only(host, line, &token).await,
                HostRequest::Webhook { address } => self.set_webhook(host, line, address.trim()).await,
            };
            if let Err(refusal) = done {
                self.refuse(line, "", &refusal).await;
            }
            return;
        }
        match serde_json::from_str::<SeatMessage>(text) {
            Ok(message) if message.id.is_empty() || message.id.len() > LONGEST_ID => {
                let why = format!("a message has an id of at most {LONGEST_ID} bytes");
                self.refuse(line, "", &WrittenRefusal::new(why)).await;
            }
            Ok(message) => self.request(host, line, &message).await,
            Err(_) => {
                self.refuse_text(line, text, &WrittenRefusal::new("this is no message that this server knows")).await;
            }
        }
    }

    /// Refuses the message `text`, whatever it is.
    pub(crate) async fn refuse_text(&self, line: &Line, text: &str, refusal: &WrittenRefusal) {
        let known: MessageId = serde_json::from_str(text).unwrap_or_default();
        let id: String = known.id.chars().take(LONGEST_ID).collect();
        self.refuse(line, &id, refusal).await;
    }

    async fn refuse(&self, line: &Line, id: &str, refusal: &WrittenRefusal) {
        let play = self.play.lock().await;
        let m = play.kept.as_ref().map_or(0, |kept| kept.referee.m(line.seat));
        line.send(written(&Frame::Refused { id, refusal, m }));
    }

    async fn request(self: &Arc<Self>, host: &Arc<Host>, line: &Line, message: &SeatMessage) {
        let (seat, id) = (line.seat, message.id.as_str());
        let mut play = self.play.lock().await;
        if let Some(answer) = play.answered(seat, id) {
            line.send(answer.clone());
            return;
        }
        let Ok(kept) = self.loaded(host, &mut play).await else { return };
        // Loading brings back what was answered before a restart.
        let (now, m) = (host.now().max(kept.last), kept.referee.m(seat));
        let proposed = kept.referee.propose(seat, message, now).await;
        if let Some(answer) = play.answered(seat, id) {
            line.send(answer.clone());
            return;
        }
        match proposed {
            Ok(Proposed::Answer(answer)) => line.send(written(&Frame::Answer { id, answer: &answer })),
            Ok(Proposed::Entries(entries)) => {
                match self.append(host, &mut play, entries, Some((seat, id.to_owned()))).await {
                    Ok(told) => {
                        let is_returned = play.kept.is_none() && play.expected.is_none();
                        let m = play.kept.as_ref().map_or(m, |kept| kept.referee.m(seat));
                        let answer = written(&Frame::Done { id, m });
                        play.remember(seat, id, answer.clone());
                        line.send(answer);
                        if is_returned {
                            self.welcome_all(host, &mut play).await;
                        }
                        self.tell(&told);
                        self.think(host, &mut play);
                    }
                    Err(error) => {
                        host.log(format_args!("game {}: a choice is not stored: {error}", self.id));
                        // Not remembered: the page may try again.
                        let why = format!("the server cannot store this ({error}); nothing was changed");
                        line.send(written(&Frame::Refused { id, refusal: &WrittenRefusal::new(why), m }));
                    }
                }
            }
            Err(error) => {
                self.lost(host, &mut play, &error);
                // Not remembered: the page may try again.
                let why = "the older program that plays this game has failed, and is started again; try again";
                line.send(written(&Frame::Refused { id, refusal: &WrittenRefusal::new(why), m }));
            }
            Ok(Proposed::Refused(refusal)) => {
                let answer = written(&Frame::Refused { id, refusal: &refusal, m });
                if !message.request.is_query() {
                    play.remember(seat, id, answer.clone());
                }
                line.send(answer);
            }
        }
    }

    /// Sends the record of an ended game.
    async fn export(&self, host: &Arc<Host>, line: &Line) -> Result<(), WrittenRefusal> {
        self.must_be_over(host).await?;
        let id = self.id.clone();
        let stored = store::read(&host.store, move |connection| games::load(connection, &id)).await;
        let stored = stored.ok().flatten().ok_or_else(|| WrittenRefusal::new("the server cannot read the record"))?;
        line.send(written(&Frame::Exported { text: &stored.record.write() }));
        Ok(())
    }

    /// Notes that a player wants to play again, and makes the game once both do.
    async fn rematch(&self, host: &Arc<Host>, line: &Line) -> Result<(), WrittenRefusal> {
        let side = line.seat.side().ok_or_else(|| WrittenRefusal::new("spectators watch"))?;
        self.must_be_over(host).await?;
        let mut play = self.play.lock().await;
        let Ok(kept) = self.loaded(host, &mut play).await else { return Ok(()) };
        let old = kept.referee.header().clone();
        let mut bits = 1_i64 << side.index();
        if old.computers.iter().any(Option::is_some) {
            bits = 3;
        }
        let failed = |error: crate::StoreError| WrittenRefusal::new(format!("the server cannot store this ({error})"));
        let id = self.id.clone();
        let wanted = host.store.write(move |connection| games::want_again(connection, &id, bits)).await;
        let (wanted, next) = wanted.map_err(failed)?;
        match next {
            // A link that was missed: a new token for the same seat.
            Some(next) => {
                let token = add_token(host, &next, TokenKind::Seat(Seat::of(side.other()))).await?;
                line.send(written(&Frame::Rematch { link: &make::link(&next, &token) }));
            }
            None if wanted == 3 => {
                let permit = make::permit(host, line.peer).map_err(WrittenRefusal::new)?;
                let made = make::again(host, permit, &old).await.map_err(WrittenRefusal::new)?;
                for (seat, link) in [(Seat::First, &made.second), (Seat::Second, &made.first)] {
                    self.send(seat, &written(&Frame::Rematch { link }));
                }
            }
            None => {
                let asked = written(&Frame::RematchAsked { by: side.index() });
                [Seat::First, Seat::Second].into_iter().for_each(|seat| self.send(seat, &asked));
            }
        }
        Ok(())
    }

    async fn must_be_over(&self, host: &Arc<Host>) -> Result<(), WrittenRefusal> {
        let mut play = self.play.lock().await;
        match self.loaded(host, &mut play).await {
            Ok(kept) if kept.referee.is_over() => Ok(()),
            Ok(_) => Err(WrittenRefusal::new("the game is not over yet")),
            Err(why) => Err(WrittenRefusal::new(why.close().1)),
        }
    }
}
