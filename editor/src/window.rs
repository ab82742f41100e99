//! The window: what stands where.

use egui::{Frame, Margin, Panel, RichText, Ui};

use crate::act::Act;
use crate::app::App;
use crate::panels::{
    Tab, inspector, log, menu, notice, order_of_battle, play, problems, status, tables, toolbar, turn_track,
};
use crate::scan;
use crate::theme;
use crate::tools::ToolKind;

impl App {
    /// Draws everything but the windows that lie over it.
    pub(crate) fn window(&mut self, ui: &mut Ui) {
        let fill = ui.visuals().panel_fill;
        let frame = |x, y| Frame::new().fill(fill).inner_margin(Margin::symmetric(x, y));
        let mut acts = std::mem::take(&mut self.acts);
        Panel::top("menu").frame(frame(8, 4)).show(ui, |ui| {
            let state = self.menu_state(ui.ctx());
            menu::ui(ui, &state, &mut acts);
        });
        let notices = notice::data(&self.document);
        if !notices.is_empty() && self.session.is_none() {
            notice::ui(ui, &notices, &mut acts);
        }
        Panel::bottom("status").frame(frame(6, 2)).exact_size(26.0).show(ui, |ui| {
            let hint = self.hint();
            let status = status::data(&self.shown(), &hint, self.said.as_deref());
            status::ui(ui, &status, self.camera.radius * 2.0, &mut acts);
        });
        // In play there is a tool bar if a tool is of use there.
        let scenario = self.document.scenario();
        let tools: Vec<ToolKind> = match self.session {
            None => ToolKind::ALL.to_vec(),
            Some(_) => ToolKind::ALL.into_iter().filter(|t| t.in_play() && t.unusable(scenario).is_none()).collect(),
        };
        let tools =
            if self.session.is_some() && !tools.is_empty() { [vec![ToolKind::Select], tools].concat() } else { tools };
        if !tools.is_empty() {
            Panel::left("tools").frame(frame(5, 2)).resizable(false).exact_size(44.0).show(ui, |ui| {
                let mut shown = self.shown();
                if !self.tool_at_work() {
                    shown.tool = ToolKind::Select;
                }
                toolbar::ui(ui, &shown, &tools, &mut acts);
            });
        }
        if self.inspector || self.session.is_some() {
            let panel = Panel::right("inspector").frame(frame(12, 6)).default_size(308.0).size_range(260.0..=460.0);
            panel.show(ui, |ui| match &self.session {
                Some(session) => play::ui(ui, session, self.document.scenario(), &mut acts),
                None if scan::panel::ui(ui, &self.scan, &self.shown(), &mut acts) => {}
                None => {
                    if let Some(scan) = scan::scan(&self.document).filter(|_| !self.scan.hidden) {
                        scan::panel::sliders(ui, &self.scan, scan, &mut acts);
                    }
                    inspector::ui(ui, &self.shown(), &mut acts);
                }
            });
        }
        if self.bottom {
            let panel = Panel::bottom("tabs").frame(frame(10, 4)).resizable(true).default_size(176.0);
            panel.size_range(90.0..=520.0).show(ui, |ui| self.tabs(ui, &mut acts));
        }
        let desk = Frame::new().fill(theme::desk(Self::dark(ui.ctx())));
        egui::CentralPanel::default().frame(desk).show(ui, |ui| self.map(ui, &mut acts));
        self.acts.extend(acts);
    }

    /// What the tool, or the game, would do.
    fn hint(&self) -> String {
        if let Some(session) = self.session.as_ref().filter(|_| !self.tool_at_work()) {
            return session.seen().status.prompt.clone();
        }
        if let Some(hint) = self.scan_hint() {
            return hint;
        }
        let Ok(grid) = self.document.scenario().common().grid() else {
            return "The map's numbering is unusable: see the problems.".to_owned();
        };
        let view = self.camera.view(&grid, self.canvas);
        let sight = self.sight(&view, egui::Modifiers::NONE);
        self.hand.hint(&sight)
    }

    fn tabs(&mut self, ui: &mut Ui, acts: &mut Vec<Act>) {
        ui.horizontal(|ui| {
            let (errors, warnings) = self.document.counts();
            for tab in Tab::ALL {
                let count = match tab {
                    Tab::Problems if errors + warnings > 0 => format!("  {}", errors + warnings),
                    Tab::Units => format!("  {}", self.document.scenario().common().unit_count()),
                    _ => String::new(),
                };
                let text = RichText::new(format!("{}{count}", tab.name()));
                let text =
                    if tab == Tab::Problems && errors > 0 { text.color(ui.visuals().error_fg_color) } else { text };
                if ui.selectable_label(self.tab == tab, text).on_hover_text(tab.help()).clicked() {
                    acts.push(Act::Tab(tab));
                }
            }
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let close = egui::Button::new("Hide").frame(false);
                if ui.add(close).on_hover_text("Hide this panel (Ctrl+B)").clicked() {
                    acts.push(Act::Command(crate::command::Command::Bottom));
                }
            });
        });
        ui.separator();
        let pieces = self.session.as_ref().map(|session| session.seen().pieces.as_slice());
        match self.tab {
            Tab::Problems => problems::ui(ui, &self.shown(), acts),
            Tab::Units => order_of_battle::ui(ui, &self.shown(), pieces, acts),
            Tab::Turns => {
                let start = pieces.is_none().then(|| crate::canvas::pieces(self.document.scenario(), None));
                let pieces = pieces.or(start.as_deref()).unwrap_or_default();
                turn_track::ui(ui, &self.shown(), pieces, self.session.as_ref(), acts);
            }
            Tab::Log => log::ui(ui, self.session.as_ref(), acts),
            Tab::Tables => tables::ui(ui, &self.shown(), self.session.is_none(), acts),
            Tab::Source => {
                let mut source = std::mem::take(&mut self.source);
                source.ui(ui, &self.shown());
                self.source = source;
            }
        }
    }
}
