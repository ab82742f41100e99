//! The log texts of events.

use battlewright_schema::position_magnifique::Event as Chance;
use battlewright_schema::words::listed;

use crate::event::{Event, NoWay};
use crate::rules::r10_fire::fire_text;
use crate::rules::r17_events::event_name;
use crate::{MovingPiece, Order, PositionMagnifique, UnitIx};
use battlewright_core::game::Side;
use battlewright_core::kit::grammar::{does, they, verb};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::show::Line;

impl PositionMagnifique {
    /// Returns the log line of `event`.
    pub(crate) fn describe_event(&self, event: &Event) -> Line {
        let unit = |unit: UnitIx| self.log_name(MovingPiece::Unit(unit));
        let side = |side: Side| self.board.side(side).name.as_str();
        let formation = |f: crate::FormationIx| self.formation_log_name(f);
        let piece = |piece: MovingPiece| self.log_name(piece);
        let mut place = None;
        let mut at = |hex: HexIx| {
            place = Some(self.board.map.place(hex));
            self.board.map.name(hex)
        };
        let sum = |[a, b]: [u16; 2]| format!("{a} + {b} = {}", a + b);
        let text = match event {
            Event::Turn(turn) => self.board.clock.heading(*turn),
            Event::Phase(phase) => phase.name().to_owned(),
            Event::Skipped(phase, rule) => format!("No {}: {}", phase.name(), rule.title),
            Event::Deployed(p, hex) => format!("{} {}", does(piece(*p), "is set up in"), at(*hex)),
            Event::ChoseChit(s) => format!("{} add an Activation Chit", side(*s)),
            Event::DrewActivation(f) => format!("Chit: {}", formation(*f)),
            Event::DrewEvent(chit) => {
                let facts = self.chit(*chit);
                let (front, back) = (event_name(facts.front), event_name(facts.back));
                format!("{}: chit {front} / {back}", side(facts.side))
            }
            Event::Chose(e) => format!("Event: {}", event_name(*e)),
            Event::Holds(e) => format!("{} is held", event_name(*e)),
            Event::Played(e) => format!("{} is played", event_name(*e)),
            Event::NoEffect(e) => format!("{} has no effect", event_name(*e)),
            Event::DivisionActs(u) => {
                let facts = self.board.unit(*u);
                let division = facts.division.as_deref().unwrap_or_default();
                let named = format!("division {division} of {}", formation(facts.formation));
                format!("{}: {named} acts, with {}", event_name(Chance::Auftragstaktik), unit(*u))
            }
            Event::PutWith(e, f) => format!("{} with {}", event_name(*e), formation(*f)),
            Event::Malaise(f, die, acts) => {
                let result = if *acts { "acts on his own" } else { "does not act this turn" };
                format!("Bazaine's Malaise, {die}: the commander of {} {result}", formation(*f))
            }
            Event::EventDie(e, u, die, works) => {
                let result = if *works { "it succeeds" } else { "no effect" };
                format!("{} for {}, {die}: {result}", event_name(*e), unit(*u))
            }
            Event::Ordered(f, Order::Attack) => format!("{} has orders to attack", formation(*f)),
            Event::Ordered(f, Order::Defend) => format!("{} has orders to defend", formation(*f)),
            Event::InCommand(f, units) => {
                let names: Vec<&str> = units.iter().map(|u| self.piece_name(MovingPiece::Unit(*u))).collect();
                format!("{}, units in command: {}", formation(*f), names.join(", "))
            }
            Event::OutOfCommand(u) => does(unit(*u), "is out of command"),
            Event::CommandRoll(u, total, result, must_assault) => {
                use battlewright_schema::position_magnifique::CommandResult as R;
                let result = match result {
                    R::Withdraw => "withdraws",
                    R::NoMovement => "stays",
                    R::HalfMovement => "moves at half speed",
                    R::NormalMovement => "moves normally",
                    R::Advance if *must_assault => "must assault",
                    R::Advance => "advances",
                };
                let name = unit(*u);
                format!("{} {total}: {}", does(&name, "rolls"), they(&name, result))
            }
            Event::NoWay(u, NoWay::Row(rule)) => {
                format!("{}: the rule {} forbids every hex", does(unit(*u), "stays"), rule.title)
            }
            Event::NoWay(u, why) => format!("{}: {}", does(unit(*u), "stays"), no_way_text(*why)),
            Event::Moved(p, hex) => format!("{} {}", does(piece(*p), "moves to"), at(*hex)),
            Event::Entered(p, hex) => format!("{} {}", does(piece(*p), "enters in"), at(*hex)),
            Event::Delayed(p) => format!("{}: the enemy holds the entry", does(piece(*p), "is delayed")),
            Event::TurnedBack(u) => {
                let name = unit(*u);
                format!("{}, and {} in the next turn", does(&name, "is turned back"), verb(&name, "enters"))
            }
            Event::Backtracked(u, hex) => format!("{} {}", does(unit(*u), "goes back to"), at(*hex)),
            Event::Overrun(f, Some(hex)) => format!("HQ of {} is overrun and flees to {}", formation(*f), at(*hex)),
            Event::Overrun(f, None) => format!("HQ of {} is overrun", formation(*f)),
            Event::Fires(a, b, _) => format!("{} {}", does(unit(*a), "fires at"), unit(*b)),
            Event::FireRoll(dice, column, result) => {
                format!("Column {column}, {}: {}", sum(*dice), fire_text(*result))
            }
            Event::LowAmmo(u) => does(unit(*u), "runs low on ammunition"),
            Event::Morale(u, dice, rating, passed) => {
                let name = unit(*u);
                let result = they(&name, if *passed { "passes" } else { "fails" });
                format!("Morale {rating} of {name}, {}: {result}", sum(*dice))
            }
            Event::Shaken(u) => does(unit(*u), "is shaken"),
            Event::StepLoss(u) => does(unit(*u), "loses a step"),
            Event::Eliminated(u) => does(unit(*u), "is eliminated"),
            Event::BattleWorn(f) => format!("{} is Battle Worn", formation(*f)),
            Event::Charges(a, b) => format!("{} {}", does(unit(*a), "charges"), unit(*b)),
            Event::Countercharges(u, hex) => format!("{} {}", does(unit(*u), "countercharges into"), at(*hex)),
            Event::Assaults(units, target) => {
                let names: Vec<String> = units.iter().map(|u| unit(*u)).collect();
                let verb = match names.as_slice() {
                    [only] => verb(only, "assaults"),
                    _ => "assault".to_owned(),
                };
                format!("{} {verb} {}", listed(names.into_iter(), "and"), unit(*target))
            }
            Event::AssaultRoll(dice, plus, column, result) => {
                let column = self.column_name(*column);
                let flank = if *plus == 0 { String::new() } else { format!(" {plus:+}") };
                format!("Column {column}, {}{flank}: {result}", sum(*dice))
            }
            Event::Evades(u) => does(unit(*u), "retreats before combat"),
            Event::Retreated(u, hex) => format!("{} {}", does(unit(*u), "falls back to"), at(*hex)),
            Event::NoRetreat(u) => does(unit(*u), "cannot retreat"),
            Event::BrokeThrough(u, hex) => format!("{} {}", does(unit(*u), "breaks through to"), at(*hex)),
            Event::GoesAlong(f, hex) => format!("HQ of {} moves along to {}", formation(*f), at(*hex)),
            Event::Rallied(u) => does(unit(*u), "rallies"),
            Event::Resupplied(u) => does(unit(*u), "is resupplied"),
            Event::RebuildRoll { unit: u, dice: [a, b], modifier, morale } => {
                let net = i32::from(a + b) + i32::from(*modifier);
                let rating = if *modifier == 0 { String::new() } else { format!(", Command Rating {modifier:+}") };
                let result = if net <= i32::from(*morale) { "it succeeds" } else { "it fails" };
                format!("Rebuilding of {}: {a} + {b}{rating} = {net} against Morale {morale}: {result}", unit(*u))
            }
            Event::Rebuilt(u, hex) => format!("{} {}", does(unit(*u), "is rebuilt in"), at(*hex)),
            Event::RegroupRoll(group, total, changes) => {
                let changes: String = changes.iter().map(|(name, change)| format!(", {name} {change:+}")).collect();
                format!("{}: roll {total}{changes}", self.group_name(*group))
            }
            Event::Rescheduled(group, turn) => format!("{} is now due on turn {turn}", self.group_name(*group)),
            Event::Detoured(group, from, to) => {
                let [from, to] = [from, to].map(|entry| self.entry_title(*entry));
                format!("{} now enters at {to} instead of {from}", self.group_name(*group))
            }
            Event::Control(s, hex) => format!("{} control {}", side(*s), at(*hex)),
            Event::Row(happened) => {
                happened.text(|index| self.board.all_units().nth(index).map_or_else(String::new, unit))
            }
            Event::LowAmmoNow(u, 0, _) => does(unit(*u), "is resupplied"),
            Event::LowAmmoNow(u, 1, _) => does(unit(*u), "is low on ammunition"),
            Event::LowAmmoNow(u, _, _) => does(unit(*u), "is out of ammunition"),
            Event::Ignored(rule) => format!("{} is ignored: there is no other choice", rule.title),
            Event::WonByRow(s, rule) => format!("{} win by the rule {}", side(*s), rule.title),
            Event::Over(outcome) => self.outcome_text(outcome),
        };
        let heading = matches!(event, Event::Turn(_) | Event::Phase(_));
        Line { text, rule: event.rule(), place, heading, step: None }
    }

    /// Returns the heading of a column of the Assault Combat Table.
    pub(crate) fn column_name(&self, column: usize) -> String {
        let Some(column) = self.board.rules.tables.assault.columns.get(column) else { return String::new() };
        match (column.from, column.to) {
            (None, Some(to)) => format!("{to:+} or less"),
            (Some(from), None) => format!("{from:+} or more"),
            (Some(from), Some(to)) if from == to => format!("{from:+}"),
            (Some(from), Some(to)) => format!("{from:+} to {to:+}"),
            (None, None) => "every differential".to_owned(),
        }
    }
}

fn no_way_text(why: NoWay) -> &'static str {
    match why {
        NoWay::NoEnemy => "there is no enemy on the map",
        NoWay::Friends => "friends are in every hex nearer to the enemy",
        NoWay::DefendOrders => "under Defend orders no unit goes next to an enemy",
        NoWay::NotFarther => "no hex that is open is farther from the enemy",
        NoWay::Row(_) => "a rule of the scenario forbids every hex",
    }
}
