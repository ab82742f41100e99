//! Mechanisms that systems share. This module contains no rules.

pub mod clock;
pub mod combat_table;
pub mod cup;
pub mod derived;
pub mod extra;
pub mod force;
pub mod freeze;
pub mod grammar;
pub mod hex_map;
pub mod hexsides;
pub mod index;
pub mod inline_list;
pub mod line_of_sight;
pub mod lookup;
pub mod march;
pub mod no_route;
pub mod occupancy;
pub mod odds;
pub mod parts;
pub mod place;
pub mod plane;
pub mod reach;
pub mod refusal;
pub mod stage;
pub mod tasks;
pub mod ways;
