//! Mechanisms that systems share. This module contains no rules.

pub mod combat_table;
pub mod cup;
pub mod derived;
pub mod freeze;
pub(crate) mod grammar;
pub mod hex_map;
pub mod hexsides;
pub(crate) mod index;
pub mod inline_list;
pub mod line_of_sight;
pub mod lookup;
pub mod march;
pub(crate) mod no_route;
pub mod occupancy;
pub mod odds;
pub(crate) mod parts;
pub mod plane;
pub mod reach;
pub(crate) mod refusal;
pub mod stage;
pub mod tasks;
#[cfg(test)]
pub(crate) mod testing;
pub mod ways;
