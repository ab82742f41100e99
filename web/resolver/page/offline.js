// The service worker: the page works without a connection. The names of all files but index.html tell their content, and
// index.html is asked for anew whenever there is a connection, so that no stale version is shown.

const FILES = ["./", "style.css", "page.js", "form.js", "resolver.js", "resolver.wasm"];
/** Few need them, and they are large: they are kept when they are used. */
const ON_USE = ["rules.js", "rules.wasm"];
/** Other pages of this host have caches too. */
const PREFIX = `battlewright-resolver ${registration.scope} `;
/** The names of the files are those of one version. */
const CACHE = PREFIX + [...FILES, ...ON_USE].join(" ");

addEventListener("install", (event) => {
    const files = FILES.map((file) => new Request(new URL(file, location), { cache: "no-cache" }));
    event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(files)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
    const drop = async () => {
        const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
        await Promise.all(old.map((name) => caches.delete(name)));
        await clients.claim();
    };
    event.waitUntil(drop());
});

addEventListener("fetch", (event) => {
    const { request } = event;
    const kept = () => caches.match(request, { ignoreSearch: true });
    const taken = async () => {
        const answer = await fetch(request);
        if (answer.ok && ON_USE.some((file) => new URL(file, location).href === request.url)) {
            const copy = answer.clone();
            event.waitUntil(caches.open(CACHE).then((cache) => cache.put(request, copy)));
        }
        return answer;
    };
    if (request.method !== "GET") return;
    if (request.mode === "navigate") {
        event.respondWith(fetch(request, { cache: "no-cache" }).catch(async () => await kept() ?? Response.error()));
    } else {
        event.respondWith(kept().then((answer) => answer ?? taken()));
    }
});
