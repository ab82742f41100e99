//! All data of a counter: both sides, and its state in words.

use crate::board::Arm;
use crate::state::At;
use crate::{Matz, UnitIx, rulebook as rule};
use battlewright_core::game::Rule;
use battlewright_core::show::{Card, Fact};

impl Matz {
    /// Both faces and the state of `unit`.
    pub(crate) fn card_of(&self, unit: UnitIx) -> Card {
        let up = self.is_turned(unit);
        let faces = [up, !up].map(|back| self.unit_counter(unit, back, false));
        let mut state = vec![self.place_fact(unit), self.strength_fact(unit), self.organization_fact(unit)];
        state.extend(self.command_facts(unit));
        let states = self.unit_states(unit).into_iter().filter(|(is, ..)| *is);
        state.extend(states.map(|(_, text, rule)| Fact::new(text, rule)));
        Card { faces: faces.into(), state }
    }

    fn place_fact(&self, unit: UnitIx) -> Fact {
        match self.unit(unit).at {
            At::Hex(hex) => Fact::new(format!("In hex {}", self.board.map.name(hex)), rule::STACKING),
            At::Due { turn, entry } => {
                Fact::new(format!("Enters from turn {turn} at {}", self.entry_title(entry)), rule::REINFORCEMENTS)
            }
            At::Reserve => Fact::new("In a reserve that has not been called up", rule::REINFORCEMENTS),
            At::Eliminated(turn) if self.board.unit(unit).is_hq() => {
                let text = format!("Destroyed: its owner places it again from turn {}", turn.saturating_add(1));
                Fact::new(text, rule::HEADQUARTERS)
            }
            At::Eliminated(turn) => Fact::new(format!("Eliminated on turn {turn}"), rule::STEP_LOSSES),
            At::Pot if self.is_unseen(self.unit_side(unit)) => {
                Fact::new("In the pot of its side, or drawn for this turn", rule::AIR_SEQUENCE)
            }
            At::Pot => Fact::new("In the pot of its side", rule::AIR_SEQUENCE),
            At::Drawn => Fact::new("Drawn for this turn", rule::AIR_SEQUENCE),
            At::Patrol(mega) => {
                Fact::new(format!("Waits to intercept at {}", self.mega_name(mega)), rule::AIR_SEQUENCE)
            }
            At::Mission { mission, mega } => {
                Fact::new(format!("At {}, mission: {}", self.mega_name(mega), mission.name()), rule::MISSIONS)
            }
            At::Aborted => Fact::new("Its mission was aborted: out for the rest of the turn", rule::AIR_COMBAT),
        }
    }

    fn strength_fact(&self, unit: UnitIx) -> Fact {
        let (facts, state) = (self.board.unit(unit), self.unit(unit));
        let value = facts.combat.get(usize::from(state.lost)).or(facts.combat.last()).copied().unwrap_or_default();
        let value = if facts.arm.flies() { value } else { self.value_by_rows(unit, false, value) };
        let (bombardment, range) = (self.bombardment_value(unit), self.range_of(unit));
        match facts.arm {
            Arm::Headquarters => {
                let text = format!("Combat value {value} in defense, command distance {}", self.command_range(unit));
                Fact::new(text, rule::HEADQUARTERS)
            }
            Arm::Unit(kind) if kind.fights() => {
                let text = format!("Combat value {value}, {} of {} steps left", self.steps_left(unit), facts.steps());
                Fact::new(text, rule::STEP_LOSSES)
            }
            Arm::Unit(kind) if kind.flies() => {
                Fact::new(format!("Air combat {value}, bombardment {bombardment}"), rule::AIR_UNITS)
            }
            Arm::Unit(_) => {
                let defense = self.defense_value(unit);
                Fact::new(format!("Bombardment {bombardment}, defense {defense}, range {range}"), rule::ARTILLERY_UNITS)
            }
        }
    }

    fn organization_fact(&self, unit: UnitIx) -> Fact {
        let facts = self.board.unit(unit);
        let of = &self.board.formation(facts.formation).name;
        let division = facts.division.as_ref().map_or_else(String::new, |division| format!(", division {division}"));
        match self.unit(unit).attached {
            Some(corps) => {
                let text = format!("Of {of}{division}; attached to {}", self.board.formation(corps).name);
                Fact::new(text, rule::TANKS)
            }
            None => Fact::new(format!("Of {of}{division}"), rule::ORGANIZATION),
        }
    }

    /// The command of a ground unit on the map (10.1).
    fn command_facts(&self, unit: UnitIx) -> Option<Fact> {
        let facts = self.board.unit(unit);
        if facts.is_hq() || self.hex_of(unit).is_none() {
            return None;
        }
        if self.unit(unit).out_of_command {
            let off = self.points_off(unit);
            let text = format!("Out of command: its side has {off} less in combat, and the die is worse");
            return Some(Fact::new(text, rule::COMMAND_EFFECTS));
        }
        let text = if self.has_line_of_command(unit) { "In command" } else { "In command, but without a line now" };
        Some(Fact::new(text, rule::COMMAND_DISTANCE))
    }

    /// The states that a unit can be in, each with its words and its rule, and `true` if it is in it.
    fn unit_states(&self, unit: UnitIx) -> [(bool, &'static str, Rule); 9] {
        let (facts, state) = (self.board.unit(unit), self.unit(unit));
        let flies = facts.arm.flies();
        let in_contact = facts.arm.fights() || facts.is_hq();
        [
            (state.neutralized && facts.is_hq(), "Neutralized: its command distance is less", rule::NEUTRALIZATION),
            (
                state.neutralized && in_contact && !facts.is_hq(),
                "Neutralized: no strategic movement, no exploitation, and worse dice",
                rule::NEUTRALIZATION,
            ),
            (state.neutralized && !in_contact && !flies, "Neutralized: its values are halved", rule::NEUTRALIZATION),
            (state.fired && !flies, "Has fired", rule::ARTILLERY),
            (state.fired && flies, "Has completed its mission", rule::AIR_SEQUENCE),
            (state.intercepted, "Has fought in the air in this player turn", rule::AIR_COMBAT),
            (state.entered, "Has come on in this player turn", rule::REINFORCEMENTS),
            (state.attacked, "Has attacked in this phase", rule::COMBAT),
            (state.retreated, "Has retreated: it fights in no further combat of this phase", rule::RETREATS),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::testing::{FRENCH, GERMAN, Table, position};
    use battlewright_core::game::Game as _;
    use battlewright_core::show::Show as _;

    fn table() -> Table {
        position(
            "map 12x12
            mega 0404
            entry E french 0010
            corps x german at 0101
            corps y french at 0909
            army a french
            german infantry g1 4/2 at 0303 of x division 4GD lost 1
            german artillery g2 3-4 5 at 0303 of x neutralized
            french tank f1 3/2/1 at 0808 of a
            french infantry f2 4/2 enters 3 by E of y
            french fighter f8 4 drawn",
        )
        .start()
    }

    #[track_caller]
    fn facts_of(game: &Matz, id: &str) -> Vec<String> {
        let card = game.card(id).expect("there is such a counter");
        card.state.into_iter().map(|fact| fact.text).collect()
    }

    #[test]
    fn a_card_tells_place_strength_organization_and_state() {
        let mut table = table();
        let g1 = table.unit("g1");
        table.game.unit_mut(g1).out_of_command = true;
        let facts = [
            "In hex 0303",
            "Combat value 2, 1 of 2 steps left",
            "Of x, division 4GD",
            "Out of command: its side has 1 less in combat, and the die is worse",
        ];
        assert_eq!(facts_of(&table.game, "g1"), facts);
        table.game.unit_mut(g1).out_of_command = false;
        assert_eq!(facts_of(&table.game, "g1")[3], "In command");
        let facts = [
            "In hex 0303",
            "Bombardment 1, defense 2, range 5",
            "Of x",
            "In command",
            "Neutralized: its values are halved",
        ];
        assert_eq!(facts_of(&table.game, "g2"), facts);
        assert_eq!(facts_of(&table.game, "f2")[0], "Enters from turn 3 at E");
        let hq = ["In hex 0101", "Combat value 1 in defense, command distance 6", "Of x"];
        assert_eq!(facts_of(&table.game, "x-hq"), hq);
    }

    #[test]
    fn r1_2_a_card_has_both_faces_and_the_one_that_is_up_comes_first() {
        let card = table().game.card("g1").expect("there is such a counter");
        let faces: Vec<_> = card.faces.iter().map(|piece| (piece.face.text(), piece.face.back)).collect();
        assert_eq!(faces, [(Some("2"), true), (Some("4"), false)]);
    }

    #[test]
    fn r6_1_the_enemy_does_not_see_an_attachment_or_a_draw() {
        let mut table = table();
        let (f1, y) = (table.unit("f1"), table.formation("y"));
        table.game.unit_mut(f1).attached = Some(y);
        let game = table.game;
        let seen = game.seen_by(GERMAN);
        assert_eq!(facts_of(&game.seen_by(FRENCH), "f1")[2], "Of a; attached to y");
        assert_eq!(facts_of(&seen, "f1")[2], "Of a");
        assert_eq!(facts_of(&game.seen_by(FRENCH), "f8")[0], "Drawn for this turn");
        assert_eq!(facts_of(&seen, "f8")[0], "In the pot of its side, or drawn for this turn");
    }
}
