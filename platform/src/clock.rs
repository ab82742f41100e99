//! Clocks and the calendar.

pub use web_time::{Duration, Instant, SystemTime, UNIX_EPOCH};

pub use crate::system::clock::local_minute;
