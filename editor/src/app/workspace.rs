//! The workspace: the edited scenario, what is selected in it, and the options for work on it. Panels and tools read it.

use std::collections::BTreeSet;
use std::sync::Arc;

use std::borrow::Cow;

use battlewright_schema::{Cell, Counter, DocPath, Grid, Inches, TableView};
use egui::{Modifiers, Pos2};

use crate::canvas::names::DrawnNames;
use crate::canvas::table::TableFrame;
use crate::canvas::{CanvasScene, CounterColors, View, rows};
use crate::messages::command::MapLayer;
use crate::model::advice;
use crate::model::document::Document;
use crate::model::edit::slopes::{self, Slopes};
use crate::model::play::Session;
use crate::model::position::{CurrentPosition, StartPosition};
use crate::model::region::{HexSet, SelectedRegion};
use crate::model::rule_light::RuleLight;
use crate::model::selection::Selection;
use crate::panels::PanelContext;
use crate::panels::order_of_battle::OrderOfBattleState;
use crate::tools::{PaintLayer, TableContext, Tool, ToolContext, ToolKind, ToolOptions};

use crate::app::panes::Panels;

/// The letter of a terrain that was chosen for painting and that the map does not have now.
#[derive(Clone, Copy)]
struct MissingLetter {
    letter: char,
    /// The letter that is painted instead.
    instead: char,
}

/// The edited scenario, what is selected in it, and the options for work on it.
pub(super) struct Workspace {
    pub(super) document: Document,
    pub(super) selection: Selection,
    /// The selected region of the map.
    pub(super) region: SelectedRegion,
    pub(super) tool: ToolKind,
    pub(super) options: ToolOptions,
    /// The chosen terrain while the map does not have it.
    missing_letter: Option<MissingLetter>,
    /// `true` if the map shows terrain levels.
    pub(super) levels: bool,
    /// `true` if the map shows the hexes that were edited since it came from the ground.
    pub(super) shows_edited: bool,
    /// Those hexes.
    pub(super) edited: Vec<Cell>,
    /// The hidden layers of the map.
    pub(super) hidden: BTreeSet<MapLayer>,
    /// The current game; `None` while the scenario is edited.
    pub(super) session: Option<Session>,
    /// The scenario as a game, for the tools that apply the rules.
    opening: StartPosition,
    /// The hexes and units that the map lights while a rule is selected.
    pub(super) rule_light: RuleLight,
    /// The time of the last keystroke in the source text, in seconds.
    pub(super) typed: f64,
    /// The names on the map, as they were last drawn.
    pub(super) names: DrawnNames,
}

impl Workspace {
    /// Opens `document`.
    pub(super) fn new(document: Document) -> Self {
        let mut workspace = Self {
            document,
            selection: Selection::Scenario,
            region: SelectedRegion::default(),
            tool: ToolKind::SELECT,
            options: ToolOptions::default(),
            missing_letter: None,
            levels: true,
            shows_edited: false,
            edited: Vec::new(),
            hidden: BTreeSet::new(),
            session: None,
            opening: StartPosition::default(),
            rule_light: RuleLight::default(),
            typed: 0.0,
            names: DrawnNames::default(),
        };
        workspace.reset_letter();
        workspace
    }

    /// Replaces the document. Options and visible layers stay.
    pub(super) fn open(&mut self, document: Document) {
        self.document.close();
        self.document = document;
        self.selection = Selection::Scenario;
        self.session = None;
        self.opening.clear();
        self.region.clear();
        self.options.zone = None;
        self.names = DrawnNames::default();
        self.reset_letter();
    }

    /// Returns what panels can read. The inspector gives the field `writing` the focus.
    pub(super) fn panel_context<'a>(&'a self, writing: Option<&'a DocPath>) -> PanelContext<'a> {
        PanelContext {
            document: &self.document,
            selection: self.selection,
            options: &self.options,
            tool: self.tool,
            writing,
        }
    }

    /// Selects `selection`. Counters that were picked in `roster` before stay picked only if it is one of them.
    pub(super) fn select(&mut self, selection: Selection, roster: &mut OrderOfBattleState) {
        self.selection = selection;
        if !rows::counter_of(selection).is_some_and(|counter| roster.pick.holds(counter)) {
            roster.pick.fold();
        }
    }

    /// Returns the grid of the map, or `None` if there are no hexes or their numbering is invalid.
    pub(super) fn grid(&self) -> Option<Grid> {
        self.document.scenario().common().grid().ok()
    }

    /// Returns the selected region with its grid.
    pub(super) fn selected_region(&self) -> Option<(HexSet, Grid)> {
        let grid = self.grid()?;
        Some((self.region.on(&grid)?.clone(), grid))
    }

    /// Returns `true` if a region is selected.
    pub(super) fn has_region(&self) -> bool {
        self.grid().is_some_and(|grid| self.region.on(&grid).is_some())
    }

    /// Returns `true` if the Delete command clears the region.
    pub(super) fn clears_region(&self) -> bool {
        self.tool == ToolKind::REGION && self.has_region()
    }

    /// Returns `true` if pointer input on the map goes to the active tool, `false` if it goes to the game.
    pub(super) fn tool_at_work(&self) -> bool {
        self.session.is_none() || self.tool.in_play()
    }

    /// Updates the position in which the active tool applies the rules, and what the map lights.
    pub(super) fn refresh_position(&mut self) {
        self.rule_light.refresh(&self.document, self.selection);
        if self.session.is_none() && self.tool.in_play() {
            self.opening.refresh(&self.document);
        }
    }

    fn position(&self) -> CurrentPosition<'_> {
        match &self.session {
            // A game is consulted only for tools that need it, since its fingerprint is slow to compute.
            Some(session) if self.tool.in_play() => session.position(),
            _ => self.opening.position(),
        }
    }

    /// Returns the context of a tool on hexes. `picked` are the selected counters.
    pub(super) fn tool_context<'a>(
        &'a self,
        view: &'a View,
        picked: Vec<Counter>,
        modifiers: Modifiers,
    ) -> ToolContext<'a> {
        ToolContext {
            scenario: self.document.scenario(),
            crowd: self.document.crowd(),
            sites: self.document.sites(),
            view,
            options: &self.options,
            selection: self.selection,
            picked,
            region: &self.region,
            revision: self.document.revision(),
            levels: self.levels,
            names: &self.names,
            modifiers,
            position: self.position(),
        }
    }

    /// Returns the context of a tool on a table. `picked` are the selected counters.
    pub(super) fn table_context<'a>(
        &'a self,
        view: &'a TableView<'a>,
        frame: TableFrame,
        picked: &'a [Counter],
        modifiers: Modifiers,
    ) -> TableContext<'a> {
        TableContext {
            scenario: self.document.scenario(),
            view,
            frame,
            options: &self.options,
            selection: self.selection,
            picked,
            modifiers,
            position: self.position(),
        }
    }

    /// Returns the point of the table at `pos`, snapped as the tools snap.
    pub(super) fn snapped_on_table(&self, frame: &TableFrame, pos: Pos2, modifiers: Modifiers) -> Inches {
        let Some(view) = self.document.scenario().common().table_view() else { return frame.at(pos) };
        self.table_context(&view, *frame, &[], modifiers).snapped(pos)
    }

    /// Returns the colors and pictures of the pieces of a game.
    pub(super) fn uniforms(&self, session: &Session) -> CounterColors {
        let common = self.document.scenario().common();
        session.seen().crowd.uniforms.clone().chosen(common, self.document.art())
    }

    /// Returns the content of a map of hexes on which `hand` works.
    pub(super) fn scene<'a>(&'a self, hand: &'a dyn Tool, panels: &'a Panels, dark: bool) -> CanvasScene<'a> {
        let common = CanvasScene {
            art: Arc::clone(self.document.art()),
            sites: Cow::Borrowed(self.document.sites()),
            field: hand.field(),
            levels: self.levels,
            hidden: self.hidden.clone(),
            dark,
            ..CanvasScene::default()
        };
        let Some(session) = &self.session else {
            return CanvasScene {
                crowd: Cow::Borrowed(self.document.crowd()),
                lifted: hand.lifted(),
                selection: self.selection,
                picked: panels.roster.selected_counters(self.selection),
                painted: hand.painted(PaintLayer::Terrain),
                leveled: hand.painted(PaintLayer::Levels),
                leveling: hand.shows_levels(),
                zoning: hand.shows_zones(),
                heat: panels.heat_map(self).map_or(&[], |games| games.report.fights.as_slice()),
                wrong: self.document.problems().iter().filter_map(|problem| problem.cell).collect(),
                advice: advice::arrows(self.document.scenario(), self.selection),
                of_rule: &self.rule_light.hexes,
                edited: if self.shows_edited { &self.edited } else { &[] },
                lit: self.rule_light.ids.clone(),
                ..common
            };
        };
        let seen = session.seen();
        CanvasScene {
            crowd: Cow::Borrowed(&seen.crowd),
            marks: session.marks().to_vec(),
            choices: session.choice_cells(),
            reach: if session.computer_to_move() { Vec::new() } else { seen.reach.clone() },
            lit: session.choice_pieces(),
            advice: session.mission_arrows(),
            playing: true,
            ..common
        }
    }

    /// Adjusts the steep slopes to the levels, as an undo step. Returns the message for the status line.
    pub(super) fn match_slopes(&mut self) -> String {
        match slopes::from_levels(self.document.scenario()) {
            Err(why) => why.to_owned(),
            Ok(Slopes { added: 0, removed: 0, .. }) => "The slopes already match the levels.".to_owned(),
            Ok(Slopes { added, removed, edit }) => {
                self.document.apply("Slopes from levels", None, edit);
                format!("Slopes from levels: {added} added, {removed} removed. Undo restores the old slopes.")
            }
        }
    }

    /// Chooses the terrain to paint first: the second of the chart, since the first fills new maps.
    fn reset_letter(&mut self) {
        self.options.letter = self.usual_letter();
        self.missing_letter = None;
    }

    fn usual_letter(&self) -> char {
        let terrain = self.document.scenario().common().terrain();
        terrain.get(1).or(terrain.first()).map_or('.', |terrain| terrain.letter.0)
    }

    /// Replaces the terrain to paint while it is gone: a fix, an undo or another program may have removed it, or its row is being
    /// typed. It is chosen again when it is back, unless another one was chosen meanwhile.
    pub(super) fn refresh_letter(&mut self) {
        let terrain = self.document.scenario().common().terrain();
        let has = |letter: char| terrain.iter().any(|terrain| terrain.letter.0 == letter);
        let letter = self.options.letter;
        let missing = self.missing_letter.filter(|missing| missing.instead == letter);
        match missing {
            Some(missing) if has(missing.letter) => {
                self.options.letter = missing.letter;
                self.missing_letter = None;
            }
            _ if !terrain.is_empty() && !has(letter) => {
                let instead = self.usual_letter();
                let letter = missing.map_or(letter, |missing| missing.letter);
                self.missing_letter = Some(MissingLetter { letter, instead });
                self.options.letter = instead;
            }
            _ => self.missing_letter = missing,
        }
    }
}
