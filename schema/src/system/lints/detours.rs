//! Detours that no unit can take.

use std::collections::BTreeMap;

use crate::EntryId;
use crate::diagnostic::{Diagnostic, finding};
use crate::fix::Fix;
use crate::lint::context::Context;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// A detour that no unit can take.
    ///
    /// # Why it matters
    /// It leads back to its start, no unit is due at its start, or the rules of the scenario let nobody take it: in
    /// Position Magnifique, it needs variable reinforcements (20.3) or `free = true`; in At Any Cost, only Prussian
    /// reinforcements change their entry (15.2), and its `group` has to be one of theirs.
    ///
    /// # Example
    /// ```toml
    /// variable_reinforcements = false      # true
    ///
    /// [[detour]]
    /// from = "0920"
    /// to = ["0016"]
    /// ```
    ///
    /// # Remedy
    /// Set `variable_reinforcements = true` or `free = true`, correct the entries or the group, or remove the detour.
    IDLE_DETOUR = "idle-detour", Warning
}

finding! {
    /// # What it finds
    /// A detour to an entry of the other side.
    ///
    /// # Why it matters
    /// Units must not enter at an entry of the other side.
    ///
    /// # Example
    /// ```toml
    /// [[detour]]
    /// from = "2706"                # French
    /// to = ["0920"]                # Prussian
    /// ```
    ///
    /// # Remedy
    /// Choose an entry of the same side.
    WRONG_SIDE_DETOUR = "wrong-side-detour", Warning
}

/// A detour.
pub(crate) struct DetourFacts<'d> {
    pub(crate) from: &'d EntryId,
    pub(crate) to: &'d [EntryId],
    /// `true` if the rules of the scenario let nobody take it.
    pub(crate) is_closed: bool,
}

/// The reason why the rules let nobody take a detour.
pub(crate) struct ClosedDetour {
    pub(crate) message: &'static str,
    pub(crate) help: &'static str,
    /// The fix for the detour at a path.
    pub(crate) fix: fn(&Context<'_>, &DocPath) -> Option<Fix>,
}

/// Notes the detours that nobody can take, and those that lead to the other side.
pub(crate) fn check(cx: &Context<'_>, detours: &[DetourFacts<'_>], closed: &ClosedDetour, found: &mut Vec<Diagnostic>) {
    if detours.is_empty() {
        return;
    }
    // The entries where a unit is due or to which a detour leads.
    let mut is_used = cx.entry_numbers.each(false);
    let led_to = detours.iter().flat_map(|detour| detour.to).filter_map(|to| cx.entry_numbers.find(to.as_str()));
    for entry in cx.units.iter().filter_map(|unit| unit.entry_number).chain(led_to) {
        is_used[entry] = true;
    }
    let is_used = |entry: &EntryId| cx.entry_numbers.find(entry.as_str()).is_some_and(|entry| is_used[entry]);
    let sides: BTreeMap<&EntryId, _> = cx.entries.iter().map(|entry| (&entry.id, &entry.side)).collect();
    let mut first_closed = None;
    for (row, detour) in detours.iter().enumerate() {
        let path = || DocPath::root().key("detour").index(row);
        // An unknown entry is reported by another lint.
        let Some(side) = sides.get(detour.from) else { continue };
        if detour.is_closed {
            first_closed = first_closed.or_else(|| Some(path()));
            continue;
        }
        if !is_used(detour.from) {
            let message = format!("no unit is due at entry `{}`, where this detour begins", detour.from);
            let help = "let units enter there, or remove the detour";
            let fix = cx.take_out("remove the detour", &path());
            found.push(IDLE_DETOUR.at(path().key("from"), message).help(help).fix(fix));
        }
        for (index, to) in detour.to.iter().enumerate() {
            let whole = path();
            let path = || path().key("to").index(index);
            let out = || match detour.to.len() {
                1 => cx.take_out("remove the detour", &whole),
                _ => cx.take_out(format!("remove `{to}`"), &path()),
            };
            if to == detour.from {
                let message = format!("the detour leads from entry `{to}` to itself");
                found.push(IDLE_DETOUR.at(path(), message).help("choose another entry, or remove it").fix(out()));
            } else if let Some(other) = sides.get(to).filter(|other| *other != side) {
                let message = format!("entry `{to}` is for `{other}`, but entry `{}` is not", detour.from);
                let finding = WRONG_SIDE_DETOUR.at(path(), message).help(format!("choose an entry of `{side}`"));
                found.push(finding.fix(out()));
            }
        }
    }
    if let Some(path) = first_closed {
        let fix = (closed.fix)(cx, &path);
        found.push(IDLE_DETOUR.at(path, closed.message).help(closed.help).fix(fix));
    }
}
