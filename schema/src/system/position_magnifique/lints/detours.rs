//! Detours that no unit can take.

use crate::diagnostic::Diagnostic;
use crate::lint::context::Context;
use crate::system::lints::detours::{self, ClosedDetour, DetourFacts};

const CLOSED: ClosedDetour = ClosedDetour {
    message: "without variable reinforcements, only free detours can be taken",
    help: "write `variable_reinforcements = true` near the top, or `free = true` here",
    fix: |cx, path| cx.write(&path.clone().key("free"), "true"),
};

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    let all = own.detour.iter().map(|detour| DetourFacts {
        from: &detour.from,
        to: &detour.to,
        is_closed: !own.variable_reinforcements && !detour.free,
    });
    detours::check(cx, &all.collect::<Vec<_>>(), &CLOSED, found);
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
