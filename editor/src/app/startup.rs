//! Startup: arguments, the file to open, and the error message without a display.

use std::path::{Path, PathBuf};

use crate::app::App;
use crate::file_dialog::Chooser;
use crate::model::autosave::JournalFolder;
use crate::model::document::Document;
use crate::settings::{self, SettingsStore};
use crate::widgets::icon;

/// The path of the bundled scenario in a source checkout.
const IN_CHECKOUT: &str = "scenarios/mars-la-tour.toml";

/// The parsed command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Open this file, or the bundled scenario if it is `None`.
    Run(Option<PathBuf>),
    /// Print this text and exit.
    Print(String),
    /// Report this error in the arguments.
    Wrong(String),
}

/// The text of `--help`.
pub const HELP: &str = "\
The editor of Battlewright: paint, check and play hex-and-counter scenarios.

Usage: battlewright-editor [FILE]

  FILE           a scenario to open; without it, the start page, over Mars-la-Tour
  -h, --help     print this help
  -V, --version  print the version

To validate and play scenarios without a window, use the command line: battlewright --help
";

/// Parses `arguments`, which do not include the program's name.
pub fn order(arguments: impl IntoIterator<Item = std::ffi::OsString>) -> Order {
    let mut file = None;
    let mut options = true;
    for argument in arguments {
        match argument.to_str() {
            Some("-h" | "--help") if options => return Order::Print(HELP.to_owned()),
            Some("-V" | "--version") if options => {
                return Order::Print(format!("battlewright-editor {}\n", env!("CARGO_PKG_VERSION")));
            }
            Some("--") if options => options = false,
            Some(option) if options && option.starts_with('-') && option.len() > 1 => {
                return Order::Wrong(format!("unknown option {option}; see --help"));
            }
            _ if file.is_some() => return Order::Wrong("only one FILE is allowed; see --help".to_owned()),
            _ => file = Some(PathBuf::from(argument)),
        }
    }
    Order::Run(file)
}

/// Opens the initial document: `file`, or Mars-la-Tour if it is `None`.
///
/// # Errors
/// Returns an error if `file` cannot be read.
pub fn document(file: Option<&Path>) -> Result<Document, String> {
    let in_checkout = Path::new(IN_CHECKOUT);
    match file {
        Some(path) => Document::open(path).map_err(|error| format!("{}: {error}", path.display())),
        None => Ok(Document::open(in_checkout).unwrap_or_else(|_| Document::bundled())),
    }
}

/// Returns `true` if a window is impossible because the environment has neither X11 nor Wayland.
pub fn no_display() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(all(unix, not(target_os = "macos"))) && !set("DISPLAY") && !set("WAYLAND_DISPLAY") && !set("WAYLAND_SOCKET")
}

/// Returns the error message for a window that cannot be opened, with remedies. `why` is the cause.
pub fn remedy(why: &str) -> String {
    format!(
        "battlewright-editor: cannot open a window: {why}\n\
         \n\
         The editor needs a graphical display.\n\
         - On a desktop, start it from a terminal of that desktop.\n\
         - Some Linux installations lack libraries. On Debian and Ubuntu:\n\
         \x20   sudo apt install libxkbcommon-x11-0 libxcursor1 libxi6 libgl1 libgl1-mesa-dri\n\
         - Without a screen, a virtual one will do:\n\
         \x20   sudo apt install xvfb && xvfb-run -a cargo run --release\n\
         - To validate and play scenarios no window is needed:\n\
         \x20   cargo run --release -p battlewright-cli -- --help\n"
    )
}

/// Opens the window with `document` and returns when it closes. If `everything` is set, the start page opens and all
/// unsaved work is offered, otherwise only that on `document` and that without a file.
///
/// # Errors
/// Returns the reason why a window cannot be opened.
pub fn window(document: Document, everything: bool) -> Result<(), String> {
    if no_display() {
        return Err("there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)".to_owned());
    }
    let recalled = SettingsStore::of_user().map(SettingsStore::recall);
    let place = recalled.as_ref().and_then(|recalled| recalled.settings.window);
    let viewport = placed(egui::ViewportBuilder::default(), place)
        .with_title("Battlewright")
        .with_app_id("battlewright")
        .with_min_inner_size([820.0, 560.0])
        .with_icon(icon::window());
    // OpenGL is set explicitly, since eframe prefers wgpu in builds that include it for picture tests.
    let renderer = eframe::Renderer::Glow;
    let options = eframe::NativeOptions { viewport, renderer, ..eframe::NativeOptions::default() };
    // winit panics if a library is missing. The panic message is included in the error message.
    let run = std::panic::AssertUnwindSafe(|| {
        eframe::run_native(
            "battlewright",
            options,
            Box::new(move |cc| {
                let app = App::new(&cc.egui_ctx, document, Chooser::System).keep(JournalFolder::of_user());
                let app = match recalled {
                    Some(recalled) => app.remember(recalled),
                    None => app,
                };
                Ok(Box::new(if everything { app.offer_all().greet() } else { app }))
            }),
        )
    });
    quietly(run)
}

/// Applies the stored position and size of the window, or a default size for laptop screens.
fn placed(viewport: egui::ViewportBuilder, place: Option<settings::Window>) -> egui::ViewportBuilder {
    let Some(place) = place else { return viewport.with_inner_size([1440.0, 900.0]) };
    let viewport = viewport.with_inner_size(place.size).with_maximized(place.maximized);
    match place.position {
        Some(position) => viewport.with_position(position),
        None => viewport,
    }
}

/// Calls `run`. A panic before the first frame is returned as an error without the usual output.
fn quietly(run: impl FnOnce() -> eframe::Result + std::panic::UnwindSafe) -> Result<(), String> {
    let loud = std::panic::take_hook();
    let said = std::sync::Arc::new(std::sync::Mutex::new(String::new()));
    let hear = std::sync::Arc::clone(&said);
    std::panic::set_hook(Box::new(move |panic| {
        if crate::app::is_open() {
            // A panic of the running editor is a defect and is reported in full.
            loud(panic);
        } else if let Ok(mut said) = hear.lock() {
            *said = panic.payload_as_str().unwrap_or("the window system failed").to_owned();
        }
    }));
    let result = std::panic::catch_unwind(run);
    let _ = std::panic::take_hook();
    match result {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => Err(plain(&error.to_string())),
        Err(panic) if crate::app::is_open() => std::panic::resume_unwind(panic),
        Err(_) => Err(said.lock().map_or_else(|_| String::new(), |said| said.clone())),
    }
}

/// Removes the source location from an error message of the window system.
fn plain(error: &str) -> String {
    match error.rsplit_once(".rs:") {
        Some((_, rest)) => rest.split_once(": ").map_or(rest, |(_, text)| text).to_owned(),
        None => error.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(arguments: &[&str]) -> Order {
        order(arguments.iter().map(std::ffi::OsString::from))
    }

    #[test]
    fn arguments_say_what_to_open() {
        assert_eq!(of(&[]), Order::Run(None));
        assert_eq!(of(&["a.toml"]), Order::Run(Some("a.toml".into())));
        assert_eq!(of(&["--", "--help"]), Order::Run(Some("--help".into())));
        assert_eq!(of(&["--help"]), Order::Print(HELP.to_owned()));
        assert!(matches!(of(&["--nonsense"]), Order::Wrong(_)));
        assert!(matches!(of(&["a", "b"]), Order::Wrong(_)));
    }

    #[test]
    fn a_panic_of_the_window_system_becomes_a_message() {
        let result = quietly(|| panic!("libxkbcommon-x11.so is missing"));
        assert_eq!(result, Err("libxkbcommon-x11.so is missing".to_owned()));
    }

    #[test]
    fn the_remedy_names_the_command_line() {
        let text = remedy("no display");
        assert!(text.contains("no display") && text.contains("battlewright-cli") && text.contains("xvfb"));
    }

    #[test]
    fn errors_are_told_without_source_files() {
        assert_eq!(plain("winit: os error at /a/b.rs:788: Failed to connect"), "Failed to connect");
        assert_eq!(plain("Found no glutin configs"), "Found no glutin configs");
    }

    #[test]
    fn the_icon_has_four_bytes_a_pixel() {
        let icon = icon::window();
        assert_eq!(icon.rgba.len(), (icon.width * icon.height * 4) as usize);
    }
}
