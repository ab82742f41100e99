//! Events of the other army.

use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::path::DocPath;
use crate::position_magnifique::Nation;

finding! {
    /// # What it finds
    /// An Event Chit with an event of the other army.
    ///
    /// # Why it matters
    /// Mitrailleuse Fire belongs to the French, and Krupp Guns to the Prussians. Only Battlefield Conditions and Bloody
    /// Struggle belong to both (17.3).
    ///
    /// # Example
    /// ```toml
    /// [[chit]]
    /// side = "french"
    /// front = "krupp-guns"
    /// back = "beaten-zone"
    /// ```
    ///
    /// # Remedy
    /// Give the chit to the other side, or choose another event.
    WRONG_NATION_EVENT = "wrong-nation-event", Error
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    for (row, chit) in own.chit.iter().enumerate() {
        // An unknown side is reported by another lint.
        let Some(side) = own.side.get(&chit.side) else { continue };
        let mut faces = vec![("front", chit.front), ("back", chit.back)];
        // A chit with the same event on both sides is reported once.
        faces.dedup_by_key(|(_, event)| *event);
        for (face, event) in faces {
            let Some(nation) = event.nation().filter(|nation| *nation != side.nation) else { continue };
            let whose = match nation {
                Nation::French => "French",
                Nation::Prussian => "Prussian",
            };
            let path = DocPath::root().key("chit").index(row).key(face);
            let finding = WRONG_NATION_EVENT
                .at(path, format!("this is a {whose} event, but `{}` is not {whose}", chit.side))
                .related(DocPath::root().key("side").key(chit.side.as_str()).key("nation"), "the nation of the side")
                .help("choose an event of the same army");
            found.push(finding);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_magnifique as shown;

    #[test]
    fn an_army_has_its_own_events() {
        assert_eq!(shown(&[("\"beaten-zone\"", "\"deathride\"")]), ["wrong-nation-event \"deathride\""]);
        let both = [("\"beaten-zone\"", "\"deathride\""), ("\"bloody-struggle\"", "\"deathride\"")];
        assert_eq!(shown(&both), ["wrong-nation-event \"deathride\""]);
    }
}
