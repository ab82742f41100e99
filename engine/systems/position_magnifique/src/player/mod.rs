//! The value of actions and positions for computer players.

pub(crate) mod appraise;
pub(crate) mod appraise_events;
pub(crate) mod appraise_fights;
pub(crate) mod appraise_ground;
pub(crate) mod command;
pub(crate) mod prospects;
pub(crate) mod route;
pub(crate) mod survey;
pub(crate) mod threats;
pub(crate) mod value;
pub(crate) mod weights;
