// Loads the editor, shows how far it has come, and explains every failure: the page is never blank.

const BROWSER = "Use a current version of Firefox, Chrome, Edge or Safari.";
const WORK = "Your work up to the last edit is kept in this browser and is offered after a reload.";
/** The lock that only one tab holds: two copies of the files in memory would overwrite each other. */
const LOCK = "battlewright-files";

/** The most bytes of a scenario that a link may unpack to. */
const MOST_BYTES = 4_000_000;

const part = (id) => document.getElementById(id);
const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
let stopped = false;

/** Shows a message over the canvas. A button is its text and what it does. */
function say(what, { why = "", buttons = [], progress = null } = {}) {
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
    stopped = true;
    part("canvas").remove();
    part("mirror").remove();
    say(what, { why, buttons });
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
        const hold = (lock) => lock ? new Promise(() => owned()) : others();
        const options = steal ? { steal: true } : { ifAvailable: true };
        navigator.locks.request(LOCK, options, hold).catch(() => {
            stop("Battlewright has been opened in another tab, which has all your work.", "", [
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
    });
    return new Response(response.body.pipeThrough(count), { headers: { "Content-Type": "application/wasm" } });
}

/** Returns the text of the scenario in a link `#scenario=…`: deflated, in base64url; or nothing if there is none. */
async function linked() {
    const packed = /^#scenario=(.*)$/.exec(location.hash)?.[1];
    if (packed === undefined) return undefined;
    const bytes = Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    const decoder = new TextDecoder("utf-8", { fatal: true });
    let text = "";
    for (let size = 0;;) {
        const { done, value } = await unpacked.read();
        if (done) return text + decoder.decode();
        size += value.length;
        if (size > MOST_BYTES) throw new Error(`its scenario has more than ${megabytes(MOST_BYTES)} MB`);
        text += decoder.decode(value, { stream: true });
    }
}

function draws() {
    const canvas = document.createElement("canvas");
    return canvas.getContext("webgl2") || canvas.getContext("webgl");
}

async function run(steal) {
    let scenario;
    try {
        scenario = await linked();
    } catch (error) {
        return stop("This link is broken or incomplete, so that the scenario in it cannot be read. Ask for the link again.", String(error?.message ?? error), [
            ["Open the editor without it", () => {
                history.replaceState(null, "", location.pathname);
                location.reload();
            }],
        ]);
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
    say("Starting…");
    await start(part("canvas"), part("mirror"), new URL("worker.js", import.meta.url).href, scenario);
    part("message").hidden = true;
    part("canvas").focus();
    setInterval(() => warn(storage_trouble()), 1000);
    // A browser that is short of space removes other pages' data first.
    navigator.storage?.persist?.();
}

if (typeof WebAssembly === "undefined") {
    stop(`This browser cannot run Battlewright, because WebAssembly is missing. ${BROWSER}`, "", [reload]);
} else {
    run(false).catch((error) => stop(`Battlewright cannot start. ${BROWSER}`, String(error?.message ?? error), [reload]));
}
