//! The exact odds of dice rolls before they are asked for: fire, assaults and charges, tests, and the dice of command,
//! rally and events. Every roll is counted.

use std::cmp::Ordering;

use battlewright_schema::at_any_cost::{AssaultResult, CommandResult, Event as Chance, HqOrder, MisinterpretedResult};

use crate::action::Loss;
use crate::rules::r05_sequence::{DISRUPTED, SequenceTask};
use crate::rules::r07_command::CommandTask;
use crate::rules::r08_07_fire_results::FireHarm;
use crate::rules::r08_fire::{Fire, FireCause, FireTask};
use crate::rules::r09_cohesion::describe_elan;
use crate::rules::r12_movement::MoveTask;
use crate::rules::r13_assault::{Assault, AssaultCause, AssaultTask};
use crate::rules::r14_rally::RallyTask;
use crate::rules::r21_events::EventTask;
use crate::state::{Activation, CommandStatus, MovingPiece, Party, Task};
use crate::{Action, AtAnyCost, UnitIx};
use battlewright_core::kit::combat_table::listed_shift;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::odds::{case_of, one_die};
use battlewright_core::show::{Odds, OddsCase};

/// The faces of a die (3.12).
pub(crate) const FACES: u8 = 10;

/// The cause of an assault that several units make by an event.
const JOINT: AssaultCause = AssaultCause::Auftragstaktik;

impl AtAnyCost {
    /// The fire that `action` begins, or goes on with.
    pub(crate) fn fire_of(&self, action: &Action) -> Option<Fire> {
        match (*action, self.state.stack.last()?) {
            (Action::Fire(shot), Task::Fire(FireTask::Arrival(arrival))) => {
                Some(Fire::new(shot, self.defensive_cause(arrival, shot.firer)))
            }
            (Action::Fire(shot), _) => Some(Fire::new(shot, FireCause::Step)),
            (Action::FireWith { shot, option, .. }, _) => Some(Fire::new(shot, FireCause::Event { option })),
            (Action::Chit(_), Task::Fire(FireTask::Screen(fire))) => Some(Fire { screened: true, ..*fire }),
            (Action::Chit(_), Task::Fire(FireTask::Unscreen(fire))) => Some(Fire { screened: false, ..*fire }),
            (Action::Chit(_), Task::Fire(FireTask::Conditions(fire, side))) => {
                let plus = if *side == self.unit_side(fire.shot.firer) { 1 } else { -1 };
                Some(Fire { conditions: fire.conditions.saturating_add(plus), ..*fire })
            }
            (
                Action::Pass,
                Task::Fire(FireTask::Screen(fire) | FireTask::Unscreen(fire) | FireTask::Conditions(fire, _)),
            ) => Some(*fire),
            _ => None,
        }
    }

    /// The assault that `action` is about: with one unit more, as it stands, or with Battlefield Conditions.
    pub(crate) fn assault_of(&self, action: &Action) -> Option<Assault> {
        match (*action, self.state.stack.last()?) {
            (Action::Begin, Task::Assault(AssaultTask::Plan(assault)))
            | (Action::Pass, Task::Assault(AssaultTask::Evasion(assault) | AssaultTask::Conditions(assault, _))) => {
                Some(assault.clone())
            }
            (Action::Unit(unit), Task::Assault(AssaultTask::Plan(assault))) => {
                let mut assault = assault.clone();
                assault.attackers.push(unit);
                Some(assault)
            }
            (Action::Begin, Task::Event(EventTask::Join(joint))) => {
                Some(self.assault_upon(joint.mission.side, joint.ground, joint.attackers.clone(), JOINT))
            }
            (Action::Unit(unit), Task::Event(EventTask::Join(joint))) => {
                let attackers = joint.attackers.iter().copied().chain([unit]).collect();
                Some(self.assault_upon(joint.mission.side, joint.ground, attackers, JOINT))
            }
            (Action::Hex(ground), Task::Event(EventTask::Attack(mission))) => {
                let able = mission.units.iter().copied().filter(|unit| self.targets_of(*unit).contains(&ground));
                Some(self.assault_upon(mission.side, ground, able.collect(), JOINT))
            }
            (Action::Hex(ground), Task::Event(EventTask::Assault(onset))) => {
                let attackers = Party::from_elem(onset.unit, 1);
                Some(self.assault_upon(self.unit_side(onset.unit), ground, attackers, onset.cause))
            }
            (Action::Chit(_), Task::Assault(AssaultTask::Conditions(assault, side))) => {
                Some(Assault { conditions: self.conditions_after(assault, *side), ..assault.clone() })
            }
            _ => None,
        }
    }

    /// The exact odds of everything that `action` leaves to the dice, with the meaning of each result.
    pub(crate) fn odds_of(&self, action: &Action) -> Option<Odds> {
        let results = self.board.rules.tables.assault.rows.iter().flatten();
        let meanings = results.map(|result| (result.to_string(), assault_meaning(*result)));
        self.bare_odds(action).map(|odds| odds.meaning(meanings))
    }

    fn bare_odds(&self, action: &Action) -> Option<Odds> {
        if let Some(fire) = self.fire_of(action) {
            return Some(self.full_fire_odds(&fire).best_for(self.unit_side(fire.shot.firer)));
        }
        if let Some(assault) = self.assault_of(action) {
            let case = self.assault_case("Assault", &assault);
            return Some(Odds::new(self.assault_modifiers(&assault), vec![case]).best_for(assault.side));
        }
        let tcr = |unit: UnitIx| faces(self.modified_tcr(unit));
        match (*action, self.state.stack.last()?) {
            (Action::Order(order), Task::Command(CommandTask::Order)) => self.command_odds(order),
            (Action::Chit(_), Task::Command(CommandTask::Misinterpret)) => Some(self.misinterpretation_odds()),
            (Action::Charge { unit, target }, _) => {
                let hex = self.hex_of(target)?;
                let (modifiers, case) = self.charge_case(unit, hex, AssaultCause::Step);
                Some(Odds::new(modifiers, vec![case]).best_for(self.unit_side(unit)))
            }
            (Action::Unit(unit), Task::Move(MoveTask::Contact { .. })) => {
                Some(self.test_odds("Countercharge", ["it countercharges", "no charge"], unit, tcr(unit)))
            }
            (Action::Unit(unit), Task::Move(MoveTask::Opportunity(charge))) => {
                let hex = self.hex_of(charge.target)?;
                let (modifiers, case) = self.charge_case(unit, hex, AssaultCause::OpportunityCharge);
                let test = one_die("Opportunity Charge", "it charges", "no charge", tcr(unit), FACES);
                Some(Odds::new(modifiers, vec![test, case]).best_for(self.unit_side(unit)))
            }
            (Action::Hex(ground), Task::Assault(AssaultTask::Step)) => self.declared_odds(ground),
            (Action::Lose { unit, loss }, _) => self.loss_odds(unit, loss),
            (Action::Unit(unit), Task::Assault(AssaultTask::ToughChoice(_))) => self.loss_odds(unit, Loss::Casualty),
            (Action::Rebuild(unit), Task::Rally(RallyTask::Rally(efforts))) => {
                let most = if efforts.free_rebuilds > 0 { FACES } else { self.rebuild_limit(unit) };
                Some(limit_odds("Rebuilding", ["rebuilt", "not rebuilt"], most))
            }
            (Action::Refresh(unit), _) => {
                Some(limit_odds("Rest", ["Fresh again", "as it is"], self.refresh_limit(unit)))
            }
            (Action::Dig(unit), _) => {
                Some(limit_odds("Earthworks", ["built", "not built"], faces(self.dig_limit(unit))))
            }
            (Action::Roll, Task::Sequence(SequenceTask::OfferTrackRoll(side))) => {
                let steps = |steps: u8| if steps == 1 { "1 step".to_owned() } else { format!("{steps} steps") };
                let (_, table, _) = self.track_table(*side);
                let rolled = (1..=FACES).map(|die| self.track_steps(*side, die.into()));
                Some(Odds::new(Vec::new(), vec![case_of(table, counted(rolled.rev()), steps)]))
            }
            (Action::Track(track), _) => self.track_side().map(|side| self.track_odds(side, track)),
            (Action::Unit(unit), Task::Event(EventTask::Choose(chit))) => self.event_odds(self.chit(*chit).event, unit),
            _ => None,
        }
    }

    pub(crate) fn full_fire_odds(&self, fire: &Fire) -> Odds {
        let target = fire.shot.target;
        let mut modifiers = vec![("SP".to_owned(), i32::from(self.fire_strength(fire)))];
        self.each_change_of_strength(fire, |name, change| modifiers.push((format!("SP: {name}"), change.into())));
        modifiers.extend(self.fire_shifts(fire).into_iter().map(listed_shift));
        let tcr = self.tcr_with(target, self.fire_test_modifier(fire));
        modifiers.push(("Target's TCR".to_owned(), i32::from(tcr)));
        let mut cases = vec![case_of("Fire", self.fire_odds(fire), describe_harm)];
        if let Some((unit, odds)) = self.fire_odds_behind(fire) {
            let name = format!("Behind it: {}", self.board.unit(unit).name);
            cases.push(case_of(name, odds, describe_harm));
        }
        let ammo = match self.unit(fire.shot.firer).ammo {
            0 => Some("Low Ammo"),
            1 => Some("Rationed Ammo"),
            _ => None,
        };
        // Doubles come with one of ten rolls; Moulin à Café is an Ammo Problem by itself.
        if let Some(problem) = ammo.filter(|_| !self.is_moulin(fire)) {
            cases.push(one_die("Ammunition", "no problem", problem, FACES - 1, FACES));
        }
        Odds::new(modifiers, cases)
    }

    fn assault_modifiers(&self, assault: &Assault) -> Vec<(String, i32)> {
        let differential = i32::from(self.assault_differential(assault));
        let mut modifiers = vec![("Assault Differential".to_owned(), differential)];
        self.each_change_of_differential(assault, |name, change| {
            modifiers.push((format!("Differential: {name}"), change.into()));
        });
        modifiers.extend(self.assault_shifts(assault).into_iter().map(listed_shift));
        modifiers
    }

    fn assault_case(&self, name: &str, assault: &Assault) -> OddsCase {
        case_of(name, self.assault_odds(assault), |result: AssaultResult| result.to_string())
    }

    /// An assault upon `ground` before it is declared: with all that may join in, and with each alone.
    fn declared_odds(&self, ground: HexIx) -> Option<Odds> {
        let activation = self.activation()?;
        let obliged = self.planned_assault(ground)?;
        let all = Assault { attackers: self.able_attackers(activation, ground), ..obliged.clone() };
        let mut cases = vec![self.assault_case("All units that may join", &all)];
        if all.attackers.len() > 1 {
            for unit in &all.attackers {
                let mut fewer = obliged.clone();
                if !fewer.attackers.contains(unit) {
                    fewer.attackers.push(*unit);
                }
                if fewer.attackers.len() < all.attackers.len() {
                    cases.push(self.assault_case(&format!("With {}", self.board.unit(*unit).name), &fewer));
                }
            }
        }
        Some(Odds::new(self.assault_modifiers(&all), cases).best_for(all.side))
    }

    /// The units that may assault `ground`, those that have charged into it first.
    fn able_attackers(&self, activation: &Activation, ground: HexIx) -> Party {
        let near = std::iter::once(ground).chain(self.board.map.neighbors(ground));
        let units = near.flat_map(|hex| self.ground.units(hex));
        let mut able: Party = units.filter(|unit| self.may_attack(activation, *unit, ground).is_ok()).collect();
        able.sort_unstable_by_key(|unit| (self.hex_of(*unit) != Some(ground), *unit));
        able
    }

    /// A charge of `unit` upon the enemy in `hex` as it strikes, if neither fire nor a countercharge comes between.
    fn charge_case(&self, unit: UnitIx, hex: HexIx, cause: AssaultCause) -> (Vec<(String, i32)>, OddsCase) {
        let mut there = self.clone();
        // It rides alone: who stood in the Second Line does not any more.
        there.join_stack(MovingPiece::Unit(unit), hex);
        let assault = there.assault_upon(self.unit_side(unit), hex, Party::from_elem(unit, 1), cause);
        (there.assault_modifiers(&assault), there.assault_case("Assault after the charge", &assault))
    }

    /// A die that is good up to the modified TCR of `unit`.
    fn test_odds(&self, name: &str, [good, bad]: [&str; 2], unit: UnitIx, most: u8) -> Odds {
        let modifiers = vec![("TCR".to_owned(), i32::from(self.modified_tcr(unit)))];
        Odds::new(modifiers, vec![one_die(name, good, bad, most, FACES)])
    }

    /// 10.1, 11.1: the test that a Loss Point in this form brings upon `unit`, if it brings one.
    fn loss_odds(&self, unit: UnitIx, loss: Loss) -> Option<Odds> {
        let state = self.unit(unit);
        let (name, at_tcr, above) = match loss {
            Loss::Casualty if state.battleworn => ("Break Test", "Disrupted", "Broken"),
            Loss::Elan if state.elan >= DISRUPTED => ("Rout Test", "retreats a hex", "retreats two hexes, Battleworn"),
            _ => return None,
        };
        let tcr = self.printed_tcr(unit);
        let results = (1..=FACES).rev().map(|die| match die.cmp(&tcr) {
            Ordering::Less => "stands",
            Ordering::Equal => at_tcr,
            Ordering::Greater => above,
        });
        let case = case_of(name, counted(results), str::to_owned);
        // The worst result for the unit that takes the loss comes first.
        let enemy = self.unit_side(unit).other();
        Some(Odds::new(vec![("Printed TCR".to_owned(), i32::from(tcr))], vec![case]).best_for(enemy))
    }

    /// 21.0: the order that Misinterpreted Orders bring.
    fn misinterpretation_odds(&self) -> Odds {
        let rows = self.board.rules.tables.misinterpreted.0.iter().copied();
        let mut results: Vec<MisinterpretedResult> = rows.collect();
        results.sort_unstable();
        let told = |result: MisinterpretedResult| match (result, result.order()) {
            (_, Some(order)) => format!("{} orders", order.name()),
            (MisinterpretedResult::Doctrine, _) => "national doctrine".to_owned(),
            _ => "any order".to_owned(),
        };
        let case = case_of(Chance::MisinterpretedOrders.name(), counted(results), told);
        Odds::new(Vec::new(), vec![case])
    }

    /// 21.0, 20.1: the die of an event that befalls `unit`.
    fn event_odds(&self, event: Chance, unit: UnitIx) -> Option<Odds> {
        match event {
            Chance::FuriaFrancese => {
                let most = faces(self.modified_tcr(unit));
                Some(self.test_odds(event.name(), ["it attacks", "no effect"], unit, most))
            }
            Chance::PrussianAggressiveTactics => {
                let canceled = self.cancels_up_to(event);
                let case = one_die(event.name(), "lured", "canceled", FACES.saturating_sub(canceled), FACES);
                Some(Odds::new(Vec::new(), vec![case]))
            }
            _ => None,
        }
    }

    /// 7.4: the die of each group that is out of Command Range under `order`, if there is any.
    fn command_odds(&self, order: HqOrder) -> Option<Odds> {
        let formation = self.ordering_formation(self.activation()?);
        let mut there = self.clone();
        there.turn_hq(formation, order);
        there.check_command(&mut ());
        let units = self.board.roster(formation).iter();
        let out = units.filter(|unit| there.unit(**unit).done.command == CommandStatus::OutOfRange).count();
        if out == 0 {
            return None;
        }
        let told = |result: CommandResult| {
            match result {
                CommandResult::Courier => "In Command",
                CommandResult::Cautious => "Cautious",
                CommandResult::Hesitates => "Hesitates",
            }
            .to_owned()
        };
        let rolled = (1..=FACES).map(|die| self.command_result(die.into()));
        let modifiers = vec![("Units out of Command Range".to_owned(), i32::try_from(out).unwrap_or(i32::MAX))];
        Some(Odds::new(modifiers, vec![case_of("Each group of them", counted(rolled), told)]))
    }
}

/// The faces of a die up to `most`.
fn faces(most: i8) -> u8 {
    u8::try_from(most).unwrap_or(0)
}

/// A die that is good up to `most`.
fn limit_odds(name: &str, [good, bad]: [&str; 2], most: u8) -> Odds {
    let modifiers = vec![("Up to".to_owned(), i32::from(most))];
    Odds::new(modifiers, vec![one_die(name, good, bad, most, FACES)])
}

/// `results` in their order, the same ones counted together.
pub(crate) fn counted<R: PartialEq>(results: impl IntoIterator<Item = R>) -> Vec<(R, u32)> {
    let mut counted: Vec<(R, u32)> = Vec::new();
    for result in results {
        match counted.iter_mut().find(|(known, _)| *known == result) {
            Some((_, count)) => *count += 1,
            None => counted.push((result, 1)),
        }
    }
    counted
}

/// The effects of a result of an assault (13.6).
fn assault_meaning(result: AssaultResult) -> String {
    let AssaultResult::Loss(attacker, points, starred, winner) = result else {
        return "Each side rolls against the TCR of its units: if one passes, an enemy unit takes a Casualty Hit; each that fails takes \
            an Elan Hit."
            .to_owned();
    };
    let (loser, other) = if attacker { ("attacker", "defender") } else { ("defender", "attacker") };
    let word = if points == 1 { "Loss Point" } else { "Loss Points" };
    let star = if starred { ", at least one as a Casualty Hit" } else { "" };
    let stays = match winner {
        0 => String::new(),
        1 => format!(" If it does not retreat, the {other} takes a Loss Point as well."),
        more => format!(" If it does not retreat, the {other} takes {more} Loss Points as well."),
    };
    format!("The {loser} takes {points} {word}{star}.{stays}")
}

/// The harm of a fire in words.
fn describe_harm(harm: FireHarm) -> String {
    match harm {
        FireHarm::None => "no effect".to_owned(),
        FireHarm::Elan(hits) => describe_elan(hits),
        FireHarm::Casualties(1) => "1 Casualty Hit".to_owned(),
        FireHarm::Casualties(hits) => format!("{hits} Casualty Hits"),
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::r05_sequence::SequenceTask;
    use crate::tests::testing::{Table, position};
    use battlewright_core::show::{Odds, Show as _};

    #[track_caller]
    fn odds(table: &Table, action: &str) -> Odds {
        table.allows(action);
        table.game.odds(&table.action(action)).unwrap_or_else(|| panic!("`{action}` has no odds"))
    }

    fn ways(odds: &Odds, case: usize) -> Vec<(&str, u32)> {
        odds.cases[case].results.iter().map(|(name, ways)| (name.as_str(), *ways)).collect()
    }

    fn names(odds: &Odds) -> Vec<&str> {
        odds.cases.iter().map(|case| case.name.as_str()).collect()
    }

    #[test]
    fn r8_7_a_fire_has_the_odds_of_all_hundred_rolls() {
        // An SP of 6 on the superior table against a TCR of 7.
        let table = position("french infantry f1 6/3 at 0404\nprussian infantry p1 8/4 at 0405").fires("french");
        let shown = odds(&table, "fire f1 p1");
        assert_eq!(shown.modifiers, [("SP".to_owned(), 6), ("Target's TCR".to_owned(), 7)]);
        assert_eq!(names(&shown), ["Fire", "Ammunition"]);
        assert_eq!((shown.cases[0].of, ways(&shown, 0)[0]), (100, ("1 Casualty Hit", 20)));
        assert_eq!(ways(&shown, 1), [("no problem", 9), ("Low Ammo", 1)], "the best for the firer first");
    }

    #[test]
    fn r8_7_the_odds_tell_what_befalls_the_second_line_and_what_shifts() {
        let table = position(
            "french infantry f1 6/3 at 0404 low
            prussian infantry p1 8/4 at 0405
            prussian field p2 6/3 at 0405 second
            woods 0405",
        )
        .fires("french");
        let shown = odds(&table, "fire f1 p1");
        assert!(shown.modifiers.contains(&("Shift: woods".to_owned(), -1)), "{shown:?}");
        assert_eq!(names(&shown), ["Fire", "Behind it: p2", "Ammunition"]);
        assert_eq!(ways(&shown, 2), [("no problem", 9), ("Rationed Ammo", 1)]);
    }

    #[test]
    fn r12_6_a_defensive_fire_has_its_odds() {
        let mut table = position(
            "prussian infantry p1 8/4 at 0406
            french infantry f1 5/3 at 0404",
        )
        .moves("prussian");
        table.does("move p1, hex 0405");
        assert_eq!(odds(&table, "fire f1 p1").modifiers[0], ("SP".to_owned(), 5));
    }

    #[test]
    fn r21_0_a_screen_and_battlefield_conditions_change_the_odds() {
        let mut table = position(
            "prussian infantry p1 8/4 at 0405
            french infantry f1 5/3 at 0404
            holds french a-cloud-of-skirmishers
            holds prussian battlefield-conditions",
        )
        .fires("prussian");
        table.does("fire p1 f1");
        let harmless = |odds: &Odds| ways(odds, 0).last().map(|(_, ways)| *ways);
        assert!(harmless(&odds(&table, "chit-0")) > harmless(&odds(&table, "pass")));
        table.does("pass");
        let shifted = odds(&table, "chit-1");
        assert!(shifted.modifiers.contains(&("Shift: Battlefield Conditions".to_owned(), 2)));
        assert!(harmless(&shifted) < harmless(&odds(&table, "pass")));
    }

    #[test]
    fn r13_2_an_assault_has_its_odds_before_it_is_declared() {
        let mut table = position(
            "prussian infantry p1 5/3 at 0405
            prussian infantry p2 5/3 at 0504
            french infantry f1 4/2 at 0404",
        )
        .assaults("prussian");
        let declared = odds(&table, "hex 0404");
        assert_eq!(names(&declared), ["All units that may join", "With p1", "With p2"]);
        assert_eq!((declared.modifiers[0].clone(), declared.cases[0].of), (("Assault Differential".to_owned(), 6), 10));
        table.does("hex 0404");
        assert_eq!(odds(&table, "unit p1").cases[0].results, declared.cases[1].results);
        table.does("unit p1, unit p2");
        assert_eq!(odds(&table, "begin").cases[0].results, declared.cases[0].results);
    }

    #[test]
    fn r12_7_a_charge_has_its_odds_where_it_strikes() {
        let mut table = position(
            "map 14x9
            prussian cavalry p1 3/2 heavy at 0305
            french infantry f1 4/2 at 0605",
        )
        .moves("prussian");
        let before = odds(&table, "charge p1 f1");
        assert_eq!(before.modifiers[0], ("Assault Differential".to_owned(), 2));
        table.does("charge p1 f1, hex 0405, hex 0505, pass, hex 0605, pass, hex 0605");
        assert_eq!(odds(&table, "begin").cases[0].results, before.cases[0].results);
    }

    #[test]
    fn r12_7_cavalry_that_charges_out_of_the_second_line_has_its_whole_strength() {
        let table = position(
            "map 14x9
            prussian cavalry p1 3/2 heavy at 0305 second
            prussian horse p2 3/2 at 0305
            french infantry f1 4/2 at 0605",
        )
        .moves("prussian");
        assert_eq!(odds(&table, "charge p1 f1").modifiers[0], ("Assault Differential".to_owned(), 2));
    }

    #[test]
    fn r12_9_an_opportunity_charge_has_the_odds_of_its_test_and_of_its_assault() {
        let mut table = position(
            "map 12x9
            prussian infantry p1 8/4 at 0408
            french cavalry f1 2/1 tcr 6/5 at 0405",
        )
        .moves("prussian");
        table.does("move p1, hex 0407, hex 0406, stop");
        let shown = odds(&table, "unit f1");
        assert_eq!(names(&shown), ["Opportunity Charge", "Assault after the charge"]);
        assert_eq!(ways(&shown, 0), [("it charges", 6), ("no charge", 4)]);
    }

    #[test]
    fn r7_4_an_order_has_the_odds_of_units_that_it_leaves_out_of_range() {
        let table = position(
            "corps ii french at 0405 rating 2 4
            french infantry f1 5/3 at 0401 of ii",
        )
        .activate("ii");
        let attack = odds(&table, "order attack");
        assert_eq!(attack.modifiers, [("Units out of Command Range".to_owned(), 1)]);
        assert_eq!(ways(&attack, 0), [("In Command", 2), ("Cautious", 6), ("Hesitates", 2)]);
        assert_eq!(table.game.odds(&table.action("order defend")), None, "a rating of 4 reaches it");
    }

    #[test]
    fn r14_4_rebuilding_and_digging_have_their_odds() {
        let table = position(
            "corps ii french at 0404 rating 2 2
            french infantry f1 5/3 tcr 6/5 broken 1 of ii
            french infantry f2 5/3 tcr 6/5 at 0405 of ii",
        )
        .rallies("ii", "defend");
        assert_eq!(ways(&odds(&table, "rebuild f1"), 0), [("rebuilt", 7), ("not rebuilt", 3)]);
        let mut table = table;
        table.does("pass");
        assert_eq!(ways(&odds(&table, "dig f2"), 0), [("built", 6), ("not built", 4)]);
        let free = position("corps ii french at 0404 rating 2 2\nfrench infantry f1 5/3 broken 1 of ii");
        assert_eq!(ways(&odds(&free.rallies("ii", "regroup"), "rebuild f1"), 0), [("rebuilt", 10)]);
    }

    #[test]
    fn r13_6_a_loss_has_the_odds_of_the_test_that_it_brings() {
        let lost = |marks: &str| {
            let mut table = position(&format!(
                "prussian infantry p1 9/5 at 0405
                french infantry f1 9/9 tcr 7/6 at 0404 {marks}"
            ))
            .assaults("prussian");
            table.does("hex 0404, unit p1, begin").rolls(&[10]);
            table
        };
        let fresh = lost("");
        assert_eq!(fresh.game.odds(&fresh.action("lose f1 casualty")), None);
        let worn = lost("battleworn disrupted");
        let broken = odds(&worn, "lose f1 casualty");
        assert_eq!(ways(&broken, 0), [("Broken", 4), ("Disrupted", 1), ("stands", 5)]);
        let routed = odds(&worn, "lose f1 elan");
        assert_eq!(names(&routed), ["Rout Test"]);
        assert_eq!(ways(&routed, 0)[0], ("retreats two hexes, Battleworn", 4));
    }

    #[test]
    fn r20_1_a_roll_on_a_track_has_its_odds() {
        let mut table = position(
            "corps ii french at 0101 rating 4 4
            corps iv french at 0301 chit 5
            french infantry f1 5/3 at 0202 of ii
            track french 0 1",
        )
        .table();
        table.run(|game, _| game.state.stack = vec![SequenceTask::EndTurn.into()]);
        let shown = odds(&table, "roll");
        assert_eq!(names(&shown), ["Activation Chit Table"]);
        assert_eq!(ways(&shown, 0), [("2 steps", 1), ("1 step", 3), ("0 steps", 6)]);
    }

    #[test]
    fn r21_0_the_dice_of_events_have_their_odds() {
        let mut table = position(
            "french infantry f1 5/3 tcr 6/5 at 0404
            prussian infantry p1 8/4 at 0406
            holds prussian misinterpreted-orders
            chit french furia-francese",
        )
        .cup();
        table.draws("furia-francese").does("play");
        assert_eq!(ways(&odds(&table, "unit f1"), 0), [("it attacks", 6), ("no effect", 4)]);
        table.does("unit f1").rolls(&[10]).draws("french");
        let orders = odds(&table, "chit-0");
        assert_eq!(orders.cases[0].of, 10);
        assert_eq!(ways(&orders, 0)[0], ("any order", 2));
    }
}
