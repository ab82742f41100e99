//! The calendar.

use std::time::SystemTime;

use jiff::Timestamp;
use jiff::tz::TimeZone;

/// Returns the local date and time of `then`, such as `"2026-08-16 09:30"`, or `None` outside the range of the calendar.
pub fn local_minute(then: SystemTime) -> Option<String> {
    let time = Timestamp::try_from(then).ok()?;
    Some(time.to_zoned(TimeZone::system()).strftime("%Y-%m-%d %H:%M").to_string())
}
