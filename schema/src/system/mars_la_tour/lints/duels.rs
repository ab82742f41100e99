//! Ties of artillery duels.

use crate::SideId;
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// Two sides that both win ties of artillery duels.
    ///
    /// # Why it matters
    /// A tie has one winner at most (4.0 3c). No game starts from the scenario. If no side wins ties, they have no winner.
    ///
    /// # Example
    /// ```toml
    /// [side.german]
    /// wins_duel_ties = true
    ///
    /// [side.french]
    /// wins_duel_ties = true        # only one side can win ties
    /// ```
    ///
    /// # Remedy
    /// Remove `wins_duel_ties` from one of the sides.
    DUEL_TIES = "duel-ties", Error
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    let path = |id: &SideId| DocPath::root().key("side").key(id.as_str()).key("wins_duel_ties");
    let mut winners = own.side.iter().filter(|(_, side)| side.wins_duel_ties).map(|(id, _)| id);
    let Some(first) = winners.next() else { return };
    for other in winners {
        let finding = DUEL_TIES.at(path(other), format!("`{other}` and `{first}` both win ties of artillery duels"));
        found.push(finding.related(path(first), "here as well").help("remove it from one of the sides"));
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;

    #[test]
    fn one_side_wins_ties() {
        let ties = |side: &'static str| (side, format!("{side}\nwins_duel_ties = true"));
        let [(red, with_red), (blue, with_blue)] = ["[side.red]", "[side.blue]"].map(ties);
        assert_eq!(shown(&[(blue, &with_blue)]), [] as [&str; 0]);
        assert_eq!(shown(&[(red, &with_red), (blue, &with_blue)]), ["duel-ties true"]);
    }
}
