//! The program: its state, and the one place that changes it.

mod acts;
mod balance_acts;
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
mod pointer;
mod pointer_events;
mod recovery;
mod region_acts;
mod save;
mod scan_acts;
mod settings;
mod shortcuts;
pub mod startup;
mod text_focus;
mod unit_acts;
mod window;

use std::collections::VecDeque;
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
use crate::canvas::{Base, Camera, sides};
use crate::dialogs;
use crate::dialogs::Dialog;
use crate::dialogs::surgery::MapOperation;
use crate::file_dialog::{Chooser, FilePurpose, Pending};
use crate::messages::act::Act;
use crate::messages::command::Command;
use crate::messages::command::Theme;
use crate::messages::dialog_answer::AfterSave;
use crate::messages::scan::ScanAct;
use crate::model::autosave::JournalFolder;
use crate::model::autosave::file_watch::Watch;
use crate::model::autosave::unsaved_work::RecoverableWork;
use crate::model::balance::{BalanceLab, GamesRequest};
use crate::model::document::Document;
use crate::model::edit::slopes;
use crate::model::edit::slopes::Slopes;
use crate::model::layout::BottomTab;
use crate::model::layout::{Layout, Pane};
use crate::model::play;
use crate::model::play::Session;
use crate::model::position::StartPosition;
use crate::model::region::SelectedRegion;
use crate::model::selection::Selection;
use crate::model::store;
use crate::model::store::Bundled;
use crate::panels::order_of_battle::{self, OrderOfBattleState};
use crate::panels::palette::Palette;
use crate::panels::scan;
use crate::panels::scan::Scans;
use crate::panels::source::Source;
use crate::panels::{PanelContext, menu};
use crate::theme;
use crate::tools::{self, Tool, ToolKind, ToolOptions};

/// `true` once a window has been painted.
static OPEN: AtomicBool = AtomicBool::new(false);

/// Returns `true` if a window has been painted in this process.
pub fn is_open() -> bool {
    OPEN.load(Ordering::Relaxed)
}

/// The program.
pub struct App {
    pub(crate) document: Document,
    pub(crate) selection: Selection,
    pub(crate) camera: Camera,
    /// The place where the map was painted last.
    pub(crate) canvas: Rect,
    pub(crate) tool: ToolKind,
    pub(crate) hand: Box<dyn Tool>,
    pub(crate) options: ToolOptions,
    /// The selected region of the map.
    pub(crate) region: SelectedRegion,
    /// `true` if the levels of the ground are shown.
    pub(crate) levels: bool,
    /// The scenario as a game, for the tools that ask the rules.
    pub(crate) opening: StartPosition,
    /// The places of the panels.
    pub(crate) layout: Layout,
    /// `true` if the play panel takes a place that was hidden before the game.
    pub(crate) borrowed: bool,
    pub(crate) source: Source,
    /// The table of the order of battle.
    pub(crate) roster: OrderOfBattleState,
    pub(crate) base: Base,
    pub(crate) session: Option<Session>,
    pub(crate) scan: Scans,
    /// Many games, and what they say.
    pub(crate) lab: BalanceLab,
    pub(crate) dialog: Option<Dialog>,
    pub(crate) palette: Option<Palette>,
    /// The message of the status line until the next act.
    pub(crate) said: Option<String>,
    /// The payload that is carried over the window.
    pub(crate) carried: DragState,
    /// The hex cursor of the keyboard.
    pub(crate) cursor: Option<battlewright_schema::Cell>,
    /// The hex whose menu is open, and whether it has just been asked for.
    pub(crate) hex_menu: Option<(battlewright_schema::Cell, bool)>,
    /// The words that a screen reader was told of it.
    pub(crate) told: Option<Announcement>,
    /// `true` if the keyboard drags with it.
    pub(crate) keyed: bool,
    /// `true` if the button went down on the map and is still held.
    pub(crate) map_down: bool,
    /// The text field that has the keyboard.
    pub(crate) text_focus: TextFocus,
    pub(crate) acts: Vec<Act>,
    /// The acts that wait until what is typed has been read, or what is worked on is done.
    pub(crate) held: VecDeque<Act>,
    /// The work beside the window.
    pub(crate) work: Option<RunningJob>,
    /// The outcome of the form that changes the map as a whole, while it is worked out.
    pub(crate) planning: BackgroundTask<Result<SurgeryPlan, String>>,
    /// The exports under way, and their form.
    pub(crate) exporting: Exporting,
    /// The imports under way.
    pub(crate) importing: Importing,
    /// The picture of the start page that is being drawn.
    pub(crate) picturing: BackgroundTask<Option<Preview>>,
    pub(crate) chooser: Chooser,
    pub(crate) pending: Option<Pending>,
    /// The game that was left last.
    pub(crate) last_game: Option<Replay>,
    /// The file that the document is being saved to.
    pub(crate) saving: Option<Saving>,
    /// The thing that waits for the document to be saved.
    pub(crate) after_save: Option<AfterSave>,
    pub(crate) closing: bool,
    pub(crate) title: String,
    /// The place where work is written down, if it is.
    pub(crate) keeper: Option<JournalFolder>,
    /// Work that a crash left behind, to be offered.
    pub(crate) found: Vec<RecoverableWork>,
    /// The look-out for the document's file.
    pub(crate) watch: Option<Watch>,
    /// When the file was looked at last.
    pub(crate) looked: f64,
    /// `true` if the window had the keyboard then.
    pub(crate) focused: bool,
    /// When something was typed into the text last.
    pub(crate) typed: f64,
    pub(crate) stepped: f64,
    /// The settings that are remembered from one start to the next.
    pub(crate) remembering: Remembering,
}

impl App {
    /// The program with `document` open.
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
            options: ToolOptions { letter, ..ToolOptions::default() },
            region: SelectedRegion::default(),
            levels: true,
            opening: StartPosition::default(),
            layout: Layout::default(),
            borrowed: false,
            source: Source::default(),
            roster: OrderOfBattleState::default(),
            base: Base::default(),
            session: None,
            scan: Scans::default(),
            lab: BalanceLab::new(),
            dialog: None,
            palette: None,
            said: None,
            carried: DragState::default(),
            cursor: None,
            hex_menu: None,
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

    /// The document.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Waits until what is wrong is known of the document as it is now.
    pub fn wait_for_checks(&mut self) {
        self.document.wait_for_checks();
    }

    /// The selection.
    pub fn selection(&self) -> Selection {
        self.selection
    }

    /// The tool in hand.
    pub fn tool(&self) -> ToolKind {
        self.tool
    }

    /// The game being played, if any.
    pub fn session(&self) -> Option<&Session> {
        self.session.as_ref()
    }

    /// The window that asks something, if any.
    pub fn dialog(&self) -> Option<&Dialog> {
        self.dialog.as_ref()
    }

    /// Returns `true` if the window is to close.
    pub fn is_closing(&self) -> bool {
        self.closing
    }

    /// The places of the panels.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Asks for `act`, as a panel would.
    pub fn ask(&mut self, act: Act) {
        self.acts.push(act);
    }

    /// The message of the status line besides hints.
    pub fn said(&self) -> Option<&str> {
        self.said.as_deref()
    }

    /// The hue of the day: whether the theme is dark.
    pub(crate) fn dark(ctx: &Context) -> bool {
        ctx.theme() == egui::Theme::Dark
    }

    /// The place where the middle of `cell` is on the screen.
    pub fn position_of(&self, cell: battlewright_schema::Cell) -> Option<egui::Pos2> {
        let grid = self.document.scenario().common().grid().ok()?;
        Some(self.camera.view(&grid, self.canvas).center(cell))
    }

    /// The parts of the app that panels can see.
    pub(crate) fn shown(&self) -> PanelContext<'_> {
        PanelContext {
            document: &self.document,
            selection: self.selection,
            options: &self.options,
            tool: self.tool,
            writing: self.text_focus.asked.as_ref(),
        }
    }

    /// The facts that the menus must know.
    pub(crate) fn menu_state(&self, ctx: &Context) -> menu::State {
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
            playing: self.session.is_some(),
            running: self.session.as_ref().is_some_and(Session::is_running),
            computer: self.session.as_ref().is_some_and(Session::computer_to_move),
            resumable: self.last_game.is_some(),
            striped: sides::striped(ctx),
            theme: Theme::of(ctx.options(|options| options.theme_preference)),
            recent: self.remembering.recent.clone(),
            panel: self.layout.current().name(),
            shown: Pane::all().filter(|pane| self.layout.is_shown(*pane)).collect(),
            tabs: self.layout.has_tabs(),
            levels: self.levels,
            scan: (crate::model::scan::scan(&self.document).is_some(), !self.scan.hidden),
            lab: self.lab.state(),
            title: self.heading(),
        }
    }

    /// The scenario's title with the file's name, and a mark for unsaved changes.
    fn heading(&self) -> String {
        let mark = if self.document.is_dirty() { "* " } else { "" };
        format!("{mark}{}  —  {}", self.document.scenario().title(), self.document.name())
    }

    pub(crate) fn act(&mut self, ctx: &Context, act: Act) {
        if !matches!(act, Act::Seal | Act::Options(_)) {
            self.said = None;
        }
        match act {
            Act::Command(command) => self.command(ctx, command),
            Act::Edit { name, field, edit } => {
                if self.session.is_none() {
                    self.document.apply(&name, field, *edit);
                }
            }
            Act::Place(range) => self.source.go_to(&self.document, range),
            Act::Seal => self.document.seal(),
            Act::Type { edition, splice } => self.type_in(ctx, edition, &splice),
            Act::Mend { name, edition, splice } => {
                self.document.seal();
                self.type_in(ctx, edition, &splice);
                self.document.name_typing(&name);
            }
            Act::Select(selection) => {
                self.document.seal();
                self.select(selection);
            }
            Act::Pick(counters) => {
                self.document.seal();
                self.pick(counters);
            }
            Act::Look(cell) => {
                if let Ok(grid) = self.document.scenario().common().grid() {
                    let view = self.camera.view(&grid, self.canvas);
                    // Only if it is out of sight: a map that jumps about is hard to read.
                    if !self.canvas.shrink(self.camera.radius).contains(view.center(cell)) {
                        self.camera.look_at(&grid, cell);
                    }
                }
            }
            Act::Rule(number) => self.read_rule(Some(&number)),
            Act::Write(path) => {
                self.layout.show(Pane::Inspector);
                self.text_focus.asked = Some(path);
            }
            Act::Tool(kind) => self.take_up(kind),
            Act::Options(options) => self.options = options,
            Act::Tab(tab) => self.layout.show(Pane::Tab(tab)),
            Act::Region(act) => self.region_act(ctx, act),
            // Other work hears it before anything waits.
            Act::GiveUp => self.act(ctx, Act::Play(play::PlayAct::Cancel)),
            Act::Scan(act) => self.scan(ctx, act),
            Act::Balance(act) => self.balance(ctx, act),
            Act::Say(text) => self.said = Some(text),
            Act::Play(act) => {
                if let Some(session) = &mut self.session {
                    session.act(act);
                }
            }
            Act::Theirs(theirs) => self.theirs(theirs),
            Act::OpenRecent(path) => self.leave(ctx, AfterSave::File(path)),
            Act::ForgetRecent => self.remembering.recent.clear(),
            Act::Heard => self.remembering.trouble = None,
            Act::Ask(units) => self.dialog = Some(Dialog::Units(units)),
            Act::Answer(answer) => self.answer(ctx, *answer),
            Act::Chosen(purpose, path) => self.chosen(ctx, purpose, &path),
        }
    }

    pub(crate) fn take_up(&mut self, kind: ToolKind) {
        if let Some(why) = kind.unusable(self.document.scenario()) {
            self.said = Some(why);
            return;
        }
        self.scan.mode = scan::Mode::Under;
        self.hand.cancel();
        self.tool = kind;
        self.hand = tools::new(kind);
    }

    fn command(&mut self, ctx: &Context, command: Command) {
        match command {
            Command::StartPage => self.show_start_page(),
            Command::New => self.show_new(false),
            Command::Open => self.leave(ctx, AfterSave::Open),
            Command::OpenBundled => {
                self.dialog = Some(Dialog::Bundled(store::SHELF.iter().map(Bundled::card).collect()))
            }
            Command::Quit => self.leave(ctx, AfterSave::Close),
            Command::Save => self.save(ctx),
            Command::SaveAs => self.choose(ctx, FilePurpose::Save),
            Command::Export => self.show_export(),
            Command::Backups => self.show_backups(),
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            Command::Delete if self.clears_region() => self.clear_region(ctx, "Clear region"),
            Command::Delete => {
                let several = self.several().map(|units| order_of_battle::remove(&units));
                let hqs = several.is_some() && !self.roster.pick.hqs.is_empty();
                let removal = several.or_else(|| self.selection.deletion(self.document.scenario()));
                if let Some((name, edit)) = removal
                    && self.document.apply(&name, None, edit)
                {
                    self.select(Selection::Scenario);
                    if hqs {
                        self.said = Some("Headquarters belong to their formations, and stay.".to_owned());
                    }
                }
            }
            Command::Copy => self.copy_region(ctx),
            Command::Cut => {
                self.copy_region(ctx);
                self.clear_region(ctx, "Cut region");
            }
            // The text comes with an event of its own.
            Command::Paste => ctx.send_viewport_cmd(egui::ViewportCommand::RequestPaste),
            Command::SelectMap => self.select_map(),
            Command::Spin(turn) => self.turn_piece(turn),
            Command::SelectScenario => self.select(Selection::Scenario),
            Command::Cancel => match &mut self.session {
                Some(session) if !self.tool.in_play() => session.act(play::PlayAct::Cancel),
                Some(_) if !self.hand.cancel() => self.take_up(ToolKind::SELECT),
                Some(_) => {}
                None if self.scan.mode != scan::Mode::Under => self.scan(ctx, ScanAct::Close),
                None if self.hand.cancel() || self.region.clear() => {}
                None => self.select(Selection::Scenario),
            },
            Command::Tool(kind) => self.take_up(kind),
            Command::Trace => self.scan(ctx, ScanAct::Trace),
            Command::Suggest => self.scan(ctx, ScanAct::Suggest),
            Command::ShowScan => self.scan(ctx, ScanAct::Show(self.scan.hidden)),
            Command::Wider => self.options.size = (self.options.size + 1).min(tools::WIDEST),
            Command::Narrower => self.options.size = self.options.size.saturating_sub(1).max(1),
            Command::Reshape => self.show_surgery(MapOperation::Resize),
            Command::Turn => self.show_surgery(MapOperation::Turn),
            Command::Renumber => self.show_surgery(MapOperation::Renumber),
            Command::ZoomIn => self.zoom(1.25, self.canvas.center()),
            Command::ZoomOut => self.zoom(0.8, self.canvas.center()),
            Command::Fit if self.is_tracing() => self.scan.fit_board(),
            Command::Fit => self.camera.radius = 0.0,
            Command::Levels => self.levels = !self.levels,
            Command::Slopes => self.slopes(),
            Command::Theme(theme) => ctx.set_theme(theme.preference()),
            Command::Larger => self.rescale(ctx, Some(true)),
            Command::Smaller => self.rescale(ctx, Some(false)),
            Command::NormalSize => self.rescale(ctx, None),
            Command::SideSigns => sides::set_striped(ctx, !sides::striped(ctx)),
            Command::Inspector => self.layout.toggle(Pane::Inspector),
            Command::Bottom => self.layout.toggle_tabs(),
            Command::Find => {
                self.layout.show(Pane::Tab(BottomTab::Source));
                self.source.ask_find();
            }
            Command::GoToLine => {
                self.layout.show(Pane::Tab(BottomTab::Source));
                self.source.ask_line();
            }
            Command::Tab(tab) => self.layout.toggle(Pane::Tab(tab)),
            Command::Dock(dock) => self.dock(dock),
            Command::HexMenu => self.ask_hex_menu(),
            Command::ResetLayout => self.layout = Layout::default(),
            Command::Play => self.play(),
            Command::Edit => self.leave_game(),
            Command::NextTurn => self.acts.push(Act::Play(play::PlayAct::Turn)),
            Command::ToEnd => self.acts.push(Act::Play(play::PlayAct::End)),
            Command::SaveGame => self.choose(ctx, FilePurpose::SaveGame),
            Command::OpenGame => self.choose(ctx, FilePurpose::OpenGame),
            Command::SavePosition => self.ask_position(ctx),
            Command::Resume => self.resume(),
            Command::Playtest => self.play_many(ctx, GamesRequest::Games),
            Command::CompareSaved => self.play_many(ctx, GamesRequest::Saved),
            Command::Heat => self.lab.heat = !self.lab.heat,
            Command::ExportReport => self.choose(ctx, FilePurpose::ExportReport),
            Command::ExportGames => self.choose(ctx, FilePurpose::ExportGames),
            Command::ExportVersions => self.choose(ctx, FilePurpose::ExportVersions),
            Command::Step => self.acts.push(Act::Play(play::PlayAct::Step)),
            Command::Run => self.acts.push(Act::Play(play::PlayAct::Run)),
            Command::AddUnit => self.add_unit(),
            Command::DuplicateUnits => self.duplicate_units(),
            Command::FillDown => self.fill_down(),
            Command::Import => self.choose(ctx, FilePurpose::Import),
            Command::ExportUnits => self.choose(ctx, FilePurpose::ExportUnits),
            Command::ExportShown => self.choose(ctx, FilePurpose::ExportShown),
            Command::Palette => self.palette = Some(Palette::default()),
            Command::Shortcuts => self.dialog = Some(Dialog::Shortcuts(String::new())),
            Command::Guide => self.read(0, None),
            Command::Rules => self.read_rule(None),
            Command::About => self.dialog = Some(Dialog::About),
        }
        if !self.acts.is_empty() {
            ctx.request_repaint();
        }
    }

    /// Lays steep slopes where the levels say, as one step.
    fn slopes(&mut self) {
        self.said = Some(match slopes::from_levels(self.document.scenario()) {
            Err(why) => why.to_owned(),
            Ok(Slopes { added: 0, removed: 0, .. }) => "The slopes lie where the levels say already.".to_owned(),
            Ok(Slopes { added, removed, edit }) => {
                self.document.apply("Slopes from levels", None, edit);
                format!("Slopes follow the levels: {added} new, {removed} taken away. Undo brings the old ones back.")
            }
        });
    }

    fn undo(&mut self) {
        match &mut self.session {
            Some(session) => session.undo(),
            None => {
                self.hand.cancel();
                self.said = self.document.undo().map(|name| format!("Undone: {}", words::lower(&name)));
            }
        }
    }

    fn redo(&mut self) {
        match &mut self.session {
            Some(session) => session.redo(),
            None => self.said = self.document.redo().map(|name| format!("Done again: {}", words::lower(&name))),
        }
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
            let open = palette.ui(&ctx, &state, &mut self.acts);
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
