// Keeps the site for times without a connection. Browsers allow this on https and on this machine only.
navigator.serviceWorker?.register(new URL("offline.js", document.currentScript.src)).then(offer, (error) => {
    console.warn(`The site is not kept for use without a connection: ${error.message}`);
});

/** Offers to keep the programs as well, which are large. They are otherwise kept when they are used. */
async function offer() {
    const offered = document.getElementById("keep");
    if (!offered) return;
    await navigator.serviceWorker.ready;
    const [button, status] = [offered.querySelector("button"), offered.querySelector("output")];
    const texts = {
        "everything is kept": "The whole site works without a connection now.",
        "something is missing": "Something could not be loaded. Try again.",
    };
    navigator.serviceWorker.addEventListener("message", ({ data }) => {
        status.textContent = texts[data] ?? "";
        button.disabled = data === "everything is kept";
    });
    button.addEventListener("click", async () => {
        button.disabled = true;
        status.textContent = "Loading…";
        (await navigator.serviceWorker.ready).active.postMessage("keep everything");
    });
    offered.hidden = false;
}
