//! Detours that no unit can take.

use std::collections::BTreeMap;

use crate::EntryId;
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// A detour that no unit can take.
    ///
    /// # Why it matters
    /// It leads back to its start, no unit is due at its start, or the scenario has no variable reinforcements (20.3)
    /// and the detour has no `free = true`.
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
    /// Set `variable_reinforcements = true` or `free = true`, correct the entries, or remove the detour.
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

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    if own.detour.is_empty() {
        return;
    }
    // The entries where a unit is due or to which a detour leads.
    let mut is_used = cx.entry_numbers.each(false);
    let led_to = own.detour.iter().flat_map(|detour| &detour.to).filter_map(|to| cx.entry_numbers.find(to.as_str()));
    for entry in cx.units.iter().filter_map(|unit| unit.entry_number).chain(led_to) {
        is_used[entry] = true;
    }
    let is_used = |entry: &EntryId| cx.entry_numbers.find(entry.as_str()).is_some_and(|entry| is_used[entry]);
    let sides: BTreeMap<&EntryId, _> = own.entry.iter().map(|entry| (&entry.id, &entry.side)).collect();
    let mut closed = None;
    for (row, detour) in own.detour.iter().enumerate() {
        let path = || DocPath::root().key("detour").index(row);
        // An unknown entry is reported by another lint.
        let Some(side) = sides.get(&detour.from) else { continue };
        if !own.variable_reinforcements && !detour.free {
            closed = closed.or_else(|| Some(path()));
            continue;
        }
        if !is_used(&detour.from) {
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
            if *to == detour.from {
                let message = format!("the detour leads from entry `{to}` to itself");
                found.push(IDLE_DETOUR.at(path(), message).help("choose another entry, or remove it").fix(out()));
            } else if let Some(other) = sides.get(to).filter(|other| *other != side) {
                let message = format!("entry `{to}` is for `{other}`, but entry `{}` is not", detour.from);
                let finding = WRONG_SIDE_DETOUR.at(path(), message).help(format!("choose an entry of `{side}`"));
                found.push(finding.fix(out()));
            }
        }
    }
    if let Some(path) = closed {
        let message = "without variable reinforcements, only free detours can be taken";
        let help = "write `variable_reinforcements = true` near the top, or `free = true` here";
        let fix = cx.write(&path.clone().key("free"), "true");
        found.push(IDLE_DETOUR.at(path, message).help(help).fix(fix));
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_magnifique as shown;

    fn with(detour: &str, variable: bool) -> Vec<String> {
        let entry = |id: &str, side: &str, hex: &str| {
            format!("[[entry]]\nid = \"{id}\"\nside = \"{side}\"\nhexes = [\"{hex}\"]\n")
        };
        let detours = entry("B", "red", "0101") + &entry("C", "blue", "0801") + detour + "\n[side.red]";
        let variable = format!("variable_reinforcements = {variable}\n[turns]");
        let third = ("movement = [6, 6]\nat = \"0704\"", "movement = [6, 6]\nenters = { turn = 2, at = \"C\" }");
        let second = ("movement = [5, 5]\nat = \"0202\"", "movement = [5, 5]\nenters = { turn = 2, at = \"B\" }");
        shown(&[("[side.red]", &detours), ("[turns]", &variable), third, second])
    }

    #[test]
    fn detours_can_be_taken() {
        assert_eq!(with("[[detour]]\nfrom = \"A\"\nto = [\"B\"]", true), [] as [&str; 0]);
        assert_eq!(with("[[detour]]\nfrom = \"A\"\nto = [\"B\"]", false), ["idle-detour [[detour]]"]);
        assert_eq!(with("[[detour]]\nfrom = \"A\"\nto = [\"B\"]\nfree = true", false), [] as [&str; 0]);
        assert_eq!(with("[[detour]]\nfrom = \"A\"\nto = [\"A\"]", true), ["idle-detour \"A\""]);
        assert_eq!(with("[[detour]]\nfrom = \"A\"\nto = [\"C\"]", true), ["wrong-side-detour \"C\""]);
    }
}
