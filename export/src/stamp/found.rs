//! The search for the embedded scenario in files of any kind, which may come from anybody.

use std::io::{Cursor, Read as _};

use flate2::read::ZlibDecoder;
use thiserror::Error;

use super::embedded::{HEAD, LONGEST};
use super::{EmbeddedScenario, MODULE_PATH, NAME, svg};
use crate::archive::{Archive, ArchiveError, Limits};

/// The kind of a file that may have a stamp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StampedKind {
    /// Pages to print.
    Pdf,
    /// A raster picture.
    Png,
    /// A vector picture.
    Svg,
    /// A VASSAL module.
    Module,
    /// A scenario file.
    Scenario,
}

impl StampedKind {
    /// Returns the word for people, such as `PDF`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pdf => "PDF",
            Self::Png | Self::Svg => "picture",
            Self::Module => "module",
            Self::Scenario => "scenario",
        }
    }

    /// Returns the kind that the first bytes of a file tell; `None` for a kind that has no stamp.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        // Some programs put a byte order mark first, and a PDF may begin within its first kilobyte.
        let start = bytes.get(..1024).unwrap_or(bytes);
        if start.starts_with(b"\x89PNG\r\n\x1a\n") {
            return Some(Self::Png);
        }
        if start.starts_with(b"PK\x03\x04") {
            return Some(Self::Module);
        }
        if start.windows(5).any(|five| five == b"%PDF-") {
            return Some(Self::Pdf);
        }
        let text = String::from_utf8_lossy(start);
        let text = text.trim_start_matches('\u{feff}').trim_start();
        if text.starts_with("<svg") || text.starts_with("<?xml") && text.contains("<svg") {
            return Some(Self::Svg);
        }
        text.starts_with(HEAD).then_some(Self::Scenario)
    }
}

/// A reason why the stamp of a file cannot be read.
#[derive(Debug, Error)]
pub enum StampError {
    /// It is damaged.
    #[error("its stamp is damaged")]
    Damaged,
    /// It unpacks to more than a scenario may be long.
    #[error("its stamp unpacks to more than {} MiB, which no scenario needs", LONGEST >> 20)]
    TooLong,
    /// The archive cannot be read.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
}

/// Returns the embedded scenario in a file of this kind; `None` if it has none.
///
/// # Errors
/// The file is damaged, or unpacks to more than the limits allow.
pub fn found(kind: StampedKind, bytes: &[u8]) -> Result<Option<EmbeddedScenario>, StampError> {
    let text = match kind {
        StampedKind::Pdf => in_pdf(bytes)?,
        StampedKind::Png => in_png(bytes)?,
        StampedKind::Svg => svg::read(&String::from_utf8_lossy(bytes))?,
        StampedKind::Module => Archive::open(bytes, Limits::default())?.text(MODULE_PATH)?,
        StampedKind::Scenario => Some(String::from_utf8_lossy(bytes).into_owned()),
    };
    if text.as_ref().is_some_and(|text| text.len() > LONGEST) {
        return Err(StampError::TooLong);
    }
    match text {
        Some(text) => EmbeddedScenario::read(&text).map(Some).ok_or(StampError::Damaged),
        None => Ok(None),
    }
}

/// Returns the text of the PNG chunk with the embedded scenario.
fn in_png(bytes: &[u8]) -> Result<Option<String>, StampError> {
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_limits(png::Limits { bytes: LONGEST * 2 });
    let reader = decoder.read_info().map_err(|_| StampError::Damaged)?;
    let Some(chunk) = reader.info().utf8_text.iter().find(|chunk| chunk.keyword == NAME) else { return Ok(None) };
    let mut chunk = chunk.clone();
    chunk.decompress_text_with_limit(LONGEST).map_err(|_| StampError::Damaged)?;
    chunk.get_text().map(Some).map_err(|_| StampError::Damaged)
}

/// The most bytes that streams of a PDF are unpacked to while searching: the first bytes of each tell whether it is the one.
const PEEK: u64 = 64;

/// Returns the text of the stream of a PDF that begins with the head of an embedded scenario. Programs that rewrite a PDF may pack
/// the stream or move it, but an attached file stays a stream, so that no table of objects needs to be read.
fn in_pdf(bytes: &[u8]) -> Result<Option<String>, StampError> {
    const BEGIN: &[u8] = b"stream";
    let mut rest = bytes;
    while let Some(at) = find(rest, BEGIN) {
        let after = rest.get(at + BEGIN.len()..).unwrap_or_default();
        let is_end = at >= 3 && rest.get(at - 3..at) == Some(b"end");
        let data = after.strip_prefix(b"\r\n").or_else(|| after.strip_prefix(b"\n"));
        if let Some(data) = data.filter(|_| !is_end) {
            if data.starts_with(HEAD.as_bytes()) {
                let end = find(data, b"endstream").unwrap_or(data.len()).min(LONGEST + 1);
                return Ok(Some(String::from_utf8_lossy(data.get(..end).unwrap_or_default()).into_owned()));
            }
            let mut start = Vec::new();
            // The first byte of packed data is nearly always this one, which spares most streams the trial.
            let is_packed = data.first().is_some_and(|first| first & 0x0f == 8);
            let unpacked = is_packed && ZlibDecoder::new(data).take(PEEK).read_to_end(&mut start).is_ok();
            if unpacked && start.starts_with(HEAD.as_bytes()) {
                let mut text = Vec::new();
                let most = u64::try_from(LONGEST).unwrap_or(u64::MAX);
                ZlibDecoder::new(data).take(most + 1).read_to_end(&mut text).map_err(|_| StampError::Damaged)?;
                return String::from_utf8(text).map(Some).map_err(|_| StampError::Damaged);
            }
        }
        rest = after;
    }
    Ok(None)
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|window| window == wanted)
}

#[cfg(test)]
mod tests {
    use battlewright_schema::{Scenario, System, load, template};

    use super::super::{Stamp, embedded};
    use super::*;
    use crate::{Format, Order, Subject, write_export};

    fn scenario() -> Scenario {
        load(template(System::MarsLaTour)).scenario.unwrap()
    }

    fn exported(format: Format, subject: Subject) -> Vec<u8> {
        let mut bytes = Vec::new();
        let order = Order { subject, ..Order::new(format) };
        write_export(&scenario(), &order, &mut bytes).unwrap();
        bytes
    }

    #[test]
    fn every_drawn_format_has_the_scenario_in_it() {
        let expected = EmbeddedScenario::read(&embedded(&scenario())).unwrap();
        for (format, subject, kind) in [
            (Format::Pdf, Subject::Map, StampedKind::Pdf),
            (Format::Png, Subject::Map, StampedKind::Png),
            (Format::Png, Subject::Counters, StampedKind::Png),
            (Format::Svg, Subject::Map, StampedKind::Svg),
            (Format::Svg, Subject::Counters, StampedKind::Svg),
            (Format::Vmod, Subject::Map, StampedKind::Module),
        ] {
            let bytes = exported(format, subject);
            assert_eq!(StampedKind::of(&bytes), Some(kind));
            assert_eq!(found(kind, &bytes).unwrap(), Some(expected.clone()), "{format:?} {subject:?}");
        }
        let text = embedded(&scenario());
        assert_eq!(StampedKind::of(text.as_bytes()), Some(StampedKind::Scenario));
        assert_eq!(
            found(StampedKind::Scenario, text.as_bytes()).unwrap().unwrap().hash(),
            Stamp::of(&scenario()).hash()
        );
    }

    #[test]
    fn a_file_without_a_stamp_has_none() {
        let pdf = b"%PDF-1.7\n1 0 obj\n<< /Length 3 >>\nstream\nabc\nendstream\nendobj\n";
        assert_eq!(found(StampedKind::Pdf, pdf).unwrap(), None);
        assert_eq!(found(StampedKind::Svg, b"<svg><metadata id=\"other\">x</metadata></svg>").unwrap(), None);
        let mut plain = Vec::new();
        let mut encoder = png::Encoder::new(&mut plain, 1, 1);
        encoder.set_color(png::ColorType::Grayscale);
        encoder.write_header().unwrap().write_image_data(&[0]).unwrap();
        assert_eq!(found(StampedKind::Png, &plain).unwrap(), None);
        for other in [&b"GIF89a"[..], b"", b"format = 1\n", b"<html>"] {
            assert_eq!(StampedKind::of(other), None);
        }
    }

    #[test]
    fn cut_and_changed_files_are_refused_or_read_without_harm() {
        for (format, kind) in [
            (Format::Pdf, StampedKind::Pdf),
            (Format::Png, StampedKind::Png),
            (Format::Svg, StampedKind::Svg),
            (Format::Vmod, StampedKind::Module),
        ] {
            let whole = exported(format, Subject::Map);
            for part in 1..20 {
                let cut = whole.get(..whole.len() * part / 20).unwrap();
                // Whatever is read of it was embedded.
                if let Ok(Some(read)) = found(kind, cut) {
                    assert_eq!(read.hash(), Stamp::of(&scenario()).hash(), "{format:?} {part}");
                }
                let mut changed = whole.clone();
                let at = whole.len() * part / 20;
                changed[at..(at + 40).min(whole.len())].fill(b'#');
                let _ = found(kind, &changed);
            }
        }
    }

    #[test]
    fn a_bomb_does_no_harm() {
        use std::io::Write as _;
        let long = format!("{HEAD}0123456789abcdef matz@1\n{}", " ".repeat(4 * LONGEST));
        let bomb = element_of(&long);
        assert!(bomb.len() < 200_000);
        assert!(matches!(found(StampedKind::Svg, bomb.as_bytes()), Err(StampError::TooLong)));
        let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
        packed.write_all(long.as_bytes()).unwrap();
        let pdf = [b"%PDF-1.7\nstream\n".as_slice(), &packed.finish().unwrap(), b"\nendstream"].concat();
        assert!(matches!(found(StampedKind::Pdf, &pdf), Err(StampError::TooLong)));
    }

    fn element_of(text: &str) -> String {
        format!("<svg>{}</svg>", super::super::element(text))
    }
}
