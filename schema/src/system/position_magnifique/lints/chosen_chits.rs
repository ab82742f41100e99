//! Chosen Activation Chits, and chits that never go into the cup.

use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// A formation whose Activation Chit never goes into the cup.
    ///
    /// # Why it matters
    /// The formation can never be activated (20.3).
    ///
    /// # Example
    /// ```toml
    /// [[formation]]
    /// id = "fr-ii"
    /// name = "II Corps"
    /// side = "french"      # chit_from_turn = 1
    /// ```
    ///
    /// # Remedy
    /// Set its `chit_from_turn`, or list it in the `chosen_chits` of its side.
    FORMATION_WITHOUT_CHIT = "formation-without-chit", Error
}

finding! {
    /// # What it finds
    /// A chosen chit that its side cannot choose.
    ///
    /// # Why it matters
    /// `chosen_chits` lists each formation of the side at most once. It must not list a formation with
    /// `chit_from_turn`, because its chit would be in the cup twice.
    ///
    /// # Example
    /// ```toml
    /// [side.french]
    /// chosen_chits = ["fr-ii", "pr-iii"]   # a Prussian corps
    /// ```
    ///
    /// # Remedy
    /// Remove the formation from `chosen_chits`, or remove its `chit_from_turn`.
    BAD_CHOSEN_CHIT = "bad-chosen-chit", Error
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    for (row, formation) in own.formation.iter().enumerate() {
        let chosen = own.side.values().any(|side| side.chosen_chits.contains(&formation.id));
        if formation.chit_from_turn.is_none() && !chosen {
            let path = DocPath::root().key("formation").index(row).key("id");
            let finding = FORMATION_WITHOUT_CHIT
                .at(path, format!("the chit of `{}` never goes into the cup", formation.id))
                .help("add `chit_from_turn = N`, or list the formation in `chosen_chits` of its side");
            found.push(finding);
        }
    }
    for (id, side) in &own.side {
        let path = DocPath::root().key("side").key(id.as_str()).key("chosen_chits");
        for (index, chit) in side.chosen_chits.iter().enumerate() {
            // An unknown formation is reported by another lint.
            let Some(row) = own.formation.iter().position(|formation| formation.id == *chit) else { continue };
            let Some(formation) = own.formation.get(row) else { continue };
            let its = DocPath::root().key("formation").index(row);
            let here = path.clone().index(index);
            // If the list has only one element, the whole list is removed.
            let goes = if side.chosen_chits.len() > 1 { &here } else { &path };
            let out = cx.take_out(format!("remove `{chit}`"), goes);
            if let Some(first) = side.chosen_chits.iter().take(index).position(|other| other == chit) {
                let finding = BAD_CHOSEN_CHIT.at(here, format!("`{chit}` is listed twice"));
                found.push(finding.related(path.clone().index(first), "here").help("list each chit once").fix(out));
            } else if formation.side != *id {
                let message = format!("`{chit}` belongs to `{}`, not to `{id}`", formation.side);
                found.push(
                    BAD_CHOSEN_CHIT
                        .at(here, message)
                        .related(its.key("side"), "its side")
                        .help("a side can only choose its own chits")
                        .fix(out),
                );
            } else if let Some(turn) = formation.chit_from_turn {
                let message =
                    format!("the chit of `{chit}` cannot be chosen, because it goes into the cup on turn {turn}");
                found.push(
                    BAD_CHOSEN_CHIT
                        .at(here, message)
                        .related(its.key("chit_from_turn"), "defined here")
                        .help("remove one of the two")
                        .fix(out),
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_magnifique as shown;

    const TURN: (&str, &str) =
        ("chit_from_turn = 1                       # its chit is in the cup from this turn on\n", "");

    fn chosen(list: &str, edits: &[(&str, &str)]) -> Vec<String> {
        let side = format!("color = \"#b03030\"\nchosen_chits = {list}");
        let mut all = vec![("color = \"#b03030\"", side.as_str())];
        all.extend(edits);
        shown(&all)
    }

    #[test]
    fn every_chit_gets_into_the_cup_once() {
        assert_eq!(shown(&[TURN]), ["formation-without-chit \"red-corps\""]);
        assert_eq!(chosen("[\"red-corps\"]", &[TURN]), [] as [&str; 0]);
        assert_eq!(chosen("[\"red-corps\"]", &[]), ["bad-chosen-chit \"red-corps\""]);
        assert_eq!(chosen("[\"red-corps\", \"red-corps\"]", &[TURN]), ["bad-chosen-chit \"red-corps\""]);
        assert_eq!(chosen("[\"red-corps\", \"blue-corps\"]", &[TURN]), ["bad-chosen-chit \"blue-corps\""]);
        assert_eq!(chosen("[\"red-corps\", \"red\"]", &[TURN]), ["unknown-formation \"red\""]);
    }
}
