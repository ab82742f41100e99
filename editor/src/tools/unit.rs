//! The unit tool: adds counters, on the map or as reinforcements.

use std::borrow::Cow;

use battlewright_engine::show::Piece;
use battlewright_schema::{
    Arm, Cell, Common, DocPath, MarchColumn, Recruit, Scenario, Start, UnitChoices, UnitView, words,
};
use egui::{Key, Painter, Ui};

use super::ghost;
use super::{
    OptionsPage, PageContext, PointerGesture, Tool, ToolContext, ToolDefinition, ToolGroup, ToolInfo, ToolOptions,
};
use crate::canvas::{self, overlay};
use crate::messages::act::Act;
use crate::model::edit::Edit;
use crate::model::names::free_id;
use crate::model::selection::Selection;
use crate::model::{new_unit, table_units};
use crate::widgets::field;

/// The unit tool.
#[derive(Default)]
pub(super) struct UnitTool {
    hover: Option<Cell>,
    down: Option<Cell>,
    /// The hex of the unit that was added last, until the pointer leaves it.
    placed: Option<Cell>,
}

/// Returns the new unit according to the options, without a start.
pub(crate) fn unit_choices(common: &dyn Common, options: &ToolOptions) -> Result<UnitChoices, String> {
    let sides = common.sides();
    let side = sides.get(options.side).or(sides.first()).ok_or("The scenario has no side for the unit.")?;
    let short = side.id.as_str().get(..2).unwrap_or(side.id.as_str());
    let taken = |id: &str| (0..common.unit_count()).any(|n| common.unit(n).is_some_and(|unit| unit.id.as_str() == id));
    let formations = common.formations();
    let id = free_id(&format!("{short}-unit"), taken).into();
    let kind = options.kind.min(common.kinds().len().saturating_sub(1));
    Ok(UnitChoices {
        formation: options.formation.and_then(|at| formations.get(at)).map(|formation| formation.id.clone()),
        rating: options.rating.map(|rating| rating.clamp(common.rating().least, common.rating().most)),
        ..UnitChoices::new(id, side.id.clone(), kind)
    })
}

/// Returns the unit that a click on `cell` would add, or the reason for a refusal.
fn planned(cell: Cell, context: &ToolContext<'_>) -> Result<(UnitChoices, Recruit), String> {
    let common = context.common();
    let hex = context.view.grid().name(cell);
    let mut choices = unit_choices(common, context.options)?;
    choices.start = match context.options.turn {
        0 if context.unit_in(cell).is_some() => return Err(format!("{hex} already contains a unit.")),
        0 => Start::At(hex),
        turn => {
            let entry = common.entries().iter().find(|entry| entry.side == choices.side && entry.hexes.contains(&hex));
            let entry =
                entry.ok_or_else(|| format!("{hex} is not an entry of this side. Click one of its entry hexes."))?;
            Start::Enters { turn, at: entry.id.clone(), column: MarchColumn::default() }
        }
    };
    let mut recruit = common.recruit(&choices).map_err(|why| why.to_string())?;
    new_unit::number(common, &mut recruit.row);
    Ok((choices, recruit))
}

/// Returns the preview counter of a planned unit.
fn piece(choices: &UnitChoices, recruit: &Recruit, context: &ToolContext<'_>) -> Piece {
    let common = context.common();
    let view = UnitView {
        id: Cow::Borrowed(&choices.id),
        name: "New unit",
        label: "new",
        formation: recruit.formation.as_deref(),
        side: &choices.side,
        arm: common.kinds().get(choices.kind).map_or(Arm::Infantry, |kind| kind.arm),
        rating: recruit.rating,
        face: recruit.sides[0].clone(),
        sides: recruit.sides.clone(),
        start: choices.start.clone(),
    };
    let side = common.sides().iter().position(|side| *side.id == choices.side).unwrap_or(0);
    canvas::piece(&view, side, context.view.grid())
}

fn options(ui: &mut Ui, page: &mut PageContext<'_>) {
    page.side(ui);
    let turns = page.common().turns().count;
    let mut all = vec![(0, "At the start".to_owned())];
    all.extend((1..=turns).map(|turn| (turn, format!("Enters on turn {turn}"))));
    let help = "Arrival of new units: at the start, or later at the entry that you click.";
    if let Some(turn) = field::choice(ui, "Arrives", help, &page.options.turn, &all) {
        page.options.turn = turn;
    }
    recruits(ui, page);
}

/// Draws the options of new units.
fn recruits(ui: &mut Ui, page: &mut PageContext<'_>) {
    let common = page.common();
    let options = &mut page.options;
    let kinds: Vec<(usize, String)> = common.kinds().iter().map(|kind| kind.name.to_owned()).enumerate().collect();
    let was = (options.side, options.kind, options.formation);
    if let Some(kind) = field::choice(ui, "Arm", "Symbol on the counter.", &options.kind, &kinds) {
        options.kind = kind;
    }
    let Ok(choices) = unit_choices(common, options) else { return };
    let formations = common.formations().into_iter().enumerate().filter(|(_, row)| *row.side == choices.side);
    let formations: Vec<(usize, String)> = formations.map(|(at, row)| (at, row.name.to_owned())).collect();
    if let Some((first, _)) = formations.first() {
        let now = options.formation.filter(|at| formations.iter().any(|(other, _)| other == at)).unwrap_or(*first);
        let help = "Formation of new units.";
        if let Some(formation) = field::choice(ui, "Formation", help, &now, &formations) {
            options.formation = Some(formation);
        }
    }
    // A different kind of unit starts with the rating of similar units.
    if was != (options.side, options.kind, options.formation) {
        options.rating = None;
    }
    match common.recruit(&choices) {
        Ok(recruit) => {
            posture(ui, page.scenario, recruit.row.clone(), options);
            let rating = common.rating();
            let help = format!("{} of new units. The default is that of similar units.", rating.name);
            let label = format!("New {}", rating.short);
            let range = rating.least..=rating.most;
            if let Some((_, rating)) = field::number(ui, page.acts, &label, &help, recruit.rating, range, "") {
                options.rating = Some(rating);
            }
        }
        Err(why) => {
            ui.weak(why.to_string());
        }
    }
}

/// Draws the choice of the formation of the bases on a table.
fn posture(ui: &mut Ui, scenario: &Scenario, row: serde_json::Value, options: &mut ToolOptions) {
    if scenario.common().table().is_none() {
        return;
    }
    let (after, unit) = table_units::with_unit(scenario, row);
    let postures = after.common().postures(unit).into_iter().enumerate();
    let all: Vec<(usize, String)> = postures.map(|(at, posture)| (at, words::plain(posture.name))).collect();
    if all.is_empty() {
        return;
    }
    let now = options.posture.min(all.len() - 1);
    let help = "Tactical formation of the bases of new units.";
    if let Some(posture) = field::choice(ui, "Posture", help, &now, &all) {
        options.posture = posture;
    }
}

impl ToolDefinition for UnitTool {
    const INFO: ToolInfo = ToolInfo {
        id: "unit",
        name: "Unit",
        help: "Add units, on the map or as reinforcements.",
        key: Key::U,
        icon: include_str!("../../assets/icons/unit.svg"),
        group: ToolGroup::Units,
        on_table: true,
        ..ToolInfo::DEFAULT
    };
    const OPTIONS: Option<OptionsPage> = Some(OptionsPage { rows: 6, legend: false, draw: options });
}

impl Tool for UnitTool {
    fn hint(&self, context: &ToolContext<'_>) -> String {
        let side =
            context.common().sides().get(context.options.side).map_or_else(String::new, |side| side.name.to_owned());
        let choices = match unit_choices(context.common(), context.options) {
            Ok(choices) => choices,
            Err(why) => return why,
        };
        let kind = context.common().kinds().get(choices.kind).map_or("", |kind| kind.name).to_lowercase();
        let rating = match context.common().recruit(&choices) {
            Ok(recruit) => format!("{} {}", context.common().rating().name, recruit.rating),
            Err(why) => return why.to_string(),
        };
        match context.options.turn {
            0 => format!("{side}: click a hex to place {kind} with {rating} there."),
            turn => format!("{side}: click an entry for {kind} with {rating} on turn {turn}."),
        }
    }

    fn pointer(&mut self, pointer: PointerGesture, context: &ToolContext<'_>, acts: &mut Vec<Act>) {
        match pointer {
            PointerGesture::Hover(pos) => {
                self.hover = context.cell(pos);
                self.placed = self.placed.filter(|placed| Some(*placed) == self.hover);
            }
            PointerGesture::Gone => (self.hover, self.placed) = (None, None),
            PointerGesture::Press(pos) => self.down = context.cell(pos),
            PointerGesture::Release(pos) => {
                let Some(cell) = self.down.take().filter(|cell| context.cell(pos) == Some(*cell)) else { return };
                match planned(cell, context) {
                    Ok((_, recruit)) => {
                        let at = context.common().unit_count();
                        let path = DocPath::root().key("unit").index(at);
                        acts.push(Act::edit("Add unit", Edit::Insert(path, recruit.row)));
                        acts.push(Act::Select(Selection::Unit(at)));
                        self.placed = Some(cell);
                    }
                    Err(why) => match context.unit_in(cell) {
                        Some(unit) => acts.push(Act::Select(Selection::Unit(unit))),
                        None => acts.push(Act::Say(why)),
                    },
                }
            }
            _ => {}
        }
    }

    fn cancel(&mut self) -> bool {
        self.down.take().is_some()
    }

    fn preview(&self, painter: &Painter, context: &ToolContext<'_>) {
        let Some(cell) = self.hover else { return };
        match planned(cell, context) {
            Ok((choices, recruit)) => {
                let piece = piece(&choices, &recruit, context);
                ghost::faint_counter(painter, context, &piece, context.view.center(cell));
            }
            // The new unit is no obstacle until the pointer comes back to it.
            Err(_) if self.placed == Some(cell) => overlay::hover(painter, context.view, Some(cell)),
            Err(_) => overlay::refused(painter, context.view, cell),
        }
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::System;

    use super::*;
    use crate::model::document::Document;
    use crate::tools::testing::ToolHarness;

    #[test]
    fn every_kind_of_every_system_is_placed_and_the_scenario_stays_sound() {
        for system in System::ALL {
            let mut table = ToolHarness::of(Document::template_of(system));
            let Ok(grid) = table.common().grid() else { continue };
            let mut tool = UnitTool::default();
            let before = table.common().unit_count();
            let kinds = table.common().kinds().len();
            for side in 0..2 {
                for kind in 0..kinds {
                    let taken = |cell: &Cell| {
                        let hex = Start::At(grid.name(*cell));
                        let common = table.common();
                        common.counters().into_iter().any(|counter| common.counter(counter).unwrap().start == hex)
                    };
                    let free = grid.cells().find(|cell| table.common().has(*cell) && !taken(cell)).unwrap();
                    (table.options.side, table.options.kind) = (side, kind);
                    let hex = grid.name(free);
                    table.drag(&mut tool, &[hex.as_str()]);
                    let count = table.common().unit_count();
                    let unit = table.common().unit(count - 1).unwrap();
                    // Aircraft wait off the map.
                    let start = if unit.arm == Arm::Aircraft { Start::Nowhere } else { Start::At(hex) };
                    assert_eq!(unit.start, start, "{system:?} {kind}: {:?}", table.said);
                    assert_eq!(unit.arm, table.common().kinds()[kind].arm);
                    assert_eq!(unit.side, table.common().sides()[side].id);
                    assert_eq!(table.selection, Selection::Unit(count - 1));
                }
            }
            assert_eq!(table.common().unit_count(), before + 2 * kinds);
            let read = crate::model::store::read(&table.document.text());
            assert!(read.sound, "{system:?}: {:?}", read.problems);
        }
    }

    #[test]
    fn a_unit_has_the_figures_of_its_like_until_another_rating_is_chosen() {
        let text = include_str!("../../../scenarios/pm-a-day-of-battle.toml");
        let mut table = ToolHarness::of(Document::from_text("day", text.to_owned()));
        let mut tool = UnitTool::default();
        let formation = table.common().formations().iter().position(|formation| formation.id.as_str() == "pr-x");
        (table.options.side, table.options.formation) = (1, formation);
        table.drag(&mut tool, &["0504"]);
        let last = |table: &ToolHarness| {
            let unit = table.common().unit(table.common().unit_count() - 1).unwrap();
            (unit.rating, unit.face.text().map(str::to_owned), unit.formation.map(str::to_owned))
        };
        let (rating, values, name) = last(&table);
        assert!(values.unwrap().ends_with(" 1-2") && rating > 0);
        assert_eq!(name.as_deref(), Some(table.common().formations()[formation.unwrap()].name));
        table.options.rating = Some(7);
        table.drag(&mut tool, &["0505"]);
        assert_eq!(last(&table).1.as_deref(), Some("7 1-2"));
        assert!(table.hint(&tool).contains("with Combat Factor 7"), "{}", table.hint(&tool));
        table.drag(&mut tool, &["0505"]);
        assert_eq!(last(&table).0, 7, "one unit to a hex");
    }

    #[test]
    fn a_unit_that_was_just_placed_is_no_obstacle_until_the_pointer_comes_back() {
        let mut table = ToolHarness::new();
        let mut tool = UnitTool::default();
        table.drag(&mut tool, &["0504"]);
        assert_eq!(tool.placed, Some(table.cell("0504")));
        for hex in ["0505", "0504"] {
            let pos = table.pos(hex);
            table.send(&mut tool, PointerGesture::Hover(pos));
            assert_eq!(tool.placed, None);
        }
    }
}
