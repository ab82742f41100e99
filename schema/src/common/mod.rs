//! The sections of a scenario file that all systems share.

pub mod characters;
pub mod drawn;
pub mod edge;
pub mod entry;
pub mod face;
pub mod fortification;
pub mod grid;
pub mod hexless;
pub mod inches;
pub mod label;
pub mod limits;
pub mod map;
pub mod mega;
pub mod place;
pub mod point_list;
pub mod recruit;
pub mod road;
pub mod scan;
mod shared_sections;
pub mod side;
pub mod table_position;
pub mod table_view;
pub mod tabletop;
pub mod turns;
pub mod view;
