//! The modifiers of combat in their order: points, columns, die (7.3).

use battlewright_engine::systems::matz::rulebook as rule;
use battlewright_schema::HexsideKind;
use battlewright_schema::system::matz::Kind;

use super::super::scenario_words::top;
use super::ground::effects;
use super::{MatzSheet, half, modifier, ratio};
use crate::amount::{Amount, Quantity, Unit};
use crate::chart::{Chart, ChartKind, Modifier, ModifierGroup};
use crate::phrase;
use crate::phrase::{Phrase, Span};

/// Returns the modifiers of combat.
pub(super) fn modifiers(sheet: &MatzSheet<'_, '_>) -> Chart {
    let group = |title: &str, amounts_are: &str, modifiers: Vec<Modifier>| ModifierGroup {
        title: title.to_owned(),
        amounts_are: amounts_are.to_owned(),
        modifiers,
        rounding: Phrase::default(),
    };
    let groups = vec![
        group("1. Points of a side", "Points", points(sheet)),
        group("2. Columns, all added up", "Columns", columns(sheet)),
        group("3. Die, each once, all added up", "Die", die(sheet)),
    ];
    let mut settings = vec!["division_artillery_is_mixed", "corps_artillery_is_mixed"];
    if sheet.has(Kind::Tank) || sheet.has(Kind::Stosstruppen) {
        settings.push("defending_specials");
    }
    if sheet.own.surprise.is_some() {
        settings.push("surprise_on_attack_only");
    }
    if sheet.has_aircraft() {
        settings.push("fighters_shift_support");
    }
    let chart = Chart::new(
        "combat-modifiers",
        "Combat: modifiers",
        "▸ right and + help the attacker, ◂ left and − the defender",
        ChartKind::Modifiers(groups),
    );
    settings
        .into_iter()
        .fold(chart, |chart, name| chart.showing(sheet.source.setting(name)))
        .from_source(sheet.source.provenance("combat_modifiers"))
}

/// Returns the number of a modifier in the table.
fn number(sheet: &MatzSheet<'_, '_>, name: &str, unit: Unit) -> Amount {
    sheet.source.amount(sheet.source.table("combat_modifiers").key(name), unit)
}

/// Returns the number of a modifier in the table for the other side.
fn turned(sheet: &MatzSheet<'_, '_>, name: &str, unit: Unit) -> Amount {
    sheet.source.amount_as(sheet.source.table("combat_modifiers").key(name), unit, |number| (-number).into())
}

fn points(sheet: &MatzSheet<'_, '_>) -> Vec<Modifier> {
    let off = sheet.source.setting("out_of_command_value");
    let off = sheet.source.amount_as(off, Unit::Strength, |number| (-number).into());
    vec![
        modifier(off, "each unit", "is out of command, also one that supports", rule::COMMAND_EFFECTS),
        modifier(half(), "guns", "neutralized and supporting, rounded down", rule::NEUTRALIZATION),
    ]
}

fn columns(sheet: &MatzSheet<'_, '_>) -> Vec<Modifier> {
    let mut modifiers = terrain(sheet);
    let when = "from two opposite hexes, or from three with one between each two";
    modifiers.push(modifier(number(sheet, "concentric", Unit::Columns), "attacker", when, rule::CONCENTRIC_ATTACKS));
    if let Some(surprise) = &sheet.own.surprise {
        let path = top("surprise").key("columns");
        let through =
            || phrase![" through turn ", sheet.source.amount(top("surprise").key("through_turn"), Unit::Count)];
        let whose = Phrase::from(sheet.side(&surprise.side));
        let when = phrase!["attack", through(), ": surprise"];
        modifiers.push(modifier(sheet.source.amount(path.clone(), Unit::Columns), whose.clone(), when, rule::SETUP));
        let only = sheet.source.setting("surprise_on_attack_only");
        if sheet.source.is_on(&only) {
            let nothing = Amount { changed: true, ..Amount::fixed(0, Unit::Columns) };
            let when = phrase![sheet.source.words(&only, "are attacked: surprise does not help them")];
            modifiers.push(modifier(nothing, whose, when, rule::SETUP));
        } else {
            let amount = sheet.source.amount_as(path, Unit::Columns, |number| (-number).into());
            modifiers.push(modifier(amount, whose, phrase!["are attacked", through()], rule::SETUP));
        }
    }
    if sheet.has_aircraft() {
        modifiers.extend(fighters(sheet));
    }
    modifiers
}

/// Returns the shifts of enemy fighters over supporting guns, by a ruling none.
fn fighters(sheet: &MatzSheet<'_, '_>) -> Vec<Modifier> {
    let path = sheet.source.setting("fighters_shift_support");
    let cite = rule::ARTILLERY_RESTRICTIONS;
    if !sheet.source.is_on(&path) {
        let nothing = Amount { changed: true, ..Amount::fixed(0, Unit::Columns) };
        let when = phrase![sheet.source.words(&path, "enemy fighters over its supporting guns do not count")];
        return vec![modifier(nothing, "either side", when, cite)];
    }
    let when = "enemy fighters in the mega-hex of its supporting guns";
    vec![
        modifier(number(sheet, "enemy_fighters", Unit::Columns), "attacker", when, cite),
        modifier(turned(sheet, "enemy_fighters", Unit::Columns), "defender", when, cite),
    ]
}

/// Returns the shifts of terrain, one for each number, with the kinds of hexes and of hexsides that have it.
fn terrain(sheet: &MatzSheet<'_, '_>) -> Vec<Modifier> {
    let hexes = sheet.classes().into_iter().filter_map(|class| {
        let row = sheet.class_row(class)?;
        Some((sheet.source.amount(row.key("combat"), Unit::Columns), class.name()))
    });
    let sides = [HexsideKind::Slope, HexsideKind::Stream, HexsideKind::River, HexsideKind::Wall, HexsideKind::Bridge]
        .into_iter()
        .filter(|kind| sheet.has_hexside(*kind))
        .filter_map(|kind| {
            let [columns, _] = effects(sheet, kind)?;
            Some((sheet.source.amount(columns, Unit::Columns), kind.name()))
        });
    let mut modifiers = grouped(hexes.collect(), "in ");
    modifiers.extend(grouped(sides.collect(), "an attacker crosses a "));
    modifiers
}

/// Returns one modifier for each number, with the kinds of terrain that have it.
fn grouped(kinds: Vec<(Amount, &'static str)>, before: &str) -> Vec<Modifier> {
    let mut groups: Vec<(Amount, Vec<&'static str>)> = Vec::new();
    for (amount, name) in kinds.into_iter().filter(|(amount, _)| !amount.value.is_zero()) {
        match groups.iter_mut().find(|(known, _)| (known.value, known.changed) == (amount.value, amount.changed)) {
            Some((_, names)) => names.push(name),
            None => groups.push((amount, vec![name])),
        }
    }
    let row = |(amount, names): (Amount, Vec<&str>)| {
        let each = if names.len() > 1 { ": for each kind, once" } else { "" };
        modifier(amount, "defender", format!("{before}{}{each}", names.join(", ")), rule::MODIFIERS)
    };
    groups.into_iter().map(row).collect()
}

fn die(sheet: &MatzSheet<'_, '_>) -> Vec<Modifier> {
    let mut modifiers = Vec::new();
    for kind in [HexsideKind::Stream, HexsideKind::River, HexsideKind::Slope] {
        let Some([_, die]) = effects(sheet, kind).filter(|_| sheet.has_hexside(kind)) else { continue };
        let amount = sheet.source.amount(die, Unit::Die);
        if !amount.value.is_zero() {
            modifiers.push(modifier(
                amount,
                "defender",
                format!("an attacker crosses a {}", kind.name()),
                rule::MODIFIERS,
            ));
        }
    }
    let guns = mixed_guns(sheet);
    modifiers.push(modifier(
        number(sheet, "divisions", Unit::Die),
        "attacker",
        phrase!["units of two or more divisions, support included; ", guns],
        rule::DIVISIONS,
    ));
    for (name, whose, when, cite) in [
        ("attacker_out_of_command", "attacker", "a unit out of command", rule::COMMAND_EFFECTS),
        ("defender_out_of_command", "defender", "a unit out of command", rule::COMMAND_EFFECTS),
        ("attacker_neutralized", "attacker", "a neutralized unit", rule::NEUTRALIZATION),
        ("defender_neutralized", "defender", "a neutralized unit", rule::NEUTRALIZATION),
    ] {
        modifiers.push(modifier(number(sheet, name, Unit::Die), whose, when, cite));
    }
    let specials = sheet.source.setting("defending_specials");
    for (kind, name, words, cite) in [
        (Kind::Tank, "tanks", "tanks", rule::TANKS),
        (Kind::Stosstruppen, "stosstruppen", "Stosstruppen", rule::STOSSTRUPPEN),
    ] {
        if !sheet.has(kind) {
            continue;
        }
        modifiers.push(modifier(number(sheet, name, Unit::Die), "attacker", words, cite));
        if sheet.source.is_on(&specials) {
            modifiers.push(modifier(turned(sheet, name, Unit::Die), "defender", words, cite));
        } else {
            let nothing = Amount { changed: true, ..Amount::fixed(Quantity::from(0), Unit::Die) };
            let when = phrase![sheet.source.words(&specials, format!("{words}: nothing in defense"))];
            modifiers.push(modifier(nothing, "defender", when, cite));
        }
    }
    let above = sheet.source.table("combat").key("above");
    let step: Span = sheet.source.words(&above, ratio(sheet.source.number(&above)));
    let when = phrase!["for each ", step, " beyond the last column, after the shifts"];
    modifiers.push(modifier(Amount::fixed(1, Unit::Die), "attacker", when, rule::MODIFIERS));
    modifiers
}

/// Returns whether guns count as units of a division, by two rulings.
fn mixed_guns(sheet: &MatzSheet<'_, '_>) -> Phrase {
    let division =
        sheet.ruling("division_artillery_is_mixed", "guns of a division count", "guns of a division do not count");
    let corps = sheet.ruling(
        "corps_artillery_is_mixed",
        "those of a corps or army as another",
        "those of a corps or army do not",
    );
    let tanks = if sheet.has(Kind::Tank) { ", tanks never" } else { "" };
    phrase![division, ", ", corps, tanks]
}
