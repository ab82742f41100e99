//! The value of actions and positions for computer players.

pub(crate) mod appraise;
pub(crate) mod appraise_air;
pub(crate) mod appraise_fights;
pub(crate) mod appraise_ground;
pub(crate) mod command;
pub(crate) mod value;
