//! The window on a desktop.

use crate::app::is_open;
use crate::app::startup::{self, Opening};
use crate::settings::{self, SettingsStore};
use crate::widgets::icon;

/// Returns `true` if a window is impossible because the environment has neither X11 nor Wayland.
fn no_display() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(all(unix, not(target_os = "macos"))) && !set("DISPLAY") && !set("WAYLAND_DISPLAY") && !set("WAYLAND_SOCKET")
}

/// Opens the window in the state `opening` and returns when it closes.
///
/// # Errors
/// Returns the reason why a window cannot be opened.
pub fn window(opening: Opening) -> Result<(), String> {
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
            Box::new(move |cc| Ok(Box::new(startup::app(&cc.egui_ctx, opening, recalled)))),
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
        if is_open() {
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
        Err(panic) if is_open() => std::panic::resume_unwind(panic),
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

    #[test]
    fn a_panic_of_the_window_system_becomes_a_message() {
        let result = quietly(|| panic!("libxkbcommon-x11.so is missing"));
        assert_eq!(result, Err("libxkbcommon-x11.so is missing".to_owned()));
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
