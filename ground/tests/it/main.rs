//! Maps of made-up countries, measured against their truth.

mod acceptance;
mod case;
mod country;
mod pipeline;
mod proposal;
mod score;
