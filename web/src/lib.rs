//! The editor as a web page. The page (`page/`) loads this module and calls [`start`].

mod accessibility;

use battlewright_editor::app::startup::{self, Opening, OpeningError};
use battlewright_editor::settings::SettingsStore;
use battlewright_export::link::LinkedFile;
use battlewright_platform::{set_worker_scripts, storage};
use wasm_bindgen::prelude::*;
use web_sys::{CustomEvent, CustomEventInit, HtmlCanvasElement, HtmlElement};

/// The name of the database in the browser's storage.
const DATABASE: &str = "battlewright";

/// The event by which the page learns of a panic. Its detail is the message.
const PANIC: &str = "battlewright-panic";

#[wasm_bindgen]
extern "C" {
    /// Sends a message from a worker to the page.
    #[wasm_bindgen(js_name = postMessage)]
    fn post_message(message: &str);
}

/// Opens the editor on `canvas`. `mirror` is the element that lies over it and takes the tree of roles and names; `workers` has
/// the addresses of the scripts of workers, the second one for exports and imports. `opened` is what to open in place of the start
/// page: the fragment of a link, or the text of a file with this `name`. With `plays`, a scenario is played at once.
///
/// # Errors
/// Returns an `Error` whose name is `link`, `game` or `scenario` if that part of what is to be opened is defective; any other
/// error is the reason why the browser cannot draw the editor. The property `fragment` holds a link to a scenario with errors.
#[wasm_bindgen]
pub async fn start(
    canvas: HtmlCanvasElement,
    mirror: HtmlElement,
    workers: Vec<String>,
    opened: Option<String>,
    name: Option<String>,
    plays: bool,
) -> Result<(), JsValue> {
    std::panic::set_hook(Box::new(|panic| report(&panic.to_string())));
    let opening = match opened {
        Some(opened) => Some(opening(opened, name, plays).map_err(|error| explained(&error))?),
        None => None,
    };
    let [tasks, file_tasks] = workers.try_into().map_err(|_| JsValue::from("there are two scripts of workers"))?;
    set_worker_scripts(tasks, file_tasks);
    storage::open(DATABASE).await;
    let opening = match opening {
        Some(opening) => opening,
        None => Opening::StartPage(startup::first_document()),
    };
    let recalled = SettingsStore::of_user().map(SettingsStore::recall);
    let options = eframe::WebOptions::default();
    let create: eframe::AppCreator<'static> = Box::new(move |cc| {
        accessibility::install(&cc.egui_ctx, mirror);
        Ok(Box::new(startup::app(&cc.egui_ctx, opening, recalled)))
    });
    eframe::WebRunner::new().start(canvas, options, create).await
}

/// Reads a link or the file `name`.
fn opening(opened: String, name: Option<String>, plays: bool) -> Result<Opening, OpeningError> {
    match name {
        Some(name) if name.ends_with(".jsonl") => Opening::of(&name, LinkedFile::Game(opened), plays),
        Some(name) => Opening::of(&name, LinkedFile::Scenario(opened), plays),
        None => Opening::of("linked.toml", LinkedFile::of_fragment(&opened)?, plays),
    }
}

/// Returns `error` for the page.
fn explained(error: &OpeningError) -> JsValue {
    let told = js_sys::Error::new(&error.to_string());
    told.set_name(match error {
        OpeningError::Link(_) => "link",
        OpeningError::Replay(_) => "game",
        OpeningError::Scenario(..) => "scenario",
    });
    if let OpeningError::Scenario(text, _) = error {
        let fragment = LinkedFile::Scenario(text.clone()).fragment();
        // An error is an object that takes any property.
        let _ = js_sys::Reflect::set(&told, &"fragment".into(), &fragment.into());
    }
    told.into()
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
    std::panic::set_hook(Box::new(|panic| post_message(&panic.to_string())));
    let post = post.clone();
    let tell = move |bytes: Vec<u8>| {
        // The page has ended if it takes no message.
        let _ = post.call1(&JsValue::NULL, &js_sys::Uint8Array::from(bytes.as_slice()));
    };
    Ok(battlewright_editor::workers::serve(name, input, std::rc::Rc::new(tell))?)
}

/// Tells the page of a panic.
fn report(message: &str) {
    let about = CustomEventInit::new();
    about.set_detail(&message.into());
    // Without a window there is nobody to tell.
    let _ = CustomEvent::new_with_event_init_dict(PANIC, &about)
        .and_then(|event| web_sys::window().ok_or(JsValue::NULL)?.dispatch_event(&event));
}
