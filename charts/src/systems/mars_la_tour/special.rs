//! The rules special to one side, the rulings in force, and the key of abbreviations.

use battlewright_engine::game::Rule;
use battlewright_engine::systems::mars_la_tour::rulebook as rule;
use battlewright_schema::mars_la_tour::Kind;

use super::Facts;
use crate::amount::Unit;
use crate::chart::Chart;
use crate::phrase;
use crate::phrase::Phrase;
use crate::systems::make::{by, key as key_of, list};

/// Returns the rules that only one side has; `None` if both are alike.
pub(super) fn sides(facts: &Facts<'_>) -> Option<Chart> {
    let source = facts.source;
    let mut rows: Vec<[Phrase; 3]> = Vec::new();
    for (id, side, path) in facts.sides() {
        let mut row = |what: Phrase, rules: &[Rule]| rows.push([facts.tag(id).into(), what, by(rules)]);
        if side.moves_after_ezoc > 0 {
            let more = source.amount(path.clone().key("moves_after_ezoc"), Unit::Count);
            row(phrase![more, " more move in a phase after coming into an EZOC"], &[rule::ENTERING_EZOI]);
        }
        if side.wins_duel_ties {
            row("wins ties of artillery duels".into(), &[rule::DUELS]);
        }
        if side.chassepot > 0 {
            let bonus = source.amount(path.clone().key("chassepot"), Unit::Die);
            row(phrase!["Chassepot: ", bonus, " when defending in open ground"], &[rule::MODIFIERS]);
        }
        if let Some(turn) = side.mitrailleuse_from_turn {
            let from = source.amount(path.key("mitrailleuse_from_turn"), Unit::Count);
            let rules = [rule::MITRAILLEUSE_PLACEMENT, rule::MITRAILLEUSE];
            row(phrase!["mitrailleuse from turn ", from, facts.clock(turn)], &rules);
        }
    }
    let chart =
        Chart::new("sides", "Special to one side", Phrase::default(), list(["Side", "What", "Rule"], rows.clone()));
    (!rows.is_empty()).then(|| chart.at(1, 3, 7))
}

/// A ruling: whether the battle needs it, the setting, the question, the rule, and the answers by the values of the setting.
type Ruling = (bool, &'static str, &'static str, Rule, &'static [(&'static str, &'static str)]);

/// Returns the rulings on open questions of the rulebook, marked where the scenario has its own.
pub(super) fn rulings(facts: &Facts<'_>) -> Chart {
    let source = facts.source;
    let arrive = facts.own.unit.iter().any(|unit| unit.enters.is_some());
    let cavalry = facts.has(Kind::Cavalry);
    let chassepots = facts.sides().any(|(_, side, _)| side.chassepot > 0);
    let roads = !facts.own.road.is_empty();
    let exits = !facts.own.exit.is_empty();
    let rulings: [Ruling; 8] = [
        (
            true,
            "blown_must_return",
            "Blown units that are due",
            rule::BLOWN_RETURN,
            &[("false", "may stay on the track"), ("true", "must come back if a hex is free")],
        ),
        (
            cavalry,
            "deathride_after",
            "After a Deathride",
            rule::DEATHRIDE,
            &[
                ("blown", "the riders are blown, unless eliminated"),
                ("eliminated", "the riders are eliminated"),
                ("none", "the riders suffer the result alone"),
            ],
        ),
        (
            chassepots,
            "chassepot_infantry_only",
            "Chassepot",
            rule::MODIFIERS,
            &[("false", "helps infantry and cavalry"), ("true", "helps infantry only")],
        ),
        (
            arrive && roads,
            "entry_road_rate",
            "Entering by road",
            rule::ROADS,
            &[
                ("leads-off-map", "at the road rate where a road of the entry hex leads off the map"),
                ("any-road", "at the road rate in any entry hex with a road"),
                ("never", "never at the road rate"),
            ],
        ),
        (
            arrive,
            "entry_cleared",
            "An enemy in an entry hex",
            rule::REINFORCEMENTS,
            &[("when-due", "retreats as soon as a unit is due"), ("on-entry", "retreats when a unit enters")],
        ),
        (
            true,
            "out_of_range_goes_on",
            "A unit out of HQ range that moves",
            rule::COMMAND_RANGE,
            &[("true", "goes on until it is in range, if it can"), ("false", "may stop on the way")],
        ),
        (
            exits,
            "exit_out_of_range",
            "Leaving the map out of HQ range",
            rule::VICTORY,
            &[("false", "no"), ("true", "yes")],
        ),
        (
            arrive,
            "last_moves_count_waiting",
            "The roll for last moves",
            rule::LAST_MOVES,
            &[("false", "counts units on the map"), ("true", "counts units due to enter too")],
        ),
    ];
    let mut rows: Vec<[Phrase; 3]> = Vec::new();
    let mut shows = Vec::new();
    for (_, setting, question, rule, answers) in rulings.into_iter().filter(|(is_used, ..)| *is_used) {
        let path = source.setting(setting);
        let value = if source.is_on(&path) { "true".to_owned() } else { source.word(&path) };
        let value = if value.is_empty() { "false".to_owned() } else { value };
        let Some((_, answer)) = answers.iter().find(|(known, _)| *known == value) else { continue };
        rows.push([question.into(), source.words(&path, *answer).into(), by(&[rule])]);
        shows.push(path);
    }
    let title = "Where the rulebook is open";
    let mut chart =
        Chart::new("rulings", title, Phrase::default(), list(["Question", "As played", "Rule"], rows)).at(2, 4, 12);
    chart.shows = shows;
    chart
}

/// The abbreviations, and the numbers of the counters.
pub(super) fn key(facts: &Facts<'_>) -> Chart {
    let mut entries: Vec<(&str, Phrase)> = vec![
        ("AP", "ammunition point, for artillery support".into()),
        ("ER", "Efficiency Rating, the stars of the counter".into()),
        ("EZOC", "ZOC of an enemy unit".into()),
        ("EZOI", "ZOI of an enemy unit".into()),
        ("HQ", "headquarters marker".into()),
        ("MP", "movement point".into()),
        ("VP", "victory point".into()),
        ("ZOC", "Zone of Control: the hexes next to a unit".into()),
        ("ZOI", phrase!["Zone of Influence: up to ", facts.setting("zoi", Unit::Hexes), " from a unit"]),
        ("die", "one six-sided die".into()),
        ("framed number", "MP in March Formation, the front of the counter".into()),
        ("plain number", "MP in Battle Formation, the back of the counter".into()),
    ];
    if facts.sides().any(|(_, side, _)| side.chassepot > 0) {
        entries.push(("open", "ground that is not defensible".into()));
    }
    Chart::new("key", "Key", Phrase::default(), key_of(entries)).at(1, 4, 5)
}
