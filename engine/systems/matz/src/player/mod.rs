//! The value of actions and positions for computer players.

pub(crate) mod appraise;
pub(crate) mod appraise_air;
pub(crate) mod appraise_fights;
pub(crate) mod appraise_ground;
pub(crate) mod appraise_moves;
pub(crate) mod appraise_rolls;
pub(crate) mod command;
pub(crate) mod reach;
pub(crate) mod strengths;
pub(crate) mod threats;
pub(crate) mod value;
pub(crate) mod weights;
