//! Application of all safe fixes that add no problems.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::{Fix, TextEdit};
use crate::diagnostic::{Code, Diagnostic, Position};
use crate::{Loaded, load};

/// A fix that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppliedFix {
    /// The finding that was mended.
    pub code: Code,
    /// The fix, such as "write `\"0814\"`".
    pub title: String,
    /// The place where it was found, in the text as it was then.
    pub position: Option<Position>,
}

/// A text with its safe fixes made.
#[derive(Clone, Debug)]
pub struct Fixed {
    /// The text.
    pub text: String,
    /// The fixes that were made, in order.
    pub applied: Vec<AppliedFix>,
    /// The findings that are left in the text.
    pub left: Vec<Diagnostic>,
}

/// The most rounds of fixing: a mended key may show what was wrong behind it.
const MOST_ROUNDS: usize = 20;

/// The most fixes of one round that are tried one by one if all together make matters worse.
const MOST_TRIALS: usize = 200;

/// The most bytes that are read in all to try fixes out: of a small text as many as there are trials, of a large one few.
const MOST_BYTES: usize = 16 << 20;

/// `text` with every safe fix of its `findings` made, and then with those of what is found in the
/// result, until there are none. A fix that would lead to more findings is not made.
///
/// ```
/// use battlewright_schema::{System, fix, load, template};
/// let text = template(System::MarsLaTour).replace("at = \"0704\"", "at = 704");
/// let fixed = fix::apply(&text, &load(&text).diagnostics);
/// assert_eq!(fixed.text, template(System::MarsLaTour));
/// assert_eq!(fixed.applied.len(), 2, "first the quotes, then the hex");
/// assert!(fixed.left.is_empty());
/// ```
pub fn apply(text: &str, findings: &[Diagnostic]) -> Fixed {
    let mut fixed = Fixed { text: text.to_owned(), applied: Vec::new(), left: findings.to_vec() };
    let mut standing = None;
    let mut bytes = MOST_BYTES;
    for _ in 0..MOST_ROUNDS {
        let fixes: Vec<(&Diagnostic, &Fix)> =
            fixed.left.iter().filter_map(|finding| Some((finding, finding.safe_fix()?))).collect();
        if fixes.is_empty() {
            break;
        }
        let before = standing.unwrap_or_else(|| TextQuality::of(&load(&fixed.text)));
        let together = all(&fixed.text, &fixes, before, &mut bytes);
        let Some((text, loaded, made)) = together.or_else(|| each(&fixed.text, &fixes, before, &mut bytes)) else {
            break;
        };
        fixed.applied.extend(made);
        fixed.text = text;
        standing = Some(TextQuality::of(&loaded));
        fixed.left = loaded.diagnostics;
    }
    fixed
}

/// A text with fixes made, what it loads as, and the fixes.
type FixedText = (String, Loaded, Vec<AppliedFix>);

/// All fixes that do not touch each other made together, if that is not worse than `before`.
fn all(text: &str, fixes: &[(&Diagnostic, &Fix)], before: TextQuality, bytes: &mut usize) -> Option<FixedText> {
    // By their bytes. None overlaps another, so that a new one need only be compared with those beside it.
    let mut edits: BTreeMap<(usize, usize), &TextEdit> = BTreeMap::new();
    let mut made = Vec::new();
    for (finding, fix) in fixes {
        let is_apart = |edit: &TextEdit| {
            let bytes = (edit.span.start, edit.span.end);
            let before = edits.range(..bytes).next_back().is_none_or(|((_, end), _)| *end <= bytes.0);
            before
                && edits
                    .range(bytes..)
                    .next()
                    .is_none_or(|((start, end), _)| *start >= bytes.1 && (*start, *end) != bytes)
        };
        if fix.edits.iter().all(is_apart) {
            edits.extend(fix.edits.iter().map(|edit| ((edit.span.start, edit.span.end), edit)));
            made.push(applied(finding, fix));
        }
    }
    let together = Fix { title: String::new(), edits: edits.into_values().cloned().collect(), safe: true };
    try_out(text, &together, before, bytes).map(|(text, loaded)| (text, loaded, made))
}

/// The fixes made one by one, each if it is not worse; from the end of the text, so that places before stay right.
fn each(text: &str, fixes: &[(&Diagnostic, &Fix)], mut before: TextQuality, bytes: &mut usize) -> Option<FixedText> {
    let mut last_first: Vec<_> = fixes.iter().take(MOST_TRIALS).collect();
    last_first.sort_by_key(|(_, fix)| std::cmp::Reverse(fix.edits.first().map(|edit| edit.span.start)));
    let mut result: Option<(String, Loaded)> = None;
    let mut made = Vec::new();
    let mut untouched = text.len();
    for (finding, fix) in last_first {
        let end = fix.edits.last().map_or(0, |edit| edit.span.end);
        let now = result.as_ref().map_or(text, |(text, _)| text);
        if end <= untouched
            && let Some((text, loaded)) = try_out(now, fix, before, bytes)
        {
            before = TextQuality::of(&loaded);
            untouched = fix.edits.first().map_or(0, |edit| edit.span.start);
            made.push(applied(finding, fix));
            result = Some((text, loaded));
        }
    }
    made.reverse();
    result.map(|(text, loaded)| (text, loaded, made))
}

/// The text with `fix` made, if that is not worse than `before` and may still be tried out.
fn try_out(text: &str, fix: &Fix, before: TextQuality, bytes: &mut usize) -> Option<(String, Loaded)> {
    *bytes = bytes.checked_sub(text.len())?;
    let text = fix.apply(text)?;
    let loaded = load(&text);
    (TextQuality::of(&loaded) > before).then_some((text, loaded))
}

fn applied(finding: &Diagnostic, fix: &Fix) -> AppliedFix {
    AppliedFix { code: finding.code, title: fix.title.clone(), position: finding.position }
}

/// The quality of a text: the greater the better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TextQuality {
    /// The stage that reading comes to: 0 not to the scenario, 1 to some of it, 2 to all of it.
    stage: u8,
    errors: usize,
    findings: usize,
    /// Of the findings, those that have a fix that can be made without asking.
    fixable: usize,
}

impl TextQuality {
    fn of(loaded: &Loaded) -> Self {
        let stage = u8::from(loaded.readable.is_some()) + u8::from(loaded.complete);
        let fixable = loaded.diagnostics.iter().filter(|finding| finding.safe_fix().is_some()).count();
        Self { stage, errors: loaded.errors(), findings: loaded.diagnostics.len(), fixable }
    }
}

impl PartialOrd for TextQuality {
    /// A later stage is better, whatever is found there. In the same stage fewer errors are, then
    /// fewer findings.
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        let stage = self.stage.cmp(&other.stage);
        let fewer = other.errors.cmp(&self.errors).then(other.findings.cmp(&self.findings));
        Some(stage.then(fewer).then(other.fixable.cmp(&self.fixable)))
    }
}
