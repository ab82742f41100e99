//! Victory conditions that count twice, or that never apply.

use crate::SideId;
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::path::DocPath;
use crate::system::lints as shared;

finding! {
    /// # What it finds
    /// A decisive victory at a difference of points that is a draw.
    ///
    /// # Why it matters
    /// One difference cannot be both.
    ///
    /// # Example
    /// ```toml
    /// [victory]
    /// draw_within = 4
    /// decisive = 3
    /// ```
    ///
    /// # Remedy
    /// Make `decisive` greater than `draw_within`.
    VICTORY_MARGIN = "victory-margin", Error
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    let nations = own.side.iter().map(|(id, side)| (id, side.nation));
    shared::nations::check(nations, "one side is `french`, the other one `prussian`", found);
    let holds = own.victory.hold.iter().map(|hold| (&hold.place, Some(&hold.side)));
    shared::scores::once(cx, "hold", holds, found);
    if let Some(decisive) = own.victory.decisive.filter(|decisive| *decisive <= own.victory.draw_within) {
        let path = DocPath::root().key("victory").key("decisive");
        let message = format!("a difference of {decisive} is a draw as well");
        found.push(VICTORY_MARGIN.at(path, message).help("make `decisive` greater than `draw_within`"));
    }
    let sides: Vec<&SideId> = own.side.keys().collect();
    let scores = |side: &SideId| own.victory.destroyed > 0 || own.victory.hold.iter().any(|hold| hold.side == *side);
    for side in sides.into_iter().filter(|side| !scores(side)) {
        let message = format!("`{side}` cannot score any point");
        let help = "add a [[victory.hold]] for it, or points for destroyed units";
        found.push(shared::endings::SIDE_CANNOT_WIN.at(DocPath::root().key("victory"), message).help(help));
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_outrance as shown;

    #[test]
    fn each_side_scores_once_for_a_place() {
        let twice = "[[victory.hold]]\nside = \"red\"\nplace = \"hill\"\npoints = 1\n\n[[victory.hold]]";
        assert_eq!(shown(&[("[[victory.hold]]", twice)]), ["place-scores-twice \"hill\""]);
        assert_eq!(shown(&[("place = \"hill\"", "place = \"hil\"")]), ["unknown-place \"hil\""]);
    }

    #[test]
    fn both_sides_can_win() {
        let none = [("destroyed = 1", "destroyed = 0"), ("side = \"blue\"\nplace", "side = \"red\"\nplace")];
        let found = shown(&none);
        assert!(found.contains(&"side-cannot-win [victory]".to_owned()), "{found:?}");
        assert_eq!(shown(&[("destroyed = 1", "destroyed = 1\ndraw_within = 2\ndecisive = 2")]), ["victory-margin 2"]);
        assert_eq!(shown(&[("nation = \"french\"", "nation = \"prussian\"")]), ["same-nation \"prussian\""]);
    }
}
