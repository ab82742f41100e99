//! Exports and imports of the editor, in a worker.

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = postMessage)]
    fn post_message(message: &str);
}

/// Tells the page why the program has ended, if it ends.
#[wasm_bindgen(start)]
fn begin() {
    std::panic::set_hook(Box::new(|panic| post_message(&panic.to_string())));
}

/// Runs the file task `name` with `input`, its bytes, and returns those of its outcome.
///
/// # Errors
/// There is no such task, or the bytes are not its own.
#[wasm_bindgen]
pub fn serve(name: &str, input: &[u8]) -> Result<Vec<u8>, JsValue> {
    Ok(battlewright_editor::workers::serve_files(name, input)?)
}
