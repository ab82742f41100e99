//! The app: its state and all changes of it.

mod acts;
mod balance_acts;
mod clipboard;
mod docked_panes;
mod export;
mod frame;
mod ground_acts;
mod import;
mod input;
mod jobs;
mod map;
mod map_operations;
mod map_view;
mod new_scenario;
mod panes;
mod play_acts;
mod pointer_events;
mod recovery;
mod region_acts;
mod rule_acts;
mod save;
mod saved_games;
mod scan_acts;
mod settings;
mod shortcuts;
pub mod startup;
mod text_focus;
mod typing;
mod unit_acts;
mod window;
mod workspace;

use std::sync::atomic::{AtomicBool, Ordering};

use battlewright_schema::{Cell, Inches, words};
use egui::{Context, Rect};

use self::ground_acts::GroundWork;
use self::input::Input;
use self::jobs::Jobs;
use self::map_view::MapView;
use self::panes::Panels;
use self::play_acts::PlayState;
use self::pointer_events::Steps;
use self::recovery::Recovery;
use self::settings::Remembering;
use self::workspace::Workspace;
use crate::canvas::sides;
use crate::dialogs::{self, Dialog};
use crate::file_dialog::{Chooser, FilePurpose};
use crate::messages::act::Act;
use crate::messages::command::Theme;
use crate::messages::dialog_answer::{AfterSave, DialogAnswer};
use crate::model::balance::{BalanceLab, Games};
use crate::model::document::Document;
use crate::model::layout::{Layout, Pane};
use crate::model::play::Session;
use crate::model::resolver::ResolverState;
use crate::model::selection::Selection;
use crate::panels::guide::GuideReader;
use crate::panels::order_of_battle::OrderOfBattleState;
use crate::panels::palette::Palette;
use crate::panels::scan::Scans;
use crate::panels::{PanelContext, menu};
use crate::theme;
use crate::tools::{self, ToolKind};

/// `true` after the first frame of a window has been painted.
static OPEN: AtomicBool = AtomicBool::new(false);

/// Returns `true` after the first frame of a window has been painted in this process.
pub fn is_open() -> bool {
    OPEN.load(Ordering::Relaxed)
}

/// The editor. Drawing borrows the first four parts and asks for acts, which the app carries out in the next frame.
pub struct App {
    workspace: Workspace,
    panels: Panels,
    map: MapView,
    input: Input,
    /// The layout of the panels.
    layout: Layout,
    dialog: Option<Dialog>,
    palette: Option<Palette>,
    /// The message of the status line until the next act.
    status_message: Option<String>,
    /// The acts that panels and tools have asked for.
    acts: Vec<Act>,
    jobs: Jobs,
    /// The work on maps from the ground.
    ground: GroundWork,
    play: PlayState,
    recovery: Recovery,
    /// The state of the persistent settings.
    remembering: Remembering,
    chooser: Chooser,
    /// The action that continues after the document is saved.
    after_save: Option<AfterSave>,
    closing: bool,
    title: String,
}

impl App {
    /// Creates the app with `document` open. `chooser` is the method of choosing files.
    pub fn new(ctx: &Context, document: Document, chooser: Chooser) -> Self {
        theme::install(ctx);
        ctx.add_plugin(Steps::default());
        ctx.options_mut(|options| {
            options.zoom_with_keyboard = false;
            options.fallback_theme = egui::Theme::Light;
        });
        let mut app = Self {
            workspace: Workspace::new(document),
            panels: Panels::default(),
            map: MapView::default(),
            input: Input::default(),
            layout: Layout::default(),
            dialog: None,
            palette: None,
            status_message: None,
            acts: Vec::new(),
            jobs: Jobs::default(),
            ground: GroundWork::default(),
            play: PlayState::default(),
            recovery: Recovery::default(),
            remembering: Remembering::default(),
            chooser,
            after_save: None,
            closing: false,
            title: String::new(),
        };
        app.show_initial_tab();
        app
    }

    /// Gives all new games the dice of `seed`, such as for pictures.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.play.seed = Some(seed);
        self
    }

    /// Returns the open document.
    pub fn document(&self) -> &Document {
        &self.workspace.document
    }

    /// Waits until the problems of the current document are known.
    pub fn wait_for_checks(&mut self) {
        self.workspace.document.wait_for_checks();
    }

    /// Returns the selection.
    pub fn selection(&self) -> Selection {
        self.workspace.selection
    }

    /// Returns the active tool.
    pub fn tool(&self) -> ToolKind {
        self.workspace.tool
    }

    /// Returns the current game, or `None` while the scenario is edited.
    pub fn session(&self) -> Option<&Session> {
        self.workspace.session.as_ref()
    }

    /// Returns the resolver.
    pub fn resolver(&self) -> &ResolverState {
        &self.panels.resolver
    }

    /// Returns the charts that the *As printed* tab shows; none before it was shown.
    pub fn printed_charts(&self) -> &[battlewright_charts::Chart] {
        self.panels.printed.charts()
    }

    /// Returns the open dialog.
    pub fn dialog(&self) -> Option<&Dialog> {
        self.dialog.as_ref()
    }

    /// Returns `true` if the window is about to close.
    pub fn is_closing(&self) -> bool {
        self.closing
    }

    /// Returns the layout of the panels.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Queues `act`, as a panel does.
    pub fn ask(&mut self, act: Act) {
        self.acts.push(act);
    }

    /// Returns the message of the status line, without hints.
    pub fn status_message(&self) -> Option<&str> {
        self.status_message.as_deref()
    }

    /// Returns the position of the center of `cell` on the screen, or `None` without a valid hex grid.
    pub fn position_of(&self, cell: Cell) -> Option<egui::Pos2> {
        let grid = self.workspace.grid()?;
        Some(self.map.camera.view(&grid, self.map.rect).center(cell))
    }

    /// Returns the screen position of a point of the table, or `None` without a table.
    pub fn position_on_table(&self, at: Inches) -> Option<egui::Pos2> {
        Some(self.map.table_frame(self.workspace.document.scenario())?.pos(at))
    }

    /// Returns the guide.
    pub fn guide(&self) -> &GuideReader {
        &self.panels.guide
    }

    /// Returns the state of the order of battle table.
    pub fn roster(&self) -> &OrderOfBattleState {
        &self.panels.roster
    }

    /// Returns the balance lab.
    pub fn lab(&self) -> &BalanceLab {
        &self.panels.lab
    }

    /// Returns the games whose heat map the map shows, as long as the Balance tab is visible.
    pub fn shows_heat(&self) -> Option<&Games> {
        self.panels.heat_map(&self.workspace)
    }

    /// Returns the state of the scan.
    pub fn scans(&self) -> &Scans {
        &self.panels.scan
    }

    /// Returns the place on a table that a line of the log or a counter has marked.
    pub fn marked_place(&self) -> Option<Inches> {
        self.input.play_pointer.place
    }

    /// Centers the map on `cell` with a hex radius of `radius` points.
    pub fn look(&mut self, cell: Cell, radius: f32) {
        if let Some(grid) = self.workspace.grid() {
            self.map.camera.radius = radius;
            self.map.camera.look_at(&grid, cell);
        }
    }

    /// Returns the triangles of the map as they were drawn last. The mesh is empty at very small scales.
    pub fn printed_map(&self) -> &egui::Mesh {
        self.map.base.mesh()
    }

    /// Returns the rectangle of the map on the screen.
    pub fn map_rect(&self) -> Rect {
        self.map.rect
    }

    /// Returns what panels can read.
    fn panel_context(&self) -> PanelContext<'_> {
        self.workspace.panel_context(self.input.text_focus.asked.as_ref())
    }

    /// Returns the state that the menus depend on.
    fn menu_state(&self, ctx: &Context) -> menu::State {
        let history = self.workspace.document.history();
        let (undo, redo) = match &self.workspace.session {
            Some(session) => {
                (session.can_undo().then(|| "choice".to_owned()), session.can_redo().then(|| "choice".to_owned()))
            }
            None => (history.undo_name().map(words::lower), history.redo_name().map(words::lower)),
        };
        menu::State {
            undo,
            redo,
            filed: self.workspace.document.path().is_some(),
            region: self.workspace.has_region(),
            holding: self.input.hand.held().is_some(),
            deletable: self.workspace.clears_region()
                || self.workspace.selection.deletion(self.workspace.document.scenario()).is_some(),
            unit: matches!(self.workspace.selection, Selection::Unit(_)),
            table: self.workspace.document.scenario().common().table().is_some(),
            useless: tools::ALL
                .into_iter()
                .filter(|tool| tool.unusable(self.workspace.document.scenario()).is_some())
                .collect(),
            playing: self.workspace.session.is_some(),
            running: self.workspace.session.as_ref().is_some_and(Session::is_running),
            computer: self.workspace.session.as_ref().is_some_and(Session::computer_to_move),
            ending: self.workspace.may_end(),
            resumable: self.play.last.is_some(),
            striped: sides::striped(ctx),
            theme: Theme::of(ctx.options(|options| options.theme_preference)),
            recent: self.remembering.recent.clone(),
            panel: self.layout.current().name(),
            shown: Pane::all().filter(|pane| self.layout.is_shown(*pane)).collect(),
            tabs: self.layout.has_tabs(),
            levels: self.workspace.levels,
            hidden: self.workspace.hidden.clone(),
            edited: self.workspace.shows_edited,
            scan: (crate::model::scan::scan(&self.workspace.document).is_some(), !self.panels.scan.hidden),
            lab: self.panels.lab.state(),
            title: self.heading(),
        }
    }

    /// Returns the title of the scenario and the name of its file, with an asterisk for unsaved changes.
    fn heading(&self) -> String {
        let mark = if self.workspace.document.is_dirty() { "* " } else { "" };
        format!("{mark}{}  —  {}", self.workspace.document.scenario().title(), self.workspace.document.name())
    }
}

impl eframe::App for App {
    fn logic(&mut self, ctx: &Context, _: &mut eframe::Frame) {
        self.work(ctx);
    }

    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        OPEN.store(true, Ordering::Relaxed);
        self.window(ui);
        let ctx = ui.ctx().clone();
        if let Some(palette) = &mut self.palette {
            let mut palette = palette.clone();
            let state = self.menu_state(&ctx);
            let open = palette.ui(&ctx, &state, self.workspace.document.scenario(), &mut self.acts);
            self.palette = open.then_some(palette);
        }
        if let Some(dialog) = &mut self.dialog {
            let answer = dialogs::ui(&ctx, dialog, &self.workspace.document.name());
            if let Some(answer) = answer {
                match self.dialog.take() {
                    // The dialog comes back when the file is chosen.
                    Some(Dialog::Ground(plan)) if answer == DialogAnswer::Choose(FilePurpose::Ground) => {
                        self.set_ground_aside(plan);
                    }
                    _ => {}
                }
                self.acts.push(Act::Answer(Box::new(answer)));
            }
        }
        self.plan_surgery(&ctx);
        self.watch_export(&ctx);
        self.watch_import(&ctx);
        self.watch_start_page(&ctx);
        self.watch_ground(&ctx);
        self.input.text_focus.drawn(&ctx);
        if !self.acts.is_empty() {
            ctx.request_repaint();
        }
    }
}
