//! Scenarios that are too large to play.

use crate::common::limits::{ExceededLimit, beyond_play};
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;

finding! {
    /// # What it finds
    /// A map, an order of battle or a cup of chits that is too large for a game.
    ///
    /// # Why it matters
    /// A game checks every hex and unit many times, so that a turn of a larger scenario would take minutes and
    /// gigabytes. The limits are 100,000 hexes, 1,000 units, 250 formations and 1,000 chits. You can still edit, check
    /// and draw the scenario. `play`, `playtest`, the editor and the exports of modules and counters refuse it with
    /// this code. This is a warning, because you may only need the map; `--deny too-large-to-play` makes it an error.
    ///
    /// # Example
    /// ```toml
    /// [map]
    /// columns = 1000
    /// rows = 1000
    /// ```
    ///
    /// # Remedy
    /// Crop the map to the necessary area, or split it into several scenarios.
    TOO_LARGE_TO_PLAY = "too-large-to-play", Warning
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    // A size beyond the limit is a finding of its own.
    let all = beyond_play(cx.scenario).into_iter().filter(|excess| excess.is_of_counters || cx.map.is_sized());
    found.extend(all.map(|excess| {
        let ExceededLimit { path, .. } = &excess;
        let finding = TOO_LARGE_TO_PLAY.at(path.clone(), format!("{excess}"));
        finding.help("keep only the necessary part, or split it into several scenarios")
    }));
}

#[cfg(test)]
mod tests {
    use crate::common::limits::{MOST_CHITS_PLAYED, MOST_FORMATIONS_PLAYED, MOST_UNITS_PLAYED, beyond_play};
    use crate::{Scenario, System, load, template};

    fn codes(scenario: &Scenario) -> Vec<String> {
        let found = crate::check(scenario).into_iter().filter(|finding| finding.code.as_str() == "too-large-to-play");
        found.map(|finding| format!("{}: {}", finding.path, finding.message)).collect()
    }

    #[test]
    fn a_map_of_three_hundred_by_three_hundred_is_played_on_and_one_of_a_thousand_is_not() {
        let mut scenario = load(template(System::MarsLaTour)).scenario.unwrap();
        scenario.common_mut().set_size(300, 300);
        assert_eq!(beyond_play(&scenario), []);
        scenario.common_mut().set_size(1_000, 1_000);
        assert_eq!(codes(&scenario), ["map: the scenario has 1000000 hexes; the limit for playing is 100000"]);
    }

    #[test]
    fn counters_and_chits_are_counted() {
        let Some(Scenario::PositionMagnifique(mut own)) = load(template(System::PositionMagnifique)).scenario else {
            panic!("no scenario");
        };
        own.unit = vec![own.unit[0].clone(); MOST_UNITS_PLAYED];
        own.formation = vec![own.formation[0].clone(); MOST_FORMATIONS_PLAYED];
        own.chit = vec![own.chit[0].clone(); MOST_CHITS_PLAYED];
        assert_eq!(beyond_play(&Scenario::PositionMagnifique(own.clone())), []);
        own.unit.push(own.unit[0].clone());
        own.formation.push(own.formation[0].clone());
        own.chit.push(own.chit[0].clone());
        let found = beyond_play(&Scenario::PositionMagnifique(own));
        assert_eq!(
            found.iter().map(ToString::to_string).collect::<Vec<_>>(),
            [
                "the scenario has 1001 units; the limit for playing is 1000",
                "the scenario has 251 formations; the limit for playing is 250",
                "the scenario has 1001 chits; the limit for playing is 1000",
            ]
        );
    }
}
