//! Numbers outside the limits of their field.

use crate::diagnostic::{Diagnostic, Finding, finding};
use crate::lint::context::Context;
use crate::path::DocPath;
use crate::schema_json::{self, FileKind};

finding! {
    /// # What it finds
    /// A unit with an invalid Efficiency Rating.
    ///
    /// # Why it matters
    /// The ER is a number from 0 to 6, because attacks compare it with six-sided dice.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// er = 9
    /// ```
    ///
    /// # Remedy
    /// Set `er` to a number from 0 to 6.
    ER_OUT_OF_RANGE = "er-out-of-range", Error
}

finding! {
    /// # What it finds
    /// More artillery ammunition than the track can show.
    ///
    /// # Why it matters
    /// The track has room for 0 to 99 artillery points.
    ///
    /// # Example
    /// ```toml
    /// [side.french]
    /// ammunition = 100
    /// ```
    ///
    /// # Remedy
    /// Set `ammunition` to a number from 0 to 99.
    AMMUNITION_OUT_OF_RANGE = "ammunition-out-of-range", Error
}

finding! {
    /// # What it finds
    /// A number outside the limits of its field.
    ///
    /// # Why it matters
    /// The rules or the map cannot use the value. docs/format.md lists the limits of every field.
    ///
    /// # Example
    /// ```toml
    /// [turns]
    /// count = 0            # a game has 1 to 99 turns
    /// ```
    ///
    /// # Remedy
    /// Use a number within the limits that the finding names.
    NUMBER_OUT_OF_RANGE = "number-out-of-range", Error
}

fn kind(path: &DocPath) -> Finding {
    match path.last_key() {
        Some("er") => ER_OUT_OF_RANGE,
        Some("ammunition") => AMMUNITION_OUT_OF_RANGE,
        _ => NUMBER_OUT_OF_RANGE,
    }
}

/// Returns the finding that the number at `path`, written as `shown`, is out of range. `least` and `greatest` are the
/// limits of its type; limits of the field replace them.
pub(crate) fn out_of_range(
    form: impl Into<FileKind>,
    path: DocPath,
    shown: &str,
    least: i128,
    greatest: i128,
) -> Diagnostic {
    let form = form.into();
    let (own_least, own_greatest) = schema_json::range(form, &path).unwrap_or((None, None));
    let (least, greatest) = (own_least.unwrap_or(least), own_greatest.unwrap_or(greatest));
    let name = path.last_key().unwrap_or("this").to_owned();
    let message = format!("`{name}` must be from {least} to {greatest}, not {shown}");
    let help = schema_json::describe(form, &path);
    kind(&path).at(path, message).maybe_help(help)
}

pub(crate) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let system = cx.scenario.system();
    for (path, number) in &cx.names.beyond {
        let (least, greatest) = schema_json::range(system, path).unwrap_or((None, None));
        let nearest = least.filter(|least| number < least).or(greatest.filter(|greatest| number > greatest));
        let finding = out_of_range(system, path.clone(), &format!("`{number}`"), *number, *number);
        found.push(finding.fix(nearest.and_then(|nearest| cx.write(path, &nearest.to_string()))));
    }
}
