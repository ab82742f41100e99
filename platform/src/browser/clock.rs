//! The calendar, and times of the browser.

use wasm_bindgen::JsValue;
use web_time::{Duration, SystemTime, UNIX_EPOCH};

/// Returns `time` in milliseconds since 1970, as the browser counts.
pub(super) fn milliseconds(time: SystemTime) -> f64 {
    time.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64() * 1000.0
}

/// Returns the time of `milliseconds` since 1970.
pub(super) fn time(milliseconds: f64) -> SystemTime {
    Duration::try_from_secs_f64(milliseconds / 1000.0).map_or(UNIX_EPOCH, |age| UNIX_EPOCH + age)
}

/// Returns the local date and time of `then`, such as `"2026-08-16 09:30"`, or `None` outside the range of the calendar.
pub fn local_minute(then: SystemTime) -> Option<String> {
    let date = js_sys::Date::new(&JsValue::from_f64(milliseconds(then)));
    (!date.get_time().is_nan()).then(|| {
        let (year, month, day) = (date.get_full_year(), date.get_month() + 1, date.get_date());
        format!("{year:04}-{month:02}-{day:02} {:02}:{:02}", date.get_hours(), date.get_minutes())
    })
}
