//! Unused setup areas.

use std::collections::BTreeSet;

use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// A setup area that no unit uses.
    ///
    /// # Why it matters
    /// Either its units name another zone, or they now have a start hex.
    ///
    /// # Example
    /// ```toml
    /// [[zone]]
    /// id = "ii-corps"              # no unit and no HQ has zone = "ii-corps"
    /// ```
    ///
    /// # Remedy
    /// Set up units in the area, or remove it.
    UNUSED_ZONE = "unused-zone", Warning
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    let used: BTreeSet<&str> = cx.uses("ZoneId").map(|name| name.text()).collect();
    // A reference to an unknown zone may be meant for an unused one, so nothing is reported.
    if !used.iter().all(|name| own.zone.iter().any(|zone| zone.id.as_str() == *name)) {
        return;
    }
    for (row, zone) in own.zone.iter().enumerate().filter(|(_, zone)| !used.contains(zone.id.as_str())) {
        let path = DocPath::root().key("zone").index(row);
        let fix = cx.take_out("remove the zone", &path);
        let help = "set up units there, or remove the zone";
        let finding = UNUSED_ZONE.at(path.key("id"), format!("no unit is set up in zone `{}`", zone.id));
        found.push(finding.help(help).fix(fix));
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_magnifique as shown;

    #[test]
    fn areas_are_used() {
        let camp = ("[side.red]", "[[zone]]\nid = \"camp\"\nhexes = [\"0801\", \"0802\"]\n[side.red]");
        assert_eq!(shown(&[camp]), ["unused-zone \"camp\""]);
        let red = ("movement = [5, 5]\nat = \"0202\"", "movement = [5, 5]\nzone = \"camp\"");
        assert_eq!(shown(&[camp, red]), [] as [&str; 0]);
    }
}
