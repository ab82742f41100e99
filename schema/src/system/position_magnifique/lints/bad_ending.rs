//! Endings without a condition or a winner.

use crate::diagnostic::Diagnostic;
use crate::lint::context::Context;
use crate::path::DocPath;
use crate::position_magnifique::{Ending, VictoryLevel};
use crate::system::lints::endings::BAD_ENDING;

fn is_free(ending: &Ending) -> bool {
    let Ending { enters, controls_hexes, controls, controls_any, enemy_lacks, controls_more_of, .. } = ending;
    enters.is_empty()
        && controls_hexes.is_empty()
        && controls.is_empty()
        && controls_any.is_empty()
        && enemy_lacks.is_empty()
        && controls_more_of.is_empty()
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    for (key, endings) in [("sudden", &own.victory.sudden), ("last", &own.victory.last)] {
        for (row, ending) in endings.iter().enumerate() {
            let path = DocPath::root().key("victory").key(key).index(row);
            if is_free(ending) {
                found.push(
                    BAD_ENDING
                        .at(path.clone(), "the ending has no condition")
                        .help("add a condition, such as `controls` or `enters`")
                        .fix(cx.take_out("remove the ending", &path)),
                );
            }
            if ending.winner.is_none() && ending.level != VictoryLevel::Draw {
                found.push(BAD_ENDING.at(path, "the ending has no winner").help("add `winner = \"SIDE\"`"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_magnifique as shown;

    #[test]
    fn an_ending_has_a_condition_and_a_winner() {
        let with = |winner: &str, controls: &str| {
            let old = "winner = \"red\"\nlevel = \"victory\"\ncontrols = [\"village\"]\n";
            shown(&[(old, &format!("{winner}level = \"victory\"\n{controls}"))])
        };
        assert_eq!(with("winner = \"red\"\n", ""), ["bad-ending [[victory.last]]"]);
        assert_eq!(with("", "controls_any = [\"village\"]\n"), ["bad-ending [[victory.last]]"]);
        assert_eq!(with("winner = \"red\"\n", "enters = [\"0503\"]\n"), [] as [&str; 0]);
    }
}
