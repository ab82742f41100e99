//! Published pages: their heads name the stamp and the scenario beside them.

use std::path::{Component, Path};

use super::ExpectedScenario;
use super::examine::{self, ExaminedFile, FileVerdict};
use crate::files::with_slashes;
use crate::publish::pages::{SCENARIO, STAMP};

/// The longest head of a page that is searched, in bytes.
const HEAD: usize = 1 << 16;

/// The content of the head of a page.
pub(super) struct PageHead {
    hash: String,
    rules: String,
    /// The path of the scenario, relative to the page.
    scenario: String,
}

/// Returns what the head of a page in HTML tells; `None` if `bytes` are no such page.
pub(super) fn told(bytes: &[u8]) -> Option<PageHead> {
    let head = String::from_utf8_lossy(bytes.get(..HEAD).unwrap_or(bytes));
    let text = |name: &str| {
        let (_, rest) = head.split_once(&format!("<meta name=\"{name}\" content=\""))?;
        Some(plain(rest.split_once('"')?.0))
    };
    let stamp = text(STAMP)?;
    let (hash, rules) = stamp.split_once(' ')?;
    Some(PageHead { hash: hash.to_owned(), rules: rules.to_owned(), scenario: text(SCENARIO)? })
}

/// Returns the text of an attribute that `maud` has escaped.
fn plain(text: &str) -> String {
    text.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

/// Examines the page at `path`.
pub(super) fn examined(path: &Path, head: &PageHead, expected: &ExpectedScenario) -> ExaminedFile {
    let relative = Path::new(&head.scenario);
    // A page of others may not lead anywhere else.
    let is_inside = relative.components().all(|part| matches!(part, Component::Normal(_)));
    let verdict = if is_inside {
        match examine::read(&path.with_file_name("").join(relative)).map(String::from_utf8) {
            Ok(Ok(text)) => examine::compared_text(&text, &head.rules, &head.hash, expected),
            Ok(Err(_)) => FileVerdict::Unknown("the scenario beside it is no text".to_owned()),
            Err(_) if head.hash == expected.stamp.hash() => FileVerdict::Same,
            Err(why) => {
                let reasons = vec![format!("made of another scenario; {}: {why}", head.scenario)];
                FileVerdict::Differs { reasons, changes: Vec::new() }
            }
        }
    } else {
        FileVerdict::Unknown("it names a scenario elsewhere".to_owned())
    };
    ExaminedFile {
        path: with_slashes(path),
        kind: "page",
        stamp: Some(head.hash.clone()),
        rules: Some(head.rules.clone()),
        verdict,
    }
}
