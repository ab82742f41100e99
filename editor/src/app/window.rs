//! The arrangement of the window.

use egui::{Color32, Frame, Margin, Panel, RichText, Role, Ui};

use crate::app::App;
use crate::messages::act::Act;
use crate::model::layout::{BottomTab, Dock, Pane};
use crate::panels::scan;
use crate::panels::{
    balance, inspector, log, menu, notice, play, problems, status, tables, timeline, toolbar, turn_track,
};
use crate::theme::is_narrow;
use crate::tools::{self, ToolKind};

impl App {
    /// Draws everything except the dialogs above it.
    pub(super) fn window(&mut self, ui: &mut Ui) {
        let fill = ui.visuals().panel_fill;
        let frame = |x, y| Frame::new().fill(fill).inner_margin(Margin::symmetric(x, y));
        let mut acts = std::mem::take(&mut self.acts);
        let narrow = is_narrow(ui.ctx());
        self.layout.fit(narrow);
        Panel::top("menu").frame(frame(8, 4)).show(ui, |ui| {
            landmark(ui, Role::Navigation, "Menus");
            let state = self.menu_state(ui.ctx());
            menu::ui(ui, &state, &mut acts);
        });
        let notices = notice::data(&self.document, self.remembering.trouble.as_ref());
        if !notices.is_empty() && self.session.is_none() {
            notice::ui(ui, &notices, &mut acts);
        }
        Panel::bottom("status").frame(frame(6, 2)).exact_size(26.0).show(ui, |ui| {
            landmark(ui, Role::ContentInfo, "Status line");
            let hint = self.hint(ui.input(|input| input.modifiers));
            let work = self.work_line(ui.input(|input| input.time));
            let status = status::data(&self.shown(), &hint, self.status_message.as_deref(), work);
            let scale = self.camera.radius * ui.pixels_per_point();
            let is_fitted = self.camera.radius > 0.0;
            let has_scale = !narrow && !self.is_tracing();
            let zoom = (has_scale && is_fitted).then(|| match self.table_frame() {
                Some(_) => format!("{scale:.0} px/inch"),
                None => format!("{:.0} px/hex", scale * 2.0),
            });
            status::ui(ui, &status, zoom, &mut acts);
        });
        // During a game, the tool bar is shown only if a tool is usable then, and there is room for it.
        let scenario = self.document.scenario();
        let tools: Vec<ToolKind> = match self.session {
            None => tools::ALL.into_iter().filter(|tool| tool.unusable(scenario).is_none()).collect(),
            Some(_) if narrow => Vec::new(),
            Some(_) => tools::ALL.into_iter().filter(|t| t.in_play() && t.unusable(scenario).is_none()).collect(),
        };
        let tools =
            if self.session.is_some() && !tools.is_empty() { [vec![ToolKind::SELECT], tools].concat() } else { tools };
        if !tools.is_empty() {
            Panel::left("tools").frame(frame(5, 2)).resizable(false).exact_size(44.0).show(ui, |ui| {
                let mut shown = self.shown();
                if !self.tool_at_work() {
                    shown.tool = ToolKind::SELECT;
                }
                toolbar::ui(ui, &shown, &tools, &mut acts);
            });
        }
        egui::CentralPanel::default().frame(Frame::NONE).show(ui, |ui| {
            landmark(ui, Role::Main, "Map and panels");
            self.draw_panes(ui, &mut acts);
        });
        if std::mem::take(&mut self.tab_to_decision) {
            play::focus_first_choice(ui.ctx());
        }
        self.acts.extend(acts);
    }

    /// Applies `dock` to the last used panel and reports the result.
    pub(super) fn dock(&mut self, dock: Dock) {
        let pane = self.layout.current();
        let done = self.layout.dock(pane, dock);
        self.status_message = Some(match (dock, done) {
            (Dock::Grow | Dock::Shrink, true) => format!("{} was resized.", pane.name()),
            (Dock::Tabs, false) => "There is no other group of tabs.".to_owned(),
            (_, false) => format!("{} already has all the space.", pane.name()),
            (Dock::Tabs, true) => format!("{} was moved to another group of tabs.", pane.name()),
            (_, true) => format!("{} is docked separately.", pane.name()),
        });
    }

    /// Returns the hint of the status line about the active tool or the game.
    fn hint(&self, modifiers: egui::Modifiers) -> String {
        if let Some(hint) = &self.carried.hint {
            return hint.clone();
        }
        if let Some(session) = self.session.as_ref().filter(|_| !self.tool_at_work()) {
            return session.hint();
        }
        if let Some(hint) = self.scan_hint() {
            return hint;
        }
        let common = self.document.scenario().common();
        let Ok(grid) = common.grid() else {
            return match self.table_frame() {
                Some(frame) => self.hint_on_table(frame, modifiers),
                None => "The map numbering is invalid. See the Problems tab.".to_owned(),
            };
        };
        let view = self.camera.view(&grid, self.canvas);
        let context = self.tool_context(&view, modifiers);
        self.hand.hint(&context)
    }

    /// Returns the title on the tab of `pane`.
    pub(super) fn pane_title(&self, pane: Pane, error: Color32) -> RichText {
        match pane {
            Pane::Map => RichText::new("Map"),
            Pane::Inspector if self.session.is_some() => RichText::new("Play"),
            Pane::Inspector => RichText::new("Inspector"),
            Pane::Guide => RichText::new(pane.name()),
            Pane::Tab(tab @ BottomTab::Problems) => match self.document.counts() {
                (0, 0) => RichText::new(tab.name()),
                (0, warnings) => RichText::new(format!("{}  {warnings}", tab.name())),
                (errors, warnings) => {
                    let text = RichText::new(format!("{}  {}", tab.name(), errors + warnings));
                    text.color(error)
                }
            },
            Pane::Tab(tab @ BottomTab::Units) => {
                RichText::new(format!("{}  {}", tab.name(), self.document.scenario().common().unit_count()))
            }
            Pane::Tab(tab) => RichText::new(tab.name()),
        }
    }

    /// Draws the content of `pane`.
    pub(super) fn pane(&mut self, ui: &mut Ui, pane: Pane, acts: &mut Vec<Act>) {
        match pane {
            Pane::Map => self.map(ui, acts),
            Pane::Inspector => self.side(ui, acts),
            Pane::Guide => self.guide.ui(ui),
            Pane::Tab(tab) => self.tab(ui, tab, acts),
        }
    }

    fn side(&mut self, ui: &mut Ui, acts: &mut Vec<Act>) {
        if let Some(session) = &self.session {
            play::ui(ui, session, &self.document, acts);
            return;
        }
        if scan::panel::ui(ui, &self.scan, &self.shown(), acts) {
            return;
        }
        if let Some(scan) = crate::model::scan::scan(&self.document).filter(|_| !self.scan.hidden) {
            scan::panel::sliders(ui, &self.scan, scan, acts);
        }
        match self.several() {
            Some(units) => {
                let mut roster = std::mem::take(&mut self.roster);
                roster.read(&self.shown(), None);
                inspector::several::ui(ui, &self.shown(), &roster, &units, acts);
                self.roster = roster;
            }
            None => inspector::ui(ui, &self.shown(), acts),
        }
    }

    fn tab(&mut self, ui: &mut Ui, tab: BottomTab, acts: &mut Vec<Act>) {
        match tab {
            BottomTab::Problems => problems::ui(ui, &self.shown(), acts),
            BottomTab::Units => {
                let mut roster = std::mem::take(&mut self.roster);
                let pieces = self.session.as_ref().map(|session| session.seen().crowd.pieces.as_slice());
                roster.ui(ui, &self.shown(), pieces, acts);
                self.roster = roster;
                self.return_counter(ui, ui.max_rect(), acts);
            }
            BottomTab::Turns => match &self.session {
                Some(session) => turn_track::ui(ui, &self.shown(), session, acts),
                None => {
                    let mut roster = std::mem::take(&mut self.roster);
                    timeline::ui(ui, &mut roster, &self.shown(), acts);
                    self.roster = roster;
                }
            },
            BottomTab::Log => log::ui(ui, self.session.as_ref(), acts),
            BottomTab::Balance => balance::ui(ui, &self.lab, &self.shown(), acts),
            BottomTab::Tables => tables::ui(ui, &self.shown(), self.session.is_none(), acts),
            BottomTab::Resolver => crate::panels::resolver::ui(ui, &self.resolver, acts),
            BottomTab::Source => {
                let mut source = std::mem::take(&mut self.source);
                source.wait(!self.held.is_empty() || self.is_working());
                source.ui(ui, &self.shown(), self.session.is_some(), acts);
                self.source = source;
            }
        }
    }
}

/// Tells screen readers that `ui` is a part of the window with this role and name.
fn landmark(ui: &Ui, role: Role, name: &str) {
    ui.ctx().accesskit_node_builder(ui.unique_id(), |node| {
        node.set_role(role);
        node.set_label(name);
    });
}
