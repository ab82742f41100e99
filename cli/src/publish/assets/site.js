// Keeps what is opened for times without a connection. Browsers allow this on https and on this machine only.
if (navigator.serviceWorker && !navigator.serviceWorker.controller) tell();
navigator.serviceWorker?.register(new URL("offline.js", document.currentScript.src)).then(offer, (error) => {
    console.warn(`The site is not kept for use without a connection: ${error.message}`);
});

/** Tells the worker what this page has loaded before the worker was there. */
async function tell() {
    const { serviceWorker } = navigator;
    await new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
    if (document.readyState !== "complete") await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
    serviceWorker.controller?.postMessage({ seen: performance.getEntriesByType("resource").map(({ name }) => name) });
}

/** The time in milliseconds after which browsers end a worker that has not finished. */
const MOST_WORK = 300_000;

/** Offers to keep everything, which is large. What is opened is kept anyway. */
async function offer() {
    const offered = document.getElementById("keep");
    if (!offered) return;
    await navigator.serviceWorker.ready;
    const [button, status] = [offered.querySelector("button"), offered.querySelector("output")];
    const texts = {
        "everything is kept": "The whole site works without a connection now.",
        "something is missing": "Something could not be loaded. Try again.",
    };
    let waiting = 0;
    navigator.serviceWorker.addEventListener("message", ({ data }) => {
        clearTimeout(waiting);
        status.textContent = texts[data] ?? "";
        button.disabled = data === "everything is kept";
    });
    button.addEventListener("click", async () => {
        button.disabled = true;
        status.textContent = "Loading…";
        waiting = setTimeout(() => {
            status.textContent = "Not everything could be loaded in five minutes. Try again: what has come is kept.";
            button.disabled = false;
        }, MOST_WORK);
        (await navigator.serviceWorker.ready).active.postMessage("keep everything");
    });
    offered.hidden = false;
}
