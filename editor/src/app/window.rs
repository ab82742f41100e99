//! The arrangement of the window.

use egui::{Frame, Margin, Modifiers, Panel, Role, Ui};

use crate::app::App;
use crate::canvas::table::TableFrame;
use crate::model::layout::Dock;
use crate::panels::{menu, notice, play, status, toolbar};
use crate::theme::is_narrow;
use crate::tools::{self, ToolKind};

impl App {
    /// Draws everything except the dialogs above it.
    pub(super) fn window(&mut self, ui: &mut Ui) {
        let fill = ui.visuals().panel_fill;
        let frame = |x, y| Frame::new().fill(fill).inner_margin(Margin::symmetric(x, y));
        let narrow = is_narrow(ui.ctx());
        self.layout.fit(narrow);
        let menu = self.menu_state(ui.ctx());
        Panel::top("menu").frame(frame(8, 4)).show(ui, |ui| {
            landmark(ui, Role::Navigation, "Menus");
            menu::ui(ui, &menu, &mut self.acts);
        });
        let notices = notice::data(&self.workspace.document, self.remembering.trouble.as_ref());
        if !notices.is_empty() && self.workspace.session.is_none() {
            notice::ui(ui, &notices, &mut self.acts);
        }
        Panel::bottom("status").frame(frame(6, 2)).exact_size(26.0).show(ui, |ui| {
            landmark(ui, Role::ContentInfo, "Status line");
            let hint = self.hint(ui.input(|input| input.modifiers));
            let work = self.work_line(ui.input(|input| input.time));
            let status = status::data(&self.panel_context(), &hint, self.status_message.as_deref(), work);
            let scale = self.map.camera.radius * ui.pixels_per_point();
            let is_fitted = self.map.camera.radius > 0.0;
            let has_scale = !narrow && !self.panels.is_tracing(&self.workspace);
            let zoom =
                (has_scale && is_fitted).then(|| match self.map.table_frame(self.workspace.document.scenario()) {
                    Some(_) => format!("{scale:.0} px/inch"),
                    None => format!("{:.0} px/hex", scale * 2.0),
                });
            status::ui(ui, &status, zoom, &mut self.acts);
        });
        // During a game, the tool bar is shown only if a tool is usable then, and there is room for it.
        let scenario = self.workspace.document.scenario();
        let tools: Vec<ToolKind> = match self.workspace.session {
            None => tools::ALL.into_iter().filter(|tool| tool.unusable(scenario).is_none()).collect(),
            Some(_) if narrow => Vec::new(),
            Some(_) => tools::ALL.into_iter().filter(|t| t.in_play() && t.unusable(scenario).is_none()).collect(),
        };
        let tools = if self.workspace.session.is_some() && !tools.is_empty() {
            [vec![ToolKind::SELECT], tools].concat()
        } else {
            tools
        };
        if !tools.is_empty() {
            Panel::left("tools").frame(frame(5, 2)).resizable(false).exact_size(44.0).show(ui, |ui| {
                let mut shown = self.workspace.panel_context(self.input.text_focus.asked.as_ref());
                if !self.workspace.tool_at_work() {
                    shown.tool = ToolKind::SELECT;
                }
                toolbar::ui(ui, &shown, &tools, &mut self.acts);
            });
        }
        egui::CentralPanel::default().frame(Frame::NONE).show(ui, |ui| {
            landmark(ui, Role::Main, "Map and panels");
            self.draw_panes(ui, &menu);
        });
        if std::mem::take(&mut self.input.tab_to_decision) {
            play::focus_first_choice(ui.ctx());
        }
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
    fn hint(&self, modifiers: Modifiers) -> String {
        if let Some(hint) = &self.input.carried.hint {
            return hint.clone();
        }
        if let Some(session) = self.workspace.session.as_ref().filter(|_| !self.workspace.tool_at_work()) {
            return session.hint();
        }
        if let Some(hint) = self.scan_hint() {
            return hint;
        }
        let common = self.workspace.document.scenario().common();
        let Ok(grid) = common.grid() else {
            return match self.map.table_frame(self.workspace.document.scenario()) {
                Some(frame) => self.hint_on_table(frame, modifiers),
                None => "The map numbering is invalid. See the Problems tab.".to_owned(),
            };
        };
        let view = self.map.camera.view(&grid, self.map.rect);
        let picked = self.panels.roster.selected_counters(self.workspace.selection);
        self.input.hand.hint(&self.workspace.tool_context(&view, picked, modifiers))
    }

    /// Returns the hint of the active tool on the table.
    fn hint_on_table(&self, frame: TableFrame, modifiers: Modifiers) -> String {
        let picked = self.panels.roster.selected_counters(self.workspace.selection);
        let Some(view) = self.workspace.document.scenario().common().table_view() else { return String::new() };
        self.input.table_hand.hint(&self.workspace.table_context(&view, frame, &picked, modifiers))
    }
}

/// Marks `ui` for screen readers as a part of the window with this role and name.
fn landmark(ui: &Ui, role: Role, name: &str) {
    ui.ctx().accesskit_node_builder(ui.unique_id(), |node| {
        node.set_role(role);
        node.set_label(name);
    });
}
