//! Notices of the own move without an open page: a feed to be asked, or an address to be told at.

use std::sync::Arc;

use super::line::Line;
use super::links::add_token;
use super::live::LiveGame;
use crate::frame::{Frame, WrittenRefusal, written};
use crate::host::Host;
use crate::store::outbox::{self, Webhook};
use crate::store::{self, TokenKind};

impl LiveGame {
    /// Sends the address of a feed for the player.
    pub(super) async fn feed(&self, host: &Arc<Host>, line: &Line) -> Result<(), WrittenRefusal> {
        if line.seat.side().is_none() {
            return Err(WrittenRefusal::new("spectators have no move to wait for"));
        }
        let token = add_token(host, &self.id, TokenKind::Feed(line.seat)).await?;
        line.send(written(&Frame::Feed { link: &format!("/host/feed/{token}.atom") }));
        Ok(())
    }

    /// Keeps or removes the address at which the player is told, and tells the pages of the player.
    pub(super) async fn set_webhook(&self, host: &Arc<Host>, line: &Line, address: &str) -> Result<(), WrittenRefusal> {
        let side = line.seat.side().ok_or_else(|| WrittenRefusal::new("spectators have no move to wait for"))?;
        let notices = host.options.notices.as_ref();
        let notices = notices.ok_or_else(|| WrittenRefusal::new("this server sends nothing to other machines"))?;
        if !address.is_empty()
            && let Err(error) = notices.check(address)
        {
            self.tell_webhook(host, line, &error.to_string()).await;
            return Ok(());
        }
        let name = {
            let mut play = self.play.lock().await;
            let Ok(kept) = self.loaded(host, &mut play).await else { return Ok(()) };
            let Ok((welcome, _)) = kept.referee.welcome(line.seat).await else { return Ok(()) };
            let name = welcome.get("sides").and_then(|sides| sides.get(side.index())?.as_str());
            name.unwrap_or_default().to_owned()
        };
        let (game, seat, kept) = (self.id.clone(), line.seat, address.to_owned());
        let written = host.store.write(move |connection| match kept.as_str() {
            "" => outbox::remove(connection, &game, seat),
            kept => outbox::set(connection, &game, seat, &name, kept),
        });
        written.await.map_err(|error| WrittenRefusal::new(format!("the server cannot store this ({error})")))?;
        self.tell_webhook(host, line, "").await;
        Ok(())
    }

    /// Tells a player the own webhook, and the reason why another one was not kept: that to the page alone that has sent it.
    pub(super) async fn tell_webhook(&self, host: &Arc<Host>, line: &Line, refused: &str) {
        if line.seat.side().is_none() || host.options.notices.is_none() {
            return;
        }
        let (game, seat) = (self.id.clone(), line.seat);
        let read = store::read(&host.store, move |connection| outbox::webhook(connection, &game, seat)).await;
        let none = Webhook { address: String::new(), on: true, error: String::new() };
        let Webhook { address, on, error } = read.ok().flatten().unwrap_or(none);
        let frame = written(&Frame::Webhook { address: &address, on, error: &error, refused });
        if refused.is_empty() { self.send(seat, &frame) } else { line.send(frame) }
    }
}
