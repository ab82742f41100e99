//! Loading the settings at the start, and saving their changes.

use std::path::Path;

use egui::{Context, ViewportCommand};

use crate::app::App;
use crate::canvas::sides;
use crate::messages::command::Theme;
use crate::model::layout::Layout;
use crate::settings::{
    LoadedSettings, RECENT, SCALES, Settings, SettingsError, SettingsStore, Tools, Window, next_scale,
};

/// The seconds that something must have been as it is before it is kept: a window being resized
/// is not written down at every step.
const CALM: f64 = 0.7;

/// The state of the program's settings.
#[derive(Debug, Default)]
pub(super) struct Remembering {
    memory: Option<SettingsStore>,
    /// The settings that were kept and are to be put back.
    recalled: Option<Settings>,
    /// Why nothing could be recalled.
    pub(super) trouble: Option<SettingsError>,
    /// The files opened and saved last.
    pub(super) recent: Vec<String>,
    /// `true` if the program begins without the start page.
    pub(super) skips_start_page: bool,
    /// The place where the window was before it was maximized.
    window: Option<Window>,
    kept: Settings,
    /// The settings that are to be kept, and since when they have been so.
    latest: Option<(Settings, f64)>,
}

impl App {
    /// The program as it was left, remembering how it is left.
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
        if let Some(path) = self.document.path().map(Path::to_owned) {
            self.remember_file(&path);
        }
        self
    }

    /// The settings as they are now.
    pub fn settings(&self, ctx: &Context) -> Settings {
        Settings {
            theme: Theme::of(ctx.options(|options| options.theme_preference)),
            scale: scale(ctx),
            side_stripes: sides::striped(ctx),
            levels: self.levels,
            start_page: !self.remembering.skips_start_page,
            tools: Tools::of(&self.options),
            window: self.window_place(ctx),
            layout: self.layout.plan(),
            columns: self.roster.sequence.clone(),
            recent: self.remembering.recent.clone(),
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
            // It may have stood on a screen that is gone.
            ctx.send_viewport_cmd(ViewportCommand::OuterPosition(egui::pos2(40.0, 40.0)));
        }
        ctx.set_zoom_factor(f32::from(settings.scale) / 100.0);
        sides::set_striped(ctx, settings.side_stripes);
        self.levels = settings.levels;
        settings.tools.put(&mut self.options);
        self.roster.sequence.clone_from(&settings.columns);
        if let Some(plan) = &settings.layout {
            self.layout = Layout::from_plan(plan);
            self.lead();
        }
    }

    /// Keeps what has changed, once it stays so.
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

    /// Keeps the settings now.
    pub(super) fn keep_settings(&mut self, ctx: &Context) {
        let settings = self.settings(ctx);
        let Some(memory) = &mut self.remembering.memory else { return };
        if let Err(error) = memory.keep(&settings) {
            // It is said once, and not tried again.
            self.said = Some(format!("The settings cannot be saved: {error}"));
            self.remembering.memory = None;
        }
        self.remembering.latest = None;
        self.remembering.kept = settings;
    }

    /// The place of the window; a window that fills the screen remembers where it was before.
    fn window_place(&self, ctx: &Context) -> Option<Window> {
        let zoom = ctx.zoom_factor();
        let known = self.remembering.window;
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

    /// Remembers that the file at `path` was opened or saved.
    pub(super) fn remember_file(&mut self, path: &Path) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        // A name that is no text cannot be written down as one.
        let Some(path) = path.to_str() else { return };
        let recent = &mut self.remembering.recent;
        recent.retain(|other| other != path);
        recent.insert(0, path.to_owned());
        recent.truncate(RECENT);
    }

    /// Forgets the file at `path`, which is not there any more.
    pub(super) fn forget_file(&mut self, path: &Path) {
        self.remembering.recent.retain(|other| Path::new(other) != path);
    }

    /// Draws everything larger or smaller, or as large as it is meant; the map stays as it is.
    pub(super) fn rescale(&mut self, ctx: &Context, larger: Option<bool>) {
        let old = scale(ctx);
        let new = larger.map_or(100, |larger| next_scale(old, larger));
        ctx.set_zoom_factor(f32::from(new) / 100.0);
        if self.camera.radius > 0.0 {
            self.zoom(f32::from(old) / f32::from(new), self.canvas.center());
        }
        self.said = Some(format!("Text and panel size: {new} %."));
    }
}

/// The scale of the window, in percent.
fn scale(ctx: &Context) -> u16 {
    let percent = (ctx.zoom_factor() * 100.0).round();
    let steps = SCALES[0]..=SCALES[SCALES.len() - 1];
    steps.clone().find(|step| f32::from(*step) >= percent).unwrap_or(*steps.end())
}
