//! The charts of the systems over all bundled scenarios.

mod frame;
mod mars_la_tour;
mod matz;
mod outrance;
mod position_magnifique;
