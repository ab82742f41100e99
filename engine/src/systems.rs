//! The rules systems, one crate each; `rulebook.rs` in each is its table of contents.

pub use battlewright_at_any_cost as at_any_cost;
#[cfg(feature = "race")]
pub use battlewright_core::race;
pub use battlewright_mars_la_tour as mars_la_tour;
pub use battlewright_matz as matz;
pub use battlewright_outrance as outrance;
pub use battlewright_position_magnifique as position_magnifique;
