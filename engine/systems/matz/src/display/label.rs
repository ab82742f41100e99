//! The texts of actions as the game stands, and their notation in replays.

use crate::action::Action;
use crate::rules::r05_movement::MoveTask;
use crate::rules::r07_6_retreat::RetreatTask;
use crate::rules::r07_combat::CombatTask;
use crate::rules::r08_1_barrage::BarrageTask;
use crate::rules::r11_air::AirTask;
use crate::state::Task;
use crate::{Matz, MegaIx, UnitIx};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::tasks::TaskStack as _;
use battlewright_core::show::Label;

impl Matz {
    /// The text, the notation and the place of `action`.
    pub(crate) fn action_label(&self, action: &Action) -> Label {
        let place = action.hex().or_else(|| self.board.mega.center(action.mega()?));
        Label {
            text: self.action_text(action),
            notation: self.notation(action),
            piece: action.unit().map(|unit| self.board.unit(unit).id.clone()),
            place: place.map(|hex| self.board.map.place(hex)),
        }
    }

    /// The notation of `action` in replays.
    fn notation(&self, action: &Action) -> String {
        let id = |unit: UnitIx| self.board.unit(unit).id.as_str();
        let hex_name = |hex: HexIx| self.board.map.name(hex);
        let formation_id = |formation| self.board.formation(formation).id.as_str();
        match *action {
            Action::Hex(hex) => format!("hex {}", hex_name(hex)),
            Action::Place(unit) => format!("place {}", id(unit)),
            Action::Move(unit) => format!("move {}", id(unit)),
            Action::Attach { unit, formation } => format!("attach {} {}", id(unit), formation_id(formation)),
            Action::CallUp { reserve, formation } => {
                format!("call reserve-{} {}", reserve.index() + 1, formation_id(formation))
            }
            Action::Patrol(unit) => format!("patrol {}", id(unit)),
            Action::Mega(mega) => {
                let center = self.board.mega.center(mega).map_or_else(String::new, |hex| hex_name(hex).to_string());
                format!("mega {center}")
            }
            Action::Launch { unit, mission } => format!("launch {} {}", id(unit), mission.name()),
            Action::Engage(unit) => format!("engage {}", id(unit)),
            Action::Target(hex) => format!("target {}", hex_name(hex)),
            Action::Join(unit) => format!("join {}", id(unit)),
            Action::Support(unit) => format!("support {}", id(unit)),
            Action::Lose(unit) => format!("lose {}", id(unit)),
            Action::Advance { unit, to } => format!("advance {} {}", id(unit), hex_name(to)),
            Action::Begin => "begin".to_owned(),
            Action::Stop => "stop".to_owned(),
            Action::Pass => "pass".to_owned(),
        }
    }

    /// The words for `action` as the game stands.
    fn action_text(&self, action: &Action) -> String {
        let name = |unit: UnitIx| self.called(unit);
        let corps = |formation| &self.board.formation(formation).name;
        let task = self.state.stack.last();
        match *action {
            Action::Hex(hex) => self.hex_text(hex),
            Action::Place(unit) => format!("Place {}", name(unit)),
            Action::Move(unit) => format!("Move {}", name(unit)),
            Action::Attach { unit, formation } => format!("Attach {} to {}", name(unit), corps(formation)),
            Action::CallUp { reserve, formation } => {
                format!("Call up {} for {}", self.board.reserve(reserve).name, corps(formation))
            }
            Action::Patrol(unit) => format!("Place {} to intercept", name(unit)),
            Action::Mega(mega) => self.mega_text(mega),
            Action::Launch { unit, mission } => format!("{}: {}", name(unit), mission.name()),
            Action::Engage(unit) => match task {
                Some(Task::Air(AirTask::Interception { .. })) => format!("Intercept with {}", name(unit)),
                _ => format!("{} {}", name(unit), self.agreeing(unit, "fights")),
            },
            Action::Target(hex) => {
                let verb = match task {
                    Some(Task::Barrage(_)) => "Bombard",
                    Some(Task::Combat(CombatTask::Plan(_))) => "Also attack",
                    _ => "Attack",
                };
                format!("{verb} {}", self.board.map.name(hex))
            }
            Action::Join(unit) => {
                let verb = if matches!(task, Some(Task::Barrage(_))) { "Bombard" } else { "Attack" };
                format!("{verb} with {}", name(unit))
            }
            Action::Support(unit) => format!("Support by {}", name(unit)),
            Action::Lose(unit) => format!("{} {} a step", name(unit), self.agreeing(unit, "loses")),
            Action::Advance { unit, to } => format!("Advance with {} to {}", name(unit), self.board.map.name(to)),
            Action::Begin => self.begin_text().to_owned(),
            Action::Stop => match task {
                Some(Task::Air(AirTask::Fly(_))) => "End the flight here".to_owned(),
                Some(Task::Combat(_)) => "Call off the attack".to_owned(),
                Some(Task::Barrage(_)) => "Call off the bombardment".to_owned(),
                _ => "End the move here".to_owned(),
            },
            Action::Pass => self.pass_text().to_owned(),
        }
    }

    /// The words for the choice of a hex.
    fn hex_text(&self, hex: HexIx) -> String {
        let verb = match self.state.stack.last() {
            Some(Task::Move(MoveTask::Moving(motion))) if motion.hex.is_none() => "Enter in",
            Some(Task::Move(_)) => "Move to",
            Some(Task::Retreat(RetreatTask::Retreat(_))) => "Retreat to",
            _ => "Place in",
        };
        format!("{verb} {}", self.board.map.name(hex))
    }

    /// The words for the choice of a mega-hex.
    fn mega_text(&self, mega: MegaIx) -> String {
        let verb = match self.state.stack.last() {
            Some(Task::Air(AirTask::Patrol(_))) => "Wait at",
            _ => "Fly to",
        };
        format!("{verb} {}", self.mega_name(mega))
    }

    /// The words for the beginning of what has been chosen.
    fn begin_text(&self) -> &'static str {
        match self.state.stack.last() {
            Some(Task::Combat(CombatTask::Plan(_))) => "Begin the attack",
            Some(Task::Barrage(BarrageTask::Plan { .. })) => "Begin the bombardment",
            Some(Task::Air(AirTask::Interception { .. })) => "Begin the interception",
            Some(Task::Air(_)) => "Take off",
            _ => "Begin",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::r05_movement::Motion;
    use crate::rules::r07_6_retreat::Retreat;
    use crate::rules::r07_combat::Combat;
    use crate::rules::r11_air::AirGroup;
    use crate::rules::r14_setup::SetupTask;
    use crate::state::Party;
    use crate::tests::testing::{GERMAN, Table, position};

    /// Returns the text and the notation of an action while `task` waits for it.
    fn label(table: &mut Table, task: impl Into<Task>, action: &str) -> (String, String) {
        table.game.state.stack = vec![task.into()];
        let label = table.game.action_label(&table.action(action));
        (label.text, label.notation)
    }

    #[test]
    fn an_action_says_what_it_does_as_the_game_stands() {
        let mut table = position(
            "map 12x12
            mega 0404
            german infantry g1 4/2 at 0303
            german fighter g8 4
            french infantry f1 4/2 at 0305",
        )
        .start();
        let [g1, g8, f1] = ["g1", "g8", "f1"].map(|id| table.unit(id));
        let hex = table.hex("0303");
        let start = table.game.motion_of(g1);
        let moving = |hex| MoveTask::Moving(Motion { hex, ..start });
        let party = |unit: UnitIx| -> Party { [unit].into_iter().collect() };
        let retreat = || RetreatTask::Retreat(Retreat { units: party(f1), left: 1, ..Retreat::default() });
        let plan = || CombatTask::Plan(Combat::default());
        let barrage = || BarrageTask::Plan { hex, units: party(g1) };
        let group = AirGroup::default;
        let interception = || AirTask::Interception { group: group(), interceptors: Party::default() };
        let all: Vec<(Task, &str, &str)> = vec![
            (moving(Some(hex)).into(), "hex 0304", "Move to 0304"),
            (moving(None).into(), "hex 0304", "Enter in 0304"),
            (moving(Some(hex)).into(), "stop", "End the move here"),
            (retreat().into(), "hex 0306", "Retreat to 0306"),
            (SetupTask::Place(g1).into(), "hex 0306", "Place in 0306"),
            (CombatTask::Phase.into(), "target 0305", "Attack 0305"),
            (plan().into(), "target 0305", "Also attack 0305"),
            (plan().into(), "join g1", "Attack with g1"),
            (plan().into(), "begin", "Begin the attack"),
            (BarrageTask::Phase.into(), "target 0305", "Bombard 0305"),
            (barrage().into(), "join g1", "Bombard with g1"),
            (barrage().into(), "begin", "Begin the bombardment"),
            (AirTask::Patrols(GERMAN).into(), "patrol g8", "Place g8 to intercept"),
            (AirTask::Patrol(g8).into(), "mega 0404", "Wait at mega-hex 0404"),
            (AirTask::Assemble(group()).into(), "begin", "Take off"),
            (AirTask::Fly(group()).into(), "mega 0404", "Fly to mega-hex 0404"),
            (AirTask::Fly(group()).into(), "stop", "End the flight here"),
            (interception().into(), "engage g8", "Intercept with g8"),
            (interception().into(), "begin", "Begin the interception"),
            (retreat().into(), "advance g1 0305", "Advance with g1 to 0305"),
        ];
        for (task, action, text) in all {
            assert_eq!(label(&mut table, task, action), (text.to_owned(), action.to_owned()));
        }
    }

    #[test]
    fn a_label_has_its_piece_and_its_place() {
        let table = position("map 12x12\nmega 0404\ngerman infantry g1 4/2 at 0303").start();
        let cell = |name: &str| Some(table.game.board.map.cell(table.hex(name)));
        let label = table.game.action_label(&table.action("advance g1 0305"));
        assert_eq!((label.piece.as_deref(), label.cell()), (Some("g1"), cell("0305")));
        let label = table.game.action_label(&table.action("mega 0404"));
        assert_eq!((label.piece.as_deref(), label.cell()), (None, cell("0404")), "the center of the mega-hex");
    }
}
