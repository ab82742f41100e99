//! The words of an example that come from its game.

use battlewright_engine::any::AnyGame;
use battlewright_engine::show::{Legend, MarkStyle, Odds, OddsCase, Place, Show, Spot};
use battlewright_schema::Scenario;

use super::{ExampleText, Shown, cell};

/// A line of words: what it is about, and what is said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CaptionLine {
    /// The words that stand out.
    pub(crate) head: String,
    /// The rest.
    pub(crate) text: String,
}

fn line(head: impl Into<String>, text: impl Into<String>) -> CaptionLine {
    CaptionLine { head: head.into(), text: text.into() }
}

/// Returns what the game says of the things that are shown on the map.
pub(crate) fn captions(scenario: &Scenario, game: &AnyGame, example: &ExampleText) -> Vec<CaptionLine> {
    example.show.iter().flat_map(|shown| caption(scenario, game, shown)).collect()
}

fn caption(scenario: &Scenario, game: &AnyGame, shown: &Shown) -> Vec<CaptionLine> {
    match shown {
        Shown::Reach => {
            let moving = game.pieces().into_iter().find(|piece| piece.active).map(|piece| piece.name);
            let left = game.status().movement.map(|movement| format!("{movement}. ")).unwrap_or_default();
            let text = format!("{left}Light hexes with a rim: {} can reach them.", moving.unwrap_or_default());
            vec![line("Reach", text)]
        }
        Shown::Marks => {
            let mut legends: Vec<(MarkStyle, &Legend)> = Vec::new();
            for mark in game.marks() {
                if is_drawn(mark.style) && legends.iter().all(|(_, known)| known.name != mark.legend.name) {
                    legends.push((mark.style, mark.legend));
                }
            }
            let told = legends.into_iter().map(|(style, legend)| {
                line(
                    format!("{} ({})", legend.name, style_words(style)),
                    format!("{} ({})", legend.help, legend.rule.number),
                )
            });
            told.collect()
        }
        Shown::Ranges(unit) => {
            let mut legends: Vec<&Legend> = Vec::new();
            for mark in game.table_marks(Some(unit)) {
                if legends.iter().all(|known| known.name != mark.legend.name) {
                    legends.push(mark.legend);
                }
            }
            let told = legends
                .into_iter()
                .map(|legend| line(legend.name, format!("{} ({})", legend.help, legend.rule.number)));
            told.collect()
        }
        Shown::Sight([from, to]) => sight(scenario, game, [from, to]).into_iter().collect(),
        Shown::Odds(notation) => {
            let action = game.parse_action(notation);
            let Some((action, odds)) = action.and_then(|action| Some((action, game.odds(&action)?))) else {
                return Vec::new();
            };
            let mut lines = vec![line(game.label(&action).text, modifiers(&odds))];
            lines.extend(odds.cases.iter().map(|case| line(case.name.clone(), results(case))));
            lines
        }
        Shown::Counter { .. } => Vec::new(),
    }
}

/// Returns `true` for marks of hexes that examples draw.
pub(super) fn is_drawn(style: MarkStyle) -> bool {
    !matches!(style, MarkStyle::Flag(_) | MarkStyle::Burst)
}

/// Names the look of a mark.
fn style_words(style: MarkStyle) -> &'static str {
    match style {
        MarkStyle::Tint => "red ground",
        MarkStyle::Outline => "red rim",
        MarkStyle::DenseHatching => "close lines",
        MarkStyle::WideHatching => "wide lines",
        MarkStyle::Flag(_) => "flag",
        MarkStyle::Burst => "burst",
    }
}

/// Returns the place of a unit, by its id, or of a hex, by its name.
pub(super) fn place(scenario: &Scenario, game: &AnyGame, name: &str) -> Option<Place> {
    let of_piece = game.pieces().into_iter().find(|piece| piece.id == name).and_then(|piece| match piece.spot {
        Spot::On(place) => Some(place),
        Spot::Turn(..) | Spot::Out(_) => None,
    });
    of_piece.or_else(|| Some(Place::Hex(cell(scenario, name)?)))
}

/// Returns the name of a unit, or the hex.
fn name(game: &AnyGame, name: &str) -> String {
    let piece = game.pieces().into_iter().find(|piece| piece.id == name);
    piece.map_or_else(|| name.to_owned(), |piece| piece.name)
}

fn sight(scenario: &Scenario, game: &AnyGame, [from, to]: [&str; 2]) -> Option<CaptionLine> {
    let head = format!("{} to {}", name(game, from), name(game, to));
    let (reasons, rule) = match [place(scenario, game, from)?, place(scenario, game, to)?] {
        [Place::Hex(a), Place::Hex(b)] => {
            let sight = game.sight(a, b)?;
            let reasons: Vec<String> = sight.obstacles.into_iter().map(|obstacle| obstacle.reason).collect();
            (reasons, sight.rule)
        }
        [Place::At(a), Place::At(b)] => {
            let sight = game.sight_on_table(a, b)?;
            (sight.obstacle.map(|obstacle| obstacle.reason).into_iter().collect(), sight.rule)
        }
        _ => return None,
    };
    let text = if reasons.is_empty() { "clear".to_owned() } else { format!("blocked: {}", reasons.join("; ")) };
    Some(line(head, format!("{text} ({})", rule.number)))
}

/// Returns the modifiers of a fight in a sentence.
fn modifiers(odds: &Odds) -> String {
    let all: Vec<String> = odds
        .modifiers
        .iter()
        .map(|(name, value)| {
            let sign = match value.signum() {
                -1 => "\u{2212}",
                _ if name.contains(':') => "+",
                _ => "",
            };
            format!("{name} {sign}{}", value.unsigned_abs())
        })
        .collect();
    if all.is_empty() { String::new() } else { format!("{}.", all.join(", ")) }
}

/// Returns the results of a case with their chances, in percent of all rolls.
fn results(case: &OddsCase) -> String {
    let percent = |rolls: u32| {
        let of = u64::from(case.of.max(1));
        let rounded = (u64::from(rolls) * 100 + of / 2) / of;
        if rounded == 0 && rolls > 0 { "under 1\u{a0}%".to_owned() } else { format!("{rounded}\u{a0}%") }
    };
    let all: Vec<String> = case.results.iter().map(|(name, rolls)| format!("{name} {}", percent(*rolls))).collect();
    format!("{}.", all.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_whole_percents_of_all_rolls() {
        let results_of = |rolls: &[(&str, u32)], of| {
            results(&OddsCase {
                name: String::new(),
                results: rolls.iter().map(|(name, rolls)| ((*name).to_owned(), *rolls)).collect(),
                of,
            })
        };
        assert_eq!(results_of(&[("retreat", 18), ("none", 18)], 36), "retreat 50\u{a0}%, none 50\u{a0}%.");
        assert_eq!(results_of(&[("lost", 1), ("none", 1295)], 1296), "lost under 1\u{a0}%, none 100\u{a0}%.");
    }

    #[test]
    fn modifiers_have_signs_but_values_have_none() {
        let odds = Odds::new(
            vec![("SP".to_owned(), 6), ("Shift: town".to_owned(), -3), ("Attacker: ER".to_owned(), 2)],
            Vec::new(),
        );
        assert_eq!(modifiers(&odds), "SP 6, Shift: town \u{2212}3, Attacker: ER +2.");
    }
}
