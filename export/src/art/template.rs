//! Templates: pictures with placeholders for names, numbers and colors.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use battlewright_engine::show::{Piece, Spot};
use battlewright_schema::theme::CounterPart;
use ecolor::Color32;

use super::{ArtError, ArtPicture};

/// The placeholders for counters.
pub const PLACEHOLDERS: &[&str] =
    &["name", "label", "id", "formation", "er", "values", "mp", "face", "turn", "entry", "field", "ink", "band"];

/// The placeholders for terrain.
pub(super) const OF_GROUND: &[&str] = &["name", "color", "line"];

/// The most filled pictures cached per template.
const KEPT: usize = 4096;

/// The longest SVG with placeholders, in bytes: it is parsed anew for each counter.
const LONGEST_TEMPLATE: usize = 256 << 10;

/// The longest value of a placeholder, in characters; the rest is cut off.
const LONGEST_WORD: usize = 200;

/// The values of placeholders, by name.
#[derive(Clone, Debug, Default)]
pub struct Values(Vec<(&'static str, String)>);

impl Values {
    /// Returns the values of `piece` with the colors of its field, its ink and its band.
    pub fn of(piece: &Piece, [field, ink, band]: [Color32; 3]) -> Self {
        let number = |number: Option<u8>| number.map_or_else(String::new, |number| number.to_string());
        let (turn, entry) = match &piece.spot {
            Spot::Turn(turn, at) => (turn.to_string(), at.clone()),
            _ => (String::new(), String::new()),
        };
        Self(vec![
            ("name", piece.name.clone()),
            ("label", piece.label.clone()),
            ("id", piece.id.clone()),
            ("formation", piece.formation.clone().unwrap_or_default()),
            ("er", number(piece.face.stars())),
            ("values", piece.face.text().unwrap_or_default().to_owned()),
            ("mp", number(piece.face.points())),
            ("face", piece.face.name.unwrap_or_default().to_owned()),
            ("turn", turn),
            ("entry", entry),
            ("field", hex(field)),
            ("ink", hex(ink)),
            ("band", hex(band)),
        ])
    }

    /// Returns the values of a terrain type.
    pub fn of_ground(name: &str, color: Color32, line: Color32) -> Self {
        Self(vec![("name", name.to_owned()), ("color", hex(color)), ("line", hex(line))])
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }
}

fn hex(color: Color32) -> String {
    format!("#{:02x}{:02x}{:02x}", color.r(), color.g(), color.b())
}

/// A picture with placeholders to fill in.
#[derive(Clone)]
pub struct Template(Arc<TemplateData>);

struct TemplateData {
    /// The SVG text, `None` without placeholders.
    text: Option<String>,
    /// The picture with sample values in the known placeholders.
    plain: ArtPicture,
    /// The names of the placeholders.
    names: BTreeSet<String>,
    /// Reads a picture. A value, so that a program without templates is linked without the parser of pictures.
    read: fn(&str) -> Result<ArtPicture, ArtError>,
    filled: Mutex<BTreeMap<String, Option<ArtPicture>>>,
}

impl fmt::Debug for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Template({:?}, {:?})", self.0.plain, self.0.names)
    }
}

impl PartialEq for Template {
    fn eq(&self, other: &Self) -> bool {
        self.0.plain == other.0.plain && self.0.text == other.0.text
    }
}

impl Eq for Template {}

impl Template {
    /// Reads the bytes of an SVG or a PNG.
    ///
    /// # Errors
    /// The bytes are neither, or are refused: see [`ArtPicture::png`], [`ArtPicture::svg`]; or an SVG with placeholders
    /// is longer than 256 KB.
    pub fn of(bytes: &[u8]) -> Result<Self, ArtError> {
        if bytes.starts_with(b"\x89PNG") {
            let plain = ArtPicture::png(bytes)?;
            return Ok(Self(Arc::new(TemplateData {
                text: None,
                plain,
                names: BTreeSet::new(),
                read: ArtPicture::svg,
                filled: Mutex::default(),
            })));
        }
        let text = std::str::from_utf8(bytes).map_err(|_| ArtError::NotAPicture)?;
        if !text.contains("<svg") {
            return Err(ArtError::NotAPicture);
        }
        let mut names = BTreeSet::new();
        // Sample values make the checks fail here rather than later for a counter.
        let sample = put_in(text, &mut |name| {
            names.insert(name.to_owned());
            let known = PLACEHOLDERS.contains(&name) || OF_GROUND.contains(&name);
            known.then(|| if COLORS.contains(&name) { "#808080".to_owned() } else { "1".to_owned() })
        });
        if !names.is_empty() && text.len() > LONGEST_TEMPLATE {
            return Err(ArtError::TemplateTooLong { most: LONGEST_TEMPLATE });
        }
        let plain = ArtPicture::svg(&sample)?;
        let text = (!names.is_empty()).then(|| text.to_owned());
        Ok(Self(Arc::new(TemplateData { text, plain, names, read: ArtPicture::svg, filled: Mutex::default() })))
    }

    /// Returns the names of the placeholders.
    pub fn placeholders(&self) -> impl Iterator<Item = &str> {
        self.0.names.iter().map(String::as_str)
    }

    /// Returns the picture with `values` filled in; `None` if the result is refused.
    pub fn filled(&self, values: &Values) -> Option<ArtPicture> {
        let Some(text) = &self.0.text else { return Some(self.0.plain.clone()) };
        let filled = put_in(text, &mut |name| {
            let value = values.get(name)?;
            Some(value.chars().take(LONGEST_WORD).collect())
        });
        let mut known = self.0.filled.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(picture) = known.get(&filled) {
            return picture.clone();
        }
        if known.len() >= KEPT {
            known.clear();
        }
        let picture = (self.0.read)(&filled).ok();
        known.insert(filled, picture.clone());
        picture
    }

    /// Returns the counter parts to draw over the picture by default: those without a placeholder.
    pub fn over(&self) -> Vec<CounterPart> {
        let has = |names: &[&str]| names.iter().any(|name| self.0.names.contains(*name));
        let parts = [
            (CounterPart::Label, has(&["label", "name"])),
            (CounterPart::Rating, has(&["er", "values"])),
            (CounterPart::Movement, has(&["mp"])),
        ];
        parts.into_iter().filter(|(_, has)| !has).map(|(part, _)| part).collect()
    }
}

/// The placeholders for colors.
const COLORS: [&str; 5] = ["field", "ink", "band", "color", "line"];

/// Replaces each `{name}` in `text` with the escaped result of `value`. Names without a value stay.
fn put_in(text: &str, value: &mut dyn FnMut(&str) -> Option<String>) -> String {
    let (mut made, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(open) = rest.find('{') {
        let (before, after) = rest.split_at(open);
        made.push_str(before);
        let name = after[1..].split('}').next().unwrap_or_default();
        let is_name = !name.is_empty() && name.len() < 40 && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
        let closed = after[1..].len() > name.len();
        match value_of(is_name && closed, name, value) {
            Some(value) => {
                made.push_str(&crate::escaped(&value).replace('\'', "&apos;"));
                rest = &after[name.len() + 2..];
            }
            None => {
                made.push('{');
                rest = &after[1..];
            }
        }
    }
    made.push_str(rest);
    made
}

fn value_of(is_name: bool, name: &str, value: &mut dyn FnMut(&str) -> Option<String>) -> Option<String> {
    if is_name { value(name) } else { None }
}
