//! Events in words.

use crate::rules::c05_effects::effect_text;
use crate::rules::c07_assault_results::stopped_text;
use battlewright_schema::Inches;
use battlewright_schema::outrance::{Cover, UnitStatus};

use crate::Outrance;
use crate::action::OrderKind;
use crate::event::{Destruction, Event, MoveCause, RolledIndex};
use crate::rules::c03_orders::OrderFate;
use crate::rules::calculation::TableIndex;
use crate::state::UnitIx;
use battlewright_core::kit::grammar;
use battlewright_core::kit::plane::Point;
use battlewright_core::show::inches as show_inches;
use battlewright_core::show::{Line, Place};

/// Returns a length in thousandths of an inch in words, such as `4.5"`, rounded up to a tenth.
pub(crate) fn inches(thousandths: i32) -> String {
    show_inches(thousandths.saturating_add(99).div_euclid(100))
}

fn cover_text(cover: Cover) -> &'static str {
    match cover {
        Cover::Open => "in the open",
        Cover::Soft => "in soft cover",
        Cover::Hard => "in hard cover",
        Cover::Fortification => "in a fortification",
    }
}

/// Returns a calculation and its roll, such as `index 3 = base 4, target disordered +1, cover -2; roll 40`.
fn rolled_text(rolled: &RolledIndex) -> String {
    let TableIndex { base, changes, index } = &rolled.index;
    let changes: String = changes.iter().map(|change| format!(", {} {:+}", change.name, change.value)).collect();
    let of = rolled.percent.map(|percent| format!(" of {percent}")).unwrap_or_default();
    format!("index {index} = base {base}{changes}; roll {}{of}", rolled.roll)
}

impl Outrance {
    /// Returns the name of a unit with that of its side, and a verb, given in the singular, that agrees with the name.
    fn subject(&self, unit: UnitIx, verb: &'static str) -> String {
        format!("{} {}", self.name_with_side(unit), self.agreeing(unit, verb))
    }

    /// Returns the form of a verb, given in the singular, that agrees with the name of a unit.
    fn agreeing(&self, unit: UnitIx, verb: &'static str) -> String {
        grammar::verb(&self.board.unit(unit).name, verb)
    }

    /// Returns an event in a sentence.
    pub(crate) fn describe_event(&self, event: &Event) -> Line {
        let name = |unit: UnitIx| self.name_with_side(unit);
        let side = |side: battlewright_core::game::Side| self.board.sides[side.index()].name.as_str();
        let at = |point: Point| Inches::from(point).to_string();
        let text = match event {
            Event::Turn(turn) => self.board.clock.heading(*turn),
            Event::ArrivalRoll { unit, die, comes } => {
                let comes = if *comes { "comes on" } else { "does not come yet" };
                format!("{} (die {die})", self.subject(*unit, comes))
            }
            Event::Arrives(unit, to) => format!("{} at {}", self.subject(*unit, "comes on"), at(*to)),
            Event::Initiative(of) => format!("{} have the initiative", side(*of)),
            Event::Held(unit) => self.subject(*unit, "holds"),
            Event::Ordered { unit, order, fate, roll, chances, general } => {
                let order = match order {
                    OrderKind::Deploy => "deploy".to_owned(),
                    OrderKind::Maneuver => "maneuver".to_owned(),
                    OrderKind::March => "march".to_owned(),
                    OrderKind::Assault(target) => format!("assault {}", name(*target)),
                };
                let fate = match fate {
                    OrderFate::Received => "received",
                    OrderFate::Delayed => "delayed",
                    OrderFate::Lost => "lost",
                };
                let [received, delayed, lost] = chances;
                let help = general.map(|general| format!(" with {}", self.board.unit(general).name));
                let help = help.unwrap_or_default();
                format!(
                    "{}: the order to {order} is {fate} (roll {roll}; {received}% received, {delayed}% delayed, \
                     {lost}% lost{help})",
                    name(*unit)
                )
            }
            Event::Unchanged(unit) => {
                let its = grammar::possessive(&self.board.unit(*unit).name);
                format!("{} {its} place and {its} formation", self.subject(*unit, "keeps"))
            }
            Event::FormedUp(unit, to) => format!("{} at {}", self.subject(*unit, "forms up"), at(*to)),
            Event::Deployed(unit, to) => format!("{} at {}", self.subject(*unit, "deploys"), at(*to)),
            Event::Moved(unit, to, cause) => {
                let verb = match cause {
                    MoveCause::Maneuver => "maneuvers",
                    MoveCause::March | MoveCause::RouteMarch => "marches",
                    MoveCause::General => "rides",
                    MoveCause::Contact => "charges",
                    MoveCause::Stopped => "stops",
                    MoveCause::FallBack => "falls back",
                    MoveCause::Withdrawal => "withdraws",
                    MoveCause::RunOver => "gets out of the way",
                };
                let word = if *cause == MoveCause::Stopped { "at" } else { "to" };
                format!("{} {word} {}", self.subject(*unit, verb), at(*to))
            }
            Event::Fired { unit, target, shot: Some(shot), effect } => format!(
                "{} at {} over {} {}: {} ({})",
                self.subject(*unit, "fires"),
                name(*target),
                inches(shot.range),
                cover_text(shot.cover),
                effect_text(*effect),
                rolled_text(&shot.fire)
            ),
            Event::Fired { unit, target, shot: None, .. } => {
                format!("{} at {}: out of range", self.subject(*unit, "fires"), name(*target))
            }
            Event::Assaults { unit, target, frontal, cost, cover } => {
                let how = if *frontal { "frontally" } else { "not frontally" };
                let (distance, cover) = (inches(*cost), cover_text(*cover));
                format!("{} {} {how} over {distance} {cover}", self.subject(*unit, "assaults"), name(*target))
            }
            Event::Stopped { unit, result, roll, fire } => {
                let (result, fire) = (stopped_text(*result), rolled_text(fire));
                format!("Fire stops {}: {result} (roll {roll}; fire: {fire})", name(*unit))
            }
            Event::CloseCombat { unit, target, won, effects: [own, other], roll, combats } => {
                let winner = if *won { unit } else { target };
                let [fire, combat] = combats.each_ref().map(rolled_text);
                let effects = format!("{}; target {}", effect_text(*own), effect_text(*other));
                let calculations = format!("roll {roll}; fire: {fire}; close combat: {combat}");
                let (unit, target, wins) = (name(*unit), name(*target), self.subject(*winner, "wins"));
                format!("The assault of {unit} on {target} goes home; {wins}: {effects} ({calculations})")
            }
            Event::Shaken(unit, UnitStatus::Ok) => format!("{} OK again", self.subject(*unit, "is")),
            Event::Shaken(unit, status) => format!("{} {}", self.subject(*unit, "is"), status.name()),
            Event::LostBases(unit, 1) => format!("{} a base", self.subject(*unit, "loses")),
            Event::LostBases(unit, bases) => format!("{} {bases} bases", self.subject(*unit, "loses")),
            Event::Destroyed(unit, Destruction::Broken) => {
                format!("{} broken, and so destroyed", self.subject(*unit, "is"))
            }
            Event::Destroyed(unit, Destruction::Bases { lost, of }) => {
                let (has, is) = (self.subject(*unit, "has"), self.agreeing(*unit, "is"));
                format!("{has} lost {lost} of {of} bases, and {is} destroyed")
            }
            Event::LeftTable(unit) => {
                let (falls, leaves) = (self.subject(*unit, "falls back"), self.agreeing(*unit, "leaves"));
                format!("{falls} over the edge of the table and {leaves} the game")
            }
            Event::Surrendered { unit, source, distance } => {
                let (distance, source) = (inches(*distance), name(*source));
                let (unit, surrenders) = (name(*unit), self.agreeing(*unit, "surrenders"));
                format!("{unit} cannot fall back {distance} from {source} and {surrenders}")
            }
            Event::Regrouped { unit, percent, roll } => {
                let how = if *roll <= u16::from(*percent) { "regroups" } else { "does not regroup" };
                format!("{} (roll {roll} of {percent})", self.subject(*unit, how))
            }
            Event::Took(of, objective) => {
                let place = self.board.objectives.get(usize::from(*objective)).map_or("", |row| row.name.as_str());
                format!("{} take {place}", side(*of))
            }
            Event::Row(happened) => happened.text(|index| self.name_in_order(index)),
            Event::WonByRow(of, rule) => format!("{} win by the rule {}", side(*of), rule.title),
            Event::Over(outcome) => self.outcome_text(outcome),
        };
        let heading = matches!(event, Event::Turn(_));
        Line { text, rule: event.rule(), place: self.event_place(event), heading, step: None }
    }

    fn event_place(&self, event: &Event) -> Option<Place> {
        let point = match *event {
            Event::Moved(_, to, _) | Event::Deployed(_, to) | Event::FormedUp(_, to) | Event::Arrives(_, to) => {
                Some(to)
            }
            Event::Fired { target, .. } | Event::Assaults { target, .. } | Event::CloseCombat { target, .. } => {
                self.point_of(target)
            }
            Event::Ordered { unit, .. }
            | Event::Held(unit)
            | Event::Unchanged(unit)
            | Event::Stopped { unit, .. }
            | Event::Shaken(unit, _)
            | Event::LostBases(unit, _)
            | Event::Regrouped { unit, .. } => self.point_of(unit),
            Event::Took(_, objective) => self.board.objectives.get(usize::from(objective)).map(|row| row.at),
            _ => None,
        };
        point.map(|point| Place::At(point.into()))
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::outrance::UnitStatus;

    use crate::event::{Destruction, Event, MoveCause};
    use crate::tests::games::{SCENARIOS, started};
    use battlewright_core::kit::plane::Point;

    /// The verbs of the events of one unit, each in the singular and the plural.
    const VERBS: [(&str, &str); 9] = [
        ("comes", "come"),
        ("does", "do"),
        ("holds", "hold"),
        ("keeps its", "keep their"),
        ("maneuvers", "maneuver"),
        ("is", "are"),
        ("loses", "lose"),
        ("has", "have"),
        ("regroups", "regroup"),
    ];

    #[test]
    fn verbs_agree_with_the_names_of_all_units() {
        let mut plurals = Vec::new();
        for (_, text) in SCENARIOS {
            let game = started(text);
            for unit in game.all_units() {
                let name = game.name_with_side(unit);
                let events = [
                    Event::Arrives(unit, Point::new(0, 0)),
                    Event::ArrivalRoll { unit, die: 1, comes: false },
                    Event::Held(unit),
                    Event::Unchanged(unit),
                    Event::Moved(unit, Point::new(0, 0), MoveCause::Maneuver),
                    Event::Shaken(unit, UnitStatus::Disordered),
                    Event::LostBases(unit, 1),
                    Event::Destroyed(unit, Destruction::Bases { lost: 2, of: 4 }),
                    Event::Regrouped { unit, percent: 40, roll: 1 },
                ];
                let texts = events.map(|event| game.describe_event(&event).text);
                let says = |verbs: [&str; 9]| {
                    let mut lines = texts.iter().zip(verbs);
                    lines.all(|(text, verb)| {
                        text.strip_prefix(&name)
                            .is_some_and(|rest| format!("{rest} ").starts_with(&format!(" {verb} ")))
                    })
                };
                let [one, many] = [says(VERBS.map(|verb| verb.0)), says(VERBS.map(|verb| verb.1))];
                assert!(one != many, "{texts:?}");
                if many {
                    assert!(texts[7].ends_with("and are destroyed"), "{}", texts[7]);
                    plurals.push(game.board.unit(unit).name.clone());
                }
            }
        }
        plurals.sort_unstable();
        let expected = [
            "14th Dragoons",
            "15th Hussars",
            "40th Fusiliers",
            "9th Hussars",
            "Bachelier's dragoons",
            "Bonnemains' horse guns",
            "Brauer's cuirassiers",
            "Chasseurs",
            "Girard's cuirassiers",
            "Hussars",
            "Michel's cuirassiers",
            "Nansouty's lancers",
        ];
        assert_eq!(plurals, expected);
    }
}
