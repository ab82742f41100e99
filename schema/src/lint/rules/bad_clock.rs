//! The time of day.

use crate::diagnostic::{Diagnostic, finding, shown};
use crate::fix::{Fix, quoted};
use crate::lint::context::Context;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// An invalid time of day.
    ///
    /// # Why it matters
    /// Times have 24 hours and two digits each for hours and minutes.
    ///
    /// # Example
    /// ```toml
    /// [turns]
    /// first = "9.30"       # "09:30"
    /// ```
    ///
    /// # Remedy
    /// Write the time as `"09:30"`.
    BAD_CLOCK = "bad-clock", Error
}

finding! {
    /// # What it finds
    /// A time of the first turn without the length of a turn, or the reverse.
    ///
    /// # Why it matters
    /// The time of each turn is shown only if both `first` and `minutes` are given.
    ///
    /// # Example
    /// ```toml
    /// [turns]
    /// first = "09:30"      # `minutes` is missing
    /// ```
    ///
    /// # Remedy
    /// Add the missing key, or remove the other.
    HALF_CLOCK = "half-clock", Warning
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let path = DocPath::root().key("turns");
    match (&cx.turns.first, cx.turns.minutes) {
        (Some(first), _) if !is_time(first) => {
            let message = format!("{} is not a time of day", shown(first));
            let path = path.key("first");
            let write = |time: &str| cx.text.and_then(|text| text.write(&path, quoted(time)));
            let fix = reading(first).and_then(|time| Fix::safe(format!("write `{time}`"), write(&time)));
            found.push(BAD_CLOCK.at(path, message).help("write it as \"09:30\"").fix(fix));
        }
        (Some(_), None) => found.push(
            HALF_CLOCK
                .at(path.clone().key("first"), "`minutes`, the length of a turn, is missing")
                .help("add `minutes`, or remove `first`")
                .fix(cx.take_out("remove `first`", &path.key("first"))),
        ),
        (None, Some(_)) => found.push(
            HALF_CLOCK
                .at(path.clone().key("minutes"), "`first`, the time of turn 1, is missing")
                .help("add `first`, such as \"09:30\", or remove `minutes`")
                .fix(cx.take_out("remove `minutes`", &path.key("minutes"))),
        ),
        _ => {}
    }
}

/// Returns the time that `text` evidently means: with another separator than a colon, or without leading zeros.
fn reading(text: &str) -> Option<String> {
    let number = |digits: &str| digits.trim().parse::<u8>().ok();
    let text = text.trim();
    let (hours, minutes) = text.split_once([':', '.', 'h', 'H']).or_else(|| text.split_at_checked(2))?;
    let (hours, minutes) = (number(hours)?, if minutes.trim().len() == 2 { number(minutes)? } else { return None });
    let time = format!("{hours:02}:{minutes:02}");
    is_time(&time).then_some(time)
}

fn is_time(text: &str) -> bool {
    let part = |text: &str, below: u8| {
        text.len() == 2 && text.bytes().all(|b| b.is_ascii_digit()) && text.parse::<u8>().is_ok_and(|n| n < below)
    };
    text.split_once(':').is_some_and(|(hours, minutes)| part(hours, 24) && part(minutes, 60))
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;

    #[test]
    fn times_have_two_digits_and_two_digits() {
        for time in ["9:30", "09.30", "24:00", "12:60", "", "+9:00", "noon", "09:30:00"] {
            let found = shown(&[("first = \"09:00\"", &format!("first = {time:?}"))]);
            assert_eq!(found, [format!("bad-clock {time:?}")]);
        }
        assert_eq!(shown(&[("first = \"09:00\"", "first = \"23:59\"")]), [] as [&str; 0]);
    }

    #[test]
    fn a_clock_has_a_start_and_a_pace() {
        assert_eq!(shown(&[("minutes = 120", "")]), ["half-clock \"09:00\""]);
        assert_eq!(shown(&[("first = \"09:00\"", "")]), ["half-clock 120"]);
    }
}
