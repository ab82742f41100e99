//! The lines of the log: moves with their costs, combats with their calculation, the use of chits, the score at the end
//! of each turn, and the reason for the result.

use battlewright_schema::at_any_cost::{AssaultResult, FireResult};
use battlewright_schema::rule::WinTime;

use crate::action::{Shot, Weapon};
use crate::board::{LevelFacts, SuddenFacts};
use crate::display::show::movement;
use crate::rules::r07_command::CommandTask;
use crate::rules::r08_fire::{Fire, FireCause, FireTask};
use crate::rules::r12_02_motion::Motion;
use crate::rules::r12_movement::MoveTask;
use crate::rules::r13_assault::{Assault, AssaultCause, AssaultTask};
use crate::rules::r21_events::EventTask;
use crate::state::Task;
use crate::{AtAnyCost, Event, FormationIx, MovingPiece, UnitIx};
use battlewright_core::game::{Outcome, Side};
use battlewright_core::kit::combat_table::describe_shifts;
use battlewright_core::kit::grammar::distinct_name;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::show::{Line, MoveStep, Show as _, standing};

/// The times at which victories of rows are checked.
const WIN_TIMES: [WinTime; 3] = [WinTime::Once, WinTime::TurnEnd, WinTime::GameEnd];

impl AtAnyCost {
    /// The name of `piece`, with its side's where the enemy has a piece of that name.
    pub(crate) fn log_name(&self, piece: MovingPiece) -> String {
        let (name, side) = (self.piece_name(piece), self.side_of(piece));
        let own = &self.board.side(side).name;
        match piece {
            MovingPiece::Unit(_) => {
                let enemies =
                    self.board.roster_of_side(side.other()).iter().map(|unit| self.board.unit(*unit).name.as_str());
                distinct_name(name, own, enemies)
            }
            MovingPiece::Hq(_) => {
                distinct_name(name, own, self.board.formations_of(side.other()).map(|enemy| enemy.hq_name.as_str()))
            }
        }
    }

    /// The name of `formation`, with its side's where the enemy has a formation of that name.
    pub(crate) fn formation_log_name(&self, formation: FormationIx) -> String {
        let facts = self.board.formation(formation);
        let enemies = self.board.formations_of(facts.side.other()).map(|enemy| enemy.name.as_str());
        distinct_name(&facts.name, &self.board.side(facts.side).name, enemies)
    }

    fn full_name(&self, piece: MovingPiece) -> String {
        format!("{}, {}", self.piece_name(piece), self.board.side(self.side_of(piece)).name)
    }

    /// The full name of `unit` and its hex.
    pub(crate) fn placed(&self, unit: UnitIx) -> String {
        let at = self.hex_of(unit).map_or(String::new(), |hex| format!(" in {}", self.board.map.name(hex)));
        format!("{}{at}", self.full_name(MovingPiece::Unit(unit)))
    }

    /// The lines for `event`, which followed from an input to `before`.
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
                    Some(Task::Move(
                        MoveTask::Moving(motion)
                        | MoveTask::Interrupt { motion, .. }
                        | MoveTask::Contact { motion, .. },
                    )) if motion.piece == *piece => before.describe_step(motion, *hex),
                    _ => before.unpaid_step(*piece, *hex),
                };
                vec![Line { step: Some(step), ..line }]
            }
            (Event::FireRoll(dice, _, result), Some(Task::Fire(FireTask::Roll(fire)))) => {
                let place = before.hex_of(fire.shot.target).map(|hex| self.board.map.place(hex));
                vec![Line { text: before.describe_fire(fire, *dice, *result), place, ..line }]
            }
            (Event::AssaultRoll(die, column, result), Some(Task::Assault(AssaultTask::Roll(assault)))) => {
                let place = Some(self.board.map.place(assault.ground));
                vec![Line { text: before.describe_assault(assault, *die, *column, *result), place, ..line }]
            }
            (Event::ToughFight(side, _), Some(Task::Assault(AssaultTask::ToughRoll(assault)))) => {
                let fighters = before.cohesion_of_fighters(assault, *side == assault.side);
                vec![Line { text: format!("{}; {fighters}", line.text), ..line }]
            }
            (Event::Plays(_), Some(task)) => {
                let text = before.used_for(task).map_or(line.text.clone(), |used| format!("{}: {used}", line.text));
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
            paid: self.next_motion(motion, hex).ok().map(|next| movement(&next)),
            first: motion.hexes == 0,
            tells_way: false,
        }
    }

    /// A step of a piece that was not in motion before the input.
    fn unpaid_step(&self, piece: MovingPiece, hex: HexIx) -> MoveStep {
        let name = |hex: HexIx| self.board.map.name(hex).to_string();
        MoveStep {
            piece: self.piece_id(piece),
            name: self.full_name(piece),
            from: self.hex_of_piece(piece).map(name),
            to: name(hex),
            paid: None,
            first: false,
            tells_way: false,
        }
    }

    /// The use of a chit that is played while `task` waits.
    fn used_for(&self, task: &Task) -> Option<String> {
        match task {
            Task::Fire(FireTask::Screen(fire)) => {
                let [firer, target] = [fire.shot.firer, fire.shot.target].map(|unit| self.placed(unit));
                Some(format!("{target} is screened from the fire of {firer}"))
            }
            Task::Fire(FireTask::Unscreen(fire)) => {
                Some(format!("the screen of {} is driven off", self.placed(fire.shot.target)))
            }
            Task::Event(EventTask::Harassed(unit)) => {
                Some(format!("the skirmishers before {} are driven off", self.placed(*unit)))
            }
            Task::Fire(FireTask::Conditions(fire, _)) => {
                let Shot { firer, target, .. } = fire.shot;
                Some(format!("the fire of {} at {}", self.placed(firer), self.placed(target)))
            }
            Task::Assault(AssaultTask::Conditions(assault, _)) => {
                Some(format!("the assault upon {}", self.board.map.name(assault.ground)))
            }
            Task::Command(CommandTask::Misinterpret) => {
                let activation = self.activation()?;
                Some(format!("the orders of {}", self.formation_log_name(self.ordering_formation(activation))))
            }
            Task::Move(MoveTask::Interrupt { motion, .. }) => {
                Some(format!("before {} moves on", self.log_name(motion.piece)))
            }
            _ => None,
        }
    }

    /// A fire with its range, SP, every shift, table, column, dice and result.
    fn describe_fire(&self, fire: &Fire, [colored, white]: [u16; 2], result: FireResult) -> String {
        let Shot { firer, weapon, target, .. } = fire.shot;
        let range = match (self.hex_of(firer), self.hex_of(target)) {
            (Some(from), Some(to)) => self.board.map.distance(from, to),
            _ => 0,
        };
        let kind = match fire.cause {
            FireCause::Step => "Fire",
            FireCause::Defensive(_) => "Defensive Fire",
            FireCause::Event { .. } => "Fire by event",
        };
        let what = match weapon {
            Weapon::Own => "",
            Weapon::Mitrailleuse => "the mitrailleuses of ",
        };
        let tables = &self.board.rules.tables;
        let superior = std::ptr::eq(self.fire_table(&fire.shot), &tables.fire_superior);
        let table = if superior { "superior" } else { "inferior" };
        let column = self.fire_table(&fire.shot).columns.get(self.fire_column(fire));
        let column = column.map_or(String::new(), ToString::to_string);
        let halved = match self.fire_die(fire, colored) {
            die if die == colored => String::new(),
            die => format!(" halved to {die}"),
        };
        let tests = self.fire_test_modifiers(fire);
        let tests = if tests.is_empty() { String::new() } else { format!(" (TCR {})", describe_shifts(&tests)) };
        format!(
            "{kind} of {what}{} at {}: range {range}, {}, {}, {table} table, column {column}; colored \
             die {colored}{halved}, white die {white}: {result}{tests}",
            self.placed(firer),
            self.placed(target),
            self.describe_fire_points(fire),
            describe_shifts(&self.fire_shifts(fire)),
        )
    }

    /// An assault with everybody's SP, every shift, column, die and result.
    fn describe_assault(&self, assault: &Assault, die: u16, column: usize, result: AssaultResult) -> String {
        let party = |units: &[UnitIx]| {
            units.iter().map(|unit| self.describe_fighter(assault, *unit)).collect::<Vec<_>>().join(" and ")
        };
        let tcrs = self.compared_tcrs(assault);
        let tcrs = tcrs.map_or(String::new(), |(attacker, defender)| format!(", TCR {attacker} against {defender}"));
        let kind = match assault.cause {
            AssaultCause::Step => "Assault",
            AssaultCause::OpportunityCharge => "Opportunity Charge",
            AssaultCause::Auftragstaktik => "Auftragstaktik",
            AssaultCause::FuriaFrancese => "Furia Francese",
            AssaultCause::AggressiveTactics => "Aggressive Tactics",
        };
        format!(
            "{kind} of {} upon {}: differential {}{tcrs}, {}, column {}; die {die}: {result}",
            party(&assault.attackers),
            party(&assault.defenders),
            self.describe_differential(assault),
            describe_shifts(&self.assault_shifts(assault)),
            self.assault_heading(column)
        )
    }

    fn standing_after(&self, turn: u8) -> String {
        let names = ["Victory points", "Units Broken"];
        format!("After turn {turn}: {}", standing(&self.sides(), &self.tracks(), &names))
    }

    /// The reason that decided the game: the ending or the level that holds, with its conditions.
    fn decided_by(&self, outcome: &Outcome) -> String {
        let sudden = self.board.sudden.iter().find(|ending| {
            (Some(ending.winner), ending.level) == (outcome.winner, outcome.level) && self.has_come_to_pass(ending)
        });
        if let Some(ending) = sudden {
            return format!("Decided by sudden victory: {}", self.describe_ending(ending));
        }
        let by_row = WIN_TIMES.into_iter().find_map(|time| self.board.extra.win(&self.asked(), time));
        if let Some(won) = by_row.filter(|won| outcome.winner == Some(won.side)) {
            let side = &self.board.side(won.side).name;
            return format!("Decided by the rule {}: {side} win", won.rule.title);
        }
        let level = self.board.levels_of_victory.iter().find(|level| {
            (Some(level.winner), level.level) == (outcome.winner, outcome.level) && level.holds(outcome.points)
        });
        let points = self.describe_points();
        match level {
            Some(level) => format!("Decided by points: {}; {points}", self.describe_level(level)),
            None => format!("No condition of victory holds after the last turn; {points}"),
        }
    }

    /// The points of both sides by their sources.
    fn describe_points(&self) -> String {
        let (places, broken, rows) = (self.place_points(), self.broken_points(), self.row_points());
        let of = |side: Side| {
            let (name, i) = (&self.board.side(side).name, side.index());
            let rows = if rows == [0; 2] { String::new() } else { format!(", rules of the scenario {}", rows[i]) };
            format!("{name}: places {}, Broken enemies {}{rows}", places[i], broken[i])
        };
        Side::BOTH.map(of).join("; ")
    }

    fn describe_level(&self, level: &LevelFacts) -> String {
        let name = &self.board.side(level.winner).name;
        let plural = |points: u8| if points == 1 { "point" } else { "points" };
        let conditions = [
            level.points.map(|points| format!("{name} have {points} {} or more", plural(points))),
            level.lead.map(|lead| format!("{name} lead by {lead} {} or more", plural(lead))),
        ];
        let told: Vec<String> = conditions.into_iter().flatten().collect();
        if told.is_empty() { "nothing else holds".to_owned() } else { told.join(" and ") }
    }

    fn describe_ending(&self, ending: &SuddenFacts) -> String {
        let side = &self.board.side(ending.winner).name;
        let names = |hexes: &mut dyn Iterator<Item = HexIx>| {
            hexes.map(|hex| self.board.map.name(hex).to_string()).collect::<Vec<_>>().join(", ")
        };
        let mut told = Vec::new();
        if !ending.enters.is_empty() {
            told.push(format!("{side} are in one of {}", names(&mut ending.enters.iter().copied())));
        }
        if !ending.controls.is_empty() {
            let mut hexes = ending.controls.iter().filter_map(|hex| self.board.control.get(*hex)).map(|(hex, _)| *hex);
            told.push(format!("{side} control all of {}", names(&mut hexes)));
        }
        told.join("; ")
    }
}

#[cfg(test)]
mod tests {
    use battlewright_core::kit::tasks::TaskStack as _;
    use battlewright_schema::at_any_cost as file;
    use battlewright_schema::at_any_cost::Rules;

    use super::*;
    use crate::stage::Part;
    use crate::tests::testing::{PRUSSIAN, Position, Table, position};
    use battlewright_core::game::Game as _;
    use battlewright_core::show::fold;

    /// The lines of the log for what these dice lead to.
    fn rolled(table: &mut Table, dice: &[u16]) -> Vec<Line> {
        let before = table.game.clone();
        let mut events = Vec::new();
        table.game.resolve(dice, &mut events);
        events.iter().flat_map(|event| table.game.log_lines(&before, event)).collect()
    }

    /// The lines of the log for these actions, each with its number.
    fn done(table: &mut Table, actions: &[&str]) -> Vec<(usize, Line)> {
        let mut lines = Vec::new();
        for (number, text) in actions.iter().enumerate() {
            table.allows(text);
            let (before, action) = (table.game.clone(), table.action(text));
            let mut events = Vec::new();
            table.game.apply(&action, &mut events);
            let log = events.iter().flat_map(|event| table.game.log_lines(&before, event));
            lines.extend(log.map(|line| (number, line)));
        }
        lines
    }

    /// The part of `text` between two marks.
    #[track_caller]
    fn between<'t>(text: &'t str, from: &str, to: &str) -> &'t str {
        text.split_once(from).and_then(|(_, rest)| rest.split_once(to)).map(|(found, _)| found).expect(text)
    }

    /// The sum of the shifts in a line.
    fn shift(text: &str) -> i64 {
        match text.split_once(", shifts: ") {
            None => 0,
            Some((_, rest)) => {
                let end = [", column", ", superior", ", inferior"].into_iter().filter_map(|mark| rest.find(mark)).min();
                let shifts = &rest[..end.expect(text)];
                shifts.split(", ").map(|shift| shift.rsplit(' ').next().unwrap().parse::<i64>().unwrap()).sum()
            }
        }
    }

    fn clamped(column: usize, shift: i64, columns: usize) -> usize {
        usize::try_from((i64::try_from(column).unwrap() + shift).clamp(0, i64::try_from(columns).unwrap() - 1)).unwrap()
    }

    #[test]
    fn r8_2_each_fire_can_be_reckoned_from_its_line_alone() {
        let tables = &Rules::published().tables;
        let lines = [
            "prussian field p1 6/3 at 0405\nfrench infantry f1 5/3 at 0404",
            "prussian infantry p1 8/4 at 0406\nfrench infantry f1 5/3 at 0404\nlevel 2 0406\nwoods 0404",
            "prussian heavy p1 9/4 at 0408\nfrench cavalry f1 2/1 at 0404\nfieldworks 0404",
        ];
        for text in lines {
            let mut table = position(text).fires("prussian");
            table.does("fire p1 f1");
            let lines = rolled(&mut table, &[8, 5]);
            let fire = lines.iter().find(|line| line.text.contains("colored die")).expect("the fire is logged");
            let text = fire.text.as_str();
            assert_eq!(fire.place, Some(table.game.board.map.place(table.hex("0404"))));
            let points: i8 = between(text, ", SP ", ",").split(' ').next().unwrap().parse().unwrap();
            let fires = if text.contains("superior table") { &tables.fire_superior } else { &tables.fire_inferior };
            let start = fires.columns.iter().rposition(|column| column.from <= points).unwrap();
            let column = clamped(start, shift(text), fires.columns.len());
            assert_eq!(between(text, "table, column ", ";"), fires.columns[column].to_string(), "{text}");
            let result = text.split_once("white die 5: ").unwrap().1.split(' ').next().unwrap();
            assert_eq!(result, fires.rows[7][column].to_string(), "{text}");
        }
    }

    #[test]
    fn r8_2_a_fire_is_told_with_all_that_matters() {
        let mut table = position(
            "french infantry f1 7/4 at 0404
            french field f2 7/4 mitrailleuse 4/2 at 0404
            prussian infantry p1 8/4 at 0407
            woods 0407
            holds prussian a-cloud-of-skirmishers",
        )
        .fires("french");
        table.does("fire f2-mitrailleuse p1, chit-0");
        let lines = rolled(&mut table, &[9, 4]);
        assert_eq!(
            lines[1].text,
            "Fire of the mitrailleuses of f2, French in 0404 at p1, Prussians in 0407: range 3, SP 2 (4: Second Line), \
             shifts: woods -1, superior table, column 1; colored die 9 halved to 4, white die 4: - (TCR shifts: \
             mitrailleuses -1)"
        );
    }

    fn assault(text: &str, actions: &str, die: u16) -> String {
        let mut table = position(text).assaults("prussian");
        table.does(actions);
        rolled(&mut table, &[die])[0].text.clone()
    }

    #[test]
    fn r13_2_each_assault_can_be_reckoned_from_its_line_alone() {
        let tables = &Rules::published().tables;
        let positions = [
            "prussian infantry p1 8/4 at 0405\nfrench infantry f1 5/3 at 0404",
            "prussian infantry p1 4/2 at 0405\nfrench infantry f1 9/3 at 0404\nwoods 0404",
            "prussian infantry p1 4/2 at 0405\nfrench field f1 3/1 at 0404\nfieldworks 0404\nravine 0405",
        ];
        for text in positions {
            let text = assault(text, "hex 0404, unit p1, begin", 7);
            let differential: i16 = between(&text, "differential ", ",").parse().unwrap();
            let points = |part: &str| -> i16 {
                let found = part.split("(SP ").skip(1);
                found.map(|rest| rest.split([',', ')', ':']).next().unwrap().parse::<i16>().unwrap()).sum()
            };
            let (attack, defense) = text.split_once(" upon ").unwrap();
            assert_eq!(points(attack) - points(defense), differential, "{text}");
            let columns = &tables.assault.columns;
            let start = columns.iter().position(|column| column.to.is_none_or(|to| differential <= i16::from(to)));
            let column = clamped(start.unwrap(), shift(&text), columns.len());
            assert_eq!(text.split_once("die 7: ").unwrap().1, tables.assault.rows[6][column].to_string(), "{text}");
        }
    }

    #[test]
    fn r13_2_an_assault_is_told_with_all_that_matters() {
        let text = "prussian infantry p1 5/3 at 0405
            prussian infantry p2 4/2 at 0304
            french infantry f1 5/3 tcr 7/6 at 0404
            french field f2 3/1 tcr 7/6 at 0404";
        let log = assault(text, "hex 0404, unit p1, unit p2, begin", 5);
        assert_eq!(
            log,
            "Assault of p1, Prussians in 0405 (SP 5) and p2, Prussians in 0304 (SP 4) upon f1, French in 0404 (SP 5) \
             and f2, French in 0404 (SP 1: 3, 2nd Line): differential +3, TCR 7 against 7, no shifts, column +2 to +3; \
             die 5: D1"
        );
        let text = "prussian infantry p1 5/3 tcr 8/7 at 0405 shaken
            ravine 0405
            french field f1 6/3 mitrailleuse 4/2 tcr 6/5 at 0404
            fieldworks 0404";
        let log = assault(text, "hex 0404, unit p1, begin", 5);
        let fight = "Assault of p1, Prussians in 0405 (SP 4: 5, Shaken -1, from ravine -3) upon f1, French in 0404 (SP 11: \
            6, Fieldworks +1, mitrailleuses +4): differential -7, TCR 7 against 7,";
        assert!(log.starts_with(fight), "{log}");
    }

    #[test]
    fn r13_6_a_tough_fight_is_told_with_the_tcr_of_each_unit() {
        let mut table = position(
            "prussian infantry p1 5/3 tcr 7/6 at 0405 shaken
            french infantry f1 4/2 tcr 6/5 at 0404",
        )
        .assaults("prussian");
        table.does("hex 0404, unit p1, begin").rolls(&[5]);
        let log: Vec<String> = rolled(&mut table, &[7, 6]).into_iter().map(|line| line.text).collect();
        assert_eq!(log[0], "Tough Fight: die 7 of the Prussians; p1, Prussians in 0405 TCR 6 (7, Shaken -1)");
        assert_eq!(log[1], "Tough Fight: die 6 of the French; f1, French in 0404 TCR 6");
    }

    #[test]
    fn r9_1_a_cohesion_test_is_told_with_the_parts_of_its_tcr() {
        let mut table = position(
            "clock 21:00
            prussian heavy p1 6/4 at 0405 shaken
            french infantry f1 5/3 tcr 7/6 at 0404 shaken
            entrenchments 0404",
        )
        .fires("prussian");
        table.does("fire p1 f1");
        let log: Vec<String> = rolled(&mut table, &[9, 4]).into_iter().map(|line| line.text).collect();
        assert!(log.iter().any(|line| line.contains("SP 7 (6, Shaken -1 = 5: canister)")), "{log:?}");
        let test = "Cohesion Test of f1, TCR 3 (7, Shaken -1, Entrenchments +2, night -1, Critical Test -3, Heavy Artillery -1), \
            white die 4: 1 Elan Hit";
        assert!(log.iter().any(|line| line == test), "{log:?}");
    }

    #[test]
    fn r12_2_a_move_is_one_line_with_its_cost() {
        let mut table = position("prussian infantry p1 8/4 at 0408\nfrench infantry f1 5/3 at 0101").moves("prussian");
        let lines = done(&mut table, &["move p1", "hex 0407", "hex 0406", "stop"]);
        let folded: Vec<String> = fold(&lines).into_iter().map(|folded| folded.line.text).collect();
        assert_eq!(folded, ["p1, Prussians: 0408 to 0406, 2 of 5 MP"]);
    }

    #[test]
    fn r21_0_the_use_of_a_chit_is_logged() {
        let mut table = position(
            "prussian infantry p1 8/4 at 0405
            french infantry f1 5/3 at 0404
            holds prussian battlefield-conditions",
        )
        .fires("prussian");
        table.does("fire p1 f1");
        let lines = done(&mut table, &["chit-0"]);
        assert_eq!(
            lines[0].1.text,
            "Battlefield Conditions is played: the fire of p1, Prussians in 0405 at f1, French in 0404"
        );
    }

    fn over(position: Position) -> Vec<String> {
        let mut table = position.table();
        let before = table.game.clone();
        let mut events = Vec::new();
        if table.game.board.sudden.is_empty() {
            table.game.judge(&mut events);
        } else {
            table.game.check_sudden_victory(&mut events);
        }
        events.iter().flat_map(|event| table.game.log_lines(&before, event)).map(|line| line.text).collect()
    }

    #[test]
    fn r19_0_the_decision_is_told_with_its_reason() {
        let field = || {
            position(
                "place town 0404 held prussian
                points town 3
                french infantry f1 5/3 at 0101
                prussian infantry p1 8/4 at 0808",
            )
        };
        let level = |points| file::PointLevel {
            winner: "prussian".into(),
            level: file::VictoryLevel::Minor,
            points: Some(points),
            lead: Some(1),
        };
        let log = over(field().with(|scenario| scenario.victory.levels.push(level(2))));
        assert_eq!(
            log,
            [
                "After turn 1: French: Victory points 0, Units Broken 0; Prussians: Victory points 3, Units Broken 0",
                "Decided by points: Prussians have 2 points or more and Prussians lead by 1 point or more; French: \
                 places 0, Broken enemies 0; Prussians: places 3, Broken enemies 0",
                "Prussians: minor victory, 3 points to 0",
            ]
        );
        let log = over(field().with(|scenario| scenario.victory.levels.push(level(9))));
        assert!(log[1].starts_with("No condition of victory holds after the last turn; "), "{log:?}");
        let sudden = file::SuddenEnding {
            winner: "prussian".into(),
            level: file::VictoryLevel::Major,
            after_turn: None,
            enters: vec!["0808".into()],
            controls: vec!["0404".into()],
        };
        let log = over(field().with(|scenario| scenario.victory.sudden.push(sudden)));
        assert_eq!(log[1], "Decided by sudden victory: Prussians are in one of 0808; Prussians control all of 0404");
    }

    #[test]
    fn r5_1_a_turn_begins_with_the_standing_after_the_last_one() {
        let table = position("french infantry f1 5/3 at 0101\nprussian infantry p1 8/4 broken 1").table();
        let lines = table.game.log_lines(&table.game, &Event::Turn(2));
        let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(
            texts,
            [
                "After turn 1: French: Victory points 0, Units Broken 0; Prussians: Victory points 0, Units Broken 1",
                "Turn 2, 09:00"
            ]
        );
        assert!(!lines[0].heading && lines[1].heading);
    }

    #[test]
    fn names_that_both_sides_have_are_told_with_their_side() {
        let table = position(
            "corps iii french at 0101
            corps x prussian at 0801
            french infantry f1 5/3 at 0404 of iii
            prussian infantry p1 8/4 at 0808 of x",
        )
        .with(|scenario| {
            for formation in &mut scenario.formation {
                formation.name = "III Corps".into();
            }
            for unit in &mut scenario.unit {
                unit.name = "1st Brigade".into();
            }
        })
        .activate("x");
        assert_eq!(table.game.activation().map(|activation| activation.side), Some(PRUSSIAN));
        assert_eq!(table.game.part(), Some(Part::Command));
        assert_eq!(table.game.formation_log_name(table.formation("x")), "III Corps, Prussians");
        assert_eq!(table.game.log_name(table.piece("p1")), "1st Brigade, Prussians");
        assert_eq!(table.game.log_name(table.piece("x-hq")), "x-hq");
    }
}
