//! The sequence of play, and what a unit can do in a turn: allowance, zones, command.

use battlewright_engine::systems::mars_la_tour::rulebook as rule;
use battlewright_schema::DocPath;
use battlewright_schema::mars_la_tour::Kind;

use super::Facts;
use crate::amount::{Amount, Unit};
use crate::chart::{Chart, ChartKind};
use crate::phrase;
use crate::phrase::{Phrase, cited, strong};
use crate::systems::make::{either, list, phase, step};

/// 4.0: the steps of a turn.
pub(super) fn sequence(facts: &Facts<'_>) -> Chart {
    let source = facts.source;
    let minutes = facts.own.turns.minutes.map(|minutes| match (minutes / 60, minutes % 60) {
        (1, 0) => "1 hour".to_owned(),
        (hours, 0) => format!("{hours} hours"),
        _ => format!("{minutes} minutes"),
    });
    let aside = minutes.map_or_else(Phrase::default, |time| format!(" · a turn is {time}").into());
    let phases = vec![
        phase("Command phase", command(facts)),
        phase("Movement phase", movement(facts)),
        phase(
            "Attack phase",
            vec![
                step(
                    "Attacks",
                    facts.in_turns(),
                    "One attack with a unit in an EZOC, or pass for good; a unit may attack, and be attacked, many times",
                    &[rule::ATTACKS, rule::PASSING_ATTACKS],
                ),
                step(
                    "Last attacks",
                    "who has not passed",
                    phrase![strong("1 die"), ": so many attacks more"],
                    &[rule::LAST_ATTACKS],
                ),
                step(
                    "End",
                    "both",
                    phrase![
                        "The turn is over. After turn ",
                        source.amount(DocPath::root().key("turns").key("count"), Unit::Count),
                        ": see Victory"
                    ],
                    &[rule::END_PHASE, rule::VICTORY],
                ),
            ],
        ),
    ];
    let mut chart =
        Chart::new("sequence", "Sequence of play", phrase!["4.0"].then(aside), ChartKind::Steps(phases)).at(1, 0, 12);
    for setting in ["blown_must_return", "entry_cleared", "last_moves_count_waiting"] {
        chart = chart.showing(source.setting(setting));
    }
    chart
}

fn command(facts: &Facts<'_>) -> Vec<crate::chart::Step> {
    let source = facts.source;
    let by_entry = if facts.own.entry.is_empty() { "" } else { "an empty hex as near to an own entry hex; else " };
    let must = source.setting("blown_must_return");
    let staying =
        either(source.is_on(&must), "a unit that has a free hex must come back", "a unit may also stay on the track");
    let returns = || facts.setting("blown_returns", Unit::Count);
    let mut steps = vec![
        step(
            "HQs",
            facts.in_order(),
            phrase![
                "Take the HQ up and put it down within ",
                facts.setting("hq_placement", Unit::Hexes),
                format!(" of an own unit that is in no EZOC (no unit on the map: {by_entry}any empty hex)"),
            ],
            &[rule::HQ_PLACEMENT],
        ),
        step(
            "Return",
            facts.in_order(),
            phrase![
                "Blown units due now: ",
                returns(),
                " come back to empty hexes next to the HQ, in no EZOC or EZOI, in Battle Formation. If more are due, the enemy names the ",
                returns(),
                "; the rest are eliminated; ",
                source.words(&must, staying),
            ],
            &[rule::BLOWN_RETURN],
        ),
    ];
    for (id, side, path) in facts.sides() {
        let Some(turn) = side.mitrailleuse_from_turn else { continue };
        let from = source.amount(path.key("mitrailleuse_from_turn"), Unit::Count);
        let what = phrase![
            "From turn ",
            from,
            facts.clock(turn),
            " on: take the marker up and put it into any hex next to an own unit"
        ];
        steps.push(step("Mitrailleuse", facts.tag(id), what, &[rule::MITRAILLEUSE_PLACEMENT]));
    }
    steps.push(step(
        "Organization",
        "both",
        format!(
            "In no EZOI: may turn to March. In an EZOI: turn to Battle. Then {}: one unit in an EZOC may withdraw as in a retreat, \
             away from all enemies next to it; who declines is done",
            facts.in_turns()
        ),
        &[rule::MARCH_FORMATION, rule::BATTLE_FORMATION, rule::LEAVING_EZOC],
    ));
    steps
}

fn movement(facts: &Facts<'_>) -> Vec<crate::chart::Step> {
    let source = facts.source;
    let mut moves = Phrase::default();
    if facts.own.unit.iter().any(|unit| unit.enters.is_some()) {
        let cleared = source.setting("entry_cleared");
        let when =
            either(source.word(&cleared) == "on-entry", "when a unit enters there", "as soon as a unit is due there");
        moves = phrase![
            "Units due enter first, lowest ER first; an enemy in the entry hex retreats ",
            source.words(&cleared, when),
            ". Then one",
        ];
    } else {
        moves = moves.then("One");
    }
    let waiting = source.setting("last_moves_count_waiting");
    let counted = either(
        source.is_on(&waiting),
        "own unit on the map in no EZOC or due to enter",
        "own unit on the map in no EZOC",
    );
    vec![
        step(
            "Moves",
            facts.in_turns(),
            moves.then(" move of one unit, or pass for good; a unit may move many times"),
            &[rule::MOVES, rule::REINFORCEMENTS, rule::PASSING_MOVES],
        ),
        step(
            "Last moves",
            "who has not passed",
            phrase![
                strong("1 die + 1"),
                " for each ",
                source.words(&waiting, counted),
                ": so many moves more; units due first"
            ],
            &[rule::LAST_MOVES],
        ),
    ]
}

/// 3.1: movement points by arm and formation.
pub(super) fn allowance(facts: &Facts<'_>) -> Chart {
    let source = facts.source;
    let table = source.table("movement");
    let arms = [(Kind::Infantry, "infantry", "Infantry"), (Kind::Cavalry, "cavalry", "Cavalry")];
    let rows = arms.into_iter().filter(|(kind, ..)| facts.has(*kind)).map(|(_, key, name)| {
        let points = |formation| source.amount(table.clone().key(key).key(formation), Unit::Mp);
        [name.into(), points("march").into(), points("battle").into()]
    });
    let through = source.setting("stacking_pass_through");
    let passing = either(source.is_on(&through), "own units may be passed, enemies never", "no unit may be passed");
    Chart::new("allowance", "Movement allowance", rule::UNITS, list(["Arm", "March", "Battle"], rows))
        .at(1, 2, 4)
        .note(phrase![
            "A move spends up to the allowance of the side that is up, or nothing. One unit a hex; ",
            source.words(&through, passing),
            " (",
            rule::MOVES,
            ").",
        ])
        .showing(through)
}

/// 3.9, 3.10 and 5.3: the zones and what they do to the enemy.
pub(super) fn zones(facts: &Facts<'_>) -> Chart {
    let source = facts.source;
    let mut zoc = phrase!["in it: Battle Formation. Coming into it, or starting in it, ends its moves for the phase"];
    for (id, side, path) in facts.sides().filter(|(_, side, _)| side.moves_after_ezoc > 0) {
        let more = source.amount(path.key("moves_after_ezoc"), Unit::Count);
        let times = if side.moves_after_ezoc == 1 { " more time" } else { " more times" };
        zoc = zoc.then(phrase!["; ", facts.tag(id), " may move ", more, times, " after coming into one"]);
    }
    let mut rows = vec![
        ["ZOC".into(), Amount::fixed(1, Unit::Hexes).into(), zoc],
        [
            "ZOI".into(),
            facts.setting("zoi", Unit::Hexes).into(),
            "coming into it from outside ends the move and turns the unit to Battle; who starts in it in March and steps out at once marches on"
                .into(),
        ],
    ];
    let mut rules = vec![rule::ZOC, rule::ZOI, rule::ENTERING_EZOI];
    if facts.has_mitrailleuse() {
        rows.push([
            "Mitrailleuse".into(),
            "its hex".into(),
            "a ZOC in its own hex, no ZOI; it is no unit and does not stop others from entering".into(),
        ]);
        rules.push(rule::MITRAILLEUSE);
    }
    Chart::new("zones", "Zones", cited(&rules), list(["Zone", "Reach", "Effect on an enemy unit"], rows)).at(1, 2, 8)
}

/// 3.2 and 4.0 2c: the headquarters and their ranges.
pub(super) fn headquarters(facts: &Facts<'_>) -> Chart {
    let source = facts.source;
    let rows = facts.sides().map(|(id, side, path)| {
        let range = source.amount(path.key("hq").key("range"), Unit::Hexes);
        let placed = phrase!["within ", facts.setting("hq_placement", Unit::Hexes)];
        [phrase![facts.tag(id), format!(" {}", side.hq.name)], range.into(), placed]
    });
    let goes_on = source.setting("out_of_range_goes_on");
    let way =
        either(source.is_on(&goes_on), "and goes on until it is in range, as far as it can", "and may stop on the way");
    let exits = if facts.own.exit.is_empty() {
        phrase![]
    } else {
        let beyond = source.setting("exit_out_of_range");
        let words = either(source.is_on(&beyond), " It may exit out of range.", " It does not exit out of range.");
        phrase![source.words(&beyond, words)]
    };
    let rules = cited(&[rule::HEADQUARTERS, rule::HQ_PLACEMENT, rule::COMMAND_RANGE]);
    Chart::new("headquarters", "Headquarters", rules, list(["HQ", "Command range", "Placed"], rows))
        .at(1, 3, 5)
        .note(
            phrase![
                "Hexes are counted, terrain is not. A unit that starts its move out of range comes nearer with each hex, ",
                source.words(&goes_on, way),
                "; one in range stays in range. No retreat leads out of range.",
            ]
            .then(exits),
        )
        .showing(goes_on)
        .showing(source.setting("exit_out_of_range"))
}
