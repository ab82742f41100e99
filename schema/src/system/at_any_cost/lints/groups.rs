//! Reinforcement groups that do not come together, and reinforcements that nothing brings.

use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::lint::view::Piece;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// A reinforcement group whose units are due on different turns.
    ///
    /// # Why it matters
    /// A group changes its turn and its entry as a whole (15.2). Its units may enter at different hexes, but on the same
    /// turn.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// enters = { turn = 4, at = "2021", group = "C" }
    ///
    /// [[unit]]
    /// enters = { turn = 5, at = "2221", group = "C" }          # turn = 4
    /// ```
    ///
    /// # Remedy
    /// Set the same turn, or name two groups.
    GROUP_TURNS = "group-turns", Warning
}

finding! {
    /// # What it finds
    /// Reinforcements of a formation without an Activation Chit.
    ///
    /// # Why it matters
    /// Reinforcements enter when the chit of their formation is drawn (12.11). Without `chit_from_turn`, only an event can
    /// bring them.
    ///
    /// # Example
    /// ```toml
    /// [[formation]]
    /// id = "pr-ii"                 # chit_from_turn = 7
    ///
    /// [[unit]]
    /// formation = "pr-ii"
    /// enters = { turn = 7, at = "W" }
    /// ```
    ///
    /// # Remedy
    /// Set `chit_from_turn` to the turn when the first of them is due.
    REINFORCEMENTS_WITHOUT_CHIT = "reinforcements-without-chit", Warning
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    let mut first: BTreeMap<(usize, &str), &Piece<'_>> = BTreeMap::new();
    // The first reinforcement of each formation.
    let mut due: Vec<Option<(u8, &Piece<'_>)>> = cx.formation_numbers.each(None);
    for piece in &cx.units {
        let Some((turn, _)) = piece.enters else { continue };
        let earliest = &mut due[piece.formation_number];
        if earliest.is_none_or(|(other, _)| turn < other) {
            *earliest = Some((turn, piece));
        }
        let Some(group) = piece.column.group.as_deref() else { continue };
        let other = *first.entry((piece.side_number, group)).or_insert(piece);
        let Some((before, _)) = other.enters.filter(|(before, _)| *before != turn) else { continue };
        let path = |piece: &Piece<'_>| piece.path().key("enters").key("turn");
        let message = format!("group `{group}` is due on turn {before}, but this unit on turn {turn}");
        let finding = GROUP_TURNS
            .at(path(piece), message)
            .related(path(other), "the first of the group")
            .help("set the same turn, or name another group")
            .fix(cx.write(&path(piece), &before.to_string()));
        found.push(finding);
    }
    let headquarters = cx.units.iter().filter(|piece| piece.stacks());
    for ((row, formation), hq) in own.formation.iter().enumerate().zip(headquarters) {
        let late = due[hq.formation_number].filter(|_| formation.chit_from_turn.is_none());
        let Some((turn, piece)) = late else { continue };
        let message = format!("due on turn {turn}, but `{}` has no chit that brings it", formation.id);
        let path = DocPath::root().key("formation").index(row);
        let finding = REINFORCEMENTS_WITHOUT_CHIT
            .at(piece.path().key("enters"), message)
            .related(path.clone().key("id"), "the formation")
            .help(format!("write `chit_from_turn = {turn}` for `{}`", formation.id))
            .fix(cx.write(&path.key("chit_from_turn"), &turn.to_string()));
        found.push(finding);
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_any_cost as shown;

    const RESERVE: &str = "movement = 5\nenters = { turn = 2, at = \"B\", group = \"R\" }";

    #[test]
    fn a_group_comes_on_one_turn() {
        let with = |enters: &str| shown(&[(RESERVE, &format!("movement = 5\nenters = {{ {enters} }}"))]);
        assert_eq!(with("turn = 2, at = \"B\", group = \"R\""), [] as [&str; 0]);
        assert_eq!(with("turn = 3, at = \"B\", group = \"S\""), [] as [&str; 0]);
        assert_eq!(with("turn = 3, at = \"B\", group = \"R\""), ["group-turns 3"]);
    }

    #[test]
    fn a_chit_brings_reinforcements() {
        let chit = ("infantry_corps = true\nchit_from_turn = 2\n", "infantry_corps = true\n");
        let found = shown(&[chit]);
        assert_eq!(found, ["reinforcements-without-chit { turn = 2, at = \"B\", group = \"R\" }"]);
    }
}
