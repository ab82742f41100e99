//! The check of a document against the types of its system. It reports all errors.
//!
//! Serde stops at the first error; this reader continues. For a value of the wrong type, it notes a finding and gives serde a
//! stand-in. Unknown keys are noted and skipped. So one pass finds nearly all errors, each with its path and byte range. Only
//! two errors stop a pass. A missing key is known only when serde asks for it: the reader remembers that the type requires the
//! key, and starts again; the next pass notes every table without it. A value that its type refuses, such as an invalid color,
//! is omitted from the next pass. A file needs only a few passes, however many errors it has.

mod access;
mod reader;

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use serde::de::DeserializeOwned;

use super::tree::{self, Arena, Item, Span, Table};
use crate::System;
use crate::diagnostic::{Diagnostic, finding};
use crate::path::{DocPath, PathStep};
use crate::schema_json::FileKind;

pub(crate) use reader::a_kind;
use reader::{Link, Node, NodeReader, PassEnd};

finding! {
    /// # What it finds
    /// A key that the format does not define.
    ///
    /// # Why it matters
    /// No key is silently ignored. Otherwise a mistyped key could change a rule or a unit without notice.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// id = "de-iii-5"
    /// efficiency = 2       # the key is `er`
    /// ```
    ///
    /// # Remedy
    /// Correct the key, or remove it. Write notes as comments, or in `source`.
    UNKNOWN_KEY = "unknown-key", Error
}

finding! {
    /// # What it finds
    /// A required key that is missing.
    ///
    /// # Why it matters
    /// The scenario is incomplete without it. The finding is reported at the table that lacks the key: at its header,
    /// or at the braces of an inline table.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// id = "de-iii-5"      # `name`, `side`, `kind` and `er` are missing
    /// ```
    ///
    /// # Remedy
    /// Add the key. `docs/format.md` lists the required keys of each table.
    MISSING_KEY = "missing-key", Error
}

finding! {
    /// # What it finds
    /// A value of the wrong type, such as a number instead of text.
    ///
    /// # Why it matters
    /// The value cannot be used. Hexes and ids are text and must be in quotes, even if they look like numbers.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// at = 814             # "0814"
    /// ```
    ///
    /// # Remedy
    /// Write the value with the expected type.
    WRONG_TYPE = "wrong-type", Error
}

finding! {
    /// # What it finds
    /// A word that is not one of the allowed words.
    ///
    /// # Why it matters
    /// The field has a fixed set of values, and any other has no meaning.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// kind = "infantery"   # "infantry" or "cavalry"
    /// ```
    ///
    /// # Remedy
    /// Use one of the words that the finding lists.
    UNKNOWN_WORD = "unknown-word", Error
}

finding! {
    /// # What it finds
    /// A value of the right type that is not valid for its field.
    ///
    /// # Why it matters
    /// The field has a format, such as `#rrggbb` for colors, and the value does not match it.
    ///
    /// # Example
    /// ```toml
    /// [side.french]
    /// color = "blue"       # a color is written "#2f5d9b"
    /// ```
    ///
    /// # Remedy
    /// Write the value in the format that the finding names.
    BAD_VALUE = "bad-value", Error
}

/// The maximum number of passes, above the needs of any document whose errors are worth listing one by one.
const MOST_PASSES: usize = 150;

/// The byte budget of all passes together, so that a huge document does not take minutes.
const MOST_BYTES: usize = 1 << 30;

/// The result of reading a document.
pub(crate) struct Shaped<T> {
    /// The value. With findings, it has stand-ins and lacks the rows with errors.
    pub(crate) value: Option<T>,
    /// The omitted rows.
    pub(crate) pruned: BTreeSet<DocPath>,
    /// The errors of shape.
    pub(crate) findings: Vec<Diagnostic>,
}

/// The state shared by the passes over a document.
pub(crate) struct PassMemory<'d> {
    text: &'d str,
    /// `true` if the text contains a carriage return, so that lines may end with CRLF.
    has_cr: bool,
    form: FileKind,
    /// A complete document of the system, as a source of missing sections; set when a key is missing.
    template: Cell<Option<&'d Table<'d>>>,
    /// The keys found to be required, by the name of the type.
    required: RefCell<BTreeMap<&'static str, BTreeSet<&'static str>>>,
    /// The findings for values that their types refused, by the byte offset of the value.
    refused: RefCell<BTreeMap<usize, Diagnostic>>,
    /// The findings of this pass, each with `true` if a stand-in was read for the value.
    findings: RefCell<Vec<(Diagnostic, bool)>>,
    /// The rows to omit.
    pruned: BTreeSet<DocPath>,
}

impl PassMemory<'_> {
    fn note(&self, finding: Diagnostic, stand_in: bool) {
        if !self.is_full() {
            self.findings.borrow_mut().push((finding, stand_in));
        }
    }

    /// Returns `true` if no more findings are noted.
    fn is_full(&self) -> bool {
        self.findings.borrow().len() >= super::MOST_FINDINGS * 10
    }

    /// Returns `true` if there are more findings than are listed.
    fn is_flooded(&self) -> bool {
        self.findings.borrow().len() > super::MOST_FINDINGS
    }

    /// Remembers the key that the type `name` requires, if a missing key stopped the pass.
    #[cold]
    fn require_key(&self, name: &'static str, stop: PassEnd) -> PassEnd {
        let PassEnd::Missing(key) = stop else { return stop };
        // Without new information, another pass would end in the same way, forever.
        if self.required.borrow_mut().entry(name).or_default().insert(key) { PassEnd::Again } else { stop }
    }

    /// Returns `true` if a type refused the value that starts at `span`.
    fn is_refused(&self, span: Span) -> bool {
        let refused = self.refused.borrow();
        !refused.is_empty() && refused.contains_key(&span.range().start)
    }
}

/// Reads `text`, which was parsed to `root`, as a `T`. The schema is that of `form`.
pub(crate) fn read<'d, T: DeserializeOwned>(text: &'d str, root: &'d Table<'d>, form: FileKind) -> Shaped<T> {
    let mut memory = PassMemory {
        text,
        // A scan of the whole text without an early exit is vectorized and takes a tenth of the time.
        has_cr: text.bytes().fold(false, |found, byte| found | (byte == b'\r')),
        form,
        template: Cell::new(None),
        required: RefCell::default(),
        refused: RefCell::default(),
        findings: RefCell::default(),
        pruned: BTreeSet::new(),
    };
    let mut value = passes::<T>(root, &memory);
    let noted = memory.findings.take();
    memory.pruned =
        noted.iter().filter(|(_, stand_in)| *stand_in).filter_map(|(finding, _)| finding.path.row()).collect();
    if !memory.pruned.is_empty() {
        value = passes::<T>(root, &memory);
    }
    let refused = memory.refused.take().into_values();
    let findings = noted.into_iter().map(|(finding, _)| finding).chain(refused).collect();
    Shaped { value, pruned: memory.pruned, findings }
}

fn passes<'d, T: DeserializeOwned>(root: &'d Table<'d>, memory: &PassMemory<'d>) -> Option<T> {
    for _ in 0..MOST_PASSES.min(MOST_BYTES / memory.text.len().max(1)).max(5) {
        memory.findings.borrow_mut().clear();
        let reader = NodeReader { node: Node::Root(root), path: &Link::Root, memory };
        match T::deserialize(reader) {
            Ok(value) => return Some(value),
            Err(PassEnd::Again) => memory.template.set(template(memory.form)),
            Err(PassEnd::Missing(_) | PassEnd::Refused(_)) => break,
        }
    }
    None
}

/// Returns a complete document of `form`, if there is one.
fn template(form: FileKind) -> Option<&'static Table<'static>> {
    static TEMPLATES: LazyLock<Vec<(System, Item<'static>)>> = LazyLock::new(|| {
        // A leaked arena lives as long as the program, like the cached templates.
        let arena: &Arena = Box::leak(Box::default());
        let parsed = |system| Some((system, tree::parse(crate::template(system), arena)?.into_item()));
        System::EVERY.iter().copied().filter_map(parsed).collect()
    });
    TEMPLATES.iter().find(|(of, _)| FileKind::Scenario(*of) == form).and_then(|(_, item)| item.as_table())
}

/// Returns the value of the template at `path`.
fn template_value<'d>(template: &'d Table<'d>, path: &DocPath) -> Option<&'d Item<'d>> {
    let mut table = Some(template);
    let mut found = None;
    for step in &path.0 {
        let PathStep::Key(key) = step else { return None };
        found = Some(table?.get(key.as_str())?);
        table = found.and_then(Item::as_table);
    }
    found
}
