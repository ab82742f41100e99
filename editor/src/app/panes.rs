//! The contents of the panes, and the parts of the app that a pane borrows while it is drawn.

use egui::{Color32, RichText, Ui};

use crate::app::input::Input;
use crate::app::map_view::MapView;
use crate::app::workspace::Workspace;
use crate::messages::act::Act;
use crate::model::balance::{BalanceLab, Games};
use crate::model::ground::origins::MapOrigins;
use crate::model::layout::{BottomTab, Pane};
use crate::model::resolver::ResolverState;
use crate::panels::guide::GuideReader;
use crate::panels::order_of_battle::OrderOfBattleState;
use crate::panels::printed::PrintedSheets;
use crate::panels::scan::{self, Mode, Scans};
use crate::panels::source::Source;
use crate::panels::{balance, inspector, log, menu, play, printed, problems, resolver, tables, timeline, turn_track};

/// The states of the panels.
pub(super) struct Panels {
    pub(super) guide: GuideReader,
    pub(super) source: Source,
    /// The order of battle, with the counters that are picked in it.
    pub(super) roster: OrderOfBattleState,
    pub(super) scan: Scans,
    /// The charts as they are printed.
    pub(super) printed: PrintedSheets,
    /// The balance lab.
    pub(super) lab: BalanceLab,
    /// The resolver for games at a real table.
    pub(super) resolver: ResolverState,
}

impl Default for Panels {
    fn default() -> Self {
        Self {
            guide: GuideReader::default(),
            source: Source::default(),
            roster: OrderOfBattleState::default(),
            scan: Scans::default(),
            printed: PrintedSheets::default(),
            lab: BalanceLab::new(),
            resolver: ResolverState::default(),
        }
    }
}

impl Panels {
    /// Shows another scenario.
    pub(super) fn reset(&mut self) {
        self.source = Source::opened();
        self.roster.forget();
        self.printed.forget();
        self.scan = Scans::default();
        self.lab = self.lab.renewed();
    }

    /// Returns `true` if the map area shows the tracing of a scan.
    pub(super) fn is_tracing(&self, workspace: &Workspace) -> bool {
        self.scan.mode == Mode::Trace && workspace.session.is_none()
    }

    /// Returns the games whose heat map the map shows, as long as the Balance tab is visible.
    pub(super) fn heat_map(&self, workspace: &Workspace) -> Option<&Games> {
        let shown = self.lab.heat && self.lab.in_front && workspace.session.is_none();
        self.lab.games().filter(|_| shown).map(AsRef::as_ref)
    }
}

/// The parts of the app that a pane reads and changes while it is drawn. All other changes are acts, which the app carries out
/// in the next frame.
pub(super) struct Panes<'a> {
    pub(super) workspace: &'a mut Workspace,
    pub(super) panels: &'a mut Panels,
    pub(super) map: &'a mut MapView,
    pub(super) input: &'a mut Input,
    /// The origins of the parts of the map, if the ground made it.
    pub(super) origins: Option<&'a MapOrigins>,
    /// The state of the menus in this frame.
    pub(super) menu: &'a menu::State,
    /// `true` if a dialog or the command palette is above the panes.
    pub(super) covered: bool,
    /// `true` if acts wait for work in the background.
    pub(super) waiting: bool,
    pub(super) acts: &'a mut Vec<Act>,
}

impl Panes<'_> {
    /// Returns the title on the tab of `pane`.
    pub(super) fn title(&self, pane: Pane, error: Color32) -> RichText {
        match pane {
            Pane::Map => RichText::new("Map"),
            Pane::Inspector if self.workspace.session.is_some() => RichText::new("Play"),
            Pane::Inspector => RichText::new("Inspector"),
            Pane::Guide => RichText::new(pane.name()),
            Pane::Tab(tab @ BottomTab::Problems) => match self.workspace.document.counts() {
                (0, 0) => RichText::new(tab.name()),
                (0, warnings) => RichText::new(format!("{}  {warnings}", tab.name())),
                (errors, warnings) => {
                    let text = RichText::new(format!("{}  {}", tab.name(), errors + warnings));
                    text.color(error)
                }
            },
            Pane::Tab(tab @ BottomTab::Units) => {
                let count = self.workspace.document.scenario().common().unit_count();
                RichText::new(format!("{}  {count}", tab.name()))
            }
            Pane::Tab(tab) => RichText::new(tab.name()),
        }
    }

    /// Draws the content of `pane`.
    pub(super) fn draw(&mut self, ui: &mut Ui, pane: Pane) {
        match pane {
            Pane::Map => self.draw_map(ui),
            Pane::Inspector => self.draw_side(ui),
            Pane::Guide => self.panels.guide.ui(ui),
            Pane::Tab(tab) => self.draw_tab(ui, tab),
        }
    }

    fn draw_side(&mut self, ui: &mut Ui) {
        let Workspace { document, session, selection, .. } = &*self.workspace;
        if let Some(session) = session {
            play::ui(ui, session, document, self.acts);
            return;
        }
        let shown = self.workspace.panel_context(self.input.text_focus.asked.as_ref());
        if scan::panel::ui(ui, &self.panels.scan, &shown, self.acts) {
            return;
        }
        if let Some(scan) = crate::model::scan::scan(document).filter(|_| !self.panels.scan.hidden) {
            scan::panel::sliders(ui, &self.panels.scan, scan, self.acts);
        }
        if let Some(line) = self.origins.and_then(|origins| origins.line(document.scenario(), *selection)) {
            ui.label(RichText::new(line).weak().small()).on_hover_text("Where this part of the map is from");
        }
        let roster = &mut self.panels.roster;
        match roster.several_selected(*selection) {
            Some(units) => {
                roster.read(&shown, None);
                inspector::several::ui(ui, &shown, roster, &units, self.acts);
            }
            None => inspector::ui(ui, &shown, self.acts),
        }
    }

    fn draw_tab(&mut self, ui: &mut Ui, tab: BottomTab) {
        let shown = self.workspace.panel_context(self.input.text_focus.asked.as_ref());
        let session = self.workspace.session.as_ref();
        let (panels, acts) = (&mut *self.panels, &mut *self.acts);
        match tab {
            BottomTab::Problems => problems::ui(ui, &shown, acts),
            BottomTab::Units => {
                let pieces = session.map(|session| session.seen().crowd.pieces.as_slice());
                panels.roster.ui(ui, &shown, pieces, acts);
                self.return_counter(ui, ui.max_rect());
            }
            BottomTab::Turns => match session {
                Some(session) => turn_track::ui(ui, &shown, session, acts),
                None => timeline::ui(ui, &mut panels.roster, &shown, acts),
            },
            BottomTab::Log => log::ui(ui, session, acts),
            BottomTab::Balance => balance::ui(ui, &panels.lab, &shown, acts),
            BottomTab::Tables => tables::ui(ui, &shown, session.is_none(), acts),
            BottomTab::Printed => printed::ui(ui, &mut panels.printed, &shown, session.is_none(), acts),
            BottomTab::Resolver => resolver::ui(ui, &panels.resolver, acts),
            BottomTab::Source => {
                panels.source.wait(self.waiting);
                panels.source.ui(ui, &shown, session.is_some(), acts);
            }
        }
    }
}
