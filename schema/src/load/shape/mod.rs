//! The check of a document against the types of its system, which reports all errors.
//!
//! Serde stops at the first error. This reader does not: where a value has the wrong type it notes
//! the finding and hands serde a stand-in, keys that no type knows it notes and skips, and so one
//! pass finds them all, each with its exact path and bytes. Only two things stop a pass. A missing
//! key is known first when serde asks for it: the reader learns that this key of this type is
//! required and starts again, after which it notices every such row. A value that its own type
//! refuses (a color that is none) is left out of the next pass. A file needs a handful of passes,
//! however many mistakes it has.

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

/// More passes than any document needs whose mistakes are worth listing one by one.
const MOST_PASSES: usize = 150;

/// The number of bytes that all passes together go over, so that an absurdly long document does not take minutes.
const MOST_BYTES: usize = 1 << 30;

/// The outcome of reading.
pub(crate) struct Shaped<T> {
    /// The value: sound if there are no findings, otherwise with stand-ins and without the rows
    /// that had errors.
    pub(crate) value: Option<T>,
    /// The rows that were left out.
    pub(crate) pruned: BTreeSet<DocPath>,
    /// Every error of shape.
    pub(crate) findings: Vec<Diagnostic>,
}

/// The facts that the passes over a document share.
pub(crate) struct PassMemory<'d> {
    text: &'d str,
    /// `true` if a line of it may end with CRLF.
    has_cr: bool,
    form: FileKind,
    /// A complete document of the system, for sections that are missing; parsed when a key is.
    template: Cell<Option<&'d Table<'d>>>,
    /// Keys that were found to be required, by type.
    required: RefCell<BTreeMap<&'static str, BTreeSet<&'static str>>>,
    /// Values that their types refused, by where they start.
    refused: RefCell<BTreeMap<usize, Diagnostic>>,
    /// Findings of this pass, and whether what was read in their place is a stand-in.
    findings: RefCell<Vec<(Diagnostic, bool)>>,
    /// Rows to leave out.
    pruned: BTreeSet<DocPath>,
}

impl PassMemory<'_> {
    fn note(&self, finding: Diagnostic, stand_in: bool) {
        if !self.is_full() {
            self.findings.borrow_mut().push((finding, stand_in));
        }
    }

    /// Returns `true` if so much was found that no more is noted.
    fn is_full(&self) -> bool {
        self.findings.borrow().len() >= super::MOST_FINDINGS * 10
    }

    /// Returns `true` if more was found than is listed.
    fn is_flooded(&self) -> bool {
        self.findings.borrow().len() > super::MOST_FINDINGS
    }

    /// Learns which key the type called `name` requires, if that is why it stopped.
    #[cold]
    fn learn(&self, name: &'static str, stop: PassEnd) -> PassEnd {
        let PassEnd::Missing(key) = stop else { return stop };
        // Learning nothing new would go on for ever.
        if self.required.borrow_mut().entry(name).or_default().insert(key) { PassEnd::Again } else { stop }
    }

    /// Returns `true` if a type refused the value here.
    fn is_refused(&self, span: Span) -> bool {
        let refused = self.refused.borrow();
        !refused.is_empty() && refused.contains_key(&span.range().start)
    }
}

/// Reads `text`, which was parsed to `root`, as a `T`, whose schema is that of `form`.
pub(crate) fn read<'d, T: DeserializeOwned>(text: &'d str, root: &'d Table<'d>, form: FileKind) -> Shaped<T> {
    let mut memory = PassMemory {
        text,
        // Looked for in the whole text at once, which takes a tenth of the time in which the first of them is found.
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

/// Reads `text`, a part of what `system` is, as a `T`; `None` if anything is wrong with it.
pub(crate) fn sound<T: DeserializeOwned>(text: &str, system: System) -> Option<T> {
    let arena = Arena::new();
    let root = tree::parse(text, &arena)?;
    let shaped = read(text, &root, system.into());
    shaped.value.filter(|_| shaped.findings.is_empty())
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

/// A complete document of `form`, if there is one.
fn template(form: FileKind) -> Option<&'static Table<'static>> {
    static TEMPLATES: LazyLock<Vec<(System, Item<'static>)>> = LazyLock::new(|| {
        // What is kept for as long as the program runs needs no owner.
        let arena: &Arena = Box::leak(Box::default());
        let parsed = |system| Some((system, tree::parse(crate::template(system), arena)?.into_item()));
        System::EVERY.iter().copied().filter_map(parsed).collect()
    });
    TEMPLATES.iter().find(|(of, _)| FileKind::Scenario(*of) == form).and_then(|(_, item)| item.as_table())
}

/// The value of the template at `path`.
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
