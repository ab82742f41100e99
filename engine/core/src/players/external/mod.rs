//! Players that are programs of their own: what their messages mean for a game.
//!
//! The protocol is one JSON object a line, in both directions; `docs/guide/external-players.md` describes it. The engine has
//! neither processes nor clocks: whoever owns them implements [`LineChannel`]. A program gets what its side may see, and
//! positions to try things out in are [imagined](super::Appraise::imagine). A message that is late, illegal or broken is a
//! [`Violation`]: the program then makes no further choice, and nobody chooses for it.

mod ask;
mod channel;
mod forks;
mod message;
mod missions;
mod playouts;
mod seat;
mod session;
#[cfg(test)]
mod tests;
mod view;

pub use ask::ASKS;
pub use channel::{ChannelError, LineChannel};
pub use message::{Limits, PROTOCOL, ShownLine, Violation};
pub use seat::{Briefing, External, ExternalSeat};
pub use session::Session;
