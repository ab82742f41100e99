//! The panel of the suggestions: examples, the list of kinds, acceptance, and the printed numbers.

use battlewright_engine::show::Place;
use battlewright_schema::words::counted;
use egui::{Button, Label, RichText, Ui};

use super::offer::{self, Offer};
use super::{Suggest, SuggestionData, data};
use crate::messages::act::Act;
use crate::messages::scan::{PointerEffect, ScanAct, SuggestionKind};
use crate::model::scan::read::ReadRefusal;
use crate::panels::PanelContext;
use crate::panels::scan::Scans;
use crate::panels::scan::panel::{sliders, title};
use crate::tools;
use crate::widgets::{field, small_button};

/// The maximum number of hexes with another number that the list names.
const LISTED: usize = 6;

/// Draws the panel.
pub fn ui(ui: &mut Ui, scans: &Scans, shown: &PanelContext<'_>, acts: &mut Vec<Act>) {
    title(ui, "Suggest from the scan", acts);
    let Some(scan) = shown.common().scan() else {
        ui.label("The map has no scan yet. Trace a scan first.");
        if ui.button("Trace a scan…").clicked() {
            acts.push(Act::Scan(ScanAct::Trace));
        }
        return;
    };
    if scans.reading.picture().is_none() {
        ui.label(scans.notice(shown.document).unwrap_or_default());
        return;
    }
    let data = data(&scans.suggest, shown.scenario());
    if data.is_busy || scans.suggest.readings.is_busy() {
        ui.horizontal(|ui| {
            ui.spinner();
            ui.label("Reading the scan…");
        });
    }
    field::heading(ui, "1  Show examples");
    examples(ui, &scans.suggest, &data, shown, acts);
    field::heading(ui, "2  Accept");
    kinds(ui, &scans.suggest, &data, shown, acts);
    field::heading(ui, "3  Hex numbers");
    numbers(ui, &scans.suggest, shown, acts);
    sliders(ui, scans, scan, acts);
}

fn hand(ui: &mut Ui, suggest: &Suggest, hand: PointerEffect, [name, help]: [&str; 2], acts: &mut Vec<Act>) {
    let button = Button::new(name).selected(suggest.hand == hand);
    if ui.add(button).on_hover_text(help).clicked() {
        acts.push(Act::Scan(ScanAct::Hand(hand)));
    }
}

fn examples(ui: &mut Ui, suggest: &Suggest, data: &SuggestionData, shown: &PanelContext<'_>, acts: &mut Vec<Act>) {
    ui.weak("Choose a terrain, and click two or three hexes that show only this terrain on the scan. Repeat for each terrain.");
    hand(ui, suggest, PointerEffect::Show, ["Show examples", "Click hexes to give examples of the terrain"], acts);
    let mut chosen = shown.options.clone();
    tools::legend(ui, shown.common(), &mut chosen);
    if chosen != *shown.options {
        acts.push(Act::Options(chosen));
        acts.push(Act::Scan(ScanAct::Hand(PointerEffect::Show)));
    }
    let counts = counts(data);
    if !counts.is_empty() {
        // Beside the counts, the button would widen the panel beyond the inspector.
        ui.add(Label::new(RichText::new(format!("Examples: {}", counts.join("  ·  "))).weak()).wrap());
        if ui.add(small_button("Remove examples")).clicked() {
            acts.push(Act::Scan(ScanAct::Forget));
        }
    }
    ui.weak("The streams, rivers and roads on the map are the examples of lines. Draw two or three of each kind.");
}

/// Returns the number of examples of each terrain that has any.
fn counts(data: &SuggestionData) -> Vec<String> {
    let some = data.examples.iter().filter(|(_, count)| *count > 0);
    some.map(|(letter, count)| format!("{letter} {count}")).collect()
}

fn kinds(ui: &mut Ui, suggest: &Suggest, data: &SuggestionData, shown: &PanelContext<'_>, acts: &mut Vec<Act>) {
    let offer = Offer::of(suggest, shown.scenario());
    for kind in SuggestionKind::ALL {
        let mut is_shown = suggest.shows(kind);
        let (count, unsure) = offer.count(kind);
        let text = match (is_shown, count, unsure) {
            (false, ..) => kind.name().to_owned(),
            (true, count, 0) => format!("{}: {count}", kind.name()),
            (true, count, unsure) => format!("{}: {count}, {unsure} uncertain", kind.name()),
        };
        let help = "Show these suggestions on the map, and accept them with the buttons below.";
        if ui.checkbox(&mut is_shown, text).on_hover_text(help).changed() {
            acts.push(Act::Scan(ScanAct::ShowKind(kind, is_shown)));
        }
        if let Some(why) = refusal(suggest, kind).filter(|_| is_shown) {
            ui.indent(kind, |ui| ui.add(Label::new(RichText::new(why.to_string()).weak()).wrap()));
        }
    }
    if suggest.shows(SuggestionKind::Terrain) {
        ui.label(match data.changes {
            0 if counts(data).is_empty() => "No suggestions of terrain yet.".to_owned(),
            0 => "The terrain of the map matches the suggestions.".to_owned(),
            1 => "1 hex would change.".to_owned(),
            changes => format!("{changes} hexes would change."),
        });
    }
    let lines: usize = [SuggestionKind::Water, SuggestionKind::Roads].map(|kind| offer.count(kind).1).iter().sum();
    let unsure = lines + if suggest.shows(SuggestionKind::Terrain) { data.unsure } else { 0 };
    if unsure > 0 {
        let text = format!("Uncertain: {unsure}, marked with an orange rim and a question mark.");
        ui.colored_label(ui.visuals().warn_fg_color, text);
    }
    hand(ui, suggest, PointerEffect::Accept, ["Accept by brush", "Drag over hexes to accept their suggestions"], acts);
    hand(ui, suggest, PointerEffect::Reject, ["Reject by brush", "Drag over hexes to reject their suggestions"], acts);
    for (name, offer) in [("Accept certain", offer.certain()), ("Accept all", offer)] {
        if ui.add_enabled(!offer.is_empty(), Button::new(name)).clicked() {
            acts.extend(offer.accept(shown.scenario()));
        }
    }
}

/// Returns the reason why there are no lines of a kind.
fn refusal(suggest: &Suggest, kind: SuggestionKind) -> Option<ReadRefusal> {
    let [water, roads] = suggest.readings.lines()?;
    match kind {
        SuggestionKind::Terrain => None,
        SuggestionKind::Water => water.as_ref().err().copied(),
        SuggestionKind::Roads => roads.as_ref().err().copied(),
    }
}

fn numbers(ui: &mut Ui, suggest: &Suggest, shown: &PanelContext<'_>, acts: &mut Vec<Act>) {
    let read = match suggest.readings.numbers() {
        None => return,
        Some(Err(why)) => {
            ui.weak(why.to_string());
            return;
        }
        Some(Ok(read)) => read,
    };
    let text = format!("{} of {} agree.", read.agreed, counted(read.read, "hex"));
    ui.label(format!("Printed: {}. {text}", offer::in_words(&read.numbering)));
    if read.numbering == *shown.common().frame().numbering {
        ui.weak("The map has this numbering.");
    } else if ui.button("Number the map as printed").on_hover_text("One step; references follow.").clicked() {
        acts.extend(offer::renumber(shown.scenario(), &read.numbering));
    }
    if read.others.is_empty() {
        return;
    }
    ui.colored_label(ui.visuals().warn_fg_color, "Hexes with another number, marked in red:");
    for other in read.others.iter().take(LISTED) {
        let text = offer::odd_number(&other.expected, &other.printed);
        let help = format!("Confidence {:.0} %. Click to look at the hex.", 100.0 * other.confidence);
        if ui.add(small_button(text)).on_hover_text(help).clicked() {
            acts.push(Act::Look(Place::Hex(other.cell)));
        }
    }
    if read.others.len() > LISTED {
        ui.weak(format!("and {} more", read.others.len() - LISTED));
    }
}
