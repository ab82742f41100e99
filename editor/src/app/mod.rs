//! The app: its state and all changes of it.

mod acts;
mod balance_acts;
mod clipboard;
mod docked_panes;
mod drag_and_drop;
mod export;
mod frame;
mod hex_cursor;
mod hex_menu;
mod import;
mod map;
mod map_operations;
mod new_scenario;
mod play_acts;
mod play_tooltip;
mod pointer;
mod pointer_events;
mod recovery;
mod region_acts;
mod save;
mod saved_games;
mod scan_acts;
mod settings;
mod shortcuts;
pub mod startup;
mod table;
mod table_cursor;
mod table_menu;
mod table_play;
mod text_focus;
mod typing;
mod unit_acts;
mod unit_positions;
mod window;

use std::collections::{BTreeSet, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};

use battlewright_engine::play::Replay;
use battlewright_export::Preview;
use battlewright_schema::surgery::SurgeryPlan;
use battlewright_schema::words;
use egui::{Context, Rect};

use self::settings::Remembering;
use crate::app::drag_and_drop::DragState;
use crate::app::export::Exporting;
use crate::app::frame::RunningJob;
use crate::app::hex_cursor::Announcement;
use crate::app::import::Importing;
use crate::app::pointer_events::Steps;
use crate::app::save::Saving;
use crate::app::text_focus::TextFocus;
use crate::background_task::BackgroundTask;
use crate::canvas::table::TableBase;
use crate::canvas::{Base, Camera, sides};
use crate::dialogs::{self, Dialog};
use crate::file_dialog::{Chooser, Pending};
use crate::messages::act::Act;
use crate::messages::command::{MapLayer, Theme};
use crate::messages::dialog_answer::AfterSave;
use crate::model::autosave::JournalFolder;
use crate::model::autosave::file_watch::Watch;
use crate::model::autosave::unsaved_work::RecoverableWork;
use crate::model::balance::BalanceLab;
use crate::model::document::Document;
use crate::model::layout::{Layout, Pane};
use crate::model::play::Session;
use crate::model::position::StartPosition;
use crate::model::region::SelectedRegion;
use crate::model::selection::Selection;
use crate::panels::guide::GuideReader;
use crate::panels::order_of_battle::OrderOfBattleState;
use crate::panels::palette::Palette;
use crate::panels::scan::Scans;
use crate::panels::source::Source;
use crate::panels::{PanelContext, menu};
use crate::theme;
use crate::tools::{self, TableTool, Tool, ToolKind, ToolOptions};

/// `true` after the first frame of a window has been painted.
static OPEN: AtomicBool = AtomicBool::new(false);

/// Returns `true` after the first frame of a window has been painted in this process.
pub fn is_open() -> bool {
    OPEN.load(Ordering::Relaxed)
}

/// The editor: the document, the tools, the panels and all work in progress.
pub struct App {
    document: Document,
    selection: Selection,
    camera: Camera,
    /// The rectangle of the map in the last frame.
    canvas: Rect,
    tool: ToolKind,
    hand: Box<dyn Tool>,
    /// The active tool on a table without hexes.
    table_hand: Box<dyn TableTool>,
    /// The painted table, as a cache.
    table_base: TableBase,
    /// The pointer in a game on a table.
    play_pointer: table_play::PlayPointer,
    /// The keyboard cursor on a table.
    table_cursor: Option<battlewright_schema::Inches>,
    options: ToolOptions,
    /// The selected region of the map.
    region: SelectedRegion,
    /// `true` if the map shows terrain levels.
    levels: bool,
    /// The chosen terrain while the map does not have it.
    missing_letter: Option<save::MissingLetter>,
    /// The hidden layers of the map.
    hidden: BTreeSet<MapLayer>,
    /// The scenario as a game, for the tools that apply the rules.
    opening: StartPosition,
    /// The layout of the panels.
    layout: Layout,
    guide: GuideReader,
    /// `true` if the play panel uses the place of an inspector that was hidden before the game.
    borrowed: bool,
    source: Source,
    /// The state of the order of battle table.
    roster: OrderOfBattleState,
    base: Base,
    session: Option<Session>,
    scan: Scans,
    /// The balance lab.
    lab: BalanceLab,
    /// The resolver for games at a real table.
    resolver: crate::model::resolver::ResolverState,
    dialog: Option<Dialog>,
    palette: Option<Palette>,
    /// The message of the status line until the next act.
    status_message: Option<String>,
    /// The payload that is dragged over the window.
    carried: DragState,
    /// The hex cursor of the keyboard.
    cursor: Option<battlewright_schema::Cell>,
    /// The hex whose menu is open, with `true` if it was requested in this frame.
    hex_menu: Option<(battlewright_schema::Cell, bool)>,
    /// The point whose menu is open, and `true` if it was asked for in this frame.
    table_menu: Option<(battlewright_schema::Inches, bool)>,
    /// The place where a menu asked to paste, until the text of the clipboard arrives, and the time of the request.
    pasting: Option<(clipboard::PastePlace, f64)>,
    /// The last announcement to screen readers.
    told: Option<Announcement>,
    /// `true` if the keyboard drags with the hex cursor.
    keyed: bool,
    /// `true` if the mouse button was pressed on the map and is still held.
    map_down: bool,
    /// The text field with the keyboard focus.
    text_focus: TextFocus,
    acts: Vec<Act>,
    /// The acts that wait until typed text has been parsed or a background job is done.
    held: VecDeque<Act>,
    /// The background job on the map.
    work: Option<RunningJob>,
    /// The plan of a map operation that is being computed.
    planning: BackgroundTask<Result<SurgeryPlan, String>>,
    /// The exports in progress and the options of the last one.
    exporting: Exporting,
    /// The imports in progress.
    importing: Importing,
    /// The preview for the start page that is being drawn.
    picturing: BackgroundTask<Option<Preview>>,
    chooser: Chooser,
    pending: Option<Pending>,
    /// The game that was left last.
    last_game: Option<Replay>,
    /// The file of the current game.
    game_saver: saved_games::GameSaver,
    /// `true` if a game came from a link and the window has not said what the link holds.
    linked: bool,
    /// `true` if the window shows only what a player needs, such as after a link to a game.
    game_page: bool,
    /// `true` if the next press of Tab goes to the decision.
    tab_to_decision: bool,
    /// The seed of all new games, for tests and pictures; `None` draws one for each.
    fixed_seed: Option<u64>,
    /// The save that is in progress.
    saving: Option<Saving>,
    /// The action that continues after the document is saved.
    after_save: Option<AfterSave>,
    closing: bool,
    title: String,
    /// The locations of journals; `None` if journaling is off.
    keeper: Option<JournalFolder>,
    /// The work that a crash has left behind and that is offered to the user.
    found: Vec<RecoverableWork>,
    /// The watch on the document's file.
    watch: Option<Watch>,
    /// The time of the last check of the file, in seconds.
    looked: f64,
    /// `true` if the window had the focus at that time.
    focused: bool,
    /// The time of the last keystroke in the source text, in seconds.
    typed: f64,
    stepped: f64,
    /// The state of the persistent settings.
    remembering: Remembering,
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
        let letter = document.scenario().common().terrain().get(1).map_or('w', |terrain| terrain.letter.0);
        let mut app = Self {
            selection: Selection::Scenario,
            camera: Camera::default(),
            canvas: Rect::NOTHING,
            tool: ToolKind::SELECT,
            hand: tools::new(ToolKind::SELECT),
            table_hand: tools::new_on_table(ToolKind::SELECT),
            table_base: TableBase::default(),
            play_pointer: table_play::PlayPointer::default(),
            table_cursor: None,
            options: ToolOptions { letter, ..ToolOptions::default() },
            region: SelectedRegion::default(),
            levels: true,
            missing_letter: None,
            hidden: BTreeSet::new(),
            opening: StartPosition::default(),
            layout: Layout::default(),
            guide: GuideReader::default(),
            borrowed: false,
            source: Source::default(),
            roster: OrderOfBattleState::default(),
            base: Base::default(),
            session: None,
            scan: Scans::default(),
            lab: BalanceLab::new(),
            resolver: crate::model::resolver::ResolverState::default(),
            dialog: None,
            palette: None,
            status_message: None,
            carried: DragState::default(),
            cursor: None,
            hex_menu: None,
            table_menu: None,
            pasting: None,
            told: None,
            keyed: false,
            map_down: false,
            text_focus: TextFocus::default(),
            acts: Vec::new(),
            held: VecDeque::new(),
            work: None,
            planning: BackgroundTask::default(),
            exporting: Exporting::default(),
            importing: Importing::default(),
            picturing: BackgroundTask::default(),
            chooser,
            pending: None,
            last_game: None,
            game_saver: saved_games::GameSaver::default(),
            linked: false,
            game_page: false,
            tab_to_decision: false,
            fixed_seed: None,
            saving: None,
            after_save: None,
            closing: false,
            title: String::new(),
            keeper: None,
            found: Vec::new(),
            watch: None,
            looked: 0.0,
            focused: false,
            typed: 0.0,
            stepped: 0.0,
            remembering: Remembering::default(),
            document,
        };
        app.lead();
        app
    }

    /// Gives all new games the dice of `seed`, such as for pictures.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.fixed_seed = Some(seed);
        self
    }

    /// Returns the open document.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Waits until the problems of the current document are known.
    pub fn wait_for_checks(&mut self) {
        self.document.wait_for_checks();
    }

    /// Returns the selection.
    pub fn selection(&self) -> Selection {
        self.selection
    }

    /// Returns the active tool.
    pub fn tool(&self) -> ToolKind {
        self.tool
    }

    /// Returns the current game, or `None` while the scenario is edited.
    pub fn session(&self) -> Option<&Session> {
        self.session.as_ref()
    }

    /// Returns the resolver.
    pub fn resolver(&self) -> &crate::model::resolver::ResolverState {
        &self.resolver
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

    /// Returns `true` if the theme is dark.
    fn dark(ctx: &Context) -> bool {
        ctx.theme() == egui::Theme::Dark
    }

    /// Returns the position of the center of `cell` on the screen, or `None` without a valid hex grid.
    pub fn position_of(&self, cell: battlewright_schema::Cell) -> Option<egui::Pos2> {
        let grid = self.document.scenario().common().grid().ok()?;
        Some(self.camera.view(&grid, self.canvas).center(cell))
    }

    /// Returns the screen position of a point of the table, or `None` without a table.
    pub fn position_on_table(&self, at: battlewright_schema::Inches) -> Option<egui::Pos2> {
        Some(self.table_frame()?.pos(at))
    }

    /// Returns the guide.
    pub fn guide(&self) -> &GuideReader {
        &self.guide
    }

    /// Returns the parts of the app that panels can read.
    fn shown(&self) -> PanelContext<'_> {
        PanelContext {
            document: &self.document,
            selection: self.selection,
            options: &self.options,
            tool: self.tool,
            writing: self.text_focus.asked.as_ref(),
        }
    }

    /// Returns the state that the menus depend on.
    fn menu_state(&self, ctx: &Context) -> menu::State {
        let history = self.document.history();
        let (undo, redo) = match &self.session {
            Some(session) => {
                (session.can_undo().then(|| "choice".to_owned()), session.can_redo().then(|| "choice".to_owned()))
            }
            None => (history.undo_name().map(words::lower), history.redo_name().map(words::lower)),
        };
        menu::State {
            undo,
            redo,
            filed: self.document.path().is_some(),
            region: self.has_region(),
            holding: self.hand.held().is_some(),
            deletable: self.clears_region() || self.selection.deletion(self.document.scenario()).is_some(),
            unit: matches!(self.selection, Selection::Unit(_)),
            table: self.document.scenario().common().table().is_some(),
            useless: tools::ALL.into_iter().filter(|tool| tool.unusable(self.document.scenario()).is_some()).collect(),
            playing: self.session.is_some(),
            running: self.session.as_ref().is_some_and(Session::is_running),
            computer: self.session.as_ref().is_some_and(Session::computer_to_move),
            ending: self.may_end(),
            resumable: self.last_game.is_some(),
            striped: sides::striped(ctx),
            theme: Theme::of(ctx.options(|options| options.theme_preference)),
            recent: self.remembering.recent.clone(),
            panel: self.layout.current().name(),
            shown: Pane::all().filter(|pane| self.layout.is_shown(*pane)).collect(),
            tabs: self.layout.has_tabs(),
            levels: self.levels,
            hidden: self.hidden.clone(),
            scan: (crate::model::scan::scan(&self.document).is_some(), !self.scan.hidden),
            lab: self.lab.state(),
            title: self.heading(),
        }
    }

    /// Returns the title of the scenario and the name of its file, with an asterisk for unsaved changes.
    fn heading(&self) -> String {
        let mark = if self.document.is_dirty() { "* " } else { "" };
        format!("{mark}{}  —  {}", self.document.scenario().title(), self.document.name())
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
            let open = palette.ui(&ctx, &state, self.document.scenario(), &mut self.acts);
            self.palette = open.then_some(palette);
        }
        if let Some(dialog) = &mut self.dialog {
            let answer = dialogs::ui(&ctx, dialog, &self.document.name());
            if let Some(answer) = answer {
                self.dialog = None;
                self.acts.push(Act::Answer(Box::new(answer)));
            }
        }
        self.plan_surgery(&ctx);
        self.watch_export(&ctx);
        self.watch_import(&ctx);
        self.watch_start_page(&ctx);
        self.text_focus.drawn(&ctx);
        if !self.acts.is_empty() {
            ctx.request_repaint();
        }
    }
}
