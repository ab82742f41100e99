//! The value of actions and positions for computer players.

pub(crate) mod appraise;
pub(crate) mod appraise_hq;
pub(crate) mod appraise_last_turn;
pub(crate) mod command;
pub(crate) mod reach;
pub(crate) mod route;
pub(crate) mod survey;
pub(crate) mod value;
pub(crate) mod weights;
