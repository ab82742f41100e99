//! Links of a game that players ask for while they play: another link of the own seat, feeds, and links to the next game.

use std::sync::Arc;

use battlewright_referee::Seat;

use super::line::{Hangup, Line};
use super::live::LiveGame;
use crate::frame::{Frame, WrittenRefusal, written};
use crate::host::Host;
use crate::make;
use crate::random;
use crate::store::{TokenKind, tokens};

/// Adds a token to `game` and returns it.
///
/// # Errors
/// The game has had too many of this kind, or the server cannot store it.
pub(super) async fn add_token(host: &Host, game: &str, kind: TokenKind) -> Result<String, WrittenRefusal> {
    let token = random::id().map_err(|error| WrittenRefusal::new(error.to_string()))?;
    let (hash, now, game) = (random::hash(token.as_bytes()), host.now(), game.to_owned());
    match host.store.write(move |connection| tokens::add(connection, &game, kind, &hash, now)).await {
        Ok(true) => Ok(token),
        Ok(false) => Err(WrittenRefusal::new("this seat has had too many of these links; use an earlier one")),
        Err(error) => Err(WrittenRefusal::new(format!("the server cannot store this ({error})"))),
    }
}

impl LiveGame {
    /// Gives a player another link of the seat. Earlier links open the seat until the page asks for [`Self::keep_only`]: if this answer
    /// is lost, the player still has one.
    pub(super) async fn add_link(&self, host: &Arc<Host>, line: &Line) -> Result<(), WrittenRefusal> {
        only_players(line.seat)?;
        let token = add_token(host, &self.id, TokenKind::Seat(line.seat)).await?;
        line.send(written(&Frame::Link { link: &make::link(&self.id, &token) }));
        Ok(())
    }

    /// Withdraws all links of the seat but the one with `token`, and ends the other pages of the seat, which may have been opened by
    /// them.
    pub(super) async fn keep_only(&self, host: &Arc<Host>, line: &Line, token: &str) -> Result<(), WrittenRefusal> {
        only_players(line.seat)?;
        let (hash, game, kind) = (random::hash(token.as_bytes()), self.id.clone(), TokenKind::Seat(line.seat));
        match host.store.write(move |connection| tokens::keep_only(connection, &game, kind, &hash)).await {
            Ok(true) => {}
            Ok(false) => return Err(WrittenRefusal::new("this is no link of your seat; ask for a new one")),
            Err(error) => return Err(WrittenRefusal::new(format!("the server cannot store this ({error})"))),
        }
        let others = self.lines().into_iter().filter(|other| other.seat == line.seat && other.id != line.id);
        others.for_each(|other| other.hang_up(Hangup::Unknown));
        line.send(written(&Frame::OnlyLink));
        Ok(())
    }
}

fn only_players(seat: Seat) -> Result<(), WrittenRefusal> {
    seat.side().map(|_| ()).ok_or_else(|| WrittenRefusal::new("only a player can ask for another link"))
}
