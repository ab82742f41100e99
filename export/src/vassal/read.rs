//! A module read as what a scenario can start from.

use std::collections::{BTreeMap, BTreeSet};

use battlewright_schema::System;
use roxmltree::{Document, Node};

use super::board::Board;
use super::pieces::{Known, Pieces};
use super::saved;
use super::sides::Sides;
use crate::archive::{Archive, Limits, xml};
use crate::import::{Draft, Found, Imported, Place, listed};

/// The module that `bytes` are, as a scenario of `system` to start from: its first board with a hex grid, as picture
/// and numbering, and the pieces that start on it, or those of a saved setup.
///
/// # Errors
/// It is no module, or one that breaks the limits of [`Archive`], or has no board with a hex grid; the reason in words.
pub fn read(bytes: &[u8], system: System) -> Result<Imported, String> {
    read_sides(bytes, system, None)
}

/// The module that `bytes` are, as [`read`] reads it, with `chosen` sides of the module as the two of the scenario: each
/// of them may be several that fight together. Without a choice they are the first two.
///
/// # Errors
/// As for [`read`], and if the module does not have a chosen side, or one is chosen twice.
pub fn read_sides(bytes: &[u8], system: System, chosen: Option<&[Vec<String>; 2]>) -> Result<Imported, String> {
    let mut archive = Archive::open(bytes, Limits::default())?;
    let names: BTreeSet<String> = archive.names().collect();
    for (file, what) in [("savedGame", "a saved game"), ("extensiondata", "an extension")] {
        if names.contains(file) {
            return Err(format!("it is {what} of VASSAL, not a module"));
        }
    }
    let file = ["buildFile.xml", "buildFile"].into_iter().find(|name| names.contains(*name));
    let file = file.ok_or("it is no module of VASSAL: there is no build file in it")?;
    let text = archive.text(file)?.unwrap_or_default();
    let document = xml(&text, file)?;
    let mut notes = Vec::new();
    let board = Board::first(&document, &mut archive, &mut notes)?;
    let roster = roster(&document);
    let sides = match chosen {
        Some(chosen) => Sides::chosen(&roster, chosen)?,
        None => Sides::first(&roster, &mut notes),
    };
    let mut pieces = Pieces::new(&document, &sides);
    let mut units = Vec::new();
    for stack in components(&document, "SetupStack") {
        let on_board = board.holds(&stack);
        let place = if on_board { board.place(&stack) } else { None };
        let name = stack.attribute("location").or(stack.attribute("name")).unwrap_or_default();
        for slot in stack.descendants().filter(|node| matches!(class(node), "PieceSlot" | "CardSlot")) {
            let Some(Known { mut unit, due, zone }) = pieces.unit(&slot) else { continue };
            match (place, due) {
                (Some(cell), _) => unit.place = Place::Hex(cell),
                (None, Some((turn, at))) => unit.place = Place::Enters { turn, at },
                (None, None) if zone.is_some() => unit.place = zone.map(Place::Zone).unwrap_or_default(),
                (None, None) if on_board => pieces.astray.push(format!("{} at {name}", unit.name)),
                (None, None) => {}
            }
            units.push(unit);
        }
    }
    if !units.iter().any(|unit| matches!(unit.place, Place::Hex(_))) {
        units.extend(of_setup(&document, &mut archive, &names, &board, &mut pieces, &mut notes)?);
    }
    if units.len() > MOST_UNITS {
        notes.push(format!("Of {} pieces the first {MOST_UNITS} were taken", units.len()));
        units.truncate(MOST_UNITS);
    }
    if units.is_empty() {
        notes.push(
            "No pieces start on the map, and no saved setup has any: add the units in the editor, or from a spreadsheet"
                .to_owned(),
        );
    }
    let title = document.root_element().attribute("name").filter(|name| !name.trim().is_empty());
    notes.splice(0..0, board.notes());
    notes.extend(pieces.notes());
    notes.extend(others(&document));
    let zones = board.zones().to_vec();
    let (ground, picture) = board.finish();
    let draft = Draft {
        title: title.unwrap_or("Untitled").to_owned(),
        ground,
        picture,
        sides: sides.names(),
        turns: turns(&document),
        zones,
        units,
        notes,
    };
    draft.finish(system)
}

/// The most pieces of a module that are read: no game has more.
const MOST_UNITS: usize = 5_000;

/// The most saved setups that are looked into.
const MOST_SETUPS: usize = 50;

/// The units of the first saved setup that has any on `board`; those that are elsewhere start when they say, if they do.
fn of_setup(
    document: &Document<'_>,
    archive: &mut Archive<'_>,
    names: &BTreeSet<String>,
    board: &Board,
    pieces: &mut Pieces<'_>,
    notes: &mut Vec<String>,
) -> Result<Vec<Found>, String> {
    let offered = components(document, "PredefinedSetup").filter_map(|setup| setup.attribute("file"));
    let mut files: Vec<&str> = offered.filter(|file| names.contains(*file)).collect();
    files.extend(names.iter().map(String::as_str).filter(|name| name.to_lowercase().ends_with(".vsav")));
    let mut once = BTreeSet::new();
    files.retain(|file| once.insert(*file));
    if files.len() > MOST_SETUPS {
        notes.push(format!("Of {} saved setups only the first {MOST_SETUPS} were looked into", files.len()));
    }
    for (n, file) in files.iter().enumerate().take(MOST_SETUPS) {
        let commands = match saved::pieces(&archive.read(file)?.unwrap_or_default()) {
            Ok(commands) => commands,
            Err(why) => {
                notes.push(format!("The saved setup {file} was left out: {why}"));
                continue;
            }
        };
        let found = commands.iter().filter_map(|command| {
            let (Known { mut unit, due, zone }, map, at) = pieces.saved(command)?;
            unit.place = match (board.at(&map, at), due, zone) {
                (Some(cell), ..) => Place::Hex(cell),
                (None, Some((turn, at)), _) => Place::Enters { turn, at },
                (None, None, zone) => zone.map(Place::Zone).unwrap_or_default(),
            };
            Some(unit)
        });
        let found: Vec<Found> = found.collect();
        if found.iter().any(|unit| matches!(unit.place, Place::Hex(_))) {
            notes.push(format!("The units are those of the saved setup {file}"));
            let others: Vec<String> = files.iter().skip(n + 1).map(|file| (*file).to_owned()).collect();
            if !others.is_empty() {
                notes.push(format!("Other saved setups were left out: {}", listed(&others)));
            }
            return Ok(found);
        }
    }
    Ok(Vec::new())
}

/// The last part of the name of a component's class.
pub(super) fn class<'n>(node: &Node<'n, '_>) -> &'n str {
    let name = node.tag_name().name();
    name.rsplit('.').next().unwrap_or(name)
}

/// All components of a class.
pub(super) fn components<'n>(document: &'n Document<'_>, name: &'static str) -> impl Iterator<Item = Node<'n, 'n>> {
    document.descendants().filter(move |node| node.is_element() && class(node) == name)
}

/// The sides that players may take.
fn roster(document: &Document<'_>) -> Vec<String> {
    let entries = components(document, "PlayerRoster").flat_map(|roster| roster.children());
    let names = entries.filter(|node| node.has_tag_name("entry")).filter_map(|node| node.text());
    let watches = |name: &str| {
        ["observer", "solo", "referee", "umpire", "moderator", "both"]
            .iter()
            .any(|word| name.to_lowercase().contains(word))
    };
    names.map(str::trim).filter(|name| !name.is_empty() && !watches(name)).take(20).map(str::to_owned).collect()
}

/// How many turns the module's clock has.
fn turns(document: &Document<'_>) -> Option<u8> {
    let named = components(document, "ListTurnLevel").next().and_then(|level| level.attribute("list"));
    let named = named.map(|list| super::sequence::split(list, ','));
    // The last name may have a number of its own.
    let numbered = named.as_ref().and_then(|names| names.last()?.strip_prefix("Turn ").and_then(crate::import::small));
    let counted = components(document, "CounterTurnLevel").next();
    let counted = counted.and_then(|level| level.attribute("loopLimit")?.parse::<u8>().ok());
    let turns = numbered.or_else(|| u8::try_from(named?.len()).ok()).or(counted);
    turns.filter(|turns| (1..=99).contains(turns))
}

/// What the module has besides, that no scenario can have.
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
