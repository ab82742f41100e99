//! The lines of the log: moves with their costs, combats with their calculation, the use of chits, the score at the end of each
//! turn, and the reason for the final result.

use battlewright_schema::position_magnifique::vocabulary::Hook;
use battlewright_schema::position_magnifique::{AssaultResult, FireResult};
use battlewright_schema::rule::WinTime;

use crate::board::EndingFacts;
use crate::rules::r10_07_morale::MoraleTest;
use crate::rules::r10_fire::fire_text;
use crate::rules::r17_events::{AssaultEvent, ReturnFire};
use crate::state::{ActivatedUnits, Assault, Fire, FireCause, Motion, Task, UnitIx};
use crate::{Event, FormationIx, MovingPiece, PositionMagnifique};
use battlewright_core::game::Outcome;
use battlewright_core::kit::combat_table::describe_shifts;
use battlewright_core::kit::grammar::{distinct_name, does, they};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::show::{Line, MoveStep, Show as _, standing};

/// The times at which victories of rows are checked.
const WIN_TIMES: [WinTime; 3] = [WinTime::Once, WinTime::TurnEnd, WinTime::GameEnd];

/// The place of the shift by events in the list of those that rows drop.
const EVENT: usize = 3;

/// Returns the changes of a number by rows, such as `", Krupp steel +2"`.
fn named_changes(changes: &[(&str, i32)]) -> String {
    changes.iter().map(|(name, change)| format!(", {name} {change:+}")).collect()
}

impl PositionMagnifique {
    /// Returns the name of `piece`, with its side if the enemy has a piece of the same name.
    pub(crate) fn log_name(&self, piece: MovingPiece) -> String {
        let (name, side) = (self.piece_name(piece), self.side_of(piece));
        let own = &self.board.side(side).name;
        match piece {
            MovingPiece::Unit(_) => {
                let enemies = self.board.units_of_side(side.other()).map(|unit| self.board.unit(unit).name.as_str());
                distinct_name(name, own, enemies)
            }
            MovingPiece::Hq(_) => {
                distinct_name(name, own, self.board.formations_of(side.other()).map(|enemy| enemy.hq_name.as_str()))
            }
        }
    }

    /// Returns the name of `formation`, with its side if the enemy has a formation of the same name.
    pub(crate) fn formation_log_name(&self, formation: FormationIx) -> String {
        let facts = self.board.formation(formation);
        let enemies = self.board.formations_of(facts.side.other()).map(|enemy| enemy.name.as_str());
        distinct_name(&facts.name, &self.board.side(facts.side).name, enemies)
    }

    fn full_name(&self, piece: MovingPiece) -> String {
        format!("{}, {}", self.piece_name(piece), self.board.side(self.side_of(piece)).name)
    }

    /// Returns the full name of `unit` and its hex.
    fn placed(&self, unit: UnitIx) -> String {
        let at = self.hex_of(unit).map_or(String::new(), |hex| format!(" in {}", self.board.map.name(hex)));
        format!("{}{at}", self.full_name(MovingPiece::Unit(unit)))
    }

    /// Returns the lines for `event`; `before` is the game before the input that caused it.
    pub(crate) fn lines_of(&self, before: &Self, event: &Event) -> Vec<Line> {
        let line = self.describe_event(event);
        let with = |text: String| Line { text, heading: false, place: None, ..line.clone() };
        match (event, before.state.stack.last()) {
            (Event::Turn(turn), _) if *turn > self.board.first_turn => vec![with(self.standing_after(turn - 1)), line],
            (Event::Over(outcome), _) => {
                vec![with(self.standing_after(self.state.turn)), with(self.decided_by(outcome)), line]
            }
            (Event::Moved(piece, hex) | Event::Entered(piece, hex), task) => {
                let step = match task {
                    Some(Task::Moving(motion)) if motion.piece == *piece => before.describe_step(motion, *hex),
                    _ => before.unpaid_step(*piece, *hex),
                };
                vec![Line { step: Some(step), ..line }]
            }
            (Event::FireRoll(dice, _, result), Some(Task::Fire(fire))) => {
                let place = before.hex_of(fire.target).map(|hex| self.board.map.place(hex));
                vec![Line { text: before.describe_fire(fire, *dice, *result), place, ..line }]
            }
            (Event::AssaultRoll(dice, plus, column, result), Some(Task::Assault(assault))) => {
                let place = Some(self.board.map.place(assault.ground));
                vec![Line { text: before.describe_assault(assault, (*dice, *plus), *column, *result), place, ..line }]
            }
            (Event::Morale(unit, dice, rating, passed), task) => {
                let less = if let Some(Task::MoraleTest(MoraleTest { less, .. })) = task { *less } else { 0 };
                vec![with(before.describe_morale_test(*unit, less, *dice, (*rating, *passed)))]
            }
            (Event::Played(_), Some(task)) => {
                let text = before.used_for(task).map_or(line.text.clone(), |use_| format!("{}: {use_}", line.text));
                vec![Line { text, ..line }]
            }
            _ => vec![line],
        }
    }

    fn describe_step(&self, motion: &Motion, hex: HexIx) -> MoveStep {
        let name = |hex: HexIx| self.board.map.name(hex).to_string();
        MoveStep {
            piece: self.piece_id(motion.piece),
            name: self.full_name(motion.piece),
            from: motion.hex.map(name),
            to: name(hex),
            paid: self.next_motion(motion, hex).ok().map(|next| next.movement()),
            first: motion.hexes == 0,
            tells_way: false,
        }
    }

    /// Returns a step without a movement cost, such as one ordered by the Out of Command Table.
    fn unpaid_step(&self, piece: MovingPiece, hex: HexIx) -> MoveStep {
        let name = |hex: HexIx| self.board.map.name(hex).to_string();
        let from = match piece {
            MovingPiece::Unit(unit) => self.hex_of(unit),
            MovingPiece::Hq(formation) => self.hq_hex(formation),
        };
        MoveStep {
            piece: self.piece_id(piece),
            name: self.full_name(piece),
            from: from.map(name),
            to: name(hex),
            paid: None,
            first: false,
            tells_way: false,
        }
    }

    /// Returns the use of a held chit that is played while `task` waits.
    fn used_for(&self, task: &Task) -> Option<String> {
        match task {
            Task::Fire(fire) => {
                let [firer, target] = [fire.firer, fire.target].map(|unit| self.placed(unit));
                Some(format!("smoke between {firer} and {target}"))
            }
            Task::Assault(assault) => {
                Some(format!("undulations help the assault upon {}", self.placed(assault.target)))
            }
            Task::ReturnFire(ReturnFire { unit, at }) => {
                let [unit, at] = [*unit, *at].map(|unit| self.placed(unit));
                Some(format!("{} {at}", does(unit, "returns the fire of")))
            }
            Task::Arrival(arrival) => Some(format!("interdiction of {}", self.placed(arrival.unit))),
            _ => None,
        }
    }

    /// Returns the line of a fire with its range, Combat Factor, every shift, column, dice and result.
    fn describe_fire(&self, fire: &Fire, dice: [u16; 2], result: FireResult) -> String {
        let range = match (self.hex_of(fire.firer), self.hex_of(fire.target)) {
            (Some(from), Some(to)) => self.board.map.distance(from, to),
            _ => 0,
        };
        let (full, factor) = (self.full_fire_factor(fire), self.halved_fire_factor(fire));
        let changes = named_changes(&self.fire_factor_changes(fire, factor));
        let halved: Vec<&str> =
            self.fire_halves(fire).into_iter().filter_map(|(name, halved)| halved.then_some(name)).collect();
        let halved =
            if halved.is_empty() { String::new() } else { format!(" ({full} halved: {})", halved.join(", halved: ")) };
        let kind = match fire.cause {
            FireCause::Phase | FireCause::PhaseHalf => "Fire",
            FireCause::Free => "Free fire",
            FireCause::Interdiction => "Interdiction",
            FireCause::Defensive(_) => "Defensive Fire",
            FireCause::Return => "Return fire",
            FireCause::Mitrailleuse => "Mitrailleuse Fire",
        };
        let column = self.board.rules.tables.fire.columns.get(self.fire_column(fire));
        let column = column.map_or(String::new(), ToString::to_string);
        let [a, b] = dice;
        format!(
            "{kind} of {} at {}: range {range}, Combat Factor {factor}{halved}{changes}, {}, column {column}; dice {a} + \
             {b} = {}: {}",
            self.placed(fire.firer),
            self.placed(fire.target),
            describe_shifts(self.fire_shifts(fire).as_slice()),
            a + b,
            fire_text(result)
        )
    }

    /// Returns the line of a Morale Test with the printed rating, every modifier, the dice and the result.
    fn describe_morale_test(&self, unit: UnitIx, less: u8, [a, b]: [u16; 2], (rating, passed): (i8, bool)) -> String {
        let printed = self.printed_morale(unit, self.unit(unit).reduced);
        let strength = if self.unit(unit).reduced { "reduced" } else { "full strength" };
        let mut parts = format!("{printed} at {strength}");
        for (name, modifier) in self.morale_modifiers(unit) {
            parts.push_str(&format!(", {name} {modifier:+}"));
        }
        if less > 0 {
            parts.push_str(&format!(", Mitrailleuse Fire -{less}"));
        }
        let name = self.piece_name(MovingPiece::Unit(unit));
        let result = they(name, if passed { "passes" } else { "fails" });
        format!("Morale Test of {}: rating {rating} ({parts}), dice {a} + {b} = {}: {result}", self.placed(unit), a + b)
    }

    /// Returns the line of an assault with every Combat Factor, every shift, column, dice and result.
    fn describe_assault(
        &self,
        assault: &Assault,
        ([a, b], plus): ([u16; 2], i8),
        column: usize,
        result: AssaultResult,
    ) -> String {
        let factor = |unit: UnitIx, charging: bool| {
            let mut why: Vec<String> = Vec::new();
            if charging {
                why.push("doubled: charge".to_owned());
            }
            if self.unit(unit).shaken {
                why.push("halved: shaken".to_owned());
            }
            let plain = self.plain_assault_factor(unit, charging);
            let changes = self.assault_factor_changes(unit, charging, plain).into_iter();
            why.extend(changes.map(|(name, change)| format!("{name} {change:+}")));
            let why = if why.is_empty() { String::new() } else { format!(", {}", why.join(", ")) };
            format!("{} (Combat Factor {}{why})", self.placed(unit), self.assault_factor(unit, charging))
        };
        let attackers: Vec<String> =
            assault.attackers.iter().map(|unit| factor(*unit, assault.charger == Some(*unit))).collect();
        let mut shifts: Vec<(&str, i8)> =
            self.assault_shifts(assault).iter().copied().filter(|(name, _)| *name != "event").collect();
        if !self.drops(Hook::AssaultColumn, EVENT) {
            shifts.extend(self.event_shifts(assault));
        }
        let dice = self.dice_modifiers(assault).into_iter().filter(|(_, plus)| *plus != 0);
        let dice: String = dice.map(|(name, plus)| format!(", {name} {plus:+}")).collect();
        let differential = self.plain_differential(assault);
        let changes = named_changes(&self.differential_changes(assault, differential));
        let total = i32::from(a) + i32::from(b) + i32::from(plus);
        format!(
            "Assault of {} upon {}: differential {differential:+}{changes}, {}, column {}; dice {a} + {b}{dice} = {total}: \
             {result}",
            attackers.join(" and "),
            factor(assault.target, assault.countercharge),
            describe_shifts(&shifts),
            self.column_name(column)
        )
    }

    /// Returns the shifts of an assault by events, each with its name.
    fn event_shifts(&self, assault: &Assault) -> Vec<(&'static str, i8)> {
        let by_chit = match self.activation().map(|activation| activation.who) {
            Some(ActivatedUnits::Everyone) => ("surprise", self.event_shift(AssaultEvent::Surprise)),
            Some(ActivatedUnits::Division(_)) => ("Auftragstaktik", self.event_shift(AssaultEvent::Auftragstaktik)),
            _ => ("", 0),
        };
        let rides = assault.charger.is_some_and(|charger| self.unit(charger).done.deathride);
        let deathride = ("Deathride", if rides { self.event_shift(AssaultEvent::Deathride) } else { 0 });
        let undulations = ("undulations", assault.shift - by_chit.1 - deathride.1);
        [by_chit, deathride, undulations].into_iter().filter(|(_, shift)| *shift != 0).collect()
    }

    fn standing_after(&self, turn: u8) -> String {
        let names = ["Key places", "Held chits", "Units lost"];
        format!("After turn {turn}: {}", standing(&self.sides(), &self.tracks(), &names))
    }

    /// Returns the line with the reason for the result of the game: the ending, with its conditions.
    fn decided_by(&self, outcome: &Outcome) -> String {
        let by_row = WIN_TIMES.into_iter().find_map(|time| self.board.extra.win(&self.asked(), time));
        if let Some(won) = by_row.filter(|won| outcome.winner == Some(won.side)) {
            return format!("Decided by the rule {}: {} win", won.rule.title, self.board.side(won.side).name);
        }
        let is_it = |ending: &&EndingFacts| {
            (ending.winner, ending.level) == (outcome.winner, outcome.level) && self.holds(ending, &self.state.control)
        };
        let sudden = self.board.sudden.iter().find(is_it).map(|ending| ("sudden victory", ending));
        let found = sudden.or_else(|| self.board.last.iter().find(is_it).map(|ending| ("the last turn's end", ending)));
        match found {
            Some((when, ending)) => format!("Decided by {when}: {}", self.describe_ending(ending)),
            None => "No condition of victory holds after the last turn".to_owned(),
        }
    }

    fn describe_ending(&self, ending: &EndingFacts) -> String {
        let (own, enemy) = match ending.winner {
            Some(side) => (self.board.side(side).name.as_str(), self.board.side(side.other()).name.as_str()),
            None => ("both sides", "the enemy"),
        };
        let name = |hex: HexIx| self.board.map.name(hex).to_string();
        let place = |place: &Vec<usize>| {
            let hexes = place.iter().filter_map(|index| self.board.control.get(*index));
            hexes.map(|(hex, _)| name(*hex)).collect::<Vec<_>>().join("-")
        };
        let places = |places: &[Vec<usize>]| places.iter().map(place).collect::<Vec<_>>().join(", ");
        let mut told = Vec::new();
        if !ending.enters.is_empty() {
            let hexes: Vec<String> = ending.enters.iter().map(|hex| name(*hex)).collect();
            told.push(format!("{own} are in one of {}", hexes.join(", ")));
        }
        let lists = [
            (format!("{own} control all of"), &ending.controls),
            (format!("{own} control one of"), &ending.controls_any),
            (format!("{enemy} do not control all of"), &ending.enemy_lacks),
            (format!("{own} control more than {enemy} of"), &ending.controls_more_of),
        ];
        let lists = lists.into_iter().filter(|(_, list)| !list.is_empty());
        told.extend(lists.map(|(words, list)| format!("{words} {}", places(list))));
        if told.is_empty() { "no other condition holds".to_owned() } else { told.join("; ") }
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::position_magnifique::Rules;

    use super::*;
    use crate::tests::games::{crisis, victory};
    use battlewright_core::play::Match;
    use battlewright_core::players::{Kind, Progress, advance, seats};
    use battlewright_core::show::fold;

    fn played(start: PositionMagnifique, kind: Kind, seed: u64) -> Match<PositionMagnifique> {
        let mut game = Match::seeded(start, seed);
        let mut seats = seats([kind; 2], seed);
        while advance(&mut game, &mut seats) == Ok(Progress::Moved) {}
        game
    }

    /// Returns the part of `text` between two marks.
    fn between<'t>(text: &'t str, from: &str, to: &str) -> &'t str {
        text.split_once(from).and_then(|(_, rest)| rest.split_once(to)).map(|(found, _)| found).unwrap()
    }

    /// Returns the sum of the shifts in a line.
    fn shift(text: &str) -> i64 {
        if text.contains("no shifts, column") {
            return 0;
        }
        let shifts = between(text, "shifts: ", ", column").split(", ");
        shifts.map(|shift| shift.rsplit(' ').next().unwrap().parse::<i64>().unwrap()).sum()
    }

    fn clamped(column: usize, shift: i64, columns: usize) -> usize {
        usize::try_from((i64::try_from(column).unwrap() + shift).clamp(0, i64::try_from(columns).unwrap() - 1)).unwrap()
    }

    #[test]
    fn each_fight_can_be_reckoned_from_its_line_alone() {
        let tables = &Rules::published().tables;
        let (mut fires, mut assaults) = (0, 0);
        for (kind, seed) in [(Kind::Random, 1), (Kind::Random, 2), (Kind::Greedy, 3)] {
            for (_, line) in played(crisis(), kind, seed).story() {
                let text = line.text.as_str();
                let Some((_, rolled)) = text.split_once("; dice ") else { continue };
                let (dice, result) = rolled.split_once(": ").unwrap();
                let (dice, total) = dice.split_once(" = ").unwrap();
                let (dice, flank) = dice.split_once(", flank attack ").unwrap_or((dice, "0"));
                let (a, b) = dice.split_once(" + ").unwrap();
                let [a, b, flank, total] = [a, b, flank, total].map(|number| number.parse::<i16>().unwrap());
                assert_eq!(a + b + flank, total, "{text}");
                let row = usize::try_from(total.clamp(2, 12) - 2).unwrap();
                if text.contains(": range ") {
                    let factor = between(text, "range ", ", column");
                    let factor = factor.split_once("Combat Factor ").unwrap().1;
                    let factor: String = factor.chars().take_while(char::is_ascii_digit).collect();
                    let factor: i8 = factor.parse().unwrap();
                    let columns = &tables.fire.columns;
                    let start = columns.iter().rposition(|column| column.0 <= factor).unwrap();
                    let column = clamped(start, shift(text), columns.len());
                    assert_eq!(between(text, ", column ", "; dice"), columns[column].to_string(), "{text}");
                    assert_eq!(result, fire_text(tables.fire.rows[row][column]), "{text}");
                    fires += 1;
                } else {
                    let differential: i16 = between(text, "differential ", ",").parse().unwrap();
                    let (attack, defense) = text.split_once(" upon ").unwrap();
                    let factors = |part: &str| -> i16 {
                        let found = part.split("(Combat Factor ").skip(1);
                        found.map(|rest| rest.split([',', ')']).next().unwrap().parse::<i16>().unwrap()).sum()
                    };
                    assert_eq!(factors(attack) - factors(defense), differential, "{text}");
                    let columns = &tables.assault.columns;
                    let start =
                        columns.iter().position(|column| column.to.is_none_or(|to| differential <= i16::from(to)));
                    let column = clamped(start.unwrap(), shift(text), columns.len());
                    assert_eq!(result, tables.assault.rows[row][column].to_string(), "{text}");
                    assaults += 1;
                }
            }
        }
        assert!(fires > 20 && assaults > 3, "{fires} fires, {assaults} assaults");
    }

    #[test]
    fn moves_standings_and_the_decision_are_logged() {
        let game = played(crisis(), Kind::Greedy, 7);
        let lines: Vec<_> = game.story().collect();
        let folded: Vec<String> = fold(&lines).into_iter().map(|folded| folded.line.text).collect();
        assert!(folded.iter().any(|text| text.contains(", Prussians: ") && text.ends_with(" MP")), "{folded:#?}");
        assert!(!folded.iter().any(|text| text.contains(" moves to ")), "every move has a start and an end");
        let turns = usize::from(game.now().state.turn - game.now().board.first_turn) + 1;
        assert_eq!(folded.iter().filter(|text| text.starts_with("After turn ")).count(), turns);
        let decided = |text: &&String| text.starts_with("Decided by ") || text.starts_with("No condition");
        assert_eq!(folded.iter().filter(decided).count(), 1);
    }

    #[test]
    fn formations_that_both_sides_have_are_told_with_their_side() {
        let game = victory();
        let names: Vec<String> = game.board.all_formations().map(|of| game.formation_log_name(of)).collect();
        for name in ["III Corps, French", "III Corps, Prussians", "II Corps"] {
            assert!(names.iter().any(|other| other == name), "{name} is not among {names:?}");
        }
    }

    #[test]
    fn what_auftragstaktik_is_used_for_is_logged() {
        use crate::tests::testing::position;
        let game = position(
            "
            map 9x9
            corps x prussian at 0801 range 9 9
            prussian infantry p1 5/3 at 0405 of x division 5
            french infantry f1 4/2 at 0404",
        )
        .activate("x")
        .game;
        let text = game.describe_event(&Event::DivisionActs(UnitIx(0))).text;
        assert!(text.starts_with("Auftragstaktik: division 5 of ") && text.ends_with(" acts, with p1"), "{text}");
    }
}
