//! Games in memory: the referee of each, its open pages, and its computer players.

mod append;
mod computer;
mod line;
mod links;
mod live;
mod notices;
mod registry;
mod requests;
mod rules;

pub(crate) use line::{Hangup, Line, LineEnd, line};
pub(crate) use live::LiveGame;
pub(crate) use registry::Games;
