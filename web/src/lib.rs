//! The editor as a web page. The page (`page/`) loads this module and calls [`start`].

mod accessibility;

use battlewright_editor::Document;
use battlewright_editor::app::startup;
use battlewright_editor::settings::SettingsStore;
use battlewright_platform::{set_worker_script, storage};
use wasm_bindgen::prelude::*;
use web_sys::{CustomEvent, CustomEventInit, HtmlCanvasElement, HtmlElement};

/// The name of the database in the browser's storage.
const DATABASE: &str = "battlewright";

/// The event by which the page learns of a panic. Its detail is the message.
const PANIC: &str = "battlewright-panic";

/// Opens the editor on `canvas`. `mirror` is the element that lies over it and takes the tree of roles and names; `worker` is the
/// address of the script of workers. `scenario` is the text of a scenario to open in place of the bundled one.
///
/// # Errors
/// Returns the reason why the browser cannot draw the editor.
#[wasm_bindgen]
pub async fn start(
    canvas: HtmlCanvasElement,
    mirror: HtmlElement,
    worker: String,
    scenario: Option<String>,
) -> Result<(), JsValue> {
    std::panic::set_hook(Box::new(|panic| report(&panic.to_string())));
    set_worker_script(worker);
    storage::open(DATABASE).await;
    let greets = scenario.is_none();
    let document = match scenario {
        Some(text) => Document::from_text("linked scenario", text),
        None => startup::document(None)?,
    };
    let recalled = SettingsStore::of_user().map(SettingsStore::recall);
    let options = eframe::WebOptions::default();
    let create: eframe::AppCreator<'static> = Box::new(move |cc| {
        accessibility::install(&cc.egui_ctx, mirror);
        Ok(Box::new(startup::app(&cc.egui_ctx, document, recalled, greets)))
    });
    eframe::WebRunner::new().start(canvas, options, create).await
}

/// Returns the reason why the last changes are not in the browser's storage, if there is one.
#[wasm_bindgen]
pub fn storage_trouble() -> Option<String> {
    storage::trouble()
}

/// Runs the task `name` with `input` in a Web Worker and passes the bytes of each update to `post`.
///
/// # Errors
/// There is no such task, or the bytes are not its own.
#[wasm_bindgen]
pub fn serve(name: &str, input: &[u8], post: &js_sys::Function) -> Result<(), JsValue> {
    let mut tell = |bytes: Vec<u8>| {
        // The page has ended if it takes no message.
        let _ = post.call1(&JsValue::NULL, &js_sys::Uint8Array::from(bytes.as_slice()));
    };
    Ok(battlewright_editor::workers::serve(name, input, &mut tell)?)
}

/// Tells the page of a panic.
fn report(message: &str) {
    let about = CustomEventInit::new();
    about.set_detail(&message.into());
    // Without a window there is nobody to tell.
    let _ = CustomEvent::new_with_event_init_dict(PANIC, &about)
        .and_then(|event| web_sys::window().ok_or(JsValue::NULL)?.dispatch_event(&event));
}
