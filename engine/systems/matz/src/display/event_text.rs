//! Events in words. The log is open to both sides, so that no line tells what a side noted in secret.

use battlewright_schema::rule::WinTime;

use crate::event::{Event, LossCause};
use crate::{Matz, MegaIx, UnitIx};
use battlewright_core::game::{Outcome, Side};
use battlewright_core::kit::grammar;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::show::{Line, Show as _};

/// The times at which victories of rows are checked.
const WIN_TIMES: [WinTime; 3] = [WinTime::Once, WinTime::TurnEnd, WinTime::GameEnd];

impl Matz {
    /// `event` in a sentence.
    pub(crate) fn describe_event(&self, event: &Event) -> Line {
        let hex_name = |hex: HexIx| self.board.map.name(hex);
        let text = match event {
            Event::Placed(u, hex) => format!("{} placed in {}", self.subject(*u, "is"), hex_name(*hex)),
            Event::Moved(u, hex) => format!("{} to {}", self.subject(*u, "moves"), hex_name(*hex)),
            Event::Entered(u, hex) => format!("{} in {}", self.subject(*u, "enters"), hex_name(*hex)),
            Event::Retreated(u, hex) => format!("{} to {}", self.subject(*u, "retreats"), hex_name(*hex)),
            Event::Advanced(u, hex) => format!("{} to {}", self.subject(*u, "advances"), hex_name(*hex)),
            Event::Bombards(units, hex) => {
                format!("{} {}", self.subjects(units, "bombards"), hex_name(*hex))
            }
            Event::Attacks(units, hexes) => {
                let targets: Vec<String> = hexes.iter().map(|hex| hex_name(*hex).to_string()).collect();
                format!("{} {}", self.subjects(units, "attacks"), targets.join(" and "))
            }
            Event::Control(side, hex) => {
                let name = self.place_called(*hex).map_or_else(String::new, |name| format!(", {name}"));
                format!("{} control {}{name}", self.board.side(*side).name, hex_name(*hex))
            }
            Event::Patrols(u, mega) => {
                format!("{} to intercept at {}", self.subject(*u, "waits"), self.mega_name(*mega))
            }
            Event::Intercepts(u, mega) => {
                format!("{} at {}", self.subject(*u, "intercepts"), self.mega_name(*mega))
            }
            Event::Flies(side, mega) => {
                format!("Air units of the {} reach {}", self.board.side(*side).name, self.mega_name(*mega))
            }
            Event::Over(outcome) => self.outcome_text(outcome),
            _ => self.describe_state(event).or_else(|| self.describe_dice(event)).unwrap_or_default(),
        };
        let heading = matches!(event, Event::Turn(_) | Event::PlayerTurn(_) | Event::Phase(_));
        let place = self.event_hex(event).map(|hex| self.board.map.place(hex));
        Line { text, rule: event.rule(), place, heading, step: None }
    }

    /// The hex of `event`: the first of several, the center of a mega-hex.
    fn event_hex(&self, event: &Event) -> Option<HexIx> {
        match event {
            Event::Placed(_, hex)
            | Event::Moved(_, hex)
            | Event::Entered(_, hex)
            | Event::Retreated(_, hex)
            | Event::Advanced(_, hex)
            | Event::Bombards(_, hex)
            | Event::Control(_, hex) => Some(*hex),
            Event::Attacks(_, hexes) => hexes.first().copied(),
            Event::Patrols(_, mega) | Event::Intercepts(_, mega) | Event::Flies(_, mega) => {
                self.board.mega.center(*mega)
            }
            _ => None,
        }
    }

    /// The words for an event of the turn, or for the state of a unit; `None` for any other.
    fn describe_state(&self, event: &Event) -> Option<String> {
        let side = |side: Side| self.board.side(side).name.as_str();
        Some(match event {
            Event::Turn(turn) => self.board.clock.heading(*turn),
            Event::PlayerTurn(s) => format!("Player turn of the {}", side(*s)),
            Event::Phase(phase) => phase.name().to_owned(),
            Event::Stopped(unit, rule) => format!("{} must stop: {}", self.log_name(*unit), rule.title),
            Event::Skipped(phase, rule) => format!("No {}: {}", phase.name(), rule.title),
            Event::AirRoll(s) => format!("{} roll for their air units in secret", side(*s)),
            Event::AirDraw(s) => format!("{} draw their air units in secret", side(*s)),
            Event::TakesOff(s, 1) => format!("An air unit of the {} takes off", side(*s)),
            Event::TakesOff(s, units) => format!("{units} air units of the {} take off", side(*s)),
            Event::Revealed(u, mission) => {
                format!("{} on a mission: {}", self.subject(*u, "is"), mission.name())
            }
            Event::Aborted(u) => format!("The mission of {} is aborted", self.log_name(*u)),
            Event::OutOfCommand(u) => format!("{} out of command", self.subject(*u, "is")),
            Event::InCommand(u) => format!("{} in command again", self.subject(*u, "is")),
            // Which unit it is, and to which corps it goes, is on paper only (6.1, 12.3). The log has no line of it.
            Event::Attached(u, _) => format!("{} note an attachment in secret", side(self.unit_side(*u))),
            Event::NotesEnded(s) => format!("{} may have attached tanks to corps in secret", side(*s)),
            Event::CalledUp(reserve) => {
                let facts = self.board.reserve(*reserve);
                format!("{} call up {}", side(facts.side), facts.name)
            }
            Event::Delayed(u) => format!("{} cannot enter", self.log_name(*u)),
            Event::Neutralized(u) => format!("{} neutralized", self.subject(*u, "is")),
            Event::Recovered(u) => format!("{} no longer neutralized", self.subject(*u, "is")),
            Event::Supports(s, units) if units.is_empty() => format!("{} commit no support", side(*s)),
            Event::Supports(s, units) => format!("Support of the {}: {}", side(*s), self.log_names(units)),
            Event::LostStep(u, cause) => {
                let cause = match cause {
                    LossCause::Combat => "",
                    LossCause::Tanks => " by the die for tanks",
                    LossCause::Barrage => " in the bombardment",
                    LossCause::Retreat => " in an enemy zone of control",
                    LossCause::Stacking => " above the stacking limit",
                    LossCause::Event => " by a rule of the scenario",
                };
                format!("{} a step{cause}", self.subject(*u, "loses"))
            }
            Event::Eliminated(u) => format!("{} eliminated", self.subject(*u, "is")),
            Event::NoRetreat(u) => format!("{} no way to retreat", self.subject(*u, "has")),
            Event::LeftMap(u) => format!("{} to retreat off the map", self.subject(*u, "has")),
            Event::Row(happened) => happened
                .text(|index| self.board.all_units().nth(index).map_or_else(String::new, |unit| self.log_name(unit))),
            Event::WonByRow(s, rule) => format!("{} win by the rule {}", side(*s), rule.title),
            _ => return None,
        })
    }

    /// The words for an event of dice; `None` for any other.
    fn describe_dice(&self, event: &Event) -> Option<String> {
        let side = |side: Side| self.board.side(side).name.as_str();
        Some(match event {
            Event::AirCombat(interceptor, die, other, answer) => {
                let shot = |unit: UnitIx, die: u16| {
                    let value = self.board.unit(unit).combat.first().copied().unwrap_or_default();
                    let result = if die <= u16::from(value) { "a hit" } else { "no hit" };
                    format!("{}, value {value}, die {die}: {result}", self.log_name(unit))
                };
                format!("Air combat: {}; {}", shot(*interceptor, *die), shot(*other, *answer))
            }
            Event::BarrageRoll(die, column, result) => {
                format!("Column {}, die {die}: {result}", self.barrage_heading(*column))
            }
            Event::Totals([attack, defense]) => format!("{attack} against {defense} points"),
            Event::CombatRoll(die, modified, column, result) => {
                let modified = if i32::from(*modified) == i32::from(*die) {
                    String::new()
                } else {
                    format!(", modified {modified}")
                };
                format!("Column {}, die {die}{modified}: {result}", self.odds_heading(*column))
            }
            Event::TankRoll(s, die, most) => {
                let result = if *die <= u16::from(*most) { "a step is lost" } else { "no loss" };
                format!("Tanks of the {}, loss up to {most}, die {die}: {result}", side(*s))
            }
            _ => return None,
        })
    }

    /// The name of `unit`, with its side's where the enemy has a counter of that name.
    pub(crate) fn log_name(&self, unit: UnitIx) -> String {
        let facts = self.board.unit(unit);
        let is_shared = self.board.units.iter().any(|other| other.side != facts.side && other.name == facts.name);
        if is_shared { self.full_name(unit) } else { self.called(unit) }
    }

    /// The form of a verb, given in the singular, that agrees with the name of `unit`.
    pub(crate) fn agreeing(&self, unit: UnitIx, verb: &'static str) -> String {
        let facts = self.board.unit(unit);
        if facts.is_hq() { verb.to_owned() } else { grammar::verb(&facts.name, verb) }
    }

    /// The name of `unit` with a verb in the form that agrees with it.
    fn subject(&self, unit: UnitIx, verb: &'static str) -> String {
        format!("{} {}", self.log_name(unit), self.agreeing(unit, verb))
    }

    /// The names of `units` with a verb in the form that agrees with them.
    fn subjects(&self, units: &[UnitIx], verb: &'static str) -> String {
        match units {
            [unit] => self.subject(*unit, verb),
            _ => format!("{} {}", self.log_names(units), grammar::plural(verb)),
        }
    }

    /// The name of `unit` and its side.
    pub(crate) fn full_name(&self, unit: UnitIx) -> String {
        format!("{}, {}", self.called(unit), self.board.side(self.unit_side(unit)).name)
    }

    /// The name of `unit`; that of a headquarters is the name of its commander.
    pub(crate) fn called(&self, unit: UnitIx) -> String {
        let facts = self.board.unit(unit);
        if facts.is_hq() { format!("HQ {}", facts.name) } else { facts.name.clone() }
    }

    /// The names of `units`.
    pub(crate) fn log_names(&self, units: &[UnitIx]) -> String {
        units.iter().map(|unit| self.log_name(*unit)).collect::<Vec<_>>().join(", ")
    }

    /// The name of a mega-hex. One without a name of its own is called by its center.
    pub(crate) fn mega_name(&self, mega: MegaIx) -> String {
        let name = self.board.mega.name(mega);
        let is_own = self.board.mega.center(mega).is_none_or(|hex| self.board.map.name(hex).as_str() != name);
        if is_own { name.to_owned() } else { format!("mega-hex {name}") }
    }

    /// The name of the place that counts for victory and has `hex`.
    fn place_called(&self, hex: HexIx) -> Option<&str> {
        let number = self.board.control.iter().position(|(other, _)| *other == hex)?;
        let mut rows = self.board.victory.gains.iter().chain(&self.board.victory.losses);
        let row = rows.find(|row| row.hexes.contains(&number))?;
        Some(row.name.as_str()).filter(|name| !name.is_empty())
    }

    /// The heading of a column of the Bombardment Table.
    pub(crate) fn barrage_heading(&self, column: usize) -> String {
        let columns = &self.board.rules.tables.bombardment.columns;
        columns.get(column).map_or_else(String::new, ToString::to_string)
    }

    /// The outcome in words, with the points of the side that scores.
    pub(crate) fn outcome_text(&self, outcome: &Outcome) -> String {
        let by_row = WIN_TIMES.into_iter().find_map(|time| self.won_by_row(time));
        if let Some((side, _, rule)) = by_row.filter(|(side, ..)| outcome.winner == Some(*side)) {
            return format!("Decided by the rule {}: {} win", rule.title, self.board.side(side).name);
        }
        let scorer = self.board.victory.scorer;
        let points = describe_points(2 * outcome.points[scorer.index()]);
        let level = self.degree(outcome);
        match outcome.winner {
            None => format!("Draw, {points}"),
            Some(winner) if winner == scorer => format!("{}: {level}, {points}", self.board.side(winner).name),
            Some(winner) => {
                let [winner, scorer] = [winner, scorer].map(|side| &self.board.side(side).name);
                format!("{winner}: {level}, {points} of the {scorer}")
            }
        }
    }
}

/// A number of half points in words, such as `"1½ points"`.
pub(crate) fn describe_points(halves: i32) -> String {
    let sign = if halves < 0 { "-" } else { "" };
    let (whole, half) = (halves.unsigned_abs() / 2, halves.unsigned_abs() % 2);
    let noun = if matches!(halves.unsigned_abs(), 1 | 2) { "point" } else { "points" };
    match (whole, half) {
        (_, 0) => format!("{sign}{whole} {noun}"),
        (0, _) => format!("{sign}½ {noun}"),
        _ => format!("{sign}{whole}½ {noun}"),
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::matz::{BombardmentResult, CombatResult, SideFate};

    use super::*;
    use crate::event::Phase;
    use crate::state::{Mission, ReserveIx};
    use crate::tests::games::{first_day, june, mangin};
    use crate::tests::testing::{FRENCH, GERMAN, Table, position};
    use battlewright_core::game::Level;

    fn table() -> Table {
        position(
            "map 12x12
            mega 0404
            place flavy 0302 held french
            points flavy 2
            entry E french 0010
            corps x german at 0101
            german infantry g1 4/2 at 0303 of x
            german tank g2 2/1 at 0303 of x
            german fighter g8 4
            french infantry f1 4/2 at 0305
            french bomber f9 2-3
            french infantry f4 4/2
            reserve r french turn 3 points 6 by E f4",
        )
        .start()
    }

    #[test]
    fn every_event_is_a_sentence_with_its_rule() {
        let table = table();
        let [hq, g1, g2, g8, f1, f9] = ["x-hq", "g1", "g2", "g8", "f1", "f9"].map(|id| table.unit(id));
        let (hex, flavy, mega, x) = (table.hex("0305"), table.hex("0302"), table.mega("0404"), table.formation("x"));
        let n1 = BombardmentResult { neutralized: true, steps: 1 };
        let retreat = CombatResult::Fates(SideFate::Nothing, SideFate::Retreat(1));
        let outcome = |winner, level| Outcome { winner: Some(winner), level, points: [6, 0] };
        let all = [
            (Event::Placed(hq, hex), "HQ x-hq is placed in 0305"),
            (Event::Turn(2), "Turn 2"),
            (Event::PlayerTurn(FRENCH), "Player turn of the French"),
            (Event::Phase(Phase::SecondCombat), "Second Combat Phase"),
            (Event::AirRoll(FRENCH), "French roll for their air units in secret"),
            (Event::AirDraw(GERMAN), "Germans draw their air units in secret"),
            (Event::Patrols(g8, mega), "g8 waits to intercept at mega-hex 0404"),
            (Event::TakesOff(FRENCH, 1), "An air unit of the French takes off"),
            (Event::TakesOff(FRENCH, 3), "3 air units of the French take off"),
            (Event::Flies(FRENCH, mega), "Air units of the French reach mega-hex 0404"),
            (Event::Intercepts(g8, mega), "g8 intercepts at mega-hex 0404"),
            (Event::AirCombat(g8, 4, f9, 3), "Air combat: g8, value 4, die 4: a hit; f9, value 2, die 3: no hit"),
            (Event::Revealed(f9, Mission::Bombing), "f9 is on a mission: bombing"),
            (Event::Aborted(f9), "The mission of f9 is aborted"),
            (Event::OutOfCommand(g1), "g1 is out of command"),
            (Event::InCommand(g1), "g1 is in command again"),
            (Event::Attached(g2, x), "Germans note an attachment in secret"),
            (Event::NotesEnded(FRENCH), "French may have attached tanks to corps in secret"),
            (Event::CalledUp(ReserveIx(0)), "French call up r"),
            (Event::Moved(g1, hex), "g1 moves to 0305"),
            (Event::Entered(f1, hex), "f1 enters in 0305"),
            (Event::Delayed(f1), "f1 cannot enter"),
            (Event::Bombards(vec![f9], hex), "f9 bombards 0305"),
            (Event::BarrageRoll(5, 4, n1), "Column 7-9, die 5: N1"),
            (Event::Neutralized(hq), "HQ x-hq is neutralized"),
            (Event::Recovered(g1), "g1 is no longer neutralized"),
            (Event::Attacks(vec![g1, g2], vec![hex, flavy]), "g1, g2 attack 0305 and 0302"),
            (Event::Supports(FRENCH, vec![]), "French commit no support"),
            (Event::Supports(FRENCH, vec![f9]), "Support of the French: f9"),
            (Event::Totals([17, 6]), "17 against 6 points"),
            (Event::CombatRoll(4, 4, 5, retreat), "Column 3:1, die 4: DR"),
            (Event::CombatRoll(4, 2, 5, retreat), "Column 3:1, die 4, modified 2: DR"),
            (Event::LostStep(g1, LossCause::Combat), "g1 loses a step"),
            (Event::LostStep(g2, LossCause::Tanks), "g2 loses a step by the die for tanks"),
            (Event::LostStep(g1, LossCause::Barrage), "g1 loses a step in the bombardment"),
            (Event::LostStep(g1, LossCause::Retreat), "g1 loses a step in an enemy zone of control"),
            (Event::LostStep(g1, LossCause::Stacking), "g1 loses a step above the stacking limit"),
            (Event::Eliminated(g1), "g1 is eliminated"),
            (Event::TankRoll(GERMAN, 2, 2), "Tanks of the Germans, loss up to 2, die 2: a step is lost"),
            (Event::TankRoll(FRENCH, 4, 3), "Tanks of the French, loss up to 3, die 4: no loss"),
            (Event::Retreated(f1, hex), "f1 retreats to 0305"),
            (Event::NoRetreat(f1), "f1 has no way to retreat"),
            (Event::LeftMap(f1), "f1 has to retreat off the map"),
            (Event::Advanced(g1, hex), "g1 advances to 0305"),
            (Event::Control(GERMAN, flavy), "Germans control 0302, flavy"),
            (Event::Over(outcome(GERMAN, Level::Minor)), "Germans: tactical victory, 6 points"),
            (Event::Over(outcome(FRENCH, Level::Victory)), "French: victory, 6 points of the Germans"),
        ];
        for (event, text) in all {
            let line = table.game.log_line(&event);
            assert_eq!((line.text.as_str(), line.rule), (text, event.rule()));
            let heading = matches!(event, Event::Turn(_) | Event::PlayerTurn(_) | Event::Phase(_));
            assert_eq!(line.heading, heading, "{text}");
        }
    }

    #[test]
    fn what_happens_in_a_hex_is_told_with_its_place() {
        let table = table();
        let (g1, g8, hex, mega) = (table.unit("g1"), table.unit("g8"), table.hex("0305"), table.mega("0404"));
        let place = |event: &Event| table.game.log_line(event).place.and_then(battlewright_core::show::Place::cell);
        let cell = |name: &str| Some(table.game.board.map.cell(table.hex(name)));
        assert_eq!(place(&Event::Retreated(g1, hex)), cell("0305"));
        assert_eq!(place(&Event::Attacks(vec![g1], vec![hex, table.hex("0306")])), cell("0305"), "the first one");
        assert_eq!(place(&Event::Patrols(g8, mega)), cell("0404"), "the center of the mega-hex");
        assert_eq!(place(&Event::Eliminated(g1)), None);
    }

    #[test]
    fn r6_1_no_line_tells_which_unit_is_attached_to_which_corps() {
        let table = position(
            "corps x french at 0101
            corps y french at 0301
            army a french
            french tank f1 2 at 0404 of a
            french tank f2 2 at 0504 of a
            german infantry g1 4/2 at 0808",
        )
        .start();
        let told = |unit: &str, corps: &str| {
            table.game.log_line(&Event::Attached(table.unit(unit), table.formation(corps))).text
        };
        assert_eq!(told("f1", "x"), told("f2", "y"));
    }

    #[test]
    fn verbs_agree_with_all_names_of_the_scenarios() {
        let plurals = [
            "chasseurs",
            "cuirassiers",
            "tirailleurs",
            "zouaves",
            "Guards",
            "Grenadiers",
            "troops",
            "fighters",
            "bombers",
        ];
        for game in [june(), first_day(), mangin()] {
            for unit in game.board.all_units() {
                let facts = game.board.unit(unit);
                let head = facts.name.split(" of ").next().unwrap_or_default();
                let is_plural = head.split(' ').any(|word| plurals.contains(&word));
                let line = game.log_line(&Event::Neutralized(unit)).text;
                assert_eq!(line.ends_with(" are neutralized"), is_plural, "{line}");
                assert!(is_plural || line.ends_with(" is neutralized"), "{line}");
            }
        }
    }

    #[test]
    fn units_that_both_sides_have_are_told_with_their_side() {
        let table = position("german infantry g1 4/2 at 0303\nfrench infantry f1 4/2 at 0505")
            .with(|scenario| scenario.unit.iter_mut().for_each(|unit| unit.name = "5th".into()))
            .start();
        assert_eq!(table.game.log_name(table.unit("f1")), "5th, French");
        assert_eq!(table.game.called(table.unit("f1")), "5th");
    }

    #[test]
    fn r13_half_points_are_told_as_points() {
        let told = [0, 1, 2, 3, 6, -8, -1, -3].map(describe_points);
        assert_eq!(
            told,
            ["0 points", "½ point", "1 point", "1½ points", "3 points", "-4 points", "-½ point", "-1½ points"]
        );
    }
}
