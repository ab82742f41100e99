//! Numbers outside the limits of their field.

use crate::diagnostic::{Diagnostic, Finding, finding};
use crate::lint::context::Context;
use crate::path::DocPath;
use crate::schema_json::{self, FileKind};

finding! {
    /// A unit's Efficiency Rating that no counter has.
    ///
    /// ER runs from 0 to 6: attacks compare it with dice of six faces.
    ///
    /// ```toml
    /// [[unit]]
    /// er = 9
    /// ```
    ER_OUT_OF_RANGE = "er-out-of-range", Error
}

finding! {
    /// More artillery ammunition than the track has room for.
    ///
    /// A side starts with 0 to 99 artillery points.
    ///
    /// ```toml
    /// [side.french]
    /// ammunition = 100
    /// ```
    AMMUNITION_OUT_OF_RANGE = "ammunition-out-of-range", Error
}

finding! {
    /// A number outside the limits of its field.
    ///
    /// The finding says what the limits are; docs/format.md lists them for every field.
    ///
    /// ```toml
    /// [turns]
    /// count = 0            # a game has 1 to 99 turns
    /// ```
    NUMBER_OUT_OF_RANGE = "number-out-of-range", Error
}

fn kind(path: &DocPath) -> Finding {
    match path.last_key() {
        Some("er") => ER_OUT_OF_RANGE,
        Some("ammunition") => AMMUNITION_OUT_OF_RANGE,
        _ => NUMBER_OUT_OF_RANGE,
    }
}

/// The finding that the number at `path`, written as `shown`, is out of range. `least` and
/// `greatest` are what its type can hold; the field's own limits are narrower, if it has any.
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
