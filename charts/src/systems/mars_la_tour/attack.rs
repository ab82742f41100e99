//! The attack: modifiers, results, artillery support, and what follows.

use battlewright_engine::systems::mars_la_tour::rulebook as rule;
use battlewright_schema::DocPath;
use battlewright_schema::mars_la_tour::{AttackResult, Kind};

use super::{Facts, ground};
use crate::amount::{Amount, Unit};
use crate::chart::{Chart, ChartKind, ModifierGroup};
use crate::phrase;
use crate::phrase::{Phrase, cited, strong};
use crate::systems::make::{by, either, list, modifier, odds};

/// The table of the modifiers.
fn table(facts: &Facts<'_>, key: &str) -> DocPath {
    facts.source.table("modifiers").key(key)
}

/// 4.0 3.1: what each side adds to its die.
pub(super) fn modifiers(facts: &Facts<'_>) -> Chart {
    let source = facts.source;
    let die = |key: &str| source.amount(table(facts, key), Unit::Die);
    let never = if facts.has(Kind::Cavalry) { "; never for cavalry" } else { "" };
    let mut list = vec![modifier(
        die("artillery_support"),
        "who has support",
        phrase!["pays ", Amount::fixed(1, Unit::Count), format!(" AP, see Artillery support{never}")],
        rule::SUPPORT_RESOLUTION,
    )];
    let covers = ground::defensible(facts);
    if covers != "none" {
        list.push(modifier(die("defensible_terrain"), "defender", format!("in {covers}"), rule::TERRAIN));
    }
    let only = source.setting("chassepot_infantry_only");
    let whose =
        either(source.is_on(&only), "infantry in open ground (Chassepot)", "in open ground (Chassepot), cavalry too");
    for (id, _, path) in facts.sides().filter(|(_, side, _)| side.chassepot > 0) {
        let amount = source.amount(path.key("chassepot"), Unit::Die);
        list.push(modifier(
            amount,
            phrase![facts.tag(id), " defender"],
            source.words(&only, whose.clone()),
            rule::MODIFIERS,
        ));
    }
    let units = source.amount(table(facts, "flank_support_units"), Unit::Count);
    let flank = phrase![units, " other own units or more next to the defender"];
    list.push(modifier(die("flank_support"), "attacker", flank, rule::MODIFIERS));
    list.push(modifier(
        Amount::fixed(1, Unit::Die),
        "both",
        phrase!["for each star of the Efficiency Rating (ER)"],
        rule::MODIFIERS,
    ));
    let group = ModifierGroup {
        title: String::new(),
        amounts_are: "Die".to_owned(),
        modifiers: list,
        rounding: Phrase::default(),
    };
    let aside = phrase!["low total loses · ", rule::ATTACK_RESOLUTION];
    let rides = if facts.has(Kind::Cavalry) {
        phrase![" Cavalry attacks cavalry only, or makes a Deathride; it defends against all (", rule::CAVALRY, ")."]
    } else {
        phrase![]
    };
    Chart::new("modifiers", "Attack: modifiers of the die", aside, ChartKind::Modifiers(vec![group]))
        .at(2, 0, 6)
        .in_stack(0)
        .note(
            phrase![
                "One unit in an EZOC attacks one adjacent enemy unit. Each side throws one die and adds its modifiers."
            ]
            .then(rides),
        )
        .showing(only)
}

/// 4.0 3.2: what happens to the loser.
pub(super) fn results(facts: &Facts<'_>) -> Chart {
    let source = facts.source;
    let mut rows: Vec<[Phrase; 3]> = Vec::new();
    let table = source.table("attack");
    for (path, row) in source.rows(&table) {
        let from = source.amount(path.clone().key("from"), Unit::Count);
        let when = match (row.get("from"), row.get("to")) {
            (from_value, Some(to)) if from_value == Some(to) => phrase![from],
            (_, Some(_)) => phrase![from, " to ", source.amount(path.clone().key("to"), Unit::Count)],
            _ => phrase![from, " or more"],
        };
        let result = path.key("result");
        let (name, effect) = match serde_json::from_value(source.value(&result).unwrap_or_default()) {
            Ok(AttackResult::Retreat) => (
                "Retreat",
                phrase![
                    facts.setting("retreat_hexes", Unit::Hexes),
                    " away from the winner; if it cannot be done in full: blown (",
                    rule::RETREATS,
                    ")",
                ],
            ),
            Ok(AttackResult::Blown) => ("Blown", blown(facts).then(phrase![" (", rule::BLOWN, ")"])),
            Ok(AttackResult::Eliminated) => (
                "Eliminated",
                phrase!["out of the game: ", Amount::fixed(1, Unit::Points), " for the enemy (", rule::ELIMINATED, ")"],
            ),
            _ => ("Stalemate", "nothing".into()),
        };
        rows.push([when, source.words(&result, strong(name)).into(), effect]);
    }
    Chart::new(
        "results",
        "Attack: result for the loser",
        rule::ATTACK_TABLE,
        odds(["Higher by", "Loser", "Effect"], rows),
    )
    .at(2, 0, 6)
    .in_stack(0)
    .showing(table)
    .from_source(source.provenance("attack"))
}

/// 4.0 3.5: where a blown unit goes, and from which turn on it is eliminated.
fn blown(facts: &Facts<'_>) -> Phrase {
    let source = facts.source;
    let delay = facts.setting("blown_delay", Unit::Turns);
    let mut words = phrase!["to the turn track, ", delay, " ahead"];
    let last = facts.setting("blown_last_turns", Unit::Count);
    let count = i64::from(facts.own.turns.count);
    let turns = source.number(&source.setting("blown_last_turns")).min(count);
    let first = last.clone().as_number(count - turns + 1);
    words = match turns {
        0 => words.then(phrase!["; never eliminated for the lateness of the turn (", last, " last turns)"]),
        1 => words.then(phrase!["; on turn ", first, ": eliminated"]),
        2 => words.then(phrase!["; on turns ", first, format!(" and {count}: eliminated")]),
        _ => words.then(phrase!["; on turns ", first, format!(" to {count}: eliminated")]),
    };
    words
}

/// 4.0 3a to 3d: artillery support.
pub(super) fn artillery(facts: &Facts<'_>) -> Chart {
    let source = facts.source;
    let one = || Amount::fixed(1, Unit::Count);
    let bonus = || source.amount(table(facts, "artillery_support"), Unit::Die);
    let winners = facts.sides().filter(|(_, side, _)| side.wins_duel_ties);
    let ties: Vec<(Phrase, DocPath)> =
        winners.map(|(id, _, path)| (phrase!["won by ", facts.tag(id)], path.key("wins_duel_ties"))).collect();
    let tie = ties.first().map_or_else(|| "nobody has it".into(), |(words, _)| words.clone());
    let mut rows = vec![
        ["one side".into(), phrase!["it pays ", one(), " AP and has ", bonus()], by(&[rule::SUPPORT_RESOLUTION])],
        [
            "both: duel".into(),
            phrase!["each pays ", one(), " AP and throws a die; the higher has ", bonus(), ". Tie: ", tie],
            by(&[rule::DUELS]),
        ],
    ];
    let bad = source.setting("bad_ammunition");
    let least = source.amount(bad.clone(), Unit::Count);
    rows.push(match source.number(&bad) {
        7.. => [
            "bad ammunition".into(),
            source.words(&bad, "no die of a duel costs more").into(),
            by(&[rule::BAD_AMMUNITION]),
        ],
        number => {
            let or_more = if number == 6 { "" } else { " or more" };
            let what = phrase!["costs the enemy ", one(), " AP more, if it has one"];
            [phrase!["each ", least, or_more, " in a duel"], what, by(&[rule::BAD_AMMUNITION])]
        }
    });
    let cavalry = if facts.has(Kind::Cavalry) { "Cavalry, and a side without AP," } else { "A side without AP" };
    let intro =
        format!("Each side chooses Support or No Support in secret, then both show. {cavalry} has none to choose.");
    let rules = cited(&[rule::SUPPORT_DECLARATION, rule::ARTILLERY, rule::CAVALRY]);
    let mut chart =
        Chart::new("artillery", "Artillery support", rules, list(["Support by", "What happens", "Rule"], rows))
            .at(2, 1, 5)
            .note(intro);
    chart.shows.extend(ties.into_iter().map(|(_, path)| path));
    chart
}

/// 3.3 to 3.5: retreat, advance, the blown, and the Deathride.
pub(super) fn afterwards(facts: &Facts<'_>) -> Chart {
    let source = facts.source;
    let length = source.number(&source.setting("retreat_hexes"));
    let early = if length > ground::EARLY_STOP && ground::defensible(facts) != "none" {
        phrase!["; may stop after ", Amount::fixed(ground::EARLY_STOP, Unit::Hexes), " in defensible terrain"]
    } else {
        phrase![]
    };
    let marker = if facts.has_mitrailleuse() { " or the enemy mitrailleuse" } else { "" };
    let retreat = || by(&[rule::RETREATS]);
    let mut rows = vec![
        ["Length".into(), phrase![facts.setting("retreat_hexes", Unit::Hexes)].then(early), retreat()],
        ["Way".into(), "each hex farther from the winner than the last; the owner chooses".into(), retreat()],
        [
            "Never into".into(),
            "a hex with a unit, an EZOC, a hex out of HQ range, off the map. No such way: blown".into(),
            retreat(),
        ],
        [
            "Advance".into(),
            format!(
                "the attacker must enter the emptied hex, unless it stands in the ZOC of another enemy unit{marker}"
            )
            .into(),
            by(&[rule::ADVANCE]),
        ],
        ["Blown".into(), blown(facts), by(&[rule::BLOWN])],
    ];
    let deathride = source.setting("deathride_after");
    if facts.has(Kind::Cavalry) {
        let fate = match source.word(&deathride).as_str() {
            "eliminated" => "then the riders are eliminated",
            "none" => "the riders suffer the result alone",
            _ => "then the riders are blown, unless eliminated",
        };
        if facts.has(Kind::Infantry) {
            let what = phrase![
                "cavalry in an EZOC may charge infantry in open ground: an attack without support for the riders, who do not advance; ",
                source.words(&deathride, fate),
            ];
            rows.push(["Deathride".into(), what, by(&[rule::DEATHRIDE])]);
        }
        rows.push([
            "Cavalry".into(),
            "attacks cavalry only (but Deathride), defends against all".into(),
            by(&[rule::CAVALRY]),
        ]);
    }
    let rules = cited(&[rule::RETREATS, rule::ADVANCE, rule::BLOWN, rule::DEATHRIDE]);
    Chart::new("afterwards", "Retreat, advance, blown", rules, list(["", "What", "Rule"], rows))
        .at(2, 1, 7)
        .showing(deathride)
}
