//! Resources and conditions that a side can never use.

use crate::SideId;
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::mars_la_tour::{Kind, MarsLaTour};
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// Artillery ammunition of a side that can never use it.
    ///
    /// # Why it matters
    /// Artillery supports infantry, never cavalry (5.2). A side without infantry cannot spend its points.
    ///
    /// # Example
    /// ```toml
    /// [side.german]
    /// ammunition = 14              # all units of `german` are cavalry
    /// ```
    ///
    /// # Remedy
    /// Set `ammunition` to 0, or add infantry to the side.
    UNSPENDABLE_AMMUNITION = "unspendable-ammunition", Warning
}

finding! {
    /// # What it finds
    /// A mitrailleuse that arrives after the last turn.
    ///
    /// # Why it matters
    /// The side never gets it.
    ///
    /// # Example
    /// ```toml
    /// [turns]
    /// count = 6
    ///
    /// [side.french]
    /// mitrailleuse_from_turn = 7
    /// ```
    ///
    /// # Remedy
    /// Set an earlier turn, or remove the key if the side has no mitrailleuse.
    MITRAILLEUSE_TOO_LATE = "mitrailleuse-too-late", Warning
}

finding! {
    /// # What it finds
    /// A victory by escape that requires more infantry than the side has.
    ///
    /// # Why it matters
    /// The condition can never be met.
    ///
    /// # Example
    /// ```toml
    /// [victory.escape]
    /// side = "french"
    /// infantry = 4                 # the French have three infantry units
    /// ```
    ///
    /// # Remedy
    /// Require fewer infantry units, or add infantry to the side.
    ESCAPE_BEYOND_STRENGTH = "escape-beyond-strength", Warning
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    for (id, side) in &own.side {
        let path = DocPath::root().key("side").key(id.as_str());
        // A side without units is reported by another lint.
        let has_units = own.unit.iter().any(|unit| unit.side == *id);
        if side.ammunition > 0 && has_units && infantry(own, id) == 0 {
            let message = format!("`{id}` has ammunition, but no infantry to support");
            let help = "write ammunition = 0, or add infantry to the side";
            let ammunition = path.clone().key("ammunition");
            let fix = cx.write(&ammunition, "0");
            found.push(UNSPENDABLE_AMMUNITION.at(ammunition, message).help(help).fix(fix));
        }
        // A game without turns is reported by another lint.
        if let Some(turn) = side.mitrailleuse_from_turn.filter(|turn| cx.turns.count > 0 && *turn > cx.turns.count) {
            let message =
                format!("the mitrailleuse arrives on turn {turn}, but the game ends with turn {}", cx.turns.count);
            let finding = MITRAILLEUSE_TOO_LATE
                .at(path.clone().key("mitrailleuse_from_turn"), message)
                .related(DocPath::root().key("turns").key("count"), "the number of turns")
                .help("choose an earlier turn, or remove the key")
                .fix(cx.write(&path.clone().key("mitrailleuse_from_turn"), &cx.turns.count.to_string()))
                .fix(cx.take_out("remove `mitrailleuse_from_turn`", &path.key("mitrailleuse_from_turn")));
            found.push(finding);
        }
    }
    if let Some(escape) = &own.victory.escape {
        let has = infantry(own, &escape.side);
        // A side without infantry or without units is reported by other lints, and so is a number out of range.
        let is_number = (1..=99).contains(&escape.infantry);
        if is_number && own.side.contains_key(&escape.side) && has > 0 && usize::from(escape.infantry) > has {
            let path = DocPath::root().key("victory").key("escape").key("infantry");
            let message =
                format!("{} infantry units must leave, but `{}` has only {has}", escape.infantry, escape.side);
            let fix = cx.write(&path, &has.to_string());
            found.push(ESCAPE_BEYOND_STRENGTH.at(path, message).help(format!("require at most {has}")).fix(fix));
        }
    }
}

/// Returns the number of infantry units of `side`.
fn infantry(own: &MarsLaTour, side: &SideId) -> usize {
    own.unit.iter().filter(|unit| unit.side == *side && unit.kind == Kind::Infantry).count()
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;

    #[test]
    fn ammunition_can_be_spent() {
        let cavalry = ("kind = \"infantry\"\ner = 3", "kind = \"cavalry\"\ner = 3");
        assert_eq!(shown(&[cavalry]), ["unspendable-ammunition 4"]);
        assert_eq!(shown(&[cavalry, ("ammunition = 4", "ammunition = 0")]), [] as [&str; 0]);
    }

    #[test]
    fn the_mitrailleuse_comes_during_the_game() {
        let from = |turn: u8| shown(&[("ammunition = 4", &format!("ammunition = 4\nmitrailleuse_from_turn = {turn}"))]);
        assert_eq!(from(4), [] as [&str; 0]);
        assert_eq!(from(5), ["mitrailleuse-too-late 5"]);
    }

    #[test]
    fn as_many_escape_as_there_are() {
        let escape = |infantry: u8| {
            let escape =
                format!("[victory.escape]\nside = \"red\"\nexits = [\"X\"]\ninfantry = {infantry}\n[[victory.hold]]");
            shown(&[("[[victory.hold]]", &escape)])
        };
        assert_eq!(escape(1), [] as [&str; 0]);
        assert_eq!(escape(2), ["escape-beyond-strength 2"]);
    }
}
