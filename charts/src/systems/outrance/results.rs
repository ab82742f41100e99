//! The results of close combat.

use battlewright_engine::systems::outrance::rulebook as rule;
use serde_json::Value;

use super::Facts;
use crate::chart::{Chart, ChartKind, ListChart, ListRow};
use crate::phrase;
use crate::phrase::{Phrase, cited};

/// V, VII: what happens to both sides of a close combat.
pub(super) fn outcomes(facts: &Facts<'_>) -> Chart {
    let source = facts.source;
    let mut rows = Vec::new();
    let mut shows = Vec::new();
    for (table, title) in [("actor_wins", "The actor wins"), ("target_wins", "The target wins")] {
        let mut passed = 0;
        let mut group = title.to_owned();
        for (path, row) in source.rows(&source.table(table).key("results")) {
            let percent = row.get("percent").and_then(Value::as_i64).unwrap_or_default();
            let words = |key: &str| {
                let effect = row.get(key).and_then(Value::as_str).unwrap_or("none");
                source.words(&path.clone().key(key), if effect == "none" { "—" } else { effect })
            };
            let throw = source.words(&path.clone().key("percent"), Facts::range(passed, percent));
            passed += percent;
            let mut target = phrase![words("target")];
            if row.get("demoralized_target").is_some() {
                target = target.then(phrase![" (demoralized before: ", words("demoralized_target"), ")"]);
            }
            let cells: Vec<Phrase> = vec![throw.into(), target, words("actor").into()];
            rows.push(ListRow { group: std::mem::take(&mut group), cells });
            shows.push(path);
        }
    }
    let list = ListChart { heads: ["Throw", "Target", "Actor"].map(str::to_owned).into(), rows };
    let aside = cited(&[rule::STATUS, rule::ASSAULTS]);
    let mut chart = Chart::new("outcomes", "Assault, 4: results of close combat", aside, ChartKind::List(list))
        .at(2, 4, 6)
        .in_stack(1)
        .note("The letters are those of the results of fire.")
        .from_source(source.provenance("actor_wins"));
    chart.shows = shows;
    chart
}
