//! Attack Tables with gaps or overlaps.

use super::own;
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// An Attack Table without a row for some differential.
    ///
    /// # Why it matters
    /// Every differential needs a result. The rows begin at 0 and follow each other without gaps, and the last row has
    /// no `to`.
    ///
    /// # Example
    /// ```toml
    /// [[rules.tables.attack]]
    /// from = 0
    /// to = 1
    /// result = "stalemate"
    ///
    /// [[rules.tables.attack]]
    /// from = 3             # no row for a differential of 2
    /// result = "eliminated"
    /// ```
    ///
    /// # Remedy
    /// Extend the row before the gap, or add a row.
    ATTACK_TABLE_GAP = "attack-table-gap", Error
}

finding! {
    /// # What it finds
    /// An Attack Table with two rows for the same differential.
    ///
    /// # Why it matters
    /// Only one result can apply. The finding is reported at the later row.
    ///
    /// # Example
    /// ```toml
    /// [[rules.tables.attack]]
    /// from = 0
    /// to = 2
    /// result = "stalemate"
    ///
    /// [[rules.tables.attack]]
    /// from = 2             # 3
    /// result = "eliminated"
    /// ```
    ///
    /// # Remedy
    /// Let the later row begin after the end of the earlier one.
    ATTACK_TABLE_OVERLAP = "attack-table-overlap", Error
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = own(cx) else { return };
    let Some(table) = own.rules.touched(own.basis()).attack else { return };
    let path = DocPath::root().key("rules").key("tables").key("attack");
    // The differential at which the next row must begin; `None` after a row without a limit.
    let mut next = Some(0_u16);
    for (index, row) in table.0.iter().enumerate() {
        let from = u16::from(row.from);
        let here = path.clone().index(index);
        if row.to.is_some_and(|to| to < row.from) {
            let message = format!("the row ends at {}, before its beginning {from}", row.to.unwrap_or_default());
            found.push(ATTACK_TABLE_GAP.at(here.key("to"), message).help("`to` must not be less than `from`"));
            continue;
        }
        match next {
            Some(next) if from > next => {
                let missing = if from == next + 1 { next.to_string() } else { format!("{next} to {}", from - 1) };
                let message = format!("the Attack Table has no row for a differential of {missing}");
                found.push(
                    ATTACK_TABLE_GAP
                        .at(here.key("from"), message)
                        .help("begin this row after the end of the previous one"),
                );
            }
            Some(next) if from == next => {}
            _ => {
                let message = format!("the Attack Table already has a row for a differential of {from}");
                let before = path.clone().index(index.saturating_sub(1));
                found.push(
                    ATTACK_TABLE_OVERLAP
                        .at(here.key("from"), message)
                        .related(before, "the previous row")
                        .help("begin this row after it"),
                );
            }
        }
        next = next.and_then(|next| Some(next.max(u16::from(row.to?) + 1)));
    }
    if let Some(next) = next {
        let message = format!("the Attack Table has no row for a differential of {next} or more");
        let (path, help) = match table.0.len().checked_sub(1) {
            Some(last) => (path.index(last).key("to"), "the last row must have no `to`"),
            None => (path, "the table needs a row with `from = 0`"),
        };
        found.push(ATTACK_TABLE_GAP.at(path, message).help(help));
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;

    fn with(rows: &[(u8, Option<u8>)]) -> Vec<String> {
        let mut text = String::new();
        for (from, to) in rows {
            let to = to.map_or(String::new(), |to| format!("to = {to}\n"));
            text.push_str(&format!("[[rules.tables.attack]]\nfrom = {from}\n{to}result = \"retreat\"\n\n"));
        }
        shown(&[("[victory]", &format!("{text}[victory]"))])
    }

    #[test]
    fn rows_follow_each_other() {
        assert_eq!(with(&[(0, Some(1)), (2, Some(2)), (3, None)]), [] as [&str; 0]);
        assert_eq!(with(&[(0, Some(1)), (3, None)]), ["attack-table-gap 3"]);
        assert_eq!(with(&[(1, None)]), ["attack-table-gap 1"]);
        assert_eq!(with(&[(0, Some(4))]), ["attack-table-gap 4"]);
        assert_eq!(with(&[(0, Some(2)), (2, None)]), ["attack-table-overlap 2"]);
        assert_eq!(with(&[(0, None), (2, None)]), ["attack-table-overlap 2"]);
        assert_eq!(with(&[(0, Some(2)), (5, Some(3)), (3, None)]), ["attack-table-gap 3"]);
    }
}
