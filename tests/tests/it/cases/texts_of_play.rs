//! The texts of random games of all bundled scenarios: names in place of ids, and verbs in the number of the name.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use battlewright_engine::any::AnyGame;
use battlewright_engine::game::{Game as _, Turn};
use battlewright_engine::play::Match;
use battlewright_engine::show::{Click, Fact, Line, Show as _, SideBoard, Spot};
use battlewright_schema::{Scenario, load};
use battlewright_tests::workspace::root;

/// The number of inputs of each game.
const INPUTS: usize = 500;

/// The number of inputs after which the whole display is read.
const EACH: usize = 40;

/// The words for bodies of troops with which a plural name ends.
const PLURALS: [&str; 25] = [
    "fusiliers",
    "rhinelanders",
    "westphalians",
    "bombers",
    "carabiniers",
    "chasseurs",
    "cuirassiers",
    "dragoons",
    "fighters",
    "grenadiers",
    "guns",
    "hessians",
    "hussars",
    "lancers",
    "squadrons",
    "tanks",
    "tirailleurs",
    "troops",
    "uhlans",
    "voltigeurs",
    "zouaves",
    "guards",
    "batteries",
    "marines",
    "companies",
];

/// The plurals of verbs, which stand after no singular name.
const PLURAL_VERBS: [&str; 30] = [
    "are", "have", "were", "do", "move", "enter", "fire", "charge", "assault", "attack", "retreat", "lose", "rally",
    "roll", "march", "maneuver", "deploy", "hold", "pass", "fall", "go", "break", "stand", "join", "take", "withdraw",
    "return", "advance", "stay", "run",
];

/// A bundled scenario and the texts of its game.
struct Played {
    file: String,
    text: String,
    scenario: Scenario,
    texts: [BTreeSet<String>; 3],
}

/// The games of all bundled scenarios, played once for all tests.
static PLAYED: LazyLock<Vec<Played>> = LazyLock::new(|| {
    let files = fs::read_dir(root().join("scenarios")).unwrap().map(|file| file.unwrap().path());
    let mut files: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|end| end == "toml")).collect();
    files.sort();
    let name = |path: &PathBuf| path.file_name().unwrap().to_str().unwrap().to_owned();
    let texts = files.iter().map(|path| (name(path), fs::read_to_string(path).unwrap()));
    let played = |(file, text): (String, String)| {
        let scenario = load(&text).scenario?;
        let texts = texts_of(&scenario);
        Some(Played { file, text, scenario, texts })
    };
    texts.filter_map(played).collect()
});

/// Returns the texts of the log, those of prompts, choices, tooltips and boards, and those of refusals, of a random game.
fn texts_of(scenario: &Scenario) -> [BTreeSet<String>; 3] {
    let mut game = Match::seeded(AnyGame::new(scenario).unwrap(), 7);
    let (mut shown, mut refused): (BTreeSet<String>, BTreeSet<String>) = Default::default();
    // Numbers for the choices, always the same.
    let mut number = 1_u64;
    for input in 0..INPUTS {
        game.roll();
        let Turn::Choose(side) = game.now().turn() else {
            if matches!(game.now().turn(), Turn::Over(_)) {
                break;
            } else {
                continue;
            };
        };
        let known = game.now().seen_by(side);
        let mut legal = Vec::new();
        known.actions(&mut legal);
        let status = known.status();
        shown.extend([status.prompt, status.phase]);
        if input % EACH == 0 {
            read_display(&known, &mut shown);
            refused.extend(known.pieces().into_iter().map(|piece| known.why_not(Click::Piece(piece.id)).reason));
            for action in legal.iter().take(60) {
                shown.insert(known.label(action).text);
                shown.extend(known.help(action).map(|fact| fact.text));
                if let Some(odds) = known.odds(action) {
                    shown.extend(odds.modifiers.into_iter().map(|(name, _)| name));
                    shown.extend(odds.cases.into_iter().map(|case| case.name));
                }
            }
        }
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let choice = usize::try_from(number >> 33).unwrap() % legal.len().max(1);
        let Some(action) = legal.get(choice) else { break };
        shown.insert(known.label(action).text);
        game.choose(*action).unwrap();
    }
    let told = game.story().map(|(_, line)| line).flat_map(|line: Line| {
        let step = line.step.map(|step| step.ended().text(&[]));
        [Some(line.text), step].into_iter().flatten()
    });
    [told.collect(), shown, refused]
}

/// Adds the texts of counters, tooltips and boards.
fn read_display(known: &AnyGame, shown: &mut BTreeSet<String>) {
    let fact = |fact: Fact| fact.text;
    for piece in known.pieces() {
        shown.extend(known.card(&piece.id).into_iter().flat_map(|card| card.state).map(fact));
        shown.extend(piece.formation.clone());
        shown.insert(piece.name.clone());
        match piece.spot {
            Spot::Turn(_, text) | Spot::Out(text) => drop(shown.insert(text)),
            Spot::On(_) => {}
        }
    }
    for SideBoard { title, help, tokens, .. } in known.boards() {
        shown.extend([title.to_owned(), help.to_owned()]);
        for token in tokens {
            shown.extend([token.text, token.note, token.help]);
        }
    }
    for mark in known.marks() {
        shown.extend([mark.legend.name.to_owned(), mark.legend.help.to_owned()]);
    }
    shown.extend(known.table_marks(None).into_iter().map(|mark| mark.note));
    shown.extend(known.tracks().into_iter().map(|track| track.name.to_owned()));
}

/// Returns the ids of a scenario, each with its name, if it has another one.
fn ids(text: &str) -> BTreeMap<String, String> {
    fn collect(value: &toml::Value, found: &mut BTreeMap<String, String>) {
        match value {
            toml::Value::Table(table) => {
                let word = |key: &str| table.get(key).and_then(toml::Value::as_str);
                if let (Some(id), Some(name)) = (word("id"), word("name"))
                    && id != name
                {
                    found.insert(id.to_owned(), name.to_owned());
                }
                table.values().for_each(|value| collect(value, found));
            }
            toml::Value::Array(list) => list.iter().for_each(|value| collect(value, found)),
            _ => {}
        }
    }
    let mut found = BTreeMap::new();
    collect(&toml::Value::Table(text.parse().unwrap()), &mut found);
    found
}

/// Returns the words of a text: letters, digits, and what binds them in ids.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !(letter.is_alphanumeric() || "-_/".contains(letter))).filter(|word| !word.is_empty())
}

#[test]
fn no_text_of_a_game_shows_an_id_that_has_a_name() {
    for Played { file, text, texts: [told, shown, refused], .. } in PLAYED.iter() {
        let ids = ids(text);
        assert!(told.len() > 20 && shown.len() > 20, "{file}");
        // An id that is a word of the rules or of a name, such as "village", or the number of a hex.
        let is_number = |id: &str| id.chars().all(|letter| letter.is_ascii_digit() || letter == '/' || letter == '-');
        let ordinary: BTreeSet<&str> =
            ids.values().flat_map(|name| words(name)).chain(["village", "mill", "farm", "town"]).collect();
        for text in told.iter().chain(shown).chain(refused) {
            for word in words(text) {
                let Some(name) = ids.get(word).filter(|_| !ordinary.contains(word) && !is_number(word)) else {
                    continue;
                };
                // The letter of an entry is also the article.
                if word.len() == 1
                    && !["at", "by", "instead of"].iter().any(|at| text.contains(&format!(" {at} {word}")))
                {
                    continue;
                }
                // The letter of an entry, which the map shows, beside its name.
                assert!(text.contains(&format!("{name} ({word})")), "{file}: {word:?} is {name:?} in {text:?}");
            }
            assert!(!text.contains("enters at 0") || text.contains('('), "{file}: {text:?}");
        }
    }
}

/// Returns `true` if a unit of this name acts in the plural.
fn is_plural(name: &str) -> bool {
    let end = [",", " (", " of ", " de ", " d'"].iter().filter_map(|end| name.find(end)).min().unwrap_or(name.len());
    let last = name[..end].split(' ').rev().find(|word| !word.chars().all(|letter| letter.is_ascii_digit()));
    last.is_some_and(|last| PLURALS.contains(&last.to_lowercase().as_str()))
}

#[test]
fn every_verb_of_the_log_has_the_number_of_the_name_before_it() {
    let (mut plurals, mut singulars) = (0, 0);
    for Played { file, scenario, texts: [told, shown, _], .. } in PLAYED.iter() {
        let common = scenario.common();
        let sides: Vec<String> = common.sides().iter().map(|side| side.name.to_owned()).collect();
        let names: BTreeSet<String> =
            (0..).map_while(|unit| common.unit(unit)).map(|unit| unit.name.to_owned()).collect();
        for text in told.iter().chain(shown) {
            for name in names.iter().filter(|name| text.contains(name.as_str())) {
                for (at, _) in text.match_indices(name.as_str()) {
                    let before = text[..at].chars().next_back();
                    let mut rest = &text[at + name.len()..];
                    if before.is_some_and(|letter| letter.is_alphanumeric() || letter == '\'' || letter == '-') {
                        continue;
                    }
                    for side in &sides {
                        let of_side = [format!(", {side}"), format!(" ({side})")];
                        rest = of_side.iter().find_map(|part| rest.strip_prefix(part.as_str())).unwrap_or(rest);
                    }
                    // Several names before a verb, or the order to assault the unit.
                    if [", ", " and ", "the order to assault "].iter().any(|before| text[..at].ends_with(before)) {
                        continue;
                    }
                    let Some(rest) = rest.strip_prefix(' ') else { continue };
                    let verb: String = rest.chars().take_while(|letter| letter.is_alphabetic()).collect();
                    let is_verb_of_one = verb.len() > 1
                        && verb.ends_with('s')
                        && !["across", "pass", "less", "miss"].contains(&verb.as_str());
                    if is_plural(name) {
                        assert!(!is_verb_of_one, "{file}: {text:?}");
                        plurals += usize::from(PLURAL_VERBS.contains(&verb.as_str()));
                    } else {
                        let asks = text[..at].ends_with("does ");
                        assert!(asks || !PLURAL_VERBS.contains(&verb.as_str()), "{file}: {text:?}");
                        singulars += usize::from(is_verb_of_one);
                    }
                }
            }
        }
    }
    assert!(plurals > 30 && singulars > 300, "{plurals} {singulars}");
}
