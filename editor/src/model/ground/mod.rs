//! Maps from the ground: the state of the dialog, which knows no window. [`plan::GroundPlan`] has all that is asked for; its
//! [jobs](work::GroundJob) read files and derive maps beside the window.

pub mod chart;
pub mod files;
pub mod origins;
pub mod outcome;
pub mod page;
pub mod picture;
pub mod plan;
pub mod pointing;
pub mod progress;
pub mod records;
pub mod sight;
#[cfg(test)]
mod tests;
pub mod work;
