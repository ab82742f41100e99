//! La Guerre à Outrance: miniatures on a table measured in inches. Brigades of bases fire and assault, and a calculation of
//! percentages resolves each action.
//!
//! Each file holds the rules of the chapter whose number it bears. [`calculation`] and the files of results are the resolver of
//! the published game: pure functions of facts that players at a table state, which need no scenario.

pub mod c03_deploying;
pub mod c03_initiative;
pub mod c03_orders;
pub mod c04_falling_back;
pub mod c04_formations;
pub mod c04_movement;
mod c04_path_costs;
pub mod c04_reach;
pub mod c04_zones;
pub mod c05_status;
pub mod c06_fire;
pub mod c06_fire_results;
pub mod c07_assault_results;
pub mod c07_assaults;
mod c08_obstructions;
pub mod c08_sight;
pub mod c08_terrain;
pub mod c09_command;
pub mod c09_regrouping;
pub mod calculation;
#[cfg(test)]
mod calibration;
pub mod kinds;
pub mod tables;
#[cfg(test)]
mod testing;
