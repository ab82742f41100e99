//! Campaigns without a clock.

use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// A Campaign scenario whose turns have no time of day.
    ///
    /// # Why it matters
    /// Night turns are told by the clock (18.0). Without `first` and `minutes` there is no night, and the Campaign's
    /// rules for it have no effect.
    ///
    /// # Example
    /// ```toml
    /// campaign = true
    ///
    /// [turns]
    /// count = 29                   # first = "08:00" and minutes = 60
    /// ```
    ///
    /// # Remedy
    /// Write the time of turn 1 and the length of a turn.
    CAMPAIGN_WITHOUT_CLOCK = "campaign-without-clock", Warning
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    // One without the other is a finding of its own.
    if own.campaign && own.turns.first.is_none() && own.turns.minutes.is_none() {
        let path = DocPath::root().key("campaign");
        let finding = CAMPAIGN_WITHOUT_CLOCK
            .at(path, "the turns have no time of day, so that it never gets dark")
            .help("write `first = \"08:00\"` and `minutes = 60` in `[turns]`, for example");
        found.push(finding);
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_any_cost as shown;

    #[test]
    fn a_campaign_has_its_nights() {
        let campaign = ("[turns]", "campaign = true\n\n[turns]");
        assert_eq!(shown(&[campaign]), [] as [&str; 0]);
        let first = (
            "first = \"09:00\"                          # the time of day of turn 1; night turns depend on it (18.0)\n",
            "",
        );
        let minutes = ("minutes = 60                             # how long a turn is\n", "");
        assert_eq!(shown(&[first, minutes]), [] as [&str; 0]);
        assert_eq!(shown(&[campaign, first, minutes]), ["campaign-without-clock true"]);
    }
}
