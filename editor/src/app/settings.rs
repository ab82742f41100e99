//! Loading the settings at the start, and saving their changes.

use std::path::Path;

use battlewright_schema::Color;
use egui::{Context, ViewportCommand};

use crate::app::App;
use crate::canvas::{ink, sides};
use crate::messages::command::Theme;
use crate::model::layout::Layout;
use crate::settings::{
    LoadedSettings, RECENT, SCALES, Settings, SettingsError, SettingsStore, Tools, Window, next_scale,
};
use crate::widgets::recent_colors;

/// The time in seconds that settings must be unchanged before they are saved, so that resizing the window does not
/// write the file at every step.
const CALM: f64 = 0.7;

/// The state of the persistent settings.
#[derive(Debug, Default)]
pub(super) struct Remembering {
    memory: Option<SettingsStore>,
    /// The loaded settings that are applied in the first frame.
    recalled: Option<Settings>,
    /// The reason why the settings could not be loaded.
    pub(super) trouble: Option<SettingsError>,
    /// The recently opened and saved files, newest first.
    pub(super) recent: Vec<String>,
    /// `true` if the program starts without the start page.
    pub(super) skips_start_page: bool,
    /// The position and size of the window before it was maximized.
    window: Option<Window>,
    kept: Settings,
    /// The changed settings that are not saved yet, and the time of the last change in seconds.
    latest: Option<(Settings, f64)>,
}

impl Remembering {
    /// Returns the saved layout of the editor.
    pub(super) fn layout(&self) -> Layout {
        self.kept.layout.as_ref().map(Layout::from_plan).unwrap_or_default()
    }

    /// Returns the position and size of the window. For a maximized window, they are those before it was maximized.
    fn window_place(&self, ctx: &Context) -> Option<Window> {
        let zoom = ctx.zoom_factor();
        let known = self.window;
        ctx.input(|input| {
            let viewport = input.viewport();
            if viewport.minimized == Some(true) || viewport.fullscreen == Some(true) {
                return known;
            }
            let maximized = viewport.maximized == Some(true);
            if maximized && let Some(known) = known {
                return Some(Window { maximized, ..known });
            }
            let whole = |at: f32| (at * zoom).round();
            let size = viewport.inner_rect?.size();
            Some(Window {
                position: viewport.outer_rect.map(|rect| [whole(rect.left()), whole(rect.top())]),
                size: [whole(size.x), whole(size.y)],
                maximized,
                screen: viewport.monitor_size.map(|screen| [whole(screen.x), whole(screen.y)]),
            })
        })
    }

    /// Adds the file at `path` to the list of recent files.
    pub(super) fn add_file(&mut self, path: &Path) {
        let path = battlewright_platform::fs::absolute(path).unwrap_or_else(|_| path.to_owned());
        // A path that is not UTF-8 cannot be stored in the settings.
        let Some(path) = path.to_str() else { return };
        let recent = &mut self.recent;
        recent.retain(|other| other != path);
        recent.insert(0, path.to_owned());
        recent.truncate(RECENT);
    }

    /// Removes the file at `path` from the list of recent files.
    pub(super) fn forget_file(&mut self, path: &Path) {
        self.recent.retain(|other| Path::new(other) != path);
    }
}

impl App {
    /// Applies the loaded settings in the next frame, and saves changes from then on.
    #[must_use]
    pub fn remember(mut self, recalled: LoadedSettings) -> Self {
        let LoadedSettings { memory, settings, trouble } = recalled;
        self.remembering = Remembering {
            memory: Some(memory),
            trouble,
            recent: settings.recent.clone(),
            skips_start_page: !settings.start_page,
            window: settings.window,
            kept: settings.clone(),
            recalled: Some(settings),
            latest: None,
        };
        if let Some(path) = self.workspace.document.path().map(Path::to_owned) {
            self.remembering.add_file(&path);
        }
        self
    }

    /// Returns the current settings.
    pub fn settings(&self, ctx: &Context) -> Settings {
        Settings {
            theme: Theme::of(ctx.options(|options| options.theme_preference)),
            scale: scale(ctx),
            side_stripes: sides::striped(ctx),
            levels: self.workspace.levels,
            start_page: !self.remembering.skips_start_page,
            tools: Tools::of(&self.workspace.options),
            window: self.remembering.window_place(ctx),
            layout: if self.play.is_page { self.remembering.kept.layout.clone() } else { self.layout.plan() },
            columns: self.panels.roster.sequence.clone(),
            recent: self.remembering.recent.clone(),
            colors: recent_colors::all(ctx).into_iter().map(|color| ink::file_color(color).to_string()).collect(),
            ..Settings::default()
        }
    }

    fn put_back(&mut self, ctx: &Context, settings: Settings) {
        ctx.set_theme(settings.theme.preference());
        let screen = ctx.input(|input| input.viewport().monitor_size).map(|screen| [screen.x, screen.y]);
        let known = settings.window.filter(|window| window.position.is_some()).and_then(|window| window.screen);
        if let (Some(screen), Some(known)) = (screen, known)
            && screen.map(f32::round) != known
        {
            // The window may have been on a screen that is no longer connected.
            ctx.send_viewport_cmd(ViewportCommand::OuterPosition(egui::pos2(40.0, 40.0)));
        }
        ctx.set_zoom_factor(f32::from(settings.scale) / 100.0);
        sides::set_striped(ctx, settings.side_stripes);
        self.workspace.levels = settings.levels;
        settings.tools.put(&mut self.workspace.options);
        self.panels.roster.sequence.clone_from(&settings.columns);
        let colors = settings.colors.iter().filter_map(|color| Color::parse(color)).map(ink::color);
        recent_colors::set(ctx, colors.collect());
        if let Some(plan) = settings.layout.as_ref().filter(|_| !self.play.is_page) {
            self.layout = Layout::from_plan(plan);
            self.show_initial_tab();
        }
    }

    /// Saves changed settings after they have been stable for a moment.
    pub(super) fn watch_settings(&mut self, ctx: &Context) {
        if let Some(recalled) = self.remembering.recalled.take() {
            self.put_back(ctx, recalled);
            return;
        }
        if self.remembering.memory.is_none() || ctx.input(|input| input.pointer.any_down()) {
            return;
        }
        let settings = self.settings(ctx);
        if settings == self.remembering.kept {
            self.remembering.latest = None;
            return;
        }
        let now = ctx.input(|input| input.time);
        match &self.remembering.latest {
            Some((latest, since)) if *latest == settings => {
                let left = since + CALM - now;
                if left <= 0.0 {
                    self.keep_settings(ctx);
                } else {
                    ctx.request_repaint_after_secs(left as f32);
                }
            }
            _ => {
                self.remembering.latest = Some((settings, now));
                ctx.request_repaint_after_secs(CALM as f32);
            }
        }
    }

    /// Saves the settings now.
    pub(super) fn keep_settings(&mut self, ctx: &Context) {
        let settings = self.settings(ctx);
        let Some(memory) = &mut self.remembering.memory else { return };
        if let Err(error) = memory.keep(&settings) {
            // The error is reported once, and saving is turned off.
            self.status_message = Some(format!("The settings cannot be saved: {error}"));
            self.remembering.memory = None;
        }
        self.remembering.latest = None;
        self.remembering.kept = settings;
    }

    /// Changes the scale of text and panels, or resets it if `larger` is `None`. The map keeps its size.
    pub(super) fn rescale(&mut self, ctx: &Context, larger: Option<bool>) {
        let old = scale(ctx);
        let new = larger.map_or(100, |larger| next_scale(old, larger));
        ctx.set_zoom_factor(f32::from(new) / 100.0);
        if self.map.camera.radius > 0.0 {
            self.zoom(f32::from(old) / f32::from(new));
        }
        self.status_message = Some(format!("Text and panel size: {new} %."));
    }
}

/// Returns the scale of the window, in percent.
fn scale(ctx: &Context) -> u16 {
    let percent = (ctx.zoom_factor() * 100.0).round();
    let steps = SCALES[0]..=SCALES[SCALES.len() - 1];
    steps.clone().find(|step| f32::from(*step) >= percent).unwrap_or(*steps.end())
}
