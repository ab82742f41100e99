//! Tracks whose rows are in the wrong order.

use crate::at_any_cost::{AtAnyCost, CancelTable, CohesionTable, TrackTable};
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::path::DocPath;
use crate::system::lints::table;
use crate::system::lints::tables::TABLE_GAP;

finding! {
    /// # What it finds
    /// A track or table with a row that gives less than an earlier one, or begins no later.
    ///
    /// # Why it matters
    /// More Command Event Chits and higher rolls are meant as a bonus (20.1): each row of the Activation Chit Table and
    /// of the Reinforcement Chart begins at a higher roll and gives more steps; each box of Bazaine's Leadership and of
    /// Prussian Aggressiveness cancels at least as many rolls as the box before, and no roll above 10. In the TCT Result
    /// Table, a greater differential brings at least as many Elan Hits (9.2).
    ///
    /// # Example
    /// ```toml
    /// [rules.tables]
    /// leadership = [0, 3, 1, 5]    # [0, 1, 3, 5]
    /// ```
    ///
    /// # Remedy
    /// Put the rows into their order, or correct a number.
    TRACK_ORDER = "track-order", Warning
}

/// The faces of a die.
const FACES: u8 = 10;

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    if let Some(limit) = own.rules.track_limit {
        published(own, limit, found);
    }
    let tables = own.rules.touched(own.basis());
    let boxes = usize::from(own.ruleset().track_limit) + 1;
    for (name, track) in [("leadership", &tables.leadership), ("aggressiveness", &tables.aggressiveness)] {
        if let Some(track) = track {
            cancel(track, boxes, &table(name), found);
        }
    }
    for (name, rows) in [("activation_chits", &tables.activation_chits), ("reinforcements", &tables.reinforcements)] {
        if let Some(rows) = rows {
            steps(rows, &table(name), found);
        }
    }
    if let Some(rows) = &tables.cohesion {
        cohesion(rows, &table("cohesion"), found);
    }
}

fn note(path: DocPath, message: impl Into<String>, found: &mut Vec<Diagnostic>) {
    found.push(TRACK_ORDER.at(path, message).help("put the rows into their order, or correct a number"));
}

/// Checks that the tracks that the scenario leaves as they are have a box for each chit that its `limit` allows.
fn published(own: &AtAnyCost, limit: u8, found: &mut Vec<Diagnostic>) {
    let (changed, tables) = (own.rules.touched(own.basis()), &own.basis().tables);
    let tracks = [
        ("leadership", changed.leadership.as_ref(), &tables.leadership),
        ("aggressiveness", changed.aggressiveness.as_ref(), &tables.aggressiveness),
    ];
    for (name, own, track) in tracks {
        let most = track.0.len().saturating_sub(1);
        if own.is_none() && usize::from(limit) > most {
            let message = format!("the track `{name}` has boxes for {most} chits, not for {limit}");
            let help = format!("lower the setting, or write `{name}` with a number for each chit");
            found.push(TABLE_GAP.at(DocPath::root().key("rules").key("track_limit"), message).help(help));
        }
    }
}

fn cancel(track: &CancelTable, boxes: usize, path: &DocPath, found: &mut Vec<Diagnostic>) {
    if track.0.len() != boxes {
        let message = format!("the track has {} boxes for 0 to {} chits", track.0.len(), boxes - 1);
        let help = "write a number for no chit, and one for each chit that the track can hold";
        found.push(TABLE_GAP.at(path.clone(), message).help(help));
    }
    for (index, most) in track.0.iter().enumerate() {
        let here = || path.clone().index(index);
        if *most > FACES {
            note(here(), format!("no die is higher than {FACES}"), found);
        } else if index.checked_sub(1).and_then(|before| track.0.get(before)).is_some_and(|before| before > most) {
            note(here(), "more chits cancel fewer rolls", found);
        }
    }
}

fn steps(rows: &TrackTable, path: &DocPath, found: &mut Vec<Diagnostic>) {
    for (index, pair) in rows.windows(2).enumerate() {
        let [above, row] = pair else { continue };
        let here = path.clone().index(index + 1);
        if row.from <= above.from {
            note(here.key("from"), format!("the row before begins at {}", above.from), found);
        } else if row.steps <= above.steps {
            note(here.key("steps"), "a higher roll gives no more steps", found);
        }
    }
}

fn cohesion(rows: &CohesionTable, path: &DocPath, found: &mut Vec<Diagnostic>) {
    let gap = |path, message: &str| TABLE_GAP.at(path, message).help("only the last row has no `to`");
    match rows.last() {
        None => found.push(gap(path.clone(), "the TCT Result Table has no rows")),
        Some(last) if last.to.is_some() => {
            found.push(gap(path.clone().index(rows.len() - 1), "no row is for greater differentials"));
        }
        Some(_) => {}
    }
    for (index, pair) in rows.windows(2).enumerate() {
        let [above, row] = pair else { continue };
        let here = path.clone().index(index + 1);
        let Some(end) = above.to else {
            found.push(gap(path.clone().index(index), "this row leaves nothing for those below"));
            continue;
        };
        if row.to.is_some_and(|to| to <= end) {
            note(here.key("to"), format!("the row before goes up to {end}"), found);
        } else if row.elan < above.elan {
            note(here.key("elan"), "a greater differential brings fewer Elan Hits", found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::at_any_cost::Rules;
    use crate::lint::testing::shown_any_cost as shown;

    #[test]
    fn the_published_tracks_are_sound() {
        let (rules, mut found) = (Rules::published(), Vec::new());
        let boxes = usize::from(rules.track_limit) + 1;
        let root = DocPath::root();
        cancel(&rules.tables.leadership, boxes, &root, &mut found);
        cancel(&rules.tables.aggressiveness, boxes, &root, &mut found);
        steps(&rules.tables.activation_chits, &root, &mut found);
        steps(&rules.tables.reinforcements, &root, &mut found);
        cohesion(&rules.tables.cohesion, &root, &mut found);
        assert_eq!(found, []);
    }

    fn with(tables: &str) -> Vec<String> {
        shown(&[("# Event Chits:", &format!("[rules.tables]\n{tables}\n\n# Event Chits:"))])
    }

    #[test]
    fn more_chits_cancel_more() {
        assert_eq!(with("leadership = [0, 2, 4, 6]"), [] as [&str; 0]);
        assert_eq!(with("leadership = [0, 3, 1, 5]"), ["track-order 1"]);
        assert_eq!(with("aggressiveness = [0, 3, 4, 11]"), ["track-order 11"]);
        assert_eq!(with("aggressiveness = [0, 3, 4]"), ["table-gap [0, 3, 4]"]);
    }

    #[test]
    fn a_track_has_a_box_for_each_chit_that_the_setting_allows() {
        let rules = |rules: &str| shown(&[("# Event Chits:", &format!("[rules]\n{rules}\n\n# Event Chits:"))]);
        assert_eq!(rules("track_limit = 3"), ["setting-as-published 3"]);
        assert_eq!(rules("track_limit = 2"), [] as [&str; 0]);
        assert_eq!(rules("track_limit = 4"), ["table-gap 4", "table-gap 4"]);
        let longer = "track_limit = 4\n\n[rules.tables]\nleadership = [0, 1, 3, 5, 7]";
        assert_eq!(rules(longer), ["table-gap 4"], "the other track has boxes for three");
        assert_eq!(rules(&format!("{longer}\naggressiveness = [0, 2, 4, 6, 8]")), [] as [&str; 0]);
    }

    #[test]
    fn higher_rolls_give_more_steps() {
        let rows = |second: &str| format!("reinforcements = [{{ from = 8, steps = 1 }}, {{ {second} }}]");
        assert_eq!(with(&rows("from = 11, steps = 2")), [] as [&str; 0]);
        assert_eq!(with(&rows("from = 8, steps = 2")), ["track-order 8"]);
        assert_eq!(with(&rows("from = 11, steps = 1")), ["track-order 1"]);
    }

    #[test]
    fn every_differential_has_its_elan_hits() {
        let rows = |rows: &str| format!("cohesion = [{rows}]");
        assert_eq!(with(&rows("{ to = -1, elan = 0 }, { to = 4, elan = 1 }, { elan = 2 }")), [] as [&str; 0]);
        assert_eq!(with(&rows("{ to = -1, elan = 0 }, { to = 3, elan = 1 }")), ["table-gap { to = 3, elan = 1 }"]);
        assert_eq!(with(&rows("{ to = 3, elan = 1 }, { to = -1, elan = 1 }, { elan = 2 }")), ["track-order -1"]);
        assert_eq!(with(&rows("{ to = 3, elan = 1 }, { elan = 0 }")), ["track-order 0"]);
        assert_eq!(with(&rows("{ elan = 1 }, { elan = 2 }")), ["table-gap { elan = 1 }"]);
    }
}
