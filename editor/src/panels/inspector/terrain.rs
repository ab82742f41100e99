//! The terrain chart of the `mars-la-tour` system.

use battlewright_schema::mars_la_tour::Terrain;
use battlewright_schema::{Letter, Look, Scenario, VOID};
use egui::Ui;
use indexmap::IndexMap;

use super::super::{Shown, field};
use crate::act::Act;
use crate::edit::{Edit, mars_la_tour};

const LOOKS: [(Look, &str); 9] = [
    (Look::Clear, "Clear"),
    (Look::Woods, "Woods"),
    (Look::Town, "Town"),
    (Look::Village, "Village"),
    (Look::Hill, "Hill"),
    (Look::Rough, "Rough"),
    (Look::Marsh, "Marsh"),
    (Look::Water, "Water"),
    (Look::Fort, "Fort"),
];

pub(super) fn ui(ui: &mut Ui, shown: &Shown<'_>, acts: &mut Vec<Act>) {
    let Scenario::MarsLaTour(scenario) = shown.scenario() else { return };
    let chart = &scenario.map.terrain;
    let edit = |chart: IndexMap<Letter, Terrain>| Edit::MarsLaTour(mars_la_tour::Edit::Terrain(chart));
    let with = |letter: Letter, terrain: Terrain| {
        let mut chart = chart.clone();
        chart.insert(letter, terrain);
        edit(chart)
    };
    let looks = LOOKS.map(|(look, name)| (look, name.to_owned()));
    ui.collapsing("Terrain chart", |ui| {
        for (letter, terrain) in chart {
            ui.push_id(letter.0, |ui| {
                let label = format!("Name of {letter}");
                let help = "Its name in the terrain chart.";
                if let Some((field, name)) = field::text(ui, acts, &label, help, &terrain.name) {
                    acts.push(Act::field("Change terrain", field, with(*letter, Terrain { name, ..terrain.clone() })));
                }
                if let Some(look) = field::choice(ui, "Look", "How it is drawn.", &terrain.look, &looks) {
                    acts.push(Act::edit("Change terrain", with(*letter, Terrain { look, ..terrain.clone() })));
                }
                let help = "Whether a defender here adds to the die, and a retreat may end here early (3.8).";
                if let Some(defensible) = field::check(ui, "Defensible", help, terrain.defensible) {
                    acts.push(Act::edit("Change terrain", with(*letter, Terrain { defensible, ..terrain.clone() })));
                }
            });
            ui.separator();
        }
        let free = ('a'..='z').chain('A'..='Z').find(|c| *c != VOID && !chart.contains_key(&Letter(*c)));
        if let Some(free) = free
            && ui.button("Add terrain").on_hover_text("A new letter, to be painted with the brush").clicked()
        {
            let terrain = Terrain { name: "New terrain".to_owned(), look: Look::Rough, ..Terrain::default() };
            acts.push(Act::edit("Add terrain", with(Letter(free), terrain)));
        }
    });
}
