//! 13.2 Assault Combat Procedure, and the tasks of 13.0. The other parts are in the files of their numbers: eligibility
//! (13.1), strength and shifts (13.3 to 13.5), results (13.6), retreats (13.7), breakthroughs (13.8), HQs (13.9).

use std::fmt::Arguments;

use battlewright_schema::at_any_cost::Event as Chance;
use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionList, Loss, RefusalCause};
use crate::rules::r13_06_results::Losses;
use crate::rules::r13_06_tough_fight::ToughFight;
use crate::rules::r13_07_retreat::Retreat;
use crate::rules::r13_08_breakthrough::Breakthrough;
use crate::rules::r13_09_headquarters::Escort;
use crate::stage::{Part, TaskStage, goes_on, rolls};
use crate::state::Party;
use crate::{AtAnyCost, Event, FormationIx, MovingPiece, UnitIx, rulebook as rule};
use battlewright_core::game::{Log, Side};
use battlewright_core::kit::grammar::question;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::kit::tasks::TaskFamily;

/// The tasks of assaults (13.0).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum AssaultTask {
    /// 13.1: the active side chooses a hex to assault, or ends the step.
    Step,
    /// 13.2: the units that assault it are chosen.
    Plan(Assault),
    /// 13.6: defending cavalry may retreat before combat.
    Evasion(Assault),
    /// 13.4: this side may play Battlefield Conditions.
    Conditions(Assault, Side),
    /// 13.2: the die.
    Roll(Assault),
    /// 13.6: a Tough Fight: the dice of both sides, the attacker's first.
    ToughRoll(Assault),
    /// 13.6: a side that held out chooses the enemy unit that takes a Casualty Hit.
    ToughChoice(ToughFight),
    /// 13.6: a unit takes a hit of a Tough Fight.
    Hit(UnitIx, Loss),
    /// 13.6: a side takes Loss Points.
    Losses(Losses),
    /// 13.9: an HQ may go along with a unit that is about to retreat.
    Escort(Escort),
    /// 13.7: a unit retreats.
    Retreat(Retreat),
    /// 12.12: the lines of a stack that a retreat or a breakthrough has made.
    Lines(Side, HexIx),
    /// 13.8: the victorious attackers may break through.
    Breakthrough(Breakthrough),
    /// 13.9: an HQ may go along with a unit that has broken through.
    Follow {
        /// The formation of the HQ.
        formation: FormationIx,
        /// The hex that the unit came to.
        to: HexIx,
    },
    /// 13.9: the assault is over, and HQs that it has left alone are overrun.
    End,
}

/// The reason for an assault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum AssaultCause {
    /// The Assault Combat Step.
    Step,
    /// An Opportunity Charge (12.9).
    OpportunityCharge,
    /// Auftragstaktik (21.0).
    Auftragstaktik,
    /// Furia Francese (21.0).
    FuriaFrancese,
    /// Prussian Aggressive Tactics (21.0).
    AggressiveTactics,
}

/// An assault upon a hex (13.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Assault {
    /// The attacking side.
    pub(crate) side: Side,
    /// The hex that is assaulted.
    pub(crate) ground: HexIx,
    pub(crate) attackers: Party,
    pub(crate) defenders: Party,
    /// The attacking cavalry that has charged, and shares the hex (12.7).
    pub(crate) charger: Option<UnitIx>,
    /// The defending cavalry that has come to meet it (12.8).
    pub(crate) countercharger: Option<UnitIx>,
    pub(crate) cause: AssaultCause,
    /// The shift of the Battlefield Conditions that have been played, to the right if above 0.
    pub(crate) conditions: i8,
}

impl Assault {
    /// Returns `true` if `unit` has charged into this assault (12.7, 12.8).
    pub(crate) fn is_charging(&self, unit: UnitIx) -> bool {
        self.charger == Some(unit) || self.countercharger == Some(unit)
    }

    /// The units of the attacker, or of the defender.
    pub(crate) fn party(&self, attacker: bool) -> &Party {
        if attacker { &self.attackers } else { &self.defenders }
    }

    /// The attacking side, or the defending one.
    pub(crate) fn side_of(&self, attacker: bool) -> Side {
        if attacker { self.side } else { self.side.other() }
    }
}

impl TaskFamily<AtAnyCost> for AssaultTask {
    fn stage(&self, game: &AtAnyCost, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let name = |side: Side| game.board.side(side).name.as_str();
        let unit_name = |unit: UnitIx| game.board.unit(unit).name.as_str();
        let hex_name = |hex: HexIx| game.board.map.name(hex);
        match self {
            Self::Step => {
                let Some(activation) = game.activation() else {
                    return goes_on(rule::ASSAULT_ELIGIBILITY, Part::Assault);
                };
                prompt(format_args!("{}: assault a hex, or pass", name(activation.side)));
                TaskStage::asks(activation.side, rule::ASSAULT_ELIGIBILITY, Some(Part::Assault))
                    .passed("Assault no more")
            }
            Self::Plan(assault) => {
                prompt(format_args!("{}: who assaults {}?", name(assault.side), hex_name(assault.ground)));
                TaskStage::asks(assault.side, rule::ASSAULT_PROCEDURE, None)
            }
            Self::Evasion(assault) => {
                let (side, cavalry) = (assault.side.other(), game.evader(assault).map_or("the cavalry", unit_name));
                prompt(format_args!("{}: {} {cavalry} retreat before combat?", name(side), question(cavalry)));
                TaskStage::asks(side, rule::ASSAULT_RESULTS, None).passed("Stand")
            }
            Self::Conditions(assault, side) => {
                let hex = hex_name(assault.ground);
                prompt(format_args!("{}: Battlefield Conditions in the assault upon {hex}?", name(*side)));
                TaskStage::asks(*side, rule::ASSAULT_SHIFTS, None)
            }
            Self::Roll(assault) => {
                prompt(format_args!("Roll for the assault upon {}", hex_name(assault.ground)));
                rolls(1, rule::ASSAULT_PROCEDURE, None::<Part>)
            }
            Self::ToughRoll(assault) => {
                prompt(format_args!("Roll for the Tough Fight in {}", hex_name(assault.ground)));
                rolls(2, rule::ASSAULT_RESULTS, None::<Part>)
            }
            Self::ToughChoice(fight) => {
                let Some(side) = fight.chooser() else { return goes_on(rule::ASSAULT_RESULTS, None::<Part>) };
                prompt(format_args!("{}: which enemy unit takes a Casualty Hit?", name(side)));
                TaskStage::asks(side, rule::ASSAULT_RESULTS, None)
            }
            Self::Losses(losses) => {
                if game.is_settled(losses) {
                    return goes_on(rule::ASSAULT_RESULTS, None::<Part>);
                }
                let (side, left) = (losses.side(), losses.left);
                let plural = if left == 1 { "" } else { "s" };
                prompt(format_args!("{}: {left} Loss Point{plural} to take", name(side)));
                TaskStage::asks(side, rule::ASSAULT_RESULTS, None)
            }
            Self::Escort(escort) => {
                let Some(formation) = game.asked_to_escort(escort) else { return goes_on(rule::RETREAT, None::<Part>) };
                let facts = game.board.formation(formation);
                let unit = unit_name(escort.retreat.unit);
                prompt(format_args!("{}: does {} retreat with {unit}?", name(facts.side), facts.hq_name));
                let piece = MovingPiece::Hq(formation);
                TaskStage::asks(facts.side, rule::HQ_COMBAT, None).about(piece).passed("Stay")
            }
            Self::Retreat(retreat) => {
                let unit = retreat.unit;
                let side = game.unit_side(unit);
                let who = unit_name(unit);
                if retreat.shelter_at(game).is_some() {
                    prompt(format_args!("{}: {} {who} retreat a hex less?", name(side), question(who)));
                } else {
                    prompt(format_args!("{}: where {} {who} retreat?", name(side), question(who)));
                }
                let piece = MovingPiece::Unit(unit);
                TaskStage::asks(side, rule::RETREAT, None).about(piece).passed("Retreat all the way")
            }
            Self::Lines(side, hex) => {
                prompt(format_args!("{}: exchange the lines in {}?", name(*side), hex_name(*hex)));
                TaskStage::asks(*side, rule::LINE_POSITIONS, None).passed("Leave the lines")
            }
            Self::Breakthrough(breakthrough) => {
                prompt(format_args!("{}: break through?", name(breakthrough.side)));
                TaskStage::asks(breakthrough.side, rule::BREAKTHROUGH, None).passed("Stay")
            }
            Self::Follow { formation, .. } => {
                let facts = game.board.formation(*formation);
                prompt(format_args!("{}: does {} go along?", name(facts.side), facts.hq_name));
                TaskStage::asks(facts.side, rule::HQ_COMBAT, None).passed("Stay")
            }
            Self::Hit(..) => goes_on(rule::ASSAULT_RESULTS, None::<Part>),
            Self::End => goes_on(rule::HQ_COMBAT, None::<Part>),
        }
    }

    fn options(&self, game: &AtAnyCost, into: &mut ActionList) {
        match self {
            Self::Step => game.assault_options(into),
            Self::Plan(assault) => game.plan_options(assault, into),
            Self::Evasion(_) => into.extend([Action::Evade, Action::Pass]),
            Self::Conditions(_, side) => {
                into.extend(game.held(*side, &[Chance::BattlefieldConditions]).into_iter().map(Action::Chit));
                into.push(Action::Pass);
            }
            Self::ToughChoice(fight) => into.extend(game.tough_targets(fight).into_iter().map(Action::Unit)),
            Self::Losses(losses) => game.loss_options(losses, into),
            Self::Escort(escort) => {
                let asked = game.asked_to_escort(escort);
                into.extend(asked.map(|formation| Action::Move(MovingPiece::Hq(formation))));
                into.push(Action::Pass);
            }
            Self::Retreat(retreat) => game.retreat_options(retreat, into),
            Self::Lines(side, hex) => {
                if game.friends_in(*side, *hex).len() == 2 {
                    into.extend([Action::Exchange(*hex), Action::Pass]);
                }
            }
            Self::Breakthrough(breakthrough) => game.breakthrough_options(breakthrough, into),
            Self::Follow { formation, .. } => {
                into.extend([Action::Move(MovingPiece::Hq(*formation)), Action::Pass]);
            }
            Self::Roll(_) | Self::ToughRoll(_) | Self::Hit(..) | Self::End => {}
        }
    }

    fn refusal(&self, game: &AtAnyCost, action: &Action) -> RefusalCause {
        let why = match (self, *action) {
            (Self::Step, Action::Hex(ground)) => game.may_assault(ground).err(),
            (Self::Step, Action::Pass) => Some(RefusalCause::Because(
                rule::ASSAULT_ELIGIBILITY,
                "cavalry that has charged must fight before the step can end",
            )),
            (Self::Plan(assault), Action::Unit(unit)) => game.may_join(assault, unit).err(),
            (Self::Plan(_), Action::Begin) => {
                Some(RefusalCause::Because(rule::ASSAULT_PROCEDURE, "no unit has been chosen for the assault"))
            }
            (Self::Losses(losses), Action::Lose { unit, loss }) => game.may_lose(losses, unit, loss).err(),
            (Self::Retreat(retreat), Action::Hex(hex)) => Some(game.why_no_retreat(retreat, hex)),
            (Self::Breakthrough(breakthrough), Action::Unit(unit)) => game.may_advance(breakthrough, unit).err(),
            (Self::Breakthrough(breakthrough), Action::Hex(hex)) => game.may_ride_on(breakthrough, hex).err(),
            _ => None,
        };
        why.unwrap_or(RefusalCause::NotAsked)
    }

    fn choose(self, game: &mut AtAnyCost, action: Action, log: &mut impl Log<Event>) {
        match (self, action) {
            (Self::Step, Action::Hex(ground)) => {
                game.push(Self::Step);
                if let Some(assault) = game.planned_assault(ground) {
                    game.push(Self::Plan(assault));
                }
            }
            (Self::Plan(mut assault), Action::Unit(unit)) => {
                assault.attackers.push(unit);
                game.push(Self::Plan(assault));
            }
            (Self::Plan(assault), _) => game.begin_assault(assault, log),
            (Self::Evasion(assault), Action::Evade) => game.evade(assault, log),
            (Self::Evasion(assault), _) => {
                let side = assault.side;
                game.push(Self::Conditions(assault, side));
            }
            (Self::Conditions(mut assault, side), Action::Chit(chit)) => {
                game.play_chit(chit, log);
                log.push(Event::Conditions(side));
                assault.conditions = game.conditions_after(&assault, side);
                game.after_conditions(assault, side);
            }
            (Self::Conditions(assault, side), _) => game.after_conditions(assault, side),
            (Self::ToughChoice(fight), Action::Unit(unit)) => game.choose_in_tough_fight(fight, unit),
            (Self::Losses(losses), Action::Lose { unit, loss }) => game.take_loss(losses, unit, loss, log),
            (Self::Escort(escort), action) => game.choose_escort(escort, action != Action::Pass),
            (Self::Retreat(retreat), action) => game.go_back(retreat, action, log),
            (Self::Lines(..), Action::Exchange(hex)) => game.exchange_lines(hex, log),
            (Self::Breakthrough(breakthrough), action) => game.break_through(breakthrough, action, log),
            (Self::Follow { formation, to }, Action::Move(_)) => game.go_along(formation, to, log),
            _ => {}
        }
    }

    fn proceed(self, game: &mut AtAnyCost, log: &mut impl Log<Event>) {
        match self {
            Self::ToughChoice(fight) => game.end_tough_fight(&fight),
            Self::Hit(unit, loss) => game.take_hit(unit, loss, log),
            Self::Losses(losses) => game.settle_losses(losses),
            Self::Escort(escort) => game.push(Self::Retreat(escort.retreat)),
            Self::End => {
                game.disorganize_fighters(log);
                game.settle_headquarters(log);
                game.check_sudden_victory(log);
            }
            _ => {}
        }
    }

    fn resolve(self, game: &mut AtAnyCost, picks: &[u16], log: &mut impl Log<Event>) {
        match (self, picks) {
            (Self::Roll(assault), [die]) => game.roll_assault(assault, *die, log),
            (Self::ToughRoll(assault), [attacker, defender]) => {
                game.roll_tough_fight(assault, [*attacker, *defender], log);
            }
            _ => {}
        }
    }
}

impl AtAnyCost {
    /// An assault upon `ground` in the Assault Combat Step by those who must fight it, before others join.
    pub(crate) fn planned_assault(&self, ground: HexIx) -> Option<Assault> {
        let activation = self.activation()?;
        let here = self.friends_in(activation.side, ground).into_iter();
        let chargers = here.filter(|unit| self.may_attack(activation, *unit, ground).is_ok()).collect();
        Some(self.assault_upon(activation.side, ground, chargers, AssaultCause::Step))
    }

    /// An assault of `attackers` of `side` upon the enemy units in `ground`.
    pub(crate) fn assault_upon(&self, side: Side, ground: HexIx, attackers: Party, cause: AssaultCause) -> Assault {
        let defenders: Party = self.friends_in(side.other(), ground).into_iter().collect();
        let charger = attackers.iter().copied().find(|unit| self.hex_of(*unit) == Some(ground));
        // The target of an Opportunity Charge does not countercharge (12.9), though it may have charged before.
        let meets =
            |unit: &UnitIx| cause == AssaultCause::Step && charger.is_some() && self.unit(*unit).done.charge == charger;
        let countercharger = defenders.iter().copied().find(meets);
        Assault { side, ground, attackers, defenders, charger, countercharger, cause, conditions: 0 }
    }

    fn plan_options(&self, assault: &Assault, into: &mut ActionList) {
        let mut joining = InlineList::<UnitIx, 16>::new();
        for near in self.board.map.neighbors(assault.ground) {
            joining.extend(self.ground.units(near).filter(|unit| self.may_join(assault, *unit).is_ok()));
        }
        joining.sort_unstable();
        into.extend(joining.into_iter().map(Action::Unit));
        if !assault.attackers.is_empty() {
            into.push(Action::Begin);
        }
    }

    /// Checks whether `unit` may join the assault.
    fn may_join(&self, assault: &Assault, unit: UnitIx) -> Result<(), RefusalCause> {
        let Some(activation) = self.activation() else { return Err(RefusalCause::NotAsked) };
        if assault.attackers.contains(&unit) {
            return Err(RefusalCause::Because(rule::ASSAULT_PROCEDURE, "the unit takes part already"));
        }
        self.may_attack(activation, unit, assault.ground)
    }

    /// An assault by a charge or an event begins at once, if there is an enemy in `ground`.
    pub(crate) fn push_single_assault(
        &mut self,
        attackers: Party,
        ground: HexIx,
        cause: AssaultCause,
        log: &mut impl Log<Event>,
    ) {
        let Some(first) = attackers.first() else { return };
        let assault = self.assault_upon(self.unit_side(*first), ground, attackers, cause);
        if !assault.defenders.is_empty() {
            self.begin_assault(assault, log);
        }
    }

    /// `side` has played Battlefield Conditions or not, one chit at most (21.0): the attacker is asked first, then the other.
    fn after_conditions(&mut self, assault: Assault, side: Side) {
        if side == assault.side {
            self.push(AssaultTask::Conditions(assault, side.other()));
        } else {
            self.push(AssaultTask::Roll(assault));
        }
    }

    /// The assault begins (13.2): whoever attacks has attacked, and both sides have fought.
    pub(crate) fn begin_assault(&mut self, assault: Assault, log: &mut impl Log<Event>) {
        log.push(Event::Assaults(assault.attackers.to_vec(), assault.ground));
        for unit in &assault.attackers {
            let done = &mut self.unit_mut(*unit).done;
            (done.attacked, done.assaulted) = (true, true);
        }
        for unit in &assault.defenders {
            self.unit_mut(*unit).done.assaulted = true;
        }
        self.push(AssaultTask::End);
        if self.evader(&assault).is_some() {
            self.push(AssaultTask::Evasion(assault));
        } else {
            let side = assault.side;
            self.push(AssaultTask::Conditions(assault, side));
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::{Assault, AssaultTask};
    use crate::stage::Part;
    use crate::state::{At, Task};
    use crate::tests::testing::{FRENCH, PRUSSIAN, Position, Table, position};

    /// The assault whose die is to be rolled.
    #[track_caller]
    pub(crate) fn at_hand(table: &Table) -> Assault {
        match table.game.state.stack.last() {
            Some(Task::Assault(AssaultTask::Roll(assault))) => assault.clone(),
            other => panic!("no assault is rolled for: {other:?}"),
        }
    }

    /// Prussian brigades south and southwest of 0404, next to each other, with these lines besides.
    pub(crate) fn meeting(more: &str) -> Position {
        position(&format!(
            "prussian infantry p1 5/3 at 0405
            prussian infantry p2 4/2 at 0304
            {more}"
        ))
    }

    /// These units assault 0404.
    #[track_caller]
    pub(crate) fn assault(position: Position, units: &[&str]) -> Table {
        let mut table = position.assaults("prussian");
        table.does("hex 0404");
        for unit in units {
            table.does(&format!("unit {unit}"));
        }
        table.does("begin");
        table
    }

    /// `unit` has charged into the hex of `target`, and shares it.
    pub(crate) fn strike(table: &mut Table, unit: &str, target: &str, hex: &str) {
        let (unit, target, hex) = (table.unit(unit), table.unit(target), table.hex(hex));
        table.game.put_unit(unit, At::Hex(hex));
        let done = &mut table.game.unit_mut(unit).done;
        (done.charge, done.charged, done.moved, done.left) = (Some(target), true, true, true);
    }

    /// The Assault Combat Step after this Prussian cavalry, which came from the south, has charged `f1` in 0404.
    pub(crate) fn charge(cavalry: &str, more: &str) -> Table {
        let mut table = position(&format!("prussian cavalry c1 {cavalry} at 0408\n{more}")).moves("prussian");
        strike(&mut table, "c1", "f1", "0404");
        table.skip_to(Part::Assault);
        table
    }

    /// Every unit that must retreat does so through the last of the hexes that it is offered, with the HQs of its hex, and
    /// nobody fires at it.
    #[track_caller]
    pub(crate) fn retreats(table: &mut Table) {
        for _ in 0..40 {
            match table.game.state.stack.last() {
                Some(Task::Fire(_)) => {
                    table.does("pass");
                }
                Some(Task::Assault(AssaultTask::Escort(_))) => {
                    let hq = table.choices("move")[0].clone();
                    table.does(&format!("move {hq}"));
                }
                Some(Task::Assault(AssaultTask::Retreat(_))) => {
                    let hexes = table.choices("hex");
                    let hex = hexes.last().unwrap_or_else(|| panic!("there is no way: {}", table.prompt())).clone();
                    table.does(&format!("hex {hex}"));
                }
                _ => return,
            }
        }
        panic!("the retreat has no end: {}", table.prompt());
    }

    #[test]
    fn r12_8_in_a_countercharge_two_chargers_fight_in_the_hex_they_share() {
        let mut table = position(
            "prussian cavalry c1 2/1 heavy at 0408
            prussian infantry p1 5/3 at 0505
            french cavalry f1 4/2 medium at 0402
            french infantry f2 4/2 at 0404",
        )
        .moves("prussian");
        strike(&mut table, "c1", "f2", "0405");
        strike(&mut table, "f1", "c1", "0405");
        table.skip_to(Part::Assault);
        table.refuses("pass", "13.1");
        table.does("hex 0405, unit p1, begin");
        let assault = at_hand(&table);
        assert_eq!((assault.charger, assault.countercharger), (Some(table.unit("c1")), Some(table.unit("f1"))));
        assert_eq!(assault.defenders.as_slice(), [table.unit("f1")]);
        // Heavy cavalry of 2 and infantry of 5 against medium cavalry of 4.
        assert_eq!(table.game.assault_totals(&assault), (4 + 5, 6));
    }

    #[test]
    fn r13_2_the_defenders_sp_are_taken_off_the_attackers() {
        let totals = |f1: &str, units: &[&str]| {
            let table = assault(meeting(&format!("french infantry f1 {f1} tcr 7/6 at 0404")), units);
            let assault = at_hand(&table);
            (table.game.assault_totals(&assault), table.game.assault_column(&assault))
        };
        // Columns from the left: -8, -7/-6, -5/-4, -3/-2, -1, 0, +1, +2/+3, +4/+5, +6/+7, +8.
        assert_eq!(totals("5/3", &["p1"]), ((5, 5), 5));
        assert_eq!(totals("6/3", &["p1"]), ((5, 6), 4));
        assert_eq!(totals("6/3", &["p1", "p2"]), ((9, 6), 7));
        assert_eq!(totals("9/3", &["p1"]), ((5, 9), 2));
        assert_eq!(totals("7/3", &["p1"]), ((5, 7), 3));
    }

    #[test]
    fn r13_2_the_result_is_read_in_the_row_of_the_die() {
        let results: Vec<String> = (1..=10)
            .map(|die| {
                let table = assault(meeting("french infantry f1 5/3 tcr 7/6 at 0404"), &["p1"]);
                table.game.assault_result(table.game.assault_column(&at_hand(&table)), die).to_string()
            })
            .collect();
        assert_eq!(results, ["A2", "A1", "A1", "A1(D1)", "TF", "D1(A1)", "D1", "D1", "D2", "D2"]);
    }

    #[test]
    fn r16_2_both_sides_have_fought() {
        let table = assault(meeting("french infantry f1 5/3 at 0404"), &["p1"]);
        let done = |id: &str| table.game.unit(table.unit(id)).done;
        assert!(done("p1").assaulted && done("f1").assaulted && !done("p2").assaulted);
        assert!(done("p1").attacked && !done("f1").attacked);
    }

    #[test]
    fn r13_4_both_sides_may_play_battlefield_conditions_before_the_roll_the_attacker_first() {
        let held = "holds french battlefield-conditions
            holds prussian battlefield-conditions
            french infantry f1 5/3 tcr 7/6 at 0404";
        let mut table = assault(meeting(held), &["p1"]);
        assert_eq!((table.chooser(), table.choices("")), (PRUSSIAN, vec!["chit-1".into(), "pass".into()]));
        table.does("pass");
        assert_eq!((table.chooser(), table.choices("")), (FRENCH, vec!["chit-0".into(), "pass".into()]));
        table.does("chit-0");
        let shifts = table.game.assault_shifts(&at_hand(&table));
        assert_eq!(shifts.as_slice(), [("Battlefield Conditions", -2)]);
        let mut table = assault(meeting(held), &["p1"]);
        table.does("chit-1, pass");
        let shifts = table.game.assault_shifts(&at_hand(&table));
        assert_eq!(shifts.as_slice(), [("Battlefield Conditions", 2)]);
        let mut table = assault(meeting(held), &["p1"]);
        table.does("chit-1, chit-0");
        assert!(table.game.assault_shifts(&at_hand(&table)).is_empty(), "one against the other");
        let mut two = assault(meeting(&format!("{held}\nholds prussian battlefield-conditions")), &["p1"]);
        two.does("chit-1");
        assert_eq!((two.chooser(), two.choices("")), (FRENCH, vec!["chit-0".into(), "pass".into()]), "one a side");
        assert!(table.choices("").is_empty(), "the die is rolled");
    }
}
