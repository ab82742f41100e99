//! The execution of acts and commands.

use battlewright_engine::show::Place;
use battlewright_schema::words;
use egui::Context;

use crate::app::App;
use crate::app::map::{table_menu, table_play};
use crate::canvas::{self, sides};
use crate::dialogs::surgery::MapOperation;
use crate::dialogs::{Dialog, history};
use crate::file_dialog::FilePurpose;
use crate::messages::act::Act;
use crate::messages::command::Command;
use crate::messages::dialog_answer::AfterSave;
use crate::messages::scan::ScanAct;
use crate::model::balance::GamesRequest;
use crate::model::layout::{BottomTab, Layout, Pane};
use crate::model::play;
use crate::model::selection::{self, RULES, Selection};
use crate::model::store::{self, Bundled};
use crate::model::table_units;
use crate::panels::palette::Palette;
use crate::panels::{order_of_battle, scan};
use crate::tools::{self, ToolKind};

impl App {
    /// Carries out all queued acts in order. An act that depends on typed text waits until a large text is parsed in
    /// the background, and a change waits until the background job is done. Later acts wait behind it.
    pub(super) fn run_queued_acts(&mut self, ctx: &Context) {
        self.cancel_requested_job();
        self.watch_work(ctx);
        self.jobs.queue.extend(std::mem::take(&mut self.acts));
        while let Some(act) = self.jobs.queue.pop_front() {
            if self.waits_for_work(&act) {
                self.jobs.queue.push_front(act);
                return;
            }
            if needs_reading(&act) && self.workspace.document.is_long_to_read() {
                self.workspace.read_typing(ctx);
                if self.workspace.document.is_typing() {
                    self.status_message = Some("Reading the typed text…".to_owned());
                    self.jobs.queue.push_front(act);
                    return;
                }
            }
            self.act(ctx, act);
        }
    }

    pub(super) fn act(&mut self, ctx: &Context, act: Act) {
        if !matches!(act, Act::Seal | Act::Options(_)) {
            self.status_message = None;
        }
        match act {
            Act::Command(command) => self.command(ctx, command),
            Act::Edit { name, field, edit } => {
                if self.workspace.session.is_none() {
                    self.workspace.document.apply(&name, field, *edit);
                }
            }
            Act::Place(range) => self.panels.source.go_to(&self.workspace.document, range),
            Act::Seal => self.workspace.document.seal(),
            Act::Type { edition, splice } => {
                self.status_message = self.workspace.type_in(ctx, edition, &splice).err();
            }
            Act::Fix { name, edition, splice } => {
                self.workspace.document.seal();
                self.status_message = self.workspace.type_in(ctx, edition, &splice).err();
                self.workspace.document.name_typing(&name);
            }
            Act::Select(selection) => {
                self.workspace.document.seal();
                self.select(selection);
            }
            Act::Pick(counters) => {
                self.workspace.document.seal();
                self.pick(counters);
            }
            Act::Look(place) => self.look_at(place),
            Act::Rule(number) => self.read_rule(Some(&number)),
            Act::Write(path) => {
                // The cells of the rules' tables are in their tab, all other fields in the inspector.
                let scenario = self.workspace.document.scenario();
                let is_in_table = selection::tables(scenario).iter().any(|table| path.is_within(table));
                self.layout.show(if is_in_table { Pane::Tab(BottomTab::Tables) } else { Pane::Inspector });
                self.input.text_focus.asked = Some(path);
            }
            Act::Tool(kind) => self.select_tool(kind),
            Act::Options(options) => self.workspace.options = options,
            Act::Tab(tab) => self.layout.show(Pane::Tab(tab)),
            Act::Region(act) => self.region_act(ctx, act),
            // A background job has consumed the act before if there is one.
            Act::GiveUp => self.act(ctx, Act::Play(play::PlayAct::Cancel)),
            Act::Scan(act) => self.scan(ctx, act),
            Act::Balance(act) => self.balance(ctx, act),
            Act::Resolver(act) => self.panels.resolver.act(act),
            Act::Say(text) => self.status_message = Some(text),
            Act::Play(act) => {
                if let Some(session) = &mut self.workspace.session {
                    session.act(act);
                }
            }
            Act::ResolveChange(choice) => self.resolve_external_change(choice),
            Act::OpenRecent(path) => self.leave(ctx, AfterSave::File(path)),
            Act::ForgetRecent => self.remembering.recent.clear(),
            Act::DismissTrouble => self.remembering.trouble = None,
            Act::Ask(units) => self.dialog = Some(Dialog::Units(units)),
            Act::Answer(answer) => self.answer(ctx, *answer),
            Act::Chosen(purpose, path) => self.chosen(ctx, purpose, &path),
        }
    }

    pub(super) fn select_tool(&mut self, kind: ToolKind) {
        if let Some(why) = kind.unusable(self.workspace.document.scenario()) {
            self.status_message = Some(why);
            return;
        }
        self.panels.scan.mode = scan::Mode::Under;
        self.workspace.tool = kind;
        self.input.use_tool(kind);
    }

    /// Cancels the innermost work: of a game, of the scan, of the tool. Without any, selects the scenario.
    fn cancel(&mut self, ctx: &Context) {
        let in_play = self.workspace.tool.in_play();
        match &mut self.workspace.session {
            Some(session) if !in_play => session.act(play::PlayAct::Cancel),
            Some(_) => {
                if !self.input.cancel_tool() {
                    self.select_tool(ToolKind::SELECT);
                }
            }
            None if self.panels.scan.mode != scan::Mode::Under => self.scan(ctx, ScanAct::Close),
            None => {
                if !self.input.cancel_tool() && !self.workspace.region.clear() {
                    self.select(Selection::Scenario);
                }
            }
        }
    }

    fn command(&mut self, ctx: &Context, command: Command) {
        match command {
            Command::StartPage => self.show_start_page(),
            Command::New => self.show_new(false),
            Command::NewFromGround => self.show_ground(true),
            Command::Ground => self.show_ground(false),
            Command::Edited => self.show_edited(),
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
            Command::History => self.show_history(),
            Command::Delete if self.workspace.clears_region() => self.clear_region(ctx, "Clear region"),
            Command::Delete if self.asks_about_formation() => {}
            Command::Delete => {
                let several = self.panels.roster.several_selected(self.workspace.selection);
                let several = several.map(|units| order_of_battle::remove(&units));
                let hqs = several.is_some() && !self.panels.roster.pick.hqs.is_empty();
                let removal = several.or_else(|| self.workspace.selection.deletion(self.workspace.document.scenario()));
                if let Some((name, edit)) = removal
                    && self.workspace.document.apply(&name, None, edit)
                {
                    let is_rule = matches!(self.workspace.selection, Selection::Rule(..));
                    self.select(if is_rule { Selection::Part(RULES) } else { Selection::Scenario });
                    if hqs {
                        self.status_message =
                            Some("Headquarters belong to their formations and cannot be deleted.".to_owned());
                    }
                }
            }
            Command::Copy => self.copy(ctx),
            Command::Cut => self.cut(ctx),
            Command::Paste => self.ask_paste(ctx),
            Command::SelectMap => self.select_map(),
            Command::Spin(turn) => self.turn_piece(turn),
            Command::SelectScenario => self.select(Selection::Scenario),
            Command::Cancel => self.cancel(ctx),
            Command::Tool(kind) => self.select_tool(kind),
            Command::Trace => self.scan(ctx, ScanAct::Trace),
            Command::Suggest => self.scan(ctx, ScanAct::Suggest),
            Command::ShowScan => self.scan(ctx, ScanAct::Show(self.panels.scan.hidden)),
            Command::Wider | Command::Narrower if self.workspace.document.scenario().common().table().is_some() => {
                let sign = if command == Command::Wider { 1 } else { -1 };
                match &mut self.workspace.session {
                    Some(session) => session.act(play::PlayAct::TurnFacing(sign * table_play::STEP)),
                    None => self.turn_units(i32::from(sign) * i32::from(table_units::TURN)),
                }
            }
            Command::NextPosture => self.change_posture(),
            Command::Wider => self.workspace.options.size = (self.workspace.options.size + 1).min(tools::WIDEST),
            Command::Narrower => self.workspace.options.size = self.workspace.options.size.saturating_sub(1).max(1),
            Command::Reshape => self.show_surgery(MapOperation::Resize),
            Command::Turn => self.show_surgery(MapOperation::Turn),
            Command::Renumber => self.show_surgery(MapOperation::Renumber),
            Command::ZoomIn => self.zoom(1.25),
            Command::ZoomOut => self.zoom(0.8),
            Command::Fit if self.panels.is_tracing(&self.workspace) => self.panels.scan.fit_board(),
            Command::Fit => self.map.camera.radius = 0.0,
            Command::Levels => self.workspace.levels = !self.workspace.levels,
            Command::Layer(layer) => {
                if !self.workspace.hidden.remove(&layer) {
                    self.workspace.hidden.insert(layer);
                }
            }
            Command::Slopes => self.status_message = Some(self.workspace.match_slopes()),
            Command::Theme(theme) => ctx.set_theme(theme.preference()),
            Command::Larger => self.rescale(ctx, Some(true)),
            Command::Smaller => self.rescale(ctx, Some(false)),
            Command::NormalSize => self.rescale(ctx, None),
            Command::SideSigns => sides::set_striped(ctx, !sides::striped(ctx)),
            Command::Inspector => self.layout.toggle(Pane::Inspector),
            Command::Bottom => self.layout.toggle_tabs(),
            Command::Find => {
                self.layout.show(Pane::Tab(BottomTab::Source));
                self.panels.source.ask_find();
            }
            Command::GoToLine => {
                self.layout.show(Pane::Tab(BottomTab::Source));
                self.panels.source.ask_line();
            }
            Command::Tab(tab) => self.layout.toggle(Pane::Tab(tab)),
            Command::Dock(dock) => self.dock(dock),
            Command::HexMenu => self.open_map_menu(),
            Command::ResetLayout => self.layout = Layout::default(),
            Command::Play => self.play(),
            Command::Edit => self.leave_game(),
            Command::NextTurn => self.acts.push(Act::Play(play::PlayAct::Turn)),
            Command::ToEnd => self.acts.push(Act::Play(play::PlayAct::End)),
            Command::CopyLink => self.copy_link(ctx),
            Command::SaveGame => self.choose(ctx, FilePurpose::SaveGame),
            Command::OpenGame => self.choose(ctx, FilePurpose::OpenGame),
            Command::SavePosition => self.ask_position(ctx),
            Command::Resume => self.resume(),
            Command::SavedGames => self.show_saved_games(),
            Command::Restart => self.ask_restart(),
            Command::Playtest => self.play_many(ctx, GamesRequest::Games),
            Command::CompareSaved => self.play_many(ctx, GamesRequest::Saved),
            Command::Heat => self.panels.lab.heat = !self.panels.lab.heat,
            Command::ExportReport => self.choose(ctx, FilePurpose::ExportReport),
            Command::ExportGames => self.choose(ctx, FilePurpose::ExportGames),
            Command::ExportVersions => self.choose(ctx, FilePurpose::ExportVersions),
            Command::EndStep => self.acts.push(Act::Play(play::PlayAct::Commit)),
            Command::Step => self.acts.push(Act::Play(play::PlayAct::Step)),
            Command::Run => self.acts.push(Act::Play(play::PlayAct::Run)),
            Command::AddUnit => self.add_unit(),
            Command::AddRule => self.ask_rule(),
            Command::SaveRuleset => self.choose(ctx, FilePurpose::SaveRuleset),
            Command::DuplicateUnits => self.duplicate_units(),
            Command::FillDown => self.fill_down(),
            Command::Import => self.choose(ctx, FilePurpose::Import),
            Command::ExportUnits => self.choose(ctx, FilePurpose::ExportUnits),
            Command::ExportShown => self.choose(ctx, FilePurpose::ExportShown),
            Command::Palette => self.palette = Some(Palette::default()),
            Command::Shortcuts => self.dialog = Some(Dialog::Shortcuts(String::new())),
            Command::Guide => self.toggle_guide(),
            Command::Rules => self.read_rule(None),
            Command::About => self.dialog = Some(Dialog::About),
        }
        if !self.acts.is_empty() {
            ctx.request_repaint();
        }
    }

    /// Scales the map around its center.
    pub(super) fn zoom(&mut self, factor: f32) {
        let center = self.map.rect.center();
        self.map.zoom(self.workspace.document.scenario(), factor, center);
    }

    /// Brings a place into view. A point of a table is marked until the next click.
    pub(super) fn look_at(&mut self, place: Place) {
        match place {
            Place::Hex(cell) => {
                if let Some(grid) = self.workspace.grid() {
                    let view = self.map.camera.view(&grid, self.map.rect);
                    // The view moves only if the hex is out of sight, since a map that jumps is hard to read.
                    if !self.map.rect.shrink(self.map.camera.radius).contains(view.center(cell)) {
                        self.map.camera.look_at(&grid, cell);
                    }
                }
            }
            Place::At(at) => {
                self.input.play_pointer.place = self.workspace.session.is_some().then_some(at);
                if let Some(frame) = self.map.table_frame(self.workspace.document.scenario())
                    && !self.map.rect.shrink(self.map.camera.radius).contains(frame.pos(at))
                {
                    self.map.camera.center = canvas::table::center(at);
                }
            }
        }
    }

    /// Opens the menu of the hex or of the point at the cursor of the keyboard.
    fn open_map_menu(&mut self) {
        if let Some(frame) = self.map.table_frame(self.workspace.document.scenario()) {
            let at = self.input.point_or_middle(&self.workspace.options, frame);
            self.input.table_cursor = Some(at);
            if let Some(selection) = table_menu::topmost(&self.workspace, &frame, at) {
                self.select(selection);
            }
            self.input.table_menu = Some((at, true));
        } else if let Some(grid) = self.workspace.grid() {
            let cell = self.input.hex_or_middle(self.workspace.selection, &grid);
            self.input.cursor = Some(cell);
            self.input.hex_menu = Some((cell, true));
        }
    }

    fn undo(&mut self) {
        match &mut self.workspace.session {
            Some(session) => session.undo(),
            None => {
                self.input.cancel_tool();
                self.status_message =
                    self.workspace.document.undo().map(|name| format!("Undone: {}", words::lower(&name)));
            }
        }
    }

    /// Goes to an undo step of the document, and shows the list again.
    pub(super) fn go_to_step(&mut self, count: usize) {
        self.input.cancel_tool();
        self.workspace.document.go_to_step(count);
        self.show_history();
    }

    fn show_history(&mut self) {
        self.dialog = Some(Dialog::History(history::data(&self.workspace.document)));
    }

    fn redo(&mut self) {
        match &mut self.workspace.session {
            Some(session) => session.redo(),
            None => {
                self.status_message =
                    self.workspace.document.redo().map(|name| format!("Redone: {}", words::lower(&name)))
            }
        }
    }
}

/// Returns `true` if `act` depends on the scenario that typed text results in, or ends the typing.
pub(super) fn needs_reading(act: &Act) -> bool {
    match act {
        Act::Type { .. }
        | Act::Fix { .. }
        | Act::Place(_)
        | Act::Look(_)
        | Act::Options(_)
        | Act::Tab(_)
        | Act::Say(_)
        | Act::DismissTrouble
        | Act::GiveUp => false,
        Act::Resolver(_) => false,
        Act::Answer(answer) => answer.needs_reading(),
        _ => true,
    }
}
