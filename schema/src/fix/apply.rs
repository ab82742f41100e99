//! Applies all safe fixes that add no problems.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::{Fix, TextEdit};
use crate::diagnostic::{Code, Diagnostic, Position};
use crate::{LintLevels, Loaded, Surroundings, load_from};

/// A fix that was applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppliedFix {
    /// The code of the fixed finding.
    pub code: Code,
    /// The title of the fix, such as "write `\"0814\"`".
    pub title: String,
    /// The position of the finding in the text at that time.
    pub position: Option<Position>,
}

/// A text with its safe fixes applied.
#[derive(Clone, Debug)]
pub struct Fixed {
    /// The text.
    pub text: String,
    /// The applied fixes, in order.
    pub applied: Vec<AppliedFix>,
    /// The findings that remain in the text.
    pub left: Vec<Diagnostic>,
}

/// The maximum number of rounds. A fixed key may reveal further findings.
const MOST_ROUNDS: usize = 20;

/// The maximum number of fixes that are tried one by one in a round, if all of them together make the text worse.
const MOST_TRIALS: usize = 200;

/// The byte budget for trial loads: enough for all trials of a small text, but only for a few of a large one.
const MOST_BYTES: usize = 16 << 20;

/// Applies every safe fix of `findings` to `text`, and then the safe fixes of the new findings, until none is left. A fix that
/// would lead to more findings is not applied. The text can use the rulesets that the program brings.
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
    apply_from(text, findings, &Surroundings::bundled(&LintLevels::default()))
}

/// Applies every safe fix, like [`apply`], to the text of a file with these `surroundings`.
pub fn apply_from(text: &str, findings: &[Diagnostic], surroundings: &Surroundings<'_>) -> Fixed {
    let mut fixed = Fixed { text: text.to_owned(), applied: Vec::new(), left: findings.to_vec() };
    let mut standing = None;
    let mut trials = Trials { surroundings, bytes: MOST_BYTES };
    for _ in 0..MOST_ROUNDS {
        let fixes: Vec<(&Diagnostic, &Fix)> =
            fixed.left.iter().filter_map(|finding| Some((finding, finding.safe_fix()?))).collect();
        if fixes.is_empty() {
            break;
        }
        let before = standing.unwrap_or_else(|| TextQuality::of(&load_from(&fixed.text, surroundings)));
        let together = all(&fixed.text, &fixes, before, &mut trials);
        let Some((text, loaded, made)) = together.or_else(|| each(&fixed.text, &fixes, before, &mut trials)) else {
            break;
        };
        fixed.applied.extend(made);
        fixed.text = text;
        standing = Some(TextQuality::of(&loaded));
        fixed.left = loaded.diagnostics;
    }
    fixed
}

/// A text with fixes applied, the result of loading it, and the fixes.
type FixedText = (String, Loaded, Vec<AppliedFix>);

/// Applies all fixes that do not overlap at once; `None` if the result is not better than `before`.
fn all(text: &str, fixes: &[(&Diagnostic, &Fix)], before: TextQuality, trials: &mut Trials<'_>) -> Option<FixedText> {
    // Keyed by byte range. The ranges do not overlap, so a new one is compared only with its neighbors.
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
    trials.try_out(text, &together, before).map(|(text, loaded)| (text, loaded, made))
}

/// Applies the fixes one by one, each if it improves the text. It goes from the end to the start, so that earlier offsets stay
/// valid.
fn each(
    text: &str,
    fixes: &[(&Diagnostic, &Fix)],
    mut before: TextQuality,
    trials: &mut Trials<'_>,
) -> Option<FixedText> {
    let mut last_first: Vec<_> = fixes.iter().take(MOST_TRIALS).collect();
    last_first.sort_by_key(|(_, fix)| std::cmp::Reverse(fix.edits.first().map(|edit| edit.span.start)));
    let mut result: Option<(String, Loaded)> = None;
    let mut made = Vec::new();
    let mut untouched = text.len();
    for (finding, fix) in last_first {
        let end = fix.edits.last().map_or(0, |edit| edit.span.end);
        let now = result.as_ref().map_or(text, |(text, _)| text);
        if end <= untouched
            && let Some((text, loaded)) = trials.try_out(now, fix, before)
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

/// The trial loads of texts with fixes applied.
struct Trials<'s> {
    surroundings: &'s Surroundings<'s>,
    /// The number of bytes that may still be loaded.
    bytes: usize,
}

impl Trials<'_> {
    /// Applies `fix`; `None` if the result is not better than `before` or the byte budget is exhausted.
    fn try_out(&mut self, text: &str, fix: &Fix, before: TextQuality) -> Option<(String, Loaded)> {
        self.bytes = self.bytes.checked_sub(text.len())?;
        let text = fix.apply(text)?;
        let loaded = load_from(&text, self.surroundings);
        (TextQuality::of(&loaded) > before).then_some((text, loaded))
    }
}

fn applied(finding: &Diagnostic, fix: &Fix) -> AppliedFix {
    AppliedFix { code: finding.code, title: fix.title.clone(), position: finding.position }
}

/// The quality of a text. A greater value is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TextQuality {
    /// The stage that loading reaches: 0 for no scenario, 1 for a part of it, 2 for all of it.
    stage: u8,
    errors: usize,
    findings: usize,
    /// The number of findings with a safe fix.
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
    /// A later stage is better, whatever findings it has. In the same stage, fewer errors are better, then fewer findings.
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        let stage = self.stage.cmp(&other.stage);
        let fewer = other.errors.cmp(&self.errors).then(other.findings.cmp(&self.findings));
        Some(stage.then(fewer).then(other.fixable.cmp(&self.fixable)))
    }
}
