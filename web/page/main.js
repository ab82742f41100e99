// Loads the editor, shows how far it has come, and explains every failure: the page is never blank.

const BROWSER = "Use a current version of Firefox, Chrome, Edge or Safari.";
const WORK = "Your work up to the last edit, and your game up to the last choice, are kept in this browser and are offered after a reload.";
/** The lock that only one tab holds: two copies of the files in memory would overwrite each other. */
const LOCK = "battlewright-files";
/** The wait for the lock in milliseconds: a page that has just been left may still hold it. */
const LOCK_TIMEOUT = 2000;

/** The most bytes of a file that a page of this site opens. */
const MOST_BYTES = 64 << 20;
/** `true` if a game of the opened scenario begins at once. */
const PLAYS = location.hash.startsWith("#play=");

const part = (id) => document.getElementById(id);
const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
let stopped = false;

/** Shows a message over the canvas, until the editor has ended with one. A button is its text and what it does. */
function say(what, { why = "", buttons = [], progress = null } = {}) {
    if (stopped) return;
    part("message").hidden = false;
    part("what").textContent = what;
    part("why").hidden = !why;
    part("why").textContent = why;
    part("progress").hidden = progress === null;
    if (progress !== null) part("progress").value = progress;
    part("remedies").replaceChildren(...buttons.map(([text, act]) => {
        const button = document.createElement("button");
        button.textContent = text;
        button.addEventListener("click", act);
        return button;
    }));
}

/** Tells that the browser does not keep the work, or no longer. */
function warn(why) {
    part("warning").hidden = !why;
    const text = why ? `This browser does not keep your work (${why}). Save it to download a copy.` : "";
    if (part("warning").textContent !== text) part("warning").textContent = text;
}

/** Ends the editor of this tab with a message. */
function stop(what, why, buttons) {
    if (stopped) return;
    part("canvas").remove();
    part("mirror").remove();
    say(what, { why, buttons });
    stopped = true;
}

const reload = ["Reload", () => location.reload()];

function failed(why) {
    stop(`Battlewright has stopped because of an error. ${WORK}`, String(why), [reload]);
}

addEventListener("battlewright-panic", (event) => failed(event.detail));
addEventListener("error", (event) => failed(event.message));
addEventListener("unhandledrejection", (event) => failed(event.reason?.message ?? event.reason));

/** Resolves when this tab owns the files, with `steal` at once. */
function own(steal) {
    return new Promise((owned, others) => {
        if (!navigator.locks) return owned();
        const options = steal ? { steal: true } : { signal: AbortSignal.timeout(LOCK_TIMEOUT) };
        navigator.locks.request(LOCK, options, () => new Promise(() => owned())).catch((error) => {
            if (error.name === "TimeoutError") return others(error);
            stop("Battlewright has been opened in another tab, which has all your work and offers your game.", "", [
                ["Use this tab", () => location.reload()],
            ]);
        });
    });
}

/** Downloads the program and shows the part that has come. */
async function download(url, size) {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
    let loaded = 0;
    const count = new TransformStream({
        transform(bytes, to) {
            loaded += bytes.length;
            say(`Loading: ${megabytes(loaded)} of ${megabytes(size)} MB`, { progress: Math.min(1, loaded / size) });
            to.enqueue(bytes);
        },
        flush() {
            performance.mark("downloaded");
        },
    });
    return new Response(response.body.pipeThrough(count), { headers: { "Content-Type": "application/wasm" } });
}

/** Returns `text` without percent-encoding, or as it is if it has a bare `%`. */
function decoded(text) {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}

/** Returns what the fragment asks for: nothing, a file of this site (`#open=…`, `#play=…`), or a link that the program unpacks. */
async function asked() {
    const fragment = location.hash.slice(1);
    if (!fragment) return {};
    const path = /^(?:open|play)=(.*)$/.exec(fragment)?.[1];
    if (path === undefined) return { opened: fragment };
    const address = new URL(decoded(path), location.href);
    if (address.origin !== location.origin) throw new Error(`${address.origin} is another site`);
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address.pathname}: ${response.status} ${response.statusText}`);
    const bytes = await response.arrayBuffer();
    if (bytes.byteLength > MOST_BYTES) throw new Error(`${address.pathname} is larger than ${megabytes(MOST_BYTES)} MB`);
    return { opened: new TextDecoder().decode(bytes), name: decoded(address.pathname.split("/").at(-1)) };
}

/** Returns a button that opens another page or fragment of this site. */
const go = (text, address) => [text, () => {
    history.replaceState(null, "", address);
    location.reload();
}];

/** Explains why what was asked for cannot be opened. */
function refuse({ name, message, fragment }) {
    const without = go("Open the start page", location.pathname);
    switch (name) {
    case "link":
        return stop("This link is broken or incomplete.", `The link cannot be opened: ${message}.`, [without]);
    case "game":
        return stop("The game in this link cannot be opened.", message, [without]);
    case "scenario":
        return stop("This scenario has errors, so that it cannot be played. Its author can correct them in the editor.", message, [
            go("Open it in the editor", new URL(`../edit/#${fragment}`, location.href)), without,
        ]);
    default:
        return stop("The file of this link cannot be opened. Ask for the link again, or try later.", message, [reload, without]);
    }
}

function draws() {
    const canvas = document.createElement("canvas");
    return canvas.getContext("webgl2") || canvas.getContext("webgl");
}

async function run(steal) {
    say("Loading…");
    let file;
    try {
        file = await asked();
    } catch (error) {
        return refuse(error);
    }
    if (!draws()) {
        return stop(`This browser cannot draw the map, because WebGL is missing or turned off. ${BROWSER} If it is current, turn on hardware acceleration in its settings.`, "", [reload]);
    }
    try {
        await own(steal);
    } catch {
        return say("Battlewright is open in another tab. Only one tab can use the files in this browser.", {
            buttons: [["Use this tab", () => run(true)]],
        });
    }
    const size = Number(document.querySelector("script[data-size]").dataset.size) || 1;
    say(`Loading: 0 of ${megabytes(size)} MB`, { progress: 0 });
    const { default: init, start, storage_trouble } = await import("./battlewright.js");
    await init({ module_or_path: await download(new URL("battlewright.wasm", import.meta.url), size) });
    // Another tab may have taken over.
    if (stopped) return;
    say("Starting…");
    const workers = [new URL("worker.js", import.meta.url).href, new URL("../exchange/exchange-worker.js", import.meta.url).href];
    try {
        await start(part("canvas"), part("mirror"), workers, file.opened, file.name, PLAYS);
    } catch (error) {
        if (["link", "game", "scenario"].includes(error?.name)) return refuse(error);
        throw error;
    }
    if (stopped) return;
    part("message").hidden = true;
    part("canvas").focus();
    // The second call comes when the first frame has been drawn.
    requestAnimationFrame(() => requestAnimationFrame(() => performance.mark("drawn")));
    setInterval(() => warn(storage_trouble()), 1000);
    // A browser that is short of space removes other pages' data first.
    navigator.storage?.persist?.();
    // A published folder works offline; a private window has no service workers. A new one is told what to keep.
    const { serviceWorker } = navigator;
    if (serviceWorker && !serviceWorker.controller) {
        const seen = () => performance.getEntriesByType("resource").map(({ name }) => name);
        serviceWorker.addEventListener("controllerchange", () => serviceWorker.controller?.postMessage({ seen: seen() }), { once: true });
    }
    serviceWorker?.register(new URL("../offline.js", location.href)).catch(() => {});
}

// A link that is pasted over another one changes only the fragment.
addEventListener("hashchange", () => location.reload());

if (typeof WebAssembly === "undefined") {
    stop(`This browser cannot run Battlewright, because WebAssembly is missing. ${BROWSER}`, "", [reload]);
} else {
    run(false).catch((error) => stop(`Battlewright cannot start. ${BROWSER}`, String(error?.message ?? error), [reload]));
}
