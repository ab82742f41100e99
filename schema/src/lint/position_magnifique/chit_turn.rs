//! Activation Chits in the cup before or after they are of use.

use super::super::context::Context;
use super::super::lookup::{Lookup, lookup};
use crate::diagnostic::{Diagnostic, finding};
use crate::path::DocPath;
use crate::position_magnifique::{Enters, Formation};
use crate::{Counter, FormationId};

/// When and where a counter comes, if it does not start the game, and which it is.
type Coming<'s> = (Option<&'s Enters>, Counter);

finding! {
    /// An Activation Chit that is in the cup before anything of its formation can be in the game.
    ///
    /// Drawing it would do nothing. Nobody starts on the map, and the first reinforcement is due
    /// on a later turn than `chit_from_turn`.
    ///
    /// ```toml
    /// [[formation]]
    /// chit_from_turn = 2
    /// hq = { enters = { turn = 3, at = "2706" } }
    /// ```
    CHIT_TOO_EARLY = "chit-too-early", Warning
}

finding! {
    /// An Activation Chit that comes into the cup after reinforcements of its formation are due, or
    /// after the game.
    ///
    /// Reinforcements enter when their formation is activated (6.2): without the chit they wait.
    ///
    /// ```toml
    /// [[formation]]
    /// id = "fr-iv"
    /// chit_from_turn = 5
    ///
    /// [[unit]]
    /// formation = "fr-iv"
    /// enters = { turn = 4, at = "2501" }
    /// ```
    CHIT_TOO_LATE = "chit-too-late", Warning
}

/// The turns in which the formation's HQ and units enter, and whether one of them is there at the start.
fn arrivals(formation: &Formation, row: usize, units: &[Coming<'_>]) -> (Vec<(u8, Counter)>, bool) {
    let all = || std::iter::once((formation.hq.enters.as_ref(), Counter::Hq(row))).chain(units.iter().copied());
    let starts = all().any(|(enters, _)| enters.is_none());
    (all().filter_map(|(enters, counter)| Some((enters?.turn, counter))).collect(), starts)
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    let mut units: Lookup<&FormationId, Vec<Coming<'_>>> = lookup(own.formation.len());
    for (row, unit) in own.unit.iter().enumerate() {
        units.entry(&unit.formation).or_default().push((unit.enters.as_ref(), Counter::Unit(row)));
    }
    for (row, formation) in own.formation.iter().enumerate() {
        let Some(chit) = formation.chit_from_turn else { continue };
        let path = || DocPath::root().key("formation").index(row).key("chit_from_turn");
        if chit > own.turns.count {
            let last = own.turns.count;
            let message =
                format!("the chit of `{}` is in the cup from turn {chit}, but turn {last} is the last", formation.id);
            found.push(CHIT_TOO_LATE.at(path(), message).help("put the chit in on a turn that is played"));
            continue;
        }
        let (arrivals, starts) = arrivals(formation, row, units.get(&formation.id).map_or(&[], Vec::as_slice));
        // Variable reinforcements may come earlier than they are due.
        let due = |counter: &Counter| counter.path().key("enters").key("turn");
        let first = arrivals.iter().min_by_key(|(turn, _)| *turn);
        if let Some((turn, at)) = first.filter(|(turn, _)| !starts && *turn > chit.max(cx.first_turn)) {
            let message = format!(
                "the chit of `{}` is in the cup from turn {chit}, but nobody comes before turn {turn}",
                formation.id
            );
            found.push(
                CHIT_TOO_EARLY
                    .at(path(), message)
                    .related(due(at), "the first to come")
                    .help("put the chit in when they come"),
            );
        }
        if let Some((turn, at)) = first.filter(|(turn, _)| *turn < chit) {
            let message =
                format!("due on turn {turn}, but the chit of `{}` is in the cup from turn {chit} only", formation.id);
            found.push(
                CHIT_TOO_LATE
                    .at(due(at), message)
                    .related(path(), "the chit")
                    .help("put the chit in earlier, or let them come later"),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::shown_magnifique as shown;

    const HQ: &str = "chit_from_turn = 1                       # its chit is in the cup from this turn on\n\
        hq = { name = \"Red HQ\", attack = 2, defend = 4, movement = 8, at = \"0202\" }";
    const UNIT: &str = "movement = [5, 5]\nat = \"0202\"";

    fn with(chit: u8, hq: &str, unit: &str) -> Vec<String> {
        let hq =
            format!("chit_from_turn = {chit}\nhq = {{ name = \"HQ\", attack = 2, defend = 4, movement = 8, {hq} }}");
        shown(&[(HQ, &hq), (UNIT, &format!("movement = [5, 5]\n{unit}"))])
    }

    #[test]
    fn a_chit_is_in_the_cup_when_its_formation_is_there() {
        assert_eq!(with(1, "at = \"0202\"", "at = \"0202\""), [] as [&str; 0]);
        let (two, three) = ("enters = { turn = 2, at = \"A\" }", "enters = { turn = 3, at = \"A\" }");
        assert_eq!(with(2, three, three), [] as [&str; 0], "the dragoons come on turn 2");
        assert_eq!(with(1, two, three), ["chit-too-early 1"]);
        assert_eq!(with(1, "at = \"0202\"", three), [] as [&str; 0], "the HQ is there");
        assert_eq!(with(3, "at = \"0202\"", three), ["chit-too-late 2"]);
        assert_eq!(with(5, "at = \"0202\"", three), ["chit-too-late 5"]);
    }
}
