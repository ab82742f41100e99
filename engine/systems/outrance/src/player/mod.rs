//! The value of actions and positions for computer players.

pub(crate) mod appraise;
pub(crate) mod command;
mod rolls;
mod threats;
pub(crate) mod weights;
