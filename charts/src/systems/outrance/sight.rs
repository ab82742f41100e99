//! Lines of sight and fire.

use battlewright_engine::game::Rule;
use battlewright_engine::systems::outrance::rulebook as rule;

use super::Facts;
use crate::chart::Chart;
use crate::phrase;
use crate::phrase::{Phrase, cited};
use crate::systems::make::{by, list};

/// VI, VIII: what a unit sees, and at what it may fire.
pub(super) fn sight(facts: &Facts<'_>) -> Chart {
    let mut rows: Vec<[Phrase; 3]> = Vec::new();
    let mut row = |name: &str, what: Phrase, rules: &[Rule]| rows.push([name.into(), what, by(rules)]);
    row(
        "Line",
        "any two points of the two units, clear from either end; the range is the shortest clear line".into(),
        &[rule::TERRAIN],
    );
    row("Arc", "45 degrees outward from both front corners; some part of the target".into(), &[rule::FIRE]);
    row(
        "Friends",
        phrase![
            "no line of fire within ",
            facts.inches("friend_clearance"),
            " of friends, unless over their heads: ",
            facts.if_on("mutual_overhead_fire", "firer or target stands high enough", "the firer stands high enough"),
        ],
        &[rule::FIRE, rule::TERRAIN],
    );
    row(
        "Enemies between",
        phrase![facts.if_on("enemies_block_sight", "block as a tall obstruction", "block nothing")],
        &[rule::TERRAIN],
    );
    row(
        "Woods, towns",
        phrase![
            "sight goes ",
            facts.inches("woods_sight"),
            " in woods; ",
            facts.if_on(
                "sight_through_towns",
                "in towns too, and through them",
                "into and out of towns too, not through them"
            ),
        ],
        &[rule::FIRE, rule::TERRAIN],
    );
    row(
        "Tall obstruction",
        "hides a strip behind it from higher ground. With the way to its far side A: one level above A, two ½ A, three ¼ A. The one nearest to the target counts"
            .into(),
        &[rule::TERRAIN],
    );
    row(
        "Hills between",
        phrase![
            facts.if_on("high_ground_blocks", "higher than both: block; ", "higher than both: do not block; "),
            facts.if_on(
                "hills_cast_shadows",
                "no higher than the viewer: hide a strip as a tall obstruction on their ground",
                "no higher than the viewer: hide nothing",
            ),
        ],
        &[rule::TERRAIN],
    );
    let crest = facts.source.setting("crest_hides");
    let hides = if facts.source.is_on(&crest) {
        phrase![
            facts.words(crest, "hides from lower ground units more than "),
            facts.inches("crest_distance"),
            " behind the edge of a stepped hill",
        ]
    } else {
        phrase![facts.words(crest, "hides nothing behind the edge of a hill")]
    };
    row("Crest", hides, &[rule::TERRAIN]);
    Chart::new("sight", "Sight and fire", cited(&[rule::FIRE, rule::TERRAIN]), list(["", "What", "Rule"], rows))
        .at(2, 5, 12)
}
