//! The effect of each event, in a sentence with the numbers of the rules in force.

use battlewright_schema::at_any_cost::Event;

use super::Aid;
use super::make::{span_words, spans};
use crate::amount::{Amount, Quantity, Unit};
use crate::phrase;
use crate::phrase::Phrase;
use battlewright_schema::at_any_cost::{FortuneResult, MisinterpretedResult};

/// Returns when the event may be used: `now`, `hold`, or both.
pub(super) fn when(event: Event) -> &'static str {
    match event {
        Event::BeatenZone | Event::KruppsGuns | Event::ACloudOfSkirmishers => "now, hold",
        Event::BattlefieldConditions | Event::MisinterpretedOrders => "hold",
        Event::FeuDeBataillon
        | Event::FuriaFrancese
        | Event::MarshalBazaine
        | Event::PrussianAggressiveTactics
        | Event::Auftragstaktik
        | Event::BazainesMalaise
        | Event::PrussianOfficers
        | Event::FortunesOfWar => "now",
    }
}

/// Returns the settings that the sentence of an event is about.
pub(super) fn settings(event: Event) -> &'static [&'static str] {
    match event {
        Event::BeatenZone | Event::KruppsGuns => &["event_fire_is_extra"],
        Event::MarshalBazaine => &["bazaine_without_artillery"],
        Event::ACloudOfSkirmishers => &["skirmish_path_counts", "halved_one_misses"],
        Event::MisinterpretedOrders => &["misinterpreted_over_feu"],
        _ => &[],
    }
}

/// Returns what the event does.
pub(super) fn what(aid: &Aid<'_>, event: Event) -> Phrase {
    let fire = |key: &str| aid.columns("fire_shifts", key);
    let assault = |key: &str| aid.columns("assault_shifts", key);
    let half = || Amount::fixed(Quantity::new(1, 2), Unit::Factor);
    let extra = || aid.ruling("event_fire_is_extra", ", even if it has fired", ", if it has not fired this turn");
    match event {
        Event::BeatenZone => phrase![
            "Infantry or a mitrailleuse fires at once, in a Held Event Chit Phase, or before a moving Prussian's next hex, whose move \
             ends on a hit",
            extra(),
            ". Moulin à Café: full SP at Extreme Range, TCR ",
            aid.cohesion("moulin"),
            ", and an Ammo Problem for sure"
        ],
        Event::KruppsGuns => phrase![
            "Artillery fires at once, in a Held Event Chit Phase, or before a moving French unit's next hex, whose move ends on a hit",
            extra(),
            ". Artillery Charge: it first moves up to ",
            half(),
            " its MP and fires with SP ",
            aid.part("artillery_charge")
        ],
        Event::FeuDeBataillon => phrase![
            "On an infantry corps HQ whose chit is in the cup: Defend orders, one hex a unit, fire ",
            fire("feu_de_bataillon"),
            ". Without such an HQ: a Command Event"
        ],
        Event::FuriaFrancese => phrase![
            "French infantry within ",
            aid.hexes("event_reach"),
            " of a Prussian unit: die up to its modified TCR, then it moves next to one under Defensive Fire and must assault, ",
            assault("furia_francese")
        ],
        Event::MarshalBazaine => phrase![
            "One French ",
            aid.ruling("bazaine_without_artillery", "infantry or cavalry unit", "unit"),
            " is activated under any order, even again or out of the box"
        ],
        Event::PrussianAggressiveTactics => phrase![
            "Unless the track of the Prussians cancels it: Prussian infantry within ",
            aid.hexes("event_reach"),
            " of a French unit is moved next to one and must assault a hex that the French choose"
        ],
        Event::Auftragstaktik => phrase![
            "Up to two infantry units of a division move ",
            half(),
            " their MP, rounded up, and may assault, ",
            assault("auftragstaktik")
        ],
        Event::BazainesMalaise => {
            "On a French HQ on the map that has not been activated: it is not activated this turn, unless the track of the French \
             cancels it when its chit is drawn"
                .into()
        }
        Event::PrussianOfficers => "All of a division is activated under any order, even again or out of the box".into(),
        Event::ACloudOfSkirmishers => phrase![
            "Elan Hit on an enemy Front Line unit within ",
            aid.hexes("skirmish_reach"),
            " of infantry, by a way not through or next to other enemies",
            aid.ruling("skirmish_path_counts", " and no longer", ", which may be longer"),
            ". Or held: the colored die of an enemy fire ",
            half(),
            ", fractions dropped, ",
            aid.ruling("halved_one_misses", "a 1 does nothing", "a 1 stays 1"),
            ". The enemy's own such chit cancels it"
        ],
        Event::BattlefieldConditions => {
            phrase![
                "A fire ",
                both(fire("battlefield_conditions")),
                ", or an assault ",
                both(assault("battlefield_conditions")),
                "; one chit a side and combat"
            ]
        }
        Event::FortunesOfWar => phrase!["The other side throws a die: ", fortunes(aid)],
        Event::MisinterpretedOrders => phrase![
            "Before an enemy HQ takes its order, a die decides it: ",
            misinterpreted(aid),
            ". ",
            aid.ruling("misinterpreted_over_feu", "Prevails over Feu de Bataillon", "Not against Feu de Bataillon")
        ],
    }
}

fn both(right: Amount) -> Phrase {
    let left = right.clone().as_number(right.value.negated());
    phrase![right, " or ", left]
}

/// Returns the Fortunes of War by the die (6.3).
fn fortunes(aid: &Aid<'_>) -> Phrase {
    let words = |result: FortuneResult| match result {
        FortuneResult::NoEffect => "nothing",
        FortuneResult::Degrade => "next chit degraded (an Event Chit is lost)",
        FortuneResult::Enhance => "next chit enhanced (an Event Chit is used as its owner likes)",
        FortuneResult::LeaderCasualty => "the next HQ activated has ratings 1 less for the game",
    };
    by_die(aid, "fortunes", &aid.rules.tables.fortunes.0, words)
}

/// Returns the Misinterpreted Orders by the die (21.0).
fn misinterpreted(aid: &Aid<'_>) -> Phrase {
    let words = |result: MisinterpretedResult| match result {
        MisinterpretedResult::Any => "any",
        MisinterpretedResult::Attack => "Attack",
        MisinterpretedResult::Defend => "Defend",
        MisinterpretedResult::March => "March",
        MisinterpretedResult::Regroup => "Regroup",
        MisinterpretedResult::Doctrine => "French Defend, Prussians Attack",
    };
    by_die(aid, "misinterpreted", &aid.rules.tables.misinterpreted.0, words)
}

fn by_die<T: Copy + PartialEq>(aid: &Aid<'_>, table: &str, results: &[T], words: impl Fn(T) -> &'static str) -> Phrase {
    let path = aid.source.table(table);
    let spans = spans(results).into_iter();
    let all = spans.map(|(first, last, result)| {
        let dice = span_words(first, last).replace(", ", " and ");
        phrase![aid.source.words(&path, format!("{dice} {}", words(result)))]
    });
    Phrase::joined(all, ", ")
}
