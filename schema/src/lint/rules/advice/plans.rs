//! Shares of plans.

use super::rows;
use crate::SideId;
use crate::diagnostic::{Diagnostic, finding, shown};
use crate::lint::context::Context;
use crate::lint::lookup::{Lookup, lookup};
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// Advice with a share, but without a plan.
    ///
    /// # Why it matters
    /// A share says how often a plan is chosen among the plans of its side. A row without a plan belongs to all plans, so that
    /// the share has no effect.
    ///
    /// # Example
    /// ```toml
    /// [[computer]]
    /// posture = "take"
    /// share = 2                    # plan = "center"
    /// ```
    ///
    /// # Remedy
    /// Name the plan, or remove the share.
    SHARE_WITHOUT_PLAN = "share-without-plan", Warning
}

finding! {
    /// # What it finds
    /// Two rows of one plan with different shares.
    ///
    /// # Why it matters
    /// A plan has one share. Computer players use that of the first row.
    ///
    /// # Example
    /// ```toml
    /// [[computer]]
    /// plan = "center"
    /// share = 2
    ///
    /// [[computer]]
    /// plan = "center"
    /// share = 3
    /// ```
    ///
    /// # Remedy
    /// Write the share in one row of the plan, or the same in all.
    UNEVEN_SHARES = "uneven-shares", Warning
}

pub(in crate::lint::rules) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let mut shares: Lookup<(&SideId, &str), (u8, DocPath)> = lookup(0);
    for (path, advice) in rows(cx) {
        let Some(share) = advice.share else { continue };
        let path = path.key("share");
        let Some(plan) = advice.plan else {
            let finding = SHARE_WITHOUT_PLAN
                .at(path.clone(), "the row has no plan")
                .help("name the plan, or remove the share")
                .fix(cx.take_out("remove the share", &path));
            found.push(finding);
            continue;
        };
        let (first, at) = shares.entry((advice.side, plan)).or_insert_with(|| (share, path.clone()));
        if *first != share {
            let finding = UNEVEN_SHARES
                .at(path.clone(), format!("the plan {} has the share {first} already", shown(plan)))
                .related(at.clone(), "its first share")
                .help("write the share in one row of the plan, or the same in all")
                .fix(cx.write(&path, &first.to_string()));
            found.push(finding);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;

    #[test]
    fn a_plan_has_one_share() {
        let advice = |rows: &[&str]| {
            let rows = rows.iter().enumerate().map(|(turn, lines)| {
                let turn = turn + 1;
                format!("[[computer]]\nside = \"red\"\nposture = \"free\"\nfrom_turn = {turn}\nuntil_turn = {turn}\n{lines}\n\n")
            });
            shown(&[("[victory]", &format!("{}[victory]", rows.collect::<String>()))])
        };
        assert_eq!(advice(&["plan = \"a\"\nshare = 2", "plan = \"a\"", "plan = \"b\"\nshare = 3"]), [] as [&str; 0]);
        assert_eq!(advice(&["plan = \"a\"\nshare = 2", "plan = \"a\"\nshare = 3"]), ["uneven-shares 3"]);
        assert_eq!(advice(&["share = 2"]), ["share-without-plan 2"]);
    }
}
