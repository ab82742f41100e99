//! Events in words.

use crate::rules::r09_cohesion::describe_elan;
use std::cmp::Ordering;

use battlewright_schema::at_any_cost::{
    AssaultColumn, CommandResult, Event as Chance, FireEffect, FortuneResult, MisinterpretedResult,
};

use battlewright_schema::words::listed;

use crate::action::{Loss, Weapon};
use crate::display::log_parts::list_parts;
use crate::event::{Event, Step};
use crate::rules::r20_command_events::ROLL_TRACK;
use crate::stage::Part;
use crate::{AtAnyCost, FormationIx, MovingPiece, UnitIx};
use battlewright_core::game::{Rule, Side};
use battlewright_core::kit::grammar::{does, they, verb};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::show::Line;

impl AtAnyCost {
    /// `event` in a sentence.
    pub(crate) fn describe_event(&self, event: &Event) -> Line {
        let mut place = None;
        let mut at = |hex: HexIx| {
            place = Some(self.board.map.place(hex));
            self.board.map.name(hex)
        };
        let unit = |unit: UnitIx| self.log_name(MovingPiece::Unit(unit));
        let piece = |piece: MovingPiece| self.log_name(piece);
        let hq = |formation: FormationIx| format!("HQ of {}", self.formation_log_name(formation));
        let text = match event {
            Event::Moved(p, hex) => format!("{} {}", does(piece(*p), "moves to"), at(*hex)),
            Event::Entered(p, hex) => format!("{} {}", does(piece(*p), "enters in"), at(*hex)),
            Event::Backtracked(p, hex) => format!("{} {}", does(piece(*p), "goes back to"), at(*hex)),
            Event::Exchanged(hex) => format!("The Front and the Second Line unit in {} change places", at(*hex)),
            Event::Countercharges(u, hex) => format!("{} {}", does(unit(*u), "countercharges into"), at(*hex)),
            Event::Assaults(units, hex) => {
                let names: Vec<String> = units.iter().map(|u| unit(*u)).collect();
                let verb = match names.as_slice() {
                    [only] => verb(only, "assaults"),
                    _ => "assault".to_owned(),
                };
                format!("{} {verb} {}", listed(names.into_iter(), "and"), at(*hex))
            }
            Event::Retreated(u, hex) => format!("{} {}", does(unit(*u), "retreats to"), at(*hex)),
            Event::BrokeThrough(u, hex) => format!("{} {}", does(unit(*u), "breaks through to"), at(*hex)),
            Event::GoesAlong(f, hex) => format!("{} goes along to {}", hq(*f), at(*hex)),
            Event::Overrun(f, Some(hex)) => format!("{} is overrun and flees to {}", hq(*f), at(*hex)),
            Event::Overrun(f, None) => format!("{} is overrun and leaves the map", hq(*f)),
            Event::Rebuilt(u, hex) => format!("{} {}", does(unit(*u), "is rebuilt in"), at(*hex)),
            Event::Built(work, hex) => format!("{} are built in {}", work.name(), at(*hex)),
            Event::Detached(u, hex) => format!("{} {}", does(unit(*u), "takes the field in"), at(*hex)),
            Event::Recombined(u, hex) => format!("{} {}", does(unit(*u), "is recombined in"), at(*hex)),
            Event::Control(s, hex) => format!("{} control {}", self.board.side(*s).name, at(*hex)),
            Event::Over(outcome) => self.outcome_text(outcome),
            _ => self
                .describe_sequence(event)
                .or_else(|| self.describe_combat(event))
                .or_else(|| self.describe_result(event))
                .unwrap_or_default(),
        };
        let heading = matches!(event, Event::Turn(_) | Event::Step(_));
        Line { text, rule: self.cited_rule(event), place, heading, step: None }
    }

    /// The rule that the line of `event` cites: the event's own, or that of the hour (18.0).
    fn cited_rule(&self, event: &Event) -> Rule {
        match event {
            Event::RefreshRoll(..) | Event::Refreshed(_) if self.night().is_some() => self.night_rule(),
            _ => event.rule(),
        }
    }

    /// The words for an event of the turn, of chits, orders and tracks; `None` for any other.
    fn describe_sequence(&self, event: &Event) -> Option<String> {
        let side = |side: Side| self.board.side(side).name.as_str();
        let formation = |formation: FormationIx| self.formation_log_name(formation);
        let unit = |unit: UnitIx| self.log_name(MovingPiece::Unit(unit));
        let group = |group| self.group_title(group);
        let name = |event: &Chance| event.name();
        Some(match event {
            Event::Turn(turn) => self.describe_turn(*turn),
            Event::Step(step) => step_name(*step).to_owned(),
            Event::ChoseChit(s) => format!("{} choose an Event Chit for the cup", side(*s)),
            Event::SetAside(s, 1) => format!("1 Event Chit of the {} is set aside", side(*s)),
            Event::SetAside(s, chits) => format!("{chits} Event Chits of the {} are set aside", side(*s)),
            Event::DrewActivation(f) => format!("Chit: {}", formation(*f)),
            Event::DrewEvent(chit) => {
                let facts = self.chit(*chit);
                format!("{}: chit {}", side(facts.side), facts.event.name())
            }
            Event::Degraded(chit) => format!("{} is degraded: no effect", self.chit(*chit).event.name()),
            Event::Plays(e) => format!("{} is played", name(e)),
            Event::Holds(e) => format!("{} is held", name(e)),
            Event::OnTrack(s, track) => format!("{}: a Command Event on {}", side(*s), self.track_name(*s, *track)),
            Event::NoEffect(e) => format!("{} comes to nothing", name(e)),
            Event::Cancelled(e) => format!("{} is canceled by the same chit of the enemy", name(e)),
            Event::Befalls(e, u) => format!("{}: {}", name(e), unit(*u)),
            Event::PutOn(e, f) => format!("{} is put on {}", name(e), formation(*f)),
            Event::Fortunes(die, result) => {
                let result = match result {
                    FortuneResult::NoEffect => "no effect",
                    FortuneResult::Degrade => "the next chit is degraded",
                    FortuneResult::Enhance => "the next chit is enhanced",
                    FortuneResult::LeaderCasualty => "the next HQ loses its leader",
                };
                format!("{}, {die}: {result}", Chance::FortunesOfWar.name())
            }
            Event::Bonus(bonus) => format!("Enhanced chit: {}", self.describe_bonus(*bonus)),
            Event::LeaderCasualty(f) => format!("{} loses its leader: its Command Rating is 1 less", formation(*f)),
            Event::CancelRoll(e, die, cancels) => {
                format!("{}, {die}: {}", name(e), if *cancels { "canceled" } else { "not canceled" })
            }
            Event::Paralyzed(f) => format!("{} is not activated this turn", formation(*f)),
            Event::HeldBack(f, rule) => format!("{} is not activated: {}", formation(*f), rule.title),
            Event::Row(happened) => {
                happened.text(|index| self.board.all_units().nth(index).map_or_else(String::new, unit))
            }
            Event::WonByRow(s, rule) => format!("{} win by the rule {}", side(*s), rule.title),
            Event::DivisionActs(u) => format!("Activated: {}, with {}", self.describe_division(*u), unit(*u)),
            Event::UnitActs(u) => format!("Activated: {}", unit(*u)),
            Event::Misinterpreted(die, result) => {
                let name = Chance::MisinterpretedOrders.name();
                match (result, result.order()) {
                    (_, Some(order)) => format!("{name}, {die}: {} orders", order.name()),
                    (MisinterpretedResult::Doctrine, _) => format!("{name}, {die}: the order of national doctrine"),
                    _ => format!("{name}, {die}: any order"),
                }
            }
            Event::Ordered(f, order) => format!("{} has {} orders", formation(*f), order.name()),
            Event::OrderedEntering(f, order) => {
                format!("Reinforcements of {} have {} orders", formation(*f), order.name())
            }
            Event::InCommand(f, units) => {
                let units = units.iter().map(|unit| self.piece_name(MovingPiece::Unit(*unit)).to_owned());
                format!("{}: In Command {}", formation(*f), listed(units, "and"))
            }
            Event::OutOfRange(u) => does(unit(*u), "is out of Command Range"),
            Event::CommandRoll(u, die, result) => {
                let name = unit(*u);
                let result = match result {
                    CommandResult::Courier => "a courier gets through".to_owned(),
                    CommandResult::Cautious => they(&name, "is Cautious"),
                    CommandResult::Hesitates => they(&name, "hesitates"),
                };
                format!("{} {die}: {result}", does(name, "rolls"))
            }
            Event::TrackRoll(s, die, chits, steps) => {
                let (_, table, _) = self.track_table(*s);
                let plural = if *steps == 1 { "" } else { "s" };
                let total = u32::from(*die) + u32::from(*chits);
                format!("{}, {table}: die {die} + {chits} on the track = {total}, {steps} step{plural}", side(*s))
            }
            Event::ChitMoved(f, turn) => format!("The chit of {} now comes on turn {turn}", formation(*f)),
            Event::Hurried(g) => format!("Group {} comes a turn earlier", group(*g)),
            Event::Detoured(g, from, to) => {
                let [from, to] = [from, to].map(|entry| self.entry_title(*entry));
                format!("Group {} comes by {to} instead of {from}", group(*g))
            }
            _ => return None,
        })
    }

    /// The words for an event of fire, charge or assault; `None` for any other.
    fn describe_combat(&self, event: &Event) -> Option<String> {
        let unit = |unit: UnitIx| self.log_name(MovingPiece::Unit(unit));
        let side = |side: Side| self.board.side(side).name.as_str();
        Some(match event {
            Event::Fires(shot, _) => {
                let weapon = match shot.weapon {
                    Weapon::Own => "",
                    Weapon::Mitrailleuse => " with mitrailleuses",
                };
                format!("{} {}{weapon}", does(unit(shot.firer), "fires at"), unit(shot.target))
            }
            Event::FireRoll([colored, white], column, result) => {
                format!("Column {column}, colored die {colored}, white die {white}: {result}")
            }
            Event::FireEffect(u, effect) => format!("{}: {}", unit(*u), effect_name(*effect)),
            Event::Halved(die) => format!("Skirmishers halve the colored die to {die}"),
            Event::Charges(a, b) => format!("{} {}", does(unit(*a), "charges"), unit(*b)),
            Event::CounterchargeRoll(u, die, tcr, rides) => {
                let name = unit(*u);
                let result = they(&name, if *rides { "countercharges" } else { "stands" });
                format!("Countercharge of {name}, TCR {tcr}, die {die}: {result}")
            }
            Event::OpportunityRoll(u, target, die, tcr, rides) => {
                let name = unit(*u);
                let result = they(&name, if *rides { "charges" } else { "stands" });
                format!("Opportunity Charge of {name} upon {}, TCR {tcr}, die {die}: {result}", unit(*target))
            }
            Event::FuriaRoll(u, die, tcr, attacks) => {
                let name = unit(*u);
                let result = if *attacks { they(&name, "attacks") } else { "in vain".to_owned() };
                format!("{} of {name}, TCR {tcr}, die {die}: {result}", Chance::FuriaFrancese.name())
            }
            Event::Conditions(s) => format!("Battlefield Conditions favor the {}", side(*s)),
            Event::AssaultRoll(die, column, result) => {
                format!("Column {}, die {die}: {result}", self.assault_heading(*column))
            }
            Event::Evades(u) => does(unit(*u), "retreats before combat"),
            Event::Lost(u, loss) => {
                let form = match loss {
                    Loss::Retreat => "a retreat",
                    Loss::Elan => "an Elan Hit",
                    Loss::Casualty => "a Casualty Hit",
                };
                format!("{}: {form}", does(unit(*u), "takes a Loss Point"))
            }
            Event::ToughFight(s, die) => format!("Tough Fight: die {die} of the {}", side(*s)),
            Event::NoRetreat(u) => does(unit(*u), "has no way to retreat"),
            _ => return None,
        })
    }

    /// The words for the state of a unit, and for its tests; `None` for any other event.
    fn describe_result(&self, event: &Event) -> Option<String> {
        let unit = |unit: UnitIx| self.log_name(MovingPiece::Unit(unit));
        let succeeds = |is_so: bool| if is_so { "success" } else { "failure" };
        Some(match event {
            Event::AmmoProblem(u, 1) => does(unit(*u), "has Low Ammo"),
            Event::AmmoProblem(u, _) => does(unit(*u), "has Rationed Ammo"),
            Event::Cohesion { unit: u, white, tcr, parts, hits } => {
                let parts = list_parts(parts);
                format!("Cohesion Test of {}, TCR {tcr}{parts}, white die {white}: {}", unit(*u), describe_elan(*hits))
            }
            Event::Elan(u, 0) => does(unit(*u), "has no Elan Hits any more"),
            Event::Elan(u, 1) => does(unit(*u), "is Shaken"),
            Event::Elan(u, _) => does(unit(*u), "is Disrupted"),
            Event::Battleworn(u) => does(unit(*u), "is Battleworn"),
            Event::BreakTest(u, die, tcr) => {
                let name = unit(*u);
                let result = match die.cmp(&u16::from(*tcr)) {
                    Ordering::Less => they(&name, "stands"),
                    Ordering::Equal => format!("{}, Disrupted", they(&name, "stands")),
                    Ordering::Greater => they(&name, "breaks"),
                };
                format!("Break Test of {name}, TCR {tcr}, die {die}: {result}")
            }
            Event::Broken(u) => does(unit(*u), "is Broken"),
            Event::RoutTest(u, die, tcr) => {
                let name = unit(*u);
                let result = match die.cmp(&u16::from(*tcr)) {
                    Ordering::Less => they(&name, "stands"),
                    Ordering::Equal => format!("{} a hex", they(&name, "retreats")),
                    Ordering::Greater => they(&name, "routs"),
                };
                format!("Rout Test of {name}, TCR {tcr}, die {die}: {result}")
            }
            Event::Delayed(p) => format!("{} until the next turn", does(self.log_name(*p), "is delayed")),
            Event::Disorganized(u) => format!("{} after the charge", does(unit(*u), "is Disrupted")),
            Event::Rallied(u) => does(unit(*u), "rallies") + ": an Elan Hit less",
            Event::Resupplied(u) => does(unit(*u), "is resupplied") + ": an Ammo Problem less",
            Event::RebuildRoll(u, die, limit) => {
                let result = succeeds(*die <= u16::from(*limit));
                format!("Rebuilding of {}, up to {limit}, die {die}: {result}", unit(*u))
            }
            Event::DigRoll(work, u, die, limit) => {
                let result = succeeds(i32::from(*die) <= i32::from(*limit));
                format!("{} of {}, up to {limit}, die {die}: {result}", work.name(), unit(*u))
            }
            Event::BrokenDown(u) => does(unit(*u), "is broken down"),
            Event::RefreshRoll(u, die, limit) => {
                let result = succeeds(*die <= u16::from(*limit));
                format!("Rest of {}, up to {limit}, die {die}: {result}", unit(*u))
            }
            Event::Refreshed(u) => does(unit(*u), "is Fresh again"),
            _ => return None,
        })
    }

    /// A turn with its time of day and, at night, its kind (18.0).
    pub(crate) fn describe_turn(&self, turn: u8) -> String {
        let night = self.board.night(turn).map_or(String::new(), |night| format!(", {}", night.kind.name()));
        format!("{}{night}", self.board.clock.heading(turn))
    }

    /// The heading of a column of the Assault Combat Results Table.
    pub(crate) fn assault_heading(&self, column: usize) -> String {
        let Some(AssaultColumn { from, to }) = self.board.rules.tables.assault.columns.get(column) else {
            return String::new();
        };
        match (from, to) {
            (None, Some(to)) => format!("{to:+} or less"),
            (Some(from), None) => format!("{from:+} or more"),
            (Some(from), Some(to)) if from == to => format!("{from:+}"),
            (Some(from), Some(to)) => format!("{from:+} to {to:+}"),
            (None, None) => "every differential".to_owned(),
        }
    }

    /// The use of a track of `side` with so many chits on it.
    pub(crate) fn track_use(&self, side: Side, track: u8) -> String {
        if track == ROLL_TRACK {
            let (_, table, _) = self.track_table(side);
            return format!("{:+} on the {table}", self.chits_on_track(side, track));
        }
        let event = self.canceled_event(side);
        match self.cancels_up_to(event) {
            0 => format!("does not cancel {}", event.name()),
            most => format!("cancels {} on a die up to {most}", event.name()),
        }
    }
}

/// The name of a step or phase.
fn step_name(step: Step) -> &'static str {
    match step {
        Step::Command => Part::Command,
        Step::Fire => Part::Fire,
        Step::Movement => Part::Movement,
        Step::Assault => Part::Assault,
        Step::Rally => Part::Rally,
        Step::EndTurn => Part::EndTurn,
    }
    .name()
}

/// The effect of a fire on a unit in words.
pub(crate) fn effect_name(effect: FireEffect) -> String {
    match effect {
        FireEffect::None => "no effect".to_owned(),
        FireEffect::Test(severity) => severity.name().to_owned(),
        FireEffect::Casualties(1) => "1 Casualty Hit".to_owned(),
        FireEffect::Casualties(hits) => format!("{hits} Casualty Hits"),
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::at_any_cost::{AssaultResult, Earthwork, FireColumn, FireResult, HqOrder, TestSeverity};

    use super::*;
    use crate::action::Shot;
    use crate::rulebook as rule;
    use crate::state::{Bonus, ChitIx, GroupIx};
    use crate::tests::testing::{FRENCH, PRUSSIAN, Table, position};
    use battlewright_core::game::{Level, Outcome};
    use battlewright_core::show::Show as _;

    fn table() -> Table {
        position(
            "entry N prussian 0009
            entry S prussian 0809
            corps ii french at 0101 rating 2 4
            corps x prussian at 0801 rating 4 4
            french infantry f1 5/3 at 0404 of ii
            prussian infantry p1 8/4 at 0405 of x division 19
            prussian field p2 6/3 enters 3 by N group C of x
            chit prussian krupps-guns",
        )
        .cup()
    }

    #[test]
    fn every_event_is_a_sentence_with_its_rule() {
        let table = table();
        let game = &table.game;
        let [f1, p1, p2] = ["f1", "p1", "p2"].map(|id| table.unit(id));
        let [ii, x] = ["ii", "x"].map(|id| table.formation(id));
        let (hex, unit) = (table.hex("0404"), MovingPiece::Unit(p1));
        let shot = Shot { firer: p1, weapon: Weapon::Own, target: f1, half: false };
        let column = FireColumn { from: 7, to: Some(7) };
        let outcome = Outcome { winner: Some(PRUSSIAN), level: Level::Minor, points: [2, 9] };
        let all = [
            (Event::Turn(1), "Turn 1, 08:00"),
            (Event::Step(Step::Fire), "Fire Combat Step"),
            (Event::ChoseChit(FRENCH), "French choose an Event Chit for the cup"),
            (Event::SetAside(PRUSSIAN, 3), "3 Event Chits of the Prussians are set aside"),
            (Event::DrewActivation(ii), "Chit: ii"),
            (Event::DrewEvent(ChitIx(0)), "Prussians: chit Krupp's Guns"),
            (Event::Degraded(ChitIx(0)), "Krupp's Guns is degraded: no effect"),
            (Event::Plays(Chance::FuriaFrancese), "Furia Francese is played"),
            (Event::Holds(Chance::BeatenZone), "Beaten Zone is held"),
            (Event::OnTrack(FRENCH, 1), "French: a Command Event on Bazaine's Leadership"),
            (Event::NoEffect(Chance::FuriaFrancese), "Furia Francese comes to nothing"),
            (Event::PutOn(Chance::BazainesMalaise, ii), "Bazaine's Malaise is put on ii"),
            (Event::Fortunes(5, FortuneResult::Degrade), "Fortunes of War, 5: the next chit is degraded"),
            (Event::Bonus(Bonus::Movement), "Enhanced chit: 1 MP more for all units"),
            (Event::Bonus(Bonus::Fire), "Enhanced chit: Column shift of +1 for all fire"),
            (Event::CancelRoll(Chance::BazainesMalaise, 3, true), "Bazaine's Malaise, 3: canceled"),
            (Event::DivisionActs(p1), "Activated: division 19 of x, with p1"),
            (Event::Misinterpreted(4, MisinterpretedResult::Defend), "Misinterpreted Orders, 4: Defend orders"),
            (Event::Misinterpreted(1, MisinterpretedResult::Any), "Misinterpreted Orders, 1: any order"),
            (Event::Ordered(x, HqOrder::March), "x has March orders"),
            (Event::OrderedEntering(x, HqOrder::March), "Reinforcements of x have March orders"),
            (Event::CommandRoll(f1, 3, CommandResult::Cautious), "f1 rolls 3: it is Cautious"),
            (Event::Fires(shot, rule::DEFENSIVE_FIRE), "p1 fires at f1"),
            (Event::FireRoll([8, 5], column, FireResult::NONE), "Column 7, colored die 8, white die 5: -"),
            (Event::FireEffect(f1, FireEffect::Test(TestSeverity::Severe)), "f1: Severe Test"),
            (Event::FireEffect(f1, FireEffect::Casualties(2)), "f1: 2 Casualty Hits"),
            (Event::AmmoProblem(p1, 2), "p1 has Rationed Ammo"),
            (
                Event::Cohesion { unit: f1, white: 8, tcr: 6, parts: vec![("printed", 6)], hits: 1 },
                "Cohesion Test of f1, TCR 6, white die 8: 1 Elan Hit",
            ),
            (
                Event::Cohesion {
                    unit: f1,
                    white: 8,
                    tcr: 4,
                    parts: vec![("printed", 6), ("Severe Test", -2)],
                    hits: 2,
                },
                "Cohesion Test of f1, TCR 4 (6, Severe Test -2), white die 8: 2 Elan Hits",
            ),
            (Event::Elan(f1, 2), "f1 is Disrupted"),
            (Event::BreakTest(f1, 5, 5), "Break Test of f1, TCR 5, die 5: it stands, Disrupted"),
            (Event::RoutTest(f1, 7, 5), "Rout Test of f1, TCR 5, die 7: it routs"),
            (Event::Moved(unit, hex), "p1 moves to 0404"),
            (Event::Delayed(MovingPiece::Unit(p2)), "p2 is delayed until the next turn"),
            (Event::Exchanged(hex), "The Front and the Second Line unit in 0404 change places"),
            (Event::CounterchargeRoll(f1, 4, 6, true), "Countercharge of f1, TCR 6, die 4: it countercharges"),
            (Event::OpportunityRoll(f1, p1, 9, 6, false), "Opportunity Charge of f1 upon p1, TCR 6, die 9: it stands"),
            (Event::Assaults(vec![p1, p2], hex), "p1 and p2 assault 0404"),
            (Event::AssaultRoll(5, 7, AssaultResult::ToughFight), "Column +2 to +3, die 5: TF"),
            (Event::Lost(f1, Loss::Elan), "f1 takes a Loss Point: an Elan Hit"),
            (Event::ToughFight(FRENCH, 7), "Tough Fight: die 7 of the French"),
            (Event::Overrun(ii, None), "HQ of ii is overrun and leaves the map"),
            (Event::RebuildRoll(f1, 7, 7), "Rebuilding of f1, up to 7, die 7: success"),
            (Event::DigRoll(Earthwork::Fieldworks, f1, 7, 6), "Fieldworks of f1, up to 6, die 7: failure"),
            (Event::DigRoll(Earthwork::Entrenchments, f1, 7, 6), "Entrenchments of f1, up to 6, die 7: failure"),
            (Event::Built(Earthwork::Fieldworks, hex), "Fieldworks are built in 0404"),
            (Event::Built(Earthwork::Entrenchments, hex), "Entrenchments are built in 0404"),
            (Event::TrackRoll(FRENCH, 7, 1, 1), "French, Activation Chit Table: die 7 + 1 on the track = 8, 1 step"),
            (Event::ChitMoved(ii, 3), "The chit of ii now comes on turn 3"),
            (Event::Hurried(GroupIx(0)), "Group C comes a turn earlier"),
            (Event::Control(FRENCH, hex), "French control 0404"),
            (Event::Over(outcome), "Prussians: minor victory, 9 points to 2"),
        ];
        for (event, text) in all {
            let line = game.log_line(&event);
            assert_eq!((line.text.as_str(), line.rule), (text, event.rule()));
            assert_eq!(line.heading, matches!(event, Event::Turn(_) | Event::Step(_)), "{text}");
        }
    }

    #[test]
    fn what_happens_in_a_hex_is_told_with_its_place() {
        let table = table();
        let (f1, hex) = (table.unit("f1"), table.hex("0505"));
        let place = Some(table.game.board.map.place(hex));
        assert_eq!(table.game.log_line(&Event::Retreated(f1, hex)).place, place);
        assert_eq!(table.game.log_line(&Event::Broken(f1)).place, None);
    }

    #[test]
    fn r18_1_a_turn_at_night_says_which_night_it_is() {
        let table = position("clock 21:00\nfrench infantry f1 5/3 at 0404").table();
        assert_eq!(table.game.log_line(&Event::Turn(1)).text, "Turn 1, 21:00, Dusk");
        let table = position("clock 00:00\nfrench infantry f1 5/3 at 0404").table();
        let refreshed = table.game.log_line(&Event::Refreshed(table.unit("f1")));
        assert_eq!(refreshed.rule.number, "18.3", "in Deep Night");
    }
}
