//! Events of the other army.

use crate::diagnostic::Diagnostic;
use crate::lint::context::Context;
use crate::path::DocPath;
use crate::position_magnifique::Nation;
use crate::system::lints::events::wrong_nation;

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
            wrong_nation(DocPath::root().key("chit").index(row).key(face), whose, &chit.side, found);
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
