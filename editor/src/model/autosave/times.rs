//! Times in words.

use battlewright_platform::clock::{Duration, SystemTime, local_minute};

/// Returns the local date and time of `then` and its age at `now`, such as `"2026-08-16 09:30 (2 hours ago)"`.
pub fn text(then: SystemTime, now: SystemTime) -> String {
    let ago = ago(now.duration_since(then).unwrap_or_default());
    match local_minute(then) {
        Some(time) => format!("{time} ({ago})"),
        None => ago,
    }
}

fn ago(age: Duration) -> String {
    let minutes = age.as_secs() / 60;
    let (count, unit) = match minutes {
        0 => return "just now".to_owned(),
        1..60 => (minutes, "minute"),
        60..1440 => (minutes / 60, "hour"),
        _ => (minutes / 1440, "day"),
    };
    format!("{count} {unit}{} ago", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_told_in_one_unit() {
        let described = |seconds| ago(Duration::from_secs(seconds));
        assert_eq!([described(0), described(59), described(60)], ["just now", "just now", "1 minute ago"]);
        assert_eq!([described(7199), described(7200), described(86_400)], ["1 hour ago", "2 hours ago", "1 day ago"]);
    }

    #[test]
    fn a_time_has_its_date_and_its_age() {
        let then = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
        let text = text(then, then + Duration::from_secs(3600));
        assert!(text.starts_with("2001-09-") && text.ends_with("(1 hour ago)"), "{text}");
    }
}
