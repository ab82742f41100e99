//! The charts of the systems over all bundled scenarios.

mod at_any_cost;
mod frame;
mod mars_la_tour;
mod outrance;
