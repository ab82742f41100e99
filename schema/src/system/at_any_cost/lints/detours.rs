//! Detours that no unit can take.

use std::collections::BTreeSet;

use crate::at_any_cost::{AtAnyCost, Enters, Nation};
use crate::diagnostic::Diagnostic;
use crate::lint::context::Context;
use crate::path::DocPath;
use crate::system::lints::detours::{self, ClosedDetour, DetourFacts, IDLE_DETOUR};
use crate::{EntryId, FormationId, SideId};

const CLOSED: ClosedDetour = ClosedDetour {
    message: "only Prussian reinforcements can change their entry (15.2)",
    help: "remove the detour",
    fix: |cx, path| cx.take_out("remove the detour", path),
};

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    if own.detour.is_empty() {
        return;
    }
    let is_french = |side: &SideId| own.side.get(side).is_some_and(|side| side.nation == Nation::French);
    let french = own.entry.iter().filter(|entry| is_french(&entry.side));
    let french: BTreeSet<&EntryId> = french.map(|entry| &entry.id).collect();
    let all = own.detour.iter().map(|detour| DetourFacts {
        from: &detour.from,
        to: &detour.to,
        is_closed: french.contains(&detour.from),
    });
    detours::check(cx, &all.collect::<Vec<_>>(), &CLOSED, found);
    let groups = groups(own);
    for (row, detour) in own.detour.iter().enumerate() {
        let Some(group) = detour.group.as_deref().filter(|group| !groups.contains(*group)) else { continue };
        let path = DocPath::root().key("detour").index(row);
        let fix = cx.take_out("remove the detour", &path);
        let finding = IDLE_DETOUR.at(path.key("group"), format!("no Prussian reinforcement is of group `{group}`"));
        found.push(finding.help("name a group that some `enters` has, or remove the detour").fix(fix));
    }
}

/// The groups that can change their entry: those of the Prussians. One without a name of its own is everything of its
/// formation that enters in its turn, such as `pr-x-9`.
fn groups(own: &AtAnyCost) -> BTreeSet<String> {
    let is_prussian = |side: &SideId| own.side.get(side).is_some_and(|side| side.nation == Nation::Prussian);
    let prussian = own.formation.iter().filter(|formation| is_prussian(&formation.side));
    let prussian: BTreeSet<&FormationId> = prussian.map(|formation| &formation.id).collect();
    let units = own.unit.iter().filter_map(|unit| Some((&unit.formation, unit.enters.as_ref()?)));
    let hqs = own.formation.iter().filter_map(|formation| Some((&formation.id, formation.hq.enters.as_ref()?)));
    let name = |(formation, enters): (&FormationId, &Enters)| match &enters.group {
        Some(group) => group.to_string(),
        None => format!("{formation}-{}", enters.turn),
    };
    units.chain(hqs).filter(|(formation, _)| prussian.contains(formation)).map(name).collect()
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_any_cost as shown;

    fn with(detour: &str) -> Vec<String> {
        let entry = "[[entry]]\nid = \"C\"\nside = \"blue\"\nhexes = [\"0801\"]\n\n[[entry]]\nid = \"D\"\nside = \"red\"\n\
                     hexes = [\"0101\"]\n\n";
        let detours = format!("{entry}[[detour]]\n{detour}\n\n# One side is French");
        let allow = ("[[victory.points]]", "[lints]\nunused-entry = \"allow\"\n\n[[victory.points]]");
        shown(&[("# One side is French", &detours), allow])
    }

    #[test]
    fn detours_can_be_taken() {
        assert_eq!(with("from = \"B\"\nto = [\"C\"]"), [] as [&str; 0]);
        assert_eq!(with("from = \"B\"\nto = [\"C\"]\ngroup = \"R\""), [] as [&str; 0]);
        assert_eq!(with("from = \"B\"\nto = [\"C\"]\ngroup = \"Q\""), ["idle-detour \"Q\""]);
        let own = |group: &str| with(&format!("from = \"B\"\nto = [\"C\"]\ngroup = \"{group}\""));
        assert_eq!(own("red-horse-2"), ["idle-detour \"red-horse-2\""], "French groups stay where they are");
        assert_eq!(with("from = \"B\"\nto = [\"B\"]"), ["idle-detour \"B\""]);
        assert_eq!(with("from = \"B\"\nto = [\"A\"]"), ["wrong-side-detour \"A\""]);
        assert_eq!(with("from = \"A\"\nto = [\"D\"]"), ["idle-detour [[detour]]"], "the French come as they are due");
    }
}
