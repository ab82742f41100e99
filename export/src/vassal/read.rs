//! Reading of a module as a draft of a scenario.

use std::collections::{BTreeMap, BTreeSet};

use battlewright_schema::System;
use roxmltree::{Document, Node};

use super::board::ModuleBoard;
use super::choice::{self, Choice, Contents};
use super::error::{ChoiceError, ModuleError};
use super::pieces::{KnownUnit, Pieces};
use super::saved;
use super::sides::Sides;
use crate::archive::{Archive, Limits, xml};
use crate::import::{Draft, FoundUnit, Imported, StartPlace, is_noun, listed, words};

/// Reads the module in `bytes` as a new scenario of `system`: the first board with a hex grid as map picture and
/// numbering, and as units the pieces that start on the board, or those of a saved setup.
///
/// # Errors
/// The bytes are no module, exceed the limits of [`Archive`], or have no board with a hex grid; or the system is played on a table.
pub fn read(bytes: &[u8], system: System) -> Result<Imported, ModuleError> {
    read_chosen(bytes, system, &Choice::default())
}

/// Reads the module in `bytes` as [`read`] does, limited to the parts in `choice`.
///
/// # Errors
/// Those of [`read`], and if the module lacks a chosen part, or a side is chosen twice.
pub fn read_chosen(bytes: &[u8], system: System, choice: &Choice) -> Result<Imported, ModuleError> {
    opened(bytes, |document, archive, names| Ok(draft(document, archive, names, choice)?.finish(system)?))
}

/// Lists the choices that the module in `bytes` offers; pieces get the sides of [`Choice::sides`].
///
/// # Errors
/// Those of [`read_chosen`].
pub fn contents(bytes: &[u8], choice: &Choice) -> Result<Contents, ModuleError> {
    opened(bytes, |document, archive, names| {
        let standing = Choice { pieces: BTreeSet::new(), ..choice.clone() };
        let units = draft(document, archive, names, &standing)?.units;
        let roster = roster(document);
        let sides = sides(&roster, choice, &mut Vec::new())?;
        let mut pieces = Pieces::new(document, &sides);
        Ok(Contents::of(document, roster.clone(), choice::setups(document, names), &mut pieces, &sides.names(), &units))
    })
}

/// Opens the module in `bytes` and runs `work` on its build file, its archive and the names of its files.
fn opened<T>(
    bytes: &[u8],
    work: impl FnOnce(&Document<'_>, &mut Archive<'_>, &BTreeSet<String>) -> Result<T, ModuleError>,
) -> Result<T, ModuleError> {
    let mut archive = Archive::open(bytes, Limits::default())?;
    let names: BTreeSet<String> = archive.names().collect();
    for (file, what) in [("savedGame", "a saved game"), ("extensiondata", "an extension")] {
        if names.contains(file) {
            return Err(ModuleError::OtherFile(what));
        }
    }
    let file = ["buildFile.xml", "buildFile"].into_iter().find(|name| names.contains(*name));
    let file = file.ok_or(ModuleError::NoBuildFile)?;
    let text = archive.text(file)?.unwrap_or_default();
    let document = xml(&text, file)?;
    work(&document, &mut archive, &names)
}

/// Returns the sides of the scenario: the chosen ones, or the first two of `roster`.
fn sides(roster: &[String], choice: &Choice, notes: &mut Vec<String>) -> Result<Sides, ModuleError> {
    match &choice.sides {
        Some(chosen) => Ok(Sides::chosen(roster, chosen)?),
        None => Ok(Sides::first(roster, notes)),
    }
}

/// Reads the draft of a scenario.
fn draft(
    document: &Document<'_>,
    archive: &mut Archive<'_>,
    names: &BTreeSet<String>,
    choice: &Choice,
) -> Result<Draft, ModuleError> {
    let mut notes = Vec::new();
    let board = ModuleBoard::first(document, archive, &mut notes)?;
    let sides = sides(&roster(document), choice, &mut notes)?;
    let mut pieces = Pieces::new(document, &sides);
    let mut units = Vec::new();
    if choice.setup.is_none() {
        units = of_stacks(document, &board, &mut pieces);
    }
    if !units.iter().any(|unit| matches!(unit.place, StartPlace::Hex(_))) {
        units.extend(of_setup(document, archive, names, &board, &mut pieces, choice, &mut notes)?);
    }
    for (_, slot) in choice::slots(document).filter(|(number, _)| choice.pieces.contains(number)) {
        let Some(KnownUnit { mut unit, due, zone }) = pieces.unit(&slot) else { continue };
        unit.place = match (due, zone) {
            (Some((turn, at)), _) => StartPlace::Enters { turn, at },
            (None, zone) => zone.map_or(StartPlace::Unplaced, StartPlace::Zone),
        };
        units.push(unit);
    }
    if units.len() > MOST_UNITS {
        notes.push(format!("Of {} pieces the first {MOST_UNITS} were taken", units.len()));
        units.truncate(MOST_UNITS);
    }
    if units.is_empty() {
        let none = match &choice.setup {
            Some(setup) => format!("The saved setup {setup} has no units"),
            None => "No pieces start on the map, and no saved setup has any".to_owned(),
        };
        notes.push(format!("{none}: add the units in the editor, or from a spreadsheet"));
    }
    let title = document.root_element().attribute("name").filter(|name| !name.trim().is_empty());
    notes.splice(0..0, board.notes());
    notes.extend(pieces.notes());
    notes.extend(others(document));
    let zones = board.zones().to_vec();
    let (ground, picture) = board.finish();
    Ok(Draft {
        title: title.unwrap_or("Untitled").to_owned(),
        ground,
        picture,
        sides: sides.names(),
        turns: turns(document),
        zones,
        units,
        notes,
    })
}

/// Reads the units in setup stacks, on the board or off it.
fn of_stacks(document: &Document<'_>, board: &ModuleBoard, pieces: &mut Pieces<'_>) -> Vec<FoundUnit> {
    let mut units = Vec::new();
    for stack in components(document, "SetupStack") {
        let on_board = board.holds(&stack);
        let place = if on_board { board.place(&stack) } else { None };
        let name = stack.attribute("location").or(stack.attribute("name")).unwrap_or_default();
        for slot in stack.descendants().filter(|node| matches!(class(node), "PieceSlot" | "CardSlot")) {
            let Some(KnownUnit { mut unit, due, zone }) = pieces.unit(&slot) else { continue };
            match (place, due) {
                (Some(cell), _) => unit.place = StartPlace::Hex(cell),
                (None, Some((turn, at))) => unit.place = StartPlace::Enters { turn, at },
                (None, None) if zone.is_some() => unit.place = zone.map(StartPlace::Zone).unwrap_or_default(),
                (None, None) if on_board => pieces.astray.push(format!("{} at {name}", unit.name)),
                (None, None) => {}
            }
            units.push(unit);
        }
    }
    units
}

/// The most units of a module.
const MOST_UNITS: usize = 5_000;

/// The most saved setups read.
const MOST_SETUPS: usize = 50;

/// Reads the units of the chosen saved setup, or of the first one with a unit on `board`. Units elsewhere keep the entry
/// or setup zone in their traits.
fn of_setup(
    document: &Document<'_>,
    archive: &mut Archive<'_>,
    names: &BTreeSet<String>,
    board: &ModuleBoard,
    pieces: &mut Pieces<'_>,
    choice: &Choice,
    notes: &mut Vec<String>,
) -> Result<Vec<FoundUnit>, ModuleError> {
    let mut setups = choice::setups(document, names);
    if let Some(chosen) = &choice.setup {
        let known: Vec<String> = setups.iter().map(|setup| setup.name.clone()).collect();
        setups.retain(|setup| setup.name == *chosen || setup.file == *chosen);
        if setups.is_empty() {
            return Err(ChoiceError::NoSetup { name: chosen.clone(), known }.into());
        }
    }
    let files: Vec<&str> = setups.iter().map(|setup| setup.file.as_str()).collect();
    if files.len() > MOST_SETUPS {
        notes.push(format!("Of {} saved setups only the first {MOST_SETUPS} were read", files.len()));
    }
    for (n, file) in files.iter().enumerate().take(MOST_SETUPS) {
        let commands = match saved::pieces(&archive.read(file)?.unwrap_or_default()) {
            Ok(commands) => commands,
            Err(error) if choice.setup.is_some() => {
                return Err(ModuleError::SavedSetup { file: (*file).to_owned(), error });
            }
            Err(why) => {
                notes.push(format!("The saved setup {file} was left out: {why}"));
                continue;
            }
        };
        let found = commands.iter().filter_map(|command| {
            let (KnownUnit { mut unit, due, zone }, map, at) = pieces.saved(command)?;
            unit.place = match (board.at(&map, at), due, zone) {
                (Some(cell), ..) => StartPlace::Hex(cell),
                (None, Some((turn, at)), _) => StartPlace::Enters { turn, at },
                (None, None, zone) => zone.map(StartPlace::Zone).unwrap_or_default(),
            };
            Some(unit)
        });
        let found: Vec<FoundUnit> = found.collect();
        if choice.setup.is_some() || found.iter().any(|unit| matches!(unit.place, StartPlace::Hex(_))) {
            if !found.is_empty() {
                notes.push(format!("The units are those of the saved setup {file}"));
            }
            let others: Vec<String> = files.iter().skip(n + 1).map(|file| (*file).to_owned()).collect();
            if !others.is_empty() {
                notes.push(format!("Other saved setups were left out: {}", listed(&others)));
            }
            return Ok(found);
        }
    }
    Ok(Vec::new())
}

/// Returns the class name of a component, without its package.
pub(super) fn class<'n>(node: &Node<'n, '_>) -> &'n str {
    let name = node.tag_name().name();
    name.rsplit('.').next().unwrap_or(name)
}

/// Returns all components of a class.
pub(super) fn components<'n>(document: &'n Document<'_>, name: &'static str) -> impl Iterator<Item = Node<'n, 'n>> {
    document.descendants().filter(move |node| node.is_element() && class(node) == name)
}

/// Returns the sides of the player roster, without observers and the like.
fn roster(document: &Document<'_>) -> Vec<String> {
    let entries = components(document, "PlayerRoster").flat_map(|roster| roster.children());
    let names = entries.filter(|node| node.has_tag_name("entry")).filter_map(|node| node.text());
    let watches = |name: &str| {
        let words = words(name);
        ["observer", "solo", "referee", "umpire", "moderator", "both"]
            .iter()
            .any(|noun| words.iter().any(|word| is_noun(word, noun)))
    };
    names.map(str::trim).filter(|name| !name.is_empty() && !watches(name)).take(20).map(str::to_owned).collect()
}

/// Returns the number of turns of the turn tracker.
fn turns(document: &Document<'_>) -> Option<u8> {
    let named = components(document, "ListTurnLevel").next().and_then(|level| level.attribute("list"));
    let named = named.map(|list| super::sequence::split(list, ','));
    // A last name such as "Turn 12" gives the number.
    let numbered = named.as_ref().and_then(|names| names.last()?.strip_prefix("Turn ").and_then(crate::import::small));
    let counted = components(document, "CounterTurnLevel").next();
    let counted = counted.and_then(|level| level.attribute("loopLimit")?.parse::<u8>().ok());
    let turns = numbered.or_else(|| u8::try_from(named?.len()).ok()).or(counted);
    turns.filter(|turns| (1..=99).contains(turns))
}

/// Describes the parts of the module that a scenario cannot have; `None` if there are none.
fn others(document: &Document<'_>) -> Option<String> {
    const WHAT: [(&str, &str); 4] = [
        ("PrivateMap", "private windows"),
        ("PlayerHand", "hands"),
        ("GlobalKeyCommand", "commands"),
        ("Inventory", "inventories"),
    ];
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for node in document.descendants().filter(Node::is_element) {
        *counts.entry(class(&node)).or_default() += 1;
    }
    let decks = components(document, "DrawPile").map(|deck| {
        let pieces = deck.descendants().filter(|node| matches!(class(node), "PieceSlot" | "CardSlot")).count();
        let name: String = deck.attribute("name").unwrap_or("unnamed").chars().take(40).collect();
        format!("{name} ({pieces})")
    });
    let decks: Vec<String> = decks.collect();
    let decks = (!decks.is_empty()).then(|| format!("the pieces of decks: {}", listed(&decks)));
    let found = WHAT.iter().filter_map(|(class, what)| Some(format!("{} {what}", counts.get(class)?)));
    let found: Vec<String> = found.chain(decks).collect();
    (!found.is_empty()).then(|| format!("Left out: {}", found.join(", ")))
}
