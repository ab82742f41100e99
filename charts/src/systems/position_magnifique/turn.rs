//! The turn: its sequence, the orders of headquarters, and units out of command.

use battlewright_engine::systems::position_magnifique::rulebook as rule;
use battlewright_schema::system::position_magnifique::{Event, FacedSince, Kind};

use super::super::scenario_words::{merged, span, throws_of_two_dice, turn};
use super::PositionSheet;
use crate::amount::{Amount, Quantity, Unit};
use crate::chart::{Chart, ChartKind, ListChart, ListRow, OddsChart, OddsRow, Step, StepPhase};
use crate::phrase;
use crate::phrase::{Phrase, Picture, strong};

/// Returns a step.
fn step(
    name: &str,
    who: impl Into<Phrase>,
    what: impl Into<Phrase>,
    rules: &[battlewright_engine::game::Rule],
) -> Step {
    Step { name: name.to_owned(), who: who.into(), what: what.into(), rules: rules.to_vec() }
}

/// Returns the sequence of play (8.0).
pub(super) fn sequence(sheet: &PositionSheet<'_, '_>) -> Chart {
    let phases = vec![
        StepPhase { title: "Chits, until the last Activation Chit is done".to_owned(), steps: chits(sheet) },
        StepPhase { title: "Activation of a formation: four phases".to_owned(), steps: activation(sheet) },
        StepPhase { title: "End of the turn".to_owned(), steps: end(sheet) },
    ];
    let minutes = sheet.own.turns.minutes;
    let aside = minutes.map_or_else(|| "8.0".to_owned(), |minutes| format!("8.0 · a turn is {minutes} minutes"));
    Chart::new("sequence", "Sequence of play", aside, ChartKind::Steps(phases))
}

fn chits(sheet: &PositionSheet<'_, '_>) -> Vec<Step> {
    let mut steps = Vec::new();
    if let Some(side) = &sheet.own.surprise_attack {
        let first = sheet.own.first_turn.unwrap_or(1);
        let what = phrase![
            format!("Once, before turn {first}: all its units on the map act together, with "),
            sheet.shift("surprise"),
            " in each of its fires and assaults. The enemy only fires in defense; no Rally",
        ];
        steps.push(step("Surprise attack", sheet.side(side), what, &[rule::SURPRISE_ATTACK]));
    }
    let draw = if sheet.own.chit.is_empty() {
        phrase!["Draw one from the cup: its formation acts, four phases below"]
    } else {
        phrase![
            "Draw one from the cup. ",
            strong("Activation Chit:"),
            " its formation acts, four phases below. ",
            strong("Event Chit:"),
            " the owner at once chooses one of its two events: used now, placed or held",
        ]
    };
    steps.push(step("Draw a chit", "either", draw, &[rule::ACTIVATION_CHITS, rule::EVENT_CHITS]));
    let free = [Event::ArtilleryBarrage, Event::BeatenZone, Event::KruppGuns, Event::NeedlegunFire];
    if sheet.has_event(&free) {
        let what = "Between two draws a held event may have a unit fire; what is not used in the turn is lost";
        steps.push(step("Free fire", sheet.in_order(), what, &[rule::EVENT_CHITS]));
    }
    steps
}

fn activation(sheet: &PositionSheet<'_, '_>) -> Vec<Step> {
    let mut fire = phrase![
        "Infantry and artillery fire once each at a unit in range and sight. Artillery on foot that fires does not move"
    ];
    if sheet.has_kind(Kind::HorseArtillery) {
        fire = fire
            .then(phrase!["; horse artillery may, if it fires at ", Amount::fixed(Quantity::new(1, 2), Unit::Factor),]);
    }
    vec![
        step("Fire", "active side", fire, &[rule::FIRE_ELIGIBILITY]),
        step(
            "HQ Command",
            "active side",
            "The HQ takes Attack or Defend orders. Then units that it does not reach are marked Out of Command",
            &[rule::ORDERS, rule::COMMAND],
        ),
        step(
            "Movement",
            "active side",
            phrase![
                "Units In Command and reinforcements move or charge, once each; then those Out of Command by 2d6. ",
                strong("Enemy"),
                " infantry and artillery fire at who comes next to them",
            ],
            &[rule::MOVEMENT, rule::OUT_OF_COMMAND, rule::DEFENSIVE_FIRE],
        ),
        step(
            "Assault",
            "active side",
            "Infantry and cavalry assault enemies next to them, several together; who has charged must",
            &[rule::ASSAULT_ELIGIBILITY],
        ),
    ]
}

fn end(sheet: &PositionSheet<'_, '_>) -> Vec<Step> {
    let mut steps = vec![
        step(
            "Rally",
            sheet.in_order(),
            phrase![
                "Each HQ takes off ",
                Amount::fixed(1, Unit::Count),
                " Shaken and ",
                Amount::fixed(1, Unit::Count),
                " Low Ammo marker; then it may try to rebuild ",
                Amount::fixed(1, Unit::Count),
                " unit",
            ],
            &[rule::RECOVERY, rule::REBUILDING],
        ),
        step(
            "Housekeeping",
            "both",
            "Event Chits go back, used or not; Out of Command, Artillery Fired and Overrun markers come off",
            &[rule::HOUSEKEEPING],
        ),
    ];
    if sheet.own.variable_reinforcements {
        let what = "Each side may try to change one group of reinforcements by 2d6: see the scenario's sheet";
        steps.push(step("Reinforcements", sheet.in_order(), what, &[rule::VARIABLE_SCENARIO]));
    }
    steps
}

/// Returns what the two orders allow (11.1).
pub(super) fn orders(sheet: &PositionSheet<'_, '_>) -> Chart {
    let heads = ["Order", "Range", "Moves next to an enemy", "Assault", "Breakthrough"];
    let path = sheet.source.setting("defenders_assault");
    let since = match sheet.own.ruleset().defenders_assault {
        FacedSince::Activation => "since its activation began",
        FacedSince::Turn => "since the turn began",
    };
    let rows = vec![
        list_row(vec![
            strong("Attack").into(),
            "A".into(),
            "yes".into(),
            "infantry and cavalry; cavalry may charge".into(),
            "yes".into(),
        ]),
        list_row(vec![
            strong("Defend").into(),
            "D".into(),
            "no; the HQ itself may".into(),
            phrase![
                "infantry no; cavalry only whom it has faced ",
                sheet.source.words(&path, since),
                ", unmoved; no charge, but countercharge",
            ],
            "not next to an enemy".into(),
        ]),
    ];
    let list = ListChart { heads: heads.map(str::to_owned).to_vec(), rows };
    Chart::new("orders", "Orders of an HQ", "11.1", ChartKind::List(list))
        .note("Orders bind units Out of Command too. A formation whose HQ is still to come is under Attack orders.")
        .showing(path)
}

/// Returns a row of a list without a group.
pub(super) fn list_row(cells: Vec<Phrase>) -> ListRow {
    ListRow { group: String::new(), cells }
}

/// Returns the Out of Command Table (12.3) with its effects.
pub(super) fn out_of_command(sheet: &PositionSheet<'_, '_>) -> Chart {
    let table = sheet.source.table("out_of_command");
    let results: Vec<(i64, String)> =
        (2i64..).zip(sheet.source.rows(&table)).map(|(total, (path, _))| (total, sheet.source.word(&path))).collect();
    let rows = merged(results).into_iter().map(|(first, last, result)| {
        let (name, move_effect, enemy) = effect(&result);
        let paths =
            (first..=last).filter_map(|total| usize::try_from(total - 2).ok()).map(|at| table.clone().index(at));
        let changed = paths.into_iter().find(|path| sheet.source.is_changed(path));
        let name = changed.map_or_else(|| strong(name), |path| sheet.source.words(&path, strong(name)));
        let throws = throws_of_two_dice(first, last);
        let chance = Amount::fixed((throws.saturating_mul(200) + 36) / 72, Unit::Percent);
        OddsRow {
            when: span(first, last).into(),
            cells: vec![name.into(), move_effect.into(), enemy.into(), chance.into()],
        }
    });
    let heads = ["2d6", "Result", "Move", "Next to an enemy", "Chance"].map(str::to_owned).to_vec();
    let odds = OddsChart { heads, rows: rows.collect() };
    Chart::new(
        "out-of-command",
        "Units Out of Command",
        "12.3 · roll after all others have moved",
        ChartKind::Odds(odds),
    )
    .note("The enemy breaks ties between nearest units. Who may move may also charge, within what the roll leaves.")
    .showing(table)
    .from_source(sheet.source.provenance("out_of_command"))
}

/// Returns a result of the Out of Command Table in words: its name, what becomes of the move, and what it may do next to an enemy.
fn effect(result: &str) -> (&'static str, &'static str, &'static str) {
    match result {
        "withdraw" => (
            "Withdraw",
            "one hex, further from the nearest enemy; on if a friend is there",
            "may assault whom it meets there",
        ),
        "no-movement" => ("No move", "none", "may assault"),
        "half-movement" => ("Half", "with half its MP, rounded up", "may move and assault"),
        "normal-movement" => ("Normal", "as usual", "may move and assault"),
        "advance" => ("Advance", "one hex, nearer to the nearest enemy; not into a friend", "stays and must assault"),
        _ => ("", "", ""),
    }
}

/// Returns the headquarters with their ratings, the turn of their chit and their start.
pub(super) fn headquarters(sheet: &PositionSheet<'_, '_>) -> Chart {
    let heads = ["HQ", "Formation", "A", "D", "MP", "Chit from", "Starts"].map(str::to_owned).to_vec();
    let mut rows = Vec::new();
    let mut group = None;
    for (index, formation) in sheet.own.formation.iter().enumerate() {
        let path = sheet.row("formation", index);
        let hq = path.clone().key("hq");
        let number = |key: &str, unit| sheet.source.amount(hq.clone().key(key), unit);
        let chosen = || {
            let side = sheet.own.side.get(&formation.side);
            if side.is_some_and(|side| side.chosen_chits.contains(&formation.id)) { "chosen" } else { "—" }
        };
        let chit = match formation.chit_from_turn {
            Some(_) => sheet.source.amount(path.key("chit_from_turn"), Unit::Count).into(),
            None => Phrase::from(chosen()),
        };
        let start = match (&formation.hq.at, &formation.hq.enters, &formation.hq.zone) {
            (Some(hex), ..) => Phrase::from(hex.to_string()),
            (None, Some(_), _) => {
                phrase!["turn ", sheet.source.amount(hq.clone().key("enters").key("turn"), Unit::Count)]
            }
            (None, None, Some(_)) => "in its area".into(),
            (None, None, None) => "—".into(),
        };
        let side = sheet.source.side(&formation.side).text();
        let starts_group = group.as_ref() != Some(&side);
        rows.push(ListRow {
            group: if starts_group { side.clone() } else { String::new() },
            cells: vec![
                strong(formation.hq.name.as_str()).into(),
                phrase![Picture::Band(formation.id.clone()), formation.name.to_string()],
                number("attack", Unit::Count).into(),
                number("defend", Unit::Count).into(),
                number("movement", Unit::Count).into(),
                chit,
                start,
            ],
        });
        group = Some(side);
    }
    let forest = sheet.names_of(battlewright_schema::system::position_magnifique::TerrainClass::Forest);
    let woods = if forest.is_empty() { "" } else { ", more by terrain" };
    Chart::new(
        "headquarters",
        "Headquarters",
        "11.2 · A, D in hexes",
        ChartKind::List(ListChart { heads, rows }),
    )
    .note(phrase![
        strong("In Command:"),
        " within A or D hexes of the HQ, each counting ",
        Amount::fixed(1, Unit::Count),
        woods,
        ", ",
        Amount::fixed(Quantity::new(1, 2), Unit::Count),
        " along a road, none through an enemy; or next to a unit of the formation that is. Reinforcements are, until the \
         next turn. Decided in the HQ Command phase alone.",
    ])
    .note(phrase![
        strong("Overrun"),
        " (alone with an enemy, 13.10): the HQ goes to the nearest friend, its rating is ",
        Amount::fixed(0, Unit::Count),
        " until Housekeeping and it commands its own hex alone.",
    ])
}

/// Returns a turn in words, such as "turn 4 (11:00)".
pub(super) fn on_turn(sheet: &PositionSheet<'_, '_>, number: u8) -> String {
    format!("turn {}", turn(sheet.source, number))
}
