//! The storage of the browser (IndexedDB), which keeps the files of the page.
//!
//! [`open`] reads all files at the start. Afterwards each change is written when the current task of the page ends, as
//! one transaction that is committed at once. A tab that is closed or killed later loses nothing of it, as with a file
//! written to an operating system; a crash of the whole machine may lose the last moments. No event such as `pagehide`
//! is needed, which browsers do not send to a killed tab.
//!
//! The store `nodes` maps a path to the time of its last change in milliseconds, or to -1 for a folder. The store
//! `content` maps a path and an offset to the bytes from there on, so that a file that grows is not written anew.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use js_sys::{Array, Promise, Uint8Array};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{
    IdbDatabase, IdbKeyRange, IdbObjectStore, IdbOpenDbRequest, IdbRequest, IdbTransaction, IdbTransactionMode,
};

use super::clock::{milliseconds, time};
use super::fs::tree;
use crate::memory::{Change, Stored};

const NODES: &str = "nodes";
const CONTENT: &str = "content";

/// The time that marks a folder in the store `nodes`.
const FOLDER: f64 = -1.0;

/// The folder of files that are handed to the user as downloads and not kept.
pub const DOWNLOADS: &str = "/downloads";

/// The folder of the user's files.
pub const FILES: &str = "/files";

thread_local! {
    static STORAGE: RefCell<Storage> = RefCell::default();
}

#[derive(Default)]
struct Storage {
    database: Option<IdbDatabase>,
    trouble: Option<String>,
    /// The files that are downloaded when they are written next.
    handed_out: BTreeSet<PathBuf>,
}

/// Returns the reason why the last changes are not in the storage, if there is one.
pub fn trouble() -> Option<String> {
    STORAGE.with_borrow(|storage| storage.trouble.clone())
}

/// Downloads the file at `path` when it is written next.
#[cfg(feature = "dialogs")]
pub(super) fn offer_download(path: &Path) {
    STORAGE.with_borrow_mut(|storage| storage.handed_out.insert(path.to_owned()));
}

/// Fills the tree of files from the database `name` and writes each later change to it. Without a storage, the files
/// last as long as the page, and [`trouble`] says so.
pub async fn open(name: &str) {
    let read = match database(name).await {
        Ok(database) => read(&database).await.map(|()| database),
        Err(error) => Err(error),
    };
    STORAGE.with_borrow_mut(|storage| match read {
        Ok(database) => storage.database = Some(database),
        Err(error) => storage.trouble = Some(words(&error)),
    });
    let mut tree = tree();
    for folder in [DOWNLOADS, FILES] {
        tree.put_back(Path::new(folder), Stored::Folder);
    }
    // The changes are written when the current task of the page has ended.
    tree.on_change(|| spawn_local(async { write() }));
}

/// Returns the words of an error of JavaScript.
fn words(error: &JsValue) -> String {
    let message = js_sys::Reflect::get(error, &"message".into()).ok().and_then(|message| message.as_string());
    message.unwrap_or_else(|| format!("{error:?}"))
}

/// Waits for the result of `request`.
async fn result(request: &IdbRequest) -> Result<JsValue, JsValue> {
    let answered = Promise::new(&mut |kept, broken| {
        request.set_onsuccess(Some(&kept));
        request.set_onerror(Some(&broken));
    });
    match JsFuture::from(answered).await {
        Ok(_) => request.result(),
        Err(_) => Err(request.error()?.map_or(JsValue::NULL, JsValue::from)),
    }
}

async fn database(name: &str) -> Result<IdbDatabase, JsValue> {
    let window = web_sys::window().ok_or("there is no window")?;
    let factory = window.indexed_db()?.ok_or("this browser keeps no data for pages")?;
    let request: IdbOpenDbRequest = factory.open_with_u32(name, 1)?;
    let opening = request.clone();
    let prepare = Closure::once(move |_: JsValue| {
        // The request has the new database; a failure aborts the opening, which is reported.
        if let Ok(database) = opening.result().and_then(|result| result.dyn_into::<IdbDatabase>()) {
            for store in [NODES, CONTENT] {
                drop(database.create_object_store(store));
            }
        }
    });
    request.set_onupgradeneeded(Some(prepare.as_ref().unchecked_ref()));
    result(&request).await?.dyn_into()
}

fn begin(database: &IdbDatabase, mode: IdbTransactionMode) -> Result<(IdbTransaction, [IdbObjectStore; 2]), JsValue> {
    let names = Array::of2(&NODES.into(), &CONTENT.into());
    let transaction = database.transaction_with_str_sequence_and_mode(&names, mode)?;
    let stores = [transaction.object_store(NODES)?, transaction.object_store(CONTENT)?];
    Ok((transaction, stores))
}

/// Reads all files into the tree.
async fn read(database: &IdbDatabase) -> Result<(), JsValue> {
    let (_, [nodes, content]) = begin(database, IdbTransactionMode::Readonly)?;
    let requests = [nodes.get_all_keys()?, nodes.get_all()?, content.get_all_keys()?, content.get_all()?];
    let mut found = Vec::new();
    for request in &requests {
        found.push(result(request).await?.dyn_into::<Array>()?);
    }
    let [paths, times, places, parts] = <[Array; 4]>::try_from(found).map_err(|_| "incomplete data")?;
    let mut places = places.iter().zip(parts.iter()).peekable();
    let mut tree = tree();
    for (path, modified) in paths.iter().zip(times.iter()) {
        let (Some(name), Some(modified)) = (path.as_string(), modified.as_f64()) else { continue };
        // Both stores are in the order of the paths. Parts begin where the earlier content ends or is cut.
        let mut bytes = Vec::new();
        while let Some((place, part)) = places.next_if(|(place, _)| Array::from(place).get(0) == path) {
            let offset = Array::from(&place).get(1).as_f64().unwrap_or(0.0);
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "the length of a file in memory"
            )]
            bytes.truncate(offset as usize);
            bytes.extend(Uint8Array::new(&part).to_vec());
        }
        let stored =
            if modified < 0.0 { Stored::Folder } else { Stored::File { from: 0, bytes, modified: time(modified) } };
        tree.put_back(Path::new(&name), stored);
    }
    Ok(())
}

/// Writes the changes of the tree since the last call, and downloads what is handed out.
fn write() {
    let changes = tree().take_changes();
    let (outside, kept): (Vec<Change>, Vec<Change>) = changes
        .into_iter()
        .partition(|change| change.path.starts_with(DOWNLOADS) && change.path != Path::new(DOWNLOADS));
    for Change { path, now } in outside {
        if let Stored::File { bytes, .. } = now {
            download(&path, &bytes);
            // The change that this makes is nothing to write.
            let _ = tree().remove_file(&path);
        }
    }
    for Change { path, now } in &kept {
        let asked = STORAGE.with_borrow_mut(|storage| storage.handed_out.remove(path));
        if let (true, Stored::File { .. }, Ok(bytes)) = (asked, now, tree().read(path)) {
            download(path, &bytes);
        }
    }
    let Some(database) = STORAGE.with_borrow(|storage| storage.database.clone()) else { return };
    if kept.is_empty() {
        return;
    }
    match put(&database, &kept) {
        Ok(transaction) => {
            let paths: Vec<PathBuf> = kept.into_iter().map(|change| change.path).collect();
            let failed = transaction.clone();
            let abort = Closure::once_into_js(move |_: JsValue| {
                refused(paths, failed.error().map_or_else(|| "it was refused".to_owned(), |error| error.message()));
            });
            transaction.set_onabort(Some(abort.unchecked_ref()));
            let done = Closure::once_into_js(|_: JsValue| {
                STORAGE.with_borrow_mut(|storage| storage.trouble = None);
            });
            transaction.set_oncomplete(Some(done.unchecked_ref()));
        }
        Err(error) => refused(kept.into_iter().map(|change| change.path).collect(), words(&error)),
    }
}

/// Notes that the storage has refused changes of `paths`, which are written again with the next change.
fn refused(paths: Vec<PathBuf>, why: String) {
    let mut tree = tree();
    for path in paths {
        tree.change_again(&path);
    }
    STORAGE.with_borrow_mut(|storage| storage.trouble = Some(why));
}

/// Requests all `changes` in one transaction.
fn put(database: &IdbDatabase, changes: &[Change]) -> Result<IdbTransaction, JsValue> {
    let (transaction, [nodes, content]) = begin(database, IdbTransactionMode::Readwrite)?;
    for Change { path, now } in changes {
        let name = JsValue::from(path.to_string_lossy().into_owned());
        let place = |offset: usize| {
            #[expect(clippy::cast_precision_loss, reason = "the length of a file in memory is below 2^53")]
            let offset = offset as f64;
            Array::of2(&name, &offset.into())
        };
        // In the order of the database, an array is behind all numbers.
        let end = Array::of2(&name, &Array::new());
        let from_on = |offset: usize| IdbKeyRange::bound(&place(offset), &end).map(JsValue::from);
        match now {
            Stored::Nothing => {
                nodes.delete(&name)?;
                content.delete(&from_on(0)?)?;
            }
            Stored::Folder => drop(nodes.put_with_key(&FOLDER.into(), &name)?),
            Stored::File { from, bytes, modified } => {
                nodes.put_with_key(&milliseconds(*modified).into(), &name)?;
                content.delete(&from_on(*from)?)?;
                content.put_with_key(&Uint8Array::from(bytes.as_slice()), &place(*from))?;
            }
        }
    }
    #[expect(deprecated, reason = "web-sys follows an old draft of the interface; the method is part of the standard")]
    transaction.commit()?;
    Ok(transaction)
}

/// Hands `bytes` to the user as a file with the name of `path`.
fn download(path: &Path, bytes: &[u8]) {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    if let Err(error) = try_download(&name, bytes) {
        STORAGE.with_borrow_mut(|storage| storage.trouble = Some(format!("{name}: {}", words(&error))));
    }
}

fn try_download(name: &str, bytes: &[u8]) -> Result<(), JsValue> {
    let document = web_sys::window().and_then(|window| window.document()).ok_or("there is no page")?;
    let about = web_sys::BlobPropertyBag::new();
    about.set_type("application/octet-stream");
    let parts = Array::of1(&Uint8Array::from(bytes));
    let blob = web_sys::Blob::new_with_u8_array_sequence_and_options(&parts, &about)?;
    let address = web_sys::Url::create_object_url_with_blob(&blob)?;
    let link: web_sys::HtmlAnchorElement = document.create_element("a")?.dyn_into()?;
    link.set_href(&address);
    link.set_download(name);
    link.click();
    // The browser has taken the data when the click returns; the address itself is freed with the page.
    Ok(())
}
