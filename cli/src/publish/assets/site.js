// Keeps the site for times without a connection. Browsers allow this on https and on this machine only.
navigator.serviceWorker?.register(new URL("offline.js", document.currentScript.src)).catch((error) => {
    console.warn(`The site is not kept for use without a connection: ${error.message}`);
});
