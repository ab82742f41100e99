//! The file dialogs of the browser. A chosen file is copied into the folder of the user's files; a written file is
//! downloaded, and kept there too if it is opened again later.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use js_sys::Uint8Array;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};

use super::fs;
use super::storage::{DOWNLOADS, FILES, offer_download};
use crate::dialogs::FileRequest;

/// The most bytes of a chosen file. It is in the memory of the page as a whole, twice while it is copied.
const MOST_BYTES: f64 = 64_000_000.0;

/// `false`: every browser has a file dialog.
pub const MAY_BE_MISSING: bool = false;

/// Shows the dialog of the browser and calls `answer` with the chosen file when it closes.
pub fn ask(request: &FileRequest<'_>, answer: impl FnOnce(Option<PathBuf>) + Send + 'static) {
    if request.writes {
        answer(name(request));
    } else {
        // Both ways out of the dialog have the answer; only one of them is taken.
        let answer = Arc::new(Mutex::new(Some(answer)));
        let once = move |path| {
            let answer = answer.lock().unwrap_or_else(PoisonError::into_inner).take();
            if let Some(answer) = answer {
                answer(path);
            }
        };
        if pick(request, once.clone()).is_err() {
            once(None);
        }
    }
}

/// Returns the path of the file to write. The browser chooses the folder of the download.
fn name(request: &FileRequest<'_>) -> Option<PathBuf> {
    let suggested = request.path.and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned();
    if !request.kept {
        return Some(Path::new(DOWNLOADS).join(suggested));
    }
    let window = web_sys::window()?;
    let answered = window.prompt_with_message_and_default(request.title, &suggested).ok()??;
    let name = Path::new(answered.trim()).file_name()?.to_owned();
    let path = Path::new(FILES).join(name);
    let replaces = fs::is_file(&path) && request.path != Some(path.as_path());
    let question = format!("Replace {}?", path.file_name().unwrap_or_default().to_string_lossy());
    if replaces && !window.confirm_with_message(&question).unwrap_or(false) {
        return None;
    }
    offer_download(&path);
    Some(path)
}

/// Shows the picker and copies the chosen file.
fn pick(request: &FileRequest<'_>, answer: impl Fn(Option<PathBuf>) + Clone + 'static) -> Result<(), JsValue> {
    let document = web_sys::window().and_then(|window| window.document()).ok_or("there is no page")?;
    let input: web_sys::HtmlInputElement = document.create_element("input")?.dyn_into()?;
    input.set_type("file");
    let endings: Vec<String> = request.endings.iter().map(|ending| format!(".{ending}")).collect();
    input.set_accept(&endings.join(","));
    let cancelled = answer.clone();
    let cancel = Closure::once_into_js(move |_: JsValue| cancelled(None));
    input.add_event_listener_with_callback("cancel", cancel.unchecked_ref())?;
    let chosen = input.clone();
    let change = Closure::once_into_js(move |_: JsValue| {
        spawn_local(async move { answer(copied(&chosen).await) });
    });
    input.add_event_listener_with_callback("change", change.unchecked_ref())?;
    input.click();
    Ok(())
}

/// Copies the file that was chosen in `input` into the folder of the user's files. One that is too large is not read, and the user is told so.
async fn copied(input: &web_sys::HtmlInputElement) -> Option<PathBuf> {
    let file = input.files()?.get(0)?;
    if file.size() > MOST_BYTES {
        let message = format!(
            "{} has {:.0} MB. A page reads files of up to {:.0} MB. Choose a smaller part of it, such as an extract of the place alone, or use the program for the desktop.",
            file.name(),
            (file.size() / 1e6).ceil(),
            MOST_BYTES / 1e6
        );
        // Without an answer, the file counts as not chosen, as it is.
        let _ = web_sys::window()?.alert_with_message(&message);
        return None;
    }
    let bytes = JsFuture::from(file.array_buffer()).await.ok()?;
    keep(&file.name(), &Uint8Array::new(&bytes).to_vec()).ok()
}

/// Keeps a file that the page was given under a free name, and returns its path.
///
/// # Errors
/// The file cannot be written.
fn keep(name: &str, bytes: &[u8]) -> std::io::Result<PathBuf> {
    let name = Path::new(name).file_name().map_or_else(|| "unnamed".into(), PathBuf::from);
    let stem = name.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let ending = name.extension().map(|ending| format!(".{}", ending.to_string_lossy())).unwrap_or_default();
    let first = std::iter::once(name.clone());
    for name in first.chain((2_u32..).map(|number| format!("{stem}-{number}{ending}").into())) {
        let path = Path::new(FILES).join(name);
        match fs::read(&path) {
            Ok(there) if there == bytes => return Ok(path),
            Ok(_) => {}
            Err(_) => return fs::write(&path, bytes).map(|()| path),
        }
    }
    Err(std::io::ErrorKind::AlreadyExists.into())
}
