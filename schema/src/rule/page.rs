//! The page *Words of the rules* of a system, made from its vocabulary.

use std::fmt::Write;

use super::names::EDGE_WORDS;
use super::vocabulary::{
    ActFallback, CommonFact, FactInfo, GivenInfo, HookKind, Knowledge, Stability, ValueType, Vocabulary,
};
use crate::System;

/// Returns the page in Markdown, from its title on.
pub(crate) fn page(system: System) -> String {
    let vocabulary = system.vocabulary();
    let title = system.title();
    let mut page = format!(
        "# Words of the rules: {title}\n\nThe words that rules in rows use in scenarios and rulesets of *{title}*. A row stands under \
         `[rules]`.\n\n"
    );
    lists(&mut page, vocabulary);
    facts(&mut page, vocabulary);
    sources(&mut page, vocabulary);
    calculations(&mut page);
    hooks(&mut page, vocabulary);
    acts(&mut page, vocabulary);
    lifts(&mut page, vocabulary);
    events(&mut page, vocabulary);
    skips(&mut page, vocabulary);
    page
}

// Writing to a string cannot fail.
fn line(page: &mut String, text: &str) {
    let _ = writeln!(page, "{text}");
}

fn lists(page: &mut String, vocabulary: &Vocabulary) {
    line(page, "## Lists of words\n\n| list | words |\n|---|---|");
    for list in [vocabulary.kinds, vocabulary.phases].into_iter().chain(vocabulary.lists.iter().copied()) {
        let _ = writeln!(page, "| {} | {} |", list.plural, codes(list.words.iter().copied()));
    }
    line(
        page,
        "\nSides, units, formations and places are named by their ids. A hex is written `@0814`, yes and no as `yes` and `no`.",
    );
}

fn facts(page: &mut String, vocabulary: &Vocabulary) {
    line(
        page,
        "\n## What an expression can ask\n\n*Changes* tells how long the answer stays the same: a number or an answer of the rules takes \
         only what stays the same as long as itself.\n*Known to* tells who knows the answer.\n\n\
         | word | answer | changes | known to | meaning | rule |\n|---|---|---|---|---|---|",
    );
    let common = CommonFact::ALL.into_iter().filter(|fact| vocabulary.has_hexes || !fact.needs_hexes());
    let common = common.map(|fact| fact.info(vocabulary));
    let facts: Vec<FactInfo> = common.chain(vocabulary.facts.iter().copied()).collect();
    for fact in &facts {
        let (use_, answer) = (usage(fact.name, fact.subject, fact.parameters), answer(fact));
        let (changes, known) = (changes(fact.stability), known(fact.knowledge));
        let meaning = meaning(fact.phrase, fact.subject, fact.parameters);
        let _ = writeln!(page, "| `{use_}` | {answer} | {changes} | {known} | {meaning} | {} |", fact.rule);
    }
    line(page, "\n`unit has WORD` asks for a tag of a unit (`tags = [\"guard\"]`).");
    if vocabulary.has_hexes {
        let _ = writeln!(
            page,
            "`hex has WORD` asks for a terrain by its name in the map, by a class or by a look, such as `woods`.\n`edge(hex, hex) has \
             WORD` asks for {} between two hexes.",
            codes(EDGE_WORDS)
        );
    }
    line(
        page,
        "`counter(id)` or `counter(id, unit)` is the number of a counter of `[[rules.counter]]`. A unit, a side or a place can start \
         with its own\nnumber: `counters = { fires = 4 }`.",
    );
    let of_turns = facts.iter().filter(|fact| fact.stability == Stability::Turn).map(|fact| fact.name);
    let _ = writeln!(page, "Conditions of `[[rules.table]]` can ask: {}.", codes(of_turns));
}

fn sources(page: &mut String, vocabulary: &Vocabulary) {
    line(page, "\n## Sources of values\n\n| word | values | changes | meaning | rule |\n|---|---|---|---|---|");
    line(page, "| `all-units` | unit | not while a unit moves | all units in play | |");
    if vocabulary.has_hexes {
        line(page, "| `units(hex)` | unit | not while a unit moves | the units in the hex | |");
    }
    line(page, "| `units-of(formation)` | unit | not while a unit moves | the units of the formation in play | |");
    if vocabulary.has_hexes {
        line(page, "| `neighbors(hex)` | hex | never | the hexes next to the hex | |");
        line(page, "| `within(hex, 3)` | hex | never | the hexes at most so far away, itself included; 5 at most | |");
    }
    for source in vocabulary.sources {
        let (use_, changes) = (usage(source.name, None, source.parameters), changes(source.stability));
        let (element, meaning) = (source.element.word(), meaning(source.phrase, None, source.parameters));
        let _ = writeln!(page, "| `{use_}` | {element} | {changes} | {meaning} | {} |", source.rule);
    }
}

fn calculations(page: &mut String) {
    line(
        page,
        "\nThey stand within `any(u in SOURCE where …)`, `all(…)`, `count(…)`, and `sum(NUMBER for u in SOURCE where …)`, `least(…)`, \
         `most(…)`.\nOf two numbers or more, `least(2, x)` and `most(2, x)` are the least and the greatest.\n`half-up(x)`, `half-down(x)`, \
         `ceil-div(x, 3)` and `floor-div(x, 3)` divide.",
    );
}

fn hooks(page: &mut String, vocabulary: &Vocabulary) {
    if vocabulary.hooks.is_empty() {
        return;
    }
    line(
        page,
        "\n## Numbers and answers: `to` of `[[rules.modifier]]`\n\n| word | kind | gives | may ask | meaning | rule |\n|---|---|---|---|---|---|",
    );
    for hook in vocabulary.hooks {
        let kind = match hook.kind {
            HookKind::Sum => format!("sum, {} to {}", hook.least, hook.most),
            HookKind::Number => format!("{} to {}", hook.least, hook.most),
            HookKind::YesNo => "yes or no".to_owned(),
        };
        let mut may = takes(hook.takes).to_owned();
        if hook.takes_known == Knowledge::Secret {
            may.push_str(", also secrets");
        }
        let given = given(hook.given);
        let _ = writeln!(page, "| `{}` | {kind} | {given} | {may} | {} | {} |", hook.name, hook.phrase, hook.rule);
    }
    let published = vocabulary.hooks.iter().filter(|hook| !hook.published.is_empty());
    let published: Vec<_> = published.collect();
    if !published.is_empty() {
        line(page, "\n`drop` takes out published modifiers:\n\n| of | ids |\n|---|---|");
        for hook in published {
            let _ = writeln!(page, "| `{}` | {} |", hook.name, codes(hook.published.iter().copied()));
        }
    }
}

fn acts(page: &mut String, vocabulary: &Vocabulary) {
    if vocabulary.acts.is_empty() {
        return;
    }
    line(
        page,
        "\n## Acts: `act` of `[[rules.forbid]]`\n\n| word | gives | may ask | if nothing is left | meaning | rule |\n|---|---|---|---|---|---|",
    );
    for act in vocabulary.acts {
        let left = match act.fallback {
            ActFallback::Blocked => "as if terrain forbade it",
            ActFallback::Pass => "the side passes",
            ActFallback::Ignored => "the row is ignored",
        };
        let (given, may) = (given(act.given), takes(act.takes));
        let _ = writeln!(page, "| `{}` | {given} | {may} | {left} | {} | {} |", act.name, act.phrase, act.rule);
    }
}

fn lifts(page: &mut String, vocabulary: &Vocabulary) {
    if vocabulary.lifts.is_empty() {
        return;
    }
    line(
        page,
        "\n## Prohibitions: `despite` of `[[rules.allow]]`\n\n| word | gives | meaning | rule |\n|---|---|---|---|",
    );
    for lift in vocabulary.lifts {
        let _ = writeln!(page, "| `{}` | {} | {} | {} |", lift.name, given(lift.given), lift.phrase, lift.rule);
    }
}

fn events(page: &mut String, vocabulary: &Vocabulary) {
    if !vocabulary.triggers.is_empty() {
        line(page, "\n## Moments: `on` of `[[rules.event]]`\n\n| word | gives | meaning |\n|---|---|---|");
        for trigger in vocabulary.triggers {
            let _ = writeln!(page, "| `{}` | {} | {} |", trigger.name, given(trigger.given), trigger.phrase);
        }
    }
    if !vocabulary.effects.is_empty() {
        line(page, "\n## Effects: `do` of `[[rules.event]]`\n\n| word | range | meaning |\n|---|---|---|");
        for effect in vocabulary.effects {
            let use_ = usage(effect.name, None, effect.parameters);
            let range =
                effect.number.map_or_else(|| "happens".to_owned(), |(least, most)| format!("{least} to {most}"));
            let _ = writeln!(page, "| `{use_}` | {range} | {} |", meaning(effect.phrase, None, effect.parameters));
        }
    }
}

fn skips(page: &mut String, vocabulary: &Vocabulary) {
    if vocabulary.skips.is_empty() {
        return;
    }
    line(
        page,
        "\n## Phases: `phase` of `[[rules.skip]]`\n\n| word | gives | if it is skipped | meaning | rule |\n|---|---|---|---|---|",
    );
    for skip in vocabulary.skips {
        let (given, without) = (given(skip.given), skip.without);
        let _ = writeln!(page, "| `{}` | {given} | {without} | {} | {} |", skip.name, skip.phrase, skip.rule);
    }
    line(page, "\nA condition is asked when the phase would begin, and `phase` is that phase.");
}

/// Returns a word as it is written, such as `hex.in-ezoc(side)`.
pub(super) fn usage(name: &str, subject: Option<ValueType>, parameters: &[ValueType]) -> String {
    let before = subject.map_or_else(String::new, |subject| format!("{}.", subject.word()));
    let types: Vec<&str> = parameters.iter().map(|value| value.word()).collect();
    let after = if types.is_empty() { String::new() } else { format!("({})", types.join(", ")) };
    format!("{before}{name}{after}")
}

pub(super) fn answer(fact: &FactInfo) -> String {
    match fact.value {
        ValueType::Number => format!("{} to {}", fact.least, fact.most),
        other => other.described(),
    }
}

pub(super) fn meaning(phrase: &str, subject: Option<ValueType>, parameters: &[ValueType]) -> String {
    let types = subject.into_iter().chain(parameters.iter().copied());
    let mut text = phrase.to_owned();
    let mut seen: Vec<ValueType> = Vec::new();
    for (index, value) in types.enumerate() {
        let article = if seen.contains(&value) { "another" } else { "the" };
        text = text.replace(&format!("{{{index}}}"), &format!("{article} {}", value.word()));
        seen.push(value);
    }
    text
}

pub(super) fn given(given: &[GivenInfo]) -> String {
    let words = given.iter().map(|given| {
        let list = if given.is_list { "list of " } else { "" };
        match given.value {
            ValueType::Number => format!("`{}` ({} to {})", given.name, given.least, given.most),
            ValueType::YesNo => format!("`{}` (yes or no)", given.name),
            value => format!("`{}` ({list}{})", given.name, value.word()),
        }
    });
    let words: Vec<String> = words.collect();
    words.join(", ")
}

pub(super) fn changes(stability: Stability) -> &'static str {
    match stability {
        Stability::Fixed => "never",
        Stability::Turn => "with the turn",
        Stability::Phase => "with the phase",
        Stability::Move => "not while a unit moves",
        Stability::Live => "at any time",
    }
}

fn takes(stability: Stability) -> &'static str {
    match stability {
        Stability::Fixed => "what never changes",
        Stability::Turn => "what stays within a turn",
        Stability::Phase => "what stays within a phase",
        Stability::Move => "what stays while a unit moves",
        Stability::Live => "anything",
    }
}

pub(super) fn known(knowledge: Knowledge) -> &'static str {
    match knowledge {
        Knowledge::Open => "both sides",
        Knowledge::Own => "its side",
        Knowledge::Secret => "its side until both have chosen",
    }
}

fn codes<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let words: Vec<String> = words.into_iter().map(|word| format!("`{word}`")).collect();
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_on_the_page_and_no_hole_is_left() {
        for system in System::EVERY.iter().copied() {
            let (page, vocabulary) = (page(system), system.vocabulary());
            let facts = vocabulary.facts.iter().map(|fact| usage(fact.name, fact.subject, fact.parameters));
            let hooks = vocabulary.hooks.iter().map(|hook| hook.name.to_owned());
            let acts = vocabulary.acts.iter().map(|act| act.name.to_owned());
            let lifts = vocabulary.lifts.iter().map(|lift| lift.name.to_owned());
            let skips = vocabulary.skips.iter().map(|skip| skip.name.to_owned());
            for word in facts.chain(hooks).chain(acts).chain(lifts).chain(skips) {
                assert!(page.contains(&format!("| `{word}` | ")), "{system:?} {word}");
            }
            let page = page.replace("`counters = { fires = 4 }`", "");
            assert!(!page.contains('{'), "{system:?}: a phrase has a hole");
        }
    }
}
