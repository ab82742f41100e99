//! Activation Chits that go into the cup too early or too late.

use crate::Counter;
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::lint::view::Piece;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// An Activation Chit that goes into the cup before its formation can be in the game.
    ///
    /// # Why it matters
    /// Drawing the chit has no effect: no unit of the formation starts on the map, and the first reinforcement arrives
    /// after `chit_from_turn`.
    ///
    /// # Example
    /// ```toml
    /// [[formation]]
    /// chit_from_turn = 2
    /// hq = { enters = { turn = 3, at = "2706" } }
    /// ```
    ///
    /// # Remedy
    /// Set `chit_from_turn` to the turn when the first units arrive.
    CHIT_TOO_EARLY = "chit-too-early", Warning
}

finding! {
    /// # What it finds
    /// An Activation Chit that goes into the cup after reinforcements of its formation are due, or after the last turn.
    ///
    /// # Why it matters
    /// Reinforcements enter when their formation is activated. Without the chit, they wait.
    ///
    /// # Example
    /// ```toml
    /// [[formation]]
    /// id = "fr-iv"
    /// chit_from_turn = 5
    ///
    /// [[unit]]
    /// formation = "fr-iv"
    /// enters = { turn = 4, at = "2501" }
    /// ```
    ///
    /// # Remedy
    /// Set `chit_from_turn` to an earlier turn, or let the units arrive later.
    CHIT_TOO_LATE = "chit-too-late", Warning
}

/// The arrivals of a formation: its first entry with the turn and the counter, and `true` if a unit starts on the map.
#[derive(Clone, Copy, Default)]
struct Arrivals {
    first: Option<(u8, Counter)>,
    starts: bool,
}

impl Arrivals {
    /// Returns the arrivals with `unit` added.
    fn and(self, unit: &Piece<'_>) -> Self {
        match (unit.enters, self.first) {
            (None, _) => Self { starts: true, ..self },
            (Some((turn, _)), Some((first, _))) if first <= turn => self,
            (Some((turn, _)), _) => Self { first: Some((turn, unit.counter)), ..self },
        }
    }

    /// Returns the combined arrivals of two groups.
    fn with(self, other: Self) -> Self {
        let firsts = self.first.into_iter().chain(other.first);
        Self { first: firsts.min_by_key(|(turn, _)| *turn), starts: self.starts || other.starts }
    }
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    if cx.chits.is_empty() {
        return;
    }
    let common = cx.scenario.common();
    let mut units = cx.formation_numbers.each(Arrivals::default());
    for unit in cx.units.iter().filter(|unit| !unit.stacks() && common.needs_start(unit.counter)) {
        let arrivals = &mut units[unit.formation_number];
        *arrivals = arrivals.and(unit);
    }
    let headquarters = cx.units.iter().filter(|unit| unit.stacks());
    let formations = common.formations().into_iter().zip(&cx.chits).enumerate();
    for ((row, (formation, chit)), hq) in formations.zip(headquarters) {
        let Some(chit) = *chit else { continue };
        let path = || DocPath::root().key("formation").index(row).key("chit_from_turn");
        let last = cx.turns.count;
        if chit > last {
            let message = format!(
                "the chit of `{}` goes into the cup on turn {chit}, but the game ends with turn {last}",
                formation.id
            );
            let finding = CHIT_TOO_LATE.at(path(), message).help("choose a turn of the game");
            found.push(finding.fix(cx.write(&path(), &last.to_string()).filter(|_| last > 0)));
            continue;
        }
        let Arrivals { first, starts } = Arrivals::default().and(hq).with(units[hq.formation_number]);
        // With variable reinforcements, units may arrive before they are due.
        let due = |counter: Counter| counter.path().key("enters").key("turn");
        if let Some((turn, at)) = first.filter(|(turn, _)| !starts && *turn > chit.max(cx.first_turn)) {
            let message = format!(
                "the chit of `{}` goes into the cup on turn {chit}, but the first unit arrives on turn {turn}",
                formation.id
            );
            found.push(
                CHIT_TOO_EARLY
                    .at(path(), message)
                    .related(due(at), "the first unit")
                    .help("put the chit in on that turn")
                    .fix(cx.write(&path(), &turn.to_string())),
            );
        }
        if let Some((turn, at)) = first.filter(|(turn, _)| *turn < chit) {
            let message =
                format!("due on turn {turn}, but the chit of `{}` goes into the cup on turn {chit}", formation.id);
            found.push(
                CHIT_TOO_LATE
                    .at(due(at), message)
                    .related(path(), "the chit")
                    .help("put the chit in earlier, or let the units arrive later")
                    .fix(cx.write(&path(), &turn.to_string()))
                    .fix(cx.write(&due(at), &chit.to_string())),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_magnifique as shown;

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
