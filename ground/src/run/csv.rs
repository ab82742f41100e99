//! Lists of features as CSV, to be edited in a spreadsheet and read back.

use super::drawn::DrawnFeature;
use super::feature::{Feature, FeatureClass, FeatureId};
use super::request::GroundRequest;

/// The headings of a list.
const HEADINGS: [&str; 6] = ["id", "name", "class", "length_metres", "keep", "reason"];
/// The headings of the list of hexsides, which is not read back.
const OF_HEXSIDES: [&str; 4] = ["between", "class", "id", "name"];
/// The columns that are read back.
const ID: usize = 0;
const CLASS: usize = 2;
const KEEP: usize = 4;
/// The most rows of a list that is read.
const MOST_ROWS: usize = 1_000_000;

/// The reason that a list cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ListError {
    /// It is no CSV.
    #[error("it cannot be read: {0}")]
    Unreadable(String),
    /// It lacks a column.
    #[error("it has no column `{0}`")]
    NoColumn(&'static str),
    /// It has too many rows.
    #[error("it has more than {MOST_ROWS} rows")]
    TooLong,
    /// A row tells no feature; the line and the reason.
    #[error("line {0}: {1}")]
    Id(u64, String),
    /// A row has no known class; the line and the word.
    #[error("line {0}: `{1}` is no class")]
    Class(u64, String),
    /// A row tells neither yes nor no; the line and the word.
    #[error("line {0}: `{1}` is neither yes nor no")]
    Keep(u64, String),
}

/// Returns a list as CSV: id, name, class, length, `yes` or `no` for what is drawn, and why it is not.
///
/// # Errors
/// A row cannot be written, which does not happen to a text.
pub fn list_as_csv(features: &[Feature]) -> Result<String, ListError> {
    let rows = features.iter().map(|feature| {
        let length = feature.length.map(|metres| metres.to_string()).unwrap_or_default();
        let reason = feature.left_out.map(|reason| reason.to_string()).unwrap_or_default();
        let keep = if feature.is_checked { "yes" } else { "no" };
        let (id, class) = (feature.id.to_string(), feature.class.word().to_owned());
        [id, feature.name.clone(), class, length, keep.to_owned(), reason]
    });
    table(&HEADINGS, rows)
}

/// Returns the hexsides along which streams run and which roads cross as CSV: the hexside, the class, the id and the name of the feature of the
/// source. A hexside of several features has several rows.
///
/// # Errors
/// A row cannot be written, which does not happen to a text.
pub fn hexsides_as_csv(features: &[DrawnFeature]) -> Result<String, ListError> {
    let rows = features.iter().flat_map(|feature| {
        let id = feature.id.to_string();
        let row = move |between: &battlewright_schema::HexsideId| {
            [between.to_string(), feature.class.word().to_owned(), id.clone(), feature.name.clone()]
        };
        feature.between.iter().map(row)
    });
    table(&OF_HEXSIDES, rows)
}

/// Returns rows under `headings` as CSV.
fn table<const N: usize>(headings: &[&str; N], rows: impl Iterator<Item = [String; N]>) -> Result<String, ListError> {
    let unreadable = |error: &dyn std::fmt::Display| ListError::Unreadable(error.to_string());
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    writer.write_record(headings).map_err(|error| unreadable(&error))?;
    for row in rows {
        writer.write_record(row).map_err(|error| unreadable(&error))?;
    }
    let bytes = writer.into_inner().map_err(|error| unreadable(&error))?;
    String::from_utf8(bytes).map_err(|error| unreadable(&error))
}

/// Takes the choices of an edited list into `request`. A row is a choice if its class or its `keep` differ from those of the same feature in
/// `features`, the lists of the same request; rows of other features are choices too, since a changed figure may bring them back. Returns the number of
/// choices.
///
/// # Errors
/// The list is no CSV, lacks the columns `id` and `keep`, or has a wrong value; the request is as before then.
pub fn choices_from_csv(bytes: &[u8], features: &[Feature], request: &mut GroundRequest) -> Result<usize, ListError> {
    let mut reader = ::csv::ReaderBuilder::new().flexible(true).from_reader(bytes);
    let headings = reader.headers().map_err(|error| ListError::Unreadable(error.to_string()))?.clone();
    let column = |at: usize| {
        let heading = HEADINGS.get(at).copied().unwrap_or_default();
        let is_it = |own: &str| own.trim().trim_start_matches('\u{feff}').eq_ignore_ascii_case(heading);
        headings.iter().position(is_it).ok_or(ListError::NoColumn(heading))
    };
    let (id_at, keep_at, class_at) = (column(ID)?, column(KEEP)?, column(CLASS).ok());
    let known: std::collections::BTreeMap<FeatureId, &Feature> =
        features.iter().map(|feature| (feature.id, feature)).collect();
    let mut made = request.clone();
    let mut choices = 0;
    for (n, row) in reader.records().enumerate() {
        let row = row.map_err(|error| ListError::Unreadable(error.to_string()))?;
        if n >= MOST_ROWS {
            return Err(ListError::TooLong);
        }
        let line = row.position().map_or(0, ::csv::Position::line);
        let cell = |at: usize| row.get(at).unwrap_or_default().trim();
        let id: FeatureId = cell(id_at).parse().map_err(|error| ListError::Id(line, format!("{error}")))?;
        let keep = match cell(keep_at).to_ascii_lowercase().as_str() {
            "yes" | "y" | "true" | "1" => true,
            "no" | "n" | "false" | "0" => false,
            other => return Err(ListError::Keep(line, other.chars().take(40).collect())),
        };
        let class = match class_at.map(cell).filter(|word| !word.is_empty()) {
            None => None,
            Some(word) => {
                let class = FeatureClass::of_word(word);
                Some(class.ok_or_else(|| ListError::Class(line, word.chars().take(40).collect()))?)
            }
        };
        let feature = known.get(&id);
        if feature.is_none_or(|feature| feature.is_checked != keep) {
            made.check(id, Some(keep));
            choices += 1;
        }
        if let (Some(class), Some(feature)) = (class, feature)
            && class != feature.class
            && feature.class.others().contains(&class)
        {
            made.set_class(id, Some(class));
            choices += 1;
        }
    }
    *request = made;
    Ok(choices)
}
