//! The Command Event tracks of both sides.

use battlewright_engine::systems::at_any_cost::rulebook as rule;
use battlewright_schema::at_any_cost::{Event, Nation, TrackRow};

use super::Aid;
use crate::amount::{Amount, Unit};
use crate::chart::{Chart, ChartKind, Track};
use crate::phrase;
use crate::phrase::Phrase;

/// The boxes of a track on which a roll is made: 0 to 3, and what more chits do stands in the note.
const ROLL_BOXES: i64 = 3;

/// Returns the charts of the tracks that the sides can use.
pub(super) fn charts(aid: &Aid<'_>) -> Vec<Chart> {
    let has = |event: Event| aid.used.events.contains(&event);
    let mut charts = Vec::new();
    let mut french = Vec::new();
    let mut prussian = Vec::new();
    if has(Event::BazainesMalaise) {
        french.push(cancels(aid, Nation::French, "Bazaine's Leadership", "leadership", &aid.rules.tables.leadership.0));
    }
    if aid.used.french_roll {
        french.push(rolls(aid, Nation::French, "Army of the Rhine Activation Chits"));
    }
    if has(Event::PrussianAggressiveTactics) {
        let table = &aid.rules.tables.aggressiveness.0;
        prussian.push(cancels(aid, Nation::Prussian, "Prussian Aggressiveness", "aggressiveness", table));
    }
    if aid.used.prussian_roll() {
        prussian.push(rolls(aid, Nation::Prussian, "Prussian Reinforcements"));
    }
    if !french.is_empty() {
        let note = aid.used.french_roll.then(|| french_roll(aid));
        charts.push(tracks(aid, "tracks-french", "French tracks", french, note, 0, has(Event::BazainesMalaise)));
    }
    if !prussian.is_empty() {
        let note = aid.used.prussian_roll().then(|| prussian_roll(aid));
        let cancels = has(Event::PrussianAggressiveTactics);
        charts.push(tracks(aid, "tracks-prussian", "Prussian tracks", prussian, note, 1, cancels));
    }
    charts
}

fn tracks(
    aid: &Aid<'_>,
    id: &'static str,
    title: &str,
    tracks: Vec<Track>,
    roll: Option<Phrase>,
    stack: u8,
    limited: bool,
) -> Chart {
    let aside = if limited {
        phrase![rule::COMMAND_EVENTS, " · at most ", aid.count("track_limit"), " chits on the first"]
    } else {
        rule::COMMAND_EVENTS.into()
    };
    let mut chart = Chart::new(id, title, aside, ChartKind::Tracks(tracks)).at(4, 2, 6).in_stack(stack);
    if limited {
        chart = chart.showing(aid.source.table(if stack == 0 { "leadership" } else { "aggressiveness" }));
    }
    match roll {
        Some(roll) => chart.note(roll),
        None => chart,
    }
}

/// Returns a track whose chits cancel an event of the enemy up to a die.
fn cancels(aid: &Aid<'_>, nation: Nation, name: &str, table: &str, up_to: &[u8]) -> Track {
    let last = i64::from(aid.rules.track_limit);
    let path = aid.source.table(table);
    let words = (0..=last).filter_map(|number| {
        let at = usize::try_from(number).ok()?.min(up_to.len().checked_sub(1)?);
        let amount = aid.source.amount(path.clone().index(at), Unit::Count);
        let words = match up_to.get(at)? {
            0 => phrase![aid.source.words(&path.clone().index(at), "cancels nothing")],
            1 => phrase!["cancels on ", amount],
            _ => phrase!["cancels on 1 to ", amount],
        };
        Some((number, words))
    });
    Track {
        name: phrase![name.to_owned(), " ", aid.tag(nation)],
        first: 0,
        last,
        starts: vec![(Amount::fixed(0, Unit::Count), aid.tag(nation))],
        words: words.collect(),
    }
}

/// Returns a track whose chits are added to a die at the end of the turn.
fn rolls(aid: &Aid<'_>, nation: Nation, name: &str) -> Track {
    let words = |number: i64| match number {
        0 => "no die".into(),
        _ => phrase!["die ", Amount::fixed(number, Unit::Die)],
    };
    Track {
        name: phrase![name.to_owned(), " ", aid.tag(nation)],
        first: 0,
        last: ROLL_BOXES,
        starts: vec![(Amount::fixed(0, Unit::Count), aid.tag(nation))],
        words: (0..=ROLL_BOXES).map(|number| (number, words(number))).collect(),
    }
}

/// Returns the results of a roll, such as `8 to 10 one box, 11 or more two boxes`.
fn results(aid: &Aid<'_>, table: &str, rows: &[TrackRow], one: &str, more: &str) -> Phrase {
    let path = |at: usize, key: &str| aid.source.table(table).index(at).key(key);
    let all = rows.iter().enumerate().map(|(at, row)| {
        let from = aid.source.amount(path(at, "from"), Unit::Count);
        let until = match rows.get(at.saturating_add(1)) {
            Some(next) => {
                let last = aid.source.amount(path(at.saturating_add(1), "from"), Unit::Count);
                phrase![" to ", last.as_number(i64::from(next.from) - 1)]
            }
            None => " or more".into(),
        };
        let noun = if row.steps == 1 { one } else { more };
        phrase![from, until, " ", aid.source.amount(path(at, "steps"), Unit::Count), " ", noun.to_owned()]
    });
    Phrase::joined(all, ", ")
}

fn french_roll(aid: &Aid<'_>) -> Phrase {
    let results = results(aid, "activation_chits", &aid.rules.tables.activation_chits, "box", "boxes");
    phrase![
        "End of the turn: a die, ",
        Amount::fixed(1, Unit::Die),
        " a chit: ",
        results,
        " earlier for the chit of one formation, not before the next turn (",
        rule::FRENCH_CHITS,
        ")."
    ]
}

fn prussian_roll(aid: &Aid<'_>) -> Phrase {
    let results = results(aid, "reinforcements", &aid.rules.tables.reinforcements, "step", "steps");
    phrase![
        "End of the turn: a die, ",
        Amount::fixed(1, Unit::Die),
        " a chit: ",
        results,
        " for one group: a turn earlier, or another entry; not before the next turn, at most ",
        aid.source.amount(aid.setting("hurry_limit"), Unit::Turns),
        " earlier in all (",
        rule::PRUSSIAN_GROUPS,
        ")."
    ]
}
