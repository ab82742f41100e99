//! Command Range, units out of it, and the headquarters.

use battlewright_engine::systems::at_any_cost::rulebook as rule;
use battlewright_schema::at_any_cost::{CommandResult, Enters, Formation, HqOrder, HqSide, TerrainClass};
use battlewright_schema::{DocPath, RoadKind, SideId};

use super::Aid;
use super::make::{list, listed, odds, result, row, span_words, spans};
use crate::amount::{Amount, Quantity, Unit};
use crate::chart::Chart;
use crate::phrase;
use crate::phrase::{Phrase, Picture, strong};

/// Returns the charts of command.
pub(super) fn charts(aid: &Aid<'_>) -> Vec<Chart> {
    let mut charts = vec![out_of_command(aid), command_range(aid)];
    for (at, (side, _)) in aid.own.side.iter().enumerate().take(2) {
        let id = ["headquarters-1", "headquarters-2"].get(at).copied().unwrap_or_default();
        let (Ok(stack), true) = (u8::try_from(at), aid.own.formation.iter().any(|row| row.side == *side)) else {
            continue;
        };
        charts.push(headquarters(aid, id, side).at(1, 3, 6).in_stack(stack));
    }
    charts
}

fn out_of_command(aid: &Aid<'_>) -> Chart {
    let table = aid.source.table("out_of_command");
    let has_major = aid.used.roads.contains(&RoadKind::Major);
    let effect = |found: CommandResult| match found {
        CommandResult::Courier => ("Courier", "the whole group is In Command".into()),
        CommandResult::Cautious => {
            let road = if has_major {
                let on = "; Road March rate on major roads";
                phrase![aid.ruling("cautious_road_march", on, "")]
            } else {
                Phrase::default()
            };
            ("Cautious", phrase!["half the movement", road, "; no fire, no assault, may not engage"])
        }
        CommandResult::Hesitates => ("Hesitates", "does nothing".into()),
    };
    let rows = spans(&aid.rules.tables.out_of_command.0).into_iter().map(|(first, last, found)| {
        let (name, words) = effect(found);
        result(span_words(first, last), [aid.source.words(&table, strong(name)).into(), words])
    });
    let aside = phrase![rule::OUT_OF_COMMAND, " · ten-sided die, 0 is 10"];
    let heads = ["Die", "Result", "One die for each group of units that are next to each other"];
    let chart = Chart::new("out-of-command", "Out of Command Range", aside, odds(&heads, rows.collect()))
        .at(1, 2, 7)
        .showing(table)
        .from_source(aid.source.provenance("out_of_command"));
    aid.rulings(chart, if has_major { &["cautious_road_march"] } else { &[] })
}

fn command_range(aid: &Aid<'_>) -> Chart {
    let cost = |at: usize| aid.source.amount(aid.source.table("terrain").index(at).key("command"), Unit::Count);
    let mut rows = vec![row(["a hex".into(), Amount::fixed(1, Unit::Count).into()])];
    let more = aid.rules.tables.terrain.iter().enumerate();
    for (at, effects) in more.filter(|(_, row)| aid.used.classes.contains(&row.class) && row.command != 1) {
        let words = match effects.class {
            TerrainClass::Clear => "a hex of clear terrain".to_owned(),
            class => format!("a {} hex", super::ground::class_name(class)),
        };
        rows.push(row([words.into(), cost(at).into()]));
    }
    if !aid.used.roads.is_empty() {
        let half = Amount::fixed(Quantity::new(1, 2), Unit::Count);
        rows.push(row(["from a road hex into a road hex".into(), half.into()]));
    }
    rows.push(row(["through enemy units".into(), "no".into()]));
    rows.push(row([phrase!["overrun HQ, until the turn ends (", rule::HQ_COMBAT, ")"], "its hex".into()]));
    let aside = phrase![rule::COMMAND_RANGE, " · up to the rating that is up"];
    Chart::new("command-range", "Command Range", aside, list(&["Counting the range", "Hexes"], rows)).at(1, 2, 5)
}

/// Returns the two orders of a side of a headquarters in the order of the rules.
fn pair(side: &HqSide) -> Vec<HqOrder> {
    let mut orders = side.orders.to_vec();
    orders.sort();
    orders.dedup();
    orders
}

fn headquarters(aid: &Aid<'_>, id: &'static str, side: &SideId) -> Chart {
    let rows: Vec<(usize, &Formation)> =
        aid.own.formation.iter().enumerate().filter(|(_, formation)| formation.side == *side).collect();
    let mut pairs: Vec<Vec<HqOrder>> =
        rows.iter().flat_map(|(_, formation)| [&formation.hq.front, &formation.hq.back]).map(pair).collect();
    pairs.sort_by_key(|pair| (!pair.contains(&HqOrder::Attack), pair.clone()));
    pairs.dedup();
    let heads = pairs.iter().map(|pair| listed(&pair.iter().map(|order| order.name()).collect::<Vec<_>>()));
    let heads: Vec<String> = ["Formation".to_owned(), "HQ".to_owned()]
        .into_iter()
        .chain(heads.map(|pair| pair.replace(" and ", ", ")))
        .chain(["MP", "Chit from turn", "Starts"].map(str::to_owned))
        .collect();
    let lines = rows.into_iter().map(|(at, formation)| {
        let path = DocPath::root().key("formation").index(at);
        let hq = path.clone().key("hq");
        let mut cells = vec![
            phrase![Picture::Band(formation.id.clone()), formation.name.to_string()],
            formation.hq.name.to_string().into(),
        ];
        for wanted in &pairs {
            let rating = [("front", &formation.hq.front), ("back", &formation.hq.back)]
                .into_iter()
                .filter(|(_, side)| pair(side) == *wanted)
                .map(|(key, _)| aid.source.amount(hq.clone().key(key).key("rating"), Unit::Count).into());
            let ratings = Phrase::joined(rating, " or ");
            cells.push(if ratings.is_empty() { "—".into() } else { ratings });
        }
        cells.push(aid.source.amount(hq.clone().key("movement"), Unit::Count).into());
        cells.push(match formation.chit_from_turn {
            Some(_) => aid.source.amount(path.key("chit_from_turn"), Unit::Count).into(),
            None => "none".into(),
        });
        cells.push(start(aid, &hq, formation.hq.at.as_ref().map(ToString::to_string), formation.hq.enters.as_ref()));
        row(cells)
    });
    let lines = lines.collect();
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    let title = format!("{}: headquarters", aid.own.side.get(side).map_or("", |side| side.name.as_str()));
    let aside = phrase![rule::HQ_UNITS, " · Command Rating in hexes by order"];
    Chart::new(id, title, aside, list(&heads, lines))
}

/// Returns where a piece starts, such as `T4 at 0920`.
fn start(aid: &Aid<'_>, piece: &DocPath, at: Option<String>, enters: Option<&Enters>) -> Phrase {
    match (at, enters) {
        (Some(hex), _) => hex.into(),
        (None, Some(enters)) => {
            let turn = aid.source.amount(piece.clone().key("enters").key("turn"), Unit::Count);
            phrase!["T", turn, " at ", enters.at.to_string()]
        }
        (None, None) => "—".into(),
    }
}
