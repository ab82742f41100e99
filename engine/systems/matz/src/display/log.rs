//! The lines of the log: moves with their costs, bombardments and combats with their calculation, and the score at the end of
//! each turn.

use battlewright_schema::matz::{BombardmentResult, CombatResult};

use crate::display::event_text::describe_points;
use crate::rules::r05_movement::{Motion, MoveTask};
use crate::rules::r07_combat::{Combat, CombatTask};
use crate::rules::r08_1_barrage::BarrageTask;
use crate::state::Task;
use crate::{Event, Matz, UnitIx};
use battlewright_core::game::Side;
use battlewright_core::kit::combat_table::describe_shifts;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::show::{Line, MoveStep, Movement};

impl Matz {
    /// The lines for `event`, which followed from an input to `before`.
    pub(crate) fn lines_of(&self, before: &Self, event: &Event) -> Vec<Line> {
        let line = self.describe_event(event);
        let with = |text: String| Line { text, heading: false, place: None, ..line.clone() };
        let told = |text: String, hex: Option<&HexIx>| {
            vec![Line { text, place: hex.map(|hex| self.board.map.place(*hex)), ..line.clone() }]
        };
        match (event, before.state.stack.last()) {
            // The log is open to both sides: a line for each attachment would tell how many there are (6.1).
            (Event::Attached(..), _) => Vec::new(),
            (Event::Turn(turn), _) if *turn > self.board.first_turn => vec![with(self.standing_after(turn - 1)), line],
            (Event::Over(_), _) => vec![with(self.standing_after(self.state.turn)), line],
            (Event::Moved(unit, hex) | Event::Entered(unit, hex), Some(Task::Move(MoveTask::Moving(motion))))
                if motion.unit == *unit =>
            {
                vec![Line { step: Some(before.describe_step(motion, *hex)), ..line }]
            }
            (Event::BarrageRoll(die, _, result), Some(Task::Barrage(BarrageTask::Roll { hex, units }))) => {
                told(before.describe_barrage(*hex, units, *die, *result), Some(hex))
            }
            (Event::CombatRoll(die, modified, _, result), Some(Task::Combat(CombatTask::Roll(combat)))) => {
                told(before.describe_combat(combat, *die, *modified, *result), combat.targets.first())
            }
            _ => vec![line],
        }
    }

    fn describe_step(&self, motion: &Motion, hex: HexIx) -> MoveStep {
        let name = |hex: HexIx| self.board.map.name(hex).to_string();
        let paid = |next: Motion| Movement {
            spent: 2 * u16::from(next.spent),
            allowance: 2 * u16::from(self.allowance_of(&next)),
        };
        MoveStep {
            piece: self.board.unit(motion.unit).id.clone(),
            name: self.full_name(motion.unit),
            from: motion.hex.map(name),
            tells_way: true,
            to: name(hex),
            paid: self.next_motion(motion, hex).ok().map(paid),
            first: motion.hexes == 0,
        }
    }

    /// The line of a bombardment with the value of each unit, every shift, the column, the die and the result.
    fn describe_barrage(&self, hex: HexIx, units: &[UnitIx], die: u16, result: BombardmentResult) -> String {
        let values = self.valued(units, |unit| self.bombardment_value(unit));
        let column = self.barrage_heading(self.barrage_column(hex, units));
        let result = if result.neutralized { result.to_string() } else { "no effect".to_owned() };
        format!(
            "Bombardment of {} by {values}: value {}, {}, column {column}; die {die}: {result}",
            self.board.map.name(hex),
            self.barrage_total(units),
            describe_shifts(&self.barrage_shifts(hex, units)),
        )
    }

    /// The line of a combat with the points of each unit, the ratio, every shift and modifier, the column, the die and the
    /// result.
    fn describe_combat(&self, combat: &Combat, die: u16, modified: i16, result: CombatResult) -> String {
        let calculation = self.calculation(combat);
        let [attack, defense] = calculation.points;
        let ratio = self.ratio(attack, defense);
        let counted = if defense == 0 { " (counts as 1)" } else { "" };
        let targets: Vec<String> = combat.targets.iter().map(|hex| self.board.map.name(*hex).to_string()).collect();
        let [attackers, defenders] = [true, false].map(|attacking| self.describe_side(combat, attacking));
        let pips: Vec<String> = calculation.modifiers.iter().map(|(name, pips)| format!(", {name} {pips:+}")).collect();
        let modified = if pips.is_empty() { String::new() } else { format!(" = {modified}") };
        let changes = self.natural_changes(combat, die);
        let names: Vec<&str> = changes.iter().map(|(name, _)| *name).collect();
        let face = match calculation.face(die) {
            face if face == die => String::new(),
            face => format!(" counts as {face} ({})", names.join(", ")),
        };
        format!(
            "Attack on {}: {attackers} against {defenders}: {attack} to {defense}{counted} = {}.{:02}, odds {}, {}, column {}; \
             die {die}{face}{}{modified}: {result}",
            targets.join(" and "),
            ratio / 100,
            ratio % 100,
            self.describe_odds(ratio),
            describe_shifts(&calculation.shifts),
            self.odds_heading(calculation.column),
            pips.concat(),
        )
    }

    /// The units of the attacker or of the defender with the points and the markers of each; the attackers in contact by their
    /// hexes, and the defenders as well, if several hexes are under attack.
    fn describe_side(&self, combat: &Combat, attacking: bool) -> String {
        let units = self.in_contact(combat, attacking);
        let points = |unit| self.contact_points(unit, attacking);
        let contact = if attacking || combat.targets.len() > 1 {
            let preposition = if attacking { "from" } else { "in" };
            let mut hexes: Vec<HexIx> = units.iter().filter_map(|unit| self.hex_of(*unit)).collect();
            hexes.sort_unstable();
            hexes.dedup();
            let stack = |hex: HexIx| {
                let here: Vec<UnitIx> = units.iter().copied().filter(|unit| self.hex_of(*unit) == Some(hex)).collect();
                format!("{} {preposition} {}", self.valued(&here, points), self.board.map.name(hex))
            };
            hexes.into_iter().map(stack).collect::<Vec<_>>().join(", ")
        } else {
            self.valued(&units, points)
        };
        let support = &combat.support[usize::from(!attacking)];
        match (contact.is_empty(), support.is_empty()) {
            (true, true) => "nobody".to_owned(),
            (_, true) => contact,
            (is_alone, false) => {
                let support = self.valued(support, |unit| self.support_value(unit));
                if is_alone { format!("support of {support}") } else { format!("{contact}, support of {support}") }
            }
        }
    }

    /// The names of `units`, each with its value and its markers.
    fn valued(&self, units: &[UnitIx], value: impl Fn(UnitIx) -> u8) -> String {
        let valued = |unit: &UnitIx| {
            let state = self.unit(*unit);
            let out_of_command = if state.out_of_command { ", out of command" } else { "" };
            let neutralized = if state.neutralized { ", neutralized" } else { "" };
            format!("{} ({}{out_of_command}{neutralized})", self.log_name(*unit), value(*unit))
        };
        units.iter().map(valued).collect::<Vec<_>>().join(", ")
    }

    /// The score and the losses after `turn`.
    fn standing_after(&self, turn: u8) -> String {
        let name = |side: Side| &self.board.side(side).name;
        let points = describe_points(self.half_points());
        let steps =
            |side: Side| -> usize { self.board.ground_units(side).iter().map(|unit| self.steps_gone(*unit)).sum() };
        let losses = Side::BOTH.map(|side| format!("{} {}", name(side), steps(side))).join(", ");
        format!("After turn {turn}: {} {points}; steps lost: {losses}", name(self.board.victory.scorer))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Phase;
    use crate::tests::testing::{FRENCH, GERMAN, Table, position};
    use battlewright_core::game::Game as _;
    use battlewright_core::show::Show as _;

    /// The lines that rolling these dice leads to.
    fn lines_of_roll(table: &Table, dice: &[u16]) -> Vec<String> {
        let (mut after, mut events) = (table.game.clone(), Vec::new());
        after.resolve(dice, &mut events);
        let lines = events.iter().flat_map(|event| after.log_lines(&table.game, event));
        lines.map(|line| line.text).collect()
    }

    #[test]
    fn r7_4_a_combat_can_be_reckoned_from_its_line_alone() {
        let mut table = position(
            "trench french 0404
            surprise german 2 1
            german infantry g1 4/2 at 0405
            german stosstruppen g2 2 at 0405
            german artillery g3 6-3 5 at 0407
            french infantry f1 4/2 out at 0404
            french artillery f2 3-1 5 at 0402",
        )
        .at(GERMAN, Phase::Combat);
        table.does("target 0404, join g1, join g2, begin, support g3, support f2");
        let lines = lines_of_roll(&table, &[1]);
        assert_eq!(
            lines[0],
            "Attack on 0404: g1 (4), g2 (2) from 0405, support of g3 (6) against f1 (3, out of command), support of f2 \
             (1): 12 to 4 = 3.00, odds 3:1, shifts: trench -1, surprise +1, column 3:1; die 1, defender out of command +1, attacking Stosstruppen \
             +2 = 4: DR"
        );
    }

    #[test]
    fn r7_4_the_odds_of_a_combat_are_told_as_the_table_counts_them() {
        let odds = |attack: u8, defense: u8, ground: &str| {
            let text = format!(
                "{ground}
                german infantry g1 {attack} at 0405
                french infantry f1 {defense} at 0404"
            );
            let mut table = position(&text).at(GERMAN, Phase::Combat);
            table.does("target 0404, join g1, begin");
            let lines = lines_of_roll(&table, &[1]);
            let (_, log) = lines[0].split_once("(").unwrap().1.split_once(": ").unwrap();
            log.split_once(';').unwrap().0.to_owned()
        };
        assert_eq!(odds(15, 2, "village 0404"), "15 to 2 = 7.50, odds 8:1, shifts: village -1, column 7:1");
        assert_eq!(odds(19, 2, ""), "19 to 2 = 9.50, odds 10:1, no shifts, column 7:1");
        assert_eq!(odds(17, 13, ""), "17 to 13 = 1.31, odds 1.5:1, no shifts, column 1.5:1");
        assert_eq!(odds(8, 0, ""), "8 to 0 (counts as 1) = 8.00, odds 8:1, no shifts, column 7:1");
    }

    #[test]
    fn r7_7_the_hexes_of_several_stacks_are_logged() {
        let mut table = position(
            "german infantry g1 4/2 at 0405
            german infantry g2 4/2 at 0403
            german infantry g3 4/2 neutralized at 0403
            french infantry f1 4/2 at 0404",
        )
        .at(GERMAN, Phase::Combat);
        table.does("target 0404, join g1, join g2, join g3, begin");
        let line = &lines_of_roll(&table, &[1])[0];
        let expected =
            "Attack on 0404: g2 (4), g3 (4, neutralized) from 0403, g1 (4) from 0405 against f1 (4): 12 to 4";
        assert!(line.starts_with(expected), "{line}");
    }

    #[test]
    fn r6_1_the_log_does_not_tell_how_many_attachments_were_noted() {
        let log = |notes: &str| {
            let mut table = position(
                "corps x french at 0101
                corps y french at 0301
                army a french
                french tank f1 2 at 0404 of a
                french tank f2 2 at 0504 of a
                german infantry g1 4/2 at 0808",
            )
            .at(FRENCH, Phase::Command);
            let mut lines = Vec::new();
            for note in notes.split(", ") {
                let (before, mut events) = (table.game.clone(), Vec::new());
                let action = table.action(note);
                table.game.apply(&action, &mut events);
                let log = events.iter().flat_map(|event| table.game.log_lines(&before, event));
                lines.extend(log.map(|line| line.text).filter(|text| text.contains("secret")));
            }
            lines
        };
        let one = ["French may have attached tanks to corps in secret"];
        for notes in ["pass", "attach f1 x, pass", "attach f1 x, attach f2 y"] {
            assert_eq!(log(notes), one, "{notes}");
        }
    }

    #[test]
    fn r8_1_a_bombardment_can_be_reckoned_from_its_line_alone() {
        let mut table = position(
            "woods 0404
            german artillery g1 3-4 5 at 0407
            german artillery g2 5-4 5 neutralized at 0407
            french infantry f1 4/2 at 0404",
        )
        .at(GERMAN, Phase::Bombardment);
        table.does("target 0404, join g1, join g2, begin");
        let lines = lines_of_roll(&table, &[5]);
        let line =
            "Bombardment of 0404 by g1 (3), g2 (2, neutralized): value 5, shifts: woods -1, column 3-4; die 5: N";
        assert_eq!(lines[0], line);
        let none = "Bombardment of 0404 by g1 (3), g2 (2, neutralized): value 5, shifts: woods -1, column 3-4; die 4: no effect";
        assert_eq!(lines_of_roll(&table, &[4])[0], none);
    }

    #[test]
    fn r5_1_a_step_is_told_with_its_cost() {
        let mut table = position("german infantry g1 4/2 at 0303\nwoods 0304\nfrench infantry f1 4/2 at 0808")
            .at(GERMAN, Phase::Movement);
        table.does("move g1");
        let before = table.game.clone();
        let (unit, hex) = (table.unit("g1"), table.hex("0304"));
        table.does("hex 0304");
        let lines = table.game.log_lines(&before, &Event::Moved(unit, hex));
        let [Line { step: Some(step), .. }] = lines.as_slice() else { panic!("{lines:?}") };
        assert_eq!((step.from.as_deref(), step.to.as_str(), step.first), (Some("0303"), "0304", true));
        assert_eq!(step.paid.map(|paid| paid.spent), Some(4), "two points for woods");
    }

    #[test]
    fn r13_the_standing_after_a_turn_has_halves_and_losses() {
        let table = position(
            "place flavy 0302 held german
            points flavy 3
            german infantry g1 4/2 at 0303 lost 1
            french infantry f1 4/2 at 0808",
        )
        .start();
        let lines = table.game.log_lines(&table.game, &Event::Turn(3));
        let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(texts, ["After turn 2: Germans 1½ points; steps lost: Germans 1, French 0", "Turn 3"]);
        assert!(lines[1].heading && !lines[0].heading);
        assert_eq!(table.game.board.side(FRENCH).name, "French");
    }
}
