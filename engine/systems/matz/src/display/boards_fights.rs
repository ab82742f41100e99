//! The boards of the bombardment and of the combat at hand: who takes part, with values, shifts and modifiers by name.

use crate::rules::r07_combat::{Combat, CombatTask};
use crate::rules::r08_1_barrage::BarrageTask;
use crate::state::Task;
use crate::{Action, Matz, UnitIx, rulebook as rule};
use battlewright_core::game::{Game as _, Rule, Side, Turn};
use battlewright_core::show::{Form, Odds, SideBoard, Token, TokenStatus};

impl Matz {
    /// 8.1: the bombardment that is planned or rolled for.
    pub(crate) fn barrage_board(&self) -> Option<SideBoard> {
        let (hex, units, stand) = match self.state.stack.last()? {
            Task::Barrage(BarrageTask::Plan { hex, units }) => (*hex, units, TokenStatus::Ready),
            Task::Barrage(BarrageTask::Roll { hex, units }) => (*hex, units, TokenStatus::Now),
            _ => return None,
        };
        let side = self.state.active;
        let mut tokens: Vec<Token> = units
            .iter()
            .map(|unit| {
                let note = format!("bombardment {}", self.bombardment_value(*unit));
                self.unit_token(*unit, note, stand, "Takes part in the bombardment.", rule::BARRAGE)
            })
            .collect();
        let column = self.barrage_heading(self.barrage_column(hex, units));
        let total = format!("Bombardment of {}", self.board.map.name(hex));
        let note = format!("value {}, column {column}", self.barrage_total(units));
        tokens.insert(
            0,
            Token::new(total, note, stand, Some(side), "The column is that after all shifts.", rule::BARRAGE),
        );
        let shifts = self.barrage_shifts(hex, units).into_iter();
        tokens.extend(shifts.map(|shift| modifier_token(shift, "Columns to the right.", rule::ARTILLERY_RESTRICTIONS)));
        Some(SideBoard {
            title: "The bombardment at hand",
            side: None,
            help: "The units that bombard, and the shifts of the column.",
            rule: rule::BARRAGE,
            form: Form::Rows,
            tokens,
        })
    }

    /// 7.4: the combat that is planned or rolled for, with the support that is known.
    pub(crate) fn combat_board(&self) -> Option<SideBoard> {
        let Task::Combat(task) = self.state.stack.last()? else { return None };
        let (combat, stand) = match task {
            CombatTask::Phase => return None,
            CombatTask::Plan(combat) | CombatTask::AttackSupport(combat) | CombatTask::DefenseSupport(combat) => {
                (combat, TokenStatus::Ready)
            }
            CombatTask::Roll(combat) => (combat, TokenStatus::Now),
        };
        let calculation = self.calculation(combat);
        let [attack, defense] = calculation.points;
        let hexes: Vec<String> = combat.targets.iter().map(|hex| self.board.map.name(*hex).to_string()).collect();
        let text = format!("Attack on {}", hexes.join(" and "));
        let odds = self.odds_heading(calculation.start);
        let note = format!("{attack} to {defense}, odds {odds}, column {}", self.odds_heading(calculation.column));
        let help = "The column is that after all shifts.";
        let mut tokens = vec![Token::new(text, note, stand, Some(self.state.active), help, rule::COMBAT_RESOLUTION)];
        for attacking in [true, false] {
            tokens.extend(self.participant_tokens(combat, attacking, stand));
        }
        let shifts = calculation.shifts.into_iter();
        tokens.extend(shifts.map(|shift| modifier_token(shift, "Columns to the right.", rule::MODIFIERS)));
        let pips = calculation.modifiers.into_iter();
        tokens.extend(pips.map(|pip| modifier_token(pip, "Added to the die.", rule::MODIFIERS)));
        for die in 1..=6 {
            let changes = self.natural_changes(combat, die).into_iter();
            tokens.extend(changes.map(|(name, plus)| {
                let help = format!("Changes a natural {die} before the modifiers.");
                Token::new(name, format!("{plus:+}"), TokenStatus::Ready, None, help, rule::COMBAT_RESOLUTION)
            }));
        }
        Some(SideBoard {
            title: "The combat at hand",
            side: None,
            help: "The units that fight, their support, and the modifiers of column and die.",
            rule: rule::COMBAT,
            form: Form::Rows,
            tokens,
        })
    }

    fn participant_tokens(&self, combat: &Combat, attacking: bool, stand: TokenStatus) -> Vec<Token> {
        let verb = if attacking { "attacks" } else { "defends" };
        let contact = self.in_contact(combat, attacking);
        let contact = contact.iter().map(|unit| {
            let note = format!("{verb} with {}", self.contact_points(*unit, attacking));
            self.unit_token(*unit, note, stand, "In contact with the enemy.", rule::COMBAT)
        });
        let support = combat.support[usize::from(!attacking)].iter().map(|unit| {
            let note = format!("supports with {}", self.support_value(*unit));
            self.unit_token(
                *unit,
                note,
                stand,
                "Committed in secret, and known when the die is rolled.",
                rule::SUPPORT_FIRE,
            )
        });
        contact.chain(support).collect()
    }

    fn unit_token(&self, unit: UnitIx, note: String, stand: TokenStatus, help: &str, rule: Rule) -> Token {
        let side: Side = self.unit_side(unit);
        Token::new(self.called(unit), note, stand, Some(side), help, rule).of_piece(self.board.unit(unit).id.clone())
    }

    /// The exact odds of the bombardment or the combat that `action` leads to, with what the side that asks knows.
    pub(crate) fn odds_of(&self, action: &Action) -> Option<Odds> {
        let Turn::Choose(side) = self.turn() else { return None };
        let known = self.seen_by(side);
        if let Some(Task::Barrage(BarrageTask::Plan { hex, units })) = known.state.stack.last() {
            let mut units = units.clone();
            match *action {
                Action::Join(unit) => units.push(unit),
                Action::Begin => {}
                _ => return None,
            }
            return Some(known.barrage_odds(*hex, &units));
        }
        known.combat_of(action).map(|combat| known.combat_odds(&combat))
    }
}

fn modifier_token((name, value): (&'static str, i8), help: &str, rule: Rule) -> Token {
    Token::new(name, format!("{value:+}"), TokenStatus::Ready, None, help, rule)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Phase;
    use crate::tests::testing::{FRENCH, GERMAN, Table, position};
    use battlewright_core::show::Show as _;

    fn shown(game: &Matz, title: &str) -> Vec<String> {
        let board = game.boards().into_iter().find(|board| board.title == title);
        board.map_or_else(Vec::new, |board| {
            board.tokens.iter().map(|token| format!("{} | {} | {:?}", token.text, token.note, token.stand)).collect()
        })
    }

    fn battle() -> Table {
        position(
            "trench french 0404
            german infantry g1 4/2 at 0405
            german stosstruppen g2 2 at 0405
            german artillery g3 6-3 5 at 0407
            french infantry f1 4/2 at 0404
            french artillery f2 3-1 5 at 0402",
        )
        .at(GERMAN, Phase::Combat)
    }

    #[test]
    fn r7_4_the_combat_at_hand_hides_the_support_of_the_enemy_until_the_die_is_rolled() {
        let mut table = battle();
        assert_eq!(shown(&table.game, "The combat at hand"), [""; 0]);
        table.does("target 0404, join g1, join g2, begin, support g3");
        let own = [
            "Attack on 0404 | 12 to 4, odds 3:1, column 2:1 | Ready",
            "g1 | attacks with 4 | Ready",
            "g2 | attacks with 2 | Ready",
            "g3 | supports with 6 | Ready",
            "f1 | defends with 4 | Ready",
            "trench | -1 | Ready",
            "attacking Stosstruppen | +2 | Ready",
        ];
        assert_eq!(shown(&table.game.seen_by(GERMAN), "The combat at hand"), own);
        let seen = shown(&table.game.seen_by(FRENCH), "The combat at hand");
        assert_eq!(seen[0], "Attack on 0404 | 6 to 4, odds 1.5:1, column 1:1 | Ready");
        assert!(!seen.iter().any(|line| line.contains("g3")), "{seen:?}");
        table.does("support f2");
        let revealed = shown(&table.game.seen_by(FRENCH), "The combat at hand");
        assert!(revealed.contains(&"g3 | supports with 6 | Now".to_owned()), "{revealed:?}");
        assert!(revealed.contains(&"f2 | supports with 1 | Now".to_owned()), "{revealed:?}");
    }

    #[test]
    fn r7_4_the_odds_for_the_defender_do_not_know_the_support_of_the_attacker() {
        let odds = |support: &str| {
            let mut table = battle();
            table.does(&format!("target 0404, join g1, join g2, begin, {support}"));
            assert_eq!(table.chooser(), FRENCH);
            table.game.odds(&table.action("support f2")).expect("it is a combat")
        };
        assert_eq!(odds("pass"), odds("support g3"));
        let mut table = battle();
        table.does("target 0404, join g1");
        assert!(table.game.odds(&table.action("begin")).is_some());
        assert_eq!(table.game.odds(&table.action("stop")), None);
    }

    #[test]
    fn r8_1_the_bombardment_at_hand_has_values_and_shifts() {
        let mut table = position(
            "woods 0404
            german artillery g1 3-4 5 at 0407
            german artillery g2 5-4 5 neutralized at 0407
            french infantry f1 4/2 at 0404",
        )
        .at(GERMAN, Phase::Bombardment);
        table.does("target 0404, join g1, join g2");
        let expected = [
            "Bombardment of 0404 | value 5, column 3-4 | Ready",
            "g1 | bombardment 3 | Ready",
            "g2 | bombardment 2 | Ready",
            "woods | -1 | Ready",
        ];
        assert_eq!(shown(&table.game, "The bombardment at hand"), expected);
        assert!(table.game.odds(&table.action("begin")).is_some());
        table.does("begin");
        assert_eq!(shown(&table.game, "The bombardment at hand")[1], "g1 | bombardment 3 | Now");
    }
}
