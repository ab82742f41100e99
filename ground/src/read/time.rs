//! The time of the data of an OpenStreetMap file, as its head tells it.

use std::io::{BufRead, Seek};

use quick_xml::events::Event;
use quick_xml::{Reader, XmlVersion};

use super::pbf;

/// The most bytes of the head of an XML file in which the time is looked for.
const MOST_HEAD: u64 = 64 << 10;
/// The longest time, such as `2026-11-01T00:00:00Z`.
const LONGEST: usize = 32;

/// Returns the time of the data of a file in PBF, such as `2026-11-01T00:00:00Z`; `None` if it tells none or is no such file.
pub(super) fn time_of_osm_pbf<R: BufRead + Seek>(input: R) -> Option<String> {
    let seconds = pbf::replication_time(input)?;
    // Before the first extracts, and far in the future, it is no time.
    (1_000_000_000..10_000_000_000).contains(&seconds).then(|| iso(seconds))
}

/// Returns the time of the data of a file in XML: that of `<meta osm_base="…">`, as Overpass writes it, or of the root.
pub(super) fn time_of_osm_xml<R: BufRead>(input: R) -> Option<String> {
    let mut reader = Reader::from_reader(input.take(MOST_HEAD));
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        let (Event::Start(start) | Event::Empty(start)) = (match reader.read_event_into(&mut buffer).ok()? {
            Event::Eof => return None,
            event => event,
        }) else {
            continue;
        };
        let (name, key) = (start.name(), if start.name().0 == "meta" { "osm_base" } else { "timestamp" });
        if !matches!(name.0, "osm" | "meta") {
            // The head ends where the data begin.
            if matches!(name.0, "node" | "way" | "relation") {
                return None;
            }
            continue;
        }
        let found = start.attributes().flatten().find(|attribute| attribute.key.0 == key);
        let time = found.and_then(|attribute| attribute.normalized_value(XmlVersion::Implicit1_0).ok());
        if let Some(time) = time.filter(|time| is_time(time)) {
            return Some(time.into_owned());
        }
    }
}

fn is_time(text: &str) -> bool {
    let is_digits = text.get(..4).is_some_and(|year| year.bytes().all(|byte| byte.is_ascii_digit()));
    is_digits && text.len() <= LONGEST && text.bytes().all(|byte| byte.is_ascii_digit() || b"-:TZ.+".contains(&byte))
}

/// Returns the time some seconds after the beginning of 1970 (H. Hinnant, *chrono-Compatible Low-Level Date Algorithms*, 2013).
fn iso(seconds: i64) -> String {
    let (days, rest) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", rest / 3600, rest / 60 % 60, rest % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_those_of_the_head() {
        for (seconds, expected) in [
            (1_000_000_000, "2001-09-09T01:46:40Z"),
            (1_709_164_800, "2024-02-29T00:00:00Z"),
            (1_793_491_200, "2026-11-01T00:00:00Z"),
        ] {
            assert_eq!(iso(seconds), expected);
        }
        let base = "<osm version='0.6'><note>x</note><meta osm_base='2026-11-01T10:00:00Z'/><node id='1'/></osm>";
        assert_eq!(time_of_osm_xml(base.as_bytes()).as_deref(), Some("2026-11-01T10:00:00Z"));
        let root = "<osm version='0.6' timestamp='2013-08-03'/>";
        assert_eq!(time_of_osm_xml(root.as_bytes()).as_deref(), Some("2013-08-03"));
        for text in ["<osm/>", "<osm timestamp='soon'/>", "hello", "<osm><node id='1' timestamp='2013-08-03'/></osm>"] {
            assert_eq!(time_of_osm_xml(text.as_bytes()), None, "{text}");
        }
        assert_eq!(time_of_osm_pbf(std::io::Cursor::new(b"hello")), None);
    }
}
